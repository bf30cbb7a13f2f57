//! The rows that a commit writes: its steps, and the hands that ended in it.

use sqlx::Arguments;
use sqlx::error::BoxDynError;
use sqlx::sqlite::SqliteArguments;

use crate::chain::Hash;
use crate::sqlite::sums::{self, Value};
use crate::types::{HandRecord, TableId};

/// All steps of a commit.
pub(super) struct GroupRow {
    pub(super) id: u64,
    pub(super) owners: i64,
    pub(super) steps: Vec<u8>,
}

impl GroupRow {
    pub(super) fn values(self, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        to.add(self.id.cast_signed())?;
        to.add(self.owners)?;
        to.add(self.steps)
    }
}

pub(super) struct HandRow<'a> {
    pub(super) id: i64,
    pub(super) table: TableId,
    pub(super) hand: &'a HandRecord,
    pub(super) players: Vec<u8>,
    pub(super) packed: Vec<u8>,
    pub(super) sealed: Vec<u8>,
    pub(super) gist: String,
}

impl HandRow<'_> {
    pub(super) const COLUMNS: [&'static str; 11] = [
        "id",
        "table_id",
        "hand_no",
        "game",
        "started_at",
        "ended_at",
        "players",
        "packed",
        "sealed",
        "gist",
        "sum",
    ];

    /// The digest of the row, whose values are in the order of the database's columns.
    fn sum(&self) -> Hash {
        sums::sum(
            "hand",
            [
                ("id", Value::Number(self.id)),
                ("table_id", Value::Number(self.table.0.cast_signed())),
                ("hand_no", Value::Number(self.hand.hand_no.cast_signed())),
                ("game", Value::Text(&self.hand.game)),
                ("started_at", Value::Number(self.hand.started_at.as_millisecond())),
                ("ended_at", Value::Number(self.hand.ended_at.as_millisecond())),
                ("players", Value::Bytes(&self.players)),
                ("packed", Value::Bytes(&self.packed)),
                ("sealed", Value::Bytes(&self.sealed)),
                ("gist", Value::Text(&self.gist)),
            ],
        )
    }

    pub(super) fn values(&self, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        to.add(self.id)?;
        to.add(self.table.0.cast_signed())?;
        to.add(self.hand.hand_no.cast_signed())?;
        to.add(self.hand.game.as_str())?;
        to.add(self.hand.started_at.as_millisecond())?;
        to.add(self.hand.ended_at.as_millisecond())?;
        to.add(self.players.as_slice())?;
        to.add(self.packed.as_slice())?;
        to.add(self.sealed.as_slice())?;
        to.add(self.gist.as_str())?;
        to.add(self.sum().to_vec())
    }
}
