//! Everything that outlives the process: tables and tournaments with their journals, the ledger, finished hands, accounts.
//!
//! A tournament is stored in the same way as a table: it has a number from the same sequence, a journal, an epoch and
//! an account in the ledger. Whatever the store says about tables applies to tournaments as well.
//!
//! [`Store`] is the interface for the rest of the server, and [`SqliteStore`] implements it on a data folder. The tests
//! in the `suite` module apply to every implementation.
//!
//! The journal is written asynchronously: a table queues a [`Step`] through its [`JournalHandle`] and later reads a
//! [`DurableNotice`]. Steps of many tables share one transaction and one sync of the disk. A transfer of chips is in
//! the same transaction as the step that caused it.

mod accounts;
mod chain;
mod clock;
mod clubs;
mod evenings;
mod faucet;
mod flights;
mod folder;
mod friends;
mod gist;
mod head;
mod journal;
mod limits;
mod people;
mod personal;
mod push;
mod ring;
mod seal;
pub mod sqlite;
#[cfg(any(test, feature = "suite"))]
pub mod suite;
mod tally;
mod templates;
mod transfer;
mod trickle;
mod types;
mod version;
mod witness;

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryFutureExt};
use tokio::sync::watch;

use jiff::Timestamp;
use poker_engine::Chips;

use poker_base::network::Network;

pub use accounts::{
    AccountKind, AccountRecord, Accounts, AgeCheck, NamedAccount, NewAccount, NewSession, OfficialRole, Rotation,
    SessionId, SessionRecord, SessionSecret, TokenHash,
};
pub use chain::{HASH_BYTES, Hash};
pub use clock::WallClock;
pub use clubs::{
    CHANGES_MAX, CLUB_LINES_MAX, CLUBS_MAX, ClubAct, ClubDone, ClubHead, ClubPerson, ClubPlace, ClubRecord,
    ClubRefusal, ClubRemark, ClubRole, ClubSecret, Clubs, Door, EventTerms, PEOPLE_MAX, PLACES_MAX, ResultOf,
    SEASON_EVENTS_MAX, SEASON_RESULTS_MAX, SEASONS_MAX, SeasonChange, SeasonHead, SeasonRecord, SeasonResult,
    SeasonTerms,
};
pub use evenings::{Evening, Evenings, LastEvening};
pub use faucet::{FaucetLimits, MintLevel};
pub use flights::Flights;
pub use folder::free_bytes;
pub use folder::{DataFolder, KeyFile};
pub use friends::{FRIENDS_MAX, FriendRequestOutcome, Friends, QUESTIONS_MAX, Tie, Ties};
pub use gist::{GistPlayer, HandGist, HandTerms, Marks};
pub use journal::{AppendError, DurableNotice, DurableSender, JournalHandle, StepError};
pub use limits::{DayLimits, OwnLimit, OwnLimits};
pub use people::{
    AccountLine, AccountSearch, Ban, ChatLine, ChatSearch, Deed, Done, LINES_MAX, LedgerLine, NoticeLine,
    OperatorOrder, OrderFault, People, Rulings, Said, Sanction, TableDeed, TrailLine, Way, Whom,
};
pub use personal::{EventResult, Note, NoteKept, Personal, Week, WeekResult};
pub use push::{Subscribed, Subscription, Subscriptions};
pub use ring::{Before, KeyRing};
pub use seal::{Sealer, SecretKey};
pub use sqlite::{
    ArchivedHand, Contents, HandReader, Restored, Seals, SqliteStore, StoreOptions, acknowledge, adults, archived_hand,
    audit, copy_database, forget_key, is_locked, last_written, list_tables, officials, refuse_unfit, set_adult,
    set_official, settle_copy,
};
pub use tally::TallyHand;
pub use templates::{
    Announcement, DueEvent, Keeper, Occurrence, RECURRING_MAX, RecurringRecord, RecurringTerms, TEMPLATES_MAX,
    TemplateRecord, TemplateRefusal, TemplateTerms, Templates,
};
pub use transfer::{Transfer, TransferReason};
pub use trickle::{PIECE, Trickle};
pub use types::{
    AccountId, Answer, HandCursor, HandLine, HandRecord, HandView, JournalRow, KeepHands, LateAct, LedgerAccount,
    OpenedHand, OwnerKind, ParticipantRecord, ShareToken, SharedHand, Step, StepKind, StoredTable, TableCondition,
    TableId, TableInfo, TableLine, VerifyReport,
};
pub use witness::{
    ConnectionLine, ConnectionSearch, NetDigest, Noted, RecordEnd, RefusedAnswer, RefusedSearch, SERVER_ENDED,
    WITNESSED_MAX, Witness,
};

