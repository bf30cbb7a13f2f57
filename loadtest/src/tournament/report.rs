//! Result of the command.

use std::fmt;

use serde::Serialize;

use crate::stats::Quantiles;

/// Result of the command.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    pub(super) schema: &'static str,
    pub(super) version: u32,
    pub(super) seed: u64,
    pub(super) players: usize,
    pub(super) kills: u32,
    /// Moves close to a crash, by the boundary of the crash, over all tournaments; with `--crash-at moves`.
    pub(super) crashed_near_moves: Option<Vec<u64>>,
    /// Time from the first hand to the last prize, in seconds, downtime of the server included.
    pub(super) seconds: f64,
    /// Hands played to their end.
    pub(super) hands: u64,
    /// Decisions of players.
    pub(super) decisions: u64,
    /// Messages received by players.
    pub(super) messages: u64,
    /// Events of the tournament.
    pub(super) events: u64,
    /// Events seen by a watcher and compared with the server's log.
    pub(super) events_compared: u64,
    /// Moves of players to other tables.
    pub(super) moves: u64,
    /// Time from the event of a move until the player has the new table, in milliseconds; `None` without sockets.
    pub(super) move_ms: Option<Quantiles>,
    /// Memory per connected player who has entered and waits, in KiB.
    pub(super) kib_per_player: Option<f64>,
    /// Processor time of the server while all players wait, in percent.
    pub(super) idle_cpu_percent: Option<f64>,
    /// Faults found.
    pub(super) faults: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} players, {} kills, {:.1} s, {} hands, {} decisions, {} moves, {} events; seed {}",
            self.players, self.kills, self.seconds, self.hands, self.decisions, self.moves, self.events, self.seed
        )?;
        if let Some(Quantiles {
            count,
            p50,
            p90,
            p99,
            max,
            ..
        }) = &self.move_ms
        {
            writeln!(
                f,
                "from a move to the new table: p50 {p50:.1}  p90 {p90:.1}  p99 {p99:.1}  max {max:.1} ms, {count} timed"
            )?;
        }
        if let (Some(kib), Some(cpu)) = (self.kib_per_player, self.idle_cpu_percent) {
            writeln!(
                f,
                "waiting for the start: {kib:.1} KiB a player, {cpu:.1} % of a processor"
            )?;
        }
        if let Some(moves) = &self.crashed_near_moves {
            writeln!(f, "moves that crashes came near, by the write boundary: {moves:?}")?;
        }
        if self.events_compared > 0 {
            writeln!(f, "{} events compared with the server's log", self.events_compared)?;
        }
        writeln!(f, "faults: {}", self.faults.len())?;
        for fault in self.faults.iter().take(20) {
            writeln!(f, "  {fault}")?;
        }
        Ok(())
    }
}
