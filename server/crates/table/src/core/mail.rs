//! A table's mail, and the status it shows in the lobby. Plain data, so that a handle to a table on another machine can
//! carry the same.

use std::sync::Arc;

use poker_owner::Caller;
use poker_protocol::v1::client::{BankStart, Entry, SitOutWhen};
use poker_protocol::v1::table::{TableInfo, TableSummary};
use poker_protocol::v1::tournament::Phrase;
use poker_protocol::v1::{Action, Card, Chips, Emote};
use poker_store::{AccountId, Rulings};

use super::direct::Direct;
use super::speech::Standing;
use crate::state::hosting::HostRule;

/// A session's request to a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableRequest {
    /// Sends a snapshot, and everything that happens from now on.
    Watch,
    /// Answers with a snapshot as a value, for a caller in this process, and sends nothing more.
    Look,
    /// Stops watching the table. A seat is kept.
    Unwatch,
    /// As [`TableRequest::Watch`], but with the events after `after` instead of the snapshot, if they are still
    /// available.
    Resume {
        /// Number of the last event that the client has seen.
        after: u64,
    },
    /// As [`TableRequest::Watch`], or with `after` as [`TableRequest::Resume`], but without taking the account's seat
    /// from another device.
    WatchAside {
        /// Number of the last event that the client has seen, if it has seen any.
        after: Option<u64>,
        /// `true` to hold the seat if no other device does.
        if_free: bool,
    },
    /// Takes a seat.
    Sit {
        /// Number of the seat, from 1; any free one if left out.
        seat: Option<u8>,
        /// Chips to bring.
        buy_in: Chips,
        /// The way to enter the game.
        entry: Entry,
    },
    /// Leaves the seat, immediately or at the end of the hand.
    Leave,
    /// Sits out, or comes back.
    SitOut {
        /// `true` to sit out, `false` to come back.
        out: bool,
        /// The moment at which sitting out begins.
        when: SitOutWhen,
        /// Minutes after which a player who sits out is back; `None` for a time without an end.
        minutes: Option<u8>,
        /// The way to re-enter the game.
        entry: Entry,
    },
    /// Asks to straddle whenever the seat allows it, or no longer to.
    Straddle {
        /// `true` to straddle, `false` to stop.
        on: bool,
    },
    /// Adds chips to the stack.
    Rebuy {
        /// Chips to add.
        amount: Chips,
    },
    /// Chooses the stack anew before the first hand.
    ChooseStack {
        /// The whole stack.
        stack: Chips,
    },
    /// Joins or leaves the wait list.
    WaitList {
        /// `true` to join, `false` to leave.
        join: bool,
    },
    /// Answers a decision.
    Act {
        /// Number of the hand.
        hand: u64,
        /// Number of the decision within the hand.
        turn: u32,
        /// The action taken.
        action: Action,
    },
    /// Asks for a hint about the open decision.
    Hint,
    /// Shows cards of the hand that has just ended.
    Show {
        /// Number of the hand.
        hand: u64,
        /// The cards to show.
        cards: Vec<Card>,
    },
    /// Agrees to show the cards of a stopped hand, or takes that back.
    Consent {
        /// Number of the hand.
        hand: u64,
        /// `true` to agree.
        agree: bool,
    },
    /// Asks for a rabbit hunt: the cards that would have come on the board of the hand that has just ended.
    HuntRabbit,
    /// Chooses when the caller's own time bank starts.
    TimeBank(BankStart),
    /// Stops an account from chatting, or lets it chat again.
    Mute {
        /// The account concerned.
        player: AccountId,
        /// `true` to mute, `false` to unmute.
        muted: bool,
    },
    /// Sends an account away for good.
    Remove {
        /// The account concerned.
        player: AccountId,
    },
    /// Changes a rule of the host.
    Host(HostRule),
    /// Gives a player chips from the host's own account.
    GiveChips {
        /// The account that gets the chips.
        player: AccountId,
        /// Chips to give.
        amount: Chips,
    },
    /// Answers a player's request for a rebuy.
    AnswerRebuy {
        /// The account that has asked.
        player: AccountId,
        /// The chips that the player gets, as asked for; none if it is refused.
        accepted: Option<Chips>,
    },
    /// Corrects the ledger of a table with chips of its own.
    Correct {
        /// The account whose buy-in it is about.
        player: AccountId,
        /// The account that pays instead; `None` for a late buy-in.
        paid_by: Option<AccountId>,
        /// Chips of the buy-in.
        amount: Chips,
        /// The host's reason.
        reason: String,
    },
    /// Asks the host for a seat, or withdraws the request.
    AskSeat {
        /// `true` to ask, `false` to withdraw.
        ask: bool,
    },
    /// Calls Time on the players who are to act. Arrives through the tournament, and only its players may call it.
    CallTime,
    /// Makes a remark.
    Chat {
        /// The text; empty if there is a phrase.
        text: String,
        /// A ready-made remark.
        phrase: Option<Phrase>,
        /// The speaker's standing in the table's tournament, if it belongs to one.
        standing: Standing,
        /// All accounts of the caller's person.
        family: Vec<AccountId>,
    },
    /// Shows a sign at the caller's own seat.
    Emote {
        /// The sign.
        emote: Emote,
        /// All accounts of the caller's person.
        family: Vec<AccountId>,
    },
}