/// The reasons for which the store refuses or fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another server uses the data folder.
    #[error("another server{} uses the data folder", .0.as_ref().map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    Locked(Option<String>),
    /// The data folder, or a file in it, cannot be used.
    #[error("{0}")]
    Folder(String),
    /// A file that the folder must contain is missing, or is another one. Nothing was touched.
    #[error("{0}")]
    Lost(String),
    /// The database lacks data that was written to it, or that cannot be ruled out. Nothing was changed.
    #[error("{0}")]
    Behind(String),
    /// Stored data contradicts itself: a hash, a sum, a sealed text, or a schema newer than the program.
    #[error("the stored data is damaged: {0}")]
    Corrupt(String),
    /// A newer program has written the folder.
    #[error(
        "the data folder was written by {}, which is newer than this program ({ours}): start that version or a later \
         one. Nothing was changed", .by.as_deref().unwrap_or("a later version")
    )]
    Newer {
        /// The name of that program, if the folder records it.
        by: Option<String>,
        /// The name of this program.
        ours: String,
    },
    /// The key that sealed the folder's cards is missing, or another one is in its place.
    #[error("{0}")]
    SealKey(String),
    /// There is no such table or tournament, or it is closed.
    #[error("there is no open table or tournament {0}")]
    NoSuchTable(TableId),
    /// A table or tournament whose account holds chips cannot be closed.
    #[error("{0} still holds chips")]
    TableHoldsChips(LedgerAccount),
    /// The caller no longer owns the table or tournament.
    #[error("table or tournament {0} has a newer owner")]
    Fenced(TableId),
    /// There is no such account.
    #[error("there is no such account")]
    NoSuchAccount,
    /// The account's balance would become negative.
    #[error("not enough chips")]
    Insufficient,
    /// The faucet's daily limit is reached, for the account, its network or all accounts.
    #[error("no more than {left} chips are granted today")]
    DailyCap {
        /// Chips that can still be granted today.
        left: Chips,
    },
    /// The name is taken.
    #[error("the name is taken")]
    NameTaken,
    /// An operator's order was refused.
    #[error(transparent)]
    Order(#[from] OrderFault),
    /// An act in a club was refused.
    #[error(transparent)]
    Club(#[from] ClubRefusal),
    /// A change of templates or recurring events was refused.
    #[error(transparent)]
    Template(#[from] TemplateRefusal),
    /// The disk is full, or another program holds the database. Nothing was written, and the same request may succeed later.
    #[error("nothing can be written now: {0}")]
    Unavailable(String),
    /// The store has stopped after a fault whose outcome is unknown. The process must exit and recover.
    #[error("the store has stopped: {0}")]
    Stopped(String),
    /// The queue is full; the same request may succeed later.
    #[error("the store is overloaded")]
    Busy,
    /// The database refused; nothing was changed.
    #[error("the database refused: {0}")]
    Database(String),
}

/// The outcome of taking over a table or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Number of the table or tournament.
    pub id: TableId,
    /// A table or a tournament.
    pub kind: OwnerKind,
    /// The stored state, or the reason for which it cannot be taken over.
    pub stored: Result<StoredTable, StoreError>,
}

/// The state of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreHealth {
    /// Writing works.
    Ok,
    /// The last write failed because the disk is full or another program holds the database. Tables pause until a write succeeds again.
    Unavailable(String),
    /// The store will write nothing more in this process, because the outcome of a write is unknown. Exit and recover.
    Stopped(String),
}

