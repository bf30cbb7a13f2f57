//! Effects of the attacks on others, and those of them that break a promise.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde::Serialize;

use super::steps::Step;
use super::{Strangers, rss_of};
use crate::check::{Finding, tell_findings};
use crate::cli::AbuseArgs;
use crate::engine::Outcome;
use crate::spawn::Running;
use crate::stats::{Count, Metric, Quantiles, Tally};

/// Largest factor by which the 99th percentile of neighbours may exceed the quiet one.
const SLOWER: f64 = 2.0;

/// Largest such factor while the folder is copied: an operator does that every day.
const SLOWER_BESIDE_COPIES: f64 = 1.5;

/// Smallest share of their quiet actions per second that neighbours keep.
const ACTIONS_LEFT: f64 = 0.2;

/// Shortest quiet time, in seconds, from which the disk use of quiet tables can be derived.
const DISK_SECONDS: f64 = 20.0;

/// Bytes of disk per minute that attacks which create nothing may take, in addition to the writes of quiet tables.
const DISK: f64 = 1_048_576.0;

/// Effects of one step on others.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StepReport {
    name: &'static str,
    /// Latency of neighbours, from action to answer.
    latency_ms: Quantiles,
    actions_per_s: f64,
    /// Answers to attackers, by status or code.
    answers: BTreeMap<String, u64>,
    rss_bytes: u64,
    /// Growth of the data folder, in bytes.
    disk_bytes: i64,
    seconds: f64,
}

/// Result of the whole command.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AbuseReport {
    schema: &'static str,
    version: u32,
    quiet: StepReport,
    steps: Vec<StepReport>,
    /// Number of strangers, and the refusals they met.
    strangers: usize,
    refused: Vec<String>,
    rss_after_bytes: u64,
    disk_per_minute_bytes: f64,
    errors: BTreeMap<String, u64>,
    alive: bool,
    panics: usize,
    findings: Vec<Finding>,
    /// Broken promises.
    pub(super) faults: Vec<String>,
}

/// A measured stretch of one step.
pub(super) struct Window {
    pub(super) step: Option<Step>,
    pub(super) began: Instant,
    pub(super) ended: Instant,
    pub(super) answers: BTreeMap<String, u64>,
    pub(super) rss_bytes: u64,
    pub(super) disk_bytes: i64,
}

pub(super) fn report(
    arguments: &AbuseArgs,
    outcome: &Outcome,
    windows: Vec<Window>,
    strangers: &Strangers,
    running: &mut Running,
) -> AbuseReport {
    let begun = outcome.series.began();
    let step_report = |window: Window| {
        let mut tally = Tally::new();
        let mut seconds = 0.0;
        for interval in &outcome.series.intervals {
            let start = begun + interval.start;
            if start >= window.began && start + interval.length <= window.ended {
                tally.merge(&interval.tally);
                seconds += interval.length.as_secs_f64();
            }
        }
        StepReport {
            name: window.step.map_or("quiet", Step::name),
            latency_ms: Quantiles::of(tally.latency(Metric::ActionAck)),
            actions_per_s: tally.count(Count::Actions) as f64 / f64::max(seconds, 0.001),
            answers: window.answers,
            rss_bytes: window.rss_bytes,
            disk_bytes: window.disk_bytes,
            seconds: (window.ended - window.began).as_secs_f64(),
        }
    };
    let makes: Vec<bool> = windows
        .iter()
        .map(|window| window.step.is_some_and(Step::makes))
        .collect();
    let mut all = windows.into_iter().map(step_report);
    let quiet = all.next().expect("the quiet part comes first");
    let steps: Vec<StepReport> = all.collect();
    let quiet_rate = quiet.disk_bytes as f64 / quiet.seconds;
    let (mut grown, mut seconds) = (0.0, 0.0);
    for (step, _) in steps.iter().zip(&makes[1..]).filter(|(_, makes)| !**makes) {
        grown += step.disk_bytes as f64 - quiet_rate * step.seconds;
        seconds += step.seconds;
    }
    let mut report = AbuseReport {
        schema: "loadtest.abuse",
        version: 1,
        strangers: strangers.came.load(Ordering::Relaxed),
        refused: strangers.refused.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        rss_after_bytes: rss_of(running.pid()),
        disk_per_minute_bytes: grown / f64::max(seconds, 0.001) * 60.0,
        errors: outcome.shared.recorder.errors(),
        alive: running.is_alive(),
        panics: running.log().matches("panicked").count(),
        findings: outcome.shared.findings.list(),
        faults: Vec::new(),
        quiet,
        steps,
    };
    report.faults = faults(&report, arguments);
    report
}

