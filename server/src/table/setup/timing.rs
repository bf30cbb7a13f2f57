//! How long things take at a table.

/// The greatest action time and time bank that a table may choose, in milliseconds: ten minutes.
pub(super) const TIME_MAX_MS: u32 = 600_000;

/// The least action time, in milliseconds, where people play.
pub(in crate::table) const ACTION_MIN_MS: u32 = 1_000;

/// The least action time that a table may choose, in milliseconds. People have more, whatever it is.
pub(super) const BOT_ACTION_MIN_MS: u32 = 100;

/// How long things take at a table, in milliseconds. Rule: tournament 2.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Time for a decision before the time bank begins.
    pub action_ms: u32,
    /// How late an answer may reach the server and still count.
    pub grace_ms: u32,
    /// What a time bank holds at the start.
    pub bank_ms: u32,
    /// What a time bank gains with every period.
    pub bank_gain_ms: u32,
    /// What a time bank holds at most.
    pub bank_max_ms: u32,
    /// The period, an hour.
    pub period_ms: u32,
    /// What a player whose connection is down gets beyond the time bank, once a period or, in an event, a level.
    pub lost_ms: u32,
    /// How much of the time that pages take to show the end of a hand is waited for before the pauses below, in percent.
    pub telling_percent: u32,
    /// From a showdown to the next deal.
    pub showdown_pause_ms: u32,
    /// The same, for each pot.
    pub pot_pause_ms: u32,
    /// From a hand that ended without a showdown to the next deal.
    pub uncontested_pause_ms: u32,
    /// From the moment enough players are there to the first deal.
    pub start_pause_ms: u32,
    /// From the moment enough players are there to the draw of their seats, while seats are free.
    pub gather_ms: u32,
    /// How long cards may be shown after a hand, if no other is dealt before. Rule: tournament 10.1.
    pub show_ms: u32,
    /// How long a free seat is kept for the first in line.
    pub offer_ms: u32,
    /// How long a seat is kept for a player whose connection is down, unless three deals pass before.
    pub away_ms: u32,
    /// How long decisions wait for a player who is leaving and whose connection is down.
    pub gone_ms: u32,
    /// Where players call Time: how long after the least thinking time the house calls it by itself. `None` where a clock runs
    /// at every decision.
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
    /// The same without any pause between hands, for load tests and for tables of programs.
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

    /// How long a table waits for pages that take `ms` milliseconds to show the end of a hand.
    pub fn telling_ms(&self, ms: u32) -> u32 {
        let scaled = u64::from(ms) * u64::from(self.telling_percent) / 100;
        u32::try_from(scaled).unwrap_or(u32::MAX)
    }

    /// From the end of a hand, as pages show it, to the next deal; `pots` is 0 when it ended without a showdown.
    pub fn pause_ms(&self, pots: usize) -> u32 {
        match u32::try_from(pots).unwrap_or(u32::MAX) {
            0 => self.uncontested_pause_ms,
            pots => self
                .pot_pause_ms
                .saturating_mul(pots)
                .saturating_add(self.showdown_pause_ms),
        }
    }
}
