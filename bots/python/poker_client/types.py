"""The messages of poker.v1, and the bodies of the HTTP interface, as types.

Generated from protocol/schema/v1 by scripts/python_types.py; edit the Rust types in protocol/src/v1 instead. A message is a plain
dictionary, as in JSON: these types only declare its keys. A key that may be missing is read with `get`.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

# The treatment of an absent player's hand.
AbsentHand = Literal["dead", "live"]
# The answer to a decision: the kind of a choice, filled in.
Action = Union[
    "ActionFold", "ActionCheck", "ActionCall", "ActionBet", "ActionRaise", "ActionDiscard", "ActionStraddle", "ActionDecline",
    "ActionRoll", "ActionFlip", "ActionKeep", "ActionSwap", "ActionArrange", "ActionBuy", "ActionPass", "ActionDeclare",
    "ActionRunTwice", "ActionRunOnce", "ActionCheckDark", "ActionBetDark", "ActionPickGame",
]
# The payer of the ante.
AnteFormat = Literal["bb", "classic", "button"]
# The start of a time bank.
BankStart = Literal["itself", "button", "now"]
# An action in a betting round.
BetAction = Literal["fold", "check", "call", "bet", "raise"]
# The way bounties are won.
BountyKind = Literal["flat", "progressive", "mystery"]
# The schedule of breaks.
BreakPlan = Literal["levels", "hourly"]
# A card: rank and suit, such as `Ah`; `X1` and `X2` are jokers.
Card = str
# A whole number of chips, from 0 to 2^53 - 1. Never a fraction, never a string.
Chips = int
# A legal action with its bounds. Amounts are totals for the betting round.
Choice = Union[
    "ChoiceFold", "ChoiceCheck", "ChoiceCall", "ChoiceBet", "ChoiceRaise", "ChoiceDiscard", "ChoiceStraddle", "ChoiceDecline",
    "ChoiceRoll", "ChoiceFlip", "ChoiceKeep", "ChoiceSwap", "ChoiceArrange", "ChoiceBuy", "ChoicePass", "ChoiceDeclare",
    "ChoiceRunTwice", "ChoiceRunOnce", "ChoicePickGame",
]
# A message from a client. Each carries an `id` of the client's choice, 1 to 64 characters, and gets exactly one answer with the
# same `id`. An account must never reuse the `id` of a request that moves chips: a repeated one gets the first answer again.
ClientMsg = Union[
    "ClientMsgHello", "ClientMsgPing", "ClientMsgVisible", "ClientMsgListGames", "ClientMsgListTables", "ClientMsgWatchLobby",
    "ClientMsgUnwatchLobby", "ClientMsgWatchClub", "ClientMsgUnwatchClub", "ClientMsgCreateTable", "ClientMsgWatch",
    "ClientMsgUnwatch", "ClientMsgResume", "ClientMsgSit", "ClientMsgLeave", "ClientMsgSitOut", "ClientMsgRebuy",
    "ClientMsgWaitList", "ClientMsgAct", "ClientMsgHint", "ClientMsgShow", "ClientMsgChat", "ClientMsgMute",
    "ClientMsgRemove", "ClientMsgHost", "ClientMsgAskSeat", "ClientMsgConsent", "ClientMsgTimeBank", "ClientMsgStraddle",
    "ClientMsgRabbitHunt", "ClientMsgListTournaments", "ClientMsgWatchTournament", "ClientMsgUnwatchTournament",
    "ClientMsgResumeTournament", "ClientMsgRegister", "ClientMsgUnregister", "ClientMsgReEnter", "ClientMsgTournamentRebuy",
    "ClientMsgAddOn", "ClientMsgWithdraw", "ClientMsgTournamentPresence", "ClientMsgCallTime", "ClientMsgRequestRuling",
    "ClientMsgReport", "ClientMsgProposeDeal", "ClientMsgDeal",
]
# The timing of decisions.
ClockKind = Literal["online", "live"]
# The role of a person in a club.
ClubRole = Literal["player", "member", "director", "owner"]
# The sign of an amount of money.
Currency = Literal["euro", "dollar", "pound", "franc", "yen"]
# A player's answer to a deal.
DealAnswer = Literal["agree", "refuse"]
# The reason for calling off a deal.
DealEndReason = Literal["refused", "time", "changed", "resumed"]
# The way a deal divides the prizes.
DealKind = Literal["chop", "icm", "other"]
# The kind of a decision.
DecisionKind = Literal[
    "bet", "draw", "discard", "straddle", "roll", "optional_roll", "arrange", "buy", "swap", "declare", "runs", "pick_game",
]
# The sides of the pot that are played for.
Declaration = Literal["high", "low", "both"]
# The hands of a table in which two boards are dealt.
DoubleBoard = Literal["always", "bomb_pots"]
# An emote from a fixed set. It says nothing about cards, so it is allowed wherever a preset phrase is.
Emote = Literal["thumbs_up", "applause", "smile", "surprise", "relief", "wave", "laugh", "think", "cry", "cheers"]
# The way a player enters the game.
Entry = Literal["wait", "post"]
# The reason for refusing a request. Codes are never renamed; retired codes stay listed.
ErrorCode = Literal[
    "protocol.malformed", "protocol.unknown_type", "protocol.invalid_field", "protocol.hello_required",
    "protocol.already_greeted", "protocol.id_reused", "protocol.version_unsupported", "rate.limited", "auth.invalid_token",
    "auth.expired_token", "auth.revoked", "auth.banned", "limit.break", "limit.time", "limit.loss",
    "auth.invalid_credentials", "auth.name_taken", "auth.name_invalid", "name.blocked", "auth.password_weak",
    "auth.forbidden", "ledger.insufficient_funds", "ledger.top_up_limit", "game.unknown", "game.definition_invalid",
    "table.config_invalid", "table.not_found", "table.closed", "table.busy", "table.paused", "table.seat_taken",
    "table.no_such_seat", "table.full", "table.already_seated", "table.not_seated", "table.buy_in_range", "table.no_rebuys",
    "table.no_straddles", "table.no_change", "table.wait_list", "table.nothing_to_show", "table.not_host", "table.removed",
    "table.other_device", "table.hand_running", "table.not_accepted", "table.requests_full", "table.pause_too_long",
    "table.private_only", "table.bot_host", "table.first_hand", "table.rebuys_used", "table.no_class", "table.not_stopped",
    "table.not_asked", "table.not_to_open", "table.not_open", "ledger.other_chips", "ledger.stranger", "ledger.below_zero",
    "ledger.full", "ledger.no_evening", "table.no_other_game", "practice.open", "practice.full", "practice.not_ready",
    "practice.only", "tournament.unknown", "tournament.not_registered", "tournament.already_registered", "tournament.by_hand",
    "tournament.rules_version", "tournament.seated", "tournament.unconfirmed", "tournament.no_call", "tournament.no_deal",
    "tournament.bad_structure", "tournament.busy", "tournament.clock_due", "tournament.time_reversed",
    "tournament.wrong_phase", "tournament.entries_closed", "tournament.not_offered", "tournament.not_yet", "tournament.full",
    "tournament.already_waiting", "tournament.waitlist_full", "tournament.bad_places", "tournament.too_few_players",
    "tournament.no_such_player", "tournament.no_such_table", "tournament.hand_running", "tournament.no_hand",
    "tournament.not_ready", "tournament.final_table_forming", "tournament.none_left", "tournament.stack_too_large",
    "tournament.bad_result", "tournament.odd_chips", "tournament.bad_order", "tournament.bad_penalty", "tournament.bad_deal",
    "tournament.bad_prizes", "tournament.no_reason", "tournament.not_allowed", "tournament.not_undoable",
    "tournament.no_change", "tournament.no_seat", "tournament.too_many_chips", "tournament.bad_level", "tournament.too_late",
    "tournament.no_ticket", "tournament.no_flight", "tournament.flight_used", "tournament.adults_only", "tournament.tickets",
    "turn.no_hand", "turn.stale", "turn.not_yours", "rule.hand_over", "rule.wrong_kind", "rule.fold_not_offered",
    "rule.check_not_offered", "rule.nothing_to_call", "rule.price_changed", "rule.already_bet", "rule.nothing_to_raise",
    "rule.raise_not_reopened", "rule.raise_cap_reached", "rule.nobody_to_bet_against", "rule.bet_too_small",
    "rule.bet_too_large", "rule.not_a_multiple", "rule.card_not_held", "rule.too_few_cards", "rule.too_many_cards",
    "rule.no_openers", "rule.must_open", "rule.first_may_not_raise", "rule.checker_may_not_raise",
    "rule.announcement_missing", "rule.declaration_not_offered", "rule.bad_order", "rule.dark_not_offered",
    "rule.game_not_offered", "chat.invalid", "chat.not_here", "chat.muted", "chat.blocked", "chat.phrases_only",
    "chat.not_now", "chat.rail_closed", "hand.not_found", "player.unknown", "people.no_reason", "people.no_password",
    "people.house", "people.seated", "people.no_line", "note.full", "friend.full", "friend.questions_full",
    "friend.player_full", "friend.program", "friend.no_question", "club.unknown", "club.not_allowed", "club.full",
    "club.clubs_full", "club.guest", "club.name_taken", "club.owner_stays", "club.owner_guest", "club.claim_taken",
    "club.claim_conflict", "club.place_unfit", "season.unknown", "season.formula", "season.results", "season.taken",
    "template.unknown", "template.full", "template.guest", "template.in_use", "template.kind", "recurring.unknown",
    "recurring.full", "recurring.zone", "push.service_unknown", "hand.not_expressible", "http.not_found",
    "http.method_not_allowed", "http.timeout", "http.too_large", "http.unsupported_media_type", "http.upgrade_required",
    "http.tls_required", "server.draining", "server.full", "server.proxy_unnamed", "server.storage", "server.internal",
    "server.request_failed",
]
# The participation of a tournament seat in a hand. Rule: tournament 0.
EventStatus = Literal["active", "disconnected", "absent", "penalised", "waiting"]
# The way the field shrinks.
FieldKind = Literal["field", "shootout", "bracket"]
# The rule that determines the first dealer of a table.
FirstDealer = Literal["first_jack", "high_card", "random", "first_seat"]
# A suspicious pattern.
FlagKind = Literal["stalling", "soft_play", "nuts", "dumping", "all_absent"]
# An action of an official. Players and tables are referred to by their numbers in the tournament.
FloorAction = Union[
    "FloorActionEdit", "FloorActionAnnounce", "FloorActionStart", "FloorActionCancel", "FloorActionPause",
    "FloorActionResume", "FloorActionSetLevel", "FloorActionMove", "FloorActionBreakTable", "FloorActionBreakOrder",
    "FloorActionCloseEntries", "FloorActionSetPrizes", "FloorActionNoShow", "FloorActionHandForHand", "FloorActionPenalise",
    "FloorActionRemove", "FloorActionDisqualify", "FloorActionVoidHand", "FloorActionSplitHand", "FloorActionKillHand",
    "FloorActionTellTable", "FloorActionCorrectAward", "FloorActionResumeTable", "FloorActionReplaceTable",
    "FloorActionMakeDeal", "FloorActionRule", "FloorActionAnswer", "FloorActionMute", "FloorActionMuteAccount",
    "FloorActionRailChat", "FloorActionSeeHand", "FloorActionSwapSeats", "FloorActionSetButton", "FloorActionEnter",
    "FloorActionWait", "FloorActionMoveUp", "FloorActionStopWaiting", "FloorActionSetPlaces", "FloorActionTakeBack",
    "FloorActionBag", "FloorActionUnbag", "FloorActionReEnter", "FloorActionRebuy", "FloorActionNoRebuy", "FloorActionAddOn",
    "FloorActionHandOver", "FloorActionCount", "FloorActionUndo", "FloorActionRedo", "FloorActionGrant", "FloorActionRevoke",
]
# The outcome of an official's action.
FloorResult = Literal["done", "pending", "stands"]
# The role of an official.
FloorRole = Literal["floor", "director"]
# The relation between two players.
FriendState = Literal["asked", "friends"]
# The reason for halting a table.
HaltReason = Literal["short", "fault"]
# The reason for hand-for-hand.
HandForHandReason = Literal["money", "final", "jump", "director"]
# The elimination before which hand-for-hand begins.
HandForHandTrigger = Union["HandForHandTriggerMoney", "HandForHandTriggerFinal", "HandForHandTriggerJump"]
# The number of a hand at its table, from 1 to 2^53 - 1.
HandNo = int
# A choice with a cost.
HintChoice = Literal["fold", "check", "call", "bet", "raise", "straddle", "buy"]
# The conclusion drawn from the numbers of a hint.
HintReason = Literal["sure", "value", "free", "price_good", "price_bad", "drawing_dead", "throw", "stand_pat", "side", "open"]
# An action of a table's host.
HostAction = Union[
    "HostActionPause", "HostActionResume", "HostActionStopHand", "HostActionAskReveal", "HostActionEndHand",
    "HostActionApproval", "HostActionAccept", "HostActionRefuse", "HostActionAddChips", "HostActionMove", "HostActionStakes",
    "HostActionNextGame", "HostActionBots", "HostActionClose", "HostActionAcceptRebuy", "HostActionHandOver",
    "HostActionVoice", "HostActionRefuseRebuy", "HostActionCorrect",
]
# A change in the host's decisions.
HostDeed = Literal[
    "paused", "resumed", "approval_on", "approval_off", "requests", "stakes", "next_game", "bots", "closing", "rebuys",
    "voice", "done",
]
# A row in the list of levels.
LevelRow = Union["LevelRowLevel", "LevelRowBreak"]
# A kind of limit that an account sets for itself.
LimitKind = Literal["break", "time", "loss"]
# What became of a link.
LinkState = Literal["open", "closed", "cut", "wrong"]
# Several games at one table, as its creator requests them.
MixConfig = Union["MixConfigRotation", "MixConfigDealersChoice"]
# The rule by which a table changes games.
MixKind = Literal["rotation", "dealers_choice"]
# The reason for moving a player.
MoveReason = Literal["balance", "break", "open", "director"]
# A colour to mark a player with.
NoteColour = Literal["blue", "teal", "violet", "rose", "sand", "slate"]
# A purchase or refund open to a player at this point in time. Its `kind` is the `type` of the request that carries it out.
Offer = Union["OfferRegister", "OfferUnregister", "OfferReEnter", "OfferTournamentRebuy", "OfferAddOn"]
# The maker of a decision.
Official = Literal["server", "player", "floor", "director"]
# The division of the pool.
PayTerms = Union["PayTermsLadder", "PayTermsTable", "PayTermsPercents", "PayTermsSeats"]
# A preset phrase. It says nothing about cards, so it may be said at any time.
Phrase = Literal["hello", "good_luck", "well_played", "thank_you", "sorry", "one_moment", "good_game", "good_bye"]
# The kind of account a player has.
PlayerKind = Literal["guest", "account", "bot"]
# The presence of a player.
PlayerPresence = Literal["active", "disconnected", "absent"]
# The kind of a forced payment.
PostKind = Literal[
    "ante", "dead_ante", "small_blind", "big_blind", "button_blind", "straddle", "entry_blind", "dead_blind", "credit",
    "bring_in",
]
# Information for one seat alone, under the number of a public event.
PrivateEvent = Union["PrivateEventCards", "PrivateEventMade", "PrivateEventChoices", "PrivateEventConsent"]
# The reason for paying a prize.
PrizeReason = Literal["place", "seat", "deal", "cancel"]
# An event that everyone at the table sees.
PublicEvent = Union[
    "PublicEventPlayerSat", "PublicEventPlayerLeft", "PublicEventCarriedPaid", "PublicEventSeatStatusChanged",
    "PublicEventStraddlingSet", "PublicEventOwnPauseSet", "PublicEventChipsAdded", "PublicEventFreeStackGiven",
    "PublicEventWaitListChanged", "PublicEventSeatOffered", "PublicEventGameChanged", "PublicEventPickWithdrawn",
    "PublicEventSeatsDrawn", "PublicEventDealerDrawn", "PublicEventClosingAnnounced", "PublicEventRoodlesStarted",
    "PublicEventRoodlesEnded", "PublicEventHandStarted", "PublicEventPosted", "PublicEventHoleCardsDealt",
    "PublicEventBoardDealt", "PublicEventSecondBoardDealt", "PublicEventBoardDealtDown", "PublicEventBoardTurned",
    "PublicEventCommunalDealt", "PublicEventExtraCardDealt", "PublicEventTurnStarted", "PublicEventDarkDeclared",
    "PublicEventActionTaken", "PublicEventExcessForfeited", "PublicEventKittyTaken", "PublicEventSevenDeucePaid",
    "PublicEventKittyShared", "PublicEventCardsDiscarded", "PublicEventCardsDrawn", "PublicEventStraddleDeclined",
    "PublicEventChoiceMade", "PublicEventCardsRolled", "PublicEventCardKept", "PublicEventCardSwapped",
    "PublicEventCardsArranged", "PublicEventCardBought", "PublicEventBuyPassed", "PublicEventDeclared",
    "PublicEventPassedOut", "PublicEventOpenersShown", "PublicEventKilledShown", "PublicEventPotCarried",
    "PublicEventDeckRefilled", "PublicEventUncalledReturned", "PublicEventPotsFormed", "PublicEventHandsTabled",
    "PublicEventHandsOpened", "PublicEventRunsDecided", "PublicEventSecondRunStarted", "PublicEventHandShown",
    "PublicEventRabbitShown", "PublicEventHandMucked", "PublicEventPotAwarded", "PublicEventHandCompleted",
    "PublicEventHandVoided", "PublicEventPlayerMuted", "PublicEventPlayerRemoved", "PublicEventHostChanged",
    "PublicEventHostRuled", "PublicEventChipsGiven", "PublicEventPlayerMoved", "PublicEventStakesChanged",
    "PublicEventStackSet", "PublicEventBountySet", "PublicEventLevelChanged", "PublicEventHandHeld",
    "PublicEventHandReleased", "PublicEventHandStopped", "PublicEventHandWentOn", "PublicEventTimeCalled",
    "PublicEventTimeExtended", "PublicEventLedgerChanged", "PublicEventLedgerSettled", "PublicEventTablePaused",
    "PublicEventTableResumed", "PublicEventTableClosed",
]
# The rule for rebuys at a table with chips of its own.
Rebuys = Literal["approval", "forbidden"]
# A rung of the penalty ladder.
Rung = Literal["warning", "hands", "orbits", "disqualification"]
# A kind of change of a season.
SeasonChangeKind = Literal["added", "corrected", "deleted", "rules"]
# The seat of a connection that begins to watch a table where its account sits. One connection of the account holds the seat
# there: it alone gets the cards and the decisions.
SeatClaim = Literal["take", "if_free", "no"]
# The connection that holds an account's seat.
SeatHolder = Literal["other_device", "nobody"]
# The reason for giving a player a seat.
SeatReason = Literal["start", "late", "round", "final"]
# The state of a request for a seat. The request ends when the player sits down or withdraws it.
SeatRequestState = Literal["asked", "accepted", "refused"]
# The participation of a seat.
SeatStatus = Literal["active", "waiting", "sitting_out", "busted", "leaving"]
# The sequence number of an event at its table, from 1 to 2^53 - 1; 0 stands for the point before the first event.
Seq = int
# A message from the server. Clients should skip types they do not recognise.
ServerMsg = Union[
    "ServerMsgWelcome", "ServerMsgPong", "ServerMsgOk", "ServerMsgError", "ServerMsgEvents", "ServerMsgPrivate",
    "ServerMsgSnapshot", "ServerMsgLobby", "ServerMsgClub", "ServerMsgChat", "ServerMsgChatRemoved", "ServerMsgNotice",
    "ServerMsgPresence", "ServerMsgWatchers", "ServerMsgAhead", "ServerMsgSeatHeld", "ServerMsgPaused", "ServerMsgSetAside",
    "ServerMsgBalance", "ServerMsgFriends", "ServerMsgLimitReached", "ServerMsgLimitNear", "ServerMsgClosing",
    "ServerMsgTournamentSnapshot", "ServerMsgTournamentEvents", "ServerMsgTournamentYou",
]
# The severity of penalties.
Severity = Literal["light", "normal", "heavy"]
# The order of showing at the showdown.
ShowRule = Literal["all", "muck_losers"]
# The part of a pot that is paid.
Side = Literal["whole", "high", "low"]
# The point from which a player sits out.
SitOutWhen = Literal["next_hand", "next_big_blind"]
# The event that starts a tournament.
StartKind = Literal["time", "full"]
# A message to an official: 1 to 500 characters, no control characters except line breaks, and not only spaces.
Statement = str
# The seats that may straddle.
StraddleRule = Literal["under_the_gun", "button", "any_place"]
# The permanent identifier of a table; never reused. Treat it as opaque: the identifier of a private table contains its
# invitation, so anyone who has it can open the table.
TableId = str
# The content of a template. It is checked as the real thing is, when it is kept and again when it is used.
TemplateContent = Union[
    "TemplateContentStructure", "TemplateContentPayouts", "TemplateContentChips", "TemplateContentTable",
    "TemplateContentEvent",
]
# The kind of a template.
TemplateKind = Literal["structure", "payouts", "chips", "table", "event"]
# The kind of a ticket.
TicketKind = Literal["ruling", "report"]
# A rule that separates players with the same points.
TieRule = Literal["wins", "places", "head_to_head", "knock_outs", "fewer_events", "latest"]
# A tournament event, the same for all viewers. Hands are events of their tables; only those that wait for other tables or are
# void appear here. A pair such as `from` is an array of table number and seat. `rule` is the rule applied, if there is one, such
# as `2.3` or `D-26`.
TournamentEvent = Union[
    "TournamentEventPlayerRegistered", "TournamentEventWaitlistChanged", "TournamentEventStartPostponed",
    "TournamentEventEntryUndone", "TournamentEventEntryRedone", "TournamentEventReEntered",
    "TournamentEventPlayerUnregistered", "TournamentEventRebuyTaken", "TournamentEventAddOnTaken",
    "TournamentEventRegistrationClosed", "TournamentEventPrizesSet", "TournamentEventRoundStarted",
    "TournamentEventTableOpened", "TournamentEventTableBroken", "TournamentEventBreakOrderPublished",
    "TournamentEventSeatAssigned", "TournamentEventPlayerMoved", "TournamentEventTableHalted", "TournamentEventTableResumed",
    "TournamentEventFinalTableFormed", "TournamentEventLevelStarted", "TournamentEventBreakStarted",
    "TournamentEventBreakEnded", "TournamentEventClockStopped", "TournamentEventClockAdvanced", "TournamentEventClockStarted",
    "TournamentEventTournamentPaused", "TournamentEventTournamentResumed", "TournamentEventChipRaceAnnounced",
    "TournamentEventChipRaceCompleted", "TournamentEventHandForHandAnnounced", "TournamentEventHandForHandEnded",
    "TournamentEventHandForHandRoundStarted", "TournamentEventHandForHandRoundEnded", "TournamentEventHandHeld",
    "TournamentEventHandReleased", "TournamentEventHandVoided", "TournamentEventStatusChanged",
    "TournamentEventPenaltyIssued", "TournamentEventPenaltyProgress", "TournamentEventPlayerEliminated",
    "TournamentEventPlayerWithdrew", "TournamentEventPlayerDisqualified", "TournamentEventChipsRemoved",
    "TournamentEventBountyAwarded", "TournamentEventPlaceAssigned", "TournamentEventPrizeAwarded",
    "TournamentEventDealProposed", "TournamentEventDealOffered", "TournamentEventDealAnswered", "TournamentEventDealEnded",
    "TournamentEventDealMade", "TournamentEventSeatGiven", "TournamentEventTableTold", "TournamentEventRulingIssued",
    "TournamentEventTournamentCancelled", "TournamentEventTournamentCompleted",
]
# The format of a tournament.
TournamentFormat = Literal["freezeout", "sit_and_go", "shootout", "bracket", "satellite"]
# The permanent identifier of a tournament; never reused. Treat it as opaque: the identifier of a private tournament contains its
# invitation.
TournamentId = str
# The phase of a tournament.
TournamentPhase = Literal["registering", "running", "paused", "completed", "cancelled"]
# A point in time, in milliseconds since 1970, up to 2^53 - 1.
UnixMs = int
# The way a hand was voided.
VoidMode = Literal["refund", "split"]
# The end of an account's time on a waiting list.
WaitEnd = Literal["seated", "closed", "funds", "not_allowed", "name", "removed"]
# A day of the week.
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


class ActionFold(TypedDict):
    """Give up the hand."""

    kind: Literal["fold"]


class ActionCheck(TypedDict):
    """Stay in without adding chips."""

    kind: Literal["check"]


class _ActionCall(TypedDict):
    kind: Literal["call"]


class ActionCall(_ActionCall, total=False):
    """Match the bet."""

    # The price in chips, if the call is meant at that price only; at any other it is refused with `rule.price_changed`.
    amount: Chips


class ActionBet(TypedDict):
    """Open the betting."""

    kind: Literal["bet"]
    # Total for this betting round.
    to: Chips


class ActionRaise(TypedDict):
    """Raise the bet."""

    kind: Literal["raise"]
    # Total for this betting round.
    to: Chips


class ActionDiscard(TypedDict):
    """Discard cards, or none to stand pat."""

    # The cards to discard.
    cards: List[Card]
    kind: Literal["discard"]


class ActionStraddle(TypedDict):
    """Straddle: raise blind."""

    kind: Literal["straddle"]


class ActionDecline(TypedDict):
    """Decline to straddle."""

    kind: Literal["decline"]


class _ActionRoll(TypedDict):
    # The cards to turn up.
    cards: List[Card]
    kind: Literal["roll"]


class ActionRoll(_ActionRoll, total=False):
    """Turn up down cards of one's own."""

    # The announcement, if one is required.
    announce: Declaration


class ActionFlip(TypedDict):
    """Turn the hole card up."""

    kind: Literal["flip"]


class ActionKeep(TypedDict):
    """Leave the cards as they are."""

    kind: Literal["keep"]


class ActionSwap(TypedDict):
    """Discard the up card for a down card."""

    kind: Literal["swap"]


class ActionArrange(TypedDict):
    """Put the down cards in this order."""

    # The cards, the first nearest to the player.
    cards: List[Card]
    kind: Literal["arrange"]


class ActionBuy(TypedDict):
    """Pay for the up card."""

    kind: Literal["buy"]


class ActionPass(TypedDict):
    """Decline to pay for the up card, and give up the pot."""

    kind: Literal["pass"]


class ActionDeclare(TypedDict):
    """Declare sides of the pot."""

    kind: Literal["declare"]
    # The sides declared for.
    sides: Declaration


class ActionRunTwice(TypedDict):
    """Agree to run it twice."""

    kind: Literal["run_twice"]


class ActionRunOnce(TypedDict):
    """Run it once."""

    kind: Literal["run_once"]


