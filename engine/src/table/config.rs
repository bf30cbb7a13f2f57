//! Settings of a cash table, chosen by its creator.

use super::mixed::ChoiceError;
use super::{BOMB_POT_ANTE_MAX, BOMB_POT_EVERY_MAX, BombPot, FirstDealer, StraddleRule, roodles, straddle};
use crate::game::{BlindLayout, GameDef, Openers, Stakes, StakesError, Structure};
use crate::seat::MAX_SEATS;
use crate::setup::TableRules;
use crate::{Chips, SeatSet};

/// Default minimum buy-in, in big blinds.
pub const DEFAULT_BUY_IN_MIN: u64 = 20;
/// Default maximum buy-in, in big blinds: enough to play every street, and few enough that two stacks do not decide a session.
pub const DEFAULT_BUY_IN_MAX: u64 = 100;
/// Default number of hands for which a player without chips keeps the seat: about one orbit.
pub const DEFAULT_BUSTED_HANDS: u32 = 10;
/// Default limit on players waiting for a seat. It bounds the cost of a flood of accounts.
pub const DEFAULT_WAIT_LIST_MAX: usize = 50;

/// Highest seven-deuce bounty, in big blinds.
pub const SEVEN_DEUCE_MAX: u8 = 20;

/// The hands of a table in which two boards are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DoubleBoard {
    /// Every hand.
    Always,
    /// Bomb pots only.
    BombPots,
}

/// The choices that hold for the life of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableConfig {
    /// Number of seats, from 2 to [`MAX_SEATS`] and no more than the game allows.
    pub seat_count: u8,
    /// Range of buy-ins, in chips.
    pub buy_in: BuyIn,
    /// Movement of the button in games with a small and a big blind; in other games it always moves to the next player.
    pub button: ButtonRule,
    /// Rules that apply to every hand of the table.
    pub rules: TableRules,
    /// Free stacks for a player who loses the first one, given one at a time; with 0 there are none, and players may add chips.
    pub free_stacks: u8,
    /// Number of hands for which a player without chips keeps the seat; with 0 the seat is freed immediately.
    pub busted_hands: u32,
    /// Largest number of players waiting for a seat.
    pub wait_list_max: usize,
    /// `true` if a big hand that wins a pot starts an orbit at doubled stakes. Rule: variants 4.2.
    pub roodles: bool,
    /// `true` if cards assign the seats before the first hand. Rule: variants 4.6.
    pub seat_draw: bool,
    /// Places that may straddle; `None` if the table has no straddles.
    pub straddle: Option<StraddleRule>,
    /// Frequency and ante of bomb pots; `None` if the table has none.
    pub bomb_pot: Option<BombPot>,
    /// Hands with two boards; `None` if the table never deals two.
    pub double_board: Option<DoubleBoard>,
    /// Bounty that each other player pays for a win with seven-deuce, from 1 to [`SEVEN_DEUCE_MAX`] big blinds.
    pub seven_deuce: Option<u8>,
}

/// The range of buy-ins, in chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuyIn {
    /// Smallest buy-in, in chips.
    pub min: Chips,
    /// Largest buy-in, and the limit to which a rebuy may lift a stack, in chips.
    pub max: Chips,
}

/// The movement of the button from hand to hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ButtonRule {
    /// It follows the blinds, and may rest at the seat of a player who left. No player misses a blind or pays one twice.
    #[default]
    Dead,
    /// It moves to the next player dealt in, and the blinds follow. When players leave, others may miss a blind.
    Moving,
    /// It marks the dealer, who picks the game of the hand. It moves to the next player, or stays for another hand if
    /// no player opened. No player owes blinds. Rule: variants V61, A16.
    Dealer,
}

/// The properties of a game that matter to its table; a mixed table changes them between hands.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableGame {
    /// Blinds, antes and bets of the game, in chips.
    pub structure: Structure,
    /// Smallest and largest number of players.
    pub seats: (u8, u8),
    /// `true` if a hand may carry its pot over to the next one.
    pub carries: bool,
    /// Openers required after each number of consecutive hands that no player opened. Rule: variants V15.
    pub openers_ladder: Vec<Openers>,
    /// `true` if the game allows a straddle ([`GameDef::takes_straddles`]).
    pub straddles: bool,
    /// `true` if the game can be played as a bomb pot ([`GameDef::takes_bomb_pots`]).
    pub bomb_pots: bool,
    /// Largest number of players for whom two boards can be dealt ([`GameDef::double_board_seats`]).
    pub double_board_seats: u8,
    /// `true` if the game allows the seven-deuce bounty ([`GameDef::takes_seven_deuce`]).
    pub seven_deuce: bool,
}

impl TableGame {
    /// Combines a game with its stakes.
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

    /// Returns the default way to find the first dealer: the highest card in games with a small and a big blind, such
    /// as hold'em, and the first jack in others. Rule: variants A27.
    pub fn first_dealer(&self) -> FirstDealer {
        if self.has_blinds() {
            FirstDealer::HighCard
        } else {
            FirstDealer::FirstJack
        }
    }

