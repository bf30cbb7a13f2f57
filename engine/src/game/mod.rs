//! Game definitions, which the hand interprets.
//!
//! A definition is read from a file ([`GameDef::parse`]); the built-in games are in [`catalogue`].

mod blinds;
pub mod catalogue;
mod check;
mod ladder;
mod parse;
mod price;
mod rotation;
mod script;
mod stakes;
mod step;

pub use blinds::BlindLayout;
pub use ladder::Ladder;
pub use parse::DefinitionError;
pub use price::{Price, SHOWDOWN_MOST, STREET_MOST, TooDear};
pub use rotation::{DealersChoice, Entry, Rotation, RotationError};
pub use stakes::{AnteFormat, ForcedBets, Stakes, StakesError, Structure};
pub use step::{
    AllCheck, BetStep, DeclareOrder, Door, Face, Faces, First, LeastPair, Openers, PostSeat, Rolls, Showdown, Speak,
    Step,
};

use crate::Chips;
use crate::card::{Card, CardSet, Rank};
use crate::eval::Rules;
use crate::limit::{Limit, LimitKind};

/// One game: its definition file, parsed and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDef {
    /// Stable identifier, such as `omaha-8`.
    pub id: String,
    /// Catalogue numbers, such as `M05`; the first is its own.
    pub numbers: Vec<String>,
    /// Form of its number, if several games share it; 1 is the main form.
    pub form: u8,
    /// Display name.
    pub name: LocalName,
    /// Family under which it is listed.
    pub family: Family,
    /// `true` if it is listed before the others of its family.
    pub leads: bool,
    /// Smallest and largest number of players.
    pub seats: (u8, u8),
    /// Deck, without jokers; [`GameDef::cards`] returns all cards.
    pub deck: DeckKind,
    /// Wild cards, special hands and other rules that decide between hands.
    pub rules: Rules,
    /// Betting structures to choose from, by tier, with default amounts; the first is the default.
    pub limits: Vec<Vec<Limit>>,
    /// Maximum number of raises allowed in a round of fixed or spread limit, except heads-up. Rule: variants 4.2.
    pub raise_cap: u8,
    /// Maximum number of those raises by a single player; `None` without such a cap. Rule: variants 4.2.
    pub raise_cap_player: Option<u8>,
    /// `true` if a player who has checked may raise later in the round. Rule: variants V26.
    pub check_raise: bool,
    /// `true` if the first to act in the first betting round has to open it. Rule: variants V62.
    pub forced_opening: bool,
    /// Size of the posts that count as credit.
    pub credit: CreditPosts,
    /// Burn cards of the deal.
    pub burn: Burn,
    /// Treatment of false openers.
    pub openers_check: OpenersCheck,
    /// Openers required after 0, 1, 2 and more hands in a row that were not opened; the last entry stays. Empty if they never change.
    /// Rule: variants V15.
    pub openers_ladder: Vec<Openers>,
    /// Show rule at the showdown, unless the table sets another.
    pub show_rule: ShowRule,
    /// Treatment of the last card of the stub in a draw.
    pub last_card: LastCard,
    /// Name in the PHH format.
    pub phh: Option<String>,
    /// Name in the Open Hand History format, whatever the limit; `None` if the format has no name for it.
    pub ohh: Option<String>,
    /// Name in the text format of hand trackers, whatever the limit; `None` if the format has no name for it.
    pub tracker: Option<String>,
    /// Effect of an open pair on the limit. Rule: variants 4.2.
    pub open_pair: OpenPair,
    /// Fate of a player who declares both sides and fails on one.
    pub both: Both,
    /// Actions triggered by up cards of certain ranks as they are dealt.
    pub triggers: Vec<Trigger>,
    /// Steps of the hand, in order.
    pub steps: Vec<Step>,
}

/// Limit of a round that begins with a pair among a player's up cards. Rule: variants 4.2, A08.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenPair {
    /// No effect.
    Off,
    /// The last tier may be used: up to its cap in spread limit, or its size as well as the smaller one in fixed limit.
    LastTier,
    /// Two chips more than otherwise.
    PlusTwo,
}

