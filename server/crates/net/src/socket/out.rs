//! The sending half of a connection: bursts are framed, then written, held, or kept for the connection's task.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use futures_util::task::AtomicWaker;
use poker_owner::{Burst, Deliver, OutboxError};
use poker_protocol::v1::CloseCode;
use tokio::net::tcp::OwnedWriteHalf;
use tokio_rustls::rustls::ServerConnection;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};

use super::End;
use crate::metrics::Traffic;

/// A scratch buffer above this size is freed after use, so that one large burst does not cost memory forever.
const SCRATCH_KEPT: usize = 64 * 1024;

/// Maximum number of bytes that are held back.
pub(super) const HELD_BYTES: usize = 4 * 1024;

/// The sending half of a connection, shared by all senders.
pub struct Socket {
    out: Mutex<Out>,
    /// [`WAITING`] and [`CLOSING`], readable without the lock.
    flags: AtomicU8,
    task: AtomicWaker,
    outbox_bytes: usize,
    is_tls: bool,
    traffic: Arc<Traffic>,
}

/// The socket is full: the connection's task writes what waits.
const WAITING: u8 = 1;

const CLOSING: u8 = 2;

struct Out {
    /// `None` once nothing more can be sent.
    write: Option<OwnedWriteHalf>,
    /// Encrypts kept bytes in order and decrypts incoming ones; `None` without TLS.
    tls: Option<Box<ServerConnection>>,
    /// Bytes that the socket has not accepted, from `sent` on; they may begin inside a frame. Without [`WAITING`] they
    /// are held bursts: whole frames not offered to the socket yet.
    waiting: Vec<u8>,
    sent: usize,
    /// Set once. From then on no burst is accepted.
    end: Option<End>,
}

/// Time at which a burst leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
    /// Immediately.
    Now,
    /// With the next immediate one, or when held bursts are flushed.
    Later,
}

impl Out {
    /// Number of kept bytes.
    fn kept(&self) -> usize {
        self.waiting.len() - self.sent
    }

    /// Appends bytes to the kept ones, encrypted where there is TLS.
    fn keep(&mut self, bytes: &[u8]) {
        match &mut self.tls {
            None => self.waiting.extend_from_slice(bytes),
            Some(tls) => {
                tls.writer()
                    .write_all(bytes)
                    .expect("rustls takes all that it may buffer");
                self.keep_sealed();
            }
        }
    }

    /// Keeps the output of TLS, including its own records.
    fn keep_sealed(&mut self) {
        let Some(tls) = &mut self.tls else { return };
        while tls.wants_write() {
            tls.write_tls(&mut self.waiting)
                .expect("a vector takes all that is written");
        }
    }

    /// Resets the buffer after everything was sent.
    fn clear(&mut self) {
        self.waiting = Vec::new();
        self.sent = 0;
    }
}

