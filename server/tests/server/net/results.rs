//! Results against hands whose figures were worked out by hand, and the absence of any information for strangers.

use std::collections::HashMap;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::net::caller::Caller;
use crate::net::raw::request;
use crate::net::server::{Client, start};

impl Caller {
    /// Returns the results, once this many hands are counted.
    async fn results(&self, hands: u64) -> Value {
        loop {
            let results = self.get("/api/v1/me/results").await;
            if results["total"]["hands"].as_u64() >= Some(hands) {
                return results;
            }
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        }
    }
}

/// The actions of each position in a hand, in order: before the flop and after it. Button, small blind, big blind.
type Script = [&'static [&'static str]; 3];

/// Three hands. In the first all fold to the big blind. In the second the button raises, the big blind calls, and folds
/// to a bet on the flop. The third goes to the showdown without a raise.
const SCRIPTS: [Script; 3] = [
    [&["fold"], &["fold"], &[]],
    [&["raise", "bet"], &["fold"], &["call", "check", "fold"]],
    [
        &["call", "check", "check", "check"],
        &["call", "check", "check", "check"],
        &["check", "check", "check", "check"],
    ],
];

/// Plays one seat by the scripts until all hands are over; returns its position in each hand: 0 is the button.
async fn follow(client: &mut Client, table: &str, seat: u64) -> Vec<usize> {
    let (mut positions, mut over, mut done) = (Vec::new(), 0, 0);
    while over < SCRIPTS.len() {
        let message = client.next().await;
        for told in message["events"].as_array().into_iter().flatten() {
            let event = &told["event"];
            match event["kind"].as_str() {
                Some("hand_started") => {
                    let seats = [&event["button"], &event["small_blind"], &event["big_blind"]];
                    positions.push(seats.iter().position(|of| of.as_u64() == Some(seat)).unwrap());
                    done = 0;
                }
                Some("hand_completed") => over += 1,
                _ => {}
            }
            let Some(choices) = told["choices"].as_array() else {
                continue;
            };
            if over >= SCRIPTS.len() {
                continue;
            }
            let script = SCRIPTS[over][*positions.last().unwrap()];
            let kind = script[done];
            done += 1;
            let choice = choices.iter().find(|choice| choice["kind"] == kind);
            let choice = choice.unwrap_or_else(|| panic!("{kind} is not among {choices:?}"));
            let mut action = json!({"kind": kind});
            if choice["min"].is_u64() {
                action["to"] = json!(6);
            }
            let act = json!({
                "type": "act", "id": format!("{}-{}", told["hand"], told["turn"]), "table": table,
                "hand": told["hand"], "turn": told["turn"], "action": action,
            });
            client.send_text(&act.to_string()).await;
        }
    }
    positions
}

fn share(times: u64, of: u64) -> Value {
    json!({"times": times, "of": of})
}

