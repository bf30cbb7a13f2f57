//! Turns for opening tables and tournaments. Each opening costs a dozen writes to disk, a task and bots. Openings run
//! one after the other, alternating between networks, each followed by a rest, so that players keep most of the machine
//! however many openings are requested.

use std::time::{Duration, Instant};

use super::queue::{Asker, FairQueue, Turn};
use super::{LONG_WAITING, NotDone};
use poker_base::network::Network;

/// Shortest rest: what was opened is still starting up when its opener has the answer.
const REST: Duration = Duration::from_millis(25);

/// Longest rest, after an opening on a slow disk.
const REST_MAX: Duration = Duration::from_millis(250);

/// Queue for openings.
#[derive(Debug)]
pub struct Openings(FairQueue);

impl Default for Openings {
    fn default() -> Self {
        Self(FairQueue::new(LONG_WAITING))
    }
}

impl Openings {
    /// Waits for a turn and holds it until the result is dropped. Callers on this machine never wait.
    ///
    /// # Errors
    /// If too many are waiting.
    pub async fn turn(&self, from: Network) -> Result<Opening, NotDone> {
        let turn = if from.is_here() {
            None
        } else {
            Some(self.0.turn(Asker::of(from)).await.ok_or(NotDone::Busy)?)
        };
        Ok(Opening {
            turn,
            began: Instant::now(),
        })
    }
}

/// The turn to open something.
#[derive(Debug)]
pub struct Opening {
    turn: Option<Turn>,
    began: Instant,
}

impl Drop for Opening {
    fn drop(&mut self) {
        let Some(turn) = self.turn.take() else { return };
        // Twice as long as the opening took, which leaves two thirds of the time to others.
        let rest = (2 * self.began.elapsed()).clamp(REST, REST_MAX);
        tokio::spawn(async move {
            tokio::time::sleep(rest).await;
            drop(turn);
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn net(last: u8) -> Network {
        Network::of([203, 0, 113, last].into())
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_leaves_most_of_the_time_to_others_and_keeps_no_stranger_waiting() {
        let openings = Arc::new(Openings::default());
        for _ in 0..200 {
            let openings = Arc::clone(&openings);
            tokio::spawn(async move {
                loop {
                    drop(openings.turn(net(1)).await);
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            });
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let began = tokio::time::Instant::now();
        let stranger = openings.turn(net(2)).await;
        assert!(stranger.is_ok());
        assert!(
            began.elapsed() <= 2 * REST,
            "the next turn but one: {:?}",
            began.elapsed()
        );
        // A caller that gives up before its turn takes none.
        drop(stranger);
        drop(openings.turn(net(3)));
        assert!(openings.turn(net(4)).await.is_ok());
        // Callers on this machine never wait.
        let began = tokio::time::Instant::now();
        assert!(openings.turn(Network::HERE).await.is_ok());
        assert!(began.elapsed().is_zero());
    }
}
