//! Single changes of a data folder: each is found by an audit or at the start, or is harmless. None is silent.
//!
//! `POKER_DAMAGES` makes more changes than the few hundred of the suite, `POKER_DAMAGE_HANDS` a larger folder first.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Column, ConnectOptions, Connection, Row, ValueRef};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::net::process::{Process, program};
use crate::net::raw::request;

/// A small random number generator: a failure names the change, which is the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }
}

/// A change of one file.
#[derive(Clone, Debug)]
enum Change {
    Flip {
        file: &'static str,
        bit: u64,
    },
    Cut {
        file: &'static str,
        to: u64,
    },
    Remove {
        file: &'static str,
    },
    /// The file as it was some hands ago.
    Older {
        file: &'static str,
    },
    /// The database alone as it was, without the later part of its log.
    Rewound,
}

/// The files of a folder whose server was killed. Most changes hit the largest ones.
const FILES: [&str; 7] = [
    "poker.db",
    "poker.db-wal",
    "poker.db-shm",
    "poker.head",
    "seal.key",
    "token.key",
    "push.key",
];

impl Change {
    fn draw(dice: &mut Dice, folder: &Path) -> Self {
        let file = match dice.below(10) {
            0..4 => FILES[0],
            4..7 => FILES[1],
            _ => FILES[usize::try_from(dice.below(FILES.len() as u64)).unwrap()],
        };
        let len = fs::metadata(folder.join(file)).map_or(0, |about| about.len());
        match dice.below(12) {
            0 => Self::Cut {
                file,
                to: dice.below(len),
            },
            1 => Self::Remove { file },
            2 => Self::Older { file },
            3 => Self::Rewound,
            _ if len == 0 => Self::Remove { file },
            _ => Self::Flip {
                file,
                bit: dice.below(8 * len),
            },
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Flip { file, .. } => format!("a bit of {file}"),
            Self::Cut { file, .. } => format!("the end of {file}"),
            Self::Remove { file } => format!("no {file}"),
            Self::Older { file } => format!("an older {file}"),
            Self::Rewound => "an older poker.db alone".to_owned(),
        }
    }

    fn make(&self, folder: &Path, older: &Path) {
        match self {
            Self::Flip { file, bit } => {
                let path = folder.join(file);
                let mut bytes = fs::read(&path).unwrap();
                bytes[usize::try_from(bit / 8).unwrap()] ^= 1 << (bit % 8);
                fs::write(path, bytes).unwrap();
            }
            Self::Cut { file, to } => {
                if let Ok(file) = fs::File::options().write(true).open(folder.join(file)) {
                    file.set_len(*to).unwrap();
                }
            }
            // Some do not exist in a folder whose server was stopped.
            Self::Remove { file } => drop(fs::remove_file(folder.join(file))),
            Self::Older { file } => drop(fs::copy(older.join(file), folder.join(file))),
            Self::Rewound => {
                fs::copy(older.join("poker.db"), folder.join("poker.db")).unwrap();
                for file in ["poker.db-wal", "poker.db-shm"] {
                    drop(fs::remove_file(folder.join(file)));
                }
            }
        }
    }
}

/// The outcome of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    ByAudit,
    AtStart,
    Harmless,
    Silent,
}

fn copied(folder: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    let data = copy.path().join("data");
    fs::create_dir(&data).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), data.join(entry.file_name())).unwrap();
    }
    copy
}

/// Returns everything in a database, its log included: the rows of each table.
async fn content(folder: &Path) -> Option<BTreeMap<String, u64>> {
    let copy = copied(folder);
    let open = SqliteConnectOptions::new().filename(copy.path().join("data/poker.db"));
    let mut conn = open.connect().await.ok()?;
    let said = all_rows(&mut conn).await.ok();
    conn.close().await.ok();
    said
}

async fn all_rows(conn: &mut SqliteConnection) -> Result<BTreeMap<String, u64>, sqlx::Error> {
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut *conn).await?;
    let mut said = BTreeMap::new();
    for name in names {
        // Nothing reads the time and duration of a migration.
        let columns = if name == "_sqlx_migrations" {
            "version, success, checksum"
        } else {
            "*"
        };
        let rows = sqlx::query(AssertSqlSafe(format!("SELECT {columns} FROM {name}")))
            .fetch_all(&mut *conn)
            .await?;
        said.insert(name, digest(&rows));
    }
    Ok(said)
}

