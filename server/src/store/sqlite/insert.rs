//! Inserting many rows by one statement.
//!
//! A statement is a message to SQLite's thread and back, which costs more than a row does.

use std::fmt::Write;
use std::sync::Arc;

use sqlx::AssertSqlSafe;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};

use super::fault::Fault;

/// How many rows one statement takes. Each number is a statement of its own that stays prepared.
const CHUNKS: [usize; 4] = [64, 16, 4, 1];

/// An INSERT of any number of rows.
pub(super) struct Insert {
    statements: [Arc<str>; CHUNKS.len()],
}

impl Insert {
    /// Into these columns, by any number of rows.
    pub(super) fn new(table: &str, columns: &[&str]) -> Self {
        Self {
            statements: CHUNKS.map(|rows| statement(table, columns, rows)),
        }
    }

    /// Inserts rows. `values` adds the values of one row, in the order of the columns.
    pub(super) async fn run<R>(
        &self,
        conn: &mut SqliteConnection,
        rows: &[R],
        values: impl Fn(&mut SqliteArguments, &R) -> Result<(), BoxDynError>,
    ) -> Result<(), Fault> {
        let mut rest = rows;
        while !rest.is_empty() {
            let which = CHUNKS
                .iter()
                .position(|chunk| *chunk <= rest.len())
                .expect("the last chunk is one row");
            let (now, later) = rest.split_at(CHUNKS[which]);
            rest = later;
            let mut arguments = SqliteArguments::default();
            for row in now {
                values(&mut arguments, row).map_err(sqlx::Error::Encode)?;
            }
            let sql = AssertSqlSafe(Arc::clone(&self.statements[which]));
            sqlx::query_with(sql, arguments).execute(&mut *conn).await?;
        }
        Ok(())
    }
}

/// Parameters have no numbers: SQLite would look each of them up in a list of all.
fn statement(table: &str, columns: &[&str], rows: usize) -> Arc<str> {
    let mut sql = format!("INSERT INTO {table} ({}) VALUES ", columns.join(", "));
    let row = format!("({})", vec!["?"; columns.len()].join(", "));
    for at in 0..rows {
        let separator = if at == 0 { "" } else { ", " };
        write!(sql, "{separator}{row}").expect("a string takes everything");
    }
    sql.into()
}
