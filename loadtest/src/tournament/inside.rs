//! A tournament without sockets: the server's program plays it by itself, and what it leaves is judged.

use std::path::Path;
use std::process::{Command, Stdio};

use poker_protocol::v1::TournamentEvent;
use serde::Deserialize;

use super::judge::judge_audit;
use super::laws::EventCheck;
use super::{Report, structure};
use crate::Failure;
use crate::audit::Audit;
use crate::cli::TournamentArgs;

/// What `poker tournament drive` tells.
#[derive(Debug, Deserialize)]
struct Driven {
    entering_ms: u64,
    took_ms: u64,
    decisions: u64,
    messages: u64,
}

/// Plays the tournament in the program, in a data folder below `folder`, and judges what is stored.
pub(super) async fn play(arguments: &TournamentArgs, program: &Path, folder: &Path) -> Result<Report, Failure> {
    let (rules, data) = (folder.join("load.toml"), folder.join("data"));
    std::fs::write(&rules, structure(arguments))?;
    let mut command = Command::new(program);
    command
        .args(["tournament", "drive", "--json"])
        .args(["--players", &arguments.players.to_string()])
        .args(["--seed", &arguments.seed.to_string()])
        .arg("--data")
        .args([&data, &rules])
        .stderr(Stdio::inherit());
    let output = tokio::task::spawn_blocking(move || command.output()).await??;
    if !output.status.success() {
        return Err(format!("poker tournament drive ended with {}", output.status).into());
    }
    let driven: Driven = serde_json::from_slice(&output.stdout)?;
    if !arguments.quiet {
        eprintln!(
            "all players have entered after {:.1} s",
            driven.entering_ms as f64 / 1e3
        );
    }
    let program = program.to_owned();
    let audit = tokio::task::spawn_blocking(move || Audit::of(&program, &data)).await??;
    let mut check = EventCheck::default();
    for line in audit.tournaments().flatten() {
        let event: TournamentEvent = serde_json::from_str(line)?;
        check.take(&event);
    }
    let mut verdict = check.finish();
    let hands = judge_audit(&audit, &mut verdict);
    Ok(Report {
        schema: "loadtest.tournament",
        version: 1,
        seed: arguments.seed,
        players: verdict.players,
        kills: 0,
        seconds: driven.took_ms as f64 / 1e3,
        hands,
        decisions: driven.decisions,
        messages: driven.messages,
        events: verdict.events,
        events_compared: 0,
        moves: verdict.moves,
        move_ms: None,
        kib_per_player: None,
        idle_cpu_percent: None,
        faults: verdict.faults,
    })
}
