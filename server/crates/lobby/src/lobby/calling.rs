//! Calls of a club's members to its events, and of players who waited for a place.

use poker_protocol::v1::tournament::TournamentSummary;
use poker_push::{About, Call};
use poker_store::{AccountId, ClubRecord};
use tokio::time::Instant;

use super::Lobby;

/// Longest time for which a call waits for a browser that is off.
const DAY_MS: u64 = 24 * 3_600_000;

impl Lobby {
    /// Calls an account that waited to an event in which it has a place now.
    pub(crate) fn call_to_place(&self, account: AccountId, event: &TournamentSummary) {
        let Some(calls) = self.calls.as_ref().filter(|calls| calls.reach(account)) else {
            return;
        };
        calls.call(Call {
            account,
            about: About::Place(event.tournament.clone()),
            name: event.name.en.clone(),
            left_ms: DAY_MS,
            at: Instant::now(),
        });
    }

    /// Calls the members of a club who wish so to an event that was announced, but for its host.
    pub fn call_to_event(&self, club: &ClubRecord, event: &TournamentSummary) {
        let Some(calls) = &self.calls else { return };
        let now = jiff::Timestamp::now().as_millisecond().unsigned_abs();
        let left_ms = event
            .starts_at
            .map_or(DAY_MS, |at| at.get().saturating_sub(now).min(DAY_MS));
        for person in club.people.iter().filter(|person| person.calls) {
            let Some(account) = person.account.as_ref().map(|record| record.id) else {
                continue;
            };
            if event.host.as_deref() == Some(&*account.to_string()) || !calls.reach(account) {
                continue;
            }
            calls.call(Call {
                account,
                about: About::Event(event.tournament.clone()),
                name: format!("{}: {}", club.name, event.name.en),
                left_ms,
                at: Instant::now(),
            });
        }
    }
}
