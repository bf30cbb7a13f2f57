//! Writing the history record of a finished hand.

use poker_engine::tournament::Structure;
use poker_engine::tournament::structure::{BountyKind, Kind, Pays, Start};
use poker_owner::with_json;
use poker_protocol::v1::Chips;
use poker_wire::{self as wire, Cause, ClockRecord, EventKind, EventRecord, PublicRecord};

use super::command::{Command, TableOrder};
use crate::setup::event::EventSetup;
use crate::setup::timing::Timing;

/// A record as stored, with `events` as its events: JSON already, separated by commas.
pub(super) fn with_events(record: &PublicRecord, events: &str) -> String {
    assert!(record.events.is_empty(), "they come from the text");
    with_json(record, |record| {
        let (head, end) = record.split_at(record.len() - END.len());
        assert_eq!(end, END, "the events come last");
        [head, events, end].concat()
    })
}

/// The end of a record without events.
const END: &str = "]}";

/// The clock of a table with `action` milliseconds for a decision.
pub(crate) const fn clock_record(timing: &Timing, action: u32) -> ClockRecord {
    ClockRecord {
        action,
        lost: timing.lost_ms,
        grace: timing.grace_ms,
        bank: timing.bank_ms > 0 || timing.bank_gain_ms > 0,
        calls: timing.house_call_ms.is_some(),
    }
}

/// A step of a hand: its time, and its cause if that was not a player's action.
#[derive(Clone, Copy, Debug)]
pub struct HandStep {
    /// Time of the step, in milliseconds since 1970.
    pub at: i64,
    /// The cause, the number of the seat concerned, and `true` if its player sits out from the next hand on.
    pub cause: Option<(Cause, Option<u8>, bool)>,
}

impl HandStep {
    /// The step that a command makes.
    pub fn of(order: &TableOrder) -> Self {
        Self {
            at: order.at,
            cause: cause_of(&order.command),
        }
    }

    /// The step with a cause that concerns all seats.
    pub(super) const fn because(self, cause: Cause) -> Self {
        Self {
            cause: Some((cause, None, false)),
            ..self
        }
    }
}

/// The cause that a command has in the record of the running hand, with the seat concerned and `true` if that seat
/// sits out from the next hand on. `None` for a player's action.
fn cause_of(command: &Command) -> Option<(Cause, Option<u8>, bool)> {
    let all = |cause| Some((cause, None, false));
    match command {
        Command::TimeOut { seat, absent } => Some((Cause::TimeOut, Some(*seat), *absent)),
        Command::Kill {
            seat, absent, ruled, ..
        } => {
            let cause = if *ruled { Cause::KilledByRuling } else { Cause::Killed };
            Some((cause, Some(*seat), *absent))
        }
        Command::ExtendTime { seat } => Some((Cause::Extended, Some(*seat), false)),
        Command::CallTime { by: Some(_) } => all(Cause::TimeCalled),
        Command::CallTime { by: None } => all(Cause::TimeCalledByHouse),
        Command::Release { .. } => all(Cause::Released),
        Command::Split { .. } => all(Cause::Split),
        Command::Pause {} => all(Cause::Paused),
        Command::Resume {} => all(Cause::Resumed),
        _ => None,
    }
}

/// The record of a tournament at a level.
pub(super) fn event_record(event: &EventSetup, level: u16, heads: Vec<(u8, Chips)>) -> EventRecord {
    let structure = &event.structure;
    let terms = structure.terms(level);
    let bounty = structure.bounty.as_ref();
    EventRecord {
        tournament: event.tournament.0,
        name: event.name.clone(),
        started_at: event.started_at,
        table_no: event.no.0,
        level,
        level_seconds: structure.seconds(level),
        small_blind: wire::chips(terms.small_blind),
        big_blind: wire::chips(terms.big_blind),
        stack: wire::chips(structure.stack),
        price: wire::chips(structure.price),
        bounty: wire::chips(bounty.map_or(poker_engine::Chips::ZERO, |bounty| bounty.price)),
        kinds: kinds(structure),
        heads,
    }
}

fn kinds(structure: &Structure) -> Vec<EventKind> {
    let bounty = structure.bounty.as_ref().map(|bounty| &bounty.kind);
    let kinds = [
        (EventKind::SitAndGo, structure.start == Start::Full),
        (
            EventKind::SingleTable,
            structure.entries.1 <= u32::from(structure.seats),
        ),
        (EventKind::Bounty, bounty.is_some()),
        (EventKind::Progressive, matches!(bounty, Some(BountyKind::Progressive))),
        (EventKind::Mystery, matches!(bounty, Some(BountyKind::Mystery { .. }))),
        (EventKind::Shootout, structure.kind == Kind::Shootout),
        (EventKind::Bracket, structure.kind == Kind::Bracket),
        (EventKind::Rebuy, structure.rebuy.is_some()),
        (EventKind::ReEntry, structure.re_entries > 0),
        (EventKind::Satellite, matches!(structure.pays, Pays::Seats { .. })),
    ];
    kinds.into_iter().filter(|(_, is)| *is).map(|(kind, _)| kind).collect()
}

#[cfg(test)]
mod tests {
    use poker_protocol::v1::PublicEvent;
    use poker_wire::StartRecord;
    use serde_json::value::to_raw_value;

    use super::*;

    #[test]
    fn events_are_put_where_the_record_has_them() {
        let events = [PublicEvent::TablePaused {}, PublicEvent::TableResumed {}];
        let mut record = PublicRecord {
            definition: None,
            name: String::new(),
            limits: vec!["nl:2".to_owned()],
            seats: 6,
            money: None,
            start: StartRecord::default(),
            event: None,
            watch_delay: None,
            players: Vec::new(),
            clock: clock_record(&Timing::default(), 0),
            times: vec![(1, 0), (2, 1_500)],
            causes: Vec::new(),
            events: Vec::new(),
        };
        assert_eq!(with_events(&record, ""), serde_json::to_string(&record).unwrap());
        let texts = events.each_ref().map(|event| serde_json::to_string(event).unwrap());
        let kept = with_events(&record, &texts.join(","));
        record.events = events.iter().map(|event| to_raw_value(event).unwrap()).collect();
        assert_eq!(kept, serde_json::to_string(&record).unwrap());
    }
}
