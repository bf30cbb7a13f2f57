//! Tables: the work of a table's task between core, store and connections.

use std::collections::VecDeque;

use poker_owner::{Burst, Now, PlayTime};
use poker_protocol::v1::{CloseCode, ErrorCode, ErrorMsg, ServerMsg};
use poker_store::{AccountId, DurableNotice, Step, StoreError, StoredTable, TableId};
use poker_table::core::supervise::{Ended, Next, Reaction};
use poker_table::core::{Input, Outputs, TableCore};
use poker_table::{FromTable, House as _, Mail};

use super::{Event, RELOAD_RETRY_MS, World};
use crate::sim::laws::Laws;
use crate::sim::panics;
use crate::sim::plant::{Plant, spoil};
use crate::sim::room::{Room, Stage, learn};

impl World {
    /// A table does all that it can do now.
    pub(super) fn run_room(&mut self, id: TableId) {
        loop {
            let now = self.now();
            let Some(house) = self.house.as_mut() else { return };
            let Some(room) = house.rooms.get_mut(&id) else { return };
            match room.stage {
                Stage::Over(_) => return,
                Stage::Loads(at) if at <= self.time => {
                    self.load_room(id);
                    continue;
                }
                Stage::Loads(at) => {
                    let Some(mail) = room.next_mail() else {
                        let life = house.life;
                        if room.link.is_asleep(self.time) && room.link.wakes_at(at, self.time) {
                            self.plan_in(at - self.time, Event::Wake(id, life));
                        }
                        return;
                    };
                    let reaction = room.table.step(&Input::Mail(mail), now, &mut self.chance);
                    self.react(id, reaction);
                    continue;
                }
                Stage::Plays => {}
            }
            room.link.queue_steps(&mut self.store);
            let takes_mail = room.table.takes_mail() && room.link.is_clear() && !room.is_deaf;
            let due = room.table.due().filter(|_| !room.is_deaf);
            let input = if let Some(notice) = room.link.next_notice() {
                Input::Notice(notice)
            } else if let Some(found) = room.link.next_answer() {
                found
            } else if let Some(mail) = takes_mail.then(|| room.next_mail()).flatten() {
                Input::Mail(mail)
            } else if due.is_some_and(|due| due <= now.play) {
                Input::Tick
            } else {
                let next = due.map(|due| due.0 + house.born);
                let next = next.into_iter().chain(room.link.retry_at(self.time)).min();
                if let Some(next) = next.filter(|next| room.link.wakes_at(*next, self.time)) {
                    let life = house.life;
                    // A busy machine is late now and then.
                    let late = if self.dice.one_in(20) { self.dice.below(40) } else { 0 };
                    self.plan_in(next - self.time + late, Event::Wake(id, life));
                }
                break;
            };
            let mut at = now;
            if self.plant == Some(Plant::EarlyDeadline) && self.dice.one_in(40) {
                at.play = PlayTime(at.play.0 + 70_000);
                self.tally.planted += 1;
            }
            let reaction = room.table.step(&input, at, &mut self.chance);
            self.react(id, reaction);
        }
        self.check_room(id);
    }

    pub(super) fn wake(&mut self, id: TableId, life: u32) {
        if self.house.as_ref().is_some_and(|house| house.life == life) {
            self.touch(id);
        }
    }

    pub(super) fn found(&mut self, id: TableId, life: u32, input: Input) {
        let Some(house) = self.house.as_mut().filter(|house| house.life == life) else {
            return;
        };
        if let Some(room) = house.rooms.get_mut(&id) {
            room.link.answer(input);
            self.touch(id);
        }
    }

