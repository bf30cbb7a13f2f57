//! Movements of chips: every kind there is, and its reason.

use poker_engine::Chips;

use super::types::{AccountId, LedgerAccount, TableId};

poker_engine::coded! {
    /// The reason for a movement of chips.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum TransferReason: code {
        /// Play money for a new account or for free stacks at a table, and the return of unused free stacks.
        Grant = "grant",
        /// Play money requested later.
        TopUp = "top_up",
        /// From an account to a seat; at a table with chips of its own, also from the tab of a player who takes over
        /// another's buy-in.
        BuyIn = "buy_in",
        /// From a seat back to the account.
        CashOut = "cash_out",
        /// From an account into a tournament.
        Entry = "entry",
        /// From an account into a tournament, for more chips in play: a rebuy or an add-on.
        Rebuy = "rebuy",
        /// From a tournament back to an account, for a cancelled entry or rebuy.
        Refund = "refund",
        /// The prize for a place in a tournament.
        Prize = "prize",
        /// The bounty on an eliminated player, for the winner of that player's last chips.
        Bounty = "bounty",
        /// From the house into a tournament whose guarantee exceeds its entries, and the return of what is not needed.
        Overlay = "overlay",
        /// Chips that an operator gave or took.
        Operator = "operator",
    }
}

/// One movement of chips. With both sides in one row, it is always balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The account that gives.
    pub debit: LedgerAccount,
    /// The account that receives.
    pub credit: LedgerAccount,
    /// The number of chips; never zero.
    pub amount: Chips,
    /// The reason for the movement.
    pub reason: TransferReason,
    /// The account whose daily share the faucet charges, if chips come from the mint or return to it.
    pub share_of: Option<AccountId>,
}

impl Transfer {
    /// The account whose chips move; `None` between the mint and a table or tournament.
    pub fn account(&self) -> Option<AccountId> {
        [self.debit, self.credit].into_iter().find_map(|side| match side {
            LedgerAccount::Player(account) => Some(account),
            LedgerAccount::Mint | LedgerAccount::Table(_) | LedgerAccount::Tournament(_) | LedgerAccount::Tab(..) => {
                None
            }
        })
    }

    /// The same movement at a table with chips of its own: on the player's tab instead of the account.
    #[must_use]
    pub const fn on_tab(self, table: TableId) -> Self {
        Self {
            debit: Self::tab_of(self.debit, table),
            credit: Self::tab_of(self.credit, table),
            ..self
        }
    }

    const fn tab_of(side: LedgerAccount, table: TableId) -> LedgerAccount {
        match side {
            LedgerAccount::Player(account) => LedgerAccount::Tab(table, account),
            other => other,
        }
    }

    /// Writes a part of a player's buy-ins at a table with chips of its own on the tab of another player, who pays it.
    pub const fn take_over(table: TableId, payer: AccountId, buyer: AccountId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Tab(table, payer),
            credit: LedgerAccount::Tab(table, buyer),
            amount,
            reason: TransferReason::BuyIn,
            share_of: None,
        }
    }

    /// Moves an account's chips to a table.
    pub const fn buy_in(account: AccountId, table: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Player(account),
            credit: LedgerAccount::Table(table),
            amount,
            reason: TransferReason::BuyIn,
            share_of: None,
        }
    }

    /// Grants play money to an account.
    pub const fn issue(account: AccountId, amount: Chips, reason: TransferReason) -> Self {
        Self {
            debit: LedgerAccount::Mint,
            credit: LedgerAccount::Player(account),
            amount,
            share_of: match reason {
                TransferReason::TopUp => Some(account),
                // An account's starting chips are granted only once.
                _ => None,
            },
            reason,
        }
    }

    /// Gives a table play money for an account's free stacks.
    pub const fn free_stacks(account: AccountId, table: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Mint,
            credit: LedgerAccount::Table(table),
            amount,
            reason: TransferReason::Grant,
            share_of: Some(account),
        }
    }

    /// Returns free stacks that an account did not need.
    pub const fn spare_stacks(account: AccountId, table: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Table(table),
            credit: LedgerAccount::Mint,
            amount,
            reason: TransferReason::Grant,
            share_of: Some(account),
        }
    }

    /// Returns chips from a table to an account.
    pub const fn cash_out(account: AccountId, table: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Table(table),
            credit: LedgerAccount::Player(account),
            amount,
            reason: TransferReason::CashOut,
            share_of: None,
        }
    }

    /// Moves an account's chips into a tournament for an entry or a re-entry.
    pub const fn entry(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::into_pool(account, tournament, amount, TransferReason::Entry)
    }

    /// Moves an account's chips into a tournament for a rebuy or an add-on.
    pub const fn tournament_rebuy(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::into_pool(account, tournament, amount, TransferReason::Rebuy)
    }

    /// Returns chips from a tournament to the account that paid them.
    pub const fn refund(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::out_of_pool(account, tournament, amount, TransferReason::Refund)
    }

    /// Pays an account the prize for its place in a tournament.
    pub const fn prize(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::out_of_pool(account, tournament, amount, TransferReason::Prize)
    }

    /// Pays an account the bounty for a player it eliminated.
    pub const fn bounty(account: AccountId, tournament: TableId, amount: Chips) -> Self {
        Self::out_of_pool(account, tournament, amount, TransferReason::Bounty)
    }

    /// Adds chips from the house to a tournament whose entries fall short. The faucet charges them to all accounts
    /// together, and to no individual share.
    pub const fn overlay(tournament: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Mint,
            credit: LedgerAccount::Tournament(tournament),
            amount,
            reason: TransferReason::Overlay,
            share_of: None,
        }
    }

    /// Returns the part of the house's chips that a tournament did not need.
    pub const fn spare_overlay(tournament: TableId, amount: Chips) -> Self {
        Self {
            debit: LedgerAccount::Tournament(tournament),
            credit: LedgerAccount::Mint,
            amount,
            reason: TransferReason::Overlay,
            share_of: None,
        }
    }

    /// Moves chips for an operator. The faucet charges them to no one: they are not a daily grant.
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
