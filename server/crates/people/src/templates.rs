//! Templates and recurring events in the protocol's words.

use poker_protocol::v1::templates::{RecurringEvent, TemplateKind, TemplateResponse, Weekday};
use poker_protocol::v1::tournament::TournamentId;
use poker_store::{RecurringRecord, RecurringTerms, TemplateRecord, TemplateTerms};
use serde_json::Value;

use crate::instant;

/// The days of the week, in the order of their bits.
const DAYS: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

/// The bit of a day in [`RecurringTerms`].
pub const fn bit(day: Weekday) -> u8 {
    1 << day as u8
}

/// A template with its content; `None` if it is of no kind that there is.
pub fn whole(record: TemplateRecord) -> Option<TemplateResponse> {
    Some(TemplateResponse {
        template: record.id,
        kind: kind_of(&record.terms)?,
        at: instant(record.changed_at),
        content: serde_json::from_str(&record.terms.body).ok(),
        name: record.terms.name,
    })
}

/// The kind of a template; `None` if there is none of this name.
pub fn kind_of(terms: &TemplateTerms) -> Option<TemplateKind> {
    serde_json::from_value(Value::from(&*terms.kind)).ok()
}

/// An event that recurs, in the protocol's words.
pub fn event(record: RecurringRecord) -> RecurringEvent {
    let RecurringTerms {
        template,
        days,
        minute,
        zone,
        ahead,
        paused,
    } = record.terms;
    RecurringEvent {
        recurring: record.id,
        template,
        name: record.name,
        days: DAYS.into_iter().filter(|day| days & bit(*day) != 0).collect(),
        time: format!("{:02}:{:02}", minute / 60, minute % 60),
        zone,
        ahead,
        paused,
        next: instant(record.next),
        last: record.last_link.map(TournamentId),
        fault: record.fault,
    }
}
