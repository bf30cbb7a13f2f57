//! Views of a hand: the only place, besides the events, where cards leave it.

use super::{Hand, Phase};
use crate::action::Declaration;
use crate::event::Pot;
use crate::list::{Blank, List};
use crate::{Card, Chips, SeatIx, SeatSet, Turn};

/// A viewer of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The player in this seat.
    Seat(SeatIx),
    /// Any other viewer.
    Spectator,
}

/// A card as one viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardView {
    /// Face down to this viewer.
    Hidden,
    /// Face down, but known to this viewer: the viewer's own card, or a hand that was shown.
    Down(Card),
    /// Face up.
    Up(Card),
}

impl CardView {
    /// Returns the card, if the viewer knows it.
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

/// The board as all viewers see it.
pub type BoardView = List<CardView, 15>;

/// A hand as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandView {
    /// Seat of the button.
    pub button: SeatIx,
    /// The board, face-down cards included.
    pub board: BoardView,
    /// The second board of a double board, or the board of the second run once the hand is over; empty otherwise.
    pub second_board: Vec<Card>,
    /// Every seat that was dealt in.
    pub seats: Vec<PlayView>,
    /// Pots of earlier rounds, main pot first.
    pub pots: Vec<Pot>,
    /// All chips in the middle, bets of this round included.
    pub pot: Chips,
    /// Bet to match in this round, as a total; zero if there is none.
    pub bet: Chips,
    /// The open decision, if any.
    pub turn: Option<Turn>,
}

/// A seat of a hand as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayView {
    /// Seat of the player.
    pub seat: SeatIx,
    /// Chips of the player that are in no pot.
    pub stack: Chips,
    /// Chips put in during this betting round.
    pub bet: Chips,
    /// `true` while the hand contends.
    pub live: bool,
    /// Down cards in the order in which they lie, then up cards in the order in which they were turned up; empty once they are discarded.
    pub cards: Vec<CardView>,
    /// Declaration of the seat, once all have declared.
    pub declared: Option<Declaration>,
    /// Announcement made with the last cards turned up, which is not binding.
    pub announced: Option<Declaration>,
}

impl Hand {
    /// Returns the hand as `viewer` may see it: the viewer's own cards, face-up cards, and hands that were shown.
    pub fn view(&self, viewer: Viewer) -> HandView {
        let seats = self
            .terms
            .dealt
            .iter()
            .map(|seat| self.seat_view(seat, viewer))
            .collect();
        HandView {
            button: self.terms.button,
            board: self.board_view(),
            second_board: self.second_board().to_vec(),
            seats,
            pots: if self.is_over() { Vec::new() } else { self.told_pots() },
            pot: self.pot(),
            bet: self.bet_to_match(),
            turn: self.turn(),
        }
    }

    /// Returns the pots of earlier rounds as they were reported. The antes lie in one pot until then, though one of them may be short.
    fn told_pots(&self) -> Vec<Pot> {
        let mut pots = self.wagers.settled_pots(self.live());
        if !self.wagers.are_told() && pots.len() > 1 {
            let amount = pots.iter().map(|pot| pot.amount).sum();
            pots = vec![Pot {
                amount,
                eligible: self.live(),
            }];
        }
        pots
    }

    /// Returns the board as all viewers may see it, face-down cards included.
    pub fn board_view(&self) -> BoardView {
        let places = self.boards.used().places();
        places.map(|card| card.map_or(CardView::Hidden, CardView::Up)).collect()
    }

    /// Returns a seat that was dealt in as `viewer` may see it.
    pub fn seat_view(&self, seat: SeatIx, viewer: Viewer) -> PlayView {
        let own = viewer == Viewer::Seat(seat) && !self.contenders.absent().contains(seat);
        let known = own || self.holdings.has_shown(seat);
        let cards = self.laid_out(seat).map(|card| match card {
            _ if self.holdings.is_face_up(card) => CardView::Up(card),
            _ if known || self.holdings.is_opened(card) => CardView::Down(card),
            _ => CardView::Hidden,
        });
        PlayView {
            seat,
            stack: self.stack(seat),
            bet: self.wagers.committed(seat),
            live: self.live().contains(seat),
            declared: self.declared.of(seat).filter(|_| !self.hides_declarations()),
            announced: self.declared.announced(seat),
            // A folded hand has left the table, but its owner remembers it.
            cards: if self.live().contains(seat) || own {
                cards.collect()
            } else {
                Vec::new()
            },
        }
    }

    pub(super) fn hides_declarations(&self) -> bool {
        matches!(&self.phase, Phase::Declaring(declaring) if declaring.hides())
    }

    /// Returns the seats whose hands contend, or contended when the pots were awarded.
    pub const fn live(&self) -> SeatSet {
        self.contenders.live()
    }

    /// Returns the seats that have shown their whole hand.
    pub const fn shown(&self) -> SeatSet {
        self.holdings.shown()
    }
}
