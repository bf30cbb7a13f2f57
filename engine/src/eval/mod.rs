//! Hand evaluation: one total order for each ranking.

mod badugi;
mod basic;
mod cards;
mod category;
mod class;
mod draws;
pub mod equity;
mod fast;
mod five;
mod high;
mod key;
mod layout;
mod low;
mod made;
mod omaha;
mod options;
mod rule;
mod rules;
mod select;
mod short;
mod special;
mod three;
mod visible;
mod wild;
mod work;

pub use category::Category;
pub use draws::{WheelStraight, bobtail, completing_ranks};
pub use key::{HandKey, high_of_seven};
pub use options::OptionError;
pub use rules::Rules;
pub use special::{Skeet, Special};
pub use visible::{visible_high, visible_low};
pub use wild::{Chance, FiveOfAKind, Held, Joker, LowWild, WildCards, WildTie};

use crate::card::{Card, CardSet};
use crate::list::{List, Ranks};
use badugi::Ace;
pub(crate) use cards::each_subset;
use class::Scale;
use rule::Rule;

/// Strength of a hand within one ranking: the greater wins the pot, equal strengths split it, and a better low is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u32);

impl Strength {
    /// Returns the strength as a number. Numbers of different rankings are not comparable.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl From<u16> for Strength {
    fn from(class: u16) -> Self {
        Self(class.into())
    }
}

crate::coded! {
    /// A ranking of hands. Rule: catalogue 2.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Ranking: ALL, code, from_code {
        /// Standard high, five cards.
        High = "high",
        /// High in a 36-card deck: nine to six with an ace is a straight, and a flush beats a full house.
        ShortDeck = "short-deck",
        /// Ace-to-five low that qualifies with five different ranks of eight or lower.
        EightOrBetter = "8-or-better",
        /// Low with the ace low, straights and flushes ignored; five to ace is best.
        AceToFive = "ace-to-five",
        /// Low with the ace low, straights and flushes bad; six, four to ace is best.
        AceToSix = "ace-to-six",
        /// Standard high reversed, with the ace only high; seven, five to two is best.
        DeuceToSeven = "deuce-to-seven",
        /// Standard high exactly reversed: five to ace is a straight.
        Misere = "misere",
        /// Up to four cards of different ranks and suits, lowest wins, ace low.
        Badugi = "badugi",
        /// Up to four cards of different ranks and suits, lowest wins, ace high.
        BadugiAceHigh = "badugi-ace-high",
        /// Three-card high; rarer hands are better.
        ThreeCard = "three-card",
        /// Three-card high; three of a kind is below straight and flush.
        ThreeCardListed = "three-card-listed",
        /// Three-card low, ace low.
        ThreeCardLow = "three-card-low",
        /// Two-card high: a pair or two ranks.
        TwoCard = "two-card",
        /// Two-card low, ace low.
        TwoCardLow = "two-card-low",
    }
}

impl Ranking {
    /// Returns the number of cards in a full hand.
    pub const fn hand_size(self) -> usize {
        match self.rule() {
            Rule::High { size, .. } | Rule::Low { size, .. } => size,
            Rule::Badugi { .. } => 4,
            Rule::Three(_) => 3,
        }
    }

    /// Returns the number that orders the best hand in these cards, or `None` if it does not qualify.
    fn class(self, cards: CardSet) -> Option<u32> {
        match self {
            Self::EightOrBetter => fast::eight_or_better(cards).map(u32::from),
            _ => match fast::class(self, cards) {
                Some(class) => Some(class.into()),
                None => self.rule().class(cards),
            },
        }
    }

    const fn rule(self) -> Rule {
        match self {
            Self::High => Rule::high(Scale::HIGH, 5),
            Self::ShortDeck => Rule::high(five::SHORT_DECK, 5),
            Self::EightOrBetter => Rule::Low {
                scale: Scale::ACE_TO_FIVE,
                size: 5,
                eight_or_better: true,
            },
            Self::AceToFive => Rule::low(Scale::ACE_TO_FIVE, 5),
            Self::AceToSix => Rule::low(five::ACE_TO_SIX, 5),
            Self::DeuceToSeven => Rule::low(five::DEUCE_TO_SEVEN, 5),
            Self::Misere => Rule::low(Scale::HIGH, 5),
            Self::Badugi => Rule::Badugi { ace: Ace::Low },
            Self::BadugiAceHigh => Rule::Badugi { ace: Ace::High },
            Self::ThreeCard => Rule::Three(three::CategoryOrder::Rarity),
            Self::ThreeCardListed => Rule::Three(three::CategoryOrder::Listed),
            Self::ThreeCardLow => Rule::low(Scale::ACE_TO_FIVE, 3),
            Self::TwoCard => Rule::high(Scale::HIGH, 2),
            Self::TwoCardLow => Rule::low(Scale::ACE_TO_FIVE, 2),
        }
    }
}

