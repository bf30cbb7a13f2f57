//! The deck of a hand: a shuffled order of cards, and the orders of its refills.

mod recorded;

pub(crate) use recorded::{RecordedCard, RecordedCards, To};

use crate::{Card, CardSet, SeatIx};

/// Cards in some order.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CardOrder {
    cards: [Card; Card::COUNT as usize],
    len: u8,
    /// The same cards as a set.
    set: CardSet,
}

impl CardOrder {
    /// Takes the first [`Card::COUNT`] cards of `source`; there are no more different ones.
    fn new(source: impl IntoIterator<Item = Card>) -> Self {
        let mut order = Self {
            cards: [Card::JOKER_1; Card::COUNT as usize],
            len: 0,
            set: CardSet::EMPTY,
        };
        for (slot, card) in order.cards.iter_mut().zip(source) {
            *slot = card;
            order.len += 1;
        }
        order.set = order.as_slice().iter().copied().collect();
        order
    }

    /// Puts the cards of a set in ascending order.
    fn sorted(set: CardSet) -> Self {
        let mut cards = [Card::JOKER_1; Card::COUNT as usize];
        let mut len = 0;
        for run in set.runs() {
            cards[len..len + run.len()].copy_from_slice(run);
            len += run.len();
        }
        let len = u8::try_from(len).expect("a set has no more cards than there are");
        Self { cards, len, set }
    }

    fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

/// A shuffled deck. Nothing of it leaves the engine except the cards dealt, one by one.
#[derive(Clone, PartialEq, Eq)]
pub struct Deck {
    order: CardOrder,
    next: u8,
    refills: Refills,
    refills_used: u32,
    /// Set for a deck that deals a written line of cards; it replaces the orders of the refills.
    written: Option<Box<Written>>,
    /// Set for a deck that deals each card to the recipient named by a record.
    told: Option<Box<RecordedCards>>,
}

/// Makes the order of a refill: `cards`, shuffled by the secret of the hand and the number of the refill, from 0. The same secret and
/// number always give the same order; the orders of two numbers reveal nothing about each other.
pub type RefillOrder = fn(secret: &[u8; 32], number: u32, cards: CardSet) -> Vec<Card>;

/// Source of the refill orders.
#[derive(Clone)]
enum Refills {
    /// A list, repeated from the start after its last order.
    Listed(Vec<CardOrder>),
    /// Each order is made when it is needed.
    Made {
        secret: [u8; 32],
        order: RefillOrder,
        /// Cards of the whole deck.
        cards: CardSet,
    },
}

impl Refills {
    /// Returns the order of a refill, or `None` if there are no refills.
    fn get(&self, number: u32) -> Option<CardOrder> {
        match self {
            Self::Listed(orders) => {
                let index = usize::try_from(number).unwrap_or(0) % orders.len().max(1);
                orders.get(index).copied()
            }
            Self::Made { secret, order, cards } => {
                let order = CardOrder::new(order(secret, number, *cards));
                assert!(
                    order.set == *cards && usize::from(order.len) == cards.len(),
                    "the order of a refill holds each card once"
                );
                Some(order)
            }
        }
    }
}

/// Compares all but the function: a program has only one.
impl PartialEq for Refills {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Listed(orders), Self::Listed(others)) => orders == others,
            (
                Self::Made { secret, cards, .. },
                Self::Made {
                    secret: other,
                    cards: others,
                    ..
                },
            ) => secret == other && cards == others,
            _ => false,
        }
    }
}

impl Eq for Refills {}

/// A line of cards that continues through every refill.
#[derive(Clone, PartialEq, Eq)]
struct Written {
    line: Vec<Card>,
    /// Cards of the line dealt before the latest refill.
    dealt: usize,
    /// `true` if a card other than the written one was dealt before the latest refill.
    strayed: bool,
}

impl Deck {
    /// Returns a deck that deals `cards` from the first on. Each refill is an order of all cards; the cards that come back are dealt in
    /// that order.
    pub fn new(cards: impl IntoIterator<Item = Card>, refills: impl IntoIterator<Item = Vec<Card>>) -> Self {
        Self {
            order: CardOrder::new(cards),
            next: 0,
            refills: Refills::Listed(refills.into_iter().map(CardOrder::new).collect()),
            refills_used: 0,
            written: None,
            told: None,
        }
    }

