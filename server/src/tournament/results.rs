//! What is kept of a tournament when it is closed: how it ended, for good.

use poker_protocol::v1::Chips;
use poker_protocol::v1::rest::PlacesResponse;
use poker_protocol::v1::tournament::{Entrant, Finished, FloorEntry, FloorResponse, TournamentState};
use serde::{Deserialize, Serialize};

use super::core::Core;
use super::floor;
use crate::table::core::Now;
use crate::wire;

/// How a tournament ended. Kept as JSON; fields are added, never changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Results {
    /// Its last state, as one who has not entered sees it.
    pub(crate) state: TournamentState,
    /// All places, the best first.
    places: Vec<Finished>,
    /// The prizes of all places, the best first.
    prizes: Vec<Chips>,
    /// All players by number.
    entrants: Vec<Entrant>,
    /// What its officials did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    trail: Vec<FloorEntry>,
}

impl Results {
    /// Those of a tournament.
    pub(crate) fn of(core: &Core, now: Now) -> Self {
        let tournament = core.tournament();
        Self {
            state: core.state_for(None, now),
            places: tournament.finished.iter().rev().copied().collect(),
            prizes: tournament.director.prizes().into_iter().map(wire::chips).collect(),
            entrants: core.entrants(0, usize::MAX),
            trail: tournament.book.trail().to_vec(),
        }
    }

    /// Places behind so many of them, and all prizes.
    pub(crate) fn places(&self, after: usize, most: usize) -> PlacesResponse {
        places(self.places.iter(), self.prizes.clone(), after, most)
    }

    /// The audit trail behind a line. Nothing waits for officials any more.
    pub(crate) fn floor(&self, after: u32) -> FloorResponse {
        floor::page(&self.trail, after)
    }

    /// The players with numbers behind `after`, at most so many.
    pub(crate) fn entrants(&self, after: u32, most: usize) -> Vec<Entrant> {
        let behind = self.entrants.iter().filter(|entrant| entrant.player > after);
        behind.take(most).cloned().collect()
    }
}

/// A page of places, which come the best first: those behind so many, at most `most`.
pub(super) fn places<'a>(
    all: impl ExactSizeIterator<Item = &'a Finished>,
    prizes: Vec<Chips>,
    after: usize,
    most: usize,
) -> PlacesResponse {
    let count = all.len();
    let places: Vec<Finished> = all.skip(after).take(most).copied().collect();
    let told = after.saturating_add(places.len());
    PlacesResponse {
        after: (told < count).then(|| u32::try_from(told).unwrap_or(u32::MAX)),
        prizes,
        places,
    }
}
