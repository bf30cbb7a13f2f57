//! Suspicious patterns in the hands of a tournament. A flag costs no player anything: it points officials to hands worth a look.
//! Rules: tournament 2.18, 10.5, 11.6.

use std::collections::BTreeMap;

use poker_engine::Chips;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Director, Phase, PlayerNo, Presence};
use poker_protocol::v1::tournament::{FlagKind, FloorFlag};

use super::command::{Command, RulingRow};
use super::state::Tournament;

/// Number of pots checked down from which a pair is flagged: in the blinds that happens now and then.
const SOFT_LEAST: u32 = 5;

/// Number of large stacks lost in one direction from which a pair is flagged: any player may lose one.
const DUMPS_LEAST: u32 = 3;

/// Fewest players dealt in: with fewer, two cannot avoid each other.
const PLAYERS_LEAST: usize = 3;

/// Time for which every remaining player is away before officials are alerted and play stops, in milliseconds of the tournament.
/// Rule: tournament 2.18.
const AWAY_MS: u64 = 10 * 60_000;

/// Reasons recorded when play stops for absence, and when it resumes.
const NOBODY_PLAYS: &str = "every player has been away for ten minutes; play goes on as soon as one is back";
const SOMEBODY_IS_BACK: &str = "a player is back";

/// Stands for the other player of a pair if a player acted alone.
const NOBODY: u32 = 0;

/// Counts by kind and pair; for dumping, the player who gains is second.
pub(super) type Counts = BTreeMap<(FlagKind, u32, u32), Count>;

/// The number of occurrences, and the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    times: u32,
    last: (u32, u64),
}

/// The time since which every remaining player is away, and how often that has lasted long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Away {
    /// A player who was present at the last check.
    here: Option<PlayerNo>,
    since: Option<u64>,
    /// Number of earlier long absences.
    before: u32,
    /// Set while play is paused, for this reason or another.
    paused: bool,
    /// Set while play is stopped for absence.
    stopped: bool,
}

impl Away {
    /// Notes that a command was carried out at a time.
    pub(super) fn note(&mut self, director: &Director, command: &Command, t: u64) {
        self.note_pause(director, command, t);
        let is_here = |number: PlayerNo| {
            let player = director.player(number);
            player.is_some_and(|player| player.is_alive() && player.presence == Presence::Active)
        };
        if self.here.is_some_and(is_here) {
            return;
        }
        self.here = (1..=director.players()).map(PlayerNo).find(|number| is_here(*number));
        let all_away = director.phase() == Phase::Running && self.here.is_none();
        if all_away {
            self.since.get_or_insert(t);
        } else {
            (self.before, self.since) = (self.times(t), None);
        }
    }

    fn note_pause(&mut self, director: &Director, command: &Command, t: u64) {
        let was_paused = std::mem::replace(&mut self.paused, director.is_paused());
        if was_paused && !self.paused && self.since.is_some() {
            // An official resumes play although every player is away: ten more minutes.
            (self.before, self.since) = (self.times(t), Some(t));
        }
        self.stopped = self.paused && (self.stopped || *command == nobody_plays());
    }

    /// Returns when play stops unless a player comes back.
    pub(super) fn stops_at(self) -> Option<u64> {
        let since = self.since.filter(|_| !self.paused)?;
        Some(since.saturating_add(AWAY_MS))
    }

    /// `true` while play is stopped because every player is away.
    pub(super) const fn has_stopped(self) -> bool {
        self.stopped
    }

    /// Returns the command that is due at a time: to stop play, or to resume it.
    fn owed(self, t: u64) -> Option<Command> {
        if self.stops_at().is_some_and(|stops_at| t >= stops_at) {
            return Some(nobody_plays());
        }
        let ruling = RulingRow::of_server(SOMEBODY_IS_BACK);
        (self.stopped && self.here.is_some()).then_some(Command::Resume { ruling })
    }

    /// Returns how many long absences there have been by a time.
    pub(super) fn times(self, t: u64) -> u32 {
        let is_long = self.since.is_some_and(|since| t.saturating_sub(since) >= AWAY_MS);
        self.before.saturating_add(u32::from(is_long))
    }
}

fn nobody_plays() -> Command {
    let ruling = RulingRow::of_server(NOBODY_PLAYS);
    Command::Pause { ruling }
}

/// An observation from a single hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    kind: FlagKind,
    pair: (u32, u32),
    at: (u32, u64),
}

/// A player's share in a finished hand.
#[derive(Clone, Copy, Debug)]
struct Share {
    player: u32,
    before: u64,
    after: u64,
}

impl Seen {
    /// Observes that a player, last to act, checked the nuts, at a table in a hand.
    pub(super) const fn nuts(player: u32, at: (u32, u64)) -> Self {
        let (kind, pair) = (FlagKind::Nuts, (player, NOBODY));
        Self { kind, pair, at }
    }
}

impl Share {
    const fn lost(self) -> u64 {
        self.before.saturating_sub(self.after)
    }

    const fn won(self) -> u64 {
        self.after.saturating_sub(self.before)
    }
}

impl Tournament {
    /// Returns when play stops unless a player comes back; `None` for a live event, whose officials see who is at the tables.
    pub(super) fn stops_at(&self) -> Option<u64> {
        let plays = self.director.phase() == Phase::Running && !self.is_live();
        self.away.stops_at().filter(|_| plays)
    }

    /// Returns the command due for an event whose players are all away.
    pub(super) fn owed_to_absence(&self, t: u64) -> Option<Command> {
        let plays = self.director.phase() == Phase::Running && !self.is_live();
        self.away.owed(t).filter(|_| plays)
    }

