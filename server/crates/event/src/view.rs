//! The views of a tournament.

use std::collections::BTreeMap;

use poker_engine::Chips;
use poker_engine::tournament::director::{Millis, Payout, Phase, PlayerNo, Standing};
use poker_engine::tournament::{Structure, TableNo};
use poker_protocol::v1::UnixMs;
use poker_protocol::v1::tournament::{
    Entrant, EventSeat, EventTable, LevelClock, LevelInfo, Offer, Place, RULES_VERSION, TournamentPhase,
    TournamentState, TournamentSummary, YourTournament,
};
use poker_store::{AccountId, TableId};
use poker_table::EventSetup;
use poker_wire as wire;
use poker_wire::tournament::ToWire as _;

use super::state::Tournament;

/// The tables of an event that can be watched.
pub(super) type KnownTables = BTreeMap<TableNo, TableId>;

/// Largest state that is sent, in bytes.
const STATE_BYTES: usize = 48 << 10;

impl Tournament {
    /// Returns the lobby entry.
    pub fn summary(&self) -> TournamentSummary {
        let setup = &self.setup;
        let director = &self.director;
        let phase = match director.phase() {
            Phase::Registering => TournamentPhase::Registering,
            Phase::Running if director.is_paused() => TournamentPhase::Paused,
            Phase::Running => TournamentPhase::Running,
            Phase::Completed => TournamentPhase::Completed,
            Phase::Cancelled => TournamentPhase::Cancelled,
        };
        TournamentSummary {
            name: setup.name.clone(),
            entries: director.entries(),
            alive: director.alive(),
            phase,
            starts_at: self.start.at().and_then(|at| UnixMs::new(at.unsigned_abs())),
            ended_at: self.ended_at.and_then(|at| UnixMs::new(at.unsigned_abs())),
            level: director.shown_clock(self.t).map(|clock| clock.level),
            entries_open: self.takes_entries(),
            waiting: u32::try_from(self.waitlist.lines().len())
                .ok()
                .filter(|waiting| *waiting > 0),
            pool: wire::chips(director.pool()),
            // An entrant of a satellite need not be invited to its target.
            target: setup.target.map(wire::tournament_id),
            host: setup.host.clone(),
            private: setup.private,
            live: setup.live,
            house: setup.host.is_none(),
            bots_wanted: Some(self.wants_bots()).filter(|wants| *wants > 0),
            adults_only: setup.adults_only,
            watch_delay: setup.watch_delay,
            bagged: !director.bags().is_empty(),
            languages: setup.languages.clone(),
            ..wire::tournament::summary(setup.wire_id(), &setup.structure)
        }
    }

    /// Builds the setup of a table as play stands.
    pub fn table_setup(&self, no: TableNo, seats: u8) -> EventSetup {
        self.setup.table_setup(no, seats, self.start.began_at())
    }

    /// Returns the tournament at an instant, as an account may see it.
    pub(super) fn state_for(&self, account: AccountId, at: Millis, known: &KnownTables) -> TournamentState {
        let director = &self.director;
        let structure = &self.setup.structure;
        let clock = self.clock(at);
        let level = clock.map(|clock| clock.level);
        let next = level.map_or(1, |level| level.saturating_add(1));
        let in_play = director.in_play().get();
        let average = in_play.checked_div(u64::from(director.alive())).unwrap_or(0);
        let mut state = TournamentState {
            summary: self.summary(),
            structure: wire::tournament::structure(structure),
            rules: RULES_VERSION,
            clock,
            level: level.map(|level| level_info(structure, level)),
            next_level: Some(level_info(structure, next)),
            prizes: self.prizes().into_iter().map(wire::chips).collect(),
            prizes_final: director.is_closed(),
            payout: (*director.payout() != Payout::default())
                .then(|| wire::tournament::payout_terms(director.payout(), director.paid_out())),
            bounty_pool: wire::chips(director.bounty_pool()),
            places: self.places().best_first().copied().collect(),
            tables: self.event_tables(known).take(TournamentState::TABLES_MAX).collect(),
            table_count: u32::try_from(self.tables.len()).unwrap_or(u32::MAX),
            break_order: if self.is_over() {
                Vec::new()
            } else {
                director.break_order().into_iter().map(|table| table.0).collect()
            },
            entrants: Vec::new(),
            average_stack: wire::chips(Chips::new(average)),
            hand_for_hand: self.hand_for_hand,
            paused: self.paused.clone(),
            deal: self.shown_deal(at),
            you: self.you(account, at, known, false),
        };
        let mut listed: Vec<PlayerNo> = self.entrants().map(|(number, _)| number).collect();
        listed.retain(|number| self.is_in(*number));
        listed.sort_by_key(|number| {
            let out = director.player(*number).is_some_and(|player| !player.is_alive());
            (out, *number)
        });
        let own = self.number_of(account);
        let most = TournamentState::ENTRANTS_MAX;
        let shown = listed.iter().enumerate();
        let shown = shown.filter(|(index, number)| *index < most || Some(**number) == own);
        state.entrants = shown.filter_map(|(_, number)| self.shown_entrant(*number)).collect();
        state.shorten(STATE_BYTES);
        state
    }

