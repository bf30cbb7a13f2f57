//! The bounded way to a connection.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use poker_protocol::v1::{CloseCode, ServerMsg};
use serde::Serialize;
use smallvec::{SmallVec, smallvec};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::free::{Decision, FreeAnswers};

/// A connection, for the life of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// Text messages for one connection that leave together: all that one step causes for it, put out with one write.
/// Cloning shares the bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Burst {
    /// The messages, first to last.
    pub frames: Frames,
    /// Whether the client waits for it: for a question, or the answer to a request. That an action counts is nothing that it has
    /// to wait for.
    pub urgent: bool,
    /// Whether it may be left out for a client that reads slowly, which then stays connected.
    pub spare: bool,
}

/// Text messages, first to last: nearly always one for all, and one for this connection alone.
pub type Frames = SmallVec<[Utf8Bytes; 2]>;

impl Burst {
    /// Adds messages that the client does not wait for.
    pub fn tell(&mut self, frames: impl IntoIterator<Item = Utf8Bytes>) {
        self.frames.extend(frames);
    }

    /// Adds a message that the client waits for.
    pub fn push(&mut self, frame: Utf8Bytes) {
        self.frames.push(frame);
        self.urgent = true;
    }

    /// Whether there is nothing to send.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }
}

impl From<&ServerMsg> for Burst {
    fn from(message: &ServerMsg) -> Self {
        Self::from(encode(message))
    }
}

impl From<Utf8Bytes> for Burst {
    fn from(frame: Utf8Bytes) -> Self {
        Self {
            frames: smallvec![frame],
            urgent: true,
            spare: false,
        }
    }
}

/// The bytes of a message, to be shared by all who get it.
pub fn encode(message: &ServerMsg) -> Utf8Bytes {
    with_json(message, |text| Utf8Bytes::from(text))
}

/// A text above this is not kept for the next one.
const SCRATCH_KEPT: usize = 64 * 1024;

thread_local! {
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Writes a value as JSON and gives the text to be copied, as [`with_text`] does.
///
/// # Panics
/// If the value cannot be written as JSON, which ours can.
pub fn with_json<R>(value: &impl Serialize, take: impl FnOnce(&str) -> R) -> R {
    with_text(|text| push_json(text, value), take)
}

/// Writes a value as JSON behind a text.
///
/// # Panics
/// If the value cannot be written as JSON, which ours can.
pub fn push_json(text: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(text, value).expect("messages have string keys and no fallible parts");
}

/// Has a text written where the last one was, and gives it to be copied: a vector of its own would grow several times on
/// the way.
///
/// # Panics
/// If what is written is not UTF-8.
pub fn with_text<R>(write: impl FnOnce(&mut Vec<u8>), take: impl FnOnce(&str) -> R) -> R {
    let mut scratch = SCRATCH.take();
    scratch.clear();
    write(&mut scratch);
    let taken = take(str::from_utf8(&scratch).expect("JSON is UTF-8"));
    if scratch.capacity() <= SCRATCH_KEPT {
        SCRATCH.set(scratch);
    }
    taken
}

/// Why nothing was sent. The connection is closed or closing; the client comes back and resumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutboxError {
    /// The client reads too slowly.
    #[error("the client reads too slowly")]
    Full,
    /// The connection is gone.
    #[error("the connection is closed")]
    Closed,
}

/// Where bursts go.
pub trait Deliver: Send + Sync + 'static {
    /// Takes all of a burst or nothing of it. Never waits. A spare burst is left out where others wait already.
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError>;

    /// Takes a burst as [`Deliver::deliver`] does, but may leave it until the next one, or until [`Deliver::flush`]. `true` if
    /// that has to be called.
    fn hold(&self, burst: &Burst) -> Result<bool, OutboxError> {
        self.deliver(burst).map(|()| false)
    }

    /// Sends what was held.
    fn flush(&self) {}

    /// Closes the connection behind what was taken before. Only the first call counts.
    fn close(&self, code: CloseCode);
}

/// The way to a connection. Cheap to clone; never waits.
#[derive(Clone)]
pub struct Outbox {
    id: ConnId,
    line: Arc<Line>,
}

/// What all outboxes of a connection share.
struct Line {
    to: Arc<dyn Deliver>,
    free: FreeAnswers,
    refusals: Refusals,
}

/// Refused answers of a connection are noted so often an hour: what is more tells nothing new.
const REFUSALS_PER_HOUR: u32 = 32;

const HOUR_MS: u64 = 3_600_000;

/// How many refused answers of a connection were noted in the last hour of the clock: the hour, and behind it the count in eight bits.
#[derive(Debug, Default)]
struct Refusals(AtomicU32);

impl Refusals {
    /// Counts one more; `false` if it is one too many.
    fn count(&self, wall_ms: u64) -> bool {
        let hour = u32::try_from(wall_ms / HOUR_MS).unwrap_or(u32::MAX) << 8;
        let counted = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |before| {
            let count = if before & !0xff == hour { before & 0xff } else { 0 };
            (count < REFUSALS_PER_HOUR).then_some(hour | (count + 1))
        });
        counted.is_ok()
    }
}

impl Outbox {
    /// An outbox of a connection.
    pub fn new(id: ConnId, to: Arc<dyn Deliver>) -> Self {
        let (free, refusals) = (FreeAnswers::default(), Refusals::default());
        Self {
            id,
            line: Arc::new(Line { to, free, refusals }),
        }
    }

    /// Which connection.
    pub const fn id(&self) -> ConnId {
        self.id
    }

    /// Sends a burst with one write. A connection that is too far behind is closed instead and gets nothing more.
    ///
    /// # Errors
    /// If nothing was sent; nothing sent later will arrive either.
    pub fn send(&self, burst: &Burst) -> Result<(), OutboxError> {
        if burst.is_empty() {
            return Ok(());
        }
        self.line.to.deliver(burst)
    }

    /// Takes a burst that leaves with the next one, or at [`Outbox::flush`]. `true` if that has to be called: by the one who was the
    /// first to have something held.
    ///
    /// # Errors
    /// As [`Outbox::send`].
    pub fn hold(&self, burst: &Burst) -> Result<bool, OutboxError> {
        if burst.is_empty() {
            return Ok(false);
        }
        self.line.to.hold(burst)
    }

    /// Sends what was held.
    pub fn flush(&self) {
        self.line.to.flush();
    }

    /// Tells that the connection is asked to decide: its first answer is free of the rate limit.
    pub fn ask(&self, decision: Decision) {
        self.line.free.grant(decision);
    }

    /// Whether an answer to this decision is free of the rate limit. It is so once.
    pub fn take_free_answer(&self, decision: Decision) -> bool {
        self.line.free.take(decision)
    }

    /// Whether a refused answer of the connection is to be noted: so many an hour are.
    pub fn notes_refusal(&self, wall_ms: u64) -> bool {
        self.line.refusals.count(wall_ms)
    }

    /// Closes the connection behind what was sent before. Only the first call counts.
    pub fn close(&self, code: CloseCode) {
        self.line.to.close(code);
    }
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outbox({})", self.id.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_noted_so_often_an_hour() {
        let refusals = Refusals::default();
        let in_hour = |hour: u64| (0..100).filter(|ms| refusals.count(hour * HOUR_MS + ms)).count();
        assert_eq!([in_hour(495_000), in_hour(495_000), in_hour(495_001)], [32, 0, 32]);
    }
}
