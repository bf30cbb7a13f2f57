//! Bounties: flat, progressive, and mystery. Rules: tournament 2.17, L-12.

use super::command::{PlayerNo, PotResult};
use super::draw::Draw;
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

impl Envelopes {
    /// Divides the bounty pool among envelopes, one for each paid place: the first ones by these percentages, the others
    /// alike. Rule: L-12.
    pub(super) fn of(bounty_pool: Chips, percents: &[u8], count: usize) -> Self {
        let pool = u128::from(bounty_pool.get());
        let part = |percent: &u8| u64::try_from(pool * u128::from(*percent) / 100).unwrap_or(0);
        let mut left: Vec<Chips> = percents.iter().take(count).map(part).map(Chips::new).collect();
        let rest = bounty_pool - left.iter().copied().sum();
        let others = count - left.len();
        let each = rest.get() / (others as u64).max(1);
        left.extend(std::iter::repeat_n(
            Chips::new(if others == 0 { 0 } else { each }),
            others,
        ));
        let odd = bounty_pool - left.iter().copied().sum();
        if let Some(first) = left.first_mut() {
            *first += odd;
        }
        Self { left }
    }

    fn shuffle(&mut self, draw: &mut Draw) {
        draw.shuffle(&mut self.left);
    }

    fn open(&mut self) -> Chips {
        self.left.pop().unwrap_or_default()
    }

    /// Removes the unopened envelopes, and returns the chips in each.
    pub(super) fn take(&mut self) -> Vec<Chips> {
        std::mem::take(&mut self.left)
    }
}

impl Director {
    /// Draws the order of the envelopes once the money is reached.
    pub(super) fn reach_money(&mut self, step: &mut Step<'_>) {
        let prizes = &mut self.money.prizes;
        if self.registration.is_open() || prizes.is_reached() || self.entrants.alive() > prizes.paid_places() {
            return;
        }
        prizes.reach();
        self.money.envelopes.shuffle(&mut step.draw);
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
            .filter(|seat| self.tables[table].player_at(*seat).is_some())
            .collect();
        for seat in winners.iter() {
            let player = self.tables[table].player_at(seat).expect("a winner sits there");
            self.entrants.at_mut(player).knock_outs += 1;
        }
        let Some(kind) = self.structure.bounty.as_ref().map(|bounty| bounty.kind.clone()) else {
            return;
        };
        let amount = match kind {
            BountyKind::Mystery { .. } if !self.money.prizes.is_reached() || winners.is_empty() => return,
            BountyKind::Mystery { .. } => self.money.envelopes.open(),
            BountyKind::Flat | BountyKind::Progressive => std::mem::take(&mut self.entrants.at_mut(bust.player).head),
        };
        if winners.is_empty() {
            self.money.prizes.forfeit(amount);
            return;
        }
        let shares = bounty(amount, matches!(kind, BountyKind::Progressive), winners, button);
        for seat in winners.clockwise_from(button) {
            let of = |shares: &[(SeatIx, Chips)]| {
                let share = shares.iter().find(|(winner, _)| *winner == seat);
                share.map_or(Chips::ZERO, |(_, share)| *share)
            };
            let (cash, head) = (of(&shares.cash), of(&shares.head));
            let player = self.tables[table].player_at(seat).expect("a winner sits there");
            self.entrants.at_mut(player).head += head;
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
        self.entrants.at_mut(player).won += cash;
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
            let cash = std::mem::take(&mut self.entrants.at_mut(*player).head);
            self.pay_bounty(*player, *player, (cash, Chips::ZERO), step);
        }
        if let [winner] = players {
            for envelope in self.money.envelopes.take().into_iter().rev() {
                self.pay_bounty(*winner, *winner, (envelope, Chips::ZERO), step);
            }
        }
    }
}
