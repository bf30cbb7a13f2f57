//! What waits to be written.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::{Notify, oneshot};

use super::task::Task;
use crate::store::journal::DurableSender;
use crate::store::types::Step;

/// What can wait to be written. A table has at most a few steps in flight, so this is room for more tables than one
/// machine plays; when the disk stalls, it fills and tables pause.
const QUEUE_JOBS: usize = 8192;

/// How many tasks a group has. Each takes as long as some dozens of steps, and players wait for all of a group: newcomers by the
/// hundred, who want accounts and tables, take turns.
const GROUP_TASKS: usize = 4;

/// Where more wait, one in so many is taken at once, so that on a slow disk too the line gets shorter.
const LATE_SHARE: usize = 32;

/// Something to write.
pub(super) enum Job {
    /// A step, and where its notice goes.
    Step(Box<Step>, DurableSender),
    /// Any other write.
    Task(Box<dyn Task>),
    /// Stop when all before it is written.
    Close(oneshot::Sender<()>),
}

impl Job {
    pub(super) fn step(&self) -> Option<&Step> {
        match self {
            Self::Step(step, _) => Some(step),
            Self::Task(_) | Self::Close(_) => None,
        }
    }
}

/// An empty queue.
pub(super) fn queue() -> (JobSender, JobQueue) {
    let (sender, jobs) = mpsc::channel(QUEUE_JOBS);
    let awaited = Arc::new(Awaited {
        count: AtomicUsize::new(usize::MAX),
        reached: Notify::new(),
    });
    let sender = JobSender {
        jobs: sender,
        awaited: Arc::clone(&awaited),
    };
    let late = VecDeque::new();
    (sender, JobQueue { jobs, late, awaited })
}

/// How many jobs the writer waits for. It is woken once, and not by each of them.
#[derive(Debug)]
struct Awaited {
    count: AtomicUsize,
    reached: Notify,
}

/// The end that takes jobs.
#[derive(Clone, Debug)]
pub(super) struct JobSender {
    jobs: mpsc::Sender<Job>,
    awaited: Arc<Awaited>,
}

impl JobSender {
    /// Queues a job if there is room.
    pub(super) fn try_send(&self, job: Job) -> Result<(), TrySendError<Job>> {
        self.jobs.try_send(job)?;
        let waiting = self.jobs.max_capacity() - self.jobs.capacity();
        if waiting >= self.awaited.count.load(Ordering::SeqCst) {
            self.awaited.reached.notify_one();
        }
        Ok(())
    }

    /// Queues a job as soon as there is room. Returns whether somebody will take it.
    pub(super) async fn send(&self, job: Job) -> bool {
        self.jobs.send(job).await.is_ok()
    }
}

/// The end that gives them to the writer.
pub(super) struct JobQueue {
    jobs: mpsc::Receiver<Job>,
    /// Tasks that found their group full, in their order. Steps that came after them may be written before them, as nobody gets anything
    /// from a task until it is written; they themselves are written after all that came before.
    late: VecDeque<Job>,
    awaited: Arc<Awaited>,
}

impl JobQueue {
    /// How many jobs wait.
    pub(super) fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Waits until at least so many jobs are queued.
    pub(super) async fn reach(&self, count: usize) {
        /// Nothing is awaited any more, even if the wait is given up.
        struct Waiting<'a>(&'a Awaited);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.count.store(usize::MAX, Ordering::SeqCst);
            }
        }
        let _waiting = Waiting(&self.awaited);
        self.awaited.count.store(count, Ordering::SeqCst);
        while self.len() < count {
            self.awaited.reached.notified().await;
        }
    }

    /// Waits for a job, and takes those that are there up to a bound: steps as they came, tasks as far as a group has room for them. Returns
    /// how many that were: none once it is closed.
    pub(super) async fn take(&mut self, group: &mut Vec<Job>, most: usize) -> usize {
        let before = group.len();
        let room = GROUP_TASKS.max(self.late.len() / LATE_SHARE).min(self.late.len());
        group.extend(self.late.drain(..room));
        if group.len() == before {
            match self.jobs.recv().await {
                Some(job) => self.put(job, group),
                None => return 0,
            }
        }
        self.fill(group, most);
        group.len() - before
    }

    /// Takes more of those that are there, until the group has so many.
    pub(super) fn fill(&mut self, group: &mut Vec<Job>, most: usize) {
        while group.len() < most
            && let Ok(job) = self.jobs.try_recv()
        {
            self.put(job, group);
        }
    }

    /// Puts a job into the group or, for a task that has no room there, behind those that wait for the next.
    fn put(&mut self, job: Job, group: &mut Vec<Job>) {
        match job {
            // All that came before it is written first.
            Job::Close(_) => group.extend(self.late.drain(..)),
            Job::Task(_) if !self.late.is_empty() || tasks_of(group) >= GROUP_TASKS => return self.late.push_back(job),
            Job::Task(_) | Job::Step(..) => {}
        }
        group.push(job);
    }

    /// Takes no more jobs. Returns those that are there.
    pub(super) async fn close(&mut self) -> Vec<Job> {
        self.jobs.close();
        let mut rest: Vec<Job> = self.late.drain(..).collect();
        while let Some(job) = self.jobs.recv().await {
            rest.push(job);
        }
        rest
    }
}

