//! All that a cash table knows, as plain data to store and restore.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ButtonRule, FreeStacks, HandPlan, Positions, Roodles, SeatStatus, TableConfig, TableConfigError, TableGame,
};
use crate::{BySeat, Chips, SeatIx, SeatSet};

/// Who a player is, as the caller counts: the number of an account or a UUID. The table only compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u128);

/// How a player who owes blinds enters the game, or comes back to it. Rule: variants 4.6 (`post_or_wait`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Entry {
    /// With the big blind, when it comes. All that was missed is settled with it.
    #[default]
    WaitForBigBlind,
    /// As soon as the seat is outside the arc from the button to the big blind, by paying what is owed: the big blind
    /// live, the small blind dead.
    Post,
}

/// Whether a player wants to be dealt in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Yes.
    In,
    /// Until the big blind comes.
    InUntilBigBlind,
    /// Until the orbit for doubled stakes is over.
    InUntilOrbit,
    /// No.
    Out,
}

/// Blinds that a seat missed: at most one of each. Rule: variants 4.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OwedBlinds {
    /// A small blind, to be paid dead.
    pub small: bool,
    /// A big blind, to be paid live.
    pub big: bool,
}

impl OwedBlinds {
    /// Nothing.
    pub const NONE: Self = Self {
        small: false,
        big: false,
    };

    /// Whether nothing is owed.
    pub const fn is_none(self) -> bool {
        !self.small && !self.big
    }
}

/// Whether a player has been in the game since sitting down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Not yet: enters with a big blind, and never owes more.
    Newcomer,
    /// Was dealt in before.
    Regular {
        /// What was missed since.
        owes: OwedBlinds,
    },
}

impl Standing {
    /// What must be paid to play, other than by waiting for the big blind.
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
    /// Who sits there.
    pub player: PlayerId,
    /// Chips; of a player who is in the running hand, as they were before it.
    pub stack: Chips,
    /// Whether the player wants to be dealt in.
    pub presence: Presence,
    /// How the player enters, if blinds are owed.
    pub entry: Entry,
    /// Whether the player has been in the game, and which blinds are owed.
    pub standing: Standing,
    /// Whether the player leaves when the running hand is over.
    pub leaving: bool,
    /// Chips to be added when the running hand is over.
    pub rebuy: Chips,
    /// For how many hands the seat has been kept for a player without chips.
    pub busted_hands: u32,
    /// Whether the player straddles when the place allows it.
    pub straddles: bool,
}

impl SeatState {
    /// Whether the player can be dealt in, as far as it is for the player to say.
    pub(super) fn ready(&self) -> bool {
        self.presence != Presence::Out && !self.stack.is_zero() && !self.leaving
    }
}

/// The last hand with a small and a big blind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastBlinds {
    /// Its positions.
    pub positions: Positions,
    /// Who was big blind.
    pub big_blind: PlayerId,
}

/// Everything a [`CashTable`](super::CashTable) knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    /// What was chosen when the table was made.
    pub config: TableConfig,
    /// The current game.
    pub game: TableGame,
    /// The taken seats.
    pub seats: BySeat<Option<SeatState>>,
    /// The free seats that are kept for a player of the wait list.
    pub reserved: BySeat<Option<PlayerId>>,
    /// Who waits for a seat, first in line first; those who have been offered one are still there.
    pub wait_list: Vec<PlayerId>,
    /// With how many chips players left, where it was more than the least buy-in and is not yet forgotten.
    pub left_with: BTreeMap<PlayerId, Chips>,
    /// The button of the last hand played.
    pub last_button: Option<SeatIx>,
    /// The last hand played with two blinds; other games of a mixed table leave it as it is.
    pub last_blinds: Option<LastBlinds>,
    /// Chips that no player has won yet: they are in the pot of the next hand. Rule: variants V14.
    pub carried: Chips,
    /// What the kitty has got of the pots: no player's until the session ends. Rule: variants 4.6.
    pub kitty: Chips,
    /// The stacks of all who ever sat here, where lost ones are replaced. Rule: variants BT15.
    pub free_stacks: BTreeMap<PlayerId, FreeStacks>,
    /// How many hands in a row no player opened.
    pub passed_out: u32,
    /// How many hands were played since the last bomb pot, where there are such.
    pub since_bomb_pot: u16,
    /// The orbit for doubled stakes, if one is played.
    pub roodles: Option<Roodles>,
    /// Whether seats have been drawn, which happens once.
    pub seats_drawn: bool,
    /// The running hand.
    pub hand: Option<HandPlan>,
    /// All chips that were ever brought to the table.
    pub bought_in: u128,
    /// All chips that were ever taken away from it.
    pub taken_away: u128,
}

