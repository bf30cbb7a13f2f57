//! The durable state of a tournament: its director, the accounts of its players, and its events.
//!
//! `Tournament::apply` is the only way to change it, for live commands and for those of the journal alike. It has no clock,
//! no randomness and no connection.

mod following;
mod places;
mod recovery;
mod roster;
pub(crate) mod travel;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Director, Outcome, Phase, PlayerNo, Refusal};
use poker_engine::{Chips, SeatIx};
use poker_protocol::v1::tournament::HandForHandState;
use poker_store::{AccountId, TableId, Transfer};

pub use self::recovery::{Damage, Recovered};
pub use self::roster::Entrant;

use self::places::Places;
use self::roster::{Roster, RosterMark};
use self::travel::Luggage;
use super::command::{BadCommand, Command, EventOrder};
use super::deals::Deals;
use super::flags::Away;
use super::floor::Book;
use super::law::Denied;
use super::results::Counts;
use super::seats::SeatsWon;
use super::setup::TournamentSetup;
use super::starting::StartTime;
use super::undo::UndoLog;
use super::waitlist::{Waitlist, WaitlistChanges};

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
    /// `true` while the journal is read: an undo that was written stands, even if it would be refused today.
    pub(super) is_replaying: bool,
    roster: Roster,
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
    pub(super) start: StartTime,
    pub(super) seats_won: SeatsWon,
    /// Numbers of the flights that were taken over.
    pub(super) flights: BTreeSet<u64>,
    places: Places,
    luggage: Luggage,
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
    /// Players who came to a table from another one.
    pub(crate) arrived: BTreeSet<PlayerNo>,
    /// Players who came to a table with a new entry.
    pub(crate) entered: BTreeSet<PlayerNo>,
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
    roster: RosterMark,
    seq: u64,
    tables: BTreeMap<TableNo, Opened>,
    generations: BTreeMap<TableNo, u32>,
    hand_for_hand: Option<HandForHandState>,
    places: Places,
    luggage: Luggage,
    start: StartTime,
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
    /// The player has won no seat that is still to be given.
    #[error("no such seat was won")]
    NoSeatWon,
    /// Only the tournament's officials enter players.
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
    /// The last act of officials cannot be undone; its line of the trail.
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
            is_replaying: false,
            roster: Roster::default(),
            seq: 0,
            tables: BTreeMap::new(),
            generations: BTreeMap::new(),
            hand_for_hand: None,
            paused: None,
            deals: Deals::default(),
            waitlist: Arc::default(),
            start: StartTime::announced(setup.starts_at),
            seats_won: SeatsWon::default(),
            flights: BTreeSet::new(),
            line: None,
            setup,
            places: Places::default(),
            luggage: Luggage::default(),
            ended_at: None,
        }
    }

    /// Returns what it takes to undo a command that takes chips from an account, in case the ledger refuses it.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            director: self.director.clone(),
            away: self.away,
            t: self.t,
            roster: self.roster.mark(),
            seq: self.seq,
            tables: self.tables.clone(),
            generations: self.generations.clone(),
            hand_for_hand: self.hand_for_hand,
            places: self.places.clone(),
            luggage: self.luggage.clone(),
            start: self.start,
            line: self.line.clone(),
            waitlist: Arc::clone(&self.waitlist),
        }
    }

    /// Restores the tournament to a mark.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.roster.rewind(mark.roster);
        (self.director, self.away) = (mark.director, mark.away);
        (self.t, self.seq) = (mark.t, mark.seq);
        (self.tables, self.generations) = (mark.tables, mark.generations);
        (self.hand_for_hand, self.places) = (mark.hand_for_hand, mark.places);
        self.luggage = mark.luggage;
        self.start.rewind(mark.start);
        self.line = mark.line;
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
        let playing = self.playing(&order.command);
        if let Some(command) = command.filter(|_| called.is_none()) {
            self.director
                .apply(order.t, order.seed(), command, &mut applied.outcome)?;
        }
        let first_seq = self.seq + 1;
        self.t = order.t;
        self.away.note(&self.director, &order.command, order.t);
        if let Some((level, playing)) = playing {
            self.note_banks(&order.command, level, &playing);
        }
        for entrant in entrant.into_iter().chain(brought) {
            self.roster.add(entrant);
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
        if self.director.phase() == Phase::Running && self.start.begin(order.at) {
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
        self.roster.number_of(account)
    }

    /// Returns the number of the last player of a name whom an official has ever entered.
    pub(crate) fn entered_by_name(&self, name: &str) -> Option<PlayerNo> {
        self.roster.named(name)
    }

    /// Returns the number of an account that has entered and not withdrawn the entry.
    pub(crate) fn player_of(&self, account: AccountId) -> Option<PlayerNo> {
        self.number_of(account).filter(|number| self.is_in(*number))
    }

    /// Returns the account of a player.
    pub(crate) fn entrant(&self, player: PlayerNo) -> Option<&Entrant> {
        self.roster.get(player)
    }

    /// Returns all players with their numbers.
    pub fn entrants(&self) -> impl Iterator<Item = (PlayerNo, &Entrant)> {
        self.roster.all()
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
        self.places.prizes()
    }

    /// Returns the players with a place.
    pub(crate) const fn places(&self) -> &Places {
        &self.places
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
