//! Bounded output queues of connections.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use poker_protocol::v1::{CloseCode, ServerMsg};
use poker_store::TableId;
use serde::Serialize;
use smallvec::{SmallVec, smallvec};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::device::Device;
use super::free::{Decision, FreeAnswers};
use super::reply::{Reply, Waiting};

/// Number of a connection, unique for the life of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// Text messages that leave together: all that one step causes for a connection, sent with one write. Cloning shares
/// the bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Burst {
    /// The messages in order.
    pub frames: Frames,
    /// `true` if the client waits for one of them: a decision, or the answer to a request. A mere confirmation that an
    /// action counts is not urgent.
    pub urgent: bool,
    /// `true` if a slow reader may miss it instead of being disconnected.
    pub spare: bool,
}

/// Text messages in order: nearly always one for all viewers, and one for this connection alone.
pub type Frames = SmallVec<[Utf8Bytes; 2]>;

impl Burst {
    /// Adds messages that the client does not wait for.
    pub fn tell(&mut self, frames: impl IntoIterator<Item = Utf8Bytes>) {
        self.frames.extend(frames);
    }

    /// Adds a message that the client waits for, which makes the burst urgent.
    pub fn push(&mut self, frame: Utf8Bytes) {
        self.frames.push(frame);
        self.urgent = true;
    }

    /// `true` if there is nothing to send.
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

/// Encodes a message, to be shared by all its recipients.
pub fn encode(message: &ServerMsg) -> Utf8Bytes {
    with_json(message, |text| Utf8Bytes::from(text))
}

/// A scratch buffer above this size is not kept for the next text.
const SCRATCH_KEPT: usize = 64 * 1024;

thread_local! {
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Writes a value as JSON and passes the text to `take`, as [`with_text`] does.
///
/// # Panics
/// If the value cannot be written as JSON, which ours can.
pub fn with_json<R>(value: &impl Serialize, take: impl FnOnce(&str) -> R) -> R {
    with_text(|text| push_json(text, value), take)
}

/// A value as JSON.
///
/// # Panics
/// If the value cannot be written as JSON, which ours can.
pub fn to_json(value: &impl Serialize) -> Box<str> {
    with_json(value, |text| Box::from(text))
}

/// Appends a value as JSON.
///
/// # Panics
/// If the value cannot be written as JSON, which ours can.
pub fn push_json(text: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(text, value).expect("messages have string keys and no fallible parts");
}

/// Writes a text into a reused buffer and passes it to `take`. A new vector would be reallocated several times as it
/// grows.
///
/// # Panics
/// If the text is not UTF-8.
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

/// Reason why nothing was sent. The connection is closed or closing; the client reconnects and resumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutboxError {
    /// The client reads too slowly.
    #[error("the client reads too slowly")]
    Full,
    /// The connection is gone.
    #[error("the connection is closed")]
    Closed,
}

/// A recipient of bursts.
pub trait Deliver: Send + Sync + 'static {
    /// Accepts all of a burst or none of it, without waiting. A spare burst is dropped if others are already waiting.
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError>;

    /// Accepts a burst like [`Deliver::deliver`], but may hold it until the next one or until [`Deliver::flush`].
    /// Returns `true` if the caller must call that.
    fn hold(&self, burst: &Burst) -> Result<bool, OutboxError> {
        self.deliver(burst).map(|()| false)
    }

    /// Sends held bursts.
    fn flush(&self) {}

    /// Closes the connection after everything accepted before. Only the first call counts.
    fn close(&self, code: CloseCode);
}

/// A connection that accepts everything, for tests that read the outputs of a core.
#[cfg(any(test, feature = "suite"))]
#[derive(Clone, Copy, Debug)]
pub struct NoSocket;

#[cfg(any(test, feature = "suite"))]
impl Deliver for NoSocket {
    fn deliver(&self, _: &Burst) -> Result<(), OutboxError> {
        Ok(())
    }

    fn close(&self, _: CloseCode) {}
}

/// Handle for sending to a connection. Cheap to clone; never waits.
#[derive(Clone)]
pub struct Outbox {
    id: ConnId,
    line: Arc<OutboxState>,
}

/// The number of callers in this process: connections are numbered from 1.
const NO_CONNECTION: ConnId = ConnId(0);

/// State shared by all outboxes of a connection or a caller.
struct OutboxState {
    to: To,
    free: FreeAnswers,
    refusals: Refusals,
    device: Device,
}

enum To {
    Connection(Arc<dyn Deliver>),
    Caller(Waiting),
}

/// Refused answers recorded per connection and hour; more would tell an operator nothing new.
const REFUSALS_PER_HOUR: u32 = 32;

