//! The powers of a table's host, and requests to the host for a seat.

use serde::{Deserialize, Serialize};

use super::common::{Chips, HandNo, PlayerInfo, TableId, UnixMs, is_false, is_zero};
use super::ledger::RebuyRequest;
use crate::describe::JsonSchema;

/// A decision of the table's host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// The action to carry out.
    pub action: HostAction,
}

/// An action of a table's host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum HostAction {
    /// Pauses the table: no new hand begins; a running one is played to its end. At a private table no clock runs between hands
    /// meanwhile, and no seat is given up for its player's absence. Sent again during a pause, it sets another end.
    Pause {
        /// Minutes from now after which play resumes by itself, 1 to 60; left out for a pause until `resume`. At private tables
        /// only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 60))]
        minutes: Option<u8>,
    },
    /// Ends the pause. A stopped hand goes on, with its cards open if they were opened.
    Resume {},
    /// Stops the running hand of a table whose `session` has `class`: it is a pause that begins at once. Clocks stand still with
    /// the time that is left, and no player can act until `resume`, or until the pause ends by itself. Sent again during the
    /// stop, it sets another end.
    StopHand {
        /// Minutes from now after which the hand goes on by itself, 1 to 60.
        #[schemars(range(min = 1, max = 60))]
        minutes: u8,
    },
    /// Asks the players who hold cards of a stopped hand to show them to all at the table; they answer with `consent`. Refused
    /// while players have cards to choose, exchange or declare.
    AskReveal {},
    /// Ends a stopped hand whose cards lie open: it is void, and all players get back what they put in. The pause ends too.
    EndHand {},
    /// Turns approval on or off: with it, players ask for a seat and the host accepts or refuses them; without it, they sit
    /// down freely. The host, players who already have a seat, and as many bots as the host has invited need no approval.
    Approval {
        /// `true` if players need approval.
        on: bool,
    },
    /// Lets a player who has asked for a seat sit down.
    Accept {
        /// The account, as in a player's `id`.
        player: String,
    },
    /// Refuses a player who has asked for a seat.
    Refuse {
        /// The account, as in a player's `id`.
        player: String,
    },
    /// Adds chips from the host's own account to the stack of a player who is not in a running hand, up to the maximum buy-in.
    /// Refused at tables with chips of their own, where `correct` adds a late buy-in. Moves chips.
    AddChips {
        /// The account, as in a player's `id`.
        player: String,
        /// Chips to add.
        amount: Chips,
    },
    /// Moves a player to a free seat, between hands. In games with blinds, the player enters there like a newcomer.
    Move {
        /// The account, as in a player's `id`.
        player: String,
        /// The seat, from 1.
        seat: u8,
    },
    /// Changes the stakes, from the next hand on.
    Stakes {
        /// The complete new stakes.
        stakes: HostStakes,
    },
    /// Ends the current game of a rotation: the next hand is one of the next game. In dealer's choice, a dealer who is to pick
    /// gets the table's default game, as on a timeout.
    NextGame {},
    /// Invites house bots to a private table, as many as there are seats and bots available. 0 sends them away.
    Bots {
        /// Number of bots wanted.
        count: u8,
    },
    /// Closes the table for good at the end of the hand: every player leaves with the stack.
    Close {},
    /// Grants the rebuy that a player has asked for, at a table whose `session` has `rebuys` set to `approval`. Moves chips.
    AcceptRebuy {
        /// The account, as in a player's `id`.
        player: String,
        /// The chips that were asked for. Refused with `table.no_change` if the player has asked for other chips since.
        amount: Chips,
    },
    /// Sets the link to the voice room of a private table, which all who sit or watch there see, or takes it away.
    Voice {
        /// An `https` link of at most 200 bytes, in ASCII and without a user name; left out for none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 200))]
        link: Option<String>,
    },
    /// Refuses the rebuy that a player has asked for.
    RefuseRebuy {
        /// The account, as in a player's `id`.
        player: String,
    },
    /// Corrects the ledger of a table with chips of its own, with a line that all can read. With `paid_by`, another player pays
    /// a part of a player's buy-ins. Without it, a late buy-in: the chips are added to the player's stack, immediately or at the
    /// end of the hand, and count as bought. Moves chips.
    Correct {
        /// The account whose buy-in it is about, as in a player's `id`.
        player: String,
        /// Chips of the buy-in, at least 1.
        amount: Chips,
        /// The account that pays instead, as in a player's `id`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paid_by: Option<String>,
        /// The reason, 1 to 200 characters.
        #[schemars(length(min = 1, max = 200))]
        reason: String,
    },
}

