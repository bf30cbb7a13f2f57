//! One line of undo and redo over all acts of officials, in live tournaments and, between hands, in others. Rule: tournament 1.1.
//!
//! `undo` reverts the last act and, repeated, the one before; `redo` restores the act undone last, until an official does
//! something else. An act that is final stops the line: nothing before it can be reached. An act is undone by replaying everything
//! since the first act of the line without it; data on disk is never changed. In a live tournament the line reaches back [`REACH`]
//! orders at least, the whole of most events. In others the next hand, an entry or anything else that players do at a table ends it.

use std::sync::Arc;

use poker_engine::tournament::director::Refusal;
use poker_protocol::v1::tournament::{FloorAction, TournamentEvent};

use super::acts::{Deed, Undo, ruling};
use super::command::{Command, EventOrder};
use super::floor::Lists;
use super::state::{Applied, Refused, Tournament};

/// Orders that can be taken back at least; twice as many are the most that are ever replayed at once.
pub(crate) const REACH: usize = if cfg!(test) { 30 } else { 500 };

/// The acts of officials that may be undone, and everything in between.
#[derive(Clone, Debug)]
pub(super) struct UndoLog {
    /// The tournament before the first of the orders. It has no line.
    base: Box<Tournament>,
    /// The line of the trail at which undo stops, if it and everything before it are final.
    stop: Option<u32>,
    /// Everything carried out since, in order.
    orders: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    order: EventOrder,
    /// The act of an official, as long as it can be undone or redone.
    act: Option<Act>,
}

#[derive(Clone, Debug)]
struct Act {
    /// The line of the trail.
    no: u32,
    undone: bool,
    way: Way,
}

/// The way to undo an act.
#[derive(Clone, Debug)]
enum Way {
    /// Replay everything since, without it.
    Again,
    /// Do the opposite command.
    Opposite,
    /// Restore the list of officials or of muted accounts; these are the lists to swap in.
    Lists(Box<Lists>),
    /// It cannot be undone.
    Never,
}

/// The state needed to undo an act, taken before it is carried out.
#[derive(Debug)]
pub(super) struct Before {
    /// The tournament, if the act begins a line.
    base: Option<Box<Tournament>>,
    /// The lists that the act may change.
    lists: Option<Lists>,
}

impl UndoLog {
    /// Returns the last act in force.
    fn last(&self) -> Option<(usize, &Act)> {
        let acts = self.orders.iter().enumerate().rev();
        let mut acts = acts.filter_map(|(at, entry)| Some((at, entry.act.as_ref()?)));
        acts.find(|(_, act)| !act.undone)
    }

    /// Returns the act undone last, unless another has been done since.
    fn undone(&self) -> Option<(usize, &Act)> {
        let from = self.last().map_or(0, |(at, _)| at + 1);
        let mut behind = self.orders.iter().enumerate().skip(from);
        behind.find_map(|(at, entry)| Some((at, entry.act.as_ref()?)))
    }

    /// Returns the index of the act of a line of the trail.
    fn at(&self, no: u32) -> Option<usize> {
        self.orders
            .iter()
            .position(|entry| entry.act.as_ref().is_some_and(|act| act.no == no))
    }

    /// Returns the tournament after these orders, up to a later one, and the orders carried out.
    fn replay(&self, entries: &[Entry], order: &EventOrder) -> Result<(Tournament, Vec<Entry>), Refused> {
        let mut again = Tournament::clone(&self.base);
        let mut orders = Vec::with_capacity(entries.len());
        for entry in entries {
            let is_out = |act: &Act| act.undone && matches!(act.way, Way::Again);
            if !entry.act.as_ref().is_some_and(is_out) {
                // Time passed stays in the line.
                if entry.order.command != (Command::Tick {}) {
                    again.pass_time(&entry.order, &mut orders)?;
                }
                again.play_again(&entry.order)?;
            }
            orders.push(entry.clone());
        }
        again.pass_time(order, &mut orders)?;
        Ok((again, orders))
    }

    /// Makes the oldest orders final once there are twice as many as can be taken back.
    fn shorten(&mut self) {
        if self.orders.len() < 2 * REACH {
            return;
        }
        let (old, _) = self.orders.split_at(REACH);
        let Ok((base, _)) = self.replay(old, &old[REACH - 1].order) else {
            return;
        };
        let mut acts = old.iter().filter_map(|entry| entry.act.as_ref());
        let last = acts.rfind(|act| !act.undone);
        self.stop = last.map(|act| act.no).or(self.stop);
        *self.base = base;
        self.orders.drain(..REACH);
    }

    /// Drops what could be redone: an official has done something else.
    fn forget_undone(&mut self) {
        let is_gone = |act: &Act| act.undone && matches!(act.way, Way::Again);
        self.orders.retain(|entry| !entry.act.as_ref().is_some_and(is_gone));
        for entry in &mut self.orders {
            entry.act.take_if(|act| act.undone);
        }
    }
}

