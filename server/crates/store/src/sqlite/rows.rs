//! Writes many rows with one statement.
//!
//! A statement is a message to SQLite's thread and back, which costs more than a row does.

use std::sync::Arc;

use sqlx::AssertSqlSafe;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};

use super::fault::Fault;

/// Possible numbers of rows in one statement. Each is a statement of its own that stays prepared.
const CHUNKS: [usize; 4] = [64, 16, 4, 1];

/// A statement that contains a list of any number of rows.
pub(super) struct Rows {
    head: String,
    row: String,
    tail: &'static str,
    chunks: [Arc<str>; CHUNKS.len()],
}

impl Rows {
    /// An INSERT into these columns.
    pub(super) fn insert(table: &str, columns: &[&str]) -> Self {
        let head = format!("INSERT INTO {table} ({}) VALUES ", columns.join(", "));
        Self::within(head, columns.len(), "")
    }

    /// A statement that has the rows, each with this many columns, between two texts.
    pub(super) fn within(head: String, columns: usize, tail: &'static str) -> Self {
        // The parameters are not numbered: SQLite would look up each number in a list of all.
        let row = format!("({})", vec!["?"; columns].join(", "));
        let chunks = CHUNKS.map(|rows| statement(&head, &row, tail, rows).into());
        Self {
            head,
            row,
            tail,
            chunks,
        }
    }

    /// The statement for this number of rows, at least one.
    pub(super) fn statement(&self, rows: usize) -> String {
        statement(&self.head, &self.row, self.tail, rows)
    }

    /// Writes rows. `values` adds the values of one row, in the order of the columns.
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
            let sql = AssertSqlSafe(Arc::clone(&self.chunks[which]));
            sqlx::query_with(sql, arguments).execute(&mut *conn).await?;
        }
        Ok(())
    }
}

fn statement(head: &str, row: &str, tail: &str, rows: usize) -> String {
    format!("{head}{}{tail}", vec![row; rows].join(", "))
}
