//! The life of a tournament: it is loaded, loaded again after a fault, compared with its journal, and closed.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_event::core::{Core, Input};
use poker_event::state::{Opened, Tournament};
use poker_store::{StoreError, TableId};
use poker_table::Mail;
use poker_table::core::direct::Direct;

use super::{Event, RELOAD_RETRY_MS, World};
use crate::sim::hall::Stage;

/// Time for which a tournament stays open after its end, in milliseconds.
pub(super) const SHOWN_MS: u64 = 60_000;

impl World {
    /// Reads the tournament from the store again. Its tables play on meanwhile, and report anew.
    pub(super) fn reload_hall(&mut self, id: TableId) {
        if self.dice.one_in(2) {
            self.commit_some(usize::MAX);
        }
        let now = self.now();
        let stored = match self.store.claim(id) {
            Ok(stored) => stored,
            Err(StoreError::Unavailable(_)) => {
                let at = self.time + RELOAD_RETRY_MS;
                if let Some(hall) = self.hall(id) {
                    hall.stage = Stage::Loads(at);
                }
                return;
            }
            Err(_) => return self.lose_hall(id),
        };
        self.laws.loaded(id, self.store.owners[&id].last_seq);
        let Some(hall) = self.hall(id) else { return };
        let clients = hall.core.take_clients();
        let recovered = Tournament::recover(&stored, Arc::clone(&hall.setup))
            .unwrap_or_else(|damage| panic!("I9: the journal of tournament {id} is damaged: {damage}"));
        hall.link.claimed(stored.epoch, stored.last_step);
        hall.stage = Stage::Plays;
        hall.core = Core::new(recovered, (stored.epoch, stored.last_step), 0, now);
        hall.core.adopt(clients, now);
        hall.link.answer(Input::Tick);
        let mut missing: BTreeMap<TableNo, Opened> = hall.core.wanted_tables().collect();
        let open: Vec<(TableId, (TableNo, u32))> = hall.tables.iter().map(|(table, known)| (*table, *known)).collect();
        hall.wanted.clear();
        for (table, (no, generation)) in open {
            if missing.get(&no).is_some_and(|opened| opened.generation == generation) {
                missing.remove(&no);
                if let Some(hall) = self.hall(id) {
                    hall.link.answer(Input::Opened { no, generation, table });
                }
                if let Some(house) = self.house.as_mut() {
                    house.deliver(table, Mail::Direct(Direct::Report));
                }
                self.touch(table);
            } else {
                self.close_event_table(id, table);
            }
        }
        if let Some(hall) = self.hall(id) {
            hall.wanted.extend(missing);
        }
        self.create_tables(id);
    }

    /// A tournament that has been over for long enough is closed.
    pub(super) fn end_hall(&mut self, id: TableId) {
        let time = self.time;
        let Some(hall) = self.hall(id) else { return };
        if hall.stage != Stage::Plays || !hall.core.tournament().is_over() || !hall.core.is_idle() {
            return;
        }
        let over_at = *hall.over_at.get_or_insert(time);
        if time < over_at + SHOWN_MS {
            return;
        }
        let epoch = hall.link.epoch();
        let tables: Vec<TableId> = hall.tables.keys().copied().collect();
        for table in tables {
            self.close_event_table(id, table);
        }
        match self.store.close(id, epoch) {
            Ok(()) => {
                if let Some(hall) = self.hall(id) {
                    hall.stage = Stage::Over;
                }
            }
            // It stays open, and is closed some other time.
            Err(error) => assert!(
                !matches!(error, StoreError::TableHoldsChips(_)),
                "I2: tournament {id} is over, and holds chips"
            ),
        }
    }

    /// Another process has the tournament, or the store has stopped.
    pub(super) fn lose_hall(&mut self, id: TableId) {
        let is_stolen = !self.store.has_stopped();
        if let Some(hall) = self.hall(id) {
            hall.stage = Stage::Over;
            hall.link.forget();
        }
        if is_stolen {
            self.plan_in(1, Event::Die);
        }
    }

    pub(super) fn check_hall(&mut self, id: TableId) {
        let now = self.now();
        let Some(house) = &self.house else { return };
        let Some(hall) = house.halls.get(&id).filter(|hall| hall.stage == Stage::Plays) else {
            return;
        };
        let rests = hall.core.is_idle() && hall.link.rests(id, &self.store);
        if !rests || !self.dice.one_in(if self.healed { 2 } else { 8 }) {
            return;
        }
        let stored = self.store.stored(id);
        match Tournament::recover(&stored, Arc::clone(&hall.setup)) {
            Ok(recovered) => {
                let same = recovered
                    .log
                    .iter()
                    .flat_map(|event| [&**event, "\n"])
                    .collect::<String>()
                    == hall.core.log_behind(0, usize::MAX);
                assert!(same, "I9: the journal of tournament {id} tells another log");
            }
            Err(damage) => panic!("I9: the journal of tournament {id} is damaged: {damage}"),
        }
        for player in &self.players {
            let you = hall.core.state_for(Some(player.account), now).you;
            self.laws.check_wait(id, &player.info.id, &you);
        }
        for (conn, known) in &house.conns {
            let player = &self.players[known.player];
            let has_read = self
                .in_flight
                .get(conn)
                .is_some_and(std::collections::VecDeque::is_empty);
            if player.conn != Some(*conn) || !has_read || known.ends || !known.events.contains(&id) {
                continue;
            }
            if let Some(attendee) = player.attends.get(&id).filter(|attendee| attendee.watching) {
                let state = hall.core.state_for(Some(player.account), now);
                attendee.check_against(&state.you, &player.info.name);
            }
        }
    }
}
