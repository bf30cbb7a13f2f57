//! Officials of tournaments over HTTP, and the players that they deal with.

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::net::process::{Process, program};
use crate::net::raw::{Answer, request};
use crate::net::server::{Client, NEVER};

/// Two tables of three, with nothing that comes by itself for half an hour. Players who do not act are waited for.
const CLUB: &str = r#"
id = "club"
name = { en = "Club", fr = "Club" }
games = ["no-limit-holdem"]
entries = [3, 6]
seats = 3
price = 100
stack = 1000
levels = ["30m 5/10", "30m 10/20", "30m 20/40"]
late_levels = 0
hand_for_hand = []
action = "120s"
"#;

/// Somebody with an account.
struct Person {
    id: String,
    name: String,
    bearer: String,
    token: String,
}

impl Person {
    async fn new(address: SocketAddr, name: &str) -> Self {
        let body = json!({"nickname": name}).to_string();
        let guest = request(address, "POST", "/api/v1/guest", JSON, &body).await.json();
        let token = guest["access_token"].as_str().unwrap().to_owned();
        Self {
            id: guest["you"]["id"].as_str().unwrap().to_owned(),
            name: name.to_owned(),
            bearer: format!("authorization: Bearer {token}\r\n"),
            token,
        }
    }

    async fn connect(&self, address: SocketAddr) -> Client {
        let mut client = Client::connect(address, "/ws").await;
        client.hello(json!({"token": self.token})).await;
        client
    }
}

const JSON: &str = "content-type: application/json\r\n";

/// A tournament on a server, from the floor.
struct Floor {
    server: Process,
    path: String,
    requests: u32,
}

impl Floor {
    fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// Announces a private tournament of the host's.
    async fn open(server: Process, host: &Person) -> Self {
        Self::announce(server, host, true).await
    }

