//! Log lines, on standard error.

use std::io::{IsTerminal, stderr};

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
