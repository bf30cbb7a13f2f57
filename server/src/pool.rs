//! Work that a thread of the tables has no time for: everything that takes longer than a millisecond.
//!
//! One pool does it all, on two threads at most: one for short pieces, such as the hash of a password, and one for long ones, such as
//! odds, so that a login waits for no long sum. Those who wait take turns by network. A piece says beforehand what it costs;
//! what costs more than [`PIECE_MOST`] is refused, and so is one for which too many wait.

mod openings;
mod queue;

use std::time::Duration;

pub(crate) use self::openings::Openings;
pub(crate) use self::queue::Asker;
use self::queue::FairQueue;

/// The most that one piece may cost, in evaluations of a hand: a tenth of a second, for which all others wait.
pub(crate) const PIECE_MOST: u64 = 8_000_000;

/// Those who may wait for a short piece. With 20 ms for a hash the last of them waits about a second.
pub(crate) const SHORT_WAITING: usize = 50;

/// Those who may wait for a long piece.
pub(crate) const LONG_WAITING: usize = 64;

/// When there may be room again.
pub(crate) const AGAIN: Duration = Duration::from_secs(1);

/// How long a piece of work takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// As long as the hash of a password, about 20 ms.
    Short,
    /// So many evaluations of a hand; the work of a mebibyte or of a thousand rows counts as ten thousand of them.
    Evaluations(u64),
}

/// Why work is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotDone {
    /// Too many wait, or the piece is too large.
    #[error("the server has too much of such work: come back in a moment")]
    Busy,
    /// A fault of the server.
    #[error("the work could not be done")]
    Failed,
}

/// Does work beside the tables.
#[derive(Debug)]
pub(crate) struct Pool {
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
    /// Does a piece of work when it is the asker's turn.
    ///
    /// # Errors
    /// If there is no room for it, or it panics.
    pub(crate) async fn run<T: Send + 'static>(
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
            // Work that its asker has left still occupies its core.
            let _turn = turn;
            work()
        });
        done.await.map_err(|_| NotDone::Failed)
    }

    /// Holds the turn for long work, so that all others wait.
    #[cfg(test)]
    pub(crate) async fn hold(&self, piece: Piece) -> impl Sized + use<> {
        let queue = if piece == Piece::Short { &self.short } else { &self.long };
        queue.turn(Asker::of(crate::network::Network::HERE)).await
    }
}
