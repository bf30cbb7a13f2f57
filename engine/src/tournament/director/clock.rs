//! The level clock: levels, breaks, stops. Rules: tournament 2.9, 2.12, L-14.

use std::sync::Arc;

use crate::tournament::Structure;
use crate::tournament::law::{LawError, Level, LevelTime};
use crate::tournament::structure::{Breaks, Row, following};

/// A time or a duration on the caller's clock, in milliseconds.
pub type Millis = u64;

const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
/// Start of an hourly break within its hour, and its duration.
const HOURLY: (u64, u64) = (55 * 60 * SECOND, 5 * 60 * SECOND);

/// An event due on the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClockEvent {
    Level,
    Break {
        seconds: u32,
    },
    /// A break ends, and with it either a level begins or the interrupted one continues.
    BreakOver {
        level_begins: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    structure: Arc<Structure>,
    /// Stakes of every level so far.
    terms: Vec<Level>,
    /// Current row of the list; beyond its end each row is one level.
    row: usize,
    level: u16,
    /// Time of the row, or of the hourly break, elapsed at `since`.
    elapsed: u64,
    /// Time since which the clock runs; `None` while it is stopped.
    since: Option<Millis>,
    /// Time of the level elapsed when an hourly break began.
    hourly: Option<u64>,
}

impl Clock {
    /// Creates a clock that begins the first level at this time.
    pub(super) fn start(structure: &Arc<Structure>, at: Millis) -> Self {
        let mut clock = Self {
            structure: Arc::clone(structure),
            terms: Vec::new(),
            row: 0,
            level: 1,
            elapsed: 0,
            since: Some(at),
            hourly: None,
        };
        let rows = structure.levels.iter();
        clock.terms = rows
            .filter_map(|row| match row {
                Row::Level(row) => Some(row.level),
                Row::Break(_) => None,
            })
            .collect();
        clock
    }

    pub(super) const fn level(&self) -> u16 {
        self.level
    }

    /// Returns the level that the clock has not left: during a listed break, the one that follows it.
    pub(super) fn not_left(&self) -> u16 {
        let listed = matches!(self.structure.levels.get(self.row), Some(Row::Break(_)));
        self.level.saturating_add(u16::from(listed))
    }

    /// Returns the stakes of the current level or an earlier one.
    pub(super) fn terms(&self, level: u16) -> Level {
        let index = usize::from(level.saturating_sub(1)).min(self.terms.len() - 1);
        self.terms[index]
    }

    pub(super) fn in_break(&self) -> bool {
        self.hourly.is_some() || matches!(self.structure.levels.get(self.row), Some(Row::Break(_)))
    }

    pub(super) const fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// Returns the duration of the current row, in seconds.
    pub(super) fn seconds(&self) -> u32 {
        match self.structure.levels.get(self.row) {
            Some(Row::Break(seconds)) => *seconds,
            Some(Row::Level(row)) => row.seconds,
            None => self.structure.seconds(u16::MAX),
        }
    }

    /// Returns the elapsed time of the level, in whole seconds.
    pub(super) fn elapsed(&self, at: Millis) -> u64 {
        match self.hourly {
            Some(elapsed) => elapsed / SECOND,
            None => self.run(at) / SECOND,
        }
    }

    /// Returns the elapsed time of the level, or of the break.
    pub(super) fn run(&self, at: Millis) -> Millis {
        self.elapsed + self.since.map_or(0, |since| at.saturating_sub(since))
    }

    /// Returns the duration of the current level or break.
    pub(super) fn length(&self) -> Millis {
        if self.hourly.is_some() {
            HOURLY.1
        } else {
            u64::from(self.seconds()) * SECOND
        }
    }

    /// Returns the time of the next event on the clock; `None` while it is stopped.
    pub(super) fn due(&self) -> Option<Millis> {
        let since = self.since?;
        let end = since + self.length().saturating_sub(self.elapsed);
        Some(match self.next_hourly(since) {
            Some(begin) => end.min(begin),
            None => end,
        })
    }

