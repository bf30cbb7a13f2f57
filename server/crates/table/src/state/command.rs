//! The content of a table's journal: the commands that changed the table, one per row.
//!
//! A command is self-contained: applied to the same state, it always has the same effect. Anything that came from a
//! clock, from chance or from a player's situation at that instant is written into it.

mod row;
#[cfg(test)]
mod tests;

use poker_owner::rows::account;
use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::{Action, Card, Chips, PlayerInfo};
use poker_store::{AccountId, StepKind};
use serde::{Deserialize, Serialize};

use super::book::Correcting;
use super::deck::Shuffle;
use super::event::{Arranged, EventDeal};
use super::hosting::HostRule;
use super::own_pauses::PauseTerms;

pub(super) use self::row::open_part;

/// The format in which rows are written. A later version that writes them differently increments it.
pub const FORMAT: u16 = 1;

/// A command with its time and origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableOrder {
    /// Time at which it was given, in milliseconds since 1970; used in the history only.
    pub at: i64,
    /// The request that gave it; `None` if the server acted by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<RequestOrigin>,
    /// The command to carry out.
    #[serde(rename = "do")]
    pub command: Command,
}

/// The request that led to a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestOrigin {
    /// The account that made the request.
    #[serde(with = "account")]
    pub account: AccountId,
    /// The request's `id`.
    pub id: String,
}

