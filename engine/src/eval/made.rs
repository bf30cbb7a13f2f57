//! Hands in which some cards stand for others.

use super::category::Category;
use super::class::{ALL_RANKS, top};
use super::wild::FiveOfAKind;
use super::{Described, Played};
use crate::card::{Card, CardSet, Rank, Suit};
use crate::list::Ranks;

/// Index of the ace among the ranks.
pub(crate) const ACE: u8 = 12;
/// Index of the king among the ranks.
pub(crate) const KING: u8 = 11;
/// Bits by which the place of the category is shifted past the ranks.
pub(crate) const PLACE_SHIFT: u32 = 24;
/// Bits by which the first of the ranks is shifted.
const FIRST_RANK_SHIFT: u32 = 20;

/// Up to five cards with the ranks they count as; wild cards take the place of the cards they stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) category: Category,
    /// Ranks, most significant first: the three of a kind of a full house, the top of a straight.
    ranks: [u8; 5],
    len: u8,
    /// Suit required of all cards, if any.
    pub(crate) suit: Option<u8>,
}

impl Made {
    pub(crate) const fn new(category: Category) -> Self {
        Self {
            category,
            ranks: [0; 5],
            len: 0,
            suit: None,
        }
    }

    pub(crate) const fn of_suit(category: Category, suit: u8) -> Self {
        Self {
            suit: Some(suit),
            ..Self::new(category)
        }
    }

    /// Adds a rank `copies` times, as far as there is room.
    pub(crate) const fn with(mut self, rank: u8, copies: u8) -> Self {
        let mut left = copies;
        while left > 0 && self.len < 5 {
            self.ranks[self.len as usize] = rank;
            self.len += 1;
            left -= 1;
        }
        self
    }

    /// Adds the highest of some ranks until there are `size` cards.
    pub(crate) const fn fill(mut self, ranks: u16, size: u8) -> Self {
        let mut rest = ranks;
        while rest != 0 && self.len < size {
            self = self.with(top(rest), 1);
            rest &= !(1 << top(rest));
        }
        self
    }

    pub(crate) const fn is_straight(&self) -> bool {
        matches!(self.category, Category::Straight | Category::StraightFlush)
    }

    pub(crate) fn ranks(&self) -> &[u8] {
        &self.ranks[..usize::from(self.len)]
    }

    /// Returns a number that orders hands: place of the category, then rank by rank. The last four bits are left for ties.
    pub(crate) fn key(self, place: u8) -> u32 {
        // A straight is identified by its top alone: the ace may be at either end.
        let telling = if self.is_straight() { 1 } else { 5 };
        key(place, self.ranks().iter().take(telling).map(|rank| rank + 1))
    }

    /// Returns the number of these cards that have to be wild.
    pub(crate) fn wild_cards(self, natural: CardSet) -> u8 {
        let mut left = natural;
        let mut wild = 0;
        for &rank in self.ranks() {
            match self.natural(left, rank) {
                Some(card) => _ = left.remove(card),
                None => wild += 1,
            }
        }
        wild
    }

    fn natural(self, left: CardSet, rank: u8) -> Option<Card> {
        let rank = Rank::new(rank)?;
        Suit::ALL
            .into_iter()
            .rev()
            .filter(|suit| self.suit.is_none_or(|only| only == suit.index()))
            .map(|suit| Card::new(rank, suit))
            .find(|card| left.contains(*card))
    }

    /// Describes the hand in words and cards.
    pub(crate) fn describe(self, natural: CardSet, wild: CardSet, strength: u32) -> Described {
        let mut filling = Filling::new(natural, wild);
        for &rank in self.ranks() {
            match self.natural(filling.natural, rank) {
                Some(card) => filling.play(card),
                None => filling.stand_for(Rank::new(rank), self.suit),
            }
        }
        let each = matches!(self.category, Category::Flush | Category::Blaze);
        let mut named = Ranks::EMPTY;
        for rank in self.ranks().iter().filter_map(|rank| Rank::new(*rank)) {
            let told = if self.is_straight() {
                !named.is_empty()
            } else {
                named.last() == Some(&rank)
            };
            if each || !told {
                named.push(rank);
            }
        }
        Described {
            strength: super::Strength(strength),
            category: self.category,
            ranks: named,
            cards: filling.cards,
            stands_for: filling.stands_for,
        }
    }
}

/// Returns a number that orders hands by the place of the category, then rank by rank (1 to 15, 0 for none).
pub(crate) fn key(place: u8, ranks: impl Iterator<Item = u8>) -> u32 {
    let mut key = u32::from(place) << PLACE_SHIFT;
    let mut shift = FIRST_RANK_SHIFT;
    for rank in ranks {
        key |= u32::from(rank) << shift;
        shift -= 4;
    }
    key
}

/// The cards that play, while they are being chosen.
pub(crate) struct Filling {
    /// Natural cards that do not play yet.
    pub(crate) natural: CardSet,
    wild: CardSet,
    pub(crate) cards: Played,
    pub(crate) stands_for: Played,
}

impl Filling {
    pub(crate) const fn new(natural: CardSet, wild: CardSet) -> Self {
        Self {
            natural,
            wild,
            cards: Played::EMPTY,
            stands_for: Played::EMPTY,
        }
    }

    /// Plays a natural card.
    pub(crate) fn play(&mut self, card: Card) {
        self.natural.remove(card);
        self.cards.push(card);
        self.stands_for.push(card);
    }

