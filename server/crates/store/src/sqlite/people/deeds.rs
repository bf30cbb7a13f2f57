//! Carries out operators' acts, each with its line of the trail in the same transaction.

use jiff::Timestamp;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnection;

use super::super::accounts::{account_of, blob, free_name, name_taken, take_looks};
use super::super::fault::Fault;
use super::super::ledger;
use super::super::posting::{Poster, Posting};
use super::super::task::WriteTx;
use super::{chat, erase, first_answer};
use crate::StoreError;
use crate::accounts::{AccountKind, AccountRecord};
use crate::people::{Ban, Deed, Done, OperatorOrder, OrderFault, Way, Whom};
use crate::transfer::Transfer;
use crate::types::{AccountId, LedgerAccount};
use poker_base::alike;

/// The result of an order, and the names to hide from now on.
pub(super) struct Carried {
    pub(super) done: Done,
    pub(super) erased: Vec<(AccountId, String)>,
}

/// The effect of a deed.
pub(super) struct Did {
    /// The account concerned, followed by any bots that are affected too.
    pub(super) accounts: Vec<AccountId>,
    pub(super) act: Value,
    pub(super) outcome: Value,
    pub(super) erased: Vec<(AccountId, String)>,
}

impl Did {
    fn of(account: AccountId, act: Value, outcome: Value) -> Self {
        Self {
            accounts: vec![account],
            act,
            outcome,
            erased: Vec::new(),
        }
    }

    fn of_nobody(act: Value) -> Self {
        Self {
            accounts: Vec::new(),
            act,
            outcome: json!({}),
            erased: Vec::new(),
        }
    }
}

pub(super) async fn carry_out(tx: &mut WriteTx<'_>, order: &OperatorOrder) -> Result<Carried, Fault> {
    if let Some(line) = first_answer(tx.conn, &order.id, &order.request).await? {
        let done = Done {
            line,
            accounts: Vec::new(),
            repeated: true,
        };
        return Ok(Carried {
            done,
            erased: Vec::new(),
        });
    }
    let did = carry(tx, order).await?;
    let now = tx.clock.now();
    let no: i64 = sqlx::query_scalar(
        "INSERT INTO trail (id, request, at, author, reason, account, act, outcome)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING no",
    )
    .bind(&order.id)
    .bind(order.request.to_vec())
    .bind(now.as_millisecond())
    .bind(&order.author)
    .bind(&order.reason)
    .bind(did.accounts.first().map(|account| blob(account.0)))
    .bind(did.act.to_string())
    .bind(did.outcome.to_string())
    .fetch_one(&mut *tx.conn)
    .await?;
    if let Deed::Say { en, fr, until } = &order.deed {
        sqlx::query("INSERT INTO notice (no, en, fr, until) VALUES ($1, $2, $3, $4)")
            .bind(no)
            .bind(en)
            .bind(fr)
            .bind(until.as_millisecond())
            .execute(&mut *tx.conn)
            .await?;
    }
    let line = first_answer(tx.conn, &order.id, &order.request)
        .await?
        .ok_or_else(|| Fault::Refused("the trail has no such line".to_owned()))?;
    let done = Done {
        line,
        accounts: did.accounts,
        repeated: false,
    };
    Ok(Carried {
        done,
        erased: did.erased,
    })
}

async fn carry(tx: &mut WriteTx<'_>, order: &OperatorOrder) -> Result<Did, Fault> {
    match &order.deed {
        Deed::Ban { whom, ban } => impose(tx, whom, Some(*ban), &order.reason).await,
        Deed::Unban { whom } => impose(tx, whom, None, &order.reason).await,
        Deed::Mute { whom, ban } => silence(tx, whom, Some(*ban), &order.reason).await,
        Deed::Unmute { whom } => silence(tx, whom, None, &order.reason).await,
        Deed::ResetPassword { whom, hash } => reset_password(tx, whom, hash).await,
        Deed::Rename { whom, name, name_key } => rename(tx, whom, name, name_key).await,
        Deed::Chips { .. } => move_chips(tx, order).await,
        Deed::Delete { whom } => erase::delete(tx, whom, &order.id).await,
        Deed::Export { whom } => {
            let account = known(tx.conn, whom).await?.id;
            Ok(Did::of(account, json!({"kind": "export"}), json!({})))
        }
        Deed::RemoveChat { line } => chat::remove(tx, *line).await,
        Deed::Say { en, fr, until } => Ok(Did::of_nobody(json!({
            "kind": "say", "en": en, "fr": fr, "until": until.as_millisecond(),
        }))),
        Deed::Table { table, deed } => Ok(Did::of_nobody(json!({"kind": deed.code(), "table": table.0}))),
    }
}

