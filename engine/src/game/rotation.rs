//! Mixed games: lists of games that a table plays in turn, and dealer's choice.

use std::sync::Arc;

use toml_edit::{Document, Item, Value};

use super::{GameDef, LocalName, Stakes, catalogue};
use crate::limit::LimitKind;

/// Games that a table plays in turn. Rules: variants M14, M15.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// Stable identifier.
    pub id: String,
    /// Catalogue number.
    pub number: String,
    /// Display name.
    pub name: LocalName,
    /// Games, in the order in which they are played.
    pub games: Vec<Entry>,
}

/// Any game, picked by the dealer of each hand. Rule: variants V61.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealersChoice {
    /// Stable identifier.
    pub id: String,
    /// Catalogue number.
    pub number: String,
    /// Display name.
    pub name: LocalName,
    /// Game played if the dealer runs out of time.
    pub default: Arc<GameDef>,
}

/// A game of a rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The game to be played.
    pub game: Arc<GameDef>,
    /// Its betting structure.
    pub limit: LimitKind,
    /// Multiplier of its default amounts, which makes the games of a list match in size.
    pub multiplier: u64,
}

/// Reason why a text is not a rotation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RotationError {
    /// The text is not TOML.
    #[error("the text is not TOML: {0}")]
    Text(String),
    /// A key is missing or has the wrong type.
    #[error("`{0}` is missing or invalid")]
    Key(&'static str),
    /// A game is unknown or is not played with this limit.
    #[error("`{0}` is not a known game, alone or with one of its limits and a multiplier such as x2")]
    Game(String),
    /// The list has fewer than two games.
    #[error("a rotation must have at least two games")]
    TooFew,
}

impl Rotation {
    /// Reads a rotation: `id`, `number`, `name` and `games`, each an identifier, a betting structure and possibly a multiplier, as in `razz
    /// fixed x2`.
    ///
    /// # Errors
    /// The first fault.
    pub fn parse(text: &str) -> Result<Self, RotationError> {
        let document = read(text)?;
        let list = document.get("games").and_then(Item::as_array);
        let words = list.ok_or(RotationError::Key("games"))?.iter().map(Value::as_str);
        let games: Vec<Entry> = words
            .map(|word| word.ok_or(RotationError::Key("games")).and_then(Entry::parse))
            .collect::<Result<_, _>>()?;
        if games.len() < 2 {
            return Err(RotationError::TooFew);
        }
        Ok(Self {
            id: string(&document, "id")?,
            number: string(&document, "number")?,
            name: names(&document)?,
            games,
        })
    }

    /// Returns the smallest and the largest number of players for which every game of the list can be played.
    pub fn seats(&self) -> (u8, u8) {
        let least = self.games.iter().map(|entry| entry.game.seats.0).max();
        let most = self.games.iter().map(|entry| entry.game.seats.1).min();
        (least.unwrap_or(2), most.unwrap_or(2))
    }
}

impl DealersChoice {
    /// Reads a dealer's choice: `id`, `number`, `name` and `default`, the identifier of a game.
    ///
    /// # Errors
    /// The first fault.
    pub fn parse(text: &str) -> Result<Self, RotationError> {
        let document = read(text)?;
        let default = string(&document, "default")?;
        Ok(Self {
            id: string(&document, "id")?,
            number: string(&document, "number")?,
            name: names(&document)?,
            default: Arc::clone(catalogue::find(&default).ok_or(RotationError::Game(default))?),
        })
    }
}

fn read(text: &str) -> Result<Document<&str>, RotationError> {
    Document::parse(text).map_err(|error| RotationError::Text(error.message().to_owned()))
}

fn string(document: &Document<&str>, key: &'static str) -> Result<String, RotationError> {
    let value = document.get(key).and_then(Item::as_str);
    value.map(str::to_owned).ok_or(RotationError::Key(key))
}

fn names(document: &Document<&str>) -> Result<LocalName, RotationError> {
    let name = |language: &str| {
        let names = document.get("name").and_then(|names| names.get(language));
        let name = names.and_then(Item::as_str);
        name.map(str::to_owned).ok_or(RotationError::Key("name"))
    };
    Ok(LocalName {
        en: name("en")?,
        fr: name("fr")?,
    })
}

impl Entry {
    /// Reads an entry such as `razz fixed x2`.
    fn parse(text: &str) -> Result<Self, RotationError> {
        let unknown = || RotationError::Game(text.to_owned());
        let words: Vec<&str> = text.split_whitespace().collect();
        let (id, limit, multiplier) = match words[..] {
            [id, limit] => (id, limit, 1),
            [id, limit, factor] => {
                let factor = factor.strip_prefix('x').and_then(|factor| factor.parse().ok());
                (id, limit, factor.filter(|factor| *factor > 0).ok_or_else(unknown)?)
            }
            _ => return Err(unknown()),
        };
        let game = catalogue::find(id).ok_or_else(unknown)?;
        let limit = game
            .limit_kinds()
            .find(|kind| kind.code() == limit)
            .ok_or_else(unknown)?;
        Ok(Self {
            game: Arc::clone(game),
            limit,
            multiplier,
        })
    }

    /// Returns the stakes of the game at a table that multiplies the amounts of the whole list by `factor`.
    pub fn stakes(&self, factor: u64) -> Stakes {
        Stakes {
            limit: Some(self.limit),
            multiplier: Some(self.multiplier.saturating_mul(factor)),
            ..Stakes::default()
        }
    }
}