    /// Returns a deck that deals exactly this line, followed by the other cards of `all` in some order. After a refill the line continues,
    /// so a card may come again.
    pub fn dealing(line: &[Card], all: CardSet) -> Self {
        let order = order_of(line, all);
        let mut deck = Self::new(order.clone(), [order]);
        deck.written = Some(Box::new(Written {
            line: line.to_vec(),
            dealt: 0,
            strayed: false,
        }));
        deck
    }

    /// Returns a deck of the cards of `all` that deals every seat the cards a record names, and for those it leaves out, cards it does not
    /// mention.
    pub(crate) fn of_record(told: RecordedCards, all: CardSet) -> Self {
        let order: Vec<Card> = all.iter().collect();
        let mut deck = Self::new(order.clone(), [order]);
        deck.told = Some(Box::new(told));
        deck
    }

    /// Returns the record that this deck follows and the cards dealt so far, or `None` for any other kind of deck.
    pub(crate) fn told(&self) -> Option<&RecordedCards> {
        self.told.as_deref()
    }

    /// Returns `true` if a card other than the written one was dealt because the written one was not in the deck.
    pub(crate) fn strayed(&self) -> bool {
        let strays = |written: &Written| {
            let dealt = &self.order.as_slice()[..usize::from(self.next)];
            let line = &written.line[written.dealt.min(written.line.len())..];
            written.strayed || dealt.iter().zip(line).any(|(dealt, written)| dealt != written)
        };
        self.written.as_deref().is_some_and(strays)
    }

    /// Shuffles `cards` with random numbers from `source`: Fisher–Yates, each index drawn without bias by rejection. The same numbers
    /// always give the same deck. It has no refills.
    pub fn shuffled(cards: CardSet, source: &mut impl FnMut() -> u32) -> Self {
        let mut order = CardOrder::sorted(cards);
        for last in (1..usize::from(order.len)).rev() {
            order.cards.swap(uniform(last + 1, source), last);
        }
        Self {
            order,
            next: 0,
            refills: Refills::Listed(Vec::new()),
            refills_used: 0,
            written: None,
            told: None,
        }
    }

    /// Gives the deck as many refills as its hand needs, each in an order of its own made from `secret`. Call it before a card is dealt.
    #[must_use]
    pub fn with_refills(mut self, secret: [u8; 32], order: RefillOrder) -> Self {
        let cards = self.order.set;
        self.refills = Refills::Made { secret, order, cards };
        self
    }

    /// Returns the whole order, for the sealed record that replays the hand.
    pub fn order(&self) -> Vec<Card> {
        self.order.as_slice().to_vec()
    }

    /// Returns the orders of the first `count` refills; none if the deck has no refills.
    pub fn refill_orders(&self, count: u32) -> Vec<Vec<Card>> {
        let orders = (0..count).filter_map(|number| self.refills.get(number));
        orders.map(|order| order.as_slice().to_vec()).collect()
    }

    /// Returns `true` if the deck and each of its refills hold exactly these cards, each once.
    pub(crate) fn consists_of(&self, cards: CardSet) -> bool {
        let exactly = |order: &CardOrder| usize::from(order.len) == cards.len() && order.set == cards;
        let refills = match &self.refills {
            Refills::Listed(orders) => orders.iter().all(exactly),
            Refills::Made { cards: whole, .. } => *whole == cards,
        };
        exactly(&self.order) && refills
    }

    /// Returns `true` if there is an order for a refill.
    pub(crate) fn can_refill(&self) -> bool {
        !matches!(&self.refills, Refills::Listed(orders) if orders.is_empty())
    }

    /// Returns the number of cards left in the stub.
    pub(crate) fn left(&self) -> usize {
        usize::from(self.order.len - self.next)
    }

    /// Deals the next card; the recipient matters only to a deck that follows a record.
    #[inline]
    pub(crate) fn deal(&mut self, to: To) -> Option<Card> {
        if self.told.is_some() {
            self.choose(to);
        }
        let card = *self.order.as_slice().get(usize::from(self.next))?;
        self.next += 1;
        Some(card)
    }

