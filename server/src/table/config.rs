//! How a table is set up: the creator's wishes, checked and resolved.

use std::sync::Arc;

use poker_engine::game::{DefinitionError, Stakes, StakesError, catalogue};
use poker_engine::table::{ButtonRule, BuyIn, TableConfig as LawConfig, TableConfigError, TableGame};
use poker_engine::{GameDef, LimitKind};
use poker_protocol::v1::table::{SessionRules, TableConfig, TableInfo};
use poker_protocol::v1::{ErrorCode, ErrorMsg};

use super::clock::Timing;
use crate::store::TableId;
use crate::wire;

/// The greatest action time and time bank that a table may choose, in milliseconds: ten minutes.
const TIME_MAX_MS: u32 = 600_000;
/// The least action time, in milliseconds.
const ACTION_MIN_MS: u32 = 1_000;
/// The longest definition of a host's own game, in bytes.
pub const DEFINITION_BYTES: usize = 8192;
/// The longest name of a table, in characters.
const NAME_MAX: usize = 40;

/// Why there cannot be such a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// A name that is empty, too long, or holds characters that cannot be seen.
    #[error("a table's name has 1 to 40 visible characters")]
    Name,
    /// There is no such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// The host's own game cannot be read or played.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// The host's own game is longer than a definition may be.
    #[error("a definition has up to {DEFINITION_BYTES} bytes")]
    DefinitionTooLong,
    /// The host's own game is called like one of the catalogue, or not like the table says.
    #[error("the game of a definition has a name of its own, and `game` repeats it or is empty")]
    DefinitionName,
    /// A host's own game at a table that everybody sees.
    #[error("only private tables play a game of one's own")]
    DefinitionPublic,
    /// There is no such betting structure at all.
    #[error("a limit is `nl`, `pot`, `fixed` or `spread`")]
    NoSuchLimit,
    /// The stakes do not fit the game.
    #[error(transparent)]
    Stakes(#[from] StakesError),
    /// Seats or buy-ins contradict the game or themselves.
    #[error(transparent)]
    Law(#[from] TableConfigError),
    /// Times out of range.
    #[error("the action time is 1 s to 10 min, the time bank up to 10 min")]
    Time,
}

impl ConfigError {
    /// The answer to the request that wanted such a table.
    pub fn answer(&self, id: Option<String>) -> ErrorMsg {
        let code = match self {
            Self::NoSuchGame => ErrorCode::GameUnknown,
            Self::Definition(error) => {
                let answer = ErrorMsg::new(id, ErrorCode::GameDefinition, self.to_string());
                return answer.with("line", error.line);
            }
            Self::DefinitionTooLong => ErrorCode::GameDefinition,
            Self::DefinitionName
            | Self::DefinitionPublic
            | Self::Name
            | Self::NoSuchLimit
            | Self::Stakes(_)
            | Self::Law(_)
            | Self::Time => ErrorCode::TableConfigInvalid,
        };
        ErrorMsg::new(id, code, self.to_string())
    }
}

/// A table's settings, resolved and checked: what the table is from its first hand to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSetup {
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: Arc<GameDef>,
    /// Its definition, if it is the host's own.
    pub definition: Option<Arc<str>>,
    /// Its stakes, as table law wants them.
    pub at_stake: TableGame,
    /// Seats, buy-ins and rules.
    pub law: LawConfig,
    /// How long things take.
    pub timing: Timing,
    /// Whether it is left out of the lobby's list.
    pub private: bool,
    /// What it plays by besides its game, as its creator chose.
    pub session: SessionRules,
}

