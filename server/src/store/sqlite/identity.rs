//! What a folder says of itself: who wrote it, and with which key.

use std::io::ErrorKind;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row};

use super::archive::{Access, Opened, connect};
use super::columns::number;
use super::{StoreOptions, group, migrations, refused, settle, sums};
use crate::store::StoreError;
use crate::store::chain::Hash;
use crate::store::folder::{DATABASE, KeyFile, Standing, lost, survey};
use crate::store::head::{behind, hex};
use crate::store::program;
use crate::store::seal::{Place, Sealer, SecretKey};
use crate::store::types::TableId;

/// So many sealed texts are tried on a key of which the folder has no fingerprint.
const SAMPLES: i64 = 64;

/// Refuses a folder that a server cannot be started on, and touches nothing: one that has lost its database or a key, whose
/// database is another program's, or that a newer program has written. A new folder is fine.
///
/// # Errors
/// [`StoreError::Lost`], [`StoreError::SealKey`] or [`StoreError::Newer`]; [`StoreError::Folder`] when it cannot be read.
pub async fn refuse_unfit(folder: &Path, options: &StoreOptions) -> Result<(), StoreError> {
    if survey(folder)? == Standing::New {
        return Ok(());
    }
    // The log stays unread: to read it is to write its index. What is asked here is in the database since its first start.
    let immutable = SqliteConnectOptions::new()
        .filename(folder.join(DATABASE))
        .read_only(true)
        .immutable(true)
        .disable_statement_logging();
    let seen = match immutable.connect().await {
        Ok(mut conn) => {
            let seen = look(&mut conn, folder, options).await;
            // It was read only.
            let _ = conn.close().await;
            seen
        }
        Err(error) => Err(refused(error)),
    };
    let seen = match seen {
        Ok(seen) => seen,
        Err(refused @ (StoreError::Newer { .. } | StoreError::Lost(_))) => return Err(refused),
        // Without its log a database may be between two states; whether it is damaged shows when both are read.
        Err(_) => Seen::default(),
    };
    if seen.is_foreign {
        return Err(lost(folder, &format!("{DATABASE} is the database of another program")));
    }
    for key in KeyFile::ALL {
        let path = folder.join(key.name());
        if !path.exists() {
            return Err(key.lost(folder));
        }
        // One that is open to others is refused where it is used.
        let there = match SecretKey::load(&path) {
            Err(fault) if fault.kind() == ErrorKind::InvalidData => return Err(key.damaged(folder, &fault)),
            there => there.ok().flatten(),
        };
        if let Some((_, known)) = seen.keys.iter().find(|(known, _)| *known == key)
            && there.is_some_and(|there| Sealer::new(&there).fingerprint() != *known)
        {
            return Err(key.other(folder));
        }
    }
    let own = folder.join("seal.key");
    let path = options.seal_key.as_deref().unwrap_or(&own);
    let key = SecretKey::load(path).map_err(|fault| match fault.kind() {
        ErrorKind::InvalidData => StoreError::SealKey(format!("{fault}. Put the key back. Nothing was changed")),
        _ => StoreError::Folder(fault.to_string()),
    })?;
    // Where the first start's log was never copied into the database, it does not name the key yet.
    let known = seen.seal_key.map(|known| Hash::try_from(&*known).unwrap_or_default());
    fitting(key.map(|key| Sealer::new(&key)), path, known, |sealer| {
        known.is_none_or(|known| sealer.fingerprint() == known)
    })?;
    if !options.accept_loss {
        refuse_behind(folder).await?;
    }
    Ok(())
}

/// Refuses a database that lacks what was written to it. Only its index is made, if need be, and goes again.
async fn refuse_behind(folder: &Path) -> Result<(), StoreError> {
    let mut opened = Opened::read(folder).await?;
    let lag = match settle::lag(opened.conn(), folder).await {
        Ok(None) => settle::detour(opened.conn(), folder).await,
        lag => lag,
    };
    opened.close().await;
    match lag {
        Ok(Some(lag)) => Err(behind(folder, &lag)),
        // Damage is told by the one who opens it to write.
        Ok(None) | Err(_) => Ok(()),
    }
}

/// What a database says of itself.
#[derive(Default)]
struct Seen {
    /// None of our tables is there.
    is_foreign: bool,
    seal_key: Option<Vec<u8>>,
    keys: Vec<(KeyFile, Hash)>,
}

async fn look(conn: &mut SqliteConnection, folder: &Path, options: &StoreOptions) -> Result<Seen, StoreError> {
    if !has_table(conn, "game_table").await? {
        return Ok(Seen {
            is_foreign: true,
            ..Seen::default()
        });
    }
    refuse_unreadable(conn, folder, options).await?;
    Ok(Seen {
        is_foreign: false,
        keys: known_keys(conn).await?,
        seal_key: known_key(conn).await?,
    })
}

/// The version of the schema, 0 if there is none.
pub(super) async fn schema(conn: &mut SqliteConnection) -> Result<i64, StoreError> {
    if !has_table(conn, "_sqlx_migrations").await? {
        return Ok(0);
    }
    sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(conn)
        .await
        .map_err(refused)
}

