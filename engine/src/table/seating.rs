//! Players dealt into the next hand of a cash table with blinds, and the positions of those blinds.

use super::ButtonRule;
use super::positions::Positions;
use crate::seat::MAX_SEATS;
use crate::{SeatIx, SeatSet};

/// The seats that want to be dealt in, by the blinds they owe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    /// Owe nothing.
    pub(super) regular: SeatSet,
    /// Owe blinds, and post them to play.
    pub(super) posting: SeatSet,
    /// Owe blinds, and wait for the big blind.
    pub(super) waiting: SeatSet,
}

impl Candidates {
    pub(super) const fn all(self) -> SeatSet {
        self.regular.union(self.posting).union(self.waiting)
    }
}

/// The positions of a hand and the seats dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seating {
    pub(super) positions: Positions,
    pub(super) dealt: SeatSet,
    /// The seats among `dealt` that post blinds owed in order to enter.
    pub(super) entering: SeatSet,
}

impl Seating {
    /// Seats the first hand of a table, in which no player owes anything.
    pub(super) fn first(button: SeatIx, all: SeatSet) -> Option<Self> {
        Positions::first_hand(button, all).map(|positions| Self::free(positions, all))
    }

    /// Seats the hand after `last`. `big_blind_left` contains the seat of its big blind if that player is gone, and is
    /// empty otherwise. `None` if fewer than `needed` can be dealt in.
    ///
    /// If fewer than two players owe nothing, or too few could be dealt in otherwise, the game starts afresh: every
    /// player enters free, and only the order of the big blind is kept. Two players therefore never post.
    pub(super) fn next(
        last: Positions,
        rule: ButtonRule,
        candidates: Candidates,
        big_blind_left: SeatSet,
        needed: usize,
    ) -> Option<Self> {
        let all = candidates.all();
        if all.len() < needed {
            return None;
        }
        if candidates.regular.len() >= 2 {
            let seating = match rule {
                ButtonRule::Dead => Self::dead_button(last, candidates, big_blind_left),
                ButtonRule::Moving | ButtonRule::Dealer => Self::moving_button(last, candidates, big_blind_left),
            };
            if let Some(seating) = seating.filter(|seating| seating.dealt.len() >= needed) {
                return Some(seating);
            }
        }
        last.rebuilt(all, big_blind_left)
            .map(|positions| Self::free(positions, all))
    }

    fn free(positions: Positions, dealt: SeatSet) -> Self {
        Self {
            positions,
            dealt,
            entering: SeatSet::EMPTY,
        }
    }

    fn new(positions: Positions, dealt: SeatSet, candidates: Candidates) -> Self {
        // The big blind settles all that is owed.
        let entering = dealt
            .intersection(candidates.posting)
            .difference(SeatSet::only(positions.big_blind));
        Self {
            positions,
            dealt,
            entering,
        }
    }

    fn dead_button(last: Positions, candidates: Candidates, big_blind_left: SeatSet) -> Option<Self> {
        let next_big_blind = SeatSet::only(candidates.all().next_after(last.big_blind)?);
        let mut posting = candidates.posting;
        loop {
            let playing = candidates.regular.union(posting);
            let occupied = playing.union(candidates.waiting.intersection(next_big_blind));
            let positions = last.next_hand(occupied, big_blind_left)?;
            let barred = barred(positions, posting);
            if barred.is_empty() {
                return Some(Self::new(positions, occupied.difference(positions.waiting), candidates));
            }
            posting = posting.difference(barred);
        }
    }

    fn moving_button(last: Positions, candidates: Candidates, big_blind_left: SeatSet) -> Option<Self> {
        let next_big_blind = SeatSet::only(candidates.all().next_after(last.big_blind)?);
        let mut posting = candidates.posting;
        if !last.heads_up {
            // A player who entered before the last big blind would hold it back, and make the same player post it again.
            posting = posting.difference(posting.between(last.button, last.big_blind));
        }
        loop {
            let playing = candidates.regular.union(posting);
            let button = playing.next_after(last.button)?;
            let small_blind = playing.next_after(button)?;
            let big_blind = playing.union(candidates.waiting).next_after(small_blind)?;
            let moved = playing.union(SeatSet::only(big_blind));
            let waiting = SeatSet::EMPTY;
            let positions = Positions {
                button,
                small_blind,
                big_blind,
                waiting,
                heads_up: false,
            };
            let (positions, dealt) = if last.heads_up || !advances(last, big_blind) {
                let occupied = playing.union(candidates.waiting.intersection(next_big_blind));
                (last.rebuilt(occupied, big_blind_left)?, occupied)
            } else if moved.len() == 2 {
                (last.rebuilt(moved, big_blind_left)?, moved)
            } else {
                (positions, moved)
            };
            let barred = barred(positions, posting);
            if barred.is_empty() {
                return Some(Self::new(positions, dealt, candidates));
            }
            posting = posting.difference(barred);
        }
    }
}

/// Returns the seats that may not enter now: those between the button and the big blind. The button still has to pass
/// the ones between it and the small blind; and the small blind would be a cheap way in.
fn barred(positions: Positions, posting: SeatSet) -> SeatSet {
    if positions.heads_up {
        SeatSet::EMPTY
    } else {
        posting.between(positions.button, positions.big_blind)
    }
}

/// Checks that a big blind lies beyond the last one, seen from the last button.
fn advances(last: Positions, big_blind: SeatIx) -> bool {
    let from_button = |seat| last.button.clockwise_to(seat, MAX_SEATS);
    from_button(big_blind) > from_button(last.big_blind)
}
