//! The deadlines of a table: the clock of the open decision, the time banks, and the timers.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use poker_engine::SeatIx;
use poker_owner::{Entropy, Now, PlayTime};
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::client::BankStart;
use poker_protocol::v1::table::Clock;
use poker_store::AccountId;

use super::clock::{Bank, Expired, TurnClock};
use super::io::Ending;
use super::timers::Timers;
use super::viewers::Viewers;
use super::{shuffle, timers};
use crate::setup::timing::Timing;
use crate::state::command::Command;
use crate::state::event::EventDeal;
use crate::state::hosting::HostRule;
use crate::state::play::OpenDecision;
use crate::state::players::account_of;
use crate::state::table::Table;

/// Milliseconds that a new level adds to each time bank of a tournament. Rule: tournament 2.13.
const LEVEL_BANK_MS: u32 = 10_000;

/// The deadlines of a table. They do not change the table themselves: each one results in an ordinary command.
#[derive(Debug, Default)]
pub(super) struct Deadlines {
    clock: Option<TurnClock>,
    banks: BTreeMap<AccountId, Bank>,
    /// Players whose bank starts only at their request.
    by_button: BTreeSet<AccountId>,
    timers: Timers,
}

/// The table at the instant for which deadlines are planned or checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'a> {
    pub(super) table: &'a Table,
    pub(super) viewers: &'a Viewers,
    /// The open decision, if the players can see it.
    pub(super) turn: Option<OpenDecision>,
    pub(super) ending: Ending,
    pub(super) now: Now,
}

/// The result of checking the deadlines.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Due {
    /// Nothing is due yet.
    Nothing,
    /// A command is due.
    Command(Command),
    /// Deadlines have to be planned again.
    Plan,
}

impl Deadlines {
    /// The next deadline; `None` if nothing is planned.
    pub(super) fn due(&self, timing: &Timing) -> Option<PlayTime> {
        let turn = self.clock.as_ref().and_then(|clock| clock.due(timing));
        turn.into_iter().chain(self.timers.due()).min()
    }

    /// Starts the clock of a decision once players can see it, so that disk latency costs no player any time.
    pub(super) fn start_clock(&mut self, asked: OpenDecision, table: &Table, now: Now) {
        if self.has_clock_of(asked) {
            return;
        }
        let mut seats = Vec::with_capacity(asked.seats.len());
        for seat in asked.seats.iter() {
            if let Some(account) = table.decider(seat) {
                let mut bank = *bank(&mut self.banks, account, &table.setup.timing, now);
                bank.wait_for_button(self.by_button.contains(&account));
                seats.push((seat, account, bank));
            }
        }
        let time = table.decision_ms(asked.decision);
        let mut clock = TurnClock::start(asked.seq, asked.turn, seats, time, now.play);
        if table.setup.timing.house_call_ms.is_some() {
            clock = clock.with_calls();
        }
        self.clock = Some(clock);
        self.keep_still(table, now);
    }

    /// The clock of a decision as all viewers see it, if it has been started.
    pub(super) fn clock_of(&self, asked: OpenDecision, now: Now) -> Option<Clock> {
        let clock = self.clock.as_ref().filter(|clock| clock.is_of(asked.seq))?;
        Some(clock.wire(now.play))
    }

    /// Calls Time in a decision; `false` if that is impossible, or not possible yet.
    pub(super) fn call_time(&mut self, asked: OpenDecision, now: Now) -> bool {
        let clock = self.clock.as_mut().filter(|clock| clock.is_of(asked.seq));
        clock.is_some_and(|clock| clock.call_time(now.play))
    }

    /// Carries out a player's choice of when their own time bank starts.
    pub(super) fn start_bank(&mut self, seat: SeatIx, account: AccountId, start: BankStart) {
        match start {
            BankStart::Now => {
                if let Some(clock) = &mut self.clock {
                    clock.release(seat);
                }
            }
            BankStart::Itself | BankStart::Button => {
                self.by_button.retain(|other| *other != account);
                if start == BankStart::Button {
                    self.by_button.insert(account);
                }
            }
        }
    }