pub(super) fn refusal(fault: OrderFault) -> Fault {
    StoreError::Order(fault).into()
}

/// The live account referred to.
async fn known(conn: &mut SqliteConnection, whom: &Whom) -> Result<AccountRecord, Fault> {
    let query = match whom {
        Whom::Id(account) => {
            sqlx::query("SELECT * FROM account WHERE id = $1 AND retired_at IS NULL").bind(blob(account.0))
        }
        Whom::Name(key) => sqlx::query("SELECT * FROM account WHERE name_key = $1 AND retired_at IS NULL").bind(key),
    };
    let row = query.fetch_optional(conn).await?;
    Ok(account_of(&row.ok_or(StoreError::NoSuchAccount)?)?)
}

/// The same, except that house bots are refused.
pub(super) async fn outsider(conn: &mut SqliteConnection, whom: &Whom) -> Result<AccountRecord, Fault> {
    let account = known(conn, whom).await?;
    if account.house {
        return Err(refusal(OrderFault::House));
    }
    Ok(account)
}

/// The live bots of an account.
pub(super) async fn bots_of(conn: &mut SqliteConnection, owner: AccountId) -> Result<Vec<AccountRecord>, Fault> {
    let rows = sqlx::query("SELECT * FROM account WHERE owner = $1 AND retired_at IS NULL ORDER BY id")
        .bind(blob(owner.0))
        .fetch_all(conn)
        .await?;
    let bots: Result<Vec<_>, StoreError> = rows.iter().map(account_of).collect();
    Ok(bots?)
}

/// The end of a ban or mute, as JSON.
fn told(ban: Option<Ban>) -> Value {
    json!(ban.and_then(|ban| ban.until).map(Timestamp::as_millisecond))
}

/// Bans an account, or lifts its ban.
async fn impose(tx: &mut WriteTx<'_>, whom: &Whom, ban: Option<Ban>, reason: &str) -> Result<Did, Fault> {
    let account = outsider(tx.conn, whom).await?.id;
    let before = put(tx, "ban", account, ban, reason).await?;
    let bots = bots_of(tx.conn, account).await?;
    let act = match ban {
        Some(_) => json!({"kind": "ban", "until": told(ban)}),
        None => json!({"kind": "unban"}),
    };
    let mut did = Did::of(account, act, json!({"was_banned": before, "bots": bots.len()}));
    did.accounts.extend(bots.iter().map(|bot| bot.id));
    Ok(did)
}

/// Mutes an account in the chat, or lifts its mute.
async fn silence(tx: &mut WriteTx<'_>, whom: &Whom, ban: Option<Ban>, reason: &str) -> Result<Did, Fault> {
    let account = outsider(tx.conn, whom).await?.id;
    let before = put(tx, "chat_mute", account, ban, reason).await?;
    let act = match ban {
        Some(_) => json!({"kind": "mute", "until": told(ban)}),
        None => json!({"kind": "unmute"}),
    };
    Ok(Did::of(account, act, json!({"was_muted": before})))
}

/// Writes a row in one of the two tables of sanctions, or deletes it. Returns `true` if an earlier sanction was still in force.
async fn put(
    tx: &mut WriteTx<'_>,
    table: &'static str,
    account: AccountId,
    ban: Option<Ban>,
    reason: &str,
) -> Result<bool, Fault> {
    let now = tx.clock.now().as_millisecond();
    let (asked, gone, written) = match table {
        "ban" => (
            "SELECT EXISTS (SELECT 1 FROM ban WHERE account = $1 AND coalesce(until, $2 + 1) > $2)",
            "DELETE FROM ban WHERE account = $1",
            "INSERT INTO ban (account, since, until, reason) VALUES ($1, $2, $3, $4)",
        ),
        _ => (
            "SELECT EXISTS (SELECT 1 FROM chat_mute WHERE account = $1 AND coalesce(until, $2 + 1) > $2)",
            "DELETE FROM chat_mute WHERE account = $1",
            "INSERT INTO chat_mute (account, since, until, reason) VALUES ($1, $2, $3, $4)",
        ),
    };
    let before: bool = sqlx::query_scalar(asked)
        .bind(blob(account.0))
        .bind(now)
        .fetch_one(&mut *tx.conn)
        .await?;
    sqlx::query(gone).bind(blob(account.0)).execute(&mut *tx.conn).await?;
    if let Some(ban) = ban {
        sqlx::query(written)
            .bind(blob(account.0))
            .bind(now)
            .bind(ban.until.map(Timestamp::as_millisecond))
            .bind(reason)
            .execute(&mut *tx.conn)
            .await?;
    }
    Ok(before)
}

