//! The open tables with their offers and chips.

mod running;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

use super::Millis;
use super::bounties::Bust;
use super::command::{PlayerNo, PotResult, Refusal};
use super::event::TableSeat;
use super::player::{id, number};
use crate::table::{Positions, TournamentTable};
use crate::tournament::TableNo;
use crate::tournament::law::Seating;
use crate::{Chips, SeatIx, SeatSet};

pub(super) use self::running::RunningHand;

/// Number of void hands in a row that stops a table. Rule: tournament 6.2.
const VOIDS_MAX: u8 = 2;

/// A rebuy offer to players who lost their last chip; the next hand waits for them. Rule: tournament 2.17.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// Players who have not answered yet.
    pub(super) asked: Vec<PlayerNo>,
    /// Deadline for the answers.
    pub(super) until: Millis,
    /// Players who busted in that hand.
    pub(super) busts: Vec<Bust>,
    pub(super) pots: Vec<PotResult>,
    pub(super) positions: Positions,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    hand: u32,
    pub(super) level: u16,
    /// Players who took part.
    pub(super) players: Vec<PlayerNo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) law: TournamentTable,
    running: Option<RunningHand>,
    /// Level of the clock when the last pots were awarded; `None` if it is read at the deal. Rule: tournament 2.12.
    level: Option<u16>,
    /// Level in whose game the carried pot arose.
    carried_game: Option<u16>,
    /// Button of its next hand, if set by an official.
    set_button: Option<SeatIx>,
    /// Set once it has dealt a hand.
    dealt: bool,
    /// `true` while stopped by the server because of a fault.
    fault: bool,
    /// Number of void hands in a row.
    voids: u8,
    offer: Option<Offer>,
    /// Its last hand, if it was played to the end.
    played: Option<Played>,
    /// `true` while it has yet to play its hand in this round of hand-for-hand.
    owes_round: bool,
}

impl Table {
    fn new(seats: u8) -> Self {
        Self {
            law: TournamentTable::new(seats),
            running: None,
            level: None,
            carried_game: None,
            set_button: None,
            dealt: false,
            fault: false,
            voids: 0,
            offer: None,
            played: None,
            owes_round: false,
        }
    }

    /// Returns the running hand.
    pub(super) const fn running(&self) -> Option<&RunningHand> {
        self.running.as_ref()
    }

    pub(super) const fn running_mut(&mut self) -> Option<&mut RunningHand> {
        self.running.as_mut()
    }

    /// Returns the offer of rebuys that waits for answers.
    pub(super) const fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// Returns `true` if it neither plays a hand nor waits for answers about rebuys.
    pub(super) const fn is_idle(&self) -> bool {
        self.running.is_none() && self.offer.is_none()
    }

    /// Returns `true` if it has dealt a hand.
    pub(super) const fn has_dealt(&self) -> bool {
        self.dealt
    }

    /// Returns the last hand of this number, if it was played to the end and none has begun since.
    pub(super) fn played(&self, hand: u32) -> Option<&Played> {
        self.played.as_ref().filter(|played| played.hand == hand)
    }

    /// Returns the level of its next hand, if it was read as the last pots were awarded. Rule: tournament 2.12.
    pub(super) const fn level(&self) -> Option<u16> {
        self.level
    }

    /// Stops it between two hands, so that the level of its next hand is read at the deal. Rule: tournament 2.12.
    pub(super) const fn stop_level(&mut self) {
        if self.running.is_none() {
            self.level = None;
        }
    }

    /// Returns the level whose game its next hand is played in, at this level of the clock: a carried pot keeps its game.
    pub(super) fn game_level(&self, level: u16) -> u16 {
        self.carried_game.unwrap_or(level)
    }

    /// Sets the button of its next hand, for an official.
    pub(super) fn set_button(&mut self, seat: SeatIx) -> Result<(), Refusal> {
        self.law.forget_positions().map_err(|_| Refusal::HandRunning)?;
        self.law.draw_button(seat).map_err(|_| Refusal::NoSeat)?;
        self.set_button = Some(seat);
        Ok(())
    }

    /// Returns `true` if its next hand begins with the button that an official has set, and forgets that it was set. The player
    /// there may have been eliminated since.
    pub(super) fn takes_set_button(&mut self) -> bool {
        self.set_button.take().is_some() && self.law.next_positions().is_some()
    }

    /// Returns `true` while it is stopped because of a fault.
    pub(super) const fn is_faulty(&self) -> bool {
        self.fault
    }

    /// Stops it because of a fault.
    pub(super) const fn fail(&mut self) {
        self.fault = true;
    }

