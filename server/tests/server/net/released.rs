//! The clubs of releases, kept under `tests/clubs`: people with friends, notes and links, a table in the middle of a hand, a
//! tournament in the middle of another, and one that waits for its last player. Each release opens all of them and plays them on.
//!
//! It does the same with one of its own: `CLUB=FOLDER cargo test -p poker-server --test server a_club_goes_on_from_this_version` keeps it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::future::join_all;
use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::net::deals::{Player, announce};
use crate::net::process::{Process, program};
use crate::net::raw::request;
use crate::net::server::Tables;

/// Over after some seconds, even if no player ever calls.
const QUICK: &str = r#"
id = "quick"
name = { en = "Quick", fr = "Rapide" }
games = ["no-limit-holdem"]
start = "full"
entries = [3, 3]
seats = 3
price = 100
stack = 60
pays = [100]
levels = ["1s 10/20", "1s 20/40", "30m 60/120"]
action = "2s"
bank = "1s"
"#;

const MEMBERS: [&str; 3] = ["Ada", "Bea", "Cid"];
const PASSWORD: &str = "a long enough password";
const NOTE: &str = "raises light from the button";
/// Files next to the database.
const BESIDE: [&str; 4] = ["seal.key", "token.key", "push.key", "poker.head"];

fn clubs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clubs")
}

/// Running hands are left as they are when it stops.
fn start(folder: TempDir) -> Process {
    let options = ["--drain-timeout-s=0", "--guests-per-minute=1000"];
    Process::start_in(folder, &options).unwrap_or_else(|refused| panic!("{refused:?}"))
}

/// A person who is signed in: identifier and access token.
struct Member<'a> {
    server: &'a Process,
    id: String,
    token: Value,
}

impl<'a> Member<'a> {
    /// Signs in by `register` or `login`.
    async fn new(server: &'a Process, name: &str, by: &str) -> Self {
        let body = json!({"name": name, "password": PASSWORD}).to_string();
        let path = format!("/api/v1/{by}");
        let headers = "content-type: application/json\r\n";
        let session = request(server.address, "POST", &path, headers, &body).await;
        assert!(session.status < 300, "{by} {name}: {}", session.status);
        let session = session.json();
        let id = session["you"]["id"].as_str().unwrap().to_owned();
        let token = session["access_token"].clone();
        Self { server, id, token }
    }

    async fn ask(&self, method: &str, path: &str, body: Value) -> Value {
        let bearer = self.token.as_str().unwrap();
        let headers = format!("content-type: application/json\r\nauthorization: Bearer {bearer}\r\n");
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let answer = request(self.server.address, method, path, &headers, &body).await;
        assert!(
            answer.status < 300,
            "{method} {path}: {}",
            String::from_utf8_lossy(&answer.body)
        );
        if answer.body.is_empty() {
            Value::Null
        } else {
            answer.json()
        }
    }

    async fn get(&self, path: &str) -> Value {
        self.ask("GET", path, Value::Null).await
    }

    /// Connects as a player.
    async fn player(&self) -> Player {
        Player::with(self.server, self.token.clone()).await
    }
}

fn audited(folder: &Path) {
    let audit = Command::new(program())
        .args(["audit", "--data"])
        .arg(folder.join("data"))
        .output();
    let audit = audit.unwrap();
    assert!(audit.status.success(), "{}", String::from_utf8_lossy(&audit.stdout));
}

/// Makes a club, and puts it into a folder.
async fn make_club(to: &Path) {
    let server = start(TempDir::new().unwrap());
    let members = join_all(MEMBERS.map(|name| Member::new(&server, name, "register"))).await;
    let [ada, bea, _] = &*members else { unreachable!() };
    ada.ask("PUT", &format!("/api/v1/friends/{}", bea.id), Value::Null)
        .await;
    bea.ask("POST", &format!("/api/v1/friends/{}/accept", ada.id), Value::Null)
        .await;
    let note = json!({"text": NOTE});
    ada.ask("PUT", &format!("/api/v1/notes/{}", bea.id), note).await;

    let (mut first, mut second) = (ada.player().await, bea.player().await);
    let table = first.client.create_table(Tables::Private).await;
    first.client.sit(&table).await;
    second.client.sit(&table).await;
    tokio::join!(
        first.client.play(&table, 3, |_| {}),
        second.client.play(&table, 3, |_| {})
    );
    let said = json!({"type": "chat", "table": table, "text": "good evening"});
    assert_eq!(first.code(said).await, "ok");
    let (number, _) = table.split_once('-').unwrap();
    let hands = ada.get("/api/v1/hands").await["hands"].as_array().unwrap().len();
    let share = json!({"own_cards": true, "hide_names": false});
    let shared = ada.ask("POST", &format!("/api/v1/hands/{number}/1/share"), share).await;

    let running = announce(&server, &ada.token, QUICK).await;
    let waiting = announce(&server, &ada.token, QUICK).await;
    let mut players = Vec::new();
    for (member, name) in members.iter().zip(MEMBERS) {
        let mut player = member.player().await;
        player.enter(&running).await;
        if name != "Cid" {
            player.enter(&waiting).await;
        }
        players.push(player);
    }
    for player in &mut players {
        player.find_table().await;
    }
    server.signal(Signal::TERM);
    let folder = server.wait();
    audited(folder.path());

    fs::create_dir_all(to).unwrap();
    let data = folder.path().join("data");
    for name in BESIDE {
        fs::copy(data.join(name), to.join(name)).unwrap();
    }
    let mut packed = GzEncoder::new(File::create(to.join("poker.db.gz")).unwrap(), Compression::best());
    io::copy(&mut File::open(data.join("poker.db")).unwrap(), &mut packed).unwrap();
    packed.finish().unwrap();
    let told = json!({
        "table": table, "hands": hands, "shared": shared["token"], "running": running, "waiting": waiting,
    });
    fs::write(to.join("club.json"), format!("{told:#}\n")).unwrap();
}

