//! The ends of the chains. The rows of `owner` record them as of a recent group, and the few groups after it continue
//! from there: writing a row per table in each commit would cost more than the steps themselves.

use std::collections::HashMap;
use std::path::Path;

use jiff::Timestamp;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Arguments, Row};

use super::columns::{hash_of, number};
use super::fault::Fault;
use super::group::{self, StepRecord};
use super::lists;
use super::owners;
use super::rows::Rows;
use crate::StoreError;
use crate::chain::Hash;
use crate::head::{Head as DatabaseHead, Noted, unknown};
use crate::types::{OwnerKind, StepKind, TableId};

/// The end of a table's journal, and the epoch that may continue it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) epoch: u64,
    pub(super) step: u64,
    /// The group of the last step, 0 if there is none.
    pub(super) group: u64,
    pub(super) hash: Hash,
    /// The last step that is no longer needed.
    pub(super) head: Head,
}

/// The last step of a table that is not needed because a snapshot follows: its number, group and hash. Without a hash,
/// all steps are needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) step: u64,
    pub(super) group: u64,
    pub(super) hash: Option<Hash>,
}

impl Head {
    fn read(row: &SqliteRow) -> Result<Self, StoreError> {
        let hash: Option<&[u8]> = row.try_get("head_hash").map_err(super::refused)?;
        Ok(Self {
            step: number(row, "head_step")?,
            group: number(row, "head_group")?,
            hash: hash.and_then(|hash| hash.try_into().ok()),
        })
    }
}

impl Tail {
    pub(super) fn read(row: &SqliteRow) -> Result<Self, StoreError> {
        Ok(Self {
            head: Head::read(row)?,
            epoch: number(row, "epoch")?,
            step: number(row, "last_step")?,
            group: number(row, "last_group")?,
            hash: hash_of(row, "last_hash").map_err(super::refused)?,
        })
    }

    /// `true` if a step is the next one.
    pub(super) fn is_followed_by(&self, step: &StepRecord<'_>) -> bool {
        (step.step, step.prev_group, step.prev_hash) == (self.step + 1, self.group, self.hash)
    }

    /// The end after a step, with the same owner.
    pub(super) fn behind(self, step: &StepRecord<'_>, group: u64) -> Self {
        let before = Head {
            step: self.step,
            group: self.group,
            hash: Some(self.hash),
        };
        Self {
            head: if step.kind == StepKind::Snapshot {
                before
            } else {
                self.head
            },
            epoch: self.epoch,
            step: step.step,
            group,
            hash: step.hash,
        }
    }
}

/// The end of the whole journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JournalEnd {
    pub(super) last_group: u64,
    /// Number of times a table has changed its owner.
    pub(super) owners: i64,
    /// The group up to which `owner` records the ends of the chains.
    pub(super) settled: u64,
    pub(super) last_hand: i64,
}

impl JournalEnd {
    pub(super) async fn read(conn: &mut SqliteConnection) -> Result<Self, Fault> {
        let row = sqlx::query(
            "SELECT last_group, owners, settled, (SELECT coalesce(max(id), 0) FROM hand) AS last_hand FROM journal_end",
        )
        .fetch_one(conn)
        .await?;
        Ok(Self {
            last_group: number(&row, "last_group")?,
            owners: row.try_get("owners")?,
            settled: number(&row, "settled")?,
            last_hand: row.try_get("last_hand")?,
        })
    }
}

/// Records ends of chains.
pub(super) struct TailWriter(Rows);

