//! Inputs and outputs of the core.

use std::fmt;
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::PlayerNo;
use poker_engine::tournament::law::IcmShares;
use poker_owner::{Burst, Caller, ConnId, Lookup, Now, Outbox, Reply};
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::{DealKind, FloorAction, FloorRole};
use poker_store::{AccountId, AgeCheck, DurableNotice, Rulings, Step, StepError, TableId};
use poker_table::core::direct::{Direct, Report};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{Core, IcmWork};
use crate::command::Once;
use crate::days::Sheet;
use crate::seats::WonSeat;
use crate::state::Opened;

/// A request to a tournament.
#[derive(Clone, Debug, PartialEq)]
pub enum TournamentRequest {
    /// Send a snapshot and every event from now on.
    Watch,
    /// Stop sending events.
    Unwatch,
    /// As [`TournamentRequest::Watch`], with the events after `after` instead of the snapshot.
    Resume {
        /// The last number seen.
        after: u64,
    },
    /// Enter, having accepted this version of the rules.
    Register {
        /// The version accepted.
        rules: u32,
        /// The age check, once the store has been consulted.
        age: Option<AgeCheck>,
        /// `true` to wait for a place if all are taken.
        wait: bool,
    },
    /// Withdraw the entry, or leave the waiting list.
    Unregister,
    /// Enter again.
    ReEnter {
        /// The age check, once the store has been consulted.
        age: Option<AgeCheck>,
    },
    /// Buy or decline a rebuy.
    Rebuy {
        /// `true` to buy.
        take: bool,
    },
    /// Buy the add-on.
    AddOn,
    /// Leave for good.
    Withdraw {
        /// `true` if the player confirms an earlier request.
        confirm: bool,
    },
    /// Go away or come back.
    Presence {
        /// `true` to go away.
        absent: bool,
    },
    /// Propose to share the prizes.
    ProposeDeal {
        /// The terms of the shares.
        kind: DealKind,
        /// Chips left to play for, awarded to first place.
        keep: u64,
        /// Player numbers with their shares, for terms that are not computed.
        shares: Vec<(u32, u64)>,
    },
    /// Call Time at a table.
    CallTime {
        /// The table, by its identifier in the store.
        table: TableId,
    },
    /// Answer the offered deal.
    AnswerDeal {
        /// `true` to accept.
        agrees: bool,
    },
    /// An official's action.
    Floor(Box<FloorAsk>),
    /// Call an official.
    Call(Box<Called>),
}

impl TournamentRequest {
    /// Returns the once-only request it is, if any.
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
pub struct FloorAsk {
    /// The action.
    pub action: FloorAction,
    /// The reason given for it.
    pub reason: String,
    /// The role granted to the caller by the operator.
    pub granted: Option<FloorRole>,
    /// All accounts of the caller, this one included.
    pub family: Vec<AccountId>,
    /// The structure file that an edit names.
    pub structure: Option<String>,
    /// The account that a grant or a revocation names.
    pub account: Option<PlayerInfo>,
    /// The sheet of a flight that is taken over.
    pub sheet: Option<Sheet>,
}

/// A call for a ruling, or a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The table, by its identifier in the store.
    pub table: TableId,
    /// The reported player; `None` in a call for a ruling.
    pub about: Option<AccountId>,
    /// The player's words.
    pub text: String,
}

/// A request with its sender.
#[derive(Clone, Debug)]
pub struct Request {
    /// The sender.
    pub caller: Caller,
    /// The request's `id`, which the answer repeats.
    pub id: String,
    /// The request itself.
    pub asked: TournamentRequest,
}

/// A read of the tournament. The closure it returns is called once everything that was read is on disk.
pub struct Read(pub(crate) Reading);

/// Reads the core.
type Reading = Box<dyn FnOnce(&Core, Now) -> Answered + Send + Sync>;

/// Delivers what was read.
pub(crate) type Answered = Box<dyn FnOnce() + Send + Sync>;

impl fmt::Debug for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Read")
    }
}

