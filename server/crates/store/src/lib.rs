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
mod hands;
mod head;
mod journal;
mod ledger;
mod limits;
mod out_of_play;
mod ownership;
mod people;
mod personal;
mod push;
mod results;
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

use std::path::Path;

use futures_util::future::BoxFuture;
use poker_engine::Chips;
use tokio::sync::watch;

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
pub use gist::{ChipMoney, GistPlayer, HandGist, HandTerms, Marks};
pub use hands::{HandLinks, Hands};
pub use journal::{AppendError, DurableNotice, DurableSender, JournalHandle, StepError};
pub use ledger::Ledger;
pub use limits::{DayLimits, OwnLimit, OwnLimits};
pub use out_of_play::OutOfPlay;
pub use ownership::Ownership;
pub use people::{
    AccountLine, AccountSearch, Ban, ChatLine, ChatSearch, Deed, Done, LINES_MAX, LedgerLine, NoticeLine,
    OperatorOrder, OrderFault, People, Rulings, Said, Sanction, TableDeed, TrailLine, Way, Whom,
};
pub use personal::{EventResult, Note, NoteKept, Personal, Week, WeekResult};
pub use push::{Subscribed, Subscription, Subscriptions};
pub use results::Results;
pub use ring::{Before, KeyRing};
pub use seal::{Sealer, SecretKey};
pub use sqlite::{
    ArchivedHand, Contents, Copied, HandReader, Restored, Seals, SqliteStore, StoreOptions, acknowledge, adults,
    archived_hand, audit, copy_database, forget_key, is_locked, last_written, list_tables, officials, refuse_other_key,
    refuse_unfit, set_adult, set_official, settle_copy,
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

impl StoreError {
    /// Adds a remedy to the error of a damaged folder.
    #[must_use]
    pub fn advised(self, folder: &Path) -> Self {
        let folder = folder.display();
        match self {
            Self::Corrupt(what) => Self::Corrupt(format!(
                "{what}. The file is {folder}/poker.db, and stays as it is. `poker audit --data {folder}` tells all that is wrong with {folder}; restore the newest copy that was made \
                 before the damage, into an empty folder: `poker restore COPY`"
            )),
            other => other,
        }
    }
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
    Stopped(StoreError),
}

/// Tables, journals, the ledger and histories. A result is returned only once it is durable.
pub trait Store:
    Ownership
    + OutOfPlay
    + Ledger
    + Hands
    + HandLinks
    + Results
    + Accounts
    + People
    + Personal
    + Friends
    + Evenings
    + Flights
    + Clubs
    + Templates
    + Subscriptions
    + Witness
    + OwnLimits
{
    /// A handle through which tables queue their steps.
    fn journal(&self) -> JournalHandle;

    /// Reports when the store stops or temporarily cannot write.
    fn health(&self) -> watch::Receiver<StoreHealth>;

    /// Rereads everything and checks every journal's chain, every balance against its transfers, and the sum of all accounts.
    fn verify(&self) -> BoxFuture<'_, Result<VerifyReport, StoreError>>;

    /// Writes what is queued and stops. Later requests fail, even those that only read.
    fn close(&self) -> BoxFuture<'_, ()>;
}
