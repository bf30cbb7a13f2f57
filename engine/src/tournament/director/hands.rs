//! Hands that are dealt, finished or voided. Rules: tournament 2.2, 2.8, 2.12, 2.15, 2.16, 4.1.

use std::sync::Arc;

use super::bounties::Bust;
use super::command::{PlayerNo, PotResult, Presence, Refusal, Ruling};
use super::event::{Deal, DealtSeat, Event, HaltReason, HandStatus, VoidMode};
use super::finishing::Out;
use super::player::{Standing, number};
use super::tables::{Offer, RunningHand};
use super::{Director, Step};
use crate::setup::Tabling;
use crate::table::{HandTerms, Positions, TableGame};
use crate::tournament::TableNo;
use crate::tournament::law::{BetweenHands, may_deal};
use crate::tournament::structure::{DarkBets, Kind};
use crate::{Chips, SeatIx, SeatSet};

impl Director {
    /// Checks that a table may deal now; not in hand-for-hand, when all deal together.
    pub(super) fn may_deal(&self, number: TableNo) -> bool {
        !self.hand_for_hand.is_on() && self.could_deal(number)
    }

    /// Checks that breaks, pauses, players and a table's own state allow it to deal.
    pub(super) fn could_deal(&self, number: TableNo) -> bool {
        let Some(table) = self.tables.get(number) else {
            return false;
        };
        let stands = table.running().is_none() && table.offer().is_none() && !table.is_faulty();
        let stops = self.paused || self.plan.awaits_final() || self.is_decided() || self.clock().in_break();
        let here = !self.plan.is_halted(number) && !self.plan.breaks(number);
        stands
            && !stops
            && here
            && may_deal(&BetweenHands {
                seated: table.law.occupied().len(),
                is_first: !table.has_dealt(),
                heads_up_format: self.structure.is_heads_up(),
                is_final: self.is_final_phase(),
            })
    }

    /// Checks that every table is a final one, or may soon be. Rule: tournament 2.2.
    fn is_final_phase(&self) -> bool {
        let one = self.tables.len() == 1 || self.structure.kind != Kind::Field;
        one || self.entrants.alive() <= u32::from(self.structure.final_seats())
    }

    pub(super) fn deal(&mut self, table: TableNo, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        if !self.tables.is_open(table) {
            return Err(Refusal::NoSuchTable);
        }
        if !self.may_deal(table) {
            return Err(Refusal::NotReady);
        }
        self.begin_hand(table, Tabling::AtOnce, step);
        Ok(())
    }

    /// Deals a hand at a table whose state allows it.
    pub(super) fn begin_hand(&mut self, number: TableNo, tabling: Tabling, step: &mut Step<'_>) {
        let level = self.tables[number].level().unwrap_or(self.clock().level());
        if !self.by_hand {
            self.race_chips(number, level, step);
        }
        self.plan.has_dealt(number);
        let table = self.tables.at_mut(number);
        let is_set = table.takes_set_button();
        if table.law.last().is_none() && !is_set {
            let occupied: Vec<SeatIx> = table.law.occupied().iter().collect();
            let button = occupied[step.draw.index(occupied.len())];
            table.law.draw_button(button).expect("a player sits there");
        }
        let hand = self.planned(number, level, tabling, None);
        self.start_planned(number, hand, step);
    }

    /// Plans a hand, with the seats whose hands are dead.
    pub(super) fn planned(&self, number: TableNo, level: u16, tabling: Tabling, again: Option<Positions>) -> Planned {
        let table = &self.tables[number];
        let (dead, penalised) = self.dead_hands(number);
        Planned {
            level,
            game: table.game_level(level),
            tabling,
            dead,
            penalised,
            again,
        }
    }

