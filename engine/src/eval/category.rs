//! Categories of hands.

/// The category of a hand, as in its name.
///
/// Ordered from worst to best in standard high. In other rankings only the strength decides: a flush beats a full house in short deck, and
/// every category except `Low` is bad in lowball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// No two cards of the same rank, no straight, no flush.
    HighCard,
    /// Two cards of one rank.
    OnePair,
    /// Two cards of one rank and two of another.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Five consecutive ranks.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// Consecutive ranks of one suit.
    StraightFlush,
    /// A low hand unspoiled by a pair, or by a straight or flush where they count.
    Low,
    /// One card that plays in badugi.
    OneCard,
    /// Two cards that play in badugi.
    TwoCard,
    /// Three cards that play in badugi.
    ThreeCard,
    /// Four cards of different ranks and suits: a badugi.
    FourCard,
    /// Five cards of one rank, which requires wild cards.
    FiveOfAKind,
    /// King high, eight low, no pair: optional, between straight and flush.
    BigCat,
    /// Eight high, three low, no pair: optional, between straight and flush.
    LittleCat,
    /// Ace high, nine low, no pair: optional, between straight and flush.
    BigDog,
    /// Seven high, two low, no pair: optional, between straight and flush.
    LittleDog,
    /// Nine, five, two and two ranks between: optional, between three of a kind and straight.
    Skeet,
    /// Every other rank: optional, between three of a kind and straight.
    DutchStraight,
    /// Consecutive ranks that wrap around from the deuce through the ace to the king: optional, between three of a kind and straight.
    RoundTheCorner,
    /// Only kings, queens and jacks: optional, between two pair and three of a kind.
    Blaze,
}

impl Category {
    /// Returns the stable name in snake case, as printed and sent.
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
            Self::FiveOfAKind => "five_of_a_kind",
            Self::BigCat => "big_cat",
            Self::LittleCat => "little_cat",
            Self::BigDog => "big_dog",
            Self::LittleDog => "little_dog",
            Self::Skeet => "skeet",
            Self::DutchStraight => "dutch_straight",
            Self::RoundTheCorner => "round_the_corner",
            Self::Blaze => "blaze",
        }
    }

    /// Returns the English name.
    pub const fn english(self) -> &'static str {
        match self {
            Self::HighCard => "high card",
            Self::OnePair => "one pair",
            Self::TwoPair => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourOfAKind => "four of a kind",
            Self::StraightFlush => "straight flush",
            Self::Low => "low",
            Self::OneCard => "one card",
            Self::TwoCard => "two cards",
            Self::ThreeCard => "three cards",
            Self::FourCard => "badugi",
            Self::FiveOfAKind => "five of a kind",
            Self::BigCat => "big cat",
            Self::LittleCat => "little cat",
            Self::BigDog => "big dog",
            Self::LittleDog => "little dog",
            Self::Skeet => "skeet",
            Self::DutchStraight => "Dutch straight",
            Self::RoundTheCorner => "round-the-corner straight",
            Self::Blaze => "blaze",
        }
    }

    /// Returns the French name.
    pub const fn french(self) -> &'static str {
        match self {
            Self::HighCard => "carte haute",
            Self::OnePair => "paire",
            Self::TwoPair => "double paire",
            Self::ThreeOfAKind => "brelan",
            Self::Straight => "quinte",
            Self::Flush => "couleur",
            Self::FullHouse => "main pleine",
            Self::FourOfAKind => "carré",
            Self::StraightFlush => "quinte flush",
            Self::Low => "main basse",
            Self::OneCard => "une carte",
            Self::TwoCard => "deux cartes",
            Self::ThreeCard => "trois cartes",
            Self::FourCard => "badugi",
            Self::FiveOfAKind => "brelan à cinq cartes",
            Self::BigCat => "gros chat",
            Self::LittleCat => "petit chat",
            Self::BigDog => "gros chien",
            Self::LittleDog => "petit chien",
            Self::Skeet => "skeet",
            Self::DutchStraight => "quinte hollandaise",
            Self::RoundTheCorner => "quinte tournante",
            Self::Blaze => "blaze",
        }
    }

    /// Returns the place in standard high, special hands included: the greater the better. Categories outside standard high come after
    /// them.
    pub(crate) const fn place(self) -> u8 {
        match self {
            Self::HighCard => 0,
            Self::OnePair => 1,
            Self::TwoPair => 2,
            Self::Blaze => 3,
            Self::ThreeOfAKind => 4,
            Self::RoundTheCorner => 5,
            Self::DutchStraight => 6,
            Self::Skeet => 7,
            Self::Straight => 8,
            Self::LittleDog => 9,
            Self::BigDog => 10,
            Self::LittleCat => 11,
            Self::BigCat => 12,
            Self::Flush => 13,
            Self::FullHouse => 14,
            Self::FourOfAKind => 15,
            Self::StraightFlush => 16,
            Self::FiveOfAKind => 17,
            Self::Low => 18,
            Self::OneCard => 19,
            Self::TwoCard => 20,
            Self::ThreeCard => 21,
            Self::FourCard => 22,
        }
    }
}

impl PartialOrd for Category {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Category {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.place().cmp(&other.place())
    }
}
