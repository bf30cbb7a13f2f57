//! Ranking rules beyond the name of the ranking: wild cards, special hands, tie-breaks.

use super::badugi::Ace;
use super::cards::{FIFTY_TWO, without_jokers};
use super::class::Straights;
use super::draws::WheelStraight;
use super::high::{High, Wild};
use super::low::{Low, MadeLow};
use super::made::{Held as Counts, Made, of_ranks};
use super::rule::Rule;
use super::short::{MadeBadugi, best_badugi, three};
use super::special::Special;
use super::wild::{FiveOfAKind, Held, Joker, LowWild, WildCards, WildTie};
use super::{Described, Ranking, Selection, Strength, basic, select};
use crate::card::CardSet;
use crate::list::Cards;

/// Ranking rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Wild cards of the game.
    pub wild: WildCards,
    /// Value of wild cards in a low hand.
    pub low_wild: LowWild,
    /// Tie-break between hands with wild cards. The basic joker has its own rule.
    pub wild_tie: WildTie,
    /// Rank of five of a kind.
    pub five_of_a_kind: FiveOfAKind,
    /// `true` if four aces and a bug are five aces.
    pub bug_five_aces: bool,
    /// Special hands that count.
    pub special: Special,
    /// Status of five to ace as a straight in standard high.
    pub wheel_straight: WheelStraight,
}

impl Default for Rules {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The hand that cards make, and the number that orders hands.
struct Worth {
    strength: u32,
    natural: CardSet,
    wild: CardSet,
    made: Kind,
}

enum Kind {
    High(Made),
    Low(Low, MadeLow),
    Badugi { made: MadeBadugi, ace: Ace },
}

impl Rules {
    /// No wild cards, no special hands.
    pub const PLAIN: Self = Self {
        wild: WildCards::NONE,
        low_wild: LowWild::Any,
        wild_tie: WildTie::Split,
        five_of_a_kind: FiveOfAKind::Top,
        bug_five_aces: true,
        special: Special::NONE,
        wheel_straight: WheelStraight::Counts,
    };

    /// Returns `true` if the name of the ranking alone decides how hands rank.
    pub fn is_plain(&self) -> bool {
        self.wheel_straight == WheelStraight::Counts && self.special.is_none() && self.wild.is_none()
    }

    /// Returns the strength of a hand, or `None` if it does not qualify. `wild` are the cards that are wild for the player, as returned by
    /// [`WildCards::of`]. Strengths under different rules are not comparable.
    ///
    /// ```
    /// use poker_engine::CardSet;
    /// use poker_engine::card::parse_cards;
    /// use poker_engine::eval::{Held, Ranking, Rules, Selection, WildCards};
    ///
    /// let cards = |text| parse_cards(text).map(|cards| cards.into_iter().collect::<CardSet>());
    /// let rules = Rules { wild: WildCards { listed: cards("2s 2h 2d 2c")?, ..WildCards::NONE }, ..Rules::PLAIN };
    /// let worth = |own| {
    ///     let wild = rules.wild.of(&Held { own, ..Held::default() });
    ///     rules.strength(Ranking::High, Selection::Best, own, CardSet::EMPTY, wild)
    /// };
    /// assert!(worth(cards("9s 9d 9c 9h 2s")?) > worth(cards("Kh Qh Jh Th 9h")?));
    /// # Ok::<(), poker_engine::card::ParseCardError>(())
    /// ```
    pub fn strength(
        &self,
        ranking: Ranking,
        selection: Selection,
        own: CardSet,
        board: CardSet,
        wild: CardSet,
    ) -> Option<Strength> {
        if self.is_plain() {
            return super::strength(ranking, selection, own, board);
        }
        let mut best = None;
        select::each_candidate(selection, own, board, &mut |cards| {
            best = best.max(self.worth(ranking, cards, wild).map(|worth| worth.strength));
        });
        best.map(Strength)
    }

    /// Describes a hand in words and cards; `None` if it does not qualify. Orders like [`Self::strength`].
    pub fn describe(
        &self,
        ranking: Ranking,
        selection: Selection,
        own: CardSet,
        board: CardSet,
        wild: CardSet,
    ) -> Option<Described> {
        if self.is_plain() {
            return super::describe(ranking, selection, own, board);
        }
        let mut best: Option<Worth> = None;
        select::each_candidate(selection, own, board, &mut |cards| {
            if let Some(worth) = self.worth(ranking, cards, wild)
                && best.as_ref().is_none_or(|best| worth.strength > best.strength)
            {
                best = Some(worth);
            }
        });
        best.map(Worth::describe)
    }