    async fn announce(server: Process, host: &Person, private: bool) -> Self {
        let soon = jiff::Timestamp::now().as_millisecond() + 3_600_000;
        let config = json!({"definition": CLUB, "starts_at": soon, "private": private});
        let headers = format!("{JSON}{}", host.bearer);
        let path = "/api/v1/tournaments";
        let made = request(server.address, "POST", path, &headers, &config.to_string()).await;
        assert_eq!(made.status, 201, "{made:?}");
        let path = format!("{path}/{}", made.json()["tournament"].as_str().unwrap());
        Self {
            server,
            path,
            requests: 0,
        }
    }

    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap()
    }

    async fn get(&self, part: &str, who: Option<&Person>) -> Answer {
        let path = format!("{}{part}", self.path);
        let bearer = who.map_or("", |who| &who.bearer);
        request(self.address(), "GET", &path, bearer, "").await
    }

    /// An official does something under an `id` of its own.
    async fn act(&mut self, who: &Person, action: Value) -> Answer {
        self.requests += 1;
        let id = format!("floor-{}", self.requests);
        self.act_as(who, &json!({"id": id, "reason": "it is right", "action": action}))
            .await
    }

    async fn act_as(&self, who: &Person, body: &Value) -> Answer {
        let headers = format!("{JSON}{}", who.bearer);
        let path = format!("{}/floor", self.path);
        request(self.address(), "POST", &path, &headers, &body.to_string()).await
    }

    /// What is accepted: the line of the trail.
    async fn done(&mut self, who: &Person, action: Value) -> Value {
        let answer = self.act(who, action.clone()).await;
        assert_eq!(answer.status, 200, "{action}: {answer:?}");
        let entry = answer.json();
        assert_eq!(
            (&entry["action"]["kind"], &entry["by"]["id"], &entry["reason"]),
            (&action["kind"], &json!(who.id), &json!("it is right"))
        );
        entry
    }

    /// What is refused with a code, and leaves no line.
    async fn refused(&mut self, who: &Person, action: Value, code: &str) {
        let before = self.trail().await;
        let answer = self.act(who, action.clone()).await;
        assert_eq!(answer.json()["code"], code, "{action}");
        assert!(answer.status >= 400);
        assert_eq!(self.trail().await, before, "{action}");
    }

    /// The trail as a stranger reads it.
    async fn trail(&self) -> Vec<Value> {
        let read = self.get("/floor", None).await;
        assert_eq!(read.status, 200);
        let read = read.json();
        assert_eq!((&read["desk"], &read["role"]), (&Value::Null, &Value::Null));
        read["entries"].as_array().unwrap().clone()
    }

    async fn desk(&self, who: &Person) -> Value {
        self.get("/floor", Some(who)).await.json()["desk"].clone()
    }

    /// The events of the tournament of one kind.
    async fn events(&self, kind: &str) -> Vec<Value> {
        let log = self.get("/log", None).await;
        let log = String::from_utf8(log.body).unwrap();
        let events = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        events.filter(|event| event["event"] == kind).collect()
    }

    /// The line of this number once the table has answered.
    async fn settled(&self, entry: &Value) -> Value {
        let end = tokio::time::Instant::now() + NEVER;
        loop {
            let trail = self.trail().await;
            let line = trail.into_iter().find(|line| line["no"] == entry["no"]).unwrap();
            if line["result"] != "pending" {
                return line;
            }
            assert!(tokio::time::Instant::now() < end, "{line}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Tries until it is done, while a table waits for its hand.
    async fn once_possible(&mut self, who: &Person, action: Value) -> Value {
        let end = tokio::time::Instant::now() + NEVER;
        loop {
            let answer = self.act(who, action.clone()).await;
            if answer.status == 200 {
                return answer.json();
            }
            assert!(tokio::time::Instant::now() < end, "{action}: {answer:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Six players enter and watch their tables, and the host begins play.
    async fn begin(&mut self, host: &Person) -> Vec<(Person, Client)> {
        let mut players = Vec::new();
        for number in 1..=6 {
            let player = Person::new(self.address(), &format!("Player {number}")).await;
            let mut client = player.connect(self.address()).await;
            let register = json!({"type": "register", "tournament": self.name(), "rules": 1});
            let answer = client.ask(register).await;
            assert_eq!(answer["type"], "ok", "{answer}");
            players.push((player, client));
        }
        self.done(host, json!({"kind": "start"})).await;
        for (_, client) in &mut players {
            let table = loop {
                let message = client.next().await;
                if let Some(table) = message["you"]["seat"]["table"].as_str() {
                    break table.to_owned();
                }
            };
            let watched = client.ask(json!({"type": "watch", "table": table})).await;
            assert_eq!(watched["type"], "ok");
        }
        players
    }

    /// The stacks of a table, by player.
    async fn stacks(&self, no: u32) -> Vec<(u64, u64)> {
        let tables = self.get("/tables", None).await.json();
        let tables = tables["tables"].as_array().unwrap();
        let table = tables.iter().find(|table| table["no"] == no).unwrap();
        let seats = table["seats"].as_array().unwrap().iter();
        seats
            .map(|seat| (seat[1].as_u64().unwrap(), seat[2].as_u64().unwrap()))
            .collect()
    }

    /// What the operator's program does beside the server: its exit code and its words.
    fn officials(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(program());
        let command = command.arg("officials").args(arguments);
        let done = command.arg("--data").arg(self.server.data()).output().unwrap();
        (done.status.code(), String::from_utf8(done.stdout).unwrap())
    }

    /// What `poker tournament floor` does: its exit code and the server's answer.
    fn on_the_line(&self, token: &str, arguments: &[&str]) -> (Option<i32>, Value) {
        let mut command = Command::new(program());
        command.args([
            "tournament",
            "floor",
            "--server",
            &format!("http://{}", self.address()),
            "--token",
            token,
        ]);
        let done = command.arg(self.name()).args(arguments).output().unwrap();
        (done.status.code(), serde_json::from_slice(&done.stdout).unwrap())
    }

    async fn table_id(&self, no: u32) -> String {
        let tables = self.get("/tables", None).await.json();
        let tables = tables["tables"].as_array().unwrap();
        let table = tables.iter().find(|table| table["no"] == no).unwrap();
        table["table"].as_str().unwrap().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one event, in the order of its life")]
async fn before_the_start_the_host_edits_and_names_officials_and_strangers_do_nothing() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let eve = Person::new(server.address, "Eve").await;
    let mut floor = Floor::open(server, &host).await;

    for action in [
        json!({"kind": "edit", "name": "Mine"}),
        json!({"kind": "announce"}),
        json!({"kind": "cancel"}),
        json!({"kind": "pause"}),
        json!({"kind": "grant", "account": "Eve", "role": "floor"}),
    ] {
        floor.refused(&eve, action, "tournament.not_allowed").await;
    }
    assert_eq!(floor.act(&eve, json!({"kind": "pause"})).await.status, 403);
    let unknown = request(
        floor.address(),
        "POST",
        "/api/v1/tournaments/999/floor",
        &format!("{JSON}{}", host.bearer),
        &json!({"id": "1", "reason": "why", "action": {"kind": "pause"}}).to_string(),
    )
    .await;
    assert_eq!(
        (unknown.status, &unknown.json()["code"]),
        (404, &json!("tournament.unknown"))
    );

    // Without a reason, or with one that is none, nothing is done.
    let announce = json!({"kind": "announce"});
    for reason in [json!(""), json!(" \n"), json!("a\u{0}b"), json!("x".repeat(501))] {
        let body = json!({"id": "reasonless", "reason": reason, "action": announce});
        let answer = floor.act_as(&host, &body).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (400, &json!("tournament.no_reason"))
        );
    }
    let answer = floor
        .act_as(&host, &json!({"id": "reasonless", "action": announce}))
        .await;
    assert_eq!(answer.json()["code"], "tournament.no_reason");
    for body in [
        json!({"id": "", "reason": "why", "action": announce}),
        json!({"id": "1", "reason": "why", "action": {"kind": "flog", "player": 1}}),
        json!({"id": "1", "reason": "why", "action": {"kind": "pause", "tabel": 1}}),
        json!({"id": "1", "reason": "why", "action": {"kind": "disqualify", "player": -1}}),
    ] {
        let answer = floor.act_as(&host, &body).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (400, &json!("protocol.invalid_field")),
            "{body}"
        );
    }
    assert!(floor.trail().await.is_empty());

    // What was announced can be edited, and watchers see it.
    let mut watcher = eve.connect(floor.address()).await;
    watcher
        .ask(json!({"type": "watch_tournament", "tournament": floor.name()}))
        .await;
    floor.done(&host, json!({"kind": "edit", "name": "Friday game"})).await;
    let snapshot = loop {
        let message = watcher.next().await;
        let name = &message["state"]["summary"]["name"]["en"];
        if message["type"] == "tournament_snapshot" && name == "Friday game" {
            break message;
        }
    };
    assert_eq!(snapshot["state"]["structure"]["id"], "club");
    let long = "n".repeat(41);
    for wrong in [
        json!({"kind": "edit", "name": long}),
        json!({"kind": "edit", "name": "\u{202e}"}),
        json!({"kind": "edit", "starts_at": 1}),
        json!({"kind": "edit", "structure": "no-such"}),
        json!({"kind": "edit", "structure": "satellite"}),
        json!({"kind": "edit", "definition": "id = 1"}),
    ] {
        floor.refused(&host, wrong, "tournament.bad_structure").await;
    }
    floor
        .refused(&host, json!({"kind": "edit"}), "tournament.no_change")
        .await;
    floor.done(&host, json!({"kind": "edit", "structure": "turbo"})).await;
    let state = floor.get("", None).await.json();
    assert_eq!(
        (&state["structure"]["id"], &state["summary"]["name"]["fr"]),
        (&json!("turbo"), &json!("Friday game"))
    );

    // Directors alone name officials, and only for the floor.
    floor
        .refused(
            &host,
            json!({"kind": "grant", "account": "Nobody", "role": "floor"}),
            "tournament.no_such_player",
        )
        .await;
    floor
        .refused(
            &host,
            json!({"kind": "grant", "account": "Flo", "role": "director"}),
            "tournament.not_allowed",
        )
        .await;
    let granted = floor
        .done(&host, json!({"kind": "grant", "account": "Flo", "role": "floor"}))
        .await;
    assert_eq!(
        (&granted["role"], &granted["result"]),
        (&json!("director"), &json!("done"))
    );
    floor
        .refused(
            &host,
            json!({"kind": "grant", "account": flo.id, "role": "floor"}),
            "tournament.no_change",
        )
        .await;
    let read = floor.get("/floor", Some(&flo)).await.json();
    assert_eq!(read["role"], "floor");
    let officials: Vec<&Value> = read["officials"]
        .as_array()
        .unwrap()
        .iter()
        .map(|official| &official["who"]["name"])
        .collect();
    assert_eq!(officials, ["Host", "Flo"]);
    for action in [
        json!({"kind": "edit", "name": "Mine"}),
        json!({"kind": "start"}),
        json!({"kind": "cancel"}),
        json!({"kind": "revoke", "account": "Flo"}),
    ] {
        floor.refused(&flo, action, "tournament.not_allowed").await;
    }
    floor
        .refused(&flo, json!({"kind": "pause"}), "tournament.wrong_phase")
        .await;
    floor
        .refused(&host, json!({"kind": "start"}), "tournament.too_few_players")
        .await;
    floor.done(&host, json!({"kind": "revoke", "account": "Flo"})).await;
    floor
        .refused(&flo, json!({"kind": "rule", "rule": "1.1"}), "tournament.not_allowed")
        .await;

    // Once somebody has entered, its structure stands; and it may go into the list.
    let mut client = flo.connect(floor.address()).await;
    client
        .ask(json!({"type": "register", "tournament": floor.name(), "rules": 1}))
        .await;
    floor
        .refused(
            &host,
            json!({"kind": "edit", "structure": "deep"}),
            "tournament.wrong_phase",
        )
        .await;
    floor.done(&host, json!({"kind": "announce"})).await;
    floor
        .refused(&host, json!({"kind": "announce"}), "tournament.no_change")
        .await;
    let listed = client.ask(json!({"type": "list_tournaments"})).await;
    assert_eq!(listed["tournaments"][0]["tournament"], floor.name());
    let numbers: Vec<u64> = floor
        .trail()
        .await
        .iter()
        .map(|entry| entry["no"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert_eq!(
        floor.events("ruling_issued").await.len(),
        5,
        "the log tells each of them"
    );
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one event, in the order of its life")]
async fn officials_run_an_event_and_a_crash_loses_none_of_it() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let mut floor = Floor::open(server, &host).await;
    floor
        .done(&host, json!({"kind": "grant", "account": "Flo", "role": "floor"}))
        .await;
    let mut players = floor.begin(&host).await;

    // A hand is void and dealt again.
    let voided = floor
        .once_possible(&flo, json!({"kind": "void_hand", "table": 1}))
        .await;
    assert_eq!(
        (&voided["result"], &voided["rule"]),
        (&json!("pending"), &json!("2.16"))
    );
    assert_eq!(floor.settled(&voided).await["result"], "done");
    let told = floor.events("hand_voided").await;
    assert_eq!(
        (&told[0]["table"], &told[0]["mode"], &told[0]["by"]),
        (&json!(1), &json!("refund"), &json!("floor"))
    );
    floor
        .refused(
            &flo,
            json!({"kind": "void_hand", "table": 9}),
            "tournament.no_such_table",
        )
        .await;

    // A pause, which a repeated request does not repeat.
    let pause = json!({"id": "pause-1", "reason": "fire drill", "action": {"kind": "pause"}});
    let first = floor.act_as(&flo, &pause).await;
    assert_eq!(first.status, 200, "{first:?}");
    assert_eq!(floor.act_as(&flo, &pause).await.json(), first.json());
    floor
        .refused(&flo, json!({"kind": "pause"}), "tournament.no_change")
        .await;
    let other = json!({"id": "pause-1", "reason": "again", "action": {"kind": "resume"}});
    assert_eq!(
        floor.act_as(&flo, &other).await.json(),
        first.json(),
        "the first answer, and nothing more"
    );
    assert_eq!(floor.get("", None).await.json()["paused"], "fire drill");
    assert_eq!(floor.events("tournament_paused").await.len(), 1);

    // The hand of the other table is split; then no hand runs there, and the award is set right.
    floor
        .refused(
            &flo,
            json!({"kind": "correct_award", "table": 2, "hand": 1, "stacks": [[1, 1000]]}),
            "tournament.too_late",
        )
        .await;
    let split = floor
        .once_possible(&flo, json!({"kind": "split_hand", "table": 2}))
        .await;
    assert_eq!(floor.settled(&split).await["result"], "done");
    floor
        .refused(&flo, json!({"kind": "split_hand", "table": 2}), "tournament.no_hand")
        .await;
    let stacks = floor.stacks(2).await;
    assert_eq!(stacks.iter().map(|(_, stack)| stack).sum::<u64>(), 3_000);
    let (one, other) = (stacks[0], stacks[1]);
    let correct = |stacks: Value| json!({"kind": "correct_award", "table": 2, "hand": 1, "stacks": stacks});
    floor
        .refused(
            &flo,
            correct(json!([[one.0, one.1 + 5], [other.0, other.1]])),
            "tournament.bad_result",
        )
        .await;
    let right = correct(json!([[one.0, one.1 + 5], [other.0, other.1 - 5]]));
    floor.done(&flo, right.clone()).await;
    let corrected = floor.stacks(2).await;
    assert_eq!(
        (corrected[0], corrected[1]),
        ((one.0, one.1 + 5), (other.0, other.1 - 5))
    );

    // Penalties climb the ladder, and only the director disqualifies.
    let player = stacks[2].0;
    assert_eq!(floor.desk(&flo).await["first_rung"], "warning");
    let warning = json!({"kind": "penalise", "player": player, "fault": "phone", "rung": "warning", "count": 1});
    floor.done(&flo, warning.clone()).await;
    assert_eq!(
        floor.desk(&flo).await["proposals"],
        json!([{"player": player, "fault": "phone", "times": 1, "rung": "hands"}])
    );
    for (wrong, code) in [
        (
            json!({"kind": "penalise", "player": player, "fault": "phone", "rung": "hands", "count": 5}),
            "tournament.bad_penalty",
        ),
        (
            json!({"kind": "penalise", "player": 99, "fault": "phone", "rung": "hands", "count": 2}),
            "tournament.no_such_player",
        ),
        (
            json!({"kind": "penalise", "player": player, "fault": "x".repeat(501), "rung": "hands", "count": 2}),
            "tournament.no_reason",
        ),
        (
            json!({"kind": "move", "player": player, "table": 1}),
            "tournament.no_seat",
        ),
        (
            json!({"kind": "move", "player": player, "table": 7}),
            "tournament.no_such_table",
        ),
        (
            json!({"kind": "disqualify", "player": player}),
            "tournament.not_allowed",
        ),
        (json!({"kind": "remove", "player": player}), "tournament.not_allowed"),
        (json!({"kind": "set_level", "level": 9}), "tournament.bad_level"),
        (json!({"kind": "break_order", "order": [1, 2]}), "tournament.bad_order"),
        (json!({"kind": "break_table", "table": 1}), "tournament.bad_order"),
        (json!({"kind": "resume_table", "table": 1}), "tournament.no_change"),
        (json!({"kind": "answer", "ticket": 1}), "tournament.no_ticket"),
    ] {
        floor.refused(&flo, wrong, code).await;
    }
    floor
        .done(&flo, json!({"kind": "set_level", "level": 2, "left_s": 600}))
        .await;
    let clock = floor.get("", None).await.json()["clock"].clone();
    assert_eq!(
        (&clock["level"], &clock["left_ms"], &clock["running"]),
        (&json!(2), &json!(600_000), &json!(false))
    );
    let gone = stacks[1].0;
    floor.done(&host, json!({"kind": "disqualify", "player": gone})).await;
    assert_eq!(floor.stacks(2).await.len(), 2);
    floor
        .refused(
            &host,
            json!({"kind": "disqualify", "player": gone}),
            "tournament.no_such_player",
        )
        .await;

    // Nobody is moved out of a running hand; once it is over, to the free seat.
    let mover = floor.stacks(1).await[0].0;
    let to = json!({"kind": "move", "player": mover, "table": 2});
    floor.refused(&flo, to.clone(), "tournament.hand_running").await;
    let ended = floor
        .once_possible(&flo, json!({"kind": "split_hand", "table": 1}))
        .await;
    assert_eq!(floor.settled(&ended).await["result"], "done");
    floor.done(&flo, to).await;
    assert_eq!((floor.stacks(1).await.len(), floor.stacks(2).await.len()), (2, 3));
    assert_eq!(floor.events("player_moved").await[0]["why"], "director");
    floor.refused(&flo, right, "tournament.no_such_player").await;

    // The server is killed: the trail is the same, and so are the answers, the roles and the pause.
    let table = floor.table_id(1).await;
    let asked = players[0]
        .1
        .ask(json!({"type": "request_ruling", "table": table, "text": "is that so?"}))
        .await;
    assert_eq!(asked["ticket"], 1, "{asked}");
    let trail = floor.trail().await;
    let stacks = (floor.stacks(1).await, floor.stacks(2).await);
    drop(players);
    let Floor { server, path, .. } = floor;
    let server = Process::start_in(server.kill(), &["--api-requests-per-second=1000"]).unwrap();
    let mut floor = Floor {
        server,
        path,
        requests: 1_000,
    };
    assert_eq!(floor.trail().await, trail);
    assert_eq!(floor.act_as(&flo, &pause).await.json(), first.json());
    assert_eq!(floor.desk(&flo).await["tickets"][0]["text"], "is that so?");
    assert_eq!((floor.stacks(1).await, floor.stacks(2).await), stacks);
    floor.done(&flo, json!({"kind": "resume"})).await;
    floor.done(&flo, json!({"kind": "answer", "ticket": 1})).await;
    floor
        .refused(&flo, json!({"kind": "answer", "ticket": 1}), "tournament.no_ticket")
        .await;
    let state = floor.get("", None).await.json();
    assert_eq!(state["summary"]["phase"], "running");
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_of_a_finished_hand_are_seen_by_officials_who_do_not_play() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let eve = Person::new(server.address, "Eve").await;
    let mut floor = Floor::open(server, &host).await;
    let players = floor.begin(&host).await;
    let inside = &players[0].0;
    floor
        .done(&host, json!({"kind": "grant", "account": inside.name, "role": "floor"}))
        .await;
    let table = floor.table_id(1).await;
    let see = json!({"kind": "see_hand", "table": table, "hand": 1});
    let hand = format!("/floor/hands/{table}/1");

    floor.refused(&host, see.clone(), "hand.not_found").await;
    let split = floor
        .once_possible(&host, json!({"kind": "split_hand", "table": 1}))
        .await;
    floor.settled(&split).await;
    floor.refused(inside, see.clone(), "tournament.not_allowed").await;
    floor.refused(&eve, see.clone(), "tournament.not_allowed").await;
    for (who, code) in [
        (&host, "tournament.no_reason"),
        (inside, "tournament.no_reason"),
        (&eve, "tournament.not_allowed"),
    ] {
        assert_eq!(floor.get(&hand, Some(who)).await.json()["code"], code, "{}", who.name);
    }
    assert_eq!(floor.get(&hand, None).await.status, 401);
    floor.done(&host, see).await;
    let seen = floor.get(&hand, Some(&host)).await;
    assert_eq!(seen.status, 200, "{seen:?}");
    let seen = seen.json();
    let cards = seen["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 3);
    assert!(cards.iter().all(|cards| cards["cards"].as_array().unwrap().len() == 2));
    assert_eq!(
        floor.get(&hand, Some(inside)).await.json()["code"],
        "tournament.no_reason",
        "each gives a reason"
    );
    let other = Person::new(floor.address(), "Other").await;
    let nowhere = floor.another(&other).await;
    let headers = format!("{JSON}{}", other.bearer);
    let body = json!({"id": "1", "reason": "curious", "action": {"kind": "see_hand", "table": table, "hand": 1}});
    let refused = request(
        floor.address(),
        "POST",
        &format!("{nowhere}/floor"),
        &headers,
        &body.to_string(),
    )
    .await;
    assert_eq!(
        refused.json()["code"],
        "hand.not_found",
        "it was played in another tournament"
    );

    // Everybody reads that it was seen, and no card.
    let trail = floor.get("/floor", None).await;
    let text = String::from_utf8(trail.body).unwrap();
    assert!(text.contains("see_hand"));
    for shown in cards.iter().flat_map(|cards| cards["cards"].as_array().unwrap()) {
        assert!(!text.contains(&shown.to_string()), "{shown} in {text}");
    }
}

impl Floor {
    /// Another tournament of somebody's on the same server: its path.
    async fn another(&self, host: &Person) -> String {
        let soon = jiff::Timestamp::now().as_millisecond() + 3_600_000;
        let config = json!({"definition": CLUB, "starts_at": soon, "private": true});
        let headers = format!("{JSON}{}", host.bearer);
        let path = "/api/v1/tournaments";
        let made = request(self.address(), "POST", path, &headers, &config.to_string()).await;
        format!("{path}/{}", made.json()["tournament"].as_str().unwrap())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_call_officials_and_say_what_they_may() {
    let server = Process::start(&[
        "--api-requests-per-second=1000",
        "--messages-per-second=1000",
        "--message-burst=1000",
    ]);
    let host = Person::new(server.address, "Host").await;
    let mut floor = Floor::open(server, &host).await;
    let mut players = floor.begin(&host).await;
    let (one, two) = (floor.table_id(1).await, floor.table_id(2).await);
    let seated = floor.stacks(1).await;
    let first = seated[0].0;
    let at = usize::try_from(first - 1).unwrap();
    let code = |answer: &Value| answer["code"].as_str().unwrap_or("ok").to_owned();

    // The command line is one way to act.
    let (exit, answer) = floor.on_the_line("", &["rule", "1.1", "--reason", "a word"]);
    assert_eq!((exit, &answer["code"]), (Some(1), &json!("auth.invalid_token")));
    let (exit, answer) = floor.on_the_line(&host.token, &["rule", "1.1", "--reason", "a word"]);
    assert_eq!(
        (exit, &answer["rule"], &answer["reason"]),
        (Some(0), &json!("1.1"), &json!("a word"))
    );
    let (exit, answer) = floor.on_the_line(&host.token, &["trail", "--after", "1"]);
    assert_eq!(
        (exit, &answer["entries"][0]["no"], &answer["role"]),
        (Some(0), &json!(2), &json!("director"))
    );

    // Calls are numbered, and bounded.
    let call = |text: &str| json!({"type": "request_ruling", "table": one, "text": text});
    let about = players[usize::try_from(seated[1].0 - 1).unwrap()].0.id.clone();
    let report = json!({"type": "report", "table": one, "player": about, "text": "they whisper"});
    assert_eq!(players[at].1.ask(call("who is first?")).await["ticket"], 1);
    assert_eq!(players[at].1.ask(report.clone()).await["ticket"], 2);
    assert_eq!(players[at].1.ask(call("and now?")).await["ticket"], 3);
    assert_eq!(code(&players[at].1.ask(call("hello?")).await), "tournament.tickets");
    let mut eve = floor.server.guest("Eve").await;
    assert_eq!(code(&eve.ask(call("me too")).await), "tournament.not_registered");
    for (request, expected) in [
        (
            json!({"type": "request_ruling", "table": "999", "text": "?"}),
            "tournament.no_such_table",
        ),
        (
            json!({"type": "request_ruling", "table": one, "text": " "}),
            "protocol.invalid_field",
        ),
        (
            json!({"type": "request_ruling", "table": one, "text": "x".repeat(501)}),
            "protocol.invalid_field",
        ),
        (
            json!({"type": "report", "table": one, "player": "nobody", "text": "?"}),
            "protocol.invalid_field",
        ),
    ] {
        assert_eq!(code(&players[at].1.ask(request.clone()).await), expected, "{request}");
    }
    let tickets = floor.desk(&host).await["tickets"].clone();
    assert_eq!(tickets.as_array().unwrap().len(), 3);
    assert_eq!(
        (&tickets[1]["kind"], &tickets[1]["about"]["id"], &tickets[1]["table_no"]),
        (&json!("report"), &json!(about), &json!(1))
    );
    let text = String::from_utf8(floor.get("/floor", None).await.body).unwrap();
    assert!(!text.contains("whisper"), "what players write is for officials");
    floor.done(&host, json!({"kind": "answer", "ticket": 2})).await;
    assert_eq!(players[at].1.ask(call("well?")).await["ticket"], 4);

    // An official silences a player at all tables of the event, and lets the player speak again.
    let say = |table: &str, text: &str| json!({"type": "chat", "table": table, "text": text});
    assert_eq!(code(&players[at].1.ask(say(&one, "hi")).await), "ok");
    floor
        .done(&host, json!({"kind": "mute", "player": first, "muted": true}))
        .await;
    floor
        .refused(
            &host,
            json!({"kind": "mute", "player": first, "muted": true}),
            "tournament.no_change",
        )
        .await;
    assert_eq!(floor.desk(&host).await["muted"], json!([first]));
    assert_eq!(
        players[at].1.ask(json!({"type": "watch", "table": two})).await["type"],
        "ok"
    );
    for table in [&one, &two] {
        until_chat(&mut players[at].1, &say(table, "hm"), "chat.muted").await;
    }
    floor
        .done(&host, json!({"kind": "mute", "player": first, "muted": false}))
        .await;
    until_chat(&mut players[at].1, &say(&one, "thanks"), "ok").await;

    // In hand-for-hand players with a seat say phrases alone; who only watches may write.
    floor.done(&host, json!({"kind": "hand_for_hand", "on": true})).await;
    until_chat(&mut players[at].1, &say(&one, "fold, fold!"), "chat.phrases_only").await;
    let phrase = json!({"type": "chat", "table": one, "phrase": "good_luck"});
    assert_eq!(code(&players[at].1.ask(phrase).await), "ok");
    eve.ask(json!({"type": "watch", "table": one})).await;
    assert_eq!(code(&eve.ask(say(&one, "exciting")).await), "ok");
    floor.done(&host, json!({"kind": "hand_for_hand", "on": false})).await;
}

/// A remark is answered with a code, once the table knows what may be said.
async fn until_chat(client: &mut Client, remark: &Value, wanted: &str) {
    let end = tokio::time::Instant::now() + NEVER;
    loop {
        let answer = client.ask(remark.clone()).await;
        if answer["code"].as_str().unwrap_or("ok") == wanted {
            return;
        }
        assert!(tokio::time::Instant::now() < end, "{answer}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_names_officials_of_all_tournaments_and_a_public_host_is_none_in_play() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let mut floor = Floor::announce(server, &host, false).await;
    assert_eq!(floor.officials(&["list", "--json"]), (Some(0), String::new()));
    assert_eq!(floor.officials(&["grant", "Nobody", "floor"]).0, Some(1));
    assert_eq!(floor.officials(&["grant", "Flo", "judge"]).0, Some(2));
    assert_eq!(
        floor.officials(&["grant", "flo", "floor"]),
        (Some(0), "Flo is floor of all tournaments\n".to_owned())
    );
    let listed: Value = serde_json::from_str(&floor.officials(&["list", "--json"]).1).unwrap();
    assert_eq!(listed, json!({"account": flo.id, "name": "Flo", "role": "floor"}));

    let _players = floor.begin(&host).await;
    floor
        .refused(&host, json!({"kind": "pause"}), "tournament.not_allowed")
        .await;
    floor.done(&flo, json!({"kind": "pause"})).await;
    floor
        .refused(&flo, json!({"kind": "remove", "player": 1}), "tournament.not_allowed")
        .await;
    floor.officials(&["grant", "Flo", "director"]);
    let removed = floor.done(&flo, json!({"kind": "remove", "player": 1})).await;
    assert_eq!(
        (&removed["role"], &removed["rule"]),
        (&json!("director"), &json!("1.9"))
    );
    let withdrew = floor.events("player_withdrew").await;
    assert_eq!(
        (&withdrew[0]["player"], &withdrew[0]["by"]),
        (&json!(1), &json!("director"))
    );
    assert_eq!(
        floor.officials(&["revoke", "Flo"]),
        (Some(0), "Flo is director no longer\n".to_owned())
    );
    floor
        .refused(&flo, json!({"kind": "resume"}), "tournament.not_allowed")
        .await;
}