    /// Ends a fault.
    pub(super) const fn recover(&mut self) {
        (self.fault, self.voids, self.level) = (false, 0, None);
    }

    /// Counts a void hand. After too many in a row it is at fault.
    pub(super) const fn count_void(&mut self) {
        self.voids += 1;
        self.fault |= self.voids >= VOIDS_MAX;
    }

    /// Returns `true` while it has yet to play its hand in this round of hand-for-hand.
    pub(super) const fn owes_round(&self) -> bool {
        self.owes_round
    }

    /// Notes that it has to play a hand in this round of hand-for-hand.
    pub(super) const fn begin_round(&mut self) {
        self.owes_round = true;
    }

    /// Notes that a hand was played to its end. `level` is that of its next hand, if it is read now, and `carries` says that a pot
    /// is carried over to it.
    pub(super) fn hand_played(&mut self, hand: &RunningHand, dealt: SeatSet, level: Option<u16>, carries: bool) {
        self.played = Some(Played {
            hand: hand.number,
            level: hand.level,
            players: dealt.iter().filter_map(|seat| self.player_at(seat)).collect(),
        });
        self.carried_game = carries.then_some(hand.game);
        (self.dealt, self.voids, self.owes_round) = (true, 0, false);
        self.level = level;
    }

    /// Removes a player from the busts of an offer, after a rebuy.
    pub(super) fn revive(&mut self, player: PlayerNo) {
        if let Some(offer) = &mut self.offer {
            offer.busts.retain(|bust| bust.player != player);
        }
    }

    pub(super) fn size(&self) -> u8 {
        u8::try_from(self.law.seats().count()).unwrap_or(u8::MAX)
    }

    pub(super) fn player_at(&self, seat: SeatIx) -> Option<PlayerNo> {
        self.law.seat(seat).map(|taken| number(taken.player))
    }

    /// Returns the taken seats, with or without chips.
    pub(super) fn taken(&self) -> SeatSet {
        self.law.seats().map(|(seat, _)| seat).collect()
    }

    /// Returns the seats for the law of balancing: every taken seat counts.
    pub(super) fn seating(&self) -> Seating {
        // During a hand its positions are the last ones.
        let last = self.running.as_ref().map(|hand| hand.positions).or(self.law.last());
        Seating {
            last,
            occupied: self.taken(),
        }
    }
}

/// The open tables.
///
/// The numbers of running hands and open offers are those of the tables; `in_play` is the sum of their stacks and
/// carried pots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tables {
    open: BTreeMap<TableNo, Table>,
    /// Highest number so far.
    last: TableNo,
    /// Number of hands dealt under each table number.
    hands: BTreeMap<TableNo, u32>,
    /// Number of running hands.
    running: u32,
    /// Tables whose next hand waits for answers about rebuys, by deadline.
    offers: BTreeSet<(Millis, TableNo)>,
    /// Tables that may have become ready.
    touched: BTreeSet<TableNo>,
    in_play: Chips,
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            open: BTreeMap::new(),
            last: TableNo(0),
            hands: BTreeMap::new(),
            running: 0,
            offers: BTreeSet::new(),
            touched: BTreeSet::new(),
            in_play: Chips::ZERO,
        }
    }
}

impl Index<TableNo> for Tables {
    type Output = Table;

    fn index(&self, table: TableNo) -> &Table {
        &self.open[&table]
    }
}

impl Tables {
    pub(super) fn get(&self, table: TableNo) -> Option<&Table> {
        self.open.get(&table)
    }

    pub(super) fn get_mut(&mut self, table: TableNo) -> Option<&mut Table> {
        self.open.get_mut(&table)
    }

    /// Returns a table that a command names.
    pub(super) fn named(&self, table: TableNo) -> Result<&Table, Refusal> {
        self.open.get(&table).ok_or(Refusal::NoSuchTable)
    }

    /// Returns a table that a command names.
    pub(super) fn named_mut(&mut self, table: TableNo) -> Result<&mut Table, Refusal> {
        self.open.get_mut(&table).ok_or(Refusal::NoSuchTable)
    }

    /// Returns a table that is known to be open.
    pub(super) fn at_mut(&mut self, table: TableNo) -> &mut Table {
        self.open.get_mut(&table).expect("the table is open")
    }

    pub(super) fn is_open(&self, table: TableNo) -> bool {
        self.open.contains_key(&table)
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// Returns the numbers of the open tables, in order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = TableNo> {
        self.open.keys().copied()
    }

