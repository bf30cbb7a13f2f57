//! What happens because time passes: decisions run out, hands begin, kept seats are given up.

use std::collections::BTreeMap;

use poker_engine::Deck;
use poker_engine::table::SeatStatus;
use poker_protocol::v1::Card;
use poker_protocol::v1::choice::DecisionKind;
use rand::SeedableRng;
use rand::rngs::ChaCha20Rng;

use super::clock::{AWAY_DEALS, PlayTime};
use super::{Entropy, NoEntropy, Now, Outputs, TableCore};
use crate::store::AccountId;
use crate::table::state::command::{Command, DRAW_RANGE};
use crate::table::state::deck::RefillSecret;
use crate::table::state::table::account_of;
use crate::wire;

/// So long before a table closes everybody is told that it will, in milliseconds.
const CLOSING_NOTICE_MS: i64 = 600_000;

/// After a failure of the source of entropy, the next attempt to deal comes so much later, in milliseconds.
const ENTROPY_RETRY_MS: u32 = 1_000;

/// Instants at which something is to be done.
#[derive(Debug, Default)]
pub(super) struct Timers {
    deal: Option<PlayTime>,
    /// No hand begins earlier.
    pause: Option<PlayTime>,
    /// The end of the last hand has not been shown yet.
    end_unseen: bool,
    /// Until when cards of the last hand may be shown.
    show: Option<PlayTime>,
    /// When seats that are kept for somebody of the wait list are given up.
    offers: BTreeMap<AccountId, PlayTime>,
    /// When seats of players who are not there are given up.
    away: BTreeMap<AccountId, PlayTime>,
    /// Hands that were dealt since such a player went.
    missed_deals: BTreeMap<AccountId, u8>,
    /// When it is forgotten with how many chips somebody left.
    left: BTreeMap<AccountId, PlayTime>,
    people_changed: bool,
    /// When it is told that the table closes, or when it does.
    closing: Option<PlayTime>,
}

impl Timers {
    pub(super) fn due(&self) -> Option<PlayTime> {
        let people = [&self.offers, &self.away, &self.left];
        let people = people.into_iter().flat_map(|timers| timers.values().copied());
        self.deal.into_iter().chain(self.closing).chain(people).min()
    }

    /// Seats, offers or connections are not what they were.
    pub(super) const fn people_changed(&mut self) {
        self.people_changed = true;
    }

    /// A hand is over, and nobody knows yet.
    pub(super) const fn hand_over(&mut self) {
        self.end_unseen = true;
    }

    /// A hand is dealt: those who are not there have missed one more.
    fn miss_deal(&mut self) {
        for account in self.away.keys() {
            let missed = self.missed_deals.entry(*account).or_default();
            *missed = missed.saturating_add(1);
        }
    }

    /// Whether cards of the last hand may still be shown.
    pub(super) fn may_show(&self, now: Now) -> bool {
        self.show.is_some_and(|until| now.play <= until)
    }
}

impl TableCore {
    /// Does everything that is due.
    pub(super) fn pass_time(&mut self, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        loop {
            if self.timers.people_changed {
                self.watch_people(now);
            }
            self.plan_deal(now);
            self.plan_closing(now);
            let done = self.is_busy()
                || self.table.closed
                || !(self.expire_turn(now, out)
                    || self.expire_people(now, out)
                    || self.close_if_time(now, out)
                    || self.deal_if_due(now, entropy, out)
                    || self.close_if_empty(now, out));
            if done {
                return;
            }
        }
    }

    /// The end of the hand was sent to all viewers. Pages show it card by card, and the pause begins when they are done.
    pub(super) fn hand_seen(&mut self, now: Now) {
        let play = self.table.play();
        let (pots, telling) = play.map_or((0, 0), |play| (play.pots_shown_down(), play.telling_ms()));
        let timing = self.timing();
        let shown = now.play.after(timing.telling_ms(telling));
        let (pause, show) = (timing.pause_ms(pots), timing.show_ms);
        self.timers.end_unseen = false;
        self.timers.pause = Some(shown.after(pause));
        self.timers.show = Some(shown.after(show));
    }

    /// Sets the timers of the people at the table and of those who wait or have left.
    pub(super) fn watch_people(&mut self, now: Now) {
        self.timers.people_changed = false;
        let timing = *self.timing();
        let law = self.table.law.state();
        let offered: Vec<AccountId> = law
            .reserved
            .iter()
            .filter_map(|(_, player)| player.map(account_of))
            .collect();
        let left: Vec<AccountId> = law.left_with.keys().map(|player| account_of(*player)).collect();
        let seated = law
            .seats
            .iter()
            .filter_map(|(seat, taken)| Some((seat, account_of(taken.as_ref()?.player))));
        let seated: Vec<_> = seated.collect();
        let is_leaving = |seat| self.table.law.status(seat) == Some(SeatStatus::Leaving);
        let away: Vec<AccountId> = seated
            .iter()
            .filter(|(seat, account)| !is_leaving(*seat) && !self.viewers.is_online(*account))
            .map(|(_, account)| *account)
            .collect();
        set(&mut self.timers.offers, &offered, now.play.after(timing.offer_ms));
        set(&mut self.timers.left, &left, now.play.after(timing.period_ms));
        set(&mut self.timers.away, &away, now.play.after(timing.away_ms));
        self.timers.missed_deals.retain(|account, _| away.contains(account));
        self.keep_banks(|account| seated.iter().any(|(_, who)| *who == account) || left.contains(&account));
    }