/// Hole cards and board cards that may make up a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// Any of them.
    Best,
    /// Exactly two hole cards and three board cards (Omaha); as many as there are while the board is short.
    TwoPlusThree,
    /// Exactly four hole cards and one board card.
    FourPlusOne,
    /// At most two hole cards.
    MaxTwo,
    /// Only the player's own cards: the board belongs to no hand.
    Own,
}

impl Selection {
    /// Every selection.
    pub const ALL: [Self; 5] = [
        Self::Best,
        Self::TwoPlusThree,
        Self::FourPlusOne,
        Self::MaxTwo,
        Self::Own,
    ];
}

/// A hand in words and cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Strength, which orders hands within the ranking.
    pub strength: Strength,
    /// Category of the hand.
    pub category: Category,
    /// Ranks that distinguish the hand within its category, most significant first: pair and kickers, or the top card of a straight.
    pub ranks: Ranks,
    /// Cards that play, in the order of `ranks`.
    pub cards: Played,
    /// Value of each of `cards`, in the same order: the card itself, or the one it stands for if it is wild. A joker here is a wild card
    /// that counts below the ace.
    pub stands_for: Played,
}

/// Cards of a hand that play.
pub type Played = List<Card, 5>;

/// Returns the strength of a hand, or `None` if it does not qualify (8-or-better).
///
/// Incomplete hands are ordered too, by the cards that are there; compare them only with hands of as many cards. Jokers count for nothing.
/// Rule: catalogue 2.
///
/// ```
/// use poker_engine::card::parse_cards;
/// use poker_engine::eval::{Ranking, Selection, strength};
///
/// let board = parse_cards("Kh 6h 3d 8c 2s")?.into_iter().collect();
/// let queen_kicker = parse_cards("As Qs")?.into_iter().collect();
/// let jack_kicker = parse_cards("Ad Jd")?.into_iter().collect();
/// let worth = |own| strength(Ranking::High, Selection::Best, own, board);
/// assert!(worth(queen_kicker) > worth(jack_kicker));
/// # Ok::<(), poker_engine::card::ParseCardError>(())
/// ```
pub fn strength(ranking: Ranking, selection: Selection, own: CardSet, board: CardSet) -> Option<Strength> {
    let (own, board) = (cards::without_jokers(own), cards::without_jokers(board));
    let as_omaha = (2..=omaha::MAX_OWN).contains(&own.len()) && (3..=omaha::MAX_BOARD).contains(&board.len());
    if selection == Selection::TwoPlusThree && as_omaha {
        match ranking {
            Ranking::High => return Some(omaha::high(own, board).into()),
            Ranking::EightOrBetter => return omaha::eight_or_better(own, board).map(Strength::from),
            _ => {}
        }
    }
    let mut best = None;
    select::each_candidate(selection, own, board, &mut |cards| {
        best = best.max(ranking.class(cards));
    });
    best.map(Strength)
}

/// Describes a hand in words and cards; `None` if it does not qualify. Orders like [`strength`].
pub fn describe(ranking: Ranking, selection: Selection, own: CardSet, board: CardSet) -> Option<Described> {
    let (own, board) = (cards::without_jokers(own), cards::without_jokers(board));
    let is_low = matches!(ranking.rule(), Rule::Low { .. });
    if selection == Selection::Best && !is_low {
        return ranking.rule().describe(own.union(board));
    }
    let mut best = None;
    let mut consider = |hand: CardSet| {
        if let Some(class) = ranking.class(hand)
            && best.is_none_or(|(most, _)| class > most)
        {
            best = Some((class, hand));
        }
    };
    select::each_candidate(selection, own, board, &mut |cards| {
        if is_low {
            each_subset(cards, ranking.hand_size(), &mut consider);
        } else {
            consider(cards);
        }
    });
    best.and_then(|(_, hand)| ranking.rule().describe(hand))
}
