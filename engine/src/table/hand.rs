//! Hands of a cash table: the players dealt in, their posts, and the changes once a hand is over.

use super::cash::CashTable;
use super::config::{ButtonRule, DoubleBoard};
use super::error::TableRuleError;
use super::event::{LeaveReason, TableEvent};
use super::plan::HandPlan;
use super::positions::Positions;
use super::seating::{Candidates, Seating};
use super::state::{Entry, LastBlinds, OwedBlinds, Presence, Standing, TableState};
use crate::game::Structure;
use crate::seat::MAX_SEATS;
use crate::setup::{Post, PostKind, SeatSetup, Setup, TableRules};
use crate::{Chips, SeatIx, SeatSet};

impl CashTable {
    /// Returns the seats whose players want to play and have chips, though some may have to wait.
    pub fn ready(&self) -> SeatSet {
        self.state.ready()
    }

    /// Returns `true` if enough players are ready for the next hand.
    pub fn can_start(&self) -> bool {
        self.state.hand.is_none() && !self.must_draw_seats() && self.state.game.check_players(self.ready()).is_ok()
    }

    /// Returns the number of consecutive hands that no player opened and whose pot is carried on.
    pub const fn passed_out(&self) -> u32 {
        self.state.passed_out
    }

    /// Returns the dealer of the next hand in a game without blinds; `None` before the first hand, for which the button
    /// is drawn, and while no player can play.
    pub fn next_dealer(&self) -> Option<SeatIx> {
        self.state.next_dealer(self.ready())
    }

    /// Starts a hand. `draw` draws the button among the seats it is given; it is called only before a table's first
    /// hand.
    ///
    /// Deal the plan's setup; then report the result with [`CashTable::finish_hand`], or undo all of it with
    /// [`CashTable::void_hand`]. Rules: tournament 2.2, variants 4.6.
    ///
    /// # Errors
    /// If a hand is running, seats have to be drawn first, too few players can be dealt in, or the seat drawn is not
    /// one of those given.
    pub fn start_hand(
        &mut self,
        draw: impl FnOnce(SeatSet) -> SeatIx,
    ) -> Result<(HandPlan, Vec<TableEvent>), TableRuleError> {
        if self.state.hand.is_some() {
            return Err(TableRuleError::HandRunning);
        }
        if self.must_draw_seats() {
            return Err(TableRuleError::SeatsNotDrawn);
        }
        let ready = self.ready();
        let first_button = (self.state.last_button.is_none() && self.can_start()).then(|| draw(ready));
        if let Some(seat) = first_button.filter(|seat| !ready.contains(*seat)) {
            return Err(TableRuleError::BadDraw { seat });
        }
        let (stepping_out, plan) = self.state.next_plan(first_button);
        let plan = plan?;
        let events = self.change(|state, _| {
            state.sit_out(stepping_out);
            state.begin_orbit(plan.setup.button, plan.dealt.len());
            state.hand = Some(plan.clone());
        });
        Ok((plan, events))
    }

    /// Ends the running hand with the final stack of each of its players and the chips for the kitty. Then adds pending
    /// chips, and removes the players who asked to leave and those who have been without chips for too long.
    ///
    /// # Errors
    /// If no hand is running, the stacks are not those of the hand's players, each exactly once, or the chips do not
    /// add up.
    pub fn finish_hand(&mut self, stacks: &[(SeatIx, Chips)], kitty: Chips) -> Result<Vec<TableEvent>, TableRuleError> {
        let hand = self.state.hand.as_ref().ok_or(TableRuleError::NoHand)?;
        let carried = hand.carried_out(stacks, kitty, self.state.game.carries)?;
        Ok(self.change(|state, events| {
            if carried.is_zero() {
                state.passed_out = 0;
                state.count_orbit();
            } else {
                state.passed_out += 1;
            }
            state.carried = carried;
            state.kitty += kitty;
            for (seat, stack) in stacks {
                state.taken_mut(*seat).stack = *stack;
            }
            if let Some(hand) = state.hand.take() {
                state.settle_blinds(&hand);
                state.count_bomb_pot(hand.setup.rules.bomb_pot);
                for seat in state
                    .seats_where(|taken| taken.stack.is_zero())
                    .difference(hand.dealt)
                    .iter()
                {
                    state.taken_mut(seat).busted_hands += 1;
                }
            }
            state.between_hands(events);
            state.give_free_stacks(events);
            let kept = state.config.busted_hands;
            for seat in state
                .seats_where(|taken| taken.stack.is_zero() && taken.busted_hands >= kept)
                .iter()
            {
                state.remove(seat, LeaveReason::Busted, events);
            }
        }))
    }