/// Tables, journals, the ledger and histories. A result is returned only once it is durable.
pub trait Store:
    Accounts + People + Personal + Friends + Evenings + Flights + Clubs + Templates + Subscriptions + Witness + OwnLimits
{
    /// A handle through which tables queue their steps.
    fn journal(&self) -> JournalHandle;

    /// Reports when the store stops or temporarily cannot write.
    fn health(&self) -> watch::Receiver<StoreHealth>;

    /// Creates tables or tournaments owned by the caller, all or none, with epoch 1 and no steps. Each config is JSON
    /// that the store does not interpret; the numbers ascend in the order of the configs.
    fn create(&self, kind: OwnerKind, configs: Vec<String>) -> BoxFuture<'_, Result<Vec<StoredTable>, StoreError>>;

    /// Creates one table, as [`Store::create`] does.
    fn create_table(&self, config: String) -> BoxFuture<'_, Result<StoredTable, StoreError>> {
        let created = self.create(OwnerKind::Table, vec![config]);
        let only = |mut created: Vec<StoredTable>| created.pop().expect("one config makes one table");
        created.map_ok(only).boxed()
    }

    /// Lists the open tables and tournaments without changing their owners.
    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableInfo>, StoreError>>;

    /// Takes over a table: raises its epoch, so that its former owner can no longer write, and reads the steps since its last snapshot.
    fn claim_table(&self, table: TableId) -> BoxFuture<'_, Result<StoredTable, StoreError>>;

    /// Takes over all open tables and tournaments, as [`Store::claim_table`] does. One with a damaged journal is returned with its error.
    fn load_tables(&self) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>>;

    /// Closes a table or tournament of the caller permanently. Refused while its account holds chips.
    fn close_table(&self, table: TableId, epoch: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Records why a table could not be opened or was given up, or that it is open again. [`Store::load_tables`] clears these records.
    fn quarantine(&self, table: TableId, why: Option<String>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The quarantined tables and tournaments, by number.
    fn out_of_play(&self) -> BoxFuture<'_, Result<Vec<(TableId, OwnerKind)>, StoreError>>;

    /// The configuration with which a table was created, as its creator wrote it; `None` if there is no such table.
    fn table_config(&self, table: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// The sound part of some journals from their last snapshots on, without secrets. Steps may be missing. This reads
    /// all groups, once for all the tables requested.
    fn told_rows(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<BTreeMap<TableId, Vec<JournalRow>>, StoreError>>;

    /// The chips that each account has brought to a table and not taken away, or paid into a tournament and not
    /// recovered through prizes, bounties and refunds. Accounts with nothing left are omitted.
    fn brought(&self, table: TableId) -> BoxFuture<'_, Result<Vec<(AccountId, Chips)>, StoreError>>;

    /// Pays out the chips of a table or tournament to accounts and closes it permanently, regardless of its owner. The
    /// unused part of the house's contribution to a tournament's pool returns to the mint. Refused without any change
    /// unless the shares account for all chips. The evening of a table with chips of its own is stored with it.
    fn release_table(
        &self,
        table: TableId,
        shares: Vec<(AccountId, Chips)>,
        evening: Option<LastEvening>,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The hands that an account took part in, newest first; a page starts with the hand just older than `before`.
    fn hands_of(
        &self,
        account: AccountId,
        before: Option<HandCursor>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HandLine>, StoreError>>;

    /// A place in the histories that comes after every hand that ended before `at`, and after few others.
    fn place_of(&self, at: Timestamp) -> BoxFuture<'_, Result<HandCursor, StoreError>>;

    /// Creates a link to a hand, identified by `token`. If the same account already has a link that shows the same,
    /// that link's token is returned instead.
    fn share_hand(&self, share: SharedHand, token: ShareToken) -> BoxFuture<'_, Result<ShareToken, StoreError>>;

    /// Revokes an account's links to a hand, and returns their number.
    fn unshare_hand(&self, account: AccountId, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// The target of a link; `None` if there is no such link.
    fn shared_hand(&self, token: ShareToken) -> BoxFuture<'_, Result<Option<SharedHand>, StoreError>>;

    /// A finished hand with the private view of `viewer`; `None` if there is no such hand, or `viewer` took no part in
    /// it. Without a viewer, the public record.
    fn hand(
        &self,
        table: TableId,
        hand_no: u64,
        viewer: Option<AccountId>,
    ) -> BoxFuture<'_, Result<Option<HandView>, StoreError>>;

    /// A finished hand with the private views of all its players; `None` if there is no such hand. For officials, never for players.
    fn opened_hand(&self, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<Option<OpenedHand>, StoreError>>;

    /// An account's chips that are not at a table.
    fn balance(&self, account: AccountId) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// The chips that a table holds for its seats, or a tournament for its entrants.
    fn escrow(&self, table: TableId) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// Stores a tournament's result, replacing an earlier one. The body is JSON and the log one text per page; the
    /// store interprets neither.
    fn keep_result(&self, tournament: TableId, body: String, log: Vec<String>)
    -> BoxFuture<'_, Result<(), StoreError>>;

    /// The stored result of a tournament; `None` if there is none.
    fn result(&self, tournament: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// A page, counted from 0, of a tournament's stored log; `None` if there is no such page.
    fn result_log(&self, tournament: TableId, page: u32) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Adds an official's act in a tournament after its result was stored, as JSON that the store does not interpret. A
    /// repeated `request` of the account adds nothing.
    fn add_act(
        &self,
        tournament: TableId,
        account: AccountId,
        request: String,
        body: String,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// All acts added in this way, in order, each with its account and request.
    fn acts(&self, tournament: TableId) -> BoxFuture<'_, Result<Vec<LateAct>, StoreError>>;

    /// The answer to a request that moved chips, if it has been carried out.
    fn answer(&self, account: AccountId, request_id: String) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Grants play money to an account within the limits of the faucet; without an amount, all that they allow. Returns
    /// the new balance. A repeated `request_id` of the account grants nothing and returns the balance.
    fn top_up(
        &self,
        account: AccountId,
        network: Option<Network>,
        amount: Option<Chips>,
        request_id: Option<String>,
    ) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// The limits of the faucet.
    fn faucet(&self) -> FaucetLimits;

    /// The fill level of the mint.
    fn mint(&self) -> BoxFuture<'_, Result<MintLevel, StoreError>>;

    /// Rereads everything and checks every journal's chain, every balance against its transfers, and the sum of all accounts.
    fn verify(&self) -> BoxFuture<'_, Result<VerifyReport, StoreError>>;

    /// Writes what is queued and stops. Later requests fail, even those that only read.
    fn close(&self) -> BoxFuture<'_, ()>;
}
