//! `poker doctor`: checks that a server is set up to run, and says what to do if not.

use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use poker_edge::http::operator::TOKEN;
use poker_net::tls::Pair;
use poker_program::PROGRAM;
use poker_push::tls_connector;
use poker_store::{self as store, KeyFile, KeyRing, SecretKey, StoreError, StoreOptions, free_bytes};
use poker_table::state::command::FORMAT;
use rustix::fs::{Access, access};
use rustix::process::{Resource, getrlimit, getuid};
use serde::Serialize;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;

use super::audit::audit_in;
use super::backup::SEAL_KEY;
use super::serve::{FILES_BESIDES, is_short, refuse_unknown_variables};
use crate::backups;
use crate::config::{Config, Settings};

/// Free disk space below which the operator should act.
const ROOM: u64 = 2 << 30;
const LEAST_ROOM: u64 = 128 << 20;

/// Remaining time below which a certificate should have been renewed: authorities that sign for ninety days renew thirty days ahead.
const RENEWAL: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Longest wait for an answer over the network.
const PATIENCE: Duration = Duration::from_secs(10);

/// Check settings, data folder, keys, disk, clock, limits, certificate, copies and, with --url, the players' way in: each line is
/// ok or says what to do.
///
/// It takes the settings as `poker serve` does, from options, variables and --config, and changes nothing; the server may be
/// running. Exits with 1 if a server would not start or would lose something, and with 0 otherwise, warnings included.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// File with the server's settings.
    #[arg(long, env = "POKER_CONFIG")]
    config: Option<PathBuf>,
    /// Address of the page for players, such as `https://poker.example.org`.
    #[arg(long)]
    url: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
}

/// The verdict on one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Ok,
    /// It works now, and may not one day.
    Warning,
    /// It does not work, or loses something.
    Fault,
}

/// A line of the report.
#[derive(Debug, Serialize)]
struct Finding {
    what: &'static str,
    verdict: Verdict,
    /// The state of the point, and the remedy.
    words: String,
}

/// The lines so far.
#[derive(Default)]
struct Found(Vec<Finding>);

impl Found {
    fn add(&mut self, what: &'static str, verdict: Verdict, words: impl Display) {
        let words = words.to_string();
        self.0.push(Finding { what, verdict, words });
    }

    fn ok(&mut self, what: &'static str, words: impl Display) {
        self.add(what, Verdict::Ok, words);
    }

    fn warn(&mut self, what: &'static str, words: impl Display) {
        self.add(what, Verdict::Warning, words);
    }

    fn fault(&mut self, what: &'static str, words: impl Display) {
        self.add(what, Verdict::Fault, words);
    }

    fn has_fault(&self) -> bool {
        self.0.iter().any(|line| line.verdict == Verdict::Fault)
    }
}

pub(super) fn run(args: Args, mut out: impl Write) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let is_json = args.json;
    let found = runtime.block_on(look(args));
    if is_json {
        writeln!(out, "{}", json!({"ok": !found.has_fault(), "lines": found.0}))?;
    } else {
        for Finding { what, verdict, words } in &found.0 {
            let mark = match verdict {
                Verdict::Ok => "ok",
                Verdict::Warning => "look",
                Verdict::Fault => "FAULT",
            };
            writeln!(out, "{mark:<6}{what:<10}{words}")?;
        }
    }
    Ok(ExitCode::from(u8::from(found.has_fault())))
}