    /// Ends the session between two hands: the seated players share the kitty, every player leaves with the remaining
    /// stack, and the wait list is cleared. Rule: variants 4.6.
    ///
    /// # Errors
    /// If a hand is running.
    pub fn close(&mut self) -> Result<Vec<TableEvent>, TableRuleError> {
        if self.state.hand.is_some() {
            return Err(TableRuleError::HandRunning);
        }
        Ok(self.change(|state, events| {
            for player in state.wait_list.clone() {
                state.leave_wait_list(player, None, events);
            }
            state.share_kitty(events);
            for seat in state.seats_where(|_| true).iter() {
                state.remove(seat, LeaveReason::Closed, events);
            }
        }))
    }

    /// Undoes the running hand: every stack, every blind owed and the positions are as before it. Chips pending until
    /// its end are added, and players who asked to leave do.
    ///
    /// # Errors
    /// If no hand is running.
    pub fn void_hand(&mut self) -> Result<Vec<TableEvent>, TableRuleError> {
        let hand = self.state.hand.as_ref().ok_or(TableRuleError::NoHand)?;
        let (button, players) = (hand.setup.button, hand.dealt.len());
        Ok(self.change(|state, events| {
            state.hand = None;
            state.undo_orbit(button, players);
            state.between_hands(events);
        }))
    }
}

impl TableState {
    /// Plans the next hand, and names the seats that sit out because the big blind would come to them.
    fn next_plan(&self, first_button: Option<SeatIx>) -> (SeatSet, Result<HandPlan, TableRuleError>) {
        // No player sits out during roodles.
        let until_big_blind =
            self.seats_where(|taken| taken.presence == Presence::InUntilBigBlind && self.roodles.is_none());
        let mut stepping_out = SeatSet::EMPTY;
        loop {
            let plan = self.plan(self.ready().difference(stepping_out), first_button);
            let big_blind = plan
                .as_ref()
                .ok()
                .and_then(|plan| plan.positions)
                .map(|positions| positions.big_blind);
            match big_blind.filter(|seat| until_big_blind.contains(*seat)) {
                Some(seat) => stepping_out.insert(seat),
                None => return (stepping_out, plan),
            }
        }
    }

    /// Sits out now the players who would do so at the big blind, if that leaves too few for a hand: the hand they wait
    /// for will not come.
    pub(super) fn step_out_of_no_hand(&mut self) {
        let some_will = self.seats_where(|taken| taken.presence == Presence::InUntilBigBlind) != SeatSet::EMPTY;
        if some_will && self.hand.is_none() && self.last_button.is_some() {
            let (stepping_out, plan) = self.next_plan(None);
            if plan.is_err() {
                self.sit_out(stepping_out);
            }
        }
    }

    fn sit_out(&mut self, seats: SeatSet) {
        for seat in seats.iter() {
            self.taken_mut(seat).presence = Presence::Out;
        }
    }

    /// Returns the button of the next hand, if that hand can be planned.
    pub(super) fn next_button(&self) -> Option<SeatIx> {
        if self.has_blinds() {
            self.next_plan(None).1.ok().map(|plan| plan.setup.button)
        } else {
            self.next_dealer(self.ready())
        }
    }

    /// Returns the next button of a game without blinds; `None` before the first hand.
    fn next_dealer(&self, ready: SeatSet) -> Option<SeatIx> {
        let last = self.last_button?;
        let again = self.config.button == ButtonRule::Dealer && self.passed_out > 0 && ready.contains(last);
        if again { Some(last) } else { ready.next_after(last) }
    }

