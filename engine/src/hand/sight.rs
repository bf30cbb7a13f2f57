//! A running hand as one player sees it, for calculating that player's odds.

use super::Hand;
use crate::game::{Face, Step};
use crate::odds::{Rival, Sight};
use crate::{CardSet, SeatIx};

impl Hand {
    /// Returns what the player of a live seat sees: the player's own cards, all face-up cards, and the number of cards others hold. `None`
    /// for any other seat.
    ///
    /// While an up card interrupts a street, that street counts as dealt.
    pub fn sight(&self, seat: SeatIx) -> Option<Sight> {
        if !self.live().contains(seat) || self.is_over() {
            return None;
        }
        let told = |of: SeatIx| self.declared.of(of).filter(|_| !self.hides_declarations());
        let rivals = self.live().iter().filter(|rival| *rival != seat).map(|rival| Rival {
            up: self.facing(rival, Face::Up).collect(),
            down: self.facing(rival, Face::Down).count(),
            declared: told(rival),
        });
        let folded = self.terms.dealt.difference(self.live()).iter();
        let open: CardSet = folded.flat_map(|seat| self.facing(seat, Face::Up)).collect();
        Some(Sight {
            down: self.facing(seat, Face::Down).collect(),
            up: self.facing(seat, Face::Up).collect(),
            first_down: self.holdings.first_down(seat),
            declared: told(seat),
            rivals: rivals.collect(),
            board: self.board_places(),
            gone: self.holdings.discarded(seat).union(open),
            ahead: self.steps_ahead(seat),
        })
    }

    /// Returns the remaining steps of the script for a seat, including a draw or discard it is being asked for.
    fn steps_ahead(&self, seat: SeatIx) -> Vec<Step> {
        let open = self.place.last(&self.game.steps);
        let asked = self.turn().is_some_and(|turn| turn.seats.contains(seat));
        let open =
            open.filter(|step| asked && matches!(step, Step::Draw { .. } | Step::Discard { .. } | Step::Roll { .. }));
        let ahead = self.place.ahead(&self.game.steps);
        let ends = |step: &&Step| !matches!(step, Step::Show(_));
        open.into_iter().chain(ahead.iter().take_while(ends)).copied().collect()
    }
}