    /// Acts for a player whose time is up.
    fn expire_turn(&mut self, now: Now, out: &mut Outputs) -> bool {
        let turn = self.visible_turn();
        if !self
            .clock
            .as_ref()
            .is_some_and(|clock| turn.is_some_and(|asked| clock.is_of(asked.seq)))
        {
            self.clock = None;
            return false;
        }
        let timing = *self.timing();
        let Some(expired) = self.expired(&timing, now) else {
            return false;
        };
        let online = self.viewers.is_online(expired.account);
        self.stop_clock(expired.seat, expired.account, now);
        let absent = self.bank(expired.account, now).missed(online);
        let seat = expired.seat.number();
        let command = match turn.map(|asked| asked.decision) {
            Some(DecisionKind::PickGame) => Command::Pick {
                seat,
                game: None,
                absent,
            },
            _ => Command::TimeOut { seat, absent },
        };
        self.must_commit(command, now, out);
        true
    }

    /// Gives up a seat that was kept for long enough, or the memory of somebody who left.
    fn expire_people(&mut self, now: Now, out: &mut Outputs) -> bool {
        let due = |timers: &BTreeMap<AccountId, PlayTime>| {
            let mut due = timers.iter().filter(|(_, at)| **at <= now.play);
            due.next().map(|(account, _)| *account)
        };
        let timers = &self.timers;
        let missed = |(account, deals): (&AccountId, &u8)| (*deals >= AWAY_DEALS).then_some(*account);
        let command = None
            .or_else(|| due(&timers.offers).map(|account| Command::ExpireOffer { account }))
            .or_else(|| due(&timers.away).map(|account| Command::Leave { account }))
            .or_else(|| {
                timers
                    .missed_deals
                    .iter()
                    .find_map(missed)
                    .map(|account| Command::Leave { account })
            })
            .or_else(|| due(&timers.left).map(|account| Command::Forget { account }));
        let Some(command) = command else {
            return false;
        };
        self.must_commit(command, now, out);
        self.timers.people_changed();
        true
    }

    /// Whether the session is over as soon as no hand runs.
    fn is_closing_time(&self, now: Now) -> bool {
        self.ms_to_closing(now).is_some_and(|left| left <= 0)
    }

    /// Milliseconds until the table closes, if that is planned.
    fn ms_to_closing(&self, now: Now) -> Option<i64> {
        let at = i64::try_from(self.table.setup.session.closes_at?.get()).unwrap_or(i64::MAX);
        Some(at.saturating_sub(now.wall))
    }

    /// Decides when the table closes, or when everybody is told that it will. Wall time is what was announced; should the play
    /// clock be ahead of it, this is planned once more.
    fn plan_closing(&mut self, now: Now) {
        let left = self.ms_to_closing(now).filter(|_| !self.table.closed);
        self.timers.closing = left.and_then(|left| {
            if !self.table.closing_announced {
                return Some(later(now, left.saturating_sub(CLOSING_NOTICE_MS)));
            }
            if left > 0 {
                return Some(later(now, left));
            }
            // The last hand is played to its end and looked at.
            let over = !self.timers.end_unseen && self.table.running().is_none();
            let pause = self.timers.pause.filter(|pause| *pause > now.play);
            over.then(|| pause.unwrap_or(now.play))
        });
    }

    /// Tells that the table closes soon, or closes it.
    fn close_if_time(&mut self, now: Now, out: &mut Outputs) -> bool {
        if self.timers.closing.is_none_or(|at| at > now.play) {
            return false;
        }
        if !self.table.closing_announced {
            self.must_commit(Command::AnnounceClosing {}, now, out);
        } else if self.is_closing_time(now) {
            self.must_commit(Command::EndSession {}, now, out);
        }
        // Planned once more before anything else is done.
        true
    }

    fn close_if_empty(&mut self, now: Now, out: &mut Outputs) -> bool {
        let close = self.closing && self.table.running().is_none() && self.table.law.occupied().is_empty();
        if close {
            self.must_commit(Command::Close {}, now, out);
        }
        close
    }

