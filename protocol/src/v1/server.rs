//! Messages from the server.

use serde::{Deserialize, Serialize};

use super::common::{Chips, LocalName, PlayerInfo, TableId, UnixMs};
use super::emote::Emote;
use super::error::ErrorMsg;
use super::event::{PrivateEvent, PublicEvent, SeqEvent};
use super::mix::MixInfo;
use super::practice::Hint;
use super::table::{Clock, GameInfo, TableInfo, TableState, TableSummary};
use super::tournament::{Phrase, TournamentEvents, TournamentId, TournamentSnapshot, TournamentSummary, TournamentYou};
use crate::describe::JsonSchema;

/// A message from the server. Clients should skip types they do not recognise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// Events of a table, the same for all viewers.
    Events(Events),
    /// Information for this viewer alone, under the numbers of events that have already been sent.
    Private(Private),
    /// The current state of a table; it replaces everything known about the table before.
    Snapshot(Snapshot),
    /// Changes in the lobby.
    Lobby(LobbyMsg),
    /// Changes of a watched club.
    Club(super::clubs::ClubMsg),
    /// A chat message at a table.
    Chat(ChatMsg),
    /// A chat message has been withdrawn by the operator and is no longer to be shown.
    ChatRemoved(ChatRemoved),
    /// An announcement by the operator to all accounts.
    Notice(Notice),
    /// A player connected or disconnected.
    Presence(Presence),
    /// The number of accounts that watch a table without a seat has changed.
    Watchers(Watchers),
    /// Events of a table watched with a delay that are told before their time.
    Ahead(Ahead),
    /// Another connection of the account may hold its seat at a table.
    SeatHeld(SeatHeld),
    /// Play at a table has stopped for a reason outside the game.
    Paused(Paused),
    /// A table where you have a seat was taken out of play after a fault.
    SetAside(SetAside),
    /// The account's chips outside tables changed.
    Balance(Balance),
    /// The account's friends or open friend requests changed.
    Friends(FriendsMsg),
    /// You have reached a limit that you set for yourself: you leave your seats at cash tables at the end of the hand.
    LimitReached(super::personal::LimitReached),
    /// A minute or less is left until you reach your own limit of time at tables.
    LimitNear(super::personal::LimitNear),
    /// The server is about to close the connection.
    Closing(Closing),
    /// The current state of a tournament; it replaces everything known about the tournament before.
    TournamentSnapshot(TournamentSnapshot),
    /// Events of a tournament, the same for all viewers.
    TournamentEvents(TournamentEvents),
    /// Your own standing in a tournament.
    TournamentYou(TournamentYou),
}

/// Confirms that the connection is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The `id` of the request being answered.
    pub id: String,
    /// The protocol version used from now on.
    pub version: String,
    /// Name and version of the server software.
    pub server: String,
    /// Your own account.
    pub you: PlayerInfo,
    /// Chips of the account that are not at a table.
    pub balance: Chips,
    /// Token for the next `hello`; given to new guests only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Tables where you have a seat; `watch` or `resume` them.
    pub tables: Vec<TableId>,
    /// Tables out of play after a fault where you have chips. They cannot be watched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<SetAside>,
    /// Tournaments you have entered that are not over; watch or resume them. A `tournament_you` for each follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tournaments: Vec<TournamentId>,
    /// Capabilities of this server beyond version 1.
    pub capabilities: Vec<String>,
    /// Limits of this connection.
    pub limits: Limits,
}

/// The limits of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Maximum size of a message from the client, in bytes.
    pub message_bytes: u32,
    /// Sustained number of messages per second.
    pub messages_per_second: u32,
    /// Maximum number of messages in a burst.
    pub message_burst: u32,
    /// Silence after which the server sends a ping, in milliseconds.
    pub heartbeat_ms: u32,
    /// Silence after which the server closes the connection, in milliseconds.
    pub timeout_ms: u32,
}

/// A sign of life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pong {
    /// The `id` of the request being answered.
    pub id: String,
    /// The server's clock, in milliseconds since 1970; for display only.
    pub time_ms: u64,
}

/// A request was carried out. Only the fields that answer it are present.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OkMsg {
    /// The `id` of the request being answered.
    pub id: String,
    /// The games on offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameInfo>>,
    /// Rotations of games, and dealer's choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixes: Option<Vec<MixInfo>>,
    /// The tables in the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<Vec<TableSummary>>,
    /// The table that was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Box<TableInfo>>,
    /// The seat that was taken, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Number of the last event caused by the request, at its table or in its tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The tournaments in the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournaments: Option<Vec<TournamentSummary>>,
    /// The tournament that was entered or opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Box<TournamentSummary>>,
    /// Number of the ruling request or report that was filed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket: Option<u32>,
    /// The cost and the prospects of the open decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Box<Hint>>,
}

