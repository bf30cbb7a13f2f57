//! When bursts leave.
//!
//! Nearly all that a busy server does is to write to sockets, and most of what it writes tells viewers of an action that asks
//! nothing of them. While the process is busy, a table lets such bursts wait for the next steps, so that several leave with
//! one write. A question or an answer is written at once, behind what was held for its connection.

use std::sync::Arc;

use tokio::time::Instant;

use super::alarm::Alarm;
use super::load::Load;
use crate::net::{Burst, Outbox};

/// The way of a table's bursts to their connections.
pub(super) struct Pace {
    load: Arc<Load>,
    /// Until when bursts are held, if the process is busy.
    until: Instant,
    /// Connections with something held.
    held: Vec<Outbox>,
    alarm: Alarm,
}

impl Pace {
    pub(super) fn new(load: Arc<Load>) -> Self {
        Self {
            load,
            until: Instant::now(),
            held: Vec::new(),
            alarm: Alarm::default(),
        }
    }

    /// Sends the bursts of a step, or holds those that may wait. A client that reads too slowly is being disconnected, and
    /// comes back; one that is gone is gone.
    pub(super) fn send(&mut self, bursts: Vec<(Outbox, Burst)>) {
        let holds = self.load.is_busy() && Instant::now() < self.until;
        for (outbox, burst) in bursts {
            if !(holds && burst.common) {
                let _ = outbox.send(&burst);
            } else if outbox.hold(&burst) == Ok(true) {
                self.held.push(outbox);
            }
        }
        if !holds {
            self.flush();
        }
    }

    /// Sends what was held for as long as it may be.
    pub(super) fn flush_due(&mut self) {
        if !self.held.is_empty() && Instant::now() >= self.until {
            self.flush();
        }
    }

    /// Sends what is held.
    fn flush(&mut self) {
        for outbox in self.held.drain(..) {
            outbox.flush();
        }
        self.until = Instant::now() + self.load.hold;
    }

    /// Waits until something that is held is due; for ever if nothing is.
    pub(super) async fn due(&mut self) {
        if self.held.is_empty() {
            std::future::pending::<()>().await;
        }
        self.alarm.wait(self.until).await;
    }
}

/// A table that ends leaves nothing behind.
impl Drop for Pace {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    use poker_protocol::v1::CloseCode;
    use tokio::time::{advance, timeout};

    use super::*;
    use crate::net::{ConnId, Deliver, OutboxError};

    const HOLD: Duration = Duration::from_millis(50);

    /// A connection that keeps what it holds and what it has sent.
    #[derive(Default)]
    struct Line(Mutex<(Vec<String>, Vec<String>)>);

    impl Line {
        fn take(&self, burst: &Burst, sends: bool) -> bool {
            let (held, sent) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let first = held.is_empty();
            held.extend(burst.frames.iter().map(ToString::to_string));
            if sends {
                sent.append(held);
            }
            first && !sends
        }

        fn sent(&self) -> String {
            self.0.lock().unwrap().1.concat()
        }
    }

    impl Deliver for Line {
        fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
            self.take(burst, true);
            Ok(())
        }

        fn hold(&self, burst: &Burst) -> Result<bool, OutboxError> {
            Ok(self.take(burst, false))
        }

        fn flush(&self) {
            self.take(&Burst::default(), true);
        }

        fn close(&self, _: CloseCode) {}
    }

    /// Two connections and the way there.
    struct Stand {
        pace: Pace,
        lines: [(Arc<Line>, Outbox); 2],
    }

    impl Stand {
        fn new(share: f64) -> Self {
            let load = Arc::new(Load::new(HOLD));
            load.saw(share);
            let line = |id| {
                let line = Arc::new(Line::default());
                (Arc::clone(&line), Outbox::new(ConnId(id), line))
            };
            Self {
                pace: Pace::new(load),
                lines: [line(1), line(2)],
            }
        }

        /// A step that all see; the second connection is asked something if it has a question.
        fn step(&mut self, event: &'static str, question: Option<&'static str>) {
            let bursts = self.lines.iter().enumerate().map(|(at, (_, outbox))| {
                let mut burst = Burst::of_table();
                burst.share(&[event.into()]);
                if let Some(question) = question.filter(|_| at == 1) {
                    burst.push(question.into());
                }
                (outbox.clone(), burst)
            });
            let bursts = bursts.collect();
            self.pace.send(bursts);
        }

        fn sent(&self) -> [String; 2] {
            [0, 1].map(|at: usize| self.lines[at].0.sent())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_table_holds_what_asks_nothing_until_it_is_due() {
        let mut stand = Stand::new(1.0);
        stand.step("a", None);
        assert_eq!(stand.sent(), ["a", "a"], "the first step leaves at once");
        stand.step("b", None);
        stand.step("c", Some("?"));
        assert_eq!(
            stand.sent(),
            ["a", "abc?"],
            "a question leaves at once, behind what was held"
        );
        assert!(timeout(HOLD / 2, stand.pace.due()).await.is_err());
        stand.pace.flush_due();
        assert_eq!(stand.sent(), ["a", "abc?"]);
        stand.pace.due().await;
        stand.pace.flush_due();
        assert_eq!(stand.sent(), ["abc", "abc?"]);
        stand.step("d", None);
        advance(HOLD).await;
        stand.step("e", None);
        assert_eq!(
            stand.sent(),
            ["abcde", "abc?de"],
            "a step that comes late enough takes all with it"
        );
        let nothing = timeout(10 * HOLD, stand.pace.due()).await;
        assert!(nothing.is_err(), "nothing is due where nothing is held");
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_holds_nothing_unless_the_process_is_busy() {
        let mut stand = Stand::new(0.5);
        for (event, sent) in [("a", "a"), ("b", "ab"), ("c", "abc")] {
            stand.step(event, None);
            assert_eq!(stand.sent(), [sent, sent]);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_ends_leaves_nothing_behind() {
        let mut stand = Stand::new(1.0);
        stand.step("a", None);
        stand.step("b", None);
        let Stand { pace, lines } = stand;
        drop(pace);
        assert_eq!(lines[0].0.sent(), "ab");
    }
}
