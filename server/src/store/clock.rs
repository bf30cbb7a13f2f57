//! The wall clock, which only dates things: nothing in a hand depends on it.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

/// Tells the date. Tests bring their own.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl WallClock {
    /// The system's clock.
    pub fn system() -> Self {
        Self::new(Timestamp::now)
    }

    /// A clock of one's own.
    pub fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The date.
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WallClock")
    }
}
