//! The state of a tournament, kept up to date from its events.

mod apply;

use poker_protocol::v1::tournament::{
    BountyKind, Entrant, EventTable, LevelInfo, LevelRow, PlayerPresence, TournamentEvents, TournamentPhase,
    TournamentSnapshot, TournamentState, YourTournament,
};
use poker_protocol::v1::{Chips, PlayerInfo, PlayerKind, TournamentId};

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

    /// Notes if new players may enter: not while all places are taken, or players wait for one.
    fn note_places(&mut self) {
        let summary = &mut self.state.summary;
        if summary.entries >= summary.entries_max || summary.waiting.is_some() {
            summary.entries_open = false;
        } else if summary.phase == TournamentPhase::Registering {
            summary.entries_open = true;
        }
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
                bag: None,
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
