//! Cached leaderboards. Reading one goes through all listed accounts, so it is kept for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use poker_store::{Store, StoreError, Week, WeekResult};
use tokio::sync::Semaphore;

use super::{COUNTED_AT_ONCE, PATIENCE};

/// Maximum age of a cached leaderboard.
const AGE: Duration = Duration::from_secs(30);

/// Maximum number of cached leaderboards.
const KEPT_MAX: usize = 64;

/// Fewest hands in a week for a place on the board: an account that was given chips in a few hands is not the best of the week.
pub const HANDS_MIN: u64 = 50;

type Key = (Week, Option<String>);

struct Kept {
    at: Instant,
    lines: Arc<Vec<WeekResult>>,
}

/// The cached leaderboards.
pub struct Boards {
    kept: Mutex<HashMap<Key, Kept>>,
    /// The last time hands of listed accounts were counted.
    counted: Mutex<Option<Instant>>,
    /// Lets one reader work at a time.
    turn: Semaphore,
}

impl Default for Boards {
    fn default() -> Self {
        Self {
            kept: Mutex::default(),
            counted: Mutex::default(),
            turn: Semaphore::new(1),
        }
    }
}

impl Boards {
    /// Returns the leaderboard of a week, for one game or for all, the best first.
    pub async fn get(
        &self,
        store: &dyn Store,
        week: Week,
        game: Option<String>,
    ) -> Result<Arc<Vec<WeekResult>>, StoreError> {
        let key = (week, game);
        if let Some(lines) = self.fresh(&key) {
            return Ok(lines);
        }
        let turn = self.turn.acquire().await;
        if let Some(lines) = self.fresh(&key) {
            return Ok(lines);
        }
        if self.is_counting_due() {
            count_listed(store).await?;
        }
        let lines = Arc::new(store.week_results(week, key.1.clone(), HANDS_MIN).await?);
        self.keep(key, &lines);
        drop(turn);
        Ok(lines)
    }

    /// Drops all of them because an account has been listed or delisted. One that is being read is dropped as well.
    pub async fn forget(&self) {
        let _turn = self.turn.acquire().await;
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *self.counted.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns `true` if hands are due to be counted again, and makes the caller the one to do it. Requests for other
    /// weeks and games come more often than that.
    fn is_counting_due(&self) -> bool {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = counted.is_none_or(|at| at.elapsed() >= AGE);
        if is_due {
            *counted = Some(Instant::now());
        }
        is_due
    }

    fn fresh(&self, key: &Key) -> Option<Arc<Vec<WeekResult>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.get(key).filter(|kept| kept.at.elapsed() < AGE)?;
        Some(Arc::clone(&kept.lines))
    }

    fn keep(&self, key: Key, lines: &Arc<Vec<WeekResult>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|_, kept| kept.at.elapsed() < AGE);
        if kept.len() < KEPT_MAX {
            let lines = Arc::clone(lines);
            kept.insert(
                key,
                Kept {
                    at: Instant::now(),
                    lines,
                },
            );
        }
    }
}

/// Counts hands of listed accounts for a limited time. Each gets a few hands in turn, starting with those furthest
/// behind, so that none waits forever.
async fn count_listed(store: &dyn Store) -> Result<(), StoreError> {
    let began = Instant::now();
    for account in store.listed_behind().await? {
        if began.elapsed() > PATIENCE {
            break;
        }
        store.count_hands(account, COUNTED_AT_ONCE).await?;
    }
    Ok(())
}
