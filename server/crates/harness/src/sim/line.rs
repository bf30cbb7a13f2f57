//! The way to a client: what the server has put out and the client has not read.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use poker_owner::{Burst, Deliver, OutboxError};
use poker_protocol::v1::CloseCode;

/// A connection without a socket.
#[derive(Debug)]
pub(super) struct ModelConnection(Mutex<Waiting>);

#[derive(Debug)]
struct Waiting {
    /// Sent since the last look.
    fresh: VecDeque<Burst>,
    /// Messages that the client has not read.
    frames: usize,
    /// Greatest number of messages that may wait.
    most: usize,
    closed: Option<CloseCode>,
}

impl ModelConnection {
    pub(super) const fn new(most: usize) -> Self {
        Self(Mutex::new(Waiting {
            fresh: VecDeque::new(),
            frames: 0,
            most,
            closed: None,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the bursts since the last call.
    pub(super) fn take_fresh(&self) -> VecDeque<Burst> {
        std::mem::take(&mut self.lock().fresh)
    }

    /// The client has read this many messages.
    pub(super) fn read(&self, frames: usize) {
        let mut waiting = self.lock();
        waiting.frames = waiting.frames.saturating_sub(frames);
    }

    /// Returns the close code, if it is closed.
    pub(super) fn closed(&self) -> Option<CloseCode> {
        self.lock().closed
    }
}

impl Deliver for ModelConnection {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        let mut waiting = self.lock();
        if waiting.closed.is_some() {
            return Err(OutboxError::Closed);
        }
        if burst.spare && waiting.frames > 0 {
            return Ok(());
        }
        if waiting.frames + burst.frames.len() > waiting.most {
            waiting.closed = Some(CloseCode::SlowConsumer);
            return Err(OutboxError::Full);
        }
        waiting.frames += burst.frames.len();
        waiting.fresh.push_back(burst.clone());
        Ok(())
    }

    fn close(&self, code: CloseCode) {
        self.lock().closed.get_or_insert(code);
    }
}
