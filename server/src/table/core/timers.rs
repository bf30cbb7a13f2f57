//! Instants at which something is to be done: hands begin, kept seats are given up, the table closes.

use std::collections::BTreeMap;

use poker_engine::SeatIx;
use poker_engine::table::SeatStatus;
use poker_protocol::v1::tournament::EventStatus;

use super::clock::PlayTime;
use super::io::Now;
use crate::store::AccountId;
use crate::table::state::command::Command;
use crate::table::state::event::EventDeal;
use crate::table::state::players::account_of;
use crate::table::state::table::Table;

/// So long before a table closes all viewers learn that it will, in milliseconds.
const CLOSING_NOTICE_MS: i64 = 600_000;

/// After a failure of the source of entropy, the next attempt to deal comes so much later, in milliseconds.
const ENTROPY_RETRY_MS: u32 = 1_000;

/// How long a hand lasts at least in which no player decided anything, and one of an event that fewer than two players can win,
/// in milliseconds: a player who is there takes the blinds of those who are not no faster than hands are played elsewhere, and
/// a table that nobody plays at keeps no thread and no disk busy. No setting of pauses shortens it. Rule: tournament 2.13.
const WALK_MS: u32 = 6_000;

/// Hands that are dealt while a player's connection is down before the seat is given up.
const AWAY_DEALS: u8 = 3;

/// The timers of a table.
#[derive(Debug, Default)]
pub(super) struct Timers {
    deal: Option<PlayTime>,
    /// No hand begins earlier.
    pause: Option<PlayTime>,
    /// The end of the last hand has not been shown yet.
    end_unseen: bool,
    /// When the last hand would be over that nobody plays; `None` once it was played.
    walk: Option<PlayTime>,
    /// At least two players can win the last hand.
    contested: bool,
    /// Until when cards of the last hand may be shown.
    show: Option<PlayTime>,
    /// When seats that are kept for players of the wait list are given up.
    offers: BTreeMap<AccountId, PlayTime>,
    /// When seats of players who are not there are given up.
    away: BTreeMap<AccountId, PlayTime>,
    /// Hands that were dealt since such a player went.
    missed_deals: BTreeMap<AccountId, u8>,
    /// From when on no decision waits for players who are leaving and are not there.
    gone: BTreeMap<AccountId, PlayTime>,
    /// When it is forgotten with how many chips a player left.
    left: BTreeMap<AccountId, PlayTime>,
    people_changed: bool,
    /// When viewers learn that the table closes, or when it does.
    closing: Option<PlayTime>,
    /// What the director of an event wants.
    event: EventTimers,
}

/// What the director of an event wants of a table.
#[derive(Debug, Default)]
struct EventTimers {
    /// The next hand.
    wanted: Option<EventDeal>,
    /// Nothing yet: the last hand was looked at.
    ready: bool,
    /// No pauses between hands: no person plays any more.
    hurries: bool,
}

impl Timers {
    /// When the first of them is due. The clock of a decision is not among them.
    pub(super) fn due(&self) -> Option<PlayTime> {
        let people = [&self.offers, &self.away, &self.left];
        let people = people.into_iter().flat_map(|timers| timers.values().copied());
        self.deal.into_iter().chain(self.closing).chain(people).min()
    }

    /// Seats, offers or connections are not what they were.
    pub(super) const fn people_changed(&mut self) {
        self.people_changed = true;
    }

    /// Whether [`Self::plan_people`] is to be called.
    pub(super) const fn have_people_changed(&self) -> bool {
        self.people_changed
    }

    /// A hand is over, and no viewer knows yet.
    pub(super) const fn hand_over(&mut self) {
        self.end_unseen = true;
    }

    /// A player has decided something in the hand that runs.
    pub(super) fn decided(&mut self) {
        self.walk.take_if(|_| self.contested);
    }

    /// The end of the hand was sent to all viewers. Pages show it card by card, and the pause begins when they are done.
    pub(super) fn hand_seen(&mut self, table: &Table, now: Now) {
        let play = table.play();
        let (pots, telling) = play.map_or((0, 0), |play| (play.pots_shown_down(), play.telling_ms()));
        let timing = &table.setup.timing;
        let shown = now.play.after(timing.telling_ms(telling));
        self.end_unseen = false;
        self.pause = Some(shown.after(timing.pause_ms(pots)));
        self.show = Some(shown.after(timing.show_ms));
    }

    /// Whether cards of the last hand may still be shown.
    pub(super) fn may_show(&self, now: Now) -> bool {
        self.show.is_some_and(|until| now.play <= until)
    }