    /// Plays a wild card as a card of this rank, or as a joker without one.
    pub(crate) fn stand_for(&mut self, rank: Option<Rank>, suit: Option<u8>) {
        let Some(wild) = self.wild.iter().last() else { return };
        self.wild.remove(wild);
        self.cards.push(wild);
        let as_card = rank.map_or(Card::JOKER_1, |rank| {
            let of = |suit: Suit| Card::new(rank, suit);
            let wanted = |other: &Suit| suit.is_none_or(|suit| suit == other.index());
            let free = |other: &Suit| !self.natural.contains(of(*other)) && !self.stands_for.contains(&of(*other));
            let suits = || Suit::ALL.into_iter().rev().filter(wanted);
            of(suits().find(free).or_else(|| suits().next()).unwrap_or(Suit::Spades))
        });
        self.stands_for.push(as_card);
    }

    /// Keeps the five cards from being of one suit, if that is possible without changing a rank. `fixed` is the rank of all wild cards, if
    /// it cannot be chosen.
    pub(crate) fn unsuit(&mut self, fixed: Option<Rank>) {
        let suit = self.stands_for.first().and_then(|card| card.suit());
        if self.stands_for.len() < 5 || self.stands_for.iter().any(|card| card.suit() != suit) {
            return;
        }
        for place in 0..self.cards.len() {
            let card = self.stands_for[place];
            let elsewhere = Suit::ALL.into_iter().filter(|other| Some(*other) != suit);
            let other = elsewhere.filter_map(|suit| Some(Card::new(card.rank()?, suit)));
            let wild = self.cards[place] != card;
            if let Some(other) = other.into_iter().find(|other| wild || self.natural.contains(*other)) {
                self.stands_for[place] = other;
                if !wild {
                    self.cards[place] = other;
                }
                return;
            }
        }
        let fits = |card: &Card| fixed.is_none() || card.rank() == fixed;
        let place = self.stands_for.iter().position(fits);
        if let (Some(wild), Some(place)) = (self.wild.iter().last(), place)
            && let Some(rank) = self.stands_for[place].rank()
        {
            let other = Suit::ALL.into_iter().rev().find(|other| Some(*other) != suit);
            self.cards[place] = wild;
            self.stands_for[place] = Card::new(rank, other.unwrap_or(Suit::Spades));
        }
    }
}

/// Ranks held at least as many times as the index; every rank is held at least zero times. The maximum is six of a rank: four aces and two
/// jokers that count as aces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held([u16; 7]);

impl Held {
    /// Counts the ranks of each suit, and `aces` additional aces.
    pub(crate) const fn new(by_suit: [u16; 4], aces: u8) -> Self {
        let [one, two, three, four] = super::cards::at_least(by_suit);
        let mut held = [ALL_RANKS, one, two, three, four, 0, 0];
        let mut left = aces;
        let mut at = 1;
        while left > 0 && at < held.len() {
            if held[at] >> ACE & 1 == 0 {
                held[at] |= 1 << ACE;
                left -= 1;
            }
            at += 1;
        }
        Self(held)
    }

    /// Returns the ranks that `wild` wild cards bring to `count` cards.
    pub(crate) const fn with(self, count: u8, wild: u8) -> u16 {
        self.0[count.saturating_sub(wild) as usize]
    }

    /// Returns the ranks that occur.
    pub(crate) const fn one(self) -> u16 {
        self.0[1]
    }

    /// Returns the number of cards, wild cards excluded.
    const fn len(self) -> u8 {
        let mut len = 0;
        let mut at = 1;
        while at < self.0.len() {
            len += self.0[at].count_ones();
            at += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "54 cards at most")]
        let len = len as u8;
        len
    }
}

/// Returns the best hand of up to `size` cards by ranks alone, ignoring straights. If five of a kind is not a hand, a fifth card of a rank
/// stands for another rank.
pub(crate) fn of_ranks(held: Held, wild: u8, size: u8, five: FiveOfAKind) -> Made {
    let size = size.min(held.len() + wild);
    let one = held.one();
    let without = |rank: u8| one & !(1 << rank);
    if size >= 5 && five != FiveOfAKind::None && held.with(5, wild) != 0 {
        return Made::new(Category::FiveOfAKind).with(top(held.with(5, wild)), 5);
    }
    let fours = held.with(4, wild);
    if size >= 4 && fours != 0 {
        let four = top(fours);
        let made = Made::new(Category::FourOfAKind).with(four, 4);
        // Without five of a kind, the fifth card is an ace, or a king next to four aces.
        let spare = size == 5 && held.with(5, wild) >> four & 1 == 1;
        return if spare {
            made.with(if four == ACE { KING } else { ACE }, 1)
        } else {
            made.fill(without(four), size)
        };
    }
    let threes = held.with(3, wild);
    if size >= 3 && threes != 0 {
        let three = top(threes);
        let pairs = held.with(2, 0) & !(1 << three);
        // Wild cards beyond those in the three of a kind would have made four of a kind.
        if size >= 5 && pairs != 0 {
            return Made::new(Category::FullHouse).with(three, 3).with(top(pairs), 2);
        }
        return Made::new(Category::ThreeOfAKind)
            .with(three, 3)
            .fill(without(three), size);
    }
    let twos = held.with(2, wild);
    if size >= 2 && twos != 0 {
        let high = top(twos);
        let others = held.with(2, 0) & !(1 << high);
        if size >= 4 && others != 0 {
            let low = top(others);
            return Made::new(Category::TwoPair)
                .with(high, 2)
                .with(low, 2)
                .fill(without(high) & !(1 << low), size);
        }
        return Made::new(Category::OnePair).with(high, 2).fill(without(high), size);
    }
    let lone = if wild > 0 { 1 << ACE } else { 0 };
    Made::new(Category::HighCard).fill(one | lone, size)
}
