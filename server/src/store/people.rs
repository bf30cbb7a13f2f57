//! What an operator does about people, the trail of it, and the chat as it is kept.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use poker_engine::Chips;
use serde_json::Value;

use super::StoreError;
use super::accounts::{AccountKind, AccountRecord};
use super::types::{AccountId, TableId};

/// What was said is kept for so long, in milliseconds: seven days.
pub(super) const CHAT_KEPT_MS: i64 = 7 * 86_400_000;

/// The most lines of the chat that are kept: with 200 characters each they take some 40 MB at most.
pub(super) const CHAT_KEPT_LINES: i64 = 100_000;

/// The most lines that one search gives.
pub const LINES_MAX: u32 = 500;

/// Whom an act is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// The account of this identifier.
    Id(AccountId),
    /// The live account of a name, as it is compared.
    Name(String),
}

/// How long an account is kept out, or from chatting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// Until when; for ever without that.
    pub until: Option<Timestamp>,
}

impl Ban {
    /// Whether it is not over.
    pub fn holds(self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// What an operator does.
#[derive(Clone)]
pub enum Deed {
    /// Keeps an account and its bots out.
    Ban {
        /// Whom.
        whom: Whom,
        /// How long.
        ban: Ban,
    },
    /// Lets them in again.
    Unban {
        /// Whom.
        whom: Whom,
    },
    /// Sets another password, and ends the sessions.
    ResetPassword {
        /// Whose.
        whom: Whom,
        /// What is kept of the password.
        hash: String,
    },
    /// Gives another name.
    Rename {
        /// Whom.
        whom: Whom,
        /// The name as it is shown.
        name: String,
        /// The name as it is compared.
        name_key: String,
    },
    /// Moves chips.
    Chips {
        /// Who gets or gives them.
        whom: Whom,
        /// How many.
        amount: Chips,
        /// Which of the two.
        way: Way,
        /// The other side; the mint without one.
        other: Option<Whom>,
    },
    /// Deletes an account with its bots.
    Delete {
        /// Whom.
        whom: Whom,
    },
    /// Notes that all that is kept of an account was read.
    Export {
        /// Whose.
        whom: Whom,
    },
    /// Keeps an account from chatting.
    Mute {
        /// Whom.
        whom: Whom,
        /// How long.
        ban: Ban,
    },
    /// Lets it chat again.
    Unmute {
        /// Whom.
        whom: Whom,
    },
    /// Takes a remark back.
    RemoveChat {
        /// The number of the line.
        line: u64,
    },
    /// Says something to everybody.
    Say {
        /// In English.
        en: String,
        /// In French.
        fr: String,
        /// When it is shown no more.
        until: Timestamp,
    },
    /// Notes what is done at a table, which the table itself does.
    Table {
        /// Which.
        table: TableId,
        /// What.
        deed: TableDeed,
    },
}

/// Which way chips go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the account.
    Give,
    /// From it.
    Take,
}

/// What an operator does at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableDeed {
    /// It closes when the hand is over.
    Close,
    /// Play stops.
    Pause,
    /// Play goes on.
    Resume,
}

impl TableDeed {
    /// The word in the trail.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Close => "close_table",
            Self::Pause => "pause_table",
            Self::Resume => "resume_table",
        }
    }
}

/// A deed with who does it and why.
#[derive(Clone)]
pub struct Order {
    /// The request's own identifier.
    pub id: String,
    /// A digest of what is asked for, without secrets.
    pub request: [u8; 32],
    /// Who.
    pub author: String,
    /// Why.
    pub reason: String,
    /// What.
    pub deed: Deed,
}

/// A line of the trail.
#[derive(Clone, Debug, PartialEq)]
pub struct TrailLine {
    /// Its number, from 1.
    pub no: u64,
    /// The request's own identifier.
    pub id: String,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub author: String,
    /// Why.
    pub reason: String,
    /// Whom it is about, with the name of today.
    pub account: Option<(AccountId, String)>,
    /// What was done: `kind` and what belongs to it.
    pub act: Value,
    /// What came of it.
    pub outcome: Value,
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The line of the trail.
    pub line: TrailLine,
    /// The accounts it is about: a person and the bots. None if it was carried out before.
    pub accounts: Vec<AccountId>,
    /// It was carried out before, and nothing was changed.
    pub repeated: bool,
}

/// Why an order was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderFault {
    /// The identifier was used for something else.
    #[error("the id was used for another act, which was carried out")]
    IdReused,
    /// Guests and programs have no password.
    #[error("guests and programs have no password")]
    NoPassword,
    /// It is a bot of the house.
    #[error("bots of the house are the server's own: `--house-bots` says how many there are")]
    House,
    /// There is no such line of the chat.
    #[error("no such line of the chat is kept")]
    NoLine,
}

