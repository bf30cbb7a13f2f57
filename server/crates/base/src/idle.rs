//! Idle detection for the threads that run the tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::runtime::Builder;
use tokio::sync::Notify;

/// Signals that a table thread is idle. The store waits for this before it writes a group: while all threads are busy,
/// waiting costs nothing and the group grows; as soon as one is idle, players are waiting for the write. Events that a
/// busy server holds back are sent then too, while the disk works.
#[derive(Clone, Debug)]
pub struct IdleSignal(Arc<State>);

#[derive(Debug)]
struct State {
    asleep: AtomicUsize,
    sleeps: AtomicUsize,
    begins: Notify,
}

impl IdleSignal {
    /// Watches the threads of the runtime that `runtime` will build.
    pub fn of(runtime: &mut Builder) -> Self {
        let lull = Self::new(0);
        let (parks, unparks) = (lull.clone(), lull.clone());
        runtime.on_thread_park(move || parks.falls_asleep());
        runtime.on_thread_unpark(move || unparks.wakes_up());
        lull
    }

    /// Reports idle threads always, so that the store never waits.
    pub fn always() -> Self {
        Self::new(1)
    }

    /// Starts with this many idle threads, and watches none.
    pub fn new(asleep: usize) -> Self {
        Self(Arc::new(State {
            asleep: AtomicUsize::new(asleep),
            sleeps: AtomicUsize::new(0),
            begins: Notify::new(),
        }))
    }

    fn falls_asleep(&self) {
        self.0.sleeps.fetch_add(1, Ordering::Relaxed);
        self.0.asleep.fetch_add(1, Ordering::SeqCst);
        self.0.begins.notify_waiters();
    }

    fn wakes_up(&self) {
        self.0.asleep.fetch_sub(1, Ordering::SeqCst);
    }

    /// Counts how often threads fell asleep. Two equal readings mean that none did in between.
    pub fn sleeps(&self) -> usize {
        self.0.sleeps.load(Ordering::Relaxed)
    }

    fn somebody_sleeps(&self) -> bool {
        self.0.asleep.load(Ordering::SeqCst) > 0
    }

    /// Waits until a thread has no work left and has polled its sockets.
    pub async fn begin(&self) {
        let begins = self.0.begins.notified();
        if !self.somebody_sleeps() {
            begins.await;
            // Let the tasks that the sockets woke run first.
            tokio::task::yield_now().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn a_lull_lasts_as_long_as_a_thread_sleeps() {
        let lull = IdleSignal::new(0);
        let mut waiting = Box::pin(lull.begin());
        assert!(poll!(&mut waiting).is_pending());
        lull.falls_asleep();
        lull.wakes_up();
        assert!(poll!(&mut waiting).is_pending(), "it was awake again at once");
        lull.falls_asleep();
        assert!(poll!(&mut waiting).is_ready());
        assert_eq!(lull.sleeps(), 2);
        assert!(poll!(Box::pin(lull.begin())).is_ready(), "it still sleeps");
        lull.wakes_up();
        assert!(poll!(Box::pin(lull.begin())).is_pending());
        assert!(poll!(Box::pin(IdleSignal::always().begin())).is_ready());
    }

    #[test]
    fn the_threads_of_a_runtime_tell_when_they_sleep() {
        let mut builder = Builder::new_multi_thread();
        let lull = IdleSignal::of(builder.worker_threads(2));
        let runtime = builder.build().unwrap();
        runtime.block_on(lull.begin());
    }
}
