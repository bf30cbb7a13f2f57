//! The waiting list of a full tournament over the socket, through kills: places are given once, and only to those who can pay.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::net::deals::Player;
use crate::net::process::{Process, poker};
use crate::net::raw::request;

/// Three places, for a price.
pub(super) fn definition(price: u64) -> String {
    format!(
        r#"
id = "three"
name = {{ en = "Three", fr = "Trois" }}
games = ["no-limit-holdem"]
entries = [3, 3]
seats = 3
price = {price}
stack = 1000
levels = ["30m 10/20", "30m 20/40"]
late_levels = 1
pays = [50, 30, 20]
"#
    )
}

/// Announces a tournament that begins in an hour, and returns its number.
async fn announce(server: &Process, host: &Player, price: u64) -> String {
    let bearer = format!("authorization: Bearer {}\r\n", host.token.as_str().unwrap());
    let headers = format!("{bearer}content-type: application/json\r\n");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let starts_at = u64::try_from(now).unwrap() + 3_600_000;
    let config = json!({"structure": "", "definition": definition(price), "starts_at": starts_at}).to_string();
    let answer = request(server.address, "POST", "/api/v1/tournaments", &headers, &config).await;
    assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
    answer.json()["tournament"].as_str().unwrap().to_owned()
}

pub(super) fn register(tournament: &str, wait: bool) -> Value {
    let mut register = json!({"type": "register", "tournament": tournament, "rules": 1});
    if wait {
        register["wait"] = json!(true);
    }
    register
}

pub(super) fn unregister(tournament: &str) -> Value {
    json!({"type": "unregister", "tournament": tournament})
}

/// Waits until a player's own standing says something.
async fn stands(player: &mut Player, what: impl Fn(&Value) -> bool) -> Value {
    let stands = |message: &Value| {
        let you = &message["you"];
        (message["type"] == "tournament_you" && what(you)).then(|| you.clone())
    };
    player.until(stands).await
}