class ActionCheckDark(TypedDict):
    """Check in the coming betting round whatever comes on the board before it. The declaration is binding and announced to
    everyone. Only for the seat in `dark_offer`, at tables with dark betting; the action names the open decision, which
    stays open."""

    kind: Literal["check_dark"]


class ActionBetDark(TypedDict):
    """Open the betting in the coming round, declared in the dark like `check_dark`."""

    kind: Literal["bet_dark"]
    # Total for that round; all-in if the stack is smaller by then.
    to: Chips


class _ActionPickGame(TypedDict):
    # Identifier of the game.
    game: str
    kind: Literal["pick_game"]


class ActionPickGame(_ActionPickGame, total=False):
    """Pick the game of the next hand."""

    # The betting structure; the first one offered if left out.
    limit: str


class AddOnTerms(TypedDict):
    """The add-on, which every player may take once, in the first break after the rebuy period."""

    # Chips that the add-on adds to the stack.
    chips: Chips
    # Chips that the add-on pays into the pool.
    price: Chips


class Ahead(TypedDict):
    """Events of a table watched with a delay that say nothing of its hands: offered seats, the wait list, decisions of the
    host, and the end of the table. The same events come again under their numbers when their time has come."""

    # The events, in order.
    events: List[PublicEvent]
    # Identifier of the table.
    table: TableId


class AskSeat(TypedDict):
    """A request to the table's host for a seat, or its withdrawal."""

    # `true` to ask for a seat, `false` to withdraw the request.
    ask: bool
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId


class Balance(TypedDict):
    """The balance of the account."""

    # Chips of the account that are not at a table.
    balance: Chips


class BigBlinds(TypedDict):
    """A result in big blinds."""

    # Number of hands with a big blind; at least 1.
    hands: int
    # Thousandths of a big blind won over all of them; negative if lost.
    thousandths: int


class BombPot(TypedDict):
    """The bomb pots of a table."""

    # Ante of each player in big blinds, 1 to 20.
    ante: int
    # Interval in hands, 1 to 100: with 1 every hand is a bomb pot.
    every: int


class BotTokenInfo(TypedDict):
    """An API token without its secret."""

    # Time of creation, RFC 3339.
    created_at: str
    # Time of expiry, RFC 3339.
    expires_at: str
    # Identifier of the token, for `DELETE /api/v1/bot-tokens/{id}`.
    id: str
    # Label of the token.
    label: str


class _BotTokenRequest(TypedDict):
    # Name of the bot, 2 to 20 characters.
    name: str


class BotTokenRequest(_BotTokenRequest, total=False):
    """Creates a bot of the caller, or another API token for one of the caller's bots: `POST /api/v1/bot-tokens`."""

    # Label of the token in the list, at most 40 characters.
    label: str


class BotTokenResponse(TypedDict):
    """A new API token."""

    # The bot to which the token belongs.
    bot: PlayerInfo
    # Identifier of the token, for `DELETE /api/v1/bot-tokens/{id}`.
    id: str
    # The token itself, for `hello` and for `Authorization: Bearer`. It is never shown again.
    token: str


class BotTokensResponse(TypedDict):
    """`GET /api/v1/bot-tokens`: the caller's bots."""

    # The caller's bots with their tokens.
    bots: List[OwnedBot]


class _BountyTerms(TypedDict):
    # The way bounties are won.
    kind: BountyKind
    # Chips that an entry pays for bounties.
    price: Chips


class BountyTerms(_BountyTerms, total=False):
    """The bounties of a tournament."""

    # Percentages of the bounty pool in the first envelopes of a mystery bounty, largest first; the remaining envelopes share the
    # rest equally.
    envelopes: List[int]


class CardResponse(TypedDict):
    """What a link leads to, in words for the guest who opens it: `GET /api/v1/tables/{table}/card`, `GET
    /api/v1/tournaments/{tournament}/card`, `GET /api/v1/shared/{token}/card`. `?lang=fr` selects French; without it,
    `Accept-Language` decides. With `/card.png` instead of `/card`, the answer is a picture of 1200 by 630 pixels for
    messengers, which tells nothing of a private table or tournament but that it is one."""

    # Who invites, such as `Ann invites you`; or what is wrong with the link.
    head: str
    # What is played and how many play, such as `Dealer's choice 5/10, 3 of 6 seated`; empty where the head says all.
    line: str
    # What became of the link.
    state: LinkState
    # What the reader can do.
    text: str


class _Chat(TypedDict):
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId


class Chat(_Chat, total=False):
    """A chat message: text, a phrase or an emote."""

    # An emote instead of text and phrase, from a seat, wherever a phrase is allowed. Limited to one every 3 seconds; a faster one
    # is refused with `rate.limited`.
    emote: Emote
    # A preset phrase instead of text. At a tournament table, seated players are limited to phrases while a player is all-in and
    # during hand-for-hand.
    phrase: Phrase
    # The text, 1 to 200 characters; left out with a `phrase` or an `emote`.
    text: str


_ChatMsg = TypedDict("_ChatMsg", {"from": 'PlayerInfo', "table": 'TableId', "text": 'str'})


class ChatMsg(_ChatMsg, total=False):
    """A chat message."""

    # The emote, if it was one; to be shown at the seat of `from`.
    emote: Emote
    # The preset phrase, if it was one; to be shown in the reader's language.
    phrase: Phrase


class ChatRemoved(TypedDict):
    """A chat message that is no longer to be shown."""

    # The account that sent it, as in a player's `id`.
    player: str
    # Identifier of the table.
    table: TableId
    # The text. Every message of the account with this text is withdrawn.
    text: str


class ChipsOfValue(TypedDict):
    """Chips of one value in a set."""

    # How many there are, 1 to 100,000.
    count: int
    # Their value, 1 to 999,999,999.
    value: int


class ChoiceFold(TypedDict):
    """Give up the hand."""

    kind: Literal["fold"]


class ChoiceCheck(TypedDict):
    """Stay in without adding chips."""

    kind: Literal["check"]


class ChoiceCall(TypedDict):
    """Match the bet."""

    # Chips to add.
    amount: Chips
    kind: Literal["call"]


class ChoiceBet(TypedDict):
    """Open the betting to a total from `min` to `max`."""

    kind: Literal["bet"]
    # Maximum total.
    max: Chips
    # Minimum total.
    min: Chips


class ChoiceRaise(TypedDict):
    """Raise to a total from `min` to `max`."""

    kind: Literal["raise"]
    # Maximum total.
    max: Chips
    # Minimum total.
    min: Chips


class _ChoiceDiscard(TypedDict):
    # The cards to choose from.
    cards: List[Card]
    kind: Literal["discard"]
    # Maximum number of cards.
    max: int
    # Minimum number of cards.
    min: int
    # `true` if each discarded card is replaced by one from the deck.
    replaced: bool


class ChoiceDiscard(_ChoiceDiscard, total=False):
    """Discard `min` to `max` of these cards."""

    # Face-up cards to be discarded in addition.
    up: Pick


class ChoiceStraddle(TypedDict):
    """Straddle: raise blind."""

    # The total it brings the bet to.
    amount: Chips
    kind: Literal["straddle"]


class ChoiceDecline(TypedDict):
    """Do not straddle."""

    kind: Literal["decline"]


class ChoiceRoll(TypedDict):
    """Turn up `min` to `max` of these down cards."""

    # The declarations of which one must be announced with the cards; empty if none is needed.
    announce: List[Declaration]
    # The cards to choose from.
    cards: List[Card]
    kind: Literal["roll"]
    # Maximum number of cards.
    max: int
    # Minimum number of cards.
    min: int


class ChoiceFlip(TypedDict):
    """Turn the hole card up and take the next card face down."""

    kind: Literal["flip"]


class ChoiceKeep(TypedDict):
    """Leave the cards as they are."""

    kind: Literal["keep"]


class _ChoiceSwap(TypedDict):
    kind: Literal["swap"]


class ChoiceSwap(_ChoiceSwap, total=False):
    """Discard the up card and take a down card for it."""

    # The up card.
    card: Card


class ChoiceArrange(TypedDict):
    """Put these down cards in order, the first one nearest to the player."""

    # The cards in their present order.
    cards: List[Card]
    kind: Literal["arrange"]


class _ChoiceBuy(TypedDict):
    kind: Literal["buy"]
    # The price in chips.
    price: Chips


class ChoiceBuy(_ChoiceBuy, total=False):
    """Pay for the up card."""

    # The up card.
    card: Card


class ChoicePass(TypedDict):
    """Decline to pay for the up card, which gives up the pot."""

    kind: Literal["pass"]


class ChoiceDeclare(TypedDict):
    """Declare which sides of the pot to play for."""

    kind: Literal["declare"]
    # The declarations allowed.
    options: List[Declaration]


class ChoiceRunTwice(TypedDict):
    """Agree to run it twice: the rest of the board is dealt twice, each board for half of every pot."""

    kind: Literal["run_twice"]


class ChoiceRunOnce(TypedDict):
    """Run it once: the rest of the board is dealt once."""

    kind: Literal["run_once"]


class ChoicePickGame(TypedDict):
    """Pick the game of the next hand."""

    # The games that fit the number of players.
    games: List[OfferedGame]
    kind: Literal["pick_game"]


class ClientMsgCreateTable(TypedDict):
    """Opens a table. Answered by `ok` with `table`."""

    # Settings of the table.
    config: TableConfig
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    type: Literal["create_table"]


class _ClientMsgSit(TypedDict):
    # Chips to bring to the table, within its buy-in range.
    buy_in: Chips
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId
    type: Literal["sit"]


class ClientMsgSit(_ClientMsgSit, total=False):
    """Takes a seat with chips from the account. Moves chips."""

    # Entry into the game: post the big blind to be dealt in as soon as possible, or wait for it.
    entry: Entry
    # The seat, from 1; any free one if left out.
    seat: int


class _ClientMsgRebuy(TypedDict):
    # Chips to add; with `whole`, the whole stack.
    amount: Chips
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId
    type: Literal["rebuy"]


class ClientMsgRebuy(_ClientMsgRebuy, total=False):
    """Adds chips from the account to the stack, immediately or at the end of the hand. Moves chips."""

    # `true` to choose the stack anew, within the range of buy-ins: at a table with chips of its own, in the player's first stay
    # there, until the first hand is dealt to the player. It is no rebuy.
    whole: bool


class ClientMsgAct(TypedDict):
    """Answers a decision. Moves chips."""

    # The action to take.
    action: Action
    # Number of the hand, as in `choices`.
    hand: HandNo
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId
    # Number of the decision, as in `choices`.
    turn: int
    type: Literal["act"]


class ClientMsgHost(TypedDict):
    """Carries out a decision of the table's host."""

    # The action to carry out.
    action: HostAction
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId
    type: Literal["host"]


class _ClientMsgRegister(TypedDict):
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # The version of the rules that the player accepts, as in `rules` of the tournament's state.
    rules: int
    # Identifier of the tournament.
    tournament: TournamentId
    type: Literal["register"]


class ClientMsgRegister(_ClientMsgRegister, total=False):
    """Enters a tournament; late entries included. Moves chips. Answered by `ok` with `tournament`."""

    # `true` to be put on the waiting list if all places are taken, which costs nothing; the price is paid when a place is given.
    # Without it the request is refused then with `tournament.full`.
    wait: bool


class ClientMsgReEnter(TypedDict):
    """Enters again after an elimination. Moves chips."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the tournament.
    tournament: TournamentId
    type: Literal["re_enter"]


class ClientMsgTournamentRebuy(TypedDict):
    """Buys chips in a tournament, or declines to after losing the last chip. Moves chips."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # `true` to buy; `false` to decline after losing the last chip, so that the table need not wait.
    take: bool
    # Identifier of the tournament.
    tournament: TournamentId
    type: Literal["tournament_rebuy"]


class ClientMsgAddOn(TypedDict):
    """Takes the add-on. Moves chips."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the tournament.
    tournament: TournamentId
    type: Literal["add_on"]


class _ClientMsgWithdraw(TypedDict):
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the tournament.
    tournament: TournamentId
    type: Literal["withdraw"]


class ClientMsgWithdraw(_ClientMsgWithdraw, total=False):
    """Leaves a tournament for good. Without `confirm` the request is refused with `tournament.unconfirmed`, which states the
    cost; with `confirm`, shortly afterwards, it is carried out."""

    # `false` to ask for the cost, `true` to leave.
    confirm: bool


class _ClientMsgProposeDeal(TypedDict):
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # The division of the prizes.
    kind: DealKind
    # Identifier of the tournament.
    tournament: TournamentId
    type: Literal["propose_deal"]


class ClientMsgProposeDeal(_ClientMsgProposeDeal, total=False):
    """Proposes a deal to the players still in: play is paused, and the deal is offered to all of them once no hand is running.
    Allowed at the last table, once per level for each player. The proposer has to answer as well."""

    # Chips of the prizes that are held back for first place, to be played for; 0 if left out, which ends the tournament.
    keep: Chips
    # With `other`, the share of each player still in, as pairs of player number and chips: together all the remaining prizes
    # except `keep`.
    shares: List[List[int]]


class ClientMsgDeal(TypedDict):
    """Answers the deal on offer. Moves chips once all players have agreed."""

    # The player's answer.
    answer: DealAnswer
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the tournament.
    tournament: TournamentId
    type: Literal["deal"]


class Clock(TypedDict):
    """The time left for the open decision. It is sent with every decision and is not a numbered event."""

    # The time bank of each seat to act.
    banks: List[SeatBank]
    # Time left before the time bank begins, in milliseconds.
    left_ms: int
    # Number of the decision.
    turn: int


class _Closing(TypedDict):
    # The reason, as in the close frame.
    reason: str


class Closing(_Closing, total=False):
    """The connection is about to close."""

    # Time to wait before reconnecting, in milliseconds; spread out so that clients do not all return together.
    retry_after_ms: int


class ClubCalls(TypedDict):
    """The wish to be called when an event of the club is announced: `PUT /api/v1/clubs/{club}/calls`."""

    # `true` to be called, in the browsers that are subscribed to Web Push.
    calls: bool


class ClubChat(TypedDict):
    """`GET /api/v1/clubs/{club}/chat`: the latest remarks."""

    # The remarks, oldest first: at most 100. The last 500 of a club are kept.
    lines: List[ClubChatLine]


class ClubChatLine(TypedDict):
    """A remark in a club."""

    # Time, in milliseconds since 1970.
    at: UnixMs
    # Number of the remark.
    line: int
    # The person's name.
    name: str
    # Number of the person.
    person: int
    # The text.
    text: str


class _ClubFile(TypedDict):
    # All remarks that are kept, oldest first: at most 500.
    chat: List[ClubChatLine]
    # The club.
    club: ClubResponse


class ClubFile(_ClubFile, total=False):
    """`GET /api/v1/clubs/{club}/file`: everything that is kept of a club but its seasons, which have requests of their own."""

    # The club's events that recur.
    recurring: List[RecurringEvent]
    # The club's templates.
    templates: List[TemplateResponse]


class _ClubInvitation(TypedDict):
    # Its members with an account.
    members: int
    # The name of the club.
    name: str


class ClubInvitation(_ClubInvitation, total=False):
    """`GET /api/v1/club-invitations/{invitation}`: where an invitation leads."""

    # Number of the club, if the caller is a member already.
    club: int


class ClubLine(TypedDict):
    """A club of the caller."""

    # Number of the club.
    club: int
    # Its name.
    name: str
    # People in the club, including players without an account.
    people: int
    # The caller's role.
    role: ClubRole


class _ClubMsg(TypedDict):
    # Number of the club.
    club: int


class ClubMsg(_ClubMsg, total=False):
    """Changes of a watched club. A large change comes in several messages."""

    # Identifiers of tables and events that are closed or no longer the club's.
    closed: List[str]
    # `true` if remarks before `lines` were left out because there are too many.
    cut: bool
    # `true` if the account is no longer a member, or the club is closed: the connection watches it no more.
    ended: bool
    # Numbers of people who are gone. Their remarks are no longer to be shown.
    gone: List[int]
    # New remarks, oldest first, each sent once.
    lines: List[ClubChatLine]
    # The club's new name.
    name: str
    # People who joined or changed. What a member said goes with the account: remarks of a person without `player` are no longer
    # to be shown.
    people: List[ClubPerson]
    # Tables and events that were added or changed, newest first.
    places: List[ClubPlace]


class ClubName(TypedDict):
    """A club's name: `POST /api/v1/clubs` and `PUT /api/v1/clubs/{club}`."""

    # The name: 1 to 40 visible characters.
    name: str


class ClubNames(TypedDict):
    """Players without an account: `POST /api/v1/clubs/{club}/people`."""

    # Their names: 1 to 100, of 1 to 40 visible characters. Names that the club has already are skipped.
    names: List[str]


class _ClubPerson(TypedDict):
    # The name: that of the account, or the one under which results are kept.
    name: str
    # Number of the person.
    person: int
    # The role.
    role: ClubRole
    # Time of joining, in milliseconds since 1970.
    since: UnixMs


class ClubPerson(_ClubPerson, total=False):
    """A person of a club."""

    # Number of the member who claims to be this player, until the owner or a director answers.
    claimed_by: int
    # The account, if there is one.
    player: PlayerInfo


class ClubPersonChange(TypedDict, total=False):
    """A change of a person: `PUT /api/v1/clubs/{club}/people/{person}`. Exactly one of the fields."""

    # The answer to a claim: with `true` the results of the player become those of the claiming member.
    claim: bool
    # The new name of a player without an account.
    name: str
    # The new role of a member. `owner` hands the club over: the caller becomes a director.
    role: ClubRole


class _ClubPlace(TypedDict):
    # Its name.
    name: str
    # Occupied seats, or entrants.
    players: int


class ClubPlace(_ClubPlace, total=False):
    """A table or an event for members alone."""

    # `true` once the event is over.
    over: bool
    # The table, if it is one.
    table: TableId
    # The tournament, if it is one.
    tournament: TournamentId


class ClubPlaceRequest(TypedDict, total=False):
    """A table or an event for members alone: `POST /api/v1/clubs/{club}/places`. Exactly one of the fields; the caller is its
    host."""

    # A private table.
    table: TableId
    # A private tournament.
    tournament: TournamentId


class ClubRemark(TypedDict):
    """A remark: `POST /api/v1/clubs/{club}/chat`."""

    # The text: 1 to 300 visible characters.
    text: str


class _ClubResponse(TypedDict):
    # Number of the club.
    club: int
    # Its name.
    name: str
    # The people, by role and name.
    people: List[ClubPerson]
    # The club's tables and events, newest first.
    places: List[ClubPlace]
    # The caller's role.
    role: ClubRole
    # The club's seasons, newest first.
    seasons: List[ClubSeason]
    # Time of its founding, in milliseconds since 1970.
    since: UnixMs
    # The caller's number in the club.
    you: int


class ClubResponse(_ClubResponse, total=False):
    """A club, as its members see it."""

    # `true` if the caller is called by Web Push when an event of the club is announced.
    calls: bool
    # The invitation, for the owner and directors: it opens `/club/join/{invitation}` of the page.
    invitation: str


class ClubSeason(TypedDict):
    """A season of a club."""

    # Events played.
    events: int
    # Its name.
    name: str
    # Number of the season.
    season: int


class ClubsResponse(TypedDict):
    """`GET /api/v1/clubs`: the caller's clubs."""

    # The clubs, sorted by name: at most 20.
    clubs: List[ClubLine]


class Consent(TypedDict):
    """An answer to the host's question whether the cards of a stopped hand may be shown. They are shown to all at the table as
    soon as every player who holds cards has agreed, and until then to nobody."""

    # `true` to agree, `false` to take a consent back.
    agree: bool
    # Number of the stopped hand.
    hand: HandNo
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId


class Credentials(TypedDict):
    """A name and a password: `POST /api/v1/register` and `POST /api/v1/login`. A guest who registers with the guest's access
    token keeps all chips and seats."""

    # The account name, 2 to 20 characters.
    name: str
    # The password, 8 to 128 characters.
    password: str


class DailyLimits(TypedDict, total=False):
    """The limits of a day; a field is left out for no limit."""

    # Chips of the house lost.
    loss: Chips
    # Minutes at tables.
    minutes: int


class DarkAction(TypedDict):
    """The declaration of a seat for the coming round."""

    # `check` or `bet`.
    action: BetAction
    # The seat, from 1.
    seat: int
    # Total of the bet; 0 for a check.
    to: Chips


class DarkOffer(TypedDict):
    """The seat that may declare in the dark, and the bounds of a bet. A check is always possible as well."""

    # Maximum total of a bet.
    max: Chips
    # Minimum total of a bet.
    min: Chips
    # The seat that is first to act in the coming round, or the next one after the seats that have declared a check.
    seat: int


class _DealOffer(TypedDict):
    # Numbers of the players who have agreed so far.
    agreed: List[int]
    # Chips of the prizes that are held back for first place, to be played for.
    keep: Chips
    # The division of the prizes.
    kind: DealKind
    # The share of each player, as pairs of player number and chips.
    shares: List[List[int]]


class DealOffer(_DealOffer, total=False):
    """A deal on offer."""

    # Time left for all players to agree, in milliseconds; left out if there is no limit.
    left_ms: int


class DealtHand(TypedDict):
    """Cards dealt to a seat, as everyone sees them."""

    # The cards; `null` for each one that lies face down.
    cards: List[Union[Card, None]]
    # The seat, from 1.
    seat: int


class DrawRound(TypedDict):
    """A draw among the draws of a hand."""

    # Number of this draw, from 1.
    number: int
    # Number of draws in the hand if it is played to its end.
    of: int


class _Entrant(TypedDict):
    # Number of the player's latest entry.
    entry: int
    # Number of the player in the tournament, from 1 in order of registration.
    player: int
    # The presence of the player.
    status: PlayerPresence
    # The player's account.
    who: PlayerInfo


class Entrant(_Entrant, total=False):
    """A player of a tournament."""

    # Table and seat, from 1, at which the stack was bagged at the end of the day.
    bag: List[int]
    # The bounty on the player's head in chips, if there is one.
    bounty: Chips
    # `true` if the player is out.
    out: bool
    # Number of hands the player still has to miss as a penalty.
    penalty: int
    # The stack after the last hand, in chips; left out for a player who is out.
    stack: Chips


class _EntrantsResponse(TypedDict):
    # The players, sorted by number.
    entrants: List[Entrant]


class EntrantsResponse(_EntrantsResponse, total=False):
    """`GET /api/v1/tournaments/{tournament}/entrants`: the players, sorted by number."""

    # Player number after which the next page begins, for `?after=`; left out on the last page.
    after: int


class _ErrorMsg(TypedDict):
    # The error code.
    code: ErrorCode
    # The error in English, for logs; clients should build their own text from the code and the parameters.
    message: str
    # `true` if the very same request may succeed later.
    retryable: bool


class ErrorMsg(_ErrorMsg, total=False):
    """The answer to a request that was refused."""

    # The `id` of the request, if it could be read.
    id: str
    # The legal choices, if it is the player's turn.
    legal: List[Choice]
    # Numbers and words that belong to the code, such as `min` and `to`.
    params: Dict[str, Union[float, str]]
    # Number of the open decision, if the action named another one.
    turn: int


class _Evening(TypedDict):
    # Time at which the table closed.
    ended_at: UnixMs
    # Hands completed.
    hands: int
    # The final ledger: the result of each player is `taken` less `bought`.
    ledger: Ledger
    # Name of the table.
    name: str
    # Payments that settle it: as few as possible for up to 14 players with a result, few beyond that.
    payments: List[Payment]
    # Number of the table, without its invitation.
    table: TableId


class Evening(_Evening, total=False):
    """An evening: the ledger of a closed table with chips of its own. `GET /api/v1/evenings/{table}`."""

    # Hundredths of the currency that a chip stands for, if chips were shown as money.
    chip_value: int
    # The sign that stood with those amounts.
    currency: Currency
    # The account that hosted the table at the end, as in a player's `id`.
    host: str
    # The table at which the same people play on, with its invitation, once the host has opened one.
    next: TableId


class EveningsResponse(TypedDict):
    """`GET /api/v1/evenings`: the caller's evenings, newest first."""

    # The evenings, 20 at most.
    evenings: List[Evening]
    # `true` if there are older ones: ask again with `before` set to the last `table`.
    more: bool


class EventInfo(TypedDict):
    """The tournament to which a table belongs."""

    # The level of the running hand, or of the next one between two hands.
    level: int
    # Name of the tournament.
    name: LocalName
    # Number of the table in the tournament, from 1.
    table_no: int
    # Identifier of the tournament.
    tournament: TournamentId


class _EventResult(TypedDict):
    # Time of the caller's first payment or winnings, in milliseconds since 1970.
    at: UnixMs
    # Chips won in bounties.
    bounties: Chips
    # Number of entries the caller bought.
    entries: int
    # Chips paid for entries and for more chips.
    paid: Chips
    # Chips won for the finishing place.
    prize: Chips
    # Number of times the caller bought more chips.
    rebuys: int
    # Chips refunded for cancelled entries.
    refunded: Chips
    # Identifier of the tournament.
    tournament: TournamentId


class EventResult(_EventResult, total=False):
    """The result of a tournament for the caller."""

    # Number of entries of all players, if still known.
    field: int
    # Name of the tournament, if still known.
    name: LocalName
    # The caller's finishing place, the best one in a tie; left out until there is one.
    place: int


class _EventResultsResponse(TypedDict):
    # The tournaments, newest first.
    tournaments: List[EventResult]


class EventResultsResponse(_EventResultsResponse, total=False):
    """`GET /api/v1/me/tournaments`: the caller's payments to and winnings from tournaments, newest first. Tournaments that
    moved no chips of the caller are left out."""

    # Start of the older tournaments, for `?before=`; left out if there are none.
    before: TournamentId


class EventSeat(TypedDict):
    """A seat in a tournament."""

    # The seat at the table, from 1.
    seat: int
    # The table to watch.
    table: TableId
    # Number of the table in the tournament, from 1.
    table_no: int


class _EventTable(TypedDict):
    # Number of the table in the tournament, from 1.
    no: int
    # The taken seats, each with its number, the player's number, and the stack after the last hand.
    seats: List[List[int]]


class EventTable(_EventTable, total=False):
    """A table of a tournament."""

    # The reason for which the table is halted, if it is.
    halted: HaltReason
    # The table to watch; left out until it can be watched.
    table: TableId


class _EventTablesResponse(TypedDict):
    # The tables in play, sorted by number.
    tables: List[EventTable]


class EventTablesResponse(_EventTablesResponse, total=False):
    """`GET /api/v1/tournaments/{tournament}/tables`: the tables in play, sorted by number."""

    # Table number after which the next page begins, for `?after=`; left out on the last page.
    after: int


class _Events(TypedDict):
    # The events, numbered consecutively.
    events: List[SeqEvent]
    # Identifier of the table.
    table: TableId


class Events(_Events, total=False):
    """Events of a table, in order and without gaps."""

    # Clock of the decision that is open after these events.
    clock: Clock


