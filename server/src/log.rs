//! Log lines, on standard error.

use std::io::{IsTerminal, stderr};

use tracing::{Level, Metadata};
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::config::{ConfigError, LogFormat};

/// Starts logging.
///
/// # Errors
/// If the text is not a filter of log levels.
pub fn init(format: LogFormat, level: &str) -> Result<(), ConfigError> {
    let wanted = filter(level)?;
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

/// The filter of a setting such as `info` or `poker=debug,warn`. A word alone has to be a level, and our own lines need one:
/// a mistyped level would be taken for the name of a library, and nothing would be logged.
///
/// # Errors
/// When it is not such a filter.
pub(crate) fn filter(level: &str) -> Result<EnvFilter, ConfigError> {
    let parts = || level.split(',');
    // An empty text parses as a level.
    let is_level = |part: &str| !part.is_empty() && part.parse::<LevelFilter>().is_ok();
    let are_levels = parts().all(|part| part.contains('=') || is_level(part));
    let has_ours = parts().any(|part| !part.contains('=') || part.starts_with("poker"));
    let wanted = EnvFilter::builder().parse(level);
    wanted.ok().filter(|_| are_levels && has_ours).ok_or_else(|| {
        let wrong = "must name levels (off, error, warn, info, debug or trace), as in info or poker=debug,warn";
        ConfigError::Value("log-level", wrong)
    })
}

/// Filters out the finer levels of libraries, which log what they carry: headers with tokens, whole frames with hole
/// cards. No setting lifts this; our own lines never hold a secret, at any level.
fn tells_no_secret(line: &Metadata<'_>) -> bool {
    *line.level() <= Level::INFO || line.target().starts_with("poker_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_sets_a_level_for_our_lines_is_a_filter() {
        for text in [
            "info",
            "off",
            "WARN",
            "poker=debug,warn",
            "poker=debug",
            "poker_table=trace",
            "warn,hyper=info",
        ] {
            assert!(filter(text).is_ok(), "{text}");
        }
        for text in [
            "",
            "inof",
            "poker",
            "info,",
            "info,debgu",
            "hyper=info",
            "pocker=debug",
            "poker=debgu",
            "-1",
            "[",
            "🂡",
        ] {
            assert!(filter(text).is_err(), "{text}");
        }
    }
}
