//! Clubs that are watched over the socket: who hears what, and who no longer does.

use std::time::Instant;

use serde_json::{Value, json};

use crate::net::caller::Caller;
use crate::net::clubs::{connected, done, found, join, person};
use crate::net::server::{Client, Server, Tables, start};

/// The next message about a club.
async fn news(client: &mut Client) -> Value {
    loop {
        let message = client.next().await;
        if message["type"] == "club" {
            return message;
        }
    }
}

/// The next new lines of the chat, as texts.
async fn lines(client: &mut Client) -> Vec<String> {
    loop {
        let news = news(client).await;
        if let Some(lines) = news["lines"].as_array() {
            return lines
                .iter()
                .map(|line| line["text"].as_str().unwrap().to_owned())
                .collect();
        }
    }
}

/// Checks that nothing about a club arrives before the answer to a ping.
async fn hears_nothing(client: &mut Client) {
    let id = json!({"type": "ping", "id": "quiet"});
    client.send_text(&id.to_string()).await;
    loop {
        let message = client.next().await;
        assert_ne!(message["type"], "club", "{message}");
        if message["type"] == "pong" {
            return;
        }
    }
}

async fn watch(client: &mut Client, club: &Value, after: Option<u64>) -> Value {
    let mut request = json!({"type": "watch_club", "club": club["club"]});
    if let Some(after) = after {
        request["after"] = json!(after);
    }
    client.ask(request).await
}

async fn say(who: &Caller, path: &str, text: &str) -> u64 {
    let chat = done(who, "POST", &format!("{path}/chat"), json!({"text": text})).await;
    chat["lines"].as_array().unwrap().last().unwrap()["line"]
        .as_u64()
        .unwrap()
}

/// A club of Ann's with Bob, and a connection of his that watches it.
async fn watched(server: &Server) -> (Caller, Caller, String, Value, Client) {
    let ann = Caller::account(server, "Ann").await;
    let bob = Caller::guest(server, "Bob").await;
    let (path, club) = found(&ann).await;
    join(&bob, &club).await;
    let mut watcher = connected(server, &bob).await;
    assert_eq!(watch(&mut watcher, &club, None).await["type"], "ok");
    (ann, bob, path, club, watcher)
}

#[tokio::test]
async fn members_hear_what_happens_and_strangers_do_not() {
    let server = start(|_| {}).await;
    let (ann, _bob, path, club, mut watcher) = watched(&server).await;
    let eve = Caller::guest(&server, "Eve").await;
    let mut stranger = connected(&server, &eve).await;
    assert_eq!(watch(&mut stranger, &club, None).await["code"], "club.unknown");
    let of_nothing = json!({"type": "watch_club", "club": 999});
    assert_eq!(stranger.ask(of_nothing).await["code"], "club.unknown");
    for (field, value) in [("after", json!(-1)), ("after", json!("1")), ("club", json!(null))] {
        let mut request = json!({"type": "watch_club", "club": 1});
        request[field] = value;
        let refused = stranger.ask(request).await;
        assert_eq!(
            (&refused["code"], &refused["params"]["field"]),
            (&json!("protocol.invalid_field"), &json!(field))
        );
    }

    say(&ann, &path, "Thursday at eight").await;
    let news_of = news(&mut watcher).await;
    assert_eq!(news_of["club"], club["club"]);
    let line = &news_of["lines"][0];
    assert_eq!(
        (&line["name"], &line["text"]),
        (&json!("Ann"), &json!("Thursday at eight"))
    );

    let joined = join(&eve, &club).await;
    assert_eq!(news(&mut watcher).await["people"], json!([person(&joined, "Eve")]));
    let eves = format!("{path}/people/{}", joined["you"]);
    done(&ann, "PUT", &eves, json!({"role": "director"})).await;
    assert_eq!(news(&mut watcher).await["people"][0]["role"], "director");
    done(&ann, "PUT", &path, json!({"name": "Friday"})).await;
    assert_eq!(news(&mut watcher).await["name"], "Friday");

    let mut host = connected(&server, &ann).await;
    let table = host.create_table(Tables::Private).await;
    let places = format!("{path}/places");
    done(&ann, "POST", &places, json!({"table": table})).await;
    assert_eq!(news(&mut watcher).await["places"][0]["table"], *table);
    let number = table.split('-').next().unwrap();
    done(&ann, "DELETE", &format!("{places}/{number}"), Value::Null).await;
    assert_eq!(news(&mut watcher).await["closed"], json!([table]));

    done(&ann, "DELETE", &eves, Value::Null).await;
    assert_eq!(news(&mut watcher).await["gone"], json!([joined["you"]]));
    hears_nothing(&mut stranger).await;

    let unwatch = json!({"type": "unwatch_club", "club": club["club"]});
    assert_eq!(watcher.ask(unwatch).await["type"], "ok");
    assert_eq!(watch(&mut host, &club, None).await["type"], "ok");
    assert_eq!(lines(&mut host).await, ["Thursday at eight"]);
    say(&ann, &path, "not for Bob's page").await;
    assert_eq!(lines(&mut host).await, ["not for Bob's page"]);
    hears_nothing(&mut watcher).await;
    done(&ann, "DELETE", &path, Value::Null).await;
    assert_eq!(news(&mut host).await["ended"], true);
}

