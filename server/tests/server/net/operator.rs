//! Properties that an operator relies on, tested on the program itself.

mod disk;
mod out_of_play;
mod proxy;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::net::process::{Process, program};
use crate::net::raw::{operator, request};
use crate::net::server::{Client, NEVER, Tables, at_both_kinds, free_address};

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
    // Messages to and from the house bots are written the same way.
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

/// Returns the next message wanted; earlier ones are dropped.
async fn until(client: &mut Client, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = client.next().await;
        if wanted(&message) {
            return message;
        }
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

#[tokio::test]
async fn a_setting_that_cannot_be_used_begins_no_folder() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let admin = format!("--admin-listen={}", taken.local_addr().unwrap());
    for (option, code) in [(&*admin, 1), ("--seal-key=/nowhere/at/all.key", 1)] {
        let home = TempDir::new().unwrap();
        let data = home.path().join("data");
        let (mut command, log) = (Command::new(program()), home.path().join("log"));
        command
            .args(["serve", "--listen=127.0.0.1:0", option, "--data"])
            .arg(&data);
        command.stderr(fs::File::create(&log).unwrap());
        let status = command.status().unwrap();
        assert_eq!(
            status.code(),
            Some(code),
            "{option}: {}",
            fs::read_to_string(&log).unwrap()
        );
        assert!(!data.exists(), "{option}");
    }
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
