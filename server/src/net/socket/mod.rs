//! One WebSocket: each burst is written by the task that has it, messages come in through the connection's task.
//!
//! A burst is written at once, without waiting and without waking another task; only what the socket does not take is
//! kept, and put out by the connection's task as soon as there is room. What is held leaves with the next burst. Framing and all that is read is tungstenite's.

pub(crate) mod fuzz;

use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::task::AtomicWaker;
use poker_protocol::v1::CloseCode;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Instant, Sleep, sleep, timeout};
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

use super::outbox::{Burst, Deliver, OutboxError};
use crate::metrics::Traffic;
use crate::table::PlayClock;

/// Bytes read at once. A client's message is some 100 bytes; twice as much stays allocated for the connection's life, since
/// tungstenite reserves the length of a message behind what it has read of it.
const READ_BUFFER: usize = 192;

/// Control frames that tungstenite may hold while the socket takes nothing: one pong and one close, 131 bytes each.
const CONTROL_BUFFER: usize = 512;

/// A scratch buffer above this is given back after use, so that one great burst does not cost memory for ever.
const SCRATCH_KEPT: usize = 64 * 1024;

/// Bytes that are held back at most.
const HELD_BYTES: usize = 4 * 1024;

/// How long a close frame may take to leave, behind what waits before it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long we listen for the end of a client that was told to go. Hanging up earlier, with its bytes unread, would
/// reset the connection and could take the close frame with it.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);

/// Bytes of a client that was told to go that are dropped; then we hang up.
const LINGER_BYTES: usize = 256 * 1024;

/// What one connection may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SocketLimits {
    /// The greatest message from the client, in bytes.
    pub message_bytes: usize,
    /// Bytes that may wait for a slow reader. A single burst may be greater when nothing waits before it.
    pub outbox_bytes: usize,
    /// Bytes a second that are read in the long run; more has to wait in the client's own buffers. `None`: no limit.
    pub read_rate: Option<ReadRate>,
    /// Silence after which a ping is sent. Time in which the process stood still is not silence.
    pub heartbeat: Duration,
    /// Silence after which the connection is dead.
    pub timeout: Duration,
}

/// How fast is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadRate {
    /// Bytes a second.
    pub per_second: u32,
    /// Bytes at once.
    pub burst: u32,
}

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    /// A text message.
    Text(Utf8Bytes),
    /// A binary message.
    Binary(Bytes),
    /// A ping or a pong, which needs no answer of ours.
    Control,
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The client said goodbye, and was answered.
    Goodbye,
    /// The client is gone without a word.
    Gone,
    /// We end it.
    Ours(CloseCode),
}

/// The half of a connection that everybody shares who has something to send.
pub(crate) struct Socket {
    out: Mutex<Out>,
    /// [`WAITING`] and [`CLOSING`], so that the task can look without taking the lock.
    flags: AtomicU8,
    task: AtomicWaker,
    outbox_bytes: usize,
    traffic: Arc<Traffic>,
}

/// The socket was full: the connection's task puts out what waits.
const WAITING: u8 = 1;

/// The connection has to end.
const CLOSING: u8 = 2;

struct Out {
    /// `None` once nothing more can be sent.
    write: Option<OwnedWriteHalf>,
    /// Bytes that the socket has not taken, from `sent` on. They begin within a frame as often as not. Without [`WAITING`] they
    /// are held: whole frames that the socket was not given yet.
    waiting: Vec<u8>,
    sent: usize,
    /// Set once; from then on no burst is taken.
    end: Option<End>,
}

/// When a burst leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leave {
    /// At once.
    Now,
    /// With the next one that leaves at once, or when held bursts are flushed.
    Later,
}

impl Out {
    /// Bytes that are kept.
    fn kept(&self) -> usize {
        self.waiting.len() - self.sent
    }

    /// Everything was sent.
    fn clear(&mut self) {
        self.waiting = Vec::new();
        self.sent = 0;
    }
}