    /// Returns the strength of a hand of private cards when nothing else determines the wild cards: all own cards count as face down, and
    /// the first one as dealt first.
    pub fn worth_of(&self, ranking: Ranking, selection: Selection, own: CardSet, board: CardSet) -> Option<Strength> {
        if self.is_plain() {
            return super::strength(ranking, selection, own, board);
        }
        let mut places = [None; Cards::ROOM];
        for (place, card) in places.iter_mut().zip(board.iter()) {
            *place = Some(card);
        }
        let held = Held {
            own,
            down: own,
            first_down: own.iter().next(),
            board: &places,
        };
        self.strength(ranking, selection, own, board, self.wild.of(&held))
    }

    fn worth(&self, ranking: Ranking, cards: CardSet, wild: CardSet) -> Option<Worth> {
        let free = cards.intersection(wild);
        let natural = cards.difference(wild);
        let jokers = natural.intersection(CardSet::JOKERS);
        let natural = CardSet::from_bits(natural.bits() & FIFTY_TWO);
        debug_assert_eq!(natural, without_jokers(natural), "jokers are apart");
        let standing = free.union(jokers);
        let count = u8::try_from(standing.len()).unwrap_or(u8::MAX);
        let wild = match self.wild.joker {
            _ if jokers.is_empty() => Wild::Free(count),
            Joker::Wild => Wild::Free(count),
            Joker::Ace => Wild::Ace(count),
            Joker::Bug | Joker::Basic => Wild::Bug(count),
        };
        let as_low = if matches!(wild, Wild::Ace(_)) {
            LowWild::Ace
        } else {
            self.low_wild
        };
        let high = self.high(ranking);
        let rule = ranking.rule();
        let (key, natural, made) = match rule {
            Rule::High { size: 5, .. } if self.wild.joker == Joker::Basic && free.is_empty() => {
                let (key, made, hand) = basic::best(high, natural, jokers);
                let natural = natural.intersection(hand);
                (key, natural, Kind::High(made))
            }
            Rule::High { size: 5, .. } => {
                let made = high.best(natural, wild);
                (
                    self.with_tie(made.key(high.place(made)), made.wild_cards(natural)),
                    natural,
                    Kind::High(made),
                )
            }
            Rule::High { size, .. } => {
                let (in_groups, _, aces) = wild.uses();
                let size = u8::try_from(size).unwrap_or(5);
                let held = Counts::new(super::cards::by_suit(natural), aces);
                let made = of_ranks(held, in_groups, size, FiveOfAKind::Top);
                (
                    self.with_tie(made.key(made.category.place()), made.wild_cards(natural)),
                    natural,
                    Kind::High(made),
                )
            }
            Rule::Three(order) => {
                let made = three(natural, wild, order);
                (
                    self.with_tie(made.key(order.of(made.category)), made.wild_cards(natural)),
                    natural,
                    Kind::High(made),
                )
            }
            Rule::Low {
                scale,
                size,
                eight_or_better,
            } => {
                let low = Low {
                    scale,
                    size: u8::try_from(size).unwrap_or(5),
                    eight_or_better,
                };
                let made = low.best(natural, count, as_low)?;
                // The tie-break is reversed like the rest of the key: the fewer wild cards, the better.
                let key = made.key() | (15 - (self.with_tie(0, made.wild_cards()) & 15));
                (u32::MAX - key, natural, Kind::Low(low, made))
            }
            Rule::Badugi { ace } => {
                let made = best_badugi(natural, count, as_low, ace);
                (
                    self.with_tie(made.key() & !15, made.wild_cards()),
                    natural,
                    Kind::Badugi { made, ace },
                )
            }
        };
        Some(Worth {
            strength: key,
            natural,
            wild: standing,
            made,
        })
    }

    /// Returns the rules that rank five-card high hands.
    fn high(&self, ranking: Ranking) -> High {
        let short = ranking == Ranking::ShortDeck;
        High {
            straights: if short {
                Straights::ShortWheel
            } else {
                self.wheel_straight.straights()
            },
            flush_over_full_house: short,
            five: self.five_of_a_kind,
            bug_five_aces: self.bug_five_aces,
            special: self.special,
        }
    }

    fn with_tie(&self, key: u32, wild_cards: u8) -> u32 {
        match self.wild_tie {
            // Hands with basic jokers prefer fewer of them; all others equal a hand without any.
            WildTie::Split | WildTie::Basic if self.wild.joker == Joker::Basic => key | 15,
            WildTie::Split | WildTie::Basic => key,
            WildTie::FewestWilds => key | (15 - u32::from(wild_cards.min(15))),
        }
    }
}

impl Worth {
    fn describe(self) -> Described {
        let Self {
            strength,
            natural,
            wild,
            made,
        } = self;
        match made {
            Kind::High(made) => made.describe(natural, wild, strength),
            Kind::Low(low, made) => low.describe(made, natural, wild, strength),
            Kind::Badugi { made, ace } => made.describe(wild, ace, strength),
        }
    }
}
