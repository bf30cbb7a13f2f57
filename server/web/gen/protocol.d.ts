// The messages of poker.v1. Generated from protocol/src/v1 by
// `cargo run -p poker-protocol --example generate`; edit the Rust types instead.

/** The treatment of an absent player's hand. */
export type AbsentHand =
  | "dead"
  | "live";

/** The answer to a decision: the kind of a choice, filled in. */
export type Action =
  | { kind: "fold" }
  | { kind: "check" }
  | {
      kind: "call";
      /** The price in chips, if the call is meant at that price only; at any other it is refused with `rule.price_changed`. */
      amount?: Chips;
    }
  | {
      kind: "bet";
      /** Total for this betting round. */
      to: Chips;
    }
  | {
      kind: "raise";
      /** Total for this betting round. */
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
      /** The cards to turn up. */
      cards: Array<Card>;
      /** The announcement, if one is required. */
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
      /** The sides declared for. */
      sides: Declaration;
    }
  | { kind: "run_twice" }
  | { kind: "run_once" }
  | { kind: "check_dark" }
  | {
      kind: "bet_dark";
      /** Total for that round; all-in if the stack is smaller by then. */
      to: Chips;
    }
  | {
      kind: "pick_game";
      /** Identifier of the game. */
      game: string;
      /** The betting structure; the first one offered if left out. */
      limit?: string;
    };

/** The add-on, which every player may take once, in the first break after the rebuy period. */
export type AddOnTerms = {
  /** Chips that the add-on adds to the stack. */
  chips: Chips;
  /** Chips that the add-on pays into the pool. */
  price: Chips;
};

/**
 * Events of a table watched with a delay that say nothing of its hands: offered seats, the wait list, decisions of the host, and
 * the end of the table. The same events come again under their numbers when their time has come.
 */
export type Ahead = {
  /** The events, in order. */
  events: Array<PublicEvent>;
  /** Identifier of the table. */
  table: TableId;
};

/** The payer of the ante. */
export type AnteFormat =
  | "bb"
  | "classic"
  | "button";

/** A request to the table's host for a seat, or its withdrawal. */
export type AskSeat = {
  /** `true` to ask for a seat, `false` to withdraw the request. */
  ask: boolean;
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the table. */
  table: TableId;
};

/** The balance of the account. */
export type Balance = {
  /** Chips of the account that are not at a table. */
  balance: Chips;
};

/** The start of a time bank. */
export type BankStart =
  | "itself"
  | "button"
  | "now";

/** An action in a betting round. */
export type BetAction =
  | "fold"
  | "check"
  | "call"
  | "bet"
  | "raise";

/** A result in big blinds. */
export type BigBlinds = {
  /** Number of hands with a big blind; at least 1. */
  hands: number;
  /** Thousandths of a big blind won over all of them; negative if lost. */
  thousandths: number;
};

/** The bomb pots of a table. */
export type BombPot = {
  /** Ante of each player in big blinds, 1 to 20. */
  ante: number;
  /** Interval in hands, 1 to 100: with 1 every hand is a bomb pot. */
  every: number;
};

/** An API token without its secret. */
export type BotTokenInfo = {
  /** Time of creation, RFC 3339. */
  created_at: string;
  /** Time of expiry, RFC 3339. */
  expires_at: string;
  /** Identifier of the token, for `DELETE /api/v1/bot-tokens/{id}`. */
  id: string;
  /** Label of the token. */
  label: string;
};

/** Creates a bot of the caller, or another API token for one of the caller's bots: `POST /api/v1/bot-tokens`. */
export type BotTokenRequest = {
  /** Name of the bot, 2 to 20 characters. */
  name: string;
  /** Label of the token in the list, at most 40 characters. */
  label?: string;
};

/** A new API token. */
export type BotTokenResponse = {
  /** The bot to which the token belongs. */
  bot: PlayerInfo;
  /** Identifier of the token, for `DELETE /api/v1/bot-tokens/{id}`. */
  id: string;
  /** The token itself, for `hello` and for `Authorization: Bearer`. It is never shown again. */
  token: string;
};

/** `GET /api/v1/bot-tokens`: the caller's bots. */
export type BotTokensResponse = {
  /** The caller's bots with their tokens. */
  bots: Array<OwnedBot>;
};

/** The way bounties are won. */
export type BountyKind =
  | "flat"
  | "progressive"
  | "mystery";

/** The bounties of a tournament. */
export type BountyTerms = {
  /** The way bounties are won. */
  kind: BountyKind;
  /** Chips that an entry pays for bounties. */
  price: Chips;
  /**
   * Percentages of the bounty pool in the first envelopes of a mystery bounty, largest first; the remaining envelopes share the
   * rest equally.
   */
  envelopes?: Array<number>;
};

/** The schedule of breaks. */
export type BreakPlan =
  | "levels"
  | "hourly";

/** A card: rank and suit, such as `Ah`; `X1` and `X2` are jokers. */
export type Card = string;

/**
 * What a link leads to, in words for the guest who opens it: `GET /api/v1/tables/{table}/card`, `GET
 * /api/v1/tournaments/{tournament}/card`, `GET /api/v1/shared/{token}/card`. `?lang=fr` selects French; without it,
 * `Accept-Language` decides. With `/card.png` instead of `/card`, the answer is a picture of 1200 by 630 pixels for messengers,
 * which tells nothing of a private table or tournament but that it is one.
 */
export type CardResponse = {
  /** Who invites, such as `Ann invites you`; or what is wrong with the link. */
  head: string;
  /** What is played and how many play, such as `Dealer's choice 5/10, 3 of 6 seated`; empty where the head says all. */
  line: string;
  /** What became of the link. */
  state: LinkState;
  /** What the reader can do. */
  text: string;
};

/** A chat message: text, a phrase or an emote. */
export type Chat = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the table. */
  table: TableId;
  /**
   * An emote instead of text and phrase, from a seat, wherever a phrase is allowed. Limited to one every 3 seconds; a faster one
   * is refused with `rate.limited`.
   */
  emote?: Emote;
  /**
   * A preset phrase instead of text. At a tournament table, seated players are limited to phrases while a player is all-in and
   * during hand-for-hand.
   */
  phrase?: Phrase;
  /** The text, 1 to 200 characters; left out with a `phrase` or an `emote`. */
  text?: string;
};

/** A chat message. */
export type ChatMsg = {
  /** The sender. */
  from: PlayerInfo;
  /** Identifier of the table. */
  table: TableId;
  /** The text; for a phrase or an emote, its English words. */
  text: string;
  /** The emote, if it was one; to be shown at the seat of `from`. */
  emote?: Emote;
  /** The preset phrase, if it was one; to be shown in the reader's language. */
  phrase?: Phrase;
};

/** A chat message that is no longer to be shown. */
export type ChatRemoved = {
  /** The account that sent it, as in a player's `id`. */
  player: string;
  /** Identifier of the table. */
  table: TableId;
  /** The text. Every message of the account with this text is withdrawn. */
  text: string;
};

/** A whole number of chips, from 0 to 2^53 - 1. Never a fraction, never a string. */
export type Chips = number;

/** Chips of one value in a set. */
export type ChipsOfValue = {
  /** How many there are, 1 to 100,000. */
  count: number;
  /** Their value, 1 to 999,999,999. */
  value: number;
};

/** A legal action with its bounds. Amounts are totals for the betting round. */
export type Choice =
  | { kind: "fold" }
  | { kind: "check" }
  | {
      kind: "call";
      /** Chips to add. */
      amount: Chips;
    }
  | {
      kind: "bet";
      /** Maximum total. */
      max: Chips;
      /** Minimum total. */
      min: Chips;
    }
  | {
      kind: "raise";
      /** Maximum total. */
      max: Chips;
      /** Minimum total. */
      min: Chips;
    }
  | {
      kind: "discard";
      /** The cards to choose from. */
      cards: Array<Card>;
      /** Maximum number of cards. */
      max: number;
      /** Minimum number of cards. */
      min: number;
      /** `true` if each discarded card is replaced by one from the deck. */
      replaced: boolean;
      /** Face-up cards to be discarded in addition. */
      up?: Pick;
    }
  | {
      kind: "straddle";
      /** The total it brings the bet to. */
      amount: Chips;
    }
  | { kind: "decline" }
  | {
      kind: "roll";
      /** The declarations of which one must be announced with the cards; empty if none is needed. */
      announce: Array<Declaration>;
      /** The cards to choose from. */
      cards: Array<Card>;
      /** Maximum number of cards. */
      max: number;
      /** Minimum number of cards. */
      min: number;
    }
  | { kind: "flip" }
  | { kind: "keep" }
  | {
      kind: "swap";
      /** The up card. */
      card?: Card;
    }
  | {
      kind: "arrange";
      /** The cards in their present order. */
      cards: Array<Card>;
    }
  | {
      kind: "buy";
      /** The price in chips. */
      price: Chips;
      /** The up card. */
      card?: Card;
    }
  | { kind: "pass" }
  | {
      kind: "declare";
      /** The declarations allowed. */
      options: Array<Declaration>;
    }
  | { kind: "run_twice" }
  | { kind: "run_once" }
  | {
      kind: "pick_game";
      /** The games that fit the number of players. */
      games: Array<OfferedGame>;
    };

/**
 * A message from a client. Each carries an `id` of the client's choice, 1 to 64 characters, and gets exactly one answer with the
 * same `id`. An account must never reuse the `id` of a request that moves chips: a repeated one gets the first answer again.
 */
export type ClientMsg =
  | { type: "hello" } & Hello
  | { type: "ping" } & Ping
  | { type: "visible" } & Visible
  | { type: "list_games" } & Plain
  | { type: "list_tables" } & Plain
  | { type: "watch_lobby" } & Plain
  | { type: "unwatch_lobby" } & Plain
  | { type: "watch_club" } & WatchClub
  | { type: "unwatch_club" } & OneClub
  | {
      type: "create_table";
      /** Settings of the table. */
      config: TableConfig;
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
    }
  | { type: "watch" } & Watch
  | { type: "unwatch" } & OneTable
  | { type: "resume" } & Resume
  | {
      type: "sit";
      /** Chips to bring to the table, within its buy-in range. */
      buy_in: Chips;
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** Identifier of the table. */
      table: TableId;
      /** Entry into the game: post the big blind to be dealt in as soon as possible, or wait for it. */
      entry?: Entry;
      /** The seat, from 1; any free one if left out. */
      seat?: number;
    }
  | { type: "leave" } & OneTable
  | { type: "sit_out" } & SitOut
  | {
      type: "rebuy";
      /** Chips to add; with `whole`, the whole stack. */
      amount: Chips;
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** Identifier of the table. */
      table: TableId;
      /**
       * `true` to choose the stack anew, within the range of buy-ins: at a table with chips of its own, in the player's first stay
       * there, until the first hand is dealt to the player. It is no rebuy.
       */
      whole?: boolean;
    }
  | { type: "wait_list" } & WaitList
  | {
      type: "act";
      /** The action to take. */
      action: Action;
      /** Number of the hand, as in `choices`. */
      hand: HandNo;
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** Identifier of the table. */
      table: TableId;
      /** Number of the decision, as in `choices`. */
      turn: number;
    }
  | { type: "hint" } & OneTable
  | { type: "show" } & Show
  | { type: "chat" } & Chat
  | { type: "mute" } & Mute
  | { type: "remove" } & Remove
  | {
      type: "host";
      /** The action to carry out. */
      action: HostAction;
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** Identifier of the table. */
      table: TableId;
    }
  | { type: "ask_seat" } & AskSeat
  | { type: "consent" } & Consent
  | { type: "time_bank" } & TimeBank
  | { type: "straddle" } & Straddle
  | { type: "rabbit_hunt" } & OneTable
  | { type: "list_tournaments" } & Plain
  | { type: "watch_tournament" } & OneTournament
  | { type: "unwatch_tournament" } & OneTournament
  | { type: "resume_tournament" } & ResumeTournament
  | {
      type: "register";
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** The version of the rules that the player accepts, as in `rules` of the tournament's state. */
      rules: number;
      /** Identifier of the tournament. */
      tournament: TournamentId;
      /**
       * `true` to be put on the waiting list if all places are taken, which costs nothing; the price is paid when a place is given.
       * Without it the request is refused then with `tournament.full`.
       */
      wait?: boolean;
    }
  | { type: "unregister" } & OneTournament
  | {
      type: "re_enter";
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** Identifier of the tournament. */
      tournament: TournamentId;
    }
  | {
      type: "tournament_rebuy";
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** `true` to buy; `false` to decline after losing the last chip, so that the table need not wait. */
      take: boolean;
      /** Identifier of the tournament. */
      tournament: TournamentId;
    }
  | {
      type: "add_on";
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** Identifier of the tournament. */
      tournament: TournamentId;
    }
  | {
      type: "withdraw";
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** Identifier of the tournament. */
      tournament: TournamentId;
      /** `false` to ask for the cost, `true` to leave. */
      confirm?: boolean;
    }
  | { type: "tournament_presence" } & TournamentPresence
  | { type: "call_time" } & OneTable
  | { type: "request_ruling" } & RequestRuling
  | { type: "report" } & Report
  | {
      type: "propose_deal";
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** The division of the prizes. */
      kind: DealKind;
      /** Identifier of the tournament. */
      tournament: TournamentId;
      /** Chips of the prizes that are held back for first place, to be played for; 0 if left out, which ends the tournament. */
      keep?: Chips;
      /**
       * With `other`, the share of each player still in, as pairs of player number and chips: together all the remaining prizes
       * except `keep`.
       */
      shares?: Array<[number, Chips]>;
    }
  | {
      type: "deal";
      /** The player's answer. */
      answer: DealAnswer;
      /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
      id: string;
      /** Identifier of the tournament. */
      tournament: TournamentId;
    };

/** The time left for the open decision. It is sent with every decision and is not a numbered event. */
export type Clock = {
  /** The time bank of each seat to act. */
  banks: Array<SeatBank>;
  /** Time left before the time bank begins, in milliseconds. */
  left_ms: number;
  /** Number of the decision. */
  turn: number;
};

/** The timing of decisions. */
export type ClockKind =
  | "online"
  | "live";

/** The connection is about to close. */
export type Closing = {
  /** The reason, as in the close frame. */
  reason: string;
  /** Time to wait before reconnecting, in milliseconds; spread out so that clients do not all return together. */
  retry_after_ms?: number;
};

/** The wish to be called when an event of the club is announced: `PUT /api/v1/clubs/{club}/calls`. */
export type ClubCalls = {
  /** `true` to be called, in the browsers that are subscribed to Web Push. */
  calls: boolean;
};

/** `GET /api/v1/clubs/{club}/chat`: the latest remarks. */
export type ClubChat = {
  /** The remarks, oldest first: at most 100. The last 500 of a club are kept. */
  lines: Array<ClubChatLine>;
};

/** A remark in a club. */
export type ClubChatLine = {
  /** Time, in milliseconds since 1970. */
  at: UnixMs;
  /** Number of the remark. */
  line: number;
  /** The person's name. */
  name: string;
  /** Number of the person. */
  person: number;
  /** The text. */
  text: string;
};

/** `GET /api/v1/clubs/{club}/file`: everything that is kept of a club but its seasons, which have requests of their own. */
export type ClubFile = {
  /** All remarks that are kept, oldest first: at most 500. */
  chat: Array<ClubChatLine>;
  /** The club. */
  club: ClubResponse;
  /** The club's events that recur. */
  recurring?: Array<RecurringEvent>;
  /** The club's templates. */
  templates?: Array<TemplateResponse>;
};

/** `GET /api/v1/club-invitations/{invitation}`: where an invitation leads. */
export type ClubInvitation = {
  /** Its members with an account. */
  members: number;
  /** The name of the club. */
  name: string;
  /** Number of the club, if the caller is a member already. */
  club?: number;
};

/** A club of the caller. */
export type ClubLine = {
  /** Number of the club. */
  club: number;
  /** Its name. */
  name: string;
  /** People in the club, including players without an account. */
  people: number;
  /** The caller's role. */
  role: ClubRole;
};

/** Changes of a watched club. A large change comes in several messages. */
export type ClubMsg = {
  /** Number of the club. */
  club: number;
  /** Identifiers of tables and events that are closed or no longer the club's. */
  closed?: Array<string>;
  /** `true` if remarks before `lines` were left out because there are too many. */
  cut?: boolean;
  /** `true` if the account is no longer a member, or the club is closed: the connection watches it no more. */
  ended?: boolean;
  /** Numbers of people who are gone. Their remarks are no longer to be shown. */
  gone?: Array<number>;
  /** New remarks, oldest first, each sent once. */
  lines?: Array<ClubChatLine>;
  /** The club's new name. */
  name?: string;
  /**
   * People who joined or changed. What a member said goes with the account: remarks of a person without `player` are no longer to
   * be shown.
   */
  people?: Array<ClubPerson>;
  /** Tables and events that were added or changed, newest first. */
  places?: Array<ClubPlace>;
};

/** A club's name: `POST /api/v1/clubs` and `PUT /api/v1/clubs/{club}`. */
export type ClubName = {
  /** The name: 1 to 40 visible characters. */
  name: string;
};

/** Players without an account: `POST /api/v1/clubs/{club}/people`. */
export type ClubNames = {
  /** Their names: 1 to 100, of 1 to 40 visible characters. Names that the club has already are skipped. */
  names: Array<string>;
};

/** A person of a club. */
export type ClubPerson = {
  /** The name: that of the account, or the one under which results are kept. */
  name: string;
  /** Number of the person. */
  person: number;
  /** The role. */
  role: ClubRole;
  /** Time of joining, in milliseconds since 1970. */
  since: UnixMs;
  /** Number of the member who claims to be this player, until the owner or a director answers. */
  claimed_by?: number;
  /** The account, if there is one. */
  player?: PlayerInfo;
};

/** A change of a person: `PUT /api/v1/clubs/{club}/people/{person}`. Exactly one of the fields. */
export type ClubPersonChange = {
  /** The answer to a claim: with `true` the results of the player become those of the claiming member. */
  claim?: boolean;
  /** The new name of a player without an account. */
  name?: string;
  /** The new role of a member. `owner` hands the club over: the caller becomes a director. */
  role?: ClubRole;
};

/** A table or an event for members alone. */
export type ClubPlace = {
  /** Its name. */
  name: string;
  /** Occupied seats, or entrants. */
  players: number;
  /** `true` once the event is over. */
  over?: boolean;
  /** The table, if it is one. */
  table?: TableId;
  /** The tournament, if it is one. */
  tournament?: TournamentId;
};

/** A table or an event for members alone: `POST /api/v1/clubs/{club}/places`. Exactly one of the fields; the caller is its host. */
export type ClubPlaceRequest = {
  /** A private table. */
  table?: TableId;
  /** A private tournament. */
  tournament?: TournamentId;
};

/** A remark: `POST /api/v1/clubs/{club}/chat`. */
export type ClubRemark = {
  /** The text: 1 to 300 visible characters. */
  text: string;
};

/** A club, as its members see it. */
export type ClubResponse = {
  /** Number of the club. */
  club: number;
  /** Its name. */
  name: string;
  /** The people, by role and name. */
  people: Array<ClubPerson>;
  /** The club's tables and events, newest first. */
  places: Array<ClubPlace>;
  /** The caller's role. */
  role: ClubRole;
  /** The club's seasons, newest first. */
  seasons: Array<ClubSeason>;
  /** Time of its founding, in milliseconds since 1970. */
  since: UnixMs;
  /** The caller's number in the club. */
  you: number;
  /** `true` if the caller is called by Web Push when an event of the club is announced. */
  calls?: boolean;
  /** The invitation, for the owner and directors: it opens `/club/join/{invitation}` of the page. */
  invitation?: string;
};

/** The role of a person in a club. */
export type ClubRole =
  | "player"
  | "member"
  | "director"
  | "owner";

/** A season of a club. */
export type ClubSeason = {
  /** Events played. */
  events: number;
  /** Its name. */
  name: string;
  /** Number of the season. */
  season: number;
};

/** `GET /api/v1/clubs`: the caller's clubs. */
export type ClubsResponse = {
  /** The clubs, sorted by name: at most 20. */
  clubs: Array<ClubLine>;
};

/**
 * An answer to the host's question whether the cards of a stopped hand may be shown. They are shown to all at the table as soon
 * as every player who holds cards has agreed, and until then to nobody.
 */
export type Consent = {
  /** `true` to agree, `false` to take a consent back. */
  agree: boolean;
  /** Number of the stopped hand. */
  hand: HandNo;
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the table. */
  table: TableId;
};

/**
 * A name and a password: `POST /api/v1/register` and `POST /api/v1/login`. A guest who registers with the guest's access token
 * keeps all chips and seats.
 */
export type Credentials = {
  /** The account name, 2 to 20 characters. */
  name: string;
  /** The password, 8 to 128 characters. */
  password: string;
};

/** The sign of an amount of money. */
export type Currency =
  | "euro"
  | "dollar"
  | "pound"
  | "franc"
  | "yen";

