//! Clubs, their members and what belongs to them.

use serde::{Deserialize, Serialize};

use super::common::{PlayerInfo, TableId, UnixMs, is_false};
use super::templates::{RecurringEvent, TemplateResponse};
use super::tournament::TournamentId;
use crate::describe::JsonSchema;

/// The role of a person in a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClubRole {
    /// A player without an account, known by name.
    Player,
    /// A member.
    Member,
    /// A member who manages people, tables, events and seasons.
    Director,
    /// The one member who also appoints directors, hands the club over and closes it.
    Owner,
}

/// `GET /api/v1/clubs`: the caller's clubs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubsResponse {
    /// The clubs, sorted by name: at most 20.
    pub clubs: Vec<ClubLine>,
}

/// A club of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubLine {
    /// Number of the club.
    pub club: u64,
    /// Its name.
    pub name: String,
    /// The caller's role.
    pub role: ClubRole,
    /// People in the club, including players without an account.
    pub people: u32,
}

/// A club's name: `POST /api/v1/clubs` and `PUT /api/v1/clubs/{club}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubName {
    /// The name: 1 to 40 visible characters.
    pub name: String,
}

/// A club, as its members see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubResponse {
    /// Number of the club.
    pub club: u64,
    /// Its name.
    pub name: String,
    /// Time of its founding, in milliseconds since 1970.
    pub since: UnixMs,
    /// The caller's number in the club.
    pub you: u64,
    /// The caller's role.
    pub role: ClubRole,
    /// The invitation, for the owner and directors: it opens `/club/join/{invitation}` of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
    /// The people, by role and name.
    pub people: Vec<ClubPerson>,
    /// The club's tables and events, newest first.
    pub places: Vec<ClubPlace>,
    /// The club's seasons, newest first.
    pub seasons: Vec<ClubSeason>,
    /// `true` if the caller is called by Web Push when an event of the club is announced.
    #[serde(default, skip_serializing_if = "is_false")]
    pub calls: bool,
}

/// The wish to be called when an event of the club is announced: `PUT /api/v1/clubs/{club}/calls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubCalls {
    /// `true` to be called, in the browsers that are subscribed to Web Push.
    pub calls: bool,
}

/// A person of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubPerson {
    /// Number of the person.
    pub person: u64,
    /// The name: that of the account, or the one under which results are kept.
    pub name: String,
    /// The role.
    pub role: ClubRole,
    /// The account, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerInfo>,
    /// Time of joining, in milliseconds since 1970.
    pub since: UnixMs,
    /// Number of the member who claims to be this player, until the owner or a director answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_by: Option<u64>,
}

/// A table or an event for members alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubPlace {
    /// The table, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The tournament, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// Its name.
    pub name: String,
    /// Occupied seats, or entrants.
    pub players: u32,
    /// `true` once the event is over.
    #[serde(default, skip_serializing_if = "is_false")]
    pub over: bool,
}

/// A season of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubSeason {
    /// Number of the season.
    pub season: u64,
    /// Its name.
    pub name: String,
    /// Events played.
    pub events: u32,
}

/// `GET /api/v1/club-invitations/{invitation}`: where an invitation leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubInvitation {
    /// The name of the club.
    pub name: String,
    /// Its members with an account.
    pub members: u32,
    /// Number of the club, if the caller is a member already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<u64>,
}

/// Players without an account: `POST /api/v1/clubs/{club}/people`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubNames {
    /// Their names: 1 to 100, of 1 to 40 visible characters. Names that the club has already are skipped.
    pub names: Vec<String>,
}

/// A change of a person: `PUT /api/v1/clubs/{club}/people/{person}`. Exactly one of the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubPersonChange {
    /// The new role of a member. `owner` hands the club over: the caller becomes a director.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ClubRole>,
    /// The new name of a player without an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The answer to a claim: with `true` the results of the player become those of the claiming member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<bool>,
}

/// A remark: `POST /api/v1/clubs/{club}/chat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubRemark {
    /// The text: 1 to 300 visible characters.
    pub text: String,
}

/// `GET /api/v1/clubs/{club}/chat`: the latest remarks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubChat {
    /// The remarks, oldest first: at most 100. The last 500 of a club are kept.
    pub lines: Vec<ClubChatLine>,
}

/// `GET /api/v1/clubs/{club}/file`: everything that is kept of a club but its seasons, which have requests of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubFile {
    /// The club.
    pub club: ClubResponse,
    /// All remarks that are kept, oldest first: at most 500.
    pub chat: Vec<ClubChatLine>,
    /// The club's templates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<TemplateResponse>,
    /// The club's events that recur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recurring: Vec<RecurringEvent>,
}

/// A remark in a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubChatLine {
    /// Number of the remark.
    pub line: u64,
    /// Number of the person.
    pub person: u64,
    /// The person's name.
    pub name: String,
    /// Time, in milliseconds since 1970.
    pub at: UnixMs,
    /// The text.
    pub text: String,
}

/// A table or an event for members alone: `POST /api/v1/clubs/{club}/places`. Exactly one of the fields; the caller is its host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubPlaceRequest {
    /// A private table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// A private tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
}

/// A request to be told what happens in a club of the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchClub {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Number of the club.
    pub club: u64,
    /// Number of the last remark that the client has; the server sends those after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
}

/// A request about a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OneClub {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Number of the club.
    pub club: u64,
}

/// Changes of a watched club. A large change comes in several messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubMsg {
    /// Number of the club.
    pub club: u64,
    /// The club's new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// New remarks, oldest first, each sent once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<ClubChatLine>,
    /// `true` if remarks before `lines` were left out because there are too many.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cut: bool,
    /// People who joined or changed. What a member said goes with the account: remarks of a person without `player` are no longer to be
    /// shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<ClubPerson>,
    /// Numbers of people who are gone. Their remarks are no longer to be shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<u64>,
    /// Tables and events that were added or changed, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<ClubPlace>,
    /// Identifiers of tables and events that are closed or no longer the club's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<String>,
    /// `true` if the account is no longer a member, or the club is closed: the connection watches it no more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ended: bool,
}
