//! Accounting for what the faucet has given today, per account, per network and in total.

use jiff::Timestamp;
use poker_engine::Chips;
use sqlx::sqlite::SqliteConnection;

use super::columns::chips;
use super::fault::Fault;
use crate::faucet::{FaucetLimits, MintLevel};
use crate::journal::StepError;
use crate::transfer::{Transfer, TransferReason};
use crate::types::{AccountId, LedgerAccount};
use poker_base::network::{Net, Network, SHARES};

/// The faucet, as it applies within a transaction.
#[derive(Clone, Copy)]
pub(super) struct Faucet<'a> {
    pub(super) limits: &'a FaucetLimits,
    /// The network that made the request, if its share is charged.
    pub(super) network: Option<Network>,
    pub(super) now: Timestamp,
}

/// A holder of a daily share.
enum Share {
    Account(AccountId),
    /// A network, or a larger net around it with this many times the share of one.
    Net(Net, u32),
    All,
}

impl Share {
    /// The name used in the database.
    fn name(&self) -> String {
        match self {
            Self::Account(account) => LedgerAccount::Player(*account).to_string(),
            Self::Net(net, _) => format!("network:{net}"),
            Self::All => "all".to_owned(),
        }
    }

    fn limit(&self, limits: &FaucetLimits) -> Chips {
        match self {
            Self::Account(_) => limits.account,
            Self::Net(_, times) => limits.network.checked_mul((*times).into()).unwrap_or(Chips::MAX),
            Self::All => limits.all,
        }
    }
}

impl Faucet<'_> {
    /// Charges the shares for a transfer from the mint, and credits them for one to the mint. Other transfers pass unchanged.
    pub(super) async fn pass(&self, conn: &mut SqliteConnection, transfer: &Transfer) -> Result<(), Fault> {
        if transfer.reason == TransferReason::Operator {
            return within_mint(conn, transfer).await;
        }
        let house_pays = transfer.reason == TransferReason::Overlay;
        let charged = Self {
            // When the house pays, the most recent request is not the cause.
            network: self.network.filter(|_| !house_pays),
            ..*self
        };
        match (transfer.debit, transfer.credit) {
            (LedgerAccount::Mint, _) => charged.give(conn, transfer).await,
            (_, LedgerAccount::Mint) => charged.take_back(conn, transfer).await,
            _ => Ok(()),
        }
    }

    async fn give(&self, conn: &mut SqliteConnection, transfer: &Transfer) -> Result<(), Fault> {
        // The house pays what it has promised, however much players took today: a tournament must not stop for the rest of the day.
        let left = if transfer.reason == TransferReason::Overlay {
            mint_left(conn).await?
        } else {
            self.left(conn, transfer.share_of).await?
        };
        if transfer.amount > left {
            return Err(StepError::FaucetDry { left }.into());
        }
        // Networks are remembered only for the day.
        sqlx::query("DELETE FROM faucet WHERE day < $1")
            .bind(day(self.now))
            .execute(&mut *conn)
            .await?;
        for share in self.shares(transfer.share_of) {
            sqlx::query(
                "INSERT INTO faucet (day, share, amount) VALUES ($1, $2, $3)
                 ON CONFLICT (day, share) DO UPDATE SET amount = amount + excluded.amount",
            )
            .bind(day(self.now))
            .bind(share.name())
            .bind(transfer.amount.get().cast_signed())
            .execute(&mut *conn)
            .await?;
        }
        Ok(())
    }

    /// Credits the shares. What was given on an earlier day is no longer charged.
    async fn take_back(&self, conn: &mut SqliteConnection, transfer: &Transfer) -> Result<(), Fault> {
        for share in self.shares(transfer.share_of) {
            sqlx::query("UPDATE faucet SET amount = max(0, amount - $3) WHERE day = $1 AND share = $2")
                .bind(day(self.now))
                .bind(share.name())
                .bind(transfer.amount.get().cast_signed())
                .execute(&mut *conn)
                .await?;
        }
        Ok(())
    }

    /// Chips that can still be given today; the account's share counts only where it is charged.
    pub(super) async fn left(&self, conn: &mut SqliteConnection, account: Option<AccountId>) -> Result<Chips, Fault> {
        let mut left = mint_left(conn).await?;
        for share in self.shares(account) {
            let given = given(conn, self.now, &share).await?;
            left = left.min(share.limit(self.limits).saturating_sub(given));
        }
        Ok(left)
    }

    fn shares(&self, account: Option<AccountId>) -> impl Iterator<Item = Share> {
        let nets = self.network.into_iter().flat_map(|network| network.nets().zip(SHARES));
        let nets = nets.map(|(net, times)| Share::Net(net, times));
        account.map(Share::Account).into_iter().chain(nets).chain([Share::All])
    }
}

/// Checks an operator's transfer: it does not count as a grant of the day, but cannot exceed what the mint has.
async fn within_mint(conn: &mut SqliteConnection, transfer: &Transfer) -> Result<(), Fault> {
    let left = mint_left(conn).await?;
    if transfer.debit == LedgerAccount::Mint && transfer.amount > left {
        return Err(StepError::FaucetDry { left }.into());
    }
    Ok(())
}

pub(super) async fn level(conn: &mut SqliteConnection, now: Timestamp) -> Result<MintLevel, Fault> {
    Ok(MintLevel {
        left: mint_left(conn).await?,
        given_today: given(conn, now, &Share::All).await?,
    })
}

async fn given(conn: &mut SqliteConnection, now: Timestamp, share: &Share) -> Result<Chips, Fault> {
    let amount: Option<i64> = sqlx::query_scalar("SELECT amount FROM faucet WHERE day = $1 AND share = $2")
        .bind(day(now))
        .bind(share.name())
        .fetch_optional(conn)
        .await?;
    Ok(chips(amount.unwrap_or(0))?)
}

/// Chips left in the mint. The mint's balance is minus what was issued.
async fn mint_left(conn: &mut SqliteConnection) -> Result<Chips, Fault> {
    let balance: i64 = sqlx::query_scalar("SELECT amount FROM balance WHERE account = 'mint'")
        .fetch_one(conn)
        .await?;
    Ok(Chips::MAX.saturating_sub(chips(balance.saturating_neg().max(0))?))
}

/// Days since 1970, UTC.
fn day(now: Timestamp) -> i64 {
    const DAY_MS: i64 = 86_400_000;
    now.as_millisecond().div_euclid(DAY_MS)
}
