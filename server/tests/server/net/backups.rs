//! Copies of a data folder made in play, and folders restored from them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::net::process::{Process, program};
use crate::net::raw::{operator, request};
use crate::net::server::{Client, Tables};

fn poker(arguments: &[&str], paths: &[&Path]) -> Output {
    let mut command = Command::new(program());
    command.args(arguments).args(paths).output().unwrap()
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn backup(data: &Path, to: &Path, options: &[&str]) -> Output {
    poker(&[&["backup", "--json"], options, &["--data"]].concat(), &[data, to])
}

fn restore(from: &Path, data: &Path, options: &[&str]) -> Output {
    poker(&[&["restore", "--json"], options, &["--data"]].concat(), &[data, from])
}

fn audit(data: &Path) -> Output {
    poker(&["audit", "--data"], &[data])
}

/// Returns the balance of every account of the ledger.
async fn balances(folder: &Path) -> Vec<(String, i64)> {
    let file = SqliteConnectOptions::new()
        .filename(folder.join("poker.db"))
        .read_only(true);
    let mut database = file.connect().await.unwrap();
    let all = sqlx::query_as("SELECT account, amount FROM balance ORDER BY account")
        .fetch_all(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
    all
}

/// Number of copies made and restored: `BACKUP_ROUNDS`, for the long form.
fn rounds() -> usize {
    std::env::var("BACKUP_ROUNDS").map_or(6, |count| count.parse().unwrap())
}

/// Plays hands until the connection ends.
async fn play_on(mut player: Client, table: String) {
    loop {
        player.play(&table, 1, |_| {}).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copies_in_play_are_sound_and_folders_made_of_them_play_on() {
    let server = Process::start(&[]);
    let (data, place) = (server.data(), TempDir::new().unwrap());
    let signed = json!({"name": "Carla", "password": "correct horse battery"}).to_string();
    let post = async |address, path: &str, body: &str| {
        request(address, "POST", path, "content-type: application/json\r\n", body).await
    };
    assert_eq!(post(server.address, "/api/v1/register", &signed).await.status, 201);
    let session = post(server.address, "/api/v1/login", &signed).await.json();
    let mut guest = Client::connect(server.address, "/ws").await;
    let token = guest.hello(json!({"nickname": "Ada"})).await["token"].clone();
    let mut other = server.guest("Bea").await;
    let table = guest.create_table(Tables::Public).await;
    guest.sit(&table).await;
    other.sit(&table).await;
    let players = [guest, other].map(|player| tokio::spawn(play_on(player, table.clone())));
    let keys = place.path().join("keys");
    done(&poker(&["keys", "export", "--data"], &[&data, &keys]));
    for round in 0..rounds() {
        let (copy, made) = (place.path().join("copy"), place.path().join("made"));
        let told: Value = serde_json::from_str(&done(&backup(&data, &copy, &[]))).unwrap();
        let names: Vec<_> = fs::read_dir(&copy)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names.len(), 3, "no key, no log: {names:?}");
        assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(
            fs::metadata(copy.join("poker.db")).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert!(told["manifest"]["contents"]["steps"].as_u64() > Some(0), "{told}");
        let before = balances(&copy).await;
        assert!(before.iter().map(|(_, amount)| amount).sum::<i64>() == 0, "{before:?}");
        let restored = restore(&copy, &made, &["--keys", keys.to_str().unwrap()]);
        let told: Value = serde_json::from_str(&done(&restored)).unwrap();
        assert_eq!(
            (&told["sessions_ended"], &told["new_keys"]),
            (&json!(2), &json!([])),
            "{told}"
        );
        assert!(told["seconds_behind"].as_u64() < Some(60), "{told}");
        assert!(audit(&made).status.success());
        assert_eq!(balances(&made).await, before);
        if round + 1 < rounds() {
            fs::remove_dir_all(&copy).unwrap();
            fs::remove_dir_all(&made).unwrap();
        }
        sleep(Duration::from_millis(200)).await;
    }
    for player in players {
        player.abort();
    }
    drop(server);

    // A server goes on where the copy was: guests are still signed in, sessions with a password are not.
    let home = TempDir::new().unwrap();
    fs::rename(place.path().join("made"), home.path().join("data")).unwrap();
    let server = Process::start_in(home, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let mut guest = Client::connect(server.address, "/ws").await;
    let welcome = guest.hello(json!({"token": token})).await;
    assert_eq!(welcome["you"]["name"], "Ada");
    let refresh = json!({"refresh_token": session["refresh_token"]}).to_string();
    assert_eq!(post(server.address, "/api/v1/refresh", &refresh).await.status, 401);
    assert_eq!(post(server.address, "/api/v1/login", &signed).await.status, 200);
}

#[tokio::test]
async fn what_is_no_copy_or_no_place_for_one_is_refused_and_touched_by_nobody() {
    let server = Process::start(&[]);
    server.guest("Ada").await;
    let folder = server.kill();
    let (data, place) = (folder.path().join("data"), TempDir::new().unwrap());
    let at = |name: &str| place.path().join(name);
    let refused = |output: &Output, words: &str| {
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(told.contains(words), "{words} is not in {told}");
    };
    // From the folder of a killed server, with its log.
    done(&backup(&data, &at("copy"), &["--keys"]));
    refused(&backup(&data, &at("copy"), &[]), "there already");
    refused(&backup(&at("nowhere"), &at("other"), &[]), "no database");
    refused(&backup(&data, &at("other.db"), &["--keys"]), "name a folder");
    assert!(!at("other").exists() && !at("other.partial").exists() && !at("nowhere").exists());
    refused(&restore(&at("copy"), &data, &[]), "there already");
    refused(&restore(&at("nowhere"), &at("made"), &[]), "not a copy");
    refused(&restore(&data, &at("made"), &[]), "not a copy");
    // A copy inside the folder is lost with it.
    refused(&backup(&data, &data.join("copy"), &[]), "inside the data folder");
    refused(&backup(&data, &data, &["--keep", "3"]), "inside the data folder");
    // Without the key that seals cards, and with another one.
    fs::rename(at("copy/seal.key"), at("seal.key")).unwrap();
    refused(&restore(&at("copy"), &at("made"), &[]), "--keys");
    fs::write(at("copy/seal.key"), [7; 32]).unwrap();
    fs::set_permissions(at("copy/seal.key"), fs::Permissions::from_mode(0o600)).unwrap();
    refused(&restore(&at("copy"), &at("made"), &[]), "another key");
    fs::remove_file(at("copy/seal.key")).unwrap();
    assert_eq!(
        fs::read_dir(at("made")).unwrap().count(),
        0,
        "nothing is left of what failed"
    );
    // Kept elsewhere, it stays there.
    let key = at("seal.key");
    done(&restore(
        &at("copy"),
        &at("made"),
        &["--seal-key", key.to_str().unwrap()],
    ));
    assert!(!at("made/seal.key").exists() && at("made/token.key").exists());
    refused(&restore(&at("copy"), &at("made"), &[]), "there already");
    // One bit of the database, and an invalid manifest.
    let database = at("copy/poker.db");
    let mut bytes = fs::read(&database).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&database, &bytes).unwrap();
    refused(
        &restore(&at("copy"), &at("again"), &["--seal-key", key.to_str().unwrap()]),
        "has changed",
    );
    fs::write(at("copy/backup.json"), "{}").unwrap();
    refused(&restore(&at("copy"), &at("again"), &[]), "cannot be understood");
    // As one file, which is the database alone; new keys are made then.
    done(&backup(&data, &at("one.db"), &[]));
    let told = restore(&at("one.db"), &at("again"), &["--seal-key", key.to_str().unwrap()]);
    let told: Value = serde_json::from_str(&done(&told)).unwrap();
    assert_eq!(told["new_keys"], json!(["token.key", "push.key"]));
    assert!(audit(&at("made")).status.success());
    // A folder that lacks data written to it is not copied as if it were whole.
    fs::remove_file(data.join("poker.db-wal")).unwrap();
    refused(&backup(&data, &at("behind"), &[]), "behind what was written");
}

#[tokio::test]
async fn the_newest_of_many_copies_are_kept_and_nothing_else_is_touched() {
    let place = TempDir::new().unwrap();
    let copies = place.path().join("copies");
    fs::create_dir_all(copies.join("poker-mine")).unwrap();
    let option = |name: &str, value: &str| format!("--{name}={value}");
    let to = option("backup-to", copies.to_str().unwrap());
    let server = Process::start(&[&to, "--backup-every=1m", "--backup-keep=2"]);
    // The server makes the first one immediately.
    let made = || {
        let names = fs::read_dir(&copies)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names
            .filter(|name| name != "poker-mine" && !name.ends_with("partial"))
            .collect();
        names.sort();
        names
    };
    while made().is_empty() {
        sleep(Duration::from_millis(50)).await;
    }
    let first = made();
    while !server.log().contains("the data folder is copied") {
        sleep(Duration::from_millis(50)).await;
    }
    let figures = operator(&server.data(), "GET", "/metrics").await;
    let line = figures
        .text()
        .lines()
        .find(|line| line.starts_with("poker_backup_timestamp_seconds "));
    assert!(line.is_some_and(|line| !line.ends_with(" 0")), "{line:?}");
    let abandoned = copies.join("poker-20200101T000000Z.partial");
    let others = copies.join("poker-99990101T000000Z.partial");
    for folder in [&abandoned, &others] {
        fs::create_dir(folder).unwrap();
    }
    for _ in 0..2 {
        // Their names have seconds.
        sleep(Duration::from_millis(1100)).await;
        done(&backup(&server.data(), &copies, &["--keep", "2"]));
    }
    let left = made();
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(!left.contains(&first[0]), "the oldest is gone");
    assert!(!abandoned.exists(), "whoever made it is gone");
    assert!(others.exists(), "it may still be made");
    assert!(copies.join("poker-mine").exists());
    // Started again, it has a recent copy.
    let folder = server.kill();
    let server = Process::start_in(folder, &[&to, "--backup-every=1h"]).unwrap_or_else(|refused| panic!("{refused:?}"));
    sleep(Duration::from_secs(1)).await;
    assert!(!server.log().contains("the data folder is copied"));
    assert_eq!(made(), left);
}
