//! The end of a hand: showing and winning. Rules: tournament 2.6, 2.7; variants 4.7 and algorithm S1.

use super::{Hand, Phase, emit};
use crate::action::Declaration;
use crate::eval::{Category, Ranking, Strength};
use crate::event::{Event, Pot, PublicEvent, Side};
use crate::game::{Both, Showdown, Speak};
use crate::setup::ShowRule;
use crate::{BySeat, Chips, Rank, SeatIx, SeatSet, pot};

/// Strength of each contender's hand on each side.
struct Strengths {
    high: BySeat<Option<Strength>>,
    low: BySeat<Option<Strength>>,
}

/// Part of the pots that is paid in one award.
#[derive(Clone, Copy)]
struct Part {
    pot: u8,
    side: Side,
    run: Option<u8>,
}

impl Part {
    /// The main pot, undivided.
    const MAIN: Self = Self {
        pot: 0,
        side: Side::Whole,
        run: None,
    };
}

/// The seats that won chips.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Winners {
    /// Seats that won a pot, or its high half, with a high hand in each run of the board.
    high: [SeatSet; 2],
    /// Seats that won part of the main pot.
    main: SeatSet,
}

impl Winners {
    /// Notes the winners of a pot, or of its high half, by their high hands.
    fn note_high(&mut self, run: Option<u8>, seats: SeatSet) {
        let won = &mut self.high[usize::from(run == Some(2))];
        *won = won.union(seats);
    }

    /// Notes seats that won part of the main pot.
    const fn note_main(&mut self, seats: SeatSet) {
        self.main = self.main.union(seats);
    }

    /// Returns the seats that won part of the main pot.
    pub(super) const fn main(&self) -> SeatSet {
        self.main
    }
}

impl Hand {
    /// Awards everything without showing, when at most one hand is left.
    pub(super) fn end_uncontested(&mut self, live: SeatSet, events: &mut Vec<Event>) {
        if self.is_forfeit() {
            return self.carry_pot(events);
        }
        self.wagers.gather();
        self.return_uncalled(live, events);
        self.feed_kitty(events);
        let amount = self.wagers.middle();
        if let Some(seat) = self.uncontested_winner().filter(|_| !amount.is_zero()) {
            self.award(Part::MAIN, amount, vec![(seat, amount)], events);
        }
        self.complete(events);
    }

    /// Returns the winner when at most one hand is left: with every hand dead from the start it is the big blind. Rule: tournament D-04.
    pub(super) fn uncontested_winner(&self) -> Option<SeatIx> {
        let big_blind = self.terms.big_blind.filter(|seat| self.terms.dealt.contains(*seat));
        let last = self.live().iter().next().or(big_blind);
        last.or_else(|| self.terms.dealt.next_after(self.terms.button))
    }

    pub(super) fn show_down(&mut self, showdown: Showdown, events: &mut Vec<Event>) {
        // Without a betting round, antes that others could not match have not been returned yet.
        self.return_uncalled(self.live(), events);
        if self.is_forfeit() {
            return self.carry_pot(events);
        }
        self.kill_false_openers();
        self.feed_kitty(events);
        let mut pots = self.pots();
        for pot in &mut pots {
            let contenders = pot.eligible.difference(self.terms.rules.conceding);
            // A pot conceded by all its contenders still needs a winner.
            if !contenders.is_empty() {
                pot.eligible = contenders;
            }
        }
        if self.boards.is_second_run() {
            self.boards.swap();
        }
        if self.boards.are_two() {
            for (run, pots) in (1..).zip(pot::halves(&pots, self.terms.rules.unit)) {
                self.settle(showdown, &pots, Some(run), events);
                self.boards.swap();
            }
        } else {
            self.settle(showdown, &pots, None, events);
        }
        self.complete(events);
    }

