// The messages of poker.v1. Generated from protocol/src/v1 by
// `cargo run -p poker-protocol --example generate`; edit the Rust types instead.

/** What becomes of the hand of an absent player. */
export type AbsentHand =
  | "dead"
  | "live";

/**
 * The answer to a decision. It names the hand and the decision, so that a late or repeated one is never taken for
 * another.
 */
export type Act = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** The hand's number. */
  hand: HandNo;
  /** The decision's number. */
  turn: number;
  /** What to do. */
  action: Action;
};

/** The answer to a decision: the kind of a choice, filled in. */
export type Action =
  | { kind: "fold" }
  | { kind: "check" }
  | {
      kind: "call";
      /** The price, if the call is meant at that price only; another one is refused as `rule.price_changed`. */
      amount?: Chips;
    }
  | {
      kind: "bet";
      /** The total for this betting round. */
      to: Chips;
    }
  | {
      kind: "raise";
      /** The total for this betting round. */
      to: Chips;
    }
  | {
      kind: "discard";
      /** The cards to discard. */
      cards: Array<Card>;
    }
  | { kind: "straddle" }
  | { kind: "decline" }
  | {
      kind: "roll";
      /** The cards. */
      cards: Array<Card>;
      /** The announcement, where one is asked for. */
      announce?: Declaration;
    }
  | { kind: "flip" }
  | { kind: "keep" }
  | { kind: "swap" }
  | {
      kind: "arrange";
      /** The cards, the first nearest to the player. */
      cards: Array<Card>;
    }
  | { kind: "buy" }
  | { kind: "pass" }
  | {
      kind: "declare";
      /** Which sides. */
      sides: Declaration;
    }
  | { kind: "run_twice" }
  | { kind: "run_once" }
  | { kind: "check_dark" }
  | {
      kind: "bet_dark";
      /** The total for that round. If the stack is smaller by then, all of it. */
      to: Chips;
    }
  | {
      kind: "pick_game";
      /** The game. */
      game: string;
      /** The betting structure; the first that is offered if left out. */
      limit?: string;
    };

/** The add-on: every player may take it once, in the first break after the rebuys. */
export type AddOnTerms = {
  /** What it costs, to the pool. */
  price: Chips;
  /** The chips that it brings. */
  chips: Chips;
};

/** The answer to a deal that is offered. */
export type AnswerDeal = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
  /** What you say to it. */
  answer: DealAnswer;
};

/** Who pays the ante. */
export type AnteFormat =
  | "bb"
  | "classic"
  | "button";

/** A player asks the table's host for a seat, or takes that back. */
export type AskSeat = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** `true` to ask, `false` to take it back. */
  ask: boolean;
};

/** Chips outside tables. */
export type Balance = {
  /** How many. */
  balance: Chips;
};

/** When a time bank begins. */
export type BankStart =
  | "itself"
  | "button"
  | "now";

/** What a player did in a betting round. */
export type BetAction =
  | "fold"
  | "check"
  | "call"
  | "bet"
  | "raise";

/** A result in big blinds. */
export type BigBlinds = {
  /** Hands with a big blind; not 0. */
  hands: number;
  /** Thousandths of a big blind won in all of them, or lost if negative. */
  thousandths: number;
};

/** How a table plays bomb pots. */
export type BombPot = {
  /** Every how many hands, 1 to 100: with 1 every hand is one. */
  every: number;
  /** What each player posts, 1 to 20 big blinds. */
  ante: number;
};

/** An API token, without what is secret of it. */
export type BotTokenInfo = {
  /** Names the token, for `DELETE /api/v1/bot-tokens/{id}`. */
  id: string;
  /** What it is called. */
  label: string;
  /** When it was made, RFC 3339. */
  created_at: string;
  /** When it expires, RFC 3339. */
  expires_at: string;
};

/** A new bot of the caller, or another API token for one of its bots: `POST /api/v1/bot-tokens`. */
export type BotTokenRequest = {
  /** The bot's name, 2 to 20 characters. */
  name: string;
  /** What to call the token in the list, at most 40 characters. */
  label?: string;
};

/** A new API token. */
export type BotTokenResponse = {
  /** The bot. */
  bot: PlayerInfo;
  /** Names the token, for `DELETE /api/v1/bot-tokens/{id}`. */
  id: string;
  /** The token, for `hello` and for `Authorization: Bearer`. It is shown this once. */
  token: string;
};

/** `GET /api/v1/bot-tokens`. */
export type BotTokensResponse = {
  /** The caller's bots. */
  bots: Array<OwnedBot>;
};

/** How bounties are won. */
export type BountyKind =
  | "flat"
  | "progressive"
  | "mystery";

/** Bounties. */
export type BountyTerms = {
  /** What an entry pays for them. */
  price: Chips;
  /** How they are won. */
  kind: BountyKind;
  /**
   * The percents of the bounty pool in the first envelopes of a mystery bounty, the largest first; the others share the rest
   * equally.
   */
  envelopes?: Array<number>;
};

/** When breaks are. */
export type BreakPlan =
  | "levels"
  | "hourly";

/** A card: rank `23456789TJQKA` and suit `cdhs`, as in `Ah`; `X1` and `X2` are jokers. */
export type Card = string;

/** A remark. */
export type Chat = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** 1 to 200 characters; left out with a `phrase` or an `emote`. */
  text?: string;
  /**
   * A ready-made remark in place of the text. At a tournament's table, a player with a seat may say nothing else while somebody is
   * all-in or the tournament is played hand-for-hand.
   */
  phrase?: Phrase;
  /**
   * A sign in place of text and phrase, from a seat, wherever a phrase may be said. One every 3 seconds; a sign that comes sooner
   * is refused with `rate.limited`.
   */
  emote?: Emote;
};

/** A remark. */
export type ChatMsg = {
  /** The table. */
  table: TableId;
  /** Who said it. */
  from: PlayerInfo;
  /** What was said; the English words of a phrase or a sign. */
  text: string;
  /** The ready-made remark, if it was one: to be shown in the reader's language. */
  phrase?: Phrase;
  /** The sign, if it was one: to be shown at the seat of `from`. */
  emote?: Emote;
};

/** A remark that is shown no more. */
export type ChatRemoved = {
  /** The table. */
  table: TableId;
  /** The account that said it. */
  player: string;
  /** What was said. All remarks of the account with these words go. */
  text: string;
};

/** Whole chips, from 0 to 2^53 - 1. Never a fraction, never a text. */
export type Chips = number;

/** One thing that may be done, with its bounds. Amounts are totals for the betting round. */
export type Choice =
  | { kind: "fold" }
  | { kind: "check" }
  | {
      kind: "call";
      /** Chips that it adds. */
      amount: Chips;
    }
  | {
      kind: "bet";
      /** The least total. */
      min: Chips;
      /** The greatest total. */
      max: Chips;
    }
  | {
      kind: "raise";
      /** The least total. */
      min: Chips;
      /** The greatest total. */
      max: Chips;
    }
  | {
      kind: "discard";
      /** The least number of cards. */
      min: number;
      /** The greatest number of cards. */
      max: number;
      /** The cards to choose from. */
      cards: Array<Card>;
      /** Whether each discarded card is replaced by one from the deck. */
      replaced: boolean;
      /** Cards lying face up that are to be discarded besides. */
      up?: Pick;
    }
  | {
      kind: "straddle";
      /** The total that it makes. */
      amount: Chips;
    }
  | { kind: "decline" }
  | {
      kind: "roll";
      /** The least number of cards. */
      min: number;
      /** The greatest number of cards. */
      max: number;
      /** The cards to choose from. */
      cards: Array<Card>;
      /** What is to be announced with them, one of these; empty if nothing is. */
      announce: Array<Declaration>;
    }
  | { kind: "flip" }
  | { kind: "keep" }
  | {
      kind: "swap";
      /** The up-card. */
      card?: Card;
    }
  | {
      kind: "arrange";
      /** The cards, as they lie now. */
      cards: Array<Card>;
    }
  | {
      kind: "buy";
      /** Chips that it takes. */
      price: Chips;
      /** The up-card. */
      card?: Card;
    }
  | { kind: "pass" }
  | {
      kind: "declare";
      /** What may be declared. */
      options: Array<Declaration>;
    }
  | { kind: "run_twice" }
  | { kind: "run_once" }
  | {
      kind: "pick_game";
      /** The games that fit the players. */
      games: Array<OfferedGame>;
    };

/**
 * A message from a client. Each carries an `id` of the client's choice, 1 to 64 characters, and gets exactly one
 * answer with the same `id`. Requests that move chips must never use an `id` twice in the life of the account: a
 * repeated one gets the first answer again.
 */
export type ClientMsg =
  | { type: "hello" } & Hello
  | { type: "ping" } & Ping
  | { type: "visible" } & Visible
  | { type: "list_games" } & Plain
  | { type: "list_tables" } & Plain
  | { type: "watch_lobby" } & Plain
  | { type: "unwatch_lobby" } & Plain
  | { type: "create_table" } & CreateTable
  | { type: "watch" } & OneTable
  | { type: "unwatch" } & OneTable
  | { type: "resume" } & Resume
  | { type: "sit" } & Sit
  | { type: "leave" } & OneTable
  | { type: "sit_out" } & SitOut
  | { type: "rebuy" } & Rebuy
  | { type: "wait_list" } & WaitList
  | { type: "act" } & Act
  | { type: "hint" } & OneTable
  | { type: "show" } & Show
  | { type: "chat" } & Chat
  | { type: "mute" } & Mute
  | { type: "remove" } & Remove
  | { type: "host" } & Host
  | { type: "ask_seat" } & AskSeat
  | { type: "time_bank" } & TimeBank
  | { type: "straddle" } & Straddle
  | { type: "rabbit_hunt" } & OneTable
  | { type: "list_tournaments" } & Plain
  | { type: "watch_tournament" } & OneTournament
  | { type: "unwatch_tournament" } & OneTournament
  | { type: "resume_tournament" } & ResumeTournament
  | { type: "register" } & Register
  | { type: "unregister" } & OneTournament
  | { type: "re_enter" } & TournamentPurchase
  | { type: "tournament_rebuy" } & TournamentRebuy
  | { type: "add_on" } & TournamentPurchase
  | { type: "withdraw" } & Withdraw
  | { type: "tournament_presence" } & TournamentPresence
  | { type: "call_time" } & OneTable
  | { type: "request_ruling" } & RequestRuling
  | { type: "report" } & Report
  | { type: "propose_deal" } & ProposeDeal
  | { type: "deal" } & AnswerDeal;

/** The time of the open decision. It is sent with every decision and is not a numbered event. */
export type Clock = {
  /** The decision it belongs to. */
  turn: number;
  /** Milliseconds left before the time bank begins. */
  left_ms: number;
  /** Milliseconds each deciding seat has in its time bank, or has left of it. */
  banks: Array<SeatBank>;
};

/** How decisions are timed. */
export type ClockKind =
  | "online"
  | "live";

/** WebSocket close codes of the server. Codes below 4000 keep their meaning of RFC 6455. */
export type CloseCode =
  | "normal"
  | "protocol"
  | "unsupported"
  | "invalid_utf8"
  | "policy"
  | "too_big"
  | "internal"
  | "restart"
  | "hello_timeout"
  | "replaced"
  | "unauthorized"
  | "revoked"
  | "slow_consumer"
  | "heartbeat_timeout"
  | "flood"
  | "banned";

/** The connection is about to close. */
export type Closing = {
  /** Why, as in the close frame. */
  reason: string;
  /** When to connect again, in milliseconds; spread so that not all come at once. */
  retry_after_ms?: number;
};

/** A new table. Nothing that is not known is passed over: a wish that is misspelt must not open a table without it. */
export type CreateTable = {
  /** The request. */
  id: string;
  /** How it is set up. */
  config: TableConfig;
};

/**
 * A name and a password: `POST /api/v1/register` and `POST /api/v1/login`. A guest who registers with its access token
 * keeps its chips and seats.
 */
export type Credentials = {
  /** The name, 2 to 20 characters. */
  name: string;
  /** The password, 8 to 128 characters. */
  password: string;
};

/** What a seat has declared for the coming round. */
export type DarkAction = {
  /** Who. */
  seat: number;
  /** `check` or `bet`. */
  action: BetAction;
  /** The total of the bet; 0 for a check. */
  to: Chips;
};

/** Who may declare in the dark, and how much a bet may be. A check is possible as well. */
export type DarkOffer = {
  /** The seat that will be first in the coming round, or the next one behind those that have declared a check. */
  seat: number;
  /** The least total of a bet. */
  min: Chips;
  /** The greatest total of a bet. */
  max: Chips;
};

/** What a player says to a deal. */
export type DealAnswer =
  | "agree"
  | "refuse";

/** Why a deal is off. */
export type DealEndReason =
  | "refused"
  | "time"
  | "changed"
  | "resumed";

/** How a deal shares out prizes. */
export type DealKind =
  | "chop"
  | "icm"
  | "other";

/** A deal that is offered. */
export type DealOffer = {
  /** How prizes are shared out. */
  kind: DealKind;
  /** Chips of the prizes that stay for the first place, to be played for. */
  keep: Chips;
  /** Each player with what is due. */
  shares: Array<[number, Chips]>;
  /** Who has agreed so far. */
  agreed: Array<number>;
  /** Milliseconds in which all have to agree, from now on; left out if there is no limit. */
  left_ms?: number;
};

/** Cards dealt to a seat, as everybody sees them. */
export type DealtHand = {
  /** The seat. */
  seat: number;
  /** The card if it is face up, `null` if it is face down. */
  cards: Array<Card | null>;
};

/** The kind of a decision. */
export type DecisionKind =
  | "bet"
  | "draw"
  | "discard"
  | "straddle"
  | "roll"
  | "optional_roll"
  | "arrange"
  | "buy"
  | "swap"
  | "declare"
  | "runs"
  | "pick_game";

/** Which sides of the pot are played for. */
export type Declaration =
  | "high"
  | "low"
  | "both";

/** In which hands of a table two boards are dealt. */
export type DoubleBoard =
  | "always"
  | "bomb_pots";

/** A round of draws among those of its hand. */
export type DrawRound = {
  /** Its number, from 1. */
  number: number;
  /** The last number, if the hand is played to its end. */
  of: number;
};

/** A sign from a fixed set. It says nothing about cards, so it may be shown whenever a ready-made phrase may be said. */
export type Emote =
  | "thumbs_up"
  | "applause"
  | "smile"
  | "surprise"
  | "relief"
  | "wave";

/** A player of a tournament. */
export type Entrant = {
  /** The number in this tournament, from 1 in the order of registration. */
  player: number;
  /** Who it is. */
  who: PlayerInfo;
  /** The number of the last entry. */
  entry: number;
  /** Whether the player is there. */
  status: PlayerPresence;
  /** Whether the player is out. */
  out?: boolean;
  /** The stack as the last hand left it; left out for a player who is out. */
  stack?: Chips;
  /** The bounty on the player's head, if there is one. */
  bounty?: Chips;
  /** Hands that the player still has to miss. */
  penalty?: number;
};

/** `GET /api/v1/tournaments/{tournament}/entrants`: the players by number. */
export type EntrantsResponse = {
  /** The players. */
  entrants: Array<Entrant>;
  /** Behind which number the next ones stand, for `?after=`; left out once there are none. */
  after?: number;
};

/** How a newcomer enters the game. */
export type Entry =
  | "wait"
  | "post";

