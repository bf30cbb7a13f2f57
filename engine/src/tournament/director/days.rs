//! Events of several days: stacks are bagged at the end of a day, written on a sheet, and unbagged in another event,
//! which may join the flights of several days. Rule: tournament 1.8.
//!
//! A day ends before any prize is paid: the pool goes on with the stacks. The players who are out have their places in
//! the flight, and those still in have none.

use super::command::{Command, PlayerNo, Refusal, Ruling};
use super::event::{Event, TableSeat};
use super::{Director, Phase, Step};
use crate::Chips;
use crate::tournament::structure::{Kind, Pays};

/// A stack at the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bag {
    /// Player to whom it belongs.
    pub player: PlayerNo,
    /// Table and seat at which it was bagged.
    pub place: TableSeat,
    /// Chips in the bag.
    pub stack: Chips,
}

/// The bags of one flight, as another event takes them over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The stacks, each of a new player or of one who came with an earlier flight.
    pub stacks: Vec<(Option<PlayerNo>, Chips)>,
    /// Pool of the flight.
    pub pool: Chips,
    /// Number of entries of the flight.
    pub entries: u32,
    /// Level with which play goes on, from 1.
    pub level: u16,
}

/// The part that an event has in an event of several days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Days {
    /// Stacks at the end of this day, best first.
    bags: Vec<Bag>,
    /// Level with which this day begins; 0 if no flight leads to it.
    level: u16,
}

impl Command {
    /// Ends the day: stacks are bagged for another event. Rule: tournament 1.8.
    pub fn bag_stacks(ruling: Ruling) -> Self {
        Self::decide((), ruling, |director, (), ruling, step| {
            director.bag_stacks(ruling, step)
        })
    }

    /// Takes the bags of a flight over before the start. Rule: tournament 1.8.
    pub fn unbag(flight: Flight, ruling: Ruling) -> Self {
        Self::decide(flight, ruling, |director, flight, ruling, step| {
            director.unbag(&flight, ruling, step)
        })
    }
}

impl Director {
    /// Returns the stacks that were bagged at the end of the day, best first; empty unless the day ended so.
    pub fn bags(&self) -> &[Bag] {
        &self.days.bags
    }

    /// Returns `true` if the players of this event come from flights.
    pub(super) const fn joins_flights(&self) -> bool {
        self.days.level > 0
    }

    /// Returns the level with which play begins.
    pub(super) const fn first_level(&self) -> u16 {
        if self.days.level > 1 { self.days.level } else { 1 }
    }

    /// Returns the chips with which a player is seated at the start.
    pub(super) fn first_stack(&self, player: PlayerNo) -> Chips {
        let bagged = self.player(player).and_then(|player| player.bagged);
        bagged.unwrap_or(self.structure.stack)
    }

    /// Ends the day: all stacks are bagged, and the event ends without a winner.
    fn bag_stacks(&mut self, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check_director()?;
        self.check_has_days()?;
        if self.registration.is_open() {
            return Err(Refusal::NotYet);
        }
        if self.tables.running() > 0 {
            return Err(Refusal::HandRunning);
        }
        if self.tables.offer_deadline().is_some() {
            return Err(Refusal::NotReady);
        }
        if self.money.prizes.is_paid() {
            return Err(Refusal::TooLate);
        }
        let mut bags = Vec::new();
        for (number, table) in self.tables.iter() {
            for (seat, taken) in table.law.seats() {
                let player = table.player_at(seat).filter(|_| !taken.stack.is_zero());
                bags.extend(player.map(|player| Bag {
                    player,
                    place: (number, seat),
                    stack: taken.stack,
                }));
            }
        }
        bags.sort_by_key(|bag| (std::cmp::Reverse(bag.stack), bag.player));
        self.days.bags = bags;
        step.tell(Event::RulingIssued {
            rule: "1.8".to_owned(),
            tool: "bag".to_owned(),
            ruling,
        });
        self.complete(&[], step);
        Ok(())
    }

    /// Takes the bags of a flight over before the start. A player of several flights goes on with the best stack.
    fn unbag(&mut self, flight: &Flight, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        if self.phase != Phase::Registering {
            return Err(Refusal::WrongPhase);
        }
        ruling.check_director()?;
        self.check_has_days()?;
        let Flight {
            stacks,
            pool,
            entries,
            level,
        } = flight;
        let is_mixed = self
            .entrants
            .iter()
            .any(|player| player.is_alive() && player.bagged.is_none());
        if is_mixed || (*level == 0 || *level > self.structure.published_levels()) {
            return Err(if is_mixed { Refusal::StillIn } else { Refusal::BadLevel });
        }
        let fresh = stacks.iter().filter(|(player, _)| player.is_none()).count();
        let field = u32::try_from(fresh)
            .ok()
            .and_then(|fresh| self.entrants.count().checked_add(fresh));
        if field.is_none_or(|field| field > self.structure.entries.1) {
            return Err(Refusal::Full);
        }
        if stacks.is_empty() || stacks.iter().any(|(_, stack)| stack.is_zero()) {
            return Err(Refusal::BadResult);
        }
        let unknown = |player: &PlayerNo| self.player(*player).is_none_or(|player| player.bagged.is_none());
        if stacks.iter().filter_map(|(player, _)| player.as_ref()).any(unknown) {
            return Err(Refusal::NoSuchPlayer);
        }
        let held = self.entrants.iter().filter_map(|player| player.bagged);
        let chips = held
            .chain(stacks.iter().map(|(_, stack)| *stack))
            .try_fold(Chips::ZERO, Chips::checked_add);
        self.money.pool().checked_add(*pool).ok_or(Refusal::TooManyChips)?;
        self.entrants
            .entries()
            .checked_add(*entries)
            .ok_or(Refusal::TooManyChips)?;
        chips.ok_or(Refusal::TooManyChips)?;
        self.money.take(*pool, Chips::ZERO);
        self.entrants.count_entries(*entries);
        self.days.level = self.days.level.max(*level);
        step.tell(Event::RulingIssued {
            rule: "1.8".to_owned(),
            tool: "unbag".to_owned(),
            ruling,
        });
        for (player, stack) in stacks {
            match player {
                Some(player) => {
                    let bagged = &mut self.entrants.at_mut(*player).bagged;
                    *bagged = (*bagged).max(Some(*stack));
                }
                None => self.take_in(*stack, step),
            }
        }
        Ok(())
    }

    /// Enters a player with a stack from a flight, where the entry was paid.
    fn take_in(&mut self, stack: Chips, step: &mut Step<'_>) {
        let (player, entry) = self.entrants.admit_bagged(stack);
        step.tell(Event::PlayerRegistered {
            player,
            entry,
            paid: Chips::ZERO,
            bounty: Chips::ZERO,
            stack,
        });
    }

    /// Checks that an event of this kind can last for several days: bounties on heads and rounds do not fit into a bag.
    fn check_has_days(&self) -> Result<(), Refusal> {
        if !self.by_hand {
            return Err(Refusal::WrongPhase);
        }
        let pays_seats = matches!(self.structure.pays, Pays::Seats { .. });
        if self.structure.kind != Kind::Field || self.structure.bounty.is_some() || pays_seats {
            return Err(Refusal::NotOffered);
        }
        Ok(())
    }
}