    /// Deals one card to each of the seats, which must not outnumber the cards left. Read them from [`Self::dealt`].
    pub(crate) fn deal_round(&mut self, seats: &[SeatIx]) {
        if self.told.is_some() {
            for seat in seats {
                self.deal(To::Seat(*seat));
            }
        } else {
            self.next += u8::try_from(seats.len()).unwrap_or(u8::MAX);
        }
    }

    /// Returns the last `count` cards dealt.
    pub(crate) fn dealt(&self, count: usize) -> &[Card] {
        let next = usize::from(self.next);
        &self.order.as_slice()[next - count..next]
    }

    /// Moves the card that the record names for this recipient to the top.
    #[cold]
    fn choose(&mut self, to: To) {
        if let Some(told) = &mut self.told {
            let CardOrder { cards, len, .. } = &mut self.order;
            told.choose(&mut cards[usize::from(self.next)..usize::from(*len)], to);
        }
    }

    /// Shuffles `returned` and the rest of the stub together. Rule: variants D1.
    pub(crate) fn refill(&mut self, returned: CardSet) {
        let stub: CardSet = self.order.as_slice()[usize::from(self.next)..]
            .iter()
            .copied()
            .collect();
        let pool = stub.union(returned);
        let strayed = self.strayed();
        if let Some(told) = &mut self.told {
            told.refill(returned);
            self.order = CardOrder::sorted(pool);
            self.next = 0;
        } else if let Some(written) = &mut self.written {
            written.strayed = strayed;
            written.dealt = (written.dealt + usize::from(self.next)).min(written.line.len());
            self.order = CardOrder::new(order_of(&written.line[written.dealt..], pool));
            self.next = 0;
        } else if let Some(refill) = self.refills.get(self.refills_used) {
            self.order = CardOrder::new(refill.as_slice().iter().copied().filter(|card| pool.contains(*card)));
            self.next = 0;
            self.refills_used += 1;
        }
    }
}

/// Returns the cards of a line up to the first that is not in `all` or is repeated, then the rest of `all`.
fn order_of(line: &[Card], all: CardSet) -> Vec<Card> {
    let mut left = all;
    let first = line
        .iter()
        .copied()
        .take_while(|card| left.remove(*card))
        .collect::<Vec<_>>();
    first.into_iter().chain(left.iter()).collect()
}

/// Leaves out the order of the cards: it is the secret of the hand.
impl std::fmt::Debug for Deck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Deck({} left)", self.left())
    }
}

/// 2^64 divided by each number of cards, rounded up.
const RECIPROCALS: [u64; Card::COUNT as usize + 1] = {
    let mut reciprocals = [0; Card::COUNT as usize + 1];
    let mut bound = 1;
    while bound < reciprocals.len() {
        reciprocals[bound] = (u64::MAX / bound as u64).wrapping_add(1);
        bound += 1;
    }
    reciprocals
};

/// Computes `number % bound` without a division: the fractional part of the quotient times the divisor, exact for all 32-bit numbers
/// (Lemire, Kaser and Kurz 2019).
#[inline]
fn remainder(number: u32, bound: usize) -> usize {
    let fraction = RECIPROCALS[bound].wrapping_mul(u64::from(number));
    let (_, remainder) = fraction.carrying_mul(bound as u64, 0);
    usize::try_from(remainder).unwrap_or(0)
}