    /// Number of players that a hand needs.
    pub(super) fn players_min(&self) -> usize {
        usize::from(self.seats.0.max(2))
    }

    /// Checks that the number of `players` suits the game.
    ///
    /// # Errors
    /// Gives the numbers of players that the game allows.
    pub(super) fn check_players(&self, players: SeatSet) -> Result<(), ChoiceError> {
        let (min, max) = (self.seats.0.max(2), self.seats.1);
        let players = u8::try_from(players.len()).unwrap_or(u8::MAX);
        if (min..=max).contains(&players) {
            Ok(())
        } else {
            Err(ChoiceError::DoesNotFit { players, min, max })
        }
    }

    /// Checks that the game has distinct small and big blinds, which can be missed.
    pub(super) fn has_blinds(&self) -> bool {
        self.structure.layout == BlindLayout::SmallAndBig
    }

    /// Returns the openers required after `passed_out` consecutive hands that no player opened, if they differ from the game's own.
    pub(super) fn openers(&self, passed_out: u32) -> Option<Openers> {
        let last = self.openers_ladder.len().checked_sub(1)?;
        let rung = usize::try_from(passed_out).unwrap_or(last).min(last);
        self.openers_ladder.get(rung).copied()
    }
}

impl TableConfig {
    /// Returns a table with this many seats and ordinary settings otherwise: buy-ins from [`DEFAULT_BUY_IN_MIN`] to
    /// [`DEFAULT_BUY_IN_MAX`] big blinds of this game (or the bet that stands in for one in a game without), the dead
    /// button, no open fold.
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

    /// Checks that a table can have these settings and play this game.
    pub(super) fn check(&self, game: &TableGame) -> Result<(), TableConfigError> {
        let (min, max) = match self.button {
            ButtonRule::Dead | ButtonRule::Moving => (game.seats.0.max(2), game.seats.1.min(MAX_SEATS)),
            // Each dealer picks a game that suits the number of players present.
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
        // Counts a straddle as one more bet of twice the big blind on top of all others.
        let factor = if self.straddle.is_some() {
            factor * (1 + straddle::FACTOR)
        } else {
            factor
        };
        // Counts one bomb-pot ante for each seat.
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

/// The reason why settings do not make a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableConfigError {
    /// The game does not allow this number of seats.
    #[error("a table of this game has {min} to {max} seats, not {seat_count}")]
    SeatCount {
        /// Number of seats requested.
        seat_count: u8,
        /// Smallest number of seats.
        min: u8,
        /// Largest number of seats.
        max: u8,
    },
    /// The smallest buy-in is zero, or larger than the largest.
    #[error("no buy-in lies between {min} and {max}")]
    BuyInRange {
        /// Smallest buy-in given.
        min: Chips,
        /// Largest buy-in given.
        max: Chips,
    },
    /// The smallest chip is worth nothing, or the limits of the buy-in are not multiples of it.
    #[error("the buy-ins are not multiples of {unit}")]
    Unit {
        /// Value of the smallest chip.
        unit: Chips,
    },
    /// Buy-ins, free stacks and stakes could add up to more than [`Chips::MAX`].
    #[error("the stacks, posts and bets of a full table must sum to less than 2^53")]
    Ceiling,
    /// Bomb pots need a small and a big blind and a community board with no up cards or draws before it, and do not go
    /// with dealer's choice.
    #[error("only games with a small and a big blind and a shared board have bomb pots")]
    BombPotGame,
    /// The frequency or the ante of bomb pots is out of range.
    #[error("a bomb pot comes every 1 to {BOMB_POT_EVERY_MAX} hands, for 1 to {BOMB_POT_ANTE_MAX} big blinds")]
    BombPotRange,
    /// Two boards need a community board and a deck large enough for the seats, and do not go with dealer's choice.
    #[error("two boards need a game with a shared board, and a deck with enough cards for both and every seat")]
    DoubleBoardGame,
    /// Two boards are set for bomb pots at a table without bomb pots.
    #[error("two boards in bomb pots need a table with bomb pots")]
    DoubleBoardPots,
    /// The seven-deuce bounty needs a game with two hole cards, and does not go with dealer's choice.
    #[error("only games with two cards in each hand and a shared board have a bounty for seven-deuce")]
    SevenDeuceGame,
    /// The seven-deuce bounty is zero, or more than [`SEVEN_DEUCE_MAX`] big blinds.
    #[error("the bounty for seven-deuce is 1 to {SEVEN_DEUCE_MAX} big blinds")]
    SevenDeuceRange,
    /// Straddles need a small and a big blind with the betting opened after the latter, and do not go with dealer's choice.
    #[error("only games with a small and a big blind have straddles")]
    Straddle,
    /// Seats that concede every showdown are set, which only the record of a past hand may do.
    #[error("seats that concede their hands exist only in records")]
    Conceding,
}
