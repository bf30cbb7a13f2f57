//! What the cards of a seat make, wild cards considered.

use super::Hand;
use crate::eval::{Described, Held, Ranking, Selection, Strength};
use crate::game::Face;
use crate::{Card, CardSet, SeatIx};

impl Hand {
    /// What the cards of a seat make so far, high and low, as the showdown would look at them; `None` where the game has
    /// no such side or the hand does not qualify. For that seat alone, as long as the cards are not shown.
    pub fn made(&self, seat: SeatIx) -> (Option<Described>, Option<Described>) {
        let showdown = self.game.showdown();
        if self.players[seat].cards.is_empty() {
            return (None, None);
        }
        let of = |ranking: Option<Ranking>| self.described(seat, ranking?, showdown.selection);
        (of(showdown.high), of(showdown.low))
    }

    pub(super) fn described(&self, seat: SeatIx, ranking: Ranking, selection: Selection) -> Option<Described> {
        let (own, board) = (self.players[seat].card_set(), self.board_set());
        self.game
            .rules
            .describe(ranking, selection, own, board, self.wild_for(seat))
    }

    pub(super) fn strength(&self, seat: SeatIx, ranking: Ranking, selection: Selection) -> Option<Strength> {
        let (own, board) = (self.players[seat].card_set(), self.board_set());
        self.game
            .rules
            .strength(ranking, selection, own, board, self.wild_for(seat))
    }

    /// The cards that are wild for a seat.
    pub(super) fn wild_for(&self, seat: SeatIx) -> CardSet {
        let wild = &self.game.rules.wild;
        if wild.is_none() {
            return CardSet::EMPTY;
        }
        let player = &self.players[seat];
        wild.of(&Held {
            own: player.card_set(),
            down: player.facing(Face::Down).collect(),
            first_down: player.first_down,
            board: &self.board_places(),
        })
    }

    /// The cards of which everybody knows that they are wild.
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

    /// The board by its places.
    fn board_places(&self) -> Vec<Option<Card>> {
        let down = self.board.len() - self.board().len();
        let up = self.board().iter().copied().map(Some);
        up.chain(std::iter::repeat_n(None, down)).collect()
    }
}
