//! Data stored for a single account: results, notes about others, and its presence on the leaderboard.

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use poker_engine::Chips;

use super::StoreError;
use super::accounts::AccountRecord;
use super::tally::TallyHand;
use super::types::{AccountId, TableId};

/// A week from Monday to Sunday, UTC. Week 0 contains the first day of 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Week(pub i64);

impl Week {
    /// A Monday, in days since 1970.
    const MONDAY: i64 = -3;

    /// The week of an instant.
    pub fn of(at: Timestamp) -> Self {
        const DAY_MS: i64 = 24 * 3600 * 1000;
        let days = at.as_millisecond().div_euclid(DAY_MS);
        Self((days - Self::MONDAY).div_euclid(7))
    }

    /// The start of the week, if it is a representable time.
    pub fn begins(self) -> Option<Timestamp> {
        let days = self.0.checked_mul(7)?.checked_add(Self::MONDAY)?;
        let since = SignedDuration::from_hours(days.checked_mul(24)?);
        Timestamp::UNIX_EPOCH.checked_add(since).ok()
    }
}

/// An account's result in a week, at tables open to everyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekResult {
    /// The account in question.
    pub account: AccountRecord,
    /// Hands played.
    pub hands: u64,
    /// Chips won, negative for a loss.
    pub net: i64,
}

/// An account's payments to a tournament and winnings from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventResult {
    /// Number of the tournament.
    pub tournament: u64,
    /// Time of the first payment, in milliseconds since 1970.
    pub first_at: i64,
    /// Number of times the account entered.
    pub entries: u64,
    /// Number of times it bought more chips.
    pub rebuys: u64,
    /// Total cost of entries and chips bought.
    pub paid: Chips,
    /// The part of that which was refunded for cancelled entries.
    pub refunded: Chips,
    /// Prize for the final place.
    pub prize: Chips,
    /// Bounties for eliminating others.
    pub bounties: Chips,
}

/// An account's note about a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The subject of the note.
    pub player: AccountId,
    /// The text; may be empty.
    pub text: String,
    /// The protocol's word for a colour.
    pub colour: Option<String>,
    /// Time of the last change.
    pub changed_at: Timestamp,
}

/// The result of storing a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKept {
    /// The note is stored.
    Kept,
    /// The account has the maximum number of notes.
    Full,
    /// There is no such player.
    NoSuchPlayer,
}

/// Data stored for a single account. A result is returned only once it is durable.
pub trait Personal: Send + Sync + 'static {
    /// Counts up to `most` of an account's uncounted hands, the oldest first; returns `true` if there may be more.
    fn count_hands(&self, account: AccountId, most: u32) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// The counted hands of an account, oldest first: from the last pages, those that ended from `from` on and before `to`.
    fn tally(
        &self,
        account: AccountId,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> BoxFuture<'_, Result<Vec<TallyHand>, StoreError>>;

    /// Tournaments that an account paid into or received chips from, newest first, with numbers below `before`.
    fn events_of(
        &self,
        account: AccountId,
        before: Option<TableId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<EventResult>, StoreError>>;

    /// Puts an account on the leaderboard, or takes it off.
    fn set_listed(&self, account: AccountId, listed: bool) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Returns `true` if the leaderboard shows an account.
    fn is_listed(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Accounts on the leaderboard that have uncounted hands, those furthest behind first.
    fn listed_behind(&self) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>>;

    /// The results of a week for leaderboard accounts with at least the given number of hands, the best first; for one
    /// game or all. Guests and bots are never included.
    fn week_results(
        &self,
        week: Week,
        game: Option<String>,
        hands_min: u64,
    ) -> BoxFuture<'_, Result<Vec<WeekResult>, StoreError>>;

    /// Hands and net chips of one account in a week, whether or not it is on the leaderboard.
    fn week_result_of(
        &self,
        account: AccountId,
        week: Week,
        game: Option<String>,
    ) -> BoxFuture<'_, Result<Option<(u64, i64)>, StoreError>>;

    /// An account's notes in the order of the players' identifiers, continuing after `after`, each with its player.
    fn notes(
        &self,
        account: AccountId,
        after: Option<AccountId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<(Note, AccountRecord)>, StoreError>>;

    /// An account's note about a player.
    fn note(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<Option<Note>, StoreError>>;

    /// Stores a note, replacing an earlier one about the same player; an account may have at most `most`.
    fn keep_note(&self, account: AccountId, note: Note, most: u32) -> BoxFuture<'_, Result<NoteKept, StoreError>>;

    /// Deletes an account's note about a player, if there is one.
    fn forget_note(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<(), StoreError>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_monday() {
        let week = |at: &str| Week::of(at.parse().unwrap());
        assert_eq!(week("1970-01-01T00:00:00Z"), Week(0));
        assert_eq!(week("1970-01-04T23:59:59Z"), Week(0));
        assert_eq!(week("1970-01-05T00:00:00Z"), Week(1));
        assert_eq!(week("1969-12-28T23:59:59Z"), Week(-1));
        let monday: Timestamp = "2026-11-23T00:00:00Z".parse().unwrap();
        assert_eq!(Week::of(monday).begins(), Some(monday));
        assert_eq!(Week(i64::MAX).begins(), None);
    }
}
