//! Comparison of observed and stored data with the log of the tournament.

use std::collections::{BTreeMap, BTreeSet};

use poker_bots::TournamentEnded;
use poker_protocol::v1::rest::PlacesResponse;
use poker_protocol::v1::{PublicEvent, TournamentEvent};

use super::laws::Verdict;
use super::players::Ending;
use crate::audit::Audit;

/// Compares the events seen by a watcher with the log; returns the number of events compared.
pub(super) fn compare(log: &[TournamentEvent], seen: &BTreeMap<u64, TournamentEvent>, faults: &mut Vec<String>) -> u64 {
    for (seq, event) in seen {
        let at = usize::try_from(*seq).unwrap_or(0).wrapping_sub(1);
        // A log has long lists in full.
        let logged = log.get(at).cloned().map(TournamentEvent::shortened);
        if logged.as_ref() != Some(event) {
            faults.push(format!("event {seq} was told as {event:?} and is logged as {logged:?}"));
        }
    }
    seen.len() as u64
}

/// Compares the published results with the log.
pub(super) fn judge_places(published: &PlacesResponse, verdict: &mut Verdict) {
    let of = |player: u32| published.places.iter().find(|finished| finished.player == player);
    let mut faults = Vec::new();
    for (player, place) in &verdict.places {
        let prize = verdict.prizes.get(player).copied().unwrap_or(0);
        match of(*player) {
            Some(told) if (told.best, told.worst) == *place && told.prize.get() == prize => {}
            told => faults.push(format!(
                "player {player} has place {place:?} and {prize} by the log; published is {told:?}"
            )),
        }
    }
    verdict.faults.extend(faults);
}

/// Compares the endings of the players with the log. If officials rule, an answer may come too late for its decision.
pub(super) fn judge_endings(endings: &[Ending], has_officials: bool, verdict: &mut Verdict) {
    let mut numbers = BTreeSet::new();
    let mut faults = Vec::new();
    for ending in endings {
        let (Some(number), Ok(report)) = (ending.number, &ending.report) else {
            faults.push(format!("a player did not play to the end: {ending:?}"));
            continue;
        };
        if !numbers.insert(number) {
            faults.push(format!("two accounts are player {number}"));
        }
        let place = report.place.map(|place| (place.best, place.worst));
        let won = [&verdict.prizes, &verdict.bounties].map(|won| won.get(&number).copied().unwrap_or(0));
        let prize: u64 = won.iter().sum();
        if report.ended != TournamentEnded::Finished
            || place != verdict.places.get(&number).copied()
            || report.prize.get() != prize
        {
            faults.push(format!(
                "player {number} was told {report:?}; the log has {place:?} and {prize}"
            ));
        }
        if report.refused > 0 && !has_officials {
            faults.push(format!("{} answers of player {number} were refused", report.refused));
        }
    }
    verdict.faults.extend(faults);
}

/// Compares the stored data with the log: every hand adds up, and the last one leaves all chips with the winner. Returns the number of
/// hands.
pub(super) fn judge_audit(audit: &Audit, verdict: &mut Verdict) -> u64 {
    verdict
        .faults
        .extend(audit.faults.iter().map(|fault| format!("audit: {fault}")));
    if audit.ledger_sum != 0 {
        verdict
            .faults
            .push(format!("all accounts add up to {}", audit.ledger_sum));
    }
    let mut hands = 0;
    let mut greatest = 0;
    for (table, events) in audit.tables() {
        let mut dealt: u64 = 0;
        for (seq, event) in events {
            let event: PublicEvent = match serde_json::from_str(event) {
                Ok(event) => event,
                Err(error) => {
                    verdict.faults.push(format!("table {table}, event {seq}: {error}"));
                    continue;
                }
            };
            match event {
                PublicEvent::HandStarted { seats, .. } => dealt = seats.iter().map(|seat| seat.stack.get()).sum(),
                PublicEvent::HandCompleted { hand, stacks, .. } => {
                    let left: u64 = stacks.iter().map(|stack| stack.amount.get()).sum();
                    if left != dealt {
                        verdict.faults.push(format!(
                            "hand {hand} of table {table}: {dealt} chips before, {left} after"
                        ));
                    }
                    greatest = stacks.iter().map(|stack| stack.amount.get()).fold(greatest, u64::max);
                    hands += 1;
                }
                _ => {}
            }
        }
    }
    if greatest != verdict.chips {
        verdict.faults.push(format!(
            "{} chips were given out, the winner has {greatest}",
            verdict.chips
        ));
    }
    hands
}
