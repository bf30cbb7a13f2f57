//! A table's access to the journal: steps that its queue has no room for wait here, and notices come back.

use std::collections::VecDeque;

use metrics::{Counter, Histogram, counter, histogram};
use tokio::sync::mpsc;
use tokio::time::Instant;

use poker_store::{AppendError, DurableNotice, JournalHandle, Step, StepError};

/// A table's steps on their way to disk, and the notices about them.
pub struct Journal {
    handle: JournalHandle,
    notify: mpsc::UnboundedSender<DurableNotice>,
    notices: mpsc::UnboundedReceiver<DurableNotice>,
    /// A failure that was received after notices of success.
    failure: Option<DurableNotice>,
    /// Steps that the journal's queue had no room for.
    unsent: VecDeque<Box<Step>>,
    /// The queueing time of each of the other steps.
    queued: VecDeque<(u64, Instant)>,
    metrics: Metrics,
}

/// The metrics updated with every step, looked up once.
#[derive(Debug)]
struct Metrics {
    steps: Counter,
    hands: Counter,
    durable: Histogram,
}

impl Metrics {
    fn new() -> Self {
        Self {
            steps: counter!("poker_steps_total"),
            hands: counter!("poker_hands_total"),
            durable: histogram!("poker_step_durable_seconds"),
        }
    }
}

impl Journal {
    /// Nothing queued yet.
    pub fn new(handle: JournalHandle) -> Self {
        let (notify, notices) = mpsc::unbounded_channel();
        Self {
            handle,
            notify,
            notices,
            failure: None,
            unsent: VecDeque::new(),
            queued: VecDeque::new(),
            metrics: Metrics::new(),
        }
    }

    /// Forgets all steps under way and all notices about them.
    pub fn forget(&mut self) {
        self.unsent.clear();
        self.queued.clear();
        self.failure = None;
        (self.notify, self.notices) = mpsc::unbounded_channel();
    }

    /// `true` if the journal's queue had no room for some steps, so that [`Self::send`] has to be called again.
    pub fn is_full(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Appends steps after those already under way.
    pub fn append(&mut self, steps: impl IntoIterator<Item = Box<Step>>) {
        self.unsent.extend(steps);
        self.send();
    }

    /// Moves steps into the journal's queue while it has room.
    pub fn send(&mut self) {
        while let Some(step) = self.unsent.pop_front() {
            let (number, hand_over) = (step.step, step.hand_end.is_some());
            match self.handle.append(step, self.notify.clone()) {
                Ok(()) => {
                    self.metrics.steps.increment(1);
                    if hand_over {
                        self.metrics.hands.increment(1);
                    }
                    self.queued.push_back((number, Instant::now()));
                }
                Err(AppendError::Full(step)) => {
                    self.unsent.push_front(step);
                    return;
                }
                Err(AppendError::Closed) => {
                    let error = StepError::Stopped("the journal is closed".to_owned());
                    let _ = self.notify.send(DurableNotice::Failed { step: number, error });
                    return;
                }
            }
        }
    }

    /// Takes the failure that followed notices of success, which must be handled first.
    pub const fn take_failure(&mut self) -> Option<DurableNotice> {
        self.failure.take()
    }

    /// Waits for the next notice. Of consecutive notices of success the last covers all, so that everything they
    /// release leaves in one burst. Dropping the future loses no notice.
    pub async fn notice(&mut self) -> DurableNotice {
        let first = self.notices.recv().await;
        let mut notice = first.expect("there is a sender for as long as there is this");
        while let DurableNotice::Durable { step } = notice {
            self.note_durable(step);
            match self.notices.try_recv() {
                Ok(next @ DurableNotice::Durable { .. }) => notice = next,
                Ok(failed @ DurableNotice::Failed { .. }) => {
                    self.failure = Some(failed);
                    break;
                }
                Err(_) => break,
            }
        }
        notice
    }

    fn note_durable(&mut self, step: u64) {
        while let Some((_, since)) = self.queued.pop_front_if(|(queued, _)| *queued <= step) {
            self.metrics.durable.record(since.elapsed());
        }
    }
}
