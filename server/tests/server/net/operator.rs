//! Properties that an operator relies on, tested on the program itself.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::net::process::{Process, Refused, program};
use crate::net::raw::{handshake, operator, request};
use crate::net::server::{Client, NEVER, Tables, at_both_kinds, free_address, start, start_in};

const JSON: &str = "content-type: application/json\r\n";

at_both_kinds!(a_process_that_was_stopped_sends_no_player_away);

async fn a_process_that_was_stopped_sends_no_player_away(kind: Tables) {
    let server = Process::start(&["--heartbeat-ms=1000", "--timeout-ms=4000"]);
    let (mut ada, mut bea) = (server.guest("Ada").await, server.guest("Bea").await);
    let table = ada.create_table(kind).await;
    ada.sit(&table).await;
    server.signal(Signal::STOP);
    sleep(Duration::from_secs(6)).await;
    server.signal(Signal::CONT);
    for _ in 0..3 {
        for client in [&mut ada, &mut bea] {
            assert_eq!(client.ask(json!({"type": "ping"})).await["type"], "pong");
        }
        sleep(Duration::from_millis(700)).await;
    }
    assert!(server.log().contains("stood still"), "{}", server.log());
}

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

/// Notes a text that must not be in a log, and returns it.
fn secret(secrets: &mut BTreeSet<String>, value: &Value) -> String {
    let word = value.as_str().unwrap_or_else(|| panic!("{value}")).to_owned();
    secrets.insert(word.clone());
    word
}

#[tokio::test]
async fn no_log_level_writes_a_secret() {
    let server = Process::start(&["--log-level=trace", "--demo-tables", "--house-bots=3"]);
    let address = server.address;
    let post = async |path: &str, headers: &str, body: Value| {
        let answer = request(address, "POST", path, &format!("{JSON}{headers}"), &body.to_string()).await;
        assert!(answer.status < 300, "{path}: {answer:?}");
        answer.json()
    };
    let mut secrets = BTreeSet::new();
    let password = secret(&mut secrets, &json!("canary-Zm9vYmFy-password"));
    let credentials = json!({"name": "Ada", "password": password});
    let mut bearer = String::new();
    for (path, body) in [
        ("/api/v1/register", credentials.clone()),
        ("/api/v1/login", credentials),
    ] {
        let session = post(path, "", body).await;
        let access = secret(&mut secrets, &session["access_token"]);
        secret(&mut secrets, &session["refresh_token"]);
        bearer = format!("authorization: Bearer {access}\r\n");
        let refresh = json!({"refresh_token": session["refresh_token"]});
        let fresh = post("/api/v1/refresh", "", refresh).await;
        secret(&mut secrets, &fresh["access_token"]);
        secret(&mut secrets, &fresh["refresh_token"]);
    }
    let bot = post("/api/v1/bot-tokens", &bearer, json!({"name": "Hal", "label": "canary"})).await;
    let api_token = secret(&mut secrets, &bot["token"]);
    for path in ["/api/v1/me", "/api/v1/hands", "/api/v1/bot-tokens"] {
        assert_eq!(request(address, "GET", path, &bearer, "").await.status, 200);
    }
    let mut hal = Client::connect(address, "/ws").await;
    hal.hello(json!({"token": api_token})).await;
    let mut eve = Client::connect(address, "/ws").await;
    let welcome = eve.hello(json!({"nickname": "Eve"})).await;
    secret(&mut secrets, &welcome["token"]);
    let table = eve.create_table(Tables::Public).await;
    hal.sit(&table).await;
    eve.sit(&table).await;
    // Cards are written as in JSON.
    let (mut of_hal, mut of_eve) = (BTreeSet::new(), BTreeSet::new());
    let note = |cards: &mut BTreeSet<String>, event: &Value| {
        if event["kind"] == "cards" {
            cards.insert(event["hand"].to_string());
        }
    };
    tokio::join!(
        hal.play(&table, 3, |event| note(&mut of_hal, event)),
        eve.play(&table, 3, |event| note(&mut of_eve, event)),
    );
    assert!(of_hal.len() > 1 && of_eve.len() > 1);

    let log = server.log().replace('\\', "");
    assert!(
        log.contains("\"TRACE\"") || log.contains("\"DEBUG\""),
        "our own lines are there: {log}"
    );
    for secret in secrets.iter().chain(&of_hal).chain(&of_eve) {
        let found = log.lines().find(|line| line.contains(secret.as_str()));
        assert!(found.is_none(), "{secret} is in {found:?}");
    }
    // Messages to and from the bots of the house are written the same way.
    for word in ["\"cards\":[", "\"hand\":[", "Bearer ", "\"token\":"] {
        let found = log.lines().find(|line| line.contains(word));
        assert!(found.is_none(), "{word} is in {found:?}");
    }
}

