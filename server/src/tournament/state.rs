//! What is durable of a tournament: its director, whose players these are, and what was told.
//!
//! [`Tournament::apply`] is the one way to change it, for live commands and for those of the journal alike. It knows no clock,
//! no chance and no connection.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Director, Event, HaltReason, Outcome, Phase, PlayerNo, Refusal};
use poker_engine::{Chips, SeatIx};
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::{Finished, FloorAction, HandForHandState, TournamentEvent};
use serde_json::value::RawValue;

use super::command::{BadCommand, Command, Order};
use super::deals::Deals;
use super::flags::Away;
use super::floor::Book;
use super::law::Denied;
use super::setup::TournamentSetup;
use super::undo::Line;
use crate::store::{AccountId, JournalRow, StoredTable, TableId, Transfer};
use crate::table::state::command::BadRow;
use crate::table::state::command::{FORMAT, from_json};
use crate::table::state::event_log::to_json;
use crate::table::state::older;
use crate::wire;
use crate::wire::tournament::ToWire as _;

/// A player's account.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entrant {
    /// The account; `None` of a player whom an official has entered by name.
    pub(crate) account: Option<AccountId>,
    /// The account as everybody may know it.
    pub(crate) info: PlayerInfo,
}

/// A table of the event, as the director has opened it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    /// How often a table of this number was opened before.
    pub(crate) generation: u32,
    /// How many seats it has.
    pub(crate) seats: u8,
}

/// The durable state of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct Tournament {
    /// How it was announced, as officials have edited it since.
    pub(super) setup: Arc<TournamentSetup>,
    pub(super) director: Director,
    pub(super) book: Arc<Book>,
    /// Whether anybody is there.
    pub(super) away: Away,
    /// The time of the last command, in milliseconds of the tournament.
    pub(super) t: u64,
    /// The players by number, from 1.
    pub(super) entrants: Vec<Entrant>,
    numbers: HashMap<AccountId, PlayerNo>,
    /// The number of the last event.
    pub(super) seq: u64,
    /// The tables that are open.
    pub(super) tables: BTreeMap<TableNo, Opened>,
    generations: BTreeMap<TableNo, u32>,
    pub(super) hand_for_hand: Option<HandForHandState>,
    /// Why play is paused.
    pub(super) paused: Option<String>,
    pub(super) deals: Deals,
    /// When play begins, in milliseconds since 1970.
    pub(super) starts_at: Option<i64>,
    /// When play was to begin before an official called the bots for a start at once.
    pub(super) called_from: Option<i64>,
    /// When play began, in milliseconds since 1970.
    pub(super) started_at: Option<i64>,
    /// Whether the start is so near that bots of the house come. It follows from the time, and is not durable.
    pub(super) is_filling: bool,
    /// Who has won a seat of the target and has not got it yet.
    pub(super) seats_won: Vec<PlayerNo>,
    /// Who has a place, the last one first.
    pub(super) finished: Vec<Finished>,
    /// What was paid in prizes, also before its player has a place.
    paid: BTreeMap<PlayerNo, Chips>,
    /// When it was over, in milliseconds since 1970.
    pub(super) ended_at: Option<i64>,
    /// What officials did that may be taken back.
    pub(super) line: Option<Box<Line>>,
}

/// What a command did.
#[derive(Debug, Default)]
pub(crate) struct Applied {
    /// The events, JSON each.
    pub(crate) told: Vec<Box<str>>,
    /// Chips that moved between accounts and the pool.
    pub(crate) transfers: Vec<Transfer>,
    /// What the director wants of tables.
    pub(crate) outcome: Outcome,
    /// Tables whose seats or stacks have changed, or that were opened.
    pub(crate) dirty: BTreeSet<TableNo>,
    /// Seats that players left for another table, and those that they got.
    pub(crate) moves: Vec<((TableNo, SeatIx), (TableNo, SeatIx))>,
    /// Players of whom something has changed that they must hear, though they do not watch.
    pub(crate) concerned: BTreeSet<PlayerNo>,
    /// Whether something has changed that all players must hear.
    pub(crate) concerns_all: bool,
    /// Tables whose running hand an official wants to end.
    pub(crate) wishes: Vec<TableNo>,
    /// The table whose hand is over or void, or whose stacks an official has set.
    pub(crate) played: Option<TableNo>,
    /// Tables that go on after a fault.
    pub(crate) resumed: Vec<TableNo>,
    /// Whether something else may be said at the tables.
    pub(crate) chat_changed: bool,
    /// Whether what was announced has changed.
    pub(crate) edited: bool,
}

