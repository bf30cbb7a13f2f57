//! The record of connections and of refused answers: noted where they happen, without waiting, and written now and then.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::store::{Noted, Store, StoreError};

/// Lines that wait to be written: all clients that a server takes may come back at once.
const QUEUE: usize = 65_536;

/// Lines of one transaction: tables wait for it.
const AT_ONCE: usize = 1_024;

/// They are written this often.
const EVERY: Duration = Duration::from_secs(2);

/// How long a stop waits for the last of them.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(3);

/// Where lines are noted.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionNotes {
    lines: mpsc::Sender<Noted>,
    left_out: Arc<AtomicU64>,
}

impl ConnectionNotes {
    /// Notes a line. Never waits: with a full queue it is left out, and counted.
    pub(crate) fn note(&self, noted: Noted) {
        if self.lines.try_send(noted).is_err() {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What a running server writes of connections.
pub(crate) struct ConnectionLog {
    /// When the server was started.
    run: Timestamp,
    notes: ConnectionNotes,
    to_keep: tokio::sync::Mutex<Waiting>,
}

/// What waits to be written.
struct Waiting {
    lines: mpsc::Receiver<Noted>,
    /// What could not be written the last time, because the disk was full.
    again: Vec<Noted>,
}

impl ConnectionLog {
    /// Begins the record of a server that starts.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(crate) async fn begin(store: &dyn Store) -> Result<Self, StoreError> {
        let run = Timestamp::now();
        store.begin_record(run).await?;
        let (to_keep, lines) = mpsc::channel(QUEUE);
        let left_out = Arc::default();
        let again = Vec::new();
        Ok(Self {
            run,
            notes: ConnectionNotes {
                lines: to_keep,
                left_out,
            },
            to_keep: tokio::sync::Mutex::new(Waiting { lines, again }),
        })
    }

    /// Where lines are noted.
    pub(crate) fn notes(&self) -> &ConnectionNotes {
        &self.notes
    }

    /// Writes what waits, one transaction of it; `true` if there may be more.
    ///
    /// # Errors
    /// If it cannot be written now: it waits on.
    async fn keep_some(&self, store: &dyn Store) -> Result<bool, StoreError> {
        let mut waiting = self.to_keep.lock().await;
        let at = Timestamp::now();
        let mut noted = std::mem::take(&mut waiting.again);
        while noted.len() < AT_ONCE
            && let Ok(line) = waiting.lines.try_recv()
        {
            noted.push(line);
        }
        if noted.is_empty() {
            return Ok(false);
        }
        let is_full = noted.len() >= AT_ONCE;
        // Another writer waits here until these lines are on disk: an end never comes before its beginning.
        match self.write(store, at, noted.clone()).await {
            Ok(()) => Ok(is_full),
            // The store has told the log that it cannot write.
            Err(fault @ (StoreError::Unavailable(_) | StoreError::Busy)) => {
                waiting.again = noted;
                Err(fault)
            }
            Err(fault) => {
                self.notes.left_out.fetch_add(noted.len() as u64, Ordering::Relaxed);
                tracing::warn!(%fault, count = noted.len(), "connections are not kept");
                Ok(is_full)
            }
        }
    }

    async fn write(&self, store: &dyn Store, at: Timestamp, noted: Vec<Noted>) -> Result<(), StoreError> {
        let left_out = self.notes.left_out.load(Ordering::Relaxed);
        store.keep_noted(self.run, at, noted, left_out).await
    }

    /// Writes all that was noted until now, and that the record goes so far.
    ///
    /// # Errors
    /// If some of it cannot be written now.
    pub(crate) async fn flush(&self, store: &dyn Store) -> Result<(), StoreError> {
        for _ in 0..QUEUE.div_ceil(AT_ONCE) {
            if !self.keep_some(store).await? {
                break;
            }
        }
        self.write(store, Timestamp::now(), Vec::new()).await
    }
}

/// Writes what is noted, now and then.
pub(crate) async fn keep_connection_log(app: Arc<App>) {
    loop {
        sleep(EVERY).await;
        // What cannot be written now waits for the next time. All of it is, or clients who come again and again would fill the
        // queue for the others.
        while app.connection_log.keep_some(&*app.store).await == Ok(true) {}
    }
}

/// Writes the last of it, when a server stops.
pub(crate) async fn end_connection_log(app: &App) {
    match timeout(FLUSH_TIMEOUT, app.connection_log.flush(&*app.store)).await {
        Ok(Ok(())) => {}
        Ok(Err(fault)) => tracing::warn!(%fault, "the last connections are not kept"),
        Err(_) => tracing::warn!("the last connections are not kept: there was no time"),
    }
}
