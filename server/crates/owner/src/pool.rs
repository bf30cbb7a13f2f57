//! Thread pool for work that takes longer than a millisecond, too long for the threads of the tables.
//!
//! It has at most two threads: one for short work, such as hashing a password, and one for long work, such as odds, so
//! that no login waits for a long calculation. Waiting requests take turns by network. Each piece states its cost
//! beforehand. It is refused if it costs more than [`PIECE_MOST`] or too many are waiting.

mod openings;
mod queue;

use std::time::Duration;

pub use self::openings::Openings;
pub use self::queue::Asker;
use self::queue::FairQueue;

/// Highest cost of one piece, in evaluations of a hand: a tenth of a second, for which all others wait.
pub const PIECE_MOST: u64 = 8_000_000;

/// Maximum number of requests waiting for short work. At 20 ms a hash, the last of them waits about a second.
pub const SHORT_WAITING: usize = 50;

/// Maximum number of requests waiting for long work.
pub const LONG_WAITING: usize = 64;

/// Delay after which a refused request may find room.
pub const AGAIN: Duration = Duration::from_secs(1);

/// Cost of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// About as long as hashing a password, 20 ms.
    Short,
    /// This many evaluations of a hand. Handling a mebibyte or a thousand rows counts as ten thousand.
    Evaluations(u64),
}

/// Reasons why work is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// Too many are waiting, or the piece is too large.
    #[error("the server has too many such requests: try again in a moment")]
    Busy,
    /// The server failed.
    #[error("the work could not be done")]
    Failed,
}

/// Runs work off the threads of the tables.
#[derive(Debug)]
pub struct Pool {
    short: FairQueue,
    long: FairQueue,
}

impl Default for Pool {
    fn default() -> Self {
        Self {
            short: FairQueue::new(SHORT_WAITING),
            long: FairQueue::new(LONG_WAITING),
        }
    }
}

impl Pool {
    /// Runs a piece of work when it is the caller's turn.
    ///
    /// # Errors
    /// If there is no room for it, or it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        asker: Asker,
        piece: Piece,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let queue = match piece {
            Piece::Short => &self.short,
            Piece::Evaluations(cost) if cost <= PIECE_MOST => &self.long,
            Piece::Evaluations(_) => return Err(NotDone::Busy),
        };
        let turn = queue.turn(asker).await.ok_or(NotDone::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            // Work whose caller has left still occupies its thread.
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| NotDone::Failed)
    }

    /// Takes the turn for long work and holds it, so that all others wait.
    #[cfg(any(test, feature = "suite"))]
    pub async fn hold(&self, piece: Piece) -> impl Sized + use<> {
        let queue = if piece == Piece::Short { &self.short } else { &self.long };
        queue.turn(Asker::of(poker_base::network::Network::HERE)).await
    }
}