impl TableState {
    /// The seats whose player has a property.
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

    /// The seat of a player.
    pub(super) fn seat_of(&self, player: PlayerId) -> Option<SeatIx> {
        self.seats_where(|state| state.player == player).iter().next()
    }

    /// The free seats that are not kept for a player.
    pub(super) fn free_seats(&self) -> SeatSet {
        let all = (0..self.config.seat_count).map(SeatIx::new);
        all.filter(|seat| self.seats[*seat].is_none() && self.reserved[*seat].is_none())
            .collect()
    }

    /// The seats of the running hand.
    pub(super) fn dealt(&self) -> SeatSet {
        self.hand.as_ref().map_or(SeatSet::EMPTY, |hand| hand.dealt)
    }

    /// The seats whose players can be dealt in, as far as it is for them to say.
    pub(super) fn ready(&self) -> SeatSet {
        self.seats_where(SeatState::ready)
    }

    /// Whether there are a small and a big blind that can be missed.
    pub(super) fn has_blinds(&self) -> bool {
        self.config.button != ButtonRule::Dealer && self.game.has_blinds()
    }

    /// The seats that owe blinds, or have yet to enter; no player does where there are none.
    pub(super) fn owing(&self) -> SeatSet {
        if self.has_blinds() {
            self.seats_where(|state| !state.standing.owes().is_none())
        } else {
            SeatSet::EMPTY
        }
    }

    /// How a seat takes part, `None` where it is free.
    pub(super) fn status(&self, seat: SeatIx) -> Option<SeatStatus> {
        let state = self.seats[seat].as_ref()?;
        let plays = match &self.hand {
            Some(hand) => hand.dealt.contains(seat),
            // Where fewer than two owe nothing, the next hand starts the game anew and all enter.
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

    /// Whether the chips are what was brought less what was taken away.
    pub(super) fn is_balanced(&self) -> bool {
        self.bought_in.checked_sub(self.taken_away) == Some(u128::from(self.chips().get()))
    }

    /// The chips of all stacks, those that wait for a winner, and the kitty.
    pub(super) fn chips(&self) -> Chips {
        let taken = self.seats.iter().filter_map(|(_, state)| state.as_ref());
        taken.map(|state| state.stack).sum::<Chips>() + self.carried + self.kitty
    }

    /// Whether a table can be in this state.
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
}

/// Why a stored state is none that a table can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableStateError {
    /// The table cannot be like that.
    #[error(transparent)]
    Config(#[from] TableConfigError),
    /// A seat beyond the table's is taken or kept.
    #[error("a seat is taken that the table does not have")]
    Seats,
    /// A player sits twice.
    #[error("a player has two seats")]
    PlayerTwice,
    /// The wait list or the seats kept for it contradict the seats or each other.
    #[error("the wait list contradicts the seats")]
    WaitList,
    /// The chips are not what was brought less what was taken away.
    #[error("the chips are not what was bought in less what was taken away")]
    Chips,
    /// Roodles where they are not played, or a player who waits for the end of those that are not.
    #[error("the orbit for doubled stakes contradicts the table")]
    Roodles,
    /// More hands since the last bomb pot than the table plays between two.
    #[error("a bomb pot is overdue")]
    BombPot,
    /// The running hand contradicts the seats, or something waits for a hand that does not run.
    #[error("the running hand contradicts the seats")]
    Hand,
}