/** Why a request was refused. Codes are never renamed; retired ones stay listed. */
export type ErrorCode =
  | "protocol.malformed"
  | "protocol.unknown_type"
  | "protocol.invalid_field"
  | "protocol.hello_required"
  | "protocol.already_greeted"
  | "protocol.id_reused"
  | "protocol.version_unsupported"
  | "rate.limited"
  | "auth.invalid_token"
  | "auth.expired_token"
  | "auth.revoked"
  | "auth.banned"
  | "auth.invalid_credentials"
  | "auth.name_taken"
  | "auth.name_invalid"
  | "name.blocked"
  | "auth.password_weak"
  | "auth.forbidden"
  | "ledger.insufficient_funds"
  | "ledger.top_up_limit"
  | "game.unknown"
  | "game.definition_invalid"
  | "table.config_invalid"
  | "table.not_found"
  | "table.closed"
  | "table.busy"
  | "table.paused"
  | "table.seat_taken"
  | "table.no_such_seat"
  | "table.full"
  | "table.already_seated"
  | "table.not_seated"
  | "table.buy_in_range"
  | "table.no_rebuys"
  | "table.no_straddles"
  | "table.no_change"
  | "table.wait_list"
  | "table.nothing_to_show"
  | "table.not_host"
  | "table.removed"
  | "table.hand_running"
  | "table.not_accepted"
  | "table.requests_full"
  | "table.no_other_game"
  | "practice.open"
  | "practice.full"
  | "practice.not_ready"
  | "practice.only"
  | "tournament.unknown"
  | "tournament.not_registered"
  | "tournament.already_registered"
  | "tournament.by_hand"
  | "tournament.rules_version"
  | "tournament.seated"
  | "tournament.unconfirmed"
  | "tournament.no_call"
  | "tournament.no_deal"
  | "tournament.bad_structure"
  | "tournament.busy"
  | "tournament.clock_due"
  | "tournament.time_reversed"
  | "tournament.wrong_phase"
  | "tournament.entries_closed"
  | "tournament.not_offered"
  | "tournament.not_yet"
  | "tournament.full"
  | "tournament.too_few_players"
  | "tournament.no_such_player"
  | "tournament.no_such_table"
  | "tournament.hand_running"
  | "tournament.no_hand"
  | "tournament.not_ready"
  | "tournament.final_table_forming"
  | "tournament.none_left"
  | "tournament.stack_too_large"
  | "tournament.bad_result"
  | "tournament.odd_chips"
  | "tournament.bad_order"
  | "tournament.bad_penalty"
  | "tournament.bad_deal"
  | "tournament.no_reason"
  | "tournament.not_allowed"
  | "tournament.not_undoable"
  | "tournament.no_change"
  | "tournament.no_seat"
  | "tournament.too_many_chips"
  | "tournament.bad_level"
  | "tournament.too_late"
  | "tournament.no_ticket"
  | "tournament.adults_only"
  | "tournament.tickets"
  | "turn.no_hand"
  | "turn.stale"
  | "turn.not_yours"
  | "rule.hand_over"
  | "rule.wrong_kind"
  | "rule.fold_not_offered"
  | "rule.check_not_offered"
  | "rule.nothing_to_call"
  | "rule.price_changed"
  | "rule.already_bet"
  | "rule.nothing_to_raise"
  | "rule.raise_not_reopened"
  | "rule.raise_cap_reached"
  | "rule.nobody_to_bet_against"
  | "rule.bet_too_small"
  | "rule.bet_too_large"
  | "rule.not_a_multiple"
  | "rule.card_not_held"
  | "rule.too_few_cards"
  | "rule.too_many_cards"
  | "rule.no_openers"
  | "rule.must_open"
  | "rule.first_may_not_raise"
  | "rule.checker_may_not_raise"
  | "rule.announcement_missing"
  | "rule.declaration_not_offered"
  | "rule.bad_order"
  | "rule.dark_not_offered"
  | "rule.game_not_offered"
  | "chat.invalid"
  | "chat.not_here"
  | "chat.muted"
  | "chat.blocked"
  | "chat.phrases_only"
  | "chat.not_now"
  | "chat.rail_closed"
  | "hand.not_found"
  | "player.unknown"
  | "people.no_reason"
  | "people.no_password"
  | "people.house"
  | "people.seated"
  | "people.no_line"
  | "note.full"
  | "friend.full"
  | "friend.questions_full"
  | "friend.player_full"
  | "friend.program"
  | "friend.no_question"
  | "push.service_unknown"
  | "hand.not_expressible"
  | "http.not_found"
  | "http.method_not_allowed"
  | "http.timeout"
  | "http.too_large"
  | "http.unsupported_media_type"
  | "http.upgrade_required"
  | "http.tls_required"
  | "server.draining"
  | "server.full"
  | "server.proxy_unnamed"
  | "server.storage"
  | "server.internal"
  | "server.request_failed";

/** The answer to a request that was refused. */
export type ErrorMsg = {
  /** The request, if it could be read. */
  id?: string;
  /** What went wrong. */
  code: ErrorCode;
  /** The same in English, for logs; clients speak from the code and the parameters. */
  message: string;
  /** Numbers and words that the code speaks of, such as `min` and `to`. */
  params?: Record<string, number | string>;
  /** What would be legal instead, when it is the player's turn. */
  legal?: Array<Choice>;
  /** The decision that is open, when the action named another one. */
  turn?: number;
  /** Whether the very same request may succeed later. */
  retryable: boolean;
};

/** The tournament that a table belongs to. */
export type EventInfo = {
  /** The tournament. */
  tournament: TournamentId;
  /** What it is called. */
  name: LocalName;
  /** The table's number there, from 1. */
  table_no: number;
  /** The level of the running hand, or of the next one between two hands. */
  level: number;
};

/** What came of a tournament for the caller. */
export type EventResult = {
  /** The tournament. */
  tournament: TournamentId;
  /** What it is called, if that is still known. */
  name?: LocalName;
  /** When the caller first paid or got something, in milliseconds since 1970. */
  at: UnixMs;
  /** How often the caller entered. */
  entries: number;
  /** How often the caller bought more chips. */
  rebuys: number;
  /** What entries and bought chips cost. */
  paid: Chips;
  /** What came back of that because entries were taken back. */
  refunded: Chips;
  /** What the place paid. */
  prize: Chips;
  /** What was won for eliminating others. */
  bounties: Chips;
  /** The best place that the caller shares; left out as long as there is none. */
  place?: number;
  /** Entries of all players, if that is still known. */
  field?: number;
};

/**
 * `GET /api/v1/me/tournaments`: what the caller paid to tournaments and got from them, newest first. Tournaments that moved no
 * chips of the caller are left out.
 */
export type EventResultsResponse = {
  /** The tournaments. */
  tournaments: Array<EventResult>;
  /** Where older ones begin, for `?before=`; left out once there are none. */
  before?: TournamentId;
};

/** A seat of a tournament. */
export type EventSeat = {
  /** The table to watch. */
  table: TableId;
  /** Its number in this tournament. */
  table_no: number;
  /** The seat there. */
  seat: number;
};

/** How a seat of a tournament takes part in a hand. Rule: tournament 0. */
export type EventStatus =
  | "active"
  | "disconnected"
  | "absent"
  | "penalised"
  | "waiting";

/** A table of a tournament. */
export type EventTable = {
  /** Its number in this tournament, from 1. */
  no: number;
  /** The table to watch; left out until it can be. */
  table?: TableId;
  /** Each taken seat: the seat, the player's number, the stack as the last hand left it. */
  seats: Array<[number, number, Chips]>;
  /** Why it deals no hand, if it is halted. */
  halted?: HaltReason;
};

/** `GET /api/v1/tournaments/{tournament}/tables`: the tables in play by number. */
export type EventTablesResponse = {
  /** The tables. */
  tables: Array<EventTable>;
  /** Behind which number the next ones stand, for `?after=`; left out once there are none. */
  after?: number;
};

/** Events of a table, in order and without gaps. */
export type Events = {
  /** The table. */
  table: TableId;
  /** The events. */
  events: Array<SeqEvent>;
  /** The clock of the decision that is open after them. */
  clock?: Clock;
};

/** How the field becomes smaller. */
export type FieldKind =
  | "field"
  | "shootout"
  | "bracket";

/** A player with a finishing place. */
export type Finished = {
  /** The player's number. */
  player: number;
  /** The best place that the player shares. */
  best: number;
  /** The worst one; the same as `best` without a tie. */
  worst: number;
  /** What the player has won for it, 0 if nothing. */
  prize: Chips;
};

/** How the first dealer of a table is found. */
export type FirstDealer =
  | "first_jack"
  | "high_card"
  | "random"
  | "first_seat";

/** What looks odd. */
export type FlagKind =
  | "stalling"
  | "soft_play"
  | "nuts"
  | "dumping"
  | "all_absent";

/** What an official may do. Players and tables are named by their numbers in the tournament. */
export type FloorAction =
  | {
      kind: "edit";
      /** What to call it; 1 to 40 characters. */
      name?: string;
      /** When play begins, at most 31 days from now; not for a sit & go. */
      starts_at?: UnixMs;
      /** Another structure of the server's, by its identifier. For private tournaments that no player has entered yet. */
      structure?: string;
      /** In place of `structure`: one of the host's own, in the format of the server's, up to 8192 bytes. */
      definition?: string;
      /** The languages of its chat, in place of those that were declared; an empty list takes them back. */
      languages?: Array<string>;
    }
  | { kind: "announce" }
  | { kind: "start" }
  | { kind: "cancel" }
  | { kind: "pause" }
  | { kind: "resume" }
  | {
      kind: "set_level";
      /** The level: a published one, or the next one. */
      level: number;
      /** Seconds of it that are left, at most as many as it lasts; the whole level if left out. */
      left_s?: number;
    }
  | {
      kind: "move";
      /** Who. */
      player: number;
      /** To which table. */
      table: number;
    }
  | {
      kind: "break_table";
      /** Which. */
      table: number;
    }
  | {
      kind: "break_order";
      /** Every table in play once, the next one to break first, table 1 last. */
      order: Array<number>;
    }
  | {
      kind: "hand_for_hand";
      /** Which of the two. */
      on: boolean;
    }
  | {
      kind: "penalise";
      /** Who. */
      player: number;
      /** The fault in a few words. The same fault climbs the ladder. */
      fault: string;
      /** The rung, as proposed or another one. */
      rung: Rung;
      /** How many hands (`hands`: 2 to 4; `warning`: 1, or 0 where the severity is light) or orbits (`orbits`: 1 to 4). */
      count: number;
    }
  | {
      kind: "remove";
      /** Who. */
      player: number;
    }
  | {
      kind: "disqualify";
      /** Who. */
      player: number;
    }
  | {
      kind: "void_hand";
      /** Which table. */
      table: number;
    }
  | {
      kind: "split_hand";
      /** Which table. */
      table: number;
    }
  | {
      kind: "kill_hand";
      /** Whose. */
      player: number;
    }
  | {
      kind: "tell_table";
      /** Which table. */
      table: number;
      /** What, in 1 to 500 characters. */
      text: string;
    }
  | {
      kind: "correct_award";
      /** Which table. */
      table: number;
      /** The number of its last hand. */
      hand: HandNo;
      /** Each player whose stack changes, with the right stack. The sum stays, and no stack becomes empty. */
      stacks: Array<[number, Chips]>;
    }
  | {
      kind: "resume_table";
      /** Which. */
      table: number;
    }
  | {
      kind: "replace_table";
      /** Which. */
      table: number;
    }
  | {
      kind: "make_deal";
      /** How prizes are shared out. */
      terms: DealKind;
      /** Chips of the prizes that stay for the first place. */
      keep: Chips;
      /** With `other`, each player still in with what is due. */
      shares?: Array<[number, Chips]>;
    }
  | {
      kind: "rule";
      /** The rule that it is about, such as `9.20`. */
      rule: string;
    }
  | {
      kind: "answer";
      /** Its number. */
      ticket: number;
    }
  | {
      kind: "mute";
      /** Who. */
      player: number;
      /** Which of the two. */
      muted: boolean;
    }
  | {
      kind: "mute_account";
      /** The account's `id`, or its name. */
      account: string;
      /** Which of the two. */
      muted: boolean;
    }
  | {
      kind: "rail_chat";
      /** Which of the two. */
      open: boolean;
    }
  | {
      kind: "see_hand";
      /** The table to watch, not its number. */
      table: TableId;
      /** The hand's number. */
      hand: HandNo;
    }
  | {
      kind: "swap_seats";
      /** One of them. */
      player: number;
      /** The other one. */
      with: number;
    }
  | {
      kind: "set_button";
      /** Which table. */
      table: number;
      /** The seat of a player with chips, from 1. */
      seat: number;
    }
  | {
      kind: "enter";
      /** The name: 1 to 40 visible characters. No two players have the same one. */
      name: string;
    }
  | {
      kind: "take_back";
      /** Whose. */
      player: number;
    }
  | {
      kind: "re_enter";
      /** Who. */
      player: number;
    }
  | {
      kind: "rebuy";
      /** Who. */
      player: number;
    }
  | {
      kind: "no_rebuy";
      /** Who. */
      player: number;
    }
  | {
      kind: "add_on";
      /** Who. */
      player: number;
    }
  | {
      kind: "hand_over";
      /** Which table. */
      table: number;
      /** Who has lost all. */
      busts?: Array<HandBust>;
      /** The seat of the hand's button, from 1; the next one by the rules if left out. */
      button?: number;
    }
  | {
      kind: "count";
      /** Which table. */
      table: number;
      /** Players with what they have. Together it is what they had, and `added`; no stack is empty. */
      stacks: Array<[number, Chips]>;
      /** Chips that officials have put on the table meanwhile, below zero if they took some off, as in a chip race. */
      added?: number;
    }
  | { kind: "undo" }
  | { kind: "redo" }
  | {
      kind: "grant";
      /** The account, as in a player's `id`, or its name. */
      account: string;
      /** As what: directors of an event grant `floor` alone. */
      role: FloorRole;
    }
  | {
      kind: "revoke";
      /** The account, as in a player's `id`, or its name. */
      account: string;
    };

/** An action that an official may not do now. */
export type FloorDenial = {
  /** The `kind` of the action. */
  action: string;
  /**
   * Why: `office` (others may), `phase` (not now, or not at this kind of tournament), `plays` or `played` (you are or were in the
   * tournament).
   */
  why: string;
};

/** What officials alone see of a tournament. */
export type FloorDesk = {
  /** Ruling requests and reports that are open, oldest first. */
  tickets: Array<FloorTicket>;
  /** What looks odd. Flags cost no player anything: an official looks at the hands. */
  flags: Array<FloorFlag>;
  /** What the ladder proposes for a fault that a player was penalised for before. */
  proposals: Array<ProposedRung>;
  /** What it proposes for every other fault; left out before anybody has entered. */
  first_rung?: Rung;
  /** Players who are kept from chatting. */
  muted: Array<number>;
  /**
   * Tables that the server could not play on. Each waits for `resume_table`, which opens it again, for `replace_table`, or for the
   * end of the event.
   */
  out_of_play?: Array<TableOutOfPlay>;
  /** Accounts that have not entered and are kept from chatting. */
  muted_accounts?: Array<PlayerInfo>;
  /** Whether those alone chat at a table who have a seat there. */
  rail_closed?: boolean;
};

/** A line of a tournament's audit trail: the answer to `POST /api/v1/tournaments/{tournament}/floor`. */
export type FloorEntry = {
  /** Its number in the trail, from 1. */
  no: number;
  /** When. */
  at: UnixMs;
  /** Who decided. */
  by: PlayerInfo;
  /** As what. */
  role: FloorRole;
  /** What was done. */
  action: FloorAction;
  /** The rule behind it, if there is one. */
  rule?: string;
  /** Why. */
  reason: string;
  /** What came of it. */
  result: FloorResult;
  /** The number of the first event of the tournament that it caused, if it caused one. */
  seq?: Seq;
};

/** Something odd that was measured. */
export type FloorFlag = {
  /** What. */
  kind: FlagKind;
  /** Whom it is about; of two, the one who gains stands last. */
  players: Array<number>;
  /** How often it was seen. */
  times: number;
  /** The table's number, and the hand's, where it was seen last. */
  last: [number, number];
};

/**
 * `GET /api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}`: a finished hand with all cards, for an official who said
 * by `see_hand` why.
 */
export type FloorHand = {
  /** The table. */
  table: TableId;
  /** The hand's number. */
  hand: number;
  /** The game. */
  game: string;
  /** When it ended, RFC 3339. */
  ended_at: string;
  /** Who sat where. */
  players: Array<HandPlayer>;
  /** Everything that everybody saw, in order. */
  events: Array<PublicEvent>;
  /** Each player's own cards as dealt, drawn cards behind; mucked ones, too. */
  cards: Array<ShownCards>;
};

/** An official of a tournament. */
export type FloorOfficial = {
  /** Who. */
  who: PlayerInfo;
  /** As what. */
  role: FloorRole;
};

/**
 * What an official does in a tournament: `POST /api/v1/tournaments/{tournament}/floor`. A request that is sent again under the
 * same `id` gets the first answer, and nothing happens twice.
 */
export type FloorRequest = {
  /** The request. */
  id: string;
  /**
   * Why, in 1 to 500 characters: all players can read it. Without it, or with control characters other than line breaks, the
   * request is refused with `tournament.no_reason`.
   */
  reason?: string;
  /** What to do. */
  action: FloorAction;
};

/** `GET /api/v1/tournaments/{tournament}/floor`: the audit trail, for everybody, and what waits for officials, for them alone. */
export type FloorResponse = {
  /** The lines behind `?after=`, oldest first. */
  entries: Array<FloorEntry>;
  /** Behind which line the next ones stand, for `?after=`; left out once there are none. */
  after?: number;
  /** Who officiates here by a grant of this tournament, its host among them. The officials of the server are not listed. */
  officials: Array<FloorOfficial>;
  /** What you are here; left out for those who are no officials. */
  role?: FloorRole;
  /** What waits for officials; left out for others. */
  desk?: FloorDesk;
  /** What you may not do now, and why, as an official; left out for others. What is not listed you may do. */
  denied?: Array<FloorDenial>;
};

