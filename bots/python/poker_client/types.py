"""The messages of poker.v1, and the bodies of the HTTP interface, as types.

Generated from protocol/schema/v1 by scripts/python_types.py; edit the Rust types in protocol/src/v1 instead. A message is a plain
dictionary, as JSON has it: these types only say which keys it has. A key that may be missing is read with `get`.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

# What becomes of the hand of an absent player.
AbsentHand = Literal["dead", "live"]
# The answer to a decision: the kind of a choice, filled in.
Action = Union[
    "ActionFold", "ActionCheck", "ActionCall", "ActionBet", "ActionRaise", "ActionDiscard", "ActionStraddle", "ActionDecline",
    "ActionRoll", "ActionFlip", "ActionKeep", "ActionSwap", "ActionArrange", "ActionBuy", "ActionPass", "ActionDeclare",
    "ActionRunTwice", "ActionRunOnce", "ActionCheckDark", "ActionBetDark", "ActionPickGame",
]
# Who pays the ante.
AnteFormat = Literal["bb", "classic", "button"]
# When a time bank begins.
BankStart = Literal["itself", "button", "now"]
# What a player did in a betting round.
BetAction = Literal["fold", "check", "call", "bet", "raise"]
# How bounties are won.
BountyKind = Literal["flat", "progressive", "mystery"]
# When breaks are.
BreakPlan = Literal["levels", "hourly"]
# A card: rank and suit, such as `Ah`; `X1` and `X2` are jokers.
Card = str
# Whole chips, from 0 to 2^53 - 1. Never a fraction, never a text.
Chips = int
# One thing that may be done, with its bounds. Amounts are totals for the betting round.
Choice = Union[
    "ChoiceFold", "ChoiceCheck", "ChoiceCall", "ChoiceBet", "ChoiceRaise", "ChoiceDiscard", "ChoiceStraddle", "ChoiceDecline",
    "ChoiceRoll", "ChoiceFlip", "ChoiceKeep", "ChoiceSwap", "ChoiceArrange", "ChoiceBuy", "ChoicePass", "ChoiceDeclare",
    "ChoiceRunTwice", "ChoiceRunOnce", "ChoicePickGame",
]
# A message from a client. Each carries an `id` of the client's choice, 1 to 64 characters, and gets exactly one answer with the
# same `id`. Requests that move chips must never use an `id` twice in the life of the account: a repeated one gets the first
# answer again.
ClientMsg = Union[
    "ClientMsgHello", "ClientMsgPing", "ClientMsgVisible", "ClientMsgListGames", "ClientMsgListTables", "ClientMsgWatchLobby",
    "ClientMsgUnwatchLobby", "ClientMsgCreateTable", "ClientMsgWatch", "ClientMsgUnwatch", "ClientMsgResume", "ClientMsgSit",
    "ClientMsgLeave", "ClientMsgSitOut", "ClientMsgRebuy", "ClientMsgWaitList", "ClientMsgAct", "ClientMsgHint",
    "ClientMsgShow", "ClientMsgChat", "ClientMsgMute", "ClientMsgRemove", "ClientMsgHost", "ClientMsgAskSeat",
    "ClientMsgTimeBank", "ClientMsgStraddle", "ClientMsgRabbitHunt", "ClientMsgListTournaments", "ClientMsgWatchTournament",
    "ClientMsgUnwatchTournament", "ClientMsgResumeTournament", "ClientMsgRegister", "ClientMsgUnregister", "ClientMsgReEnter",
    "ClientMsgTournamentRebuy", "ClientMsgAddOn", "ClientMsgWithdraw", "ClientMsgTournamentPresence", "ClientMsgCallTime",
    "ClientMsgRequestRuling", "ClientMsgReport", "ClientMsgProposeDeal", "ClientMsgDeal",
]
# How decisions are timed.
ClockKind = Literal["online", "live"]
# What a player says to a deal.
DealAnswer = Literal["agree", "refuse"]
# Why a deal is off.
DealEndReason = Literal["refused", "time", "changed", "resumed"]
# How a deal shares out prizes.
DealKind = Literal["chop", "icm", "other"]
# The kind of a decision.
DecisionKind = Literal[
    "bet", "draw", "discard", "straddle", "roll", "optional_roll", "arrange", "buy", "swap", "declare", "runs", "pick_game",
]
# Which sides of the pot are played for.
Declaration = Literal["high", "low", "both"]
# In which hands of a table two boards are dealt.
DoubleBoard = Literal["always", "bomb_pots"]
# A sign from a fixed set. It says nothing about cards, so it may be shown whenever a ready-made phrase may be said.
Emote = Literal["thumbs_up", "applause", "smile", "surprise", "relief", "wave"]
# How a newcomer enters the game.
Entry = Literal["wait", "post"]
# Why a request was refused. Codes are never renamed; retired ones stay listed.
ErrorCode = Literal[
    "protocol.malformed", "protocol.unknown_type", "protocol.invalid_field", "protocol.hello_required",
    "protocol.already_greeted", "protocol.id_reused", "protocol.version_unsupported", "rate.limited", "auth.invalid_token",
    "auth.expired_token", "auth.revoked", "auth.banned", "auth.invalid_credentials", "auth.name_taken", "auth.name_invalid",
    "name.blocked", "auth.password_weak", "auth.forbidden", "ledger.insufficient_funds", "ledger.top_up_limit",
    "game.unknown", "game.definition_invalid", "table.config_invalid", "table.not_found", "table.closed", "table.busy",
    "table.paused", "table.seat_taken", "table.no_such_seat", "table.full", "table.already_seated", "table.not_seated",
    "table.buy_in_range", "table.no_rebuys", "table.no_straddles", "table.no_change", "table.wait_list",
    "table.nothing_to_show", "table.not_host", "table.removed", "table.hand_running", "table.not_accepted",
    "table.requests_full", "table.no_other_game", "practice.open", "practice.full", "practice.not_ready", "practice.only",
    "tournament.unknown", "tournament.not_registered", "tournament.already_registered", "tournament.by_hand",
    "tournament.rules_version", "tournament.seated", "tournament.unconfirmed", "tournament.no_call", "tournament.no_deal",
    "tournament.bad_structure", "tournament.busy", "tournament.clock_due", "tournament.time_reversed",
    "tournament.wrong_phase", "tournament.entries_closed", "tournament.not_offered", "tournament.not_yet", "tournament.full",
    "tournament.too_few_players", "tournament.no_such_player", "tournament.no_such_table", "tournament.hand_running",
    "tournament.no_hand", "tournament.not_ready", "tournament.final_table_forming", "tournament.none_left",
    "tournament.stack_too_large", "tournament.bad_result", "tournament.odd_chips", "tournament.bad_order",
    "tournament.bad_penalty", "tournament.bad_deal", "tournament.no_reason", "tournament.not_allowed",
    "tournament.not_undoable", "tournament.no_change", "tournament.no_seat", "tournament.too_many_chips",
    "tournament.bad_level", "tournament.too_late", "tournament.no_ticket", "tournament.adults_only", "tournament.tickets",
    "turn.no_hand", "turn.stale", "turn.not_yours", "rule.hand_over", "rule.wrong_kind", "rule.fold_not_offered",
    "rule.check_not_offered", "rule.nothing_to_call", "rule.price_changed", "rule.already_bet", "rule.nothing_to_raise",
    "rule.raise_not_reopened", "rule.raise_cap_reached", "rule.nobody_to_bet_against", "rule.bet_too_small",
    "rule.bet_too_large", "rule.not_a_multiple", "rule.card_not_held", "rule.too_few_cards", "rule.too_many_cards",
    "rule.no_openers", "rule.must_open", "rule.first_may_not_raise", "rule.checker_may_not_raise",
    "rule.announcement_missing", "rule.declaration_not_offered", "rule.bad_order", "rule.dark_not_offered",
    "rule.game_not_offered", "chat.invalid", "chat.not_here", "chat.muted", "chat.blocked", "chat.phrases_only",
    "chat.not_now", "chat.rail_closed", "hand.not_found", "player.unknown", "people.no_reason", "people.no_password",
    "people.house", "people.seated", "people.no_line", "note.full", "friend.full", "friend.questions_full",
    "friend.player_full", "friend.program", "friend.no_question", "push.service_unknown", "hand.not_expressible",
    "http.not_found", "http.method_not_allowed", "http.timeout", "http.too_large", "http.unsupported_media_type",
    "http.upgrade_required", "http.tls_required", "server.draining", "server.full", "server.proxy_unnamed", "server.storage",
    "server.internal", "server.request_failed",
]
# How a seat of a tournament takes part in a hand. Rule: tournament 0.
EventStatus = Literal["active", "disconnected", "absent", "penalised", "waiting"]
# How the field becomes smaller.
FieldKind = Literal["field", "shootout", "bracket"]
# How the first dealer of a table is found.
FirstDealer = Literal["first_jack", "high_card", "random", "first_seat"]
# What looks odd.
FlagKind = Literal["stalling", "soft_play", "nuts", "dumping", "all_absent"]
# What an official may do. Players and tables are named by their numbers in the tournament.
FloorAction = Union[
    "FloorActionEdit", "FloorActionAnnounce", "FloorActionStart", "FloorActionCancel", "FloorActionPause",
    "FloorActionResume", "FloorActionSetLevel", "FloorActionMove", "FloorActionBreakTable", "FloorActionBreakOrder",
    "FloorActionHandForHand", "FloorActionPenalise", "FloorActionRemove", "FloorActionDisqualify", "FloorActionVoidHand",
    "FloorActionSplitHand", "FloorActionKillHand", "FloorActionTellTable", "FloorActionCorrectAward",
    "FloorActionResumeTable", "FloorActionReplaceTable", "FloorActionMakeDeal", "FloorActionRule", "FloorActionAnswer",
    "FloorActionMute", "FloorActionMuteAccount", "FloorActionRailChat", "FloorActionSeeHand", "FloorActionSwapSeats",
    "FloorActionSetButton", "FloorActionEnter", "FloorActionTakeBack", "FloorActionReEnter", "FloorActionRebuy",
    "FloorActionNoRebuy", "FloorActionAddOn", "FloorActionHandOver", "FloorActionCount", "FloorActionUndo", "FloorActionRedo",
    "FloorActionGrant", "FloorActionRevoke",
]
# What came of an official's action.
FloorResult = Literal["done", "pending", "stands"]
# What kind of official somebody is.
FloorRole = Literal["floor", "director"]
# What two players are to each other.
FriendState = Literal["asked", "friends"]
# Why a table stopped.
HaltReason = Literal["short", "fault"]
# Why hand-for-hand began.
HandForHandReason = Literal["money", "final", "jump", "director"]
# What hand-for-hand waits for.
HandForHandTrigger = Union["HandForHandTriggerMoney", "HandForHandTriggerFinal", "HandForHandTriggerJump"]
# The number of a hand at its table, from 1 to 2^53 - 1.
HandNo = int
# A choice that has a price.
HintChoice = Literal["fold", "check", "call", "bet", "raise", "straddle", "buy"]
# What the numbers of a hint come to.
HintReason = Literal["sure", "value", "free", "price_good", "price_bad", "drawing_dead", "throw", "stand_pat", "side", "open"]
# What the host of a table may do there.
HostAction = Union[
    "HostActionPause", "HostActionResume", "HostActionApproval", "HostActionAccept", "HostActionRefuse", "HostActionAddChips",
    "HostActionMove", "HostActionStakes", "HostActionNextGame", "HostActionBots", "HostActionClose",
]
# What has just changed in the host's decisions.
HostDeed = Literal[
    "paused", "resumed", "approval_on", "approval_off", "requests", "stakes", "next_game", "bots", "closing", "done",
]
# A row of the list of levels.
LevelRow = Union["LevelRowLevel", "LevelRowBreak"]
# Several games at one table, as its creator wants them.
MixConfig = Union["MixConfigRotation", "MixConfigDealersChoice"]
# How a table comes to its games.
MixKind = Literal["rotation", "dealers_choice"]
# Why a player was moved.
MoveReason = Literal["balance", "break", "open", "director"]
# A colour for a player.
NoteColour = Literal["blue", "teal", "violet", "rose", "sand", "slate"]
# What a player may buy or give back at this instant. Its `kind` is the `type` of the request that does it.
Offer = Union["OfferRegister", "OfferUnregister", "OfferReEnter", "OfferTournamentRebuy", "OfferAddOn"]
# Who decides.
Official = Literal["server", "player", "floor", "director"]
# How the pool is shared out.
PayTerms = Union["PayTermsLadder", "PayTermsTable", "PayTermsPercents", "PayTermsSeats"]
# A ready-made remark. It says nothing about cards, so it may be said at any time.
Phrase = Literal["hello", "good_luck", "well_played", "thank_you", "sorry", "one_moment", "good_game", "good_bye"]
# What kind of account a player has.
PlayerKind = Literal["guest", "account", "bot"]
# Whether a player is there.
PlayerPresence = Literal["active", "disconnected", "absent"]
# What a forced payment is.
PostKind = Literal[
    "ante", "dead_ante", "small_blind", "big_blind", "button_blind", "straddle", "entry_blind", "dead_blind", "credit",
    "bring_in",
]
# What one seat alone learns, under the number of a public event.
PrivateEvent = Union["PrivateEventCards", "PrivateEventMade", "PrivateEventChoices"]
# Why a prize was paid.
PrizeReason = Literal["place", "seat", "deal", "cancel"]
# What everybody at the table learns.
PublicEvent = Union[
    "PublicEventPlayerSat", "PublicEventPlayerLeft", "PublicEventCarriedPaid", "PublicEventSeatStatusChanged",
    "PublicEventStraddlingSet", "PublicEventChipsAdded", "PublicEventFreeStackGiven", "PublicEventWaitListChanged",
    "PublicEventSeatOffered", "PublicEventGameChanged", "PublicEventPickWithdrawn", "PublicEventSeatsDrawn",
    "PublicEventDealerDrawn", "PublicEventClosingAnnounced", "PublicEventRoodlesStarted", "PublicEventRoodlesEnded",
    "PublicEventHandStarted", "PublicEventPosted", "PublicEventHoleCardsDealt", "PublicEventBoardDealt",
    "PublicEventSecondBoardDealt", "PublicEventBoardDealtDown", "PublicEventBoardTurned", "PublicEventCommunalDealt",
    "PublicEventExtraCardDealt", "PublicEventTurnStarted", "PublicEventDarkDeclared", "PublicEventActionTaken",
    "PublicEventExcessForfeited", "PublicEventKittyTaken", "PublicEventSevenDeucePaid", "PublicEventKittyShared",
    "PublicEventCardsDiscarded", "PublicEventCardsDrawn", "PublicEventStraddleDeclined", "PublicEventChoiceMade",
    "PublicEventCardsRolled", "PublicEventCardKept", "PublicEventCardSwapped", "PublicEventCardsArranged",
    "PublicEventCardBought", "PublicEventBuyPassed", "PublicEventDeclared", "PublicEventPassedOut", "PublicEventOpenersShown",
    "PublicEventKilledShown", "PublicEventPotCarried", "PublicEventDeckRefilled", "PublicEventUncalledReturned",
    "PublicEventPotsFormed", "PublicEventHandsTabled", "PublicEventRunsDecided", "PublicEventSecondRunStarted",
    "PublicEventHandShown", "PublicEventRabbitShown", "PublicEventHandMucked", "PublicEventPotAwarded",
    "PublicEventHandCompleted", "PublicEventHandVoided", "PublicEventPlayerMuted", "PublicEventPlayerRemoved",
    "PublicEventHostRuled", "PublicEventChipsGiven", "PublicEventPlayerMoved", "PublicEventStakesChanged",
    "PublicEventStackSet", "PublicEventBountySet", "PublicEventLevelChanged", "PublicEventHandHeld",
    "PublicEventHandReleased", "PublicEventTimeCalled", "PublicEventTimeExtended", "PublicEventTablePaused",
    "PublicEventTableResumed", "PublicEventTableClosed",
]
# How hard a penalty is.
Rung = Literal["warning", "hands", "orbits", "disqualification"]
# Why a player got a seat.
SeatReason = Literal["start", "late", "round", "final"]
# What has become of a request for a seat. It ends when the player sits down or takes it back.
SeatRequestState = Literal["asked", "accepted", "refused"]
# Whether and how a seat takes part.
SeatStatus = Literal["active", "waiting", "sitting_out", "busted", "leaving"]
# The number of an event at its table, from 1 to 2^53 - 1; 0 stands before the first.
Seq = int
# A message from the server. Types that a client does not know can be skipped.
ServerMsg = Union[
    "ServerMsgWelcome", "ServerMsgPong", "ServerMsgOk", "ServerMsgError", "ServerMsgEvents", "ServerMsgPrivate",
    "ServerMsgSnapshot", "ServerMsgLobby", "ServerMsgChat", "ServerMsgChatRemoved", "ServerMsgNotice", "ServerMsgPresence",
    "ServerMsgPaused", "ServerMsgSetAside", "ServerMsgBalance", "ServerMsgFriends", "ServerMsgClosing",
    "ServerMsgTournamentSnapshot", "ServerMsgTournamentEvents", "ServerMsgTournamentYou",
]
# How hard penalties are.
Severity = Literal["light", "normal", "heavy"]
# Who shows at the showdown.
ShowRule = Literal["all", "muck_losers"]
# Which part of a pot is paid.
Side = Literal["whole", "high", "low"]
# When sitting out begins.
SitOutWhen = Literal["next_hand", "next_big_blind"]
# What starts a tournament.
StartKind = Literal["time", "full"]
# Words to an official: 1 to 500 characters, no control characters but line breaks, and not only spaces.
Statement = str
# Which places may straddle.
StraddleRule = Literal["under_the_gun", "button", "any_place"]
# Names a table for ever; never reused. A text to be kept as it is: that of a private table has the table's invitation in it and
# opens the table.
TableId = str
# What a ticket is.
TicketKind = Literal["ruling", "report"]
# One event of a tournament, the same for all. Hands are events of the table; here stand those alone that wait for other tables or
# are void. A pair such as `from` is an array: the table's number and the seat. `rule` is the rule that decided, where one did,
# such as `2.3` or `D-26`.
TournamentEvent = Union[
    "TournamentEventPlayerRegistered", "TournamentEventStartPostponed", "TournamentEventEntryUndone",
    "TournamentEventEntryRedone", "TournamentEventReEntered", "TournamentEventPlayerUnregistered",
    "TournamentEventRebuyTaken", "TournamentEventAddOnTaken", "TournamentEventRegistrationClosed",
    "TournamentEventRoundStarted", "TournamentEventTableOpened", "TournamentEventTableBroken",
    "TournamentEventBreakOrderPublished", "TournamentEventSeatAssigned", "TournamentEventPlayerMoved",
    "TournamentEventTableHalted", "TournamentEventTableResumed", "TournamentEventFinalTableFormed",
    "TournamentEventLevelStarted", "TournamentEventBreakStarted", "TournamentEventBreakEnded", "TournamentEventClockStopped",
    "TournamentEventClockAdvanced", "TournamentEventClockStarted", "TournamentEventTournamentPaused",
    "TournamentEventTournamentResumed", "TournamentEventChipRaceAnnounced", "TournamentEventChipRaceCompleted",
    "TournamentEventHandForHandAnnounced", "TournamentEventHandForHandEnded", "TournamentEventHandForHandRoundStarted",
    "TournamentEventHandForHandRoundEnded", "TournamentEventHandHeld", "TournamentEventHandReleased",
    "TournamentEventHandVoided", "TournamentEventStatusChanged", "TournamentEventPenaltyIssued",
    "TournamentEventPenaltyProgress", "TournamentEventPlayerEliminated", "TournamentEventPlayerWithdrew",
    "TournamentEventPlayerDisqualified", "TournamentEventChipsRemoved", "TournamentEventBountyAwarded",
    "TournamentEventPlaceAssigned", "TournamentEventPrizeAwarded", "TournamentEventDealProposed",
    "TournamentEventDealOffered", "TournamentEventDealAnswered", "TournamentEventDealEnded", "TournamentEventDealMade",
    "TournamentEventSeatGiven", "TournamentEventTableTold", "TournamentEventRulingIssued",
    "TournamentEventTournamentCancelled", "TournamentEventTournamentCompleted",
]
# What kind of tournament it is.
TournamentFormat = Literal["freezeout", "sit_and_go", "shootout", "bracket", "satellite"]
# Names a tournament for ever; never reused. A text to be kept as it is: that of a private one has its invitation in it.
TournamentId = str
# How far a tournament is.
TournamentPhase = Literal["registering", "running", "paused", "completed", "cancelled"]
# An instant in milliseconds since 1970, up to 2^53 - 1.
UnixMs = int
# How a hand was voided.
VoidMode = Literal["refund", "split"]


class ActionFold(TypedDict):
    """Give up."""

    kind: Literal["fold"]


class ActionCheck(TypedDict):
    """Stay in without money."""

    kind: Literal["check"]


class _ActionCall(TypedDict):
    kind: Literal["call"]


class ActionCall(_ActionCall, total=False):
    """Match the bet."""

    # The price, if the call is meant at that price only; another one is refused as `rule.price_changed`.
    amount: Chips


class ActionBet(TypedDict):
    """Open the betting."""

    kind: Literal["bet"]
    # The total for this betting round.
    to: Chips


class ActionRaise(TypedDict):
    """Raise."""

    kind: Literal["raise"]
    # The total for this betting round.
    to: Chips


class ActionDiscard(TypedDict):
    """Discard cards; none to stand pat."""

    # The cards to discard.
    cards: List[Card]
    kind: Literal["discard"]


class ActionStraddle(TypedDict):
    """Raise blind."""

    kind: Literal["straddle"]


class ActionDecline(TypedDict):
    """Do without the straddle."""

    kind: Literal["decline"]


class _ActionRoll(TypedDict):
    # The cards.
    cards: List[Card]
    kind: Literal["roll"]


class ActionRoll(_ActionRoll, total=False):
    """Turn own down-cards up."""

    # The announcement, where one is asked for.
    announce: Declaration


class ActionFlip(TypedDict):
    """Turn the hole card up."""

    kind: Literal["flip"]


class ActionKeep(TypedDict):
    """Leave the cards as they lie."""

    kind: Literal["keep"]


class ActionSwap(TypedDict):
    """Discard the up-card for a down-card."""

    kind: Literal["swap"]


class ActionArrange(TypedDict):
    """Lay the down-cards in this order."""

    # The cards, the first nearest to the player.
    cards: List[Card]
    kind: Literal["arrange"]


class ActionBuy(TypedDict):
    """Pay for the up-card."""

    kind: Literal["buy"]


class ActionPass(TypedDict):
    """Do not pay for it, and give up the pot."""

    kind: Literal["pass"]


class ActionDeclare(TypedDict):
    """Declare."""

    kind: Literal["declare"]
    # Which sides.
    sides: Declaration


class ActionRunTwice(TypedDict):
    """Agree to deal the rest of the board twice."""

    kind: Literal["run_twice"]


class ActionRunOnce(TypedDict):
    """Deal it once."""

    kind: Literal["run_once"]


class ActionCheckDark(TypedDict):
    """Check in the coming betting round, whatever comes on the board before it. It binds and is told to all. Only for the seat
    of `dark_offer`, at tables that play in the dark; the action names the open decision, which stays open."""

    kind: Literal["check_dark"]


class ActionBetDark(TypedDict):
    """Open the betting in the coming round, as `check_dark` checks."""

    kind: Literal["bet_dark"]
    # The total for that round. If the stack is smaller by then, all of it.
    to: Chips


class _ActionPickGame(TypedDict):
    # The game.
    game: str
    kind: Literal["pick_game"]


class ActionPickGame(_ActionPickGame, total=False):
    """Pick the game of the next hand."""

    # The betting structure; the first that is offered if left out.
    limit: str


class AddOnTerms(TypedDict):
    """The add-on: every player may take it once, in the first break after the rebuys."""

    # The chips that it brings.
    chips: Chips
    # What it costs, to the pool.
    price: Chips


class AskSeat(TypedDict):
    """A player asks the table's host for a seat, or takes that back."""

    # `true` to ask, `false` to take it back.
    ask: bool
    # The request.
    id: str
    # The table.
    table: TableId


