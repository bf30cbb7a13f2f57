//! A betting round: the seat to act, its legal actions, and their effect. Rules: tournament 2.4, variants 4.1, 4.2.

mod options;

use super::direction::Held;
use super::{Hand, Phase, emit};
use crate::action::{Action, Choice, Choices, RuleError, TurnKind};
use crate::card::Suit;
use crate::eval::visible_high;
use crate::event::{BetAction, Event, PublicEvent};
use crate::game::{AllCheck, BetStep, First, OpenPair, Step};
use crate::limit::Limit;
use crate::setup::{BettingOver, IllegalBets, Tabling};
use crate::{BySeat, Card, CardSet, Chips, Rank, SeatIx, SeatSet};

/// State that exists only while a betting round runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    to_act: SeatIx,
    /// Bet to match, as a total.
    bet: Chips,
    /// Size of the last full bet or raise, which the next raise must reach. A short all-in leaves it unchanged.
    last_raise: Chips,
    /// Full raises so far.
    raises: u8,
    /// Maximum number of raises allowed; `None` without a cap.
    cap: Option<u8>,
    limit: Limit,
    step: BetStep,
    acted: SeatSet,
    checked: SeatSet,
    /// Seats that had checked when the betting was opened and have not acted since.
    facing: SeatSet,
    /// Full raises of each seat.
    raised: BySeat<u8>,
    /// `true` if the first to act has to open the betting, if able.
    must_open: bool,
    /// Seats that acted while the forced opening was less than a bet.
    early: SeatSet,
    /// Size that an open pair allows in addition to the smaller one, in fixed limit; zero if none.
    big: Chips,
    /// Seat forced to open with less than a bet.
    brought_in: Option<SeatIx>,
    /// Legal actions of the seat to act. They do not change before it has acted.
    options: Options,
}

/// Legal actions of the seat to act: exactly what is offered is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Options {
    /// Chips to add for a call; zero if there is nothing to call.
    price: Chips,
    /// Smallest and largest total of a bet or raise, or the reason why neither is allowed.
    sizes: Result<(Chips, Chips), RuleError>,
    /// Larger total that an open pair allows in addition to the usual one; zero if none.
    big: Chips,
    check: bool,
    fold: bool,
    /// `true` if the seat has to bet.
    must_bet: bool,
}

impl Options {
    /// Options of a seat that is not to act.
    const NONE: Self = Self {
        price: Chips::ZERO,
        sizes: Err(RuleError::HandOver),
        big: Chips::ZERO,
        check: false,
        fold: false,
        must_bet: false,
    };
}

/// Time at which an action was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spoken {
    /// In turn, by the seat to act or on its behalf.
    InTurn,
    /// Before the board cards were dealt. Rule: tournament 9.16.
    InTheDark,
}

impl Round {
    pub(super) const fn to_act(&self) -> SeatIx {
        self.to_act
    }

    pub(super) const fn bet(&self) -> Chips {
        self.bet
    }

    /// Adds the legal actions of the seat to act.
    pub(super) fn put_choices(&self, choices: &mut Choices) {
        let options = &self.options;
        if options.fold {
            choices.push(Choice::Fold);
        }
        if options.check {
            choices.push(Choice::Check);
        } else if !options.price.is_zero() {
            choices.push(Choice::Call { amount: options.price });
        }
        // A player with less than the bet calls for the whole stack.
        if let Ok((least, most)) = options.sizes
            && most > self.bet
        {
            self.put_size(least, most, choices);
            if !options.big.is_zero() {
                self.put_size(options.big, options.big, choices);
            }
        }
    }

    fn put_size(&self, min: Chips, max: Chips, choices: &mut Choices) {
        if self.bet.is_zero() {
            choices.push(Choice::Bet { min, max });
        } else {
            choices.push(Choice::Raise { min, max });
        }
    }

    /// Returns `true` if no player has acted yet.
    const fn is_fresh(&self) -> bool {
        self.acted.is_empty()
    }

    /// Returns `true` if a forced opening of less than a bet has not been completed.
    fn is_incomplete(&self) -> bool {
        self.brought_in.is_some() && self.bet < self.limit.min_bet()
    }
}

