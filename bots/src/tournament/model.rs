//! The state of a tournament, kept up to date from its events.

use poker_protocol::v1::tournament::{
    BountyKind, DealOffer, Entrant, EventTable, Finished, HandForHandState, LevelClock, LevelInfo, LevelRow,
    PlayerPresence, SeatReason, TournamentEvents, TournamentPhase, TournamentSnapshot, TournamentState, YourTournament,
};
use poker_protocol::v1::{Chips, PlayerInfo, PlayerKind, TournamentEvent, TournamentId};

/// A tournament as one viewer knows it: a snapshot and everything that has happened since.
///
/// Apply every event exactly once and in order, as the [`Client`](crate::Client) delivers them. The state has the same shape as
/// in a snapshot, and its lists have the same limits. Hands are reported only by the tables, so stacks here are as of the last
/// tournament event that stated them; prizes are those of the snapshot until entries close.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentModel {
    /// Number of the last event applied.
    seq: u64,
    /// All chips in play, used to compute the average.
    in_play: u64,
    state: TournamentState,
}

impl TournamentModel {
    /// Creates a tournament from a snapshot.
    pub fn new(snapshot: TournamentSnapshot) -> Self {
        let state = *snapshot.state;
        Self {
            seq: snapshot.seq,
            in_play: in_play(&state),
            state,
        }
    }

    /// Returns the identifier of the tournament.
    pub fn id(&self) -> &TournamentId {
        &self.state.summary.tournament
    }

    /// Returns the number of the last event applied.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the complete state.
    pub fn state(&self) -> &TournamentState {
        &self.state
    }

    /// Returns the viewer's standing.
    pub fn you(&self) -> &YourTournament {
        &self.state.you
    }

    /// Returns a player, if listed.
    pub fn entrant(&self, player: u32) -> Option<&Entrant> {
        self.state.entrants.iter().find(|entrant| entrant.player == player)
    }

    /// Returns a table in play, if listed.
    pub fn table(&self, no: u32) -> Option<&EventTable> {
        self.state.tables.iter().find(|table| table.no == no)
    }

    /// Returns `true` if a person may be among the players still in: one is listed, or more players are in than are listed.
    pub fn has_people(&self) -> bool {
        let mut alive = self.state.entrants.iter().filter(|entrant| !entrant.out);
        let is_whole = alive.clone().count() >= usize::try_from(self.state.summary.alive).unwrap_or(usize::MAX);
        !is_whole || alive.any(|entrant| entrant.who.kind != PlayerKind::Bot)
    }

    /// Returns `true` if the tournament is over or was cancelled.
    pub fn is_over(&self) -> bool {
        let phase = self.state.summary.phase;
        matches!(phase, TournamentPhase::Completed | TournamentPhase::Cancelled)
    }

    /// Applies events; `skipped` has the numbers of those whose kind is unknown.
    pub fn apply(&mut self, events: &TournamentEvents, skipped: &[u64]) {
        for event in &events.events {
            self.apply_one(event);
        }
        let count = u64::try_from(events.events.len() + skipped.len()).unwrap_or(u64::MAX);
        self.seq = (events.first_seq.saturating_add(count)).saturating_sub(1).max(self.seq);
        if let Some(clock) = events.clock {
            self.state.clock = Some(clock);
        }
    }

    /// Updates the viewer's standing.
    pub fn set_you(&mut self, you: YourTournament) {
        if let Some(seat) = &you.seat {
            self.on_table(seat.table_no, |table| table.table = Some(seat.table.clone()));
        }
        self.state.you = you;
    }

