//! The writing task.
//!
//! It takes everything in the queue, writes it in one transaction, and notifies all callers once that is on disk. A
//! step or request at fault is left out of its group, which is then written again one job at a time, each in a
//! savepoint of its own. After a fault whose outcome is unknown, nothing is ever written again.

mod transaction;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, Executor};
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::ballast::Ballast;
use super::batch::{Appended, Batch};
use super::fault::Fault;
use super::patience::{GROUP_JOBS, Patience};
use super::queue::{Job, JobQueue};
use super::sweep::Sweeper;
use super::{BUSY_TIMEOUT, settle_all};
use crate::clock::WallClock;
use crate::faucet::FaucetLimits;
use crate::folder::DataFolder;
use crate::head::{Head, HeadFile};
use crate::seal::Sealer;
use crate::{StoreError, StoreHealth};
use poker_base::Seldom;
use poker_base::idle::IdleSignal;
use transaction::tell;

/// Maximum time for which a group keeps growing while all playing threads are busy.
const GATHER: Duration = Duration::from_millis(20);

/// Maximum number of lulls to wait for; a lull that brings no jobs is the last.
const LULLS: usize = 3;

/// Bytes of journal after which the log is copied into the database.
const CHECKPOINT_BYTES: usize = 8 << 20;

/// Bytes of journal after which the writer no longer leaves this to the checkpoint task.
const CHECKPOINT_BYTES_MAX: usize = 32 << 20;

/// Idle time after which the log's space is released.
const LULL: Duration = Duration::from_secs(10);

/// Interval between attempts to write after a failure, while no jobs arrive.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Minimum interval between syncs of the head file.
const HEAD_EVERY: Duration = Duration::from_millis(800);

/// Time without any progress on a group after which it will not be written: the disk, or a program that holds the
/// database, does not respond. Syncs take milliseconds, or a tenth of a second on a busy shared disk.
pub(super) const STALL: Duration = Duration::from_secs(10);

/// The writing end of the store.
pub(super) struct Writer {
    conn: SqliteConnection,
    clock: WallClock,
    faucet: FaucetLimits,
    batch: Batch,
    health: watch::Sender<StoreHealth>,
    checkpoint: Arc<Checkpoint>,
    /// Bytes written since the writer's own last checkpoint.
    unchecked_bytes: usize,
    checkpoint_wanted: bool,
    /// Increases by one when a group begins and when it ends, and by two for each job done: odd while a group is being written.
    progress: Arc<AtomicU64>,
    lull: IdleSignal,
    patience: Patience,
    failures: Seldom,
    /// The progress of the database.
    head: Head,
    head_file: HeadFile,
    /// Signals that the head file needs a sync.
    noted: Arc<Notify>,
    /// Set while the log is not empty.
    has_log: bool,
    ballast: Ballast,
}

/// Arguments for starting a writer.
pub(super) struct Start {
    pub(super) conn: SqliteConnection,
    /// A second connection, for checkpoints.
    pub(super) checkpoints: SqliteConnection,
    pub(super) queue: JobQueue,
    pub(super) health: watch::Sender<StoreHealth>,
    pub(super) sweeper: Sweeper,
    /// The program name recorded with written steps.
    pub(super) program: &'static str,
    pub(super) sealer: Sealer,
    pub(super) clock: WallClock,
    pub(super) faucet: FaucetLimits,
    /// Locked for as long as the writer runs.
    pub(super) folder: DataFolder,
    /// Time for which a group may make no progress, [`STALL`].
    pub(super) stall: Duration,
    /// The lull of the threads on which the writer runs.
    pub(super) lull: IdleSignal,
    /// The progress of the database.
    pub(super) head: Head,
    /// The file in which it is recorded.
    pub(super) head_file: HeadFile,
}

/// Communication between the writer and the checkpoint task.
#[derive(Default)]
struct Checkpoint {
    wanted: Notify,
    /// A checkpoint could not catch up with the writer, which must finish it between two groups.
    rest: AtomicBool,
}

