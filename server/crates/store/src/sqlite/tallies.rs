//! Results of hands per account, counted late: a row per player and hand would cost a page each. The pages of an
//! account record up to which hand it has been counted. Counting happens when results are requested, and before hands
//! are deleted.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use futures_util::FutureExt;
use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::columns::{number, timestamp};
use super::fault::Fault;
use super::read::place_of;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::gist::HandGist;
use crate::personal::Week;
use crate::tally::{TallyHand, TallyPage};
use crate::types::{AccountId, TableId};

/// The number of latest pages from which an account's results are read: 200,000 hands.
const PAGES_MAX: u32 = 400;

/// Hands of one account to add.
struct Counted {
    account: AccountId,
    /// The last hand counted when these were read.
    from: i64,
    /// The last hand counted once these are added.
    to: i64,
    hands: Vec<TallyHand>,
}

/// The summary in a row; `None` if it cannot be read.
fn gist_of(row: &SqliteRow) -> Result<Option<HandGist>, StoreError> {
    let gist: Option<&str> = row.try_get("gist").map_err(refused)?;
    Ok(gist.and_then(HandGist::of_json))
}

/// A row's hand from the view of the player at an index.
fn told(row: &SqliteRow, gist: &HandGist, place: usize) -> Result<Option<TallyHand>, StoreError> {
    let game: &str = row.try_get("game").map_err(refused)?;
    let table = TableId(number(row, "table_id")?);
    Ok(TallyHand::of(gist, place, table, game, timestamp(row, "ended_at")?))
}

/// The last hand counted for an account.
async fn counted(conn: &mut SqliteConnection, account: AccountId) -> Result<i64, sqlx::Error> {
    let counted = sqlx::query_scalar("SELECT counted FROM tally WHERE account = $1 ORDER BY page DESC LIMIT 1");
    let counted: Option<i64> = counted.bind(blob(account)).fetch_optional(conn).await?;
    Ok(counted.unwrap_or(0))
}

fn blob(account: AccountId) -> Vec<u8> {
    account.0.as_bytes().to_vec()
}

/// Adds hands to an account's pages, within the open transaction, unless others were counted in the meantime.
async fn add(conn: &mut SqliteConnection, new: &Counted) -> Result<(), Fault> {
    let last =
        sqlx::query("SELECT page, counted, last_at, hands FROM tally WHERE account = $1 ORDER BY page DESC LIMIT 1")
            .bind(blob(new.account))
            .fetch_optional(&mut *conn)
            .await?;
    let (mut number, counted, mut last_at, mut page) = match &last {
        None => (0, 0, 0, TallyPage::default()),
        Some(row) => {
            let (number, counted, last_at) = (row.try_get("page")?, row.try_get("counted")?, row.try_get("last_at")?);
            match serde_json::from_str(row.try_get("hands")?) {
                Ok(page) => (number, counted, last_at, page),
                Err(fault) => {
                    tracing::error!(account = %new.account, %fault, "a page of results cannot be read");
                    (number + 1, counted, last_at, TallyPage::default())
                }
            }
        }
    };
    if counted != new.from {
        return Ok(());
    }
    let mut hands = new.hands.iter().peekable();
    loop {
        while let Some(hand) = hands.next_if(|_| !page.is_full()) {
            last_at = hand.at.as_millisecond();
            page.push(hand);
        }
        let text = serde_json::to_string(&page).map_err(|fault| Fault::Refused(fault.to_string()))?;
        sqlx::query(
            "INSERT INTO tally (account, page, counted, last_at, hands) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (account, page)
             DO UPDATE SET counted = excluded.counted, last_at = excluded.last_at, hands = excluded.hands",
        )
        .bind(blob(new.account))
        .bind(number)
        .bind(new.to)
        .bind(last_at)
        .bind(text)
        .execute(&mut *conn)
        .await?;
        if hands.peek().is_none() {
            break;
        }
        number += 1;
        page = TallyPage::default();
    }
    add_weeks(conn, new).await
}