class Balance(TypedDict):
    """Chips outside tables."""

    # How many.
    balance: Chips


class BigBlinds(TypedDict):
    """A result in big blinds."""

    # Hands with a big blind; not 0.
    hands: int
    # Thousandths of a big blind won in all of them, or lost if negative.
    thousandths: int


class BombPot(TypedDict):
    """How a table plays bomb pots."""

    # What each player posts, 1 to 20 big blinds.
    ante: int
    # Every how many hands, 1 to 100: with 1 every hand is one.
    every: int


class BotTokenInfo(TypedDict):
    """An API token, without what is secret of it."""

    # When it was made, RFC 3339.
    created_at: str
    # When it expires, RFC 3339.
    expires_at: str
    # Names the token, for `DELETE /api/v1/bot-tokens/{id}`.
    id: str
    # What it is called.
    label: str


class _BotTokenRequest(TypedDict):
    # The bot's name, 2 to 20 characters.
    name: str


class BotTokenRequest(_BotTokenRequest, total=False):
    """A new bot of the caller, or another API token for one of its bots: `POST /api/v1/bot-tokens`."""

    # What to call the token in the list, at most 40 characters.
    label: str


class BotTokenResponse(TypedDict):
    """A new API token."""

    # The bot.
    bot: PlayerInfo
    # Names the token, for `DELETE /api/v1/bot-tokens/{id}`.
    id: str
    # The token, for `hello` and for `Authorization: Bearer`. It is shown this once.
    token: str


class BotTokensResponse(TypedDict):
    """`GET /api/v1/bot-tokens`."""

    # The caller's bots.
    bots: List[OwnedBot]


class _BountyTerms(TypedDict):
    # How they are won.
    kind: BountyKind
    # What an entry pays for them.
    price: Chips


class BountyTerms(_BountyTerms, total=False):
    """Bounties."""

    # The percents of the bounty pool in the first envelopes of a mystery bounty, the largest first; the others share the rest
    # equally.
    envelopes: List[int]


class _Chat(TypedDict):
    # The request.
    id: str
    # The table.
    table: TableId


class Chat(_Chat, total=False):
    """A remark."""

    # A sign in place of text and phrase, from a seat, wherever a phrase may be said. One every 3 seconds; a sign that comes
    # sooner is refused with `rate.limited`.
    emote: Emote
    # A ready-made remark in place of the text. At a tournament's table, a player with a seat may say nothing else while somebody
    # is all-in or the tournament is played hand-for-hand.
    phrase: Phrase
    # 1 to 200 characters; left out with a `phrase` or an `emote`.
    text: str


_ChatMsg = TypedDict("_ChatMsg", {"from": 'PlayerInfo', "table": 'TableId', "text": 'str'})


class ChatMsg(_ChatMsg, total=False):
    """A remark."""

    # The sign, if it was one: to be shown at the seat of `from`.
    emote: Emote
    # The ready-made remark, if it was one: to be shown in the reader's language.
    phrase: Phrase


class ChatRemoved(TypedDict):
    """A remark that is shown no more."""

    # The account that said it.
    player: str
    # The table.
    table: TableId
    # What was said. All remarks of the account with these words go.
    text: str


class ChoiceFold(TypedDict):
    """Give up."""

    kind: Literal["fold"]


class ChoiceCheck(TypedDict):
    """Stay in without money."""

    kind: Literal["check"]


class ChoiceCall(TypedDict):
    """Match the bet."""

    # Chips that it adds.
    amount: Chips
    kind: Literal["call"]


class ChoiceBet(TypedDict):
    """Open the betting to a total from `min` to `max`."""

    kind: Literal["bet"]
    # The greatest total.
    max: Chips
    # The least total.
    min: Chips


class ChoiceRaise(TypedDict):
    """Raise to a total from `min` to `max`."""

    kind: Literal["raise"]
    # The greatest total.
    max: Chips
    # The least total.
    min: Chips


class _ChoiceDiscard(TypedDict):
    # The cards to choose from.
    cards: List[Card]
    kind: Literal["discard"]
    # The greatest number of cards.
    max: int
    # The least number of cards.
    min: int
    # Whether each discarded card is replaced by one from the deck.
    replaced: bool


class ChoiceDiscard(_ChoiceDiscard, total=False):
    """Discard from `min` to `max` of these cards."""

    # Cards lying face up that are to be discarded besides.
    up: Pick


class ChoiceStraddle(TypedDict):
    """Raise blind."""

    # The total that it makes.
    amount: Chips
    kind: Literal["straddle"]


class ChoiceDecline(TypedDict):
    """Do not straddle."""

    kind: Literal["decline"]


class ChoiceRoll(TypedDict):
    """Turn from `min` to `max` of these down-cards up."""

    # What is to be announced with them, one of these; empty if nothing is.
    announce: List[Declaration]
    # The cards to choose from.
    cards: List[Card]
    kind: Literal["roll"]
    # The greatest number of cards.
    max: int
    # The least number of cards.
    min: int


class ChoiceFlip(TypedDict):
    """Turn the hole card up and take the next card face down."""

    kind: Literal["flip"]


class ChoiceKeep(TypedDict):
    """Leave the cards as they lie."""

    kind: Literal["keep"]


class _ChoiceSwap(TypedDict):
    kind: Literal["swap"]


class ChoiceSwap(_ChoiceSwap, total=False):
    """Discard the up-card and take a down-card for it."""

    # The up-card.
    card: Card


class ChoiceArrange(TypedDict):
    """Lay these down-cards in an order, the first nearest to the player."""

    # The cards, as they lie now.
    cards: List[Card]
    kind: Literal["arrange"]


class _ChoiceBuy(TypedDict):
    kind: Literal["buy"]
    # Chips that it takes.
    price: Chips


class ChoiceBuy(_ChoiceBuy, total=False):
    """Pay for the up-card."""

    # The up-card.
    card: Card


class ChoicePass(TypedDict):
    """Do not pay for the up-card, which gives up the pot."""

    kind: Literal["pass"]


class ChoiceDeclare(TypedDict):
    """Say which sides of the pot are played for."""

    kind: Literal["declare"]
    # What may be declared.
    options: List[Declaration]


class ChoiceRunTwice(TypedDict):
    """Agree to deal the rest of the board twice, each time for one half of every pot."""

    kind: Literal["run_twice"]


class ChoiceRunOnce(TypedDict):
    """Deal the rest of the board once."""

    kind: Literal["run_once"]


class ChoicePickGame(TypedDict):
    """Pick the game of the next hand."""

    # The games that fit the players.
    games: List[OfferedGame]
    kind: Literal["pick_game"]


class ClientMsgCreateTable(TypedDict):
    """Opens a table. Answered by `ok` with `table`."""

    # How it is set up.
    config: TableConfig
    # The request.
    id: str
    type: Literal["create_table"]


class _ClientMsgSit(TypedDict):
    # Chips to bring.
    buy_in: Chips
    # The request.
    id: str
    # The table.
    table: TableId
    type: Literal["sit"]


class ClientMsgSit(_ClientMsgSit, total=False):
    """Takes a seat with chips of the account. Moves chips."""

    # Whether to post the big blind in order to play at once, or to wait for it.
    entry: Entry
    # The seat, from 1; any free one if left out.
    seat: int


class ClientMsgRebuy(TypedDict):
    """Adds chips of the account to the stack, at once or when the hand is over. Moves chips."""

    # Chips to add.
    amount: Chips
    # The request.
    id: str
    # The table.
    table: TableId
    type: Literal["rebuy"]


class ClientMsgAct(TypedDict):
    """Answers a decision. Moves chips."""

    # What to do.
    action: Action
    # The hand's number.
    hand: HandNo
    # The request.
    id: str
    # The table.
    table: TableId
    # The decision's number.
    turn: int
    type: Literal["act"]


class ClientMsgHost(TypedDict):
    """The table's host decides something about it."""

    # What is to be done.
    action: HostAction
    # The request.
    id: str
    # The table.
    table: TableId
    type: Literal["host"]


class ClientMsgRegister(TypedDict):
    """Enters a tournament, also late. Moves chips. Answered by `ok` with `tournament`."""

    # The request.
    id: str
    # The version of the rules that the player accepts: `rules` of the tournament's state.
    rules: int
    # The tournament.
    tournament: TournamentId
    type: Literal["register"]


class ClientMsgReEnter(TypedDict):
    """Enters again after an elimination. Moves chips."""

    # The request.
    id: str
    # The tournament.
    tournament: TournamentId
    type: Literal["re_enter"]


class ClientMsgTournamentRebuy(TypedDict):
    """Buys chips in a tournament, or does without after the last one is lost. Moves chips."""

    # The request.
    id: str
    # `true` to buy; `false` to do without it after losing the last chip, so that the table need not wait.
    take: bool
    # The tournament.
    tournament: TournamentId
    type: Literal["tournament_rebuy"]


class ClientMsgAddOn(TypedDict):
    """Takes the add-on. Moves chips."""

    # The request.
    id: str
    # The tournament.
    tournament: TournamentId
    type: Literal["add_on"]


class _ClientMsgWithdraw(TypedDict):
    # The request.
    id: str
    # The tournament.
    tournament: TournamentId
    type: Literal["withdraw"]


class ClientMsgWithdraw(_ClientMsgWithdraw, total=False):
    """Leaves a tournament for good. Without `confirm` it is refused with `tournament.unconfirmed`, which says what it would
    cost; with it, shortly after that, it is done."""

    # `false` to ask what it would cost, `true` to do it.
    confirm: bool


class _ClientMsgProposeDeal(TypedDict):
    # The request.
    id: str
    # How the prizes are shared out.
    kind: DealKind
    # The tournament.
    tournament: TournamentId
    type: Literal["propose_deal"]


class ClientMsgProposeDeal(_ClientMsgProposeDeal, total=False):
    """Proposes a deal to the players still in: play is paused, and all are offered it once no hand is running. Once a level
    for each player, at the last table. The proposer answers as the others do."""

    # Chips of the prizes that stay for the first place, to be played for; 0 if left out, which ends the tournament.
    keep: Chips
    # With `other`, each player still in with what is due: together all that is left of the prizes, but for `keep`.
    shares: List[List[int]]


class ClientMsgDeal(TypedDict):
    """Answers the deal that is offered. Moves chips once all have agreed."""

    # What you say to it.
    answer: DealAnswer
    # The request.
    id: str
    # The tournament.
    tournament: TournamentId
    type: Literal["deal"]


class Clock(TypedDict):
    """The time of the open decision. It is sent with every decision and is not a numbered event."""

    # Milliseconds each deciding seat has in its time bank, or has left of it.
    banks: List[SeatBank]
    # Milliseconds left before the time bank begins.
    left_ms: int
    # The decision it belongs to.
    turn: int


class _Closing(TypedDict):
    # Why, as in the close frame.
    reason: str


class Closing(_Closing, total=False):
    """The connection is about to close."""

    # When to connect again, in milliseconds; spread so that not all come at once.
    retry_after_ms: int


class Credentials(TypedDict):
    """A name and a password: `POST /api/v1/register` and `POST /api/v1/login`. A guest who registers with its access token
    keeps its chips and seats."""

    # The name, 2 to 20 characters.
    name: str
    # The password, 8 to 128 characters.
    password: str


class DarkAction(TypedDict):
    """What a seat has declared for the coming round."""

    # `check` or `bet`.
    action: BetAction
    # Who.
    seat: int
    # The total of the bet; 0 for a check.
    to: Chips


class DarkOffer(TypedDict):
    """Who may declare in the dark, and how much a bet may be. A check is possible as well."""

    # The greatest total of a bet.
    max: Chips
    # The least total of a bet.
    min: Chips
    # The seat that will be first in the coming round, or the next one behind those that have declared a check.
    seat: int


class _DealOffer(TypedDict):
    # Who has agreed so far.
    agreed: List[int]
    # Chips of the prizes that stay for the first place, to be played for.
    keep: Chips
    # How prizes are shared out.
    kind: DealKind
    # Each player with what is due.
    shares: List[List[int]]


class DealOffer(_DealOffer, total=False):
    """A deal that is offered."""

    # Milliseconds in which all have to agree, from now on; left out if there is no limit.
    left_ms: int


class DealtHand(TypedDict):
    """Cards dealt to a seat, as everybody sees them."""

    # The card if it is face up, `null` if it is face down.
    cards: List[Union[Card, None]]
    # The seat.
    seat: int


class DrawRound(TypedDict):
    """A round of draws among those of its hand."""

    # Its number, from 1.
    number: int
    # The last number, if the hand is played to its end.
    of: int


class _Entrant(TypedDict):
    # The number of the last entry.
    entry: int
    # The number in this tournament, from 1 in the order of registration.
    player: int
    # Whether the player is there.
    status: PlayerPresence
    # Who it is.
    who: PlayerInfo


class Entrant(_Entrant, total=False):
    """A player of a tournament."""

    # The bounty on the player's head, if there is one.
    bounty: Chips
    # Whether the player is out.
    out: bool
    # Hands that the player still has to miss.
    penalty: int
    # The stack as the last hand left it; left out for a player who is out.
    stack: Chips


class _EntrantsResponse(TypedDict):
    # The players.
    entrants: List[Entrant]


class EntrantsResponse(_EntrantsResponse, total=False):
    """`GET /api/v1/tournaments/{tournament}/entrants`: the players by number."""

    # Behind which number the next ones stand, for `?after=`; left out once there are none.
    after: int


class _ErrorMsg(TypedDict):
    # What went wrong.
    code: ErrorCode
    # The same in English, for logs; clients speak from the code and the parameters.
    message: str
    # Whether the very same request may succeed later.
    retryable: bool


class ErrorMsg(_ErrorMsg, total=False):
    """The answer to a request that was refused."""

    # The request, if it could be read.
    id: str
    # What would be legal instead, when it is the player's turn.
    legal: List[Choice]
    # Numbers and words that the code speaks of, such as `min` and `to`.
    params: Dict[str, Any]
    # The decision that is open, when the action named another one.
    turn: int


class EventInfo(TypedDict):
    """The tournament that a table belongs to."""

    # The level of the running hand, or of the next one between two hands.
    level: int
    # What it is called.
    name: LocalName
    # The table's number there, from 1.
    table_no: int
    # The tournament.
    tournament: TournamentId


class _EventResult(TypedDict):
    # When the caller first paid or got something, in milliseconds since 1970.
    at: UnixMs
    # What was won for eliminating others.
    bounties: Chips
    # How often the caller entered.
    entries: int
    # What entries and bought chips cost.
    paid: Chips
    # What the place paid.
    prize: Chips
    # How often the caller bought more chips.
    rebuys: int
    # What came back of that because entries were taken back.
    refunded: Chips
    # The tournament.
    tournament: TournamentId


class EventResult(_EventResult, total=False):
    """What came of a tournament for the caller."""

    # Entries of all players, if that is still known.
    field: int
    # What it is called, if that is still known.
    name: LocalName
    # The best place that the caller shares; left out as long as there is none.
    place: int


class _EventResultsResponse(TypedDict):
    # The tournaments.
    tournaments: List[EventResult]


class EventResultsResponse(_EventResultsResponse, total=False):
    """`GET /api/v1/me/tournaments`: what the caller paid to tournaments and got from them, newest first. Tournaments that
    moved no chips of the caller are left out."""

    # Where older ones begin, for `?before=`; left out once there are none.
    before: TournamentId


class EventSeat(TypedDict):
    """A seat of a tournament."""

    # The seat there.
    seat: int
    # The table to watch.
    table: TableId
    # Its number in this tournament.
    table_no: int


class _EventTable(TypedDict):
    # Its number in this tournament, from 1.
    no: int
    # Each taken seat: the seat, the player's number, the stack as the last hand left it.
    seats: List[List[int]]


class EventTable(_EventTable, total=False):
    """A table of a tournament."""

    # Why it deals no hand, if it is halted.
    halted: HaltReason
    # The table to watch; left out until it can be.
    table: TableId


class _EventTablesResponse(TypedDict):
    # The tables.
    tables: List[EventTable]


class EventTablesResponse(_EventTablesResponse, total=False):
    """`GET /api/v1/tournaments/{tournament}/tables`: the tables in play by number."""

    # Behind which number the next ones stand, for `?after=`; left out once there are none.
    after: int


class _Events(TypedDict):
    # The events.
    events: List[SeqEvent]
    # The table.
    table: TableId


class Events(_Events, total=False):
    """Events of a table, in order and without gaps."""

    # The clock of the decision that is open after them.
    clock: Clock


class Finished(TypedDict):
    """A player with a finishing place."""

    # The best place that the player shares.
    best: int
    # The player's number.
    player: int
    # What the player has won for it, 0 if nothing.
    prize: Chips
    # The worst one; the same as `best` without a tie.
    worst: int


class _FloorActionEdit(TypedDict):
    kind: Literal["edit"]


class FloorActionEdit(_FloorActionEdit, total=False):
    """Changes what was announced, before the start. What is left out stays. Directors alone."""

    # In place of `structure`: one of the host's own, in the format of the server's, up to 8192 bytes.
    definition: str
    # The languages of its chat, in place of those that were declared; an empty list takes them back.
    languages: List[str]
    # What to call it; 1 to 40 characters.
    name: str
    # When play begins, at most 31 days from now; not for a sit & go.
    starts_at: UnixMs
    # Another structure of the server's, by its identifier. For private tournaments that no player has entered yet.
    structure: str


class FloorActionAnnounce(TypedDict):
    """Puts a private tournament into the lobby's list, before the start. Directors alone."""

    kind: Literal["announce"]


class FloorActionStart(TypedDict):
    """Begins play now, with the players there are. Directors alone."""

    kind: Literal["start"]


class FloorActionCancel(TypedDict):
    """Cancels the tournament: everything due is paid back. Directors alone."""

    kind: Literal["cancel"]


class FloorActionPause(TypedDict):
    """No further hand begins, and the clock stops."""

    kind: Literal["pause"]


class FloorActionResume(TypedDict):
    """Play goes on."""

    kind: Literal["resume"]


