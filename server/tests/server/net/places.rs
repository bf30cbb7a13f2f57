//! Free, shared places are never all taken: a stranger gets one, even next to guests of many networks who take all they can.

use serde_json::{Value, json};

use crate::net::raw;
use crate::net::server::{Server, start_in};

/// Attacking networks.
const NETWORKS: u8 = 13;

/// A limited resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shared {
    Tournaments,
    Tables,
    Practice,
}

impl Shared {
    fn request(self) -> (&'static str, Value) {
        match self {
            Self::Tournaments => ("/api/v1/tournaments", json!({"structure": "heads-up"})),
            Self::Tables => (
                "/api/v1/tables",
                json!({"name": "test", "game": "no-limit-holdem", "seats": 2}),
            ),
            Self::Practice => ("/api/v1/practice", json!({"game": "no-limit-holdem", "bots": 1})),
        }
    }
}

async fn post(server: &Server, network: u8, token: Option<&Value>, path: &str, body: &Value) -> (u16, Value) {
    let mut headers = format!("content-type: application/json\r\nx-forwarded-for: 203.0.113.{network}\r\n");
    if let Some(token) = token {
        headers.push_str(&["authorization: Bearer ", token.as_str().unwrap(), "\r\n"].concat());
    }
    let answer = raw::request(server.address, "POST", path, &headers, &body.to_string()).await;
    (answer.status, answer.json())
}

async fn guest(server: &Server, network: u8, name: &str) -> Value {
    let body = json!({"nickname": name});
    post(server, network, None, "/api/v1/guest", &body).await.1["access_token"].clone()
}

async fn started(data: tempfile::TempDir) -> Server {
    start_in(data, |config| {
        config.trusted_proxy = vec!["127.0.0.1".parse().unwrap()];
        config.api_requests_per_second = 100_000;
        config.tables_per_minute = 1_000;
        config.guests_per_minute = 1_000;
        config.max_tables = 60;
    })
    .await
}

/// Has guests of many networks take all they are given.
async fn attack(server: &Server, shared: Shared) {
    let (path, body) = shared.request();
    for network in 1..=NETWORKS {
        for number in 0..10 {
            let token = guest(server, network, &format!("Guest {network} {number}")).await;
            let tries = if shared == Shared::Practice { 1 } else { 6 };
            for _ in 0..tries {
                if post(server, network, Some(&token), path, &body).await.0 != 201 {
                    break;
                }
            }
        }
    }
}

/// Checks that a guest, and an account as new as the guest, each get in from a network of their own.
async fn strangers_enter(server: &Server, shared: Shared, round: u8) {
    let (path, body) = shared.request();
    let token = guest(server, 200 + round, &format!("Stranger {round}")).await;
    let (status, answer) = post(server, 200 + round, Some(&token), path, &body).await;
    assert_eq!(status, 201, "{shared:?} {round}: {answer}");
    let account = json!({"name": format!("Account {round}"), "password": "correct horse"});
    let made = post(server, 210 + round, None, "/api/v1/register", &account).await.1;
    let (status, answer) = post(server, 210 + round, Some(&made["access_token"]), path, &body).await;
    assert_eq!(status, 201, "{shared:?} {round}: {answer}");
}

async fn a_stranger_gets_a_place(shared: Shared) {
    let mut server = started(tempfile::TempDir::new().unwrap()).await;
    attack(&server, shared).await;
    strangers_enter(&server, shared, 1).await;
    server.ask_to_stop();
    let server = started(server.stopped().await).await;
    strangers_enter(&server, shared, 2).await;
}

#[tokio::test]
async fn a_stranger_announces_a_tournament() {
    a_stranger_gets_a_place(Shared::Tournaments).await;
}

#[tokio::test]
async fn a_stranger_opens_a_table() {
    a_stranger_gets_a_place(Shared::Tables).await;
}

#[tokio::test]
async fn a_stranger_practises() {
    a_stranger_gets_a_place(Shared::Practice).await;
}
