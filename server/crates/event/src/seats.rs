//! Seats of another tournament as prizes: entries in the target, for winners who can use one. Rule: L-9.
//!
//! A seat is first paid in chips, like any prize, in the step that ends the satellite. Then the server enters the winner in the
//! target, as if the player had requested it, and records the outcome. A player who has already entered the target, or no longer can,
//! keeps the chips, as do programs. The request has the same `id` every time, so a crash in between enters no player twice.

use std::sync::Arc;

use poker_engine::Chips;
use poker_engine::tournament::director::{Event, PlayerNo, PrizeReason};
use poker_owner::{Caller, Outbox, Reply};
use poker_protocol::v1::tournament::{RULES_VERSION, TournamentEvent};
use poker_protocol::v1::{PlayerInfo, PlayerKind, ServerMsg};
use poker_store::TableId;
use poker_wire as wire;

use super::core::{Request, TournamentRequest};
use super::handle::{Mail, PostError, TournamentHandle};
use super::state::{Applied, Refused, Tournament};

/// A seat that was won and is yet to be given.
#[derive(Clone, Debug)]
pub(crate) struct WonSeat {
    pub(crate) player: PlayerNo,
    pub(crate) info: PlayerInfo,
    pub(crate) target: TableId,
    /// Its value.
    pub(crate) value: Chips,
}

/// Winners of whole seats who are yet to get them, first in line first.
#[derive(Clone, Debug, Default)]
pub(super) struct SeatsWon(Vec<PlayerNo>);

impl SeatsWon {
    /// Takes a winner out of the line; `None` if the player is not in it.
    fn take(&mut self, player: PlayerNo) -> Option<PlayerNo> {
        let at = self.0.iter().position(|won| *won == player)?;
        Some(self.0.remove(at))
    }
}

impl Tournament {
    /// Notes whole seats that are won. Players who share one keep its value in chips.
    pub(super) fn note_seat(&mut self, event: &Event) {
        if let Event::PrizeAwarded { player, amount, why } = event
            && *why == PrizeReason::Seat
            && *amount == self.setup.seat_value
            && self.setup.target.is_some()
            // A program that has played one tournament to its end would not play another.
            && self.entrant(*player).is_some_and(|entrant| entrant.info.kind != PlayerKind::Bot)
        {
            self.seats_won.0.push(*player);
        }
    }

    /// Returns the first seat yet to be given.
    pub(super) fn won_seat(&self) -> Option<WonSeat> {
        let player = *self.seats_won.0.first()?;
        Some(WonSeat {
            player,
            info: self.entrant(player)?.info.clone(),
            target: self.setup.target?,
            value: self.setup.seat_value,
        })
    }

    /// Notes that a seat was given, or was refused and its chips stay with the winner.
    pub(super) fn give_seat(&mut self, player: u32, entered: bool) -> Result<Applied, Refused> {
        let target = self.setup.target.ok_or(Refused::NoSeatWon)?;
        self.seats_won.take(PlayerNo(player)).ok_or(Refused::NoSeatWon)?;
        let tournament = wire::tournament_id(target);
        Ok(self.told(vec![TournamentEvent::SeatGiven {
            player,
            tournament,
            entered,
        }]))
    }
}

/// Enters the winner of a seat in the target. Returns `true` if the player is in by it; `None` if the target is too busy.
pub(super) async fn enter(won: &WonSeat, from: TableId, target: Option<&TournamentHandle>) -> Option<bool> {
    let Some((target, account)) = target.zip(won.info.id.parse().ok()) else {
        return Some(false);
    };
    // Officials may have changed the price since: a seat is never paid from the winner's own chips.
    let line = target.summary();
    if line.buy_in.get().saturating_add(line.bounty.get()) > won.value.get() {
        return Some(false);
    }
    let (outbox, answer) = Outbox::of_caller();
    let mail = Mail::Request(Box::new(Request {
        caller: Caller {
            account,
            info: Arc::new(won.info.clone()),
            network: None,
            outbox,
        },
        id: format!("seat of {from}"),
        asked: TournamentRequest::Register {
            rules: RULES_VERSION,
            age: None,
            wait: false,
        },
    }));
    match target.post(mail) {
        Ok(()) => {}
        Err(PostError::Busy) => return None,
        Err(PostError::Gone) => return Some(false),
    }
    // A target that is being reloaded does not answer.
    let answer = match answer.await.ok()? {
        Reply::Message(message) => *message,
        // An earlier attempt was answered, and its answer was lost.
        Reply::Kept(text) => serde_json::from_str(&text).ok()?,
        Reply::Entry(_) => return Some(false),
    };
    match answer {
        ServerMsg::Ok(_) => Some(true),
        ServerMsg::Error(error) if error.code.is_retryable() => None,
        _ => Some(false),
    }
}