#[tokio::test]
async fn keys_that_others_can_read_are_refused_by_name() {
    let mut folder = Process::start(&[]).kill();
    for key in ["token.key", "seal.key"] {
        let path = folder.path().join("data").join(key);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let copy = TempDir::new().unwrap();
        let copied = Command::new("cp")
            .arg("-a")
            .arg(folder.path().join("data"))
            .arg(copy.path().join("data"))
            .status();
        assert!(copied.unwrap().success());
        let refused = Process::start_in(copy, &[]).err().expect("a key for everybody");
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(
            refused.log.contains(key) && refused.log.contains("chmod 600"),
            "{refused:?}"
        );
        // An audit that needs the key reports its permissions as well, rather than a missing key.
        let audit = Command::new(program())
            .args(["audit", "--data"])
            .arg(folder.path().join("data"))
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&audit.stdout).into_owned();
        assert!(audit.status.success(), "{audit:?}");
        assert_eq!(told.contains("chmod 600"), key == "seal.key", "{told}");
        assert!(!told.contains("not here"), "{told}");
        let named = Command::new(program())
            .args(["audit", "--data"])
            .arg(folder.path().join("data"))
            .arg("--seal-key")
            .arg(&path)
            .output()
            .unwrap();
        assert_eq!(named.status.code(), Some(2), "{named:?}");
        assert!(
            String::from_utf8_lossy(&named.stderr).contains("chmod 600"),
            "{named:?}"
        );
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        folder = Process::start_in(folder, &[])
            .unwrap_or_else(|refused| panic!("{refused:?}"))
            .kill();
    }
}

#[tokio::test]
async fn the_limit_of_open_files_is_raised_as_far_as_the_system_allows() {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "ulimit -Sn 300 && ulimit -Hn 700 && exec \"$0\" \"$@\""])
        .arg(program());
    let server = Process::spawn(shell, TempDir::new().unwrap(), &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let limits = fs::read_to_string(format!("/proc/{}/limits", server.pid().as_raw_nonzero())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let numbers: Vec<_> = line
        .split_whitespace()
        .filter_map(|word| word.parse::<u32>().ok())
        .collect();
    assert_eq!(numbers, [700, 700], "{line}");
    assert!(
        server.log().contains("LimitNOFILE"),
        "it is too few for so many connections"
    );
}

#[tokio::test]
async fn plain_text_for_other_machines_has_to_be_asked_for() {
    for listen in ["--listen=0.0.0.0:0", "--admin-listen=0.0.0.0:0"] {
        let refused = Process::start_in(TempDir::new().unwrap(), &[listen])
            .err()
            .expect(listen);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(refused.log.contains("--insecure"), "{refused:?}");
    }
    let server = Process::start(&["--listen=0.0.0.0:0", "--insecure"]);
    let reached = SocketAddr::from(([127, 0, 0, 1], server.address.port()));
    assert_eq!(request(reached, "GET", "/healthz", "", "").await.status, 200);
    assert!(server.log().contains("without encryption"), "{}", server.log());
}

/// Starts a server on a disk of this many bytes, in a mount namespace that an ordinary user may create; `first` runs there before
/// it starts. `None` if the system denies users that.
fn on_small_disk(bytes: u32, first: &str, options: &[&str]) -> Option<Result<Process, Refused>> {
    let in_namespace = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
        command
    };
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let mount = format!("mount -t tmpfs -o size={bytes},mode=700 none \"$1\"");
    let allowed = in_namespace(&mount).arg(&data).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        eprintln!("no user namespaces here: nothing is tried on a small disk");
        return None;
    }
    let mut command = in_namespace(&format!("{mount} && shift && {first} exec \"$@\""));
    command.arg(&data).arg(program());
    Some(Process::spawn(command, folder, options))
}

