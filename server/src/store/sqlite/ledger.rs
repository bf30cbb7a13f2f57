//! Transfers, answers and grants within a transaction of the writer.

use std::net::IpAddr;

use jiff::Timestamp;
use poker_engine::Chips;
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::columns::{chips, hash_of};
use super::faucet::Faucet;
use super::fault::Fault;
use super::sums::{self, Value};
use super::task::WriteTx;
use crate::store::StoreError;
use crate::store::accounts::NewAccount;
use crate::store::chain::{self, GENESIS, TransferFields};
use crate::store::journal::StepError;
use crate::store::transfer::{Transfer, TransferReason};
use crate::store::types::{AccountId, Answer, LedgerAccount, TableId};

/// A transfer with what it belongs to.
pub(super) struct Posting<'a> {
    pub(super) transfer: &'a Transfer,
    pub(super) table: Option<TableId>,
    pub(super) step: Option<u64>,
    pub(super) hand_no: Option<u64>,
    pub(super) request_id: Option<&'a str>,
    /// It also says when.
    pub(super) faucet: Faucet<'a>,
}

/// Posts a transfer; the database moves the balances with it. What leaves the mint or goes back passes the faucet.
pub(super) async fn post(conn: &mut SqliteConnection, posting: &Posting<'_>) -> Result<(), Fault> {
    match (posting.transfer.debit, posting.transfer.credit) {
        (LedgerAccount::Mint, _) => posting.faucet.give(conn, posting.transfer).await?,
        (_, LedgerAccount::Mint) => posting.faucet.take_back(conn, posting.transfer).await?,
        _ => {}
    }
    let last = sqlx::query("SELECT id, hash FROM transfer ORDER BY id DESC LIMIT 1")
        .fetch_optional(&mut *conn)
        .await?;
    let (last_id, prev_hash) = match &last {
        Some(row) => (row.try_get::<i64, _>("id")?, hash_of(row, "hash")?),
        None => (0, GENESIS),
    };
    let transfer = posting.transfer;
    let (debit, credit) = (transfer.debit.to_string(), transfer.credit.to_string());
    let fields = TransferFields {
        id: last_id + 1,
        debit: &debit,
        credit: &credit,
        amount: transfer.amount.get().cast_signed(),
        reason: transfer.reason.code(),
        table: posting.table.map(|table| table.0.cast_signed()),
        step: posting.step.map(u64::cast_signed),
        hand_no: posting.hand_no.map(u64::cast_signed),
        request_id: posting.request_id,
        made_at: posting.faucet.now.as_millisecond(),
    };
    let hash = chain::transfer_hash(&prev_hash, &fields);
    let posted = sqlx::query(
        "INSERT INTO transfer
             (id, debit, credit, amount, reason, table_id, step, hand_no, request_id, made_at, prev_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(fields.id)
    .bind(fields.debit)
    .bind(fields.credit)
    .bind(fields.amount)
    .bind(fields.reason)
    .bind(fields.table)
    .bind(fields.step)
    .bind(fields.hand_no)
    .bind(fields.request_id)
    .bind(fields.made_at)
    .bind(prev_hash.to_vec())
    .bind(hash.to_vec())
    .execute(conn)
    .await
    .map_err(Fault::from);
    match posted {
        Ok(_) => Ok(()),
        Err(Fault::Refused(what)) if what.contains("enough_chips") => {
            let account = transfer.debit;
            Err(StepError::Insufficient { account }.into())
        }
        Err(fault) => Err(fault),
    }
}

/// Opens an account of the ledger.
pub(super) async fn open_account(conn: &mut SqliteConnection, account: LedgerAccount) -> Result<(), Fault> {
    sqlx::query("INSERT INTO balance (account, amount) VALUES ($1, 0)")
        .bind(account.to_string())
        .execute(conn)
        .await?;
    Ok(())
}

/// Keeps the first answer to a request.
pub(super) async fn answer(conn: &mut SqliteConnection, answer: &Answer, now: Timestamp) -> Result<(), Fault> {
    let account = answer.account.0.as_bytes().as_slice();
    let sum = sums::sum(
        "command",
        [
            ("account", Value::Bytes(account)),
            ("request_id", Value::Text(&answer.request_id)),
            ("answer", Value::Text(&answer.body)),
            ("answered_at", Value::Number(now.as_millisecond())),
        ],
    );
    let kept =
        sqlx::query("INSERT INTO command (account, request_id, answer, answered_at, sum) VALUES ($1, $2, $3, $4, $5)")
            .bind(answer.account.0.as_bytes().as_slice())
            .bind(&answer.request_id)
            .bind(&answer.body)
            .bind(now.as_millisecond())
            .bind(sum.to_vec())
            .execute(conn)
            .await
            .map_err(Fault::from);
    match kept {
        Ok(_) => Ok(()),
        Err(Fault::Exists) => Err(StepError::Answered.into()),
        Err(fault) => Err(fault),
    }
}

/// Grants play money to a new account, as far as the faucet gives any. An account without chips can still watch, and come
/// back on another day.
pub(super) async fn grant(tx: &mut WriteTx<'_>, account: &NewAccount) -> Result<(), Fault> {
    let left = tx.faucet(account.network).left(tx.conn, None).await?;
    let amount = account.grant.min(left);
    if amount.is_zero() {
        return Ok(());
    }
    let transfer = Transfer::issue(account.id, amount, TransferReason::Grant);
    issue(tx, account.network, &transfer, None).await
}

/// Grants play money that was asked for.
pub(super) async fn top_up(
    tx: &mut WriteTx<'_>,
    account: AccountId,
    network: Option<IpAddr>,
    amount: Option<Chips>,
    request_id: Option<&str>,
) -> Result<Chips, Fault> {
    let now = tx.clock.now();
    let of = LedgerAccount::Player(account).to_string();
    let Some(balance) = balance(tx.conn, &of).await? else {
        return Err(StoreError::NoSuchAccount.into());
    };
    if let Some(request_id) = request_id {
        let first = Answer {
            account,
            request_id: request_id.to_owned(),
            body: "{}".to_owned(),
        };
        match self::answer(tx.conn, &first, now).await {
            Ok(()) => {}
            Err(Fault::Step(StepError::Answered)) => return Ok(balance),
            Err(fault) => return Err(fault),
        }
    }
    let left = tx.faucet(network).left(tx.conn, Some(account)).await?;
    let amount = amount.unwrap_or(left);
    if amount.is_zero() || amount > left {
        return Err(StoreError::DailyCap { left }.into());
    }
    let transfer = Transfer::issue(account, amount, TransferReason::TopUp);
    issue(tx, network, &transfer, request_id).await?;
    Ok(balance + amount)
}

async fn issue(
    tx: &mut WriteTx<'_>,
    network: Option<IpAddr>,
    transfer: &Transfer,
    request_id: Option<&str>,
) -> Result<(), Fault> {
    let posting = Posting {
        transfer,
        table: None,
        step: None,
        hand_no: None,
        request_id,
        faucet: tx.faucet(network),
    };
    post(tx.conn, &posting).await
}

/// A balance that cannot be negative; `None` if there is no such account.
pub(super) async fn balance(conn: &mut SqliteConnection, account: &str) -> Result<Option<Chips>, Fault> {
    let amount: Option<i64> = sqlx::query_scalar("SELECT amount FROM balance WHERE account = $1")
        .bind(account)
        .fetch_optional(conn)
        .await?;
    amount.map(chips).transpose().map_err(Fault::from)
}
