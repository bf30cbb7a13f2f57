//! Limit on the speed at which a connection is read.

use std::pin::Pin;
use std::task::Context;
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

/// Speed limit for reading.
#[derive(Clone, Copy, Debug)]
pub struct ReadRate {
    /// Bytes per second in the long run.
    pub per_second: u32,
    /// Maximum number of bytes at a time.
    pub burst: u32,
}

/// Bytes that may be read now.
pub(super) struct Allowance {
    rate: ReadRate,
    left: i64,
    counted_at: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

impl Allowance {
    /// Starts with a whole burst.
    pub(super) fn new(rate: ReadRate, now: Instant) -> Self {
        Self {
            rate,
            left: rate.burst.into(),
            counted_at: now,
            pause: None,
        }
    }

    /// Counts bytes that were read.
    pub(super) fn spend(&mut self, count: usize, now: Instant) {
        let micros = i64::try_from((now - self.counted_at).as_micros()).unwrap_or(i64::MAX);
        let earned = micros.saturating_mul(self.rate.per_second.into()) / 1_000_000;
        // The clock moves on by whole bytes alone, so that frequent reads lose no fraction.
        let counted = earned.unsigned_abs().saturating_mul(1_000_000) / u64::from(self.rate.per_second);
        self.counted_at += Duration::from_micros(counted);
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.left = self.left.saturating_add(earned).min(self.rate.burst.into()) - count;
        if self.left < 0 {
            let micros = self.left.unsigned_abs() * 1_000_000 / u64::from(self.rate.per_second);
            self.pause = Some(Box::pin(sleep(Duration::from_micros(micros))));
        }
    }

    /// `true` while reading must pause; the task is woken at the end of the pause.
    pub(super) fn poll_paused(&mut self, cx: &mut Context<'_>) -> bool {
        let Some(pause) = &mut self.pause else { return false };
        if pause.as_mut().poll(cx).is_pending() {
            return true;
        }
        self.pause = None;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn frequent_reads_lose_no_fraction_of_a_byte() {
        let rate = ReadRate {
            per_second: 1_000,
            burst: 1_000,
        };
        let start = Instant::now();
        let mut allowance = Allowance::new(rate, start);
        allowance.spend(1_000, start);
        // A look every 1.9 ms sees 1.9 bytes earned.
        for look in 1..=100 {
            allowance.spend(0, start + Duration::from_micros(1_900 * look));
        }
        assert_eq!(allowance.left, 190);
    }
}
