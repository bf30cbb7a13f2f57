//! The thread that writes.
//!
//! It takes all that is queued, writes it in one transaction, and tells everybody once that is on disk. A step or request
//! that is at fault is left out of its group, which is then written once more without haste: each in a savepoint of its
//! own. After a fault whose outcome is unknown, nothing is ever written again.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};
use tokio::sync::{Notify, mpsc, oneshot, watch};

use super::batch::Batch;
use super::fault::Fault;
use crate::store::clock::WallClock;
use crate::store::folder::DataFolder;
use crate::store::journal::{DurableNotice, DurableSender, StepError};
use crate::store::seal::Sealer;
use crate::store::types::Step;
use crate::store::{StoreError, StoreHealth};

/// The most jobs in one transaction. Under load it bounds how long the first of a group waits for the last.
const GROUP_JOBS: usize = 512;

/// Bytes of journal after which the log is copied into the database.
const CHECKPOINT_BYTES: usize = 4 << 20;

/// Something to write.
pub(super) enum Job {
    /// A step, and where its notice goes.
    Step(Box<Step>, DurableSender),
    /// Any other write.
    Task(Box<dyn Task>),
    /// Stop when all before it is written.
    Close(oneshot::Sender<()>),
}

/// A transaction, as tasks see it.
pub(super) struct WriteTx<'a> {
    pub(super) conn: &'a mut SqliteConnection,
    pub(super) clock: &'a WallClock,
    /// To be set by whoever changes the owner of a table.
    pub(super) owners_changed: bool,
}

/// A write that is not a step.
pub(super) trait Task: Send {
    /// Does its work within a transaction. It may be called again after the transaction was undone.
    fn run<'a>(&'a mut self, tx: &'a mut WriteTx<'_>) -> BoxFuture<'a, Result<(), Fault>>;

    /// Tells whoever asked: the result of the last run, unless the transaction failed.
    fn finish(self: Box<Self>, committed: Result<(), Fault>);
}

/// A task that answers with a `T`.
pub(super) struct TypedTask<T, F> {
    work: F,
    result: Option<T>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> TypedTask<T, F>
where
    F: for<'a> FnMut(&'a mut WriteTx<'_>) -> BoxFuture<'a, Result<T, Fault>>,
{
    pub(super) fn new(work: F, reply: oneshot::Sender<Result<T, StoreError>>) -> Self {
        Self {
            work,
            result: None,
            reply,
        }
    }
}

impl<T, F> Task for TypedTask<T, F>
where
    T: Send,
    F: for<'a> FnMut(&'a mut WriteTx<'_>) -> BoxFuture<'a, Result<T, Fault>> + Send,
{
    fn run<'a>(&'a mut self, tx: &'a mut WriteTx<'_>) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async move {
            self.result = None;
            self.result = Some((self.work)(tx).await?);
            Ok(())
        })
    }

    fn finish(self: Box<Self>, committed: Result<(), Fault>) {
        let result = match (committed, self.result) {
            (Ok(()), Some(result)) => Ok(result),
            (Ok(()), None) => Err(StoreError::Database("the task was not run".to_owned())),
            (Err(fault), _) => Err(fault.into_store_error()),
        };
        // Whoever asked may have gone away; what was written stays.
        let _ = self.reply.send(result);
    }
}

/// The writing end of the store.
pub(super) struct Writer {
    conn: SqliteConnection,
    clock: WallClock,
    batch: Batch,
    health: watch::Sender<StoreHealth>,
    stopped: Option<String>,
    checkpoint: Arc<Checkpoint>,
    unchecked_bytes: usize,
}

/// What the writer and the checkpoints tell each other.
#[derive(Default)]
struct Checkpoint {
    wanted: Notify,
    /// A checkpoint could not catch up with the writer, which has to do the rest between two groups.
    rest: AtomicBool,
}