/// Hashes rows in any order.
fn digest(rows: &[SqliteRow]) -> u64 {
    let of_row = |row: &SqliteRow| {
        let mut hasher = DefaultHasher::new();
        for column in row.columns() {
            let at = column.ordinal();
            let is_null = row.try_get_raw(at).unwrap().is_null();
            let bytes = row.try_get_unchecked::<Option<Vec<u8>>, _>(at);
            let text = bytes.ok().flatten();
            (is_null, text, row.try_get_unchecked::<Option<i64>, _>(at).ok()).hash(&mut hasher);
        }
        hasher.finish()
    };
    rows.iter().map(of_row).fold(rows.len() as u64, u64::wrapping_add)
}

/// Returns what an operator learns of a changed folder.
async fn found(folder: &TempDir, said: &BTreeMap<String, u64>) -> Found {
    let data = folder.path().join("data");
    let audit = Command::new(program())
        .args(["audit", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    if !audit.status.success() {
        return Found::ByAudit;
    }
    // Read before the start, which goes on from there.
    let same = content(&data).await.as_ref() == Some(said);
    let copy = copied(&data);
    match Process::start_in(copy, &[]) {
        Err(_) => Found::AtStart,
        Ok(server) if server.log().contains("quarantined") => Found::AtStart,
        Ok(_) if same => Found::Harmless,
        Ok(_) => Found::Silent,
    }
}

fn number_from(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// Starts a server on which bots play, and people have notes, friends, a friend request and a session, until `hands` hands are over.
async fn busy(folder: TempDir, hands: u64) -> Process {
    let options = [
        "--demo-tables",
        "--house-bots=12",
        "--bot-think-percent=0",
        "--guests-per-minute=1000",
    ];
    let server = Process::start_in(folder, &options).unwrap_or_else(|refused| panic!("{refused:?}"));
    let post = async |path: &str, bearer: &str, body: serde_json::Value| {
        let headers = format!("content-type: application/json\r\n{bearer}");
        request(server.address, "POST", path, &headers, &body.to_string()).await
    };
    for name in ["Ada", "Bea"] {
        let account = json!({"name": name, "password": "a long enough password"});
        let answer = post("/api/v1/register", "", account.clone()).await;
        if answer.status >= 300 {
            post("/api/v1/login", "", account).await;
        }
    }
    let enough = async {
        loop {
            let mut conn = SqliteConnectOptions::new()
                .filename(server.data().join("poker.db"))
                .read_only(true)
                .connect()
                .await
                .unwrap();
            let over: i64 = sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM hand")
                .fetch_one(&mut conn)
                .await
                .unwrap();
            conn.close().await.unwrap();
            if over.cast_unsigned() >= hands {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60 + hands), enough)
        .await
        .unwrap();
    server
}

#[tokio::test]
async fn no_single_change_of_a_folder_is_silent() {
    let (changes, hands) = (number_from("POKER_DAMAGES", 200), number_from("POKER_DAMAGE_HANDS", 60));
    // First as it was, then as it is: the same folder some hands later.
    let server = busy(TempDir::new().unwrap(), hands / 2).await;
    server.signal(Signal::TERM);
    let older = server.wait();
    let kept = copied(&older.path().join("data"));
    let server = busy(older, hands).await;
    server.settled().await;
    let killed = server.kill();
    let stopped = {
        let copy = copied(&killed.path().join("data"));
        let server = Process::start_in(copy, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
        server.signal(Signal::TERM);
        server.wait()
    };
    let older: PathBuf = kept.path().join("data");
    let mut dice = Dice(1);
    let mut counted: BTreeMap<Found, BTreeMap<String, u64>> = BTreeMap::new();
    let mut silent = Vec::new();
    for whole in [&killed, &stopped] {
        let whole = whole.path().join("data");
        let said = content(&whole).await.expect("a sound database");
        assert_eq!(found(&copied(&whole), &said).await, Found::Harmless, "without a change");
        for _ in 0..changes / 2 {
            let change = Change::draw(&mut dice, &whole);
            let copy = copied(&whole);
            change.make(&copy.path().join("data"), &older);
            let found = found(&copy, &said).await;
            *counted.entry(found).or_default().entry(change.name()).or_default() += 1;
            if found == Found::Silent {
                silent.push(change);
            }
        }
    }
    println!("{counted:#?}");
    assert!(silent.is_empty(), "{silent:?}");
    let by_audit: u64 = counted[&Found::ByAudit].values().sum();
    assert!(by_audit > changes / 4, "{counted:?}");
}
