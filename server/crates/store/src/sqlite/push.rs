//! Subscriptions to Web Push.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::accounts::uuid_of;
use super::fault::Fault;
use super::task::WriteTx;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::accounts::SessionId;
use crate::push::{Subscribed, Subscription, Subscriptions};
use crate::types::AccountId;

fn blob(account: AccountId) -> Vec<u8> {
    account.0.as_bytes().to_vec()
}

impl Subscriptions for SqliteStore {
    fn subscribed(&self) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>> {
        async move {
            let rows = sqlx::query("SELECT DISTINCT account FROM push_subscription")
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            let account = |row: &SqliteRow| Ok(AccountId(uuid_of(row, "account").map_err(refused)?));
            rows.iter().map(account).collect()
        }
        .boxed()
    }

    fn subscriptions(&self, account: AccountId) -> BoxFuture<'_, Result<Vec<Subscribed>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT endpoint, key, auth, made_at FROM push_subscription WHERE account = $1 ORDER BY made_at DESC, endpoint",
            )
            .bind(blob(account))
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            rows.iter().map(subscription_of).collect()
        }
        .boxed()
    }

    fn subscribe(
        &self,
        owner: (AccountId, SessionId),
        subscription: Subscription,
        most: u32,
    ) -> BoxFuture<'_, Result<Option<AccountId>, StoreError>> {
        self.write(move |tx| {
            let subscription = subscription.clone();
            keep(tx, owner, subscription, most).boxed()
        })
        .boxed()
    }

    fn unsubscribe(&self, account: AccountId, endpoint: String) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            let endpoint = endpoint.clone();
            async move {
                sqlx::query("DELETE FROM push_subscription WHERE endpoint = $1 AND account = $2")
                    .bind(endpoint)
                    .bind(blob(account))
                    .execute(&mut *tx.conn)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }
}

async fn keep(
    tx: &mut WriteTx<'_>,
    (account, session): (AccountId, SessionId),
    Subscription { endpoint, key, secret }: Subscription,
    most: u32,
) -> Result<Option<AccountId>, Fault> {
    let before = sqlx::query("SELECT account FROM push_subscription WHERE endpoint = $1")
        .bind(&endpoint)
        .fetch_optional(&mut *tx.conn)
        .await?;
    let before = before.map(|row| uuid_of(&row, "account")).transpose()?.map(AccountId);
    sqlx::query(
        "INSERT INTO push_subscription (endpoint, account, key, auth, made_at, session) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (endpoint) DO UPDATE
         SET account = excluded.account, key = excluded.key, auth = excluded.auth, made_at = excluded.made_at,
             session = excluded.session",
    )
    .bind(endpoint)
    .bind(blob(account))
    .bind(key)
    .bind(secret)
    .bind(tx.clock.now().as_millisecond())
    .bind(session.0.as_bytes().to_vec())
    .execute(&mut *tx.conn)
    .await?;
    sqlx::query(
        "DELETE FROM push_subscription WHERE endpoint IN
             (SELECT endpoint FROM push_subscription WHERE account = $1 ORDER BY made_at DESC, endpoint LIMIT -1 OFFSET $2)",
    )
    .bind(blob(account))
    .bind(most)
    .execute(&mut *tx.conn)
    .await?;
    Ok(before.filter(|before| *before != account))
}

fn subscription_of(row: &SqliteRow) -> Result<Subscribed, StoreError> {
    let subscription = Subscription {
        endpoint: row.try_get("endpoint").map_err(refused)?,
        key: row.try_get("key").map_err(refused)?,
        secret: row.try_get("auth").map_err(refused)?,
    };
    let made_at = Timestamp::from_millisecond(row.try_get("made_at").map_err(refused)?);
    Ok(Subscribed {
        subscription,
        made_at: made_at.unwrap_or(Timestamp::MIN),
    })
}