class _FloorActionSetLevel(TypedDict):
    kind: Literal["set_level"]
    # The level: a published one, or the next one.
    level: int


class FloorActionSetLevel(_FloorActionSetLevel, total=False):
    """Sets the level clock. A break ends."""

    # Seconds of it that are left, at most as many as it lasts; the whole level if left out.
    left_s: int


class FloorActionMove(TypedDict):
    """Moves a player to another table; the seat is the one that owes the big blind soonest. Between hands only."""

    kind: Literal["move"]
    # Who.
    player: int
    # To which table.
    table: int


class FloorActionBreakTable(TypedDict):
    """Makes a table the next one to break: as soon as the others hold everybody, and its hand is over."""

    kind: Literal["break_table"]
    # Which.
    table: int


class FloorActionBreakOrder(TypedDict):
    """Changes the order in which tables break."""

    kind: Literal["break_order"]
    # Every table in play once, the next one to break first, table 1 last.
    order: List[int]


class FloorActionHandForHand(TypedDict):
    """Starts or ends hand-for-hand."""

    kind: Literal["hand_for_hand"]
    # Which of the two.
    on: bool


class FloorActionPenalise(TypedDict):
    """Penalises a player: dead hands, which post. Rule: tournament 11.2."""

    # How many hands (`hands`: 2 to 4; `warning`: 1, or 0 where the severity is light) or orbits (`orbits`: 1 to 4).
    count: int
    # The fault in a few words. The same fault climbs the ladder.
    fault: str
    kind: Literal["penalise"]
    # Who.
    player: int
    # The rung, as proposed or another one.
    rung: Rung


class FloorActionRemove(TypedDict):
    """Takes a player who is gone for good out of play, as a withdrawal would. Directors alone."""

    kind: Literal["remove"]
    # Who.
    player: int


class FloorActionDisqualify(TypedDict):
    """Disqualifies a player. Directors alone."""

    kind: Literal["disqualify"]
    # Who.
    player: int


class FloorActionVoidHand(TypedDict):
    """Voids the running hand of a table, and deals it again. Not after cards were tabled."""

    kind: Literal["void_hand"]
    # Which table.
    table: int


class FloorActionSplitHand(TypedDict):
    """Ends the running hand of a table by sharing each pot equally among those who contend for it. Two of them must have
    matched bets."""

    kind: Literal["split_hand"]
    # Which table.
    table: int


class FloorActionKillHand(TypedDict):
    """Kills the running hand of a player, who has told others of it: it folds at the player's next turn, and all see it once
    the hand is over. What it wins all the same, as all-in, leaves play. The penalty is `penalise`. Refused with
    `tournament.too_late` where the hand is folded. Rule: tournament 11.4."""

    kind: Literal["kill_hand"]
    # Whose.
    player: int


class FloorActionTellTable(TypedDict):
    """Tells the players of a table something at once, by `table_told`: what a player has told a rival who is still in the
    hand, so that all of them know the same. Everybody who watches the tournament gets it, and the trail keeps it. Rule:
    tournament 11.4."""

    kind: Literal["tell_table"]
    # Which table.
    table: int
    # What, in 1 to 500 characters.
    text: str


class FloorActionCorrectAward(TypedDict):
    """Corrects the stacks of a table after its last hand, before the next one begins."""

    # The number of its last hand.
    hand: HandNo
    kind: Literal["correct_award"]
    # Each player whose stack changes, with the right stack. The sum stays, and no stack becomes empty.
    stacks: List[List[int]]
    # Which table.
    table: int


class FloorActionResumeTable(TypedDict):
    """Lets a table go on that was stopped after two void hands in a row. One that is out of play is opened again."""

    kind: Literal["resume_table"]
    # Which.
    table: int


class FloorActionReplaceTable(TypedDict):
    """Seats the players of a table that was stopped for a fault at a new one under the same number, in the same seats and with
    the same stacks, and lets it go on. What was wrong with the old one stays behind."""

    kind: Literal["replace_table"]
    # Which.
    table: int


class _FloorActionMakeDeal(TypedDict):
    # Chips of the prizes that stay for the first place.
    keep: Chips
    kind: Literal["make_deal"]
    # How prizes are shared out.
    terms: DealKind


class FloorActionMakeDeal(_FloorActionMakeDeal, total=False):
    """Records a deal on which all players still in have agreed; play is paused before. Directors alone."""

    # With `other`, each player still in with what is due.
    shares: List[List[int]]


class FloorActionRule(TypedDict):
    """Puts a decision on a single incident on record."""

    kind: Literal["rule"]
    # The rule that it is about, such as `9.20`.
    rule: str


class FloorActionAnswer(TypedDict):
    """Answers a ruling request or a report, and closes it. The reason is the answer."""

    kind: Literal["answer"]
    # Its number.
    ticket: int


class FloorActionMute(TypedDict):
    """Keeps a player from chatting at the tables of the tournament, or lets the player chat again."""

    kind: Literal["mute"]
    # Which of the two.
    muted: bool
    # Who.
    player: int


class FloorActionMuteAccount(TypedDict):
    """Keeps an account from chatting at the tables of the tournament, or lets it chat again, whether it has entered or
    watches."""

    # The account's `id`, or its name.
    account: str
    kind: Literal["mute_account"]
    # Which of the two.
    muted: bool


class FloorActionRailChat(TypedDict):
    """Lets those chat at the tables of the tournament who have no seat there, or no longer: its officials always may."""

    kind: Literal["rail_chat"]
    # Which of the two.
    open: bool


class FloorActionSeeHand(TypedDict):
    """Opens the hidden cards of a finished hand to this official, at `GET .../floor/hands/{table}/{hand}`. Refused while the
    official is still in the tournament. Rule: tournament 10.6."""

    # The hand's number.
    hand: HandNo
    kind: Literal["see_hand"]
    # The table to watch, not its number.
    table: TableId


_FloorActionSwapSeats = TypedDict("_FloorActionSwapSeats", {"kind": 'Literal["swap_seats"]', "player": 'int', "with": 'int'})


class FloorActionSwapSeats(_FloorActionSwapSeats):
    """Two players swap their seats: before the first hand of their tables; in a live tournament at any time. Rule: tournament
    2.1."""

    pass


class FloorActionSetButton(TypedDict):
    """The next hand of a table has its button at this seat. Between hands only. Rule: tournament 6.7."""

    kind: Literal["set_button"]
    # The seat of a player with chips, from 1.
    seat: int
    # Which table.
    table: int


class FloorActionEnter(TypedDict):
    """Enters a player of a live tournament by name. Players who are entered like this have no account: their `id` is `by-
    hand-` and their number."""

    kind: Literal["enter"]
    # The name: 1 to 40 visible characters. No two players have the same one.
    name: str


class FloorActionTakeBack(TypedDict):
    """Takes an entry in a live tournament back, before the start."""

    kind: Literal["take_back"]
    # Whose.
    player: int


class FloorActionReEnter(TypedDict):
    """A player of a live tournament who is out enters again."""

    kind: Literal["re_enter"]
    # Who.
    player: int


class FloorActionRebuy(TypedDict):
    """A player of a live tournament buys chips."""

    kind: Literal["rebuy"]
    # Who.
    player: int


class FloorActionNoRebuy(TypedDict):
    """A player of a live tournament who has just lost all buys none."""

    kind: Literal["no_rebuy"]
    # Who.
    player: int


class FloorActionAddOn(TypedDict):
    """A player of a live tournament takes the add-on."""

    kind: Literal["add_on"]
    # Who.
    player: int


class _FloorActionHandOver(TypedDict):
    kind: Literal["hand_over"]
    # Which table.
    table: int


class FloorActionHandOver(_FloorActionHandOver, total=False):
    """A hand of a live tournament is over in which these players, if any, lost all. Without busts it says that the table is
    between two hands, as rounds of hand-for-hand want it. Rules: tournament 1.10, 2.14."""

    # Who has lost all.
    busts: List[HandBust]
    # The seat of the hand's button, from 1; the next one by the rules if left out.
    button: int


class _FloorActionCount(TypedDict):
    kind: Literal["count"]
    # Players with what they have. Together it is what they had, and `added`; no stack is empty.
    stacks: List[List[int]]
    # Which table.
    table: int


class FloorActionCount(_FloorActionCount, total=False):
    """Records counted stacks at a table of a live tournament. Rule: tournament 2.14."""

    # Chips that officials have put on the table meanwhile, below zero if they took some off, as in a chip race.
    added: int


class FloorActionUndo(TypedDict):
    """Takes back what officials did last, as if it had never been done; repeated, what they did before that. In a live
    tournament everything since it was announced, in others what was done since the last hand. What cannot be taken back is
    refused with `tournament.not_undoable`, and nothing behind it is reached; `tournament.too_late` is told where what came
    after it could not have happened, or a hand has begun."""

    kind: Literal["undo"]


class FloorActionRedo(TypedDict):
    """Brings back what was taken back last, until officials do something else."""

    kind: Literal["redo"]


class FloorActionGrant(TypedDict):
    """Makes an account an official of this tournament. Directors alone."""

    # The account, as in a player's `id`, or its name.
    account: str
    kind: Literal["grant"]
    # As what: directors of an event grant `floor` alone.
    role: FloorRole


class FloorActionRevoke(TypedDict):
    """Ends what `grant` began. Directors alone."""

    # The account, as in a player's `id`, or its name.
    account: str
    kind: Literal["revoke"]


class FloorDenial(TypedDict):
    """An action that an official may not do now."""

    # The `kind` of the action.
    action: str
    # Why: `office` (others may), `phase` (not now, or not at this kind of tournament), `plays` or `played` (you are or were in
    # the tournament).
    why: str


class _FloorDesk(TypedDict):
    # What looks odd. Flags cost no player anything: an official looks at the hands.
    flags: List[FloorFlag]
    # Players who are kept from chatting.
    muted: List[int]
    # What the ladder proposes for a fault that a player was penalised for before.
    proposals: List[ProposedRung]
    # Ruling requests and reports that are open, oldest first.
    tickets: List[FloorTicket]


class FloorDesk(_FloorDesk, total=False):
    """What officials alone see of a tournament."""

    # What it proposes for every other fault; left out before anybody has entered.
    first_rung: Rung
    # Accounts that have not entered and are kept from chatting.
    muted_accounts: List[PlayerInfo]
    # Tables that the server could not play on. Each waits for `resume_table`, which opens it again, for `replace_table`, or for
    # the end of the event.
    out_of_play: List[TableOutOfPlay]
    # Whether those alone chat at a table who have a seat there.
    rail_closed: bool


class _FloorEntry(TypedDict):
    # What was done.
    action: FloorAction
    # When.
    at: UnixMs
    # Who decided.
    by: PlayerInfo
    # Its number in the trail, from 1.
    no: int
    # Why.
    reason: str
    # What came of it.
    result: FloorResult
    # As what.
    role: FloorRole


class FloorEntry(_FloorEntry, total=False):
    """A line of a tournament's audit trail: the answer to `POST /api/v1/tournaments/{tournament}/floor`."""

    # The rule behind it, if there is one.
    rule: str
    # The number of the first event of the tournament that it caused, if it caused one.
    seq: Seq


class FloorFlag(TypedDict):
    """Something odd that was measured."""

    # What.
    kind: FlagKind
    # The table's number, and the hand's, where it was seen last.
    last: List[int]
    # Whom it is about; of two, the one who gains stands last.
    players: List[int]
    # How often it was seen.
    times: int


class FloorHand(TypedDict):
    """`GET /api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}`: a finished hand with all cards, for an official who
    said by `see_hand` why."""

    # Each player's own cards as dealt, drawn cards behind; mucked ones, too.
    cards: List[ShownCards]
    # When it ended, RFC 3339.
    ended_at: str
    # Everything that everybody saw, in order.
    events: List[PublicEvent]
    # The game.
    game: str
    # The hand's number.
    hand: int
    # Who sat where.
    players: List[HandPlayer]
    # The table.
    table: TableId


class FloorOfficial(TypedDict):
    """An official of a tournament."""

    # As what.
    role: FloorRole
    # Who.
    who: PlayerInfo


class _FloorRequest(TypedDict):
    # What to do.
    action: FloorAction
    # The request.
    id: str


class FloorRequest(_FloorRequest, total=False):
    """What an official does in a tournament: `POST /api/v1/tournaments/{tournament}/floor`. A request that is sent again under
    the same `id` gets the first answer, and nothing happens twice."""

    # Why, in 1 to 500 characters: all players can read it. Without it, or with control characters other than line breaks, the
    # request is refused with `tournament.no_reason`.
    reason: str


class _FloorResponse(TypedDict):
    # The lines behind `?after=`, oldest first.
    entries: List[FloorEntry]
    # Who officiates here by a grant of this tournament, its host among them. The officials of the server are not listed.
    officials: List[FloorOfficial]


class FloorResponse(_FloorResponse, total=False):
    """`GET /api/v1/tournaments/{tournament}/floor`: the audit trail, for everybody, and what waits for officials, for them
    alone."""

    # Behind which line the next ones stand, for `?after=`; left out once there are none.
    after: int
    # What you may not do now, and why, as an official; left out for others. What is not listed you may do.
    denied: List[FloorDenial]
    # What waits for officials; left out for others.
    desk: FloorDesk
    # What you are here; left out for those who are no officials.
    role: FloorRole


class _FloorTicket(TypedDict):
    # When it came.
    at: UnixMs
    # Who wrote it.
    by: PlayerInfo
    # The hand that ran, or was the last one; 0 before the first.
    hand: int
    # What it is.
    kind: TicketKind
    # The table to watch.
    table: TableId
    # The table's number in the tournament.
    table_no: int
    # What was written.
    text: str
    # Its number in this tournament, from 1.
    ticket: int


class FloorTicket(_FloorTicket, total=False):
    """A ruling request or a report."""

    # The player that a report is about.
    about: PlayerInfo


class _Friend(TypedDict):
    # Who.
    player: PlayerInfo
    # Since when the two are friends, in milliseconds since 1970.
    since: UnixMs


class Friend(_Friend, total=False):
    """A friend."""

    # Whether the friend is connected. Never for one who does not show it; nothing below is set then.
    online: bool
    # Whether the friend has a seat at a private table, which is not named.
    private: bool
    # Where the friend has a seat, as far as everybody may watch there.
    tables: List[FriendTable]


class FriendAnswer(TypedDict):
    """`PUT /api/v1/friends/{player}` and `POST /api/v1/friends/{player}/accept`: how things stand behind it."""

    # What the two are to each other.
    state: FriendState


class FriendQuestion(TypedDict):
    """A question for friendship."""

    # When it was asked, in milliseconds since 1970.
    at: UnixMs
    # Who asks, or is asked.
    player: PlayerInfo


class _FriendTable(TypedDict):
    # The game at hand.
    game: LocalName
    # Its name.
    name: str
    # The table.
    table: TableId


class FriendTable(_FriendTable, total=False):
    """A table where a friend has a seat."""

    # The tournament, at a table of one.
    tournament: TournamentId


class FriendsMsg(TypedDict):
    """Something changed among the account's friends: ask `GET /api/v1/friends` for what. Who comes and goes and sits where is
    not told by this."""

    # How many players ask the account.
    questions: int


class FriendsResponse(TypedDict):
    """`GET /api/v1/friends`: the caller's friends, and the questions that stand."""

    # Players who ask the caller, the oldest question first: at most 50.
    asked_you: List[FriendQuestion]
    # Friends in the order of their names: at most 200.
    friends: List[Friend]
    # Whether friends see when the caller is here, and where the caller plays.
    shown: bool
    # Players whom the caller has asked, the oldest question first: at most 50. A question that was declined looks as one that
    # waits.
    you_asked: List[FriendQuestion]


class GameAtHand(TypedDict):
    """A game with its stakes, as a table plays it from now on."""

    # The ante, 0 if there is none.
    ante: Chips
    # The bet size of each tier: exact in fixed limit, the least otherwise.
    bets: List[Chips]
    # The big blind, 0 if there is none.
    big_blind: Chips
    # The game.
    game: str
    # Its names.
    game_name: LocalName
    # The betting structure.
    limit: str
    # The small blind, 0 if there is none.
    small_blind: Chips


class GameCheckRequest(TypedDict):
    """Asks whether a host's own game can be played: `POST /api/v1/games/check`."""

    # The definition, up to 8192 bytes.
    definition: str


class GameCheckResponse(TypedDict, total=False):
    """Whether it can: the game, or what is wrong with the definition."""

    # What is wrong there.
    error: str
    # The game, if nothing is wrong.
    game: GameInfo
    # The line that is wrong, from 1.
    line: int


class GameDealResponse(TypedDict, total=False):
    """Ten hands of a host's own game, as players who act at random play them: `POST /api/v1/games/deal`, which takes what
    `POST /api/v1/games/check` does. With `hands` there is neither `line` nor `error`."""

    # What is wrong there.
    error: str
    # The hands; none if the definition is wrong.
    hands: List[TrialHand]
    # The line that is wrong, from 1.
    line: int


class _GameInfo(TypedDict):
    # The default ante, 0 if there is none.
    ante: Chips
    # The default bet size of each tier of the first betting structure.
    bets: List[Chips]
    # The default big blind, 0 if the game has none.
    big_blind: Chips
    # The deal, one symbol a card: `d` down, `u` up, `o` up or down as its owner likes, `b` board, `h` board face down; `-` marks
    # a betting round, `x` a draw, `t` a discard, `v` board cards being turned up, `r` own cards being turned up, `?` a
    # declaration.
    deal: str
    # The family it is listed under.
    family: str
    # Whether there is a high side.
    high: bool
    # The stable identifier.
    id: str
    # The betting structures to choose from: `nl`, `pot`, `fixed`, `spread`; the first is the default.
    limits: List[str]
    # Whether there is a low side.
    low: bool
    # Its names.
    name: LocalName
    # Its numbers in the catalogue.
    numbers: List[str]
    # The greatest number of players.
    seats_max: int
    # The least number of players.
    seats_min: int
    # The default small blind, 0 if the game has none.
    small_blind: Chips


class GameInfo(_GameInfo, total=False):
    """A game that can be played."""

    # Whether its tables may have bomb pots.
    bomb_pots: bool
    # The kinds of decision that players meet, betting included, in the order of their first appearance.
    decisions: List[DecisionKind]
    # The definition of a host's own game, for programs that can read it.
    definition: str
    # How many seats its tables may have where two boards are dealt; left out where there is none.
    double_board_seats: int
    # How high hands are ranked: `high`, `short-deck`, ...; left out if there is no high side.
    high_ranking: str
    # How low hands are ranked: `8-or-better`, ...; left out if there is no low side.
    low_ranking: str
    # How many cards of one's own a hand must use; left out if any will do.
    own_cards: int
    # Whether its tables may pay a bounty for seven-deuce.
    seven_deuce: bool
    # Whether its tables may have straddles.
    straddles: bool
    # Whether cards are wild.
    wild: bool


class GameResult(TypedDict):
    """What came of the hands of a game."""

    # Its figures.
    figures: ResultFigures
    # The game.
    game: str


class _GameRules(TypedDict):
    # The definition that the words are made from; empty for several games at one table.
    definition: str
    # The game.
    game: GameInfo
    # The language: `en` or `fr`.
    lang: str
    # What there is to know, in order.
    sections: List[RuleSection]


class GameRules(_GameRules, total=False):
    """The rules of a game in plain words: `GET /api/v1/games/{id}/rules`, and `GET /api/v1/tables/{table}/rules` for the game
    of a table, which may be the host's own. `?lang=fr` asks for French, English is the default."""

    # Several games at one table, if it is their rules: then `game` is the first of them, or the one that is played where a dealer
    # does not pick.
    mix: MixInfo
    # How hands rank on each side of the pot, with examples; the high side first, and left out for several games at one table.
    rankings: List[HandRanking]


class _GamesResponse(TypedDict):
    # The games.
    games: List[GameInfo]


class GamesResponse(_GamesResponse, total=False):
    """`GET /api/v1/games`."""

    # The rotations of games, and the dealer's choice.
    mixes: List[MixInfo]


class GuestRequest(TypedDict):
    """A new guest: `POST /api/v1/guest`."""

    # The name, 2 to 20 characters.
    nickname: str


class _HandBust(TypedDict):
    # Who won it: they share the chips, and the bounty. Empty if no official saw it: the others at the table share the chips until
    # they are counted, and the bounty goes to the first place.
    by: List[int]
    # Who.
    player: int


class HandBust(_HandBust, total=False):
    """A player has lost the last chip in a hand of a live tournament."""

    # The stack at the start of the hand, which ranks those who go out together; the one that was entered last if left out.
    stack: Chips


class HandForHandState(TypedDict):
    """Hand-for-hand: all tables deal at the same instant, and a table whose hand is over waits for the others."""

    # The round that is played, from 1; 0 while it waits for hands that began before.
    round: int
    # Why.
    why: HandForHandReason


class HandForHandTriggerMoney(TypedDict):
    """The elimination before the money."""

    kind: Literal["money"]


class HandForHandTriggerFinal(TypedDict):
    """The elimination before the final table."""

    kind: Literal["final"]


