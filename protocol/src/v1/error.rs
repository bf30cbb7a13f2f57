//! Errors: stable codes, the legal alternative, whether trying again helps.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::choice::Choice;

macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal, $retryable:literal;)+) => {
        /// Why a request was refused. Codes are never renamed; retired ones stay listed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ #[serde(rename = $code)] $name,)+
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code on the wire.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }

            /// Whether the very same request may succeed later.
            pub const fn is_retryable(self) -> bool {
                match self { $(Self::$name => $retryable,)+ }
            }

            /// What the code means, for the reference page.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+),)+ }
            }
        }
    };
}

error_codes! {
    /// The text is not a JSON object, or nests too deeply.
    ProtocolMalformed = "protocol.malformed", false;
    /// There is no message of this type.
    ProtocolUnknownType = "protocol.unknown_type", false;
    /// A field is missing, of the wrong type, out of range, or unknown where unknown fields are refused.
    ProtocolInvalidField = "protocol.invalid_field", false;
    /// The first message must be `hello`.
    ProtocolHelloRequired = "protocol.hello_required", false;
    /// A second `hello` on one connection.
    ProtocolAlreadyGreeted = "protocol.already_greeted", false;
    /// The `id` was used for another request that moved chips, which was carried out.
    ProtocolIdReused = "protocol.id_reused", false;
    /// No version of the protocol in common.
    ProtocolVersion = "protocol.version_unsupported", false;
    /// More requests than the rate limit allows; `retry_after_ms` says when to go on.
    RateLimited = "rate.limited", true;
    /// The token is forged, malformed, for another server or of another kind.
    AuthInvalidToken = "auth.invalid_token", false;
    /// The token has expired; refresh it.
    AuthExpiredToken = "auth.expired_token", false;
    /// The session was revoked or logged out.
    AuthRevoked = "auth.revoked", false;
    /// The operator keeps the account out; `until` says until when, in milliseconds since 1970, where that is not for ever. So are the
    /// bots of such an account.
    AuthBanned = "auth.banned", false;
    /// Unknown name or wrong password; the answer does not say which.
    AuthInvalidCredentials = "auth.invalid_credentials", false;
    /// The name is in use.
    AuthNameTaken = "auth.name_taken", false;
    /// The name is too short, too long or holds characters that are not allowed.
    AuthNameInvalid = "auth.name_invalid", false;
    /// The name of an account, a table or a tournament has a word that the operator blocks.
    NameBlocked = "name.blocked", false;
    /// The password is too short, too long or too common.
    AuthPasswordWeak = "auth.password_weak", false;
    /// The account may not do this.
    AuthForbidden = "auth.forbidden", false;
    /// The account has fewer chips than this takes.
    LedgerInsufficientFunds = "ledger.insufficient_funds", false;
    /// No more play money is granted today to the account, its network or anybody; `left` is what still is.
    LedgerTopUpLimit = "ledger.top_up_limit", true;
    /// There is no such game.
    GameUnknown = "game.unknown", false;
    /// The definition of a game cannot be read or played; `line` is the line at fault.
    GameDefinition = "game.definition_invalid", false;
    /// The stakes, seats or buy-in do not fit the game.
    TableConfigInvalid = "table.config_invalid", false;
    /// There is no such table.
    TableNotFound = "table.not_found", false;
    /// The table is closed or closing.
    TableClosed = "table.closed", false;
    /// The table has too much to do at this instant.
    TableBusy = "table.busy", true;
    /// Play is paused, and so is every clock.
    TablePaused = "table.paused", true;
    /// Somebody sits there, or the seat is kept for somebody.
    TableSeatTaken = "table.seat_taken", false;
    /// There is no such seat.
    TableNoSuchSeat = "table.no_such_seat", false;
    /// No seat is free; join the wait list.
    TableFull = "table.full", true;
    /// The account has a seat here already.
    TableAlreadySeated = "table.already_seated", false;
    /// The account has no seat here.
    TableNotSeated = "table.not_seated", false;
    /// The amount is outside what the table allows.
    TableBuyIn = "table.buy_in_range", false;
    /// The table sells no more chips: lost stacks are replaced for nothing, or the account has lost all of them.
    TableNoRebuys = "table.no_rebuys", false;
    /// The table has no straddles.
    TableNoStraddles = "table.no_straddles", false;
    /// The seat is in that state already.
    TableNoChange = "table.no_change", false;
    /// The account is on the wait list already, or is not on it.
    TableWaitList = "table.wait_list", false;
    /// Nothing of this hand can be shown, or it is too late.
    TableNothingToShow = "table.nothing_to_show", false;
    /// The table's host alone may do this.
    TableNotHost = "table.not_host", false;
    /// The table's host has sent the account away.
    TableRemoved = "table.removed", false;
    /// It has to wait until no hand is running.
    TableHandRunning = "table.hand_running", true;
    /// The table's host has not accepted the account: ask for a seat.
    TableNotAccepted = "table.not_accepted", false;
    /// As many as there may be wait for the host's answer.
    TableRequestsFull = "table.requests_full", true;
    /// The table does not play games in turn, and no dealer is asked for one.
    TableNoOtherGame = "table.no_other_game", false;
    /// The account has a practice table open already: `table` is its number.
    PracticeOpen = "practice.open", true;
    /// There are as many practice tables as there may be, or the network has its share of them.
    PracticeFull = "practice.full", true;
    /// The hands of the day are being made.
    PracticeNotReady = "practice.not_ready", true;
    /// Only a practice table gives hints.
    PracticeOnly = "practice.only", false;
    /// There is no such tournament.
    TournamentUnknown = "tournament.unknown", false;
    /// The account has no entry in this tournament.
    TournamentNotRegistered = "tournament.not_registered", false;
    /// The account has an entry in this tournament already.
    TournamentAlreadyRegistered = "tournament.already_registered", false;
    /// The tournament is played with real cards and chips; its officials enter the players.
    TournamentByHand = "tournament.by_hand", false;
    /// The rules that the request names are not those of the tournament; `rules` is their version.
    TournamentRulesVersion = "tournament.rules_version", false;
    /// The table belongs to a tournament, which alone gives seats and chips there.
    TournamentSeated = "tournament.seated", false;
    /// Leaving for good has to be confirmed. `stack` is what leaves play, `place` the place that it would give; left out as
    /// long as entries are open.
    TournamentUnconfirmed = "tournament.unconfirmed", false;
    /// Time cannot be called here, or not yet.
    TournamentNoCall = "tournament.no_call", true;
    /// No deal is offered, or it is answered already.
    TournamentNoDeal = "tournament.no_deal", false;
    /// The structure or what else was chosen for a tournament is wrong; the message names it.
    TournamentBadStructure = "tournament.bad_structure", false;
    /// The tournament has too much to do at this instant.
    TournamentBusy = "tournament.busy", true;
    /// The clock owes something first.
    TournamentClockDue = "tournament.clock_due", true;
    /// The time lies before that of the last command.
    TournamentTimeReversed = "tournament.time_reversed", true;
    /// The tournament is not in the state for this.
    TournamentWrongPhase = "tournament.wrong_phase", false;
    /// Entries are closed, or this kind of purchase is over.
    TournamentEntriesClosed = "tournament.entries_closed", false;
    /// The tournament has no purchase of this kind: no re-entries, no rebuys or no add-on.
    TournamentNotOffered = "tournament.not_offered", false;
    /// It is too early for this purchase: its time is still to come.
    TournamentNotYet = "tournament.not_yet", true;
    /// The tournament has as many players as it takes.
    TournamentFull = "tournament.full", false;
    /// There are not enough players.
    TournamentTooFewPlayers = "tournament.too_few_players", false;
    /// There is no such player, or not in this tournament any more.
    TournamentNoSuchPlayer = "tournament.no_such_player", false;
    /// The tournament has no such table.
    TournamentNoSuchTable = "tournament.no_such_table", false;
    /// A hand is running there.
    TournamentHandRunning = "tournament.hand_running", true;
    /// No such hand is running there.
    TournamentNoHand = "tournament.no_hand", false;
    /// The table may not deal now.
    TournamentNotReady = "tournament.not_ready", true;
    /// The final table was being formed. Not sent any more: entries are closed before it is.
    TournamentFinalTableForming = "tournament.final_table_forming", true;
    /// The player has taken as many as there are.
    TournamentNoneLeft = "tournament.none_left", false;
    /// The stack is too large for it.
    TournamentStackTooLarge = "tournament.stack_too_large", false;
    /// The stacks are not those of the hand.
    TournamentBadResult = "tournament.bad_result", false;
    /// A stack is no multiple of the smallest chip in play.
    TournamentOddChips = "tournament.odd_chips", false;
    /// The order does not name every table once, with table 1 last.
    TournamentBadOrder = "tournament.bad_order", false;
    /// The rung of the ladder has no such penalty.
    TournamentBadPenalty = "tournament.bad_penalty", false;
    /// The deal does not share out exactly what is left.
    TournamentBadDeal = "tournament.bad_deal", false;
    /// An intervention needs a reason, of at most 500 characters.
    TournamentNoReason = "tournament.no_reason", false;
    /// Only an official of the tournament may do this, or only its director, or only one who is not in it; `why` is `office`, `plays`,
    /// `played`, `own_case` or `ruled`.
    TournamentNotAllowed = "tournament.not_allowed", false;
    /// What officials did last cannot be taken back; `line` is that of the trail.
    TournamentNotUndoable = "tournament.not_undoable", false;
    /// Nothing would change.
    TournamentNoChange = "tournament.no_change", false;
    /// There is no empty seat.
    TournamentNoSeat = "tournament.no_seat", true;
    /// More chips than there can be.
    TournamentTooManyChips = "tournament.too_many_chips", false;
    /// The tournament has no such level, or the level is not that long.
    TournamentBadLevel = "tournament.bad_level", false;
    /// It is too late for this: the next hand has begun, or cards were tabled.
    TournamentTooLate = "tournament.too_late", false;
    /// There is no such ruling request or report, or it is answered already.
    TournamentNoTicket = "tournament.no_ticket", false;
    /// The tournament is for adults, and the operator has not verified the age of the account. Programs never enter one.
    TournamentAdultsOnly = "tournament.adults_only", false;
    /// The account, or everybody together, has as many open ruling requests and reports as there may be.
    TournamentTickets = "tournament.tickets", true;
    /// No hand is running.
    TurnNoHand = "turn.no_hand", false;
    /// The action answers a decision that is over.
    TurnStale = "turn.stale", false;
    /// The decision is another player's, or was answered already.
    TurnNotYours = "turn.not_yours", false;
    /// The hand is over.
    RuleHandOver = "rule.hand_over", false;
    /// The decision is of another kind.
    RuleWrongKind = "rule.wrong_kind", false;
    /// Folding is refused where checking is free.
    RuleFoldNotOffered = "rule.fold_not_offered", false;
    /// Checking is refused with something to call.
    RuleCheckNotOffered = "rule.check_not_offered", false;
    /// There is nothing to call.
    RuleNothingToCall = "rule.nothing_to_call", false;
    /// The price of a call is not the one that was named.
    RulePriceChanged = "rule.price_changed", false;
    /// There is a bet already: raise.
    RuleAlreadyBet = "rule.already_bet", false;
    /// There is no bet yet: bet.
    RuleNothingToRaise = "rule.nothing_to_raise", false;
    /// The betting was not reopened for this player.
    RuleRaiseNotReopened = "rule.raise_not_reopened", false;
    /// The round has seen as many raises as it may.
    RuleRaiseCapReached = "rule.raise_cap_reached", false;
    /// No rival has chips left to call with.
    RuleNobodyToBetAgainst = "rule.nobody_to_bet_against", false;
    /// The total is below the least.
    RuleBetTooSmall = "rule.bet_too_small", false;
    /// The total is above the most.
    RuleBetTooLarge = "rule.bet_too_large", false;
    /// The total is no multiple of the smallest chip.
    RuleNotAMultiple = "rule.not_a_multiple", false;
    /// A card is not among those to choose from.
    RuleCardNotHeld = "rule.card_not_held", false;
    /// Fewer cards than must be chosen.
    RuleTooFewCards = "rule.too_few_cards", false;
    /// More cards than may be chosen.
    RuleTooManyCards = "rule.too_many_cards", false;
    /// The hand holds no openers.
    RuleNoOpeners = "rule.no_openers", false;
    /// The first speaker of this game has to bet.
    RuleMustOpen = "rule.must_open", false;
    /// The first speaker of this round may only call or fold.
    RuleFirstMayNotRaise = "rule.first_may_not_raise", false;
    /// A player who checked may only call or fold in this game.
    RuleCheckerMayNotRaise = "rule.checker_may_not_raise", false;
    /// Cards were turned up without the announcement that goes with them.
    RuleAnnouncementMissing = "rule.announcement_missing", false;
    /// The declaration is not among those offered.
    RuleDeclarationNotOffered = "rule.declaration_not_offered", false;
    /// The order does not name each of the cards once.
    RuleBadOrder = "rule.bad_order", false;
    /// No action can be declared in the dark now.
    RuleDarkNotOffered = "rule.dark_not_offered", false;
    /// The game, or its betting structure, is not among those that the dealer may pick.
    RuleGameNotOffered = "rule.game_not_offered", false;
    /// The text is empty, too long or holds control characters.
    ChatInvalid = "chat.invalid", false;
    /// Those alone who sit at the table or watch it may chat there.
    ChatNotHere = "chat.not_here", false;
    /// The table's host, an official of the tournament or the operator keeps the account from chatting.
    ChatMuted = "chat.muted", false;
    /// The remark has a word that the operator blocks.
    ChatBlocked = "chat.blocked", false;
    /// Ready-made phrases alone may be said now: at a table of a tournament by its players in an all-in and hand-for-hand, by others
    /// while a hand is played, and by those who play elsewhere at any time.
    ChatPhrasesOnly = "chat.phrases_only", true;
    /// In an all-in and hand-for-hand the players of a table of a tournament speak there alone.
    ChatNotNow = "chat.not_now", true;
    /// Officials let those alone speak at a table of the tournament who have a seat there.
    ChatRailClosed = "chat.rail_closed", false;
    /// There is no such hand, or it is not yours to see.
    HandNotFound = "hand.not_found", false;
    /// There is no such player.
    PlayerUnknown = "player.unknown", false;
    /// On the operator's port: an act needs an author and a reason.
    PeopleNoReason = "people.no_reason", false;
    /// On the operator's port: the account has no password. Guests and programs have none.
    PeopleNoPassword = "people.no_password", false;
    /// On the operator's port: the account is a bot of the house, which the server's own settings rule.
    PeopleHouse = "people.house", false;
    /// On the operator's port: the account has a seat or an entry in a tournament that is not over; `where` names them.
    PeopleSeated = "people.seated", true;
    /// On the operator's port: there is no such line of the chat, or it is kept no more.
    PeopleNoLine = "people.no_line", false;
    /// You have as many notes as there can be: `max`. Delete one first.
    NoteFull = "note.full", false;
    /// You have as many friends as there can be: `max`. End a friendship first.
    FriendFull = "friend.full", false;
    /// You have asked as many players as there can be at a time: `max`. Take a question back first.
    FriendQuestionsFull = "friend.questions_full", false;
    /// The other player has as many friends, or is asked by as many players, as there can be: `max`.
    FriendPlayerFull = "friend.player_full", false;
    /// Programs have no friends.
    FriendProgram = "friend.program", false;
    /// That player does not ask you, or does no more.
    FriendNoQuestion = "friend.no_question", false;
    /// The address of the subscription is at no push service that this server speaks to.
    PushServiceUnknown = "push.service_unknown", false;
    /// The format has no words for the game, the stakes or what happened in the hand: `what` says which.
    HandNotExpressible = "hand.not_expressible", false;
    /// There is nothing at this path.
    HttpNotFound = "http.not_found", false;
    /// The path does not take this method; `Allow` lists those that it takes.
    HttpMethodNotAllowed = "http.method_not_allowed", false;
    /// The request did not arrive in time.
    HttpTimeout = "http.timeout", true;
    /// The body is too large.
    HttpTooLarge = "http.too_large", false;
    /// The body is not said to be JSON.
    HttpUnsupportedMediaType = "http.unsupported_media_type", false;
    /// The path is for WebSockets.
    HttpUpgradeRequired = "http.upgrade_required", false;
    /// This port speaks TLS: ask for `https://` or `wss://`.
    HttpTlsRequired = "http.tls_required", false;
    /// The server is stopping; connect again soon.
    ServerDraining = "server.draining", true;
    /// The server has no room for another connection or table.
    ServerFull = "server.full", true;
    /// The request came through a proxy on the server's machine that `--trusted-proxy` does not name.
    ServerProxyUnnamed = "server.proxy_unnamed", false;
    /// Nothing can be written down at the moment, as on a full disk; nothing was changed.
    ServerStorage = "server.storage", true;
    /// A fault of ours; nothing was changed.
    ServerInternal = "server.internal", true;
    /// The request brings a fault of ours to light and was dropped. Nothing was changed; sent again it is dropped again.
    ServerRequestFailed = "server.request_failed", false;
}

/// The answer to a request that was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ErrorMsg {
    /// The request, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// What went wrong.
    pub code: ErrorCode,
    /// The same in English, for logs; clients speak from the code and the parameters.
    pub message: String,
    /// Numbers and words that the code speaks of, such as `min` and `to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, number | string>")]
    pub params: Option<BTreeMap<String, serde_json::Value>>,
    /// What would be legal instead, when it is the player's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub legal: Option<Vec<Choice>>,
    /// The decision that is open, when the action named another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turn: Option<u32>,
    /// Whether the very same request may succeed later.
    #[serde(default)]
    pub retryable: bool,
}

impl ErrorMsg {
    /// An error of this code, with nothing more to say.
    pub fn new(id: Option<String>, code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            id,
            code,
            message: message.into(),
            params: None,
            legal: None,
            turn: None,
            retryable: code.is_retryable(),
        }
    }

    /// A field that cannot be read, or has a value that it cannot have.
    pub fn invalid_field(id: Option<String>, field: &str, message: impl Into<String>) -> Self {
        Self::new(id, ErrorCode::ProtocolInvalidField, message).with("field", field)
    }

    /// The same with a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.params
            .get_or_insert_default()
            .insert(name.to_owned(), value.into());
        self
    }
}
