//! The end of entries, finishing places and prizes. Rules: tournament 1.10, 2.10, L-7 to L-9.

use super::bounties::Bust;
use super::command::PlayerNo;
use super::event::{Event, PrizeReason};
use super::player::{Offer, Player, Standing};
use super::{Director, Phase, Step};
use crate::Chips;
use crate::tournament::TableNo;
use crate::tournament::law::{self, Tied, field_payouts, pay, places, table_payouts};
use crate::tournament::structure::{Kind, Pays};

/// An eliminated player who has no place yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Out {
    pub(super) player: PlayerNo,
    /// Table of the elimination; players without one have a number of their own.
    pub(super) table: TableNo,
    /// Chips at the start of the last hand.
    pub(super) stack: Chips,
    /// `true` if the player left, rather than lost every chip.
    pub(super) left: bool,
}

/// The prizes paid for places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prizes {
    /// Prizes by place, first place first; empty while entries are open.
    pub(super) list: Vec<Chips>,
    /// Number of prizes that are seats of another tournament.
    pub(super) seats: u32,
    /// Bounties of players who left, added to first place.
    pub(super) forfeited: Chips,
    /// Set once the money is reached.
    pub(super) reached: bool,
    /// Set once a prize has been paid.
    pub(super) paid: bool,
}

impl Prizes {
    /// Returns the number of paid places.
    pub(super) fn paid_places(&self) -> u32 {
        u32::try_from(self.list.len()).unwrap_or(u32::MAX)
    }
}

impl Director {
    /// Returns the number of players with which the tournament ends: one, or those who share the seats of a satellite.
    pub(super) fn last_players(&self) -> u32 {
        match &self.structure.pays {
            Pays::Seats { seats, .. } => (*seats).max(1),
            _ => 1,
        }
    }

    /// `true` while no hand begins, because the remaining players have nothing to play for.
    pub(super) fn is_decided(&self) -> bool {
        self.phase == Phase::Running && self.alive <= self.last_players()
    }

    /// `true` once nothing is left to play for and no player can enter any more.
    pub(super) fn is_ending(&self) -> bool {
        !self.entries_open && self.is_decided()
    }

    /// `true` if a player may still enter, or enter again, before entries close.
    fn may_grow(&self) -> bool {
        let again = |player: &Player| player.standing == Standing::Out && player.re_entries < self.structure.re_entries;
        let in_time = self.entries_open && self.clock().not_left() <= self.structure.late_levels;
        in_time && (self.field < self.structure.entries.1 || self.players.iter().any(again))
    }

    /// Closes entries: the pool and its prizes are fixed, and eliminated players get their places. Rule: L-7.
    pub(super) fn close_entries(&mut self, step: &mut Step<'_>) {
        self.entries_open = false;
        let promised = match &self.structure.pays {
            Pays::Seats { seats, .. } => self.seat_value.checked_mul(u64::from(*seats)).unwrap_or(Chips::MAX),
            _ => Chips::ZERO,
        };
        let pool = self.pool.max(self.structure.guarantee).max(promised);
        let overlay = pool - self.pool;
        if let Pays::Seats { seats, .. } = &self.structure.pays {
            self.prizes.seats = *seats;
        }
        let paid_out = self.payout.of(pool);
        self.prizes.list = self.list_prizes(paid_out.prizes);
        self.seal_envelopes();
        step.tell(Event::RegistrationClosed {
            entries: self.entries,
            players: self.field,
            alive: self.alive,
            pool,
            overlay,
            fee: paid_out.fee,
            bonus: paid_out.bonus,
            bounty_pool: self.bounty_pool,
            prizes: self.prizes.list.clone(),
        });
        // Players in this group were alive together with all who went out later.
        let alive = self.alive;
        let groups = std::mem::take(&mut self.out);
        self.alive += u32::try_from(groups.iter().map(Vec::len).sum::<usize>()).unwrap_or(0);
        for group in groups {
            self.rank(&group, step);
        }
        debug_assert_eq!(alive, self.alive, "everybody out has a place");
        self.reach_money(step);
        self.end_if_over(step);
    }