/** What came of an official's action. */
export type FloorResult =
  | "done"
  | "pending"
  | "stands";

/** What kind of official somebody is. */
export type FloorRole =
  | "floor"
  | "director";

/** A ruling request or a report. */
export type FloorTicket = {
  /** Its number in this tournament, from 1. */
  ticket: number;
  /** What it is. */
  kind: TicketKind;
  /** When it came. */
  at: UnixMs;
  /** Who wrote it. */
  by: PlayerInfo;
  /** The table's number in the tournament. */
  table_no: number;
  /** The table to watch. */
  table: TableId;
  /** The hand that ran, or was the last one; 0 before the first. */
  hand: number;
  /** The player that a report is about. */
  about?: PlayerInfo;
  /** What was written. */
  text: string;
};

/** A friend. */
export type Friend = {
  /** Who. */
  player: PlayerInfo;
  /** Since when the two are friends, in milliseconds since 1970. */
  since: UnixMs;
  /** Whether the friend is connected. Never for one who does not show it; nothing below is set then. */
  online?: boolean;
  /** Where the friend has a seat, as far as everybody may watch there. */
  tables?: Array<FriendTable>;
  /** Whether the friend has a seat at a private table, which is not named. */
  private?: boolean;
};

/** `PUT /api/v1/friends/{player}` and `POST /api/v1/friends/{player}/accept`: how things stand behind it. */
export type FriendAnswer = {
  /** What the two are to each other. */
  state: FriendState;
};

/** A question for friendship. */
export type FriendQuestion = {
  /** Who asks, or is asked. */
  player: PlayerInfo;
  /** When it was asked, in milliseconds since 1970. */
  at: UnixMs;
};

/** What two players are to each other. */
export type FriendState =
  | "asked"
  | "friends";

/** A table where a friend has a seat. */
export type FriendTable = {
  /** The table. */
  table: TableId;
  /** Its name. */
  name: string;
  /** The game at hand. */
  game: LocalName;
  /** The tournament, at a table of one. */
  tournament?: TournamentId;
};

/**
 * Something changed among the account's friends: ask `GET /api/v1/friends` for what. Who comes and goes and sits where is not
 * told by this.
 */
export type FriendsMsg = {
  /** How many players ask the account. */
  questions: number;
};

/** `GET /api/v1/friends`: the caller's friends, and the questions that stand. */
export type FriendsResponse = {
  /** Friends in the order of their names: at most 200. */
  friends: Array<Friend>;
  /** Players who ask the caller, the oldest question first: at most 50. */
  asked_you: Array<FriendQuestion>;
  /** Players whom the caller has asked, the oldest question first: at most 50. A question that was declined looks as one that waits. */
  you_asked: Array<FriendQuestion>;
  /** Whether friends see when the caller is here, and where the caller plays. */
  shown: boolean;
};

/** A game with its stakes, as a table plays it from now on. */
export type GameAtHand = {
  /** The game. */
  game: string;
  /** Its names. */
  game_name: LocalName;
  /** The betting structure. */
  limit: string;
  /** The small blind, 0 if there is none. */
  small_blind: Chips;
  /** The big blind, 0 if there is none. */
  big_blind: Chips;
  /** The ante, 0 if there is none. */
  ante: Chips;
  /** The bet size of each tier: exact in fixed limit, the least otherwise. */
  bets: Array<Chips>;
};

/** Asks whether a host's own game can be played: `POST /api/v1/games/check`. */
export type GameCheckRequest = {
  /** The definition, up to 8192 bytes. */
  definition: string;
};

/** Whether it can: the game, or what is wrong with the definition. */
export type GameCheckResponse = {
  /** The game, if nothing is wrong. */
  game?: GameInfo;
  /** The line that is wrong, from 1. */
  line?: number;
  /** What is wrong there. */
  error?: string;
};

/**
 * Ten hands of a host's own game, as players who act at random play them: `POST /api/v1/games/deal`, which takes what
 * `POST /api/v1/games/check` does. With `hands` there is neither `line` nor `error`.
 */
export type GameDealResponse = {
  /** The hands; none if the definition is wrong. */
  hands?: Array<TrialHand>;
  /** The line that is wrong, from 1. */
  line?: number;
  /** What is wrong there. */
  error?: string;
};

/** A game that can be played. */
export type GameInfo = {
  /** The stable identifier. */
  id: string;
  /** Its numbers in the catalogue. */
  numbers: Array<string>;
  /** Its names. */
  name: LocalName;
  /** The family it is listed under. */
  family: string;
  /** The least number of players. */
  seats_min: number;
  /** The greatest number of players. */
  seats_max: number;
  /** The betting structures to choose from: `nl`, `pot`, `fixed`, `spread`; the first is the default. */
  limits: Array<string>;
  /**
   * The deal, one symbol a card: `d` down, `u` up, `o` up or down as its owner likes, `b` board, `h` board face down;
   * `-` marks a betting round, `x` a draw, `t` a discard, `v` board cards being turned up, `r` own cards being turned up,
   * `?` a declaration.
   */
  deal: string;
  /** The kinds of decision that players meet, betting included, in the order of their first appearance. */
  decisions?: Array<DecisionKind>;
  /** Whether cards are wild. */
  wild?: boolean;
  /** Whether its tables may have bomb pots. */
  bomb_pots?: boolean;
  /** How many seats its tables may have where two boards are dealt; left out where there is none. */
  double_board_seats?: number;
  /** Whether its tables may pay a bounty for seven-deuce. */
  seven_deuce?: boolean;
  /** Whether its tables may have straddles. */
  straddles?: boolean;
  /** Whether there is a high side. */
  high: boolean;
  /** Whether there is a low side. */
  low: boolean;
  /** How high hands are ranked: `high`, `short-deck`, ...; left out if there is no high side. */
  high_ranking?: string;
  /** How low hands are ranked: `8-or-better`, ...; left out if there is no low side. */
  low_ranking?: string;
  /** How many cards of one's own a hand must use; left out if any will do. */
  own_cards?: number;
  /** The default small blind, 0 if the game has none. */
  small_blind: Chips;
  /** The default big blind, 0 if the game has none. */
  big_blind: Chips;
  /** The default ante, 0 if there is none. */
  ante: Chips;
  /** The default bet size of each tier of the first betting structure. */
  bets: Array<Chips>;
  /** The definition of a host's own game, for programs that can read it. */
  definition?: string;
};

/** What came of the hands of a game. */
export type GameResult = {
  /** The game. */
  game: string;
  /** Its figures. */
  figures: ResultFigures;
};

/**
 * The rules of a game in plain words: `GET /api/v1/games/{id}/rules`, and `GET /api/v1/tables/{table}/rules` for the
 * game of a table, which may be the host's own. `?lang=fr` asks for French, English is the default.
 */
export type GameRules = {
  /** The game. */
  game: GameInfo;
  /** The language: `en` or `fr`. */
  lang: string;
  /** What there is to know, in order. */
  sections: Array<RuleSection>;
  /** The definition that the words are made from; empty for several games at one table. */
  definition: string;
  /**
   * Several games at one table, if it is their rules: then `game` is the first of them, or the one that is played where a
   * dealer does not pick.
   */
  mix?: MixInfo;
  /** How hands rank on each side of the pot, with examples; the high side first, and left out for several games at one table. */
  rankings?: Array<HandRanking>;
};

/** `GET /api/v1/games`. */
export type GamesResponse = {
  /** The games. */
  games: Array<GameInfo>;
  /** The rotations of games, and the dealer's choice. */
  mixes?: Array<MixInfo>;
};

/** A new guest: `POST /api/v1/guest`. */
export type GuestRequest = {
  /** The name, 2 to 20 characters. */
  nickname: string;
};

/** Why a table stopped. */
export type HaltReason =
  | "short"
  | "fault";

/** A player has lost the last chip in a hand of a live tournament. */
export type HandBust = {
  /** Who. */
  player: number;
  /** The stack at the start of the hand, which ranks those who go out together; the one that was entered last if left out. */
  stack?: Chips;
  /**
   * Who won it: they share the chips, and the bounty. Empty if no official saw it: the others at the table share the chips
   * until they are counted, and the bounty goes to the first place.
   */
  by: Array<number>;
};

/** Why hand-for-hand began. */
export type HandForHandReason =
  | "money"
  | "final"
  | "jump"
  | "director";

/** Hand-for-hand: all tables deal at the same instant, and a table whose hand is over waits for the others. */
export type HandForHandState = {
  /** Why. */
  why: HandForHandReason;
  /** The round that is played, from 1; 0 while it waits for hands that began before. */
  round: number;
};

/** What hand-for-hand waits for. */
export type HandForHandTrigger =
  | { kind: "money" }
  | { kind: "final" }
  | {
      kind: "jump";
      /** How many players it leaves. */
      left: number;
    };

/** What a hand makes, as data: clients find the words. */
export type HandName = {
  /** The category, such as `full_house`. */
  category: string;
  /** The ranks in the name, most significant first, such as `["9", "A"]`. */
  ranks: Array<string>;
  /** The cards that play. */
  cards: Array<Card>;
  /**
   * What each of them counts as, in the same order: itself, or what it stands for if it is wild; `X1` is a wild card
   * that counts below the ace. Left out if none is wild.
   */
  stands_for?: Array<Card>;
};

/** The number of a hand at its table, from 1 to 2^53 - 1. */
export type HandNo = number;

/** A participant of a finished hand. */
export type HandPlayer = {
  /** The seat. */
  seat: number;
  /** Who. */
  player: PlayerInfo;
};

/** How hands rank, shown by examples. */
export type HandRanking = {
  /** The name of the ranking: `high`, `short-deck`, `8-or-better`, ... */
  ranking: string;
  /** Which hands win by it: `high` or `low`. */
  side: Side;
  /** One hand of each kind, the best first. */
  hands: Array<HandName>;
  /** The cards that the examples take as wild where chance makes cards so; left out otherwise. */
  assumed_wild?: Array<Card>;
};

/**
 * `GET /api/v1/hands/{table}/{hand}`: a finished hand as its participant may see it. With `?format=` and one of `phh`,
 * `json`, `ohh` and `text`, the answer is a file of that format instead.
 */
export type HandRecord = {
  /** The table. */
  table: TableId;
  /** The hand's number. */
  hand: number;
  /** The game. */
  game: string;
  /** The definition of the game, if it was the host's own. */
  definition?: string;
  /** When it ended, RFC 3339. */
  ended_at: string;
  /** When it was dealt, RFC 3339. Earlier servers left it out, and all that follows but the players, the events and `own`. */
  started_at?: string;
  /** What the table was called. */
  table_name?: string;
  /** How many seats the table has. */
  seats?: number;
  /** The betting structure, such as `nl`; left out where this version no longer knows the game. */
  limit?: string;
  /** What it was played for. */
  stakes?: StakesAtHand;
  /** The game as the list of games has it; left out where this version no longer knows it. */
  game_info?: GameInfo;
  /** Who sat where. */
  players: Array<HandPlayer>;
  /** Everything that everybody saw, in order. */
  events: Array<PublicEvent>;
  /** The caller's own cards as dealt, drawn cards behind. */
  own?: ShownCards;
  /**
   * What the caller's seat alone learned: its cards whenever they changed, and what they made. `seq` is the place in
   * `events` of the event that it came with, from 1.
   */
  parts?: Array<PrivateEvent>;
};

/** The running hand. */
export type HandState = {
  /** Its number. */
  hand: number;
  /**
   * The number of its `hand_started`, as long as `resume` brings that event: with `after` one less you get all that has
   * happened in the hand.
   */
  first_seq?: number;
  /** The game. */
  game: string;
  /** The seat of the button. */
  button: number;
  /** The seat of the small blind. */
  small_blind?: number;
  /** The seat of the big blind. */
  big_blind?: number;
  /** Whether it is a bomb pot. */
  bomb_pot?: boolean;
  /** Whether two boards are dealt, each for one half of every pot. */
  double_board?: boolean;
  /** The cards of the board that lie face up. */
  board: Array<Card>;
  /** Those of the second of two boards. */
  second_board?: Array<Card>;
  /** How many more cards of the board lie face down. */
  board_down?: number;
  /** The pots of the rounds before this one, main pot first. */
  pots: Array<PotState>;
  /** All chips in the middle, bets of this round included. */
  pot: Chips;
  /** The bet to match in this round, a total. */
  bet: Chips;
  /** Whether it waits in hand-for-hand: a player is all-in and called, and other tables still have something to decide. */
  held?: boolean;
  /** What was declared in the dark for the coming round, in order. */
  dark?: Array<DarkAction>;
  /** Who may declare in the dark now. */
  dark_offer?: DarkOffer;
  /** The draw that is open, or else the last one; left out before the first. */
  draw?: DrawRound;
  /** The open decision, if one is. */
  turn?: TurnState;
};

/** A line of `GET /api/v1/hands`: the hands of the caller, newest first. */
export type HandSummary = {
  /** The table. */
  table: TableId;
  /** The hand's number. */
  hand: number;
  /** The game. */
  game: string;
  /** When it ended, RFC 3339. */
  ended_at: string;
  /** What the table was called. Earlier servers left it out, and all that follows. */
  table_name?: string;
  /** The caller's own cards as they were held at the end. */
  cards?: Array<Card>;
  /** The board; the first one where it was dealt twice. */
  board?: Array<Card>;
  /** Chips that the caller won, or lost if negative. */
  net?: number;
  /** All chips that were played for. */
  pot?: Chips;
  /** The names of the others who were dealt in. */
  opponents?: Array<string>;
  /** Whether the caller was all-in. */
  all_in?: boolean;
  /** Whether the caller came to the showdown. */
  showdown?: boolean;
};

/** `GET /api/v1/hands`. */
export type HandsResponse = {
  /** The hands. */
  hands: Array<HandSummary>;
  /**
   * Where older hands begin, for `?before=`; left out once there are none. A search that fits few hands may look at some
   * thousands, and answer with fewer than it was asked for: older ones may still fit.
   */
  before?: number;
};

/** Who connects. With a `token`, its account; without, a new guest of that `nickname`. */
export type Hello = {
  /** The request. */
  id: string;
  /** The versions that the client speaks, such as `["poker.v1"]`. */
  versions: Array<string>;
  /** An access token or an API token. */
  token?: string;
  /** A name for a new guest. */
  nickname?: string;
  /** Whether the new guest is a program. */
  bot?: boolean;
  /** What the client is, for the log: `name/version`. */
  client?: string;
};

/** What a decision at a practice table costs and promises. All parts are in thousandths. */
export type Hint = {
  /** The number of the hand. */
  hand: number;
  /** The number of the decision that it is about. */
  turn: number;
  /** All chips in the middle, bets of this round included. */
  pot: Chips;
  /** What it takes to stay: a call, or the price of a card. 0 if nothing. */
  price: Chips;
  /** The part of the pot that has to be won so that `price` costs nothing in the long run; 0 if staying is free. */
  needed: number;
  /** What each choice takes from the stack. */
  costs: Array<HintCost>;
  /** What the hand can expect if everybody stays to the end, by dealing the rest many times. Other hands are as likely as any. */
  chance: HintChance;
  /** Whether the hand would win two pots in three if the cards were shown now. */
  leads?: boolean;
  /**
   * The unseen cards each of which, coming next, would make it lead. Left out where it leads already, and where no single
   * card comes next.
   */
  outs?: Array<Card>;
  /** What follows. */
  reason: HintReason;
  /** The cards that `reason` is about: those to discard. */
  cards?: Array<Card>;
  /** The side that `reason` is about. */
  side?: Declaration;
};

/** What a hand can expect. */
export type HintChance = {
  /** How often the rest was dealt. */
  samples: number;
  /** Deals that win everything. */
  win: number;
  /** Deals that win a part. */
  tie: number;
  /** The part of the pot on average. */
  share: number;
  /** The part that each player would have if all hands were equal. */
  fair: number;
  /** The part of the high side; left out in games without two sides. */
  high?: number;
  /** The part of the low side; left out in games without two sides. */
  low?: number;
};

/** A choice that has a price. */
export type HintChoice =
  | "fold"
  | "check"
  | "call"
  | "bet"
  | "raise"
  | "straddle"
  | "buy";

/** What a choice takes from the stack. */
export type HintCost = {
  /** The kind of the choice, as its `type` is called. */
  choice: HintChoice;
  /** The least chips that it takes. */
  min: Chips;
  /** The most. */
  max: Chips;
};

