//! Conditions that a run must meet: `action_ack p99<50ms`, `errors==0`, `deliveries_per_s>=10000`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;

use crate::stage::duration;
use crate::stats::{Count, Metric, Quantiles, Tally};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Threshold {
    text: String,
    subject: Subject,
    operator: Operator,
    bound: f64,
}

/// Value to be compared.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Subject {
    /// A statistic of a latency, in milliseconds.
    Latency(Metric, Statistic),
    /// A count.
    Total(Count),
    /// A counter per second.
    Rate(Count),
    /// Broken invariants.
    Violations,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statistic {
    Count,
    Mean,
    P50,
    P90,
    P95,
    P99,
    P999,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Less,
    LessOrEqual,
    Equal,
    GreaterOrEqual,
    Greater,
}

/// Reason why a text is not a threshold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a threshold: {reason}")]
pub(crate) struct ThresholdError {
    text: String,
    reason: String,
}

/// Result of a run against a threshold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Verdict {
    /// The condition in words.
    pub(crate) threshold: String,
    /// Measured value; in milliseconds for a latency.
    pub(crate) actual: f64,
    /// `true` if the condition is met.
    pub(crate) passed: bool,
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Statistic {
    fn of(self, quantiles: &Quantiles) -> f64 {
        match self {
            Self::Count => quantiles.count as f64,
            Self::Mean => quantiles.mean,
            Self::P50 => quantiles.p50,
            Self::P90 => quantiles.p90,
            Self::P95 => quantiles.p95,
            Self::P99 => quantiles.p99,
            Self::P999 => quantiles.p999,
            Self::Max => quantiles.max,
        }
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "count" => Self::Count,
            "mean" => Self::Mean,
            "p50" => Self::P50,
            "p90" => Self::P90,
            "p95" => Self::P95,
            "p99" => Self::P99,
            "p99.9" => Self::P999,
            "max" => Self::Max,
            _ => return None,
        })
    }
}

impl Subject {
    fn named(words: &[&str]) -> Result<Self, String> {
        let count = |name: &str| Count::ALL.into_iter().find(|count| count.name() == name);
        match *words {
            ["violations"] => Ok(Self::Violations),
            [name] => name
                .strip_suffix("_per_s")
                .and_then(|name| count(name).map(Self::Rate))
                .or_else(|| count(name).map(Self::Total))
                .ok_or_else(|| format!("there is no count `{name}`")),
            [metric, statistic] => {
                let metric = Metric::ALL
                    .into_iter()
                    .find(|known| known.name() == metric)
                    .ok_or_else(|| format!("there is no latency `{metric}`"))?;
                let statistic = Statistic::named(statistic)
                    .ok_or_else(|| format!("`{statistic}` is none of count, mean, p50, p90, p95, p99, p99.9, max"))?;
                Ok(Self::Latency(metric, statistic))
            }
            _ => Err("expected a count, or a latency and a figure of it".to_owned()),
        }
    }
}

impl FromStr for Threshold {
    type Err = ThresholdError;

    fn from_str(text: &str) -> Result<Self, ThresholdError> {
        let error = |reason: String| ThresholdError {
            text: text.to_owned(),
            reason,
        };
        let at = text
            .find(['<', '>', '='])
            .ok_or_else(|| error("it has none of < <= == >= >".to_owned()))?;
        let (left, rest) = text.split_at(at);
        let (operator, right) = [
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("==", Operator::Equal),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ]
        .into_iter()
        .find_map(|(symbol, operator)| rest.strip_prefix(symbol).map(|right| (operator, right)))
        .ok_or_else(|| error("it has none of < <= == >= >".to_owned()))?;
        let words: Vec<&str> = left.split_whitespace().collect();
        let subject = Subject::named(&words).map_err(error)?;
        let right = right.trim();
        let bound = match subject {
            Subject::Latency(_, statistic) if statistic != Statistic::Count => {
                if right.chars().all(|symbol| symbol.is_ascii_digit() || symbol == '.') {
                    return Err(error("a latency needs a unit, such as 50ms".to_owned()));
                }
                duration(right)
                    .map_err(|reason| error(reason.to_string()))?
                    .as_secs_f64()
                    * 1e3
            }
            _ => right.parse().map_err(|_| error(format!("`{right}` is not a number")))?,
        };
        Ok(Self {
            text: text.trim().to_owned(),
            subject,
            operator,
            bound,
        })
    }
}

