//! Levels, the breaks between them, and the stakes of the games at each level.

use std::fmt;
use std::sync::Arc;

use super::Structure;
use crate::Chips;
use crate::game::{AnteFormat, GameDef, StakesError, Step, catalogue};
use crate::limit::LimitKind;
use crate::table::TableGame;
use crate::tournament::law::Level;

/// Longest level or break, in seconds.
const MAX_SECONDS: u32 = 24 * 3600;

/// A row of the list of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A level with its stakes.
    Level(LevelRow),
    /// A break of this many seconds.
    Break(u32),
}

/// A level of the list, with its duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRow {
    /// Duration in seconds.
    pub seconds: u32,
    /// Stakes in chips; in games without blinds the big blind is the bet of the first tier.
    pub level: Level,
}

/// Returns the level after the last published one, or the same level again if no chips could cover a higher one.
pub(in crate::tournament) fn following(last: Level) -> Level {
    let raised = last.raised().ok();
    let raised = raised.filter(|level| level.big_blind.saturating_add(level.ante).checked_mul(64).is_some());
    raised.unwrap_or(last)
}

/// A game of a tournament and its betting structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChoice {
    /// Game to be played.
    pub game: Arc<GameDef>,
    /// Betting structure, if it is not the game's first.
    pub limit: Option<LimitKind>,
}

impl GameChoice {
    /// Reads a game written as `omaha` or `omaha:pot`.
    ///
    /// # Errors
    /// Describes the fault in a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (id, limit) = match text.split_once(':') {
            None => (text, None),
            Some((id, limit)) => (id, Some(limit)),
        };
        let game = catalogue::find(id).ok_or_else(|| format!("there is no game `{}`", id.escape_default()))?;
        let limit = limit.map(|code| {
            let known = game.limit_kinds().find(|kind| kind.code() == code);
            known.ok_or_else(|| format!("`{id}` is not played with the limit `{}`", code.escape_default()))
        });
        Ok(Self {
            game: Arc::clone(game),
            limit: limit.transpose()?,
        })
    }

    /// Returns the stakes of a hand of this game at a level.
    ///
    /// # Errors
    /// If the amounts do not fit the game.
    pub fn at(&self, level: Level, format: AnteFormat) -> Result<TableGame, StakesError> {
        level.game(&self.game, self.limit, format)
    }

    /// Returns the reason why no table of a tournament can play the game, `None` if it fits. Rule: tournament L-6.
    pub(super) fn misfit(&self, seats: u8, one_table: bool) -> Option<String> {
        let game = &self.game;
        let (min, max) = game.seats;
        if min > 2 || max < seats {
            let id = &game.id;
            return Some(format!(
                "`{id}` is for {min} to {max} players: two must be able to play it, and a full table"
            ));
        }
        if game.steps.iter().any(|step| matches!(step, Step::Straddle { .. })) {
            return Some(format!(
                "`{}` has straddles of choice, which no tournament has",
                game.id
            ));
        }
        if game.may_carry() && !one_table {
            return Some(format!(
                "`{}` may leave a pot to the next hand, which is for tournaments of one table only",
                game.id
            ));
        }
        None
    }
}

impl fmt::Display for GameChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game.id)?;
        self.limit.map_or(Ok(()), |limit| write!(f, ":{}", limit.code()))
    }
}

/// Reads a row such as `12m 100/200 ante 200 unit 25` or `break 5m`. A level without `unit` keeps that of the level before.
pub(super) fn row(text: &str, unit: Chips) -> Result<Row, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let wrong = || {
        format!(
            "`{}` is not a level; write `12m 100/200 ante 200 unit 25` or `break 5m`",
            text.escape_default()
        )
    };
    match words[..] {
        ["break", time] => Ok(Row::Break(seconds(time).ok_or_else(wrong)?)),
        [time, blinds, ref rest @ ..] => {
            let (small, big) = blinds.split_once('/').ok_or_else(wrong)?;
            let mut level = Level {
                small_blind: chips(small).ok_or_else(wrong)?,
                big_blind: chips(big).ok_or_else(wrong)?,
                ante: Chips::ZERO,
                unit,
            };
            let mut rest = rest;
            if let ["ante", ante, more @ ..] = rest {
                level.ante = chips(ante).ok_or_else(wrong)?;
                rest = more;
            }
            if let ["unit", unit, more @ ..] = rest {
                level.unit = chips(unit).ok_or_else(wrong)?;
                rest = more;
            }
            if !rest.is_empty() {
                return Err(wrong());
            }
            Ok(Row::Level(LevelRow {
                seconds: seconds(time).ok_or_else(wrong)?,
                level,
            }))
        }
        _ => Err(wrong()),
    }
}

