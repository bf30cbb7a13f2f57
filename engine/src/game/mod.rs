//! What a game is: a definition that the hand interprets.
//!
//! A definition is read from a file ([`GameDef::parse`]); the built-in ones are in [`catalogue`].

pub mod catalogue;
mod check;
mod parse;
mod script;
mod stakes;

pub use parse::DefinitionError;
pub use stakes::{AnteFormat, BlindLayout, ForcedBets, Stakes, StakesError, Structure};

use crate::Chips;
use crate::card::{Card, CardSet, Rank};
use crate::eval::{OptionError, Ranking, Rules, Selection};
use crate::limit::{Limit, LimitKind};
use crate::setup::{PostKind, ShowRule};

/// One game, as its definition file describes it, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDef {
    /// The stable identifier, `omaha-8`.
    pub id: String,
    /// Its numbers in the catalogue, the first being its own: `M05`.
    pub numbers: Vec<String>,
    /// Which form of its number it is, where a number has several; 1 is the main one.
    pub form: u8,
    /// What people call it.
    pub name: LocalName,
    /// The family it is listed under.
    pub family: Family,
    /// The least and the greatest number of players.
    pub seats: (u8, u8),
    /// The cards it is played with, jokers apart: [`GameDef::cards`] has all.
    pub deck: DeckKind,
    /// Wild cards, special hands and what else decides between hands.
    pub rules: Rules,
    /// The betting structures to choose from, by tier, with default amounts; the first is the default.
    pub limits: Vec<Vec<Limit>>,
    /// How many raises a round may see in fixed and spread limit, heads-up excepted. Rule: variants 4.2.
    pub raise_cap: u8,
    /// Who must show at the showdown, unless the table says otherwise.
    pub show_rule: ShowRule,
    /// Whether a draw may take the last card of the stub.
    pub last_card: LastCard,
    /// What the PHH format calls it.
    pub phh: Option<String>,
    /// What is done, in order.
    pub steps: Vec<Step>,
}

/// A name in the languages of the product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

/// The families under which games are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Two or three hole cards and a board.
    Holdem,
    /// Four or more hole cards, of which exactly two play.
    Omaha,
    /// Up and down cards, no draw.
    Stud,
    /// Cards are exchanged, the high hand wins.
    Draw,
    /// The low hand wins.
    Lowball,
    /// A board that players share in other ways.
    SharedBoard,
    /// Players turn their own cards up.
    Roll,
    /// Hands of fewer than five cards.
    Short,
    /// Several games in turn.
    Mixed,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: [Self; 9] = [
        Self::Holdem,
        Self::Omaha,
        Self::Stud,
        Self::Draw,
        Self::Lowball,
        Self::SharedBoard,
        Self::Roll,
        Self::Short,
        Self::Mixed,
    ];

    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Holdem => "holdem",
            Self::Omaha => "omaha",
            Self::Stud => "stud",
            Self::Draw => "draw",
            Self::Lowball => "lowball",
            Self::SharedBoard => "shared_board",
            Self::Roll => "roll",
            Self::Short => "short",
            Self::Mixed => "mixed",
        }
    }
}

/// The cards of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeckKind {
    /// 52 cards.
    Standard,
    /// 36 cards, sixes and up.
    Short,
    /// 32 cards, sevens and up.
    Piquet,
}

impl DeckKind {
    /// The cards.
    pub fn cards(self) -> CardSet {
        let lowest = match self {
            Self::Standard => Rank::TWO,
            Self::Short => Rank::SIX,
            Self::Piquet => Rank::SEVEN,
        };
        let first = 4 * lowest.index();
        (first..52).filter_map(Card::from_index).collect()
    }
}

/// What becomes of the last card of the stub in a draw. Rule: variants D1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastCard {
    /// It is never dealt, but goes into the refill.
    Forbid,
    /// It is dealt like any other.
    Allow,
}

