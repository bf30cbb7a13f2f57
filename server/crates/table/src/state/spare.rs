//! Chips set aside for free stacks. They come from the faucet together with the buy-in when a player sits down, because
//! only that step may be refused: a hand never depends on what the mint has left. Chips that are not needed go back.

use std::collections::BTreeMap;

use poker_engine::Chips;
use poker_engine::table::{PlayerId, TableEvent, TableState};
use poker_store::{TableId, Transfer};

use super::players::account_of;

/// By player, for those who sit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spare(BTreeMap<PlayerId, Chips>);

impl Spare {
    /// Restores the chips from a snapshot.
    pub(super) fn restored(spare: impl IntoIterator<Item = (PlayerId, Chips)>) -> Self {
        Self(spare.into_iter().collect())
    }

    /// Iterates over each player's chips.
    pub(super) fn iter(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        self.0.iter().map(|(player, chips)| (*player, *chips))
    }

    /// The total of all players.
    pub(super) fn total(&self) -> Chips {
        self.0.values().copied().sum()
    }

    /// Sets aside the chips for the free stacks that a player who sits down has left.
    pub(super) fn set_aside(&mut self, player: PlayerId, table: TableId, law: &TableState) -> Option<Transfer> {
        let stacks = law.free_stacks.get(&player)?;
        // Too many to count is more than the faucet gives.
        let chips = stacks.size.checked_mul(stacks.left.into()).unwrap_or(Chips::MAX);
        if chips.is_zero() {
            return None;
        }
        self.0.insert(player, chips);
        Some(Transfer::free_stacks(account_of(player), table, chips))
    }

    /// Takes a free stack from the chips of its player, and gives back what a player who leaves did not need.
    pub(super) fn follow(&mut self, event: &TableEvent, table: TableId) -> Option<Transfer> {
        match *event {
            TableEvent::FreeStackGiven { player, amount, .. } => {
                let spare = self
                    .0
                    .get_mut(&player)
                    .and_then(|spare| Some((spare.checked_sub(amount)?, spare)));
                let Some((left, spare)) = spare else {
                    // A player who sat down without chips set aside gets them from the mint.
                    let given = Transfer::free_stacks(account_of(player), table, amount);
                    return Some(Transfer {
                        share_of: None,
                        ..given
                    });
                };
                *spare = left;
                None
            }
            TableEvent::PlayerLeft { player, .. } => {
                let left = self.0.remove(&player).filter(|left| !left.is_zero())?;
                Some(Transfer::spare_stacks(account_of(player), table, left))
            }
            _ => None,
        }
    }
}
