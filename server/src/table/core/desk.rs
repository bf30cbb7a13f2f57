//! A table without a task, a journal and viewers: its hands are played at once, in memory, and belong to no account.

use std::sync::Arc;

use poker_engine::SeatIx;
use poker_protocol::v1::client::Entry;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::{Action, PlayerInfo};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::clock::PlayTime;
use super::deadlines::Deadlines;
use super::hint::What;
use super::io::{Entropy, NoEntropy, Now};
use super::shuffle::next_deal;
use super::view::View;
use super::viewers::Viewers;
use crate::store::{AccountId, HandRecord, TableId};
use crate::table::setup::config::TableSetup;
use crate::table::state::applied::{Applied, Refusal};
use crate::table::state::backlog::Backlog;
use crate::table::state::command::{Command, Order};
use crate::table::state::event_log::Told;
use crate::table::state::table::Table;

/// Such a table. The same seed and the same actions give the same hand.
#[derive(Debug)]
pub(crate) struct Desk {
    table: Table,
    entropy: Seeded,
    /// When everything happens, in milliseconds since 1970.
    at: i64,
    /// The hand that ended last.
    ended: Option<HandRecord>,
}

/// Entropy that is no secret.
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

/// A seat that is asked.
#[derive(Debug)]
pub(crate) struct AskedSeat {
    /// Which.
    pub(crate) seat: SeatIx,
    /// What its player is asked, as its private part.
    pub(crate) part: PrivateEvent,
    /// What a hint would be about; `None` before a hand.
    pub(crate) what: Option<What>,
}

impl Desk {
    /// An empty table.
    pub(crate) fn new(id: TableId, setup: TableSetup, seed: u64, at: i64) -> Self {
        Self {
            table: Table::new(id, Arc::new(setup)),
            entropy: Seeded(StdRng::seed_from_u64(seed)),
            at,
            ended: None,
        }
    }

    /// Seats a player with the greatest buy-in.
    pub(crate) fn sit(&mut self, player: PlayerInfo, seat: SeatIx) -> Result<(), Refusal> {
        let command = Command::Sit {
            player,
            seat: Some(seat.number()),
            buy_in: self.table.info().buy_in_max,
            entry: Entry::Post,
            set_aside: false,
        };
        self.carry_out(command).map(|_| ())
    }

    /// The table as an account may see it.
    pub(crate) fn snapshot(&self, account: AccountId) -> Snapshot {
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
            state: Box::new(view.state_for(account)),
        }
    }

    /// Deals the next hand: what follows until a seat is asked, or the hand is over.
    pub(crate) fn deal(&mut self) -> Result<Vec<Told>, Refusal> {
        let command = next_deal(&self.table, &mut self.entropy);
        let command = command.map_err(|error| Refusal::Broken(error.to_string()))?;
        self.carry_out(command)
    }

    /// The first of the seats that are asked; `None` once the hand is over.
    pub(crate) fn asked(&self) -> Option<AskedSeat> {
        let asked = self.table.asked()?;
        let seat = asked.seats.iter().next()?;
        let play = self.table.running();
        Some(AskedSeat {
            seat,
            part: self.table.choices(seat)?,
            what: play.and_then(|play| What::of(play, asked, seat)),
        })
    }

    /// A seat answers: what follows. A refusal changes nothing.
    pub(crate) fn act(&mut self, seat: SeatIx, action: Action) -> Result<Vec<Told>, Refusal> {
        let seat = seat.number();
        self.carry_out(Command::Act { seat, action })
    }

    /// The hand that ended last.
    pub(crate) fn take_ended(&mut self) -> Option<HandRecord> {
        self.ended.take()
    }

    fn carry_out(&mut self, command: Command) -> Result<Vec<Told>, Refusal> {
        let order = Order {
            at: self.at,
            by: None,
            command,
        };
        let Applied { told, hand_end, .. } = self.table.apply(&order)?;
        self.ended = hand_end.or(self.ended.take());
        Ok(told)
    }
}