/// Polls until the figures say so.
async fn until_figure(data: &Path, name: &str, wanted: impl Fn(f64) -> bool) {
    let told = async {
        loop {
            let figures = operator(data, "GET", "/metrics").await;
            let text = String::from_utf8(figures.body).unwrap();
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            if wanted(line.unwrap_or_else(|| panic!("{text}")).parse().unwrap()) {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(NEVER, told).await.expect(name);
}

/// Returns the next message wanted; earlier ones are dropped.
async fn until(client: &mut Client, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = client.next().await;
        if wanted(&message) {
            return message;
        }
    }
}

at_both_kinds!(on_a_full_disk_play_stands_still_and_goes_on_where_it_was);

async fn on_a_full_disk_play_stands_still_and_goes_on_where_it_was(kind: Tables) {
    let Some(server) = on_small_disk(16 << 20, "", &[]) else {
        return;
    };
    let server = server.unwrap_or_else(|refused| panic!("{refused:?}"));
    let address = server.address;
    let is_of = |kind: &'static str| move |message: &Value| message["type"] == kind;
    let answers = |id: &'static str| move |message: &Value| message["id"] == id;
    let (mut ada, mut bea) = (server.guest("Ada").await, server.guest("Bea").await);
    let (mut cleo, mut dora) = (server.guest("Cleo").await, server.guest("Dora").await);
    let table = ada.create_table(kind).await;
    for watcher in [&mut cleo, &mut dora] {
        watcher.ask(json!({"type": "watch", "table": table})).await;
    }
    dora.ask(json!({"type": "unwatch", "table": table})).await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    until(&mut ada, |message| {
        let mut events = message["events"].as_array().into_iter().flatten();
        events.any(|event| event["event"]["kind"] == "turn_started")
    })
    .await;
    let complaints = |log: &str| log.lines().filter(|line| !line.contains("INFO")).count();
    let before = complaints(&server.log());
    let root = format!("/proc/{}/root", server.pid().as_raw_nonzero());
    let data = Path::new(&root).join(server.data().strip_prefix("/").unwrap());
    let filler = data.join("filler");
    let mut file = fs::File::create(&filler).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}

    // The next write meets the full disk: here a seat that sits out.
    let sit_out = json!({"type": "sit_out", "id": "out", "table": table, "out": true});
    ada.send_text(&sit_out.to_string()).await;
    for client in [&mut ada, &mut bea, &mut cleo] {
        let notice = until(client, is_of("paused")).await;
        assert_eq!(notice, json!({"type": "paused", "table": table, "reason": "storage"}));
    }
    bea.send_text(&json!({"type": "leave", "id": "bye", "table": table}).to_string())
        .await;
    dora.send_text(&json!({"type": "watch", "id": "look", "table": table}).to_string())
        .await;
    assert_eq!(until(&mut dora, is_of("paused")).await["table"], json!(table));
    let sit = json!({"type": "sit", "table": table, "buy_in": 1000, "entry": "post"});
    assert_eq!(cleo.ask(sit).await["code"], "table.paused");
    assert_eq!(cleo.ask(json!({"type": "unwatch", "table": table})).await["type"], "ok");
    for nickname in ["Eve", "Fay"] {
        let body = json!({"nickname": nickname}).to_string();
        let refused = request(address, "POST", "/api/v1/guest", JSON, &body).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (503, &json!("server.storage"))
        );
    }
    until_figure(&data, "poker_store_writes", |writes| writes < 0.5).await;
    until_figure(&data, "poker_disk_free_bytes", |free| free < 65_536.0).await;
    assert_eq!(request(address, "GET", "/readyz", "", "").await.status, 503);
    sleep(Duration::from_secs(3)).await;
    let log = server.log();
    assert_eq!(complaints(&log), before + 1, "{log}");
    assert!(log.lines().last().unwrap().contains("the disk is full"), "{log}");

    fs::remove_file(&filler).unwrap();
    drop(file);
    // The hand waits where it was, with the full time.
    let snapshot = until(&mut ada, is_of("snapshot")).await;
    let state = &snapshot["state"];
    assert_eq!(state["paused"], json!(false));
    assert!(
        state["hand"]["turn"]["clock"]["left_ms"].as_u64().unwrap() > 15_000,
        "{snapshot}"
    );
    assert_eq!(until(&mut bea, answers("bye")).await["type"], "ok");
    assert_eq!(until(&mut dora, answers("look")).await["type"], "ok");
    assert_eq!(until(&mut dora, is_of("snapshot")).await["table"], json!(table));
    until_figure(&data, "poker_store_writes", |writes| writes > 0.5).await;
    let body = json!({"nickname": "Eve"}).to_string();
    assert_eq!(request(address, "POST", "/api/v1/guest", JSON, &body).await.status, 201);
}