    /// Plans the next hand among the seats that want to play.
    fn plan(&self, ready: SeatSet, first_button: Option<SeatIx>) -> Result<HandPlan, TableRuleError> {
        let needed = self.game.players_min();
        let too_few = TableRuleError::NotEnoughPlayers {
            ready: ready.len(),
            needed,
        };
        if ready.len() < needed {
            return Err(too_few);
        }
        if self.game.check_players(ready).is_err() {
            let (ready, most) = (ready.len(), self.game.seats.1);
            return Err(TableRuleError::TooManyPlayers { ready, most });
        }
        let next_button = self.next_dealer(ready).or(first_button).ok_or(too_few)?;
        let structure = self.structure();
        if let Some(ante) = self.bomb_pot() {
            let mut plan = self.hand_plan(ready, next_button, None, Self::bomb_posts(ready, next_button, ante));
            plan.setup.rules.bomb_pot = true;
            plan.setup.rules.double_board = self.config.double_board.is_some();
            return Ok(plan);
        }
        if !self.has_blinds() {
            let (small_blind, big_blind) = structure.layout.seats(ready, next_button);
            let posts = structure.posts(ready, next_button, small_blind, big_blind);
            let mut plan = self.hand_plan(ready, next_button, None, posts);
            (plan.setup.small_blind, plan.setup.big_blind) = (small_blind, big_blind);
            return Ok(plan);
        }

        let owing = self.owing();
        let waiting = self.seats_where(|taken| taken.entry == Entry::WaitForBigBlind);
        let candidates = Candidates {
            regular: ready.difference(owing),
            posting: ready.intersection(owing).difference(waiting),
            waiting: ready.intersection(owing).intersection(waiting),
        };
        let seating = match &self.last_blinds {
            None => Seating::first(next_button, ready),
            Some(LastBlinds { positions, big_blind }) => {
                let seat = positions.big_blind;
                let still_there = self.seats[seat].is_some_and(|taken| taken.player == *big_blind);
                let left = if still_there {
                    SeatSet::EMPTY
                } else {
                    SeatSet::only(seat)
                };
                Seating::next(*positions, self.config.button, candidates, left, needed)
            }
        };
        let Seating {
            positions,
            dealt,
            entering,
        } = seating.ok_or(too_few)?;
        let Positions {
            button,
            small_blind,
            big_blind,
            ..
        } = positions;
        let mut posts = structure.posts(dealt, button, Some(small_blind), Some(big_blind));
        for seat in entering.clockwise_from(button) {
            posts.extend(self.entry_posts(seat));
        }
        posts.extend(self.straddle(dealt, positions, &posts));
        let mut plan = self.hand_plan(dealt, button, Some(positions), posts);
        plan.waiting = ready.difference(dealt);
        if let Some(last) = &self.last_blinds {
            let absent = self
                .seats_where(|taken| !matches!(taken.standing, Standing::Newcomer))
                .difference(ready);
            (plan.missed_small_blind, plan.missed_big_blind) = missed(last.positions, positions, absent);
        }
        Ok(plan)
    }

    /// Lists the antes of a bomb pot, clockwise from the button.
    fn bomb_posts(dealt: SeatSet, button: SeatIx, ante: Chips) -> Vec<Post> {
        let post = |seat| Post {
            seat,
            amount: ante,
            kind: PostKind::Ante,
        };
        dealt.clockwise_from(button).map(post).collect()
    }

    /// Lists the posts of a seat that enters out of turn: the live part first, so that a short stack plays for as much as it can.
    fn entry_posts(&self, seat: SeatIx) -> impl Iterator<Item = Post> {
        let owes = self.seats[seat].map_or(OwedBlinds::NONE, |taken| taken.standing.owes());
        let structure = self.structure();
        let live = Post {
            seat,
            amount: structure.big_blind(),
            kind: PostKind::EntryBlind,
        };
        let dead = Post {
            seat,
            amount: structure.small_blind(),
            kind: PostKind::DeadBlind,
        };
        [owes.big.then_some(live), owes.small.then_some(dead)]
            .into_iter()
            .flatten()
    }

    fn hand_plan(&self, dealt: SeatSet, button: SeatIx, positions: Option<Positions>, posts: Vec<Post>) -> HandPlan {
        let stack = |seat| self.seats[seat].map_or(Chips::ZERO, |taken| taken.stack);
        let Structure { bring_in, tiers, .. } = self.structure().into_owned();
        let player = |seat| SeatSetup {
            seat,
            stack: stack(seat),
            dead: false,
        };
        HandPlan {
            setup: Setup {
                seat_count: self.config.seat_count,
                players: dealt.iter().map(player).collect(),
                button,
                small_blind: positions.map(|positions| positions.small_blind),
                big_blind: positions.map(|positions| positions.big_blind),
                posts,
                bring_in,
                tiers,
                carried: self.carried,
                openers: self.game.openers(self.passed_out),
                rules: TableRules {
                    double_board: self.config.double_board == Some(DoubleBoard::Always),
                    seven_deuce: self.seven_deuce(),
                    ..self.config.rules
                },
            },
            positions,
            dealt,
            waiting: SeatSet::EMPTY,
            missed_small_blind: SeatSet::EMPTY,
            missed_big_blind: SeatSet::EMPTY,
        }
    }