/// A message in a table's mailbox.
#[derive(Clone, Debug)]
pub enum Mail {
    /// A request, answered once under its `id`.
    Request(Box<Request>),
    /// The connection is gone: nothing more can be sent through its outbox. Concerns only this connection, not a newer
    /// one of the same account.
    Disconnected(Caller),
    /// The tournament director has seated a player, whose connection watches from now on without having asked to.
    Follow(Caller),
    /// Finish the hand, deal no more, then end.
    Drain,
    /// Close for good as soon as all seats are empty.
    Close,
    /// Close for good unless a game is on; a player who sits alone gets their stack back.
    GiveWay,
    /// Pause play (`true`) or resume it (`false`), on an operator's order.
    Pause(bool),
    /// No page of this account is being looked at any more: if it has to act, it must be called.
    LookedAway(AccountId),
    /// An order from the tournament director.
    Direct(Direct),
    /// An operator's order about a player or the table.
    Operator(OperatorWish),
}

/// An operator's order to a table, other than a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorWish {
    /// Make a player of a cash game leave the seat, immediately or at the end of the hand, and every line for one.
    StandUp(AccountId),
    /// Follow what operators have decided about people. Whoever is banned, deleted or renamed stands up; the name
    /// of a deleted account goes from the ledger.
    CatchUp(Arc<Rulings>),
    /// Close a cash game at the end of the hand, as its host could.
    Close,
    /// Withdraw a remark from view.
    Unsay {
        /// The player who made it.
        player: AccountId,
        /// Its exact text.
        text: String,
    },
}

/// A remark, as kept for operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The player who made it.
    pub account: AccountId,
    /// The text of the remark.
    pub text: String,
}

/// A request with its sender.
#[derive(Clone, Debug)]
pub struct Request {
    /// The sender.
    pub caller: Caller,
    /// The request's `id`.
    pub id: String,
    /// The request itself.
    pub request: TableRequest,
}

/// The status of a table in the lobby.
#[derive(Clone, Debug, PartialEq)]
pub struct TableStatus {
    /// The table's line in the lobby.
    pub summary: TableSummary,
    /// Accounts that have a seat, or are waiting with an offer of one.
    pub seated: Vec<AccountId>,
    /// Accounts that are on the wait list, or have asked the host for a seat.
    pub in_line: Vec<AccountId>,
    /// Number of house bots that the host asks for.
    pub bots_asked: u8,
    /// `true` in a pause of the host's that ends by itself: the table is in use, even with nobody there.
    pub is_on_break: bool,
    /// The current game, by its position in the table's program.
    pub game: u16,
}

impl TableStatus {
    /// The status of a new table, until it reports its own.
    pub fn of_new(info: TableInfo, game: u16) -> Self {
        Self {
            summary: TableSummary {
                info,
                taken: Vec::new(),
                bots: 0,
                away: 0,
                waiting: 0,
                hands: 0,
                hands_left: None,
                average_pot: Chips::default(),
            },
            seated: Vec::new(),
            in_line: Vec::new(),
            bots_asked: 0,
            is_on_break: false,
            game,
        }
    }
}
