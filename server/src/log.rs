//! Log lines, on standard error.

use std::io::{IsTerminal, stderr};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use tokio::time::Instant;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{ParseError, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::config::LogFormat;
use crate::network::Network;

/// Starts logging.
///
/// # Errors
/// If `level` is not a valid filter such as `info` or `poker_server=debug,warn`.
pub fn init(format: LogFormat, level: &str) -> Result<(), ParseError> {
    let wanted = EnvFilter::builder().parse(level)?;
    let terminal = stderr().is_terminal();
    let json = match format {
        LogFormat::Auto => !terminal,
        LogFormat::Json => true,
        LogFormat::Pretty => false,
    };
    let lines = fmt::layer().with_writer(stderr);
    let lines = if json {
        lines.json().boxed()
    } else {
        lines.with_ansi(terminal).with_target(false).boxed()
    };
    let log = registry().with(wanted).with(filter_fn(tells_no_secret)).with(lines);
    // A subscriber may be set already, by another test.
    let _ = log.try_init();
    Ok(())
}

/// Filters out the finer levels of libraries, which log what they carry: headers with tokens, whole frames with hole
/// cards. No setting lifts this; our own lines never hold a secret, at any level.
fn tells_no_secret(line: &Metadata<'_>) -> bool {
    *line.level() <= Level::INFO || line.target().starts_with("poker_")
}

/// Reports a limit that turns away clients of a network, once a minute for each, naming the option that raises it.
pub(crate) fn limit_bites(option: &'static str, network: Network) {
    static TOLD: LazyLock<DashMap<&str, Seldom>> = LazyLock::new(DashMap::new);
    if let Some(left_out) = TOLD.entry(option).or_default().due() {
        tracing::warn!(
            %network,
            option,
            left_out,
            "clients of one network are refused: if they are many people behind one address, raise the limit"
        );
    }
}

/// Lets one line a minute through, however often there is cause for it.
#[derive(Debug, Default)]
pub(crate) struct Seldom(Mutex<Cause>);

#[derive(Debug, Default)]
struct Cause {
    told_at: Option<Instant>,
    left_out: u64,
}

impl Seldom {
    const EVERY: Duration = Duration::from_mins(1);

    /// `Some` if the line is due, with the number of lines skipped since the last one.
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
