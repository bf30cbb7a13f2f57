//! What comes into the core, and what goes out.

use std::fmt;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::PlayerNo;
use poker_engine::tournament::law::IcmShares;
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::{DealKind, FloorAction, FloorRole};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{Core, IcmWork};
use crate::net::{Burst, ConnId, Outbox};
use crate::store::{AccountId, AgeCheck, DurableNotice, Step, StepError, TableId};
use crate::table::core::direct::{Direct, Report};
use crate::table::core::mail::Caller;
use crate::table::core::{Lookup, Now};
use crate::tournament::command::Once;
use crate::tournament::seats::WonSeat;
use crate::tournament::state::Opened;

/// What is asked of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TournamentRequest {
    /// A snapshot, and everything that happens from now on.
    Watch,
    /// Nothing more of it.
    Unwatch,
    /// As [`TournamentRequest::Watch`], with the events behind `after` instead of the snapshot.
    Resume {
        /// The last number that was seen.
        after: u64,
    },
    /// To enter, under the rules of this version.
    Register {
        /// Which.
        rules: u32,
        /// What the store knows of the age of the account, once it was asked.
        age: Option<AgeCheck>,
    },
    /// To take the entry back.
    Unregister,
    /// To enter again.
    ReEnter {
        /// What the store knows of the age of the account, once it was asked.
        age: Option<AgeCheck>,
    },
    /// To buy chips, or not to.
    Rebuy {
        /// Which of the two.
        take: bool,
    },
    /// To take the add-on.
    AddOn,
    /// To leave for good.
    Withdraw {
        /// Whether this is the second time of asking.
        confirm: bool,
    },
    /// To go away, or to come back.
    Presence {
        /// Which of the two.
        absent: bool,
    },
    /// To share the prizes.
    ProposeDeal {
        /// How.
        kind: DealKind,
        /// Chips that stay for the first place.
        keep: u64,
        /// What each player would get, where that is not computed.
        shares: Vec<(u32, u64)>,
    },
    /// To call Time at a table.
    CallTime {
        /// Which.
        table: TableId,
    },
    /// To answer the deal that is offered.
    AnswerDeal {
        /// How.
        agrees: bool,
    },
    /// An official's action.
    Floor(Box<FloorAsk>),
    /// To call an official.
    Call(Box<Called>),
}

impl TournamentRequest {
    /// What is done once, if it is that.
    pub(super) const fn once(&self) -> Option<Once> {
        Some(match self {
            Self::Register { .. } => Once::Register,
            Self::Unregister => Once::Unregister,
            Self::ReEnter { .. } => Once::ReEnter,
            Self::Rebuy { take: true } => Once::Rebuy,
            Self::Rebuy { take: false } => Once::DeclineRebuy,
            Self::AddOn => Once::AddOn,
            Self::Withdraw { .. } => Once::Withdraw,
            _ => return None,
        })
    }
}

/// An official's action, with what had to be looked up for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FloorAsk {
    /// What to do.
    pub(crate) action: FloorAction,
    /// Why.
    pub(crate) reason: String,
    /// What the operator has made the caller.
    pub(crate) granted: Option<FloorRole>,
    /// All accounts of the caller's, this one among them.
    pub(crate) family: Vec<AccountId>,
    /// The structure that an edit names, as its file.
    pub(crate) structure: Option<String>,
    /// The account that a grant or a revocation names.
    pub(crate) account: Option<PlayerInfo>,
}

/// A ruling request or a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Called {
    /// The table.
    pub(crate) table: TableId,
    /// Who is reported; empty in a ruling request.
    pub(crate) about: Option<AccountId>,
    /// What it is about.
    pub(crate) text: String,
}

/// A request with its sender.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Who asks.
    pub(crate) caller: Caller,
    /// The request's `id`.
    pub(crate) id: String,
    /// What is asked.
    pub(crate) asked: TournamentRequest,
}

/// Something to be read of a tournament: what it gives is called once all that was read is on disk.
pub(crate) struct Read(pub(crate) Reading);

/// Reads something.
type Reading = Box<dyn FnOnce(&Core, Now) -> Answered + Send + Sync>;

/// Hands over what was read.
pub(crate) type Answered = Box<dyn FnOnce() + Send + Sync>;

impl fmt::Debug for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Read")
    }
}