/// How many tasks a group has.
fn tasks_of(group: &[Job]) -> usize {
    group.iter().filter(|job| matches!(job, Job::Task(_))).count()
}

#[cfg(test)]
mod tests {
    use futures_util::future::BoxFuture;
    use futures_util::poll;
    use poker_engine::Chips;

    use super::*;
    use crate::store::sqlite::fault::Fault;
    use crate::store::sqlite::task::WriteTx;
    use crate::store::suite::step;
    use crate::store::types::{OwnerKind, StepKind, StoredTable, TableId};

    fn job() -> Job {
        Job::Close(oneshot::channel().0)
    }

    #[tokio::test]
    async fn a_wait_ends_with_the_last_of_the_jobs_that_are_awaited() {
        let (sender, mut queue) = queue();
        assert!(sender.send(job()).await);
        {
            let mut reached = Box::pin(queue.reach(3));
            for _ in 0..2 {
                assert!(poll!(&mut reached).is_pending());
                sender.try_send(job()).unwrap_or_else(|_| panic!("there is room"));
            }
            assert!(poll!(&mut reached).is_ready());
        }
        assert!(poll!(Box::pin(queue.reach(3))).is_ready(), "they are still there");
        assert!(poll!(Box::pin(queue.reach(4))).is_pending());
        let mut group = Vec::new();
        assert_eq!(queue.take(&mut group, 2).await, 2);
        sender.try_send(job()).unwrap_or_else(|_| panic!("there is room"));
        assert!(
            poll!(Box::pin(queue.reach(3))).is_pending(),
            "nothing is left of the wait that was given up"
        );
        queue.fill(&mut group, 3);
        assert_eq!((group.len(), queue.len()), (3, 1));
        assert_eq!(queue.close().await.len(), 1);
        assert!(!sender.send(job()).await);
    }

    /// A task that does nothing.
    struct Nothing;

    impl Task for Nothing {
        fn run<'a>(&'a mut self, _: &'a mut WriteTx<'_>) -> BoxFuture<'a, Result<(), Fault>> {
            Box::pin(async { Ok(()) })
        }

        fn finish(self: Box<Self>, _: Result<(), Fault>) {}
    }

    #[tokio::test]
    async fn many_tasks_take_turns_and_no_step_waits_for_them() {
        let (sender, mut queue) = queue();
        let table = StoredTable {
            id: TableId(1),
            kind: OwnerKind::Table,
            config: String::new(),
            epoch: 1,
            last_step: 0,
            escrow: Chips::ZERO,
            tail: Vec::new(),
        };
        let step = |number| {
            Job::Step(
                Box::new(step(&table, number, StepKind::Table)),
                mpsc::unbounded_channel().0,
            )
        };
        for _ in 0..=(GROUP_TASKS * 2) {
            sender
                .try_send(Job::Task(Box::new(Nothing)))
                .unwrap_or_else(|_| panic!("there is room"));
        }
        sender.try_send(step(1)).unwrap_or_else(|_| panic!("there is room"));
        let mut group = Vec::new();
        assert_eq!(queue.take(&mut group, 512).await, GROUP_TASKS + 1);
        assert!(group.last().is_some_and(|job| job.step().is_some()));
        group.clear();
        sender.try_send(step(2)).unwrap_or_else(|_| panic!("there is room"));
        assert_eq!(queue.take(&mut group, 512).await, GROUP_TASKS + 1);
        // All that came before the end is written before it.
        assert!(sender.send(job()).await);
        group.clear();
        assert_eq!(queue.take(&mut group, 512).await, 2);
        assert!(matches!(group[..], [Job::Task(_), Job::Close(_)]));
    }
}
