//! What a table is asked, and what it shows the lobby: plain data, so that a handle on a table of another machine can carry
//! the same.

use std::sync::Arc;

use poker_protocol::v1::client::{BankStart, Entry, SitOutWhen};
use poker_protocol::v1::table::TableSummary;
use poker_protocol::v1::tournament::Phrase;
use poker_protocol::v1::{Action, Card, Chips, Emote, PlayerInfo};

use super::direct::Direct;
use super::speech::Standing;
use crate::net::Outbox;
use crate::network::Network;
use crate::store::AccountId;
use crate::table::state::hosting::HostRule;

/// Who asks. Answers go through the outbox, in the same burst as what the request caused.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account.
    pub account: AccountId,
    /// The account as everybody may know it.
    pub info: Arc<PlayerInfo>,
    /// The network it asks from, whose share of the day the faucet charges; `None` for this machine's own.
    pub network: Option<Network>,
    /// The way to the connection that asked.
    pub outbox: Outbox,
}

/// What a session asks of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableRequest {
    /// A snapshot, and everything that happens from now on.
    Watch,
    /// Nothing more of this table. A seat is kept.
    Unwatch,
    /// As [`TableRequest::Watch`], with the events behind `after` instead of the snapshot where they are known.
    Resume {
        /// The last number that was seen.
        after: u64,
    },
    /// A seat.
    Sit {
        /// Which, from 1; any free one if left out.
        seat: Option<u8>,
        /// Chips to bring.
        buy_in: Chips,
        /// How to enter the game.
        entry: Entry,
    },
    /// To leave the seat, at once or when the hand is over.
    Leave,
    /// To sit out, or to come back.
    SitOut {
        /// Which of the two.
        out: bool,
        /// When sitting out begins.
        when: SitOutWhen,
        /// How to enter the game again.
        entry: Entry,
    },
    /// To straddle when the place allows it, or to do so no more.
    Straddle {
        /// Which of the two.
        on: bool,
    },
    /// More chips.
    Rebuy {
        /// How many.
        amount: Chips,
    },
    /// To join or leave the wait list.
    WaitList {
        /// Which of the two.
        join: bool,
    },
    /// The answer to a decision.
    Act {
        /// The hand's number.
        hand: u64,
        /// The decision's number.
        turn: u32,
        /// What to do.
        action: Action,
    },
    /// What the open decision costs and promises.
    Hint,
    /// To show cards of the hand that has just ended.
    Show {
        /// The hand's number.
        hand: u64,
        /// Which cards.
        cards: Vec<Card>,
    },
    /// To see what would have come on the board of the hand that has just ended.
    HuntRabbit,
    /// To say when the own time bank begins.
    TimeBank(BankStart),
    /// To keep an account from chatting, or to let it chat again.
    Mute {
        /// Whom.
        player: AccountId,
        /// Which of the two.
        muted: bool,
    },
    /// To send an account away for good.
    Remove {
        /// Whom.
        player: AccountId,
    },
    /// A decision of the host.
    Host(HostRule),
    /// Chips of the host's own account for a player.
    GiveChips {
        /// Whom.
        player: AccountId,
        /// How many.
        amount: Chips,
    },
    /// To ask the host for a seat, or to take that back.
    AskSeat {
        /// Which of the two.
        ask: bool,
    },
    /// To call Time on the players who decide. Comes by way of the tournament, whose players alone may.
    CallTime,
    /// A remark.
    Chat {
        /// What to say; empty with a phrase.
        text: String,
        /// A ready-made remark.
        phrase: Option<Phrase>,
        /// What the speaker is in the event of the table, if it has one.
        standing: Standing,
        /// All accounts of the caller's person.
        family: Vec<AccountId>,
    },
    /// A sign at the own seat.
    Emote {
        /// Which.
        emote: Emote,
        /// All accounts of the caller's person.
        family: Vec<AccountId>,
    },
}

/// What lies in a table's mailbox.
#[derive(Clone, Debug)]
pub enum Mail {
    /// A request, to be answered once under its `id`.
    Request(Box<Request>),
    /// The connection is gone: nothing more can be sent through its outbox. Only this connection is meant, not a newer
    /// one of the same account.
    Disconnected(Caller),
    /// The director of the event has seated a player, whose connection watches from now on without having asked.
    Follow(Caller),
    /// Finish the hand, deal no more, then end.
    Drain,
    /// Close for ever as soon as all seats are empty.
    Close,
    /// Close for ever, unless there is a game; a player who sits there alone gets the stack back.
    GiveWay,
    /// Stop play where it is, or let it go on: an operator's wish.
    Pause(bool),
    /// No page of this account is looked at any more: if the table asks it, it has to be called.
    LookedAway(AccountId),
    /// The director of the event wants something.
    Direct(Direct),
    /// An operator wants something of a player or of the table.
    Operator(OperatorWish),
}

/// What an operator wants of a table besides a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorWish {
    /// A player of a cash game leaves the seat, at once or when the hand is over.
    StandUp(AccountId),
    /// A cash game closes when the hand is over, as if its host had said so.
    Close,
    /// A remark is shown no more.
    Unsay {
        /// Who said it.
        player: AccountId,
        /// What was said.
        text: String,
    },
}

/// A remark, as it is kept for operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Who said it.
    pub account: AccountId,
    /// What was said.
    pub text: String,
}

/// A request with its sender.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who asks.
    pub caller: Caller,
    /// The request's `id`.
    pub id: String,
    /// What is asked.
    pub request: TableRequest,
}

/// What the lobby shows of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableStatus {
    /// The line of the lobby.
    pub summary: TableSummary,
    /// The accounts that have a seat, or wait for one that is offered to them.
    pub seated: Vec<AccountId>,
    /// How many bots of the house the host asks for.
    pub bots_asked: u8,
    /// The game at hand, by its place in the table's program.
    pub game: u16,
}
