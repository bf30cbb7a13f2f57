//! When events that recur take place.

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use poker_store::{Occurrence, RecurringTerms};

/// Least time from the announcement of an event to its start, in minutes.
const NOTICE_MIN: i64 = 60;

/// Time before its start from which an event is missed, in minutes.
const MISSED_MIN: i64 = 5;

/// `true` if an event that starts at a time can still be announced.
pub(crate) fn is_in_time(at: Timestamp, now: Timestamp) -> bool {
    now + MISSED_MIN.minutes() <= at
}

/// The first event after a time; `None` if the zone is unknown. Where clocks skip its time of day, it starts as much later as they
/// skip; where they show it twice, at the first.
fn next(terms: &RecurringTerms, after: Timestamp) -> Option<Occurrence> {
    let zone = TimeZone::get(&terms.zone).ok()?;
    let today = after.to_zoned(zone.clone()).date();
    let (hour, minute) = (
        i8::try_from(terms.minute / 60).ok()?,
        i8::try_from(terms.minute % 60).ok()?,
    );
    // A day on which clocks skip midnight has its event on the next date.
    let at = (-1..=8).find_map(|ahead: i64| {
        let date = today.checked_add(ahead.days()).ok()?;
        if terms.days & bit(date.weekday()) == 0 {
            return None;
        }
        let at = date.at(hour, minute, 0, 0).to_zoned(zone.clone()).ok()?.timestamp();
        (at > after).then_some(at)
    })?;
    let notice = (i64::from(terms.ahead) * 24 * 60).max(NOTICE_MIN);
    let due = at.checked_sub(notice.minutes()).ok()?;
    Some(Occurrence { at, due })
}

/// The next event that can be announced, not before the `last` has begun. What was missed while the server was off is skipped.
pub fn next_in_time(terms: &RecurringTerms, last: Option<Timestamp>, now: Timestamp) -> Option<Occurrence> {
    let soon = now + MISSED_MIN.minutes();
    let next = next(terms, last.map_or(soon, |last| last.max(soon)))?;
    Some(Occurrence {
        due: last.map_or(next.due, |last| last.max(next.due)),
        ..next
    })
}

/// The bit of a day of the week.
fn bit(day: Weekday) -> u8 {
    1 << day.to_monday_zero_offset()
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    fn terms(days: &[Weekday], minute: u16, zone: &str) -> RecurringTerms {
        RecurringTerms {
            template: 1,
            days: days.iter().fold(0, |days, day| days | bit(*day)),
            minute,
            zone: zone.to_owned(),
            ahead: 6,
            paused: false,
        }
    }

    /// Starts after a time, as UTC.
    fn starts(terms: &RecurringTerms, after: &str, count: usize) -> Vec<String> {
        let mut after: Timestamp = after.parse().unwrap();
        let mut starts = Vec::new();
        for _ in 0..count {
            after = next(terms, after).unwrap().at;
            starts.push(after.to_string());
        }
        starts
    }

    #[test]
    fn local_time_holds_across_the_change_of_clocks() {
        let thursdays = terms(&[Weekday::Thursday], 1200, "Europe/Paris");
        assert_eq!(
            starts(&thursdays, "2026-03-20T00:00:00Z", 2),
            ["2026-03-26T19:00:00Z", "2026-04-02T18:00:00Z"]
        );
        let two = terms(&[Weekday::Thursday, Weekday::Sunday], 1200, "Europe/Paris");
        assert_eq!(
            starts(&two, "2026-10-22T18:00:00Z", 2),
            ["2026-10-25T19:00:00Z", "2026-10-29T19:00:00Z"]
        );
    }

    #[test]
    fn a_time_that_is_skipped_or_shown_twice_is_one_start() {
        // On 29 March 2026 clocks in Paris go from 2:00 to 3:00, on 25 October from 3:00 to 2:00.
        let half_past_two = terms(&[Weekday::Sunday], 150, "Europe/Paris");
        assert_eq!(
            starts(&half_past_two, "2026-03-28T00:00:00Z", 2),
            ["2026-03-29T01:30:00Z", "2026-04-05T00:30:00Z"]
        );
        assert_eq!(
            starts(&half_past_two, "2026-10-24T00:00:00Z", 2),
            ["2026-10-25T00:30:00Z", "2026-11-01T01:30:00Z"]
        );
        // Midnight is skipped in Cairo on 24 April 2026.
        let midnight = terms(&[Weekday::Friday], 0, "Africa/Cairo");
        let skipped = starts(&midnight, "2026-04-23T12:00:00Z", 2);
        assert_eq!(skipped, ["2026-04-23T22:00:00Z", "2026-04-30T21:00:00Z"]);
        // Samoa had no 30 December 2011.
        let fridays = terms(&[Weekday::Friday], 1200, "Pacific/Apia");
        let [first, second] = starts(&fridays, "2011-12-28T00:00:00Z", 2).try_into().unwrap();
        assert!(first < second, "{first} {second}");
    }

    #[test]
    fn unknown_zones_have_no_events() {
        for zone in ["Europe/Pariss", "", "../etc/passwd", "\u{202e}Paris", "Mars/Olympus"] {
            assert_eq!(next(&terms(&[Weekday::Monday], 0, zone), Timestamp::UNIX_EPOCH), None);
        }
    }

    #[test]
    fn days_of_being_off_are_one_announcement() {
        let daily = RecurringTerms {
            days: 127,
            ..terms(&[], 1200, "UTC")
        };
        let now: Timestamp = "2026-05-20T19:58:00Z".parse().unwrap();
        let next = next_in_time(&daily, None, now).unwrap();
        assert_eq!(next.at.to_string(), "2026-05-21T20:00:00Z", "today's is too near");
        assert_eq!(next.at.duration_since(next.due), SignedDuration::from_hours(6 * 24));
        let last = Some("2026-05-21T20:00:00Z".parse().unwrap());
        let after = next_in_time(&daily, last, now).unwrap();
        assert_eq!(after.at.to_string(), "2026-05-22T20:00:00Z");
        assert_eq!(Some(after.due), last, "one event stands at a time");
        let at_once = RecurringTerms { ahead: 0, ..daily };
        let next = next_in_time(&at_once, None, now).unwrap();
        assert_eq!(next.due.to_string(), "2026-05-21T19:00:00Z");
    }
}