thread_local! {
    /// Where bursts are framed before the one write.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Socket {
    fn lock(&self) -> MutexGuard<'_, Out> {
        // Nothing in the critical sections panics half-way; a poisoned buffer is still whole.
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes text frames, and gives them to the socket with one write if they leave now. `true` if they are the first that
    /// are held.
    fn take_texts(&self, frames: &[Utf8Bytes], leave: Leave) -> Result<bool, OutboxError> {
        let first = self.framed(leave, |bytes| {
            for frame in frames {
                push_frame(bytes, Data::Text, frame.as_bytes());
            }
        })?;
        self.traffic.deliveries.add(1);
        self.traffic.messages_out.add(frames.len() as u64);
        Ok(first)
    }

    fn framed(&self, leave: Leave, fill: impl FnOnce(&mut Vec<u8>)) -> Result<bool, OutboxError> {
        SCRATCH.with_borrow_mut(|bytes| {
            bytes.clear();
            fill(bytes);
            let taken = self.put(&mut self.lock(), bytes, leave);
            if bytes.capacity() > SCRATCH_KEPT {
                *bytes = Vec::new();
            }
            taken
        })
    }

    /// Takes whole frames: writes them behind what is held, or keeps them. `true` if they are the first that are held.
    fn put(&self, out: &mut Out, bytes: &[u8], leave: Leave) -> Result<bool, OutboxError> {
        if out.end.is_some() || out.write.is_none() {
            return Err(OutboxError::Closed);
        }
        let kept = out.kept();
        if self.is_full() {
            if kept + bytes.len() > self.outbox_bytes {
                self.traffic.slow_consumers.increment(1);
                self.end_with(out, End::Ours(CloseCode::SlowConsumer));
                return Err(OutboxError::Full);
            }
            out.waiting.extend_from_slice(bytes);
            return Ok(false);
        }
        if leave == Leave::Later && kept + bytes.len() <= HELD_BYTES {
            out.waiting.extend_from_slice(bytes);
            return Ok(kept == 0);
        }
        if kept > 0 {
            out.waiting.extend_from_slice(bytes);
            return self.write_held(out).map(|()| false);
        }
        let taken = self.write(out, bytes).or_else(|_| self.lost(out))?;
        if taken < bytes.len() {
            out.waiting.extend_from_slice(&bytes[taken..]);
            self.leave_to_task();
        }
        Ok(false)
    }

    /// Writes what is held.
    fn write_held(&self, out: &mut Out) -> Result<(), OutboxError> {
        out.sent += self.write(out, &out.waiting[out.sent..]).or_else(|_| self.lost(out))?;
        if out.kept() == 0 {
            out.clear();
        } else {
            self.leave_to_task();
        }
        Ok(())
    }

    /// How many bytes the socket takes.
    fn write(&self, out: &Out, bytes: &[u8]) -> io::Result<usize> {
        let write = out.write.as_ref().ok_or(ErrorKind::BrokenPipe)?;
        self.traffic.writes.add(1);
        match write.try_write(bytes) {
            Err(failure) if failure.kind() == ErrorKind::WouldBlock => Ok(0),
            taken => taken,
        }
    }

    /// The client is gone.
    fn lost<T>(&self, out: &mut Out) -> Result<T, OutboxError> {
        self.end_with(out, End::Gone);
        Err(OutboxError::Closed)
    }

    /// Whether the socket took less than it was given. The flag changes under the lock alone.
    fn is_full(&self) -> bool {
        self.flags.load(Ordering::Relaxed) & WAITING != 0
    }

    /// The socket is full: the connection's task puts out what waits.
    fn leave_to_task(&self) {
        self.flags.fetch_or(WAITING, Ordering::Release);
        self.task.wake();
    }

    fn end_with(&self, out: &mut Out, end: End) {
        if out.end.is_none() {
            out.end = Some(end);
            self.flags.fetch_or(CLOSING, Ordering::Release);
            self.task.wake();
        }
    }

    /// Bytes that wait for the socket.
    fn waiting(&self) -> usize {
        self.lock().kept()
    }
}

impl Deliver for Socket {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        self.take_texts(&burst.frames, Leave::Now).map(drop)
    }

    fn hold(&self, burst: &Burst) -> Result<bool, OutboxError> {
        self.take_texts(&burst.frames, Leave::Later)
    }

    fn flush(&self) {
        let mut out = self.lock();
        if out.end.is_none() && out.kept() > 0 && !self.is_full() {
            // Who sends the next burst is told that the client is gone.
            let _ = self.write_held(&mut out);
        }
    }

    fn close(&self, code: CloseCode) {
        self.end_with(&mut self.lock(), End::Ours(code));
    }
}

