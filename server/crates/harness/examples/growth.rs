//! Measures the cost of a growing data folder: `cargo run --release -p poker-harness --example growth -- [HANDS] [SECONDS] [FOLDER]`.
//!
//! First, six bots play no-limit hold'em at each of some tables for SECONDS, against a server in this process: bytes of
//! disk per finished hand, and the journal's size over time. Then a folder with a thousand hands and one with HANDS (a million
//! if omitted) are made from the hands played: the time each takes to start, and the time a player waits for
//! a page of their own hands.

#![expect(clippy::float_arithmetic, reason = "figures for people")]

mod sample;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use poker_base::idle::IdleSignal;
use poker_bots::house::Style;
use poker_bots::protocol::v1::table::TableConfig;
use poker_bots::{Client, Credentials, RunOptions, TableChoice, run_bot};
use poker_engine::Chips;
use poker_server::config::Config;
use poker_store::{
    AccountId, AccountKind, Accounts, DataFolder, DurableNotice, HandRecord, Hands, NewAccount, NewSession, Ownership,
    ParticipantRecord, SessionId, SessionSecret, SqliteStore, Step, StepKind, Store, StoreOptions, StoredTable,
    Transfer, WallClock, archived_hand,
};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::sample::gist;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const TABLES: usize = 8;
const SEATS: usize = 6;

/// Accounts and tables of the folders made.
const ACCOUNTS: usize = 1_000;
const MADE_TABLES: u64 = 100;

/// Hands per commit.
const AT_ONCE: u64 = 100;

/// Requests for a page of hands.
const PAGES: usize = 2_000;
const PAGE: u32 = 50;

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let hands: u64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("poker-growth-{}", std::process::id()));
    let played = play(&folder.join("played"), Duration::from_secs(seconds)).await?;
    let mut starts = Vec::new();
    for count in [1_000, hands] {
        let folder = folder.join(count.to_string());
        make(&folder, count, &played).await?;
        starts.push(measure(&folder, count).await?);
    }
    println!("start ratio {:.2}", starts[1].as_secs_f64() / starts[0].as_secs_f64());
    fs::remove_dir_all(folder)?;
    Ok(())
}

/// Lets bots play; returns some of their hands, as every viewer saw them.
async fn play(data: &Path, span: Duration) -> Outcome<Vec<String>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("ws://{}/ws", listener.local_addr()?);
    let config = Config {
        data: data.to_owned(),
        demo_tables: false,
        house_bots: 0,
        hand_pause_percent: 0,
        messages_per_second: 10_000,
        message_burst: 10_000,
        guests_per_minute: 10_000,
        tables_per_minute: 1_000,
        ..Config::default()
    };
    let (stop, stopped) = oneshot::channel::<()>();
    let (ready, is_ready) = oneshot::channel();
    let server = tokio::spawn(poker_server::run(
        listener,
        config,
        IdleSignal::always(),
        move || ready.send(()).unwrap_or_default(),
        async move { stopped.await.unwrap_or_default() },
    ));
    is_ready.await?;
    let host = Client::connect(&url, guest("Host")).await?;
    let leave = CancellationToken::new();
    let mut bots = JoinSet::new();
    for table in 0..TABLES {
        let config = json!({"name": format!("Growth {table}"), "game": "no-limit-holdem", "seats": SEATS});
        let config: TableConfig = serde_json::from_value(config)?;
        let table_id = host.create_table(config).await?.table;
        for seat in 0..SEATS {
            let options = RunOptions {
                stop: leave.clone(),
                ..RunOptions::default()
            };
            let choice = TableChoice::Table(table_id.clone());
            let (url, who) = (url.clone(), guest(&format!("Bot {}", table * SEATS + seat)));
            let bot = Style::Station.bot(u64::try_from(seat)?);
            bots.spawn(async move { run_bot(&url, who, choice, bot, options).await });
        }
    }
    println!("seconds   hands  journal bytes  journal steps' groups");
    let begun = Instant::now();
    for part in 1..=6 {
        tokio::time::sleep_until((begun + span * part / 6).into()).await;
        let (hands, journal, groups) = sizes(data).await?;
        println!("{:>7} {hands:>7} {journal:>14} {groups:>22}", begun.elapsed().as_secs());
    }
    leave.cancel();
    bots.shutdown().await;
    host.close().await;
    stop.send(()).map_err(|()| "the server is gone")?;
    server.await??;
    let (hands, journal, _) = sizes(data).await?;
    let bytes = bytes_in(data)?;
    println!(
        "{hands} hands, {bytes} bytes of disk: {} bytes a hand, {} of them not journal",
        bytes / hands.max(1),
        bytes.saturating_sub(journal) / hands.max(1)
    );
    let mut played = Vec::new();
    for table in 1..=u64::try_from(TABLES)? {
        for hand_no in 1..=50 {
            let hand = archived_hand(data, poker_store::TableId(table), hand_no).await?;
            played.extend(hand.map(|hand| hand.public));
        }
    }
    Ok(played)
}

