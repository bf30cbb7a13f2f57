//! Accounts over HTTP, as seen by programs and by pages.

use std::net::{Ipv4Addr, SocketAddr};

use poker_base::idle::IdleSignal;
use poker_server::config::Config;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server of a test's own.
struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
    _data: tempfile::TempDir,
}

impl Server {
    async fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let config = Config {
            data: data.path().to_owned(),
            demo_tables: false,
            house_bots: 0,
            ..Config::default()
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let (ready, is_ready) = oneshot::channel();
        let running = tokio::spawn(async move {
            let shutdown = async {
                let _ = stopped.await;
            };
            poker_server::run(
                listener,
                config,
                IdleSignal::always(),
                || ready.send(()).unwrap(),
                shutdown,
            )
            .await
            .unwrap();
        });
        is_ready.await.unwrap();
        Self {
            address,
            stop: Some(stop),
            running,
            _data: data,
        }
    }

    async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        self.running.await.unwrap();
    }

    /// Sends one request on a connection of its own.
    async fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Answer {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n",
            self.address
        );
        for (name, value) in headers {
            request.extend([*name, ": ", *value, "\r\n"]);
        }
        let body = body.map(Value::to_string);
        if let Some(body) = &body {
            let length = body.len().to_string();
            request.extend(["content-type: application/json\r\ncontent-length: ", &length, "\r\n"]);
        }
        request += "\r\n";
        request += body.as_deref().unwrap_or_default();
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        Answer::read(&text)
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[], Some(body)).await
    }

    /// Sends a request with a token.
    async fn as_user(&self, token: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let bearer = format!("Bearer {token}");
        self.ask(method, path, &[("authorization", &bearer)], body).await
    }
}

#[derive(Debug)]
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Value,
}

impl Answer {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let body = serde_json::from_str(body).unwrap_or(Value::Null);
        Self { status, headers, body }
    }

    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the cookie as the browser sends it back.
    fn cookie(&self) -> Option<&str> {
        self.header("set-cookie")?.split(';').next()
    }

    fn text(&self, field: &str) -> &str {
        self.body[field].as_str().unwrap()
    }

    fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status, &self.body["code"]), (status, &json!(code)), "{self:?}");
    }
}

#[tokio::test]
async fn a_program_comes_and_goes() {
    let server = Server::start().await;
    let guest = server.post("/api/v1/guest", &json!({"nickname": "Ann"})).await;
    assert_eq!(guest.status, 201);
    assert_eq!(guest.body["you"]["kind"], "guest");
    assert_eq!(guest.body["expires_in_s"], 900);
    assert_eq!(guest.header("set-cookie"), None);
    assert_eq!(guest.header("cache-control"), Some("no-store"));

    let me = server
        .as_user(guest.text("access_token"), "GET", "/api/v1/me", None)
        .await;
    assert_eq!(me.body["you"], guest.body["you"]);
    assert_eq!(me.body["balance"], guest.body["balance"]);

    let renewed = server
        .post(
            "/api/v1/refresh",
            &json!({"refresh_token": guest.text("refresh_token")}),
        )
        .await;
    assert_eq!((renewed.status, &renewed.body["you"]), (200, &guest.body["you"]));
    let stolen = server
        .post(
            "/api/v1/refresh",
            &json!({"refresh_token": guest.text("refresh_token")}),
        )
        .await;
    stolen.refused(401, "auth.revoked");
    let token = renewed.text("access_token");
    server
        .as_user(token, "GET", "/api/v1/me", None)
        .await
        .refused(401, "auth.revoked");
    server.stop().await;
}

