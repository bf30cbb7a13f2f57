//! Players and their connections, on both sides.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use poker_event::core::{FloorAsk, Input, Request, TournamentRequest};
use poker_owner::{Burst, Caller, ConnId, Outbox};
use poker_protocol::v1::tournament::{FloorAction, FloorRole};
use poker_protocol::v1::{ErrorCode, ErrorMsg, PlayerInfo, PlayerKind, ServerMsg};
use poker_store::{AccountId, OwnerKind, TableId};
use poker_table::{Mail, TableError, TableRequest, TableSetup};

use super::{Conn, Event, EventInput, InFlight, OUTBOX, SLOW_OUTBOX, World};
use crate::sim::hall::Stage;
use crate::sim::laws::Laws;
use crate::sim::line::ModelConnection;
use crate::sim::plant::Plant;
use crate::sim::player::{Entered, Sent};
use uuid::Uuid;

impl World {
    pub(super) fn think(&mut self, index: usize) {
        let pause = 200 + self.dice.below(4 * self.plan.think_ms);
        self.plan_in(pause, Event::Think(index));
        let Some(conn) = self.players[index].conn else { return };
        let player = &mut self.players[index];
        let decided = player.decide(self.plan.stalls);
        let sent = match decided {
            Some(sent) => Some(sent),
            None if self.healed => None,
            None if self.plan.repeats > 0 && self.dice.one_in(self.plan.repeats) => {
                self.tally.repeats += 1;
                self.players[index].repeat()
            }
            None if self.dice.one_in(3) => self.players[index].do_something(&self.heard),
            None => None,
        };
        if let Some(sent) = sent {
            self.send(conn, sent);
        }
        if !self.healed && self.dice.one_in(16) {
            self.officiate();
        }
        if self.dice.one_in(4) {
            let entered = self.players[index].attend(&self.events, self.healed, self.time);
            if let Some(entered) = entered {
                self.enter(conn, entered);
            }
        }
    }

    /// An official of the house changes the places of an event, or its waiting list.
    fn officiate(&mut self) {
        let Some(event) = self.dice.pick(&self.events).copied() else {
            return;
        };
        let waiting = 1 + u32::try_from(self.dice.below(8)).expect("few");
        let action = match self.dice.below(6) {
            0 | 1 => FloorAction::SetPlaces {
                places: 1 + u32::try_from(self.dice.below(10)).expect("few"),
            },
            2 => FloorAction::StopWaiting { waiting },
            _ => FloorAction::MoveUp { waiting },
        };
        let account = AccountId(Uuid::from_u128(0x9000));
        self.acts += 1;
        let (id, info) = (
            format!("f{}", self.acts),
            PlayerInfo {
                id: account.to_string(),
                name: "Flo".to_owned(),
                kind: PlayerKind::Account,
            },
        );
        let Some(hall) = self.hall(event).filter(|hall| hall.stage != Stage::Over) else {
            return;
        };
        let caller = Caller {
            account,
            info: Arc::new(info),
            network: None,
            outbox: Outbox::of_caller().0,
        };
        let asked = TournamentRequest::Floor(Box::new(FloorAsk {
            action,
            reason: "by the seed".to_owned(),
            granted: Some(FloorRole::Director),
            family: vec![account],
            structure: None,
            account: None,
            sheet: None,
        }));
        let request = Request {
            caller,
            id: id.clone(),
            asked,
        };
        hall.requests.push_back(Input::Request(Box::new(request)));
        self.laws.asked(event, account, &id);
        self.touch(event);
    }

    /// A player answers what it is asked.
    pub(super) fn answer(&mut self, index: usize) {
        if let Some(conn) = self.players[index].conn
            && let Some(sent) = self.players[index].decide(self.plan.stalls)
        {
            self.send(conn, sent);
        }
    }

    /// A message leaves for a tournament, perhaps twice.
    fn enter(&mut self, conn: ConnId, entered: Entered) {
        let watches = matches!(
            entered.asked,
            TournamentRequest::Watch | TournamentRequest::Resume { .. }
        );
        if !watches && self.plan.repeats > 0 && self.dice.one_in(self.plan.repeats) {
            let mut players = self.players.iter_mut();
            if let Some(player) = players.find(|player| player.conn == Some(conn)) {
                self.tally.repeats += 1;
                player.enters(&entered);
                self.plan_arrival(conn, Event::Attend(conn, Box::new(entered.clone())));
            }
        }
        self.plan_arrival(conn, Event::Attend(conn, Box::new(entered)));
    }

    /// A message leaves for the server, perhaps twice.
    pub(super) fn send(&mut self, conn: ConnId, sent: Sent) {
        if self.plan.repeats > 0 && self.dice.one_in(self.plan.repeats * 4) && is_repeatable(&sent) {
            self.tally.repeats += 1;
            let player = self
                .house
                .as_ref()
                .and_then(|house| house.conns.get(&conn))
                .map(|conn| conn.player);
            if let Some(player) = player {
                self.players[player].sends(&sent);
                self.plan_arrival(conn, Event::Arrive(conn, Box::new(sent.clone())));
            }
        }
        self.plan_arrival(conn, Event::Arrive(conn, Box::new(sent)));
    }

