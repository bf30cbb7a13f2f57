//! What a viewer may know: the one place, beside the events, where cards leave the hand.

use super::{Hand, Phase};
use crate::action::Declaration;
use crate::event::Pot;
use crate::list::{Blank, List};
use crate::{Card, Chips, SeatIx, SeatSet, Turn};

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
    /// Lies face down, but this viewer knows it: it is the viewer's own, or the hand was shown.
    Down(Card),
    /// Lies face up.
    Up(Card),
}

impl CardView {
    /// The card, if the viewer knows it.
    pub const fn known(self) -> Option<Card> {
        match self {
            Self::Hidden => None,
            Self::Down(card) | Self::Up(card) => Some(card),
        }
    }
}

impl Blank for CardView {
    const BLANK: Self = Self::Hidden;
}

/// The board as everybody sees it.
pub type BoardView = List<CardView, 15>;

/// A hand as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandView {
    /// The seat of the button.
    pub button: SeatIx,
    /// The board, its face-down cards included.
    pub board: BoardView,
    /// The board of the second run, once the hand is over; empty where it was dealt once.
    pub second_board: Vec<Card>,
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
    /// The down-cards in the order in which they lie, then the up-cards in the order in which they were turned up; none
    /// once they are discarded.
    pub cards: Vec<CardView>,
    /// What the seat has declared, once all have.
    pub declared: Option<Declaration>,
    /// What the seat announced with the last cards that it turned up, which binds no player.
    pub announced: Option<Declaration>,
}

impl Hand {
    /// The hand as `viewer` may see it: own cards, cards that lie face up, and hands that were shown.
    pub fn view(&self, viewer: Viewer) -> HandView {
        let seats = self.dealt.iter().map(|seat| self.seat_view(seat, viewer)).collect();
        HandView {
            button: self.button,
            board: self.board_view(),
            second_board: self.second_board().to_vec(),
            seats,
            pots: if self.is_over() {
                Vec::new()
            } else {
                self.wagers.settled_pots(self.live)
            },
            pot: self.pot(),
            bet: self.bet_to_match(),
            turn: self.turn(),
        }
    }

    /// The board as everybody may see it, its face-down cards included.
    pub fn board_view(&self) -> BoardView {
        let places = self.board.places();
        places.map(|card| card.map_or(CardView::Hidden, CardView::Up)).collect()
    }

    /// A seat that was dealt in as `viewer` may see it.
    pub fn seat_view(&self, seat: SeatIx, viewer: Viewer) -> PlayView {
        let player = &self.players[seat];
        let own = viewer == Viewer::Seat(seat) && !self.absent.contains(seat);
        let known = own || self.shown.contains(seat);
        let cards = self.laid_out(seat).map(|card| match card {
            _ if self.face_up.contains(card) => CardView::Up(card),
            _ if known => CardView::Down(card),
            _ => CardView::Hidden,
        });
        PlayView {
            seat,
            stack: player.stack,
            bet: self.wagers.committed(seat),
            live: self.live.contains(seat),
            declared: self.declared.of(seat).filter(|_| !self.hides_declarations()),
            announced: self.declared.announced(seat),
            // A folded hand is gone from the table, but its owner remembers it.
            cards: if self.live.contains(seat) || own {
                cards.collect()
            } else {
                Vec::new()
            },
        }
    }

    pub(super) fn hides_declarations(&self) -> bool {
        matches!(&self.phase, Phase::Declaring(declaring) if declaring.hides())
    }

    /// The seats whose hand contends, or did when the pots were awarded.
    pub const fn live(&self) -> SeatSet {
        self.live
    }

    /// The seats that have shown their whole hand.
    pub const fn shown(&self) -> SeatSet {
        self.shown
    }
}