/// The chips of an account, by HTTP: a second connection would take the place of the first.
async fn balance(server: &Process, player: &Player) -> u64 {
    let bearer = format!("authorization: Bearer {}\r\n", player.token.as_str().unwrap());
    let me = request(server.address, "GET", "/api/v1/me", &bearer, "").await;
    me.json()["balance"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_frees_goes_to_the_first_who_waits_and_can_pay_through_kills() {
    let mut server = Process::start(&[]);
    let mut players = Vec::new();
    for name in ["Ana", "Ben", "Cid", "Dan", "Eve", "Fay"] {
        players.push(Player::new(&server, name).await);
    }
    let all = balance(&server, &players[0]).await;
    let price = all / 2 + 1;
    let name = announce(&server, &players[0], price).await;
    let other = announce(&server, &players[1], price).await;
    for player in &mut players[..3] {
        assert_eq!(player.code(register(&name, false)).await, "ok");
    }
    // Dan pays for another one, and so cannot pay for this one.
    assert_eq!(players[3].code(register(&other, false)).await, "ok");
    for player in &mut players[3..] {
        assert_eq!(player.code(register(&name, false)).await, "tournament.full");
        assert_eq!(player.code(register(&name, true)).await, "ok");
        assert_eq!(player.code(register(&name, true)).await, "tournament.already_waiting");
    }
    assert_eq!(
        players[0].code(register(&name, true)).await,
        "tournament.already_registered"
    );

    server = Process::start_in(server.kill(), &[]).unwrap();
    let mut again = Vec::new();
    for player in players {
        again.push(player.again(&server).await);
    }
    let mut players = again;
    for (at, player) in players[3..].iter_mut().enumerate() {
        let state = player.watch(&name).await;
        assert_eq!(state["you"]["waitlist"]["place"], json!(at + 1), "{}", state["you"]);
        assert_eq!(state["summary"]["waiting"], json!(3));
    }
    assert_eq!(balance(&server, &players[4]).await, all, "waiting costs nothing");

    let [ana, _, _, dan, eve, fay] = players.as_mut_slice() else {
        panic!("six players");
    };
    assert_eq!(ana.code(unregister(&name)).await, "ok");
    let passed = stands(dan, |you| you["waitlist"]["ended"].is_string()).await;
    assert_eq!(passed["waitlist"]["ended"], "funds");
    let entered = stands(eve, |you| you["registered"] == true).await;
    assert_eq!(entered["waitlist"], Value::Null);
    stands(fay, |you| you["waitlist"]["place"] == 1).await;
    assert_eq!(balance(&server, eve).await, all - price);
    assert_eq!(
        balance(&server, dan).await,
        all - price,
        "the price of the other one alone"
    );

    server = Process::start_in(server.kill(), &[]).unwrap();
    let mut again = Vec::new();
    for player in players {
        again.push(player.again(&server).await);
    }
    let [ana, _, _, dan, eve, fay] = again.as_mut_slice() else {
        panic!("six players");
    };
    assert_eq!(eve.watch(&name).await["you"]["registered"], true);
    assert_eq!(dan.watch(&name).await["you"]["waitlist"]["ended"], "funds");
    assert_eq!(fay.watch(&name).await["you"]["waitlist"]["place"], 1);
    assert_eq!(balance(&server, eve).await, all - price, "the price was taken once");
    // The list is left by the request that takes back an entry, and nobody else's place is touched.
    assert_eq!(fay.code(unregister(&name)).await, "ok");
    assert_eq!(fay.code(unregister(&name)).await, "tournament.not_registered");
    assert_eq!(ana.code(register(&name, true)).await, "ok");
    assert_eq!(ana.watch(&name).await["you"]["waitlist"]["place"], 1);
    assert_eq!(eve.code(unregister(&name)).await, "ok");
    ana.watch(&name).await;
    let stored = server.kill();
    let server = Process::start_in(stored, &[]).unwrap();
    let mut ana = Player::with(&server, again.remove(0).token).await;
    // Wherever the kill came, the place is given once.
    if ana.watch(&name).await["you"]["registered"] != true {
        stands(&mut ana, |you| you["registered"] == true).await;
    }
    assert_eq!(balance(&server, &ana).await, all - price);
}

/// Strangers, strict reading, and a list that is not there.
#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_to_wait_are_refused() {
    let server = Process::start(&[]);
    let mut ana = Player::new(&server, "Ana").await;
    let name = announce(&server, &ana, 100).await;
    assert_eq!(ana.code(register("999", true)).await, "tournament.unknown");
    for wait in [json!("yes"), json!(1), json!(null)] {
        let mut request = register(&name, true);
        request["wait"] = wait;
        let code = ana.code(request).await;
        assert!(code.starts_with("protocol."), "{code}");
    }
    let mut request = register(&name, true);
    request["places"] = json!(2);
    let code = ana.code(request).await;
    assert!(code.starts_with("protocol."), "{code}");
    assert_eq!(ana.code(unregister(&name)).await, "tournament.not_registered");
    // While places are left, it is an entry.
    assert_eq!(ana.code(register(&name, true)).await, "ok");
    assert_eq!(ana.watch(&name).await["you"]["registered"], true);
}

/// An account that is banned, deleted or renamed leaves every line, at tables and in events: no place goes to an account that is
/// gone, and none under an old name.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_banned_deleted_or_renamed_leaves_every_line() {
    let server = Process::start(&[]);
    let mut players = Vec::new();
    for name in ["Ana", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus"] {
        players.push(Player::new(&server, name).await);
    }
    let event = announce(&server, &players[0], 1).await;
    for player in &mut players[..6] {
        assert_eq!(player.code(register(&event, true)).await, "ok");
    }
    let open = |seats: u8| {
        let config = json!({"name": "Full", "game": "no-limit-holdem", "seats": seats, "private": true});
        json!({"type": "create_table", "config": config})
    };
    let full = players[0].client.ask(open(2)).await["table"]["table"].clone();
    let asked = players[0].client.ask(open(3)).await["table"]["table"].clone();
    let approval = json!({"type": "host", "table": asked, "action": {"kind": "approval", "on": true}});
    assert_eq!(players[0].code(approval).await, "ok");
    for player in &mut players[..2] {
        let sit = json!({"type": "sit", "table": full, "buy_in": 1_000});
        assert_eq!(player.code(sit).await, "ok");
    }
    for player in &mut players[3..] {
        let wait = json!({"type": "wait_list", "table": full, "join": true});
        let ask = json!({"type": "ask_seat", "table": asked, "ask": true});
        assert_eq!(
            (player.code(wait).await, player.code(ask).await),
            ("ok".into(), "ok".into())
        );
    }

    for act in [&["ban", "Dan"][..], &["delete", "Eve"], &["rename", "Fay", "Faye"]] {
        let told = poker(
            &server.data(),
            &[&["accounts"][..], act, &["--reason", "because"]].concat(),
        );
        assert_eq!(told.code, 0, "{told:?}");
    }
    // The event has nobody in line any more: a newcomer is the first.
    let gus = &mut players[6];
    assert_eq!(gus.code(register(&event, true)).await, "ok");
    stands(gus, |you| you["waitlist"]["place"] == 1).await;
    let left = json!([["Gus"], ["Gus"]]);
    loop {
        let state = async |table: &Value| {
            let path = format!("/api/v1/tables/{}/state", table.as_str().unwrap());
            request(server.address, "GET", &path, "", "").await.json()["state"].clone()
        };
        let names = |list: &Value, name: &str| -> Vec<Value> {
            let list = list.as_array().into_iter().flatten();
            list.map(|line| line.pointer(name).unwrap().clone()).collect()
        };
        let waiting = names(&state(&full).await["wait_list"], "/name");
        let requests = names(&state(&asked).await["host_rules"]["requests"], "/player/name");
        if json!([waiting, requests]) == left {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