/** The limits of a day; a field is left out for no limit. */
export type DailyLimits = {
  /** Chips of the house lost. */
  loss?: Chips;
  /** Minutes at tables. */
  minutes?: number;
};

/** The declaration of a seat for the coming round. */
export type DarkAction = {
  /** `check` or `bet`. */
  action: BetAction;
  /** The seat, from 1. */
  seat: number;
  /** Total of the bet; 0 for a check. */
  to: Chips;
};

/** The seat that may declare in the dark, and the bounds of a bet. A check is always possible as well. */
export type DarkOffer = {
  /** Maximum total of a bet. */
  max: Chips;
  /** Minimum total of a bet. */
  min: Chips;
  /** The seat that is first to act in the coming round, or the next one after the seats that have declared a check. */
  seat: number;
};

/** A player's answer to a deal. */
export type DealAnswer =
  | "agree"
  | "refuse";

/** The reason for calling off a deal. */
export type DealEndReason =
  | "refused"
  | "time"
  | "changed"
  | "resumed";

/** The way a deal divides the prizes. */
export type DealKind =
  | "chop"
  | "icm"
  | "other";

/** A deal on offer. */
export type DealOffer = {
  /** Numbers of the players who have agreed so far. */
  agreed: Array<number>;
  /** Chips of the prizes that are held back for first place, to be played for. */
  keep: Chips;
  /** The division of the prizes. */
  kind: DealKind;
  /** The share of each player, as pairs of player number and chips. */
  shares: Array<[number, Chips]>;
  /** Time left for all players to agree, in milliseconds; left out if there is no limit. */
  left_ms?: number;
};

/** Cards dealt to a seat, as everyone sees them. */
export type DealtHand = {
  /** The cards; `null` for each one that lies face down. */
  cards: Array<Card | null>;
  /** The seat, from 1. */
  seat: number;
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

/** The sides of the pot that are played for. */
export type Declaration =
  | "high"
  | "low"
  | "both";

/** The hands of a table in which two boards are dealt. */
export type DoubleBoard =
  | "always"
  | "bomb_pots";

/** A draw among the draws of a hand. */
export type DrawRound = {
  /** Number of this draw, from 1. */
  number: number;
  /** Number of draws in the hand if it is played to its end. */
  of: number;
};

/** An emote from a fixed set. It says nothing about cards, so it is allowed wherever a preset phrase is. */
export type Emote =
  | "thumbs_up"
  | "applause"
  | "smile"
  | "surprise"
  | "relief"
  | "wave"
  | "laugh"
  | "think"
  | "cry"
  | "cheers";

/** A player of a tournament. */
export type Entrant = {
  /** Number of the player's latest entry. */
  entry: number;
  /** Number of the player in the tournament, from 1 in order of registration. */
  player: number;
  /** The presence of the player. */
  status: PlayerPresence;
  /** The player's account. */
  who: PlayerInfo;
  /** Table and seat, from 1, at which the stack was bagged at the end of the day. */
  bag?: [number, number];
  /** The bounty on the player's head in chips, if there is one. */
  bounty?: Chips;
  /** `true` if the player is out. */
  out?: boolean;
  /** Number of hands the player still has to miss as a penalty. */
  penalty?: number;
  /** The stack after the last hand, in chips; left out for a player who is out. */
  stack?: Chips;
};

/** `GET /api/v1/tournaments/{tournament}/entrants`: the players, sorted by number. */
export type EntrantsResponse = {
  /** The players, sorted by number. */
  entrants: Array<Entrant>;
  /** Player number after which the next page begins, for `?after=`; left out on the last page. */
  after?: number;
};

/** The way a player enters the game. */
export type Entry =
  | "wait"
  | "post";

/** The reason for refusing a request. Codes are never renamed; retired codes stay listed. */
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
  | "limit.break"
  | "limit.time"
  | "limit.loss"
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
  | "table.other_device"
  | "table.hand_running"
  | "table.not_accepted"
  | "table.requests_full"
  | "table.pause_too_long"
  | "table.private_only"
  | "table.bot_host"
  | "table.first_hand"
  | "table.rebuys_used"
  | "table.no_class"
  | "table.not_stopped"
  | "table.not_asked"
  | "table.not_to_open"
  | "table.not_open"
  | "ledger.other_chips"
  | "ledger.stranger"
  | "ledger.below_zero"
  | "ledger.full"
  | "ledger.no_evening"
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
  | "tournament.already_waiting"
  | "tournament.waitlist_full"
  | "tournament.bad_places"
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
  | "tournament.bad_prizes"
  | "tournament.no_reason"
  | "tournament.not_allowed"
  | "tournament.not_undoable"
  | "tournament.no_change"
  | "tournament.no_seat"
  | "tournament.too_many_chips"
  | "tournament.bad_level"
  | "tournament.too_late"
  | "tournament.no_ticket"
  | "tournament.no_flight"
  | "tournament.flight_used"
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
  | "club.unknown"
  | "club.not_allowed"
  | "club.full"
  | "club.clubs_full"
  | "club.guest"
  | "club.name_taken"
  | "club.owner_stays"
  | "club.owner_guest"
  | "club.claim_taken"
  | "club.claim_conflict"
  | "club.place_unfit"
  | "season.unknown"
  | "season.formula"
  | "season.results"
  | "season.taken"
  | "template.unknown"
  | "template.full"
  | "template.guest"
  | "template.in_use"
  | "template.kind"
  | "recurring.unknown"
  | "recurring.full"
  | "recurring.zone"
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
  /** The error code. */
  code: ErrorCode;
  /** The error in English, for logs; clients should build their own text from the code and the parameters. */
  message: string;
  /** `true` if the very same request may succeed later. */
  retryable: boolean;
  /** The `id` of the request, if it could be read. */
  id?: string;
  /** The legal choices, if it is the player's turn. */
  legal?: Array<Choice>;
  /** Numbers and words that belong to the code, such as `min` and `to`. */
  params?: Record<string, number | string>;
  /** Number of the open decision, if the action named another one. */
  turn?: number;
};

/** An evening: the ledger of a closed table with chips of its own. `GET /api/v1/evenings/{table}`. */
export type Evening = {
  /** Time at which the table closed. */
  ended_at: UnixMs;
  /** Hands completed. */
  hands: number;
  /** The final ledger: the result of each player is `taken` less `bought`. */
  ledger: Ledger;
  /** Name of the table. */
  name: string;
  /** Payments that settle it: as few as possible for up to 14 players with a result, few beyond that. */
  payments: Array<Payment>;
  /** Number of the table, without its invitation. */
  table: TableId;
  /** Hundredths of the currency that a chip stands for, if chips were shown as money. */
  chip_value?: number;
  /** The sign that stood with those amounts. */
  currency?: Currency;
  /** The account that hosted the table at the end, as in a player's `id`. */
  host?: string;
  /** The table at which the same people play on, with its invitation, once the host has opened one. */
  next?: TableId;
};

/** `GET /api/v1/evenings`: the caller's evenings, newest first. */
export type EveningsResponse = {
  /** The evenings, 20 at most. */
  evenings: Array<Evening>;
  /** `true` if there are older ones: ask again with `before` set to the last `table`. */
  more: boolean;
};

/** The tournament to which a table belongs. */
export type EventInfo = {
  /** The level of the running hand, or of the next one between two hands. */
  level: number;
  /** Name of the tournament. */
  name: LocalName;
  /** Number of the table in the tournament, from 1. */
  table_no: number;
  /** Identifier of the tournament. */
  tournament: TournamentId;
};

/** The result of a tournament for the caller. */
export type EventResult = {
  /** Time of the caller's first payment or winnings, in milliseconds since 1970. */
  at: UnixMs;
  /** Chips won in bounties. */
  bounties: Chips;
  /** Number of entries the caller bought. */
  entries: number;
  /** Chips paid for entries and for more chips. */
  paid: Chips;
  /** Chips won for the finishing place. */
  prize: Chips;
  /** Number of times the caller bought more chips. */
  rebuys: number;
  /** Chips refunded for cancelled entries. */
  refunded: Chips;
  /** Identifier of the tournament. */
  tournament: TournamentId;
  /** Number of entries of all players, if still known. */
  field?: number;
  /** Name of the tournament, if still known. */
  name?: LocalName;
  /** The caller's finishing place, the best one in a tie; left out until there is one. */
  place?: number;
};

/**
 * `GET /api/v1/me/tournaments`: the caller's payments to and winnings from tournaments, newest first. Tournaments that moved no
 * chips of the caller are left out.
 */
export type EventResultsResponse = {
  /** The tournaments, newest first. */
  tournaments: Array<EventResult>;
  /** Start of the older tournaments, for `?before=`; left out if there are none. */
  before?: TournamentId;
};

/** A seat in a tournament. */
export type EventSeat = {
  /** The seat at the table, from 1. */
  seat: number;
  /** The table to watch. */
  table: TableId;
  /** Number of the table in the tournament, from 1. */
  table_no: number;
};

/** The participation of a tournament seat in a hand. Rule: tournament 0. */
export type EventStatus =
  | "active"
  | "disconnected"
  | "absent"
  | "penalised"
  | "waiting";

/** A table of a tournament. */
export type EventTable = {
  /** Number of the table in the tournament, from 1. */
  no: number;
  /** The taken seats, each with its number, the player's number, and the stack after the last hand. */
  seats: Array<[number, number, Chips]>;
  /** The reason for which the table is halted, if it is. */
  halted?: HaltReason;
  /** The table to watch; left out until it can be watched. */
  table?: TableId;
};

/** `GET /api/v1/tournaments/{tournament}/tables`: the tables in play, sorted by number. */
export type EventTablesResponse = {
  /** The tables in play, sorted by number. */
  tables: Array<EventTable>;
  /** Table number after which the next page begins, for `?after=`; left out on the last page. */
  after?: number;
};

/** Events of a table, in order and without gaps. */
export type Events = {
  /** The events, numbered consecutively. */
  events: Array<SeqEvent>;
  /** Identifier of the table. */
  table: TableId;
  /** Clock of the decision that is open after these events. */
  clock?: Clock;
};

/** The way the field shrinks. */
export type FieldKind =
  | "field"
  | "shootout"
  | "bracket";

/** A player with a finishing place. */
export type Finished = {
  /** The player's place, the best one in a tie. */
  best: number;
  /** Number of the player. */
  player: number;
  /** Prize for the place, in chips; 0 if there is none. */
  prize: Chips;
  /** The worst place in a tie; equal to `best` without one. */
  worst: number;
};

/** The rule that determines the first dealer of a table. */
export type FirstDealer =
  | "first_jack"
  | "high_card"
  | "random"
  | "first_seat";

/** A suspicious pattern. */
export type FlagKind =
  | "stalling"
  | "soft_play"
  | "nuts"
  | "dumping"
  | "all_absent";

/** An action of an official. Players and tables are referred to by their numbers in the tournament. */
export type FloorAction =
  | {
      kind: "edit";
      /** A structure of the host's own instead of `structure`, in the format of the server's own structures, up to 8192 bytes. */
      definition?: string;
      /** New languages of the chat, in place of those declared; an empty list removes them all. */
      languages?: Array<string>;
      /** Name of the tournament, 1 to 40 characters. */
      name?: string;
      /** Start of play, in milliseconds since 1970, at most 31 days from now; not for a sit & go. */
      starts_at?: UnixMs;
      /** Identifier of another structure of the server's. Only for private tournaments that no player has entered yet. */
      structure?: string;
    }
  | { kind: "announce" }
  | { kind: "start" }
  | { kind: "cancel" }
  | { kind: "pause" }
  | { kind: "resume" }
  | {
      kind: "set_level";
      /** The level, from 1: a published one, or the next one. */
      level: number;
      /** Time left in the level, in seconds, at most its full length; the full length if left out. */
      left_s?: number;
    }
  | {
      kind: "move";
      /** Number of the player in the tournament. */
      player: number;
      /** Number of the new table in the tournament. */
      table: number;
    }
  | {
      kind: "break_table";
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      kind: "break_order";
      /** Every table in play exactly once, by number, the next one to break first and table 1 last. */
      order: Array<number>;
    }
  | { kind: "close_entries" }
  | {
      kind: "set_prizes";
      /** Chips added to the prizes, at most 1000000000000. */
      bonus?: Chips;
      /** Chips kept back from the pool; not together with `fee_percent`. */
      fee?: Chips;
      /** The percentage of the pool that is kept back, 1 to 100, rounded down to whole chips. */
      fee_percent?: number;
      /**
       * The prize of each paid place, first place first. They add up to the pool, less the fee, plus the bonus. Refused with
       * `tournament.not_yet` while entries are open.
       */
      prizes?: Array<Chips>;
      /** The unit of all prizes except the first, which gets the remainder. Prizes that are named are not rounded. */
      unit?: Chips;
    }
  | {
      kind: "no_show";
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "hand_for_hand";
      /** `true` to start it, `false` to end it. */
      on: boolean;
    }
  | {
      kind: "penalise";
      /** Number of hands (`hands`: 2 to 4; `warning`: 1, or 0 if the severity is light) or of orbits (`orbits`: 1 to 4). */
      count: number;
      /** The fault in a few words, 1 to 500 characters. Repeating the same fault climbs the ladder. */
      fault: string;
      /** Number of the player in the tournament. */
      player: number;
      /** The rung: the proposed one or another. */
      rung: Rung;
    }
  | {
      kind: "remove";
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "disqualify";
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "void_hand";
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      kind: "split_hand";
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      kind: "kill_hand";
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "tell_table";
      /** Number of the table in the tournament. */
      table: number;
      /** The text, 1 to 500 characters. */
      text: string;
    }
  | {
      kind: "correct_award";
      /** Number of the table's last hand. */
      hand: HandNo;
      /** The corrected stacks, as pairs of player number and chips. The sum must stay the same, and no stack may become empty. */
      stacks: Array<[number, Chips]>;
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      kind: "resume_table";
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      kind: "replace_table";
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      kind: "make_deal";
      /** Chips of the prizes that are held back for first place. */
      keep: Chips;
      /** The division of the prizes. */
      terms: DealKind;
      /** With `other`, the share of each player still in, as pairs of player number and chips. */
      shares?: Array<[number, Chips]>;
    }
  | {
      kind: "rule";
      /** The rule that it is based on, such as `9.20`. */
      rule: string;
    }
  | {
      kind: "answer";
      /** Number of the ruling request or report. */
      ticket: number;
    }
  | {
      kind: "mute";
      /** `true` to mute the player, `false` to let the player chat again. */
      muted: boolean;
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "mute_account";
      /** The account's `id` or its name. */
      account: string;
      /** `true` to mute the account, `false` to let it chat again. */
      muted: boolean;
    }
  | {
      kind: "rail_chat";
      /** `true` to open the chat, `false` to close it. */
      open: boolean;
    }
  | {
      kind: "see_hand";
      /** Number of the hand at its table, from 1. */
      hand: HandNo;
      /** Identifier of the table to watch, not its number in the tournament. */
      table: TableId;
    }
  | {
      kind: "swap_seats";
      /** Number of one player. */
      player: number;
      /** Number of the other player. */
      with: number;
    }
  | {
      kind: "set_button";
      /** The seat of a player with chips, from 1. */
      seat: number;
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      kind: "enter";
      /** The name: 1 to 40 visible characters, unique in the tournament. */
      name: string;
    }
  | {
      kind: "wait";
      /** The name: 1 to 40 visible characters, unique in the tournament and on its waiting list. */
      name: string;
    }
  | {
      kind: "move_up";
      /** Number of the line, as in `waitlist` of the desk. */
      waiting: number;
    }
  | {
      kind: "stop_waiting";
      /** Number of the line, as in `waitlist` of the desk. */
      waiting: number;
    }
  | {
      kind: "set_places";
      /** Number of places. */
      places: number;
    }
  | {
      kind: "take_back";
      /** Number of the player in the tournament. */
      player: number;
    }
  | { kind: "bag" }
  | {
      kind: "unbag";
      /** Identifier of the flight. */
      flight: TournamentId;
      /** Level with which play goes on, from 1. */
      level: number;
    }
  | {
      kind: "re_enter";
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "rebuy";
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "no_rebuy";
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "add_on";
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      kind: "hand_over";
      /** Number of the table in the tournament. */
      table: number;
      /** The players who bust out. */
      busts?: Array<HandBust>;
      /** Seat of the hand's button, from 1; the next one by the rules if left out. */
      button?: number;
    }
  | {
      kind: "count";
      /** The stacks, as pairs of player number and chips. Their sum is that of the previous stacks plus `added`; no stack is empty. */
      stacks: Array<[number, Chips]>;
      /** Number of the table in the tournament. */
      table: number;
      /** Chips that officials have added to the table in the meantime; negative if they removed some, as in a chip race. */
      added?: number;
    }
  | { kind: "undo" }
  | { kind: "redo" }
  | {
      kind: "grant";
      /** The account, as in a player's `id`, or its name. */
      account: string;
      /** The role granted: directors of an event may grant only `floor`. */
      role: FloorRole;
    }
  | {
      kind: "revoke";
      /** The account, as in a player's `id`, or its name. */
      account: string;
    };

/** An action that is not open to an official at the moment. */
export type FloorDenial = {
  /** The `kind` of the action. */
  action: string;
  /**
   * The reason: `office` (reserved for others), `phase` (not now, or not in this kind of tournament), `plays` or `played` (the
   * official is or was a player in the tournament).
   */
  why: string;
};

/** The part of a tournament that only officials see. */
export type FloorDesk = {
  /** Suspicious patterns. A flag costs no player anything: an official looks at the hands. */
  flags: Array<FloorFlag>;
  /** Numbers of the players who are muted. */
  muted: Array<number>;
  /** Penalties proposed by the ladder, for faults a player has been penalised for before. */
  proposals: Array<ProposedRung>;
  /** Open ruling requests and reports, oldest first. */
  tickets: Array<FloorTicket>;
  /** The penalty proposed for any other fault; left out before anyone has entered. */
  first_rung?: Rung;
  /** Muted accounts that have not entered. */
  muted_accounts?: Array<PlayerInfo>;
  /**
   * Tables out of play after a fault. Each waits for `resume_table`, which reopens it, for `replace_table`, or for the end of the
   * event.
   */
  out_of_play?: Array<TableOutOfPlay>;
  /** Those on the waiting list who were passed over when a place was free, or taken off the list; the latest 100. */
  passed_over?: Array<FloorPassedOver>;
  /** `true` if only the players seated at a table may chat there. */
  rail_closed?: boolean;
  /** The waiting list, first in line first. */
  waitlist?: Array<FloorWaiting>;
};

/** A line in the audit trail of a tournament: the answer to `POST /api/v1/tournaments/{tournament}/floor`. */
export type FloorEntry = {
  /** The action taken. */
  action: FloorAction;
  /** Time of the decision, in milliseconds since 1970. */
  at: UnixMs;
  /** The official who decided. */
  by: PlayerInfo;
  /** Number of the line in the trail, from 1. */
  no: number;
  /** The reason, in words. */
  reason: string;
  /** The outcome. */
  result: FloorResult;
  /** The role in which the official decided. */
  role: FloorRole;
  /** The rule it is based on, if there is one. */
  rule?: string;
  /** Number of the first event it caused in the tournament, if there is one. */
  seq?: Seq;
};

/** A suspicious pattern found by measurement. */
export type FloorFlag = {
  /** The pattern. */
  kind: FlagKind;
  /** Numbers of the table and of the hand of the latest occurrence. */
  last: [number, number];
  /** Numbers of the players involved; of two, the one who gains comes last. */
  players: Array<number>;
  /** Number of occurrences. */
  times: number;
};

/**
 * `GET /api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}`: a finished hand with all cards, for an official who has
 * given a reason with `see_hand`.
 */
export type FloorHand = {
  /** Each player's own cards in dealing order, drawn cards last; mucked cards included. */
  cards: Array<ShownCards>;
  /** End of the hand, RFC 3339. */
  ended_at: string;
  /** All events that everyone saw, in order. */
  events: Array<PublicEvent>;
  /** Identifier of the game. */
  game: string;
  /** Number of the hand at its table, from 1. */
  hand: number;
  /** The players by seat. */
  players: Array<HandPlayer>;
  /** Identifier of the table. */
  table: TableId;
};

/** An official of a tournament. */
export type FloorOfficial = {
  /** The official's role. */
  role: FloorRole;
  /** The official's account. */
  who: PlayerInfo;
};

/** A player who is no longer on the waiting list and has not entered. */
export type FloorPassedOver = {
  /** The account. */
  who: PlayerInfo;
  /** The reason. */
  why: WaitEnd;
};

/**
 * An action of an official in a tournament: `POST /api/v1/tournaments/{tournament}/floor`. Repeating a request under the same
 * `id` returns the first answer, and nothing happens twice.
 */
export type FloorRequest = {
  /** The action to carry out. */
  action: FloorAction;
  /** Identifier of this request, 1 to 64 characters. */
  id: string;
  /**
   * The reason, in 1 to 500 characters, readable by all players. If it is missing or contains control characters other than line
   * breaks, the request is refused with `tournament.no_reason`.
   */
  reason?: string;
};