/// Refuses a folder that a newer program has written, or one from before the first release. Changes nothing.
pub(super) async fn refuse_unreadable(
    conn: &mut SqliteConnection,
    folder: &Path,
    options: &StoreOptions,
) -> Result<(), StoreError> {
    let schema = schema(conn).await?;
    if (1..migrations::OLDEST).contains(&schema) {
        return Err(lost(
            folder,
            "it was written before the first release, and no release reads it",
        ));
    }
    let (mut by, mut is_newer) = (None, schema > migrations::newest());
    if has_table(conn, "folder").await?
        && let Some(row) = conn
            .fetch_optional("SELECT program, format FROM folder")
            .await
            .map_err(refused)?
    {
        let program: String = row.try_get("program").map_err(refused)?;
        is_newer |= program::is_newer(&program, options.program);
        is_newer |= number(&row, "format")? > options.format.into();
        by = Some(program);
    }
    if is_newer {
        let ours = options.program.to_owned();
        return Err(StoreError::Newer { by, ours });
    }
    Ok(())
}

async fn has_table(conn: &mut SqliteConnection, name: &str) -> Result<bool, StoreError> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1)")
        .bind(name)
        .fetch_one(conn)
        .await
        .map_err(refused)
}

/// Notes who writes from now on, and with which key.
pub(super) async fn sign(
    conn: &mut SqliteConnection,
    options: &StoreOptions,
    sealer: &Sealer,
) -> Result<(), StoreError> {
    let other = |key: KeyFile| {
        let known = options.keys.iter().find(|(file, _)| *file == key);
        known.map(|(_, key)| Sealer::new(key).fingerprint().to_vec())
    };
    sqlx::query(
        "INSERT INTO folder (one, program, format, seal_key, token_key, push_key) VALUES (1, $1, $2, $3, $4, $5)
         ON CONFLICT (one) DO UPDATE SET program = $1, format = $2, seal_key = coalesce(seal_key, $3),
             token_key = coalesce(token_key, $4), push_key = coalesce(push_key, $5)",
    )
    .bind(options.program)
    .bind(i64::from(options.format))
    .bind(sealer.fingerprint().as_slice())
    .bind(other(KeyFile::Token))
    .bind(other(KeyFile::Push))
    .execute(conn)
    .await
    .map_err(refused)?;
    Ok(())
}

/// Notes that it is noted beside the database how far it is.
pub(super) async fn note_head(conn: &mut SqliteConnection) -> Result<(), StoreError> {
    conn.execute("UPDATE folder SET headed = 1 WHERE headed = 0")
        .await
        .map_err(refused)?;
    sums::renew(conn).await?;
    Ok(())
}

/// Forgets which key a file had, so that the folder takes the one that is there now.
///
/// # Errors
/// When there is no database in the folder, or it cannot be written.
pub async fn forget_key(folder: &Path, key: KeyFile) -> Result<(), StoreError> {
    let mut conn = connect(folder, Access::Write).await?;
    forget_key_on(&mut conn, key).await?;
    conn.close().await.map_err(refused)
}

/// The same on a database that is open.
pub(super) async fn forget_key_on(conn: &mut SqliteConnection, key: KeyFile) -> Result<(), StoreError> {
    let column = key.column();
    if has_column(conn, "folder", column).await? {
        conn.execute(AssertSqlSafe(format!("UPDATE folder SET {column} = NULL")))
            .await
            .map_err(refused)?;
        sums::renew(conn).await?;
    }
    Ok(())
}

/// What is wrong with the keys that are in the folder to be read.
pub(super) async fn check_keys(conn: &mut SqliteConnection, folder: &Path) -> Result<Vec<String>, StoreError> {
    let known = known_keys(conn).await?;
    let wrong = |(key, known): &(KeyFile, Hash)| {
        let there = SecretKey::load(&folder.join(key.name()));
        match there {
            Ok(Some(there)) => Sealer::new(&there).fingerprint() != *known,
            Ok(None) => false,
            Err(error) => error.kind() != ErrorKind::PermissionDenied,
        }
    };
    let wrong = known.iter().filter(|known| wrong(known));
    Ok(wrong
        .map(|(key, _)| format!("{} is not the key that this folder was used with", key.name()))
        .collect())
}

/// The fingerprints of the other keys, as far as the folder knows them.
async fn known_keys(conn: &mut SqliteConnection) -> Result<Vec<(KeyFile, Hash)>, StoreError> {
    let mut known = Vec::new();
    for key in KeyFile::ALL {
        if !has_column(conn, "folder", key.column()).await? {
            continue;
        }
        let noted: Option<Option<Vec<u8>>> =
            sqlx::query_scalar(AssertSqlSafe(format!("SELECT {} FROM folder", key.column())))
                .fetch_optional(&mut *conn)
                .await
                .map_err(refused)?;
        known.extend(
            noted
                .flatten()
                .map(|noted| (key, Hash::try_from(&*noted).unwrap_or_default())),
        );
    }
    Ok(known)
}

