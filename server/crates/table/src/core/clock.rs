//! The clock of a decision, each player's time bank, and the extra time of a player whose connection is lost. Nothing here
//! reads the time; the actor does.

use poker_engine::SeatIx;
use poker_engine::tournament::law::{self, THINKING_MS};
use poker_owner::PlayTime;
use poker_protocol::v1::table::{Clock, SeatBank};
use poker_store::AccountId;

use crate::setup::timing::Timing;

/// A player's time bank, with a record of whether the player keeps answering in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    left_ms: u32,
    since: PlayTime,
    periods: u64,
    misses: u8,
    /// The last level or period in which the extra time for a lost connection was granted.
    lost_in: Option<u64>,
    /// Set when the bank starts only at its player's request.
    held: bool,
}

impl Bank {
    /// Creates a full bank.
    pub const fn new(timing: &Timing, now: PlayTime) -> Self {
        Self::holding(timing.bank_ms, now)
    }

    /// Creates a bank that contains `left_ms`.
    pub const fn holding(left_ms: u32, now: PlayTime) -> Self {
        Self {
            left_ms,
            since: now,
            periods: 0,
            misses: 0,
            lost_in: None,
            held: false,
        }
    }

    /// Sets the content of the bank to `left_ms`.
    pub const fn hold(&mut self, left_ms: u32) {
        self.left_ms = left_ms;
    }

    /// Sets whether the bank starts only at its player's request, from the next decision on.
    pub(crate) const fn wait_for_button(&mut self, held: bool) {
        self.held = held;
    }

    /// Milliseconds left in the bank.
    pub const fn left_ms(&self) -> u32 {
        self.left_ms
    }

    /// Adds the time gained in the periods that have passed since the last call.
    pub(crate) fn accrue(&mut self, timing: &Timing, now: PlayTime) {
        let periods = now.0.saturating_sub(self.since.0) / u64::from(timing.period_ms.max(1));
        let gained = u32::try_from(periods - self.periods.min(periods)).unwrap_or(u32::MAX);
        let full = timing.bank_max_ms.max(self.left_ms);
        self.left_ms = gained
            .saturating_mul(timing.bank_gain_ms)
            .saturating_add(self.left_ms)
            .min(full);
        self.periods = periods;
    }

    /// Number of periods that had passed at the last `accrue`.
    pub const fn periods(&self) -> u64 {
        self.periods
    }

    /// Grants the extra time for a lost connection; `false` if it was already granted in this level or period.
    pub(crate) fn take_lost_time(&mut self, stretch: u64) -> bool {
        self.lost_in.replace(stretch) != Some(stretch)
    }

    /// Notes that the player answered in time.
    pub const fn answered(&mut self) {
        self.misses = 0;
    }

    /// Notes that the player let the time run out. Returns `true` if the seat has to sit out from the next hand on:
    /// after two misses in a row, or one while the connection is down.
    pub const fn missed(&mut self, online: bool) -> bool {
        self.misses = self.misses.saturating_add(1);
        let absent = self.misses >= 2 || !online;
        if absent {
            self.misses = 0;
        }
        absent
    }
}

/// The clock of the open decision. Seats that decide at the same time share the action time; each has its own bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnClock {
    /// Number of the event that opened the decision.
    seq: u64,
    turn: u32,
    running: Running,
    seats: Vec<SeatClock>,
    calls: Calls,
}

