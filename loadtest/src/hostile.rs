//! `loadtest hostile`: malformed traffic against a server where others play.
//!
//! Attackers send what no client should: garbage instead of a handshake, half a handshake, frames that RFC 6455 forbids, messages that the
//! protocol refuses, floods. Meanwhile players play; their latency is compared with the time before, and every invariant is checked for
//! them as in any other run.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::attack::{Attack, handshake};
use crate::check::{Finding, tell_findings};
use crate::cli::HostileArgs;
use crate::engine::{Engine, Load, Measured, Outcome};
use crate::link::Target;
use crate::rng::Rng;
use crate::run::start_server;
use crate::spawn::Running;
use crate::stats::{Count, Metric, Quantiles, Tally};
use crate::sys;
use crate::{Exit, Failure};

/// Time an attacker waits for the server's reaction.
const REACTION: Duration = Duration::from_secs(8);

/// Result of the command.
#[derive(Clone, Debug, Serialize)]
struct HostileReport {
    schema: &'static str,
    version: u32,
    seed: u64,
    attackers: usize,
    /// Connections that attacked.
    attacks: u64,
    /// Frames or other pieces sent by them.
    pieces: u64,
    /// Number of attacks by how the server ended them: by close code, by HTTP status, by hanging up, or not at all.
    endings: BTreeMap<String, BTreeMap<String, u64>>,
    /// Endings that no server should choose, each with its attack.
    unexpected: Vec<String>,
    /// Players' latency from action to answer, before and during the attacks.
    before_ms: Quantiles,
    during_ms: Quantiles,
    /// Memory of the server before and after, in bytes.
    rss_before_bytes: u64,
    rss_after_bytes: u64,
    actions: u64,
    errors: BTreeMap<String, u64>,
    /// `true` if the server still answers.
    alive: bool,
    panics: usize,
    violations: u64,
    findings: Vec<Finding>,
}

/// Number of endings of each kind, by attack.
type Endings = BTreeMap<Attack, BTreeMap<String, u64>>;

/// Counters shared by the attackers.
#[derive(Default)]
struct Counts {
    attacks: AtomicU64,
    pieces: AtomicU64,
    endings: Mutex<Endings>,
    stop: AtomicBool,
}

pub(crate) async fn hostile(arguments: HostileArgs) -> Result<Exit, Failure> {
    let folder = sys::temp_folder("hostile")?;
    let mut server = arguments.server.clone();
    // Attackers meet the limits for everyone, while the players stay below them.
    server
        .set
        .extend(["messages-per-second=50", "message-burst=100"].map(str::to_owned));
    let mut running = start_server(&server, folder.path()).await?;
    let engine = Engine::open(load(&arguments, &running)).await?;
    let counts = Arc::new(Counts::default());
    let half = arguments.duration / 2;
    let attacks = attack(&arguments, running.address, Arc::clone(&counts), half);
    let pid = running.pid();
    let mut rss = Vec::new();
    let play = engine.run(|_, _| rss.extend(sys::usage(pid).map(|usage| usage.rss_bytes)));
    let (outcome, began) = tokio::join!(play, attacks);
    let report = report(&arguments, &outcome, &counts, began, &rss, &mut running);
    if arguments.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{report}");
    }
    let well = report.alive
        && report.panics == 0
        && report.violations == 0
        && report.unexpected.is_empty()
        && report.attacks > 0
        && report.actions > 0;
    Ok(if well { Exit::Well } else { Exit::Broken })
}

fn load(arguments: &HostileArgs, running: &Running) -> Load {
    let players = arguments.table_count * usize::from(arguments.tables.seats);
    let length = arguments.warmup + arguments.duration;
    let target = Target::at(running.address);
    Load {
        warmup: arguments.warmup,
        connect_rate: 200.0,
        lag_max: Duration::from_millis(20),
        server: Some(Measured::Alone(running.pid())),
        ..Load::steady(target, players, length, &arguments.tables, arguments.think)
    }
}

