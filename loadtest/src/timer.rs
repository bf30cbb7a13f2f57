//! Waking at a given moment, accurate to about ten microseconds.
//!
//! The runtime's own timers count whole milliseconds, longer than a whole round trip takes here. Instead, one thread with the system's fine
//! timers wakes the tasks.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

/// A future that becomes ready at a given moment.
#[derive(Debug)]
pub(crate) struct Until {
    at: Instant,
    slot: Option<Arc<Mutex<Waker>>>,
}

/// Waits until a given moment.
pub(crate) fn until(at: Instant) -> Until {
    Until { at, slot: None }
}

impl Until {
    /// Returns the moment at which it will be ready.
    pub(crate) fn at(&self) -> Instant {
        self.at
    }
}

impl Future for Until {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if Instant::now() >= self.at {
            return Poll::Ready(());
        }
        if let Some(slot) = &self.slot {
            lock(slot).clone_from(cx.waker());
        } else {
            let slot = Arc::new(Mutex::new(cx.waker().clone()));
            clock().add(Alarm {
                at: self.at,
                slot: Arc::clone(&slot),
            });
            self.slot = Some(slot);
        }
        Poll::Pending
    }
}

/// A sleeper. If no other reference to the slot is left, it has given up.
struct Alarm {
    at: Instant,
    slot: Arc<Mutex<Waker>>,
}

impl PartialEq for Alarm {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Alarm {}

impl PartialOrd for Alarm {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Alarm {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

#[derive(Default)]
struct Clock {
    alarms: Mutex<BinaryHeap<Reverse<Alarm>>>,
    earlier: Condvar,
}

/// Returns the one clock of the process; its thread starts with the first use and never ends.
fn clock() -> &'static Clock {
    static CLOCK: OnceLock<&'static Clock> = OnceLock::new();
    CLOCK.get_or_init(|| {
        let clock: &'static Clock = Box::leak(Box::default());
        std::thread::Builder::new()
            .name("timer".to_owned())
            .spawn(move || clock.run())
            .expect("a thread can be started");
        clock
    })
}

impl Clock {
    fn add(&self, alarm: Alarm) {
        let mut alarms = lock(&self.alarms);
        let earliest = alarms.peek().is_none_or(|Reverse(first)| alarm.at < first.at);
        alarms.push(Reverse(alarm));
        drop(alarms);
        if earliest {
            self.earlier.notify_one();
        }
    }

    fn run(&self) {
        // Without this the system may wake up to 50 microseconds late to save power; if it fails, wake-ups are just late.
        #[cfg(target_os = "linux")]
        let _ = rustix::thread::set_current_timer_slack(std::num::NonZero::new(1));
        let mut alarms = lock(&self.alarms);
        loop {
            let now = Instant::now();
            match alarms.peek() {
                None => alarms = self.earlier.wait(alarms).unwrap_or_else(PoisonError::into_inner),
                Some(Reverse(first)) if first.at <= now => {
                    let first = alarms.pop();
                    drop(alarms);
                    if let Some(Reverse(alarm)) = first
                        && Arc::strong_count(&alarm.slot) > 1
                    {
                        lock(&alarm.slot).wake_by_ref();
                    }
                    alarms = lock(&self.alarms);
                }
                Some(Reverse(first)) => {
                    let wait = first.at - now;
                    alarms = match self.earlier.wait_timeout(alarms, wait) {
                        Ok((alarms, _)) => alarms,
                        Err(poisoned) => poisoned.into_inner().0,
                    };
                }
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn it_is_never_early_and_keeps_the_order() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let wait = |millis| async move {
            until(at(millis)).await;
            assert!(Instant::now() >= at(millis));
            millis
        };
        let woken = tokio::join!(wait(15), wait(5), wait(10));
        assert_eq!(woken, (15, 5, 10));
        until(start).await;
    }

    #[tokio::test]
    async fn a_wait_that_was_given_up_wakes_no_task() {
        let far = Instant::now() + Duration::from_hours(1);
        let near = Instant::now() + Duration::from_millis(5);
        tokio::select! {
            () = until(far) => panic!("an hour has passed"),
            () = until(near) => {}
        }
    }
}
