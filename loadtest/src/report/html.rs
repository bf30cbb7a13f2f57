//! The report: one self-contained page, light or dark like the reader's system. `page.html` is its template.

use hdrhistogram::Histogram;
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use super::plot::{Curve, Figure, Plot, Scale, bars, number};
use super::summary::Summary;
use crate::stats::{Count, Interval, Metric, Quantiles, Tally};

/// Maximum number of points drawn in a line; beyond that, neighbouring points are averaged.
const POINTS_MAX: usize = 600;

/// Name of the template; its extension makes the engine escape all values.
const TEMPLATE: &str = "page.html";

/// Values shown by the template.
#[derive(Serialize)]
struct Page<'a> {
    style: &'static str,
    verdict: &'static str,
    summary: &'a Summary,
    command: String,
    /// Measured time, in seconds.
    measured: String,
    cards: Vec<Card>,
    plots: [Plots; 2],
    tables: [Table; 2],
    judged: Vec<Judged>,
    evidence: Vec<Evidence<'a>>,
}

/// A key figure, in large type.
#[derive(Serialize)]
struct Card {
    value: String,
    label: &'static str,
}

/// Plots under one heading.
#[derive(Serialize)]
struct Plots {
    title: &'static str,
    figures: Vec<Figure>,
}

/// A table of texts.
#[derive(Serialize)]
struct Table {
    title: &'static str,
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// A condition that held or did not.
#[derive(Serialize)]
struct Judged {
    what: String,
    good: bool,
    text: String,
}

/// A broken law.
#[derive(Serialize)]
struct Evidence<'a> {
    law: &'static str,
    table: &'a str,
    seat: u8,
    text: &'a str,
}

/// Renders the page of a run: its summary, its intervals, and everything measured after the warm-up.
pub(crate) fn page(summary: &Summary, intervals: &[Interval], total: &Tally) -> Result<String, minijinja::Error> {
    let page = Page {
        style: include_str!("style.css"),
        verdict: if summary.passed { "passed" } else { "failed" },
        summary,
        command: summary.context.command.join(" "),
        measured: format!("{:.1}", summary.measured_s),
        cards: cards(summary),
        plots: [
            Plots {
                title: "Over time",
                figures: over_time(intervals),
            },
            Plots {
                title: "Distribution",
                figures: vec![
                    percentiles(total),
                    histogram("Action to answer", total.latency(Metric::ActionAck)),
                    histogram("Action to the other seats", total.latency(Metric::ActionSeen)),
                ],
            },
        ],
        tables: [latencies(summary), counts(summary)],
        judged: judged(summary),
        evidence: evidence(summary),
    };
    let mut environment = Environment::new();
    environment.add_template(TEMPLATE, include_str!("page.html"))?;
    environment.get_template(TEMPLATE)?.render(Serde(page))
}

fn cards(summary: &Summary) -> Vec<Card> {
    let rate = |count: Count| number(summary.per_second[count.name()]);
    let latency = |metric: Metric| summary.latencies_ms[metric.name()];
    let ms = |value: f64| format!("{} ms", number(value));
    let broken: u64 = summary.checks.iter().map(|check| check.violations).sum();
    [
        (number(summary.players_peak as f64), "players at most, at once"),
        (rate(Count::Actions), "actions a second"),
        (rate(Count::Deliveries), "actions delivered to seats a second"),
        (ms(latency(Metric::ActionAck).p50), "action to answer, median"),
        (ms(latency(Metric::ActionAck).p99), "action to answer, p99"),
        (ms(latency(Metric::ActionSeen).p99), "action to the other seats, p99"),
        (number(summary.counts[Count::Errors.name()] as f64), "errors"),
        (number(broken as f64), "broken invariants"),
    ]
    .map(|(value, label)| Card { value, label })
    .into()
}

