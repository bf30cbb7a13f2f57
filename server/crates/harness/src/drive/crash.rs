//! Ends the program at a write boundary near a player's move, as a crash would: only the data on disk survives.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, process};

use poker_store::{DurableNotice, DurableSender, JournalHandle, Step};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::sleep;

/// Exit code of the simulated crash.
const CRASHED: i32 = 86;

/// Bytes that mark the event of a move.
const MOVE: &[u8] = b"\"event\":\"player_moved\"";

/// Time within which the store reports all steps of a group. Writing the next group takes longer.
const GROUP: Duration = Duration::from_millis(1);

/// The boundary at which to end, counted from the first group of steps that moves a player: 0 is before that group is written, 1 after
/// it, 2 after the next one, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boundary(pub(super) u32);

/// A step that the store has not reported on yet.
struct OnItsWay {
    moves: usize,
    notice: mpsc::UnboundedReceiver<DurableNotice>,
    done: DurableSender,
}

/// Watches a journal. Ends the program at the boundary, before the owner of any step hears of it, and records in the file `told` how
/// many moves were near.
pub(super) fn watch(journal: JournalHandle, boundary: Boundary, told: PathBuf) -> JournalHandle {
    let (queued, steps) = mpsc::unbounded_channel();
    tokio::spawn(pass_on(steps, boundary, told.clone()));
    // Locked until a step is in both queues, so that they have the same order.
    let queued = Mutex::new(queued);
    JournalHandle::new(move |step, done| {
        let queued = queued.lock().unwrap_or_else(PoisonError::into_inner);
        let moves = moves_in(&step);
        if moves > 0 && boundary == Boundary(0) {
            crash(moves, &told);
        }
        let (report, notice) = mpsc::unbounded_channel();
        journal.append(step, report)?;
        // Its other end lasts as long as this one.
        let _ = queued.send(OnItsWay { moves, notice, done });
        Ok(())
    })
}

/// Passes the store's reports on to the owners of the steps, group by group.
async fn pass_on(mut steps: mpsc::UnboundedReceiver<OnItsWay>, boundary: Boundary, told: PathBuf) {
    let mut near = Near::new(boundary);
    let mut next = steps.recv().await;
    while let Some(mut first) = next.take() {
        let reported = first.notice.recv().await;
        sleep(GROUP).await;
        let mut moves = first.moves;
        let mut group: Vec<_> = reported.map(|notice| (first.done, notice)).into_iter().collect();
        while let Ok(mut step) = steps.try_recv() {
            let Ok(notice) = step.notice.try_recv() else {
                next = Some(step);
                break;
            };
            moves += step.moves;
            group.push((step.done, notice));
        }
        if let Some(moves) = near.written(moves) {
            crash(moves, &told);
        }
        for (done, notice) in group {
            // The owner may have gone.
            let _ = done.send(notice);
        }
        if next.is_none() {
            next = steps.recv().await;
        }
    }
}

fn crash(near_moves: usize, told: &Path) -> ! {
    // The program ends even if the file cannot be written.
    fs::write(told, json!({"crashed_near_moves": near_moves}).to_string()).ok();
    process::exit(CRASHED);
}

fn moves_in(step: &Step) -> usize {
    step.events.windows(MOVE.len()).filter(|bytes| *bytes == MOVE).count()
}

/// Progress towards a boundary after the first.
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

    /// Takes in a written group with this many moves; at the boundary, returns the moves of the first such group.
    fn written(&mut self, moves: usize) -> Option<usize> {
        if self.seen.is_none() && moves > 0 {
            self.seen = Some((moves, 0));
        }
        let (all, groups) = self.seen.as_mut()?;
        *groups += 1;
        (*groups == self.boundary.0).then_some(*all)
    }
}

#[cfg(test)]
mod tests {
    use super::{Boundary, Near};

    /// Feeds groups with these numbers of moves, and returns the one after which it ends.
    fn ends(boundary: u32, groups: &[usize]) -> Option<(usize, usize)> {
        let mut near = Near::new(Boundary(boundary));
        let mut groups = groups.iter().enumerate();
        groups.find_map(|(at, moves)| Some((at, near.written(*moves)?)))
    }

    #[test]
    fn the_boundary_is_counted_from_the_first_move() {
        let groups = [0, 2, 0, 1, 0];
        assert_eq!(ends(1, &groups), Some((1, 2)));
        assert_eq!(ends(2, &groups), Some((2, 2)));
        assert_eq!(ends(3, &groups), Some((3, 2)));
        assert_eq!(ends(5, &groups), None);
        assert_eq!(ends(1, &[0, 0]), None);
    }
}
