//! The timers of a table: starting hands, giving up the seats of absent players, closing the table.

use std::collections::BTreeMap;

use poker_engine::SeatIx;
use poker_engine::table::SeatStatus;
use poker_owner::{Now, PlayTime};
use poker_protocol::v1::tournament::EventStatus;
use poker_store::AccountId;

use crate::state::command::Command;
use crate::state::event::EventDeal;
use crate::state::players::account_of;
use crate::state::table::Table;

/// Milliseconds before a table closes at which all viewers are notified.
const CLOSING_NOTICE_MS: i64 = 600_000;

/// Milliseconds until the next attempt to deal after the source of entropy has failed.
const ENTROPY_RETRY_MS: u32 = 1_000;

/// Minimum duration, in milliseconds, of a hand in which no player made a decision, and of a tournament hand that fewer
/// than two players can win. A player who is there takes the blinds of absent ones no faster than hands are played
/// elsewhere, and a table at which no one plays keeps no thread and no disk busy. No setting of pauses shortens it.
/// Rule: tournament 2.13.
const WALK_MS: u32 = 6_000;

/// Hands dealt while a player's connection is down before the seat is given up.
const AWAY_DEALS: u8 = 3;

/// Milliseconds after which another player follows a host who has no seat and no connection here. A phone that sleeps for a while
/// costs no host the table.
const HOST_GONE_MS: u32 = 600_000;

/// The timers of a table.
#[derive(Debug, Default)]
pub(super) struct Timers {
    deal: Option<PlayTime>,
    /// Earliest start of the next hand.
    pause: Option<PlayTime>,
    /// Set while the end of the last hand has not been shown.
    end_unseen: bool,
    /// Earliest end of the last hand if no player makes a decision in it; `None` once one has.
    walk: Option<PlayTime>,
    /// Set if at least two players can win the last hand.
    contested: bool,
    /// End of the time for showing cards of the last hand.
    show: Option<PlayTime>,
    /// Expiry of seats offered to players on the wait list.
    offers: BTreeMap<AccountId, PlayTime>,
    /// Instants at which the seats of absent players are given up.
    away: BTreeMap<AccountId, PlayTime>,
    /// Hands dealt since such a player left.
    missed_deals: BTreeMap<AccountId, u8>,
    /// Instants from which no decision waits for players who are leaving and absent.
    gone: BTreeMap<AccountId, PlayTime>,
    /// Instants at which the stacks that players left with are forgotten.
    left: BTreeMap<AccountId, PlayTime>,
    people_changed: bool,
    /// Instant at which another player follows a host who is gone.
    host: Option<PlayTime>,
    /// Instant at which the closing is announced or carried out.
    closing: Option<PlayTime>,
    /// Instant at which the host's pause ends by itself.
    resumption: Option<PlayTime>,
    /// Instant at which the first of the players' own pauses ends.
    own_pause: Option<PlayTime>,
    /// The orders of the tournament director.
    event: EventTimers,
}

/// The orders of the tournament director to a table.
#[derive(Debug, Default)]
struct EventTimers {
    /// The next hand.
    wanted: Option<EventDeal>,
    /// Set when the table is ready for one: players have had time to see the end of the last.
    ready: bool,
    /// Set when there are to be no pauses between hands, because no human player is left.
    hurries: bool,
}

impl Timers {
    /// The earliest timer. The clock of a decision is not among them.
    pub(super) fn due(&self) -> Option<PlayTime> {
        let people = [&self.offers, &self.away, &self.left];
        let people = people.into_iter().flat_map(|timers| timers.values().copied());
        let table = [self.deal, self.closing, self.resumption, self.own_pause, self.host]
            .into_iter()
            .flatten();
        table.chain(people).min()
    }

    /// Notes that seats, offers or connections have changed.
    pub(super) const fn people_changed(&mut self) {
        self.people_changed = true;
    }

