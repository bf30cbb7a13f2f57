//! Operators' acts on people, and operators' queries about them.

mod chat;
mod deeds;
mod erase;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, Row};

pub(super) use self::erase::Erased;
use super::accounts::{account_of, blob, uuid_of};
use super::columns::{chips, number, timestamp};
use super::fault::Fault;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::people::{
    AccountLine, AccountSearch, Ban, ChatLine, ChatSearch, Done, LINES_MAX, LedgerLine, NoticeLine, OperatorOrder,
    OrderFault, People, Said, Sanction, TrailLine, Whom,
};
use crate::types::{AccountId, LedgerAccount};

/// Selects accounts with the fields that operators see; `?` is the current time.
const LINES: &str = "SELECT account.*, coalesce(balance.amount, 0) AS chips,
        (SELECT count(*) FROM session WHERE session.account = account.id
         AND session.revoked_at IS NULL AND session.expires_at > ?) AS sessions,
        deleted_account.deleted_at,
        ban.since AS ban_since, ban.until AS ban_until, ban.reason AS ban_reason,
        chat_mute.since AS mute_since, chat_mute.until AS mute_until, chat_mute.reason AS mute_reason
    FROM account
    LEFT JOIN balance ON balance.account = 'player:' || lower(
        substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-' ||
        substr(hex(id), 17, 4) || '-' || substr(hex(id), 21))
    LEFT JOIN deleted_account ON deleted_account.account = account.id
    LEFT JOIN ban ON ban.account = account.id
    LEFT JOIN chat_mute ON chat_mute.account = account.id";

/// Selects lines of the trail with the current names of accounts. `other` is on the other side of a transfer, which the act
/// names as the ledger does: `player:` and the identifier.
const TRAIL: &str =
    "SELECT trail.*, account.name AS called, other.id AS other_id, other.name AS other_called FROM trail
    LEFT JOIN account ON account.id = trail.account
    LEFT JOIN account AS other ON other.id =
        unhex(replace(substr(coalesce(trail.act ->> '$.from', trail.act ->> '$.to'), 8), '-', ''))";

