//! What clients send.

mod parse;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::choice::Action;
use super::common::{Card, Chips, HandNo, Seq, TableId};
use super::emote::Emote;
use super::host::{AskSeat, Host};
use super::table::TableConfig;
use super::tournament::{
    AnswerDeal, OneTournament, Phrase, ProposeDeal, Register, Report, RequestRuling, ResumeTournament,
    TournamentPresence, TournamentPurchase, TournamentRebuy, Withdraw,
};

pub use parse::{ParseError, field_fault, is_request_id};

/// A message from a client. Each carries an `id` of the client's choice, 1 to 64 characters, and gets exactly one
/// answer with the same `id`. Requests that move chips must never use an `id` twice in the life of the account: a
/// repeated one gets the first answer again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMsg {
    /// The first message of a connection: who is there. Answered by `welcome`.
    Hello(Hello),
    /// Asks for a `pong`.
    Ping(Ping),
    /// Says whether a page of the account is looked at. One that is not is called by Web Push, if the account asked for that.
    Visible(Visible),
    /// Asks for the games. Answered by `ok` with `games`.
    ListGames(Plain),
    /// Asks for the tables of the lobby. Answered by `ok` with `tables`: the 100 oldest, if there are more. HTTP lists all.
    ListTables(Plain),
    /// From now on, `lobby` messages carry the changes. Answered by `ok` with `tables` as `list_tables` is; if there are
    /// more, `lobby` messages with the others follow.
    WatchLobby(Plain),
    /// No more `lobby` messages.
    UnwatchLobby(Plain),
    /// Opens a table. Answered by `ok` with `table`.
    CreateTable(Box<CreateTable>),
    /// From now on, everything that happens at the table is sent, beginning with a `snapshot`.
    Watch(OneTable),
    /// No more messages of this table. A seat is kept.
    Unwatch(OneTable),
    /// Catches up after a lost connection: the missed events, or a `snapshot` when too much was missed.
    Resume(Resume),
    /// Takes a seat with chips of the account. Moves chips.
    Sit(Sit),
    /// Leaves the seat, at once or when the hand is over; the stack goes back to the account.
    Leave(OneTable),
    /// Sits out or comes back.
    SitOut(SitOut),
    /// Adds chips of the account to the stack, at once or when the hand is over. Moves chips.
    Rebuy(Rebuy),
    /// Joins or leaves the wait list.
    WaitList(WaitList),
    /// Answers a decision. Moves chips.
    Act(Act),
    /// Asks what the open decision costs and promises. Only practice tables give hints, and only to the player who is asked. Answered by `ok` with
    /// `hint`.
    Hint(OneTable),
    /// Shows cards of the hand that has just ended.
    Show(Show),
    /// Says something to the table, from a seat or as one who watches.
    Chat(Chat),
    /// The table's host keeps an account from chatting there, or lets it chat again.
    Mute(Mute),
    /// The table's host sends an account away for good. A seat is left as by `leave`, and nothing more can be asked of the
    /// table.
    Remove(Remove),
    /// The table's host decides something about it.
    Host(Host),
    /// Asks the table's host for a seat, or takes that back.
    AskSeat(AskSeat),
    /// Says when the own time bank begins, at a table where the account has a seat. It holds until the seat is left, or the server
    /// starts anew: then a bank begins by itself again.
    TimeBank(TimeBank),
    /// Straddles from the next hand on whenever the place allows it, or does so no more, at a table whose `session` has `straddle`.
    /// It holds until it is taken back or the seat is left. Told by `straddling_set`.
    Straddle(Straddle),
    /// Asks to see the cards of the board that would have come, had the last hand gone on. For players who were dealt in, where the
    /// table's `session` has `rabbit_hunt`, as long as cards may be shown. Told by `rabbit_shown`.
    RabbitHunt(OneTable),
    /// Asks for the tournaments of the lobby. Answered by `ok` with `tournaments`: at most 50, those that are over last. HTTP lists
    /// all.
    ListTournaments(Plain),
    /// From now on, everything that happens in the tournament is sent, beginning with a `tournament_snapshot`. Its tables are
    /// watched apart.
    WatchTournament(OneTournament),
    /// No more messages of this tournament but `tournament_you`. An entry is kept.
    UnwatchTournament(OneTournament),
    /// Catches up after a lost connection: the missed events, or a `tournament_snapshot` when too much was missed.
    ResumeTournament(ResumeTournament),
    /// Enters a tournament, also late. Moves chips. Answered by `ok` with `tournament`.
    Register(Register),
    /// Takes the entry back before the start; what was paid comes back.
    Unregister(OneTournament),
    /// Enters again after an elimination. Moves chips.
    ReEnter(TournamentPurchase),
    /// Buys chips in a tournament, or does without after the last one is lost. Moves chips.
    TournamentRebuy(TournamentRebuy),
    /// Takes the add-on. Moves chips.
    AddOn(TournamentPurchase),
    /// Leaves a tournament for good. Without `confirm` it is refused with `tournament.unconfirmed`, which says what it would cost;
    /// with it, shortly after that, it is done.
    Withdraw(Withdraw),
    /// Is away from the next hand on, or comes back.
    TournamentPresence(TournamentPresence),
    /// Calls Time on the player who thinks, in a tournament with a live clock. Any player or official of the tournament may.
    CallTime(OneTable),
    /// Calls an official to the table. Answered by `ok` with `ticket`, whose answer is in the audit trail.
    RequestRuling(RequestRuling),
    /// Tells the officials of a player at the table. No player at the table learns of it. Answered by `ok` with `ticket`.
    Report(Report),
    /// Proposes a deal to the players still in: play is paused, and all are offered it once no hand is running. Once a level for
    /// each player, at the last table. The proposer answers as the others do.
    ProposeDeal(ProposeDeal),
    /// Answers the deal that is offered. Moves chips once all have agreed.
    Deal(AnswerDeal),
}

