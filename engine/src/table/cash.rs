//! The cash table: seats and chips between hands.

mod read;

use super::config::{ButtonRule, BuyIn, TableConfig, TableConfigError, TableGame};
use super::error::TableRuleError;
use super::event::{LeaveReason, TableEvent};
use super::state::{Entry, PlayerId, Presence, SeatState, Standing, TableState, TableStateError};
use crate::{BySeat, Chips, SeatIx};

/// The start of sitting out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SitOut {
    /// From the next hand on.
    #[default]
    NextHand,
    /// From the time the big blind would come; from the next hand on if the game has no blinds, or none has been posted yet.
    NextBigBlind,
}

/// A cash table: the players and their stacks by seat, the players dealt into the next hand, and the blinds each of
/// them posts to get there.
///
/// It manages seats, not hands, and uses neither time nor chance. Every command returns its events, or a typed refusal
/// that has changed nothing. See the [module](super) for its law and an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CashTable {
    pub(super) state: TableState,
}

impl CashTable {
    /// Creates an empty table.
    ///
    /// # Errors
    /// If the configuration contradicts itself or the game.
    pub fn new(config: TableConfig, game: TableGame) -> Result<Self, TableConfigError> {
        config.check(&game)?;
        let state = TableState {
            config,
            game,
            seats: BySeat::default(),
            reserved: BySeat::default(),
            wait_list: Vec::new(),
            left_with: std::collections::BTreeMap::new(),
            last_button: None,
            last_blinds: None,
            carried: Chips::ZERO,
            kitty: Chips::ZERO,
            free_stacks: std::collections::BTreeMap::new(),
            passed_out: 0,
            since_bomb_pot: 0,
            roodles: None,
            seats_drawn: false,
            hand: None,
            bought_in: 0,
            taken_away: 0,
        };
        Ok(Self { state })
    }

    /// Restores the table from a state returned by [`CashTable::state`].
    ///
    /// # Errors
    /// If no table can be in such a state.
    pub fn from_state(state: TableState) -> Result<Self, TableStateError> {
        state.check()?;
        Ok(Self { state })
    }

    /// Seats a player with chips from outside, at any free seat if `seat` is `None`. This also accepts a seat reserved
    /// for the player.
    ///
    /// # Errors
    /// If the seat is not available, the player has a seat already or has lost every stack, or the amount is not
    /// allowed (see [`CashTable::buy_in_for`]).
    pub fn sit(
        &mut self,
        player: PlayerId,
        seat: Option<SeatIx>,
        buy_in: Chips,
        entry: Entry,
    ) -> Result<Vec<TableEvent>, TableRuleError> {
        if let Some(seat) = self.seat_of(player) {
            return Err(TableRuleError::AlreadySeated { seat });
        }
        self.check_not_out(player)?;
        let seat = self.choose_seat(player, seat)?;
        let BuyIn { min, max } = self.buy_in_for(player);
        if buy_in < min || buy_in > max {
            return Err(TableRuleError::AmountOutOfRange {
                amount: buy_in,
                min,
                max,
            });
        }
        // A stack that split pots made odd may come back as it left.
        if self.state.left_with.get(&player) != Some(&buy_in) {
            self.check_unit(buy_in)?;
        }
        self.check_room(buy_in)?;
        Ok(self.change(|state, events| {
            state.left_with.remove(&player);
            state.note_first_stack(player, buy_in);
            state.bought_in += u128::from(buy_in.get());
            state.seats[seat] = Some(SeatState {
                player,
                stack: buy_in,
                presence: Presence::In,
                entry,
                standing: Standing::Newcomer,
                leaving: false,
                rebuy: Chips::ZERO,
                busted_hands: 0,
                straddles: false,
            });
            let status = state.status(seat).expect("the seat is taken");
            events.push(TableEvent::PlayerSat {
                seat,
                player,
                stack: buy_in,
                status,
            });
            state.leave_wait_list(player, Some(seat), events);
        }))
    }

