//! Translates the reports of table law into events for players and transfers for the ledger.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::Chips;
use poker_engine::table::{PlayerId, TableEvent};
use poker_protocol::v1::{PlayerInfo, PublicEvent};
use poker_store::{TableId, Transfer};
use poker_wire::{self as wire, Mirror};

use super::event_log::EventLog;
use super::players::account_of;
use super::spare::Spare;

/// Translates the reports of table law into events and transfers.
pub(super) struct LawTeller<'a> {
    pub(super) table: TableId,
    pub(super) people: &'a BTreeMap<PlayerId, Arc<PlayerInfo>>,
    pub(super) spare: &'a mut Spare,
    /// Milliseconds for which a free seat is kept for the first player in line.
    pub(super) offer_ms: u32,
}

impl LawTeller<'_> {
    pub(super) fn tell(&mut self, events: Vec<TableEvent>, teller: &mut EventLog<'_>, transfers: &mut Vec<Transfer>) {
        for event in events {
            transfers.extend(self.spare.follow(&event, self.table));
            let public = match event {
                TableEvent::PlayerSat {
                    seat,
                    player,
                    stack,
                    status,
                } => PublicEvent::PlayerSat {
                    seat: seat.number(),
                    player: self.info(player),
                    stack: wire::chips(stack),
                    status: wire::status(status),
                    moved: false,
                    event_status: None,
                    bounty: None,
                },
                TableEvent::PlayerLeft {
                    seat, player, stack, ..
                } => {
                    self.pay_back(player, stack, transfers);
                    PublicEvent::PlayerLeft {
                        seat: seat.number(),
                        stack: wire::chips(stack),
                        moved: false,
                    }
                }
                TableEvent::FreeStackGiven { seat, left, .. } => {
                    let seat = seat.number();
                    PublicEvent::FreeStackGiven { seat, left }
                }
                TableEvent::CarriedPaid { seat, amount } => PublicEvent::CarriedPaid {
                    seat: seat.number(),
                    amount: wire::chips(amount),
                },
                TableEvent::KittyShared { shares } => PublicEvent::KittyShared {
                    shares: shares.to_wire(),
                },
                TableEvent::StatusChanged { seat, status, .. } => PublicEvent::SeatStatusChanged {
                    seat: seat.number(),
                    status: wire::status(status),
                    event_status: None,
                },
                TableEvent::ChipsAdded {
                    seat, amount, stack, ..
                } => PublicEvent::ChipsAdded {
                    seat: seat.number(),
                    amount: wire::chips(amount),
                    stack: wire::chips(stack),
                },
                TableEvent::StackChosen { seat, stack, .. } => PublicEvent::StackSet {
                    seat: seat.number(),
                    stack: wire::chips(stack),
                },
                TableEvent::WaitListChanged { players } => PublicEvent::WaitListChanged {
                    players: players.iter().map(|player| self.info(*player)).collect(),
                },
                TableEvent::SeatOffered { seat, player } => PublicEvent::SeatOffered {
                    seat: seat.number(),
                    player: self.info(player),
                    keep_ms: Some(self.offer_ms),
                },
                TableEvent::PlayerMoved { from, to, status, .. } => PublicEvent::PlayerMoved {
                    from: from.number(),
                    to: to.number(),
                    status: wire::status(status),
                },
                TableEvent::SeatsDrawn(draw) => wire::seats_drawn(&draw),
                TableEvent::RoodlesStarted { structure } => PublicEvent::RoodlesStarted {
                    stakes: wire::stakes(&structure),
                },
                TableEvent::RoodlesEnded { structure } => PublicEvent::RoodlesEnded {
                    stakes: wire::stakes(&structure),
                },
                TableEvent::StraddlingSet { seat, straddles, .. } => PublicEvent::StraddlingSet {
                    seat: seat.number(),
                    on: straddles,
                },
                TableEvent::RebuyReturned { player, amount, .. } => {
                    self.pay_back(player, amount, transfers);
                    continue;
                }
                // The first concerns only the player, who learns it from the answer; the second shows in the wait list
                // that follows.
                TableEvent::RebuyQueued { .. } | TableEvent::OfferWithdrawn { .. } => continue,
            };
            teller.tell(&public);
        }
    }

    fn pay_back(&self, player: PlayerId, amount: Chips, transfers: &mut Vec<Transfer>) {
        if !amount.is_zero() {
            transfers.push(Transfer::cash_out(account_of(player), self.table, amount));
        }
    }

    fn info(&self, player: PlayerId) -> PlayerInfo {
        let known = self.people.get(&player).expect("all who sit or wait were named");
        (**known).clone()
    }
}
