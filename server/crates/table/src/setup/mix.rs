//! The games of a table and their order: the creator's wishes, resolved.

use std::sync::Arc;

use poker_engine::game::{DealersChoice, Rotation, Stakes, catalogue};
use poker_engine::table::{GameOrder, Program, Span, TableGame};
use poker_engine::{Chips, GameDef, LimitKind};
use poker_protocol::v1::mix::OfferedGame;
use poker_protocol::v1::{MixConfig, MixGame, MixInfo, MixKind};
use poker_wire as wire;

use super::error::ConfigError;
use super::timing::{ACTION_MIN_MS, TIME_MAX_MS};

/// Maximum length of a list of games, which exceeds the number of games that exist.
const GAMES_MAX: usize = 200;

/// A game that a table plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The rules of the game.
    pub game: Arc<GameDef>,
    /// The host's definition, if it is the host's own game.
    pub definition: Option<Arc<str>>,
}

/// Several games at one table, resolved.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub(super) games: Vec<Played>,
    pub(super) program: Program,
    pub(super) info: MixInfo,
}

/// A game of a list, before its stakes are known.
#[derive(Clone, Debug)]
struct Wanted {
    game: Arc<GameDef>,
    limit: Option<LimitKind>,
    multiplier: Option<u64>,
}

impl Wanted {
    /// Looks up a game of the creator's list; a structure of `None` means that it was left out.
    fn new(asked: &MixGame) -> Result<Self, ConfigError> {
        let game = catalogue::find(&asked.game).ok_or(ConfigError::NoSuchGame)?;
        let kind = |name: &String| wire::limit_kind_in(name).ok_or(ConfigError::NoSuchLimit);
        Ok(Self {
            game: Arc::clone(game),
            limit: asked.limit.as_ref().map(kind).transpose()?,
            multiplier: asked.multiplier.map(u64::from),
        })
    }

    /// Expands the game into one entry per structure if its structure is left open.
    fn structures(self) -> Vec<Self> {
        let kinds: Vec<LimitKind> = match self.limit {
            Some(kind) => vec![kind],
            None => self.game.limit_kinds().collect(),
        };
        if kinds.is_empty() {
            return vec![self];
        }
        let with = |kind| Self {
            limit: Some(kind),
            ..self.clone()
        };
        kinds.into_iter().map(with).collect()
    }

    fn at_stake(&self, multiplier: u64) -> Result<TableGame, ConfigError> {
        let stakes = Stakes {
            limit: self.limit,
            multiplier: Some(multiplier),
            ..Stakes::default()
        };
        Ok(TableGame::new(&self.game, &stakes)?)
    }

    /// The minimum bet of the first round at the default stakes.
    fn least_bet(&self) -> Result<Chips, ConfigError> {
        let structure = self.at_stake(1)?.structure;
        let first = structure.tiers.first();
        Ok(first.map_or_else(|| structure.reference_bet(), |limit| limit.min_bet()))
    }
}

/// Resolves the games of `mix`, at a table that multiplies all amounts by `factor`.
pub(super) fn resolve(mix: &MixConfig, factor: u64, default_pick_ms: u32) -> Result<Resolved, ConfigError> {
    match mix {
        MixConfig::Rotation { rotation, games, hands } => in_turn(rotation.as_deref(), games, *hands, factor),
        MixConfig::DealersChoice {
            games,
            default,
            pick_ms,
        } => {
            // The time to act may be shorter than this where only bots play.
            let pick_ms = pick_ms.unwrap_or(default_pick_ms.max(ACTION_MIN_MS));
            if !(ACTION_MIN_MS..=TIME_MAX_MS).contains(&pick_ms) {
                return Err(ConfigError::Time);
            }
            picked(games, default.as_deref(), pick_ms, factor)
        }
    }
}

fn in_turn(id: Option<&str>, list: &[MixGame], hands: Option<u16>, factor: u64) -> Result<Resolved, ConfigError> {
    let (known, wanted) = match id {
        Some(id) if list.is_empty() => {
            let known = catalogue::rotations().iter().find(|rotation| rotation.id == id);
            let known = known.ok_or(ConfigError::NoSuchGame)?;
            (Some(known), entries(known))
        }
        None if (2..=GAMES_MAX).contains(&list.len()) => {
            (None, list.iter().map(Wanted::new).collect::<Result<_, _>>()?)
        }
        _ => return Err(ConfigError::MixGames),
    };
    let span = hands.map_or(Span::Orbit, Span::Hands);
    let (games, at_stake) = at_stakes(&wanted, factor)?;
    let info = known.map_or_else(
        || MixInfo {
            games: list.to_vec(),
            ..nameless(MixKind::Rotation)
        },
        |known| rotation_info(known),
    );
    Ok(Resolved {
        games,
        program: Program::new(at_stake, GameOrder::Turns(span))?,
        info: MixInfo { hands, ..info },
    })
}