    /// Decides when the next hand begins, or its dealer is asked for the game, or the seats are drawn before the first.
    pub(super) fn plan_deal(&mut self, now: Now) {
        let can = !self.draining
            && !self.table.paused
            && !self.table.closed
            && !self.is_closing_time(now)
            && !self.timers.end_unseen
            && self.table.running().is_none()
            && (self.table.law.can_draw_seats()
                || self.table.mix.can_deal(&self.table.law)
                || self.table.mix.can_ask(&self.table.law));
        let start = now.play.after(self.timing().start_pause_ms);
        if !can {
            self.timers.deal = None;
        } else if self.table.law.can_draw_seats() {
            // Whoever plays at the table shall be there, but who is there does not wait for ever.
            let gathered = now.play.after(self.timing().gather_ms);
            let planned = self.timers.deal.unwrap_or(gathered);
            let is_full = self.table.law.free_seats().is_empty();
            self.timers.deal = Some(if is_full { planned.min(start) } else { planned });
        } else if self.timers.deal.is_none() {
            let pause = self.timers.pause.filter(|pause| *pause > now.play);
            self.timers.deal = Some(pause.unwrap_or(start));
        }
    }

    fn deal_if_due(&mut self, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) -> bool {
        if self.timers.deal.is_none_or(|at| at > now.play) {
            return false;
        }
        self.timers.deal = None;
        let draws = self.table.law.can_draw_seats();
        let asks = self.table.mix.can_ask(&self.table.law);
        let command = if draws {
            self.draw_seats(entropy)
        } else if asks {
            draw_dealer(entropy)
        } else {
            self.shuffle(entropy)
        };
        let command = match command {
            Ok(command) => command,
            Err(error) => {
                tracing::error!(table = %self.table.id, %error, "no hand is dealt");
                self.timers.deal = Some(now.play.after(ENTROPY_RETRY_MS));
                return false;
            }
        };
        if draws {
            // Everybody looks where to sit.
            self.timers.pause = Some(now.play.after(self.timing().showdown_pause_ms));
        } else if !asks {
            self.timers.show = None;
            self.timers.miss_deal();
            self.snapshot_if_due(out);
        }
        self.must_commit(command, now, out);
        true
    }

    /// The cards for the seats, from entropy of their own.
    fn draw_seats(&self, entropy: &mut dyn Entropy) -> Result<Command, NoEntropy> {
        let mut rng = ChaCha20Rng::from_seed(entropy.seed()?);
        let mut cards = self.cards_to_draw(&mut rng);
        cards.truncate(self.table.law.occupied().len());
        Ok(Command::DrawSeats { cards })
    }

    /// A deck without jokers, from which cards are dealt face up before the first hand.
    fn cards_to_draw(&self, rng: &mut ChaCha20Rng) -> Vec<Card> {
        let game = &self.table.setup.played(self.table.mix.game()).game;
        let cards = Deck::shuffled(game.deck.cards(), &mut || next(rng)).order();
        wire::cards(cards)
    }

    /// A fresh deck, from entropy of its own.
    fn shuffle(&self, entropy: &mut dyn Entropy) -> Result<Command, NoEntropy> {
        let game = &self.table.setup.played(self.table.mix.game()).game;
        let mut rng = ChaCha20Rng::from_seed(entropy.seed()?);
        let draw = draw_seat(&mut rng);
        let order = Deck::shuffled(game.cards(), &mut || next(&mut rng)).order();
        let refills = game.has_draw().then(|| RefillSecret::draw(&mut rng));
        let is_first = self.table.law.state().last_button.is_none() && self.table.mix.drawn_dealer().is_none();
        let draw_cards = if is_first {
            self.cards_to_draw(&mut rng)
        } else {
            Vec::new()
        };
        Ok(Command::Deal {
            draw,
            draw_cards,
            decks: vec![wire::cards(order)],
            refills,
        })
    }
}

/// So many milliseconds from now, at once if there are none.
fn later(now: Now, ms: i64) -> PlayTime {
    now.play.after(u32::try_from(ms.max(0)).unwrap_or(u32::MAX))
}

/// The question to the next dealer, with entropy of its own for the first.
fn draw_dealer(entropy: &mut dyn Entropy) -> Result<Command, NoEntropy> {
    let mut rng = ChaCha20Rng::from_seed(entropy.seed()?);
    let draw = draw_seat(&mut rng);
    Ok(Command::Ask { draw })
}

/// What decides where the button is, should it have to be drawn.
fn draw_seat(rng: &mut ChaCha20Rng) -> u16 {
    let draw = draw_below(u32::from(DRAW_RANGE), rng);
    u16::try_from(draw).expect("it is below a 16-bit bound")
}

fn next(rng: &mut ChaCha20Rng) -> u32 {
    use rand::Rng as _;
    rng.next_u32()
}

/// A number below `bound`, each with the same probability.
fn draw_below(bound: u32, rng: &mut ChaCha20Rng) -> u32 {
    let even = u32::MAX - u32::MAX % bound;
    loop {
        let number = next(rng);
        if number < even {
            return number % bound;
        }
    }
}

/// Starts the timers of those who are new and stops those of the others.
fn set(timers: &mut BTreeMap<AccountId, PlayTime>, accounts: &[AccountId], due: PlayTime) {
    timers.retain(|account, _| accounts.contains(account));
    for account in accounts {
        timers.entry(*account).or_insert(due);
    }
}