    /// Removes a player: immediately, or at the end of the running hand if the player was dealt in. Pending chips are
    /// returned immediately. [`CashTable::sit_in`] cancels the departure while the hand runs.
    ///
    /// # Errors
    /// If the player has no seat, or is leaving already.
    pub fn leave(&mut self, player: PlayerId) -> Result<Vec<TableEvent>, TableRuleError> {
        let (seat, state) = self.player(player)?;
        if state.leaving {
            return Err(TableRuleError::NoChange);
        }
        let dealt = self.state.dealt().contains(seat);
        Ok(self.change(|state, events| {
            state.return_rebuy(seat, events);
            if dealt {
                state.taken_mut(seat).leaving = true;
            } else {
                state.remove(seat, LeaveReason::Asked, events);
            }
        }))
    }

    /// Sits a player out from the next hand on, or from the big blind on; during roodles, once they are over. The seat
    /// owes the blinds that pass over it.
    ///
    /// # Errors
    /// If the player has no seat, or nothing would change.
    pub fn sit_out(&mut self, player: PlayerId, when: SitOut) -> Result<Vec<TableEvent>, TableRuleError> {
        let (seat, state) = self.player(player)?;
        let presence = match when {
            SitOut::NextBigBlind if self.state.has_blinds() && self.state.last_blinds.is_some() => {
                Presence::InUntilBigBlind
            }
            SitOut::NextBigBlind | SitOut::NextHand if self.state.roodles.is_some() => Presence::InUntilOrbit,
            SitOut::NextBigBlind | SitOut::NextHand => Presence::Out,
        };
        if state.leaving || state.presence == Presence::Out || state.presence == presence {
            return Err(TableRuleError::NoChange);
        }
        Ok(self.change(|state, _| state.taken_mut(seat).presence = presence))
    }

    /// Brings a player back, or cancels a request to sit out or to leave; `entry` says how any blinds owed are settled.
    /// A waiting player may use this to change it.
    ///
    /// # Errors
    /// If the player has no seat, has no chips, or nothing would change.
    pub fn sit_in(&mut self, player: PlayerId, entry: Entry) -> Result<Vec<TableEvent>, TableRuleError> {
        let (seat, state) = self.player(player)?;
        if state.stack.is_zero() {
            return Err(TableRuleError::NoChips);
        }
        if state.presence == Presence::In && !state.leaving && state.entry == entry {
            return Err(TableRuleError::NoChange);
        }
        Ok(self.change(|state, _| {
            let taken = state.taken_mut(seat);
            taken.presence = Presence::In;
            taken.entry = entry;
            taken.leaving = false;
        }))
    }

    /// Adds chips from outside: immediately, or at the end of the running hand if the player was dealt in. A player
    /// without chips adds at least the smallest buy-in, and is back in the game with it.
    ///
    /// # Errors
    /// If the table sells no chips, the player has no seat, or the amount is not allowed (see
    /// [`CashTable::rebuy_for`]).
    pub fn rebuy(&mut self, player: PlayerId, amount: Chips) -> Result<Vec<TableEvent>, TableRuleError> {
        if self.state.config.free_stacks > 0 {
            return Err(TableRuleError::NoRebuys);
        }
        let BuyIn { min, max } = self.rebuy_for(player)?;
        if max < min {
            let max = self.state.config.buy_in.max;
            return Err(TableRuleError::StackFull { max });
        }
        if amount < min || amount > max {
            return Err(TableRuleError::AmountOutOfRange { amount, min, max });
        }
        self.check_unit(amount)?;
        self.check_room(amount)?;
        let (seat, _) = self.player(player)?;
        let dealt = self.state.dealt().contains(seat);
        Ok(self.change(|state, events| {
            let taken = state.taken_mut(seat);
            if dealt {
                taken.rebuy += amount;
                events.push(TableEvent::RebuyQueued {
                    seat,
                    player,
                    amount,
                    total: taken.rebuy,
                });
            } else {
                state.add_chips(seat, amount, events);
            }
        }))
    }