/// A change of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Command {
    /// A player takes a seat.
    Sit {
        /// The player to seat.
        player: PlayerInfo,
        /// Number of the seat, from 1; any if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// Chips brought.
        buy_in: Chips,
        /// The way to enter the game.
        entry: Entry,
        /// `true` if the chips for the free stacks are set aside together with the buy-in.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        set_aside: bool,
    },
    /// A player leaves.
    Leave {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A player sits out.
    SitOut {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// The moment at which sitting out begins.
        when: SitOutWhen,
        /// The pause that it is; `None` if it has no end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pause: Option<PauseTerms>,
    },
    /// The time of a player's own pause is up.
    ExpireOwnPause {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// `true` if the player is there, and plays on.
        returns: bool,
    },
    /// A player comes back.
    SitIn {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// The way to re-enter the game.
        entry: Entry,
    },
    /// A player asks to straddle whenever the seat allows it, or no longer to.
    Straddle {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// `true` to straddle, `false` to stop.
        on: bool,
    },
    /// A player adds chips.
    Rebuy {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// Chips to add.
        amount: Chips,
    },
    /// A player chooses the stack anew before the first hand.
    ChooseStack {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// The whole stack.
        stack: Chips,
    },
    /// The host stops an account from chatting, or lets it chat again.
    Mute {
        /// The account concerned.
        #[serde(with = "account")]
        account: AccountId,
        /// `true` to mute, `false` to unmute.
        muted: bool,
    },
    /// The name of a deleted account goes.
    Unname {
        /// The account concerned.
        #[serde(with = "account")]
        account: AccountId,
        /// The name that replaces it.
        name: String,
    },
    /// The host sends an account away for good.
    Remove {
        /// The account concerned.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// The host changes a rule of the table.
    Host {
        /// The change.
        rule: HostRule,
    },
    /// A player asks the host for a seat, or withdraws the request.
    AskSeat {
        /// The player asking.
        player: PlayerInfo,
        /// `true` to ask, `false` to withdraw.
        ask: bool,
    },
    /// The host adds chips from their own account to a stack.
    GiveChips {
        /// The host's account.
        #[serde(with = "account")]
        from: AccountId,
        /// The account of the player who gets the chips.
        #[serde(with = "account")]
        account: AccountId,
        /// Chips to give.
        amount: Chips,
    },
    /// The host answers a player's request for a rebuy.
    AnswerRebuy {
        /// The account that has asked.
        #[serde(with = "account")]
        account: AccountId,
        /// The chips that the player gets, as asked for; none if it is refused.
        accepted: Option<Chips>,
    },
    /// The host corrects the ledger.
    Correct {
        /// The correction.
        wish: Correcting,
    },
    /// A player joins the wait list.
    JoinWaitList {
        /// The player joining.
        player: PlayerInfo,
    },
    /// A player leaves the wait list.
    LeaveWaitList {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// The offer of a seat expires.
    ExpireOffer {
        /// The account that had the offer.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// The stack that a player left with no longer counts.
    Forget {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// Cards decide the seating before the first hand.
    DrawSeats {
        /// The cards dealt face up.
        cards: Vec<Card>,
    },
    /// The dealer of the next hand is asked for its game.
    Ask {
        /// Decides the dealer, in case one has to be drawn: from 0 to `DRAW_RANGE` - 1.
        draw: u16,
    },
    /// The dealer of the next hand picks its game.
    Pick {
        /// Number of the dealer's seat.
        seat: u8,
        /// The game; left out if time ran out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<PickedGame>,
        /// `true` if the player sits out from the next hand on.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        absent: bool,
    },
    /// A hand begins.
    Deal {
        /// Decides the button, in case it has to be drawn: from 0 to `DRAW_RANGE` - 1.
        draw: u16,
        /// Cards from which one is dealt face up to each player, where cards decide the first dealer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        draw_cards: Vec<Card>,
        /// The order of the deck. Sealed.
        #[serde(skip)]
        shuffle: Box<Shuffle>,
    },
    /// The tournament director sets the seating and the stacks.
    Arrange {
        /// All taken seats.
        seats: Vec<Arranged>,
        /// Numbers of the seats whose players move to another table.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moved: Vec<u8>,
    },
    /// The tournament director begins a hand.
    DealEvent {
        /// The director's plan for the hand.
        deal: EventDeal,
        /// Milliseconds in the time bank of each seat.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        banks: Vec<(u8, u32)>,
        /// The order of the deck. Sealed.
        #[serde(skip)]
        shuffle: Box<Shuffle>,
    },
    /// A hand held during hand-for-hand play resumes.
    Release {
        /// Number of the hand.
        hand: u64,
    },
    /// A player of the running hand has left the tournament, or the called time is up: the hand folds at its next turn.
    Kill {
        /// Number of the hand.
        hand: u64,
        /// Number of the seat whose hand is killed.
        seat: u8,
        /// `true` if the player sits out from the next hand on.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        absent: bool,
        /// `true` if an official ordered it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ruled: bool,
    },
    /// Time is called on the players to act.
    CallTime {
        /// The player who calls; `None` if the house does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PlayerInfo>,
    },
    /// A player whose connection is down gets more time for the open decision.
    ExtendTime {
        /// Number of the player's seat.
        seat: u8,
    },
    /// The running hand ends by splitting each pot equally.
    Split {
        /// Number of the hand.
        hand: u64,
    },
    /// A player answers a decision.
    Act {
        /// Number of the player's seat.
        seat: u8,
        /// The action taken. The cards of a discard are sealed.
        action: Action,
        /// `true` if it ends an absence: the player let the time run out earlier in the hand.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        back: bool,
    },
    /// A player's time is up.
    TimeOut {
        /// Number of the player's seat.
        seat: u8,
        /// `true` if the player sits out from the next hand on.
        absent: bool,
    },
    /// A player shows cards of the hand that is over.
    Show {
        /// Number of the player's seat.
        seat: u8,
        /// The cards shown.
        cards: Vec<Card>,
    },
    /// A player agrees to show the cards of a stopped hand, or takes that back.
    Consent {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// Number of the hand.
        hand: u64,
        /// `true` to agree.
        agree: bool,
    },
    /// A player asks for a rabbit hunt: the board cards that would have come.
    HuntRabbit {
        /// Number of the player's seat.
        seat: u8,
    },
    /// The running hand is voided.
    Void {},
    /// Play is paused.
    Pause {},
    /// Play resumes.
    Resume {},
    /// All viewers are notified that the table is about to close.
    AnnounceClosing {},
    /// The session is over: all players leave, and the table is closed for good.
    EndSession {},
    /// The table is closed for good.
    Close {},
}

/// A game that a dealer picks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickedGame {
    /// The game's identifier in the catalogue.
    pub game: String,
    /// Its betting structure, the first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

/// The remainder of a uniform number below this is a uniform choice among 1 to 10 seats: it is the least common
/// multiple of those numbers.
pub(crate) const DRAW_RANGE: u16 = 2520;

impl Command {
    /// The kind of row that it makes.
    pub const fn kind(&self) -> StepKind {
        match self {
            Self::Deal { .. }
            | Self::DealEvent { .. }
            | Self::Act { .. }
            | Self::TimeOut { .. }
            | Self::Show { .. }
            | Self::HuntRabbit { .. }
            | Self::Consent { .. }
            | Self::Release { .. }
            | Self::Kill { .. }
            | Self::Split { .. }
            | Self::CallTime { .. }
            | Self::ExtendTime { .. }
            | Self::Void {} => StepKind::Hand,
            Self::Sit { .. }
            | Self::Arrange { .. }
            | Self::Leave { .. }
            | Self::SitOut { .. }
            | Self::SitIn { .. }
            | Self::ExpireOwnPause { .. }
            | Self::Straddle { .. }
            | Self::Rebuy { .. }
            | Self::ChooseStack { .. }
            | Self::JoinWaitList { .. }
            | Self::Mute { .. }
            | Self::Remove { .. }
            | Self::Unname { .. }
            | Self::Host { .. }
            | Self::AskSeat { .. }
            | Self::GiveChips { .. }
            | Self::AnswerRebuy { .. }
            | Self::Correct { .. }
            | Self::LeaveWaitList { .. }
            | Self::ExpireOffer { .. }
            | Self::Forget { .. }
            | Self::DrawSeats { .. }
            | Self::Ask { .. }
            | Self::Pick { .. }
            | Self::Pause {}
            | Self::Resume {}
            | Self::AnnounceClosing {}
            | Self::EndSession {}
            | Self::Close {} => StepKind::Table,
        }
    }

    /// `true` if it takes chips from an account, which the ledger may refuse.
    pub const fn may_be_refused(&self) -> bool {
        matches!(
            self,
            Self::Sit { .. }
                | Self::Rebuy { .. }
                | Self::ChooseStack { .. }
                | Self::GiveChips { .. }
                | Self::AnswerRebuy { .. }
                | Self::Correct { .. }
        )
    }
}
