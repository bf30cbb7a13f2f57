//! Operators' acts on people, the trail of these acts, and the stored chat.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use poker_engine::Chips;
use serde_json::Value;

use super::StoreError;
use super::accounts::{AccountKind, AccountRecord};
use super::types::{AccountId, TableId};

/// Time for which remarks are stored, in milliseconds: seven days.
pub(super) const CHAT_KEPT_MS: i64 = 7 * 86_400_000;

/// Maximum number of stored remarks: at 200 characters each they take up to some 40 MB.
pub(super) const CHAT_KEPT_LINES: i64 = 100_000;

/// Maximum number of lines returned by one search.
pub const LINES_MAX: u32 = 500;

/// The account that an act concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// The account with this identifier.
    Id(AccountId),
    /// The live account with this name, in comparison form.
    Name(String),
}

/// Duration of a ban or a mute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// End of the ban; `None` for a permanent one.
    pub until: Option<Timestamp>,
}

impl Ban {
    /// `true` if it has not ended.
    pub fn holds(self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// An operator's act, in the store's terms.
#[derive(Clone)]
pub enum Deed {
    /// Bans an account and its bots.
    Ban {
        /// The account to ban.
        whom: Whom,
        /// Duration of the ban.
        ban: Ban,
    },
    /// Lifts the ban on an account and its bots.
    Unban {
        /// The account to readmit.
        whom: Whom,
    },
    /// Sets a new password, and ends the sessions.
    ResetPassword {
        /// The account whose password is set.
        whom: Whom,
        /// Hash of the new password.
        hash: String,
    },
    /// Changes an account's name.
    Rename {
        /// The account to rename.
        whom: Whom,
        /// The name in display form.
        name: String,
        /// The name in comparison form.
        name_key: String,
    },
    /// Moves chips between an account and the mint or another account.
    Chips {
        /// The account that receives or gives them.
        whom: Whom,
        /// Number of chips to move.
        amount: Chips,
        /// Direction, as seen from the account.
        way: Way,
        /// The other party; `None` for the mint.
        other: Option<Whom>,
    },
    /// Deletes an account with its bots.
    Delete {
        /// The account to delete.
        whom: Whom,
    },
    /// Records that everything stored about an account was read.
    Export {
        /// The account that was exported.
        whom: Whom,
    },
    /// Mutes an account in the chat.
    Mute {
        /// The account to mute.
        whom: Whom,
        /// Duration of the mute.
        ban: Ban,
    },
    /// Lifts the mute of an account.
    Unmute {
        /// The account to unmute.
        whom: Whom,
    },
    /// Removes a remark from the chat.
    RemoveChat {
        /// Number of the chat line.
        line: u64,
    },
    /// Shows an announcement to all clients.
    Say {
        /// English text.
        en: String,
        /// French text.
        fr: String,
        /// End of the announcement.
        until: Timestamp,
    },
    /// Records an act at a table; the table itself performs it.
    Table {
        /// The table in question.
        table: TableId,
        /// The act at the table.
        deed: TableDeed,
    },
}

/// Direction of a movement of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the account in `whom`.
    Give,
    /// From the account in `whom`.
    Take,
}

poker_engine::coded! {
    /// An operator's act at a table.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TableDeed: code {
        /// Close the table after the current hand.
        Close = "close_table",
        /// Pause play.
        Pause = "pause_table",
        /// Resume play.
        Resume = "resume_table",
    }
}

/// A deed with its author and reason.
#[derive(Clone)]
pub struct OperatorOrder {
    /// Identifier of the request.
    pub id: String,
    /// Digest of the request, without secrets.
    pub request: [u8; 32],
    /// Person who gave the order.
    pub author: String,
    /// Reason for the order.
    pub reason: String,
    /// The act to carry out.
    pub deed: Deed,
}

/// A line of the trail.
#[derive(Clone, Debug, PartialEq)]
pub struct TrailLine {
    /// Number of the line, from 1.
    pub no: u64,
    /// Identifier of the request.
    pub id: String,
    /// Time of the act.
    pub at: Timestamp,
    /// Person who gave the order.
    pub author: String,
    /// Reason for the order.
    pub reason: String,
    /// The account concerned, with its current name.
    pub account: Option<(AccountId, String)>,
    /// The account on the other side of a transfer, with its current name.
    pub other: Option<(AccountId, String)>,
    /// The act: its `kind` and the fields that belong to it.
    pub act: Value,
    /// The outcome of the act.
    pub outcome: Value,
}

/// The result of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The line of the trail for this order.
    pub line: TrailLine,
    /// The accounts concerned: a person and the bots. Empty if the order had been carried out before.
    pub accounts: Vec<AccountId>,
    /// Set if the order had been carried out before; nothing was changed.
    pub repeated: bool,
}

