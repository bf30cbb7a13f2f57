//! What players take from table to table: their time banks. Rule: tournament 9.3.

use std::collections::BTreeMap;

use poker_engine::SeatIx;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Event, PlayerNo, SeatReason};

use super::{Applied, Tournament};
use crate::command::Command;

/// The luggage of players who change tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Luggage {
    /// Milliseconds in the time bank of each player, at the end of the last hand that changed it; full if none did.
    banks: BTreeMap<PlayerNo, u32>,
    /// The level up to which the time gained with new levels is in each bank: that of the last hand that changed it or that the
    /// player played, or of the entry.
    levels: BTreeMap<PlayerNo, u16>,
    /// Players who have not played a hand at their present table; `true` for those who have come from another.
    new: BTreeMap<PlayerNo, bool>,
}

/// What a player brings to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Brought {
    /// Milliseconds in the time bank at the end of the player's last hand; `None` if it is full.
    pub bank_ms: Option<u32>,
    /// The level whose time is in it already.
    pub level: u16,
    /// `true` if the player comes from another table.
    pub moved: bool,
}

impl Tournament {
    /// What a player brings who has not played a hand at the present table; `None` for all others.
    pub(crate) fn brought(&self, player: PlayerNo) -> Option<Brought> {
        let moved = *self.luggage.new.get(&player)?;
        Some(Brought {
            bank_ms: self.bank(player),
            level: self.luggage.levels.get(&player).copied().unwrap_or(1),
            moved,
        })
    }

    /// Milliseconds in a player's time bank at the end of the last hand that changed it; `None` if none did.
    pub(crate) fn bank(&self, player: PlayerNo) -> Option<u32> {
        self.luggage.banks.get(&player).copied()
    }

    /// `true` if a player has come from another table, and not played a hand at the present one.
    pub(crate) fn has_arrived(&self, player: PlayerNo) -> bool {
        self.luggage.new.get(&player) == Some(&true)
    }

    /// The level of the hand that a command ends, and the players who take part in it.
    pub(super) fn playing(&self, command: &Command) -> Option<(u16, Vec<PlayerNo>)> {
        let Command::HandDone { table, stacks, .. } = command else {
            return None;
        };
        let no = TableNo(*table);
        let (law, deal) = (self.director.table(no)?, self.director.running_deal(no)?);
        let seats = stacks.iter().filter_map(|(seat, _)| SeatIx::from_number(*seat));
        let players = seats.filter_map(|seat| u32::try_from(law.seat(seat)?.player.0).ok());
        Some((deal.level, players.map(PlayerNo).collect()))
    }

    /// Notes the time banks at the end of a hand of `level`, in which `playing` took part.
    pub(super) fn note_banks(&mut self, command: &Command, level: u16, playing: &[PlayerNo]) {
        for player in playing {
            self.luggage.new.remove(player);
            self.luggage.levels.insert(*player, level);
        }
        if let Command::HandDone { banks, .. } = command {
            // Those who only sat there gained time with the level too.
            for (player, left_ms) in banks {
                self.luggage.banks.insert(PlayerNo(*player), *left_ms);
                self.luggage.levels.insert(PlayerNo(*player), level);
            }
        }
    }

    /// Notes a player who gets a seat at another table.
    pub(super) fn note_arrival(&mut self, event: &Event, applied: &mut Applied) {
        match event {
            Event::PlayerMoved { player, .. }
            | Event::SeatAssigned {
                player,
                why: SeatReason::Round | SeatReason::Final,
                ..
            } => {
                self.luggage.new.insert(*player, true);
                applied.arrived.insert(*player);
            }
            // An entry begins with a full time bank.
            Event::SeatAssigned {
                player,
                why: SeatReason::Start | SeatReason::Late,
                ..
            } => {
                let level = self.director.shown_clock(self.t).map_or(1, |clock| clock.level);
                self.luggage.banks.remove(player);
                self.luggage.levels.insert(*player, level);
                self.luggage.new.insert(*player, false);
                applied.entered.insert(*player);
            }
            _ => {}
        }
    }

    /// Notes that the players of a table go on at a new one under its number.
    pub(super) fn note_replacement(&mut self, table: TableNo, applied: &mut Applied) {
        let law = self.director.table(table).into_iter();
        let numbers = law.flat_map(|law| law.seats().filter_map(|(_, taken)| u32::try_from(taken.player.0).ok()));
        for player in numbers.map(PlayerNo) {
            self.luggage.new.insert(player, true);
            applied.arrived.insert(player);
        }
    }
}