/// Reads a time such as `12m`, `90s` or `1h`, in seconds.
pub(super) fn seconds(text: &str) -> Option<u32> {
    let factor = match text.chars().next_back()? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        _ => return None,
    };
    let number: u32 = digits(&text[..text.len() - 1])?.parse().ok()?;
    let seconds = number.checked_mul(factor)?;
    (1..=MAX_SECONDS).contains(&seconds).then_some(seconds)
}

/// Writes a time as a file does: in minutes if they are whole.
pub(super) fn time(seconds: u32) -> String {
    if seconds.is_multiple_of(60) {
        format!("{}m", seconds / 60)
    } else {
        format!("{seconds}s")
    }
}

fn chips(text: &str) -> Option<Chips> {
    let amount = digits(text)?.parse().ok().and_then(Chips::try_new)?;
    (!amount.is_zero()).then_some(amount)
}

/// Returns the text if it consists of digits alone: `parse` would accept a sign too.
fn digits(text: &str) -> Option<&str> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
}

impl Structure {
    /// Returns the rows of the list of levels as the file writes them, with `unit` wherever it changes.
    pub fn level_texts(&self) -> Vec<String> {
        let mut unit = Chips::new(1);
        let text = |row: &Row| match row {
            Row::Break(seconds) => format!("break {}", time(*seconds)),
            Row::Level(LevelRow { seconds, level }) => {
                let mut text = format!("{} {}/{}", time(*seconds), level.small_blind, level.big_blind);
                if !level.ante.is_zero() {
                    text = format!("{text} ante {}", level.ante);
                }
                if level.unit != unit {
                    text = format!("{text} unit {}", level.unit);
                }
                unit = level.unit;
                text
            }
        };
        self.levels.iter().map(text).collect()
    }

    /// Returns the game of a level, counted from 1: the games rotate from level to level.
    pub fn game(&self, level: u16) -> &GameChoice {
        &self.games[self.game_index(level)]
    }

    /// Returns the index of a level's game in the list of games; levels count from 1.
    pub fn game_index(&self, level: u16) -> usize {
        usize::from(level.saturating_sub(1)) % self.games.len().max(1)
    }

    /// Returns the stakes of a level, counted from 1; each level after the published ones is raised from the one
    /// before. Rule: tournament 2.12.
    pub fn terms(&self, level: u16) -> Level {
        let published = self.levels.iter().filter_map(|row| match row {
            Row::Level(row) => Some(row.level),
            Row::Break(_) => None,
        });
        let mut last = None;
        let mut left = level.max(1);
        for terms in published {
            left -= 1;
            if left == 0 {
                return terms;
            }
            last = Some(terms);
        }
        let mut last = last.expect("a structure has a level");
        for _ in 0..left {
            let next = following(last);
            if next == last {
                break;
            }
            last = next;
        }
        last
    }

    /// Returns the duration of a level, in seconds; those after the published ones last as long as the last published level.
    pub fn seconds(&self, level: u16) -> u32 {
        let seconds = self.levels.iter().filter_map(|row| match row {
            Row::Level(row) => Some(row.seconds),
            Row::Break(_) => None,
        });
        seconds.take(level.max(1).into()).last().unwrap_or(u32::MAX)
    }

    /// Returns the game of a level at its stakes. If those of a level after the published ones no longer fit the game,
    /// its last fitting stakes stay.
    pub fn table_game(&self, level: u16) -> TableGame {
        let turn = u16::try_from(self.games.len()).unwrap_or(1);
        let mut level = level.max(1);
        loop {
            match self.game(level).at(self.terms(level), self.ante) {
                Ok(game) => return game,
                Err(error) => assert!(level > 1, "the amounts of level 1 were checked: {error}"),
            }
            level = level.saturating_sub(turn).max(1);
        }
    }
}
