//! The row of a command in the journal, and its sealed part: what players must not see yet, or ever.

use poker_owner::rows::{BadRow, from_json, json};
use poker_protocol::v1::choice::Declaration;
use poker_protocol::v1::{Action, Card};

use super::{Command, TableOrder};
use crate::state::deck::SealedDeck;

impl TableOrder {
    /// The bytes of a row, and those that have to be sealed.
    pub fn encode(&self) -> (Vec<u8>, Option<Vec<u8>>) {
        let (open, sealed) = match &self.command {
            Command::Deal { shuffle, .. } | Command::DealEvent { shuffle, .. } => {
                (None, Some(json(&SealedDeck::new(shuffle))))
            }
            Command::Act { seat, action, back } => {
                let (seat, back) = (*seat, *back);
                let open = open_part(action).map(|action| Command::Act { seat, action, back });
                let sealed = open.is_some().then(|| match action {
                    Action::Discard { cards } => json(&vec![cards]),
                    _ => json(action),
                });
                (open, sealed)
            }
            _ => (None, None),
        };
        let row = match open {
            None => json(self),
            Some(command) => json(&Self {
                at: self.at,
                by: self.by.clone(),
                command,
            }),
        };
        (row, sealed)
    }

    /// Parses a row without its sealed part.
    ///
    /// # Errors
    /// If the bytes are not a row of this format.
    pub fn decode_open(row: &[u8]) -> Result<Self, BadRow> {
        from_json(row)
    }

    /// Parses a row with its sealed part, if it has one.
    ///
    /// # Errors
    /// If the bytes are not a row of this format.
    pub fn decode(row: &[u8], sealed: Option<&[u8]>) -> Result<Self, BadRow> {
        let mut order = Self::decode_open(row)?;
        match (&mut order.command, sealed) {
            (Command::Deal { shuffle, .. } | Command::DealEvent { shuffle, .. }, Some(sealed)) => {
                **shuffle = from_json::<SealedDeck>(sealed)?.open();
            }
            (
                Command::Act {
                    action: Action::Discard { cards },
                    ..
                },
                Some(sealed),
            ) => {
                let mut lists: Vec<Vec<Card>> = from_json(sealed)?;
                *cards = lists.pop().unwrap_or_default();
            }
            (Command::Act { action, .. }, Some(sealed)) => *action = from_json(sealed)?,
            (
                Command::Deal { .. }
                | Command::DealEvent { .. }
                | Command::Act {
                    action:
                        Action::Discard { .. }
                        | Action::Roll { .. }
                        | Action::Arrange { .. }
                        | Action::Declare { .. }
                        | Action::RunTwice {}
                        | Action::RunOnce {},
                    ..
                },
                None,
            ) => return Err(BadRow("the sealed part is missing".to_owned())),
            _ => {}
        }
        Ok(order)
    }
}

/// The open part of a row for an action that stays secret, temporarily or for good; `None` for an action that is
/// public.
pub(in crate::state) const fn open_part(action: &Action) -> Option<Action> {
    match action {
        Action::Discard { .. } => Some(Action::Discard { cards: Vec::new() }),
        Action::Roll { .. } => Some(Action::Roll {
            cards: Vec::new(),
            announce: None,
        }),
        Action::Arrange { .. } => Some(Action::Arrange { cards: Vec::new() }),
        Action::Declare { .. } => Some(Action::Declare {
            sides: Declaration::High,
        }),
        Action::RunTwice {} | Action::RunOnce {} => Some(Action::RunOnce {}),
        _ => None,
    }
}
