//! A table without a task, a journal or viewers: its hands are played immediately, in memory, and belong to no account.

use std::sync::Arc;

use poker_engine::SeatIx;
use poker_owner::{Entropy, NoEntropy, Now, PlayTime};
use poker_protocol::v1::client::Entry;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::{Action, PlayerInfo};
use poker_store::{AccountId, HandRecord, TableId};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::deadlines::Deadlines;
use super::hint::What;
use super::shuffle::next_deal;
use super::view::View;
use super::viewers::Viewers;
use crate::setup::config::TableSetup;
use crate::state::applied::{Applied, Refusal};
use crate::state::backlog::Backlog;
use crate::state::command::{Command, TableOrder};
use crate::state::event_log::NumberedEvent;
use crate::state::table::Table;

/// A table in memory. The same seed and the same actions always give the same hands.
#[derive(Debug)]
pub struct Desk {
    table: Table,
    entropy: Seeded,
    /// Time of all that happens at the table, in milliseconds since 1970.
    at: i64,
    /// The last hand that ended.
    ended: Option<HandRecord>,
}

/// Entropy that is not secret.
#[derive(Debug)]
struct Seeded(StdRng);

impl Entropy for Seeded {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        use rand::Rng as _;
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        Ok(seed)
    }
}

/// A seat that has to act.
#[derive(Debug)]
pub struct AskedSeat {
    /// The seat.
    pub seat: SeatIx,
    /// The decision put to its player, as a private event.
    pub part: PrivateEvent,
    /// The position that a hint would be about; `None` before a hand.
    pub what: Option<What>,
}

impl Desk {
    /// Creates an empty table.
    pub fn new(id: TableId, setup: TableSetup, seed: u64, at: i64) -> Self {
        Self {
            table: Table::new(id, Arc::new(setup)),
            entropy: Seeded(StdRng::seed_from_u64(seed)),
            at,
            ended: None,
        }
    }

    /// Seats a player with the maximum buy-in.
    pub fn sit(&mut self, player: PlayerInfo, seat: SeatIx) -> Result<(), Refusal> {
        let command = Command::Sit {
            player,
            seat: Some(seat.number()),
            buy_in: self.table.info().buy_in_max,
            entry: Entry::Post,
            set_aside: false,
        };
        self.carry_out(command).map(|_| ())
    }

    /// The table as `account` may see it.
    pub fn snapshot(&self, account: AccountId) -> Snapshot {
        let name = self.table.setup.wire_id(self.table.id);
        let view = View {
            name: &name,
            table: &self.table,
            viewers: &Viewers::default(),
            backlog: &Backlog::default(),
            deadlines: &Deadlines::default(),
            turn: self.table.asked(),
            now: Now {
                play: PlayTime::default(),
                wall: self.at,
            },
        };
        Snapshot {
            table: name.clone(),
            seq: self.table.seq(),
            first_seq: None,
            state: Box::new(view.state_for(Some(account))),
        }
    }

    /// Deals the next hand and returns the events up to the first decision, or up to the end of the hand.
    pub fn deal(&mut self) -> Result<Vec<NumberedEvent>, Refusal> {
        let command = next_deal(&self.table, &mut self.entropy);
        let command = command.map_err(|error| Refusal::Broken(error.to_string()))?;
        self.carry_out(command)
    }

    /// The first seat to act; `None` once the hand is over.
    pub fn asked(&self) -> Option<AskedSeat> {
        let asked = self.table.asked()?;
        let seat = asked.seats.iter().next()?;
        let play = self.table.running();
        Some(AskedSeat {
            seat,
            part: self.table.choices(seat)?,
            what: play.and_then(|play| What::of(play, asked, seat)),
        })
    }

    /// Carries out a seat's action and returns the resulting events. A refusal changes nothing.
    pub fn act(&mut self, seat: SeatIx, action: Action) -> Result<Vec<NumberedEvent>, Refusal> {
        let seat = seat.number();
        self.carry_out(Command::Act {
            seat,
            action,
            back: false,
        })
    }

    /// Takes the last hand that ended.
    pub fn take_ended(&mut self) -> Option<HandRecord> {
        self.ended.take()
    }

    fn carry_out(&mut self, command: Command) -> Result<Vec<NumberedEvent>, Refusal> {
        let order = TableOrder {
            at: self.at,
            by: None,
            command,
        };
        let Applied { told, hand_end, .. } = self.table.apply(&order)?;
        self.ended = hand_end.or(self.ended.take());
        Ok(told)
    }
}