    /// Returns the prizes that the structure makes of this many chips: whole units, with the remainder added to first place. A
    /// place that would be paid nothing is not paid. Rule: tournament 2.10.
    pub(super) fn list_prizes(&self, pool: Chips) -> Vec<Chips> {
        let mut list = self.share_out(pool);
        if !matches!(self.structure.pays, Pays::Seats { .. }) {
            let unit = self.payout.unit.unwrap_or(self.structure.pays_unit).get();
            for prize in &mut list {
                *prize = Chips::new(prize.get() - prize.get() % unit);
            }
            let rest = pool - list.iter().copied().sum();
            list[0] += rest;
        }
        while list.len() > 1 && list.last().is_some_and(|prize| prize.is_zero()) {
            list.pop();
        }
        list
    }

    fn share_out(&self, pool: Chips) -> Vec<Chips> {
        let field = u64::from(self.field);
        match &self.structure.pays {
            // There are never more prizes than players, however often these have entered.
            Pays::Ladder => field_payouts(u64::from(self.entries).min(field * 6), pool).unwrap_or_else(|_| vec![pool]),
            Pays::Table => table_payouts(field, pool).unwrap_or_else(|_| vec![pool]),
            Pays::Percents(percents) => {
                let share = |percent: &u8| {
                    let part = u128::from(pool.get()) * u128::from(*percent) / 100;
                    Chips::new(u64::try_from(part).unwrap_or(0))
                };
                let mut list: Vec<Chips> = percents.iter().map(share).collect();
                let rest = pool - list.iter().copied().sum();
                list[0] += rest;
                list
            }
            Pays::Seats { seats, .. } => {
                let count = usize::try_from(*seats).unwrap_or(usize::MAX);
                let mut list = vec![self.seat_value; count];
                let rest = pool - list.iter().copied().sum();
                if !rest.is_zero() {
                    list.push(rest);
                }
                list
            }
        }
    }

    /// Removes players who have lost every chip from their seats. Rules: tournament 2.8 step 1, 2.17.
    pub(super) fn eliminate(&mut self, table: TableNo, offer: Offer, step: &mut Step<'_>) {
        let Offer {
            busts, pots, positions, ..
        } = offer;
        if busts.is_empty() {
            return;
        }
        for bust in &busts {
            self.take((table, bust.seat));
            self.player_mut(bust.player).standing = Standing::Out;
            step.tell(Event::PlayerEliminated {
                player: bust.player,
                entry: bust.entry,
                table,
                hand: bust.hand,
                stack: bust.stack,
            });
            self.knock_out(table, bust, &pots, positions.button, step);
        }
        let out = |bust: &Bust| Out {
            player: bust.player,
            table,
            stack: bust.stack,
            left: false,
        };
        let group: Vec<Out> = busts.iter().map(out).collect();
        self.count_out(group, step);
    }

    /// Ranks players who went out at the same moment, now or once places can be given.
    pub(super) fn count_out(&mut self, group: Vec<Out>, step: &mut Step<'_>) {
        let count = u32::try_from(group.len()).unwrap_or(0);
        if self.entries_open {
            self.alive -= count;
            self.out.push(group);
        } else if self.structure.kind == Kind::Bracket {
            self.alive -= count;
            self.round.lose(group);
        } else if self.hand_for_hand.is_round() && group.iter().all(|out| !out.left) {
            // They count as alive until every table has finished, and are ranked together.
            self.hand_for_hand.add_busts(group);
        } else {
            self.rank(&group, step);
            self.announce_if_due(step);
        }
    }