impl TailWriter {
    pub(super) fn new() -> Self {
        let head = "UPDATE owner
             SET last_step = moved.column2, last_group = moved.column3, last_hash = moved.column4,
                 head_step = moved.column5, head_group = moved.column6, head_hash = moved.column7
             FROM (VALUES ";
        let tail = ") AS moved WHERE owner.table_id = moved.column1";
        Self(Rows::within(head.to_owned(), 7, tail))
    }

    pub(super) async fn write(&self, conn: &mut SqliteConnection, tails: &[(TableId, Tail)]) -> Result<(), Fault> {
        let values = |to: &mut SqliteArguments, (table, tail): &(TableId, Tail)| -> Result<(), BoxDynError> {
            to.add(table.0.cast_signed())?;
            to.add(tail.step.cast_signed())?;
            to.add(tail.group.cast_signed())?;
            to.add(tail.hash.as_slice())?;
            to.add(tail.head.step.cast_signed())?;
            to.add(tail.head.group.cast_signed())?;
            to.add(tail.head.hash.map(|hash| hash.to_vec()))
        };
        self.0.run(conn, tails, values).await
    }
}

/// The end of a table's journal as recorded in `owner`.
pub(super) async fn read_tail(conn: &mut SqliteConnection, table: TableId) -> Result<Option<Tail>, Fault> {
    let row = sqlx::query("SELECT * FROM owner WHERE table_id = $1")
        .bind(table.0.cast_signed())
        .fetch_optional(conn)
        .await?;
    Ok(row.as_ref().map(Tail::read).transpose()?)
}

/// The progress of the database.
pub(super) async fn head(conn: &mut SqliteConnection) -> Result<DatabaseHead, Fault> {
    let end = JournalEnd::read(conn).await?;
    let moved = moved_since(conn, &end).await?;
    let owned = sqlx::query("SELECT table_id, last_step FROM owner")
        .fetch_all(&mut *conn)
        .await?;
    let mut steps = 0;
    for row in &owned {
        let table = TableId(number(row, "table_id")?);
        let settled = number(row, "last_step")?;
        steps += moved.get(&table).map_or(settled, |tail| tail.step);
    }
    let (changes, at): (i64, i64) = sqlx::query_as(
        "SELECT changes, max(
             coalesce((SELECT ended_at FROM hand ORDER BY id DESC LIMIT 1), 0),
             coalesce((SELECT made_at FROM transfer ORDER BY id DESC LIMIT 1), 0),
             coalesce((SELECT created_at FROM game_table ORDER BY id DESC LIMIT 1), 0),
             coalesce((SELECT max(issued_at) FROM refresh_token), 0))
         FROM journal_end",
    )
    .fetch_one(&mut *conn)
    .await?;
    Ok(DatabaseHead {
        groups: end.last_group,
        steps,
        changes: changes.cast_unsigned(),
        at: Timestamp::from_millisecond(at).unwrap_or_default(),
        last: hashes(conn, end.last_group).await?.last().copied(),
    })
}

/// The hashes of the steps that a group still contains.
async fn hashes(conn: &mut SqliteConnection, group: u64) -> Result<Vec<Hash>, Fault> {
    let steps: Option<Vec<u8>> = sqlx::query_scalar("SELECT steps FROM journal WHERE id = $1")
        .bind(group.cast_signed())
        .fetch_optional(conn)
        .await?;
    let steps = steps.unwrap_or_default();
    let steps = group::read(&steps).unwrap_or_default();
    Ok(steps.iter().map(|step| step.hash).collect())
}

/// Describes what the database lacks compared with its head file; `None` if nothing is missing, or there never was a head.
pub(super) async fn lag(conn: &mut SqliteConnection, folder: &Path) -> Result<Option<String>, StoreError> {
    // The head is read first, because a running server keeps writing.
    let noted = DatabaseHead::read(folder).map_err(|error| StoreError::Folder(error.to_string()))?;
    let Noted::Head(noted) = noted else {
        let headed: i64 = sqlx::query_scalar("SELECT headed FROM folder")
            .fetch_optional(conn)
            .await
            .map_err(super::refused)?
            .unwrap_or(0);
        return Ok(unknown(&noted).filter(|_| headed != 0));
    };
    Ok(noted.lag(&head(conn).await?))
}

/// Describes a divergence between the database and its head file; `None` if there is none.
pub(super) async fn detour(conn: &mut SqliteConnection, folder: &Path) -> Result<Option<String>, StoreError> {
    let noted = DatabaseHead::read(folder).map_err(|error| StoreError::Folder(error.to_string()))?;
    let Noted::Head(DatabaseHead {
        groups,
        last: Some(last),
        ..
    }) = noted
    else {
        return Ok(None);
    };
    // Steps of closed tables may have been removed from a group; a group that is missing is a fault of the journal.
    let there = hashes(conn, groups).await?;
    let swept: i64 = sqlx::query_scalar("SELECT swept FROM journal_end")
        .fetch_one(conn)
        .await
        .map_err(super::refused)?;
    let other = groups > swept.cast_unsigned() && !there.is_empty() && !there.contains(&last);
    Ok(other.then(|| {
        format!(
            "group {groups} of the journal is not the one that was written: this is the database of another history"
        )
    }))
}

