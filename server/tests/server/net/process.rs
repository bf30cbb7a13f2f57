//! The program itself, as started by an operator.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::net::server::Client;

/// A running server, killed when dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
    /// `http` or `https`.
    pub(crate) scheme: String,
    folder: TempDir,
}

/// The outcome of a server that did not start.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: ExitStatus,
    pub(crate) log: String,
}

impl Process {
    /// Starts a server without tables and bots, with these options in addition.
    pub(crate) fn start(options: &[&str]) -> Self {
        Self::start_in(TempDir::new().unwrap(), options).unwrap_or_else(|refused| panic!("{refused:?}"))
    }

    /// Starts one with a folder for data and log.
    pub(crate) fn start_in(folder: TempDir, options: &[&str]) -> Result<Self, Refused> {
        Self::spawn(Command::new(program()), folder, options)
    }

    /// Starts one with a given command, to which the options are added.
    pub(crate) fn spawn(mut command: Command, folder: TempDir, options: &[&str]) -> Result<Self, Refused> {
        let mut child = command
            .arg("serve")
            .args(options)
            // Options take precedence over these.
            .envs([
                ("POKER_DEMO_TABLES", "false"),
                ("POKER_HOUSE_BOTS", "0"),
                ("POKER_LOG_FORMAT", "json"),
                ("POKER_LISTEN", "127.0.0.1:0"),
                ("POKER_HAND_PAUSE_PERCENT", "0"),
            ])
            .env("POKER_DATA", folder.path().join("data"))
            .stdout(Stdio::piped())
            .stderr(File::create(log_of(&folder)).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let page = line.trim().strip_prefix("listening on ");
        let Some((scheme, address)) = page.and_then(|page| page.split_once("://")) else {
            let status = child.wait().unwrap();
            let log = std::fs::read_to_string(log_of(&folder)).unwrap();
            return Err(Refused { status, log });
        };
        Ok(Self {
            address: address.parse().unwrap(),
            scheme: scheme.to_owned(),
            child,
            folder,
        })
    }

    /// Returns everything logged so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(log_of(&self.folder)).unwrap()
    }

    /// Returns the data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Waits for a moment in which the head tells of all that the log has: between the two, a kill may lose the last of it in
    /// silence.
    pub(crate) async fn settled(&self) {
        let data = self.data();
        let changed = |file: &str| {
            std::fs::metadata(data.join(file))
                .and_then(|file| file.modified())
                .unwrap()
        };
        let begun = Instant::now();
        loop {
            let (log, head) = (changed("poker.db-wal"), changed("poker.head"));
            // Times of files are some milliseconds coarse, so equal ones count in a lull; busy tables may have none.
            let is_lull = log.elapsed().is_ok_and(|since| since > Duration::from_millis(10));
            if log <= head && (is_lull || begun.elapsed() > Duration::from_secs(5)) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Kills the server, and returns its folder.
    pub(crate) fn kill(mut self) -> TempDir {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::mem::replace(&mut self.folder, TempDir::new().unwrap())
    }

    /// Waits until the server has ended, and returns its folder.
    pub(crate) fn wait(mut self) -> TempDir {
        assert!(self.child.wait().unwrap().success(), "{}", self.log());
        std::mem::replace(&mut self.folder, TempDir::new().unwrap())
    }

    /// Connects a guest that has said hello.
    pub(crate) async fn guest(&self, nickname: &str) -> Client {
        let mut client = Client::connect(self.address, "/ws").await;
        client.hello(json!({"nickname": nickname})).await;
        client
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Returns the path of the program under test. `POKER_BIN` names another one, such as that of an earlier version.
pub(crate) fn program() -> String {
    std::env::var("POKER_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_poker").to_owned())
}

fn log_of(folder: &TempDir) -> PathBuf {
    let path: &Path = folder.path();
    path.join("log")
}

/// The output and exit code of a command.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Told {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{self:?}"))
    }

    /// Returns each line as JSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        assert_eq!(self.code, 0, "{self:?}");
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Asserts a refusal with this code of the protocol.
    #[track_caller]
    pub(crate) fn refused(&self, code: &str) {
        assert_eq!(self.code, 1, "{self:?}");
        assert!(self.err.contains(&format!("({code})")), "{self:?}");
    }
}

/// Runs the program in a data folder.
pub(crate) fn poker(data: &Path, arguments: &[&str]) -> Told {
    let done = Command::new(program())
        .args(arguments)
        .env("POKER_DATA", data)
        .output()
        .unwrap();
    Told {
        code: done.status.code().unwrap(),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}
