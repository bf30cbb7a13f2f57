//! The steps of which a game is made.

use crate::Chips;
use crate::action::Declarations;
use crate::card::Rank;
use crate::eval::{Ranking, Selection};
use crate::list::{Blank, List};
use crate::post::PostKind;

/// A step of a game. The step says what to do, never in which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Every player pays the same; part of the layers.
    Ante(Chips),
    /// One seat pays.
    Post {
        /// Who.
        at: PostSeat,
        /// How much, by default.
        amount: Chips,
        /// As what.
        kind: PostKind,
    },
    /// Cards to each player, one clockwise turn a face.
    Deal(Faces),
    /// The seat with the door card that the rule names must open with this amount.
    BringIn {
        /// Which card.
        door: Door,
        /// How much, by default.
        amount: Chips,
    },
    /// Cards on the board.
    Board {
        /// How many.
        count: u8,
        /// Which way they lie.
        face: Face,
    },
    /// The next face-down cards of the board are turned up, so many of them.
    Turn(u8),
    /// One card on the board, face up, in place of a street.
    Communal,
    /// A betting round.
    Bet(BetStep),
    /// Players in turn may raise blind, each for twice the last blind, until the first who does not.
    Straddle {
        /// How many may.
        max: u8,
    },
    /// Each player in turn discards up to `max` cards and receives as many.
    Draw {
        /// The most cards.
        max: u8,
        /// How many of them at once; the rest comes in a second round, after all others have been served.
        per_pass: u8,
    },
    /// All players discard so many of their cards, at the same time and for good.
    Discard {
        /// How many down-cards.
        down: u8,
        /// How many up-cards.
        up: u8,
    },
    /// Players turn down-cards of their own up.
    Roll {
        /// Which ones.
        which: Rolls,
        /// What they must announce with them, one of these; empty if nothing.
        announce: Declarations,
    },
    /// Each player in turn may turn a down-card up and receive the next card face down; otherwise it comes face up.
    OptionalRoll,
    /// Each player lays the down-cards in an order.
    Arrange,
    /// Players say which sides of the pot they play for.
    Declare {
        /// What may be declared.
        choices: Declarations,
        /// Whether all choose before anything is told.
        order: DeclareOrder,
    },
    /// The showdown, which ends the hand.
    Show(Showdown),
}

impl Step {
    /// Its word in a script.
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

/// Who pays a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostSeat {
    /// The first seat left of the button; the small blind's seat in games with two blinds.
    Left,
    /// The second seat left of the button; the big blind's seat in games with two blinds.
    Left2,
    /// The button.
    Dealer,
}

/// Whose door card brings in. Suits break ties, clubs lowest. Rule: variants M06, M08.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// The lowest, aces being high.
    Low,
    /// The highest, aces being low.
    HighRazz,
}

/// Which down-cards are turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolls {
    /// As many as this, of each player's choice, all at once.
    Chosen(u8),
    /// The first of each player's down-cards.
    Near,
    /// All.
    All,
}

/// How declarations are made. Rule: variants A44.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclareOrder {
    /// Nothing is told until all have declared.
    AtOnce,
    /// One after the other, beginning with the last aggressor.
    InTurn,
}

/// Which way a card lies when dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// For its owner alone.
    Down,
    /// For every player.
    Up,
}

impl Blank for Face {
    const BLANK: Self = Self::Down;
}

/// The cards of a deal, one turn after the other.
pub type Faces = List<Face, 10>;

/// A betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetStep {
    /// Who speaks first.
    pub first: First,
    /// Whether players may check while there is no bet.
    pub check: bool,
    /// Which limit holds, from 1.
    pub tier: u8,
    /// What it takes to open.
    pub open: Option<Openers>,
    /// What follows when no player opens.
    pub all_check: AllCheck,
    /// Whether the first speaker may raise at once, rather than call or fold only.
    pub first_may_raise: bool,
}

/// What follows when a betting round ends without a bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AllCheck {
    /// The next step.
    #[default]
    Continue,
    /// The end: the pot waits for the next hand, for which every player pays again.
    Redeal,
    /// The step of this index, further on.
    Jump(u8),
}

/// Who speaks first in a betting round. All-in and folded players are passed over, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Left of the button.
    Left,
    /// The second seat left of the button; left of the last blind, where one was posted.
    Left2,
    /// Left of the big blind, or of the last straddle; the third seat left of the button where there are no blinds.
    AfterBlinds,
    /// The button.
    Dealer,
    /// The last raiser of the round before, else the second from the left of the button. Rule: variants V46.
    Raiser,
    /// The best up-cards. Rule: variants 2.8.
    HighUp,
    /// The lowest up-cards.
    LowUp,
    /// Left of the player who brought in.
    BringIn,
    /// The opener of the betting before, else left of the button.
    Opener,
}

/// The least hand that may open the betting. Rule: variants 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Openers {
    /// The least pairs.
    pub least: LeastPair,
    /// Whether four consecutive cards of a suit, open at both ends, are enough. Rule: variants V16.
    pub bobtail: bool,
}

/// The least pair or pairs that open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeastPair {
    /// A pair of this rank, or better.
    Pair(Rank),
    /// Any two pairs, or better.
    TwoPair,
}

/// How the pots are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Showdown {
    /// How high hands are ranked, if there is a high side.
    pub high: Option<Ranking>,
    /// How low hands are ranked, if there is a low side.
    pub low: Option<Ranking>,
    /// Which cards make a hand.
    pub selection: Selection,
    /// Who contends for which side.
    pub speak: Speak,
}

/// Who contends for which side of a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speak {
    /// Every hand for both: cards speak.
    Cards,
    /// The hands that have declared it.
    Declared,
}
