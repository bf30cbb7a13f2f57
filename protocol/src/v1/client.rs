//! Messages from clients.

mod parse;
mod seat;

use serde::{Deserialize, Serialize};

use super::choice::Action;
use super::clubs::{OneClub, WatchClub};
use super::common::{Card, HandNo, Seq, TableId};
use super::emote::Emote;
use super::host::{AskSeat, Consent, Host};
use super::table::TableConfig;
use super::tournament::{
    AnswerDeal, OneTournament, Phrase, ProposeDeal, Register, Report, RequestRuling, ResumeTournament,
    TournamentPresence, TournamentPurchase, TournamentRebuy, Withdraw,
};
use crate::describe::JsonSchema;

pub use parse::{ParseError, field_fault, is_request_id};
pub use seat::{BankStart, Entry, Rebuy, Sit, SitOut, SitOutWhen, Straddle, TimeBank, WaitList};

/// A message from a client. Each carries an `id` of the client's choice, 1 to 64 characters, and gets exactly one answer with
/// the same `id`. An account must never reuse the `id` of a request that moves chips: a repeated one gets the first answer
/// again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMsg {
    /// Introduces the client; must be the first message of a connection. Answered by `welcome`.
    Hello(Hello),
    /// Asks for a sign of life. Answered by `pong`.
    Ping(Ping),
    /// Reports whether a page of the account is visible. While none is, decisions reach the account by Web Push if it has subscribed.
    Visible(Visible),
    /// Asks for the list of games. Answered by `ok` with `games`.
    ListGames(Plain),
    /// Asks for the tables in the lobby. Answered by `ok` with `tables`: the 100 oldest if there are more. `GET /api/v1/tables`
    /// lists all of them.
    ListTables(Plain),
    /// Subscribes to changes in the lobby, which arrive as `lobby` messages. Answered by `ok` with `tables` as for
    /// `list_tables`; if there are more, `lobby` messages with the rest follow.
    WatchLobby(Plain),
    /// Ends the subscription to `lobby` messages.
    UnwatchLobby(Plain),
    /// Subscribes to what happens in a club of the account, which arrives as `club` messages within a second. Answered by `ok`;
    /// the latest remarks follow, at most 100: with `after`, only those after that number. A repeated request starts over.
    WatchClub(WatchClub),
    /// Ends the subscription to a club.
    UnwatchClub(OneClub),
    /// Opens a table. Answered by `ok` with `table`.
    CreateTable(Box<CreateTable>),
    /// Subscribes to everything that happens at the table, beginning with a `snapshot`.
    Watch(Watch),
    /// Ends the subscription to the table. A seat is kept.
    Unwatch(OneTable),
    /// Catches up after a lost connection: the server sends the missed events, or a `snapshot` if too many were missed.
    Resume(Resume),
    /// Takes a seat with chips from the account. Moves chips.
    Sit(Sit),
    /// Leaves the seat, immediately or at the end of the hand; the stack returns to the account.
    Leave(OneTable),
    /// Sits out or comes back.
    SitOut(SitOut),
    /// Adds chips from the account to the stack, immediately or at the end of the hand. Moves chips.
    Rebuy(Rebuy),
    /// Joins or leaves the wait list.
    WaitList(WaitList),
    /// Answers a decision. Moves chips.
    Act(Act),
    /// Asks for the cost and the prospects of the open decision. Practice tables alone give hints, and only to the player to
    /// act. Answered by `ok` with `hint`.
    Hint(OneTable),
    /// Shows cards of the hand that has just ended.
    Show(Show),
    /// Sends a chat message to the table, as a player or as a spectator.
    Chat(Chat),
    /// Bars an account from chatting at the table, or lets it chat again. For the table's host.
    Mute(Mute),
    /// Sends an account away for good: its seat is left as by `leave`, and the table refuses all its further requests. For the
    /// table's host.
    Remove(Remove),
    /// Carries out a decision of the table's host.
    Host(Host),
    /// Asks the table's host for a seat, or withdraws the request.
    AskSeat(AskSeat),
    /// Answers the host's question whether the cards of a stopped hand may be shown, or takes a consent back.
    Consent(Consent),
    /// Sets when the player's own time bank begins, at a table where the account has a seat. The setting lasts until the seat
    /// is left or the server restarts; after that the bank begins by itself again.
    TimeBank(TimeBank),
    /// Turns straddling on or off from the next hand, for every hand in which the seat's position allows it, at a table whose
    /// `session` has `straddle`. The setting lasts until it is changed or the seat is left. Announced by `straddling_set`.
    Straddle(Straddle),
    /// Asks to see the board cards that would have come had the last hand gone on. For players who were dealt in, at a table
    /// whose `session` has `rabbit_hunt`, for as long as cards may be shown. Announced by `rabbit_shown`.
    RabbitHunt(OneTable),
    /// Asks for the tournaments in the lobby. Answered by `ok` with `tournaments`: at most 50, those that are over last. `GET
    /// /api/v1/tournaments` lists all of them.
    ListTournaments(Plain),
    /// Subscribes to everything that happens in the tournament, beginning with a `tournament_snapshot`. Its tables are watched
    /// separately.
    WatchTournament(OneTournament),
    /// Ends the subscription to the tournament; `tournament_you` still arrives. An entry is kept.
    UnwatchTournament(OneTournament),
    /// Catches up after a lost connection: the server sends the missed events, or a `tournament_snapshot` if too many were missed.
    ResumeTournament(ResumeTournament),
    /// Enters a tournament; late entries included. Moves chips. Answered by `ok` with `tournament`.
    Register(Register),
    /// Cancels the entry before the start; the price is refunded.
    Unregister(OneTournament),
    /// Enters again after an elimination. Moves chips.
    ReEnter(TournamentPurchase),
    /// Buys chips in a tournament, or declines to after losing the last chip. Moves chips.
    TournamentRebuy(TournamentRebuy),
    /// Takes the add-on. Moves chips.
    AddOn(TournamentPurchase),
    /// Leaves a tournament for good. Without `confirm` the request is refused with `tournament.unconfirmed`, which states the
    /// cost; with `confirm`, shortly afterwards, it is carried out.
    Withdraw(Withdraw),
    /// Becomes absent from the next hand on, or comes back.
    TournamentPresence(TournamentPresence),
    /// Calls Time on the player to act, in a tournament with a live clock. Open to every player and official of the tournament.
    CallTime(OneTable),
    /// Calls an official to the table. Answered by `ok` with `ticket`; the ruling appears in the audit trail under that number.
    RequestRuling(RequestRuling),
    /// Reports a player at the table to the officials, unseen by the players there. Answered by `ok` with `ticket`.
    Report(Report),
    /// Proposes a deal to the players still in: play is paused, and the deal is offered to all of them once no hand is running.
    /// Allowed at the last table, once per level for each player. The proposer has to answer as well.
    ProposeDeal(ProposeDeal),
    /// Answers the deal on offer. Moves chips once all players have agreed.
    Deal(AnswerDeal),
}

