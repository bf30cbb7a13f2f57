//! A table that the harness plays on, and the state its players share.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::check::TableCheck;
use crate::rng::Rng;

/// Timing of players' actions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pace {
    /// Some time after the turn begins: a slow server slows players down.
    Think {
        /// Mean thinking time, which varies at random by half of it.
        mean: Duration,
    },
    /// On a schedule of the whole table, which continues whether or not the server keeps up.
    Schedule,
}

/// A table with its known state.
pub(crate) struct Table {
    /// Identifier of the table.
    pub(crate) id: String,
    /// Buy-in of each player, in chips.
    pub(crate) buy_in: u64,
    /// Token of one of its players, once there is one: only participants may read finished hands.
    pub(crate) token: OnceLock<String>,
    state: Mutex<TableState>,
}

/// Mutable state of a table.
pub(crate) struct TableState {
    /// Check of everything its viewers receive.
    pub(crate) check: TableCheck,
    /// Time of the next action of the schedule.
    due: Option<Instant>,
}

impl Table {
    /// Returns a newly opened table. `transcript` is `true` to keep every event.
    pub(crate) fn new(id: &str, buy_in: u64, transcript: bool) -> Self {
        let state = TableState {
            check: TableCheck::new(id, transcript),
            due: None,
        };
        Self {
            id: id.to_owned(),
            buy_in,
            token: OnceLock::new(),
            state: Mutex::new(state),
        }
    }

    /// Locks the table's state.
    pub(crate) fn lock(&self) -> MutexGuard<'_, TableState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableState {
    /// Returns the time at which a player whose turn begins now means to answer. `gap` is the mean time between two actions of the
    /// schedule.
    pub(crate) fn intended(&mut self, pace: Pace, gap: Duration, now: Instant, rng: &mut Rng) -> Instant {
        match pace {
            Pace::Think { mean } => now + mean.mul_f64(0.5 + rng.fraction()),
            Pace::Schedule => {
                let due = self.due.unwrap_or(now);
                self.due = Some(due + Duration::from_secs_f64(rng.exponential(gap.as_secs_f64())));
                due
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_starts_when_asked_and_varies() {
        let table = Table::new("t1", 100, false);
        let (now, mut rng) = (Instant::now(), Rng::new(1, 1));
        let pace = Pace::Think {
            mean: Duration::from_secs(2),
        };
        for _ in 0..100 {
            let wait = table.lock().intended(pace, Duration::ZERO, now, &mut rng) - now;
            assert!(
                (Duration::from_secs(1)..Duration::from_secs(3)).contains(&wait),
                "{wait:?}"
            );
        }
        let at_once = Pace::Think { mean: Duration::ZERO };
        assert_eq!(table.lock().intended(at_once, Duration::ZERO, now, &mut rng), now);
    }

    #[test]
    fn a_schedule_does_not_wait_for_the_server() {
        let table = Table::new("t1", 100, false);
        let (start, mut rng) = (Instant::now(), Rng::new(1, 1));
        let gap = Duration::from_millis(10);
        let mut last = start;
        for action in 0..1000 {
            // However late a turn begins, the schedule has moved on.
            let asked = start + Duration::from_secs(action);
            let due = table.lock().intended(Pace::Schedule, gap, asked, &mut rng);
            assert!(due >= last);
            last = due;
        }
        let length = (last - start).as_secs_f64();
        assert!((9.0..11.0).contains(&length), "{length}");
    }
}