async fn look(args: Args) -> Found {
    let mut found = Found::default();
    let config = refuse_unknown_variables().and_then(|()| Config::load(args.settings, args.config.as_deref()));
    let config = match config {
        Ok(config) => config,
        Err(wrong) => {
            found.fault("settings", wrong);
            return found;
        }
    };
    found.ok(
        "settings",
        "they make sense; `poker serve --print-config` shows what results",
    );
    let is_running = store::is_locked(&config.data);
    let is_new = folder(&mut found, &config.data, is_running);
    if !is_new {
        keys(&mut found, &config);
        written(&mut found, &config).await;
    }
    disk(&mut found, &config.data);
    files(&mut found, &config);
    listening(&mut found, &config, is_running);
    certificate(&mut found, &config, args.url.as_deref());
    copies(&mut found, &config, is_new);
    match &args.url {
        Some(url) => way(&mut found, url).await,
        None if config.listen.ip().to_canonical().is_loopback() && config.trusted_proxy.is_empty() => found.warn(
            "way",
            "only this machine reaches the page, and no proxy is named: for others put one with TLS before it and name it with \
             --trusted-proxy, or --listen on an address of theirs with --tls-cert and --tls-key; for friends on the same Wi-Fi \
             --listen 0.0.0.0:8080 --insecure, and open the page by this machine's address there (docs/hosting.md)",
        ),
        None => found.warn("way", "not looked at: --url https://HOST tries the way that players come"),
    }
    found
}

/// Checks the folder and its permissions; `true` if a start would create one.
fn folder(found: &mut Found, data: &Path, is_running: bool) -> bool {
    let shown = data.display();
    let about = match fs::metadata(data) {
        Ok(about) => about,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            found.warn(
                "folder",
                format_args!("there is no data folder {shown} yet: the next start makes a new club there, without accounts or chips"),
            );
            return true;
        }
        Err(error) => {
            found.fault("folder", format_args!("{shown}: {error}"));
            return true;
        }
    };
    let mode = about.permissions().mode() & 0o777;
    if about.uid() != getuid().as_raw() {
        found.warn(
            "folder",
            format_args!("{shown} belongs to another user: ask as the one that serves"),
        );
    } else if mode & 0o077 != 0 {
        found.warn(
            "folder",
            format_args!("{shown} is open to others ({mode:o}): chmod 700 {shown}"),
        );
    } else if let Err(error) = access(data, Access::WRITE_OK | Access::EXEC_OK) {
        found.fault("folder", format_args!("nothing can be written in {shown}: {error}"));
    } else {
        let state = if is_running {
            "a server runs on it"
        } else {
            "no server runs on it"
        };
        found.ok("folder", format_args!("{shown}, for its owner alone; {state}"));
    }
    let is_empty = fs::read_dir(data).is_ok_and(|mut entries| entries.next().is_none());
    if is_empty {
        found.warn(
            "folder",
            format_args!(
                "the data folder {shown} is empty: the next start makes a new club there, without accounts or chips"
            ),
        );
    }
    is_empty
}

/// Checks that the keys exist, and for their owner alone.
fn keys(found: &mut Found, config: &Config) {
    let seal_key = config.seal_key().unwrap_or_else(|| config.data.join(SEAL_KEY));
    let others = KeyFile::ALL.map(|key| config.data.join(key.name()));
    let (mut good, mut older) = (0, 0);
    for path in std::iter::once(seal_key).chain(others) {
        match KeyRing::load(&path) {
            Ok(Some(ring)) => {
                good += 1;
                older += ring.older().count();
            }
            Ok(None) => found.fault(
                "keys",
                format_args!("{} is not there: `poker keys import` puts it back", path.display()),
            ),
            Err(error) => found.fault("keys", error),
        }
    }
    // The start makes it if it is not there.
    if let Err(error) = SecretKey::load_text(&config.data.join(TOKEN)) {
        found.fault("keys", error);
    }
    if good == 3 {
        let with = match older {
            0 => String::new(),
            older => format!(" with {older} older ones that are still needed"),
        };
        found.ok(
            "keys",
            format_args!("all three{with}, for their owner alone. Is there a copy apart, by `poker keys export`?"),
        );
    }
}