/** What the numbers of a hint come to. */
export type HintReason =
  | "sure"
  | "value"
  | "free"
  | "price_good"
  | "price_bad"
  | "drawing_dead"
  | "throw"
  | "stand_pat"
  | "side"
  | "open";

/** A wish of the table's host. */
export type Host = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** What is to be done. */
  action: HostAction;
};

/** What the host of a table may do there. */
export type HostAction =
  | { kind: "pause" }
  | { kind: "resume" }
  | {
      kind: "approval";
      /** Which of the two. */
      on: boolean;
    }
  | {
      kind: "accept";
      /** The account, as in a player's `id`. */
      player: string;
    }
  | {
      kind: "refuse";
      /** The account, as in a player's `id`. */
      player: string;
    }
  | {
      kind: "add_chips";
      /** The account, as in a player's `id`. */
      player: string;
      /** How many. */
      amount: Chips;
    }
  | {
      kind: "move";
      /** The account, as in a player's `id`. */
      player: string;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "stakes";
      /** All of them. */
      stakes: HostStakes;
    }
  | { kind: "next_game" }
  | {
      kind: "bots";
      /** How many. */
      count: number;
    }
  | { kind: "close" };

/** What has just changed in the host's decisions. */
export type HostDeed =
  | "paused"
  | "resumed"
  | "approval_on"
  | "approval_off"
  | "requests"
  | "stakes"
  | "next_game"
  | "bots"
  | "closing"
  | "done";

/** What the host has decided about the table, as everybody there sees it. */
export type HostRules = {
  /** Whether no new hand begins. */
  paused?: boolean;
  /** Whether the table closes when the hand is over. */
  closing?: boolean;
  /** Whether the next hand is one of the next game. */
  next_game?: boolean;
  /** Whether the stakes change when the hand is over. */
  stakes?: boolean;
  /** Whether who wants to sit down asks the host. */
  approval?: boolean;
  /** Who has asked for a seat, first come first; at most 20. */
  requests?: Array<SeatRequest>;
  /** How many bots of the house are asked in. */
  bots?: number;
};

/**
 * The stakes that a host wants. They are checked as those of a new table are, and what is left out takes the same default as
 * there.
 */
export type HostStakes = {
  /** Multiplies every default amount of the game; amounts that are given below replace the product. */
  multiplier?: number;
  /** The small blind. */
  small_blind?: Chips;
  /** The big blind. */
  big_blind?: Chips;
  /** The ante of every player. */
  ante?: Chips;
  /** The least buy-in. */
  buy_in_min?: Chips;
  /** The greatest buy-in. */
  buy_in_max?: Chips;
};

/** Whether the leaderboard shows the caller: `PUT /api/v1/me/leaderboard`, which answers the same. Guests and bots are never on it. */
export type LeaderboardChoice = {
  /** Whether it does. */
  shown: boolean;
};

/** A line of the leaderboard. */
export type LeaderboardLine = {
  /** The place, from 1; shared by those who won as much. */
  place: number;
  /** Who. */
  player: PlayerInfo;
  /** Hands in the week. */
  hands: number;
  /** Chips won, or lost if negative. */
  net: number;
};

/** `GET /api/v1/leaderboard`: who won most chips in a week, at cash tables that are open to everybody; of those who want to be shown. */
export type LeaderboardResponse = {
  /** The week, as in `2026-W48`: from Monday to Sunday, UTC. */
  week: string;
  /** The game; left out for all games together. */
  game?: string;
  /** With fewer hands in the week no player has a place. */
  hands_min: number;
  /** The best, at most 100. */
  players: Array<LeaderboardLine>;
  /** The caller; left out without a token. */
  you?: LeaderboardYou;
};

/** The caller, as far as the leaderboard goes. */
export type LeaderboardYou = {
  /** Whether the leaderboard shows the caller. */
  shown: boolean;
  /** Hands in the week. */
  hands: number;
  /** Chips won, or lost if negative. */
  net: number;
  /** The place, if there is one. */
  place?: number;
};

/** What the level clock shows. */
export type LevelClock = {
  /** The level. */
  level: number;
  /** Milliseconds of the level, or of the break, that are over. */
  elapsed_ms: number;
  /** Milliseconds of it that are left. */
  left_ms: number;
  /** Whether it runs. */
  running: boolean;
  /** Whether there is a break; the level is then the one that was played before it. */
  break?: boolean;
};

/** A level: what is played for, and for how long. */
export type LevelInfo = {
  /** The level, from 1. */
  level: number;
  /** The game that it is played in; `omaha:pot` names the limit too. */
  game: string;
  /** The small blind, 0 if there is none. */
  small_blind: Chips;
  /** The big blind; in games without blinds the bet of the first tier. */
  big_blind: Chips;
  /** The ante, 0 if there is none. */
  ante: Chips;
  /** The smallest chip in play. */
  unit: Chips;
  /** How long it lasts, in seconds. */
  duration: number;
};

/** A row of the list of levels. */
export type LevelRow =
  | { kind: "level" } & LevelInfo
  | {
      kind: "break";
      /** How long it lasts, in seconds. */
      duration: number;
    };

/** The limits of a connection. */
export type Limits = {
  /** The greatest message a client may send, in bytes. */
  message_bytes: number;
  /** Messages a second, in the long run. */
  messages_per_second: number;
  /** Messages at once. */
  message_burst: number;
  /** The server pings after this time without a message, in milliseconds. */
  heartbeat_ms: number;
  /** The server closes the connection after this time without any sign of life, in milliseconds. */
  timeout_ms: number;
};

/** Changes in the lobby. */
export type LobbyMsg = {
  /** Tables that are new or changed. */
  tables: Array<TableSummary>;
  /** Tables that are gone. */
  closed: Array<TableId>;
};

/** A name in both languages of the product. */
export type LocalName = {
  /** English. */
  en: string;
  /** French. */
  fr: string;
};

/** What a seat's cards make. A side of which nothing can be said yet is left out. */
export type Made = {
  /** On the high side. */
  high?: HandName;
  /** On the low side, if the hand qualifies. */
  low?: HandName;
};

/** `GET /api/v1/me`. */
export type MeResponse = {
  /** Who. */
  you: PlayerInfo;
  /** Chips outside tables. */
  balance: Chips;
  /** Whether the operator has verified that the account is an adult's. */
  adult?: boolean;
};

/** Several games at one table, as its creator wants them. */
export type MixConfig =
  | {
      kind: "rotation";
      /** A rotation of the list of games; left out if `games` has a list of one's own. */
      rotation?: string;
      /** The games, in the order in which they are played. */
      games?: Array<MixGame>;
      /** For how many hands each is played; one orbit if left out. */
      hands?: number;
    }
  | {
      kind: "dealers_choice";
      /** What may be picked; every game if left out. */
      games?: Array<MixGame>;
      /** The game of a dealer whose time runs out. */
      default?: string;
      /** Time to pick, in milliseconds; as long as to act if left out. */
      pick_ms?: number;
    };

/** A game of several at a table. */
export type MixGame = {
  /** The game. */
  game: string;
  /**
   * The betting structure: `nl`, `pot`, `fixed` or `spread`. Left out, it is the game's first; where the dealer picks, it
   * is the dealer's to choose.
   */
  limit?: string;
  /**
   * Multiplies the default amounts of this game, so that the games of a list fit together. Left out, the least bet is
   * that of the game of the list which has the greatest.
   */
  multiplier?: number;
};

/** Several games at one table. */
export type MixInfo = {
  /** How the table comes to them. */
  kind: MixKind;
  /** The identifier, if it is in the list of games. */
  id?: string;
  /** Its number in the catalogue, if it has one. */
  number?: string;
  /** What people call it, if it has a name. */
  name?: LocalName;
  /** The games, in their order; none where the dealer picks from all there are. */
  games: Array<MixGame>;
  /** For how many hands each game of a rotation is played; one orbit if left out. */
  hands?: number;
  /** The game of a dealer whose time runs out. */
  default?: string;
  /** Time to pick, in milliseconds. */
  pick_ms?: number;
};

/** How a table comes to its games. */
export type MixKind =
  | "rotation"
  | "dealers_choice";

/** Why a player was moved. */
export type MoveReason =
  | "balance"
  | "break"
  | "open"
  | "director";

/** Silence for an account. */
export type Mute = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** The account, as in a player's `id`. */
  player: string;
  /** `true` to silence it, `false` to let it chat again. */
  muted: boolean;
};

/** A colour for a player. */
export type NoteColour =
  | "blue"
  | "teal"
  | "violet"
  | "rose"
  | "sand"
  | "slate";

/** What is noted about a player: `PUT /api/v1/notes/{player}`. It takes the place of the earlier note. */
export type NoteRequest = {
  /** At most 200 characters; may be empty if there is a colour. */
  text: string;
  /** A colour; none if left out. */
  colour?: NoteColour;
};

/** `GET /api/v1/notes`: the caller's notes. */
export type NotesResponse = {
  /** The notes, in the order of the players' identifiers. */
  notes: Array<PlayerNote>;
  /** Behind which player the next ones stand, for `?after=`; left out once there are none. */
  after?: string;
};

/** A line of the operator for everybody, at tables and elsewhere. */
export type Notice = {
  /** Its number: one that comes again is the same. */
  no: number;
  /** What is said, in English and in French. */
  text: LocalName;
  /** When it is to be shown no more, in milliseconds since 1970. Until then, connections that open get it behind `welcome`. */
  until: UnixMs;
};

/** Asks for the odds of hands that lie open: `POST /api/v1/odds`. No card lies in two places. */
export type OddsRequest = {
  /** The identifier of the game. */
  game: string;
  /** The table, where the game is its host's own. */
  table?: TableId;
  /** The hands that contend, from 2 to 12, all with the same number of cards. */
  hands: Array<OpenHand>;
  /** The cards of the board that lie face up, in their order. */
  board?: Array<Card>;
  /** How many cards of the board lie face down, behind the others. */
  board_down?: number;
  /** Cards that everybody has seen and that cannot come: those of folded hands, and of another board. */
  gone?: Array<Card>;
};

/** The odds of open hands. */
export type OddsResponse = {
  /**
   * Each hand's part of the pot on average, in thousandths rounded down, in the order of the request. Empty where a draw, a
   * discard or another decision may still come, and where cards cannot lie as they do in this game.
   */
  shares: Array<number>;
  /** How many deals to the end are behind it. 1 and `exact` where nothing is to come. */
  deals: number;
  /** Whether those are all that there are; else they are dealt at random, the same ones for the same question. */
  exact?: boolean;
};

/** What a player may buy or give back at this instant. Its `kind` is the `type` of the request that does it. */
export type Offer =
  | {
      kind: "register";
      /** What it costs in all, bounty included. */
      price: Chips;
    }
  | {
      kind: "unregister";
      /** What is paid back. */
      refund: Chips;
    }
  | {
      kind: "re_enter";
      /** What it costs in all, bounty included. */
      price: Chips;
    }
  | {
      kind: "tournament_rebuy";
      /** What it costs. */
      price: Chips;
      /** The chips that it brings. */
      chips: Chips;
      /** Milliseconds in which it has to be answered, from now on, after the last chip is lost; left out while there are some. */
      left_ms?: number;
    }
  | {
      kind: "add_on";
      /** What it costs. */
      price: Chips;
      /** The chips that it brings. */
      chips: Chips;
    };

/** A game that a dealer may pick. */
export type OfferedGame = {
  /** The game. */
  game: string;
  /** Its names. */
  name: LocalName;
  /** The betting structures to choose from; the first is taken if none is named. */
  limits: Array<string>;
};

/** Who decides. */
export type Official =
  | "server"
  | "player"
  | "floor"
  | "director";

/** A request was carried out. The fields that answer it are there, the others are not. */
export type OkMsg = {
  /** The request. */
  id: string;
  /** The games. */
  games?: Array<GameInfo>;
  /** The rotations of games, and the dealer's choice. */
  mixes?: Array<MixInfo>;
  /** The tables of the lobby. */
  tables?: Array<TableSummary>;
  /** The table that was opened. */
  table?: TableInfo;
  /** The seat that was taken. */
  seat?: number;
  /** The number of the last event that the request caused, at its table or in its tournament. */
  seq?: number;
  /** The tournaments of the lobby. */
  tournaments?: Array<TournamentSummary>;
  /** The tournament that was entered or opened. */
  tournament?: TournamentSummary;
  /** The number of the ruling request or report that was opened. */
  ticket?: number;
  /** What the open decision costs and promises. */
  hint?: Hint;
};

/** A request about a table. */
export type OneTable = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
};

/** A request about a tournament. */
export type OneTournament = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
};

/** A hand that lies open. */
export type OpenHand = {
  /** The cards that were dealt face down, in their order. */
  down: Array<Card>;
  /** The cards that were dealt face up. */
  up?: Array<Card>;
  /** What its player declared. */
  declared?: Declaration;
};

/** A bot of the caller. */
export type OwnedBot = {
  /** The bot. */
  bot: PlayerInfo;
  /** Its chips outside tables. */
  balance: Chips;
  /** Its API tokens that are good. */
  tokens: Array<BotTokenInfo>;
};

/**
 * A table stands still for a reason outside the game, and so does every clock. It has no number: nothing is written down
 * meanwhile. Once play goes on, a snapshot comes, in which an open decision has its full time again.
 */
export type Paused = {
  /** The table. */
  table: TableId;
  /** Why: `storage` if nothing can be written down, as on a full disk. */
  reason: string;
};

/** How the pool is shared out. */
export type PayTerms =
  | { kind: "ladder" }
  | { kind: "table" }
  | {
      kind: "percents";
      /** The percents of the pool, the first place first. */
      percents: Array<number>;
    }
  | {
      kind: "seats";
      /** How many. */
      seats: number;
      /** The identifier of the structure or tournament that they are entries of. */
      of: string;
    };

/** A ready-made remark. It says nothing about cards, so it may be said at any time. */
export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "thank_you"
  | "sorry"
  | "one_moment"
  | "good_game"
  | "good_bye";

/** Some of several cards. */
export type Pick = {
  /** The least number of cards. */
  min: number;
  /** The greatest number of cards. */
  max: number;
  /** The cards to choose from. */
  cards: Array<Card>;
};

/** A dealer who is asked for the game of a hand. */
export type PickState = {
  /** The number of the hand to come, to be repeated in the answer. */
  hand: number;
  /** The decision. */
  turn: TurnState;
};

/** A heartbeat. */
export type Ping = {
  /** The request. */
  id: string;
};

/** A finishing place. Players who tie share several. */
export type Place = {
  /** The best place of those that are shared. */
  best: number;
  /** The worst one; the same as `best` without a tie. */
  worst: number;
};

/** `GET /api/v1/tournaments/{tournament}/places`: finishing places and prizes, the best first. */
export type PlacesResponse = {
  /** Who has a place behind `?after=`. */
  places: Array<Finished>;
  /** The prizes of all places behind `?after=`, the best place first. */
  prizes: Array<Chips>;
  /** Behind which place the next ones stand, for `?after=`; left out once there are none. */
  after?: number;
};

/** A request with nothing but its `id`. */
export type Plain = {
  /** The request. */
  id: string;
};

/** A session at a cash table. */
export type PlayedSession = {
  /** The table. */
  table: TableId;
  /** What the table was called, if that is still known. */
  table_name?: string;
  /** The games that were played. */
  games: Array<string>;
  /** When the first hand ended, in milliseconds since 1970. */
  from: UnixMs;
  /** When the last hand ended, in milliseconds since 1970. */
  to: UnixMs;
  /** Hands. */
  hands: number;
  /** Chips won, or lost if negative. */
  net: number;
};

/** Who somebody is, as everybody may know. */
export type PlayerInfo = {
  /** The account, for ever. */
  id: string;
  /** The name to show. */
  name: string;
  /** What kind of account it is. */
  kind: PlayerKind;
};

/** What kind of account a player has. */
export type PlayerKind =
  | "guest"
  | "account"
  | "bot";

/** A note of the caller about a player. It is private. */
export type PlayerNote = {
  /** About whom, with the name of today. */
  player: PlayerInfo;
  /** What is written; may be empty. */
  text: string;
  /** The colour, if there is one. */
  colour?: NoteColour;
  /** When it was changed last, in milliseconds since 1970. */
  changed_at: UnixMs;
};

/** Whether a player is there. */
export type PlayerPresence =
  | "active"
  | "disconnected"
  | "absent";

/** A sign of life. */
export type Pong = {
  /** The request. */
  id: string;
  /** The server's clock, in milliseconds since 1970, for display alone. */
  time_ms: number;
};

/** What a forced payment is. */
export type PostKind =
  | "ante"
  | "dead_ante"
  | "small_blind"
  | "big_blind"
  | "button_blind"
  | "straddle"
  | "entry_blind"
  | "dead_blind"
  | "credit"
  | "bring_in";