/// What comes in.
#[derive(Debug)]
pub(crate) enum Input {
    /// A player asks for something. Not to be given while [`Core::is_busy`], but for the answer to [`Outputs::ages`].
    Request(Box<Request>),
    /// Something is to be read.
    Read(Read),
    /// A connection is gone.
    Disconnected(ConnId),
    /// A table was opened for the event.
    Opened {
        /// Its number.
        no: TableNo,
        /// Which of the tables of this number.
        generation: u32,
        /// The table.
        table: TableId,
    },
    /// A table tells how it stands. Not to be given while [`Core::is_busy`].
    Report {
        /// Its number.
        no: TableNo,
        /// Which of the tables of this number.
        generation: u32,
        /// How it stands.
        report: Box<Report>,
    },
    /// An entry where officials have ruled, with all accounts of its sender, as [`Outputs::families`] asked. To be given whenever it
    /// comes, like the answer to [`Outputs::ages`].
    Family(Box<Request>, Vec<AccountId>),
    /// A table cannot be played on. Not to be given while [`Core::is_busy`].
    OutOfPlay {
        /// Its number.
        no: TableNo,
        /// Which of the tables of this number.
        generation: u32,
        /// What is wrong with it.
        why: String,
    },
    /// It is cancelled, if it has not begun and no more have entered. Not to be given while [`Core::is_busy`].
    GiveUp {
        /// How many.
        entries: usize,
        /// Why.
        reason: String,
    },
    /// What became of a step.
    Notice(DurableNotice),
    /// What the store knows of a request, as [`Outputs::lookups`] asked.
    Found {
        /// Which question.
        ticket: u64,
        /// The first answer, as it was sent.
        answer: Option<String>,
    },
    /// What the operator has made an account that calls Time, as [`Outputs::callers`] asked.
    Caller {
        /// The call.
        call: TimeCall,
        /// Its role in all tournaments.
        granted: Option<FloorRole>,
    },
    /// Whether the winner of a seat has entered the target by it; `None` if that is to be tried again.
    Seat {
        /// Whose.
        player: PlayerNo,
        /// What came of it.
        entered: Option<bool>,
    },
    /// Shares by ICM that were worked out, as [`Outputs::icm`] asked; `None` if the server has too much to do. To be given whenever
    /// they come.
    Icm(Option<Box<IcmShares>>, Option<Box<Request>>),
    /// Time has passed.
    Tick,
}

/// An account calls Time.
#[derive(Clone, Debug)]
pub(crate) struct TimeCall {
    /// Who.
    pub(crate) caller: Caller,
    /// The request.
    pub(crate) id: String,
    /// Where.
    pub(crate) table: TableId,
}

/// What goes out.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    /// For the journal, in this order.
    #[expect(clippy::vec_box, reason = "the journal takes them boxed")]
    pub(crate) steps: Vec<Box<Step>>,
    /// For the connections.
    pub(crate) bursts: Vec<(Outbox, Burst)>,
    /// For accounts, wherever they are connected.
    pub(crate) accounts: Vec<(AccountId, Utf8Bytes)>,
    /// For the tables.
    pub(crate) directs: Vec<(TableNo, Direct)>,
    /// Accounts that have a seat at these tables from now on, once the tables know of it.
    pub(crate) seated: Vec<(TableNo, AccountId)>,
    /// Calls of Time, for the tables.
    pub(crate) calls: Vec<(TableNo, Caller, String)>,
    /// Calls of Time by accounts that no event made officials: has the operator?
    pub(crate) callers: Vec<TimeCall>,
    /// Entries of a tournament for adults, to be given again with the age of their accounts.
    #[expect(clippy::vec_box, reason = "requests come and go boxed")]
    pub(crate) ages: Vec<Box<Request>>,
    /// Entries where officials have ruled, to be given again with all accounts of their senders.
    #[expect(clippy::vec_box, reason = "requests come and go boxed")]
    pub(crate) families: Vec<Box<Request>>,
    /// Shares by ICM to be worked out, each answered by an [`Input::Icm`].
    pub(crate) icm: Vec<IcmWork>,
    /// A seat of another tournament that is to be given.
    pub(crate) seat: Option<WonSeat>,
    /// Tables to be opened.
    pub(crate) opens: Vec<(TableNo, Opened)>,
    /// Tables that were out of play and are to be opened once more.
    pub(crate) reopens: Vec<TableNo>,
    /// Tables that are not needed any more.
    pub(crate) closes: Vec<TableNo>,
    /// Accounts whose chips moved.
    pub(crate) moved: Vec<AccountId>,
    /// Questions for the store.
    pub(crate) lookups: Vec<Lookup>,
    /// Whether it looks different from outside.
    pub(crate) changed: bool,
    /// A step was not written: what is in memory is not what is on disk.
    pub(crate) failed: Option<StepError>,
}