    /// A message is on its way. Those of one connection arrive in their order.
    fn plan_arrival(&mut self, conn: ConnId, event: Event) {
        let at = (self.time + self.latency()).max(self.arrivals.get(&conn).copied().unwrap_or_default());
        self.arrivals.insert(conn, at);
        self.plan_in(at - self.time, event);
    }

    pub(super) fn connect(&mut self, index: usize) {
        if self.players[index].conn.is_some() {
            return;
        }
        let Some(house) = self.house.as_mut().filter(|house| !house.draining) else {
            let after = 500 + self.dice.below(2_000);
            self.plan_in(after, Event::Connect(index));
            return;
        };
        self.conns += 1;
        let id = ConnId(self.conns);
        let slow = self.players[index].slow && !self.healed;
        let line = Arc::new(ModelConnection::new(if slow { SLOW_OUTBOX } else { OUTBOX }));
        let outbox = Outbox::new(id, Arc::clone(&line) as Arc<_>);
        house.sessions.opened(&outbox);
        let player = &mut self.players[index];
        house.sessions.entered(player.account, player.session, &outbox);
        let conn = Conn {
            player: index,
            outbox,
            line,
            tables: BTreeSet::new(),
            events: BTreeSet::new(),
            ends: false,
        };
        house.conns.insert(id, conn);
        self.in_flight.insert(id, VecDeque::new());
        player.conn = Some(id);
        for entered in self.players[index].attend_again(self.time) {
            self.enter(id, entered);
        }
        for sent in self.players[index].come_back() {
            self.send(id, sent);
        }
        if !std::mem::replace(&mut self.players[index].thinks, true) {
            self.plan_in(1, Event::Think(index));
        }
    }

    /// A client notices that its connection is gone, and comes back.
    pub(super) fn lose(&mut self, index: usize, conn: ConnId) {
        if self.players[index].conn != Some(conn) {
            return;
        }
        self.tally.cuts += 1;
        self.in_flight.remove(&conn);
        self.players[index].lost_connection();
        let after = 1 + self.dice.below(3_000);
        self.plan_in(after, Event::Connect(index));
    }

    /// A client reads some of what was sent.
    pub(super) fn read(&mut self, conn: ConnId) {
        let Some(waiting) = self.in_flight.get_mut(&conn) else {
            return;
        };
        let Some(index) = self.players.iter().position(|player| player.conn == Some(conn)) else {
            return;
        };
        let slow = self.players[index].slow && !self.healed;
        let most = if slow { 1 } else { 1 + self.dice.below(6) };
        let mut read = 0;
        for _ in 0..most {
            let Some(burst) = waiting.pop_front() else { break };
            read += burst.frames.len();
            for (text, owner, durable) in burst.frames {
                self.tally.frames += 1;
                let player = &mut self.players[index];
                let told = self.told.entry(owner).or_default();
                if self.store.owners[&owner].kind == OwnerKind::Tournament {
                    player.attends.entry(owner).or_default().read(&text, durable, told);
                    player.answered();
                    continue;
                }
                let follower = player.follower(owner);
                follower.last_urgent = burst.urgent;
                follower.read(&text, durable, told);
                // Only the last ones are needed, to say what came before a fault.
                if follower.frames.len() > 64 {
                    follower.frames.drain(..48);
                }
                Laws::check_answers(player, owner);
                player.answered();
            }
        }
        let more = !waiting.is_empty();
        if self.players[index].is_asked() {
            let after = 20 + self.dice.below(self.plan.think_ms);
            self.plan_in(after, Event::Answer(index));
        }
        if let Some(conn) = self.house.as_ref().and_then(|house| house.conns.get(&conn)) {
            conn.line.read(read);
        }
        if more {
            let after = self.reading_time(index);
            self.plan_in(after, Event::Read(conn));
        }
    }

    fn reading_time(&mut self, index: usize) -> u64 {
        if self.players[index].slow && !self.healed {
            100 + self.dice.below(2_000)
        } else {
            1 + self.dice.below(self.plan.latency_ms)
        }
    }

    // The server's side of a connection.