/// The introduction of a client: with a `token`, as its account; without one, as a new guest named `nickname`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Protocol versions that the client supports, such as `["poker.v1"]`.
    pub versions: Vec<String>,
    /// An access token or an API token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Name of the new guest, 2 to 20 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    /// `true` if the new guest is a program.
    #[serde(default)]
    pub bot: bool,
    /// Name and version of the client software, for the log: `name/version`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// A name for the device, of the client's choice, 1 to 64 characters. An account has one connection for each device, the
    /// newest, and one for all clients that name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub device: Option<String>,
}

/// A request that consists of its `id` alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plain {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

/// Visibility of the account's pages. A connection that never reports it counts as visible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Visible {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// `true` while a page of the account is visible.
    pub visible: bool,
}

/// A heartbeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

/// A request for a new table. Unknown fields are refused, so that a misspelt setting never opens a table without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Settings of the table.
    pub config: TableConfig,
}

/// A request about one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OneTable {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
}

/// The seat of a connection that begins to watch a table where its account sits. One connection of the account holds the
/// seat there: it alone gets the cards and the decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatClaim {
    /// This connection holds the seat from now on. Another that held it gets `seat_held`.
    #[default]
    Take,
    /// This connection holds the seat unless one of another device does.
    IfFree,
    /// This connection watches as a spectator would.
    No,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn takes_seat(seat: &SeatClaim) -> bool {
    *seat == SeatClaim::Take
}

/// A request to watch a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Watch {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// The seat, if the account has one there.
    #[serde(default, skip_serializing_if = "takes_seat")]
    pub seat: SeatClaim,
}

/// A request to catch up with a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resume {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the last event received; 0 for none.
    pub after: Seq,
    /// The seat, if the account has one there.
    #[serde(default, skip_serializing_if = "takes_seat")]
    pub seat: SeatClaim,
}

