//! Copies of a data folder, made beside a server that may be running on it, and folders made of copies.
//!
//! A copy is one transaction of the database, without its log: whatever was committed when it began, and nothing of what came
//! later. Keys are no part of it, so that nobody reads a card in it.

use std::fs::File;
use std::io;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};

use super::archive::{Access, Opened, connect, refuse_other_version};
use super::identity::NoSealer;
use super::{StoreOptions, identity, migrations, refused, refused_schema, settle, sums};
use crate::store::StoreError;
use crate::store::folder::{DATABASE, KeyFile, private_file};
use crate::store::head::{HeadFile, behind};
use crate::store::ring::KeyRing;

/// What is in a copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The program that wrote the folder last.
    pub program: String,
    /// When the latest entry was made.
    pub latest: Timestamp,
    /// Groups of the journal.
    pub groups: u64,
    /// Steps of all journals.
    pub steps: u64,
    /// Accounts of players, guests and bots included.
    pub accounts: u64,
    /// Hands that are kept.
    pub hands: u64,
}

/// Copies the database of a folder into another one, which is there and has none, with the head that belongs to it.
///
/// # Errors
/// When the folder has no database of this version, lacks what was written to it, or one of the two cannot be used.
pub async fn copy_database(folder: &Path, to: &Path) -> Result<Contents, StoreError> {
    let unusable = |error: io::Error| StoreError::Folder(format!("cannot use {}: {error}", to.display()));
    let target = to.join(DATABASE);
    // Made beforehand, for its owner alone: SQLite takes an empty file.
    private_file(&target).map_err(unusable)?;
    let mut opened = Opened::read(folder).await?;
    let copied = copy_into(opened.conn(), folder, &target).await;
    opened.close().await;
    copied?;
    File::open(&target).and_then(|file| file.sync_all()).map_err(unusable)?;
    let contents = finish_copy(to).await?;
    File::open(to).and_then(|folder| folder.sync_all()).map_err(unusable)?;
    Ok(contents)
}

async fn copy_into(conn: &mut SqliteConnection, folder: &Path, target: &Path) -> Result<(), StoreError> {
    refuse_other_version(conn, folder).await?;
    // A copy of what is behind would be sound, and hide the loss.
    // A server that runs goes on: what is compared is of one instant.
    let mut snapshot = conn.begin().await.map_err(refused)?;
    let lag = settle::lag(&mut snapshot, folder).await;
    snapshot.rollback().await.map_err(refused)?;
    if let Some(lag) = lag? {
        return Err(behind(folder, &lag));
    }
    vacuum_into(conn, target).await
}

/// Writes a database as one commit left it into an empty file.
pub(super) async fn vacuum_into(conn: &mut SqliteConnection, target: &Path) -> Result<(), StoreError> {
    let path = target.to_str().ok_or_else(|| {
        let message = format!("{} is no name in Unicode", target.display());
        StoreError::Folder(message)
    })?;
    sqlx::query("VACUUM INTO $1")
        .bind(path)
        .execute(conn)
        .await
        .map_err(refused)?;
    Ok(())
}

/// Notes how far the database of a copy is, and tells what is in it.
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

/// What a folder made of a copy is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What was in the copy.
    pub contents: Contents,
    /// How many sessions and bots' tokens ended.
    pub sessions: u64,
    /// The keys that were not there and are made anew.
    pub new_keys: Vec<KeyFile>,
}

/// Makes the database file of a copy, already in `folder`, one that a server may be started on: sessions of accounts with a
/// password and bots' tokens end, since some may have been ended after the copy was made. Guests, who have nothing else,
/// keep theirs. Keys that are not in the folder are made anew, but for the one that seals cards, which has to fit. `options` say
/// where that is, and which formats the program knows.
///
/// # Errors
/// When it is no database of ours, a newer program has written it, or the key that seals cards is missing or another one.
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
                "{path}: there is no such key. The cards of the copy are sealed: put the key of its folder there, or name it"
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
