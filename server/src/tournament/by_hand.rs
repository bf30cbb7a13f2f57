//! Live tournaments: real cards and chips beside a screen, players without accounts, and entries that are taken back. Rule:
//! tournament 2.14.
//!
//! An entry is taken back by playing the tournament again without it. The commands of a live tournament are few, so they are kept
//! in memory; what is on disk is never changed.

use std::sync::Arc;

use poker_engine::tournament::director::{Phase, Refusal};
use poker_protocol::v1::tournament::{FloorAction, TournamentEvent};
use poker_protocol::v1::{PlayerInfo, PlayerKind};

use super::acts::ruling;
use super::command::{Command, Order};
use super::setup::{TournamentSetup, hosted_name};
use super::state::{Applied, Entrant, Refused, Tournament};

/// No table of a live tournament writes anything, so the tournament itself tells the disk now and then what its clock shows, in
/// milliseconds: a crash costs the clock no more.
const BEAT_MS: u64 = 30_000;

/// What has been entered in a live tournament.
#[derive(Clone, Debug)]
pub(super) struct Entered {
    /// As it was announced.
    announced: Arc<TournamentSetup>,
    /// Every command that has done something, with the line of the trail where an official has entered it.
    orders: Vec<(Order, Option<u32>)>,
}

impl Entered {
    pub(super) fn new(announced: &Arc<TournamentSetup>) -> Self {
        Self {
            announced: Arc::clone(announced),
            orders: Vec::new(),
        }
    }
}

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
            | FloorAction::Undo {}
    )
}

/// Whether an action is an entry that can be taken back.
const fn is_entry(action: &FloorAction) -> bool {
    let moves = matches!(
        action,
        FloorAction::Move { .. } | FloorAction::SwapSeats { .. } | FloorAction::SetButton { .. }
    );
    moves || is_of_live(action)
}

impl Tournament {
    /// Whether its hands are played elsewhere.
    pub(crate) fn is_live(&self) -> bool {
        self.setup.live
    }

    /// When the clock is to be written down again, in milliseconds of the tournament.
    pub(super) fn next_beat(&self) -> Option<u64> {
        let beats = self.setup.live && self.director.phase() == Phase::Running;
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

    /// Keeps a command that was carried out, if it may have to be played again.
    pub(super) fn note_entry(&mut self, order: &Order, applied: &Applied) {
        let Some(entered) = &mut self.entered else { return };
        if applied.told.is_empty() && order.command == (Command::Tick {}) {
            return;
        }
        let line = match &order.command {
            Command::Floor { action, .. } if is_entry(action) => self.book.last().map(|entry| entry.no),
            _ => None,
        };
        entered.orders.push((order.clone(), line));
    }

    /// The last entry is taken back: the tournament is what it would be without it.
    pub(super) fn undo(&mut self, order: &Order) -> Result<Applied, Refused> {
        self.check_floor(order)?;
        let Command::Floor { role, reason, .. } = &order.command else {
            return Err(Refusal::WrongPhase.into());
        };
        let entered = self.entered.as_ref().ok_or(Refusal::WrongPhase)?;
        let last = entered.orders.iter().rposition(|(_, line)| line.is_some());
        let last = last.ok_or(Refusal::NoChange)?;
        let undone = entered.orders[last].1.unwrap_or_default();
        let mut again = Self::new(Arc::clone(&entered.announced));
        for (index, (other, line)) in entered.orders.iter().enumerate() {
            if index != last {
                again.play_again(other, *line)?;
            }
        }
        again.pass_time(order)?;
        again.book = Arc::clone(&self.book);
        (again.seq, again.is_filling) = (self.seq, self.is_filling);
        again.t = order.t;
        *self = again;
        let by = ruling(*role, reason).by;
        let reason = reason.clone();
        let mut applied = self.told(vec![TournamentEvent::EntryUndone {
            line: undone,
            by,
            reason,
        }]);
        applied.dirty.extend(self.tables.keys().copied());
        self.note_floor(order, self.seq, &[], &mut applied);
        Ok(applied)
    }

    fn play_again(&mut self, order: &Order, line: Option<u32>) -> Result<(), Refused> {
        self.pass_time(order)?;
        // Without the entry it may not be possible, and then the entry stays.
        self.carry_out(order).map_err(|_| Refusal::TooLate)?;
        if let Some(entered) = &mut self.entered {
            entered.orders.push((order.clone(), line));
        }
        Ok(())
    }

    /// Everything that the clock owes up to an order.
    fn pass_time(&mut self, order: &Order) -> Result<(), Refused> {
        while let Some(due) = self.director.due().filter(|due| *due <= order.t) {
            let tick = Order {
                t: due.max(self.t),
                by: None,
                command: Command::Tick {},
                ..order.clone()
            };
            self.carry_out(&tick)?;
            if let Some(entered) = &mut self.entered {
                entered.orders.push((tick, None));
            }
        }
        Ok(())
    }
}
