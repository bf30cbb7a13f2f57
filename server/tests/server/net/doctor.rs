//! `poker doctor`: each line of it in a good state and in a bad one.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::net::process::{Process, program};
use crate::net::server::free_address;

/// Runs it, and returns the names of its lines, with verdicts and words.
fn doctor(data: &Path, options: &[&str]) -> (Option<i32>, Vec<(String, String, String)>) {
    let told = Command::new(program())
        .args(["doctor", "--json", "--data"])
        .arg(data)
        .args(options)
        .output()
        .unwrap();
    let lines: Value = serde_json::from_slice(&told.stdout).unwrap_or_else(|_| panic!("{told:?}"));
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    let lines = lines["lines"].as_array().unwrap().iter();
    let lines = lines.map(|line| (text(line, "what"), text(line, "verdict"), text(line, "words")));
    (told.status.code(), lines.collect())
}

#[track_caller]
fn says(told: &(Option<i32>, Vec<(String, String, String)>), what: &str, verdict: &str, words: &str) {
    let is_said = |(of, how, text): &(String, String, String)| of == what && how == verdict && text.contains(words);
    assert!(
        told.1.iter().any(is_said),
        "no {verdict} of {what} with {words}: {told:#?}"
    );
    let is_fault = told.1.iter().any(|(_, verdict, _)| verdict == "fault");
    assert_eq!(told.0, Some(i32::from(is_fault)), "{told:#?}");
}

#[tokio::test]
async fn every_line_is_ok_or_says_what_to_do() {
    let place = TempDir::new().unwrap();
    let missing = place.path().join("dta");
    let address = free_address().to_string();
    let told = doctor(&missing, &["--listen", &address]);
    says(&told, "folder", "warning", "makes a new club");
    says(&told, "folder", "warning", "no data folder");
    says(&told, "way", "warning", "--listen 0.0.0.0:8080 --insecure");
    says(&told, "address", "ok", "is free");
    says(&told, "backup", "warning", "--backup-to");
    assert!(!missing.exists(), "it changes nothing");
    says(
        &doctor(&missing, &["--hold-ms", "5000"]),
        "settings",
        "fault",
        "hold-ms",
    );

    let copies = place.path().join("copies");
    let to = format!("--backup-to={}", copies.display());
    let server = Process::start(&[&to]);
    server.guest("Ada").await;
    while !server.log().contains("the data folder is copied") {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let data = server.data();
    let (listen, url) = (server.address.to_string(), format!("http://{}", server.address));
    let well = doctor(&data, &["--listen", &listen, &to, "--url", &url]);
    for (what, words) in [
        ("settings", "make sense"),
        ("folder", "a server runs on it"),
        ("keys", "all three"),
        ("database", "whole, as an audit finds"),
        ("version", "0.1.0"),
        ("clock", "20"),
        ("disk", "free"),
        ("address", "is served"),
        ("backup", "the newest copy"),
        ("way", "the page comes"),
        ("way", "a WebSocket comes"),
    ] {
        says(&well, what, "ok", words);
    }
    says(&well, "way", "warning", "without https");
    // In a lull the log goes into the database: a last entry, so that there is one to lose.
    server.guest("Bob").await;
    server.settled().await;
    let folder = server.kill();
    let data = folder.path().join("data");
    let look = |options: &[&str]| doctor(&data, &[&["--listen", &listen], options].concat());
    says(&look(&["--url", &url]), "way", "fault", "is not reached");
    says(
        &look(&["--url", "poker.example.org"]),
        "way",
        "fault",
        "is not an address of a page",
    );
    let taken = std::net::TcpListener::bind(server_address(&listen)).unwrap();
    says(&look(&[]), "address", "fault", "cannot listen");
    drop(taken);
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    says(&look(&[]), "folder", "warning", "chmod 700");
    fs::set_permissions(data.join("push.key"), fs::Permissions::from_mode(0o644)).unwrap();
    says(&look(&[]), "keys", "fault", "push.key");
    let operators = fs::read(data.join("admin.token")).unwrap();
    fs::write(data.join("admin.token"), "not a token").unwrap();
    says(&look(&[]), "keys", "fault", "admin.token");
    fs::write(data.join("admin.token"), operators).unwrap();
    fs::rename(data.join("token.key"), place.path().join("token.key")).unwrap();
    let told = look(&[]);
    says(&told, "keys", "fault", "keys import");
    says(&told, "database", "fault", "token.key");
    fs::rename(place.path().join("token.key"), data.join("token.key")).unwrap();
    fs::remove_file(data.join("poker.db-wal")).unwrap();
    says(&look(&[]), "database", "fault", "behind");
    says(
        &look(&["--max-connections", "100000000"]),
        "limits",
        "warning",
        "LimitNOFILE",
    );
}

#[tokio::test]
async fn a_folder_on_a_medium_that_takes_no_writes_is_a_fault() {
    let folder = Process::start(&[]).kill();
    let data = folder.path().join("data");
    // In a name space of its own: the mount is gone with the process.
    let mounted =
        "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\" || exit 77; exec \"$0\" doctor --data \"$1\"";
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", mounted, &program()]).arg(&data);
    let Ok(told) = command.output() else { return };
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    if text.is_empty() {
        // Only the superuser mounts.
        return;
    }
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    assert!(text.contains("FAULT folder    nothing can be written"), "{text}");
}

fn server_address(text: &str) -> std::net::SocketAddr {
    text.parse().unwrap()
}
