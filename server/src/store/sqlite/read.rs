//! What readers see: tables with the end of their journals, hands, balances, answers.

use jiff::Timestamp;
use poker_engine::Chips;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::{SqliteStore, ledger, refused};
use crate::store::StoreError;
use crate::store::chain::{self, Hash, RowFields};
use crate::store::seal::{Place, Sealer};
use crate::store::types::{
    AccountId, HandCursor, HandLine, HandView, JournalRow, LedgerAccount, StepKind, StoredTable, TableId, TableInfo,
};

/// The most lines of one page of history.
const PAGE_MAX: u32 = 200;

impl SqliteStore {
    pub(super) async fn reader(&self) -> Result<sqlx::pool::PoolConnection<sqlx::Sqlite>, StoreError> {
        self.readers.acquire().await.map_err(refused)
    }

    pub(super) async fn read_tables(&self) -> Result<Vec<TableInfo>, StoreError> {
        let rows = sqlx::query("SELECT id, config, created_at FROM game_table WHERE closed_at IS NULL ORDER BY id")
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
        rows.iter()
            .map(|row| {
                Ok(TableInfo {
                    id: TableId(number(row, "id")?),
                    config: row.try_get("config").map_err(refused)?,
                    created_at: timestamp(row, "created_at")?,
                })
            })
            .collect()
    }

    /// A table that the caller has just claimed.
    pub(super) async fn read_table(&self, table: TableId) -> Result<StoredTable, StoreError> {
        read_table(&mut *self.reader().await?, &self.sealer, table).await
    }

    pub(super) async fn read_hands_of(
        &self,
        account: AccountId,
        before: Option<HandCursor>,
        limit: u32,
    ) -> Result<Vec<HandLine>, StoreError> {
        let rows = sqlx::query(
            "SELECT hand.id, hand.table_id, hand.hand_no, hand.game, hand.ended_at
             FROM hand_player JOIN hand ON hand.id = hand_player.hand
             WHERE hand_player.account = $1 AND hand_player.hand < $2
             ORDER BY hand_player.hand DESC LIMIT $3",
        )
        .bind(account.0.as_bytes().as_slice())
        .bind(before.map_or(i64::MAX, |cursor| cursor.0))
        .bind(limit.min(PAGE_MAX))
        .fetch_all(&mut *self.reader().await?)
        .await
        .map_err(refused)?;
        rows.iter()
            .map(|row| {
                Ok(HandLine {
                    cursor: HandCursor(row.try_get("id").map_err(refused)?),
                    table: TableId(number(row, "table_id")?),
                    hand_no: number(row, "hand_no")?,
                    game: row.try_get("game").map_err(refused)?,
                    ended_at: timestamp(row, "ended_at")?,
                })
            })
            .collect()
    }

    pub(super) async fn read_hand(
        &self,
        table: TableId,
        hand_no: u64,
        viewer: Option<AccountId>,
    ) -> Result<Option<HandView>, StoreError> {
        let row = sqlx::query(
            "SELECT game, started_at, ended_at, players, public, sealed FROM hand WHERE table_id = $1 AND hand_no = $2",
        )
        .bind(table.0.cast_signed())
        .bind(hand_no.cast_signed())
        .fetch_optional(&mut *self.reader().await?)
        .await
        .map_err(refused)?;
        let Some(row) = row else { return Ok(None) };
        let private = match viewer {
            None => None,
            Some(viewer) => {
                let players: &[u8] = row.try_get("players").map_err(refused)?;
                let own = |account: &[u8]| account == viewer.0.as_bytes().as_slice();
                let Some(place) = players.chunks(16).position(own) else {
                    return Ok(None);
                };
                let sealed: &[u8] = row.try_get("sealed").map_err(refused)?;
                self.open_private(table, hand_no, place, sealed)?
            }
        };
        Ok(Some(HandView {
            table,
            hand_no,
            game: row.try_get("game").map_err(refused)?,
            started_at: timestamp(&row, "started_at")?,
            ended_at: timestamp(&row, "ended_at")?,
            public: row.try_get("public").map_err(refused)?,
            private,
        }))
    }

