//! Bounties: flat, progressive, and mystery. Rules: tournament 2.17, L-12.

use super::command::{PlayerNo, PotResult};
use super::event::Event;
use super::{Director, Step};
use crate::tournament::TableNo;
use crate::tournament::law::bounty;
use crate::tournament::structure::BountyKind;
use crate::{Chips, SeatIx, SeatSet};

/// A player who lost the last chip in a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bust {
    pub(super) player: PlayerNo,
    pub(super) entry: u32,
    pub(super) seat: SeatIx,
    /// Chips at the start of the hand.
    pub(super) stack: Chips,
    pub(super) hand: u32,
}

/// The envelopes of mystery bounties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Envelopes {
    /// Unopened envelopes; the last one is opened next.
    left: Vec<Chips>,
}

impl Director {
    /// Divides the bounty pool among envelopes, one for each paid place. Rule: L-12.
    pub(super) fn seal_envelopes(&mut self) {
        let Some(BountyKind::Mystery { envelopes }) = self.structure.bounty.as_ref().map(|bounty| &bounty.kind) else {
            return;
        };
        let count = self.prizes.list.len();
        let pool = u128::from(self.bounty_pool.get());
        let named = envelopes.iter().take(count);
        let part = |percent: &u8| u64::try_from(pool * u128::from(*percent) / 100).unwrap_or(0);
        let mut list: Vec<Chips> = named.map(part).map(Chips::new).collect();
        let rest = self.bounty_pool - list.iter().copied().sum();
        let others = count - list.len();
        let each = rest.get() / (others as u64).max(1);
        list.extend(std::iter::repeat_n(
            Chips::new(if others == 0 { 0 } else { each }),
            others,
        ));
        let odd = self.bounty_pool - list.iter().copied().sum();
        if let Some(first) = list.first_mut() {
            *first += odd;
        }
        self.envelopes.left = list;
    }

    /// Draws the order of the envelopes once the money is reached.
    pub(super) fn reach_money(&mut self, step: &mut Step<'_>) {
        if self.entries_open || self.prizes.reached || self.alive > self.prizes.paid_places() {
            return;
        }
        self.prizes.reached = true;
        step.draw.shuffle(&mut self.envelopes.left);
    }

    /// Counts the knock-out of an eliminated player, and awards the bounty, to the winners of the last pot for which that
    /// player contended.
    pub(super) fn knock_out(
        &mut self,
        table: TableNo,
        bust: &Bust,
        pots: &[PotResult],
        button: SeatIx,
        step: &mut Step<'_>,
    ) {
        let last = pots.iter().rev().find(|pot| pot.eligible.contains(bust.seat));
        // A hand that was dead from the start contends for none; its chips are in the main pot. If officials enter
        // hands, a pot without winners is one whose winners no official knows.
        let winners = last.or(pots.first()).map_or(SeatSet::EMPTY, |pot| pot.winners);
        let winners: SeatSet = winners
            .iter()
            .filter(|seat| self.tables[&table].player_at(*seat).is_some())
            .collect();
        for seat in winners.iter() {
            let player = self.tables[&table].player_at(seat).expect("a winner sits there");
            self.player_mut(player).knock_outs += 1;
        }
        let Some(kind) = self.structure.bounty.as_ref().map(|bounty| bounty.kind.clone()) else {
            return;
        };
        let amount = match kind {
            BountyKind::Mystery { .. } if !self.prizes.reached || winners.is_empty() => return,
            BountyKind::Mystery { .. } => self.envelopes.left.pop().unwrap_or_default(),
            BountyKind::Flat | BountyKind::Progressive => std::mem::take(&mut self.player_mut(bust.player).head),
        };
        if winners.is_empty() {
            self.prizes.forfeited += amount;
            return;
        }
        let shares = bounty(amount, matches!(kind, BountyKind::Progressive), winners, button);
        for seat in winners.clockwise_from(button) {
            let of = |shares: &[(SeatIx, Chips)]| {
                let share = shares.iter().find(|(winner, _)| *winner == seat);
                share.map_or(Chips::ZERO, |(_, share)| *share)
            };
            let (cash, head) = (of(&shares.cash), of(&shares.head));
            let player = self.tables[&table].player_at(seat).expect("a winner sits there");
            self.player_mut(player).head += head;
            self.pay_bounty(bust.player, player, (cash, head), step);
        }
    }

    pub(super) fn pay_bounty(
        &mut self,
        victim: PlayerNo,
        player: PlayerNo,
        (cash, head): (Chips, Chips),
        step: &mut Step<'_>,
    ) {
        if cash.is_zero() && head.is_zero() {
            return;
        }
        self.player_mut(player).won += cash;
        step.tell(Event::BountyAwarded {
            victim,
            player,
            cash,
            head,
        });
    }

    /// Pays the last players the bounties on their own heads, and the winner the envelopes that are left.
    pub(super) fn pay_own_bounties(&mut self, players: &[PlayerNo], step: &mut Step<'_>) {
        for player in players {
            let cash = std::mem::take(&mut self.player_mut(*player).head);
            self.pay_bounty(*player, *player, (cash, Chips::ZERO), step);
        }
        if let [winner] = players {
            let left = std::mem::take(&mut self.envelopes.left);
            for envelope in left.into_iter().rev() {
                self.pay_bounty(*winner, *winner, (envelope, Chips::ZERO), step);
            }
        }
    }

    /// Adds the bounty of a player who leaves to the prize for first place. Rule: tournament 2.17.
    pub(super) fn forfeit_bounty(&mut self, player: PlayerNo) {
        let head = std::mem::take(&mut self.player_mut(player).head);
        self.prizes.forfeited += head;
    }

    /// Removes the unopened envelopes, and returns the chips in them.
    pub(super) fn take_envelopes(&mut self) -> Chips {
        std::mem::take(&mut self.envelopes.left).into_iter().sum()
    }
}
