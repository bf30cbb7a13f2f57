//! The complete state of a cash table, as plain data to store and restore.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ButtonRule, FreeStacks, HandPlan, LeaveReason, Positions, Roodles, SeatStatus, TableConfig, TableConfigError,
    TableEvent, TableGame,
};
use crate::{BySeat, Chips, SeatIx, SeatSet, pot};

/// A player's identity as the caller assigns it, such as an account number or a UUID. The table only compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u128);

/// The way a player who owes blinds enters or rejoins the game. Rule: variants 4.6 (`post_or_wait`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Entry {
    /// With the big blind, when it comes. It settles every missed blind.
    #[default]
    WaitForBigBlind,
    /// As soon as the seat is outside the arc from the button to the big blind, by posting the blinds owed: the big
    /// blind live, the small blind dead.
    Post,
}

/// A player's wish to be dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Dealt in.
    In,
    /// Dealt in until the big blind comes, then sits out.
    InUntilBigBlind,
    /// Dealt in until the orbit at doubled stakes is over, then sits out.
    InUntilOrbit,
    /// Sits out.
    Out,
}

/// Blinds that a seat missed: at most one of each. Rule: variants 4.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OwedBlinds {
    /// `true` if a small blind is owed, to be posted dead.
    pub small: bool,
    /// `true` if a big blind is owed, to be posted live.
    pub big: bool,
}

impl OwedBlinds {
    /// No blinds owed.
    pub const NONE: Self = Self {
        small: false,
        big: false,
    };

    /// Returns `true` if no blind is owed.
    pub const fn is_none(self) -> bool {
        !self.small && !self.big
    }
}

/// A player's history in the game since sitting down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Not dealt in yet: enters with a big blind, and never owes more.
    Newcomer,
    /// Dealt in at least once.
    Regular {
        /// Blinds missed since the player was last dealt in.
        owes: OwedBlinds,
    },
}

impl Standing {
    /// Returns the blinds to post in order to play without waiting for the big blind.
    pub const fn owes(self) -> OwedBlinds {
        match self {
            Self::Newcomer => OwedBlinds {
                small: false,
                big: true,
            },
            Self::Regular { owes } => owes,
        }
    }
}

/// A taken seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatState {
    /// Player in the seat.
    pub player: PlayerId,
    /// Chips in the stack; during a hand, the stack of a player in it before the hand began.
    pub stack: Chips,
    /// The player's wish to be dealt in.
    pub presence: Presence,
    /// Way of entering, if blinds are owed.
    pub entry: Entry,
    /// History in the game, with the blinds owed.
    pub standing: Standing,
    /// `true` if the player leaves when the running hand is over.
    pub leaving: bool,
    /// Chips to be added when the running hand is over.
    pub rebuy: Chips,
    /// Number of hands for which the seat has been kept since the chips ran out.
    pub busted_hands: u32,
    /// `true` if the player straddles whenever in a place that allows it.
    pub straddles: bool,
}

impl SeatState {
    /// Checks that the player wants to play, has chips and is not leaving; blinds owed are another matter.
    pub(super) fn ready(&self) -> bool {
        self.presence != Presence::Out && !self.stack.is_zero() && !self.leaving
    }
}

/// The last hand with a small and a big blind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastBlinds {
    /// Positions in that hand.
    pub positions: Positions,
    /// Player in the big blind.
    pub big_blind: PlayerId,
}