    /// Returns the start of the next hourly break.
    fn next_hourly(&self, since: Millis) -> Option<Millis> {
        if self.structure.breaks != Breaks::Hourly || self.hourly.is_some() {
            return None;
        }
        let hour = since - since % HOUR;
        let begin = hour + HOURLY.0;
        // A break that has begun must not begin again.
        Some(if begin > since { begin } else { begin + HOUR })
    }

    /// Advances the clock past the next event due by this time, and returns that event.
    pub(super) fn step(&mut self, at: Millis) -> Option<ClockEvent> {
        let due = self.due().filter(|due| *due <= at)?;
        if let Some(elapsed) = self.hourly.take() {
            (self.elapsed, self.since) = (elapsed, Some(due));
            return Some(ClockEvent::BreakOver { level_begins: false });
        }
        let over = self.run(due) >= u64::from(self.seconds()) * SECOND;
        if !over {
            self.hourly = Some(self.run(due));
            // The break is the last part of its hour, even if its start was noticed late.
            (self.elapsed, self.since) = (0, Some(due));
            return Some(ClockEvent::Break {
                seconds: u32::try_from(HOURLY.1 / SECOND).unwrap_or(0),
            });
        }
        let was_break = self.in_break();
        (self.elapsed, self.since) = (0, Some(due));
        if was_break {
            self.row += 1;
            self.count();
            return Some(ClockEvent::BreakOver { level_begins: true });
        }
        self.row += 1;
        if let Some(Row::Break(seconds)) = self.structure.levels.get(self.row) {
            return Some(ClockEvent::Break { seconds: *seconds });
        }
        self.count();
        Some(ClockEvent::Level)
    }

    /// Counts the next level, which has begun.
    fn count(&mut self) {
        self.level = self.level.saturating_add(1);
        self.know_level();
    }

    fn know_level(&mut self) {
        while self.terms.len() < usize::from(self.level) {
            let last = *self.terms.last().expect("a structure has a level");
            self.terms.push(following(last));
        }
    }

    pub(super) fn stop(&mut self, at: Millis) {
        self.elapsed = self.run(at);
        self.since = None;
    }

    pub(super) fn run_on(&mut self, at: Millis) {
        self.since = Some(at);
    }

    /// Advances the clock, which is stopped in a level, past a round of hand-for-hand, and returns the levels that
    /// began through it.
    ///
    /// # Errors
    /// If the result is too large to be counted.
    pub(super) fn after_round(&mut self) -> Result<Vec<u16>, LawError> {
        let rows = self.structure.levels.iter().filter_map(|row| match row {
            Row::Level(row) => Some(u64::from(row.seconds)),
            Row::Break(_) => None,
        });
        let durations: Vec<u64> = rows.collect();
        let shown = LevelTime {
            level: self.level.into(),
            elapsed: self.elapsed / SECOND,
        };
        let after = shown.after_rounds(1, &durations)?;
        let level = u16::try_from(after.level).map_err(|_| LawError::Overflow)?;
        let begun: Vec<u16> = (self.level + 1..=level).collect();
        self.elapsed = after.elapsed * SECOND + self.elapsed % SECOND;
        self.level = level;
        self.know_level();
        self.row = self.row_of(level);
        Ok(begun)
    }

    /// Sets the clock to a level with this many seconds elapsed. A break ends; a stopped clock stays stopped.
    pub(super) fn set(&mut self, level: u16, elapsed: u64, at: Millis) {
        self.hourly = None;
        self.level = level;
        self.know_level();
        self.row = self.row_of(level);
        self.elapsed = elapsed * SECOND;
        self.since = self.since.map(|_| at);
    }

    /// Returns the row of a level.
    fn row_of(&self, level: u16) -> usize {
        let rows = self.structure.levels.iter().enumerate();
        let mut levels = rows.filter(|(_, row)| matches!(row, Row::Level(_)));
        let wanted = usize::from(level) - 1;
        match levels.nth(wanted) {
            Some((row, _)) => row,
            None => self.structure.levels.len() + wanted - usize::from(self.structure.published_levels()),
        }
    }

    /// Returns the duration of a level, in seconds.
    pub(super) fn duration(&self, level: u16) -> u32 {
        self.structure.seconds(level)
    }
}