    /// `true` if [`Self::plan_people`] has to be called.
    pub(super) const fn have_people_changed(&self) -> bool {
        self.people_changed
    }

    /// Notes that a hand has ended, which viewers have not seen yet.
    pub(super) const fn hand_over(&mut self) {
        self.end_unseen = true;
    }

    /// Notes that a player has made a decision in the running hand.
    pub(super) fn decided(&mut self) {
        self.walk.take_if(|_| self.contested);
    }

    /// Notes that the end of the hand was sent to all viewers. Pages show it card by card, and the pause begins when
    /// they are done.
    pub(super) fn hand_seen(&mut self, table: &Table, now: Now) {
        let play = table.play();
        let (pots, telling) = play.map_or((0, 0), |play| (play.pots_shown_down(), play.telling_ms()));
        let timing = &table.setup.timing;
        let shown = now.play.after(timing.telling_ms(telling));
        self.end_unseen = false;
        self.pause = Some(shown.after(timing.pause_ms(pots)));
        self.show = Some(shown.after(timing.show_ms));
    }

    /// `true` while cards of the last hand may still be shown.
    pub(super) fn may_show(&self, now: Now) -> bool {
        self.show.is_some_and(|until| now.play <= until)
    }

    /// Sets the timers of seated players, of those with an offer and of those who have left. Returns all who sit or
    /// have left.
    pub(super) fn plan_people(
        &mut self,
        table: &Table,
        is_away: impl Fn(AccountId) -> bool,
        now: Now,
    ) -> Vec<AccountId> {
        self.people_changed = false;
        let timing = &table.setup.timing;
        let Some(law) = table.law.cash() else {
            // The tournament director seats the players, and no player loses a seat by being away.
            let seats = table.law.occupied();
            let seated = seats.iter().filter_map(|seat| table.law.seat(seat));
            return seated.map(|taken| account_of(taken.player)).collect();
        };
        self.host = match table.heir(&is_away) {
            Some(_) => self.host.or(Some(now.play.after(HOST_GONE_MS))),
            None => None,
        };
        let law = law.state();
        let offered = law.reserved.iter();
        let offered: Vec<AccountId> = offered.filter_map(|(_, player)| player.map(account_of)).collect();
        let left: Vec<AccountId> = law.left_with.keys().map(|player| account_of(*player)).collect();
        let seated = law
            .seats
            .iter()
            .filter_map(|(seat, taken)| Some((seat, account_of(taken.as_ref()?.player))));
        let seated: Vec<_> = seated.collect();
        let is_leaving = |seat| table.law.status(seat) == Some(SeatStatus::Leaving);
        let away = seated.iter().copied().filter(|(_, account)| is_away(*account));
        let (gone, away): (Vec<_>, Vec<_>) = away.partition(|(seat, _)| is_leaving(*seat));
        let accounts =
            |seats: Vec<(SeatIx, AccountId)>| seats.into_iter().map(|(_, account)| account).collect::<Vec<_>>();
        let (gone, mut away) = (accounts(gone), accounts(away));
        // No player is missed in a pause. One without an end lasts only while people are there.
        let mut people = seated.iter().filter(|(_, account)| !table.is_bot(*account));
        if table.is_held() && (table.held_until().is_some() || people.any(|(_, account)| !is_away(*account))) {
            away.clear();
        }
        // Nor at a table of friends in a pause of the player's own.
        away.retain(|account| !table.keeps_seat(*account));
        set(&mut self.offers, &offered, now.play.after(timing.offer_ms));
        set(&mut self.left, &left, now.play.after(timing.period_ms));
        set(&mut self.away, &away, now.play.after(timing.away_ms));
        set(&mut self.gone, &gone, now.play.after(timing.gone_ms));
        self.missed_deals.retain(|account, _| away.contains(account));
        seated.into_iter().map(|(_, account)| account).chain(left).collect()
    }