impl Hand {
    /// Opens a betting round; returns `false` if no player has to act.
    pub(super) fn open_round(&mut self, step: BetStep, events: &mut Vec<Event>) -> bool {
        let (limit, big) = self.limit_now(self.limit_of(step.tier));
        let capped = matches!(limit, Limit::Fixed(_) | Limit::Spread { .. }) && self.live().len() > 2;
        self.phase = Phase::Betting(Round {
            to_act: self.terms.button,
            bet: self.course.posted(),
            last_raise: limit.min_bet(),
            raises: 0,
            cap: capped.then_some(self.game.raise_cap),
            limit,
            step,
            acted: SeatSet::EMPTY,
            checked: SeatSet::EMPTY,
            facing: SeatSet::EMPTY,
            raised: BySeat::default(),
            must_open: self.game.forced_opening && step.first_may_raise && self.is_first_round(),
            early: SeatSet::EMPTY,
            big,
            brought_in: self.course.brought_in().filter(|_| step.first == First::BringIn),
            options: Options::NONE,
        });
        let after = self.before_first(step.first);
        self.course.begin_round();
        let asked = self.ask_next(after, events);
        if !asked {
            self.phase = Phase::Over;
        }
        asked
    }

    /// Returns the limit of a round that begins now, and in fixed limit the larger size that an open pair allows as well.
    fn limit_now(&self, limit: Limit) -> (Limit, Chips) {
        if self.game.open_pair == OpenPair::Off || !self.shows_pair() {
            return (limit, Chips::ZERO);
        }
        let higher = match self.game.open_pair {
            OpenPair::PlusTwo => limit.try_map(|amount| amount.checked_add(Chips::new(2))),
            _ => self.terms.tiers.last().copied(),
        };
        match (limit, higher) {
            (Limit::Spread { min, .. }, Some(Limit::Spread { max, .. })) => (Limit::Spread { min, max }, Chips::ZERO),
            (Limit::Fixed(small), Some(Limit::Fixed(big))) if big > small => (limit, big),
            _ => (limit, Chips::ZERO),
        }
    }

    fn shows_pair(&self) -> bool {
        let pair_of_deuces = [Suit::Clubs, Suit::Diamonds].map(|suit| Card::new(Rank::TWO, suit));
        let least = visible_high(pair_of_deuces.into_iter().collect(), CardSet::EMPTY);
        let wild = self.known_wild();
        let mut live = self.live().iter();
        live.any(|seat| visible_high(self.up_cards(seat), wild) >= least)
    }

    fn is_first_round(&self) -> bool {
        let before = self.place.before_last(&self.game.steps);
        !before.iter().any(|step| matches!(step, Step::Bet(_)))
    }

    /// Moves on to the next seat that has to act; returns `false` if there is none. A killed hand folds immediately and an action declared
    /// in the dark is carried out immediately, and the search continues after it.
    fn ask_next(&mut self, after: SeatIx, events: &mut Vec<Event>) -> bool {
        let Phase::Betting(round) = &self.phase else {
            return false;
        };
        let Some((seat, price)) = self.next_to_act(round, after) else {
            return false;
        };
        let options = self.options(round, seat, price);
        let bet = round.bet;
        if let Phase::Betting(round) = &mut self.phase {
            round.to_act = seat;
            round.options = options;
        }
        if self.contenders.is_killed(seat) {
            self.bet(seat, Action::Fold, Spoken::InTurn, events)
                .expect("a killed hand may always be folded");
            return true;
        }
        let may_check = options.check && bet.is_zero();
        if let Some(action) = self.take_dark(seat, may_check, options.sizes.ok()) {
            self.bet(seat, action, Spoken::InTheDark, events)
                .expect("a declared action is made one of those that are offered");
            return true;
        }
        self.ask(SeatSet::only(seat), TurnKind::Bet, events);
        true
    }

    /// Returns the next seat that has to act, and the price of its call. Only seats with chips and a live hand act.
    fn next_to_act(&self, round: &Round, after: SeatIx) -> Option<(SeatIx, Chips)> {
        let able = self.able();
        let rivals_have_chips = able.is_several();
        able.clockwise_from(after).find_map(|seat| {
            let price = self.price(round, seat);
            // A player forced to open acts again only after a raise. A player who checked with a credit as large as the bet owes nothing,
            // but may make a full raise.
            let speaks = !round.acted.contains(seat) || (round.facing.contains(seat) && round.bet >= round.last_raise);
            let waits = rivals_have_chips && speaks && round.brought_in != Some(seat);
            (waits || !price.is_zero()).then_some((seat, price))
        })
    }

