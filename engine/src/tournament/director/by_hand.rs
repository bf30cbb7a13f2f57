//! Events played with real cards and chips, with a screen to run them: hands are played at physical tables, and
//! officials enter how they ended. Rules: tournament 2.1, 2.14.
//!
//! Stacks are those entered last. They may differ from the chips on the table, but their sum is the number of chips
//! handed out: every entry moves chips within a table, and only [`Command::count`] brings chips
//! into play or takes them off, as in a chip race.

use super::command::{Command, HandBust, PlayerNo, PotResult, Refusal, Ruling};
use super::event::{Event, MoveReason};
use super::{Director, Step};
use crate::setup::Tabling;
use crate::table::{Positions, TournamentTable};
use crate::tournament::TableNo;
use crate::{Chips, SeatIx, SeatSet};

/// A resolved bust: the seat, its stack at the start of the hand, and the seats that get it.
struct Lost {
    seat: SeatIx,
    stack: Chips,
    by: SeatSet,
    /// `true` if these seats are known to have won the stack.
    is_known: bool,
}

impl Command {
    /// Enters a finished hand that was played at a physical table, with the players who lost their last chip. `button` is the
    /// seat of its button, or else the next one by the rules. Rules: tournament 1.10, 2.14.
    pub fn enter_hand(table: TableNo, busts: Vec<HandBust>, button: Option<SeatIx>, ruling: Ruling) -> Self {
        let arguments = (table, busts, button);
        Self::decide(arguments, ruling, |director, (table, busts, button), ruling, step| {
            director.enter_hand(table, &busts, button, &ruling, step)
        })
    }

    /// Enters the counted stack of each player with chips at a table whose hands are entered by hand. `added` is the number of
    /// chips that officials put on the table in the count, negative if they took some off. Rule: tournament 2.14.
    pub fn count(table: TableNo, stacks: Vec<(PlayerNo, Chips)>, added: i64, ruling: Ruling) -> Self {
        let arguments = (table, stacks, added);
        Self::decide(arguments, ruling, |director, (table, stacks, added), ruling, step| {
            director.count(table, &stacks, added, ruling, step)
        })
    }

    /// Swaps the seats of two players. Rule: tournament 2.1.
    pub fn swap_seats(first: PlayerNo, second: PlayerNo, ruling: Ruling) -> Self {
        Self::decide((first, second), ruling, |director, (first, second), ruling, step| {
            director.swap_seats(first, second, ruling, step)
        })
    }

    /// Puts the button of a table's next hand at a seat. Rule: tournament 6.7.
    pub fn set_button(table: TableNo, seat: SeatIx, ruling: Ruling) -> Self {
        Self::decide((table, seat), ruling, |director, (table, seat), ruling, step| {
            director.set_button(table, seat, ruling, step)
        })
    }
}

impl Director {
    /// Returns the same tournament with its hands entered by hand. Nothing is dealt.
    #[must_use]
    pub const fn played_by_hand(mut self) -> Self {
        self.by_hand = true;
        self
    }

