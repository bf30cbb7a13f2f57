//! Standings of a season, and what a correction changes in them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::formula::{Formula, Situation};

/// Maximum number of events of a season.
pub const EVENTS_MAX: usize = 60;
/// Maximum number of results of an event.
pub const RESULTS_MAX: usize = 200;

/// An event of a season.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Price of an entry.
    pub price: u64,
    /// Players in the event; at least as many as have a place.
    pub entrants: u32,
    /// The results.
    pub places: Vec<Finish>,
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Number of the player.
    pub player: u64,
    /// The place, from 1. Players who shared a place have the same.
    pub place: u32,
    /// Players eliminated.
    pub knock_outs: u32,
    /// Rebuys.
    pub rebuys: u32,
}

/// Why the results of an event are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// More than [`RESULTS_MAX`] results.
    #[error("an event has at most {RESULTS_MAX} results")]
    TooMany,
    /// A player has two results.
    #[error("a player has two results")]
    Twice,
    /// A place that is zero or above the number of entrants, or that skips places: after two in 3rd comes the 5th.
    #[error("places must follow each other: after two in 3rd comes the 5th")]
    Place,
    /// Fewer entrants than results.
    #[error("there are more results than entrants")]
    Entrants,
}

/// A rule that separates players with the same points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tie {
    /// More first places.
    Wins,
    /// More first places, then more second places, and so on.
    Places,
    /// More often ahead of the others with the same points, in events that both played.
    HeadToHead,
    /// More players eliminated.
    KnockOuts,
    /// Fewer events played.
    FewerEvents,
    /// More points in the latest event; in the one before if those are the same, and so on.
    Latest,
}

impl Tie {
    /// All rules.
    pub const ALL: [Self; 6] = [
        Self::Wins,
        Self::Places,
        Self::HeadToHead,
        Self::KnockOuts,
        Self::FewerEvents,
        Self::Latest,
    ];
}

/// The rules of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Points of a result.
    pub formula: Formula,
    /// How many of a player's results count, the best; `None` for all.
    pub best: Option<u32>,
    /// Rules for the same points, the first one first. Players whom none separates share a rank.
    pub ties: Vec<Tie>,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingsLine {
    /// Number of the player.
    pub player: u64,
    /// The rank, from 1; players who share one have the same.
    pub rank: u32,
    /// Points that count, in hundredths.
    pub points: i64,
    /// Points of each event, in hundredths, and whether they count; `None` for an event without the player.
    pub results: Vec<Option<(i64, bool)>>,
    /// Events played.
    pub played: u32,
    /// First places.
    pub wins: u32,
    /// Players eliminated.
    pub knock_outs: u32,
    /// The rule that put the player behind the one above, who has the same points.
    pub tie: Option<Tie>,
}

/// A player whose rank or points changed; `None` where the player was not in the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Number of the player.
    pub player: u64,
    /// Rank and points before.
    pub before: Option<(u32, i64)>,
    /// Rank and points after.
    pub after: Option<(u32, i64)>,
}

/// Checks the results of an event.
///
/// # Errors
/// The first fault found.
pub fn check_event(event: &Event) -> Result<(), Fault> {
    if event.places.len() > RESULTS_MAX {
        return Err(Fault::TooMany);
    }
    let players: BTreeSet<u64> = event.places.iter().map(|place| place.player).collect();
    if players.len() < event.places.len() {
        return Err(Fault::Twice);
    }
    let mut places: Vec<u32> = event.places.iter().map(|place| place.place).collect();
    places.sort_unstable();
    let mut wanted = 1;
    for (before, place) in (1_u32..).zip(&places) {
        if *place != wanted && *place != before {
            return Err(Fault::Place);
        }
        wanted = *place;
    }
    if u32::try_from(event.places.len()).is_ok_and(|results| results > event.entrants) {
        return Err(Fault::Entrants);
    }
    Ok(())
}

/// Points of each result of an event, in hundredths.
pub fn score(formula: &Formula, event: &Event) -> Vec<i64> {
    let mut known: HashMap<(u32, u32, u32), i64> = HashMap::new();
    let of = |place: &Finish| {
        let key = (place.place, place.knock_outs, place.rebuys);
        *known.entry(key).or_insert_with(|| {
            formula.points(&Situation {
                place: place.place,
                entrants: event.entrants,
                price: event.price,
                knock_outs: place.knock_outs,
                rebuys: place.rebuys,
            })
        })
    };
    event.places.iter().map(of).collect()
}

/// The standings after these events, which are in the order of time.
pub fn standings(rules: &Rules, events: &[Event]) -> Vec<StandingsLine> {
    let mut players: BTreeMap<u64, Record> = BTreeMap::new();
    for (at, event) in events.iter().enumerate() {
        for (place, points) in event.places.iter().zip(score(&rules.formula, event)) {
            let record = players.entry(place.player).or_insert_with(|| Record {
                player: place.player,
                points: 0,
                results: vec![None; events.len()],
            });
            record.results[at] = Some(Scored {
                place: place.place,
                knock_outs: place.knock_outs,
                points,
                counts: true,
            });
        }
    }
    let mut records: Vec<Record> = players.into_values().collect();
    for record in &mut records {
        record.count_best(rules.best);
    }
    records.sort_by_key(|record| Reverse(record.points));
    let mut lines = Vec::with_capacity(records.len());
    for group in records.chunk_by(|one, other| one.points == other.points) {
        separate(&group.iter().collect::<Vec<_>>(), &rules.ties, None, &mut lines);
    }
    lines
}