    /// The instant from which no decision waits for a player who is leaving and absent; `None` for all others.
    pub(super) fn gone_at(&self, account: AccountId) -> Option<PlayTime> {
        self.gone.get(&account).copied()
    }

    /// Gives up an expired offer or seat, or forgets the stack of a player who left.
    pub(super) fn expire_people(&mut self, now: Now) -> Option<Command> {
        let due = |timers: &BTreeMap<AccountId, PlayTime>| {
            let mut due = timers.iter().filter(|(_, at)| **at <= now.play);
            due.next().map(|(account, _)| *account)
        };
        let missed = |(account, deals): (&AccountId, &u8)| (*deals >= AWAY_DEALS).then_some(*account);
        let command = due(&self.offers)
            .map(|account| Command::ExpireOffer { account })
            .or_else(|| due(&self.away).map(|account| Command::Leave { account }))
            .or_else(|| {
                let account = self.missed_deals.iter().find_map(missed)?;
                Some(Command::Leave { account })
            })
            .or_else(|| due(&self.left).map(|account| Command::Forget { account }))?;
        self.people_changed();
        Some(command)
    }

    /// `true`, once, if a host is gone for so long that another player follows.
    pub(super) fn take_host(&mut self, now: Now) -> bool {
        self.host.take_if(|at| *at <= now.play).is_some()
    }

    /// Plans the closing of the table, or its announcement. The announced time is wall time; should the play clock get
    /// there first, the closing is planned again.
    pub(super) fn plan_closing(&mut self, table: &Table, now: Now) {
        let left = ms_to_closing(table, now).filter(|_| !table.closed);
        self.closing = left.and_then(|left| {
            if !is_closing_known(table) {
                return Some(later(now, left.saturating_sub(CLOSING_NOTICE_MS)));
            }
            if left > 0 {
                return Some(later(now, left));
            }
            // The last hand is finished, and players have had time to see its end.
            let over = !self.end_unseen && table.running().is_none();
            let pause = self.pause.filter(|pause| *pause > now.play);
            over.then(|| pause.unwrap_or(now.play))
        });
    }

    /// Plans the end of the host's pause. It is wall time; should the play clock get there first, it is planned again.
    pub(super) fn plan_resumption(&mut self, table: &Table, now: Now) {
        self.resumption = ms_to_resumption(table, now).map(|left| later(now, left));
    }

    /// Plans the end of the first of the players' own pauses, in wall time like that of the host's.
    pub(super) fn plan_own_pauses(&mut self, table: &Table, is_away: impl Fn(AccountId) -> bool, now: Now) {
        let first = table.own_pauses(is_away).map(|(_, until)| until).min();
        self.own_pause = first.map(|until| later(now, until.saturating_sub(now.wall)));
    }

    /// `true` if the closing has to be announced, carried out, or planned again.
    pub(super) fn is_closing_due(&self, now: Now) -> bool {
        self.closing.is_some_and(|at| at <= now.play)
    }

    /// Plans the next hand, or the step before it: the dealer's choice of game, or the draw for seats.
    pub(super) fn plan_deal(&mut self, table: &Table, draining: bool, now: Now) {
        let timing = &table.setup.timing;
        let start = now.play.after(timing.start_pause_ms);
        let idle = !table.closed && !self.end_unseen && table.running().is_none();
        let Some(law) = table.law.cash() else {
            return self.plan_event(idle && !draining, start, now);
        };
        let can = !draining
            && !table.paused
            && !table.hosting.rules().paused
            && !is_closing_time(table, now)
            && idle
            && (law.can_draw_seats() || table.mix.can_deal(law) || table.mix.can_ask(law));
        if !can {
            self.deal = None;
        } else if law.can_draw_seats() {
            // Everyone who will play should be there, but the draw does not wait indefinitely.
            let gathered = now.play.after(timing.gather_ms);
            let planned = self.deal.unwrap_or(gathered);
            let is_full = law.free_seats().is_empty();
            self.deal = Some(if is_full { planned.min(start) } else { planned });
        } else if self.deal.is_none() {
            self.deal = Some(self.pause_left(now).unwrap_or(start));
        }
    }

