//! Measurements: latencies in HDR histograms, counters, and how both change every second.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use serde::Serialize;

/// A latency, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metric {
    /// Time from the intended start of a connection to the finished upgrade.
    Connect,
    /// Time from `hello` to `welcome`.
    Hello,
    /// Time from `sit` to its answer.
    Sit,
    /// Time from the intended time of an action to its answer.
    ActionAck,
    /// Time from the intended time of an action to its event at another seat.
    ActionSeen,
    /// Time from the start of a reconnection to the state that restores the player.
    Resync,
    /// Lag of the generator's own timers.
    Lag,
}

impl Metric {
    /// All metrics, in the order of the report.
    pub(crate) const ALL: [Self; 7] = [
        Self::Connect,
        Self::Hello,
        Self::Sit,
        Self::ActionAck,
        Self::ActionSeen,
        Self::Resync,
        Self::Lag,
    ];

    /// Returns the name in thresholds and summaries.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Hello => "hello",
            Self::Sit => "sit",
            Self::ActionAck => "action_ack",
            Self::ActionSeen => "action_seen",
            Self::Resync => "resync",
            Self::Lag => "lag",
        }
    }
}

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// Actions accepted by the server.
    Actions,
    /// Deliveries: one for each seat that saw an action.
    Deliveries,
    /// Text messages received.
    Messages,
    /// Bytes of text messages received, frame headers included.
    Bytes,
    /// Hands that ended.
    Hands,
    /// Hands that were cancelled.
    Voided,
    /// Refused requests, and connections that failed or were cut.
    Errors,
    /// Decisions made by the server because time ran out.
    Timeouts,
    /// Connections that were dropped on purpose and came back.
    Reconnects,
    /// Actions that could not be sent at their intended time.
    LateSends,
    /// Rebuys after a bust.
    Rebuys,
    /// Arrivals that found no free seat.
    NoSeat,
}

impl Count {
    /// All counters, in the order of the report.
    pub(crate) const ALL: [Self; 12] = [
        Self::Actions,
        Self::Deliveries,
        Self::Messages,
        Self::Bytes,
        Self::Hands,
        Self::Voided,
        Self::Errors,
        Self::Timeouts,
        Self::Reconnects,
        Self::LateSends,
        Self::Rebuys,
        Self::NoSeat,
    ];

    /// Returns the name in thresholds and summaries.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Actions => "actions",
            Self::Deliveries => "deliveries",
            Self::Messages => "messages",
            Self::Bytes => "bytes",
            Self::Hands => "hands",
            Self::Voided => "voided",
            Self::Errors => "errors",
            Self::Timeouts => "timeouts",
            Self::Reconnects => "reconnects",
            Self::LateSends => "late_sends",
            Self::Rebuys => "rebuys",
            Self::NoSeat => "no_seat",
        }
    }
}

/// Largest latency that is distinguished, two minutes; longer ones count as that.
const LATENCY_MAX_US: u64 = 120_000_000;

/// Returns an empty histogram of microseconds.
pub(crate) fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LATENCY_MAX_US, 3).expect("the bounds are constants that fit")
}

/// Returns a latency in microseconds.
pub(crate) fn micros(latency: Duration) -> u64 {
    u64::try_from(latency.as_micros()).unwrap_or(LATENCY_MAX_US)
}

/// Histograms and counters of a stretch of time.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    latencies: [Histogram<u64>; Metric::ALL.len()],
    counts: [u64; Count::ALL.len()],
}

impl Tally {
    /// Returns an empty tally.
    pub(crate) fn new() -> Self {
        Self {
            latencies: std::array::from_fn(|_| histogram()),
            counts: [0; Count::ALL.len()],
        }
    }

    /// Adds a latency.
    pub(crate) fn record(&mut self, metric: Metric, latency: Duration) {
        self.latencies[metric as usize].saturating_record(micros(latency));
    }

    /// Adds to a counter.
    pub(crate) fn add(&mut self, count: Count, amount: u64) {
        self.counts[count as usize] += amount;
    }

    /// Returns the latencies of a metric.
    pub(crate) fn latency(&self, metric: Metric) -> &Histogram<u64> {
        &self.latencies[metric as usize]
    }

    /// Returns a counter.
    pub(crate) fn count(&self, count: Count) -> u64 {
        self.counts[count as usize]
    }