/// Checks what the folder records about itself, as a start would, and that the clock has not gone back since.
async fn written(found: &mut Found, config: &Config) {
    let options = StoreOptions {
        format: FORMAT,
        seal_key: config.seal_key(),
        ..StoreOptions::of(PROGRAM)
    };
    let fit = store::refuse_unfit(&config.data, &options).await;
    match (fit, store::last_written(&config.data).await) {
        (Err(wrong @ StoreError::Newer { .. }), _) => found.fault("version", wrong),
        (Err(wrong), _) | (_, Err(wrong)) => found.fault("database", wrong),
        (Ok(()), Ok((program, latest))) => {
            match audit_in(&config.data, options.seal_key.as_deref(), |_, _, _| {}).await {
                Ok(audited) => match audited.report.faults.as_slice() {
                    [] => found.ok("database", format_args!("whole, as an audit finds; latest entry {latest}")),
                    [first, ..] => found.fault(
                        "database",
                        format_args!(
                            "an audit finds {} faults, the first one: {first}. `poker audit` tells all of them; restore the \
                             newest copy that was made before the damage, into an empty folder",
                            audited.report.faults.len()
                        ),
                    ),
                },
                Err(error) => found.fault("database", error.advised(&config.data)),
            }
            found.ok(
                "version",
                format_args!("{PROGRAM}; the folder was written by {program}"),
            );
            let ahead = latest.duration_since(Timestamp::now());
            if ahead > SignedDuration::from_secs(2) {
                found.fault(
                    "clock",
                    format_args!(
                        "the latest entry is {} s in the future: set the clock of this machine",
                        ahead.as_secs()
                    ),
                );
            } else {
                found.ok("clock", Timestamp::now());
            }
        }
    }
}

fn disk(found: &mut Found, data: &Path) {
    // A folder not created yet will be on the disk of its parent.
    let free = data.ancestors().chain([Path::new(".")]).find_map(free_bytes);
    let Some(free) = free else {
        return found.warn("disk", "the system does not say how much room there is");
    };
    let room = format!("{} MiB free", free >> 20);
    match free {
        ..LEAST_ROOM => found.fault("disk", format_args!("{room}: free disk space, or play will stop")),
        LEAST_ROOM..ROOM => found.warn("disk", format_args!("{room}: a finished hand takes about 2.3 KB")),
        ROOM.. => found.ok("disk", room),
    }
}

/// Checks the limit of open files: each connection is one.
fn files(found: &mut Found, config: &Config) {
    let wanted = u64::from(config.max_connections) + FILES_BESIDES;
    match getrlimit(Resource::Nofile).maximum {
        Some(files) if is_short(files, wanted) => found.warn(
            "limits",
            format_args!(
                "{files} open files, and --max-connections needs {wanted}: ulimit -Hn, or LimitNOFILE of the unit"
            ),
        ),
        _ => found.ok(
            "limits",
            format_args!("open files for {} connections", config.max_connections),
        ),
    }
}

fn listening(found: &mut Found, config: &Config, is_running: bool) {
    let address = config.listen;
    match TcpListener::bind(address) {
        Ok(_) if is_running => found.warn(
            "address",
            format_args!("a server runs on the folder, and nothing listens on {address}: are these its settings?"),
        ),
        Ok(_) => found.ok("address", format_args!("{address} is free")),
        Err(_) if is_running && address.port() != 0 => found.ok("address", format_args!("{address} is served")),
        Err(error) => found.fault("address", format_args!("cannot listen on {address}: {error}")),
    }
}

/// Checks the certificate and its key, as a start would use them.
fn certificate(found: &mut Found, config: &Config, url: Option<&str>) {
    let Some((certificate, key)) = config.tls() else {
        return;
    };
    let now = Timestamp::now();
    let pair = match Pair::load(certificate, key, now) {
        Ok(pair) => pair,
        Err(wrong) => return found.fault("tls", wrong),
    };
    let until = pair.until;
    if until.duration_since(now) < RENEWAL {
        found.warn(
            "tls",
            format_args!("the certificate ends at {until}: renew it; a running server takes the new one by itself"),
        );
    } else {
        found.ok(
            "tls",
            format_args!("certificate and key belong together, good until {until}"),
        );
    }
    let host = url.and_then(|url| url.strip_prefix("https://")).map(|rest| {
        let host = rest.trim_end_matches('/');
        let is_port = |port: &str| port.bytes().all(|digit| digit.is_ascii_digit());
        let name = host
            .rsplit_once(':')
            .filter(|(_, port)| is_port(port))
            .map_or(host, |(name, _)| name);
        name.trim_start_matches('[').trim_end_matches(']')
    });
    match host {
        Some(host) if pair.names(host) => found.ok("tls", format_args!("the certificate is for {host}")),
        Some(host) => found.fault(
            "tls",
            format_args!("the certificate is not for {host}: browsers refuse it there"),
        ),
        None => {}
    }
}

