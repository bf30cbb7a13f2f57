//! Reasons why a table cannot be set up.

use poker_engine::Chips;
use poker_engine::game::{DefinitionError, StakesError};
use poker_engine::table::{ProgramError, TableConfigError};
use poker_protocol::v1::table::session::RuleFault;
use poker_protocol::v1::{ErrorCode, ErrorMsg};

/// Maximum length of the definition of a host's own game, in bytes.
pub const DEFINITION_BYTES: usize = 8192;

/// Reasons why a table cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The name is empty, too long, or contains invisible characters.
    #[error("a table's name must have 1 to 40 visible characters")]
    Name,
    /// The game does not exist.
    #[error("there is no such game")]
    NoSuchGame,
    /// The host's own game cannot be parsed or played.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// The definition of the host's own game is longer than [`DEFINITION_BYTES`].
    #[error("a definition may have at most {DEFINITION_BYTES} bytes")]
    DefinitionTooLong,
    /// The host's own game has the name of one in the catalogue, or a different name from the one in the configuration.
    #[error("`game` must be empty or repeat the name in the definition")]
    DefinitionName,
    /// A public table cannot play a host's own game.
    #[error("only private tables can play a game of your own")]
    DefinitionPublic,
    /// The table cannot have one of its rules.
    #[error(transparent)]
    Session(#[from] RuleFault),
    /// The free stacks exceed what the faucet grants an account.
    #[error("the free stacks of a player hold at most {0} chips in all")]
    FreeStackChips(Chips),
    /// House bots cannot come to a private table, because they cannot see it.
    #[error("house bots join only public tables")]
    BotsPrivate,
    /// A mix cannot be combined with a single game, a limit or amounts.
    #[error("a mixed-game table sets its stakes with `multiplier`; leave out `game`, `limit`, blinds and ante")]
    MixAmounts,
    /// There must be exactly one list of games.
    #[error("name a rotation from the catalogue, or list at least two games")]
    MixGames,
    /// The default game does not fit every number of players that the table allows.
    #[error("the default game must allow every player count from 2 to a full table")]
    MixDefault,
    /// The games cannot be played in this order.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The betting structure does not exist.
    #[error("a limit is `nl`, `pot`, `fixed` or `spread`")]
    NoSuchLimit,
    /// The stakes do not fit the game.
    #[error(transparent)]
    Stakes(#[from] StakesError),
    /// Seats or buy-ins contradict the game or each other.
    #[error(transparent)]
    Law(#[from] TableConfigError),
    /// A time is out of range.
    #[error("the action time must be 100 ms to 10 min, and at least 1 s where people play")]
    Time,
    /// The time bank is out of range.
    #[error("the time bank may be at most 10 min")]
    TimeBank,
    /// The table would close before it opens.
    #[error("the closing time is past")]
    Closing,
}

impl ConfigError {
    /// The answer to the request for the table.
    pub fn answer(&self, id: Option<String>) -> ErrorMsg {
        let code = match self {
            Self::NoSuchGame => ErrorCode::GameUnknown,
            Self::Definition(_) | Self::DefinitionTooLong => ErrorCode::GameDefinition,
            Self::DefinitionName
            | Self::DefinitionPublic
            | Self::Session(_)
            | Self::FreeStackChips(_)
            | Self::BotsPrivate
            | Self::Name
            | Self::MixAmounts
            | Self::MixGames
            | Self::MixDefault
            | Self::Program(_)
            | Self::NoSuchLimit
            | Self::Stakes(_)
            | Self::Law(_)
            | Self::Time
            | Self::TimeBank
            | Self::Closing => ErrorCode::TableConfigInvalid,
        };
        let mut answer = ErrorMsg::new(id, code, self.to_string());
        if let Self::Definition(error) = self {
            answer = answer.with("line", error.line);
        }
        match self.field() {
            Some(field) => answer.with("field", field),
            None => answer,
        }
    }

    /// The configuration field that is wrong, if it is a single one.
    const fn field(&self) -> Option<&'static str> {
        Some(match self {
            Self::Name => "name",
            Self::NoSuchGame
            | Self::MixAmounts
            | Self::Program(_)
            | Self::Stakes(StakesError::Ceiling)
            | Self::Law(
                TableConfigError::Ceiling
                | TableConfigError::Conceding
                // The check of the rules comes first, and names the field.
                | TableConfigError::BombPotGame
                | TableConfigError::BombPotRange
                | TableConfigError::DoubleBoardGame
                | TableConfigError::DoubleBoardPots
                | TableConfigError::SevenDeuceGame
                | TableConfigError::SevenDeuceRange
                | TableConfigError::Straddle,
            ) => return None,
            Self::Definition(_) | Self::DefinitionTooLong | Self::DefinitionName | Self::DefinitionPublic => {
                "definition"
            }
            Self::Session(fault) => fault.field(),
            Self::FreeStackChips(_) => "session.free_stacks",
            Self::BotsPrivate => "house_bots",
            Self::MixGames => "mix.games",
            Self::MixDefault => "mix.default",
            Self::Time => "action_ms",
            Self::TimeBank => "time_bank_ms",
            Self::Closing => "session.closes_at",
            Self::Law(TableConfigError::SeatCount { .. }) => "seats",
            Self::Law(TableConfigError::BuyInRange { .. }) => "buy_in_max",
            Self::Law(TableConfigError::Unit { .. }) => "buy_in_min",
            Self::Stakes(StakesError::NoSuchLimit(_)) | Self::NoSuchLimit => "limit",
            Self::Stakes(StakesError::NoSuchAmount(amount) | StakesError::BadAmount(amount)) => amount,
            Self::Stakes(StakesError::Order(_)) => "big_blind",
        })
    }
}
