//! Button and blinds from one hand to the next.
//!
//! Positions are seats, not players, and a seat may be empty: the new button is the seat of the last small blind, the
//! new small blind that of the last big blind, and the new big blind the next player. The treatment of players who
//! leave or arrive (dead button, dead small blind, newcomers) follows from that, except with two or three players.

use crate::{SeatIx, SeatSet};

/// The seats of button and blinds in one hand, and the seats that have to sit it out. Rules: tournament 2.2, 4.3, 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions {
    /// The seat of the button; it may be empty.
    pub button: SeatIx,
    /// The seat of the small blind; it may be empty, and then no player posts it.
    pub small_blind: SeatIx,
    /// The seat of the big blind, never empty.
    pub big_blind: SeatIx,
    /// Occupied seats between button and small blind, which are not dealt in.
    pub waiting: SeatSet,
    /// `true` if two players are left, with the small blind on the button.
    pub heads_up: bool,
}

impl Positions {
    /// Returns the positions of a table's first hand, with a button drawn among the `occupied` seats; `None` with fewer
    /// than two of them, or if the button is not one of them.
    pub fn first_hand(button: SeatIx, occupied: SeatSet) -> Option<Self> {
        Self::beside(button, occupied).filter(|_| occupied.contains(button))
    }

    /// Returns the positions with the blinds next to a button, which is dead if its seat is not `occupied`; `None` with fewer
    /// than two players, or heads-up without one at the button. Rules: tournament 4.3, 4.4.
    pub(crate) fn beside(button: SeatIx, occupied: SeatSet) -> Option<Self> {
        let heads_up = occupied.len() == 2;
        if occupied.len() < 2 || heads_up && !occupied.contains(button) {
            return None;
        }
        let next = occupied.next_after(button)?;
        let small_blind = if heads_up { button } else { next };
        Some(Self {
            button,
            small_blind,
            big_blind: occupied.next_after(small_blind)?,
            waiting: SeatSet::EMPTY,
            heads_up,
        })
    }

    /// Returns the positions of the next hand, with the dead button; `None` with fewer than two `occupied` seats.
    ///
    /// `self` is the last hand that was actually played: void hands do not count. `occupied` are the seats that take
    /// part if their position allows it; `newcomers` are those among them whose player had no part in `self`, neither
    /// dealt in nor waiting. Rules: tournament 2.2, 2.5, 4.3, 4.4, D-07, D-08, D-09.
    pub fn next_hand(self, occupied: SeatSet, newcomers: SeatSet) -> Option<Self> {
        match occupied.len() {
            0 | 1 => return None,
            2 => return self.heads_up_hand(occupied),
            _ if self.heads_up => return self.rebuilt(occupied, newcomers),
            _ => {}
        }
        let (button, small_blind) = (self.small_blind, self.big_blind);
        if self.big_blind_left(occupied, newcomers) {
            // The big blind moves back rather than make two newcomers wait (D-09).
            let arc = newcomers
                .between(button, self.big_blind)
                .union(newcomers.intersection(SeatSet::only(self.big_blind)));
            let mut arc = arc.intersection(occupied).clockwise_from(button);
            if let (Some(small_blind), Some(big_blind)) = (arc.next(), arc.next()) {
                return Some(Self {
                    button,
                    small_blind,
                    big_blind,
                    waiting: SeatSet::EMPTY,
                    heads_up: false,
                });
            }
        }
        let waiting = occupied.between(button, small_blind);
        if occupied.len() - waiting.len() < 3 {
            return self.rebuilt(occupied, newcomers);
        }
        let big_blind = occupied.next_after(self.big_blind)?;
        Some(Self {
            button,
            small_blind,
            big_blind,
            waiting,
            heads_up: false,
        })
    }

    /// Returns the positions of the next hand when no player may be made to wait: the big blind advances, its last
    /// player posts the small blind if still there, and the button is the player before. `None` with fewer than two
    /// `occupied` seats. Rules: tournament 4.4, D-08.
    pub fn rebuilt(self, occupied: SeatSet, newcomers: SeatSet) -> Option<Self> {
        if occupied.len() < 3 {
            return self.heads_up_hand(occupied);
        }
        let big_blind = occupied.next_after(self.big_blind)?;
        let rest = occupied.difference(SeatSet::only(big_blind));
        let small_blind = if self.big_blind_left(occupied, newcomers) {
            rest.last_before(big_blind)?
        } else {
            self.big_blind
        };
        let button = rest.difference(SeatSet::only(small_blind)).last_before(small_blind)?;
        Some(Self {
            button,
            small_blind,
            big_blind,
            waiting: SeatSet::EMPTY,
            heads_up: false,
        })
    }

    /// Seats two players heads-up: the one who was more recently the big blind has the button and posts the small blind.
    fn heads_up_hand(self, occupied: SeatSet) -> Option<Self> {
        if occupied.len() != 2 {
            return None;
        }
        let big_blind = occupied.next_after(self.big_blind)?;
        let button = occupied.next_after(big_blind)?;
        Some(Self {
            button,
            small_blind: button,
            big_blind,
            waiting: SeatSet::EMPTY,
            heads_up: true,
        })
    }

    /// Checks that the player who was big blind in this hand is gone.
    fn big_blind_left(self, occupied: SeatSet, newcomers: SeatSet) -> bool {
        !occupied.contains(self.big_blind) || newcomers.contains(self.big_blind)
    }
}
