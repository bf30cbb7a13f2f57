//! Bytes that clients send over a WebSocket.

use std::io::{self, Read, Write};

use poker_net::socket::{Incoming, READ_BUFFER, end_of, push_frame, reader, received};
use poker_protocol::MAX_CLIENT_MESSAGE_BYTES;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::session::message;
use crate::fuzz::{Seen, repository};

/// Input from a client, and the output for it.
struct Wire<'a> {
    left: &'a [u8],
    at_once: usize,
    answered: Vec<u8>,
}

impl Read for Wire<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.left.len().min(bytes.len()).min(self.at_once);
        let (taken, left) = self.left.split_at(count);
        bytes[..count].copy_from_slice(taken);
        self.left = left;
        Ok(count)
    }
}

impl Write for Wire<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.answered.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads frames until the connection ends. The first byte says how many bytes came with the upgrade request, and how
/// many arrive at a time. All output must be frames that a client can read.
pub(in crate::fuzz) fn frames(input: &[u8], seen: &mut Seen) {
    let (first, bytes) = input.split_first().map_or((0, input), |(first, rest)| (*first, rest));
    let (early, late) = bytes.split_at(bytes.len().min(usize::from(first & 0x0f)));
    let mut wire = Wire {
        left: late,
        at_once: 1 + usize::from(first >> 4) * READ_BUFFER / 8,
        answered: Vec::new(),
    };
    let mut websocket = reader(early.to_vec(), MAX_CLIENT_MESSAGE_BYTES);
    loop {
        let received = match websocket.read(&mut wire) {
            Ok(message) => received(message),
            Err(failure) => {
                seen.refused(&failure);
                Err(end_of(&failure))
            }
        };
        match received {
            Ok(Incoming::Text(text)) => {
                seen.note("text");
                message(text.as_bytes(), seen);
                let mut framed = Vec::new();
                push_frame(&mut framed, Data::Text, text.as_bytes());
                let read = first_message(&framed).map(Message::into_text);
                assert!(matches!(read, Ok(Ok(read)) if read == text), "a frame reads back");
            }
            Ok(incoming) => seen.note(std::mem::discriminant(&incoming)),
            Err(end) => {
                seen.note(format!("{end:?}"));
                break;
            }
        }
    }
    let _ = websocket.flush(&mut wire);
    if !wire.answered.is_empty() {
        let answer = first_message(&wire.answered).expect("a client can read what it is answered");
        seen.note(std::mem::discriminant(&answer));
    }
}

/// The first message that a client reads.
fn first_message(bytes: &[u8]) -> Result<Message, Error> {
    let mut wire = Wire {
        left: bytes,
        at_once: bytes.len().max(1),
        answered: Vec::new(),
    };
    let config = Some(WebSocketConfig::default());
    WebSocketContext::new(Role::Client, config).read(&mut wire)
}

/// Message frames with an all-zero mask, so that the fuzzer can change their text: whole, fragmented around a ping, one
/// after the other; and a close frame.
pub(in crate::fuzz) fn frame_seeds() -> Vec<Vec<u8>> {
    let frame = |is_final: bool, opcode: OpCode, payload: &[u8]| {
        let header = FrameHeader {
            is_final,
            opcode,
            mask: Some([0; 4]),
            ..FrameHeader::default()
        };
        let mut bytes = Vec::new();
        header
            .format(payload.len() as u64, &mut bytes)
            .expect("a vector takes everything");
        bytes.extend_from_slice(payload);
        bytes
    };
    let (text, more) = (OpCode::Data(Data::Text), OpCode::Data(Data::Continue));
    let ping = frame(true, OpCode::Control(Control::Ping), b"beat");
    let close = frame(true, OpCode::Control(Control::Close), &[0x03, 0xe8, b'b', b'y', b'e']);
    let mut seeds = vec![
        [&[0xf0], &ping[..], &close].concat(),
        [&[0x13], &frame(true, OpCode::Data(Data::Binary), &[0; 300])[..]].concat(),
    ];
    for message in repository("protocol/golden/v1/client", ".json") {
        let (first, second) = message.split_at(message.len() / 2);
        let parts = [frame(false, text, first), ping.clone(), frame(true, more, second)].concat();
        seeds.push([&[0xf0], &frame(true, text, &message)[..], &parts, &close].concat());
    }
    seeds
}
