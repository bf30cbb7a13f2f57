//! The page, the interface for scripts, and the port for operators.

use serde_json::{Value, json};

use crate::net::caller::Caller;
use crate::net::clubs::{done, found};
use crate::net::raw::{operator, request, send};
use crate::net::server::{Server, free_address, start, start_in};

const JSON: &str = "content-type: application/json\r\n";

/// Returns a new guest's access token, as a header.
async fn bearer(server: &Server, nickname: &str) -> String {
    let body = json!({"nickname": nickname}).to_string();
    let session = request(server.address, "POST", "/api/v1/guest", JSON, &body)
        .await
        .json();
    format!(
        "authorization: Bearer {}\r\n",
        session["access_token"].as_str().unwrap()
    )
}

#[tokio::test]
async fn the_page_is_served_with_a_tag_and_guards() {
    let server = start(|_| {}).await;
    let page = request(server.address, "GET", "/", "", "").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    assert!(page.header("permissions-policy").is_some() && page.header("x-request-id").is_some());
    let tag = page.header("etag").unwrap();

    let again = request(server.address, "GET", "/", &format!("if-none-match: {tag}\r\n"), "").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = request(server.address, "GET", "/", "if-none-match: \"other\"\r\n", "").await;
    assert_eq!(other.status, 200);
}

#[tokio::test]
async fn files_of_the_page_are_packed_and_kept_for_good() {
    let server = start(|_| {}).await;
    let page = request(server.address, "GET", "/", "", "").await;
    let page = String::from_utf8(page.body).unwrap();
    let named = |begin: &str| page.split('"').find(|part| part.starts_with(begin)).unwrap();
    let script = named("/assets/app.");
    let words = request(
        server.address,
        "GET",
        named("/assets/en."),
        "accept-encoding: br, gzip\r\n",
        "",
    )
    .await;
    assert_eq!((words.status, words.header("content-encoding")), (200, Some("br")));
    let plain = request(server.address, "GET", script, "", "").await;
    let keep = Some("public, max-age=31536000, immutable");
    assert_eq!((plain.status, plain.header("cache-control")), (200, keep));
    assert_eq!((plain.header("content-encoding"), plain.header("etag")), (None, None));
    for (offer, coding) in [
        ("gzip, deflate, br", Some("br")),
        ("gzip", Some("gzip")),
        ("br;q=0, gzip;q=0.5", Some("gzip")),
        ("deflate", None),
    ] {
        let headers = format!("accept-encoding: {offer}\r\n");
        let packed = request(server.address, "GET", script, &headers, "").await;
        assert_eq!(packed.header("content-encoding"), coding, "{offer}");
        assert_eq!(packed.header("vary"), Some("accept-encoding"), "{offer}");
        assert_eq!(packed.body.len() < plain.body.len(), coding.is_some(), "{offer}");
    }
    let gone = request(server.address, "GET", "/assets/app.0000000000000000.js", "", "").await;
    assert_eq!(gone.status, 404);
    assert_eq!(request(server.address, "GET", "/app.js", "", "").await.status, 404);
}

#[tokio::test]
async fn lists_are_packed_and_the_list_of_games_is_sent_once() {
    let server = start(|_| {}).await;
    let plain = request(server.address, "GET", "/api/v1/games", "", "").await;
    assert_eq!((plain.status, plain.header("content-encoding")), (200, None));
    let headers = "accept-encoding: gzip, br\r\n";
    let packed = request(server.address, "GET", "/api/v1/games", headers, "").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 4 < plain.body.len(), "{}", packed.body.len());
    let tag = packed.header("etag").unwrap();
    assert_eq!(plain.header("etag"), Some(tag));
    let again = request(
        server.address,
        "GET",
        "/api/v1/games",
        &format!("if-none-match: {tag}\r\n"),
        "",
    )
    .await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    // Responses with tokens in them are never compressed.
    let body = json!({"nickname": "Ada".repeat(5)}).to_string();
    let session = request(
        server.address,
        "POST",
        "/api/v1/guest",
        &format!("{JSON}{headers}"),
        &body,
    )
    .await;
    assert_eq!((session.status, session.header("content-encoding")), (201, None));
}

#[tokio::test]
async fn routes_of_the_page_are_the_page_and_others_are_nothing() {
    let server = start(|_| {}).await;
    let page = request(server.address, "GET", "/", "", "").await;
    for (route, status) in [
        ("/practice", 200),
        ("/hands", 200),
        ("/settings", 404),
        ("/no/such/page", 404),
    ] {
        let answer = request(server.address, "GET", route, "", "").await;
        assert_eq!((answer.status, answer.body == page.body), (status, true), "{route}");
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8"),
            "{route}"
        );
        let head = request(server.address, "HEAD", route, "", "").await;
        assert_eq!((head.status, head.body.len()), (status, 0), "{route}");
    }
    for path in [
        "/nothing.js",
        "/api/v1/nothing",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/test/x.js",
        "/package.json",
    ] {
        let answer = request(server.address, "GET", path, "", "").await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.json()["code"].is_string(), "{path}");
    }
    assert_eq!(request(server.address, "DELETE", "/", "", "").await.status, 405);
    assert_eq!(
        request(server.address, "PUT", "/api/v1/tables", "", "").await.status,
        405
    );
}

