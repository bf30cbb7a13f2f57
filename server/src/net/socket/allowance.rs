//! How fast a connection is read.

use std::pin::Pin;
use std::task::Context;
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

/// How fast is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadRate {
    /// Bytes a second.
    pub per_second: u32,
    /// Bytes at once.
    pub burst: u32,
}

/// How much may be read.
pub(super) struct Allowance {
    rate: ReadRate,
    left: i64,
    counted_at: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

impl Allowance {
    /// A whole burst may be read.
    pub(super) fn new(rate: ReadRate, now: Instant) -> Self {
        Self {
            rate,
            left: rate.burst.into(),
            counted_at: now,
            pause: None,
        }
    }

    /// So many bytes were read.
    pub(super) fn spend(&mut self, count: usize, now: Instant) {
        let micros = i64::try_from((now - self.counted_at).as_micros()).unwrap_or(i64::MAX);
        let earned = micros.saturating_mul(self.rate.per_second.into()) / 1_000_000;
        // Fractions of a byte are not lost: the clock moves on only with whole ones.
        if earned > 0 {
            self.counted_at = now;
        }
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.left = self.left.saturating_add(earned).min(self.rate.burst.into()) - count;
        if self.left < 0 {
            let micros = self.left.unsigned_abs() * 1_000_000 / u64::from(self.rate.per_second);
            self.pause = Some(Box::pin(sleep(Duration::from_micros(micros))));
        }
    }

    /// Whether nothing may be read now; the task is woken when that is over.
    pub(super) fn poll_paused(&mut self, cx: &mut Context<'_>) -> bool {
        let Some(pause) = &mut self.pause else { return false };
        if pause.as_mut().poll(cx).is_pending() {
            return true;
        }
        self.pause = None;
        false
    }
}