    /// Shows the hands and pays the pots, by the board in use.
    fn settle(&mut self, showdown: Showdown, pots: &[Pot], run: Option<u8>, events: &mut Vec<Event>) {
        let side = |ranking: Option<Ranking>, plays: fn(Declaration) -> bool| {
            let Some(ranking) = ranking else {
                return BySeat::default();
            };
            let contends = |seat: SeatIx| match showdown.speak {
                Speak::Cards => true,
                Speak::Declared => self.declared.of(seat).is_some_and(plays),
            };
            BySeat::from_fn(|seat| {
                let plays = self.live().contains(seat) && contends(seat);
                plays
                    .then(|| self.strength(seat, ranking, showdown.selection))
                    .flatten()
            })
        };
        let strengths = Strengths {
            high: side(showdown.high, Declaration::is_high),
            low: side(showdown.low, Declaration::is_low),
        };
        self.show_hands(showdown, &strengths, pots, run, events);
        self.award_pots(showdown, &strengths, pots, run, events);
    }

    /// Shows hands from the last aggressor, or else from the first live seat left of the button, clockwise. A hand is mucked only if it is
    /// beaten in every pot that it contends for, and never if the other run of the board may still make it win.
    fn show_hands(
        &mut self,
        showdown: Showdown,
        strengths: &Strengths,
        pots: &[Pot],
        run: Option<u8>,
        events: &mut Vec<Event>,
    ) {
        let rule = self.terms.rules.show.unwrap_or(self.game.show_rule);
        let aggressor = self.course.aggressor().filter(|seat| self.live().contains(*seat));
        let others = aggressor.map_or(self.live(), |seat| self.live().difference(SeatSet::only(seat)));
        let order = aggressor
            .into_iter()
            .chain(others.clockwise_from(aggressor.unwrap_or(self.terms.button)));
        let mut shown = SeatSet::EMPTY;
        for seat in order {
            let may_win = pots
                .iter()
                .filter(|pot| pot.eligible.is_several() && pot.eligible.contains(seat))
                .any(|pot| self.may_win(seat, pot.eligible, shown, showdown, strengths));
            let must = rule == ShowRule::All || self.is_tabled() || run.is_some() || may_win || shown.is_empty();
            if self.terms.rules.conceding.contains(seat) || !must {
                emit(events, || PublicEvent::HandMucked { seat });
                continue;
            }
            shown.insert(seat);
            self.holdings.show(seat);
            emit(events, || self.shown_hand(seat, showdown, run));
        }
    }

    /// Returns `true` if the hands shown so far leave the seat a share of a pot contested by `eligible`, or influence on who gets it.
    fn may_win(
        &self,
        seat: SeatIx,
        eligible: SeatSet,
        shown: SeatSet,
        showdown: Showdown,
        strengths: &Strengths,
    ) -> bool {
        let sides = [&strengths.high, &strengths.low];
        let mut rivals = eligible.intersection(shown);
        if self.is_strict(showdown) {
            let both = self.declared.both(eligible);
            let rest = eligible.difference(both);
            if both.contains(seat) && !rest.is_empty() {
                // The best hand on one side still keeps the others from winning both.
                let best = |side: &BySeat<Option<Strength>>| {
                    side[seat].is_some() && rivals.iter().all(|rival| side[rival] < side[seat])
                };
                return sides.into_iter().any(best);
            }
            if !rest.is_empty() {
                // A hand declared for both sides beats no other until it is known to win both.
                rivals = rivals.intersection(rest);
            }
        }
        let unbeaten = |side: &BySeat<Option<Strength>>| {
            side[seat].is_some() && rivals.iter().all(|rival| side[rival] <= side[seat])
        };
        // If no hand qualifies on any side, the remaining players share the pot.
        let plays = |seat: SeatIx| sides.into_iter().any(|side| side[seat].is_some());
        sides.into_iter().any(unbeaten) || (!plays(seat) && !rivals.iter().any(plays))
    }

    fn shown_hand(&self, seat: SeatIx, showdown: Showdown, run: Option<u8>) -> PublicEvent {
        let describe = |ranking| self.described(seat, ranking, showdown.selection);
        PublicEvent::HandShown {
            seat,
            cards: self.laid_out(seat).collect(),
            high: showdown.high.and_then(describe),
            low: showdown.low.and_then(describe),
            run,
        }
    }