/** A pot. */
export type PotState = {
  /** Chips in it. */
  amount: Chips;
  /** Who contends for it. */
  seats: Array<number>;
};

/**
 * `POST /api/v1/practice`: a table where the caller alone plays against bots of the house. Only the caller finds it. Its chips
 * are no money: none come from an account or go to one.
 */
export type PracticeRequest = {
  /** The game, or a mix of several: its identifier. */
  game: string;
  /** How many bots play, at least one and at most as leaves a seat of the game free. */
  bots: number;
  /** The betting structure: `nl`, `pot`, `fixed` or `spread`; the game's first if left out. */
  limit?: string;
};

/** A connection came or went. */
export type Presence = {
  /** The table. */
  table: TableId;
  /** The seat. */
  seat: number;
  /** Whether a connection is open. */
  connected: boolean;
};

/** Whether friends see when the caller is here and where the caller plays: `PUT /api/v1/me/presence`, which answers the same. */
export type PresenceChoice = {
  /** Whether they do. */
  shown: boolean;
};

/** What one viewer alone learns. */
export type Private = {
  /** The table. */
  table: TableId;
  /** The private parts, in the order of their numbers. */
  events: Array<PrivateEvent>;
};

/** What one seat alone learns, under the number of a public event. */
export type PrivateEvent =
  | {
      kind: "cards";
      /** The number of the public event. */
      seq: number;
      /** The new cards, hidden and open, in the order of the deal; none after a discard without replacement. */
      cards: Array<Card>;
      /** All cards of the seat now, in the order in which they lie. */
      hand: Array<Card>;
    }
  | {
      kind: "made";
      /** The number of the public event. */
      seq: number;
      /** On the high side. */
      high?: HandName;
      /** On the low side, if the hand qualifies. */
      low?: HandName;
      /** With the second of two boards. */
      second?: Made;
    }
  | {
      kind: "choices";
      /** The number of the public event. */
      seq: number;
      /** The hand's number, to be repeated in the answer. */
      hand: number;
      /** The decision's number, to be repeated in the answer. */
      turn: number;
      /** Everything that is legal, nothing that is not. */
      choices: Array<Choice>;
      /** The seat's own cards. */
      cards: Array<Card>;
      /** Whether each of those cards lies face up; left out if none does. */
      face_up?: Array<boolean>;
      /** The cards of the board that lie face up. */
      board: Array<Card>;
      /** How many more cards of the board lie face down. */
      board_down?: number;
      /** The cards of the second of two boards. */
      second_board?: Array<Card>;
      /** All chips in the middle, bets of this round included. */
      pot: Chips;
      /** Chips to call, 0 if none. */
      to_call: Chips;
      /** The seat's stack. */
      stack: Chips;
    };

/** Why a prize was paid. */
export type PrizeReason =
  | "place"
  | "seat"
  | "deal"
  | "cancel";

/** Proposing a deal to the players still in. */
export type ProposeDeal = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
  /** How the prizes are shared out. */
  kind: DealKind;
  /** Chips of the prizes that stay for the first place, to be played for; 0 if left out, which ends the tournament. */
  keep?: Chips;
  /** With `other`, each player still in with what is due: together all that is left of the prizes, but for `keep`. */
  shares?: Array<[number, Chips]>;
};

/** What the ladder of penalties proposes. Rule: tournament 11.2. */
export type ProposedRung = {
  /** For whom. */
  player: number;
  /** For which fault. */
  fault: string;
  /** How often the player was penalised for it. */
  times: number;
  /** The next rung. */
  rung: Rung;
};

/** What everybody at the table learns. */
export type PublicEvent =
  | {
      kind: "player_sat";
      /** The seat, from 1. */
      seat: number;
      /** Who. */
      player: PlayerInfo;
      /** The stack bought in with; in a tournament the stack that the player has there. */
      stack: Chips;
      /** Whether and how the seat takes part. */
      status: SeatStatus;
      /** Whether the player comes from another table of the tournament. */
      moved?: boolean;
      /** How the seat takes part in hands of the tournament. */
      event_status?: EventStatus;
      /** The bounty on the player's head, in a tournament that has bounties. */
      bounty?: Chips;
    }
  | {
      kind: "player_left";
      /** The seat. */
      seat: number;
      /** Chips taken away. */
      stack: Chips;
      /** Whether the player goes on at another table of the tournament. */
      moved?: boolean;
    }
  | {
      kind: "carried_paid";
      /** Who. */
      seat: number;
      /** Chips in it. */
      amount: Chips;
    }
  | {
      kind: "seat_status_changed";
      /** The seat. */
      seat: number;
      /** How. */
      status: SeatStatus;
      /** How it takes part in hands of a tournament. */
      event_status?: EventStatus;
    }
  | {
      kind: "straddling_set";
      /** The seat. */
      seat: number;
      /** Which of the two. */
      on: boolean;
    }
  | {
      kind: "chips_added";
      /** The seat. */
      seat: number;
      /** How many. */
      amount: Chips;
      /** The stack now. */
      stack: Chips;
    }
  | {
      kind: "free_stack_given";
      /** The seat. */
      seat: number;
      /** How many are left. */
      left: number;
    }
  | {
      kind: "wait_list_changed";
      /** Who waits, first in line first. */
      players: Array<PlayerInfo>;
    }
  | {
      kind: "seat_offered";
      /** The seat. */
      seat: number;
      /** For whom. */
      player: PlayerInfo;
      /** How long it is kept from now on, in milliseconds. Earlier servers left it out. */
      keep_ms?: number;
    }
  | {
      kind: "game_changed";
      /** The game. */
      game: GameAtHand;
      /** The dealer who picked it, where dealers pick. */
      seat?: number;
      /** Whether the server picked because time ran out. */
      auto?: boolean;
    }
  | { kind: "pick_withdrawn" }
  | {
      kind: "seats_drawn";
      /** Each card with the seat that it was dealt to, in the order of the deal. */
      cards: Array<SeatCard>;
      /** Every player's way, all at once; some stay. */
      moves: Array<SeatMove>;
    }
  | {
      kind: "dealer_drawn";
      /** How they decide. */
      rule: FirstDealer;
      /** Each card with the seat that it was dealt to, in the order of the deal. */
      cards: Array<SeatCard>;
      /** Who deals the first hand. */
      dealer: number;
    }
  | {
      kind: "closing_announced";
      /** When, in milliseconds since 1970. */
      at: number;
    }
  | {
      kind: "roodles_started";
      /** The doubled stakes. */
      stakes: StakesAtHand;
    }
  | {
      kind: "roodles_ended";
      /** The stakes from now on. */
      stakes: StakesAtHand;
    }
  | {
      kind: "hand_started";
      /** The hand's number at its table, from 1. */
      hand: number;
      /** The game. */
      game: string;
      /** The seat of the button, which may be empty. */
      button: number;
      /** The seat of the small blind, which may be empty. */
      small_blind?: number;
      /** The seat of the big blind. */
      big_blind?: number;
      /** Who is dealt in, with the stack before anything is posted. */
      seats: Array<SeatStack>;
      /** Chips in the pot from an earlier hand. */
      carried: Chips;
      /** Whether it is a bomb pot: all post antes, and the betting begins on the flop. */
      bomb_pot?: boolean;
      /** After how many hands the next bomb pot comes: 1 if the next hand is one. Left out where there are none. */
      bomb_pot_in?: number;
      /** Whether two boards are dealt, each for one half of every pot. */
      double_board?: boolean;
      /** The level of a tournament that it is played at. */
      level?: number;
      /** The seats whose hands are dead from the start: they get cards that no player ever sees, and count as folded. */
      dead?: Array<number>;
      /** The seats with chips that get no cards, as they came between the button and the small blind. */
      waiting?: Array<number>;
      /**
       * What binds the server to the order of the deck before the first card, a SHA-256 in 64 hex digits. Left out in hands
       * that were composed, such as those of lessons.
       */
      commitment?: string;
    }
  | {
      kind: "posted";
      /** Who. */
      seat: number;
      /**
       * Chips paid; fewer than the stakes say, or none, of a player who has no more. The bet to match is that of the stakes all the
       * same.
       */
      amount: Chips;
      /** What it was. */
      post: PostKind;
      /** Whether the stack is gone. */
      all_in: boolean;
    }
  | {
      kind: "hole_cards_dealt";
      /** In the order of the deal. */
      hands: Array<DealtHand>;
    }
  | {
      kind: "board_dealt";
      /** The new cards. */
      cards: Array<Card>;
    }
  | {
      kind: "second_board_dealt";
      /** The new cards. */
      cards: Array<Card>;
    }
  | {
      kind: "board_dealt_down";
      /** How many. */
      count: number;
    }
  | {
      kind: "board_turned";
      /** The cards. */
      cards: Array<Card>;
    }
  | {
      kind: "communal_dealt";
      /** The card. */
      card: Card;
    }
  | {
      kind: "extra_card_dealt";
      /** Whose. */
      seat: number;
    }
  | {
      kind: "turn_started";
      /** The decision's number in this hand. It begins with 1, or with 0 where the dealer is asked for the game first. */
      turn: number;
      /** Who decides; several at once where nothing is shown until all have chosen. */
      seats: Array<number>;
      /** What kind of decision it is. */
      decision: DecisionKind;
      /** The hand to come, where its dealer is asked for the game. */
      hand?: number;
      /** Who may declare in the dark for the coming round while this decision is open. */
      dark?: DarkOffer;
      /** The number of the draw, where the decision is `draw`. Records of older hands lack it. */
      draw?: DrawRound;
    }
  | {
      kind: "dark_declared";
      /** Who. */
      seat: number;
      /** `check` or `bet`. */
      action: BetAction;
      /** The total of the bet; 0 for a check. */
      to: Chips;
      /** Who may declare next. */
      next?: DarkOffer;
    }
  | {
      kind: "action_taken";
      /** Who. */
      seat: number;
      /** What. */
      action: BetAction;
      /** Chips added. */
      added: Chips;
      /** The seat's total for this betting round. */
      to: Chips;
      /** Whether the stack is gone. */
      all_in: boolean;
      /** Whether the server acted because time ran out. */
      auto: boolean;
      /** Whether it was declared in the dark, and is carried out without a decision. */
      dark?: boolean;
    }
  | {
      kind: "excess_forfeited";
      /** Whose. */
      seat: number;
      /** How many. */
      amount: Chips;
    }
  | {
      kind: "kitty_taken";
      /** How many. */
      amount: Chips;
    }
  | {
      kind: "seven_deuce_paid";
      /** Who won. */
      seat: number;
      /** The winner's two cards. */
      cards: Array<Card>;
      /** What each of the others paid, from the first seat left of the winner on; who has no chips left pays nothing. */
      payments: Array<SeatAmount>;
    }
  | {
      kind: "kitty_shared";
      /** What each of them got, from the first seat left of the dealer on. */
      shares: Array<SeatAmount>;
    }
  | {
      kind: "cards_discarded";
      /** Who. */
      seat: number;
      /** How many, those that lay face up included. */
      count: number;
      /** Those of them that lay face up. */
      up?: Array<Card>;
      /** Whether the server acted because time ran out. */
      auto: boolean;
    }
  | {
      kind: "cards_drawn";
      /** Who. */
      seat: number;
      /** How many. */
      count: number;
      /** The discards that lay face up. The new cards lie face down. */
      up?: Array<Card>;
      /** Whether the server acted because time ran out. */
      auto: boolean;
    }
  | {
      kind: "straddle_declined";
      /** Who. */
      seat: number;
      /** Whether the server acted because time ran out. */
      auto: boolean;
    }
  | {
      kind: "choice_made";
      /** Who. */
      seat: number;
      /** Whether the server acted because time ran out. */
      auto: boolean;
    }
  | {
      kind: "cards_rolled";
      /** Each player with the cards. */
      rolls: Array<Rolled>;
    }
  | {
      kind: "card_kept";
      /** Who. */
      seat: number;
      /** Whether the server acted because time ran out. */
      auto: boolean;
    }
  | {
      kind: "card_swapped";
      /** Who. */
      seat: number;
      /** The card discarded. */
      card: Card;
    }
  | {
      kind: "cards_arranged";
      /** Who. */
      seat: number;
      /** Whether the server acted because time ran out. */
      auto: boolean;
    }
  | {
      kind: "card_bought";
      /** Who. */
      seat: number;
      /** Chips paid. */
      amount: Chips;
      /** Whether the stack is gone. */
      all_in: boolean;
    }
  | {
      kind: "buy_passed";
      /** Who. */
      seat: number;
      /** Whether the server acted because time ran out. */
      auto: boolean;
    }
  | {
      kind: "declared";
      /** Each player with the declaration. */
      declarations: Array<SeatDeclaration>;
    }
  | { kind: "passed_out" }
  | {
      kind: "openers_shown";
      /** Who. */
      seat: number;
      /** The cards. */
      cards: Array<Card>;
    }
  | {
      kind: "killed_shown";
      /** Whose. */
      seat: number;
      /** All its cards. */
      cards: Array<Card>;
    }
  | {
      kind: "pot_carried";
      /** Chips in it. */
      amount: Chips;
    }
  | {
      kind: "deck_refilled";
      /** How many cards came back. */
      count: number;
    }
  | {
      kind: "uncalled_returned";
      /** Whose. */
      seat: number;
      /** How many. */
      amount: Chips;
    }
  | {
      kind: "pots_formed";
      /** The pots. */
      pots: Array<PotState>;
    }
  | {
      kind: "hands_tabled";
      /** The hands. */
      hands: Array<ShownCards>;
    }
  | {
      kind: "runs_decided";
      /** Whether it is: all agreed. */
      twice: boolean;
    }
  | {
      kind: "second_run_started";
      /** How many cards, the first of the board, both boards have in common. */
      kept: number;
    }
  | {
      kind: "hand_shown";
      /** Whose. */
      seat: number;
      /** The cards that are shown. */
      cards: Array<Card>;
      /** What it makes on the high side. */
      high?: HandName;
      /** What it makes on the low side. */
      low?: HandName;
      /** With which run of the board, from 1; left out where it was dealt once. */
      run?: number;
    }
  | {
      kind: "rabbit_shown";
      /** Who asked. */
      seat: number;
      /** The cards, in the order in which they would have come. */
      cards: Array<Card>;
    }
  | {
      kind: "hand_mucked";
      /** Whose. */
      seat: number;
    }
  | {
      kind: "pot_awarded";
      /** Which pot; 0 is the main pot. */
      pot: number;
      /** Which side. */
      side: Side;
      /** What was paid in all. */
      amount: Chips;
      /** What each winner got. */
      shares: Array<SeatAmount>;
      /** By which run of the board, from 1; left out where it was dealt once. */
      run?: number;
    }
  | {
      kind: "hand_completed";
      /** Its number. */
      hand: number;
      /** The stacks now. */
      stacks: Array<SeatAmount>;
    }
  | {
      kind: "hand_voided";
      /** Its number. */
      hand: number;
      /** The stacks now. */
      stacks: Array<SeatAmount>;
    }
  | {
      kind: "player_muted";
      /** The account, as in a player's `id`. */
      player: string;
      /** Which of the two. */
      muted: boolean;
    }
  | {
      kind: "player_removed";
      /** The account, as in a player's `id`. */
      player: string;
    }
  | {
      kind: "host_ruled";
      /** What has changed. */
      deed: HostDeed;
      /** All decisions now. */
      rules: HostRules;
    }
  | {
      kind: "chips_given";
      /** The seat. */
      seat: number;
      /** How many. */
      amount: Chips;
    }
  | {
      kind: "player_moved";
      /** The seat before. */
      from: number;
      /** The seat from now on. */
      to: number;
      /** How it takes part. */
      status: SeatStatus;
    }
  | {
      kind: "stakes_changed";
      /** The game at hand, with what it is played for. */
      game: GameAtHand;
      /** The least buy-in. */
      buy_in_min: Chips;
      /** The greatest buy-in. */
      buy_in_max: Chips;
    }
  | {
      kind: "stack_set";
      /** The seat. */
      seat: number;
      /** The stack now. */
      stack: Chips;
    }
  | {
      kind: "bounty_set";
      /** The seat. */
      seat: number;
      /** The bounty now. */
      bounty: Chips;
    }
  | {
      kind: "level_changed";
      /** The level, from 1. */
      level: number;
      /** Its game, with what it is played for. */
      game: GameAtHand;
    }
  | { kind: "hand_held" }
  | { kind: "hand_released" }
  | {
      kind: "time_called";
      /** Whose time it is. */
      seat: number;
      /** The player who called; left out if an official did. */
      by?: PlayerInfo;
    }
  | {
      kind: "time_extended";
      /** Whose time it is. */
      seat: number;
    }
  | { kind: "table_paused" }
  | { kind: "table_resumed" }
  | { kind: "table_closed" };

