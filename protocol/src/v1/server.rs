//! What the server sends.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::{Chips, LocalName, PlayerInfo, TableId, UnixMs};
use super::emote::Emote;
use super::error::ErrorMsg;
use super::event::{PrivateEvent, SeqEvent};
use super::mix::MixInfo;
use super::practice::Hint;
use super::table::{Clock, GameInfo, TableInfo, TableState, TableSummary};
use super::tournament::{Phrase, TournamentEvents, TournamentId, TournamentSnapshot, TournamentSummary, TournamentYou};

/// A message from the server. Types that a client does not know can be skipped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMsg {
    /// The answer to `hello`.
    Welcome(Welcome),
    /// The answer to `ping`.
    Pong(Pong),
    /// The answer to a request that was carried out.
    Ok(OkMsg),
    /// The answer to a request that was refused.
    Error(ErrorMsg),
    /// What happened at a table, for all viewers alike.
    Events(Events),
    /// What the viewer alone learns, under the numbers of events that were sent before.
    Private(Private),
    /// A table as it is now; what was known of it before is void.
    Snapshot(Snapshot),
    /// What changed in the lobby.
    Lobby(LobbyMsg),
    /// Somebody said something.
    Chat(ChatMsg),
    /// The operator has taken a remark back: it is shown no more.
    ChatRemoved(ChatRemoved),
    /// The operator says something to everybody.
    Notice(Notice),
    /// A player's connection came or went.
    Presence(Presence),
    /// A table stands still for a reason outside the game.
    Paused(Paused),
    /// A table where you have a seat was taken out of play after a fault.
    SetAside(SetAside),
    /// The account's chips outside tables changed.
    Balance(Balance),
    /// The account's friends, or the questions that stand, changed.
    Friends(FriendsMsg),
    /// The server is about to close the connection.
    Closing(Closing),
    /// A tournament as it is now; what was known of it before is void.
    TournamentSnapshot(TournamentSnapshot),
    /// What happened in a tournament, for all viewers alike.
    TournamentEvents(TournamentEvents),
    /// Where you stand in a tournament.
    TournamentYou(TournamentYou),
}

/// The connection is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Welcome {
    /// The request.
    pub id: String,
    /// The version that both speak from now on.
    pub version: String,
    /// The server's software.
    pub server: String,
    /// Who you are.
    pub you: PlayerInfo,
    /// Chips of the account outside tables.
    pub balance: Chips,
    /// A token for the next `hello`, given to new guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
    /// Tables where you have a seat; watch or resume them.
    pub tables: Vec<TableId>,
    /// Tables where you have chips that are out of play after a fault. They cannot be watched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub set_aside: Vec<SetAside>,
    /// Tournaments that you have entered and that are not over; watch or resume them. A `tournament_you` of each follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub tournaments: Vec<TournamentId>,
    /// What this server can do beyond version 1.
    pub capabilities: Vec<String>,
    /// The limits of this connection.
    pub limits: Limits,
}

/// The limits of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Limits {
    /// The greatest message a client may send, in bytes.
    pub message_bytes: u32,
    /// Messages a second, in the long run.
    pub messages_per_second: u32,
    /// Messages at once.
    pub message_burst: u32,
    /// The server pings after this time without a message, in milliseconds.
    pub heartbeat_ms: u32,
    /// The server closes the connection after this time without any sign of life, in milliseconds.
    pub timeout_ms: u32,
}

/// A sign of life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Pong {
    /// The request.
    pub id: String,
    /// The server's clock, in milliseconds since 1970, for display alone.
    pub time_ms: u64,
}

/// A request was carried out. The fields that answer it are there, the others are not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OkMsg {
    /// The request.
    pub id: String,
    /// The games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub games: Option<Vec<GameInfo>>,
    /// The rotations of games, and the dealer's choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mixes: Option<Vec<MixInfo>>,
    /// The tables of the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tables: Option<Vec<TableSummary>>,
    /// The table that was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableInfo>,
    /// The seat that was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The number of the last event that the request caused, at its table or in its tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seq: Option<u64>,
    /// The tournaments of the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournaments: Option<Vec<TournamentSummary>>,
    /// The tournament that was entered or opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<Box<TournamentSummary>>,
    /// The number of the ruling request or report that was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ticket: Option<u32>,
    /// What the open decision costs and promises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hint: Option<Box<Hint>>,
}

/// Events of a table, in order and without gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Events {
    /// The table.
    pub table: TableId,
    /// The events.
    pub events: Vec<SeqEvent>,
    /// The clock of the decision that is open after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<Clock>,
}

/// What one viewer alone learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Private {
    /// The table.
    pub table: TableId,
    /// The private parts, in the order of their numbers.
    pub events: Vec<PrivateEvent>,
}

/// A table at an instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Snapshot {
    /// The table.
    pub table: TableId,
    /// The last number that it includes; events go on from there.
    pub seq: u64,
    /// The number of the first event that `resume` still brings, if there is one. `resume` with `after` one less brings the
    /// running hand and the one before it from their beginning. Events up to `seq` are part of `state` already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_seq: Option<u64>,
    /// What it looks like.
    pub state: Box<TableState>,
}

/// Changes in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LobbyMsg {
    /// Tables that are new or changed.
    pub tables: Vec<TableSummary>,
    /// Tables that are gone.
    pub closed: Vec<TableId>,
}

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ChatMsg {
    /// The table.
    pub table: TableId,
    /// Who said it.
    pub from: PlayerInfo,
    /// What was said; the English words of a phrase or a sign.
    pub text: String,
    /// The ready-made remark, if it was one: to be shown in the reader's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub phrase: Option<Phrase>,
    /// The sign, if it was one: to be shown at the seat of `from`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub emote: Option<Emote>,
}

/// A remark that is shown no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ChatRemoved {
    /// The table.
    pub table: TableId,
    /// The account that said it.
    pub player: String,
    /// What was said. All remarks of the account with these words go.
    pub text: String,
}

/// A line of the operator for everybody, at tables and elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Notice {
    /// Its number: one that comes again is the same.
    pub no: u64,
    /// What is said, in English and in French.
    pub text: LocalName,
    /// When it is to be shown no more, in milliseconds since 1970. Until then, connections that open get it behind `welcome`.
    pub until: UnixMs,
}

/// A connection came or went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Presence {
    /// The table.
    pub table: TableId,
    /// The seat.
    pub seat: u8,
    /// Whether a connection is open.
    pub connected: bool,
}

/// A table stands still for a reason outside the game, and so does every clock. It has no number: nothing is written down
/// meanwhile. Once play goes on, a snapshot comes, in which an open decision has its full time again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Paused {
    /// The table.
    pub table: TableId,
    /// Why: `storage` if nothing can be written down, as on a full disk.
    pub reason: String,
}

/// A table that is out of play because the server cannot continue it. Its chips stay where they are until an operator has opened
/// the table again or returned them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SetAside {
    /// The table.
    pub table: TableId,
    /// Its name, if it can still be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// Your chips there, as you last saw them between two hands.
    pub chips: Chips,
}

/// Chips outside tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Balance {
    /// How many.
    pub balance: Chips,
}

/// Something changed among the account's friends: ask `GET /api/v1/friends` for what. Who comes and goes and sits where is not
/// told by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FriendsMsg {
    /// How many players ask the account.
    pub questions: u32,
}

/// The connection is about to close.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Closing {
    /// Why, as in the close frame.
    pub reason: String,
    /// When to connect again, in milliseconds; spread so that not all come at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after_ms: Option<u32>,
}