fn picked(list: &[MixGame], default: Option<&str>, pick_ms: u32, factor: u64) -> Result<Resolved, ConfigError> {
    if list.len() > GAMES_MAX {
        return Err(ConfigError::MixGames);
    }
    let known = catalogue::dealers_choices().first().ok_or(ConfigError::NoSuchGame)?;
    let default = match default {
        Some(id) => catalogue::find(id).ok_or(ConfigError::NoSuchGame)?,
        None => &known.default,
    };
    let mut wanted: Vec<Wanted> = Vec::new();
    let menu: Vec<Wanted> = if list.is_empty() {
        catalogue::all().iter().map(any_limit).collect()
    } else {
        list.iter().map(Wanted::new).collect::<Result<_, _>>()?
    };
    // The default game, played if a dealer does not answer, is on the menu too.
    let of_default = |wanted: &Wanted| wanted.game.id == default.id;
    let missing = (!menu.iter().any(of_default)).then(|| any_limit(default));
    for one in menu.into_iter().chain(missing).flat_map(Wanted::structures) {
        let same = |other: &Wanted| other.game.id == one.game.id && other.limit == one.limit;
        if !wanted.iter().any(same) {
            wanted.push(one);
        }
    }
    let first = wanted.iter().position(of_default).and_then(|at| u16::try_from(at).ok());
    let (games, at_stake) = at_stakes(&wanted, factor)?;
    let order = GameOrder::DealersChoice {
        default: first.ok_or(ConfigError::MixGames)?,
    };
    Ok(Resolved {
        games,
        program: Program::new(at_stake, order)?,
        info: MixInfo {
            games: list.to_vec(),
            default: Some(default.id.clone()),
            pick_ms: Some(pick_ms),
            ..choice_info(known)
        },
    })
}

fn any_limit(game: &Arc<GameDef>) -> Wanted {
    Wanted {
        game: Arc::clone(game),
        limit: None,
        multiplier: None,
    }
}

fn entries(rotation: &Rotation) -> Vec<Wanted> {
    let games = rotation.games.iter();
    games
        .map(|entry| Wanted {
            game: Arc::clone(&entry.game),
            limit: Some(entry.limit),
            multiplier: Some(entry.multiplier),
        })
        .collect()
}

/// The games with their stakes: games without a multiplier get about the same minimum bet as the game with the highest
/// one.
fn at_stakes(wanted: &[Wanted], factor: u64) -> Result<(Vec<Played>, Vec<TableGame>), ConfigError> {
    let bets: Vec<Chips> = wanted.iter().map(Wanted::least_bet).collect::<Result<_, _>>()?;
    let greatest = bets.iter().copied().max().unwrap_or_default();
    let mut games = Vec::with_capacity(wanted.len());
    let mut at_stake = Vec::with_capacity(wanted.len());
    for (one, bet) in wanted.iter().zip(bets) {
        let fitting = || (greatest.get() / bet.get().max(1)).max(1);
        let multiplier = one.multiplier.unwrap_or_else(fitting).saturating_mul(factor);
        at_stake.push(one.at_stake(multiplier)?);
        games.push(Played {
            game: Arc::clone(&one.game),
            definition: None,
        });
    }
    Ok((games, at_stake))
}

fn nameless(kind: MixKind) -> MixInfo {
    MixInfo {
        kind,
        id: None,
        number: None,
        name: None,
        games: Vec::new(),
        hands: None,
        default: None,
        pick_ms: None,
    }
}

fn rotation_info(rotation: &Rotation) -> MixInfo {
    let game = |entry: &poker_engine::game::Entry| MixGame {
        game: entry.game.id.clone(),
        limit: Some(entry.limit.code().to_owned()),
        multiplier: u32::try_from(entry.multiplier).ok().filter(|factor| *factor != 1),
    };
    MixInfo {
        id: Some(rotation.id.clone()),
        number: Some(rotation.number.clone()),
        name: Some(wire::local_name(&rotation.name)),
        games: rotation.games.iter().map(game).collect(),
        ..nameless(MixKind::Rotation)
    }
}

fn choice_info(choice: &DealersChoice) -> MixInfo {
    MixInfo {
        id: Some(choice.id.clone()),
        number: Some(choice.number.clone()),
        name: Some(wire::local_name(&choice.name)),
        default: Some(choice.default.id.clone()),
        ..nameless(MixKind::DealersChoice)
    }
}

/// The mixes of the catalogue, as the list of games shows them.
pub fn catalogue_mixes() -> Vec<MixInfo> {
    let rotations = catalogue::rotations().iter().map(|rotation| rotation_info(rotation));
    let choices = catalogue::dealers_choices().iter().map(|choice| choice_info(choice));
    rotations.chain(choices).collect()
}

/// These games of a table as offered to a dealer: each game once, with all its structures.
pub(crate) fn offered<'a>(games: impl Iterator<Item = (&'a Played, Option<LimitKind>)>) -> Vec<OfferedGame> {
    let mut offered: Vec<OfferedGame> = Vec::new();
    for (Played { game, .. }, limit) in games {
        let limit = limit.map(|kind| kind.code().to_owned());
        match offered.iter_mut().find(|other| other.game == game.id) {
            Some(known) => known.limits.extend(limit),
            None => offered.push(OfferedGame {
                game: game.id.clone(),
                name: wire::local_name(&game.name),
                limits: limit.into_iter().collect(),
            }),
        }
    }
    offered
}