/// Attacks during the second half of the measured time; returns the time at which that began.
async fn attack(arguments: &HostileArgs, server: SocketAddr, counts: Arc<Counts>, half: Duration) -> Instant {
    let players = arguments.table_count * usize::from(arguments.tables.seats);
    let ramp = Duration::from_secs_f64(players as f64 / 200.0);
    tokio::time::sleep(ramp + arguments.warmup + half).await;
    let began = Instant::now();
    let mut attackers = JoinSet::new();
    for number in 0..arguments.attackers {
        let (counts, seed) = (Arc::clone(&counts), arguments.tables.seed);
        attackers.spawn(async move {
            let mut rng = Rng::new(seed, number as u64 + 1_000_000);
            while !counts.stop.load(Ordering::Relaxed) {
                let attack = Attack::ALL[usize::try_from(rng.below(Attack::ALL.len() as u64)).unwrap_or(0)];
                let ending = one_attack(server, attack, &mut rng, &counts).await;
                let mut endings = counts.endings.lock().unwrap_or_else(PoisonError::into_inner);
                *endings.entry(attack).or_default().entry(ending).or_default() += 1;
            }
        });
    }
    tokio::time::sleep(half).await;
    counts.stop.store(true, Ordering::Relaxed);
    // Attackers still waiting for a reaction are given up.
    attackers.shutdown().await;
    began
}

