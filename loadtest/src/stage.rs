//! Load that changes over time: `--stage 0..5000@60s --stage 5000@5m --stage 0@30s`.

use std::str::FromStr;
use std::time::Duration;

/// A stretch of time during which the level changes linearly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stage {
    /// Level at the start; that at the end of the previous stage if left out.
    from: Option<f64>,
    /// Level at the end.
    to: f64,
    length: Duration,
}

/// Reason why a text is not a stage or a duration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StageError {
    /// The text has no `@`.
    #[error("`{0}` is not a stage: expected LEVEL@DURATION or FROM..TO@DURATION, such as 0..5000@60s")]
    Shape(String),
    /// A level is not a number from 0.
    #[error("`{0}` is not a level")]
    Level(String),
    /// A duration cannot be parsed.
    #[error("`{0}` is not a duration: expected a number with ms, s, m or h, such as 90s")]
    Duration(String),
}

/// Parses a duration such as `250ms`, `1.5s`, `5m` or `1h`; a bare number counts seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, StageError> {
    let error = || StageError::Duration(text.to_owned());
    let split = text
        .find(|symbol: char| symbol.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds_of_one = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(error()),
    };
    let number: f64 = number.parse().map_err(|_| error())?;
    Duration::try_from_secs_f64(number * seconds_of_one).map_err(|_| error())
}

fn level(text: &str) -> Result<f64, StageError> {
    let number = text.parse().map_err(|_| StageError::Level(text.to_owned()))?;
    if f64::is_finite(number) && number >= 0.0 {
        Ok(number)
    } else {
        Err(StageError::Level(text.to_owned()))
    }
}

impl FromStr for Stage {
    type Err = StageError;

    fn from_str(text: &str) -> Result<Self, StageError> {
        let (levels, length) = text.split_once('@').ok_or_else(|| StageError::Shape(text.to_owned()))?;
        let length = duration(length)?;
        Ok(match levels.split_once("..") {
            Some((from, to)) => Self {
                from: Some(level(from)?),
                to: level(to)?,
                length,
            },
            None => Self {
                from: None,
                to: level(levels)?,
                length,
            },
        })
    }
}

/// Stages in sequence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    stages: Vec<Stage>,
}

impl Plan {
    /// Returns a plan of these stages. `0..N@T` climbs; `N@T` as the first stage starts at `N` and stays there, and later on moves from
    /// where the previous stage ended.
    pub(crate) fn new(stages: Vec<Stage>) -> Self {
        Self { stages }
    }

    /// Returns a plan with a constant level.
    pub(crate) fn steady(level: f64, length: Duration) -> Self {
        Self::new(vec![Stage {
            from: Some(level),
            to: level,
            length,
        }])
    }

    /// Returns the total length.
    pub(crate) fn length(&self) -> Duration {
        self.stages.iter().map(|stage| stage.length).sum()
    }

    /// Returns the highest level.
    pub(crate) fn peak(&self) -> f64 {
        self.stages
            .iter()
            .flat_map(|stage| [stage.from.unwrap_or(0.0), stage.to])
            .fold(0.0, f64::max)
    }

    /// Returns the level at a time since the start; after the end, the last level.
    pub(crate) fn level(&self, at: Duration) -> f64 {
        let mut start = Duration::ZERO;
        let mut before = None;
        for stage in &self.stages {
            let from = stage.from.or(before).unwrap_or(stage.to);
            if at < start + stage.length {
                let done = at.saturating_sub(start).as_secs_f64() / stage.length.as_secs_f64();
                return from + (stage.to - from) * done;
            }
            start += stage.length;
            before = Some(stage.to);
        }
        before.unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(stages: &[&str]) -> Plan {
        Plan::new(stages.iter().map(|stage| stage.parse().unwrap()).collect())
    }

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("5m"), Ok(secs(300)));
        assert_eq!(duration("7"), Ok(secs(7)));
        for text in ["", "s", "5d", "-1s", "1e400s", "nan"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_ramp_a_plateau_and_a_way_down() {
        let plan = plan(&["0..5000@60s", "5000@5m", "0@30s"]);
        assert_eq!(plan.length(), secs(390));
        let levels = [0, 30, 60, 300, 375, 390, 1000].map(|at| plan.level(secs(at)).to_string());
        assert_eq!(levels, ["0", "2500", "5000", "5000", "2500", "0", "0"]);
        assert_eq!(plan.peak().to_string(), "5000");
    }

    #[test]
    fn a_single_level_starts_at_once() {
        let plan = plan(&["100@10s"]);
        let levels = [0, 9].map(|at| plan.level(secs(at)).to_string());
        assert_eq!(levels, ["100", "100"]);
        assert_eq!(Plan::steady(3.0, secs(5)), self::plan(&["3..3@5s"]));
    }

    #[test]
    fn a_stage_may_jump() {
        let plan = plan(&["10@10s", "100..100@10s"]);
        let levels = [9, 10].map(|at| plan.level(secs(at)).to_string());
        assert_eq!(levels, ["10", "100"]);
    }

    #[test]
    fn broken_stages_are_named() {
        for (text, error) in [
            ("5000", StageError::Shape("5000".into())),
            ("x@5s", StageError::Level("x".into())),
            ("-1@5s", StageError::Level("-1".into())),
            ("inf@5s", StageError::Level("inf".into())),
            ("1..@5s", StageError::Level(String::new())),
            ("5@5y", StageError::Duration("5y".into())),
        ] {
            assert_eq!(text.parse::<Stage>(), Err(error));
        }
    }
}
