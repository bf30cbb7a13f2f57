//! A whole server of one seed: tables, connections, players, the store, and the faults between them. Time is a number, and what happens
//! next is the first thing on an agenda.

mod clients;
mod ending;
mod faults;
mod hall_life;
mod halls;
mod rooms;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use poker_event::core::Input as EventInput;
use poker_follower::{Dice, Oracle};
use poker_lobby::{Lobby, Sessions};
use poker_owner::{ConnId, Entropy, NoEntropy, Now, Outbox, PlayTime};
use poker_store::{OwnerKind, TableId};
use poker_table::core::Input;
use poker_table::{Mail, TableError, TableSetup};

use crate::sim::digest::{Digest, Hash};
use crate::sim::hall::{Hall, any_tournament};
use crate::sim::laws::Laws;
use crate::sim::line::ModelConnection;
use crate::sim::panics;
use crate::sim::plant::Plant;
use crate::sim::player::{Entered, Heard, Player, Sent};
use crate::sim::room::Room;
use crate::sim::store::{Model, Noticed};
use crate::sim::tables::any_table;
use crate::sim::tally::Tally;

/// Milliseconds since 1970 when a world begins.
const BEGUN: i64 = 1_800_000_000_000;

/// Chips that each account starts with.
const WALLET: u64 = 20_000;

/// Pause before the next attempt to load a table while nothing can be written, in milliseconds.
const RELOAD_RETRY_MS: u64 = 500;

/// Messages that may wait for a client, and for one that reads slowly.
const OUTBOX: usize = 4_096;
const SLOW_OUTBOX: usize = 24;

/// Once the world has healed, everything ends within so much simulated time.
const PATIENCE_MS: u64 = 900_000;

/// An entry of the agenda.
#[derive(Debug)]
enum Event {
    /// A player does something.
    Think(usize),
    /// A player answers what it is asked.
    Answer(usize),
    /// A player who has no connection makes one.
    Connect(usize),
    /// A message comes to the server.
    Arrive(ConnId, Box<Sent>),
    /// A client reads what was sent.
    Read(ConnId),
    /// The server notices that a connection is gone.
    Break(ConnId),
    /// A client notices that its connection is gone.
    Lose(usize, ConnId),
    /// The disk takes a group.
    Commit,
    /// The tables hear of it.
    Notify(Vec<Noticed>, u32),
    /// A table is looked at.
    Wake(TableId, u32),
    /// A message for a tournament comes to the server.
    Attend(ConnId, Box<Entered>),
    /// The store's answer about a request to a tournament.
    Learnt(TableId, u32, Box<EventInput>),
    /// The store's answer about a request.
    Found(TableId, u32, Box<Input>),
    /// The process dies.
    Crash,
    /// The same, as what went before demands it.
    Die,
    /// It is asked to stop.
    Drain,
    /// It begins anew.
    Boot,
    /// A connection is cut.
    Cut,
    /// Nothing can be written for a while.
    Fill,
    /// Something can be written again.
    Free,
    /// A write has an unknown outcome.
    Stop,
    /// Another owner takes a table.
    Steal,
}

/// A connection, as the server has it.
struct Conn {
    player: usize,
    outbox: Outbox,
    line: Arc<ModelConnection>,
    /// The tables that know it.
    tables: BTreeSet<TableId>,
    /// The tournaments that know it.
    events: BTreeSet<TableId>,
    /// The end of it is on the agenda.
    ends: bool,
}

/// A burst that the client has not read: each text with its owner and the last event on disk when it was sent.
struct InFlight {
    frames: Vec<(String, TableId, u64)>,
    urgent: bool,
}

/// A running process.
struct House {
    /// The instant of its start.
    born: u64,
    /// Its number among the processes of the world.
    life: u32,
    rooms: BTreeMap<TableId, Room>,
    halls: BTreeMap<TableId, Hall>,
    conns: BTreeMap<ConnId, Conn>,
    sessions: Sessions,
    lobby: Lobby,
    draining: bool,
}

/// The entropy of tables and tournaments.
#[derive(Debug)]
struct Chance(Dice);

impl Entropy for Chance {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        // Now and then the operating system has none.
        if self.0.one_in(400) {
            return Err(NoEntropy);
        }
        Ok(self.0.bytes())
    }
}

/// The faults of a seed and their rates: each seed has its own mix. Means are in milliseconds of simulated time; 0 is never.
#[derive(Clone, Debug)]
struct Plan {
    crash_ms: u64,
    drain_ms: u64,
    cut_ms: u64,
    full_ms: u64,
    stop_ms: u64,
    steal_ms: u64,
    /// One request in this many is sent twice; 0 is none.
    repeats: u64,
    /// One request in this many is late by seconds; 0 is none.
    late: u64,
    /// The longest way of a message.
    latency_ms: u64,
    /// The longest time until the disk takes a group.
    commit_ms: u64,
    /// The most steps in a group.
    group: u64,
    /// One player in this many reads slowly; 0 is none.
    slow: u64,
    /// The longest time that a player thinks.
    think_ms: u64,
    /// One decision in this many is left to the clock; 0 is none.
    stalls: u64,
}

