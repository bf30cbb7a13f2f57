//! The half of a connection that sends: bursts are framed, written at once, held, or kept for the connection's task.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use futures_util::task::AtomicWaker;
use poker_protocol::v1::CloseCode;
use tokio::net::tcp::OwnedWriteHalf;
use tokio_rustls::rustls::ServerConnection;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};

use super::End;
use crate::metrics::Traffic;
use crate::net::outbox::{Burst, Deliver, OutboxError};

/// A scratch buffer above this is given back after use, so that one great burst does not cost memory for ever.
const SCRATCH_KEPT: usize = 64 * 1024;

/// Bytes that are held back at most.
pub(super) const HELD_BYTES: usize = 4 * 1024;

/// The half of a connection that everybody shares who has something to send.
pub(crate) struct Socket {
    out: Mutex<Out>,
    /// [`WAITING`] and [`CLOSING`], so that the task can look without taking the lock.
    flags: AtomicU8,
    task: AtomicWaker,
    outbox_bytes: usize,
    is_tls: bool,
    traffic: Arc<Traffic>,
}

/// The socket was full: the connection's task puts out what waits.
const WAITING: u8 = 1;

/// The connection has to end.
const CLOSING: u8 = 2;

struct Out {
    /// `None` once nothing more can be sent.
    write: Option<OwnedWriteHalf>,
    /// Seals what is kept, in its order, and opens what comes in. `None`: nothing does.
    tls: Option<Box<ServerConnection>>,
    /// Bytes that the socket has not taken, from `sent` on. They begin within a frame as often as not. Without [`WAITING`] they
    /// are held: whole frames that the socket was not given yet.
    waiting: Vec<u8>,
    sent: usize,
    /// Set once; from then on no burst is taken.
    end: Option<End>,
}

/// When a burst leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
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

    /// Puts bytes behind those that are kept, sealed where there is TLS.
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

    /// Keeps what TLS has to send, words of its own included.
    fn keep_sealed(&mut self) {
        let Some(tls) = &mut self.tls else { return };
        while tls.wants_write() {
            tls.write_tls(&mut self.waiting)
                .expect("a vector takes all that is written");
        }
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
    /// What is sent goes to `write`, within `tls` if there is that; `outbox_bytes` may wait.
    pub(super) fn new(
        write: OwnedWriteHalf,
        mut tls: Option<Box<ServerConnection>>,
        outbox_bytes: usize,
        traffic: Arc<Traffic>,
    ) -> Self {
        if let Some(tls) = &mut tls {
            // What it takes is kept here, and bounded here.
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

    /// The connection's task is woken when there is something for it to do.
    pub(super) fn wakes(&self, task: &Waker) {
        self.task.register(task);
    }

    /// Whether there is something for the connection's task to do: to put out what waits, or to end.
    pub(super) fn wants_task(&self) -> bool {
        self.flags.load(Ordering::Acquire) != 0
    }

    /// Why the connection has to end, if it has to.
    pub(super) fn ended(&self) -> Option<End> {
        self.lock().end
    }

    /// Ends the connection: no burst is taken any more. The first end counts.
    pub(super) fn end(&self, end: End) {
        self.end_with(&mut self.lock(), end);
    }

    fn lock(&self) -> MutexGuard<'_, Out> {
        // Nothing in the critical sections panics half-way; a poisoned buffer is still whole.
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes text frames, and gives them to the socket with one write if they leave now. `true` if they are the first that
    /// are held.
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

    /// Frames what leaves, or is held. `true` if it is the first that is held.
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
    pub(super) fn is_full(&self) -> bool {
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

    /// Puts a close frame behind what waits, whether bursts are still taken or not.
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

    /// Puts out what waits, as far as the socket takes it now. `true` if it took all.
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

    /// Takes the bytes of a control frame, even if no burst is taken any more: the answer to a close frame goes out.
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

    /// Tells the client that nothing follows. What has not left yet never does.
    pub(super) fn hang_up(&self) {
        let mut out = self.lock();
        if out.kept() == 0
            && let Out {
                write: Some(write),
                tls: Some(tls),
                ..
            } = &mut *out
        {
            // The end of TLS, which tells it from a connection that was cut. Where it does not leave, the socket's end has to do.
            let mut bytes = Vec::new();
            tls.send_close_notify();
            if tls.write_tls(&mut bytes).is_ok() {
                let _ = write.try_write(&bytes);
            }
        }
        out.write = None;
        out.clear();
    }

    /// `true` if what comes in has to be opened by [`Socket::read_tls`].
    pub(super) const fn is_tls(&self) -> bool {
        self.is_tls
    }

    /// Reads what the client sent within TLS, which comes from `wire` without waiting.
    ///
    /// # Errors
    /// When nothing is there yet ([`ErrorKind::WouldBlock`]), or no more can come.
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

    /// Puts out what TLS itself has to say.
    fn answer_tls(&self, out: &mut Out) {
        out.keep_sealed();
        if !self.is_full() {
            // Who reads next is told that the client is gone.
            let _ = self.write_held(out);
        } else if out.kept() > self.outbox_bytes + HELD_BYTES {
            self.end_with(out, End::Ours(CloseCode::SlowConsumer));
        }
    }

    /// Bytes that wait for the socket.
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
            // Who sends the next burst is told that the client is gone.
            let _ = self.write_held(&mut out);
        }
    }

    fn close(&self, code: CloseCode) {
        self.end(End::Ours(code));
    }
}

pub(super) fn push_frame(bytes: &mut Vec<u8>, kind: Data, payload: &[u8]) {
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
