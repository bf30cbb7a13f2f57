//! Bursts that tables hold back, and the moment at which they are sent.
//!
//! Once a table holds several steps, they are sent in a lull: while the disk works, all players are waiting for it and
//! the threads have nothing else to do. Anything that no lull picks up is sent at its deadline, a fixed time after the
//! first held step.

use std::collections::VecDeque;
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poker_owner::Outbox;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use poker_base::idle::IdleSignal;

/// Steps that make merging writes worthwhile: a table that holds fewer waits for another step rather than for a lull.
const SEVERAL: usize = 2;

/// The held bursts of one table.
#[derive(Debug)]
pub(super) struct Held(Mutex<State>);

#[derive(Debug)]
struct State {
    /// Bursts are held until this instant, and held ones must be sent at it.
    until: Instant,
    /// Number of steps held.
    steps: usize,
    /// Connections with held bursts.
    outboxes: Vec<Outbox>,
}

impl Held {
    /// Creates an empty one; its first burst is not held either.
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

    /// The instant until which bursts are held.
    pub(super) fn until(&self) -> Instant {
        self.lock().until
    }

    /// Adds a step, with the connections that have held bursts since it arrived. If they are the first, starts the
    /// holding time `hold` and returns its end.
    pub(super) fn extend(&self, outboxes: Vec<Outbox>, hold: Duration) -> Option<Instant> {
        let mut state = self.lock();
        let first = state.outboxes.is_empty() && !outboxes.is_empty();
        state.outboxes.extend(outboxes);
        // Steps before the first held one left nothing to send.
        state.steps = if first { 1 } else { state.steps + 1 };
        first.then(|| {
            state.until = Instant::now() + hold;
            state.until
        })
    }

    /// Sends all held bursts, and starts a new holding time `hold`.
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

    /// `true` if whatever must be sent at `due` may be sent in an earlier lull, or has been sent already.
    pub(super) fn may_leave(&self, due: Instant) -> bool {
        let state = self.lock();
        state.steps >= SEVERAL || state.until != due
    }
}

/// The tables that hold bursts back, in the order in which they began to, each with its deadline.
#[derive(Debug, Default)]
pub(super) struct Holding {
    queue: Mutex<VecDeque<(Instant, Arc<Held>)>>,
    more: Notify,
}

impl Holding {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(Instant, Arc<Held>)>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a table whose held bursts must be sent at `due`.
    pub(super) fn push(&self, due: Instant, held: Arc<Held>) {
        let mut queue = self.lock();
        queue.push_back((due, held));
        if queue.len() == 1 {
            self.more.notify_one();
        }
    }

    /// Sends held bursts in an endless loop; tables hold them for at most `hold`. Those nearly due are sent in the next
    /// lull, one table at a time, so that whatever arrives on the sockets in between goes first.
    pub(super) async fn flush(&self, lull: &IdleSignal, hold: Duration) {
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
            // A later step may have sent the held bursts along with its own.
            if table.until() == due {
                table.flush(hold);
            }
        }
    }

    /// Takes the first table that is due, or nearly due and free to send early. This is the only consumer of the queue.
    fn next(&self, now: Instant, early: Duration) -> Option<(Instant, Arc<Held>)> {
        let mut queue = self.lock();
        let at = queue
            .iter()
            .take_while(|(due, _)| *due <= now + early)
            .position(|(due, held)| *due <= now || held.may_leave(*due))?;
        queue.remove(at)
    }
}
