//! The tournaments of the house: a sit & go that is always open, and a freezeout every half hour.

use std::sync::Arc;
use std::time::Duration;

use poker_event::Announced;
use poker_event::setup::{HALF_HOUR, QUICK};
use poker_protocol::v1::UnixMs;
use poker_protocol::v1::tournament::{TournamentPhase, TournamentSummary};
use tokio::time::sleep;

use crate::hall::{Events, announce};

/// Interval at which the house checks its tournaments if nothing changes.
const LOOK: Duration = Duration::from_secs(30);

/// Interval between freezeouts, in milliseconds.
const EVERY_MS: i64 = 30 * 60_000;

/// Shortest notice before the start of a freezeout, in milliseconds.
const NOTICE_MS: i64 = 60_000;

/// Players to which house bots fill a freezeout: two full tables.
const FREEZEOUT_FILL: u32 = 18;

/// Keeps the tournaments of the house announced: as one begins, the next is.
pub async fn keep_announced(events: Arc<Events>) {
    loop {
        if !events.tables.is_draining() {
            let now = jiff::Timestamp::now().as_millisecond();
            for announced in missing(&events.tournaments.of_house(), now) {
                if let Err(error) = announce(&events, &announced).await {
                    tracing::error!(%error, "the house cannot announce a tournament");
                }
            }
        }
        tokio::select! {
            () = events.tournaments.has_changed() => {}
            () = sleep(LOOK) => {}
        }
    }
}

/// Returns the tournaments the house has to announce at a time, in milliseconds since 1970, given those listed.
fn missing(listed: &[TournamentSummary], now: i64) -> Vec<Announced> {
    let of_house = |summary: &&TournamentSummary| summary.house;
    let is_open = |summary: &TournamentSummary| summary.phase == TournamentPhase::Registering;
    let mut missing = Vec::new();
    let mut house = listed.iter().filter(of_house);
    if !house
        .clone()
        .any(|summary| is_open(summary) && summary.starts_at.is_none())
    {
        missing.push(Announced {
            fill: u32::MAX,
            ..Announced::of_house(QUICK)
        });
    }
    let next = next_start(now);
    let is_next = |summary: &TournamentSummary| {
        let starts_at = summary.starts_at.map(UnixMs::get);
        starts_at.is_some() && (is_open(summary) || starts_at == Some(next.unsigned_abs()))
    };
    if !house.any(is_next) {
        missing.push(Announced {
            starts_at: Some(next),
            every_ms: Some(EVERY_MS),
            fill: FREEZEOUT_FILL,
            ..Announced::of_house(HALF_HOUR)
        });
    }
    missing
}

/// Returns the next half hour of the clock that is far enough ahead to be announced.
const fn next_start(now: i64) -> i64 {
    (now + NOTICE_MS).div_euclid(EVERY_MS) * EVERY_MS + EVERY_MS
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use poker_event::setup::TournamentSetup;
    use poker_event::state::Tournament;
    use poker_store::TableId;

    const HOUR: i64 = 3_600_000;

    fn listed(announced: &[Announced]) -> Vec<TournamentSummary> {
        let summary = |announced: &Announced| {
            let setup = TournamentSetup::new(TableId(1), announced).unwrap();
            Tournament::new(Arc::new(setup)).summary()
        };
        announced.iter().map(summary).collect()
    }

    #[test]
    fn the_next_half_hour_is_announced_once() {
        let noon = 500_000 * HOUR;
        let first = missing(&[], noon + 60_000);
        assert_eq!(first.len(), 2);
        assert_eq!(first[1].starts_at, Some(noon + EVERY_MS));
        let open = listed(&first);
        assert_eq!(missing(&open, noon + 60_000), []);
        assert_eq!(missing(&open, noon + EVERY_MS - 1), [], "it is about to begin");

        // A running one is followed by the next; one just cancelled is not replaced at the same time.
        let mut begun = open.clone();
        begun[1].phase = TournamentPhase::Running;
        let next = missing(&begun, noon + EVERY_MS);
        assert_eq!((next.len(), next[0].starts_at), (1, Some(noon + HOUR)));
        assert_eq!(missing(&begun, noon + EVERY_MS - HOUR / 3), []);
    }

    #[test]
    fn a_start_is_announced_a_minute_ahead_at_least() {
        assert_eq!(next_start(HOUR), HOUR + EVERY_MS);
        assert_eq!(next_start(HOUR + EVERY_MS - NOTICE_MS - 1), HOUR + EVERY_MS);
        assert_eq!(next_start(HOUR + EVERY_MS - NOTICE_MS), 2 * HOUR);
    }
}
