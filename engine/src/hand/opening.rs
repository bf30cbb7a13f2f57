//! Openers and their proof, and hands that no player opens. Rule: variants 4.4.

use super::{Hand, Phase, emit};
use crate::eval::{self, Category, Chance, Described, Ranking, Selection};
use crate::event::{Event, PublicEvent};
use crate::game::{LeastPair, Openers, OpenersCheck};
use crate::{CardSet, SeatIx, SeatSet};

/// Openings of rounds that require openers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Openings {
    /// Openers required, if they vary from hand to hand.
    required: Option<Openers>,
    /// Seats that opened with openers, and the cards that prove it.
    proofs: Vec<(SeatIx, CardSet)>,
    /// Seats that opened without openers.
    false_openers: SeatSet,
}

impl Openings {
    /// Returns the state before any round has been opened.
    pub(super) const fn none(required: Option<Openers>) -> Self {
        Self {
            required,
            proofs: Vec::new(),
            false_openers: SeatSet::EMPTY,
        }
    }

    /// Returns the openers required in a round for which the game asks `own`.
    fn required(&self, own: Option<Openers>) -> Option<Openers> {
        own.map(|own| self.required.unwrap_or(own))
    }

    /// Notes an opening, with the cards that prove it, or `None` for a false one.
    fn note(&mut self, seat: SeatIx, proof: Option<CardSet>) {
        match proof {
            Some(cards) if !self.proofs.contains(&(seat, cards)) => self.proofs.push((seat, cards)),
            Some(_) => {}
            None => self.false_openers.insert(seat),
        }
    }

    /// Returns the seats that have to prove their openers at the end.
    pub(super) fn proving(&self) -> SeatSet {
        let proofs = self.proofs.iter().map(|(seat, _)| *seat);
        self.false_openers.union(proofs.collect())
    }
}

impl Hand {
    /// Returns `true` if the seat may open the betting.
    pub(super) fn may_open(&self, own: Option<Openers>, seat: SeatIx) -> bool {
        match self.openings.required(own) {
            None => true,
            Some(_) if self.game.openers_check == OpenersCheck::Penalty => true,
            Some(required) => self.openers_of(seat, required).is_some(),
        }
    }

    /// Opens the betting for the seat, and notes its openers if any are required.
    pub(super) fn open(&mut self, own: Option<Openers>, seat: SeatIx) {
        if let Some(required) = self.openings.required(own) {
            let held = self.openers_of(seat, required);
            let held = held.filter(|_| !self.terms.rules.false_openers.contains(seat));
            self.openings.note(seat, held);
        }
    }

    /// Returns the cards with which the seat can open, or `None` if it cannot.
    fn openers_of(&self, seat: SeatIx, required: Openers) -> Option<CardSet> {
        let hand = self.described(seat, Ranking::High, Selection::Own)?;
        let cards = self.holdings.card_set(seat);
        let bobtail = || eval::bobtail(cards, self.wild_for(seat), self.game.rules.wheel_straight);
        let openers = qualifying(&hand, required.least).or_else(|| bobtail().filter(|_| required.bobtail))?;
        // It takes the whole hand to prove which of its cards is the lowest.
        let whole = self.game.rules.wild.chances.contains(&Chance::OwnLow);
        Some(if whole { cards } else { openers })
    }

    /// Returns the seats that opened without openers.
    pub(crate) const fn false_openers(&self) -> SeatSet {
        self.openings.false_openers
    }

    /// Shows the openers, unless the whole hand is face up and contains them.
    pub(super) fn show_openers(&mut self, events: &mut Vec<Event>) {
        for &(seat, cards) in &self.openings.proofs {
            if !self.holdings.has_shown(seat) || !self.holdings.card_set(seat).is_superset(cards) {
                let cards = cards.iter().collect();
                emit(events, || PublicEvent::OpenersShown { seat, cards });
            }
        }
    }

    /// Ends a hand that no player opened: the pot is carried over.
    pub(super) fn pass_out(&mut self, events: &mut Vec<Event>) {
        emit(events, || PublicEvent::PassedOut);
        self.carry_pot(events);
    }

    /// Ends the hand without a winner.
    pub(super) fn carry_pot(&mut self, events: &mut Vec<Event>) {
        let amount = self.wagers.carry();
        self.phase = Phase::Over;
        emit(events, || PublicEvent::PotCarried { amount });
        self.complete(events);
    }

    /// Kills the hands of false openers at the showdown.
    pub(super) fn kill_false_openers(&mut self) {
        self.contenders.lay_down(self.false_openers());
    }

    /// Returns `true` if no player may win the pot, because every remaining player opened falsely.
    pub(super) fn is_forfeit(&self) -> bool {
        !self.live().is_empty() && self.live().difference(self.false_openers()).is_empty()
    }
}

/// Returns the cards that make the minimum pair or a better hand, or `None` if there are none.
fn qualifying(hand: &Described, least: LeastPair) -> Option<CardSet> {
    let playing = |count: usize| Some(hand.cards.iter().take(count).copied().collect());
    match (hand.category, least) {
        (Category::HighCard, _) | (Category::OnePair, LeastPair::TwoPair) => None,
        (Category::OnePair, LeastPair::Pair(least)) if hand.ranks.first().is_none_or(|rank| *rank < least) => None,
        (Category::OnePair, _) => playing(2),
        (Category::ThreeOfAKind, _) => playing(3),
        (Category::TwoPair | Category::FourOfAKind, _) => playing(4),
        _ => playing(5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;
    use crate::card::parse_cards;

    fn cards(text: &str) -> CardSet {
        parse_cards(text).expect("cards").into_iter().collect()
    }

    #[test]
    fn the_proof_is_no_more_than_it_takes() {
        let jacks = LeastPair::Pair(Rank::JACK);
        let proof = |hand: &str, least| {
            let hand = eval::describe(Ranking::High, Selection::Own, cards(hand), CardSet::EMPTY);
            qualifying(&hand.expect("a hand"), least)
        };
        assert_eq!(proof("Js Jh Th 9h 8h", jacks), Some(cards("Js Jh")));
        assert_eq!(proof("Ts Th 9h 8h 2c", jacks), None);
        assert_eq!(proof("3s 3h 2h 2c 9d", jacks), Some(cards("3s 3h 2h 2c")));
        assert_eq!(proof("As Ah 2h 3c 9d", LeastPair::TwoPair), None);
        assert_eq!(proof("2s 2h 2d Kc 9d", LeastPair::TwoPair), Some(cards("2s 2h 2d")));
        assert_eq!(proof("6s 5h 4d 3c 2d", jacks), Some(cards("6s 5h 4d 3c 2d")));
    }
}