/// A step of a game. The step says what to do, never in which game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Everybody pays the same; part of the layers.
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
    Deal(Vec<Face>),
    /// Cards on the board, face up.
    Board(u8),
    /// A betting round.
    Bet(BetStep),
    /// Each player in turn throws up to `max` cards and receives as many.
    Draw {
        /// The most cards.
        max: u8,
    },
    /// All players throw this many of their down-cards, at the same time and for good.
    Discard(u8),
    /// The showdown, which ends the hand.
    Show(Showdown),
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

/// Which way a card lies when dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// For its owner alone.
    Down,
    /// For everybody.
    Up,
}

/// A betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetStep {
    /// Who speaks first.
    pub first: First,
    /// Whether players may check while nobody has bet.
    pub check: bool,
    /// Which limit holds, from 1.
    pub tier: u8,
    /// What it takes to open.
    pub open: Option<Openers>,
}

/// Who speaks first in a betting round. All-in and folded players are passed over, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Left of the button.
    Left,
    /// Left of the big blind, or of the last straddle.
    AfterBlinds,
    /// Whoever opened the betting before, else left of the button.
    Opener,
}

/// The least hand that may open the betting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openers {
    /// A pair of this rank, or better.
    Pair(Rank),
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
}

impl GameDef {
    /// What orders the games of a list.
    fn listing_key(&self) -> (usize, &str, u8, &str) {
        let family = Family::ALL.iter().position(|family| *family == self.family);
        let number = self.numbers.first().map_or("", String::as_str);
        (family.unwrap_or(Family::ALL.len()), number, self.form, &self.id)
    }

    /// The cards it is played with.
    pub fn cards(&self) -> CardSet {
        let jokers = [Card::JOKER_1, Card::JOKER_2].into_iter();
        let jokers = jokers.take(self.rules.wild.jokers.into()).collect();
        self.deck.cards().union(jokers)
    }

    /// The game with some settings changed: those of [`Rules::OPTIONS`], and `three_order`, `rarity` or `listed`.
    ///
    /// # Errors
    /// When there is no such setting, or the game cannot be played with them.
    pub fn with_options<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, OptionError> {
        let mut game = self.clone();
        for (name, value) in settings {
            match name {
                "three_order" => game.order_three_cards(script::three_cards(value)?),
                _ => game.rules.set(name, value)?,
            }
        }
        match check::check(&game) {
            Ok(()) => Ok(game),
            Err((key, message)) => Err(OptionError::Game { key, message }),
        }
    }

    /// Ranks hands of three cards in this order.
    fn order_three_cards(&mut self, order: Ranking) {
        for step in &mut self.steps {
            if let Step::Show(show) = step
                && let Some(Ranking::ThreeCard | Ranking::ThreeCardListed) = show.high
            {
                show.high = Some(order);
            }
        }
    }

    /// How the game ends.
    pub fn showdown(&self) -> Showdown {
        let last = self.steps.iter().rev().find_map(|step| match step {
            Step::Show(showdown) => Some(*showdown),
            _ => None,
        });
        last.expect("a checked definition ends with a showdown")
    }

    /// The betting structures to choose from.
    pub fn limit_kinds(&self) -> impl Iterator<Item = LimitKind> {
        self.limits
            .iter()
            .filter_map(|tiers| tiers.first())
            .map(|limit| limit.kind())
    }

    /// How many cards each player has been dealt when the hand is over, if nobody draws.
    pub fn cards_each(&self) -> usize {
        let dealt = |step: &Step| match step {
            Step::Deal(faces) => faces.len(),
            _ => 0,
        };
        self.steps.iter().map(dealt).sum()
    }

    /// How many board cards there are when the hand is over.
    pub fn board_cards(&self) -> usize {
        let dealt = |step: &Step| match step {
            Step::Board(count) => usize::from(*count),
            _ => 0,
        };
        self.steps.iter().map(dealt).sum()
    }

    /// Whether it takes a certain hand to open the betting, so that the opener must be able to prove it.
    pub fn needs_openers(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, Step::Bet(BetStep { open: Some(_), .. })))
    }

    /// Whether cards are exchanged, so that the deck may have to be refilled.
    pub fn has_draw(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Draw { .. }))
    }
}
