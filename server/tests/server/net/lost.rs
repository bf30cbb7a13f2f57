//! A data folder that has lost something: the start reports it, and touches nothing.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::net::process::{Process, program};
use crate::net::server::Tables;

/// Removes something from a folder, or replaces it.
type Loss = Box<dyn Fn(&Path)>;

/// Returns everything in a folder by name: the bytes of a file, the target of a link, nothing for a folder.
fn contents(folder: &Path) -> BTreeMap<String, Option<Vec<u8>>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let read = |path: &Path| match fs::read_link(path) {
        Ok(target) => Some(target.into_os_string().into_encoded_bytes()),
        Err(_) => fs::read(path).ok(),
    };
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), read(&entry.path())))
        .collect()
}

/// Returns a folder with play in it, as a killed server leaves it: its log is not copied into the database.
async fn played() -> TempDir {
    let server = Process::start(&[]);
    let mut ada = server.guest("Ada").await;
    let mut bea = server.guest("Bea").await;
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    tokio::join!(ada.play(&table, 1, |_| {}), bea.play(&table, 1, |_| {}));
    let folder = server.kill();
    assert!(fs::metadata(folder.path().join("data/poker.db-wal")).unwrap().len() > 0);
    folder
}

fn copied(folder: &TempDir) -> TempDir {
    let copy = TempDir::new().unwrap();
    let done = Command::new("cp")
        .arg("-a")
        .arg(folder.path().join("data"))
        .arg(copy.path())
        .status();
    assert!(done.unwrap().success());
    copy
}

/// Asserts that no server starts on a folder, for this reason, and that nothing in it is touched.
fn refused(folder: &TempDir, case: &str, words: &[&str]) {
    let data = folder.path().join("data");
    let before = contents(&data);
    // Watched from outside, since the folder is removed along with the refusal.
    let watched = TempDir::new().unwrap();
    let link = watched.path().join("data");
    std::os::unix::fs::symlink(&data, &link).unwrap();
    let refused = Process::start_in(watched, &[]).err();
    let refused = refused.unwrap_or_else(|| panic!("{case}: it started"));
    assert_eq!(refused.status.code(), Some(3), "{case}: {refused:?}");
    for word in words.iter().chain(&["Nothing was changed"]) {
        assert!(refused.log.contains(word), "{case}: {word} is not in {}", refused.log);
    }
    let after = contents(&data);
    assert_eq!(
        before.keys().collect::<Vec<_>>(),
        after.keys().collect::<Vec<_>>(),
        "{case}"
    );
    let changed: Vec<_> = before.keys().filter(|name| before[*name] != after[*name]).collect();
    assert!(changed.is_empty(), "{case}: changed {changed:?}");
}

