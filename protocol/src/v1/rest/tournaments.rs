//! Tournaments and their structures.

use serde::{Deserialize, Serialize};

use super::super::common::{Chips, UnixMs, is_false};
use super::super::tournament::{Entrant, EventTable, Finished, StructureInfo, TournamentSummary};
use crate::describe::JsonSchema;

/// `GET /api/v1/tournaments`: the tournaments in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentsResponse {
    /// The tournaments in the lobby, those that are over last.
    pub tournaments: Vec<TournamentSummary>,
}

/// `GET /api/v1/tournaments/{tournament}/entrants`: the players, sorted by number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EntrantsResponse {
    /// The players, sorted by number.
    pub entrants: Vec<Entrant>,
    /// Player number after which the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
}

/// `GET /api/v1/tournaments/{tournament}/results`: finishing places and prizes, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlacesResponse {
    /// The players with a place after `?after=`.
    pub places: Vec<Finished>,
    /// The prizes of all places after `?after=`, best place first.
    pub prizes: Vec<Chips>,
    /// Place after which the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
}

/// `GET /api/v1/tournaments/{tournament}/tables`: the tables in play, sorted by number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EventTablesResponse {
    /// The tables in play, sorted by number.
    pub tables: Vec<EventTable>,
    /// Table number after which the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
}

/// The settings of a new tournament: `POST /api/v1/tournaments`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// Identifier of the structure; empty with a `definition`.
    #[serde(default)]
    pub structure: String,
    /// A structure of the host's own, in the format of the server's own structures, up to 8192 bytes. The house adds nothing to
    /// its pool: it has no guarantee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8192))]
    pub definition: Option<String>,
    /// Name of the tournament, 1 to 40 characters; the name of the structure if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Start of play, in milliseconds since 1970, at most 31 days from now; required unless it is a sit & go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<UnixMs>,
    /// `true` if the tournament is left out of all lists and only for those who have its identifier, which contains the invitation.
    #[serde(default, skip_serializing_if = "is_false")]
    pub private: bool,
    /// The tournament whose seats are the prizes; required if the structure pays seats. It must have the structure named by
    /// `pays.of`, must not have begun play, and must not start before the seats are paid for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<super::super::TournamentId>,
    /// Number of players up to which house bots join, once a person has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<u32>,
    /// `true` if the tournament is played with real cards and chips beside a screen: the host and other officials enter players
    /// and results by floor actions, no hands are dealt, and no chips of accounts move. It may leave out `starts_at`, and takes
    /// no bots.
    #[serde(default, skip_serializing_if = "is_false")]
    pub live: bool,
    /// `true` if the tournament is for adults: an account may enter only once the operator has verified its age, and programs
    /// never may, so it takes no bots. A satellite of such a tournament is for adults too, whether or not this is set.
    #[serde(default, skip_serializing_if = "is_false")]
    pub adults_only: bool,
    /// Minutes by which those without a seat at a table see it late, 1 to 15. Not for live tournaments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 15))]
    pub watch_delay: Option<u8>,
    /// Languages of the chat, as BCP 47 tags such as `en` or `fr-CA`, each once and at most 8; any language will do if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub languages: Vec<String>,
}

/// `GET /api/v1/structures`: the tournament structures that come with the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StructuresResponse {
    /// The structures.
    pub structures: Vec<StructureInfo>,
}

/// `GET /api/v1/structures/{structure}`: a structure that comes with the server, with its file as a starting point for one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StructureFile {
    /// The structure.
    pub structure: StructureInfo,
    /// Text of its file.
    pub definition: String,
}

/// Checks a host's own structure: `POST /api/v1/structures/check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StructureCheckRequest {
    /// The definition, up to 8192 bytes.
    #[schemars(length(max = 8192))]
    pub definition: String,
}

/// The result of the check: the structure, or the first fault in the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StructureCheckResponse {
    /// The structure, if the definition can be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<StructureInfo>,
    /// Number of the faulty line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The faulty key, such as `levels` or `rebuy.chips`; left out if the definition is not TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Description of the fault, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
