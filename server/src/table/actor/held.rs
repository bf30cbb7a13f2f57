//! What tables hold back, and when it leaves.
//!
//! Several steps leave in a lull: while the disk works, all who play wait for it, and the threads have nothing else to do. What no
//! lull takes with it leaves when it is due: so long after the first of the steps.

use std::collections::VecDeque;
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::lull::Lull;
use crate::net::Outbox;

/// Steps that make one write of two: a table that holds fewer waits for another one rather than for a lull.
const SEVERAL: usize = 2;

/// What one table holds back.
#[derive(Debug)]
pub(super) struct Held(Mutex<State>);

#[derive(Debug)]
struct State {
    /// Until when bursts are held, and when those that are must leave.
    until: Instant,
    /// How many steps are held.
    steps: usize,
    /// Connections with something held.
    outboxes: Vec<Outbox>,
}

impl Held {
    /// Nothing. The first burst is not held either.
    pub(super) fn new() -> Self {
        Self(Mutex::new(State {
            until: Instant::now(),
            steps: 0,
            outboxes: Vec::new(),
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until when bursts are held.
    pub(super) fn until(&self) -> Instant {
        self.lock().until
    }

    /// Adds a step, with the connections that hold something since it came. If it is the first, it waits for others for so long,
    /// and when that is over is returned.
    pub(super) fn extend(&self, outboxes: Vec<Outbox>, hold: Duration) -> Option<Instant> {
        let mut state = self.lock();
        let first = state.outboxes.is_empty() && !outboxes.is_empty();
        state.outboxes.extend(outboxes);
        // Of the steps before the first, nothing was held.
        state.steps = if first { 1 } else { state.steps + 1 };
        first.then(|| {
            state.until = Instant::now() + hold;
            state.until
        })
    }

    /// Sends what is held. From now on bursts are held for so long.
    pub(super) fn flush(&self, hold: Duration) {
        let outboxes = {
            let mut state = self.lock();
            state.until = Instant::now() + hold;
            state.steps = 0;
            take(&mut state.outboxes)
        };
        for outbox in outboxes {
            outbox.flush();
        }
    }

    /// Whether what must leave then may leave in a lull before, or is gone.
    pub(super) fn may_leave(&self, due: Instant) -> bool {
        let state = self.lock();
        state.steps >= SEVERAL || state.until != due
    }
}

/// The tables that hold something back, as they began to, and when it must leave.
#[derive(Debug, Default)]
pub(super) struct Holding {
    queue: Mutex<VecDeque<(Instant, Arc<Held>)>>,
    more: Notify,
}

impl Holding {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(Instant, Arc<Held>)>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table holds something that must leave then.
    pub(super) fn push(&self, due: Instant, held: Arc<Held>) {
        let mut queue = self.lock();
        queue.push_back((due, held));
        if queue.len() == 1 {
            self.more.notify_one();
        }
    }

    /// Sends, for ever, what tables hold back for `hold` at most. What is nearly due leaves in the next lull, one table after
    /// the other, so that what the sockets bring meanwhile goes first.
    pub(super) async fn flush(&self, lull: &Lull, hold: Duration) {
        let early = hold / 4;
        loop {
            let Some(due) = self.lock().front().map(|(due, _)| *due) else {
                self.more.notified().await;
                continue;
            };
            sleep_until(due - early).await;
            tokio::select! {
                () = lull.begin() => {}
                () = sleep_until(due) => {}
            }
            let Some((due, table)) = self.next(Instant::now(), early) else {
                sleep_until(due).await;
                continue;
            };
            // A step may have taken with it what was held.
            if table.until() == due {
                table.flush(hold);
            }
        }
    }

    /// The first that is due, or that is nearly and may leave before. Nothing else takes from the queue.
    fn next(&self, now: Instant, early: Duration) -> Option<(Instant, Arc<Held>)> {
        let mut queue = self.lock();
        let at = queue
            .iter()
            .take_while(|(due, _)| *due <= now + early)
            .position(|(due, held)| *due <= now || held.may_leave(*due))?;
        queue.remove(at)
    }
}
