//! What hands came to: figures, the line of a result, sessions, the leaderboard.
//!
//! Counted from a few numbers of each hand that the store keeps for its players. Only cash games count.

mod board;
mod figures;

pub(crate) use board::{Boards, HANDS_MIN};
pub(crate) use figures::{By, figures_of, games_of, line, sessions};

use std::time::{Duration, Instant};

use crate::store::{AccountId, Store, StoreError};

/// Hands that are counted by one write.
const COUNTED_AT_ONCE: u32 = 500;

/// How long a request counts, roughly. After that it answers with what is counted.
const PATIENCE: Duration = Duration::from_millis(400);

/// Counts hands of an account that are not counted yet, for some time; whether there may be more.
pub(crate) async fn count(store: &dyn Store, account: AccountId) -> Result<bool, StoreError> {
    let began = Instant::now();
    while store.count_hands(account, COUNTED_AT_ONCE).await? {
        if began.elapsed() > PATIENCE {
            return Ok(true);
        }
    }
    Ok(false)
}
