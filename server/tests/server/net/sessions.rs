//! Sessions: presence, connections and lifetimes.

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::net::raw::{self, Frames};
use crate::net::server::{Client, NEVER, Tables, at_both_kinds, start};

/// Returns the next message of a type; earlier messages are dropped.
async fn next_of(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = client.next().await;
        if message["type"] == kind {
            return message;
        }
    }
}

/// Returns the next public event of a kind; earlier ones are dropped.
async fn next_event(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = next_of(client, "events").await;
        let events = message["events"].as_array().unwrap();
        if let Some(event) = events.iter().find(|event| event["event"]["kind"] == kind) {
            return event["event"].clone();
        }
    }
}

#[tokio::test]
async fn a_guest_is_welcomed_and_comes_back_with_the_token() {
    let server = start(|config| config.messages_per_second = 7).await;
    let mut client = server.connect().await;
    let welcome = client.hello(json!({"nickname": "Ada", "client": "test/1"})).await;
    assert_eq!(welcome["version"], "poker.v1");
    assert_eq!(
        (&welcome["you"]["name"], &welcome["you"]["kind"]),
        (&json!("Ada"), &json!("guest"))
    );
    assert!(welcome["balance"].as_u64().unwrap() > 0);
    assert_eq!(welcome["tables"], json!([]));
    assert_eq!(welcome["limits"]["messages_per_second"], 7);
    assert_eq!(welcome["limits"]["message_bytes"], 4096);
    let mut again = server.connect().await;
    let back = again.hello(json!({"token": welcome["token"]})).await;
    assert_eq!(back["you"], welcome["you"]);
    assert!(back.get("token").is_none());
    let mut bot = server.connect().await;
    assert_eq!(
        bot.hello(json!({"nickname": "Hal", "bot": true})).await["you"]["kind"],
        "bot"
    );
}

/// A connection may follow 64 tables simultaneously. Tables that have closed do not count.
#[tokio::test]
async fn tables_that_ended_are_followed_no_more() {
    let server = start(|config| {
        config.messages_per_second = 100_000;
        config.message_burst = 100_000;
        config.tables_per_minute = 1000;
    })
    .await;
    let mut client = server.guest("Ada").await;
    let mut followed = 0;
    while followed < 64 {
        let since_1970 = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
        let closes_at = u64::try_from(since_1970.as_millis()).unwrap() + 2000;
        let config = json!({
            "name": "short", "game": "no-limit-holdem", "seats": 2, "session": {"closes_at": closes_at},
        });
        let answer = client.ask(json!({"type": "create_table", "config": config})).await;
        let table = answer["table"]["table"].clone();
        // On a slow machine a table may be over before a client comes.
        if client.ask(json!({"type": "watch", "table": table})).await["type"] == "ok" {
            followed += 1;
        }
    }
    while client.ask(json!({"type": "list_tables"})).await["tables"] != json!([]) {}
    let table = client.create_table(Tables::Public).await;
    let answer = client.ask(json!({"type": "watch", "table": table})).await;
    assert_eq!(answer["type"], "ok", "{answer}");
}

at_both_kinds!(an_id_that_was_used_at_one_table_gets_no_answer_of_it_at_another);

async fn an_id_that_was_used_at_one_table_gets_no_answer_of_it_at_another(kind: Tables) {
    let server = start(|_| {}).await;
    let mut client = server.guest("Ada").await;
    let (first, second) = (client.create_table(kind).await, client.create_table(kind).await);
    let sit = |table: &str| json!({"type": "sit", "id": "mine", "table": table, "buy_in": 1000, "entry": "post"});
    let answer = client.ask_as(sit(&first)).await;
    assert_eq!(answer["type"], "ok", "{answer}");
    let refused = client.ask_as(sit(&second)).await;
    assert_eq!(refused["code"], "protocol.id_reused", "{refused}");
    // The chips are where they were, and the first table still repeats its answer.
    assert_eq!(client.ask_as(sit(&first)).await, answer);
    client.sit(&second).await;
}

at_both_kinds!(the_newest_connection_of_an_account_takes_over);

async fn the_newest_connection_of_an_account_takes_over(kind: Tables) {
    let server = start(|_| {}).await;
    let mut older = server.connect().await;
    let welcome = older.hello(json!({"nickname": "Ada"})).await;
    let table = older.create_table(kind).await;
    older.sit(&table).await;
    let mut newer = server.connect().await;
    let back = newer.hello(json!({"token": welcome["token"]})).await;
    assert_eq!(back["tables"], json!([table]));
    assert_eq!(older.closed().await, Some(4001));
    newer.ask(json!({"type": "watch", "table": table})).await;
    // The end of the older connection takes nothing from the newer one.
    let mut watcher = server.guest("Bea").await;
    watcher.ask(json!({"type": "watch", "table": table})).await;
    let said = newer
        .ask(json!({"type": "chat", "table": table, "text": "still here"}))
        .await;
    assert_eq!(said["type"], "ok");
    assert_eq!(next_of(&mut watcher, "chat").await["text"], "still here");
    assert_eq!(newer.ask(json!({"type": "ping"})).await["type"], "pong");
}

