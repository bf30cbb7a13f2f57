//! Operators' acts concerning people, by the command line and over HTTP, with a running server and without one.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use tempfile::TempDir;
use tokio::time::{Instant, sleep, timeout};

use crate::net::process::{Process, Told, poker, program};
use crate::net::raw::{Answer, request, send};
use crate::net::server::{Client, NEVER, Tables};

const JSON: &str = "content-type: application/json\r\n";
const PASSWORD: &str = "a long pass phrase";

/// Runs the same with a reason and JSON.
fn act(data: &Path, arguments: &[&str]) -> Told {
    let signed = ["--reason", "because", "--author", "olga", "--json"];
    poker(data, &[arguments, &signed].concat())
}

/// Checks that nothing is wrong with the ledger, the trail or any row.
#[track_caller]
fn sound(data: &Path) {
    let audit = poker(data, &["audit"]);
    assert_eq!(audit.code, 0, "{audit:?}");
}

async fn post(address: SocketAddr, path: &str, bearer: Option<&Value>, body: Value) -> (u16, Value) {
    let bearer = bearer.and_then(Value::as_str);
    let bearer = bearer.map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
    let answer = request(address, "POST", path, &format!("{JSON}{bearer}"), &body.to_string()).await;
    (answer.status, answer.json())
}

async fn register(address: SocketAddr, name: &str) -> Value {
    let body = json!({"name": name, "password": PASSWORD});
    let (status, account) = post(address, "/api/v1/register", None, body).await;
    assert_eq!(status, 201, "{account}");
    account
}

async fn login(address: SocketAddr, name: &str, password: &str) -> (u16, Value) {
    post(
        address,
        "/api/v1/login",
        None,
        json!({"name": name, "password": password}),
    )
    .await
}

/// Sends a request to the operator's port, with a body or without.
async fn admin(data: &Path, method: &str, path: &str, body: Option<Value>) -> Answer {
    let read = |name| std::fs::read_to_string(data.join(name)).unwrap();
    let address = read("admin.address").trim().parse().unwrap();
    let bearer = format!("{JSON}authorization: Bearer {}\r\n", read("admin.token").trim());
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    request(address, method, path, &bearer, &body).await
}

async fn hello(address: SocketAddr, token: &Value) -> (Client, Value) {
    let mut client = Client::connect(address, "/ws").await;
    let fields = json!({"type": "hello", "versions": ["poker.v1"], "token": token});
    let answer = client.ask(fields).await;
    (client, answer)
}

