//! Tournaments: the work of a tournament's task between core, tables, store and connections.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_event::core::{Applicant, ApplicantFacts, Input, Outputs, Request};
use poker_event::setup::{Announced, EventTableRow};
use poker_event::state::Opened;
use poker_lobby::Opener;
use poker_owner::{Burst, Caller, ConnId};
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg};
use poker_store::{AccountId, AgeCheck, OwnerKind, StepError, TableId};
use poker_table::core::direct::Direct;
use poker_table::{FromTable, Mail, TableHandle, TableRequest, TableSetup, Timing};

use super::hall_life::SHOWN_MS;
use super::{Event, RELOAD_RETRY_MS, World};
use crate::sim::hall::{Hall, Stage};
use crate::sim::panics;
use crate::sim::plant::Plant;
use crate::sim::player::Entered;
use crate::sim::room::Room;

impl World {
    /// A tournament is announced.
    pub(super) fn announce(&mut self, announced: &Announced) {
        let config = serde_json::to_string(announced).expect("what was announced can be written");
        if let Ok(stored) = self.store.create(OwnerKind::Tournament, config) {
            self.events.push(stored.id);
        }
    }

    pub(super) fn hall(&mut self, id: TableId) -> Option<&mut Hall> {
        self.house.as_mut()?.halls.get_mut(&id)
    }

    /// Opens the tables that the event is played at, and closes the others.
    pub(super) fn take_tables(&mut self, id: TableId, tables: Vec<(TableId, EventTableRow)>) {
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
            hall.link.answer(Input::Opened { no, generation, table });
        }
        self.touch(id);
    }

    pub(super) fn close_event_table(&mut self, id: TableId, table: TableId) {
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
    pub(super) fn create_tables(&mut self, id: TableId) {
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
                    if hall.link.is_asleep(self.time) && hall.link.wakes_at(at, self.time) {
                        self.plan_in(at - self.time, Event::Wake(id, life));
                    }
                    return;
                }
                Stage::Plays => {}
            }
            hall.link.queue_steps(&mut self.store);
            let is_open = !hall.core.is_busy() && hall.link.is_clear();
            let due = hall.core.due(now);
            let input = if let Some(notice) = hall.link.next_notice() {
                Input::Notice(notice)
            } else if let Some(found) = hall.link.next_answer() {
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
                let over = hall.over_at.map(|at| at + SHOWN_MS).filter(|at| *at > self.time);
                let next = next.into_iter().chain(hall.link.retry_at(time)).chain(over).min();
                if let Some(next) = next.filter(|next| hall.link.wakes_at(*next, time)) {
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
                        hall.link.forget();
                    }
                }
            }
        }
        self.end_hall(id);
        self.check_hall(id);
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
            applicant,
            ..
        } = out;
        self.tally.planted += self.spoil_hall(&mut accounts, &mut directs);
        let Some(house) = self.house.as_mut() else { return };
        let life = house.life;
        let Some(hall) = house.halls.get_mut(&id) else { return };
        for step in steps {
            hall.link.write(step);
        }
        for (outbox, burst) in bursts {
            // A client that reads too slowly is being disconnected, and comes back.
            let _ = outbox.send(&burst);
        }
        for (account, frame) in accounts {
            house.sessions.send_frame(account, &frame);
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
            let answer = self.store.answer(lookup.account, lookup.id);
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
        found.extend(applicant.map(|applicant| self.facts_of(applicant)));
        for input in found {
            let after = 1 + self.dice.below(self.plan.commit_ms);
            self.plan_in(after, Event::Learnt(id, life, Box::new(input)));
        }
        self.plan_commit();
    }

    /// The facts about the first in line: a few may not enter, and sometimes they cannot be read.
    fn facts_of(&mut self, Applicant { waiting, account }: Applicant) -> Input {
        let facts = ApplicantFacts {
            kept_out: self.dice.one_in(8),
            age: AgeCheck::Unverified,
            family: vec![account],
        };
        let facts = Some(facts).filter(|_| !self.dice.one_in(8));
        Input::Applicant { waiting, facts }
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
            hall.link.answer(input);
            self.touch(id);
        }
    }
}
