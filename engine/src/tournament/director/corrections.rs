//! Corrections by an official: the stacks after a wrong award, the level clock, a table that should break. Rules:
//! tournament 1.1, 2.4, 2.12, 10.9.

use super::command::{Command, PlayerNo, Refusal, Ruling};
use super::event::Event;
use super::player::Standing;
use super::tables::Played;
use super::{Director, Step};
use crate::tournament::TableNo;
use crate::tournament::structure::Kind;
use crate::{Chips, SeatIx};

impl Command {
    /// Corrects the stacks of a table after its last hand, before the next one begins: the correct stack of each player
    /// whose stack changes. `hand` is the number of that hand at the table. Rule: tournament 10.9.
    pub fn correct_award(table: TableNo, hand: u32, stacks: Vec<(PlayerNo, Chips)>, ruling: Ruling) -> Self {
        let arguments = (table, hand, stacks);
        Self::decide(arguments, ruling, |director, (table, hand, stacks), ruling, step| {
            director.correct_award(table, hand, &stacks, ruling, step)
        })
    }

    /// Sets the clock to a level: a published one or the next one, with this many seconds left of it, or its full duration.
    /// Rule: tournament 2.12.
    pub fn set_level(level: u16, left: Option<u32>, ruling: Ruling) -> Self {
        Self::decide((level, left), ruling, |director, (level, left), ruling, step| {
            director.set_level(level, left, ruling, step)
        })
    }

    /// Makes a table the next one to break, as soon as the others have room for all players. Rule: tournament 2.4.
    pub fn break_table(table: TableNo, ruling: Ruling) -> Self {
        Self::decide(table, ruling, Director::break_table)
    }
}

impl Director {
    /// Corrects the stacks of a table after its last hand: the players took part in it, the sum stays the same, and no
    /// player is left without chips. An award is final once the next hand has begun. Rule: tournament 10.9.
    fn correct_award(
        &mut self,
        number: TableNo,
        hand: u32,
        stacks: &[(PlayerNo, Chips)],
        ruling: Ruling,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        let table = self.tables.named(number)?;
        let played = table.played(hand);
        let is_last = self.tables.last_hand(number) == Some(hand) && table.running().is_none();
        let played = played.filter(|_| is_last).ok_or(Refusal::TooLate)?;
        let seats = self.corrected(number, played, stacks)?;
        let table = self.tables.named_mut(number)?;
        // Every stack is emptied first, so that the table never has more chips than before.
        for (seat, _) in &seats {
            table
                .law
                .set_stack(*seat, Chips::ZERO)
                .map_err(|_| Refusal::BadResult)?;
        }
        for (seat, stack) in &seats {
            table.law.set_stack(*seat, *stack).map_err(|_| Refusal::BadResult)?;
        }
        step.tell(Event::RulingIssued {
            rule: "10.9".to_owned(),
            tool: "correct_award".to_owned(),
            ruling,
        });
        Ok(())
    }

    /// Resolves a correction to seats with their new stacks, if it is a valid one.
    fn corrected(
        &self,
        number: TableNo,
        played: &Played,
        stacks: &[(PlayerNo, Chips)],
    ) -> Result<Vec<(SeatIx, Chips)>, Refusal> {
        let unit = self.clock().terms(played.level).unit;
        let (mut seats, mut before, mut after) = (Vec::new(), Chips::ZERO, Chips::ZERO);
        for (player, stack) in stacks {
            let place = self.player(*player).and_then(|state| state.place);
            let (_, seat) = place.filter(|place| place.0 == number).ok_or(Refusal::NoSuchPlayer)?;
            let known = seats.iter().any(|(other, _)| *other == seat);
            if known || stack.is_zero() || stack.get() % unit.get() != 0 {
                return Err(Refusal::BadResult);
            }
            // A player who lost the last chip and may still rebuy is about to leave: chips put there would go with the seat.
            let is_out = self
                .player(*player)
                .is_none_or(|state| state.standing == Standing::Busted);
            if is_out || !played.players.contains(player) {
                return Err(Refusal::NoSuchPlayer);
            }
            let taken = self.tables[number].law.seat(seat).ok_or(Refusal::NoSuchPlayer)?;
            before += taken.stack;
            after = after.checked_add(*stack).ok_or(Refusal::TooManyChips)?;
            seats.push((seat, *stack));
        }
        if before != after {
            return Err(Refusal::BadResult);
        }
        let unchanged = seats.iter().all(|(seat, stack)| {
            self.tables[number]
                .law
                .seat(*seat)
                .is_some_and(|taken| taken.stack == *stack)
        });
        if unchanged { Err(Refusal::NoChange) } else { Ok(seats) }
    }

    /// Sets the clock to a level with this many seconds left. A break ends; hands that have begun keep their level.
    /// Rule: tournament 2.12.
    fn set_level(&mut self, level: u16, left: Option<u32>, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        // A round of hand-for-hand moves the clock itself.
        if self.hand_for_hand.is_on() {
            return Err(Refusal::WrongPhase);
        }
        let known = self
            .structure
            .published_levels()
            .max(self.clock().level().saturating_add(1));
        let duration = self.clock().duration(level);
        let left = left.unwrap_or(duration);
        if !(1..=known).contains(&level) || !(1..=duration).contains(&left) {
            return Err(Refusal::BadLevel);
        }
        let at = self.at;
        let (before, in_break) = (self.clock().level(), self.clock().in_break());
        step.tell(Event::RulingIssued {
            rule: "2.12".to_owned(),
            tool: "set_level".to_owned(),
            ruling: ruling.clone(),
        });
        self.clock_mut().set(level, u64::from(duration - left), at);
        if in_break {
            step.tell(Event::BreakEnded);
        }
        if level != before || in_break {
            self.tell_level(step);
        }
        let elapsed = self.clock().elapsed(at);
        let ruling = Some(ruling);
        step.tell(Event::ClockAdvanced { level, elapsed, ruling });
        if in_break {
            self.break_is_over(step);
        }
        self.close_entries_in_time(step);
        Ok(())
    }

    /// Makes a table the next one to break: as soon as the others have room for all players and its hand is over, which
    /// may be now. Rule: tournament 2.4.
    fn break_table(&mut self, number: TableNo, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        let table = self.tables.named(number)?;
        let (size, idle) = (table.size(), table.is_idle());
        if self.structure.kind != Kind::Field || self.plan.awaits_final() {
            return Err(Refusal::WrongPhase);
        }
        // Table 1 breaks last. Rule: L-2.
        if number == TableNo(1) {
            return Err(Refusal::BadOrder);
        }
        if self.plan.breaks(number) || self.plan.next_to_break() == Some(number) {
            return Err(Refusal::NoChange);
        }
        self.plan.put_first(number, size);
        step.tell(Event::RulingIssued {
            rule: "2.4".to_owned(),
            tool: "break_table".to_owned(),
            ruling,
        });
        self.publish_order(step);
        if idle && !self.hand_for_hand.is_on() {
            self.balance(number, step);
        }
        Ok(())
    }
}
