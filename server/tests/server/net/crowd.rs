//! Many people behind one address, and names that look alike.

use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::net::process::Process;
use crate::net::raw::{Answer, handshake, request};
use crate::net::server::{NEVER, start};

const JSON: &str = "content-type: application/json\r\n";

/// The address that all players of a club share.
const CLUB: &str = "content-type: application/json\r\nx-forwarded-for: 198.51.100.7\r\n";

/// Eighty players of a club open the page within seconds, with six connections each, and come in.
#[tokio::test]
async fn a_club_behind_one_address_comes_in() {
    let server = Process::start(&["--trusted-proxy=127.0.0.1"]);
    let address = server.address;
    let mut kept = Vec::new();
    for player in 0..80 {
        // A browser opens these ahead of any use.
        for _ in 0..4 {
            kept.push(TcpStream::connect(address).await.unwrap());
        }
        let guest = json!({"nickname": format!("Club {player}")}).to_string();
        let answer = request(address, "POST", "/api/v1/guest", CLUB, &guest).await;
        assert_eq!(answer.status, 201, "{player}: {}", answer.json());
        for path in ["/api/v1/games", "/api/v1/tournaments"] {
            assert_eq!(request(address, "GET", path, CLUB, "").await.status, 200, "{player}");
        }
    }
    let logins = (0..20).map(|player| {
        let body = json!({"name": format!("Member {player}"), "password": "correct horse"}).to_string();
        async move { request(address, "POST", "/api/v1/register", CLUB, &body).await }
    });
    for answer in join_all(logins).await {
        assert_eq!(answer.status, 201, "{}", answer.json());
    }
}

/// A limit that is hit is in the log with the option that raises it, and the answer says that a network shares it.
#[tokio::test]
async fn a_limit_that_bites_is_named() {
    let server = Process::start(&[
        "--trusted-proxy=127.0.0.1",
        "--guests-per-minute=1",
        "--passwords-per-minute=1",
        "--api-requests-per-second=1",
    ]);
    let shared = |answer: &Answer| answer.json()["params"]["share"] == "network";
    let from = |last: u8| format!("{JSON}x-forwarded-for: 198.51.100.{last}\r\n");
    let (guest, login) = (
        r#"{"nickname": "Ada"}"#,
        r#"{"name": "Ada", "password": "wrong horse"}"#,
    );
    for (last, method, path, body, option) in [
        (1, "POST", "/api/v1/guest", guest, "--guests-per-minute"),
        (2, "POST", "/api/v1/login", login, "--passwords-per-minute"),
        (3, "GET", "/api/v1/games", "", "--api-requests-per-second"),
    ] {
        let mut refused = None;
        for _ in 0..10 {
            let answer = request(server.address, method, path, &from(last), body).await;
            if answer.status == 429 {
                refused = Some(answer);
                break;
            }
        }
        assert!(shared(&refused.unwrap()), "{path}");
        let log = server.log();
        let line = log.lines().find(|line| line.contains(option));
        assert!(
            line.unwrap_or_else(|| panic!("{option}: {log}"))
                .contains("198.51.100."),
            "{log}"
        );
    }
}

/// So is the limit of connections, which a client meets before any request, with the client's network alone.
#[tokio::test]
async fn the_limit_of_connections_is_named() {
    let option = "--max-connections-per-ip";
    let server = Process::start(&["--trusted-proxy=127.0.0.1", "--max-connections-per-ip=2"]);
    let lines = || {
        let log = server.log();
        let lines = log.lines().filter(|line| line.contains(option));
        lines.map(ToOwned::to_owned).collect::<Vec<String>>()
    };
    let mut kept = Vec::new();
    for last in [7, 7, 8] {
        let socket = upgraded(server.address, last).await;
        assert_eq!(socket.1, "101", "{last}");
        kept.push(socket);
    }
    assert_eq!(lines(), Vec::<String>::new());
    assert_eq!(upgraded(server.address, 7).await.1, "503");
    let of_club = "x-forwarded-for: 198.51.100.7\r\n";
    let refused = request(server.address, "GET", "/api/v1/games", of_club, "")
        .await
        .json();
    assert_eq!(
        (&refused["code"], &refused["params"]["share"]),
        (&json!("server.full"), &json!("network")),
        "{refused}"
    );
    let lines = lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].contains("198.51.100.7") && lines[0].contains("WARN"),
        "{lines:?}"
    );
}

