//! The effect of each event on the state.

use poker_protocol::v1::tournament::{
    DealOffer, Finished, HandForHandState, LevelClock, LevelInfo, SeatReason, TournamentPhase, TournamentState,
};
use poker_protocol::v1::{Chips, TournamentEvent};

use super::{TournamentModel, minus, plus};

impl TournamentModel {
    pub(super) fn apply_one(&mut self, event: &TournamentEvent) {
        use TournamentEvent as E;
        match event {
            E::PlayerRegistered { .. }
            | E::StartPostponed { .. }
            | E::WaitlistChanged { .. }
            | E::ReEntered { .. }
            | E::PlayerUnregistered { .. }
            | E::RebuyTaken { .. }
            | E::AddOnTaken { .. }
            | E::RegistrationClosed { .. }
            | E::PrizesSet { .. } => self.apply_to_entries(event),
            E::LevelStarted { .. }
            | E::BreakStarted { .. }
            | E::BreakEnded {}
            | E::ClockStopped { .. }
            | E::ClockAdvanced { .. }
            | E::ClockStarted { .. }
            | E::TournamentPaused { .. }
            | E::TournamentResumed { .. }
            | E::HandForHandAnnounced { .. }
            | E::HandForHandEnded {}
            | E::HandForHandRoundStarted { .. } => self.apply_to_clock(event),
            E::StatusChanged { .. }
            | E::PenaltyIssued { .. }
            | E::PenaltyProgress { .. }
            | E::PlayerEliminated { .. }
            | E::PlayerWithdrew { .. }
            | E::PlayerDisqualified { .. }
            | E::ChipsRemoved { .. }
            | E::BountyAwarded { .. }
            | E::PlaceAssigned { .. }
            | E::PrizeAwarded { .. } => self.apply_to_players(event),
            E::DealOffered { .. }
            | E::DealAnswered { .. }
            | E::DealEnded { .. }
            | E::DealMade { .. }
            | E::TournamentCancelled { .. }
            | E::TournamentCompleted { .. } => self.apply_to_end(event),
            E::RoundStarted { .. }
            | E::TableOpened { .. }
            | E::TableBroken { .. }
            | E::BreakOrderPublished { .. }
            | E::SeatAssigned { .. }
            | E::PlayerMoved { .. }
            | E::TableHalted { .. }
            | E::TableResumed { .. }
            | E::FinalTableFormed { .. }
            | E::ChipRaceCompleted { .. }
            | E::HandVoided { .. } => self.apply_to_tables(event),
            E::ChipRaceAnnounced { .. }
            | E::HandForHandRoundEnded { .. }
            | E::HandHeld { .. }
            | E::HandReleased { .. }
            | E::DealProposed { .. }
            | E::SeatGiven { .. }
            | E::EntryUndone { .. }
            | E::EntryRedone { .. }
            | E::TableTold { .. }
            | E::RulingIssued { .. } => {}
        }
        let average = self.in_play.checked_div(self.state.summary.alive.into());
        self.state.average_stack = Chips::new(average.unwrap_or_default()).unwrap_or_default();
    }

    /// Applies events about entries and payments.
    fn apply_to_entries(&mut self, event: &TournamentEvent) {
        let summary = &mut self.state.summary;
        match event {
            TournamentEvent::PlayerRegistered {
                player,
                entry,
                paid,
                bounty,
                who,
                ..
            } => {
                summary.entries += 1;
                summary.alive += 1;
                self.pay_in(*paid, *bounty);
                if let Some(who) = who {
                    self.enter(*player, *entry, *bounty, who);
                }
            }
            TournamentEvent::WaitlistChanged { waiting } => {
                summary.waiting = Some(*waiting).filter(|waiting| *waiting > 0);
            }
            TournamentEvent::StartPostponed { starts_at } => summary.starts_at = Some(*starts_at),
            TournamentEvent::ReEntered {
                player,
                entry,
                paid,
                bounty,
                ..
            } => {
                summary.entries += 1;
                summary.alive += 1;
                self.pay_in(*paid, *bounty);
                let head = self.head(*bounty);
                self.on_entrant(*player, |entrant| {
                    entrant.entry = *entry;
                    entrant.out = false;
                    entrant.bounty = head;
                });
                self.sort_entrants();
            }
            TournamentEvent::PlayerUnregistered { player, refund, .. } => {
                summary.entries = summary.entries.saturating_sub(1);
                summary.alive = summary.alive.saturating_sub(1);
                let price = (*refund).min(summary.buy_in);
                summary.pool = minus(summary.pool, price);
                self.state.bounty_pool = minus(self.state.bounty_pool, minus(*refund, price));
                self.state.entrants.retain(|entrant| entrant.player != *player);
            }
            TournamentEvent::RebuyTaken {
                player, paid, chips, ..
            }
            | TournamentEvent::AddOnTaken {
                player, paid, chips, ..
            } => {
                self.pay_in(*paid, Chips::default());
                self.in_play = self.in_play.saturating_add(chips.get());
                self.on_stack(*player, |stack| plus(stack, *chips));
            }
            TournamentEvent::RegistrationClosed {
                entries,
                alive,
                pool,
                bounty_pool,
                prizes,
                fee,
                ..
            } => {
                self.state.prizes_final = true;
                if let Some(payout) = &mut self.state.payout
                    && payout.fee_percent.is_some()
                {
                    payout.fee = fee.unwrap_or_default();
                }
                (summary.entries, summary.alive, summary.pool) = (*entries, *alive, *pool);
                summary.entries_open = false;
                self.state.bounty_pool = *bounty_pool;
                self.state.prizes = prizes.iter().take(TournamentState::PLACES_MAX).copied().collect();
            }
            TournamentEvent::PrizesSet { payout, prizes, .. } => {
                self.state.payout = Some(*payout);
                self.state.prizes = prizes.iter().take(TournamentState::PLACES_MAX).copied().collect();
            }
            _ => {}
        }
        let is_entry = matches!(
            event,
            TournamentEvent::PlayerRegistered { .. }
                | TournamentEvent::ReEntered { .. }
                | TournamentEvent::PlayerUnregistered { .. }
                | TournamentEvent::WaitlistChanged { .. }
        );
        if is_entry {
            self.note_places();
        }
    }

