//! The store on SQLite.
//!
//! One task writes, on one connection. Writes are queued, and everything in the queue becomes one transaction, so that
//! groups grow with the load. The steps of a group form one row. Readers have connections of their own and see what is
//! committed.

mod accounts;
mod adults;
mod archive;
mod backup;
mod ballast;
mod batch;
mod clubs;
mod columns;
mod evenings;
mod faucet;
mod fault;
mod flights;
mod friends;
pub mod group;
mod hands;
mod identity;
mod ledger;
mod limits;
mod lists;
mod migrations;
mod officials;
mod owners;
pub mod packing;
mod patience;
mod people;
mod personal;
mod posting;
mod push;
mod queue;
mod read;
mod recall;
mod release;
mod results;
mod rows;
mod settle;
mod sharing;
mod sums;
mod sweep;
mod tallies;
mod task;
mod templates;
#[cfg(test)]
mod tests;
mod verify;
mod witness;
mod writer;

pub use adults::{adults, set_adult};
pub use archive::{Seals, acknowledge, archived_hand, audit, is_locked, last_written, list_tables};
pub use backup::{Contents, Copied, Restored, copy_database, settle_copy};
pub use hands::{ArchivedHand, HandReader};
pub use identity::{forget_key, refuse_other_key, refuse_unfit};
pub use officials::{officials, set_official};

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Executor};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{oneshot, watch};

use self::archive::Untouched;
use self::fault::Fault;
use self::people::Erased;
use self::queue::{Job, JobSender, queue};
use self::sweep::Sweeper;
use self::task::{Task, TypedTask, WriteTx};
use self::writer::{STALL, Start, Writer};
use super::clock::WallClock;
use super::faucet::FaucetLimits;
use super::folder::{DATABASE, DataFolder, KeyFile, private_file};
use super::head::{HeadFile, behind};
use super::journal::{AppendError, JournalHandle};
use super::ring::KeyRing;
use super::seal::Sealer;
use super::{KeepHands, Store, StoreError, StoreHealth, VerifyReport};
use poker_base::idle::IdleSignal;

/// Number of reading connections.
const READERS: u32 = 3;

/// Time for which a statement waits for another program, such as a backup, to release the database.
const BUSY_TIMEOUT: Duration = Duration::from_secs(3);

/// Options for opening a data folder.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The program name recorded with written steps.
    pub program: &'static str,
    /// The newest format of steps that the caller writes and reads.
    pub format: u16,
    /// The file with the key that seals cards; `seal.key` in the folder if `None`.
    pub seal_key: Option<PathBuf>,
    /// The finished hands to keep.
    pub keep_hands: KeepHands,
    /// `true` to keep steps that no table needs any more.
    pub keep_journal: bool,
    /// Limits on granted play money.
    pub faucet: FaucetLimits,
    /// Set to start on a database even though it lacks data written to it.
    pub accept_loss: bool,
    /// The folder's other keys that the caller has; the folder records their fingerprints.
    pub keys: Vec<(KeyFile, KeyRing)>,
}

impl StoreOptions {
    /// The defaults for a program of this name, such as `0.1.0+1f2e3d4c`: its version, and a digest of its sources.
    pub fn of(program: &'static str) -> Self {
        Self {
            program,
            format: 1,
            seal_key: None,
            keep_hands: KeepHands::Forever,
            keep_journal: false,
            faucet: FaucetLimits::default(),
            accept_loss: false,
            keys: Vec::new(),
        }
    }
}

/// The store on a data folder.
#[derive(Debug)]
pub struct SqliteStore {
    jobs: JobSender,
    readers: SqlitePool,
    health: watch::Receiver<StoreHealth>,
    /// The key for sealed texts; a store that only reads may lack it.
    sealer: Option<Sealer>,
    clock: WallClock,
    faucet: FaucetLimits,
    /// Replacement names of deleted accounts.
    erased: Erased,
    /// Set in a store that only reads. It is cleaned up last.
    _left: Option<Untouched>,
}

impl SqliteStore {
    /// Opens the database of a data folder, creates it if it does not exist, and checks that the ledger adds up. `lull`
    /// is the one of the threads whose steps it will write.
    ///
    /// # Errors
    /// When the files cannot be used, a newer program has written them, the key that sealed them is missing, or the ledger is damaged.
    pub async fn open(
        folder: DataFolder,
        clock: WallClock,
        lull: IdleSignal,
        options: StoreOptions,
    ) -> Result<Self, StoreError> {
        Self::open_with(folder, clock, lull, options, STALL).await
    }

