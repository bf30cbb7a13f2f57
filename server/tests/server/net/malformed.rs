//! Pages of the database that fit no more: each command that looks at the folder says so, with a remedy.

use std::fs;
use std::path::Path;

use rustix::process::Signal;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;

use crate::net::process::{Process, poker};
use crate::net::raw::request;

/// Returns the folder of a server that was stopped.
async fn used() -> TempDir {
    let server = Process::start(&[]);
    let signed = json!({"name": "Carla", "password": "correct horse battery"}).to_string();
    let headers = "content-type: application/json\r\n";
    let made = request(server.address, "POST", "/api/v1/register", headers, &signed).await;
    assert_eq!(made.status, 201);
    server.signal(Signal::TERM);
    server.wait()
}

/// Returns where the first page of a table or an index begins, and where it ends.
async fn page(data: &Path, name: &str) -> (usize, usize) {
    let file = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .immutable(true);
    let mut database = file.connect().await.unwrap();
    let found: (i64, i64) =
        sqlx::query_as("SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = $1")
            .bind(name)
            .fetch_one(&mut database)
            .await
            .unwrap();
    database.close().await.unwrap();
    let (number, size) = (usize::try_from(found.0).unwrap(), usize::try_from(found.1).unwrap());
    ((number - 1) * size, number * size)
}

/// Returns the name of an index that the program made, on the names of accounts.
async fn index_of_names(data: &Path) -> String {
    let file = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .immutable(true);
    let mut database = file.connect().await.unwrap();
    let name = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'account' AND sql LIKE '%name_key%'",
    );
    let name = name.fetch_one(&mut database).await.unwrap();
    database.close().await.unwrap();
    name
}

fn flip(data: &Path, at: usize) {
    let path = data.join("poker.db");
    let mut bytes = fs::read(&path).unwrap();
    bytes[at] ^= 0x40;
    fs::write(path, bytes).unwrap();
}

#[tokio::test]
async fn a_server_does_not_start_on_a_page_that_is_none() {
    let home = used().await;
    let data = home.path().join("data");
    let (begin, _) = page(&data, "balance").await;
    // Its kind: of a table, of an index, or of nothing.
    flip(&data, begin);
    let copies = TempDir::new().unwrap();
    let copy = copies.path().join("copy");
    let told = poker(&data, &["backup", copy.to_str().unwrap()]);
    assert!(told.code != 0 && !copy.exists(), "{told:?}");
    let told = poker(&data, &["doctor"]);
    assert!(told.code == 1 && told.out.contains("FAULT database"), "{told:?}");
    let told = poker(&data, &["accounts", "unban", "Carla", "--reason", "none"]);
    assert!(
        told.code == 2 && told.err.contains("restore the newest copy"),
        "{told:?}"
    );
    let refused = Process::start_in(home, &[]).err().expect("a malformed database");
    assert_eq!(refused.status.code(), Some(3), "{refused:?}");
    assert!(refused.log.contains("restore the newest copy"), "{refused:?}");
}

#[tokio::test]
async fn an_index_that_lacks_a_row_is_no_sound_folder_to_copy() {
    let home = used().await;
    let data = home.path().join("data");
    let index = index_of_names(&data).await;
    let (_, end) = page(&data, &index).await;
    flip(&data, end - 1);
    assert_eq!(poker(&data, &["audit"]).code, 1);
    let copies = TempDir::new().unwrap();
    let copy = copies.path().join("copy");
    let to = copy.to_str().unwrap();
    let told = poker(&data, &["backup", to]);
    assert!(told.code == 1 && !copy.exists(), "{told:?}");
    let told = poker(&data, &["backup", to, "--accept-faults"]);
    assert!(
        told.code == 0 && told.out.contains("faults, which you accepted"),
        "{told:?}"
    );
    let told = poker(&data, &["doctor"]);
    assert!(told.code == 1 && told.out.contains("FAULT database"), "{told:?}");
}