class HandForHandTriggerJump(TypedDict):
    """The elimination that makes prizes jump."""

    kind: Literal["jump"]
    # How many players it leaves.
    left: int


class _HandName(TypedDict):
    # The cards that play.
    cards: List[Card]
    # The category, such as `full_house`.
    category: str
    # The ranks in the name, most significant first, such as `["9", "A"]`.
    ranks: List[str]


class HandName(_HandName, total=False):
    """What a hand makes, as data: clients find the words."""

    # What each of them counts as, in the same order: itself, or what it stands for if it is wild; `X1` is a wild card that counts
    # below the ace. Left out if none is wild.
    stands_for: List[Card]


class HandPlayer(TypedDict):
    """A participant of a finished hand."""

    # Who.
    player: PlayerInfo
    # The seat.
    seat: int


class _HandRanking(TypedDict):
    # One hand of each kind, the best first.
    hands: List[HandName]
    # The name of the ranking: `high`, `short-deck`, `8-or-better`, ...
    ranking: str
    # Which hands win by it: `high` or `low`.
    side: Side


class HandRanking(_HandRanking, total=False):
    """How hands rank, shown by examples."""

    # The cards that the examples take as wild where chance makes cards so; left out otherwise.
    assumed_wild: List[Card]


class _HandRecord(TypedDict):
    # When it ended, RFC 3339.
    ended_at: str
    # Everything that everybody saw, in order.
    events: List[PublicEvent]
    # The game.
    game: str
    # The hand's number.
    hand: int
    # Who sat where.
    players: List[HandPlayer]
    # The table.
    table: TableId


class HandRecord(_HandRecord, total=False):
    """`GET /api/v1/hands/{table}/{hand}`: a finished hand as its participant may see it. With `?format=` and one of `phh`,
    `json`, `ohh` and `text`, the answer is a file of that format instead."""

    # The definition of the game, if it was the host's own.
    definition: str
    # The game as the list of games has it; left out where this version no longer knows it.
    game_info: GameInfo
    # The betting structure, such as `nl`; left out where this version no longer knows the game.
    limit: str
    # The caller's own cards as dealt, drawn cards behind.
    own: ShownCards
    # What the caller's seat alone learned: its cards whenever they changed, and what they made. `seq` is the place in `events` of
    # the event that it came with, from 1.
    parts: List[PrivateEvent]
    # How many seats the table has.
    seats: int
    # What it was played for.
    stakes: StakesAtHand
    # When it was dealt, RFC 3339. Earlier servers left it out, and all that follows but the players, the events and `own`.
    started_at: str
    # What the table was called.
    table_name: str


class _HandState(TypedDict):
    # The bet to match in this round, a total.
    bet: Chips
    # The cards of the board that lie face up.
    board: List[Card]
    # The seat of the button.
    button: int
    # The game.
    game: str
    # Its number.
    hand: int
    # All chips in the middle, bets of this round included.
    pot: Chips
    # The pots of the rounds before this one, main pot first.
    pots: List[PotState]


class HandState(_HandState, total=False):
    """The running hand."""

    # The seat of the big blind.
    big_blind: int
    # How many more cards of the board lie face down.
    board_down: int
    # Whether it is a bomb pot.
    bomb_pot: bool
    # What was declared in the dark for the coming round, in order.
    dark: List[DarkAction]
    # Who may declare in the dark now.
    dark_offer: DarkOffer
    # Whether two boards are dealt, each for one half of every pot.
    double_board: bool
    # The draw that is open, or else the last one; left out before the first.
    draw: DrawRound
    # The number of its `hand_started`, as long as `resume` brings that event: with `after` one less you get all that has happened
    # in the hand.
    first_seq: int
    # Whether it waits in hand-for-hand: a player is all-in and called, and other tables still have something to decide.
    held: bool
    # Those of the second of two boards.
    second_board: List[Card]
    # The seat of the small blind.
    small_blind: int
    # The open decision, if one is.
    turn: TurnState


class _HandSummary(TypedDict):
    # When it ended, RFC 3339.
    ended_at: str
    # The game.
    game: str
    # The hand's number.
    hand: int
    # The table.
    table: TableId


class HandSummary(_HandSummary, total=False):
    """A line of `GET /api/v1/hands`: the hands of the caller, newest first."""

    # Whether the caller was all-in.
    all_in: bool
    # The board; the first one where it was dealt twice.
    board: List[Card]
    # The caller's own cards as they were held at the end.
    cards: List[Card]
    # Chips that the caller won, or lost if negative.
    net: int
    # The names of the others who were dealt in.
    opponents: List[str]
    # All chips that were played for.
    pot: Chips
    # Whether the caller came to the showdown.
    showdown: bool
    # What the table was called. Earlier servers left it out, and all that follows.
    table_name: str


class _HandsResponse(TypedDict):
    # The hands.
    hands: List[HandSummary]


class HandsResponse(_HandsResponse, total=False):
    """`GET /api/v1/hands`."""

    # Where older hands begin, for `?before=`; left out once there are none. A search that fits few hands may look at some
    # thousands, and answer with fewer than it was asked for: older ones may still fit.
    before: int


class _Hello(TypedDict):
    # The request.
    id: str
    # The versions that the client speaks, such as `["poker.v1"]`.
    versions: List[str]


class Hello(_Hello, total=False):
    """Who connects. With a `token`, its account; without, a new guest of that `nickname`."""

    # Whether the new guest is a program.
    bot: bool
    # What the client is, for the log: `name/version`.
    client: str
    # A name for a new guest.
    nickname: str
    # An access token or an API token.
    token: str


class _Hint(TypedDict):
    # What the hand can expect if everybody stays to the end, by dealing the rest many times. Other hands are as likely as any.
    chance: HintChance
    # What each choice takes from the stack.
    costs: List[HintCost]
    # The number of the hand.
    hand: int
    # The part of the pot that has to be won so that `price` costs nothing in the long run; 0 if staying is free.
    needed: int
    # All chips in the middle, bets of this round included.
    pot: Chips
    # What it takes to stay: a call, or the price of a card. 0 if nothing.
    price: Chips
    # What follows.
    reason: HintReason
    # The number of the decision that it is about.
    turn: int


class Hint(_Hint, total=False):
    """What a decision at a practice table costs and promises. All parts are in thousandths."""

    # The cards that `reason` is about: those to discard.
    cards: List[Card]
    # Whether the hand would win two pots in three if the cards were shown now.
    leads: bool
    # The unseen cards each of which, coming next, would make it lead. Left out where it leads already, and where no single card
    # comes next.
    outs: List[Card]
    # The side that `reason` is about.
    side: Declaration


class _HintChance(TypedDict):
    # The part that each player would have if all hands were equal.
    fair: int
    # How often the rest was dealt.
    samples: int
    # The part of the pot on average.
    share: int
    # Deals that win a part.
    tie: int
    # Deals that win everything.
    win: int


class HintChance(_HintChance, total=False):
    """What a hand can expect."""

    # The part of the high side; left out in games without two sides.
    high: int
    # The part of the low side; left out in games without two sides.
    low: int


class HintCost(TypedDict):
    """What a choice takes from the stack."""

    # The kind of the choice, as its `type` is called.
    choice: HintChoice
    # The most.
    max: Chips
    # The least chips that it takes.
    min: Chips


class HostActionPause(TypedDict):
    """No new hand begins; one that is running is played to its end."""

    kind: Literal["pause"]


class HostActionResume(TypedDict):
    """Hands begin again."""

    kind: Literal["resume"]


class HostActionApproval(TypedDict):
    """From now on players ask for a seat and the host accepts or refuses them, or they sit down as they like. The host,
    players who have a seat already, and as many bots as the host has asked for need no acceptance."""

    kind: Literal["approval"]
    # Which of the two.
    on: bool


class HostActionAccept(TypedDict):
    """Lets a player sit down who has asked."""

    kind: Literal["accept"]
    # The account, as in a player's `id`.
    player: str


class HostActionRefuse(TypedDict):
    """Does not let a player sit down who has asked."""

    kind: Literal["refuse"]
    # The account, as in a player's `id`.
    player: str


class HostActionAddChips(TypedDict):
    """Adds chips of the host's own account to the stack of a player who is in no running hand, up to the greatest buy-in.
    Moves chips."""

    # How many.
    amount: Chips
    kind: Literal["add_chips"]
    # The account, as in a player's `id`.
    player: str


class HostActionMove(TypedDict):
    """Moves a player to a free seat, between hands. Where blinds have been paid, the player enters there as a newcomer does."""

    kind: Literal["move"]
    # The account, as in a player's `id`.
    player: str
    # The seat, from 1.
    seat: int


class HostActionStakes(TypedDict):
    """Other stakes, from the next hand on."""

    kind: Literal["stakes"]
    # All of them.
    stakes: HostStakes


class HostActionNextGame(TypedDict):
    """Ends the game at hand where games come in turn: the next hand is one of the next game. Where dealers pick, the one who
    is asked gets the table's own game, as if the time were up."""

    kind: Literal["next_game"]


class HostActionBots(TypedDict):
    """So many bots of the house are to sit at this private table, as far as there are seats and bots. 0 sends them away."""

    # How many.
    count: int
    kind: Literal["bots"]


class HostActionClose(TypedDict):
    """Closes the table for good, when the hand is over: everybody leaves with the stack."""

    kind: Literal["close"]


class HostRules(TypedDict, total=False):
    """What the host has decided about the table, as everybody there sees it."""

    # Whether who wants to sit down asks the host.
    approval: bool
    # How many bots of the house are asked in.
    bots: int
    # Whether the table closes when the hand is over.
    closing: bool
    # Whether the next hand is one of the next game.
    next_game: bool
    # Whether no new hand begins.
    paused: bool
    # Who has asked for a seat, first come first; at most 20.
    requests: List[SeatRequest]
    # Whether the stakes change when the hand is over.
    stakes: bool


class HostStakes(TypedDict, total=False):
    """The stakes that a host wants. They are checked as those of a new table are, and what is left out takes the same default
    as there."""

    # The ante of every player.
    ante: Chips
    # The big blind.
    big_blind: Chips
    # The greatest buy-in.
    buy_in_max: Chips
    # The least buy-in.
    buy_in_min: Chips
    # Multiplies every default amount of the game; amounts that are given below replace the product.
    multiplier: int
    # The small blind.
    small_blind: Chips


class LeaderboardChoice(TypedDict):
    """Whether the leaderboard shows the caller: `PUT /api/v1/me/leaderboard`, which answers the same. Guests and bots are
    never on it."""

    # Whether it does.
    shown: bool


class LeaderboardLine(TypedDict):
    """A line of the leaderboard."""

    # Hands in the week.
    hands: int
    # Chips won, or lost if negative.
    net: int
    # The place, from 1; shared by those who won as much.
    place: int
    # Who.
    player: PlayerInfo


class _LeaderboardResponse(TypedDict):
    # With fewer hands in the week no player has a place.
    hands_min: int
    # The best, at most 100.
    players: List[LeaderboardLine]
    # The week, as in `2026-W48`: from Monday to Sunday, UTC.
    week: str


class LeaderboardResponse(_LeaderboardResponse, total=False):
    """`GET /api/v1/leaderboard`: who won most chips in a week, at cash tables that are open to everybody; of those who want to
    be shown."""

    # The game; left out for all games together.
    game: str
    # The caller; left out without a token.
    you: LeaderboardYou


class _LeaderboardYou(TypedDict):
    # Hands in the week.
    hands: int
    # Chips won, or lost if negative.
    net: int
    # Whether the leaderboard shows the caller.
    shown: bool


class LeaderboardYou(_LeaderboardYou, total=False):
    """The caller, as far as the leaderboard goes."""

    # The place, if there is one.
    place: int


_LevelClockMore = TypedDict("_LevelClockMore", {"break": 'bool'}, total=False)


class LevelClock(_LevelClockMore):
    """What the level clock shows."""

    # Milliseconds of the level, or of the break, that are over.
    elapsed_ms: int
    # Milliseconds of it that are left.
    left_ms: int
    # The level.
    level: int
    # Whether it runs.
    running: bool


class LevelInfo(TypedDict):
    """A level: what is played for, and for how long."""

    # The ante, 0 if there is none.
    ante: Chips
    # The big blind; in games without blinds the bet of the first tier.
    big_blind: Chips
    # How long it lasts, in seconds.
    duration: int
    # The game that it is played in; `omaha:pot` names the limit too.
    game: str
    # The level, from 1.
    level: int
    # The small blind, 0 if there is none.
    small_blind: Chips
    # The smallest chip in play.
    unit: Chips


class LevelRowBreak(TypedDict):
    """A break between two levels."""

    # How long it lasts, in seconds.
    duration: int
    kind: Literal["break"]


class Limits(TypedDict):
    """The limits of a connection."""

    # The server pings after this time without a message, in milliseconds.
    heartbeat_ms: int
    # Messages at once.
    message_burst: int
    # The greatest message a client may send, in bytes.
    message_bytes: int
    # Messages a second, in the long run.
    messages_per_second: int
    # The server closes the connection after this time without any sign of life, in milliseconds.
    timeout_ms: int


class LobbyMsg(TypedDict):
    """Changes in the lobby."""

    # Tables that are gone.
    closed: List[TableId]
    # Tables that are new or changed.
    tables: List[TableSummary]


class LocalName(TypedDict):
    """A name in both languages of the product."""

    # English.
    en: str
    # French.
    fr: str


class Made(TypedDict, total=False):
    """What a seat's cards make. A side of which nothing can be said yet is left out."""

    # On the high side.
    high: HandName
    # On the low side, if the hand qualifies.
    low: HandName


class _MeResponse(TypedDict):
    # Chips outside tables.
    balance: Chips
    # Who.
    you: PlayerInfo


class MeResponse(_MeResponse, total=False):
    """`GET /api/v1/me`."""

    # Whether the operator has verified that the account is an adult's.
    adult: bool


class _MixConfigRotation(TypedDict):
    kind: Literal["rotation"]


class MixConfigRotation(_MixConfigRotation, total=False):
    """Games in turn."""

    # The games, in the order in which they are played.
    games: List[MixGame]
    # For how many hands each is played; one orbit if left out.
    hands: int
    # A rotation of the list of games; left out if `games` has a list of one's own.
    rotation: str


class _MixConfigDealersChoice(TypedDict):
    kind: Literal["dealers_choice"]


class MixConfigDealersChoice(_MixConfigDealersChoice, total=False):
    """The dealer of each hand picks."""

    # The game of a dealer whose time runs out.
    default: str
    # What may be picked; every game if left out.
    games: List[MixGame]
    # Time to pick, in milliseconds; as long as to act if left out.
    pick_ms: int


class _MixGame(TypedDict):
    # The game.
    game: str


class MixGame(_MixGame, total=False):
    """A game of several at a table."""

    # The betting structure: `nl`, `pot`, `fixed` or `spread`. Left out, it is the game's first; where the dealer picks, it is the
    # dealer's to choose.
    limit: str
    # Multiplies the default amounts of this game, so that the games of a list fit together. Left out, the least bet is that of
    # the game of the list which has the greatest.
    multiplier: int


class _MixInfo(TypedDict):
    # The games, in their order; none where the dealer picks from all there are.
    games: List[MixGame]
    # How the table comes to them.
    kind: MixKind


class MixInfo(_MixInfo, total=False):
    """Several games at one table."""

    # The game of a dealer whose time runs out.
    default: str
    # For how many hands each game of a rotation is played; one orbit if left out.
    hands: int
    # The identifier, if it is in the list of games.
    id: str
    # What people call it, if it has a name.
    name: LocalName
    # Its number in the catalogue, if it has one.
    number: str
    # Time to pick, in milliseconds.
    pick_ms: int


class Mute(TypedDict):
    """Silence for an account."""

    # The request.
    id: str
    # `true` to silence it, `false` to let it chat again.
    muted: bool
    # The account, as in a player's `id`.
    player: str
    # The table.
    table: TableId


class _NoteRequest(TypedDict):
    # At most 200 characters; may be empty if there is a colour.
    text: str


class NoteRequest(_NoteRequest, total=False):
    """What is noted about a player: `PUT /api/v1/notes/{player}`. It takes the place of the earlier note."""

    # A colour; none if left out.
    colour: NoteColour


class _NotesResponse(TypedDict):
    # The notes, in the order of the players' identifiers.
    notes: List[PlayerNote]


class NotesResponse(_NotesResponse, total=False):
    """`GET /api/v1/notes`: the caller's notes."""

    # Behind which player the next ones stand, for `?after=`; left out once there are none.
    after: str


class Notice(TypedDict):
    """A line of the operator for everybody, at tables and elsewhere."""

    # Its number: one that comes again is the same.
    no: int
    # What is said, in English and in French.
    text: LocalName
    # When it is to be shown no more, in milliseconds since 1970. Until then, connections that open get it behind `welcome`.
    until: UnixMs


class _OddsRequest(TypedDict):
    # The identifier of the game.
    game: str
    # The hands that contend, from 2 to 12, all with the same number of cards.
    hands: List[OpenHand]


class OddsRequest(_OddsRequest, total=False):
    """Asks for the odds of hands that lie open: `POST /api/v1/odds`. No card lies in two places."""

    # The cards of the board that lie face up, in their order.
    board: List[Card]
    # How many cards of the board lie face down, behind the others.
    board_down: int
    # Cards that everybody has seen and that cannot come: those of folded hands, and of another board.
    gone: List[Card]
    # The table, where the game is its host's own.
    table: TableId


class _OddsResponse(TypedDict):
    # How many deals to the end are behind it. 1 and `exact` where nothing is to come.
    deals: int
    # Each hand's part of the pot on average, in thousandths rounded down, in the order of the request. Empty where a draw, a
    # discard or another decision may still come, and where cards cannot lie as they do in this game.
    shares: List[int]


class OddsResponse(_OddsResponse, total=False):
    """The odds of open hands."""

    # Whether those are all that there are; else they are dealt at random, the same ones for the same question.
    exact: bool


class OfferRegister(TypedDict):
    """An entry; of a tournament for adults also where the age of the account is not verified."""

    kind: Literal["register"]
    # What it costs in all, bounty included.
    price: Chips


class OfferUnregister(TypedDict):
    """The entry can be taken back."""

    kind: Literal["unregister"]
    # What is paid back.
    refund: Chips


class OfferReEnter(TypedDict):
    """Another entry."""

    kind: Literal["re_enter"]
    # What it costs in all, bounty included.
    price: Chips


class _OfferTournamentRebuy(TypedDict):
    # The chips that it brings.
    chips: Chips
    kind: Literal["tournament_rebuy"]
    # What it costs.
    price: Chips


class OfferTournamentRebuy(_OfferTournamentRebuy, total=False):
    """A rebuy."""

    # Milliseconds in which it has to be answered, from now on, after the last chip is lost; left out while there are some.
    left_ms: int


class OfferAddOn(TypedDict):
    """The add-on."""

    # The chips that it brings.
    chips: Chips
    kind: Literal["add_on"]
    # What it costs.
    price: Chips


class OfferedGame(TypedDict):
    """A game that a dealer may pick."""

    # The game.
    game: str
    # The betting structures to choose from; the first is taken if none is named.
    limits: List[str]
    # Its names.
    name: LocalName


class _OkMsg(TypedDict):
    # The request.
    id: str


class OkMsg(_OkMsg, total=False):
    """A request was carried out. The fields that answer it are there, the others are not."""

    # The games.
    games: List[GameInfo]
    # What the open decision costs and promises.
    hint: Hint
    # The rotations of games, and the dealer's choice.
    mixes: List[MixInfo]
    # The seat that was taken.
    seat: int
    # The number of the last event that the request caused, at its table or in its tournament.
    seq: int
    # The table that was opened.
    table: TableInfo
    # The tables of the lobby.
    tables: List[TableSummary]
    # The number of the ruling request or report that was opened.
    ticket: int
    # The tournament that was entered or opened.
    tournament: TournamentSummary
    # The tournaments of the lobby.
    tournaments: List[TournamentSummary]


class OneTable(TypedDict):
    """A request about a table."""

    # The request.
    id: str
    # The table.
    table: TableId


class OneTournament(TypedDict):
    """A request about a tournament."""

    # The request.
    id: str
    # The tournament.
    tournament: TournamentId


class _OpenHand(TypedDict):
    # The cards that were dealt face down, in their order.
    down: List[Card]


class OpenHand(_OpenHand, total=False):
    """A hand that lies open."""

    # What its player declared.
    declared: Declaration
    # The cards that were dealt face up.
    up: List[Card]


class OwnedBot(TypedDict):
    """A bot of the caller."""

    # Its chips outside tables.
    balance: Chips
    # The bot.
    bot: PlayerInfo
    # Its API tokens that are good.
    tokens: List[BotTokenInfo]


class Paused(TypedDict):
    """A table stands still for a reason outside the game, and so does every clock. It has no number: nothing is written down
    meanwhile. Once play goes on, a snapshot comes, in which an open decision has its full time again."""

    # Why: `storage` if nothing can be written down, as on a full disk.
    reason: str
    # The table.
    table: TableId


