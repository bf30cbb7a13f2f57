//! Friends: who has agreed to be one, who is asked, and where friends play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::{LocalName, PlayerInfo, TableId, UnixMs, is_false};
use super::tournament::TournamentId;

/// `GET /api/v1/friends`: the caller's friends, and the questions that stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FriendsResponse {
    /// Friends in the order of their names: at most 200.
    pub friends: Vec<Friend>,
    /// Players who ask the caller, the oldest question first: at most 50.
    pub asked_you: Vec<FriendQuestion>,
    /// Players whom the caller has asked, the oldest question first: at most 50. A question that was declined looks as one that waits.
    pub you_asked: Vec<FriendQuestion>,
    /// Whether friends see when the caller is here, and where the caller plays.
    pub shown: bool,
}

/// A friend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Friend {
    /// Who.
    pub player: PlayerInfo,
    /// Since when the two are friends, in milliseconds since 1970.
    pub since: UnixMs,
    /// Whether the friend is connected. Never for one who does not show it; nothing below is set then.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub online: bool,
    /// Where the friend has a seat, as far as everybody may watch there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub tables: Vec<FriendTable>,
    /// Whether the friend has a seat at a private table, which is not named.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub private: bool,
}

/// A table where a friend has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FriendTable {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: String,
    /// The game at hand.
    pub game: LocalName,
    /// The tournament, at a table of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<TournamentId>,
}

/// A question for friendship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FriendQuestion {
    /// Who asks, or is asked.
    pub player: PlayerInfo,
    /// When it was asked, in milliseconds since 1970.
    pub at: UnixMs,
}

/// What two players are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FriendState {
    /// The caller has asked, and there is no answer.
    Asked,
    /// They are friends.
    Friends,
}

/// `PUT /api/v1/friends/{player}` and `POST /api/v1/friends/{player}/accept`: how things stand behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FriendAnswer {
    /// What the two are to each other.
    pub state: FriendState,
}

/// Whether friends see when the caller is here and where the caller plays: `PUT /api/v1/me/presence`, which answers the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PresenceChoice {
    /// Whether they do.
    pub shown: bool,
}