/** The subscription that is to be forgotten: `DELETE /api/v1/push`. */
export type PushAddress = {
  /** The address at the browser's push service. */
  endpoint: string;
};

/** `GET /api/v1/push`: the key that browsers subscribe with, as `applicationServerKey`. */
export type PushKey = {
  /** A point of P-256, uncompressed, in base64 for addresses. It is the same for the life of the server's data folder. */
  key: string;
};

/** What messages for a subscription are sealed with. */
export type PushKeys = {
  /** The browser's public key: a point of P-256, uncompressed, in base64 for addresses. */
  p256dh: string;
  /** 16 bytes, in base64 for addresses. */
  auth: string;
};

/**
 * A subscription of a browser, as `PushSubscription.toJSON()` returns it: `PUT /api/v1/push`. An account has at most 5; a new one takes
 * the place of the oldest.
 */
export type PushSubscription = {
  /** The address at the browser's push service. */
  endpoint: string;
  /** What messages are sealed with. */
  keys: PushKeys;
};

/** Adding chips. */
export type Rebuy = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** Chips to add. */
  amount: Chips;
};

/** Rebuys. */
export type RebuyTerms = {
  /** They end when this level is over. */
  levels: number;
  /** What one costs, to the pool. */
  price: Chips;
  /** The chips that it brings. */
  chips: Chips;
  /** How many a player may take. */
  most: number;
};

/** Renews a session: `POST /api/v1/refresh`. Browsers leave the token out, since they have it in a cookie. */
export type RefreshRequest = {
  /** The refresh token. It is used up, whatever becomes of the answer: one that is used twice ends its session. */
  refresh_token?: string;
};

/** Entering a tournament. */
export type Register = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
  /** The version of the rules that the player accepts: `rules` of the tournament's state. */
  rules: number;
};

/** Sending an account away. */
export type Remove = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** The account, as in a player's `id`. */
  player: string;
};

/** A report of a player to the officials. */
export type Report = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** The account, as in a player's `id`. */
  player: string;
  /** What happened. */
  text: Statement;
};

/** Calling an official. */
export type RequestRuling = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** What it is about. */
  text: Statement;
};

/** Figures of hands. Those that have no meaning for the games that were played are left out. */
export type ResultFigures = {
  /** Hands. */
  hands: number;
  /** Chips won, or lost if negative. */
  net: number;
  /**
   * Hands with chips put in by choice in the first betting round (a call, a bet, a raise), of those with a big blind in which
   * the caller had a decision there. The big blind in a walk has none.
   */
  vpip?: Share;
  /** Hands with a raise in the first betting round, of the same hands. */
  pfr?: Share;
  /** Hands that came to the showdown, of those that the caller still held behind the first betting round while others did. */
  showdown?: Share;
  /** Showdowns that brought chips of a pot, of all showdowns. */
  won_at_showdown?: Share;
  /** The result counted in the big blind of each hand, of hands that had one. */
  big_blinds?: BigBlinds;
};

/** A point of the line of a result. */
export type ResultPoint = {
  /** How many hands were played so far. */
  hands: number;
  /** When the last of them ended, in milliseconds since 1970. */
  at: UnixMs;
  /** Chips won so far, or lost if negative. */
  net: number;
};

/** `GET /api/v1/me/results`: what came of the caller's hands in cash games. */
export type ResultsResponse = {
  /** Of all hands that fit. */
  total: ResultFigures;
  /** Of each game, the one with most hands first. */
  games: Array<GameResult>;
  /** The line of the result, oldest first: at most 240 points. */
  points: Array<ResultPoint>;
  /** `true` while hands are still being counted: the same request goes on with that. */
  counting?: boolean;
};

/** Catching up. */
export type Resume = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** The last number that was seen. */
  after: Seq;
};

/** Catching up with a tournament. */
export type ResumeTournament = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
  /** The last number that was seen. */
  after: Seq;
};

/** Down-cards that a seat turned up. */
export type Rolled = {
  /** The seat. */
  seat: number;
  /** The cards. */
  cards: Array<Card>;
  /** What was announced with them. */
  announced?: Declaration;
};

/** A part of the rules. */
export type RuleSection = {
  /** What it is about. */
  title: string;
  /** Sentences, one a line. */
  lines: Array<string>;
  /** Whether the lines happen one after the other. */
  steps: boolean;
};

/** How hard a penalty is. */
export type Rung =
  | "warning"
  | "hands"
  | "orbits"
  | "disqualification";

/** A seat and an amount. */
export type SeatAmount = {
  /** The seat. */
  seat: number;
  /** The amount. */
  amount: Chips;
};

/** A seat's time bank. */
export type SeatBank = {
  /** The seat. */
  seat: number;
  /** Milliseconds in it. */
  left_ms: number;
};

/** A seat and a card that everybody saw it get. */
export type SeatCard = {
  /** The seat. */
  seat: number;
  /** The card. */
  card: Card;
};

/** A seat and what it declared. */
export type SeatDeclaration = {
  /** The seat. */
  seat: number;
  /** Which sides. */
  sides: Declaration;
};

/** A player's way from one seat to another, or to the same. */
export type SeatMove = {
  /** The seat before. */
  from: number;
  /** The seat from now on. */
  to: number;
};

/** A seat in the running hand. */
export type SeatPlay = {
  /**
   * The cards as this viewer may see them: `null` where they are face down. None once the hand was given up, except to
   * its owner.
   */
  cards: Array<Card | null>;
  /** Whether each of those cards lies face up; left out if none does. */
  face_up?: Array<boolean>;
  /** Whether the hand was given up. */
  folded: boolean;
  /** Whether the stack is gone and the hand still contends. */
  all_in: boolean;
  /** Chips put in during this betting round. */
  bet: Chips;
  /** What the seat did last in this betting round. */
  last_action?: BetAction;
  /** What it posted since the last cards, if it has not acted since: a bring-in, for example. */
  posted?: PostKind;
  /** How many cards it drew last, if the last thing was a draw. */
  drew?: number;
  /** Which sides of the pot it plays for, once all have declared. */
  declared?: Declaration;
  /** What it announced with the last cards that it turned up. */
  announced?: Declaration;
};

/** Why a player got a seat. */
export type SeatReason =
  | "start"
  | "late"
  | "round"
  | "final";

/** A player who has asked for a seat. */
export type SeatRequest = {
  /** Who. */
  player: PlayerInfo;
  /** What the host has said. */
  state: SeatRequestState;
};

/** What has become of a request for a seat. It ends when the player sits down or takes it back. */
export type SeatRequestState =
  | "asked"
  | "accepted"
  | "refused";

/** A seat with its stack and how it takes part in the hand. */
export type SeatStack = {
  /** The seat. */
  seat: number;
  /** The stack. */
  stack: Chips;
};

/** A taken seat. */
export type SeatState = {
  /** The seat. */
  seat: number;
  /** Who. */
  player: PlayerInfo;
  /** The stack, without what is in the pot. */
  stack: Chips;
  /** How the seat takes part. */
  status: SeatStatus;
  /** Whether a connection of the player is open. */
  connected: boolean;
  /** How it takes part in hands of a tournament. */
  event_status?: EventStatus;
  /** The bounty on the player's head, in a tournament that has bounties. */
  bounty?: Chips;
  /** Whether the player straddles when the place allows it. */
  straddles?: boolean;
  /** The seat in the running hand, if it was dealt in. */
  play?: SeatPlay;
};

/** Whether and how a seat takes part. */
export type SeatStatus =
  | "active"
  | "waiting"
  | "sitting_out"
  | "busted"
  | "leaving";

/** The number of an event at its table, from 1 to 2^53 - 1; 0 stands before the first. */
export type Seq = number;

/** One event as everybody gets it. Its numbers have no gaps: a client that sees one resumes. */
export type SeqEvent = {
  /** The event's number at its table, from 1. */
  seq: number;
  /** What happened. */
  event: PublicEvent;
};

/** A message from the server. Types that a client does not know can be skipped. */
export type ServerMsg =
  | { type: "welcome" } & Welcome
  | { type: "pong" } & Pong
  | { type: "ok" } & OkMsg
  | { type: "error" } & ErrorMsg
  | { type: "events" } & Events
  | { type: "private" } & Private
  | { type: "snapshot" } & Snapshot
  | { type: "lobby" } & LobbyMsg
  | { type: "chat" } & ChatMsg
  | { type: "chat_removed" } & ChatRemoved
  | { type: "notice" } & Notice
  | { type: "presence" } & Presence
  | { type: "paused" } & Paused
  | { type: "set_aside" } & SetAside
  | { type: "balance" } & Balance
  | { type: "friends" } & FriendsMsg
  | { type: "closing" } & Closing
  | { type: "tournament_snapshot" } & TournamentSnapshot
  | { type: "tournament_events" } & TournamentEvents
  | { type: "tournament_you" } & TournamentYou;

/** A session: what guests, registration, login and refresh answer. */
export type SessionResponse = {
  /** Who. */
  you: PlayerInfo;
  /** The access token for `hello` and for `Authorization: Bearer`. */
  access_token: string;
  /** Seconds until the access token expires. */
  expires_in_s: number;
  /** The refresh token, good for one `POST /api/v1/refresh`. Browsers get it as an `HttpOnly` cookie instead. */
  refresh_token?: string;
  /** Chips outside tables. */
  balance: Chips;
};

/** What a table plays by besides its game. What is left out is as usual. */
export type SessionRules = {
  /**
   * Whether players who are all-in may agree to deal the rest of the board twice, each time for one half of every pot. They
   * are asked where nothing but cards of the board is still to come.
   */
  run_twice?: boolean;
  /**
   * Whether players who were dealt in may see the cards of the board that would have come, once a hand has ended early:
   * `rabbit_hunt`. Games with a board only.
   */
  rabbit_hunt?: boolean;
  /**
   * Whether a player may check or bet in the dark: declare it for the coming betting round before its cards of the board are dealt,
   * by `check_dark` and `bet_dark`. Games with a board only.
   */
  dark_bets?: boolean;
  /** How the first dealer is found; left out, it is `high_card` in games with a small and a big blind, else `first_jack`. */
  first_dealer?: FirstDealer;
  /**
   * Whether cards dealt face up before the first hand say who sits where: when all seats are taken, or half a minute after
   * enough players are there. Private tables only.
   */
  seat_draw?: boolean;
  /** Who shows at the showdown, where the game's own rule shall not hold. */
  show_rule?: ShowRule;
  /**
   * Whether a bet or raise of another size than is offered counts as what is legal, the excess being dead money, instead of
   * being refused.
   */
  forfeit_excess?: boolean;
  /**
   * Whether a full house or better that wins a pot begins roodles: from the next hand on, until the deal comes back to that
   * hand's dealer, all stakes are doubled and no player sits out.
   */
  roodles?: boolean;
  /**
   * Whether the table has a kitty, which gets one chip of the main pot of every hand with more than one raise. When the table
   * closes those who sit there share it equally, the odd chips going left of the dealer; the last one to leave takes it.
   * Private tables only.
   */
  kitty?: boolean;
  /**
   * Which places may straddle: a player who said so by `straddle` posts twice the big blind before the deal, the betting begins at
   * the next seat, and the straddler speaks last. One player a hand, none between two players. Games with a small and a big
   * blind only.
   */
  straddle?: StraddleRule;
  /**
   * Whether there are bomb pots, and how often: every player dealt in posts an ante, there are no blinds and no betting before the
   * flop. Games with a small and a big blind and a shared board only.
   */
  bomb_pot?: BombPot;
  /**
   * In which hands two boards are dealt side by side, each for one half of every pot. Games of [`GameInfo::double_board_seats`], with
   * no more seats than that.
   */
  double_board?: DoubleBoard;
  /**
   * How many big blinds, 1 to 20, each other player of the hand pays to the one who alone wins the main pot with a seven and a
   * deuce of any suits, out of what is left in front of the seat. The winner's cards are shown, even where all others folded. Games
   * only where each player holds two hole cards.
   */
  seven_deuce?: number;
  /**
   * How many free stacks a player who has lost everything gets, 1 to 5, one after the other, each as large as the first buy-in.
   * Chips cannot be added then, and a player who has lost all stacks is out. Private tables only.
   */
  free_stacks?: number;
  /**
   * When the table closes, in milliseconds since 1970: the hand that runs then is played to its end, and everybody leaves
   * with the stack.
   */
  closes_at?: UnixMs;
};

/**
 * `GET /api/v1/me/sessions`: the caller's sessions at cash tables, newest first. A session is at one table, and ends after half an
 * hour without a hand there.
 */
export type SessionsResponse = {
  /** The sessions. */
  sessions: Array<PlayedSession>;
  /** Where older ones begin, for `?before=`; left out once there are none. */
  before?: UnixMs;
};

/**
 * A table that is out of play because the server cannot continue it. Its chips stay where they are until an operator has opened
 * the table again or returned them.
 */
export type SetAside = {
  /** The table. */
  table: TableId;
  /** Its name, if it can still be read. */
  name?: string;
  /** Your chips there, as you last saw them between two hands. */
  chips: Chips;
};

/** How hard penalties are. */
export type Severity =
  | "light"
  | "normal"
  | "heavy";

/** How often something happened, and how often it could have. */
export type Share = {
  /** How often it did. */
  times: number;
  /** How often it could have; not 0. */
  of: number;
};

/** What a link to a hand shows: `POST /api/v1/hands/{table}/{hand}/share`. */
export type ShareRequest = {
  /** Whether it shows the caller's cards, besides what everybody saw at the table. */
  own_cards: boolean;
  /** Whether players have numbers in place of their names. */
  hide_names: boolean;
};

/** A link to a hand, good for everybody. The same request gives the same link until it is taken back. */
export type ShareResponse = {
  /** For `GET /api/v1/shared/{token}`: 128 random bits. */
  token: string;
  /** The page that shows the hand. */
  path: string;
};

/** Showing cards. */
export type Show = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** The hand's number. */
  hand: HandNo;
  /** Which of the cards. */
  cards: Array<Card>;
};

/** Who shows at the showdown. */
export type ShowRule =
  | "all"
  | "muck_losers";

/** Cards of a seat that everybody sees. */
export type ShownCards = {
  /** The seat. */
  seat: number;
  /** The cards. */
  cards: Array<Card>;
};

/** Which part of a pot is paid. */
export type Side =
  | "whole"
  | "high"
  | "low";

/** Taking a seat. */
export type Sit = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** The seat, from 1; any free one if left out. */
  seat?: number;
  /** Chips to bring. */
  buy_in: Chips;
  /** Whether to post the big blind in order to play at once, or to wait for it. */
  entry?: Entry;
};

/** Sitting out. */
export type SitOut = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** `true` to sit out, `false` to come back. */
  out: boolean;
  /** When sitting out begins, and how coming back is paid for. */
  when?: SitOutWhen;
  /** How a returning player enters. */
  entry?: Entry;
};

/** When sitting out begins. */
export type SitOutWhen =
  | "next_hand"
  | "next_big_blind";

/** A table at an instant. */
export type Snapshot = {
  /** The table. */
  table: TableId;
  /** The last number that it includes; events go on from there. */
  seq: number;
  /**
   * The number of the first event that `resume` still brings, if there is one. `resume` with `after` one less brings the
   * running hand and the one before it from their beginning. Events up to `seq` are part of `state` already.
   */
  first_seq?: number;
  /** What it looks like. */
  state: TableState;
};

/** The amounts that a table plays for from now on. */
export type StakesAtHand = {
  /** The small blind, 0 if there is none. */
  small_blind: Chips;
  /** The big blind, 0 if there is none. */
  big_blind: Chips;
  /** The ante, 0 if there is none. */
  ante: Chips;
  /** The bet size of each tier: exact in fixed limit, the least otherwise. */
  bets: Array<Chips>;
};

/** What starts a tournament. */
export type StartKind =
  | "time"
  | "full";

/** Words to an official: 1 to 500 characters, no control characters but line breaks, and not only spaces. */
export type Statement = string;

/** Straddling. */
export type Straddle = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** `true` to straddle, `false` to do so no more. */
  on: boolean;
};

/** Which places may straddle. */
export type StraddleRule =
  | "under_the_gun"
  | "button"
  | "any_place";

/** Asks whether a host's own structure can be played: `POST /api/v1/structures/check`. */
export type StructureCheckRequest = {
  /** The definition, up to 8192 bytes. */
  definition: string;
};

/** Whether it can: the structure, or the first thing that is wrong with the definition. */
export type StructureCheckResponse = {
  /** The structure, if nothing is wrong. */
  structure?: StructureInfo;
  /** The line that is wrong, from 1. */
  line?: number;
  /** The key that is wrong, such as `levels` or `rebuy.chips`; left out where the definition is no TOML. */
  key?: string;
  /** What is wrong there. */
  error?: string;
};

