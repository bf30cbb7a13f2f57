//! Memory of tournaments that cost more than a bot has.

use std::time::Duration;

use poker_protocol::v1::tournament::TournamentId;
use tokio::time::Instant;

/// Time for which a refusal counts. The house may give its poor bots chips in the meantime.
const MEMORY: Duration = Duration::from_mins(10);

/// Bots recently refused by tournaments because they could not pay for an entry.
#[derive(Debug, Default)]
pub(super) struct Refusals(Vec<Refusal>);

#[derive(Debug)]
struct Refusal {
    tournament: TournamentId,
    worker: usize,
    until: Instant,
}

impl Refusals {
    pub(super) fn note(&mut self, tournament: &TournamentId, worker: usize, now: Instant) {
        self.0.push(Refusal {
            tournament: tournament.clone(),
            worker,
            until: now + MEMORY,
        });
    }

    /// Forgets expired refusals.
    pub(super) fn forget(&mut self, now: Instant) {
        self.0.retain(|refusal| refusal.until > now);
    }

    /// Returns `true` if a tournament has refused any bot.
    pub(super) fn concern(&self, tournament: &TournamentId) -> bool {
        self.0.iter().any(|refusal| refusal.tournament == *tournament)
    }

    /// Returns `true` if a tournament has refused this bot.
    pub(super) fn has(&self, tournament: &TournamentId, worker: usize) -> bool {
        let mut of_worker = self.0.iter().filter(|refusal| refusal.worker == worker);
        of_worker.any(|refusal| refusal.tournament == *tournament)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_counts_for_one_bot_and_one_tournament_and_not_for_ever() {
        let [dear, cheap] = ["1", "2"].map(|name| TournamentId(name.to_owned()));
        let start = Instant::now();
        let mut refusals = Refusals::default();
        refusals.note(&dear, 3, start);
        refusals.forget(start + MEMORY / 2);
        assert!(refusals.concern(&dear) && refusals.has(&dear, 3));
        assert!(!refusals.concern(&cheap) && !refusals.has(&cheap, 3) && !refusals.has(&dear, 4));
        refusals.forget(start + MEMORY);
        assert!(!refusals.concern(&dear));
    }
}