    pub(super) fn start_planned(&mut self, number: TableNo, hand: Planned, step: &mut Step<'_>) {
        let game = self.game_of(hand.game);
        let unit = self.clock().terms(hand.level).unit;
        let table = self.tables.at_mut(number);
        let terms = HandTerms {
            game: &game,
            unit,
            tabling: hand.tabling,
            dead: hand.dead,
            dark_bets: self.structure.dark_bets == DarkBets::On,
        };
        let plan = match hand.again {
            Some(positions) => table.law.start_hand_at(positions, &terms),
            None => table.law.start_hand(&terms),
        };
        let plan = plan.expect("the table could deal");
        let positions = plan.positions.expect("a hand of a tournament has positions");
        let dealt: Vec<PlayerNo> = plan.dealt.iter().filter_map(|seat| table.player_at(seat)).collect();
        let running = RunningHand::new(
            (hand.level, hand.game),
            positions,
            hand.penalised.intersection(plan.dealt),
            hand.dead.intersection(plan.dealt),
        );
        let counted = self.tables.start_hand(number, running);
        let deal = Deal {
            table: number,
            hand: counted,
            level: hand.level,
            game: hand.game,
            seats: Vec::new(),
            plan,
        };
        if !self.by_hand {
            self.note_presence(dealt);
        }
        let seats = self.dealt_seats(number, &deal, hand.penalised);
        step.out.deals.push(Deal { seats, ..deal });
    }

    /// Notes players who have taken part in a hand: they have come.
    pub(super) fn note_presence(&mut self, players: Vec<PlayerNo>) {
        for player in players {
            self.entrants.at_mut(player).has_come = true;
        }
    }

    fn dealt_seats(&self, number: TableNo, deal: &Deal, penalised: SeatSet) -> Vec<DealtSeat> {
        let law = &self.tables[number].law;
        let seated = law.seats().filter(|(_, taken)| !taken.stack.is_zero());
        let seat = |(seat, taken): (SeatIx, &crate::table::TournamentSeat)| {
            let player = self::number(taken.player);
            let presence = self.entrants.at(player).presence;
            let status = match presence {
                _ if !deal.plan.dealt.contains(seat) => HandStatus::Waiting,
                _ if penalised.contains(seat) => HandStatus::Penalised,
                Presence::Active => HandStatus::Active,
                Presence::Disconnected => HandStatus::Disconnected,
                Presence::Absent => HandStatus::Absent,
            };
            DealtSeat {
                seat,
                player,
                stack: taken.stack,
                status,
            }
        };
        seated.map(seat).collect()
    }

    /// Returns the running hand of a table as it was dealt, for a table that has lost it.
    pub fn running_deal(&self, number: TableNo) -> Option<Deal> {
        let table = self.tables.get(number)?;
        let hand = table.running()?;
        let deal = Deal {
            table: number,
            hand: hand.number(),
            level: hand.level,
            game: hand.game,
            seats: Vec::new(),
            plan: table.law.hand()?.clone(),
        };
        let seats = self.dealt_seats(number, &deal, hand.penalised);
        Some(Deal { seats, ..deal })
    }

    /// Returns `true` if the running hand of a table is held.
    pub fn holds(&self, number: TableNo) -> bool {
        let running = self.tables.get(number).and_then(|table| table.running());
        running.is_some_and(RunningHand::is_held)
    }

    /// Returns the game of a level at its stakes.
    fn game_of(&mut self, level: u16) -> Arc<TableGame> {
        if let Some(game) = self.games.get(&level) {
            return Arc::clone(game);
        }
        let game = Arc::new(self.structure.table_game(level));
        self.games.insert(level, Arc::clone(&game));
        game
    }

