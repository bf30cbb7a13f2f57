//! The laws of a simulated tournament, checked as it runs.

use std::collections::BTreeSet;

use poker_engine::simulate::{Broken, broken};
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Deal, Director, Event, HaltReason, Phase, PlayerNo, Standing};
use poker_engine::tournament::law::halted;
use poker_engine::tournament::structure::Kind;
use poker_engine::{BySeat, Chips};

/// The state of the laws, gathered from the events so far.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says of one thing whether it is so now"
)]
pub(super) struct Laws {
    halted: BTreeSet<TableNo>,
    in_break: bool,
    paused: bool,
    /// Tables in the round of hand-for-hand that have yet to deal or to finish.
    to_deal: BTreeSet<TableNo>,
    to_finish: BTreeSet<TableNo>,
    synchronised: bool,
    closed: bool,
    cancelled: bool,
    /// Best and worst place of each finished player.
    places: Vec<(u32, u32)>,
    /// Money that came in, and money that went out.
    paid: u128,
    won: u128,
    seen: BTreeSet<PlayerNo>,
}

impl Laws {
    pub(super) fn event(&mut self, event: &Event, director: &Director) -> Result<(), Broken> {
        let wide = |chips: &Chips| u128::from(chips.get());
        if self.cancelled && !pays_back(event) {
            return broken("a cancelled tournament only pays back", format!("{event:?}"));
        }
        match event {
            Event::PlayerRegistered { paid, bounty, .. } | Event::ReEntered { paid, bounty, .. } => {
                self.paid += wide(paid) + wide(bounty);
                return self.before_closing("entries stop when they close");
            }
            Event::PlayerUnregistered { refund, .. } => self.paid -= wide(refund),
            Event::RebuyTaken { paid, .. } | Event::AddOnTaken { paid, .. } => {
                self.paid += wide(paid);
                return self.before_closing("chips are bought before entries close");
            }
            Event::RegistrationClosed {
                overlay,
                pool,
                fee,
                bonus,
                prizes,
                ..
            } => {
                self.closed = true;
                self.paid = self.paid + wide(overlay) + wide(bonus) - wide(fee);
                let sum: Chips = prizes.iter().copied().sum();
                if sum + *fee != *pool + *bonus {
                    return broken("prizes are the pool", format!("{sum} of {pool}"));
                }
            }
            Event::PlaceAssigned { player, best, worst } => {
                self.places.push((*best, *worst));
                if !self.seen.insert(*player) {
                    return broken("one place a player", format!("{player:?}"));
                }
            }
            Event::PrizeAwarded { amount, .. } => self.won += wide(amount),
            Event::BountyAwarded { cash, .. } => self.won += wide(cash),
            Event::TableHalted { table, .. } => {
                self.halted.insert(*table);
            }
            Event::TableResumed { table, .. } | Event::TableBroken { table } => {
                self.halted.remove(table);
            }
            Event::FinalTableFormed { .. } => self.halted.clear(),
            Event::BreakStarted { .. } => self.in_break = true,
            Event::BreakEnded => self.in_break = false,
            Event::TournamentPaused { .. } => self.paused = true,
            Event::TournamentResumed { .. } => self.paused = false,
            Event::HandForHandAnnounced { .. } => self.synchronised = true,
            Event::HandForHandEnded => self.synchronised = false,
            Event::HandForHandRoundStarted { tables, .. } => {
                self.to_deal = tables.iter().copied().collect();
                self.to_finish.clone_from(&self.to_deal);
            }
            Event::HandForHandRoundEnded { .. } if !self.to_finish.is_empty() || !self.to_deal.is_empty() => {
                return broken("each table of a round plays a hand", format!("{:?}", self.to_finish));
            }
            Event::LevelStarted { .. } => {
                Self::chips_add_up(director)?;
                self.places_are_given(director)?;
                return self.halts_are_due(director);
            }
            Event::TournamentCancelled { .. } => self.cancelled = true,
            _ => {}
        }
        Ok(())
    }

    /// Checks the state after a command and everything the rules require because of it: no deferred work is forgotten.
    pub(super) fn step(&self, director: &Director) -> Result<(), Broken> {
        if director.phase() != Phase::Running || self.synchronised {
            return Ok(());
        }
        let breaking = director.breaking();
        let still = director.running() == 0 && breaking.iter().all(|table| director.is_idle(*table));
        if director.awaits_final() {
            return if still {
                broken("the final table is formed once all hands are over", "it is not")
            } else {
                Ok(())
            };
        }
        let left = breaking.iter().find(|table| director.is_idle(**table));
        if let Some(table) = left
            && free_seats(director) > 0
        {
            return broken(
                "a table that breaks gives its players all free seats",
                format!("table {table}"),
            );
        }
        Ok(())
    }

    fn before_closing(&self, law: &'static str) -> Result<(), Broken> {
        if self.closed {
            broken(law, "it happened after")
        } else {
            Ok(())
        }
    }

