//! One group of jobs in one transaction.

use std::sync::atomic::Ordering;

use sqlx::Executor;

use super::super::batch::Appended;
use super::super::fault::Fault;
use super::super::queue::Job;
use super::super::sums;
use super::super::task::{Owners, WriteTx};
use super::{Haste, Writer};
use crate::head::Head;
use crate::journal::DurableNotice;
use crate::types::Step;
use crate::{StoreError, StoreHealth};

impl Writer {
    /// Writes a group and answers all its callers. Leaves it empty.
    pub(super) async fn write_group(&mut self, group: &mut Vec<Job>) {
        if let StoreHealth::Stopped(why) = &*self.health.borrow() {
            Self::refuse(group.drain(..), &why.to_string());
        }
        if group.is_empty() {
            return;
        }
        self.progress.fetch_add(1, Ordering::Relaxed);
        let mut outcome = self.transaction(group, Haste::Batch).await;
        if outcome.as_ref().is_err_and(|fault| !fault.ends_transaction()) {
            outcome = self.transaction(group, Haste::OneByOne).await;
        }
        if matches!(outcome, Err(Fault::Unavailable(_))) && group.iter().any(is_last_word) && self.ballast.free() {
            outcome = self.transaction(group, Haste::OneByOne).await;
        }
        match &outcome {
            Ok(_) => self.set_health(StoreHealth::Ok),
            Err(Fault::Unavailable(what)) => {
                // Tables retry twice a second until it works again.
                if let Some(left_out) = self.failures.due() {
                    tracing::error!(what, left_out, "nothing can be written; tables pause until it can");
                }
                self.set_health(StoreHealth::Unavailable(what.clone()));
            }
            Err(fault) => {
                let why = StoreError::from(fault.clone());
                tracing::error!(%why, "the store stops");
                self.set_health(StoreHealth::Stopped(why));
            }
        }
        self.progress.fetch_add(1, Ordering::Relaxed);
        match outcome {
            Ok(faults) => {
                let mut faults = faults.into_iter().peekable();
                for (at, job) in group.drain(..).enumerate() {
                    let fault = faults.next_if(|(faulty, _)| *faulty == at).map(|(_, fault)| fault);
                    tell(job, fault.map_or(Ok(()), Err));
                }
            }
            Err(fault) => group.drain(..).for_each(|job| tell(job, Err(fault.clone()))),
        }
    }

    /// Writes a group in one transaction. Returns the jobs that were left out, by their index in the group.
    async fn transaction(&mut self, group: &mut [Job], haste: Haste) -> Result<Vec<(usize, Fault)>, Fault> {
        let written = match self.at_once(group, haste).await {
            Ok(true) => Ok(Vec::new()),
            Ok(false) => self.in_parts(group, haste).await,
            Err(fault) => Err(fault),
        };
        match written {
            Ok(faults) => {
                self.has_log = true;
                let appended = self.batch.committed();
                self.unchecked_bytes += appended.bytes;
                let changes = group.iter().any(|job| matches!(job, Job::Task(_)));
                self.note_head(&appended, changes);
                Ok(faults)
            }
            Err(fault) => {
                self.batch.forget();
                // SQLite may have undone the transaction by itself, in which case it refuses to do so again. All that
                // matters is that none is open, and the next BEGIN would find out.
                let _ = self.conn.execute("ROLLBACK").await;
                Err(fault)
            }
        }
    }

    /// Records the progress of the database after a commit.
    pub(super) fn note_head(&mut self, appended: &Appended, changes: bool) {
        self.head = Head {
            groups: self.head.groups + appended.groups,
            steps: self.head.steps + appended.steps,
            changes: self.head.changes + u64::from(changes),
            at: self.clock.now(),
            last: appended.last.or(self.head.last),
        };
        match self.head_file.note(&self.head) {
            Ok(()) => self.noted.notify_one(),
            Err(error) => {
                if let Some(left_out) = self.failures.due() {
                    tracing::warn!(%error, left_out, "the database's position was not written to poker.head");
                }
            }
        }
    }

    /// Writes a group that consists only of steps as one message to the database, if it fits in one.
    async fn at_once(&mut self, group: &[Job], haste: Haste) -> Result<bool, Fault> {
        let steps: Option<Vec<&Step>> = group.iter().map(Job::step).collect();
        match steps {
            Some(steps) if haste == Haste::Batch => self.batch.append_at_once(&mut self.conn, &steps).await,
            _ => Ok(false),
        }
    }