    /// Pays the pots, the last side pot first. Each side of a pot goes to its best hands; if a side has none, the other side takes the
    /// whole pot. The odd chip of a pot goes to the high side.
    fn award_pots(
        &mut self,
        showdown: Showdown,
        strengths: &Strengths,
        pots: &[Pot],
        run: Option<u8>,
        events: &mut Vec<Event>,
    ) {
        let unit = self.terms.rules.unit;
        for (index, pot) in pots.iter().enumerate().rev() {
            let index = u8::try_from(index).expect("there are no more pots than seats");
            let contenders = if self.is_strict(showdown) {
                self.strict_contenders(strengths, pot.eligible)
            } else {
                pot.eligible
            };
            let high = best(&strengths.high, contenders).filter(|_| showdown.high.is_some());
            let low = best(&strengths.low, contenders).filter(|_| showdown.low.is_some());
            let sides = match (high, low) {
                _ if contenders.len() == 1 => [Some((Side::Whole, pot.amount, contenders)), None],
                (Some(high), Some(low)) => {
                    let units = pot.amount.get() / unit.get() / 2;
                    let half = Chips::new(units * unit.get());
                    [
                        Some((Side::High, pot.amount - half, high)),
                        Some((Side::Low, half, low)),
                    ]
                }
                (Some(winners), None) | (None, Some(winners)) => [Some((Side::Whole, pot.amount, winners)), None],
                // No hand qualifies and there is no other side, so the remaining players share the pot.
                (None, None) => [Some((Side::Whole, pot.amount, contenders)), None],
            };
            // A pot with a single contender is not won by a hand.
            if let Some(winners) = high.filter(|_| pot.eligible.is_several()) {
                self.winners.note_high(run, winners);
            }
            for (side, amount, winners) in sides.into_iter().flatten() {
                if !amount.is_zero() {
                    let shares = pot::share(amount, winners, self.terms.button, unit);
                    let part = Part { pot: index, side, run };
                    self.award(part, amount, shares, events);
                }
            }
        }
    }

    /// Returns `true` if failing on one side loses both.
    fn is_strict(&self, showdown: Showdown) -> bool {
        showdown.speak == Speak::Declared && self.game.both == Both::Strict
    }

    /// Returns the remaining contenders for a pot in games in which failing on one side loses both: a player who wins both sides alone, or
    /// else those who declared one side, or else all. Rule: variants 8, algorithm S2.
    fn strict_contenders(&self, strengths: &Strengths, eligible: SeatSet) -> SeatSet {
        let both = self.declared.both(eligible);
        let beats_all = |side: &BySeat<Option<Strength>>, seat: SeatIx| {
            let mut rivals = eligible.iter().filter(|rival| *rival != seat);
            side[seat].is_some() && rivals.all(|rival| side[rival] < side[seat])
        };
        let winner = both
            .iter()
            .find(|seat| beats_all(&strengths.high, *seat) && beats_all(&strengths.low, *seat));
        if let Some(seat) = winner {
            return SeatSet::only(seat);
        }
        let rest = eligible.difference(both);
        if rest.is_empty() { eligible } else { rest }
    }

    /// Returns the categories of the high hands that won a pot, or its high half, at the showdown.
    pub fn won_with(&self) -> Vec<Category> {
        let [first, second] = self.winners.high;
        let mut won = self.kinds_of(first);
        if !second.is_empty() {
            let mut other = self.clone();
            other.boards.swap();
            won.extend(other.kinds_of(second));
        }
        won
    }

    fn kinds_of(&self, winners: SeatSet) -> Vec<Category> {
        let showdown = self.game.showdown();
        let described = |seat| self.described(seat, showdown.high?, showdown.selection);
        let kinds = winners.iter().filter_map(described);
        kinds.map(|described| described.category).collect()
    }