    /// Replaces the stack of a player who takes no part in the running hand by another one within the range of buy-ins.
    ///
    /// # Errors
    /// If the table sells no chips, the player has no seat or was dealt in, or the stack is not allowed or the same.
    pub fn set_stack(&mut self, player: PlayerId, stack: Chips) -> Result<Vec<TableEvent>, TableRuleError> {
        let config = &self.state.config;
        if config.free_stacks > 0 {
            return Err(TableRuleError::NoRebuys);
        }
        let (seat, taken) = self.player(player)?;
        if self.state.dealt().contains(seat) {
            return Err(TableRuleError::HandRunning);
        }
        let BuyIn { min, max } = config.buy_in;
        if stack < min || stack > max {
            let amount = stack;
            return Err(TableRuleError::AmountOutOfRange { amount, min, max });
        }
        let had = taken.stack;
        if stack == had {
            return Err(TableRuleError::NoChange);
        }
        self.check_unit(stack)?;
        self.check_room(stack.saturating_sub(had))?;
        Ok(self.change(|state, events| {
            state.bought_in += u128::from(stack.get());
            state.taken_away += u128::from(had.get());
            let taken = state.taken_mut(seat);
            (taken.stack, taken.busted_hands) = (stack, 0);
            events.push(TableEvent::StackChosen { seat, player, stack });
        }))
    }

    /// Forgets the chips with which a player left, so that the ordinary buy-in applies again. The time until then is up
    /// to the caller, who has the clock.
    pub fn forget(&mut self, player: PlayerId) {
        self.state.left_with.remove(&player);
    }

    /// Changes the game between hands, to the next one of a [`Mix`](super::Mix). Missed blinds stay owed until a game
    /// has blinds again.
    ///
    /// # Errors
    /// If a hand is running, or the number of seats does not suit the game, unless its dealers pick the games.
    pub fn set_game(&mut self, game: TableGame) -> Result<Vec<TableEvent>, TableRuleError> {
        if self.state.hand.is_some() {
            return Err(TableRuleError::HandRunning);
        }
        let (seat_count, (min, max)) = (self.state.config.seat_count, game.seats);
        let picked = self.state.config.button == ButtonRule::Dealer;
        if !picked && (seat_count < min || seat_count > max) {
            return Err(TableRuleError::GameDoesNotFit { seat_count, min, max });
        }
        Ok(self.change(|state, _| state.game = game))
    }

    /// Changes the stakes and the buy-ins between hands. Stacks stay as they are.
    ///
    /// # Errors
    /// If a hand is running, or the stakes do not fit the table.
    pub fn set_stakes(&mut self, buy_in: BuyIn, game: TableGame) -> Result<Vec<TableEvent>, TableRuleError> {
        if self.state.hand.is_some() {
            return Err(TableRuleError::HandRunning);
        }
        let config = TableConfig {
            buy_in,
            ..self.state.config.clone()
        };
        config.check(&game)?;
        Ok(self.change(|state, _| {
            state.config = config;
            state.game = game;
        }))
    }

    /// Moves a player to a free seat between hands. Once blinds have been paid at the table, the player enters there
    /// like a newcomer: moving is no way to skip a blind.
    ///
    /// # Errors
    /// If a hand is running, the player has no seat, or the other seat is not available.
    pub fn move_player(&mut self, player: PlayerId, to: SeatIx) -> Result<Vec<TableEvent>, TableRuleError> {
        let (from, _) = self.player(player)?;
        if self.state.hand.is_some() {
            return Err(TableRuleError::HandRunning);
        }
        if from == to {
            return Err(TableRuleError::NoChange);
        }
        let to = self.choose_seat(player, Some(to))?;
        Ok(self.change(|state, events| {
            let mut taken = state.seats[from].take().expect("the seat is taken");
            if state.last_blinds.is_some() {
                taken.standing = Standing::Newcomer;
            }
            state.seats[to] = Some(taken);
            let status = state.status(to).expect("the seat is taken");
            events.push(TableEvent::PlayerMoved {
                from,
                to,
                player,
                status,
            });
        }))
    }

