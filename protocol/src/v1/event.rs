//! What happens at a table.

mod parts;
mod private;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::choice::{DecisionKind, DrawRound};
use super::common::{Card, Chips, PlayerInfo, is_false};
use super::dark::DarkOffer;
use super::host::{HostDeed, HostRules};
use super::mix::{GameAtHand, StakesAtHand};
use super::table::{FirstDealer, PotState, SeatStatus};
use super::tournament::EventStatus;

pub use parts::{
    BetAction, DealtHand, HandName, PostKind, Rolled, SeatAmount, SeatCard, SeatDeclaration, SeatMove, SeatStack,
    ShownCards, Side,
};
pub use private::{Made, PrivateEvent};

/// One event as everybody gets it. Its numbers have no gaps: a client that sees one resumes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeqEvent {
    /// The event's number at its table, from 1.
    pub seq: u64,
    /// What happened.
    pub event: PublicEvent,
}

/// What everybody at the table learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PublicEvent {
    /// A player took a seat.
    PlayerSat {
        /// The seat, from 1.
        seat: u8,
        /// Who.
        player: PlayerInfo,
        /// The stack bought in with; in a tournament the stack that the player has there.
        stack: Chips,
        /// Whether and how the seat takes part.
        status: SeatStatus,
        /// Whether the player comes from another table of the tournament.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<_>")]
        moved: bool,
        /// How the seat takes part in hands of the tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        event_status: Option<EventStatus>,
        /// The bounty on the player's head, in a tournament that has bounties.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        bounty: Option<Chips>,
    },
    /// A player left the table, and the stack went with the player.
    PlayerLeft {
        /// The seat.
        seat: u8,
        /// Chips taken away.
        stack: Chips,
        /// Whether the player goes on at another table of the tournament.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<_>")]
        moved: bool,
    },
    /// The pot that waited for the next hand went to the last player at the table, who leaves now; `player_left` follows.
    CarriedPaid {
        /// Who.
        seat: u8,
        /// Chips in it.
        amount: Chips,
    },
    /// A seat takes part in another way from now on.
    SeatStatusChanged {
        /// The seat.
        seat: u8,
        /// How.
        status: SeatStatus,
        /// How it takes part in hands of a tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        event_status: Option<EventStatus>,
    },
    /// A player straddles from the next hand on when the place allows it, or does so no more.
    StraddlingSet {
        /// The seat.
        seat: u8,
        /// Which of the two.
        on: bool,
    },
    /// A seat bought more chips, between hands.
    ChipsAdded {
        /// The seat.
        seat: u8,
        /// How many.
        amount: Chips,
        /// The stack now.
        stack: Chips,
    },
    /// A player who had lost the stack gets another one for nothing; `chips_added` follows.
    FreeStackGiven {
        /// The seat.
        seat: u8,
        /// How many are left.
        left: u8,
    },
    /// The wait list changed.
    WaitListChanged {
        /// Who waits, first in line first.
        players: Vec<PlayerInfo>,
    },
    /// A free seat is kept for the first in line.
    SeatOffered {
        /// The seat.
        seat: u8,
        /// For whom.
        player: PlayerInfo,
        /// How long it is kept from now on, in milliseconds. Earlier servers left it out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        keep_ms: Option<u32>,
    },
    /// The table plays another game from the next hand on, as its turn has come or its dealer has picked it.
    GameChanged {
        /// The game.
        game: GameAtHand,
        /// The dealer who picked it, where dealers pick.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seat: Option<u8>,
        /// Whether the server picked because time ran out.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<_>")]
        auto: bool,
    },
    /// The dealer no longer has to pick a game: players came or went. The new dealer is asked next.
    PickWithdrawn {},
    /// Cards were dealt face up for the seats: the highest gets the last of the taken seats, the next-highest the next at its
    /// right, and so on; of equal ones the first is higher. Players sit where they go to from now on.
    SeatsDrawn {
        /// Each card with the seat that it was dealt to, in the order of the deal.
        cards: Vec<SeatCard>,
        /// Every player's way, all at once; some stay.
        moves: Vec<SeatMove>,
    },
    /// Cards were dealt face up for the first deal of the table.
    DealerDrawn {
        /// How they decide.
        rule: FirstDealer,
        /// Each card with the seat that it was dealt to, in the order of the deal.
        cards: Vec<SeatCard>,
        /// Who deals the first hand.
        dealer: u8,
    },
    /// The table closes soon: the hand that runs then is the last one.
    ClosingAnnounced {
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// A full house or better has won a pot at a table that plays roodles: from the next hand on all stakes are doubled and
    /// no player sits out, until the deal comes back to that hand's dealer.
    RoodlesStarted {
        /// The doubled stakes.
        stakes: StakesAtHand,
    },
    /// Roodles are over.
    RoodlesEnded {
        /// The stakes from now on.
        stakes: StakesAtHand,
    },
    /// A hand begins.
    HandStarted {
        /// The hand's number at its table, from 1.
        hand: u64,
        /// The game.
        game: String,
        /// The seat of the button, which may be empty.
        button: u8,
        /// The seat of the small blind, which may be empty.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        small_blind: Option<u8>,
        /// The seat of the big blind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        big_blind: Option<u8>,
        /// Who is dealt in, with the stack before anything is posted.
        seats: Vec<SeatStack>,
        /// Chips in the pot from an earlier hand.
        carried: Chips,
        /// Whether it is a bomb pot: all post antes, and the betting begins on the flop.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<_>")]
        bomb_pot: bool,
        /// After how many hands the next bomb pot comes: 1 if the next hand is one. Left out where there are none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        bomb_pot_in: Option<u16>,
        /// Whether two boards are dealt, each for one half of every pot.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<_>")]
        double_board: bool,
        /// The level of a tournament that it is played at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        level: Option<u16>,
        /// The seats whose hands are dead from the start: they get cards that no player ever sees, and count as folded.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        dead: Vec<u8>,
        /// The seats with chips that get no cards, as they came between the button and the small blind.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        waiting: Vec<u8>,
        /// What binds the server to the order of the deck before the first card, a SHA-256 in 64 hex digits. Left out in hands
        /// that were composed, such as those of lessons.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        commitment: Option<String>,
    },
    /// A forced payment.
    Posted {
        /// Who.
        seat: u8,
        /// Chips paid; fewer than the stakes say, or none, of a player who has no more. The bet to match is that of the stakes all the
        /// same.
        amount: Chips,
        /// What it was.
        post: PostKind,
        /// Whether the stack is gone.
        all_in: bool,
    },
    /// Cards were dealt to players. Their owners get the hidden ones as a private part under the same number.
    HoleCardsDealt {
        /// In the order of the deal.
        hands: Vec<DealtHand>,
    },
    /// Cards were put on the board.
    BoardDealt {
        /// The new cards.
        cards: Vec<Card>,
    },
    /// Cards were put on the second of two boards.
    SecondBoardDealt {
        /// The new cards.
        cards: Vec<Card>,
    },
    /// Cards were put on the board, face down.
    BoardDealtDown {
        /// How many.
        count: u8,
    },
    /// The next face-down cards of the board were turned up.
    BoardTurned {
        /// The cards.
        cards: Vec<Card>,
    },
    /// One card was put on the board, face up, in place of one to each player for whom the deck was too short.
    CommunalDealt {
        /// The card.
        card: Card,
    },
    /// An up-card brought its owner another card, face down. The owner gets it as a private part.
    ExtraCardDealt {
        /// Whose.
        seat: u8,
    },
    /// A decision is open. Those who decide get their choices as a private part under the same number.
    TurnStarted {
        /// The decision's number in this hand. It begins with 1, or with 0 where the dealer is asked for the game first.
        turn: u32,
        /// Who decides; several at once where nothing is shown until all have chosen.
        seats: Vec<u8>,
        /// What kind of decision it is.
        decision: DecisionKind,
        /// The hand to come, where its dealer is asked for the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        hand: Option<u64>,
        /// Who may declare in the dark for the coming round while this decision is open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        dark: Option<DarkOffer>,
        /// The number of the draw, where the decision is `draw`. Records of older hands lack it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        draw: Option<DrawRound>,
    },
    /// A player declared a check or a bet for the coming betting round, before its cards of the board are dealt. It is carried out when
    /// it is that seat's turn there, and is void if the seat folds or is all-in before.
    DarkDeclared {
        /// Who.
        seat: u8,
        /// `check` or `bet`.
        action: BetAction,
        /// The total of the bet; 0 for a check.
        to: Chips,
        /// Who may declare next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        next: Option<DarkOffer>,
    },
    /// A player acted in a betting round.
    ActionTaken {
        /// Who.
        seat: u8,
        /// What.
        action: BetAction,
        /// Chips added.
        added: Chips,
        /// The seat's total for this betting round.
        to: Chips,
        /// Whether the stack is gone.
        all_in: bool,
        /// Whether the server acted because time ran out.
        auto: bool,
        /// Whether it was declared in the dark, and is carried out without a decision.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<_>")]
        dark: bool,
    },
    /// Chips of an illegal bet or raise beyond what it counts for went into the pot, as dead money.
    ExcessForfeited {
        /// Whose.
        seat: u8,
        /// How many.
        amount: Chips,
    },
    /// The kitty got chips of the main pot, which is about to be paid.
    KittyTaken {
        /// How many.
        amount: Chips,
    },
    /// One player alone won the main pot with a seven and a deuce, and the others paid the bounty of the table. No pot has a part
    /// in it.
    SevenDeucePaid {
        /// Who won.
        seat: u8,
        /// The winner's two cards.
        cards: Vec<Card>,
        /// What each of the others paid, from the first seat left of the winner on; who has no chips left pays nothing.
        payments: Vec<SeatAmount>,
    },
    /// The session ends, and those who sit there share the kitty.
    KittyShared {
        /// What each of them got, from the first seat left of the dealer on.
        shares: Vec<SeatAmount>,
    },
    /// A player discarded cards for good.
    CardsDiscarded {
        /// Who.
        seat: u8,
        /// How many, those that lay face up included.
        count: u8,
        /// Those of them that lay face up.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        up: Vec<Card>,
        /// Whether the server acted because time ran out.
        auto: bool,
    },
    /// A player drew cards, or stood pat with a count of 0. The owner gets the new cards as a private part.
    CardsDrawn {
        /// Who.
        seat: u8,
        /// How many.
        count: u8,
        /// The discards that lay face up. The new cards lie face down.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        up: Vec<Card>,
        /// Whether the server acted because time ran out.
        auto: bool,
    },
    /// A player did without the straddle. One who takes it posts it.
    StraddleDeclined {
        /// Who.
        seat: u8,
        /// Whether the server acted because time ran out.
        auto: bool,
    },
    /// A player answered a decision of several; the choices are shown when all have answered.
    ChoiceMade {
        /// Who.
        seat: u8,
        /// Whether the server acted because time ran out.
        auto: bool,
    },
    /// Players turned down-cards of their own up.
    CardsRolled {
        /// Each player with the cards.
        rolls: Vec<Rolled>,
    },
    /// A player left the cards as they lay, where one could have been turned up or changed.
    CardKept {
        /// Who.
        seat: u8,
        /// Whether the server acted because time ran out.
        auto: bool,
    },
    /// A player discarded an up-card and received a down-card for it. The owner gets the new card as a private part.
    CardSwapped {
        /// Who.
        seat: u8,
        /// The card discarded.
        card: Card,
    },
    /// A player laid the down-cards in an order, which the owner gets as a private part.
    CardsArranged {
        /// Who.
        seat: u8,
        /// Whether the server acted because time ran out.
        auto: bool,
    },
    /// A player paid for an up-card: dead money.
    CardBought {
        /// Who.
        seat: u8,
        /// Chips paid.
        amount: Chips,
        /// Whether the stack is gone.
        all_in: bool,
    },
    /// A player did not pay for an up-card and gave up the pot.
    BuyPassed {
        /// Who.
        seat: u8,
        /// Whether the server acted because time ran out.
        auto: bool,
    },
    /// Everybody has declared which sides of the pot to play for.
    Declared {
        /// Each player with the declaration.
        declarations: Vec<SeatDeclaration>,
    },
    /// No player opened a betting round that had to be opened.
    PassedOut {},
    /// The player who opened showed the cards that it takes.
    OpenersShown {
        /// Who.
        seat: u8,
        /// The cards.
        cards: Vec<Card>,
    },
    /// The hand is over, and a hand that an official killed is shown to all.
    KilledShown {
        /// Whose.
        seat: u8,
        /// All its cards.
        cards: Vec<Card>,
    },
    /// The pot was not won and waits for the next hand.
    PotCarried {
        /// Chips in it.
        amount: Chips,
    },
    /// Discarded and folded cards were shuffled into the deck again.
    DeckRefilled {
        /// How many cards came back.
        count: u8,
    },
    /// An unmatched bet, or the part of it that was not matched, went back to its owner.
    UncalledReturned {
        /// Whose.
        seat: u8,
        /// How many.
        amount: Chips,
    },
    /// A betting round closed; the pots as they stand, main pot first.
    PotsFormed {
        /// The pots.
        pots: Vec<PotState>,
    },
    /// All hands were turned up, as no more betting was possible.
    HandsTabled {
        /// The hands.
        hands: Vec<ShownCards>,
    },
    /// All who contend have answered whether the rest of the board is dealt twice, each time for one half of every pot.
    RunsDecided {
        /// Whether it is: all agreed.
        twice: bool,
    },
    /// The board is complete, and is dealt a second time: cards put on the board from here on belong to the second board.
    SecondRunStarted {
        /// How many cards, the first of the board, both boards have in common.
        kept: u8,
    },
    /// A hand was shown; where the board was run twice, once for each board.
    HandShown {
        /// Whose.
        seat: u8,
        /// The cards that are shown.
        cards: Vec<Card>,
        /// What it makes on the high side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        high: Option<HandName>,
        /// What it makes on the low side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        low: Option<HandName>,
        /// With which run of the board, from 1; left out where it was dealt once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        run: Option<u8>,
    },
    /// A player who was dealt in asked for the cards of the board that would have come, had the hand gone on. Behind
    /// `hand_completed`, and no part of the hand.
    RabbitShown {
        /// Who asked.
        seat: u8,
        /// The cards, in the order in which they would have come.
        cards: Vec<Card>,
    },
    /// A hand was mucked unseen at the showdown.
    HandMucked {
        /// Whose.
        seat: u8,
    },
    /// A pot, or one side of it, was paid.
    PotAwarded {
        /// Which pot; 0 is the main pot.
        pot: u8,
        /// Which side.
        side: Side,
        /// What was paid in all.
        amount: Chips,
        /// What each winner got.
        shares: Vec<SeatAmount>,
        /// By which run of the board, from 1; left out where it was dealt once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        run: Option<u8>,
    },
    /// The hand is over.
    HandCompleted {
        /// Its number.
        hand: u64,
        /// The stacks now.
        stacks: Vec<SeatAmount>,
    },
    /// The hand was cancelled: every stack is what it was before it.
    HandVoided {
        /// Its number.
        hand: u64,
        /// The stacks now.
        stacks: Vec<SeatAmount>,
    },
    /// The host keeps an account from chatting, or lets it chat again.
    PlayerMuted {
        /// The account, as in a player's `id`.
        player: String,
        /// Which of the two.
        muted: bool,
    },
    /// The host sent an account away for good.
    PlayerRemoved {
        /// The account, as in a player's `id`.
        player: String,
    },
    /// The host decided something about the table, or what players ask of the host changed.
    HostRuled {
        /// What has changed.
        deed: HostDeed,
        /// All decisions now.
        rules: HostRules,
    },
    /// The host adds chips of the own account to a stack; `chips_added` follows.
    ChipsGiven {
        /// The seat.
        seat: u8,
        /// How many.
        amount: Chips,
    },
    /// The host moved a player to another seat, between hands.
    PlayerMoved {
        /// The seat before.
        from: u8,
        /// The seat from now on.
        to: u8,
        /// How it takes part.
        status: SeatStatus,
    },
    /// The host changed the stakes: they hold from the next hand on.
    StakesChanged {
        /// The game at hand, with what it is played for.
        game: GameAtHand,
        /// The least buy-in.
        buy_in_min: Chips,
        /// The greatest buy-in.
        buy_in_max: Chips,
    },
    /// A seat of a tournament has another stack, between hands: after a chip race, a rebuy or an add-on, or as chips left play.
    StackSet {
        /// The seat.
        seat: u8,
        /// The stack now.
        stack: Chips,
    },
    /// The bounty on the head of a player of a tournament has changed.
    BountySet {
        /// The seat.
        seat: u8,
        /// The bounty now.
        bounty: Chips,
    },
    /// Another level of the tournament is played from the next hand on.
    LevelChanged {
        /// The level, from 1.
        level: u16,
        /// Its game, with what it is played for.
        game: GameAtHand,
    },
    /// A player is all-in and called in hand-for-hand: the hand waits, face down, until no other table has anything to decide.
    HandHeld {},
    /// The hand that waited goes on.
    HandReleased {},
    /// Somebody called Time on a player who thinks: `clock` says what is left.
    TimeCalled {
        /// Whose time it is.
        seat: u8,
        /// The player who called; left out if an official did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        by: Option<PlayerInfo>,
    },
    /// A player whose connection is down gets more time behind the time bank, once a level of a tournament and once an hour
    /// elsewhere: `clock` says what is left.
    TimeExtended {
        /// Whose time it is.
        seat: u8,
    },
    /// Play stopped; clocks stand still.
    TablePaused {},
    /// Play goes on.
    TableResumed {},
    /// The table is closed for good.
    TableClosed {},
}