#[tokio::test]
async fn a_session_that_ends_takes_its_connection_with_it() {
    let server = start(|_| {}).await;
    let headers = "content-type: application/json\r\n";
    let body = r#"{"nickname":"Ada"}"#;
    let session = raw::request(server.address, "POST", "/api/v1/guest", headers, body)
        .await
        .json();
    let token = session["access_token"].as_str().unwrap();
    let mut client = server.connect().await;
    client.hello(json!({"token": token})).await;
    let mut neighbour = server.guest("Bea").await;
    let bearer = format!("authorization: Bearer {token}\r\n");
    let gone = raw::request(server.address, "POST", "/api/v1/logout", &bearer, "").await;
    assert!(gone.status < 300, "{gone:?}");
    assert_eq!(client.closed().await, Some(4003));
    assert_eq!(neighbour.ask(json!({"type": "ping"})).await["type"], "pong");
    let mut again = server.connect().await;
    let hello = json!({"type": "hello", "versions": ["poker.v1"], "token": token});
    assert_eq!(again.ask(hello).await["code"], "auth.revoked");
    assert_eq!(again.closed().await, Some(4003));
}

#[tokio::test]
async fn silent_connections_are_pinged_and_then_ended() {
    let server = start(|config| {
        config.heartbeat_ms = 100;
        config.timeout_ms = 350;
        config.hello_timeout_ms = 60_000;
    })
    .await;
    let mut silent = Frames::connect(server.address, "/ws").await;
    assert_eq!(silent.read().await, Some((0x89, Vec::new())));
    assert_eq!(silent.closed().await, Some(4005));
    // A client that answers pings, as every library does, stays.
    let mut alive = server.guest("Ada").await;
    let quiet = timeout(std::time::Duration::from_secs(1), alive.next()).await;
    assert!(quiet.is_err(), "{quiet:?}");
    assert_eq!(alive.ask(json!({"type": "ping"})).await["type"], "pong");
}

#[tokio::test]
async fn the_lobby_tells_what_changes() {
    let server = start(|_| {}).await;
    let mut watcher = server.guest("Ada").await;
    let begun = watcher.ask(json!({"type": "watch_lobby"})).await;
    assert_eq!(begun["tables"], json!([]));
    let mut host = server.guest("Bea").await;
    let table = host.create_table(Tables::Public).await;
    let news = next_of(&mut watcher, "lobby").await;
    assert_eq!(news["tables"][0]["info"]["table"], json!(table));
    host.sit(&table).await;
    loop {
        let news = next_of(&mut watcher, "lobby").await;
        if news["tables"][0]["taken"] == json!([1]) {
            break;
        }
    }
    let listed = watcher.ask(json!({"type": "list_tables"})).await;
    assert_eq!(listed["tables"][0]["taken"], json!([1]));
    let config = json!({"name": "hidden", "game": "no-limit-holdem", "seats": 6, "private": true});
    let hidden = host.ask(json!({"type": "create_table", "config": config})).await;
    assert_eq!(hidden["type"], "ok", "{hidden}");
    let listed = watcher.ask(json!({"type": "list_tables"})).await;
    assert_eq!(listed["tables"].as_array().unwrap().len(), 1);
    assert_eq!(watcher.ask(json!({"type": "unwatch_lobby"})).await["type"], "ok");
}

at_both_kinds!(sitting_down_costs_chips_and_others_see_who_comes_and_goes);

async fn sitting_down_costs_chips_and_others_see_who_comes_and_goes(kind: Tables) {
    let server = start(|_| {}).await;
    let mut ada = server.connect().await;
    let welcome = ada.hello(json!({"nickname": "Ada"})).await;
    let table = ada.create_table(kind).await;
    let mut bea = server.guest("Bea").await;
    bea.ask(json!({"type": "watch", "table": table})).await;
    ada.sit(&table).await;
    ada.told_balance(welcome["balance"].as_u64().unwrap() - 1000).await;
    let sat = next_event(&mut bea, "player_sat").await;
    assert_eq!((&sat["seat"], &sat["player"]["name"]), (&json!(1), &json!("Ada")));
    drop(ada);
    let gone = next_of(&mut bea, "presence").await;
    assert_eq!((&gone["seat"], &gone["connected"]), (&json!(1), &json!(false)));
    let mut ada = server.connect().await;
    let back = ada.hello(json!({"token": welcome["token"]})).await;
    assert_eq!(back["tables"], json!([table]));
    ada.ask(json!({"type": "watch", "table": table})).await;
    let here = next_of(&mut bea, "presence").await;
    assert_eq!((&here["seat"], &here["connected"]), (&json!(1), &json!(true)));
}

