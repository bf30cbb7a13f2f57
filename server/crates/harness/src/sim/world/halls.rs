//! Tournaments: the work of a tournament's task between core, tables, store and connections.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_event::core::{Core, Input, Outputs, Request};
use poker_event::setup::{Announced, EventTableRow, TournamentSetup};
use poker_event::state::{Opened, Tournament};
use poker_lobby::Opener;
use poker_owner::{Burst, Caller, ConnId};
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg};
use poker_store::{AccountId, OwnerKind, Step, StepError, StoreError, TableId};
use poker_table::core::direct::Direct;
use poker_table::{FromTable, Mail, TableHandle, TableRequest, TableSetup, Timing};

use super::{Event, RELOAD_RETRY_MS, World};
use crate::sim::hall::{Hall, Stage};
use crate::sim::panics;
use crate::sim::plant::Plant;
use crate::sim::player::Entered;
use crate::sim::room::Room;

/// Time for which a tournament stays open after its end, in milliseconds.
const SHOWN_MS: u64 = 60_000;

impl World {
    /// A tournament is announced.
    pub(super) fn announce(&mut self, announced: &Announced) {
        let config = serde_json::to_string(announced).expect("what was announced can be written");
        if let Ok(stored) = self.store.create(OwnerKind::Tournament, config) {
            self.events.push(stored.id);
        }
    }

    /// A tournament is taken up from the store, with those of its tables that are open.
    pub(super) fn open_hall(&mut self, id: TableId) {
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
        house.halls.insert(id, Hall::new(setup, core, stored.epoch));
        self.take_tables(id, tables);
        let hall = self.hall(id).expect("it was opened");
        hall.found.push_back(Input::Tick);
        self.touch(id);
    }

    fn hall(&mut self, id: TableId) -> Option<&mut Hall> {
        self.house.as_mut()?.halls.get_mut(&id)
    }

    /// Opens the tables that the event is played at, and closes the others.
    fn take_tables(&mut self, id: TableId, tables: Vec<(TableId, EventTableRow)>) {
        let Some(hall) = self.hall(id) else { return };
        let mut wanted: BTreeMap<TableNo, Opened> = hall.core.wanted_tables().collect();
        for (table, row) in tables {
            let no = TableNo(row.no);
            self.open_event_table(id, table, row);
            if wanted
                .get(&no)
                .is_some_and(|opened| opened.generation == row.generation)
            {
                wanted.remove(&no);
                self.tell_opened(id, table, row);
            } else {
                self.close_event_table(id, table);
            }
        }
        if let Some(hall) = self.hall(id) {
            hall.wanted.extend(wanted);
        }
        self.create_tables(id);
    }

    fn open_event_table(&mut self, id: TableId, table: TableId, row: EventTableRow) {
        let Some(hall) = self.hall(id) else { return };
        let (no, generation) = (TableNo(row.no), row.generation);
        hall.tables.insert(table, (no, generation));
        hall.numbers.insert(no, table);
        let event = hall.core.tournament().table_setup(no, row.seats);
        let setup = Arc::new(TableSetup::of_event(event, Timing::default()));
        self.setups.insert(table, Arc::clone(&setup));
        let Some(house) = self.house.as_mut() else { return };
        let (handle, mailbox) = TableHandle::new(table);
        house.lobby.opened(handle, Arc::clone(&setup), true, Opener::default());
        house.rooms.insert(table, Room::new(table, setup, mailbox));
        self.touch(table);
    }

    /// The players at a table learn where it is.
    fn tell_opened(&mut self, id: TableId, table: TableId, row: EventTableRow) {
        let (no, generation) = (TableNo(row.no), row.generation);
        if let Some(hall) = self.hall(id) {
            hall.found.push_back(Input::Opened { no, generation, table });
        }
        self.touch(id);
    }

    fn close_event_table(&mut self, id: TableId, table: TableId) {
        let Some(hall) = self.hall(id) else { return };
        if let Some((no, _)) = hall.tables.remove(&table)
            && hall.numbers.get(&no) == Some(&table)
        {
            hall.numbers.remove(&no);
        }
        let Some(house) = self.house.as_mut() else { return };
        let (seats, moved) = (Vec::new(), Vec::new());
        house.deliver(table, Mail::Direct(Direct::Arrange { seats, moved }));
        house.deliver(table, Mail::Close);
        self.touch(table);
    }

