//! Servers as separate processes: the real one and the baseline.

use std::env::consts::EXE_SUFFIX;
use std::fs::File;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::baseline::{Shape, Traffic};
use crate::http;
use crate::rng::Rng;
use crate::sys;

/// Time limit for a server to become ready.
const READY_TIMEOUT: Duration = Duration::from_mins(1);

/// Time limit for a server to end in order.
const END_TIMEOUT: Duration = Duration::from_mins(1);

/// Ports to try, below those that the system uses for outgoing connections: a client must never take the port of a server that is about to
/// come back.
const PORTS: std::ops::Range<u64> = 20_000..32_000;

/// Number of ports tried before giving up.
const PORTS_TRIED: usize = 100;

/// Settings for bots instead of people: no pauses, no house bots, generous limits. Players leave in the middle of hands, so a stop need not
/// wait for them.
const SETTINGS: &str = "\
house-bots = 0
demo-tables = false
hand-pause-percent = 0
drain-timeout-s = 3
messages-per-second = 1000000
message-burst = 1000000
guests-per-minute = 1000000
tables-per-minute = 1000000
max-connections = 1000000
max-connections-per-ip = 1000000
max-tables = 1000000
log-level = \"warn\"
";

/// Reason why a server did not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpawnError {
    /// The operating system refused.
    #[error("{0}: {1}")]
    Io(&'static str, #[source] io::Error),
    /// Cargo could not build it.
    #[error("the server cannot be built: {0}")]
    Build(String),
    /// It ended, or never became ready.
    #[error("{0}; its last output:\n{1}")]
    NotReady(String, String),
}

/// The command that starts a server.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// Program and its arguments.
    program: PathBuf,
    arguments: Vec<String>,
    /// Address on which it will listen.
    pub(crate) address: SocketAddr,
    /// File for its output.
    log: PathBuf,
    /// The only core that it may use.
    core: Option<usize>,
    /// Data folder, if it has one.
    data: Option<PathBuf>,
}

/// Address of a server's metrics, and the token for reading them.
#[derive(Clone, Debug)]
pub(crate) struct Figures {
    address: SocketAddr,
    token: Option<String>,
}

impl Figures {
    /// Reads the current metrics.
    pub(crate) async fn read(&self) -> Result<String, http::HttpError> {
        http::get(self.address, "/metrics", self.token.as_deref()).await
    }
}

impl Launch {
    /// Returns the real server, with its data in `folder` and settings for load; `extra` settings override them.
    pub(crate) fn server(program: &Path, folder: &Path, extra: &str, core: Option<usize>) -> Result<Self, SpawnError> {
        let address = free_address()?;
        let data = folder.join("data");
        let config = folder.join("server.toml");
        let io = |what| move |error| SpawnError::Io(what, error);
        let mut settings = toml_lines(SETTINGS);
        settings.extend(toml_lines(extra));
        let lines: Vec<String> = settings
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let text = lines.join("\n");
        std::fs::write(&config, text).map_err(io("cannot write the server's settings"))?;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let arguments = [
            "serve",
            "--listen",
            &address.to_string(),
            "--data",
            &text(&data),
            "--config",
            &text(&config),
        ]
        .map(str::to_owned)
        .to_vec();
        Ok(Self {
            program: program.to_owned(),
            arguments,
            address,
            log: folder.join("server.log"),
            core,
            data: Some(data),
        })
    }

    /// Returns the baseline, which is this very program.
    pub(crate) fn baseline(
        folder: &Path,
        shape: Shape,
        traffic: Traffic,
        core: Option<usize>,
    ) -> Result<Self, SpawnError> {
        let address = free_address()?;
        let program = std::env::current_exe().map_err(|error| SpawnError::Io("cannot find this program", error))?;
        let threads = if core.is_some() { 1 } else { sys::cores() };
        let arguments = [
            "baseline",
            "--listen",
            &address.to_string(),
            "--shape",
            shape.name(),
            "--bytes",
            &traffic.bytes.to_string(),
            "--messages",
            &traffic.messages.to_string(),
            "--threads",
            &threads.to_string(),
        ]
        .map(str::to_owned)
        .to_vec();
        Ok(Self {
            program,
            arguments,
            address,
            log: folder.join("baseline.log"),
            core,
            data: None,
        })
    }

    /// Starts the server without waiting until it is ready.
    pub(crate) fn start(&self) -> Result<Running, SpawnError> {
        let io = |what| move |error| SpawnError::Io(what, error);
        let log = File::options()
            .create(true)
            .append(true)
            .open(&self.log)
            .map_err(io("cannot write the log"))?;
        let errors = log.try_clone().map_err(io("cannot write the log"))?;
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors);
        let started = Instant::now();
        // A child inherits the cores of the thread that starts it.
        let child = match self.core {
            Some(core) => sys::on_core(core, || command.spawn()).map_err(io("cannot choose a core"))?,
            None => command.spawn(),
        };
        let child = child.map_err(io("cannot start the server"))?;
        Ok(Running {
            child,
            address: self.address,
            log: self.log.clone(),
            data: self.data.clone(),
            started,
        })
    }

    /// Starts the server and waits until it is ready.
    pub(crate) async fn ready(&self) -> Result<Running, SpawnError> {
        let mut running = self.start()?;
        running.wait_ready().await?;
        Ok(running)
    }
}

/// A running server; it is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    /// Address on which it listens.
    pub(crate) address: SocketAddr,
    log: PathBuf,
    data: Option<PathBuf>,
    /// Start of the process.
    pub(crate) started: Instant,
}

