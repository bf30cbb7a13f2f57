//! The tables and tournaments that a client follows; the events of each are numbered without gaps.

use std::collections::HashMap;
use std::fmt;

use poker_protocol::v1::client::{OneTable, Resume, SeatClaim, Sit, Watch};
use poker_protocol::v1::tournament::{OneTournament, ResumeTournament};
use poker_protocol::v1::{ClientMsg, Seq, TableId, TournamentId};

/// The origin of numbered events.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    Table(TableId),
    Tournament(TournamentId),
}

impl Source {
    /// Returns the source that a request subscribes to.
    pub(crate) fn watched_by(message: &ClientMsg) -> Option<Self> {
        match message {
            ClientMsg::Watch(Watch { table, .. }) => Some(Self::Table(table.clone())),
            ClientMsg::WatchTournament(OneTournament { tournament, .. }) => Some(Self::Tournament(tournament.clone())),
            _ => None,
        }
    }

    /// Returns the table at which a request takes a seat: a seated player also watches.
    pub(crate) fn sat_at(message: &ClientMsg) -> Option<Self> {
        match message {
            ClientMsg::Sit(Sit { table, .. }) => Some(Self::Table(table.clone())),
            _ => None,
        }
    }

    /// Returns the source that a request unsubscribes from.
    pub(crate) fn left_by(message: &ClientMsg) -> Option<Self> {
        match message {
            ClientMsg::Unwatch(OneTable { table, .. }) => Some(Self::Table(table.clone())),
            ClientMsg::UnwatchTournament(OneTournament { tournament, .. }) => {
                Some(Self::Tournament(tournament.clone()))
            }
            _ => None,
        }
    }

    /// Creates a request for a snapshot and all later events.
    pub(crate) fn watch(&self, id: String) -> ClientMsg {
        match self.clone() {
            Self::Table(table) => ClientMsg::Watch(Watch {
                id,
                table,
                seat: SeatClaim::Take,
            }),
            Self::Tournament(tournament) => ClientMsg::WatchTournament(OneTournament { id, tournament }),
        }
    }

    /// Creates a request for the events after a number.
    pub(crate) fn resume(&self, id: String, after: u64) -> ClientMsg {
        // A number too large to send has nothing after it: resume from the beginning.
        let after = Seq::new(after).unwrap_or_default();
        match self.clone() {
            Self::Table(table) => ClientMsg::Resume(Resume {
                id,
                table,
                after,
                seat: SeatClaim::Take,
            }),
            Self::Tournament(tournament) => ClientMsg::ResumeTournament(ResumeTournament { id, tournament, after }),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(table) => write!(f, "table {table}"),
            Self::Tournament(tournament) => write!(f, "tournament {tournament}"),
        }
    }
}

/// Progress in following a source.
#[derive(Debug, Default)]
pub(crate) struct Track {
    /// Number of the last event passed on; none before the first snapshot.
    pub(crate) seq: Option<u64>,
    /// The request for what is missing, until it is answered.
    pub(crate) resume: Option<String>,
    /// Set if that request was refused for a moment.
    pub(crate) is_refused: bool,
}

/// Newly received events, compared with earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Received {
    /// Number of the last event before them.
    pub(crate) before: u64,
    /// Number of the last event that may be passed on.
    pub(crate) last: u64,
    /// Set if events are missing before some of them.
    pub(crate) is_gap: bool,
}

impl Received {
    /// Returns `true` if the event of this number is to be passed on.
    pub(crate) fn is_new(self, seq: u64) -> bool {
        self.before < seq && seq <= self.last
    }
}

/// All sources that are followed.
#[derive(Debug, Default)]
pub(crate) struct Followed(HashMap<Source, Track>);

impl Followed {
    /// Follows a source from its next snapshot on.
    pub(crate) fn begin(&mut self, source: Source, resume: Option<String>) {
        let track = Track {
            resume,
            ..Track::default()
        };
        self.0.insert(source, track);
    }

    /// Follows a source from its next snapshot on, unless it is followed already, in which case no snapshot comes.
    pub(crate) fn join(&mut self, source: Source) {
        self.0.entry(source).or_default();
    }

    pub(crate) fn end(&mut self, source: &Source) {
        self.0.remove(source);
    }

