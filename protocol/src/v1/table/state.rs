//! The state of a table at one point in time.

use serde::{Deserialize, Serialize};

use super::{GameInfo, TableInfo};
use crate::describe::JsonSchema;
use crate::v1::choice::{Choice, DecisionKind, Declaration, DrawRound};
use crate::v1::common::{Card, Chips, PlayerInfo, UnixMs, is_false, is_zero};
use crate::v1::dark::{DarkAction, DarkOffer};
use crate::v1::event::{BetAction, HandName, Made, PostKind};
use crate::v1::host::{HandStop, HostRules};
use crate::v1::ledger::Ledger;
use crate::v1::tournament::EventStatus;

/// The participation of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatStatus {
    /// Playing.
    Active,
    /// Playing as soon as the seat may enter: waiting for the big blind or for the button to pass.
    Waiting,
    /// Sitting out.
    SittingOut,
    /// Sitting out with an empty stack.
    Busted,
    /// Leaving at the end of the hand.
    Leaving,
}

/// A table at one point in time, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableState {
    /// Description of the table.
    pub info: TableInfo,
    /// The game, if it is the host's own; all others are in the list of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<GameInfo>>,
    /// The taken seats.
    pub seats: Vec<SeatState>,
    /// Players waiting for a seat, first in line first.
    pub wait_list: Vec<PlayerInfo>,
    /// The running hand, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<HandState>,
    /// The dealer's open pick of the game for the next hand, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pick: Option<PickState>,
    /// Chips of a pot that was not won, if there are any: between two hands they wait for the next one, during a hand they are
    /// part of its pot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Chips>,
    /// Chips in the kitty, if the table has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kitty: Option<Chips>,
    /// Number of hands completed so far.
    pub hands: u64,
    /// `true` during roodles, an orbit for doubled stakes; `info` has the doubled ones.
    #[serde(default, skip_serializing_if = "is_false")]
    pub roodles: bool,
    /// Hands until the next bomb pot, not counting the running hand: 1 if the next hand is one. Left out at tables without bomb pots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bomb_pot_in: Option<u16>,
    /// Accounts muted by the host, as in a player's `id`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muted: Vec<String>,
    /// The host's decisions in force; left out if there are none.
    #[serde(default, skip_serializing_if = "HostRules::is_default")]
    pub host_rules: HostRules,
    /// The ledger, at a table with chips of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ledger: Option<Box<Ledger>>,
    /// `true` while play is paused.
    pub paused: bool,
    /// The viewer's own information, if the viewer has a seat here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<YourState>,
}

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatState {
    /// The seat, from 1.
    pub seat: u8,
    /// The player.
    pub player: PlayerInfo,
    /// The stack in chips, without the chips in the pot.
    pub stack: Chips,
    /// The status of the seat.
    pub status: SeatStatus,
    /// `true` while the player has an open connection.
    pub connected: bool,
    /// Participation of the seat in the hands of a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_status: Option<EventStatus>,
    /// The bounty on the player's head, in a tournament with bounties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounty: Option<Chips>,
    /// End of the player's own pause, in milliseconds since 1970; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_at: Option<UnixMs>,
    /// `true` if the player straddles whenever the seat's position allows it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub straddles: bool,
    /// The seat in the running hand, if it was dealt in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<SeatPlay>,
}

/// A seat in the running hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatPlay {
    /// The cards as this viewer may see them: `null` for each one that is face down. Empty after a fold, except for the cards' owner.
    pub cards: Vec<Option<Card>>,
    /// For each of those cards, `true` if it lies face up; left out if none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub face_up: Vec<bool>,
    /// `true` if the hand was folded.
    pub folded: bool,
    /// `true` if the stack is empty and the hand is still in contention.
    pub all_in: bool,
    /// Chips put in during this betting round.
    pub bet: Chips,
    /// The seat's last action in this betting round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_action: Option<BetAction>,
    /// The seat's last forced payment since cards were last dealt, such as a bring-in, unless it has acted since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posted: Option<PostKind>,
    /// Number of cards drawn, if a draw was the last thing the seat did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drew: Option<u8>,
    /// The sides of the pot it plays for, once all players have declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declaration>,
    /// The announcement made with the cards it last turned up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<Declaration>,
}