class Finished(TypedDict):
    """A player with a finishing place."""

    # The player's place, the best one in a tie.
    best: int
    # Number of the player.
    player: int
    # Prize for the place, in chips; 0 if there is none.
    prize: Chips
    # The worst place in a tie; equal to `best` without one.
    worst: int


class _FloorActionEdit(TypedDict):
    kind: Literal["edit"]


class FloorActionEdit(_FloorActionEdit, total=False):
    """Change the announcement before the start. Whatever is left out stays as it is. Directors only."""

    # A structure of the host's own instead of `structure`, in the format of the server's own structures, up to 8192 bytes.
    definition: str
    # New languages of the chat, in place of those declared; an empty list removes them all.
    languages: List[str]
    # Name of the tournament, 1 to 40 characters.
    name: str
    # Start of play, in milliseconds since 1970, at most 31 days from now; not for a sit & go.
    starts_at: UnixMs
    # Identifier of another structure of the server's. Only for private tournaments that no player has entered yet.
    structure: str


class FloorActionAnnounce(TypedDict):
    """Add a private tournament to the lobby's list, before the start. Directors only."""

    kind: Literal["announce"]


class FloorActionStart(TypedDict):
    """Start play now, with the players present. Directors only."""

    kind: Literal["start"]


class FloorActionCancel(TypedDict):
    """Cancel the tournament and refund everything due. Directors only."""

    kind: Literal["cancel"]


class FloorActionPause(TypedDict):
    """Pause play: no further hand begins, and the clock stops."""

    kind: Literal["pause"]


class FloorActionResume(TypedDict):
    """Resume play."""

    kind: Literal["resume"]


class _FloorActionSetLevel(TypedDict):
    kind: Literal["set_level"]
    # The level, from 1: a published one, or the next one.
    level: int


class FloorActionSetLevel(_FloorActionSetLevel, total=False):
    """Set the level clock. A break ends."""

    # Time left in the level, in seconds, at most its full length; the full length if left out.
    left_s: int


class FloorActionMove(TypedDict):
    """Move a player to another table, into the seat that is due the big blind soonest. Between hands only."""

    kind: Literal["move"]
    # Number of the player in the tournament.
    player: int
    # Number of the new table in the tournament.
    table: int


class FloorActionBreakTable(TypedDict):
    """Make a table the next one to break, as soon as the others have room for its players and its hand is over."""

    kind: Literal["break_table"]
    # Number of the table in the tournament.
    table: int


class FloorActionBreakOrder(TypedDict):
    """Change the order in which tables break."""

    kind: Literal["break_order"]
    # Every table in play exactly once, by number, the next one to break first and table 1 last.
    order: List[int]


class FloorActionCloseEntries(TypedDict):
    """Close entries ahead of their time: late entries, re-entries, rebuys and the add-on end, and the prizes are final.
    Refused with `tournament.not_ready` while a player may still answer the offer of a rebuy. Directors only."""

    kind: Literal["close_entries"]


class _FloorActionSetPrizes(TypedDict):
    kind: Literal["set_prizes"]


class FloorActionSetPrizes(_FloorActionSetPrizes, total=False):
    """Set how the pool of a live tournament is paid out, until the first prize is paid. Whatever is left out is as in the
    structure, without a fee or a bonus. Refused with `tournament.bad_prizes` if an amount is wrong. Directors only."""

    # Chips added to the prizes, at most 1000000000000.
    bonus: Chips
    # Chips kept back from the pool; not together with `fee_percent`.
    fee: Chips
    # The percentage of the pool that is kept back, 1 to 100, rounded down to whole chips.
    fee_percent: int
    # The prize of each paid place, first place first. They add up to the pool, less the fee, plus the bonus. Refused with
    # `tournament.not_yet` while entries are open.
    prizes: List[Chips]
    # The unit of all prizes except the first, which gets the remainder. Prizes that are named are not rounded.
    unit: Chips


class FloorActionNoShow(TypedDict):
    """Take back the entry of a player who never came: the payment goes back, the chips leave play, and the seat is free. In
    private and live tournaments, while entries are open; refused with `tournament.too_late` once the player has been dealt
    a hand, was named in one that officials entered, or has bought chips again."""

    kind: Literal["no_show"]
    # Number of the player in the tournament.
    player: int


class FloorActionHandForHand(TypedDict):
    """Start or end hand-for-hand."""

    kind: Literal["hand_for_hand"]
    # `true` to start it, `false` to end it.
    on: bool


class FloorActionPenalise(TypedDict):
    """Penalise a player with dead hands, which post. Rule: tournament 11.2."""

    # Number of hands (`hands`: 2 to 4; `warning`: 1, or 0 if the severity is light) or of orbits (`orbits`: 1 to 4).
    count: int
    # The fault in a few words, 1 to 500 characters. Repeating the same fault climbs the ladder.
    fault: str
    kind: Literal["penalise"]
    # Number of the player in the tournament.
    player: int
    # The rung: the proposed one or another.
    rung: Rung


class FloorActionRemove(TypedDict):
    """Remove a player who is gone for good, like a withdrawal. Directors only."""

    kind: Literal["remove"]
    # Number of the player in the tournament.
    player: int


class FloorActionDisqualify(TypedDict):
    """Disqualify a player. Directors only."""

    kind: Literal["disqualify"]
    # Number of the player in the tournament.
    player: int


class FloorActionVoidHand(TypedDict):
    """Void the running hand of a table and redeal it. Not allowed once cards have been tabled."""

    kind: Literal["void_hand"]
    # Number of the table in the tournament.
    table: int


class FloorActionSplitHand(TypedDict):
    """End the running hand of a table by dividing each pot equally among the players contending for it. At least two of them
    must have matched bets."""

    kind: Literal["split_hand"]
    # Number of the table in the tournament.
    table: int


class FloorActionKillHand(TypedDict):
    """Kill the running hand of a player who disclosed it to others: it folds when the player is next to act, and is shown to
    everyone at the end of the hand. Chips it wins nevertheless, being all-in, leave play. The penalty is a separate
    `penalise`. Refused with `tournament.too_late` if the hand is folded. Rule: tournament 11.4."""

    kind: Literal["kill_hand"]
    # Number of the player in the tournament.
    player: int


class FloorActionTellTable(TypedDict):
    """Tell all players of a table the same thing at the same time, as `table_told`: what a player disclosed to an opponent
    still in the hand. Everyone who watches the tournament receives it, and it is kept in the audit trail. Rule: tournament
    11.4."""

    kind: Literal["tell_table"]
    # Number of the table in the tournament.
    table: int
    # The text, 1 to 500 characters.
    text: str


class FloorActionCorrectAward(TypedDict):
    """Correct the stacks of a table after its last hand, before the next one begins."""

    # Number of the table's last hand.
    hand: HandNo
    kind: Literal["correct_award"]
    # The corrected stacks, as pairs of player number and chips. The sum must stay the same, and no stack may become empty.
    stacks: List[List[int]]
    # Number of the table in the tournament.
    table: int


class FloorActionResumeTable(TypedDict):
    """Resume a table that was halted after two consecutive void hands. A table out of play is reopened."""

    kind: Literal["resume_table"]
    # Number of the table in the tournament.
    table: int


class FloorActionReplaceTable(TypedDict):
    """Move the players of a table that was halted for a fault to a new table under the same number, in the same seats and with
    the same stacks, and resume play there. The fault stays with the old table."""

    kind: Literal["replace_table"]
    # Number of the table in the tournament.
    table: int


class _FloorActionMakeDeal(TypedDict):
    # Chips of the prizes that are held back for first place.
    keep: Chips
    kind: Literal["make_deal"]
    # The division of the prizes.
    terms: DealKind


class FloorActionMakeDeal(_FloorActionMakeDeal, total=False):
    """Record a deal that all players still in have agreed on; play must be paused. Directors only."""

    # With `other`, the share of each player still in, as pairs of player number and chips.
    shares: List[List[int]]


class FloorActionRule(TypedDict):
    """Record a ruling on a single incident."""

    kind: Literal["rule"]
    # The rule that it is based on, such as `9.20`.
    rule: str


class FloorActionAnswer(TypedDict):
    """Answer a ruling request or report and close it. The reason is the answer."""

    kind: Literal["answer"]
    # Number of the ruling request or report.
    ticket: int


class FloorActionMute(TypedDict):
    """Bar a player from chatting at the tables of the tournament, or let the player chat again."""

    kind: Literal["mute"]
    # `true` to mute the player, `false` to let the player chat again.
    muted: bool
    # Number of the player in the tournament.
    player: int


class FloorActionMuteAccount(TypedDict):
    """Bar an account from chatting at the tables of the tournament, whether it has entered or watches, or let it chat again."""

    # The account's `id` or its name.
    account: str
    kind: Literal["mute_account"]
    # `true` to mute the account, `false` to let it chat again.
    muted: bool


class FloorActionRailChat(TypedDict):
    """Open or close the chat at the tournament's tables to those without a seat at the table. Officials may always chat."""

    kind: Literal["rail_chat"]
    # `true` to open the chat, `false` to close it.
    open: bool


class FloorActionSeeHand(TypedDict):
    """Open the hidden cards of a finished hand to this official, at `GET .../floor/hands/{table}/{hand}`. Refused while the
    official is still a player in the tournament. Rule: tournament 10.6."""

    # Number of the hand at its table, from 1.
    hand: HandNo
    kind: Literal["see_hand"]
    # Identifier of the table to watch, not its number in the tournament.
    table: TableId


_FloorActionSwapSeats = TypedDict("_FloorActionSwapSeats", {"kind": 'Literal["swap_seats"]', "player": 'int', "with": 'int'})


class FloorActionSwapSeats(_FloorActionSwapSeats):
    """Swap the seats of two players, before the first hand of their tables; in a live tournament at any time. Rule: tournament
    2.1."""

    pass


class FloorActionSetButton(TypedDict):
    """Place the button of a table's next hand. Between hands only. Rule: tournament 6.7."""

    kind: Literal["set_button"]
    # The seat of a player with chips, from 1.
    seat: int
    # Number of the table in the tournament.
    table: int


class FloorActionEnter(TypedDict):
    """Enter a player in a live tournament by name. Such a player has no account: the `id` is `by-hand-` followed by the
    player's number."""

    kind: Literal["enter"]
    # The name: 1 to 40 visible characters, unique in the tournament.
    name: str


class FloorActionWait(TypedDict):
    """Put a name on the waiting list of a live tournament, while all its places are taken."""

    kind: Literal["wait"]
    # The name: 1 to 40 visible characters, unique in the tournament and on its waiting list.
    name: str


class FloorActionMoveUp(TypedDict):
    """Move a line to the top of the waiting list: it gets the next place that is free."""

    kind: Literal["move_up"]
    # Number of the line, as in `waitlist` of the desk.
    waiting: int


class FloorActionStopWaiting(TypedDict):
    """Take a line off the waiting list."""

    kind: Literal["stop_waiting"]
    # Number of the line, as in `waitlist` of the desk.
    waiting: int


class FloorActionSetPlaces(TypedDict):
    """Change the number of places while entries are open, down to the number of players. Not in a sit & go, a shootout or a
    bracket. Those on the waiting list get the new places. Refused with `tournament.bad_places` if the structure allows no
    such number. Directors only."""

    kind: Literal["set_places"]
    # Number of places.
    places: int


class FloorActionTakeBack(TypedDict):
    """Cancel an entry before the start: the payment goes back. Outside live tournaments, directors only."""

    kind: Literal["take_back"]
    # Number of the player in the tournament.
    player: int


class FloorActionBag(TypedDict):
    """End the day of a live tournament: every stack is bagged with its table and seat, and the tournament ends without a
    winner. Entries must be closed, and no prize paid: the pool goes on with the stacks. Rule: tournament 1.8."""

    kind: Literal["bag"]


class FloorActionUnbag(TypedDict):
    """Take over the players, stacks and pool of a live tournament of the same host whose stacks were bagged, before the start.
    Repeated for other flights, it joins them; a player of several goes on with the best stack. Each flight is taken over
    once. Rule: tournament 1.8."""

    # Identifier of the flight.
    flight: TournamentId
    kind: Literal["unbag"]
    # Level with which play goes on, from 1.
    level: int


class FloorActionReEnter(TypedDict):
    """Re-enter a player of a live tournament who is out."""

    kind: Literal["re_enter"]
    # Number of the player in the tournament.
    player: int


class FloorActionRebuy(TypedDict):
    """Record a rebuy by a player of a live tournament."""

    kind: Literal["rebuy"]
    # Number of the player in the tournament.
    player: int


class FloorActionNoRebuy(TypedDict):
    """Record that a player of a live tournament who has just lost everything declines the rebuy."""

    kind: Literal["no_rebuy"]
    # Number of the player in the tournament.
    player: int


class FloorActionAddOn(TypedDict):
    """Record the add-on of a player of a live tournament."""

    kind: Literal["add_on"]
    # Number of the player in the tournament.
    player: int


class _FloorActionHandOver(TypedDict):
    kind: Literal["hand_over"]
    # Number of the table in the tournament.
    table: int


class FloorActionHandOver(_FloorActionHandOver, total=False):
    """Report the end of a hand of a live tournament in which these players, if any, bust out. Without busts, this reports that
    the table is between two hands, as rounds of hand-for-hand require. Rules: tournament 1.10, 2.14."""

    # The players who bust out.
    busts: List[HandBust]
    # Seat of the hand's button, from 1; the next one by the rules if left out.
    button: int


class _FloorActionCount(TypedDict):
    kind: Literal["count"]
    # The stacks, as pairs of player number and chips. Their sum is that of the previous stacks plus `added`; no stack is empty.
    stacks: List[List[int]]
    # Number of the table in the tournament.
    table: int


class FloorActionCount(_FloorActionCount, total=False):
    """Record the counted stacks of a table of a live tournament. Rule: tournament 2.14."""

    # Chips that officials have added to the table in the meantime; negative if they removed some, as in a chip race.
    added: int


class FloorActionUndo(TypedDict):
    """Undo the last action of the officials as though it had never been done; repeated, the one before it, and so on. In a
    live tournament this reaches back 500 actions at least, in others to the last hand. An action that cannot be undone is
    refused with `tournament.not_undoable` and blocks all earlier ones; `tournament.too_late` means that a later event
    depends on the action, or that a hand has begun."""

    kind: Literal["undo"]


class FloorActionRedo(TypedDict):
    """Redo the action that was undone last, until officials do something else."""

    kind: Literal["redo"]


class FloorActionGrant(TypedDict):
    """Make an account an official of this tournament. Directors only."""

    # The account, as in a player's `id`, or its name.
    account: str
    kind: Literal["grant"]
    # The role granted: directors of an event may grant only `floor`.
    role: FloorRole


class FloorActionRevoke(TypedDict):
    """Revoke a `grant`. Directors only."""

    # The account, as in a player's `id`, or its name.
    account: str
    kind: Literal["revoke"]


class FloorDenial(TypedDict):
    """An action that is not open to an official at the moment."""

    # The `kind` of the action.
    action: str
    # The reason: `office` (reserved for others), `phase` (not now, or not in this kind of tournament), `plays` or `played` (the
    # official is or was a player in the tournament).
    why: str


class _FloorDesk(TypedDict):
    # Suspicious patterns. A flag costs no player anything: an official looks at the hands.
    flags: List[FloorFlag]
    # Numbers of the players who are muted.
    muted: List[int]
    # Penalties proposed by the ladder, for faults a player has been penalised for before.
    proposals: List[ProposedRung]
    # Open ruling requests and reports, oldest first.
    tickets: List[FloorTicket]


class FloorDesk(_FloorDesk, total=False):
    """The part of a tournament that only officials see."""

    # The penalty proposed for any other fault; left out before anyone has entered.
    first_rung: Rung
    # Muted accounts that have not entered.
    muted_accounts: List[PlayerInfo]
    # Tables out of play after a fault. Each waits for `resume_table`, which reopens it, for `replace_table`, or for the end of
    # the event.
    out_of_play: List[TableOutOfPlay]
    # Those on the waiting list who were passed over when a place was free, or taken off the list; the latest 100.
    passed_over: List[FloorPassedOver]
    # `true` if only the players seated at a table may chat there.
    rail_closed: bool
    # The waiting list, first in line first.
    waitlist: List[FloorWaiting]


class _FloorEntry(TypedDict):
    # The action taken.
    action: FloorAction
    # Time of the decision, in milliseconds since 1970.
    at: UnixMs
    # The official who decided.
    by: PlayerInfo
    # Number of the line in the trail, from 1.
    no: int
    # The reason, in words.
    reason: str
    # The outcome.
    result: FloorResult
    # The role in which the official decided.
    role: FloorRole


class FloorEntry(_FloorEntry, total=False):
    """A line in the audit trail of a tournament: the answer to `POST /api/v1/tournaments/{tournament}/floor`."""

    # The rule it is based on, if there is one.
    rule: str
    # Number of the first event it caused in the tournament, if there is one.
    seq: Seq


class FloorFlag(TypedDict):
    """A suspicious pattern found by measurement."""

    # The pattern.
    kind: FlagKind
    # Numbers of the table and of the hand of the latest occurrence.
    last: List[int]
    # Numbers of the players involved; of two, the one who gains comes last.
    players: List[int]
    # Number of occurrences.
    times: int


class FloorHand(TypedDict):
    """`GET /api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}`: a finished hand with all cards, for an official who
    has given a reason with `see_hand`."""

    # Each player's own cards in dealing order, drawn cards last; mucked cards included.
    cards: List[ShownCards]
    # End of the hand, RFC 3339.
    ended_at: str
    # All events that everyone saw, in order.
    events: List[PublicEvent]
    # Identifier of the game.
    game: str
    # Number of the hand at its table, from 1.
    hand: int
    # The players by seat.
    players: List[HandPlayer]
    # Identifier of the table.
    table: TableId


class FloorOfficial(TypedDict):
    """An official of a tournament."""

    # The official's role.
    role: FloorRole
    # The official's account.
    who: PlayerInfo


class FloorPassedOver(TypedDict):
    """A player who is no longer on the waiting list and has not entered."""

    # The account.
    who: PlayerInfo
    # The reason.
    why: WaitEnd


class _FloorRequest(TypedDict):
    # The action to carry out.
    action: FloorAction
    # Identifier of this request, 1 to 64 characters.
    id: str


class FloorRequest(_FloorRequest, total=False):
    """An action of an official in a tournament: `POST /api/v1/tournaments/{tournament}/floor`. Repeating a request under the
    same `id` returns the first answer, and nothing happens twice."""

    # The reason, in 1 to 500 characters, readable by all players. If it is missing or contains control characters other than line
    # breaks, the request is refused with `tournament.no_reason`.
    reason: str


class _FloorResponse(TypedDict):
    # The lines after `?after=`, oldest first.
    entries: List[FloorEntry]
    # Officials by a grant of this tournament, its host among them. The server's own officials are not listed.
    officials: List[FloorOfficial]


class FloorResponse(_FloorResponse, total=False):
    """`GET /api/v1/tournaments/{tournament}/floor`: the audit trail, open to everyone, and the officials' open business, for
    officials only."""

    # Number of the line after which the next page begins, for `?after=`; left out on the last page.
    after: int
    # The actions that the caller, as an official, may not take now, each with the reason; anything not listed is allowed. Left
    # out for callers who are not officials.
    denied: List[FloorDenial]
    # The officials' open business; left out for callers who are not officials.
    desk: FloorDesk
    # Players whose entry was given back, whom lines of the trail may name: the latest ones, with the first page alone.
    gone: List[GonePlayer]
    # The caller's role here; left out for callers who are not officials.
    role: FloorRole


class _FloorTicket(TypedDict):
    # Time of the ticket, in milliseconds since 1970.
    at: UnixMs
    # The author.
    by: PlayerInfo
    # Number of the hand running at the time, otherwise of the last one; 0 before the first.
    hand: int
    # The kind of ticket.
    kind: TicketKind
    # Identifier of the table to watch.
    table: TableId
    # Number of the table in the tournament.
    table_no: int
    # The text.
    text: str
    # Number of the ticket in this tournament, from 1.
    ticket: int


class FloorTicket(_FloorTicket, total=False):
    """A ruling request or a report."""

    # The player being reported.
    about: PlayerInfo


class FloorWaiting(TypedDict):
    """A line of the waiting list."""

    # Time since which it waits, in milliseconds since 1970.
    since: UnixMs
    # Number of the line, from 1; never used again in this tournament.
    waiting: int
    # The account that waits, or a player by name, whose `id` is `waiting-` followed by the number of the line.
    who: PlayerInfo


class FormulaPoints(TypedDict):
    """The points of an accepted formula in an event of 20 players at a price of 20."""

    # The formula, without blanks around it.
    formula: str
    # Points of places 1 to 20 without knock-outs and rebuys, in hundredths.
    points: List[int]


class FormulaRequest(TypedDict):
    """A points formula: `POST /api/v1/formulas/check`."""

    # The formula.
    formula: str


class FormulasResponse(TypedDict):
    """`GET /api/v1/formulas`: formulas that leagues use."""

    # The formulas.
    formulas: List[ReadyFormula]


class _Friend(TypedDict):
    # The player.
    player: PlayerInfo
    # Start of the friendship, in milliseconds since 1970.
    since: UnixMs


class Friend(_Friend, total=False):
    """A friend."""

    # `true` while the friend is online. Never set for a friend who hides it; no field below is set then.
    online: bool
    # `true` if the friend has a seat at a private table, which is not named.
    private: bool
    # Tables where the friend has a seat and that anyone may watch.
    tables: List[FriendTable]


class FriendAnswer(TypedDict):
    """`PUT /api/v1/friends/{player}` and `POST /api/v1/friends/{player}/accept`: the relation that results."""

    # The relation between the two players.
    state: FriendState


class FriendQuestion(TypedDict):
    """A friend request."""

    # Time of the request, in milliseconds since 1970.
    at: UnixMs
    # The player who sent it, or to whom it was sent.
    player: PlayerInfo


class _FriendTable(TypedDict):
    # Name of the current game.
    game: LocalName
    # Name of the table.
    name: str
    # Identifier of the table.
    table: TableId


class FriendTable(_FriendTable, total=False):
    """A table where a friend has a seat."""

    # The tournament, if the table belongs to one.
    tournament: TournamentId


class FriendsMsg(TypedDict):
    """The account's friends or open friend requests changed: fetch `GET /api/v1/friends`. Friends going online or taking seats
    do not cause this message."""

    # Open friend requests to the account.
    questions: int


class FriendsResponse(TypedDict):
    """`GET /api/v1/friends`: the caller's friends and open friend requests."""

    # Friend requests to the caller, oldest first: at most 50.
    asked_you: List[FriendQuestion]
    # The caller's friends, sorted by name: at most 200.
    friends: List[Friend]
    # `true` if friends can see when the caller is online and where the caller plays.
    shown: bool
    # Friend requests from the caller, oldest first: at most 50. A declined request looks like one that is still open.
    you_asked: List[FriendQuestion]


class GameAtHand(TypedDict):
    """A game with its stakes, as a table plays it from now on."""

    # The ante in chips; 0 if there is none.
    ante: Chips
    # The bet size of each tier, in chips: exact in fixed limit, the minimum otherwise.
    bets: List[Chips]
    # The big blind in chips; 0 if there is none.
    big_blind: Chips
    # Identifier of the game.
    game: str
    # Name of the game.
    game_name: LocalName
    # The betting structure: `nl`, `pot`, `fixed` or `spread`.
    limit: str
    # The small blind in chips; 0 if there is none.
    small_blind: Chips


class GameCheckRequest(TypedDict):
    """Checks a host's own game: `POST /api/v1/games/check`."""

    # The definition, up to 8192 bytes.
    definition: str


class GameCheckResponse(TypedDict, total=False):
    """The result of the check: the game, or the fault in the definition."""

    # Description of the fault, in English.
    error: str
    # The game, if the definition can be played.
    game: GameInfo
    # Number of the faulty line, from 1.
    line: int


class GameDealResponse(TypedDict, total=False):
    """Ten hands of a host's own game, played by players who act at random: `POST /api/v1/games/deal`, which takes the same
    body as `POST /api/v1/games/check`. With `hands` there is neither `line` nor `error`."""

    # Description of the fault, in English.
    error: str
    # The hands; empty if the definition is faulty.
    hands: List[TrialHand]
    # Number of the faulty line, from 1.
    line: int


class _GameInfo(TypedDict):
    # Default ante in chips; 0 if the game has none.
    ante: Chips
    # Default bet size of each tier in the first betting structure, in chips.
    bets: List[Chips]
    # Default big blind in chips; 0 if the game has none.
    big_blind: Chips
    # The deal, with one symbol per card: `d` down, `u` up, `o` up or down at its owner's choice, `b` board, `h` board face down;
    # and one per step: `-` a betting round, `x` a draw, `t` a discard, `v` turning up board cards, `r` turning up cards of one's
    # own, `?` a declaration.
    deal: str
    # The family of games it is listed under.
    family: str
    # `true` if the game has a high side.
    high: bool
    # The stable identifier.
    id: str
    # The betting structures to choose from: `nl`, `pot`, `fixed`, `spread`; the first one is the default.
    limits: List[str]
    # `true` if the game has a low side.
    low: bool
    # Name of the game.
    name: LocalName
    # Its numbers in the catalogue.
    numbers: List[str]
    # Maximum number of players.
    seats_max: int
    # Minimum number of players.
    seats_min: int
    # Default small blind in chips; 0 if the game has none.
    small_blind: Chips


class GameInfo(_GameInfo, total=False):
    """A playable game."""

    # `true` if its tables may have bomb pots.
    bomb_pots: bool
    # The kinds of decision in the game, betting included, in order of first appearance.
    decisions: List[DecisionKind]
    # The definition of a host's own game, for programs that can read it.
    definition: str
    # Maximum number of seats at its tables with two boards; left out if it has no double board.
    double_board_seats: int
    # The ranking of high hands, such as `high` or `short-deck`; left out if there is no high side.
    high_ranking: str
    # The ranking of low hands, such as `8-or-better`; left out if there is no low side.
    low_ranking: str
    # Number of the player's own cards that a hand must use; left out if any number will do.
    own_cards: int
    # `true` if its tables may have a seven-deuce bounty.
    seven_deuce: bool
    # `true` if its tables may have straddles.
    straddles: bool
    # `true` if the game has wild cards.
    wild: bool


class GameResult(TypedDict):
    """The result in one game."""

    # Its statistics.
    figures: ResultFigures
    # Identifier of the game.
    game: str


class _GameRules(TypedDict):
    # The definition that the words are generated from; empty for several games at one table.
    definition: str
    # The game.
    game: GameInfo
    # The language: `en` or `fr`.
    lang: str
    # The rules, section by section, in order.
    sections: List[RuleSection]


