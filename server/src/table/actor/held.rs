//! What tables hold back, and when it leaves.
//!
//! It leaves in a lull: while the disk works, all who play wait for it, and the threads have nothing else to do. What no lull
//! takes with it leaves when it is due.

use std::collections::VecDeque;
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::lull::Lull;
use crate::net::Outbox;

/// What one table holds back.
#[derive(Debug)]
pub(super) struct Held(Mutex<State>);

#[derive(Debug)]
struct State {
    /// Until when bursts are held.
    until: Instant,
    /// Connections with something held.
    outboxes: Vec<Outbox>,
}

impl Held {
    /// Nothing. The first burst is not held either.
    pub(super) fn new() -> Self {
        Self(Mutex::new(State {
            until: Instant::now(),
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

    /// Adds connections with something held. When that is due, if they are the first.
    pub(super) fn extend(&self, outboxes: Vec<Outbox>) -> Option<Instant> {
        let mut state = self.lock();
        let first = state.outboxes.is_empty() && !outboxes.is_empty();
        state.outboxes.extend(outboxes);
        first.then_some(state.until)
    }

    /// Sends what is held. From now on bursts are held for so long.
    pub(super) fn flush(&self, hold: Duration) {
        let outboxes = {
            let mut state = self.lock();
            state.until = Instant::now() + hold;
            take(&mut state.outboxes)
        };
        for outbox in outboxes {
            outbox.flush();
        }
    }
}

/// The tables that hold something back, as they began to.
#[derive(Debug, Default)]
pub(super) struct Holding {
    queue: Mutex<VecDeque<(Instant, Arc<Held>)>>,
    more: Notify,
}

impl Holding {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(Instant, Arc<Held>)>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table holds something until then.
    pub(super) fn push(&self, until: Instant, held: Arc<Held>) {
        let mut queue = self.lock();
        queue.push_back((until, held));
        if queue.len() == 1 {
            self.more.notify_one();
        }
    }

    /// Sends, for ever, what tables hold back for `hold` at most. What is nearly due leaves in the next lull, one table after
    /// the other, so that what the sockets bring meanwhile goes first.
    pub(super) async fn flush(&self, lull: &Lull, hold: Duration) {
        let early = hold / 4;
        loop {
            let Some(until) = self.lock().front().map(|(until, _)| *until) else {
                self.more.notified().await;
                continue;
            };
            sleep_until(until - early).await;
            tokio::select! {
                () = lull.begin() => {}
                () = sleep_until(until) => {}
            }
            // Nothing else takes from the queue. A step may have taken with it what was held.
            let first = self.lock().pop_front();
            if let Some((_, held)) = first.filter(|(until, held)| held.until() == *until) {
                held.flush(hold);
            }
        }
    }
}
