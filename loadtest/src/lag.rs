//! Honesty of the generator: the lag of its own timers, and its share of the machine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use serde::Serialize;

use crate::player::Shared;
use crate::stats::{Metric, Quantiles};
use crate::sys;
use crate::timer::until;

/// Interval at which the event loop is tested.
const EVERY: Duration = Duration::from_millis(10);

/// Measures without end how late the event loop wakes a task.
pub(crate) async fn watch(shared: Arc<Shared>) {
    let mut at = Instant::now() + EVERY;
    for turn in 0.. {
        until(at).await;
        let late = at.elapsed();
        shared.recorder.with(turn, |tally| tally.record(Metric::Lag, late));
        // A stall counts once with its full length, not again for every tick that it swallowed.
        at = (at + EVERY).max(Instant::now());
    }
}

/// The generator's judgement of itself.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Honesty {
    /// `true` if the figures can be trusted.
    pub(crate) valid: bool,
    /// Reasons why they cannot.
    pub(crate) reasons: Vec<String>,
    /// Lag of its timers, in milliseconds.
    pub(crate) lag_ms: Quantiles,
    /// Its own processor time, in cores.
    pub(crate) cores_used: f64,
    /// Cores available to it.
    pub(crate) cores: usize,
    /// Limit of open files.
    pub(crate) open_files: u64,
}

/// The generator's use of the machine since some moment.
pub(crate) struct OwnUse {
    began: Instant,
    before: sys::Usage,
}

impl OwnUse {
    /// Starts counting now.
    pub(crate) fn start() -> Self {
        Self {
            began: Instant::now(),
            before: sys::usage(std::process::id()).unwrap_or_default(),
        }
    }

    /// Judges the generator: `lag_max` is the largest permitted 99th percentile of its own lag.
    pub(crate) fn judge(&self, lag: &Histogram<u64>, lag_max: Duration) -> Honesty {
        let lag_ms = Quantiles::of(lag);
        let used = sys::usage(std::process::id())
            .unwrap_or_default()
            .cpu
            .saturating_sub(self.before.cpu);
        let limit = lag_max.as_secs_f64() * 1e3;
        let mut reasons = Vec::new();
        if lag_ms.count == 0 {
            reasons.push("the generator never found time to measure its own lag".to_owned());
        }
        if lag_ms.p99 > limit {
            reasons.push(format!(
                "the generator lagged: p99 of {:.1} ms is above {limit:.1} ms",
                lag_ms.p99
            ));
        }
        Honesty {
            valid: reasons.is_empty(),
            reasons,
            lag_ms,
            cores_used: used.as_secs_f64() / self.began.elapsed().as_secs_f64().max(1e-9),
            cores: sys::cores(),
            open_files: sys::raise_open_files(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Tally;

    fn judge(lags: &[u64]) -> Honesty {
        let mut tally = Tally::new();
        for millis in lags {
            tally.record(Metric::Lag, Duration::from_millis(*millis));
        }
        OwnUse::start().judge(tally.latency(Metric::Lag), Duration::from_millis(20))
    }

    #[test]
    fn a_generator_that_lagged_is_not_believed() {
        assert!(judge(&[1, 2, 3]).valid);
        let honesty = judge(&[1, 2, 500]);
        assert!(!honesty.valid);
        assert!(honesty.reasons[0].contains("lagged"), "{honesty:?}");
        assert!(!judge(&[]).valid);
    }
}