/// The players whose rank or points differ, in the order of the later standings; then those who are gone.
pub fn moves(before: &[StandingsLine], after: &[StandingsLine]) -> Vec<Move> {
    let at = |lines: &[StandingsLine]| -> HashMap<u64, (u32, i64)> {
        lines
            .iter()
            .map(|line| (line.player, (line.rank, line.points)))
            .collect()
    };
    let (was, is) = (at(before), at(after));
    let gone = before.iter().filter(|line| !is.contains_key(&line.player));
    let all = after.iter().chain(gone).map(|line| Move {
        player: line.player,
        before: was.get(&line.player).copied(),
        after: is.get(&line.player).copied(),
    });
    all.filter(|line| line.before != line.after).collect()
}

/// A player's results.
struct Record {
    player: u64,
    points: i64,
    results: Vec<Option<Scored>>,
}

#[derive(Clone, Copy)]
struct Scored {
    place: u32,
    knock_outs: u32,
    points: i64,
    counts: bool,
}

impl Record {
    /// Counts the best results; of the same points, the earlier.
    fn count_best(&mut self, best: Option<u32>) {
        let mut played: Vec<&mut Scored> = self.results.iter_mut().flatten().collect();
        played.sort_by_key(|result| Reverse(result.points));
        let best = best.map_or(played.len(), |best| best as usize);
        for result in played.iter_mut().skip(best) {
            result.counts = false;
        }
        self.points = played
            .iter()
            .filter(|result| result.counts)
            .map(|result| result.points)
            .sum();
    }

    fn played(&self) -> impl Iterator<Item = &Scored> {
        self.results.iter().flatten()
    }

    fn count(&self, wanted: impl Fn(&Scored) -> bool) -> u32 {
        u32::try_from(self.played().filter(|result| wanted(result)).count()).unwrap_or(u32::MAX)
    }

    fn knock_outs(&self) -> u32 {
        self.played()
            .fold(0, |sum, result| sum.saturating_add(result.knock_outs))
    }

    /// Events in which this player was ahead of the other.
    fn ahead_of(&self, other: &Self) -> i64 {
        let both = self.results.iter().zip(&other.results);
        let ahead = both.filter(|pair| matches!(pair, (Some(own), Some(other)) if own.place < other.place));
        i64::try_from(ahead.count()).unwrap_or(i64::MAX)
    }

    fn line(&self, rank: u32, tie: Option<Tie>) -> StandingsLine {
        StandingsLine {
            player: self.player,
            rank,
            points: self.points,
            results: self
                .results
                .iter()
                .map(|result| result.map(|result| (result.points, result.counts)))
                .collect(),
            played: self.count(|_| true),
            wins: self.count(|result| result.place == 1),
            knock_outs: self.knock_outs(),
            tie,
        }
    }
}

/// Adds the lines of players with the same points, separated by the rules. `by` is the rule that put the first of them behind the line above.
fn separate(group: &[&Record], ties: &[Tie], by: Option<Tie>, lines: &mut Vec<StandingsLine>) {
    let (Some((tie, later)), true) = (ties.split_first(), group.len() > 1) else {
        let rank = u32::try_from(lines.len() + 1).unwrap_or(u32::MAX);
        // The first line has the rule that put all of them behind the one above.
        lines.extend(group.iter().map(|record| record.line(rank, by)));
        return;
    };
    let mut ranked: Vec<(Vec<i64>, &Record)> = group.iter().map(|record| (key(*tie, record, group), *record)).collect();
    ranked.sort_by(|(one, _), (other, _)| other.cmp(one));
    for (at, part) in ranked.chunk_by(|(one, _), (other, _)| one == other).enumerate() {
        let by = if at == 0 { by } else { Some(*tie) };
        let part: Vec<&Record> = part.iter().map(|(_, record)| *record).collect();
        separate(&part, later, by, lines);
    }
}

/// What a rule compares; the larger comes first.
fn key(tie: Tie, record: &Record, group: &[&Record]) -> Vec<i64> {
    match tie {
        Tie::Wins => vec![record.count(|result| result.place == 1).into()],
        Tie::Places => {
            let worst = group
                .iter()
                .flat_map(|one| one.played())
                .map(|result| result.place)
                .max();
            (1..=worst.unwrap_or(0))
                .map(|place| record.count(|result| result.place == place).into())
                .collect()
        }
        Tie::HeadToHead => vec![group.iter().map(|other| record.ahead_of(other)).sum()],
        Tie::KnockOuts => vec![record.knock_outs().into()],
        Tie::FewerEvents => vec![-i64::from(record.count(|_| true))],
        Tie::Latest => {
            let points = record.results.iter().rev();
            points
                .map(|result| result.map_or(i64::MIN, |result| result.points))
                .collect()
        }
    }
}

#[cfg(test)]
mod tests;
