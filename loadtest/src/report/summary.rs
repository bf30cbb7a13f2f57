//! The summary of a run: one JSON object with a versioned schema, and the same as a table for people.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::Ordering;

use serde::Serialize;

use crate::Exit;
use crate::check::{Finding, Law, tell_findings};
use crate::engine::Outcome;
use crate::lag::Honesty;
use crate::stats::{Count, Metric, Quantiles};
use crate::threshold::{Threshold, Verdict};

/// Version of the summary. It grows when a field changes its meaning or is removed; new fields do not change it.
const VERSION: u32 = 1;

/// Facts about the run other than measurements.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Context {
    pub(crate) command: Vec<String>,
    /// Address of the server.
    pub(crate) target: String,
    /// Load model, in words.
    pub(crate) model: String,
    pub(crate) game: String,
    /// Seats per table.
    pub(crate) seats: u8,
    /// Seed of all random choices.
    pub(crate) seed: u64,
}

/// A law and the number of its violations.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Checked {
    /// Name of the law.
    pub(crate) law: Law,
    /// The law in words.
    pub(crate) words: &'static str,
    /// Number of violations.
    pub(crate) violations: u64,
}

/// The server's use of the machine, as far as the harness could see it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct ServerUse {
    /// Processor time after the warm-up, in cores.
    pub(crate) cores_used: f64,
    /// Processor time per delivery, in microseconds.
    pub(crate) cpu_us_per_delivery: f64,
    /// Resident memory at the end, in bytes.
    pub(crate) rss_bytes: u64,
    /// Resident memory per connection at the end, in KiB.
    pub(crate) rss_kib_per_connection: f64,
}

/// A second of the run.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Second {
    /// Start of the second, from the start of the run.
    pub(crate) at_s: f64,
    /// `true` if totals leave it out.
    pub(crate) warmup: bool,
    /// Connected players.
    pub(crate) players: u64,
    /// Actions per second.
    pub(crate) actions_per_s: f64,
    /// Actions received by seats, per second.
    pub(crate) deliveries_per_s: f64,
    /// Messages per second.
    pub(crate) messages_per_s: f64,
    pub(crate) errors: u64,
    /// Time from the intended time of an action to its answer.
    pub(crate) action_ack_ms: Quantiles,
    /// Time from the intended time of an action to its event at another seat.
    pub(crate) action_seen_ms: Quantiles,
    /// Lag of the generator.
    pub(crate) lag_ms: Quantiles,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    /// Name of the schema.
    pub(crate) schema: &'static str,
    /// Version of the schema.
    pub(crate) version: u32,
    /// Facts about the run.
    pub(crate) context: Context,
    /// `true` if no law was broken and no threshold was missed.
    pub(crate) passed: bool,
    /// Measured time without warm-up, in seconds.
    pub(crate) measured_s: f64,
    /// Number of tables.
    pub(crate) tables: usize,
    /// Largest number of players seated at any one time.
    pub(crate) players_peak: u64,
    /// Players who could not sit down or continue.
    pub(crate) players_failed: u64,
    /// Latencies by metric.
    pub(crate) latencies_ms: BTreeMap<&'static str, Quantiles>,
    /// Totals by counter.
    pub(crate) counts: BTreeMap<&'static str, u64>,
    /// Counters per second.
    pub(crate) per_second: BTreeMap<&'static str, f64>,
    /// Errors of the whole run by code, warm-up included.
    pub(crate) errors: BTreeMap<String, u64>,
    /// All laws with their violations.
    pub(crate) checks: Vec<Checked>,
    /// First broken laws with their evidence.
    pub(crate) findings: Vec<Finding>,
    /// Results against the thresholds.
    pub(crate) thresholds: Vec<Verdict>,
    /// The generator's judgement of itself.
    pub(crate) generator: Honesty,
    /// Use of the machine by the server, if it runs on this one.
    pub(crate) server: Option<ServerUse>,
    /// Figures of every second.
    pub(crate) series: Vec<Second>,
}

/// Draws up the summary of a run.
pub(crate) fn summarize(outcome: &Outcome, context: Context, thresholds: &[Threshold]) -> Summary {
    let (total, length) = outcome.series.total();
    let counts = outcome.shared.findings.counts();
    let violations = outcome.shared.findings.count();
    let verdict = |threshold: &Threshold| {
        let mut verdict = threshold.judge(&total, length, violations);
        // The speed of a generator that could not keep up proves nothing.
        verdict.passed &= outcome.honesty.valid || !threshold.is_about_speed();
        verdict
    };
    let verdicts: Vec<Verdict> = thresholds.iter().map(verdict).collect();
    let seconds = length.as_secs_f64().max(1e-9);
    Summary {
        schema: "loadtest.summary",
        version: VERSION,
        context,
        passed: violations == 0 && verdicts.iter().all(|verdict| verdict.passed),
        measured_s: length.as_secs_f64(),
        tables: outcome.tables.len(),
        players_peak: outcome.shared.seated_peak.load(Ordering::Relaxed) as u64,
        players_failed: outcome.failed,
        latencies_ms: Metric::ALL
            .map(|metric| (metric.name(), Quantiles::of(total.latency(metric))))
            .into(),
        counts: Count::ALL.map(|count| (count.name(), total.count(count))).into(),
        per_second: Count::ALL
            .map(|count| (count.name(), total.count(count) as f64 / seconds))
            .into(),
        errors: outcome.shared.recorder.errors(),
        checks: Law::ALL
            .map(|law| Checked {
                law,
                words: law.words(),
                violations: counts.get(&law).copied().unwrap_or(0),
            })
            .into(),
        findings: outcome.shared.findings.list(),
        thresholds: verdicts,
        generator: outcome.honesty.clone(),
        server: server_use(outcome),
        series: outcome.series.intervals.iter().map(second).collect(),
    }
}

