//! Flights in the database.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::SqliteStore;
use crate::StoreError;
use crate::flights::Flights;
use crate::types::TableId;

impl Flights for SqliteStore {
    fn give_flight(
        &self,
        flight: TableId,
        event: TableId,
        from: Option<TableId>,
    ) -> BoxFuture<'_, Result<TableId, StoreError>> {
        self.write(move |tx| {
            async move {
                sqlx::query(
                    "INSERT INTO flight (flight, event) VALUES ($1, $2)
                     ON CONFLICT (flight) DO UPDATE SET event = excluded.event WHERE event = $3",
                )
                .bind(flight.0.cast_signed())
                .bind(event.0.cast_signed())
                .bind(from.map(|from| from.0.cast_signed()))
                .execute(&mut *tx.conn)
                .await?;
                let holder: i64 = sqlx::query_scalar("SELECT event FROM flight WHERE flight = $1")
                    .bind(flight.0.cast_signed())
                    .fetch_one(&mut *tx.conn)
                    .await?;
                Ok(TableId(holder.cast_unsigned()))
            }
            .boxed()
        })
        .boxed()
    }
}
