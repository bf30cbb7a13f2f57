//! Friends, friend requests, and the tables where friends play.

use serde::{Deserialize, Serialize};

use super::common::{LocalName, PlayerInfo, TableId, UnixMs, is_false};
use super::tournament::TournamentId;
use crate::describe::JsonSchema;

/// `GET /api/v1/friends`: the caller's friends and open friend requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendsResponse {
    /// The caller's friends, sorted by name: at most 200.
    pub friends: Vec<Friend>,
    /// Friend requests to the caller, oldest first: at most 50.
    pub asked_you: Vec<FriendQuestion>,
    /// Friend requests from the caller, oldest first: at most 50. A declined request looks like one that is still open.
    pub you_asked: Vec<FriendQuestion>,
    /// `true` if friends can see when the caller is online and where the caller plays.
    pub shown: bool,
}

/// A friend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Friend {
    /// The player.
    pub player: PlayerInfo,
    /// Start of the friendship, in milliseconds since 1970.
    pub since: UnixMs,
    /// `true` while the friend is online. Never set for a friend who hides it; no field below is set then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub online: bool,
    /// Tables where the friend has a seat and that anyone may watch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<FriendTable>,
    /// `true` if the friend has a seat at a private table, which is not named.
    #[serde(default, skip_serializing_if = "is_false")]
    pub private: bool,
}

/// A table where a friend has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendTable {
    /// Identifier of the table.
    pub table: TableId,
    /// Name of the table.
    pub name: String,
    /// Name of the current game.
    pub game: LocalName,
    /// The tournament, if the table belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
}

/// A friend request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendQuestion {
    /// The player who sent it, or to whom it was sent.
    pub player: PlayerInfo,
    /// Time of the request, in milliseconds since 1970.
    pub at: UnixMs,
}

/// The relation between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FriendState {
    /// The caller has sent a friend request that is still unanswered.
    Asked,
    /// The players are friends.
    Friends,
}

/// `PUT /api/v1/friends/{player}` and `POST /api/v1/friends/{player}/accept`: the relation that results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendAnswer {
    /// The relation between the two players.
    pub state: FriendState,
}

/// Visibility of the caller's presence and tables to friends: `PUT /api/v1/me/presence`, which answers with the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PresenceChoice {
    /// `true` if friends can see them.
    pub shown: bool,
}