    /// What the player at a place in the list saw.
    fn open_private(
        &self,
        table: TableId,
        hand_no: u64,
        place: usize,
        sealed: &[u8],
    ) -> Result<Option<String>, StoreError> {
        let opened = self.sealer.open(Place::Hand { table, hand_no }, sealed).ok();
        let all: Option<Vec<Option<String>>> = opened.and_then(|opened| serde_json::from_slice(&opened).ok());
        all.and_then(|all| all.into_iter().nth(place))
            .ok_or_else(|| StoreError::Corrupt(format!("hand {table}/{hand_no} does not open")))
    }

    pub(super) async fn read_balance(&self, account: LedgerAccount) -> Result<Option<Chips>, StoreError> {
        ledger::balance(&mut *self.reader().await?, &account.to_string())
            .await
            .map_err(super::Fault::into_store_error)
    }

    pub(super) async fn read_answer(&self, account: AccountId, request_id: &str) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar("SELECT answer FROM command WHERE account = $1 AND request_id = $2")
            .bind(account.0.as_bytes().as_slice())
            .bind(request_id)
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(refused)
    }
}

async fn read_table(conn: &mut SqliteConnection, sealer: &Sealer, table: TableId) -> Result<StoredTable, StoreError> {
    let head = sqlx::query(
        "SELECT game_table.config, owner.epoch, owner.last_step, owner.last_hash, balance.amount
         FROM game_table
         JOIN owner ON owner.table_id = game_table.id
         JOIN balance ON balance.account = $2
         WHERE game_table.id = $1 AND game_table.closed_at IS NULL",
    )
    .bind(table.0.cast_signed())
    .bind(LedgerAccount::Table(table).to_string())
    .fetch_optional(&mut *conn)
    .await
    .map_err(refused)?
    .ok_or(StoreError::NoSuchTable(table))?;
    let rows = sqlx::query(
        "WITH RECURSIVE tail (row, prev_row, kind) AS (
             SELECT row, prev_row, kind FROM journal
             WHERE row = (SELECT last_row FROM owner WHERE table_id = $1)
             UNION ALL
             SELECT journal.row, journal.prev_row, journal.kind
             FROM tail JOIN journal ON journal.row = tail.prev_row
             WHERE tail.kind <> 'snapshot'
         )
         SELECT journal.* FROM tail JOIN journal ON journal.row = tail.row ORDER BY journal.row",
    )
    .bind(table.0.cast_signed())
    .fetch_all(conn)
    .await
    .map_err(refused)?;

    let config: String = head.try_get("config").map_err(refused)?;
    let last_step = number(&head, "last_step")?;
    let mut next: Option<(u64, Hash)> = None;
    let mut tail = Vec::with_capacity(rows.len());
    for row in &rows {
        let link = Link::read(row)?;
        // The tail begins with a snapshot, or with the chain itself.
        let starts = match link.row.step {
            1 => link.prev_hash == chain::table_hash(table, &config),
            _ => link.row.kind == StepKind::Snapshot,
        };
        let follows = match next {
            None => starts,
            Some(expected) => expected == (link.row.step, link.prev_hash),
        };
        if link.table != table || !follows || !link.holds() {
            return Err(StoreError::Corrupt(format!(
                "the journal of table {table} at step {}",
                link.row.step
            )));
        }
        next = Some((link.row.step + 1, link.hash));
        tail.push(link.open(sealer)?);
    }
    let end = next.unwrap_or_else(|| (1, chain::table_hash(table, &config)));
    if end != (last_step + 1, hash_of(&head, "last_hash").map_err(refused)?) {
        return Err(StoreError::Corrupt(format!("the end of the journal of table {table}")));
    }
    Ok(StoredTable {
        id: table,
        config,
        epoch: number(&head, "epoch")?,
        last_step,
        escrow: chips(head.try_get("amount").map_err(refused)?)?,
        tail,
    })
}

