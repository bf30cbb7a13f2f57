//! What makes a table one of an event: its tournament, its number there, and the structure that it is played by.

use std::sync::Arc;

use poker_engine::table::Program;
use poker_engine::tournament::law::THINKING_MS;
use poker_engine::tournament::structure::Clock;
use poker_engine::tournament::{Structure, TableNo};
use poker_protocol::v1::LocalName;
use poker_protocol::v1::table::SessionRules;
use poker_protocol::v1::tournament::EventInfo;

use super::config::TableSetup;
use super::invitation::{Invitation, tournament_wire_id};
use super::mix::Played;
use super::timing::Timing;
use crate::store::TableId;

/// With a live clock the house calls Time by itself when so many milliseconds have passed since players may.
const HOUSE_CALL_MS: u32 = 60_000;

/// The part that a table has in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSetup {
    /// The tournament.
    pub tournament: TableId,
    /// What it is called.
    pub name: LocalName,
    /// The table's number in it.
    pub no: TableNo,
    /// How many seats the table has.
    pub seats: u8,
    /// When play began, in milliseconds since 1970.
    pub started_at: Option<i64>,
    /// What the tournament is played by.
    pub structure: Arc<Structure>,
    /// Whether the tournament is left out of lists.
    pub private: bool,
    /// What opens a private tournament, and its tables.
    pub invitation: Option<Invitation>,
}

impl TableSetup {
    /// A table of an event; `timing` holds where the structure says nothing.
    pub fn of_event(event: EventSetup, timing: Timing) -> Self {
        let structure = &event.structure;
        let choices = structure.games.iter();
        let games = choices.map(|choice| Played {
            game: Arc::clone(&choice.game),
            definition: None,
        });
        // Rule: tournament 3.5. What no player calls Time for must not stop the event.
        let (action_ms, bank_ms, house_call_ms) = match structure.clock {
            Clock::Online => {
                let (action, bank) = (structure.action, structure.bank);
                (action.saturating_mul(1_000), bank.saturating_mul(1_000), None)
            }
            Clock::Live => (THINKING_MS, 0, Some(HOUSE_CALL_MS)),
        };
        let first = structure.table_game(1);
        Self {
            name: format!("{} {}", event.name.en, event.no),
            games: games.collect(),
            program: Arc::new(Program::single(first.clone())),
            mix: None,
            law: poker_engine::table::TableConfig::ordinary(event.seats, &first),
            timing: Timing {
                action_ms,
                bank_ms,
                bank_max_ms: bank_ms.saturating_mul(2),
                house_call_ms,
                // The bank grows by levels, not by the hour.
                bank_gain_ms: 0,
                ..timing
            },
            private: event.private,
            house_bots: false,
            session: SessionRules::default(),
            wished: None,
            invitation: event.invitation.clone(),
            practice: false,
            host: None,
            event: Some(Arc::new(event)),
        }
    }

    /// What clients learn of the event at a level.
    pub fn event_info(&self, level: u16) -> Option<Box<EventInfo>> {
        let event = self.event.as_ref()?;
        Some(Box::new(EventInfo {
            tournament: tournament_wire_id(event.tournament, event.invitation.as_ref()),
            name: event.name.clone(),
            table_no: event.no.0,
            level,
        }))
    }
}
