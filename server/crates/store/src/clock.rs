//! The wall clock, which only dates things: nothing in a hand depends on it.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

/// A source of the current time. Tests supply their own.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl WallClock {
    /// The system clock.
    pub fn system() -> Self {
        Self::new(Timestamp::now)
    }

    /// A clock that calls `now`.
    pub fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WallClock")
    }
}
