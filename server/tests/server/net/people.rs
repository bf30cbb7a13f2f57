//! Operators' acts concerning people, by the command line and over HTTP, with a running server and without one.

mod bans;
mod own_data;
mod speech;

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
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
    // The trail has it on both sides, by names.
    for name in ["Ada", "bob"] {
        let told = poker(&data, &["trail", "--account", name]);
        assert!(told.out.contains("take chips Ada amount=200 to=Bob"), "{told:?}");
    }
    let told = poker(&data, &["trail", "--account", "Bob"]).out;
    assert_eq!(told.lines().count(), 1, "{told}");
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
    // Chips of a house bot may be moved, and nothing else is done to it, in a seat or not.
    let bots = poker(&data, &["accounts", "find", "--kind", "bot", "--json"]).lines();
    let bot = bots.iter().find(|bot| bot["house"] == true).expect("a house bot");
    let id = bot["id"].as_str().unwrap();
    for way in ["give", "take"] {
        assert_eq!(act(&data, &["accounts", "chips", id, way, "1"]).code, 0);
    }
    for what in [
        &["accounts", "ban", id][..],
        &["accounts", "delete", id],
        &["accounts", "rename", id, "Rex"],
    ] {
        let told = act(&data, what);
        told.refused("people.house");
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
    let none = poker(&data, &["accounts", "find", "no such"]);
    assert_eq!((none.code, &*none.out), (0, ""));
    assert!(none.err.contains("there is no such account"), "{none:?}");
    let none = poker(&data, &["chat", "show"]);
    assert!(none.code == 0 && none.err.contains("no such remark"), "{none:?}");
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
