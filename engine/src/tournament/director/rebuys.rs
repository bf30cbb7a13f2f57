//! Rebuys and the add-on. Rule: tournament 2.17.

use super::command::{PlayerNo, Refusal};
use super::event::Event;
use super::player::Standing;
use super::tables::Offer;
use super::{Director, Millis, Step};
use crate::Chips;
use crate::tournament::TableNo;

/// Time for a player who lost the last chip to decide on a rebuy.
const TIME: Millis = 15_000;

/// Time for the decision if officials enter it, as the chips are handed out by hand.
const TIME_BY_HAND: Millis = 300_000;

impl Director {
    /// Checks that number and time allow a player to rebuy now.
    pub(super) fn may_rebuy(&self, player: PlayerNo) -> bool {
        let rebuy = self
            .structure
            .rebuy
            .filter(|rebuy| self.registration.is_open() && self.clock().not_left() <= rebuy.levels);
        let state = self.player(player);
        rebuy
            .zip(state)
            .is_some_and(|(rebuy, state)| state.is_alive() && state.rebuys < rebuy.most)
    }

    /// Returns the deadline for a player who loses the last chip now.
    pub(super) const fn rebuy_until(&self) -> Millis {
        self.at.saturating_add(if self.by_hand { TIME_BY_HAND } else { TIME })
    }

    /// Offers rebuys to players who lost their last chip; the next hand waits for their answers.
    pub(super) fn offer_rebuys(&mut self, table: TableNo, offer: Offer) {
        for player in &offer.asked {
            self.entrants.at_mut(*player).standing = Standing::Busted;
        }
        self.tables.offer(table, offer);
    }

    /// Ends the offer to one player whose deadline has passed; `false` if there is none.
    pub(super) fn expire_offer(&mut self, step: &mut Step<'_>) -> bool {
        match self.tables.overdue(self.at) {
            Some((table, player)) => {
                self.answer(table, player, step);
                true
            }
            None => false,
        }
    }

    pub(super) fn rebuy(&mut self, player: PlayerNo, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        let rebuy = self.structure.rebuy.ok_or(Refusal::NotOffered)?;
        let state = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        let place = state.place.filter(|_| state.is_alive()).ok_or(Refusal::NoSuchPlayer)?;
        if state.rebuys >= rebuy.most {
            return Err(Refusal::NoneLeft);
        }
        let busted = state.standing == Standing::Busted;
        if !busted && !self.may_rebuy(player) {
            return Err(Refusal::EntriesClosed);
        }
        let table = &self.tables[place.0];
        if !busted && table.running().is_some() {
            return Err(Refusal::HandRunning);
        }
        let stack = table.law.seat(place.1).map_or(Chips::ZERO, |taken| taken.stack);
        if stack > self.structure.stack {
            return Err(Refusal::StackTooLarge);
        }
        self.add_chips(player, place, rebuy.chips, rebuy.price);
        let state = self.entrants.at_mut(player);
        state.rebuys += 1;
        state.purchases += 1;
        state.standing = Standing::Playing;
        let entry = state.entry;
        step.tell(Event::RebuyTaken {
            player,
            entry,
            paid: rebuy.price,
            chips: rebuy.chips,
        });
        if busted {
            self.tables.at_mut(place.0).revive(player);
            self.answer(place.0, player, step);
        }
        Ok(())
    }

    pub(super) fn decline_rebuy(&mut self, player: PlayerNo, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        self.structure.rebuy.ok_or(Refusal::NotOffered)?;
        let state = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        if state.standing == Standing::Playing {
            return Err(Refusal::NoChange);
        }
        let place = state.place.filter(|_| state.standing == Standing::Busted);
        let (table, _) = place.ok_or(Refusal::NoSuchPlayer)?;
        self.answer(table, player, step);
        Ok(())
    }

    /// Records the answer of a player with an offer. After the last answer play goes on.
    fn answer(&mut self, number: TableNo, player: PlayerNo, step: &mut Step<'_>) {
        let Some(mut offer) = self.tables.take_offer(number) else {
            return;
        };
        offer.asked.retain(|other| *other != player);
        if offer.asked.is_empty() {
            self.close_entries_in_time(step);
            self.after_hand(number, offer, step);
        } else {
            self.tables.offer(number, offer);
        }
    }

    /// Gives a player chips for money that goes into the pool.
    fn add_chips(&mut self, player: PlayerNo, (table, seat): super::TableSeat, chips: Chips, price: Chips) {
        let law = &mut self.tables.at_mut(table).law;
        let stack = law.seat(seat).map_or(Chips::ZERO, |taken| taken.stack);
        law.set_stack(seat, stack + chips).expect("no hand is running there");
        self.tables.bring_in(chips);
        self.money.take(price, Chips::ZERO);
        self.entrants.at_mut(player).paid += price;
    }

    pub(super) fn add_on(&mut self, player: PlayerNo, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        let add_on = self.structure.add_on.ok_or(Refusal::NotOffered)?;
        let state = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        let place = state
            .place
            .filter(|_| state.standing == Standing::Playing)
            .ok_or(Refusal::NoSuchPlayer)?;
        if state.added_on {
            return Err(Refusal::NoneLeft);
        }
        if !self.registration.sells_add_on() {
            // Entries close with the break in which it can be bought.
            return Err(if self.registration.is_open() {
                Refusal::NotYet
            } else {
                Refusal::EntriesClosed
            });
        }
        if self.tables[place.0].running().is_some() {
            return Err(Refusal::HandRunning);
        }
        self.add_chips(player, place, add_on.chips, add_on.price);
        let state = self.entrants.at_mut(player);
        state.added_on = true;
        let entry = state.entry;
        step.tell(Event::AddOnTaken {
            player,
            entry,
            paid: add_on.price,
            chips: add_on.chips,
        });
        Ok(())
    }
}