/// Draws a number below `bound`, which is at most [`Card::COUNT`], each with the same probability: numbers in the incomplete last stretch
/// are drawn again.
#[inline]
fn uniform(bound: usize, source: &mut impl FnMut() -> u32) -> usize {
    let highest = |bound: u32| u32::MAX - (u32::MAX % bound + 1) % bound;
    loop {
        let number = source();
        // The incomplete stretch is shorter than the number of cards; only numbers this high can lie in it and need the exact limit.
        if number < u32::MAX - u32::from(Card::COUNT)
            || u32::try_from(bound).is_ok_and(|bound| number <= highest(bound))
        {
            return remainder(number, bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::DeckKind;

    /// Small generator for tests (splitmix64).
    fn source(mut state: u64) -> impl FnMut() -> u32 {
        move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z >> 32) as u32
        }
    }

    #[test]
    fn a_shuffle_keeps_every_card_and_repeats_for_the_same_numbers() {
        let cards = DeckKind::Standard.cards();
        let deck = Deck::shuffled(cards, &mut source(1));
        assert!(deck.consists_of(cards));
        assert_eq!(deck, Deck::shuffled(cards, &mut source(1)));
        assert_ne!(deck, Deck::shuffled(cards, &mut source(2)));
    }

    /// Pins the order produced by a counter: a change would make old hands unreadable.
    #[test]
    fn the_shuffle_is_pinned() {
        let mut next = 0;
        let mut counter = || {
            next += 7_919;
            next
        };
        let deck = Deck::shuffled(DeckKind::Standard.cards(), &mut counter);
        let text: String = deck.order().iter().map(ToString::to_string).collect();
        let pinned =
            "2c3c3d4d4h3h4cTh7d8d5c5h2h6d7s6hTd7cJc8cQdTcKd8h9hQcJhAsKhAd9dJs5d4sAc6s6cKsAhQh9s2d8sTsJd2sKcQs7h3s9c5s";
        assert_eq!(text.len(), pinned.len());
        assert_eq!(text, pinned);
    }

    /// Every number below the bound comes from equally many 32-bit numbers.
    #[test]
    fn the_sampler_rejects_exactly_the_incomplete_stretch() {
        for bound in 1..=54_u32 {
            let stretches = (1_u64 << 32) / u64::from(bound);
            let greatest = u32::try_from(stretches * u64::from(bound) - 1).unwrap();
            let mut first_kept = [u32::MAX, 0].into_iter();
            let below = usize::try_from(bound).unwrap();
            let uniform = |source: &mut dyn FnMut() -> u32| u32::try_from(uniform(below, &mut || source())).unwrap();
            assert_eq!(uniform(&mut || greatest), greatest % bound);
            if greatest < u32::MAX {
                let mut numbers = [greatest + 1, 0].into_iter();
                assert_eq!(
                    uniform(&mut || numbers.next().unwrap()),
                    0,
                    "{bound}: rejected, then taken"
                );
            } else {
                assert_eq!(uniform(&mut || first_kept.next().unwrap()), u32::MAX % bound);
            }
        }
    }

    #[test]
    fn the_remainder_is_that_of_a_division() {
        let mut numbers = source(3);
        for bound in 1..=54 {
            let edges = [0, 1, bound - 1, bound, u32::MAX - 1, u32::MAX];
            for number in edges.into_iter().chain((0..1_000).map(|_| numbers())) {
                assert_eq!(
                    remainder(number, bound as usize),
                    (number % bound) as usize,
                    "{number} % {bound}"
                );
            }
        }
    }

    /// Rotates the cards by the first byte of `secret` plus `number`.
    fn rotated(secret: &[u8; 32], number: u32, cards: CardSet) -> Vec<Card> {
        let mut cards: Vec<Card> = cards.iter().collect();
        cards.rotate_left(usize::from(secret[0]) + number as usize);
        cards
    }

    #[test]
    fn each_refill_is_made_of_the_secret_and_its_number() {
        let all = DeckKind::Piquet.cards();
        let mut deck = Deck::new(all.iter(), []).with_refills([3; 32], rotated);
        assert!(deck.consists_of(all) && deck.can_refill());
        for number in 0..20 {
            let dealt: CardSet = std::iter::from_fn(|| deck.deal(To::Board)).collect();
            deck.refill(dealt);
            let again: Vec<Card> = std::iter::from_fn(|| deck.clone().deal(To::Board)).take(1).collect();
            assert_eq!(again[0], rotated(&[3; 32], number, all)[0]);
        }
        assert_ne!(deck, deck.clone().with_refills([4; 32], rotated));
    }

    #[test]
    fn a_refill_deals_the_returned_cards_and_the_rest_of_the_stub() {
        let cards: Vec<Card> = DeckKind::Piquet.cards().iter().collect();
        let mut reversed = cards.clone();
        reversed.reverse();
        let mut deck = Deck::new(cards.clone(), [reversed]);
        let dealt: Vec<Card> = (0..31).filter_map(|_| deck.deal(To::Board)).collect();
        deck.refill(dealt[..3].iter().copied().collect());
        assert_eq!(deck.left(), 4);
        let again: Vec<Card> = std::iter::from_fn(|| deck.deal(To::Board)).collect();
        assert_eq!(again, [cards[31], cards[2], cards[1], cards[0]]);
    }
}