    async fn in_parts(&mut self, group: &mut [Job], haste: Haste) -> Result<Vec<(usize, Fault)>, Fault> {
        self.conn.execute("BEGIN IMMEDIATE").await?;
        let faults = self.fill(group, haste).await?;
        if self.batch.is_settling_due() {
            self.batch.settle_in_turn(&mut self.conn).await?;
        }
        let committed = self.conn.execute("COMMIT").await;
        committed.map(|_| faults).map_err(|error| commit_fault(&error.into()))
    }

    pub(super) async fn fill(&mut self, group: &mut [Job], haste: Haste) -> Result<Vec<(usize, Fault)>, Fault> {
        if group.iter().any(|job| matches!(job, Job::Task(_))) {
            self.conn
                .execute("UPDATE journal_end SET changes = changes + 1")
                .await?;
        }
        let mut faults = Vec::new();
        let mut at = 0;
        while at < group.len() {
            let run: Vec<&Step> = group[at..].iter().map_while(Job::step).collect();
            if !run.is_empty() && haste == Haste::Batch {
                self.batch.append(&mut self.conn, &run).await?;
                at += run.len();
                self.progress.fetch_add(2, Ordering::Relaxed);
                continue;
            }
            self.conn.execute("SAVEPOINT job").await?;
            let known = group[at].step().map(|step| self.batch.known(step.table));
            let done = match &mut group[at] {
                Job::Step(step, _) => self.batch.append(&mut self.conn, &[&**step]).await,
                Job::Task(task) => {
                    let mut tx = WriteTx {
                        conn: &mut self.conn,
                        clock: &self.clock,
                        limits: &self.faucet,
                        batch: &mut self.batch,
                        owners: Owners::Same,
                    };
                    let done = task.run(&mut tx).await;
                    let owners = tx.owners;
                    let done = match done {
                        Ok(()) => sums::renew(&mut self.conn).await,
                        Err(fault) => Err(fault),
                    };
                    match (&done, owners) {
                        (_, Owners::Same) => {}
                        (Ok(()), Owners::One(table)) => self.batch.forget_end(table),
                        (Ok(()), Owners::All) => self.batch.forget_ends(),
                        // The record of ends and lists has been undone.
                        (Err(_), _) => self.batch.forget_settling(),
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
                    if let Some(known) = &known {
                        self.batch.take_back(known);
                    }
                    self.conn.execute("ROLLBACK TO job").await?;
                    self.conn.execute("RELEASE job").await?;
                    faults.push((at, fault));
                }
            }
            at += 1;
            self.progress.fetch_add(2, Ordering::Relaxed);
        }
        Ok(faults)
    }

    /// Deletes what is no longer needed, shortly after each settling. Failures are retried later.
    pub(super) async fn forget(&mut self) {
        if !self.batch.is_tidying_due() || *self.health.borrow() != StoreHealth::Ok {
            return;
        }
        let done = async {
            self.conn.execute("BEGIN IMMEDIATE").await?;
            self.batch.tidy(&mut self.conn).await?;
            self.conn.execute("COMMIT").await?;
            Ok::<_, Fault>(())
        };
        if let Err(fault) = done.await {
            tracing::warn!(?fault, "old steps could not be swept");
            let _ = self.conn.execute("ROLLBACK").await;
        }
    }
}

/// Classifies a failed commit. The transaction has been undone if the disk was full or another program held the
/// database. After any other fault the outcome is unknown.
fn commit_fault(fault: &Fault) -> Fault {
    match fault {
        Fault::Unavailable(_) | Fault::Malformed(_) => fault.clone(),
        fault => Fault::Fatal(StoreError::from(fault.clone()).to_string()),
    }
}

/// Answers the caller, if it is still there.
pub(super) fn tell(job: Job, outcome: Result<(), Fault>) {
    match job {
        Job::Step(step, done) => {
            let step = step.step;
            let _ = done.send(match outcome {
                Ok(()) => DurableNotice::Durable { step },
                Err(fault) => DurableNotice::Failed {
                    step,
                    error: fault.into(),
                },
            });
        }
        Job::Task(task) => task.finish(outcome),
        Job::Close(reply) => {
            let _ = reply.send(());
        }
    }
}

/// `true` for a job that must not wait for space on the disk: a player takes chips away.
fn is_last_word(job: &Job) -> bool {
    job.step().is_some_and(|step| !step.transfers.is_empty())
}