/// A fault in the last groups, in words for the operator.
///
/// If a step does not match its hash, its table may be wrong as well, and if a group is missing, no one knows whose
/// steps it contained: a table that seems whole may have played on. Therefore none of them is opened.
#[derive(Debug, thiserror::Error)]
enum Damage {
    #[error("group {0} of the journal cannot be read: any table may have steps in it")]
    Unreadable(u64),
    #[error("group {missing} of the journal is missing, group {found} follows: any table may have had steps in it")]
    Missing { missing: u64, found: u64 },
    #[error(
        "the journal ends with group {found} instead of {expected}: any table may have had steps in what is missing"
    )]
    Short { found: u64, expected: u64 },
    #[error("group {group} of the journal: step {step} of {kind} {id} is not what its hash says")]
    Changed {
        group: u64,
        step: u64,
        kind: OwnerKind,
        id: TableId,
    },
    #[error("group {group} of the journal: step {step} of {kind} {id} does not follow that {kind}'s last step")]
    Loose {
        group: u64,
        step: u64,
        kind: OwnerKind,
        id: TableId,
    },
}

impl From<Damage> for Fault {
    fn from(damage: Damage) -> Self {
        StoreError::Corrupt(damage.to_string()).into()
    }
}

/// Identifies the fault of a step.
async fn damage(conn: &mut SqliteConnection, group: u64, wrong: &StepRecord<'_>) -> Result<Damage, Fault> {
    let (id, step) = (wrong.table, wrong.step);
    let kind = owners::kind_of(conn, id).await?.unwrap_or(OwnerKind::Table);
    Ok(if wrong.holds() {
        Damage::Loose { group, step, kind, id }
    } else {
        Damage::Changed { group, step, kind, id }
    })
}

/// The ends of all tables and tournaments that have moved since the ends were recorded.
pub(super) async fn moved_since(
    conn: &mut SqliteConnection,
    end: &JournalEnd,
) -> Result<HashMap<TableId, Tail>, Fault> {
    let groups = sqlx::query("SELECT id, steps FROM journal WHERE id > $1 ORDER BY id")
        .bind(end.settled.cast_signed())
        .fetch_all(&mut *conn)
        .await?;
    let mut moved: HashMap<TableId, Tail> = HashMap::new();
    let mut last = end.settled;
    for row in &groups {
        let id = number(row, "id")?;
        if id != last + 1 {
            let (missing, found) = (last + 1, id);
            return Err(Damage::Missing { missing, found }.into());
        }
        let steps = group::read(row.try_get("steps")?).map_err(|_| Damage::Unreadable(id))?;
        last = id;
        for step in &steps {
            let tail = match moved.get(&step.table) {
                Some(tail) => Some(*tail),
                None => read_tail(conn, step.table).await?,
            };
            match tail.filter(|tail| tail.is_followed_by(step) && step.holds()) {
                Some(tail) => moved.insert(step.table, tail.behind(step, id)),
                None => return Err(damage(conn, id, step).await?.into()),
            };
        }
    }
    if last != end.last_group {
        let (found, expected) = (last, end.last_group);
        return Err(Damage::Short { found, expected }.into());
    }
    Ok(moved)
}

/// Updates everything that readers can do without for a while, within the open transaction.
pub(super) async fn settle(conn: &mut SqliteConnection) -> Result<(), Fault> {
    let end = JournalEnd::read(conn).await?;
    let moved: Vec<(TableId, Tail)> = moved_since(conn, &end).await?.into_iter().collect();
    TailWriter::new().write(conn, &moved).await?;
    lists::list_all(conn).await?;
    file(conn, end.last_group).await
}

/// Files the hands of the last groups under their tables, and records that everything up to a group is settled.
pub(super) async fn file(conn: &mut SqliteConnection, settled: u64) -> Result<(), Fault> {
    sqlx::query(
        "INSERT INTO hand_at (table_id, hand_no, hand)
         SELECT table_id, hand_no, id FROM hand WHERE id > (SELECT filed FROM journal_end) ORDER BY table_id, hand_no",
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query("UPDATE journal_end SET settled = $1, filed = (SELECT coalesce(max(id), 0) FROM hand)")
        .bind(settled.cast_signed())
        .execute(conn)
        .await?;
    Ok(())
}
