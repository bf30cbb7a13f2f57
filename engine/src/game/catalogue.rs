//! The built-in games.

use std::sync::{Arc, LazyLock};

use super::{DealersChoice, GameDef, Rotation};

/// Definition files of `src/games`, collected when the engine is built.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

static GAMES: LazyLock<Vec<Arc<GameDef>>> = LazyLock::new(|| {
    let read = |(file, text): &(&str, &str)| match GameDef::parse(text) {
        Ok(game) => Arc::new(game),
        Err(error) => panic!("{file}: {error}"),
    };
    let mut games: Vec<_> = FILES.iter().map(read).collect();
    games.sort_by(|a, b| a.listing_key().cmp(&b.listing_key()));
    games
});

/// Files of mixed games.
const ROTATIONS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rotations.rs"));

static MIXED: LazyLock<Vec<Arc<Rotation>>> = LazyLock::new(|| {
    let read = |(file, text): &(&str, &str)| match Rotation::parse(text) {
        Ok(rotation) => Arc::new(rotation),
        Err(error) => panic!("{file}: {error}"),
    };
    ROTATIONS.iter().map(read).collect()
});

/// Files of dealer's choice formats.
const CHOICES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/choices.rs"));

static PICKED: LazyLock<Vec<Arc<DealersChoice>>> = LazyLock::new(|| {
    let read = |(file, text): &(&str, &str)| match DealersChoice::parse(text) {
        Ok(choice) => Arc::new(choice),
        Err(error) => panic!("{file}: {error}"),
    };
    CHOICES.iter().map(read).collect()
});

/// Returns the dealer's choice formats, sorted by identifier.
pub fn dealers_choices() -> &'static [Arc<DealersChoice>] {
    &PICKED
}

/// Returns all mixed games, sorted by identifier.
pub fn rotations() -> &'static [Arc<Rotation>] {
    &MIXED
}

/// Returns all games: by family, its leading game first, then by number, with the main form of a number first. A form without a chosen game
/// starts with the first of all.
pub fn all() -> &'static [Arc<GameDef>] {
    &GAMES
}

/// Returns the game with this identifier.
pub fn find(id: &str) -> Option<&'static Arc<GameDef>> {
    GAMES.iter().find(|game| game.id == id)
}

/// Returns the game with this catalogue number, such as `V68`; its main form if it has several.
pub fn find_number(number: &str) -> Option<&'static Arc<GameDef>> {
    GAMES.iter().find(|game| game.numbers.iter().any(|n| n == number))
}

/// Returns the game that the PHH format calls `code`.
pub fn find_phh(code: &str) -> Option<&'static Arc<GameDef>> {
    GAMES.iter().find(|game| game.phh.as_deref() == Some(code))
}

/// Returns the definition file of the game with this identifier.
pub fn source(id: &str) -> Option<&'static str> {
    // Identifiers are unique, and each file is named after its game.
    let file = FILES.iter().find(|(file, _)| file.strip_suffix(".game") == Some(id));
    file.map(|(_, text)| *text)
}
