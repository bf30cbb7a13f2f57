//! Deletion and export of the data of one person.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use super::{JSON, PASSWORD, act, hello, login, post, register, sound};
use crate::net::process::{Process, poker};
use crate::net::raw::request;
use crate::net::server::{Client, NEVER, Tables};

/// Plays some hands with two accounts. Returns both clients and the table.
async fn played(address: SocketAddr, ada: &Value, bob: &Value) -> (Client, Client, String) {
    let (mut one, _) = hello(address, &ada["access_token"]).await;
    let (mut two, _) = hello(address, &bob["access_token"]).await;
    let table = one.create_table(Tables::Public).await;
    one.sit(&table).await;
    // While nobody else sits there: once the hand has begun, a decision may come before the answer.
    assert_eq!(
        one.ask(json!({"type": "chat", "table": table, "text": "hello from one"}))
            .await["type"],
        "ok"
    );
    two.sit(&table).await;
    tokio::join!(one.play(&table, 3, |_| ()), two.play(&table, 3, |_| ()));
    (one, two, table)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_person_is_gone_from_all_that_is_shown() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let (ada, bob) = (register(address, "Adalbert").await, register(address, "Bob").await);
    let id = ada["you"]["id"].as_str().unwrap().to_owned();
    let bot = post(
        address,
        "/api/v1/bot-tokens",
        Some(&ada["access_token"]),
        json!({"name": "Hal"}),
    )
    .await
    .1;
    let (one, two, table) = played(address, &ada, &bob).await;
    act(&data, &["accounts", "delete", "Adalbert"]).refused("people.seated");
    act(&data, &["accounts", "rename", "Adalbert", "Berta"]).refused("people.seated");

    // A ban stands the account up, so it can be deleted.
    act(&data, &["accounts", "ban", "Adalbert"]).json();
    drop(one);
    let mut two = two;
    let deadline = Instant::now() + NEVER;
    let told = loop {
        let told = act(&data, &["accounts", "delete", "Adalbert", "--id", "gone"]);
        if told.code == 0 || Instant::now() > deadline {
            break told.json();
        }
        // The hand is played to its end.
        let message = timeout(Duration::from_secs(1), two.next()).await.unwrap_or_default();
        for event in message["events"].as_array().into_iter().flatten() {
            if event["choices"].is_array() {
                two.answer(&table, event).await;
            }
        }
    };
    let name = told["outcome"]["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("deleted-"), "{told}");
    assert_eq!(told["outcome"]["bots"], 1);
    assert!(told["outcome"]["chips_to_mint"].as_u64().unwrap() > 0);
    assert_eq!(
        act(&data, &["accounts", "delete", "Adalbert", "--id", "gone"]).json()["outcome"],
        told["outcome"]
    );
    poker(&data, &["accounts", "show", "Adalbert"]).refused("player.unknown");
    let shown = poker(&data, &["accounts", "show", &id, "--json"]).json();
    assert_eq!(
        (&shown["deleted"], &shown["chips"], &shown["sessions"]),
        (&json!(true), &json!(0), &json!(0))
    );
    assert_eq!(
        login(address, "Adalbert", PASSWORD).await.1["code"],
        "auth.invalid_credentials"
    );
    assert_eq!(hello(address, &bot["token"]).await.1["code"], "auth.invalid_token");

    // The other player's hands, in lists, as records and as files; and the one that the operator exports.
    let bearer = format!("authorization: Bearer {}\r\n", bob["access_token"].as_str().unwrap());
    let get = async |path: String| {
        let answer = request(address, "GET", &path, &bearer, "").await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.text().to_owned()
    };
    let texts = [
        get("/api/v1/hands".to_owned()).await,
        get(format!("/api/v1/hands/{table}/1")).await,
        get(format!("/api/v1/hands/{table}/1?format=phh")).await,
        get("/api/v1/hands/file?format=text".to_owned()).await,
        poker(&data, &["export", &format!("{table}/1"), "--format", "json"]).out,
        poker(&data, &["accounts", "export", "Bob"]).out,
        poker(&data, &["trail", "--json"]).out,
        poker(&data, &["chat", "show"]).out,
    ];
    for text in &texts {
        assert!(!text.contains("Adalbert") && !text.contains("hello from one"), "{text}");
    }
    for text in &texts[..6] {
        assert!(text.contains(&name), "{text}");
    }
    sound(&data);
    // The same after a start, and the name is free.
    let folder = server.kill();
    sound(&folder.path().join("data"));
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let hand = request(server.address, "GET", &format!("/api/v1/hands/{table}/1"), &bearer, "").await;
    assert!(hand.text().contains(&name) && !hand.text().contains("Adalbert"));
    register(server.address, "Adalbert").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sits_or_has_entered_keeps_name_and_account() {
    let server = Process::start(&["--passwords-per-minute=1000", "--demo-tables=true"]);
    let (address, data) = (server.address, server.data());
    let (ada, bob) = (register(address, "Ada").await, register(address, "Bob").await);
    let (mut one, _) = hello(address, &ada["access_token"]).await;
    let (mut two, _) = hello(address, &bob["access_token"]).await;
    let table = one.create_table(Tables::Public).await;
    one.sit(&table).await;
    let mut open = Value::Null;
    while open.is_null() {
        let listed = two.ask(json!({"type": "list_tournaments"})).await;
        open = listed["tournaments"][0]["tournament"].clone();
    }
    let entered = two
        .ask(json!({"type": "register", "tournament": open, "rules": 1}))
        .await;
    assert_eq!(entered["type"], "ok", "{entered}");
    let (seat, entry) = (
        format!("table {table}"),
        format!("tournament {}", open.as_str().unwrap()),
    );
    let places = |data: &Path, name: &str| poker(data, &["accounts", "show", name, "--json"]).json()["places"].clone();
    assert_eq!(places(&data, "Ada"), json!([seat]));
    assert_eq!(places(&data, "Bob"), json!([entry]));
    let refused = |data: &Path| {
        for (name, place) in [("Ada", &seat), ("Bob", &entry)] {
            for what in [
                &["accounts", "delete", name][..],
                &["accounts", "rename", name, "Carla"],
            ] {
                let told = act(data, what);
                told.refused("people.seated");
                assert!(told.err.contains(place.as_str()), "{told:?}");
            }
        }
    };
    refused(&data);
    // Without a server the folder itself has it.
    let folder = server.kill();
    let data = folder.path().join("data");
    refused(&data);
    assert_eq!(places(&data, "Ada"), json!([seat]));
    assert_eq!(poker(&data, &["accounts", "show", "Carla"]).code, 1);
    sound(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_all_of_one_person_and_nothing_of_others() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let (ada, bob) = (register(address, "Ada").await, register(address, "Bob").await);
    let (mut one, _two, table) = played(address, &ada, &bob).await;
    let note = json!({"text": "folds too much"});
    let bearer = format!(
        "{JSON}authorization: Bearer {}\r\n",
        ada["access_token"].as_str().unwrap()
    );
    let path = format!("/api/v1/notes/{}", bob["you"]["id"].as_str().unwrap());
    assert_eq!(
        request(address, "PUT", &path, &bearer, &note.to_string()).await.status,
        200
    );
    act(&data, &["accounts", "chips", "Ada", "take", "1", "--to", "Bob"]).json();
    assert_eq!(one.ask(json!({"type": "leave", "table": table})).await["type"], "ok");
    sleep(Duration::from_millis(2_500)).await;
    let all = |data: &Path, name: &str| poker(data, &["accounts", "export", name]).json();
    let of_ada = all(&data, "Ada");
    assert_eq!(of_ada["account"]["name"], "Ada");
    assert_eq!(
        of_ada["notes"],
        json!([{"about": "Bob", "text": "folds too much", "colour": null}])
    );
    assert_eq!(of_ada["chat"][0]["text"], "hello from one");
    assert!(of_ada["hands"].as_array().unwrap().len() >= 3);
    assert!(
        of_ada["ledger"]
            .as_array()
            .unwrap()
            .iter()
            .any(|line| line["reason"] == "operator")
    );
    // Other accounts' cards are those that were shown to all.
    let of_bob = all(&data, "Bob");
    let (ada_id, bob_id) = (ada["you"]["id"].as_str().unwrap(), bob["you"]["id"].as_str().unwrap());
    for hand in of_ada["hands"].as_array().unwrap() {
        assert!(
            hand["own"]["cards"].as_array().is_some_and(|cards| cards.len() == 2),
            "{hand}"
        );
        let theirs = of_bob["hands"]
            .as_array()
            .unwrap()
            .iter()
            .find(|other| other["hand"] == hand["hand"])
            .unwrap();
        let public = theirs["events"].to_string();
        let own = theirs["own"]["cards"].to_string();
        assert_eq!(hand["events"].to_string(), public);
        assert!(!hand.to_string().contains(&own) || public.contains(&own), "{hand}");
    }
    let rest = |export: &Value| {
        let mut export = export.clone();
        export["hands"].take();
        export.to_string()
    };
    assert!(!rest(&of_ada).contains(bob_id), "{}", rest(&of_ada));
    assert!(!rest(&of_bob).contains(ada_id) && !rest(&of_bob).contains("folds too much"));
    let secrets = ["password", "refresh_token", "api_hash", "endpoint"];
    assert!(secrets.iter().all(|secret| !of_ada.to_string().contains(secret)));
    // An existing file is never written to, and the reader is on record.
    let folder = server.kill();
    let data = folder.path().join("data");
    let file = folder.path().join("ada.json");
    let export = ["accounts", "export", "Ada", "--out", file.to_str().unwrap()];
    assert_eq!(poker(&data, &export).code, 0);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(rest(&written), rest(&of_ada));
    assert_eq!(poker(&data, &export).code, 2);
    let trail = poker(&data, &["trail", "--account", "Ada", "--json"]).lines();
    assert_eq!(trail.iter().filter(|line| line["act"]["kind"] == "export").count(), 2);
    sound(&data);
}