/// Requests a WebSocket on behalf of a client; returns the connection and the status.
async fn upgraded(server: SocketAddr, last: u8) -> (TcpStream, String) {
    let mut tcp = TcpStream::connect(server).await.unwrap();
    let text = handshake(server, "/ws", &format!("x-forwarded-for: 198.51.100.{last}\r\n"));
    tcp.write_all(text.as_bytes()).await.unwrap();
    let mut line = [0; 12];
    timeout(NEVER, tcp.read_exact(&mut line)).await.unwrap().unwrap();
    (tcp, String::from_utf8_lossy(&line[9..]).into_owned())
}

/// Guests, accounts and bots: a name that looks like another's is taken, whatever it is made of.
#[tokio::test]
async fn a_name_that_looks_like_another_is_taken() {
    let server = start(|config| config.passwords_per_minute = 1_000).await;
    let post = async |path: &str, token: Option<&Value>, body: Value| {
        let bearer = token.map(|token| format!("authorization: Bearer {}\r\n", token.as_str().unwrap()));
        let headers = [JSON, &bearer.unwrap_or_default()].concat();
        let answer = request(server.address, "POST", path, &headers, &body.to_string()).await;
        (answer.status, answer.json())
    };
    let account = json!({"name": "Sassou", "password": "correct horse"});
    let (status, sassou) = post("/api/v1/register", None, account).await;
    assert_eq!(status, 201, "{sassou}");
    let owner = Some(&sassou["access_token"]);
    assert_eq!(post("/api/v1/bot-tokens", owner, json!({"name": "Robo"})).await.0, 201);
    for alike in [
        "\u{455}assou",
        "Sass0u",
        "5assou",
        "SASSOU",
        "S\u{e0}ssou",
        "S.assou",
        "Sassou_",
        "R0bo",
        "Rob\u{43e}",
    ] {
        for (path, body) in [
            ("/api/v1/guest", json!({"nickname": alike})),
            ("/api/v1/register", json!({"name": alike, "password": "correct horse"})),
        ] {
            let (status, answer) = post(path, None, body).await;
            assert_eq!(
                (status, &answer["code"]),
                (409, &json!("auth.name_taken")),
                "{path} {alike}"
            );
        }
        let (status, answer) = post("/api/v1/bot-tokens", owner, json!({"name": alike})).await;
        let is_own = matches!(alike, "SASSOU");
        assert!(status == 409 || is_own, "{alike}: {answer}");
    }
    // A guest becomes an account under its own name, and under a lookalike of it.
    let (_, guest) = post("/api/v1/guest", None, json!({"nickname": "Zoe"})).await;
    let upgrade = json!({"name": "Zo\u{eb}", "password": "correct horse"});
    let (status, answer) = post("/api/v1/register", Some(&guest["access_token"]), upgrade).await;
    assert_eq!(status, 201, "{answer}");
    let (status, answer) = post("/api/v1/guest", None, json!({"nickname": "Z0e"})).await;
    assert_eq!(status, 409, "{answer}");
    assert_eq!(post("/api/v1/guest", None, json!({"nickname": "Zoe 2"})).await.0, 201);
}

/// The apostrophe that phones type is accepted, and a character not allowed in names is named.
#[tokio::test]
async fn the_sign_at_fault_is_named() {
    let server = start(|_| {}).await;
    let guest = async |nickname: &str| {
        let body = json!({"nickname": nickname}).to_string();
        request(server.address, "POST", "/api/v1/guest", JSON, &body).await
    };
    let answer = guest("Ma\u{eb}lle O\u{2019}Connor").await;
    assert_eq!(answer.status, 201, "{}", answer.json());
    assert_eq!(answer.json()["you"]["name"], "Ma\u{eb}lle O'Connor");
    let refused = guest("Ma\u{eb}lle \u{1f600}").await;
    let body = refused.json();
    assert_eq!((refused.status, &body["code"]), (400, &json!("auth.name_invalid")));
    assert_eq!(body["params"]["sign"], "\u{1f600}", "{body}");
}
