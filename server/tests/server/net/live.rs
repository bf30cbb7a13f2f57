//! A live tournament: real cards and chips next to a screen, entered by hand from its start to its prizes, through a kill.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::net::process::Process;
use crate::net::raw::{Answer, request};

const JSON: &str = "content-type: application/json\r\n";

const KITCHEN: &str = r#"
id = "kitchen"
name = { en = "Kitchen", fr = "Cuisine" }
games = ["no-limit-holdem"]
entries = [3, 20]
seats = 4
price = 20
bounty = { price = 5, kind = "flat" }
stack = 1000
levels = ["30m 5/10", "30m 10/20"]
late_levels = 1
re_entries = 1
rebuy = { levels = 1, price = 20, chips = 1000, most = 1 }
pays = [70, 30]
hand_for_hand = []
"#;

pub(super) struct Home {
    pub(super) address: SocketAddr,
    path: String,
    pub(super) bearer: String,
    requests: u32,
}

impl Home {
    pub(super) async fn open(server: &Process, config: Value) -> Self {
        Self::open_by(server, "Host", config).await
    }

    /// Announces a tournament of a guest.
    pub(super) async fn open_by(server: &Process, host: &str, config: Value) -> Self {
        let address = server.address;
        let named = json!({"nickname": host}).to_string();
        let guest = request(address, "POST", "/api/v1/guest", JSON, &named).await.json();
        let bearer = format!("authorization: Bearer {}\r\n", guest["access_token"].as_str().unwrap());
        Self::open_as(address, bearer, config).await
    }

    /// Announces one more tournament of a host.
    pub(super) async fn open_as(address: SocketAddr, bearer: String, config: Value) -> Self {
        let made = request(
            address,
            "POST",
            "/api/v1/tournaments",
            &format!("{JSON}{bearer}"),
            &config.to_string(),
        )
        .await;
        assert_eq!(made.status, 201, "{made:?}");
        let made = made.json();
        assert_eq!(made["live"], true);
        Self {
            address,
            path: format!("/api/v1/tournaments/{}", made["tournament"].as_str().unwrap()),
            bearer,
            requests: 0,
        }
    }

    /// The tournament as an act names it.
    pub(super) fn id(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }

    async fn act(&mut self, action: Value) -> Answer {
        self.requests += 1;
        let body = json!({"id": format!("{}-{}", self.id(), self.requests), "reason": "as it was", "action": action});
        self.send(&body).await
    }

    async fn send(&self, body: &Value) -> Answer {
        let headers = format!("{JSON}{}", self.bearer);
        request(
            self.address,
            "POST",
            &format!("{}/floor", self.path),
            &headers,
            &body.to_string(),
        )
        .await
    }

    pub(super) async fn done(&mut self, action: Value) -> Value {
        let answer = self.act(action.clone()).await;
        assert_eq!(answer.status, 200, "{action}: {answer:?}");
        answer.json()
    }

    pub(super) async fn refused(&mut self, action: Value, code: &str) {
        let before = self.state().await;
        let answer = self.act(action.clone()).await;
        assert_eq!(answer.json()["code"], code, "{action}");
        let after = self.state().await;
        assert_eq!(
            (&before["tables"], &before["entrants"]),
            (&after["tables"], &after["entrants"]),
            "{action}"
        );
    }

    pub(super) async fn state(&self) -> Value {
        let state = request(self.address, "GET", &self.path, "", "").await;
        assert_eq!(state.status, 200, "{state:?}");
        state.json()
    }

