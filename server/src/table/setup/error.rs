//! Why there cannot be such a table.

use poker_engine::Chips;
use poker_engine::game::{DefinitionError, StakesError};
use poker_engine::table::{ProgramError, TableConfigError};
use poker_protocol::v1::{ErrorCode, ErrorMsg};

/// The longest definition of a host's own game, in bytes.
pub const DEFINITION_BYTES: usize = 8192;
/// The most free stacks that a player gets.
pub const FREE_STACKS_MAX: u8 = 5;

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
    /// A session rule of private tables at one that everybody sees.
    #[error("only private tables may have {0}")]
    PrivateOnly(&'static str),
    /// No free stacks, or too many.
    #[error("a player gets 1 to {FREE_STACKS_MAX} free stacks")]
    FreeStacks,
    /// Free stacks above what the faucet grants an account.
    #[error("the free stacks of a player hold at most {0} chips in all")]
    FreeStackChips(Chips),
    /// A rule about cards of the board where no game has one.
    #[error("`{0}` needs a game with a board")]
    NoBoard(&'static str),
    /// Bots of the house at a table that they cannot see.
    #[error("bots of the house come to public tables only")]
    BotsPrivate,
    /// A game, a limit or amounts beside several games.
    #[error("a mixed-game table sets its stakes with `multiplier`; leave out `game`, `limit`, blinds and ante")]
    MixAmounts,
    /// No list of games, or two.
    #[error("name a rotation from the catalogue, or list at least two games")]
    MixGames,
    /// The default game is not for every number of players of the table.
    #[error("the default game must allow every player count from 2 to a full table")]
    MixDefault,
    /// The games cannot be played in this order.
    #[error(transparent)]
    Program(#[from] ProgramError),
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
    #[error("the action time is 100 ms to 10 min, and where people play 1 s at least")]
    Time,
    /// A time bank out of range.
    #[error("the time bank is up to 10 min")]
    TimeBank,
    /// A table that would close before it opens.
    #[error("the closing time is past")]
    Closing,
}

impl ConfigError {
    /// The answer to the request that wanted such a table.
    pub fn answer(&self, id: Option<String>) -> ErrorMsg {
        let code = match self {
            Self::NoSuchGame => ErrorCode::GameUnknown,
            Self::Definition(_) | Self::DefinitionTooLong => ErrorCode::GameDefinition,
            Self::DefinitionName
            | Self::DefinitionPublic
            | Self::PrivateOnly(_)
            | Self::FreeStacks
            | Self::FreeStackChips(_)
            | Self::NoBoard(_)
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

    /// The field of the configuration that is wrong, where it is one.
    const fn field(&self) -> Option<&'static str> {
        Some(match self {
            Self::Name => "name",
            Self::NoSuchGame
            | Self::MixAmounts
            | Self::Program(_)
            | Self::Stakes(StakesError::Ceiling)
            | Self::Law(TableConfigError::Ceiling | TableConfigError::Conceding) => return None,
            Self::Definition(_) | Self::DefinitionTooLong | Self::DefinitionName | Self::DefinitionPublic => {
                "definition"
            }
            Self::PrivateOnly(_) => "private",
            Self::FreeStacks | Self::FreeStackChips(_) => "session.free_stacks",
            Self::NoBoard(field) => field,
            Self::BotsPrivate => "house_bots",
            Self::MixGames => "mix.games",
            Self::MixDefault => "mix.default",
            Self::Time => "action_ms",
            Self::TimeBank => "time_bank_ms",
            Self::Closing => "session.closes_at",
            Self::Law(TableConfigError::SeatCount { .. }) => "seats",
            Self::Law(TableConfigError::BuyInRange { .. }) => "buy_in_max",
            Self::Law(TableConfigError::Unit { .. }) => "buy_in_min",
            Self::Law(TableConfigError::DoubleBoardGame | TableConfigError::DoubleBoardPots) => "session.double_board",
            Self::Law(TableConfigError::SevenDeuceGame | TableConfigError::SevenDeuceRange) => "session.seven_deuce",
            Self::Law(TableConfigError::BombPotGame | TableConfigError::BombPotRange) => "session.bomb_pot",
            Self::Law(TableConfigError::Straddle) => "session.straddle",
            Self::Stakes(StakesError::NoSuchLimit(_)) | Self::NoSuchLimit => "limit",
            Self::Stakes(StakesError::NoSuchAmount(amount) | StakesError::BadAmount(amount)) => amount,
            Self::Stakes(StakesError::Order(_)) => "big_blind",
        })
    }
}
