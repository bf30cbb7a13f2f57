//! How much the process has to do.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often is looked.
const LOOK: Duration = Duration::from_millis(200);

/// The share of its time that each of the runtime's threads worked between two looks, from which on the process is busy.
const BUSY: f64 = 0.9;

/// The share below which it is not busy any more.
const CALM: f64 = 0.7;

/// Whether the process is busy: whether what it could do at once has to wait for its turn.
#[derive(Debug)]
pub struct Load {
    /// For how long a busy process may hold back what is urgent to no client.
    pub(super) hold: Duration,
    busy: AtomicBool,
    /// The bits of the last share.
    share: AtomicU64,
}

impl Load {
    /// The load of a process that may hold something back for so long.
    pub const fn new(hold: Duration) -> Self {
        Self {
            hold,
            busy: AtomicBool::new(false),
            share: AtomicU64::new(0),
        }
    }

    /// Whether the process was busy at the last look.
    pub fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed)
    }

    /// The share of its time that each thread worked before the last look, from 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from_bits(self.share.load(Ordering::Relaxed))
    }

    /// Looks at the runtime that this runs on, for ever.
    pub async fn watch(&self) {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last = (looks.tick().await, worked());
        loop {
            looks.tick().await;
            let now = (Instant::now(), worked());
            let threads = u32::try_from(Handle::current().metrics().num_workers()).unwrap_or(1);
            let each = now.1.saturating_sub(last.1) / threads;
            self.saw(each.div_duration_f64(now.0 - last.0));
            last = now;
        }
    }

    pub(super) fn saw(&self, share: f64) {
        let from = if self.is_busy() { CALM } else { BUSY };
        self.busy.store(share >= from, Ordering::Relaxed);
        self.share.store(share.to_bits(), Ordering::Relaxed);
    }
}

/// For how long the threads of this runtime have worked, taken together.
fn worked() -> Duration {
    let metrics = Handle::current().metrics();
    (0..metrics.num_workers())
        .map(|worker| metrics.worker_total_busy_duration(worker))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_busy_stays_so_until_it_has_clearly_less_to_do() {
        let load = Load::new(Duration::ZERO);
        let seen = [0.85, 0.95, 0.75, 0.65, 0.85].map(|share| {
            load.saw(share);
            load.is_busy()
        });
        assert_eq!(seen, [false, true, true, false, false]);
    }
}