/// A tournament from its journal.
#[derive(Debug)]
pub(crate) struct Recovered {
    /// The tournament.
    pub(crate) tournament: Tournament,
    /// All its events, JSON each.
    pub(crate) log: Vec<Box<str>>,
    /// When it last wrote something, in milliseconds since 1970; 0 if never.
    pub(crate) wrote_at: i64,
}

/// A tournament before a command that may have to be undone.
#[derive(Debug)]
pub(crate) struct Mark {
    director: Director,
    away: Away,
    t: u64,
    entrants: usize,
    seq: u64,
    tables: BTreeMap<TableNo, Opened>,
    generations: BTreeMap<TableNo, u32>,
    hand_for_hand: Option<HandForHandState>,
    finished: Vec<Finished>,
    paid: BTreeMap<PlayerNo, Chips>,
    started_at: Option<i64>,
    line: Option<Box<Line>>,
}

/// Why a command was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// By the director.
    #[error(transparent)]
    Director(#[from] Refusal),
    /// By the law of officials.
    #[error(transparent)]
    Denied(Denied),
    /// It names what there is not.
    #[error(transparent)]
    Bad(#[from] BadCommand),
    /// The account has entered already.
    #[error("the account has entered already")]
    AlreadyRegistered,
    /// The player has won no seat that is still to be given.
    #[error("no such seat was won")]
    NoSeatWon,
    /// Its officials enter the players.
    #[error("officials enter the players of this tournament")]
    ByHand,
    /// A name that is none, or another player's.
    #[error("a name has 1 to 40 visible characters, and is no other player's")]
    BadName,
    /// The tournament is for adults, and the account is none's as far as the operator knows.
    #[error("the tournament is for adults, and the age of the account is not verified")]
    AdultsOnly,
    /// Languages that are none, or too many; in words.
    #[error("{0}")]
    BadLanguages(String),
    /// No deal is offered, or it is answered already.
    #[error("no deal is offered, or it is answered already")]
    NoDeal,
    /// What was chosen for the tournament is wrong, in words.
    #[error("{0}")]
    BadStructure(String),
    /// What officials did last cannot be taken back: the line of the trail.
    #[error("what officials did last cannot be taken back")]
    Final(u32),
    /// No such request of a player is open.
    #[error("there is no such request, or it is answered already")]
    NoTicket,
    /// Too many requests of players are open.
    #[error("too many requests are open")]
    Tickets,
}

impl From<Denied> for Refused {
    fn from(denied: Denied) -> Self {
        match denied {
            Denied::Phase => Self::Director(Refusal::WrongPhase),
            other => Self::Denied(other),
        }
    }
}

/// Why a tournament cannot be recovered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Damage {
    /// A step cannot be read.
    #[error("step {0}: {1}")]
    Row(u64, BadRow),
    /// A command is refused that was accepted once.
    #[error("step {0} is refused now: {1}")]
    Refused(u64, Refused),
    /// A step tells other events than it told once.
    #[error("step {0} tells other events than it told")]
    Diverged(u64),
    /// A step was written in a way that this version does not know.
    #[error("step {0} has format {1}")]
    Format(u64, u16),
    /// A step brings the tournament down.
    #[error("step {0} cannot be carried out")]
    Panicked(u64),
    /// What the pool holds is not what the tournament has to pay.
    #[error("the pool holds {holds} chips and owes {owes}")]
    Pool {
        /// In the ledger.
        holds: Chips,
        /// By the tournament.
        owes: Chips,
    },
}

impl Tournament {
    /// A tournament that has just been announced.
    pub(crate) fn new(setup: Arc<TournamentSetup>) -> Self {
        Self {
            director: setup.director(),
            book: Arc::default(),
            away: Away::default(),
            t: 0,
            entrants: Vec::new(),
            numbers: HashMap::new(),
            seq: 0,
            tables: BTreeMap::new(),
            generations: BTreeMap::new(),
            hand_for_hand: None,
            paused: None,
            deals: Deals::default(),
            starts_at: setup.starts_at,
            is_filling: false,
            called_from: None,
            seats_won: Vec::new(),
            line: None,
            setup,
            finished: Vec::new(),
            paid: BTreeMap::new(),
            started_at: None,
            ended_at: None,
        }
    }

