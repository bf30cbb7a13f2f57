//! The law of limits: a stricter one holds at once, a looser one from the next day on. A day is a day of UTC.

use jiff::{SignedDuration, Timestamp};
use poker_store::{DayLimits, OwnLimit};

/// Maximum minutes of a limit: a whole day.
pub(super) const MINUTES_MAX: u32 = 1_440;

/// Maximum hours of a break: thirty days.
pub(super) const BREAK_HOURS_MAX: u32 = 720;

const DAY_S: i64 = 86_400;

/// A limit that has been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    pub(super) kind: Kind,
    /// Its end.
    pub(super) until: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Break,
    Time,
    Loss,
}

/// The number of the day of an instant.
pub(super) fn day_of(at: Timestamp) -> i64 {
    at.as_second().div_euclid(DAY_S)
}

/// The beginning of a day.
pub(super) fn begins(day: i64) -> Timestamp {
    Timestamp::from_second(day.saturating_mul(DAY_S)).unwrap_or(Timestamp::MAX)
}

/// The limits of a day.
pub(super) fn on(limit: &OwnLimit, day: i64) -> DayLimits {
    match limit.later {
        Some((from, later)) if from <= day => later,
        _ => limit.now,
    }
}

/// The limits of the day after, as far as they are known.
pub(super) fn after(limit: &OwnLimit, day: i64) -> DayLimits {
    on(limit, day + 1)
}

/// Sets the limits of a day.
pub(super) fn set_limits(limit: &mut OwnLimit, wanted: DayLimits, day: i64) {
    let before = on(limit, day);
    limit.now = DayLimits {
        minutes: stricter(before.minutes, wanted.minutes),
        loss: stricter(before.loss, wanted.loss),
    };
    limit.later = (limit.now != wanted).then_some((day + 1, wanted));
}

/// The stricter of two limits; none is the loosest.
fn stricter<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Sets a break of this many hours from now, or ends it. A break that is shortened lasts at least to the end of the day.
pub(super) fn set_break(limit: &mut OwnLimit, hours: u32, now: Timestamp) {
    let wanted = now + SignedDuration::from_hours(hours.into());
    let running = limit.break_until.filter(|until| *until > now);
    let until = match running {
        Some(until) if wanted < until => until.min(wanted.max(begins(day_of(now) + 1))),
        _ => wanted,
    };
    limit.break_until = Some(until).filter(|until| *until > now);
}

/// Adds time at tables.
pub(super) fn add_time(limit: &mut OwnLimit, ms: u64, day: i64) {
    limit.played_ms = played_ms(limit, day).saturating_add(ms);
    limit.day = day;
}

/// Whole minutes at tables on a day.
pub(super) fn minutes_played(limit: &OwnLimit, day: i64) -> u32 {
    u32::try_from(played_ms(limit, day) / 60_000).unwrap_or(u32::MAX)
}

/// Time at tables on a day.
fn played_ms(limit: &OwnLimit, day: i64) -> u64 {
    if limit.day == day { limit.played_ms } else { 0 }
}

/// Time at tables that is left on a day, in milliseconds; `None` without a limit of time.
pub(super) fn left_ms(limit: &OwnLimit, day: i64) -> Option<u64> {
    let minutes = on(limit, day).minutes?;
    Some((u64::from(minutes) * 60_000).saturating_sub(played_ms(limit, day)))
}

/// The limit that has been reached, if any: of several, the one that lasts longest.
pub(super) fn reached(limit: &OwnLimit, won: i64, now: Timestamp) -> Option<Reached> {
    let day = day_of(now);
    let (today, midnight) = (on(limit, day), begins(day + 1));
    let is_played = |minutes| minutes_played(limit, day) >= minutes;
    let lost = u64::try_from(won.saturating_neg()).unwrap_or(0);
    let breaks = limit.break_until.filter(|until| *until > now);
    let found = [
        (Kind::Break, breaks),
        (
            Kind::Time,
            today.minutes.filter(|minutes| is_played(*minutes)).map(|_| midnight),
        ),
        (
            Kind::Loss,
            today.loss.filter(|loss| lost >= loss.get()).map(|_| midnight),
        ),
    ];
    let found = found
        .into_iter()
        .filter_map(|(kind, until)| Some(Reached { kind, until: until? }));
    // `max_by_key` returns the last of several equal ones, so the order is reversed.
    found.rev().max_by_key(|reached| reached.until)
}

