//! The course of a hand by `poker explain`, with a running server and on a folder that none uses; and `poker collude`.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::time::{Instant, sleep};

use crate::net::process::{Process, poker};
use crate::net::server::{Client, NEVER};

/// Time for a decision here: long enough that even a slow machine sees a connection cut in the middle of it.
const ACTION_MS: i64 = 4_000;

/// Returns the lines of a kind.
fn lines<'a>(told: &'a Value, kind: &str) -> Vec<&'a Value> {
    let lines = told["lines"].as_array().unwrap().iter();
    lines.filter(|line| line["kind"] == kind).collect()
}

fn at(value: &Value) -> i64 {
    let at: Timestamp = value.as_str().unwrap_or_else(|| panic!("{value}")).parse().unwrap();
    at.as_millisecond()
}

/// Signs in a guest, and returns the token to come back with.
async fn guest(server: &Process, name: &str) -> (Client, Value) {
    let mut client = Client::connect(server.address, "/ws").await;
    let welcome = client.hello(json!({"nickname": name})).await;
    (client, welcome["token"].clone())
}

/// Opens a table with a short clock and no time bank, where the first seat deals first.
async fn table(host: &mut Client) -> String {
    let config = json!({
        "name": "The corner", "game": "no-limit-holdem", "seats": 6, "action_ms": ACTION_MS, "time_bank_ms": 0,
        "session": {"first_dealer": "first_seat"},
    });
    let made = host.ask(json!({"type": "create_table", "config": config})).await;
    made["table"]["table"]
        .as_str()
        .unwrap_or_else(|| panic!("{made}"))
        .to_owned()
}