thread_local! {
    /// Buffer in which bursts are framed before their single write.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Socket {
    /// Sends to `write`, through `tls` if present; at most `outbox_bytes` may wait.
    pub(super) fn new(
        write: OwnedWriteHalf,
        mut tls: Option<Box<ServerConnection>>,
        outbox_bytes: usize,
        traffic: Arc<Traffic>,
    ) -> Self {
        if let Some(tls) = &mut tls {
            // Everything it accepts is kept, and bounded, here.
            tls.set_buffer_limit(None);
        }
        Self {
            is_tls: tls.is_some(),
            out: Mutex::new(Out {
                write: Some(write),
                tls,
                waiting: Vec::new(),
                sent: 0,
                end: None,
            }),
            flags: AtomicU8::new(0),
            task: AtomicWaker::new(),
            outbox_bytes,
            traffic,
        }
    }

    /// Sets the waker of the connection's task.
    pub(super) fn wakes(&self, task: &Waker) {
        self.task.register(task);
    }

    /// `true` if the connection's task has work: waiting bytes, or the end.
    pub(super) fn wants_task(&self) -> bool {
        self.flags.load(Ordering::Acquire) != 0
    }

    /// The reason if the connection has to end.
    pub(super) fn ended(&self) -> Option<End> {
        self.lock().end
    }

    /// Ends the connection: no burst is accepted any more. The first reason counts.
    pub(super) fn end(&self, end: End) {
        self.end_with(&mut self.lock(), end);
    }

    fn lock(&self) -> MutexGuard<'_, Out> {
        // No critical section panics halfway, so a poisoned buffer is still consistent.
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts text frames, and writes them in one go if they leave now. Returns `true` if they are the first ones held.
    fn take_texts(&self, burst: &Burst, leave: Leave) -> Result<bool, OutboxError> {
        if burst.spare && self.is_full() {
            return Ok(false);
        }
        let frames = &burst.frames;
        let first = self.framed(leave, |bytes| {
            for frame in frames {
                push_frame(bytes, Data::Text, frame.as_bytes());
            }
        })?;
        self.traffic.deliveries.add(1);
        self.traffic.messages_out.add(frames.len() as u64);
        Ok(first)
    }

    /// Frames output and writes or holds it. Returns `true` if it is the first held.
    pub(super) fn framed(&self, leave: Leave, fill: impl FnOnce(&mut Vec<u8>)) -> Result<bool, OutboxError> {
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

    /// Accepts whole frames: writes them after those held, or keeps them. Returns `true` if they are the first ones held.
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
            out.keep(bytes);
            return Ok(false);
        }
        if leave == Leave::Later && kept + bytes.len() <= HELD_BYTES {
            out.keep(bytes);
            return Ok(kept == 0);
        }
        if kept > 0 || self.is_tls {
            out.keep(bytes);
            return self.write_held(out).map(|()| false);
        }
        let taken = self.write(out, bytes).or_else(|_| self.lost(out))?;
        if taken < bytes.len() {
            out.waiting.extend_from_slice(&bytes[taken..]);
            self.leave_to_task();
        }
        Ok(false)
    }

    /// Writes held bytes.
    fn write_held(&self, out: &mut Out) -> Result<(), OutboxError> {
        out.sent += self.write(out, &out.waiting[out.sent..]).or_else(|_| self.lost(out))?;
        if out.kept() == 0 {
            out.clear();
        } else {
            self.leave_to_task();
        }
        Ok(())
    }

    /// Offers bytes to the socket; returns how many it accepted.
    fn write(&self, out: &Out, bytes: &[u8]) -> io::Result<usize> {
        let write = out.write.as_ref().ok_or(ErrorKind::BrokenPipe)?;
        self.traffic.writes.add(1);
        match write.try_write(bytes) {
            Err(failure) if failure.kind() == ErrorKind::WouldBlock => Ok(0),
            taken => taken,
        }
    }

    /// Ends the connection after the client has gone.
    fn lost<T>(&self, out: &mut Out) -> Result<T, OutboxError> {
        self.end_with(out, End::Gone);
        Err(OutboxError::Closed)
    }

    /// `true` if the socket accepted less than it was offered. The flag changes only under the lock.
    pub(super) fn is_full(&self) -> bool {
        self.flags.load(Ordering::Relaxed) & WAITING != 0
    }

    /// Marks the socket as full, so that the connection's task writes what waits.
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

    /// Appends a close frame, even if no bursts are accepted any more.
    pub(super) fn push_close(&self, code: CloseCode) {
        let frame = Frame::close(Some(CloseFrame {
            code: code.code().into(),
            reason: Utf8Bytes::from_static(code.reason()),
        }));
        let mut bytes = Vec::new();
        frame.format(&mut bytes).expect("a vector takes all that is written");
        let mut out = self.lock();
        out.keep(&bytes);
        self.flags.fetch_or(WAITING, Ordering::Release);
    }

    /// Writes what waits, as far as the socket accepts it now. Returns `true` if it accepted everything.
    ///
    /// # Errors
    /// When the client is gone.
    pub(super) fn put_out(&self) -> Result<bool, End> {
        let mut out = self.lock();
        out.sent += self.write(&out, &out.waiting[out.sent..]).map_err(|_| End::Gone)?;
        if out.kept() > 0 {
            return Ok(false);
        }
        out.clear();
        self.flags.fetch_and(!WAITING, Ordering::Release);
        Ok(true)
    }

    /// Accepts the bytes of a control frame, even if no burst is accepted any more: the answer to a close frame must go
    /// out.
    ///
    /// # Errors
    /// When too much waits, or the client is gone.
    pub(super) fn put_control(&self, bytes: &[u8]) -> Result<(), OutboxError> {
        let mut out = self.lock();
        let end = out.end.take();
        let taken = self.put(&mut out, bytes, Leave::Now);
        out.end = end.or(out.end);
        taken.map(drop)
    }

    /// Ends the output for good. Unsent bytes are dropped.
    pub(super) fn hang_up(&self) {
        let mut out = self.lock();
        if out.kept() == 0
            && let Out {
                write: Some(write),
                tls: Some(tls),
                ..
            } = &mut *out
        {
            // TLS's own end, which distinguishes it from a truncated connection. If it cannot be sent, closing the
            // socket has to do.
            let mut bytes = Vec::new();
            tls.send_close_notify();
            if tls.write_tls(&mut bytes).is_ok() {
                let _ = write.try_write(&bytes);
            }
        }
        out.write = None;
        out.clear();
    }

    /// `true` if input must be decrypted by [`Socket::read_tls`].
    pub(super) const fn is_tls(&self) -> bool {
        self.is_tls
    }

    /// Reads and decrypts input that `wire` supplies without waiting.
    ///
    /// # Errors
    /// When nothing has arrived yet ([`ErrorKind::WouldBlock`]), or no more can.
    pub(super) fn read_tls(&self, bytes: &mut [u8], wire: &mut impl Read) -> io::Result<usize> {
        let mut out = self.lock();
        loop {
            let Some(tls) = &mut out.tls else {
                return Err(ErrorKind::BrokenPipe.into());
            };
            match tls.reader().read(bytes) {
                Err(failure) if failure.kind() == ErrorKind::WouldBlock => {}
                read => return read,
            }
            tls.read_tls(wire)?;
            let opened = tls.process_new_packets();
            if tls.wants_write() {
                self.answer_tls(&mut out);
            }
            opened.map_err(|failure| io::Error::new(ErrorKind::InvalidData, failure))?;
        }
    }

    /// Writes records of TLS itself.
    fn answer_tls(&self, out: &mut Out) {
        out.keep_sealed();
        if !self.is_full() {
            // The next read reports that the client is gone.
            let _ = self.write_held(out);
        } else if out.kept() > self.outbox_bytes + HELD_BYTES {
            self.end_with(out, End::Ours(CloseCode::SlowConsumer));
        }
    }

    /// Bytes waiting for the socket.
    pub(super) fn waiting(&self) -> usize {
        self.lock().kept()
    }
}

impl Deliver for Socket {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        self.take_texts(burst, Leave::Now).map(drop)
    }

    fn hold(&self, burst: &Burst) -> Result<bool, OutboxError> {
        self.take_texts(burst, Leave::Later)
    }

    fn flush(&self) {
        let mut out = self.lock();
        if out.end.is_none() && out.kept() > 0 && !self.is_full() {
            // The next send reports that the client is gone.
            let _ = self.write_held(&mut out);
        }
    }

    fn close(&self, code: CloseCode) {
        self.end(End::Ours(code));
    }
}

/// Appends a frame of the server with this payload.
pub fn push_frame(bytes: &mut Vec<u8>, kind: Data, payload: &[u8]) {
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
