//! One WebSocket. Each burst is written by the task that produces it; messages are read by the connection's own task.
//!
//! A burst is written immediately, without waiting and without waking another task. Only bytes that the socket does not
//! accept are kept, and the connection's task writes them as soon as there is room. Held bursts leave with the next
//! one. tungstenite does the framing and everything about reading.

mod allowance;
mod out;

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use poker_owner::PlayClock;
use poker_protocol::v1::CloseCode;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::{Instant, Sleep, sleep, timeout};
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::Data;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

use self::allowance::Allowance;
pub use self::allowance::ReadRate;
pub use self::out::push_frame;
use self::out::{Leave, Socket};
use super::stream;
use crate::metrics::Traffic;

/// Size of a read, in bytes. A client's message has about 100 bytes. Twice this size stays allocated for the
/// connection's life, since tungstenite reserves the length of a message after what it has read of it.
pub const READ_BUFFER: usize = 192;

/// Control frames that tungstenite may keep while the socket is full: one pong and one close, 131 bytes each.
const CONTROL_BUFFER: usize = 512;

/// Longest time for a close frame to leave, after what waits before it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Time for which we read on from a client that was told to disconnect. Closing earlier, with its bytes unread, would
/// reset the connection and could lose the close frame.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);

/// Bytes read and dropped from a client that was told to disconnect, before we close.
const LINGER_BYTES: usize = 256 * 1024;

/// Limits of a connection.
#[derive(Clone, Copy, Debug)]
pub struct SocketLimits {
    /// Largest message from the client, in bytes.
    pub message_bytes: usize,
    /// Bytes that may wait for a slow reader. A single burst may be larger if nothing waits before it.
    pub outbox_bytes: usize,
    /// Limit on reading; excess bytes wait in the client's own buffers. `None` for no limit.
    pub read_rate: Option<ReadRate>,
    /// Silence after which a ping is sent. Time during which the process was suspended is not silence.
    pub heartbeat: Duration,
    /// Silence after which the connection counts as dead.
    pub timeout: Duration,
}

/// A message or control frame from the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A message of text.
    Text(Utf8Bytes),
    /// A message of bytes, which no client of ours sends.
    Binary(Bytes),
    /// A ping or a pong, already answered by tungstenite.
    Control,
}

/// Reason why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The client closed the connection properly, and was answered.
    Goodbye,
    /// The client disappeared without a close frame.
    Gone,
    /// The server ends it.
    Ours(CloseCode),
}

impl End {
    /// Code for the record of connections: the name of the close code, or what the client did.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Goodbye => "goodbye",
            Self::Gone => "gone",
            Self::Ours(code) => code.reason(),
        }
    }

    /// Reason in words, for the log.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Goodbye => "the client said goodbye",
            Self::Gone => "the client is gone without a word",
            Self::Ours(code) => code.reason(),
        }
    }
}

/// A frame reader; `read` are bytes received already, and no message may exceed `message_bytes`.
pub fn reader(read: Vec<u8>, message_bytes: usize) -> WebSocketContext {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(CONTROL_BUFFER)
        .max_message_size(Some(message_bytes))
        .max_frame_size(Some(message_bytes));
    WebSocketContext::from_partially_read(read, Role::Server, Some(config))
}

/// The half of a connection owned by its task.
pub struct Connection {
    read: OwnedReadHalf,
    socket: Arc<Socket>,
    websocket: WebSocketContext,
    allowance: Option<Allowance>,
    heard_at: Instant,
    pinged_at: Instant,
    beat: Pin<Box<Sleep>>,
    clock: Arc<PlayClock>,
    /// Value of [`PlayClock::lost`] at the last heartbeat.
    lost: Duration,
    limits: Arc<SocketLimits>,
}