    /// Gives players who went out at the same moment their places and prizes. Rules: tournament 1.10, 2.10.
    pub(super) fn rank(&mut self, group: &[Out], step: &mut Step<'_>) {
        if group.is_empty() {
            return;
        }
        let busts: Vec<law::Bust<PlayerNo>> = group
            .iter()
            .map(|out| law::Bust {
                player: out.player,
                table: out.table,
                stack: out.stack,
            })
            .collect();
        let ranked = places(self.alive.into(), &busts).expect("they were alive, each once");
        self.alive -= u32::try_from(group.len()).unwrap_or(0);
        let mut from = 0;
        while from < ranked.len() {
            let (best, worst) = (ranked[from].best, ranked[from].worst);
            let tied = ranked[from..].iter().take_while(|place| place.best == best);
            let players: Vec<PlayerNo> = tied.map(|place| place.player).collect();
            from += players.len();
            let tied: Vec<Tied<PlayerNo>> = players.iter().map(|player| self.tied(*player, group)).collect();
            self.give_place(best, worst, &tied, step);
        }
        self.reach_money(step);
    }

    fn tied(&self, player: PlayerNo, group: &[Out]) -> Tied<PlayerNo> {
        let stack = group.iter().find(|out| out.player == player).map(|out| out.stack);
        Tied {
            player,
            stack: stack.unwrap_or_default(),
            entry: self.player(player).map_or(0, |player| player.entry).into(),
        }
    }

    /// Gives tied players the places from `best` to `worst`, and their shares of the prizes.
    pub(super) fn give_place(&mut self, best: u64, worst: u64, tied: &[Tied<PlayerNo>], step: &mut Step<'_>) {
        let number = |place: u64| u32::try_from(place).unwrap_or(u32::MAX);
        let (first, last) = (number(best), number(worst));
        for player in tied {
            self.player_mut(player.player).finished = Some((first, last));
            step.tell(Event::PlaceAssigned {
                player: player.player,
                best: first,
                worst: last,
            });
        }
        if first == 1 {
            let forfeited = std::mem::take(&mut self.prizes.forfeited);
            if let Some(prize) = self.prizes.list.first_mut() {
                *prize += forfeited;
            }
        }
        let why = if last <= self.prizes.seats {
            PrizeReason::Seat
        } else {
            PrizeReason::Place
        };
        let shares = pay(&self.prizes.list, best, worst, tied).expect("as many players as places");
        for (player, amount) in shares {
            self.award_prize(player, amount, why, step);
        }
    }

    pub(super) fn award_prize(&mut self, player: PlayerNo, amount: Chips, why: PrizeReason, step: &mut Step<'_>) {
        if amount.is_zero() {
            return;
        }
        self.prizes.paid = true;
        self.player_mut(player).won += amount;
        step.tell(Event::PrizeAwarded { player, amount, why });
    }

    /// Ends the tournament if it is over; returns `true` if it does.
    pub(super) fn end_if_over(&mut self, step: &mut Step<'_>) -> bool {
        if self.phase != Phase::Running {
            return true;
        }
        let answered = self.offers.is_empty();
        if self.entries_open && self.running == 0 && answered && self.is_decided() && !self.may_grow() {
            self.close_entries(step);
            return self.phase != Phase::Running;
        }
        if !self.is_ending()
            || self.running > 0
            || self.structure.kind == Kind::Bracket
            || self.hand_for_hand.is_round()
        {
            return false;
        }
        let winners = self.everyone_alive();
        self.finish(&winners, step);
        true
    }

    /// Ends the tournament with these players, who share the places that are left.
    pub(super) fn finish(&mut self, winners: &[PlayerNo], step: &mut Step<'_>) {
        let tied: Vec<Tied<PlayerNo>> = winners.iter().map(|player| self.tied(*player, &[])).collect();
        self.pay_own_bounties(winners, step);
        self.give_place(1, winners.len() as u64, &tied, step);
        self.complete(winners, step);
    }

    pub(super) fn complete(&mut self, players: &[PlayerNo], step: &mut Step<'_>) {
        self.phase = Phase::Completed;
        step.tell(Event::TournamentCompleted {
            players: players.to_vec(),
        });
    }
}
