//! The record of connections and refused answers: noted without waiting where they occur, and written periodically.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use poker_store::{Noted, Store, StoreError};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// Lines that may wait to be written: all the clients that a server accepts may reconnect at the same time.
const QUEUE: usize = 65_536;

/// Lines per transaction. It is small because the tables wait for it.
const AT_ONCE: usize = 1_024;

/// Interval between writes.
const EVERY: Duration = Duration::from_secs(2);

/// Time for which a shutdown waits for the last lines.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(3);

/// A handle for noting lines.
#[derive(Clone, Debug)]
pub struct ConnectionNotes {
    lines: mpsc::Sender<Noted>,
    left_out: Arc<AtomicU64>,
}

impl ConnectionNotes {
    /// Notes a line. This never waits: if the queue is full, the line is dropped and counted.
    pub fn note(&self, noted: Noted) {
        if self.lines.try_send(noted).is_err() {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The connection record of a running server.
pub struct ConnectionLog {
    /// Start of the server.
    run: Timestamp,
    notes: ConnectionNotes,
    to_keep: tokio::sync::Mutex<Waiting>,
}

/// Lines waiting to be written.
struct Waiting {
    lines: mpsc::Receiver<Noted>,
    /// Lines that the last write could not store because the disk was full.
    again: Vec<Noted>,
}

impl ConnectionLog {
    /// Begins the record of a server that is starting.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub async fn begin(store: &dyn Store) -> Result<Self, StoreError> {
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

    /// Returns the handle for noting lines.
    pub fn notes(&self) -> &ConnectionNotes {
        &self.notes
    }

    /// Writes waiting lines in one transaction; `true` if there may be more.
    ///
    /// # Errors
    /// Returns an error if the lines cannot be written now; they stay in the queue.
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
        // Any other writer waits here until these lines are on disk, so an end is never written before its beginning.
        match self.write(store, at, noted.clone()).await {
            Ok(()) => Ok(is_full),
            // The store has already logged that it cannot write.
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

    /// Writes everything noted so far, and marks the record as complete up to now.
    ///
    /// # Errors
    /// Returns an error if some of it cannot be written now.
    pub async fn flush(&self, store: &dyn Store) -> Result<(), StoreError> {
        for _ in 0..QUEUE.div_ceil(AT_ONCE) {
            if !self.keep_some(store).await? {
                break;
            }
        }
        self.write(store, Timestamp::now(), Vec::new()).await
    }
}

/// Writes the noted lines periodically.
pub async fn keep_connection_log(log: Arc<ConnectionLog>, store: Arc<dyn Store>) {
    loop {
        sleep(EVERY).await;
        // Lines that cannot be written now wait for the next round. All waiting lines are written each round, or
        // clients that keep reconnecting would fill the queue for the others.
        while log.keep_some(&*store).await == Ok(true) {}
    }
}

/// Writes the remaining lines when the server stops.
pub async fn end_connection_log(log: &ConnectionLog, store: &dyn Store) {
    match timeout(FLUSH_TIMEOUT, log.flush(store)).await {
        Ok(Ok(())) => {}
        Ok(Err(fault)) => tracing::warn!(%fault, "the last connections are not kept"),
        Err(_) => tracing::warn!("the last connections are not kept: there was no time"),
    }
}