    fn has_clock_of(&self, asked: OpenDecision) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.is_of(asked.seq))
    }

    /// Stops the clock of the open decision while the table is paused, and lets it run again afterwards.
    fn keep_still(&mut self, table: &Table, now: Now) {
        let Some(clock) = &mut self.clock else { return };
        if table.paused || table.is_held() {
            clock.freeze(now.play);
        } else {
            clock.thaw(now.play);
        }
    }

    /// Milliseconds that a decision has taken so far, if its clock runs.
    pub(super) fn taken_ms(&self, asked: OpenDecision, table: &Table, now: Now) -> Option<u32> {
        let clock = self.clock.as_ref().filter(|clock| clock.is_of(asked.seq))?;
        Some(clock.taken_ms(table.decision_ms(asked.decision), now.play))
    }

    /// Settles the clock of a player who has answered: time used beyond the action time is deducted from the bank.
    pub(super) fn answered(&mut self, seat: SeatIx, account: AccountId, timing: &Timing, now: Now) {
        self.stop_clock(seat, account, timing, now).answered();
        self.timers.decided();
    }

    /// Milliseconds in a player's bank.
    pub(super) fn bank_left(&self, account: AccountId, timing: &Timing) -> u32 {
        self.banks.get(&account).map_or(timing.bank_ms, Bank::left_ms)
    }

    /// Stops the clock of one seat and returns its player's bank.
    fn stop_clock(&mut self, seat: SeatIx, account: AccountId, timing: &Timing, now: Now) -> &mut Bank {
        let bank = bank(&mut self.banks, account, timing, now);
        if let Some(clock) = &mut self.clock {
            clock.stop(seat, now.play, bank);
        }
        bank
    }

    /// Restores the time banks from the state of a tournament table: the time that players brought, or had when the
    /// last hand was dealt. Banks of players who have been dealt a hand here are left alone.
    pub(super) fn restore_banks(&mut self, table: &Table, now: Now) {
        let Some(law) = table.law.event() else { return };
        // What is left of an earlier seat here is another bank.
        for player in law.bank_levels.keys() {
            self.banks.remove(&account_of(*player));
        }
        for (player, left_ms) in &law.banks {
            let fresh = Bank::holding(*left_ms, now.play);
            self.banks.entry(account_of(*player)).or_insert(fresh);
        }
    }

    /// Plans the hand that the tournament director wants.
    pub(super) fn want_hand(&mut self, deal: EventDeal) {
        self.timers.want_hand(deal);
    }

    /// Drops the pauses between hands, or brings them back.
    pub(super) const fn hurry(&mut self, hurries: bool) {
        self.timers.hurry(hurries);
    }

    /// `true` if a tournament table is ready for the next hand and waits only for its director.
    pub(super) const fn is_ready(&self) -> bool {
        self.timers.is_ready()
    }

    /// The time banks with which a tournament hand is dealt: each new level adds some. Rule: tournament 2.13.
    fn banks_for(&mut self, table: &Table, deal: &EventDeal) -> Vec<(u8, u32)> {
        let Some(law) = table.law.event() else {
            return Vec::new();
        };
        let timing = &table.setup.timing;
        let mut banks = Vec::new();
        for (seat, taken) in law.seats.seats() {
            let account = account_of(taken.player);
            let left = self.bank_left(account, timing);
            let levels = u32::from(deal.level.saturating_sub(law.bank_level(taken.player)));
            let gained = left.saturating_add(levels.saturating_mul(LEVEL_BANK_MS));
            let full = gained.min(timing.bank_max_ms.max(left));
            if let Some(bank) = self.banks.get_mut(&account) {
                bank.hold(full);
            }
            banks.push((seat.number(), full));
        }
        banks
    }

    /// Notes that seats, offers or connections have changed.
    pub(super) const fn people_changed(&mut self) {
        self.timers.people_changed();
    }

    /// Notes that a hand has ended, which viewers have not seen yet.
    pub(super) const fn hand_over(&mut self) {
        self.timers.hand_over();
    }

    /// Notes that the end of the hand was sent to all viewers.
    pub(super) fn hand_seen(&mut self, table: &Table, now: Now) {
        self.timers.hand_seen(table, now);
    }

    /// `true` while cards of the last hand may still be shown.
    pub(super) fn may_show(&self, now: Now) -> bool {
        self.timers.may_show(now)
    }

    /// Updates the timers that depend on the people at the table and around it.
    pub(super) fn plan_people(&mut self, at: &Moment<'_>) {
        let away = |account| !at.viewers.is_online(account);
        let stay = self.timers.plan_people(at.table, away, at.now);
        self.banks.retain(|account, _| stay.contains(account));
        self.by_button.retain(|account| stay.contains(account));
    }

    /// Plans the next hand, or the step that precedes it.
    pub(super) fn plan_deal(&mut self, at: &Moment<'_>) {
        self.timers.plan_deal(at.table, at.ending.draining, at.now);
    }

    /// Plans everything that may have changed.
    pub(super) fn plan(&mut self, at: &Moment<'_>) {
        if self.timers.have_people_changed() {
            self.plan_people(at);
        }
        self.keep_still(at.table, at.now);
        if let Some(clock) = &mut self.clock {
            clock.wait_until(|account| self.timers.gone_at(account));
        }
        self.timers.plan_resumption(at.table, at.now);
        let is_away = |account| !at.viewers.is_online(account);
        self.timers.plan_own_pauses(at.table, is_away, at.now);
        self.plan_deal(at);
        self.timers.plan_closing(at.table, at.now);
    }

    /// Takes what is due; everything must have been planned before.
    pub(super) fn take_due(&mut self, at: &Moment<'_>, entropy: &mut dyn Entropy) -> Due {
        let turn = self.expire_turn(at);
        if let Some(command) = turn.or_else(|| self.timers.expire_people(at.now)) {
            return Due::Command(command);
        }
        if timers::is_pause_over(at.table, at.now) {
            let rule = HostRule::Resume {};
            return Due::Command(Command::Host { rule });
        }
        let is_away = |account| !at.viewers.is_online(account);
        if let Some(command) = own_pause_over(at.table, is_away, at.now) {
            return Due::Command(command);
        }
        if self.timers.take_host(at.now)
            && let Some(account) = at.table.heir(is_away)
        {
            let rule = HostRule::HandOver { account };
            return Due::Command(Command::Host { rule });
        }
        if self.timers.is_closing_due(at.now) {
            return timers::closing_command(at.table, at.now).map_or(Due::Plan, Due::Command);
        }
        if let Some(command) = self.deal_if_due(at, entropy) {
            return Due::Command(command);
        }
        let is_empty = at.table.running().is_none() && at.table.law.occupied().is_empty();
        if at.ending.closing && is_empty {
            return Due::Command(Command::Close {});
        }
        Due::Nothing
    }

    /// Acts for a player whose time is up.
    fn expire_turn(&mut self, at: &Moment<'_>) -> Option<Command> {
        let Some(asked) = at.turn.filter(|asked| self.has_clock_of(*asked)) else {
            self.clock = None;
            return None;
        };
        let timing = &at.table.setup.timing;
        let clock = self.clock.as_mut()?;
        if clock.is_call_due(timing, at.now.play) && clock.call_time(at.now.play) {
            return Some(Command::CallTime { by: None });
        }
        let is_called = clock.is_called();
        let expired = self.clock.as_ref()?.expired(timing, at.now.play)?;
        let online = at.viewers.is_online(expired.account);
        // A player whose connection is down cannot press the button.
        let may_wait = !online && !expired.is_gone;
        if may_wait && self.clock.as_mut().is_some_and(|clock| clock.release(expired.seat)) {
            return None;
        }
        let may_extend = may_wait && !is_called && asked.decision != DecisionKind::PickGame;
        if may_extend && self.extend(&expired, at) {
            return Some(Command::ExtendTime {
                seat: expired.seat.number(),
            });
        }
        let bank = self.stop_clock(expired.seat, expired.account, timing, at.now);
        let absent = bank.missed(online);
        let seat = expired.seat.number();
        Some(match asked.decision {
            DecisionKind::PickGame => Command::Pick {
                seat,
                game: None,
                absent,
            },
            // Rule: tournament 3.5.
            _ if is_called && !expired.is_gone => Command::Kill {
                hand: asked.hand,
                seat,
                absent,
                ruled: false,
            },
            _ => Command::TimeOut { seat, absent },
        })
    }

    /// Gives a player whose connection is down some extra time, once per level of a tournament and once per hour
    /// elsewhere. Returns `false` if there is none left to give. A host who grants no time bank does not grant this
    /// either. Rule: tournament 2.13.
    fn extend(&mut self, expired: &Expired, at: &Moment<'_>) -> bool {
        let timing = &at.table.setup.timing;
        if timing.bank_ms == 0 || timing.lost_ms == 0 {
            return false;
        }
        let bank = bank(&mut self.banks, expired.account, timing, at.now);
        let level = at.table.law.event().map(|law| u64::from(law.level));
        let is_given = bank.take_lost_time(level.unwrap_or(bank.periods()));
        if is_given && let Some(clock) = &mut self.clock {
            clock.extend(expired.seat, timing.lost_ms);
        }
        is_given
    }

    fn deal_if_due(&mut self, at: &Moment<'_>, entropy: &mut dyn Entropy) -> Option<Command> {
        if !self.timers.take_deal(at.now) {
            return None;
        }
        let Moment { table, now, .. } = *at;
        if table.law.cash().is_none() && self.timers.wanted_hand().is_none() {
            self.timers.get_ready();
            return None;
        }
        let wanted = self.timers.wanted_hand().cloned();
        let command = match &wanted {
            Some(deal) => {
                let banks = self.banks_for(table, deal);
                shuffle::event_deal(table, deal, banks, entropy)
            }
            None => shuffle::next_deal(table, entropy),
        };
        match command {
            Ok(command) => {
                self.timers.dealt(&command, table, now);
                Some(command)
            }
            Err(error) => {
                tracing::error!(table = %table.id, %error, "no hand is dealt");
                self.timers.deal_later(now);
                None
            }
        }
    }
}

/// The command that ends a player's own pause, if its time is up.
fn own_pause_over(table: &Table, is_away: impl Fn(AccountId) -> bool, now: Now) -> Option<Command> {
    let over = table.own_pauses(&is_away).find(|(_, until)| *until <= now.wall);
    over.map(|(account, _)| Command::ExpireOwnPause {
        account,
        returns: !is_away(account),
    })
}

/// A player's bank, including the time gained since the last look.
fn bank<'a>(banks: &'a mut BTreeMap<AccountId, Bank>, account: AccountId, timing: &Timing, now: Now) -> &'a mut Bank {
    let bank = banks.entry(account).or_insert_with(|| Bank::new(timing, now.play));
    bank.accrue(timing, now.play);
    bank
}
