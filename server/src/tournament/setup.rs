//! What was chosen when a tournament was announced. It never changes.

use std::sync::Arc;

use poker_engine::Chips;
use poker_engine::tournament::structure::StructureError;
use poker_engine::tournament::{Structure, TableNo};
use poker_protocol::v1::LocalName;
use serde::{Deserialize, Serialize};

use crate::store::TableId;
use crate::table::EventSetup;
use crate::wire;

/// What the store keeps of how a tournament was announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Announced {
    /// The structure, as its file.
    pub structure: String,
    /// What it is called, where it is not as its structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<LocalName>,
    /// When play begins, in milliseconds since 1970; a sit & go begins when it is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<i64>,
    /// Who announced it, as text; the house if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Whether it is left out of lists.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Bots of the house come until so many players have entered.
    #[serde(default)]
    pub fill: u32,
    /// If no person has entered when play should begin, the start moves on by so many milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_ms: Option<i64>,
}

impl Announced {
    /// One of the house, by this structure.
    pub(crate) fn of_house(structure: &str) -> Self {
        Self {
            structure: structure.to_owned(),
            name: None,
            starts_at: None,
            host: None,
            private: false,
            fill: 0,
            every_ms: None,
        }
    }
}

/// What the store keeps of a table of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EventTableRow {
    /// The tournament.
    pub event: u64,
    /// The table's number there.
    pub no: u32,
    /// How often a table of this number was opened before: a final table may have other seats than the table that was there.
    pub generation: u32,
    /// How many seats it has.
    pub seats: u8,
}

/// A tournament as it was announced, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TournamentSetup {
    /// Which.
    pub id: TableId,
    /// What it is called.
    pub name: LocalName,
    /// What it is played by.
    pub structure: Arc<Structure>,
    /// When play begins, in milliseconds since 1970.
    pub starts_at: Option<i64>,
    /// Who announced it; `None` for those of the house.
    pub host: Option<String>,
    /// Whether it is left out of lists.
    pub private: bool,
    /// Bots of the house come until so many players have entered.
    pub fill: u32,
    /// If no person has entered when play should begin, the start moves on by so many milliseconds.
    pub every_ms: Option<i64>,
    /// What a seat is worth, in a satellite.
    pub seat_value: Chips,
}

impl TournamentSetup {
    /// Resolves what was announced.
    ///
    /// # Errors
    /// Names the line of the structure that is wrong.
    pub(crate) fn new(id: TableId, announced: &Announced) -> Result<Self, StructureError> {
        let structure = Arc::new(Structure::parse(&announced.structure)?);
        let name = announced
            .name
            .clone()
            .unwrap_or_else(|| wire::local_name(&structure.name));
        Ok(Self {
            id,
            name,
            seat_value: structure.seat_value(),
            structure,
            starts_at: announced.starts_at,
            host: announced.host.clone(),
            private: announced.private,
            fill: announced.fill,
            every_ms: announced.every_ms.filter(|every| *every > 0),
        })
    }

    /// How a table of this tournament is set up.
    pub(crate) fn table_setup(&self, no: TableNo, seats: u8) -> EventSetup {
        EventSetup {
            tournament: self.id,
            name: self.name.clone(),
            no,
            seats,
            structure: Arc::clone(&self.structure),
            private: self.private,
        }
    }

    /// The row of a table of this tournament.
    pub(crate) const fn table_row(&self, no: TableNo, generation: u32, seats: u8) -> EventTableRow {
        EventTableRow {
            event: self.id.0,
            no: no.0,
            generation,
            seats,
        }
    }
}
