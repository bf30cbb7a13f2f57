//! What a game is: a definition that the hand interprets.
//!
//! A definition is read from a file ([`GameDef::parse`]); the built-in ones are in [`catalogue`].

pub mod catalogue;
mod check;
mod ladder;
mod parse;
mod price;
mod rotation;
mod script;
mod stakes;
mod step;

pub use ladder::Ladder;
pub use parse::DefinitionError;
pub use price::{Price, SHOWDOWN_MOST, STREET_MOST, TooDear};
pub use rotation::{DealersChoice, Entry, Rotation, RotationError};
pub use stakes::{AnteFormat, BlindLayout, ForcedBets, Stakes, StakesError, Structure};
pub use step::{
    AllCheck, BetStep, DeclareOrder, Door, Face, Faces, First, LeastPair, Openers, PostSeat, Rolls, Showdown, Speak,
    Step,
};

use crate::Chips;
use crate::card::{Card, CardSet, Rank};
use crate::eval::{OptionError, Ranking, Rules};
use crate::limit::{Limit, LimitKind};

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
    /// Whether it is listed before the others of its family.
    pub leads: bool,
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
    /// How many of them a single player may make, `None` without such a cap. Rule: variants 4.2.
    pub raise_cap_player: Option<u8>,
    /// Whether a player who has checked may raise later in the round. Rule: variants V26.
    pub check_raise: bool,
    /// Whether the first speaker of the first betting round has to open it. Rule: variants V62.
    pub forced_opening: bool,
    /// How large the posts are that count as credit.
    pub credit: CreditPosts,
    /// When cards are burned.
    pub burn: Burn,
    /// What becomes of false openers.
    pub openers_check: OpenersCheck,
    /// What it takes to open after so many hands in a row that were not opened; the last one stays. Empty where it is
    /// always the same. Rule: variants V15.
    pub openers_ladder: Vec<Openers>,
    /// Who must show at the showdown, unless the table says otherwise.
    pub show_rule: ShowRule,
    /// Whether a draw may take the last card of the stub.
    pub last_card: LastCard,
    /// What the PHH format calls it.
    pub phh: Option<String>,
    /// What the Open Hand History format calls it, whatever the limit; `None` where that format has no words for it.
    pub ohh: Option<String>,
    /// What the text format of hand trackers calls it, whatever the limit; `None` where it has no words for it.
    pub tracker: Option<String>,
    /// Whether a pair that lies face up raises the limit. Rule: variants 4.2.
    pub open_pair: OpenPair,
    /// What happens to who declares both sides and fails on one.
    pub both: Both,
    /// What up-cards of certain ranks do as they are dealt.
    pub triggers: Vec<Trigger>,
    /// What is done, in order.
    pub steps: Vec<Step>,
}

/// Whether a round that begins with a pair in a player's up-cards has a higher limit. Rule: variants 4.2, A08.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenPair {
    /// No.
    Off,
    /// The last tier may be used: up to its cap in spread limit, its size beside the smaller one in fixed limit.
    LastTier,
    /// Two chips more than otherwise.
    PlusTwo,
}

/// What happens to who declares both sides and fails on one. Rule: variants V57, V58.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Both {
    /// The sides have nothing to do with each other.
    Independent,
    /// Beaten or tied on either side, the declarer loses everything.
    Strict,
}

/// What an up-card of some rank does as it is dealt. Rule: variants V42.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// The rank.
    pub rank: Rank,
    /// What it does.
    pub rule: UpCardRule,
}

/// What an up-card does as it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpCardRule {
    /// Its owner pays as much as the pot, or folds.
    BuyPot,
    /// Its owner pays this much, or folds.
    Buy(Chips),
    /// Its owner receives another card, face down.
    Extra,
    /// Its owner may discard it and receive a card face down for it.
    Swap,
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
    pub const fn cards(self) -> CardSet {
        let lowest = match self {
            Self::Standard => Rank::TWO,
            Self::Short => Rank::SIX,
            Self::Piquet => Rank::SEVEN,
        };
        CardSet::from_rank_up(lowest)
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

/// How large the posts are that count for those who pay them and set no bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditPosts {
    /// As the script says.
    AsWritten,
    /// Together the bet of the first tier. Rule: variants V26.
    Shared,
}