/**
 * `GET /api/v1/tournaments/{tournament}/floor`: the audit trail, open to everyone, and the officials' open business, for
 * officials only.
 */
export type FloorResponse = {
  /** The lines after `?after=`, oldest first. */
  entries: Array<FloorEntry>;
  /** Officials by a grant of this tournament, its host among them. The server's own officials are not listed. */
  officials: Array<FloorOfficial>;
  /** Number of the line after which the next page begins, for `?after=`; left out on the last page. */
  after?: number;
  /**
   * The actions that the caller, as an official, may not take now, each with the reason; anything not listed is allowed. Left out
   * for callers who are not officials.
   */
  denied?: Array<FloorDenial>;
  /** The officials' open business; left out for callers who are not officials. */
  desk?: FloorDesk;
  /** Players whose entry was given back, whom lines of the trail may name: the latest ones, with the first page alone. */
  gone?: Array<GonePlayer>;
  /** The caller's role here; left out for callers who are not officials. */
  role?: FloorRole;
};

/** The outcome of an official's action. */
export type FloorResult =
  | "done"
  | "pending"
  | "stands";

/** The role of an official. */
export type FloorRole =
  | "floor"
  | "director";

/** A ruling request or a report. */
export type FloorTicket = {
  /** Time of the ticket, in milliseconds since 1970. */
  at: UnixMs;
  /** The author. */
  by: PlayerInfo;
  /** Number of the hand running at the time, otherwise of the last one; 0 before the first. */
  hand: number;
  /** The kind of ticket. */
  kind: TicketKind;
  /** Identifier of the table to watch. */
  table: TableId;
  /** Number of the table in the tournament. */
  table_no: number;
  /** The text. */
  text: string;
  /** Number of the ticket in this tournament, from 1. */
  ticket: number;
  /** The player being reported. */
  about?: PlayerInfo;
};

/** A line of the waiting list. */
export type FloorWaiting = {
  /** Time since which it waits, in milliseconds since 1970. */
  since: UnixMs;
  /** Number of the line, from 1; never used again in this tournament. */
  waiting: number;
  /** The account that waits, or a player by name, whose `id` is `waiting-` followed by the number of the line. */
  who: PlayerInfo;
};

/** The points of an accepted formula in an event of 20 players at a price of 20. */
export type FormulaPoints = {
  /** The formula, without blanks around it. */
  formula: string;
  /** Points of places 1 to 20 without knock-outs and rebuys, in hundredths. */
  points: Array<number>;
};

/** A points formula: `POST /api/v1/formulas/check`. */
export type FormulaRequest = {
  /** The formula. */
  formula: string;
};

/** `GET /api/v1/formulas`: formulas that leagues use. */
export type FormulasResponse = {
  /** The formulas. */
  formulas: Array<ReadyFormula>;
};

/** A friend. */
export type Friend = {
  /** The player. */
  player: PlayerInfo;
  /** Start of the friendship, in milliseconds since 1970. */
  since: UnixMs;
  /** `true` while the friend is online. Never set for a friend who hides it; no field below is set then. */
  online?: boolean;
  /** `true` if the friend has a seat at a private table, which is not named. */
  private?: boolean;
  /** Tables where the friend has a seat and that anyone may watch. */
  tables?: Array<FriendTable>;
};

/** `PUT /api/v1/friends/{player}` and `POST /api/v1/friends/{player}/accept`: the relation that results. */
export type FriendAnswer = {
  /** The relation between the two players. */
  state: FriendState;
};

/** A friend request. */
export type FriendQuestion = {
  /** Time of the request, in milliseconds since 1970. */
  at: UnixMs;
  /** The player who sent it, or to whom it was sent. */
  player: PlayerInfo;
};

/** The relation between two players. */
export type FriendState =
  | "asked"
  | "friends";

/** A table where a friend has a seat. */
export type FriendTable = {
  /** Name of the current game. */
  game: LocalName;
  /** Name of the table. */
  name: string;
  /** Identifier of the table. */
  table: TableId;
  /** The tournament, if the table belongs to one. */
  tournament?: TournamentId;
};

/**
 * The account's friends or open friend requests changed: fetch `GET /api/v1/friends`. Friends going online or taking seats do not
 * cause this message.
 */
export type FriendsMsg = {
  /** Open friend requests to the account. */
  questions: number;
};

/** `GET /api/v1/friends`: the caller's friends and open friend requests. */
export type FriendsResponse = {
  /** Friend requests to the caller, oldest first: at most 50. */
  asked_you: Array<FriendQuestion>;
  /** The caller's friends, sorted by name: at most 200. */
  friends: Array<Friend>;
  /** `true` if friends can see when the caller is online and where the caller plays. */
  shown: boolean;
  /** Friend requests from the caller, oldest first: at most 50. A declined request looks like one that is still open. */
  you_asked: Array<FriendQuestion>;
};

/** A game with its stakes, as a table plays it from now on. */
export type GameAtHand = {
  /** The ante in chips; 0 if there is none. */
  ante: Chips;
  /** The bet size of each tier, in chips: exact in fixed limit, the minimum otherwise. */
  bets: Array<Chips>;
  /** The big blind in chips; 0 if there is none. */
  big_blind: Chips;
  /** Identifier of the game. */
  game: string;
  /** Name of the game. */
  game_name: LocalName;
  /** The betting structure: `nl`, `pot`, `fixed` or `spread`. */
  limit: string;
  /** The small blind in chips; 0 if there is none. */
  small_blind: Chips;
};

/** Checks a host's own game: `POST /api/v1/games/check`. */
export type GameCheckRequest = {
  /** The definition, up to 8192 bytes. */
  definition: string;
};

/** The result of the check: the game, or the fault in the definition. */
export type GameCheckResponse = {
  /** Description of the fault, in English. */
  error?: string;
  /** The game, if the definition can be played. */
  game?: GameInfo;
  /** Number of the faulty line, from 1. */
  line?: number;
};

/**
 * Ten hands of a host's own game, played by players who act at random: `POST /api/v1/games/deal`, which takes the same body as
 * `POST /api/v1/games/check`. With `hands` there is neither `line` nor `error`.
 */
export type GameDealResponse = {
  /** Description of the fault, in English. */
  error?: string;
  /** The hands; empty if the definition is faulty. */
  hands?: Array<TrialHand>;
  /** Number of the faulty line, from 1. */
  line?: number;
};

/** A playable game. */
export type GameInfo = {
  /** Default ante in chips; 0 if the game has none. */
  ante: Chips;
  /** Default bet size of each tier in the first betting structure, in chips. */
  bets: Array<Chips>;
  /** Default big blind in chips; 0 if the game has none. */
  big_blind: Chips;
  /**
   * The deal, with one symbol per card: `d` down, `u` up, `o` up or down at its owner's choice, `b` board, `h` board face down;
   * and one per step: `-` a betting round, `x` a draw, `t` a discard, `v` turning up board cards, `r` turning up cards of one's
   * own, `?` a declaration.
   */
  deal: string;
  /** The family of games it is listed under. */
  family: string;
  /** `true` if the game has a high side. */
  high: boolean;
  /** The stable identifier. */
  id: string;
  /** The betting structures to choose from: `nl`, `pot`, `fixed`, `spread`; the first one is the default. */
  limits: Array<string>;
  /** `true` if the game has a low side. */
  low: boolean;
  /** Name of the game. */
  name: LocalName;
  /** Its numbers in the catalogue. */
  numbers: Array<string>;
  /** Maximum number of players. */
  seats_max: number;
  /** Minimum number of players. */
  seats_min: number;
  /** Default small blind in chips; 0 if the game has none. */
  small_blind: Chips;
  /** `true` if its tables may have bomb pots. */
  bomb_pots?: boolean;
  /** The kinds of decision in the game, betting included, in order of first appearance. */
  decisions?: Array<DecisionKind>;
  /** The definition of a host's own game, for programs that can read it. */
  definition?: string;
  /** Maximum number of seats at its tables with two boards; left out if it has no double board. */
  double_board_seats?: number;
  /** The ranking of high hands, such as `high` or `short-deck`; left out if there is no high side. */
  high_ranking?: string;
  /** The ranking of low hands, such as `8-or-better`; left out if there is no low side. */
  low_ranking?: string;
  /** Number of the player's own cards that a hand must use; left out if any number will do. */
  own_cards?: number;
  /** `true` if its tables may have a seven-deuce bounty. */
  seven_deuce?: boolean;
  /** `true` if its tables may have straddles. */
  straddles?: boolean;
  /** `true` if the game has wild cards. */
  wild?: boolean;
};

/** The result in one game. */
export type GameResult = {
  /** Its statistics. */
  figures: ResultFigures;
  /** Identifier of the game. */
  game: string;
};

/**
 * The rules of a game in plain words: `GET /api/v1/games/{id}/rules`, or `GET /api/v1/tables/{table}/rules` for the game of a
 * table, which may be the host's own. `?lang=fr` selects French; the default is English.
 */
export type GameRules = {
  /** The definition that the words are generated from; empty for several games at one table. */
  definition: string;
  /** The game. */
  game: GameInfo;
  /** The language: `en` or `fr`. */
  lang: string;
  /** The rules, section by section, in order. */
  sections: Array<RuleSection>;
  /**
   * The mix, if these are the rules of several games at one table: `game` is then the first of them, or the default game of
   * dealer's choice.
   */
  mix?: MixInfo;
  /** The hand rankings for each side of the pot, with examples, the high side first; left out for several games at one table. */
  rankings?: Array<HandRanking>;
};

/** `GET /api/v1/games`: the games on offer. */
export type GamesResponse = {
  /** The games. */
  games: Array<GameInfo>;
  /** Rotations of games, and dealer's choice. */
  mixes?: Array<MixInfo>;
};

/** A player whose entry was given back. */
export type GonePlayer = {
  /** Number of the player, which no other player gets. */
  player: number;
  /** The player. */
  who: PlayerInfo;
};

/** A new guest: `POST /api/v1/guest`. */
export type GuestRequest = {
  /** The nickname, 2 to 20 characters. */
  nickname: string;
};

/** The reason for halting a table. */
export type HaltReason =
  | "short"
  | "fault";

/** A player who has lost the last chip in a hand of a live tournament. */
export type HandBust = {
  /**
   * Numbers of the players who won the chips; they divide the chips and the bounty. Empty if no official saw it: the other
   * players at the table divide the chips until a count, and the bounty goes to first place.
   */
  by: Array<number>;
  /** Number of the player in the tournament. */
  player: number;
  /** The player's stack at the start of the hand, which ranks players who go out together; the last recorded stack if left out. */
  stack?: Chips;
};

/** The reason for hand-for-hand. */
export type HandForHandReason =
  | "money"
  | "final"
  | "jump"
  | "director";

/** Hand-for-hand: all tables deal simultaneously, and a table whose hand is over waits for the others. */
export type HandForHandState = {
  /** The round in progress, from 1; 0 while waiting for hands that began earlier to end. */
  round: number;
  /** The reason. */
  why: HandForHandReason;
};

/** The elimination before which hand-for-hand begins. */
export type HandForHandTrigger =
  | { kind: "money" }
  | { kind: "final" }
  | {
      kind: "jump";
      /** Number of players left after it. */
      left: number;
    };

/** The name of a made hand as data; clients supply the words. */
export type HandName = {
  /** The cards that play. */
  cards: Array<Card>;
  /** The category, such as `full_house`. */
  category: string;
  /** Ranks that are part of the name, most significant first, such as `["9", "A"]`. */
  ranks: Array<string>;
  /**
   * The card that each of `cards` counts as, in the same order: itself, or the card that a wild card stands for; `X1` is a wild
   * card that counts below the ace. Left out if none is wild.
   */
  stands_for?: Array<Card>;
};

/** The number of a hand at its table, from 1 to 2^53 - 1. */
export type HandNo = number;

/** A participant in a finished hand. */
export type HandPlayer = {
  /** The player. */
  player: PlayerInfo;
  /** The seat, from 1. */
  seat: number;
};

/** A hand ranking, shown by examples. */
export type HandRanking = {
  /** One hand of each category, best first. */
  hands: Array<HandName>;
  /** Name of the ranking, such as `high`, `short-deck` or `8-or-better`. */
  ranking: string;
  /** The side of the pot that it decides: `high` or `low`. */
  side: Side;
  /** Cards that the examples treat as wild, in games where chance determines the wild cards; left out otherwise. */
  assumed_wild?: Array<Card>;
};

/**
 * `GET /api/v1/hands/{table}/{hand}`: a finished hand as the caller, who took part in it, may see it. With `?format=` set to
 * `phh`, `json`, `ohh` or `text`, the answer is a file in that format instead.
 */
export type HandRecord = {
  /** End of the hand, RFC 3339. */
  ended_at: string;
  /** All events that everyone saw, in order. */
  events: Array<PublicEvent>;
  /** Identifier of the game. */
  game: string;
  /** Number of the hand at its table, from 1. */
  hand: number;
  /** The players by seat. */
  players: Array<HandPlayer>;
  /** Identifier of the table. */
  table: TableId;
  /** Hundredths of the currency that a chip stood for, if the table showed chips as money. */
  chip_value?: number;
  /** The sign that stood with those amounts. */
  currency?: Currency;
  /** Definition of the game, if it was the host's own. */
  definition?: string;
  /** The game as in the list of games; left out if this version no longer knows it. */
  game_info?: GameInfo;
  /** The betting structure, such as `nl`; left out if this version no longer knows the game. */
  limit?: string;
  /** The caller's own cards in dealing order, drawn cards last. */
  own?: ShownCards;
  /**
   * Information for the caller's seat alone: its cards whenever they changed, and the hands they made. `seq` is the position in
   * `events`, from 1, of the event it came with.
   */
  parts?: Array<PrivateEvent>;
  /** Number of seats at the table. */
  seats?: number;
  /** The stakes. */
  stakes?: StakesAtHand;
  /** Start of the hand, RFC 3339. Absent from older servers, as are all fields below except `players`, `events` and `own`. */
  started_at?: string;
  /** Name of the table. */
  table_name?: string;
};

/** The running hand. */
export type HandState = {
  /** The bet to match in this round, as a total. */
  bet: Chips;
  /** The board cards that lie face up. */
  board: Array<Card>;
  /** Seat of the button, which may be empty. */
  button: number;
  /** Identifier of the game. */
  game: string;
  /** Number of the hand at its table, from 1. */
  hand: number;
  /** All chips in the pot, bets of this round included. */
  pot: Chips;
  /** The pots of the previous rounds, main pot first. */
  pots: Array<PotState>;
  /** Seat of the big blind. */
  big_blind?: number;
  /** Number of further board cards that lie face down. */
  board_down?: number;
  /** `true` in a bomb pot. */
  bomb_pot?: boolean;
  /** Declarations made in the dark for the coming round, in order. */
  dark?: Array<DarkAction>;
  /** The seat that may declare in the dark now. */
  dark_offer?: DarkOffer;
  /** `true` if two boards are dealt, each for half of every pot. */
  double_board?: boolean;
  /** The open draw, otherwise the last one; left out before the first. */
  draw?: DrawRound;
  /**
   * Number of the hand's `hand_started`, for as long as `resume` can deliver that event: `resume` with `after` set to one less
   * delivers everything that has happened in the hand.
   */
  first_seq?: number;
  /**
   * `true` while the hand is held during hand-for-hand: a player is all-in and called, and other tables still have decisions
   * left.
   */
  held?: boolean;
  /** The cards of the second of two boards. */
  second_board?: Array<Card>;
  /** Seat of the small blind, which may be empty. */
  small_blind?: number;
  /** The state of the stop, while the host has stopped the hand. */
  stop?: HandStop;
  /** The open decision, if there is one. */
  turn?: TurnState;
};

/** The state of a hand that the host has stopped. */
export type HandStop = {
  /** Number of players who hold cards: all of them have to agree. */
  holders: number;
  /** Number of players who have agreed. */
  agreed?: number;
  /** `true` once the host has asked whether the cards may be shown. */
  asked?: boolean;
  /** `true` once the cards lie open. */
  open?: boolean;
};

/** A line of `GET /api/v1/hands`: a hand of the caller. */
export type HandSummary = {
  /** End of the hand, RFC 3339. */
  ended_at: string;
  /** Identifier of the game. */
  game: string;
  /** Number of the hand at its table, from 1. */
  hand: number;
  /** Identifier of the table. */
  table: TableId;
  /** `true` if the caller was all-in. */
  all_in?: boolean;
  /** The board; the first one if it was run twice. */
  board?: Array<Card>;
  /** The caller's own cards at the end of the hand. */
  cards?: Array<Card>;
  /** Hundredths of the currency that a chip stood for, if the table showed chips as money. */
  chip_value?: number;
  /** The sign that stood with those amounts. */
  currency?: Currency;
  /** Chips that the caller won; negative if lost. */
  net?: number;
  /** Names of the other players dealt in. */
  opponents?: Array<string>;
  /** All chips that were played for. */
  pot?: Chips;
  /** `true` if the caller went to showdown. */
  showdown?: boolean;
  /** Name of the table. Absent from older servers, as are all fields below. */
  table_name?: string;
};

/** `GET /api/v1/hands`: the caller's hands, newest first. */
export type HandsResponse = {
  /** The hands, newest first. */
  hands: Array<HandSummary>;
  /**
   * Start of the older hands, for `?before=`; left out if there are none. A search that matches few hands stops after some
   * thousands and may return fewer than requested: older ones may still match.
   */
  before?: number;
};

/** The introduction of a client: with a `token`, as its account; without one, as a new guest named `nickname`. */
export type Hello = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Protocol versions that the client supports, such as `["poker.v1"]`. */
  versions: Array<string>;
  /** `true` if the new guest is a program. */
  bot?: boolean;
  /** Name and version of the client software, for the log: `name/version`. */
  client?: string;
  /**
   * A name for the device, of the client's choice, 1 to 64 characters. An account has one connection for each device, the newest,
   * and one for all clients that name none.
   */
  device?: string;
  /** Name of the new guest, 2 to 20 characters. */
  nickname?: string;
  /** An access token or an API token. */
  token?: string;
};

/** The cost and the prospects of a decision at a practice table. All fractions are in thousandths. */
export type Hint = {
  /**
   * Prospects of the hand if every player stays in to the end, estimated by dealing the rest many times. All holdings of the
   * opponents are taken as equally likely.
   */
  chance: HintChance;
  /** The cost of each choice, in chips from the stack. */
  costs: Array<HintCost>;
  /** Number of the hand. */
  hand: number;
  /** The share of the pot, in thousandths, at which paying `price` breaks even in the long run; 0 if staying in is free. */
  needed: number;
  /** All chips in the pot, bets of this round included. */
  pot: Chips;
  /** Chips needed to stay in: a call, or the price of a card; 0 if staying in is free. */
  price: Chips;
  /** The conclusion to draw. */
  reason: HintReason;
  /** Number of the decision. */
  turn: number;
  /** The cards that `reason` refers to: those to discard. */
  cards?: Array<Card>;
  /** `true` if the hand would win at least two pots in three were the cards shown now. */
  leads?: boolean;
  /**
   * Unseen cards any of which, coming next, would put the hand in the lead. Left out if it already leads, or if the next deal is
   * not a single card.
   */
  outs?: Array<Card>;
  /** The side that `reason` refers to. */
  side?: Declaration;
};

/** The prospects of a hand; fractions are in thousandths. */
export type HintChance = {
  /** Share of each player if all hands were equal, in thousandths. */
  fair: number;
  /** Number of times the rest was dealt. */
  samples: number;
  /** Average share of the pot, in thousandths. */
  share: number;
  /** Deals that win part of the pot, in thousandths. */
  tie: number;
  /** Deals that win the whole pot, in thousandths. */
  win: number;
  /** Share of the high side, in thousandths; left out in games without two sides. */
  high?: number;
  /** Share of the low side, in thousandths; left out in games without two sides. */
  low?: number;
};

/** A choice with a cost. */
export type HintChoice =
  | "fold"
  | "check"
  | "call"
  | "bet"
  | "raise"
  | "straddle"
  | "buy";

/** The cost of a choice, in chips from the stack. */
export type HintCost = {
  /** The kind of choice, named as in its `kind`. */
  choice: HintChoice;
  /** Maximum cost, in chips. */
  max: Chips;
  /** Minimum cost, in chips. */
  min: Chips;
};

/** The conclusion drawn from the numbers of a hint. */
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

