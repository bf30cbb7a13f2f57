//! The setup of a tournament table: its tournament, its number there, and the structure it is played by.

use std::sync::Arc;

use poker_engine::table::Program;
use poker_engine::tournament::law::THINKING_MS;
use poker_engine::tournament::structure::Clock;
use poker_engine::tournament::{Structure, TableNo};
use poker_protocol::v1::LocalName;
use poker_protocol::v1::table::SessionRules;
use poker_protocol::v1::tournament::EventInfo;
use poker_store::TableId;

use super::config::TableSetup;
use super::invitation::{Invitation, tournament_wire_id};
use super::mix::Played;
use super::timing::Timing;

/// Milliseconds after which the house calls Time under a live clock, counted from the moment at which players may call
/// it.
const HOUSE_CALL_MS: u32 = 60_000;

/// A table's place in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSetup {
    /// The tournament's number.
    pub tournament: TableId,
    /// The tournament's name.
    pub name: LocalName,
    /// The table's number in the tournament.
    pub no: TableNo,
    /// Number of seats at the table.
    pub seats: u8,
    /// Start of play, in milliseconds since 1970.
    pub started_at: Option<i64>,
    /// The tournament's structure.
    pub structure: Arc<Structure>,
    /// `true` if the tournament is left out of lists.
    pub private: bool,
    /// The invitation that opens a private tournament and its tables.
    pub invitation: Option<Invitation>,
}

impl TableSetup {
    /// A tournament table; `timing` applies where the structure says nothing.
    pub fn of_event(event: EventSetup, timing: Timing) -> Self {
        let structure = &event.structure;
        let choices = structure.games.iter();
        let games = choices.map(|choice| Played {
            game: Arc::clone(&choice.game),
            definition: None,
        });
        // Rule: tournament 3.5. The tournament must not stall because no player calls Time.
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
                // The bank grows with each level, not by the hour.
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

    /// Information for clients about the tournament at a level.
    pub(crate) fn event_info(&self, level: u16) -> Option<Box<EventInfo>> {
        let event = self.event.as_ref()?;
        Some(Box::new(EventInfo {
            tournament: tournament_wire_id(event.tournament, event.invitation.as_ref()),
            name: event.name.clone(),
            table_no: event.no.0,
            level,
        }))
    }
}
