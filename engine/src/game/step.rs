//! The steps of a game.

use crate::Chips;
use crate::action::Declarations;
use crate::card::Rank;
use crate::eval::{Ranking, Selection};
use crate::list::{Blank, List};
use crate::post::PostKind;

/// A step of a game. It says what to do, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Every player pays the same amount, which is part of the pot layers.
    Ante(Chips),
    /// One seat makes a payment.
    Post {
        /// Seat that pays.
        at: PostSeat,
        /// Default amount.
        amount: Chips,
        /// Kind of payment.
        kind: PostKind,
    },
    /// Each player is dealt cards, one clockwise turn per face.
    Deal(Faces),
    /// The seat whose door card the rule names must open with this amount.
    BringIn {
        /// Door card that brings in.
        door: Door,
        /// Default amount.
        amount: Chips,
    },
    /// Cards are dealt to the board.
    Board {
        /// Number of cards.
        count: u8,
        /// Side on which they lie.
        face: Face,
    },
    /// The next face-down cards of the board are turned up, as many as this.
    Turn(u8),
    /// One card is dealt to the board face up, in place of a street.
    Communal,
    /// A betting round.
    Bet(BetStep),
    /// Players in turn may straddle, each for twice the last blind, until the first who declines.
    Straddle {
        /// Maximum number of straddles in a hand.
        max: u8,
    },
    /// Each player in turn discards up to `max` cards and receives as many.
    Draw {
        /// Maximum number of cards a player may discard.
        max: u8,
        /// Maximum number of cards served in one turn; the rest follow in a second round, after all other players have been served.
        per_pass: u8,
    },
    /// All players discard a fixed number of cards, simultaneously and without replacement.
    Discard {
        /// Number of down cards.
        down: u8,
        /// Number of up cards.
        up: u8,
    },
    /// Players turn down cards up.
    Roll {
        /// Down cards to turn up.
        which: Rolls,
        /// Announcements to choose from; empty if none is asked for.
        announce: Declarations,
    },
    /// Each player in turn may turn a down card up and receive the next card face down; otherwise it comes face up.
    OptionalRoll,
    /// Each player arranges the down cards in an order.
    Arrange,
    /// Players declare the sides of the pot they play for.
    Declare {
        /// Declarations to choose from.
        choices: Declarations,
        /// Simultaneous or in turn.
        order: DeclareOrder,
    },
    /// The showdown, which ends the hand.
    Show(Showdown),
}

impl Step {
    /// Returns the step's word in a script.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Ante(_) => "ante",
            Self::Post { .. } => "post",
            Self::Deal(_) => "deal",
            Self::BringIn { .. } => "bringin",
            Self::Board { .. } => "board",
            Self::Turn(_) => "turn",
            Self::Communal => "communal",
            Self::Bet(_) => "bet",
            Self::Straddle { .. } => "straddle",
            Self::Draw { .. } => "draw",
            Self::Discard { .. } => "discard",
            Self::Roll { .. } => "flip",
            Self::OptionalRoll => "optflip",
            Self::Arrange => "arrange",
            Self::Declare { .. } => "declare",
            Self::Show(_) => "show",
        }
    }
}

/// Seat that pays a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostSeat {
    /// The first seat left of the button; the small blind in games with two blinds.
    Left,
    /// The second seat left of the button; the big blind in games with two blinds.
    Left2,
    /// The button.
    Dealer,
}

/// Door card that brings in. Suits break ties, clubs lowest. Rule: variants M06, M08.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// The lowest; aces are high.
    Low,
    /// The highest; aces are low.
    HighRazz,
}

/// Down cards to be turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolls {
    /// This many, chosen by each player, all simultaneously.
    Chosen(u8),
    /// The first of each player's down cards.
    Near,
    /// All down cards.
    All,
}

/// Manner of declaring. Rule: variants A44.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclareOrder {
    /// Simultaneously: nothing is revealed until all have declared.
    AtOnce,
    /// In turn, beginning with the last aggressor.
    InTurn,
}

/// Side on which a card lies when dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Face down, for its owner alone.
    Down,
    /// Face up, for every viewer.
    Up,
}

impl Blank for Face {
    const BLANK: Self = Self::Down;
}

/// Cards of a deal, one turn after the other.
pub type Faces = List<Face, 10>;

/// A betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetStep {
    /// First to act.
    pub first: First,
    /// `true` if players may check while there is no bet.
    pub check: bool,
    /// Tier of the limit, from 1.
    pub tier: u8,
    /// Openers required, if any.
    pub open: Option<Openers>,
    /// Continuation when no player opens.
    pub all_check: AllCheck,
    /// `true` if the first to act may raise, `false` if only calling and folding are allowed.
    pub first_may_raise: bool,
}

/// Continuation when a betting round ends without a bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AllCheck {
    /// The next step follows.
    #[default]
    Continue,
    /// The hand ends: the pot is carried over to the next hand, for which every player pays again.
    Redeal,
    /// Play jumps to the later step with this index.
    Jump(u8),
}

/// First to act in a betting round. All-in and folded players are passed over, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Left of the button.
    Left,
    /// The second seat left of the button; left of the last blind if blinds were posted.
    Left2,
    /// Left of the big blind, or of the last straddle; the third seat left of the button if there are no blinds.
    AfterBlinds,
    /// The button.
    Dealer,
    /// The last raiser of the previous round, or else the second seat left of the button. Rule: variants V46.
    Raiser,
    /// The best up cards. Rule: variants 2.8.
    HighUp,
    /// The lowest up cards.
    LowUp,
    /// Left of the player who brought in.
    BringIn,
    /// The opener of the previous betting round, or else left of the button.
    Opener,
}

/// Openers: the minimum hand that may open the betting. Rule: variants 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Openers {
    /// Minimum pair or pairs.
    pub least: LeastPair,
    /// `true` if four consecutive cards of a suit, open at both ends, are enough. Rule: variants V16.
    pub bobtail: bool,
}

/// Minimum pair or pairs to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeastPair {
    /// A pair of this rank, or better.
    Pair(Rank),
    /// Any two pair, or better.
    TwoPair,
}

/// Division of the pots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Showdown {
    /// Ranking of high hands, if there is a high side.
    pub high: Option<Ranking>,
    /// Ranking of low hands, if there is a low side.
    pub low: Option<Ranking>,
    /// Cards that make up a hand.
    pub selection: Selection,
    /// Hands that contend for each side.
    pub speak: Speak,
}

/// Hands that contend for each side of a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speak {
    /// Every hand for both sides: cards speak.
    Cards,
    /// Only the hands declared for a side.
    Declared,
}
