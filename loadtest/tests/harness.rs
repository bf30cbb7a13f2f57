//! The harness as a program, against the real server and against its own baseline.

#![expect(clippy::unwrap_used, reason = "a test that cannot start its programs has failed")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// Runs the harness and parses the JSON that it prints.
fn loadtest(arguments: &[&str]) -> (Output, Option<Value>) {
    let output = Command::new(env!("CARGO_BIN_EXE_loadtest"))
        .args(arguments)
        .output()
        .unwrap();
    let json = serde_json::from_slice(&output.stdout).ok();
    (output, json)
}

fn words(output: &Output) -> String {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    format!("{}\n{stdout}\n{stderr}", output.status)
}

/// A machine busy with other tests is no reason to distrust a run that is about invariants.
const PATIENT: [&str; 2] = ["--lag-max", "1h"];

/// A baseline server that ends with the test.
struct Baseline {
    child: Child,
    url: String,
}

impl Baseline {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loadtest"));
        let mut child = command.arg("baseline").stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let url = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { child, url }
    }
}

impl Drop for Baseline {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn players_at_the_real_server_find_nothing_broken() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (html, hdr) = (path("report.html"), path("latency.hlog"));
    let mut arguments = "run --spawn --json --quiet --players 24 --seats 6 --profile wild --think 5ms --duration 5s \
                         --warmup 1s --drop-share 0.5 --drop-every 1s --drop-away 200ms"
        .split_whitespace()
        .collect::<Vec<_>>();
    arguments.extend([
        "--threshold",
        "violations==0",
        "--threshold",
        "errors==0",
        "--threshold",
        "hands>0",
    ]);
    arguments.extend(["--threshold", "reconnects>0", "--html", &html, "--hdr-log", &hdr]);
    arguments.extend(PATIENT);
    let (output, summary) = loadtest(&arguments);
    assert!(output.status.success(), "{}", words(&output));
    let summary = summary.unwrap();
    assert_eq!(
        (&summary["schema"], &summary["version"]),
        (&"loadtest.summary".into(), &1.into())
    );
    assert_eq!(summary["passed"], true);
    assert_eq!((&summary["players_peak"], &summary["tables"]), (&24.into(), &4.into()));
    let seen = summary["latencies_ms"]["action_seen"]["count"].as_u64().unwrap();
    let acknowledged = summary["latencies_ms"]["action_ack"]["count"].as_u64().unwrap();
    assert!(seen > acknowledged && acknowledged > 0, "{summary}");
    let page = std::fs::read_to_string(html).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && page.contains("passed"));
    assert!(
        !page.contains("src=") && !page.contains("href="),
        "the page needs nothing else"
    );
    assert!(std::fs::read_to_string(hdr).unwrap().contains("Tag=action_ack"));
}

#[test]
fn killed_in_the_middle_of_hands_the_server_loses_nothing() {
    let arguments = "kill --json --quiet --rounds 3 --tables 2 --seats 4 --profile wild --audit-every 2 --early 2 \
                     --life 500ms --think 5ms";
    let (output, report) = loadtest(&arguments.split_whitespace().collect::<Vec<_>>());
    assert!(output.status.success(), "{}", words(&output));
    let report = report.unwrap();
    assert_eq!(
        (&report["kills"], &report["violations"]),
        (&4.into(), &0.into()),
        "{report}"
    );
    assert!(report["events_compared"].as_u64().unwrap() > 0, "{report}");
}

#[test]
fn killed_while_games_change_and_dealers_pick_the_server_loses_nothing() {
    let arguments = "kill --json --quiet --rounds 6 --tables 2 --seats 3 --mix horse:1 --mix pick --audit-every 3 \
                     --life 500ms --think 2ms";
    let (output, report) = loadtest(&arguments.split_whitespace().collect::<Vec<_>>());
    assert!(output.status.success(), "{}", words(&output));
    let report = report.unwrap();
    assert_eq!(
        (&report["kills"], &report["violations"]),
        (&7.into(), &0.into()),
        "{report}"
    );
    assert!(report["games"].as_array().unwrap().len() > 2, "{report}");
}

#[test]
fn server_and_both_baselines_take_turns_and_send_as_much() {
    let arguments = "compare --json --quiet --rounds 1 --tables 4 --seats 5 --duration 1s --warmup 500ms --turn 50ms \
                     --idle 20 --shared-cores";
    let (output, report) = loadtest(&arguments.split_whitespace().collect::<Vec<_>>());
    assert!(output.status.success(), "{}", words(&output));
    let report = report.unwrap();
    let at = &report["comparisons"][0];
    let rivals = at["rivals"].as_array().unwrap();
    let names: Vec<_> = rivals.iter().map(|rival| rival["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["queued", "direct"]);
    for rival in rivals {
        let of = |figure: &str| rival["rounds"][0][figure].as_f64().unwrap();
        assert!(of("deliveries_per_s") > 0.0, "{report}");
        // The server's own rounds differ from second to second, as hands begin and end more or less often.
        for figure in ["bytes_per_delivery", "messages_per_delivery"] {
            let ratio = at["alone"][figure].as_f64().unwrap() / of(figure);
            assert!((0.9..1.1).contains(&ratio), "{figure} {ratio}: {report}");
        }
    }
    assert!(at["server"][0]["deliveries_per_s"].as_f64().unwrap() > 0.0, "{report}");
    assert_eq!(report["idle_rivals"].as_array().unwrap().len(), 2, "{report}");
}

#[test]
fn a_missed_threshold_has_its_own_exit_code() {
    let baseline = Baseline::start();
    let arguments = format!(
        "run --url {} --json --quiet --players 18 --think 1ms --duration 1s --warmup 0s --connect-rate 1000",
        baseline.url
    );
    let mut arguments: Vec<&str> = arguments.split_whitespace().collect();
    arguments.extend(PATIENT);
    arguments.extend(["--threshold", "actions>0"]);
    let (output, summary) = loadtest(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
    assert_eq!(summary.unwrap()["players_peak"], 18);
    arguments.extend(["--threshold", "action_ack p50<1us"]);
    let (output, summary) = loadtest(&arguments);
    assert_eq!(output.status.code(), Some(99), "{}", words(&output));
    let summary = summary.unwrap();
    assert_eq!(summary["thresholds"][0]["passed"], true);
    assert_eq!(summary["thresholds"][1]["passed"], false);
}

#[test]
fn actions_follow_a_schedule_in_the_open_model() {
    let baseline = Baseline::start();
    let arguments = format!(
        "run --url {} --json --quiet --mode open --rate 200 --players 18 --duration 2s --warmup 0s --connect-rate 1000",
        baseline.url
    );
    let (output, summary) = loadtest(&arguments.split_whitespace().chain(PATIENT).collect::<Vec<_>>());
    assert!(output.status.success(), "{}", words(&output));
    let summary = summary.unwrap();
    assert_eq!(
        summary["context"]["model"],
        "open model, 200 actions a second by 18 players"
    );
    assert!(summary["counts"]["actions"].as_u64().unwrap() > 0);
}

#[test]
fn wrong_usage_is_told() {
    for arguments in [
        &["run"][..],
        &["run", "--spawn", "--threshold", "nonsense"],
        &["run", "--spawn", "--stage", "5000"],
        &["run", "--url", "http://127.0.0.1:1"],
        &["compare", "--turn", "0s"],
        &["fly"],
    ] {
        let (output, _) = loadtest(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", words(&output));
    }
    let (output, _) = loadtest(&["run", "--url", "ws://127.0.0.1:1/ws", "--duration", "1s"]);
    assert_eq!(output.status.code(), Some(1), "{}", words(&output));
}