/// Events of a table, in order and without gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Events {
    /// Identifier of the table.
    pub table: TableId,
    /// The events, numbered consecutively.
    pub events: Vec<SeqEvent>,
    /// Clock of the decision that is open after these events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// Information for one viewer alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Private {
    /// Identifier of the table.
    pub table: TableId,
    /// The private parts, in the order of their event numbers.
    pub events: Vec<PrivateEvent>,
}

/// The state of a table at one point in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the last event included in `state`; later events continue from here.
    pub seq: u64,
    /// Number of the earliest event that `resume` can still deliver, if any. `resume` with `after` set to one less delivers the
    /// running hand and the one before it from their beginning. Events up to `seq` are already part of `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seq: Option<u64>,
    /// The table as this viewer may see it.
    pub state: Box<TableState>,
}

/// Changes in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyMsg {
    /// New and changed tables.
    pub tables: Vec<TableSummary>,
    /// Tables that have closed.
    pub closed: Vec<TableId>,
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatMsg {
    /// Identifier of the table.
    pub table: TableId,
    /// The sender.
    pub from: PlayerInfo,
    /// The text; for a phrase or an emote, its English words.
    pub text: String,
    /// The preset phrase, if it was one; to be shown in the reader's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<Phrase>,
    /// The emote, if it was one; to be shown at the seat of `from`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emote: Option<Emote>,
}

/// A chat message that is no longer to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatRemoved {
    /// Identifier of the table.
    pub table: TableId,
    /// The account that sent it, as in a player's `id`.
    pub player: String,
    /// The text. Every message of the account with this text is withdrawn.
    pub text: String,
}

/// An announcement by the operator, to be shown at tables and elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// Number of the announcement; one that arrives again under the same number is the same announcement.
    pub no: u64,
    /// The text in English and French.
    pub text: LocalName,
    /// Time from which it is no longer shown, in milliseconds since 1970. Until then, every new connection receives it after `welcome`.
    pub until: UnixMs,
}

/// A player connected or disconnected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// Identifier of the table.
    pub table: TableId,
    /// The seat, from 1.
    pub seat: u8,
    /// `true` while the player has an open connection.
    pub connected: bool,
}

/// The number of accounts that watch a table without a seat. It comes when a connection begins to watch and when the number
/// changes, at most every two seconds, and has no number of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Watchers {
    /// Identifier of the table.
    pub table: TableId,
    /// Accounts that watch without a seat there.
    pub watchers: u32,
    /// Minutes by which you see the table late, because you have no seat there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind_minutes: Option<u8>,
    /// Milliseconds until something is shown, if you begin to watch an empty felt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<u32>,
}

/// Events of a table watched with a delay that say nothing of its hands: offered seats, the wait list, decisions of the host,
/// and the end of the table. The same events come again under their numbers when their time has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ahead {
    /// Identifier of the table.
    pub table: TableId,
    /// The events, in order.
    pub events: Vec<PublicEvent>,
}

/// The account's seat at a table is held by another connection or by none: this one gets neither cards nor decisions there
/// from now on, and watches as a spectator does. A `watch` takes the seat. The message follows the answer to a `watch` or
/// `resume` that did not get the seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatHeld {
    /// Identifier of the table.
    pub table: TableId,
    /// The connection that holds the seat.
    pub by: SeatHolder,
}

/// The connection that holds an account's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatHolder {
    /// One on another device.
    OtherDevice,
    /// None: the seat counts as disconnected.
    Nobody,
}

/// Play at a table has stopped for a reason outside the game, and every clock with it. The message has no number, as nothing
/// can be recorded meanwhile. When play goes on a snapshot follows, in which an open decision has its full time again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Paused {
    /// Identifier of the table.
    pub table: TableId,
    /// The reason: `storage` if nothing can be recorded, for example because the disk is full.
    pub reason: String,
}

/// A table out of play because the server cannot continue it. Its chips stay where they are until an operator reopens the table
/// or returns them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetAside {
    /// Identifier of the table.
    pub table: TableId,
    /// Name of the table, if it can still be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Your chips there, as you last saw them between two hands.
    pub chips: Chips,
}

/// The balance of the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Balance {
    /// Chips of the account that are not at a table.
    pub balance: Chips,
}

/// The account's friends or open friend requests changed: fetch `GET /api/v1/friends`. Friends going online or taking seats do
/// not cause this message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FriendsMsg {
    /// Open friend requests to the account.
    pub questions: u32,
}

/// The connection is about to close.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Closing {
    /// The reason, as in the close frame.
    pub reason: String,
    /// Time to wait before reconnecting, in milliseconds; spread out so that clients do not all return together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u32>,
}
