//! The seats of a tournament table, as the director wants them between two hands.

use std::sync::Arc;

use poker_engine::table::{SeatStatus, TournamentSeat};
use poker_engine::{BySeat, Chips, SeatIx, SeatSet};
use poker_protocol::v1::PublicEvent;
use poker_wire as wire;

use super::{Arranged, set_in};
use crate::state::applied::{Applied, Refusal};
use crate::state::event_log::EventLog;
use crate::state::law::Law;
use crate::state::players::player_id;
use crate::state::table::{Table, account_of_info};

impl Table {
    /// `true` if the seating already is what the director wants, apart from the seats of the running hand.
    pub(crate) fn is_arranged(&self, seats: &[Arranged]) -> bool {
        let Law::Event(law) = &self.law else { return true };
        let playing = law.seats.hand().map_or(SeatSet::EMPTY, |plan| plan.dealt);
        let fits = |arranged: &Arranged| {
            let seat = SeatIx::from_number(arranged.seat);
            let taken = seat.and_then(|seat| Some((seat, law.seats.seat(seat)?)));
            taken.is_some_and(|(seat, taken)| {
                let same = account_of_info(&arranged.player).is_ok_and(|account| player_id(account) == taken.player);
                let stack = taken.stack.get() == arranged.stack || playing.contains(seat);
                same && stack && law.bounties[seat].get() == arranged.bounty
            })
        };
        let wanted: SeatSet = seats
            .iter()
            .filter_map(|arranged| SeatIx::from_number(arranged.seat))
            .collect();
        let stays = |(seat, _): (SeatIx, &TournamentSeat)| wanted.contains(seat) || playing.contains(seat);
        seats.iter().all(fits) && law.seats.seats().all(stays)
    }

    /// Sets the seating to what the director wants. Seats of the running hand stay as they are.
    pub(in crate::state) fn arrange(&mut self, seats: &[Arranged], moved: &[u8]) -> Result<Applied, Refusal> {
        let mut wanted: BySeat<Option<&Arranged>> = BySeat::default();
        for arranged in seats {
            let seat = SeatIx::from_number(arranged.seat);
            let seat = seat.ok_or_else(|| Refusal::Broken(format!("there is no seat {}", arranged.seat)))?;
            wanted[seat] = Some(arranged);
        }
        let before = self.law.event_mut()?.clone();
        let (seq, people) = (self.seq, self.people.clone());
        let arranged = self.arrange_all(&wanted, set_in(moved));
        if arranged.is_err() {
            self.law = Law::Event(Box::new(before));
            (self.seq, self.people) = (seq, people);
        }
        arranged
    }

    fn arrange_all(&mut self, wanted: &BySeat<Option<&Arranged>>, moved: SeatSet) -> Result<Applied, Refusal> {
        let mut applied = Applied::default();
        let law = self.law.event_mut()?;
        let playing = law.seats.hand().map_or(SeatSet::EMPTY, |plan| plan.dealt);
        let mut teller = EventLog::new(&mut self.seq);
        // Players who leave make room for those who arrive.
        let taken: Vec<(SeatIx, TournamentSeat)> = law.seats.seats().map(|(seat, taken)| (seat, *taken)).collect();
        for (seat, taken) in taken {
            let stays = wanted[seat].is_some_and(|arranged| {
                account_of_info(&arranged.player).is_ok_and(|account| player_id(account) == taken.player)
            });
            if stays || playing.contains(seat) {
                continue;
            }
            let gone = law.seats.stand(seat)?;
            law.statuses[seat] = None;
            law.absent.remove(seat);
            law.bounties[seat] = Chips::ZERO;
            law.banks.remove(&gone.player);
            law.bank_levels.remove(&gone.player);
            teller.tell(&PublicEvent::PlayerLeft {
                seat: seat.number(),
                stack: wire::chips(gone.stack),
                moved: moved.contains(seat),
            });
        }
        for (seat, arranged) in wanted.iter() {
            let Some(arranged) = arranged else { continue };
            let player = player_id(account_of_info(&arranged.player)?);
            let stack = Chips::try_new(arranged.stack)
                .ok_or_else(|| Refusal::Broken("more chips than there can be".to_owned()))?;
            let bounty = Chips::try_new(arranged.bounty).unwrap_or_default();
            let bounty = std::mem::replace(&mut law.bounties[seat], bounty) != bounty;
            match law.seats.seat(seat).copied() {
                Some(taken) if taken.player == player => {
                    if taken.stack != stack && !playing.contains(seat) {
                        let before = law.shown();
                        law.seats.set_stack(seat, stack)?;
                        teller.tell(&PublicEvent::StackSet {
                            seat: seat.number(),
                            stack: wire::chips(stack),
                        });
                        // A player who has bought chips is no longer busted.
                        for change in law.status_changes(&before) {
                            teller.tell(&change);
                        }
                    }
                    if bounty {
                        teller.tell(&PublicEvent::BountySet {
                            seat: seat.number(),
                            bounty: wire::chips(law.bounties[seat]),
                        });
                    }
                }
                _ => {
                    law.seats.sit(seat, player, stack)?;
                    if let Some(bank) = arranged.bank_ms {
                        law.banks.insert(player, bank);
                    }
                    if arranged.bank_level > 0 {
                        law.bank_levels.insert(player, arranged.bank_level);
                    }
                    self.people.insert(player, Arc::new(arranged.player.clone()));
                    let status = law.status(seat).unwrap_or(SeatStatus::Active);
                    teller.tell(&PublicEvent::PlayerSat {
                        seat: seat.number(),
                        player: arranged.player.clone(),
                        stack: wire::chips(stack),
                        status: wire::status(status),
                        moved: arranged.moved,
                        event_status: None,
                        bounty: law.bounty(seat),
                    });
                }
            }
        }
        applied.told = teller.finish();
        Ok(applied)
    }
}