async fn sit(client: &mut Client, table: &str, buy_in: u64) {
    assert_eq!(client.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    let sit = json!({"type": "sit", "table": table, "buy_in": buy_in, "entry": "post"});
    assert_eq!(client.ask(sit).await["type"], "ok");
}

/// Returns the next event, with its choices if the client is to act.
async fn events(client: &mut Client) -> Vec<Value> {
    let message = client.next().await;
    message["events"].as_array().cloned().unwrap_or_default()
}

/// Waits until the client is to act, or until the time is up.
async fn asked(client: &mut Client) -> Option<Value> {
    let found = async {
        loop {
            for event in events(client).await {
                if event["choices"].is_array() {
                    return event;
                }
            }
        }
    };
    tokio::time::timeout(Duration::from_millis(1_500), found).await.ok()
}

/// Waits for an event of a kind.
async fn until(client: &mut Client, kind: &str) -> Value {
    loop {
        for event in events(client).await {
            if event["event"]["kind"] == kind {
                return event;
            }
        }
    }
}

/// Returns two players, the one to act first in front.
async fn first_asked(mut ada: Client, mut bob: Client) -> (Client, Client, Value, &'static str) {
    if let Some(event) = asked(&mut ada).await {
        return (ada, bob, event, "Ada");
    }
    let event = asked(&mut bob).await.expect("one of the two is asked");
    (bob, ada, event, "Bob")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_lost_in_a_decision_is_told_with_the_time_out() {
    let server = Process::start(&[]);
    let (mut ada, ada_token) = guest(&server, "Ada").await;
    let (mut bob, bob_token) = guest(&server, "Bob").await;
    let table = table(&mut ada).await;
    sit(&mut ada, &table, 1_000).await;
    sit(&mut bob, &table, 1_000).await;
    let (cut, mut other, _, name) = first_asked(ada, bob).await;
    let running = poker(&server.data(), &["explain", &format!("{table}/1"), "--json"]).json();
    assert_eq!(
        (&running["state"], &running["source"]),
        (&json!("running"), &json!("journal"))
    );
    assert!(!running.to_string().contains("\"cards\""), "{running}");
    // No goodbye: the cable is cut.
    drop(cut);
    until(&mut other, "hand_completed").await;
    let token = if name == "Ada" { &ada_token } else { &bob_token };
    let mut back = Client::connect(server.address, "/ws").await;
    back.hello(json!({ "token": token })).await;

    let hand = format!("{table}/1");
    let told = poker(&server.data(), &["explain", &hand, "--json"]).json();
    check_cut(&told, name);
    let text = poker(&server.data(), &["explain", &hand]).out;
    for part in [
        "the time is up after",
        "was lost",
        "not back before",
        "There is no all-in protection",
        "[tournament 0]",
        "UTC",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let account = poker(&server.data(), &["accounts", "export", &name.to_lowercase(), "--json"]).json();
    let kept = account["connections"].as_array().unwrap();
    assert_eq!(kept.len(), 2, "{kept:?}");
    let gone = kept.iter().find(|line| line["why"] == "gone").unwrap();
    assert_eq!((&gone["tables"], &gone["network"]), (&json!([table]), &Value::Null));

    // Without a server it is the same, and everything open has ended with the server.
    let folder = server.kill();
    let data = folder.path().join("data");
    check_cut(&poker(&data, &["explain", &hand, "--json"]).json(), name);
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let account = poker(&server.data(), &["accounts", "export", name, "--json"]).json();
    let whys: Vec<&Value> = account["connections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| &line["why"])
        .collect();
    assert!(whys.contains(&&json!("server_ended")), "{whys:?}");
    assert_eq!(poker(&server.data(), &["audit"]).code, 0);
}

/// Checks that the first to act was cut off, and did not come back before the clock ended.
#[track_caller]
fn check_cut(told: &Value, name: &str) {
    assert_eq!(
        (&told["state"], &told["rake"], &told["table_name"]),
        (&json!("finished"), &json!(0), &json!("The corner"))
    );
    let [out] = lines(told, "time_out")[..] else {
        panic!("{told}")
    };
    assert_eq!(out["rule"], "tournament 2.13");
    assert!(out["text"].as_str().unwrap().starts_with(name), "{out}");
    let taken = out["taken_ms"].as_i64().unwrap();
    assert!((ACTION_MS..ACTION_MS + 2_500).contains(&taken), "{out}");
    let [meanwhile] = lines(told, "connection_meanwhile")[..] else {
        panic!("{told}")
    };
    let lost = at(&meanwhile["lost_at"]);
    assert!(
        (1..=ACTION_MS + 2_500).contains(&(at(&out["at"]) - lost)),
        "{meanwhile}"
    );
    assert_eq!(
        (&meanwhile["back_at"], &meanwhile["rule"]),
        (&Value::Null, &json!("tournament 0"))
    );
    let cut = lines(told, "connection_lost");
    assert_eq!((cut.len(), &cut[0]["why"]), (1, &json!("gone")), "{cut:?}");
    // In its place: after the decision began, before the time was up.
    let place = |kind: &str| {
        told["lines"]
            .as_array()
            .unwrap()
            .iter()
            .position(|line| line["kind"] == kind)
            .unwrap()
    };
    assert!(place("asked") < place("connection_lost") && place("connection_lost") < place("time_out"));
    assert!(!lines(told, "sits_out").is_empty(), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_comes_too_late_is_told_with_how_late_it_was() {
    let server = Process::start(&[]);
    let (mut ada, _) = guest(&server, "Ada").await;
    let (mut bob, _) = guest(&server, "Bob").await;
    let table = table(&mut ada).await;
    sit(&mut ada, &table, 1_000).await;
    sit(&mut bob, &table, 1_000).await;
    let (mut late, other, question, name) = first_asked(ada, bob).await;
    until(&mut late, "hand_completed").await;
    let act = json!({
        "type": "act", "table": table, "hand": question["hand"], "turn": question["turn"], "action": {"kind": "call"},
    });
    let answer = late.ask(act).await;
    assert!(answer["code"].as_str().unwrap().starts_with("turn."), "{answer}");
    let told = poker(&server.data(), &["explain", &format!("{table}/1"), "--json"]).json();
    let [refused] = lines(&told, "answer_refused")[..] else {
        panic!("{told}")
    };
    assert_eq!(
        (&refused["action"], &refused["code"]),
        (&json!("call"), &answer["code"])
    );
    assert!(refused["late_ms"].as_i64().unwrap() >= 0, "{refused}");
    assert!(
        refused["text"].as_str().unwrap().contains("after the clock ended"),
        "{refused}"
    );
    let [meanwhile] = lines(&told, "connection_meanwhile")[..] else {
        panic!("{told}")
    };
    assert!(
        meanwhile["text"].as_str().unwrap().contains("there all the time"),
        "{meanwhile}"
    );

    // The same by name and time: the account's own cards are shown, and the other's are not.
    let around = [
        "explain",
        "--account",
        &name.to_uppercase(),
        "--at",
        &Timestamp::now().to_string(),
        "--json",
    ];
    let told = poker(&server.data(), &around).json();
    let hand = &told["hands"][0];
    assert_eq!(hand["hand"], format!("{table}/1"));
    assert_eq!(hand["own"]["cards"].as_array().unwrap().len(), 2);
    assert_eq!(
        (
            told["connections"].as_array().unwrap().len(),
            &told["connections"][0]["why"]
        ),
        (1, &Value::Null)
    );
    assert_eq!(lines(&told, "answer_refused").len(), 1);
    // Long ago there was nothing, which is no fault.
    let told = poker(
        &server.data(),
        &["explain", "--account", name, "--at", "2026-01-31T21:03", "--json"],
    )
    .json();
    assert_eq!((&told["hands"], &told["connections"]), (&json!([]), &json!([])));
    drop(other);

    // A deleted account leaves nothing.
    let data = server.data();
    drop(late);
    let deadline = Instant::now() + NEVER;
    let reason = ["--reason", "asked for it", "--json"];
    poker(&data, &[&["accounts", "ban", name][..], &reason].concat()).json();
    while poker(&data, &[&["accounts", "delete", name][..], &reason].concat()).code != 0 {
        assert!(Instant::now() < deadline, "the account is not deleted");
        sleep(Duration::from_millis(200)).await;
    }
    let folder = server.kill();
    let data = folder.path().join("data");
    let mut conn = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .connect()
        .await
        .unwrap();
    let left: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM deleted_account WHERE account IN (SELECT account FROM connection UNION SELECT account FROM refused_answer)",
    )
    .fetch_one(&mut conn)
    .await
    .unwrap();
    assert_eq!(left, 0);
    let kept: (i64, i64) =
        sqlx::query_as("SELECT (SELECT count(*) FROM connection), (SELECT count(*) FROM refused_answer)")
            .fetch_one(&mut conn)
            .await
            .unwrap();
    assert_eq!(kept, (1, 0), "the other is there");
    conn.close().await.unwrap();
}

/// Goes all-in, or calls all-in.
async fn all_in(client: &mut Client, table: &str) {
    loop {
        for event in events(client).await {
            if event["event"]["kind"] == "hand_completed" {
                return;
            }
            let Some(choices) = event["choices"].as_array() else {
                continue;
            };
            let raise = choices
                .iter()
                .find(|choice| choice["kind"] == "raise" || choice["kind"] == "bet");
            let action = match raise {
                Some(raise) => json!({"kind": raise["kind"], "to": raise["max"]}),
                None => json!({"kind": "call"}),
            };
            let act = json!({
                "type": "act", "id": format!("{}-{}", event["hand"], event["turn"]), "table": table,
                "hand": event["hand"], "turn": event["turn"], "action": action,
            });
            client.send_text(&act.to_string()).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn side_pots_are_told_with_who_could_win_them_and_bad_names_are_refused() {
    let server = Process::start(&[]);
    let mut clients = Vec::new();
    for name in ["Ada", "Bob", "Cid"] {
        clients.push(guest(&server, name).await.0);
    }
    // No one is dealt in before all sit there.
    let table = table(&mut clients[0]).await;
    let data = server.data();
    let reason = ["--reason", "all sit down", "--json"];
    poker(&data, &[&["tables", "pause", &table][..], &reason].concat()).json();
    for (client, buy_in) in clients.iter_mut().zip([1_000, 200, 400]) {
        sit(client, &table, buy_in).await;
    }
    poker(&data, &[&["tables", "resume", &table][..], &reason].concat()).json();
    let [ada, bob, cid] = &mut clients[..] else {
        unreachable!()
    };
    tokio::join!(all_in(ada, &table), all_in(bob, &table), all_in(cid, &table));

    let hand = format!("{table}/1");
    let told = poker(&data, &["explain", &hand, "--json"]).json();
    let pots = told["pots"].as_array().unwrap();
    let amounts: Vec<&Value> = pots.iter().map(|pot| &pot["amount"]).collect();
    assert_eq!(amounts, [600, 400], "{told}");
    let could: Vec<usize> = pots
        .iter()
        .map(|pot| pot["may_win"].as_array().unwrap().len())
        .collect();
    assert_eq!(could, [3, 2]);
    for pot in pots {
        let shares = pot["paid"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|paid| paid["shares"].as_array().unwrap());
        let paid: u64 = shares.map(|share| share["amount"].as_u64().unwrap()).sum();
        assert_eq!(pot["amount"], paid, "all of it, without a rake");
    }
    let formed = lines(&told, "pots_formed");
    assert_eq!(formed.last().unwrap()["rule"], "tournament 10.7");
    let [back] = lines(&told, "uncalled_returned")[..] else {
        panic!("{told}")
    };
    assert_eq!((&back["rule"], &back["seat"]), (&json!("tournament 2.6"), &json!(1)));
    let text = poker(&data, &["explain", &hand]).out;
    assert!(text.contains("Side pot 1 400: Ada, Cid could win it; paid: "), "{text}");
    assert!(text.contains("No rake is taken here."), "{text}");

    // Pairs that met once are not reported.
    let collude = poker(&data, &["collude", "--json"]).json();
    assert_eq!(
        (&collude["hands"], &collude["flags"], &collude["unread"]),
        (&json!(1), &json!([]), &json!(0))
    );
    assert!(poker(&data, &["collude"]).out.starts_with("1 hands since"));

    for (arguments, code, word) in [
        (vec!["explain", "3"], 2, "a hand is a table and a number"),
        (vec!["explain", "999/1"], 1, "hand.not_found"),
        (vec!["explain", &hand, "--account", "Dee"], 1, "player.unknown"),
        (vec!["explain"], 2, "required"),
        (vec!["explain", "--account", "Ada"], 2, "--at"),
        (vec!["explain", "--account", "Ada", "--at", "25:99"], 2, "is not a time"),
        (vec!["explain", &hand, "--zone", "Mars/Olympus"], 2, "time zone"),
    ] {
        let told = poker(&data, &arguments);
        assert_eq!(told.code, code, "{arguments:?}: {told:?}");
        assert!(told.err.contains(word), "{arguments:?}: {told:?}");
    }
    let missing = ["explain", &hand[..hand.len() - 1]].concat();
    assert_eq!(poker(&data, &["explain", &missing]).code, 2);

    // A damaged record is reported, and takes nothing else with it.
    let folder = server.kill();
    let data = folder.path().join("data");
    let mut conn = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .connect()
        .await
        .unwrap();
    conn.execute("DROP TRIGGER hand_fixed; UPDATE hand SET packed = x'01ffff'")
        .await
        .unwrap();
    conn.close().await.unwrap();
    let told = poker(&data, &["explain", &hand]);
    assert_eq!((told.code, told.err.contains("damaged")), (1, true), "{told:?}");
    assert_eq!(poker(&data, &["collude", "--json"]).json()["unread"], 1);
}
