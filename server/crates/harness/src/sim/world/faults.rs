//! The disk, and what goes wrong.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use poker_lobby::{Lobby, Opener, Sessions};
use poker_store::{DurableNotice, OwnerKind, TableId};
use poker_table::{Mail, TableHandle};

use super::{Event, House, World};
use crate::sim::hall::{Hall, Stage as HallStage};
use crate::sim::link::Link;
use crate::sim::plant::Plant;
use crate::sim::room::{Room, Stage};
use crate::sim::store::Noticed;
use poker_event::core::{Core, Input};
use poker_event::setup::{Announced, EventTableRow, TournamentSetup};
use poker_event::state::Tournament;

impl World {
    pub(super) fn commit(&mut self) {
        self.commit_planned = false;
        let count = usize::try_from(1 + self.dice.below(self.plan.group)).expect("few");
        self.commit_some(count);
        self.plan_commit();
    }

    /// The disk takes a group, and says so a moment later.
    pub(super) fn commit_some(&mut self, count: usize) {
        let notices = self.store.commit(count, self.wall(), &mut self.digest);
        if notices.is_empty() {
            return;
        }
        let failed = |noticed: &Noticed| matches!(noticed.notice, DurableNotice::Failed { .. });
        self.tally.refused += notices.iter().filter(|noticed| failed(noticed)).count() as u64;
        self.laws.check_store(&self.store);
        if let Some(life) = self.house.as_ref().map(|house| house.life) {
            let after = self.dice.below(4);
            self.plan_in(after, Event::Notify(notices, life));
        }
    }

    pub(super) fn notify(&mut self, notices: Vec<Noticed>, life: u32) {
        let Some(house) = self.house.as_mut().filter(|house| house.life == life) else {
            return;
        };
        let mut owners = BTreeSet::new();
        for Noticed { owner, epoch, notice } in notices {
            if let Some(hall) = house.halls.get_mut(&owner) {
                if hall.link.epoch() == epoch && matches!(hall.stage, HallStage::Plays | HallStage::Creates(_)) {
                    hall.link.notify(notice);
                    owners.insert(owner);
                }
                continue;
            }
            let room = house
                .rooms
                .get_mut(&owner)
                .filter(|room| room.stage == Stage::Plays && room.link.epoch() == epoch);
            if let Some(room) = room {
                room.link.notify(notice);
                owners.insert(owner);
            }
        }
        for owner in owners {
            self.touch(owner);
        }
    }

    /// The process dies where it stands.
    pub(super) fn crash(&mut self) {
        if self.house.is_none() {
            return;
        }
        self.tally.crashes += 1;
        self.house = None;
        self.store.crash();
        self.laws.check_store(&self.store);
        self.commit_planned = false;
        self.in_flight.clear();
        for index in 0..self.players.len() {
            if let Some(conn) = self.players[index].conn {
                self.in_flight.insert(conn, VecDeque::new());
                let after = 1 + self.dice.below(4_000);
                self.plan_in(after, Event::Lose(index, conn));
            }
        }
        let after = 100 + self.dice.below(5_000);
        self.plan_in(after, Event::Boot);
    }

    /// The process begins, with what the store has.
    pub(super) fn boot(&mut self) {
        if !self.store.writes() {
            return self.plan_in(500, Event::Boot);
        }
        self.lives += 1;
        let deaf = self.plant == Some(Plant::HandNeverEnds) && self.lives > 1;
        let mut house = House {
            born: self.time,
            life: self.lives,
            rooms: BTreeMap::new(),
            halls: BTreeMap::new(),
            conns: BTreeMap::new(),
            sessions: Sessions::default(),
            lobby: Lobby::new(Vec::new()),
            draining: false,
        };
        // The tables of tournaments are opened by those.
        let is_own = |id: &TableId| {
            let owner = &self.store.owners[id];
            owner.kind == OwnerKind::Table && owner.config.is_empty()
        };
        let open: Vec<TableId> = self.store.open().into_iter().filter(is_own).collect();
        for id in &open {
            let setup = Arc::clone(&self.setups[id]);
            let (handle, mailbox) = TableHandle::new(*id);
            house.lobby.opened(handle, Arc::clone(&setup), false, Opener::default());
            house.rooms.insert(*id, Room::new(*id, setup, mailbox));
        }
        self.house = Some(house);
        for id in open {
            self.touch(id);
        }
        let events: Vec<TableId> = self
            .store
            .open()
            .into_iter()
            .filter(|id| self.events.contains(id))
            .collect();
        for id in events {
            self.open_hall(id);
        }
        self.settle();
        if deaf && let Some(house) = self.house.as_mut() {
            for room in house.rooms.values_mut() {
                let runs = room.table.core().is_some_and(|core| core.table().running().is_some());
                room.is_deaf = runs;
                self.tally.planted += u64::from(runs);
            }
        }
    }

