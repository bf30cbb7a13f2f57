//! The hands of a simulated event: dealt, played, released, completed.

use poker_engine::Chips;
use poker_engine::simulate::{Broken, broken};
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Command, Deal, Official, PlayerNo};

use super::play::{self, Award, Telling};
use super::trouble::{self, Trouble, When};
use super::{BegunHand, Crew, Due, End, Log, LogLine, Played, Simulation, Ticket};

impl<N, F, L, C> Simulation<'_, N, F, L, C>
where
    N: Fn(u64) -> F,
    F: FnMut() -> u64,
    L: Log,
    C: Crew<F>,
{
    pub(super) fn deal(&mut self, deal: &Deal) -> Result<(), Broken> {
        self.laws.deal(deal)?;
        let (table, telling) = (deal.table, self.telling());
        let trouble = Trouble::of_hand(deal, self.plan.trouble, &mut self.dice);
        let buyer = self.buyer(deal);
        let stop = trouble.and_then(|(when, _)| when.stop());
        let dice = self.hand_dice();
        let game = &self.plan.structure.game(deal.game).game;
        let mut hand = BegunHand::new(game, deal, (self.now, stop), telling, dice);
        if self.log.is_read() {
            let (dealt, posts) = hand.dealt()?;
            hand = dealt;
            let posts = &posts;
            self.log.line(self.now, &LogLine::HandStarted { deal, posts });
        }
        // Events at two tables at the same time are ordered by the deal of their hands, no matter in which order the
        // results are collected.
        let ticket = Ticket {
            played: self.next_number(),
            done: self.next_number(),
        };
        let at = self.now + play::least_length(game, &deal.plan.setup);
        self.crew.begin(ticket, hand);
        let seated = self.seated(table);
        (seated.hand, seated.repeated) = (None, false);
        if trouble.is_none() && buyer.is_none() && telling == Telling::Result {
            self.schedule_as(ticket.played, at, Due::Played(table, ticket));
            return Ok(());
        }
        self.take_played(table, ticket)?;
        self.plan_trouble(table, trouble, buyer);
        Ok(())
    }

    /// Schedules the trouble drawn for a hand, while it runs or right after it, and the purchase of the player drawn for that.
    fn plan_trouble(&mut self, table: TableNo, trouble: Option<(When, Trouble)>, buyer: Option<PlayerNo>) {
        let running = self.tables.get(&table).and_then(|seated| seated.hand.as_ref());
        let Some((until, moment)) =
            running.map(|played| (played.until, played.moment.as_ref().map(|moment| moment.at)))
        else {
            return;
        };
        if let Some(buyer) = buyer {
            self.schedule(until + 1_000, Due::Trouble(Trouble::Rebuy(buyer)));
        }
        let Some((when, trouble)) = trouble else { return };
        let at = match when {
            When::During => self.now + self.dice.below(until - self.now + 1_000),
            When::Middle => self.now + (until - self.now) / 2,
            When::After => until + 1_000,
            When::Decision(_) => match moment {
                Some(at) => at,
                // The hand ended earlier.
                None => return,
            },
        };
        self.schedule(at, Due::Trouble(trouble));
    }

    /// Collects the result of a hand that a table has dealt.
    pub(super) fn take_played(&mut self, table: TableNo, ticket: Ticket) -> Result<(), Broken> {
        let played = self.crew.finish(ticket)?;
        if played.until < self.now {
            return broken("no hand is over before it can be", format!("table {table}"));
        }
        self.announce(table, ticket.done, &played);
        self.seated(table).hand = Some(played);
        Ok(())
    }

    /// Schedules the lines of a hand, and its end.
    pub(super) fn announce(&mut self, table: TableNo, done: u64, played: &Played) {
        let (hand, until) = (played.number, played.until);
        let mut last = None;
        for (at, _) in &played.told {
            if last.replace(*at) != Some(*at) && *at < until {
                self.schedule(*at, Due::Tell(table, hand));
            }
        }
        self.schedule_as(done, until, Due::Done(table, hand));
    }

    /// Logs the events of a hand so far.
    pub(super) fn tell_hand(&mut self, table: TableNo, hand: u32) {
        let now = self.now;
        let running = self.tables.get_mut(&table).and_then(|seated| seated.hand.as_mut());
        let Some(played) = running.filter(|played| played.number == hand) else {
            return;
        };
        let count = played.told.iter().take_while(|(at, _)| *at <= now).count();
        for (at, event) in played.told.drain(..count) {
            let event = &event;
            self.log.line(at.max(now), &LogLine::Hand { table, hand, event });
        }
    }

    /// Ends a hand after its last decision, or holds it.
    pub(super) fn hand_over(&mut self, table: TableNo, hand: u32) -> Result<(), Broken> {
        let running = self.tables.get(&table).and_then(|seated| seated.hand.as_ref());
        let now = self.now;
        let Some(played) = running.filter(|played| played.number == hand && played.until <= now) else {
            // The hand was void, or a kill has made it longer.
            return Ok(());
        };
        if self.director.holds(table) {
            // A kill has made it shorter.
            return Ok(());
        }
        let held = played.held.is_some();
        self.tell_hand(table, hand);
        if held {
            return self.must(Command::HandHeld(table));
        }
        self.complete(table, End::Showdown)
    }

    /// Releases a held hand: it is tabled, run out and finished at this moment.
    pub(super) fn release(&mut self, table: TableNo) -> Result<(), Broken> {
        let now = self.now;
        let Some(played) = self.seated(table).hand.as_mut() else {
            return broken("a held hand is released", format!("table {table} has none"));
        };
        let hand = played.held.take();
        let Some((mut hand, number)) = hand.map(|hand| (hand, played.number)) else {
            return broken("a held hand is released", format!("table {table} holds none"));
        };
        let events = hand.release().unwrap_or_default();
        played.settle(&hand, &events);
        if self.log.wants_hands() {
            for event in &events {
                self.log.line(
                    now,
                    &LogLine::Hand {
                        table,
                        hand: number,
                        event,
                    },
                );
            }
        }
        self.complete(table, End::Showdown)
    }

    pub(super) fn complete(&mut self, table: TableNo, end: End) -> Result<(), Broken> {
        let Some(played) = self.seated(table).hand.take() else {
            return broken("a hand that is over was running", format!("table {table}"));
        };
        let hand = played.number;
        for Award { pot, amount, shares } in &played.awards {
            let (pot, amount) = (*pot, *amount);
            self.log.line(
                self.now,
                &LogLine::PotAwarded {
                    table,
                    hand,
                    pot,
                    amount,
                    shares,
                },
            );
        }
        // The director reports the stacks of a hand that was split.
        if end == End::Showdown {
            let stacks = &played.stacks;
            self.log.line(self.now, &LogLine::HandCompleted { table, hand, stacks });
        }
        self.hands += 1;
        self.decisions += u64::from(played.decisions);
        self.count(u64::from(table.0) << 32 | u64::from(hand));
        for (seat, stack) in &played.stacks {
            self.digest = (self.digest ^ (u64::from(seat.number()) << 56 ^ stack.get())).wrapping_mul(0x0100_0000_01b3);
        }
        self.laws.done(table);
        let lost: Vec<PlayerNo> = self.lost_all(table, &played.stacks);
        let Played {
            stacks, pots, forfeits, ..
        } = played;
        self.must(match end {
            End::Showdown => Command::HandDone {
                table,
                stacks,
                pots,
                forfeits,
            },
            End::Split => Command::SplitHand {
                table,
                stacks,
                pots,
                forfeits,
                ruling: trouble::ruling(Official::Floor),
            },
        })?;
        for player in lost {
            self.decide_rebuy(player)?;
        }
        Ok(())
    }

    /// Returns the players who lost their last chip, if chips may be bought.
    fn lost_all(&self, table: TableNo, stacks: &[(poker_engine::SeatIx, Chips)]) -> Vec<PlayerNo> {
        if self.plan.structure.rebuy.is_none() {
            return Vec::new();
        }
        let Some(law) = self.director.table(table) else {
            return Vec::new();
        };
        let lost = stacks.iter().filter(|(_, stack)| stack.is_zero());
        let player = |seat| law.seat(seat).and_then(|taken| u32::try_from(taken.player.0).ok());
        lost.filter_map(|(seat, _)| player(*seat)).map(PlayerNo).collect()
    }
}
