//! The events that everyone at a table sees, one variant each.

use serde::{Deserialize, Serialize};

use super::parts::{
    BetAction, DealtHand, HandName, PostKind, Rolled, SeatAmount, SeatCard, SeatDeclaration, SeatMove, SeatStack,
    ShownCards, Side,
};
use crate::describe::JsonSchema;
use crate::v1::choice::{DecisionKind, DrawRound};
use crate::v1::common::{Card, Chips, PlayerInfo, UnixMs, is_false};
use crate::v1::dark::DarkOffer;
use crate::v1::host::{HandStop, HostDeed, HostRules};
use crate::v1::ledger::{LedgerCorrection, LedgerLine, Payment};
use crate::v1::mix::{GameAtHand, StakesAtHand};
use crate::v1::table::{FirstDealer, PotState, SeatStatus};
use crate::v1::tournament::EventStatus;

/// An event that everyone at the table sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PublicEvent {
    /// A player took a seat.
    PlayerSat {
        /// The seat, from 1.
        seat: u8,
        /// The player.
        player: PlayerInfo,
        /// The stack bought in with; in a tournament, the player's stack there.
        stack: Chips,
        /// The status of the seat.
        status: SeatStatus,
        /// `true` if the player comes from another table of the tournament.
        #[serde(default, skip_serializing_if = "is_false")]
        moved: bool,
        /// Participation of the seat in the hands of the tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event_status: Option<EventStatus>,
        /// The bounty on the player's head, in a tournament with bounties.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bounty: Option<Chips>,
    },
    /// A player left the table and took the stack along.
    PlayerLeft {
        /// The seat, from 1.
        seat: u8,
        /// Chips taken from the table.
        stack: Chips,
        /// `true` if the player continues at another table of the tournament.
        #[serde(default, skip_serializing_if = "is_false")]
        moved: bool,
    },
    /// The pot carried over to the next hand was paid to the last player at the table, who now leaves; `player_left` follows.
    CarriedPaid {
        /// The seat, from 1.
        seat: u8,
        /// Chips in the pot.
        amount: Chips,
    },
    /// The status of a seat changed.
    SeatStatusChanged {
        /// The seat, from 1.
        seat: u8,
        /// The new status.
        status: SeatStatus,
        /// Participation of the seat in the hands of a tournament.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event_status: Option<EventStatus>,
    },
    /// A player turned straddling on or off, from the next hand in which the seat's position allows it.
    StraddlingSet {
        /// The seat, from 1.
        seat: u8,
        /// `true` if the player straddles from now on.
        on: bool,
    },
    /// A player takes a pause, changes its end, or ends it.
    OwnPauseSet {
        /// The seat, from 1.
        seat: u8,
        /// End of the pause, in milliseconds since 1970; left out if it is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<UnixMs>,
    },
    /// A seat added chips to its stack, between hands.
    ChipsAdded {
        /// The seat, from 1.
        seat: u8,
        /// Chips added.
        amount: Chips,
        /// The resulting stack.
        stack: Chips,
    },
    /// A player who had lost the whole stack receives another one for free; `chips_added` follows.
    FreeStackGiven {
        /// The seat, from 1.
        seat: u8,
        /// Free stacks still available to the player after this one.
        left: u8,
    },
    /// The wait list changed.
    WaitListChanged {
        /// The players who are waiting, first in line first.
        players: Vec<PlayerInfo>,
    },
    /// A free seat is reserved for the player who is first in line.
    SeatOffered {
        /// The seat, from 1.
        seat: u8,
        /// The player for whom it is reserved.
        player: PlayerInfo,
        /// Duration of the reservation from now on, in milliseconds. Absent from older servers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        keep_ms: Option<u32>,
    },
    /// The table plays another game from the next hand on, because of the rotation or because the dealer picked it.
    GameChanged {
        /// The new game with its stakes.
        game: GameAtHand,
        /// The dealer who picked it, in dealer's choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// `true` if the server picked because the time ran out.
        #[serde(default, skip_serializing_if = "is_false")]
        auto: bool,
    },
    /// The dealer's pick was cancelled because players came or left. The new dealer is to pick next.
    PickWithdrawn {},
    /// Cards were dealt face up to draw for seats: the highest card gets the last of the taken seats, the next-highest the one
    /// to its right, and so on; among equal cards the one dealt first is higher. The moves take effect immediately.
    SeatsDrawn {
        /// Each card with the seat it was dealt to, in dealing order.
        cards: Vec<SeatCard>,
        /// The move of every player, all made at the same time; some players stay.
        moves: Vec<SeatMove>,
    },
    /// Cards were dealt face up to determine the first dealer of the table.
    DealerDrawn {
        /// The rule that decides.
        rule: FirstDealer,
        /// Each card with the seat it was dealt to, in dealing order.
        cards: Vec<SeatCard>,
        /// Seat of the dealer of the first hand.
        dealer: u8,
    },
    /// The table is to close; the hand running at that time is the last one.
    ClosingAnnounced {
        /// Closing time, in milliseconds since 1970.
        at: u64,
    },
    /// A full house or better won a pot at a table that plays roodles: from the next hand on all stakes are doubled and no
    /// player sits out, until the deal returns to the dealer of that hand.
    RoodlesStarted {
        /// The doubled stakes.
        stakes: StakesAtHand,
    },
    /// The round of roodles is over.
    RoodlesEnded {
        /// The stakes from now on.
        stakes: StakesAtHand,
    },
    /// A hand begins.
    HandStarted {
        /// Number of the hand at its table, from 1.
        hand: u64,
        /// Identifier of the game.
        game: String,
        /// Seat of the button, which may be empty.
        button: u8,
        /// Seat of the small blind, which may be empty.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        small_blind: Option<u8>,
        /// Seat of the big blind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        big_blind: Option<u8>,
        /// Seats dealt in, with their stacks before anything is posted.
        seats: Vec<SeatStack>,
        /// Chips carried over into the pot from an earlier hand.
        carried: Chips,
        /// `true` in a bomb pot: every player posts an ante, and the betting begins on the flop.
        #[serde(default, skip_serializing_if = "is_false")]
        bomb_pot: bool,
        /// Hands until the next bomb pot: 1 if the next hand is one. Left out at tables without bomb pots.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bomb_pot_in: Option<u16>,
        /// `true` if two boards are dealt, each for half of every pot.
        #[serde(default, skip_serializing_if = "is_false")]
        double_board: bool,
        /// The tournament level at which the hand is played, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u16>,
        /// Seats whose hands are dead from the start: they are dealt cards that no player ever sees, and count as folded.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dead: Vec<u8>,
        /// Seats with chips that are not dealt in because they came in between the button and the small blind.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        waiting: Vec<u8>,
        /// The server's commitment to the order of the deck, made before the first card: a SHA-256 in 64 hex digits. Left out
        /// of composed hands, such as those of lessons.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<String>,
    },
    /// A seat made a forced payment.
    Posted {
        /// The seat, from 1.
        seat: u8,
        /// Chips paid; fewer than the stakes demand, possibly none, if the player had no more. The bet to match is the full
        /// amount all the same.
        amount: Chips,
        /// The kind of payment.
        post: PostKind,
        /// `true` if the stack is now empty.
        all_in: bool,
    },
    /// Hole cards or up cards were dealt to players. The owners receive the hidden ones as a private part under the same number.
    HoleCardsDealt {
        /// The cards by seat, in dealing order.
        hands: Vec<DealtHand>,
    },
    /// Cards were dealt to the board.
    BoardDealt {
        /// The new cards.
        cards: Vec<Card>,
    },
    /// Cards were dealt to the second of two boards.
    SecondBoardDealt {
        /// The new cards.
        cards: Vec<Card>,
    },
    /// Cards were dealt to the board, face down.
    BoardDealtDown {
        /// Number of cards.
        count: u8,
    },
    /// The next face-down cards of the board were turned up.
    BoardTurned {
        /// The cards turned up.
        cards: Vec<Card>,
    },
    /// The deck was too short for another card to each player, so a single one was dealt to the board, face up.
    CommunalDealt {
        /// The card.
        card: Card,
    },
    /// An up card entitled its owner to another card, dealt face down. The owner receives it as a private part.
    ExtraCardDealt {
        /// The seat, from 1.
        seat: u8,
    },
    /// A decision opened. The seats to act receive their choices as a private part under the same number.
    TurnStarted {
        /// Number of the decision in this hand. Numbering starts at 1, or at 0 if the dealer picks the game first.
        turn: u32,
        /// Seats to act; several if they choose simultaneously and nothing is revealed until all have chosen.
        seats: Vec<u8>,
        /// The kind of decision.
        decision: DecisionKind,
        /// Number of the coming hand, if its dealer is to pick the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<u64>,
        /// The seat that may declare in the dark for the coming round while this decision is open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dark: Option<DarkOffer>,
        /// Number of the draw, if the decision is `draw`. Absent from records of older hands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        draw: Option<DrawRound>,
    },
    /// A player declared a check or a bet for the coming betting round before its board cards were dealt. It is carried out
    /// when the seat is to act in that round; it lapses if the seat folds or is all-in by then.
    DarkDeclared {
        /// The seat, from 1.
        seat: u8,
        /// `check` or `bet`.
        action: BetAction,
        /// Total of the bet; 0 for a check.
        to: Chips,
        /// The seat that may declare next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<DarkOffer>,
    },
    /// A player acted in a betting round.
    ActionTaken {
        /// The seat, from 1.
        seat: u8,
        /// The action.
        action: BetAction,
        /// Chips added to the pot.
        added: Chips,
        /// The seat's total for this betting round.
        to: Chips,
        /// `true` if the stack is now empty.
        all_in: bool,
        /// `true` if the server acted because the time ran out.
        auto: bool,
        /// `true` if the action was declared in the dark and is carried out without a decision.
        #[serde(default, skip_serializing_if = "is_false")]
        dark: bool,
    },
    /// The excess of an illegal bet or raise over the amount it counts for went into the pot as dead money.
    ExcessForfeited {
        /// The seat, from 1.
        seat: u8,
        /// Chips forfeited.
        amount: Chips,
    },
    /// The kitty received chips from the main pot, which is about to be paid.
    KittyTaken {
        /// Chips received.
        amount: Chips,
    },
    /// The sole winner of the main pot holds a seven and a deuce, and every other player paid the table's bounty. The bounty is
    /// not part of any pot.
    SevenDeucePaid {
        /// Seat of the winner.
        seat: u8,
        /// The winner's two cards.
        cards: Vec<Card>,
        /// The payment of each other seat, starting to the left of the winner; a seat without chips pays nothing.
        payments: Vec<SeatAmount>,
    },
    /// The session ends, and the kitty is divided among the players at the table.
    KittyShared {
        /// The share of each seat, starting to the left of the dealer.
        shares: Vec<SeatAmount>,
    },
    /// A player discarded cards without replacement.
    CardsDiscarded {
        /// The seat, from 1.
        seat: u8,
        /// Number of cards discarded, including those that lay face up.
        count: u8,
        /// The discards that lay face up.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        up: Vec<Card>,
        /// `true` if the server acted because the time ran out.
        auto: bool,
    },
    /// A player drew cards, or stood pat if `count` is 0. The owner receives the new cards as a private part.
    CardsDrawn {
        /// The seat, from 1.
        seat: u8,
        /// Number of cards drawn.
        count: u8,
        /// The discards that lay face up. The new cards lie face down.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        up: Vec<Card>,
        /// `true` if the server acted because the time ran out.
        auto: bool,
    },
    /// A player declined to straddle. A player who straddles posts instead.
    StraddleDeclined {
        /// The seat, from 1.
        seat: u8,
        /// `true` if the server acted because the time ran out.
        auto: bool,
    },
    /// A player made a simultaneous choice; the choices are revealed when all players have made theirs.
    ChoiceMade {
        /// The seat, from 1.
        seat: u8,
        /// `true` if the server acted because the time ran out.
        auto: bool,
    },
    /// Players turned up down cards of their own.
    CardsRolled {
        /// The cards turned up, by seat.
        rolls: Vec<Rolled>,
    },
    /// A player left the cards as they were, where one could have been turned up or exchanged.
    CardKept {
        /// The seat, from 1.
        seat: u8,
        /// `true` if the server acted because the time ran out.
        auto: bool,
    },
    /// A player exchanged an up card for a down card. The owner receives the new card as a private part.
    CardSwapped {
        /// The seat, from 1.
        seat: u8,
        /// The discarded card.
        card: Card,
    },
    /// A player arranged the down cards; the owner receives the order as a private part.
    CardsArranged {
        /// The seat, from 1.
        seat: u8,
        /// `true` if the server acted because the time ran out.
        auto: bool,
    },
    /// A player paid for an up card. The payment is dead money.
    CardBought {
        /// The seat, from 1.
        seat: u8,
        /// Chips paid.
        amount: Chips,
        /// `true` if the stack is now empty.
        all_in: bool,
    },
    /// A player declined to pay for an up card and gave up the pot.
    BuyPassed {
        /// The seat, from 1.
        seat: u8,
        /// `true` if the server acted because the time ran out.
        auto: bool,
    },
    /// All players have declared which sides of the pot they play for.
    Declared {
        /// The declarations by seat.
        declarations: Vec<SeatDeclaration>,
    },
    /// No player opened a betting round in which someone had to open.
    PassedOut {},
    /// The player who opened showed openers.
    OpenersShown {
        /// The seat, from 1.
        seat: u8,
        /// The cards shown.
        cards: Vec<Card>,
    },
    /// At the end of the hand, a hand killed by an official is shown to everyone.
    KilledShown {
        /// The seat, from 1.
        seat: u8,
        /// All cards of the killed hand.
        cards: Vec<Card>,
    },
    /// The pot was not won and is carried over to the next hand.
    PotCarried {
        /// Chips in the pot.
        amount: Chips,
    },
    /// Discarded and folded cards were shuffled back into the deck.
    DeckRefilled {
        /// Number of cards shuffled back.
        count: u8,
    },
    /// An uncalled bet, or the uncalled part of one, was returned to its owner.
    UncalledReturned {
        /// The seat, from 1.
        seat: u8,
        /// Chips returned.
        amount: Chips,
    },
    /// A betting round closed.
    PotsFormed {
        /// The pots as they now stand, main pot first.
        pots: Vec<PotState>,
    },
    /// All hands were tabled, as no further betting is possible.
    HandsTabled {
        /// The hands by seat.
        hands: Vec<ShownCards>,
    },
    /// All players in contention agreed to show their cards while the host has stopped the hand: the hands are known to all from
    /// now on, and the hand can still be played. Cards dealt later are dealt as usual.
    HandsOpened {
        /// The hands by seat, down cards first.
        hands: Vec<ShownCards>,
    },
    /// The players in contention answered whether to run it twice, each board for half of every pot.
    RunsDecided {
        /// `true` if all of them agreed to run it twice.
        twice: bool,
    },
    /// The first board is complete and the second one begins: board cards from here on belong to the second board.
    SecondRunStarted {
        /// Number of cards common to both boards, counted from the first card of the board.
        kept: u8,
    },
    /// A hand was shown; if the board was run twice, once for each board.
    HandShown {
        /// The seat, from 1.
        seat: u8,
        /// The cards shown.
        cards: Vec<Card>,
        /// The hand made on the high side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        high: Option<HandName>,
        /// The hand made on the low side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        low: Option<HandName>,
        /// The run of the board, from 1; left out if it was run once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<u8>,
    },
    /// A player who was dealt in asked to see the board cards that would have come had the hand gone on. Comes after
    /// `hand_completed` and is not part of the hand.
    RabbitShown {
        /// Seat of the player who asked.
        seat: u8,
        /// The cards, in the order in which they would have come.
        cards: Vec<Card>,
    },
    /// A hand was mucked unseen at the showdown.
    HandMucked {
        /// The seat, from 1.
        seat: u8,
    },
    /// A pot, or one side of it, was paid.
    PotAwarded {
        /// Number of the pot; 0 is the main pot.
        pot: u8,
        /// The side that is paid.
        side: Side,
        /// Chips paid in total.
        amount: Chips,
        /// Chips paid to each winner.
        shares: Vec<SeatAmount>,
        /// The run of the board, from 1; left out if it was run once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<u8>,
    },
    /// The hand is over.
    HandCompleted {
        /// Number of the hand at its table, from 1.
        hand: u64,
        /// All stacks after the hand.
        stacks: Vec<SeatAmount>,
    },
    /// The hand was voided: every stack is back to its amount before the hand.
    HandVoided {
        /// Number of the hand at its table, from 1.
        hand: u64,
        /// All stacks after the refund.
        stacks: Vec<SeatAmount>,
    },
    /// The host barred an account from chatting, or let it chat again.
    PlayerMuted {
        /// The account, as in a player's `id`.
        player: String,
        /// `true` if the account is muted.
        muted: bool,
    },
    /// The host sent an account away for good.
    PlayerRemoved {
        /// The account, as in a player's `id`.
        player: String,
    },
    /// The host made a decision about the table, or the requests for a seat changed.
    HostRuled {
        /// The change.
        deed: HostDeed,
        /// All decisions of the host that are now in force.
        rules: HostRules,
    },
    /// The host added chips from the host's own account to a stack; `chips_added` follows.
    ChipsGiven {
        /// The seat, from 1.
        seat: u8,
        /// Chips added.
        amount: Chips,
    },
    /// The host moved a player to another seat, between hands.
    PlayerMoved {
        /// The old seat, from 1.
        from: u8,
        /// The new seat, from 1.
        to: u8,
        /// The status of the seat.
        status: SeatStatus,
    },
    /// The host changed the stakes, from the next hand on.
    StakesChanged {
        /// The current game with its new stakes.
        game: GameAtHand,
        /// Minimum buy-in.
        buy_in_min: Chips,
        /// Maximum buy-in.
        buy_in_max: Chips,
    },
    /// The stack of a seat changed: in a tournament between hands after a chip race, a rebuy or an add-on, or because chips left
    /// play; elsewhere because the player, who is in no hand, chose it
    /// anew.
    StackSet {
        /// The seat, from 1.
        seat: u8,
        /// The resulting stack.
        stack: Chips,
    },
    /// The bounty on the head of a tournament player changed.
    BountySet {
        /// The seat, from 1.
        seat: u8,
        /// The resulting bounty.
        bounty: Chips,
    },
    /// Another level of the tournament applies from the next hand on.
    LevelChanged {
        /// The level, from 1.
        level: u16,
        /// The game of the level with its stakes.
        game: GameAtHand,
    },
    /// A player is all-in and called during hand-for-hand: the hand is held, cards face down, until no other table has a decision left.
    HandHeld {},
    /// The held hand goes on.
    HandReleased {},
    /// The host stopped the hand, or the state of the stop changed: no clock runs, and no player can act.
    HandStopped {
        /// The state of the stop.
        stop: HandStop,
    },
    /// The stop is over; the hand goes on, or `hand_voided` follows.
    HandWentOn {},
    /// Time was called on the player to act; `clock` gives the time left.
    TimeCalled {
        /// Seat of the player to act.
        seat: u8,
        /// The player who called Time; left out if it was an official.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PlayerInfo>,
    },
    /// A player whose connection is down gets more time after the time bank, once per level in a tournament and once per hour
    /// elsewhere; `clock` gives the time left.
    TimeExtended {
        /// Seat of the player to act.
        seat: u8,
    },
    /// Players bought chips or took chips home at a table with chips of its own, or its host corrected the ledger.
    LedgerChanged {
        /// The lines that changed, as they are now; new ones come last in the ledger.
        lines: Vec<LedgerLine>,
        /// The host's correction, if that was the reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        correction: Option<Box<LedgerCorrection>>,
    },
    /// The table with chips of its own is about to close: who pays whom. `table_closed` follows.
    LedgerSettled {
        /// The payments.
        payments: Vec<Payment>,
    },
    /// Play stopped, and every clock with it.
    TablePaused {},
    /// Play goes on.
    TableResumed {},
    /// The table is closed for good.
    TableClosed {},
}