/// Fate of a player who declares both sides and fails on one. Rule: variants V57, V58.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Both {
    /// The sides are independent of each other.
    Independent,
    /// A declarer beaten or tied on either side loses everything.
    Strict,
}

/// Action triggered by an up card of some rank as it is dealt. Rule: variants V42.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// Rank of the up card.
    pub rank: Rank,
    /// Action triggered by it.
    pub rule: UpCardRule,
}

/// Action triggered by an up card as it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpCardRule {
    /// Its owner pays the size of the pot, or folds.
    BuyPot,
    /// Its owner pays this amount, or folds.
    Buy(Chips),
    /// Its owner receives another card, face down.
    Extra,
    /// Its owner may discard it and receive a card face down in its place.
    Swap,
}

/// A name in the product's languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// English name.
    pub en: String,
    /// French name.
    pub fr: String,
}

crate::coded! {
    /// Families under which games are listed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Family: ALL, code {
        /// Two or three hole cards and a board.
        Holdem = "holdem",
        /// Four or more hole cards, exactly two of which play.
        Omaha = "omaha",
        /// Up and down cards, without a draw.
        Stud = "stud",
        /// Cards are exchanged, and the high hand wins.
        Draw = "draw",
        /// The low hand wins.
        Lowball = "lowball",
        /// A board shared in other ways.
        SharedBoard = "shared_board",
        /// Players turn their own cards up.
        Roll = "roll",
        /// Hands of fewer than five cards.
        Short = "short",
        /// Several games in turn.
        Mixed = "mixed",
    }
}

/// Cards of a deck.
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
    /// Returns the cards of the deck, without jokers.
    pub const fn cards(self) -> CardSet {
        let lowest = match self {
            Self::Standard => Rank::TWO,
            Self::Short => Rank::SIX,
            Self::Piquet => Rank::SEVEN,
        };
        CardSet::from_rank_up(lowest)
    }
}

/// Treatment of the last card of the stub in a draw. Rule: variants D1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastCard {
    /// It is never dealt, but goes into the refill.
    Forbid,
    /// It is dealt like any other.
    Allow,
}

/// Size of the posts that count for the seat that pays them and set no bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditPosts {
    /// The amounts in the script.
    AsWritten,
    /// Together the bet of the first tier. Rule: variants V26.
    Shared,
}

/// Burn cards, if they change which cards are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burn {
    /// No burn cards.
    None,
    /// One card before a player receives cards in a draw. Rule: variants V26.
    Draw,
}

/// Treatment of a player who opens without openers. Rule: variants 4.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpenersCheck {
    /// Such a bet is refused.
    #[default]
    Enforce,
    /// The hand is found dead at the showdown; if all others have folded, the pot is carried over to the next hand.
    Penalty,
}

/// Duty to show at the showdown. Rule: variants 4.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowRule {
    /// Every player still in the hand.
    All,
    /// In order, each hand that wins or ties against the hands already shown in a pot; the others muck.
    MuckLosers,
}

impl GameDef {
    /// Sort key of the games in a list.
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

    /// Returns all cards of the deck, jokers included.
    pub fn cards(&self) -> CardSet {
        let jokers = [Card::JOKER_1, Card::JOKER_2].into_iter();
        let jokers = jokers.take(self.rules.wild.jokers.into());
        self.deck.cards().union(jokers.collect())
    }

    /// Returns how the game ends if no step jumps elsewhere.
    pub fn showdown(&self) -> Showdown {
        self.showdown_after(0)
    }

    /// Returns how the game ends from this step on, if no step jumps elsewhere.
    pub fn showdown_after(&self, step: usize) -> Showdown {
        let show = |step: &Step| match step {
            Step::Show(showdown) => Some(*showdown),
            _ => None,
        };
        let next = self.steps[step..].iter().find_map(show);
        next.or_else(|| self.steps.iter().rev().find_map(show))
            .expect("a checked definition ends with a showdown")
    }

