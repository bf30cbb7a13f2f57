//! A player's own pause over the socket, through a kill: others read when the player is back, and the time is that of before.

use serde_json::{Value, json};

use crate::net::home_game::Guest;
use crate::net::process::Process;

/// The seat of a guest as a fresh look at the table shows it.
async fn seat(guest: &mut Guest, table: &str, seat: u64) -> Value {
    let watch = json!({"type": "watch", "id": "look", "table": table});
    guest.client.send_text(&watch.to_string()).await;
    // An earlier snapshot may still be on its way.
    while guest.client.next().await["id"] != "look" {}
    loop {
        let message = guest.client.next().await;
        if message["type"] == "snapshot" {
            let seats = message["state"]["seats"].as_array().unwrap();
            return seats.iter().find(|taken| taken["seat"] == seat).unwrap().clone();
        }
    }
}

fn pause(minutes: impl Into<Value>) -> Value {
    json!({"type": "sit_out", "out": true, "minutes": minutes.into(), "entry": "wait"})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_is_told_and_outlives_the_server() {
    let server = Process::start(&[]);
    let address = server.address;
    let mut mia = Guest::new(address, "Mia").await;
    let mut tom = Guest::new(address, "Tom").await;
    let config = json!({"name": "Friday", "game": "no-limit-holdem", "seats": 6, "private": true});
    let answer = mia.client.ask(json!({"type": "create_table", "config": config})).await;
    let table = answer["table"]["table"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"))
        .to_owned();
    let buy_in = answer["table"]["buy_in_max"].as_u64().unwrap();
    assert_eq!(tom.ask(&table, pause(5)).await["code"], "table.not_seated");
    mia.sit(&table, buy_in).await;
    let sit = json!({"type": "sit", "buy_in": buy_in, "entry": "post", "seat": 4});
    tom.at(&table, json!({"type": "watch"})).await;
    tom.at(&table, sit).await;

    for minutes in [json!(0), json!(61), json!(300), json!(-1), json!("ten"), json!(1.5)] {
        let refused = tom.ask(&table, pause(minutes.clone())).await;
        assert_eq!(refused["code"], "protocol.invalid_field", "{minutes}: {refused}");
    }
    assert_eq!(seat(&mut mia, &table, 4).await["back_at"], Value::Null);
    tom.at(&table, pause(10)).await;
    let told = loop {
        let message = mia.client.next().await;
        let events = message["events"].as_array().cloned().unwrap_or_default();
        if let Some(told) = events.iter().find(|event| event["event"]["kind"] == "own_pause_set") {
            break told["event"].clone();
        }
    };
    assert_eq!(told["seat"], 4);
    assert!(told["until"].is_u64(), "{told}");
    // Another end, and the first one again, counted from then.
    tom.at(&table, pause(30)).await;
    tom.at(&table, pause(10)).await;
    let before = seat(&mut mia, &table, 4).await["back_at"].clone();
    assert!(before.as_u64() >= told["until"].as_u64());

    let server = Process::start_in(server.kill(), &[]).unwrap();
    let address = server.address;
    mia.back(address, &table).await;
    let kept = seat(&mut mia, &table, 4).await;
    assert_eq!(
        (&kept["back_at"], &kept["connected"]),
        (&before, &json!(false)),
        "{kept}"
    );
    tom.back(address, &table).await;
    tom.at(&table, json!({"type": "sit_out", "out": false})).await;
    let back = seat(&mut mia, &table, 4).await;
    assert_eq!(back["back_at"], Value::Null);
    assert_ne!(back["status"], "sitting_out");
}
