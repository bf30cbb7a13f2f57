//! Movements of chips: all there are, and why they are made.

use poker_engine::Chips;

use super::types::{AccountId, LedgerAccount, TableId};

/// Why chips moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransferReason {
    /// Play money for a new account or for free stacks at a table, and what goes back of those.
    Grant,
    /// Play money asked for later.
    TopUp,
    /// From the account to a seat.
    BuyIn,
    /// From a seat back to the account.
    CashOut,
    /// From the account into a tournament.
    Entry,
    /// From the account into a tournament, for more chips in play: a rebuy or an add-on.
    Rebuy,
    /// From a tournament back to the account, for an entry or a rebuy that does not count.
    Refund,
    /// What a place in a tournament pays.
    Prize,
    /// What an eliminated player was worth to the one who won the last chips.
    Bounty,
    /// From the house into a tournament, as far as its guarantee is more than its entrants brought, and what goes back of that.
    Overlay,
    /// What an operator gave or took.
    Operator,
}

impl TransferReason {
    /// The word in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Grant => "grant",
            Self::TopUp => "top_up",
            Self::BuyIn => "buy_in",
            Self::CashOut => "cash_out",
            Self::Entry => "entry",
            Self::Rebuy => "rebuy",
            Self::Refund => "refund",
            Self::Prize => "prize",
            Self::Bounty => "bounty",
            Self::Overlay => "overlay",
            Self::Operator => "operator",
        }
    }
}

/// One movement of chips. Having both sides in one row, it cannot be out of balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Who gives.
    pub debit: LedgerAccount,
    /// Who gets.
    pub credit: LedgerAccount,
    /// How much; not zero.
    pub amount: Chips,
    /// Why.
    pub reason: TransferReason,
    /// The account whose share of the day the faucet charges, where chips come from the mint or go back to it.
    pub share_of: Option<AccountId>,
}

impl Transfer {
    /// The account whose chips move; `None` between the mint and a table or tournament.
    pub(crate) fn account(&self) -> Option<AccountId> {
        [self.debit, self.credit].into_iter().find_map(|side| match side {
            LedgerAccount::Player(account) => Some(account),
            LedgerAccount::Mint | LedgerAccount::Table(_) | LedgerAccount::Tournament(_) => None,
        })
    }

    /// Chips of an account go to a table.
    pub const fn buy_in(account: AccountId, table: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Player(account),
            credit: LedgerAccount::Table(table),
            amount,
            reason: TransferReason::BuyIn,
            share_of: None,
        }
    }

    /// Play money for an account.
    pub const fn issue(account: AccountId, amount: Chips, reason: TransferReason) -> Self {
        Self {
            debit: LedgerAccount::Mint,
            credit: LedgerAccount::Player(account),
            amount,
            share_of: match reason {
                TransferReason::TopUp => Some(account),
                // What an account starts with is granted once.
                _ => None,
            },
            reason,
        }
    }

    /// A table gets play money for the free stacks of an account.
    pub const fn free_stacks(account: AccountId, table: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Mint,
            credit: LedgerAccount::Table(table),
            amount,
            reason: TransferReason::Grant,
            share_of: Some(account),
        }
    }

    /// Free stacks that an account did not need go back.
    pub const fn spare_stacks(account: AccountId, table: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Table(table),
            credit: LedgerAccount::Mint,
            amount,
            reason: TransferReason::Grant,
            share_of: Some(account),
        }
    }

    /// Chips of a table go back to an account.
    pub const fn cash_out(account: AccountId, table: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Table(table),
            credit: LedgerAccount::Player(account),
            amount,
            reason: TransferReason::CashOut,
            share_of: None,
        }
    }

    /// Chips of an account go into a tournament for an entry or a re-entry.
    pub const fn entry(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::into_pool(account, tournament, amount, TransferReason::Entry)
    }

    /// Chips of an account go into a tournament for a rebuy or an add-on.
    pub const fn tournament_rebuy(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::into_pool(account, tournament, amount, TransferReason::Rebuy)
    }

    /// Chips of a tournament go back to an account that had paid them.
    pub const fn refund(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::out_of_pool(account, tournament, amount, TransferReason::Refund)
    }

    /// A tournament pays an account for its place.
    pub const fn prize(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::out_of_pool(account, tournament, amount, TransferReason::Prize)
    }

    /// A tournament pays an account for a player it eliminated.
    pub const fn bounty(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::out_of_pool(account, tournament, amount, TransferReason::Bounty)
    }

    /// The house adds to a tournament what its entrants did not bring. The faucet charges it to all accounts together, and
    /// to the share of none.
    pub const fn overlay(tournament: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Mint,
            credit: LedgerAccount::Tournament(tournament),
            amount,
            reason: TransferReason::Overlay,
            share_of: None,
        }
    }

    /// What a tournament did not need of the house's chips goes back.
    pub const fn spare_overlay(tournament: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Tournament(tournament),
            credit: LedgerAccount::Mint,
            amount,
            reason: TransferReason::Overlay,
            share_of: None,
        }
    }

    /// An operator moves chips. The faucet charges it to nobody: it is no grant of the day.
    pub const fn operator(debit: LedgerAccount, credit: LedgerAccount, amount: Chips) -> Self {
        Self {
            debit,
            credit,
            amount,
            reason: TransferReason::Operator,
            share_of: None,
        }
    }

    const fn into_pool(account: AccountId, tournament: TableId, amount: Chips, reason: TransferReason) -> Self {
        Self {
            debit: LedgerAccount::Player(account),
            credit: LedgerAccount::Tournament(tournament),
            amount,
            reason,
            share_of: None,
        }
    }

    const fn out_of_pool(account: AccountId, tournament: TableId, amount: Chips, reason: TransferReason) -> Self {
        Self {
            debit: LedgerAccount::Tournament(tournament),
            credit: LedgerAccount::Player(account),
            amount,
            reason,
            share_of: None,
        }
    }
}
