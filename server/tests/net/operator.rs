//! What an operator relies on, tried on the program itself.

use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use tokio::time::sleep;

use crate::process::Process;

#[tokio::test]
async fn a_process_that_was_stopped_sends_no_player_away() {
    let server = Process::start(&["--heartbeat-ms=500", "--timeout-ms=1500"]);
    let (mut ada, mut bea) = (server.guest("Ada").await, server.guest("Bea").await);
    let table = ada.create_table().await;
    ada.sit(&table).await;
    server.signal(Signal::STOP);
    sleep(Duration::from_secs(6)).await;
    server.signal(Signal::CONT);
    for client in [&mut ada, &mut bea] {
        for _ in 0..2 {
            assert_eq!(client.ask(json!({"type": "ping"})).await["type"], "pong");
            sleep(Duration::from_millis(700)).await;
        }
    }
    assert!(server.log().contains("stood still"), "{}", server.log());
}