impl Writer {
    /// Starts the task. It ends when all senders of the queue are gone, or with [`Job::Close`].
    ///
    /// It runs on the threads that play: SQLite has a thread of its own anyway, and an additional one in between would
    /// have to be woken for each of its answers.
    pub(super) fn start(start: Start) {
        let Start {
            conn,
            checkpoints,
            queue,
            health,
            sweeper,
            program,
            sealer,
            clock,
            faucet,
            folder,
            stall,
            lull,
            head,
            head_file,
        } = start;
        let noted = Arc::<Notify>::default();
        let checkpoint = Arc::new(Checkpoint::default());
        let progress = Arc::<AtomicU64>::default();
        let writer = Self {
            conn,
            batch: Batch::new(program, sealer, clock.clone(), faucet, sweeper),
            clock,
            faucet,
            health: health.clone(),
            checkpoint: Arc::clone(&checkpoint),
            unchecked_bytes: 0,
            checkpoint_wanted: false,
            progress: Arc::clone(&progress),
            lull,
            patience: Patience::new(),
            failures: Seldom::default(),
            head,
            head_file: head_file.clone(),
            noted: Arc::clone(&noted),
            has_log: true,
            ballast: Ballast::of(folder.path()),
        };
        tokio::spawn(async move {
            let beside = [
                AbortOnDropHandle::new(tokio::spawn(checkpoint_when_wanted(checkpoints, checkpoint))),
                AbortOnDropHandle::new(tokio::spawn(stop_when_stalled(progress, health, stall))),
                AbortOnDropHandle::new(tokio::spawn(sync_head(head_file, noted))),
            ];
            let closed = writer.run(queue).await;
            drop(beside);
            // The lock is released before the answer, so that the folder can be opened again after it.
            drop(folder);
            if let Some(closed) = closed {
                // The caller may have gone away.
                let _ = closed.send(());
            }
        });
    }

    /// Leaves the database settled and in one file, so that the next start has nothing to catch up on and the file can
    /// be copied. If any of this fails, the next start does it.
    async fn tidy(mut self) {
        let health = self.health.borrow().clone();
        if matches!(health, StoreHealth::Unavailable(_)) {
            self.ballast.free();
        }
        let healthy = !matches!(health, StoreHealth::Stopped(_));
        if healthy && let Err(fault) = settle_all(&mut self.conn).await {
            tracing::warn!(?fault, "the ends of the journals were not written down");
            // There may be no open transaction.
            let _ = self.conn.execute("ROLLBACK").await;
        }
        if let Err(error) = self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").await {
            tracing::warn!(%error, "the last checkpoint failed");
        }
        let _ = self.conn.close().await;
        if let Err(error) = self.head_file.sync() {
            tracing::warn!(%error, "the database's position was not written to poker.head");
        }
    }

    async fn run(mut self, mut queue: JobQueue) -> Option<oneshot::Sender<()>> {
        let mut group = Vec::with_capacity(GROUP_JOBS);
        let mut closed = None;
        let mut on_disk = Instant::now();
        while closed.is_none() {
            let taken = match self.patience_without_jobs() {
                Some(patience) => timeout(patience, queue.take(&mut group, GROUP_JOBS)).await,
                None => Ok(queue.take(&mut group, GROUP_JOBS).await),
            };
            match taken {
                Ok(0) => break,
                Ok(_) => {}
                Err(_) => {
                    self.rest().await;
                    continue;
                }
            }
            self.gather(&mut group, &mut queue).await;
            let (sleeps, began) = (self.lull.sleeps(), Instant::now());
            if let Some(at) = group.iter().position(|job| matches!(job, Job::Close(_))) {
                let after = group.split_off(at);
                self.write_group(&mut group).await;
                let rest = queue.close().await;
                closed = Self::refuse(after.into_iter().chain(rest), "it was closed");
            } else {
                self.write_group(&mut group).await;
            }
            let last = std::mem::replace(&mut on_disk, Instant::now());
            let slept = self.lull.sleeps() != sleeps;
            self.patience.learn(slept, on_disk - began, on_disk - last);
            self.forget().await;
            self.checkpoint().await;
        }
        self.tidy().await;
        closed
    }

    /// Idle time after which [`Self::rest`] has something to do.
    fn patience_without_jobs(&self) -> Option<Duration> {
        match *self.health.borrow() {
            StoreHealth::Unavailable(_) => Some(TRY_AGAIN),
            StoreHealth::Ok if self.has_log => Some(LULL),
            StoreHealth::Ok | StoreHealth::Stopped(_) => None,
        }
    }

    /// Uses an idle period: copies the log into the database and releases its space. If the last write failed, a small
    /// write is tried first.
    async fn rest(&mut self) {
        if matches!(*self.health.borrow(), StoreHealth::Unavailable(_)) {
            let tried = async {
                self.conn.execute("BEGIN IMMEDIATE").await?;
                self.conn
                    .execute("UPDATE journal_end SET changes = changes + 1")
                    .await?;
                self.conn.execute("COMMIT").await?;
                Ok::<_, Fault>(())
            };
            if tried.await.is_err() {
                // There may be no open transaction.
                let _ = self.conn.execute("ROLLBACK").await;
                return;
            }
            self.note_head(&Appended::default(), true);
            self.set_health(StoreHealth::Ok);
        }
        self.has_log = false;
        self.unchecked_bytes = 0;
        self.ballast.renew();
        // Without the patience that a write has with readers: the next caller would have to wait as long.
        let truncated = self
            .conn
            .execute("PRAGMA busy_timeout = 20; PRAGMA wal_checkpoint(TRUNCATE)")
            .await;
        if let Err(error) = truncated {
            tracing::debug!(%error, "the database's log was not truncated");
        }
        let patience = BUSY_TIMEOUT.as_millis();
        if let Err(error) = self
            .conn
            .execute(AssertSqlSafe(format!("PRAGMA busy_timeout = {patience}")))
            .await
        {
            tracing::warn!(%error, "the writer's patience with other processes could not be set");
        }
    }

    /// Lets a group grow until a caller is waiting for it, or until it is large enough: a commit costs as much as some
    /// fifty steps, so under load a little patience gains more throughput than it costs in latency.
    async fn gather(&self, group: &mut Vec<Job>, queue: &mut JobQueue) {
        let more = self.patience.enough().saturating_sub(group.len());
        let enough = timeout(GATHER, queue.reach(more));
        let lull = async {
            // Most results cause the next request: as long as requests arrive, more will follow.
            for _ in 0..LULLS {
                let there = queue.len();
                self.lull.begin().await;
                if queue.len() == there {
                    break;
                }
            }
        };
        tokio::select! {
            biased;
            () = lull => {}
            // Running out of time counts as enough.
            _ = enough => {}
        }
        queue.fill(group, GROUP_JOBS);
    }

    /// Refuses jobs. Returns the channel for reporting the close, if one was requested.
    fn refuse(jobs: impl IntoIterator<Item = Job>, why: &str) -> Option<oneshot::Sender<()>> {
        let mut closed = None;
        for job in jobs {
            match job {
                Job::Close(reply) => closed = closed.or(Some(reply)),
                job => tell(job, Err(Fault::Fatal(why.to_owned()))),
            }
        }
        closed
    }

    fn set_health(&self, health: StoreHealth) {
        // Nearly always it is unchanged, and an update would wait for everyone who is reading it.
        if *self.health.borrow() != health {
            set_health(&self.health, health);
        }
    }

    /// Has the log copied into the database while the writer continues, and finishes that between two groups: the log
    /// starts over only when a checkpoint reaches its end.
    async fn checkpoint(&mut self) {
        if self.checkpoint.rest.swap(false, Ordering::Relaxed) || self.unchecked_bytes > CHECKPOINT_BYTES_MAX {
            self.unchecked_bytes = 0;
            self.checkpoint_wanted = false;
            passive_checkpoint(&mut self.conn).await;
        } else if self.unchecked_bytes > CHECKPOINT_BYTES && !self.checkpoint_wanted {
            self.checkpoint_wanted = true;
            self.checkpoint.wanted.notify_one();
        }
    }
}

