//! Copies of a data folder, made while a server may be running on it, and folders restored from copies.
//!
//! A copy is one transaction of the database, without its log: everything committed when it began, and nothing later.
//! Keys are not part of it, so no card can be read from it.

use std::fs::File;
use std::io;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};

use super::archive::{Access, Opened, connect, refuse_other_version};
use super::identity::NoSealer;
use super::{StoreOptions, identity, migrations, refused, refused_schema, settle, sums, verify};
use crate::StoreError;
use crate::folder::{DATABASE, KeyFile, private_file};
use crate::head::{HeadFile, behind};
use crate::ring::KeyRing;
use crate::trickle::Trickle;

/// Steps of SQLite's machine, some four a row, between two looks at the size of a copy in the making.
const STEPS_BETWEEN_LOOKS: i32 = 100;

/// The contents of a copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The program that wrote the folder last.
    pub program: String,
    /// Time of the latest entry.
    pub latest: Timestamp,
    /// Groups in the journal.
    pub groups: u64,
    /// Steps in all journals.
    pub steps: u64,
    /// Player accounts, including guests and bots.
    pub accounts: u64,
    /// Stored hands.
    pub hands: u64,
}

/// A copy of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Contents of the copy.
    pub contents: Contents,
    /// The faults of the original that a copy does not show, as an audit of the original reports them.
    pub faults: Vec<String>,
}

/// Copies the database of a folder into another existing folder without one, together with its head.
///
/// # Errors
/// When the folder has no database of this version, lacks data that was written to it, or one of the two cannot be used.
pub async fn copy_database(folder: &Path, to: &Path) -> Result<Copied, StoreError> {
    let unusable = |error: io::Error| StoreError::Folder(format!("cannot use {}: {error}", to.display()));
    let target = to.join(DATABASE);
    // Created in advance, accessible to its owner alone: SQLite accepts an empty file.
    private_file(&target).map_err(unusable)?;
    let mut opened = Opened::read(folder).await?;
    let copied = copy_into(opened.conn(), folder, &target).await;
    opened.close().await;
    let faults = copied?;
    File::open(&target).and_then(|file| file.sync_all()).map_err(unusable)?;
    let contents = finish_copy(to).await?;
    File::open(to).and_then(|folder| folder.sync_all()).map_err(unusable)?;
    Ok(Copied { contents, faults })
}

/// Copies the database, and returns the faults that the copy does not show.
async fn copy_into(conn: &mut SqliteConnection, folder: &Path, target: &Path) -> Result<Vec<String>, StoreError> {
    refuse_other_version(conn, folder).await?;
    // A copy of a database that is behind would look sound and hide the loss. A running server goes on writing, so both
    // sides are compared at one instant.
    let mut snapshot = conn.begin().await.map_err(refused)?;
    let lag = settle::lag(&mut snapshot, folder).await;
    let detour = settle::detour(&mut snapshot, folder).await;
    snapshot.rollback().await.map_err(refused)?;
    if let Some(lag) = lag? {
        return Err(behind(folder, &lag));
    }
    let mut faults = verify::structure(conn).await?;
    // If a damaged journal prevents this check, the damage itself is in the copy.
    faults.extend(detour.ok().flatten());
    vacuum_gently(conn, target).await?;
    Ok(faults)
}

/// Writes the state of a database as of one commit into an empty file, as [`vacuum_into`] does, but piece by piece: it holds up
/// no commit of a server on the same disk.
async fn vacuum_gently(conn: &mut SqliteConnection, target: &Path) -> Result<(), StoreError> {
    let unusable = |error| StoreError::Folder(format!("cannot use {}: {error}", target.display()));
    let mut trickle = Trickle::of(File::open(target).map_err(unusable)?);
    conn.lock_handle()
        .await
        .map_err(refused)?
        .set_progress_handler(STEPS_BETWEEN_LOOKS, move || {
            // A fault of the disk shows when the whole copy is synced.
            let _ = trickle.ease();
            true
        });
    let copied = vacuum_into(conn, target).await;
    conn.lock_handle().await.map_err(refused)?.remove_progress_handler();
    copied
}