fn over_time(intervals: &[Interval]) -> Vec<Figure> {
    let warm_until = intervals
        .iter()
        .find(|interval| !interval.warmup)
        .map(|interval| interval.start.as_secs_f64());
    let plot = |title, y_label, y_scale, lines: Vec<Curve<'_>>| {
        Plot {
            title,
            x_label: "seconds",
            y_label,
            y_scale,
            x_marks: &[],
            lines,
            warm_until,
        }
        .figure()
    };
    let line = |name, value: &dyn Fn(&Interval) -> Option<f64>| Curve {
        name,
        points: points(intervals, value),
    };
    let quantile = |metric: Metric, pick: fn(&Quantiles) -> f64| {
        move |interval: &Interval| {
            let latency = interval.tally.latency(metric);
            (!latency.is_empty()).then(|| pick(&Quantiles::of(latency)))
        }
    };
    let latency = |(title, metric): (&'static str, Metric)| {
        let lines = vec![
            line("p50", &quantile(metric, |latency| latency.p50)),
            line("p90", &quantile(metric, |latency| latency.p90)),
            line("p99", &quantile(metric, |latency| latency.p99)),
            line("max", &quantile(metric, |latency| latency.max)),
        ];
        plot(title, "ms", Scale::Log, lines)
    };
    let rate = |count: Count| move |interval: &Interval| Some(interval.rate(count));
    let throughput = vec![
        line("delivered to seats", &rate(Count::Deliveries)),
        line("actions", &rate(Count::Actions)),
    ];
    let players = vec![line("players", &|interval| Some(interval.players as f64))];
    let errors = vec![
        line("errors", &rate(Count::Errors)),
        line("time-outs", &rate(Count::Timeouts)),
        line("reconnects", &rate(Count::Reconnects)),
        line("late sends", &rate(Count::LateSends)),
    ];
    let mut figures: Vec<Figure> = [
        ("Action to answer", Metric::ActionAck),
        ("Action to the other seats", Metric::ActionSeen),
        ("Lag of the generator", Metric::Lag),
    ]
    .map(latency)
    .into();
    figures.extend([
        plot("Throughput", "a second", Scale::Linear, throughput),
        plot("Players connected", "players", Scale::Linear, players),
        plot("Errors", "a second", Scale::Linear, errors),
    ]);
    figures
}

/// Returns one value per interval, averaged where there are very many.
fn points(intervals: &[Interval], value: &dyn Fn(&Interval) -> Option<f64>) -> Vec<(f64, f64)> {
    let all: Vec<(f64, f64)> = intervals
        .iter()
        .filter_map(|interval| value(interval).map(|value| (interval.start.as_secs_f64(), value)))
        .collect();
    let group = all.len().div_ceil(POINTS_MAX).max(1);
    let mean = |group: &[(f64, f64)]| {
        let sum = group
            .iter()
            .fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        (sum.0 / group.len() as f64, sum.1 / group.len() as f64)
    };
    all.chunks(group).map(mean).collect()
}

/// Plots latencies by percentile, with the tail stretched: each mark to the right is ten times rarer.
fn percentiles(total: &Tally) -> Figure {
    let curve = |metric: Metric| {
        let latency = total.latency(metric);
        let mut points = Vec::new();
        if !latency.is_empty() {
            for tenth in 0..=50 {
                let rarity = f64::from(tenth) / 10.0;
                let quantile = 1.0 - 10_f64.powf(-rarity);
                points.push((rarity, latency.value_at_quantile(quantile) as f64 / 1e3));
                if (latency.len() as f64) < 10_f64.powf(rarity) {
                    break;
                }
            }
        }
        Curve {
            name: metric.name(),
            points,
        }
    };
    let metrics = [
        Metric::ActionAck,
        Metric::ActionSeen,
        Metric::Sit,
        Metric::Connect,
        Metric::Lag,
    ];
    Plot {
        title: "Latency by percentile",
        x_label: "percentile",
        y_label: "ms",
        y_scale: Scale::Log,
        x_marks: &["0", "90", "99", "99.9", "99.99", "99.999"],
        lines: metrics
            .into_iter()
            .map(curve)
            .filter(|line| !line.points.is_empty())
            .collect(),
        warm_until: None,
    }
    .figure()
}

/// Plots the number of latencies in each class; each class is a quarter wider than the one before.
fn histogram(title: &str, latency: &Histogram<u64>) -> Figure {
    let mut classes = Vec::new();
    if !latency.is_empty() {
        let mut low = latency.min().max(1);
        while low <= latency.max() {
            let high = (low + low / 4).max(low + 1);
            classes.push((number(low as f64 / 1e3), latency.count_between(low, high - 1) as f64));
            low = high;
        }
    }
    bars(title, "ms", "count", &classes)
}

fn latencies(summary: &Summary) -> Table {
    let row = |metric: Metric| {
        let latency = summary.latencies_ms[metric.name()];
        let values = [
            latency.mean,
            latency.p50,
            latency.p90,
            latency.p95,
            latency.p99,
            latency.p999,
            latency.max,
        ];
        let mut row = vec![metric.name().to_owned(), latency.count.to_string()];
        row.extend(values.map(|value| format!("{value:.2}")));
        row
    };
    Table {
        title: "Latencies",
        head: vec!["ms", "count", "mean", "p50", "p90", "p95", "p99", "p99.9", "max"],
        rows: Metric::ALL.map(row).into(),
    }
}

fn counts(summary: &Summary) -> Table {
    let row = |count: Count| {
        let name = count.name();
        let (total, rate) = (summary.counts[name], summary.per_second[name]);
        vec![name.to_owned(), total.to_string(), format!("{rate:.1}")]
    };
    let error = |(code, count): (&String, &u64)| vec![format!("error {code}"), count.to_string(), String::new()];
    let mut rows: Vec<Vec<String>> = Count::ALL.map(row).into();
    rows.extend(summary.errors.iter().map(error));
    Table {
        title: "Counts",
        head: vec!["", "total", "a second"],
        rows,
    }
}