fn push_frame(bytes: &mut Vec<u8>, kind: Data, payload: &[u8]) {
    let header = FrameHeader {
        is_final: true,
        opcode: OpCode::Data(kind),
        ..FrameHeader::default()
    };
    header
        .format(payload.len() as u64, bytes)
        .expect("a vector takes all that is written");
    bytes.extend_from_slice(payload);
}

/// What reads the frames of a client; `read` is what it sent already, and no message is longer than `message_bytes`.
fn reader(read: Vec<u8>, message_bytes: usize) -> WebSocketContext {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(CONTROL_BUFFER)
        .max_message_size(Some(message_bytes))
        .max_frame_size(Some(message_bytes));
    WebSocketContext::from_partially_read(read, Role::Server, Some(config))
}

/// The half of a connection that its own task owns.
pub(crate) struct Connection {
    read: OwnedReadHalf,
    socket: Arc<Socket>,
    websocket: WebSocketContext,
    allowance: Option<Allowance>,
    heard_at: Instant,
    pinged_at: Instant,
    beat: Pin<Box<Sleep>>,
    clock: Arc<PlayClock>,
    /// What [`PlayClock::lost`] was when the beat was last looked at.
    lost: Duration,
    limits: Arc<SocketLimits>,
}

impl Connection {
    /// A connection that was upgraded; `read` is what the client sent behind its request.
    pub(crate) fn new(
        tcp: TcpStream,
        read: Vec<u8>,
        limits: Arc<SocketLimits>,
        traffic: Arc<Traffic>,
        clock: Arc<PlayClock>,
    ) -> Self {
        let (read_half, write_half) = tcp.into_split();
        let socket = Arc::new(Socket {
            out: Mutex::new(Out {
                write: Some(write_half),
                waiting: Vec::new(),
                sent: 0,
                end: None,
            }),
            flags: AtomicU8::new(0),
            task: AtomicWaker::new(),
            outbox_bytes: limits.outbox_bytes,
            traffic,
        });
        let lost = clock.lost();
        let now = Instant::now();
        Self {
            read: read_half,
            socket,
            websocket: reader(read, limits.message_bytes),
            allowance: limits.read_rate.map(|rate| Allowance::new(rate, now)),
            heard_at: now,
            pinged_at: now,
            beat: Box::pin(sleep(limits.heartbeat)),
            clock,
            lost,
            limits,
        }
    }

    /// The half to send by.
    pub(crate) fn socket(&self) -> Arc<Socket> {
        Arc::clone(&self.socket)
    }

