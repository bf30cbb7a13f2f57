//! Commands that only read: they leave every byte of a folder as it was, whatever they find there.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::net::process::{Process, Told, poker, program};
use crate::net::raw::request;
use crate::net::server::Tables;

/// Each command line that reads a data folder, with its exit code on one without keys.
const READING: [(&str, i32); 17] = [
    ("accounts find", 0),
    ("accounts find --json", 0),
    ("accounts show Carla", 0),
    ("accounts show Nobody", 1),
    ("adults list", 0),
    ("audit", 0),
    ("audit --json --events", 0),
    ("chat show", 0),
    ("collude", 0),
    ("doctor", 1),
    ("explain 1/1", 0),
    // Its cards are sealed.
    ("explain --account Ada --at 12:00", 2),
    ("export 1/1", 0),
    ("officials list", 0),
    ("tables --all", 0),
    ("trail", 0),
    ("trail --account Carla", 0),
];

/// Commands that write, or that read no data folder.
const OTHERS: [&str; 11] = [
    "backup",
    "equity",
    "eval",
    "games",
    "help",
    "keys",
    "release",
    "replay",
    "restore",
    "say",
    "tournament",
];

/// Returns the files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| {
        let entry = entry.unwrap();
        (
            entry.file_name().into_string().unwrap(),
            fs::read(entry.path()).unwrap(),
        )
    });
    files.collect()
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Returns the folder of a server that was killed after a hand, with its log.
async fn played() -> TempDir {
    let server = Process::start(&[]);
    let signed = json!({"name": "Carla", "password": "correct horse battery"}).to_string();
    let headers = "content-type: application/json\r\n";
    let made = request(server.address, "POST", "/api/v1/register", headers, &signed).await;
    assert_eq!(made.status, 201);
    let (mut ada, mut bea) = (server.guest("Ada").await, server.guest("Bea").await);
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    let _ = tokio::join!(ada.play(&table, 2, |_| {}), bea.play(&table, 2, |_| {}));
    server.kill()
}

#[tokio::test]
async fn a_folder_that_was_looked_at_is_as_it_was() {
    let home = played().await;
    let (data, place) = (home.path().join("data"), TempDir::new().unwrap());
    let (copy, keys) = (place.path().join("copy"), place.path().join("keys"));
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    assert_eq!(poker(&data, &["keys", "export", &path(&keys)]).code, 0);
    assert_eq!(poker(&data, &["backup", &path(&copy)]).code, 0);
    let before = contents(&copy);
    for (line, code) in READING {
        let told = poker(&copy, &words(line));
        assert_eq!(told.code, code, "{line}: {told:?}");
        assert!(contents(&copy) == before, "`{line}` has changed the copy");
    }
    let key = format!("--seal-key={}", keys.join("seal.key").display());
    let told = poker(&copy, &["explain", "1/1", "--account", "Ada", &key]);
    assert!(told.code == 0 && contents(&copy) == before, "{told:?}");
    let made = place.path().join("made");
    let told = poker(&made, &["restore", &path(&copy), "--keys", &path(&keys)]);
    assert_eq!(told.code, 0, "{told:?}");

    // The folder of a killed server has a log.
    let before = contents(&data);
    assert!(before["poker.db-wal"].len() > 1000);
    for (line, _) in READING {
        poker(&data, &words(line));
        assert!(contents(&data) == before, "`{line}` has changed the folder");
    }
}

#[tokio::test]
async fn each_command_reads_or_is_named_here() {
    let told = poker(Path::new("data"), &["--help"]);
    let list = told.out.split("Commands:").nth(1).unwrap();
    let list = list.split("\n\n").next().unwrap();
    let names = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty() && *name != "serve").collect();
    assert!(names.len() > 20, "{told:?}");
    for name in names {
        let is_reading = READING.iter().any(|(line, _)| words(line)[0] == name);
        assert!(is_reading || OTHERS.contains(&name), "{name}: does it read a folder?");
    }
}

/// Runs the program as a user who owns nothing.
fn as_other(data: &Path, arguments: &[&str]) -> Option<Told> {
    let done = Command::new(program())
        .args(arguments)
        .env("POKER_DATA", data)
        .uid(65_534)
        .gid(65_534)
        .output()
        // Only the superuser becomes another user.
        .ok()?;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Some(Told {
        code: done.status.code().unwrap(),
        out: text(done.stdout),
        err: text(done.stderr),
    })
}

#[tokio::test]
async fn another_user_is_told_to_be_the_right_one() {
    let home = played().await;
    let data = home.path().join("data");
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
    // Where anyone may write.
    let place = TempDir::new().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let backup = format!("backup {}", place.path().join("copy").display());
    let lines = READING.iter().map(|(line, _)| *line).filter(|line| *line != "doctor");
    for line in lines.chain([
        &*backup,
        "keys renew token",
        "accounts unban Ada --reason x",
        "release 1",
    ]) {
        let Some(told) = as_other(&data, &words(line)) else {
            return;
        };
        assert_eq!(told.code, 2, "{line}: {told:?}");
        assert!(
            told.err.contains("permission denied: run this as the user who owns it"),
            "{line}: {told:?}"
        );
    }
}
