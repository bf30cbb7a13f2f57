//! What outlives the process: tables and tournaments with their journals, the ledger, finished hands, accounts.
//!
//! A tournament is stored as a table is: it has a number of the same sequence, a journal, an epoch and an account of the
//! ledger. What the store says of tables holds for tournaments, too.
//!
//! [`Store`] is what the rest of the server knows, [`SqliteStore`] its implementation on a data folder. The tests of the
//! `suite` module hold for every implementation.
//!
//! The journal is written without waiting: a table queues a [`Step`] through its [`JournalHandle`] and later reads a
//! [`DurableNotice`]. Steps of many tables share one transaction and one sync of the disk. What moves chips is in the
//! same transaction as the step that caused it.

mod accounts;
mod chain;
mod clock;
mod faucet;
mod folder;
mod friends;
mod gist;
mod head;
mod journal;
mod people;
mod personal;
mod program;
mod push;
mod ring;
mod seal;
mod sqlite;
#[cfg(test)]
pub(crate) mod suite;
mod tally;
mod transfer;
mod types;
mod witness;

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryFutureExt};
use tokio::sync::watch;

use jiff::Timestamp;
use poker_engine::Chips;

use crate::network::Network;

pub use accounts::{
    AccountKind, AccountRecord, Accounts, AgeCheck, NamedAccount, NewAccount, NewSession, OfficialRole, Rotation,
    SessionId, SessionRecord, SessionSecret, TokenHash,
};
pub use clock::WallClock;
pub use faucet::{FaucetLimits, MintLevel};
pub(crate) use folder::free_bytes;
pub use folder::{DataFolder, KeyFile};
pub use friends::{Asked, FRIENDS_MAX, Friends, QUESTIONS_MAX, Tie, Ties};
pub use gist::{GistPlayer, HandGist, HandTerms, Marks};
pub use journal::{AppendError, DurableNotice, DurableSender, JournalHandle, StepError};
pub use people::{
    AccountLine, AccountSearch, Ban, ChatLine, ChatSearch, Deed, Done, LINES_MAX, LedgerLine, NoticeLine, Order,
    OrderFault, People, Said, Sanction, TableDeed, TrailLine, Way, Whom,
};
pub use personal::{EventResult, Note, NoteKept, Personal, Week, WeekResult};
pub use program::PROGRAM;
pub use push::{Subscribed, Subscription, Subscriptions};
pub use ring::{Before, KeyRing};
pub use seal::SecretKey;
pub(crate) use sqlite::fuzz;
pub use sqlite::{
    ArchivedHand, Contents, HandReader, Restored, Seals, SqliteStore, StoreOptions, acknowledge, adults, archived_hand,
    audit, copy_database, forget_key, is_locked, last_written, list_tables, officials, refuse_unfit, set_adult,
    set_official, settle_copy,
};
pub use tally::TallyHand;
pub use transfer::{Transfer, TransferReason};
pub use types::{
    AccountId, Answer, CommitWatch, HandCursor, HandLine, HandRecord, HandView, JournalRow, KeepHands, LateAct,
    LedgerAccount, OpenedHand, OwnerKind, ParticipantRecord, ShareToken, SharedHand, Step, StepKind, StoredTable,
    TableCondition, TableId, TableInfo, TableLine, VerifyReport, Written,
};
pub use witness::{
    ConnectionLine, ConnectionSearch, NetDigest, Noted, RecordEnd, RefusedAnswer, RefusedSearch, SERVER_ENDED,
    WITNESSED_MAX, Witness,
};

