//! Durations and instants of the command line.

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan as _, Zoned};

/// Parses a duration such as `90s`, `30m`, `12h` or `7d`.
pub(in crate::cli) fn period(text: &str) -> Result<SignedDuration, String> {
    let wanted = || format!("`{text}` is not a time: write 90s, 30m, 12h or 7d");
    let (at, unit) = text.char_indices().last().ok_or_else(wanted)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return Err(wanted()),
    };
    let count: u32 = text[..at].parse().ok().filter(|count| *count > 0).ok_or_else(wanted)?;
    let seconds = i64::from(count) * seconds;
    u32::try_from(seconds).map_err(|_| wanted())?;
    Ok(SignedDuration::from_secs(seconds))
}

/// Converts a duration to seconds.
pub(super) fn seconds(period: SignedDuration) -> u32 {
    u32::try_from(period.as_secs()).unwrap_or(u32::MAX)
}

/// Converts a duration to milliseconds.
pub(super) fn millis(period: SignedDuration) -> i64 {
    i64::try_from(period.as_millis()).unwrap_or(i64::MAX)
}

/// Parses the name of a time zone.
pub(super) fn zone(text: &str) -> Result<TimeZone, String> {
    match text {
        "local" => Ok(TimeZone::system()),
        "UTC" => Ok(TimeZone::UTC),
        name => TimeZone::get(name).map_err(|_| format!("`{name}` is not a time zone that this machine knows")),
    }
}

/// Parses a date with a time of day, which is one of `zone` unless it says otherwise.
fn moment(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    if let Ok(at) = text.parse() {
        return Some(at);
    }
    let at: DateTime = text.parse().ok().filter(|_| text.contains(['T', ' ']))?;
    zone.to_timestamp(at).ok()
}

/// Parses the end of a ban, in UTC unless it says otherwise.
pub(super) fn end(text: &str) -> Result<Timestamp, String> {
    moment(text, &TimeZone::UTC).ok_or_else(|| {
        format!("`{text}` is not a time: write 2027-01-31T18:00, which is in UTC, or 2027-01-31T18:00:00+01:00")
    })
}

/// Parses the instant of `--at`. A time of day is the last one before `now`.
pub(super) fn instant(text: &str, zone: &TimeZone, now: Timestamp) -> Result<Timestamp, String> {
    let wanted = || format!("`{text}` is not a time: write 21:03, 2026-11-29T21:03 or 2026-11-29T21:03:30Z");
    if let Some(at) = moment(text, zone) {
        return Ok(at);
    }
    let zoned = |at: DateTime| zone.to_timestamp(at).map_err(|_| wanted());
    let is_time = text.contains(':') && !text.contains(['T', ' ']);
    let time: Time = text.parse().ok().filter(|_| is_time).ok_or_else(wanted)?;
    let today = Zoned::new(now, zone.clone()).date();
    let at = zoned(today.to_datetime(time))?;
    if at <= now {
        return Ok(at);
    }
    let yesterday = today.checked_sub(1.day()).map_err(|_| wanted())?;
    zoned(yesterday.to_datetime(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_nothing_else() {
        assert_eq!(period("90s"), Ok(SignedDuration::from_secs(90)));
        assert_eq!(period("7d"), Ok(SignedDuration::from_hours(168)));
        for wrong in [
            "",
            "7",
            "d",
            "0d",
            "-1d",
            "1.5h",
            "7 d",
            "7w",
            "4294967295d",
            "99999999999d",
            "7é",
        ] {
            assert!(period(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_of_day_is_the_last_one() {
        let now: Timestamp = "2026-11-29T12:00:00Z".parse().unwrap();
        let utc = |text| instant(text, &TimeZone::UTC, now).map(|at| at.to_string());
        assert_eq!(utc("11:59").unwrap(), "2026-11-29T11:59:00Z");
        assert_eq!(utc("21:03:04").unwrap(), "2026-11-28T21:03:04Z");
        assert_eq!(utc("2026-11-27T21:03").unwrap(), "2026-11-27T21:03:00Z");
        assert_eq!(utc("2026-11-27T21:03:00+01:00").unwrap(), "2026-11-27T20:03:00Z");
        let east = TimeZone::fixed(jiff::tz::offset(2));
        assert_eq!(
            instant("13:00", &east, now).unwrap().to_string(),
            "2026-11-29T11:00:00Z"
        );
        for wrong in ["", "21", "25:00", "21:03pm", "2026-13-01T10:00", "yesterday"] {
            assert!(utc(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn zones_are_those_that_the_machine_knows() {
        assert!(zone("UTC").is_ok() && zone("local").is_ok());
        assert!(zone("Mars/Olympus").is_err());
    }

    #[test]
    fn the_end_of_a_ban_is_a_date_in_any_form() {
        for text in [
            "2026-12-01T10:00",
            "2026-12-01 10:00",
            "2026-12-01T10:00:00Z",
            "2026-12-01T11:00:00+01:00",
        ] {
            assert_eq!(
                end(text).map(|at| at.to_string()).as_deref(),
                Ok("2026-12-01T10:00:00Z"),
                "{text}"
            );
        }
        for wrong in ["", "10:00", "2026-12-01", "tomorrow"] {
            assert!(end(wrong).is_err(), "{wrong}");
        }
    }
}
