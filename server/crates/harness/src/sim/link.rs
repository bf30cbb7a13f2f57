//! The way between an owner and the store: its steps go out, notices and answers come back.

use std::collections::VecDeque;

use poker_store::{DurableNotice, Step, TableId};

use super::store::Model;

/// The link of a table or a tournament, whose inputs are `I`.
pub(super) struct Link<I> {
    /// The epoch under which it writes.
    epoch: u64,
    /// The last step of which it has heard that it is on disk.
    heard: u64,
    notices: VecDeque<DurableNotice>,
    /// Answers to questions to the store.
    found: VecDeque<I>,
    /// Steps that the journal's queue had no room for.
    unsent: VecDeque<Box<Step>>,
    /// The instant of the owner's next wake-up.
    wake_at: Option<u64>,
}

impl<I> Link<I> {
    /// A link of an owner that was claimed under this epoch, and has heard of this step.
    pub(super) const fn new(epoch: u64, heard: u64) -> Self {
        Self {
            epoch,
            heard,
            notices: VecDeque::new(),
            found: VecDeque::new(),
            unsent: VecDeque::new(),
            wake_at: None,
        }
    }

    /// The owner was claimed again. What was on its way is lost.
    pub(super) fn claimed(&mut self, epoch: u64, heard: u64) {
        self.forget();
        (self.epoch, self.heard) = (epoch, heard);
    }

    /// Forgets what is on its way to the store and back.
    pub(super) fn forget(&mut self) {
        self.notices.clear();
        self.found.clear();
        self.unsent.clear();
    }

    /// The epoch under which the owner writes.
    pub(super) const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// `true` if the owner knows that this step is on disk, and of none after it.
    pub(super) const fn has_heard(&self, step: u64) -> bool {
        self.heard == step
    }

    /// `true` if nothing of the owner is on its way.
    pub(super) fn rests(&self, id: TableId, store: &Model) -> bool {
        self.notices.is_empty() && self.in_flight(id, store).next().is_none()
    }

    /// Steps of the owner that are not on disk, oldest first.
    pub(super) fn in_flight<'a>(&'a self, id: TableId, store: &'a Model) -> impl Iterator<Item = &'a Step> {
        let is_own = move |step: &&Step| step.table == id && step.epoch == self.epoch;
        store
            .queued()
            .filter(is_own)
            .chain(self.unsent.iter().map(|step| &**step))
    }

    /// Puts a step behind those that wait.
    pub(super) fn write(&mut self, step: Box<Step>) {
        self.unsent.push_back(step);
    }

    /// Steps go to the store's queue as far as it has room.
    pub(super) fn queue_steps(&mut self, store: &mut Model) {
        while store.has_room()
            && let Some(step) = self.unsent.pop_front()
        {
            store.enqueue(step);
        }
    }

    /// `true` if the queue has taken all steps.
    pub(super) fn is_clear(&self) -> bool {
        self.unsent.is_empty()
    }

    /// The store says what became of a step.
    pub(super) fn notify(&mut self, notice: DurableNotice) {
        self.notices.push_back(notice);
    }

    /// The next notice. Of those of success that came together, the last one says it all.
    pub(super) fn next_notice(&mut self) -> Option<DurableNotice> {
        let mut notice = self.notices.pop_front()?;
        while matches!(notice, DurableNotice::Durable { .. })
            && matches!(self.notices.front(), Some(DurableNotice::Durable { .. }))
        {
            notice = self.notices.pop_front()?;
        }
        if let DurableNotice::Durable { step } = notice {
            self.heard = step;
        }
        Some(notice)
    }

    /// The answer to a question has come.
    pub(super) fn answer(&mut self, input: I) {
        self.found.push_back(input);
    }

    /// The next answer.
    pub(super) fn next_answer(&mut self) -> Option<I> {
        self.found.pop_front()
    }

    /// When to try again if the queue was full.
    pub(super) fn retry_at(&self, now: u64) -> Option<u64> {
        (!self.is_clear()).then_some(now + 2)
    }

    /// `true` if no wake-up is to come.
    pub(super) fn is_asleep(&self, now: u64) -> bool {
        self.wake_at.is_none_or(|wake| wake <= now)
    }

    /// Sets the alarm: `true` if there is none as early.
    pub(super) fn wakes_at(&mut self, at: u64, now: u64) -> bool {
        let is_news = self.is_asleep(now) || self.wake_at.is_some_and(|wake| at < wake);
        if is_news {
            self.wake_at = Some(at);
        }
        is_news
    }
}
