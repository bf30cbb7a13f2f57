//! The structures shipped with the engine.

use std::sync::{Arc, LazyLock};

use super::Structure;
use super::level::{LevelRow, Row};
use crate::Chips;
use crate::tournament::law::Level;

/// The files of `src/tournament/structures`, in the order in which they are listed.
const FILES: [(&str, &str); 18] = [
    ("freezeout", include_str!("../structures/freezeout.toml")),
    ("turbo", include_str!("../structures/turbo.toml")),
    ("deep", include_str!("../structures/deep.toml")),
    ("sit-and-go", include_str!("../structures/sit-and-go.toml")),
    ("heads-up", include_str!("../structures/heads-up.toml")),
    ("friends", include_str!("../structures/friends.toml")),
    ("late", include_str!("../structures/late.toml")),
    ("re-entry", include_str!("../structures/re-entry.toml")),
    ("rebuy", include_str!("../structures/rebuy.toml")),
    ("bounty", include_str!("../structures/bounty.toml")),
    ("progressive", include_str!("../structures/progressive.toml")),
    ("mystery", include_str!("../structures/mystery.toml")),
    ("satellite", include_str!("../structures/satellite.toml")),
    ("shootout", include_str!("../structures/shootout.toml")),
    ("bracket", include_str!("../structures/bracket.toml")),
    ("mixed", include_str!("../structures/mixed.toml")),
    ("stud", include_str!("../structures/stud.toml")),
    ("home", include_str!("../structures/home.toml")),
];

static STRUCTURES: LazyLock<Vec<Arc<Structure>>> = LazyLock::new(|| {
    let read = |(file, text): &(&str, &str)| match Structure::parse(text) {
        Ok(structure) => Arc::new(structure),
        Err(error) => panic!("{file}: {error}"),
    };
    FILES.iter().map(read).collect()
});

/// Returns all structures that come with the engine, in the order in which they are listed.
pub fn all() -> &'static [Arc<Structure>] {
    &STRUCTURES
}

/// Returns the structure with an identifier.
pub fn find(id: &str) -> Option<&'static Arc<Structure>> {
    STRUCTURES.iter().find(|structure| structure.id == id)
}

/// Returns the file text of the structure with an identifier.
pub fn source(id: &str) -> Option<&'static str> {
    FILES.iter().find(|(file, _)| *file == id).map(|(_, text)| *text)
}

/// Small and big blinds of the default levels. Rule: tournament 4.
const BLINDS: [(u64, u64); 20] = [
    (25, 50),
    (50, 100),
    (75, 150),
    (100, 200),
    (150, 300),
    (200, 400),
    (250, 500),
    (300, 600),
    (400, 800),
    (500, 1_000),
    (600, 1_200),
    (800, 1_600),
    (1_000, 2_000),
    (1_250, 2_500),
    (1_500, 3_000),
    (2_000, 4_000),
    (2_500, 5_000),
    (3_000, 6_000),
    (4_000, 8_000),
    (5_000, 10_000),
];

/// Returns the levels of a structure that lists none: 12 minutes each, an ante as large as the big blind from the
/// fourth on, and a break of five minutes after every third. Rule: tournament 4.
pub(super) fn default_levels() -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, (small, big)) in BLINDS.into_iter().enumerate() {
        if index > 0 && index % 3 == 0 {
            rows.push(Row::Break(5 * 60));
        }
        let ante = if index < 3 { 0 } else { big };
        let [small_blind, big_blind, ante, unit] = [small, big, ante, 1].map(Chips::new);
        rows.push(Row::Level(LevelRow {
            seconds: 12 * 60,
            level: Level {
                small_blind,
                big_blind,
                ante,
                unit,
            },
        }));
    }
    rows
}