#[tokio::test]
async fn a_start_on_a_full_disk_says_so() {
    // It has run there before, and was killed.
    let first = "mkfifo told; \"$@\" >told & read line <told; kill -9 $!; wait $!; \
                 cat /dev/zero >\"$POKER_DATA/filler\" 2>/dev/null;";
    for first in [
        format!("cd \"$POKER_DATA/..\"; {first}"),
        "cat /dev/zero >\"$POKER_DATA/filler\" 2>/dev/null;".to_owned(),
    ] {
        let Some(started) = on_small_disk(16 << 20, &first, &[]) else {
            return;
        };
        let refused = started.err().expect("there is no room");
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        let line = refused.log.lines().last().unwrap();
        assert!(
            line.starts_with("poker: the disk is full") && line.contains("Make room"),
            "{refused:?}"
        );
    }
}

at_both_kinds!(an_operator_stops_play_and_lets_it_go_on);

async fn an_operator_stops_play_and_lets_it_go_on(kind: Tables) {
    let option = format!("--admin-listen={}", free_address());
    let server = Process::start(&[&option]);
    assert_eq!(
        request(server.address, "POST", "/pause", "", "").await.status,
        405,
        "not on the main port"
    );
    let mut ada = Client::connect(server.address, "/ws").await;
    let welcome = ada.hello(json!({"nickname": "Ada"})).await;
    let mut bea = server.guest("Bea").await;
    let table = ada.create_table(kind).await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    let has = |kind: &'static str| {
        move |message: &Value| {
            let mut events = message["events"].as_array().into_iter().flatten();
            events.any(|event| event["event"]["kind"] == kind)
        }
    };
    until(&mut ada, has("turn_started")).await;
    for _ in 0..2 {
        let answer = operator(&server.data(), "POST", "/pause").await;
        assert_eq!((answer.status, answer.json()), (200, json!({"tables": 1})));
    }
    until(&mut ada, has("table_paused")).await;
    // It outlasts the process.
    let server = Process::start_in(server.kill(), &[&option]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let mut ada = Client::connect(server.address, "/ws").await;
    ada.hello(json!({"token": welcome["token"]})).await;
    ada.send_text(&json!({"type": "watch", "id": "w", "table": table}).to_string())
        .await;
    let snapshot = until(&mut ada, |message| message["type"] == "snapshot").await;
    let hand = &snapshot["state"]["hand"];
    assert_eq!(snapshot["state"]["paused"], json!(true));
    let act = json!({
        "type": "act", "table": table, "hand": hand["hand"], "turn": hand["turn"]["turn"], "action": {"kind": "fold"},
    });
    assert_eq!(ada.ask(act).await["code"], "table.paused");
    assert_eq!(operator(&server.data(), "POST", "/resume").await.status, 200);
    let resumed = until(&mut ada, has("table_resumed")).await;
    assert!(resumed["clock"]["left_ms"].as_u64().unwrap() > 15_000, "{resumed}");
}

