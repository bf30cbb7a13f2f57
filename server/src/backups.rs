//! Periodic copies of the data folder.
//!
//! A separate process, `poker backup`, makes each copy at low priority, so that reading and checking the data costs the
//! tables neither time nor memory.

use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;
use std::{fs, io};

use jiff::{SignedDuration, Timestamp};
use metrics::{describe_gauge, gauge};
use tokio::process::Command;
use tokio::time::sleep;

use crate::config::Config;

/// Longest wait before a failed copy is retried.
const AGAIN: SignedDuration = SignedDuration::from_mins(10);

/// Makes copies for as long as the server runs. The first is due as soon as the newest existing copy is old enough.
pub(crate) async fn keep(config: Config) {
    let Some(to) = config.backup_to() else { return };
    let every = config.backup_every;
    describe_gauge!(
        "poker_backup_timestamp_seconds",
        metrics::Unit::Seconds,
        "When the newest copy of the data folder was made, in seconds since 1970; 0 if there is none"
    );
    let age = gauge!("poker_backup_timestamp_seconds");
    let mut newest = newest_in(to);
    loop {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a double counts seconds for millions of years"
        )]
        age.set(newest.map_or(0, Timestamp::as_second) as f64);
        let due = newest.map_or(SignedDuration::ZERO, |newest| {
            every - Timestamp::now().duration_since(newest)
        });
        // If the clock was set back, wait no longer than one interval.
        sleep(Duration::try_from(due.min(every)).unwrap_or_default()).await;
        match make(&config, to).await {
            Ok(Output { status, stdout, .. }) if status.success() => {
                tracing::info!(copy = %String::from_utf8_lossy(&stdout).trim_end(), "the data folder is copied");
                newest = Some(Timestamp::now());
                continue;
            }
            Ok(Output { status, stderr, .. }) => {
                let why = String::from_utf8_lossy(&stderr);
                tracing::error!(%status, why = why.trim_end(), "the data folder could not be copied");
            }
            Err(failure) => tracing::error!(%failure, "the data folder could not be copied"),
        }
        sleep(Duration::try_from(every.min(AGAIN)).unwrap_or_default()).await;
    }
}

/// Creation time of the newest copy in a folder.
pub(crate) fn newest_in(folder: &Path) -> Option<Timestamp> {
    let copies = fs::read_dir(folder).ok()?.flatten();
    let made = copies.filter_map(|copy| fs::metadata(copy.path().join("backup.json")).ok()?.modified().ok());
    Timestamp::try_from(made.max()?).ok()
}

/// `true` if a place, which need not exist yet, is a folder or inside it.
pub(crate) fn is_within(place: &Path, folder: &Path) -> bool {
    let real = |path: &Path| {
        let path = std::path::absolute(path).ok()?;
        path.ancestors().find_map(|there| {
            let rest = path.strip_prefix(there).ok()?;
            Some(fs::canonicalize(there).ok()?.join(rest))
        })
    };
    matches!((real(place), real(folder)), (Some(place), Some(folder)) if place.starts_with(&folder))
}

async fn make(config: &Config, to: &Path) -> io::Result<Output> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(["backup", "--gently", "--json", "--keep"])
        .arg(config.backup_keep.to_string())
        .arg("--data")
        .arg(&config.data)
        .args(
            config
                .seal_key()
                .iter()
                .flat_map(|key| ["--seal-key".as_ref(), key.as_os_str()]),
        )
        .arg(to)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
}