class GameRules(_GameRules, total=False):
    """The rules of a game in plain words: `GET /api/v1/games/{id}/rules`, or `GET /api/v1/tables/{table}/rules` for the game
    of a table, which may be the host's own. `?lang=fr` selects French; the default is English."""

    # The mix, if these are the rules of several games at one table: `game` is then the first of them, or the default game of
    # dealer's choice.
    mix: MixInfo
    # The hand rankings for each side of the pot, with examples, the high side first; left out for several games at one table.
    rankings: List[HandRanking]


class _GamesResponse(TypedDict):
    # The games.
    games: List[GameInfo]


class GamesResponse(_GamesResponse, total=False):
    """`GET /api/v1/games`: the games on offer."""

    # Rotations of games, and dealer's choice.
    mixes: List[MixInfo]


class GonePlayer(TypedDict):
    """A player whose entry was given back."""

    # Number of the player, which no other player gets.
    player: int
    # The player.
    who: PlayerInfo


class GuestRequest(TypedDict):
    """A new guest: `POST /api/v1/guest`."""

    # The nickname, 2 to 20 characters.
    nickname: str


class _HandBust(TypedDict):
    # Numbers of the players who won the chips; they divide the chips and the bounty. Empty if no official saw it: the other
    # players at the table divide the chips until a count, and the bounty goes to first place.
    by: List[int]
    # Number of the player in the tournament.
    player: int


class HandBust(_HandBust, total=False):
    """A player who has lost the last chip in a hand of a live tournament."""

    # The player's stack at the start of the hand, which ranks players who go out together; the last recorded stack if left out.
    stack: Chips


class HandForHandState(TypedDict):
    """Hand-for-hand: all tables deal simultaneously, and a table whose hand is over waits for the others."""

    # The round in progress, from 1; 0 while waiting for hands that began earlier to end.
    round: int
    # The reason.
    why: HandForHandReason


class HandForHandTriggerMoney(TypedDict):
    """The elimination that reaches the money."""

    kind: Literal["money"]


class HandForHandTriggerFinal(TypedDict):
    """The elimination that leaves the final table."""

    kind: Literal["final"]


class HandForHandTriggerJump(TypedDict):
    """The elimination that brings a jump in prizes."""

    kind: Literal["jump"]
    # Number of players left after it.
    left: int


class _HandName(TypedDict):
    # The cards that play.
    cards: List[Card]
    # The category, such as `full_house`.
    category: str
    # Ranks that are part of the name, most significant first, such as `["9", "A"]`.
    ranks: List[str]


class HandName(_HandName, total=False):
    """The name of a made hand as data; clients supply the words."""

    # The card that each of `cards` counts as, in the same order: itself, or the card that a wild card stands for; `X1` is a wild
    # card that counts below the ace. Left out if none is wild.
    stands_for: List[Card]


class HandPlayer(TypedDict):
    """A participant in a finished hand."""

    # The player.
    player: PlayerInfo
    # The seat, from 1.
    seat: int


class _HandRanking(TypedDict):
    # One hand of each category, best first.
    hands: List[HandName]
    # Name of the ranking, such as `high`, `short-deck` or `8-or-better`.
    ranking: str
    # The side of the pot that it decides: `high` or `low`.
    side: Side


class HandRanking(_HandRanking, total=False):
    """A hand ranking, shown by examples."""

    # Cards that the examples treat as wild, in games where chance determines the wild cards; left out otherwise.
    assumed_wild: List[Card]


class _HandRecord(TypedDict):
    # End of the hand, RFC 3339.
    ended_at: str
    # All events that everyone saw, in order.
    events: List[PublicEvent]
    # Identifier of the game.
    game: str
    # Number of the hand at its table, from 1.
    hand: int
    # The players by seat.
    players: List[HandPlayer]
    # Identifier of the table.
    table: TableId


class HandRecord(_HandRecord, total=False):
    """`GET /api/v1/hands/{table}/{hand}`: a finished hand as the caller, who took part in it, may see it. With `?format=` set
    to `phh`, `json`, `ohh` or `text`, the answer is a file in that format instead."""

    # Hundredths of the currency that a chip stood for, if the table showed chips as money.
    chip_value: int
    # The sign that stood with those amounts.
    currency: Currency
    # Definition of the game, if it was the host's own.
    definition: str
    # The game as in the list of games; left out if this version no longer knows it.
    game_info: GameInfo
    # The betting structure, such as `nl`; left out if this version no longer knows the game.
    limit: str
    # The caller's own cards in dealing order, drawn cards last.
    own: ShownCards
    # Information for the caller's seat alone: its cards whenever they changed, and the hands they made. `seq` is the position in
    # `events`, from 1, of the event it came with.
    parts: List[PrivateEvent]
    # Number of seats at the table.
    seats: int
    # The stakes.
    stakes: StakesAtHand
    # Start of the hand, RFC 3339. Absent from older servers, as are all fields below except `players`, `events` and `own`.
    started_at: str
    # Name of the table.
    table_name: str


class _HandState(TypedDict):
    # The bet to match in this round, as a total.
    bet: Chips
    # The board cards that lie face up.
    board: List[Card]
    # Seat of the button, which may be empty.
    button: int
    # Identifier of the game.
    game: str
    # Number of the hand at its table, from 1.
    hand: int
    # All chips in the pot, bets of this round included.
    pot: Chips
    # The pots of the previous rounds, main pot first.
    pots: List[PotState]


class HandState(_HandState, total=False):
    """The running hand."""

    # Seat of the big blind.
    big_blind: int
    # Number of further board cards that lie face down.
    board_down: int
    # `true` in a bomb pot.
    bomb_pot: bool
    # Declarations made in the dark for the coming round, in order.
    dark: List[DarkAction]
    # The seat that may declare in the dark now.
    dark_offer: DarkOffer
    # `true` if two boards are dealt, each for half of every pot.
    double_board: bool
    # The open draw, otherwise the last one; left out before the first.
    draw: DrawRound
    # Number of the hand's `hand_started`, for as long as `resume` can deliver that event: `resume` with `after` set to one less
    # delivers everything that has happened in the hand.
    first_seq: int
    # `true` while the hand is held during hand-for-hand: a player is all-in and called, and other tables still have decisions
    # left.
    held: bool
    # The cards of the second of two boards.
    second_board: List[Card]
    # Seat of the small blind, which may be empty.
    small_blind: int
    # The state of the stop, while the host has stopped the hand.
    stop: HandStop
    # The open decision, if there is one.
    turn: TurnState


class _HandStop(TypedDict):
    # Number of players who hold cards: all of them have to agree.
    holders: int


class HandStop(_HandStop, total=False):
    """The state of a hand that the host has stopped."""

    # Number of players who have agreed.
    agreed: int
    # `true` once the host has asked whether the cards may be shown.
    asked: bool
    # `true` once the cards lie open.
    open: bool


class _HandSummary(TypedDict):
    # End of the hand, RFC 3339.
    ended_at: str
    # Identifier of the game.
    game: str
    # Number of the hand at its table, from 1.
    hand: int
    # Identifier of the table.
    table: TableId


class HandSummary(_HandSummary, total=False):
    """A line of `GET /api/v1/hands`: a hand of the caller."""

    # `true` if the caller was all-in.
    all_in: bool
    # The board; the first one if it was run twice.
    board: List[Card]
    # The caller's own cards at the end of the hand.
    cards: List[Card]
    # Hundredths of the currency that a chip stood for, if the table showed chips as money.
    chip_value: int
    # The sign that stood with those amounts.
    currency: Currency
    # Chips that the caller won; negative if lost.
    net: int
    # Names of the other players dealt in.
    opponents: List[str]
    # All chips that were played for.
    pot: Chips
    # `true` if the caller went to showdown.
    showdown: bool
    # Name of the table. Absent from older servers, as are all fields below.
    table_name: str


class _HandsResponse(TypedDict):
    # The hands, newest first.
    hands: List[HandSummary]


class HandsResponse(_HandsResponse, total=False):
    """`GET /api/v1/hands`: the caller's hands, newest first."""

    # Start of the older hands, for `?before=`; left out if there are none. A search that matches few hands stops after some
    # thousands and may return fewer than requested: older ones may still match.
    before: int


class _Hello(TypedDict):
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Protocol versions that the client supports, such as `["poker.v1"]`.
    versions: List[str]


class Hello(_Hello, total=False):
    """The introduction of a client: with a `token`, as its account; without one, as a new guest named `nickname`."""

    # `true` if the new guest is a program.
    bot: bool
    # Name and version of the client software, for the log: `name/version`.
    client: str
    # A name for the device, of the client's choice, 1 to 64 characters. An account has one connection for each device, the
    # newest, and one for all clients that name none.
    device: str
    # Name of the new guest, 2 to 20 characters.
    nickname: str
    # An access token or an API token.
    token: str


class _Hint(TypedDict):
    # Prospects of the hand if every player stays in to the end, estimated by dealing the rest many times. All holdings of the
    # opponents are taken as equally likely.
    chance: HintChance
    # The cost of each choice, in chips from the stack.
    costs: List[HintCost]
    # Number of the hand.
    hand: int
    # The share of the pot, in thousandths, at which paying `price` breaks even in the long run; 0 if staying in is free.
    needed: int
    # All chips in the pot, bets of this round included.
    pot: Chips
    # Chips needed to stay in: a call, or the price of a card; 0 if staying in is free.
    price: Chips
    # The conclusion to draw.
    reason: HintReason
    # Number of the decision.
    turn: int


class Hint(_Hint, total=False):
    """The cost and the prospects of a decision at a practice table. All fractions are in thousandths."""

    # The cards that `reason` refers to: those to discard.
    cards: List[Card]
    # `true` if the hand would win at least two pots in three were the cards shown now.
    leads: bool
    # Unseen cards any of which, coming next, would put the hand in the lead. Left out if it already leads, or if the next deal is
    # not a single card.
    outs: List[Card]
    # The side that `reason` refers to.
    side: Declaration


class _HintChance(TypedDict):
    # Share of each player if all hands were equal, in thousandths.
    fair: int
    # Number of times the rest was dealt.
    samples: int
    # Average share of the pot, in thousandths.
    share: int
    # Deals that win part of the pot, in thousandths.
    tie: int
    # Deals that win the whole pot, in thousandths.
    win: int


class HintChance(_HintChance, total=False):
    """The prospects of a hand; fractions are in thousandths."""

    # Share of the high side, in thousandths; left out in games without two sides.
    high: int
    # Share of the low side, in thousandths; left out in games without two sides.
    low: int


class HintCost(TypedDict):
    """The cost of a choice, in chips from the stack."""

    # The kind of choice, named as in its `kind`.
    choice: HintChoice
    # Maximum cost, in chips.
    max: Chips
    # Minimum cost, in chips.
    min: Chips


class _HostActionPause(TypedDict):
    kind: Literal["pause"]


class HostActionPause(_HostActionPause, total=False):
    """Pauses the table: no new hand begins; a running one is played to its end. At a private table no clock runs between hands
    meanwhile, and no seat is given up for its player's absence. Sent again during a pause, it sets another end."""

    # Minutes from now after which play resumes by itself, 1 to 60; left out for a pause until `resume`. At private tables only.
    minutes: int


class HostActionResume(TypedDict):
    """Ends the pause. A stopped hand goes on, with its cards open if they were opened."""

    kind: Literal["resume"]


class HostActionStopHand(TypedDict):
    """Stops the running hand of a table whose `session` has `class`: it is a pause that begins at once. Clocks stand still
    with the time that is left, and no player can act until `resume`, or until the pause ends by itself. Sent again during
    the stop, it sets another end."""

    kind: Literal["stop_hand"]
    # Minutes from now after which the hand goes on by itself, 1 to 60.
    minutes: int


class HostActionAskReveal(TypedDict):
    """Asks the players who hold cards of a stopped hand to show them to all at the table; they answer with `consent`. Refused
    while players have cards to choose, exchange or declare."""

    kind: Literal["ask_reveal"]


class HostActionEndHand(TypedDict):
    """Ends a stopped hand whose cards lie open: it is void, and all players get back what they put in. The pause ends too."""

    kind: Literal["end_hand"]


class HostActionApproval(TypedDict):
    """Turns approval on or off: with it, players ask for a seat and the host accepts or refuses them; without it, they sit
    down freely. The host, players who already have a seat, and as many bots as the host has invited need no approval."""

    kind: Literal["approval"]
    # `true` if players need approval.
    on: bool


class HostActionAccept(TypedDict):
    """Lets a player who has asked for a seat sit down."""

    kind: Literal["accept"]
    # The account, as in a player's `id`.
    player: str


class HostActionRefuse(TypedDict):
    """Refuses a player who has asked for a seat."""

    kind: Literal["refuse"]
    # The account, as in a player's `id`.
    player: str


class HostActionAddChips(TypedDict):
    """Adds chips from the host's own account to the stack of a player who is not in a running hand, up to the maximum buy-in.
    Refused at tables with chips of their own, where `correct` adds a late buy-in. Moves chips."""

    # Chips to add.
    amount: Chips
    kind: Literal["add_chips"]
    # The account, as in a player's `id`.
    player: str


class HostActionMove(TypedDict):
    """Moves a player to a free seat, between hands. In games with blinds, the player enters there like a newcomer."""

    kind: Literal["move"]
    # The account, as in a player's `id`.
    player: str
    # The seat, from 1.
    seat: int


class HostActionStakes(TypedDict):
    """Changes the stakes, from the next hand on."""

    kind: Literal["stakes"]
    # The complete new stakes.
    stakes: HostStakes


class HostActionNextGame(TypedDict):
    """Ends the current game of a rotation: the next hand is one of the next game. In dealer's choice, a dealer who is to pick
    gets the table's default game, as on a timeout."""

    kind: Literal["next_game"]


class HostActionBots(TypedDict):
    """Invites house bots to a private table, as many as there are seats and bots available. 0 sends them away."""

    # Number of bots wanted.
    count: int
    kind: Literal["bots"]


class HostActionClose(TypedDict):
    """Closes the table for good at the end of the hand: every player leaves with the stack."""

    kind: Literal["close"]


class HostActionAcceptRebuy(TypedDict):
    """Grants the rebuy that a player has asked for, at a table whose `session` has `rebuys` set to `approval`. Moves chips."""

    # The chips that were asked for. Refused with `table.no_change` if the player has asked for other chips since.
    amount: Chips
    kind: Literal["accept_rebuy"]
    # The account, as in a player's `id`.
    player: str


class HostActionHandOver(TypedDict):
    """Hands the table over to another player, who hosts it from then on. The host stays at the table, or leaves it with
    another request. Refused with `table.not_seated` if the player has no seat, and with `table.bot_host` for a program."""

    kind: Literal["hand_over"]
    # The account, as in a player's `id`.
    player: str


class _HostActionVoice(TypedDict):
    kind: Literal["voice"]


class HostActionVoice(_HostActionVoice, total=False):
    """Sets the link to the voice room of a private table, which all who sit or watch there see, or takes it away."""

    # An `https` link of at most 200 bytes, in ASCII and without a user name; left out for none.
    link: str


class HostActionRefuseRebuy(TypedDict):
    """Refuses the rebuy that a player has asked for."""

    kind: Literal["refuse_rebuy"]
    # The account, as in a player's `id`.
    player: str


class _HostActionCorrect(TypedDict):
    # Chips of the buy-in, at least 1.
    amount: Chips
    kind: Literal["correct"]
    # The account whose buy-in it is about, as in a player's `id`.
    player: str
    # The reason, 1 to 200 characters.
    reason: str


class HostActionCorrect(_HostActionCorrect, total=False):
    """Corrects the ledger of a table with chips of its own, with a line that all can read. With `paid_by`, another player pays
    a part of a player's buy-ins. Without it, a late buy-in: the chips are added to the player's stack, immediately or at
    the end of the hand, and count as bought. Moves chips."""

    # The account that pays instead, as in a player's `id`.
    paid_by: str


class HostRules(TypedDict, total=False):
    """The host's decisions about the table, as everyone there sees them."""

    # `true` if players need the host's approval to sit down.
    approval: bool
    # Number of house bots invited.
    bots: int
    # `true` if the table closes at the end of the hand.
    closing: bool
    # `true` if the next hand is one of the next game.
    next_game: bool
    # `true` while no new hand begins.
    paused: bool
    # Instant at which the pause ends by itself, if the host has given one.
    paused_until: UnixMs
    # Players who have asked for a rebuy, in order of asking.
    rebuys: List[RebuyRequest]
    # Players who have asked for a seat, in order of asking; at most 20.
    requests: List[SeatRequest]
    # `true` if the stakes change at the end of the hand.
    stakes: bool
    # Link to the voice room.
    voice: str


class HostStakes(TypedDict, total=False):
    """The stakes a host asks for. They are validated like those of a new table, with the same defaults for whatever is left
    out."""

    # The ante of each player, in chips.
    ante: Chips
    # The big blind, in chips.
    big_blind: Chips
    # Maximum buy-in, in chips.
    buy_in_max: Chips
    # Minimum buy-in, in chips.
    buy_in_min: Chips
    # Multiplies every default amount of the game; amounts given below replace the product.
    multiplier: int
    # The small blind, in chips.
    small_blind: Chips


class LeaderboardChoice(TypedDict):
    """Visibility of the caller on the leaderboard: `PUT /api/v1/me/leaderboard`, which answers with the same. Guests and bots
    are never on it."""

    # `true` if the leaderboard shows the caller.
    shown: bool


class LeaderboardLine(TypedDict):
    """A line of the leaderboard."""

    # Number of hands in the week.
    hands: int
    # Chips won; negative if lost.
    net: int
    # The place, from 1; shared by players with equal winnings.
    place: int
    # The player.
    player: PlayerInfo


class _LeaderboardResponse(TypedDict):
    # Number of hands in the week below which a player is not ranked.
    hands_min: int
    # The leading players, at most 100.
    players: List[LeaderboardLine]
    # The week, such as `2026-W48`: Monday to Sunday, UTC.
    week: str


class LeaderboardResponse(_LeaderboardResponse, total=False):
    """`GET /api/v1/leaderboard`: the players who won the most chips in a week at cash tables open to everyone, out of those
    who chose to be shown."""

    # Identifier of the game; left out for all games together.
    game: str
    # The caller's own position; left out without a token.
    you: LeaderboardYou


class _LeaderboardYou(TypedDict):
    # Number of hands in the week.
    hands: int
    # Chips won; negative if lost.
    net: int
    # `true` if the leaderboard shows the caller.
    shown: bool


class LeaderboardYou(_LeaderboardYou, total=False):
    """The caller's own position on the leaderboard."""

    # The caller's place, from 1, if there is one.
    place: int


class _Ledger(TypedDict):
    # All players who have bought chips, in the order of their first buy-in; those who have left included.
    players: List[LedgerLine]


class Ledger(_Ledger, total=False):
    """The ledger of a table with chips of its own."""

    # The host's corrections, oldest first.
    corrections: List[LedgerCorrection]


class _LedgerCorrection(TypedDict):
    # Chips of the buy-in.
    amount: Chips
    # Time of the correction.
    at: UnixMs
    # The host who made it.
    author: PlayerInfo
    # The player whose buy-in it is about.
    player: PlayerInfo
    # The host's reason.
    reason: str


class LedgerCorrection(_LedgerCorrection, total=False):
    """A correction of the ledger by the table's host."""

    # The player who pays that buy-in instead; left out for a late buy-in.
    paid_by: PlayerInfo


class _LedgerLine(TypedDict):
    # Chips bought so far, corrections included. Chips that are to be added at the end of the hand count already.
    bought: Chips
    # The player.
    player: PlayerInfo
    # Number of rebuys so far.
    rebuys: int
    # Chips taken home so far.
    taken: Chips


class LedgerLine(_LedgerLine, total=False):
    """A player's line in the ledger. It is sent again when chips move; `played` changes with `hand_started` alone. The
    player's result is `taken` plus the chips at the table less `bought`."""

    # `true` once a hand has been dealt to the player.
    played: bool


_LevelClockMore = TypedDict("_LevelClockMore", {"break": 'bool'}, total=False)


class LevelClock(_LevelClockMore):
    """The level clock."""

    # Time elapsed in the level or break, in milliseconds.
    elapsed_ms: int
    # Time left in the level or break, in milliseconds.
    left_ms: int
    # The level, from 1.
    level: int
    # `true` while the clock is running.
    running: bool


class LevelInfo(TypedDict):
    """A level: its stakes and its length."""

    # The ante in chips; 0 if there is none.
    ante: Chips
    # The big blind in chips; in games without blinds, the bet of the first tier.
    big_blind: Chips
    # Length of the level, in seconds.
    duration: int
    # Identifier of the level's game, possibly with the betting structure, as in `omaha:pot`.
    game: str
    # The level, from 1.
    level: int
    # The small blind in chips; 0 if there is none.
    small_blind: Chips
    # The smallest chip in play.
    unit: Chips


class LevelRowBreak(TypedDict):
    """A break between two levels."""

    # Length of the break, in seconds.
    duration: int
    kind: Literal["break"]


class LimitNear(TypedDict):
    """A limit of time at tables that an account is about to reach."""

    # Time at tables that is left, in milliseconds.
    left_ms: int
    # The limit.
    limit: LimitKind


class LimitReached(TypedDict):
    """A limit of an account that has been reached: it gets no seat, no chips and no entry for now."""

    # The limit.
    limit: LimitKind
    # Its end.
    until: UnixMs


class Limits(TypedDict):
    """The limits of a connection."""

    # Silence after which the server sends a ping, in milliseconds.
    heartbeat_ms: int
    # Maximum number of messages in a burst.
    message_burst: int
    # Maximum size of a message from the client, in bytes.
    message_bytes: int
    # Sustained number of messages per second.
    messages_per_second: int
    # Silence after which the server closes the connection, in milliseconds.
    timeout_ms: int


class LimitsRequest(TypedDict, total=False):
    """Limits that an account sets for itself: `PUT /api/v1/me/limits`. A stricter limit holds at once, a looser one from the
    next day, UTC. A field left out stays as it is."""

    # Hours of a break that begins now, up to 720; 0 ends it.
    break_hours: int
    # Chips of the house lost a day; 0 for no limit.
    daily_loss: Chips
    # Minutes at tables a day, up to 1440; 0 for no limit.
    daily_minutes: int


class _LimitsResponse(TypedDict):
    # Minutes at tables today, counted while there is a limit of time.
    minutes: int
    # What holds today.
    today: DailyLimits
    # What holds from tomorrow on.
    tomorrow: DailyLimits
    # Beginning of the next day.
    tomorrow_at: UnixMs
    # Chips won today, negative for a loss.
    won: int


class LimitsResponse(_LimitsResponse, total=False):
    """`GET /api/v1/me/limits`: the limits that the caller has set, and how far the day has come. `PUT` answers with the same."""

    # End of the break.
    break_until: UnixMs
    # A limit that has been reached.
    reached: LimitReached


class LobbyMsg(TypedDict):
    """Changes in the lobby."""

    # Tables that have closed.
    closed: List[TableId]
    # New and changed tables.
    tables: List[TableSummary]


class LocalName(TypedDict):
    """A name in both languages of the product."""

    # The name in English.
    en: str
    # The name in French.
    fr: str


class Made(TypedDict, total=False):
    """The hands that a seat's cards make. A side on which nothing can be said yet is left out."""

    # The hand on the high side.
    high: HandName
    # The hand on the low side, if it qualifies.
    low: HandName


class _MeResponse(TypedDict):
    # Chips of the account that are not at a table.
    balance: Chips
    # The caller's account.
    you: PlayerInfo


class MeResponse(_MeResponse, total=False):
    """`GET /api/v1/me`: the caller's account."""

    # `true` if the operator has verified that the account belongs to an adult.
    adult: bool


class _MixConfigRotation(TypedDict):
    kind: Literal["rotation"]


class MixConfigRotation(_MixConfigRotation, total=False):
    """The games in rotation."""

    # The games in the order of play.
    games: List[MixGame]
    # Number of hands for which each game is played; one orbit if left out.
    hands: int
    # Identifier of a rotation in the list of games; left out if `games` is a custom list.
    rotation: str


class _MixConfigDealersChoice(TypedDict):
    kind: Literal["dealers_choice"]


class MixConfigDealersChoice(_MixConfigDealersChoice, total=False):
    """Dealer's choice: the dealer of each hand picks its game."""

    # The game played when a dealer's time runs out.
    default: str
    # The games on offer; every game if left out.
    games: List[MixGame]
    # Time to pick, in milliseconds; the time to act if left out.
    pick_ms: int


class _MixGame(TypedDict):
    # Identifier of the game.
    game: str


class MixGame(_MixGame, total=False):
    """One of several games at a table."""

    # The betting structure: `nl`, `pot`, `fixed` or `spread`. Left out, it is the game's first; in dealer's choice it is the
    # dealer's to choose.
    limit: str
    # Multiplies the default amounts of this game, so that the games of a list fit together. Left out, the game is scaled to the
    # largest minimum bet among the games of the list.
    multiplier: int


class _MixInfo(TypedDict):
    # The games in order; empty if the dealer may pick any game.
    games: List[MixGame]
    # The rule by which games change.
    kind: MixKind


class MixInfo(_MixInfo, total=False):
    """Several games at one table."""

    # The game played when a dealer's time runs out.
    default: str
    # Number of hands for which each game of a rotation is played; one orbit if left out.
    hands: int
    # The identifier, if it is in the list of games.
    id: str
    # The common name, if it has one.
    name: LocalName
    # Its number in the catalogue, if it has one.
    number: str
    # Time to pick, in milliseconds.
    pick_ms: int


class Mute(TypedDict):
    """A request to mute or unmute an account."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # `true` to mute the account, `false` to let it chat again.
    muted: bool
    # The account, as in a player's `id`.
    player: str
    # Identifier of the table.
    table: TableId


class _NoteRequest(TypedDict):
    # The text, at most 200 characters; may be empty if there is a colour.
    text: str


class NoteRequest(_NoteRequest, total=False):
    """The new note about a player: `PUT /api/v1/notes/{player}`. It replaces the earlier one."""

    # The colour; none if left out.
    colour: NoteColour


class _NotesResponse(TypedDict):
    # The notes, sorted by the players' identifiers.
    notes: List[PlayerNote]


class NotesResponse(_NotesResponse, total=False):
    """`GET /api/v1/notes`: the caller's notes."""

    # Player after whom the next page begins, for `?after=`; left out on the last page.
    after: str


class Notice(TypedDict):
    """An announcement by the operator, to be shown at tables and elsewhere."""

    # Number of the announcement; one that arrives again under the same number is the same announcement.
    no: int
    # The text in English and French.
    text: LocalName
    # Time from which it is no longer shown, in milliseconds since 1970. Until then, every new connection receives it after
    # `welcome`.
    until: UnixMs


class _OddsRequest(TypedDict):
    # Identifier of the game.
    game: str
    # The hands in contention, from 2 to 12, all with the same number of cards.
    hands: List[OpenHand]