/// Calling Time at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calls {
    /// Not possible: every decision is timed from its start.
    Never,
    /// Possible once the thinking time is over.
    Open,
    /// Time has been called.
    Called,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Running {
    /// The action time runs; the banks start at this instant.
    Until(PlayTime),
    /// The clock stands still, with this much left of the action time and this much spent from the banks, in
    /// milliseconds.
    Frozen { left_ms: u32, spent_ms: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SeatClock {
    seat: SeatIx,
    account: AccountId,
    /// Milliseconds in the bank when the decision was opened.
    bank_ms: u32,
    /// Milliseconds added after the bank, because it ran out while the connection was down.
    lost_ms: u32,
    /// Set when the bank starts only at its player's request.
    held: bool,
    /// The instant from which the decision no longer waits for the player, who is leaving the table after this hand.
    gone_at: Option<PlayTime>,
}

/// A seat whose time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expired {
    /// The seat to act for.
    pub seat: SeatIx,
    /// The account of its player.
    pub account: AccountId,
    /// `true` if time is up because the player is gone, whatever the clock says.
    pub is_gone: bool,
}

impl TurnClock {
    /// Starts the clock of a decision whose banks start after the action time; `seq` is the number of the event that
    /// opened it. `seats` come with their players and banks.
    pub fn start(
        seq: u64,
        turn: u32,
        seats: impl IntoIterator<Item = (SeatIx, AccountId, Bank)>,
        action_ms: u32,
        now: PlayTime,
    ) -> Self {
        let seats = seats.into_iter().map(|(seat, account, bank)| SeatClock {
            seat,
            account,
            bank_ms: bank.left_ms,
            lost_ms: 0,
            held: bank.held,
            gone_at: None,
        });
        Self {
            seq,
            turn,
            running: Running::Until(now.after(action_ms)),
            seats: seats.collect(),
            calls: Calls::Never,
        }
    }

    /// Makes the clock run out only after Time has been called. Rule: tournament 3.5.
    #[must_use]
    pub(crate) fn with_calls(self) -> Self {
        Self {
            calls: Calls::Open,
            ..self
        }
    }

    /// Calls Time; `false` if that is impossible, or not possible yet.
    pub fn call_time(&mut self, now: PlayTime) -> bool {
        let (Calls::Open, Running::Until(end)) = (self.calls, self.running) else {
            return false;
        };
        let started = end.0.saturating_sub(u64::from(THINKING_MS));
        let call = law::call_time(started, &[now.0]);
        let Some(deadline) = call.and_then(|call| call.deadline) else {
            return false;
        };
        (self.running, self.calls) = (Running::Until(PlayTime(deadline)), Calls::Called);
        true
    }

    /// `true` if it is time for the house to call Time, because no player has.
    pub(crate) fn is_call_due(&self, timing: &Timing, now: PlayTime) -> bool {
        let Running::Until(end) = self.running else {
            return false;
        };
        self.calls == Calls::Open && self.usual_due(end, timing).is_some_and(|due| due <= now)
    }

    /// `true` once Time has been called.
    pub fn is_called(&self) -> bool {
        self.calls == Calls::Called
    }

    /// `true` if the clock belongs to the decision that event `seq` opened.
    pub const fn is_of(&self, seq: u64) -> bool {
        self.seq == seq
    }

    /// Milliseconds that the decision has taken so far; `action_ms` is the time before the banks start.
    pub fn taken_ms(&self, action_ms: u32, now: PlayTime) -> u32 {
        let (left_ms, spent_ms) = match self.running {
            Running::Until(end) => (now.until(end), end.until(now)),
            Running::Frozen { left_ms, spent_ms } => (left_ms, spent_ms),
        };
        action_ms.saturating_sub(left_ms).saturating_add(spent_ms)
    }

    /// Stops the clock.
    pub(crate) fn freeze(&mut self, now: PlayTime) {
        if let Running::Until(end) = self.running {
            let (left_ms, spent_ms) = (now.until(end), end.until(now));
            self.running = Running::Frozen { left_ms, spent_ms };
        }
    }

    /// Lets the clock run again.
    pub(crate) fn thaw(&mut self, now: PlayTime) {
        if let Running::Frozen { left_ms, spent_ms } = self.running {
            let end = now.after(left_ms).0.saturating_sub(u64::from(spent_ms));
            self.running = Running::Until(PlayTime(end));
        }
    }

    /// The instant at which the next seat's time is up (grace included) or the house calls Time; `None` while the clock
    /// stands still or no seat is to act.
    pub fn due(&self, timing: &Timing) -> Option<PlayTime> {
        let Running::Until(end) = self.running else {
            return None;
        };
        let gone = self.seats.iter().filter_map(|seat| seat.gone_at).min();
        self.usual_due(end, timing).into_iter().chain(gone).min()
    }

    /// The same on the assumption that no player is gone; the banks start at `end`.
    fn usual_due(&self, end: PlayTime, timing: &Timing) -> Option<PlayTime> {
        if self.calls == Calls::Open {
            let patience = timing.house_call_ms.unwrap_or_default();
            return (!self.seats.is_empty()).then(|| end.after(patience));
        }
        self.seats.iter().map(|seat| seat.due(end, timing)).min()
    }

    /// Sets the instant from which the decision no longer waits for a player; `None` for players it does wait for.
    pub fn wait_until(&mut self, gone_at: impl Fn(AccountId) -> Option<PlayTime>) {
        for seat in &mut self.seats {
            seat.gone_at = gone_at(seat.account);
        }
    }

    /// Gives a seat `lost_ms` more, because its connection is down.
    pub fn extend(&mut self, seat: SeatIx, lost_ms: u32) {
        if let Some(clock) = self.seats.iter_mut().find(|clock| clock.seat == seat) {
            clock.lost_ms = lost_ms;
        }
    }

    /// Lets the bank of a seat start after the action time even if it was held; `false` if it was not held.
    pub fn release(&mut self, seat: SeatIx) -> bool {
        let held = self.seats.iter_mut().find(|clock| clock.seat == seat && clock.held);
        held.is_some_and(|clock| std::mem::replace(&mut clock.held, false))
    }

    /// The first seat whose time is up.
    pub(crate) fn expired(&self, timing: &Timing, now: PlayTime) -> Option<Expired> {
        let Running::Until(end) = self.running else {
            return None;
        };
        let is_gone = |clock: &SeatClock| clock.gone_at.is_some_and(|at| at <= now);
        let is_up = |clock: &SeatClock| self.calls != Calls::Open && clock.due(end, timing) <= now;
        let up = self.seats.iter().find(|clock| is_gone(clock) || is_up(clock))?;
        Some(Expired {
            seat: up.seat,
            account: up.account,
            is_gone: is_gone(up),
        })
    }

    /// Stops the clock of a seat that has answered or run out of time, and deducts what it used from its bank.
    pub fn stop(&mut self, seat: SeatIx, now: PlayTime, bank: &mut Bank) {
        let spent = self.spent_ms(now);
        if let Some(index) = self.seats.iter().position(|clock| clock.seat == seat) {
            let clock = self.seats.swap_remove(index);
            let spent = if clock.held { 0 } else { spent };
            bank.left_ms = clock.bank_ms.saturating_sub(spent);
        }
    }

    fn spent_ms(&self, now: PlayTime) -> u32 {
        match self.running {
            Running::Until(end) => end.until(now),
            Running::Frozen { spent_ms, .. } => spent_ms,
        }
    }

    /// The clock as all viewers get it.
    pub fn wire(&self, now: PlayTime) -> Clock {
        let spent = self.spent_ms(now);
        let left_ms = match self.running {
            Running::Until(end) => now.until(end),
            Running::Frozen { left_ms, .. } => left_ms,
        };
        let mut banks: Vec<SeatBank> = self.seats.iter().map(|clock| clock.wire(spent)).collect();
        banks.sort_unstable_by_key(|bank| bank.seat);
        Clock {
            turn: self.turn,
            left_ms,
            banks,
        }
    }
}

impl SeatClock {
    fn due(&self, end: PlayTime, timing: &Timing) -> PlayTime {
        let bank_ms = if self.held { 0 } else { self.bank_ms };
        end.after(bank_ms).after(self.lost_ms).after(timing.grace_ms)
    }

    fn wire(&self, spent_ms: u32) -> SeatBank {
        SeatBank {
            seat: self.seat.number(),
            left_ms: self.bank_ms.saturating_add(self.lost_ms).saturating_sub(spent_ms),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: SeatIx = SeatIx::new(2);

    fn clock(timing: &Timing, bank: Bank) -> (TurnClock, AccountId) {
        let account = AccountId::generate();
        (
            TurnClock::start(1, 1, [(SEAT, account, bank)], timing.action_ms, PlayTime(1_000)),
            account,
        )
    }

    /// 20 s of base time, then the bank of 60 s, then half a second of grace. Rule: tournament 2.13.
    #[test]
    fn time_is_up_after_base_bank_and_grace() {
        let timing = Timing::default();
        let mut bank = Bank::new(&timing, PlayTime(0));
        let (mut clock, account) = clock(&timing, bank);
        assert_eq!(clock.due(&timing), Some(PlayTime(1_000 + 20_000 + 60_000 + 500)));
        assert_eq!(clock.expired(&timing, PlayTime(81_499)), None);
        let expired = clock.expired(&timing, PlayTime(81_500));
        let up = Expired {
            seat: SEAT,
            account,
            is_gone: false,
        };
        assert_eq!(expired, Some(up));
        clock.stop(SEAT, PlayTime(81_500), &mut bank);
        assert_eq!(bank.left_ms(), 0);
        assert_eq!(clock.due(&timing), None);
    }

    #[test]
    fn an_answer_takes_from_the_bank_only_what_went_beyond_the_base() {
        let timing = Timing::default();
        let mut bank = Bank::new(&timing, PlayTime(0));
        let (mut early, _) = clock(&timing, bank);
        early.stop(SEAT, PlayTime(20_999), &mut bank);
        assert_eq!(bank.left_ms(), 60_000);
        let (mut late, _) = clock(&timing, bank);
        let shown = late.wire(PlayTime(31_000));
        assert_eq!((shown.left_ms, shown.banks[0].left_ms), (0, 50_000));
        late.stop(SEAT, PlayTime(31_000), &mut bank);
        assert_eq!(bank.left_ms(), 50_000);
    }

    /// Time that is not requested stays in the bank.
    #[test]
    fn a_bank_that_waits_for_its_button_begins_only_then() {
        let timing = Timing::default();
        let mut bank = Bank::new(&timing, PlayTime(0));
        bank.wait_for_button(true);
        let (mut unasked, account) = clock(&timing, bank);
        assert_eq!(unasked.due(&timing), Some(PlayTime(1_000 + 20_000 + 500)));
        let expired = unasked.expired(&timing, PlayTime(21_500));
        let up = Expired {
            seat: SEAT,
            account,
            is_gone: false,
        };
        assert_eq!(expired, Some(up));
        unasked.stop(SEAT, PlayTime(21_500), &mut bank);
        assert_eq!(bank.left_ms(), 60_000);
        let (mut asked, _) = clock(&timing, bank);
        assert!(asked.release(SEAT));
        assert!(!asked.release(SEAT), "once");
        assert_eq!(asked.due(&timing), Some(PlayTime(81_500)));
        asked.stop(SEAT, PlayTime(31_000), &mut bank);
        assert_eq!(bank.left_ms(), 50_000);
    }

    #[test]
    fn a_bank_grows_by_the_hour_up_to_its_limit() {
        let timing = Timing::default();
        let mut bank = Bank::new(&timing, PlayTime(5));
        bank.accrue(&timing, PlayTime(5 + 3_599_999));
        assert_eq!(bank.left_ms(), 60_000);
        bank.accrue(&timing, PlayTime(5 + 7_200_000));
        assert_eq!(bank.left_ms(), 80_000);
        bank.accrue(&timing, PlayTime(5 + 7_200_001));
        assert_eq!(bank.left_ms(), 80_000);
        bank.accrue(&timing, PlayTime(5 + 36_000_000));
        assert_eq!(bank.left_ms(), 120_000);
    }

    #[test]
    fn two_misses_in_a_row_or_one_offline_make_absent() {
        let timing = Timing::default();
        let mut bank = Bank::new(&timing, PlayTime(0));
        assert!(!bank.missed(true));
        bank.answered();
        assert!(!bank.missed(true));
        assert!(bank.missed(true));
        assert!(bank.missed(false));
    }

    /// Time can be called after one minute and leaves half a minute; the house calls it if no player does.
    /// Rule: tournament 3.5.
    #[test]
    fn time_is_called_after_a_minute_and_leaves_half_a_minute() {
        let timing = Timing {
            house_call_ms: Some(60_000),
            ..Timing::default()
        };
        let start = || {
            let bank = Bank::holding(0, PlayTime(0));
            let seats = [(SEAT, AccountId::generate(), bank)];
            TurnClock::start(1, 1, seats, THINKING_MS, PlayTime(1_000)).with_calls()
        };
        let mut clock = start();
        assert!(!clock.call_time(PlayTime(60_999)));
        assert_eq!(clock.expired(&timing, PlayTime(1_000_000)), None);
        assert!(!clock.is_call_due(&timing, PlayTime(120_999)));
        assert!(clock.is_call_due(&timing, PlayTime(121_000)));
        clock.freeze(PlayTime(61_000));
        assert!(!clock.call_time(PlayTime(61_000)));
        clock.thaw(PlayTime(61_000));
        assert!(clock.call_time(PlayTime(61_000)));
        assert!(!clock.call_time(PlayTime(62_000)), "it is called once");
        assert_eq!(clock.wire(PlayTime(61_000)).left_ms, 30_000);
        assert_eq!(clock.due(&timing), Some(PlayTime(91_500)));
        assert_eq!(clock.expired(&timing, PlayTime(91_499)), None);
        assert!(clock.expired(&timing, PlayTime(91_500)).is_some());
    }

    #[test]
    fn a_frozen_clock_stands_still_in_base_and_in_bank() {
        let timing = Timing::default();
        let bank = Bank::new(&timing, PlayTime(0));
        for at in [PlayTime(6_000), PlayTime(31_000)] {
            let (mut clock, _) = clock(&timing, bank);
            let (due, shown) = (clock.due(&timing).unwrap(), clock.wire(at));
            clock.freeze(at);
            assert_eq!(clock.due(&timing), None);
            assert_eq!(clock.wire(at.after(99_000)), shown);
            clock.thaw(at.after(100_000));
            assert_eq!(clock.due(&timing), Some(due.after(100_000)));
        }
    }
}