fn guest(nickname: &str) -> Credentials {
    let nickname = nickname.to_owned();
    Credentials::Guest { nickname }
}

/// Returns the number of finished hands, and the journal's bytes and groups.
async fn sizes(data: &Path) -> Outcome<(u64, u64, u64)> {
    let options = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .read_only(true);
    let mut database: SqliteConnection = options.connect().await?;
    let (hands, journal, groups): (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM hand), (SELECT coalesce(sum(length(steps)), 0) FROM journal),
             (SELECT count(*) FROM journal)",
    )
    .fetch_one(&mut database)
    .await?;
    database.close().await?;
    Ok((hands.try_into()?, journal.try_into()?, groups.try_into()?))
}

fn bytes_in(folder: &Path) -> Outcome<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}

async fn open(folder: &Path) -> Outcome<SqliteStore> {
    let lock = DataFolder::open(folder)?;
    Ok(SqliteStore::open(
        lock,
        WallClock::system(),
        IdleSignal::always(),
        StoreOptions::of(poker_program::PROGRAM),
    )
    .await?)
}

/// Makes a folder with this many hands. Every tenth comes with a buy-in.
async fn make(folder: &Path, hands: u64, played: &[String]) -> Outcome<()> {
    let begun = Instant::now();
    let store = Arc::new(open(folder).await?);
    let mut accounts = Vec::new();
    for number in 0..ACCOUNTS {
        accounts.push(account(&store, number).await?);
    }
    let mut tables: Vec<(StoredTable, u64, u64)> = Vec::new();
    for _ in 0..MADE_TABLES {
        tables.push((store.create_table("{}".to_owned()).await?, 0, 0));
    }
    let (done, mut notices) = mpsc::unbounded_channel();
    let mut made = 0;
    while made < hands {
        let mut waiting = 0;
        for _ in 0..AT_ONCE.min(hands - made) {
            let at = usize::try_from(made % MADE_TABLES)?;
            let (table, step, hand_no) = &mut tables[at];
            *hand_no += 1;
            let first = usize::try_from(made.wrapping_mul(7919))? % ACCOUNTS;
            let players: Vec<AccountId> = (0..SEATS)
                .map(|seat| accounts[(first + seat * 13) % ACCOUNTS])
                .collect();
            let public = &played[usize::try_from(made)? % played.len()];
            let kinds = [StepKind::Hand, StepKind::Hand, StepKind::Snapshot];
            for kind in kinds.into_iter().take(if *hand_no % 20 == 0 { 3 } else { 2 }) {
                *step += 1;
                let mut new = plain(table, *step, *hand_no, kind);
                if kind == StepKind::Hand && *step % 2 == 1 {
                    new.transfers = (made % 10 == 0)
                        .then(|| Transfer::buy_in(players[0], table.id, Chips::new(1)))
                        .into_iter()
                        .collect();
                    new.hand_end = Some(record(*hand_no, &players, public));
                }
                waiting += 1;
                store.journal().append(Box::new(new), done.clone())?;
            }
            made += 1;
        }
        for _ in 0..waiting {
            match notices.recv().await {
                Some(DurableNotice::Durable { .. }) => {}
                other => return Err(format!("not durable: {other:?}").into()),
            }
        }
    }
    store.close().await;
    println!(
        "{hands} hands made in {} s, {} bytes of disk",
        begun.elapsed().as_secs(),
        bytes_in(folder)?
    );
    Ok(())
}