impl Tournament {
    /// Returns the line of the trail that `undo` would revert now.
    ///
    /// # Errors
    /// There is none, or it cannot be undone.
    pub(crate) fn to_undo(&self) -> Result<u32, Refused> {
        let Some(line) = &self.line else {
            // Acts before the last hand are final.
            let is_early = self.book.trail().is_empty();
            return Err(if is_early { Refusal::NoChange } else { Refusal::TooLate }.into());
        };
        match (line.last(), line.stop) {
            (Some((_, act)), _) if matches!(act.way, Way::Never) => Err(Refused::Final(act.no)),
            (Some((_, act)), _) => Ok(act.no),
            (None, Some(no)) => Err(Refused::Final(no)),
            (None, None) => Err(Refusal::NoChange.into()),
        }
    }

    /// Returns the line of the trail that `redo` would restore now.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn to_redo(&self) -> Result<u32, Refused> {
        let undone = self.line.as_ref().and_then(|line| line.undone());
        undone.map(|(_, act)| act.no).ok_or(Refusal::NoChange.into())
    }

    /// Returns what it takes to undo an order; `None` if it is no act of an official.
    pub(super) fn before_act(&self, order: &EventOrder) -> Option<Before> {
        let Command::Floor { action, .. } = &order.command else {
            return None;
        };
        let base = self.line.is_none().then(|| Box::new(self.clone()));
        let lists = (Deed::of(action).undo() == Undo::Lists).then(|| self.book.lists());
        Some(Before { base, lists })
    }

    /// Keeps an order that was carried out, if it may have to be replayed.
    pub(super) fn note_in_line(&mut self, order: &EventOrder, before: Option<Before>, applied: &Applied) {
        let is_live = self.setup.live;
        let Some(Before { base, lists }) = before else {
            if !is_live && ends_line(&order.command, applied) {
                self.line = None;
            } else if let Some(line) = &mut self.line
                && !(applied.told.is_empty() && order.command == (Command::Tick {}))
            {
                let order = order.clone();
                line.orders.push(Entry { order, act: None });
                line.shorten();
            }
            return;
        };
        let Command::Floor { action, .. } = &order.command else {
            return;
        };
        let way = match (Deed::of(action).undo(), lists) {
            // Chips of accounts have moved, or a table has been notified.
            _ if !applied.transfers.is_empty() || has_reached_a_hand(applied) => Way::Never,
            (Undo::Again, _) => Way::Again,
            (Undo::Opposite, _) => Way::Opposite,
            (Undo::Lists, Some(lists)) => Way::Lists(Box::new(lists)),
            (Undo::Lists | Undo::Never, _) => Way::Never,
        };
        let no = self.book.last().map_or(0, |entry| entry.no);
        let (stop, orders) = (None, Vec::new());
        if matches!(way, Way::Never) && !is_live {
            self.line = None;
            let (base, stop) = (Box::new(self.clone()), Some(no));
            self.line = Some(Box::new(UndoLog { base, stop, orders }));
            return;
        }
        if let Some(base) = base {
            self.line = Some(Box::new(UndoLog { base, stop, orders }));
        }
        if let Some(line) = &mut self.line {
            line.forget_undone();
            let undone = false;
            line.orders.push(Entry {
                order: order.clone(),
                act: Some(Act { no, undone, way }),
            });
            line.shorten();
        }
    }

    /// Undoes or redoes an act.
    pub(super) fn turn_back(&mut self, order: &EventOrder) -> Result<Applied, Refused> {
        self.check_floor(order)?;
        let Command::Floor {
            role,
            reason,
            action,
            line: named,
            ..
        } = &order.command
        else {
            return Err(Refusal::WrongPhase.into());
        };
        let undo = *action == FloorAction::Undo {};
        let line = self.line.as_ref().ok_or(Refusal::NoChange)?;
        let at = named.and_then(|no| line.at(no)).ok_or(Refusal::NoChange)?;
        let Some(Act { no, undone, way }) = line.orders[at].act.clone() else {
            return Err(Refusal::NoChange.into());
        };
        if undone == undo {
            return Err(Refusal::NoChange.into());
        }
        let first_seq = self.seq + 1;
        let mut applied = match way {
            Way::Again => self.played_again(order, at, undo)?,
            Way::Opposite => self.opposite(order, at, undo)?,
            Way::Lists(lists) => {
                let now = Arc::make_mut(&mut self.book).swap_lists(*lists);
                self.set_act(at, undo, Some(now));
                Applied {
                    chat_changed: true,
                    ..Applied::default()
                }
            }
            Way::Never => return Err(Refused::Final(no)),
        };
        let (by, reason) = (ruling(*role, reason).by, reason.clone());
        self.t = order.t;
        self.tell(
            if undo {
                TournamentEvent::EntryUndone { line: no, by, reason }
            } else {
                TournamentEvent::EntryRedone { line: no, by, reason }
            },
            &mut applied,
        );
        self.note_floor(order, first_seq, &[], &mut applied);
        Ok(applied)
    }

    fn set_act(&mut self, at: usize, undone: bool, lists: Option<Lists>) {
        let act = self.line.as_mut().and_then(|line| line.orders[at].act.as_mut());
        if let Some(act) = act {
            act.undone = undone;
            if let Some(lists) = lists {
                act.way = Way::Lists(Box::new(lists));
            }
        }
    }

    /// Undoes a pause by resuming play, and a resumption by a pause.
    fn opposite(&mut self, order: &EventOrder, at: usize, undo: bool) -> Result<Applied, Refused> {
        let Command::Floor { role, reason, .. } = &order.command else {
            return Err(Refusal::WrongPhase.into());
        };
        let ruling = ruling(*role, reason);
        let line = self.line.as_ref().ok_or(Refusal::NoChange)?;
        let pauses = line.orders[at].order.command.is_pause() != undo;
        let opposite = EventOrder {
            command: if pauses {
                Command::Pause { ruling }
            } else {
                Command::Resume { ruling }
            },
            by: None,
            ..order.clone()
        };
        let applied = self.carry_out(&opposite)?;
        self.set_act(at, undo, None);
        if let Some(line) = &mut self.line {
            line.orders.push(Entry {
                order: opposite,
                act: None,
            });
            line.shorten();
        }
        Ok(applied)
    }

    /// Makes the tournament what it would be without an act, or with it.
    fn played_again(&mut self, order: &EventOrder, at: usize, undo: bool) -> Result<Applied, Refused> {
        let line = self.line.as_ref().ok_or(Refusal::NoChange)?;
        let mut entries = line.orders.clone();
        if let Some(act) = &mut entries[at].act {
            act.undone = undo;
        }
        let (mut again, orders) = match line.replay(&entries, order) {
            // A pause has come and gone since: the restored act goes after it.
            Err(_) if !undo => {
                let mut last = entries.remove(at);
                (last.order.t, last.order.at) = (order.t, order.at);
                entries.push(last);
                line.replay(&entries, order)?
            }
            // The place that the act had freed was given to the waiting list: that goes back with it.
            Err(_) if self.setup.live => {
                let mut later = entries.split_off(at);
                later.retain(|entry| !matches!(entry.order.command, Command::Admit { .. }));
                entries.append(&mut later);
                line.replay(&entries, order)?
            }
            played => played?,
        };
        // A table that was opened or closed cannot be restored.
        if !self.setup.live && !self.is_replaying && again.tables != self.tables {
            return Err(Refusal::TooLate.into());
        }
        let mut applied = Applied {
            concerns_all: true,
            ..Applied::default()
        };
        applied
            .dirty
            .extend(self.tables.keys().chain(again.tables.keys()).copied());
        again.book = Arc::clone(&self.book);
        applied.waitlist.changed = again.waitlist != self.waitlist;
        // The base may have been taken while the journal was read.
        again.is_replaying = self.is_replaying;
        again.start.fill(self.start.is_filling());
        (again.seq, again.t) = (self.seq, order.t);
        let (base, stop) = (line.base.clone(), line.stop);
        again.line = Some(Box::new(UndoLog { base, stop, orders }));
        *self = again;
        if !self.setup.live {
            let ready = self.director.open_tables();
            let ready = ready.filter(|table| self.director.may_deal_at(*table));
            applied.outcome.ready.extend(ready);
        }
        Ok(applied)
    }

    /// Carries out everything the clock has due up to an order.
    fn pass_time(&mut self, order: &EventOrder, orders: &mut Vec<Entry>) -> Result<(), Refused> {
        while let Some(due) = self.director.due().filter(|due| *due <= order.t) {
            let tick = EventOrder {
                t: due.max(self.t),
                by: None,
                command: Command::Tick {},
                ..order.clone()
            };
            self.play_again(&tick)?;
            orders.push(Entry { order: tick, act: None });
        }
        Ok(())
    }

    /// Carries out an order of the line once more. It may no longer be possible, or may move chips of accounts that have already moved.
    fn play_again(&mut self, order: &EventOrder) -> Result<(), Refused> {
        let applied = self.carry_out(order).map_err(|_| Refusal::TooLate)?;
        if applied.transfers.is_empty() && (self.setup.live || !has_reached_a_hand(&applied)) {
            Ok(())
        } else {
            Err(Refusal::TooLate.into())
        }
    }
}

/// `true` if an act has affected a running hand or the next one.
fn has_reached_a_hand(applied: &Applied) -> bool {
    let outcome = &applied.outcome;
    !(outcome.deals.is_empty() && outcome.kills.is_empty() && outcome.releases.is_empty() && applied.wishes.is_empty())
}

/// `true` if a command makes all earlier acts final. Passing time, players who come and go, and calls for officials do not.
fn ends_line(command: &Command, applied: &Applied) -> bool {
    let is_harmless = matches!(
        command,
        Command::Tick {}
            | Command::SetPresence { .. }
            | Command::Ticket { .. }
            | Command::Wait { .. }
            | Command::LeaveWaitlist { .. }
            | Command::PassOver { .. }
    );
    !is_harmless || !applied.transfers.is_empty() || has_reached_a_hand(applied)
}