/// Returns the next message of a kind; others are dropped.
async fn next(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = client.next().await;
        if message["type"] == kind {
            return message;
        }
    }
}

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
async fn chips_come_from_a_named_account_and_the_ledger_adds_up() {
    let server = Process::start(&["--passwords-per-minute=1000", "--house-bots=2", "--demo-tables"]);
    let (address, data) = (server.address, server.data());
    let (ada, _bob) = (register(address, "Ada").await, register(address, "Bob").await);
    let (mut page, welcome) = hello(address, &ada["access_token"]).await;
    let before = welcome["balance"].as_u64().unwrap();
    let give = ["accounts", "chips", "Ada", "give", "500", "--id", "gift"];
    let told = act(&data, &give).json();
    assert_eq!(
        (&told["act"]["from"], &told["outcome"]["balance"]),
        (&json!("mint"), &json!(before + 500))
    );
    assert_eq!(next(&mut page, "balance").await["balance"], before + 500);
    // A repeated act counts once, and its identifier is not valid for another one.
    assert_eq!(act(&data, &give).json()["outcome"]["balance"], before + 500);
    act(&data, &["accounts", "chips", "Ada", "give", "501", "--id", "gift"]).refused("protocol.id_reused");
    let told = act(&data, &["accounts", "chips", "ada", "take", "200", "--to", "BOB"]).json();
    assert_eq!(told["outcome"]["balance"], before + 300);
    assert_eq!(next(&mut page, "balance").await["balance"], before + 300);
    let chips = |name: &str| {
        poker(&data, &["accounts", "show", name, "--json"]).json()["chips"]
            .as_u64()
            .unwrap()
    };
    assert_eq!((chips("Ada"), chips("Bob")), (before + 300, before + 200));

    act(&data, &["accounts", "chips", "Ada", "take", "9007199254740991"]).refused("ledger.insufficient_funds");
    act(&data, &["accounts", "chips", "Ada", "give", "9007199254740991"]).refused("ledger.insufficient_funds");
    act(&data, &["accounts", "chips", "Ada", "give", "5", "--from", "ada"]).refused("ledger.insufficient_funds");
    act(&data, &["accounts", "chips", "Ada", "give", "5", "--from", "nobody"]).refused("player.unknown");
    for wrong in ["18446744073709551615", "9007199254740992", "0", "-1", "1.5", ""] {
        assert_eq!(
            act(&data, &["accounts", "chips", "Ada", "give", wrong]).code,
            2,
            "{wrong}"
        );
        let number: Value = serde_json::from_str(wrong).unwrap_or_default();
        let body = json!({"id": "x", "author": "o", "reason": "r", "act": {"kind": "give_chips", "account": "Ada", "amount": number}});
        let answer = admin(&data, "POST", "/acts", Some(body)).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (400, &json!("protocol.invalid_field")),
            "{wrong}"
        );
    }
    // Bots of the house may get chips, and nothing else.
    let bots = poker(&data, &["accounts", "find", "--kind", "bot", "--json"]).lines();
    let bot = bots
        .iter()
        .find(|bot| bot["house"] == true)
        .expect("a bot of the house");
    let id = bot["id"].as_str().unwrap();
    assert_eq!(act(&data, &["accounts", "chips", id, "give", "1"]).code, 0);
    for what in [
        &["accounts", "ban", id][..],
        &["accounts", "delete", id],
        &["accounts", "rename", id, "Rex"],
    ] {
        let told = act(&data, what);
        assert!(
            told.err.contains("people.house") || told.err.contains("people.seated"),
            "{told:?}"
        );
    }
    sound(&data);

    let folder = server.kill();
    let data = folder.path().join("data");
    assert_eq!(act(&data, &give).json()["repeated"], true);
    assert_eq!(
        act(&data, &["accounts", "chips", "Ada", "take", "300"]).json()["outcome"]["balance"],
        before
    );
    sound(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_port_takes_its_own_token_and_host_alone() {
    let server = Process::start(&[]);
    let data = server.data();
    let read = |name: &str| std::fs::read_to_string(data.join(name)).unwrap().trim().to_owned();
    let (address, token) = (read("admin.address"), read("admin.token"));
    let address: SocketAddr = address.parse().unwrap();
    let ask =
        json!({"id": "1", "author": "eve", "reason": "r", "act": {"kind": "say", "en": "a", "fr": "b", "seconds": 9}});
    let body = ask.to_string();
    let asked = |host: &str, token: &str, method: &str, path: &str| {
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {}\r\n{JSON}authorization: Bearer \
             {token}\r\n\r\n{body}",
            body.len()
        )
    };
    let wrong = "0".repeat(64);
    for (method, path) in [
        ("POST", "/acts"),
        ("GET", "/trail"),
        ("GET", "/accounts"),
        ("GET", "/accounts/Ada"),
        ("GET", "/chat"),
    ] {
        let answer = send(address, asked("localhost", &wrong, method, path).as_bytes()).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (401, &json!("auth.invalid_token")),
            "{path}"
        );
        let answer = send(address, asked("evil.example", &token, method, path).as_bytes()).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (403, &json!("auth.forbidden")),
            "{path}"
        );
        // The players' port has nothing of the kind.
        let answer = request(server.address, method, path, JSON, &body).await;
        assert!(
            matches!(answer.status, 404 | 405) || !answer.text().contains("\"act\""),
            "{path}: {answer:?}"
        );
    }
    // A command with a token of another folder is refused.
    std::fs::write(data.join("admin.token"), &wrong).unwrap();
    poker(&data, &["accounts", "show", "Ada"]).refused("auth.invalid_token");
    std::fs::write(data.join("admin.token"), &token).unwrap();
    // A request without an author or a reason is refused, and so is an unknown field.
    for (field, value, code) in [
        ("reason", json!(" "), "people.no_reason"),
        ("author", json!(""), "people.no_reason"),
        ("reason", json!("x".repeat(501)), "people.no_reason"),
        ("author", json!("a\u{202e}b"), "people.no_reason"),
        ("id", json!(""), "protocol.invalid_field"),
        ("more", json!(1), "protocol.invalid_field"),
        ("act", json!({"kind": "fly"}), "protocol.invalid_field"),
        (
            "act",
            json!({"kind": "ban", "account": "Ada", "more": 1}),
            "protocol.invalid_field",
        ),
        (
            "act",
            json!({"kind": "ban", "account": "Ada", "until": 5}),
            "protocol.invalid_field",
        ),
        (
            "act",
            json!({"kind": "say", "en": "a\nb", "fr": "b", "seconds": 9}),
            "protocol.invalid_field",
        ),
        (
            "act",
            json!({"kind": "say", "en": "a", "fr": "", "seconds": 9}),
            "protocol.invalid_field",
        ),
        (
            "act",
            json!({"kind": "say", "en": "a", "fr": "b", "seconds": 0}),
            "protocol.invalid_field",
        ),
        ("act", json!({"kind": "ban", "account": "nobody"}), "player.unknown"),
        (
            "act",
            json!({"kind": "remove_chat", "line": u64::MAX}),
            "people.no_line",
        ),
        ("act", json!({"kind": "close_table", "table": "77"}), "table.not_found"),
    ] {
        let mut ask = ask.clone();
        ask[field] = value;
        let answer = admin(&data, "POST", "/acts", Some(ask.clone())).await;
        assert_eq!(answer.json()["code"], code, "{ask}");
    }
    assert_eq!(admin(&data, "GET", "/trail", None).await.json(), json!({"trail": []}));
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_any_signs_are_found_and_given() {
    let server = Process::start(&["--passwords-per-minute=1000", "--guests-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    for name in ["a/b?c=d&e%41", "Ærøskøbing Ø", "-rm -rf *", "mint"] {
        register(address, name).await;
        let shown = poker(&data, &["accounts", "show", "--json", "--", name]).json();
        assert_eq!(shown["name"], name);
        let found = poker(&data, &["accounts", "find", "--json", "--", &name.to_uppercase()]).lines();
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        let of = shown["id"].as_str().unwrap();
        assert_eq!(poker(&data, &["accounts", "show", of, "--json"]).json()["name"], name);
    }
    // An account named like the mint is not the mint.
    let told = act(&data, &["accounts", "chips", "mint", "give", "5"]).json();
    assert_eq!(told["act"]["from"], "mint");
    assert_eq!(poker(&data, &["accounts", "find", "no such"]).out, "");
    poker(&data, &["accounts", "show", "nobody"]).refused("player.unknown");
    poker(&data, &["accounts", "show", "a:b"]).refused("player.unknown");

    let ada = register(address, "Ada").await;
    let (mut page, _) = hello(address, &ada["access_token"]).await;
    act(&data, &["accounts", "rename", "Ada", "MINT"]).refused("auth.name_taken");
    act(&data, &["accounts", "rename", "Ada", "m1nt"]).refused("auth.name_taken");
    act(&data, &["accounts", "rename", "Ada", "x"]).refused("auth.name_invalid");
    let told = act(&data, &["accounts", "rename", "Ada", "Bea"]).json();
    assert_eq!(
        (&told["act"]["name"], &told["outcome"]["was"]),
        (&json!("Bea"), &json!("Ada"))
    );
    assert_eq!(page.closed().await, Some(1012));
    assert_eq!(hello(address, &ada["access_token"]).await.1["you"]["name"], "Bea");
    assert_eq!(login(address, "bea", PASSWORD).await.0, 200);
    assert_eq!(login(address, "ada", PASSWORD).await.0, 401);
    // The name is free again, for others as well.
    register(address, "Ada").await;
    sound(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_for_everybody_reaches_pages_within_its_time() {
    let server = Process::start(&[]);
    let (address, data) = (server.address, server.data());
    let mut early = server.guest("Early").await;
    let say = [
        "say",
        "--en",
        "We close at ten.",
        "--fr",
        "On ferme à dix heures.",
        "--for",
        "5s",
    ];
    let told = act(&data, &say).json();
    let notice = next(&mut early, "notice").await;
    assert_eq!(
        notice["text"],
        json!({"en": "We close at ten.", "fr": "On ferme à dix heures."})
    );
    assert_eq!(notice["no"], told["no"]);
    let mut late = server.guest("Late").await;
    assert_eq!(next(&mut late, "notice").await, notice);
    sleep(Duration::from_secs(5)).await;
    let mut later = server.guest("Later").await;
    later.send_text(&json!({"type": "ping", "id": "p"}).to_string()).await;
    assert_eq!(later.next().await["type"], "pong", "nothing comes before it");
    // A message posted without a server reaches those who come when it runs.
    let folder = server.kill();
    assert_eq!(
        act(
            &folder.path().join("data"),
            &["say", "--en", "Back soon.", "--fr", "À bientôt."]
        )
        .code,
        0
    );
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    assert_ne!(server.address, address);
    let mut page = server.guest("Page").await;
    assert_eq!(next(&mut page, "notice").await["text"]["en"], "Back soon.");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chat_is_kept_for_a_while_and_can_be_taken_back() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let ada = register(address, "Ada").await;
    let (mut page, _) = hello(address, &ada["access_token"]).await;
    let mut other = server.guest("Bob").await;
    let table = page.create_table(Tables::Private).await;
    for client in [&mut page, &mut other] {
        assert_eq!(client.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    }
    let chat = |text: &str| json!({"type": "chat", "table": table, "text": text});
    assert_eq!(page.ask(chat("rude words")).await["type"], "ok");
    assert_eq!(
        page.ask(json!({"type": "chat", "table": table, "text": "", "phrase": "good_luck"}))
            .await["type"],
        "ok"
    );
    assert_eq!(next(&mut other, "chat").await["text"], "rude words");
    let deadline = Instant::now() + NEVER;
    let shown = loop {
        let shown = poker(&data, &["chat", "show", "--table", &table, "--since", "1h", "--json"]).lines();
        if !shown.is_empty() || Instant::now() > deadline {
            break shown;
        }
        sleep(Duration::from_millis(200)).await;
    };
    assert_eq!(shown.len(), 1, "phrases are nobody's own words: {shown:?}");
    assert_eq!(
        (&shown[0]["name"], &shown[0]["text"]),
        (&json!("Ada"), &json!("rude words"))
    );
    let line = shown[0]["no"].to_string();
    let told = act(&data, &["chat", "remove", &line]).json();
    assert!(!told.to_string().contains("rude words"), "{told}");
    let removed = next(&mut other, "chat_removed").await;
    assert_eq!(
        (&removed["text"], &removed["table"]),
        (&json!("rude words"), &json!(table))
    );
    assert_eq!(
        poker(&data, &["chat", "show", "--account", "ada", "--json"]).lines()[0]["removed"],
        true
    );
    act(&data, &["chat", "remove", "4711"]).refused("people.no_line");

    act(&data, &["chat", "mute", "Ada", "--for", "1h"]).json();
    assert_eq!(page.ask(chat("more of it")).await["code"], "chat.muted");
    let emote = json!({"type": "chat", "table": table, "text": "", "emote": "applause"});
    assert_eq!(page.ask(emote).await["code"], "chat.muted");
    assert_eq!(other.ask(chat("me not")).await["type"], "ok");
    act(&data, &["chat", "unmute", "Ada"]).json();
    assert_eq!(page.ask(chat("sorry")).await["type"], "ok");
    // A mute outlasts the server.
    let folder = server.kill();
    let data = folder.path().join("data");
    act(&data, &["chat", "mute", "Ada"]).json();
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let (mut page, _) = hello(server.address, &ada["access_token"]).await;
    assert_eq!(page.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    assert_eq!(page.ask(chat("and now")).await["code"], "chat.muted");
    sound(&server.data());
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_paused_and_closed() {
    let server = Process::start(&[]);
    let data = server.data();
    let mut ada = server.guest("Ada").await;
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    act(&data, &["tables", "pause", &table]).json();
    let said = |message: &Value, kind: &str| {
        let events = message["events"].as_array().into_iter().flatten();
        events.into_iter().any(|event| event["event"]["kind"] == kind)
    };
    for (act_name, kind) in [
        ("pause", "table_paused"),
        ("resume", "table_resumed"),
        ("close", "table_closed"),
    ] {
        if act_name != "pause" {
            act(&data, &["tables", act_name, &table]).json();
        }
        let seen = async { while !said(&ada.next().await, kind) {} };
        timeout(NEVER, seen).await.unwrap_or_else(|_| panic!("{kind}"));
    }
    // The players are notified before the table leaves the list.
    let deadline = Instant::now() + NEVER;
    let mut again = act(&data, &["tables", "close", &table]);
    while again.code == 0 && Instant::now() < deadline {
        again = act(&data, &["tables", "close", &table]);
    }
    again.refused("table.not_found");
    let chips = poker(&data, &["accounts", "show", "Ada", "--json"]).json()["chips"].as_u64();
    assert_eq!(chips, Some(10_000), "the stack came back");
    let folder = server.kill();
    act(&folder.path().join("data"), &["tables", "pause", &table]).refused("table.closed");
}

/// Returns the commands of the page for operators, as printed there.
fn commands_of_the_page() -> Vec<String> {
    let page = include_str!("../../../../docs/operating.md");
    let section = page
        .split("\n## People\n")
        .nth(1)
        .unwrap()
        .split("\n## ")
        .next()
        .unwrap();
    let block = section.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    block.lines().map(ToOwned::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_of_the_page_are_run_as_they_stand() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let (ada, _bob) = (register(address, "Ada").await, register(address, "Bob").await);
    let (mut page, _) = hello(address, &ada["access_token"]).await;
    let mut table = String::new();
    while table != "3" {
        table = page.create_table(Tables::Public).await;
    }
    assert_eq!(page.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    assert_eq!(
        page.ask(json!({"type": "chat", "table": table, "text": "rude"})).await["type"],
        "ok"
    );
    let deadline = Instant::now() + NEVER;
    let mut line = None;
    while line.is_none() && Instant::now() < deadline {
        line = poker(&data, &["chat", "show", "--json"])
            .lines()
            .first()
            .map(|line| line["no"].to_string());
        sleep(Duration::from_millis(200)).await;
    }
    let line = line.expect("what was said is kept");
    let here = TempDir::new().unwrap();
    std::os::unix::fs::symlink(program(), here.path().join("poker")).unwrap();
    let path = format!("{}:{}", here.path().display(), std::env::var("PATH").unwrap());
    let commands = commands_of_the_page();
    assert!(commands.len() >= 15, "{commands:?}");
    for command in commands {
        let told = Command::new("sh")
            .args(["-c", &command.replace("4711", &line)])
            .current_dir(here.path())
            .env("PATH", &path)
            .env("POKER_DATA", &data)
            .output()
            .unwrap();
        assert!(told.status.success(), "{command}: {told:?}");
    }
    assert!(here.path().join("ada.json").is_file());
    poker(&data, &["accounts", "show", "Ada"]).refused("player.unknown");
    sound(&data);
}

/// Plays some hands with two accounts. Returns both clients and the table.
async fn played(address: SocketAddr, ada: &Value, bob: &Value) -> (Client, Client, String) {
    let (mut one, _) = hello(address, &ada["access_token"]).await;
    let (mut two, _) = hello(address, &bob["access_token"]).await;
    let table = one.create_table(Tables::Public).await;
    one.sit(&table).await;
    two.sit(&table).await;
    assert_eq!(
        one.ask(json!({"type": "chat", "table": table, "text": "hello from one"}))
            .await["type"],
        "ok"
    );
    tokio::join!(one.play(&table, 3, |_| ()), two.play(&table, 3, |_| ()));
    (one, two, table)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_person_is_gone_from_all_that_is_shown() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let (ada, bob) = (register(address, "Adalbert").await, register(address, "Bob").await);
    let id = ada["you"]["id"].as_str().unwrap().to_owned();
    let bot = post(
        address,
        "/api/v1/bot-tokens",
        Some(&ada["access_token"]),
        json!({"name": "Hal"}),
    )
    .await
    .1;
    let (one, two, table) = played(address, &ada, &bob).await;
    act(&data, &["accounts", "delete", "Adalbert"]).refused("people.seated");
    act(&data, &["accounts", "rename", "Adalbert", "Berta"]).refused("people.seated");

    // A ban stands the account up, so it can be deleted.
    act(&data, &["accounts", "ban", "Adalbert"]).json();
    drop(one);
    let mut two = two;
    let deadline = Instant::now() + NEVER;
    let told = loop {
        let told = act(&data, &["accounts", "delete", "Adalbert", "--id", "gone"]);
        if told.code == 0 || Instant::now() > deadline {
            break told.json();
        }
        // The hand is played to its end.
        let message = timeout(Duration::from_secs(1), two.next()).await.unwrap_or_default();
        for event in message["events"].as_array().into_iter().flatten() {
            if event["choices"].is_array() {
                two.answer(&table, event).await;
            }
        }
    };
    let name = told["outcome"]["name"].as_str().unwrap().to_owned();
    assert!(name.starts_with("deleted-"), "{told}");
    assert_eq!(told["outcome"]["bots"], 1);
    assert!(told["outcome"]["chips_to_mint"].as_u64().unwrap() > 0);
    assert_eq!(
        act(&data, &["accounts", "delete", "Adalbert", "--id", "gone"]).json()["outcome"],
        told["outcome"]
    );
    poker(&data, &["accounts", "show", "Adalbert"]).refused("player.unknown");
    let shown = poker(&data, &["accounts", "show", &id, "--json"]).json();
    assert_eq!(
        (&shown["deleted"], &shown["chips"], &shown["sessions"]),
        (&json!(true), &json!(0), &json!(0))
    );
    assert_eq!(
        login(address, "Adalbert", PASSWORD).await.1["code"],
        "auth.invalid_credentials"
    );
    assert_eq!(hello(address, &bot["token"]).await.1["code"], "auth.invalid_token");

    // The other player's hands, in lists, as records and as files; and the one that the operator exports.
    let bearer = format!("authorization: Bearer {}\r\n", bob["access_token"].as_str().unwrap());
    let get = async |path: String| {
        let answer = request(address, "GET", &path, &bearer, "").await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.text().to_owned()
    };
    let texts = [
        get("/api/v1/hands".to_owned()).await,
        get(format!("/api/v1/hands/{table}/1")).await,
        get(format!("/api/v1/hands/{table}/1?format=phh")).await,
        get("/api/v1/hands/file?format=text".to_owned()).await,
        poker(&data, &["export", &format!("{table}/1"), "--format", "json"]).out,
        poker(&data, &["accounts", "export", "Bob"]).out,
        poker(&data, &["trail", "--json"]).out,
        poker(&data, &["chat", "show"]).out,
    ];
    for text in &texts {
        assert!(!text.contains("Adalbert") && !text.contains("hello from one"), "{text}");
    }
    for text in &texts[..6] {
        assert!(text.contains(&name), "{text}");
    }
    sound(&data);
    // The same after a start, and the name is free.
    let folder = server.kill();
    sound(&folder.path().join("data"));
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let hand = request(server.address, "GET", &format!("/api/v1/hands/{table}/1"), &bearer, "").await;
    assert!(hand.text().contains(&name) && !hand.text().contains("Adalbert"));
    register(server.address, "Adalbert").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sits_or_has_entered_keeps_name_and_account() {
    let server = Process::start(&["--passwords-per-minute=1000", "--demo-tables=true"]);
    let (address, data) = (server.address, server.data());
    let (ada, bob) = (register(address, "Ada").await, register(address, "Bob").await);
    let (mut one, _) = hello(address, &ada["access_token"]).await;
    let (mut two, _) = hello(address, &bob["access_token"]).await;
    let table = one.create_table(Tables::Public).await;
    one.sit(&table).await;
    let mut open = Value::Null;
    while open.is_null() {
        let listed = two.ask(json!({"type": "list_tournaments"})).await;
        open = listed["tournaments"][0]["tournament"].clone();
    }
    let entered = two
        .ask(json!({"type": "register", "tournament": open, "rules": 1}))
        .await;
    assert_eq!(entered["type"], "ok", "{entered}");
    let (seat, entry) = (
        format!("table {table}"),
        format!("tournament {}", open.as_str().unwrap()),
    );
    let places = |data: &Path, name: &str| poker(data, &["accounts", "show", name, "--json"]).json()["places"].clone();
    assert_eq!(places(&data, "Ada"), json!([seat]));
    assert_eq!(places(&data, "Bob"), json!([entry]));
    let refused = |data: &Path| {
        for (name, place) in [("Ada", &seat), ("Bob", &entry)] {
            for what in [
                &["accounts", "delete", name][..],
                &["accounts", "rename", name, "Carla"],
            ] {
                let told = act(data, what);
                told.refused("people.seated");
                assert!(told.err.contains(place.as_str()), "{told:?}");
            }
        }
    };
    refused(&data);
    // Without a server the folder itself has it.
    let folder = server.kill();
    let data = folder.path().join("data");
    refused(&data);
    assert_eq!(places(&data, "Ada"), json!([seat]));
    assert_eq!(poker(&data, &["accounts", "show", "Carla"]).code, 1);
    sound(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_all_of_one_person_and_nothing_of_others() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let (ada, bob) = (register(address, "Ada").await, register(address, "Bob").await);
    let (mut one, _two, table) = played(address, &ada, &bob).await;
    let note = json!({"text": "folds too much"});
    let bearer = format!(
        "{JSON}authorization: Bearer {}\r\n",
        ada["access_token"].as_str().unwrap()
    );
    let path = format!("/api/v1/notes/{}", bob["you"]["id"].as_str().unwrap());
    assert_eq!(
        request(address, "PUT", &path, &bearer, &note.to_string()).await.status,
        200
    );
    act(&data, &["accounts", "chips", "Ada", "take", "1", "--to", "Bob"]).json();
    assert_eq!(one.ask(json!({"type": "leave", "table": table})).await["type"], "ok");
    sleep(Duration::from_millis(2_500)).await;
    let all = |data: &Path, name: &str| poker(data, &["accounts", "export", name]).json();
    let of_ada = all(&data, "Ada");
    assert_eq!(of_ada["account"]["name"], "Ada");
    assert_eq!(
        of_ada["notes"],
        json!([{"about": "Bob", "text": "folds too much", "colour": null}])
    );
    assert_eq!(of_ada["chat"][0]["text"], "hello from one");
    assert!(of_ada["hands"].as_array().unwrap().len() >= 3);
    assert!(
        of_ada["ledger"]
            .as_array()
            .unwrap()
            .iter()
            .any(|line| line["reason"] == "operator")
    );
    // Other accounts' cards are those that were shown to all.
    let of_bob = all(&data, "Bob");
    let (ada_id, bob_id) = (ada["you"]["id"].as_str().unwrap(), bob["you"]["id"].as_str().unwrap());
    for hand in of_ada["hands"].as_array().unwrap() {
        assert!(
            hand["own"]["cards"].as_array().is_some_and(|cards| cards.len() == 2),
            "{hand}"
        );
        let theirs = of_bob["hands"]
            .as_array()
            .unwrap()
            .iter()
            .find(|other| other["hand"] == hand["hand"])
            .unwrap();
        let public = theirs["events"].to_string();
        let own = theirs["own"]["cards"].to_string();
        assert_eq!(hand["events"].to_string(), public);
        assert!(!hand.to_string().contains(&own) || public.contains(&own), "{hand}");
    }
    let rest = |export: &Value| {
        let mut export = export.clone();
        export["hands"].take();
        export.to_string()
    };
    assert!(!rest(&of_ada).contains(bob_id), "{}", rest(&of_ada));
    assert!(!rest(&of_bob).contains(ada_id) && !rest(&of_bob).contains("folds too much"));
    let secrets = ["password", "refresh_token", "api_hash", "endpoint"];
    assert!(secrets.iter().all(|secret| !of_ada.to_string().contains(secret)));
    // An existing file is never written to, and the reader is on record.
    let folder = server.kill();
    let data = folder.path().join("data");
    let file = folder.path().join("ada.json");
    let export = ["accounts", "export", "Ada", "--out", file.to_str().unwrap()];
    assert_eq!(poker(&data, &export).code, 0);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(rest(&written), rest(&of_ada));
    assert_eq!(poker(&data, &export).code, 2);
    let trail = poker(&data, &["trail", "--account", "Ada", "--json"]).lines();
    assert_eq!(trail.iter().filter(|line| line["act"]["kind"] == "export").count(), 2);
    sound(&data);
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
