//! Log lines, on standard error.

use std::io::{IsTerminal, stderr};

use tracing::{Level, Metadata};
use tracing_subscriber::filter::{ParseError, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::config::LogFormat;

/// Starts logging.
///
/// # Errors
/// If `level` is not a valid filter such as `info` or `poker=debug,warn`.
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