    /// The table is read from the store.
    fn load_room(&mut self, id: TableId) {
        // What was on its way there before either arrives or never will.
        if self.dice.one_in(2) {
            self.commit_some(usize::MAX);
        }
        match self.store.claim(id) {
            Ok(stored) => self.loaded(id, &stored),
            Err(StoreError::Unavailable(_)) => {
                let Some(room) = self.house.as_mut().and_then(|house| house.rooms.get_mut(&id)) else {
                    return;
                };
                room.stage = Stage::Loads(self.time + RELOAD_RETRY_MS);
                for (outbox, burst) in room.table.stand_still() {
                    let _ = outbox.send(&burst);
                }
                self.collect(id);
            }
            Err(error) => self.end_room(id, Ended::Lost(error.to_string())),
        }
    }

    pub(super) fn loaded(&mut self, id: TableId, stored: &StoredTable) {
        let now = self.now();
        self.laws.loaded(id, self.store.owners[&id].last_seq);
        let Some(room) = self.house.as_mut().and_then(|house| house.rooms.get_mut(&id)) else {
            return;
        };
        room.link.claimed(stored.epoch, stored.last_step);
        room.stage = Stage::Plays;
        let reaction = room.table.loaded(stored, now, &mut self.chance);
        self.react(id, reaction);
    }

    /// Carries out the consequences of an input.
    fn react(&mut self, id: TableId, reaction: Reaction) {
        let Reaction { out, sent_away, next } = reaction;
        panics::check();
        self.carry_out(id, out);
        for outbox in sent_away {
            outbox.close(CloseCode::Internal);
        }
        match next {
            Next::Play => {}
            Next::Load => {
                if let Some(room) = self.house.as_mut().and_then(|house| house.rooms.get_mut(&id))
                    && room.stage == Stage::Plays
                {
                    room.stage = Stage::Loads(self.time);
                    room.link.forget();
                }
            }
            Next::Close => {
                let house = self.house.as_mut().expect("a table closes in a process");
                let epoch = house.rooms[&id].link.epoch();
                match self.store.close(id, epoch) {
                    Ok(()) => self.end_room(id, Ended::Closed),
                    Err(error) => self.end_room(id, Ended::Quarantined(error.to_string())),
                }
            }
            Next::End(ended) => {
                assert!(
                    !matches!(ended, Ended::Quarantined(_)),
                    "table {id} is given up: {ended:?}"
                );
                self.end_room(id, ended);
            }
        }
    }

    fn end_room(&mut self, id: TableId, ended: Ended) {
        let Some(house) = self.house.as_mut() else { return };
        let Some(room) = house.rooms.get_mut(&id) else { return };
        let lost = matches!(ended, Ended::Lost(_));
        if ended != Ended::Drained {
            house.lobby.closed(id);
        }
        room.stage = Stage::Over(ended);
        room.link.forget();
        // Requests that came while it ended are refused.
        room.mailbox.close();
        while let Some(mail) = room.next_mail() {
            if let Mail::Request(request) = mail {
                let (id, code) = (Some(request.id), ErrorCode::TableClosed);
                let error = ServerMsg::Error(ErrorMsg::new(id, code, "the table is closed"));
                let _ = request.caller.outbox.send(&Burst::from(&error));
            }
        }
        self.collect(id);
        let is_stolen = lost && !self.store.has_stopped();
        if is_stolen && self.house.as_ref().is_some_and(|house| !house.draining) {
            // The process that has taken it is restarted in its turn, as this one is.
            self.plan_in(1, Event::Die);
        }
    }