/// An input of the core.
#[derive(Debug)]
pub enum Input {
    /// A player's request. Not to be given while [`Core::is_busy`], except for the answer to [`Outputs::ages`].
    Request(Box<Request>),
    /// A read of the state.
    Read(Read),
    /// A connection has closed.
    Disconnected(ConnId),
    /// A table was opened for the event.
    Opened {
        /// Its number in the event.
        no: TableNo,
        /// Distinguishes tables that had the same number.
        generation: u32,
        /// Its identifier.
        table: TableId,
    },
    /// A table's report on its state. Not to be given while [`Core::is_busy`].
    Report {
        /// The table's number in the event.
        no: TableNo,
        /// Distinguishes tables that had the same number.
        generation: u32,
        /// The report.
        report: Box<Report>,
    },
    /// An entry where officials have ruled, with all accounts of its sender, as requested by [`Outputs::families`]. May be given at any
    /// time, like the answer to [`Outputs::ages`].
    Family(Box<Request>, Vec<AccountId>),
    /// A table cannot be played on. Not to be given while [`Core::is_busy`].
    OutOfPlay {
        /// The table's number in the event.
        no: TableNo,
        /// Distinguishes tables that had the same number.
        generation: u32,
        /// The fault.
        why: String,
    },
    /// Accounts that were banned, deleted or renamed have to leave the waiting list. Not to be given while [`Core::is_busy`].
    CatchUp(Arc<Rulings>),
    /// Cancels the tournament if it has not begun and has no more than `entries` entries. Not to be given while [`Core::is_busy`].
    GiveUp {
        /// The most entries with which it is still cancelled.
        entries: usize,
        /// The reason, as players read it.
        reason: String,
    },
    /// The outcome of a step.
    Notice(DurableNotice),
    /// The store's answer about a request, as requested by [`Outputs::lookups`].
    Found {
        /// The ticket of the lookup.
        ticket: u64,
        /// The first answer, as it was sent.
        answer: Option<String>,
    },
    /// The operator's role for an account that calls Time, as requested by [`Outputs::callers`].
    Caller {
        /// The call, to be decided.
        call: TimeCall,
        /// Its role in all tournaments.
        granted: Option<FloorRole>,
    },
    /// The outcome of giving a seat to its winner.
    Seat {
        /// The winner.
        player: PlayerNo,
        /// `true` if the winner entered the target; `None` if it is to be tried again.
        entered: Option<bool>,
    },
    /// ICM shares, as requested by [`Outputs::icm`]; `None` if the server is too busy. May be given at any time.
    Icm(Option<Box<IcmShares>>, Option<Box<Request>>),
    /// The facts by which the first in line may have a place or not, as requested by [`Outputs::applicant`]; `None` if they are to be
    /// looked up again. May be given at any time.
    Applicant {
        /// The number of the line.
        waiting: u32,
        /// The facts.
        facts: Option<ApplicantFacts>,
    },
    /// Time has passed.
    Tick,
}

/// The first in line, who may have a free place unless something keeps the account out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applicant {
    /// The number of the line.
    pub waiting: u32,
    /// The account.
    pub account: AccountId,
}

/// The facts by which an account may enter or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicantFacts {
    /// `true` if the account is banned or deleted, or has reached a limit of its own.
    pub kept_out: bool,
    /// The age check.
    pub age: AgeCheck,
    /// All accounts of the person.
    pub family: Vec<AccountId>,
}

/// An account calls Time.
#[derive(Clone, Debug)]
pub struct TimeCall {
    pub(crate) caller: Caller,
    /// The request's `id`.
    pub(crate) id: String,
    pub(crate) table: TableId,
}

/// The outputs of one or more inputs.
#[derive(Debug, Default)]
pub struct Outputs {
    /// Steps for the journal, in this order.
    pub steps: Vec<Box<Step>>,
    /// Frames for connections.
    pub bursts: Vec<(Outbox, Burst)>,
    /// Answers to callers in this process.
    pub replies: Vec<(Outbox, Reply)>,
    /// Frames for accounts, wherever they are connected.
    pub accounts: Vec<(AccountId, Utf8Bytes)>,
    /// Orders to tables.
    pub directs: Vec<(TableNo, Direct)>,
    /// Accounts newly seated at these tables, once the tables know it.
    pub seated: Vec<(TableNo, AccountId)>,
    /// Calls of Time, for the tables.
    pub calls: Vec<(TableNo, Caller, String)>,
    /// Calls of Time by accounts that are not officials of the event: the operator's grants are to be looked up.
    pub callers: Vec<TimeCall>,
    /// Entries of a tournament for adults, to be given again with the age check of their accounts.
    pub ages: Vec<Box<Request>>,
    /// Entries where officials have ruled, to be given again with all accounts of their senders.
    pub families: Vec<Box<Request>>,
    /// ICM shares to be worked out, each answered by an [`Input::Icm`].
    pub icm: Vec<IcmWork>,
    /// A seat in another tournament, to be given to its winner.
    pub(crate) seat: Option<WonSeat>,
    /// The first in line for a place that is free, to be looked up.
    pub applicant: Option<Applicant>,
    /// Accounts that were given a place from the waiting list.
    pub given_places: Vec<AccountId>,
    /// Tables to be opened.
    pub opens: Vec<(TableNo, Opened)>,
    /// Tables that were out of play, to be reopened.
    pub reopens: Vec<TableNo>,
    /// Tables no longer needed.
    pub closes: Vec<TableNo>,
    /// Accounts whose chips moved.
    pub moved: Vec<AccountId>,
    /// Lookups for the store.
    pub lookups: Vec<Lookup>,
    /// `true` if the public view of the tournament changed.
    pub changed: bool,
    /// Set if a step was not written: memory no longer matches the disk.
    pub failed: Option<StepError>,
}