#[tokio::test]
async fn operators_are_answered() {
    let server = start(|_| {}).await;
    assert_eq!(request(server.address, "GET", "/healthz", "", "").await.body, b"ok\n");
    assert_eq!(request(server.address, "GET", "/readyz", "", "").await.status, 200);
    let version = request(server.address, "GET", "/version", "", "").await.json();
    assert_eq!(version["protocols"], json!(["poker.v1"]));
    let metrics = operator(server.data(), "GET", "/metrics").await;
    let text = String::from_utf8(metrics.body).unwrap();
    for figure in [
        "poker_connections",
        "poker_socket_writes_total",
        "poker_deliveries_total",
        "poker_busy_ratio",
    ] {
        assert!(text.contains(figure), "{figure}");
    }
}

/// By default, and with a chosen port: figures and commands take the token and a host that is this one, and are nowhere else.
#[tokio::test]
async fn figures_and_commands_are_for_operators_alone() {
    for admin in [None, Some(free_address())] {
        let server = start(|config| {
            if let Some(admin) = admin {
                config.admin_listen = admin.to_string();
            }
        })
        .await;
        // The main port has only the page, which says that there is nothing.
        for headers in ["", "authorization: Bearer x\r\n"] {
            let main = request(server.address, "GET", "/metrics", headers, "").await;
            let answered = (main.status, main.header("content-type"));
            assert_eq!(answered, (404, Some("text/html; charset=utf-8")));
            assert_eq!(request(server.address, "POST", "/pause", headers, "").await.status, 405);
        }
        let read = |name| std::fs::read_to_string(server.data().join(name)).unwrap();
        let address = read("admin.address").trim().parse().unwrap();
        assert!(admin.is_none_or(|admin| admin == address));
        let token = read("admin.token");
        let mode = std::fs::metadata(server.data().join("admin.token"))
            .unwrap()
            .permissions();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o600);
        let right = format!("authorization: Bearer {}\r\n", token.trim());
        for (method, path) in [("GET", "/metrics"), ("POST", "/pause"), ("POST", "/resume")] {
            for wrong in [
                "",
                "authorization: Bearer \r\n",
                "authorization: Bearer 00\r\n",
                "authorization: Basic eDp5\r\n",
            ] {
                let refused = request(address, method, path, wrong, "").await;
                assert_eq!(
                    (refused.status, &refused.json()["code"]),
                    (401, &json!("auth.invalid_token")),
                    "{path}"
                );
            }
            // A page in the operator's browser whose own name points here, even one that had the token.
            for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example"] {
                let text = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{right}\r\n");
                let refused = send(address, text.as_bytes()).await;
                assert_eq!(
                    (refused.status, &refused.json()["code"]),
                    (403, &json!("auth.forbidden")),
                    "{host}"
                );
            }
            assert_eq!(request(address, method, path, &right, "").await.status, 200, "{path}");
        }
        assert_eq!(
            operator(server.data(), "GET", "/metrics").await.header("content-type"),
            Some("text/plain; version=0.0.4")
        );
        assert_eq!(request(address, "GET", "/healthz", "", "").await.status, 200);
        assert_eq!(request(address, "GET", "/", &right, "").await.status, 404);
    }
}

/// Everything a program, or an agent, needs to write a bot is on the server that the bot is for.
#[tokio::test]
async fn what_bot_authors_read_is_served() {
    let server = start(|_| {}).await;
    for (path, kind, words) in [
        ("/llms.txt", "text/plain; charset=utf-8", "\"type\":\"hello\""),
        ("/docs/bots.md", "text/markdown; charset=utf-8", "poker.v1"),
    ] {
        let told = request(server.address, "GET", path, "", "").await;
        assert_eq!((told.status, told.header("content-type")), (200, Some(kind)), "{path}");
        assert!(told.text().contains(words), "{path}");
    }
    let told = request(server.address, "GET", "/llms.txt", "", "").await;
    assert!(told.text().lines().count() <= 80, "it is read in one go");
}

/// The token outlives a restart, and a port that the operator does not want is not there.
#[tokio::test]
async fn the_operators_port_can_be_left_out() {
    let mut server = start(|_| {}).await;
    let token = std::fs::read(server.data().join("admin.token")).unwrap();
    server.ask_to_stop();
    let server = start_in(server.stopped().await, |config| config.admin_listen = "none".to_owned()).await;
    assert_eq!(std::fs::read(server.data().join("admin.token")).unwrap(), token);
    assert!(!server.data().join("admin.address").exists());
}

