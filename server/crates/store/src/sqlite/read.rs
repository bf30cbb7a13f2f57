//! Finished hands in the database.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::columns::{number, timestamp};
use super::packing::public_of;
use super::people::Erased;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::gist::HandGist;
use crate::hands::Hands;
use crate::seal::SealContext;
use crate::types::{AccountId, HandCursor, HandLine, HandView, OpenedHand, TableId};

/// Maximum number of lines on one page of history.
const PAGE_MAX: u32 = 500;

/// Maximum delay in milliseconds between the end of a hand and its being written.
const PLACE_SLACK_MS: i64 = 600_000;

/// The row of a finished hand.
pub(super) async fn hand_row(
    conn: &mut SqliteConnection,
    table: TableId,
    hand_no: u64,
) -> Result<Option<SqliteRow>, StoreError> {
    // The last hands are not filed yet.
    sqlx::query(
        "SELECT game, started_at, ended_at, players, packed, sealed FROM hand WHERE id = coalesce(
             (SELECT hand FROM hand_at WHERE table_id = $1 AND hand_no = $2),
             (SELECT id FROM hand WHERE id > (SELECT filed FROM journal_end) AND table_id = $1 AND hand_no = $2)
         )",
    )
    .bind(table.0.cast_signed())
    .bind(hand_no.cast_signed())
    .fetch_optional(conn)
    .await
    .map_err(refused)
}

/// The public view of a row's hand.
pub(super) fn hand_view(
    table: TableId,
    hand_no: u64,
    row: &SqliteRow,
    erased: &Erased,
) -> Result<HandView, StoreError> {
    Ok(HandView {
        table,
        hand_no,
        game: row.try_get("game").map_err(refused)?,
        started_at: timestamp(row, "started_at")?,
        ended_at: timestamp(row, "ended_at")?,
        public: erased.without_names(public_of(row)?.into()).into_owned(),
        private: None,
    })
}

/// The index of an account among the participants of a row's hand.
pub(super) fn place_of(row: &SqliteRow, account: AccountId) -> Result<Option<usize>, StoreError> {
    let players: &[u8] = row.try_get("players").map_err(refused)?;
    let own = |player: &[u8]| player == account.0.as_bytes().as_slice();
    Ok(players.chunks(16).position(own))
}

fn does_not_open(table: TableId, hand_no: u64) -> StoreError {
    StoreError::Corrupt(format!("hand {table}/{hand_no} does not open"))
}

impl Hands for SqliteStore {
    fn hands_of(
        &self,
        account: AccountId,
        before: Option<HandCursor>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HandLine>, StoreError>> {
        async move {
            // The last hands are in no list yet.
            let rows = sqlx::query(
                "SELECT id, table_id, hand_no, game, ended_at, players, sealed, gist FROM hand
                 WHERE id IN (
                     SELECT id FROM hand
                     WHERE id > max(
                         (SELECT listed FROM journal_end),
                         (SELECT coalesce(max(last), 0) FROM hand_list WHERE account = $1)
                     ) AND id < $2 AND (instr(players, $1) + 15) % 16 = 0
                     UNION ALL
                     SELECT played.value
                     FROM (
                         SELECT hands FROM hand_list WHERE account = $1 AND first < $2 ORDER BY last DESC LIMIT $3
                     ) AS list, json_each(list.hands) AS played
                     WHERE played.value < $2
                     ORDER BY 1 DESC LIMIT $3
                 )
                 ORDER BY id DESC",
            )
            .bind(account.0.as_bytes().as_slice())
            .bind(before.map_or(i64::MAX, |cursor| cursor.0))
            .bind(limit.min(PAGE_MAX))
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            rows.iter().map(|row| self.line(account, row)).collect()
        }
        .boxed()
    }

    fn place_of(&self, at: Timestamp) -> BoxFuture<'_, Result<HandCursor, StoreError>> {
        async move {
            let conn = &mut *self.reader().await?;
            let late = at.as_millisecond().saturating_add(PLACE_SLACK_MS);
            let (mut low, mut high): (i64, i64) =
                sqlx::query_as("SELECT coalesce(min(id), 0), coalesce(max(id), 0) + 1 FROM hand")
                    .fetch_one(&mut *conn)
                    .await
                    .map_err(refused)?;
            while low < high {
                let middle = low + (high - low) / 2;
                let ended: Option<i64> =
                    sqlx::query_scalar("SELECT ended_at FROM hand WHERE id >= $1 ORDER BY id LIMIT 1")
                        .bind(middle)
                        .fetch_optional(&mut *conn)
                        .await
                        .map_err(refused)?;
                if ended.is_some_and(|ended| ended < late) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            Ok(HandCursor(low))
        }
        .boxed()
    }

    fn hand(
        &self,
        table: TableId,
        hand_no: u64,
        viewer: Option<AccountId>,
    ) -> BoxFuture<'_, Result<Option<HandView>, StoreError>> {
        async move {
            let Some(row) = hand_row(&mut *self.reader().await?, table, hand_no).await? else {
                return Ok(None);
            };
            let view = hand_view(table, hand_no, &row, &self.erased)?;
            let private = match viewer {
                None => None,
                Some(viewer) => {
                    let Some(place) = place_of(&row, viewer)? else {
                        return Ok(None);
                    };
                    self.private_of(table, hand_no, &row, place)?
                }
            };
            Ok(Some(HandView { private, ..view }))
        }
        .boxed()
    }

