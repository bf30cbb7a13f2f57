//! Connection times of the players of a hand.

use jiff::Timestamp;
use poker_store::{ConnectionLine, SERVER_ENDED};

/// The connection record of an account around a hand, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence {
    pub(super) lines: Vec<ConnectionLine>,
    /// End of the known record, in milliseconds since 1970.
    known_until: i64,
    /// Set while the server that wrote the record is running: a connection without an end is then still open.
    is_live: bool,
}

/// The state of an account's connection between two instants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    /// It was connected all the time.
    There,
    /// It was gone at the start: `since` is when it was lost, if known, and `back` when it came back, if it did before the end.
    GoneBefore { since: Option<i64>, back: Option<i64> },
    /// It was lost in between, most recently at `at`, and came back at `back`, if it did before the end.
    Lost { at: i64, back: Option<i64> },
    /// The record does not cover this time.
    Unknown,
}

impl Presence {
    pub(super) fn new(mut lines: Vec<ConnectionLine>, known_until: i64, is_live: bool) -> Self {
        lines.sort_unstable_by_key(|line| line.no);
        Self {
            lines,
            known_until,
            is_live,
        }
    }

    /// Returns the time from which a connection could not deliver an answer. A silent client may have been gone since its last message.
    pub(super) fn lost_at(&self, line: &ConnectionLine) -> Option<i64> {
        match (&line.closed_at, line.why.as_deref()) {
            (Some(closed), Some("heartbeat_timeout")) => Some(line.heard_at.unwrap_or(*closed).as_millisecond()),
            (Some(closed), _) => Some(closed.as_millisecond()),
            // The server that had the connection was killed.
            (None, _) if !self.is_live => Some(self.known_until),
            (None, _) => None,
        }
    }

    /// The reason why a connection ended, as written in the record.
    pub(super) fn why<'a>(&self, line: &'a ConnectionLine) -> &'a str {
        match &line.why {
            Some(why) => why,
            None if self.is_live => "",
            None => SERVER_ENDED,
        }
    }

    /// Describes the connection from `from` until `until`.
    pub(super) fn between(&self, from: i64, until: i64) -> Stretch {
        if self.lines.is_empty() || until > self.known_until {
            return Stretch::Unknown;
        }
        let open = |at: i64| {
            let is_open = |line: &ConnectionLine| {
                line.opened_at.as_millisecond() <= at && self.lost_at(line).is_none_or(|lost| lost > at)
            };
            self.lines.iter().any(is_open)
        };
        let losses = self.lines.iter().filter_map(|line| self.lost_at(line));
        let opened = |after: i64| {
            let opened = self.lines.iter().map(|line| line.opened_at.as_millisecond());
            opened.filter(|at| *at > after && *at <= until).min()
        };
        if !open(from) {
            let since = losses.filter(|lost| *lost <= from).max();
            return Stretch::GoneBefore {
                since,
                back: opened(from),
            };
        }
        // A connection that another had already replaced is no loss.
        let lost = losses
            .filter(|lost| *lost > from && *lost <= until && !open(*lost))
            .max();
        match lost {
            Some(at) => Stretch::Lost { at, back: opened(at) },
            None => Stretch::There,
        }
    }
}

/// The reason why a connection ended, in words.
pub(super) fn why_in_words(why: &str) -> &'static str {
    match why {
        "goodbye" => "the page or program closed it",
        "gone" => "the client was gone without a word",
        "heartbeat_timeout" => "nothing was heard of the client any more",
        "replaced" => "another page or program of the account took over",
        "restart" => "the server stopped",
        "slow_consumer" => "the client read too slowly",
        "revoked" => "the session was ended",
        "banned" => "the operator banned the account",
        "flood" => "the client sent more than it may",
        "server_ended" => "the server was killed",
        "" => "it is open",
        _ => "the client broke the protocol",
    }
}

/// Converts milliseconds since 1970 to an instant.
pub(super) fn instant(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use poker_store::AccountId;

    fn line(no: u64, opened: i64, closed: Option<(i64, i64, &str)>) -> ConnectionLine {
        ConnectionLine {
            no,
            account: AccountId(uuid::Uuid::from_u128(1)),
            net: None,
            opened_at: instant(opened),
            closed_at: closed.map(|(at, ..)| instant(at)),
            heard_at: closed.map(|(_, heard, _)| instant(heard)),
            why: closed.map(|(.., why)| why.to_owned()),
            tables: Vec::new(),
        }
    }

    fn presence(lines: &[ConnectionLine]) -> Presence {
        Presence::new(lines.to_vec(), i64::MAX, true)
    }

    #[test]
    fn a_stretch_tells_when_a_connection_was_lost_and_back() {
        let gone = line(1, 0, Some((500, 499, "gone")));
        let back = line(2, 800, None);
        let one = presence(std::slice::from_ref(&gone));
        assert_eq!(one.between(100, 400), Stretch::There);
        assert_eq!(one.between(100, 900), Stretch::Lost { at: 500, back: None });
        let since = Some(500);
        assert_eq!(one.between(600, 900), Stretch::GoneBefore { since, back: None });
        let both = presence(&[back.clone(), gone]);
        let back_at = Some(800);
        assert_eq!(both.between(100, 900), Stretch::Lost { at: 500, back: back_at });
        assert_eq!(both.between(100, 700), Stretch::Lost { at: 500, back: None });
        let since = Some(500);
        assert_eq!(both.between(600, 900), Stretch::GoneBefore { since, back: back_at });
        assert_eq!(both.between(850, 900), Stretch::There);
        assert_eq!(presence(&[]).between(0, 1), Stretch::Unknown);
    }

    #[test]
    fn a_silent_client_is_gone_since_it_was_heard_and_a_replaced_one_is_not() {
        let silent = presence(&[line(1, 0, Some((900, 300, "heartbeat_timeout")))]);
        assert_eq!(silent.between(100, 950), Stretch::Lost { at: 300, back: None });
        let replaced = presence(&[line(1, 0, Some((501, 499, "replaced"))), line(2, 500, None)]);
        assert_eq!(replaced.between(100, 900), Stretch::There);
    }

    #[test]
    fn what_a_killed_server_had_open_ends_with_its_record() {
        let killed = Presence::new(vec![line(1, 0, None)], 600, false);
        assert_eq!(killed.between(100, 500), Stretch::There);
        assert_eq!(killed.between(100, 601), Stretch::Unknown, "nobody knows");
    }
}
