//! What a folder says of itself: who wrote it, and with which key.

use std::io::ErrorKind;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Executor, Row};

use super::columns::number;
use super::{StoreOptions, group, migrations, refused};
use crate::store::StoreError;
use crate::store::chain::Hash;
use crate::store::folder::{DATABASE, KeyFile, Standing, lost, survey};
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
            let seen = look(&mut conn, options).await;
            // It was read only.
            let _ = conn.close().await;
            seen
        }
        Err(error) => Err(refused(error)),
    };
    let seen = match seen {
        Ok(seen) => seen,
        Err(newer @ StoreError::Newer { .. }) => return Err(newer),
        // Without its log a database may be between two states; whether it is damaged shows when both are read.
        Err(_) => Seen::default(),
    };
    if seen.is_foreign {
        return Err(lost(folder, &format!("{DATABASE} is the database of another program")));
    }
    for key in KeyFile::ALL {
        // A folder from before Web Push never had that key.
        if !folder.join(key.name()).exists() && (key != KeyFile::Push || seen.schema >= migrations::PUSH) {
            return Err(key.lost(folder));
        }
    }
    let own = folder.join("seal.key");
    let path = options.seal_key.as_deref().unwrap_or(&own);
    let key = SecretKey::load(path).map_err(|error| StoreError::Folder(error.to_string()))?;
    // Where the first start's log was never copied into the database, it does not name the key yet.
    let known = seen.seal_key.map(|known| Hash::try_from(&*known).unwrap_or_default());
    fitting(key.map(|key| Sealer::new(&key)), path, known, |sealer| {
        known.is_none_or(|known| sealer.fingerprint() == known)
    })?;
    Ok(())
}

/// What a database says of itself.
#[derive(Default)]
struct Seen {
    /// None of our tables is there.
    is_foreign: bool,
    schema: i64,
    seal_key: Option<Vec<u8>>,
}

async fn look(conn: &mut SqliteConnection, options: &StoreOptions) -> Result<Seen, StoreError> {
    if !has_table(conn, "game_table").await? {
        return Ok(Seen {
            is_foreign: true,
            ..Seen::default()
        });
    }
    refuse_newer(conn, options).await?;
    Ok(Seen {
        is_foreign: false,
        schema: schema(conn).await?,
        seal_key: match has_table(conn, "folder").await? {
            true => known_key(conn).await?,
            false => None,
        },
    })
}

/// The version of the schema, 0 if there is none.
async fn schema(conn: &mut SqliteConnection) -> Result<i64, StoreError> {
    if !has_table(conn, "_sqlx_migrations").await? {
        return Ok(0);
    }
    sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(conn)
        .await
        .map_err(refused)
}

/// Refuses a folder that a newer program has written. Changes nothing.
pub(super) async fn refuse_newer(conn: &mut SqliteConnection, options: &StoreOptions) -> Result<(), StoreError> {
    let (mut by, mut is_newer) = (None, schema(conn).await? > migrations::newest());
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
    sqlx::query(
        "INSERT INTO folder (one, program, format, seal_key) VALUES (1, $1, $2, $3)
         ON CONFLICT (one) DO UPDATE SET program = $1, format = $2, seal_key = coalesce(seal_key, $3)",
    )
    .bind(options.program)
    .bind(i64::from(options.format))
    .bind(sealer.fingerprint().as_slice())
    .execute(conn)
    .await
    .map_err(refused)?;
    Ok(())
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

/// What opens the sealed texts of a folder that is only read; `None` if there is no such key, or it is not ours to read.
pub(super) async fn known_sealer(conn: &mut SqliteConnection, path: &Path) -> Result<Option<Sealer>, StoreError> {
    let key = match SecretKey::load(path) {
        Ok(Some(key)) => key,
        Ok(None) => return Ok(None),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Ok(None),
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
    Ok(Some(sealer))
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
    let digits = fingerprint[..8].iter().map(|byte| format!("{byte:02x}"));
    digits.collect()
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