    /// Adds everything from another tally.
    pub(crate) fn merge(&mut self, other: &Self) {
        for metric in Metric::ALL {
            self.merge_latency(metric, other.latency(metric));
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }

    fn merge_latency(&mut self, metric: Metric, other: &Histogram<u64>) {
        self.latencies[metric as usize]
            .add(other)
            .expect("all have the same bounds, so that nothing is out of range");
    }
}

/// Figures of a histogram, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Quantiles {
    /// Number of measurements.
    pub(crate) count: u64,
    /// Arithmetic mean.
    pub(crate) mean: f64,
    pub(crate) p50: f64,
    /// 90th percentile.
    pub(crate) p90: f64,
    /// 95th percentile.
    pub(crate) p95: f64,
    /// 99th percentile.
    pub(crate) p99: f64,
    /// 99.9th percentile.
    pub(crate) p999: f64,
    /// Largest latency.
    pub(crate) max: f64,
}

impl Quantiles {
    /// Computes the figures of a histogram of microseconds.
    pub(crate) fn of(histogram: &Histogram<u64>) -> Self {
        let at = |quantile| millis(histogram.value_at_quantile(quantile));
        Self {
            count: histogram.len(),
            mean: if histogram.is_empty() {
                0.0
            } else {
                histogram.mean() / 1e3
            },
            p50: at(0.5),
            p90: at(0.9),
            p95: at(0.95),
            p99: at(0.99),
            p999: at(0.999),
            max: millis(histogram.max()),
        }
    }
}

/// Converts microseconds to milliseconds.
fn millis(micros: u64) -> f64 {
    micros as f64 / 1e3
}

/// Destination of the players' measurements, sharded so that they seldom wait for each other.
pub(crate) struct Recorder {
    shards: Vec<Mutex<Box<Tally>>>,
    codes: Mutex<BTreeMap<String, u64>>,
}

impl Recorder {
    /// Returns a recorder with this many shards.
    pub(crate) fn new(shards: usize) -> Self {
        Self {
            shards: (0..shards.max(1)).map(|_| Mutex::new(Box::new(Tally::new()))).collect(),
            codes: Mutex::default(),
        }
    }

