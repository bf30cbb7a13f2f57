//! Log lines limited to one a minute, with a count of those left out.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Lets one line a minute through, and counts those that it holds back.
#[derive(Debug, Default)]
pub struct Seldom(Mutex<Cause>);

#[derive(Debug, Default)]
struct Cause {
    told_at: Option<Instant>,
    left_out: u64,
}

impl Seldom {
    const EVERY: Duration = Duration::from_mins(1);

    /// `Some` if the line is due, with the number of lines skipped since the last one.
    pub fn due(&self) -> Option<u64> {
        let mut cause = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if cause.told_at.is_some_and(|told_at| now - told_at < Self::EVERY) {
            cause.left_out += 1;
            return None;
        }
        cause.told_at = Some(now);
        Some(std::mem::take(&mut cause.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_line_comes_once_a_minute_and_counts_those_that_were_left_out() {
        let seldom = Seldom::default();
        assert_eq!(seldom.due(), Some(0));
        for _ in 0..3 {
            tokio::time::advance(Duration::from_secs(15)).await;
            assert_eq!(seldom.due(), None);
        }
        tokio::time::advance(Duration::from_secs(15)).await;
        assert_eq!(seldom.due(), Some(3));
        assert_eq!(seldom.due(), None);
    }
}