class OddsRequest(_OddsRequest, total=False):
    """Asks for the odds of exposed hands: `POST /api/v1/odds`. No card may appear twice."""

    # The face-up board cards, in order.
    board: List[Card]
    # Number of face-down board cards, which follow the others.
    board_down: int
    # Cards that everyone has seen and that cannot come: those of folded hands and of another board.
    gone: List[Card]
    # Identifier of the table, if the game is its host's own.
    table: TableId


class _OddsResponse(TypedDict):
    # Number of runouts behind the answer. 1, with `exact` set, if no card is to come.
    deals: int
    # Average share of the pot for each hand, in thousandths rounded down, in the order of the request. Empty if a draw, a discard
    # or another decision may still come, and if the cards cannot lie this way in the game.
    shares: List[int]


class OddsResponse(_OddsResponse, total=False):
    """The odds of exposed hands."""

    # `true` if these are all possible runouts; otherwise they are random, and the same for the same question.
    exact: bool


class OfferRegister(TypedDict):
    """An entry. In a tournament for adults it is listed even if the age of the account has not been verified."""

    kind: Literal["register"]
    # Total price in chips, bounty included.
    price: Chips


class OfferUnregister(TypedDict):
    """The cancellation of the entry."""

    kind: Literal["unregister"]
    # Chips refunded.
    refund: Chips


class OfferReEnter(TypedDict):
    """A re-entry."""

    kind: Literal["re_enter"]
    # Total price in chips, bounty included.
    price: Chips


class _OfferTournamentRebuy(TypedDict):
    # Chips added to the stack.
    chips: Chips
    kind: Literal["tournament_rebuy"]
    # Price in chips.
    price: Chips


class OfferTournamentRebuy(_OfferTournamentRebuy, total=False):
    """A rebuy."""

    # Time left to answer, in milliseconds, after the last chip is lost; left out while the player has chips.
    left_ms: int


class OfferAddOn(TypedDict):
    """The add-on."""

    # Chips added to the stack.
    chips: Chips
    kind: Literal["add_on"]
    # Price in chips.
    price: Chips


class OfferedGame(TypedDict):
    """A game offered to the dealer."""

    # Identifier of the game.
    game: str
    # The betting structures to choose from; the first one applies if none is named.
    limits: List[str]
    # Name of the game.
    name: LocalName


class _OkMsg(TypedDict):
    # The `id` of the request being answered.
    id: str


class OkMsg(_OkMsg, total=False):
    """A request was carried out. Only the fields that answer it are present."""

    # The games on offer.
    games: List[GameInfo]
    # The cost and the prospects of the open decision.
    hint: Hint
    # Rotations of games, and dealer's choice.
    mixes: List[MixInfo]
    # The seat that was taken, from 1.
    seat: int
    # Number of the last event caused by the request, at its table or in its tournament.
    seq: int
    # The table that was opened.
    table: TableInfo
    # The tables in the lobby.
    tables: List[TableSummary]
    # Number of the ruling request or report that was filed.
    ticket: int
    # The tournament that was entered or opened.
    tournament: TournamentSummary
    # The tournaments in the lobby.
    tournaments: List[TournamentSummary]


class OneClub(TypedDict):
    """A request about a club."""

    # Number of the club.
    club: int
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str


class OneTable(TypedDict):
    """A request about one table."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId


class OneTournament(TypedDict):
    """A request about a tournament."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the tournament.
    tournament: TournamentId


class _OpenHand(TypedDict):
    # The cards that were dealt face down, in order.
    down: List[Card]


class OpenHand(_OpenHand, total=False):
    """An exposed hand."""

    # The player's declaration.
    declared: Declaration
    # The cards that were dealt face up.
    up: List[Card]


class OwnedBot(TypedDict):
    """A bot of the caller."""

    # The bot's chips that are not at a table.
    balance: Chips
    # The bot.
    bot: PlayerInfo
    # The bot's valid API tokens.
    tokens: List[BotTokenInfo]


class Paused(TypedDict):
    """Play at a table has stopped for a reason outside the game, and every clock with it. The message has no number, as
    nothing can be recorded meanwhile. When play goes on a snapshot follows, in which an open decision has its full time
    again."""

    # The reason: `storage` if nothing can be recorded, for example because the disk is full.
    reason: str
    # Identifier of the table.
    table: TableId


class PayTermsLadder(TypedDict):
    """About 15 % of the entries are paid, each place somewhat less than the one above."""

    kind: Literal["ladder"]


class PayTermsTable(TypedDict):
    """One to three places are paid, depending on the number of entries."""

    kind: Literal["table"]


class PayTermsPercents(TypedDict):
    """Fixed percentages are paid."""

    kind: Literal["percents"]
    # Percentages of the pool, first place first.
    percents: List[int]


class PayTermsSeats(TypedDict):
    """Entries in another tournament are paid."""

    kind: Literal["seats"]
    # Identifier of the structure or tournament in which they are seats.
    of: str
    # Number of seats.
    seats: int


_Payment = TypedDict("_Payment", {"amount": 'Chips', "from": 'PlayerInfo', "to": 'PlayerInfo'})


class Payment(_Payment):
    """A payment between two players that settles a part of the ledger."""

    pass


class _PayoutTerms(TypedDict):
    # Chips added to the prizes.
    bonus: Chips
    # Chips to keep back from the pool, and all of it if it is smaller; of a percentage, those of the pool as it stands.
    fee: Chips


class PayoutTerms(_PayoutTerms, total=False):
    """How officials have the pool of a live tournament paid out. The prizes add up to the pool, less the fee, plus the bonus."""

    # `true` if officials set the prize of each place.
    by_hand: bool
    # The fee as a percentage of the pool, if it is one.
    fee_percent: int
    # The unit of all prizes except the first, which gets the remainder; left out if it is that of the structure.
    unit: Chips


class Pick(TypedDict):
    """A selection from several cards."""

    # The cards to choose from.
    cards: List[Card]
    # Maximum number of cards.
    max: int
    # Minimum number of cards.
    min: int


class PickState(TypedDict):
    """A dealer's open pick of the game for a hand."""

    # Number of the coming hand, to be repeated in the answer.
    hand: int
    # The decision.
    turn: TurnState


class Ping(TypedDict):
    """A heartbeat."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str


class Place(TypedDict):
    """A finishing place. Players who tie share several places."""

    # The best of the shared places.
    best: int
    # The worst place in a tie; equal to `best` without one.
    worst: int


class _PlacesResponse(TypedDict):
    # The players with a place after `?after=`.
    places: List[Finished]
    # The prizes of all places after `?after=`, best place first.
    prizes: List[Chips]


class PlacesResponse(_PlacesResponse, total=False):
    """`GET /api/v1/tournaments/{tournament}/results`: finishing places and prizes, best first."""

    # Place after which the next page begins, for `?after=`; left out on the last page.
    after: int


class Plain(TypedDict):
    """A request that consists of its `id` alone."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str


_PlayedSession = TypedDict("_PlayedSession", {
    "from": 'UnixMs', "games": 'List[str]', "hands": 'int', "net": 'int', "table": 'TableId', "to": 'UnixMs',
})


class PlayedSession(_PlayedSession, total=False):
    """A session at a cash table."""

    # Name of the table, if still known.
    table_name: str


class PlayerInfo(TypedDict):
    """A player as shown to everyone."""

    # The permanent identifier of the account.
    id: str
    # The kind of account.
    kind: PlayerKind
    # The display name.
    name: str


class _PlayerNote(TypedDict):
    # Time of the last change, in milliseconds since 1970.
    changed_at: UnixMs
    # The player, under the current name.
    player: PlayerInfo
    # The text; may be empty.
    text: str


class PlayerNote(_PlayerNote, total=False):
    """The caller's note about a player. It is private."""

    # The colour, if there is one.
    colour: NoteColour


class Pong(TypedDict):
    """A sign of life."""

    # The `id` of the request being answered.
    id: str
    # The server's clock, in milliseconds since 1970; for display only.
    time_ms: int


class PotState(TypedDict):
    """A pot."""

    # Chips in the pot.
    amount: Chips
    # Seats in contention for it.
    seats: List[int]


class _PracticeRequest(TypedDict):
    # Number of bots: at least 1, and few enough to leave one seat of the game free.
    bots: int
    # Identifier of the game or of a mix.
    game: str


class PracticeRequest(_PracticeRequest, total=False):
    """`POST /api/v1/practice`: opens a table where the caller alone plays against house bots. No one else can find it. Its
    chips have no value: none come from an account or go to one."""

    # The betting structure: `nl`, `pot`, `fixed` or `spread`; the game's first if left out.
    limit: str


class Presence(TypedDict):
    """A player connected or disconnected."""

    # `true` while the player has an open connection.
    connected: bool
    # The seat, from 1.
    seat: int
    # Identifier of the table.
    table: TableId


class PresenceChoice(TypedDict):
    """Visibility of the caller's presence and tables to friends: `PUT /api/v1/me/presence`, which answers with the same."""

    # `true` if friends can see them.
    shown: bool


class Private(TypedDict):
    """Information for one viewer alone."""

    # The private parts, in the order of their event numbers.
    events: List[PrivateEvent]
    # Identifier of the table.
    table: TableId


class PrivateEventCards(TypedDict):
    """The seat's cards changed: some were dealt, drawn, or discarded without replacement."""

    # The new cards, hidden and face up, in dealing order; empty after a discard without replacement.
    cards: List[Card]
    # All cards of the seat, in the order in which they lie.
    hand: List[Card]
    kind: Literal["cards"]
    # Number of the public event that this belongs to.
    seq: int


class _PrivateEventMade(TypedDict):
    kind: Literal["made"]
    # Number of the public event that this belongs to.
    seq: int


class PrivateEventMade(_PrivateEventMade, total=False):
    """The hands that the seat's cards now make, sent whenever its cards or the board change. A side on which nothing can be
    said yet is left out."""

    # The hand on the high side.
    high: HandName
    # The hand on the low side, if it qualifies.
    low: HandName
    # The hands made with the second of two boards.
    second: Made


class _PrivateEventChoices(TypedDict):
    # The board cards that lie face up.
    board: List[Card]
    # The seat's own cards.
    cards: List[Card]
    # All legal choices; anything else is illegal.
    choices: List[Choice]
    # Number of the hand, to be repeated in the answer.
    hand: int
    kind: Literal["choices"]
    # All chips in the pot, bets of this round included.
    pot: Chips
    # Number of the public event that this belongs to.
    seq: int
    # The seat's stack.
    stack: Chips
    # Chips needed to call; 0 if there is nothing to call.
    to_call: Chips
    # Number of the decision, to be repeated in the answer.
    turn: int


class PrivateEventChoices(_PrivateEventChoices, total=False):
    """The seat is to act: all legal choices, and the information needed to decide."""

    # Number of further board cards that lie face down.
    board_down: int
    # For each of those cards, `true` if it lies face up; left out if none does.
    face_up: List[bool]
    # The cards of the second of two boards.
    second_board: List[Card]


class PrivateEventConsent(TypedDict):
    """The seat has agreed to show the cards of a stopped hand, or has taken that back. The question is over once
    `hand_stopped` comes without `asked`, or the hand goes on."""

    # `true` if the seat has agreed.
    agreed: bool
    kind: Literal["consent"]
    # Number of the public event that this belongs to.
    seq: int


class ProposedRung(TypedDict):
    """A penalty proposed by the ladder. Rule: tournament 11.2."""

    # The fault.
    fault: str
    # Number of the player in the tournament.
    player: int
    # The next rung.
    rung: Rung
    # Number of earlier penalties of the player for this fault.
    times: int


class _PublicEventPlayerSat(TypedDict):
    kind: Literal["player_sat"]
    # The player.
    player: PlayerInfo
    # The seat, from 1.
    seat: int
    # The stack bought in with; in a tournament, the player's stack there.
    stack: Chips
    # The status of the seat.
    status: SeatStatus


class PublicEventPlayerSat(_PublicEventPlayerSat, total=False):
    """A player took a seat."""

    # The bounty on the player's head, in a tournament with bounties.
    bounty: Chips
    # Participation of the seat in the hands of the tournament.
    event_status: EventStatus
    # `true` if the player comes from another table of the tournament.
    moved: bool


class _PublicEventPlayerLeft(TypedDict):
    kind: Literal["player_left"]
    # The seat, from 1.
    seat: int
    # Chips taken from the table.
    stack: Chips


class PublicEventPlayerLeft(_PublicEventPlayerLeft, total=False):
    """A player left the table and took the stack along."""

    # `true` if the player continues at another table of the tournament.
    moved: bool


class PublicEventCarriedPaid(TypedDict):
    """The pot carried over to the next hand was paid to the last player at the table, who now leaves; `player_left` follows."""

    # Chips in the pot.
    amount: Chips
    kind: Literal["carried_paid"]
    # The seat, from 1.
    seat: int


class _PublicEventSeatStatusChanged(TypedDict):
    kind: Literal["seat_status_changed"]
    # The seat, from 1.
    seat: int
    # The new status.
    status: SeatStatus


class PublicEventSeatStatusChanged(_PublicEventSeatStatusChanged, total=False):
    """The status of a seat changed."""

    # Participation of the seat in the hands of a tournament.
    event_status: EventStatus


class PublicEventStraddlingSet(TypedDict):
    """A player turned straddling on or off, from the next hand in which the seat's position allows it."""

    kind: Literal["straddling_set"]
    # `true` if the player straddles from now on.
    on: bool
    # The seat, from 1.
    seat: int


class _PublicEventOwnPauseSet(TypedDict):
    kind: Literal["own_pause_set"]
    # The seat, from 1.
    seat: int


class PublicEventOwnPauseSet(_PublicEventOwnPauseSet, total=False):
    """A player takes a pause, changes its end, or ends it."""

    # End of the pause, in milliseconds since 1970; left out if it is over.
    until: UnixMs


class PublicEventChipsAdded(TypedDict):
    """A seat added chips to its stack, between hands."""

    # Chips added.
    amount: Chips
    kind: Literal["chips_added"]
    # The seat, from 1.
    seat: int
    # The resulting stack.
    stack: Chips


class PublicEventFreeStackGiven(TypedDict):
    """A player who had lost the whole stack receives another one for free; `chips_added` follows."""

    kind: Literal["free_stack_given"]
    # Free stacks still available to the player after this one.
    left: int
    # The seat, from 1.
    seat: int


class PublicEventWaitListChanged(TypedDict):
    """The wait list changed."""

    kind: Literal["wait_list_changed"]
    # The players who are waiting, first in line first.
    players: List[PlayerInfo]


class _PublicEventSeatOffered(TypedDict):
    kind: Literal["seat_offered"]
    # The player for whom it is reserved.
    player: PlayerInfo
    # The seat, from 1.
    seat: int


class PublicEventSeatOffered(_PublicEventSeatOffered, total=False):
    """A free seat is reserved for the player who is first in line."""

    # Duration of the reservation from now on, in milliseconds. Absent from older servers.
    keep_ms: int


class _PublicEventGameChanged(TypedDict):
    # The new game with its stakes.
    game: GameAtHand
    kind: Literal["game_changed"]


class PublicEventGameChanged(_PublicEventGameChanged, total=False):
    """The table plays another game from the next hand on, because of the rotation or because the dealer picked it."""

    # `true` if the server picked because the time ran out.
    auto: bool
    # The dealer who picked it, in dealer's choice.
    seat: int


class PublicEventPickWithdrawn(TypedDict):
    """The dealer's pick was cancelled because players came or left. The new dealer is to pick next."""

    kind: Literal["pick_withdrawn"]


class PublicEventSeatsDrawn(TypedDict):
    """Cards were dealt face up to draw for seats: the highest card gets the last of the taken seats, the next-highest the one
    to its right, and so on; among equal cards the one dealt first is higher. The moves take effect immediately."""

    # Each card with the seat it was dealt to, in dealing order.
    cards: List[SeatCard]
    kind: Literal["seats_drawn"]
    # The move of every player, all made at the same time; some players stay.
    moves: List[SeatMove]


class PublicEventDealerDrawn(TypedDict):
    """Cards were dealt face up to determine the first dealer of the table."""

    # Each card with the seat it was dealt to, in dealing order.
    cards: List[SeatCard]
    # Seat of the dealer of the first hand.
    dealer: int
    kind: Literal["dealer_drawn"]
    # The rule that decides.
    rule: FirstDealer


class PublicEventClosingAnnounced(TypedDict):
    """The table is to close; the hand running at that time is the last one."""

    # Closing time, in milliseconds since 1970.
    at: int
    kind: Literal["closing_announced"]


class PublicEventRoodlesStarted(TypedDict):
    """A full house or better won a pot at a table that plays roodles: from the next hand on all stakes are doubled and no
    player sits out, until the deal returns to the dealer of that hand."""

    kind: Literal["roodles_started"]
    # The doubled stakes.
    stakes: StakesAtHand


class PublicEventRoodlesEnded(TypedDict):
    """The round of roodles is over."""

    kind: Literal["roodles_ended"]
    # The stakes from now on.
    stakes: StakesAtHand


class _PublicEventHandStarted(TypedDict):
    # Seat of the button, which may be empty.
    button: int
    # Chips carried over into the pot from an earlier hand.
    carried: Chips
    # Identifier of the game.
    game: str
    # Number of the hand at its table, from 1.
    hand: int
    kind: Literal["hand_started"]
    # Seats dealt in, with their stacks before anything is posted.
    seats: List[SeatStack]


class PublicEventHandStarted(_PublicEventHandStarted, total=False):
    """A hand begins."""

    # Seat of the big blind.
    big_blind: int
    # `true` in a bomb pot: every player posts an ante, and the betting begins on the flop.
    bomb_pot: bool
    # Hands until the next bomb pot: 1 if the next hand is one. Left out at tables without bomb pots.
    bomb_pot_in: int
    # The server's commitment to the order of the deck, made before the first card: a SHA-256 in 64 hex digits. Left out of
    # composed hands, such as those of lessons.
    commitment: str
    # Seats whose hands are dead from the start: they are dealt cards that no player ever sees, and count as folded.
    dead: List[int]
    # `true` if two boards are dealt, each for half of every pot.
    double_board: bool
    # The tournament level at which the hand is played, from 1.
    level: int
    # Seat of the small blind, which may be empty.
    small_blind: int
    # Seats with chips that are not dealt in because they came in between the button and the small blind.
    waiting: List[int]


class PublicEventPosted(TypedDict):
    """A seat made a forced payment."""

    # `true` if the stack is now empty.
    all_in: bool
    # Chips paid; fewer than the stakes demand, possibly none, if the player had no more. The bet to match is the full amount all
    # the same.
    amount: Chips
    kind: Literal["posted"]
    # The kind of payment.
    post: PostKind
    # The seat, from 1.
    seat: int


class PublicEventHoleCardsDealt(TypedDict):
    """Hole cards or up cards were dealt to players. The owners receive the hidden ones as a private part under the same
    number."""

    # The cards by seat, in dealing order.
    hands: List[DealtHand]
    kind: Literal["hole_cards_dealt"]


class PublicEventBoardDealt(TypedDict):
    """Cards were dealt to the board."""

    # The new cards.
    cards: List[Card]
    kind: Literal["board_dealt"]


class PublicEventSecondBoardDealt(TypedDict):
    """Cards were dealt to the second of two boards."""

    # The new cards.
    cards: List[Card]
    kind: Literal["second_board_dealt"]


class PublicEventBoardDealtDown(TypedDict):
    """Cards were dealt to the board, face down."""

    # Number of cards.
    count: int
    kind: Literal["board_dealt_down"]


class PublicEventBoardTurned(TypedDict):
    """The next face-down cards of the board were turned up."""

    # The cards turned up.
    cards: List[Card]
    kind: Literal["board_turned"]


class PublicEventCommunalDealt(TypedDict):
    """The deck was too short for another card to each player, so a single one was dealt to the board, face up."""

    # The card.
    card: Card
    kind: Literal["communal_dealt"]


class PublicEventExtraCardDealt(TypedDict):
    """An up card entitled its owner to another card, dealt face down. The owner receives it as a private part."""

    kind: Literal["extra_card_dealt"]
    # The seat, from 1.
    seat: int


class _PublicEventTurnStarted(TypedDict):
    # The kind of decision.
    decision: DecisionKind
    kind: Literal["turn_started"]
    # Seats to act; several if they choose simultaneously and nothing is revealed until all have chosen.
    seats: List[int]
    # Number of the decision in this hand. Numbering starts at 1, or at 0 if the dealer picks the game first.
    turn: int


class PublicEventTurnStarted(_PublicEventTurnStarted, total=False):
    """A decision opened. The seats to act receive their choices as a private part under the same number."""

    # The seat that may declare in the dark for the coming round while this decision is open.
    dark: DarkOffer
    # Number of the draw, if the decision is `draw`. Absent from records of older hands.
    draw: DrawRound
    # Number of the coming hand, if its dealer is to pick the game.
    hand: int


class _PublicEventDarkDeclared(TypedDict):
    # `check` or `bet`.
    action: BetAction
    kind: Literal["dark_declared"]
    # The seat, from 1.
    seat: int
    # Total of the bet; 0 for a check.
    to: Chips


class PublicEventDarkDeclared(_PublicEventDarkDeclared, total=False):
    """A player declared a check or a bet for the coming betting round before its board cards were dealt. It is carried out
    when the seat is to act in that round; it lapses if the seat folds or is all-in by then."""

    # The seat that may declare next.
    next: DarkOffer


class _PublicEventActionTaken(TypedDict):
    # The action.
    action: BetAction
    # Chips added to the pot.
    added: Chips
    # `true` if the stack is now empty.
    all_in: bool
    # `true` if the server acted because the time ran out.
    auto: bool
    kind: Literal["action_taken"]
    # The seat, from 1.
    seat: int
    # The seat's total for this betting round.
    to: Chips


class PublicEventActionTaken(_PublicEventActionTaken, total=False):
    """A player acted in a betting round."""

    # `true` if the action was declared in the dark and is carried out without a decision.
    dark: bool


class PublicEventExcessForfeited(TypedDict):
    """The excess of an illegal bet or raise over the amount it counts for went into the pot as dead money."""

    # Chips forfeited.
    amount: Chips
    kind: Literal["excess_forfeited"]
    # The seat, from 1.
    seat: int


class PublicEventKittyTaken(TypedDict):
    """The kitty received chips from the main pot, which is about to be paid."""

    # Chips received.
    amount: Chips
    kind: Literal["kitty_taken"]


class PublicEventSevenDeucePaid(TypedDict):
    """The sole winner of the main pot holds a seven and a deuce, and every other player paid the table's bounty. The bounty is
    not part of any pot."""

    # The winner's two cards.
    cards: List[Card]
    kind: Literal["seven_deuce_paid"]
    # The payment of each other seat, starting to the left of the winner; a seat without chips pays nothing.
    payments: List[SeatAmount]
    # Seat of the winner.
    seat: int


class PublicEventKittyShared(TypedDict):
    """The session ends, and the kitty is divided among the players at the table."""

    kind: Literal["kitty_shared"]
    # The share of each seat, starting to the left of the dealer.
    shares: List[SeatAmount]


class _PublicEventCardsDiscarded(TypedDict):
    # `true` if the server acted because the time ran out.
    auto: bool
    # Number of cards discarded, including those that lay face up.
    count: int
    kind: Literal["cards_discarded"]
    # The seat, from 1.
    seat: int


class PublicEventCardsDiscarded(_PublicEventCardsDiscarded, total=False):
    """A player discarded cards without replacement."""

    # The discards that lay face up.
    up: List[Card]


class _PublicEventCardsDrawn(TypedDict):
    # `true` if the server acted because the time ran out.
    auto: bool
    # Number of cards drawn.
    count: int
    kind: Literal["cards_drawn"]
    # The seat, from 1.
    seat: int


class PublicEventCardsDrawn(_PublicEventCardsDrawn, total=False):
    """A player drew cards, or stood pat if `count` is 0. The owner receives the new cards as a private part."""

    # The discards that lay face up. The new cards lie face down.
    up: List[Card]


class PublicEventStraddleDeclined(TypedDict):
    """A player declined to straddle. A player who straddles posts instead."""

    # `true` if the server acted because the time ran out.
    auto: bool
    kind: Literal["straddle_declined"]
    # The seat, from 1.
    seat: int


class PublicEventChoiceMade(TypedDict):
    """A player made a simultaneous choice; the choices are revealed when all players have made theirs."""

    # `true` if the server acted because the time ran out.
    auto: bool
    kind: Literal["choice_made"]
    # The seat, from 1.
    seat: int


class PublicEventCardsRolled(TypedDict):
    """Players turned up down cards of their own."""

    kind: Literal["cards_rolled"]
    # The cards turned up, by seat.
    rolls: List[Rolled]


class PublicEventCardKept(TypedDict):
    """A player left the cards as they were, where one could have been turned up or exchanged."""

    # `true` if the server acted because the time ran out.
    auto: bool
    kind: Literal["card_kept"]
    # The seat, from 1.
    seat: int


class PublicEventCardSwapped(TypedDict):
    """A player exchanged an up card for a down card. The owner receives the new card as a private part."""

    # The discarded card.
    card: Card
    kind: Literal["card_swapped"]
    # The seat, from 1.
    seat: int


class PublicEventCardsArranged(TypedDict):
    """A player arranged the down cards; the owner receives the order as a private part."""

    # `true` if the server acted because the time ran out.
    auto: bool
    kind: Literal["cards_arranged"]
    # The seat, from 1.
    seat: int


class PublicEventCardBought(TypedDict):
    """A player paid for an up card. The payment is dead money."""

    # `true` if the stack is now empty.
    all_in: bool
    # Chips paid.
    amount: Chips
    kind: Literal["card_bought"]
    # The seat, from 1.
    seat: int


class PublicEventBuyPassed(TypedDict):
    """A player declined to pay for an up card and gave up the pot."""

    # `true` if the server acted because the time ran out.
    auto: bool
    kind: Literal["buy_passed"]
    # The seat, from 1.
    seat: int


class PublicEventDeclared(TypedDict):
    """All players have declared which sides of the pot they play for."""

    # The declarations by seat.
    declarations: List[SeatDeclaration]
    kind: Literal["declared"]


class PublicEventPassedOut(TypedDict):
    """No player opened a betting round in which someone had to open."""

    kind: Literal["passed_out"]


class PublicEventOpenersShown(TypedDict):
    """The player who opened showed openers."""

    # The cards shown.
    cards: List[Card]
    kind: Literal["openers_shown"]
    # The seat, from 1.
    seat: int


class PublicEventKilledShown(TypedDict):
    """At the end of the hand, a hand killed by an official is shown to everyone."""

    # All cards of the killed hand.
    cards: List[Card]
    kind: Literal["killed_shown"]
    # The seat, from 1.
    seat: int


class PublicEventPotCarried(TypedDict):
    """The pot was not won and is carried over to the next hand."""

    # Chips in the pot.
    amount: Chips
    kind: Literal["pot_carried"]