/// Sets the health. A stopped store stays stopped.
fn set_health(current: &watch::Sender<StoreHealth>, health: StoreHealth) {
    current.send_if_modified(|current| {
        let changes = *current != health && !matches!(current, StoreHealth::Stopped(_));
        if changes {
            *current = health;
        }
        changes
    });
}

/// Stops the store when neither a group nor any job in it is written in time. Time during which the whole process was
/// suspended does not count.
async fn stop_when_stalled(progress: Arc<AtomicU64>, health: watch::Sender<StoreHealth>, stall: Duration) {
    const TICKS: u32 = 10;
    let mut ticks = interval(stall / TICKS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut seen, mut unchanged) = (0, 0);
    loop {
        ticks.tick().await;
        let now = progress.load(Ordering::Relaxed);
        let writing = now % 2 == 1;
        unchanged = if writing && now == seen { unchanged + 1 } else { 0 };
        seen = now;
        if unchanged == TICKS {
            let what = format!("nothing was written for {} s", stall.as_secs());
            tracing::error!(what, "the store stops");
            set_health(&health, StoreHealth::Stopped(StoreError::Stopped(what)));
        }
    }
}

/// Syncs the head file in parallel with the writer.
async fn sync_head(file: HeadFile, noted: Arc<Notify>) {
    let failures = Seldom::default();
    loop {
        noted.notified().await;
        let file = file.clone();
        let synced = tokio::task::spawn_blocking(move || file.sync()).await;
        if let Ok(Err(error)) = synced
            && let Some(left_out) = failures.due()
        {
            tracing::warn!(%error, left_out, "the database's position in poker.head was not synced");
        }
        sleep(HEAD_EVERY).await;
    }
}

/// The way in which a group is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Haste {
    /// All steps as one row; the first fault of a step undoes the transaction.
    Batch,
    /// Each job in a savepoint; a fault undoes only that job.
    OneByOne,
}

/// Copies the log into the database on request, while the writer continues.
async fn checkpoint_when_wanted(mut conn: SqliteConnection, checkpoint: Arc<Checkpoint>) {
    loop {
        checkpoint.wanted.notified().await;
        passive_checkpoint(&mut conn).await;
        checkpoint.rest.store(true, Ordering::Relaxed);
    }
}

/// Copies what can be copied without waiting for other connections. If that fails, the log grows until a later checkpoint.
async fn passive_checkpoint(conn: &mut SqliteConnection) {
    if let Err(error) = conn.execute("PRAGMA wal_checkpoint(PASSIVE)").await {
        tracing::warn!(%error, "a checkpoint failed");
    }
}