/** An action of a table's host. */
export type HostAction =
  | {
      kind: "pause";
      /** Minutes from now after which play resumes by itself, 1 to 60; left out for a pause until `resume`. At private tables only. */
      minutes?: number;
    }
  | { kind: "resume" }
  | {
      kind: "stop_hand";
      /** Minutes from now after which the hand goes on by itself, 1 to 60. */
      minutes: number;
    }
  | { kind: "ask_reveal" }
  | { kind: "end_hand" }
  | {
      kind: "approval";
      /** `true` if players need approval. */
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
      /** Chips to add. */
      amount: Chips;
      /** The account, as in a player's `id`. */
      player: string;
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
      /** The complete new stakes. */
      stakes: HostStakes;
    }
  | { kind: "next_game" }
  | {
      kind: "bots";
      /** Number of bots wanted. */
      count: number;
    }
  | { kind: "close" }
  | {
      kind: "accept_rebuy";
      /** The chips that were asked for. Refused with `table.no_change` if the player has asked for other chips since. */
      amount: Chips;
      /** The account, as in a player's `id`. */
      player: string;
    }
  | {
      kind: "hand_over";
      /** The account, as in a player's `id`. */
      player: string;
    }
  | {
      kind: "voice";
      /** An `https` link of at most 200 bytes, in ASCII and without a user name; left out for none. */
      link?: string;
    }
  | {
      kind: "refuse_rebuy";
      /** The account, as in a player's `id`. */
      player: string;
    }
  | {
      kind: "correct";
      /** Chips of the buy-in, at least 1. */
      amount: Chips;
      /** The account whose buy-in it is about, as in a player's `id`. */
      player: string;
      /** The reason, 1 to 200 characters. */
      reason: string;
      /** The account that pays instead, as in a player's `id`. */
      paid_by?: string;
    };

/** A change in the host's decisions. */
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
  | "rebuys"
  | "voice"
  | "done";

/** The host's decisions about the table, as everyone there sees them. */
export type HostRules = {
  /** `true` if players need the host's approval to sit down. */
  approval?: boolean;
  /** Number of house bots invited. */
  bots?: number;
  /** `true` if the table closes at the end of the hand. */
  closing?: boolean;
  /** `true` if the next hand is one of the next game. */
  next_game?: boolean;
  /** `true` while no new hand begins. */
  paused?: boolean;
  /** Instant at which the pause ends by itself, if the host has given one. */
  paused_until?: UnixMs;
  /** Players who have asked for a rebuy, in order of asking. */
  rebuys?: Array<RebuyRequest>;
  /** Players who have asked for a seat, in order of asking; at most 20. */
  requests?: Array<SeatRequest>;
  /** `true` if the stakes change at the end of the hand. */
  stakes?: boolean;
  /** Link to the voice room. */
  voice?: string;
};

/** The stakes a host asks for. They are validated like those of a new table, with the same defaults for whatever is left out. */
export type HostStakes = {
  /** The ante of each player, in chips. */
  ante?: Chips;
  /** The big blind, in chips. */
  big_blind?: Chips;
  /** Maximum buy-in, in chips. */
  buy_in_max?: Chips;
  /** Minimum buy-in, in chips. */
  buy_in_min?: Chips;
  /** Multiplies every default amount of the game; amounts given below replace the product. */
  multiplier?: number;
  /** The small blind, in chips. */
  small_blind?: Chips;
};

/**
 * Visibility of the caller on the leaderboard: `PUT /api/v1/me/leaderboard`, which answers with the same. Guests and bots are
 * never on it.
 */
export type LeaderboardChoice = {
  /** `true` if the leaderboard shows the caller. */
  shown: boolean;
};

/** A line of the leaderboard. */
export type LeaderboardLine = {
  /** Number of hands in the week. */
  hands: number;
  /** Chips won; negative if lost. */
  net: number;
  /** The place, from 1; shared by players with equal winnings. */
  place: number;
  /** The player. */
  player: PlayerInfo;
};

/**
 * `GET /api/v1/leaderboard`: the players who won the most chips in a week at cash tables open to everyone, out of those who chose
 * to be shown.
 */
export type LeaderboardResponse = {
  /** Number of hands in the week below which a player is not ranked. */
  hands_min: number;
  /** The leading players, at most 100. */
  players: Array<LeaderboardLine>;
  /** The week, such as `2026-W48`: Monday to Sunday, UTC. */
  week: string;
  /** Identifier of the game; left out for all games together. */
  game?: string;
  /** The caller's own position; left out without a token. */
  you?: LeaderboardYou;
};

/** The caller's own position on the leaderboard. */
export type LeaderboardYou = {
  /** Number of hands in the week. */
  hands: number;
  /** Chips won; negative if lost. */
  net: number;
  /** `true` if the leaderboard shows the caller. */
  shown: boolean;
  /** The caller's place, from 1, if there is one. */
  place?: number;
};

/** The ledger of a table with chips of its own. */
export type Ledger = {
  /** All players who have bought chips, in the order of their first buy-in; those who have left included. */
  players: Array<LedgerLine>;
  /** The host's corrections, oldest first. */
  corrections?: Array<LedgerCorrection>;
};

/** A correction of the ledger by the table's host. */
export type LedgerCorrection = {
  /** Chips of the buy-in. */
  amount: Chips;
  /** Time of the correction. */
  at: UnixMs;
  /** The host who made it. */
  author: PlayerInfo;
  /** The player whose buy-in it is about. */
  player: PlayerInfo;
  /** The host's reason. */
  reason: string;
  /** The player who pays that buy-in instead; left out for a late buy-in. */
  paid_by?: PlayerInfo;
};

/**
 * A player's line in the ledger. It is sent again when chips move; `played` changes with `hand_started` alone. The player's
 * result is `taken` plus the chips at the table less `bought`.
 */
export type LedgerLine = {
  /** Chips bought so far, corrections included. Chips that are to be added at the end of the hand count already. */
  bought: Chips;
  /** The player. */
  player: PlayerInfo;
  /** Number of rebuys so far. */
  rebuys: number;
  /** Chips taken home so far. */
  taken: Chips;
  /** `true` once a hand has been dealt to the player. */
  played?: boolean;
};

/** The level clock. */
export type LevelClock = {
  /** Time elapsed in the level or break, in milliseconds. */
  elapsed_ms: number;
  /** Time left in the level or break, in milliseconds. */
  left_ms: number;
  /** The level, from 1. */
  level: number;
  /** `true` while the clock is running. */
  running: boolean;
  /** `true` during a break; `level` is then the one played before it. */
  break?: boolean;
};

/** A level: its stakes and its length. */
export type LevelInfo = {
  /** The ante in chips; 0 if there is none. */
  ante: Chips;
  /** The big blind in chips; in games without blinds, the bet of the first tier. */
  big_blind: Chips;
  /** Length of the level, in seconds. */
  duration: number;
  /** Identifier of the level's game, possibly with the betting structure, as in `omaha:pot`. */
  game: string;
  /** The level, from 1. */
  level: number;
  /** The small blind in chips; 0 if there is none. */
  small_blind: Chips;
  /** The smallest chip in play. */
  unit: Chips;
};

/** A row in the list of levels. */
export type LevelRow =
  | { kind: "level" } & LevelInfo
  | {
      kind: "break";
      /** Length of the break, in seconds. */
      duration: number;
    };

/** A kind of limit that an account sets for itself. */
export type LimitKind =
  | "break"
  | "time"
  | "loss";

/** A limit of time at tables that an account is about to reach. */
export type LimitNear = {
  /** Time at tables that is left, in milliseconds. */
  left_ms: number;
  /** The limit. */
  limit: LimitKind;
};

/** A limit of an account that has been reached: it gets no seat, no chips and no entry for now. */
export type LimitReached = {
  /** The limit. */
  limit: LimitKind;
  /** Its end. */
  until: UnixMs;
};

/** The limits of a connection. */
export type Limits = {
  /** Silence after which the server sends a ping, in milliseconds. */
  heartbeat_ms: number;
  /** Maximum number of messages in a burst. */
  message_burst: number;
  /** Maximum size of a message from the client, in bytes. */
  message_bytes: number;
  /** Sustained number of messages per second. */
  messages_per_second: number;
  /** Silence after which the server closes the connection, in milliseconds. */
  timeout_ms: number;
};

/**
 * Limits that an account sets for itself: `PUT /api/v1/me/limits`. A stricter limit holds at once, a looser one from the next
 * day, UTC. A field left out stays as it is.
 */
export type LimitsRequest = {
  /** Hours of a break that begins now, up to 720; 0 ends it. */
  break_hours?: number;
  /** Chips of the house lost a day; 0 for no limit. */
  daily_loss?: Chips;
  /** Minutes at tables a day, up to 1440; 0 for no limit. */
  daily_minutes?: number;
};

/** `GET /api/v1/me/limits`: the limits that the caller has set, and how far the day has come. `PUT` answers with the same. */
export type LimitsResponse = {
  /** Minutes at tables today, counted while there is a limit of time. */
  minutes: number;
  /** What holds today. */
  today: DailyLimits;
  /** What holds from tomorrow on. */
  tomorrow: DailyLimits;
  /** Beginning of the next day. */
  tomorrow_at: UnixMs;
  /** Chips won today, negative for a loss. */
  won: number;
  /** End of the break. */
  break_until?: UnixMs;
  /** A limit that has been reached. */
  reached?: LimitReached;
};

/** What became of a link. */
export type LinkState =
  | "open"
  | "closed"
  | "cut"
  | "wrong";

/** Changes in the lobby. */
export type LobbyMsg = {
  /** Tables that have closed. */
  closed: Array<TableId>;
  /** New and changed tables. */
  tables: Array<TableSummary>;
};

/** A name in both languages of the product. */
export type LocalName = {
  /** The name in English. */
  en: string;
  /** The name in French. */
  fr: string;
};

/** The hands that a seat's cards make. A side on which nothing can be said yet is left out. */
export type Made = {
  /** The hand on the high side. */
  high?: HandName;
  /** The hand on the low side, if it qualifies. */
  low?: HandName;
};

/** `GET /api/v1/me`: the caller's account. */
export type MeResponse = {
  /** Chips of the account that are not at a table. */
  balance: Chips;
  /** The caller's account. */
  you: PlayerInfo;
  /** `true` if the operator has verified that the account belongs to an adult. */
  adult?: boolean;
};

/** Several games at one table, as its creator requests them. */
export type MixConfig =
  | {
      kind: "rotation";
      /** The games in the order of play. */
      games?: Array<MixGame>;
      /** Number of hands for which each game is played; one orbit if left out. */
      hands?: number;
      /** Identifier of a rotation in the list of games; left out if `games` is a custom list. */
      rotation?: string;
    }
  | {
      kind: "dealers_choice";
      /** The game played when a dealer's time runs out. */
      default?: string;
      /** The games on offer; every game if left out. */
      games?: Array<MixGame>;
      /** Time to pick, in milliseconds; the time to act if left out. */
      pick_ms?: number;
    };

/** One of several games at a table. */
export type MixGame = {
  /** Identifier of the game. */
  game: string;
  /**
   * The betting structure: `nl`, `pot`, `fixed` or `spread`. Left out, it is the game's first; in dealer's choice it is the
   * dealer's to choose.
   */
  limit?: string;
  /**
   * Multiplies the default amounts of this game, so that the games of a list fit together. Left out, the game is scaled to the
   * largest minimum bet among the games of the list.
   */
  multiplier?: number;
};

/** Several games at one table. */
export type MixInfo = {
  /** The games in order; empty if the dealer may pick any game. */
  games: Array<MixGame>;
  /** The rule by which games change. */
  kind: MixKind;
  /** The game played when a dealer's time runs out. */
  default?: string;
  /** Number of hands for which each game of a rotation is played; one orbit if left out. */
  hands?: number;
  /** The identifier, if it is in the list of games. */
  id?: string;
  /** The common name, if it has one. */
  name?: LocalName;
  /** Its number in the catalogue, if it has one. */
  number?: string;
  /** Time to pick, in milliseconds. */
  pick_ms?: number;
};

/** The rule by which a table changes games. */
export type MixKind =
  | "rotation"
  | "dealers_choice";

/** The reason for moving a player. */
export type MoveReason =
  | "balance"
  | "break"
  | "open"
  | "director";

/** A request to mute or unmute an account. */
export type Mute = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** `true` to mute the account, `false` to let it chat again. */
  muted: boolean;
  /** The account, as in a player's `id`. */
  player: string;
  /** Identifier of the table. */
  table: TableId;
};

/** A colour to mark a player with. */
export type NoteColour =
  | "blue"
  | "teal"
  | "violet"
  | "rose"
  | "sand"
  | "slate";

/** The new note about a player: `PUT /api/v1/notes/{player}`. It replaces the earlier one. */
export type NoteRequest = {
  /** The text, at most 200 characters; may be empty if there is a colour. */
  text: string;
  /** The colour; none if left out. */
  colour?: NoteColour;
};

/** `GET /api/v1/notes`: the caller's notes. */
export type NotesResponse = {
  /** The notes, sorted by the players' identifiers. */
  notes: Array<PlayerNote>;
  /** Player after whom the next page begins, for `?after=`; left out on the last page. */
  after?: string;
};

/** An announcement by the operator, to be shown at tables and elsewhere. */
export type Notice = {
  /** Number of the announcement; one that arrives again under the same number is the same announcement. */
  no: number;
  /** The text in English and French. */
  text: LocalName;
  /**
   * Time from which it is no longer shown, in milliseconds since 1970. Until then, every new connection receives it after
   * `welcome`.
   */
  until: UnixMs;
};

/** Asks for the odds of exposed hands: `POST /api/v1/odds`. No card may appear twice. */
export type OddsRequest = {
  /** Identifier of the game. */
  game: string;
  /** The hands in contention, from 2 to 12, all with the same number of cards. */
  hands: Array<OpenHand>;
  /** The face-up board cards, in order. */
  board?: Array<Card>;
  /** Number of face-down board cards, which follow the others. */
  board_down?: number;
  /** Cards that everyone has seen and that cannot come: those of folded hands and of another board. */
  gone?: Array<Card>;
  /** Identifier of the table, if the game is its host's own. */
  table?: TableId;
};

/** The odds of exposed hands. */
export type OddsResponse = {
  /** Number of runouts behind the answer. 1, with `exact` set, if no card is to come. */
  deals: number;
  /**
   * Average share of the pot for each hand, in thousandths rounded down, in the order of the request. Empty if a draw, a discard
   * or another decision may still come, and if the cards cannot lie this way in the game.
   */
  shares: Array<number>;
  /** `true` if these are all possible runouts; otherwise they are random, and the same for the same question. */
  exact?: boolean;
};

/** A purchase or refund open to a player at this point in time. Its `kind` is the `type` of the request that carries it out. */
export type Offer =
  | {
      kind: "register";
      /** Total price in chips, bounty included. */
      price: Chips;
    }
  | {
      kind: "unregister";
      /** Chips refunded. */
      refund: Chips;
    }
  | {
      kind: "re_enter";
      /** Total price in chips, bounty included. */
      price: Chips;
    }
  | {
      kind: "tournament_rebuy";
      /** Chips added to the stack. */
      chips: Chips;
      /** Price in chips. */
      price: Chips;
      /** Time left to answer, in milliseconds, after the last chip is lost; left out while the player has chips. */
      left_ms?: number;
    }
  | {
      kind: "add_on";
      /** Chips added to the stack. */
      chips: Chips;
      /** Price in chips. */
      price: Chips;
    };

/** A game offered to the dealer. */
export type OfferedGame = {
  /** Identifier of the game. */
  game: string;
  /** The betting structures to choose from; the first one applies if none is named. */
  limits: Array<string>;
  /** Name of the game. */
  name: LocalName;
};

/** The maker of a decision. */
export type Official =
  | "server"
  | "player"
  | "floor"
  | "director";

/** A request was carried out. Only the fields that answer it are present. */
export type OkMsg = {
  /** The `id` of the request being answered. */
  id: string;
  /** The games on offer. */
  games?: Array<GameInfo>;
  /** The cost and the prospects of the open decision. */
  hint?: Hint;
  /** Rotations of games, and dealer's choice. */
  mixes?: Array<MixInfo>;
  /** The seat that was taken, from 1. */
  seat?: number;
  /** Number of the last event caused by the request, at its table or in its tournament. */
  seq?: number;
  /** The table that was opened. */
  table?: TableInfo;
  /** The tables in the lobby. */
  tables?: Array<TableSummary>;
  /** Number of the ruling request or report that was filed. */
  ticket?: number;
  /** The tournament that was entered or opened. */
  tournament?: TournamentSummary;
  /** The tournaments in the lobby. */
  tournaments?: Array<TournamentSummary>;
};

/** A request about a club. */
export type OneClub = {
  /** Number of the club. */
  club: number;
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
};

/** A request about one table. */
export type OneTable = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the table. */
  table: TableId;
};

/** A request about a tournament. */
export type OneTournament = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the tournament. */
  tournament: TournamentId;
};

/** An exposed hand. */
export type OpenHand = {
  /** The cards that were dealt face down, in order. */
  down: Array<Card>;
  /** The player's declaration. */
  declared?: Declaration;
  /** The cards that were dealt face up. */
  up?: Array<Card>;
};

/** A bot of the caller. */
export type OwnedBot = {
  /** The bot's chips that are not at a table. */
  balance: Chips;
  /** The bot. */
  bot: PlayerInfo;
  /** The bot's valid API tokens. */
  tokens: Array<BotTokenInfo>;
};

/**
 * Play at a table has stopped for a reason outside the game, and every clock with it. The message has no number, as nothing can
 * be recorded meanwhile. When play goes on a snapshot follows, in which an open decision has its full time again.
 */
export type Paused = {
  /** The reason: `storage` if nothing can be recorded, for example because the disk is full. */
  reason: string;
  /** Identifier of the table. */
  table: TableId;
};

/** The division of the pool. */
export type PayTerms =
  | { kind: "ladder" }
  | { kind: "table" }
  | {
      kind: "percents";
      /** Percentages of the pool, first place first. */
      percents: Array<number>;
    }
  | {
      kind: "seats";
      /** Identifier of the structure or tournament in which they are seats. */
      of: string;
      /** Number of seats. */
      seats: number;
    };

/** A payment between two players that settles a part of the ledger. */
export type Payment = {
  /** The amount, in chips. */
  amount: Chips;
  /** The player who pays. */
  from: PlayerInfo;
  /** The player who is paid. */
  to: PlayerInfo;
};

/** How officials have the pool of a live tournament paid out. The prizes add up to the pool, less the fee, plus the bonus. */
export type PayoutTerms = {
  /** Chips added to the prizes. */
  bonus: Chips;
  /** Chips to keep back from the pool, and all of it if it is smaller; of a percentage, those of the pool as it stands. */
  fee: Chips;
  /** `true` if officials set the prize of each place. */
  by_hand?: boolean;
  /** The fee as a percentage of the pool, if it is one. */
  fee_percent?: number;
  /** The unit of all prizes except the first, which gets the remainder; left out if it is that of the structure. */
  unit?: Chips;
};

/** A preset phrase. It says nothing about cards, so it may be said at any time. */
export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "thank_you"
  | "sorry"
  | "one_moment"
  | "good_game"
  | "good_bye";

/** A selection from several cards. */
export type Pick = {
  /** The cards to choose from. */
  cards: Array<Card>;
  /** Maximum number of cards. */
  max: number;
  /** Minimum number of cards. */
  min: number;
};

/** A dealer's open pick of the game for a hand. */
export type PickState = {
  /** Number of the coming hand, to be repeated in the answer. */
  hand: number;
  /** The decision. */
  turn: TurnState;
};

/** A heartbeat. */
export type Ping = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
};

/** A finishing place. Players who tie share several places. */
export type Place = {
  /** The best of the shared places. */
  best: number;
  /** The worst place in a tie; equal to `best` without one. */
  worst: number;
};

/** `GET /api/v1/tournaments/{tournament}/results`: finishing places and prizes, best first. */
export type PlacesResponse = {
  /** The players with a place after `?after=`. */
  places: Array<Finished>;
  /** The prizes of all places after `?after=`, best place first. */
  prizes: Array<Chips>;
  /** Place after which the next page begins, for `?after=`; left out on the last page. */
  after?: number;
};

/** A request that consists of its `id` alone. */
export type Plain = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
};

/** A session at a cash table. */
export type PlayedSession = {
  /** End of the first hand, in milliseconds since 1970. */
  from: UnixMs;
  /** Identifiers of the games played. */
  games: Array<string>;
  /** Number of hands. */
  hands: number;
  /** Chips won; negative if lost. */
  net: number;
  /** Identifier of the table. */
  table: TableId;
  /** End of the last hand, in milliseconds since 1970. */
  to: UnixMs;
  /** Name of the table, if still known. */
  table_name?: string;
};

/** A player as shown to everyone. */
export type PlayerInfo = {
  /** The permanent identifier of the account. */
  id: string;
  /** The kind of account. */
  kind: PlayerKind;
  /** The display name. */
  name: string;
};

/** The kind of account a player has. */
export type PlayerKind =
  | "guest"
  | "account"
  | "bot";

/** The caller's note about a player. It is private. */
export type PlayerNote = {
  /** Time of the last change, in milliseconds since 1970. */
  changed_at: UnixMs;
  /** The player, under the current name. */
  player: PlayerInfo;
  /** The text; may be empty. */
  text: string;
  /** The colour, if there is one. */
  colour?: NoteColour;
};

/** The presence of a player. */
export type PlayerPresence =
  | "active"
  | "disconnected"
  | "absent";

/** A sign of life. */
export type Pong = {
  /** The `id` of the request being answered. */
  id: string;
  /** The server's clock, in milliseconds since 1970; for display only. */
  time_ms: number;
};