/// Writes the state of a database as of one commit into an empty file, as fast as it can.
pub(super) async fn vacuum_into(conn: &mut SqliteConnection, target: &Path) -> Result<(), StoreError> {
    let path = target.to_str().ok_or_else(|| {
        let message = format!("{} is not a Unicode name", target.display());
        StoreError::Folder(message)
    })?;
    sqlx::query("VACUUM INTO $1")
        .bind(path)
        .execute(conn)
        .await
        .map_err(refused)?;
    Ok(())
}

/// Records the progress of a copied database, and returns its contents.
async fn finish_copy(folder: &Path) -> Result<Contents, StoreError> {
    let mut conn = connect(folder, Access::Read).await?;
    let contents = note_head(&mut conn, folder).await;
    conn.close().await.map_err(refused)?;
    contents
}

async fn note_head(conn: &mut SqliteConnection, folder: &Path) -> Result<Contents, StoreError> {
    let unusable = |error: io::Error| StoreError::Folder(format!("cannot use {}: {error}", folder.display()));
    let head = settle::head(conn).await.map_err(StoreError::from)?;
    let file = HeadFile::open(folder).map_err(unusable)?;
    file.note(&head).and_then(|()| file.sync()).map_err(unusable)?;
    let (program, accounts, hands): (String, i64, i64) =
        sqlx::query_as("SELECT program, (SELECT count(*) FROM account), (SELECT count(*) FROM hand) FROM folder")
            .fetch_one(conn)
            .await
            .map_err(refused)?;
    Ok(Contents {
        program,
        latest: head.at,
        groups: head.groups,
        steps: head.steps,
        accounts: accounts.cast_unsigned(),
        hands: hands.cast_unsigned(),
    })
}

/// The result of restoring a folder from a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Contents of the copy.
    pub contents: Contents,
    /// Number of sessions and bot tokens ended.
    pub sessions: u64,
    /// Keys that were missing and have been created.
    pub new_keys: Vec<KeyFile>,
}

/// Prepares the database file of a copy, already in `folder`, for a server to start on. Sessions of accounts with a
/// password and bot tokens are ended, because some may have been revoked after the copy was made; guests keep theirs,
/// since they have nothing else. Missing keys are created, except the one that seals cards, which must match. `options`
/// say where that key is, and which formats the program supports.
///
/// # Errors
/// When it is not a database of ours, a newer program has written it, or the key that seals cards is missing or another one.
pub async fn settle_copy(folder: &Path, options: &StoreOptions) -> Result<Restored, StoreError> {
    let unusable = |error: io::Error| StoreError::Folder(error.to_string());
    let mut conn = connect(folder, Access::Write).await?;
    identity::refuse_unreadable(&mut conn, folder, options).await?;
    migrations::all().run(&mut conn).await.map_err(refused_schema)?;
    let own = folder.join("seal.key");
    let seal_key = options.seal_key.as_deref().unwrap_or(&own);
    if let Err(why) = identity::known_sealer(&mut conn, seal_key).await? {
        let path = seal_key.display();
        return Err(StoreError::SealKey(match why {
            NoSealer::Missing => format!(
                "{path}: there is no such key. The cards of the copy are sealed: name the folder that `poker keys export` wrote \
                 with --keys, or the key itself with --seal-key"
            ),
            NoSealer::Exposed => format!("{path}: others than its owner may use this key; `chmod 600` it"),
        }));
    }
    conn.execute("BEGIN IMMEDIATE").await.map_err(refused)?;
    let ended = sqlx::query(
        "UPDATE session SET revoked_at = $1
         WHERE revoked_at IS NULL AND account IN (SELECT id FROM account WHERE kind <> 'guest')",
    )
    .bind(Timestamp::now().as_millisecond())
    .execute(&mut conn)
    .await
    .map_err(refused)?;
    sums::renew(&mut conn).await?;
    conn.execute("COMMIT").await.map_err(refused)?;
    let mut new_keys = Vec::new();
    for key in KeyFile::ALL {
        let path = folder.join(key.name());
        if KeyRing::load(&path).map_err(unusable)?.is_none() {
            identity::forget_key_on(&mut conn, key).await?;
            KeyRing::load_or_create(&path).map_err(unusable)?;
            new_keys.push(key);
        }
    }
    let contents = note_head(&mut conn, folder).await?;
    conn.close().await.map_err(refused)?;
    File::open(folder.join(DATABASE))
        .and_then(|file| file.sync_all())
        .map_err(unusable)?;
    Ok(Restored {
        contents,
        sessions: ended.rows_affected(),
        new_keys,
    })
}
