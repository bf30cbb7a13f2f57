//! What is kept for one account: results, notes about others, and whether the leaderboard shows it.

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use poker_engine::Chips;

use super::StoreError;
use super::accounts::AccountRecord;
use super::tally::TallyHand;
use super::types::{AccountId, TableId};

/// A week from Monday to Sunday, UTC. Number 0 is the one with the first day of 1970.
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

    /// When it begins, if that is a time that there is.
    pub fn begins(self) -> Option<Timestamp> {
        let days = self.0.checked_mul(7)?.checked_add(Self::MONDAY)?;
        let since = SignedDuration::from_hours(days.checked_mul(24)?);
        Timestamp::UNIX_EPOCH.checked_add(since).ok()
    }
}

/// What an account came to within a week, at tables open to everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekResult {
    /// Who.
    pub account: AccountRecord,
    /// Hands played.
    pub hands: u64,
    /// Chips won, or lost if negative.
    pub net: i64,
}

/// What an account paid to a tournament and got from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventResult {
    /// Which.
    pub tournament: u64,
    /// When the first of it was paid, in milliseconds since 1970.
    pub first_at: i64,
    /// How often the account entered.
    pub entries: u64,
    /// How often it bought more chips.
    pub rebuys: u64,
    /// What entries and bought chips cost.
    pub paid: Chips,
    /// What came back of that because entries were taken back.
    pub refunded: Chips,
    /// What it won for its place.
    pub prize: Chips,
    /// What it won for others whom it eliminated.
    pub bounties: Chips,
}

/// What an account noted about a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// About whom.
    pub player: AccountId,
    /// What is written; may be empty.
    pub text: String,
    /// A word of the protocol for a colour.
    pub colour: Option<String>,
    /// When it was changed last.
    pub changed_at: Timestamp,
}

/// What became of a note that was to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKept {
    /// It is kept.
    Kept,
    /// The account has as many notes as it may have.
    Full,
    /// There is no such player.
    NoSuchPlayer,
}

/// What is kept for one account. What a method returns is durable.
pub trait Personal: Send + Sync + 'static {
    /// Counts hands of an account that are not counted yet, the oldest first, at most `most`; whether there may be more.
    fn count_hands(&self, account: AccountId, most: u32) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// The counted hands of an account, oldest first: of the last pages, those that ended from `from` on and before `to`.
    fn tally(
        &self,
        account: AccountId,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> BoxFuture<'_, Result<Vec<TallyHand>, StoreError>>;

    /// Tournaments that an account paid to or got chips from, newest first, those before number `before`.
    fn events_of(
        &self,
        account: AccountId,
        before: Option<TableId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<EventResult>, StoreError>>;

    /// Puts an account on the leaderboard, or takes it off.
    fn set_listed(&self, account: AccountId, listed: bool) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Whether the leaderboard shows an account.
    fn is_listed(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Accounts on the leaderboard with hands that are not counted yet, those furthest behind first.
    fn listed_behind(&self) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>>;

    /// What the accounts on the leaderboard came to in a week, with at least so many hands, the best first; of one game or of
    /// all. Guests and bots are never on it.
    fn week_results(
        &self,
        week: Week,
        game: Option<String>,
        hands_min: u64,
    ) -> BoxFuture<'_, Result<Vec<WeekResult>, StoreError>>;

    /// Hands and chips of one account in a week, on the leaderboard or not.
    fn week_result_of(
        &self,
        account: AccountId,
        week: Week,
        game: Option<String>,
    ) -> BoxFuture<'_, Result<Option<(u64, i64)>, StoreError>>;

    /// An account's notes in the order of the players' identifiers, behind `after`, each with the player.
    fn notes(
        &self,
        account: AccountId,
        after: Option<AccountId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<(Note, AccountRecord)>, StoreError>>;

    /// An account's note about a player.
    fn note(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<Option<Note>, StoreError>>;

    /// Keeps a note in place of an earlier one about the same player; an account has at most `most`.
    fn keep_note(&self, account: AccountId, note: Note, most: u32) -> BoxFuture<'_, Result<NoteKept, StoreError>>;

    /// Forgets an account's note about a player, if there is one.
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
