//! The codes of errors, one line each.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;

macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal, $retryable:literal;)+) => {
        /// The reason for refusing a request. Codes are never renamed; retired codes stay listed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ #[serde(rename = $code)] $name,)+
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Returns the code as sent on the wire.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }

            /// Returns `true` if the very same request may succeed later.
            pub const fn is_retryable(self) -> bool {
                match self { $(Self::$name => $retryable,)+ }
            }

            /// Returns the meaning of the code, for the reference page.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+),)+ }
            }
        }
    };
}

error_codes! {
    /// The text is not a JSON object, or it nests too deeply.
    ProtocolMalformed = "protocol.malformed", false;
    /// There is no message of this type.
    ProtocolUnknownType = "protocol.unknown_type", false;
    /// A field is missing, of the wrong type, out of range, or unknown where unknown fields are refused.
    ProtocolInvalidField = "protocol.invalid_field", false;
    /// The first message must be `hello`.
    ProtocolHelloRequired = "protocol.hello_required", false;
    /// The connection has already sent a `hello`.
    ProtocolAlreadyGreeted = "protocol.already_greeted", false;
    /// The `id` was already used for a different request that moved chips and was carried out.
    ProtocolIdReused = "protocol.id_reused", false;
    /// The client and the server have no version of the protocol in common.
    ProtocolVersion = "protocol.version_unsupported", false;
    /// The request exceeds the rate limit; retry after `retry_after_ms` milliseconds.
    RateLimited = "rate.limited", true;
    /// The token is forged or malformed, or belongs to another server or another purpose.
    AuthInvalidToken = "auth.invalid_token", false;
    /// The token has expired; refresh it.
    AuthExpiredToken = "auth.expired_token", false;
    /// The session was revoked or logged out.
    AuthRevoked = "auth.revoked", false;
    /// The operator has banned the account, until `until` in milliseconds since 1970, or for good if that is left out. The ban
    /// extends to the account's bots.
    AuthBanned = "auth.banned", false;
    /// The account is in a break of its own, until `until` in milliseconds since 1970.
    LimitBreak = "limit.break", false;
    /// The account has reached its own limit of time at tables for the day; it ends at `until` in milliseconds since 1970.
    LimitTime = "limit.time", false;
    /// The account has reached its own limit of chips lost for the day; it ends at `until` in milliseconds since 1970.
    LimitLoss = "limit.loss", false;
    /// The name is unknown or the password is wrong; the answer does not say which.
    AuthInvalidCredentials = "auth.invalid_credentials", false;
    /// The name is already in use.
    AuthNameTaken = "auth.name_taken", false;
    /// The name is too short or too long, or contains characters that are not allowed.
    AuthNameInvalid = "auth.name_invalid", false;
    /// The name of an account, table or tournament contains a word blocked by the operator.
    NameBlocked = "name.blocked", false;
    /// The password is too short, too long or too common.
    AuthPasswordWeak = "auth.password_weak", false;
    /// The account is not permitted to do this.
    AuthForbidden = "auth.forbidden", false;
    /// The account has too few chips.
    LedgerInsufficientFunds = "ledger.insufficient_funds", false;
    /// The day's limit on play money has been reached for the account, its network or the whole server; `left` is the amount
    /// still available.
    LedgerTopUpLimit = "ledger.top_up_limit", true;
    /// There is no such game.
    GameUnknown = "game.unknown", false;
    /// The definition of a game cannot be read or played; `line` is the faulty line.
    GameDefinition = "game.definition_invalid", false;
    /// The stakes, seats or buy-in do not fit the game.
    TableConfigInvalid = "table.config_invalid", false;
    /// There is no such table.
    TableNotFound = "table.not_found", false;
    /// The table is closed or closing.
    TableClosed = "table.closed", false;
    /// The table is overloaded at the moment.
    TableBusy = "table.busy", true;
    /// Play is paused, and every clock with it.
    TablePaused = "table.paused", true;
    /// The seat is taken or reserved for another player.
    TableSeatTaken = "table.seat_taken", false;
    /// There is no such seat.
    TableNoSuchSeat = "table.no_such_seat", false;
    /// All seats are taken; join the wait list.
    TableFull = "table.full", true;
    /// The account already has a seat at the table.
    TableAlreadySeated = "table.already_seated", false;
    /// The account has no seat at the table.
    TableNotSeated = "table.not_seated", false;
    /// The amount is outside the table's buy-in range.
    TableBuyIn = "table.buy_in_range", false;
    /// The table sells no further chips: lost stacks are replaced for free, or the account has lost all of its stacks.
    TableNoRebuys = "table.no_rebuys", false;
    /// The table has no straddle.
    TableNoStraddles = "table.no_straddles", false;
    /// The seat is already in that state.
    TableNoChange = "table.no_change", false;
    /// The account is already on the wait list, or is not on it.
    TableWaitList = "table.wait_list", false;
    /// The hand has no cards to show, or it is too late to show them.
    TableNothingToShow = "table.nothing_to_show", false;
    /// Only the table's host may do this.
    TableNotHost = "table.not_host", false;
    /// The table's host has sent the account away.
    TableRemoved = "table.removed", false;
    /// Another device of the account holds its seat at this table, and decides there.
    TableOtherDevice = "table.other_device", false;
    /// The request has to wait until no hand is running.
    TableHandRunning = "table.hand_running", true;
    /// The table's host has not accepted the account: ask for a seat.
    TableNotAccepted = "table.not_accepted", false;
    /// The maximum number of seat requests, `max`, is already waiting for the host.
    TableRequestsFull = "table.requests_full", true;
    /// The player's own pauses would be longer than they may be together; `left` is the number of minutes that are left now.
    TablePauseTooLong = "table.pause_too_long", false;
    /// Only private tables have this.
    TablePrivateOnly = "table.private_only", false;
    /// The stack can be chosen anew only in a player's first stay at the table, before the first hand is dealt to the player.
    TableFirstHand = "table.first_hand", false;
    /// The player has made the maximum number of rebuys, `max`.
    TableRebuysUsed = "table.rebuys_used", false;
    /// The table is no class: its `session` does not have `class`.
    TableNoClass = "table.no_class", false;
    /// The host has not stopped the hand, or the stop is over.
    TableNotStopped = "table.not_stopped", false;
    /// The host has not asked about this hand, or its cards lie open already.
    TableNotAsked = "table.not_asked", false;
    /// The cards cannot be shown to all: players still have cards to choose, exchange or declare, or all cards lie open already.
    TableNotToOpen = "table.not_to_open", false;
    /// The cards of the stopped hand do not lie open.
    TableNotOpen = "table.not_open", false;
    /// The table has no chips of its own, or its chips are not those of accounts.
    LedgerOtherChips = "ledger.other_chips", false;
    /// The account is not in the table's ledger.
    LedgerStranger = "ledger.stranger", false;
    /// The player's buy-ins, `bought`, are less than the correction takes away.
    LedgerBelowZero = "ledger.below_zero", false;
    /// The ledger has the maximum number of players or of corrections, `max`.
    LedgerFull = "ledger.full", false;
    /// There is no such evening, or the account was not there.
    LedgerNoEvening = "ledger.no_evening", false;
    /// The table neither rotates its games nor waits for a dealer to pick one.
    TableNoOtherGame = "table.no_other_game", false;
    /// The account already has an open practice table; `table` is its identifier.
    PracticeOpen = "practice.open", true;
    /// The maximum number of practice tables is open, on the server or for the network.
    PracticeFull = "practice.full", true;
    /// The hands of the day are still being prepared.
    PracticeNotReady = "practice.not_ready", true;
    /// Only practice tables give hints.
    PracticeOnly = "practice.only", false;
    /// There is no such tournament.
    TournamentUnknown = "tournament.unknown", false;
    /// The account has no entry in this tournament.
    TournamentNotRegistered = "tournament.not_registered", false;
    /// The account already has an entry in this tournament.
    TournamentAlreadyRegistered = "tournament.already_registered", false;
    /// The tournament is played with real cards and chips; its officials enter the players.
    TournamentByHand = "tournament.by_hand", false;
    /// The request names a version of the rules other than the tournament's, which is `rules`.
    TournamentRulesVersion = "tournament.rules_version", false;
    /// The table belongs to a tournament; only the tournament assigns its seats and chips.
    TournamentSeated = "tournament.seated", false;
    /// Leaving for good has to be confirmed. `stack` is the number of chips that would leave play, `place` the resulting place;
    /// it is left out while entries are open.
    TournamentUnconfirmed = "tournament.unconfirmed", false;
    /// Time cannot be called here, or not yet.
    TournamentNoCall = "tournament.no_call", true;
    /// No deal is on offer, or the account has already answered it.
    TournamentNoDeal = "tournament.no_deal", false;
    /// The structure or another setting of the tournament is invalid; the message names it.
    TournamentBadStructure = "tournament.bad_structure", false;
    /// The tournament is overloaded at the moment.
    TournamentBusy = "tournament.busy", true;
    /// An event of the tournament clock is overdue and comes first.
    TournamentClockDue = "tournament.clock_due", true;
    /// The time of the command is earlier than that of the previous one.
    TournamentTimeReversed = "tournament.time_reversed", true;
    /// The tournament is in the wrong phase for this.
    TournamentWrongPhase = "tournament.wrong_phase", false;
    /// Entries are closed, or purchases of this kind have ended.
    TournamentEntriesClosed = "tournament.entries_closed", false;
    /// The tournament does not offer this kind of purchase: re-entries, rebuys or add-ons.
    TournamentNotOffered = "tournament.not_offered", false;
    /// Purchases of this kind have not started yet, or entries have to be closed first.
    TournamentNotYet = "tournament.not_yet", true;
    /// The tournament is full.
    TournamentFull = "tournament.full", false;
    /// The account is already on the waiting list of the tournament, at `place`.
    TournamentAlreadyWaiting = "tournament.already_waiting", false;
    /// The waiting list of the tournament has the maximum length, `max`.
    TournamentWaitlistFull = "tournament.waitlist_full", true;
    /// The structure allows no such number of places.
    TournamentBadPlaces = "tournament.bad_places", false;
    /// There are too few players.
    TournamentTooFewPlayers = "tournament.too_few_players", false;
    /// There is no such player in the tournament, or no longer.
    TournamentNoSuchPlayer = "tournament.no_such_player", false;
    /// The tournament has no such table.
    TournamentNoSuchTable = "tournament.no_such_table", false;
    /// A hand is running at the table.
    TournamentHandRunning = "tournament.hand_running", true;
    /// No such hand is running at the table.
    TournamentNoHand = "tournament.no_hand", false;
    /// The table may not deal at the moment, or a player has yet to answer the offer of a rebuy.
    TournamentNotReady = "tournament.not_ready", true;
    /// The final table was being formed. No longer sent: entries close before that.
    TournamentFinalTableForming = "tournament.final_table_forming", true;
    /// The player has used up all purchases of this kind.
    TournamentNoneLeft = "tournament.none_left", false;
    /// The stack is too large for this purchase.
    TournamentStackTooLarge = "tournament.stack_too_large", false;
    /// The stacks do not match the hand.
    TournamentBadResult = "tournament.bad_result", false;
    /// A stack is not a multiple of the smallest chip in play.
    TournamentOddChips = "tournament.odd_chips", false;
    /// The order does not list every table exactly once with table 1 last.
    TournamentBadOrder = "tournament.bad_order", false;
    /// The penalty does not exist on this rung of the ladder.
    TournamentBadPenalty = "tournament.bad_penalty", false;
    /// The deal does not distribute exactly the prizes that remain.
    TournamentBadDeal = "tournament.bad_deal", false;
    /// The prizes do not add up to the pool after fee and bonus, are not sorted, or pay places already given; or the unit, the
    /// fee or the bonus is invalid.
    TournamentBadPrizes = "tournament.bad_prizes", false;
    /// An intervention needs a reason of 1 to 500 characters.
    TournamentNoReason = "tournament.no_reason", false;
    /// The action is reserved for officials of the tournament, for its director, or for officials who are not players in it;
    /// `why` is `office`, `plays`, `played`, `own_case` or `ruled`.
    TournamentNotAllowed = "tournament.not_allowed", false;
    /// The last action of the officials cannot be undone; `line` is its line in the audit trail.
    TournamentNotUndoable = "tournament.not_undoable", false;
    /// The request would change nothing.
    TournamentNoChange = "tournament.no_change", false;
    /// There is no empty seat.
    TournamentNoSeat = "tournament.no_seat", true;
    /// The total number of chips would exceed the maximum.
    TournamentTooManyChips = "tournament.too_many_chips", false;
    /// The tournament has no such level, or the level is shorter than that.
    TournamentBadLevel = "tournament.bad_level", false;
    /// It is too late: the next hand has begun, or cards have been tabled.
    TournamentTooLate = "tournament.too_late", false;
    /// There is no such ruling request or report, or it has already been answered.
    TournamentNoTicket = "tournament.no_ticket", false;
    /// The tournament named as a flight is no live one of the same host whose stacks were bagged.
    TournamentNoFlight = "tournament.no_flight", false;
    /// The flight was taken over by another tournament.
    TournamentFlightUsed = "tournament.flight_used", false;
    /// The tournament is for adults, and the operator has not verified the age of the account. Programs are never admitted.
    TournamentAdultsOnly = "tournament.adults_only", false;
    /// The account, or all accounts together, have reached the limit of open ruling requests and reports.
    TournamentTickets = "tournament.tickets", true;
    /// No hand is running.
    TurnNoHand = "turn.no_hand", false;
    /// The action answers a decision that is no longer open.
    TurnStale = "turn.stale", false;
    /// The decision belongs to another player, or has already been answered.
    TurnNotYours = "turn.not_yours", false;
    /// The hand is over.
    RuleHandOver = "rule.hand_over", false;
    /// The open decision is of another kind.
    RuleWrongKind = "rule.wrong_kind", false;
    /// A fold is not offered when checking is free.
    RuleFoldNotOffered = "rule.fold_not_offered", false;
    /// A check is not offered when there is a bet to call.
    RuleCheckNotOffered = "rule.check_not_offered", false;
    /// There is nothing to call.
    RuleNothingToCall = "rule.nothing_to_call", false;
    /// The price of the call differs from the one named.
    RulePriceChanged = "rule.price_changed", false;
    /// There is already a bet: raise instead.
    RuleAlreadyBet = "rule.already_bet", false;
    /// There is no bet to raise: bet instead.
    RuleNothingToRaise = "rule.nothing_to_raise", false;
    /// The betting has not been reopened for this player.
    RuleRaiseNotReopened = "rule.raise_not_reopened", false;
    /// The cap on raises in this round has been reached.
    RuleRaiseCapReached = "rule.raise_cap_reached", false;
    /// No opponent has chips left to call with.
    RuleNobodyToBetAgainst = "rule.nobody_to_bet_against", false;
    /// The total is below the minimum.
    RuleBetTooSmall = "rule.bet_too_small", false;
    /// The total is above the maximum.
    RuleBetTooLarge = "rule.bet_too_large", false;
    /// The total is not a multiple of the smallest chip.
    RuleNotAMultiple = "rule.not_a_multiple", false;
    /// A card is not among those to choose from.
    RuleCardNotHeld = "rule.card_not_held", false;
    /// Too few cards were chosen.
    RuleTooFewCards = "rule.too_few_cards", false;
    /// Too many cards were chosen.
    RuleTooManyCards = "rule.too_many_cards", false;
    /// The hand has no openers.
    RuleNoOpeners = "rule.no_openers", false;
    /// The first player to act must bet in this game.
    RuleMustOpen = "rule.must_open", false;
    /// The first player to act may only call or fold in this round.
    RuleFirstMayNotRaise = "rule.first_may_not_raise", false;
    /// A player who checked may only call or fold in this game.
    RuleCheckerMayNotRaise = "rule.checker_may_not_raise", false;
    /// Cards were turned up without the required announcement.
    RuleAnnouncementMissing = "rule.announcement_missing", false;
    /// The declaration is not among those offered.
    RuleDeclarationNotOffered = "rule.declaration_not_offered", false;
    /// The order does not list each of the cards exactly once.
    RuleBadOrder = "rule.bad_order", false;
    /// No action may be declared in the dark at the moment.
    RuleDarkNotOffered = "rule.dark_not_offered", false;
    /// The game, or its betting structure, is not among those offered to the dealer.
    RuleGameNotOffered = "rule.game_not_offered", false;
    /// The text is empty or too long, or contains control characters.
    ChatInvalid = "chat.invalid", false;
    /// Only players and spectators of the table may chat there.
    ChatNotHere = "chat.not_here", false;
    /// The table's host, an official of the tournament or the operator has muted the account.
    ChatMuted = "chat.muted", false;
    /// The chat message contains a word blocked by the operator.
    ChatBlocked = "chat.blocked", false;
    /// Only preset phrases are allowed at the moment: at a tournament table, for its players during an all-in and
    /// hand-for-hand, for spectators while a hand is running, and for players of other tables at any time.
    ChatPhrasesOnly = "chat.phrases_only", true;
    /// During an all-in and during hand-for-hand, only the players at a tournament table may chat there.
    ChatNotNow = "chat.not_now", true;
    /// The officials have restricted chat at the tournament table to the players seated there.
    ChatRailClosed = "chat.rail_closed", false;
    /// There is no such hand, or the account may not see it.
    HandNotFound = "hand.not_found", false;
    /// There is no such player.
    PlayerUnknown = "player.unknown", false;
    /// On the operator's port: the action needs an author and a reason.
    PeopleNoReason = "people.no_reason", false;
    /// On the operator's port: the account has no password. Guests and programs have none.
    PeopleNoPassword = "people.no_password", false;
    /// On the operator's port: the account is a house bot, which is governed by the server's own settings.
    PeopleHouse = "people.house", false;
    /// On the operator's port: the account has a seat, or an entry in a tournament that is not over; `where` names them.
    PeopleSeated = "people.seated", true;
    /// On the operator's port: there is no such chat message, or it is no longer stored.
    PeopleNoLine = "people.no_line", false;
    /// The maximum number of notes, `max`, has been reached. Delete one first.
    NoteFull = "note.full", false;
    /// The maximum number of friends, `max`, has been reached. End a friendship first.
    FriendFull = "friend.full", false;
    /// The maximum number of open friend requests, `max`, has been reached. Withdraw one first.
    FriendQuestionsFull = "friend.questions_full", false;
    /// The other player has reached the maximum number of friends or of incoming friend requests, `max`.
    FriendPlayerFull = "friend.player_full", false;
    /// Programs cannot have friends.
    FriendProgram = "friend.program", false;
    /// There is no open friend request from that player.
    FriendNoQuestion = "friend.no_question", false;
    /// There is no such club, invitation, person or place, or the caller is no member of the club.
    ClubUnknown = "club.unknown", false;
    /// The caller's role in the club does not allow this.
    ClubNotAllowed = "club.not_allowed", false;
    /// The club has the maximum number, `max`, of what was to be added.
    ClubFull = "club.full", false;
    /// The account is in the maximum number of clubs, `max`.
    ClubsFull = "club.clubs_full", false;
    /// Founding a club takes an account with a password.
    ClubGuest = "club.guest", false;
    /// The club has another player of that name.
    ClubNameTaken = "club.name_taken", false;
    /// The owner must hand the club over or close it first.
    ClubOwnerStays = "club.owner_stays", false;
    /// The name belongs to a member, or another member has claimed it.
    ClubClaimTaken = "club.claim_taken", false;
    /// The claiming member and the player have results in the same event.
    ClubClaimConflict = "club.claim_conflict", false;
    /// The table or tournament is not private, is not the caller's own, or belongs to a club already.
    ClubPlaceUnfit = "club.place_unfit", false;
    /// There is no such season or event.
    SeasonUnknown = "season.unknown", false;
    /// The formula is faulty: `fault` names the fault, `at` is the number of characters before it.
    SeasonFormula = "season.formula", false;
    /// The results contradict themselves: `fault` names the fault.
    SeasonResults = "season.results", false;
    /// The season has the results of that tournament already.
    SeasonTaken = "season.taken", false;
    /// There is no such template, or it belongs to another account or club.
    TemplateUnknown = "template.unknown", false;
    /// There are too many templates: `max` is the most of an account or club.
    TemplateFull = "template.full", false;
    /// Keeping templates takes an account with a password.
    TemplateGuest = "template.guest", false;
    /// An event recurs by the template.
    TemplateInUse = "template.in_use", false;
    /// The template is of another kind than the one that is needed.
    TemplateKind = "template.kind", false;
    /// There is no such recurring event, or it belongs to another account or club.
    RecurringUnknown = "recurring.unknown", false;
    /// There are too many recurring events: `max` is the most of an account or club.
    RecurringFull = "recurring.full", false;
    /// There is no such time zone.
    RecurringZone = "recurring.zone", false;
    /// The subscription's endpoint is not at a push service known to this server.
    PushServiceUnknown = "push.service_unknown", false;
    /// The format cannot express the game, the stakes or an event of the hand: `what` names it.
    HandNotExpressible = "hand.not_expressible", false;
    /// There is nothing at this path.
    HttpNotFound = "http.not_found", false;
    /// The method is not allowed for this path; `Allow` lists the allowed ones.
    HttpMethodNotAllowed = "http.method_not_allowed", false;
    /// The request did not arrive in time.
    HttpTimeout = "http.timeout", true;
    /// The body is too large.
    HttpTooLarge = "http.too_large", false;
    /// The body is not declared as JSON.
    HttpUnsupportedMediaType = "http.unsupported_media_type", false;
    /// The path accepts WebSocket connections only.
    HttpUpgradeRequired = "http.upgrade_required", false;
    /// This port expects TLS: use `https://` or `wss://`.
    HttpTlsRequired = "http.tls_required", false;
    /// The server is shutting down; reconnect shortly.
    ServerDraining = "server.draining", true;
    /// The server has no room for another connection or table.
    ServerFull = "server.full", true;
    /// The request came through a proxy on the server's machine that is not listed in `--trusted-proxy`.
    ServerProxyUnnamed = "server.proxy_unnamed", false;
    /// Nothing can be recorded at the moment, for example because the disk is full; nothing was changed.
    ServerStorage = "server.storage", true;
    /// Internal fault of the server; nothing was changed.
    ServerInternal = "server.internal", true;
    /// The request triggered an internal fault and was dropped. Nothing was changed; sending it again has the same outcome.
    ServerRequestFailed = "server.request_failed", false;
}