/// The reasons for which an order is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderFault {
    /// The identifier was used for another order.
    #[error("the id was used for another act, which was carried out")]
    IdReused,
    /// Guests and programs have no password.
    #[error("guests and programs have no password")]
    NoPassword,
    /// The account is a house bot.
    #[error("house bots belong to the server: `--house-bots` sets their number")]
    House,
    /// There is no such line of the chat.
    #[error("no such line of the chat is kept")]
    NoLine,
}

/// A ban or mute imposed on an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanction {
    /// Time at which it was imposed.
    pub since: Timestamp,
    /// Duration of the ban or mute.
    pub ban: Ban,
    /// The reason, in the operator's words.
    pub reason: String,
}

/// An account as an operator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLine {
    /// The account itself.
    pub account: AccountRecord,
    /// Time at which the account ended, if it did.
    pub retired_at: Option<Timestamp>,
    /// `true` if an operator has deleted it.
    pub is_deleted: bool,
    /// Its chips that are not at a table.
    pub chips: Chips,
    /// Number of valid sessions.
    pub sessions: u64,
    /// The current ban, if any.
    pub ban: Option<Sanction>,
    /// The current mute, if any.
    pub mute: Option<Sanction>,
}

/// Filters of a search for accounts.
#[derive(Clone, Debug, Default)]
pub struct AccountSearch {
    /// Part of the name, in comparison form.
    pub name: Option<String>,
    /// Only accounts of this kind.
    pub kind: Option<AccountKind>,
    /// Set to find only accounts that are banned now.
    pub banned: bool,
    /// Continue after this account; accounts are ordered by creation.
    pub after: Option<AccountId>,
    /// Maximum number of lines, up to [`LINES_MAX`].
    pub limit: u32,
}

/// A stored remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Time of the remark.
    pub at: Timestamp,
    /// Table at which it was made.
    pub table: TableId,
    /// Account that made it.
    pub account: AccountId,
    /// Text of the remark.
    pub text: String,
}

/// A stored line of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Number of the line.
    pub no: u64,
    /// The remark itself.
    pub said: Said,
    /// The account's current name.
    pub name: String,
    /// `true` if an operator has removed it.
    pub is_removed: bool,
}

/// Filters of a search in the chat.
#[derive(Clone, Debug, Default)]
pub struct ChatSearch {
    /// Only remarks at this table.
    pub table: Option<TableId>,
    /// Only remarks by this account.
    pub account: Option<AccountId>,
    /// Only remarks made at this instant or later.
    pub since: Option<Timestamp>,
    /// Only lines before this number; the newest come first.
    pub before: Option<u64>,
    /// Maximum number of lines, up to [`LINES_MAX`].
    pub limit: u32,
}

/// An announcement to all clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeLine {
    /// Number of its line in the trail.
    pub no: u64,
    /// English text.
    pub en: String,
    /// French text.
    pub fr: String,
    /// End of the announcement.
    pub until: Timestamp,
}

/// A movement of an account's chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// Number of the transfer.
    pub no: u64,
    /// Time of the transfer.
    pub at: Timestamp,
    /// Chips received, negative if given.
    pub change: i64,
    /// The word for the reason.
    pub reason: String,
    /// The other party: `mint`, a table or a tournament; `player` for any other account.
    pub other: String,
    /// The hand that caused it, if any.
    pub hand_no: Option<u64>,
}

/// Acts of operators. A result is returned only once it is durable.
pub trait People: Send + Sync + 'static {
    /// Carries out an order and writes its line of the trail in the same transaction. A repeated `id` changes nothing
    /// and gets the first answer.
    fn carry_out(&self, order: OperatorOrder) -> BoxFuture<'_, Result<Done, StoreError>>;

    /// The line of the trail left by an order with this identifier and digest.
    ///
    /// # Errors
    /// [`OrderFault::IdReused`] if an order with another digest used the identifier.
    fn first_answer(&self, id: String, request: [u8; 32]) -> BoxFuture<'_, Result<Option<TrailLine>, StoreError>>;

    /// Lines of the trail, the newest first, optionally before a number and about an account.
    fn trail(
        &self,
        account: Option<AccountId>,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TrailLine>, StoreError>>;

    /// Searches the live accounts.
    fn find_accounts(&self, search: AccountSearch) -> BoxFuture<'_, Result<Vec<AccountLine>, StoreError>>;

    /// One account. By identifier, an account that is no longer live is found too.
    fn account_line(&self, whom: Whom) -> BoxFuture<'_, Result<Option<AccountLine>, StoreError>>;

    /// The accounts that are muted.
    fn chat_mutes(&self) -> BoxFuture<'_, Result<Vec<(AccountId, Ban)>, StoreError>>;

    /// The announcements to be shown now.
    fn notices(&self) -> BoxFuture<'_, Result<Vec<NoticeLine>, StoreError>>;

    /// Stores remarks, and deletes those that are too old or too many.
    fn keep_chat(&self, said: Vec<Said>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Searches the chat.
    fn chat(&self, search: ChatSearch) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>>;

    /// The movements of an account's chips, the newest first, before a number.
    fn ledger_of(
        &self,
        account: AccountId,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<LedgerLine>, StoreError>>;
}