at_both_kinds!(players_of_a_table_out_of_play_are_told);

/// A player with chips at a table that cannot be continued is notified at every `hello`, and finds them in the welcome.
async fn players_of_a_table_out_of_play_are_told(kind: Tables) {
    let mut server = start(|_| {}).await;
    let mut ann = server.connect().await;
    let token = ann.hello(json!({"nickname": "Ann"})).await["token"].clone();
    let table = ann.create_table(kind).await;
    ann.sit(&table).await;
    server.ask_to_stop();
    let data = server.stopped().await;
    let options = SqliteConnectOptions::new().filename(data.path().join("poker.db"));
    let mut database = options.connect().await.unwrap();
    sqlx::query("UPDATE owner SET last_hash = zeroblob(32)")
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();

    let server = start_in(data, |_| {}).await;
    let mut ann = server.connect().await;
    let welcome = ann.hello(json!({"token": token})).await;
    assert_eq!(welcome["tables"], json!([]));
    assert_eq!(
        welcome["set_aside"],
        json!([{"table": table, "name": "test", "chips": 1000}])
    );
    let refused = ann.ask(json!({"type": "watch", "table": table})).await;
    assert_eq!(refused["code"], "table.not_found");
    let mut bob = server.connect().await;
    let welcome = bob.hello(json!({"nickname": "Bob"})).await;
    assert_eq!(welcome.get("set_aside"), None, "the chips of others are not named");
}

#[tokio::test]
async fn a_mistyped_variable_is_refused_by_name() {
    for (name, nearest) in [
        ("POKER_MAX_TABLE", "did you mean POKER_MAX_TABLES?"),
        ("POKER_DRAIN_TIMEOUT", "did you mean POKER_DRAIN_TIMEOUT_S?"),
        ("POKER_XYZZY", "poker serve --help"),
    ] {
        let mut command = Command::new(program());
        command.env(name, "3");
        let refused = Process::spawn(command, TempDir::new().unwrap(), &[]).err();
        let refused = refused.unwrap_or_else(|| panic!("{name}"));
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(
            refused.log.contains(name) && refused.log.contains(nearest),
            "{refused:?}"
        );
    }
    let mut command = Command::new(program());
    // Variables that Kubernetes gives the containers of a service of this name.
    command
        .env("POKER_PORT", "tcp://10.0.0.7:80")
        .env("POKER_SERVICE_HOST", "10.0.0.7");
    assert!(Process::spawn(command, TempDir::new().unwrap(), &[]).is_ok());
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

/// The rules of `promtool check metrics`, which is run as well if it is installed.
#[tokio::test]
async fn the_figures_are_well_formed() {
    let server = Process::start(&["--demo-tables"]);
    let (mut ada, mut bea) = (server.guest("Ada").await, server.guest("Bea").await);
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    tokio::join!(ada.play(&table, 1, |_| {}), bea.play(&table, 1, |_| {}));
    request(server.address, "GET", "/api/v1/games", "", "").await;
    let figures = operator(&server.data(), "GET", "/metrics").await;
    let text = String::from_utf8(figures.body).unwrap();
    let (mut helped, mut typed) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["#", "HELP", name, _, ..] => assert!(helped.insert(name.to_owned()), "{line}"),
            ["#", "TYPE", name, kind] => {
                assert!(typed.insert(name.to_owned()), "{line}");
                assert!(helped.contains(name), "{name} has no HELP");
                assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
                assert!(!name.contains("_ms") && !name.ends_with("_milliseconds"), "{line}");
            }
            _ => {}
        }
    }
    assert!(
        typed.contains("poker_steps_total") && typed.contains("poker_http_seconds"),
        "{text}"
    );
    let promtool = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn();
    if let Ok(mut promtool) = promtool {
        promtool.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let judged = promtool.wait_with_output().unwrap();
        assert!(judged.status.success(), "{judged:?}");
    }
}

