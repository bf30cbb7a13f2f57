//! Clubs, their people, and the seasons they play.

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::StoreError;
use super::accounts::AccountRecord;
use super::types::{AccountId, OwnerKind, TableId};

/// Maximum number of clubs of an account.
pub const CLUBS_MAX: u32 = 20;
/// Maximum number of people in a club.
pub const PEOPLE_MAX: u32 = 500;
/// Maximum number of tables and tournaments of a club.
pub const PLACES_MAX: u32 = 50;
/// Maximum number of seasons of a club.
pub const SEASONS_MAX: u32 = 50;
/// Maximum number of events of a season.
pub const SEASON_EVENTS_MAX: u32 = 60;
/// Maximum number of results of a season.
pub const SEASON_RESULTS_MAX: u32 = 6_000;
/// Remarks of a club that are kept.
pub const CLUB_LINES_MAX: u32 = 500;
/// Changes of a season that are read.
pub const CHANGES_MAX: u32 = 50;

/// The secret of an invitation.
pub type ClubSecret = [u8; 16];

poker_engine::coded! {
    /// The role of a person in a club, in ascending order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum ClubRole: code, from_code {
        /// A player without an account.
        Player = "player",
        /// A member.
        Member = "member",
        /// A member who manages the club.
        Director = "director",
        /// The owner.
        Owner = "owner",
    }
}

/// A person of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubPerson {
    /// Number of the person.
    pub id: u64,
    /// The account, if there is one.
    pub account: Option<AccountRecord>,
    /// The name, that of the account if there is one.
    pub name: String,
    /// The role.
    pub role: ClubRole,
    /// Time of joining.
    pub since: Timestamp,
    /// The account that claims to be this player.
    pub claim: Option<AccountId>,
    /// `true` for a member who is called when an event of the club is announced.
    pub calls: bool,
}

/// A table or tournament of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubPlace {
    /// Its number.
    pub place: TableId,
    /// A table or a tournament.
    pub kind: OwnerKind,
    /// Its name.
    pub name: String,
    /// Its identifier for clients, with the invitation.
    pub link: String,
}

/// A season in the list of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonHead {
    /// Number of the season.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Number of its events.
    pub events: u32,
}

/// A club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubRecord {
    /// Number of the club.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// The secret of its invitation.
    pub invitation: ClubSecret,
    /// Time of its founding.
    pub since: Timestamp,
    /// Its people, by number.
    pub people: Vec<ClubPerson>,
    /// Its tables and tournaments, newest first.
    pub places: Vec<ClubPlace>,
    /// Its seasons, newest first.
    pub seasons: Vec<SeasonHead>,
}

impl ClubRecord {
    /// The person with this account.
    pub fn member(&self, account: AccountId) -> Option<&ClubPerson> {
        let is = |person: &&ClubPerson| person.account.as_ref().is_some_and(|record| record.id == account);
        self.people.iter().find(is)
    }
}

/// A club in the list of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubHead {
    /// Number of the club.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// The account's role.
    pub role: ClubRole,
    /// People in the club.
    pub people: u32,
}

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubRemark {
    /// Number of the remark.
    pub no: u64,
    /// Number of the person.
    pub person: u64,
    /// Time of the remark.
    pub at: Timestamp,
    /// The text.
    pub text: String,
}

/// Name and rules of a season; the store does not interpret the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonTerms {
    /// The name.
    pub name: String,
    /// The points formula.
    pub formula: String,
    /// How many results of a player count.
    pub best: Option<u32>,
    /// The protocol's words for the tie rules, as a JSON list.
    pub ties: String,
}

/// The player of a result to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultOf {
    /// A person of the club.
    Person(u64),
    /// The person of this name, or a new player without an account.
    Name(String),
    /// The member with this account, or the person of this name.
    Account(AccountId, String),
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonResult<P> {
    /// The player.
    pub player: P,
    /// The place.
    pub place: u32,
    /// Players eliminated.
    pub knock_outs: u32,
    /// Rebuys.
    pub rebuys: u32,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventTerms<P> {
    /// The name.
    pub name: String,
    /// The day.
    pub at: Timestamp,
    /// Price of an entry.
    pub price: u64,
    /// Players in the event.
    pub entrants: u32,
    /// The tournament whose results these are.
    pub tournament: Option<TableId>,
    /// The results; when read, by place.
    pub results: Vec<SeasonResult<P>>,
}

/// A change of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonChange {
    /// Time of the change.
    pub at: Timestamp,
    /// Number of the person who made it, unless that person is gone.
    pub person: Option<u64>,
    /// The protocol's word for the kind of change.
    pub kind: String,
    /// Name of the event.
    pub name: Option<String>,
    /// Players who moved, once that is counted.
    pub moved: Option<u32>,
}

/// A season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonRecord {
    /// Number of the season.
    pub id: u64,
    /// Name and rules.
    pub terms: SeasonTerms,
    /// The events by time, each with its number.
    pub events: Vec<(u64, EventTerms<u64>)>,
    /// The latest changes, newest first.
    pub changes: Vec<SeasonChange>,
}

