//! Ledger accounts, answers and grants in the database.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use poker_engine::Chips;
use sqlx::sqlite::SqliteConnection;

use super::columns::chips;
use super::fault::Fault;
use super::posting::{Poster, Posting};
use super::sums::{self, Value};
use super::task::WriteTx;
use super::{SqliteStore, faucet, owners, refused};
use crate::StoreError;
use crate::accounts::NewAccount;
use crate::faucet::{FaucetLimits, MintLevel};
use crate::journal::StepError;
use crate::ledger::Ledger;
use crate::transfer::{Transfer, TransferReason};
use crate::types::{AccountId, Answer, LedgerAccount, TableId};
use poker_base::network::Network;

impl Ledger for SqliteStore {
    fn balance(&self, account: AccountId) -> BoxFuture<'_, Result<Chips, StoreError>> {
        async move {
            let balance = self.read_balance(LedgerAccount::Player(account)).await?;
            balance.ok_or(StoreError::NoSuchAccount)
        }
        .boxed()
    }

    fn escrow(&self, table: TableId) -> BoxFuture<'_, Result<Chips, StoreError>> {
        async move {
            let kind = owners::kind_of(&mut *self.reader().await?, table).await?;
            let account = kind.ok_or(StoreError::NoSuchTable(table))?.account(table);
            let escrow = self.read_balance(account).await?;
            escrow.ok_or(StoreError::NoSuchTable(table))
        }
        .boxed()
    }

    fn answer(&self, account: AccountId, request_id: String) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move {
            sqlx::query_scalar("SELECT answer FROM command WHERE account = $1 AND request_id = $2")
                .bind(account.0.as_bytes().as_slice())
                .bind(request_id)
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)
        }
        .boxed()
    }

    fn top_up(
        &self,
        account: AccountId,
        network: Option<Network>,
        amount: Option<Chips>,
        request_id: Option<String>,
    ) -> BoxFuture<'_, Result<Chips, StoreError>> {
        self.write(move |tx| {
            let request_id = request_id.clone();
            async move { top_up(tx, account, network, amount, request_id.as_deref()).await }.boxed()
        })
        .boxed()
    }

    fn faucet(&self) -> FaucetLimits {
        self.faucet
    }

    fn mint(&self) -> BoxFuture<'_, Result<MintLevel, StoreError>> {
        async move { Ok(faucet::level(&mut *self.reader().await?, self.clock.now()).await?) }.boxed()
    }
}

impl SqliteStore {
    async fn read_balance(&self, account: LedgerAccount) -> Result<Option<Chips>, StoreError> {
        balance(&mut *self.reader().await?, &account.to_string())
            .await
            .map_err(StoreError::from)
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

/// Stores the first answer to a request.
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

/// Grants play money to a new account, as far as the faucet still gives any. An account without chips can still watch,
/// and come back another day.
pub(super) async fn grant(tx: &mut WriteTx<'_>, account: &NewAccount) -> Result<(), Fault> {
    let left = tx.faucet(account.network).left(tx.conn, None).await?;
    let amount = account.grant.min(left);
    if amount.is_zero() {
        return Ok(());
    }
    let transfer = Transfer::issue(account.id, amount, TransferReason::Grant);
    issue(tx, account.network, transfer, None).await
}

/// Grants play money on request.
async fn top_up(
    tx: &mut WriteTx<'_>,
    account: AccountId,
    network: Option<Network>,
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
    issue(tx, network, transfer, request_id).await?;
    Ok(balance + amount)
}

async fn issue(
    tx: &mut WriteTx<'_>,
    network: Option<Network>,
    transfer: Transfer,
    request_id: Option<&str>,
) -> Result<(), Fault> {
    let posting = Posting {
        owner: None,
        step: None,
        hand_no: None,
        request_id,
        faucet: tx.faucet(network),
    };
    Poster::new().post(tx.conn, &posting, &[transfer]).await
}

/// A balance that cannot be negative; `None` if there is no such account.
pub(super) async fn balance(conn: &mut SqliteConnection, account: &str) -> Result<Option<Chips>, Fault> {
    let amount: Option<i64> = sqlx::query_scalar("SELECT amount FROM balance WHERE account = $1")
        .bind(account)
        .fetch_optional(conn)
        .await?;
    amount.map(chips).transpose().map_err(Fault::from)
}
