//! The results of a command, or the reason for its refusal.

use poker_engine::RuleError;
use poker_engine::table::{ChoiceError, TableRuleError};
use poker_store::{HandRecord, Transfer};
use poker_wire::BadAction;

use super::answers::Answered;
use super::event_log::NumberedEvent;
use crate::setup::error::ConfigError;

/// The results of a command.
#[derive(Debug, Default)]
pub struct Applied {
    /// The events, in order.
    pub told: Vec<NumberedEvent>,
    /// Chips moved between accounts and the table.
    pub transfers: Vec<Transfer>,
    /// The record of the hand that the command ended.
    pub hand_end: Option<HandRecord>,
    /// The answer to the request that led to the command; kept for repeated ones if it moved chips.
    pub answer: Option<Answered>,
}

impl Applied {
    /// Adds the results of what followed.
    pub(super) fn extend(&mut self, follow: Self) {
        self.told.extend(follow.told);
        self.transfers.extend(follow.transfers);
    }
}

/// Reasons for refusing a command. The table is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Table law forbids it.
    #[error(transparent)]
    Law(#[from] TableRuleError),
    /// The rules of the hand forbid it.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The dealer may not pick this game.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The action cannot be parsed.
    #[error(transparent)]
    Action(#[from] BadAction),
    /// No seat of this table has that number.
    #[error("there is no seat {seat} at a table of {seats}")]
    NoSuchSeat {
        /// The number given.
        seat: u8,
        /// Number of seats at the table.
        seats: u8,
    },
    /// No hand is running.
    #[error("no hand is running")]
    NoHand,
    /// Nothing of the hand may be shown, or it is too late.
    #[error("there is nothing to show")]
    NothingToShow,
    /// The table is in that state already: paused, or the account muted or sent away.
    #[error("the table is already in that state")]
    NoChange,
    /// Tournament players are seated by the director, and bring no chips.
    #[error("this is a table of a tournament, whose director seats the players")]
    Event,
    /// The host has not accepted the player.
    #[error("the table's host has not accepted the account")]
    NotAccepted,
    /// Too many players are waiting for the host's answer.
    #[error("{max} players wait for the host's answer, which is as many as may")]
    RequestsFull {
        /// Maximum number of players waiting.
        max: usize,
    },
    /// The host asks for more bots than the seats next to one player allow.
    #[error("at most {max} bots can be invited")]
    TooManyBots {
        /// Maximum number of bots.
        max: u8,
    },
    /// A public table's host cannot ask for bots.
    #[error("house bots are invited at private tables; at others they come by themselves")]
    BotsPublic,
    /// The pause would be longer than the player's pauses of an hour may be together.
    #[error("a pause may last for {left} minutes at most now")]
    PauseTooLong {
        /// Minutes that are left.
        left: i64,
    },
    /// Only a private table has this.
    #[error("only private tables have this")]
    PublicTable,
    /// The player has been dealt a hand, or was here before.
    #[error("the stack is chosen before a player's first hand at the table")]
    FirstHand,
    /// A program cannot host a table.
    #[error("a program cannot host a table")]
    BotHost,
    /// The table has no other game in its rotation.
    #[error("the table does not play games in turn")]
    NoOtherGame,
    /// The host's new stakes do not fit.
    #[error(transparent)]
    Stakes(#[from] ConfigError),
    /// The table has no chips of its own, or has nothing but those.
    #[error("the table plays for other chips")]
    OtherChips,
    /// The account has no line in the ledger.
    #[error("the account is not in the ledger")]
    Stranger,
    /// A correction takes away more than was bought.
    #[error("the player has bought {bought} chips, which is less")]
    BelowZero {
        /// Chips bought so far.
        bought: poker_engine::Chips,
    },
    /// The ledger has no room for another player or another correction.
    #[error("the ledger has {max} lines, which is as many as it may")]
    LedgerFull {
        /// Maximum number of lines.
        max: usize,
    },
    /// The player has made all rebuys that the table allows.
    #[error("a player has at most {max} rebuys")]
    RebuysUsed {
        /// Maximum number of rebuys.
        max: u8,
    },
    /// The table is no class.
    #[error("the table is no class: its hands are not stopped")]
    NoClass,
    /// The host has not stopped the hand, or the stop is over.
    #[error("the hand is not stopped")]
    NotStopped,
    /// The host has not asked about this hand.
    #[error("the host has not asked whether the cards of this hand may be shown")]
    NotAsked,
    /// The cards cannot lie open.
    #[error("the cards lie open already, or players still have some to choose, exchange or declare")]
    NotToOpen,
    /// The cards of the stopped hand do not lie open.
    #[error("the cards do not lie open")]
    NotOpen,
    /// The table is closed for good.
    #[error("the table is closed")]
    Closed,
    /// A table cannot be closed while a seat is taken.
    #[error("the table still has players")]
    Occupied,
    /// The command contradicts the state. Only a command of the server's own can do that.
    #[error("the command cannot be carried out: {0}")]
    Broken(String),
}
