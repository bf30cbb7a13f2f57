//! Penalties. Rules: tournament 2.15, 11.1, 11.2, D-37.

crate::coded! {
    /// The penalty for a fault.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Rung: code {
        /// A warning, and one missed hand unless the severity is light.
        Warning = "warning",
        /// Two to four missed hands.
        Hands = "hands",
        /// One to four missed orbits.
        Orbits = "orbits",
        /// The end of the tournament for the player; the chips leave play.
        Disqualification = "disqualification",
    }
}

/// The severity of a tournament, published before entry. Rule: tournament 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Severity {
    /// A warning is an explanation and costs no hand.
    Light,
    /// A warning costs a hand.
    #[default]
    Normal,
    /// No warnings: the ladder begins with missed hands.
    Heavy,
}

impl Rung {
    /// Returns the penalty proposed for a fault for which the player was penalised `before` times already. Grave faults
    /// may skip rungs. Rule: tournament 11.2.
    pub const fn proposed(before: u64, severity: Severity) -> Self {
        let skipped = if matches!(severity, Severity::Heavy) { 1 } else { 0 };
        match before.saturating_add(skipped) {
            0 => Self::Warning,
            1 => Self::Hands,
            2 => Self::Orbits,
            _ => Self::Disqualification,
        }
    }

    /// Returns the smallest and the largest number for the rung: of hands, of orbits (see [`orbits`]), or zero for a disqualification.
    pub const fn range(self, severity: Severity) -> (u64, u64) {
        match (self, severity) {
            (Self::Warning, Severity::Light) | (Self::Disqualification, _) => (0, 0),
            (Self::Warning, _) => (1, 1),
            (Self::Hands, _) => (2, 4),
            (Self::Orbits, _) => (1, 4),
        }
    }
}

/// Returns the number of hands in `orbits` orbits, at a table with `players` players at the time of the penalty, the
/// offender included; `None` if it is too large to be counted. Rules: tournament 11.1, D-37.
pub const fn orbits(players: u64, orbits: u64) -> Option<u64> {
    players.checked_mul(orbits)
}
