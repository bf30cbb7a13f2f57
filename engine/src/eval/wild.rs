//! Wild cards and the cards they may stand for. Rule: catalogue 3.

use crate::card::{Card, CardSet, Rank, Suit};
use crate::list::{Blank, List};

/// Cards a joker may stand for in a high hand. Together with another wild card it is fully wild.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Joker {
    /// Any card.
    #[default]
    Wild,
    /// An ace, or any card in a straight, a flush or a straight flush.
    Bug,
    /// Always an ace, in low hands too.
    Ace,
    /// An ace, any card in a straight, a flush or a straight flush, or the fifth card next to four natural cards of a rank; it counts for
    /// nothing when hands are compared. Rule: catalogue 2.3.
    Basic,
}

/// Value of wild cards in a low hand. Rule: catalogue 2.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LowWild {
    /// The rank that makes the lowest hand.
    #[default]
    Any,
    /// Always an ace.
    Ace,
    /// Below an ace; two of them do not pair.
    Zero,
    /// Below an ace; two of them are a pair.
    ZeroPair,
    /// The lowest natural card held.
    CopyLow,
}

/// Rank of five of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FiveOfAKind {
    /// Above every straight flush.
    #[default]
    Top,
    /// Below the royal flush, above all other straight flushes.
    BelowRoyal,
    /// Not a hand: a wild card next to four of a rank counts as another rank.
    None,
}

/// Tie-break between hands that are otherwise equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WildTie {
    /// None: the hands split the pot.
    #[default]
    Split,
    /// The hand with fewer wild cards wins.
    FewestWilds,
    /// The rule of the basic joker, which that joker follows in any case. Rule: catalogue 2.3.
    Basic,
}

/// Events that make cards wild in addition to those listed in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The lowest rank of the player's own cards is wild for that player.
    OwnLow,
    /// The first card dealt to the player face down is wild for that player.
    FirstDown,
    /// Cards that the player still holds face down are wild for that player.
    StillDown,
    /// A card of the board is wild; its place counts from 1.
    BoardCard(u8),
    /// The lowest card of the board is wild.
    BoardLow,
    /// A card turned up only to indicate the wild rank, the first of the board, which belongs to no hand.
    Indicator,
}

impl Blank for Chance {
    const BLANK: Self = Self::OwnLow;
}

/// Wild cards of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WildCards {
    /// Cards that are wild for all players from the start, without the jokers.
    pub listed: CardSet,
    /// Number of jokers in the deck.
    pub jokers: u8,
    /// Cards a joker may stand for.
    pub joker: Joker,
    /// Further events that make cards wild.
    pub chances: List<Chance, 4>,
    /// `true` if a card chosen by chance makes every card of its rank wild among those the player uses.
    pub propagate: bool,
}

impl WildCards {
    /// No wild cards.
    pub const NONE: Self = Self {
        listed: CardSet::EMPTY,
        jokers: 0,
        joker: Joker::Wild,
        chances: List::EMPTY,
        propagate: true,
    };

    /// Returns `true` if no card can be wild.
    pub fn is_none(&self) -> bool {
        self.jokers == 0 && self.listed.is_empty() && self.chances.is_empty()
    }

    /// Returns the cards that are wild for a player. A joker that is not among them is limited by [`Self::joker`].
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

    /// Returns the cards that all viewers know to be wild for all players.
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

    /// Returns the cards that are wild once chance has chosen these.
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

/// Cards that decide which cards are wild for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held<'a> {
    /// The player's own cards.
    pub own: CardSet,
    /// Those of the own cards that lie face down.
    pub down: CardSet,
    /// First card dealt to the player face down.
    pub first_down: Option<Card>,
    /// Places of the board; `None` is a face-down card.
    pub board: &'a [Option<Card>],
}

/// Returns the four cards of a rank.
pub(crate) fn of_rank(rank: Rank) -> CardSet {
    Suit::ALL.into_iter().map(|suit| Card::new(rank, suit)).collect()
}

/// Returns the cards of the lowest rank; a joker is never the lowest.
fn lowest(cards: CardSet) -> CardSet {
    let ranks = cards.iter().filter_map(Card::rank);
    ranks
        .min()
        .map_or(CardSet::EMPTY, |rank| cards.intersection(of_rank(rank)))
}