    async fn open_with(
        mut folder: DataFolder,
        clock: WallClock,
        lull: IdleSignal,
        store_options: StoreOptions,
        stall: Duration,
    ) -> Result<Self, StoreError> {
        let path = folder.path().join(DATABASE);
        private_file(&path).map_err(|error| StoreError::Folder(format!("cannot use {}: {error}", path.display())))?;
        let options = SqliteConnectOptions::new()
            .filename(&path)
            // A group of steps takes some ten to twenty kilobytes: this page size halves the pages to write and hardly adds bytes.
            .page_size(8192)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            .foreign_keys(true)
            // Checkpoints run in parallel with the writer, see `writer`.
            .pragma("wal_autocheckpoint", "0")
            // Anything above this is released when the log starts over, and all of it in a lull.
            .pragma("journal_size_limit", "33554432")
            // Some systems have no writable folder for temporary files.
            .pragma("temp_store", "MEMORY")
            .pragma("cell_size_check", "ON")
            .pragma("trusted_schema", "OFF")
            .disable_statement_logging();

        // On a bare connection, `run` returns a future that cannot be sent to another task.
        let migrating = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options.clone())
            .await
            .map_err(refused)?;
        let upgraded = async {
            let mut asked = migrating.acquire().await.map_err(refused)?;
            identity::refuse_unreadable(&mut asked, folder.path(), &store_options).await?;
            drop(asked);
            migrations::upgrade(&migrating, folder.path(), &migrations::all()).await
        };
        let upgraded = upgraded.await;
        // The next process to open a refused folder must find it unused.
        migrating.close().await;
        upgraded?;
        let mut writing = options.connect().await.map_err(refused)?;
        let own_key = || folder.path().join("seal.key");
        let key_path = store_options.seal_key.clone().unwrap_or_else(own_key);
        let sealer = identity::sealer(&mut writing, &key_path).await?;
        identity::refuse_other_keys(&mut writing, folder.path(), &store_options.keys).await?;
        identity::sign(&mut writing, &store_options, &sealer).await?;
        settle_all(&mut writing).await.map_err(StoreError::from)?;
        if let Some(lag) = settle::lag(&mut writing, folder.path()).await? {
            if !store_options.accept_loss {
                return Err(behind(folder.path(), &lag));
            }
            tracing::warn!(lag, "the loss is accepted");
        }
        check_ledger(&mut writing).await?;
        let head = settle::head(&mut writing).await.map_err(StoreError::from)?;
        let unnoted = |error| StoreError::Folder(format!("cannot use {}: {error}", folder.path().display()));
        let head_file = HeadFile::open(folder.path()).map_err(unnoted)?;
        head_file.note(&head).and_then(|()| head_file.sync()).map_err(unnoted)?;
        identity::note_head(&mut writing).await?;
        folder.finish()?;
        let checkpointing = options.connect().await.map_err(refused)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.read_only(true))
            .await
            .map_err(refused)?;

        let erased = Erased::read(&mut writing).await?;
        let (jobs, queue) = queue();
        let (health_tx, health) = watch::channel(StoreHealth::Ok);
        Writer::start(Start {
            conn: writing,
            checkpoints: checkpointing,
            queue,
            health: health_tx,
            program: store_options.program,
            sweeper: Sweeper::new(store_options.keep_hands, store_options.keep_journal),
            sealer: sealer.clone(),
            clock: clock.clone(),
            faucet: store_options.faucet,
            folder,
            stall,
            lull,
            head,
            head_file,
        });
        Ok(Self {
            jobs,
            readers,
            health,
            sealer: Some(sealer),
            clock,
            faucet: store_options.faucet,
            erased,
            _left: None,
        })
    }

    /// Opens a folder that no server uses, to read it and leave every byte as it was. All writes are refused.
    ///
    /// # Errors
    /// When there is no database of this version in the folder, it cannot be read, or the key is another one.
    pub async fn look(folder: &Path, clock: WallClock, seal_key: Option<&Path>) -> Result<Self, StoreError> {
        let left = Untouched::find(folder)?;
        let pool = SqlitePoolOptions::new().max_connections(READERS);
        let readers = pool.connect_with(left.options()).await.map_err(refused)?;
        let known = async {
            let mut conn = readers.acquire().await.map_err(refused)?;
            archive::refuse_other_version(&mut conn, folder).await?;
            let own_key = folder.join("seal.key");
            let sealer = identity::known_sealer(&mut conn, seal_key.unwrap_or(&own_key)).await?;
            Ok((sealer.ok(), Erased::read(&mut conn).await?))
        };
        let known: Result<_, StoreError> = known.await;
        if known.is_err() {
            readers.close().await;
        }
        let (sealer, erased) = known?;
        let (jobs, _) = queue();
        let (_, health) = watch::channel(StoreHealth::Ok);
        Ok(Self {
            jobs,
            readers,
            health,
            sealer,
            clock,
            faucet: FaucetLimits::default(),
            erased,
            _left: Some(left),
        })
    }

    /// The key for sealed texts.
    ///
    /// # Errors
    /// [`StoreError::SealKey`] when the store only reads, and has found no key.
    fn sealer(&self) -> Result<&Sealer, StoreError> {
        self.sealer.as_ref().ok_or_else(|| {
            let message =
                "the cards are sealed, and their key is not here, or others may read it: name it with --seal-key FILE";
            StoreError::SealKey(message.to_owned())
        })
    }

    /// Refuses a store that cannot open sealed texts.
    ///
    /// # Errors
    /// [`StoreError::SealKey`].
    pub fn refuse_sealed(&self) -> Result<(), StoreError> {
        self.sealer().map(drop)
    }

    /// Runs a write between steps, in the same transactions. It may be run twice, in which case the first run has no effect.
    async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + Sync + 'static,
        F: for<'a> FnMut(&'a mut WriteTx<'_>) -> BoxFuture<'a, Result<T, Fault>> + Send + Sync + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let task: Box<dyn Task> = Box::new(TypedTask::new(work, reply));
        self.jobs.try_send(Job::Task(task)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => closed(),
        })?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }

    async fn reader(&self) -> Result<sqlx::pool::PoolConnection<sqlx::Sqlite>, StoreError> {
        self.readers.acquire().await.map_err(refused)
    }
}