    fn carry_out(&mut self, id: TableId, out: Outputs) {
        let Outputs {
            steps,
            mut bursts,
            lookups,
            status,
            report,
            ..
        } = out;
        let wall = self.wall();
        let Some(house) = self.house.as_mut() else { return };
        let Some(room) = house.rooms.get_mut(&id) else { return };
        if let Some(play) = room.table.core().and_then(|core| core.table().play()) {
            learn(self.oracles.entry(id).or_default(), play);
        }
        let mut watching = house.conns.values().filter(|conn| conn.tables.contains(&id));
        let viewer = watching.next().map(|conn| conn.outbox.clone());
        let planted = spoil(self.plant, &mut self.dice, room, &steps, viewer, &mut bursts);
        self.tally.planted += planted;
        for step in &steps {
            if let Some(account) = timed_out(step, room)
                && house.conns.iter().any(|(conn, known)| {
                    let player = &self.players[known.player];
                    player.account == account && player.conn == Some(*conn) && !known.ends && player.watches(id)
                })
            {
                self.laws.check_time_out(id, step, wall);
            }
        }
        for step in steps {
            if self.plant == Some(Plant::AckBeforeCommit) {
                self.tally.planted += 1;
                room.link.notify(DurableNotice::Durable { step: step.step });
            }
            room.link.write(step);
        }
        room.link.queue_steps(&mut self.store);
        for (outbox, burst) in bursts {
            // A client that reads too slowly is being disconnected, and comes back.
            let _ = outbox.send(&burst);
        }
        if let Some(status) = status {
            house.lobby.status(id, status);
        }
        let event = room.setup.event.as_ref().map(|event| event.tournament);
        if let (Some(event), Some(report)) = (event, report) {
            if let Some(hall) = house.halls.get_mut(&event) {
                hall.reports.push_back((id, FromTable::Report(report)));
            }
            self.touched.insert(event);
        }
        let life = house.life;
        for lookup in lookups {
            let answer = self.store.answer(lookup.account, lookup.id);
            let ticket = lookup.ticket;
            let after = 1 + self.dice.below(self.plan.commit_ms);
            self.plan_in(after, Event::Found(id, life, Box::new(Input::Found { ticket, answer })));
        }
        self.collect(id);
        self.plan_commit();
    }

    pub(super) fn plan_commit(&mut self) {
        if !self.commit_planned && self.store.has_queued() {
            self.commit_planned = true;
            let after = 1 + self.dice.below(self.plan.commit_ms);
            self.plan_in(after, Event::Commit);
        }
    }

    pub(super) fn check_room(&mut self, id: TableId) {
        let now = self.now();
        let Some(room) = self.house.as_ref().and_then(|house| house.rooms.get(&id)) else {
            return;
        };
        let (Stage::Plays, Some(core)) = (&room.stage, room.table.core()) else {
            return;
        };
        let in_flight: Vec<&Step> = room.link.in_flight(id, &self.store).collect();
        Laws::check_table(id, core, &in_flight, &self.store);
        let written = self.store.owners[&id].rows.last().map_or(0, |row| row.step);
        let rests = in_flight.is_empty() && room.link.has_heard(written) && !core.is_busy();
        if rests && self.dice.one_in(if self.healed { 1 } else { 6 }) {
            Laws::check_recovery(id, core, &room.setup, &self.store);
            self.laws.check_pauses(id, self.wall());
            self.check_views(id, core, now);
        }
    }

    /// Every client that has read all that it was sent sees the table as it is.
    fn check_views(&self, id: TableId, core: &TableCore, now: Now) {
        let Some(house) = &self.house else { return };
        for (conn, known) in &house.conns {
            let player = &self.players[known.player];
            let has_read = self.in_flight.get(conn).is_some_and(VecDeque::is_empty);
            if player.conn != Some(*conn) || !has_read || known.ends || !known.tables.contains(&id) {
                continue;
            }
            if let Some(follower) = player.follows.get(&id) {
                follower.check_against(&core.state_for(player.account, now), core.table().seq());
            }
        }
    }
}

/// The account whose time is up by a step.
fn timed_out(step: &Step, room: &Room) -> Option<AccountId> {
    let row: serde_json::Value = serde_json::from_slice(&step.command).ok()?;
    if row["do"]["kind"] != "time_out" {
        return None;
    }
    let seat = row["do"]["seat"].as_u64()?;
    let play = room.table.core()?.table().play()?;
    let mut who = play.participants().iter();
    who.find(|who| u64::from(who.seat.number()) == seat)
        .map(|who| who.account)
}