fn plain(table: &StoredTable, step: u64, hand_no: u64, kind: StepKind) -> Step {
    Step {
        table: table.id,
        epoch: table.epoch,
        step,
        format: 1,
        first_seq: step,
        hand_no: (kind == StepKind::Hand).then_some(hand_no),
        kind,
        command: vec![b'c'; 60],
        events: vec![b'e'; 300],
        secret: None,
        transfers: Vec::new(),
        network: None,
        answer: None,
        hand_end: None,
    }
}

fn record(hand_no: u64, players: &[AccountId], public: &str) -> HandRecord {
    let private = Some("{\"seat\":1,\"cards\":[\"Ah\",\"Kd\"],\"thrown\":[]}".to_owned());
    let participant = |account: &AccountId| ParticipantRecord {
        account: *account,
        private: private.clone(),
    };
    HandRecord {
        hand_no,
        game: "no-limit-holdem".to_owned(),
        started_at: Timestamp::now(),
        ended_at: Timestamp::now(),
        participants: players.iter().map(participant).collect(),
        public: public.to_owned(),
        gist: gist(players),
    }
}

async fn account(store: &SqliteStore, number: usize) -> Outcome<AccountId> {
    let account = NewAccount {
        id: AccountId::generate(),
        kind: AccountKind::Guest,
        name: format!("Player {number}"),
        name_key: format!("player {number}"),
        password_hash: None,
        owner: None,
        house: false,
        grant: Chips::new(1_000_000),
        network: None,
    };
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&number.to_le_bytes());
    let session = NewSession {
        id: SessionId::generate(),
        account: account.id,
        label: "bench".to_owned(),
        secret: SessionSecret::Refresh(secret),
        ttl: SignedDuration::from_hours(1),
    };
    let id = account.id;
    store.create_account(account, session).await?;
    Ok(id)
}

/// Measures the time of a start, the best of five, and the time for pages of hands while the store is open.
async fn measure(folder: &Path, hands: u64) -> Outcome<Duration> {
    let mut starts = Vec::new();
    for _ in 0..5 {
        let begun = Instant::now();
        let store = open(folder).await?;
        let claims = store.load_tables().await?;
        starts.push(begun.elapsed());
        if claims.iter().any(|claim| claim.stored.is_err()) {
            return Err("a table does not load".into());
        }
        store.close().await;
    }
    starts.sort_unstable();
    let store = open(folder).await?;
    let table = store.create_table("{}".to_owned()).await?;
    let mut accounts = Vec::new();
    for number in 0..20 {
        accounts.push(account(&store, ACCOUNTS + number).await?);
    }
    let mut waits = Vec::new();
    let (done, mut notices) = mpsc::unbounded_channel();
    let known: Vec<AccountId> = known_accounts(folder).await?;
    for page in 0..PAGES {
        // Play goes on meanwhile, so the last hands are in no list yet.
        let mut ends = plain(
            &table,
            u64::try_from(page)? + 1,
            u64::try_from(page)? + 1,
            StepKind::Hand,
        );
        ends.hand_end = Some(record(u64::try_from(page)? + 1, &accounts[..SEATS], "{}"));
        store.journal().append(Box::new(ends), done.clone())?;
        notices.recv().await;
        let begun = Instant::now();
        store.hands_of(known[page * 31 % known.len()], None, PAGE).await?;
        waits.push(begun.elapsed());
    }
    waits.sort_unstable();
    println!(
        "{hands} hands: start {:.1} ms, my hands p50 {:.2} ms, p99 {:.2} ms",
        starts[0].as_secs_f64() * 1e3,
        waits[PAGES / 2].as_secs_f64() * 1e3,
        waits[PAGES * 99 / 100].as_secs_f64() * 1e3,
    );
    store.close().await;
    Ok(starts[0])
}

async fn known_accounts(folder: &Path) -> Outcome<Vec<AccountId>> {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("poker.db"))
        .read_only(true);
    let mut database: SqliteConnection = options.connect().await?;
    let ids: Vec<Vec<u8>> = sqlx::query_scalar("SELECT id FROM account")
        .fetch_all(&mut database)
        .await?;
    database.close().await?;
    let ids = ids.iter().map(|id| Ok(AccountId(uuid::Uuid::from_slice(id)?)));
    ids.collect()
}
