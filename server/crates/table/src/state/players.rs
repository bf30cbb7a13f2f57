//! Conversion between accounts and the players of table law.

use poker_engine::table::PlayerId;
use uuid::Uuid;

use poker_store::AccountId;

/// The player that stands for an account in table law.
pub const fn player_id(account: AccountId) -> PlayerId {
    PlayerId(account.0.as_u128())
}

/// The account that a player of table law stands for.
pub const fn account_of(player: PlayerId) -> AccountId {
    AccountId(Uuid::from_u128(player.0))
}
