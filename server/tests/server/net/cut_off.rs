//! Operators' acts that a kill cuts off: whoever was banned, deleted or renamed gives up seats and lines after the next start, wherever
//! the kill came.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::net::home_game::Guest;
use crate::net::process::{Process, poker, program};

/// Tables where the account asks for a seat.
const TABLES: usize = 3;

async fn created(host: &mut Guest, name: &str) -> String {
    let config = json!({"name": name, "game": "no-limit-holdem", "seats": 6, "private": true});
    let answer = host.client.ask(json!({"type": "create_table", "config": config})).await;
    let table = answer["table"]["table"].as_str().unwrap().to_owned();
    host.at(&table, json!({"type": "watch"})).await;
    table
}

/// Waits until `times` tables have dropped a request.
async fn dropped(host: &mut Guest, times: usize) {
    let mut seen = 0;
    while seen < times {
        let message = host.client.next().await;
        let events = message["events"].as_array().into_iter().flatten();
        let empty = |event: &&Value| {
            let event = &event["event"];
            event["kind"] == "host_ruled" && event["deed"] == "requests" && event["rules"]["requests"].is_null()
        };
        seen += events.filter(empty).count();
    }
}

/// Kills the server once the act has reached `reached` tables; with none, right after its line of the trail.
async fn cut_off(act: &[&str], seated: bool, reached: usize) {
    let server = Process::start(&[]);
    let mut hana = Guest::new(server.address, "Hana").await;
    let mut ada = Guest::new(server.address, "Ada").await;
    let mut tables = Vec::new();
    for number in 0..TABLES {
        let table = created(&mut hana, &format!("Table {number}")).await;
        hana.at(
            &table,
            json!({"type": "host", "action": {"kind": "approval", "on": true}}),
        )
        .await;
        ada.at(&table, json!({"type": "ask_seat", "ask": true})).await;
        tables.push(table);
    }
    let seat = created(&mut hana, "Seats").await;
    if seated {
        ada.sit(&seat, 1000).await;
    }
    let arguments = [&["accounts"], act, &["--reason", "because"]].concat();
    let folder = if reached == 0 {
        // What the store has of an act is the same with and without a server.
        let folder = server.kill();
        let told = poker(&folder.path().join("data"), &arguments);
        assert_eq!(told.code, 0, "{told:?}");
        folder
    } else {
        let mut acting = Command::new(program())
            .args(&arguments)
            .env("POKER_DATA", server.data())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        dropped(&mut hana, reached).await;
        let folder = server.kill();
        acting.wait().unwrap();
        folder
    };
    let server = Process::start_in(folder, &[]).unwrap();
    for table in tables.iter().chain([&seat]) {
        let (status, state) = hana
            .http(server.address, "GET", &format!("/api/v1/tables/{table}/state"))
            .await;
        assert_eq!(status, 200, "{state}");
        assert!(!state.to_string().contains("\"Ada\""), "{act:?}, {reached}: {state}");
    }
    let audit = poker(&server.data(), &["audit"]);
    assert_eq!(audit.code, 0, "{audit:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_that_a_kill_cuts_off_is_finished_after_the_start() {
    for reached in [0, 1, TABLES] {
        cut_off(&["ban", "Ada"], true, reached).await;
        cut_off(&["delete", "Ada"], false, reached).await;
        cut_off(&["rename", "Ada", "Adele"], false, reached).await;
    }
}
