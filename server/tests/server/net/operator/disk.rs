//! A server on a disk that fills up.

use std::fs;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use super::{JSON, until};
use crate::net::process::{Process, Refused, program};
use crate::net::raw::{operator, request};
use crate::net::server::{Client, NEVER, Tables, at_both_kinds};

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

/// Fills up a disk, and returns the file that does.
fn fill_up(data: &Path) -> PathBuf {
    let filler = data.join("filler");
    let mut file = fs::File::create(&filler).unwrap();
    for bytes in [1 << 16, 4096] {
        while file.write_all(&vec![0; bytes]).is_ok() {}
    }
    filler
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
    assert!(
        server.log().contains("held in reserve for the final writes"),
        "{}",
        server.log()
    );
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
