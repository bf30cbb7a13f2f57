//! Satellites: seats of another tournament as prizes.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::net::deals::Player;
use crate::net::process::Process;
use crate::net::raw::request;

/// The tournament whose seats are won.
const SUNDAY: &str = r#"
id = "sunday"
name = { en = "Sunday", fr = "Dimanche" }
games = ["no-limit-holdem"]
entries = [3, 100]
price = 100
stack = 5000
levels = ["20m 25/50"]
"#;

/// Three play for two seats; third place gets the remainder.
const FEEDER: &str = r#"
id = "feeder"
name = { en = "Feeder", fr = "Qualificatif" }
games = ["no-limit-holdem"]
start = "full"
entries = [3, 3]
seats = 3
price = 100
stack = 1000
levels = ["30m 10/20"]
pays = { seats = 2, of = "sunday" }
action = "5s"
bank = "5s"
"#;

/// Announces a tournament; returns the status, and its lobby entry or the refusal.
async fn announce(server: &Process, token: &Value, config: Value) -> (u16, Value) {
    let bearer = format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
    let headers = format!("{bearer}content-type: application/json\r\n");
    let body = config.to_string();
    let answer = request(server.address, "POST", "/api/v1/tournaments", &headers, &body).await;
    (answer.status, answer.json())
}

async fn balance(player: &mut Player, server: &Process) -> u64 {
    let headers = format!("authorization: Bearer {}\r\n", player.token.as_str().unwrap());
    let me = request(server.address, "GET", "/api/v1/me", &headers, "").await.json();
    me["balance"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_an_entry_and_chips_for_who_has_one_already() {
    let mut server = Process::start(&[]);
    let mut players = Vec::new();
    for nickname in ["Ana", "Ben", "Cid"] {
        players.push(Player::new(&server, nickname).await);
    }
    let token = players[0].token.clone();
    let soon = jiff::Timestamp::now().as_millisecond() + 3_600_000;
    let (status, sunday) = announce(&server, &token, json!({"definition": SUNDAY, "starts_at": soon})).await;
    assert_eq!(status, 201, "{sunday}");
    let target = sunday["tournament"].as_str().unwrap().to_owned();
    let costly = FEEDER.replace("price = 100", "price = 66");
    for wrong in [
        json!({"definition": FEEDER}),
        json!({"definition": FEEDER, "target": "999"}),
        json!({"definition": costly, "target": target}),
        json!({"definition": FEEDER.replace("sunday", "deep"), "target": target}),
        json!({"structure": "sit-and-go", "target": target}),
    ] {
        let (status, refused) = announce(&server, &token, wrong).await;
        assert_eq!(
            (status, &refused["code"]),
            (400, &json!("tournament.bad_structure")),
            "{refused}"
        );
    }
    let (status, line) = announce(&server, &token, json!({"definition": FEEDER, "target": target})).await;
    assert_eq!((status, &line["target"]), (201, &json!(target)), "{line}");
    let satellite = line["tournament"].as_str().unwrap().to_owned();
    // The shipped one needs as many entries as pay for its three seats.
    let (status, deep) = announce(&server, &token, json!({"structure": "deep", "starts_at": soon})).await;
    assert_eq!(status, 201, "{deep}");
    let shipped = json!({"structure": "satellite", "starts_at": soon, "target": deep["tournament"]});
    let (status, shipped) = announce(&server, &token, shipped).await;
    let seats = deep["buy_in"].as_u64().unwrap() * 3;
    assert_eq!(
        (status, &shipped["entries_min"]),
        (201, &json!(seats.div_ceil(100))),
        "{shipped}"
    );

    let start = balance(&mut players[0], &server).await;
    // Ben has a seat of his own.
    players[1].enter(&target).await;
    for player in &mut players {
        player.enter(&satellite).await;
    }
    join_all(players.iter_mut().map(Player::go_to_table)).await;
    let leave = json!({"type": "withdraw", "tournament": satellite, "confirm": true});
    assert_eq!(players[2].code(leave.clone()).await, "tournament.unconfirmed");
    assert_eq!(players[2].code(leave).await, "ok");
    // The running hand is played to its end.
    join_all(
        players[..2]
            .iter_mut()
            .map(|player| player.event("tournament_completed")),
    )
    .await;
    let mut given = Vec::new();
    while given.len() < 2 {
        let events = players[0].until(|message| message["events"].as_array().cloned()).await;
        given.extend(events.into_iter().filter(|event| event["event"] == "seat_given"));
    }
    let entered: Vec<(&Value, &Value)> = given
        .iter()
        .map(|event| (&event["player"], &event["entered"]))
        .collect();
    assert!(entered.contains(&(&json!(1), &json!(true))), "{given:?}");
    assert!(entered.contains(&(&json!(2), &json!(false))), "{given:?}");

    for _ in 0..2 {
        let path = format!("/api/v1/tournaments/{target}/entrants");
        let entrants = request(server.address, "GET", &path, "", "").await.json();
        let names: Vec<&str> = entrants["entrants"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entrant| entrant["who"]["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["Ben", "Ana"]);
        let mut balances = Vec::new();
        for player in &mut players {
            balances.push(balance(player, &server).await);
        }
        assert_eq!(balances, [start - 100, start - 100, start]);
        // A seat that was given is not given once more.
        server = Process::start_in(server.kill(), &[]).unwrap();
    }
}