    /// Sets the timers of the players at the table and of those who wait or have left, and gives all who sit or have left.
    pub(super) fn plan_people(
        &mut self,
        table: &Table,
        is_away: impl Fn(AccountId) -> bool,
        now: Now,
    ) -> Vec<AccountId> {
        self.people_changed = false;
        let timing = &table.setup.timing;
        let Some(law) = table.law.cash() else {
            // The director of an event seats its players, and no player loses a seat by being away.
            let seats = table.law.occupied();
            let seated = seats.iter().filter_map(|seat| table.law.seat(seat));
            return seated.map(|taken| account_of(taken.player)).collect();
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
        let (gone, away) = (accounts(gone), accounts(away));
        set(&mut self.offers, &offered, now.play.after(timing.offer_ms));
        set(&mut self.left, &left, now.play.after(timing.period_ms));
        set(&mut self.away, &away, now.play.after(timing.away_ms));
        set(&mut self.gone, &gone, now.play.after(timing.gone_ms));
        self.missed_deals.retain(|account, _| away.contains(account));
        seated.into_iter().map(|(_, account)| account).chain(left).collect()
    }

    /// From when on no decision waits for a player, who is leaving and is not there; `None` for all others.
    pub(super) fn gone_at(&self, account: AccountId) -> Option<PlayTime> {
        self.gone.get(&account).copied()
    }

    /// Gives up a seat that was kept for long enough, or the memory of a player who left.
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

    /// Plans when the table closes, or when its viewers learn that it will. Wall time is what was announced; should the play
    /// clock be ahead of it, this is planned once more.
    pub(super) fn plan_closing(&mut self, table: &Table, now: Now) {
        let left = ms_to_closing(table, now).filter(|_| !table.closed);
        self.closing = left.and_then(|left| {
            if !is_closing_known(table) {
                return Some(later(now, left.saturating_sub(CLOSING_NOTICE_MS)));
            }
            if left > 0 {
                return Some(later(now, left));
            }
            // The last hand is played to its end and looked at.
            let over = !self.end_unseen && table.running().is_none();
            let pause = self.pause.filter(|pause| *pause > now.play);
            over.then(|| pause.unwrap_or(now.play))
        });
    }

    /// Whether the table's closing is to be announced or done, or planned once more.
    pub(super) fn is_closing_due(&self, now: Now) -> bool {
        self.closing.is_some_and(|at| at <= now.play)
    }

    /// Plans when the next hand begins, or its dealer is asked for the game, or the seats are drawn before the first.
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
            // All who play at the table should be there, but the draw does not wait for ever.
            let gathered = now.play.after(timing.gather_ms);
            let planned = self.deal.unwrap_or(gathered);
            let is_full = law.free_seats().is_empty();
            self.deal = Some(if is_full { planned.min(start) } else { planned });
        } else if self.deal.is_none() {
            self.deal = Some(self.pause_left(now).unwrap_or(start));
        }
    }

    /// Until when no hand begins, if that is still to come.
    fn pause_left(&self, now: Now) -> Option<PlayTime> {
        let pauses = [self.pause, self.walk].into_iter().flatten();
        pauses.filter(|pause| *pause > now.play).max()
    }

    /// Plans when an event's table is ready for its next hand, or deals the one that its director wants.
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

    /// No pauses between hands, or the usual ones again.
    pub(super) const fn hurry(&mut self, hurries: bool) {
        self.event.hurries = hurries;
    }

    /// The director of an event wants a hand, and waits for nothing.
    pub(super) fn want_hand(&mut self, deal: EventDeal) {
        self.event.wanted = Some(deal);
        self.deal = None;
    }

    /// The hand that the director of an event wants.
    pub(super) const fn wanted_hand(&self) -> Option<&EventDeal> {
        self.event.wanted.as_ref()
    }

    /// The table of an event is ready for its next hand.
    pub(super) const fn get_ready(&mut self) {
        self.event.ready = true;
    }

    /// Whether it is.
    pub(super) const fn is_ready(&self) -> bool {
        self.event.ready
    }

    /// Whether the next hand is due, or what comes before it. It is so once.
    pub(super) fn take_deal(&mut self, now: Now) -> bool {
        self.deal.take_if(|at| *at <= now.play).is_some()
    }

    /// There was no entropy to deal with.
    pub(super) fn deal_later(&mut self, now: Now) {
        self.deal = Some(now.play.after(ENTROPY_RETRY_MS));
    }

    /// The seats are drawn, the dealer is asked or a hand is dealt.
    pub(super) fn dealt(&mut self, command: &Command, table: &Table, now: Now) {
        match command {
            // The players look where to sit.
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

    /// A hand is dealt, which at least two players can win or not.
    const fn hand_begins(&mut self, contested: bool, now: Now) {
        self.show = None;
        self.walk = Some(now.play.after(WALK_MS));
        self.contested = contested;
    }

    /// A hand is dealt: those who are not there have missed one more.
    fn miss_deal(&mut self) {
        for account in self.away.keys() {
            let missed = self.missed_deals.entry(*account).or_default();
            *missed = missed.saturating_add(1);
        }
    }
}

/// What a closing that is due does to the table; `None` if the time has not come after all.
pub(super) fn closing_command(table: &Table, now: Now) -> Option<Command> {
    if is_closing_known(table) {
        is_closing_time(table, now).then_some(Command::EndSession {})
    } else {
        Some(Command::AnnounceClosing {})
    }
}

/// Whether the session is over as soon as no hand runs.
fn is_closing_time(table: &Table, now: Now) -> bool {
    ms_to_closing(table, now).is_some_and(|left| left <= 0)
}

/// Whether all at the table know that it closes.
const fn is_closing_known(table: &Table) -> bool {
    table.closing_announced || table.hosting.rules().closing
}

/// Milliseconds until the table closes, if that is planned.
fn ms_to_closing(table: &Table, now: Now) -> Option<i64> {
    if table.hosting.rules().closing {
        return Some(0);
    }
    let at = i64::try_from(table.setup.session.closes_at?.get()).unwrap_or(i64::MAX);
    Some(at.saturating_sub(now.wall))
}

/// So many milliseconds from now, at once if there are none.
fn later(now: Now, ms: i64) -> PlayTime {
    now.play.after(u32::try_from(ms.max(0)).unwrap_or(u32::MAX))
}

/// Starts the timers of those who are new and stops those of the others.
fn set(timers: &mut BTreeMap<AccountId, PlayTime>, accounts: &[AccountId], due: PlayTime) {
    timers.retain(|account, _| accounts.contains(account));
    for account in accounts {
        timers.entry(*account).or_insert(due);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::world::{TABLE, config, setup};

    /// When a table of an event is ready for its next hand, after one in which these seats were dead. It was dealt at 1 s, and
    /// the pause behind it ends at 3 s.
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