    fn award(&mut self, part: Part, amount: Chips, mut shares: Vec<(SeatIx, Chips)>, events: &mut Vec<Event>) {
        let Part { pot, side, run } = part;
        shares.retain(|(_, share)| !share.is_zero());
        if pot == 0 {
            self.winners.note_main(shares.iter().map(|(seat, _)| *seat).collect());
        }
        for &(seat, share) in &shares {
            self.wagers.pay_out(share);
            self.contenders.note_won(seat, share);
            self.stacks.receive(seat, share);
        }
        emit(events, || PublicEvent::PotAwarded {
            pot,
            side,
            amount,
            shares,
            run,
        });
    }

    /// Pays a pot that is not divided into sides.
    pub(super) fn award_whole(
        &mut self,
        pot: usize,
        amount: Chips,
        shares: Vec<(SeatIx, Chips)>,
        events: &mut Vec<Event>,
    ) {
        let pot = u8::try_from(pot).expect("there are no more pots than seats");
        self.award(Part { pot, ..Part::MAIN }, amount, shares, events);
    }

    pub(super) fn complete(&mut self, events: &mut Vec<Event>) {
        self.phase = Phase::Over;
        self.show_openers(events);
        self.show_condemned(events);
        self.pay_seven_deuce(events);
        let stacks = self
            .terms
            .dealt
            .iter()
            .map(|seat| (seat, self.stacks.of(seat)))
            .collect();
        emit(events, || PublicEvent::HandCompleted { stacks });
    }

    /// Pays the bounty, if it was won. It is not part of the pot: each player who was dealt in pays it from the chips left in front of the
    /// seat, and never more than those.
    fn pay_seven_deuce(&mut self, events: &mut Vec<Event>) {
        let bounty = self.terms.rules.seven_deuce;
        if bounty.is_zero() || self.winners.main().is_several() {
            return;
        }
        let Some(winner) = self.winners.main().iter().find(|seat| self.holds_seven_deuce(*seat)) else {
            return;
        };
        let others = self.terms.dealt.clockwise_from(winner).filter(|seat| *seat != winner);
        let owed = others.map(|seat| (seat, bounty.min(self.stacks.of(seat))));
        let payments: Vec<(SeatIx, Chips)> = owed.filter(|(_, amount)| !amount.is_zero()).collect();
        if payments.is_empty() {
            return;
        }
        for &(seat, amount) in &payments {
            self.stacks.pay(seat, amount);
            self.stacks.receive(winner, amount);
        }
        self.holdings.show(winner);
        emit(events, || PublicEvent::SevenDeucePaid {
            seat: winner,
            cards: self.laid_out(winner).collect(),
            payments,
        });
    }

    /// Returns `true` if the seat holds a seven and a deuce of any suits, and nothing else.
    fn holds_seven_deuce(&self, seat: SeatIx) -> bool {
        let mut ranks = self.holdings.held(seat).iter().map(|card| card.rank());
        let held = [ranks.next().flatten(), ranks.next().flatten()];
        let wanted = [Some(Rank::SEVEN), Some(Rank::TWO)];
        ranks.next().is_none() && (held == wanted || held == [wanted[1], wanted[0]])
    }

    /// Shows the hands killed by officials to all viewers after the hand, except those shown down already.
    fn show_condemned(&self, events: &mut Vec<Event>) {
        for condemned in self.contenders.condemned() {
            let seat = condemned.seat;
            if !self.holdings.has_shown(seat) {
                let cards = condemned.cards().unwrap_or_else(|| self.laid_out(seat).collect());
                emit(events, || PublicEvent::KilledShown { seat, cards });
            }
        }
    }
}

/// Returns the seats with the best hand of a side among `eligible`, or `None` if no hand qualifies.
fn best(side: &BySeat<Option<Strength>>, eligible: SeatSet) -> Option<SeatSet> {
    let top = eligible.iter().filter_map(|seat| side[seat]).max()?;
    Some(eligible.iter().filter(|seat| side[*seat] == Some(top)).collect())
}