/// Checks that there is a recent copy.
fn copies(found: &mut Found, config: &Config, is_new: bool) {
    let Some(to) = config.backup_to() else {
        return found.warn(
            "backup",
            "no copies are made: --backup-to FOLDER makes them in the server, `poker backup` by hand or by cron",
        );
    };
    let shown = to.display();
    let Some(newest) = backups::newest_in(to) else {
        let words = format!("there is none in {shown} yet");
        return found.add("backup", if is_new { Verdict::Ok } else { Verdict::Warning }, words);
    };
    let age = Timestamp::now().duration_since(newest);
    if age > config.backup_every * 2 {
        let words = "older than two of its rounds: look for it in the log";
        found.fault(
            "backup",
            format_args!("the newest copy in {shown} is of {newest}, {words}"),
        );
    } else {
        found.ok("backup", format_args!("the newest copy in {shown} is of {newest}"));
    }
}

/// Checks that players reach the page, and a WebSocket, the way they come: through name, certificate and proxy.
async fn way(found: &mut Found, url: &str) {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let host = rest.trim_end_matches('/');
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|digit| digit.is_ascii_digit()) => {
            (name, port.parse().ok())
        }
        _ => (host, Some(if scheme == "https" { 443 } else { 80 })),
    };
    let (true, Some(port)) = (matches!(scheme, "http" | "https") && !host.contains('/'), port) else {
        return found.fault(
            "way",
            format_args!("{url} is not an address of a page, as in https://poker.example.org"),
        );
    };
    if scheme == "http" {
        found.warn(
            "way",
            "without https browsers install no page and share no link, and all can be read on the way",
        );
    }
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    for (what, path, headers, wanted) in [
        ("the page", "/", String::new(), "200"),
        (
            "a WebSocket",
            "/ws",
            format!(
                "origin: {scheme}://{host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                 sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: poker.v1\r\n"
            ),
            "101",
        ),
    ] {
        let text = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{headers}\r\n");
        let asked = tokio::time::timeout(PATIENCE, ask(scheme == "https", bare, port, &text)).await;
        match asked.unwrap_or_else(|_| Err(io::Error::from(ErrorKind::TimedOut))) {
            Ok(answer) if answer.split_whitespace().nth(1) == Some(wanted) => {
                found.ok("way", format_args!("{what} comes through {url}"));
            }
            Ok(answer) => {
                let why = if answer.contains("server.proxy_unnamed") {
                    ": name the proxy with --trusted-proxy"
                } else {
                    ": does the proxy pass on Upgrade, Connection and Host? See docs/operating.md"
                };
                let status = answer.lines().next().unwrap_or("nothing");
                found.fault("way", format_args!("{url} answers {status:?} where {what} is{why}"));
            }
            Err(error) => return found.fault("way", format_args!("{url} is not reached: {error}")),
        }
    }
}

/// Sends a request, and reads the beginning of the answer.
async fn ask(is_safe: bool, name: &str, port: u16, text: &str) -> io::Result<String> {
    let tcp = TcpStream::connect((name, port)).await?;
    if is_safe {
        let server = ServerName::try_from(name.to_owned()).map_err(io::Error::other)?;
        exchange(tls_connector().connect(server, tcp).await?, text).await
    } else {
        exchange(tcp, text).await
    }
}

async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, text: &str) -> io::Result<String> {
    stream.write_all(text.as_bytes()).await?;
    let mut answer = Vec::new();
    // A refusal has a short body with the reason.
    while answer.len() < 4096 {
        let mut piece = [0; 1024];
        let length = match tokio::time::timeout(Duration::from_millis(500), stream.read(&mut piece)).await {
            Ok(length) => length?,
            Err(_) if answer.is_empty() => continue,
            Err(_) => break,
        };
        if length == 0 {
            break;
        }
        answer.extend_from_slice(&piece[..length]);
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