    /// Writes into the shard of a player.
    pub(crate) fn with<R>(&self, player: usize, write: impl FnOnce(&mut Tally) -> R) -> R {
        let shard = &self.shards[player % self.shards.len()];
        write(&mut shard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts an error by its code.
    pub(crate) fn error(&self, player: usize, code: &str) {
        self.with(player, |tally| tally.add(Count::Errors, 1));
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        *codes.entry(code.to_owned()).or_default() += 1;
    }

    /// Returns the number of errors by code.
    pub(crate) fn errors(&self) -> BTreeMap<String, u64> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes everything since the last call. `spare` is emptied and swapped in, so that no shard is locked for long.
    pub(crate) fn take(&self) -> Tally {
        let mut taken = Tally::new();
        for shard in &self.shards {
            let mut fresh = Box::new(Tally::new());
            std::mem::swap(&mut *shard.lock().unwrap_or_else(PoisonError::into_inner), &mut fresh);
            taken.merge(&fresh);
        }
        taken
    }
}

/// About one second of a run.
#[derive(Clone, Debug)]
pub(crate) struct Interval {
    /// Start, counted from the start of the run.
    pub(crate) start: Duration,
    /// Length of the interval.
    pub(crate) length: Duration,
    /// `true` during the warm-up.
    pub(crate) warmup: bool,
    /// Connected players at the end.
    pub(crate) players: u64,
    /// Measurements of the interval.
    pub(crate) tally: Tally,
}

impl Interval {
    /// Returns a counter per second.
    pub(crate) fn rate(&self, count: Count) -> f64 {
        self.tally.count(count) as f64 / self.length.as_secs_f64().max(1e-9)
    }
}

/// A run second by second.
pub(crate) struct Series {
    began: Instant,
    last: Instant,
    warmup: Duration,
    /// Intervals so far.
    pub(crate) intervals: Vec<Interval>,
}

impl Series {
    /// Returns a series that begins now, with a warm-up that totals leave out.
    pub(crate) fn new(warmup: Duration) -> Self {
        let now = Instant::now();
        Self {
            began: now,
            last: now,
            warmup,
            intervals: Vec::new(),
        }
    }

    /// Closes an interval.
    pub(crate) fn push(&mut self, tally: Tally, players: u64) -> &Interval {
        let now = Instant::now();
        self.intervals.push(Interval {
            start: self.last - self.began,
            length: now - self.last,
            warmup: self.last - self.began < self.warmup,
            players,
            tally,
        });
        self.last = now;
        &self.intervals[self.intervals.len() - 1]
    }

    /// Returns everything after the warm-up, and the length of that time. Events that occur once per player, mostly during the warm-up,
    /// count from the start.
    pub(crate) fn total(&self) -> (Tally, Duration) {
        let mut total = Tally::new();
        let mut length = Duration::ZERO;
        for interval in &self.intervals {
            if interval.warmup {
                for metric in [Metric::Connect, Metric::Hello, Metric::Sit] {
                    total.merge_latency(metric, interval.tally.latency(metric));
                }
            } else {
                total.merge(&interval.tally);
                length += interval.length;
            }
        }
        (total, length)
    }

    /// Returns the start of the series.
    pub(crate) fn began(&self) -> Instant {
        self.began
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn merged_histograms_are_as_if_recorded_in_one() {
        let recorder = Recorder::new(3);
        let mut one = Tally::new();
        for player in 0..900_u64 {
            let latency = Duration::from_micros(player * 37 + 5);
            recorder.with(usize::try_from(player).unwrap(), |tally| {
                tally.record(Metric::ActionAck, latency);
                tally.add(Count::Actions, 1);
            });
            one.record(Metric::ActionAck, latency);
        }
        let merged = recorder.take();
        assert_eq!(merged.latency(Metric::ActionAck), one.latency(Metric::ActionAck));
        assert_eq!(merged.count(Count::Actions), 900);
        assert_eq!(Quantiles::of(merged.latency(Metric::ActionAck)).count, 900);
        assert_eq!(recorder.take().count(Count::Actions), 0, "what was taken is gone");
    }

    #[test]
    fn quantiles_are_in_milliseconds() {
        let mut tally = Tally::new();
        for millis in 1..=100 {
            tally.record(Metric::Connect, ms(millis));
        }
        let quantiles = Quantiles::of(tally.latency(Metric::Connect));
        assert!((quantiles.p50 - 50.0).abs() < 0.1, "{quantiles:?}");
        assert!((quantiles.p99 - 99.0).abs() < 0.1, "{quantiles:?}");
        assert!((quantiles.max - 100.0).abs() < 0.1, "{quantiles:?}");
        assert_eq!(Quantiles::of(tally.latency(Metric::Sit)), Quantiles::default());
    }

    #[test]
    fn latencies_beyond_the_histogram_count_as_its_end() {
        let mut tally = Tally::new();
        tally.record(Metric::Sit, Duration::from_hours(1));
        tally.record(Metric::Sit, Duration::ZERO);
        let quantiles = Quantiles::of(tally.latency(Metric::Sit));
        assert_eq!(quantiles.count, 2);
        assert!((119_000.0..121_000.0).contains(&quantiles.max), "{quantiles:?}");
    }

    #[test]
    fn totals_leave_the_warm_up_out() {
        let mut series = Series::new(Duration::from_nanos(1));
        let mut tally = Tally::new();
        tally.add(Count::Hands, 5);
        tally.record(Metric::Sit, ms(1));
        tally.record(Metric::ActionAck, ms(1));
        series.push(tally.clone(), 1);
        series.push(tally, 1);
        let total = series.total().0;
        assert_eq!(series.intervals.len(), 2);
        assert_eq!(
            (total.count(Count::Hands), total.latency(Metric::ActionAck).len()),
            (5, 1)
        );
        assert_eq!(
            total.latency(Metric::Sit).len(),
            2,
            "players sit down before the warm-up is over"
        );
    }

    #[test]
    fn errors_are_counted_by_code() {
        let recorder = Recorder::new(1);
        recorder.error(0, "turn.stale");
        recorder.error(1, "turn.stale");
        assert_eq!(recorder.errors().get("turn.stale"), Some(&2));
        assert_eq!(recorder.take().count(Count::Errors), 2);
    }

    #[test]
    fn names_are_unique_and_in_the_order_of_their_index() {
        for (index, metric) in Metric::ALL.into_iter().enumerate() {
            assert_eq!(metric as usize, index, "{}", metric.name());
        }
        for (index, count) in Count::ALL.into_iter().enumerate() {
            assert_eq!(count as usize, index, "{}", count.name());
        }
    }
}
