//! Names of tables, accounts and accounts of the ledger.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// The permanent number of a table or tournament. Numbers are assigned once, from 1, in one sequence for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u64);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TableId {
    /// Parses a plain number. The identifiers that clients send may contain more, which only `TableName` parses.
    ///
    /// # Errors
    /// Returns an error if the text is anything else.
    pub fn from_number(text: &str) -> Result<Self, BadId> {
        // Each table has exactly one name: no sign, no leading zero, nothing larger than the database can hold.
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        match text.parse::<i64>() {
            Ok(number) if plain => Ok(Self(number.unsigned_abs())),
            _ => Err(BadId),
        }
    }
}

poker_engine::coded! {
    /// The kinds of owner of a journal and a ledger account.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum OwnerKind: code {
        /// A table. Its account is the escrow of its seats.
        Table = "table",
        /// A tournament. Its account is the pool: entries less the prizes paid so far.
        Tournament = "tournament",
    }
}

impl OwnerKind {
    /// The ledger account that holds the owner's chips.
    pub const fn account(self, id: TableId) -> LedgerAccount {
        match self {
            Self::Table => LedgerAccount::Table(id),
            Self::Tournament => LedgerAccount::Tournament(id),
        }
    }
}

impl fmt::Display for OwnerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// The text is not the identifier of a table or an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier")]
pub struct BadId;

/// The permanent identifier of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId(pub Uuid);

impl AccountId {
    /// Generates a new identifier.
    pub fn generate() -> Self {
        Self(Uuid::now_v7())
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

impl FromStr for AccountId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let id = Uuid::try_parse(text).map(Self).map_err(|_| BadId)?;
        if id.to_string() == text { Ok(id) } else { Err(BadId) }
    }
}

/// The parties to transfers in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LedgerAccount {
    /// The source of play money. Its balance is minus the number of chips issued.
    Mint,
    /// An account's chips that are not at a table.
    Player(AccountId),
    /// The chips at a table, stacks and pots together.
    Table(TableId),
    /// The chips that a tournament holds for its entrants, until they are paid as prizes, bounties and refunds.
    Tournament(TableId),
    /// A player's tab at a table with chips of its own, where buy-ins are written down instead of paid. Its balance is
    /// what the player took from the table less what the player bought there, so it may be negative.
    Tab(TableId, AccountId),
}

impl LedgerAccount {
    /// The table or tournament to which these chips belong; `None` for the mint and for players.
    pub const fn owner(self) -> Option<TableId> {
        match self {
            Self::Mint | Self::Player(_) => None,
            Self::Table(id) | Self::Tournament(id) | Self::Tab(id, _) => Some(id),
        }
    }

    /// `true` if the balance may be negative.
    pub const fn may_owe(self) -> bool {
        matches!(self, Self::Mint | Self::Tab(..))
    }
}

impl fmt::Display for LedgerAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mint => f.write_str("mint"),
            Self::Player(account) => write!(f, "player:{account}"),
            Self::Table(table) => write!(f, "table:{table}"),
            Self::Tournament(tournament) => write!(f, "tournament:{tournament}"),
            Self::Tab(table, account) => write!(f, "tab:{table}:{account}"),
        }
    }
}

impl FromStr for LedgerAccount {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.split_once(':') {
            None if text == "mint" => Ok(Self::Mint),
            Some(("player", account)) => account.parse().map(Self::Player),
            Some(("table", table)) => TableId::from_number(table).map(Self::Table),
            Some(("tournament", tournament)) => TableId::from_number(tournament).map(Self::Tournament),
            Some(("tab", tab)) => {
                let (table, account) = tab.split_once(':').ok_or(BadId)?;
                Ok(Self::Tab(TableId::from_number(table)?, account.parse()?))
            }
            _ => Err(BadId),
        }
    }
}
