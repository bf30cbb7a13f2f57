//! The second kind of table law: a tournament table. The director seats and moves the players, decides when a hand
//! begins, at which level and with which hands dead, and gets a report on how it ended. Chips here are not money.
//!
//! Between two hands the table mirrors what the director knows; the running hand is the table's own. All orders of the
//! director are commands in the table's journal like any other.

mod hands;
mod seating;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::setup::Tabling;
use poker_engine::table::{
    HandPlan, HandTerms, PlayerId, Positions, SeatStatus, TableGame, TableRuleError, TournamentTable,
};
use poker_engine::tournament::director::{HandStatus, PotResult};
use poker_engine::tournament::structure::DarkBets;
use poker_engine::{BySeat, Chips, SeatIx, SeatSet};
use poker_protocol::v1::table::TableInfo;
use poker_protocol::v1::tournament::EventStatus;
use poker_protocol::v1::{PlayerInfo, PublicEvent};
use poker_wire::{self as wire, EventRecord};
use serde::{Deserialize, Serialize};

use super::applied::Refusal;
use super::law::Law;
use super::record::event_record;
use super::table::Table;
use crate::setup::event::EventSetup;

/// A seat as the director wants it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arranged {
    /// Number of the seat.
    pub seat: u8,
    /// The player in it.
    pub player: PlayerInfo,
    /// Chips in front of the player; for a player in the running hand, as they were before it.
    pub stack: u64,
    /// Milliseconds in the time bank that the player brings from the previous table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u32>,
    /// The level whose time is in the time bank already; 0 if it is that of the table's last hand.
    #[serde(default, skip_serializing_if = "is_none")]
    pub bank_level: u16,
    /// The bounty on the player's head.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bounty: u64,
    /// `true` if the player comes from another table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_none(level: &u16) -> bool {
    *level == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A hand as the director plans it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventDeal {
    /// Number of the hand.
    pub hand: u64,
    /// The level, from 1.
    pub level: u16,
    /// The level whose game is played.
    pub game: u16,
    /// Number of the button's seat.
    pub button: u8,
    /// Number of the small blind's seat.
    pub small_blind: u8,
    /// Number of the big blind's seat.
    pub big_blind: u8,
    /// Numbers of the seats that wait for the button to pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<u8>,
    /// `true` if two players are left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heads_up: bool,
    /// Numbers of the seats whose hand is dead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dead: Vec<u8>,
    /// `true` if the hand is held once an all-in is called, as in hand-for-hand play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// The status of each seat in the hand.
    pub statuses: Vec<(u8, EventStatus)>,
}

/// The outcome of the last hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The hand was played to its end, or split.
    Done {
        /// The stack of each seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
        /// The pots, main pot first.
        pots: Vec<PotResult>,
        /// `true` if an official had each pot split equally.
        split: bool,
        /// The hands killed by officials, each with the chips it won nonetheless.
        killed: Vec<(SeatIx, Chips)>,
    },
    /// The hand is void.
    Voided,
}

/// The state of a tournament table.
#[derive(Clone, Debug, PartialEq)]
pub struct EventTable {
    pub(crate) seats: TournamentTable,
    /// The level of the last hand, 1 before the first.
    pub(crate) level: u16,
    /// The level whose game was played last.
    pub(crate) game_level: u16,
    pub(crate) game: Arc<TableGame>,
    /// The status of each seat at the last deal.
    pub(crate) statuses: BySeat<Option<EventStatus>>,
    /// Seats whose players ran out of time so often since that deal that they count as absent.
    pub(crate) absent: SeatSet,
    pub(crate) bounties: BySeat<Chips>,
    /// Milliseconds in the time banks, as they were when a hand was dealt or the player arrived.
    pub(crate) banks: BTreeMap<PlayerId, u32>,
    /// The levels up to which time is in the banks of players who have come since the last hand here was dealt.
    pub(crate) bank_levels: BTreeMap<PlayerId, u16>,
    /// The outcome of the last hand; `None` while one is running, and before the first.
    pub(crate) outcome: Option<Outcome>,
}

impl EventTable {
    /// Creates an empty table.
    pub(crate) fn new(setup: &EventSetup) -> Self {
        Self {
            seats: TournamentTable::new(setup.seats),
            level: 1,
            game_level: 1,
            game: Arc::new(setup.structure.table_game(1)),
            statuses: BySeat::default(),
            absent: SeatSet::EMPTY,
            bounties: BySeat::default(),
            banks: BTreeMap::new(),
            bank_levels: BTreeMap::new(),
            outcome: None,
        }
    }

    /// The level up to which the time gained with new levels is in a seated player's time bank.
    pub(crate) fn bank_level(&self, player: PlayerId) -> u16 {
        self.bank_levels.get(&player).copied().unwrap_or(self.level)
    }

    /// The status of a seat; `None` if it is free.
    pub(super) fn status(&self, seat: SeatIx) -> Option<SeatStatus> {
        let taken = self.seats.seat(seat)?;
        Some(match self.statuses[seat] {
            _ if taken.stack.is_zero() && self.seats.hand().is_none() => SeatStatus::Busted,
            Some(EventStatus::Waiting) => SeatStatus::Waiting,
            Some(EventStatus::Absent) => SeatStatus::SittingOut,
            _ if self.absent.contains(seat) => SeatStatus::SittingOut,
            _ => SeatStatus::Active,
        })
    }

    /// The bounty on the head of a seat's player, if there is one.
    pub(crate) fn bounty(&self, seat: SeatIx) -> Option<poker_protocol::v1::Chips> {
        let bounty = self.bounties[seat];
        (!bounty.is_zero()).then(|| wire::chips(bounty))
    }