/** The kind of a forced payment. */
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
  /** Chips in the pot. */
  amount: Chips;
  /** Seats in contention for it. */
  seats: Array<number>;
};

/**
 * `POST /api/v1/practice`: opens a table where the caller alone plays against house bots. No one else can find it. Its chips have
 * no value: none come from an account or go to one.
 */
export type PracticeRequest = {
  /** Number of bots: at least 1, and few enough to leave one seat of the game free. */
  bots: number;
  /** Identifier of the game or of a mix. */
  game: string;
  /** The betting structure: `nl`, `pot`, `fixed` or `spread`; the game's first if left out. */
  limit?: string;
};

/** A player connected or disconnected. */
export type Presence = {
  /** `true` while the player has an open connection. */
  connected: boolean;
  /** The seat, from 1. */
  seat: number;
  /** Identifier of the table. */
  table: TableId;
};

/** Visibility of the caller's presence and tables to friends: `PUT /api/v1/me/presence`, which answers with the same. */
export type PresenceChoice = {
  /** `true` if friends can see them. */
  shown: boolean;
};

/** Information for one viewer alone. */
export type Private = {
  /** The private parts, in the order of their event numbers. */
  events: Array<PrivateEvent>;
  /** Identifier of the table. */
  table: TableId;
};

/** Information for one seat alone, under the number of a public event. */
export type PrivateEvent =
  | {
      kind: "cards";
      /** The new cards, hidden and face up, in dealing order; empty after a discard without replacement. */
      cards: Array<Card>;
      /** All cards of the seat, in the order in which they lie. */
      hand: Array<Card>;
      /** Number of the public event that this belongs to. */
      seq: number;
    }
  | {
      kind: "made";
      /** Number of the public event that this belongs to. */
      seq: number;
      /** The hand on the high side. */
      high?: HandName;
      /** The hand on the low side, if it qualifies. */
      low?: HandName;
      /** The hands made with the second of two boards. */
      second?: Made;
    }
  | {
      kind: "choices";
      /** The board cards that lie face up. */
      board: Array<Card>;
      /** The seat's own cards. */
      cards: Array<Card>;
      /** All legal choices; anything else is illegal. */
      choices: Array<Choice>;
      /** Number of the hand, to be repeated in the answer. */
      hand: number;
      /** All chips in the pot, bets of this round included. */
      pot: Chips;
      /** Number of the public event that this belongs to. */
      seq: number;
      /** The seat's stack. */
      stack: Chips;
      /** Chips needed to call; 0 if there is nothing to call. */
      to_call: Chips;
      /** Number of the decision, to be repeated in the answer. */
      turn: number;
      /** Number of further board cards that lie face down. */
      board_down?: number;
      /** For each of those cards, `true` if it lies face up; left out if none does. */
      face_up?: Array<boolean>;
      /** The cards of the second of two boards. */
      second_board?: Array<Card>;
    }
  | {
      kind: "consent";
      /** `true` if the seat has agreed. */
      agreed: boolean;
      /** Number of the public event that this belongs to. */
      seq: number;
    };

/** The reason for paying a prize. */
export type PrizeReason =
  | "place"
  | "seat"
  | "deal"
  | "cancel";

/** A penalty proposed by the ladder. Rule: tournament 11.2. */
export type ProposedRung = {
  /** The fault. */
  fault: string;
  /** Number of the player in the tournament. */
  player: number;
  /** The next rung. */
  rung: Rung;
  /** Number of earlier penalties of the player for this fault. */
  times: number;
};

/** An event that everyone at the table sees. */
export type PublicEvent =
  | {
      kind: "player_sat";
      /** The player. */
      player: PlayerInfo;
      /** The seat, from 1. */
      seat: number;
      /** The stack bought in with; in a tournament, the player's stack there. */
      stack: Chips;
      /** The status of the seat. */
      status: SeatStatus;
      /** The bounty on the player's head, in a tournament with bounties. */
      bounty?: Chips;
      /** Participation of the seat in the hands of the tournament. */
      event_status?: EventStatus;
      /** `true` if the player comes from another table of the tournament. */
      moved?: boolean;
    }
  | {
      kind: "player_left";
      /** The seat, from 1. */
      seat: number;
      /** Chips taken from the table. */
      stack: Chips;
      /** `true` if the player continues at another table of the tournament. */
      moved?: boolean;
    }
  | {
      kind: "carried_paid";
      /** Chips in the pot. */
      amount: Chips;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "seat_status_changed";
      /** The seat, from 1. */
      seat: number;
      /** The new status. */
      status: SeatStatus;
      /** Participation of the seat in the hands of a tournament. */
      event_status?: EventStatus;
    }
  | {
      kind: "straddling_set";
      /** `true` if the player straddles from now on. */
      on: boolean;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "own_pause_set";
      /** The seat, from 1. */
      seat: number;
      /** End of the pause, in milliseconds since 1970; left out if it is over. */
      until?: UnixMs;
    }
  | {
      kind: "chips_added";
      /** Chips added. */
      amount: Chips;
      /** The seat, from 1. */
      seat: number;
      /** The resulting stack. */
      stack: Chips;
    }
  | {
      kind: "free_stack_given";
      /** Free stacks still available to the player after this one. */
      left: number;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "wait_list_changed";
      /** The players who are waiting, first in line first. */
      players: Array<PlayerInfo>;
    }
  | {
      kind: "seat_offered";
      /** The player for whom it is reserved. */
      player: PlayerInfo;
      /** The seat, from 1. */
      seat: number;
      /** Duration of the reservation from now on, in milliseconds. Absent from older servers. */
      keep_ms?: number;
    }
  | {
      kind: "game_changed";
      /** The new game with its stakes. */
      game: GameAtHand;
      /** `true` if the server picked because the time ran out. */
      auto?: boolean;
      /** The dealer who picked it, in dealer's choice. */
      seat?: number;
    }
  | { kind: "pick_withdrawn" }
  | {
      kind: "seats_drawn";
      /** Each card with the seat it was dealt to, in dealing order. */
      cards: Array<SeatCard>;
      /** The move of every player, all made at the same time; some players stay. */
      moves: Array<SeatMove>;
    }
  | {
      kind: "dealer_drawn";
      /** Each card with the seat it was dealt to, in dealing order. */
      cards: Array<SeatCard>;
      /** Seat of the dealer of the first hand. */
      dealer: number;
      /** The rule that decides. */
      rule: FirstDealer;
    }
  | {
      kind: "closing_announced";
      /** Closing time, in milliseconds since 1970. */
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
      /** Seat of the button, which may be empty. */
      button: number;
      /** Chips carried over into the pot from an earlier hand. */
      carried: Chips;
      /** Identifier of the game. */
      game: string;
      /** Number of the hand at its table, from 1. */
      hand: number;
      /** Seats dealt in, with their stacks before anything is posted. */
      seats: Array<SeatStack>;
      /** Seat of the big blind. */
      big_blind?: number;
      /** `true` in a bomb pot: every player posts an ante, and the betting begins on the flop. */
      bomb_pot?: boolean;
      /** Hands until the next bomb pot: 1 if the next hand is one. Left out at tables without bomb pots. */
      bomb_pot_in?: number;
      /**
       * The server's commitment to the order of the deck, made before the first card: a SHA-256 in 64 hex digits. Left out of
       * composed hands, such as those of lessons.
       */
      commitment?: string;
      /** Seats whose hands are dead from the start: they are dealt cards that no player ever sees, and count as folded. */
      dead?: Array<number>;
      /** `true` if two boards are dealt, each for half of every pot. */
      double_board?: boolean;
      /** The tournament level at which the hand is played, from 1. */
      level?: number;
      /** Seat of the small blind, which may be empty. */
      small_blind?: number;
      /** Seats with chips that are not dealt in because they came in between the button and the small blind. */
      waiting?: Array<number>;
    }
  | {
      kind: "posted";
      /** `true` if the stack is now empty. */
      all_in: boolean;
      /**
       * Chips paid; fewer than the stakes demand, possibly none, if the player had no more. The bet to match is the full amount all
       * the same.
       */
      amount: Chips;
      /** The kind of payment. */
      post: PostKind;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "hole_cards_dealt";
      /** The cards by seat, in dealing order. */
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
      /** Number of cards. */
      count: number;
    }
  | {
      kind: "board_turned";
      /** The cards turned up. */
      cards: Array<Card>;
    }
  | {
      kind: "communal_dealt";
      /** The card. */
      card: Card;
    }
  | {
      kind: "extra_card_dealt";
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "turn_started";
      /** The kind of decision. */
      decision: DecisionKind;
      /** Seats to act; several if they choose simultaneously and nothing is revealed until all have chosen. */
      seats: Array<number>;
      /** Number of the decision in this hand. Numbering starts at 1, or at 0 if the dealer picks the game first. */
      turn: number;
      /** The seat that may declare in the dark for the coming round while this decision is open. */
      dark?: DarkOffer;
      /** Number of the draw, if the decision is `draw`. Absent from records of older hands. */
      draw?: DrawRound;
      /** Number of the coming hand, if its dealer is to pick the game. */
      hand?: number;
    }
  | {
      kind: "dark_declared";
      /** `check` or `bet`. */
      action: BetAction;
      /** The seat, from 1. */
      seat: number;
      /** Total of the bet; 0 for a check. */
      to: Chips;
      /** The seat that may declare next. */
      next?: DarkOffer;
    }
  | {
      kind: "action_taken";
      /** The action. */
      action: BetAction;
      /** Chips added to the pot. */
      added: Chips;
      /** `true` if the stack is now empty. */
      all_in: boolean;
      /** `true` if the server acted because the time ran out. */
      auto: boolean;
      /** The seat, from 1. */
      seat: number;
      /** The seat's total for this betting round. */
      to: Chips;
      /** `true` if the action was declared in the dark and is carried out without a decision. */
      dark?: boolean;
    }
  | {
      kind: "excess_forfeited";
      /** Chips forfeited. */
      amount: Chips;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "kitty_taken";
      /** Chips received. */
      amount: Chips;
    }
  | {
      kind: "seven_deuce_paid";
      /** The winner's two cards. */
      cards: Array<Card>;
      /** The payment of each other seat, starting to the left of the winner; a seat without chips pays nothing. */
      payments: Array<SeatAmount>;
      /** Seat of the winner. */
      seat: number;
    }
  | {
      kind: "kitty_shared";
      /** The share of each seat, starting to the left of the dealer. */
      shares: Array<SeatAmount>;
    }
  | {
      kind: "cards_discarded";
      /** `true` if the server acted because the time ran out. */
      auto: boolean;
      /** Number of cards discarded, including those that lay face up. */
      count: number;
      /** The seat, from 1. */
      seat: number;
      /** The discards that lay face up. */
      up?: Array<Card>;
    }
  | {
      kind: "cards_drawn";
      /** `true` if the server acted because the time ran out. */
      auto: boolean;
      /** Number of cards drawn. */
      count: number;
      /** The seat, from 1. */
      seat: number;
      /** The discards that lay face up. The new cards lie face down. */
      up?: Array<Card>;
    }
  | {
      kind: "straddle_declined";
      /** `true` if the server acted because the time ran out. */
      auto: boolean;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "choice_made";
      /** `true` if the server acted because the time ran out. */
      auto: boolean;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "cards_rolled";
      /** The cards turned up, by seat. */
      rolls: Array<Rolled>;
    }
  | {
      kind: "card_kept";
      /** `true` if the server acted because the time ran out. */
      auto: boolean;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "card_swapped";
      /** The discarded card. */
      card: Card;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "cards_arranged";
      /** `true` if the server acted because the time ran out. */
      auto: boolean;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "card_bought";
      /** `true` if the stack is now empty. */
      all_in: boolean;
      /** Chips paid. */
      amount: Chips;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "buy_passed";
      /** `true` if the server acted because the time ran out. */
      auto: boolean;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "declared";
      /** The declarations by seat. */
      declarations: Array<SeatDeclaration>;
    }
  | { kind: "passed_out" }
  | {
      kind: "openers_shown";
      /** The cards shown. */
      cards: Array<Card>;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "killed_shown";
      /** All cards of the killed hand. */
      cards: Array<Card>;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "pot_carried";
      /** Chips in the pot. */
      amount: Chips;
    }
  | {
      kind: "deck_refilled";
      /** Number of cards shuffled back. */
      count: number;
    }
  | {
      kind: "uncalled_returned";
      /** Chips returned. */
      amount: Chips;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "pots_formed";
      /** The pots as they now stand, main pot first. */
      pots: Array<PotState>;
    }
  | {
      kind: "hands_tabled";
      /** The hands by seat. */
      hands: Array<ShownCards>;
    }
  | {
      kind: "hands_opened";
      /** The hands by seat, down cards first. */
      hands: Array<ShownCards>;
    }
  | {
      kind: "runs_decided";
      /** `true` if all of them agreed to run it twice. */
      twice: boolean;
    }
  | {
      kind: "second_run_started";
      /** Number of cards common to both boards, counted from the first card of the board. */
      kept: number;
    }
  | {
      kind: "hand_shown";
      /** The cards shown. */
      cards: Array<Card>;
      /** The seat, from 1. */
      seat: number;
      /** The hand made on the high side. */
      high?: HandName;
      /** The hand made on the low side. */
      low?: HandName;
      /** The run of the board, from 1; left out if it was run once. */
      run?: number;
    }
  | {
      kind: "rabbit_shown";
      /** The cards, in the order in which they would have come. */
      cards: Array<Card>;
      /** Seat of the player who asked. */
      seat: number;
    }
  | {
      kind: "hand_mucked";
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "pot_awarded";
      /** Chips paid in total. */
      amount: Chips;
      /** Number of the pot; 0 is the main pot. */
      pot: number;
      /** Chips paid to each winner. */
      shares: Array<SeatAmount>;
      /** The side that is paid. */
      side: Side;
      /** The run of the board, from 1; left out if it was run once. */
      run?: number;
    }
  | {
      kind: "hand_completed";
      /** Number of the hand at its table, from 1. */
      hand: number;
      /** All stacks after the hand. */
      stacks: Array<SeatAmount>;
    }
  | {
      kind: "hand_voided";
      /** Number of the hand at its table, from 1. */
      hand: number;
      /** All stacks after the refund. */
      stacks: Array<SeatAmount>;
    }
  | {
      kind: "player_muted";
      /** `true` if the account is muted. */
      muted: boolean;
      /** The account, as in a player's `id`. */
      player: string;
    }
  | {
      kind: "player_removed";
      /** The account, as in a player's `id`. */
      player: string;
    }
  | {
      kind: "host_changed";
      /** The new host. */
      host: PlayerInfo;
    }
  | {
      kind: "host_ruled";
      /** The change. */
      deed: HostDeed;
      /** All decisions of the host that are now in force. */
      rules: HostRules;
    }
  | {
      kind: "chips_given";
      /** Chips added. */
      amount: Chips;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "player_moved";
      /** The old seat, from 1. */
      from: number;
      /** The status of the seat. */
      status: SeatStatus;
      /** The new seat, from 1. */
      to: number;
    }
  | {
      kind: "stakes_changed";
      /** Maximum buy-in. */
      buy_in_max: Chips;
      /** Minimum buy-in. */
      buy_in_min: Chips;
      /** The current game with its new stakes. */
      game: GameAtHand;
    }
  | {
      kind: "stack_set";
      /** The seat, from 1. */
      seat: number;
      /** The resulting stack. */
      stack: Chips;
    }
  | {
      kind: "bounty_set";
      /** The resulting bounty. */
      bounty: Chips;
      /** The seat, from 1. */
      seat: number;
    }
  | {
      kind: "level_changed";
      /** The game of the level with its stakes. */
      game: GameAtHand;
      /** The level, from 1. */
      level: number;
    }
  | { kind: "hand_held" }
  | { kind: "hand_released" }
  | {
      kind: "hand_stopped";
      /** The state of the stop. */
      stop: HandStop;
    }
  | { kind: "hand_went_on" }
  | {
      kind: "time_called";
      /** Seat of the player to act. */
      seat: number;
      /** The player who called Time; left out if it was an official. */
      by?: PlayerInfo;
    }
  | {
      kind: "time_extended";
      /** Seat of the player to act. */
      seat: number;
    }
  | {
      kind: "ledger_changed";
      /** The lines that changed, as they are now; new ones come last in the ledger. */
      lines: Array<LedgerLine>;
      /** The host's correction, if that was the reason. */
      correction?: LedgerCorrection;
      /** All corrections as they are now, if a deleted account's name went out of them; left out otherwise. */
      corrections?: Array<LedgerCorrection>;
    }
  | {
      kind: "ledger_settled";
      /** The payments. */
      payments: Array<Payment>;
    }
  | { kind: "table_paused" }
  | { kind: "table_resumed" }
  | { kind: "table_closed" };

/** The subscription to delete: `DELETE /api/v1/push`. */
export type PushAddress = {
  /** URL of the subscription at the browser's push service. */
  endpoint: string;
};

/** `GET /api/v1/push`: the public key for browsers to subscribe with, as `applicationServerKey`. */
export type PushKey = {
  /** An uncompressed P-256 point in base64url. It stays the same for the life of the server's data folder. */
  key: string;
};

/** The keys that messages to a subscription are encrypted with. */
export type PushKeys = {
  /** The authentication secret: 16 bytes in base64url. */
  auth: string;
  /** The browser's public key: an uncompressed P-256 point in base64url. */
  p256dh: string;
};

/**
 * A browser's subscription, as returned by `PushSubscription.toJSON()`: `PUT /api/v1/push`. An account has at most 5; a new one
 * replaces the oldest.
 */
export type PushSubscription = {
  /** URL of the subscription at the browser's push service. */
  endpoint: string;
  /** The keys that messages are encrypted with. */
  keys: PushKeys;
};

/** A formula that leagues use. */
export type ReadyFormula = {
  /** Its text. */
  formula: string;
  /** Its stable name. */
  name: string;
};

/** A request to the table's host for a rebuy. */
export type RebuyRequest = {
  /** Chips asked for. */
  amount: Chips;
  /** The player. */
  player: PlayerInfo;
};

/** The rebuys of a tournament. */
export type RebuyTerms = {
  /** Chips that a rebuy adds to the stack. */
  chips: Chips;
  /** The level at the end of which rebuys end, from 1. */
  levels: number;
  /** Maximum number of rebuys per player. */
  most: number;
  /** Chips that a rebuy pays into the pool. */
  price: Chips;
};

/** The rule for rebuys at a table with chips of its own. */
export type Rebuys =
  | "approval"
  | "forbidden";

/** An event that recurs. */
export type RecurringEvent = {
  /** How many days before its start an event is announced. */
  ahead: number;
  /** The days of the week. */
  days: Array<Weekday>;
  /** Name of its template. */
  name: string;
  /** Start of the next event to be announced, in milliseconds since 1970. */
  next: UnixMs;
  /** Its number. */
  recurring: number;
  /** Number of its template. */
  template: number;
  /** Local time of the start. */
  time: string;
  /** The time zone. */
  zone: string;
  /** The code of the error that keeps the next event from being announced. */
  fault?: string;
  /** The event announced last. */
  last?: TournamentId;
  /** `true` if no events are announced for the time being. */
  paused?: boolean;
};

/** An event that recurs: `POST` to `/api/v1/recurring` or `/api/v1/clubs/{club}/recurring`, and `PUT` to one of them. */
export type RecurringRequest = {
  /**
   * How many days before its start an event is announced: 0 to 28, where 0 is an hour. The next one is announced once this one
   * has begun, however near it is.
   */
  ahead: number;
  /** The days of the week, at least one. */
  days: Array<Weekday>;
  /** Number of the template of the event, one of the same account or club. */
  template: number;
  /**
   * Local time of the start, as `20:00`. Where clocks skip it, play starts as much later as they skip; where they show it twice,
   * at the first.
   */
  time: string;
  /** The time zone, by its name in the IANA database: `Europe/Paris`. */
  zone: string;
  /** `true` if no events are announced for the time being. */
  paused?: boolean;
};

/** The events of an account or a club that recur. */
export type RecurringResponse = {
  /** The events, by the start of the next. */
  recurring: Array<RecurringEvent>;
};

/** Renews a session: `POST /api/v1/refresh`. Browsers leave the token out, as they have it in a cookie. */
export type RefreshRequest = {
  /** The refresh token. Using it consumes it, whatever the answer; using it a second time ends the session. */
  refresh_token?: string;
};

/** A request to send an account away. */
export type Remove = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** The account, as in a player's `id`. */
  player: string;
  /** Identifier of the table. */
  table: TableId;
};

/** A report of a player to the officials. */
export type Report = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** The account being reported, as in a player's `id`. */
  player: string;
  /** Identifier of the table. */
  table: TableId;
  /** Description of the incident, 1 to 500 characters. */
  text: Statement;
};

/** A call for an official. */
export type RequestRuling = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the table. */
  table: TableId;
  /** The question to the official, 1 to 500 characters. */
  text: Statement;
};