const HOUR_MS: u64 = 3_600_000;

/// Refused answers of a connection in the last clock hour: the hour, followed by the count in the low eight bits.
#[derive(Debug, Default)]
struct Refusals(AtomicU32);

impl Refusals {
    /// Counts one more. Returns `false` if it exceeds the limit.
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
    /// A handle for connection `id` that delivers to `to`.
    pub fn new(id: ConnId, to: Arc<dyn Deliver>) -> Self {
        Self::to(id, To::Connection(to))
    }

    /// A handle for a caller in this process, which gets the answer to its request as a value. The answer is lost with the last clone
    /// of the handle.
    pub fn of_caller() -> (Self, oneshot::Receiver<Reply>) {
        let (waiting, answer) = Waiting::new();
        (Self::to(NO_CONNECTION, To::Caller(waiting)), answer)
    }

    fn to(id: ConnId, to: To) -> Self {
        let line = OutboxState {
            to,
            free: FreeAnswers::default(),
            refusals: Refusals::default(),
            device: Device::default(),
        };
        Self {
            id,
            line: Arc::new(line),
        }
    }

    /// The connection's number.
    pub const fn id(&self) -> ConnId {
        self.id
    }

    /// Sends a burst with one write. A connection that reads too slowly is closed instead and gets nothing more.
    ///
    /// # Errors
    /// If nothing was sent. Nothing sent later will arrive either.
    pub fn send(&self, burst: &Burst) -> Result<(), OutboxError> {
        if burst.is_empty() {
            return Ok(());
        }
        self.connection().ok_or(OutboxError::Closed)?.deliver(burst)
    }

    /// Answers a request: a connection with a frame, a caller with the value.
    ///
    /// # Errors
    /// As [`Outbox::send`].
    pub fn reply(&self, reply: Reply) -> Result<(), OutboxError> {
        match &self.line.to {
            To::Connection(to) => to.deliver(&Burst::from(reply.frame())),
            To::Caller(waiting) => waiting.answer(reply),
        }
    }

    /// `true` for a caller in this process.
    pub fn is_caller(&self) -> bool {
        self.connection().is_none()
    }

    fn connection(&self) -> Option<&dyn Deliver> {
        match &self.line.to {
            To::Connection(to) => Some(&**to),
            To::Caller(_) => None,
        }
    }

    /// Accepts a burst that leaves with the next one, or at [`Outbox::flush`]. Returns `true` to the caller whose burst
    /// is the first one held, who must call that.
    ///
    /// # Errors
    /// As [`Outbox::send`].
    pub fn hold(&self, burst: &Burst) -> Result<bool, OutboxError> {
        if burst.is_empty() {
            return Ok(false);
        }
        self.connection().ok_or(OutboxError::Closed)?.hold(burst)
    }

    /// Sends held bursts.
    pub fn flush(&self) {
        if let Some(to) = self.connection() {
            to.flush();
        }
    }

    /// Records that the connection is to decide: its first answer is exempt from the rate limit.
    pub fn ask(&self, decision: Decision) {
        self.line.free.grant(decision);
    }

    /// `true` once per decision: the answer is exempt from the rate limit.
    pub fn take_free_answer(&self, decision: Decision) -> bool {
        self.line.free.take(decision)
    }

    /// Names the device of the connection; only the first call counts.
    pub fn set_device(&self, name: &str) {
        self.line.device.set_name(name);
    }

    /// `true` if both connections are of one device. All that name none count as one.
    pub fn is_same_device(&self, other: &Self) -> bool {
        self.line.device.name() == other.line.device.name()
    }

    /// Records that the connection holds its account's seat at a table.
    pub fn hold_seat(&self, table: TableId) {
        self.line.device.hold(table);
    }

    /// Records that the connection no longer holds a seat at a table.
    pub fn let_seat_go(&self, table: TableId) {
        self.line.device.let_go(table);
    }

    /// Tables where the connection holds its account's seat.
    pub fn seats_held(&self) -> SmallVec<[TableId; 1]> {
        self.line.device.seats()
    }

    /// Records that the connection has asked for a seat or an entry.
    pub fn set_plays(&self) {
        self.line.device.set_plays();
    }

    /// `true` if the connection has asked for a seat or an entry.
    pub fn plays(&self) -> bool {
        self.line.device.plays()
    }

    /// `true` if a refused answer of the connection should be recorded; the number per hour is limited.
    pub fn notes_refusal(&self, wall_ms: u64) -> bool {
        self.line.refusals.count(wall_ms)
    }

    /// Closes the connection after everything sent before. Only the first call counts.
    pub fn close(&self, code: CloseCode) {
        if let Some(to) = self.connection() {
            to.close(code);
        }
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