impl Plan {
    fn draw(dice: &mut Dice) -> Self {
        let mut mean = |ms: u64| if dice.one_in(3) { 0 } else { ms / 4 + dice.below(ms) };
        let (crash_ms, drain_ms, cut_ms) = (mean(120_000), mean(400_000), mean(20_000));
        let (full_ms, stop_ms, steal_ms) = (mean(120_000), mean(400_000), mean(200_000));
        let mut rate = |most: u64| if dice.one_in(3) { 0 } else { 2 + dice.below(most) };
        let (repeats, late, slow, stalls) = (rate(10), rate(20), rate(4), rate(40));
        Self {
            crash_ms,
            drain_ms,
            cut_ms,
            full_ms,
            stop_ms,
            steal_ms,
            repeats,
            late,
            latency_ms: 1 + dice.below(300),
            commit_ms: 1 + dice.below(60),
            group: 1 + dice.below(24),
            slow,
            think_ms: 200 + dice.below(3_000),
            stalls,
        }
    }

    /// The same world without any fault.
    fn healed(&self) -> Self {
        Self {
            crash_ms: 0,
            drain_ms: 0,
            cut_ms: 0,
            full_ms: 0,
            stop_ms: 0,
            steal_ms: 0,
            repeats: 0,
            late: 0,
            slow: 0,
            stalls: 0,
            ..*self
        }
    }
}

pub(super) struct World {
    dice: Dice,
    chance: Chance,
    time: u64,
    order: u64,
    agenda: BTreeMap<(u64, u64), Event>,
    pub(super) store: Model,
    house: Option<House>,
    lives: u32,
    conns: u64,
    players: Vec<Player>,
    /// The tables that there are, with what their creators chose.
    heard: Vec<Heard>,
    /// The tournaments that there are.
    events: Vec<TableId>,
    setups: BTreeMap<TableId, Arc<TableSetup>>,
    /// Unread bursts, by connection.
    in_flight: BTreeMap<ConnId, VecDeque<InFlight>>,
    /// The instant at which the last message of each connection arrives.
    arrivals: BTreeMap<ConnId, u64>,
    /// Tables that have something to do.
    touched: BTreeSet<TableId>,
    oracles: BTreeMap<TableId, Oracle>,
    told: BTreeMap<TableId, BTreeMap<u64, String>>,
    laws: Laws,
    digest: Digest,
    plan: Plan,
    healed: bool,
    commit_planned: bool,
    /// Number of the officials' acts.
    acts: u64,
    plant: Option<Plant>,
    tally: Tally,
}

impl World {
    pub(super) fn new(seed: u64, plant: Option<Plant>) -> Self {
        let mut dice = Dice(seed);
        let plan = Plan::draw(&mut dice);
        let count = 4 + dice.below(5);
        let players: Vec<Player> = (0..count)
            .map(|index| {
                let slow = plan.slow > 0 && dice.one_in(plan.slow);
                Player::new(usize::try_from(index).expect("few"), Dice(dice.next()), slow)
            })
            .collect();
        let mut world = Self {
            chance: Chance(Dice(dice.next())),
            dice,
            time: 0,
            order: 0,
            agenda: BTreeMap::new(),
            store: Model::new(plant),
            house: None,
            lives: 0,
            conns: 0,
            players,
            heard: Vec::new(),
            events: Vec::new(),
            setups: BTreeMap::new(),
            in_flight: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            touched: BTreeSet::new(),
            oracles: BTreeMap::new(),
            told: BTreeMap::new(),
            laws: Laws::default(),
            digest: Digest::new(seed),
            plan,
            healed: false,
            commit_planned: false,
            acts: 0,
            plant,
            tally: Tally::default(),
        };
        world.begin();
        world
    }

    fn begin(&mut self) {
        for index in 0..self.players.len() {
            let account = self.players[index].account;
            self.store.grant(account, WALLET);
            let after = self.latency();
            self.plan_in(after, Event::Connect(index));
        }
        let tables = 1 + self.dice.below(3);
        for _ in 0..tables {
            let host = self.someone();
            let setup = any_table(&mut self.dice, self.players[host].account);
            let stored = self
                .store
                .create(OwnerKind::Table, String::new())
                .expect("the store is new");
            self.setups.insert(stored.id, Arc::clone(&setup));
            self.heard.push(Heard {
                table: stored.id,
                setup,
            });
        }
        for _ in 0..self.dice.below(3) {
            let announced = any_tournament(&mut self.dice, self.players.len() as u64, BEGUN);
            self.announce(&announced);
        }
        self.boot();
        let faults = [
            (self.plan.crash_ms, Event::Crash),
            (self.plan.drain_ms, Event::Drain),
            (self.plan.cut_ms, Event::Cut),
            (self.plan.full_ms, Event::Fill),
            (self.plan.stop_ms, Event::Stop),
            (self.plan.steal_ms, Event::Steal),
        ];
        for (mean, event) in faults {
            self.plan_fault(mean, event);
        }
    }