    fn apply_one(&mut self, event: &TournamentEvent) {
        use TournamentEvent as E;
        match event {
            E::PlayerRegistered { .. }
            | E::StartPostponed { .. }
            | E::ReEntered { .. }
            | E::PlayerUnregistered { .. }
            | E::RebuyTaken { .. }
            | E::AddOnTaken { .. }
            | E::RegistrationClosed { .. } => self.apply_to_entries(event),
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
                ..
            } => {
                (summary.entries, summary.alive, summary.pool) = (*entries, *alive, *pool);
                summary.entries_open = false;
                self.state.bounty_pool = *bounty_pool;
                self.state.prizes = prizes.iter().take(TournamentState::PLACES_MAX).copied().collect();
            }
            _ => {}
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
                ..
            } => {
                let summary = &mut self.state.summary;
                summary.level = Some(*level);
                if summary.phase == TournamentPhase::Registering {
                    summary.phase = TournamentPhase::Running;
                }
                self.state.you.level = self.state.you.registered.then_some(*level);
                self.state.next_level = self.published(level.saturating_add(1));
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

    fn finish(&mut self, phase: TournamentPhase) {
        self.state.summary.phase = phase;
        self.state.summary.entries_open = false;
        self.state.clock = None;
        self.state.level = None;
        self.state.next_level = None;
        self.state.deal = None;
        self.state.tables.clear();
        self.state.table_count = 0;
        self.state.break_order.clear();
    }

    fn pay_in(&mut self, paid: Chips, bounty: Chips) {
        self.state.summary.pool = plus(self.state.summary.pool, paid);
        self.state.bounty_pool = plus(self.state.bounty_pool, bounty);
    }

    /// Returns the bounty on the head of an entry that paid this much for bounties.
    fn head(&self, paid: Chips) -> Option<Chips> {
        let terms = self.state.structure.bounty.as_ref()?;
        let has_one = terms.kind != BountyKind::Mystery;
        (has_one && paid > Chips::default()).then_some(paid)
    }

    fn enter(&mut self, player: u32, entry: u32, bounty: Chips, who: &PlayerInfo) {
        if self.state.entrants.len() < TournamentState::ENTRANTS_MAX {
            let bounty = self.head(bounty);
            self.state.entrants.push(Entrant {
                player,
                who: who.clone(),
                entry,
                status: PlayerPresence::Active,
                out: false,
                stack: None,
                bounty,
                penalty: None,
            });
            self.sort_entrants();
        }
    }

    /// Sorts the players still in first.
    fn sort_entrants(&mut self) {
        self.state.entrants.sort_by_key(|entrant| (entrant.out, entrant.player));
    }

    fn count_out(&mut self, player: u32) {
        self.state.summary.alive = self.state.summary.alive.saturating_sub(1);
        self.on_entrant(player, |entrant| entrant.out = true);
        self.sort_entrants();
    }

    fn open(&mut self, no: u32) {
        let opened = EventTable {
            no,
            table: None,
            seats: Vec::new(),
            halted: None,
        };
        let tables = &mut self.state.tables;
        if let Some(table) = tables.iter_mut().find(|table| table.no == no) {
            *table = opened;
            return;
        }
        self.state.table_count += 1;
        if tables.len() < TournamentState::TABLES_MAX {
            tables.push(opened);
            tables.sort_by_key(|table| table.no);
        }
    }

    fn close(&mut self, no: u32) {
        let listed = self.state.tables.len();
        self.state.tables.retain(|table| table.no != no);
        let was_listed = self.state.tables.len() < listed;
        let others = usize::try_from(self.state.table_count).is_ok_and(|count| count > listed);
        if was_listed || others {
            self.state.table_count -= 1;
        }
        self.state.break_order.retain(|other| *other != no);
    }

    fn sit(&mut self, player: u32, (no, seat): (u32, u8), stack: Option<Chips>) {
        for table in &mut self.state.tables {
            table.seats.retain(|(_, other, _)| *other != player);
        }
        self.on_table(no, |table| {
            table.seats.push((seat, player, stack.unwrap_or_default()));
            table.seats.sort_unstable_by_key(|(seat, ..)| *seat);
        });
        self.on_entrant(player, |entrant| entrant.stack = stack.or(entrant.stack));
    }

    fn leave_seat(&mut self, player: u32) {
        for table in &mut self.state.tables {
            table.seats.retain(|(_, other, _)| *other != player);
        }
        self.on_entrant(player, |entrant| entrant.stack = None);
    }

    fn is_in(&self, player: u32) -> bool {
        let mut entrants = self.state.entrants.iter();
        entrants.any(|entrant| entrant.player == player && !entrant.out)
    }

    /// Removes chips won by a killed hand from play.
    fn lose_chips(&mut self, player: u32, amount: Chips) {
        let less = |stack: Chips| Chips::new(stack.get().saturating_sub(amount.get())).unwrap_or_default();
        for table in &mut self.state.tables {
            for (_, _, stack) in table.seats.iter_mut().filter(|(_, other, _)| *other == player) {
                *stack = less(*stack);
            }
        }
        self.on_entrant(player, |entrant| entrant.stack = entrant.stack.map(less));
    }

    /// Returns the table and the stack of a player.
    fn seat_of(&self, player: u32) -> Option<(u32, Chips)> {
        self.state.tables.iter().find_map(|table| {
            let seat = table.seats.iter().find(|(_, other, _)| *other == player)?;
            Some((table.no, seat.2))
        })
    }

    fn set_stacks(&mut self, no: u32, stacks: &[(u8, Chips)]) {
        let mut told = Vec::new();
        self.on_table(no, |table| {
            for (seat, player, stack) in &mut table.seats {
                if let Some((_, now)) = stacks.iter().find(|(other, _)| other == seat) {
                    *stack = *now;
                    told.push((*player, *now));
                }
            }
        });
        for (player, stack) in told {
            self.on_entrant(player, |entrant| entrant.stack = Some(stack));
        }
    }

    fn on_stack(&mut self, player: u32, change: impl Fn(Chips) -> Chips) {
        for table in &mut self.state.tables {
            for (_, _, stack) in table.seats.iter_mut().filter(|(_, other, _)| *other == player) {
                *stack = change(*stack);
            }
        }
        self.on_entrant(player, |entrant| entrant.stack = entrant.stack.map(change));
    }

    fn set_clock(&mut self, elapsed: u64, running: Option<bool>) {
        let duration = self.state.level.as_ref().map_or(0, |level| u64::from(level.duration));
        if let Some(clock) = &mut self.state.clock {
            clock.elapsed_ms = elapsed.saturating_mul(1000);
            clock.left_ms = duration.saturating_sub(elapsed).saturating_mul(1000);
            clock.running = running.unwrap_or(clock.running);
        }
    }

    /// Returns a level of the structure; `None` beyond the last one.
    fn published(&self, level: u16) -> Option<LevelInfo> {
        let mut rows = self.state.structure.levels.iter();
        rows.find_map(|row| match row {
            LevelRow::Level(info) if info.level == level => Some(info.clone()),
            _ => None,
        })
    }

    fn on_entrant(&mut self, player: u32, change: impl FnOnce(&mut Entrant)) {
        if let Some(entrant) = self.state.entrants.iter_mut().find(|entrant| entrant.player == player) {
            change(entrant);
        }
    }

    fn on_table(&mut self, no: u32, change: impl FnOnce(&mut EventTable)) {
        if let Some(table) = self.state.tables.iter_mut().find(|table| table.no == no) {
            change(table);
        }
    }
}

/// Returns all chips at the tables of a snapshot; if not all tables are listed, the number that the average implies.
fn in_play(state: &TournamentState) -> u64 {
    if usize::try_from(state.table_count).is_ok_and(|count| count == state.tables.len()) {
        let seats = state.tables.iter().flat_map(|table| &table.seats);
        return seats.map(|(_, _, stack)| stack.get()).sum();
    }
    state.average_stack.get().saturating_mul(state.summary.alive.into())
}

fn plus(one: Chips, other: Chips) -> Chips {
    Chips::new(one.get().saturating_add(other.get())).unwrap_or(one)
}

fn minus(one: Chips, other: Chips) -> Chips {
    Chips::new(one.get().saturating_sub(other.get())).unwrap_or_default()
}