class PayTermsLadder(TypedDict):
    """About 15 % of the entries are paid, each place some less than the one above."""

    kind: Literal["ladder"]


class PayTermsTable(TypedDict):
    """One to three places are paid, by the number of entries."""

    kind: Literal["table"]


class PayTermsPercents(TypedDict):
    """By these percents."""

    kind: Literal["percents"]
    # The percents of the pool, the first place first.
    percents: List[int]


class PayTermsSeats(TypedDict):
    """As entries of another tournament."""

    kind: Literal["seats"]
    # The identifier of the structure or tournament that they are entries of.
    of: str
    # How many.
    seats: int


class Pick(TypedDict):
    """Some of several cards."""

    # The cards to choose from.
    cards: List[Card]
    # The greatest number of cards.
    max: int
    # The least number of cards.
    min: int


class PickState(TypedDict):
    """A dealer who is asked for the game of a hand."""

    # The number of the hand to come, to be repeated in the answer.
    hand: int
    # The decision.
    turn: TurnState


class Ping(TypedDict):
    """A heartbeat."""

    # The request.
    id: str


class Place(TypedDict):
    """A finishing place. Players who tie share several."""

    # The best place of those that are shared.
    best: int
    # The worst one; the same as `best` without a tie.
    worst: int


class _PlacesResponse(TypedDict):
    # Who has a place behind `?after=`.
    places: List[Finished]
    # The prizes of all places behind `?after=`, the best place first.
    prizes: List[Chips]


class PlacesResponse(_PlacesResponse, total=False):
    """`GET /api/v1/tournaments/{tournament}/places`: finishing places and prizes, the best first."""

    # Behind which place the next ones stand, for `?after=`; left out once there are none.
    after: int


class Plain(TypedDict):
    """A request with nothing but its `id`."""

    # The request.
    id: str


_PlayedSession = TypedDict("_PlayedSession", {
    "from": 'UnixMs', "games": 'List[str]', "hands": 'int', "net": 'int', "table": 'TableId', "to": 'UnixMs',
})


class PlayedSession(_PlayedSession, total=False):
    """A session at a cash table."""

    # What the table was called, if that is still known.
    table_name: str


class PlayerInfo(TypedDict):
    """Who somebody is, as everybody may know."""

    # The account, for ever.
    id: str
    # What kind of account it is.
    kind: PlayerKind
    # The name to show.
    name: str


class _PlayerNote(TypedDict):
    # When it was changed last, in milliseconds since 1970.
    changed_at: UnixMs
    # About whom, with the name of today.
    player: PlayerInfo
    # What is written; may be empty.
    text: str


class PlayerNote(_PlayerNote, total=False):
    """A note of the caller about a player. It is private."""

    # The colour, if there is one.
    colour: NoteColour


class Pong(TypedDict):
    """A sign of life."""

    # The request.
    id: str
    # The server's clock, in milliseconds since 1970, for display alone.
    time_ms: int


class PotState(TypedDict):
    """A pot."""

    # Chips in it.
    amount: Chips
    # Who contends for it.
    seats: List[int]


class _PracticeRequest(TypedDict):
    # How many bots play, at least one and at most as leaves a seat of the game free.
    bots: int
    # The game, or a mix of several: its identifier.
    game: str


class PracticeRequest(_PracticeRequest, total=False):
    """`POST /api/v1/practice`: a table where the caller alone plays against bots of the house. Only the caller finds it. Its
    chips are no money: none come from an account or go to one."""

    # The betting structure: `nl`, `pot`, `fixed` or `spread`; the game's first if left out.
    limit: str


class Presence(TypedDict):
    """A connection came or went."""

    # Whether a connection is open.
    connected: bool
    # The seat.
    seat: int
    # The table.
    table: TableId


class PresenceChoice(TypedDict):
    """Whether friends see when the caller is here and where the caller plays: `PUT /api/v1/me/presence`, which answers the
    same."""

    # Whether they do.
    shown: bool


class Private(TypedDict):
    """What one viewer alone learns."""

    # The private parts, in the order of their numbers.
    events: List[PrivateEvent]
    # The table.
    table: TableId


class PrivateEventCards(TypedDict):
    """The seat's cards changed: some were dealt, drawn or discarded for good."""

    # The new cards, hidden and open, in the order of the deal; none after a discard without replacement.
    cards: List[Card]
    # All cards of the seat now, in the order in which they lie.
    hand: List[Card]
    kind: Literal["cards"]
    # The number of the public event.
    seq: int


class _PrivateEventMade(TypedDict):
    kind: Literal["made"]
    # The number of the public event.
    seq: int


class PrivateEventMade(_PrivateEventMade, total=False):
    """What the seat's cards make now, sent whenever its cards or the board change. A side of which nothing can be said yet is
    left out."""

    # On the high side.
    high: HandName
    # On the low side, if the hand qualifies.
    low: HandName
    # With the second of two boards.
    second: Made


class _PrivateEventChoices(TypedDict):
    # The cards of the board that lie face up.
    board: List[Card]
    # The seat's own cards.
    cards: List[Card]
    # Everything that is legal, nothing that is not.
    choices: List[Choice]
    # The hand's number, to be repeated in the answer.
    hand: int
    kind: Literal["choices"]
    # All chips in the middle, bets of this round included.
    pot: Chips
    # The number of the public event.
    seq: int
    # The seat's stack.
    stack: Chips
    # Chips to call, 0 if none.
    to_call: Chips
    # The decision's number, to be repeated in the answer.
    turn: int


class PrivateEventChoices(_PrivateEventChoices, total=False):
    """The seat is asked: what is legal, and what a player needs to decide."""

    # How many more cards of the board lie face down.
    board_down: int
    # Whether each of those cards lies face up; left out if none does.
    face_up: List[bool]
    # The cards of the second of two boards.
    second_board: List[Card]


class ProposedRung(TypedDict):
    """What the ladder of penalties proposes. Rule: tournament 11.2."""

    # For which fault.
    fault: str
    # For whom.
    player: int
    # The next rung.
    rung: Rung
    # How often the player was penalised for it.
    times: int


class _PublicEventPlayerSat(TypedDict):
    kind: Literal["player_sat"]
    # Who.
    player: PlayerInfo
    # The seat, from 1.
    seat: int
    # The stack bought in with; in a tournament the stack that the player has there.
    stack: Chips
    # Whether and how the seat takes part.
    status: SeatStatus


class PublicEventPlayerSat(_PublicEventPlayerSat, total=False):
    """A player took a seat."""

    # The bounty on the player's head, in a tournament that has bounties.
    bounty: Chips
    # How the seat takes part in hands of the tournament.
    event_status: EventStatus
    # Whether the player comes from another table of the tournament.
    moved: bool


class _PublicEventPlayerLeft(TypedDict):
    kind: Literal["player_left"]
    # The seat.
    seat: int
    # Chips taken away.
    stack: Chips


class PublicEventPlayerLeft(_PublicEventPlayerLeft, total=False):
    """A player left the table, and the stack went with the player."""

    # Whether the player goes on at another table of the tournament.
    moved: bool


class PublicEventCarriedPaid(TypedDict):
    """The pot that waited for the next hand went to the last player at the table, who leaves now; `player_left` follows."""

    # Chips in it.
    amount: Chips
    kind: Literal["carried_paid"]
    # Who.
    seat: int


class _PublicEventSeatStatusChanged(TypedDict):
    kind: Literal["seat_status_changed"]
    # The seat.
    seat: int
    # How.
    status: SeatStatus


class PublicEventSeatStatusChanged(_PublicEventSeatStatusChanged, total=False):
    """A seat takes part in another way from now on."""

    # How it takes part in hands of a tournament.
    event_status: EventStatus


class PublicEventStraddlingSet(TypedDict):
    """A player straddles from the next hand on when the place allows it, or does so no more."""

    kind: Literal["straddling_set"]
    # Which of the two.
    on: bool
    # The seat.
    seat: int


class PublicEventChipsAdded(TypedDict):
    """A seat bought more chips, between hands."""

    # How many.
    amount: Chips
    kind: Literal["chips_added"]
    # The seat.
    seat: int
    # The stack now.
    stack: Chips


class PublicEventFreeStackGiven(TypedDict):
    """A player who had lost the stack gets another one for nothing; `chips_added` follows."""

    kind: Literal["free_stack_given"]
    # How many are left.
    left: int
    # The seat.
    seat: int


class PublicEventWaitListChanged(TypedDict):
    """The wait list changed."""

    kind: Literal["wait_list_changed"]
    # Who waits, first in line first.
    players: List[PlayerInfo]


class _PublicEventSeatOffered(TypedDict):
    kind: Literal["seat_offered"]
    # For whom.
    player: PlayerInfo
    # The seat.
    seat: int


class PublicEventSeatOffered(_PublicEventSeatOffered, total=False):
    """A free seat is kept for the first in line."""

    # How long it is kept from now on, in milliseconds. Earlier servers left it out.
    keep_ms: int


class _PublicEventGameChanged(TypedDict):
    # The game.
    game: GameAtHand
    kind: Literal["game_changed"]


class PublicEventGameChanged(_PublicEventGameChanged, total=False):
    """The table plays another game from the next hand on, as its turn has come or its dealer has picked it."""

    # Whether the server picked because time ran out.
    auto: bool
    # The dealer who picked it, where dealers pick.
    seat: int


class PublicEventPickWithdrawn(TypedDict):
    """The dealer no longer has to pick a game: players came or went. The new dealer is asked next."""

    kind: Literal["pick_withdrawn"]


class PublicEventSeatsDrawn(TypedDict):
    """Cards were dealt face up for the seats: the highest gets the last of the taken seats, the next-highest the next at its
    right, and so on; of equal ones the first is higher. Players sit where they go to from now on."""

    # Each card with the seat that it was dealt to, in the order of the deal.
    cards: List[SeatCard]
    kind: Literal["seats_drawn"]
    # Every player's way, all at once; some stay.
    moves: List[SeatMove]


class PublicEventDealerDrawn(TypedDict):
    """Cards were dealt face up for the first deal of the table."""

    # Each card with the seat that it was dealt to, in the order of the deal.
    cards: List[SeatCard]
    # Who deals the first hand.
    dealer: int
    kind: Literal["dealer_drawn"]
    # How they decide.
    rule: FirstDealer


class PublicEventClosingAnnounced(TypedDict):
    """The table closes soon: the hand that runs then is the last one."""

    # When, in milliseconds since 1970.
    at: int
    kind: Literal["closing_announced"]


class PublicEventRoodlesStarted(TypedDict):
    """A full house or better has won a pot at a table that plays roodles: from the next hand on all stakes are doubled and no
    player sits out, until the deal comes back to that hand's dealer."""

    kind: Literal["roodles_started"]
    # The doubled stakes.
    stakes: StakesAtHand


class PublicEventRoodlesEnded(TypedDict):
    """Roodles are over."""

    kind: Literal["roodles_ended"]
    # The stakes from now on.
    stakes: StakesAtHand


class _PublicEventHandStarted(TypedDict):
    # The seat of the button, which may be empty.
    button: int
    # Chips in the pot from an earlier hand.
    carried: Chips
    # The game.
    game: str
    # The hand's number at its table, from 1.
    hand: int
    kind: Literal["hand_started"]
    # Who is dealt in, with the stack before anything is posted.
    seats: List[SeatStack]


class PublicEventHandStarted(_PublicEventHandStarted, total=False):
    """A hand begins."""

    # The seat of the big blind.
    big_blind: int
    # Whether it is a bomb pot: all post antes, and the betting begins on the flop.
    bomb_pot: bool
    # After how many hands the next bomb pot comes: 1 if the next hand is one. Left out where there are none.
    bomb_pot_in: int
    # What binds the server to the order of the deck before the first card, a SHA-256 in 64 hex digits. Left out in hands that
    # were composed, such as those of lessons.
    commitment: str
    # The seats whose hands are dead from the start: they get cards that no player ever sees, and count as folded.
    dead: List[int]
    # Whether two boards are dealt, each for one half of every pot.
    double_board: bool
    # The level of a tournament that it is played at.
    level: int
    # The seat of the small blind, which may be empty.
    small_blind: int
    # The seats with chips that get no cards, as they came between the button and the small blind.
    waiting: List[int]


class PublicEventPosted(TypedDict):
    """A forced payment."""

    # Whether the stack is gone.
    all_in: bool
    # Chips paid; fewer than the stakes say, or none, of a player who has no more. The bet to match is that of the stakes all the
    # same.
    amount: Chips
    kind: Literal["posted"]
    # What it was.
    post: PostKind
    # Who.
    seat: int


class PublicEventHoleCardsDealt(TypedDict):
    """Cards were dealt to players. Their owners get the hidden ones as a private part under the same number."""

    # In the order of the deal.
    hands: List[DealtHand]
    kind: Literal["hole_cards_dealt"]


class PublicEventBoardDealt(TypedDict):
    """Cards were put on the board."""

    # The new cards.
    cards: List[Card]
    kind: Literal["board_dealt"]


class PublicEventSecondBoardDealt(TypedDict):
    """Cards were put on the second of two boards."""

    # The new cards.
    cards: List[Card]
    kind: Literal["second_board_dealt"]


class PublicEventBoardDealtDown(TypedDict):
    """Cards were put on the board, face down."""

    # How many.
    count: int
    kind: Literal["board_dealt_down"]


class PublicEventBoardTurned(TypedDict):
    """The next face-down cards of the board were turned up."""

    # The cards.
    cards: List[Card]
    kind: Literal["board_turned"]


class PublicEventCommunalDealt(TypedDict):
    """One card was put on the board, face up, in place of one to each player for whom the deck was too short."""

    # The card.
    card: Card
    kind: Literal["communal_dealt"]


class PublicEventExtraCardDealt(TypedDict):
    """An up-card brought its owner another card, face down. The owner gets it as a private part."""

    kind: Literal["extra_card_dealt"]
    # Whose.
    seat: int


class _PublicEventTurnStarted(TypedDict):
    # What kind of decision it is.
    decision: DecisionKind
    kind: Literal["turn_started"]
    # Who decides; several at once where nothing is shown until all have chosen.
    seats: List[int]
    # The decision's number in this hand. It begins with 1, or with 0 where the dealer is asked for the game first.
    turn: int


class PublicEventTurnStarted(_PublicEventTurnStarted, total=False):
    """A decision is open. Those who decide get their choices as a private part under the same number."""

    # Who may declare in the dark for the coming round while this decision is open.
    dark: DarkOffer
    # The number of the draw, where the decision is `draw`. Records of older hands lack it.
    draw: DrawRound
    # The hand to come, where its dealer is asked for the game.
    hand: int


class _PublicEventDarkDeclared(TypedDict):
    # `check` or `bet`.
    action: BetAction
    kind: Literal["dark_declared"]
    # Who.
    seat: int
    # The total of the bet; 0 for a check.
    to: Chips


class PublicEventDarkDeclared(_PublicEventDarkDeclared, total=False):
    """A player declared a check or a bet for the coming betting round, before its cards of the board are dealt. It is carried
    out when it is that seat's turn there, and is void if the seat folds or is all-in before."""

    # Who may declare next.
    next: DarkOffer


class _PublicEventActionTaken(TypedDict):
    # What.
    action: BetAction
    # Chips added.
    added: Chips
    # Whether the stack is gone.
    all_in: bool
    # Whether the server acted because time ran out.
    auto: bool
    kind: Literal["action_taken"]
    # Who.
    seat: int
    # The seat's total for this betting round.
    to: Chips


class PublicEventActionTaken(_PublicEventActionTaken, total=False):
    """A player acted in a betting round."""

    # Whether it was declared in the dark, and is carried out without a decision.
    dark: bool


class PublicEventExcessForfeited(TypedDict):
    """Chips of an illegal bet or raise beyond what it counts for went into the pot, as dead money."""

    # How many.
    amount: Chips
    kind: Literal["excess_forfeited"]
    # Whose.
    seat: int


class PublicEventKittyTaken(TypedDict):
    """The kitty got chips of the main pot, which is about to be paid."""

    # How many.
    amount: Chips
    kind: Literal["kitty_taken"]


class PublicEventSevenDeucePaid(TypedDict):
    """One player alone won the main pot with a seven and a deuce, and the others paid the bounty of the table. No pot has a
    part in it."""

    # The winner's two cards.
    cards: List[Card]
    kind: Literal["seven_deuce_paid"]
    # What each of the others paid, from the first seat left of the winner on; who has no chips left pays nothing.
    payments: List[SeatAmount]
    # Who won.
    seat: int


class PublicEventKittyShared(TypedDict):
    """The session ends, and those who sit there share the kitty."""

    kind: Literal["kitty_shared"]
    # What each of them got, from the first seat left of the dealer on.
    shares: List[SeatAmount]


class _PublicEventCardsDiscarded(TypedDict):
    # Whether the server acted because time ran out.
    auto: bool
    # How many, those that lay face up included.
    count: int
    kind: Literal["cards_discarded"]
    # Who.
    seat: int


class PublicEventCardsDiscarded(_PublicEventCardsDiscarded, total=False):
    """A player discarded cards for good."""

    # Those of them that lay face up.
    up: List[Card]


class _PublicEventCardsDrawn(TypedDict):
    # Whether the server acted because time ran out.
    auto: bool
    # How many.
    count: int
    kind: Literal["cards_drawn"]
    # Who.
    seat: int


class PublicEventCardsDrawn(_PublicEventCardsDrawn, total=False):
    """A player drew cards, or stood pat with a count of 0. The owner gets the new cards as a private part."""

    # The discards that lay face up. The new cards lie face down.
    up: List[Card]


class PublicEventStraddleDeclined(TypedDict):
    """A player did without the straddle. One who takes it posts it."""

    # Whether the server acted because time ran out.
    auto: bool
    kind: Literal["straddle_declined"]
    # Who.
    seat: int


class PublicEventChoiceMade(TypedDict):
    """A player answered a decision of several; the choices are shown when all have answered."""

    # Whether the server acted because time ran out.
    auto: bool
    kind: Literal["choice_made"]
    # Who.
    seat: int


class PublicEventCardsRolled(TypedDict):
    """Players turned down-cards of their own up."""

    kind: Literal["cards_rolled"]
    # Each player with the cards.
    rolls: List[Rolled]


class PublicEventCardKept(TypedDict):
    """A player left the cards as they lay, where one could have been turned up or changed."""

    # Whether the server acted because time ran out.
    auto: bool
    kind: Literal["card_kept"]
    # Who.
    seat: int


class PublicEventCardSwapped(TypedDict):
    """A player discarded an up-card and received a down-card for it. The owner gets the new card as a private part."""

    # The card discarded.
    card: Card
    kind: Literal["card_swapped"]
    # Who.
    seat: int


class PublicEventCardsArranged(TypedDict):
    """A player laid the down-cards in an order, which the owner gets as a private part."""

    # Whether the server acted because time ran out.
    auto: bool
    kind: Literal["cards_arranged"]
    # Who.
    seat: int


class PublicEventCardBought(TypedDict):
    """A player paid for an up-card: dead money."""

    # Whether the stack is gone.
    all_in: bool
    # Chips paid.
    amount: Chips
    kind: Literal["card_bought"]
    # Who.
    seat: int


class PublicEventBuyPassed(TypedDict):
    """A player did not pay for an up-card and gave up the pot."""

    # Whether the server acted because time ran out.
    auto: bool
    kind: Literal["buy_passed"]
    # Who.
    seat: int


class PublicEventDeclared(TypedDict):
    """Everybody has declared which sides of the pot to play for."""

    # Each player with the declaration.
    declarations: List[SeatDeclaration]
    kind: Literal["declared"]


class PublicEventPassedOut(TypedDict):
    """No player opened a betting round that had to be opened."""

    kind: Literal["passed_out"]


class PublicEventOpenersShown(TypedDict):
    """The player who opened showed the cards that it takes."""

    # The cards.
    cards: List[Card]
    kind: Literal["openers_shown"]
    # Who.
    seat: int


class PublicEventKilledShown(TypedDict):
    """The hand is over, and a hand that an official killed is shown to all."""

    # All its cards.
    cards: List[Card]
    kind: Literal["killed_shown"]
    # Whose.
    seat: int


class PublicEventPotCarried(TypedDict):
    """The pot was not won and waits for the next hand."""

    # Chips in it.
    amount: Chips
    kind: Literal["pot_carried"]


class PublicEventDeckRefilled(TypedDict):
    """Discarded and folded cards were shuffled into the deck again."""

    # How many cards came back.
    count: int
    kind: Literal["deck_refilled"]


class PublicEventUncalledReturned(TypedDict):
    """An unmatched bet, or the part of it that was not matched, went back to its owner."""

    # How many.
    amount: Chips
    kind: Literal["uncalled_returned"]
    # Whose.
    seat: int


class PublicEventPotsFormed(TypedDict):
    """A betting round closed; the pots as they stand, main pot first."""

    kind: Literal["pots_formed"]
    # The pots.
    pots: List[PotState]


class PublicEventHandsTabled(TypedDict):
    """All hands were turned up, as no more betting was possible."""

    # The hands.
    hands: List[ShownCards]
    kind: Literal["hands_tabled"]