/// No one makes a request any more: the figures are right all the same.
#[tokio::test]
async fn after_a_full_disk_the_figures_recover_by_themselves() {
    let Some(server) = on_small_disk(16 << 20, "", &[]) else {
        return;
    };
    let server = server.unwrap_or_else(|refused| panic!("{refused:?}"));
    let address = server.address;
    let root = format!("/proc/{}/root", server.pid().as_raw_nonzero());
    let data = Path::new(&root).join(server.data().strip_prefix("/").unwrap());
    let filler = data.join("filler");
    let mut file = fs::File::create(&filler).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}
    let body = json!({"nickname": "Eve"}).to_string();
    while request(address, "POST", "/api/v1/guest", JSON, &body).await.status != 503 {}
    until_figure(&data, "poker_store_writes", |writes| writes < 0.5).await;
    until_figure(&data, "poker_disk_free_bytes", |free| free < 65_536.0).await;
    fs::remove_file(&filler).unwrap();
    drop(file);
    until_figure(&data, "poker_store_writes", |writes| writes > 0.5).await;
    until_figure(&data, "poker_disk_free_bytes", |free| free > 1_000_000.0).await;
    assert_eq!(request(address, "GET", "/readyz", "", "").await.status, 200);
}

/// Fills up a disk, and returns the file that does.
fn fill_up(data: &Path) -> PathBuf {
    let filler = data.join("filler");
    let mut file = fs::File::create(&filler).unwrap();
    for bytes in [1 << 16, 4096] {
        while file.write_all(&vec![0; bytes]).is_ok() {}
    }
    filler
}

