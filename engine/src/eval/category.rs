//! Categories of hands.

crate::coded! {
    /// The category of a hand, as in its name.
    ///
    /// Ordered from worst to best in standard high. In other rankings only the strength decides: a flush beats a full house in short deck, and
    /// every category except `Low` is bad in lowball.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Category: code {
        /// No two cards of the same rank, no straight, no flush.
        HighCard = "high_card",
        /// Two cards of one rank.
        OnePair = "one_pair",
        /// Two cards of one rank and two of another.
        TwoPair = "two_pair",
        /// Three cards of one rank.
        ThreeOfAKind = "three_of_a_kind",
        /// Five consecutive ranks.
        Straight = "straight",
        /// Five cards of one suit.
        Flush = "flush",
        /// Three cards of one rank and two of another.
        FullHouse = "full_house",
        /// Four cards of one rank.
        FourOfAKind = "four_of_a_kind",
        /// Consecutive ranks of one suit.
        StraightFlush = "straight_flush",
        /// A low hand unspoiled by a pair, or by a straight or flush where they count.
        Low = "low",
        /// One card that plays in badugi.
        OneCard = "one_card",
        /// Two cards that play in badugi.
        TwoCard = "two_card",
        /// Three cards that play in badugi.
        ThreeCard = "three_card",
        /// Four cards of different ranks and suits: a badugi.
        FourCard = "four_card",
        /// Five cards of one rank, which requires wild cards.
        FiveOfAKind = "five_of_a_kind",
        /// King high, eight low, no pair: optional, between straight and flush.
        BigCat = "big_cat",
        /// Eight high, three low, no pair: optional, between straight and flush.
        LittleCat = "little_cat",
        /// Ace high, nine low, no pair: optional, between straight and flush.
        BigDog = "big_dog",
        /// Seven high, two low, no pair: optional, between straight and flush.
        LittleDog = "little_dog",
        /// Nine, five, two and two ranks between: optional, between three of a kind and straight.
        Skeet = "skeet",
        /// Every other rank: optional, between three of a kind and straight.
        DutchStraight = "dutch_straight",
        /// Consecutive ranks that wrap around from the deuce through the ace to the king: optional, between three of a kind and straight.
        RoundTheCorner = "round_the_corner",
        /// Only kings, queens and jacks: optional, between two pair and three of a kind.
        Blaze = "blaze",
    }
}

impl Category {
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