pub(super) async fn has_column(conn: &mut SqliteConnection, table: &str, column: &str) -> Result<bool, StoreError> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pragma_table_info($1) WHERE name = $2)")
        .bind(table)
        .bind(column)
        .fetch_one(conn)
        .await
        .map_err(refused)
}

/// What opens the sealed texts of the folder. Only a folder in which nothing was ever sealed gets a new key.
pub(super) async fn sealer(conn: &mut SqliteConnection, path: &Path) -> Result<Sealer, StoreError> {
    let unusable = |error: std::io::Error| StoreError::Folder(error.to_string());
    let known = known_key(conn).await?;
    let samples = match &known {
        Some(_) => Vec::new(),
        None => samples(conn).await?,
    };
    if known.is_none() && samples.is_empty() {
        return Ok(Sealer::new(&SecretKey::load_or_create(path).map_err(unusable)?));
    }
    let fingerprint = known.as_deref().map(|known| Hash::try_from(known).unwrap_or_default());
    let key = SecretKey::load(path).map_err(unusable)?;
    let sealer = key.map(|key| Sealer::new(&key));
    fitting(sealer, path, fingerprint, |sealer| match fingerprint {
        Some(known) => sealer.fingerprint() == known,
        None => samples
            .iter()
            .any(|(place, sealed)| sealer.open(*place, sealed).is_ok()),
    })
}

/// The key of a file, if it is there and `fits` the folder, which has been sealed with the one of this fingerprint.
fn fitting(
    sealer: Option<Sealer>,
    path: &Path,
    fingerprint: Option<Hash>,
    fits: impl FnOnce(&Sealer) -> bool,
) -> Result<Sealer, StoreError> {
    let lost = |what: &str| {
        let known = fingerprint.map(|known| format!(" with the fingerprint {}", short(&known)));
        StoreError::SealKey(format!(
            "{path}: {what}. This data folder needs the key{known} that has sealed its cards: put that back, or name it \
             with --seal-key FILE. Nothing was changed",
            path = path.display(),
            known = known.unwrap_or_default(),
        ))
    };
    let sealer = sealer.ok_or_else(|| lost("there is no such file"))?;
    if !fits(&sealer) {
        let what = format!("this is another key, {}", short(&sealer.fingerprint()));
        return Err(lost(&what));
    }
    Ok(sealer)
}

/// Why what is sealed stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoSealer {
    /// There is no such key, or it is not ours to read.
    Missing,
    /// Others than its owner may use the key, which is not trusted then.
    Exposed,
}

/// What opens the sealed texts of a folder that is only read.
pub(super) async fn known_sealer(
    conn: &mut SqliteConnection,
    path: &Path,
) -> Result<Result<Sealer, NoSealer>, StoreError> {
    let key = match SecretKey::load(path) {
        Ok(Some(key)) => key,
        Ok(None) => return Ok(Err(NoSealer::Missing)),
        Err(_) if SecretKey::is_exposed(path) => return Ok(Err(NoSealer::Exposed)),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Ok(Err(NoSealer::Missing)),
        Err(error) => return Err(StoreError::Folder(error.to_string())),
    };
    let sealer = Sealer::new(&key);
    if known_key(conn)
        .await?
        .is_some_and(|known| known != sealer.fingerprint())
    {
        let (path, ours) = (path.display(), short(&sealer.fingerprint()));
        let message =
            format!("{path}: this is another key, {ours}, than the one that has sealed the cards of this folder");
        return Err(StoreError::SealKey(message));
    }
    Ok(Ok(sealer))
}

/// The fingerprint of the key that the folder is sealed with, if it says so.
async fn known_key(conn: &mut SqliteConnection) -> Result<Option<Vec<u8>>, StoreError> {
    let known: Option<Option<Vec<u8>>> = sqlx::query_scalar("SELECT seal_key FROM folder")
        .fetch_optional(conn)
        .await
        .map_err(refused)?;
    Ok(known.flatten())
}

fn short(fingerprint: &Hash) -> String {
    hex(&fingerprint[..8])
}

/// The last sealed texts of a folder.
async fn samples(conn: &mut SqliteConnection) -> Result<Vec<(Place, Vec<u8>)>, StoreError> {
    let mut samples = Vec::new();
    let hands =
        sqlx::query("SELECT table_id, hand_no, sealed FROM hand WHERE length(sealed) > 0 ORDER BY id DESC LIMIT $1")
            .bind(SAMPLES)
            .fetch_all(&mut *conn)
            .await
            .map_err(refused)?;
    for row in &hands {
        let table = TableId(number(row, "table_id")?);
        let hand_no = number(row, "hand_no")?;
        samples.push((Place::Hand { table, hand_no }, row.try_get("sealed").map_err(refused)?));
    }
    let groups: Vec<Vec<u8>> = sqlx::query_scalar("SELECT steps FROM journal ORDER BY id DESC LIMIT $1")
        .bind(SAMPLES)
        .fetch_all(conn)
        .await
        .map_err(refused)?;
    for group in &groups {
        for step in group::read(group).unwrap_or_default() {
            samples.extend(step.sealed.map(|sealed| (step.place(), sealed.to_vec())));
        }
    }
    Ok(samples)
}
