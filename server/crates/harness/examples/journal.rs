//! Measures the speed of the journal: `cargo run --release -p poker-harness --example journal -- [SECONDS] [FOLDER]`.
//!
//! Tables append steps of a typical size, each waiting until its last one is durable, like a table that waits for a
//! player: the more tables, the larger the groups. For comparison, as a lower bound, a file is appended to and synced once per
//! group. CPU is that of the whole process, including the tables' part.

mod sample;

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use poker_base::idle::IdleSignal;
use poker_engine::Chips;
use poker_store::{
    AccountId, AccountKind, Accounts, DataFolder, DurableNotice, HandRecord, NewAccount, NewSession, Ownership,
    ParticipantRecord, SessionId, SessionSecret, SqliteStore, Step, StepKind, Store, StoreOptions, StoredTable,
    WallClock,
};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::sample::gist;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Steps of one hand, and its players.
const HAND_STEPS: u64 = 12;
const PLAYERS: usize = 6;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("poker-journal-{}", std::process::id()));
    let span = Duration::from_secs(seconds);
    println!("group tables  steps/s  µs CPU/step  p50 ms  p99 ms  max ms  bytes/step");
    for rows in [1, 10, 100, 512] {
        fs::create_dir_all(&folder)?;
        let figures = bare_log(&folder, rows, span)?;
        println!("bare  {rows:>6} {figures}");
        fs::remove_dir_all(&folder)?;
    }
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let lull = IdleSignal::of(runtime.enable_all());
    let runtime = runtime.build()?;
    for tables in [1, 10, 100, 1000, 4000] {
        let figures = runtime.block_on(journal(&folder, lull.clone(), tables, span))?;
        println!("store {tables:>6} {figures}");
        fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

/// Builds a step of a hand at a table.
fn step(table: &StoredTable, number: u64, players: &[AccountId]) -> Step {
    let place = number % HAND_STEPS;
    let hand_no = number / HAND_STEPS + 1;
    Step {
        table: table.id,
        epoch: table.epoch,
        step: number,
        format: 1,
        first_seq: number * 2,
        hand_no: Some(hand_no),
        kind: if place == 0 { StepKind::Snapshot } else { StepKind::Hand },
        command: vec![b'c'; 60],
        events: vec![b'e'; if place == 0 { 900 } else { 300 }],
        secret: (place == 1).then(|| vec![b's'; 200]),
        transfers: Vec::new(),
        network: None,
        answer: None,
        hand_end: (place == HAND_STEPS - 1).then(|| HandRecord {
            hand_no,
            game: "holdem".to_owned(),
            started_at: Timestamp::now(),
            ended_at: Timestamp::now(),
            participants: players
                .iter()
                .map(|account| ParticipantRecord {
                    account: *account,
                    private: Some("{\"seat\":1,\"cards\":[\"Ah\",\"Kd\"]}".to_owned()),
                })
                .collect(),
            public: "p".repeat(2500),
            gist: gist(players),
        }),
    }
}

async fn journal(folder: &Path, lull: IdleSignal, table_count: usize, span: Duration) -> Outcome<Figures> {
    let folder_lock = DataFolder::open(folder)?;
    let store = SqliteStore::open(
        folder_lock,
        WallClock::system(),
        lull,
        StoreOptions::of(poker_program::PROGRAM),
    )
    .await?;
    let store = Arc::new(store);
    let mut players = Vec::new();
    for number in 0..PLAYERS {
        players.push(player(&store, number).await?);
    }
    let mut tables = JoinSet::new();
    for _ in 0..table_count {
        let store = Arc::clone(&store);
        tables.spawn(async move { store.create_table("{}".to_owned()).await });
    }
    let tables: Vec<StoredTable> = tables.join_all().await.into_iter().collect::<Result<_, _>>()?;
    let players: Arc<[AccountId]> = players.into();

    let meter = Meter::start(folder)?;
    let mut running = JoinSet::new();
    for table in tables {
        let (journal, players) = (store.journal(), Arc::clone(&players));
        running.spawn(async move {
            let (done, mut notices) = mpsc::unbounded_channel();
            let mut waits = Vec::new();
            let mut number = 0;
            while meter.begun.elapsed() < span {
                number += 1;
                let asked = Instant::now();
                journal.append(Box::new(step(&table, number, &players)), done.clone())?;
                match notices.recv().await {
                    Some(DurableNotice::Durable { .. }) => waits.push(asked.elapsed()),
                    other => return Err(format!("not durable: {other:?}").into()),
                }
            }
            Outcome::Ok(waits)
        });
    }
    let mut waits = Vec::new();
    for table in running.join_all().await {
        waits.append(&mut table?);
    }
    let figures = meter.stop(folder, &mut waits)?;
    store.close().await;
    Ok(figures)
}

async fn player(store: &SqliteStore, number: usize) -> Outcome<AccountId> {
    let account = NewAccount {
        id: AccountId::generate(),
        kind: AccountKind::Guest,
        name: format!("Player {number}"),
        name_key: format!("player {number}"),
        password_hash: None,
        owner: None,
        house: false,
        grant: Chips::new(1000),
        network: None,
    };
    let session = NewSession {
        id: SessionId::generate(),
        account: account.id,
        label: "bench".to_owned(),
        secret: SessionSecret::Refresh([u8::try_from(number)?; 32]),
        ttl: jiff::SignedDuration::from_hours(1),
    };
    let id = account.id;
    store.create_account(account, session).await?;
    Ok(id)
}

/// Measures the least possible work: the bytes of `rows` steps in one write and one sync.
fn bare_log(folder: &Path, rows: usize, span: Duration) -> Outcome<Figures> {
    let mut log = OpenOptions::new().create(true).append(true).open(folder.join("log"))?;
    let group = vec![b'x'; rows * 420];
    let meter = Meter::start(folder)?;
    let mut waits = Vec::new();
    while meter.begun.elapsed() < span {
        let asked = Instant::now();
        log.write_all(&group)?;
        log.sync_data()?;
        waits.extend(std::iter::repeat_n(asked.elapsed(), rows));
    }
    meter.stop(folder, &mut waits)
}

/// Time, CPU and bytes since the start.
#[derive(Clone, Copy)]
struct Meter {
    begun: Instant,
    cpu: Duration,
    bytes: u64,
}

impl Meter {
    fn start(folder: &Path) -> Outcome<Self> {
        Ok(Self {
            begun: Instant::now(),
            cpu: cpu_time()?,
            bytes: bytes_in(folder)?,
        })
    }

    #[expect(clippy::cast_precision_loss, clippy::float_arithmetic, reason = "figures for people")]
    fn stop(self, folder: &Path, waits: &mut [Duration]) -> Outcome<Figures> {
        let elapsed = self.begun.elapsed();
        let cpu = cpu_time()?.saturating_sub(self.cpu);
        waits.sort_unstable();
        let steps = waits.len().max(1);
        let millis = |wait: Option<&Duration>| wait.map_or(0.0, |wait| wait.as_secs_f64() * 1e3);
        Ok(Figures {
            rate: steps as f64 / elapsed.as_secs_f64(),
            cpu_us: cpu.as_secs_f64() * 1e6 / steps as f64,
            p50: millis(waits.get(steps / 2)),
            p99: millis(waits.get(steps * 99 / 100)),
            max: millis(waits.last()),
            bytes: bytes_in(folder)?.saturating_sub(self.bytes) as f64 / steps as f64,
        })
    }
}

struct Figures {
    rate: f64,
    cpu_us: f64,
    p50: f64,
    p99: f64,
    max: f64,
    bytes: f64,
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            rate,
            cpu_us,
            p50,
            p99,
            max,
            bytes,
        } = self;
        write!(
            f,
            "{rate:>8.0} {cpu_us:>12.1} {p50:>7.2} {p99:>7.2} {max:>7.1} {bytes:>11.0}"
        )
    }
}

/// Returns the CPU time of all living threads, by Linux's count.
fn cpu_time() -> Outcome<Duration> {
    let mut nanos = 0;
    for task in fs::read_dir("/proc/self/task")? {
        let stat = fs::read_to_string(task?.path().join("schedstat"))?;
        nanos += stat.split(' ').next().unwrap_or("0").parse::<u64>()?;
    }
    Ok(Duration::from_nanos(nanos))
}

fn bytes_in(folder: &Path) -> Outcome<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}
