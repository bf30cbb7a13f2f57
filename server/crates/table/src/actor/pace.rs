//! The moment at which a table's bursts are sent.
//!
//! A busy server spends nearly all its time writing to sockets, and most of those writes inform viewers of an action
//! that requires nothing of them. While the process is busy, a table lets such bursts wait for the next steps, so that
//! several leave in one write. A decision put to a player is written immediately, after anything held for its
//! connection. So is a reply, unless it only confirms to a player that the action counts.

use std::sync::Arc;

use poker_owner::{Burst, Outbox};
use tokio::time::Instant;

use super::held::Held;
use super::load::Load;

/// The path of a table's bursts to their connections.
pub(super) struct Pace {
    load: Arc<Load>,
    held: Arc<Held>,
}

impl Pace {
    pub(super) fn new(load: Arc<Load>) -> Self {
        let held = Arc::new(Held::new());
        Self { load, held }
    }

    /// Sends the bursts of a step, or holds those that may wait. Failures are ignored: a client that reads too slowly
    /// is already being disconnected and will come back, and one that is gone needs nothing.
    pub(super) fn send(&mut self, bursts: Vec<(Outbox, Burst)>) {
        if bursts.is_empty() {
            return;
        }
        let holds = self.load.is_busy() && Instant::now() < self.held.until();
        let mut held = Vec::new();
        for (outbox, burst) in bursts {
            if burst.urgent || !holds {
                let _ = outbox.send(&burst);
            } else if outbox.hold(&burst) == Ok(true) {
                held.push(outbox);
            }
        }
        if holds {
            self.load.hold_back(&self.held, held);
        } else {
            self.held.flush(self.load.hold);
        }
    }
}

/// A table that ends leaves nothing unsent.
impl Drop for Pace {
    fn drop(&mut self) {
        self.held.flush(self.load.hold);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    use poker_base::idle::IdleSignal;
    use poker_owner::{ConnId, Deliver, OutboxError};
    use poker_protocol::v1::CloseCode;
    use tokio::time::{advance, timeout};

    use super::*;

    const HOLD: Duration = Duration::from_millis(50);
    const TICK: Duration = Duration::from_millis(2);

    /// A connection that records what it holds and what it has sent.
    #[derive(Default)]
    struct Recorder(Mutex<(Vec<String>, Vec<String>)>);

    impl Recorder {
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

    impl Deliver for Recorder {
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

    /// A pace with two connections.
    struct Stand {
        load: Arc<Load>,
        pace: Pace,
        lines: [(Arc<Recorder>, Outbox); 2],
    }

    impl Stand {
        /// Creates a stand in a process with the given share of work; `lull` says whether its threads ever rest.
        fn new(share: f64, lull: IdleSignal) -> Self {
            let load = Arc::new(Load::new(HOLD, lull));
            load.saw(share, Duration::ZERO);
            let line = |id| {
                let line = Arc::new(Recorder::default());
                (Arc::clone(&line), Outbox::new(ConnId(id), line))
            };
            Self {
                pace: Pace::new(Arc::clone(&load)),
                load,
                lines: [line(1), line(2)],
            }
        }

        /// Sends a step that both connections see; the second is put a decision if there is a `question`.
        fn step(&mut self, event: &'static str, question: Option<&'static str>) {
            let bursts = self.lines.iter().enumerate().map(|(at, (_, outbox))| {
                let mut burst = Burst::default();
                burst.tell([event.into()]);
                if let Some(question) = question.filter(|_| at == 1) {
                    burst.push(question.into());
                }
                (outbox.clone(), burst)
            });
            let bursts = bursts.collect();
            self.pace.send(bursts);
        }

        /// Lets `time` pass.
        async fn wait(&self, time: Duration) {
            let _ = timeout(time, self.load.send_held()).await;
        }

        fn sent(&self) -> [String; 2] {
            [0, 1].map(|at: usize| self.lines[at].0.sent())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_table_holds_what_asks_nothing_until_it_is_due() {
        let mut stand = Stand::new(1.0, IdleSignal::new(0));
        stand.step("a", None);
        assert_eq!(stand.sent(), ["a", "a"], "the first step leaves at once");
        stand.step("b", None);
        stand.step("c", Some("?"));
        assert_eq!(
            stand.sent(),
            ["a", "abc?"],
            "a question leaves at once, behind what was held"
        );
        stand.wait(HOLD * 9 / 10).await;
        assert_eq!(stand.sent(), ["a", "abc?"]);
        stand.wait(HOLD / 5).await;
        assert_eq!(stand.sent(), ["abc", "abc?"]);
        stand.step("d", None);
        advance(HOLD).await;
        stand.step("e", None);
        assert_eq!(
            stand.sent(),
            ["abcde", "abc?de"],
            "a step that comes late enough takes all with it"
        );
        stand.step("f", None);
        stand.wait(HOLD + TICK).await;
        assert_eq!(stand.sent(), ["abcdef", "abc?def"]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_nearly_due_leaves_in_a_lull() {
        let mut stand = Stand::new(1.0, IdleSignal::always());
        stand.step("a", None);
        stand.step("b", None);
        stand.step("c", None);
        stand.wait(HOLD / 2).await;
        assert_eq!(stand.sent(), ["a", "a"]);
        stand.wait(HOLD / 3).await;
        assert_eq!(stand.sent(), ["abc", "abc"]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_step_that_is_held_waits_for_another_one_all_its_time() {
        let mut stand = Stand::new(1.0, IdleSignal::always());
        stand.step("a", None);
        stand.wait(HOLD * 9 / 10).await;
        stand.step("b", None);
        stand.wait(HOLD * 9 / 10).await;
        assert_eq!(stand.sent(), ["a", "a"], "no lull takes a single step with it");
        stand.step("c", None);
        stand.wait(HOLD / 5).await;
        assert_eq!(stand.sent(), ["abc", "abc"]);
        stand.step("d", None);
        stand.wait(HOLD * 9 / 10).await;
        assert_eq!(stand.sent(), ["abc", "abc"]);
        stand.wait(HOLD / 5).await;
        assert_eq!(stand.sent(), ["abcd", "abcd"]);
    }

    #[tokio::test(start_paused = true)]
    async fn steps_before_anything_is_held_do_not_count() {
        let stand = Stand::new(1.0, IdleSignal::always());
        let held = Held::new();
        assert_eq!(held.extend(Vec::new(), HOLD), None);
        let due = held.extend(vec![stand.lines[0].1.clone()], HOLD);
        assert!(due.is_some_and(|due| !held.may_leave(due)), "one is not several");
        held.extend(Vec::new(), HOLD);
        assert!(due.is_some_and(|due| held.may_leave(due)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_holds_nothing_unless_the_process_is_busy() {
        let mut stand = Stand::new(0.5, IdleSignal::always());
        for (event, sent) in [("a", "a"), ("b", "ab"), ("c", "abc")] {
            stand.step(event, None);
            assert_eq!(stand.sent(), [sent, sent]);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_ends_leaves_nothing_behind() {
        let mut stand = Stand::new(1.0, IdleSignal::new(0));
        stand.step("a", None);
        stand.step("b", None);
        let Stand { pace, lines, .. } = stand;
        drop(pace);
        assert_eq!(lines[0].0.sent(), "ab");
    }
}