    /// A tournament is taken up from the store, with those of its tables that are open.
    fn open_hall(&mut self, id: TableId) {
        let stored = self
            .store
            .claim(id)
            .expect("a store that has just been opened can be read");
        let announced: Announced = serde_json::from_str(&stored.config).expect("what was announced");
        let setup = TournamentSetup::new(id, &announced)
            .unwrap_or_else(|wrong| panic!("a tournament of the simulation: {wrong}"));
        let setup = Arc::new(setup);
        let recovered = Tournament::recover(&stored, Arc::clone(&setup))
            .unwrap_or_else(|damage| panic!("I9: the journal of tournament {id} is damaged: {damage}"));
        self.laws.loaded(id, self.store.owners[&id].last_seq);
        let tables: Vec<(TableId, EventTableRow)> = self
            .store
            .open()
            .into_iter()
            .filter_map(|table| Some((table, EventTableRow::read(&self.store.owners[&table].config)?)))
            .filter(|(_, row)| row.event == id.0)
            .collect();
        // Its clock ran on until the last step of any of its tables. Rule: L-14.
        let wrote_at = tables.iter().filter_map(|(table, _)| self.store.wrote_at(*table)).max();
        let ahead = wrote_at.unwrap_or_default().saturating_sub(recovered.wrote_at).max(0);
        let ahead = if recovered.wrote_at == 0 {
            0
        } else {
            ahead.unsigned_abs()
        };
        let core = Core::new(recovered, (stored.epoch, stored.last_step), ahead, self.now());
        let house = self.house.as_mut().expect("a process runs");
        house
            .halls
            .insert(id, Hall::new(setup, core, Link::new(stored.epoch, stored.last_step)));
        self.take_tables(id, tables);
        let hall = self.hall(id).expect("it was opened");
        hall.link.answer(Input::Tick);
        self.touch(id);
    }

    /// The process is asked to stop: it finishes its hands, and dies at a deadline.
    pub(super) fn drain(&mut self) {
        let Some(house) = self.house.as_mut().filter(|house| !house.draining) else {
            return;
        };
        house.draining = true;
        let tables: Vec<TableId> = house.rooms.keys().copied().collect();
        for table in &tables {
            house.deliver(*table, Mail::Drain);
        }
        for table in tables {
            self.touch(table);
        }
        let after = 500 + self.dice.below(60_000);
        self.plan_in(after, Event::Die);
    }

    /// A connection is cut: each side notices in its own time, or the client comes back before the server has noticed.
    pub(super) fn cut(&mut self) {
        let index = self.someone();
        let Some(conn) = self.players[index].conn else { return };
        let after = 1 + self.dice.below(1_000);
        self.plan_in(after, Event::Lose(index, conn));
        let after = 1 + self.dice.below(25_000);
        self.plan_in(after, Event::Break(conn));
    }

    /// A write has an unknown outcome: it may be on disk. Nothing more is written, and the process ends.
    pub(super) fn stop(&mut self) {
        if self.house.is_none() || self.healed {
            return;
        }
        if self.dice.one_in(2) {
            let count = usize::try_from(1 + self.dice.below(8)).expect("few");
            self.store.commit(count, self.wall(), &mut self.digest);
            self.laws.check_store(&self.store);
        }
        self.store.stop();
        self.plan_commit();
        let after = 1 + self.dice.below(100);
        self.plan_in(after, Event::Die);
    }

    /// Another process takes a table while this one plays there.
    pub(super) fn steal(&mut self) {
        let tables: Vec<TableId> = self
            .house
            .iter()
            .flat_map(|house| house.rooms.keys().chain(house.halls.keys()).copied())
            .collect();
        if let Some(table) = self.dice.pick(&tables)
            && self.store.writes()
            && !self.healed
        {
            // It may be closed.
            let _ = self.store.claim(*table);
        }
    }
}