    /// The end of the current pause between hands, if it is still to come.
    fn pause_left(&self, now: Now) -> Option<PlayTime> {
        let pauses = [self.pause, self.walk].into_iter().flatten();
        pauses.filter(|pause| *pause > now.play).max()
    }

    /// Plans the moment at which a tournament table is ready for its next hand, or deals the one that its director
    /// wants.
    fn plan_event(&mut self, idle: bool, start: PlayTime, now: Now) {
        if !idle || (self.event.ready && self.event.wanted.is_none()) {
            self.deal = None;
        } else if self.event.wanted.is_some() {
            self.deal.get_or_insert(now.play);
        } else if self.event.hurries {
            self.deal = Some(self.walk.map_or(now.play, |walk| walk.max(now.play)));
        } else if self.deal.is_none() {
            self.deal = Some(self.pause_left(now).unwrap_or(start));
        }
    }

    /// Drops the pauses between hands, or brings them back.
    pub(super) const fn hurry(&mut self, hurries: bool) {
        self.event.hurries = hurries;
    }

    /// Plans the hand that the tournament director wants, without a pause.
    pub(super) fn want_hand(&mut self, deal: EventDeal) {
        self.event.wanted = Some(deal);
        self.deal = None;
    }

    /// The hand that the tournament director wants.
    pub(super) const fn wanted_hand(&self) -> Option<&EventDeal> {
        self.event.wanted.as_ref()
    }

    /// Notes that the tournament table is ready for its next hand.
    pub(super) const fn get_ready(&mut self) {
        self.event.ready = true;
    }

    /// `true` if the tournament table is ready for its next hand.
    pub(super) const fn is_ready(&self) -> bool {
        self.event.ready
    }

    /// `true`, once, if the next hand or the step before it is due.
    pub(super) fn take_deal(&mut self, now: Now) -> bool {
        self.deal.take_if(|at| *at <= now.play).is_some()
    }

    /// Plans another attempt to deal after a lack of entropy.
    pub(super) fn deal_later(&mut self, now: Now) {
        self.deal = Some(now.play.after(ENTROPY_RETRY_MS));
    }

    /// Notes that the seats are drawn, the dealer is asked for a game, or a hand is dealt.
    pub(super) fn dealt(&mut self, command: &Command, table: &Table, now: Now) {
        match command {
            // Players need a moment to find their seats.
            Command::DrawSeats { .. } => self.pause = Some(now.play.after(table.setup.timing.showdown_pause_ms)),
            Command::Deal { .. } => {
                self.hand_begins(true, now);
                self.miss_deal();
            }
            Command::DealEvent { deal, .. } => {
                let live =
                    |(seat, status): &&(u8, EventStatus)| *status != EventStatus::Waiting && !deal.dead.contains(seat);
                self.hand_begins(deal.statuses.iter().filter(live).count() >= 2, now);
                (self.event.wanted, self.event.ready) = (None, false);
            }
            _ => {}
        }
    }

    /// Notes that a hand begins; it is `contested` if at least two players can win it.
    const fn hand_begins(&mut self, contested: bool, now: Now) {
        self.show = None;
        self.walk = Some(now.play.after(WALK_MS));
        self.contested = contested;
    }

    /// Counts the hand as missed for each player who is away.
    fn miss_deal(&mut self) {
        for account in self.away.keys() {
            let missed = self.missed_deals.entry(*account).or_default();
            *missed = missed.saturating_add(1);
        }
    }
}

/// The command for a closing that is due; `None` if it is not time after all.
pub(super) fn closing_command(table: &Table, now: Now) -> Option<Command> {
    if is_closing_known(table) {
        is_closing_time(table, now).then_some(Command::EndSession {})
    } else {
        Some(Command::AnnounceClosing {})
    }
}

