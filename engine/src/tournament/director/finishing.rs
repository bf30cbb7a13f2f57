//! The end of entries, finishing places and prizes. Rules: tournament 1.10, 2.10, L-7 to L-9.

use super::command::PlayerNo;
use super::event::{Event, PrizeReason};
use super::money::FixedPool;
use super::player::{Player, Standing};
use super::{Director, Phase, Step};
use crate::Chips;
use crate::tournament::TableNo;
use crate::tournament::law::{self, Tied, places};
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
        self.phase == Phase::Running && self.entrants.alive() <= self.last_players()
    }

    /// `true` once nothing is left to play for and no player can enter any more.
    pub(super) fn is_ending(&self) -> bool {
        !self.registration.is_open() && self.is_decided()
    }

    /// `true` if a player may still enter, or enter again, before entries close.
    fn may_grow(&self) -> bool {
        let again = |player: &Player| player.standing == Standing::Out && player.re_entries < self.structure.re_entries;
        let in_time = self.registration.is_open() && self.clock().not_left() <= self.structure.late_levels;
        in_time && (self.entrants.count() < self.structure.entries.1 || self.entrants.iter().any(again))
    }

    /// Closes entries: the pool and its prizes are fixed, and eliminated players get their places. Rule: L-7.
    pub(super) fn close_entries(&mut self, step: &mut Step<'_>) {
        self.registration.close();
        let FixedPool {
            pool,
            overlay,
            paid_out,
        } = self.money.fix(&self.structure, &self.entrants);
        step.tell(Event::RegistrationClosed {
            entries: self.entrants.entries(),
            players: self.entrants.count(),
            alive: self.entrants.alive(),
            pool,
            overlay,
            fee: paid_out.fee,
            bonus: paid_out.bonus,
            bounty_pool: self.money.bounty_pool(),
            prizes: self.money.prizes.list().to_vec(),
        });
        // Players in this group were alive together with all who went out later.
        let alive = self.entrants.alive();
        let groups = self.entrants.take_unplaced();
        for group in groups {
            self.rank(&group, step);
        }
        debug_assert_eq!(alive, self.entrants.alive(), "everybody out has a place");
        self.reach_money(step);
        self.end_if_over(step);
    }

    /// Ranks players who went out at the same moment, now or once places can be given.
    pub(super) fn count_out(&mut self, group: Vec<Out>, step: &mut Step<'_>) {
        if self.registration.is_open() {
            self.entrants.postpone(group);
        } else if self.structure.kind == Kind::Bracket {
            self.entrants.count_out(&group);
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
        let ranked = places(self.entrants.alive().into(), &busts).expect("they were alive, each once");
        self.entrants.count_out(group);
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
            self.entrants.at_mut(player.player).finished = Some((first, last));
            step.tell(Event::PlaceAssigned {
                player: player.player,
                best: first,
                worst: last,
            });
        }
        let (shares, why) = self.money.prizes.shares((first, last), tied);
        for (player, amount) in shares {
            self.award_prize(player, amount, why, step);
        }
    }

    pub(super) fn award_prize(&mut self, player: PlayerNo, amount: Chips, why: PrizeReason, step: &mut Step<'_>) {
        if amount.is_zero() {
            return;
        }
        self.money.prizes.note_paid();
        self.entrants.at_mut(player).won += amount;
        step.tell(Event::PrizeAwarded { player, amount, why });
    }

    /// Ends the tournament if it is over; returns `true` if it does.
    pub(super) fn end_if_over(&mut self, step: &mut Step<'_>) -> bool {
        if self.phase != Phase::Running {
            return true;
        }
        let answered = !self.tables.has_offers();
        if self.registration.is_open()
            && self.tables.running() == 0
            && answered
            && self.is_decided()
            && !self.may_grow()
        {
            self.close_entries(step);
            return self.phase != Phase::Running;
        }
        if !self.is_ending()
            || self.tables.running() > 0
            || self.structure.kind == Kind::Bracket
            || self.hand_for_hand.is_round()
        {
            return false;
        }
        let winners = self.entrants.everyone_alive();
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
