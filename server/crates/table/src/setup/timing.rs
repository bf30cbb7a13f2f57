//! Durations at a table: the clock and the time bank, the extra time of a lost connection, pauses between hands, and the
//! time for which the seat of an absent player is kept.

/// Maximum action time and time bank that a table may choose, in milliseconds: ten minutes.
pub(super) const TIME_MAX_MS: u32 = 600_000;

/// Minimum action time where people play, in milliseconds.
pub(crate) const ACTION_MIN_MS: u32 = 1_000;

/// Minimum action time that a table may choose, in milliseconds. People get at least [`ACTION_MIN_MS`] even then.
pub(super) const BOT_ACTION_MIN_MS: u32 = 100;

/// Durations at a table, in milliseconds. Rule: tournament 2.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Time for a decision before the time bank starts.
    pub action_ms: u32,
    /// Time after the deadline within which an answer still counts when it arrives.
    pub grace_ms: u32,
    /// Initial content of a time bank.
    pub bank_ms: u32,
    /// Time added to a time bank with every period.
    pub bank_gain_ms: u32,
    /// Maximum content of a time bank.
    pub bank_max_ms: u32,
    /// The period, one hour.
    pub period_ms: u32,
    /// Extra time after the time bank for a player whose connection is down, once per period or, in a tournament, per
    /// level.
    pub lost_ms: u32,
    /// Percentage of the time pages take to show the end of a hand that the table waits before the pauses below.
    pub telling_percent: u32,
    /// Pause from a showdown to the next deal.
    pub showdown_pause_ms: u32,
    /// Additional pause for each pot.
    pub pot_pause_ms: u32,
    /// Pause from a hand that ended without a showdown to the next deal.
    pub uncontested_pause_ms: u32,
    /// Pause from the moment enough players are there to the first deal.
    pub start_pause_ms: u32,
    /// Pause from the moment enough players are there to the draw for seats, while seats are free.
    pub gather_ms: u32,
    /// Time within which cards may be shown after a hand, unless another hand is dealt first. Rule: tournament 10.1.
    pub show_ms: u32,
    /// Time for which a free seat is kept for the first player in line.
    pub offer_ms: u32,
    /// Time for which a seat is kept for a player whose connection is down, unless three hands are dealt before.
    pub away_ms: u32,
    /// Time for which decisions wait for a player who is leaving and whose connection is down.
    pub gone_ms: u32,
    /// Delay after the minimum thinking time at which the house calls Time, at tables where players call it. `None`
    /// where every decision is timed from its start.
    pub house_call_ms: Option<u32>,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            action_ms: 20_000,
            grace_ms: 500,
            bank_ms: 60_000,
            bank_gain_ms: 10_000,
            bank_max_ms: 120_000,
            period_ms: 3_600_000,
            lost_ms: 15_000,
            telling_percent: 100,
            showdown_pause_ms: 2_500,
            pot_pause_ms: 1_000,
            uncontested_pause_ms: 2_000,
            start_pause_ms: 1_000,
            gather_ms: 30_000,
            show_ms: 4_000,
            offer_ms: 30_000,
            away_ms: 300_000,
            gone_ms: 5_000,
            house_call_ms: None,
        }
    }
}

impl Timing {
    /// The same without pauses between hands, for load tests and for tables of programs.
    #[must_use]
    pub const fn without_pauses(self) -> Self {
        Self {
            telling_percent: 0,
            showdown_pause_ms: 0,
            pot_pause_ms: 0,
            uncontested_pause_ms: 0,
            start_pause_ms: 0,
            gather_ms: 0,
            ..self
        }
    }

    /// Time for which a table waits for pages that take `ms` milliseconds to show the end of a hand.
    pub(crate) fn telling_ms(&self, ms: u32) -> u32 {
        let scaled = u64::from(ms) * u64::from(self.telling_percent) / 100;
        u32::try_from(scaled).unwrap_or(u32::MAX)
    }

    /// Pause from the end of a hand, as pages show it, to the next deal; `pots` is 0 if the hand ended without a
    /// showdown.
    pub(crate) fn pause_ms(&self, pots: usize) -> u32 {
        match u32::try_from(pots).unwrap_or(u32::MAX) {
            0 => self.uncontested_pause_ms,
            pots => self
                .pot_pause_ms
                .saturating_mul(pots)
                .saturating_add(self.showdown_pause_ms),
        }
    }
}
