//! Players who take every offer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use poker_bots::{
    Ask, Bot, ClientOptions, Credentials, TableModel, TournamentChoice, TournamentModel, TournamentOptions,
    run_tournament,
};
use poker_protocol::v1::tournament::Offer;
use poker_protocol::v1::{Action, PublicEvent, ServerMsg, TournamentId};

use super::super::QUIET_MAX;
use super::super::players::Ending;
use super::{Heard, Pace};
use crate::policy::{Profile, decide};
use crate::rng::Rng;

impl Heard {
    fn take(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::Snapshot(snapshot) => {
                if let Some(event) = &snapshot.state.info.tournament {
                    self.numbers.insert(snapshot.table.clone(), event.table_no);
                }
            }
            ServerMsg::Events(events) => {
                for event in &events.events {
                    let (hand, is_end) = match &event.event {
                        PublicEvent::HandStarted { hand, .. } => (*hand, false),
                        PublicEvent::HandCompleted { hand, .. } | PublicEvent::HandVoided { hand, .. } => (*hand, true),
                        _ => continue,
                    };
                    let key = (events.table.clone(), hand, is_end);
                    self.hands.entry(key).or_insert_with(|| event.event.clone());
                }
            }
            _ => {}
        }
    }
}

/// Plays the event to the player's end in it.
pub(super) async fn play_one(url: String, tournament: TournamentId, seed: u64, pace: Arc<Pace>) -> Ending {
    let number = Arc::new(AtomicU64::new(0));
    let bot = Taker {
        rng: Rng::new(seed, 1),
        pace,
        number: Arc::clone(&number),
    };
    let options = TournamentOptions {
        client: ClientOptions {
            give_up_after: QUIET_MAX,
            retry_after: Duration::from_millis(100),
            ..ClientOptions::default()
        },
        seed: Some(seed),
        ..TournamentOptions::default()
    };
    let who = Credentials::Guest {
        nickname: format!("t{:x}", seed & 0xffff_ffff),
    };
    let report = run_tournament(&url, who, TournamentChoice::Tournament(tournament), bot, options).await;
    let number = u32::try_from(number.load(Ordering::Relaxed))
        .ok()
        .filter(|number| *number > 0);
    Ending { number, report }
}

/// A bot that takes every offer; it plays calmly while there are levels to come, then gambles.
struct Taker {
    rng: Rng,
    pace: Arc<Pace>,
    number: Arc<AtomicU64>,
}

impl Bot for Taker {
    fn act(&mut self, ask: &Ask, table: &TableModel) -> Action {
        let level = table.state().info.tournament.as_ref().map_or(0, |event| event.level);
        let profile = if level >= self.pace.last.load(Ordering::Relaxed) {
            Profile::Wild
        } else {
            Profile::Calm
        };
        decide(profile, &ask.choices, &mut self.rng).unwrap_or_else(|| ask.check_or_fold())
    }

    fn buys(&mut self, _: &Offer, _: &TournamentModel) -> bool {
        true
    }

    fn hears(&mut self, message: &ServerMsg) {
        self.pace.messages.fetch_add(1, Ordering::Relaxed);
        let heard = &self.pace.heard;
        heard.lock().unwrap_or_else(PoisonError::into_inner).take(message);
        let you = match message {
            ServerMsg::TournamentSnapshot(snapshot) => &snapshot.state.you,
            ServerMsg::TournamentYou(told) => &told.you,
            _ => return,
        };
        if let Some(number) = you.player {
            self.number.store(u64::from(number), Ordering::Relaxed);
        }
    }
}