impl Threshold {
    /// Returns `true` if the condition is about speed, which a lagging generator cannot judge; faults it still can.
    pub(crate) fn is_about_speed(&self) -> bool {
        matches!(self.subject, Subject::Latency(..) | Subject::Rate(_))
    }

    /// Compares the threshold with the measurements of a stretch of time. A latency that was never measured fails.
    pub(crate) fn judge(&self, tally: &Tally, length: Duration, violations: u64) -> Verdict {
        let mut measured = true;
        let actual = match self.subject {
            Subject::Latency(metric, statistic) => {
                let quantiles = Quantiles::of(tally.latency(metric));
                measured = quantiles.count > 0 || statistic == Statistic::Count;
                statistic.of(&quantiles)
            }
            Subject::Total(count) => tally.count(count) as f64,
            Subject::Rate(count) => tally.count(count) as f64 / length.as_secs_f64().max(1e-9),
            Subject::Violations => violations as f64,
        };
        let met = match self.operator {
            Operator::Less => actual < self.bound,
            Operator::LessOrEqual => actual <= self.bound,
            Operator::Equal => (actual - self.bound).abs() < f64::EPSILON,
            Operator::GreaterOrEqual => actual >= self.bound,
            Operator::Greater => actual > self.bound,
        };
        Verdict {
            threshold: self.text.clone(),
            actual,
            passed: measured && met,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(threshold: &str) -> Verdict {
        let mut tally = Tally::new();
        for millis in 1..=100 {
            tally.record(Metric::ActionAck, Duration::from_millis(millis));
        }
        tally.add(Count::Actions, 500);
        let threshold: Threshold = threshold.parse().unwrap();
        threshold.judge(&tally, Duration::from_secs(10), 3)
    }

    #[test]
    fn latencies_counts_and_rates_are_judged() {
        for (threshold, passed) in [
            ("action_ack p99<100ms", true),
            ("action_ack p99<50ms", false),
            ("action_ack p50 <= 0.06s", true),
            ("action_ack max>=99ms", true),
            ("action_ack count==100", true),
            ("errors==0", true),
            ("actions>499", true),
            ("actions>500", false),
            ("actions_per_s>=50", true),
            ("actions_per_s>51", false),
            ("violations==0", false),
            ("violations<=3", true),
        ] {
            assert_eq!(judge(threshold).passed, passed, "{threshold}");
        }
    }

    #[test]
    fn a_latency_that_was_never_measured_fails() {
        assert!(!judge("resync p99<1h").passed);
        assert!(judge("resync count==0").passed);
    }

    #[test]
    fn speed_is_told_from_what_went_wrong() {
        let about_speed = |text: &str| text.parse::<Threshold>().unwrap().is_about_speed();
        assert!(about_speed("action_ack p99<1s") && about_speed("actions_per_s>1"));
        assert!(!about_speed("errors==0") && !about_speed("violations==0"));
    }

    #[test]
    fn the_figure_is_told() {
        let verdict = judge("action_ack p50<10ms");
        assert!((49.0..51.0).contains(&verdict.actual), "{verdict:?}");
        assert_eq!(verdict.threshold, "action_ack p50<10ms");
    }

    #[test]
    fn broken_thresholds_are_refused() {
        for text in [
            "",
            "errors",
            "errors=0",
            "errors==x",
            "nothing==0",
            "action_ack<5ms",
            "action_ack p42<5ms",
            "action_ack p99<5",
            "action_ack p99<5d",
            "ack p99<5ms",
            "a b c<1",
        ] {
            assert!(text.parse::<Threshold>().is_err(), "{text}");
        }
    }
}