    /// Enters a finished hand in which these players lost their last chip to others at the table, or in which no player
    /// did. `button` is the seat of its dealer; if left out, the next one by the rules.
    fn enter_hand(
        &mut self,
        number: TableNo,
        busts: &[HandBust],
        button: Option<SeatIx>,
        ruling: &Ruling,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_by_hand(ruling)?;
        let table = self.tables.named(number)?;
        if table.offer().is_some() {
            return Err(Refusal::NotReady);
        }
        let lost = self.lost(number, busts)?;
        let unit = self.smallest_chip(number);
        if lost.iter().any(|lost| lost.stack.get() % unit.get() != 0) {
            return Err(Refusal::OddChips);
        }
        let before = self.stacks_before(number, &lost)?;
        let named: SeatSet = lost.iter().fold(SeatSet::EMPTY, |all, lost| {
            all.union(lost.by).union(SeatSet::only(lost.seat))
        });
        let occupied = table.law.occupied();
        let running = table.running().map(|hand| hand.positions);
        let dealt = table.law.hand().map_or(occupied, |plan| plan.dealt);
        if !named.difference(dealt).is_empty() {
            return Err(Refusal::BadResult);
        }
        let positions = match (running, button) {
            (Some(positions), _) => positions,
            (None, Some(button)) => positions_with(&table.law, button).ok_or(Refusal::NoSuchPlayer)?,
            (None, None) => self.positions_by_hand(number, step)?,
        };
        // A named player whom the rules would have kept waiting took part in the hand after all.
        let waiting = positions.waiting.difference(named);
        let positions = Positions { waiting, ..positions };
        if running.is_none() {
            self.set_stacks(number, &before);
            let level = self.tables[number].level().unwrap_or(self.clock().level());
            let hand = self.planned(number, level, Tabling::AtOnce, Some(positions));
            self.start_planned(number, hand, step);
        }
        let table = &self.tables[number];
        let seen = lost.iter().fold(SeatSet::EMPTY, |all, lost| {
            let by = if lost.is_known { lost.by } else { SeatSet::EMPTY };
            all.union(by).union(SeatSet::only(lost.seat))
        });
        self.note_presence(seen.iter().filter_map(|seat| table.player_at(seat)).collect());
        let dealt = self.tables[number].law.hand().map_or(SeatSet::EMPTY, |plan| plan.dealt);
        let law = &self.tables[number].law;
        let stack = |seat: SeatIx| law.seat(seat).map_or(Chips::ZERO, |taken| taken.stack);
        let mut stacks: Vec<(SeatIx, Chips)> = dealt.iter().map(|seat| (seat, stack(seat))).collect();
        for lost in &lost {
            hand_over(&mut stacks, lost, positions.button, unit);
        }
        let pot = |lost: &Lost| PotResult {
            eligible: lost.by.union(SeatSet::only(lost.seat)),
            winners: if lost.is_known { lost.by } else { SeatSet::EMPTY },
        };
        let pots: Vec<PotResult> = lost.iter().map(pot).collect();
        self.hand_done(number, &stacks, &pots, &[], None, step)
    }

    /// Resolves losers and winners to seats; each loser is named once, and no player both wins and loses.
    fn lost(&self, number: TableNo, busts: &[HandBust]) -> Result<Vec<Lost>, Refusal> {
        let law = &self.tables[number].law;
        let seat = |player: &PlayerNo| {
            let place = self.player(*player).and_then(|state| state.place);
            let place = place.filter(|(table, _)| *table == number);
            let (_, seat) = place.ok_or(Refusal::NoSuchPlayer)?;
            let holds = law.seat(seat).is_some_and(|taken| !taken.stack.is_zero());
            if holds { Ok(seat) } else { Err(Refusal::NoSuchPlayer) }
        };
        let mut lost: Vec<Lost> = Vec::new();
        for bust in busts {
            let by: SeatSet = bust.by.iter().map(seat).collect::<Result<_, Refusal>>()?;
            let seat = seat(&bust.player)?;
            let stack = law.seat(seat).map_or(Chips::ZERO, |taken| taken.stack);
            let twice = lost.iter().any(|other| other.seat == seat);
            let winner_twice = by.len() != bust.by.len();
            if winner_twice || twice || bust.stack.is_some_and(Chips::is_zero) {
                return Err(Refusal::BadResult);
            }
            let stack = bust.stack.unwrap_or(stack);
            let is_known = !by.is_empty();
            lost.push(Lost {
                seat,
                stack,
                by,
                is_known,
            });
        }
        let losers: SeatSet = lost.iter().map(|lost| lost.seat).collect();
        let others = law.occupied().difference(losers);
        if others.is_empty() {
            return Err(Refusal::BadResult);
        }
        for lost in lost.iter_mut().filter(|lost| !lost.is_known) {
            lost.by = others;
        }
        if lost.iter().any(|lost| !lost.by.intersection(losers).is_empty()) {
            return Err(Refusal::BadResult);
        }
        Ok(lost)
    }