    /// The next message. Losing the future loses nothing.
    ///
    /// # Errors
    /// When the connection has to end, which [`Connection::finish`] does.
    pub(crate) async fn next(&mut self) -> Result<Incoming, End> {
        std::future::poll_fn(|cx| self.poll_next(cx)).await
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Incoming, End>> {
        self.socket.task.register(cx.waker());
        if self.socket.flags.load(Ordering::Acquire) != 0 {
            if let Some(end) = self.socket.lock().end {
                return Poll::Ready(Err(end));
            }
            // Whether all of it leaves or not, there may be something to read meanwhile.
            if let Poll::Ready(Err(end)) = self.poll_waiting(cx) {
                return Poll::Ready(Err(end));
            }
        }
        let silent = self.poll_beat(cx);
        let paused = self
            .allowance
            .as_mut()
            .is_some_and(|allowance| allowance.poll_paused(cx));
        if paused {
            return Poll::Pending;
        }
        let mut stream = Stream {
            read: &mut self.read,
            socket: &self.socket,
            cx,
            count: 0,
        };
        let result = self.websocket.read(&mut stream);
        let count = stream.count;
        if count > 0 {
            self.heard_at = Instant::now();
            if let Some(allowance) = &mut self.allowance {
                allowance.spend(count, self.heard_at);
            }
        }
        match result {
            Ok(message) => Poll::Ready(Self::received(message)),
            Err(Error::Io(failure)) if failure.kind() == ErrorKind::WouldBlock => {
                // Judged behind what waited to be read. What was read moves the beat.
                if silent && self.poll_beat(cx) {
                    return Poll::Ready(Err(End::Ours(CloseCode::HeartbeatTimeout)));
                }
                if let Some(allowance) = &mut self.allowance {
                    // Once it is exhausted, the pause has to wake us too.
                    allowance.poll_paused(cx);
                }
                Poll::Pending
            }
            Err(failure) => Poll::Ready(Err(end_of(&failure))),
        }
    }

    fn received(message: Message) -> Result<Incoming, End> {
        match message {
            Message::Text(text) => Ok(Incoming::Text(text)),
            Message::Binary(bytes) => Ok(Incoming::Binary(bytes)),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(Incoming::Control),
            Message::Close(_) => Err(End::Goodbye),
        }
    }

    /// Puts out what waits, as far as the socket takes it.
    fn poll_waiting(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), End>> {
        loop {
            match ready!(self.read.as_ref().poll_write_ready(cx)) {
                Ok(()) => {}
                Err(_) => return Poll::Ready(Err(End::Gone)),
            }
            let mut out = self.socket.lock();
            match self.socket.write(&out, &out.waiting[out.sent..]) {
                Ok(count) => out.sent += count,
                Err(_) => return Poll::Ready(Err(End::Gone)),
            }
            if out.kept() == 0 {
                out.clear();
                self.socket.flags.fetch_and(!WAITING, Ordering::Release);
                return Poll::Ready(Ok(()));
            }
        }
    }

    /// Sends a ping where it is due. `true` if the client has been silent for too long; then the beat is not set anew.
    fn poll_beat(&mut self, cx: &mut Context<'_>) -> bool {
        while self.beat.as_mut().poll(cx).is_ready() {
            let lost = self.clock.lost();
            let now = Instant::now();
            let stood_still = lost.saturating_sub(self.lost);
            self.lost = lost;
            // What was heard after the stall moves by too much, which makes it no later than now.
            self.heard_at = (self.heard_at + stood_still).min(now);
            self.pinged_at = (self.pinged_at + stood_still).min(now);
            let dead_at = self.heard_at + self.limits.timeout;
            if now >= dead_at {
                return true;
            }
            let ping_at = self.heard_at.max(self.pinged_at) + self.limits.heartbeat;
            let next = if now >= ping_at {
                self.pinged_at = now;
                // A ping that does not fit is none the less a ping: the silence goes on counting.
                let _ = self.socket.framed(Leave::Now, |bytes| {
                    Frame::ping(Bytes::new())
                        .format(bytes)
                        .expect("a vector takes all that is written");
                });
                now + self.limits.heartbeat
            } else {
                ping_at
            };
            self.beat.as_mut().reset(next.min(dead_at));
        }
        false
    }

    /// Echoes a message as it came, waiting for room as long as too much waits.
    pub(crate) async fn echo(&mut self, message: &Incoming) -> Result<(), End> {
        let (kind, payload) = match message {
            Incoming::Text(text) => (Data::Text, text.as_bytes()),
            Incoming::Binary(bytes) => (Data::Binary, &bytes[..]),
            Incoming::Control => return Ok(()),
        };
        let sent = self.socket.framed(Leave::Now, |bytes| push_frame(bytes, kind, payload));
        if sent.is_err() {
            return Err(self.socket.lock().end.unwrap_or(End::Gone));
        }
        self.drained().await
    }

    /// Waits until the socket has taken everything.
    async fn drained(&mut self) -> Result<(), End> {
        while self.socket.waiting() > 0 {
            std::future::poll_fn(|cx| self.poll_waiting(cx)).await?;
        }
        Ok(())
    }

    /// Ends the connection: what was taken before still leaves, then the close frame, as long as the client takes them.
    pub(crate) async fn finish(mut self, end: End) {
        {
            let mut out = self.socket.lock();
            self.socket.end_with(&mut out, end);
        }
        match end {
            End::Gone => {}
            End::Goodbye => {
                // Puts out tungstenite's answer to the client's close frame.
                std::future::poll_fn(|cx| {
                    let mut stream = Stream {
                        read: &mut self.read,
                        socket: &self.socket,
                        cx,
                        count: 0,
                    };
                    let _ = self.websocket.flush(&mut stream);
                    Poll::Ready(())
                })
                .await;
                let _ = timeout(CLOSE_TIMEOUT, self.drained()).await;
            }
            End::Ours(code) => {
                self.socket.push_close(code);
                if matches!(timeout(CLOSE_TIMEOUT, self.drained()).await, Ok(Ok(()))) {
                    // Dropping the write half tells the client that nothing follows.
                    self.socket.lock().write = None;
                    let _ = timeout(LINGER_TIMEOUT, self.linger()).await;
                }
            }
        }
        // Outboxes may live on for a while; the socket must not.
        let mut out = self.socket.lock();
        out.write = None;
        out.clear();
    }

    async fn linger(&mut self) {
        // On the heap: the future that holds this one lives as long as the connection.
        let mut bytes = vec![0; 4096];
        let mut count = 0;
        while count < LINGER_BYTES {
            match tokio::io::AsyncReadExt::read(&mut self.read, &mut bytes).await {
                Ok(more) if more > 0 => count += more,
                _ => return,
            }
        }
    }
}

impl Socket {
    /// Puts a close frame behind what waits, whether bursts are still taken or not.
    fn push_close(&self, code: CloseCode) {
        let frame = Frame::close(Some(CloseFrame {
            code: code.code().into(),
            reason: Utf8Bytes::from_static(code.reason()),
        }));
        let mut out = self.lock();
        frame
            .format(&mut out.waiting)
            .expect("a vector takes all that is written");
        self.flags.fetch_or(WAITING, Ordering::Release);
    }
}

/// What an error of tungstenite tells the client.
fn end_of(failure: &Error) -> End {
    match failure {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => End::Ours(CloseCode::TooBig),
        Error::Utf8(_) => End::Ours(CloseCode::InvalidUtf8),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)
        | Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Io(_) => End::Gone,
        _ => End::Ours(CloseCode::Protocol),
    }
}