impl Writer {
    /// Starts the thread. It ends when all senders of the queue are gone, or with [`Job::Close`].
    pub(super) fn start(
        conn: SqliteConnection,
        checkpoints: SqliteConnection,
        queue: mpsc::Receiver<Job>,
        health: watch::Sender<StoreHealth>,
        sealer: Sealer,
        clock: WallClock,
        folder: Arc<DataFolder>,
    ) -> Result<(), StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| StoreError::Folder(format!("cannot start the writer: {error}")))?;
        let checkpoint = Arc::new(Checkpoint::default());
        let writer = Self {
            conn,
            batch: Batch::new(sealer, clock.clone()),
            clock,
            health,
            stopped: None,
            checkpoint: Arc::clone(&checkpoint),
            unchecked_bytes: 0,
        };
        let wal = folder.path().join("poker.db-wal");
        std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    let checkpoints = tokio::spawn(checkpoint_when_wanted(checkpoints, checkpoint, wal));
                    let closed = writer.run(queue).await;
                    checkpoints.abort();
                    // The lock goes before the answer, so that the folder can be opened again after it.
                    drop(folder);
                    if let Some(closed) = closed {
                        // Whoever asked may have gone away.
                        let _ = closed.send(());
                    }
                });
            })
            .map_err(|error| StoreError::Folder(format!("cannot start the writer: {error}")))?;
        Ok(())
    }

    async fn run(mut self, mut queue: mpsc::Receiver<Job>) -> Option<oneshot::Sender<()>> {
        let mut group = Vec::with_capacity(GROUP_JOBS);
        let mut closed = None;
        while closed.is_none() && queue.recv_many(&mut group, GROUP_JOBS).await > 0 {
            if let Some(at) = group.iter().position(|job| matches!(job, Job::Close(_))) {
                queue.close();
                let after = group.split_off(at);
                self.write_group(&mut group).await;
                for job in after {
                    closed = Self::refuse(job, "it was closed").or(closed);
                }
                while let Some(job) = queue.recv().await {
                    closed = Self::refuse(job, "it was closed").or(closed);
                }
            } else {
                self.write_group(&mut group).await;
            }
            self.finish_checkpoint().await;
        }
        // The last connection that closes copies the log into the database; failing that, recovery will.
        let _ = self.conn.close().await;
        closed
    }

    fn refuse(job: Job, why: &str) -> Option<oneshot::Sender<()>> {
        match job {
            Job::Step(step, done) => notify(&done, step.step, Err(StepError::Stopped(why.to_owned()))),
            Job::Task(task) => task.finish(Err(Fault::Fatal(why.to_owned()))),
            Job::Close(reply) => return Some(reply),
        }
        None
    }

    /// Writes a group and tells everybody. Leaves it empty.
    async fn write_group(&mut self, group: &mut Vec<Job>) {
        if let Some(why) = &self.stopped {
            for job in group.drain(..) {
                Self::refuse(job, why);
            }
            return;
        }
        if group.is_empty() {
            return;
        }
        let mut outcome = self.transaction(group, Haste::Batch).await;
        if outcome.as_ref().is_err_and(|fault| !fault.ends_transaction()) {
            outcome = self.transaction(group, Haste::OneByOne).await;
        }
        match &outcome {
            Ok(_) => self.set_health(StoreHealth::Ok),
            Err(Fault::Unavailable(what)) => {
                tracing::error!(what, "nothing can be written");
                self.set_health(StoreHealth::Unavailable(what.clone()));
            }
            Err(fault) => {
                let what = fault.clone().into_store_error().to_string();
                tracing::error!(what, "the store stops");
                self.stopped = Some(what.clone());
                self.set_health(StoreHealth::Stopped(what));
            }
        }
        match outcome {
            Ok(faults) => {
                let mut faults = faults.into_iter().peekable();
                for (at, job) in group.drain(..).enumerate() {
                    let fault = faults.next_if(|(faulty, _)| *faulty == at).map(|(_, fault)| fault);
                    tell(job, fault.map_or(Ok(()), Err));
                }
            }
            Err(fault) => {
                for job in group.drain(..) {
                    tell(job, Err(fault.clone()));
                }
            }
        }
    }

    fn set_health(&self, health: StoreHealth) {
        self.health.send_if_modified(|current| {
            let changed = *current != health;
            *current = health;
            changed
        });
    }

    /// Writes a group in one transaction. Returns the jobs that were left out, by their place in the group.
    async fn transaction(&mut self, group: &mut [Job], haste: Haste) -> Result<Vec<(usize, Fault)>, Fault> {
        self.conn.execute("BEGIN IMMEDIATE").await?;
        let written = match self.fill(group, haste).await {
            Ok(faults) => self
                .conn
                .execute("COMMIT")
                .await
                .map(|_| faults)
                .map_err(|error| commit_fault(&error.into())),
            Err(fault) => Err(fault),
        };
        match written {
            Ok(faults) => {
                self.unchecked_bytes += self.batch.take_bytes();
                if self.unchecked_bytes > CHECKPOINT_BYTES {
                    self.unchecked_bytes = 0;
                    self.checkpoint.wanted.notify_one();
                }
                Ok(faults)
            }
            Err(fault) => {
                self.batch.forget();
                // SQLite may have undone the transaction by itself, and then refuses to do it again; what matters is that
                // none is open, and that the next BEGIN finds out.
                let _ = self.conn.execute("ROLLBACK").await;
                Err(fault)
            }
        }
    }

    async fn fill(&mut self, group: &mut [Job], haste: Haste) -> Result<Vec<(usize, Fault)>, Fault> {
        let mut faults = Vec::new();
        let mut at = 0;
        while at < group.len() {
            let steps = group[at..]
                .iter()
                .take_while(|job| matches!(job, Job::Step(..)))
                .count();
            if steps > 0 && haste == Haste::Batch {
                let run: Vec<&Step> = group[at..at + steps]
                    .iter()
                    .filter_map(|job| {
                        if let Job::Step(step, _) = job {
                            Some(&**step)
                        } else {
                            None
                        }
                    })
                    .collect();
                self.batch.append(&mut self.conn, &run).await?;
                at += steps;
                continue;
            }
            self.conn.execute("SAVEPOINT job").await?;
            let done = match &mut group[at] {
                Job::Step(step, _) => self.batch.append(&mut self.conn, &[&**step]).await,
                Job::Task(task) => {
                    let mut tx = WriteTx {
                        conn: &mut self.conn,
                        clock: &self.clock,
                        owners_changed: false,
                    };
                    let done = task.run(&mut tx).await;
                    if tx.owners_changed {
                        self.batch.forget();
                    }
                    done
                }
                Job::Close(_) => Ok(()),
            };
            match done {
                Ok(()) => {
                    self.conn.execute("RELEASE job").await?;
                }
                Err(fault) if fault.ends_transaction() => return Err(fault),
                Err(fault) => {
                    self.batch.forget();
                    self.conn.execute("ROLLBACK TO job").await?;
                    self.conn.execute("RELEASE job").await?;
                    faults.push((at, fault));
                }
            }
            at += 1;
        }
        Ok(faults)
    }

    async fn finish_checkpoint(&mut self) {
        if self.checkpoint.rest.swap(false, Ordering::Relaxed) {
            // Failing that, the log grows until a later one succeeds.
            if let Err(error) = self.conn.execute("PRAGMA wal_checkpoint(PASSIVE)").await {
                tracing::warn!(%error, "a checkpoint failed");
            }
        }
    }
}