#[tokio::test]
async fn figures_are_those_that_were_worked_out_by_hand() {
    let server = start(|config| config.hand_pause_percent = 150).await;
    let mut callers = Vec::new();
    let mut clients = Vec::new();
    for name in ["Ann", "Bob", "Eve"] {
        let caller = Caller::guest(&server, name).await;
        let mut client = server.connect().await;
        client.hello(json!({"token": caller.token})).await;
        callers.push(caller);
        clients.push(client);
    }
    let config = json!({"name": "Pine", "game": "no-limit-holdem", "seats": 3, "big_blind": 2, "small_blind": 1});
    let made = clients[0].ask(json!({"type": "create_table", "config": config})).await;
    let table = made["table"]["table"]
        .as_str()
        .unwrap_or_else(|| panic!("{made}"))
        .to_owned();
    for client in &mut clients {
        assert_eq!(client.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    }
    // All together: the first hand is dealt a moment after the second player has sat down, and the scripts are for three.
    for (seat, client) in (1..).zip(&mut clients) {
        let sit = json!({"type": "sit", "id": "sit", "table": table, "seat": seat, "buy_in": 200, "entry": "post"});
        client.send_text(&sit.to_string()).await;
    }
    let [ann, bob, eve] = &mut clients[..] else { panic!() };
    let positions = tokio::join!(follow(ann, &table, 1), follow(bob, &table, 2), follow(eve, &table, 3));
    let mut sum = 0;
    for (caller, positions) in callers.iter().zip([positions.0, positions.1, positions.2]) {
        let results = caller.results(3).await;
        let total = &results["total"];
        let net = total["net"].as_i64().unwrap();
        sum += net;
        // A player who was the big blind of the first hand had no decision there.
        let asked = if positions[0] == 2 { 2 } else { 3 };
        let put_in = u64::from(positions[1] != 1) + u64::from(positions[2] != 2);
        let stayed = 1 + u64::from(positions[1] != 1);
        assert_eq!(total["vpip"], share(put_in, asked), "{positions:?} {total}");
        assert_eq!(
            total["pfr"],
            share(u64::from(positions[1] == 0), asked),
            "{positions:?} {total}"
        );
        assert_eq!(total["showdown"], share(1, stayed), "{positions:?} {total}");
        assert_eq!(total["won_at_showdown"]["of"], 1);
        assert_eq!(total["big_blinds"], json!({"hands": 3, "thousandths": net * 500}));
        // The cost of the scripts before the showdown: the blinds, then six to see a flop.
        let first = [0, -1, 1][positions[0]];
        let second = [7, -1, -6][positions[1]];
        let points: Vec<i64> = results["points"]
            .as_array()
            .unwrap()
            .iter()
            .map(|point| point["net"].as_i64().unwrap())
            .collect();
        assert_eq!(
            (points[0], points[1], points[2]),
            (first, first + second, net),
            "{positions:?}"
        );
        assert_eq!(results["games"][0]["game"], "no-limit-holdem");
        assert_eq!(results["games"][0]["figures"], *total);
        let sessions = caller.get("/api/v1/me/sessions").await;
        assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(sessions["sessions"][0]["table_name"], "Pine");
        assert_eq!(
            (&sessions["sessions"][0]["net"], &sessions["sessions"][0]["hands"]),
            (&json!(net), &json!(3))
        );
        let none = caller.get("/api/v1/me/results?game=razz").await;
        assert_eq!(none["total"], json!({"hands": 0, "net": 0}));
    }
    assert_eq!(sum, 0);
}

#[tokio::test]
async fn results_and_notes_are_for_their_owner_alone() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let bob = Caller::guest(&server, "Bob").await;
    let about_bob = format!("/api/v1/notes/{}", bob.id);
    let note = json!({"text": " calls\nthe river ", "colour": "teal"});
    let (status, kept) = ann.ask("PUT", &about_bob, Some(note)).await;
    assert_eq!(
        (status, &kept["text"], &kept["player"]["name"]),
        (200, &json!("calls\nthe river"), &json!("Bob"))
    );
    assert_eq!(ann.get(&about_bob).await, kept);
    assert_eq!(ann.get("/api/v1/notes").await, json!({"notes": [kept]}));
    // Bob sees neither that there is a note about him nor any of Ann's.
    assert_eq!(bob.get("/api/v1/notes").await, json!({"notes": []}));
    for player in [&bob.id, &ann.id] {
        let (status, refused) = bob.ask("GET", &format!("/api/v1/notes/{player}"), None).await;
        assert_eq!((status, &refused["code"]), (404, &json!("player.unknown")));
    }
    assert_eq!(bob.ask("DELETE", &about_bob, None).await.0, 204);
    assert_eq!(ann.get(&about_bob).await["text"], "calls\nthe river");
    for (path, body, status, code) in [
        (
            about_bob.as_str(),
            json!({"text": "x".repeat(201)}),
            400,
            "protocol.invalid_field",
        ),
        (&about_bob, json!({"text": "a\u{7}b"}), 400, "protocol.invalid_field"),
        (&about_bob, json!({"text": "  "}), 400, "protocol.invalid_field"),
        (
            &about_bob,
            json!({"text": "a", "colour": "red"}),
            400,
            "protocol.invalid_field",
        ),
        (
            &about_bob,
            json!({"text": "a", "about": "b"}),
            400,
            "protocol.invalid_field",
        ),
        (
            &format!("/api/v1/notes/{}", ann.id),
            json!({"text": "me"}),
            400,
            "protocol.invalid_field",
        ),
        (
            "/api/v1/notes/0198c7a2-5b1e-7c3d-9f00-3b2a1c0d4e5f",
            json!({"text": "a"}),
            404,
            "player.unknown",
        ),
        (
            "/api/v1/notes/18446744073709551615",
            json!({"text": "a"}),
            404,
            "player.unknown",
        ),
    ] {
        let (got, refused) = ann.ask("PUT", path, Some(body.clone())).await;
        assert_eq!((got, &refused["code"]), (status, &json!(code)), "{body}");
    }
    for path in [
        "/api/v1/me/results",
        "/api/v1/me/sessions",
        "/api/v1/me/tournaments",
        "/api/v1/notes",
        &about_bob,
    ] {
        assert_eq!(request(server.address, "GET", path, "", "").await.status, 401, "{path}");
    }
    assert_eq!(ann.ask("DELETE", &about_bob, None).await.0, 204);
    assert_eq!(ann.get("/api/v1/notes").await, json!({"notes": []}));
}