/** Statistics over a set of hands. Those that make no sense for the games played are left out. */
export type ResultFigures = {
  /** Number of hands. */
  hands: number;
  /** Chips won; negative if lost. */
  net: number;
  /** The result measured in the big blind of each hand, over the hands that had one. */
  big_blinds?: BigBlinds;
  /** Hands with a raise by the caller in the first betting round, out of the same hands. */
  pfr?: Share;
  /**
   * Hands that the caller took to showdown, out of those in which the caller and an opponent were still in after the first
   * betting round.
   */
  showdown?: Share;
  /**
   * Hands in which the caller put chips in voluntarily in the first betting round (a call, a bet or a raise), out of the hands
   * with a big blind in which the caller had a decision there. The big blind has none in a walk.
   */
  vpip?: Share;
  /** Showdowns in which the caller won chips from a pot, out of all of the caller's showdowns. */
  won_at_showdown?: Share;
};

/** A point on the graph of a result. */
export type ResultPoint = {
  /** End of the last of those hands, in milliseconds since 1970. */
  at: UnixMs;
  /** Number of hands played so far. */
  hands: number;
  /** Chips won so far; negative if lost. */
  net: number;
};

/** `GET /api/v1/me/results`: the caller's results in cash games. */
export type ResultsResponse = {
  /** Figures per game, the game with the most hands first. */
  games: Array<GameResult>;
  /** The graph of the result, oldest point first: at most 240 points. */
  points: Array<ResultPoint>;
  /** Figures over all hands that match the query. */
  total: ResultFigures;
  /** `true` while hands are still being counted: repeating the request continues the count. */
  counting?: boolean;
};

/** A request to catch up with a table. */
export type Resume = {
  /** Number of the last event received; 0 for none. */
  after: Seq;
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the table. */
  table: TableId;
  /** The seat, if the account has one there. */
  seat?: SeatClaim;
};

/** A request to catch up with a tournament. */
export type ResumeTournament = {
  /** Number of the last event received; 0 for none. */
  after: Seq;
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the tournament. */
  tournament: TournamentId;
};

/** Down cards that a seat turned up. */
export type Rolled = {
  /** The cards. */
  cards: Array<Card>;
  /** The seat, from 1. */
  seat: number;
  /** The declaration announced with them. */
  announced?: Declaration;
};

/** A section of the rules. */
export type RuleSection = {
  /** The sentences, one per line. */
  lines: Array<string>;
  /** `true` if the lines are steps that follow one another. */
  steps: boolean;
  /** Heading of the section. */
  title: string;
};

/** A rung of the penalty ladder. */
export type Rung =
  | "warning"
  | "hands"
  | "orbits"
  | "disqualification";

/** A change of a season. */
export type SeasonChange = {
  /** Time, in milliseconds since 1970. */
  at: UnixMs;
  /** The name of who made it. */
  by: string;
  /** What was changed. */
  kind: SeasonChangeKind;
  /** Players whose rank or points changed; omitted if the server stopped before it counted them. */
  moved?: number;
  /** The event. */
  name?: string;
};

/** A kind of change of a season. */
export type SeasonChangeKind =
  | "added"
  | "corrected"
  | "deleted"
  | "rules";

/** The answer to a change: the season, and who moved. */
export type SeasonChanged = {
  /** The players whose rank or points changed, in the order of the standings; then those who are gone. */
  moved: Array<SeasonMove>;
  /** The season after the change. */
  season: SeasonResponse;
};

/** An event of a season. */
export type SeasonEvent = {
  /** Its day, in milliseconds since 1970. */
  at: UnixMs;
  /** Players in the event. */
  entrants: number;
  /** Number of the event. */
  event: number;
  /** Its name. */
  name: string;
  /** Price of an entry. */
  price: Chips;
  /** The results, by place. */
  results: Array<SeasonPlace>;
  /** `true` if the results were taken from a tournament. */
  tournament?: boolean;
};

/** An event of a season: `POST /api/v1/clubs/{club}/seasons/{season}/events` and `PUT .../events/{event}`. */
export type SeasonEventRequest = {
  /** Its day, in milliseconds since 1970: events count in this order. */
  at: UnixMs;
  /** The name: 1 to 40 visible characters. */
  name: string;
  /** Players in the event; as many as have a result if omitted. */
  entrants?: number;
  /** Price of an entry. */
  price?: Chips;
  /** The results: at most 200. */
  results?: Array<SeasonResult>;
  /** A tournament of the club that is over. Its results are taken, and `results` must be empty. */
  tournament?: string;
};

/** A line of the standings. */
export type SeasonLine = {
  /** Players eliminated. */
  knock_outs: number;
  /** The person's name. */
  name: string;
  /** Number of the person. */
  person: number;
  /** Events played. */
  played: number;
  /** Points that count, in hundredths. */
  points: number;
  /** The rank, from 1; players who share one have the same. */
  rank: number;
  /** The points of each event, in the order of the events. */
  results: Array<SeasonPoints>;
  /** First places. */
  wins: number;
  /** The rule that put the player behind the one above, who has the same points. */
  tie?: TieRule;
};

/** A player whose rank or points changed. */
export type SeasonMove = {
  /** The person's name. */
  name: string;
  /** Number of the person. */
  person: number;
  /** The place in the standings now; omitted if there is none. */
  after?: SeasonRank;
  /** The place in the standings before; omitted if there was none. */
  before?: SeasonRank;
};

/** A result of an event, as it is kept. */
export type SeasonPlace = {
  /** Players eliminated. */
  knock_outs: number;
  /** Number of the person. */
  person: number;
  /** The place, from 1. */
  place: number;
  /** Rebuys. */
  rebuys: number;
};

/** The points of a player in an event. */
export type SeasonPoints = {
  /** `true` if they do not count, because enough others are better. */
  dropped?: boolean;
  /** Points in hundredths; omitted if the player was not there. */
  points?: number;
};

/** A place in the standings. */
export type SeasonRank = {
  /** Points in hundredths. */
  points: number;
  /** The rank. */
  rank: number;
};

/** A season and its rules: `POST /api/v1/clubs/{club}/seasons` and `PUT /api/v1/clubs/{club}/seasons/{season}`. */
export type SeasonRequest = {
  /** Points of a result. */
  formula: string;
  /** The name: 1 to 40 visible characters. */
  name: string;
  /** How many of a player's results count, the best: 1 to 60; all if omitted. */
  best?: number;
  /** Rules for the same points, the first one first, each once. Players whom none separates share a rank. */
  ties?: Array<TieRule>;
};

/** `GET /api/v1/clubs/{club}/seasons/{season}`: a season with its standings. */
export type SeasonResponse = {
  /** The latest changes, newest first: at most 50. */
  changes: Array<SeasonChange>;
  /** Number of the club. */
  club: number;
  /** Name of the club. */
  club_name: string;
  /** The events, in the order of time. */
  events: Array<SeasonEvent>;
  /** Points of a result. */
  formula: string;
  /** Its name. */
  name: string;
  /** Number of the season. */
  season: number;
  /** The standings. */
  standings: Array<SeasonLine>;
  /** Rules for the same points, the first one first. */
  ties: Array<TieRule>;
  /** How many of a player's results count, the best; all if omitted. */
  best?: number;
};

/** A result of an event. */
export type SeasonResult = {
  /** The place, from 1. Players who shared a place have the same. */
  place: number;
  /** Players eliminated. */
  knock_outs?: number;
  /** The person's name, instead of the number. An unknown name becomes a player without an account. */
  name?: string;
  /** Number of the person in the club. */
  person?: number;
  /** Rebuys. */
  rebuys?: number;
};

/** An amount of chips at a seat. */
export type SeatAmount = {
  /** The amount in chips. */
  amount: Chips;
  /** The seat, from 1. */
  seat: number;
};

/** A seat's time bank. */
export type SeatBank = {
  /** Time left in the bank, in milliseconds. */
  left_ms: number;
  /** The seat, from 1. */
  seat: number;
};

/** A seat with the card dealt to it face up. */
export type SeatCard = {
  /** The card. */
  card: Card;
  /** The seat, from 1. */
  seat: number;
};

/**
 * The seat of a connection that begins to watch a table where its account sits. One connection of the account holds the seat
 * there: it alone gets the cards and the decisions.
 */
export type SeatClaim =
  | "take"
  | "if_free"
  | "no";

/** The declaration of a seat. */
export type SeatDeclaration = {
  /** The seat, from 1. */
  seat: number;
  /** The sides of the pot declared for. */
  sides: Declaration;
};

/**
 * The account's seat at a table is held by another connection or by none: this one gets neither cards nor decisions there from
 * now on, and watches as a spectator does. A `watch` takes the seat. The message follows the answer to a `watch` or `resume` that
 * did not get the seat.
 */
export type SeatHeld = {
  /** The connection that holds the seat. */
  by: SeatHolder;
  /** Identifier of the table. */
  table: TableId;
};

/** The connection that holds an account's seat. */
export type SeatHolder =
  | "other_device"
  | "nobody";

/** The move of a player from one seat to another, or to the same. */
export type SeatMove = {
  /** The old seat, from 1. */
  from: number;
  /** The new seat, from 1. */
  to: number;
};

/** A seat in the running hand. */
export type SeatPlay = {
  /** `true` if the stack is empty and the hand is still in contention. */
  all_in: boolean;
  /** Chips put in during this betting round. */
  bet: Chips;
  /**
   * The cards as this viewer may see them: `null` for each one that is face down. Empty after a fold, except for the cards'
   * owner.
   */
  cards: Array<Card | null>;
  /** `true` if the hand was folded. */
  folded: boolean;
  /** The announcement made with the cards it last turned up. */
  announced?: Declaration;
  /** The sides of the pot it plays for, once all players have declared. */
  declared?: Declaration;
  /** Number of cards drawn, if a draw was the last thing the seat did. */
  drew?: number;
  /** For each of those cards, `true` if it lies face up; left out if none does. */
  face_up?: Array<boolean>;
  /** The seat's last action in this betting round. */
  last_action?: BetAction;
  /** The seat's last forced payment since cards were last dealt, such as a bring-in, unless it has acted since. */
  posted?: PostKind;
};

/** The reason for giving a player a seat. */
export type SeatReason =
  | "start"
  | "late"
  | "round"
  | "final";

/** A player who has asked for a seat. */
export type SeatRequest = {
  /** The player. */
  player: PlayerInfo;
  /** The host's answer. */
  state: SeatRequestState;
};

/** The state of a request for a seat. The request ends when the player sits down or withdraws it. */
export type SeatRequestState =
  | "asked"
  | "accepted"
  | "refused";

/** A seat dealt in, with its stack. */
export type SeatStack = {
  /** The seat, from 1. */
  seat: number;
  /** The stack in chips. */
  stack: Chips;
};

/** A taken seat. */
export type SeatState = {
  /** `true` while the player has an open connection. */
  connected: boolean;
  /** The player. */
  player: PlayerInfo;
  /** The seat, from 1. */
  seat: number;
  /** The stack in chips, without the chips in the pot. */
  stack: Chips;
  /** The status of the seat. */
  status: SeatStatus;
  /** End of the player's own pause, in milliseconds since 1970; left out if there is none. */
  back_at?: UnixMs;
  /** The bounty on the player's head, in a tournament with bounties. */
  bounty?: Chips;
  /** Participation of the seat in the hands of a tournament. */
  event_status?: EventStatus;
  /** The seat in the running hand, if it was dealt in. */
  play?: SeatPlay;
  /** `true` if the player straddles whenever the seat's position allows it. */
  straddles?: boolean;
};

/** The participation of a seat. */
export type SeatStatus =
  | "active"
  | "waiting"
  | "sitting_out"
  | "busted"
  | "leaving";

/** The sequence number of an event at its table, from 1 to 2^53 - 1; 0 stands for the point before the first event. */
export type Seq = number;

/** A table event as every viewer receives it. Numbers have no gaps: a client that finds one must resume. */
export type SeqEvent = {
  /** The event itself. */
  event: PublicEvent;
  /** Number of the event at its table, from 1. */
  seq: number;
};

/** A message from the server. Clients should skip types they do not recognise. */
export type ServerMsg =
  | { type: "welcome" } & Welcome
  | { type: "pong" } & Pong
  | { type: "ok" } & OkMsg
  | { type: "error" } & ErrorMsg
  | { type: "events" } & Events
  | { type: "private" } & Private
  | { type: "snapshot" } & Snapshot
  | { type: "lobby" } & LobbyMsg
  | { type: "club" } & ClubMsg
  | { type: "chat" } & ChatMsg
  | { type: "chat_removed" } & ChatRemoved
  | { type: "notice" } & Notice
  | { type: "presence" } & Presence
  | { type: "watchers" } & Watchers
  | { type: "ahead" } & Ahead
  | { type: "seat_held" } & SeatHeld
  | { type: "paused" } & Paused
  | { type: "set_aside" } & SetAside
  | { type: "balance" } & Balance
  | { type: "friends" } & FriendsMsg
  | { type: "limit_reached" } & LimitReached
  | { type: "limit_near" } & LimitNear
  | { type: "closing" } & Closing
  | { type: "tournament_snapshot" } & TournamentSnapshot
  | { type: "tournament_events" } & TournamentEvents
  | { type: "tournament_you" } & TournamentYou;

/** A session: the answer to guest creation, registration, login and refresh. */
export type SessionResponse = {
  /** Access token, for `hello` and for `Authorization: Bearer`. */
  access_token: string;
  /** Chips of the account that are not at a table. */
  balance: Chips;
  /** Time until the access token expires, in seconds. */
  expires_in_s: number;
  /** The account. */
  you: PlayerInfo;
  /** Refresh token, good for one `POST /api/v1/refresh`. Browsers receive it as an `HttpOnly` cookie instead. */
  refresh_token?: string;
};

/** Table rules beyond those of the game. Whatever is left out is as usual. */
export type SessionRules = {
  /**
   * Frequency and ante of bomb pots, if there are any: every player dealt in posts an ante, and there are no blinds and no
   * betting before the flop. For games with a small and a big blind and a shared board only.
   */
  bomb_pot?: BombPot;
  /**
   * The amount that a chip stands for, in hundredths of the currency, 1 to 1,000,000: clients show chips as money. There is no
   * money in the system. For tables with chips of their own only.
   */
  chip_value?: number;
  /**
   * `true` if the table is a class: its host may stop a running hand and ask whether its cards may be shown. They are shown to
   * all once every player who holds cards has agreed. For private tables with chips of their own only.
   */
  class?: boolean;
  /**
   * Closing time of the table, in milliseconds since 1970: the hand running then is played to its end, and every player leaves
   * with the stack.
   */
  closes_at?: UnixMs;
  /** The sign that stands with amounts of money, if any. Needs `chip_value`. */
  currency?: Currency;
  /**
   * `true` if players may check or bet in the dark, that is, declare it for the coming betting round before its board cards are
   * dealt, with `check_dark` and `bet_dark`. For games with a board only.
   */
  dark_bets?: boolean;
  /**
   * The hands in which two boards are dealt side by side, each for half of every pot. For games with
   * [`GameInfo::double_board_seats`], and with no more seats than that.
   */
  double_board?: DoubleBoard;
  /**
   * The rule that determines the first dealer; if left out, `high_card` in games with a small and a big blind, otherwise
   * `first_jack`.
   */
  first_dealer?: FirstDealer;
  /** `true` if a bet or raise of an illegal size counts as a legal one and the excess is dead money, instead of being refused. */
  forfeit_excess?: boolean;
  /**
   * Number of free stacks, 1 to 5, that a player who has lost everything receives, one after another, each as large as the first
   * buy-in. Chips cannot be added then, and a player who has lost all stacks is out. For private tables only.
   */
  free_stacks?: number;
  /**
   * `true` if the table has a kitty, which receives one chip from the main pot of every hand with more than one raise. When the
   * table closes, the players still there divide it equally, odd chips going to the left of the dealer; the last player to leave
   * takes it. For private tables only.
   */
  kitty?: boolean;
  /**
   * `true` if the table has chips of its own: buy-ins are written into a ledger that all can read instead of being paid from
   * accounts, and when the table closes the ledger says who pays whom. For private tables only.
   */
  own_chips?: boolean;
  /**
   * `true` if players who were dealt in may see the board cards that would have come after a hand has ended early: `rabbit_hunt`.
   * For games with a board only.
   */
  rabbit_hunt?: boolean;
  /** The rule for rebuys, if they are not free. For tables with chips of their own only. */
  rebuys?: Rebuys;
  /**
   * Maximum number of rebuys of each player, 1 to 100. Sitting down again with more chips than were taken home is a rebuy too.
   * For tables with chips of their own only.
   */
  rebuys_max?: number;
  /**
   * `true` if a full house or better that wins a pot starts roodles: from the next hand until the deal returns to that hand's
   * dealer, all stakes are doubled and no player sits out.
   */
  roodles?: boolean;
  /**
   * `true` if players who are all-in may agree to run it twice: the rest of the board is dealt twice, each board for half of
   * every pot. They are given the choice when only board cards are still to come.
   */
  run_twice?: boolean;
  /**
   * `true` if cards dealt face up before the first hand determine the seats: once all seats are taken, or half a minute after
   * enough players have arrived. For private tables only.
   */
  seat_draw?: boolean;
  /**
   * The seven-deuce bounty in big blinds, 1 to 20: each other player of the hand pays it, out of the remaining stack, to the sole
   * winner of the main pot who holds a seven and a deuce, suited or not. The winner's cards are shown even if all others folded.
   * For games with exactly two hole cards only.
   */
  seven_deuce?: number;
  /** The order of showing at the showdown, if it is to differ from the game's own rule. */
  show_rule?: ShowRule;
  /**
   * The seats that may straddle. A player who turned it on with `straddle` posts twice the big blind before the deal; the betting
   * begins with the next seat, and the straddler acts last. At most one straddle per hand, and none heads-up. For games with a
   * small and a big blind only.
   */
  straddle?: StraddleRule;
  /** Minutes by which those without a seat see the table late, 1 to 15: cards, actions, chat, everything. */
  watch_delay?: number;
};

/**
 * `GET /api/v1/me/sessions`: the caller's sessions at cash tables, newest first. A session takes place at one table and ends
 * after half an hour without a hand there.
 */
export type SessionsResponse = {
  /** The sessions, newest first. */
  sessions: Array<PlayedSession>;
  /** Start of the older sessions, for `?before=`; left out if there are none. */
  before?: UnixMs;
};

/**
 * A table out of play because the server cannot continue it. Its chips stay where they are until an operator reopens the table or
 * returns them.
 */
export type SetAside = {
  /** Your chips there, as you last saw them between two hands. */
  chips: Chips;
  /** Identifier of the table. */
  table: TableId;
  /** Name of the table, if it can still be read. */
  name?: string;
};

/** The severity of penalties. */
export type Severity =
  | "light"
  | "normal"
  | "heavy";

/** A frequency: occurrences out of opportunities. */
export type Share = {
  /** Number of opportunities; at least 1. */
  of: number;
  /** Number of occurrences. */
  times: number;
};

/** Settings of a link to a hand: `POST /api/v1/hands/{table}/{hand}/share`. */
export type ShareRequest = {
  /** `true` if players appear under numbers instead of their names. */
  hide_names: boolean;
  /** `true` if the link shows the caller's cards in addition to what everyone saw at the table. */
  own_cards: boolean;
};

/** A link to a hand, usable by anyone. The same request gives the same link until the link is withdrawn. */
export type ShareResponse = {
  /** Path of the page that shows the hand. */
  path: string;
  /** Token for `GET /api/v1/shared/{token}`: 128 random bits. */
  token: string;
};

/** A request to show cards. */
export type Show = {
  /** Cards to show, out of the player's own. */
  cards: Array<Card>;
  /** Number of the hand that has just ended. */
  hand: HandNo;
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the table. */
  table: TableId;
};

/** The order of showing at the showdown. */
export type ShowRule =
  | "all"
  | "muck_losers";

/** Cards of a seat shown to everyone. */
export type ShownCards = {
  /** The cards. */
  cards: Array<Card>;
  /** The seat, from 1. */
  seat: number;
};

/** The part of a pot that is paid. */
export type Side =
  | "whole"
  | "high"
  | "low";

/** A request to sit out or to come back. */
export type SitOut = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** `true` to sit out, `false` to come back. */
  out: boolean;
  /** Identifier of the table. */
  table: TableId;
  /** Entry into the game on coming back, also at the end of a pause; ignored on sitting out without an end. */
  entry?: Entry;
  /**
   * Minutes of a pause, after which you are dealt in again if a connection of yours is there, and go on sitting out otherwise;
   * ignored on coming back. Left out, sitting out has no end. Sent again, it sets another end, counted from now.
   */
  minutes?: number;
  /** Point from which to sit out; ignored on coming back. */
  when?: SitOutWhen;
};

/** The point from which a player sits out. */
export type SitOutWhen =
  | "next_hand"
  | "next_big_blind";

