//! The clock that tables run by.

use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use tokio::time::Instant;

use crate::time::{Now, PlayTime};

/// Longest interval between readings with which the clock can tell that the process was running.
pub const BEAT: Duration = Duration::from_millis(250);

/// A gap between two readings longer than this was a stall of the machine, the process or its runtime.
const STALL: Duration = Duration::from_secs(1);

/// A monotonic clock that leaves out the time in which the process stood still, so that no stall of ours costs a player
/// any time. It must be read at least every [`BEAT`] ([`PlayClock::keep_beating`]).
#[derive(Debug)]
pub struct PlayClock {
    started: Instant,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    last_look: Instant,
    lost: Duration,
    stands_still: bool,
}

impl Default for PlayClock {
    fn default() -> Self {
        Self::starting(Instant::now())
    }
}

impl PlayClock {
    fn starting(now: Instant) -> Self {
        Self {
            started: now,
            state: Mutex::new(State {
                last_look: now,
                lost: Duration::ZERO,
                stands_still: false,
            }),
        }
    }

    /// The current play time.
    pub fn now(&self) -> PlayTime {
        self.at(Instant::now())
    }

    fn at(&self, now: Instant) -> PlayTime {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Two threads may get here in a different order from that in which they read the time.
        let now = now.max(state.last_look);
        let gap = now - state.last_look;
        if state.stands_still {
            state.lost += gap;
        } else if gap > STALL {
            tracing::warn!(
                gap_ms = gap.as_millis(),
                "the process stood still; players get the time back"
            );
            state.lost += gap;
        }
        state.last_look = now;
        let played = (now - self.started).saturating_sub(state.lost);
        PlayTime(u64::try_from(played.as_millis()).unwrap_or(u64::MAX))
    }

    /// Stops play time for good: a server that shuts down costs no player any time. Open decisions get their full time
    /// again in the next process.
    pub fn stand_still(&self) {
        self.now();
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        state.stands_still = true;
    }

    /// Total time for which the process has stood still since the clock was started.
    pub fn lost(&self) -> Duration {
        self.now();
        let state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        state.lost
    }

    /// The runtime instant at which the play time will be `due`, provided that the process does not stall.
    pub fn instant_of(&self, due: PlayTime) -> Instant {
        let wait = Duration::from_millis(self.now().until(due).into());
        Instant::now() + wait
    }

    /// Reads the clock every [`BEAT`], in an endless loop.
    pub async fn keep_beating(&self) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            self.now();
        }
    }
}

/// The current instant, by the play clock and by the wall clock.
pub fn now(clock: &PlayClock) -> Now {
    let since_1970 = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    Now {
        play: clock.now(),
        wall: i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stands_still_while_the_process_does() {
        let start = Instant::now();
        let clock = PlayClock::starting(start);
        let at = |ms| clock.at(start + Duration::from_millis(ms));
        assert_eq!(at(250), PlayTime(250));
        assert_eq!(at(1_200), PlayTime(1_200), "a gap below the limit counts");
        assert_eq!(at(7_200), PlayTime(1_200), "six seconds lost");
        assert_eq!(at(7_450), PlayTime(1_450));
        assert_eq!(at(7_000), PlayTime(1_450), "never back");
        let lost = clock.state.lock().unwrap().lost;
        assert_eq!(lost, Duration::from_secs(6));
    }

    #[test]
    fn a_clock_that_was_stopped_stays_where_it_is() {
        let start = Instant::now();
        let clock = PlayClock::starting(start);
        clock.stand_still();
        let stopped = clock.now();
        for ms in [500, 900, 5_000, 3_600_000] {
            assert_eq!(clock.at(start + Duration::from_millis(ms)), stopped);
        }
    }
}