/// On a full disk the reserved room is used: a player who leaves gets the chips, and a server stops in order. It is reserved again
/// once there is room.
#[tokio::test]
async fn on_a_full_disk_who_leaves_gets_the_chips_and_the_server_stops_in_order() {
    let Some(server) = on_small_disk(160 << 20, "", &[]) else {
        return;
    };
    let server = server.unwrap_or_else(|refused| panic!("{refused:?}"));
    let address = server.address;
    let root = format!("/proc/{}/root", server.pid().as_raw_nonzero());
    let data = Path::new(&root).join(server.data().strip_prefix("/").unwrap());
    let kept = async |data: &Path, wanted: Option<u64>| {
        let ballast = data.join("poker.ballast");
        let is_so = async {
            while fs::metadata(&ballast).ok().map(|about| about.len()) != wanted {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(NEVER, is_so)
            .await
            .unwrap_or_else(|_| panic!("{wanted:?}: {}", server.log()));
    };
    let mut ada = Client::connect(address, "/ws").await;
    let welcome = ada.hello(json!({"nickname": "Ada"})).await;
    let bearer = format!("authorization: Bearer {}\r\n", welcome["token"].as_str().unwrap());
    let balance = async || request(address, "GET", "/api/v1/me", &bearer, "").await.json()["balance"].clone();
    let before = balance().await;
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    assert_ne!(balance().await, before);
    kept(&data, Some(8 << 20)).await;

    let filler = fill_up(&data);
    let left = ada.ask(json!({"type": "leave", "table": table})).await;
    assert_eq!(left["type"], "ok", "{left}");
    assert_eq!(balance().await, before);
    kept(&data, None).await;
    assert!(server.log().contains("kept for the last word"), "{}", server.log());
    fs::remove_file(&filler).unwrap();
    kept(&data, Some(8 << 20)).await;

    // Once more, and now nothing but the stop is written.
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    fill_up(&data);
    let body = json!({"nickname": "Eve"}).to_string();
    while request(address, "POST", "/api/v1/guest", JSON, &body).await.status != 503 {}
    // The disk lasts as long as the folder is held open.
    let held = fs::File::open(&data).unwrap();
    let data = PathBuf::from(format!("/proc/{}/fd/{}", std::process::id(), held.as_raw_fd()));
    server.signal(Signal::TERM);
    let log = server.data().with_file_name("log");
    let folder = server.wait();
    let log = fs::read_to_string(folder.path().join(log.file_name().unwrap())).unwrap();
    assert!(!log.contains("the last checkpoint failed"), "{log}");
    assert!(!data.join("poker.ballast").exists(), "{log}");
    let unsettled = fs::metadata(data.join("poker.db-wal")).map_or(0, |about| about.len());
    assert_eq!(unsettled, 0, "{log}");
    let copy = TempDir::new().unwrap();
    let copied = copy.path().join("data");
    fs::create_dir(&copied).unwrap();
    for file in fs::read_dir(&data).unwrap().map(|file| file.unwrap().path()) {
        if !file.ends_with("filler") {
            fs::copy(&file, copied.join(file.file_name().unwrap())).unwrap();
        }
    }
    let audit = Command::new(program())
        .args(["audit", "--data"])
        .arg(&copied)
        .output()
        .unwrap();
    assert!(audit.status.success(), "{audit:?}");
    let server = Process::start_in(copy, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let mut ada = Client::connect(server.address, "/ws").await;
    let welcome = ada.hello(json!({"token": welcome["token"]})).await;
    assert_eq!(welcome["tables"], json!([table]));
}

/// In a lull the log is copied into the database, and its room is freed.
#[tokio::test]
async fn a_quiet_server_keeps_no_log() {
    let server = Process::start(&["--demo-tables", "--house-bots=8", "--bot-think-percent=0"]);
    let log = server.data().join("poker.db-wal");
    let bytes = || fs::metadata(&log).map_or(0, |about| about.len());
    let grown = async {
        while bytes() < 200_000 {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(NEVER, grown).await.unwrap();
    let folder = server.kill();
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let _ada = server.guest("Ada").await;
    let log = server.data().join("poker.db-wal");
    let given_back = async {
        while fs::metadata(&log).map_or(0, |about| about.len()) > 0 {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(NEVER, given_back).await.expect("the log stays");
    // Room for the last word, if the disk has that much.
    assert_eq!(
        fs::metadata(server.data().join("poker.ballast"))
            .map(|about| about.len())
            .ok(),
        Some(8 << 20)
    );
}

#[tokio::test]
async fn who_came_and_who_was_lost_is_in_the_log() {
    let server = Process::start(&["--heartbeat-ms=300", "--timeout-ms=900"]);
    let account = json!({"name": "Cleo", "password": "a long enough password"}).to_string();
    for path in ["/api/v1/register", "/api/v1/login"] {
        assert!(request(server.address, "POST", path, JSON, &account).await.status < 300);
    }
    let ada = server.guest("Ada").await;
    let _bea = server.guest("Bea").await;
    drop(ada);
    let told = async {
        // Bea reads nothing, and so answers no ping.
        while !server.log().contains("heartbeat_timeout") {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(NEVER, told).await.unwrap();
    let log = server.log();
    let line = |name: &str, words: &str| {
        log.lines()
            .any(|line| line.contains("\"INFO\"") && line.contains(&format!("\"{name}\"")) && line.contains(words))
    };
    assert!(line("Cleo", "signed in"), "{log}");
    for name in ["Ada", "Bea"] {
        assert!(
            line(name, "a connection began") && line(name, "a connection ended"),
            "{name}: {log}"
        );
    }
    assert!(
        line("Ada", "gone without a word") && line("Bea", "heartbeat_timeout"),
        "{log}"
    );
}

/// A table whose journal is damaged is named by `/readyz`; once it is released, an audit finds nothing any more.
#[tokio::test]
async fn what_is_out_of_play_is_named_and_what_was_dealt_with_does_not_count() {
    let server = Process::start(&[]);
    let (mut ada, mut bea) = (server.guest("Ada").await, server.guest("Bea").await);
    let mut tables = Vec::new();
    for _ in 0..2 {
        let table = ada.create_table(Tables::Public).await;
        ada.sit(&table).await;
        bea.sit(&table).await;
        tokio::join!(ada.play(&table, 1, |_| {}), bea.play(&table, 1, |_| {}));
        tables.push(table);
    }
    server.signal(Signal::TERM);
    let folder = server.wait();
    let data = folder.path().join("data");
    let poker = |arguments: &[&str]| {
        Command::new(program())
            .args(arguments)
            .arg("--data")
            .arg(&data)
            .output()
            .unwrap()
    };
    let text = |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(poker(&["audit"]).status.success());
    // The first buy-in is at the first table.
    let mut conn = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .connect()
        .await
        .unwrap();
    let groups: Vec<(i64, Vec<u8>)> = sqlx::query_as("SELECT id, steps FROM journal ORDER BY id")
        .fetch_all(&mut conn)
        .await
        .unwrap();
    let place = |steps: &[u8]| steps.windows(6).position(|part| part == b"buy_in");
    let (id, mut steps) = groups.into_iter().find(|(_, steps)| place(steps).is_some()).unwrap();
    let at = place(&steps).unwrap();
    steps[at] ^= 1;
    // Swept rows may be changed.
    sqlx::query("UPDATE journal_end SET swept = settled")
        .execute(&mut conn)
        .await
        .unwrap();
    sqlx::query("UPDATE journal SET steps = $2 WHERE id = $1")
        .bind(id)
        .bind(steps)
        .execute(&mut conn)
        .await
        .unwrap();
    conn.close().await.unwrap();
    let audit = poker(&["audit"]);
    assert_eq!(audit.status.code(), Some(1), "{audit:?}");
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let ready = request(server.address, "GET", "/readyz", "", "").await;
    let told = String::from_utf8(ready.body).unwrap();
    assert_eq!(ready.status, 200);
    assert!(
        told.starts_with("ready\n") && told.contains(&format!("table {}", tables[0])),
        "{told}"
    );
    assert!(!told.contains(&format!("table {}", tables[1])), "{told}");
    server.signal(Signal::TERM);
    let folder = server.wait();
    let data = folder.path().join("data");
    let poker = |arguments: &[&str]| {
        Command::new(program())
            .args(arguments)
            .arg("--data")
            .arg(&data)
            .output()
            .unwrap()
    };
    let released = poker(&["release", &tables[0]]);
    assert!(
        released.status.success() && text(&released).contains("acknowledged"),
        "{released:?}"
    );
    let audit = poker(&["audit"]);
    assert!(
        audit.status.success() && text(&audit).contains("acknowledged"),
        "{audit:?}"
    );
    // New damage counts.
    let mut conn = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .connect()
        .await
        .unwrap();
    for sql in [
        "DROP TRIGGER account_loses_sum",
        "UPDATE account SET created_at = created_at + 1 WHERE name = 'Ada'",
    ] {
        sqlx::query(sql).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
    let audit = poker(&["audit"]);
    assert_eq!(audit.status.code(), Some(1), "{audit:?}");
    let acknowledged = poker(&["audit", "--acknowledge", "a test"]);
    assert!(acknowledged.status.success(), "{acknowledged:?}");
    assert!(poker(&["audit"]).status.success());
}