/** The state of a table at one point in time. */
export type Snapshot = {
  /** Number of the last event included in `state`; later events continue from here. */
  seq: number;
  /** The table as this viewer may see it. */
  state: TableState;
  /** Identifier of the table. */
  table: TableId;
  /**
   * Number of the earliest event that `resume` can still deliver, if any. `resume` with `after` set to one less delivers the
   * running hand and the one before it from their beginning. Events up to `seq` are already part of `state`.
   */
  first_seq?: number;
};

/** The stakes of a table from now on. */
export type StakesAtHand = {
  /** The ante in chips; 0 if there is none. */
  ante: Chips;
  /** The bet size of each tier, in chips: exact in fixed limit, the minimum otherwise. */
  bets: Array<Chips>;
  /** The big blind in chips; 0 if there is none. */
  big_blind: Chips;
  /** The small blind in chips; 0 if there is none. */
  small_blind: Chips;
};

/** The event that starts a tournament. */
export type StartKind =
  | "time"
  | "full";

/** A message to an official: 1 to 500 characters, no control characters except line breaks, and not only spaces. */
export type Statement = string;

/** A request to straddle, or to stop straddling. */
export type Straddle = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** `true` to straddle, `false` to stop. */
  on: boolean;
  /** Identifier of the table. */
  table: TableId;
};

/** The seats that may straddle. */
export type StraddleRule =
  | "under_the_gun"
  | "button"
  | "any_place";

/** Checks a host's own structure: `POST /api/v1/structures/check`. */
export type StructureCheckRequest = {
  /** The definition, up to 8192 bytes. */
  definition: string;
};

/** The result of the check: the structure, or the first fault in the definition. */
export type StructureCheckResponse = {
  /** Description of the fault, in English. */
  error?: string;
  /** The faulty key, such as `levels` or `rebuy.chips`; left out if the definition is not TOML. */
  key?: string;
  /** Number of the faulty line, from 1. */
  line?: number;
  /** The structure, if the definition can be played. */
  structure?: StructureInfo;
};

/** `GET /api/v1/structures/{structure}`: a structure that comes with the server, with its file as a starting point for one's own. */
export type StructureFile = {
  /** Text of its file. */
  definition: string;
  /** The structure. */
  structure: StructureInfo;
};

/** The structure of a tournament: everything published before anyone enters. */
export type StructureInfo = {
  /** The treatment of an absent player's hand. */
  absent_hand: AbsentHand;
  /** Time to act, in milliseconds. */
  action_ms: number;
  /** The payer of the ante. */
  ante: AnteFormat;
  /** Initial time bank, in milliseconds. */
  bank_ms: number;
  /** The schedule of breaks. */
  breaks: BreakPlan;
  /** The timing of decisions. */
  clock: ClockKind;
  /** Maximum number of players. */
  entries_max: number;
  /** Minimum number of players; with fewer it does not start. */
  entries_min: number;
  /** Number of seats at the final table. */
  final_seats: number;
  /** The games: one, or several that take turns, one per level. */
  games: Array<TournamentGame>;
  /** Guaranteed minimum of the pool, in chips; 0 if nothing is guaranteed. */
  guarantee: Chips;
  /** The eliminations before which hand-for-hand begins. */
  hand_for_hand: Array<HandForHandTrigger>;
  /** The stable identifier, such as `freezeout`. */
  id: string;
  /** The way the field shrinks. */
  kind: FieldKind;
  /** The level at the end of which entries close, from 1; 0 closes them at the start. */
  late_levels: number;
  /** Number of tables at or below which short-handed tables halt earlier. */
  late_tables: number;
  /** Levels and breaks, in order. After the last level, each further one is half as large again as the one before. */
  levels: Array<LevelRow>;
  /** Name of the structure. */
  name: LocalName;
  /** The division of the pool. */
  pays: PayTerms;
  /** Chips that an entry pays into the pool. */
  price: Chips;
  /** Number of times a player who is out may re-enter while entries are open. */
  re_entries: number;
  /** Number of seats at a table. */
  seats: number;
  /** The severity of penalties. */
  severity: Severity;
  /** Starting stack of an entry, in tournament chips. */
  stack: Chips;
  /** The event that starts the tournament. */
  start: StartKind;
  /** The add-on, if there is one. */
  add_on?: AddOnTerms;
  /** Bounties, if there are any. */
  bounty?: BountyTerms;
  /** `true` if players may check or bet in the dark, as with `dark_bets` of a table's `session`. */
  dark_bets?: boolean;
  /** `true` if the house alone may announce it, because it guarantees prizes. */
  house_only?: boolean;
  /** Unit to which prizes are rounded, in chips, except for the first prize, which takes the remainder; 1 if left out. */
  pays_unit?: Chips;
  /** Rebuys, if there are any. */
  rebuy?: RebuyTerms;
};

/** `GET /api/v1/structures`: the tournament structures that come with the server. */
export type StructuresResponse = {
  /** The structures. */
  structures: Array<StructureInfo>;
};

/** A decision in a hand to study. */
export type StudyDecision = {
  /** The action the seat took. */
  action: Action;
  /** The cost and the prospects of the decision. */
  hint: Hint;
  /** Position of the event in the record that opened the decision, from 1: that of the part with its choices. */
  seq: number;
};

/** A hand to study, seen from one of its seats. */
export type StudyHand = {
  /** All decisions of the seat, in order. */
  decisions: Array<StudyDecision>;
  /** Family of the hand's game. */
  family: string;
  /** The hand as the player in the seat `own.seat` saw it. `parts` also includes the `choices` given to the seat. */
  record: HandRecord;
};

/**
 * `GET /api/v1/practice/hands`: hands to study, played by house bots. Everyone gets the same ones for a day, counted by UTC, and
 * new ones the next day.
 */
export type StudyResponse = {
  /** The day, such as `2026-11-25`. */
  day: string;
  /** The hands, from several families of games. */
  hands: Array<StudyHand>;
};

/** The settings of a table. Whatever is left out takes the game's default. */
export type TableConfig = {
  /** Identifier of the game; with a `definition`, its identifier or an empty string; empty with a `mix`. */
  game: string;
  /** Name of the table; 1 to 40 characters. */
  name: string;
  /** Number of seats. */
  seats: number;
  /** Time to act, in milliseconds: at least 100. People always get at least 1000. */
  action_ms?: number;
  /** `true` if hands are tabled as soon as a player is all-in and no further betting is possible. */
  all_in_face_up?: boolean;
  /** The ante of each player, in chips. */
  ante?: Chips;
  /** The big blind, in chips. */
  big_blind?: Chips;
  /** Maximum buy-in, in chips. */
  buy_in_max?: Chips;
  /** Minimum buy-in, in chips. */
  buy_in_min?: Chips;
  /** A game of the host's own, in the format of the server's own games, up to 8192 bytes. Allowed at private tables only. */
  definition?: string;
  /** `true` if house bots may join human players, if the server has any. They never join private tables, which they cannot see. */
  house_bots?: boolean;
  /** The betting structure: `nl`, `pot`, `fixed` or `spread`. */
  limit?: string;
  /** Several games instead of one; `game` is then empty, and amounts follow from `multiplier`. */
  mix?: MixConfig;
  /** `true` if the button always moves to the next player instead of staying on a seat that lost its player. */
  moving_button?: boolean;
  /** Multiplies every default amount of the game; amounts given below replace the product. */
  multiplier?: number;
  /**
   * `true` if the table is only for those who know its identifier, which then contains an invitation of 128 random bits: the
   * table is in no list, and part of the identifier finds nothing.
   */
  private?: boolean;
  /** Table rules beyond those of the game. */
  session?: SessionRules;
  /** The small blind, in chips. */
  small_blind?: Chips;
  /** Time bank of each player, in milliseconds. */
  time_bank_ms?: number;
};

/**
 * The permanent identifier of a table; never reused. Treat it as opaque: the identifier of a private table contains its
 * invitation, so anyone who has it can open the table.
 */
export type TableId = string;

/** The full description of a table. */
export type TableInfo = {
  /** Time to act, in milliseconds. */
  action_ms: number;
  /** The ante in chips; 0 if there is none. */
  ante: Chips;
  /** The bet size of each tier, in chips: exact in fixed limit, the minimum otherwise. */
  bets: Array<Chips>;
  /** The big blind in chips; 0 if there is none. */
  big_blind: Chips;
  /** Maximum buy-in, in chips. */
  buy_in_max: Chips;
  /** Minimum buy-in, in chips. */
  buy_in_min: Chips;
  /** Identifier of the game. With several games, this, the name, the limit and the amounts are those of the current one. */
  game: string;
  /** Name of the game. */
  game_name: LocalName;
  /** The betting structure: `nl`, `pot`, `fixed` or `spread`. */
  limit: string;
  /** Name of the table. */
  name: string;
  /** `true` if the table is left out of the lobby's list. */
  private: boolean;
  /** Number of seats. */
  seats: number;
  /** The small blind in chips; 0 if there is none. */
  small_blind: Chips;
  /** Its identifier; that of a private table contains the invitation. */
  table: TableId;
  /** Time bank of each player, in milliseconds. */
  time_bank_ms: number;
  /**
   * The account that hosts the table, as in a player's `id`: the one that opened it, or to which it was handed over; left out at
   * house tables.
   */
  host?: string;
  /** `true` if house bots may join human players. */
  house_bots?: boolean;
  /** The games of a table that plays several. */
  mix?: MixInfo;
  /** `true` if the game is the host's own, which is not in the list of games: the table's snapshot contains it. */
  own_game?: boolean;
  /** `true` if one player practises here against bots. The chips have no value elsewhere. */
  practice?: boolean;
  /** Table rules beyond those of the game; left out if all are as usual. */
  session?: SessionRules;
  /**
   * The tournament to which the table belongs. Its chips have no value elsewhere, and requests about seats and chips have to be
   * made to the tournament.
   */
  tournament?: EventInfo;
};

/** A table that the server cannot continue. */
export type TableOutOfPlay = {
  /** Number of the table in the tournament. */
  table_no: number;
  /** The fault, in the server's words. */
  why: string;
};

/** A table at one point in time, as one viewer may see it. */
export type TableState = {
  /** Number of hands completed so far. */
  hands: number;
  /** Description of the table. */
  info: TableInfo;
  /** `true` while play is paused. */
  paused: boolean;
  /** The taken seats. */
  seats: Array<SeatState>;
  /** Players waiting for a seat, first in line first. */
  wait_list: Array<PlayerInfo>;
  /**
   * Hands until the next bomb pot, not counting the running hand: 1 if the next hand is one. Left out at tables without bomb
   * pots.
   */
  bomb_pot_in?: number;
  /**
   * Chips of a pot that was not won, if there are any: between two hands they wait for the next one, during a hand they are part
   * of its pot.
   */
  carried?: Chips;
  /** The game, if it is the host's own; all others are in the list of games. */
  game?: GameInfo;
  /** The running hand, if there is one. */
  hand?: HandState;
  /** The host's decisions in force; left out if there are none. */
  host_rules?: HostRules;
  /** Chips in the kitty, if the table has one. */
  kitty?: Chips;
  /** The ledger, at a table with chips of its own. */
  ledger?: Ledger;
  /** Accounts muted by the host, as in a player's `id`. */
  muted?: Array<string>;
  /** The dealer's open pick of the game for the next hand, if there is one. */
  pick?: PickState;
  /** `true` during roodles, an orbit for doubled stakes; `info` has the doubled ones. */
  roodles?: boolean;
  /** The viewer's own information, if the viewer has a seat here. */
  you?: YourState;
};

/** A table as listed in the lobby. */
export type TableSummary = {
  /** Average pot of the most recent hands, in chips. */
  average_pot: Chips;
  /** Number of taken seats that belong to bots. */
  bots: number;
  /** Number of hands completed so far. */
  hands: number;
  /** Description of the table. */
  info: TableInfo;
  /** Numbers of the taken seats, from 1. */
  taken: Array<number>;
  /** Number of players waiting for a seat. */
  waiting: number;
  /** Number of taken seats whose players are not playing: they sit out, have no chips, or are disconnected. */
  away?: number;
  /** Number of hands left for the current game of a rotation, if known. */
  hands_left?: number;
};

/** `GET /api/v1/tables`: the tables in the lobby. */
export type TablesResponse = {
  /** The tables in the lobby. */
  tables: Array<TableSummary>;
};

/** The content of a template. It is checked as the real thing is, when it is kept and again when it is used. */
export type TemplateContent =
  | {
      kind: "structure";
      /** Its text, up to 8192 bytes. */
      definition: string;
    }
  | {
      kind: "payouts";
      /** The percentages, best place first, separated by commas: `50, 30, 20`. */
      pays: string;
    }
  | {
      kind: "chips";
      /** The chips: up to 12 values, each once. */
      chips: Array<ChipsOfValue>;
    }
  | {
      kind: "table";
      /** The settings, as for `create_table`. */
      config: TableConfig;
    }
  | {
      kind: "event";
      /** The announcement, as for `POST /api/v1/tournaments`. */
      config: TournamentConfig;
    };

/** The kind of a template. */
export type TemplateKind =
  | "structure"
  | "payouts"
  | "chips"
  | "table"
  | "event";

/** A template in a list. */
export type TemplateLine = {
  /** Time of the last change, in milliseconds since 1970. */
  at: UnixMs;
  /** Its kind. */
  kind: TemplateKind;
  /** Its name. */
  name: string;
  /** Number of the template. */
  template: number;
};

/** A template to be kept: `POST` to `/api/v1/templates` or `/api/v1/clubs/{club}/templates`, and `PUT` to one of them. */
export type TemplateRequest = {
  /** The content. Another content of a template has the same kind. */
  content: TemplateContent;
  /** The name: 1 to 40 visible characters. */
  name: string;
};

/** A template. */
export type TemplateResponse = {
  /** Time of the last change, in milliseconds since 1970. */
  at: UnixMs;
  /** Its kind. */
  kind: TemplateKind;
  /** Its name. */
  name: string;
  /** Number of the template. */
  template: number;
  /** The content, as it was kept; left out if this version of the server cannot read it. */
  content?: Record<string, unknown>;
};

/** The templates of an account or a club. */
export type TemplatesResponse = {
  /** The templates, by kind and name. */
  templates: Array<TemplateLine>;
};

/** The kind of a ticket. */
export type TicketKind =
  | "ruling"
  | "report";

/** A rule that separates players with the same points. */
export type TieRule =
  | "wins"
  | "places"
  | "head_to_head"
  | "knock_outs"
  | "fewer_events"
  | "latest";

/** A choice of when the player's own time bank begins. */
export type TimeBank = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Start of the time bank. */
  start: BankStart;
  /** Identifier of the table. */
  table: TableId;
};

/** Asks for play money: `POST /api/v1/top-up`, answered like `GET /api/v1/me`. Moves chips. */
export type TopUpRequest = {
  /** Chips to grant; the rest of the day's allowance if left out. */
  amount?: Chips;
  /** Identifier of the request, 1 to 64 characters; repeating it grants nothing more. */
  id?: string;
};

/** The settings of a new tournament: `POST /api/v1/tournaments`. */
export type TournamentConfig = {
  /**
   * `true` if the tournament is for adults: an account may enter only once the operator has verified its age, and programs never
   * may, so it takes no bots. A satellite of such a tournament is for adults too, whether or not this is set.
   */
  adults_only?: boolean;
  /** Number of players up to which house bots join, once a person has entered. */
  bots?: number;
  /**
   * A structure of the host's own, in the format of the server's own structures, up to 8192 bytes. The house adds nothing to its
   * pool: it has no guarantee.
   */
  definition?: string;
  /** Languages of the chat, as BCP 47 tags such as `en` or `fr-CA`, each once and at most 8; any language will do if left out. */
  languages?: Array<string>;
  /**
   * `true` if the tournament is played with real cards and chips beside a screen: the host and other officials enter players and
   * results by floor actions, no hands are dealt, and no chips of accounts move. It may leave out `starts_at`, and takes no bots.
   */
  live?: boolean;
  /** Name of the tournament, 1 to 40 characters; the name of the structure if left out. */
  name?: string;
  /** `true` if the tournament is left out of all lists and only for those who have its identifier, which contains the invitation. */
  private?: boolean;
  /** Start of play, in milliseconds since 1970, at most 31 days from now; required unless it is a sit & go. */
  starts_at?: UnixMs;
  /** Identifier of the structure; empty with a `definition`. */
  structure?: string;
  /**
   * The tournament whose seats are the prizes; required if the structure pays seats. It must have the structure named by
   * `pays.of`, must not have begun play, and must not start before the seats are paid for.
   */
  target?: TournamentId;
  /** Minutes by which those without a seat at a table see it late, 1 to 15. Not for live tournaments. */
  watch_delay?: number;
};

/**
 * A tournament event, the same for all viewers. Hands are events of their tables; only those that wait for other tables or are
 * void appear here. A pair such as `from` is an array of table number and seat. `rule` is the rule applied, if there is one, such
 * as `2.3` or `D-26`.
 */