/// The complete state of a [`CashTable`](super::CashTable).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    /// Settings chosen when the table was created.
    pub config: TableConfig,
    /// Game to be played next, or in the running hand.
    pub game: TableGame,
    /// Players by seat; `None` for a free seat.
    pub seats: BySeat<Option<SeatState>>,
    /// Players for whom free seats are reserved, by seat.
    pub reserved: BySeat<Option<PlayerId>>,
    /// Players on the wait list, first in line first; those who have been offered a seat are still on it.
    pub wait_list: Vec<PlayerId>,
    /// Chips of players who left with more than the smallest buy-in and have not been forgotten.
    pub left_with: BTreeMap<PlayerId, Chips>,
    /// Button of the last hand played.
    pub last_button: Option<SeatIx>,
    /// Last hand played with two blinds; other games of a mixed table leave it unchanged.
    pub last_blinds: Option<LastBlinds>,
    /// Chips that no player has won yet, carried over to the pot of the next hand. Rule: variants V14.
    pub carried: Chips,
    /// Chips in the kitty, which belong to no player until the session ends. Rule: variants 4.6.
    pub kitty: Chips,
    /// Stacks of every player who ever sat at a table that replaces lost ones. Rule: variants BT15.
    pub free_stacks: BTreeMap<PlayerId, FreeStacks>,
    /// Number of consecutive hands that no player opened.
    pub passed_out: u32,
    /// Number of hands since the last bomb pot; it stays 0 at a table without bomb pots.
    pub since_bomb_pot: u16,
    /// Orbit at doubled stakes, if one is due or being played.
    pub roodles: Option<Roodles>,
    /// Set once the seats have been drawn, which happens at most once.
    pub seats_drawn: bool,
    /// Plan of the running hand.
    pub hand: Option<HandPlan>,
    /// All chips ever brought to the table.
    pub bought_in: u128,
    /// All chips ever taken away from it.
    pub taken_away: u128,
}