async fn reset_password(tx: &mut WriteTx<'_>, whom: &Whom, hash: &str) -> Result<Did, Fault> {
    let account = outsider(tx.conn, whom).await?;
    if account.kind != AccountKind::Account {
        return Err(refusal(OrderFault::NoPassword));
    }
    sqlx::query("UPDATE account SET password_hash = $2 WHERE id = $1")
        .bind(blob(account.id.0))
        .bind(hash)
        .execute(&mut *tx.conn)
        .await?;
    let ended = end_sessions(tx, account.id).await?;
    let act = json!({"kind": "reset_password"});
    Ok(Did::of(account.id, act, json!({"sessions_ended": ended})))
}

/// Revokes the sessions of an account, and returns their number.
async fn end_sessions(tx: &mut WriteTx<'_>, account: AccountId) -> Result<u64, Fault> {
    let ended = sqlx::query("UPDATE session SET revoked_at = $2 WHERE account = $1 AND revoked_at IS NULL")
        .bind(blob(account.0))
        .bind(tx.clock.now().as_millisecond())
        .execute(&mut *tx.conn)
        .await?;
    Ok(ended.rows_affected())
}

async fn rename(tx: &mut WriteTx<'_>, whom: &Whom, name: &str, name_key: &str) -> Result<Did, Fault> {
    let account = outsider(tx.conn, whom).await?;
    let looks = alike::name(name);
    free_name(tx, name_key, &looks).await?;
    sqlx::query("UPDATE account SET name = $2, name_key = $3 WHERE id = $1")
        .bind(blob(account.id.0))
        .bind(name)
        .bind(name_key)
        .execute(&mut *tx.conn)
        .await
        .map_err(name_taken)?;
    take_looks(tx, account.id, &looks).await?;
    let act = json!({"kind": "rename", "name": name});
    Ok(Did::of(account.id, act, json!({"was": account.name})))
}

async fn move_chips(tx: &mut WriteTx<'_>, order: &OperatorOrder) -> Result<Did, Fault> {
    let Deed::Chips {
        whom,
        amount,
        way,
        other,
    } = &order.deed
    else {
        return Err(Fault::Refused("no chips are moved".to_owned()));
    };
    let account = known(tx.conn, whom).await?.id;
    let other = match other {
        Some(other) => LedgerAccount::Player(known(tx.conn, other).await?.id),
        None => LedgerAccount::Mint,
    };
    let own = LedgerAccount::Player(account);
    if own == other || amount.is_zero() {
        return Err(StoreError::Insufficient.into());
    }
    let (debit, credit) = match way {
        Way::Give => (other, own),
        Way::Take => (own, other),
    };
    post(tx, Transfer::operator(debit, credit, *amount), &order.id).await?;
    let balance = ledger::balance(tx.conn, &own.to_string()).await?.unwrap_or_default();
    let act = json!({
        "kind": match way { Way::Give => "give_chips", Way::Take => "take_chips" },
        "amount": amount.get(),
        match way { Way::Give => "from", Way::Take => "to" }: other.to_string(),
    });
    let mut did = Did::of(account, act, json!({"balance": balance.get()}));
    if let LedgerAccount::Player(other) = other {
        did.accounts.push(other);
    }
    Ok(did)
}

/// Posts the transfer of an order.
pub(super) async fn post(tx: &mut WriteTx<'_>, transfer: Transfer, id: &str) -> Result<(), Fault> {
    let posting = Posting {
        owner: None,
        step: None,
        hand_no: None,
        request_id: Some(id),
        faucet: tx.faucet(None),
    };
    Poster::new().post(tx.conn, &posting, &[transfer]).await
}
