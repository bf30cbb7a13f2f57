//! Live tournaments: real cards and chips beside a screen, and players without accounts. Rule: tournament 2.14.

use poker_engine::tournament::director::Phase;
use poker_protocol::v1::tournament::FloorAction;
use poker_protocol::v1::{PlayerInfo, PlayerKind};

use super::command::Command;
use super::setup::hosted_name;
use super::state::{Entrant, Refused, Tournament};

/// Where no table writes anything, as in a break or in a live tournament, the tournament itself tells the disk now and then what its
/// clock shows, in milliseconds: a restart sets the clock back by no more.
const BEAT_MS: u64 = 5_000;

/// Whether an action is for live tournaments alone.
pub(super) const fn is_of_live(action: &FloorAction) -> bool {
    matches!(
        action,
        FloorAction::Enter { .. }
            | FloorAction::TakeBack { .. }
            | FloorAction::ReEnter { .. }
            | FloorAction::Rebuy { .. }
            | FloorAction::NoRebuy { .. }
            | FloorAction::AddOn { .. }
            | FloorAction::HandOver { .. }
            | FloorAction::Count { .. }
    )
}

impl Tournament {
    /// Whether its hands are played elsewhere.
    pub(crate) fn is_live(&self) -> bool {
        self.setup.live
    }

    /// When the clock is to be written down again, in milliseconds of the tournament.
    pub(super) fn next_beat(&self) -> Option<u64> {
        let beats = self.director.phase() == Phase::Running;
        beats.then(|| self.t.saturating_add(BEAT_MS))
    }

    /// The player whom a command enters by name.
    pub(super) fn entrant_by_name(&self, command: &Command) -> Option<Entrant> {
        let Command::Floor {
            action: FloorAction::Enter { name },
            ..
        } = command
        else {
            return None;
        };
        Some(Entrant {
            account: None,
            info: PlayerInfo {
                id: format!("by-hand-{}", self.director.players() + 1),
                name: name.trim().to_owned(),
                kind: PlayerKind::Guest,
            },
        })
    }

    /// Whether a name can be entered: it is one, and no other player has it.
    pub(super) fn check_name(&self, name: &str) -> Result<(), Refused> {
        let name = hosted_name(name).map_err(|_| Refused::BadName)?.en;
        let same = |entrant: &Entrant| entrant.info.name.to_lowercase() == name.to_lowercase();
        if self
            .entrants()
            .any(|(number, entrant)| self.is_in(number) && same(entrant))
        {
            return Err(Refused::BadName);
        }
        Ok(())
    }
}