#[cfg(test)]
mod tests {
    use poker_engine::Chips;
    use poker_store::AccountId;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn none() -> OwnLimit {
        OwnLimit {
            account: AccountId::generate(),
            now: DayLimits::default(),
            later: None,
            break_until: None,
            day: 0,
            played_ms: 0,
        }
    }

    fn limits(minutes: u32, loss: u64) -> DayLimits {
        DayLimits {
            minutes: (minutes > 0).then_some(minutes),
            loss: (loss > 0).then_some(Chips::new(loss)),
        }
    }

    #[test]
    fn a_stricter_limit_holds_at_once_and_a_looser_one_from_the_next_day() {
        let mut limit = none();
        set_limits(&mut limit, limits(60, 0), 10);
        assert_eq!((on(&limit, 10), limit.later), (limits(60, 0), None));
        // One field stricter, the other looser.
        set_limits(&mut limit, limits(120, 500), 10);
        assert_eq!((on(&limit, 10), on(&limit, 11)), (limits(60, 500), limits(120, 500)));
        // Another stricter one cancels the looser one to come.
        set_limits(&mut limit, limits(30, 500), 10);
        assert_eq!((on(&limit, 10), on(&limit, 11)), (limits(30, 500), limits(30, 500)));
        // Removal, and what was set after it, from the next day.
        set_limits(&mut limit, limits(0, 0), 10);
        set_limits(&mut limit, limits(45, 0), 10);
        assert_eq!((on(&limit, 10), after(&limit, 10)), (limits(30, 500), limits(45, 0)));
        set_limits(&mut limit, limits(40, 0), 11);
        assert_eq!((on(&limit, 11), limit.later), (limits(40, 0), None));
    }

    #[test]
    fn a_break_is_made_longer_at_once_and_shorter_from_the_next_day() {
        let (mut limit, now) = (none(), at("2026-11-30T20:00:00Z"));
        set_break(&mut limit, 48, now);
        assert_eq!(limit.break_until, Some(at("2026-12-02T20:00:00Z")));
        set_break(&mut limit, 72, now);
        assert_eq!(limit.break_until, Some(at("2026-12-03T20:00:00Z")));
        set_break(&mut limit, 1, now);
        assert_eq!(limit.break_until, Some(at("2026-12-01T00:00:00Z")));
        set_break(&mut limit, 0, now);
        assert_eq!(limit.break_until, Some(at("2026-12-01T00:00:00Z")));
        // A break of one evening ends when it ends.
        let (mut short, later) = (none(), at("2026-11-30T20:30:00Z"));
        set_break(&mut short, 1, now);
        set_break(&mut short, 0, later);
        assert_eq!(short.break_until, Some(at("2026-11-30T21:00:00Z")));
        set_break(&mut short, 0, at("2026-11-30T21:00:00Z"));
        assert_eq!(short.break_until, None);
    }

    #[test]
    fn what_is_reached_names_its_end() {
        let now = at("2026-11-30T20:00:00Z");
        let (day, midnight) = (day_of(now), at("2026-12-01T00:00:00Z"));
        let mut limit = none();
        assert_eq!(reached(&limit, i64::MIN, now), None, "nothing was set");
        set_limits(&mut limit, limits(60, 500), day);
        add_time(&mut limit, 3_599_999, day);
        assert_eq!(reached(&limit, -499, now), None);
        assert_eq!(
            (left_ms(&limit, day), left_ms(&limit, day + 1)),
            (Some(1), Some(3_600_000))
        );
        let of = |kind, until| Some(Reached { kind, until });
        assert_eq!(reached(&limit, -500, now), of(Kind::Loss, midnight));
        add_time(&mut limit, 1, day);
        assert_eq!(reached(&limit, 500, now), of(Kind::Time, midnight));
        set_break(&mut limit, 1, now);
        assert_eq!(
            reached(&limit, 0, now),
            of(Kind::Time, midnight),
            "the break ends before it"
        );
        set_break(&mut limit, 24, now);
        assert_eq!(reached(&limit, 0, now), of(Kind::Break, at("2026-12-01T20:00:00Z")));
        // The next day begins with no limit reached.
        let next = at("2026-12-01T20:00:00Z");
        assert_eq!(reached(&limit, 0, next), None);
        add_time(&mut limit, 5, day + 1);
        assert_eq!(limit.played_ms, 5);
    }
}
