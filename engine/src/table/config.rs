//! What the creator of a cash table chooses.

use super::mixed::ChoiceError;
use super::{BOMB_POT_ANTE_MAX, BOMB_POT_EVERY_MAX, BombPot, FirstDealer, StraddleRule, roodles, straddle};
use crate::game::{BlindLayout, GameDef, Openers, Stakes, StakesError, Structure};
use crate::seat::MAX_SEATS;
use crate::setup::TableRules;
use crate::{Chips, SeatSet};

/// The least buy-in of a table that says nothing else, in big blinds.
pub const DEFAULT_BUY_IN_MIN: u64 = 20;
/// The greatest buy-in of a table that says nothing else, in big blinds: enough to play every street, and few enough that
/// two stacks do not decide a session.
pub const DEFAULT_BUY_IN_MAX: u64 = 100;
/// For how many hands a player without chips keeps the seat, where a table says nothing else: about one orbit.
pub const DEFAULT_BUSTED_HANDS: u32 = 10;
/// How long a wait list may grow, where a table says nothing else. It bounds what a flood of accounts can take.
pub const DEFAULT_WAIT_LIST_MAX: usize = 50;

/// The highest bounty for seven-deuce, in big blinds.
pub const SEVEN_DEUCE_MAX: u8 = 20;

/// In which hands of a table two boards are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DoubleBoard {
    /// In all.
    Always,
    /// In bomb pots.
    BombPots,
}

/// The choices that hold for the life of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableConfig {
    /// How many seats, from 2 to [`MAX_SEATS`], and no more than the game allows.
    pub seat_count: u8,
    /// What a player may bring.
    pub buy_in: BuyIn,
    /// How the button moves in games with a small and a big blind; in others it always moves to the next player.
    pub button: ButtonRule,
    /// The rules that every hand of the table is played by.
    pub rules: TableRules,
    /// How many free stacks a player gets who has lost the own one, one after the other; 0 where there are none, and chips may be added.
    pub free_stacks: u8,
    /// For how many hands a player without chips keeps the seat; with 0 the seat is free at once.
    pub busted_hands: u32,
    /// How many players may wait for a seat.
    pub wait_list_max: usize,
    /// Whether a big hand that wins a pot begins an orbit for doubled stakes. Rule: variants 4.2.
    pub roodles: bool,
    /// Whether cards decide before the first hand who sits where. Rule: variants 4.6.
    pub seat_draw: bool,
    /// Which places may straddle; `None` where no player does.
    pub straddle: Option<StraddleRule>,
    /// Whether there are bomb pots, and how often.
    pub bomb_pot: Option<BombPot>,
    /// In which hands two boards are dealt.
    pub double_board: Option<DoubleBoard>,
    /// How many big blinds each other player pays to the one who wins with seven-deuce, from 1 to [`SEVEN_DEUCE_MAX`].
    pub seven_deuce: Option<u8>,
}

/// The range of buy-ins, in chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuyIn {
    /// The least.
    pub min: Chips,
    /// The greatest; a rebuy never lifts a stack above it either.
    pub max: Chips,
}

/// How the button moves from hand to hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ButtonRule {
    /// It follows the blinds, and may stay on the seat of a player who left. No player misses a blind or pays one twice.
    #[default]
    Dead,
    /// It moves to the next player dealt in, and the blinds follow. When players leave, others may miss a blind.
    Moving,
    /// It is the dealer, who picks the game of the hand: the next player after the last one, or the same again after a hand
    /// that no player opened. No player owes blinds. Rule: variants V61, A16.
    Dealer,
}

/// What a table has to know of the game that it plays; a mixed table changes it between hands.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableGame {
    /// The amounts that are played for.
    pub structure: Structure,
    /// The least and the greatest number of players.
    pub seats: (u8, u8),
    /// Whether a hand may leave its pot to the next one.
    pub carries: bool,
    /// What it takes to open after so many hands in a row that no player opened. Rule: variants V15.
    pub openers_ladder: Vec<Openers>,
    /// Whether a player may straddle ([`GameDef::takes_straddles`]).
    pub straddles: bool,
    /// Whether a hand may be a bomb pot ([`GameDef::takes_bomb_pots`]).
    pub bomb_pots: bool,
    /// With how many players at most two boards can be dealt ([`GameDef::double_board_seats`]).
    pub double_board_seats: u8,
    /// Whether seven-deuce may be paid for ([`GameDef::takes_seven_deuce`]).
    pub seven_deuce: bool,
}

