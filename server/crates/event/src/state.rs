//! The durable state of a tournament: its director, the accounts of its players, and its events.
//!
//! `Tournament::apply` is the only way to change it, for live commands and for those of the journal alike. It has no clock,
//! no randomness and no connection.

mod following;
mod recovery;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Director, Outcome, Phase, PlayerNo, Refusal};
use poker_engine::{Chips, SeatIx};
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::{Finished, HandForHandState};
use poker_store::{AccountId, TableId, Transfer};

use super::command::{BadCommand, Command, EventOrder};
use super::deals::Deals;
use super::flags::Away;
use super::floor::Book;
use super::law::Denied;
use super::results::Counts;
use super::setup::TournamentSetup;
use super::undo::UndoLog;
use super::waitlist::{Waitlist, WaitlistChanges};
pub use recovery::{Damage, Recovered};

/// A player's account.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The account; `None` for a player whom an official has entered by name.
    pub(crate) account: Option<AccountId>,
    /// The account's public information.
    pub(crate) info: PlayerInfo,
}

/// A table of the event, as the director has opened it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Number of earlier tables with this number.
    pub generation: u32,
    /// Number of seats.
    pub seats: u8,
}

/// The durable state of a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The announcement, with the edits of officials since.
    pub(super) setup: Arc<TournamentSetup>,
    pub(super) director: Director,
    pub(super) book: Arc<Book>,
    /// Absences of all players.
    pub(super) away: Away,
    /// The time of the last command, in milliseconds of the tournament.
    pub(super) t: u64,
    /// The players by number, from 1.
    pub(crate) entrants: Vec<Entrant>,
    numbers: HashMap<AccountId, PlayerNo>,
    /// The last player of each name that officials have entered, in lower case.
    pub(super) names: HashMap<Box<str>, PlayerNo>,
    /// The number of the last event.
    pub(super) seq: u64,
    /// The open tables.
    pub tables: BTreeMap<TableNo, Opened>,
    generations: BTreeMap<TableNo, u32>,
    pub(super) hand_for_hand: Option<HandForHandState>,
    /// The reason for a pause, while play is paused.
    pub(super) paused: Option<String>,
    pub(super) deals: Deals,
    pub(super) waitlist: Arc<Waitlist>,
    /// The announced start of play, in milliseconds since 1970.
    pub(super) starts_at: Option<i64>,
    /// The start that was announced before an official called the bots for an early start.
    pub(super) called_from: Option<i64>,
    /// The actual start of play, in milliseconds since 1970.
    pub(super) started_at: Option<i64>,
    /// Set when the start is so near that bots of the house come. Derived from the time, and not durable.
    pub(super) is_filling: bool,
    /// Players who have won a seat in the target and are yet to get it.
    pub(super) seats_won: Vec<PlayerNo>,
    /// Numbers of the flights that were taken over.
    pub(super) flights: BTreeSet<u64>,
    /// Players with a place, the last place first.
    pub(super) finished: Vec<Finished>,
    /// Prizes paid, including those of players without a place yet.
    paid: BTreeMap<PlayerNo, Chips>,
    /// The end, in milliseconds since 1970.
    pub(super) ended_at: Option<i64>,
    /// Acts of officials that may be undone.
    pub(super) line: Option<Box<UndoLog>>,
}

/// The effects of a command.
#[derive(Debug, Default)]
pub(crate) struct Applied {
    /// The events as JSON, one text each.
    pub(crate) told: Vec<Box<str>>,
    /// Chips that moved between accounts and the pool.
    pub(crate) transfers: Vec<Transfer>,
    /// The director's orders for tables.
    pub(crate) outcome: Outcome,
    /// Tables that were opened, or whose seats or stacks changed.
    pub(crate) dirty: BTreeSet<TableNo>,
    /// Moves of players, from the seat they left to the one they got.
    pub(crate) moves: Vec<((TableNo, SeatIx), (TableNo, SeatIx))>,
    /// Tables that were closed for the final one, each with the final table.
    pub(crate) merged: BTreeMap<TableNo, TableNo>,
    /// Players to be notified of a change even if they do not watch.
    pub(crate) concerned: BTreeSet<PlayerNo>,
    /// `true` if all players have to be notified of a change.
    pub(crate) concerns_all: bool,
    /// Tables whose running hand an official wants to end.
    pub(crate) wishes: Vec<TableNo>,
    /// The table whose hand is over or void, or whose stacks an official has set.
    pub(crate) played: Option<TableNo>,
    /// Tables that resume after a fault.
    pub(crate) resumed: Vec<TableNo>,
    /// Changes of the waiting list.
    pub(crate) waitlist: WaitlistChanges,
    /// `true` if the rules for chat at the tables changed.
    pub(crate) chat_changed: bool,
    /// `true` if the announcement changed.
    pub(crate) edited: bool,
}