    fn opened_hand(&self, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<Option<OpenedHand>, StoreError>> {
        async move {
            let Some(row) = hand_row(&mut *self.reader().await?, table, hand_no).await? else {
                return Ok(None);
            };
            let sealed: &[u8] = row.try_get("sealed").map_err(refused)?;
            let privates = self.open_privates(table, hand_no, sealed)?;
            let view = hand_view(table, hand_no, &row, &self.erased)?;
            let privates = privates.into_iter().flatten().collect();
            Ok(Some(OpenedHand { view, privates }))
        }
        .boxed()
    }
}

impl SqliteStore {
    /// A line of an account's history.
    fn line(&self, account: AccountId, row: &SqliteRow) -> Result<HandLine, StoreError> {
        let (table, hand_no) = (TableId(number(row, "table_id")?), number(row, "hand_no")?);
        let place = place_of(row, account)?.ok_or_else(|| does_not_open(table, hand_no))?;
        let gist: Option<&str> = row.try_get("gist").map_err(refused)?;
        let mut gist = gist.and_then(HandGist::of_json);
        if let Some(gist) = &mut gist {
            self.erased.clear(gist, row.try_get("players").map_err(refused)?);
        }
        Ok(HandLine {
            cursor: HandCursor(row.try_get("id").map_err(refused)?),
            table,
            hand_no,
            game: row.try_get("game").map_err(refused)?,
            ended_at: timestamp(row, "ended_at")?,
            place,
            // A hand that does not open is still listed.
            private: self.private_of(table, hand_no, row, place).ok().flatten(),
            gist,
        })
    }

    /// The private view of a row's hand for the participant at an index.
    fn private_of(
        &self,
        table: TableId,
        hand_no: u64,
        row: &SqliteRow,
        place: usize,
    ) -> Result<Option<String>, StoreError> {
        let sealed: &[u8] = row.try_get("sealed").map_err(refused)?;
        let privates = self.open_privates(table, hand_no, sealed)?;
        privates
            .into_iter()
            .nth(place)
            .ok_or_else(|| does_not_open(table, hand_no))
    }

    /// The private view of each player in the list.
    fn open_privates(&self, table: TableId, hand_no: u64, sealed: &[u8]) -> Result<Vec<Option<String>>, StoreError> {
        let opened = self.sealer()?.open(SealContext::Hand { table, hand_no }, sealed).ok();
        let all = opened.and_then(|opened| serde_json::from_slice(&opened).ok());
        all.ok_or_else(|| does_not_open(table, hand_no))
    }
}