class PublicEventDeckRefilled(TypedDict):
    """Discarded and folded cards were shuffled back into the deck."""

    # Number of cards shuffled back.
    count: int
    kind: Literal["deck_refilled"]


class PublicEventUncalledReturned(TypedDict):
    """An uncalled bet, or the uncalled part of one, was returned to its owner."""

    # Chips returned.
    amount: Chips
    kind: Literal["uncalled_returned"]
    # The seat, from 1.
    seat: int


class PublicEventPotsFormed(TypedDict):
    """A betting round closed."""

    kind: Literal["pots_formed"]
    # The pots as they now stand, main pot first.
    pots: List[PotState]


class PublicEventHandsTabled(TypedDict):
    """All hands were tabled, as no further betting is possible."""

    # The hands by seat.
    hands: List[ShownCards]
    kind: Literal["hands_tabled"]


class PublicEventHandsOpened(TypedDict):
    """All players in contention agreed to show their cards while the host has stopped the hand: the hands are known to all
    from now on, and the hand can still be played. Cards dealt later are dealt as usual."""

    # The hands by seat, down cards first.
    hands: List[ShownCards]
    kind: Literal["hands_opened"]


class PublicEventRunsDecided(TypedDict):
    """The players in contention answered whether to run it twice, each board for half of every pot."""

    kind: Literal["runs_decided"]
    # `true` if all of them agreed to run it twice.
    twice: bool


class PublicEventSecondRunStarted(TypedDict):
    """The first board is complete and the second one begins: board cards from here on belong to the second board."""

    # Number of cards common to both boards, counted from the first card of the board.
    kept: int
    kind: Literal["second_run_started"]


class _PublicEventHandShown(TypedDict):
    # The cards shown.
    cards: List[Card]
    kind: Literal["hand_shown"]
    # The seat, from 1.
    seat: int


class PublicEventHandShown(_PublicEventHandShown, total=False):
    """A hand was shown; if the board was run twice, once for each board."""

    # The hand made on the high side.
    high: HandName
    # The hand made on the low side.
    low: HandName
    # The run of the board, from 1; left out if it was run once.
    run: int


class PublicEventRabbitShown(TypedDict):
    """A player who was dealt in asked to see the board cards that would have come had the hand gone on. Comes after
    `hand_completed` and is not part of the hand."""

    # The cards, in the order in which they would have come.
    cards: List[Card]
    kind: Literal["rabbit_shown"]
    # Seat of the player who asked.
    seat: int


class PublicEventHandMucked(TypedDict):
    """A hand was mucked unseen at the showdown."""

    kind: Literal["hand_mucked"]
    # The seat, from 1.
    seat: int


class _PublicEventPotAwarded(TypedDict):
    # Chips paid in total.
    amount: Chips
    kind: Literal["pot_awarded"]
    # Number of the pot; 0 is the main pot.
    pot: int
    # Chips paid to each winner.
    shares: List[SeatAmount]
    # The side that is paid.
    side: Side


class PublicEventPotAwarded(_PublicEventPotAwarded, total=False):
    """A pot, or one side of it, was paid."""

    # The run of the board, from 1; left out if it was run once.
    run: int


class PublicEventHandCompleted(TypedDict):
    """The hand is over."""

    # Number of the hand at its table, from 1.
    hand: int
    kind: Literal["hand_completed"]
    # All stacks after the hand.
    stacks: List[SeatAmount]


class PublicEventHandVoided(TypedDict):
    """The hand was voided: every stack is back to its amount before the hand."""

    # Number of the hand at its table, from 1.
    hand: int
    kind: Literal["hand_voided"]
    # All stacks after the refund.
    stacks: List[SeatAmount]


class PublicEventPlayerMuted(TypedDict):
    """The host barred an account from chatting, or let it chat again."""

    kind: Literal["player_muted"]
    # `true` if the account is muted.
    muted: bool
    # The account, as in a player's `id`.
    player: str


class PublicEventPlayerRemoved(TypedDict):
    """The host sent an account away for good."""

    kind: Literal["player_removed"]
    # The account, as in a player's `id`.
    player: str


class PublicEventHostChanged(TypedDict):
    """Another player hosts the table now: the host handed it over, or was gone. `host` of the table's `info` changes with it."""

    # The new host.
    host: PlayerInfo
    kind: Literal["host_changed"]


class PublicEventHostRuled(TypedDict):
    """The host made a decision about the table, or the requests for a seat changed."""

    # The change.
    deed: HostDeed
    kind: Literal["host_ruled"]
    # All decisions of the host that are now in force.
    rules: HostRules


class PublicEventChipsGiven(TypedDict):
    """The host added chips from the host's own account to a stack; `chips_added` follows."""

    # Chips added.
    amount: Chips
    kind: Literal["chips_given"]
    # The seat, from 1.
    seat: int


_PublicEventPlayerMoved = TypedDict("_PublicEventPlayerMoved", {
    "from": 'int', "kind": 'Literal["player_moved"]', "status": 'SeatStatus', "to": 'int',
})


class PublicEventPlayerMoved(_PublicEventPlayerMoved):
    """The host moved a player to another seat, between hands."""

    pass


class PublicEventStakesChanged(TypedDict):
    """The host changed the stakes, from the next hand on."""

    # Maximum buy-in.
    buy_in_max: Chips
    # Minimum buy-in.
    buy_in_min: Chips
    # The current game with its new stakes.
    game: GameAtHand
    kind: Literal["stakes_changed"]


class PublicEventStackSet(TypedDict):
    """The stack of a seat changed: in a tournament between hands after a chip race, a rebuy or an add-on, or because chips
    left play; elsewhere because the player, who is in no hand, chose it anew."""

    kind: Literal["stack_set"]
    # The seat, from 1.
    seat: int
    # The resulting stack.
    stack: Chips


class PublicEventBountySet(TypedDict):
    """The bounty on the head of a tournament player changed."""

    # The resulting bounty.
    bounty: Chips
    kind: Literal["bounty_set"]
    # The seat, from 1.
    seat: int


class PublicEventLevelChanged(TypedDict):
    """Another level of the tournament applies from the next hand on."""

    # The game of the level with its stakes.
    game: GameAtHand
    kind: Literal["level_changed"]
    # The level, from 1.
    level: int


class PublicEventHandHeld(TypedDict):
    """A player is all-in and called during hand-for-hand: the hand is held, cards face down, until no other table has a
    decision left."""

    kind: Literal["hand_held"]


class PublicEventHandReleased(TypedDict):
    """The held hand goes on."""

    kind: Literal["hand_released"]


class PublicEventHandStopped(TypedDict):
    """The host stopped the hand, or the state of the stop changed: no clock runs, and no player can act."""

    kind: Literal["hand_stopped"]
    # The state of the stop.
    stop: HandStop


class PublicEventHandWentOn(TypedDict):
    """The stop is over; the hand goes on, or `hand_voided` follows."""

    kind: Literal["hand_went_on"]


class _PublicEventTimeCalled(TypedDict):
    kind: Literal["time_called"]
    # Seat of the player to act.
    seat: int


class PublicEventTimeCalled(_PublicEventTimeCalled, total=False):
    """Time was called on the player to act; `clock` gives the time left."""

    # The player who called Time; left out if it was an official.
    by: PlayerInfo


class PublicEventTimeExtended(TypedDict):
    """A player whose connection is down gets more time after the time bank, once per level in a tournament and once per hour
    elsewhere; `clock` gives the time left."""

    kind: Literal["time_extended"]
    # Seat of the player to act.
    seat: int


class _PublicEventLedgerChanged(TypedDict):
    kind: Literal["ledger_changed"]
    # The lines that changed, as they are now; new ones come last in the ledger.
    lines: List[LedgerLine]


class PublicEventLedgerChanged(_PublicEventLedgerChanged, total=False):
    """Players bought chips or took chips home at a table with chips of its own, or its host corrected the ledger."""

    # The host's correction, if that was the reason.
    correction: LedgerCorrection
    # All corrections as they are now, if a deleted account's name went out of them; left out otherwise.
    corrections: List[LedgerCorrection]


class PublicEventLedgerSettled(TypedDict):
    """The table with chips of its own is about to close: who pays whom. `table_closed` follows."""

    kind: Literal["ledger_settled"]
    # The payments.
    payments: List[Payment]


class PublicEventTablePaused(TypedDict):
    """Play stopped, and every clock with it."""

    kind: Literal["table_paused"]


class PublicEventTableResumed(TypedDict):
    """Play goes on."""

    kind: Literal["table_resumed"]


class PublicEventTableClosed(TypedDict):
    """The table is closed for good."""

    kind: Literal["table_closed"]


class PushAddress(TypedDict):
    """The subscription to delete: `DELETE /api/v1/push`."""

    # URL of the subscription at the browser's push service.
    endpoint: str


class PushKey(TypedDict):
    """`GET /api/v1/push`: the public key for browsers to subscribe with, as `applicationServerKey`."""

    # An uncompressed P-256 point in base64url. It stays the same for the life of the server's data folder.
    key: str


class PushKeys(TypedDict):
    """The keys that messages to a subscription are encrypted with."""

    # The authentication secret: 16 bytes in base64url.
    auth: str
    # The browser's public key: an uncompressed P-256 point in base64url.
    p256dh: str


class PushSubscription(TypedDict):
    """A browser's subscription, as returned by `PushSubscription.toJSON()`: `PUT /api/v1/push`. An account has at most 5; a
    new one replaces the oldest."""

    # URL of the subscription at the browser's push service.
    endpoint: str
    # The keys that messages are encrypted with.
    keys: PushKeys


class ReadyFormula(TypedDict):
    """A formula that leagues use."""

    # Its text.
    formula: str
    # Its stable name.
    name: str


class RebuyRequest(TypedDict):
    """A request to the table's host for a rebuy."""

    # Chips asked for.
    amount: Chips
    # The player.
    player: PlayerInfo


class RebuyTerms(TypedDict):
    """The rebuys of a tournament."""

    # Chips that a rebuy adds to the stack.
    chips: Chips
    # The level at the end of which rebuys end, from 1.
    levels: int
    # Maximum number of rebuys per player.
    most: int
    # Chips that a rebuy pays into the pool.
    price: Chips


class _RecurringEvent(TypedDict):
    # How many days before its start an event is announced.
    ahead: int
    # The days of the week.
    days: List[Weekday]
    # Name of its template.
    name: str
    # Start of the next event to be announced, in milliseconds since 1970.
    next: UnixMs
    # Its number.
    recurring: int
    # Number of its template.
    template: int
    # Local time of the start.
    time: str
    # The time zone.
    zone: str


class RecurringEvent(_RecurringEvent, total=False):
    """An event that recurs."""

    # The code of the error that keeps the next event from being announced.
    fault: str
    # The event announced last.
    last: TournamentId
    # `true` if no events are announced for the time being.
    paused: bool


class _RecurringRequest(TypedDict):
    # How many days before its start an event is announced: 0 to 28, where 0 is an hour. The next one is announced once this one
    # has begun, however near it is.
    ahead: int
    # The days of the week, at least one.
    days: List[Weekday]
    # Number of the template of the event, one of the same account or club.
    template: int
    # Local time of the start, as `20:00`. Where clocks skip it, play starts as much later as they skip; where they show it twice,
    # at the first.
    time: str
    # The time zone, by its name in the IANA database: `Europe/Paris`.
    zone: str


class RecurringRequest(_RecurringRequest, total=False):
    """An event that recurs: `POST` to `/api/v1/recurring` or `/api/v1/clubs/{club}/recurring`, and `PUT` to one of them."""

    # `true` if no events are announced for the time being.
    paused: bool


class RecurringResponse(TypedDict):
    """The events of an account or a club that recur."""

    # The events, by the start of the next.
    recurring: List[RecurringEvent]


class RefreshRequest(TypedDict, total=False):
    """Renews a session: `POST /api/v1/refresh`. Browsers leave the token out, as they have it in a cookie."""

    # The refresh token. Using it consumes it, whatever the answer; using it a second time ends the session.
    refresh_token: str


class Remove(TypedDict):
    """A request to send an account away."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # The account, as in a player's `id`.
    player: str
    # Identifier of the table.
    table: TableId


class Report(TypedDict):
    """A report of a player to the officials."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # The account being reported, as in a player's `id`.
    player: str
    # Identifier of the table.
    table: TableId
    # Description of the incident, 1 to 500 characters.
    text: Statement


class RequestRuling(TypedDict):
    """A call for an official."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId
    # The question to the official, 1 to 500 characters.
    text: Statement


class _ResultFigures(TypedDict):
    # Number of hands.
    hands: int
    # Chips won; negative if lost.
    net: int


class ResultFigures(_ResultFigures, total=False):
    """Statistics over a set of hands. Those that make no sense for the games played are left out."""

    # The result measured in the big blind of each hand, over the hands that had one.
    big_blinds: BigBlinds
    # Hands with a raise by the caller in the first betting round, out of the same hands.
    pfr: Share
    # Hands that the caller took to showdown, out of those in which the caller and an opponent were still in after the first
    # betting round.
    showdown: Share
    # Hands in which the caller put chips in voluntarily in the first betting round (a call, a bet or a raise), out of the hands
    # with a big blind in which the caller had a decision there. The big blind has none in a walk.
    vpip: Share
    # Showdowns in which the caller won chips from a pot, out of all of the caller's showdowns.
    won_at_showdown: Share


class ResultPoint(TypedDict):
    """A point on the graph of a result."""

    # End of the last of those hands, in milliseconds since 1970.
    at: UnixMs
    # Number of hands played so far.
    hands: int
    # Chips won so far; negative if lost.
    net: int


class _ResultsResponse(TypedDict):
    # Figures per game, the game with the most hands first.
    games: List[GameResult]
    # The graph of the result, oldest point first: at most 240 points.
    points: List[ResultPoint]
    # Figures over all hands that match the query.
    total: ResultFigures


class ResultsResponse(_ResultsResponse, total=False):
    """`GET /api/v1/me/results`: the caller's results in cash games."""

    # `true` while hands are still being counted: repeating the request continues the count.
    counting: bool


class _Resume(TypedDict):
    # Number of the last event received; 0 for none.
    after: Seq
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId


class Resume(_Resume, total=False):
    """A request to catch up with a table."""

    # The seat, if the account has one there.
    seat: SeatClaim


class ResumeTournament(TypedDict):
    """A request to catch up with a tournament."""

    # Number of the last event received; 0 for none.
    after: Seq
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the tournament.
    tournament: TournamentId


class _Rolled(TypedDict):
    # The cards.
    cards: List[Card]
    # The seat, from 1.
    seat: int


class Rolled(_Rolled, total=False):
    """Down cards that a seat turned up."""

    # The declaration announced with them.
    announced: Declaration


class RuleSection(TypedDict):
    """A section of the rules."""

    # The sentences, one per line.
    lines: List[str]
    # `true` if the lines are steps that follow one another.
    steps: bool
    # Heading of the section.
    title: str


class _SeasonChange(TypedDict):
    # Time, in milliseconds since 1970.
    at: UnixMs
    # The name of who made it.
    by: str
    # What was changed.
    kind: SeasonChangeKind


class SeasonChange(_SeasonChange, total=False):
    """A change of a season."""

    # Players whose rank or points changed; omitted if the server stopped before it counted them.
    moved: int
    # The event.
    name: str


class SeasonChanged(TypedDict):
    """The answer to a change: the season, and who moved."""

    # The players whose rank or points changed, in the order of the standings; then those who are gone.
    moved: List[SeasonMove]
    # The season after the change.
    season: SeasonResponse


class _SeasonEvent(TypedDict):
    # Its day, in milliseconds since 1970.
    at: UnixMs
    # Players in the event.
    entrants: int
    # Number of the event.
    event: int
    # Its name.
    name: str
    # Price of an entry.
    price: Chips
    # The results, by place.
    results: List[SeasonPlace]


class SeasonEvent(_SeasonEvent, total=False):
    """An event of a season."""

    # `true` if the results were taken from a tournament.
    tournament: bool


class _SeasonEventRequest(TypedDict):
    # Its day, in milliseconds since 1970: events count in this order.
    at: UnixMs
    # The name: 1 to 40 visible characters.
    name: str


class SeasonEventRequest(_SeasonEventRequest, total=False):
    """An event of a season: `POST /api/v1/clubs/{club}/seasons/{season}/events` and `PUT .../events/{event}`."""

    # Players in the event; as many as have a result if omitted.
    entrants: int
    # Price of an entry.
    price: Chips
    # The results: at most 200.
    results: List[SeasonResult]
    # A tournament of the club that is over. Its results are taken, and `results` must be empty.
    tournament: str


class _SeasonLine(TypedDict):
    # Players eliminated.
    knock_outs: int
    # The person's name.
    name: str
    # Number of the person.
    person: int
    # Events played.
    played: int
    # Points that count, in hundredths.
    points: int
    # The rank, from 1; players who share one have the same.
    rank: int
    # The points of each event, in the order of the events.
    results: List[SeasonPoints]
    # First places.
    wins: int


class SeasonLine(_SeasonLine, total=False):
    """A line of the standings."""

    # The rule that put the player behind the one above, who has the same points.
    tie: TieRule


class _SeasonMove(TypedDict):
    # The person's name.
    name: str
    # Number of the person.
    person: int


class SeasonMove(_SeasonMove, total=False):
    """A player whose rank or points changed."""

    # The place in the standings now; omitted if there is none.
    after: SeasonRank
    # The place in the standings before; omitted if there was none.
    before: SeasonRank


class SeasonPlace(TypedDict):
    """A result of an event, as it is kept."""

    # Players eliminated.
    knock_outs: int
    # Number of the person.
    person: int
    # The place, from 1.
    place: int
    # Rebuys.
    rebuys: int


class SeasonPoints(TypedDict, total=False):
    """The points of a player in an event."""

    # `true` if they do not count, because enough others are better.
    dropped: bool
    # Points in hundredths; omitted if the player was not there.
    points: int


class SeasonRank(TypedDict):
    """A place in the standings."""

    # Points in hundredths.
    points: int
    # The rank.
    rank: int


class _SeasonRequest(TypedDict):
    # Points of a result.
    formula: str
    # The name: 1 to 40 visible characters.
    name: str


class SeasonRequest(_SeasonRequest, total=False):
    """A season and its rules: `POST /api/v1/clubs/{club}/seasons` and `PUT /api/v1/clubs/{club}/seasons/{season}`."""

    # How many of a player's results count, the best: 1 to 60; all if omitted.
    best: int
    # Rules for the same points, the first one first, each once. Players whom none separates share a rank.
    ties: List[TieRule]


class _SeasonResponse(TypedDict):
    # The latest changes, newest first: at most 50.
    changes: List[SeasonChange]
    # Number of the club.
    club: int
    # Name of the club.
    club_name: str
    # The events, in the order of time.
    events: List[SeasonEvent]
    # Points of a result.
    formula: str
    # Its name.
    name: str
    # Number of the season.
    season: int
    # The standings.
    standings: List[SeasonLine]
    # Rules for the same points, the first one first.
    ties: List[TieRule]


class SeasonResponse(_SeasonResponse, total=False):
    """`GET /api/v1/clubs/{club}/seasons/{season}`: a season with its standings."""

    # How many of a player's results count, the best; all if omitted.
    best: int


class _SeasonResult(TypedDict):
    # The place, from 1. Players who shared a place have the same.
    place: int


class SeasonResult(_SeasonResult, total=False):
    """A result of an event."""

    # Players eliminated.
    knock_outs: int
    # The person's name, instead of the number. An unknown name becomes a player without an account.
    name: str
    # Number of the person in the club.
    person: int
    # Rebuys.
    rebuys: int


class SeatAmount(TypedDict):
    """An amount of chips at a seat."""

    # The amount in chips.
    amount: Chips
    # The seat, from 1.
    seat: int


class SeatBank(TypedDict):
    """A seat's time bank."""

    # Time left in the bank, in milliseconds.
    left_ms: int
    # The seat, from 1.
    seat: int


class SeatCard(TypedDict):
    """A seat with the card dealt to it face up."""

    # The card.
    card: Card
    # The seat, from 1.
    seat: int


class SeatDeclaration(TypedDict):
    """The declaration of a seat."""

    # The seat, from 1.
    seat: int
    # The sides of the pot declared for.
    sides: Declaration


class SeatHeld(TypedDict):
    """The account's seat at a table is held by another connection or by none: this one gets neither cards nor decisions there
    from now on, and watches as a spectator does. A `watch` takes the seat. The message follows the answer to a `watch` or
    `resume` that did not get the seat."""

    # The connection that holds the seat.
    by: SeatHolder
    # Identifier of the table.
    table: TableId


_SeatMove = TypedDict("_SeatMove", {"from": 'int', "to": 'int'})


class SeatMove(_SeatMove):
    """The move of a player from one seat to another, or to the same."""

    pass


class _SeatPlay(TypedDict):
    # `true` if the stack is empty and the hand is still in contention.
    all_in: bool
    # Chips put in during this betting round.
    bet: Chips
    # The cards as this viewer may see them: `null` for each one that is face down. Empty after a fold, except for the cards'
    # owner.
    cards: List[Union[Card, None]]
    # `true` if the hand was folded.
    folded: bool


class SeatPlay(_SeatPlay, total=False):
    """A seat in the running hand."""

    # The announcement made with the cards it last turned up.
    announced: Declaration
    # The sides of the pot it plays for, once all players have declared.
    declared: Declaration
    # Number of cards drawn, if a draw was the last thing the seat did.
    drew: int
    # For each of those cards, `true` if it lies face up; left out if none does.
    face_up: List[bool]
    # The seat's last action in this betting round.
    last_action: BetAction
    # The seat's last forced payment since cards were last dealt, such as a bring-in, unless it has acted since.
    posted: PostKind


class SeatRequest(TypedDict):
    """A player who has asked for a seat."""

    # The player.
    player: PlayerInfo
    # The host's answer.
    state: SeatRequestState


class SeatStack(TypedDict):
    """A seat dealt in, with its stack."""

    # The seat, from 1.
    seat: int
    # The stack in chips.
    stack: Chips


class _SeatState(TypedDict):
    # `true` while the player has an open connection.
    connected: bool
    # The player.
    player: PlayerInfo
    # The seat, from 1.
    seat: int
    # The stack in chips, without the chips in the pot.
    stack: Chips
    # The status of the seat.
    status: SeatStatus


class SeatState(_SeatState, total=False):
    """A taken seat."""

    # End of the player's own pause, in milliseconds since 1970; left out if there is none.
    back_at: UnixMs
    # The bounty on the player's head, in a tournament with bounties.
    bounty: Chips
    # Participation of the seat in the hands of a tournament.
    event_status: EventStatus
    # The seat in the running hand, if it was dealt in.
    play: SeatPlay
    # `true` if the player straddles whenever the seat's position allows it.
    straddles: bool


class SeqEvent(TypedDict):
    """A table event as every viewer receives it. Numbers have no gaps: a client that finds one must resume."""

    # The event itself.
    event: PublicEvent
    # Number of the event at its table, from 1.
    seq: int


class ServerMsgChat(ChatMsg):
    """A chat message at a table."""

    type: Literal["chat"]


class _SessionResponse(TypedDict):
    # Access token, for `hello` and for `Authorization: Bearer`.
    access_token: str
    # Chips of the account that are not at a table.
    balance: Chips
    # Time until the access token expires, in seconds.
    expires_in_s: int
    # The account.
    you: PlayerInfo


class SessionResponse(_SessionResponse, total=False):
    """A session: the answer to guest creation, registration, login and refresh."""

    # Refresh token, good for one `POST /api/v1/refresh`. Browsers receive it as an `HttpOnly` cookie instead.
    refresh_token: str


_SessionRulesMore = TypedDict("_SessionRulesMore", {
    "bomb_pot": 'BombPot', "chip_value": 'int', "class": 'bool', "closes_at": 'UnixMs', "currency": 'Currency',
    "dark_bets": 'bool', "double_board": 'DoubleBoard', "first_dealer": 'FirstDealer', "forfeit_excess": 'bool',
    "free_stacks": 'int', "kitty": 'bool', "own_chips": 'bool', "rabbit_hunt": 'bool', "rebuys": 'Rebuys',
    "rebuys_max": 'int', "roodles": 'bool', "run_twice": 'bool', "seat_draw": 'bool', "seven_deuce": 'int',
    "show_rule": 'ShowRule', "straddle": 'StraddleRule', "watch_delay": 'int',
}, total=False)


class SessionRules(_SessionRulesMore):
    """Table rules beyond those of the game. Whatever is left out is as usual."""

    pass


class _SessionsResponse(TypedDict):
    # The sessions, newest first.
    sessions: List[PlayedSession]


class SessionsResponse(_SessionsResponse, total=False):
    """`GET /api/v1/me/sessions`: the caller's sessions at cash tables, newest first. A session takes place at one table and
    ends after half an hour without a hand there."""

    # Start of the older sessions, for `?before=`; left out if there are none.
    before: UnixMs


class _SetAside(TypedDict):
    # Your chips there, as you last saw them between two hands.
    chips: Chips
    # Identifier of the table.
    table: TableId


class SetAside(_SetAside, total=False):
    """A table out of play because the server cannot continue it. Its chips stay where they are until an operator reopens the
    table or returns them."""

    # Name of the table, if it can still be read.
    name: str


class Share(TypedDict):
    """A frequency: occurrences out of opportunities."""

    # Number of opportunities; at least 1.
    of: int
    # Number of occurrences.
    times: int


class ShareRequest(TypedDict):
    """Settings of a link to a hand: `POST /api/v1/hands/{table}/{hand}/share`."""

    # `true` if players appear under numbers instead of their names.
    hide_names: bool
    # `true` if the link shows the caller's cards in addition to what everyone saw at the table.
    own_cards: bool


class ShareResponse(TypedDict):
    """A link to a hand, usable by anyone. The same request gives the same link until the link is withdrawn."""

    # Path of the page that shows the hand.
    path: str
    # Token for `GET /api/v1/shared/{token}`: 128 random bits.
    token: str


class Show(TypedDict):
    """A request to show cards."""

    # Cards to show, out of the player's own.
    cards: List[Card]
    # Number of the hand that has just ended.
    hand: HandNo
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId


class ShownCards(TypedDict):
    """Cards of a seat shown to everyone."""

    # The cards.
    cards: List[Card]
    # The seat, from 1.
    seat: int


class _SitOut(TypedDict):
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # `true` to sit out, `false` to come back.
    out: bool
    # Identifier of the table.
    table: TableId


class SitOut(_SitOut, total=False):
    """A request to sit out or to come back."""

    # Entry into the game on coming back, also at the end of a pause; ignored on sitting out without an end.
    entry: Entry
    # Minutes of a pause, after which you are dealt in again if a connection of yours is there, and go on sitting out otherwise;
    # ignored on coming back. Left out, sitting out has no end. Sent again, it sets another end, counted from now.
    minutes: int
    # Point from which to sit out; ignored on coming back.
    when: SitOutWhen


