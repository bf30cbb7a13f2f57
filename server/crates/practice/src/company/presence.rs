//! The presence of the player at a practice table.

use std::time::Duration;

use poker_protocol::v1::table::SeatStatus;
use tokio::time::Instant;

/// Time for the player to sit down.
const SIT_WITHIN: Duration = Duration::from_mins(2);

/// Time for which the player may be away.
const AWAY: Duration = Duration::from_mins(3);

/// Tracks how long the player has been away.
#[derive(Debug)]
pub(super) struct Presence {
    opened_at: Instant,
    /// The last time the player was present.
    here_at: Option<Instant>,
    /// `true` if the player was present at the last check.
    pub(super) is_here: bool,
}

impl Presence {
    pub(super) const fn new(opened_at: Instant) -> Self {
        Self {
            opened_at,
            here_at: None,
            is_here: false,
        }
    }

    /// Returns `true` if the player is gone or never came. `seat` is the current status of the player's seat, and
    /// whether the player is connected.
    pub(super) fn is_over(&mut self, seat: Option<(SeatStatus, bool)>, now: Instant) -> bool {
        let sits = seat.is_some_and(|(status, _)| status != SeatStatus::Leaving);
        // A player who sits out for long is away as well.
        let is_here = seat.is_some_and(|(status, connected)| connected && status != SeatStatus::SittingOut);
        self.is_here = sits && is_here;
        if self.is_here {
            self.here_at = Some(now);
        }
        match self.here_at {
            None => now - self.opened_at > SIT_WITHIN,
            Some(here_at) => !sits || now - here_at > AWAY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Duration = Duration::from_millis(1);
    const HERE: Option<(SeatStatus, bool)> = Some((SeatStatus::Active, true));

    /// The state after the player has had a seat for an hour, and the instant at which that is checked.
    fn seated(opened: Instant) -> (Presence, Instant) {
        let mut presence = Presence::new(opened);
        let now = opened + Duration::from_hours(1);
        assert!(!presence.is_over(HERE, opened) && !presence.is_over(HERE, now));
        (presence, now)
    }

    #[test]
    fn a_player_has_two_minutes_to_sit_down() {
        let opened = Instant::now();
        let mut presence = Presence::new(opened);
        assert!(!presence.is_over(None, opened + SIT_WITHIN));
        assert!(presence.is_over(None, opened + SIT_WITHIN + MOMENT));
    }

    #[test]
    fn a_player_may_be_away_for_three_minutes() {
        let gone = Some((SeatStatus::Active, false));
        for away in [
            gone,
            Some((SeatStatus::SittingOut, true)),
            Some((SeatStatus::SittingOut, false)),
        ] {
            let (mut presence, last) = seated(Instant::now());
            assert!(!presence.is_over(away, last + AWAY), "{away:?}");
            assert!(presence.is_over(away, last + AWAY + MOMENT), "{away:?}");
        }
        // A player who comes back gets the full three minutes again.
        let (mut presence, last) = seated(Instant::now());
        let back = last + AWAY;
        assert!(!presence.is_over(gone, back) && !presence.is_over(HERE, back));
        assert!(!presence.is_over(gone, back + AWAY));
        assert!(presence.is_over(gone, back + AWAY + MOMENT));
    }

    #[test]
    fn who_gives_up_the_seat_is_gone_at_once() {
        for seat in [None, Some((SeatStatus::Leaving, true))] {
            let (mut presence, last) = seated(Instant::now());
            assert!(presence.is_over(seat, last), "{seat:?}");
        }
        // A player who has lost everything is still present, and may buy in again.
        let (mut presence, last) = seated(Instant::now());
        assert!(!presence.is_over(Some((SeatStatus::Busted, true)), last + AWAY + AWAY));
    }
}