/// The stakes a host asks for. They are validated like those of a new table, with the same defaults for whatever is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostStakes {
    /// Multiplies every default amount of the game; amounts given below replace the product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<u32>,
    /// The small blind, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub small_blind: Option<Chips>,
    /// The big blind, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub big_blind: Option<Chips>,
    /// The ante of each player, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ante: Option<Chips>,
    /// Minimum buy-in, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buy_in_min: Option<Chips>,
    /// Maximum buy-in, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buy_in_max: Option<Chips>,
}

/// A request to the table's host for a seat, or its withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskSeat {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// `true` to ask for a seat, `false` to withdraw the request.
    pub ask: bool,
}

/// An answer to the host's question whether the cards of a stopped hand may be shown. They are shown to all at the table as soon
/// as every player who holds cards has agreed, and until then to nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Consent {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the stopped hand.
    pub hand: HandNo,
    /// `true` to agree, `false` to take a consent back.
    pub agree: bool,
}

/// The state of a hand that the host has stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandStop {
    /// `true` once the host has asked whether the cards may be shown.
    #[serde(default, skip_serializing_if = "is_false")]
    pub asked: bool,
    /// Number of players who have agreed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub agreed: u8,
    /// Number of players who hold cards: all of them have to agree.
    pub holders: u8,
    /// `true` once the cards lie open.
    #[serde(default, skip_serializing_if = "is_false")]
    pub open: bool,
}

/// The host's decisions about the table, as everyone there sees them.
#[expect(clippy::struct_excessive_bools, reason = "each is a decision of its own on the wire")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostRules {
    /// `true` while no new hand begins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub paused: bool,
    /// Instant at which the pause ends by itself, if the host has given one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused_until: Option<UnixMs>,
    /// `true` if the table closes at the end of the hand.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closing: bool,
    /// `true` if the next hand is one of the next game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub next_game: bool,
    /// `true` if the stakes change at the end of the hand.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stakes: bool,
    /// `true` if players need the host's approval to sit down.
    #[serde(default, skip_serializing_if = "is_false")]
    pub approval: bool,
    /// Players who have asked for a seat, in order of asking; at most 20.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<SeatRequest>,
    /// Number of house bots invited.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bots: u8,
    /// Players who have asked for a rebuy, in order of asking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rebuys: Vec<RebuyRequest>,
    /// Link to the voice room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voice: Option<String>,
}

impl HostRules {
    /// Returns `true` if the host has made no decision.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A player who has asked for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatRequest {
    /// The player.
    pub player: PlayerInfo,
    /// The host's answer.
    pub state: SeatRequestState,
}

/// The state of a request for a seat. The request ends when the player sits down or withdraws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatRequestState {
    /// The host has not answered yet.
    Asked,
    /// The player may sit down.
    Accepted,
    /// The player may not sit down.
    Refused,
}

/// A change in the host's decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HostDeed {
    /// The table was paused, or its pause got another end.
    Paused,
    /// The pause ended.
    Resumed,
    /// Players need the host's approval to sit down.
    ApprovalOn,
    /// Players may sit down freely.
    ApprovalOff,
    /// A player asked for a seat, withdrew the request, or sat down.
    Requests,
    /// The stakes change at the end of the hand; `stakes_changed` follows then.
    Stakes,
    /// The next hand is one of the next game.
    NextGame,
    /// The number of invited house bots changed.
    Bots,
    /// The table closes at the end of the hand.
    Closing,
    /// A player asked for a rebuy, or such a request was answered or dropped.
    Rebuys,
    /// The link to the voice room was set, changed or taken away.
    Voice,
    /// The decisions that were waiting for the end of the hand have been carried out.
    Done,
}
