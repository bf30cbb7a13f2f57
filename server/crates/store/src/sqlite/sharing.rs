//! Links to hands.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::accounts::uuid_of;
use super::columns::number;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::hands::HandLinks;
use crate::types::{AccountId, ShareToken, SharedHand, TableId};

impl HandLinks for SqliteStore {
    fn share_hand(&self, share: SharedHand, token: ShareToken) -> BoxFuture<'_, Result<ShareToken, StoreError>> {
        async move {
            let made_at = self.clock.now().as_millisecond();
            let bytes: Vec<u8> = self
                .write(move |tx| {
                    Box::pin(async move {
                        sqlx::query(
                            "INSERT INTO shared_hand
                                 (token, account, table_id, hand_no, own_cards, hide_names, made_at)
                             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                        )
                        .bind(token.0.to_vec())
                        .bind(share.account.0.as_bytes().to_vec())
                        .bind(share.table.0.cast_signed())
                        .bind(share.hand_no.cast_signed())
                        .bind(share.own_cards)
                        .bind(share.hide_names)
                        .bind(made_at)
                        .execute(&mut *tx.conn)
                        .await?;
                        Ok(sqlx::query_scalar(
                            "SELECT token FROM shared_hand
                             WHERE account = $1 AND table_id = $2 AND hand_no = $3
                                 AND own_cards = $4 AND hide_names = $5",
                        )
                        .bind(share.account.0.as_bytes().to_vec())
                        .bind(share.table.0.cast_signed())
                        .bind(share.hand_no.cast_signed())
                        .bind(share.own_cards)
                        .bind(share.hide_names)
                        .fetch_one(&mut *tx.conn)
                        .await?)
                    })
                })
                .await?;
            let bytes = bytes.try_into();
            bytes
                .map(ShareToken)
                .map_err(|_| StoreError::Corrupt("the token of a shared hand".to_owned()))
        }
        .boxed()
    }

    fn unshare_hand(&self, account: AccountId, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.write(move |tx| {
            Box::pin(async move {
                let gone = sqlx::query("DELETE FROM shared_hand WHERE account = $1 AND table_id = $2 AND hand_no = $3")
                    .bind(account.0.as_bytes().to_vec())
                    .bind(table.0.cast_signed())
                    .bind(hand_no.cast_signed())
                    .execute(&mut *tx.conn)
                    .await?;
                Ok(gone.rows_affected())
            })
        })
        .boxed()
    }

    fn shared_hand(&self, token: ShareToken) -> BoxFuture<'_, Result<Option<SharedHand>, StoreError>> {
        async move {
            let row = sqlx::query(
                "SELECT account, table_id, hand_no, own_cards, hide_names FROM shared_hand WHERE token = $1",
            )
            .bind(token.0.to_vec())
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            row.as_ref().map(shared).transpose()
        }
        .boxed()
    }
}

fn shared(row: &SqliteRow) -> Result<SharedHand, StoreError> {
    Ok(SharedHand {
        account: AccountId(uuid_of(row, "account").map_err(refused)?),
        table: TableId(number(row, "table_id")?),
        hand_no: number(row, "hand_no")?,
        own_cards: row.try_get("own_cards").map_err(refused)?,
        hide_names: row.try_get("hide_names").map_err(refused)?,
    })
}
