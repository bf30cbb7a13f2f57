//! Log lines, on standard error.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;
use tracing_subscriber::fmt::fmt;

use crate::config::LogFormat;

/// Begins to log.
///
/// # Errors
/// If `level` is no filter, as in `info` or `poker_server=debug,warn`.
pub fn init(format: LogFormat, level: &str) -> Result<(), ParseError> {
    let filter = EnvFilter::builder().parse(level)?;
    let terminal = stderr().is_terminal();
    let builder = fmt().with_env_filter(filter).with_writer(stderr);
    let json = match format {
        LogFormat::Auto => !terminal,
        LogFormat::Json => true,
        LogFormat::Pretty => false,
    };
    // Somebody else may have begun already, as another test does.
    let _ = if json {
        builder.json().try_init()
    } else {
        builder.with_ansi(terminal).with_target(false).try_init()
    };
    Ok(())
}

/// Lets one line through in a minute, however often there is cause for it.
#[derive(Debug, Default)]
pub(crate) struct Seldom(Mutex<Cause>);

#[derive(Debug, Default)]
struct Cause {
    told_at: Option<Instant>,
    left_out: u64,
}

impl Seldom {
    const EVERY: Duration = Duration::from_mins(1);

    /// Whether to write the line, and how many were left out since the last one.
    pub(crate) fn due(&self) -> Option<u64> {
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
