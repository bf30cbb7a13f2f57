//! Ends the program at a write boundary near a player's move, as a crash would: only the data on disk survives.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::{fs, process};

use serde_json::json;

use crate::store::{CommitWatch, Step, Written};

/// Exit code of the simulated crash.
const CRASHED: i32 = 86;

/// Bytes that mark the event of a move.
const MOVE: &[u8] = b"\"event\":\"player_moved\"";

/// The boundary at which to end, counted from the first group of steps that moves a player: 0 is before that group is written, 1 after
/// it, 2 after the next one, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Boundary(pub(crate) u32);

/// Ends the program at the boundary, and records in the file `told` how many moves were in the group.
pub(super) fn at(boundary: Boundary, told: PathBuf) -> CommitWatch {
    let near = Mutex::new(Near::new(boundary));
    CommitWatch::new(move |group, written| {
        let mut near = near.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(moves) = near.take(moves_in(group), written) {
            // If the file cannot be written, the program ends all the same.
            fs::write(&told, json!({"crashed_near_moves": moves}).to_string()).ok();
            process::exit(CRASHED);
        }
    })
}

fn moves_in(group: &[&Step]) -> usize {
    let moves = |step: &&Step| step.events.windows(MOVE.len()).filter(|bytes| *bytes == MOVE).count();
    group.iter().map(moves).sum()
}

/// Progress towards the boundary.
#[derive(Debug)]
struct Near {
    boundary: Boundary,
    /// The moves of the first group that has any, and the number of groups written from that one on.
    seen: Option<(usize, u32)>,
}

impl Near {
    const fn new(boundary: Boundary) -> Self {
        Self { boundary, seen: None }
    }

    /// Takes in a group with this many moves; at the boundary, returns the moves of the first such group.
    fn take(&mut self, moves: usize, written: Written) -> Option<usize> {
        if self.seen.is_none() && moves > 0 {
            self.seen = Some((moves, 0));
        }
        let (all, groups) = self.seen.as_mut()?;
        if written == Written::Wholly {
            *groups += 1;
        }
        (*groups == self.boundary.0).then_some(*all)
    }
}

#[cfg(test)]
mod tests {
    use super::{Boundary, Near, Written};

    /// Feeds groups with these numbers of moves, and returns the call on which it ends.
    fn ends(boundary: u32, groups: &[usize]) -> Option<(usize, usize, Written)> {
        let mut near = Near::new(Boundary(boundary));
        let shown = groups.iter().enumerate();
        shown
            .flat_map(|(at, moves)| [(at, *moves, Written::NotYet), (at, *moves, Written::Wholly)])
            .find_map(|(at, moves, written)| Some((at, near.take(moves, written)?, written)))
    }

    #[test]
    fn the_boundary_is_counted_from_the_first_move() {
        let groups = [0, 2, 0, 1, 0];
        assert_eq!(ends(0, &groups), Some((1, 2, Written::NotYet)));
        assert_eq!(ends(1, &groups), Some((1, 2, Written::Wholly)));
        assert_eq!(ends(2, &groups), Some((2, 2, Written::Wholly)));
        assert_eq!(ends(3, &groups), Some((3, 2, Written::Wholly)));
        assert_eq!(ends(5, &groups), None);
        assert_eq!(ends(1, &[0, 0]), None);
    }
}