    /// Applies events about tables and seats.
    fn apply_to_tables(&mut self, event: &TournamentEvent) {
        match event {
            TournamentEvent::RoundStarted { .. } => self.in_play = 0,
            TournamentEvent::TableOpened { table, .. } => self.open(*table),
            TournamentEvent::TableBroken { table } => self.close(*table),
            TournamentEvent::BreakOrderPublished { order } => {
                self.state.break_order = order.iter().take(TournamentState::TABLES_MAX).copied().collect();
            }
            TournamentEvent::SeatAssigned {
                player,
                table,
                seat,
                stack,
                why,
                ..
            } => {
                if *why != SeatReason::Final {
                    self.in_play = self.in_play.saturating_add(stack.get());
                }
                self.sit(*player, (*table, *seat), Some(*stack));
            }
            TournamentEvent::PlayerMoved { player, to, .. } => {
                let stack = self.entrant(*player).and_then(|entrant| entrant.stack);
                let stack = stack.or_else(|| self.seat_of(*player).map(|(_, stack)| stack));
                self.sit(*player, *to, stack);
            }
            TournamentEvent::TableHalted { table, why, .. } => self.on_table(*table, |table| table.halted = Some(*why)),
            TournamentEvent::TableResumed { table, .. } => self.on_table(*table, |table| table.halted = None),
            TournamentEvent::FinalTableFormed { table, from, .. } => {
                for table in from {
                    self.close(*table);
                }
                self.open(*table);
                self.state.break_order = vec![*table];
            }
            TournamentEvent::ChipRaceCompleted {
                table, after, delta, ..
            } => {
                self.in_play = self.in_play.saturating_add_signed(*delta);
                self.set_stacks(*table, after);
            }
            TournamentEvent::HandVoided { table, stacks, .. } => self.set_stacks(*table, stacks),
            _ => {}
        }
    }

    /// Applies events about levels, breaks, pauses and hand-for-hand.
    fn apply_to_clock(&mut self, event: &TournamentEvent) {
        match event {
            TournamentEvent::LevelStarted {
                level,
                game,
                small_blind,
                big_blind,
                ante,
                unit,
                duration,
                next,
                ..
            } => {
                let summary = &mut self.state.summary;
                summary.level = Some(*level);
                if summary.phase == TournamentPhase::Registering {
                    summary.phase = TournamentPhase::Running;
                }
                self.state.you.level = self.state.you.registered.then_some(*level);
                let published = || self.published(level.saturating_add(1));
                self.state.next_level = next.as_deref().cloned().or_else(published);
                self.state.level = Some(LevelInfo {
                    level: *level,
                    game: game.clone(),
                    small_blind: *small_blind,
                    big_blind: *big_blind,
                    ante: *ante,
                    unit: *unit,
                    duration: *duration,
                });
                self.state.clock = Some(LevelClock {
                    level: *level,
                    elapsed_ms: 0,
                    left_ms: u64::from(*duration) * 1000,
                    running: true,
                    on_break: false,
                });
            }
            TournamentEvent::BreakStarted { duration } => {
                if let Some(clock) = &mut self.state.clock {
                    clock.elapsed_ms = 0;
                    clock.left_ms = u64::from(*duration) * 1000;
                    clock.on_break = true;
                }
            }
            TournamentEvent::BreakEnded {} => {
                if let Some(clock) = &mut self.state.clock {
                    clock.on_break = false;
                }
            }
            TournamentEvent::ClockStopped { elapsed, .. } => self.set_clock(*elapsed, Some(false)),
            TournamentEvent::ClockAdvanced { elapsed, .. } => self.set_clock(*elapsed, None),
            TournamentEvent::ClockStarted { elapsed, .. } => self.set_clock(*elapsed, Some(true)),
            TournamentEvent::TournamentPaused { reason, .. } => {
                self.state.summary.phase = TournamentPhase::Paused;
                self.state.paused = Some(reason.clone());
            }
            TournamentEvent::TournamentResumed { .. } => {
                self.state.summary.phase = TournamentPhase::Running;
                self.state.paused = None;
                self.state.deal = None;
            }
            TournamentEvent::HandForHandAnnounced { why, .. } => {
                self.state.hand_for_hand = Some(HandForHandState { why: *why, round: 0 });
            }
            TournamentEvent::HandForHandRoundStarted { round, .. } => {
                if let Some(state) = &mut self.state.hand_for_hand {
                    state.round = *round;
                }
            }
            TournamentEvent::HandForHandEnded {} => self.state.hand_for_hand = None,
            _ => {}
        }
    }