impl TableState {
    /// Returns the seats whose player has a property.
    pub(super) fn seats_where(&self, mut property: impl FnMut(&SeatState) -> bool) -> SeatSet {
        let taken = self
            .seats
            .iter()
            .filter_map(|(seat, state)| Some((seat, state.as_ref()?)));
        taken
            .filter(|(_, state)| property(state))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Returns the seat of a player.
    pub(super) fn seat_of(&self, player: PlayerId) -> Option<SeatIx> {
        self.seats_where(|state| state.player == player).iter().next()
    }

    /// Returns the free seats that are not reserved.
    pub(super) fn free_seats(&self) -> SeatSet {
        let all = (0..self.config.seat_count).map(SeatIx::new);
        all.filter(|seat| self.seats[*seat].is_none() && self.reserved[*seat].is_none())
            .collect()
    }

    /// Returns the seats of the running hand.
    pub(super) fn dealt(&self) -> SeatSet {
        self.hand.as_ref().map_or(SeatSet::EMPTY, |hand| hand.dealt)
    }

    /// Returns the seats whose players want to play, have chips and are not leaving.
    pub(super) fn ready(&self) -> SeatSet {
        self.seats_where(SeatState::ready)
    }

    /// Checks that there are a small and a big blind that can be missed.
    pub(super) fn has_blinds(&self) -> bool {
        self.config.button != ButtonRule::Dealer && self.game.has_blinds()
    }

    /// Returns the seats that owe blinds or have yet to enter; empty in games without blinds to miss.
    pub(super) fn owing(&self) -> SeatSet {
        if self.has_blinds() {
            self.seats_where(|state| !state.standing.owes().is_none())
        } else {
            SeatSet::EMPTY
        }
    }

    /// Returns the part of a seat in the game, `None` for a free seat.
    pub(super) fn status(&self, seat: SeatIx) -> Option<SeatStatus> {
        let state = self.seats[seat].as_ref()?;
        let plays = match &self.hand {
            Some(hand) => hand.dealt.contains(seat),
            // If fewer than two players owe nothing, the next hand starts the game afresh and all may enter.
            None => !self.owing().contains(seat) || self.ready().difference(self.owing()).len() < 2,
        };
        Some(match state.presence {
            _ if state.leaving => SeatStatus::Leaving,
            _ if state.stack.is_zero() => SeatStatus::Busted,
            Presence::Out => SeatStatus::SittingOut,
            Presence::In | Presence::InUntilBigBlind | Presence::InUntilOrbit if plays => SeatStatus::Active,
            Presence::In | Presence::InUntilBigBlind | Presence::InUntilOrbit => SeatStatus::Waiting,
        })
    }

    /// Checks that the chips at the table are those brought less those taken away.
    pub(super) fn is_balanced(&self) -> bool {
        self.bought_in.checked_sub(self.taken_away) == Some(u128::from(self.chips().get()))
    }

    /// Adds up all stacks, the chips carried to the next pot, and the kitty.
    pub(super) fn chips(&self) -> Chips {
        let taken = self.seats.iter().filter_map(|(_, state)| state.as_ref());
        taken.map(|state| state.stack).sum::<Chips>() + self.carried + self.kitty
    }

    /// Checks that a table can be in this state.
    pub(super) fn check(&self) -> Result<(), TableStateError> {
        self.config.check(&self.game)?;
        let taken = self.seats_where(|_| true);
        let all: SeatSet = (0..self.config.seat_count).map(SeatIx::new).collect();
        let players: Vec<PlayerId> = taken.iter().filter_map(|seat| Some(self.seats[seat]?.player)).collect();
        let reserved: Vec<(SeatIx, PlayerId)> = self
            .reserved
            .iter()
            .filter_map(|(seat, player)| Some((seat, (*player)?)))
            .collect();
        let distinct = |players: &[PlayerId]| players.iter().collect::<BTreeSet<_>>().len() == players.len();
        let offered: Vec<PlayerId> = reserved.iter().map(|(_, player)| *player).collect();

        let seats_exist = taken.difference(all).is_empty() && reserved.iter().all(|(seat, _)| all.contains(*seat));
        if !seats_exist {
            return Err(TableStateError::Seats);
        }
        if !distinct(&players) {
            return Err(TableStateError::PlayerTwice);
        }
        let waiting = |player: &PlayerId| self.wait_list.contains(player);
        if !distinct(&self.wait_list)
            || !distinct(&offered)
            || players.iter().any(waiting)
            || !offered.iter().all(waiting)
            || reserved.iter().any(|(seat, _)| taken.contains(*seat))
        {
            return Err(TableStateError::WaitList);
        }
        let mut amounts = self
            .seats
            .iter()
            .filter_map(|(_, state)| *state)
            .flat_map(|state| [state.stack, state.rebuy])
            .chain([self.carried, self.kitty]);
        let countable = amounts.try_fold(Chips::ZERO, Chips::checked_add).is_some();
        if !countable || !self.is_balanced() {
            return Err(TableStateError::Chips);
        }
        let held = self.seats_where(|state| state.presence == Presence::InUntilOrbit);
        if (self.roodles.is_some() && !self.config.roodles) || (self.roodles.is_none() && !held.is_empty()) {
            return Err(TableStateError::Roodles);
        }
        let every = self.config.bomb_pot.map_or(1, |bomb_pot| bomb_pot.every);
        if self.since_bomb_pot >= every {
            return Err(TableStateError::BombPot);
        }
        let pending = self.seats_where(|state| state.leaving || !state.rebuy.is_zero());
        if pending.difference(self.dealt()) != SeatSet::EMPTY {
            return Err(TableStateError::Hand);
        }
        if let Some(hand) = &self.hand {
            let players = &hand.setup.players;
            let matches = |stack: Chips, seat| self.seats[seat].is_some_and(|state| state.stack == stack);
            if hand.dealt != players.iter().map(|player| player.seat).collect()
                || hand.dealt.len() != players.len()
                || !players.iter().all(|player| matches(player.stack, player.seat))
                || hand
                    .positions
                    .is_some_and(|positions| !hand.dealt.contains(positions.big_blind))
            {
                return Err(TableStateError::Hand);
            }
        }
        Ok(())
    }

    /// Returns the player at a seat that is known to be taken.
    pub(super) fn taken_mut(&mut self, seat: SeatIx) -> &mut SeatState {
        self.seats[seat].as_mut().expect("the seat is taken")
    }

    /// Adds chips to a stack that is not in a hand.
    pub(super) fn add_chips(&mut self, seat: SeatIx, amount: Chips, events: &mut Vec<TableEvent>) {
        self.bought_in += u128::from(amount.get());
        let taken = self.taken_mut(seat);
        taken.stack += amount;
        taken.busted_hands = 0;
        let (player, stack) = (taken.player, taken.stack);
        events.push(TableEvent::ChipsAdded {
            seat,
            player,
            amount,
            stack,
        });
    }

    /// Returns pending chips to their player.
    pub(super) fn return_rebuy(&mut self, seat: SeatIx, events: &mut Vec<TableEvent>) {
        let taken = self.taken_mut(seat);
        let (player, amount) = (taken.player, std::mem::take(&mut taken.rebuy));
        if !amount.is_zero() {
            events.push(TableEvent::RebuyReturned { seat, player, amount });
        }
    }

    /// Shares the kitty among all seated players; the odd chips go one each to the first of them from the left of the
    /// last dealer. Rules: variants 4.6, BT14.
    pub(super) fn share_kitty(&mut self, events: &mut Vec<TableEvent>) {
        let Some(dealer) = self.last_button.filter(|_| !self.kitty.is_zero()) else {
            return;
        };
        let seated = self.seats_where(|_| true);
        if seated.is_empty() {
            return;
        }
        let kitty = std::mem::take(&mut self.kitty);
        let mut shares = pot::share(kitty, seated, dealer, self.config.rules.unit);
        shares.retain(|(_, share)| !share.is_zero());
        for (seat, share) in &shares {
            self.taken_mut(*seat).stack += *share;
        }
        events.push(TableEvent::KittyShared { shares });
    }

    /// Removes a player, with the stack.
    pub(super) fn remove(&mut self, seat: SeatIx, reason: LeaveReason, events: &mut Vec<TableEvent>) {
        // The last player to leave is the only one present when the session ends.
        if self.seats_where(|_| true) == SeatSet::only(seat) {
            self.share_kitty(events);
        }
        let SeatState { player, mut stack, .. } = self.seats[seat].take().expect("the seat is taken");
        // With no player left to play for it, the carried pot belongs to the last one.
        if self.seats.iter().all(|(_, taken)| taken.is_none()) {
            let amount = std::mem::take(&mut self.carried);
            if !amount.is_zero() {
                stack += amount;
                events.push(TableEvent::CarriedPaid { seat, amount });
            }
        }
        self.taken_away += u128::from(stack.get());
        if stack > self.config.buy_in.min {
            self.left_with.insert(player, stack);
        }
        // Blinds that the running hand makes this player owe must not pass to the next player in the seat.
        if let Some(hand) = &mut self.hand {
            hand.waiting.remove(seat);
            hand.missed_small_blind.remove(seat);
            hand.missed_big_blind.remove(seat);
        }
        events.push(TableEvent::PlayerLeft {
            seat,
            player,
            stack,
            reason,
        });
    }
}

/// The reason why a stored state is not one that a table can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableStateError {
    /// The configuration does not describe a playable table.
    #[error(transparent)]
    Config(#[from] TableConfigError),
    /// A seat beyond the table's last is taken or reserved.
    #[error("a taken seat does not exist at the table")]
    Seats,
    /// A player has two seats.
    #[error("a player has two seats")]
    PlayerTwice,
    /// The wait list, the reserved seats and the taken seats contradict one another.
    #[error("the wait list contradicts the seats")]
    WaitList,
    /// The chips at the table are not those brought less those taken away.
    #[error("the chips do not equal the buy-ins minus what was taken away")]
    Chips,
    /// Roodles are under way at a table without them, or a player waits for the end of roodles that are not being played.
    #[error("the orbit for doubled stakes contradicts the table")]
    Roodles,
    /// More hands have passed since the last bomb pot than the table plays between two.
    #[error("a bomb pot is overdue")]
    BombPot,
    /// The running hand contradicts the seats, or something waits for the end of a hand when none is running.
    #[error("the running hand contradicts the seats")]
    Hand,
}