#[tokio::test]
async fn an_account_logs_in_and_out() {
    let server = Server::start().await;
    let guest = server.post("/api/v1/guest", &json!({"nickname": "Ann"})).await;
    let credentials = json!({"name": "Ann", "password": "correct horse"});
    server
        .post("/api/v1/register", &credentials)
        .await
        .refused(409, "auth.name_taken");
    let account = server
        .as_user(
            guest.text("access_token"),
            "POST",
            "/api/v1/register",
            Some(&credentials),
        )
        .await;
    assert_eq!(
        (account.status, &account.body["you"]["id"]),
        (201, &guest.body["you"]["id"])
    );
    assert_eq!(account.body["you"]["kind"], "account");

    let wrong = json!({"name": "Ann", "password": "wrong horse"});
    server
        .post("/api/v1/login", &wrong)
        .await
        .refused(401, "auth.invalid_credentials");
    let unknown = json!({"name": "Nobody", "password": "wrong horse"});
    server
        .post("/api/v1/login", &unknown)
        .await
        .refused(401, "auth.invalid_credentials");
    let session = server.post("/api/v1/login", &credentials).await;
    let token = session.text("access_token");
    assert_eq!(server.as_user(token, "POST", "/api/v1/logout", None).await.status, 204);
    server
        .as_user(token, "GET", "/api/v1/me", None)
        .await
        .refused(401, "auth.revoked");
    let other = account.text("access_token");
    assert_eq!(server.as_user(other, "GET", "/api/v1/me", None).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_page_keeps_its_refresh_token_in_a_cookie() {
    let server = Server::start().await;
    let origin = format!("http://{}", server.address);
    let origin = ("origin", origin.as_str());
    let nickname = json!({"nickname": "Ann"});
    let guest = server.ask("POST", "/api/v1/guest", &[origin], Some(&nickname)).await;
    assert_eq!(guest.body.get("refresh_token"), None);
    let attributes = guest.header("set-cookie").unwrap();
    for attribute in ["; HttpOnly", "; SameSite=Strict", "; Path=/api/v1", "; Max-Age=604"] {
        assert!(attributes.contains(attribute), "{attributes}");
    }
    assert!(!attributes.contains("Secure"), "a plain connection would lose it");

    let cookies = format!("theme=dark; {}", guest.cookie().unwrap());
    let renewed = server
        .ask(
            "POST",
            "/api/v1/refresh",
            &[origin, ("cookie", &cookies)],
            Some(&json!({})),
        )
        .await;
    assert_eq!((renewed.status, &renewed.body["you"]), (200, &guest.body["you"]));
    assert_ne!(renewed.cookie(), guest.cookie());

    // A page that was away for long has no access token, and can log out all the same.
    let cookie = renewed.cookie().unwrap();
    let out = server
        .ask(
            "POST",
            "/api/v1/logout",
            &[origin, ("cookie", cookie)],
            Some(&json!({})),
        )
        .await;
    assert_eq!((out.status, out.cookie()), (204, Some("poker_refresh=")));
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    let late = server
        .ask("POST", "/api/v1/refresh", &[origin, ("cookie", cookie)], None)
        .await;
    late.refused(401, "auth.revoked");
    assert_eq!(late.cookie(), Some("poker_refresh="));

    // Over TLS the cookie is for TLS only; pages of other sites get nothing.
    let secure = format!("https://{}", server.address);
    let nickname = json!({"nickname": "Bob"});
    let guest = server
        .ask("POST", "/api/v1/guest", &[("origin", &secure)], Some(&nickname))
        .await;
    assert!(guest.header("set-cookie").unwrap().ends_with("; Secure"));
    let foreign = [("origin", "https://example.org")];
    let refused = server
        .ask("POST", "/api/v1/guest", &foreign, Some(&json!({"nickname": "Eve"})))
        .await;
    refused.refused(403, "auth.forbidden");
    server.stop().await;
}

#[tokio::test]
async fn an_owner_manages_bots() {
    let server = Server::start().await;
    let guest = server.post("/api/v1/guest", &json!({"nickname": "Ann"})).await;
    let ann = guest.text("access_token");
    let named = json!({"name": "Annbot", "label": "laptop"});
    let bot = server.as_user(ann, "POST", "/api/v1/bot-tokens", Some(&named)).await;
    assert_eq!((bot.status, &bot.body["bot"]["kind"]), (201, &json!("bot")));
    let me = server.as_user(bot.text("token"), "GET", "/api/v1/me", None).await;
    assert_eq!(me.body["you"], bot.body["bot"]);

    let list = server.as_user(ann, "GET", "/api/v1/bot-tokens", None).await;
    assert_eq!(list.body["bots"][0]["bot"], bot.body["bot"]);
    assert_eq!(list.body["bots"][0]["tokens"][0]["label"], "laptop");
    assert_eq!(list.body["bots"][0]["tokens"][0]["id"], bot.body["id"]);
    assert!(!list.body.to_string().contains(bot.text("token")));

    let path = format!("/api/v1/bot-tokens/{}", bot.text("id"));
    let other = server.post("/api/v1/guest", &json!({"nickname": "Bob"})).await;
    let bob = other.text("access_token");
    // The answer does not say if a token is another account's or does not exist, and neither is ended.
    assert_eq!(server.as_user(bob, "DELETE", &path, None).await.status, 204);
    assert_eq!(
        server.as_user(ann, "DELETE", "/api/v1/bot-tokens/x", None).await.status,
        204
    );
    assert_eq!(
        server
            .as_user(bot.text("token"), "GET", "/api/v1/me", None)
            .await
            .status,
        200
    );
    assert_eq!(server.as_user(ann, "DELETE", &path, None).await.status, 204);
    let refused = server.as_user(bot.text("token"), "GET", "/api/v1/me", None).await;
    refused.refused(401, "auth.revoked");
    server.stop().await;
}

#[tokio::test]
async fn play_money_is_granted_once_a_day_and_request() {
    let server = Server::start().await;
    let guest = server.post("/api/v1/guest", &json!({"nickname": "Ann"})).await;
    let ann = guest.text("access_token");
    let some = json!({"id": "t-1", "amount": 400});
    for _ in 0..2 {
        let granted = server.as_user(ann, "POST", "/api/v1/top-up", Some(&some)).await;
        assert_eq!((granted.status, &granted.body["balance"]), (200, &json!(10_400)));
    }
    let granted = server.as_user(ann, "POST", "/api/v1/top-up", Some(&json!({}))).await;
    assert_eq!(granted.body["balance"], 20_000);
    let refused = server.as_user(ann, "POST", "/api/v1/top-up", Some(&json!({}))).await;
    refused.refused(429, "ledger.top_up_limit");
    assert_eq!(refused.body["params"]["left"], 0);
    server.stop().await;
}

#[tokio::test]
async fn the_field_that_cannot_be_read_is_named() {
    let server = Server::start().await;
    let guest = server.post("/api/v1/guest", &json!({"nickname": "Ann"})).await;
    let ann = guest.text("access_token");
    for (method, path, body, field) in [
        ("POST", "/api/v1/guest", Some(json!({"nickname": 7})), "nickname"),
        ("POST", "/api/v1/guest", Some(json!({})), "nickname"),
        (
            "POST",
            "/api/v1/guest",
            Some(json!({"nickname": "Bob", "admin": true})),
            "admin",
        ),
        (
            "POST",
            "/api/v1/guest",
            Some(json!({"nickname": "Bob", "a at line b": 1})),
            "a at line b",
        ),
        ("GET", "/api/v1/hands?a+at+line+b=1", None, "a at line b"),
        ("POST", "/api/v1/top-up", Some(json!({"amount": -1})), "amount"),
        ("POST", "/api/v1/top-up", Some(json!({"amount": 0})), "amount"),
        ("POST", "/api/v1/top-up", Some(json!({"id": ""})), "id"),
        (
            "POST",
            "/api/v1/tables",
            Some(json!({"game": "no-limit-holdem", "session": {"kitty": 7}})),
            "session.kitty",
        ),
        ("GET", "/api/v1/hands?limt=5", None, "limt"),
        ("GET", "/api/v1/hands?limit=many", None, "limit"),
        ("GET", "/api/v1/hands?limit=51", None, "limit"),
        ("GET", "/api/v1/hands?table=none", None, "table"),
        ("GET", "/api/v1/leaderboard?week=now", None, "week"),
        ("GET", "/api/v1/notes?after=me", None, "after"),
        ("GET", "/api/v1/games/razz/rules?lang=xx", None, "lang"),
    ] {
        let answer = server.as_user(ann, method, path, body.as_ref()).await;
        let told = (&answer.body["code"], &answer.body["params"]["field"]);
        assert_eq!(
            told,
            (&json!("protocol.invalid_field"), &json!(field)),
            "{path} {answer:?}"
        );
        let message = answer.text("message");
        assert!(
            message.contains(&format!("`{field}`")) && !message.contains(" column "),
            "{message}"
        );
        assert_eq!(message.matches('`').count() % 2, 0, "cut off: {message}");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_wrong_is_told_and_changes_nothing() {
    let server = Server::start().await;
    let guest = server.post("/api/v1/guest", &json!({"nickname": "Ann"})).await;
    let ann = guest.text("access_token");
    for (path, body, status, code) in [
        ("/api/v1/guest", json!({"nickname": "A:b"}), 400, "auth.name_invalid"),
        ("/api/v1/guest", json!({"nickname": "aNN"}), 409, "auth.name_taken"),
        ("/api/v1/guest", json!({"nickname": 7}), 400, "protocol.invalid_field"),
        (
            "/api/v1/guest",
            json!({"nickname": "Bob", "admin": true}),
            400,
            "protocol.invalid_field",
        ),
        ("/api/v1/guest", json!([]), 400, "protocol.malformed"),
        (
            "/api/v1/register",
            json!({"name": "Bob", "password": "12345678"}),
            400,
            "auth.password_weak",
        ),
        (
            "/api/v1/register",
            json!({"name": "Bob"}),
            400,
            "protocol.invalid_field",
        ),
        ("/api/v1/refresh", json!({}), 401, "auth.invalid_token"),
        (
            "/api/v1/refresh",
            json!({"refresh_token": "x"}),
            401,
            "auth.invalid_token",
        ),
        ("/api/v1/top-up", json!({"amount": 0}), 400, "protocol.invalid_field"),
        ("/api/v1/top-up", json!({"amount": -1}), 400, "protocol.invalid_field"),
        ("/api/v1/top-up", json!({"amount": 1.5}), 400, "protocol.invalid_field"),
        (
            "/api/v1/top-up",
            json!({"amount": 9_007_199_254_740_992_u64}),
            400,
            "protocol.invalid_field",
        ),
        ("/api/v1/top-up", json!({"amount": 10_001}), 429, "ledger.top_up_limit"),
        (
            "/api/v1/top-up",
            json!({"id": "x".repeat(65)}),
            400,
            "protocol.invalid_field",
        ),
        ("/api/v1/top-up", json!({"id": ""}), 400, "protocol.invalid_field"),
        ("/api/v1/bot-tokens", json!({"name": "Ann"}), 409, "auth.name_taken"),
        ("/api/v1/bot-tokens", json!({"name": ""}), 400, "auth.name_invalid"),
    ] {
        let answer = server.as_user(ann, "POST", path, Some(&body)).await;
        assert_eq!(
            (answer.status, &answer.body["code"]),
            (status, &json!(code)),
            "{path} {body} {answer:?}"
        );
    }
    for path in ["/api/v1/me", "/api/v1/bot-tokens"] {
        server
            .ask("GET", path, &[], None)
            .await
            .refused(401, "auth.invalid_token");
        for scheme in ["", "Bearer", "Bearer ", "Basic QTpi", ann] {
            let answer = server.ask("GET", path, &[("authorization", scheme)], None).await;
            answer.refused(401, "auth.invalid_token");
        }
    }
    let me = server.as_user(ann, "GET", "/api/v1/me", None).await;
    assert_eq!(me.body["balance"], 10_000);
    server.stop().await;
}