    fn rivals(&self, seat: SeatIx) -> SeatSet {
        self.live().difference(SeatSet::only(seat))
    }

    fn rival_has_chips(&self, seat: SeatIx) -> bool {
        !self.rivals(seat).intersection(self.stacks.solvent()).is_empty()
    }

    /// Carries out a betting action of the seat to act.
    pub(super) fn bet(
        &mut self,
        seat: SeatIx,
        action: Action,
        spoken: Spoken,
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        let Phase::Betting(round) = &self.phase else {
            return Err(RuleError::WrongKind);
        };
        let Options { price, check, fold, .. } = round.options;
        let mut excess = Chips::ZERO;
        let (kind, to) = match action {
            Action::Fold if self.contenders.is_killed(seat) => (BetAction::Fold, None),
            Action::Fold | Action::Check if round.options.must_bet => return Err(RuleError::MustOpen),
            Action::Fold if fold => (BetAction::Fold, None),
            Action::Fold => return Err(RuleError::FoldNotOffered),
            Action::Check if check => (BetAction::Check, None),
            Action::Check => return Err(RuleError::CheckNotOffered { to_call: price }),
            Action::Call if price.is_zero() => return Err(RuleError::NothingToCall),
            Action::Call => (BetAction::Call, Some(self.wagers.committed(seat) + price)),
            Action::Bet(_) if !round.bet.is_zero() => return Err(RuleError::AlreadyBet { bet: round.bet }),
            Action::Raise(_) if round.bet.is_zero() => return Err(RuleError::NothingToRaise),
            Action::Bet(to) | Action::Raise(to) => {
                let (kind, total) = self.counted(round, seat, to)?;
                excess = to.saturating_sub(total);
                (kind, Some(total))
            }
            _ => return Err(RuleError::WrongKind),
        };

        if kind == BetAction::Bet {
            self.open(round.step.open, seat);
        }
        let added = to.map_or(Chips::ZERO, |to| to - self.wagers.committed(seat));
        let all_in = self.stacks.pay(seat, added + excess);
        self.wagers.bet(seat, added);
        let total = self.wagers.committed(seat);
        if kind == BetAction::Fold {
            self.contenders.fold(seat);
        }
        if kind == BetAction::Fold || all_in {
            self.drop_dark(Some(seat));
        }
        let Phase::Betting(round) = &mut self.phase else {
            unreachable!("paying does not end a betting round");
        };
        if kind == BetAction::Bet {
            round.facing = round.acted;
        }
        round.facing.remove(seat);
        if matches!(kind, BetAction::Bet | BetAction::Raise) {
            let increment = total - round.bet;
            if !round.big.is_zero() && increment >= round.big {
                // After a big bet, all bets are big ones.
                round.limit = Limit::Fixed(round.big);
                round.last_raise = round.big;
                round.big = Chips::ZERO;
            }
            if increment >= round.last_raise {
                if kind == BetAction::Raise {
                    round.raises = round.raises.saturating_add(1);
                    round.raised[seat] = round.raised[seat].saturating_add(1);
                    self.course.count_raise();
                }
                if matches!(round.limit, Limit::NoLimit(_) | Limit::Pot(_)) {
                    round.last_raise = increment;
                }
            }
            round.bet = total;
            self.course.bet(seat, kind);
        }
        round.acted.insert(seat);
        if kind == BetAction::Check {
            round.checked.insert(seat);
        }
        if round.is_incomplete() {
            round.early.insert(seat);
        } else {
            round.early.remove(seat);
        }
        emit(events, || PublicEvent::ActionTaken {
            seat,
            action: kind,
            added,
            to: total,
            all_in: all_in && !added.is_zero(),
            dark: spoken == Spoken::InTheDark,
        });
        if !excess.is_zero() {
            self.wagers.add_dead(excess);
            emit(events, || PublicEvent::ExcessForfeited { seat, amount: excess });
        }
        self.next_bettor(seat, events);
        Ok(())
    }

