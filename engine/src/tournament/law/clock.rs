//! The level clock. Rules: tournament 2.9, 2.12, T-3.1-1.

use super::LawError;

/// Seconds by which a round of hand-for-hand advances the clock.
pub const HAND_FOR_HAND_SECONDS: u64 = 120;

/// The reading of the level clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelTime {
    /// Current level, from 1.
    pub level: u64,
    /// Seconds elapsed since it began.
    pub elapsed: u64,
}

impl LevelTime {
    /// Returns the clock after this many more seconds. `durations` are those of the levels in seconds, from level 1; a
    /// level beyond them lasts as long as the last. Breaks do not count as levels. Rule: tournament 2.12 (`h4h_clock`).
    ///
    /// # Errors
    /// For level 0, without durations, with a level of no duration, or beyond what can be counted.
    pub fn advanced(self, seconds: u64, durations: &[u64]) -> Result<Self, LawError> {
        if self.level == 0 {
            return Err(LawError::OutOfRange("level"));
        }
        let last = durations.last().copied().filter(|_| !durations.contains(&0));
        let last = last.ok_or(LawError::OutOfRange("durations"))?;
        if seconds == 0 {
            return Ok(self);
        }
        let mut level = self.level;
        let mut elapsed = self.elapsed.checked_add(seconds).ok_or(LawError::Overflow)?;
        let published = usize::try_from(level - 1).ok().and_then(|at| durations.get(at..));
        for duration in published.unwrap_or_default() {
            if elapsed < *duration {
                return Ok(Self { level, elapsed });
            }
            elapsed -= duration;
            level += 1;
        }
        level = level.checked_add(elapsed / last).ok_or(LawError::Overflow)?;
        elapsed %= last;
        Ok(Self { level, elapsed })
    }

    /// Returns the clock this many seconds after the start.
    ///
    /// # Errors
    /// Without durations, or with a level of no duration.
    pub fn since_start(seconds: u64, durations: &[u64]) -> Result<Self, LawError> {
        let start = Self { level: 1, elapsed: 0 };
        start.advanced(seconds, durations)
    }

    /// Returns a stopped clock after this many rounds of hand-for-hand. Rule: tournament 2.12 (`h4h_clock`).
    ///
    /// # Errors
    /// As for [`Self::advanced`].
    pub fn after_rounds(self, rounds: u64, durations: &[u64]) -> Result<Self, LawError> {
        let seconds = rounds.checked_mul(HAND_FOR_HAND_SECONDS).ok_or(LawError::Overflow)?;
        self.advanced(seconds, durations)
    }

    /// Returns `true` while entries are open: until the clock leaves the last of `late_levels` levels. Rule: tournament 1.8.
    pub const fn entry_open(self, late_levels: u64) -> bool {
        self.level <= late_levels
    }
}

/// Returns the level of a hand: the level at the moment when the last pots of the table were `awarded`; or when the
/// hand is `dealt`, if the table was stopped in between or has had no hand before. Both moments are in seconds since
/// the start. Rules: tournament 2.12, 3.1.
///
/// # Errors
/// If the hand was dealt before the last pots were awarded, or as for [`LevelTime::advanced`].
pub fn hand_level(durations: &[u64], awarded: Option<u64>, dealt: u64, stopped: bool) -> Result<u64, LawError> {
    if awarded.is_some_and(|awarded| awarded > dealt) {
        return Err(LawError::OutOfRange("dealt"));
    }
    let at = awarded.filter(|_| !stopped).unwrap_or(dealt);
    LevelTime::since_start(at, durations).map(|time| time.level)
}
