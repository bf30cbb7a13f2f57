//! Levels: their amounts, and their effect on the stakes of a game. Rules: tournament 2.12, L-4.

use super::LawError;
use crate::game::{AnteFormat, BlindLayout, ForcedBets, GameDef, Stakes, StakesError, Structure};
use crate::limit::LimitKind;
use crate::table::TableGame;
use crate::{Chips, PostKind};

/// The amounts of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// Small blind; zero if there is none.
    pub small_blind: Chips,
    /// Big blind, which is also the smallest bet.
    pub big_blind: Chips,
    /// Ante, of each player or of a single payer for all; zero if there is none.
    pub ante: Chips,
    /// Smallest chip in play, above zero.
    pub unit: Chips,
}

impl Level {
    /// Returns the level after the last published one: 1.5 times its amounts, rounded up to whole units. Rule:
    /// tournament 2.12.
    ///
    /// # Errors
    /// If an amount would exceed [`Chips::MAX`], or the unit is zero.
    pub fn raised(self) -> Result<Self, LawError> {
        if self.unit.is_zero() {
            return Err(LawError::OutOfRange("unit"));
        }
        let raise = |amount: Chips| {
            let units = (amount.get() * 3).div_ceil(self.unit.get() * 2);
            self.unit.checked_mul(units).ok_or(LawError::Overflow)
        };
        Ok(Self {
            small_blind: raise(self.small_blind)?,
            big_blind: raise(self.big_blind)?,
            ante: raise(self.ante)?,
            unit: self.unit,
        })
    }

    /// Returns a game at the stakes of this level.
    ///
    /// A game with a small and a big blind takes its blinds and its ante from the level. In any other the amounts of
    /// the definition grow in step: its smallest bet becomes the big blind, and the others keep their proportion to it,
    /// rounded up to whole units. A classic ante of the level replaces that of the game.
    ///
    /// # Errors
    /// If the game has no such limit, or the amounts are out of order or too large.
    pub fn game(self, game: &GameDef, limit: Option<LimitKind>, format: AnteFormat) -> Result<TableGame, StakesError> {
        if self.big_blind.is_zero() || self.unit.is_zero() {
            return Err(StakesError::BadAmount("big_blind"));
        }
        let defaults = Stakes {
            limit,
            ..Stakes::default()
        };
        let mut table_game = TableGame::new(game, &defaults)?;
        table_game.structure = self.resized(&table_game.structure, format)?;
        table_game.structure.check()?;
        Ok(table_game)
    }

    fn resized(self, defaults: &Structure, format: AnteFormat) -> Result<Structure, StakesError> {
        let tier = defaults.tiers.first().map(|limit| limit.min_bet());
        let least_bet = tier.unwrap_or_else(|| defaults.reference_bet()).get().max(1);
        let scale = |amount: Chips| {
            let wanted = u128::from(amount.get()) * u128::from(self.big_blind.get());
            let unit = u128::from(self.unit.get());
            let units = wanted.div_ceil(u128::from(least_bet) * unit);
            u64::try_from(units * unit).ok().and_then(Chips::try_new)
        };
        let mut structure = defaults.try_map(scale).ok_or(StakesError::BadAmount("big_blind"))?;
        if structure.layout != BlindLayout::SmallAndBig {
            if format == AnteFormat::Classic && !self.ante.is_zero() {
                for forced in &mut structure.forced {
                    if let ForcedBets::Ante { amount } = forced {
                        *amount = self.ante;
                    }
                }
            }
            return Ok(structure);
        }
        structure.forced.retain(|forced| match forced {
            ForcedBets::Ante { .. } | ForcedBets::SingleAnte { .. } => false,
            ForcedBets::Post { kind, .. } => *kind != PostKind::SmallBlind || !self.small_blind.is_zero(),
            ForcedBets::SharedCredit => true,
        });
        for forced in &mut structure.forced {
            match forced {
                ForcedBets::Post {
                    amount,
                    kind: PostKind::SmallBlind,
                    ..
                } => *amount = self.small_blind,
                ForcedBets::Post {
                    amount,
                    kind: PostKind::BigBlind,
                    ..
                } => *amount = self.big_blind,
                _ => {}
            }
        }
        if !self.ante.is_zero() {
            match format {
                AnteFormat::Classic => structure.forced.insert(0, ForcedBets::Ante { amount: self.ante }),
                AnteFormat::Button | AnteFormat::BigBlind => structure.forced.push(ForcedBets::SingleAnte {
                    amount: self.ante,
                    format,
                }),
            }
        }
        Ok(structure)
    }
}

/// Returns the level with this number, from 1: a published one, or the last of them raised repeatedly. Rule: tournament
/// 2.12.
///
/// # Errors
/// Without a published level, for level 0, or if an amount would exceed [`Chips::MAX`].
pub fn next_level(published: &[Level], number: u64) -> Result<Level, LawError> {
    let index = number.checked_sub(1).ok_or(LawError::OutOfRange("level"))?;
    let last = published.last().ok_or(LawError::OutOfRange("levels"))?;
    let known = usize::try_from(index).ok().and_then(|index| published.get(index));
    if let Some(level) = known {
        return Ok(*level);
    }
    let mut level = *last;
    for _ in 0..=index - published.len() as u64 {
        let raised = level.raised()?;
        if raised == level {
            // A level of zeros never grows.
            break;
        }
        level = raised;
    }
    Ok(level)
}