#[tokio::test]
async fn an_account_that_asks_for_its_results_all_the_time_has_to_wait() {
    let server = start(|_| {}).await;
    let (ann, bob) = tokio::join!(Caller::account(&server, "Ann"), Caller::account(&server, "Bob"));
    let answers = join_all((0..120).map(|at| {
        let part = ["results", "sessions", "tournaments"][at % 3];
        let ann = &ann;
        async move { ann.ask("GET", &format!("/api/v1/me/{part}"), None).await }
    }));
    let answers = answers.await;
    let refused = answers.iter().filter(|(status, _)| *status != 200);
    let refused: Vec<_> = refused
        .map(|(status, error)| (*status, error["code"].clone()))
        .collect();
    assert!(refused.contains(&(429, json!("rate.limited"))), "{refused:?}");
    assert!(answers.iter().any(|(status, _)| *status == 200));
    bob.get("/api/v1/me/results").await;
}

#[tokio::test]
async fn every_field_of_a_query_has_its_bounds() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let most = u64::MAX;
    let long = format!("/api/v1/me/results?game={}", "x".repeat(61));
    let mut wanted: HashMap<String, u16> = HashMap::from([(long, 400)]);
    for field in ["from", "to", "by", "what"] {
        wanted.insert(format!("/api/v1/me/results?{field}={most}"), 400);
    }
    for field in ["from", "to", "before", "after"] {
        wanted.insert(format!("/api/v1/me/sessions?{field}={most}"), 400);
    }
    for (path, status) in [
        (format!("/api/v1/me/results?game={most}"), 200),
        ("/api/v1/me/results?game=".to_owned(), 400),
        (
            "/api/v1/me/results?by=time&from=0001-01-01T00:00:00Z&to=9999-12-30T00:00:00Z".to_owned(),
            200,
        ),
        ("/api/v1/me/sessions?before=9007199254740991".to_owned(), 200),
        (format!("/api/v1/me/tournaments?before={most}"), 200),
        (format!("/api/v1/me/tournaments?before={most}0"), 400),
        ("/api/v1/me/tournaments?before=-1".to_owned(), 400),
        (format!("/api/v1/notes?after={most}"), 400),
        (format!("/api/v1/leaderboard?week={most}"), 400),
        ("/api/v1/leaderboard?week=9999-W52".to_owned(), 200),
        ("/api/v1/leaderboard?week=0000-W01".to_owned(), 200),
        ("/api/v1/leaderboard?week=2026-W54".to_owned(), 400),
        (format!("/api/v1/leaderboard?game={most}"), 404),
        ("/api/v1/leaderboard?game=razz&week=2026-W01".to_owned(), 200),
    ] {
        wanted.insert(path, status);
    }
    for (path, status) in wanted {
        let (got, body) = ann.ask("GET", &path, None).await;
        assert_eq!(got, status, "{path}: {body}");
    }
}

#[tokio::test]
async fn the_leaderboard_shows_who_wants_it() {
    let server = start(|_| {}).await;
    let ann = Caller::account(&server, "Ann").await;
    let bob = Caller::guest(&server, "Bob").await;
    let path = "/api/v1/me/leaderboard";
    let board = ann.get("/api/v1/leaderboard").await;
    assert_eq!((&board["players"], &board["you"]["shown"]), (&json!([]), &json!(false)));
    assert_eq!(
        ann.ask("PUT", path, Some(json!({"shown": true}))).await,
        (200, json!({"shown": true}))
    );
    assert_eq!(ann.get("/api/v1/leaderboard").await["you"]["shown"], true);
    let (status, refused) = bob.ask("PUT", path, Some(json!({"shown": true}))).await;
    assert_eq!((status, &refused["code"]), (403, &json!("auth.forbidden")));
    assert_eq!(bob.ask("PUT", path, Some(json!({"shown": false}))).await.0, 200);
    assert_eq!(ann.ask("PUT", path, Some(json!({"shown": false}))).await.0, 200);
    assert_eq!(ann.get("/api/v1/leaderboard").await["you"]["shown"], false);
    let strangers = request(server.address, "GET", "/api/v1/leaderboard", "", "").await;
    assert_eq!((strangers.status, &strangers.json()["you"]), (200, &Value::Null));
}
