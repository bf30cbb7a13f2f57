//! Templates, and the events that recur by them.

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::StoreError;
use super::types::{AccountId, StoredTable};

/// Maximum number of templates of an account or a club.
pub const TEMPLATES_MAX: u32 = 50;
/// Maximum number of events of an account or a club that recur.
pub const RECURRING_MAX: u32 = 10;

/// The keeper of a template or of an event that recurs, with the account that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper {
    /// The account itself.
    Account(AccountId),
    /// A club, of which the account must be a member to read, and a director to change.
    Club(u64, AccountId),
}

/// The content of a template, which the store does not interpret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateTerms {
    /// The protocol's word for the kind.
    pub kind: String,
    /// The name.
    pub name: String,
    /// The content as JSON.
    pub body: String,
}

/// A template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateRecord {
    /// Number of the template.
    pub id: u64,
    /// Kind, name and content.
    pub terms: TemplateTerms,
    /// Time of the last change.
    pub changed_at: Timestamp,
}

/// When an event recurs, and by which template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecurringTerms {
    /// Number of the template.
    pub template: u64,
    /// The days of the week, a bit for each, Monday first.
    pub days: u8,
    /// Minutes since midnight.
    pub minute: u16,
    /// Name of the time zone.
    pub zone: String,
    /// How many days before its start an event is announced.
    pub ahead: u8,
    /// `true` if no events are announced for the time being.
    pub paused: bool,
}

/// The start of an event, and from when on it is to be announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The start.
    pub at: Timestamp,
    /// Earliest time of the announcement.
    pub due: Timestamp,
}

/// An event that recurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecurringRecord {
    /// Its number.
    pub id: u64,
    /// When it recurs, and by which template.
    pub terms: RecurringTerms,
    /// Name of the template.
    pub name: String,
    /// Start of the next event to be announced.
    pub next: Timestamp,
    /// Start of the event announced last.
    pub last_at: Option<Timestamp>,
    /// Identifier of that event for clients, with the invitation.
    pub last_link: Option<String>,
    /// The protocol's code of the error that keeps the next event from being announced.
    pub fault: Option<String>,
}

/// An event that is to be announced now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueEvent {
    /// The event that recurs.
    pub recurring: RecurringRecord,
    /// The club, if it is one of a club.
    pub club: Option<u64>,
    /// The account that is to be its host: the one that set it, or the club's owner if that one is no director any more.
    pub host: AccountId,
    /// Content of the template.
    pub body: String,
}

/// The announcement of an event that recurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Number of the event that recurs.
    pub recurring: u64,
    /// The start for which it is announced.
    pub at: Timestamp,
    /// The event after it.
    pub next: Occurrence,
    /// The account that is to be its host.
    pub host: AccountId,
    /// The tournament, as [`Ownership::create`](super::Ownership::create) takes it.
    pub config: String,
    /// What follows its number in its identifier for clients.
    pub invitation: String,
    /// Its name.
    pub name: String,
}

/// Why a change of templates or recurring events was refused. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateRefusal {
    /// There is no such template.
    #[error("there is no such template")]
    Unknown,
    /// There are too many templates.
    #[error("there can be at most {0}")]
    Full(u32),
    /// An event recurs by the template.
    #[error("an event recurs by the template")]
    InUse,
    /// The template is of another kind.
    #[error("the template is of another kind")]
    Kind,
    /// There is no such recurring event.
    #[error("there is no such recurring event")]
    UnknownRecurring,
    /// There are too many recurring events.
    #[error("there can be at most {0}")]
    RecurringFull(u32),
}

/// Templates and recurring events. A result is returned only once it is durable.
pub trait Templates: Send + Sync + 'static {
    /// The templates of a keeper, by kind and name.
    fn templates(&self, of: Keeper) -> BoxFuture<'_, Result<Vec<TemplateRecord>, StoreError>>;

    /// A template of a keeper.
    fn template(&self, of: Keeper, template: u64) -> BoxFuture<'_, Result<TemplateRecord, StoreError>>;

    /// Keeps a new template, or replaces the one with this number by one of the same kind. Returns the number.
    fn keep_template(
        &self,
        of: Keeper,
        template: Option<u64>,
        terms: TemplateTerms,
    ) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Deletes a template.
    fn delete_template(&self, of: Keeper, template: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The events of a keeper that recur, by the start of the next.
    fn recurring(&self, of: Keeper) -> BoxFuture<'_, Result<Vec<RecurringRecord>, StoreError>>;

    /// Has an event recur, and returns its number.
    fn begin_recurring(
        &self,
        of: Keeper,
        terms: RecurringTerms,
        next: Occurrence,
    ) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Changes an event that recurs. `false`, and nothing is changed, if another one than `last` was announced last.
    fn change_recurring(
        &self,
        of: Keeper,
        recurring: u64,
        last: Option<Timestamp>,
        terms: RecurringTerms,
        next: Occurrence,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Ends an event that recurs.
    fn end_recurring(&self, of: Keeper, recurring: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Events that are to be announced at a time, those due longest first: `limit` at most.
    fn due_events(&self, now: Timestamp, limit: u32) -> BoxFuture<'_, Result<Vec<DueEvent>, StoreError>>;

    /// Creates the tournament of an event that recurs, as one of its club, and moves on to the next, all in one. `None`, and nothing is
    /// done, unless that very event is still to be announced.
    fn announce_due(&self, announcement: Announcement) -> BoxFuture<'_, Result<Option<StoredTable>, StoreError>>;

    /// Puts an event off, unless it was announced or changed: to be announced later, or skipped for the next.
    fn put_off(
        &self,
        recurring: u64,
        at: Timestamp,
        next: Occurrence,
        fault: Option<String>,
    ) -> BoxFuture<'_, Result<(), StoreError>>;
}
