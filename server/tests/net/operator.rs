//! What an operator relies on, tried on the program itself.

use std::net::SocketAddr;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::process::Process;
use crate::raw::{handshake, request};
use crate::server::NEVER;

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

/// Asks for a WebSocket on behalf of a client: the connection, and the status that it got.
async fn forwarded(address: SocketAddr, client: &str) -> (TcpStream, u16) {
    let mut tcp = TcpStream::connect(address).await.unwrap();
    let text = handshake(address, "/ws", &format!("x-forwarded-for: {client}\r\n"));
    tcp.write_all(text.as_bytes()).await.unwrap();
    let mut line = [0; 12];
    timeout(NEVER, tcp.read_exact(&mut line)).await.unwrap().unwrap();
    (tcp, std::str::from_utf8(&line[9..]).unwrap().parse().unwrap())
}

#[tokio::test]
async fn behind_a_proxy_each_client_has_its_own_share_of_connections() {
    let server = Process::start(&["--trusted-proxy=127.0.0.1", "--max-connections-per-ip=2"]);
    let address = server.address;
    let (first, status) = forwarded(address, "198.51.100.7").await;
    assert_eq!(status, 101);
    let (_second, status) = forwarded(address, "10.0.0.1, 198.51.100.7").await;
    assert_eq!(status, 101);
    let (_, status) = forwarded(address, "198.51.100.7").await;
    assert_eq!(status, 503);
    let of_client = "x-forwarded-for: 198.51.100.7\r\n";
    let refused = request(address, "GET", "/api/v1/games", of_client, "").await;
    assert_eq!((refused.status, &refused.json()["code"]), (503, &json!("server.full")));
    assert!(refused.header("retry-after").is_some());
    // The others are neither counted with it nor kept out.
    let others: Vec<_> = (8..12).map(|last| format!("198.51.100.{last}")).collect();
    for other in &others {
        assert_eq!(forwarded(address, other).await.1, 101);
    }
    for _ in 0..5 {
        let of_other = format!("x-forwarded-for: {}\r\n", others[0]);
        assert_eq!(
            request(address, "GET", "/api/v1/games", &of_other, "").await.status,
            200
        );
    }
    drop(first);
    let comes_back = async {
        while forwarded(address, "198.51.100.7").await.1 != 101 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(NEVER, comes_back).await.unwrap();
    assert!(!server.log().contains("stranger"), "{}", server.log());
}

#[tokio::test]
async fn forwarded_headers_of_strangers_are_told_once_a_minute() {
    let server = Process::start(&["--max-connections-per-ip=2"]);
    for _ in 0..5 {
        let headers = "x-forwarded-for: 198.51.100.7\r\n";
        assert_eq!(
            request(server.address, "GET", "/healthz", headers, "").await.status,
            200
        );
    }
    let log = server.log();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("stranger")).collect();
    assert_eq!(lines.len(), 1, "{log}");
    assert!(lines[0].contains("--trusted-proxy") && lines[0].contains("127.0.0.1"));
}