/// How a group is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Haste {
    /// Many rows by one statement; the first fault of a step undoes the transaction.
    Batch,
    /// Each job in a savepoint; a fault undoes that job alone.
    OneByOne,
}

/// A commit that fails leaves the transaction undone if the disk was full or somebody held the database. After anything
/// else nobody knows.
fn commit_fault(fault: &Fault) -> Fault {
    match fault {
        Fault::Unavailable(_) => fault.clone(),
        fault => Fault::Fatal(fault.clone().into_store_error().to_string()),
    }
}

fn tell(job: Job, outcome: Result<(), Fault>) {
    match job {
        Job::Step(step, done) => notify(&done, step.step, outcome.map_err(Fault::into_step_error)),
        Job::Task(task) => task.finish(outcome),
        Job::Close(reply) => {
            let _ = reply.send(());
        }
    }
}

/// A table that is gone needs no notice.
fn notify(done: &DurableSender, step: u64, outcome: Result<(), StepError>) {
    let _ = done.send(match outcome {
        Ok(()) => DurableNotice::Durable { step },
        Err(error) => DurableNotice::Failed { step, error },
    });
}

/// Copies the log into the database beside the writer, which goes on meanwhile.
async fn checkpoint_when_wanted(mut conn: SqliteConnection, checkpoint: Arc<Checkpoint>, wal: PathBuf) {
    /// A log longer than this is worth holding the writer up for the last part of it.
    const LONG_LOG_BYTES: u64 = 32 << 20;
    loop {
        checkpoint.wanted.notified().await;
        if let Err(error) = conn.execute("PRAGMA wal_checkpoint(PASSIVE)").await {
            tracing::warn!(%error, "a checkpoint failed");
        }
        // The log starts over only when a checkpoint has reached its end, which the writer may have moved meanwhile.
        if std::fs::metadata(&wal).is_ok_and(|log| log.len() > LONG_LOG_BYTES) {
            checkpoint.rest.store(true, Ordering::Relaxed);
        }
    }
}
