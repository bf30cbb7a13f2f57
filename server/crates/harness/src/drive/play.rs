//! A whole tournament on the server's tables, director and journal, without a socket: players receive and answer through outboxes
//! of their own, as connections do.
//!
//! It may be cut off anywhere a crash of the machine could, and continues from disk when the same folder is driven once more.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use poker_base::idle::IdleSignal;
use poker_base::network::Network;
use poker_bots::{Ask, TableModel};
use poker_edge::Services;
use poker_event::{Announced, Mail, Request, TournamentHandle, TournamentRequest};
use poker_lobby::{AnnounceError, announce};
use poker_net::metrics::{self, Traffic};
use poker_owner::{Burst, Caller, Deliver, Outbox, OutboxError};
use poker_people::auth::{AuthError, GuestKind, Identity, WithApiToken};
use poker_protocol::v1::tournament::{RULES_VERSION, TournamentPhase};
use poker_protocol::v1::{Action, CloseCode, ServerMsg};
use poker_server::config::Config;
use poker_server::serve::{self, ServeError};
use poker_store::{StoreError, TableId};
use poker_table::{Mail as TableMail, Request as Asked, TableName, TableRequest};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::crash;
use super::{Drive, Driven};

/// Longest time without any progress.
const SILENCE: Duration = Duration::from_mins(2);

/// Interval between looks at the state of the tournament.
const LOOK: Duration = Duration::from_millis(100);

/// Accounts created in parallel.
const AT_ONCE: usize = 256;

/// File in the data folder that holds the players' tokens, so that another drive of the folder plays for the same accounts.
const TOKENS: &str = "drive.json";

/// File in the data folder that records the moves near a requested crash.
const CRASH: &str = "crash.json";