/** `GET /api/v1/structures/{structure}`: a structure that comes with the server, with its file to begin one's own with. */
export type StructureFile = {
  /** The structure. */
  structure: StructureInfo;
  /** Its file. */
  definition: string;
};

/** The structure of a tournament: everything that is published before anybody enters. */
export type StructureInfo = {
  /** The stable identifier, such as `freezeout`. */
  id: string;
  /** Its names. */
  name: LocalName;
  /** How the field becomes smaller. */
  kind: FieldKind;
  /** What starts the tournament. */
  start: StartKind;
  /** With fewer players it does not start. */
  entries_min: number;
  /** It takes no more players than this. */
  entries_max: number;
  /** How many seats a table has. */
  seats: number;
  /** How many seats the final table has. */
  final_seats: number;
  /** What is played: one game, or several that take turns, a level each. */
  games: Array<TournamentGame>;
  /** The chips of an entry. */
  stack: Chips;
  /** Levels and breaks in their order. After the last level each one is half as large again. */
  levels: Array<LevelRow>;
  /** Who pays the ante. */
  ante: AnteFormat;
  /** What an entry pays to the pool. */
  price: Chips;
  /** Bounties, if there are any. */
  bounty?: BountyTerms;
  /** Entries are open until this level is over; 0 closes them at the start. */
  late_levels: number;
  /** How often a player who is out may enter again while entries are open. */
  re_entries: number;
  /** Rebuys, if there are any. */
  rebuy?: RebuyTerms;
  /** The add-on, if there is one. */
  add_on?: AddOnTerms;
  /** What the pool holds at the least; 0 if nothing is guaranteed. */
  guarantee: Chips;
  /** How the pool is shared out. */
  pays: PayTerms;
  /** Prizes are multiples of it, but for the first, which takes the rest; 1 if left out. */
  pays_unit?: Chips;
  /** `true` if the house alone may announce it, as it guarantees prizes. */
  house_only?: boolean;
  /** When hand-for-hand begins. */
  hand_for_hand: Array<HandForHandTrigger>;
  /** With so many tables or fewer, tables that are short halt earlier. */
  late_tables: number;
  /** When breaks are. */
  breaks: BreakPlan;
  /** How decisions are timed. */
  clock: ClockKind;
  /** Time to act, in milliseconds. */
  action_ms: number;
  /** The time bank at the start, in milliseconds. */
  bank_ms: number;
  /** What becomes of the hand of an absent player. */
  absent_hand: AbsentHand;
  /** How hard penalties are. */
  severity: Severity;
  /** Whether a player may check or bet in the dark: see `dark_bets` of a table's `session`. */
  dark_bets?: boolean;
};

/** `GET /api/v1/structures`: the structures that come with the server. */
export type StructuresResponse = {
  /** The structures. */
  structures: Array<StructureInfo>;
};

/** A decision of a hand to study. */
export type StudyDecision = {
  /** The place of the event of the record that asked, from 1: that of the part with its choices. */
  seq: number;
  /** What the seat did. */
  action: Action;
  /** What the decision cost and promised. */
  hint: Hint;
};

/** A hand to study, from one of its seats. */
export type StudyHand = {
  /** The family of its game. */
  family: string;
  /** The hand as the player of that seat saw it, `own.seat`. `parts` hold `choices` as well: what the seat was asked. */
  record: HandRecord;
  /** Every decision of the seat, in order. */
  decisions: Array<StudyDecision>;
};

/**
 * `GET /api/v1/practice/hands`: hands to study, which bots of the house have played. They are the same for everybody for a day, by
 * UTC, and others on the next.
 */
export type StudyResponse = {
  /** The day, as in `2026-11-25`. */
  day: string;
  /** The hands, of several families of games. */
  hands: Array<StudyHand>;
};

/** How a table is set up. What is left out takes the game's default. */
export type TableConfig = {
  /** What to call it; 1 to 40 characters. */
  name: string;
  /** The game; with a `definition`, its identifier or an empty text; empty with a `mix`. */
  game: string;
  /** A game of the host's own, in the format of the server's own games, up to 8192 bytes. Only private tables play such. */
  definition?: string;
  /** Several games instead of one; `game` is empty then, and amounts come from `multiplier`. */
  mix?: MixConfig;
  /** The betting structure: `nl`, `pot`, `fixed` or `spread`. */
  limit?: string;
  /** How many seats. */
  seats: number;
  /** Multiplies every default amount of the game; amounts that are given below replace the product. */
  multiplier?: number;
  /** The small blind. */
  small_blind?: Chips;
  /** The big blind. */
  big_blind?: Chips;
  /** The ante of every player. */
  ante?: Chips;
  /** The least buy-in. */
  buy_in_min?: Chips;
  /** The greatest buy-in. */
  buy_in_max?: Chips;
  /** Time to act, in milliseconds: 100 at least. Where people sit they have 1000, whatever is chosen. */
  action_ms?: number;
  /** The time bank of each player, in milliseconds. */
  time_bank_ms?: number;
  /** Whether the button moves to the next player always, instead of staying on a seat that lost its player. */
  moving_button?: boolean;
  /** Whether hands are turned up as soon as one is all-in and no more betting is possible. */
  all_in_face_up?: boolean;
  /**
   * Whether the table is for those alone who know its identifier, which has an invitation of 128 random bits in it then:
   * no list has it, and a part of the identifier finds nothing.
   */
  private?: boolean;
  /**
   * Whether bots of the house may come where people play, if the server has any. Not to private tables, which they cannot
   * see.
   */
  house_bots?: boolean;
  /** What the table plays by besides its game. */
  session?: SessionRules;
};

/**
 * Names a table for ever; never reused. A text to be kept as it is: that of a private table has the table's invitation in
 * it and opens the table.
 */
export type TableId = string;

/** A table with everything resolved. */
export type TableInfo = {
  /** Its identifier; that of a private table has the invitation in it. */
  table: TableId;
  /** What it is called. */
  name: string;
  /** The games that the table plays, if it plays several. */
  mix?: MixInfo;
  /** The game; of several the one at hand, as are its names, limit and amounts. */
  game: string;
  /** The game's names. */
  game_name: LocalName;
  /** The betting structure. */
  limit: string;
  /** The small blind, 0 if there is none. */
  small_blind: Chips;
  /** The big blind, 0 if there is none. */
  big_blind: Chips;
  /** The ante, 0 if there is none. */
  ante: Chips;
  /** The bet size of each tier: exact in fixed limit, the least otherwise. */
  bets: Array<Chips>;
  /** How many seats. */
  seats: number;
  /** The least buy-in. */
  buy_in_min: Chips;
  /** The greatest buy-in. */
  buy_in_max: Chips;
  /** Time to act, in milliseconds. */
  action_ms: number;
  /** The time bank, in milliseconds. */
  time_bank_ms: number;
  /** Whether it is left out of the lobby's list. */
  private: boolean;
  /** Whether bots of the house may come where people play. */
  house_bots?: boolean;
  /** What the table plays by besides its game; left out if all is as usual. */
  session?: SessionRules;
  /** Whether the game is the host's own, which no list of games has: the table's snapshot has it. */
  own_game?: boolean;
  /** Whether one player practises here against bots. The chips are worth nothing elsewhere. */
  practice?: boolean;
  /** The account that opened the table, as in a player's `id`; left out at tables of the house. */
  host?: string;
  /**
   * The tournament that the table belongs to. Its chips are worth nothing elsewhere, and requests about seats and chips go to
   * the tournament.
   */
  tournament?: EventInfo;
};

/** A table that the server could not play on. */
export type TableOutOfPlay = {
  /** The table's number in the tournament. */
  table_no: number;
  /** What was wrong, in the server's words. */
  why: string;
};

/** A table at an instant, as one viewer may see it. */
export type TableState = {
  /** The table. */
  info: TableInfo;
  /** The game, if it is the host's own; the list of games has all others. */
  game?: GameInfo;
  /** The taken seats. */
  seats: Array<SeatState>;
  /** Who waits for a seat, first in line first. */
  wait_list: Array<PlayerInfo>;
  /** The hand that runs, if one does. */
  hand?: HandState;
  /** The dealer's pick of the game of the next hand, if it is open. */
  pick?: PickState;
  /**
   * Chips of a pot that was not won, if there are any: between two hands they wait for the next one, in a running hand they
   * are part of its pot.
   */
  carried?: Chips;
  /** Chips in the kitty, if the table has one. */
  kitty?: Chips;
  /** Hands completed so far. */
  hands: number;
  /** Whether roodles are played: an orbit for doubled stakes, which are those of `info`. */
  roodles?: boolean;
  /**
   * How many hands it is to the next bomb pot, behind the running hand if there is one: 1 if the next hand is one. Left out where
   * there are none.
   */
  bomb_pot_in?: number;
  /** Accounts that the host keeps from chatting, as in a player's `id`. */
  muted?: Array<string>;
  /** What the host has decided; left out while that is nothing. */
  host_rules?: HostRules;
  /** Whether play is paused. */
  paused: boolean;
  /** The viewer's own affairs, if the viewer sits here. */
  you?: YourState;
};

/** A line of the lobby. */
export type TableSummary = {
  /** The table. */
  info: TableInfo;
  /** The taken seats. */
  taken: Array<number>;
  /** How many of those are bots. */
  bots: number;
  /** How many of the taken seats do not play: their players sit out, have no chips, or no connection. */
  away?: number;
  /** How many wait for a seat. */
  waiting: number;
  /** Hands completed so far. */
  hands: number;
  /** How many more hands the game at hand is played, if it is one of a rotation and that is known. */
  hands_left?: number;
  /** The average pot of the last hands. */
  average_pot: Chips;
};

/** `GET /api/v1/tables`. */
export type TablesResponse = {
  /** The tables of the lobby. */
  tables: Array<TableSummary>;
};

/** What a ticket is. */
export type TicketKind =
  | "ruling"
  | "report";

/** When the own time bank begins. */
export type TimeBank = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** When. */
  start: BankStart;
};

/** Asks for play money: `POST /api/v1/top-up`, answered as `GET /api/v1/me`. Moves chips. */
export type TopUpRequest = {
  /** A name for the request, 1 to 64 characters: repeated, it grants nothing more. */
  id?: string;
  /** How much; what is left of the day's grant if left out. */
  amount?: Chips;
};

/** A tournament to be announced: `POST /api/v1/tournaments`. */
export type TournamentConfig = {
  /** The structure, by its identifier; empty with a `definition`. */
  structure?: string;
  /**
   * A structure of the host's own, in the format of the server's own structures, up to 8192 bytes. The house pays nothing into
   * its pool: it has no guarantee.
   */
  definition?: string;
  /** What to call it; 1 to 40 characters. As its structure if left out. */
  name?: string;
  /** When play begins, at most 31 days from now; required unless it is a sit & go. */
  starts_at?: UnixMs;
  /** Whether it is left out of lists, and for those alone who have its identifier, with the invitation in it. */
  private?: boolean;
  /**
   * The tournament whose seats are the prizes; required if the structure pays seats. It has the structure that `pays.of` names, no
   * play has begun there, and it does not start before its entries pay for all seats.
   */
  target?: TournamentId;
  /** Bots of the house come until so many players have entered, once a person has. */
  bots?: number;
  /**
   * Whether it is played with real cards and chips beside a screen: the host and other officials enter players and results by
   * floor actions, its tables deal nothing, and no chips of accounts move. It may go without `starts_at`, and takes no bots.
   */
  live?: boolean;
  /** Whether it is for adults: an account enters only once the operator has verified its age, and no program does: it takes no bots. So is a satellite of such a tournament, asked for or not. */
  adults_only?: boolean;
  /** The languages of its chat, as BCP 47 tags such as `en` or `fr-CA`, each once and at most 8; none if left out: any will do. */
  languages?: Array<string>;
};

/**
 * One event of a tournament, the same for all. Hands are events of the table; here stand those alone that wait for other tables
 * or are void. A pair such as `from` is an array: the table's number and the seat. `rule` is the rule that decided, where one
 * did, such as `2.3` or `D-26`.
 */
