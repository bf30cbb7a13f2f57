//! A command carried out: its row in the journal, and effects that wait for the disk.

use std::collections::BTreeMap;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::Refusal;
use poker_engine::{SeatIx, SeatSet};
use poker_owner::{Caller, Entropy, NoEntropy, Now, Outbox, Reply};
use poker_store::{Answer, LedgerAccount, Step, StepKind, Transfer};
use poker_table::core::direct::Direct;
use poker_table::state::command::{FORMAT, RequestOrigin};
use poker_table::state::event::Arranged;
use poker_wire::Mirror;

use super::tentative::Taken;
use super::{Core, Effects, Outputs, Slot};
use crate::command::{Command, EventOrder, Once};
use crate::state::{Applied, Refused, array};

impl Core {
    /// Carries out a command, appends it to the journal and parks its effects.
    pub(super) fn commit(
        &mut self,
        command: Command,
        request: Option<(&Caller, &str)>,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) -> Result<(), Refused> {
        let at = self.time(now);
        // At the same instant the clock goes first. Rule: L-15.
        while command != (Command::Tick {}) && self.tournament.director.due().is_some_and(|due| due <= at) {
            self.commit(Command::Tick {}, None, now, entropy, out)?;
        }
        let Ok(seed) = entropy.seed() else {
            tracing::error!(tournament = %self.tournament.id(), error = %NoEntropy, "a command needs random numbers, and the source of entropy failed");
            return Err(Refused::Director(Refusal::ClockDue));
        };
        let (keeps, refusable) = (command.keeps_answer(), command.may_be_refused());
        let order = EventOrder {
            at: now.wall,
            t: at,
            by: request.filter(|_| keeps).map(|(caller, id)| RequestOrigin {
                account: caller.account,
                id: id.to_owned(),
            }),
            command,
            seed,
        };
        let is_admission = matches!(order.command, Command::Admit { .. });
        let may_go_back = refusable && (request.is_some() || is_admission);
        let mark = may_go_back.then(|| self.mark_for_undo()).flatten();
        let first_seq = self.tournament.seq() + 1;
        let mut applied = self.tournament.apply(&order)?;
        let taken = may_go_back.then(|| Taken {
            order: order.clone(),
            request: request.map(|(caller, id)| (caller.clone(), id.to_owned())),
            dirty: applied.dirty.clone(),
        });
        let reply = request.map(|(caller, id)| {
            let answer = self.reply_to(&order.command, id, !applied.told.is_empty());
            (caller.outbox.clone(), answer)
        });
        let once = order.command.once();
        let (row, sealed) = order.encode();
        let answer = order.by.zip(reply.as_ref()).map(|(by, (_, reply))| Answer {
            account: by.account,
            request_id: by.id,
            body: Answer::to(
                LedgerAccount::Tournament(self.tournament.id()),
                once.map(Once::mark),
                &reply.frame(),
            ),
        });
        let mut effects = self.effects(&mut applied, reply, at);
        self.add_floor_effects(&applied, &mut effects, now);
        if !applied.concerned.is_empty() {
            self.look_for_people();
        }
        let Applied { told, transfers, .. } = applied;
        self.last += 1;
        if let Some(taken) = taken {
            self.note_tentative(taken, mark);
        }
        out.steps.push(Box::new(Step {
            table: self.tournament.id(),
            epoch: self.epoch,
            step: self.last,
            format: FORMAT,
            first_seq,
            hand_no: None,
            kind: StepKind::Table,
            command: row,
            events: array(&told),
            secret: Some(sealed),
            transfers,
            network: request.and_then(|(caller, _)| caller.network),
            answer,
            hand_end: None,
        }));
        self.log.extend(told);
        self.park(effects);
        Ok(())
    }