/// Returns the conditions that held or did not: the laws, the thresholds, the generator, and the server as a figure for the reader.
fn judged(summary: &Summary) -> Vec<Judged> {
    let mut judged = Vec::new();
    let mut judge = |what: &str, good: bool, text: String| {
        let what = what.to_owned();
        judged.push(Judged { what, good, text });
    };
    for check in &summary.checks {
        let text = if check.violations == 0 {
            "held".to_owned()
        } else {
            format!("broken {} times", check.violations)
        };
        judge(check.words, check.violations == 0, text);
    }
    for verdict in &summary.thresholds {
        let word = if verdict.passed { "met" } else { "missed" };
        judge(
            &verdict.threshold,
            verdict.passed,
            format!("{word}: {:.3}", verdict.actual),
        );
    }
    let generator = &summary.generator;
    let text = format!(
        "{:.2} of {} cores, lag p99 {:.2} ms, {} open files allowed",
        generator.cores_used, generator.cores, generator.lag_ms.p99, generator.open_files
    );
    judge("the generator kept up", generator.valid, text);
    if let Some(server) = &summary.server {
        let text = format!(
            "{:.2} cores, {:.2} us of CPU per delivery, {:.1} MiB resident, {:.1} KiB per connection",
            server.cores_used,
            server.cpu_us_per_delivery,
            server.rss_bytes as f64 / 1_048_576.0,
            server.rss_kib_per_connection
        );
        judge("the server", true, text);
    }
    judged
}

fn evidence(summary: &Summary) -> Vec<Evidence<'_>> {
    let evidence = summary.findings.iter().map(|finding| Evidence {
        law: finding.law.words(),
        table: &finding.table,
        seat: finding.seat,
        text: &finding.evidence,
    });
    evidence.collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::check::{Finding, Law};
    use crate::lag::Honesty;
    use crate::report::Context;
    use crate::report::summary::Checked;
    use crate::stats::Series;
    use crate::threshold::Threshold;

    /// Renders the page of a short run with a broken law and a missed threshold.
    fn sample() -> String {
        let mut series = Series::new(Duration::ZERO);
        for second in 1..=3_u64 {
            let mut tally = Tally::new();
            for step in 0..100 {
                tally.record(Metric::ActionAck, Duration::from_micros(second * 100 + step * 7));
            }
            tally.add(Count::Actions, 100);
            series.push(tally, 9);
        }
        let (total, length) = series.total();
        let threshold: Threshold = "action_ack p50<1us".parse().unwrap();
        let summary = Summary {
            schema: "loadtest.summary",
            version: 1,
            context: Context {
                command: vec!["loadtest".to_owned(), "<run>".to_owned()],
                ..Context::default()
            },
            passed: false,
            measured_s: length.as_secs_f64(),
            tables: 1,
            players_peak: 9,
            players_failed: 0,
            latencies_ms: Metric::ALL
                .map(|metric| (metric.name(), Quantiles::of(total.latency(metric))))
                .into(),
            counts: Count::ALL.map(|count| (count.name(), total.count(count))).into(),
            per_second: Count::ALL.map(|count| (count.name(), 0.0)).into(),
            errors: [("turn.stale".to_owned(), 3)].into(),
            checks: vec![Checked {
                law: Law::OwnCardsOnly,
                words: Law::OwnCardsOnly.words(),
                violations: 1,
            }],
            findings: vec![Finding {
                law: Law::OwnCardsOnly,
                table: "1".to_owned(),
                seat: 2,
                evidence: r#"{"cards":["Ah"]} <script>"#.to_owned(),
            }],
            thresholds: vec![threshold.judge(&total, length, 1)],
            generator: Honesty {
                valid: false,
                reasons: vec!["the generator lagged".to_owned()],
                lag_ms: Quantiles::default(),
                cores_used: 0.5,
                cores: 2,
                open_files: 1024,
            },
            server: None,
            series: Vec::new(),
        };
        page(&summary, &series.intervals, &total).unwrap()
    }

    #[test]
    fn what_went_wrong_is_on_the_page() {
        let page = sample();
        for part in [
            "failed",
            "Not valid: the generator lagged",
            "broken 1 times",
            "missed: ",
            "turn.stale",
            "no socket receives a card that is not its own",
        ] {
            assert!(page.contains(part), "{part}");
        }
    }

    #[test]
    fn the_page_needs_nothing_else_and_runs_nothing() {
        let page = sample();
        for part in ["<script", "src=", "href=", "@import", "url(", "<run>"] {
            assert!(!page.contains(part), "{part}");
        }
        assert!(page.contains("prefers-color-scheme: dark"));
    }

    #[test]
    fn every_plot_is_whole() {
        let page = sample();
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        assert_eq!(page.matches("<figure>").count(), page.matches("</figure>").count());
        assert!(page.matches("<svg").count() >= 4, "plots with points");
        assert!(!page.contains("NaN"));
    }
}
