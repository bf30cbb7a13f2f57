//! Cards and sets of cards.

use std::fmt;
use std::str::FromStr;

/// A rank, from the deuce (0) to the ace (12). Whether an ace plays low is up to the ranking, not the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// Number of ranks.
    pub const COUNT: u8 = 13;
    /// The deuce.
    pub const TWO: Self = Self(0);
    /// The six, the lowest rank of a 36-card deck.
    pub const SIX: Self = Self(4);
    /// The seven, the lowest rank of a 32-card deck.
    pub const SEVEN: Self = Self(5);
    /// The jack.
    pub const JACK: Self = Self(9);
    /// The ace.
    pub const ACE: Self = Self(12);
    const SYMBOLS: &'static [u8; 13] = b"23456789TJQKA";

    /// Returns the rank with an index from 0 (deuce) to 12 (ace), or `None` above.
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Returns the index: 0 for the deuce up to 12 for the ace.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the symbol used in files and on the wire: one of `23456789TJQKA`.
    pub const fn symbol(self) -> char {
        Self::SYMBOLS[self.0 as usize] as char
    }

    /// Returns the rank with this symbol, or `None` if there is none.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        let index = Self::SYMBOLS.iter().position(|&s| char::from(s) == symbol)?;
        u8::try_from(index).ok().map(Self)
    }

    /// Iterates over all ranks from the deuce to the ace.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// A suit. The order of suits (clubs lowest) only breaks ties between door cards in stud and in a chip race, never for a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, `c`.
    Clubs,
    /// Diamonds, `d`.
    Diamonds,
    /// Hearts, `h`.
    Hearts,
    /// Spades, `s`.
    Spades,
}

impl Suit {
    /// All suits from clubs to spades.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the index: 0 for clubs up to 3 for spades.
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Returns the symbol used in files and on the wire: one of `cdhs`.
    pub const fn symbol(self) -> char {
        match self {
            Self::Clubs => 'c',
            Self::Diamonds => 'd',
            Self::Hearts => 'h',
            Self::Spades => 's',
        }
    }

    /// Returns the suit with this symbol, or `None` if there is none.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.symbol() == symbol)
    }
}

/// A card: one of the 52, or one of two jokers. Its index is `4 * rank + suit`; the jokers are 52 and 53.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// Number of different cards, jokers included.
    pub const COUNT: u8 = 54;
    /// Every card in ascending order of its index.
    pub(crate) const ALL: [Self; Self::COUNT as usize] = {
        let mut cards = [Self(0); Self::COUNT as usize];
        let mut index = 1;
        while index < Self::COUNT {
            cards[index as usize] = Self(index);
            index += 1;
        }
        cards
    };
    /// The first joker, `X1`.
    pub const JOKER_1: Self = Self(52);
    /// The second joker, `X2`.
    pub const JOKER_2: Self = Self(53);

    /// Returns the card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(4 * rank.0 + suit as u8)
    }

    /// Returns the card with an index below [`Card::COUNT`], or `None` from there on.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Returns the index: `4 * rank + suit`, or 52 and 53 for the jokers.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns `true` for a joker.
    pub const fn is_joker(self) -> bool {
        self.0 >= 52
    }

    /// Returns the rank, or `None` for a joker.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_joker() { None } else { Some(Rank(self.0 / 4)) }
    }

    /// Returns the suit, or `None` for a joker.
    pub const fn suit(self) -> Option<Suit> {
        if self.is_joker() {
            None
        } else {
            Some(Suit::ALL[(self.0 % 4) as usize])
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{}{}", rank.symbol(), suit.symbol()),
            _ => write!(f, "X{}", self.0 - 51),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a card; a card is a rank (23456789TJQKA) and a suit (cdhs), or X1 or X2")]
pub struct ParseCardError(pub String);

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseCardError(text.chars().take(8).collect());
        let mut symbols = text.chars();
        let (Some(first), Some(second), None) = (symbols.next(), symbols.next(), symbols.next()) else {
            return Err(error());
        };
        match (first, second) {
            ('X', '1') => Ok(Self::JOKER_1),
            ('X', '2') => Ok(Self::JOKER_2),
            _ => {
                let rank = Rank::from_symbol(first).ok_or_else(error)?;
                let suit = Suit::from_symbol(second).ok_or_else(error)?;
                Ok(Self::new(rank, suit))
            }
        }
    }
}

/// Reads cards written one after another, with or without blanks or commas between them: `AhKd`, `Ah Kd`.
///
/// # Errors
/// If some of the text is not a card; the error holds the first such part.
///
/// ```
/// let cards = poker_engine::card::parse_cards("Ah Kd")?;
/// assert_eq!(cards.len(), 2);
/// # Ok::<(), poker_engine::card::ParseCardError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    symbols
        .chunks(2)
        .map(|pair| pair.iter().collect::<String>().parse())
        .collect()
}

/// A set of cards, one bit each: bit `4 * rank + suit`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// Both jokers.
    pub const JOKERS: Self = Self(3 << 52);
    const ALL: u64 = (1 << Card::COUNT) - 1;

    /// Returns the set of this card alone.
    pub const fn only(card: Card) -> Self {
        Self(1 << card.0)
    }

    /// Returns the set with these bits; bits above the second joker are dropped.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL)
    }

    /// Returns every card of this rank and higher, without the jokers.
    pub const fn from_rank_up(lowest: Rank) -> Self {
        let below = (1 << (4 * lowest.index())) - 1;
        Self(Self::ALL & !Self::JOKERS.0 & !below)
    }

    /// Returns the set as bits, bit `4 * rank + suit` for each card.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Returns `true` if every card of `other` is in this set.
    pub const fn is_superset(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds a card; returns `false` if it was already there.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.0;
        new
    }

    /// Removes a card; returns `false` if it was not there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !(1 << card.0);
        there
    }

    /// Returns the cards in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cards in this set but not in `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the cards in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Iterates over the cards in ascending order of their index.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let index = u8::try_from(bits.trailing_zeros()).ok()?;
            bits &= bits - 1;
            Some(Card(index))
        })
    }

    /// Iterates over the cards in ascending order, each run of consecutive indices as one slice.
    pub(crate) fn runs(self) -> impl Iterator<Item = &'static [Card]> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let first = bits.trailing_zeros();
            let count = (bits.checked_shr(first)?).trailing_ones();
            // Adding the lowest bit carries through its run and clears it.
            bits &= bits + (1 << first);
            Some(&Card::ALL[first as usize..(first + count) as usize])
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        for index in 0..Card::COUNT {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert!("1h".parse::<Card>().is_err());
        assert!("Ahh".parse::<Card>().is_err());
        assert!(parse_cards("AhK").is_err());
    }

    #[test]
    fn a_set_keeps_each_card_once() {
        let set: CardSet = parse_cards("AhKd Ah X1").unwrap().into_iter().collect();
        assert_eq!(set.len(), 3);
        assert_eq!(
            set.iter().map(|c| c.to_string()).collect::<Vec<_>>(),
            ["Kd", "Ah", "X1"]
        );
    }
}