    /// Builds the effects of a command, to be shown once it is on disk.
    pub(super) fn effects(&mut self, applied: &mut Applied, reply: Option<(Outbox, Reply)>, at: u64) -> Effects {
        let last = self.tournament.seq();
        let told = u64::try_from(applied.told.len()).unwrap_or(0);
        let mut effects = Effects {
            told: (last - told, last),
            replies: reply.into_iter().collect(),
            moved: applied.transfers.iter().filter_map(Transfer::account).collect(),
            ..Effects::default()
        };
        for number in &applied.entered {
            let account = self.tournament.entrant(*number).and_then(|entrant| entrant.account);
            account.and_then(|account| self.banks.remove(&account));
        }
        let mut left: BTreeMap<TableNo, SeatSet> = BTreeMap::new();
        for (from, _) in &applied.moves {
            left.entry(from.0).or_default().insert(from.1);
        }
        let mut gone = Vec::new();
        for no in &applied.dirty {
            // Nothing is dealt at the tables of a live tournament.
            let opened = self.tournament.tables.get(no).copied();
            if let Some(opened) = opened.filter(|_| !self.tournament.is_live()) {
                let slot = self.slots.entry(*no).or_default();
                if slot.generation != opened.generation {
                    if slot.generation != 0 {
                        effects.closes.push(*no);
                        gone.extend(self.known.remove(no));
                    }
                    *slot = Slot {
                        generation: opened.generation,
                        seats: opened.seats,
                        ..Slot::default()
                    };
                    effects.opens.push((*no, opened));
                }
                let left = left.get(no).copied().unwrap_or_default();
                let left = left.union(self.gone_on(*no, applied));
                self.direct_table(*no, left, &mut effects);
            } else {
                let left = left.get(no).copied().unwrap_or_default();
                let moved = left.union(self.gone_on(*no, applied)).to_wire();
                if self.slots.remove(no).is_some() {
                    let seats = Vec::new();
                    effects.directs.push((*no, Direct::Arrange { seats, moved }));
                    effects.closes.push(*no);
                    gone.extend(self.known.remove(no));
                    self.due.remove(no);
                }
            }
        }
        for no in &applied.resumed {
            if let Some(slot) = self.slots.get_mut(no).filter(|slot| slot.is_lost) {
                slot.is_lost = false;
                effects.reopens.push(*no);
            }
        }
        for (no, seat, why) in &applied.outcome.kills {
            if let Some(hand) = self.slots.get(no).and_then(|slot| slot.running) {
                effects.directs.push((*no, Direct::Kill(hand, seat.number(), *why)));
            }
        }
        for no in &applied.outcome.releases {
            if let Some(hand) = self.slots.get(no).and_then(|slot| slot.running) {
                effects.directs.push((*no, Direct::Release(hand)));
            }
        }
        self.due.extend(applied.outcome.ready.iter().copied());
        if applied.concerns_all {
            let all = self.tournament.entrants().map(|(number, _)| number);
            applied
                .concerned
                .extend(all.filter(|number| self.tournament.is_in(*number)));
        }
        for number in &applied.concerned {
            let account = self.tournament.entrant(*number).and_then(|entrant| entrant.account);
            if let Some(account) = account {
                let frame = self.you_frame(account, at, applied.arrived.contains(number));
                effects.accounts.push((account, frame));
            }
        }
        self.tell_news(applied, &gone, at, &mut effects);
        self.tell_waitlist(applied, at, &mut effects);
        effects
    }

    /// The seats of a table whose players go on at the final one, without an event of a move.
    fn gone_on(&self, no: TableNo, applied: &Applied) -> SeatSet {
        let told = self.slots.get(&no).and_then(|slot| slot.told.as_ref());
        let (Some(to), Some(told)) = (applied.merged.get(&no), told) else {
            return SeatSet::EMPTY;
        };
        let stay = self.arranged(*to);
        let goes_on = |one: &&Arranged| stay.iter().any(|other| other.player.id == one.player.id);
        let seats = told.iter().filter(goes_on).map(|one| one.seat);
        seats.filter_map(SeatIx::from_number).collect()
    }
}