    pub(super) async fn log(&self) -> Vec<Value> {
        let log = request(self.address, "GET", &format!("{}/log", self.path), "", "").await;
        let log = String::from_utf8(log.body).unwrap();
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns the players at a table with their stacks, by seat.
    pub(super) async fn table(&self, no: u32) -> Vec<(u64, u64)> {
        let state = self.state().await;
        let tables = state["tables"].as_array().unwrap();
        let table = tables.iter().find(|table| table["no"] == no).unwrap();
        assert_eq!(table["table"], Value::Null, "nothing is dealt there");
        let seats = table["seats"].as_array().unwrap().iter();
        seats
            .map(|seat| (seat[1].as_u64().unwrap(), seat[2].as_u64().unwrap()))
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one event, in the order of its life")]
async fn a_home_game_is_entered_to_its_prizes_through_a_kill() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let mut home = Home::open(&server, json!({"definition": KITCHEN, "live": true})).await;

    // Players are entered by name, and in no other way.
    let mut client = server.guest("Reader").await;
    let name = home.path.rsplit('/').next().unwrap().to_owned();
    let register = json!({"type": "register", "tournament": name, "rules": 1});
    assert_eq!(client.ask(register).await["code"], "tournament.by_hand");
    for name in ["", "a\u{7}b", &"x".repeat(41), "\u{202e}"] {
        home.refused(json!({"kind": "enter", "name": name}), "protocol.invalid_field")
            .await;
    }
    for name in ["Ann", "Bob", "Cid", "Dee", "Eve", "Flo", "Gus"] {
        home.done(json!({"kind": "enter", "name": name})).await;
    }
    home.refused(json!({"kind": "enter", "name": " ann "}), "protocol.invalid_field")
        .await;
    home.done(json!({"kind": "take_back", "player": 7})).await;
    home.done(json!({"kind": "enter", "name": "Gus"})).await;
    home.done(json!({"kind": "undo"})).await;
    home.refused(json!({"kind": "hand_over", "table": 1}), "tournament.wrong_phase")
        .await;
    home.done(json!({"kind": "start"})).await;
    for seat in [0, 11, 255] {
        for action in [
            json!({"kind": "set_button", "table": 1, "seat": seat}),
            json!({"kind": "hand_over", "table": 1, "button": seat}),
        ] {
            home.refused(action, "table.no_such_seat").await;
        }
    }
    let state = home.state().await;
    assert_eq!(
        (&state["summary"]["phase"], &state["summary"]["alive"]),
        (&json!("running"), &json!(6))
    );
    let watched = client
        .ask(json!({"type": "watch_tournament", "tournament": name}))
        .await;
    assert_eq!(watched["type"], "ok");

    // Chips are counted, and are as many as were handed out.
    let [(ann, _), (bob, _), _] = home.table(1).await[..] else {
        panic!("three at each table");
    };
    home.refused(
        json!({"kind": "count", "table": 1, "stacks": [[ann, 400]]}),
        "tournament.bad_result",
    )
    .await;
    home.done(json!({"kind": "count", "table": 1, "stacks": [[ann, 400], [bob, 1600]]}))
        .await;
    let bust = json!({"kind": "hand_over", "table": 1, "busts": [{"player": ann, "by": [bob]}]});
    let winner_twice = json!({"kind": "hand_over", "table": 1, "busts": [{"player": ann, "by": [bob, bob]}]});
    home.refused(winner_twice, "tournament.bad_result").await;
    let entry = home.done(bust.clone()).await;
    home.done(json!({"kind": "rebuy", "player": ann})).await;
    assert_eq!(home.table(1).await.iter().map(|(_, stack)| stack).sum::<u64>(), 4_000);

    // The wrong player was entered: the rebuy and the bust are undone, one after the other.
    home.done(json!({"kind": "undo"})).await;
    home.done(json!({"kind": "undo"})).await;
    assert_eq!(home.table(1).await.iter().map(|(_, stack)| stack).sum::<u64>(), 3_000);
    let undone = home
        .log()
        .await
        .into_iter()
        .rfind(|event| event["event"] == "entry_undone")
        .unwrap();
    assert_eq!((&undone["line"], &undone["by"]), (&entry["no"], &json!("director")));
    let snapshot = loop {
        let message = client.next().await;
        if message["type"] == "tournament_snapshot" && message["state"]["entrants"][0]["stack"] == 1000 {
            break message;
        }
    };
    assert_eq!(snapshot["state"]["summary"]["alive"], 6, "those who watch see it");

    // A crash loses none of it, and a repeated request happens once.
    let again = json!({"id": "twice", "reason": "as it was", "action": bust});
    let first = home.send(&again).await.json();
    let (before, log) = (home.state().await, home.log().await);
    let folder = server.kill();
    let server = Process::start_in(folder, &["--api-requests-per-second=1000"]).unwrap();
    home.address = server.address;
    assert_eq!(home.send(&again).await.json(), first);
    let after = home.state().await;
    for part in ["tables", "entrants", "prizes", "break_order"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(home.log().await, log);
    home.done(json!({"kind": "no_rebuy", "player": ann})).await;
    let tables = async |home: &Home| home.state().await["tables"].as_array().unwrap().len();
    assert_eq!(tables(&home).await, 2, "more players may come");
    home.done(json!({"kind": "set_level", "level": 2})).await;
    assert_eq!(home.state().await["prizes"], json!([84, 36]));
    home.done(json!({"kind": "hand_over", "table": 1})).await;
    assert_eq!(tables(&home).await, 1, "five sit at the final table");

    // All in one hand: the larger stack at the start of the hand places higher.
    let seats = home.table(1).await;
    let loses = |(player, _): &(u64, u64)| json!({"player": player, "by": [seats[0].0]});
    let busts: Vec<Value> = seats[1..].iter().map(loses).collect();
    home.done(json!({"kind": "hand_over", "table": 1, "busts": busts}))
        .await;
    let results = request(home.address, "GET", &format!("{}/results", home.path), "", "")
        .await
        .json();
    assert_eq!(
        results["places"][0],
        json!({"player": seats[0].0, "best": 1, "worst": 1, "prize": 84})
    );
    let events = home.log().await;
    let last = events
        .iter()
        .rev()
        .find(|event| event["event"] == "tournament_completed")
        .unwrap();
    assert_eq!(last["players"], json!([seats[0].0]));
    let won = |kind: &str, field: &str| -> u64 {
        let told = events.iter().filter(|event| event["event"] == kind);
        told.map(|event| event[field].as_u64().unwrap()).sum()
    };
    assert_eq!(
        (won("prize_awarded", "amount"), won("bounty_awarded", "cash")),
        (120, 30)
    );
    // The hands of real cards are not recorded: there is nothing to export.
    for part in ["hands", "hands/file?format=text"] {
        let read = request(home.address, "GET", &format!("/api/v1/{part}"), &home.bearer, "").await;
        let is_empty = read.text().is_empty() || read.json()["hands"] == json!([]);
        assert!(read.status == 200 && is_empty, "{read:?}");
    }
    home.done(json!({"kind": "undo"})).await;
    assert_eq!(
        home.state().await["summary"]["phase"],
        "running",
        "not the last word before it is closed"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_live_tournaments_are_entered_by_hand() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let mut home = Home::open(&server, json!({"definition": KITCHEN, "live": true, "private": true})).await;
    let headers = format!("{JSON}{}", home.bearer);
    for wrong in [
        json!({"definition": KITCHEN, "live": true, "bots": 3}),
        json!({"definition": KITCHEN}),
    ] {
        let refused = request(
            home.address,
            "POST",
            "/api/v1/tournaments",
            &headers,
            &wrong.to_string(),
        )
        .await;
        assert_eq!(refused.json()["code"], "tournament.bad_structure", "{wrong}");
    }
    let sit_and_go = json!({"structure": "sit-and-go"}).to_string();
    let made = request(home.address, "POST", "/api/v1/tournaments", &headers, &sit_and_go)
        .await
        .json();
    home.path = format!("/api/v1/tournaments/{}", made["tournament"].as_str().unwrap());
    for action in [
        json!({"kind": "enter", "name": "Ann"}),
        json!({"kind": "hand_over", "table": 1}),
        json!({"kind": "count", "table": 1, "stacks": []}),
        json!({"kind": "undo"}),
    ] {
        home.refused(action, "tournament.wrong_phase").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistaken_disqualification_is_undone_and_redone_and_nothing_older_in_its_place() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let mut home = Home::open(&server, json!({"definition": KITCHEN, "live": true})).await;
    for name in ["Ann", "Bob", "Cid"] {
        home.done(json!({"kind": "enter", "name": name})).await;
    }
    home.done(json!({"kind": "start"})).await;
    home.refused(json!({"kind": "undo"}), "tournament.not_undoable").await;
    home.done(json!({"kind": "hand_over", "table": 1})).await;
    home.done(json!({"kind": "count", "table": 1, "stacks": [[1, 400], [2, 1600]]}))
        .await;
    let counted = home.state().await;
    let line = home.done(json!({"kind": "disqualify", "player": 2})).await["no"].clone();
    let without = home.state().await;
    assert_eq!(without["summary"]["alive"], 2);
    for _ in 0..2 {
        home.done(json!({"kind": "undo"})).await;
        let state = home.state().await;
        assert_eq!(
            (&state["tables"], &state["entrants"]),
            (&counted["tables"], &counted["entrants"])
        );
        home.done(json!({"kind": "redo"})).await;
        let state = home.state().await;
        assert_eq!(
            (&state["tables"], &state["entrants"]),
            (&without["tables"], &without["entrants"])
        );
    }
    home.refused(json!({"kind": "redo"}), "tournament.no_change").await;
    let told = home.log().await;
    let lines = |kind: &str| {
        let events = told.iter().filter(|event| event["event"] == kind);
        events.map(|event| event["line"].clone()).collect::<Vec<Value>>()
    };
    assert_eq!(
        (lines("entry_undone"), lines("entry_redone")),
        (vec![line.clone(); 2], vec![line.clone(); 2])
    );
    // A ruling on record cannot be undone, and nothing before it is reached.
    home.done(json!({"kind": "rule", "rule": "11.1"})).await;
    home.refused(json!({"kind": "undo"}), "tournament.not_undoable").await;
    // An official sets the level by the rule of the clock.
    home.done(json!({"kind": "set_level", "level": 2})).await;
    let told = home.log().await;
    let set = told.iter().rfind(|event| event["event"] == "clock_advanced").unwrap();
    assert_eq!(
        (&set["rule"], &set["by"], &set["reason"]),
        (&json!("2.12"), &json!("director"), &json!("as it was"))
    );
    // A crash loses none of the line.
    let folder = server.kill();
    let server = Process::start_in(folder, &["--api-requests-per-second=1000"]).unwrap();
    home.address = server.address;
    home.done(json!({"kind": "undo"})).await;
    home.refused(json!({"kind": "undo"}), "tournament.not_undoable").await;
}