/// An act of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClubAct {
    /// Changes the club's name.
    Rename(String),
    /// Deletes the club.
    Close,
    /// Replaces the invitation.
    Invite(ClubSecret),
    /// Adds players without an account; names that the club has are skipped.
    Add(Vec<String>),
    /// Changes a member's role; a new owner makes the caller a director.
    Appoint(u64, ClubRole),
    /// Changes the name of a player without an account.
    NamePlayer(u64, String),
    /// Answers the claim to a player.
    Answer(u64, bool),
    /// Removes a person; the caller leaves.
    Remove(u64, ClubSecret),
    /// Claims to be a player.
    Claim(u64),
    /// Says something.
    Say(String),
    /// Has the caller called when an event is announced, or not.
    Calls(bool),
    /// Makes a table or tournament one for members alone. The caller must have checked whose it is.
    Keep(ClubPlace),
    /// Ends that.
    Release(TableId),
    /// Begins a season.
    Begin(SeasonTerms),
    /// Changes name and rules of a season.
    Terms(u64, SeasonTerms),
    /// Deletes a season.
    End(u64),
    /// Adds an event to a season, or corrects the one with this number.
    Event(u64, Option<u64>, EventTerms<ResultOf>),
    /// Deletes an event of a season.
    DeleteEvent(u64, u64),
}

/// The result of an act.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClubDone {
    /// Number of the season that was begun.
    pub season: Option<u64>,
    /// Number of the change of a season that was noted.
    pub change: Option<u64>,
    /// The account that is no longer a member.
    pub gone: Option<AccountId>,
    /// Places that are no longer the club's.
    pub released: Vec<TableId>,
}

/// Why an act was refused. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClubRefusal {
    /// There is no such club, person or place, or the caller is no member.
    #[error("there is no such club, or no such person or place in it")]
    Unknown,
    /// There is no such season or event.
    #[error("there is no such season or event")]
    UnknownSeason,
    /// The role does not allow it.
    #[error("the role in the club does not allow this")]
    NotAllowed,
    /// The club is full.
    #[error("there can be at most {0}")]
    Full(u32),
    /// The account is in too many clubs.
    #[error("an account is in at most {0} clubs")]
    ClubsFull(u32),
    /// Another player has the name.
    #[error("the club has another player of that name")]
    NameTaken,
    /// The owner cannot leave.
    #[error("the owner must hand the club over or close it first")]
    OwnerStays,
    /// The name belongs to a member, or another one claims it.
    #[error("the name belongs to a member, or another member has claimed it")]
    ClaimTaken,
    /// Both have results in the same event.
    #[error("both have results in the same event")]
    ClaimConflict,
    /// The table belongs to a club already.
    #[error("it belongs to a club already")]
    PlaceTaken,
    /// A player has two results.
    #[error("a player has two results")]
    Twice,
    /// The season has the tournament's results.
    #[error("the season has the results of that tournament already")]
    SeasonTaken,
}

/// A table or tournament of a club, with the club's members.
pub type Door = (TableId, Vec<AccountId>);

/// Clubs. A result is returned only once it is durable.
pub trait Clubs: Send + Sync + 'static {
    /// The clubs of an account, by name.
    fn clubs_of(&self, account: AccountId) -> BoxFuture<'_, Result<Vec<ClubHead>, StoreError>>;

    /// Founds a club with the account as its owner, and returns its number.
    fn found_club(
        &self,
        account: AccountId,
        name: String,
        invitation: ClubSecret,
    ) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// A club; `None` if there is none.
    fn club(&self, club: u64) -> BoxFuture<'_, Result<Option<ClubRecord>, StoreError>>;

    /// The number of the club that an invitation opens; `None` if there is none.
    fn invited_to(&self, invitation: ClubSecret) -> BoxFuture<'_, Result<Option<u64>, StoreError>>;

    /// Makes an account a member of the club that an invitation opens, and returns the club's number.
    fn join_club(&self, account: AccountId, invitation: ClubSecret) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Carries out an act of a member.
    fn act_in_club(&self, club: u64, account: AccountId, act: ClubAct) -> BoxFuture<'_, Result<ClubDone, StoreError>>;

    /// The latest remarks of a club, oldest first.
    fn club_remarks(&self, club: u64, limit: u32) -> BoxFuture<'_, Result<Vec<ClubRemark>, StoreError>>;

    /// A season of a club; `None` if there is none.
    fn season(&self, club: u64, season: u64) -> BoxFuture<'_, Result<Option<SeasonRecord>, StoreError>>;

    /// Adds to a change of a season how many players moved.
    fn note_moved(&self, change: u64, moved: u32) -> BoxFuture<'_, Result<(), StoreError>>;

    /// All tables and tournaments of clubs, each with its club's members.
    fn club_doors(&self) -> BoxFuture<'_, Result<Vec<Door>, StoreError>>;
}