    /// Checks a hand that begins.
    pub(super) fn deal(&mut self, deal: &Deal) -> Result<(), Broken> {
        let table = deal.table;
        if self.in_break || self.paused || self.halted.contains(&table) {
            return broken("no hand begins in a break, a pause or a halt", format!("table {table}"));
        }
        if self.synchronised && !self.to_deal.remove(&table) {
            return broken("hand-for-hand deals a hand a round", format!("table {table}"));
        }
        Ok(())
    }

    /// Records that a hand is over.
    pub(super) fn done(&mut self, table: TableNo) {
        self.to_finish.remove(&table);
    }

    /// Checks that the chips of all tables are those in play, and that no player has two seats.
    fn chips_add_up(director: &Director) -> Result<(), Broken> {
        let mut sum = Chips::ZERO;
        let mut seated = BTreeSet::new();
        for table in director.open_tables() {
            let Some(law) = director.table(table) else { continue };
            sum += law.chips();
            let mut taken: BySeat<u8> = BySeat::default();
            for (seat, player) in law.seats() {
                taken[seat] += 1;
                if !seated.insert(player.player) {
                    return broken("no player sits twice", format!("{:?}", player.player));
                }
            }
        }
        if sum != director.in_play() {
            return broken("chips are conserved", format!("{sum} of {}", director.in_play()));
        }
        Ok(())
    }

    /// Checks that once entries are closed an eliminated player has a place, unless others of the round have yet to be ranked.
    fn places_are_given(&self, director: &Director) -> Result<(), Broken> {
        if !self.closed || self.synchronised || director.structure().kind == Kind::Bracket {
            return Ok(());
        }
        let mut players = (1..=director.players()).map(PlayerNo);
        let forgotten = players.find(|player| {
            let state = director.player(*player);
            state.is_some_and(|state| state.standing == Standing::Out && state.finished.is_none())
        });
        forgotten.map_or(Ok(()), |player| {
            broken("who is out has a place once entries are closed", format!("{player:?}"))
        })
    }

    /// Checks that a table waits for players exactly while it is too short. Rule: tournament 2.3.
    fn halts_are_due(&self, director: &Director) -> Result<(), Broken> {
        if self.synchronised || director.awaits_final() || director.structure().kind != Kind::Field {
            return Ok(());
        }
        let at_fault = |table: &TableNo| director.halted_for(*table) == Some(HaltReason::Fault);
        let stays = director
            .open_tables()
            .filter(|table| !director.breaking().contains(table));
        let sizes: Vec<(TableNo, u8)> = stays.map(|table| (table, size(director, table))).collect();
        let due = halted(&sizes, director.structure().late_tables.into());
        let mut known = sizes.iter().filter(|(table, _)| !at_fault(table));
        let wrong = known.find(|(table, _)| director.halted_for(*table).is_some() != due.contains(table));
        wrong.map_or(Ok(()), |(table, size)| {
            broken(
                "a table waits exactly while it is too short",
                format!("table {table} of {size}"),
            )
        })
    }

    /// Checks the end of the tournament: every place is given once, and all money was paid out.
    pub(super) fn end(&mut self, director: &Director, cancelled: bool) -> Result<(), Broken> {
        Self::chips_add_up(director)?;
        if self.paid != self.won {
            return broken("all money is paid out", format!("{} of {}", self.won, self.paid));
        }
        if cancelled {
            return Ok(());
        }
        self.places.sort_unstable();
        let mut next = 1;
        let mut index = 0;
        while index < self.places.len() {
            let (best, worst) = self.places[index];
            let tied = self.places[index..]
                .iter()
                .take_while(|place| **place == (best, worst))
                .count();
            if best != next || usize::try_from(worst - best).ok() != Some(tied - 1) {
                return broken(
                    "each place is given once or shared",
                    format!("{best} to {worst}, {next} expected"),
                );
            }
            next = worst + 1;
            index += tied;
        }
        let came = |player: &PlayerNo| {
            let state = director.player(*player);
            state.is_some_and(|state| state.standing != Standing::Unregistered)
        };
        let players = (1..=director.players()).map(PlayerNo).filter(came).count();
        if usize::try_from(next - 1).ok() != Some(players) {
            return broken("as many places as players", format!("{} of {players}", next - 1));
        }
        Ok(())
    }
}

/// Returns the number of players at an open table.
fn size(director: &Director, table: TableNo) -> u8 {
    let law = director.table(table);
    law.map_or(0, |law| u8::try_from(law.seats().count()).unwrap_or(u8::MAX))
}

/// Returns the number of free seats at the tables that are not breaking.
fn free_seats(director: &Director) -> u32 {
    let stays = director
        .open_tables()
        .filter(|table| !director.breaking().contains(table));
    let free = stays.map(|table| director.structure().seats.saturating_sub(size(director, table)));
    free.map(u32::from).sum()
}

/// Checks that an event may follow the cancellation of a tournament. Cancelling one with a single player left ends it.
const fn pays_back(event: &Event) -> bool {
    matches!(
        event,
        Event::PlayerUnregistered { .. }
            | Event::RegistrationClosed { .. }
            | Event::PlaceAssigned { .. }
            | Event::PrizeAwarded { .. }
            | Event::BountyAwarded { .. }
            | Event::TournamentCompleted { .. }
    )
}
