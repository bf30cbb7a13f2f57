//! A table that shows itself late, over the socket and HTTP: nothing of its hands reaches those without a seat before its time, by
//! whatever door they ask, and a crash opens none.

use std::time::Duration;

use serde_json::{Value, json};

use crate::net::home_game::{Guest, play};
use crate::net::process::Process;
use crate::net::raw::request;

/// Messages that came to a client until an answer to its ping.
async fn heard(guest: &mut Guest) -> Vec<Value> {
    guest
        .client
        .send_text(&json!({"type": "ping", "id": "so far"}).to_string())
        .await;
    let mut heard = Vec::new();
    loop {
        let message = guest.client.next().await;
        if message["type"] == "pong" {
            return heard;
        }
        heard.push(message);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_without_a_seat_sees_a_hand_before_its_time() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let address = server.address;
    let mut mia = Guest::new(address, "Mia").await;
    let mut tom = Guest::new(address, "Tom").await;
    let mut eve = Guest::new(address, "Eve").await;
    let open = |delay: Value| {
        json!({"type": "create_table", "config": {
            "name": "Late", "game": "no-limit-holdem", "seats": 6, "private": true, "session": {"watch_delay": delay},
        }})
    };
    for wrong in [json!(16), json!(255)] {
        let refused = mia.client.ask(open(wrong.clone())).await;
        assert_eq!(refused["code"], "table.config_invalid", "{wrong}: {refused}");
    }
    for wrong in [json!(256), json!(u64::MAX), json!(-1), json!(1.5), json!("<b>1</b>")] {
        let refused = mia.client.ask(open(wrong.clone())).await;
        assert_eq!(refused["code"], "protocol.invalid_field", "{wrong}: {refused}");
    }
    let opened = mia.client.ask(open(json!(1))).await;
    let table = opened["table"]["table"].as_str().unwrap().to_owned();
    assert_eq!(opened["table"]["session"]["watch_delay"], 1);
    eve.at(&table, json!({"type": "watch"})).await;
    mia.sit(&table, 1_000).await;
    tom.sit(&table, 1_000).await;
    play(&mut [&mut mia, &mut tom], &table, 2).await;
    mia.at(&table, json!({"type": "chat", "text": "aces"})).await;

    // The socket, a new connection that claims to know more, and HTTP.
    eve.at(&table, json!({"type": "resume", "after": 5})).await;
    let told = heard(&mut eve).await;
    let kinds: Vec<&str> = told.iter().filter_map(|message| message["type"].as_str()).collect();
    assert!(
        !kinds.contains(&"events") && !kinds.contains(&"chat") && !kinds.contains(&"private"),
        "{told:?}"
    );
    let snapshot = told.iter().find(|message| message["type"] == "snapshot").unwrap();
    assert_eq!((&snapshot["seq"], &snapshot["state"]["hands"]), (&json!(0), &json!(0)));
    let count = told.iter().rfind(|message| message["type"] == "watchers").unwrap();
    assert_eq!((&count["watchers"], &count["behind_minutes"]), (&json!(1), &json!(1)));
    let path = format!("/api/v1/tables/{table}/state");
    let glance = request(address, "GET", &path, "", "").await.json();
    assert_eq!((&glance["seq"], &glance["state"]["seats"]), (&json!(0), &json!([])));

    // A finished hand is its players', and a link to it opens when those who watch have seen it.
    let hand = format!("/api/v1/hands/{table}/1");
    while mia.http(address, "GET", &hand).await.0 != 200 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(eve.http(address, "GET", &hand).await.1["code"], "hand.not_found");
    let bearer = format!(
        "authorization: Bearer {}\r\ncontent-type: application/json\r\n",
        mia.token
    );
    let wish = json!({"own_cards": true, "hide_names": false}).to_string();
    let shared = request(address, "POST", &format!("{hand}/share"), &bearer, &wish)
        .await
        .json();
    let link = format!("/api/v1/shared/{}", shared["token"].as_str().unwrap());
    let answer = request(address, "GET", &link, "", "").await;
    assert_eq!((answer.status, &answer.json()["code"]), (404, &json!("hand.not_found")));

    // What says nothing of hands is told at once.
    mia.at(
        &table,
        json!({"type": "host", "action": {"kind": "approval", "on": true}}),
    )
    .await;
    let ahead = loop {
        let message = eve.client.next().await;
        if message["type"] == "ahead" {
            break message;
        }
    };
    assert_eq!(ahead["events"][0]["kind"], "host_ruled", "{ahead}");

    // A crash shows nothing more: the felt is empty again for a minute.
    let folder = server.kill();
    let server = Process::start_in(folder, &["--api-requests-per-second=1000"]).unwrap();
    let address = server.address;
    eve.back(address, &table).await;
    let told = heard(&mut eve).await;
    assert!(told.iter().all(|message| message["type"] != "events"), "{told:?}");
    let first = told.iter().find_map(|message| message["first_ms"].as_u64()).unwrap();
    assert!((50_000..=60_000).contains(&first), "{first}");
    let glance = request(address, "GET", &path, "", "").await.json();
    assert_eq!(glance["seq"], 0);
    let answer = request(address, "GET", &link, "", "").await;
    assert_eq!(answer.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_announces_its_delay() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let mia = Guest::new(server.address, "Mia").await;
    let bearer = format!(
        "authorization: Bearer {}\r\ncontent-type: application/json\r\n",
        mia.token
    );
    let announce = async |terms: Value| {
        let mut config = json!({"structure": "sit-and-go", "private": true});
        config
            .as_object_mut()
            .unwrap()
            .extend(terms.as_object().unwrap().clone());
        request(
            server.address,
            "POST",
            "/api/v1/tournaments",
            &bearer,
            &config.to_string(),
        )
        .await
    };
    for wrong in [
        json!({"watch_delay": 0}),
        json!({"watch_delay": 16}),
        json!({"watch_delay": 5, "live": true}),
    ] {
        let refused = announce(wrong.clone()).await;
        let error = refused.json();
        assert_eq!(
            (refused.status, &error["code"], &error["params"]["field"]),
            (400, &json!("protocol.invalid_field"), &json!("watch_delay")),
            "{wrong}: {error}"
        );
    }
    assert_eq!(announce(json!({"watch_delay": u64::MAX})).await.status, 400);
    let made = announce(json!({"watch_delay": 15})).await;
    assert_eq!((made.status, &made.json()["watch_delay"]), (201, &json!(15)));
}
