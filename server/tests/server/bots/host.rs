//! A server process of its own for each test.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use poker_bots::protocol::v1::TableId;
use poker_bots::protocol::v1::table::TableConfig;
use poker_bots::{Client, Credentials};
use poker_engine::game::catalogue;
use tempfile::TempDir;

/// A running server, killed when dropped.
pub(crate) struct Host {
    process: Child,
    /// Its WebSocket address.
    pub(crate) url: String,
    /// The port.
    pub(crate) port: u16,
    data: TempDir,
    demo_tables: bool,
    house_bots: u32,
}

impl Host {
    /// Starts a server for machines: no pauses, generous limits, no tables and no bots of its own.
    pub(crate) fn start() -> Self {
        Self::start_with(TempDir::new().unwrap(), false, 0)
    }

    /// Starts one with the tables of a demonstration, all empty.
    pub(crate) fn start_demo() -> Self {
        Self::start_with(TempDir::new().unwrap(), true, 0)
    }

    /// Starts one with this many house bots.
    pub(crate) fn start_with_bots(house_bots: u32) -> Self {
        Self::start_with(TempDir::new().unwrap(), true, house_bots)
    }

    /// Starts one with this many bots of the house, and no tables for them.
    pub(crate) fn start_with_bots_alone(house_bots: u32) -> Self {
        Self::start_with(TempDir::new().unwrap(), false, house_bots)
    }

    /// Kills the server in the middle of its work, and starts another on its data.
    pub(crate) fn restart(self) -> Self {
        let (demo_tables, house_bots) = (self.demo_tables, self.house_bots);
        Self::start_with(self.stop(), demo_tables, house_bots)
    }

    /// Ends the server as a crash would, and returns its folder.
    pub(crate) fn stop(mut self) -> TempDir {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::mem::replace(&mut self.data, TempDir::new().unwrap())
    }

    /// The folder with the database.
    pub(crate) fn data(&self) -> PathBuf {
        self.data.path().join("data")
    }

    /// Exports a finished hand in a format.
    pub(crate) fn export(&self, hand: &str, format: &str) -> Output {
        let data = self.data();
        poker(&["export", hand, "--format", format, "--data", data.to_str().unwrap()])
    }

    /// Exports a finished hand in a format, replays the file, and returns the output of `poker replay`.
    pub(crate) fn export_and_replay(&self, hand: &str, format: &str) -> serde_json::Value {
        let exported = self.export(hand, format);
        assert!(exported.status.success(), "{exported:?}");
        let file = self.data().join(format!("{}.{format}", hand.replace('/', "-")));
        std::fs::write(&file, &exported.stdout).unwrap();
        let replayed = poker(&["replay", "--json", file.to_str().unwrap()]);
        serde_json::from_slice(&replayed.stdout).unwrap()
    }

    fn start_with(data: TempDir, demo_tables: bool, house_bots: u32) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_poker"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .arg(format!("--house-bots={house_bots}"))
            .arg(format!("--demo-tables={demo_tables}"))
            .args([
                "--hand-pause-percent",
                "0",
                // A busy machine may keep a bot from coming back for longer than players would wait for it.
                "--gone-wait-s",
                "60",
                "--messages-per-second",
                "10000",
                "--message-burst",
                "10000",
            ])
            .args([
                "--guests-per-minute",
                "10000",
                "--tables-per-minute",
                "1000",
                "--log-level",
                "warn",
                "--data",
            ])
            .arg(data.path().join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().strip_prefix("listening on http://").unwrap();
        Self {
            process,
            url: format!("ws://{address}/ws"),
            port: address.rsplit(':').next().unwrap().parse().unwrap(),
            data,
            demo_tables,
            house_bots,
        }
    }

    /// Signs in a new guest.
    pub(crate) async fn guest(&self, nickname: &str) -> Client {
        Client::connect(&self.url, guest(nickname)).await.unwrap()
    }

    /// Opens a table of six seats.
    pub(crate) async fn open(&self, game: &str) -> TableId {
        let host = self.guest(&format!("host {:x}", rand::random::<u32>())).await;
        let table = host.create_table(config(game)).await.unwrap().table;
        host.close().await;
        table
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn poker(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_poker")).args(arguments).output();
    output.unwrap()
}

/// Credentials of a guest.
pub(crate) fn guest(nickname: &str) -> Credentials {
    Credentials::Guest {
        nickname: nickname.to_owned(),
    }
}

/// Configures a table of six seats, or as many as the game has, with the game's own stakes.
pub(crate) fn config(game: &str) -> TableConfig {
    let seats = catalogue::find(game).map_or(6, |game| game.seats.1.min(6));
    serde_json::from_value(
        serde_json::json!({"name": format!("Test of {game}").get(..40.min(game.len() + 8)), "game": game, "seats": seats}),
    )
    .unwrap()
}

/// Waits until something is true.
pub(crate) async fn eventually(what: &str, mut is_true: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_true().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let limit = Duration::from_mins(3);
    assert!(tokio::time::timeout(limit, waiting).await.is_ok(), "never: {what}");
}
