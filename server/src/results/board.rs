//! The leaderboards of late. Reading one goes through all accounts that are listed, so it is kept for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::{COUNTED_AT_ONCE, PATIENCE};
use crate::store::{Store, StoreError, Week, WeekResult};

/// How old a leaderboard may be.
const AGE: Duration = Duration::from_secs(30);

/// Leaderboards that are kept at once.
const KEPT_MAX: usize = 64;

/// With fewer hands in the week an account has no place: who was given chips in a few hands is not the best of the week.
pub(crate) const HANDS_MIN: u64 = 50;

type Key = (Week, Option<String>);

struct Kept {
    at: Instant,
    lines: Arc<Vec<WeekResult>>,
}

/// The leaderboards of late.
pub(crate) struct Boards {
    kept: Mutex<HashMap<Key, Kept>>,
    /// When hands of listed accounts were counted last.
    counted: Mutex<Option<Instant>>,
    /// One is read at a time.
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
    /// The leaderboard of a week, for one game or for all, the best first.
    pub(crate) async fn get(
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

    /// Forgets all of them, because an account is listed or is not any more. One that is being read is forgotten, too.
    pub(crate) async fn forget(&self) {
        let _turn = self.turn.acquire().await;
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clear();
        *self.counted.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether hands are to be counted again; the next request does it. Other weeks and games ask more often.
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

/// Counts hands of listed accounts for some time, so that none waits for ever: each some hands, those furthest behind in their
/// turn.
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
