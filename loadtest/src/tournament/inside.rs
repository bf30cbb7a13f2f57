//! A tournament without sockets: the program of the harness plays it alone, and the stored result is judged.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use poker_protocol::v1::TournamentEvent;
use serde::Deserialize;

use super::judge::judge_audit;
use super::laws::EventCheck;
use super::{Report, structure};
use crate::Failure;
use crate::audit::Audit;
use crate::cli::TournamentArgs;
use crate::spawn::harness_program;

/// Exit code of `poker-harness drive` at the boundary where it was told to crash.
const CRASHED: i32 = 86;

/// Boundaries at which it crashes, life by life: before the move is written, right after its group, and after the groups of steps that follow,
/// which end the hand at one table and seat the player at the other.
const BOUNDARIES: usize = 5;

/// Output of `poker-harness drive`.
#[derive(Debug, Deserialize)]
struct Driven {
    entering_ms: u64,
    took_ms: u64,
    decisions: u64,
    messages: u64,
}

/// Output of a program that crashes.
#[derive(Debug, Deserialize)]
struct Crashed {
    crashed_near_moves: u64,
}

/// Crashes, and the moves that they were close to.
#[derive(Clone, Copy, Debug, Default)]
struct Crashes {
    crashes: u32,
    moves: [u64; BOUNDARIES],
}

/// Plays the tournament in one process, in a data folder below `folder`, and judges the stored result. With `--crash-at moves` the program
/// crashes at one boundary after another, and further tournaments are played until enough moves had a crash close to them.
pub(super) async fn play(arguments: &TournamentArgs, program: &Path, folder: &Path) -> Result<Report, Failure> {
    let harness = harness_program(arguments.server.server.as_deref())?;
    let mut crashes = Crashes::default();
    let mut seed = arguments.seed;
    loop {
        let folder = folder.join(seed.to_string());
        std::fs::create_dir(&folder)?;
        let drive = Drive {
            arguments,
            program,
            harness: &harness,
            data: folder.join("data"),
            rules: folder.join("load.toml"),
            seed,
        };
        let report = drive.to_its_end(&mut crashes).await?;
        let is_enough = arguments.crash_at.is_none() || crashes.moves.iter().sum::<u64>() >= arguments.moves;
        if is_enough || !report.faults.is_empty() {
            return Ok(report);
        }
        if !arguments.keep {
            std::fs::remove_dir_all(&folder)?;
        }
        seed += 1;
    }
}

/// A tournament played by the program.
struct Drive<'a> {
    arguments: &'a TournamentArgs,
    /// The server's program, which audits.
    program: &'a Path,
    /// The program that plays.
    harness: &'a Path,
    data: PathBuf,
    rules: PathBuf,
    seed: u64,
}

impl Drive<'_> {
    async fn to_its_end(&self, crashes: &mut Crashes) -> Result<Report, Failure> {
        std::fs::write(&self.rules, structure(self.arguments))?;
        let began = Instant::now();
        let driven = loop {
            let boundary = crashes.crashes as usize % BOUNDARIES;
            let output = self.live(self.arguments.crash_at.map(|_| boundary)).await?;
            if output.status.code() == Some(CRASHED) {
                let told: Crashed = serde_json::from_slice(&std::fs::read(self.data.join("crash.json"))?)?;
                crashes.crashes += 1;
                crashes.moves[boundary] += told.crashed_near_moves;
                self.say(|| format!("{} crashes, near {:?} moves", crashes.crashes, crashes.moves));
                continue;
            }
            if !output.status.success() {
                return Err(format!("poker-harness drive ended with {}", output.status).into());
            }
            let driven: Driven = serde_json::from_slice(&output.stdout)?;
            break driven;
        };
        if crashes.crashes == 0 {
            self.say(|| {
                format!(
                    "all players have entered after {:.1} s",
                    driven.entering_ms as f64 / 1e3
                )
            });
        }
        // A program that crashed has printed nothing.
        let took = match crashes.crashes {
            0 => Duration::from_millis(driven.took_ms),
            _ => began.elapsed(),
        };
        self.judge(&driven, crashes, took).await
    }

    /// Runs one life of the program, up to its end or its crash.
    async fn live(&self, crash_at: Option<usize>) -> Result<Output, Failure> {
        let mut command = Command::new(self.harness);
        command
            .args(["drive", "--json"])
            .args(["--players", &self.arguments.players.to_string()])
            .args(["--seed", &self.seed.to_string()])
            .args(crash_at.map(|boundary| format!("--crash-near-move={boundary}")))
            .arg("--data")
            .args([&self.data, &self.rules])
            .stderr(Stdio::inherit());
        Ok(tokio::task::spawn_blocking(move || command.output()).await??)
    }

    /// Judges the stored result.
    async fn judge(&self, driven: &Driven, crashes: &Crashes, took: Duration) -> Result<Report, Failure> {
        let (program, data) = (self.program.to_owned(), self.data.clone());
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
            seed: self.seed,
            players: verdict.players,
            kills: crashes.crashes,
            crashed_near_moves: self.arguments.crash_at.map(|_| crashes.moves.to_vec()),
            seconds: took.as_secs_f64(),
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

    fn say(&self, line: impl FnOnce() -> String) {
        if !self.arguments.quiet {
            eprintln!("{}", line());
        }
    }
}
