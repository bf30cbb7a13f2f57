//! Bans of persons, their bots and their networks.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::{PASSWORD, act, hello, login, post, register, sound};
use crate::net::process::{Process, poker};
use crate::net::raw::request;

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_holds_at_once_for_a_person_and_the_bots() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let ada = register(address, "Ada").await;
    let bot = post(
        address,
        "/api/v1/bot-tokens",
        Some(&ada["access_token"]),
        json!({"name": "Hal"}),
    )
    .await
    .1;
    let (mut page, welcome) = hello(address, &ada["access_token"]).await;
    assert_eq!(welcome["type"], "welcome");
    let (mut program, _) = hello(address, &bot["token"]).await;

    let told = act(&data, &["accounts", "ban", "ADA", "--for", "1d"]).json();
    assert_eq!(
        (&told["act"]["kind"], &told["outcome"]),
        (&json!("ban"), &json!({"was_banned": false, "bots": 1}))
    );
    assert_eq!(
        (&told["author"], &told["account"]["name"]),
        (&json!("olga"), &json!("Ada"))
    );
    assert_eq!((page.closed().await, program.closed().await), (Some(4007), Some(4007)));
    // Every way in is shut, with the same code.
    let banned = |(status, body): (u16, Value)| {
        assert_eq!((status, &body["code"]), (403, &json!("auth.banned")), "{body}");
        assert!(body["params"]["until"].as_i64().unwrap() > 0, "{body}");
    };
    banned(login(address, "Ada", PASSWORD).await);
    assert_eq!(
        login(address, "Ada", "another phrase").await.1["code"],
        "auth.invalid_credentials"
    );
    let refresh = json!({"refresh_token": ada["refresh_token"]});
    banned(post(address, "/api/v1/refresh", None, refresh.clone()).await);
    for token in [&ada["access_token"], &bot["token"]] {
        let (mut client, answer) = hello(address, token).await;
        assert_eq!(answer["code"], "auth.banned");
        assert_eq!(client.closed().await, Some(4007));
        let headers = format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
        let me = request(address, "GET", "/api/v1/me", &headers, "").await;
        banned((me.status, me.json()));
    }

    act(&data, &["accounts", "unban", "Ada"]).json();
    // Neither the token nor a session was used up meanwhile.
    assert_eq!(post(address, "/api/v1/refresh", None, refresh).await.0, 200);
    assert_eq!(hello(address, &bot["token"]).await.1["type"], "welcome");
    assert_eq!(login(address, "Ada", PASSWORD).await.0, 200);

    // Without a server it is the same.
    let folder = server.kill();
    let data = folder.path().join("data");
    act(&data, &["accounts", "ban", "ada"]).json();
    let shown = poker(&data, &["accounts", "show", "Ada", "--json"]).json();
    assert_eq!(
        (&shown["ban"]["reason"], &shown["ban"]["until"]),
        (&json!("because"), &Value::Null)
    );
    sound(&data);
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let (status, body) = login(server.address, "Ada", PASSWORD).await;
    assert_eq!(
        (status, &body["code"], &body["params"]),
        (403, &json!("auth.banned"), &Value::Null)
    );
    let trail = poker(&server.data(), &["trail", "--account", "Ada", "--json"]).lines();
    let kinds: Vec<&str> = trail.iter().map(|line| line["act"]["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["ban", "unban", "ban"]);
    let text = poker(&server.data(), &["trail"]).out;
    assert!(
        text.contains("olga: ban Ada until=null") && text.contains("(because)"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_ends_by_itself_and_a_lost_password_is_replaced() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let ada = register(address, "Ada").await;
    act(&data, &["accounts", "ban", "Ada", "--for", "2s"]).json();
    assert_eq!(login(address, "Ada", PASSWORD).await.0, 403);
    sleep(Duration::from_millis(2_100)).await;
    assert_eq!(login(address, "Ada", PASSWORD).await.0, 200);
    assert_eq!(
        poker(&data, &["accounts", "find", "--banned", "--json"]).lines(),
        Vec::<Value>::new()
    );

    let (mut page, _) = hello(address, &ada["access_token"]).await;
    let reset = ["accounts", "reset-password", "Ada", "--id", "reset-1"];
    let told = act(&data, &reset).json();
    let password = told["password"].as_str().unwrap();
    assert_eq!(page.closed().await, Some(4003));
    assert_eq!(login(address, "Ada", PASSWORD).await.0, 401);
    assert_eq!(login(address, "Ada", password).await.0, 200);
    // Repeated, it sets no password, and shows none.
    let again = act(&data, &reset).json();
    assert_eq!(
        (&again["repeated"], &again["password"], &again["no"]),
        (&json!(true), &Value::Null, &told["no"])
    );
    assert_eq!(login(address, "Ada", password).await.0, 200);
    assert!(!poker(&data, &["trail", "--json"]).out.contains(password));
    let mut guest = server.guest("Gus").await;
    act(&data, &["accounts", "reset-password", "Gus"]).refused("people.no_password");
    assert_eq!(guest.ask(json!({"type": "ping"})).await["type"], "pong");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_bans_are_listed_and_cost_a_login_nothing() {
    const BANS: usize = 10_000;
    let folder: TempDir = Process::start(&[]).kill();
    let data = folder.path().join("data");
    let mut conn = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .connect()
        .await
        .unwrap();
    let sql = format!(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {BANS})
         INSERT INTO account (id, kind, name, name_key, house, created_at)
         SELECT unhex(printf('%032x', x)), 'guest', 'guest ' || x, 'guest ' || x, 0, 0 FROM n;
         INSERT INTO balance (account, amount)
         SELECT 'player:' || lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-' ||
             substr(hex(id), 17, 4) || '-' || substr(hex(id), 21)), 0 FROM account WHERE created_at = 0;
         INSERT INTO ban (account, since, until, reason) SELECT id, 0, NULL, 'many' FROM account WHERE created_at = 0;"
    );
    conn.execute(sqlx::AssertSqlSafe(sql)).await.unwrap();
    conn.close().await.unwrap();
    let found = poker(&data, &["accounts", "find", "--banned", "--json"]);
    assert_eq!(found.lines().len(), BANS);
    let server =
        Process::start_in(folder, &["--passwords-per-minute=1000"]).unwrap_or_else(|refused| panic!("{refused:?}"));
    assert_eq!(
        poker(&server.data(), &["accounts", "find", "--banned"])
            .out
            .lines()
            .count(),
        BANS
    );
    register(server.address, "Ada").await;
    let begun = Instant::now();
    for _ in 0..10 {
        assert_eq!(login(server.address, "Ada", PASSWORD).await.0, 200);
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