    pub(super) fn hand_done(
        &mut self,
        number: TableNo,
        stacks: &[(SeatIx, Chips)],
        pots: &[PotResult],
        forfeits: &[(SeatIx, Chips)],
        split: Option<Ruling>,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_running()?;
        let stopped = self.stops_level(number);
        let ending = self.is_ending();
        let level = self.clock().level();
        let table = self.tables.named_mut(number)?;
        if table.running().is_none_or(RunningHand::is_held) {
            return Err(Refusal::NoHand);
        }
        let plan = table.law.hand().ok_or(Refusal::NoHand)?;
        let condemned = table.running().map_or(SeatSet::EMPTY, RunningHand::condemned);
        check_forfeits(forfeits, condemned, stacks)?;
        let known = |pot: &PotResult| pot.eligible.union(pot.winners).difference(plan.dealt).is_empty();
        if !pots.iter().all(known) {
            return Err(Refusal::BadResult);
        }
        let before: Vec<(SeatIx, Chips)> = plan
            .setup
            .players
            .iter()
            .map(|player| (player.seat, player.stack))
            .collect();
        let in_play = before.iter().map(|(_, stack)| *stack).sum::<Chips>() + plan.setup.carried;
        let dealt = plan.dealt;
        let busted = table.law.finish_hand(stacks).map_err(|_| Refusal::BadResult)?;
        let mut hand = self.tables.end_hand(number)?;
        let table = self.tables.at_mut(number);
        let carries = stacks.iter().map(|(_, stack)| *stack).sum::<Chips>() < in_play;
        table.hand_played(&hand, dealt, (!stopped).then_some(level), carries);
        self.tables.touch(number);
        tell_kills(hand.take_unheard(), step);
        if let Some(ruling) = split {
            let (mode, stacks) = (VoidMode::Split, stacks.to_vec());
            step.tell(Event::HandVoided {
                table: number,
                hand: hand.number(),
                mode,
                stacks,
                ruling,
            });
        }
        self.count_penalties(number, hand.penalised, step);
        for seat in hand.leaving().iter() {
            self.remove_chips((number, seat), step);
        }
        let forfeited = self.forfeit(number, hand.leaving(), forfeits, step);
        let busted = busted.union(forfeited);
        let mut busts = Vec::new();
        for seat in busted.difference(hand.leaving()).iter().filter(|_| !ending) {
            let player = self.tables[number].player_at(seat).expect("a player of the hand");
            let stack = before.iter().find(|(other, _)| *other == seat);
            busts.push(Bust {
                player,
                entry: self.player(player).map_or(0, |player| player.entry),
                seat,
                stack: stack.map_or(Chips::ZERO, |(_, stack)| *stack),
                hand: hand.number(),
            });
        }
        let asked: Vec<super::PlayerNo> = busts
            .iter()
            .map(|bust| bust.player)
            .filter(|player| self.may_rebuy(*player))
            .collect();
        let offer = Offer {
            until: self.rebuy_until(),
            asked,
            busts,
            pots: pots.to_vec(),
            positions: hand.positions,
        };
        if offer.asked.is_empty() {
            self.after_hand(number, offer, step);
        } else {
            self.offer_rebuys(number, offer);
        }
        Ok(())
    }

    /// Checks that a table that awards its pots now is stopped before its next hand. Rule: tournament 2.12.
    fn stops_level(&self, table: TableNo) -> bool {
        let clock = self.clock.as_ref();
        self.paused
            || self.hand_for_hand.is_on()
            || self.plan.is_halted(table)
            || clock.is_some_and(super::clock::Clock::in_break)
    }

    /// Carries out everything that follows a finished hand once no player there may rebuy any more. Rule: tournament 2.8.
    pub(super) fn after_hand(&mut self, number: TableNo, offer: Offer, step: &mut Step<'_>) {
        self.eliminate(number, offer, step);
        if self.end_if_over(step) {
            return;
        }
        if self.structure.kind != Kind::Field {
            self.table_of_round_done(number, step);
        } else if self.hand_for_hand.is_on() {
            self.synchronise(step);
        } else {
            self.balance(number, step);
            if self.by_hand {
                self.balance_others(number, step);
            }
        }
        self.tables.touch(number);
    }

