//! Makes a data folder in the middle of hands, as a stopped server leaves it behind:
//! `cargo run -p poker-harness --example fixture -- server/tests/folders/NAME`.
//!
//! Every game of the catalogue, every rotation and every dealer's choice has a table with three players, stopped at some
//! decision of a hand; some tables have finished hands before it. The tests of the table open every folder that is kept
//! there: later versions must play on what an earlier one wrote.

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use poker_base::idle::IdleSignal;
use poker_bots::protocol::v1::table::TableConfig;
use poker_bots::protocol::v1::{Action, ServerMsg, TableId};
use poker_bots::{Ask, Client, Credentials, Notice};
use poker_engine::game::catalogue;
use poker_server::config::Config;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Tables for the same three players: their first chips are enough for this many of the smallest buy-ins.
const TABLES_OF_THREE: usize = 4;

/// Maximum number of decisions answered in a hand left running; hands differ in this number.
const ANSWERS: usize = 9;

/// One table in this many has a finished hand before the running one.
const FINISHED_EVERY: usize = 4;

/// Time without a decision for any of the three after which their tables are left.
const QUIET: Duration = Duration::from_secs(3);

/// Time that one of them listens before the next one does.
const LISTEN: Duration = Duration::from_millis(20);

#[tokio::main]
async fn main() -> Outcome<()> {
    let to = std::env::args()
        .nth(1)
        .map(PathBuf::from)
        .ok_or("name a folder to make")?;
    let data = std::env::temp_dir().join(format!("poker-fixture-{}", std::process::id()));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("ws://{}/ws", listener.local_addr()?);
    let config = Config {
        data: data.clone(),
        demo_tables: false,
        house_bots: 0,
        // Hands are left running.
        drain_timeout_s: 0,
        // Games without a decision must not play on and on.
        hand_pause_percent: 20,
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
    let mut players = JoinSet::new();
    let mut number = 0;
    for configs in configs().chunks(TABLES_OF_THREE) {
        players.spawn(play(url.clone(), number, configs.to_vec()));
        number += configs.len();
    }
    // They stay connected until the server has stopped, so no seat is away.
    let mut clients = Vec::new();
    while let Some(three) = players.join_next().await {
        clients.push(three??);
    }
    stop.send(()).map_err(|()| "the server is gone")?;
    server.await??;
    drop(clients);
    pack(&data, &to)?;
    fs::remove_dir_all(data)?;
    Ok(())
}

/// Returns the tables to play.
fn configs() -> Vec<TableConfig> {
    let game = |id: &str, seats: u8| json!({"name": id.get(..40).unwrap_or(id), "game": id, "seats": seats.min(6)});
    let mut configs: Vec<_> = catalogue::all()
        .iter()
        .map(|game_def| game(&game_def.id, game_def.seats.1))
        .collect();
    for rotation in catalogue::rotations() {
        let mix = json!({"kind": "rotation", "rotation": rotation.id, "hands": 1});
        let seats = rotation.games.iter().map(|entry| entry.game.seats.1).min().unwrap_or(6);
        configs.push(json!({"name": rotation.id, "game": "", "mix": mix, "seats": seats.min(6)}));
    }
    for choice in catalogue::dealers_choices() {
        let seats = choice.default.seats.1.min(6);
        let mix = json!({"kind": "dealers_choice"});
        configs.push(json!({"name": choice.name.en.as_str(), "game": "", "mix": mix, "seats": seats}));
    }
    let parsed = configs.into_iter().map(serde_json::from_value);
    parsed
        .collect::<Result<_, _>>()
        .expect("tables are named as the protocol wants them")
}

/// The progress of a table.
#[derive(Default)]
struct Progress {
    hand: u64,
    answers: usize,
}

/// Has three players open tables and play them up to the point where they are left. `first` is the number of the first table.
async fn play(url: String, first: usize, configs: Vec<TableConfig>) -> Outcome<Vec<Client>> {
    let mut clients = Vec::new();
    for seat in 0..3 {
        let nickname = format!("Player {}", first * 3 + seat);
        clients.push(Client::connect(&url, Credentials::Guest { nickname }).await?);
    }
    let mut tables: HashMap<TableId, (usize, Progress)> = HashMap::new();
    for (number, config) in (first..).zip(configs) {
        let info = clients[0].create_table(config).await?;
        for client in &clients {
            client.watch(&info.table).await?;
            client
                .sit(
                    &info.table,
                    None,
                    info.buy_in_min,
                    poker_bots::protocol::v1::client::Entry::Post,
                )
                .await?;
        }
        tables.insert(info.table, (number, Progress::default()));
    }
    let mut asked = Instant::now();
    while asked.elapsed() < QUIET {
        for client in &mut clients {
            while let Ok(notice) = timeout(LISTEN, client.next()).await {
                let Some(Notice::Message(message, _)) = notice else {
                    return Err("a connection was lost".into());
                };
                let ServerMsg::Private(private) = *message else {
                    continue;
                };
                for event in &private.events {
                    let Some(ask) = Ask::from_private(&private.table, event) else {
                        continue;
                    };
                    asked = Instant::now();
                    let Some((number, progress)) = tables.get_mut(&private.table) else {
                        continue;
                    };
                    if progress.goes_on(*number, ask.hand) {
                        let action = answer(&ask, *number);
                        let done = client.act(&ask.table, ask.hand, ask.turn, action);
                        // Another player may have been faster, if several act simultaneously and one ends it.
                        let _ = done.await;
                    }
                }
            }
        }
    }
    Ok(clients)
}

impl Progress {
    /// `true` if one more decision is to be answered.
    fn goes_on(&mut self, number: usize, hand: u64) -> bool {
        if hand > self.hand {
            *self = Self { hand, answers: 0 };
        }
        let finished = u64::from(number.is_multiple_of(FINISHED_EVERY));
        // If a hand is over too early, the next one is left earlier.
        let limit = (number % ANSWERS).checked_div(usize::try_from(hand - finished).unwrap_or(1));
        self.answers += 1;
        hand <= finished || limit.is_some_and(|limit| self.answers <= limit)
    }
}

/// Checks or calls; now and then discards a card.
fn answer(ask: &Ask, number: usize) -> Action {
    match ask
        .discard_choice()
        .filter(|choice| choice.is_replaced && ask.face_up.is_empty())
    {
        Some(choice) => Action::Discard {
            cards: choice
                .cards
                .iter()
                .take(choice.min.max(number % 3).min(choice.max))
                .copied()
                .collect(),
        },
        None => ask.check_or_call(),
    }
}

/// Puts the database, compressed, and the files next to it into a folder.
fn pack(data: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for name in ["seal.key", "token.key", "push.key", "poker.head"] {
        fs::copy(data.join(name), to.join(name))?;
    }
    let mut packed = GzEncoder::new(File::create(to.join("poker.db.gz"))?, Compression::best());
    io::copy(&mut File::open(data.join("poker.db"))?, &mut packed)?;
    packed.finish()?.sync_all()
}