    /// Applies events about the fate of players.
    fn apply_to_players(&mut self, event: &TournamentEvent) {
        match event {
            TournamentEvent::StatusChanged { player, status } => {
                self.on_entrant(*player, |entrant| entrant.status = *status);
            }
            TournamentEvent::PenaltyIssued { player, hands, .. } => self.on_entrant(*player, |entrant| {
                let missed = entrant.penalty.unwrap_or(0).saturating_add(*hands);
                entrant.penalty = (missed > 0).then_some(missed);
            }),
            TournamentEvent::PenaltyProgress { player, left } => {
                self.on_entrant(*player, |entrant| entrant.penalty = (*left > 0).then_some(*left));
            }
            TournamentEvent::PlayerEliminated { player, .. } => {
                self.count_out(*player);
                self.leave_seat(*player);
            }
            // Their chips stay at the table while a hand is running there.
            TournamentEvent::PlayerWithdrew { player, .. } | TournamentEvent::PlayerDisqualified { player, .. } => {
                self.count_out(*player);
                self.on_entrant(*player, |entrant| entrant.bounty = None);
            }
            TournamentEvent::ChipsRemoved { player, amount } => {
                self.in_play = self.in_play.saturating_sub(amount.get());
                if self.is_in(*player) {
                    self.lose_chips(*player, *amount);
                } else {
                    self.leave_seat(*player);
                }
            }
            TournamentEvent::BountyAwarded {
                victim, player, head, ..
            } => {
                self.on_entrant(*victim, |entrant| entrant.bounty = None);
                if *head > Chips::default() {
                    self.on_entrant(*player, |entrant| {
                        entrant.bounty = Some(plus(entrant.bounty.unwrap_or_default(), *head));
                    });
                }
            }
            TournamentEvent::PlaceAssigned {
                player,
                best,
                worst,
                paid,
                ..
            } => {
                let places = &mut self.state.places;
                // Of tied players, the one reported last comes first, as in a snapshot.
                let finished = Finished {
                    player: *player,
                    best: *best,
                    worst: *worst,
                    prize: paid.unwrap_or_default(),
                };
                places.insert(0, finished);
                places.sort_by_key(|finished| finished.best);
                places.truncate(TournamentState::PLACES_MAX);
            }
            TournamentEvent::PrizeAwarded { player, amount, .. } => {
                if let Some(finished) = self.state.places.iter_mut().find(|finished| finished.player == *player) {
                    finished.prize = plus(finished.prize, *amount);
                }
            }
            _ => {}
        }
    }

    /// Applies events about deals and the end.
    fn apply_to_end(&mut self, event: &TournamentEvent) {
        match event {
            TournamentEvent::DealOffered {
                kind,
                keep,
                shares,
                left_ms,
            } => {
                self.state.deal = Some(DealOffer {
                    kind: *kind,
                    keep: *keep,
                    shares: shares.iter().take(TournamentState::ENTRANTS_MAX).copied().collect(),
                    agreed: Vec::new(),
                    left_ms: *left_ms,
                });
            }
            TournamentEvent::DealAnswered { player, agrees: true } => {
                if let Some(deal) = &mut self.state.deal {
                    deal.agreed.push(*player);
                }
            }
            TournamentEvent::DealAnswered { agrees: false, .. }
            | TournamentEvent::DealEnded { .. }
            | TournamentEvent::DealMade { .. } => self.state.deal = None,
            TournamentEvent::TournamentCancelled { .. } => self.finish(TournamentPhase::Cancelled),
            TournamentEvent::TournamentCompleted { .. } => self.finish(TournamentPhase::Completed),
            _ => {}
        }
    }
}