    /// Finds a player's seat, or refuses.
    fn player(&self, player: PlayerId) -> Result<(SeatIx, &SeatState), TableRuleError> {
        let seat = self.state.seat_of(player).ok_or(TableRuleError::NotSeated)?;
        let state = self.state.seats[seat].as_ref().ok_or(TableRuleError::NotSeated)?;
        Ok((seat, state))
    }

    /// Chooses the seat for a player.
    fn choose_seat(&self, player: PlayerId, wanted: Option<SeatIx>) -> Result<SeatIx, TableRuleError> {
        let offered = self.offer_to(player);
        let Some(seat) = wanted else {
            return offered
                .or_else(|| self.free_seats().iter().next())
                .ok_or(TableRuleError::TableFull);
        };
        let seat_count = self.state.config.seat_count;
        if seat.index() >= seat_count {
            Err(TableRuleError::NoSuchSeat { seat, seat_count })
        } else if self.state.seats[seat].is_some() {
            Err(TableRuleError::SeatTaken { seat })
        } else if self.state.reserved[seat].is_some_and(|holder| holder != player) {
            Err(TableRuleError::SeatReserved { seat })
        } else {
            Ok(seat)
        }
    }

    fn check_unit(&self, amount: Chips) -> Result<(), TableRuleError> {
        let unit = self.state.config.rules.unit;
        if amount.is_multiple_of(unit) {
            Ok(())
        } else {
            Err(TableRuleError::NotAMultiple { amount, unit })
        }
    }

    /// Checks that all chips at the table and on their way to it, with `amount` more, can still be counted.
    fn check_room(&self, amount: Chips) -> Result<(), TableRuleError> {
        let taken = self.state.seats.iter().filter_map(|(_, state)| state.as_ref());
        let mut parts = taken
            .flat_map(|state| [state.stack, state.rebuy])
            .chain([self.state.carried, self.state.kitty]);
        let total = parts.try_fold(amount, Chips::checked_add);
        total.map(|_| ()).ok_or(TableRuleError::TooManyChips)
    }

    /// Makes a change already found legal, and returns everything that follows from it: the events of `make`, then the
    /// seats offered to waiting players, then the seats whose part in the game changed.
    pub(super) fn change(&mut self, make: impl FnOnce(&mut TableState, &mut Vec<TableEvent>)) -> Vec<TableEvent> {
        let statuses = |table: &Self| BySeat::from_fn(|seat| Some((table.seat(seat)?.player, table.status(seat)?)));
        let before = statuses(self);
        let mut events = Vec::new();
        make(&mut self.state, &mut events);
        self.state.end_orbit(&mut events);
        self.state.step_out_of_no_hand();
        self.state.offer_free_seats(&mut events);
        for (seat, after) in statuses(self).iter() {
            let (Some((player, status)), Some((holder, was))) = (*after, before[seat]) else {
                continue;
            };
            if player == holder && status != was {
                events.push(TableEvent::StatusChanged { seat, player, status });
            }
        }
        assert!(self.state.is_balanced(), "a command made or lost chips");
        debug_assert_eq!(self.state.check(), Ok(()));
        events
    }
}

impl TableState {
    /// Reserves each free seat for the first in line who has none reserved yet.
    fn offer_free_seats(&mut self, events: &mut Vec<TableEvent>) {
        for seat in self.free_seats().iter() {
            let has_offer = |player: &PlayerId| self.reserved.iter().any(|(_, holder)| *holder == Some(*player));
            let Some(player) = self.wait_list.iter().copied().find(|player| !has_offer(player)) else {
                return;
            };
            self.reserved[seat] = Some(player);
            events.push(TableEvent::SeatOffered { seat, player });
        }
    }
}