/// `true` if the host's pause ends by itself now.
pub(super) fn is_pause_over(table: &Table, now: Now) -> bool {
    ms_to_resumption(table, now).is_some_and(|left| left <= 0)
}

/// Milliseconds until the host's pause ends by itself, if it does.
fn ms_to_resumption(table: &Table, now: Now) -> Option<i64> {
    let at = i64::try_from(table.held_until()?.get()).unwrap_or(i64::MAX);
    Some(at.saturating_sub(now.wall))
}

/// `true` if the session ends as soon as no hand is running.
fn is_closing_time(table: &Table, now: Now) -> bool {
    ms_to_closing(table, now).is_some_and(|left| left <= 0)
}

/// `true` if everyone at the table knows that it closes.
const fn is_closing_known(table: &Table) -> bool {
    table.closing_announced || table.hosting.rules().closing
}

/// Milliseconds until the table closes, if a closing is planned.
fn ms_to_closing(table: &Table, now: Now) -> Option<i64> {
    if table.hosting.rules().closing {
        return Some(0);
    }
    let at = i64::try_from(table.setup.session.closes_at?.get()).unwrap_or(i64::MAX);
    Some(at.saturating_sub(now.wall))
}

/// The instant `ms` milliseconds from now, or now if `ms` is negative.
fn later(now: Now, ms: i64) -> PlayTime {
    now.play.after(u32::try_from(ms.max(0)).unwrap_or(u32::MAX))
}

/// Starts timers for accounts that have none, and stops those of accounts not listed.
fn set(timers: &mut BTreeMap<AccountId, PlayTime>, accounts: &[AccountId], due: PlayTime) {
    timers.retain(|account, _| accounts.contains(account));
    for account in accounts {
        timers.entry(*account).or_insert(due);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::world::{TABLE, config, setup};

    /// The instant at which a tournament table is ready for its next hand, after one in which these seats were dead.
    /// The hand was dealt at 1 s, and the pause after it ends at 3 s.
    fn ready_after(dead: &[u8], decided: bool, hurries: bool) -> Option<PlayTime> {
        let at = |ms| Now {
            play: PlayTime(ms),
            wall: 0,
        };
        let event = EventDeal {
            hand: 1,
            level: 1,
            game: 1,
            button: 1,
            small_blind: 2,
            big_blind: 3,
            waiting: Vec::new(),
            heads_up: false,
            dead: dead.to_vec(),
            held: false,
            statuses: (1..=3).map(|seat| (seat, EventStatus::Active)).collect(),
        };
        let table = Table::new(TABLE, setup(&config("no-limit-holdem")));
        let mut timers = Timers::default();
        timers.hurry(hurries);
        let command = Command::DealEvent {
            deal: event,
            banks: Vec::new(),
            shuffle: Box::default(),
        };
        timers.dealt(&command, &table, at(1_000));
        if decided {
            timers.decided();
        }
        timers.pause = Some(PlayTime(3_000));
        timers.plan_event(true, PlayTime(2_000), at(1_100));
        timers.due()
    }

    #[test]
    fn a_hand_without_a_contest_lasts_for_six_seconds() {
        assert_eq!(ready_after(&[2], true, false), Some(PlayTime(3_000)));
        assert_eq!(ready_after(&[2, 3], true, false), Some(PlayTime(7_000)));
        assert_eq!(ready_after(&[1, 2, 3], false, false), Some(PlayTime(7_000)));
    }

    #[test]
    fn bots_alone_hurry_through_hands_that_they_play_and_no_others() {
        assert_eq!(ready_after(&[2], true, true), Some(PlayTime(1_100)));
        assert_eq!(ready_after(&[], false, true), Some(PlayTime(7_000)));
        assert_eq!(ready_after(&[2, 3], true, true), Some(PlayTime(7_000)));
        assert_eq!(ready_after(&[1, 2, 3], false, true), Some(PlayTime(7_000)));
    }
}