    /// Creates tables in the store and opens them; until that succeeds the event waits.
    fn create_tables(&mut self, id: TableId) {
        loop {
            let Some(hall) = self.house.as_mut().and_then(|house| house.halls.get_mut(&id)) else {
                return;
            };
            let Some((no, opened)) = hall.wanted.first().copied() else {
                return;
            };
            let row = hall.setup.table_row(no, opened.generation, opened.seats);
            let config = serde_json::to_string(&row).expect("a row can be written");
            let Ok(stored) = self.store.create(OwnerKind::Table, config) else {
                hall.stage = Stage::Creates(self.time + RELOAD_RETRY_MS);
                return;
            };
            hall.wanted.remove(0);
            self.open_event_table(id, stored.id, row);
            self.tell_opened(id, stored.id, row);
        }
    }

    /// A tournament does all that it can do now.
    pub(super) fn run_hall(&mut self, id: TableId) {
        // While entries are on their way to the disk, what is due waits for them, and its instant has passed.
        let mut waits = false;
        loop {
            let now = self.now();
            let time = self.time;
            let Some(house) = self.house.as_mut() else { return };
            let (life, born) = (house.life, house.born);
            let Some(hall) = house.halls.get_mut(&id) else { return };
            match hall.stage {
                Stage::Over => return,
                Stage::Loads(at) if at <= self.time => {
                    self.reload_hall(id);
                    continue;
                }
                Stage::Creates(at) if at <= self.time => {
                    hall.stage = Stage::Plays;
                    self.create_tables(id);
                    continue;
                }
                Stage::Loads(at) | Stage::Creates(at) => {
                    if hall.wake_at.is_none_or(|wake| wake <= self.time) {
                        hall.wake_at = Some(at);
                        self.plan_in(at - self.time, Event::Wake(id, life));
                    }
                    return;
                }
                Stage::Plays => {}
            }
            while self.store.has_room()
                && let Some(step) = hall.unsent.pop_front()
            {
                self.store.queue.push_back(step);
            }
            let is_open = !hall.core.is_busy() && hall.unsent.is_empty();
            let due = hall.core.due(now);
            let input = if let Some(notice) = hall.next_notice() {
                Input::Notice(notice)
            } else if let Some(found) = hall.found.pop_front() {
                found
            } else if let Some((table, told)) = is_open.then(|| hall.reports.pop_front()).flatten() {
                let Some((no, generation)) = hall.tables.get(&table).copied() else {
                    continue;
                };
                match told {
                    FromTable::Report(report) => Input::Report { no, generation, report },
                    FromTable::OutOfPlay(why) => Input::OutOfPlay { no, generation, why },
                }
            } else if let Some(request) = is_open.then(|| hall.requests.pop_front()).flatten() {
                request
            } else if !waits && due.is_some_and(|due| due <= now.play) {
                Input::Tick
            } else {
                let next = due.map(|due| (due.0 + born).max(time + 1));
                let retry = (!hall.unsent.is_empty()).then_some(self.time + 2);
                let over = hall.over_at.map(|at| at + SHOWN_MS).filter(|at| *at > self.time);
                let next = next.into_iter().chain(retry).chain(over).min();
                let is_news = |next: &u64| hall.wake_at.is_none_or(|wake| wake <= time || *next < wake);
                if let Some(next) = next.filter(is_news) {
                    hall.wake_at = Some(next);
                    self.plan_in(next - self.time, Event::Wake(id, life));
                }
                break;
            };
            let mut out = Outputs::default();
            let is_tick = matches!(input, Input::Tick);
            hall.core.step(input, now, &mut self.chance, &mut out);
            waits = is_tick && out.steps.is_empty();
            panics::check();
            let failed = out.failed.take();
            self.carry_out_hall(id, out);
            match failed {
                None => {}
                Some(StepError::Fenced | StepError::Stopped(_)) => self.lose_hall(id),
                Some(error) => {
                    assert!(!error.is_final(), "tournament {id} is given up: {error}");
                    if let Some(hall) = self.hall(id) {
                        hall.stage = Stage::Loads(time);
                        hall.forget();
                    }
                }
            }
        }
        self.end_hall(id);
        self.check_hall(id);
    }

