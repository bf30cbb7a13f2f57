//! The queue of writes.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::{Notify, oneshot};

use super::task::Task;
use crate::journal::DurableSender;
use crate::types::Step;

/// Capacity of the queue. A table has at most a few steps in flight, so this is room for more tables than one machine
/// can play. If the disk stalls, the queue fills and tables pause.
const QUEUE_JOBS: usize = 8192;

/// Tasks per group. Each takes as long as a few dozen steps, and players wait for the whole group, so the tasks of
/// hundreds of newcomers who want accounts and tables are spread over several groups.
const GROUP_TASKS: usize = 4;

/// If more tasks wait, one in this many is taken into a group, so that the line gets shorter on a slow disk too.
const LATE_SHARE: usize = 32;

/// A write in the queue.
pub(super) enum Job {
    /// A step, and the channel for its notice.
    Step(Box<Step>, DurableSender),
    /// Any write that is not a step.
    Task(Box<dyn Task>),
    /// A request to stop once everything before it is written.
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

/// The number of jobs that the writer waits for. It is woken once, not for each job.
#[derive(Debug)]
struct Awaited {
    count: AtomicUsize,
    reached: Notify,
}

/// The sending end.
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

    /// Queues a job as soon as there is room. Returns `false` if the queue is closed.
    pub(super) async fn send(&self, job: Job) -> bool {
        self.jobs.send(job).await.is_ok()
    }
}

/// The writer's end.
pub(super) struct JobQueue {
    jobs: mpsc::Receiver<Job>,
    /// Tasks that did not fit in their group, in order. Steps that came after them may be written first, since a task
    /// has no visible effect until it is written. The tasks themselves are written after everything that came before
    /// them.
    late: VecDeque<Job>,
    awaited: Arc<Awaited>,
}

impl JobQueue {
    pub(super) fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Waits until at least `count` jobs are queued.
    pub(super) async fn reach(&self, count: usize) {
        /// Resets the count when dropped, even if the wait is cancelled.
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

    /// Waits for a job, and takes those that are queued, up to a bound: steps in order, tasks as far as the group has
    /// room. Returns the number of jobs taken, which is zero once the queue is closed.
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

    /// Takes more queued jobs until the group has `most`.
    pub(super) fn fill(&mut self, group: &mut Vec<Job>, most: usize) {
        while group.len() < most
            && let Ok(job) = self.jobs.try_recv()
        {
            self.put(job, group);
        }
    }

    /// Adds a job to the group. A task for which there is no room is put after those that wait for the next group.
    fn put(&mut self, job: Job, group: &mut Vec<Job>) {
        match job {
            // Everything that came before must be written first.
            Job::Close(_) => group.extend(self.late.drain(..)),
            Job::Task(_) if !self.late.is_empty() || tasks_of(group) >= GROUP_TASKS => return self.late.push_back(job),
            Job::Task(_) | Job::Step(..) => {}
        }
        group.push(job);
    }

    /// Closes the queue, and returns the remaining jobs.
    pub(super) async fn close(&mut self) -> Vec<Job> {
        self.jobs.close();
        let mut rest: Vec<Job> = self.late.drain(..).collect();
        while let Some(job) = self.jobs.recv().await {
            rest.push(job);
        }
        rest
    }
}

fn tasks_of(group: &[Job]) -> usize {
    group.iter().filter(|job| matches!(job, Job::Task(_))).count()
}

#[cfg(test)]
mod tests {
    use futures_util::future::BoxFuture;
    use futures_util::poll;
    use poker_engine::Chips;

    use super::*;
    use crate::sqlite::fault::Fault;
    use crate::sqlite::task::WriteTx;
    use crate::suite::step;
    use crate::types::{OwnerKind, StepKind, StoredTable, TableId};

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
        // Everything queued before the close is written before it.
        assert!(sender.send(job()).await);
        group.clear();
        assert_eq!(queue.take(&mut group, 512).await, 2);
        assert!(matches!(group[..], [Job::Task(_), Job::Close(_)]));
    }
}