fn second(interval: &crate::stats::Interval) -> Second {
    Second {
        at_s: interval.start.as_secs_f64(),
        warmup: interval.warmup,
        players: interval.players,
        actions_per_s: interval.rate(Count::Actions),
        deliveries_per_s: interval.rate(Count::Deliveries),
        messages_per_s: interval.rate(Count::Messages),
        errors: interval.tally.count(Count::Errors),
        action_ack_ms: Quantiles::of(interval.tally.latency(Metric::ActionAck)),
        action_seen_ms: Quantiles::of(interval.tally.latency(Metric::ActionSeen)),
        lag_ms: Quantiles::of(interval.tally.latency(Metric::Lag)),
    }
}

fn server_use(outcome: &Outcome) -> Option<ServerUse> {
    let (first, last) = outcome.measured()?;
    let cpu = last.usage.cpu.saturating_sub(first.usage.cpu).as_secs_f64();
    let players = outcome.series.intervals.last()?.players.max(1);
    Some(ServerUse {
        cores_used: cpu / last.ran.saturating_sub(first.ran).as_secs_f64().max(1e-9),
        cpu_us_per_delivery: cpu * 1e6 / (last.deliveries - first.deliveries).max(1) as f64,
        rss_bytes: last.usage.rss_bytes,
        rss_kib_per_connection: last.usage.rss_bytes as f64 / 1024.0 / players as f64,
    })
}

impl Summary {
    /// Returns the exit of the command.
    pub(crate) fn exit(&self) -> Exit {
        if self.checks.iter().any(|check| check.violations > 0) {
            Exit::Broken
        } else if self.thresholds.iter().any(|verdict| !verdict.passed) {
            Exit::Missed
        } else if self.counts.get(Count::Actions.name()) == Some(&0) {
            // Nothing happened, so nothing was checked.
            Exit::Broken
        } else {
            Exit::Well
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Context { model, game, seats, .. } = &self.context;
        writeln!(
            f,
            "{model}; {game}, {} tables of {seats} seats, {:.1} s measured",
            self.tables, self.measured_s
        )?;
        writeln!(
            f,
            "\n{:<12} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "ms", "count", "p50", "p90", "p99", "p99.9", "max"
        )?;
        for metric in Metric::ALL {
            let Quantiles {
                count,
                p50,
                p90,
                p99,
                p999,
                max,
                ..
            } = self.latencies_ms[metric.name()];
            let name = metric.name();
            writeln!(
                f,
                "{name:<12} {count:>10} {p50:>9.2} {p90:>9.2} {p99:>9.2} {p999:>9.2} {max:>9.2}"
            )?;
        }
        writeln!(f, "\n{:<12} {:>12} {:>12}", "", "total", "per second")?;
        for count in Count::ALL {
            let name = count.name();
            writeln!(
                f,
                "{name:<12} {:>12} {:>12.1}",
                self.counts[name], self.per_second[name]
            )?;
        }
        for (code, count) in &self.errors {
            writeln!(f, "error {code}: {count}")?;
        }
        if let Some(server) = &self.server {
            let mib = server.rss_bytes as f64 / 1_048_576.0;
            let (cores, cpu) = (server.cores_used, server.cpu_us_per_delivery);
            writeln!(
                f,
                "\nserver: {cores:.2} cores, {cpu:.2} us of CPU per delivery, {mib:.1} MiB resident"
            )?;
        }
        let Honesty {
            valid,
            reasons,
            lag_ms,
            cores_used,
            cores,
            ..
        } = &self.generator;
        let verdict = if *valid { "valid" } else { "NOT VALID" };
        writeln!(
            f,
            "generator: {verdict}, {cores_used:.2} of {cores} cores, lag p99 {:.2} ms",
            lag_ms.p99
        )?;
        reasons.iter().try_for_each(|reason| writeln!(f, "  {reason}"))?;
        writeln!(f)?;
        for check in &self.checks {
            let verdict = if check.violations == 0 {
                "ok".to_owned()
            } else {
                format!("BROKEN {}", check.violations)
            };
            writeln!(f, "{:<50} {verdict}", check.words)?;
        }
        for verdict in &self.thresholds {
            let word = if verdict.passed { "ok" } else { "MISSED" };
            writeln!(f, "{:<50} {word} ({:.3})", verdict.threshold, verdict.actual)?;
        }
        tell_findings(&self.findings, f)
    }
}