class _Snapshot(TypedDict):
    # Number of the last event included in `state`; later events continue from here.
    seq: int
    # The table as this viewer may see it.
    state: TableState
    # Identifier of the table.
    table: TableId


class Snapshot(_Snapshot, total=False):
    """The state of a table at one point in time."""

    # Number of the earliest event that `resume` can still deliver, if any. `resume` with `after` set to one less delivers the
    # running hand and the one before it from their beginning. Events up to `seq` are already part of `state`.
    first_seq: int


class StakesAtHand(TypedDict):
    """The stakes of a table from now on."""

    # The ante in chips; 0 if there is none.
    ante: Chips
    # The bet size of each tier, in chips: exact in fixed limit, the minimum otherwise.
    bets: List[Chips]
    # The big blind in chips; 0 if there is none.
    big_blind: Chips
    # The small blind in chips; 0 if there is none.
    small_blind: Chips


class Straddle(TypedDict):
    """A request to straddle, or to stop straddling."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # `true` to straddle, `false` to stop.
    on: bool
    # Identifier of the table.
    table: TableId


class StructureCheckRequest(TypedDict):
    """Checks a host's own structure: `POST /api/v1/structures/check`."""

    # The definition, up to 8192 bytes.
    definition: str


class StructureCheckResponse(TypedDict, total=False):
    """The result of the check: the structure, or the first fault in the definition."""

    # Description of the fault, in English.
    error: str
    # The faulty key, such as `levels` or `rebuy.chips`; left out if the definition is not TOML.
    key: str
    # Number of the faulty line, from 1.
    line: int
    # The structure, if the definition can be played.
    structure: StructureInfo


class StructureFile(TypedDict):
    """`GET /api/v1/structures/{structure}`: a structure that comes with the server, with its file as a starting point for
    one's own."""

    # Text of its file.
    definition: str
    # The structure.
    structure: StructureInfo


class _StructureInfo(TypedDict):
    # The treatment of an absent player's hand.
    absent_hand: AbsentHand
    # Time to act, in milliseconds.
    action_ms: int
    # The payer of the ante.
    ante: AnteFormat
    # Initial time bank, in milliseconds.
    bank_ms: int
    # The schedule of breaks.
    breaks: BreakPlan
    # The timing of decisions.
    clock: ClockKind
    # Maximum number of players.
    entries_max: int
    # Minimum number of players; with fewer it does not start.
    entries_min: int
    # Number of seats at the final table.
    final_seats: int
    # The games: one, or several that take turns, one per level.
    games: List[TournamentGame]
    # Guaranteed minimum of the pool, in chips; 0 if nothing is guaranteed.
    guarantee: Chips
    # The eliminations before which hand-for-hand begins.
    hand_for_hand: List[HandForHandTrigger]
    # The stable identifier, such as `freezeout`.
    id: str
    # The way the field shrinks.
    kind: FieldKind
    # The level at the end of which entries close, from 1; 0 closes them at the start.
    late_levels: int
    # Number of tables at or below which short-handed tables halt earlier.
    late_tables: int
    # Levels and breaks, in order. After the last level, each further one is half as large again as the one before.
    levels: List[LevelRow]
    # Name of the structure.
    name: LocalName
    # The division of the pool.
    pays: PayTerms
    # Chips that an entry pays into the pool.
    price: Chips
    # Number of times a player who is out may re-enter while entries are open.
    re_entries: int
    # Number of seats at a table.
    seats: int
    # The severity of penalties.
    severity: Severity
    # Starting stack of an entry, in tournament chips.
    stack: Chips
    # The event that starts the tournament.
    start: StartKind


class StructureInfo(_StructureInfo, total=False):
    """The structure of a tournament: everything published before anyone enters."""

    # The add-on, if there is one.
    add_on: AddOnTerms
    # Bounties, if there are any.
    bounty: BountyTerms
    # `true` if players may check or bet in the dark, as with `dark_bets` of a table's `session`.
    dark_bets: bool
    # `true` if the house alone may announce it, because it guarantees prizes.
    house_only: bool
    # Unit to which prizes are rounded, in chips, except for the first prize, which takes the remainder; 1 if left out.
    pays_unit: Chips
    # Rebuys, if there are any.
    rebuy: RebuyTerms


class StructuresResponse(TypedDict):
    """`GET /api/v1/structures`: the tournament structures that come with the server."""

    # The structures.
    structures: List[StructureInfo]


class StudyDecision(TypedDict):
    """A decision in a hand to study."""

    # The action the seat took.
    action: Action
    # The cost and the prospects of the decision.
    hint: Hint
    # Position of the event in the record that opened the decision, from 1: that of the part with its choices.
    seq: int


class StudyHand(TypedDict):
    """A hand to study, seen from one of its seats."""

    # All decisions of the seat, in order.
    decisions: List[StudyDecision]
    # Family of the hand's game.
    family: str
    # The hand as the player in the seat `own.seat` saw it. `parts` also includes the `choices` given to the seat.
    record: HandRecord


class StudyResponse(TypedDict):
    """`GET /api/v1/practice/hands`: hands to study, played by house bots. Everyone gets the same ones for a day, counted by
    UTC, and new ones the next day."""

    # The day, such as `2026-11-25`.
    day: str
    # The hands, from several families of games.
    hands: List[StudyHand]


class _TableConfig(TypedDict):
    # Identifier of the game; with a `definition`, its identifier or an empty string; empty with a `mix`.
    game: str
    # Name of the table; 1 to 40 characters.
    name: str
    # Number of seats.
    seats: int


class TableConfig(_TableConfig, total=False):
    """The settings of a table. Whatever is left out takes the game's default."""

    # Time to act, in milliseconds: at least 100. People always get at least 1000.
    action_ms: int
    # `true` if hands are tabled as soon as a player is all-in and no further betting is possible.
    all_in_face_up: bool
    # The ante of each player, in chips.
    ante: Chips
    # The big blind, in chips.
    big_blind: Chips
    # Maximum buy-in, in chips.
    buy_in_max: Chips
    # Minimum buy-in, in chips.
    buy_in_min: Chips
    # A game of the host's own, in the format of the server's own games, up to 8192 bytes. Allowed at private tables only.
    definition: str
    # `true` if house bots may join human players, if the server has any. They never join private tables, which they cannot see.
    house_bots: bool
    # The betting structure: `nl`, `pot`, `fixed` or `spread`.
    limit: str
    # Several games instead of one; `game` is then empty, and amounts follow from `multiplier`.
    mix: MixConfig
    # `true` if the button always moves to the next player instead of staying on a seat that lost its player.
    moving_button: bool
    # Multiplies every default amount of the game; amounts given below replace the product.
    multiplier: int
    # `true` if the table is only for those who know its identifier, which then contains an invitation of 128 random bits: the
    # table is in no list, and part of the identifier finds nothing.
    private: bool
    # Table rules beyond those of the game.
    session: SessionRules
    # The small blind, in chips.
    small_blind: Chips
    # Time bank of each player, in milliseconds.
    time_bank_ms: int


class _TableInfo(TypedDict):
    # Time to act, in milliseconds.
    action_ms: int
    # The ante in chips; 0 if there is none.
    ante: Chips
    # The bet size of each tier, in chips: exact in fixed limit, the minimum otherwise.
    bets: List[Chips]
    # The big blind in chips; 0 if there is none.
    big_blind: Chips
    # Maximum buy-in, in chips.
    buy_in_max: Chips
    # Minimum buy-in, in chips.
    buy_in_min: Chips
    # Identifier of the game. With several games, this, the name, the limit and the amounts are those of the current one.
    game: str
    # Name of the game.
    game_name: LocalName
    # The betting structure: `nl`, `pot`, `fixed` or `spread`.
    limit: str
    # Name of the table.
    name: str
    # `true` if the table is left out of the lobby's list.
    private: bool
    # Number of seats.
    seats: int
    # The small blind in chips; 0 if there is none.
    small_blind: Chips
    # Its identifier; that of a private table contains the invitation.
    table: TableId
    # Time bank of each player, in milliseconds.
    time_bank_ms: int


class TableInfo(_TableInfo, total=False):
    """The full description of a table."""

    # The account that hosts the table, as in a player's `id`: the one that opened it, or to which it was handed over; left out at
    # house tables.
    host: str
    # `true` if house bots may join human players.
    house_bots: bool
    # The games of a table that plays several.
    mix: MixInfo
    # `true` if the game is the host's own, which is not in the list of games: the table's snapshot contains it.
    own_game: bool
    # `true` if one player practises here against bots. The chips have no value elsewhere.
    practice: bool
    # Table rules beyond those of the game; left out if all are as usual.
    session: SessionRules
    # The tournament to which the table belongs. Its chips have no value elsewhere, and requests about seats and chips have to be
    # made to the tournament.
    tournament: EventInfo


class TableOutOfPlay(TypedDict):
    """A table that the server cannot continue."""

    # Number of the table in the tournament.
    table_no: int
    # The fault, in the server's words.
    why: str


class _TableState(TypedDict):
    # Number of hands completed so far.
    hands: int
    # Description of the table.
    info: TableInfo
    # `true` while play is paused.
    paused: bool
    # The taken seats.
    seats: List[SeatState]
    # Players waiting for a seat, first in line first.
    wait_list: List[PlayerInfo]


class TableState(_TableState, total=False):
    """A table at one point in time, as one viewer may see it."""

    # Hands until the next bomb pot, not counting the running hand: 1 if the next hand is one. Left out at tables without bomb
    # pots.
    bomb_pot_in: int
    # Chips of a pot that was not won, if there are any: between two hands they wait for the next one, during a hand they are part
    # of its pot.
    carried: Chips
    # The game, if it is the host's own; all others are in the list of games.
    game: GameInfo
    # The running hand, if there is one.
    hand: HandState
    # The host's decisions in force; left out if there are none.
    host_rules: HostRules
    # Chips in the kitty, if the table has one.
    kitty: Chips
    # The ledger, at a table with chips of its own.
    ledger: Ledger
    # Accounts muted by the host, as in a player's `id`.
    muted: List[str]
    # The dealer's open pick of the game for the next hand, if there is one.
    pick: PickState
    # `true` during roodles, an orbit for doubled stakes; `info` has the doubled ones.
    roodles: bool
    # The viewer's own information, if the viewer has a seat here.
    you: YourState


class _TableSummary(TypedDict):
    # Average pot of the most recent hands, in chips.
    average_pot: Chips
    # Number of taken seats that belong to bots.
    bots: int
    # Number of hands completed so far.
    hands: int
    # Description of the table.
    info: TableInfo
    # Numbers of the taken seats, from 1.
    taken: List[int]
    # Number of players waiting for a seat.
    waiting: int


class TableSummary(_TableSummary, total=False):
    """A table as listed in the lobby."""

    # Number of taken seats whose players are not playing: they sit out, have no chips, or are disconnected.
    away: int
    # Number of hands left for the current game of a rotation, if known.
    hands_left: int


class TablesResponse(TypedDict):
    """`GET /api/v1/tables`: the tables in the lobby."""

    # The tables in the lobby.
    tables: List[TableSummary]


class TemplateContentStructure(TypedDict):
    """A structure of tournaments."""

    # Its text, up to 8192 bytes.
    definition: str
    kind: Literal["structure"]


class TemplateContentPayouts(TypedDict):
    """Prizes in percent."""

    kind: Literal["payouts"]
    # The percentages, best place first, separated by commas: `50, 30, 20`.
    pays: str


class TemplateContentChips(TypedDict):
    """A chip set."""

    # The chips: up to 12 values, each once.
    chips: List[ChipsOfValue]
    kind: Literal["chips"]


class TemplateContentTable(TypedDict):
    """The settings of a table, without the hour at which it closes."""

    # The settings, as for `create_table`.
    config: TableConfig
    kind: Literal["table"]


class TemplateContentEvent(TypedDict):
    """The announcement of an event, without a start and a target."""

    # The announcement, as for `POST /api/v1/tournaments`.
    config: TournamentConfig
    kind: Literal["event"]


class TemplateLine(TypedDict):
    """A template in a list."""

    # Time of the last change, in milliseconds since 1970.
    at: UnixMs
    # Its kind.
    kind: TemplateKind
    # Its name.
    name: str
    # Number of the template.
    template: int


class TemplateRequest(TypedDict):
    """A template to be kept: `POST` to `/api/v1/templates` or `/api/v1/clubs/{club}/templates`, and `PUT` to one of them."""

    # The content. Another content of a template has the same kind.
    content: TemplateContent
    # The name: 1 to 40 visible characters.
    name: str


class _TemplateResponse(TypedDict):
    # Time of the last change, in milliseconds since 1970.
    at: UnixMs
    # Its kind.
    kind: TemplateKind
    # Its name.
    name: str
    # Number of the template.
    template: int


class TemplateResponse(_TemplateResponse, total=False):
    """A template."""

    # The content, as it was kept; left out if this version of the server cannot read it.
    content: Dict[str, Any]


class TemplatesResponse(TypedDict):
    """The templates of an account or a club."""

    # The templates, by kind and name.
    templates: List[TemplateLine]


class TimeBank(TypedDict):
    """A choice of when the player's own time bank begins."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Start of the time bank.
    start: BankStart
    # Identifier of the table.
    table: TableId


class TopUpRequest(TypedDict, total=False):
    """Asks for play money: `POST /api/v1/top-up`, answered like `GET /api/v1/me`. Moves chips."""

    # Chips to grant; the rest of the day's allowance if left out.
    amount: Chips
    # Identifier of the request, 1 to 64 characters; repeating it grants nothing more.
    id: str


class TournamentConfig(TypedDict, total=False):
    """The settings of a new tournament: `POST /api/v1/tournaments`."""

    # `true` if the tournament is for adults: an account may enter only once the operator has verified its age, and programs never
    # may, so it takes no bots. A satellite of such a tournament is for adults too, whether or not this is set.
    adults_only: bool
    # Number of players up to which house bots join, once a person has entered.
    bots: int
    # A structure of the host's own, in the format of the server's own structures, up to 8192 bytes. The house adds nothing to its
    # pool: it has no guarantee.
    definition: str
    # Languages of the chat, as BCP 47 tags such as `en` or `fr-CA`, each once and at most 8; any language will do if left out.
    languages: List[str]
    # `true` if the tournament is played with real cards and chips beside a screen: the host and other officials enter players and
    # results by floor actions, no hands are dealt, and no chips of accounts move. It may leave out `starts_at`, and takes no
    # bots.
    live: bool
    # Name of the tournament, 1 to 40 characters; the name of the structure if left out.
    name: str
    # `true` if the tournament is left out of all lists and only for those who have its identifier, which contains the invitation.
    private: bool
    # Start of play, in milliseconds since 1970, at most 31 days from now; required unless it is a sit & go.
    starts_at: UnixMs
    # Identifier of the structure; empty with a `definition`.
    structure: str
    # The tournament whose seats are the prizes; required if the structure pays seats. It must have the structure named by
    # `pays.of`, must not have begun play, and must not start before the seats are paid for.
    target: TournamentId
    # Minutes by which those without a seat at a table see it late, 1 to 15. Not for live tournaments.
    watch_delay: int


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
    # Starting stack of the entry.
    stack: Chips


class TournamentEventPlayerRegistered(_TournamentEventPlayerRegistered, total=False):
    """A player entered."""

    # `true` if the place was given to the first on the waiting list.
    waited: bool
    # The player's account. Left out in simulations.
    who: PlayerInfo


class TournamentEventWaitlistChanged(TypedDict):
    """The waiting list became longer or shorter."""

    event: Literal["waitlist_changed"]
    # Number of those on the list.
    waiting: int


class TournamentEventStartPostponed(TypedDict):
    """No person has entered, so the start of play is postponed."""

    event: Literal["start_postponed"]
    # The new start, in milliseconds since 1970.
    starts_at: UnixMs


class TournamentEventEntryUndone(TypedDict):
    """An action of the officials was undone: the tournament is as though it had never been taken. Viewers receive a snapshot
    next."""

    # The role of whoever undid it.
    by: Official
    event: Literal["entry_undone"]
    # Number of the line in the audit trail.
    line: int
    # The reason, in words.
    reason: str


class TournamentEventEntryRedone(TypedDict):
    """An undone action was redone: the tournament is as though it had never been undone. Viewers receive a snapshot next."""

    # The role of whoever redid it.
    by: Official
    event: Literal["entry_redone"]
    # Number of the line in the audit trail.
    line: int
    # The reason, in words.
    reason: str


class TournamentEventReEntered(TypedDict):
    """A player who was out re-entered."""

    # Chips paid for bounties.
    bounty: Chips
    # The number of the new entry.
    entry: int
    event: Literal["re_entered"]
    # Chips paid to the pool.
    paid: Chips
    # Number of the player in the tournament.
    player: int
    # Starting stack of the entry.
    stack: Chips


class TournamentEventPlayerUnregistered(TypedDict):
    """An entry was refunded: the player cancelled it before the start, or the tournament was cancelled."""

    # Number of the entry.
    entry: int
    event: Literal["player_unregistered"]
    # Number of the player in the tournament.
    player: int
    # Chips refunded.
    refund: Chips


class TournamentEventRebuyTaken(TypedDict):
    """A player took a rebuy."""

    # Chips added to the stack.
    chips: Chips
    # Number of the entry.
    entry: int
    event: Literal["rebuy_taken"]
    # Chips paid to the pool.
    paid: Chips
    # Number of the player in the tournament.
    player: int


class TournamentEventAddOnTaken(TypedDict):
    """A player took the add-on."""

    # Chips added to the stack.
    chips: Chips
    # Number of the entry.
    entry: int
    event: Literal["add_on_taken"]
    # Chips paid to the pool.
    paid: Chips
    # Number of the player in the tournament.
    player: int


class _TournamentEventRegistrationClosed(TypedDict):
    # Number of players still in.
    alive: int
    # Chips in the bounty pool.
    bounty_pool: Chips
    # Number of paid entries.
    entries: int
    event: Literal["registration_closed"]
    # Chips the house added to reach the guarantee.
    overlay: Chips
    # Number of players who paid them.
    players: int
    # Chips in the pool, including the overlay.
    pool: Chips
    # The prize of each paid place in chips, first place first. They add up to the pool, less the fee, plus the bonus.
    prizes: List[Chips]


class TournamentEventRegistrationClosed(_TournamentEventRegistrationClosed, total=False):
    """Entries closed, and the prizes are final."""

    # Chips added to the prizes, in live tournaments whose officials set a bonus.
    bonus: Chips
    # Chips kept back from the pool, in live tournaments whose officials set a fee.
    fee: Chips


class _TournamentEventPrizesSet(TypedDict):
    # The role of whoever decided.
    by: Official
    event: Literal["prizes_set"]
    # The terms.
    payout: PayoutTerms
    # The prize of each paid place in chips, first place first: final once entries are closed, before that those of the entries so
    # far.
    prizes: List[Chips]
    # The reason, in words.
    reason: str


class TournamentEventPrizesSet(_TournamentEventPrizesSet, total=False):
    """Officials of a live tournament set how the pool is paid out."""

    # The rule it is based on, if there is one.
    rule: str


class TournamentEventRoundStarted(TypedDict):
    """A round of a shootout or bracket began."""

    event: Literal["round_started"]
    # The round, from 1.
    round: int
    # Numbers of its tables.
    tables: List[int]


class TournamentEventTableOpened(TypedDict):
    """A table was opened. It can be watched shortly afterwards: its players learn its identifier from `tournament_you`, others
    from HTTP or a new snapshot."""

    event: Literal["table_opened"]
    # Number of seats at the table.
    seats: int
    # Number of the table in the tournament, from 1.
    table: int


class TournamentEventTableBroken(TypedDict):
    """A table was broken: its players now sit elsewhere."""

    event: Literal["table_broken"]
    # Number of the table in the tournament.
    table: int


class TournamentEventBreakOrderPublished(TypedDict):
    """The order in which tables break was published."""

    event: Literal["break_order_published"]
    # The table numbers, the next one to break first.
    order: List[int]


class TournamentEventSeatAssigned(TypedDict):
    """A player was assigned a seat."""

    # Number of the entry.
    entry: int
    event: Literal["seat_assigned"]
    # Number of the player in the tournament.
    player: int
    # The seat at the table, from 1.
    seat: int
    # The player's stack, in chips.
    stack: Chips
    # Number of the table in the tournament.
    table: int
    # The reason.
    why: SeatReason


_TournamentEventPlayerMoved = TypedDict("_TournamentEventPlayerMoved", {
    "event": 'Literal["player_moved"]', "from": 'List[int]', "player": 'int', "to": 'List[int]', "why": 'MoveReason',
})


class TournamentEventPlayerMoved(_TournamentEventPlayerMoved, total=False):
    """A player was moved to another table."""

    # The rule applied, if there is one.
    rule: str


class _TournamentEventTableHalted(TypedDict):
    event: Literal["table_halted"]
    # Number of the table in the tournament.
    table: int
    # The reason.
    why: HaltReason


class TournamentEventTableHalted(_TournamentEventTableHalted, total=False):
    """A table was halted: it deals no further hand for now."""

    # The rule applied, if there is one.
    rule: str


class _TournamentEventTableResumed(TypedDict):
    event: Literal["table_resumed"]
    # Number of the table in the tournament.
    table: int
    # The reason for which it had been halted.
    why: HaltReason


class TournamentEventTableResumed(_TournamentEventTableResumed, total=False):
    """A halted table resumed play."""

    # The rule applied, if there is one.
    rule: str


_TournamentEventFinalTableFormed = TypedDict("_TournamentEventFinalTableFormed", {
    "event": 'Literal["final_table_formed"]', "from": 'List[int]', "seats": 'int', "table": 'int',
})


class TournamentEventFinalTableFormed(_TournamentEventFinalTableFormed, total=False):
    """The final table was formed; `seat_assigned` gives the seats."""

    # The rule applied, if there is one.
    rule: str


class _TournamentEventLevelStarted(TypedDict):
    # The ante in chips; 0 if there is none.
    ante: Chips
    # The big blind in chips; in games without blinds, the bet of the first tier.
    big_blind: Chips
    # Length of the level, in seconds.
    duration: int
    event: Literal["level_started"]
    # Identifier of the level's game, possibly with the betting structure, as in `omaha:pot`.
    game: str
    # The level, from 1.
    level: int
    # The small blind in chips; 0 if there is none.
    small_blind: Chips
    # The smallest chip in play.
    unit: Chips


class TournamentEventLevelStarted(_TournamentEventLevelStarted, total=False):
    """A level began."""

    # The level after it, which the structure need not list. Left out in events of earlier versions.
    next: LevelInfo
    # The rule applied, if there is one.
    rule: str


class TournamentEventBreakStarted(TypedDict):
    """A break began. Running hands are played to their end."""

    # Length of the break, in seconds.
    duration: int
    event: Literal["break_started"]


class TournamentEventBreakEnded(TypedDict):
    """The break is over."""

    event: Literal["break_ended"]


class TournamentEventClockStopped(TypedDict):
    """The level clock stopped."""

    # Time elapsed in the level, in seconds.
    elapsed: int
    event: Literal["clock_stopped"]
    # The level, from 1.
    level: int


class _TournamentEventClockAdvanced(TypedDict):
    # Time elapsed in the level, in seconds.
    elapsed: int
    event: Literal["clock_advanced"]
    # The level, from 1.
    level: int


class TournamentEventClockAdvanced(_TournamentEventClockAdvanced, total=False):
    """The level clock was moved by a round of hand-for-hand, or set by an official."""

    # The role of the official who set it; left out for a round of hand-for-hand.
    by: Official
    # The reason for setting it, in words; left out for a round of hand-for-hand.
    reason: str
    # The rule applied, if there is one.
    rule: str


class TournamentEventClockStarted(TypedDict):
    """The level clock started again."""

    # Time elapsed in the level, in seconds.
    elapsed: int
    event: Literal["clock_started"]
    # The level, from 1.
    level: int


class TournamentEventTournamentPaused(TypedDict):
    """An official paused play. No further hand begins."""

    # The role of whoever decided.
    by: Official
    event: Literal["tournament_paused"]
    # The reason, in words.
    reason: str


class TournamentEventTournamentResumed(TypedDict):
    """An official resumed play."""

    # The role of whoever decided.
    by: Official
    event: Literal["tournament_resumed"]
    # The reason, in words.
    reason: str


_TournamentEventChipRaceAnnounced = TypedDict("_TournamentEventChipRaceAnnounced", {
    "event": 'Literal["chip_race_announced"]', "from": 'Chips', "to": 'Chips',
})


class TournamentEventChipRaceAnnounced(_TournamentEventChipRaceAnnounced):
    """Small chips will leave play, at each table before its next hand."""

    pass


_TournamentEventChipRaceCompleted = TypedDict("_TournamentEventChipRaceCompleted", {
    "after": 'List[List[int]]', "before": 'List[List[int]]', "cards": 'List[Card]', "courtesy": 'List[int]', "delta": 'int',
    "event": 'Literal["chip_race_completed"]', "from": 'Chips', "table": 'int', "to": 'Chips', "winners": 'List[int]',
})


class TournamentEventChipRaceCompleted(_TournamentEventChipRaceCompleted, total=False):
    """A table completed its chip race."""

    # The rule applied, if there is one.
    rule: str


class _TournamentEventHandForHandAnnounced(TypedDict):
    # Number of players still in.
    alive: int
    event: Literal["hand_for_hand_announced"]
    # The reason.
    why: HandForHandReason


class TournamentEventHandForHandAnnounced(_TournamentEventHandForHandAnnounced, total=False):
    """Hand-for-hand was announced; it begins once all running hands are over."""

    # The rule applied, if there is one.
    rule: str


class TournamentEventHandForHandEnded(TypedDict):
    """Hand-for-hand is over."""

    event: Literal["hand_for_hand_ended"]


class TournamentEventHandForHandRoundStarted(TypedDict):
    """A round of hand-for-hand began: the tables deal a hand simultaneously."""

    event: Literal["hand_for_hand_round_started"]
    # The round, from 1.
    round: int
    # Numbers of the tables.
    tables: List[int]


class TournamentEventHandForHandRoundEnded(TypedDict):
    """A round of hand-for-hand ended: every table has played its hand."""

    event: Literal["hand_for_hand_round_ended"]
    # The round, from 1.
    round: int
    # Numbers of the tables.
    tables: List[int]


class TournamentEventHandHeld(TypedDict):
    """A player is all-in and called during hand-for-hand: the hand is held, cards face down, until no other table has a
    decision left."""

    event: Literal["hand_held"]
    # Number of the hand at the table.
    hand: int
    # Number of the table in the tournament.
    table: int


class TournamentEventHandReleased(TypedDict):
    """A held hand goes on."""

    event: Literal["hand_released"]
    # Number of the hand at the table.
    hand: int
    # Number of the table in the tournament.
    table: int


class _TournamentEventHandVoided(TypedDict):
    # The role of whoever decided.
    by: Official
    event: Literal["hand_voided"]
    # Number of the hand at the table.
    hand: int
    # The way it was voided.
    mode: VoidMode
    # The reason, in words.
    reason: str
    # The resulting stacks, as pairs of seat and chips.
    stacks: List[List[int]]
    # Number of the table in the tournament.
    table: int


class TournamentEventHandVoided(_TournamentEventHandVoided, total=False):
    """A hand was voided."""

    # The rule applied, if there is one.
    rule: str


class TournamentEventStatusChanged(TypedDict):
    """The presence of a player changed."""

    event: Literal["status_changed"]
    # Number of the player in the tournament.
    player: int
    # The new presence.
    status: PlayerPresence


class _TournamentEventPenaltyIssued(TypedDict):
    # The role of whoever decided.
    by: Official
    event: Literal["penalty_issued"]
    # The fault, in words.
    fault: str
    # Number of hands to miss, from the next one on.
    hands: int
    # Number of the player in the tournament.
    player: int
    # The reason, in words.
    reason: str
    # The severity of the penalty.
    rung: Rung


class TournamentEventPenaltyIssued(_TournamentEventPenaltyIssued, total=False):
    """A player was penalised."""

    # The rule applied, if there is one.
    rule: str


class TournamentEventPenaltyProgress(TypedDict):
    """A player missed a hand as a penalty."""

    event: Literal["penalty_progress"]
    # Number of hands still to miss.
    left: int
    # Number of the player in the tournament.
    player: int


class TournamentEventPlayerEliminated(TypedDict):
    """A player lost the last chip and is eliminated."""

    # Number of the entry.
    entry: int
    event: Literal["player_eliminated"]
    # Number of the hand at the table.
    hand: int
    # Number of the player in the tournament.
    player: int
    # The player's stack at the start of that hand.
    stack: Chips
    # Number of the table in the tournament.
    table: int


class _TournamentEventPlayerWithdrew(TypedDict):
    # The role of whoever decided.
    by: Official
    # Number of the entry.
    entry: int
    event: Literal["player_withdrew"]
    # Number of the player in the tournament.
    player: int
    # The reason, in words.
    reason: str


class TournamentEventPlayerWithdrew(_TournamentEventPlayerWithdrew, total=False):
    """A player left the tournament for good. The player's chips left play."""

    # The rule applied, if there is one.
    rule: str


