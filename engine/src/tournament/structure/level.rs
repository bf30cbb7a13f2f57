//! Levels, breaks between them, and what the games of a level are played for.

use std::fmt;
use std::sync::Arc;

use super::Structure;
use crate::Chips;
use crate::game::{AnteFormat, GameDef, StakesError, Step, catalogue};
use crate::limit::LimitKind;
use crate::table::TableGame;
use crate::tournament::law::Level;

/// The most seconds of a level or break.
pub(super) const MAX_SECONDS: u32 = 24 * 3600;

/// A row of the list of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A level.
    Level(LevelRow),
    /// A break of so many seconds.
    Break(u32),
}

/// A level of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRow {
    /// How long it lasts, in seconds.
    pub seconds: u32,
    /// What is played for; in games without blinds the big blind is the bet of the first tier.
    pub level: Level,
}

/// The level behind the last published one. Beyond any chips there are, it is the same again.
pub(in crate::tournament) fn following(last: Level) -> Level {
    let raised = last.raised().ok();
    let raised = raised.filter(|level| level.big_blind.saturating_add(level.ante).checked_mul(64).is_some());
    raised.unwrap_or(last)
}

/// A game of a tournament, and with which limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChoice {
    /// The game.
    pub game: Arc<GameDef>,
    /// The betting structure, where it is not the game's first.
    pub limit: Option<LimitKind>,
}

impl GameChoice {
    /// Reads `omaha` or `omaha:pot`.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
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

    /// What a hand of this game is played for at a level.
    ///
    /// # Errors
    /// If the amounts do not fit the game.
    pub fn at(&self, level: Level, format: AnteFormat) -> Result<TableGame, StakesError> {
        level.game(&self.game, self.limit, format)
    }

    /// Why no table of a tournament can play it; `None` if it fits. Rule: tournament L-6.
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

/// Reads `12m 100/200 ante 200 unit 25` or `break 5m`. A level without `unit` keeps that of the level before.
pub(super) fn row(text: &str, unit: Chips) -> Result<Row, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let wrong = || {
        format!(
            "`{}` is no level; write `12m 100/200 ante 200 unit 25` or `break 5m`",
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

/// `12m`, `90s` or `1h`, in seconds.
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

/// The time as a file says it: in minutes where it is whole minutes.
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

/// The text if it is digits alone: `parse` would take a sign too.
fn digits(text: &str) -> Option<&str> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
}

impl Structure {
    /// The rows of the list of levels as the file writes them, `unit` where it changes.
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

    /// The game of a level, counted from 1: the games come in turn.
    pub fn game(&self, level: u16) -> &GameChoice {
        &self.games[self.game_index(level)]
    }

    /// The place of the game of a level in the list of games.
    pub fn game_index(&self, level: u16) -> usize {
        usize::from(level.saturating_sub(1)) % self.games.len().max(1)
    }

    /// What a level is played for, counted from 1; behind the published ones each is raised from the one before. Rule:
    /// tournament 2.12.
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

    /// How long a level lasts, in seconds; behind the published ones as long as the last of them.
    pub fn seconds(&self, level: u16) -> u32 {
        let seconds = self.levels.iter().filter_map(|row| match row {
            Row::Level(row) => Some(row.seconds),
            Row::Break(_) => None,
        });
        seconds.take(level.max(1).into()).last().unwrap_or(u32::MAX)
    }

    /// The game of a level with its amounts. Where those of a level behind the published ones do not fit the game, its last
    /// amounts stay.
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
