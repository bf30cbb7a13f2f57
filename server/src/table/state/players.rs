//! Accounts as the players of table law, and back.

use poker_engine::table::PlayerId;
use uuid::Uuid;

use crate::store::AccountId;

/// The player of an account.
pub const fn player_id(account: AccountId) -> PlayerId {
    PlayerId(account.0.as_u128())
}

/// The account of a player.
pub const fn account_of(player: PlayerId) -> AccountId {
    AccountId(Uuid::from_u128(player.0))
}