impl Connection {
    /// Wraps an upgraded connection; `read` is what the client sent after its request.
    pub fn new(
        stream: stream::Stream,
        read: Vec<u8>,
        limits: Arc<SocketLimits>,
        traffic: Arc<Traffic>,
        clock: Arc<PlayClock>,
    ) -> Self {
        let (tcp, tls) = match stream {
            stream::Stream::Plain(tcp) => (tcp, None),
            stream::Stream::Tls(tls) => {
                let (tcp, tls) = tls.into_inner();
                (tcp, Some(Box::new(tls)))
            }
        };
        let (read_half, write_half) = tcp.into_split();
        let socket = Arc::new(Socket::new(write_half, tls, limits.outbox_bytes, traffic));
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

    /// The sending half.
    pub fn socket(&self) -> Arc<Socket> {
        Arc::clone(&self.socket)
    }

    /// Time since anything was last received from the client.
    pub fn silence(&self) -> Duration {
        self.heard_at.elapsed()
    }

    /// Receives the next message. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When the connection has to end; call [`Connection::finish`] then.
    pub async fn next(&mut self) -> Result<Incoming, End> {
        std::future::poll_fn(|cx| self.poll_next(cx)).await
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Incoming, End>> {
        self.socket.wakes(cx.waker());
        if self.socket.wants_task() {
            if let Some(end) = self.socket.ended() {
                return Poll::Ready(Err(end));
            }
            // Continue in any case: there may be something to read, however much could be written.
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
            Ok(message) => Poll::Ready(received(message)),
            Err(Error::Io(failure)) if failure.kind() == ErrorKind::WouldBlock => {
                // Checked after reading whatever was pending, since that counts as a sign of life.
                if silent && self.poll_beat(cx) {
                    return Poll::Ready(Err(End::Ours(CloseCode::HeartbeatTimeout)));
                }
                if let Some(allowance) = &mut self.allowance {
                    // With the allowance used up, the end of the pause must wake this task too.
                    allowance.poll_paused(cx);
                }
                Poll::Pending
            }
            Err(failure) => Poll::Ready(Err(end_of(&failure))),
        }
    }

    /// Writes waiting bytes, as far as the socket accepts them.
    fn poll_waiting(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), End>> {
        loop {
            match ready!(self.read.as_ref().poll_write_ready(cx)) {
                Ok(()) => {}
                Err(_) => return Poll::Ready(Err(End::Gone)),
            }
            match self.socket.put_out() {
                Ok(true) => return Poll::Ready(Ok(())),
                Ok(false) => {}
                Err(end) => return Poll::Ready(Err(end)),
            }
        }
    }

    /// Sends a ping if one is due. Returns `true` if the client has been silent for too long; the timer is not reset
    /// then.
    fn poll_beat(&mut self, cx: &mut Context<'_>) -> bool {
        while self.beat.as_mut().poll(cx).is_ready() {
            let lost = self.clock.lost();
            let now = Instant::now();
            let stood_still = lost.saturating_sub(self.lost);
            self.lost = lost;
            // This moves messages received after the stall too far, so the result is capped at now.
            self.heard_at = (self.heard_at + stood_still).min(now);
            self.pinged_at = (self.pinged_at + stood_still).min(now);
            let dead_at = self.heard_at + self.limits.timeout;
            if now >= dead_at {
                return true;
            }
            let ping_at = self.heard_at.max(self.pinged_at) + self.limits.heartbeat;
            let next = if now >= ping_at {
                self.pinged_at = now;
                // A ping that does not fit counts as sent: the silence goes on.
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

    /// Echoes a message, and waits for room while too much is queued.
    pub async fn echo(&mut self, message: &Incoming) -> Result<(), End> {
        let (kind, payload) = match message {
            Incoming::Text(text) => (Data::Text, text.as_bytes()),
            Incoming::Binary(bytes) => (Data::Binary, &bytes[..]),
            Incoming::Control => return Ok(()),
        };
        let sent = self.socket.framed(Leave::Now, |bytes| push_frame(bytes, kind, payload));
        if sent.is_err() {
            return Err(self.socket.ended().unwrap_or(End::Gone));
        }
        self.drained().await
    }

    /// Waits until the socket has accepted everything.
    async fn drained(&mut self) -> Result<(), End> {
        while self.socket.waiting() > 0 {
            std::future::poll_fn(|cx| self.poll_waiting(cx)).await?;
        }
        Ok(())
    }

    /// Ends the connection. As long as the client reads, everything accepted before is sent, then the close frame.
    pub async fn finish(mut self, end: End) {
        self.socket.end(end);
        match end {
            End::Gone => {}
            End::Goodbye => {
                // Flushes tungstenite's answer to the client's close frame.
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
                    self.socket.hang_up();
                    let _ = timeout(LINGER_TIMEOUT, self.linger()).await;
                }
            }
        }
        // Outboxes may live on for a while; the socket must not.
        self.socket.hang_up();
    }

    async fn linger(&mut self) {
        // Boxed, since the outer future lives as long as the connection.
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

/// A message as the session sees it.
///
/// # Errors
/// The end of the connection, if the client has said goodbye.
pub fn received(message: Message) -> Result<Incoming, End> {
    match message {
        Message::Text(text) => Ok(Incoming::Text(text)),
        Message::Binary(bytes) => Ok(Incoming::Binary(bytes)),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(Incoming::Control),
        Message::Close(_) => Err(End::Goodbye),
    }
}

/// The end that corresponds to an error of tungstenite.
pub fn end_of(failure: &Error) -> End {
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

/// Transport for tungstenite: it reads frames from here and writes its control frames here.
struct Stream<'a, 'b, 'c> {
    read: &'a mut OwnedReadHalf,
    socket: &'a Socket,
    cx: &'b mut Context<'c>,
    count: usize,
}

impl io::Read for Stream<'_, '_, '_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        /// Bytes read before other tasks get their turn, so that a message in many tiny pieces cannot keep the thread
        /// busy.
        const AT_ONCE: usize = 64 * 1024;
        if self.count >= AT_ONCE {
            self.cx.waker().wake_by_ref();
            return Err(ErrorKind::WouldBlock.into());
        }
        let socket = self.socket;
        if socket.is_tls() {
            return socket.read_tls(bytes, &mut Wire(self));
        }
        Wire(self).read(bytes)
    }
}

/// Raw bytes from the socket, counted.
struct Wire<'s, 'a, 'b, 'c>(&'s mut Stream<'a, 'b, 'c>);

impl io::Read for Wire<'_, '_, '_, '_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut buffer = ReadBuf::new(bytes);
        match Pin::new(&mut *self.0.read).poll_read(self.0.cx, &mut buffer) {
            Poll::Ready(Ok(())) => {
                self.0.count += buffer.filled().len();
                Ok(buffer.filled().len())
            }
            Poll::Ready(Err(failure)) => Err(failure),
            Poll::Pending => Err(ErrorKind::WouldBlock.into()),
        }
    }
}

impl io::Write for Stream<'_, '_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.socket.put_control(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(_) => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