#[tokio::test]
async fn who_is_removed_hears_no_more_on_any_device() {
    let server = start(|_| {}).await;
    let (ann, bob, path, club, _) = watched(&server).await;
    let mut devices = Vec::new();
    for device in ["laptop", "phone"] {
        let mut client = server.connect().await;
        client.hello(json!({"token": bob.token, "device": device})).await;
        watch(&mut client, &club, None).await;
        devices.push(client);
    }
    let mut anns = connected(&server, &ann).await;
    watch(&mut anns, &club, None).await;
    say(&bob, &path, "my last words").await;
    assert_eq!(lines(&mut anns).await, ["my last words"]);
    for client in &mut devices {
        assert_eq!(lines(client).await, ["my last words"]);
    }
    let number = person(&ann.get(&path).await, "Bob")["person"].clone();
    done(&ann, "DELETE", &format!("{path}/people/{number}"), Value::Null).await;
    say(&ann, &path, "he is gone").await;
    assert_eq!(news(&mut anns).await["gone"], json!([number]));
    assert_eq!(lines(&mut anns).await, ["he is gone"]);
    for client in &mut devices {
        assert_eq!(
            news(client).await,
            json!({"type": "club", "club": club["club"], "ended": true})
        );
        hears_nothing(client).await;
        assert_eq!(watch(client, &club, None).await["code"], "club.unknown");
    }
}

#[tokio::test]
async fn a_connection_that_comes_back_gets_what_it_missed_once() {
    let server = start(|_| {}).await;
    let (ann, bob, path, club, mut watcher) = watched(&server).await;
    say(&ann, &path, "one").await;
    assert_eq!(lines(&mut watcher).await, ["one"]);
    let seen = say(&ann, &path, "two").await;
    assert_eq!(lines(&mut watcher).await, ["two"]);
    drop(watcher);
    say(&ann, &path, "three").await;
    say(&bob, &path, "four").await;
    let mut back = connected(&server, &bob).await;
    assert_eq!(watch(&mut back, &club, Some(seen)).await["type"], "ok");
    assert_eq!(lines(&mut back).await, ["three", "four"]);
    let last = say(&ann, &path, "five").await;
    assert_eq!(lines(&mut back).await, ["five"]);
    // Starting over on the same connection, and with a number that was never reached.
    watch(&mut back, &club, Some(last)).await;
    say(&ann, &path, "six").await;
    assert_eq!(lines(&mut back).await, ["six"]);
    watch(&mut back, &club, Some(1_000_000)).await;
    say(&ann, &path, "seven").await;
    assert_eq!(lines(&mut back).await, ["seven"]);
    hears_nothing(&mut back).await;
}

#[tokio::test]
async fn a_flood_is_cut_off_where_it_is_said() {
    let server = start(|_| {}).await;
    let (_ann, bob, path, _club, mut watcher) = watched(&server).await;
    let begun = Instant::now();
    let mut said = Vec::new();
    for number in 0..30 {
        let text = format!("remark {number}");
        let (status, answer) = bob
            .ask("POST", &format!("{path}/chat"), Some(json!({"text": text})))
            .await;
        if status == 200 {
            said.push(text);
        } else {
            assert_eq!(answer["code"], "rate.limited", "{answer}");
        }
    }
    let most = 11 + usize::try_from(begun.elapsed().as_secs()).unwrap();
    assert!((10..=most).contains(&said.len()), "{said:?}");
    let mut heard = Vec::new();
    while heard.len() < said.len() {
        heard.extend(lines(&mut watcher).await);
    }
    assert_eq!(heard, said, "all that was said, once and in order");
}