impl Running {
    /// Returns the process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns the address of its metrics: on the operator's port, once it is ready. A server without such a port serves them on its main
    /// one.
    pub(crate) fn figures(&self) -> Figures {
        let read = |name| std::fs::read_to_string(self.data.as_ref()?.join(name)).ok();
        let operators = read("admin.address").and_then(|address| address.trim().parse().ok());
        Figures {
            address: operators.unwrap_or(self.address),
            token: read("admin.token").map(|token| token.trim().to_owned()),
        }
    }

    /// Waits until the server reports that it is ready.
    pub(crate) async fn wait_ready(&mut self) -> Result<(), SpawnError> {
        loop {
            if http::get(self.address, "/readyz", None).await.is_ok() {
                return Ok(());
            }
            let failed = match self.child.try_wait() {
                Ok(Some(status)) => Some(format!("the server ended with {status}")),
                _ if self.started.elapsed() > READY_TIMEOUT => Some("the server did not get ready".to_owned()),
                _ => None,
            };
            if let Some(why) = failed {
                return Err(SpawnError::NotReady(why, self.last_words()));
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Returns `true` while the process runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the process immediately, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        // If it has already ended, there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks the process to end, and waits.
    pub(crate) async fn stop(&mut self) -> Result<(), SpawnError> {
        sys::terminate(self.pid()).map_err(|error| SpawnError::Io("cannot stop the server", error))?;
        let asked = Instant::now();
        while self.is_alive() {
            if asked.elapsed() > END_TIMEOUT {
                self.kill();
                return Err(SpawnError::NotReady(
                    "the server did not end".to_owned(),
                    self.last_words(),
                ));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Returns its log.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Returns the end of its log.
    pub(crate) fn last_words(&self) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns the server's program: the given one, or the one that cargo builds next to this one.
pub(crate) fn server_program(named: Option<&Path>) -> Result<PathBuf, SpawnError> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    built("poker-server", "poker")
}

/// Returns the program of the harness, which crashes on purpose: the one beside the given server, or the one that cargo builds next to
/// this one.
pub(crate) fn harness_program(server: Option<&Path>) -> Result<PathBuf, SpawnError> {
    match server {
        Some(server) => Ok(server.with_file_name(format!("poker-harness{EXE_SUFFIX}"))),
        None => built("poker-harness", "poker-harness"),
    }
}

/// Builds a program next to this one.
fn built(package: &str, program: &str) -> Result<PathBuf, SpawnError> {
    let own = std::env::current_exe().map_err(|error| SpawnError::Io("cannot find this program", error))?;
    // Integration tests run from `deps`.
    let folder = own.parent().map(|folder| {
        if folder.ends_with("deps") {
            folder.parent().unwrap_or(folder)
        } else {
            folder
        }
    });
    let folder = folder.unwrap_or(Path::new("."));
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("Cargo.toml");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    // Not quietly: the first build takes minutes.
    command
        .args(["build", "--package", package, "--bin", program, "--manifest-path"])
        .arg(manifest);
    command.env("CARGO_TARGET_DIR", folder.parent().unwrap_or(folder));
    if folder.ends_with("release") {
        command.arg("--release");
    }
    match command.status() {
        Ok(status) if status.success() => Ok(folder.join(format!("{program}{EXE_SUFFIX}"))),
        Ok(status) => Err(SpawnError::Build(format!("cargo ended with {status}"))),
        Err(error) => Err(SpawnError::Build(format!("{error}; name the program with --server"))),
    }
}

/// Returns an address on this machine on which nothing listens.
fn free_address() -> Result<SocketAddr, SpawnError> {
    /// Two servers of one harness must not try the same ports in the same order.
    static STREAM: AtomicU64 = AtomicU64::new(0);
    let stream = STREAM.fetch_add(1, Ordering::Relaxed);
    let mut rng = Rng::new(u64::from(std::process::id()), stream);
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for _ in 0..PORTS_TRIED {
        let port = u16::try_from(rng.between(PORTS.start, PORTS.end - 1)).unwrap_or(0);
        match TcpListener::bind(("127.0.0.1", port)) {
            Ok(listener) => {
                return listener
                    .local_addr()
                    .map_err(|error| SpawnError::Io("no address", error));
            }
            Err(error) => last = error,
        }
    }
    Err(SpawnError::Io("no free port", last))
}

/// Returns the lines of flat settings by name; a later line replaces an earlier one of the same name.
fn toml_lines(text: &str) -> std::collections::BTreeMap<String, String> {
    let pair = |line: &str| {
        line.split_once('=')
            .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
    };
    text.lines().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_settings_replace_earlier_ones() {
        let mut settings = toml_lines(SETTINGS);
        settings.extend(toml_lines("house-bots = 7\nnew = \"a\""));
        assert_eq!(settings["house-bots"], "7");
        assert_eq!(settings["new"], "\"a\"");
        assert_eq!(settings["hand-pause-percent"], "0");
    }

    #[test]
    fn a_free_address_can_be_used() {
        let address = free_address().unwrap();
        assert!(PORTS.contains(&u64::from(address.port())));
        TcpListener::bind(address).unwrap();
    }

    #[tokio::test]
    async fn a_server_that_ends_at_once_is_not_ready() {
        let folder = sys::temp_folder("spawn").unwrap();
        let mut launch = Launch::server(Path::new("/bin/sh"), folder.path(), "", None).unwrap();
        launch.arguments = vec!["-c".to_owned(), "echo dying; exit 3".to_owned()];
        let error = launch.ready().await.unwrap_err();
        assert!(matches!(error, SpawnError::NotReady(_, words) if words.contains("dying")));
    }
}
