//! The connections of one account at a table: one of them holds its seat, gets its cards and decides.

use poker_owner::{Outbox, encode};
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::server::{SeatHeld, SeatHolder};
use poker_store::{AccountId, TableId};
use smallvec::SmallVec;

use super::super::Outputs;
use super::super::viewers::{Part, Viewer};
use super::{FanOut, Scene};

impl FanOut {
    /// The connection that will hold the account's seat once all parked effects have been carried out.
    pub(in super::super) fn will_hold(&self, account: AccountId) -> Option<Outbox> {
        let mut holder = self.viewers.player(account).cloned();
        for parked in &self.parked {
            parked.move_seat(account, &mut holder);
        }
        holder
    }

    /// `true` if all viewers know that the account has a seat.
    pub(super) fn has_seat(&self, account: AccountId) -> bool {
        self.seated.iter().any(|(_, who)| *who == account)
    }

    /// Decides which connections hold the seats of accounts that have just sat down, but for `newcomer`, who sat down
    /// on a connection of its own, and ends the distinction for those that have stood up.
    pub(super) fn seats_changed(
        &mut self,
        before: &[(u8, AccountId)],
        newcomer: Option<AccountId>,
        scene: &mut Scene<'_>,
        out: &mut Outputs,
    ) {
        let has_stood = |account: &AccountId| !self.has_seat(*account);
        let stood: SmallVec<[AccountId; 1]> = before.iter().map(|(_, who)| *who).filter(has_stood).collect();
        let has_sat = |account: &AccountId| !before.iter().any(|(_, who)| who == account) && newcomer != Some(*account);
        let sat: SmallVec<[AccountId; 1]> = self.seated.iter().map(|(_, who)| *who).filter(has_sat).collect();
        if !stood.is_empty() || !sat.is_empty() {
            self.flush(scene, out);
        }
        let table = scene.table.id;
        for account in stood {
            self.viewers
                .of(account)
                .for_each(|viewer| viewer.caller.outbox.let_seat_go(table));
            self.viewers.unseat(account);
        }
        for account in sat {
            let playing = self.viewers.of(account).filter(|viewer| viewer.part == Part::Plays);
            let playing = playing.map(|viewer| &viewer.caller.outbox);
            // A connection that holds another seat of the account is where it plays.
            if let Some(conn) = playing.max_by_key(|outbox| (!outbox.seats_held().is_empty(), outbox.id())) {
                let conn = conn.id();
                self.viewers.seat(account, conn);
                self.seat_held(account, table);
            }
        }
    }

    /// Records which connection holds an account's seat, and tells the account's other ones.
    pub(super) fn seat_held(&mut self, account: AccountId, table: TableId) {
        let by = if self.viewers.is_online(account) {
            SeatHolder::OtherDevice
        } else {
            SeatHolder::Nobody
        };
        let mut notice = None;
        for Viewer { caller, part } in self.viewers.of(account) {
            if *part == Part::Plays {
                caller.outbox.hold_seat(table);
                continue;
            }
            caller.outbox.let_seat_go(table);
            let message = || {
                let table = self.name.clone();
                encode(&ServerMsg::SeatHeld(SeatHeld { table, by }))
            };
            let frame = notice.get_or_insert_with(message).clone();
            self.batch.push(&caller.outbox, frame);
        }
    }
}
