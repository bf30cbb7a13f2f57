//! What a command did to the table, or why it was refused.

use poker_engine::RuleError;
use poker_engine::table::{ChoiceError, TableRuleError};

use super::answers::Answered;
use super::event_log::Told;
use crate::store::{HandRecord, Transfer};
use crate::table::setup::error::ConfigError;
use crate::wire::BadAction;

/// What a command did.
#[derive(Debug, Default)]
pub struct Applied {
    /// The events, in order.
    pub told: Vec<Told>,
    /// The chips that moved between accounts and the table.
    pub transfers: Vec<Transfer>,
    /// The hand that is over.
    pub hand_end: Option<HandRecord>,
    /// What the request behind the command is answered; kept for repeated ones if it moved chips.
    pub answer: Option<Answered>,
}

impl Applied {
    /// What followed from it.
    pub(super) fn extend(&mut self, follow: Self) {
        self.told.extend(follow.told);
        self.transfers.extend(follow.transfers);
    }
}

/// Why a command was refused. The table is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// By the law of the table.
    #[error(transparent)]
    Law(#[from] TableRuleError),
    /// By the rules of the hand.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The dealer may not pick that.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The action cannot be read.
    #[error(transparent)]
    Action(#[from] BadAction),
    /// A number that no seat of any table has.
    #[error("there is no seat {seat} at a table of {seats}")]
    NoSuchSeat {
        /// The number.
        seat: u8,
        /// How many seats there are.
        seats: u8,
    },
    /// No hand is running.
    #[error("no hand is running")]
    NoHand,
    /// Nothing of the hand can be shown, or it is too late.
    #[error("there is nothing to show")]
    NothingToShow,
    /// The table is in that state already: paused, or the account muted or sent away.
    #[error("the table is in that state already")]
    NoChange,
    /// Players of an event are seated by its director, and bring no chips.
    #[error("this is a table of a tournament, whose director seats the players")]
    Event,
    /// The host has not accepted the player.
    #[error("the table's host has not accepted the account")]
    NotAccepted,
    /// Too many wait for the host's answer.
    #[error("{max} players wait for the host's answer, which is as many as may")]
    RequestsFull {
        /// How many may.
        max: usize,
    },
    /// The host asks for more bots than there are seats beside one.
    #[error("up to {max} bots can be asked in")]
    TooManyBots {
        /// The most.
        max: u8,
    },
    /// The host of a public table asks for bots.
    #[error("bots of the house are asked in at private tables; at others they come by themselves")]
    BotsPublic,
    /// The table has no other game in turn.
    #[error("the table does not play games in turn")]
    NoOtherGame,
    /// The stakes that the host wants do not fit.
    #[error(transparent)]
    Stakes(#[from] ConfigError),
    /// The table is closed for ever.
    #[error("the table is closed")]
    Closed,
    /// A seat is taken at a table that is to be closed.
    #[error("somebody sits at the table")]
    Occupied,
    /// The command contradicts the state, which only one of our own can.
    #[error("the command cannot be carried out: {0}")]
    Broken(String),
}
