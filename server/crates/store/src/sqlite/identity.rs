//! The identity of a folder: the programs that wrote it, and the keys it was used with.

use std::io::ErrorKind;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row};

use super::archive::{Access, Opened, connect};
use super::columns::number;
use super::{StoreOptions, group, migrations, refused, settle, sums};
use crate::StoreError;
use crate::chain::Hash;
use crate::folder::{DATABASE, KeyFile, Standing, lost, survey};
use crate::head::{behind, hex};
use crate::ring::KeyRing;
use crate::seal::{SealContext, Sealer, SecretKey};
use crate::types::TableId;
use crate::version;

/// Number of sealed texts on which a key is tried if the folder has no fingerprint of it.
const SAMPLES: i64 = 64;

/// Refuses, without touching anything, a folder on which a server cannot start: one that has lost its database or a
/// key, contains another program's database, or was written by a newer program. A new folder is accepted.
///
/// # Errors
/// [`StoreError::Lost`], [`StoreError::SealKey`] or [`StoreError::Newer`]; [`StoreError::Folder`] when it cannot be read.
pub async fn refuse_unfit(folder: &Path, options: &StoreOptions) -> Result<(), StoreError> {
    if survey(folder)? == Standing::New {
        return refuse_misplaced(options.seal_key.as_deref());
    }
    // The log is not read, because that would write its index. What is needed here is in the database, unless the
    // first process was killed: see `refuse_other_keys`.
    let immutable = SqliteConnectOptions::new()
        .filename(folder.join(DATABASE))
        .read_only(true)
        .immutable(true)
        .disable_statement_logging();
    let seen = match immutable.connect().await {
        Ok(mut conn) => {
            let seen = look(&mut conn, folder, options).await;
            // It was only read.
            let _ = conn.close().await;
            seen
        }
        Err(error) => Err(refused(error)),
    };
    let seen = match seen {
        Ok(seen) => seen,
        Err(refused @ (StoreError::Newer { .. } | StoreError::Lost(_))) => return Err(refused),
        // Without its log a database may be between two states; damage will show when both are read.
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
        // A key accessible to others is refused where it is used.
        let there = match KeyRing::load(&path) {
            Err(fault) if fault.kind() == ErrorKind::InvalidData => return Err(key.damaged(folder, &fault)),
            there => there.ok().flatten(),
        };
        if let Some((_, known)) = seen.keys.iter().find(|(known, _)| *known == key)
            && there.is_some_and(|there| !there.knows(known))
        {
            return Err(key.other(folder));
        }
    }
    let own = folder.join("seal.key");
    let path = options.seal_key.as_deref().unwrap_or(&own);
    let ring = KeyRing::load(path).map_err(|fault| match fault.kind() {
        ErrorKind::InvalidData => StoreError::SealKey(format!("{fault}. Put the key back. Nothing was changed")),
        _ => StoreError::Folder(fault.to_string()),
    })?;
    // If the log of the first start was never copied into the database, the database does not name the key yet.
    let known = &seen.seal_keys;
    fitting(ring.map(|ring| Sealer::of(&ring)), path, known, |sealer| {
        knows_all(sealer, known)
    })?;
    if !options.accept_loss {
        refuse_behind(folder).await?;
    }
    Ok(())
}

/// Refuses a place for the key of a new folder where there is none and none can be created.
fn refuse_misplaced(seal_key: Option<&Path>) -> Result<(), StoreError> {
    let Some(path) = seal_key else { return Ok(()) };
    let there = KeyRing::load(path).map_err(|error| unusable(&error))?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if there.is_none() && parent.is_some_and(|parent| !parent.is_dir()) {
        let message = format!(
            "{}: there is no such folder for the key that seals cards",
            path.display()
        );
        return Err(StoreError::Folder(message));
    }
    Ok(())
}

/// Refuses a database that lacks data written to it. At most its index is created, and removed again.
async fn refuse_behind(folder: &Path) -> Result<(), StoreError> {
    let mut opened = Opened::read(folder).await?;
    let lag = match settle::lag(opened.conn(), folder).await {
        Ok(None) => settle::detour(opened.conn(), folder).await,
        lag => lag,
    };
    opened.close().await;
    match lag {
        Ok(Some(lag)) => Err(behind(folder, &lag)),
        // Damage is reported by whoever opens the database for writing.
        Ok(None) | Err(_) => Ok(()),
    }
}

