//! Which cards are wild, and what they may stand for. Rule: catalogue 3.

use crate::card::{Card, CardSet, Rank, Suit};
use crate::list::{Blank, List};

/// What a joker may stand for in a high hand. Held with another wild card it is wild like that one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Joker {
    /// Any card.
    #[default]
    Wild,
    /// An ace, or any card in a straight, a flush or a straight flush.
    Bug,
    /// An ace, always, and in a low hand too.
    Ace,
    /// An ace, any card in a straight, a flush or a straight flush, or the fifth beside four natural cards of a rank; where
    /// hands are compared it counts for nothing. Rule: catalogue 2.3.
    Basic,
}

/// What wild cards are worth in a low hand. Rule: catalogue 2.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LowWild {
    /// The rank that makes the lowest hand.
    #[default]
    Any,
    /// An ace, always.
    Ace,
    /// Less than an ace, and they never pair.
    Zero,
    /// Less than an ace, and two of them are a pair.
    ZeroPair,
    /// The lowest natural card that is held.
    CopyLow,
}

/// Where five of a kind ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FiveOfAKind {
    /// Above every straight flush.
    #[default]
    Top,
    /// Below the royal flush, above all other straight flushes.
    BelowRoyal,
    /// There is none: a wild card beside four of a rank is named another rank.
    None,
}

/// What decides between hands that are otherwise equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WildTie {
    /// Nothing: they share.
    #[default]
    Split,
    /// The hand with fewer wild cards wins.
    FewestWilds,
    /// As the basic rules have it for their joker, which compares that way in any case. Rule: catalogue 2.3.
    Basic,
}

/// What makes cards wild that the rules do not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The lowest rank of the player's own cards, for that player.
    OwnLow,
    /// The first card that the player was dealt face down, for that player.
    FirstDown,
    /// What the player still holds face down, for that player.
    StillDown,
    /// A card of the board by its place, from 1.
    BoardCard(u8),
    /// The lowest card of the board.
    BoardLow,
    /// A card turned for this alone, which belongs to no hand: the first of the board.
    Indicator,
}

impl Blank for Chance {
    const BLANK: Self = Self::OwnLow;
}

/// Which cards of a game are wild.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WildCards {
    /// Cards that are wild for all players from the start, jokers apart.
    pub listed: CardSet,
    /// How many jokers are in the deck.
    pub jokers: u8,
    /// What a joker may stand for.
    pub joker: Joker,
    /// What else makes cards wild.
    pub chances: List<Chance, 4>,
    /// Whether a card that chance chooses makes every card of its rank wild that the player uses.
    pub propagate: bool,
}

impl WildCards {
    /// None.
    pub const NONE: Self = Self {
        listed: CardSet::EMPTY,
        jokers: 0,
        joker: Joker::Wild,
        chances: List::EMPTY,
        propagate: true,
    };

    /// Whether no card can be wild.
    pub fn is_none(&self) -> bool {
        self.jokers == 0 && self.listed.is_empty() && self.chances.is_empty()
    }

    /// The cards that are wild for a player. A joker that is not among them is limited to what [`Self::joker`] says.
    pub fn of(&self, held: &Held<'_>) -> CardSet {
        let mut wild = self.known(held.board);
        for chance in &self.chances {
            wild = wild.union(match chance {
                Chance::OwnLow => self.chosen(lowest(held.own)),
                Chance::FirstDown => self.chosen(held.first_down.into_iter().collect()),
                Chance::StillDown => self.chosen(held.down),
                Chance::BoardCard(_) | Chance::BoardLow | Chance::Indicator => CardSet::EMPTY,
            });
        }
        let board = held.board.iter().copied().flatten().collect();
        let others = wild.difference(CardSet::JOKERS);
        if held.own.union(board).intersection(others).is_empty() {
            wild
        } else {
            wild.union(CardSet::JOKERS)
        }
    }

    /// The cards that all viewers know to be wild, for all players.
    pub fn known(&self, board: &[Option<Card>]) -> CardSet {
        let mut wild = self.listed;
        if self.joker == Joker::Wild {
            wild = wild.union(CardSet::JOKERS);
        }
        for chance in &self.chances {
            wild = wild.union(match chance {
                Chance::BoardCard(place) => self.board_card(board, *place),
                Chance::Indicator => self.board_card(board, 1),
                Chance::BoardLow => self.chosen(lowest(board.iter().copied().flatten().collect())),
                Chance::OwnLow | Chance::FirstDown | Chance::StillDown => CardSet::EMPTY,
            });
        }
        wild
    }

    fn board_card(&self, board: &[Option<Card>], place: u8) -> CardSet {
        let card = usize::from(place).checked_sub(1).and_then(|at| *board.get(at)?);
        self.chosen(card.into_iter().collect())
    }

    /// What is wild when chance has chosen these cards.
    fn chosen(&self, cards: CardSet) -> CardSet {
        if self.propagate {
            cards.iter().fold(CardSet::EMPTY, |wild, card| {
                wild.union(card.rank().map_or(CardSet::EMPTY, of_rank))
            })
        } else {
            cards
        }
    }
}

/// What decides which cards are wild for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held<'a> {
    /// The player's own cards.
    pub own: CardSet,
    /// Those that lie face down.
    pub down: CardSet,
    /// The first card that the player was dealt face down.
    pub first_down: Option<Card>,
    /// The board by its places, those that lie face up.
    pub board: &'a [Option<Card>],
}

/// The four cards of a rank.
pub(crate) fn of_rank(rank: Rank) -> CardSet {
    Suit::ALL.into_iter().map(|suit| Card::new(rank, suit)).collect()
}

/// The cards of the lowest rank; a joker is never the lowest.
fn lowest(cards: CardSet) -> CardSet {
    let ranks = cards.iter().filter_map(Card::rank);
    ranks
        .min()
        .map_or(CardSet::EMPTY, |rank| cards.intersection(of_rank(rank)))
}