/// A tournament before a command that may have to be undone.
#[derive(Debug)]
pub(crate) struct Mark {
    director: Director,
    away: Away,
    t: u64,
    entrants: usize,
    names: HashMap<Box<str>, PlayerNo>,
    seq: u64,
    tables: BTreeMap<TableNo, Opened>,
    generations: BTreeMap<TableNo, u32>,
    hand_for_hand: Option<HandForHandState>,
    finished: Vec<Finished>,
    paid: BTreeMap<PlayerNo, Chips>,
    started_at: Option<i64>,
    line: Option<Box<UndoLog>>,
    waitlist: Arc<Waitlist>,
}

/// The reasons a command is refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The director refuses it.
    #[error(transparent)]
    Director(#[from] Refusal),
    /// The law of officials forbids it.
    #[error(transparent)]
    Denied(Denied),
    /// It names something that does not exist.
    #[error(transparent)]
    Bad(#[from] BadCommand),
    /// The account has already entered.
    #[error("the account has already entered")]
    AlreadyRegistered,
    /// The account is on the waiting list, at this place.
    #[error("the account is on the waiting list already")]
    AlreadyWaiting(u32),
    /// The waiting list has this many lines, and takes no more.
    #[error("the waiting list is full")]
    WaitlistFull(usize),
    /// The player has won no seat that is yet to be given.
    #[error("no such seat was won")]
    NoSeatWon,
    /// Its officials enter the players.
    #[error("officials enter the players of this tournament")]
    ByHand,
    /// The name is not valid, or another player has it.
    #[error("a name must have 1 to 40 visible characters and must not be another player's")]
    BadName,
    /// The tournament is for adults, and the operator has not verified that the account belongs to one.
    #[error("the tournament is for adults, and the age of the account is not verified")]
    AdultsOnly,
    /// The languages are invalid or too many; in words.
    #[error("{0}")]
    BadLanguages(String),
    /// No deal is offered, or it is answered already.
    #[error("no deal is offered, or it is answered already")]
    NoDeal,
    /// A choice made for the tournament is wrong, in words.
    #[error("{0}")]
    BadStructure(String),
    /// The last act of officials cannot be undone: the line of the trail.
    #[error("what officials did last cannot be taken back")]
    Final(u32),
    /// The stacks of the named tournament were not bagged, or it is not one of the same host.
    #[error("there is no such flight of the same host")]
    NoFlight,
    /// The player's request is not open.
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

impl Tournament {
    /// Returns a tournament that has just been announced.
    pub fn new(setup: Arc<TournamentSetup>) -> Self {
        Self {
            director: setup.director(),
            book: Arc::default(),
            away: Away::default(),
            t: 0,
            entrants: Vec::new(),
            numbers: HashMap::new(),
            names: HashMap::new(),
            seq: 0,
            tables: BTreeMap::new(),
            generations: BTreeMap::new(),
            hand_for_hand: None,
            paused: None,
            deals: Deals::default(),
            waitlist: Arc::default(),
            starts_at: setup.starts_at,
            is_filling: false,
            called_from: None,
            seats_won: Vec::new(),
            flights: BTreeSet::new(),
            line: None,
            setup,
            finished: Vec::new(),
            paid: BTreeMap::new(),
            started_at: None,
            ended_at: None,
        }
    }

    /// Returns what it takes to undo a command that takes chips from an account, in case the ledger refuses it.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            director: self.director.clone(),
            away: self.away,
            t: self.t,
            entrants: self.entrants.len(),
            names: self.names.clone(),
            seq: self.seq,
            tables: self.tables.clone(),
            generations: self.generations.clone(),
            hand_for_hand: self.hand_for_hand,
            finished: self.finished.clone(),
            paid: self.paid.clone(),
            started_at: self.started_at,
            line: self.line.clone(),
            waitlist: Arc::clone(&self.waitlist),
        }
    }

    /// Restores the tournament to a mark.
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
        (self.director, self.away, self.names) = (mark.director, mark.away, mark.names);
        (self.t, self.seq) = (mark.t, mark.seq);
        (self.tables, self.generations) = (mark.tables, mark.generations);
        (self.hand_for_hand, self.finished, self.paid) = (mark.hand_for_hand, mark.finished, mark.paid);
        (self.started_at, self.line) = (mark.started_at, mark.line);
        self.waitlist = mark.waitlist;
    }

    /// Carries out a command. All or nothing.
    ///
    /// # Errors
    /// The reason for the refusal; the tournament is exactly as before.
    pub(crate) fn apply(&mut self, order: &EventOrder) -> Result<Applied, Refused> {
        if order.command.turns_back() {
            return self.turn_back(order);
        }
        let before = self.before_act(order);
        let applied = self.carry_out(order)?;
        self.note_in_line(order, before, &applied);
        Ok(applied)
    }

    /// Carries out a command that does not concern the director.
    fn without_director(&mut self, order: &EventOrder) -> Option<Result<Applied, Refused>> {
        if let Some(applied) = self.apply_deal(&order.command, order.t) {
            return Some(applied);
        }
        match order.command {
            Command::GiveSeat { player, entered } => Some(self.give_seat(player, entered)),
            Command::Postpone { starts_at } => Some(self.postpone(starts_at)),
            _ => self.apply_to_waitlist(order),
        }
    }

    /// Carries out a command without regard to undo.
    pub(super) fn carry_out(&mut self, order: &EventOrder) -> Result<Applied, Refused> {
        if let Some(applied) = self.without_director(order) {
            let applied = applied?;
            self.t = order.t;
            return Ok(applied);
        }
        let mut applied = Applied::default();
        applied.waitlist.is_admission = matches!(order.command, Command::Admit { .. });
        let entrant = match &order.command {
            Command::Register { player } => {
                if self.setup.live {
                    return Err(Refused::ByHand);
                }
                let account = player.id.parse().map_err(|_| BadCommand::Player)?;
                if self.player_of(account).is_some() {
                    return Err(Refused::AlreadyRegistered);
                }
                // A free place is for those who wait.
                if !self.waitlist.lines().is_empty() {
                    return Err(Refusal::Full.into());
                }
                Some(Entrant {
                    account: Some(account),
                    info: player.clone(),
                })
            }
            command => match self.entrant_from_waitlist(command)? {
                Some(entrant) => Some(entrant),
                None => self.entrant_by_name(command),
            },
        };
        let brought = self.entrants_of_flight(&order.command);
        self.check_floor(order)?;
        let odd = self.odd_in(&order.command);
        let command = match self.unbagging(&order.command)? {
            Some(command) => Some(command),
            None => order.command.for_director(|account| self.player_of(account))?,
        };
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
            match entrant.account {
                Some(account) => self.numbers.insert(account, number),
                None => self.names.insert(entrant.info.name.to_lowercase().into(), number),
            };
            self.entrants.push(entrant);
        }
        for entrant in brought {
            let number = u32::try_from(self.entrants.len() + 1).unwrap_or(u32::MAX);
            self.names
                .insert(entrant.info.name.to_lowercase().into(), PlayerNo(number));
            self.entrants.push(entrant);
        }
        if let Command::Floor { sheet: Some(sheet), .. } = &order.command {
            self.flights.insert(sheet.flight);
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
        self.note_admission(&order.command, &mut applied);
        self.close_waitlist(&mut applied);
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

    /// Returns the number of the last event.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns its number.
    pub fn id(&self) -> TableId {
        self.setup.id
    }

    /// Returns the number of an account that has ever entered.
    pub fn number_of(&self, account: AccountId) -> Option<PlayerNo> {
        self.numbers.get(&account).copied()
    }

    /// Returns the number of an account that has entered and not withdrawn the entry.
    pub(crate) fn player_of(&self, account: AccountId) -> Option<PlayerNo> {
        self.number_of(account).filter(|number| self.is_in(*number))
    }

    /// Returns the account of a player.
    pub(crate) fn entrant(&self, player: PlayerNo) -> Option<&Entrant> {
        self.entrants.get(usize::try_from(player.0).ok()?.checked_sub(1)?)
    }

    /// Returns all players with their numbers.
    pub fn entrants(&self) -> impl Iterator<Item = (PlayerNo, &Entrant)> {
        (1..).map(PlayerNo).zip(&self.entrants)
    }

    /// `true` if a player has entered and not withdrawn the entry.
    pub(crate) fn is_in(&self, player: PlayerNo) -> bool {
        use poker_engine::tournament::director::Standing;
        let player = self.director.player(player);
        player.is_some_and(|player| player.standing != Standing::Unregistered)
    }

    /// Returns the knock-outs, re-entries and rebuys of players who have any.
    pub(super) fn counts(&self) -> impl Iterator<Item = Counts> {
        self.entrants().filter_map(|(number, _)| {
            let player = self.director.player(number)?;
            let (knock_outs, rebuys) = (player.knock_outs, player.purchases);
            let counts = Counts {
                player: number.0,
                knock_outs,
                rebuys,
            };
            (knock_outs > 0 || rebuys > 0).then_some(counts)
        })
    }

    /// Returns the prizes by place; once it is over, those that were paid.
    pub(crate) fn prizes(&self) -> Vec<Chips> {
        if !self.is_over() {
            return self.director.prizes();
        }
        let mut paid: Vec<Chips> = self.paid.values().copied().collect();
        paid.sort_unstable_by(|a, b| b.cmp(a));
        paid
    }

    /// `true` if a player is still in play; `None` for one who has withdrawn the entry.
    pub fn plays(&self, player: PlayerNo) -> Option<bool> {
        let known = self.director.player(player).filter(|_| self.is_in(player));
        known.map(poker_engine::tournament::director::Player::is_alive)
    }

    /// `true` once it is completed or cancelled.
    pub fn is_over(&self) -> bool {
        matches!(self.director.phase(), Phase::Completed | Phase::Cancelled)
    }

    fn account(&self, player: PlayerNo) -> AccountId {
        let account = self.entrant(player).and_then(|entrant| entrant.account);
        account.expect("where chips move, every player has an account")
    }
}

/// Joins events into one JSON array.
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