    /// Returns the state of the level clock.
    pub(super) fn clock(&self, at: Millis) -> Option<LevelClock> {
        if self.is_over() {
            return None;
        }
        self.director.shown_clock(at).map(|clock| LevelClock {
            level: clock.level,
            elapsed_ms: clock.elapsed,
            left_ms: clock.length.saturating_sub(clock.elapsed),
            running: clock.runs,
            on_break: clock.in_break,
        })
    }

    /// Returns the tables in play that can be watched.
    pub(super) fn event_tables<'a>(&'a self, known: &'a KnownTables) -> impl Iterator<Item = EventTable> + 'a {
        self.tables.keys().filter_map(move |no| {
            let law = self.director.table(*no)?;
            let seat = |(seat, taken): (poker_engine::SeatIx, &poker_engine::table::TournamentSeat)| {
                let player = u32::try_from(taken.player.0).unwrap_or_default();
                (seat.number(), player, wire::chips(taken.stack))
            };
            Some(EventTable {
                no: no.0,
                table: known.get(no).map(|table| self.setup.table_id(*table)),
                seats: law.seats().map(seat).collect(),
                halted: self.director.halted_for(*no).map(|why| why.to_wire()),
            })
        })
    }

    /// Returns the public view of a player.
    pub(super) fn shown_entrant(&self, number: PlayerNo) -> Option<Entrant> {
        let entrant = self.entrant(number)?;
        let player = self.director.player(number)?;
        let stack = player.place.and_then(|(table, seat)| {
            let law = self.director.table(table)?;
            law.seat(seat).map(|taken| taken.stack)
        });
        Some(Entrant {
            player: number.0,
            who: entrant.info.clone(),
            entry: player.entry,
            status: player.presence.to_wire(),
            out: !player.is_alive(),
            stack: stack.map(wire::chips),
            bounty: (!player.head.is_zero()).then(|| wire::chips(player.head)),
            penalty: (player.missed > 0).then_some(player.missed),
            bag: self.bag_of(number),
        })
    }

    /// Returns the table and seat at which a player's stack was bagged.
    fn bag_of(&self, player: PlayerNo) -> Option<(u32, u8)> {
        let bag = self.director.bags().iter().find(|bag| bag.player == player)?;
        Some((bag.place.0.0, bag.place.1.number()))
    }

    /// Returns an account's status.
    pub(super) fn you(&self, account: AccountId, at: Millis, known: &KnownTables, moved: bool) -> YourTournament {
        let structure = &self.setup.structure;
        let director = &self.director;
        let entry_price = wire::chips(structure.entry_price());
        let number = self.player_of(account);
        let Some((number, player)) = number.and_then(|number| Some((number, director.player(number)?))) else {
            let offers = if self.takes_entries() && !self.setup.live {
                vec![Offer::Register { price: entry_price }]
            } else {
                Vec::new()
            };
            return YourTournament {
                offers,
                waitlist: self.waitlist_for(account),
                ..YourTournament::default()
            };
        };
        let mut offers = Vec::new();
        if director.phase() == Phase::Registering {
            offers.push(Offer::Unregister {
                refund: wire::chips(player.paid),
            });
        }
        if director.offers_re_entry(number) {
            offers.push(Offer::ReEnter { price: entry_price });
        }
        if let Some(rebuy) = structure.rebuy {
            let until = director.offer_until(number);
            let left_ms = until.map(|until| u32::try_from(until.saturating_sub(at)).unwrap_or(u32::MAX));
            if left_ms.is_some() || director.offers_rebuy(number) {
                offers.push(Offer::TournamentRebuy {
                    price: wire::chips(rebuy.price),
                    chips: wire::chips(rebuy.chips),
                    left_ms,
                });
            }
        }
        if let Some(add_on) = structure.add_on.filter(|_| director.offers_add_on(number)) {
            offers.push(Offer::AddOn {
                price: wire::chips(add_on.price),
                chips: wire::chips(add_on.chips),
            });
        }
        let seat = player.place.and_then(|(table, seat)| {
            Some(EventSeat {
                table: self.setup.table_id(*known.get(&table)?),
                table_no: table.0,
                seat: seat.number(),
            })
        });
        YourTournament {
            registered: true,
            player: Some(number.0),
            entry: Some(player.entry),
            seat,
            moved,
            level: director.shown_clock(at).map(|clock| clock.level),
            absent: player.presence == poker_engine::tournament::director::Presence::Absent,
            out: !player.is_alive() && player.standing == Standing::Out,
            place: player.finished.map(|(best, worst)| Place { best, worst }),
            prize: (!player.won.is_zero()).then(|| wire::chips(player.won)),
            waitlist: None,
            offers,
        }
    }
}

/// Returns a level of a structure, including one past those it lists.
fn level_info(structure: &Structure, level: u16) -> LevelInfo {
    wire::tournament::level_info(structure, level, structure.terms(level), structure.seconds(level))
}
