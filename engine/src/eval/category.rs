//! Kinds of hands.

/// The kind of a hand, as its name says it.
///
/// Declared from the worst to the best of standard high. What counts as better in another ranking is told by the
/// strength alone: a flush beats a full house in short deck, and every kind but `Low` is bad in a lowball game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// No two cards of a rank, no straight, no flush.
    HighCard,
    /// Two cards of a rank.
    OnePair,
    /// Two cards of one rank and two of another.
    TwoPair,
    /// Three cards of a rank.
    ThreeOfAKind,
    /// Consecutive ranks.
    Straight,
    /// All of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of a rank.
    FourOfAKind,
    /// Consecutive ranks of one suit.
    StraightFlush,
    /// A low hand without what spoils one: a pair, and a straight or flush where they count.
    Low,
    /// One card that plays in badugi.
    OneCard,
    /// Two cards that play in badugi.
    TwoCard,
    /// Three cards that play in badugi.
    ThreeCard,
    /// Four cards of different ranks and suits: a badugi.
    FourCard,
}

impl Category {
    /// Stable name in snake case, as printed and sent.
    pub const fn code(self) -> &'static str {
        match self {
            Self::HighCard => "high_card",
            Self::OnePair => "one_pair",
            Self::TwoPair => "two_pair",
            Self::ThreeOfAKind => "three_of_a_kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full_house",
            Self::FourOfAKind => "four_of_a_kind",
            Self::StraightFlush => "straight_flush",
            Self::Low => "low",
            Self::OneCard => "one_card",
            Self::TwoCard => "two_card",
            Self::ThreeCard => "three_card",
            Self::FourCard => "four_card",
        }
    }
}
