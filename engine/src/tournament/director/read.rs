//! Read access to the state of a tournament.

use super::clock::Clock;
use super::command::PlayerNo;
use super::event::HaltReason;
use super::player::Standing;
use super::tables::Table;
use super::{Director, Millis, Phase};
use crate::tournament::TableNo;
use crate::{Chips, tournament::structure::Pays};

/// A reading of the level clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownClock {
    /// Current level, from 1; during a listed break the one before it.
    pub level: u16,
    /// Milliseconds of the level, or of the break, that have elapsed.
    pub elapsed: Millis,
    /// Duration of the level or the break, in milliseconds.
    pub length: Millis,
    /// `true` while the clock runs.
    pub runs: bool,
    /// `true` during a break.
    pub in_break: bool,
}

impl Director {
    /// Reads the level clock at a time in milliseconds; `None` before the start.
    pub fn shown_clock(&self, at: Millis) -> Option<ShownClock> {
        self.clock.as_ref().map(|clock| clock.shown(at))
    }

    /// Returns `true` if a table that is ready may deal now. In hand-for-hand the director starts all tables at the same moment.
    pub fn may_deal_at(&self, table: TableNo) -> bool {
        self.phase == Phase::Running && self.may_deal(table)
    }

    /// Returns the chips paid for prizes.
    pub const fn pool(&self) -> Chips {
        self.money.pool()
    }

    /// Returns the chips paid for bounties.
    pub const fn bounty_pool(&self) -> Chips {
        self.money.bounty_pool()
    }

    /// Returns the number of entries paid and not returned.
    pub const fn entries(&self) -> u32 {
        self.entrants.entries()
    }

    /// Returns the prizes by place: final once entries are closed, before that those of the entries so far.
    pub fn prizes(&self) -> Vec<Chips> {
        if !self.registration.is_open() {
            return self.money.prizes.list().to_vec();
        }
        if self.entrants.entries() == 0 || matches!(self.structure.pays, Pays::Seats { .. }) {
            return Vec::new();
        }
        self.money.list(&self.structure, &self.entrants, self.paid_out().prizes)
    }

    /// Returns the reason why a table is halted, `None` if it is not. After faults it stays halted until an official resumes it.
    pub fn halted_for(&self, table: TableNo) -> Option<HaltReason> {
        if self.tables.get(table).is_some_and(super::tables::Table::is_faulty) {
            return Some(HaltReason::Fault);
        }
        self.plan.is_halted(table).then_some(HaltReason::Short)
    }

    /// Returns the breaking tables, in the order in which they were marked.
    pub fn breaking(&self) -> &[TableNo] {
        self.plan.breaking()
    }

    /// Returns `true` while the final table waits for running hands to end.
    pub const fn awaits_final(&self) -> bool {
        self.plan.awaits_final()
    }

    /// Returns `true` if an open table neither plays a hand nor waits for answers about rebuys.
    pub fn is_idle(&self, table: TableNo) -> bool {
        self.tables.get(table).is_some_and(Table::is_idle)
    }

    /// Returns `true` while the remaining players have nothing to play for, and the tournament waits for entries to close.
    pub fn waits_for_entries(&self) -> bool {
        self.registration.is_open() && self.is_decided()
    }

    /// Returns the deadline of the rebuy offered to a player who lost the last chip, in milliseconds; `None` without an offer.
    pub fn offer_until(&self, player: PlayerNo) -> Option<Millis> {
        let state = self.player(player)?;
        let (table, _) = state.place.filter(|_| state.standing == Standing::Busted)?;
        Some(self.tables.get(table)?.offer()?.until)
    }

    /// Returns `true` if number, time and stack allow a player with chips to rebuy between two hands.
    pub fn offers_rebuy(&self, player: PlayerNo) -> bool {
        let stack = self.player(player).and_then(|state| {
            let (table, seat) = state.place.filter(|_| state.standing == Standing::Playing)?;
            Some(self.tables.get(table)?.law.seat(seat)?.stack)
        });
        self.phase == Phase::Running
            && stack.is_some_and(|stack| stack <= self.structure.stack)
            && self.may_rebuy(player)
    }

    /// Returns `true` if a player may buy the add-on now.
    pub fn offers_add_on(&self, player: PlayerNo) -> bool {
        let state = self.player(player);
        self.registration.sells_add_on()
            && state.is_some_and(|state| state.standing == Standing::Playing && !state.added_on)
    }

    /// Returns the conditions common to all players that decide their offers.
    pub fn offer_terms(&self) -> OfferTerms {
        OfferTerms {
            phase: self.phase,
            level: self.clock.as_ref().map(Clock::level),
            entry_level: self.clock.as_ref().map(Clock::not_left),
            accepts_entries: self.accepts_entries(),
            is_closed: self.is_closed(),
            final_pending: self.plan.awaits_final(),
            add_on_open: self.registration.sells_add_on(),
        }
    }

    /// Returns `true` if an eliminated player may enter again now.
    pub fn offers_re_entry(&self, player: PlayerNo) -> bool {
        self.check_re_entry(player).is_ok()
    }
}

/// The conditions common to all players that decide their offers. While these stay equal, so do the offers to every
/// player whose own state is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says of one thing whether it is so now"
)]
pub struct OfferTerms {
    phase: Phase,
    level: Option<u16>,
    entry_level: Option<u16>,
    accepts_entries: bool,
    is_closed: bool,
    final_pending: bool,
    add_on_open: bool,
}

impl Clock {
    fn shown(&self, at: Millis) -> ShownClock {
        ShownClock {
            level: self.level(),
            elapsed: self.run(at),
            length: self.length(),
            runs: self.runs(),
            in_break: self.in_break(),
        }
    }
}