    /// Returns the stacks at the start of the hand. If a loser's stack was named, its difference from the one entered
    /// before comes from the winners, or goes to them.
    fn stacks_before(&self, number: TableNo, lost: &[Lost]) -> Result<Vec<(SeatIx, Chips)>, Refusal> {
        let law = &self.tables[number].law;
        let mut stacks: Vec<(SeatIx, Chips)> = law.seats().map(|(seat, taken)| (seat, taken.stack)).collect();
        if self.tables[number].running().is_some() {
            let same = |lost: &Lost| stacks.contains(&(lost.seat, lost.stack));
            return if lost.iter().all(same) {
                Ok(stacks)
            } else {
                Err(Refusal::HandRunning)
            };
        }
        for Lost { seat, stack, by, .. } in lost {
            let had = std::mem::replace(stack_of(&mut stacks, *seat), *stack);
            let (mut left, spare) = (stack.saturating_sub(had), had.saturating_sub(*stack));
            for winner in by.iter() {
                let holds = stack_of(&mut stacks, winner);
                // Every winner keeps a chip: a player without one was not in the hand.
                let gives = left.min(holds.saturating_sub(Chips::new(1)));
                *holds -= gives;
                left -= gives;
            }
            if !left.is_zero() {
                return Err(Refusal::BadResult);
            }
            if let Some(winner) = by.iter().next() {
                *stack_of(&mut stacks, winner) += spare;
            }
        }
        Ok(stacks)
    }

    /// Returns the smallest chip in play at a table: that of the level, or an earlier one until the table has raced it
    /// off. Rules: tournament 2.11, 3.2.
    fn smallest_chip(&self, number: TableNo) -> Chips {
        let clock = self.clock();
        let mut units: Vec<Chips> = (1..=clock.level()).map(|level| clock.terms(level).unit).collect();
        units.dedup();
        let law = &self.tables[number].law;
        let whole = |unit: &Chips| law.seats().all(|(_, taken)| taken.stack.get() % unit.get() == 0);
        units.into_iter().rev().find(whole).unwrap_or(Chips::new(1))
    }

    /// Sets the stacks of a table, whose sum is unchanged.
    fn set_stacks(&mut self, number: TableNo, stacks: &[(SeatIx, Chips)]) {
        let law = &mut self.tables.at_mut(number).law;
        for (seat, _) in stacks {
            law.set_stack(*seat, Chips::ZERO).expect("no hand is running there");
        }
        for (seat, stack) in stacks {
            law.set_stack(*seat, *stack)
                .expect("the sum is what it was, or was checked");
        }
    }

    /// Returns the positions of the next hand, after drawing the button if it is the first.
    fn positions_by_hand(&mut self, number: TableNo, step: &mut Step<'_>) -> Result<Positions, Refusal> {
        let table = self.tables.at_mut(number);
        let occupied: Vec<SeatIx> = table.law.occupied().iter().collect();
        if occupied.len() < 2 {
            return Err(Refusal::NotReady);
        }
        if table.law.next_positions().is_none() {
            let button = occupied[step.draw.index(occupied.len())];
            table.law.draw_button(button).expect("a player sits there");
        }
        table.law.next_positions().ok_or(Refusal::NotReady)
    }

    /// Enters stacks that were counted. Their sum is the one before plus `added`: chips that officials put on the
    /// table, or took off if negative.
    pub(super) fn count(
        &mut self,
        number: TableNo,
        stacks: &[(PlayerNo, Chips)],
        added: i64,
        ruling: Ruling,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_by_hand(&ruling)?;
        let table = self.tables.named(number)?;
        if table.running().is_some() {
            return Err(Refusal::HandRunning);
        }
        let unit = self.smallest_chip(number);
        let (mut seats, mut before, mut after) = (Vec::new(), Chips::ZERO, Chips::ZERO);
        for (player, stack) in stacks {
            let place = self.player(*player).and_then(|state| state.place);
            let (_, seat) = place.filter(|place| place.0 == number).ok_or(Refusal::NoSuchPlayer)?;
            let taken = table.law.seat(seat).filter(|taken| !taken.stack.is_zero());
            let taken = taken.ok_or(Refusal::NoSuchPlayer)?;
            // A player who lost the last chip is entered with the hand in which that happened.
            if stack.is_zero() || seats.iter().any(|(other, _)| *other == seat) {
                return Err(Refusal::BadResult);
            }
            if stack.get() % unit.get() != 0 {
                return Err(Refusal::OddChips);
            }
            before += taken.stack;
            after = after.checked_add(*stack).ok_or(Refusal::TooManyChips)?;
            seats.push((seat, *stack));
        }
        let moved = |from: Chips| from.get().checked_add_signed(added).and_then(Chips::try_new);
        if moved(before) != Some(after) {
            return Err(Refusal::BadResult);
        }
        let in_play = moved(self.tables.in_play()).ok_or(Refusal::TooManyChips)?;
        let same = |(seat, stack): &(SeatIx, Chips)| table.law.seat(*seat).is_some_and(|taken| taken.stack == *stack);
        if seats.iter().all(same) {
            return Err(Refusal::NoChange);
        }
        self.tables.set_in_play(in_play);
        self.set_stacks(number, &seats);
        self.tables.touch(number);
        step.tell(ruled("2.14", "count", ruling));
        Ok(())
    }