    /// The status of a seat at the last deal.
    pub(crate) fn event_status(&self, seat: SeatIx) -> Option<EventStatus> {
        self.statuses[seat]
    }

    /// The status of each seat as viewers see it.
    pub(super) fn shown(&self) -> BySeat<Option<(SeatStatus, Option<EventStatus>)>> {
        let mut shown = BySeat::default();
        for (seat, _) in self.seats.seats() {
            shown[seat] = self.status(seat).map(|status| (status, self.statuses[seat]));
        }
        shown
    }

    /// Events for the seats whose status differs from `before`.
    pub(super) fn status_changes(
        &self,
        before: &BySeat<Option<(SeatStatus, Option<EventStatus>)>>,
    ) -> Vec<PublicEvent> {
        let mut changes = Vec::new();
        for (seat, now) in self.shown().iter() {
            let Some((status, event_status)) = *now else { continue };
            let known = before[seat];
            let usual = known.is_some_and(|(_, known)| known.is_none()) && event_status == Some(EventStatus::Active);
            let same = known.is_some_and(|(known, _)| known == status);
            if known != *now && !(usual && same) {
                changes.push(PublicEvent::SeatStatusChanged {
                    seat: seat.number(),
                    status: wire::status(status),
                    event_status,
                });
            }
        }
        changes
    }

    /// Begins a hand by the director's plan.
    fn start(&mut self, deal: &EventDeal, setup: &EventSetup) -> Result<HandPlan, Refusal> {
        let seat = |number: u8| {
            SeatIx::from_number(number).ok_or_else(|| Refusal::Broken(format!("there is no seat {number}")))
        };
        let plays = |(_, status): &&(u8, EventStatus)| *status != EventStatus::Waiting;
        let dealt: Vec<u8> = deal.statuses.iter().filter(plays).map(|(seat, _)| *seat).collect();
        let dealt = set_in(&dealt);
        let here = self.seats.seats().filter(|(_, taken)| !taken.stack.is_zero());
        let here: SeatSet = here.map(|(seat, _)| seat).collect();
        let positions = Positions {
            button: seat(deal.button)?,
            small_blind: seat(deal.small_blind)?,
            big_blind: seat(deal.big_blind)?,
            // After a crash in particular, players may have arrived since the director planned this hand: they wait for
            // the next one.
            waiting: here.difference(dealt),
            heads_up: deal.heads_up,
        };
        let game = if deal.game == self.game_level && deal.hand > 1 {
            Arc::clone(&self.game)
        } else {
            Arc::new(setup.structure.table_game(deal.game))
        };
        let terms = HandTerms {
            game: &game,
            unit: setup.structure.terms(deal.level).unit,
            tabling: if deal.held { Tabling::OnRelease } else { Tabling::AtOnce },
            dead: set_in(&deal.dead),
            dark_bets: setup.structure.dark_bets == DarkBets::On,
        };
        let plan = self.seats.start_hand_at(positions, &terms)?;
        (self.level, self.game_level, self.game) = (deal.level, deal.game, game);
        self.statuses = BySeat::default();
        for (number, status) in &deal.statuses {
            self.statuses[seat(*number)?] = Some(*status);
        }
        self.absent = SeatSet::EMPTY;
        self.outcome = None;
        Ok(plan)
    }

    /// Ends the running hand.
    pub(super) fn finish(
        &mut self,
        stacks: Vec<(SeatIx, Chips)>,
        pots: Vec<PotResult>,
        killed: Vec<(SeatIx, Chips)>,
    ) -> Result<(), TableRuleError> {
        self.seats.finish_hand(&stacks)?;
        self.outcome = Some(Outcome::Done {
            stacks,
            pots,
            split: false,
            killed,
        });
        Ok(())
    }

    /// Voids the running hand.
    pub(super) fn void(&mut self) -> Result<(), TableRuleError> {
        self.seats.void_hand()?;
        self.outcome = Some(Outcome::Voided);
        Ok(())
    }
}

/// The status of a seat in a hand, as it is sent.
pub const fn status_out(status: HandStatus) -> EventStatus {
    match status {
        HandStatus::Active => EventStatus::Active,
        HandStatus::Disconnected => EventStatus::Disconnected,
        HandStatus::Absent => EventStatus::Absent,
        HandStatus::Penalised => EventStatus::Penalised,
        HandStatus::Waiting => EventStatus::Waiting,
    }
}

fn set_in(seats: &[u8]) -> SeatSet {
    seats.iter().filter_map(|number| SeatIx::from_number(*number)).collect()
}

impl Table {
    /// Position of the current game in the table's program.
    pub(crate) fn game_index(&self) -> u16 {
        match (&self.law, &self.setup.event) {
            (Law::Event(law), Some(event)) => {
                u16::try_from(event.structure.game_index(law.game_level)).unwrap_or_default()
            }
            _ => self.mix.game(),
        }
    }

    /// The table as clients see it.
    pub(crate) fn info(&self) -> TableInfo {
        let mut info = self.setup.info(self.id, self.game_index(), &self.law.structure());
        let level = self.law.event().map(|law| law.level);
        info.tournament = level.and_then(|level| self.setup.event_info(level));
        info
    }

    /// The tournament that the running hand belongs to, for the history.
    pub(super) fn event_record(&self) -> Option<EventRecord> {
        let (law, event) = (self.law.event()?, self.setup.event.as_ref()?);
        let heads = law
            .seats
            .seats()
            .filter_map(|(seat, _)| Some((seat.number(), law.bounty(seat)?)));
        Some(event_record(event, law.level, heads.collect()))
    }

    fn event_setup(&self) -> Result<Arc<EventSetup>, Refusal> {
        let event = self.setup.event.as_ref();
        event
            .map(Arc::clone)
            .ok_or_else(|| Refusal::Broken("the table is no event's".to_owned()))
    }
}
