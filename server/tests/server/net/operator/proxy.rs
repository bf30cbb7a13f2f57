//! Clients that come through a proxy.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::JSON;
use crate::net::process::Process;
use crate::net::raw::{handshake, request};
use crate::net::server::NEVER;

/// Requests a WebSocket on behalf of a client; returns the connection and the status.
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

/// As nginx forwards it by `proxy_set_header Host $host`: the name without the port.
#[tokio::test]
async fn behind_a_proxy_on_any_port_the_page_is_ours() {
    let guest = async |address: SocketAddr, host: &str, origin: &str, forwarded: &str| {
        let mut tcp = TcpStream::connect(address).await.unwrap();
        let nickname = format!("Ada {}", origin.len());
        let body = json!({"nickname": nickname}).to_string();
        let text = format!(
            "POST /api/v1/guest HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\n{forwarded}\
             {JSON}content-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        tcp.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        timeout(NEVER, tcp.read_to_string(&mut answer)).await.unwrap().unwrap();
        answer
    };
    let proxied = "x-forwarded-for: 198.51.100.7\r\n";
    let server = Process::start(&["--trusted-proxy=127.0.0.1"]);
    for origin in [
        "https://club.example:8443",
        "http://club.example:8088",
        "https://club.example",
    ] {
        let answer = guest(server.address, "club.example", origin, proxied).await;
        assert!(answer.starts_with("HTTP/1.1 201"), "{origin}: {answer}");
    }
    let answer = guest(server.address, "club.example", "https://evil.example:8443", proxied).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    // Without the option no proxy is assumed; the refusal names the two that differ, and the remedy.
    let server = Process::start(&[]);
    let answer = guest(server.address, "club.example", "https://club.example:8443", "").await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    for word in [
        "https://club.example:8443",
        "club.example was asked",
        "--trusted-proxy",
        "--allow-origin",
    ] {
        assert!(answer.contains(word), "{word}: {answer}");
    }
}
