//! Templates of structures, payouts, chip sets and evenings, and the events that recur by them.

use serde::{Deserialize, Serialize};

use super::common::{UnixMs, is_false};
use super::rest::TournamentConfig;
use super::table::TableConfig;
use super::tournament::TournamentId;
use crate::describe::JsonSchema;

/// The kind of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TemplateKind {
    /// A structure of tournaments.
    Structure,
    /// Prizes in percent.
    Payouts,
    /// A chip set.
    Chips,
    /// The settings of a table.
    Table,
    /// The announcement of an event.
    Event,
}

/// Chips of one value in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChipsOfValue {
    /// Their value, 1 to 999,999,999.
    pub value: u32,
    /// How many there are, 1 to 100,000.
    pub count: u32,
}

/// The content of a template. It is checked as the real thing is, when it is kept and again when it is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TemplateContent {
    /// A structure of tournaments.
    Structure {
        /// Its text, up to 8192 bytes.
        #[schemars(length(max = 8192))]
        definition: String,
    },
    /// Prizes in percent.
    Payouts {
        /// The percentages, best place first, separated by commas: `50, 30, 20`.
        pays: String,
    },
    /// A chip set.
    Chips {
        /// The chips: up to 12 values, each once.
        chips: Vec<ChipsOfValue>,
    },
    /// The settings of a table, without the hour at which it closes.
    Table {
        /// The settings, as for `create_table`.
        config: Box<TableConfig>,
    },
    /// The announcement of an event, without a start and a target.
    Event {
        /// The announcement, as for `POST /api/v1/tournaments`.
        config: Box<TournamentConfig>,
    },
}

impl TemplateContent {
    /// The kind.
    pub const fn kind(&self) -> TemplateKind {
        match self {
            Self::Structure { .. } => TemplateKind::Structure,
            Self::Payouts { .. } => TemplateKind::Payouts,
            Self::Chips { .. } => TemplateKind::Chips,
            Self::Table { .. } => TemplateKind::Table,
            Self::Event { .. } => TemplateKind::Event,
        }
    }
}

/// A template to be kept: `POST` to `/api/v1/templates` or `/api/v1/clubs/{club}/templates`, and `PUT` to one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TemplateRequest {
    /// The name: 1 to 40 visible characters.
    pub name: String,
    /// The content. Another content of a template has the same kind.
    pub content: TemplateContent,
}

/// A template in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TemplateLine {
    /// Number of the template.
    pub template: u64,
    /// Its kind.
    pub kind: TemplateKind,
    /// Its name.
    pub name: String,
    /// Time of the last change, in milliseconds since 1970.
    pub at: UnixMs,
}

/// The templates of an account or a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TemplatesResponse {
    /// The templates, by kind and name.
    pub templates: Vec<TemplateLine>,
}

/// A template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TemplateResponse {
    /// Number of the template.
    pub template: u64,
    /// Its kind.
    pub kind: TemplateKind,
    /// Its name.
    pub name: String,
    /// Time of the last change, in milliseconds since 1970.
    pub at: UnixMs,
    /// The content, as it was kept; left out if this version of the server cannot read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub content: Option<TemplateContent>,
}

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weekday {
    /// Monday.
    Monday,
    /// Tuesday.
    Tuesday,
    /// Wednesday.
    Wednesday,
    /// Thursday.
    Thursday,
    /// Friday.
    Friday,
    /// Saturday.
    Saturday,
    /// Sunday.
    Sunday,
}

/// An event that recurs: `POST` to `/api/v1/recurring` or `/api/v1/clubs/{club}/recurring`, and `PUT` to one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecurringRequest {
    /// Number of the template of the event, one of the same account or club.
    pub template: u64,
    /// The days of the week, at least one.
    #[schemars(length(min = 1, max = 7))]
    pub days: Vec<Weekday>,
    /// Local time of the start, as `20:00`. Where clocks skip it, play starts as much later as they skip; where they show it twice,
    /// at the first.
    pub time: String,
    /// The time zone, by its name in the IANA database: `Europe/Paris`.
    pub zone: String,
    /// How many days before its start an event is announced: 0 to 28, where 0 is an hour. The next one is announced once this one has
    /// begun, however near it is.
    pub ahead: u8,
    /// `true` if no events are announced for the time being.
    #[serde(default, skip_serializing_if = "is_false")]
    pub paused: bool,
}

/// An event that recurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecurringEvent {
    /// Its number.
    pub recurring: u64,
    /// Number of its template.
    pub template: u64,
    /// Name of its template.
    pub name: String,
    /// The days of the week.
    pub days: Vec<Weekday>,
    /// Local time of the start.
    pub time: String,
    /// The time zone.
    pub zone: String,
    /// How many days before its start an event is announced.
    pub ahead: u8,
    /// `true` if no events are announced for the time being.
    #[serde(default, skip_serializing_if = "is_false")]
    pub paused: bool,
    /// Start of the next event to be announced, in milliseconds since 1970.
    pub next: UnixMs,
    /// The event announced last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<TournamentId>,
    /// The code of the error that keeps the next event from being announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The events of an account or a club that recur.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecurringResponse {
    /// The events, by the start of the next.
    pub recurring: Vec<RecurringEvent>,
}
