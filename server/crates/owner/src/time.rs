//! Instants, as an owner's core is given them. Nothing here reads a clock.

/// An instant of the play clock, in milliseconds since it was started. The play clock never goes back, and it stands
/// still while the process does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayTime(pub u64);

impl PlayTime {
    /// The instant `ms` milliseconds later.
    #[must_use]
    pub const fn after(self, ms: u32) -> Self {
        Self(self.0.saturating_add(ms as u64))
    }

    /// Milliseconds until `later`, 0 if that has passed.
    pub fn until(self, later: Self) -> u32 {
        u32::try_from(later.0.saturating_sub(self.0)).unwrap_or(u32::MAX)
    }
}

/// The instant of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// By the play clock, for deadlines.
    pub play: PlayTime,
    /// By the wall clock, in milliseconds since 1970; used in the history only.
    pub wall: i64,
}
