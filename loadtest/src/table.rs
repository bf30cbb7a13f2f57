//! A table that the harness plays on: what its players share.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::check::TableCheck;
use crate::rng::Rng;

/// When players act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pace {
    /// Some time after they are asked: a slow server slows them down.
    Think {
        /// The mean, half of it more or less at random.
        mean: Duration,
    },
    /// On a schedule of the whole table, which goes on whether or not the server keeps up.
    Schedule,
}

/// A table with what is known of it.
pub(crate) struct Table {
    /// Its identifier.
    pub(crate) id: String,
    /// Chips to sit down with.
    pub(crate) buy_in: u64,
    /// The token of one of its players, once there is one: a participant may ask for finished hands.
    pub(crate) token: OnceLock<String>,
    state: Mutex<TableState>,
}

/// What changes.
pub(crate) struct TableState {
    /// What its viewers were told.
    pub(crate) check: TableCheck,
    /// When the next action of the schedule is due.
    due: Option<Instant>,
}

impl Table {
    /// A table that was opened just now. `transcript` tells whether every event is kept.
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

    /// The table's state, for a moment.
    pub(crate) fn lock(&self) -> MutexGuard<'_, TableState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableState {
    /// When a player who is asked now means to answer. `gap` is the mean time between two actions of the schedule.
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
            // However late a player is asked, the schedule has gone on.
            let asked = start + Duration::from_secs(action);
            let due = table.lock().intended(Pace::Schedule, gap, asked, &mut rng);
            assert!(due >= last);
            last = due;
        }
        let length = (last - start).as_secs_f64();
        assert!((9.0..11.0).contains(&length), "{length}");
    }
}
