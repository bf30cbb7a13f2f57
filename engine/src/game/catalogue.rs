//! The games that come with the engine.

use std::sync::{Arc, LazyLock};

use super::GameDef;

/// The definition files, in the order in which the games are listed.
const FILES: &[(&str, &str)] = &[
    ("no-limit-holdem.game", include_str!("../games/no-limit-holdem.game")),
    ("pot-limit-holdem.game", include_str!("../games/pot-limit-holdem.game")),
    ("limit-holdem.game", include_str!("../games/limit-holdem.game")),
    ("short-deck.game", include_str!("../games/short-deck.game")),
    ("pineapple.game", include_str!("../games/pineapple.game")),
    ("crazy-pineapple.game", include_str!("../games/crazy-pineapple.game")),
    ("omaha.game", include_str!("../games/omaha.game")),
    (
        "pot-limit-omaha-8.game",
        include_str!("../games/pot-limit-omaha-8.game"),
    ),
    ("omaha-8.game", include_str!("../games/omaha-8.game")),
    ("five-card-omaha.game", include_str!("../games/five-card-omaha.game")),
    ("five-card-draw.game", include_str!("../games/five-card-draw.game")),
    ("draw-with-blinds.game", include_str!("../games/draw-with-blinds.game")),
];

static GAMES: LazyLock<Vec<Arc<GameDef>>> = LazyLock::new(|| {
    let read = |(file, text): &(&str, &str)| match GameDef::parse(text) {
        Ok(game) => Arc::new(game),
        Err(error) => panic!("{file}: {error}"),
    };
    FILES.iter().map(read).collect()
});

/// All games.
pub fn all() -> &'static [Arc<GameDef>] {
    &GAMES
}

/// The game of an identifier.
pub fn find(id: &str) -> Option<&'static Arc<GameDef>> {
    GAMES.iter().find(|game| game.id == id)
}

/// The first game of a catalogue number, such as `V68`.
pub fn find_number(number: &str) -> Option<&'static Arc<GameDef>> {
    GAMES.iter().find(|game| game.numbers.iter().any(|n| n == number))
}

/// The game that the PHH format calls `code`.
pub fn find_phh(code: &str) -> Option<&'static Arc<GameDef>> {
    GAMES.iter().find(|game| game.phh.as_deref() == Some(code))
}