    /// Returns the observations in a hand that a command ends. To be called before the director takes the command.
    pub(super) fn odd_in(&self, command: &Command) -> Vec<Seen> {
        let Command::HandDone {
            table,
            stacks,
            pots,
            split: None,
            nuts,
            ..
        } = command
        else {
            return Vec::new();
        };
        let Some(deal) = self.director.running_deal(TableNo(*table)) else {
            return Vec::new();
        };
        let share = |(seat, after): &(u8, u64)| {
            let dealt = deal.seats.iter().find(|dealt| dealt.seat.number() == *seat)?;
            Some((
                *seat,
                Share {
                    player: dealt.player.0,
                    before: dealt.stack.get(),
                    after: *after,
                },
            ))
        };
        let shares: BTreeMap<u8, Share> = stacks.iter().filter_map(share).collect();
        let at = (*table, u64::from(deal.hand));
        let mut seen: Vec<Seen> = nuts.iter().map(|player| Seen::nuts(*player, at)).collect();
        if shares.len() < PLAYERS_LEAST {
            return seen;
        }
        seen.extend(dumped(&shares, at));
        let terms = self.director.terms_of(deal.level);
        let entry = terms.map_or(Chips::ZERO, |terms| terms.big_blind.saturating_add(terms.ante));
        if let [(eligible, winners)] = pots.as_slice()
            && let ([one, other], [_]) = (eligible.as_slice(), winners.as_slice())
            && let Some((one, other)) = shares.get(one).zip(shares.get(other))
            // The loser paid no more than it takes to come in: neither player has bet.
            && one.lost().max(other.lost()) <= entry.get()
        {
            let pair = (one.player.min(other.player), one.player.max(other.player));
            let kind = FlagKind::SoftPlay;
            seen.push(Seen { kind, pair, at });
        }
        seen
    }
}

/// Observes players who lost at least half of a stack to the winner and supplied most of that player's winnings.
fn dumped(shares: &BTreeMap<u8, Share>, at: (u32, u64)) -> Vec<Seen> {
    let mut winners = shares.values().filter(|share| share.won() > 0);
    let (Some(winner), None) = (winners.next(), winners.next()) else {
        return Vec::new();
    };
    let large = |loser: &&Share| {
        let lost = u128::from(loser.lost()) * 2;
        loser.lost() > 0 && lost >= u128::from(loser.before) && lost >= u128::from(winner.won())
    };
    let seen = |loser: &Share| Seen {
        kind: FlagKind::Dumping,
        pair: (loser.player, winner.player),
        at,
    };
    shares.values().filter(large).map(seen).collect()
}

/// Counts observations.
pub(super) fn count(counts: &mut Counts, seen: &[Seen]) {
    for Seen { kind, pair, at } in seen {
        let count = counts.entry((*kind, pair.0, pair.1)).or_default();
        count.times = count.times.saturating_add(1);
        count.last = *at;
    }
}

/// Returns the flags for patterns frequent enough for an official to look at.
pub(super) fn raised(counts: &Counts) -> Vec<FloorFlag> {
    let least = |kind: FlagKind| match kind {
        FlagKind::Nuts | FlagKind::AllAbsent => 1,
        FlagKind::Dumping => DUMPS_LEAST,
        FlagKind::SoftPlay | FlagKind::Stalling => SOFT_LEAST,
    };
    let often = counts.iter().filter(|((kind, ..), count)| count.times >= least(*kind));
    often
        .map(|((kind, one, other), count)| FloorFlag {
            kind: *kind,
            players: [*one, *other].into_iter().filter(|player| *player != NOBODY).collect(),
            times: count.times,
            last: count.last,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(of: &[(u64, u64)]) -> BTreeMap<u8, Share> {
        let share = |(seat, (before, after)): (u8, &(u64, u64))| {
            let (player, before, after) = (u32::from(seat), *before, *after);
            (seat, Share { player, before, after })
        };
        (1..).zip(of).map(share).collect()
    }

    #[test]
    fn half_a_stack_to_one_player_is_large_and_a_shared_pot_is_not() {
        let pairs = |of: &[(u64, u64)]| -> Vec<(u32, u32)> {
            dumped(&shares(of), (1, 1)).iter().map(|seen| seen.pair).collect()
        };
        assert_eq!(pairs(&[(1_000, 500), (1_000, 1_510), (1_000, 990)]), [(1, 2)]);
        assert_eq!(pairs(&[(1_000, 501), (1_000, 1_499), (1_000, 1_000)]), []);
        assert_eq!(pairs(&[(1_000, 0), (1_000, 1_500), (1_000, 1_500)]), [], "two have won");
        assert_eq!(
            pairs(&[(20, 0), (1_000, 1_520), (1_000, 500)]),
            [(3, 2)],
            "a short stack gave little of it"
        );
    }

    #[test]
    fn what_is_seen_often_is_raised() {
        let mut counts = Counts::new();
        let seen = |kind, hand| Seen {
            kind,
            pair: (3, 9),
            at: (2, hand),
        };
        for hand in 1..=4 {
            count(
                &mut counts,
                &[seen(FlagKind::Dumping, hand), seen(FlagKind::SoftPlay, hand)],
            );
        }
        let flags = raised(&counts);
        assert_eq!(flags.len(), 1);
        assert_eq!(
            (flags[0].kind, flags[0].times, flags[0].last),
            (FlagKind::Dumping, 4, (2, 4))
        );
        count(&mut counts, &[seen(FlagKind::SoftPlay, 5)]);
        assert_eq!(raised(&counts).len(), 2);
        count(&mut counts, &[Seen::nuts(9, (1, 7))]);
        let flags = raised(&counts);
        let nuts = flags.iter().find(|flag| flag.kind == FlagKind::Nuts).unwrap();
        assert_eq!((&nuts.players[..], nuts.times, nuts.last), (&[9][..], 1, (1, 7)));
    }
}