/// Returns the broken promises.
fn faults(report: &AbuseReport, arguments: &AbuseArgs) -> Vec<String> {
    let mut faults = Vec::new();
    let quiet = &report.quiet;
    let usual = quiet.latency_ms.p99.max(arguments.floor.as_secs_f64() * 1000.0);
    let plain = report.steps.iter().find(|step| step.name == Step::PlainTables.name());
    for step in &report.steps {
        // Tables that play cost their neighbours something; an expensive game may cost them no more than twice as much.
        let alike = plain.filter(|_| step.name == Step::OwnGames.name());
        let copies = step.name == Step::Copies.name();
        let slower = if copies { SLOWER_BESIDE_COPIES } else { SLOWER };
        let bound = slower * alike.map_or(usual, |plain| plain.latency_ms.p99.max(usual));
        if step.name == Step::PlainTables.name() {
            continue;
        }
        if step.latency_ms.p99 > bound {
            faults.push(format!(
                "{}: neighbours wait {:.2} ms in the 99th percentile, above {bound:.2} ms",
                step.name, step.latency_ms.p99
            ));
        }
        if step.actions_per_s < quiet.actions_per_s * ACTIONS_LEFT {
            faults.push(format!(
                "{}: neighbours act {:.1} times a second, in quiet {:.1}",
                step.name, step.actions_per_s, quiet.actions_per_s
            ));
        }
        if step.answers.is_empty() {
            faults.push(format!("{}: nobody attacked", step.name));
        }
        if copies && step.answers.keys().any(|answer| answer != "sound") {
            faults.push(format!("copies: {:?}", step.answers));
        }
    }
    let guessed = report.steps.iter().find(|step| step.name == Step::Guesses.name());
    if let Some(found) = guessed.and_then(|step| step.answers.get("200")) {
        faults.push(format!("{found} guesses reached something"));
    }
    faults.extend(report.refused.iter().cloned());
    if report.rss_after_bytes as f64 > quiet.rss_bytes as f64 * arguments.memory_max {
        faults.push(format!(
            "memory grew from {} to {} bytes",
            quiet.rss_bytes, report.rss_after_bytes
        ));
    }
    // Over a few seconds it is chance whether a database grows by a page.
    if quiet.seconds >= DISK_SECONDS && report.disk_per_minute_bytes > DISK {
        faults.push(format!(
            "attacks write {:.0} bytes a minute",
            report.disk_per_minute_bytes
        ));
    }
    if !report.alive || report.panics > 0 {
        faults.push(format!("the server is gone, or panicked {} times", report.panics));
    }
    faults.extend(
        report
            .findings
            .iter()
            .map(|_| "an invariant was broken".to_owned())
            .take(1),
    );
    faults
}

impl fmt::Display for AbuseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: f64| bytes / 1_048_576.0;
        for step in std::iter::once(&self.quiet).chain(&self.steps) {
            let Quantiles {
                count, p50, p99, max, ..
            } = step.latency_ms;
            writeln!(
                f,
                "{:<22} {:>6.1} acts/s, p50 {p50:.2} p99 {p99:.2} max {max:.2} ms of {count}; {:.1} MiB, disk {:+.2} MiB",
                step.name,
                step.actions_per_s,
                mib(step.rss_bytes as f64),
                mib(step.disk_bytes as f64)
            )?;
            if !step.answers.is_empty() {
                let answers: Vec<String> = step
                    .answers
                    .iter()
                    .map(|(answer, count)| format!("{answer} x {count}"))
                    .collect();
                writeln!(f, "    {}", answers.join(", "))?;
            }
        }
        writeln!(
            f,
            "{} strangers, {} refused; memory {:.1} -> {:.1} MiB; disk {:.2} MiB a minute; panics: {}",
            self.strangers,
            self.refused.len(),
            mib(self.quiet.rss_bytes as f64),
            mib(self.rss_after_bytes as f64),
            mib(self.disk_per_minute_bytes),
            self.panics
        )?;
        for (code, count) in &self.errors {
            writeln!(f, "error of a neighbour {code}: {count}")?;
        }
        for fault in &self.faults {
            writeln!(f, "FAULT: {fault}")?;
        }
        tell_findings(&self.findings, f)
    }
}