    /// Iterates over every way in which the game may end.
    pub fn showdowns(&self) -> impl Iterator<Item = Showdown> {
        self.steps.iter().filter_map(|step| match step {
            Step::Show(showdown) => Some(*showdown),
            _ => None,
        })
    }

    /// Iterates over the betting structures to choose from.
    pub fn limit_kinds(&self) -> impl Iterator<Item = LimitKind> {
        self.limits
            .iter()
            .filter_map(|tiers| tiers.first())
            .map(|limit| limit.kind())
    }

    /// Returns the number of cards dealt to each player in a whole hand, without draws.
    pub fn cards_each(&self) -> usize {
        let dealt = |step: &Step| match step {
            Step::Deal(faces) => faces.len(),
            Step::OptionalRoll => 1,
            _ => 0,
        };
        self.steps.iter().map(dealt).sum()
    }

    /// Returns the number of board cards in a whole hand.
    pub fn board_cards(&self) -> usize {
        let dealt = |step: &Step| match step {
            Step::Board { count, .. } => usize::from(*count),
            _ => 0,
        };
        self.steps.iter().map(dealt).sum()
    }

    /// Returns `true` if a hand may end without a winner, so that its pot is carried over to the next.
    pub fn may_carry(&self) -> bool {
        let redeals = |step: &Step| matches!(step, Step::Bet(bet) if bet.all_check == AllCheck::Redeal);
        self.has_false_openers() || self.steps.iter().any(redeals)
    }

    /// Returns `true` if players are dealt up cards, so that a street for which the deck is too short becomes one card for all.
    /// Rule: variants D3.
    pub fn has_up_cards(&self) -> bool {
        self.steps.iter().any(|step| match step {
            Step::Deal(faces) => faces.contains(&Face::Up),
            Step::OptionalRoll | Step::Communal => true,
            _ => false,
        })
    }

    /// Returns the action triggered by an up card of this rank as it is dealt.
    pub(crate) fn trigger(&self, rank: Option<Rank>) -> Option<UpCardRule> {
        let trigger = self.triggers.iter().find(|trigger| Some(trigger.rank) == rank)?;
        Some(trigger.rule)
    }

    /// Returns `true` if a player may open without openers and is found out at the end. Rule: variants 4.4.
    pub fn has_false_openers(&self) -> bool {
        let asks = |step: &Step| matches!(step, Step::Bet(bet) if bet.open.is_some());
        self.openers_check == OpenersCheck::Penalty && self.steps.iter().any(asks)
    }

    /// Returns `true` if board cards are dealt face up.
    pub fn has_board(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, Step::Board { face: Face::Up, .. }))
    }

    /// Returns `true` if a player may straddle: there are a small and a big blind, the first betting round begins left of the last blind,
    /// and the script has no straddles of its own.
    pub fn takes_straddles(&self) -> bool {
        let mut bets = self.steps.iter().filter_map(|step| match step {
            Step::Bet(bet) => Some(bet),
            _ => None,
        });
        self.blind_layout() == BlindLayout::SmallAndBig
            && bets.next().is_some_and(|bet| bet.first == First::AfterBlinds)
            && !self.steps.iter().any(|step| matches!(step, Step::Straddle { .. }))
    }

    /// Returns `true` if a hand may be a bomb pot: there are a small and a big blind, all hole cards are dealt face down before a board
    /// dealt face up, and betting on the board begins left of the button.
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

    /// Returns the largest number of players to whom a double board can be dealt; 0 if the game cannot have one. All hole cards must come
    /// before the board, the board must be dealt face up, and no card may be wild.
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

    /// Returns `true` if the seven-deuce bounty can be played: each player gets two cards, both face down and kept to the end, the board is
    /// shared, and the best hand takes the whole pot.
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

    /// Returns `true` if cards are exchanged, so that the deck may have to be refilled.
    pub fn has_draw(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Draw { .. }))
    }
}