    /// Another process has the tournament, or the store has stopped.
    fn lose_hall(&mut self, id: TableId) {
        let is_stolen = !self.store.has_stopped();
        if let Some(hall) = self.hall(id) {
            hall.stage = Stage::Over;
            hall.forget();
        }
        if is_stolen {
            self.plan_in(1, Event::Die);
        }
    }

    fn carry_out_hall(&mut self, id: TableId, out: Outputs) {
        let Outputs {
            steps,
            bursts,
            mut accounts,
            mut directs,
            seated,
            calls,
            callers,
            ages: _,
            families,
            icm,
            opens,
            closes,
            lookups,
            ..
        } = out;
        self.tally.planted += self.spoil_hall(&mut accounts, &mut directs);
        let Some(house) = self.house.as_mut() else { return };
        let life = house.life;
        let Some(hall) = house.halls.get_mut(&id) else { return };
        hall.unsent.extend(steps);
        for (outbox, burst) in bursts {
            // A client that reads too slowly is being disconnected, and comes back.
            let _ = outbox.send(&burst);
        }
        for (account, frame) in accounts {
            house.sessions.send_frame(account, frame);
        }
        self.collect(id);
        for (no, direct) in directs {
            self.direct(id, no, Mail::Direct(direct));
        }
        for (no, account) in seated {
            self.show_table(id, no, account);
        }
        for (no, caller, request) in calls {
            let asked = poker_table::Request {
                caller,
                id: request,
                request: TableRequest::CallTime,
            };
            self.direct(id, no, Mail::Request(Box::new(asked)));
        }
        for no in closes {
            let table = self.hall(id).and_then(|hall| hall.numbers.get(&no).copied());
            if let Some(table) = table {
                self.close_event_table(id, table);
            }
        }
        if let Some(hall) = self.hall(id) {
            hall.wanted.extend(opens);
        }
        self.create_tables(id);
        let mut found = Vec::new();
        for lookup in lookups {
            let answer = self.store.answers.get(&(lookup.account, lookup.id)).cloned();
            let ticket = lookup.ticket;
            found.push(Input::Found { ticket, answer });
        }
        found.extend(callers.into_iter().map(|call| Input::Caller { call, granted: None }));
        found.extend(families.into_iter().map(|request| {
            let family = vec![request.caller.account];
            Input::Family(request, family)
        }));
        found.extend(
            icm.into_iter()
                .map(|work| Input::Icm(Some(Box::new(work.terms.work_out())), work.request)),
        );
        for input in found {
            let after = 1 + self.dice.below(self.plan.commit_ms);
            self.plan_in(after, Event::Learnt(id, life, Box::new(input)));
        }
        self.plan_commit();
    }

    /// Spoils what a tournament puts out; gives how often it did.
    fn spoil_hall(
        &mut self,
        accounts: &mut Vec<(AccountId, impl AsRef<str>)>,
        directs: &mut [(TableNo, Direct)],
    ) -> u64 {
        let mut planted = 0;
        match self.plant {
            Some(Plant::LostQuestion) => {
                let before = accounts.len();
                accounts.retain(|(_, frame)| !frame.as_ref().contains("\"kind\":\"tournament_rebuy\""));
                planted += u64::try_from(before - accounts.len()).unwrap_or_default();
            }
            Some(Plant::LevelSkipped) => {
                for (_, direct) in directs {
                    if let Direct::Deal(deal) = direct
                        && self.dice.one_in(4)
                    {
                        deal.level += 1;
                        planted += 1;
                    }
                }
            }
            _ => {}
        }
        planted
    }

    /// Puts something into the mailbox of a table of the event.
    fn direct(&mut self, id: TableId, no: TableNo, mail: Mail) {
        let table = self.hall(id).and_then(|hall| hall.numbers.get(&no).copied());
        if let (Some(table), Some(house)) = (table, self.house.as_mut()) {
            house.deliver(table, mail);
            self.touch(table);
        }
    }

