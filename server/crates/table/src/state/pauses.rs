//! The pause of a table by its host.

use poker_protocol::v1::UnixMs;
use poker_protocol::v1::host::HostRules;

use super::table::Table;

/// Milliseconds in a minute.
pub(super) const MINUTE_MS: i64 = 60_000;

/// Pauses the table for this many minutes, or without an end; `false` if that changes nothing.
pub(super) fn pause(rules: &mut HostRules, minutes: Option<u8>, at: i64) -> bool {
    let until = minutes.map(|minutes| at.saturating_add(i64::from(minutes) * MINUTE_MS));
    let until = until.and_then(|until| UnixMs::new(until.try_into().ok()?));
    let before = (rules.paused, rules.paused_until);
    (rules.paused, rules.paused_until) = (true, until);
    before != (true, until)
}

impl Table {
    /// `true` while a private table is paused by its host and no hand runs, or the host has stopped the hand: no clock
    /// runs, and seats are kept.
    pub(crate) fn is_held(&self) -> bool {
        let is_still = self.law.hand().is_none() || self.is_stopped();
        self.hosting.rules().paused && self.is_among_friends() && is_still
    }

    /// The instant at which the host's pause ends by itself.
    pub(crate) fn held_until(&self) -> Option<UnixMs> {
        self.hosting
            .rules()
            .paused_until
            .filter(|_| self.hosting.rules().paused)
    }
}