#[tokio::test]
async fn absence_is_no_newness() {
    let whole = played().await;
    // Removes all but these.
    let keep = |names: &'static [&'static str]| {
        move |data: &Path| {
            for name in contents(data).keys().filter(|name| !names.contains(&name.as_str())) {
                fs::remove_file(data.join(name)).unwrap();
            }
        }
    };
    let put = |bytes: &'static [u8]| move |data: &Path| fs::write(data.join("poker.db"), bytes).unwrap();
    let remove = |name: &'static str| move |data: &Path| fs::remove_file(data.join(name)).unwrap();
    let lost_database = &["poker.db", "--data"][..];
    let cases: Vec<(&str, Loss, &[&str])> = vec![
        (
            "no database",
            Box::new(remove("poker.db")),
            &["seal.key", "poker.db-wal", "--data"],
        ),
        (
            "only keys",
            Box::new(keep(&["seal.key", "token.key", "push.key"])),
            &["seal.key"],
        ),
        ("one key", Box::new(keep(&["push.key"])), &["push.key"]),
        ("only a log", Box::new(keep(&["poker.db-wal"])), &["poker.db-wal"]),
        ("only its index", Box::new(keep(&["poker.db-shm"])), &["poker.db-shm"]),
        (
            "only the lock of a server that was here",
            Box::new(keep(&["server.lock"])),
            &["server.lock"],
        ),
        (
            "an empty database",
            Box::new(put(b"")),
            &["poker.db is empty", "--data"],
        ),
        ("half a head", Box::new(put(b"SQLite for")), lost_database),
        (
            "another file",
            Box::new(put(b"a shopping list, longer than a head")),
            lost_database,
        ),
        (
            "a folder",
            Box::new(|data| {
                fs::remove_file(data.join("poker.db")).unwrap();
                fs::create_dir(data.join("poker.db")).unwrap();
            }),
            lost_database,
        ),
        (
            "a link to nothing",
            Box::new(|data| {
                fs::remove_file(data.join("poker.db")).unwrap();
                std::os::unix::fs::symlink("/nowhere/poker.db", data.join("poker.db")).unwrap();
            }),
            lost_database,
        ),
        (
            "somebody's files",
            Box::new(move |data| {
                keep(&[])(data);
                fs::write(data.join("letter.txt"), "Dear Ann").unwrap();
                fs::create_dir(data.join("photos")).unwrap();
            }),
            &["letter.txt", "photos", "--data"],
        ),
        (
            "no key for tokens",
            Box::new(remove("token.key")),
            &["token.key", "poker keys renew token", "access token"],
        ),
        (
            "no key for calls",
            Box::new(remove("push.key")),
            &["push.key", "poker keys renew push", "Web Push"],
        ),
        (
            "no key for cards",
            Box::new(remove("seal.key")),
            &["seal.key", "--seal-key"],
        ),
    ];
    for (case, lose, words) in cases {
        let copy = copied(&whole);
        lose(&copy.path().join("data"));
        refused(&copy, case, words);
    }
    let foreign = copied(&whole);
    let path = foreign.path().join("data/poker.db");
    fs::remove_file(&path).unwrap();
    let mut other = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        .connect()
        .await
        .unwrap();
    other.execute("CREATE TABLE song (title TEXT)").await.unwrap();
    other.close().await.unwrap();
    refused(&foreign, "another program's database", &["another program"]);
    // None of this is about the folder as it was.
    assert!(Process::start_in(whole, &[]).is_ok());
}

/// A file whose length is not that of a key.
#[tokio::test]
async fn what_is_no_key_is_refused_by_name() {
    let whole = played().await;
    for (file, bytes, words) in [
        ("token.key", 16, &["poker keys renew token", "access token"][..]),
        ("token.key", 33, &["poker keys renew token"]),
        ("push.key", 0, &["poker keys renew push"]),
        ("seal.key", 33, &[]),
    ] {
        let copy = copied(&whole);
        fs::write(copy.path().join("data").join(file), vec![7; bytes]).unwrap();
        let words = [&[file, "exactly 32 bytes"], words].concat();
        refused(&copy, &format!("{file} of {bytes} bytes"), &words);
    }
}

#[tokio::test]
async fn an_empty_folder_is_a_new_one_and_the_start_says_so() {
    for begun in [&["lost+found"][..], &["server.lock"], &[], &["missing"]] {
        let folder = TempDir::new().unwrap();
        let data = folder.path().join("data");
        if begun != ["missing"] {
            fs::create_dir(&data).unwrap();
        }
        match *begun {
            ["lost+found"] => fs::create_dir(data.join("lost+found")).unwrap(),
            // A start that broke off immediately.
            ["server.lock"] => fs::write(data.join("server.lock"), "").unwrap(),
            _ => {}
        }
        let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{begun:?}: {refused:?}"));
        // A folder that is there may have lost what was in it.
        let words = if begun == ["missing"] {
            "a new data folder is begun"
        } else {
            "a new one is begun"
        };
        let said = |log: &str| log.contains(words);
        assert!(said(&server.log()), "{}", server.log());
        let again = Process::start_in(server.kill(), &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
        assert!(!said(&again.log()), "{}", again.log());
    }
}

/// No one was served before the first start was complete: the next one takes up its remains.
#[tokio::test]
async fn a_first_start_that_is_killed_can_be_tried_again() {
    for delay in (0..40).step_by(2) {
        let folder = TempDir::new().unwrap();
        let data = folder.path().join("data");
        let mut first = Command::new(program())
            .args([
                "serve",
                "--listen=127.0.0.1:0",
                "--demo-tables=false",
                "--house-bots=0",
                "--data",
            ])
            .arg(&data)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(delay)).await;
        first.kill().unwrap();
        first.wait().unwrap();
        let left = data.exists().then(|| contents(&data).into_keys().collect::<Vec<_>>());
        let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{delay}: {left:?} {refused:?}"));
        server.guest("Ada").await.ask(json!({"type": "ping"})).await;
    }
}