/// The reasons a tournament does not reach its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum DriveError {
    /// The server cannot start.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The tournament cannot be announced.
    #[error(transparent)]
    Announce(#[from] AnnounceError),
    /// The state on disk cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An account cannot be created, or no longer exists.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// The players' tokens cannot be stored or read.
    #[error("the tokens of the players: {0}")]
    Tokens(#[from] io::Error),
    /// Nothing happens any more.
    #[error("nothing has happened for {} s; {alive} players are left", SILENCE.as_secs())]
    Silence {
        /// Players still in.
        alive: u32,
    },
}

/// Counts over all players.
#[derive(Debug, Default)]
struct Seen {
    messages: AtomicU64,
    decisions: AtomicU64,
}

/// Plays a tournament to its last prize, from the beginning or from where an earlier drive of the same data folder was cut off.
pub(super) async fn drive(config: Config, lull: IdleSignal, drive: &Drive) -> Result<Driven, DriveError> {
    let (tokens, crash) = (config.data.join(TOKENS), config.data.join(CRASH));
    metrics::install().map_err(ServeError::from)?;
    let watched = |journal| match drive.crash {
        Some(boundary) => crash::watch(journal, boundary, crash),
        None => journal,
    };
    let services = Arc::new(serve::open(&config, lull, Arc::new(Traffic::new()), watched).await?);
    serve::recover(&services).await?;
    let mut background = JoinSet::new();
    serve::spawn_background(&services, &mut background);
    let seen = Arc::new(Seen::default());
    let began = Instant::now();
    let mut tables = JoinSet::new();
    let driven = if tokens.exists() {
        let tokens: Vec<String> = serde_json::from_slice(&fs::read(&tokens)?).map_err(io::Error::from)?;
        match take_up(&services, &tokens, drive, &seen, &mut tables).await? {
            Some(handle) => watch(&handle, &seen, began).await?,
            // It had already ended.
            None => Driven::default(),
        }
    } else {
        let handle = begin(&services, &tokens, drive, &seen, &mut tables).await?;
        watch(&handle, &seen, began).await?
    };
    tables.shutdown().await;
    serve::close(&services).await;
    background.shutdown().await;
    services.store.close().await;
    Ok(driven)
}

/// Announces the tournament, and has all players enter and play.
async fn begin(
    services: &Arc<Services>,
    tokens: &Path,
    drive: &Drive,
    seen: &Arc<Seen>,
    tables: &mut JoinSet<()>,
) -> Result<TournamentHandle, DriveError> {
    let (_, handle) = announce(&services.events, &Announced::of_house(&drive.structure)).await?;
    let guests: Vec<WithApiToken> = stream::iter(1..=drive.players)
        .map(|number| async move {
            let name = format!("p{number}");
            services
                .auth
                .guest_with_token(&name, GuestKind::Program, Network::HERE)
                .await
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    let known: Vec<&str> = guests.iter().map(|guest| guest.token.as_str()).collect();
    fs::write(tokens, serde_json::to_vec(&known).map_err(io::Error::from)?)?;
    let mut random = StdRng::seed_from_u64(drive.seed);
    for guest in guests {
        let (player, frames) = connect(services, &guest.identity, StdRng::seed_from_u64(random.random()), seen);
        let request = player.request(
            "enter",
            TournamentRequest::Register {
                rules: RULES_VERSION,
                age: None,
                wait: false,
            },
        );
        tables.spawn(player.play(frames));
        handle.deliver(request).await;
    }
    Ok(handle)
}

/// Reconnects all players; `None` if the tournament is over.
async fn take_up(
    services: &Arc<Services>,
    tokens: &[String],
    drive: &Drive,
    seen: &Arc<Seen>,
    tables: &mut JoinSet<()>,
) -> Result<Option<TournamentHandle>, DriveError> {
    let running = services.tournaments.list().into_iter().next();
    let found = running.and_then(|summary| services.tournaments.get(TableName::parse(&summary.tournament.0)?.table));
    let Some(handle) = found else {
        return Ok(None);
    };
    let mut random = StdRng::seed_from_u64(drive.seed);
    for token in tokens {
        let identity = services.auth.verify_access(token).await?;
        let (player, frames) = connect(services, &identity, StdRng::seed_from_u64(random.random()), seen);
        // The snapshot shows the player's seat; later changes are sent to every player anyway.
        for (id, asked) in [
            ("look", TournamentRequest::Watch),
            ("enough", TournamentRequest::Unwatch),
        ] {
            handle.deliver(player.request(id, asked)).await;
        }
        tables.spawn(player.play(frames));
    }
    Ok(Some(handle))
}

/// Waits until the tournament is over.
async fn watch(handle: &TournamentHandle, seen: &Seen, began: Instant) -> Result<Driven, DriveError> {
    let mut last = (0, Instant::now());
    let mut started = None;
    loop {
        let summary = handle.summary();
        match summary.phase {
            TournamentPhase::Completed | TournamentPhase::Cancelled => break,
            TournamentPhase::Registering => {}
            _ => {
                started.get_or_insert_with(Instant::now);
            }
        }
        // Levels follow one another even without any players.
        let done = seen.decisions.load(Ordering::Relaxed) + u64::from(summary.entries);
        if done > last.0 {
            last = (done, Instant::now());
        }
        if last.1.elapsed() > SILENCE {
            let alive = summary.alive;
            return Err(DriveError::Silence { alive });
        }
        sleep(LOOK).await;
    }
    let started = started.unwrap_or_else(Instant::now);
    Ok(Driven {
        took: started.elapsed(),
        entering: started.duration_since(began),
        decisions: seen.decisions.load(Ordering::Relaxed),
        messages: seen.messages.load(Ordering::Relaxed),
    })
}

/// A player's end of the outbox: queues its messages for its task.
struct Pipe {
    to: mpsc::UnboundedSender<Utf8Bytes>,
    seen: Arc<Seen>,
}

/// Beginnings of the messages a player reads: its seat, its table, and its decisions.
const READ: [&str; 4] = [
    "{\"type\":\"tournament_you\"",
    "{\"type\":\"tournament_snapshot\"",
    "{\"type\":\"snapshot\"",
    "{\"type\":\"private\"",
];

impl Deliver for Pipe {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        for frame in &burst.frames {
            self.seen.messages.fetch_add(1, Ordering::Relaxed);
            if READ.iter().any(|kind| frame.starts_with(kind)) {
                self.to.send(frame.clone()).map_err(|_| OutboxError::Closed)?;
            }
        }
        Ok(())
    }

    fn close(&self, _: CloseCode) {}
}

/// Connects an account.
fn connect(
    services: &Arc<Services>,
    identity: &Identity,
    random: StdRng,
    seen: &Arc<Seen>,
) -> (Player, mpsc::UnboundedReceiver<Utf8Bytes>) {
    let (to, frames) = mpsc::unbounded_channel();
    let pipe = Pipe {
        to,
        seen: Arc::clone(seen),
    };
    let outbox = Outbox::new(services.sessions.next_conn(), Arc::new(pipe));
    services.sessions.entered(identity.account, identity.session, &outbox);
    let caller = Caller {
        account: identity.account,
        info: Arc::new(identity.player_info()),
        network: None,
        outbox,
    };
    let player = Player {
        services: Arc::clone(services),
        caller,
        seen: Arc::clone(seen),
        table: None,
        answered: None,
        life: rand::random(),
        requests: 0,
        random,
    };
    (player, frames)
}

/// A player, who calls most of the time and sometimes moves all-in.
struct Player {
    services: Arc<Services>,
    caller: Caller,
    seen: Arc<Seen>,
    table: Option<TableId>,
    /// The last decision answered.
    answered: Option<(u64, u32)>,
    /// Sets requests apart from those of earlier runs, which have had their answers.
    life: u64,
    requests: u64,
    random: StdRng,
}

impl Player {
    /// Builds a request to the tournament.
    fn request(&self, id: &str, asked: TournamentRequest) -> Mail {
        Mail::Request(Box::new(Request {
            caller: self.caller.clone(),
            id: id.to_owned(),
            asked,
        }))
    }

    async fn play(mut self, mut frames: mpsc::UnboundedReceiver<Utf8Bytes>) {
        while let Some(frame) = frames.recv().await {
            let you = match serde_json::from_str(&frame) {
                Ok(ServerMsg::TournamentYou(told)) => told.you,
                Ok(ServerMsg::TournamentSnapshot(told)) => told.state.you,
                Ok(message) => {
                    self.hear(message).await;
                    continue;
                }
                Err(_) => continue,
            };
            let table = you.seat.and_then(|seat| Some(TableName::parse(&seat.table.0)?.table));
            if table.is_some() && table != self.table {
                self.change_tables(table).await;
            }
            if you.place.is_some() {
                return;
            }
        }
    }

    /// Takes in a message of the table.
    async fn hear(&mut self, message: ServerMsg) {
        match message {
            ServerMsg::Snapshot(snapshot) => {
                let model = TableModel::new(&self.caller.info.id, snapshot);
                if let Some(ask) = Ask::from_table(&model) {
                    self.answer(&ask).await;
                }
            }
            ServerMsg::Private(private) => {
                let mut events = private.events.iter().rev();
                if let Some(ask) = events.find_map(|event| Ask::from_private(&private.table, event)) {
                    self.answer(&ask).await;
                }
            }
            _ => {}
        }
    }

    async fn change_tables(&mut self, table: Option<TableId>) {
        if let Some(left) = self.table.take() {
            self.ask(left, TableRequest::Unwatch).await;
        }
        self.answered = None;
        if let Some(table) = table
            && self.ask(table, TableRequest::Watch).await
        {
            self.table = Some(table);
        }
    }

    async fn answer(&mut self, ask: &Ask) {
        let decision = (ask.hand, ask.turn);
        let asks = TableName::parse(&ask.table.0).map(|name| name.table);
        let Some(table) = self.table.filter(|table| asks == Some(*table)) else {
            return;
        };
        if self.answered == Some(decision) {
            return;
        }
        self.answered = Some(decision);
        let action = self.choose(ask);
        let (hand, turn) = decision;
        self.seen.decisions.fetch_add(1, Ordering::Relaxed);
        self.ask(table, TableRequest::Act { hand, turn, action }).await;
    }

    fn choose(&mut self, ask: &Ask) -> Action {
        match self.random.random_range(0..20) {
            0..3 => ask.bet_or_raise_to(ask.stack).unwrap_or_else(|| ask.check_or_call()),
            3..8 => ask.check_or_fold(),
            _ => ask.check_or_call(),
        }
    }

    /// Sends a request to a table; `false` if the table is gone.
    async fn ask(&mut self, table: TableId, request: TableRequest) -> bool {
        let Some(handle) = self.services.lobby.table(table) else {
            return false;
        };
        self.requests += 1;
        let asked = Asked {
            caller: self.caller.clone(),
            id: format!("{:x}-{}", self.life, self.requests),
            request,
        };
        handle.deliver(TableMail::Request(Box::new(asked))).await
    }
}
