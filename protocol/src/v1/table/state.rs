//! What a table looks like at an instant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{GameInfo, TableInfo};
use crate::v1::choice::{Choice, DecisionKind, Declaration, DrawRound};
use crate::v1::common::{Card, Chips, PlayerInfo, is_false, is_zero};
use crate::v1::dark::{DarkAction, DarkOffer};
use crate::v1::event::{BetAction, HandName, Made, PostKind};
use crate::v1::host::HostRules;
use crate::v1::tournament::EventStatus;

/// Whether and how a seat takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeatStatus {
    /// Plays.
    Active,
    /// Will play as soon as it may enter: it waits for the big blind or for the button to pass.
    Waiting,
    /// Sits out.
    SittingOut,
    /// Sits out because the stack is gone.
    Busted,
    /// Leaves when the hand is over.
    Leaving,
}

/// A table at an instant, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TableState {
    /// The table.
    pub info: TableInfo,
    /// The game, if it is the host's own; the list of games has all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<Box<GameInfo>>,
    /// The taken seats.
    pub seats: Vec<SeatState>,
    /// Who waits for a seat, first in line first.
    pub wait_list: Vec<PlayerInfo>,
    /// The hand that runs, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hand: Option<HandState>,
    /// The dealer's pick of the game of the next hand, if it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pick: Option<PickState>,
    /// Chips of a pot that was not won, if there are any: between two hands they wait for the next one, in a running hand they
    /// are part of its pot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub carried: Option<Chips>,
    /// Chips in the kitty, if the table has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kitty: Option<Chips>,
    /// Hands completed so far.
    pub hands: u64,
    /// Whether roodles are played: an orbit for doubled stakes, which are those of `info`.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub roodles: bool,
    /// How many hands it is to the next bomb pot, behind the running hand if there is one: 1 if the next hand is one. Left out where
    /// there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bomb_pot_in: Option<u16>,
    /// Accounts that the host keeps from chatting, as in a player's `id`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub muted: Vec<String>,
    /// What the host has decided; left out while that is nothing.
    #[serde(default, skip_serializing_if = "HostRules::is_default")]
    #[ts(optional, as = "Option<_>")]
    pub host_rules: HostRules,
    /// Whether play is paused.
    pub paused: bool,
    /// The viewer's own affairs, if the viewer sits here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub you: Option<YourState>,
}

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatState {
    /// The seat.
    pub seat: u8,
    /// Who.
    pub player: PlayerInfo,
    /// The stack, without what is in the pot.
    pub stack: Chips,
    /// How the seat takes part.
    pub status: SeatStatus,
    /// Whether a connection of the player is open.
    pub connected: bool,
    /// How it takes part in hands of a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub event_status: Option<EventStatus>,
    /// The bounty on the player's head, in a tournament that has bounties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bounty: Option<Chips>,
    /// Whether the player straddles when the place allows it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub straddles: bool,
    /// The seat in the running hand, if it was dealt in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub play: Option<SeatPlay>,
}

/// A seat in the running hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatPlay {
    /// The cards as this viewer may see them: `null` where they are face down. None once the hand was given up, except to
    /// its owner.
    pub cards: Vec<Option<Card>>,
    /// Whether each of those cards lies face up; left out if none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub face_up: Vec<bool>,
    /// Whether the hand was given up.
    pub folded: bool,
    /// Whether the stack is gone and the hand still contends.
    pub all_in: bool,
    /// Chips put in during this betting round.
    pub bet: Chips,
    /// What the seat did last in this betting round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub last_action: Option<BetAction>,
    /// What it posted since the last cards, if it has not acted since: a bring-in, for example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub posted: Option<PostKind>,
    /// How many cards it drew last, if the last thing was a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub drew: Option<u8>,
    /// Which sides of the pot it plays for, once all have declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub declared: Option<Declaration>,
    /// What it announced with the last cards that it turned up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub announced: Option<Declaration>,
}

/// The running hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandState {
    /// Its number.
    pub hand: u64,
    /// The number of its `hand_started`, as long as `resume` brings that event: with `after` one less you get all that has
    /// happened in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_seq: Option<u64>,
    /// The game.
    pub game: String,
    /// The seat of the button.
    pub button: u8,
    /// The seat of the small blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub small_blind: Option<u8>,
    /// The seat of the big blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub big_blind: Option<u8>,
    /// Whether it is a bomb pot.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub bomb_pot: bool,
    /// Whether two boards are dealt, each for one half of every pot.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub double_board: bool,
    /// The cards of the board that lie face up.
    pub board: Vec<Card>,
    /// Those of the second of two boards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub second_board: Vec<Card>,
    /// How many more cards of the board lie face down.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<_>")]
    pub board_down: u8,
    /// The pots of the rounds before this one, main pot first.
    pub pots: Vec<PotState>,
    /// All chips in the middle, bets of this round included.
    pub pot: Chips,
    /// The bet to match in this round, a total.
    pub bet: Chips,
    /// Whether it waits in hand-for-hand: a player is all-in and called, and other tables still have something to decide.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub held: bool,
    /// What was declared in the dark for the coming round, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub dark: Vec<DarkAction>,
    /// Who may declare in the dark now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dark_offer: Option<DarkOffer>,
    /// The draw that is open, or else the last one; left out before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draw: Option<DrawRound>,
    /// The open decision, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turn: Option<TurnState>,
}

/// A pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PotState {
    /// Chips in it.
    pub amount: Chips,
    /// Who contends for it.
    pub seats: Vec<u8>,
}

/// An open decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TurnState {
    /// Its number.
    pub turn: u32,
    /// Who has not answered.
    pub seats: Vec<u8>,
    /// Its kind.
    pub decision: DecisionKind,
    /// How much time is left.
    pub clock: Clock,
}

/// A dealer who is asked for the game of a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PickState {
    /// The number of the hand to come, to be repeated in the answer.
    pub hand: u64,
    /// The decision.
    pub turn: TurnState,
}

impl TurnState {
    /// A decision that has just been opened; its clock follows.
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

/// The time of the open decision. It is sent with every decision and is not a numbered event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Clock {
    /// The decision it belongs to.
    pub turn: u32,
    /// Milliseconds left before the time bank begins.
    pub left_ms: u32,
    /// Milliseconds each deciding seat has in its time bank, or has left of it.
    pub banks: Vec<SeatBank>,
}

/// A seat's time bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatBank {
    /// The seat.
    pub seat: u8,
    /// Milliseconds in it.
    pub left_ms: u32,
}

/// What only the viewer may know about itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct YourState {
    /// The viewer's seat.
    pub seat: u8,
    /// The viewer's cards.
    pub cards: Vec<Card>,
    /// What may be chosen, if it is the viewer's turn.
    pub choices: Vec<Choice>,
    /// Chips to call, 0 if none.
    pub to_call: Chips,
    /// What the cards make now, where the game has a high side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub made: Option<HandName>,
    /// What the cards make now on the low side, if they qualify.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub made_low: Option<HandName>,
    /// What they make with the second of two boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub made_second: Option<Made>,
    /// Chips that will be added when the hand is over.
    pub rebuy_pending: Chips,
    /// Milliseconds in the time bank.
    pub time_bank_ms: u32,
}
