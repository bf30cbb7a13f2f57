//! `poker release` of a home game: its players find the evening, with who pays whom.

use serde_json::{Value, json};

use crate::net::home_game::{Guest, play};
use crate::net::process::{Process, poker};

#[tokio::test(flavor = "multi_thread")]
async fn a_released_home_game_is_settled() {
    let server = Process::start(&[]);
    let mut mia = Guest::new(server.address, "Mia").await;
    let mut tom = Guest::new(server.address, "Tom").await;
    let config = json!({
        "name": "Friday", "game": "no-limit-holdem", "seats": 6, "private": true, "buy_in_min": 200, "buy_in_max": 400,
        "session": {"own_chips": true, "chip_value": 5, "currency": "euro"},
    });
    let answer = mia.client.ask(json!({"type": "create_table", "config": config})).await;
    let table = answer["table"]["table"].as_str().unwrap().to_owned();
    let number = table.split('-').next().unwrap().to_owned();
    mia.sit(&table, 400).await;
    tom.sit(&table, 300).await;
    play(&mut [&mut mia, &mut tom], &table, 2).await;

    // Killed at any moment.
    let folder = server.kill();
    let data = folder.path().join("data");
    let told = poker(&data, &["release", &number, "--pay-out"]);
    assert!(told.code == 0 && told.out.contains("who pays whom"), "{told:?}");
    let audit = poker(&data, &["audit"]);
    assert_eq!(audit.code, 0, "{audit:?}");

    let server = Process::start_in(folder, &[]).unwrap();
    let path = format!("/api/v1/evenings/{number}");
    let (_, evening) = tom.http(server.address, "GET", &path).await;
    assert_eq!(mia.http(server.address, "GET", &path).await.1, evening);
    let (_, listed) = tom.http(server.address, "GET", "/api/v1/evenings").await;
    assert_eq!(listed["evenings"], json!([evening]));
    assert_eq!(
        (
            &evening["name"],
            &evening["chip_value"],
            &evening["hands"].as_u64().map(|hands| hands >= 2)
        ),
        (&json!("Friday"), &json!(5), &Some(true))
    );
    let sum = |what: &str| -> u64 {
        let lines = evening["ledger"]["players"].as_array().unwrap();
        lines.iter().map(|line| line[what].as_u64().unwrap()).sum()
    };
    assert_eq!((sum("bought"), sum("taken")), (700, 700), "{evening}");
    let owed = evening["ledger"]["players"].as_array().unwrap().iter().map(|line| {
        let result = line["taken"].as_i64().unwrap() - line["bought"].as_i64().unwrap();
        result.max(0)
    });
    let paid = |payment: &Value| payment["amount"].as_i64().unwrap();
    assert_eq!(
        evening["payments"].as_array().unwrap().iter().map(paid).sum::<i64>(),
        owed.sum::<i64>()
    );
    let (status, again) = mia.http(server.address, "POST", &format!("{path}/again")).await;
    assert!(
        status == 200 || again["code"] == "table.busy",
        "the same people again: {again}"
    );
}