    /// A player who has a seat at a table watches it from now on, without having to ask.
    fn show_table(&mut self, id: TableId, no: TableNo, account: AccountId) {
        let table = self.hall(id).and_then(|hall| hall.numbers.get(&no).copied());
        let (Some(table), Some(house)) = (table, self.house.as_mut()) else {
            return;
        };
        let Some(player) = self.players.iter().find(|player| player.account == account) else {
            return;
        };
        let (lobby, conns) = (&house.lobby, &mut house.conns);
        let is_open = |table| lobby.table(table).is_some();
        house.sessions.follow(account, table, is_open, |outbox| {
            if let Some(conn) = conns.get_mut(&outbox.id()) {
                conn.tables.insert(table);
            }
            let caller = Caller {
                account,
                info: Arc::clone(&player.info),
                network: None,
                outbox,
            };
            // A table that has too much to do is watched when the client asks.
            if let Some(handle) = lobby.table(table) {
                let _ = handle.post(Mail::Follow(caller));
            }
        });
        self.touch(table);
    }

    /// Reads the tournament from the store again. Its tables play on meanwhile, and report anew.
    fn reload_hall(&mut self, id: TableId) {
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
        hall.forget();
        hall.epoch = stored.epoch;
        hall.stage = Stage::Plays;
        hall.core = Core::new(recovered, (stored.epoch, stored.last_step), 0, now);
        hall.core.adopt(clients, now);
        hall.found.push_back(Input::Tick);
        let mut missing: BTreeMap<TableNo, Opened> = hall.core.wanted_tables().collect();
        let open: Vec<(TableId, (TableNo, u32))> = hall.tables.iter().map(|(table, known)| (*table, *known)).collect();
        hall.wanted.clear();
        for (table, (no, generation)) in open {
            if missing.get(&no).is_some_and(|opened| opened.generation == generation) {
                missing.remove(&no);
                if let Some(hall) = self.hall(id) {
                    hall.found.push_back(Input::Opened { no, generation, table });
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
    fn end_hall(&mut self, id: TableId) {
        let time = self.time;
        let Some(hall) = self.hall(id) else { return };
        if hall.stage != Stage::Plays || !hall.core.tournament().is_over() || !hall.core.is_idle() {
            return;
        }
        let over_at = *hall.over_at.get_or_insert(time);
        if time < over_at + SHOWN_MS {
            return;
        }
        let epoch = hall.epoch;
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

    /// A request has come: the session passes it on to its tournament.
    pub(super) fn attend(&mut self, conn: ConnId, entered: Entered) {
        let Some(house) = self.house.as_mut() else { return };
        let Some(known) = house.conns.get_mut(&conn).filter(|conn| !conn.ends) else {
            return;
        };
        let Entered { event, id, asked, .. } = entered;
        let player = &self.players[known.player];
        let caller = Caller {
            account: player.account,
            info: Arc::clone(&player.info),
            network: None,
            outbox: known.outbox.clone(),
        };
        if let Some(hall) = house.halls.get_mut(&event).filter(|hall| hall.stage != Stage::Over) {
            known.events.insert(event);
            self.laws.asked(event, player.account, &id);
            let request = Request { caller, id, asked };
            hall.requests.push_back(Input::Request(Box::new(request)));
            self.touch(event);
        } else {
            let (id, code) = (Some(id), ErrorCode::TournamentUnknown);
            let error = ServerMsg::Error(ErrorMsg::new(id, code, "there is no such tournament"));
            let _ = caller.outbox.send(&Burst::from(&error));
            self.collect(event);
        }
    }

    /// The store's answer about a request.
    pub(super) fn learnt(&mut self, id: TableId, life: u32, input: Input) {
        if self.house.as_ref().is_some_and(|house| house.life == life)
            && let Some(hall) = self.hall(id)
        {
            hall.found.push_back(input);
            self.touch(id);
        }
    }

    fn check_hall(&mut self, id: TableId) {
        let now = self.now();
        let Some(house) = &self.house else { return };
        let Some(hall) = house.halls.get(&id).filter(|hall| hall.stage == Stage::Plays) else {
            return;
        };
        let is_of_hall = |step: &Step| step.table == id && step.epoch == hall.epoch;
        let rests = hall.core.is_idle()
            && hall.unsent.is_empty()
            && hall.notices.is_empty()
            && !self.store.queue.iter().any(|step| is_of_hall(step));
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
