//! What a viewer may know: the one place, beside the events, where cards leave the hand.

use super::Hand;
use crate::event::Pot;
use crate::game::Face;
use crate::list::Cards;
use crate::{BySeat, Card, Chips, SeatIx, SeatSet, Turn, pot};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The player of this seat.
    Seat(SeatIx),
    /// Anybody else.
    Spectator,
}

/// A card as one viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardView {
    /// Face down to this viewer.
    Hidden,
    /// Known to this viewer.
    Known(Card),
}

/// A hand as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandView {
    /// The seat of the button.
    pub button: SeatIx,
    /// The board.
    pub board: Cards,
    /// Every seat that was dealt in.
    pub seats: Vec<PlayView>,
    /// The pots of the rounds before this one, main pot first.
    pub pots: Vec<Pot>,
    /// All chips in the middle, bets of this round included.
    pub pot: Chips,
    /// The bet to match in this round, a total; zero if there is none.
    pub bet: Chips,
    /// The open decision.
    pub turn: Option<Turn>,
}

/// A seat of a hand as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayView {
    /// The seat.
    pub seat: SeatIx,
    /// Chips in no pot.
    pub stack: Chips,
    /// Chips put in during this betting round.
    pub bet: Chips,
    /// Whether the hand still contends.
    pub live: bool,
    /// The cards in the order in which they lie; none once they are thrown away.
    pub cards: Vec<CardView>,
}

impl Hand {
    /// The hand as `viewer` may see it: own cards, cards that lie face up, and hands that were shown.
    pub fn view(&self, viewer: Viewer) -> HandView {
        let seats = self.dealt.iter().map(|seat| self.play_view(seat, viewer)).collect();
        let settled = BySeat::from_fn(|seat| self.players[seat].contributed);
        let staked = self.dealt.iter().any(|seat| !settled[seat].is_zero()) || !self.dead.is_zero();
        HandView {
            button: self.button,
            board: self.board,
            seats,
            pots: if staked && !self.is_over() {
                pot::build(&settled, self.live, self.dead)
            } else {
                Vec::new()
            },
            pot: self.pot(),
            bet: self.bet_to_match(),
            turn: self.turn(),
        }
    }

    fn play_view(&self, seat: SeatIx, viewer: Viewer) -> PlayView {
        let player = &self.players[seat];
        let own = viewer == Viewer::Seat(seat) && !self.absent.contains(seat);
        let see = |face: Face| own || player.shown || face == Face::Up;
        let cards = player.cards.iter().map(|held| {
            if see(held.face) {
                CardView::Known(held.card)
            } else {
                CardView::Hidden
            }
        });
        PlayView {
            seat,
            stack: player.stack,
            bet: player.committed,
            live: self.live.contains(seat),
            // A folded hand is gone from the table, but its owner remembers it.
            cards: if self.live.contains(seat) || own {
                cards.collect()
            } else {
                Vec::new()
            },
        }
    }

    /// The seats that have shown their whole hand.
    pub fn shown(&self) -> SeatSet {
        self.dealt.iter().filter(|seat| self.players[*seat].shown).collect()
    }
}
