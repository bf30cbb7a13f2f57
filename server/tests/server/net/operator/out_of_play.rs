//! Tables and events that cannot be continued.

use std::process::Command;

use rustix::process::Signal;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::net::process::{Process, program};
use crate::net::raw::request;
use crate::net::server::{Tables, at_both_kinds, start, start_in};

at_both_kinds!(players_of_a_table_out_of_play_are_told);

/// A player with chips at a table that cannot be continued is notified at every `hello`, and finds them in the welcome.
async fn players_of_a_table_out_of_play_are_told(kind: Tables) {
    let mut server = start(|_| {}).await;
    let mut ann = server.connect().await;
    let token = ann.hello(json!({"nickname": "Ann"})).await["token"].clone();
    let table = ann.create_table(kind).await;
    ann.sit(&table).await;
    server.ask_to_stop();
    let data = server.stopped().await;
    let options = SqliteConnectOptions::new().filename(data.path().join("poker.db"));
    let mut database = options.connect().await.unwrap();
    sqlx::query("UPDATE owner SET last_hash = zeroblob(32)")
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();

    let server = start_in(data, |_| {}).await;
    let mut ann = server.connect().await;
    let welcome = ann.hello(json!({"token": token})).await;
    assert_eq!(welcome["tables"], json!([]));
    assert_eq!(
        welcome["set_aside"],
        json!([{"table": table, "name": "test", "chips": 1000}])
    );
    let refused = ann.ask(json!({"type": "watch", "table": table})).await;
    assert_eq!(refused["code"], "table.not_found");
    let mut bob = server.connect().await;
    let welcome = bob.hello(json!({"nickname": "Bob"})).await;
    assert_eq!(welcome.get("set_aside"), None, "the chips of others are not named");
}

/// A table whose journal is damaged is named by `/readyz`; once it is released, an audit finds nothing any more.
#[tokio::test]
async fn what_is_out_of_play_is_named_and_what_was_dealt_with_does_not_count() {
    let server = Process::start(&[]);
    let (mut ada, mut bea) = (server.guest("Ada").await, server.guest("Bea").await);
    let mut tables = Vec::new();
    for _ in 0..2 {
        let table = ada.create_table(Tables::Public).await;
        ada.sit(&table).await;
        bea.sit(&table).await;
        tokio::join!(ada.play(&table, 1, |_| {}), bea.play(&table, 1, |_| {}));
        tables.push(table);
    }
    server.signal(Signal::TERM);
    let folder = server.wait();
    let data = folder.path().join("data");
    let poker = |arguments: &[&str]| {
        Command::new(program())
            .args(arguments)
            .arg("--data")
            .arg(&data)
            .output()
            .unwrap()
    };
    let text = |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(poker(&["audit"]).status.success());
    // The first buy-in is at the first table.
    let mut conn = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .connect()
        .await
        .unwrap();
    let groups: Vec<(i64, Vec<u8>)> = sqlx::query_as("SELECT id, steps FROM journal ORDER BY id")
        .fetch_all(&mut conn)
        .await
        .unwrap();
    let place = |steps: &[u8]| steps.windows(6).position(|part| part == b"buy_in");
    let (id, mut steps) = groups.into_iter().find(|(_, steps)| place(steps).is_some()).unwrap();
    let at = place(&steps).unwrap();
    steps[at] ^= 1;
    // Swept rows may be changed.
    sqlx::query("UPDATE journal_end SET swept = settled")
        .execute(&mut conn)
        .await
        .unwrap();
    sqlx::query("UPDATE journal SET steps = $2 WHERE id = $1")
        .bind(id)
        .bind(steps)
        .execute(&mut conn)
        .await
        .unwrap();
    conn.close().await.unwrap();
    let audit = poker(&["audit"]);
    assert_eq!(audit.status.code(), Some(1), "{audit:?}");
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let ready = request(server.address, "GET", "/readyz", "", "").await;
    let told = String::from_utf8(ready.body).unwrap();
    assert_eq!(ready.status, 200);
    assert!(
        told.starts_with("ready\n") && told.contains(&format!("table {}", tables[0])),
        "{told}"
    );
    assert!(!told.contains(&format!("table {}", tables[1])), "{told}");
    server.signal(Signal::TERM);
    let folder = server.wait();
    let data = folder.path().join("data");
    let poker = |arguments: &[&str]| {
        Command::new(program())
            .args(arguments)
            .arg("--data")
            .arg(&data)
            .output()
            .unwrap()
    };
    let released = poker(&["release", &tables[0]]);
    assert!(
        released.status.success() && text(&released).contains("acknowledged"),
        "{released:?}"
    );
    let audit = poker(&["audit"]);
    assert!(
        audit.status.success() && text(&audit).contains("acknowledged"),
        "{audit:?}"
    );
    // New damage counts.
    let mut conn = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .connect()
        .await
        .unwrap();
    for sql in [
        "DROP TRIGGER account_loses_sum",
        "UPDATE account SET created_at = created_at + 1 WHERE name = 'Ada'",
    ] {
        sqlx::query(sql).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
    let audit = poker(&["audit"]);
    assert_eq!(audit.status.code(), Some(1), "{audit:?}");
    let acknowledged = poker(&["audit", "--acknowledge", "a test"]);
    assert!(acknowledged.status.success(), "{acknowledged:?}");
    assert!(poker(&["audit"]).status.success());
}
