//! A whole tournament on the tables, the director and the journal of this program, without a socket: players hear and answer through
//! outboxes of their own, as connections do.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream;
use poker_bots::{Ask, TableModel};
use poker_protocol::v1::tournament::{RULES_VERSION, TournamentPhase};
use poker_protocol::v1::{Action, CloseCode, ServerMsg};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::actor::Mail;
use super::core::{Request, TournamentRequest};
use super::hall::{self, AnnounceError};
use super::setup::Announced;
use crate::app::App;
use crate::auth::{AuthError, GuestKind};
use crate::config::Config;
use crate::net::{Burst, Deliver, Outbox, OutboxError};
use crate::serve::{self, ServeError};
use crate::store::{Lull, TableId};
use crate::table::core::mail::Mail as TableMail;
use crate::table::core::mail::Request as Asked;
use crate::table::{Caller, TableRequest};
use crate::wire;

/// How long nothing may happen.
const SILENCE: Duration = Duration::from_mins(2);

/// How often the state of the tournament is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// Accounts that are made at the same time.
const AT_ONCE: usize = 256;

/// What is played.
#[derive(Clone, Debug)]
pub(crate) struct Drive {
    /// How many players enter.
    pub(crate) players: u32,
    /// The structure, a sit & go that is full with them.
    pub(crate) structure: String,
    /// Seeds what players decide. The cards are those of the operating system.
    pub(crate) seed: u64,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Driven {
    /// From the last entry to the last prize.
    pub(crate) took: Duration,
    /// Until all had entered.
    pub(crate) entering: Duration,
    /// Decisions that were answered.
    pub(crate) decisions: u64,
    /// Messages that players were sent.
    pub(crate) messages: u64,
}

/// Why it did not come to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DriveError {
    /// The server cannot start.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The tournament cannot be announced.
    #[error(transparent)]
    Announce(#[from] AnnounceError),
    /// An account cannot be made.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// It stands still.
    #[error("nothing has happened for {} s; {alive} players are left", SILENCE.as_secs())]
    Silence {
        /// How many players are still in.
        alive: u32,
    },
}

/// What all players have seen together.
#[derive(Debug, Default)]
struct Seen {
    messages: AtomicU64,
    decisions: AtomicU64,
}

/// Plays a tournament to its last prize.
pub(crate) async fn drive(config: Config, lull: Lull, drive: &Drive) -> Result<Driven, DriveError> {
    let app = serve::open(config, lull).await?;
    let mut background = JoinSet::new();
    serve::spawn_background(&app, &mut background);
    let handle = hall::announce(&app, &Announced::of_house(&drive.structure)).await?;
    let seen = Arc::new(Seen::default());
    let mut tables = JoinSet::new();
    let began = Instant::now();
    let mut players = stream::iter(1..=drive.players)
        .map(|number| enter(&app, number, &seen))
        .buffer_unordered(AT_ONCE);
    let mut random = StdRng::seed_from_u64(drive.seed);
    while let Some(entered) = players.next().await {
        let (mut player, frames) = entered?;
        player.random = StdRng::seed_from_u64(random.random());
        let request = Request {
            caller: player.caller.clone(),
            id: "enter".to_owned(),
            asked: TournamentRequest::Register { rules: RULES_VERSION },
        };
        tables.spawn(player.play(frames));
        handle.deliver(Mail::Request(Box::new(request))).await;
    }
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
        let messages = seen.messages.load(Ordering::Relaxed) + u64::from(summary.entries);
        if messages > last.0 {
            last = (messages, Instant::now());
        }
        if last.1.elapsed() > SILENCE {
            let alive = summary.alive;
            return Err(DriveError::Silence { alive });
        }
        sleep(LOOK).await;
    }
    let started = started.unwrap_or_else(Instant::now);
    let driven = Driven {
        took: started.elapsed(),
        entering: started.duration_since(began),
        decisions: seen.decisions.load(Ordering::Relaxed),
        messages: seen.messages.load(Ordering::Relaxed),
    };
    tables.shutdown().await;
    serve::close(&app).await;
    background.shutdown().await;
    app.store.close().await;
    Ok(driven)
}

/// The way to a player: what it has to read waits for its task.
struct Pipe {
    to: mpsc::UnboundedSender<Utf8Bytes>,
    seen: Arc<Seen>,
}

/// How messages begin that a player reads: where it sits, the table there, and what it is asked.
const READ: [&str; 3] = [
    "{\"type\":\"tournament_you\"",
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

/// Opens an account and connects it.
async fn enter(
    app: &Arc<App>,
    number: u32,
    seen: &Arc<Seen>,
) -> Result<(Player, mpsc::UnboundedReceiver<Utf8Bytes>), AuthError> {
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let guest = app
        .auth
        .guest_with_token(&format!("p{number}"), GuestKind::Program, here)
        .await?;
    let (to, frames) = mpsc::unbounded_channel();
    let pipe = Pipe {
        to,
        seen: Arc::clone(seen),
    };
    let identity = guest.identity;
    let outbox = Outbox::new(app.sessions.next_conn(), Arc::new(pipe));
    app.sessions.entered(identity.account, identity.session, &outbox);
    let caller = Caller {
        account: identity.account,
        info: Arc::new(identity.player_info()),
        network: None,
        outbox,
    };
    let player = Player {
        app: Arc::clone(app),
        caller,
        seen: Arc::clone(seen),
        table: None,
        answered: None,
        requests: 0,
        random: StdRng::seed_from_u64(0),
    };
    Ok((player, frames))
}

/// A player, who calls most of the time and sometimes puts all in.
struct Player {
    app: Arc<App>,
    caller: Caller,
    seen: Arc<Seen>,
    table: Option<TableId>,
    /// The last decision that was answered.
    answered: Option<(u64, u32)>,
    requests: u64,
    random: StdRng,
}

impl Player {
    async fn play(mut self, mut frames: mpsc::UnboundedReceiver<Utf8Bytes>) {
        while let Some(frame) = frames.recv().await {
            match serde_json::from_str(&frame) {
                Ok(ServerMsg::TournamentYou(told)) => {
                    let table = told.you.seat.and_then(|seat| seat.table.0.parse().ok());
                    if table.is_some() && table != self.table {
                        self.change_tables(table).await;
                    }
                    if told.you.place.is_some() {
                        return;
                    }
                }
                Ok(ServerMsg::Snapshot(snapshot)) => {
                    let model = TableModel::new(&self.caller.info.id, snapshot);
                    if let Some(ask) = Ask::from_table(&model) {
                        self.answer(&ask).await;
                    }
                }
                Ok(ServerMsg::Private(private)) => {
                    let mut events = private.events.iter().rev();
                    if let Some(ask) = events.find_map(|event| Ask::from_private(&private.table, event)) {
                        self.answer(&ask).await;
                    }
                }
                _ => {}
            }
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
        let Some(table) = self.table.filter(|table| wire::table_id(*table) == ask.table) else {
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

    /// Asks something of a table; `false` if it is gone.
    async fn ask(&mut self, table: TableId, request: TableRequest) -> bool {
        let Some(handle) = self.app.lobby.table(table) else {
            return false;
        };
        self.requests += 1;
        let asked = Asked {
            caller: self.caller.clone(),
            id: self.requests.to_string(),
            request,
        };
        handle.deliver(TableMail::Request(Box::new(asked))).await
    }
}
