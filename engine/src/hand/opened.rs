//! Hands laid open by consent, while the hand is still played.

use super::{Hand, Phase, emit};
use crate::SeatIx;
use crate::event::{Event, PublicEvent};
use crate::game::{Face, Step};

impl Hand {
    /// Returns `true` if the live hands can be laid open: some of their cards are not known to all, and no player has cards to choose,
    /// exchange or declare any more, now or later.
    pub fn can_open(&self) -> bool {
        let is_hidden = |seat: SeatIx| self.facing(seat, Face::Down).any(|card| !self.holdings.is_opened(card));
        let is_known = |seat: SeatIx| self.holdings.has_shown(seat) || !is_hidden(seat);
        let is_betting = matches!(self.phase, Phase::Betting(_) | Phase::Agreeing(_));
        is_betting && !self.has_choices_to_come() && !self.live().iter().all(is_known)
    }

    /// Lays all live hands open: all viewers know their cards from now on. Cards dealt later are dealt as usual, and the showdown is as it
    /// would have been. Returns `None` and changes nothing unless [`Self::can_open`].
    pub fn open_hands(&mut self) -> Option<Vec<Event>> {
        if !self.can_open() {
            return None;
        }
        let order: Vec<SeatIx> = self.live().clockwise_from(self.terms.button).collect();
        for seat in &order {
            self.holdings.open(*seat);
        }
        let cards = |seat: SeatIx| (seat, self.laid_out(seat).collect());
        let hands = order.into_iter().map(cards).collect();
        let mut events = Vec::with_capacity(1);
        emit(&mut events, || PublicEvent::HandsOpened { hands });
        Some(events)
    }

    /// Iterates over the steps of the script that are left before the showdown.
    pub(super) fn steps_to_come(&self) -> impl Iterator<Item = &Step> {
        let ahead = self.place.ahead(&self.game.steps).iter();
        ahead.take_while(|step| !matches!(step, Step::Show(_)))
    }

    /// Returns `true` if players have cards to choose, exchange or declare before the showdown.
    pub(super) fn has_choices_to_come(&self) -> bool {
        self.steps_to_come().any(|step| match step {
            Step::Deal(faces) => !self.game.triggers.is_empty() && faces.contains(&Face::Up),
            Step::Draw { .. }
            | Step::Discard { .. }
            | Step::Roll { .. }
            | Step::OptionalRoll
            | Step::Arrange
            | Step::Declare { .. } => true,
            _ => false,
        })
    }
}