/// A journal row as it is on disk.
pub(super) struct Link {
    pub(super) table: TableId,
    pub(super) row: JournalRow,
    pub(super) sealed: Option<Vec<u8>>,
    pub(super) prev_row: Option<i64>,
    pub(super) prev_hash: Hash,
    pub(super) hash: Hash,
}

impl Link {
    pub(super) fn read(row: &SqliteRow) -> Result<Self, StoreError> {
        let kind: &str = row.try_get("kind").map_err(refused)?;
        Ok(Self {
            table: TableId(number(row, "table_id")?),
            row: JournalRow {
                epoch: number(row, "epoch")?,
                step: number(row, "step")?,
                format: row.try_get("format").map_err(refused)?,
                first_seq: number(row, "first_seq")?,
                hand_no: row
                    .try_get::<Option<i64>, _>("hand_no")
                    .map_err(refused)?
                    .map(i64::cast_unsigned),
                kind: StepKind::from_code(kind).ok_or_else(|| StoreError::Corrupt(format!("a step is a {kind}")))?,
                command: row.try_get("command").map_err(refused)?,
                events: row.try_get("events").map_err(refused)?,
                secret: None,
            },
            sealed: row.try_get("sealed").map_err(refused)?,
            prev_row: row.try_get("prev_row").map_err(refused)?,
            prev_hash: hash_of(row, "prev_hash").map_err(refused)?,
            hash: hash_of(row, "hash").map_err(refused)?,
        })
    }

    /// Whether the row is what its hash says.
    pub(super) fn holds(&self) -> bool {
        let fields = RowFields {
            table: self.table,
            step: self.row.step,
            epoch: self.row.epoch,
            format: self.row.format,
            first_seq: self.row.first_seq,
            hand_no: self.row.hand_no,
            kind: self.row.kind.code(),
            command: &self.row.command,
            events: &self.row.events,
            sealed: self.sealed.as_deref(),
        };
        chain::row_hash(&self.prev_hash, &fields) == self.hash
    }

    /// The row with its secret opened.
    pub(super) fn open(mut self, sealer: &Sealer) -> Result<JournalRow, StoreError> {
        if let Some(sealed) = &self.sealed {
            let place = Place::Step {
                table: self.table,
                epoch: self.row.epoch,
                step: self.row.step,
            };
            let secret = sealer.open(place, sealed).map_err(|_| {
                StoreError::Corrupt(format!("step {} of table {} does not open", self.row.step, self.table))
            })?;
            self.row.secret = Some(secret);
        }
        Ok(self.row)
    }
}

/// A column that holds a hash.
pub(super) fn hash_of(row: &SqliteRow, column: &str) -> Result<Hash, sqlx::Error> {
    let bytes: &[u8] = row.try_get(column)?;
    bytes.try_into().map_err(|_| sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: "a hash has 32 bytes".into(),
    })
}

/// A column that holds a number which is never negative.
pub(super) fn number(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    let number: i64 = row.try_get(column).map_err(refused)?;
    u64::try_from(number).map_err(|_| StoreError::Corrupt(format!("{column} is negative")))
}

/// A column that holds a date.
pub(super) fn timestamp(row: &SqliteRow, column: &str) -> Result<Timestamp, StoreError> {
    let millis: i64 = row.try_get(column).map_err(refused)?;
    Timestamp::from_millisecond(millis).map_err(|_| StoreError::Corrupt(format!("{column} is no date")))
}

/// An amount of the database that is never negative.
pub(super) fn chips(amount: i64) -> Result<Chips, StoreError> {
    u64::try_from(amount)
        .ok()
        .and_then(Chips::try_new)
        .ok_or_else(|| StoreError::Corrupt(format!("{amount} is no amount of chips")))
}