/// When cards are burned, where that changes which cards are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burn {
    /// Never.
    None,
    /// Before a player receives cards in a draw. Rule: variants V26.
    Draw,
}

/// What becomes of a player who opens without the hand that it takes. Rule: variants 4.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpenersCheck {
    /// It is not possible.
    #[default]
    Enforce,
    /// The hand turns out to be dead at the showdown; if all others have folded, the pot waits for the next hand.
    Penalty,
}

/// Who must show at the showdown. Rule: variants 4.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowRule {
    /// Everyone still in.
    All,
    /// In order, each hand that wins or ties against the hands already shown in a pot; others muck.
    MuckLosers,
}

impl GameDef {
    /// What orders the games of a list.
    fn listing_key(&self) -> (usize, bool, &str, u8, &str) {
        let family = Family::ALL.iter().position(|family| *family == self.family);
        let number = self.numbers.first().map_or("", String::as_str);
        (
            family.unwrap_or(Family::ALL.len()),
            !self.leads,
            number,
            self.form,
            &self.id,
        )
    }

    /// The cards it is played with.
    pub fn cards(&self) -> CardSet {
        let jokers = [Card::JOKER_1, Card::JOKER_2].into_iter();
        let jokers = jokers.take(self.rules.wild.jokers.into());
        self.deck.cards().union(jokers.collect())
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
        match check::priced(&game) {
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

    /// How the game ends, unless it takes a turn.
    pub fn showdown(&self) -> Showdown {
        self.showdown_after(0)
    }

    /// How the game ends from the step of this index on, unless it takes a turn.
    pub fn showdown_after(&self, step: usize) -> Showdown {
        let show = |step: &Step| match step {
            Step::Show(showdown) => Some(*showdown),
            _ => None,
        };
        let next = self.steps[step..].iter().find_map(show);
        next.or_else(|| self.steps.iter().rev().find_map(show))
            .expect("a checked definition ends with a showdown")
    }

    /// Every way in which the game may end.
    pub fn showdowns(&self) -> impl Iterator<Item = Showdown> {
        self.steps.iter().filter_map(|step| match step {
            Step::Show(showdown) => Some(*showdown),
            _ => None,
        })
    }

    /// The betting structures to choose from.
    pub fn limit_kinds(&self) -> impl Iterator<Item = LimitKind> {
        self.limits
            .iter()
            .filter_map(|tiers| tiers.first())
            .map(|limit| limit.kind())
    }

    /// How many cards each player has been dealt when the hand is over, without draws.
    pub fn cards_each(&self) -> usize {
        let dealt = |step: &Step| match step {
            Step::Deal(faces) => faces.len(),
            Step::OptionalRoll => 1,
            _ => 0,
        };
        self.steps.iter().map(dealt).sum()
    }

    /// How many board cards there are when the hand is over.
    pub fn board_cards(&self) -> usize {
        let dealt = |step: &Step| match step {
            Step::Board { count, .. } => usize::from(*count),
            _ => 0,
        };
        self.steps.iter().map(dealt).sum()
    }

    /// Whether a hand may end without a winner, so that its pot waits for the next.
    pub fn may_carry(&self) -> bool {
        let redeals = |step: &Step| matches!(step, Step::Bet(bet) if bet.all_check == AllCheck::Redeal);
        self.has_false_openers() || self.steps.iter().any(redeals)
    }

    /// Whether players are dealt cards face up, so that a street for which the deck is too short becomes one card for
    /// all. Rule: variants D3.
    pub fn has_up_cards(&self) -> bool {
        self.steps.iter().any(|step| match step {
            Step::Deal(faces) => faces.contains(&Face::Up),
            Step::OptionalRoll | Step::Communal => true,
            _ => false,
        })
    }

    /// What an up-card of this rank does as it is dealt.
    pub(crate) fn trigger(&self, rank: Option<Rank>) -> Option<UpCardRule> {
        let trigger = self.triggers.iter().find(|trigger| Some(trigger.rank) == rank)?;
        Some(trigger.rule)
    }

    /// Whether a player may open without the hand that it takes, and is found out at the end. Rule: variants 4.4.
    pub fn has_false_openers(&self) -> bool {
        let asks = |step: &Step| matches!(step, Step::Bet(bet) if bet.open.is_some());
        self.openers_check == OpenersCheck::Penalty && self.steps.iter().any(asks)
    }

    /// Whether there is a board of which cards are dealt face up.
    pub fn has_board(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, Step::Board { face: Face::Up, .. }))
    }