/// Why the store could not do what it was asked to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another server uses the data folder.
    #[error("another server{} uses the data folder", .0.as_ref().map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    Locked(Option<String>),
    /// The data folder or a file in it cannot be used.
    #[error("{0}")]
    Folder(String),
    /// What the folder must hold is not there, or something else is in its place. Nothing was touched.
    #[error("{0}")]
    Lost(String),
    /// The database lacks what was written to it, or nobody can tell. Nothing was changed.
    #[error("{0}")]
    Behind(String),
    /// What was read contradicts itself: a hash, a sum, a sealed text, a schema that is newer than the program.
    #[error("the stored data is damaged: {0}")]
    Corrupt(String),
    /// A newer program has written the folder.
    #[error(
        "the data folder was written by {}, which is newer than this program ({ours}): start that version or a later \
         one. Nothing was changed", .by.as_deref().unwrap_or("a later version")
    )]
    Newer {
        /// The name of that program, if the folder tells it.
        by: Option<String>,
        /// The name of this one.
        ours: String,
    },
    /// The key that has sealed the folder's cards is missing, or another one is in its place.
    #[error("{0}")]
    SealKey(String),
    /// There is no such table or tournament, or it is closed.
    #[error("there is no open table or tournament {0}")]
    NoSuchTable(TableId),
    /// A table or tournament with chips in its account cannot be closed.
    #[error("{0} still holds chips")]
    TableHoldsChips(LedgerAccount),
    /// The caller no longer owns the table or tournament.
    #[error("table or tournament {0} has a newer owner")]
    Fenced(TableId),
    /// There is no such account.
    #[error("there is no such account")]
    NoSuchAccount,
    /// The account would have fewer than no chips.
    #[error("not enough chips")]
    Insufficient,
    /// The faucet gives no more today, for the account, its network or anybody.
    #[error("no more than {left} chips are granted today")]
    DailyCap {
        /// What can still be granted today.
        left: Chips,
    },
    /// The name belongs to somebody.
    #[error("the name is taken")]
    NameTaken,
    /// What an operator asked for was refused.
    #[error(transparent)]
    Order(#[from] OrderFault),
    /// The disk is full, or another program holds the database: nothing was written, and the same request may succeed
    /// later.
    #[error("nothing can be written now: {0}")]
    Unavailable(String),
    /// The store has stopped after a fault whose outcome is unknown. The process has to end and recover.
    #[error("the store has stopped: {0}")]
    Stopped(String),
    /// Too much is queued; the same request may succeed later.
    #[error("the store has too much to do")]
    Busy,
    /// The database refused; nothing was changed.
    #[error("the database refused: {0}")]
    Database(String),
}

/// A table or tournament that was to be taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Which.
    pub id: TableId,
    /// Which of the two.
    pub kind: OwnerKind,
    /// What is stored of it, or why it cannot be taken over.
    pub stored: Result<StoredTable, StoreError>,
}

/// How the store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreHealth {
    /// It writes.
    Ok,
    /// Nothing could be written at the last attempt, because the disk is full or another program holds the database.
    /// Tables pause until a write succeeds again.
    Unavailable(String),
    /// It will never write again in this process: the outcome of a write is unknown. End the process and recover.
    Stopped(String),
}

/// Tables, journal, ledger and history. What a method returns is durable.
pub trait Store: Accounts + People + Personal + Friends + Subscriptions + Witness {
    /// A handle through which tables queue their steps.
    fn journal(&self) -> JournalHandle;

    /// Tells when the store stops or cannot write for the moment.
    fn health(&self) -> watch::Receiver<StoreHealth>;

    /// New tables or tournaments owned by the caller, all or none: epoch 1, no steps. Each config is JSON that the store only
    /// keeps; the numbers ascend in the order of the configs.
    fn create(&self, kind: OwnerKind, configs: Vec<String>) -> BoxFuture<'_, Result<Vec<StoredTable>, StoreError>>;