    /// Returns the numbers of the open tables as a list, to change the tables one after the other.
    pub(super) fn list(&self) -> Vec<TableNo> {
        self.numbers().collect()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (TableNo, &Table)> {
        self.open.iter().map(|(number, table)| (*number, table))
    }

    /// Returns the highest table number so far.
    pub(super) const fn last(&self) -> TableNo {
        self.last
    }

    pub(super) fn open(&mut self, table: TableNo, seats: u8) {
        self.last = self.last.max(table);
        self.open.insert(table, Table::new(seats));
    }

    pub(super) fn close(&mut self, table: TableNo) {
        let closed = self.open.remove(&table);
        debug_assert!(
            closed.is_none_or(|table| table.is_idle()),
            "a table that closes is idle"
        );
    }

    /// Puts a player with chips in a free seat.
    pub(super) fn seat(&mut self, player: PlayerNo, (table, seat): TableSeat, stack: Chips) {
        self.at_mut(table)
            .law
            .sit(seat, id(player), stack)
            .expect("the seat is free and chips are bounded");
        self.touch(table);
    }

    /// Vacates a seat, and returns the player with the chips.
    pub(super) fn vacate(&mut self, (table, seat): TableSeat) -> (PlayerNo, Chips) {
        let law = &mut self.at_mut(table).law;
        let taken = law.stand(seat).expect("the seat is taken, and no hand keeps it");
        self.touch(table);
        (number(taken.player), taken.stack)
    }

    /// Starts a hand at a table, and returns its number there.
    pub(super) fn start_hand(&mut self, number: TableNo, mut hand: RunningHand) -> u32 {
        let counted = self.hands.entry(number).or_default();
        *counted += 1;
        let counted = *counted;
        hand.number = counted;
        self.running += 1;
        let table = self.at_mut(number);
        (table.running, table.level, table.played) = (Some(hand), None, None);
        counted
    }

    /// Ends the running hand of a table.
    pub(super) fn end_hand(&mut self, table: TableNo) -> Result<RunningHand, Refusal> {
        let hand = self.named_mut(table)?.running.take().ok_or(Refusal::NoHand)?;
        self.running -= 1;
        Ok(hand)
    }

    /// Returns the number of the last hand of a table.
    pub(super) fn last_hand(&self, table: TableNo) -> Option<u32> {
        self.hands.get(&table).copied()
    }

    /// Returns the number of running hands.
    pub(super) const fn running(&self) -> u32 {
        self.running
    }

    /// Makes the next hand of a table wait for answers about rebuys.
    pub(super) fn offer(&mut self, table: TableNo, offer: Offer) {
        self.offers.insert((offer.until, table));
        self.at_mut(table).offer = Some(offer);
    }

    /// Removes the offer of a table.
    pub(super) fn take_offer(&mut self, table: TableNo) -> Option<Offer> {
        let offer = self.at_mut(table).offer.take()?;
        self.offers.remove(&(offer.until, table));
        Some(offer)
    }

    /// Returns `true` while any table waits for answers about rebuys.
    pub(super) fn has_offers(&self) -> bool {
        !self.offers.is_empty()
    }

    /// Returns the earliest deadline of all offers.
    pub(super) fn offer_deadline(&self) -> Option<Millis> {
        self.offers.first().map(|(until, _)| *until)
    }

    /// Returns a player whose time to answer an offer is up, with the table.
    pub(super) fn overdue(&self, at: Millis) -> Option<(TableNo, PlayerNo)> {
        let (_, table) = self.offers.first().filter(|(until, _)| *until <= at)?;
        let offer = self.get(*table)?.offer.as_ref()?;
        Some((*table, *offer.asked.first()?))
    }

    /// Notes that a table may have become ready.
    pub(super) fn touch(&mut self, table: TableNo) {
        self.touched.insert(table);
    }

    pub(super) fn touch_all(&mut self) {
        self.touched.extend(self.open.keys().copied());
    }

    /// Returns the tables that may have become ready since the last time.
    pub(super) fn take_touched(&mut self) -> BTreeSet<TableNo> {
        std::mem::take(&mut self.touched)
    }

    /// Returns all chips in play.
    pub(super) const fn in_play(&self) -> Chips {
        self.in_play
    }

    /// Counts chips that come into play.
    pub(super) fn bring_in(&mut self, chips: Chips) {
        self.in_play += chips;
    }

    /// Counts chips that leave play.
    pub(super) fn take_out(&mut self, chips: Chips) {
        self.in_play -= chips;
    }

    /// Counts the chips anew.
    pub(super) const fn set_in_play(&mut self, chips: Chips) {
        self.in_play = chips;
    }
}