    /// Removes players who have lost every chip from their seats. Rules: tournament 2.8 step 1, 2.17.
    fn eliminate(&mut self, table: TableNo, offer: Offer, step: &mut Step<'_>) {
        let Offer {
            busts, pots, positions, ..
        } = offer;
        if busts.is_empty() {
            return;
        }
        for bust in &busts {
            self.take((table, bust.seat));
            self.entrants.at_mut(bust.player).standing = Standing::Out;
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

    /// Balances all tables but the one just done. If hands are entered by hand, no table reports a hand without a bust,
    /// so any other table may give up and receive players once its hand is over.
    fn balance_others(&mut self, done: TableNo, step: &mut Step<'_>) {
        let others: Vec<TableNo> = self.tables.numbers().filter(|table| *table != done).collect();
        for table in others {
            if self.is_idle(table) {
                self.balance(table, step);
            }
        }
    }

    fn count_penalties(&mut self, table: TableNo, served: SeatSet, step: &mut Step<'_>) {
        for seat in served.iter() {
            let Some(player) = self.tables[table].player_at(seat) else {
                continue;
            };
            let state = self.entrants.at_mut(player);
            state.missed = state.missed.saturating_sub(1);
            let left = state.missed;
            step.tell(Event::PenaltyProgress { player, left });
        }
    }

    /// Removes a player who has left the tournament, with the chips of the seat.
    pub(super) fn remove_chips(&mut self, place: super::TableSeat, step: &mut Step<'_>) {
        let (player, amount) = self.take(place);
        self.tables.take_out(amount);
        step.tell(Event::ChipsRemoved { player, amount });
    }

    pub(super) fn void_hand(&mut self, number: TableNo, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        let mut hand = self.tables.end_hand(number)?;
        let table = self.tables.at_mut(number);
        let (tabling, stacks) = table.law.hand().map_or((Tabling::AtOnce, Vec::new()), |plan| {
            let players = plan.setup.players.iter();
            let stacks = players.map(|player| (player.seat, player.stack)).collect();
            (plan.setup.rules.tabling, stacks)
        });
        table.law.void_hand().expect("a hand is running");
        table.count_void();
        let faulty = table.is_faulty();
        tell_kills(hand.take_unheard(), step);
        step.tell(Event::HandVoided {
            table: number,
            hand: hand.number(),
            mode: VoidMode::Refund,
            stacks,
            ruling,
        });
        for seat in hand.leaving().iter() {
            self.remove_chips((number, seat), step);
        }
        let again = self.repeats(number, hand.positions);
        if faulty {
            let why = HaltReason::Fault;
            step.tell(Event::TableHalted { table: number, why });
            if !self.end_if_over(step) && self.hand_for_hand.is_on() {
                self.synchronise(step);
            }
        } else if again {
            let hand = Planned {
                level: hand.level,
                game: hand.game,
                tabling,
                dead: hand.dead,
                penalised: hand.penalised,
                again: Some(hand.positions),
            };
            self.start_planned(number, hand, step);
        } else if !self.end_if_over(step) {
            self.tables.touch(number);
            if self.hand_for_hand.is_on() {
                self.synchronise(step);
            } else {
                self.balance(number, step);
            }
        }
        Ok(())
    }

    /// Checks that a void hand with these positions is dealt again immediately: the table may deal, and the big blind is there.
    fn repeats(&self, number: TableNo, positions: Positions) -> bool {
        let there = self
            .tables
            .get(number)
            .map_or(SeatSet::EMPTY, |table| table.law.occupied());
        let there = there.difference(positions.waiting);
        let in_turn = self.hand_for_hand.is_round() || !self.hand_for_hand.is_on();
        in_turn && self.could_deal(number) && there.contains(positions.big_blind) && there.len() >= 2
    }

    /// Returns `true` if the running hand of a table would be dealt again immediately if it were void.
    pub fn would_repeat(&self, number: TableNo) -> bool {
        let stops = self.paused || self.plan.awaits_final() || self.is_decided() || self.clock().in_break();
        !stops && !self.hand_for_hand.is_on() && !self.plan.is_halted(number) && !self.plan.breaks(number)
    }
}

/// Checks that the reported winnings of killed hands are possible.
fn check_forfeits(forfeits: &[(SeatIx, Chips)], condemned: SeatSet, stacks: &[(SeatIx, Chips)]) -> Result<(), Refusal> {
    let mut seen = SeatSet::EMPTY;
    for (seat, won) in forfeits {
        let known = stacks.iter().find(|(other, _)| other == seat);
        let holds = known.is_some_and(|(_, stack)| stack >= won);
        if !condemned.contains(*seat) || seen.contains(*seat) || !holds {
            return Err(Refusal::BadResult);
        }
        seen.insert(*seat);
    }
    Ok(())
}

/// Reports the hands that officials killed in a finished one.
fn tell_kills(rulings: Vec<Ruling>, step: &mut Step<'_>) {
    for ruling in rulings {
        step.tell(Event::RulingIssued {
            rule: "11.4".to_owned(),
            tool: "kill_hand".to_owned(),
            ruling,
        });
    }
}

/// A hand to be dealt.
#[derive(Clone, Copy)]
pub(super) struct Planned {
    level: u16,
    game: u16,
    tabling: Tabling,
    dead: SeatSet,
    penalised: SeatSet,
    /// Positions of the void hand that it repeats.
    again: Option<Positions>,
}
