//! Evaluation of a seat's cards, including wild cards.

use super::Hand;
use super::board::Board;
use crate::eval::{Described, Held, Ranking, Selection, Strength};
use crate::game::{Face, GameDef};
use crate::{Card, CardSet, SeatIx};

/// The cards of one seat at some moment, with the board as all viewers see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// Face-down cards of the seat.
    pub down: CardSet,
    /// Face-up cards of the seat.
    pub up: CardSet,
    /// First card dealt to the seat face down.
    pub first_down: Option<Card>,
    /// Places of the board; `None` is a face-down card.
    pub board: Vec<Option<Card>>,
}

impl GameDef {
    /// Describes the high and the low hand that the cards make so far, as the showdown would rank them; `None` if the game has no such
    /// side, the hand does not qualify, or the seat has no cards.
    pub fn made(&self, holding: &Holding) -> (Option<Described>, Option<Described>) {
        let showdown = self.showdown();
        let own = holding.down.union(holding.up);
        if own.is_empty() {
            return (None, None);
        }
        let board: CardSet = holding.board.iter().copied().flatten().collect();
        let chances = &self.rules.wild;
        let wild = if chances.is_none() {
            CardSet::EMPTY
        } else {
            chances.of(&Held {
                own,
                down: holding.down,
                first_down: holding.first_down,
                board: &holding.board,
            })
        };
        let of = |ranking: Option<Ranking>| self.rules.describe(ranking?, showdown.selection, own, board, wild);
        (of(showdown.high), of(showdown.low))
    }
}

impl Hand {
    /// Iterates over the cards of a seat that lie on this side, in their order.
    pub(super) fn facing(&self, seat: SeatIx, face: Face) -> impl Iterator<Item = Card> {
        self.holdings.facing(seat, face)
    }

    /// Iterates over the cards of a seat as all viewers see them.
    pub(super) fn laid_out(&self, seat: SeatIx) -> impl Iterator<Item = Card> {
        self.holdings.laid_out(seat)
    }

    /// Describes the high and the low hand that the cards of a seat make so far, as the showdown would rank them; `None` if the game has no
    /// such side or the hand does not qualify. For that seat alone, unless the cards have been shown.
    pub fn made(&self, seat: SeatIx) -> (Option<Described>, Option<Described>) {
        self.game.made(&self.holding(seat, self.boards.used()))
    }

    /// Like [`Self::made`], but with the second of two boards; `None` if there is none.
    pub fn made_second(&self, seat: SeatIx) -> (Option<Described>, Option<Described>) {
        let second = self.boards.second_of_two();
        second.map_or((None, None), |board| self.game.made(&self.holding(seat, board)))
    }

    fn holding(&self, seat: SeatIx, board: &Board) -> Holding {
        Holding {
            down: self.facing(seat, Face::Down).collect(),
            up: self.facing(seat, Face::Up).collect(),
            first_down: self.holdings.first_down(seat),
            board: board.places().collect(),
        }
    }

    pub(super) fn described(&self, seat: SeatIx, ranking: Ranking, selection: Selection) -> Option<Described> {
        let (own, board) = (self.holdings.card_set(seat), self.board_set());
        self.game
            .rules
            .describe(ranking, selection, own, board, self.wild_for(seat))
    }

    pub(super) fn strength(&self, seat: SeatIx, ranking: Ranking, selection: Selection) -> Option<Strength> {
        let (own, board) = (self.holdings.card_set(seat), self.board_set());
        self.game
            .rules
            .strength(ranking, selection, own, board, self.wild_for(seat))
    }

    /// Returns the cards that are wild for a seat.
    pub(super) fn wild_for(&self, seat: SeatIx) -> CardSet {
        let wild = &self.game.rules.wild;
        if wild.is_none() {
            return CardSet::EMPTY;
        }
        wild.of(&Held {
            own: self.holdings.card_set(seat),
            down: self.facing(seat, Face::Down).collect(),
            first_down: self.holdings.first_down(seat),
            board: &self.board_places(),
        })
    }

    /// Returns the cards that all viewers know to be wild.
    pub fn known_wild(&self) -> CardSet {
        let wild = &self.game.rules.wild;
        if wild.is_none() {
            CardSet::EMPTY
        } else {
            wild.known(&self.board_places())
        }
    }

    fn board_set(&self) -> CardSet {
        self.board().iter().copied().collect()
    }

    /// Returns the places of the board; `None` is a face-down card.
    pub(super) fn board_places(&self) -> Vec<Option<Card>> {
        self.boards.used().places().collect()
    }
}