    /// Whether a player may straddle: there are a small and a big blind, the first betting begins left of the last of them, and the
    /// script has no straddles of its own.
    pub fn takes_straddles(&self) -> bool {
        let mut bets = self.steps.iter().filter_map(|step| match step {
            Step::Bet(bet) => Some(bet),
            _ => None,
        });
        self.blind_layout() == BlindLayout::SmallAndBig
            && bets.next().is_some_and(|bet| bet.first == First::AfterBlinds)
            && !self.steps.iter().any(|step| matches!(step, Step::Straddle { .. }))
    }

    /// Whether a hand may be a bomb pot: there are a small and a big blind, all cards of the players come face down before a board that
    /// comes face up, and the betting on it begins left of the button.
    pub fn takes_bomb_pots(&self) -> bool {
        let is_board = |step: &Step| matches!(step, Step::Board { face: Face::Up, .. });
        let Some(first) = self.steps.iter().position(is_board) else {
            return false;
        };
        let (before, behind) = self.steps.split_at(first);
        let is_plain = |step: &Step| match step {
            Step::Ante(_) | Step::Post { .. } | Step::Discard { .. } => true,
            Step::Bet(bet) => bet.all_check == AllCheck::Continue && bet.open.is_none(),
            Step::Deal(faces) => !faces.contains(&Face::Up),
            _ => false,
        };
        let next_bet = behind.iter().find_map(|step| match step {
            Step::Bet(bet) => Some(bet),
            _ => None,
        });
        self.blind_layout() == BlindLayout::SmallAndBig
            && before.iter().all(is_plain)
            && next_bet.is_some_and(|bet| bet.first == First::Left)
    }

    /// With how many players at most two boards can be dealt side by side; 0 in games without: all cards of the players come before the
    /// board, cards of the board come face up, and none is wild.
    pub fn double_board_seats(&self) -> u8 {
        let [mut own, mut shared] = [0, 0];
        for step in &self.steps {
            match step {
                Step::Deal(faces) => own += faces.len(),
                Step::Board { count, face: Face::Up } => shared += usize::from(*count),
                Step::Ante(_) | Step::Post { .. } | Step::Bet(_) | Step::Discard { .. } | Step::Show(_) => {}
                _ => return 0,
            }
        }
        if !self.takes_bomb_pots() || !self.rules.wild.is_none() {
            return 0;
        }
        let left = self.cards().len().saturating_sub(2 * shared);
        let seats = left.checked_div(own).unwrap_or(0).min(self.seats.1.into());
        u8::try_from(seats).unwrap_or(self.seats.1)
    }

    /// Whether seven-deuce may be paid for: each player gets two cards, both face down and kept to the end, the board is shared, and
    /// the best hand takes all.
    pub fn takes_seven_deuce(&self) -> bool {
        let dealt = self.steps.iter().filter_map(|step| match step {
            Step::Deal(faces) => Some(faces.len()),
            _ => None,
        });
        let gives_up = |step: &Step| matches!(step, Step::Discard { .. });
        let [seven, deuce] =
            [Rank::SEVEN, Rank::TWO].map(|rank| self.cards().iter().any(|card| card.rank() == Some(rank)));
        self.takes_bomb_pots()
            && dealt.sum::<usize>() == 2
            && !self.steps.iter().any(gives_up)
            && self.showdown().low.is_none()
            && seven
            && deuce
    }

    /// Whether cards are exchanged, so that the deck may have to be refilled.
    pub fn has_draw(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Draw { .. }))
    }
}