impl People for SqliteStore {
    fn carry_out(&self, order: OperatorOrder) -> BoxFuture<'_, Result<Done, StoreError>> {
        async move {
            let carried = self
                .write(move |tx| {
                    let order = order.clone();
                    async move { deeds::carry_out(tx, &order).await }.boxed()
                })
                .await?;
            // Readers hide the names before anyone is notified of the deletion.
            self.erased.add(carried.erased);
            Ok(carried.done)
        }
        .boxed()
    }

    fn first_answer(&self, id: String, request: [u8; 32]) -> BoxFuture<'_, Result<Option<TrailLine>, StoreError>> {
        async move {
            let line = first_answer(&mut *self.reader().await?, &id, &request).await;
            line.map_err(StoreError::from)
        }
        .boxed()
    }

    fn trail(
        &self,
        account: Option<AccountId>,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TrailLine>, StoreError>> {
        async move {
            let sql = format!(
                "{TRAIL} WHERE (?1 IS NULL OR trail.account = ?1 OR other.id = ?1) AND trail.no < ?2
                 ORDER BY trail.no DESC LIMIT ?3"
            );
            let rows = sqlx::query(AssertSqlSafe(sql))
                .bind(account.map(|account| blob(account.0)))
                .bind(before.map_or(i64::MAX, u64::cast_signed))
                .bind(limit.min(LINES_MAX))
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            rows.iter().map(trail_line).collect()
        }
        .boxed()
    }

    fn find_accounts(&self, search: AccountSearch) -> BoxFuture<'_, Result<Vec<AccountLine>, StoreError>> {
        async move { accounts(&mut *self.reader().await?, &search, self.clock.now()).await }.boxed()
    }

    fn account_line(&self, whom: Whom) -> BoxFuture<'_, Result<Option<AccountLine>, StoreError>> {
        async move {
            let (condition, key) = match whom {
                Whom::Id(account) => ("account.id = ?", Key::Id(account)),
                Whom::Name(key) => ("account.name_key = ? AND account.retired_at IS NULL", Key::Name(key)),
            };
            let query = sqlx::query(AssertSqlSafe(format!("{LINES} WHERE {condition}")));
            let query = query.bind(self.clock.now().as_millisecond());
            let query = match key {
                Key::Id(account) => query.bind(blob(account.0)),
                Key::Name(key) => query.bind(key),
            };
            let row = query
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            row.as_ref().map(account_line).transpose()
        }
        .boxed()
    }

    fn chat_mutes(&self) -> BoxFuture<'_, Result<Vec<(AccountId, Ban)>, StoreError>> {
        async move {
            let rows = sqlx::query("SELECT account, until FROM chat_mute WHERE coalesce(until, $1 + 1) > $1")
                .bind(self.clock.now().as_millisecond())
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            let mute = |row: &SqliteRow| {
                let account = AccountId(uuid_of(row, "account").map_err(refused)?);
                Ok((
                    account,
                    Ban {
                        until: instant(row, "until")?,
                    },
                ))
            };
            rows.iter().map(mute).collect()
        }
        .boxed()
    }

    fn notices(&self) -> BoxFuture<'_, Result<Vec<NoticeLine>, StoreError>> {
        async move {
            let rows = sqlx::query("SELECT no, en, fr, until FROM notice WHERE until > $1 ORDER BY no")
                .bind(self.clock.now().as_millisecond())
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            let notice = |row: &SqliteRow| {
                Ok(NoticeLine {
                    no: number(row, "no")?,
                    en: row.try_get("en").map_err(refused)?,
                    fr: row.try_get("fr").map_err(refused)?,
                    until: timestamp(row, "until")?,
                })
            };
            rows.iter().map(notice).collect()
        }
        .boxed()
    }

    fn keep_chat(&self, said: Vec<Said>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            let said = said.clone();
            async move { chat::keep(tx, &said).await }.boxed()
        })
        .boxed()
    }

    fn chat(&self, search: ChatSearch) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>> {
        async move { chat::read(&mut *self.reader().await?, &search, self.clock.now()).await }.boxed()
    }

    fn ledger_of(
        &self,
        account: AccountId,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<LedgerLine>, StoreError>> {
        async move {
            let own = LedgerAccount::Player(account).to_string();
            let rows = sqlx::query(
                "SELECT id, debit, credit, amount, reason, hand_no, made_at FROM transfer
                 WHERE id < $2 AND $1 IN (debit, credit) ORDER BY id DESC LIMIT $3",
            )
            .bind(&own)
            .bind(before.map_or(i64::MAX, u64::cast_signed))
            .bind(limit.min(LINES_MAX))
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            rows.iter().map(|row| ledger_line(row, &own)).collect()
        }
        .boxed()
    }
}

/// The key by which an account is looked up.
enum Key {
    Id(AccountId),
    Name(String),
}

async fn accounts(
    conn: &mut SqliteConnection,
    search: &AccountSearch,
    now: Timestamp,
) -> Result<Vec<AccountLine>, StoreError> {
    let mut sql = format!("{LINES} WHERE account.retired_at IS NULL AND account.id > ?");
    let mut arguments = SqliteArguments::default();
    let mut add = || -> Result<(), sqlx::error::BoxDynError> {
        arguments.add(now.as_millisecond())?;
        arguments.add(search.after.map_or_else(Vec::new, |after| blob(after.0)))?;
        if let Some(name) = &search.name {
            sql.push_str(" AND instr(account.name_key, ?) > 0");
            arguments.add(name.clone())?;
        }
        if let Some(kind) = search.kind {
            sql.push_str(" AND account.kind = ?");
            arguments.add(kind.code())?;
        }
        if search.banned {
            sql.push_str(" AND ban.since IS NOT NULL AND coalesce(ban.until, ? + 1) > ?");
            arguments.add(now.as_millisecond())?;
            arguments.add(now.as_millisecond())?;
        }
        sql.push_str(" ORDER BY account.id LIMIT ?");
        arguments.add(search.limit.min(LINES_MAX))
    };
    add().map_err(|error| refused(sqlx::Error::Encode(error)))?;
    let rows = sqlx::query_with(AssertSqlSafe(sql), arguments)
        .fetch_all(conn)
        .await
        .map_err(refused)?;
    rows.iter().map(account_line).collect()
}

