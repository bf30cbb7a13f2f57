//! Impossible requests to tournaments.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::net::deals::{Player, THREE, announce};
use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::Client;

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one tournament, in the order of its life")]
async fn what_cannot_be_is_refused_and_changes_nothing() {
    let server = Process::start(&[
        "--demo-tables=true",
        "--messages-per-second=1000",
        "--message-burst=1000",
    ]);
    let mut ana = Client::connect(server.address, "/ws").await;
    let balance = ana.hello(json!({"nickname": "Ana"})).await["balance"].as_u64().unwrap();
    let mut tournaments = Vec::new();
    while tournaments.is_empty() {
        let listed = ana.ask(json!({"type": "list_tournaments"})).await;
        tournaments = listed["tournaments"].as_array().unwrap().clone();
    }
    let name = tournaments[0]["tournament"].clone();
    let price = tournaments[0]["buy_in"].as_u64().unwrap();
    let code = |answer: &Value| answer["code"].as_str().unwrap_or("ok").to_owned();
    let of = |kind: &str| json!({"type": kind, "tournament": name});
    let register = || json!({"type": "register", "tournament": name, "rules": 1});

    for (request, expected) in [
        (
            json!({"type": "watch_tournament", "tournament": "999"}),
            "tournament.unknown",
        ),
        (
            json!({"type": "watch_tournament", "tournament": "-1"}),
            "tournament.unknown",
        ),
        (
            json!({"type": "register", "tournament": name, "rules": 999}),
            "tournament.rules_version",
        ),
        (of("unregister"), "tournament.not_registered"),
        (of("re_enter"), "tournament.not_registered"),
        (of("add_on"), "tournament.not_registered"),
        (
            json!({"type": "tournament_rebuy", "tournament": name, "take": true}),
            "tournament.not_registered",
        ),
        (
            json!({"type": "tournament_presence", "tournament": name, "absent": true}),
            "tournament.not_registered",
        ),
        (
            json!({"type": "withdraw", "tournament": name, "confirm": true}),
            "tournament.not_registered",
        ),
        (
            json!({"type": "deal", "tournament": name, "answer": "agree"}),
            "tournament.not_registered",
        ),
        (json!({"type": "call_time", "table": "999"}), "tournament.no_such_table"),
        (
            json!({"type": "request_ruling", "table": "999", "text": "what now?"}),
            "tournament.no_such_table",
        ),
    ] {
        assert_eq!(code(&ana.ask(request.clone()).await), expected, "{request}");
    }

    // The same request twice gets the same answer, and is paid once.
    let mut request = register();
    request["id"] = json!("entry-1");
    let first = ana.ask_as(request.clone()).await;
    assert_eq!(first["type"], "ok", "{first}");
    assert_eq!(first["tournament"]["entries"], 1);
    assert_eq!(ana.ask_as(request).await, first);
    ana.told_balance(balance - price).await;
    assert_eq!(code(&ana.ask(register()).await), "tournament.already_registered");
    assert_eq!(code(&ana.ask(of("withdraw")).await), "tournament.wrong_phase");
    assert_eq!(code(&ana.ask(of("unregister")).await), "ok");
    assert_eq!(code(&ana.ask(of("unregister")).await), "tournament.not_registered");
    ana.told_balance(balance).await;

    // Six enter, and at their table no player may do what only cash tables allow.
    let mut others = Vec::new();
    for number in 1..6 {
        let mut other = server.guest(&format!("Other {number}")).await;
        assert_eq!(code(&other.ask(register()).await), "ok");
        others.push(other);
    }
    assert_eq!(code(&ana.ask(register()).await), "ok");
    assert_eq!(code(&others[0].ask(of("unregister")).await), "tournament.wrong_phase");
    let mut late = server.guest("Late").await;
    assert_eq!(code(&late.ask(register()).await), "tournament.entries_closed");
    let table = loop {
        let message = ana.next().await;
        if let Some(table) = message["you"]["seat"]["table"].as_str() {
            break table.to_owned();
        }
    };
    for request in [
        json!({"type": "sit", "table": table, "buy_in": 500}),
        json!({"type": "leave", "table": table}),
        json!({"type": "rebuy", "table": table, "amount": 100}),
        json!({"type": "wait_list", "table": table, "join": true}),
        json!({"type": "sit_out", "table": table, "out": true}),
    ] {
        for player in [&mut ana, &mut late] {
            assert_eq!(
                code(&player.ask(request.clone()).await),
                "tournament.seated",
                "{request}"
            );
        }
    }
    let lobby = late.ask(json!({"type": "list_tables"})).await;
    let listed: BTreeSet<&str> = lobby["tables"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|line| line["info"]["table"].as_str())
        .collect();
    assert!(!listed.contains(table.as_str()), "the lobby lists cash tables");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_of_the_house_fill_the_seats_as_soon_as_a_person_enters() {
    let server = Process::start(&["--demo-tables=true", "--house-bots=12"]);
    let mut ana = server.guest("Ana").await;
    let mut open = Value::Null;
    while open.is_null() {
        let listed = ana.ask(json!({"type": "list_tournaments"})).await;
        open = listed["tournaments"][0].clone();
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(
        (&open["entries"], &open["bots_wanted"]),
        (&json!(0), &Value::Null),
        "no bot enters by itself"
    );
    let register = json!({"type": "register", "tournament": open["tournament"], "rules": 1});
    assert_eq!(ana.ask(register).await["tournament"]["bots_wanted"], 5);
    let played = loop {
        let message = ana.next().await;
        if message["type"] == "tournament_you" && message["you"]["seat"].is_object() {
            break message["tournament"].clone();
        }
    };
    assert_eq!(played, open["tournament"]);
    let listed = ana.ask(json!({"type": "list_tournaments"})).await;
    let lines = listed["tournaments"].as_array().unwrap();
    let line = lines.iter().find(|line| line["tournament"] == played).unwrap();
    assert_eq!((&line["entries"], &line["phase"]), (&json!(6), &json!("running")));
}

/// A sit & go takes five bots, and this house has two.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_with_few_bots_has_substitutes_who_play_on_after_a_kill() {
    let options = ["--demo-tables=true", "--house-bots=2", "--bot-think-percent=1"];
    let mut server = Process::start(&options);
    let mut ana = Player::new(&server, "Ana").await;
    let open = loop {
        let listed = ana.client.ask(json!({"type": "list_tournaments"})).await;
        if let Some(open) = listed["tournaments"][0]["tournament"].as_str() {
            break open.to_owned();
        }
    };
    ana.enter(&open).await;
    ana.go_to_table().await;
    for _ in 0..2 {
        let mut acted = BTreeSet::new();
        let all = |message: &Value| {
            let events = message["events"].as_array().into_iter().flatten();
            let events = events.map(|event| &event["event"]);
            let taken = events.filter(|event| event["kind"] == "action_taken" && event["auto"] == false);
            acted.extend(taken.filter_map(|event| event["seat"].as_u64()));
            (acted.len() >= 5).then_some(())
        };
        ana.until(all).await;
        server = Process::start_in(server.kill(), &options).unwrap();
        ana = ana.again(&server).await;
        ana.go_to_table().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_on_without_pauses_once_no_person_is_left() {
    let server = Process::start(&["--demo-tables=true", "--house-bots=12", "--hand-pause-percent=100"]);
    let mut ana = server.guest("Ana").await;
    let mut open = Value::Null;
    while open.is_null() {
        let listed = ana.ask(json!({"type": "list_tournaments"})).await;
        open = listed["tournaments"][0]["tournament"].clone();
    }
    let about = |kind: &str| json!({"type": kind, "tournament": open, "rules": 1});
    assert_eq!(ana.ask(about("register")).await["type"], "ok");
    let table = loop {
        let message = ana.next().await;
        if let Some(table) = message["you"]["seat"]["table"].as_str() {
            break table.to_owned();
        }
    };
    assert_eq!(ana.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    let leave = json!({"type": "withdraw", "tournament": open, "confirm": true});
    let asked = ana.ask(leave.clone()).await;
    assert_eq!(asked["code"], "tournament.unconfirmed");
    assert!(asked["params"]["stack"].as_u64().unwrap() > 0, "{asked}");
    assert_eq!(asked["params"]["place"], 6, "{asked}");
    assert_eq!(ana.ask(leave).await["type"], "ok");
    let (mut begun, mut hands) = (None, 0);
    while hands < 15 {
        let message = ana.next().await;
        let events = message["events"].as_array().into_iter().flatten();
        hands += events
            .filter(|event| event["event"]["kind"] == "hand_completed")
            .count();
        // The hand in which she leaves is played as it was begun.
        begun = begun.or((hands > 0).then(Instant::now));
    }
    // With pauses, each of them would take at least two seconds.
    assert!(begun.unwrap().elapsed() < Duration::from_secs(20));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_freezeout_of_the_next_half_hour_is_announced_once_also_after_a_kill() {
    const HALF_HOUR_MS: u64 = 1_800_000;
    let mut server = Process::start(&["--demo-tables=true"]);
    let mut ana = Client::connect(server.address, "/ws").await;
    let token = ana.hello(json!({"nickname": "Ana"})).await["token"].clone();
    let mut name = Value::Null;
    for _ in 0..2 {
        let announced = loop {
            let listed = ana.ask(json!({"type": "list_tournaments"})).await;
            let lines = listed["tournaments"].as_array().unwrap();
            let timed = lines.iter().filter(|line| line["starts_at"].is_u64());
            let timed: Vec<Value> = timed.cloned().collect();
            if lines.len() > timed.len() && !timed.is_empty() {
                break timed;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        assert_eq!(announced.len(), 1, "{announced:?}");
        let line = &announced[0];
        let starts_at = line["starts_at"].as_u64().unwrap();
        assert_eq!((starts_at % HALF_HOUR_MS, &line["phase"]), (0, &json!("registering")));
        if name.is_null() {
            name = line["tournament"].clone();
            let register = json!({"type": "register", "tournament": name, "rules": 1});
            assert_eq!(ana.ask(register).await["tournament"]["entries"], 1);
        }
        assert_eq!(line["tournament"], name);
        server = Process::start_in(server.kill(), &["--demo-tables=true"]).unwrap();
        ana = Client::connect(server.address, "/ws").await;
        let welcome = ana.hello(json!({"token": token})).await;
        assert_eq!(welcome["tournaments"], json!([name]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_results_of_a_closed_tournament_can_be_read_for_good() {
    let server = Process::start(&[]);
    let mut ana = Client::connect(server.address, "/ws").await;
    let welcome = ana.hello(json!({"nickname": "Ana"})).await;
    let token = welcome["token"].clone();
    let name = announce(&server, &token, THREE).await;
    let path = format!("/api/v1/tournaments/{name}");
    let mut shown = request(server.address, "GET", &path, "", "").await.json();
    let text_path = format!("{path}/results/file");
    let refused = request(server.address, "GET", &text_path, "", "").await;
    assert_eq!(
        (refused.status, &refused.json()["code"]),
        (400, &json!("tournament.wrong_phase"))
    );
    shown["summary"]["phase"] = json!("completed");
    shown["summary"]["entries"] = json!(3);
    shown["summary"]["bounty"] = json!(20);
    shown["summary"]["ended_at"] = json!(1_700_003_600_000_u64);
    let id = &welcome["you"]["id"];
    let entrant = |player: u32, id: &Value, name: &str| {
        json!({"player": player, "entry": player, "out": true, "status": "absent",
            "who": {"id": id, "name": name, "kind": "guest"}})
    };
    let other = json!("0");
    let result = json!({
        "state": shown, "prizes": [100, 50], "started_at": 1_700_000_000_000_u64,
        "places": [{"player": 2, "best": 1, "worst": 1, "prize": 100}, {"player": 1, "best": 2, "worst": 3, "prize": 50},
            {"player": 3, "best": 2, "worst": 3, "prize": 0}],
        "entrants": [entrant(1, id, "Ana"), entrant(2, &other, "Bo: (x)"), entrant(3, &other, "Bo_ _x_")],
        "trail": [{
            "no": 1, "at": 1, "by": {"id": "x", "name": "Flo", "kind": "account"}, "role": "floor",
            "action": {"kind": "pause"}, "reason": "fire drill", "result": "done",
        }],
    });
    let folder = server.kill();
    let file = SqliteConnectOptions::new().filename(folder.path().join("data/poker.db"));
    let mut database = file.connect().await.unwrap();
    sqlx::query("UPDATE game_table SET closed_at = 1 WHERE id = $1")
        .bind(name.parse::<i64>().unwrap())
        .execute(&mut database)
        .await
        .unwrap();
    sqlx::query("INSERT INTO result (tournament, body) VALUES ($1, $2)")
        .bind(name.parse::<i64>().unwrap())
        .bind(result.to_string())
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();

    let server = Process::start_in(folder, &[]).unwrap();
    let get = async |path: &str| request(server.address, "GET", path, "", "").await;
    assert_eq!(get(&path).await.json(), shown);
    let results = get(&format!("{path}/results")).await.json();
    assert_eq!(
        (&results["places"], &results["prizes"]),
        (&result["places"], &json!([100, 50]))
    );
    let behind = get(&format!("{path}/results?after=1")).await.json();
    assert_eq!(behind["places"], json!([result["places"][1], result["places"][2]]));
    let bearer = format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
    let told = request(server.address, "GET", &text_path, &bearer, "").await;
    assert_eq!(told.header("content-type"), Some("text/plain; charset=utf-8"));
    let text = format!(
        "PokerStars Tournament #{name}, No Limit Hold'em\nBuy-In: 100/20/0\n3 players\nTotal Prize Pool: 150\n\
         Tournament started 2023/11/14 22:13:20 UTC\nTournament finished 2023/11/14 23:13:20 UTC\n\n  \
           1: Bo_ _x_ #2, 100 (66.67%)\n  2: Ana, 50 (33.33%)\n  2: Bo_ _x_ #3, \n"
    );
    assert_eq!(told.text(), format!("{text}\nYou finished in 2nd place.\n"));
    // For a reader who did not play, it has nothing about them.
    assert_eq!(get(&text_path).await.text(), text);
    assert_eq!(get(&format!("{text_path}?x=1")).await.status, 400);
    assert_eq!(get("/api/v1/tournaments/999/results").await.status, 404);
    let floor = get(&format!("{path}/floor")).await.json();
    assert_eq!(floor, json!({"entries": result["trail"], "officials": []}));
}
