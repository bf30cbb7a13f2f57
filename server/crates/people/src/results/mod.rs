//! Results of hands: figures, the line of a result, sessions and the leaderboard.
//!
//! They are computed from a few numbers that the store keeps for each player and hand. Only cash games count.

mod board;
mod figures;

pub use board::{Boards, HANDS_MIN};
pub use figures::{figures_of, games_of, line, sessions};

use std::time::{Duration, Instant};

use poker_store::{AccountId, Store, StoreError};

/// Hands counted per write.
const COUNTED_AT_ONCE: u32 = 500;

/// Approximate time for which a request counts hands. After that it answers with what has been counted.
const PATIENCE: Duration = Duration::from_millis(400);

/// Counts an account's uncounted hands for a limited time; `true` if there may be more.
pub async fn count(store: &dyn Store, account: AccountId) -> Result<bool, StoreError> {
    let began = Instant::now();
    while store.count_hands(account, COUNTED_AT_ONCE).await? {
        if began.elapsed() > PATIENCE {
            return Ok(true);
        }
    }
    Ok(false)
}