/// Copies a kept club.
fn unpacked(kept: &Path) -> TempDir {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let mut packed = GzDecoder::new(File::open(kept.join("poker.db.gz")).unwrap());
    io::copy(&mut packed, &mut File::create(data.join("poker.db")).unwrap()).unwrap();
    for name in BESIDE {
        // Whatever permissions the file has in a checkout.
        fs::write(data.join(name), fs::read(kept.join(name)).unwrap()).unwrap();
        fs::set_permissions(data.join(name), std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    }
    folder
}

/// Plays on until two hands at a table are over. Neither is void.
async fn two_hands(player: &mut Player, table: &str) {
    let mut over = 0;
    player
        .until(|message| {
            if message["table"] == table {
                for event in message["events"].as_array().into_iter().flatten() {
                    assert_ne!(event["event"]["kind"], "hand_voided");
                    over += u32::from(event["event"]["kind"] == "hand_completed");
                }
            }
            (over >= 2).then_some(())
        })
        .await;
}

/// Opens a copy of a kept club, and plays everything in it to its end.
async fn goes_on(kept: &Path) {
    let told: Value = serde_json::from_slice(&fs::read(kept.join("club.json")).unwrap()).unwrap();
    let name = |key: &str| told[key].as_str().unwrap().to_owned();
    // A server brings the folder up to date, and only then it can be audited.
    let server = start(unpacked(kept));
    assert!(
        !server.log().contains("quarantined"),
        "{}: {}",
        kept.display(),
        server.log()
    );

    // All members are who they were.
    let members = join_all(MEMBERS.map(|name| Member::new(&server, name, "login"))).await;
    let [ada, bea, _] = &*members else { unreachable!() };
    let friends = ada.get("/api/v1/friends").await;
    assert_eq!(friends["friends"][0]["player"]["name"], "Bea", "{friends}");
    let note = ada.get(&format!("/api/v1/notes/{}", bea.id)).await;
    assert_eq!(note["text"], NOTE);
    let hands = ada.get("/api/v1/hands").await;
    assert_eq!(
        hands["hands"].as_array().unwrap().len() as u64,
        told["hands"].as_u64().unwrap()
    );
    let shared = request(
        server.address,
        "GET",
        &format!("/api/v1/shared/{}", name("shared")),
        "",
        "",
    )
    .await;
    assert_eq!(shared.status, 200);
    assert_eq!(shared.json()["own"]["cards"].as_array().unwrap().len(), 2);

    // The hand at the table is played on, and others follow.
    let table = name("table");
    let (mut first, mut second) = (ada.player().await, bea.player().await);
    for player in [&mut first, &mut second] {
        let watch = json!({"type": "watch", "table": table});
        assert_eq!(player.code(watch).await, "ok");
    }
    tokio::join!(two_hands(&mut first, &table), two_hands(&mut second, &table));
    for mut player in [first, second] {
        let leave = json!({"type": "leave", "table": table});
        assert_eq!(player.code(leave).await, "ok");
    }

    // The tournament that ran comes to its end, and then the one that waited.
    for event in [name("running"), name("waiting")] {
        let players = members.iter().map(async |member| {
            let mut player = member.player().await;
            let register = json!({"type": "register", "tournament": event, "rules": 1});
            let code = player.code(register).await;
            assert!(code == "ok" || code == "tournament.already_registered", "{code}");
            player.watch(&event).await;
            player.go_to_table().await;
            player.event("tournament_completed").await;
        });
        join_all(players).await;
    }
    server.signal(Signal::TERM);
    audited(server.wait().path());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_club_of_each_release_goes_on() {
    let kept: Vec<PathBuf> = fs::read_dir(clubs())
        .unwrap()
        .map(|kept| kept.unwrap().path())
        .collect();
    assert!(!kept.is_empty());
    for kept in kept {
        goes_on(&kept).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_goes_on_from_this_version() {
    let scratch = TempDir::new().unwrap();
    let to = std::env::var_os("CLUB").map_or_else(|| scratch.path().join("club"), PathBuf::from);
    Box::pin(make_club(&to)).await;
    goes_on(&to).await;
}