export type TournamentEvent =
  | {
      event: "player_registered";
      /** Chips paid for bounties. */
      bounty: Chips;
      /** The number of the entry. */
      entry: number;
      /** Chips paid to the pool. */
      paid: Chips;
      /** The player's number in this tournament. */
      player: number;
      /** Starting stack of the entry. */
      stack: Chips;
      /** `true` if the place was given to the first on the waiting list. */
      waited?: boolean;
      /** The player's account. Left out in simulations. */
      who?: PlayerInfo;
    }
  | {
      event: "waitlist_changed";
      /** Number of those on the list. */
      waiting: number;
    }
  | {
      event: "start_postponed";
      /** The new start, in milliseconds since 1970. */
      starts_at: UnixMs;
    }
  | {
      event: "entry_undone";
      /** The role of whoever undid it. */
      by: Official;
      /** Number of the line in the audit trail. */
      line: number;
      /** The reason, in words. */
      reason: string;
    }
  | {
      event: "entry_redone";
      /** The role of whoever redid it. */
      by: Official;
      /** Number of the line in the audit trail. */
      line: number;
      /** The reason, in words. */
      reason: string;
    }
  | {
      event: "re_entered";
      /** Chips paid for bounties. */
      bounty: Chips;
      /** The number of the new entry. */
      entry: number;
      /** Chips paid to the pool. */
      paid: Chips;
      /** Number of the player in the tournament. */
      player: number;
      /** Starting stack of the entry. */
      stack: Chips;
    }
  | {
      event: "player_unregistered";
      /** Number of the entry. */
      entry: number;
      /** Number of the player in the tournament. */
      player: number;
      /** Chips refunded. */
      refund: Chips;
    }
  | {
      event: "rebuy_taken";
      /** Chips added to the stack. */
      chips: Chips;
      /** Number of the entry. */
      entry: number;
      /** Chips paid to the pool. */
      paid: Chips;
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      event: "add_on_taken";
      /** Chips added to the stack. */
      chips: Chips;
      /** Number of the entry. */
      entry: number;
      /** Chips paid to the pool. */
      paid: Chips;
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      event: "registration_closed";
      /** Number of players still in. */
      alive: number;
      /** Chips in the bounty pool. */
      bounty_pool: Chips;
      /** Number of paid entries. */
      entries: number;
      /** Chips the house added to reach the guarantee. */
      overlay: Chips;
      /** Number of players who paid them. */
      players: number;
      /** Chips in the pool, including the overlay. */
      pool: Chips;
      /** The prize of each paid place in chips, first place first. They add up to the pool, less the fee, plus the bonus. */
      prizes: Array<Chips>;
      /** Chips added to the prizes, in live tournaments whose officials set a bonus. */
      bonus?: Chips;
      /** Chips kept back from the pool, in live tournaments whose officials set a fee. */
      fee?: Chips;
    }
  | {
      event: "prizes_set";
      /** The role of whoever decided. */
      by: Official;
      /** The terms. */
      payout: PayoutTerms;
      /**
       * The prize of each paid place in chips, first place first: final once entries are closed, before that those of the entries so
       * far.
       */
      prizes: Array<Chips>;
      /** The reason, in words. */
      reason: string;
      /** The rule it is based on, if there is one. */
      rule?: string;
    }
  | {
      event: "round_started";
      /** The round, from 1. */
      round: number;
      /** Numbers of its tables. */
      tables: Array<number>;
    }
  | {
      event: "table_opened";
      /** Number of seats at the table. */
      seats: number;
      /** Number of the table in the tournament, from 1. */
      table: number;
    }
  | {
      event: "table_broken";
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      event: "break_order_published";
      /** The table numbers, the next one to break first. */
      order: Array<number>;
    }
  | {
      event: "seat_assigned";
      /** Number of the entry. */
      entry: number;
      /** Number of the player in the tournament. */
      player: number;
      /** The seat at the table, from 1. */
      seat: number;
      /** The player's stack, in chips. */
      stack: Chips;
      /** Number of the table in the tournament. */
      table: number;
      /** The reason. */
      why: SeatReason;
    }
  | {
      event: "player_moved";
      /** The old table and seat. */
      from: [number, number];
      /** Number of the player in the tournament. */
      player: number;
      /** The new table and seat. */
      to: [number, number];
      /** The reason. */
      why: MoveReason;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "table_halted";
      /** Number of the table in the tournament. */
      table: number;
      /** The reason. */
      why: HaltReason;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "table_resumed";
      /** Number of the table in the tournament. */
      table: number;
      /** The reason for which it had been halted. */
      why: HaltReason;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "final_table_formed";
      /** Numbers of the tables it was formed from. */
      from: Array<number>;
      /** Number of seats at the table. */
      seats: number;
      /** Number of the final table. */
      table: number;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "level_started";
      /** The ante in chips; 0 if there is none. */
      ante: Chips;
      /** The big blind in chips; in games without blinds, the bet of the first tier. */
      big_blind: Chips;
      /** Length of the level, in seconds. */
      duration: number;
      /** Identifier of the level's game, possibly with the betting structure, as in `omaha:pot`. */
      game: string;
      /** The level, from 1. */
      level: number;
      /** The small blind in chips; 0 if there is none. */
      small_blind: Chips;
      /** The smallest chip in play. */
      unit: Chips;
      /** The level after it, which the structure need not list. Left out in events of earlier versions. */
      next?: LevelInfo;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "break_started";
      /** Length of the break, in seconds. */
      duration: number;
    }
  | { event: "break_ended" }
  | {
      event: "clock_stopped";
      /** Time elapsed in the level, in seconds. */
      elapsed: number;
      /** The level, from 1. */
      level: number;
    }
  | {
      event: "clock_advanced";
      /** Time elapsed in the level, in seconds. */
      elapsed: number;
      /** The level, from 1. */
      level: number;
      /** The role of the official who set it; left out for a round of hand-for-hand. */
      by?: Official;
      /** The reason for setting it, in words; left out for a round of hand-for-hand. */
      reason?: string;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "clock_started";
      /** Time elapsed in the level, in seconds. */
      elapsed: number;
      /** The level, from 1. */
      level: number;
    }
  | {
      event: "tournament_paused";
      /** The role of whoever decided. */
      by: Official;
      /** The reason, in words. */
      reason: string;
    }
  | {
      event: "tournament_resumed";
      /** The role of whoever decided. */
      by: Official;
      /** The reason, in words. */
      reason: string;
    }
  | {
      event: "chip_race_announced";
      /** Value of the chip that leaves play. */
      from: Chips;
      /** Value of the next larger chip. */
      to: Chips;
    }
  | {
      event: "chip_race_completed";
      /** The stacks after, as pairs of seat and chips. */
      after: Array<[number, Chips]>;
      /** The stacks before, as pairs of seat and chips. */
      before: Array<[number, Chips]>;
      /** The cards dealt, one for each odd chip, grouped by seat, in the order of the seats. */
      cards: Array<Card>;
      /** Seats that received a chip so as not to be eliminated. */
      courtesy: Array<number>;
      /** Change in the total chips in play; negative if chips left play. */
      delta: number;
      /** Value of the chip that left play. */
      from: Chips;
      /** Number of the table in the tournament. */
      table: number;
      /** Value of the next larger chip. */
      to: Chips;
      /** Seats that won a chip, best card first. */
      winners: Array<number>;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "hand_for_hand_announced";
      /** Number of players still in. */
      alive: number;
      /** The reason. */
      why: HandForHandReason;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | { event: "hand_for_hand_ended" }
  | {
      event: "hand_for_hand_round_started";
      /** The round, from 1. */
      round: number;
      /** Numbers of the tables. */
      tables: Array<number>;
    }
  | {
      event: "hand_for_hand_round_ended";
      /** The round, from 1. */
      round: number;
      /** Numbers of the tables. */
      tables: Array<number>;
    }
  | {
      event: "hand_held";
      /** Number of the hand at the table. */
      hand: number;
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      event: "hand_released";
      /** Number of the hand at the table. */
      hand: number;
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      event: "hand_voided";
      /** The role of whoever decided. */
      by: Official;
      /** Number of the hand at the table. */
      hand: number;
      /** The way it was voided. */
      mode: VoidMode;
      /** The reason, in words. */
      reason: string;
      /** The resulting stacks, as pairs of seat and chips. */
      stacks: Array<[number, Chips]>;
      /** Number of the table in the tournament. */
      table: number;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "status_changed";
      /** Number of the player in the tournament. */
      player: number;
      /** The new presence. */
      status: PlayerPresence;
    }
  | {
      event: "penalty_issued";
      /** The role of whoever decided. */
      by: Official;
      /** The fault, in words. */
      fault: string;
      /** Number of hands to miss, from the next one on. */
      hands: number;
      /** Number of the player in the tournament. */
      player: number;
      /** The reason, in words. */
      reason: string;
      /** The severity of the penalty. */
      rung: Rung;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "penalty_progress";
      /** Number of hands still to miss. */
      left: number;
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      event: "player_eliminated";
      /** Number of the entry. */
      entry: number;
      /** Number of the hand at the table. */
      hand: number;
      /** Number of the player in the tournament. */
      player: number;
      /** The player's stack at the start of that hand. */
      stack: Chips;
      /** Number of the table in the tournament. */
      table: number;
    }
  | {
      event: "player_withdrew";
      /** The role of whoever decided. */
      by: Official;
      /** Number of the entry. */
      entry: number;
      /** Number of the player in the tournament. */
      player: number;
      /** The reason, in words. */
      reason: string;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "player_disqualified";
      /** The role of whoever decided. */
      by: Official;
      /** Number of the entry. */
      entry: number;
      /** Number of the player in the tournament. */
      player: number;
      /** The reason, in words. */
      reason: string;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "chips_removed";
      /** Chips removed from play. */
      amount: Chips;
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      event: "bounty_awarded";
      /** Chips paid out. */
      cash: Chips;
      /** Chips added to the bounty on the receiving player's own head. */
      head: Chips;
      /** Number of the player who receives it. */
      player: number;
      /** Number of the player who was eliminated; the winner of the tournament, for the bounties left at the end. */
      victim: number;
    }
  | {
      event: "place_assigned";
      /** The player's place, the best one in a tie. */
      best: number;
      /** Number of the player in the tournament. */
      player: number;
      /** The worst place in a tie; equal to `best` without one. */
      worst: number;
      /** Prizes already paid to the player, as by a deal, in chips; left out if there were none. */
      paid?: Chips;
      /** The rule applied, if there is one. */
      rule?: string;
    }
  | {
      event: "prize_awarded";
      /** The prize in chips; for a seat in a satellite, its value. */
      amount: Chips;
      /** Number of the player in the tournament. */
      player: number;
      /** The reason. */
      why: PrizeReason;
    }
  | {
      event: "deal_proposed";
      /** Chips of the prizes that would be held back for first place. */
      keep: Chips;
      /** The proposed division of the prizes. */
      kind: DealKind;
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      event: "deal_offered";
      /** Chips of the prizes that are held back for first place, to be played for. */
      keep: Chips;
      /** The division of the prizes. */
      kind: DealKind;
      /** The share of each player, as pairs of player number and chips. */
      shares: Array<[number, Chips]>;
      /** Time for all players to agree, in milliseconds; left out if there is no limit. */
      left_ms?: number;
    }
  | {
      event: "deal_answered";
      /** `true` if the player agrees. */
      agrees: boolean;
      /** Number of the player in the tournament. */
      player: number;
    }
  | {
      event: "deal_ended";
      /** The reason. */
      why: DealEndReason;
    }
  | {
      event: "deal_made";
      /** The way they divided them. */
      kind: DealKind;
      /** The amount paid to each player, as pairs of player number and chips. */
      shares: Array<[number, Chips]>;
    }
  | {
      event: "seat_given";
      /** `true` if the player was entered. The chips paid as the prize are then the price of the entry. */
      entered: boolean;
      /** Number of the player in the tournament. */
      player: number;
      /** Identifier of the target tournament. */
      tournament: TournamentId;
    }
  | {
      event: "table_told";
      /** The role of whoever decided. */
      by: Official;
      /** The reason, in words. */
      reason: string;
      /** Number of the table in the tournament. */
      table: number;
      /** The text. */
      text: string;
      /** The rule it is based on, if there is one. */
      rule?: string;
    }
  | {
      event: "ruling_issued";
      /** The role of whoever decided. */
      by: Official;
      /** The reason, in words. */
      reason: string;
      /** The rule it is based on. */
      rule: string;
      /** The tool used for the ruling. */
      tool: string;
    }
  | {
      event: "tournament_cancelled";
      /** The reason, in words. */
      reason: string;
    }
  | {
      event: "tournament_completed";
      /** Number of the winner, or of the players who share first place. */
      players: Array<number>;
    };

/** Events of a tournament, in order and without gaps, the same for all viewers. */
export type TournamentEvents = {
  /** The events, in order. */
  events: Array<TournamentEvent>;
  /** Number of the first of these events, from 1; the others follow consecutively. */
  first_seq: number;
  /** Identifier of the tournament. */
  tournament: TournamentId;
  /** The level clock after the events, if one of them moved, stopped or started it. */
  clock?: LevelClock;
};

/** The format of a tournament. */
export type TournamentFormat =
  | "freezeout"
  | "sit_and_go"
  | "shootout"
  | "bracket"
  | "satellite";

/** A game of a tournament. */
export type TournamentGame = {
  /** Identifier of the game. */
  game: string;
  /** The betting structure: `nl`, `pot`, `fixed` or `spread`. */
  limit: string;
};

/**
 * The permanent identifier of a tournament; never reused. Treat it as opaque: the identifier of a private tournament contains its
 * invitation.
 */
export type TournamentId = string;

/** The phase of a tournament. */
export type TournamentPhase =
  | "registering"
  | "running"
  | "paused"
  | "completed"
  | "cancelled";

/** A notice of absence or return. */
export type TournamentPresence = {
  /** `true` to be away from the next hand on, `false` to come back at the next deal. */
  absent: boolean;
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the tournament. */
  tournament: TournamentId;
};

/** The current state of a tournament; it replaces everything known about it before. */
export type TournamentSnapshot = {
  /** Number of the last event included in `state`; later events continue from here. */
  seq: number;
  /** The tournament as this account may see it. */
  state: TournamentState;
  /** Identifier of the tournament. */
  tournament: TournamentId;
};

/** A tournament at one point in time, as one account may see it. */
export type TournamentState = {
  /** Average stack of the players still in, in chips; 0 before the start. */
  average_stack: Chips;
  /** Chips collected for bounties so far; 0 if there are none. */
  bounty_pool: Chips;
  /** Numbers of the tables in the order in which they break, the next one first. At most 50. */
  break_order: Array<number>;
  /** The players, those still in first, sorted by number. At most 100, you among them: HTTP lists all of them. */
  entrants: Array<Entrant>;
  /** Players with a finishing place, best first. At most 100: HTTP lists all of them. */
  places: Array<Finished>;
  /**
   * The prize of each paid place in chips, first place first, as determined by the entries so far; final once entries close. At
   * most 100: HTTP lists all of them.
   */
  prizes: Array<Chips>;
  /** The version of the rules in force, to be named in `register`. */
  rules: number;
  /** The structure, published before anyone entered. */
  structure: StructureInfo;
  /** The tournament as listed in the lobby. */
  summary: TournamentSummary;
  /** Number of tables in play. */
  table_count: number;
  /** The tables in play, sorted by number. At most 50: HTTP lists all of them. */
  tables: Array<EventTable>;
  /** Your standing. */
  you: YourTournament;
  /** The level clock; left out before the start and after the end. */
  clock?: LevelClock;
  /** The deal on offer, if there is one. */
  deal?: DealOffer;
  /** Hand-for-hand, if it has been announced or is in progress. */
  hand_for_hand?: HandForHandState;
  /** The current level; left out before the start and after the end. */
  level?: LevelInfo;
  /** The next level, or the first one before the start; left out after the end. */
  next_level?: LevelInfo;
  /** The reason, in words, for which an official has paused play; left out if play is not paused. */
  paused?: string;
  /** How officials have the pool of a live tournament paid out; left out if they have changed nothing. */
  payout?: PayoutTerms;
  /** `true` once entries are closed for good, which fixes the prizes. */
  prizes_final?: boolean;
};

/** A tournament as listed in the lobby. */
export type TournamentSummary = {
  /** Number of players still in. */
  alive: number;
  /** Chips that an entry pays for bounties in addition; 0 if there are none. */
  bounty: Chips;
  /** Chips that an entry pays into the pool. */
  buy_in: Chips;
  /** Number of entries so far, including re-entries but not refunded ones. */
  entries: number;
  /** Maximum number of players. */
  entries_max: number;
  /** Minimum number of players; with fewer it does not start. */
  entries_min: number;
  /** `true` while players may enter, before the start or late. */
  entries_open: boolean;
  /** The format of the tournament. */
  format: TournamentFormat;
  /** The games: one, or several that take turns, one per level. */
  games: Array<TournamentGame>;
  /** Guaranteed minimum of the pool, in chips: the house makes up the difference. 0 if nothing is guaranteed. */
  guarantee: Chips;
  /** Name of the tournament. */
  name: LocalName;
  /** The phase of the tournament. */
  phase: TournamentPhase;
  /** Chips in the pool so far, without bounties. */
  pool: Chips;
  /** Number of seats at a table. */
  seats: number;
  /** Starting stack of an entry, in tournament chips, which have no value outside the tournament. */
  stack: Chips;
  /** Identifier of its structure, such as `freezeout`. */
  structure: string;
  /** Identifier of the tournament. */
  tournament: TournamentId;
  /** `true` if it is for adults: an account may enter only once the operator has verified its age, and programs never may. */
  adults_only?: boolean;
  /** `true` if it ended with the day: the stacks are bagged and go on in another tournament. */
  bagged?: boolean;
  /** Number of house bots invited. */
  bots_wanted?: number;
  /** End of the tournament, in milliseconds since 1970; left out until then. */
  ended_at?: UnixMs;
  /** The account that opened it, as in a player's `id`; left out for house tournaments. */
  host?: string;
  /** `true` if it is a house tournament. */
  house?: boolean;
  /** Languages of the chat, as BCP 47 tags such as `en` or `fr-CA`; left out if none is declared, so that any will do. */
  languages?: Array<string>;
  /** The current level, from 1; left out before the start. */
  level?: number;
  /** `true` if it is played with real cards and chips: its officials enter players and results, and no chips of accounts move. */
  live?: boolean;
  /**
   * `true` if it is left out of the lobby's list and only for those who know its identifier, its players, its host and its
   * officials.
   */
  private?: boolean;
  /** Start of play, in milliseconds since 1970; left out if it starts as soon as it is full. */
  starts_at?: UnixMs;
  /** The tournament whose seats are the prizes, if this is a satellite. A private one is named without its invitation. */
  target?: TournamentId;
  /** Number of those on the waiting list, if there are any. */
  waiting?: number;
  /** Minutes by which those without a seat at one of its tables see that table late. */
  watch_delay?: number;
};

/**
 * Your own standing in a tournament. The message has no number: it is sent whenever something in it changes, after the events
 * that caused the change, even if you do not watch the tournament.
 */
export type TournamentYou = {
  /** Identifier of the tournament. */
  tournament: TournamentId;
  /** Your standing. */
  you: YourTournament;
};

/** `GET /api/v1/tournaments`: the tournaments in the lobby. */
export type TournamentsResponse = {
  /** The tournaments in the lobby, those that are over last. */
  tournaments: Array<TournamentSummary>;
};

/** A hand dealt to try a game out. */
export type TrialHand = {
  /** The hand with all its cards, in the hand history format PHH. */
  phh: string;
  /** Number of players dealt in. */
  players: number;
  /** Chips paid out. */
  pot: Chips;
  /** `true` if hands were shown at the end. */
  showdown: boolean;
};

/** An open decision. */
export type TurnState = {
  /** Time left for the decision. */
  clock: Clock;
  /** The kind of decision. */
  decision: DecisionKind;
  /** Seats that have yet to answer. */
  seats: Array<number>;
  /** Number of the decision in its hand. */
  turn: number;
};

/** A point in time, in milliseconds since 1970, up to 2^53 - 1. */
export type UnixMs = number;

/** Version of the server: `GET /version`. */
export type VersionResponse = {
  /** The commit it was built from; `unknown` if that is not known. */
  commit: string;
  /** The protocol versions it supports. */
  protocols: Array<string>;
  /** Name and version of the server software. */
  server: string;
};

/** Visibility of the account's pages. A connection that never reports it counts as visible. */
export type Visible = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** `true` while a page of the account is visible. */
  visible: boolean;
};

/** The way a hand was voided. */
export type VoidMode =
  | "refund"
  | "split";

/** The end of an account's time on a waiting list. */
export type WaitEnd =
  | "seated"
  | "closed"
  | "funds"
  | "not_allowed"
  | "name"
  | "removed";

/** A request to join or leave the wait list. */
export type WaitList = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** `true` to join, `false` to leave or to decline the seat on offer. */
  join: boolean;
  /** Identifier of the table. */
  table: TableId;
};

/** A request to watch a table. */
export type Watch = {
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Identifier of the table. */
  table: TableId;
  /** The seat, if the account has one there. */
  seat?: SeatClaim;
};

/** A request to be told what happens in a club of the account. */
export type WatchClub = {
  /** Number of the club. */
  club: number;
  /** Identifier of this request, 1 to 64 characters; repeated in the answer. */
  id: string;
  /** Number of the last remark that the client has; the server sends those after it. */
  after?: number;
};

/**
 * The number of accounts that watch a table without a seat. It comes when a connection begins to watch and when the number
 * changes, at most every two seconds, and has no number of its own.
 */
export type Watchers = {
  /** Identifier of the table. */
  table: TableId;
  /** Accounts that watch without a seat there. */
  watchers: number;
  /** Minutes by which you see the table late, because you have no seat there. */
  behind_minutes?: number;
  /** Milliseconds until something is shown, if you begin to watch an empty felt. */
  first_ms?: number;
};

/** A day of the week. */
export type Weekday =
  | "monday"
  | "tuesday"
  | "wednesday"
  | "thursday"
  | "friday"
  | "saturday"
  | "sunday";

/** Confirms that the connection is open. */
export type Welcome = {
  /** Chips of the account that are not at a table. */
  balance: Chips;
  /** Capabilities of this server beyond version 1. */
  capabilities: Array<string>;
  /** The `id` of the request being answered. */
  id: string;
  /** Limits of this connection. */
  limits: Limits;
  /** Name and version of the server software. */
  server: string;
  /** Tables where you have a seat; `watch` or `resume` them. */
  tables: Array<TableId>;
  /** The protocol version used from now on. */
  version: string;
  /** Your own account. */
  you: PlayerInfo;
  /** Tables out of play after a fault where you have chips. They cannot be watched. */
  set_aside?: Array<SetAside>;
  /** Token for the next `hello`; given to new guests only. */
  token?: string;
  /** Tournaments you have entered that are not over; watch or resume them. A `tournament_you` for each follows. */
  tournaments?: Array<TournamentId>;
};

/** Information that the viewer alone may see. */
export type YourState = {
  /** The viewer's cards. */
  cards: Array<Card>;
  /** The legal choices, if it is the viewer's turn. */
  choices: Array<Choice>;
  /** Chips to be added at the end of the hand. */
  rebuy_pending: Chips;
  /** The viewer's seat, from 1. */
  seat: number;
  /** Time in the time bank, in milliseconds. */
  time_bank_ms: number;
  /** Chips needed to call; 0 if there is nothing to call. */
  to_call: Chips;
  /** `true` if the viewer has agreed to show the cards of the stopped hand. No other player learns it. */
  agreed?: boolean;
  /** The hand that the cards make now, in games with a high side. */
  made?: HandName;
  /** The hand that the cards make now on the low side, if it qualifies. */
  made_low?: HandName;
  /** The hands that they make with the second of two boards. */
  made_second?: Made;
};

/** The standing of an account in a tournament. */
export type YourTournament = {
  /** `true` if you have entered and have not cancelled the entry. */
  registered: boolean;
  /** `true` while you are away: your hands are dead. */
  absent?: boolean;
  /** Number of your latest entry. */
  entry?: number;
  /** The current level, once play has begun. */
  level?: number;
  /** `true` if you have that seat because you were just moved from another table. */
  moved?: boolean;
  /** Purchases and refunds open to you now. */
  offers?: Array<Offer>;
  /** `true` if you are out. While entries are open you may be able to re-enter, and have no place yet. */
  out?: boolean;
  /** Your finishing place, once it is known. */
  place?: Place;
  /** Your number in the tournament, once you have entered. */
  player?: number;
  /** Your total winnings so far in chips, bounties included. */
  prize?: Chips;
  /** Your seat, if you have one now. */
  seat?: EventSeat;
  /** The waiting list, if it is open or concerns you. */
  waitlist?: YourWaitlist;
};

/** The waiting list of a tournament, as it concerns one account. */
export type YourWaitlist = {
  /** The reason you are no longer on the list, if you were and have not entered. */
  ended?: WaitEnd;
  /** `true` if all places are taken and `register` with `wait` puts you on the list. */
  open?: boolean;
  /** Your place on the list, from 1; left out if you are not on it. `unregister` takes you off it. */
  place?: number;
};