/// The facts that a database records about itself.
#[derive(Default)]
struct Seen {
    /// Set if none of our tables exists.
    is_foreign: bool,
    seal_keys: Vec<Hash>,
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
        seal_keys: known_seal_keys(conn).await?,
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
        is_newer |= version::is_newer(&program, options.program);
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

/// Records the program that writes from now on, and its keys. `sealer` is that of the folder.
pub(super) async fn sign(
    conn: &mut SqliteConnection,
    options: &StoreOptions,
    sealer: &Sealer,
) -> Result<(), StoreError> {
    let known = known_keys(conn).await?;
    // A changed key is recorded if the previous one was known. An unrelated key is not recorded: it does not belong to the folder.
    let other = |file: KeyFile| {
        let (_, ring) = options.keys.iter().find(|(key, _)| *key == file)?;
        let noted = known.iter().find(|(key, _)| *key == file);
        let fits = noted.is_none_or(|(_, noted)| ring.knows(noted));
        fits.then(|| Sealer::new(ring.current()).fingerprint().to_vec())
    };
    sqlx::query(
        "INSERT INTO folder (one, program, format, seal_key, token_key, push_key) VALUES (1, $1, $2, $3, $4, $5)
         ON CONFLICT (one) DO UPDATE SET program = $1, format = $2, seal_key = coalesce(seal_key, $3),
             token_key = coalesce($4, token_key), push_key = coalesce($5, push_key)",
    )
    .bind(options.program)
    .bind(i64::from(options.format))
    .bind(sealer.fingerprint().as_slice())
    .bind(other(KeyFile::Token))
    .bind(other(KeyFile::Push))
    .execute(&mut *conn)
    .await
    .map_err(refused)?;
    let ours = sealer.fingerprint();
    let known = known_seal_keys(conn).await?;
    if !known.contains(&ours) {
        let later = [known.get(1..).unwrap_or_default(), &[ours]].concat().concat();
        sqlx::query("UPDATE folder SET later_seal_keys = $1")
            .bind(later)
            .execute(conn)
            .await
            .map_err(refused)?;
    }
    Ok(())
}

/// Records that the folder has a head file.
pub(super) async fn note_head(conn: &mut SqliteConnection) -> Result<(), StoreError> {
    conn.execute("UPDATE folder SET headed = 1 WHERE headed = 0")
        .await
        .map_err(refused)?;
    sums::renew(conn).await?;
    Ok(())
}

/// Forgets the fingerprint of a key, so that the folder accepts the key that is there now.
///
/// # Errors
/// When there is no database in the folder, or it cannot be written.
pub async fn forget_key(folder: &Path, key: KeyFile) -> Result<(), StoreError> {
    let mut conn = connect(folder, Access::Write).await?;
    forget_key_on(&mut conn, key).await?;
    conn.close().await.map_err(refused)
}

/// The same for an open database.
pub(super) async fn forget_key_on(conn: &mut SqliteConnection, key: KeyFile) -> Result<(), StoreError> {
    let column = key.column();
    conn.execute(AssertSqlSafe(format!("UPDATE folder SET {column} = NULL")))
        .await
        .map_err(refused)?;
    sums::renew(conn).await?;
    Ok(())
}

/// Describes the faults of the keys that can be read in the folder.
pub(super) async fn check_keys(conn: &mut SqliteConnection, folder: &Path) -> Result<Vec<String>, StoreError> {
    let known = known_keys(conn).await?;
    let wrong = |(key, known): &(KeyFile, Hash)| {
        let there = KeyRing::load(&folder.join(key.name()));
        match there {
            Ok(Some(there)) => !there.knows(known),
            Ok(None) => false,
            Err(error) => error.kind() != ErrorKind::PermissionDenied,
        }
    };
    let wrong = known.iter().filter(|known| wrong(known));
    Ok(wrong
        .map(|(key, _)| format!("{} is not the key that this folder was used with", key.name()))
        .collect())
}

/// Refuses keys other than those that the folder was used with. A look before the start may have missed that: if the first process
/// was killed, only the log names them.
pub(super) async fn refuse_other_keys(
    conn: &mut SqliteConnection,
    folder: &Path,
    keys: &[(KeyFile, KeyRing)],
) -> Result<(), StoreError> {
    let known = known_keys(conn).await?;
    for (key, ring) in keys {
        if known.iter().any(|(noted, known)| noted == key && !ring.knows(known)) {
            return Err(key.other(folder));
        }
    }
    Ok(())
}

/// The fingerprints of the other keys, as far as the folder records them.
async fn known_keys(conn: &mut SqliteConnection) -> Result<Vec<(KeyFile, Hash)>, StoreError> {
    let mut known = Vec::new();
    for key in KeyFile::ALL {
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

/// Returns the sealer for the folder's sealed texts. A new key is created only if nothing was ever sealed in the folder.
pub(super) async fn sealer(conn: &mut SqliteConnection, path: &Path) -> Result<Sealer, StoreError> {
    match existing_sealer(conn, path).await? {
        Some(sealer) => Ok(sealer),
        None => Ok(Sealer::of(
            &KeyRing::load_or_create(path).map_err(|error| unusable(&error))?,
        )),
    }
}

fn unusable(error: &std::io::Error) -> StoreError {
    StoreError::Folder(error.to_string())
}

/// Returns the sealer for the folder's sealed texts; `None` if nothing was ever sealed in the folder.
async fn existing_sealer(conn: &mut SqliteConnection, path: &Path) -> Result<Option<Sealer>, StoreError> {
    let known = known_seal_keys(conn).await?;
    let samples = if known.is_empty() {
        samples(conn).await?
    } else {
        Vec::new()
    };
    if known.is_empty() && samples.is_empty() {
        return Ok(None);
    }
    let ring = KeyRing::load(path).map_err(|error| unusable(&error))?;
    let sealer = ring.map(|ring| Sealer::of(&ring));
    fitting(sealer, path, &known, |sealer| {
        let opens = |(place, sealed): &(SealContext, Vec<u8>)| sealer.open(*place, sealed).is_ok();
        knows_all(sealer, &known) && (!known.is_empty() || samples.iter().any(opens))
    })
    .map(Some)
}

/// Refuses a file whose key is not the one that a folder was used with: the key that seals cards if `key` is `None`.
///
/// # Errors
/// [`StoreError::SealKey`] or [`StoreError::Lost`]; [`StoreError::Folder`] when one of the two cannot be read.
pub async fn refuse_other_key(folder: &Path, key: Option<KeyFile>, file: &Path) -> Result<(), StoreError> {
    let mut opened = Opened::read(folder).await?;
    let fits = async {
        let Some(key) = key else {
            return existing_sealer(opened.conn(), file).await.map(drop);
        };
        let noted = known_keys(opened.conn()).await?;
        let noted = noted.iter().find(|(noted, _)| *noted == key);
        let ring = KeyRing::load(file).map_err(|error| unusable(&error))?;
        match (noted, ring) {
            (Some((_, noted)), Some(ring)) if !ring.knows(noted) => Err(key.other(folder)),
            _ => Ok(()),
        }
    };
    let fits = fits.await;
    opened.close().await;
    fits
}

fn knows_all(sealer: &Sealer, known: &[Hash]) -> bool {
    known.iter().all(|known| sealer.knows(known))
}

/// Returns the keys of a file if it exists and `fits` the folder, which was sealed with the keys of these fingerprints.
fn fitting(
    sealer: Option<Sealer>,
    path: &Path,
    known: &[Hash],
    fits: impl FnOnce(&Sealer) -> bool,
) -> Result<Sealer, StoreError> {
    let lost = |what: &str| {
        let known = known
            .last()
            .map(|known| format!(" with the fingerprint {}", short(known)));
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

/// The reasons for which sealed texts cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoSealer {
    /// There is no such key, or we may not read it.
    Missing,
    /// Others than its owner can use the key, so it is not trusted.
    Exposed,
}

/// Returns the sealer for a folder that is only read.
pub(super) async fn known_sealer(
    conn: &mut SqliteConnection,
    path: &Path,
) -> Result<Result<Sealer, NoSealer>, StoreError> {
    let ring = match KeyRing::load(path) {
        Ok(Some(ring)) => ring,
        Ok(None) => return Ok(Err(NoSealer::Missing)),
        Err(_) if SecretKey::is_exposed(path) => return Ok(Err(NoSealer::Exposed)),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Ok(Err(NoSealer::Missing)),
        Err(error) => return Err(StoreError::Folder(error.to_string())),
    };
    let sealer = Sealer::of(&ring);
    if !knows_all(&sealer, &known_seal_keys(conn).await?) {
        let (path, ours) = (path.display(), short(&sealer.fingerprint()));
        let message =
            format!("{path}: this is another key, {ours}, than the one that has sealed the cards of this folder");
        return Err(StoreError::SealKey(message));
    }
    Ok(Ok(sealer))
}

/// The fingerprints of the keys that sealed the folder, the newest last, as far as they are recorded.
async fn known_seal_keys(conn: &mut SqliteConnection) -> Result<Vec<Hash>, StoreError> {
    let asked = sqlx::query("SELECT seal_key, later_seal_keys FROM folder");
    let Some(row) = asked.fetch_optional(conn).await.map_err(refused)? else {
        return Ok(Vec::new());
    };
    let first: Option<Vec<u8>> = row.try_get(0).map_err(refused)?;
    let later: Option<Vec<u8>> = row.try_get(1).map_err(refused)?;
    let later = later.unwrap_or_default();
    let fingerprint = |bytes: &[u8]| Hash::try_from(bytes).unwrap_or_default();
    let first = first.iter().map(|first| fingerprint(first));
    Ok(first.chain(later.chunks(32).map(fingerprint)).collect())
}

fn short(fingerprint: &Hash) -> String {
    hex(&fingerprint[..8])
}

/// The last sealed texts of a folder.
async fn samples(conn: &mut SqliteConnection) -> Result<Vec<(SealContext, Vec<u8>)>, StoreError> {
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
        samples.push((
            SealContext::Hand { table, hand_no },
            row.try_get("sealed").map_err(refused)?,
        ));
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
