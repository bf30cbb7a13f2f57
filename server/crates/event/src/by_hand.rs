//! Live tournaments: real cards and chips next to a screen, and players without accounts. Rule: tournament 2.14. Also the
//! beat with which every tournament writes its clock while no table writes.

use poker_engine::tournament::director::Phase;
use poker_protocol::v1::tournament::FloorAction;
use poker_protocol::v1::{PlayerInfo, PlayerKind};

use super::command::Command;
use super::state::{Entrant, Tournament};

/// Interval, in milliseconds, at which the tournament writes its clock to disk while no table writes anything, as in a break or in a
/// live tournament. A restart sets the clock back by at most this much.
const BEAT_MS: u64 = 5_000;

impl Tournament {
    /// `true` if its hands are played away from the server.
    pub(crate) fn is_live(&self) -> bool {
        self.setup.live
    }

    /// Returns when the clock is to be written again, in milliseconds of the tournament.
    pub(super) fn next_beat(&self) -> Option<u64> {
        let beats = self.director.phase() == Phase::Running;
        beats.then(|| self.t.saturating_add(BEAT_MS))
    }

    /// Returns the player whom a command enters by name.
    pub(super) fn entrant_by_name(&self, command: &Command) -> Option<Entrant> {
        let Command::Floor {
            action: FloorAction::Enter { name },
            ..
        } = command
        else {
            return None;
        };
        Some(self.entrant_named(name))
    }

    /// Returns the next player, of this name and without an account.
    pub(super) fn entrant_named(&self, name: &str) -> Entrant {
        Entrant {
            account: None,
            info: PlayerInfo {
                id: format!("by-hand-{}", self.director.players() + 1),
                name: name.trim().to_owned(),
                kind: PlayerKind::Guest,
            },
        }
    }
}