    fn plan_fault(&mut self, mean: u64, event: Event) {
        if mean > 0 {
            let after = 1 + self.dice.below(2 * mean);
            self.plan_in(after, event);
        }
    }

    fn plan_in(&mut self, after: u64, event: Event) {
        self.order += 1;
        self.agenda.insert((self.time + after, self.order), event);
    }

    fn someone(&mut self) -> usize {
        usize::try_from(self.dice.below(self.players.len() as u64)).expect("few")
    }

    fn latency(&mut self) -> u64 {
        let late = self.plan.late > 0 && self.dice.one_in(self.plan.late * 4);
        let most = if late { 5_000 } else { self.plan.latency_ms };
        1 + self.dice.below(most)
    }

    fn wall(&self) -> i64 {
        BEGUN + i64::try_from(self.time).expect("not that late")
    }

    fn now(&self) -> Now {
        let born = self.house.as_ref().map_or(0, |house| house.born);
        Now {
            play: PlayTime(self.time - born),
            wall: self.wall(),
        }
    }

    /// Lets this many things happen; then the world heals, and everything that was begun has to end.
    pub(super) fn run(mut self, steps: u64) -> (Hash, Tally) {
        for _ in 0..steps {
            if !self.step() {
                break;
            }
        }
        self.heal();
        let until = self.time + PATIENCE_MS;
        while self.time < until && !self.is_at_rest() {
            assert!(
                self.step(),
                "liveness: nothing happens any more, and something was begun"
            );
        }
        assert!(
            self.is_at_rest(),
            "liveness: {} s after the world has healed, {}",
            PATIENCE_MS / 1_000,
            self.unrest()
        );
        self.settle_accounts();
        let balances = self.store.balances().clone();
        for (account, amount) in balances {
            self.digest.balance(account, amount);
        }
        self.laws.count_evenings(&mut self.tally);
        self.store.count_into(&mut self.tally);
        self.tally.time = self.time;
        (self.digest.finish(), self.tally)
    }

    /// The next thing happens; `false` if there is none.
    fn step(&mut self) -> bool {
        let Some(((at, _), event)) = self.agenda.pop_first() else {
            return false;
        };
        self.time = at;
        self.tally.events += 1;
        self.digest.time(at);
        self.happen(event);
        self.settle();
        self.look_at_lines();
        panics::check();
        true
    }

    /// Something is there for a table to do.
    fn touch(&mut self, owner: TableId) {
        self.touched.insert(owner);
    }

    /// Everything that can be done at this instant is.
    fn settle(&mut self) {
        while let Some(owner) = self.touched.pop_first() {
            self.run_hall(owner);
            self.run_room(owner);
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Think(player) => self.think(player),
            Event::Answer(player) => self.answer(player),
            Event::Connect(player) => self.connect(player),
            Event::Arrive(conn, sent) => self.arrive(conn, *sent),
            Event::Attend(conn, entered) => self.attend(conn, *entered),
            Event::Learnt(event, life, input) => self.learnt(event, life, *input),
            Event::Read(conn) => self.read(conn),
            Event::Break(conn) => self.end_session(conn),
            Event::Lose(player, conn) => self.lose(player, conn),
            Event::Commit => self.commit(),
            Event::Notify(notices, life) => self.notify(notices, life),
            Event::Wake(table, life) => self.wake(table, life),
            Event::Found(table, life, input) => self.found(table, life, *input),
            Event::Crash => {
                self.crash();
                self.plan_fault(self.plan.crash_ms, Event::Crash);
            }
            Event::Die => self.crash(),
            Event::Drain => {
                self.drain();
                self.plan_fault(self.plan.drain_ms, Event::Drain);
            }
            Event::Boot => self.boot(),
            Event::Cut => {
                self.cut();
                self.plan_fault(self.plan.cut_ms, Event::Cut);
            }
            Event::Fill => {
                if !self.healed && self.store.fill() {
                    let after = 100 + self.dice.below(20_000);
                    self.plan_in(after, Event::Free);
                }
                self.plan_fault(self.plan.full_ms, Event::Fill);
            }
            Event::Free => {
                self.store.free();
            }
            Event::Stop => {
                self.stop();
                self.plan_fault(self.plan.stop_ms, Event::Stop);
            }
            Event::Steal => {
                self.steal();
                self.plan_fault(self.plan.steal_ms, Event::Steal);
            }
        }
    }
}

impl House {
    /// Puts something into a mailbox that must arrive.
    fn deliver(&mut self, table: TableId, mail: Mail) {
        let Some(handle) = self.lobby.table(table) else { return };
        if let Err(TableError::Busy) = handle.post(mail.clone())
            && let Some(room) = self.rooms.get_mut(&table)
        {
            room.overflow.push_back(mail);
        }
    }
}
