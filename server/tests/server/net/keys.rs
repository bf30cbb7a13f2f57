//! `poker keys rotate`: new keys for a folder in use, and the old ones as long as something needs them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::net::process::{Process, program};
use crate::net::raw::request;
use crate::net::server::{Client, Tables};

const FILES: [&str; 3] = ["token.key", "seal.key", "push.key"];

fn poker(arguments: &[&str], paths: &[&Path]) -> Output {
    Command::new(program()).args(arguments).args(paths).output().unwrap()
}

#[track_caller]
fn done(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn rotate(data: &Path, key: &str, options: &[&str]) -> String {
    done(&poker(
        &[&["keys", "rotate", key], options, &["--data"]].concat(),
        &[data],
    ))
}

#[track_caller]
fn audited(data: &Path) {
    let told = done(&poker(&["audit", "--data"], &[data]));
    assert!(
        told.contains("commitments to decks checked"),
        "every deck is opened: {told}"
    );
}

fn keys(data: &Path) -> [Vec<u8>; 3] {
    FILES.map(|name| fs::read(data.join(name)).unwrap())
}

/// Returns the number of keys in a file.
fn count(file: &[u8]) -> usize {
    match file.len() {
        32 => 1,
        _ => str::from_utf8(file).unwrap().lines().count() - 2,
    }
}

async fn get(server: &Process, path: &str, token: &str) -> (u16, Value) {
    let bearer = format!("authorization: Bearer {token}\r\n");
    let answer = request(server.address, "GET", path, &bearer, "").await;
    (answer.status, answer.json())
}

fn start(folder: TempDir) -> Process {
    Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"))
}

fn stop(server: Process) -> TempDir {
    server.signal(Signal::TERM);
    server.wait()
}

fn data_of(folder: &TempDir) -> PathBuf {
    folder.path().join("data")
}

/// A folder in which two guests have played; the access token of one, the table, and the last hand as that guest saw it.
struct Played {
    folder: TempDir,
    token: String,
    table: String,
    hand: (String, Value),
}

async fn played() -> Played {
    let server = Process::start(&[]);
    let json = "content-type: application/json\r\n";
    let session = request(server.address, "POST", "/api/v1/guest", json, r#"{"nickname": "Ada"}"#)
        .await
        .json();
    let token = session["access_token"].as_str().unwrap().to_owned();
    let mut ada = Client::connect(server.address, "/ws").await;
    ada.hello(json!({"token": token})).await;
    let mut bea = server.guest("Bea").await;
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    tokio::join!(ada.play(&table, 3, |_| {}), bea.play(&table, 3, |_| {}));
    let path = format!("/api/v1/hands/{table}/2");
    let (status, hand) = get(&server, &path, &token).await;
    assert_eq!(status, 200, "{hand}");
    Played {
        folder: stop(server),
        token,
        table,
        hand: (path, hand),
    }
}

#[tokio::test]
async fn old_keys_do_their_duty_beside_new_ones() {
    let Played {
        folder,
        token,
        table,
        hand,
    } = played().await;
    let data = data_of(&folder);
    let before = keys(&data);
    for (key, words) in [
        ("token", "good until"),
        ("seal", "the old ones open theirs"),
        ("push", "new subscriptions"),
        // Twice in a row, with no start between.
        ("seal", "the old ones open theirs"),
        ("token", "good until"),
    ] {
        let told = rotate(&data, key, &[]);
        assert!(told.contains(words) && told.contains("keys export"), "{told}");
    }
    assert_eq!(keys(&data).map(|file| count(&file)), [3, 3, 2]);
    for name in FILES {
        assert_eq!(
            fs::metadata(data.join(name)).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    audited(&data);

    let server = start(folder);
    assert_eq!(
        get(&server, &hand.0, &token).await,
        (200, hand.1.clone()),
        "an old token, an old hand"
    );
    // The table was sealed with the old key; its hands are now sealed with the new one.
    let mut ada = Client::connect(server.address, "/ws").await;
    ada.hello(json!({"token": token})).await;
    assert_eq!(ada.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    let mut players = [server.guest("Cleo").await, server.guest("Dan").await];
    let [cleo, dan] = &mut players;
    let other = cleo.create_table(Tables::Public).await;
    cleo.sit(&other).await;
    dan.sit(&other).await;
    tokio::join!(cleo.play(&other, 2, |_| {}), dan.play(&other, 2, |_| {}));
    let doctor = poker(
        &["doctor", "--listen", &server.address.to_string(), "--data"],
        &[&server.data()],
    );
    assert!(
        String::from_utf8_lossy(&doctor.stdout).contains("5 older ones"),
        "{doctor:?}"
    );

    // With a running server, no key is changed.
    let there = keys(&server.data());
    for key in ["token", "seal", "push"] {
        let refused = poker(&["keys", "rotate", key, "--data"], &[&server.data()]);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(
            String::from_utf8_lossy(&refused.stderr).contains("uses the data folder"),
            "{refused:?}"
        );
    }
    assert_eq!(keys(&server.data()), there);
    drop(players);
    let folder = stop(server);
    let data = data_of(&folder);
    audited(&data);

    // A copy with its keys, and an export of the keys alone, have all of them.
    let place = TempDir::new().unwrap();
    let path = |name: &str| place.path().join(name);
    done(&poker(&["backup", "--keys", "--data"], &[&data, &path("copy")]));
    done(&poker(&["restore", "--data"], &[&path("made"), &path("copy")]));
    assert_eq!(keys(&path("made")), keys(&data));
    audited(&path("made"));
    done(&poker(&["keys", "export", "--data"], &[&data, &path("keys")]));
    for name in FILES {
        fs::rename(data.join(name), place.path().join(name)).unwrap();
    }
    done(&poker(&["keys", "import", "--data"], &[&data, &path("keys")]));
    assert_eq!(keys(&data).map(|file| count(&file)), [3, 3, 2]);
    let server = start(folder);
    assert_eq!(get(&server, &hand.0, &token).await, (200, hand.1));
    let folder = stop(server);
    only_new_keys_fit(&data_of(&folder), &before);
    drop(start(folder));
}

#[tokio::test]
async fn a_key_of_another_folder_is_not_put_back() {
    let Played { folder, .. } = played().await;
    let (data, place) = (data_of(&folder), TempDir::new().unwrap());
    let (own, others) = (place.path().join("own"), place.path().join("others"));
    done(&poker(&["keys", "export", "--data"], &[&data, &own]));
    let again = poker(&["keys", "export", "--data"], &[&data, &own]);
    let told = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(
        again.status.code() == Some(2) && told.contains("own/seal.key is there already"),
        "{told}"
    );
    let other = stop(Process::start(&[]));
    done(&poker(&["keys", "export", "--data"], &[&data_of(&other), &others]));
    for name in FILES {
        let key = data.join(name);
        fs::remove_file(&key).unwrap();
        let refused = poker(&["keys", "import", "--data"], &[&data, &others]);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(
            told.contains(name) && told.contains("another key") && !key.exists(),
            "{told}"
        );
        assert!(done(&poker(&["keys", "import", "--data"], &[&data, &own])).contains(name));
    }
    drop(start(folder));
}

/// Checks that keys from before the change no longer fit the folder.
fn only_new_keys_fit(data: &Path, before: &[Vec<u8>; 3]) {
    for (name, old) in FILES.iter().zip(before) {
        let new = fs::read(data.join(name)).unwrap();
        fs::write(data.join(name), old).unwrap();
        fs::set_permissions(data.join(name), fs::Permissions::from_mode(0o600)).unwrap();
        let refused = poker(&["serve", "--listen=127.0.0.1:0", "--data"], &[data]);
        assert_eq!(refused.status.code(), Some(3), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(name), "{refused:?}");
        let kept = poker(&["keys", "rotate", name.trim_end_matches(".key"), "--data"], &[data]);
        assert_eq!(
            kept.status.code(),
            Some(2),
            "a key that is not the folder's is not changed: {kept:?}"
        );
        assert_eq!(&fs::read(data.join(name)).unwrap(), old);
        fs::write(data.join(name), new).unwrap();
    }
}

#[tokio::test]
async fn a_key_of_a_thief_is_gone_at_once() {
    let Played {
        folder, token, hand, ..
    } = played().await;
    let data = data_of(&folder);
    let before = keys(&data);
    let refused = poker(&["keys", "rotate", "seal", "--at-once", "--data"], &[&data]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert_eq!(keys(&data), before);
    rotate(&data, "token", &[]);
    for key in ["token", "push"] {
        assert!(rotate(&data, key, &["--at-once"]).contains("is gone"));
    }
    assert_eq!(keys(&data).map(|file| count(&file)), [1, 1, 1]);
    assert_eq!(keys(&data)[1], before[1]);
    audited(&data);
    let server = start(folder);
    assert_eq!(get(&server, &hand.0, &token).await.0, 401);
}

#[tokio::test]
async fn a_seal_key_elsewhere_is_changed_there() {
    let Played {
        folder, token, hand, ..
    } = played().await;
    let (data, place) = (data_of(&folder), TempDir::new().unwrap());
    let elsewhere = place.path().join("cards.key");
    fs::rename(data.join("seal.key"), &elsewhere).unwrap();
    let option = format!("--seal-key={}", elsewhere.display());
    assert!(rotate(&data, "seal", &[&option]).contains("cards.key"));
    assert_eq!(count(&fs::read(&elsewhere).unwrap()), 2);
    assert!(!data.join("seal.key").exists());
    let server = Process::start_in(folder, &[&option]).unwrap_or_else(|refused| panic!("{refused:?}"));
    assert_eq!(get(&server, &hand.0, &token).await, (200, hand.1));
}

/// Whenever a change is cut short, the folder opens, and the next change succeeds.
#[tokio::test]
async fn a_change_that_is_killed_leaves_a_folder_that_opens() {
    let Played {
        folder, token, hand, ..
    } = played().await;
    let data = data_of(&folder);
    for round in 0..12_u64 {
        let key = ["seal", "token", "push"][usize::try_from(round).unwrap() % 3];
        let mut command = Command::new(program());
        command.args(["keys", "rotate", key, "--data"]).arg(&data);
        if round >= 6 && key != "seal" {
            command.arg("--at-once");
        }
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(4 * round)).await;
        let _ = child.kill();
        child.wait().unwrap();
        audited(&data);
    }
    // The remains of a kill between the steps, one by one: half a file next to the key, and a folder that names no key.
    fs::write(data.join("seal.key.new"), b"poker ke").unwrap();
    let file = SqliteConnectOptions::new().filename(data.join("poker.db"));
    let mut database = file.connect().await.unwrap();
    database
        .execute("UPDATE folder SET token_key = NULL, push_key = NULL")
        .await
        .unwrap();
    database.close().await.unwrap();
    for key in ["seal", "token", "push"] {
        rotate(&data, key, &[]);
    }
    assert!(!data.join("seal.key.new").exists());
    let server = start(folder);
    let (status, told) = get(&server, &hand.0, &token).await;
    // A change with `--at-once` may have gone through, and then the token is void.
    assert!(status == 401 || told == hand.1, "{told}");
    let folder = stop(server);
    audited(&data_of(&folder));
}
