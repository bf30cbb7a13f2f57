//! The load of the process.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use poker_base::idle::IdleSignal;
use poker_owner::Outbox;
use rustix::time::{ClockId, clock_gettime};
use tokio::runtime::Handle;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::held::{Held, Holding};

/// Interval between two samples.
const LOOK: Duration = Duration::from_millis(200);

/// A sample this long after the previous one is unreliable: the process was stopped for part of the time, or got no
/// processor.
const LATE: Duration = Duration::from_millis(225);

/// Share of the interval spent working at or above which the process counts as busy.
const BUSY: f64 = 0.9;

/// Share below which a busy process counts as calm again.
const CALM: f64 = 0.7;

/// Tells whether the process is busy, that is, whether work it could do immediately has to wait for its turn.
#[derive(Debug)]
pub struct Load {
    /// Longest time for which a busy process may hold back bursts that are not urgent to any client.
    pub(super) hold: Duration,
    holding: Holding,
    lull: IdleSignal,
    busy: AtomicBool,
    /// The latest share, as the bits of an `f64`.
    share: AtomicU64,
}

impl Load {
    /// Creates the load of a process that may hold bursts back for `hold`. `lull` is that of the threads that run the
    /// tables.
    pub fn new(hold: Duration, lull: IdleSignal) -> Self {
        Self {
            hold,
            holding: Holding::default(),
            lull,
            busy: AtomicBool::new(false),
            share: AtomicU64::new(0),
        }
    }

    /// `true` if the process was busy at the last sample.
    pub fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed)
    }

    /// The share of the last interval in which the process worked; 1 means that it could not have worked more.
    pub fn share(&self) -> f64 {
        f64::from_bits(self.share.load(Ordering::Relaxed))
    }

    /// Registers a step of a table whose bursts the `outboxes` hold.
    pub(super) fn hold_back(&self, held: &Arc<Held>, outboxes: Vec<Outbox>) {
        if let Some(due) = held.extend(outboxes, self.hold) {
            self.holding.push(due, Arc::clone(held));
        }
    }

    /// Sends held bursts in an endless loop.
    pub async fn send_held(&self) {
        self.holding.flush(&self.lull, self.hold).await;
    }

    /// Samples the runtime that this future runs on in an endless loop.
    pub async fn watch(&self) {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let processors = available_parallelism().map_or(1, NonZero::get);
        let mut last = (looks.tick().await, Work::now());
        loop {
            looks.tick().await;
            let now = (Instant::now(), Work::now());
            let time = now.0 - last.0;
            self.saw(now.1.share_since(&last.1, time, processors), time);
            last = now;
        }
    }

    /// Takes in a sample, `time` after the previous one. A late sample never makes the process calm.
    pub(super) fn saw(&self, share: f64, time: Duration) {
        let was_busy = self.is_busy();
        let seems_busy = share >= if was_busy { CALM } else { BUSY };
        self.busy
            .store(seems_busy || was_busy && time > LATE, Ordering::Relaxed);
        self.share.store(share.to_bits(), Ordering::Relaxed);
    }
}

/// Work done by the process since its start.
struct Work {
    /// Total time for which the threads of this runtime were awake.
    awake: Duration,
    /// Number of those threads.
    threads: usize,
    /// Processor time of all threads of the process, including those of the database.
    processor: Duration,
}

impl Work {
    fn now() -> Self {
        let metrics = Handle::current().metrics();
        let threads = metrics.num_workers();
        let processor = clock_gettime(ClockId::ProcessCPUTime);
        Self {
            awake: (0..threads)
                .map(|worker| metrics.worker_total_busy_duration(worker))
                .sum(),
            threads,
            processor: processor.try_into().unwrap_or_default(),
        }
    }

    /// The share of `time` in which nothing more could be done, either because no thread of the runtime slept (on a
    /// machine shared with others) or because the process used all processors.
    fn share_since(&self, last: &Self, time: Duration, processors: usize) -> f64 {
        let of = |work: Duration, last: Duration, count: usize| {
            let count = u32::try_from(count).unwrap_or(u32::MAX).max(1);
            (work.saturating_sub(last) / count).div_duration_f64(time)
        };
        let awake = of(self.awake, last.awake, self.threads);
        awake.max(of(self.processor, last.processor, processors))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_busy_stays_so_until_it_has_clearly_less_to_do() {
        let load = Load::new(Duration::ZERO, IdleSignal::always());
        let seen = [0.85, 0.95, 0.75, 0.65, 0.85].map(|share| {
            load.saw(share, LOOK);
            load.is_busy()
        });
        assert_eq!(seen, [false, true, true, false, false]);
    }

    #[test]
    fn a_process_that_was_stopped_is_as_busy_as_before() {
        let load = Load::new(Duration::ZERO, IdleSignal::always());
        let seen = [
            (0.1, 2 * LOOK),
            (0.95, LOOK),
            (0.1, 2 * LOOK),
            (0.1, LOOK),
            (0.95, 2 * LOOK),
        ]
        .map(|(share, time)| {
            load.saw(share, time);
            load.is_busy()
        });
        assert_eq!(seen, [false, true, true, false, true]);
    }

    #[test]
    fn a_process_is_as_busy_as_its_threads_or_as_its_processors() {
        let work = |awake, processor| Work {
            awake: Duration::from_millis(awake),
            threads: 2,
            processor: Duration::from_millis(processor),
        };
        let shares = [(160, 60), (20, 60), (20, 0)].map(|(awake, processor)| {
            let share = work(100 + awake, 50 + processor).share_since(&work(100, 50), Duration::from_millis(100), 1);
            format!("{share:.2}")
        });
        assert_eq!(shares, ["0.80", "0.60", "0.10"]);
    }
}
