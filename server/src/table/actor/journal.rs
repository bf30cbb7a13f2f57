//! A table's way to the journal: what its queue has no room for waits here, and notices come back.

use std::collections::VecDeque;

use metrics::{Counter, Histogram, counter, histogram};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::store::{AppendError, DurableNotice, JournalHandle, Step, StepError};

/// The steps of one table on their way, and the notices about them.
pub(crate) struct Journal {
    handle: JournalHandle,
    notify: mpsc::UnboundedSender<DurableNotice>,
    notices: mpsc::UnboundedReceiver<DurableNotice>,
    /// A failure that was read behind notices of success.
    failure: Option<DurableNotice>,
    /// Steps that the journal's queue had no room for.
    unsent: VecDeque<Box<Step>>,
    /// When the others went there.
    queued: VecDeque<(u64, Instant)>,
    metrics: Metrics,
}

/// What is counted with every step, looked up once.
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
    pub(crate) fn new(handle: JournalHandle) -> Self {
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

    /// Forgets all steps that are on their way, and all notices of them.
    pub(crate) fn forget(&mut self) {
        self.unsent.clear();
        self.queued.clear();
        self.failure = None;
        (self.notify, self.notices) = mpsc::unbounded_channel();
    }

    /// Whether the journal's queue had no room for some steps, so that [`Self::send`] has to be called again.
    pub(crate) fn is_full(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Adds steps behind those that are on their way.
    pub(crate) fn append(&mut self, steps: impl IntoIterator<Item = Box<Step>>) {
        self.unsent.extend(steps);
        self.send();
    }

    /// Queues steps for the journal as long as it has room.
    pub(crate) fn send(&mut self) {
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

    /// A failure that came behind notices of success, which are shown first.
    pub(crate) const fn take_failure(&mut self) -> Option<DurableNotice> {
        self.failure.take()
    }

    /// The next notice. Of those that came together the last one says it all, so that what they release leaves in one
    /// burst. Losing the future loses no notice.
    pub(crate) async fn notice(&mut self) -> DurableNotice {
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
