//! The terms of tournaments: structures, their levels and games, and the line of the lobby.

use poker_engine::tournament::law::Level;
use poker_engine::tournament::structure::{self as engine, BountyKind, HandForHand, Pays, Row, Structure};
use poker_protocol::v1;
use poker_protocol::v1::tournament::{
    self as sent, AddOnTerms, BountyTerms, HandForHandTrigger, LevelInfo, LevelRow, PayTerms, RebuyTerms,
    StructureInfo, TournamentFormat, TournamentGame, TournamentId, TournamentPhase, TournamentSummary,
};

use super::ToWire as _;
use crate::local_name;

/// A level as published and played. `duration` is in seconds.
pub fn level_info(structure: &Structure, level: u16, terms: Level, duration: u32) -> LevelInfo {
    LevelInfo {
        level,
        game: structure.game(level).to_string(),
        small_blind: terms.small_blind.to_wire(),
        big_blind: terms.big_blind.to_wire(),
        ante: terms.ante.to_wire(),
        unit: terms.unit.to_wire(),
        duration,
    }
}

/// The terms that are published before entries open.
pub fn structure(structure: &Structure) -> StructureInfo {
    let milliseconds = |seconds: u32| seconds.saturating_mul(1000);
    StructureInfo {
        id: structure.id.clone(),
        name: local_name(&structure.name),
        kind: structure.kind.to_wire(),
        start: structure.start.to_wire(),
        entries_min: structure.entries.0,
        entries_max: structure.entries.1,
        seats: structure.seats,
        final_seats: structure.final_seats(),
        games: games(structure),
        stack: structure.stack.to_wire(),
        levels: level_rows(structure),
        ante: structure.ante.to_wire(),
        price: structure.price.to_wire(),
        bounty: structure.bounty.as_ref().map(bounty_terms),
        late_levels: structure.late_levels,
        re_entries: structure.re_entries,
        rebuy: structure.rebuy.map(|rebuy| RebuyTerms {
            levels: rebuy.levels,
            price: rebuy.price.to_wire(),
            chips: rebuy.chips.to_wire(),
            most: rebuy.most,
        }),
        add_on: structure.add_on.map(|add_on| AddOnTerms {
            price: add_on.price.to_wire(),
            chips: add_on.chips.to_wire(),
        }),
        guarantee: structure.guarantee.to_wire(),
        pays: pay_terms(&structure.pays),
        pays_unit: (structure.pays_unit.get() > 1).then(|| structure.pays_unit.to_wire()),
        house_only: structure.is_house_only(),
        hand_for_hand: structure.hand_for_hand.iter().copied().map(trigger).collect(),
        late_tables: structure.late_tables,
        breaks: structure.breaks.to_wire(),
        clock: structure.clock.to_wire(),
        action_ms: milliseconds(structure.action),
        bank_ms: milliseconds(structure.bank),
        absent_hand: structure.absent_hand.to_wire(),
        severity: structure.severity.to_wire(),
        dark_bets: structure.dark_bets == engine::DarkBets::On,
    }
}

/// A tournament without entries, as the lobby lists it; the caller fills in its progress.
pub fn summary(tournament: TournamentId, structure: &Structure) -> TournamentSummary {
    let none = v1::Chips::default();
    TournamentSummary {
        tournament,
        name: local_name(&structure.name),
        structure: structure.id.clone(),
        format: format(structure),
        games: games(structure),
        buy_in: structure.price.to_wire(),
        bounty: structure.bounty.as_ref().map_or(none, |bounty| bounty.price.to_wire()),
        guarantee: structure.guarantee.to_wire(),
        stack: structure.stack.to_wire(),
        seats: structure.seats,
        entries_min: structure.entries.0,
        entries_max: structure.entries.1,
        entries: 0,
        alive: 0,
        waiting: None,
        phase: TournamentPhase::Registering,
        starts_at: None,
        ended_at: None,
        level: None,
        entries_open: true,
        pool: none,
        target: None,
        host: None,
        private: false,
        live: false,
        house: false,
        bots_wanted: None,
        adults_only: false,
        watch_delay: None,
        bagged: false,
        languages: Vec::new(),
    }
}

const fn format(structure: &Structure) -> TournamentFormat {
    match (structure.kind, &structure.pays, structure.start) {
        (engine::Kind::Shootout, _, _) => TournamentFormat::Shootout,
        (engine::Kind::Bracket, _, _) => TournamentFormat::Bracket,
        (engine::Kind::Field, Pays::Seats { .. }, _) => TournamentFormat::Satellite,
        (engine::Kind::Field, _, engine::Start::Full) => TournamentFormat::SitAndGo,
        (engine::Kind::Field, _, engine::Start::Time) => TournamentFormat::Freezeout,
    }
}

fn games(structure: &Structure) -> Vec<TournamentGame> {
    let games = structure.games.iter().map(|choice| {
        let limit = choice.limit.or_else(|| choice.game.limit_kinds().next());
        TournamentGame {
            game: choice.game.id.clone(),
            limit: limit.map_or("", |kind| kind.code()).to_owned(),
        }
    });
    games.collect()
}

fn level_rows(structure: &Structure) -> Vec<LevelRow> {
    let mut level = 0;
    let row = |row: &Row| match row {
        Row::Break(duration) => LevelRow::Break { duration: *duration },
        Row::Level(row) => {
            level += 1;
            LevelRow::Level(level_info(structure, level, row.level, row.seconds))
        }
    };
    structure.levels.iter().map(row).collect()
}

fn bounty_terms(bounty: &engine::Bounty) -> BountyTerms {
    let (kind, envelopes) = match &bounty.kind {
        BountyKind::Flat => (sent::BountyKind::Flat, Vec::new()),
        BountyKind::Progressive => (sent::BountyKind::Progressive, Vec::new()),
        BountyKind::Mystery { envelopes } => (sent::BountyKind::Mystery, envelopes.clone()),
    };
    BountyTerms {
        price: bounty.price.to_wire(),
        kind,
        envelopes,
    }
}

fn pay_terms(pays: &Pays) -> PayTerms {
    match pays {
        Pays::Ladder => PayTerms::Ladder {},
        Pays::Table => PayTerms::Table {},
        Pays::Percents(percents) => PayTerms::Percents {
            percents: percents.clone(),
        },
        Pays::Seats { seats, of } => PayTerms::Seats {
            seats: *seats,
            of: of.clone(),
        },
    }
}

const fn trigger(trigger: HandForHand) -> HandForHandTrigger {
    match trigger {
        HandForHand::Money => HandForHandTrigger::Money {},
        HandForHand::Final => HandForHandTrigger::Final {},
        HandForHand::Jump(left) => HandForHandTrigger::Jump { left },
    }
}

#[cfg(test)]
mod tests {
    use poker_engine::tournament::structure::shipped;

    use super::*;

    #[test]
    fn formats_are_told_apart() {
        let format_of = |id| format(shipped::find(id).unwrap());
        for (id, wanted) in [
            ("freezeout", TournamentFormat::Freezeout),
            ("rebuy", TournamentFormat::Freezeout),
            ("sit-and-go", TournamentFormat::SitAndGo),
            ("shootout", TournamentFormat::Shootout),
            ("bracket", TournamentFormat::Bracket),
            ("satellite", TournamentFormat::Satellite),
        ] {
            assert_eq!(format_of(id), wanted, "{id}");
        }
    }
}