impl TableSetup {
    /// Resolves the wishes of a table's creator; `timing` holds where they say nothing.
    ///
    /// # Errors
    /// Names what does not fit.
    pub fn new(config: &TableConfig, timing: Timing) -> Result<Self, ConfigError> {
        let name = config.name.trim();
        let visible = |c: char| !c.is_control() && !is_invisible(c);
        if name.is_empty() || name.chars().count() > NAME_MAX || !name.chars().all(visible) {
            return Err(ConfigError::Name);
        }
        let game = &game_of(config)?;
        let kind = |name: &String| wire::limit_kind_in(name).ok_or(ConfigError::NoSuchLimit);
        let stakes = Stakes {
            limit: config.limit.as_ref().map(kind).transpose()?,
            multiplier: config.multiplier.map(u64::from),
            ante: config.ante.map(wire::chips_in),
            small_blind: config.small_blind.map(wire::chips_in),
            big_blind: config.big_blind.map(wire::chips_in),
            ..Stakes::default()
        };
        let at_stake = TableGame::new(game, &stakes)?;
        let mut law = LawConfig::ordinary(config.seats, &at_stake);
        law.buy_in = BuyIn {
            min: config.buy_in_min.map_or(law.buy_in.min, wire::chips_in),
            max: config.buy_in_max.map_or(law.buy_in.max, wire::chips_in),
        };
        law.button = if config.moving_button {
            ButtonRule::Moving
        } else {
            ButtonRule::Dead
        };
        law.rules.all_in_face_up = config.all_in_face_up;
        law.rules.run_twice = config.session.run_twice;
        // The table itself is made here once, so that nothing is left to be refused later.
        poker_engine::table::CashTable::new(law.clone(), at_stake.clone())?;
        Ok(Self {
            name: name.to_owned(),
            game: Arc::clone(game),
            definition: config.definition.as_deref().map(Arc::from),
            at_stake,
            law,
            timing: chosen_timing(config, timing)?,
            private: config.private,
            session: config.session.clone(),
        })
    }

    /// The betting structure.
    pub fn limit_kind(&self) -> Option<LimitKind> {
        self.at_stake.structure.tiers.first().map(|limit| limit.kind())
    }

    /// The table as clients see it.
    pub fn info(&self, table: TableId) -> TableInfo {
        let structure = &self.at_stake.structure;
        TableInfo {
            table: wire::table_id(table),
            name: self.name.clone(),
            game: self.game.id.clone(),
            game_name: wire::local_name(&self.game.name),
            limit: self.limit_kind().map_or("", LimitKind::code).to_owned(),
            small_blind: wire::chips(structure.small_blind()),
            big_blind: wire::chips(structure.big_blind()),
            ante: wire::chips(structure.ante()),
            bets: structure
                .tiers
                .iter()
                .map(|limit| wire::chips(limit.min_bet()))
                .collect(),
            seats: self.law.seat_count,
            buy_in_min: wire::chips(self.law.buy_in.min),
            buy_in_max: wire::chips(self.law.buy_in.max),
            action_ms: self.timing.action_ms,
            time_bank_ms: self.timing.bank_ms,
            private: self.private,
            session: self.session.clone(),
            own_game: self.definition.is_some(),
        }
    }
}

/// The game that is wanted: one of the catalogue, or the host's own.
fn game_of(config: &TableConfig) -> Result<Arc<GameDef>, ConfigError> {
    let Some(definition) = &config.definition else {
        return catalogue::find(&config.game).cloned().ok_or(ConfigError::NoSuchGame);
    };
    let game = own_game(definition)?;
    if !config.private {
        return Err(ConfigError::DefinitionPublic);
    }
    if !(config.game.is_empty() || config.game == game.id) {
        return Err(ConfigError::DefinitionName);
    }
    Ok(Arc::new(game))
}

/// The game of a host's definition.
///
/// # Errors
/// Names the line that is wrong.
pub fn own_game(definition: &str) -> Result<GameDef, ConfigError> {
    if definition.len() > DEFINITION_BYTES {
        return Err(ConfigError::DefinitionTooLong);
    }
    let game = GameDef::parse(definition)?;
    if catalogue::find(&game.id).is_some() {
        return Err(ConfigError::DefinitionName);
    }
    Ok(game)
}

fn chosen_timing(config: &TableConfig, timing: Timing) -> Result<Timing, ConfigError> {
    let action_ms = config.action_ms.unwrap_or(timing.action_ms);
    let bank_ms = config.time_bank_ms.unwrap_or(timing.bank_ms);
    let chosen_action = config.action_ms.is_some();
    if (chosen_action && action_ms < ACTION_MIN_MS) || action_ms > TIME_MAX_MS || bank_ms > TIME_MAX_MS {
        return Err(ConfigError::Time);
    }
    Ok(Timing {
        action_ms,
        bank_ms,
        bank_max_ms: timing.bank_max_ms.max(bank_ms),
        ..timing
    })
}

/// Characters that are no control characters and still cannot be seen, or turn the direction of the text around them.
pub(super) const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
    )
}