    /// The tournament of a journal, all its events, and when it last wrote something, in milliseconds since 1970.
    ///
    /// # Errors
    /// If a step cannot be read, or does not do what it did.
    pub(crate) fn recover(stored: &StoredTable, setup: Arc<TournamentSetup>) -> Result<Recovered, Damage> {
        let mut tournament = Self::new(setup);
        let mut log = Vec::new();
        let (mut wrote_at, mut pool) = (0, 0_u128);
        for row in &stored.tail {
            if row.format > FORMAT {
                return Err(Damage::Format(row.step, row.format));
            }
            let order = Order::decode(&row.command, row.secret.as_deref());
            let order = order.map_err(|error| Damage::Row(row.step, error))?;
            let applied = catch_unwind(AssertUnwindSafe(|| tournament.apply(&order)));
            let applied = applied.map_err(|_| Damage::Panicked(row.step))?;
            let applied = applied.map_err(|refused| Damage::Refused(row.step, refused))?;
            log.extend(tournament.as_told(row, applied.told)?);
            let pool_account = crate::store::LedgerAccount::Tournament(tournament.setup.id);
            for transfer in &applied.transfers {
                let amount = u128::from(transfer.amount.get());
                pool = if transfer.credit == pool_account {
                    pool + amount
                } else {
                    pool.saturating_sub(amount)
                };
            }
            wrote_at = order.at;
        }
        let owes = u64::try_from(pool).ok().and_then(Chips::try_new).unwrap_or(Chips::MAX);
        if owes != stored.escrow {
            let holds = stored.escrow;
            return Err(Damage::Pool { holds, owes });
        }
        Ok(Recovered {
            tournament,
            log,
            wrote_at,
        })
    }

    /// The events of a step as they were told. What this very program has written must come out byte for byte. Another one,
    /// such as an older version, may have told fewer events, or less in one; what it told stands, under the numbers it had.
    fn as_told(&mut self, row: &JournalRow, told: Vec<Box<str>>) -> Result<Vec<Box<str>>, Damage> {
        if array(&told) == row.events {
            return Ok(told);
        }
        let recorded: Vec<Box<RawValue>> = from_json(&row.events).map_err(|error| Damage::Row(row.step, error))?;
        let now = told.iter().map(|event| &**event);
        if older::is_own(row) || !older::agrees_by("event", &recorded, now) {
            return Err(Damage::Diverged(row.step));
        }
        self.seq = row.first_seq.saturating_sub(1) + u64::try_from(recorded.len()).unwrap_or_default();
        Ok(recorded.into_iter().map(|event| event.get().into()).collect())
    }