/// The running hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HandState {
    /// Number of the hand at its table, from 1.
    pub hand: u64,
    /// Number of the hand's `hand_started`, for as long as `resume` can deliver that event: `resume` with `after` set to one
    /// less delivers everything that has happened in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seq: Option<u64>,
    /// Identifier of the game.
    pub game: String,
    /// Seat of the button, which may be empty.
    pub button: u8,
    /// Seat of the small blind, which may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub small_blind: Option<u8>,
    /// Seat of the big blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub big_blind: Option<u8>,
    /// `true` in a bomb pot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bomb_pot: bool,
    /// `true` if two boards are dealt, each for half of every pot.
    #[serde(default, skip_serializing_if = "is_false")]
    pub double_board: bool,
    /// The board cards that lie face up.
    pub board: Vec<Card>,
    /// The cards of the second of two boards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub second_board: Vec<Card>,
    /// Number of further board cards that lie face down.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub board_down: u8,
    /// The pots of the previous rounds, main pot first.
    pub pots: Vec<PotState>,
    /// All chips in the pot, bets of this round included.
    pub pot: Chips,
    /// The bet to match in this round, as a total.
    pub bet: Chips,
    /// `true` while the hand is held during hand-for-hand: a player is all-in and called, and other tables still have decisions left.
    #[serde(default, skip_serializing_if = "is_false")]
    pub held: bool,
    /// The state of the stop, while the host has stopped the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<HandStop>,
    /// Declarations made in the dark for the coming round, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dark: Vec<DarkAction>,
    /// The seat that may declare in the dark now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dark_offer: Option<DarkOffer>,
    /// The open draw, otherwise the last one; left out before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRound>,
    /// The open decision, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnState>,
}

/// A pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PotState {
    /// Chips in the pot.
    pub amount: Chips,
    /// Seats in contention for it.
    pub seats: Vec<u8>,
}

/// An open decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurnState {
    /// Number of the decision in its hand.
    pub turn: u32,
    /// Seats that have yet to answer.
    pub seats: Vec<u8>,
    /// The kind of decision.
    pub decision: DecisionKind,
    /// Time left for the decision.
    pub clock: Clock,
}

/// A dealer's open pick of the game for a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PickState {
    /// Number of the coming hand, to be repeated in the answer.
    pub hand: u64,
    /// The decision.
    pub turn: TurnState,
}

impl TurnState {
    /// Creates a decision that has just been opened; its clock follows.
    pub fn opened(turn: u32, seats: &[u8], decision: DecisionKind) -> Self {
        Self {
            turn,
            seats: seats.to_vec(),
            decision,
            clock: Clock {
                turn,
                left_ms: 0,
                banks: Vec::new(),
            },
        }
    }
}

/// The time left for the open decision. It is sent with every decision and is not a numbered event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// Number of the decision.
    pub turn: u32,
    /// Time left before the time bank begins, in milliseconds.
    pub left_ms: u32,
    /// The time bank of each seat to act.
    pub banks: Vec<SeatBank>,
}

/// A seat's time bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatBank {
    /// The seat, from 1.
    pub seat: u8,
    /// Time left in the bank, in milliseconds.
    pub left_ms: u32,
}

/// Information that the viewer alone may see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct YourState {
    /// The viewer's seat, from 1.
    pub seat: u8,
    /// The viewer's cards.
    pub cards: Vec<Card>,
    /// The legal choices, if it is the viewer's turn.
    pub choices: Vec<Choice>,
    /// Chips needed to call; 0 if there is nothing to call.
    pub to_call: Chips,
    /// The hand that the cards make now, in games with a high side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<HandName>,
    /// The hand that the cards make now on the low side, if it qualifies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_low: Option<HandName>,
    /// The hands that they make with the second of two boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_second: Option<Made>,
    /// Chips to be added at the end of the hand.
    pub rebuy_pending: Chips,
    /// Time in the time bank, in milliseconds.
    pub time_bank_ms: u32,
    /// `true` if the viewer has agreed to show the cards of the stopped hand. No other player learns it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub agreed: bool,
}