impl Store for SqliteStore {
    fn journal(&self) -> JournalHandle {
        let jobs = self.jobs.clone();
        JournalHandle::new(move |step, done| {
            jobs.try_send(Job::Step(step, done)).map_err(|error| match error {
                TrySendError::Full(Job::Step(step, _)) => AppendError::Full(step),
                TrySendError::Full(_) | TrySendError::Closed(_) => AppendError::Closed,
            })
        })
    }

    fn health(&self) -> watch::Receiver<StoreHealth> {
        self.health.clone()
    }

    fn verify(&self) -> BoxFuture<'_, Result<VerifyReport, StoreError>> {
        async move { verify::everything(&mut *self.reader().await?).await }.boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {
            // The last checkpoint waits for readers.
            self.readers.close().await;
            let (reply, closed) = oneshot::channel();
            if self.jobs.send(Job::Close(reply)).await {
                // An error means that the writer is gone, which is what was requested.
                let _ = closed.await;
            }
        }
        .boxed()
    }
}

/// Checks the balances against the transfers since the last check. Only an audit checks the earlier ones.
async fn check_ledger(conn: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = conn.begin().await.map_err(refused)?;
    if let Some(fault) = verify::check_ledger(&mut transaction).await?.faults.first() {
        return Err(StoreError::Corrupt(fault.clone()));
    }
    transaction.commit().await.map_err(refused)
}

/// Records what so far only the last groups show, such as the ends of some journals after a crash.
async fn settle_all(conn: &mut SqliteConnection) -> Result<(), Fault> {
    conn.execute("BEGIN IMMEDIATE").await?;
    settle::settle(conn).await?;
    sums::renew(conn).await?;
    conn.execute("COMMIT").await?;
    Ok(())
}

fn closed() -> StoreError {
    StoreError::Stopped("it was closed".to_owned())
}

/// A schema that does not match is damage; a disk that accepts no writes is not.
fn refused_schema(error: MigrateError) -> StoreError {
    let damage = StoreError::Corrupt(format!("the schema: {error}"));
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            let fault = Fault::from(error);
            if fault.ends_transaction() { fault.into() } else { damage }
        }
        _ => damage,
    }
}

/// Converts an error outside the writer, where nothing can be half done.
fn refused(error: sqlx::Error) -> StoreError {
    Fault::from(error).into()
}
