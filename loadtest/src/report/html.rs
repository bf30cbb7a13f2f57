//! The report: one page that needs nothing else, light or dark as the reader's system is.

use std::fmt::Write as _;

use hdrhistogram::Histogram;

use super::summary::Summary;
use super::svg::{Line, Plot, Scale, bars, escape, number};
use crate::stats::{Count, Interval, Metric, Quantiles, Tally};

/// More points than this are drawn as means of neighbours.
const POINTS_MAX: usize = 600;

/// The page of a run: its summary, its intervals, and everything measured after the warm-up.
pub(crate) fn page(summary: &Summary, intervals: &[Interval], total: &Tally) -> String {
    let mut page = String::with_capacity(64 * 1024);
    let verdict = if summary.passed { "passed" } else { "failed" };
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Load test: {verdict}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        include_str!("style.css")
    );
    heading(&mut page, summary);
    cards(&mut page, summary);
    page.push_str("<h2>Over time</h2>\n<div class=\"plots\">\n");
    over_time(&mut page, intervals);
    page.push_str("</div>\n<h2>Distribution</h2>\n<div class=\"plots\">\n");
    page.push_str(&percentiles(total));
    page.push_str(&histogram("Action to answer", total.latency(Metric::ActionAck)));
    page.push_str(&histogram(
        "Action to the other seats",
        total.latency(Metric::ActionSeen),
    ));
    page.push_str("</div>\n");
    tables(&mut page, summary);
    page.push_str("</body>\n</html>\n");
    page
}

fn heading(page: &mut String, summary: &Summary) {
    let context = &summary.context;
    let (class, word) = if summary.passed {
        ("good", "passed")
    } else {
        ("bad", "failed")
    };
    let _ = write!(
        page,
        "<h1>Load test: <span class=\"{class}\">{word}</span></h1>\n\
         <p class=\"soft\">{}; {}, {} tables of {} seats; seed {}; {:.1} s measured against {}</p>\n<p><code>{}</code></p>\n",
        escape(&context.model),
        escape(&context.game),
        summary.tables,
        context.seats,
        context.seed,
        summary.measured_s,
        escape(&context.target),
        escape(&context.command.join(" "))
    );
    for reason in &summary.generator.reasons {
        let _ = writeln!(page, "<p class=\"bad\">Not valid: {}</p>", escape(reason));
    }
}

fn cards(page: &mut String, summary: &Summary) {
    let rate = |count: Count| number(summary.per_second[count.name()]);
    let latency = |metric: Metric| summary.latencies_ms[metric.name()];
    let ms = |value: f64| format!("{} ms", number(value));
    let broken: u64 = summary.checks.iter().map(|check| check.violations).sum();
    page.push_str("<div class=\"cards\">");
    for (value, label) in [
        (number(summary.players_peak as f64), "players at most, at once"),
        (rate(Count::Actions), "actions a second"),
        (rate(Count::Deliveries), "actions delivered to seats a second"),
        (ms(latency(Metric::ActionAck).p50), "action to answer, median"),
        (ms(latency(Metric::ActionAck).p99), "action to answer, p99"),
        (ms(latency(Metric::ActionSeen).p99), "action to the other seats, p99"),
        (number(summary.counts[Count::Errors.name()] as f64), "errors"),
        (number(broken as f64), "broken invariants"),
    ] {
        let _ = write!(page, "<div class=\"card\"><b>{value}</b><span>{label}</span></div>");
    }
    page.push_str("</div>\n");
}

fn over_time(page: &mut String, intervals: &[Interval]) {
    let warm_until = intervals
        .iter()
        .find(|interval| !interval.warmup)
        .map(|interval| interval.start.as_secs_f64());
    let plot = |title, y_label, y_scale, lines: Vec<Line<'_>>| {
        let x_marks = Vec::new();
        Plot {
            title,
            x_label: "seconds",
            y_label,
            y_scale,
            x_marks,
            lines,
            warm_until,
        }
        .figure()
    };
    let line = |name, value: &dyn Fn(&Interval) -> Option<f64>| Line {
        name,
        points: points(intervals, value),
    };
    let quantile = |metric: Metric, pick: fn(&Quantiles) -> f64| {
        move |interval: &Interval| {
            let latency = interval.tally.latency(metric);
            (!latency.is_empty()).then(|| pick(&Quantiles::of(latency)))
        }
    };
    for (title, metric) in [
        ("Action to answer", Metric::ActionAck),
        ("Action to the other seats", Metric::ActionSeen),
        ("Lag of the generator", Metric::Lag),
    ] {
        let lines = vec![
            line("p50", &quantile(metric, |latency| latency.p50)),
            line("p90", &quantile(metric, |latency| latency.p90)),
            line("p99", &quantile(metric, |latency| latency.p99)),
            line("max", &quantile(metric, |latency| latency.max)),
        ];
        page.push_str(&plot(title, "ms", Scale::Log, lines));
    }
    let rate = |count: Count| move |interval: &Interval| Some(interval.rate(count));
    let lines = vec![
        line("delivered to seats", &rate(Count::Deliveries)),
        line("actions", &rate(Count::Actions)),
    ];
    page.push_str(&plot("Throughput", "a second", Scale::Linear, lines));
    let lines = vec![line("players", &|interval| Some(interval.players as f64))];
    page.push_str(&plot("Players connected", "players", Scale::Linear, lines));
    let lines = vec![
        line("errors", &rate(Count::Errors)),
        line("time-outs", &rate(Count::Timeouts)),
        line("reconnects", &rate(Count::Reconnects)),
        line("late sends", &rate(Count::LateSends)),
    ];
    page.push_str(&plot("Errors", "a second", Scale::Linear, lines));
}

