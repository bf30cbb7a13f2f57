//! The players of the tournament: the SDK's runner, deciding at random.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use poker_bots::{
    Ask, Bot, ClientOptions, Credentials, RunError, TableModel, TournamentChoice, TournamentOptions, TournamentReport,
    run_tournament,
};
use poker_protocol::v1::tournament::YourTournament;
use poker_protocol::v1::{Action, ServerMsg, TournamentEvent, TournamentId};

use crate::policy::{Profile, decide};
use crate::rng::Rng;
use crate::stats::{histogram, micros};

/// Time within which a killed server must be back.
const GIVE_UP: Duration = Duration::from_mins(2);

/// First pause before a lost connection is reopened.
const RETRY: Duration = Duration::from_millis(100);

/// Observations of all players together.
#[derive(Debug)]
pub(super) struct Seen {
    /// Messages received.
    pub(super) messages: AtomicU64,
    /// Time from the event that a player moves until that player has a snapshot of the new table.
    pub(super) moves: Mutex<Histogram<u64>>,
    /// Players who have finished.
    pub(super) finished: AtomicU64,
    /// `true` while the server is up: moves with a crash in between are not timed.
    pub(super) is_up: AtomicBool,
}

impl Seen {
    pub(super) fn new() -> Self {
        Self {
            messages: AtomicU64::new(0),
            moves: Mutex::new(histogram()),
            finished: AtomicU64::new(0),
            is_up: AtomicBool::new(true),
        }
    }
}

/// Player of a tournament, with server and playing style.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) url: String,
    pub(super) tournament: TournamentId,
    pub(super) profile: Profile,
    pub(super) seed: u64,
}

/// Outcome for a player.
#[derive(Debug)]
pub(super) struct Ending {
    /// The player's number in the tournament, if it was received.
    pub(super) number: Option<u32>,
    /// Report of the player's own client.
    pub(super) report: Result<TournamentReport, RunError>,
}

/// Plays the tournament to the player's end in it.
pub(super) async fn play(entry: Entry, at: u64, seen: Arc<Seen>) -> Ending {
    let number = Arc::new(AtomicU64::new(0));
    let gambler = Gambler {
        profile: entry.profile,
        rng: Rng::new(entry.seed, at),
        seen: Arc::clone(&seen),
        number: Arc::clone(&number),
        moving: None,
    };
    let options = TournamentOptions {
        client: ClientOptions {
            give_up_after: GIVE_UP,
            retry_after: RETRY,
            ..ClientOptions::default()
        },
        seed: Some(entry.seed),
        ..TournamentOptions::default()
    };
    let who = Credentials::Guest {
        nickname: format!("p{at}"),
    };
    let choice = TournamentChoice::Tournament(entry.tournament);
    let report = run_tournament(&entry.url, who, choice, gambler, options).await;
    seen.finished.fetch_add(1, Ordering::Relaxed);
    let number = u32::try_from(number.load(Ordering::Relaxed))
        .ok()
        .filter(|number| *number > 0);
    Ending { number, report }
}

struct Gambler {
    profile: Profile,
    rng: Rng,
    seen: Arc<Seen>,
    /// The player's own number in the tournament; 0 until it is received.
    number: Arc<AtomicU64>,
    /// Time since which the player has been on the way to another table.
    moving: Option<Instant>,
}

impl Gambler {
    fn stands(&mut self, you: &YourTournament) {
        if let Some(number) = you.player {
            self.number.store(u64::from(number), Ordering::Relaxed);
        }
    }

    fn moves(&mut self, event: &TournamentEvent) {
        let TournamentEvent::PlayerMoved { player, .. } = event else {
            return;
        };
        if u64::from(*player) == self.number.load(Ordering::Relaxed) {
            self.moving = Some(Instant::now());
        }
    }
}

impl Bot for Gambler {
    fn act(&mut self, ask: &Ask, _: &TableModel) -> Action {
        decide(self.profile, &ask.choices, &mut self.rng).unwrap_or_else(|| ask.check_or_fold())
    }

    fn hears(&mut self, message: &ServerMsg) {
        self.seen.messages.fetch_add(1, Ordering::Relaxed);
        match message {
            ServerMsg::TournamentSnapshot(snapshot) => {
                self.stands(&snapshot.state.you);
                // Moves that began before this point are not timed.
                self.moving = None;
            }
            ServerMsg::TournamentYou(told) => self.stands(&told.you),
            ServerMsg::TournamentEvents(events) => events.events.iter().for_each(|event| self.moves(event)),
            ServerMsg::Snapshot(_) => {
                if let Some(since) = self.moving.take()
                    && self.seen.is_up.load(Ordering::Relaxed)
                {
                    let mut moves = self.seen.moves.lock().unwrap_or_else(PoisonError::into_inner);
                    moves.saturating_record(micros(since.elapsed()));
                }
            }
            _ => {}
        }
    }
}