class PublicEventRunsDecided(TypedDict):
    """All who contend have answered whether the rest of the board is dealt twice, each time for one half of every pot."""

    kind: Literal["runs_decided"]
    # Whether it is: all agreed.
    twice: bool


class PublicEventSecondRunStarted(TypedDict):
    """The board is complete, and is dealt a second time: cards put on the board from here on belong to the second board."""

    # How many cards, the first of the board, both boards have in common.
    kept: int
    kind: Literal["second_run_started"]


class _PublicEventHandShown(TypedDict):
    # The cards that are shown.
    cards: List[Card]
    kind: Literal["hand_shown"]
    # Whose.
    seat: int


class PublicEventHandShown(_PublicEventHandShown, total=False):
    """A hand was shown; where the board was run twice, once for each board."""

    # What it makes on the high side.
    high: HandName
    # What it makes on the low side.
    low: HandName
    # With which run of the board, from 1; left out where it was dealt once.
    run: int


class PublicEventRabbitShown(TypedDict):
    """A player who was dealt in asked for the cards of the board that would have come, had the hand gone on. Behind
    `hand_completed`, and no part of the hand."""

    # The cards, in the order in which they would have come.
    cards: List[Card]
    kind: Literal["rabbit_shown"]
    # Who asked.
    seat: int


class PublicEventHandMucked(TypedDict):
    """A hand was mucked unseen at the showdown."""

    kind: Literal["hand_mucked"]
    # Whose.
    seat: int


class _PublicEventPotAwarded(TypedDict):
    # What was paid in all.
    amount: Chips
    kind: Literal["pot_awarded"]
    # Which pot; 0 is the main pot.
    pot: int
    # What each winner got.
    shares: List[SeatAmount]
    # Which side.
    side: Side


class PublicEventPotAwarded(_PublicEventPotAwarded, total=False):
    """A pot, or one side of it, was paid."""

    # By which run of the board, from 1; left out where it was dealt once.
    run: int


class PublicEventHandCompleted(TypedDict):
    """The hand is over."""

    # Its number.
    hand: int
    kind: Literal["hand_completed"]
    # The stacks now.
    stacks: List[SeatAmount]


class PublicEventHandVoided(TypedDict):
    """The hand was cancelled: every stack is what it was before it."""

    # Its number.
    hand: int
    kind: Literal["hand_voided"]
    # The stacks now.
    stacks: List[SeatAmount]


class PublicEventPlayerMuted(TypedDict):
    """The host keeps an account from chatting, or lets it chat again."""

    kind: Literal["player_muted"]
    # Which of the two.
    muted: bool
    # The account, as in a player's `id`.
    player: str


class PublicEventPlayerRemoved(TypedDict):
    """The host sent an account away for good."""

    kind: Literal["player_removed"]
    # The account, as in a player's `id`.
    player: str


class PublicEventHostRuled(TypedDict):
    """The host decided something about the table, or what players ask of the host changed."""

    # What has changed.
    deed: HostDeed
    kind: Literal["host_ruled"]
    # All decisions now.
    rules: HostRules


class PublicEventChipsGiven(TypedDict):
    """The host adds chips of the own account to a stack; `chips_added` follows."""

    # How many.
    amount: Chips
    kind: Literal["chips_given"]
    # The seat.
    seat: int


_PublicEventPlayerMoved = TypedDict("_PublicEventPlayerMoved", {
    "from": 'int', "kind": 'Literal["player_moved"]', "status": 'SeatStatus', "to": 'int',
})


class PublicEventPlayerMoved(_PublicEventPlayerMoved):
    """The host moved a player to another seat, between hands."""

    pass


class PublicEventStakesChanged(TypedDict):
    """The host changed the stakes: they hold from the next hand on."""

    # The greatest buy-in.
    buy_in_max: Chips
    # The least buy-in.
    buy_in_min: Chips
    # The game at hand, with what it is played for.
    game: GameAtHand
    kind: Literal["stakes_changed"]


class PublicEventStackSet(TypedDict):
    """A seat of a tournament has another stack, between hands: after a chip race, a rebuy or an add-on, or as chips left play."""

    kind: Literal["stack_set"]
    # The seat.
    seat: int
    # The stack now.
    stack: Chips


class PublicEventBountySet(TypedDict):
    """The bounty on the head of a player of a tournament has changed."""

    # The bounty now.
    bounty: Chips
    kind: Literal["bounty_set"]
    # The seat.
    seat: int


class PublicEventLevelChanged(TypedDict):
    """Another level of the tournament is played from the next hand on."""

    # Its game, with what it is played for.
    game: GameAtHand
    kind: Literal["level_changed"]
    # The level, from 1.
    level: int


class PublicEventHandHeld(TypedDict):
    """A player is all-in and called in hand-for-hand: the hand waits, face down, until no other table has anything to decide."""

    kind: Literal["hand_held"]


class PublicEventHandReleased(TypedDict):
    """The hand that waited goes on."""

    kind: Literal["hand_released"]


class _PublicEventTimeCalled(TypedDict):
    kind: Literal["time_called"]
    # Whose time it is.
    seat: int


class PublicEventTimeCalled(_PublicEventTimeCalled, total=False):
    """Somebody called Time on a player who thinks: `clock` says what is left."""

    # The player who called; left out if an official did.
    by: PlayerInfo


class PublicEventTimeExtended(TypedDict):
    """A player whose connection is down gets more time behind the time bank, once a level of a tournament and once an hour
    elsewhere: `clock` says what is left."""

    kind: Literal["time_extended"]
    # Whose time it is.
    seat: int


class PublicEventTablePaused(TypedDict):
    """Play stopped; clocks stand still."""

    kind: Literal["table_paused"]


class PublicEventTableResumed(TypedDict):
    """Play goes on."""

    kind: Literal["table_resumed"]


class PublicEventTableClosed(TypedDict):
    """The table is closed for good."""

    kind: Literal["table_closed"]


class PushAddress(TypedDict):
    """The subscription that is to be forgotten: `DELETE /api/v1/push`."""

    # The address at the browser's push service.
    endpoint: str


class PushKey(TypedDict):
    """`GET /api/v1/push`: the key that browsers subscribe with, as `applicationServerKey`."""

    # A point of P-256, uncompressed, in base64 for addresses. It is the same for the life of the server's data folder.
    key: str


class PushKeys(TypedDict):
    """What messages for a subscription are sealed with."""

    # 16 bytes, in base64 for addresses.
    auth: str
    # The browser's public key: a point of P-256, uncompressed, in base64 for addresses.
    p256dh: str


class PushSubscription(TypedDict):
    """A subscription of a browser, as `PushSubscription.toJSON()` returns it: `PUT /api/v1/push`. An account has at most 5; a
    new one takes the place of the oldest."""

    # The address at the browser's push service.
    endpoint: str
    # What messages are sealed with.
    keys: PushKeys


class RebuyTerms(TypedDict):
    """Rebuys."""

    # The chips that it brings.
    chips: Chips
    # They end when this level is over.
    levels: int
    # How many a player may take.
    most: int
    # What one costs, to the pool.
    price: Chips


class RefreshRequest(TypedDict, total=False):
    """Renews a session: `POST /api/v1/refresh`. Browsers leave the token out, since they have it in a cookie."""

    # The refresh token. It is used up, whatever becomes of the answer: one that is used twice ends its session.
    refresh_token: str


class Remove(TypedDict):
    """Sending an account away."""

    # The request.
    id: str
    # The account, as in a player's `id`.
    player: str
    # The table.
    table: TableId


class Report(TypedDict):
    """A report of a player to the officials."""

    # The request.
    id: str
    # The account, as in a player's `id`.
    player: str
    # The table.
    table: TableId
    # What happened.
    text: Statement


class RequestRuling(TypedDict):
    """Calling an official."""

    # The request.
    id: str
    # The table.
    table: TableId
    # What it is about.
    text: Statement


class _ResultFigures(TypedDict):
    # Hands.
    hands: int
    # Chips won, or lost if negative.
    net: int


class ResultFigures(_ResultFigures, total=False):
    """Figures of hands. Those that have no meaning for the games that were played are left out."""

    # The result counted in the big blind of each hand, of hands that had one.
    big_blinds: BigBlinds
    # Hands with a raise in the first betting round, of the same hands.
    pfr: Share
    # Hands that came to the showdown, of those that the caller still held behind the first betting round while others did.
    showdown: Share
    # Hands with chips put in by choice in the first betting round (a call, a bet, a raise), of those with a big blind in which
    # the caller had a decision there. The big blind in a walk has none.
    vpip: Share
    # Showdowns that brought chips of a pot, of all showdowns.
    won_at_showdown: Share


class ResultPoint(TypedDict):
    """A point of the line of a result."""

    # When the last of them ended, in milliseconds since 1970.
    at: UnixMs
    # How many hands were played so far.
    hands: int
    # Chips won so far, or lost if negative.
    net: int


class _ResultsResponse(TypedDict):
    # Of each game, the one with most hands first.
    games: List[GameResult]
    # The line of the result, oldest first: at most 240 points.
    points: List[ResultPoint]
    # Of all hands that fit.
    total: ResultFigures


class ResultsResponse(_ResultsResponse, total=False):
    """`GET /api/v1/me/results`: what came of the caller's hands in cash games."""

    # `true` while hands are still being counted: the same request goes on with that.
    counting: bool


class Resume(TypedDict):
    """Catching up."""

    # The last number that was seen.
    after: Seq
    # The request.
    id: str
    # The table.
    table: TableId


class ResumeTournament(TypedDict):
    """Catching up with a tournament."""

    # The last number that was seen.
    after: Seq
    # The request.
    id: str
    # The tournament.
    tournament: TournamentId


class _Rolled(TypedDict):
    # The cards.
    cards: List[Card]
    # The seat.
    seat: int


class Rolled(_Rolled, total=False):
    """Down-cards that a seat turned up."""

    # What was announced with them.
    announced: Declaration


class RuleSection(TypedDict):
    """A part of the rules."""

    # Sentences, one a line.
    lines: List[str]
    # Whether the lines happen one after the other.
    steps: bool
    # What it is about.
    title: str


class SeatAmount(TypedDict):
    """A seat and an amount."""

    # The amount.
    amount: Chips
    # The seat.
    seat: int


class SeatBank(TypedDict):
    """A seat's time bank."""

    # Milliseconds in it.
    left_ms: int
    # The seat.
    seat: int


class SeatCard(TypedDict):
    """A seat and a card that everybody saw it get."""

    # The card.
    card: Card
    # The seat.
    seat: int


class SeatDeclaration(TypedDict):
    """A seat and what it declared."""

    # The seat.
    seat: int
    # Which sides.
    sides: Declaration


_SeatMove = TypedDict("_SeatMove", {"from": 'int', "to": 'int'})


class SeatMove(_SeatMove):
    """A player's way from one seat to another, or to the same."""

    pass


class _SeatPlay(TypedDict):
    # Whether the stack is gone and the hand still contends.
    all_in: bool
    # Chips put in during this betting round.
    bet: Chips
    # The cards as this viewer may see them: `null` where they are face down. None once the hand was given up, except to its
    # owner.
    cards: List[Union[Card, None]]
    # Whether the hand was given up.
    folded: bool


class SeatPlay(_SeatPlay, total=False):
    """A seat in the running hand."""

    # What it announced with the last cards that it turned up.
    announced: Declaration
    # Which sides of the pot it plays for, once all have declared.
    declared: Declaration
    # How many cards it drew last, if the last thing was a draw.
    drew: int
    # Whether each of those cards lies face up; left out if none does.
    face_up: List[bool]
    # What the seat did last in this betting round.
    last_action: BetAction
    # What it posted since the last cards, if it has not acted since: a bring-in, for example.
    posted: PostKind


class SeatRequest(TypedDict):
    """A player who has asked for a seat."""

    # Who.
    player: PlayerInfo
    # What the host has said.
    state: SeatRequestState


class SeatStack(TypedDict):
    """A seat with its stack and how it takes part in the hand."""

    # The seat.
    seat: int
    # The stack.
    stack: Chips


class _SeatState(TypedDict):
    # Whether a connection of the player is open.
    connected: bool
    # Who.
    player: PlayerInfo
    # The seat.
    seat: int
    # The stack, without what is in the pot.
    stack: Chips
    # How the seat takes part.
    status: SeatStatus


class SeatState(_SeatState, total=False):
    """A taken seat."""

    # The bounty on the player's head, in a tournament that has bounties.
    bounty: Chips
    # How it takes part in hands of a tournament.
    event_status: EventStatus
    # The seat in the running hand, if it was dealt in.
    play: SeatPlay
    # Whether the player straddles when the place allows it.
    straddles: bool


class SeqEvent(TypedDict):
    """One event as everybody gets it. Its numbers have no gaps: a client that sees one resumes."""

    # What happened.
    event: PublicEvent
    # The event's number at its table, from 1.
    seq: int


class ServerMsgChat(ChatMsg):
    """Somebody said something."""

    type: Literal["chat"]


class _SessionResponse(TypedDict):
    # The access token for `hello` and for `Authorization: Bearer`.
    access_token: str
    # Chips outside tables.
    balance: Chips
    # Seconds until the access token expires.
    expires_in_s: int
    # Who.
    you: PlayerInfo


class SessionResponse(_SessionResponse, total=False):
    """A session: what guests, registration, login and refresh answer."""

    # The refresh token, good for one `POST /api/v1/refresh`. Browsers get it as an `HttpOnly` cookie instead.
    refresh_token: str


class SessionRules(TypedDict, total=False):
    """What a table plays by besides its game. What is left out is as usual."""

    # Whether there are bomb pots, and how often: every player dealt in posts an ante, there are no blinds and no betting before
    # the flop. Games with a small and a big blind and a shared board only.
    bomb_pot: BombPot
    # When the table closes, in milliseconds since 1970: the hand that runs then is played to its end, and everybody leaves with
    # the stack.
    closes_at: UnixMs
    # Whether a player may check or bet in the dark: declare it for the coming betting round before its cards of the board are
    # dealt, by `check_dark` and `bet_dark`. Games with a board only.
    dark_bets: bool
    # In which hands two boards are dealt side by side, each for one half of every pot. Games of [`GameInfo::double_board_seats`],
    # with no more seats than that.
    double_board: DoubleBoard
    # How the first dealer is found; left out, it is `high_card` in games with a small and a big blind, else `first_jack`.
    first_dealer: FirstDealer
    # Whether a bet or raise of another size than is offered counts as what is legal, the excess being dead money, instead of
    # being refused.
    forfeit_excess: bool
    # How many free stacks a player who has lost everything gets, 1 to 5, one after the other, each as large as the first buy-in.
    # Chips cannot be added then, and a player who has lost all stacks is out. Private tables only.
    free_stacks: int
    # Whether the table has a kitty, which gets one chip of the main pot of every hand with more than one raise. When the table
    # closes those who sit there share it equally, the odd chips going left of the dealer; the last one to leave takes it. Private
    # tables only.
    kitty: bool
    # Whether players who were dealt in may see the cards of the board that would have come, once a hand has ended early:
    # `rabbit_hunt`. Games with a board only.
    rabbit_hunt: bool
    # Whether a full house or better that wins a pot begins roodles: from the next hand on, until the deal comes back to that
    # hand's dealer, all stakes are doubled and no player sits out.
    roodles: bool
    # Whether players who are all-in may agree to deal the rest of the board twice, each time for one half of every pot. They are
    # asked where nothing but cards of the board is still to come.
    run_twice: bool
    # Whether cards dealt face up before the first hand say who sits where: when all seats are taken, or half a minute after
    # enough players are there. Private tables only.
    seat_draw: bool
    # How many big blinds, 1 to 20, each other player of the hand pays to the one who alone wins the main pot with a seven and a
    # deuce of any suits, out of what is left in front of the seat. The winner's cards are shown, even where all others folded.
    # Games only where each player holds two hole cards.
    seven_deuce: int
    # Who shows at the showdown, where the game's own rule shall not hold.
    show_rule: ShowRule
    # Which places may straddle: a player who said so by `straddle` posts twice the big blind before the deal, the betting begins
    # at the next seat, and the straddler speaks last. One player a hand, none between two players. Games with a small and a big
    # blind only.
    straddle: StraddleRule


class _SessionsResponse(TypedDict):
    # The sessions.
    sessions: List[PlayedSession]


class SessionsResponse(_SessionsResponse, total=False):
    """`GET /api/v1/me/sessions`: the caller's sessions at cash tables, newest first. A session is at one table, and ends after
    half an hour without a hand there."""

    # Where older ones begin, for `?before=`; left out once there are none.
    before: UnixMs


class _SetAside(TypedDict):
    # Your chips there, as you last saw them between two hands.
    chips: Chips
    # The table.
    table: TableId


class SetAside(_SetAside, total=False):
    """A table that is out of play because the server cannot continue it. Its chips stay where they are until an operator has
    opened the table again or returned them."""

    # Its name, if it can still be read.
    name: str


class Share(TypedDict):
    """How often something happened, and how often it could have."""

    # How often it could have; not 0.
    of: int
    # How often it did.
    times: int


class ShareRequest(TypedDict):
    """What a link to a hand shows: `POST /api/v1/hands/{table}/{hand}/share`."""

    # Whether players have numbers in place of their names.
    hide_names: bool
    # Whether it shows the caller's cards, besides what everybody saw at the table.
    own_cards: bool


class ShareResponse(TypedDict):
    """A link to a hand, good for everybody. The same request gives the same link until it is taken back."""

    # The page that shows the hand.
    path: str
    # For `GET /api/v1/shared/{token}`: 128 random bits.
    token: str


class Show(TypedDict):
    """Showing cards."""

    # Which of the cards.
    cards: List[Card]
    # The hand's number.
    hand: HandNo
    # The request.
    id: str
    # The table.
    table: TableId


class ShownCards(TypedDict):
    """Cards of a seat that everybody sees."""

    # The cards.
    cards: List[Card]
    # The seat.
    seat: int


class _SitOut(TypedDict):
    # The request.
    id: str
    # `true` to sit out, `false` to come back.
    out: bool
    # The table.
    table: TableId


class SitOut(_SitOut, total=False):
    """Sitting out."""

    # How a returning player enters.
    entry: Entry
    # When sitting out begins, and how coming back is paid for.
    when: SitOutWhen


class _Snapshot(TypedDict):
    # The last number that it includes; events go on from there.
    seq: int
    # What it looks like.
    state: TableState
    # The table.
    table: TableId


class Snapshot(_Snapshot, total=False):
    """A table at an instant."""

    # The number of the first event that `resume` still brings, if there is one. `resume` with `after` one less brings the running
    # hand and the one before it from their beginning. Events up to `seq` are part of `state` already.
    first_seq: int


class StakesAtHand(TypedDict):
    """The amounts that a table plays for from now on."""

    # The ante, 0 if there is none.
    ante: Chips
    # The bet size of each tier: exact in fixed limit, the least otherwise.
    bets: List[Chips]
    # The big blind, 0 if there is none.
    big_blind: Chips
    # The small blind, 0 if there is none.
    small_blind: Chips


class Straddle(TypedDict):
    """Straddling."""

    # The request.
    id: str
    # `true` to straddle, `false` to do so no more.
    on: bool
    # The table.
    table: TableId


class StructureCheckRequest(TypedDict):
    """Asks whether a host's own structure can be played: `POST /api/v1/structures/check`."""

    # The definition, up to 8192 bytes.
    definition: str


class StructureCheckResponse(TypedDict, total=False):
    """Whether it can: the structure, or the first thing that is wrong with the definition."""

    # What is wrong there.
    error: str
    # The key that is wrong, such as `levels` or `rebuy.chips`; left out where the definition is no TOML.
    key: str
    # The line that is wrong, from 1.
    line: int
    # The structure, if nothing is wrong.
    structure: StructureInfo


class StructureFile(TypedDict):
    """`GET /api/v1/structures/{structure}`: a structure that comes with the server, with its file to begin one's own with."""

    # Its file.
    definition: str
    # The structure.
    structure: StructureInfo


class _StructureInfo(TypedDict):
    # What becomes of the hand of an absent player.
    absent_hand: AbsentHand
    # Time to act, in milliseconds.
    action_ms: int
    # Who pays the ante.
    ante: AnteFormat
    # The time bank at the start, in milliseconds.
    bank_ms: int
    # When breaks are.
    breaks: BreakPlan
    # How decisions are timed.
    clock: ClockKind
    # It takes no more players than this.
    entries_max: int
    # With fewer players it does not start.
    entries_min: int
    # How many seats the final table has.
    final_seats: int
    # What is played: one game, or several that take turns, a level each.
    games: List[TournamentGame]
    # What the pool holds at the least; 0 if nothing is guaranteed.
    guarantee: Chips
    # When hand-for-hand begins.
    hand_for_hand: List[HandForHandTrigger]
    # The stable identifier, such as `freezeout`.
    id: str
    # How the field becomes smaller.
    kind: FieldKind
    # Entries are open until this level is over; 0 closes them at the start.
    late_levels: int
    # With so many tables or fewer, tables that are short halt earlier.
    late_tables: int
    # Levels and breaks in their order. After the last level each one is half as large again.
    levels: List[LevelRow]
    # Its names.
    name: LocalName
    # How the pool is shared out.
    pays: PayTerms
    # What an entry pays to the pool.
    price: Chips
    # How often a player who is out may enter again while entries are open.
    re_entries: int
    # How many seats a table has.
    seats: int
    # How hard penalties are.
    severity: Severity
    # The chips of an entry.
    stack: Chips
    # What starts the tournament.
    start: StartKind


