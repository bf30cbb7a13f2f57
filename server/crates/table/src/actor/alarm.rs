//! The alarm that wakes a table's task.

use std::pin::Pin;

use tokio::time::{Instant, Sleep, sleep_until};

/// Wakes a task at its next deadline. Deadlines move with every decision, nearly always later, so the timer is left
/// where it is as long as it is early enough, and is set again only when it fires. This saves taking the timer's lock
/// twice per step.
#[derive(Debug, Default)]
pub(super) struct Alarm(Option<Pin<Box<Sleep>>>);

impl Alarm {
    pub(super) async fn wait(&mut self, due: Instant) {
        loop {
            let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(due)));
            if sleep.deadline() > due {
                sleep.as_mut().reset(due);
            }
            sleep.as_mut().await;
            // A timer that has fired cannot be awaited again.
            self.0 = None;
            if Instant::now() >= due {
                return;
            }
        }
    }
}