#[tokio::test]
async fn a_lost_key_is_made_anew_by_command_alone() {
    let folder = played().await;
    let data = folder.path().join("data");
    let poker = |arguments: &[&str], data: &Path| Command::new(program()).args(arguments).arg(data).output().unwrap();
    for key in ["token", "push"] {
        let path = data.join(format!("{key}.key"));
        let command = ["keys", "renew", key, "--data"];
        let there = poker(&command, &data);
        assert_eq!(there.status.code(), Some(1), "{there:?}");
        let old = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let made = poker(&command, &data);
        assert!(made.status.success(), "{made:?}");
        assert!(String::from_utf8_lossy(&made.stdout).contains("ends"), "{made:?}");
        assert_ne!(fs::read(&path).unwrap(), old);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let in_use = poker(&["keys", "renew", "token", "--data"], &server.data());
    assert_eq!(in_use.status.code(), Some(2), "{in_use:?}");
    // A mistyped folder is not created by commands that work only on an existing one.
    for command in [
        &["keys", "renew", "token", "--data"][..],
        &["release", "1", "--data"],
        &["audit", "--data"],
    ] {
        let missing = server.data().with_file_name("dta");
        let refused = poker(command, &missing);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(!missing.exists());
    }
}

/// A folder from which committed hands were removed: the start says how many, and continues only with `--accept-loss`.
#[tokio::test]
async fn a_database_behind_its_head_says_by_how_much() {
    let whole = played().await;
    // The head follows within a second; a killed server may have left it behind.
    let server = Process::start_in(whole, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let mut cleo = server.guest("Cleo").await;
    let table = cleo.create_table(Tables::Public).await;
    cleo.sit(&table).await;
    sleep(Duration::from_secs(2)).await;
    let whole = server.kill();
    let cases: Vec<(&str, Loss, &[&str])> = vec![
        (
            "no log",
            Box::new(|data| fs::remove_file(data.join("poker.db-wal")).unwrap()),
            &["groups", "steps", "seconds", "--accept-loss"],
        ),
        (
            "the database alone",
            Box::new(|data| {
                for name in ["poker.db-wal", "poker.db-shm"] {
                    fs::remove_file(data.join(name)).unwrap();
                }
            }),
            &["groups", "steps", "seconds", "--accept-loss"],
        ),
        (
            "half a log",
            Box::new(|data| {
                let log = fs::File::options().write(true).open(data.join("poker.db-wal")).unwrap();
                log.set_len(log.metadata().unwrap().len() / 2).unwrap();
            }),
            &["groups", "--accept-loss"],
        ),
        (
            "no head",
            Box::new(|data| fs::remove_file(data.join("poker.head")).unwrap()),
            &["poker.head is missing", "--accept-loss"],
        ),
        (
            "half a head",
            Box::new(|data| fs::write(data.join("poker.head"), "poker.head 1\n").unwrap()),
            &["poker.head is damaged", "--accept-loss"],
        ),
    ];
    for (case, lose, words) in cases {
        let copy = copied(&whole);
        let data = copy.path().join("data");
        lose(&data);
        let audit = Command::new(program())
            .args(["audit", "--data"])
            .arg(&data)
            .output()
            .unwrap();
        assert_eq!(audit.status.code(), Some(1), "{case}: {audit:?}");
        let again = copied(&copy);
        refused(&copy, case, words);
        let server =
            Process::start_in(again, &["--accept-loss"]).unwrap_or_else(|refused| panic!("{case}: {refused:?}"));
        assert!(
            server.log().contains("the loss is accepted"),
            "{case}: {}",
            server.log()
        );
        // Once is enough.
        let server = Process::start_in(server.kill(), &[]);
        assert!(server.is_ok(), "{case}: {:?}", server.err());
    }
}

/// The same if no one may write, not even root: the folder is mounted so, in a namespace that an ordinary user may create.
fn from_a_medium_that_is_read_only(folders: &[(&TempDir, &str)]) {
    let in_namespace = |data: &Path, first: &str| {
        let mount = "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\"";
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c"]);
        command.arg(format!("{mount} && {first}")).arg("sh").arg(data);
        command
    };
    for (folder, case) in folders {
        for index in [true, false] {
            let copy = copied(folder);
            let data = copy.path().join("data");
            if !index {
                let _ = fs::remove_file(data.join("poker.db-shm"));
            }
            let allowed = in_namespace(&data, "! touch \"$1/written\"").output();
            if !allowed.is_ok_and(|output| output.status.success()) {
                eprintln!("no user namespaces here: nothing is read from a medium that is read-only");
                return;
            }
            let before = contents(&data);
            for arguments in [&["audit"][..], &["tables", "--all"], &["export", "1/1"]] {
                let mut command = in_namespace(&data, "shift && exec \"$@\"");
                command.arg(program()).args(arguments).arg("--data").arg(&data);
                let done = command.output().unwrap();
                assert!(
                    done.status.success() && !done.stdout.is_empty(),
                    "{case} {index} {arguments:?}: {done:?}"
                );
                assert_eq!(contents(&data), before, "{case} {index} {arguments:?}");
            }
        }
    }
}

/// Commands that only read leave nothing in a folder, and need no right to write.
#[tokio::test]
async fn what_only_reads_changes_nothing() {
    let killed = played().await;
    let stopped = {
        let server = Process::start_in(copied(&killed), &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
        server.signal(rustix::process::Signal::TERM);
        server.wait()
    };
    for (folder, case) in [(&killed, "killed"), (&stopped, "stopped")] {
        for index in [true, false] {
            for writable in [true, false] {
                let copy = copied(folder);
                let data = copy.path().join("data");
                if !index {
                    let _ = fs::remove_file(data.join("poker.db-shm"));
                }
                let before = contents(&data);
                if !writable {
                    fs::set_permissions(&data, fs::Permissions::from_mode(0o500)).unwrap();
                }
                for command in [
                    &["audit"][..],
                    &["tables", "--all"],
                    &["export", "1/1"],
                    &["officials", "list"],
                    &["adults", "list"],
                ] {
                    // Root may write anywhere: only a mount prevents that.
                    let done = Command::new(program())
                        .args(command)
                        .arg("--data")
                        .arg(&data)
                        .output()
                        .unwrap();
                    assert!(done.status.success(), "{case} {index} {writable} {command:?}: {done:?}");
                    assert_eq!(contents(&data), before, "{case} {index} {writable} {command:?}");
                }
                fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).unwrap();
            }
        }
    }
    from_a_medium_that_is_read_only(&[(&killed, "killed"), (&stopped, "stopped")]);
    // A file that is no database is reported as such, and not as an older one.
    let copy = copied(&stopped);
    let data = copy.path().join("data");
    fs::write(data.join("poker.db"), "").unwrap();
    for command in [&["audit"][..], &["tables"], &["backup", "/tmp/never"]] {
        let refused = Command::new(program())
            .args(command)
            .arg("--data")
            .arg(&data)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(
            refused.status.code() == Some(2) && told.contains("poker.db is empty"),
            "{command:?}: {told}"
        );
    }
}