    /// One new table.
    fn create_table(&self, config: String) -> BoxFuture<'_, Result<StoredTable, StoreError>> {
        let created = self.create(OwnerKind::Table, vec![config]);
        let only = |mut created: Vec<StoredTable>| created.pop().expect("one config makes one table");
        created.map_ok(only).boxed()
    }

    /// The open tables and tournaments, without touching who owns them.
    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableInfo>, StoreError>>;

    /// Takes a table over: raises its epoch, so that its former owner can no longer write, and reads the steps since its
    /// last snapshot.
    fn claim_table(&self, table: TableId) -> BoxFuture<'_, Result<StoredTable, StoreError>>;

    /// Takes all open tables and tournaments over, as [`Store::claim_table`] does. One whose journal is damaged comes with its
    /// error.
    fn load_tables(&self) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>>;

    /// Closes a table or tournament of the caller for ever. Refused while its account holds chips.
    fn close_table(&self, table: TableId, epoch: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Notes why a table could not be opened or was given up, or that it is open again. [`Store::load_tables`] forgets what
    /// was noted.
    fn quarantine(&self, table: TableId, why: Option<String>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The tables and tournaments that are quarantined, in the order of their numbers.
    fn out_of_play(&self) -> BoxFuture<'_, Result<Vec<(TableId, OwnerKind)>, StoreError>>;

    /// What was asked for when a table was created, as its creator wrote it. `None` if there is no such table.
    fn table_config(&self, table: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// What is left of some journals from their last snapshots on, as far as it is sound, without its secrets. Steps may be
    /// missing. Goes through all groups, once for all that are asked for.
    fn told_rows(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<BTreeMap<TableId, Vec<JournalRow>>, StoreError>>;

    /// The chips that each account has brought to a table and not taken away, or paid to a tournament and not got back in
    /// prizes, bounties and refunds, as far as that is more than nothing.
    fn brought(&self, table: TableId) -> BoxFuture<'_, Result<Vec<(AccountId, Chips)>, StoreError>>;

    /// Pays the chips of a table or tournament out to accounts and closes it for ever, regardless of its owner. What the house
    /// put into a tournament's pool and is left goes back to the mint. Refused, with nothing changed, unless these are all
    /// its chips.
    fn release_table(&self, table: TableId, shares: Vec<(AccountId, Chips)>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The hands that an account took part in, newest first, from behind `before` on.
    fn hands_of(
        &self,
        account: AccountId,
        before: Option<HandCursor>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HandLine>, StoreError>>;

    /// A place in histories before which all hands ended that ended before `at`, and few others.
    fn place_of(&self, at: Timestamp) -> BoxFuture<'_, Result<HandCursor, StoreError>>;

    /// Makes a link to a hand, which is known by `token`; if there is one of the same account that shows the same, that one's
    /// token is given.
    fn share_hand(&self, share: SharedHand, token: ShareToken) -> BoxFuture<'_, Result<ShareToken, StoreError>>;

    /// Takes an account's links to a hand back; tells how many there were.
    fn unshare_hand(&self, account: AccountId, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// What a link leads to; `None` if there is no such link.
    fn shared_hand(&self, token: ShareToken) -> BoxFuture<'_, Result<Option<SharedHand>, StoreError>>;

    /// A finished hand with what `viewer` alone knew of it; `None` if there is no such hand, or it is not `viewer`'s.
    /// Without a viewer, the public record.
    fn hand(
        &self,
        table: TableId,
        hand_no: u64,
        viewer: Option<AccountId>,
    ) -> BoxFuture<'_, Result<Option<HandView>, StoreError>>;

    /// A finished hand with what each of its players alone knew of it; `None` if there is no such hand. For officials, never for
    /// players.
    fn opened_hand(&self, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<Option<OpenedHand>, StoreError>>;

    /// An account's chips outside tables.
    fn balance(&self, account: AccountId) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// The chips that a table holds for its seats, or a tournament for its entrants.
    fn escrow(&self, table: TableId) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// Keeps what came of a tournament, in place of what was kept of it before. The body is JSON, the log a text a page: the store
    /// only keeps both.
    fn keep_result(&self, tournament: TableId, body: String, log: Vec<String>)
    -> BoxFuture<'_, Result<(), StoreError>>;

    /// What was kept of a tournament; `None` if nothing was.
    fn result(&self, tournament: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// A page of the log of a tournament that was kept, from 0; `None` if there is no such page.
    fn result_log(&self, tournament: TableId, page: u32) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Adds to what officials did in a tournament after its result was kept: JSON that the store only keeps. A repeated `request` of
    /// the account adds nothing.
    fn add_act(
        &self,
        tournament: TableId,
        account: AccountId,
        request: String,
        body: String,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// All of that, in order, each with the account and the request.
    fn acts(&self, tournament: TableId) -> BoxFuture<'_, Result<Vec<LateAct>, StoreError>>;

    /// What was answered to a request that moved chips, if it was carried out before.
    fn answer(&self, account: AccountId, request_id: String) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Grants play money to an account, within the limits of the faucet; without an amount, all that they leave. Returns
    /// the new balance. A repeated `request_id` of the account grants nothing and returns the balance.
    fn top_up(
        &self,
        account: AccountId,
        network: Option<Network>,
        amount: Option<Chips>,
        request_id: Option<String>,
    ) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// How much the faucet gives.
    fn faucet(&self) -> FaucetLimits;

    /// How full the mint is.
    fn mint(&self) -> BoxFuture<'_, Result<MintLevel, StoreError>>;

    /// Reads everything again: every journal's chain, every balance against its transfers, the sum of all accounts.
    fn verify(&self) -> BoxFuture<'_, Result<VerifyReport, StoreError>>;

    /// Writes what is queued and stops. What is asked later fails, and so does what is only read.
    fn close(&self) -> BoxFuture<'_, ()>;
}