class StructureInfo(_StructureInfo, total=False):
    """The structure of a tournament: everything that is published before anybody enters."""

    # The add-on, if there is one.
    add_on: AddOnTerms
    # Bounties, if there are any.
    bounty: BountyTerms
    # Whether a player may check or bet in the dark: see `dark_bets` of a table's `session`.
    dark_bets: bool
    # `true` if the house alone may announce it, as it guarantees prizes.
    house_only: bool
    # Prizes are multiples of it, but for the first, which takes the rest; 1 if left out.
    pays_unit: Chips
    # Rebuys, if there are any.
    rebuy: RebuyTerms


class StructuresResponse(TypedDict):
    """`GET /api/v1/structures`: the structures that come with the server."""

    # The structures.
    structures: List[StructureInfo]


class StudyDecision(TypedDict):
    """A decision of a hand to study."""

    # What the seat did.
    action: Action
    # What the decision cost and promised.
    hint: Hint
    # The place of the event of the record that asked, from 1: that of the part with its choices.
    seq: int


class StudyHand(TypedDict):
    """A hand to study, from one of its seats."""

    # Every decision of the seat, in order.
    decisions: List[StudyDecision]
    # The family of its game.
    family: str
    # The hand as the player of that seat saw it, `own.seat`. `parts` hold `choices` as well: what the seat was asked.
    record: HandRecord


class StudyResponse(TypedDict):
    """`GET /api/v1/practice/hands`: hands to study, which bots of the house have played. They are the same for everybody for a
    day, by UTC, and others on the next."""

    # The day, as in `2026-11-25`.
    day: str
    # The hands, of several families of games.
    hands: List[StudyHand]


class _TableConfig(TypedDict):
    # The game; with a `definition`, its identifier or an empty text; empty with a `mix`.
    game: str
    # What to call it; 1 to 40 characters.
    name: str
    # How many seats.
    seats: int


class TableConfig(_TableConfig, total=False):
    """How a table is set up. What is left out takes the game's default."""

    # Time to act, in milliseconds: 100 at least. Where people sit they have 1000, whatever is chosen.
    action_ms: int
    # Whether hands are turned up as soon as one is all-in and no more betting is possible.
    all_in_face_up: bool
    # The ante of every player.
    ante: Chips
    # The big blind.
    big_blind: Chips
    # The greatest buy-in.
    buy_in_max: Chips
    # The least buy-in.
    buy_in_min: Chips
    # A game of the host's own, in the format of the server's own games, up to 8192 bytes. Only private tables play such.
    definition: str
    # Whether bots of the house may come where people play, if the server has any. Not to private tables, which they cannot see.
    house_bots: bool
    # The betting structure: `nl`, `pot`, `fixed` or `spread`.
    limit: str
    # Several games instead of one; `game` is empty then, and amounts come from `multiplier`.
    mix: MixConfig
    # Whether the button moves to the next player always, instead of staying on a seat that lost its player.
    moving_button: bool
    # Multiplies every default amount of the game; amounts that are given below replace the product.
    multiplier: int
    # Whether the table is for those alone who know its identifier, which has an invitation of 128 random bits in it then: no list
    # has it, and a part of the identifier finds nothing.
    private: bool
    # What the table plays by besides its game.
    session: SessionRules
    # The small blind.
    small_blind: Chips
    # The time bank of each player, in milliseconds.
    time_bank_ms: int


class _TableInfo(TypedDict):
    # Time to act, in milliseconds.
    action_ms: int
    # The ante, 0 if there is none.
    ante: Chips
    # The bet size of each tier: exact in fixed limit, the least otherwise.
    bets: List[Chips]
    # The big blind, 0 if there is none.
    big_blind: Chips
    # The greatest buy-in.
    buy_in_max: Chips
    # The least buy-in.
    buy_in_min: Chips
    # The game; of several the one at hand, as are its names, limit and amounts.
    game: str
    # The game's names.
    game_name: LocalName
    # The betting structure.
    limit: str
    # What it is called.
    name: str
    # Whether it is left out of the lobby's list.
    private: bool
    # How many seats.
    seats: int
    # The small blind, 0 if there is none.
    small_blind: Chips
    # Its identifier; that of a private table has the invitation in it.
    table: TableId
    # The time bank, in milliseconds.
    time_bank_ms: int


class TableInfo(_TableInfo, total=False):
    """A table with everything resolved."""

    # The account that opened the table, as in a player's `id`; left out at tables of the house.
    host: str
    # Whether bots of the house may come where people play.
    house_bots: bool
    # The games that the table plays, if it plays several.
    mix: MixInfo
    # Whether the game is the host's own, which no list of games has: the table's snapshot has it.
    own_game: bool
    # Whether one player practises here against bots. The chips are worth nothing elsewhere.
    practice: bool
    # What the table plays by besides its game; left out if all is as usual.
    session: SessionRules
    # The tournament that the table belongs to. Its chips are worth nothing elsewhere, and requests about seats and chips go to
    # the tournament.
    tournament: EventInfo


class TableOutOfPlay(TypedDict):
    """A table that the server could not play on."""

    # The table's number in the tournament.
    table_no: int
    # What was wrong, in the server's words.
    why: str


class _TableState(TypedDict):
    # Hands completed so far.
    hands: int
    # The table.
    info: TableInfo
    # Whether play is paused.
    paused: bool
    # The taken seats.
    seats: List[SeatState]
    # Who waits for a seat, first in line first.
    wait_list: List[PlayerInfo]


class TableState(_TableState, total=False):
    """A table at an instant, as one viewer may see it."""

    # How many hands it is to the next bomb pot, behind the running hand if there is one: 1 if the next hand is one. Left out
    # where there are none.
    bomb_pot_in: int
    # Chips of a pot that was not won, if there are any: between two hands they wait for the next one, in a running hand they are
    # part of its pot.
    carried: Chips
    # The game, if it is the host's own; the list of games has all others.
    game: GameInfo
    # The hand that runs, if one does.
    hand: HandState
    # What the host has decided; left out while that is nothing.
    host_rules: HostRules
    # Chips in the kitty, if the table has one.
    kitty: Chips
    # Accounts that the host keeps from chatting, as in a player's `id`.
    muted: List[str]
    # The dealer's pick of the game of the next hand, if it is open.
    pick: PickState
    # Whether roodles are played: an orbit for doubled stakes, which are those of `info`.
    roodles: bool
    # The viewer's own affairs, if the viewer sits here.
    you: YourState


class _TableSummary(TypedDict):
    # The average pot of the last hands.
    average_pot: Chips
    # How many of those are bots.
    bots: int
    # Hands completed so far.
    hands: int
    # The table.
    info: TableInfo
    # The taken seats.
    taken: List[int]
    # How many wait for a seat.
    waiting: int


class TableSummary(_TableSummary, total=False):
    """A line of the lobby."""

    # How many of the taken seats do not play: their players sit out, have no chips, or no connection.
    away: int
    # How many more hands the game at hand is played, if it is one of a rotation and that is known.
    hands_left: int


class TablesResponse(TypedDict):
    """`GET /api/v1/tables`."""

    # The tables of the lobby.
    tables: List[TableSummary]


class TimeBank(TypedDict):
    """When the own time bank begins."""

    # The request.
    id: str
    # When.
    start: BankStart
    # The table.
    table: TableId


class TopUpRequest(TypedDict, total=False):
    """Asks for play money: `POST /api/v1/top-up`, answered as `GET /api/v1/me`. Moves chips."""

    # How much; what is left of the day's grant if left out.
    amount: Chips
    # A name for the request, 1 to 64 characters: repeated, it grants nothing more.
    id: str


class TournamentConfig(TypedDict, total=False):
    """A tournament to be announced: `POST /api/v1/tournaments`."""

    # Whether it is for adults: an account enters only once the operator has verified its age, and no program does: it takes no
    # bots. So is a satellite of such a tournament, asked for or not.
    adults_only: bool
    # Bots of the house come until so many players have entered, once a person has.
    bots: int
    # A structure of the host's own, in the format of the server's own structures, up to 8192 bytes. The house pays nothing into
    # its pool: it has no guarantee.
    definition: str
    # The languages of its chat, as BCP 47 tags such as `en` or `fr-CA`, each once and at most 8; none if left out: any will do.
    languages: List[str]
    # Whether it is played with real cards and chips beside a screen: the host and other officials enter players and results by
    # floor actions, its tables deal nothing, and no chips of accounts move. It may go without `starts_at`, and takes no bots.
    live: bool
    # What to call it; 1 to 40 characters. As its structure if left out.
    name: str
    # Whether it is left out of lists, and for those alone who have its identifier, with the invitation in it.
    private: bool
    # When play begins, at most 31 days from now; required unless it is a sit & go.
    starts_at: UnixMs
    # The structure, by its identifier; empty with a `definition`.
    structure: str
    # The tournament whose seats are the prizes; required if the structure pays seats. It has the structure that `pays.of` names,
    # no play has begun there, and it does not start before its entries pay for all seats.
    target: TournamentId


class _TournamentEventPlayerRegistered(TypedDict):
    # Chips paid for bounties.
    bounty: Chips
    # The number of the entry.
    entry: int
    event: Literal["player_registered"]
    # Chips paid to the pool.
    paid: Chips
    # The player's number in this tournament.
    player: int
    # The stack that the entry brings.
    stack: Chips


class TournamentEventPlayerRegistered(_TournamentEventPlayerRegistered, total=False):
    """A player entered."""

    # Who the player is. A simulation leaves it out.
    who: PlayerInfo


class TournamentEventStartPostponed(TypedDict):
    """No person has entered: play begins at this time instead."""

    event: Literal["start_postponed"]
    # When.
    starts_at: UnixMs


class TournamentEventEntryUndone(TypedDict):
    """What an official did was taken back: the tournament is as if it had never been done. A snapshot follows for those who
    watch."""

    # Who took it back.
    by: Official
    event: Literal["entry_undone"]
    # The line of the trail.
    line: int
    # Why.
    reason: str


class TournamentEventEntryRedone(TypedDict):
    """What was taken back was brought back: the tournament is as if it had never been taken back. A snapshot follows for those
    who watch."""

    # Who brought it back.
    by: Official
    event: Literal["entry_redone"]
    # The line of the trail.
    line: int
    # Why.
    reason: str


class TournamentEventReEntered(TypedDict):
    """A player who was out entered again."""

    # Chips paid for bounties.
    bounty: Chips
    # The number of the new entry.
    entry: int
    event: Literal["re_entered"]
    # Chips paid to the pool.
    paid: Chips
    # Who.
    player: int
    # The stack that the entry brings.
    stack: Chips


class TournamentEventPlayerUnregistered(TypedDict):
    """A player took the entry back before the start, or got it back as the tournament was cancelled."""

    # The entry.
    entry: int
    event: Literal["player_unregistered"]
    # Who.
    player: int
    # Chips paid back.
    refund: Chips


class TournamentEventRebuyTaken(TypedDict):
    """A player bought chips."""

    # Chips that it brings to the stack.
    chips: Chips
    # The entry.
    entry: int
    event: Literal["rebuy_taken"]
    # Chips paid to the pool.
    paid: Chips
    # Who.
    player: int


class TournamentEventAddOnTaken(TypedDict):
    """A player took the add-on."""

    # Chips that it brings to the stack.
    chips: Chips
    # The entry.
    entry: int
    event: Literal["add_on_taken"]
    # Chips paid to the pool.
    paid: Chips
    # Who.
    player: int


class TournamentEventRegistrationClosed(TypedDict):
    """Entries closed, and prizes are fixed."""

    # How many players are still in.
    alive: int
    # Chips for bounties.
    bounty_pool: Chips
    # How many entries were paid.
    entries: int
    event: Literal["registration_closed"]
    # What the house paid of it, up to the guarantee.
    overlay: Chips
    # How many players paid them.
    players: int
    # Chips in the pool, the overlay included.
    pool: Chips
    # The prize of each paid place, the first place first.
    prizes: List[Chips]


class TournamentEventRoundStarted(TypedDict):
    """A round of a shootout or bracket began."""

    event: Literal["round_started"]
    # The round, from 1.
    round: int
    # Its tables.
    tables: List[int]


class TournamentEventTableOpened(TypedDict):
    """A table was opened. It can be watched shortly after: its players learn it from `tournament_you`, others from HTTP or a
    new snapshot."""

    event: Literal["table_opened"]
    # How many seats it has.
    seats: int
    # Its number in this tournament.
    table: int


class TournamentEventTableBroken(TypedDict):
    """A table was broken: its players sit elsewhere."""

    event: Literal["table_broken"]
    # Which.
    table: int


class TournamentEventBreakOrderPublished(TypedDict):
    """The order in which tables break."""

    event: Literal["break_order_published"]
    # The tables, the next one to break first.
    order: List[int]


class TournamentEventSeatAssigned(TypedDict):
    """A player got a seat."""

    # The entry.
    entry: int
    event: Literal["seat_assigned"]
    # Who.
    player: int
    # The seat there.
    seat: int
    # The stack.
    stack: Chips
    # The table.
    table: int
    # Why.
    why: SeatReason


_TournamentEventPlayerMoved = TypedDict("_TournamentEventPlayerMoved", {
    "event": 'Literal["player_moved"]', "from": 'List[int]', "player": 'int', "to": 'List[int]', "why": 'MoveReason',
})


class TournamentEventPlayerMoved(_TournamentEventPlayerMoved, total=False):
    """A player changed tables."""

    # The rule that decided.
    rule: str


class _TournamentEventTableHalted(TypedDict):
    event: Literal["table_halted"]
    # Which.
    table: int
    # Why.
    why: HaltReason


class TournamentEventTableHalted(_TournamentEventTableHalted, total=False):
    """A table deals no further hand for now."""

    # The rule that decided.
    rule: str


class _TournamentEventTableResumed(TypedDict):
    event: Literal["table_resumed"]
    # Which.
    table: int
    # Why it had stopped.
    why: HaltReason


class TournamentEventTableResumed(_TournamentEventTableResumed, total=False):
    """A halted table plays on."""

    # The rule that decided.
    rule: str


_TournamentEventFinalTableFormed = TypedDict("_TournamentEventFinalTableFormed", {
    "event": 'Literal["final_table_formed"]', "from": 'List[int]', "seats": 'int', "table": 'int',
})


class TournamentEventFinalTableFormed(_TournamentEventFinalTableFormed, total=False):
    """The final table was formed; `seat_assigned` says who sits where."""

    # The rule that decided.
    rule: str


class _TournamentEventLevelStarted(TypedDict):
    # The ante, 0 if there is none.
    ante: Chips
    # The big blind; in games without blinds the bet of the first tier.
    big_blind: Chips
    # How long it lasts, in seconds.
    duration: int
    event: Literal["level_started"]
    # The game that it is played in; `omaha:pot` names the limit too.
    game: str
    # The level, from 1.
    level: int
    # The small blind, 0 if there is none.
    small_blind: Chips
    # The smallest chip in play.
    unit: Chips


class TournamentEventLevelStarted(_TournamentEventLevelStarted, total=False):
    """A level began."""

    # The rule that decided.
    rule: str


class TournamentEventBreakStarted(TypedDict):
    """A break began. Running hands are played to their end."""

    # How long it lasts, in seconds.
    duration: int
    event: Literal["break_started"]


class TournamentEventBreakEnded(TypedDict):
    """The break is over."""

    event: Literal["break_ended"]


class TournamentEventClockStopped(TypedDict):
    """The level clock stopped."""

    # Seconds of it that are over.
    elapsed: int
    event: Literal["clock_stopped"]
    # The level.
    level: int


class _TournamentEventClockAdvanced(TypedDict):
    # Seconds of it that are over.
    elapsed: int
    event: Literal["clock_advanced"]
    # The level.
    level: int


class TournamentEventClockAdvanced(_TournamentEventClockAdvanced, total=False):
    """A round of hand-for-hand moved the level clock, or an official set it."""

    # Who set it; left out of a round of hand-for-hand.
    by: Official
    # Why it was set; left out of a round of hand-for-hand.
    reason: str
    # The rule that decided.
    rule: str


class TournamentEventClockStarted(TypedDict):
    """The level clock runs again."""

    # Seconds of it that are over.
    elapsed: int
    event: Literal["clock_started"]
    # The level.
    level: int


class TournamentEventTournamentPaused(TypedDict):
    """An official stopped play. No further hand begins."""

    # Who decided.
    by: Official
    event: Literal["tournament_paused"]
    # Why, in words.
    reason: str


class TournamentEventTournamentResumed(TypedDict):
    """Play goes on."""

    # Who decided.
    by: Official
    event: Literal["tournament_resumed"]
    # Why, in words.
    reason: str


_TournamentEventChipRaceAnnounced = TypedDict("_TournamentEventChipRaceAnnounced", {
    "event": 'Literal["chip_race_announced"]', "from": 'Chips', "to": 'Chips',
})


class TournamentEventChipRaceAnnounced(_TournamentEventChipRaceAnnounced):
    """Small chips leave play, each table before its next hand."""

    pass


_TournamentEventChipRaceCompleted = TypedDict("_TournamentEventChipRaceCompleted", {
    "after": 'List[List[int]]', "before": 'List[List[int]]', "cards": 'List[Card]', "courtesy": 'List[int]', "delta": 'int',
    "event": 'Literal["chip_race_completed"]', "from": 'Chips', "table": 'int', "to": 'Chips', "winners": 'List[int]',
})


class TournamentEventChipRaceCompleted(_TournamentEventChipRaceCompleted, total=False):
    """Small chips have left a table."""

    # The rule that decided.
    rule: str


class _TournamentEventHandForHandAnnounced(TypedDict):
    # How many players are still in.
    alive: int
    event: Literal["hand_for_hand_announced"]
    # Why.
    why: HandForHandReason


class TournamentEventHandForHandAnnounced(_TournamentEventHandForHandAnnounced, total=False):
    """Hand-for-hand begins as soon as all running hands are over."""

    # The rule that decided.
    rule: str


class TournamentEventHandForHandEnded(TypedDict):
    """Hand-for-hand is over."""

    event: Literal["hand_for_hand_ended"]


class TournamentEventHandForHandRoundStarted(TypedDict):
    """These tables deal a hand at the same instant."""

    event: Literal["hand_for_hand_round_started"]
    # The round, from 1.
    round: int
    # The tables.
    tables: List[int]


class TournamentEventHandForHandRoundEnded(TypedDict):
    """Each of the tables has played its hand."""

    event: Literal["hand_for_hand_round_ended"]
    # The round.
    round: int
    # The tables.
    tables: List[int]


class TournamentEventHandHeld(TypedDict):
    """A player is all-in and called in hand-for-hand: the hand waits, face down, until no other table has anything to decide."""

    event: Literal["hand_held"]
    # The hand's number there.
    hand: int
    # The table.
    table: int


class TournamentEventHandReleased(TypedDict):
    """A hand that waited goes on."""

    event: Literal["hand_released"]
    # The hand's number there.
    hand: int
    # The table.
    table: int


class _TournamentEventHandVoided(TypedDict):
    # Who decided.
    by: Official
    event: Literal["hand_voided"]
    # The hand's number there.
    hand: int
    # How.
    mode: VoidMode
    # Why, in words.
    reason: str
    # Each seat with its stack now.
    stacks: List[List[int]]
    # The table.
    table: int


class TournamentEventHandVoided(_TournamentEventHandVoided, total=False):
    """A hand was voided."""

    # The rule that decided.
    rule: str


class TournamentEventStatusChanged(TypedDict):
    """A player came or went."""

    event: Literal["status_changed"]
    # Who.
    player: int
    # Which of the two.
    status: PlayerPresence


class _TournamentEventPenaltyIssued(TypedDict):
    # Who decided.
    by: Official
    event: Literal["penalty_issued"]
    # For what, in words.
    fault: str
    # Hands to be missed, from the next one on.
    hands: int
    # Who.
    player: int
    # Why, in words.
    reason: str
    # How hard.
    rung: Rung


class TournamentEventPenaltyIssued(_TournamentEventPenaltyIssued, total=False):
    """A player was penalised."""

    # The rule that decided.
    rule: str


class TournamentEventPenaltyProgress(TypedDict):
    """A player has missed a hand of a penalty."""

    event: Literal["penalty_progress"]
    # Hands still to be missed.
    left: int
    # Who.
    player: int


class TournamentEventPlayerEliminated(TypedDict):
    """A player lost the last chip, for good."""

    # The entry.
    entry: int
    event: Literal["player_eliminated"]
    # The hand's number there.
    hand: int
    # Who.
    player: int
    # The stack with which the player began that hand.
    stack: Chips
    # The table.
    table: int