/// A value of each interval, thinned out where there are very many.
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

/// Latencies by percentile, the tail drawn out: each mark to the right is ten times rarer.
fn percentiles(total: &Tally) -> String {
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
        Line {
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
        x_marks: [
            (0.0, "0"),
            (1.0, "90"),
            (2.0, "99"),
            (3.0, "99.9"),
            (4.0, "99.99"),
            (5.0, "99.999"),
        ]
        .map(|(x, text)| (x, text.to_owned()))
        .to_vec(),
        lines: metrics
            .into_iter()
            .map(curve)
            .filter(|line| !line.points.is_empty())
            .collect(),
        warm_until: None,
    }
    .figure()
}

/// How many latencies fall in each class; each class is a quarter wider than the one before.
fn histogram(title: &str, latency: &Histogram<u64>) -> String {
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

fn tables(page: &mut String, summary: &Summary) {
    page.push_str(
        "<h2>Latencies</h2>\n<div class=\"wide\"><table><thead><tr><th>ms</th><th>count</th><th>mean</th><th>p50</th>\
         <th>p90</th><th>p95</th><th>p99</th><th>p99.9</th><th>max</th></tr></thead><tbody>\n",
    );
    for metric in Metric::ALL {
        let latency = summary.latencies_ms[metric.name()];
        let _ = write!(page, "<tr><td>{}</td><td>{}</td>", metric.name(), latency.count);
        for value in [
            latency.mean,
            latency.p50,
            latency.p90,
            latency.p95,
            latency.p99,
            latency.p999,
            latency.max,
        ] {
            let _ = write!(page, "<td>{value:.2}</td>");
        }
        page.push_str("</tr>\n");
    }
    page.push_str(
        "</tbody></table></div>\n<h2>Counts</h2>\n<div class=\"wide\"><table><thead><tr><th></th><th>total</th>\
         <th>a second</th></tr></thead><tbody>\n",
    );
    for count in Count::ALL {
        let name = count.name();
        let (total, rate) = (summary.counts[name], summary.per_second[name]);
        let _ = writeln!(page, "<tr><td>{name}</td><td>{total}</td><td>{rate:.1}</td></tr>");
    }
    for (code, count) in &summary.errors {
        let _ = writeln!(
            page,
            "<tr><td>error <code>{}</code></td><td>{count}</td><td></td></tr>",
            escape(code)
        );
    }
    page.push_str("</tbody></table></div>\n<h2>Invariants and thresholds</h2>\n<div class=\"wide\"><table><tbody>\n");
    let mut row = |what: &str, good: bool, text: &str| {
        let class = if good { "good" } else { "bad" };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"{class}\">{}</td></tr>",
            escape(what),
            escape(text)
        );
    };
    for check in &summary.checks {
        let text = if check.violations == 0 {
            "held".to_owned()
        } else {
            format!("broken {} times", check.violations)
        };
        row(check.words, check.violations == 0, &text);
    }
    for verdict in &summary.thresholds {
        let word = if verdict.passed { "met" } else { "missed" };
        row(
            &verdict.threshold,
            verdict.passed,
            &format!("{word}: {:.3}", verdict.actual),
        );
    }
    let generator = &summary.generator;
    let text = format!(
        "{:.2} of {} cores, lag p99 {:.2} ms, {} open files allowed",
        generator.cores_used, generator.cores, generator.lag_ms.p99, generator.open_files
    );
    row("the generator kept up", generator.valid, &text);
    if let Some(server) = &summary.server {
        let text = format!(
            "{:.2} cores, {:.2} us of CPU per delivery, {:.1} MiB resident, {:.1} KiB per connection",
            server.cores_used,
            server.cpu_us_per_delivery,
            server.rss_bytes as f64 / 1_048_576.0,
            server.rss_kib_per_connection
        );
        row("the server", true, &text);
    }
    page.push_str("</tbody></table></div>\n");
    if !summary.findings.is_empty() {
        page.push_str("<h2>Evidence</h2>\n");
        for finding in &summary.findings {
            let _ = writeln!(
                page,
                "<p><b>{}</b> at {} seat {}: <code>{}</code></p>",
                escape(finding.law.words()),
                escape(&finding.table),
                finding.seat,
                escape(&finding.evidence)
            );
        }
    }
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

    /// The page of a short run with a broken law and a missed threshold.
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
        page(&summary, &series.intervals, &total)
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
