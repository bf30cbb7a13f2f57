//! What wakes a table.

use std::pin::Pin;

use tokio::time::{Instant, Sleep, sleep_until};

/// Wakes a task. What is due moves with every decision, nearly always further away: the alarm stays where it was set as
/// long as that is early enough, and is set anew when it goes off, which saves the timer's lock twice a step.
#[derive(Debug, Default)]
pub(super) struct Alarm(Option<Pin<Box<Sleep>>>);

impl Alarm {
    /// Waits until `due`.
    pub(super) async fn wait(&mut self, due: Instant) {
        loop {
            let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(due)));
            if sleep.deadline() > due {
                sleep.as_mut().reset(due);
            }
            sleep.as_mut().await;
            // What has gone off is not waited for again.
            self.0 = None;
            if Instant::now() >= due {
                return;
            }
        }
    }
}