    /// A message has come: the session passes it on to its table.
    pub(super) fn arrive(&mut self, conn: ConnId, sent: Sent) {
        let Some(house) = self.house.as_mut() else { return };
        let Some(known) = house.conns.get_mut(&conn).filter(|conn| !conn.ends) else {
            return;
        };
        let Sent { table, id, request } = sent;
        let player = &self.players[known.player];
        let caller = Caller {
            account: player.account,
            info: Arc::clone(&player.info),
            network: None,
            outbox: known.outbox.clone(),
        };
        let name = self.setups[&table].wire_id(table).0;
        let hosts = |setup: &TableSetup| setup.host == Some(player.account);
        let refusal = match house.lobby.find(&name, hosts) {
            None => Some((ErrorCode::TableNotFound, "there is no such table")),
            Some(handle) => {
                if request == TableRequest::Unwatch {
                    known.tables.remove(&table);
                } else {
                    known.tables.insert(table);
                }
                self.laws.asked(table, player.account, &id);
                let (id, request) = match self.plant {
                    Some(Plant::RepeatActsTwice) if self.laws.is_repeated(table, player.account, &id) => {
                        self.tally.planted += 1;
                        (format!("{id}~"), request)
                    }
                    _ => (id.clone(), request),
                };
                if self.plant == Some(Plant::LostRequest) && self.dice.one_in(50) {
                    self.tally.planted += 1;
                    None
                } else {
                    match handle.request(caller, id, request) {
                        Ok(()) => None,
                        Err(TableError::Busy) => Some((ErrorCode::TableBusy, "the table has too much to do")),
                        Err(TableError::Closed) => Some((ErrorCode::TableClosed, "the table is closed")),
                    }
                }
            }
        };
        if let Some((code, message)) = refusal {
            let error = ServerMsg::Error(ErrorMsg::new(Some(id), code, message));
            let _ = known.outbox.send(&Burst::from(&error));
            self.collect(table);
            return;
        }
        self.touch(table);
    }

    /// The server has noticed that a connection is gone.
    pub(super) fn end_session(&mut self, conn: ConnId) {
        let Some(house) = self.house.as_mut() else { return };
        let Some(Conn {
            player,
            outbox,
            tables,
            events,
            ..
        }) = house.conns.remove(&conn)
        else {
            return;
        };
        let player = &self.players[player];
        // Those that it follows without having asked are among its tables.
        house.sessions.left(player.account, player.session, conn);
        house.sessions.ended(conn);
        let caller = Caller {
            account: player.account,
            info: Arc::clone(&player.info),
            network: None,
            outbox,
        };
        for table in &tables {
            house.deliver(*table, Mail::Disconnected(caller.clone()));
        }
        for event in &events {
            if let Some(hall) = house.halls.get_mut(event) {
                hall.requests.push_back(EventInput::Disconnected(conn));
            }
        }
        for owner in tables.into_iter().chain(events) {
            self.touch(owner);
        }
    }

    /// Connections that the server has closed end, on both sides.
    pub(super) fn look_at_lines(&mut self) {
        let Some(house) = self.house.as_mut() else { return };
        let closed: Vec<(ConnId, usize)> = house
            .conns
            .iter_mut()
            .filter(|(_, conn)| !conn.ends && conn.line.closed().is_some())
            .map(|(id, conn)| {
                conn.ends = true;
                (*id, conn.player)
            })
            .collect();
        for (conn, player) in closed {
            self.plan_in(1, Event::Break(conn));
            let after = 1 + self.dice.below(500);
            self.plan_in(after, Event::Lose(player, conn));
        }
    }

    /// Takes what was put out for the connections, checks it and sends it on its way. All of it is of one
    /// table or tournament.
    pub(super) fn collect(&mut self, owner: TableId) {
        let wall = self.wall();
        let Some(house) = &self.house else { return };
        let mut sent = Vec::new();
        for (id, conn) in &house.conns {
            let fresh = conn.line.take_fresh();
            if !fresh.is_empty() {
                sent.push((*id, conn.player, fresh));
            }
        }
        for (id, index, bursts) in sent {
            let account = self.players[index].info.id.clone();
            for burst in bursts {
                let frames = burst.frames.iter().map(|frame| {
                    let text = frame.as_str();
                    self.digest.frame(id, text);
                    let stored = &self.store.owners[&owner];
                    if let Some(oracle) = self.oracles.get(&owner) {
                        oracle.check(&account, text, &stored.begun);
                    }
                    let hand = stored.begun.values().last().copied().unwrap_or_default();
                    self.laws.sent(owner, text, stored.last_seq, (hand, wall));
                    let text = match self.plant {
                        Some(Plant::RepeatActsTwice) => text.replace("~\"", "\""),
                        _ => text.to_owned(),
                    };
                    (text, owner, stored.last_seq)
                });
                let burst = InFlight {
                    frames: frames.collect(),
                    urgent: burst.urgent,
                };
                let Some(waiting) = self.in_flight.get_mut(&id) else {
                    continue;
                };
                let idle = waiting.is_empty();
                waiting.push_back(burst);
                if idle {
                    let after = self.reading_time(index);
                    self.plan_in(after, Event::Read(id));
                }
            }
        }
    }
}

fn is_repeatable(sent: &Sent) -> bool {
    matches!(
        sent.request,
        TableRequest::Act { .. }
            | TableRequest::Sit { .. }
            | TableRequest::Rebuy { .. }
            | TableRequest::GiveChips { .. }
    )
}