/// What tungstenite reads from and puts its control frames into.
struct Stream<'a, 'b, 'c> {
    read: &'a mut OwnedReadHalf,
    socket: &'a Socket,
    cx: &'b mut Context<'c>,
    count: usize,
}

impl io::Read for Stream<'_, '_, '_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        /// A message cut into crumbs must not keep the task busy: after this much the others have their turn.
        const AT_ONCE: usize = 64 * 1024;
        if self.count >= AT_ONCE {
            self.cx.waker().wake_by_ref();
            return Err(ErrorKind::WouldBlock.into());
        }
        let mut buffer = ReadBuf::new(bytes);
        match Pin::new(&mut *self.read).poll_read(self.cx, &mut buffer) {
            Poll::Ready(Ok(())) => {
                self.count += buffer.filled().len();
                Ok(buffer.filled().len())
            }
            Poll::Ready(Err(failure)) => Err(failure),
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl io::Write for Stream<'_, '_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = self.socket.lock();
        // The answer to a close frame goes out although no burst does any more.
        let end = out.end.take();
        let taken = self.socket.put(&mut out, bytes, Leave::Now);
        out.end = end.or(out.end);
        match taken {
            Ok(_) => Ok(bytes.len()),
            Err(_) => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How much may be read.
struct Allowance {
    rate: ReadRate,
    left: i64,
    counted_at: Instant,
    pause: Option<Pin<Box<Sleep>>>,
}

impl Allowance {
    fn new(rate: ReadRate, now: Instant) -> Self {
        Self {
            rate,
            left: rate.burst.into(),
            counted_at: now,
            pause: None,
        }
    }

    fn spend(&mut self, count: usize, now: Instant) {
        let micros = i64::try_from((now - self.counted_at).as_micros()).unwrap_or(i64::MAX);
        let earned = micros.saturating_mul(self.rate.per_second.into()) / 1_000_000;
        // Fractions of a byte are not lost: the clock moves on only with whole ones.
        if earned > 0 {
            self.counted_at = now;
        }
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.left = self.left.saturating_add(earned).min(self.rate.burst.into()) - count;
        if self.left < 0 {
            let micros = self.left.unsigned_abs() * 1_000_000 / u64::from(self.rate.per_second);
            self.pause = Some(Box::pin(sleep(Duration::from_micros(micros))));
        }
    }

    fn poll_paused(&mut self, cx: &mut Context<'_>) -> bool {
        let Some(pause) = &mut self.pause else { return false };
        if pause.as_mut().poll(cx).is_pending() {
            return true;
        }
        self.pause = None;
        false
    }
}

#[cfg(test)]
mod tests;