/// Who connects. With a `token`, its account; without, a new guest of that `nickname`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Hello {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The versions that the client speaks, such as `["poker.v1"]`.
    pub versions: Vec<String>,
    /// An access token or an API token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
    /// A name for a new guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub nickname: Option<String>,
    /// Whether the new guest is a program.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub bot: bool,
    /// What the client is, for the log: `name/version`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub client: Option<String>,
}

/// A request with nothing but its `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Plain {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

/// Whether a page of the account is looked at. A connection that never says so is taken for one that is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Visible {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Whether it is.
    pub visible: bool,
}

/// A heartbeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Ping {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

/// A new table. Nothing that is not known is passed over: a wish that is misspelt must not open a table without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// How it is set up.
    pub config: TableConfig,
}

/// A request about a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OneTable {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
}

/// Catching up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Resume {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// The last number that was seen.
    pub after: Seq,
}

/// Taking a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// The seat, from 1; any free one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// Chips to bring.
    pub buy_in: Chips,
    /// Whether to post the big blind in order to play at once, or to wait for it.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub entry: Entry,
}

/// How a newcomer enters the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Wait for the big blind.
    #[default]
    Wait,
    /// Post it and play as soon as possible.
    Post,
}

/// Sitting out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SitOut {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// `true` to sit out, `false` to come back.
    pub out: bool,
    /// When sitting out begins, and how coming back is paid for.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub when: SitOutWhen,
    /// How a returning player enters.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub entry: Entry,
}

/// Straddling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Straddle {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// `true` to straddle, `false` to do so no more.
    pub on: bool,
}

/// When sitting out begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SitOutWhen {
    /// With the next hand.
    #[default]
    NextHand,
    /// When the big blind comes.
    NextBigBlind,
}

/// Adding chips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Rebuy {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// Chips to add.
    pub amount: Chips,
}

/// When the own time bank begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TimeBank {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// When.
    pub start: BankStart,
}

/// When a time bank begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum BankStart {
    /// By itself, as soon as the time to act is over, from the next decision on.
    Itself,
    /// Only if `now` is asked for in the decision, from the next one on: else the time is up when the time to act is over. A player
    /// whose connection is down has it all the same.
    Button,
    /// In the open decision, as soon as the time to act is over.
    Now,
}

/// The wait list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct WaitList {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// `true` to join, `false` to leave it or to decline the seat that is offered.
    pub join: bool,
}

/// The answer to a decision. It names the hand and the decision, so that a late or repeated one is never taken for
/// another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand: HandNo,
    /// The decision's number.
    pub turn: u32,
    /// What to do.
    pub action: Action,
}

/// Showing cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Show {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand: HandNo,
    /// Which of the cards.
    pub cards: Vec<Card>,
}

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Chat {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// 1 to 200 characters; left out with a `phrase` or an `emote`.
    #[serde(default)]
    #[schemars(length(max = 200))]
    #[ts(optional, as = "Option<_>")]
    pub text: String,
    /// A ready-made remark in place of the text. At a tournament's table, a player with a seat may say nothing else while somebody is
    /// all-in or the tournament is played hand-for-hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub phrase: Option<Phrase>,
    /// A sign in place of text and phrase, from a seat, wherever a phrase may be said. One every 3 seconds; a sign that comes sooner
    /// is refused with `rate.limited`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub emote: Option<Emote>,
}

/// Silence for an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Mute {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// The account, as in a player's `id`.
    pub player: String,
    /// `true` to silence it, `false` to let it chat again.
    pub muted: bool,
}

/// Sending an account away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Remove {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// The account, as in a player's `id`.
    pub player: String,
}

impl ClientMsg {
    /// The names of all messages.
    pub const TYPES: [&'static str; 43] = [
        "hello",
        "ping",
        "visible",
        "list_games",
        "list_tables",
        "watch_lobby",
        "unwatch_lobby",
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

    /// The request's `id`.
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
            Self::CreateTable(message) => &message.id,
            Self::Watch(message)
            | Self::Unwatch(message)
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