/// Attacks once and returns how the server ended it.
async fn one_attack(server: SocketAddr, attack: Attack, rng: &mut Rng, counts: &Counts) -> String {
    counts.attacks.fetch_add(1, Ordering::Relaxed);
    let Ok(mut stream) = TcpStream::connect(server).await else {
        return "refused".to_owned();
    };
    // Small pieces must arrive unmerged.
    let _ = stream.set_nodelay(true);
    if attack.shakes_hands() && !shake(&mut stream).await {
        return "no handshake".to_owned();
    }
    for piece in attack.pieces(rng) {
        counts.pieces.fetch_add(1, Ordering::Relaxed);
        if stream.write_all(&piece).await.is_err() {
            break;
        }
        if attack.is_slow() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
    let mut answer = Vec::new();
    let read = tokio::time::timeout(REACTION, read_on(&mut stream, &mut answer)).await;
    let welcome = if is_welcome(&answer) { "welcome, " } else { "" };
    match (ending(&answer), read) {
        (Some(ending), _) => format!("{welcome}{ending}"),
        (None, Ok(())) => "hung up".to_owned(),
        (None, Err(_)) => "still open".to_owned(),
    }
}

/// Reads until the server hangs up; its own limits bound what it sends.
async fn read_on(stream: &mut TcpStream, answer: &mut Vec<u8>) {
    let mut bytes = [0; 4096];
    while let Ok(count) = stream.read(&mut bytes).await {
        if count == 0 {
            return;
        }
        answer.extend_from_slice(&bytes[..count]);
    }
}

async fn shake(stream: &mut TcpStream) -> bool {
    if stream.write_all(handshake().as_bytes()).await.is_err() {
        return false;
    }
    let mut head = Vec::new();
    let mut byte = [0; 1];
    while !head.ends_with(b"\r\n\r\n") && head.len() < 4096 {
        match tokio::time::timeout(REACTION, stream.read(&mut byte)).await {
            Ok(Ok(1)) => head.push(byte[0]),
            _ => return false,
        }
    }
    head.starts_with(b"HTTP/1.1 101")
}

/// Returns `true` if the server let the attacker in.
fn is_welcome(answer: &[u8]) -> bool {
    let welcome: &[u8] = br#"{"type":"welcome""#;
    answer.windows(welcome.len()).any(|bytes| bytes == welcome)
}

/// Returns the endings that no server should choose, as `attack: ending x count`.
fn unexpected(endings: &Endings) -> Vec<String> {
    let all = endings
        .iter()
        .flat_map(|(attack, endings)| endings.iter().map(move |(ending, count)| (attack, ending, count)));
    all.filter(|(attack, ending, _)| !attack.endings().contains(&ending.as_str()))
        .map(|(attack, ending, count)| format!("{}: {ending} x {count}", attack.name()))
        .collect()
}

/// Returns the end of the server's bytes: an HTTP status, or the close frame after any other frames.
fn ending(answer: &[u8]) -> Option<String> {
    if let Some(status) = answer.strip_prefix(b"HTTP/1.1 ") {
        return status
            .get(..3)
            .map(|status| format!("HTTP {}", String::from_utf8_lossy(status)));
    }
    let mut rest = answer;
    while let [first, second, after @ ..] = rest {
        let (length, payload) = match second & 0x7f {
            126 => (
                usize::from(u16::from_be_bytes([*after.first()?, *after.get(1)?])),
                after.get(2..)?,
            ),
            127 => return None,
            short => (usize::from(short), after),
        };
        if first & 0x0f == 8 {
            let code = u16::from_be_bytes([*payload.first()?, *payload.get(1)?]);
            return Some(format!("closed {code}"));
        }
        rest = payload.get(length..)?;
    }
    None
}

fn report(
    arguments: &HostileArgs,
    outcome: &Outcome,
    counts: &Counts,
    began: Instant,
    rss: &[u64],
    running: &mut Running,
) -> HostileReport {
    let split = began.saturating_duration_since(outcome.series.began());
    let (mut before, mut during) = (Tally::new(), Tally::new());
    let mut rss_before_bytes = 0;
    for (interval, rss) in outcome
        .series
        .intervals
        .iter()
        .zip(rss)
        .filter(|(interval, _)| !interval.warmup)
    {
        if interval.start + interval.length <= split {
            before.merge(&interval.tally);
            rss_before_bytes = *rss;
        } else if interval.start >= split {
            during.merge(&interval.tally);
        }
    }
    let endings = counts.endings.lock().unwrap_or_else(PoisonError::into_inner).clone();
    HostileReport {
        schema: "loadtest.hostile",
        version: 1,
        seed: arguments.tables.seed,
        attackers: arguments.attackers,
        attacks: counts.attacks.load(Ordering::Relaxed),
        pieces: counts.pieces.load(Ordering::Relaxed),
        unexpected: unexpected(&endings),
        endings: endings
            .into_iter()
            .map(|(attack, endings)| (attack.name().to_owned(), endings))
            .collect(),
        before_ms: Quantiles::of(before.latency(Metric::ActionAck)),
        during_ms: Quantiles::of(during.latency(Metric::ActionAck)),
        rss_before_bytes,
        rss_after_bytes: rss.last().copied().unwrap_or_default(),
        actions: during.count(Count::Actions),
        errors: outcome.shared.recorder.errors(),
        alive: running.is_alive(),
        panics: running.log().matches("panicked").count(),
        violations: outcome.shared.findings.count(),
        findings: outcome.shared.findings.list(),
    }
}

impl fmt::Display for HostileReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            attackers,
            attacks,
            pieces,
            ..
        } = self;
        writeln!(
            f,
            "{attackers} attackers, {attacks} attacks, {pieces} pieces; seed {}",
            self.seed
        )?;
        for (attack, endings) in &self.endings {
            let endings: Vec<String> = endings
                .iter()
                .map(|(ending, count)| format!("{ending} x {count}"))
                .collect();
            writeln!(f, "  {attack:<28} {}", endings.join(", "))?;
        }
        for ending in &self.unexpected {
            writeln!(f, "NOT EXPECTED: {ending}")?;
        }
        for (name, latency) in [("before", &self.before_ms), ("during", &self.during_ms)] {
            let Quantiles {
                count,
                p50,
                p90,
                p99,
                max,
                ..
            } = latency;
            writeln!(
                f,
                "players {name}: {count} actions, p50 {p50:.2} p90 {p90:.2} p99 {p99:.2} max {max:.2} ms"
            )?;
        }
        let mib = |bytes: u64| bytes as f64 / 1_048_576.0;
        writeln!(
            f,
            "memory: {:.1} -> {:.1} MiB",
            mib(self.rss_before_bytes),
            mib(self.rss_after_bytes)
        )?;
        let alive = if self.alive { "still answers" } else { "is GONE" };
        writeln!(
            f,
            "the server {alive}; panics: {}; broken invariants: {}",
            self.panics, self.violations
        )?;
        for (code, count) in &self.errors {
            writeln!(f, "error of a player {code}: {count}")?;
        }
        tell_findings(&self.findings, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_that_is_not_ended_as_it_should_be_is_told() {
        let ended = |attack, ending: &str| BTreeMap::from([(attack, BTreeMap::from([(ending.to_owned(), 3)]))]);
        assert!(unexpected(&ended(Attack::Binary, "closed 1003")).is_empty());
        assert_eq!(
            unexpected(&ended(Attack::Binary, "still open")),
            ["binary message: still open x 3"]
        );
        assert_eq!(unexpected(&ended(Attack::Drop, "closed 4000")).len(), 1);
    }

    #[test]
    fn endings_are_found_behind_other_frames() {
        assert_eq!(ending(b"HTTP/1.1 400 Bad Request\r\n").as_deref(), Some("HTTP 400"));
        assert_eq!(ending(b"\x81\x02hi\x88\x02\x03\xf1").as_deref(), Some("closed 1009"));
        assert_eq!(ending(b"\x81\x02hi"), None);
        assert_eq!(ending(b"\x88\x00"), None);
        let mut long = vec![0x81, 126, 1, 0];
        long.extend([b'x'; 256]);
        long.extend(*b"\x88\x02\x0f\xa6");
        assert_eq!(ending(&long).as_deref(), Some("closed 4006"));
    }
}