class _TournamentEventPlayerWithdrew(TypedDict):
    # Who decided.
    by: Official
    # The entry.
    entry: int
    event: Literal["player_withdrew"]
    # Who.
    player: int
    # Why, in words.
    reason: str


class TournamentEventPlayerWithdrew(_TournamentEventPlayerWithdrew, total=False):
    """A player left for good. The chips left play."""

    # The rule that decided.
    rule: str


class _TournamentEventPlayerDisqualified(TypedDict):
    # Who decided.
    by: Official
    # The entry.
    entry: int
    event: Literal["player_disqualified"]
    # Who.
    player: int
    # Why, in words.
    reason: str


class TournamentEventPlayerDisqualified(_TournamentEventPlayerDisqualified, total=False):
    """A player was disqualified. The chips left play."""

    # The rule that decided.
    rule: str


class TournamentEventChipsRemoved(TypedDict):
    """Chips left play."""

    # How many.
    amount: Chips
    event: Literal["chips_removed"]
    # Whose.
    player: int


class TournamentEventBountyAwarded(TypedDict):
    """A bounty was won."""

    # Chips paid out.
    cash: Chips
    event: Literal["bounty_awarded"]
    # Chips added to the bounty on the winner's own head.
    head: Chips
    # Who gets it.
    player: int
    # Who was eliminated. The winner of the tournament is named here for what is left at the end.
    victim: int


class _TournamentEventPlaceAssigned(TypedDict):
    # The best place that the player shares.
    best: int
    event: Literal["place_assigned"]
    # Who.
    player: int
    # The worst one; the same as `best` without a tie.
    worst: int


class TournamentEventPlaceAssigned(_TournamentEventPlaceAssigned, total=False):
    """A player has a finishing place. Players who tie share several."""

    # Prizes that the player was paid before, as by a deal; left out where there were none.
    paid: Chips
    # The rule that decided.
    rule: str


class TournamentEventPrizeAwarded(TypedDict):
    """A player has won a prize."""

    # Chips; for a seat of a satellite its value.
    amount: Chips
    event: Literal["prize_awarded"]
    # Who.
    player: int
    # For what.
    why: PrizeReason


class TournamentEventDealProposed(TypedDict):
    """A player still in proposes a deal. Play is paused, and the deal is offered as soon as no hand is running."""

    event: Literal["deal_proposed"]
    # Chips of the prizes that would stay for the first place.
    keep: Chips
    # How prizes would be shared out.
    kind: DealKind
    # Who.
    player: int


class _TournamentEventDealOffered(TypedDict):
    event: Literal["deal_offered"]
    # Chips of the prizes that stay for the first place, to be played for.
    keep: Chips
    # How prizes are shared out.
    kind: DealKind
    # Each player with what is due.
    shares: List[List[int]]


class TournamentEventDealOffered(_TournamentEventDealOffered, total=False):
    """The players still in are offered a deal. It stands until it is made, play goes on, or another one is offered."""

    # Milliseconds in which all have to agree; left out if there is no limit.
    left_ms: int


class TournamentEventDealAnswered(TypedDict):
    """A player has answered the deal that is offered."""

    # Whether the player agrees.
    agrees: bool
    event: Literal["deal_answered"]
    # Who.
    player: int


class TournamentEventDealEnded(TypedDict):
    """The deal that was proposed or offered is off."""

    event: Literal["deal_ended"]
    # Why.
    why: DealEndReason


class TournamentEventDealMade(TypedDict):
    """The players still in have shared the prizes."""

    event: Literal["deal_made"]
    # How.
    kind: DealKind
    # Each player with what was paid.
    shares: List[List[int]]


class TournamentEventSeatGiven(TypedDict):
    """The winner of a seat has entered the tournament that it is a seat of, or keeps its value in chips: who has entered there
    already, or cannot any more."""

    # Whether the player has entered by it. The chips were paid before, and are the price of the entry.
    entered: bool
    event: Literal["seat_given"]
    # Who.
    player: int
    # The tournament.
    tournament: TournamentId


class _TournamentEventTableTold(TypedDict):
    # Who decided.
    by: Official
    event: Literal["table_told"]
    # Why, in words.
    reason: str
    # Which table.
    table: int
    # What, in words.
    text: str


class TournamentEventTableTold(_TournamentEventTableTold, total=False):
    """An official has told the players of a table something at once, such as what one of them has told a rival who is still in
    the hand."""

    # The rule behind it.
    rule: str


class TournamentEventRulingIssued(TypedDict):
    """An official has decided."""

    # Who decided.
    by: Official
    event: Literal["ruling_issued"]
    # Why, in words.
    reason: str
    # Which rule it is about.
    rule: str
    # By which tool.
    tool: str


class TournamentEventTournamentCancelled(TypedDict):
    """The tournament was cancelled. Events before it say what is due to each player."""

    event: Literal["tournament_cancelled"]
    # Why, in words.
    reason: str


class TournamentEventTournamentCompleted(TypedDict):
    """The tournament is over."""

    event: Literal["tournament_completed"]
    # The winner, or those who share the end.
    players: List[int]


class _TournamentEvents(TypedDict):
    # The events.
    events: List[TournamentEvent]
    # The number of the first of these events, from 1; each further one has the next number.
    first_seq: int
    # The tournament.
    tournament: TournamentId


class TournamentEvents(_TournamentEvents, total=False):
    """Events of a tournament, in order and without gaps, the same for all."""

    # The level clock after them, where one of them has moved, stopped or started it.
    clock: LevelClock


class TournamentGame(TypedDict):
    """A game of a tournament."""

    # The game.
    game: str
    # The betting structure: `nl`, `pot`, `fixed` or `spread`.
    limit: str


class TournamentPresence(TypedDict):
    """Being away, or back."""

    # `true` from the next hand on, `false` to come back at the next deal.
    absent: bool
    # The request.
    id: str
    # The tournament.
    tournament: TournamentId


class TournamentSnapshot(TypedDict):
    """A tournament as it is now; what was known of it before is void."""

    # The last number that it includes; events go on from there.
    seq: int
    # What it looks like.
    state: TournamentState
    # The tournament.
    tournament: TournamentId


class _TournamentState(TypedDict):
    # The average stack of the players still in; 0 before the start.
    average_stack: Chips
    # Chips for bounties so far; 0 if there are none.
    bounty_pool: Chips
    # The order in which tables break, the next one first. At most 50.
    break_order: List[int]
    # The players, those still in first, by number. At most 100, you among them: HTTP has them all.
    entrants: List[Entrant]
    # Who has a finishing place, the best first. At most 100: HTTP has them all.
    places: List[Finished]
    # The prize of each paid place, the first place first, as far as the entries so far decide it; fixed once entries close. At
    # most 100: HTTP has them all.
    prizes: List[Chips]
    # The version of the rules that it is played by, to be named by `register`.
    rules: int
    # What was published before anybody entered.
    structure: StructureInfo
    # In short.
    summary: TournamentSummary
    # How many tables are in play.
    table_count: int
    # The tables in play by number. At most 50: HTTP has them all.
    tables: List[EventTable]
    # Where you stand.
    you: YourTournament


class TournamentState(_TournamentState, total=False):
    """A tournament at an instant, as one account may see it."""

    # The level clock; left out before the start and after the end.
    clock: LevelClock
    # The deal that is offered, if one is.
    deal: DealOffer
    # Hand-for-hand, if it is announced or played.
    hand_for_hand: HandForHandState
    # The level that is played; left out before the start and after the end.
    level: LevelInfo
    # The level after it, or the first one before the start; left out after the end.
    next_level: LevelInfo
    # Why play is paused, in words, if an official has paused it.
    paused: str


class _TournamentSummary(TypedDict):
    # Players still in.
    alive: int
    # What an entry pays for bounties besides; 0 if there are none.
    bounty: Chips
    # What an entry pays to the pool.
    buy_in: Chips
    # Entries so far, re-entries included, those given back not.
    entries: int
    # It takes no more players than this.
    entries_max: int
    # With fewer players it does not start.
    entries_min: int
    # Whether players may enter now, before the start or late.
    entries_open: bool
    # What kind of tournament it is.
    format: TournamentFormat
    # What is played: one game, or several that take turns, a level each.
    games: List[TournamentGame]
    # What the pool holds at the least: the house pays the rest. 0 if nothing is guaranteed.
    guarantee: Chips
    # What it is called.
    name: LocalName
    # How far it is.
    phase: TournamentPhase
    # Chips in the pool so far, without bounties.
    pool: Chips
    # How many seats a table has.
    seats: int
    # The chips that an entry brings to the table. They are worth nothing outside it.
    stack: Chips
    # The identifier of its structure, such as `freezeout`.
    structure: str
    # The tournament.
    tournament: TournamentId


class TournamentSummary(_TournamentSummary, total=False):
    """A line of the lobby: a tournament in short."""

    # Whether it is for adults: an account enters only once the operator has verified its age, and no program does.
    adults_only: bool
    # How many bots of the house are asked to come.
    bots_wanted: int
    # When it was over, in milliseconds since 1970; left out until then.
    ended_at: UnixMs
    # The account that opened it, as in a player's `id`; left out where the house did.
    host: str
    # Whether it is one of the house's.
    house: bool
    # The languages of its chat, as BCP 47 tags such as `en` or `fr-CA`; left out where none is declared, and any will do.
    languages: List[str]
    # The level that is played, from 1; left out before the start.
    level: int
    # Whether it is played with real cards and chips: its officials enter players and results, and no chips of accounts move.
    live: bool
    # Whether it is left out of the lobby's list, and for those alone who know its identifier, its players, its host and its
    # officials.
    private: bool
    # When it starts, in milliseconds since 1970; left out where it starts as soon as it is full.
    starts_at: UnixMs
    # The tournament whose seats it pays, if it is a satellite of one. That of a private one is named without the invitation.
    target: TournamentId


class TournamentYou(TypedDict):
    """Where you stand in a tournament. It has no number: it comes whenever something of it has changed, behind the events that
    changed it, also where you do not watch the tournament."""

    # The tournament.
    tournament: TournamentId
    # Where you stand.
    you: YourTournament


class TournamentsResponse(TypedDict):
    """`GET /api/v1/tournaments`."""

    # The tournaments of the lobby, those that are over last.
    tournaments: List[TournamentSummary]


class TrialHand(TypedDict):
    """A hand that was dealt to try a game out."""

    # The hand with all its cards, in the format of hand histories (PHH).
    phh: str
    # How many players were dealt in.
    players: int
    # Chips that were paid out.
    pot: Chips
    # Whether hands were shown at the end.
    showdown: bool


class TurnState(TypedDict):
    """An open decision."""

    # How much time is left.
    clock: Clock
    # Its kind.
    decision: DecisionKind
    # Who has not answered.
    seats: List[int]
    # Its number.
    turn: int


class VersionResponse(TypedDict):
    """What the server is: `GET /version`."""

    # The commit it was built from, `unknown` where that is not known.
    commit: str
    # The protocols that it speaks.
    protocols: List[str]
    # The program with its version.
    server: str


class Visible(TypedDict):
    """Whether a page of the account is looked at. A connection that never says so is taken for one that is."""

    # The request.
    id: str
    # Whether it is.
    visible: bool


class WaitList(TypedDict):
    """The wait list."""

    # The request.
    id: str
    # `true` to join, `false` to leave it or to decline the seat that is offered.
    join: bool
    # The table.
    table: TableId


class _Welcome(TypedDict):
    # Chips of the account outside tables.
    balance: Chips
    # What this server can do beyond version 1.
    capabilities: List[str]
    # The request.
    id: str
    # The limits of this connection.
    limits: Limits
    # The server's software.
    server: str
    # Tables where you have a seat; watch or resume them.
    tables: List[TableId]
    # The version that both speak from now on.
    version: str
    # Who you are.
    you: PlayerInfo


class Welcome(_Welcome, total=False):
    """The connection is open."""

    # Tables where you have chips that are out of play after a fault. They cannot be watched.
    set_aside: List[SetAside]
    # A token for the next `hello`, given to new guests.
    token: str
    # Tournaments that you have entered and that are not over; watch or resume them. A `tournament_you` of each follows.
    tournaments: List[TournamentId]


class _YourState(TypedDict):
    # The viewer's cards.
    cards: List[Card]
    # What may be chosen, if it is the viewer's turn.
    choices: List[Choice]
    # Chips that will be added when the hand is over.
    rebuy_pending: Chips
    # The viewer's seat.
    seat: int
    # Milliseconds in the time bank.
    time_bank_ms: int
    # Chips to call, 0 if none.
    to_call: Chips


class YourState(_YourState, total=False):
    """What only the viewer may know about itself."""

    # What the cards make now, where the game has a high side.
    made: HandName
    # What the cards make now on the low side, if they qualify.
    made_low: HandName
    # What they make with the second of two boards.
    made_second: Made


class _YourTournament(TypedDict):
    # Whether you have entered, and have not taken the entry back.
    registered: bool


class YourTournament(_YourTournament, total=False):
    """Where an account stands in a tournament."""

    # Whether you are away: your hands are dead.
    absent: bool
    # The number of your last entry.
    entry: int
    # The level that is played, once play has begun.
    level: int
    # Whether you have that seat because you were just moved there from another table.
    moved: bool
    # What you may buy or give back now.
    offers: List[Offer]
    # Whether you are out. While entries are open you may be able to come back, and have no place yet.
    out: bool
    # Your finishing place, once it is known.
    place: Place
    # Your number in this tournament, once you have entered.
    player: int
    # All that you have won so far, bounties included.
    prize: Chips
    # Where you sit, if you have a seat now.
    seat: EventSeat


class ClientMsgHello(Hello):
    """The first message of a connection: who is there. Answered by `welcome`."""

    type: Literal["hello"]


class ClientMsgPing(Ping):
    """Asks for a `pong`."""

    type: Literal["ping"]


class ClientMsgVisible(Visible):
    """Says whether a page of the account is looked at. One that is not is called by Web Push, if the account asked for that."""

    type: Literal["visible"]


class ClientMsgListGames(Plain):
    """Asks for the games. Answered by `ok` with `games`."""

    type: Literal["list_games"]


class ClientMsgListTables(Plain):
    """Asks for the tables of the lobby. Answered by `ok` with `tables`: the 100 oldest, if there are more. HTTP lists all."""

    type: Literal["list_tables"]


class ClientMsgWatchLobby(Plain):
    """From now on, `lobby` messages carry the changes. Answered by `ok` with `tables` as `list_tables` is; if there are more,
    `lobby` messages with the others follow."""

    type: Literal["watch_lobby"]


class ClientMsgUnwatchLobby(Plain):
    """No more `lobby` messages."""

    type: Literal["unwatch_lobby"]


class ClientMsgWatch(OneTable):
    """From now on, everything that happens at the table is sent, beginning with a `snapshot`."""

    type: Literal["watch"]


class ClientMsgUnwatch(OneTable):
    """No more messages of this table. A seat is kept."""

    type: Literal["unwatch"]


class ClientMsgResume(Resume):
    """Catches up after a lost connection: the missed events, or a `snapshot` when too much was missed."""

    type: Literal["resume"]


class ClientMsgLeave(OneTable):
    """Leaves the seat, at once or when the hand is over; the stack goes back to the account."""

    type: Literal["leave"]


class ClientMsgSitOut(SitOut):
    """Sits out or comes back."""

    type: Literal["sit_out"]


class ClientMsgWaitList(WaitList):
    """Joins or leaves the wait list."""

    type: Literal["wait_list"]


class ClientMsgHint(OneTable):
    """Asks what the open decision costs and promises. Only practice tables give hints, and only to the player who is asked.
    Answered by `ok` with `hint`."""

    type: Literal["hint"]


class ClientMsgShow(Show):
    """Shows cards of the hand that has just ended."""

    type: Literal["show"]


class ClientMsgChat(Chat):
    """Says something to the table, from a seat or as one who watches."""

    type: Literal["chat"]


class ClientMsgMute(Mute):
    """The table's host keeps an account from chatting there, or lets it chat again."""

    type: Literal["mute"]


class ClientMsgRemove(Remove):
    """The table's host sends an account away for good. A seat is left as by `leave`, and nothing more can be asked of the
    table."""

    type: Literal["remove"]


class ClientMsgAskSeat(AskSeat):
    """Asks the table's host for a seat, or takes that back."""

    type: Literal["ask_seat"]


class ClientMsgTimeBank(TimeBank):
    """Says when the own time bank begins, at a table where the account has a seat. It holds until the seat is left, or the
    server starts anew: then a bank begins by itself again."""

    type: Literal["time_bank"]


class ClientMsgStraddle(Straddle):
    """Straddles from the next hand on whenever the place allows it, or does so no more, at a table whose `session` has
    `straddle`. It holds until it is taken back or the seat is left. Told by `straddling_set`."""

    type: Literal["straddle"]


class ClientMsgRabbitHunt(OneTable):
    """Asks to see the cards of the board that would have come, had the last hand gone on. For players who were dealt in, where
    the table's `session` has `rabbit_hunt`, as long as cards may be shown. Told by `rabbit_shown`."""

    type: Literal["rabbit_hunt"]


class ClientMsgListTournaments(Plain):
    """Asks for the tournaments of the lobby. Answered by `ok` with `tournaments`: at most 50, those that are over last. HTTP
    lists all."""

    type: Literal["list_tournaments"]


class ClientMsgWatchTournament(OneTournament):
    """From now on, everything that happens in the tournament is sent, beginning with a `tournament_snapshot`. Its tables are
    watched apart."""

    type: Literal["watch_tournament"]


class ClientMsgUnwatchTournament(OneTournament):
    """No more messages of this tournament but `tournament_you`. An entry is kept."""

    type: Literal["unwatch_tournament"]


class ClientMsgResumeTournament(ResumeTournament):
    """Catches up after a lost connection: the missed events, or a `tournament_snapshot` when too much was missed."""

    type: Literal["resume_tournament"]


class ClientMsgUnregister(OneTournament):
    """Takes the entry back before the start; what was paid comes back."""

    type: Literal["unregister"]


class ClientMsgTournamentPresence(TournamentPresence):
    """Is away from the next hand on, or comes back."""

    type: Literal["tournament_presence"]


class ClientMsgCallTime(OneTable):
    """Calls Time on the player who thinks, in a tournament with a live clock. Any player or official of the tournament may."""

    type: Literal["call_time"]


class ClientMsgRequestRuling(RequestRuling):
    """Calls an official to the table. Answered by `ok` with `ticket`, whose answer is in the audit trail."""

    type: Literal["request_ruling"]


class ClientMsgReport(Report):
    """Tells the officials of a player at the table. No player at the table learns of it. Answered by `ok` with `ticket`."""

    type: Literal["report"]


class LevelRowLevel(LevelInfo):
    """A level."""

    kind: Literal["level"]


class ServerMsgWelcome(Welcome):
    """The answer to `hello`."""

    type: Literal["welcome"]


class ServerMsgPong(Pong):
    """The answer to `ping`."""

    type: Literal["pong"]


class ServerMsgOk(OkMsg):
    """The answer to a request that was carried out."""

    type: Literal["ok"]


class ServerMsgError(ErrorMsg):
    """The answer to a request that was refused."""

    type: Literal["error"]


class ServerMsgEvents(Events):
    """What happened at a table, for all viewers alike."""

    type: Literal["events"]


class ServerMsgPrivate(Private):
    """What the viewer alone learns, under the numbers of events that were sent before."""

    type: Literal["private"]


class ServerMsgSnapshot(Snapshot):
    """A table as it is now; what was known of it before is void."""

    type: Literal["snapshot"]


class ServerMsgLobby(LobbyMsg):
    """What changed in the lobby."""

    type: Literal["lobby"]


class ServerMsgChatRemoved(ChatRemoved):
    """The operator has taken a remark back: it is shown no more."""

    type: Literal["chat_removed"]


class ServerMsgNotice(Notice):
    """The operator says something to everybody."""

    type: Literal["notice"]


class ServerMsgPresence(Presence):
    """A player's connection came or went."""

    type: Literal["presence"]


class ServerMsgPaused(Paused):
    """A table stands still for a reason outside the game."""

    type: Literal["paused"]


class ServerMsgSetAside(SetAside):
    """A table where you have a seat was taken out of play after a fault."""

    type: Literal["set_aside"]


class ServerMsgBalance(Balance):
    """The account's chips outside tables changed."""

    type: Literal["balance"]


class ServerMsgFriends(FriendsMsg):
    """The account's friends, or the questions that stand, changed."""

    type: Literal["friends"]


class ServerMsgClosing(Closing):
    """The server is about to close the connection."""

    type: Literal["closing"]


class ServerMsgTournamentSnapshot(TournamentSnapshot):
    """A tournament as it is now; what was known of it before is void."""

    type: Literal["tournament_snapshot"]


class ServerMsgTournamentEvents(TournamentEvents):
    """What happened in a tournament, for all viewers alike."""

    type: Literal["tournament_events"]


class ServerMsgTournamentYou(TournamentYou):
    """Where you stand in a tournament."""

    type: Literal["tournament_you"]