#[tokio::test]
async fn new_guests_from_one_address_are_limited() {
    let server = start(|config| config.guests_per_minute = 1).await;
    let _first = server.guest("Ada").await;
    let mut second = server.connect().await;
    let hello = json!({"type": "hello", "versions": ["poker.v1"], "nickname": "Bea"});
    let answer = second.ask(hello).await;
    assert_eq!(answer["code"], "rate.limited");
    assert!(answer["params"]["retry_after_ms"].as_u64().unwrap() > 0);
}

at_both_kinds!(a_connection_follows_so_many_tables_and_no_more);

async fn a_connection_follows_so_many_tables_and_no_more(kind: Tables) {
    let server = start(|config| {
        config.messages_per_second = 10_000;
        config.message_burst = 10_000;
        config.tables_per_minute = 1_000;
    })
    .await;
    let mut client = server.guest("Ada").await;
    let mut tables = Vec::new();
    for _ in 0..65 {
        tables.push(client.create_table(kind).await);
    }
    for table in &tables[..64] {
        let answer = client.ask(json!({"type": "watch", "table": table})).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }
    let one_more = json!({"type": "watch", "table": tables[64]});
    assert_eq!(client.ask(one_more.clone()).await["code"], "server.full");
    client.ask(json!({"type": "unwatch", "table": tables[0]})).await;
    assert_eq!(client.ask(one_more).await["type"], "ok");
    let raw = raw::request(server.address, "GET", "/api/v1/tables", "", "")
        .await
        .json();
    let listed = match kind {
        Tables::Public => 65,
        Tables::Private => 0,
    };
    assert_eq!(raw["tables"].as_array().unwrap().len(), listed);
    timeout(NEVER, client.ask(json!({"type": "ping"}))).await.unwrap();
}

at_both_kinds!(answers_to_open_decisions_are_free_of_the_rate_limit);

async fn answers_to_open_decisions_are_free_of_the_rate_limit(kind: Tables) {
    // Enough to say hello, open a table, sit down, and make a request now and then.
    let server = start(|config| (config.messages_per_second, config.message_burst) = (1, 5)).await;
    let mut ada = server.guest("Ada").await;
    let mut bea = server.guest("Bea").await;
    let table = ada.create_table(kind).await;
    for client in [&mut ada, &mut bea] {
        let sit = json!({"type": "sit", "table": table, "buy_in": 1000, "entry": "post"});
        assert_eq!(client.ask(sit).await["type"], "ok");
    }
    let bea = tokio::spawn(async move { play(&mut bea, u32::MAX).await });
    let act = play(&mut ada, 40).await;
    bea.abort();
    // Only the first repeat is answered freely: more of them are a flood like any other.
    let mut limited = false;
    for again in 0..100 {
        let mut act = act.clone();
        act["id"] = json!(format!("again {again}"));
        ada.send_text(&act.to_string()).await;
        let answer = loop {
            let message = ada.next().await;
            if message["id"] == act["id"] {
                break message;
            }
        };
        limited |= answer["code"] == "rate.limited";
        if limited {
            break;
        }
    }
    assert!(limited);
}

/// Checks and calls through this many decisions, each as soon as it is due; returns the last answer.
async fn play(client: &mut Client, decisions: u32) -> Value {
    let mut answered = 0;
    loop {
        let message = client.next().await;
        assert_ne!(message["type"], "error", "{message}");
        let events = message["events"].as_array().cloned().unwrap_or_default();
        let Some(choices) = events.iter().find(|event| event["kind"] == "choices") else {
            continue;
        };
        let kinds: Vec<&Value> = choices["choices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|choice| &choice["kind"])
            .collect();
        let kind = if kinds.contains(&&json!("check")) {
            "check"
        } else {
            "call"
        };
        answered += 1;
        let (hand, turn) = (&choices["hand"], &choices["turn"]);
        let id = format!("{hand} {turn}");
        let act = json!({"type": "act", "id": id, "table": message["table"], "hand": hand, "turn": turn, "action": {"kind": kind}});
        client.send_text(&act.to_string()).await;
        if answered == decisions {
            return act;
        }
    }
}

/// A list costs the server many times as much as a ping.
#[tokio::test]
async fn lists_count_as_several_requests() {
    const BURST: u32 = 60;
    let server = start(|config| {
        config.messages_per_second = 1;
        config.message_burst = BURST;
    })
    .await;
    for list in ["list_games", "list_tables", "list_tournaments", "watch_lobby"] {
        let mut client = server.guest(&list.replace('_', " ")).await;
        let mut asked = 0;
        while client.ask(json!({"type": list})).await["code"] != "rate.limited" {
            asked += 1;
        }
        // Five in a burst for each, and a few more on a slow machine.
        assert!((1..BURST / 2).contains(&asked), "{list}: {asked}");
    }
}