fn account_line(row: &SqliteRow) -> Result<AccountLine, StoreError> {
    Ok(AccountLine {
        account: account_of(row)?,
        retired_at: instant(row, "retired_at")?,
        is_deleted: instant(row, "deleted_at")?.is_some(),
        chips: chips(row.try_get("chips").map_err(refused)?)?,
        sessions: number(row, "sessions")?,
        ban: sanction(row, ["ban_since", "ban_until", "ban_reason"])?,
        mute: sanction(row, ["mute_since", "mute_until", "mute_reason"])?,
    })
}

fn sanction(row: &SqliteRow, [since, until, reason]: [&str; 3]) -> Result<Option<Sanction>, StoreError> {
    let Some(since) = instant(row, since)? else {
        return Ok(None);
    };
    Ok(Some(Sanction {
        since,
        ban: Ban {
            until: instant(row, until)?,
        },
        reason: row.try_get(reason).map_err(refused)?,
    }))
}

/// Reads a column that contains a time, or nothing.
fn instant(row: &SqliteRow, column: &str) -> Result<Option<Timestamp>, StoreError> {
    let millis: Option<i64> = row.try_get(column).map_err(refused)?;
    millis.map(|_| timestamp(row, column)).transpose()
}

fn trail_line(row: &SqliteRow) -> Result<TrailLine, StoreError> {
    let json = |column| {
        let text: &str = row.try_get(column).map_err(refused)?;
        serde_json::from_str(text).map_err(|_| StoreError::Corrupt(format!("{column} of the trail is no JSON")))
    };
    let named = |id, called| -> Result<_, StoreError> {
        let called: Option<String> = row.try_get(called).map_err(refused)?;
        let Some(called) = called else { return Ok(None) };
        Ok(Some((AccountId(uuid_of(row, id).map_err(refused)?), called)))
    };
    Ok(TrailLine {
        no: number(row, "no")?,
        id: row.try_get("id").map_err(refused)?,
        at: timestamp(row, "at")?,
        author: row.try_get("author").map_err(refused)?,
        reason: row.try_get("reason").map_err(refused)?,
        account: named("account", "called")?,
        other: named("other_id", "other_called")?,
        act: json("act")?,
        outcome: json("outcome")?,
    })
}

fn ledger_line(row: &SqliteRow, own: &str) -> Result<LedgerLine, StoreError> {
    let [debit, credit]: [&str; 2] = [
        row.try_get("debit").map_err(refused)?,
        row.try_get("credit").map_err(refused)?,
    ];
    let amount: i64 = row.try_get("amount").map_err(refused)?;
    let (change, other) = if credit == own {
        (amount, debit)
    } else {
        (-amount, credit)
    };
    let hand_no: Option<i64> = row.try_get("hand_no").map_err(refused)?;
    Ok(LedgerLine {
        no: number(row, "id")?,
        at: timestamp(row, "made_at")?,
        change,
        reason: row.try_get("reason").map_err(refused)?,
        // The account is not entitled to know who the other player is.
        other: if other.starts_with("player:") { "player" } else { other }.to_owned(),
        hand_no: hand_no.map(i64::cast_unsigned),
    })
}

/// The line of the trail that an order has left. An order of this identifier with another request is refused.
async fn first_answer(conn: &mut SqliteConnection, id: &str, request: &[u8; 32]) -> Result<Option<TrailLine>, Fault> {
    let row = sqlx::query(AssertSqlSafe(format!("{TRAIL} WHERE trail.id = ?")))
        .bind(id)
        .fetch_optional(conn)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let asked: &[u8] = row.try_get("request")?;
    if asked != request {
        return Err(StoreError::Order(OrderFault::IdReused).into());
    }
    Ok(Some(trail_line(&row)?))
}