class _TournamentEventPlayerDisqualified(TypedDict):
    # The role of whoever decided.
    by: Official
    # Number of the entry.
    entry: int
    event: Literal["player_disqualified"]
    # Number of the player in the tournament.
    player: int
    # The reason, in words.
    reason: str


class TournamentEventPlayerDisqualified(_TournamentEventPlayerDisqualified, total=False):
    """A player was disqualified. The player's chips left play."""

    # The rule applied, if there is one.
    rule: str


class TournamentEventChipsRemoved(TypedDict):
    """Chips left play."""

    # Chips removed from play.
    amount: Chips
    event: Literal["chips_removed"]
    # Number of the player in the tournament.
    player: int


class TournamentEventBountyAwarded(TypedDict):
    """A bounty was won."""

    # Chips paid out.
    cash: Chips
    event: Literal["bounty_awarded"]
    # Chips added to the bounty on the receiving player's own head.
    head: Chips
    # Number of the player who receives it.
    player: int
    # Number of the player who was eliminated; the winner of the tournament, for the bounties left at the end.
    victim: int


class _TournamentEventPlaceAssigned(TypedDict):
    # The player's place, the best one in a tie.
    best: int
    event: Literal["place_assigned"]
    # Number of the player in the tournament.
    player: int
    # The worst place in a tie; equal to `best` without one.
    worst: int


class TournamentEventPlaceAssigned(_TournamentEventPlaceAssigned, total=False):
    """A player's finishing place was determined. Players who tie share several places."""

    # Prizes already paid to the player, as by a deal, in chips; left out if there were none.
    paid: Chips
    # The rule applied, if there is one.
    rule: str


class TournamentEventPrizeAwarded(TypedDict):
    """A player won a prize."""

    # The prize in chips; for a seat in a satellite, its value.
    amount: Chips
    event: Literal["prize_awarded"]
    # Number of the player in the tournament.
    player: int
    # The reason.
    why: PrizeReason


class TournamentEventDealProposed(TypedDict):
    """A player still in proposed a deal. Play is paused, and the deal is offered once no hand is running."""

    event: Literal["deal_proposed"]
    # Chips of the prizes that would be held back for first place.
    keep: Chips
    # The proposed division of the prizes.
    kind: DealKind
    # Number of the player in the tournament.
    player: int


class _TournamentEventDealOffered(TypedDict):
    event: Literal["deal_offered"]
    # Chips of the prizes that are held back for first place, to be played for.
    keep: Chips
    # The division of the prizes.
    kind: DealKind
    # The share of each player, as pairs of player number and chips.
    shares: List[List[int]]


class TournamentEventDealOffered(_TournamentEventDealOffered, total=False):
    """A deal is on offer to the players still in. It stands until it is made, play goes on, or another one is offered."""

    # Time for all players to agree, in milliseconds; left out if there is no limit.
    left_ms: int


class TournamentEventDealAnswered(TypedDict):
    """A player answered the deal on offer."""

    # `true` if the player agrees.
    agrees: bool
    event: Literal["deal_answered"]
    # Number of the player in the tournament.
    player: int


class TournamentEventDealEnded(TypedDict):
    """The proposed or offered deal was called off."""

    event: Literal["deal_ended"]
    # The reason.
    why: DealEndReason


class TournamentEventDealMade(TypedDict):
    """The players still in divided the prizes."""

    event: Literal["deal_made"]
    # The way they divided them.
    kind: DealKind
    # The amount paid to each player, as pairs of player number and chips.
    shares: List[List[int]]


class TournamentEventSeatGiven(TypedDict):
    """The winner of a satellite seat was entered in the target tournament, or keeps the seat's value in chips, having already
    entered it or being unable to."""

    # `true` if the player was entered. The chips paid as the prize are then the price of the entry.
    entered: bool
    event: Literal["seat_given"]
    # Number of the player in the tournament.
    player: int
    # Identifier of the target tournament.
    tournament: TournamentId


class _TournamentEventTableTold(TypedDict):
    # The role of whoever decided.
    by: Official
    event: Literal["table_told"]
    # The reason, in words.
    reason: str
    # Number of the table in the tournament.
    table: int
    # The text.
    text: str


class TournamentEventTableTold(_TournamentEventTableTold, total=False):
    """An official told all players of a table the same thing at the same time, such as what one of them disclosed to an
    opponent still in the hand."""

    # The rule it is based on, if there is one.
    rule: str


class TournamentEventRulingIssued(TypedDict):
    """An official made a ruling."""

    # The role of whoever decided.
    by: Official
    event: Literal["ruling_issued"]
    # The reason, in words.
    reason: str
    # The rule it is based on.
    rule: str
    # The tool used for the ruling.
    tool: str


class TournamentEventTournamentCancelled(TypedDict):
    """The tournament was cancelled. The preceding events state the amounts due to each player."""

    event: Literal["tournament_cancelled"]
    # The reason, in words.
    reason: str


class TournamentEventTournamentCompleted(TypedDict):
    """The tournament is over."""

    event: Literal["tournament_completed"]
    # Number of the winner, or of the players who share first place.
    players: List[int]


class _TournamentEvents(TypedDict):
    # The events, in order.
    events: List[TournamentEvent]
    # Number of the first of these events, from 1; the others follow consecutively.
    first_seq: int
    # Identifier of the tournament.
    tournament: TournamentId


class TournamentEvents(_TournamentEvents, total=False):
    """Events of a tournament, in order and without gaps, the same for all viewers."""

    # The level clock after the events, if one of them moved, stopped or started it.
    clock: LevelClock


class TournamentGame(TypedDict):
    """A game of a tournament."""

    # Identifier of the game.
    game: str
    # The betting structure: `nl`, `pot`, `fixed` or `spread`.
    limit: str


class TournamentPresence(TypedDict):
    """A notice of absence or return."""

    # `true` to be away from the next hand on, `false` to come back at the next deal.
    absent: bool
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the tournament.
    tournament: TournamentId


class TournamentSnapshot(TypedDict):
    """The current state of a tournament; it replaces everything known about it before."""

    # Number of the last event included in `state`; later events continue from here.
    seq: int
    # The tournament as this account may see it.
    state: TournamentState
    # Identifier of the tournament.
    tournament: TournamentId


class _TournamentState(TypedDict):
    # Average stack of the players still in, in chips; 0 before the start.
    average_stack: Chips
    # Chips collected for bounties so far; 0 if there are none.
    bounty_pool: Chips
    # Numbers of the tables in the order in which they break, the next one first. At most 50.
    break_order: List[int]
    # The players, those still in first, sorted by number. At most 100, you among them: HTTP lists all of them.
    entrants: List[Entrant]
    # Players with a finishing place, best first. At most 100: HTTP lists all of them.
    places: List[Finished]
    # The prize of each paid place in chips, first place first, as determined by the entries so far; final once entries close. At
    # most 100: HTTP lists all of them.
    prizes: List[Chips]
    # The version of the rules in force, to be named in `register`.
    rules: int
    # The structure, published before anyone entered.
    structure: StructureInfo
    # The tournament as listed in the lobby.
    summary: TournamentSummary
    # Number of tables in play.
    table_count: int
    # The tables in play, sorted by number. At most 50: HTTP lists all of them.
    tables: List[EventTable]
    # Your standing.
    you: YourTournament


class TournamentState(_TournamentState, total=False):
    """A tournament at one point in time, as one account may see it."""

    # The level clock; left out before the start and after the end.
    clock: LevelClock
    # The deal on offer, if there is one.
    deal: DealOffer
    # Hand-for-hand, if it has been announced or is in progress.
    hand_for_hand: HandForHandState
    # The current level; left out before the start and after the end.
    level: LevelInfo
    # The next level, or the first one before the start; left out after the end.
    next_level: LevelInfo
    # The reason, in words, for which an official has paused play; left out if play is not paused.
    paused: str
    # How officials have the pool of a live tournament paid out; left out if they have changed nothing.
    payout: PayoutTerms
    # `true` once entries are closed for good, which fixes the prizes.
    prizes_final: bool


class _TournamentSummary(TypedDict):
    # Number of players still in.
    alive: int
    # Chips that an entry pays for bounties in addition; 0 if there are none.
    bounty: Chips
    # Chips that an entry pays into the pool.
    buy_in: Chips
    # Number of entries so far, including re-entries but not refunded ones.
    entries: int
    # Maximum number of players.
    entries_max: int
    # Minimum number of players; with fewer it does not start.
    entries_min: int
    # `true` while players may enter, before the start or late.
    entries_open: bool
    # The format of the tournament.
    format: TournamentFormat
    # The games: one, or several that take turns, one per level.
    games: List[TournamentGame]
    # Guaranteed minimum of the pool, in chips: the house makes up the difference. 0 if nothing is guaranteed.
    guarantee: Chips
    # Name of the tournament.
    name: LocalName
    # The phase of the tournament.
    phase: TournamentPhase
    # Chips in the pool so far, without bounties.
    pool: Chips
    # Number of seats at a table.
    seats: int
    # Starting stack of an entry, in tournament chips, which have no value outside the tournament.
    stack: Chips
    # Identifier of its structure, such as `freezeout`.
    structure: str
    # Identifier of the tournament.
    tournament: TournamentId


class TournamentSummary(_TournamentSummary, total=False):
    """A tournament as listed in the lobby."""

    # `true` if it is for adults: an account may enter only once the operator has verified its age, and programs never may.
    adults_only: bool
    # `true` if it ended with the day: the stacks are bagged and go on in another tournament.
    bagged: bool
    # Number of house bots invited.
    bots_wanted: int
    # End of the tournament, in milliseconds since 1970; left out until then.
    ended_at: UnixMs
    # The account that opened it, as in a player's `id`; left out for house tournaments.
    host: str
    # `true` if it is a house tournament.
    house: bool
    # Languages of the chat, as BCP 47 tags such as `en` or `fr-CA`; left out if none is declared, so that any will do.
    languages: List[str]
    # The current level, from 1; left out before the start.
    level: int
    # `true` if it is played with real cards and chips: its officials enter players and results, and no chips of accounts move.
    live: bool
    # `true` if it is left out of the lobby's list and only for those who know its identifier, its players, its host and its
    # officials.
    private: bool
    # Start of play, in milliseconds since 1970; left out if it starts as soon as it is full.
    starts_at: UnixMs
    # The tournament whose seats are the prizes, if this is a satellite. A private one is named without its invitation.
    target: TournamentId
    # Number of those on the waiting list, if there are any.
    waiting: int
    # Minutes by which those without a seat at one of its tables see that table late.
    watch_delay: int


class TournamentYou(TypedDict):
    """Your own standing in a tournament. The message has no number: it is sent whenever something in it changes, after the
    events that caused the change, even if you do not watch the tournament."""

    # Identifier of the tournament.
    tournament: TournamentId
    # Your standing.
    you: YourTournament


class TournamentsResponse(TypedDict):
    """`GET /api/v1/tournaments`: the tournaments in the lobby."""

    # The tournaments in the lobby, those that are over last.
    tournaments: List[TournamentSummary]


class TrialHand(TypedDict):
    """A hand dealt to try a game out."""

    # The hand with all its cards, in the hand history format PHH.
    phh: str
    # Number of players dealt in.
    players: int
    # Chips paid out.
    pot: Chips
    # `true` if hands were shown at the end.
    showdown: bool


class TurnState(TypedDict):
    """An open decision."""

    # Time left for the decision.
    clock: Clock
    # The kind of decision.
    decision: DecisionKind
    # Seats that have yet to answer.
    seats: List[int]
    # Number of the decision in its hand.
    turn: int


class VersionResponse(TypedDict):
    """Version of the server: `GET /version`."""

    # The commit it was built from; `unknown` if that is not known.
    commit: str
    # The protocol versions it supports.
    protocols: List[str]
    # Name and version of the server software.
    server: str


class Visible(TypedDict):
    """Visibility of the account's pages. A connection that never reports it counts as visible."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # `true` while a page of the account is visible.
    visible: bool


class WaitList(TypedDict):
    """A request to join or leave the wait list."""

    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # `true` to join, `false` to leave or to decline the seat on offer.
    join: bool
    # Identifier of the table.
    table: TableId


class _Watch(TypedDict):
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str
    # Identifier of the table.
    table: TableId


class Watch(_Watch, total=False):
    """A request to watch a table."""

    # The seat, if the account has one there.
    seat: SeatClaim


class _WatchClub(TypedDict):
    # Number of the club.
    club: int
    # Identifier of this request, 1 to 64 characters; repeated in the answer.
    id: str


class WatchClub(_WatchClub, total=False):
    """A request to be told what happens in a club of the account."""

    # Number of the last remark that the client has; the server sends those after it.
    after: int


class _Watchers(TypedDict):
    # Identifier of the table.
    table: TableId
    # Accounts that watch without a seat there.
    watchers: int


class Watchers(_Watchers, total=False):
    """The number of accounts that watch a table without a seat. It comes when a connection begins to watch and when the number
    changes, at most every two seconds, and has no number of its own."""

    # Minutes by which you see the table late, because you have no seat there.
    behind_minutes: int
    # Milliseconds until something is shown, if you begin to watch an empty felt.
    first_ms: int


class _Welcome(TypedDict):
    # Chips of the account that are not at a table.
    balance: Chips
    # Capabilities of this server beyond version 1.
    capabilities: List[str]
    # The `id` of the request being answered.
    id: str
    # Limits of this connection.
    limits: Limits
    # Name and version of the server software.
    server: str
    # Tables where you have a seat; `watch` or `resume` them.
    tables: List[TableId]
    # The protocol version used from now on.
    version: str
    # Your own account.
    you: PlayerInfo


class Welcome(_Welcome, total=False):
    """Confirms that the connection is open."""

    # Tables out of play after a fault where you have chips. They cannot be watched.
    set_aside: List[SetAside]
    # Token for the next `hello`; given to new guests only.
    token: str
    # Tournaments you have entered that are not over; watch or resume them. A `tournament_you` for each follows.
    tournaments: List[TournamentId]


class _YourState(TypedDict):
    # The viewer's cards.
    cards: List[Card]
    # The legal choices, if it is the viewer's turn.
    choices: List[Choice]
    # Chips to be added at the end of the hand.
    rebuy_pending: Chips
    # The viewer's seat, from 1.
    seat: int
    # Time in the time bank, in milliseconds.
    time_bank_ms: int
    # Chips needed to call; 0 if there is nothing to call.
    to_call: Chips


class YourState(_YourState, total=False):
    """Information that the viewer alone may see."""

    # `true` if the viewer has agreed to show the cards of the stopped hand. No other player learns it.
    agreed: bool
    # The hand that the cards make now, in games with a high side.
    made: HandName
    # The hand that the cards make now on the low side, if it qualifies.
    made_low: HandName
    # The hands that they make with the second of two boards.
    made_second: Made


class _YourTournament(TypedDict):
    # `true` if you have entered and have not cancelled the entry.
    registered: bool


class YourTournament(_YourTournament, total=False):
    """The standing of an account in a tournament."""

    # `true` while you are away: your hands are dead.
    absent: bool
    # Number of your latest entry.
    entry: int
    # The current level, once play has begun.
    level: int
    # `true` if you have that seat because you were just moved from another table.
    moved: bool
    # Purchases and refunds open to you now.
    offers: List[Offer]
    # `true` if you are out. While entries are open you may be able to re-enter, and have no place yet.
    out: bool
    # Your finishing place, once it is known.
    place: Place
    # Your number in the tournament, once you have entered.
    player: int
    # Your total winnings so far in chips, bounties included.
    prize: Chips
    # Your seat, if you have one now.
    seat: EventSeat
    # The waiting list, if it is open or concerns you.
    waitlist: YourWaitlist


class YourWaitlist(TypedDict, total=False):
    """The waiting list of a tournament, as it concerns one account."""

    # The reason you are no longer on the list, if you were and have not entered.
    ended: WaitEnd
    # `true` if all places are taken and `register` with `wait` puts you on the list.
    open: bool
    # Your place on the list, from 1; left out if you are not on it. `unregister` takes you off it.
    place: int


class ClientMsgHello(Hello):
    """Introduces the client; must be the first message of a connection. Answered by `welcome`."""

    type: Literal["hello"]


class ClientMsgPing(Ping):
    """Asks for a sign of life. Answered by `pong`."""

    type: Literal["ping"]


class ClientMsgVisible(Visible):
    """Reports whether a page of the account is visible. While none is, decisions reach the account by Web Push if it has
    subscribed."""

    type: Literal["visible"]


class ClientMsgListGames(Plain):
    """Asks for the list of games. Answered by `ok` with `games`."""

    type: Literal["list_games"]


class ClientMsgListTables(Plain):
    """Asks for the tables in the lobby. Answered by `ok` with `tables`: the 100 oldest if there are more. `GET /api/v1/tables`
    lists all of them."""

    type: Literal["list_tables"]


class ClientMsgWatchLobby(Plain):
    """Subscribes to changes in the lobby, which arrive as `lobby` messages. Answered by `ok` with `tables` as for
    `list_tables`; if there are more, `lobby` messages with the rest follow."""

    type: Literal["watch_lobby"]


class ClientMsgUnwatchLobby(Plain):
    """Ends the subscription to `lobby` messages."""

    type: Literal["unwatch_lobby"]


class ClientMsgWatchClub(WatchClub):
    """Subscribes to what happens in a club of the account, which arrives as `club` messages within a second. Answered by `ok`;
    the latest remarks follow, at most 100: with `after`, only those after that number. A repeated request starts over."""

    type: Literal["watch_club"]


class ClientMsgUnwatchClub(OneClub):
    """Ends the subscription to a club."""

    type: Literal["unwatch_club"]


class ClientMsgWatch(Watch):
    """Subscribes to everything that happens at the table, beginning with a `snapshot`."""

    type: Literal["watch"]


class ClientMsgUnwatch(OneTable):
    """Ends the subscription to the table. A seat is kept."""

    type: Literal["unwatch"]


class ClientMsgResume(Resume):
    """Catches up after a lost connection: the server sends the missed events, or a `snapshot` if too many were missed."""

    type: Literal["resume"]


class ClientMsgLeave(OneTable):
    """Leaves the seat, immediately or at the end of the hand; the stack returns to the account."""

    type: Literal["leave"]


class ClientMsgSitOut(SitOut):
    """Sits out or comes back."""

    type: Literal["sit_out"]


class ClientMsgWaitList(WaitList):
    """Joins or leaves the wait list."""

    type: Literal["wait_list"]


class ClientMsgHint(OneTable):
    """Asks for the cost and the prospects of the open decision. Practice tables alone give hints, and only to the player to
    act. Answered by `ok` with `hint`."""

    type: Literal["hint"]


class ClientMsgShow(Show):
    """Shows cards of the hand that has just ended."""

    type: Literal["show"]


class ClientMsgChat(Chat):
    """Sends a chat message to the table, as a player or as a spectator."""

    type: Literal["chat"]


class ClientMsgMute(Mute):
    """Bars an account from chatting at the table, or lets it chat again. For the table's host."""

    type: Literal["mute"]


class ClientMsgRemove(Remove):
    """Sends an account away for good: its seat is left as by `leave`, and the table refuses all its further requests. For the
    table's host."""

    type: Literal["remove"]


class ClientMsgAskSeat(AskSeat):
    """Asks the table's host for a seat, or withdraws the request."""

    type: Literal["ask_seat"]


class ClientMsgConsent(Consent):
    """Answers the host's question whether the cards of a stopped hand may be shown, or takes a consent back."""

    type: Literal["consent"]


class ClientMsgTimeBank(TimeBank):
    """Sets when the player's own time bank begins, at a table where the account has a seat. The setting lasts until the seat
    is left or the server restarts; after that the bank begins by itself again."""

    type: Literal["time_bank"]


class ClientMsgStraddle(Straddle):
    """Turns straddling on or off from the next hand, for every hand in which the seat's position allows it, at a table whose
    `session` has `straddle`. The setting lasts until it is changed or the seat is left. Announced by `straddling_set`."""

    type: Literal["straddle"]


class ClientMsgRabbitHunt(OneTable):
    """Asks to see the board cards that would have come had the last hand gone on. For players who were dealt in, at a table
    whose `session` has `rabbit_hunt`, for as long as cards may be shown. Announced by `rabbit_shown`."""

    type: Literal["rabbit_hunt"]


class ClientMsgListTournaments(Plain):
    """Asks for the tournaments in the lobby. Answered by `ok` with `tournaments`: at most 50, those that are over last. `GET
    /api/v1/tournaments` lists all of them."""

    type: Literal["list_tournaments"]


class ClientMsgWatchTournament(OneTournament):
    """Subscribes to everything that happens in the tournament, beginning with a `tournament_snapshot`. Its tables are watched
    separately."""

    type: Literal["watch_tournament"]


class ClientMsgUnwatchTournament(OneTournament):
    """Ends the subscription to the tournament; `tournament_you` still arrives. An entry is kept."""

    type: Literal["unwatch_tournament"]


class ClientMsgResumeTournament(ResumeTournament):
    """Catches up after a lost connection: the server sends the missed events, or a `tournament_snapshot` if too many were
    missed."""

    type: Literal["resume_tournament"]


class ClientMsgUnregister(OneTournament):
    """Cancels the entry before the start; the price is refunded."""

    type: Literal["unregister"]


class ClientMsgTournamentPresence(TournamentPresence):
    """Becomes absent from the next hand on, or comes back."""

    type: Literal["tournament_presence"]


class ClientMsgCallTime(OneTable):
    """Calls Time on the player to act, in a tournament with a live clock. Open to every player and official of the tournament."""

    type: Literal["call_time"]


class ClientMsgRequestRuling(RequestRuling):
    """Calls an official to the table. Answered by `ok` with `ticket`; the ruling appears in the audit trail under that number."""

    type: Literal["request_ruling"]


class ClientMsgReport(Report):
    """Reports a player at the table to the officials, unseen by the players there. Answered by `ok` with `ticket`."""

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
    """Events of a table, the same for all viewers."""

    type: Literal["events"]


class ServerMsgPrivate(Private):
    """Information for this viewer alone, under the numbers of events that have already been sent."""

    type: Literal["private"]


class ServerMsgSnapshot(Snapshot):
    """The current state of a table; it replaces everything known about the table before."""

    type: Literal["snapshot"]


class ServerMsgLobby(LobbyMsg):
    """Changes in the lobby."""

    type: Literal["lobby"]


class ServerMsgClub(ClubMsg):
    """Changes of a watched club."""

    type: Literal["club"]


class ServerMsgChatRemoved(ChatRemoved):
    """A chat message has been withdrawn by the operator and is no longer to be shown."""

    type: Literal["chat_removed"]


class ServerMsgNotice(Notice):
    """An announcement by the operator to all accounts."""

    type: Literal["notice"]


class ServerMsgPresence(Presence):
    """A player connected or disconnected."""

    type: Literal["presence"]


class ServerMsgWatchers(Watchers):
    """The number of accounts that watch a table without a seat has changed."""

    type: Literal["watchers"]


class ServerMsgAhead(Ahead):
    """Events of a table watched with a delay that are told before their time."""

    type: Literal["ahead"]


class ServerMsgSeatHeld(SeatHeld):
    """Another connection of the account may hold its seat at a table."""

    type: Literal["seat_held"]


class ServerMsgPaused(Paused):
    """Play at a table has stopped for a reason outside the game."""

    type: Literal["paused"]


class ServerMsgSetAside(SetAside):
    """A table where you have a seat was taken out of play after a fault."""

    type: Literal["set_aside"]


class ServerMsgBalance(Balance):
    """The account's chips outside tables changed."""

    type: Literal["balance"]


class ServerMsgFriends(FriendsMsg):
    """The account's friends or open friend requests changed."""

    type: Literal["friends"]


class ServerMsgLimitReached(LimitReached):
    """You have reached a limit that you set for yourself: you leave your seats at cash tables at the end of the hand."""

    type: Literal["limit_reached"]


class ServerMsgLimitNear(LimitNear):
    """A minute or less is left until you reach your own limit of time at tables."""

    type: Literal["limit_near"]


class ServerMsgClosing(Closing):
    """The server is about to close the connection."""

    type: Literal["closing"]


class ServerMsgTournamentSnapshot(TournamentSnapshot):
    """The current state of a tournament; it replaces everything known about the tournament before."""

    type: Literal["tournament_snapshot"]


class ServerMsgTournamentEvents(TournamentEvents):
    """Events of a tournament, the same for all viewers."""

    type: Literal["tournament_events"]


class ServerMsgTournamentYou(TournamentYou):
    """Your own standing in a tournament."""

    type: Literal["tournament_you"]