/// The answer to a decision. It names the hand and the decision, so that a late or repeated answer is never taken for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand, as in `choices`.
    pub hand: HandNo,
    /// Number of the decision, as in `choices`.
    pub turn: u32,
    /// The action to take.
    pub action: Action,
}

/// A request to show cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Show {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand that has just ended.
    pub hand: HandNo,
    /// Cards to show, out of the player's own.
    pub cards: Vec<Card>,
}

/// A chat message: text, a phrase or an emote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chat {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// The text, 1 to 200 characters; left out with a `phrase` or an `emote`.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub text: String,
    /// A preset phrase instead of text. At a tournament table, seated players are limited to phrases while a player is all-in
    /// and during hand-for-hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<Phrase>,
    /// An emote instead of text and phrase, from a seat, wherever a phrase is allowed. Limited to one every 3 seconds; a faster
    /// one is refused with `rate.limited`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emote: Option<Emote>,
}

/// A request to mute or unmute an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mute {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// The account, as in a player's `id`.
    pub player: String,
    /// `true` to mute the account, `false` to let it chat again.
    pub muted: bool,
}

/// A request to send an account away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remove {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// The account, as in a player's `id`.
    pub player: String,
}

impl ClientMsg {
    /// The `type` of every message.
    pub const TYPES: [&'static str; 46] = [
        "hello",
        "ping",
        "visible",
        "list_games",
        "list_tables",
        "watch_lobby",
        "unwatch_lobby",
        "watch_club",
        "unwatch_club",
        "create_table",
        "watch",
        "unwatch",
        "resume",
        "sit",
        "leave",
        "sit_out",
        "rebuy",
        "wait_list",
        "act",
        "show",
        "chat",
        "mute",
        "remove",
        "host",
        "ask_seat",
        "consent",
        "time_bank",
        "rabbit_hunt",
        "straddle",
        "list_tournaments",
        "watch_tournament",
        "unwatch_tournament",
        "resume_tournament",
        "register",
        "unregister",
        "re_enter",
        "tournament_rebuy",
        "add_on",
        "withdraw",
        "tournament_presence",
        "call_time",
        "hint",
        "request_ruling",
        "report",
        "propose_deal",
        "deal",
    ];

    /// Returns the `id` of the request.
    pub fn id(&self) -> &str {
        match self {
            Self::Hello(message) => &message.id,
            Self::Ping(message) => &message.id,
            Self::Visible(message) => &message.id,
            Self::ListGames(message)
            | Self::ListTables(message)
            | Self::WatchLobby(message)
            | Self::UnwatchLobby(message)
            | Self::ListTournaments(message) => &message.id,
            Self::WatchClub(message) => &message.id,
            Self::UnwatchClub(message) => &message.id,
            Self::CreateTable(message) => &message.id,
            Self::Watch(message) => &message.id,
            Self::Unwatch(message)
            | Self::Leave(message)
            | Self::CallTime(message)
            | Self::RabbitHunt(message)
            | Self::Hint(message) => &message.id,
            Self::TimeBank(message) => &message.id,
            Self::Straddle(message) => &message.id,
            Self::Resume(message) => &message.id,
            Self::Sit(message) => &message.id,
            Self::SitOut(message) => &message.id,
            Self::Rebuy(message) => &message.id,
            Self::WaitList(message) => &message.id,
            Self::Act(message) => &message.id,
            Self::Show(message) => &message.id,
            Self::Chat(message) => &message.id,
            Self::Mute(message) => &message.id,
            Self::Remove(message) => &message.id,
            Self::Host(message) => &message.id,
            Self::AskSeat(message) => &message.id,
            Self::Consent(message) => &message.id,
            Self::WatchTournament(message) | Self::UnwatchTournament(message) | Self::Unregister(message) => {
                &message.id
            }
            Self::ResumeTournament(message) => &message.id,
            Self::Register(message) => &message.id,
            Self::ReEnter(message) | Self::AddOn(message) => &message.id,
            Self::TournamentRebuy(message) => &message.id,
            Self::Withdraw(message) => &message.id,
            Self::TournamentPresence(message) => &message.id,
            Self::RequestRuling(message) => &message.id,
            Self::Report(message) => &message.id,
            Self::ProposeDeal(message) => &message.id,
            Self::Deal(message) => &message.id,
        }
    }
}