/// Adds hands at open tables to the account's weeks.
async fn add_weeks(conn: &mut SqliteConnection, new: &Counted) -> Result<(), Fault> {
    let mut weeks: BTreeMap<(Week, &str), (i64, i64)> = BTreeMap::new();
    for hand in new.hands.iter().filter(|hand| hand.open()) {
        for game in ["", &*hand.game] {
            let (hands, net) = weeks.entry((Week::of(hand.at), game)).or_default();
            *hands += 1;
            *net = net.saturating_add(hand.net);
        }
    }
    for ((week, game), (hands, net)) in weeks {
        sqlx::query(
            "INSERT INTO week_result (week, game, account, hands, net) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (week, game, account) DO UPDATE SET hands = hands + excluded.hands, net = net + excluded.net",
        )
        .bind(week.0)
        .bind(game)
        .bind(blob(new.account))
        .bind(hands)
        .bind(net)
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Counts hands that are about to be deleted, up to the given one, within the open transaction.
pub(super) async fn count_forgotten(conn: &mut SqliteConnection, last: i64) -> Result<(), Fault> {
    let rows =
        sqlx::query("SELECT id, table_id, hand_no, game, ended_at, players, gist FROM hand WHERE id <= $1 ORDER BY id")
            .bind(last)
            .fetch_all(&mut *conn)
            .await?;
    let mut accounts: HashMap<AccountId, Option<Counted>> = HashMap::new();
    for row in &rows {
        let id: i64 = row.try_get("id")?;
        let gist = gist_of(row)?;
        for (place, player) in row.try_get::<&[u8], _>("players")?.chunks(16).enumerate() {
            let Ok(account) = uuid::Uuid::from_slice(player).map(AccountId) else {
                continue;
            };
            let new = match accounts.entry(account) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(wants(conn, account).await?),
            };
            let Some(new) = new else { continue };
            if id <= new.from {
                continue;
            }
            new.to = id;
            if let Some(gist) = &gist {
                new.hands.extend(told(row, gist, place)?);
            }
        }
    }
    for new in accounts.into_values().flatten().filter(|new| new.to > new.from) {
        add(conn, &new).await?;
    }
    Ok(())
}

/// The point from which an account is counted; `None` for house bots, and for guests who can never come back.
async fn wants(conn: &mut SqliteConnection, account: AccountId) -> Result<Option<Counted>, Fault> {
    let lives: Option<i64> =
        sqlx::query_scalar("SELECT 1 FROM account WHERE id = $1 AND house = 0 AND retired_at IS NULL")
            .bind(blob(account))
            .fetch_optional(&mut *conn)
            .await?;
    if lives.is_none() {
        return Ok(None);
    }
    let from = counted(conn, account).await?;
    Ok(Some(Counted {
        account,
        from,
        to: from,
        hands: Vec::new(),
    }))
}

impl SqliteStore {
    /// See [`crate::Personal::count_hands`].
    pub(super) async fn count_some(&self, account: AccountId, most: u32) -> Result<bool, StoreError> {
        let mut conn = self.reader().await?;
        let from = counted(&mut conn, account).await.map_err(refused)?;
        // The last hands are in no list yet.
        let rows = sqlx::query(
            "SELECT id, table_id, hand_no, game, ended_at, players, gist FROM hand
             WHERE id IN (
                 SELECT id FROM hand
                 WHERE id > max(
                     (SELECT listed FROM journal_end),
                     (SELECT coalesce(max(last), 0) FROM hand_list WHERE account = $1), $2
                 ) AND (instr(players, $1) + 15) % 16 = 0
                 UNION ALL
                 SELECT played.value
                 FROM (
                     SELECT hands FROM hand_list WHERE account = $1 AND last > $2 ORDER BY last LIMIT $3
                 ) AS list, json_each(list.hands) AS played
                 WHERE played.value > $2
                 ORDER BY 1 LIMIT $3
             )
             ORDER BY id",
        )
        .bind(blob(account))
        .bind(from)
        .bind(most)
        .fetch_all(&mut *conn)
        .await
        .map_err(refused)?;
        let left = rows.len() >= usize::try_from(most).unwrap_or(usize::MAX);
        let (mut to, mut hands) = (from, Vec::new());
        for row in &rows {
            to = row.try_get("id").map_err(refused)?;
            if let (Some(gist), Some(place)) = (gist_of(row)?, place_of(row, account)?) {
                hands.extend(told(row, &gist, place)?);
            }
        }
        drop(conn);
        if to > from {
            let new = Arc::new(Counted {
                account,
                from,
                to,
                hands,
            });
            self.write(move |tx| {
                let new = Arc::clone(&new);
                async move { add(tx.conn, &new).await }.boxed()
            })
            .await?;
        }
        Ok(left)
    }

    /// See [`crate::Personal::tally`].
    pub(super) async fn read_tally(
        &self,
        account: AccountId,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> Result<Vec<TallyHand>, StoreError> {
        let rows = sqlx::query(
            "SELECT hands FROM (
                 SELECT page, hands FROM tally WHERE account = $1 AND last_at >= $2 ORDER BY page DESC LIMIT $3
             ) ORDER BY page",
        )
        .bind(blob(account))
        .bind(from.map_or(i64::MIN, |from| from.as_second().saturating_mul(1000)))
        .bind(PAGES_MAX)
        .fetch_all(&mut *self.reader().await?)
        .await
        .map_err(refused)?;
        let broken = || StoreError::Corrupt("a page of results".to_owned());
        let (mut names, mut all) = (HashMap::new(), Vec::new());
        for row in &rows {
            let page: TallyPage = serde_json::from_str(row.try_get("hands").map_err(refused)?).map_err(|_| broken())?;
            all.extend(page.hands(&mut names).ok_or_else(broken)?);
        }
        all.retain(|hand| from.is_none_or(|from| hand.at >= from) && to.is_none_or(|to| hand.at < to));
        Ok(all)
    }

    /// See [`crate::Personal::listed_behind`].
    pub(super) async fn read_listed_behind(&self) -> Result<Vec<AccountId>, StoreError> {
        let mut conn = self.reader().await?;
        let listed = sqlx::query(
            "SELECT account,
                 coalesce((SELECT max(last) FROM hand_list WHERE hand_list.account = listed_account.account), 0) AS last,
                 coalesce((SELECT max(counted) FROM tally WHERE tally.account = listed_account.account), 0) AS counted
             FROM listed_account ORDER BY counted",
        )
        .fetch_all(&mut *conn)
        .await
        .map_err(refused)?;
        if listed.is_empty() {
            return Ok(Vec::new());
        }
        let unlisted: Vec<(i64, Vec<u8>)> =
            sqlx::query_as("SELECT id, players FROM hand WHERE id > (SELECT listed FROM journal_end) ORDER BY id")
                .fetch_all(&mut *conn)
                .await
                .map_err(refused)?;
        let mut latest: HashMap<&[u8], i64> = HashMap::new();
        for (hand, players) in &unlisted {
            latest.extend(players.chunks(16).map(|player| (player, *hand)));
        }
        let mut behind = Vec::new();
        for row in &listed {
            let account: &[u8] = row.try_get("account").map_err(refused)?;
            let last: i64 = row.try_get("last").map_err(refused)?;
            let last = last.max(latest.get(account).copied().unwrap_or(0));
            if last > row.try_get("counted").map_err(refused)? {
                behind.extend(uuid::Uuid::from_slice(account).map(AccountId));
            }
        }
        Ok(behind)
    }
}
