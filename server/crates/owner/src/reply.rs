//! The answer of a table or a tournament to a request: a value for a caller in this process, a frame for a connection.

use std::sync::{Mutex, PoisonError};

use poker_protocol::v1::tournament::FloorEntry;
use poker_protocol::v1::{ErrorMsg, ServerMsg};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::outbox::{OutboxError, encode, with_json};

/// An answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A message, such as `ok` or a refusal.
    Message(Box<ServerMsg>),
    /// The line of the trail that an official's action has become.
    Entry(Box<FloorEntry>),
    /// The first answer to a repeated request, as the store has kept it.
    Kept(Utf8Bytes),
}

impl Reply {
    /// The frame that a connection is sent.
    pub fn frame(&self) -> Utf8Bytes {
        match self {
            Self::Message(message) => encode(message),
            Self::Entry(entry) => with_json(entry, |text| Utf8Bytes::from(text)),
            Self::Kept(frame) => frame.clone(),
        }
    }
}

impl From<ServerMsg> for Reply {
    fn from(message: ServerMsg) -> Self {
        Self::Message(Box::new(message))
    }
}

impl From<ErrorMsg> for Reply {
    fn from(error: ErrorMsg) -> Self {
        ServerMsg::Error(error).into()
    }
}

/// A caller in this process that waits for the answer to its request.
pub(super) struct Waiting(Mutex<Option<oneshot::Sender<Reply>>>);

impl Waiting {
    pub(super) fn new() -> (Self, oneshot::Receiver<Reply>) {
        let (sender, answer) = oneshot::channel();
        (Self(Mutex::new(Some(sender))), answer)
    }

    /// Hands the answer over. There is only one.
    pub(super) fn answer(&self, reply: Reply) -> Result<(), OutboxError> {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let sender = sender.ok_or(OutboxError::Closed)?;
        sender.send(reply).map_err(|_| OutboxError::Closed)
    }
}

#[cfg(test)]
mod tests {
    use poker_protocol::v1::server::OkMsg;

    use super::super::outbox::{Burst, Outbox};
    use super::*;

    #[test]
    fn a_caller_gets_one_answer_as_a_value_and_no_frames() {
        let (outbox, mut answer) = Outbox::of_caller();
        let ok = |id: &str| {
            Reply::from(ServerMsg::Ok(OkMsg {
                id: id.to_owned(),
                ..OkMsg::default()
            }))
        };
        assert_eq!(outbox.send(&Burst::from(ok("0").frame())), Err(OutboxError::Closed));
        assert_eq!(outbox.reply(ok("1")), Ok(()));
        assert_eq!(outbox.reply(ok("2")), Err(OutboxError::Closed));
        assert_eq!(answer.try_recv(), Ok(ok("1")));
    }
}
