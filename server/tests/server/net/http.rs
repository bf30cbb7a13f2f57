//! The page, the interface for scripts, and what operators ask.

use serde_json::json;

use crate::net::raw::request;
use crate::net::server::{Server, start};

const JSON: &str = "content-type: application/json\r\n";

/// A new guest's access token, as a header.
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
    // What has tokens in it is never packed.
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
    for route in ["/table/7", "/settings"] {
        assert_eq!(
            request(server.address, "GET", route, "", "").await.body,
            page.body,
            "{route}"
        );
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
    let metrics = request(server.address, "GET", "/metrics", "", "").await;
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

#[tokio::test]
async fn figures_can_have_a_port_of_their_own() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let admin = free.local_addr().unwrap();
    drop(free);
    let server = start(|config| config.admin_listen = admin.to_string()).await;
    assert_eq!(
        request(server.address, "GET", "/metrics", "", "").await.status,
        200,
        "the page"
    );
    let main = request(server.address, "GET", "/metrics", "", "").await;
    assert_eq!(main.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(
        request(admin, "GET", "/metrics", "", "").await.header("content-type"),
        Some("text/plain; version=0.0.4")
    );
    assert_eq!(request(admin, "GET", "/healthz", "", "").await.status, 200);
    assert_eq!(request(admin, "GET", "/", "", "").await.status, 404);
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