impl TableGame {
    /// A game with its stakes.
    ///
    /// # Errors
    /// Names the amount that does not fit the game.
    pub fn new(game: &GameDef, stakes: &Stakes) -> Result<Self, StakesError> {
        Ok(Self {
            structure: game.structure(stakes)?,
            seats: game.seats,
            carries: game.may_carry(),
            openers_ladder: game.openers_ladder.clone(),
            straddles: game.takes_straddles(),
            bomb_pots: game.takes_bomb_pots(),
            double_board_seats: game.double_board_seats(),
            seven_deuce: game.takes_seven_deuce(),
        })
    }

    /// How the first dealer of its tables is found where a table says nothing else: by the highest card where there are a
    /// small and a big blind, as in hold'em, else by the first jack. Rule: variants A27.
    pub fn first_dealer(&self) -> FirstDealer {
        if self.has_blinds() {
            FirstDealer::HighCard
        } else {
            FirstDealer::FirstJack
        }
    }

    /// How many players a hand needs.
    pub(super) fn players_min(&self) -> usize {
        usize::from(self.seats.0.max(2))
    }

    /// Whether as many can play.
    ///
    /// # Errors
    /// For how many the game is.
    pub(super) fn check_players(&self, players: SeatSet) -> Result<(), ChoiceError> {
        let (min, max) = (self.seats.0.max(2), self.seats.1);
        let players = u8::try_from(players.len()).unwrap_or(u8::MAX);
        if (min..=max).contains(&players) {
            Ok(())
        } else {
            Err(ChoiceError::DoesNotFit { players, min, max })
        }
    }

    /// Whether there are a small and a big blind of their own, so that they can be missed.
    pub(super) fn has_blinds(&self) -> bool {
        self.structure.layout == BlindLayout::SmallAndBig
    }

    /// What it takes to open after so many hands in a row that no player opened, where that differs.
    pub(super) fn openers(&self, passed_out: u32) -> Option<Openers> {
        let last = self.openers_ladder.len().checked_sub(1)?;
        let rung = usize::try_from(passed_out).unwrap_or(last).min(last);
        self.openers_ladder.get(rung).copied()
    }
}

impl TableConfig {
    /// A table of so many seats that is ordinary in every other way: buy-ins from [`DEFAULT_BUY_IN_MIN`] to
    /// [`DEFAULT_BUY_IN_MAX`] big blinds of this game (or what counts for one in a game without), the dead button, no
    /// open fold.
    pub fn ordinary(seat_count: u8, game: &TableGame) -> Self {
        let times = |factor| game.structure.reference_bet().checked_mul(factor).unwrap_or(Chips::MAX);
        Self {
            seat_count,
            buy_in: BuyIn {
                min: times(DEFAULT_BUY_IN_MIN),
                max: times(DEFAULT_BUY_IN_MAX),
            },
            button: ButtonRule::default(),
            rules: TableRules::default(),
            free_stacks: 0,
            busted_hands: DEFAULT_BUSTED_HANDS,
            wait_list_max: DEFAULT_WAIT_LIST_MAX,
            roodles: false,
            seat_draw: false,
            straddle: None,
            bomb_pot: None,
            double_board: None,
            seven_deuce: None,
        }
    }