    /// Returns the chips that each other player pays for seven-deuce at the stakes of the next hand; zero if the table
    /// has no such bounty.
    fn seven_deuce(&self) -> Chips {
        let bounty = self.config.seven_deuce.unwrap_or(0);
        self.structure()
            .big_blind()
            .checked_mul(bounty.into())
            .unwrap_or(Chips::MAX)
    }

    /// Updates the blinds after a hand that was actually played: the blinds owed, and the positions from which they continue.
    fn settle_blinds(&mut self, hand: &HandPlan) {
        self.last_button = Some(hand.setup.button);
        let Some(positions) = hand.positions else { return };
        self.last_blinds = self.seats[positions.big_blind].map(|taken| LastBlinds {
            positions,
            big_blind: taken.player,
        });
        for seat in hand.dealt.iter() {
            self.taken_mut(seat).standing = Standing::Regular { owes: OwedBlinds::NONE };
        }
        for seat in hand.missed_small_blind.union(hand.missed_big_blind).iter() {
            if let Standing::Regular { owes } = &mut self.taken_mut(seat).standing {
                owes.small |= hand.missed_small_blind.contains(seat);
                owes.big |= hand.missed_big_blind.contains(seat);
            }
        }
    }

    /// Carries out the departures and adds the chips that were waiting for the hand to end.
    fn between_hands(&mut self, events: &mut Vec<TableEvent>) {
        for seat in self.seats_where(|taken| taken.leaving).iter() {
            self.remove(seat, LeaveReason::Asked, events);
        }
        for seat in self.seats_where(|taken| !taken.rebuy.is_zero()).iter() {
            let (min, max, unit) = (self.config.buy_in.min, self.config.buy_in.max, self.config.rules.unit);
            let taken = self.taken_mut(seat);
            let room = max.saturating_sub(taken.stack);
            let room = Chips::new(room.get() - room.get() % unit.get());
            let added = taken.rebuy.min(room);
            let enough = !taken.stack.is_zero() || added >= min;
            if enough && !added.is_zero() {
                taken.rebuy -= added;
                self.add_chips(seat, added, events);
            }
            self.return_rebuy(seat, events);
        }
    }

    /// Counts a finished hand, which was a bomb pot if `was` is set.
    fn count_bomb_pot(&mut self, was: bool) {
        if self.config.bomb_pot.is_some() {
            self.since_bomb_pot = if was { 0 } else { self.since_bomb_pot + 1 };
        }
    }

    /// Gives a free stack to each busted player with one left, and removes the others.
    fn give_free_stacks(&mut self, events: &mut Vec<TableEvent>) {
        for seat in self.seats_where(|taken| taken.stack.is_zero()).iter() {
            let player = self.taken_mut(seat).player;
            let on_table = self.chips();
            let Some(stacks) = self.free_stacks.get_mut(&player) else {
                continue;
            };
            let size = stacks.size;
            let left = stacks.left.checked_sub(1);
            // No stack may raise the table's total beyond what can be counted.
            let left = left.filter(|_| on_table.checked_add(size).is_some());
            if let Some(left) = left {
                stacks.left = left;
                events.push(TableEvent::FreeStackGiven {
                    seat,
                    player,
                    amount: size,
                    left,
                });
                self.add_chips(seat, size, events);
            } else {
                stacks.is_out = true;
                self.remove(seat, LeaveReason::Busted, events);
            }
        }
    }
}

/// Returns the absent seats that the blinds pass over from one hand to the next: those that miss a small blind, and
/// those that miss a big blind.
fn missed(last: Positions, now: Positions, absent: SeatSet) -> (SeatSet, SeatSet) {
    let big = absent.between(last.big_blind, now.big_blind);
    // The last big blind owes the small blind next, even if there is none because the table has shrunk.
    let mut small = absent.intersection(SeatSet::only(last.big_blind));
    let distance = |seat| last.small_blind.clockwise_to(seat, MAX_SEATS);
    if distance(now.small_blind) < distance(now.big_blind) {
        small = small.union(absent.between(last.small_blind, now.small_blind));
        small = small.union(absent.intersection(SeatSet::only(now.small_blind)));
    }
    (small, big)
}
