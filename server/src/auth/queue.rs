//! Who is next for a hash: one network after the other, so that a flood from some networks keeps no other out.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::network::Network;

/// One turn at a time; those who wait take turns by network.
#[derive(Clone, Debug)]
pub(super) struct FairQueue(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// Those who may wait, at most.
    room: usize,
    is_busy: bool,
    /// Who waits, by network, in the order of their coming.
    lanes: HashMap<Network, VecDeque<oneshot::Sender<Turn>>>,
    /// The networks of `lanes`, the next one first.
    order: VecDeque<Network>,
}

/// The turn, given on when it is dropped.
#[derive(Debug)]
pub(super) struct Turn(FairQueue);

impl FairQueue {
    pub(super) fn new(room: usize) -> Self {
        Self(Arc::new(Mutex::new(State {
            room,
            is_busy: false,
            lanes: HashMap::new(),
            order: VecDeque::new(),
        })))
    }

    /// Waits for the turn of somebody from this network. `None` if too many wait: then the last of the network with the most
    /// of them is sent away, be it this one or another.
    pub(super) async fn turn(&self, network: Network) -> Option<Turn> {
        let waiting = {
            let mut state = self.lock();
            if !state.is_busy {
                state.is_busy = true;
                return Some(Turn(self.clone()));
            }
            state.wait(network)?
        };
        waiting.await.ok()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn wait(&mut self, network: Network) -> Option<oneshot::Receiver<Turn>> {
        let waiting: usize = self.lanes.values().map(VecDeque::len).sum();
        if waiting >= self.room {
            self.forget_those_who_left();
        }
        let waiting: usize = self.lanes.values().map(VecDeque::len).sum();
        if waiting >= self.room {
            let own = self.lanes.get(&network).map_or(0, VecDeque::len);
            let (longest, lane) = self.lanes.iter_mut().max_by_key(|(_, lane)| lane.len())?;
            // With as many as any other, this network is the one with the most.
            if *longest == network || lane.len() <= own + 1 {
                return None;
            }
            lane.pop_back();
        }
        let (turn, waiting) = oneshot::channel();
        let lane = self.lanes.entry(network).or_default();
        if lane.is_empty() {
            self.order.push_back(network);
        }
        lane.push_back(turn);
        Some(waiting)
    }

    fn forget_those_who_left(&mut self) {
        self.lanes.retain(|_, lane| {
            lane.retain(|waiting| !waiting.is_closed());
            !lane.is_empty()
        });
        self.order.retain(|network| self.lanes.contains_key(network));
    }

    /// The next who waits. The network goes to the end of the order.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let network = self.order.pop_front()?;
        let lane = self.lanes.get_mut(&network)?;
        let next = lane.pop_front();
        if lane.is_empty() {
            self.lanes.remove(&network);
        } else {
            self.order.push_back(network);
        }
        next
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = {
            let mut state = self.0.lock();
            let next = state.next();
            state.is_busy = next.is_some();
            next
        };
        if let Some(next) = next {
            // If the waiter is gone, the turn comes back in the error, and dropping it passes it on.
            drop(next.send(Turn(self.0.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn network(last: u8) -> Network {
        Network::of([192, 0, 2, last].into())
    }

    /// Everybody who waits gets the turn, in this order.
    async fn order(queue: &FairQueue, first: Turn, comers: &[u8]) -> Vec<u8> {
        let served = Mutex::new(Vec::new());
        let waits = comers.iter().map(|&from| {
            let served = &served;
            let queue = queue.clone();
            async move {
                if let Some(turn) = queue.turn(network(from)).await {
                    served.lock().unwrap().push(from);
                    drop(turn);
                }
            }
        });
        let all = futures_util::future::join_all(waits);
        let start = async move { drop(first) };
        futures_util::future::join(all, start).await;
        served.into_inner().unwrap()
    }

    #[tokio::test]
    async fn networks_take_turns() {
        let queue = FairQueue::new(10);
        let first = queue.turn(network(1)).await.unwrap();
        assert_eq!(order(&queue, first, &[1, 1, 1, 2, 2, 3]).await, [1, 2, 3, 1, 2, 1]);
        // The queue is empty, and the turn is free.
        assert!(queue.turn(network(9)).now_or_never().flatten().is_some());
    }

    #[tokio::test]
    async fn a_flood_makes_room_for_others() {
        let queue = FairQueue::new(4);
        let first = queue.turn(network(1)).await.unwrap();
        // The fifth of network 1 is refused; networks 2 and 3 take the places of its last.
        assert_eq!(order(&queue, first, &[1, 1, 1, 1, 1, 2, 3]).await, [1, 2, 3, 1]);
    }

    #[tokio::test]
    async fn with_one_from_each_the_last_is_refused() {
        let queue = FairQueue::new(2);
        let first = queue.turn(network(1)).await.unwrap();
        assert_eq!(order(&queue, first, &[1, 2, 3]).await, [1, 2]);
    }

    #[tokio::test]
    async fn who_left_holds_no_place_and_no_turn() {
        let queue = FairQueue::new(2);
        let first = queue.turn(network(1)).await.unwrap();
        for gone in [1, 2] {
            assert!(queue.turn(network(gone)).now_or_never().is_none());
        }
        assert_eq!(order(&queue, first, &[3, 4]).await, [3, 4]);
        let first = queue.turn(network(1)).await.unwrap();
        assert!(queue.turn(network(2)).now_or_never().is_none());
        drop(first);
        assert!(queue.turn(network(3)).now_or_never().flatten().is_some());
    }
}