export type TournamentEvent =
  | {
      event: "player_registered";
      /** The player's number in this tournament. */
      player: number;
      /** The number of the entry. */
      entry: number;
      /** Chips paid to the pool. */
      paid: Chips;
      /** Chips paid for bounties. */
      bounty: Chips;
      /** The stack that the entry brings. */
      stack: Chips;
      /** Who the player is. A simulation leaves it out. */
      who?: PlayerInfo;
    }
  | {
      event: "start_postponed";
      /** When. */
      starts_at: UnixMs;
    }
  | {
      event: "entry_undone";
      /** The line of the trail. */
      line: number;
      /** Who took it back. */
      by: Official;
      /** Why. */
      reason: string;
    }
  | {
      event: "entry_redone";
      /** The line of the trail. */
      line: number;
      /** Who brought it back. */
      by: Official;
      /** Why. */
      reason: string;
    }
  | {
      event: "re_entered";
      /** Who. */
      player: number;
      /** The number of the new entry. */
      entry: number;
      /** Chips paid to the pool. */
      paid: Chips;
      /** Chips paid for bounties. */
      bounty: Chips;
      /** The stack that the entry brings. */
      stack: Chips;
    }
  | {
      event: "player_unregistered";
      /** Who. */
      player: number;
      /** The entry. */
      entry: number;
      /** Chips paid back. */
      refund: Chips;
    }
  | {
      event: "rebuy_taken";
      /** Who. */
      player: number;
      /** The entry. */
      entry: number;
      /** Chips paid to the pool. */
      paid: Chips;
      /** Chips that it brings to the stack. */
      chips: Chips;
    }
  | {
      event: "add_on_taken";
      /** Who. */
      player: number;
      /** The entry. */
      entry: number;
      /** Chips paid to the pool. */
      paid: Chips;
      /** Chips that it brings to the stack. */
      chips: Chips;
    }
  | {
      event: "registration_closed";
      /** How many entries were paid. */
      entries: number;
      /** How many players paid them. */
      players: number;
      /** How many players are still in. */
      alive: number;
      /** Chips in the pool, the overlay included. */
      pool: Chips;
      /** What the house paid of it, up to the guarantee. */
      overlay: Chips;
      /** Chips for bounties. */
      bounty_pool: Chips;
      /** The prize of each paid place, the first place first. */
      prizes: Array<Chips>;
    }
  | {
      event: "round_started";
      /** The round, from 1. */
      round: number;
      /** Its tables. */
      tables: Array<number>;
    }
  | {
      event: "table_opened";
      /** Its number in this tournament. */
      table: number;
      /** How many seats it has. */
      seats: number;
    }
  | {
      event: "table_broken";
      /** Which. */
      table: number;
    }
  | {
      event: "break_order_published";
      /** The tables, the next one to break first. */
      order: Array<number>;
    }
  | {
      event: "seat_assigned";
      /** Who. */
      player: number;
      /** The entry. */
      entry: number;
      /** The table. */
      table: number;
      /** The seat there. */
      seat: number;
      /** The stack. */
      stack: Chips;
      /** Why. */
      why: SeatReason;
    }
  | {
      event: "player_moved";
      /** Who. */
      player: number;
      /** The table and the seat before. */
      from: [number, number];
      /** The table and the seat from now on. */
      to: [number, number];
      /** Why. */
      why: MoveReason;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "table_halted";
      /** Which. */
      table: number;
      /** Why. */
      why: HaltReason;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "table_resumed";
      /** Which. */
      table: number;
      /** Why it had stopped. */
      why: HaltReason;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "final_table_formed";
      /** Its number. */
      table: number;
      /** How many seats it has. */
      seats: number;
      /** The tables that it was formed of. */
      from: Array<number>;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "level_started";
      /** The level, from 1. */
      level: number;
      /** The game that it is played in; `omaha:pot` names the limit too. */
      game: string;
      /** The small blind, 0 if there is none. */
      small_blind: Chips;
      /** The big blind; in games without blinds the bet of the first tier. */
      big_blind: Chips;
      /** The ante, 0 if there is none. */
      ante: Chips;
      /** The smallest chip in play. */
      unit: Chips;
      /** How long it lasts, in seconds. */
      duration: number;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "break_started";
      /** How long it lasts, in seconds. */
      duration: number;
    }
  | { event: "break_ended" }
  | {
      event: "clock_stopped";
      /** The level. */
      level: number;
      /** Seconds of it that are over. */
      elapsed: number;
    }
  | {
      event: "clock_advanced";
      /** The level. */
      level: number;
      /** Seconds of it that are over. */
      elapsed: number;
      /** Who set it; left out of a round of hand-for-hand. */
      by?: Official;
      /** Why it was set; left out of a round of hand-for-hand. */
      reason?: string;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "clock_started";
      /** The level. */
      level: number;
      /** Seconds of it that are over. */
      elapsed: number;
    }
  | {
      event: "tournament_paused";
      /** Who decided. */
      by: Official;
      /** Why, in words. */
      reason: string;
    }
  | {
      event: "tournament_resumed";
      /** Who decided. */
      by: Official;
      /** Why, in words. */
      reason: string;
    }
  | {
      event: "chip_race_announced";
      /** The chip that leaves. */
      from: Chips;
      /** The next chip. */
      to: Chips;
    }
  | {
      event: "chip_race_completed";
      /** Which. */
      table: number;
      /** The chip that leaves. */
      from: Chips;
      /** The next chip. */
      to: Chips;
      /** Each seat with its stack before. */
      before: Array<[number, Chips]>;
      /** The cards that were dealt, one for each odd chip, a seat's together, in the order of the seats. */
      cards: Array<Card>;
      /** Each seat with its stack after. */
      after: Array<[number, Chips]>;
      /** The seats that won a chip, best card first. */
      winners: Array<number>;
      /** The seats that got a chip so as not to be out. */
      courtesy: Array<number>;
      /** How many chips came into play by it; below zero if some left it. */
      delta: number;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "hand_for_hand_announced";
      /** Why. */
      why: HandForHandReason;
      /** How many players are still in. */
      alive: number;
      /** The rule that decided. */
      rule?: string;
    }
  | { event: "hand_for_hand_ended" }
  | {
      event: "hand_for_hand_round_started";
      /** The round, from 1. */
      round: number;
      /** The tables. */
      tables: Array<number>;
    }
  | {
      event: "hand_for_hand_round_ended";
      /** The round. */
      round: number;
      /** The tables. */
      tables: Array<number>;
    }
  | {
      event: "hand_held";
      /** The table. */
      table: number;
      /** The hand's number there. */
      hand: number;
    }
  | {
      event: "hand_released";
      /** The table. */
      table: number;
      /** The hand's number there. */
      hand: number;
    }
  | {
      event: "hand_voided";
      /** The table. */
      table: number;
      /** The hand's number there. */
      hand: number;
      /** How. */
      mode: VoidMode;
      /** Each seat with its stack now. */
      stacks: Array<[number, Chips]>;
      /** Who decided. */
      by: Official;
      /** Why, in words. */
      reason: string;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "status_changed";
      /** Who. */
      player: number;
      /** Which of the two. */
      status: PlayerPresence;
    }
  | {
      event: "penalty_issued";
      /** Who. */
      player: number;
      /** For what, in words. */
      fault: string;
      /** How hard. */
      rung: Rung;
      /** Hands to be missed, from the next one on. */
      hands: number;
      /** Who decided. */
      by: Official;
      /** Why, in words. */
      reason: string;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "penalty_progress";
      /** Who. */
      player: number;
      /** Hands still to be missed. */
      left: number;
    }
  | {
      event: "player_eliminated";
      /** Who. */
      player: number;
      /** The entry. */
      entry: number;
      /** The table. */
      table: number;
      /** The hand's number there. */
      hand: number;
      /** The stack with which the player began that hand. */
      stack: Chips;
    }
  | {
      event: "player_withdrew";
      /** Who. */
      player: number;
      /** The entry. */
      entry: number;
      /** Who decided. */
      by: Official;
      /** Why, in words. */
      reason: string;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "player_disqualified";
      /** Who. */
      player: number;
      /** The entry. */
      entry: number;
      /** Who decided. */
      by: Official;
      /** Why, in words. */
      reason: string;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "chips_removed";
      /** Whose. */
      player: number;
      /** How many. */
      amount: Chips;
    }
  | {
      event: "bounty_awarded";
      /** Who was eliminated. The winner of the tournament is named here for what is left at the end. */
      victim: number;
      /** Who gets it. */
      player: number;
      /** Chips paid out. */
      cash: Chips;
      /** Chips added to the bounty on the winner's own head. */
      head: Chips;
    }
  | {
      event: "place_assigned";
      /** Who. */
      player: number;
      /** The best place that the player shares. */
      best: number;
      /** The worst one; the same as `best` without a tie. */
      worst: number;
      /** Prizes that the player was paid before, as by a deal; left out where there were none. */
      paid?: Chips;
      /** The rule that decided. */
      rule?: string;
    }
  | {
      event: "prize_awarded";
      /** Who. */
      player: number;
      /** Chips; for a seat of a satellite its value. */
      amount: Chips;
      /** For what. */
      why: PrizeReason;
    }
  | {
      event: "deal_proposed";
      /** Who. */
      player: number;
      /** How prizes would be shared out. */
      kind: DealKind;
      /** Chips of the prizes that would stay for the first place. */
      keep: Chips;
    }
  | {
      event: "deal_offered";
      /** How prizes are shared out. */
      kind: DealKind;
      /** Chips of the prizes that stay for the first place, to be played for. */
      keep: Chips;
      /** Each player with what is due. */
      shares: Array<[number, Chips]>;
      /** Milliseconds in which all have to agree; left out if there is no limit. */
      left_ms?: number;
    }
  | {
      event: "deal_answered";
      /** Who. */
      player: number;
      /** Whether the player agrees. */
      agrees: boolean;
    }
  | {
      event: "deal_ended";
      /** Why. */
      why: DealEndReason;
    }
  | {
      event: "deal_made";
      /** How. */
      kind: DealKind;
      /** Each player with what was paid. */
      shares: Array<[number, Chips]>;
    }
  | {
      event: "seat_given";
      /** Who. */
      player: number;
      /** The tournament. */
      tournament: TournamentId;
      /** Whether the player has entered by it. The chips were paid before, and are the price of the entry. */
      entered: boolean;
    }
  | {
      event: "table_told";
      /** Which table. */
      table: number;
      /** What, in words. */
      text: string;
      /** Who decided. */
      by: Official;
      /** Why, in words. */
      reason: string;
      /** The rule behind it. */
      rule?: string;
    }
  | {
      event: "ruling_issued";
      /** Who decided. */
      by: Official;
      /** Which rule it is about. */
      rule: string;
      /** By which tool. */
      tool: string;
      /** Why, in words. */
      reason: string;
    }
  | {
      event: "tournament_cancelled";
      /** Why, in words. */
      reason: string;
    }
  | {
      event: "tournament_completed";
      /** The winner, or those who share the end. */
      players: Array<number>;
    };

/** Events of a tournament, in order and without gaps, the same for all. */
export type TournamentEvents = {
  /** The tournament. */
  tournament: TournamentId;
  /** The number of the first of these events, from 1; each further one has the next number. */
  first_seq: number;
  /** The events. */
  events: Array<TournamentEvent>;
  /** The level clock after them, where one of them has moved, stopped or started it. */
  clock?: LevelClock;
};

/** What kind of tournament it is. */
export type TournamentFormat =
  | "freezeout"
  | "sit_and_go"
  | "shootout"
  | "bracket"
  | "satellite";

/** A game of a tournament. */
export type TournamentGame = {
  /** The game. */
  game: string;
  /** The betting structure: `nl`, `pot`, `fixed` or `spread`. */
  limit: string;
};

/** Names a tournament for ever; never reused. A text to be kept as it is: that of a private one has its invitation in it. */
export type TournamentId = string;

/** How far a tournament is. */
export type TournamentPhase =
  | "registering"
  | "running"
  | "paused"
  | "completed"
  | "cancelled";

/** Being away, or back. */
export type TournamentPresence = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
  /** `true` from the next hand on, `false` to come back at the next deal. */
  absent: boolean;
};

/** Buying something of a tournament that has one price. */
export type TournamentPurchase = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
};

/** A rebuy, or doing without one. */
export type TournamentRebuy = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
  /** `true` to buy; `false` to do without it after losing the last chip, so that the table need not wait. */
  take: boolean;
};

/** A tournament as it is now; what was known of it before is void. */
export type TournamentSnapshot = {
  /** The tournament. */
  tournament: TournamentId;
  /** The last number that it includes; events go on from there. */
  seq: number;
  /** What it looks like. */
  state: TournamentState;
};

/** A tournament at an instant, as one account may see it. */
export type TournamentState = {
  /** In short. */
  summary: TournamentSummary;
  /** What was published before anybody entered. */
  structure: StructureInfo;
  /** The version of the rules that it is played by, to be named by `register`. */
  rules: number;
  /** The level clock; left out before the start and after the end. */
  clock?: LevelClock;
  /** The level that is played; left out before the start and after the end. */
  level?: LevelInfo;
  /** The level after it, or the first one before the start; left out after the end. */
  next_level?: LevelInfo;
  /**
   * The prize of each paid place, the first place first, as far as the entries so far decide it; fixed once entries close. At most 100:
   * HTTP has them all.
   */
  prizes: Array<Chips>;
  /** Chips for bounties so far; 0 if there are none. */
  bounty_pool: Chips;
  /** Who has a finishing place, the best first. At most 100: HTTP has them all. */
  places: Array<Finished>;
  /** The tables in play by number. At most 50: HTTP has them all. */
  tables: Array<EventTable>;
  /** How many tables are in play. */
  table_count: number;
  /** The order in which tables break, the next one first. At most 50. */
  break_order: Array<number>;
  /** The players, those still in first, by number. At most 100, you among them: HTTP has them all. */
  entrants: Array<Entrant>;
  /** The average stack of the players still in; 0 before the start. */
  average_stack: Chips;
  /** Hand-for-hand, if it is announced or played. */
  hand_for_hand?: HandForHandState;
  /** Why play is paused, in words, if an official has paused it. */
  paused?: string;
  /** The deal that is offered, if one is. */
  deal?: DealOffer;
  /** Where you stand. */
  you: YourTournament;
};

/** A line of the lobby: a tournament in short. */
export type TournamentSummary = {
  /** The tournament. */
  tournament: TournamentId;
  /** What it is called. */
  name: LocalName;
  /** The identifier of its structure, such as `freezeout`. */
  structure: string;
  /** What kind of tournament it is. */
  format: TournamentFormat;
  /** What is played: one game, or several that take turns, a level each. */
  games: Array<TournamentGame>;
  /** What an entry pays to the pool. */
  buy_in: Chips;
  /** What an entry pays for bounties besides; 0 if there are none. */
  bounty: Chips;
  /** What the pool holds at the least: the house pays the rest. 0 if nothing is guaranteed. */
  guarantee: Chips;
  /** The chips that an entry brings to the table. They are worth nothing outside it. */
  stack: Chips;
  /** How many seats a table has. */
  seats: number;
  /** With fewer players it does not start. */
  entries_min: number;
  /** It takes no more players than this. */
  entries_max: number;
  /** Entries so far, re-entries included, those given back not. */
  entries: number;
  /** Players still in. */
  alive: number;
  /** How far it is. */
  phase: TournamentPhase;
  /** When it starts, in milliseconds since 1970; left out where it starts as soon as it is full. */
  starts_at?: UnixMs;
  /** When it was over, in milliseconds since 1970; left out until then. */
  ended_at?: UnixMs;
  /** The level that is played, from 1; left out before the start. */
  level?: number;
  /** Whether players may enter now, before the start or late. */
  entries_open: boolean;
  /** Chips in the pool so far, without bounties. */
  pool: Chips;
  /** The tournament whose seats it pays, if it is a satellite of one. That of a private one is named without the invitation. */
  target?: TournamentId;
  /** The account that opened it, as in a player's `id`; left out where the house did. */
  host?: string;
  /**
   * Whether it is left out of the lobby's list, and for those alone who know its identifier, its players, its host and its
   * officials.
   */
  private?: boolean;
  /** Whether it is played with real cards and chips: its officials enter players and results, and no chips of accounts move. */
  live?: boolean;
  /** Whether it is for adults: an account enters only once the operator has verified its age, and no program does. */
  adults_only?: boolean;
  /** Whether it is one of the house's. */
  house?: boolean;
  /** How many bots of the house are asked to come. */
  bots_wanted?: number;
  /** The languages of its chat, as BCP 47 tags such as `en` or `fr-CA`; left out where none is declared, and any will do. */
  languages?: Array<string>;
};

/**
 * Where you stand in a tournament. It has no number: it comes whenever something of it has changed, behind the events that changed
 * it, also where you do not watch the tournament.
 */
export type TournamentYou = {
  /** The tournament. */
  tournament: TournamentId;
  /** Where you stand. */
  you: YourTournament;
};

/** `GET /api/v1/tournaments`. */
export type TournamentsResponse = {
  /** The tournaments of the lobby, those that are over last. */
  tournaments: Array<TournamentSummary>;
};

/** A hand that was dealt to try a game out. */
export type TrialHand = {
  /** How many players were dealt in. */
  players: number;
  /** Chips that were paid out. */
  pot: Chips;
  /** Whether hands were shown at the end. */
  showdown: boolean;
  /** The hand with all its cards, in the format of hand histories (PHH). */
  phh: string;
};

/** An open decision. */
export type TurnState = {
  /** Its number. */
  turn: number;
  /** Who has not answered. */
  seats: Array<number>;
  /** Its kind. */
  decision: DecisionKind;
  /** How much time is left. */
  clock: Clock;
};

/** An instant in milliseconds since 1970, up to 2^53 - 1. */
export type UnixMs = number;

/** What the server is: `GET /version`. */
export type VersionResponse = {
  /** The program with its version. */
  server: string;
  /** The commit it was built from, `unknown` where that is not known. */
  commit: string;
  /** The protocols that it speaks. */
  protocols: Array<string>;
};

/** Whether a page of the account is looked at. A connection that never says so is taken for one that is. */
export type Visible = {
  /** The request. */
  id: string;
  /** Whether it is. */
  visible: boolean;
};

/** How a hand was voided. */
export type VoidMode =
  | "refund"
  | "split";

/** The wait list. */
export type WaitList = {
  /** The request. */
  id: string;
  /** The table. */
  table: TableId;
  /** `true` to join, `false` to leave it or to decline the seat that is offered. */
  join: boolean;
};

/** The connection is open. */
export type Welcome = {
  /** The request. */
  id: string;
  /** The version that both speak from now on. */
  version: string;
  /** The server's software. */
  server: string;
  /** Who you are. */
  you: PlayerInfo;
  /** Chips of the account outside tables. */
  balance: Chips;
  /** A token for the next `hello`, given to new guests. */
  token?: string;
  /** Tables where you have a seat; watch or resume them. */
  tables: Array<TableId>;
  /** Tables where you have chips that are out of play after a fault. They cannot be watched. */
  set_aside?: Array<SetAside>;
  /** Tournaments that you have entered and that are not over; watch or resume them. A `tournament_you` of each follows. */
  tournaments?: Array<TournamentId>;
  /** What this server can do beyond version 1. */
  capabilities: Array<string>;
  /** The limits of this connection. */
  limits: Limits;
};

/** Leaving a tournament for good. */
export type Withdraw = {
  /** The request. */
  id: string;
  /** The tournament. */
  tournament: TournamentId;
  /** `false` to ask what it would cost, `true` to do it. */
  confirm?: boolean;
};

/** What only the viewer may know about itself. */
export type YourState = {
  /** The viewer's seat. */
  seat: number;
  /** The viewer's cards. */
  cards: Array<Card>;
  /** What may be chosen, if it is the viewer's turn. */
  choices: Array<Choice>;
  /** Chips to call, 0 if none. */
  to_call: Chips;
  /** What the cards make now, where the game has a high side. */
  made?: HandName;
  /** What the cards make now on the low side, if they qualify. */
  made_low?: HandName;
  /** What they make with the second of two boards. */
  made_second?: Made;
  /** Chips that will be added when the hand is over. */
  rebuy_pending: Chips;
  /** Milliseconds in the time bank. */
  time_bank_ms: number;
};

/** Where an account stands in a tournament. */
export type YourTournament = {
  /** Whether you have entered, and have not taken the entry back. */
  registered: boolean;
  /** Your number in this tournament, once you have entered. */
  player?: number;
  /** The number of your last entry. */
  entry?: number;
  /** Where you sit, if you have a seat now. */
  seat?: EventSeat;
  /** Whether you have that seat because you were just moved there from another table. */
  moved?: boolean;
  /** The level that is played, once play has begun. */
  level?: number;
  /** Whether you are away: your hands are dead. */
  absent?: boolean;
  /** Whether you are out. While entries are open you may be able to come back, and have no place yet. */
  out?: boolean;
  /** Your finishing place, once it is known. */
  place?: Place;
  /** All that you have won so far, bounties included. */
  prize?: Chips;
  /** What you may buy or give back now. */
  offers?: Array<Offer>;
};