/// A proxy on this machine that no option names lifts no limit: what it forwards is refused, with the remedy.
#[tokio::test]
async fn what_an_unnamed_proxy_passes_on_is_refused() {
    let server = start(|_| {}).await;
    for header in [
        "x-forwarded-for: 198.51.100.7",
        "forwarded: for=198.51.100.7",
        "x-real-ip: 198.51.100.7",
        "X-Forwarded-For:",
    ] {
        for (method, path) in [
            ("GET", "/"),
            ("GET", "/api/v1/games"),
            ("POST", "/api/v1/guest"),
            ("GET", "/ws"),
        ] {
            let refused = request(server.address, method, path, &format!("{header}\r\n"), "").await;
            let body = refused.json();
            assert_eq!(
                (refused.status, &body["code"]),
                (403, &json!("server.proxy_unnamed")),
                "{header} {path}"
            );
            assert!(body["message"].as_str().unwrap().contains("--trusted-proxy"), "{body}");
        }
        let lives = request(server.address, "GET", "/readyz", &format!("{header}\r\n"), "").await;
        assert_eq!(lives.status, 200, "a check of whether it lives has no limit to lift");
    }
    let named = start(|config| config.trusted_proxy = vec!["127.0.0.1".parse().unwrap()]).await;
    let headers = "x-forwarded-for: 198.51.100.7\r\n";
    assert_eq!(
        request(named.address, "GET", "/api/v1/games", headers, "").await.status,
        200
    );
}

#[tokio::test]
async fn scripts_list_and_open_tables() {
    let server = start(|config| config.tables_per_minute = 1).await;
    let games = request(server.address, "GET", "/api/v1/games", "", "").await.json();
    let ids: Vec<_> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["id"])
        .collect();
    assert!(ids.contains(&&json!("no-limit-holdem")));

    let table = json!({"name": "By a script", "game": "no-limit-holdem", "seats": 6});
    let refused = request(server.address, "POST", "/api/v1/tables", JSON, &table.to_string()).await;
    assert_eq!(
        (refused.status, &refused.json()["code"]),
        (401, &json!("auth.invalid_token"))
    );
    let headers = bearer(&server, "Ada").await + JSON;
    let (malformed, invalid) = ("protocol.malformed", "protocol.invalid_field");
    for (broken, code) in [
        ("", malformed),
        ("{", malformed),
        ("[]", malformed),
        (r#"{"name":"x"}"#, invalid),
        (r#"{"name":"x","game":"no-limit-holdem","seats":-1}"#, invalid),
    ] {
        let refused = request(server.address, "POST", "/api/v1/tables", &headers, broken).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (400, &json!(code)),
            "{broken}"
        );
    }
    let unknown = json!({"name": "x", "game": "snap", "seats": 6}).to_string();
    assert_eq!(
        request(server.address, "POST", "/api/v1/tables", &headers, &unknown)
            .await
            .status,
        404
    );
    let opened = request(server.address, "POST", "/api/v1/tables", &headers, &table.to_string()).await;
    assert_eq!(opened.status, 201);
    let limited = request(server.address, "POST", "/api/v1/tables", &headers, &table.to_string()).await;
    assert_eq!((limited.status, &limited.json()["code"]), (429, &json!("rate.limited")));
    assert!(limited.header("retry-after").is_some());
    let tables = request(server.address, "GET", "/api/v1/tables", "", "").await.json();
    assert_eq!(tables["tables"][0]["info"], opened.json());
}

#[tokio::test]
async fn hands_are_for_those_who_played_them() {
    let server = start(|_| {}).await;
    assert_eq!(
        request(server.address, "GET", "/api/v1/hands", "", "").await.status,
        401
    );
    let headers = bearer(&server, "Ada").await;
    let hands = request(server.address, "GET", "/api/v1/hands", &headers, "").await;
    assert_eq!(hands.json(), json!({"hands": []}));
    assert_eq!(
        request(server.address, "GET", "/api/v1/hands?limit=x", &headers, "")
            .await
            .status,
        400
    );
    for path in ["/api/v1/hands/1/1", "/api/v1/hands/x/1", "/api/v1/hands/-1/1"] {
        let answer = request(server.address, "GET", path, &headers, "").await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (404, &json!("hand.not_found")),
            "{path}"
        );
    }
}

/// A client that has the answer finds the new table and can give it to a club, even before the table's task has run.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_there_as_soon_as_it_is_open() {
    let server = start(|config| config.tables_per_minute = 100).await;
    let ann = Caller::account(&server, "Ann").await;
    let (club, _) = found(&ann).await;
    for is_private in [true, false].repeat(9) {
        let config = json!({"name": "New", "game": "no-limit-holdem", "seats": 2, "private": is_private});
        let info = done(&ann, "POST", "/api/v1/tables", config).await;
        if is_private {
            let places = format!("{club}/places");
            done(&ann, "POST", &places, json!({"table": info["table"]})).await;
        } else {
            let path = format!("/api/v1/tables/{}", info["table"].as_str().unwrap());
            assert_eq!(done(&ann, "GET", &path, Value::Null).await["info"], info);
        }
    }
}