    /// Swaps the seats of two players before the first hand of their tables; if hands are entered by hand, at any time
    /// between two hands. Rule: tournament 2.1.
    fn swap_seats(
        &mut self,
        first: PlayerNo,
        second: PlayerNo,
        ruling: Ruling,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        let place = |player: PlayerNo| {
            self.player(player)
                .and_then(|state| state.place)
                .ok_or(Refusal::NoSuchPlayer)
        };
        let (from, to) = (place(first)?, place(second)?);
        if first == second {
            return Err(Refusal::NoChange);
        }
        for (number, _) in [from, to] {
            let table = &self.tables[number];
            if table.running().is_some() || table.offer().is_some() {
                return Err(Refusal::HandRunning);
            }
            if table.has_dealt() && !self.by_hand {
                return Err(Refusal::TooLate);
            }
        }
        step.tell(ruled("2.1", "swap_seats", ruling));
        let (one, other) = (self.take(from), self.take(to));
        self.put(one.0, to, one.1);
        self.put(other.0, from, other.1);
        let why = MoveReason::Director;
        for (player, from, to) in [(first, from, to), (second, to, from)] {
            step.tell(Event::PlayerMoved { player, from, to, why });
        }
        Ok(())
    }

    /// Puts the button of a table's next hand at this seat. Positions are corrected before the hand begins. Rules: tournament 2.2, 6.7.
    pub(super) fn set_button(
        &mut self,
        number: TableNo,
        seat: SeatIx,
        ruling: Ruling,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        let table = self.tables.named_mut(number)?;
        if table.running().is_some() {
            return Err(Refusal::HandRunning);
        }
        if !table.law.occupied().contains(seat) {
            return Err(Refusal::NoSuchPlayer);
        }
        if table.law.next_positions().is_some_and(|next| next.button == seat) {
            return Err(Refusal::NoChange);
        }
        table.set_button(seat)?;
        step.tell(ruled("6.7", "set_button", ruling));
        Ok(())
    }

    fn check_by_hand(&self, ruling: &Ruling) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        if self.by_hand { Ok(()) } else { Err(Refusal::WrongPhase) }
    }
}

/// Returns the positions of a hand whose button lay at this seat: those of the rules, if they put it there, else those with
/// the blinds next to it. A dead button lies at an empty seat. Rules: tournament 2.5, 4.3.
fn positions_with(law: &TournamentTable, button: SeatIx) -> Option<Positions> {
    let by_rules = law.next_positions().filter(|next| next.button == button);
    by_rules.or_else(|| {
        let is_at_table = button.number() <= law.seat_count();
        Positions::beside(button, law.occupied()).filter(|_| is_at_table)
    })
}

/// Gives a loser's chips to the winners in equal shares; odd ones, of the smallest value in play, go one each from the
/// left of the button.
fn hand_over(stacks: &mut [(SeatIx, Chips)], lost: &Lost, button: SeatIx, unit: Chips) {
    let chips = std::mem::take(stack_of(stacks, lost.seat)).get();
    let (winners, unit) = (lost.by.len() as u64, unit.get());
    let (each, odd) = (chips / unit / winners, chips / unit % winners);
    for (index, winner) in (0..).zip(lost.by.clockwise_from(button)) {
        let rest = if index == 0 { chips % unit } else { 0 };
        *stack_of(stacks, winner) += Chips::new((each + u64::from(index < odd)) * unit + rest);
    }
}

fn stack_of(stacks: &mut [(SeatIx, Chips)], seat: SeatIx) -> &mut Chips {
    let found = stacks.iter_mut().find(|(other, _)| *other == seat);
    &mut found.expect("the seat is one of the hand").1
}

fn ruled(rule: &str, tool: &str, ruling: Ruling) -> Event {
    Event::RulingIssued {
        rule: rule.to_owned(),
        tool: tool.to_owned(),
        ruling,
    }
}
