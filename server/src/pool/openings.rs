//! What many others feel: tables and tournaments that are opened, each with a dozen writes to the disk, a task and bots. They are opened one
//! after the other, by turns of the networks, and with a rest behind each, so that however many ask at once, those who play
//! keep most of the machine.

use std::time::{Duration, Instant};

use super::queue::{Asker, FairQueue, Turn};
use super::{LONG_WAITING, NotDone};
use crate::network::Network;

/// The least rest: what was opened goes on working when its opener has the answer.
const REST: Duration = Duration::from_millis(25);

/// The longest rest, where a slow disk made the opening long.
const REST_MAX: Duration = Duration::from_millis(250);

/// Who may open something now.
#[derive(Debug)]
pub(crate) struct Openings(FairQueue);

impl Default for Openings {
    fn default() -> Self {
        Self(FairQueue::new(LONG_WAITING))
    }
}

impl Openings {
    /// Waits for the turn to open something, and keeps it until what is returned is dropped. This machine's own wait for nobody.
    ///
    /// # Errors
    /// If too many wait.
    pub(crate) async fn turn(&self, from: Network) -> Result<Opening, NotDone> {
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

/// The turn of one who opens something.
#[derive(Debug)]
pub(crate) struct Opening {
    turn: Option<Turn>,
    began: Instant,
}

impl Drop for Opening {
    fn drop(&mut self) {
        let Some(turn) = self.turn.take() else { return };
        // Twice as long as the opening took: two thirds of the time are for others.
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
        // One that is given up before its turn takes none.
        drop(stranger);
        drop(openings.turn(net(3)));
        assert!(openings.turn(net(4)).await.is_ok());
        // Our own wait for nobody.
        let began = tokio::time::Instant::now();
        assert!(openings.turn(Network::HERE).await.is_ok());
        assert!(began.elapsed().is_zero());
    }
}
