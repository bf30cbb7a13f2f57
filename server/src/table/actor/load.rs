//! How much the process has to do.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tokio::runtime::Handle;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::held::{Held, Holding};
use crate::lull::Lull;
use crate::net::Outbox;

/// How often is looked.
const LOOK: Duration = Duration::from_millis(200);

/// A look that comes so long after the one before says less: the process was stopped for some of the time, or had no processor.
const LATE: Duration = Duration::from_millis(225);

/// The share of the time between two looks in which the process worked, from which on it is busy.
const BUSY: f64 = 0.9;

/// The share below which it is not busy any more.
const CALM: f64 = 0.7;

/// Whether the process is busy: whether what it could do at once has to wait for its turn.
#[derive(Debug)]
pub struct Load {
    /// For how long a busy process may hold back what is urgent to no client.
    pub(super) hold: Duration,
    holding: Holding,
    lull: Lull,
    busy: AtomicBool,
    /// The bits of the last share.
    share: AtomicU64,
}

impl Load {
    /// The load of a process that may hold something back for so long. `lull` is that of the threads that play.
    pub fn new(hold: Duration, lull: Lull) -> Self {
        Self {
            hold,
            holding: Holding::default(),
            lull,
            busy: AtomicBool::new(false),
            share: AtomicU64::new(0),
        }
    }

    /// Whether the process was busy at the last look.
    pub fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed)
    }

    /// The share of the time before the last look in which the process worked, 1 where it could not have worked more.
    pub fn share(&self) -> f64 {
        f64::from_bits(self.share.load(Ordering::Relaxed))
    }

    /// Holds back a step that connections of a table have been given to hold.
    pub(super) fn hold_back(&self, held: &Arc<Held>, outboxes: Vec<Outbox>) {
        if let Some(due) = held.extend(outboxes, self.hold) {
            self.holding.push(due, Arc::clone(held));
        }
    }

    /// Sends what is held back, for ever.
    pub async fn send_held(&self) {
        self.holding.flush(&self.lull, self.hold).await;
    }

    /// Looks at the runtime that this runs on, for ever.
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

    /// Takes notice of a look, `time` after the one before. A late one finds no thread calm.
    pub(super) fn saw(&self, share: f64, time: Duration) {
        let was_busy = self.is_busy();
        let seems_busy = share >= if was_busy { CALM } else { BUSY };
        self.busy
            .store(seems_busy || was_busy && time > LATE, Ordering::Relaxed);
        self.share.store(share.to_bits(), Ordering::Relaxed);
    }
}

/// What the process has done so far.
struct Work {
    /// For how long the threads of this runtime were not asleep, taken together.
    awake: Duration,
    /// How many these are.
    threads: usize,
    /// The processor time of all threads of the process, the database's too.
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

    /// The share of `time` in which more could not be done: because no thread of the runtime slept, on a machine that others
    /// use too, or because the process used all processors.
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
        let load = Load::new(Duration::ZERO, Lull::always());
        let seen = [0.85, 0.95, 0.75, 0.65, 0.85].map(|share| {
            load.saw(share, LOOK);
            load.is_busy()
        });
        assert_eq!(seen, [false, true, true, false, false]);
    }

    #[test]
    fn a_process_that_was_stopped_is_as_busy_as_before() {
        let load = Load::new(Duration::ZERO, Lull::always());
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