    /// Returns the action and the total that a bet or raise to `to` counts as.
    fn counted(&self, round: &Round, seat: SeatIx, to: Chips) -> Result<(BetAction, Chips), RuleError> {
        let kind = if round.bet.is_zero() {
            BetAction::Bet
        } else {
            BetAction::Raise
        };
        let price = round.options.price;
        match self.legal_total(round, seat, to) {
            Ok(total) => Ok((kind, total)),
            Err(error)
                if self.terms.rules.illegal_bets == IllegalBets::Refuse
                    || to > self.reach(seat)
                    || !to.is_multiple_of(self.terms.rules.unit) =>
            {
                Err(error)
            }
            Err(RuleError::BetTooLarge { max, .. }) => Ok((kind, max)),
            Err(RuleError::BetTooSmall { .. }) if to > round.bet && !price.is_zero() => {
                Ok((BetAction::Call, self.wagers.committed(seat) + price))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the total if a bet or raise to it is legal.
    fn legal_total(&self, round: &Round, seat: SeatIx, to: Chips) -> Result<Chips, RuleError> {
        let Options { sizes, big, .. } = round.options;
        let (least, most) = sizes?;
        if to == big && !big.is_zero() {
            return Ok(to);
        }
        if to > most {
            return Err(RuleError::BetTooLarge { to, max: most });
        }
        if to < least || to <= round.bet {
            return Err(RuleError::BetTooSmall { to, min: least });
        }
        let unit = self.terms.rules.unit;
        if to != self.reach(seat) && !to.is_multiple_of(unit) {
            return Err(RuleError::NotAMultiple { to, unit });
        }
        Ok(to)
    }

    fn next_bettor(&mut self, after: SeatIx, events: &mut Vec<Event>) {
        let contested = self.live().is_several();
        if contested && self.ask_next(after, events) {
            return;
        }
        let Phase::Betting(round) = &self.phase else {
            return;
        };
        let unopened = round.bet.is_zero() && contested;
        let all_check = round.step.all_check;
        self.phase = Phase::Over;
        if contested {
            self.close_round(events);
        }
        match all_check {
            AllCheck::Redeal if unopened => return self.pass_out(events),
            AllCheck::Jump(step) if unopened => {
                emit(events, || PublicEvent::PassedOut);
                self.drop_dark(None);
                self.place.jump(usize::from(step));
            }
            _ => {}
        }
        self.advance(events);
    }

    /// Gathers the bets, returns the uncalled bet, forms the pots, and tables the hands if the rules require it.
    pub(super) fn close_round(&mut self, events: &mut Vec<Event>) {
        let live = self.live();
        let staked = self.wagers.gather();
        self.return_uncalled(live, events);
        if self.wagers.is_news(staked, live) {
            self.tell_pots(events);
        }
        self.table_hands(live, events);
    }

    pub(super) fn return_uncalled(&mut self, live: SeatSet, events: &mut Vec<Event>) {
        if let Some((seat, amount)) = self.wagers.take_uncalled(live) {
            self.stacks.receive(seat, amount);
            emit(events, || PublicEvent::UncalledReturned { seat, amount });
        }
    }

    /// Tables all hands, or holds them, when a player is all-in, no more betting is possible and no cards remain to be chosen. At some
    /// tables no more betting is possible after the last round either, whatever chips are left. Rules: tournament 10.4, L-16.
    pub(super) fn table_hands(&mut self, live: SeatSet, events: &mut Vec<Event>) {
        if self.is_tabled() || !self.terms.rules.all_in_face_up {
            return;
        }
        let with_chips = live.intersection(self.stacks.solvent()).len();
        let is_last = || !self.steps_to_come().any(|step| matches!(step, Step::Bet(_)));
        let betting_is_over =
            with_chips <= 1 || (self.terms.rules.betting_over == BettingOver::AfterLastRound && is_last());
        if !betting_is_over || with_chips == live.len() || self.has_choices_to_come() {
            return;
        }
        if self.terms.rules.tabling == Tabling::OnRelease {
            self.phase = Phase::Held(Held::Tabling);
            return;
        }
        self.holdings.table();
        let order: Vec<SeatIx> = live.clockwise_from(self.terms.button).collect();
        let mut hands = Vec::with_capacity(order.len());
        for seat in order {
            self.holdings.show(seat);
            hands.push((seat, self.laid_out(seat).collect()));
        }
        emit(events, || PublicEvent::HandsTabled { hands });
    }
}