    /// Whether a table can be like this and play this game.
    pub(super) fn check(&self, game: &TableGame) -> Result<(), TableConfigError> {
        let (min, max) = match self.button {
            ButtonRule::Dead | ButtonRule::Moving => (game.seats.0.max(2), game.seats.1.min(MAX_SEATS)),
            // Each dealer picks a game that fits those who are there.
            ButtonRule::Dealer => (2, MAX_SEATS),
        };
        if self.seat_count < min || self.seat_count > max {
            return Err(TableConfigError::SeatCount {
                seat_count: self.seat_count,
                min,
                max,
            });
        }
        let BuyIn { min, max } = self.buy_in;
        if min.is_zero() || min > max {
            return Err(TableConfigError::BuyInRange { min, max });
        }
        let unit = self.rules.unit;
        if unit.is_zero() || !min.is_multiple_of(unit) || !max.is_multiple_of(unit) {
            return Err(TableConfigError::Unit { unit });
        }
        if self.rules.conceding != SeatSet::EMPTY {
            return Err(TableConfigError::Conceding);
        }
        if self.straddle.is_some() && !(game.straddles && self.button != ButtonRule::Dealer) {
            return Err(TableConfigError::Straddle);
        }
        if let Some(bomb_pot) = self.bomb_pot {
            if !game.bomb_pots || self.button == ButtonRule::Dealer {
                return Err(TableConfigError::BombPotGame);
            }
            if !bomb_pot.is_in_range() {
                return Err(TableConfigError::BombPotRange);
            }
        }
        if let Some(hands) = self.double_board {
            if self.button == ButtonRule::Dealer || self.seat_count > game.double_board_seats {
                return Err(TableConfigError::DoubleBoardGame);
            }
            if hands == DoubleBoard::BombPots && self.bomb_pot.is_none() {
                return Err(TableConfigError::DoubleBoardPots);
            }
        }
        if let Some(bounty) = self.seven_deuce {
            if !game.seven_deuce || self.button == ButtonRule::Dealer {
                return Err(TableConfigError::SevenDeuceGame);
            }
            if !(1..=SEVEN_DEUCE_MAX).contains(&bounty) {
                return Err(TableConfigError::SevenDeuceRange);
            }
        }
        let stacks = max.checked_mul(1 + u64::from(self.free_stacks));
        let factor = if self.roodles { roodles::FACTOR } else { 1 };
        // A straddle is no more than another bet of twice the big blind on top of all others.
        let factor = if self.straddle.is_some() {
            factor * (1 + straddle::FACTOR)
        } else {
            factor
        };
        // No more are the antes of a bomb pot, one a seat.
        let antes = self
            .bomb_pot
            .map_or(0, |bomb_pot| u64::from(bomb_pot.ante) * u64::from(self.seat_count));
        let factor = factor * (1 + antes);
        let counted = stacks.map(|stacks| game.structure.check_ceiling(self.seat_count, stacks, factor));
        if counted != Some(Ok(())) {
            return Err(TableConfigError::Ceiling);
        }
        Ok(())
    }
}

/// Why there cannot be such a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableConfigError {
    /// More or fewer seats than the game allows.
    #[error("a table of this game has {min} to {max} seats, not {seat_count}")]
    SeatCount {
        /// How many were asked for.
        seat_count: u8,
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
    /// A buy-in of nothing, or a range that ends before it begins.
    #[error("no buy-in lies between {min} and {max}")]
    BuyInRange {
        /// The least.
        min: Chips,
        /// The greatest.
        max: Chips,
    },
    /// No smallest chip, or buy-ins that it cannot pay exactly.
    #[error("the buy-ins are no multiples of {unit}")]
    Unit {
        /// The smallest chip.
        unit: Chips,
    },
    /// Buy-ins, free stacks and stakes that may sum to more than [`Chips::MAX`].
    #[error("the stacks, posts and bets of a full table must sum to less than 2^53")]
    Ceiling,
    /// Bomb pots in a game without a small and a big blind, without a board that players share, with up-cards or draws before it, or
    /// where dealers pick.
    #[error("only games with a small and a big blind and a shared board have bomb pots")]
    BombPotGame,
    /// A number of hands or an ante that bomb pots do not have.
    #[error("a bomb pot comes every 1 to {BOMB_POT_EVERY_MAX} hands, for 1 to {BOMB_POT_ANTE_MAX} big blinds")]
    BombPotRange,
    /// Two boards in a game without a board that players share, with more seats than its deck has cards for, or where dealers pick.
    #[error("two boards need a game with a shared board, and a deck with enough cards for both and every seat")]
    DoubleBoardGame,
    /// Two boards in bomb pots at a table that has none.
    #[error("two boards in bomb pots need a table with bomb pots")]
    DoubleBoardPots,
    /// A bounty for seven-deuce in a game where players do not hold two cards of their own, or where dealers pick.
    #[error("only games with two cards in each hand and a shared board have a bounty for seven-deuce")]
    SevenDeuceGame,
    /// A bounty of no big blind, or of too many.
    #[error("the bounty for seven-deuce is 1 to {SEVEN_DEUCE_MAX} big blinds")]
    SevenDeuceRange,
    /// Straddles in a game without a small and a big blind of which the last one opens the betting, or where dealers pick.
    #[error("only games with a small and a big blind have straddles")]
    Straddle,
    /// Seats that concede every showdown, which only the record of a past hand can have.
    #[error("no seat of a table concedes its hands")]
    Conceding,
}
