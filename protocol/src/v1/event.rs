//! Events at a table.

mod parts;
mod private;
mod public;

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;

pub use parts::{
    BetAction, DealtHand, HandName, PostKind, Rolled, SeatAmount, SeatCard, SeatDeclaration, SeatMove, SeatStack,
    ShownCards, Side,
};
pub use private::{Made, PrivateEvent};
pub use public::PublicEvent;

/// A table event as every viewer receives it. Numbers have no gaps: a client that finds one must resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeqEvent {
    /// Number of the event at its table, from 1.
    pub seq: u64,
    /// The event itself.
    pub event: PublicEvent,
}