    /// What it takes to undo a command that takes chips of an account, should the ledger refuse it.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            director: self.director.clone(),
            away: self.away,
            t: self.t,
            entrants: self.entrants.len(),
            seq: self.seq,
            tables: self.tables.clone(),
            generations: self.generations.clone(),
            hand_for_hand: self.hand_for_hand,
            finished: self.finished.clone(),
            paid: self.paid.clone(),
            started_at: self.started_at,
            line: self.line.clone(),
        }
    }

    /// The tournament is as it was at a mark.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        while self.entrants.len() > mark.entrants {
            let Some(gone) = self.entrants.pop() else { break };
            let Some(account) = gone.account else { continue };
            let before = self.entrants().filter(|(_, entrant)| entrant.account == Some(account));
            match before.last().map(|(number, _)| number) {
                Some(number) => self.numbers.insert(account, number),
                None => self.numbers.remove(&account),
            };
        }
        (self.director, self.away) = (mark.director, mark.away);
        (self.t, self.seq) = (mark.t, mark.seq);
        (self.tables, self.generations) = (mark.tables, mark.generations);
        (self.hand_for_hand, self.finished, self.paid) = (mark.hand_for_hand, mark.finished, mark.paid);
        (self.started_at, self.line) = (mark.started_at, mark.line);
    }

    /// Carries a command out. All or nothing.
    ///
    /// # Errors
    /// Why it is refused; the tournament is exactly as before.
    pub(crate) fn apply(&mut self, order: &Order) -> Result<Applied, Refused> {
        if order.command.turns_back() {
            return self.turn_back(order);
        }
        let before = self.before_act(order);
        let applied = self.carry_out(order)?;
        self.note_in_line(order, before, &applied);
        Ok(applied)
    }

    /// Carries a command out, without a thought of taking it back.
    pub(super) fn carry_out(&mut self, order: &Order) -> Result<Applied, Refused> {
        if let Some(applied) = self.apply_deal(&order.command, order.t) {
            let applied = applied?;
            self.t = order.t;
            return Ok(applied);
        }
        if let Command::GiveSeat { player, entered } = order.command {
            let applied = self.give_seat(player, entered)?;
            self.t = order.t;
            return Ok(applied);
        }
        if let Command::Postpone { starts_at } = order.command {
            let applied = self.postpone(starts_at)?;
            self.t = order.t;
            return Ok(applied);
        }
        let mut applied = Applied::default();
        let entrant = match &order.command {
            Command::Register { player } => {
                if self.setup.live {
                    return Err(Refused::ByHand);
                }
                let account = player.id.parse().map_err(|_| BadCommand::Player)?;
                if self.player_of(account).is_some() {
                    return Err(Refused::AlreadyRegistered);
                }
                Some(Entrant {
                    account: Some(account),
                    info: player.clone(),
                })
            }
            command => self.entrant_by_name(command),
        };
        self.check_floor(order)?;
        let odd = self.odd_in(&order.command);
        let command = order.command.for_director(|account| self.player_of(account))?;
        let called = self.call_bots(&order.command);
        if let Some(command) = command.filter(|_| called.is_none()) {
            self.director
                .apply(order.t, order.seed(), command, &mut applied.outcome)?;
        }
        let first_seq = self.seq + 1;
        self.t = order.t;
        self.away.note(&self.director, &order.command, order.t);
        if let Some(entrant) = entrant {
            let number = PlayerNo(self.director.players());
            self.numbers.extend(entrant.account.map(|account| (account, number)));
            self.entrants.push(entrant);
        }
        if let Some(called) = called {
            applied.told = self.told(vec![called]).told;
        }
        let events = std::mem::take(&mut applied.outcome.events);
        for event in &events {
            self.follow(event, &mut applied);
        }
        for deal in &applied.outcome.deals {
            applied.dirty.insert(deal.table);
        }
        applied.played = order.command.table();
        self.replace_table(&order.command, &mut applied);
        if self.director.phase() == Phase::Running && self.started_at.is_none() {
            self.started_at = Some(order.at);
            self.lapse();
            applied.chat_changed = true;
        }
        if self.is_over() {
            self.ended_at.get_or_insert(order.at);
        }
        self.note_floor(order, first_seq, &odd, &mut applied);
        Ok(applied)
    }

    /// An official has the players of a table seated at a new one: what the director knows of it stays.
    fn replace_table(&mut self, command: &Command, applied: &mut Applied) {
        let Command::Floor {
            action: FloorAction::ReplaceTable { table },
            ..
        } = command
        else {
            return;
        };
        let no = TableNo(*table);
        if let Some(opened) = self.tables.get(&no).copied() {
            self.open_table(no, opened.seats);
            applied.dirty.insert(no);
        }
    }

    /// The number of the last event.
    pub(crate) const fn seq(&self) -> u64 {
        self.seq
    }

    /// Which tournament.
    pub(crate) fn id(&self) -> TableId {
        self.setup.id
    }

    /// The number of an account that has ever entered.
    pub(crate) fn number_of(&self, account: AccountId) -> Option<PlayerNo> {
        self.numbers.get(&account).copied()
    }

    /// The number of an account that has entered and not taken the entry back.
    pub(crate) fn player_of(&self, account: AccountId) -> Option<PlayerNo> {
        self.number_of(account).filter(|number| self.is_in(*number))
    }

    /// The account of a player.
    pub(crate) fn entrant(&self, player: PlayerNo) -> Option<&Entrant> {
        self.entrants.get(usize::try_from(player.0).ok()?.checked_sub(1)?)
    }

    /// All players with their numbers.
    pub(crate) fn entrants(&self) -> impl Iterator<Item = (PlayerNo, &Entrant)> {
        (1..).map(PlayerNo).zip(&self.entrants)
    }

    /// Whether a player has entered and not taken the entry back.
    pub(crate) fn is_in(&self, player: PlayerNo) -> bool {
        use poker_engine::tournament::director::Standing;
        let player = self.director.player(player);
        player.is_some_and(|player| player.standing != Standing::Unregistered)
    }

    /// The prizes by place; once it is over, those that were paid.
    pub(crate) fn prizes(&self) -> Vec<Chips> {
        if !self.is_over() {
            return self.director.prizes();
        }
        let mut paid: Vec<Chips> = self.paid.values().copied().collect();
        paid.sort_unstable_by(|a, b| b.cmp(a));
        paid
    }

    /// Whether a player is still in play; `None` of one who has taken the entry back.
    pub(crate) fn plays(&self, player: PlayerNo) -> Option<bool> {
        let known = self.director.player(player).filter(|_| self.is_in(player));
        known.map(poker_engine::tournament::director::Player::is_alive)
    }

    /// Whether it is over.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.director.phase(), Phase::Completed | Phase::Cancelled)
    }

    fn account(&self, player: PlayerNo) -> AccountId {
        let account = self.entrant(player).and_then(|entrant| entrant.account);
        account.expect("where chips move, every player has an account")
    }

    /// Tells an event, and notes what it means beyond the director.
    fn follow(&mut self, event: &Event, applied: &mut Applied) {
        applied.transfers.extend(self.transfer(event));
        self.note(event);
        self.touch(event, applied);
        let mut told = wire::tournament::event(event, &self.setup.structure);
        if let (TournamentEvent::PlayerRegistered { who, .. }, Event::PlayerRegistered { player, .. }) =
            (&mut told, event)
        {
            *who = self.entrant(*player).map(|entrant| entrant.info.clone());
        }
        if let (TournamentEvent::PlaceAssigned { paid, .. }, Event::PlaceAssigned { player, .. }) = (&mut told, event) {
            *paid = self.paid.get(player).copied().map(wire::chips);
        }
        self.tell(told, applied);
        self.note_deal(event, applied);
        self.note_seat(event);
    }

    /// Numbers an event and tells it.
    pub(super) fn tell(&mut self, event: TournamentEvent, applied: &mut Applied) {
        self.seq += 1;
        applied.told.push(to_json(&event.shortened()));
    }

    /// A command that did no more than tell these events.
    pub(super) fn told(&mut self, events: Vec<TournamentEvent>) -> Applied {
        let mut applied = Applied::default();
        for event in events {
            self.tell(event, &mut applied);
        }
        applied
    }

    /// The chips that an event moves between an account, the house and the pool.
    fn transfer(&self, event: &Event) -> Option<Transfer> {
        if self.setup.live {
            return None;
        }
        let id = self.setup.id;
        let account = |player: &PlayerNo| self.account(*player);
        let transfer = match event {
            Event::PlayerRegistered {
                player, paid, bounty, ..
            }
            | Event::ReEntered {
                player, paid, bounty, ..
            } => Transfer::entry(account(player), id, *paid + *bounty),
            Event::PlayerUnregistered { player, refund, .. } => Transfer::refund(account(player), id, *refund),
            Event::RebuyTaken { player, paid, .. } | Event::AddOnTaken { player, paid, .. } => {
                Transfer::tournament_rebuy(account(player), id, *paid)
            }
            Event::RegistrationClosed { overlay, .. } => Transfer::overlay(id, *overlay),
            Event::PrizeAwarded { player, amount, .. } => Transfer::prize(account(player), id, *amount),
            Event::BountyAwarded { player, cash, .. } => Transfer::bounty(account(player), id, *cash),
            _ => return None,
        };
        Some(transfer).filter(|transfer| !transfer.amount.is_zero())
    }

    /// Keeps what is shown of the tournament and what the director does not tell again.
    fn note(&mut self, event: &Event) {
        match event {
            Event::TableOpened { table, seats } => self.open_table(*table, *seats),
            Event::TableBroken { table } => {
                self.tables.remove(table);
            }
            Event::FinalTableFormed { table, seats, .. }
                if self.tables.get(table).is_none_or(|opened| opened.seats != *seats) =>
            {
                self.open_table(*table, *seats);
            }
            Event::PlaceAssigned { player, best, worst } => self.finished.push(Finished {
                player: player.0,
                best: *best,
                worst: *worst,
                prize: wire::chips(self.paid.get(player).copied().unwrap_or_default()),
            }),
            Event::PrizeAwarded { player, amount, .. } => {
                // A deal is paid before anybody has a place.
                let paid = self.paid.entry(*player).or_default();
                *paid += *amount;
                let paid = wire::chips(*paid);
                if let Some(finished) = self.finished.iter_mut().find(|finished| finished.player == player.0) {
                    finished.prize = paid;
                }
            }
            Event::TournamentPaused { reason, .. } => self.paused = Some(reason.clone()),
            Event::TournamentResumed { .. } => self.paused = None,
            Event::HandForHandAnnounced { why, .. } => {
                let why = why.to_wire();
                self.hand_for_hand = Some(HandForHandState { why, round: 0 });
            }
            Event::HandForHandRoundStarted { round, .. } => {
                if let Some(state) = &mut self.hand_for_hand {
                    state.round = *round;
                }
            }
            Event::HandForHandEnded => self.hand_for_hand = None,
            _ => {}
        }
    }

    /// Notes whom and which tables an event concerns.
    fn touch(&mut self, event: &Event, applied: &mut Applied) {
        match event {
            Event::PlayerRegistered { player, .. }
            | Event::ReEntered { player, .. }
            | Event::PlayerUnregistered { player, .. }
            | Event::PrizeAwarded { player, .. }
            | Event::PlaceAssigned { player, .. }
            | Event::StatusChanged { player, .. }
            | Event::PenaltyIssued { player, .. }
            | Event::PlayerWithdrew { player, .. }
            | Event::PlayerDisqualified { player, .. } => {
                applied.concerned.insert(*player);
            }
            Event::RebuyTaken { player, .. }
            | Event::AddOnTaken { player, .. }
            | Event::BountyAwarded { player, .. } => {
                let place = self.director.player(*player).and_then(|player| player.place);
                applied.dirty.extend(place.map(|(table, _)| table));
                applied.concerned.insert(*player);
            }
            Event::TableOpened { table, .. }
            | Event::TableBroken { table }
            | Event::FinalTableFormed { table, .. }
            | Event::HandVoided { table, .. } => {
                applied.dirty.insert(*table);
            }
            Event::ChipRaceCompleted(race) => {
                applied.dirty.insert(race.table);
            }
            Event::SeatAssigned { player, place, .. } => {
                applied.dirty.insert(place.0);
                applied.concerned.insert(*player);
            }
            Event::PlayerMoved { player, from, to, .. } => {
                applied.dirty.extend([from.0, to.0]);
                applied.moves.push((*from, *to));
                applied.concerned.insert(*player);
            }
            Event::PlayerEliminated { player, table, .. } => {
                applied.dirty.insert(*table);
                applied.concerned.insert(*player);
            }
            Event::ChipsRemoved { player, .. } => {
                // The seat is free by now: every table that may have lost the player looks again.
                applied.dirty.extend(self.director.open_tables());
                applied.concerned.insert(*player);
            }
            Event::TableResumed {
                table,
                why: HaltReason::Fault,
            } => applied.resumed.push(*table),
            Event::HandForHandAnnounced { .. } | Event::HandForHandEnded => applied.chat_changed = true,
            Event::RegistrationClosed { .. } | Event::LevelStarted { .. } | Event::BreakStarted { .. } => {
                applied.concerns_all = true;
            }
            Event::TournamentCancelled { .. } | Event::TournamentCompleted { .. } => {
                applied.dirty.extend(std::mem::take(&mut self.tables).into_keys());
                applied.concerns_all = true;
            }
            _ => {}
        }
    }

    fn open_table(&mut self, table: TableNo, seats: u8) {
        let generation = self.generations.entry(table).or_default();
        *generation += 1;
        let generation = *generation;
        self.tables.insert(table, Opened { generation, seats });
    }
}

/// Events as one JSON array.
pub(crate) fn array(told: &[Box<str>]) -> Vec<u8> {
    let mut array = vec![b'['];
    for (index, event) in told.iter().enumerate() {
        if index > 0 {
            array.push(b',');
        }
        array.extend_from_slice(event.as_bytes());
    }
    array.push(b']');
    array
}