    pub(crate) fn track(&mut self, source: &Source) -> Option<&mut Track> {
        self.0.get_mut(source)
    }

    /// Returns the number of the last event passed on, once there has been a snapshot.
    pub(crate) fn seq(&self, source: &Source) -> Option<u64> {
        self.0.get(source)?.seq
    }

    pub(crate) fn all(&self) -> Vec<Source> {
        self.0.keys().cloned().collect()
    }

    /// Returns the sources whose resume was refused for a moment, each of them once.
    pub(crate) fn refused(&mut self) -> Vec<Source> {
        let refused = self.0.iter_mut().filter(|(_, track)| track.is_refused);
        refused
            .map(|(source, track)| {
                track.is_refused = false;
                source.clone()
            })
            .collect()
    }

    /// Records events with these numbers, which may be known already or leave a gap; `None` if the source is not followed.
    pub(crate) fn receive(&mut self, source: &Source, mut numbers: Vec<u64>) -> Option<Received> {
        let track = self.0.get_mut(source)?;
        let before = track.seq?;
        numbers.sort_unstable();
        let mut last = before;
        for number in &numbers {
            if *number == last + 1 {
                last = *number;
            }
        }
        track.seq = Some(last);
        Some(Received {
            before,
            last,
            is_gap: numbers.last().is_some_and(|number| *number > last),
        })
    }

    /// Records that a resume was refused for a moment. Returns `true` if the id was that of a resume.
    pub(crate) fn refuse_resume(&mut self, id: &str) -> bool {
        let mut tracks = self.0.values_mut();
        let track = tracks.find(|track| track.resume.as_deref() == Some(id));
        track.is_some_and(|track| {
            track.is_refused = true;
            true
        })
    }

    /// Records that a resume was answered. Returns `true` if the id was that of a resume.
    pub(crate) fn settle_resume(&mut self, id: &str, done: bool) -> bool {
        let mut all = self.0.iter();
        let found = all.find(|(_, track)| track.resume.as_deref() == Some(id));
        let Some(source) = found.map(|(source, _)| source.clone()) else {
            return false;
        };
        if !done {
            self.0.remove(&source);
        } else if let Some(track) = self.0.get_mut(&source) {
            track.resume = None;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn followed(seq: Option<u64>) -> (Followed, Source) {
        let source = Source::Tournament(TournamentId("12".to_owned()));
        let mut followed = Followed::default();
        followed.begin(source.clone(), None);
        followed.track(&source).unwrap().seq = seq;
        (followed, source)
    }

    #[test]
    fn events_are_passed_on_once_and_up_to_a_gap() {
        let (mut followed, source) = followed(Some(10));
        let received = followed.receive(&source, vec![12, 9, 11, 10]).unwrap();
        assert_eq!((received.last, received.is_gap), (12, false));
        assert!(received.is_new(11) && !received.is_new(10));
        let received = followed.receive(&source, vec![13, 15, 16]).unwrap();
        assert_eq!((received.last, received.is_gap), (13, true));
        assert!(!received.is_new(15));
        assert_eq!(followed.seq(&source), Some(13));
    }

    #[test]
    fn nothing_is_passed_on_before_the_snapshot() {
        let (mut followed, source) = followed(None);
        assert_eq!(followed.receive(&source, vec![1]), None);
        let other = Source::Table(TableId("12".to_owned()));
        assert_eq!(followed.receive(&other, vec![1]), None);
    }

    #[test]
    fn joining_begins_nothing_anew() {
        let (mut followed, source) = followed(Some(10));
        followed.join(source.clone());
        assert_eq!(followed.seq(&source), Some(10));
        let other = Source::Table(TableId("12".to_owned()));
        followed.join(other.clone());
        assert!(followed.track(&other).is_some_and(|track| track.seq.is_none()));
    }

    #[test]
    fn a_refused_resume_ends_it() {
        let (mut followed, source) = followed(Some(10));
        followed.track(&source).unwrap().resume = Some("r".to_owned());
        assert!(!followed.settle_resume("x", true));
        assert!(followed.settle_resume("r", true));
        assert_eq!(followed.seq(&source), Some(10));
        followed.track(&source).unwrap().resume = Some("s".to_owned());
        assert!(followed.settle_resume("s", false));
        assert_eq!(followed.seq(&source), None);
    }
}