/// What is imposed on an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanction {
    /// Since when.
    pub since: Timestamp,
    /// How long.
    pub ban: Ban,
    /// Why, in the operator's words.
    pub reason: String,
}

/// An account as an operator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLine {
    /// The account.
    pub account: AccountRecord,
    /// When it ended, if it did.
    pub retired_at: Option<Timestamp>,
    /// Whether an operator has deleted it.
    pub is_deleted: bool,
    /// Its chips outside tables.
    pub chips: Chips,
    /// How many sessions are good.
    pub sessions: u64,
    /// Whether it is kept out.
    pub ban: Option<Sanction>,
    /// Whether it is kept from chatting.
    pub mute: Option<Sanction>,
}

/// Which accounts are looked for.
#[derive(Clone, Debug, Default)]
pub struct AccountSearch {
    /// Those with this in their names, as names are compared.
    pub name: Option<String>,
    /// Those of this kind.
    pub kind: Option<AccountKind>,
    /// Those alone that are kept out today.
    pub banned: bool,
    /// Those behind this one; the order is that in which they came.
    pub after: Option<AccountId>,
    /// At most so many, and [`LINES_MAX`].
    pub limit: u32,
}

/// A remark that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// When.
    pub at: Timestamp,
    /// Where.
    pub table: TableId,
    /// By whom.
    pub account: AccountId,
    /// What.
    pub text: String,
}

/// A line of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Its number.
    pub no: u64,
    /// What was said.
    pub said: Said,
    /// What the account is called today.
    pub name: String,
    /// Whether an operator took it back.
    pub is_removed: bool,
}

/// Which lines of the chat are looked for.
#[derive(Clone, Debug, Default)]
pub struct ChatSearch {
    /// At this table.
    pub table: Option<TableId>,
    /// Of this account.
    pub account: Option<AccountId>,
    /// Said at this instant or later.
    pub since: Option<Timestamp>,
    /// Before this number; the newest come first.
    pub before: Option<u64>,
    /// At most so many, and [`LINES_MAX`].
    pub limit: u32,
}

/// A line for everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeLine {
    /// The number of its line in the trail.
    pub no: u64,
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
    /// When it is shown no more.
    pub until: Timestamp,
}

/// A movement of an account's chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// Its number.
    pub no: u64,
    /// When.
    pub at: Timestamp,
    /// Chips that came, or went if negative.
    pub change: i64,
    /// The word for why.
    pub reason: String,
    /// The other side: `mint`, a table or a tournament; `player` for any other account.
    pub other: String,
    /// The hand, if it was one.
    pub hand_no: Option<u64>,
}

/// What operators do. What a method returns is durable.
pub trait People: Send + Sync + 'static {
    /// Carries an order out, with its line of the trail in the same transaction. A repeated `id` changes nothing, and gets the first
    /// answer.
    fn carry_out(&self, order: Order) -> BoxFuture<'_, Result<Done, StoreError>>;

    /// The line of the trail that an order of this identifier and digest has left.
    ///
    /// # Errors
    /// [`OrderFault::IdReused`] if one with another digest has.
    fn first_answer(&self, id: String, request: [u8; 32]) -> BoxFuture<'_, Result<Option<TrailLine>, StoreError>>;

    /// Lines of the trail, the newest first, before a number and of an account where these are given.
    fn trail(
        &self,
        account: Option<AccountId>,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TrailLine>, StoreError>>;

    /// Accounts that are live.
    fn find_accounts(&self, search: AccountSearch) -> BoxFuture<'_, Result<Vec<AccountLine>, StoreError>>;

    /// One account; by its identifier also one that is not live.
    fn account_line(&self, whom: Whom) -> BoxFuture<'_, Result<Option<AccountLine>, StoreError>>;

    /// Whom the operator keeps from chatting.
    fn chat_mutes(&self) -> BoxFuture<'_, Result<Vec<(AccountId, Ban)>, StoreError>>;

    /// What is to be shown to everybody at this instant.
    fn notices(&self) -> BoxFuture<'_, Result<Vec<NoticeLine>, StoreError>>;

    /// Keeps remarks, and forgets those that are too old or too many.
    fn keep_chat(&self, said: Vec<Said>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// What was said.
    fn chat(&self, search: ChatSearch) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>>;

    /// The movements of an account's chips, the newest first, before a number.
    fn ledger_of(
        &self,
        account: AccountId,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<LedgerLine>, StoreError>>;
}
