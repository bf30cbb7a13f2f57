//! A fair queue: networks take turns, so that a flood from a few of them keeps no one else out.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use poker_base::network::Network;

/// A caller that wants a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asker {
    network: Network,
    is_known: bool,
}

impl Asker {
    /// An unknown caller from this network.
    pub const fn of(network: Network) -> Self {
        Self {
            network,
            is_known: false,
        }
    }

    /// A known caller from this network, who queues apart from all strangers.
    pub const fn known(network: Network) -> Self {
        Self {
            network,
            is_known: true,
        }
    }
}

/// Grants one turn at a time, alternating between networks. Known callers and strangers queue separately, and each side
/// gets every second turn.
#[derive(Clone, Debug)]
pub(super) struct FairQueue(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    is_busy: bool,
    /// `true` if the last turn went to a known caller.
    was_known: bool,
    known: Side,
    strangers: Side,
}

/// Callers waiting on one side.
#[derive(Debug)]
struct Side {
    /// Maximum number of callers that may wait.
    room: usize,
    /// Waiting callers by network, in order of arrival.
    lanes: HashMap<Network, VecDeque<oneshot::Sender<Turn>>>,
    /// Networks of `lanes`, next one first.
    order: VecDeque<Network>,
    /// Source of lots: when all networks have equally many waiting, these decide who stays. Rejoining does not change a
    /// network's lot.
    lots: RandomState,
    /// Turns since lots were drawn.
    turns: usize,
}

/// The turn, passed on when dropped.
#[derive(Debug)]
pub(super) struct Turn(FairQueue);

impl FairQueue {
    pub(super) fn new(room: usize) -> Self {
        Self(Arc::new(Mutex::new(State {
            is_busy: false,
            was_known: false,
            known: Side::new(room),
            strangers: Side::new(room),
        })))
    }

    /// Waits for the caller's turn. If too many are waiting, the last caller of the network with the most is turned
    /// away with `None`, be it this one or another. If every network has one, the network with the lowest lot loses its
    /// place.
    pub(super) async fn turn(&self, asker: Asker) -> Option<Turn> {
        let waiting = {
            let mut state = self.lock();
            if !state.is_busy {
                state.is_busy = true;
                return Some(Turn(self.clone()));
            }
            let side = if asker.is_known {
                &mut state.known
            } else {
                &mut state.strangers
            };
            side.wait(asker.network)?
        };
        waiting.await.ok()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let known_first = !self.was_known;
        for known in [known_first, !known_first] {
            let side = if known { &mut self.known } else { &mut self.strangers };
            if let Some(next) = side.next() {
                self.was_known = known;
                return Some(next);
            }
        }
        None
    }
}

impl Side {
    fn new(room: usize) -> Self {
        Self {
            room,
            lanes: HashMap::new(),
            order: VecDeque::new(),
            lots: RandomState::new(),
            turns: 0,
        }
    }

    fn waiting(&self) -> usize {
        self.lanes.values().map(VecDeque::len).sum()
    }

    fn wait(&mut self, network: Network) -> Option<oneshot::Receiver<Turn>> {
        if self.waiting() >= self.room {
            self.forget_those_who_left();
        }
        if self.waiting() >= self.room {
            self.make_room(network)?;
        }
        let (turn, waiting) = oneshot::channel();
        let lane = self.lanes.entry(network).or_default();
        if lane.is_empty() {
            self.order.push_back(network);
        }
        lane.push_back(turn);
        Some(waiting)
    }

    /// Turns another caller away; `None` if no other has less claim to its place.
    fn make_room(&mut self, network: Network) -> Option<()> {
        let own = self.lanes.get(&network).map_or(0, VecDeque::len);
        let (&longest, most) = self
            .lanes
            .iter()
            .map(|(network, lane)| (network, lane.len()))
            .max_by_key(|(_, len)| *len)?;
        let gives_way = if longest != network && most > own + 1 {
            longest
        } else if own > 0 {
            // No other network has more, so this caller is the one to refuse.
            return None;
        } else {
            let lot = |network: &Network| self.lots.hash_one(network);
            let least = self.lanes.keys().copied().min_by_key(|network| lot(network))?;
            if lot(&network) < lot(&least) {
                return None;
            }
            least
        };
        let lane = self.lanes.get_mut(&gives_way)?;
        lane.pop_back();
        if lane.is_empty() {
            self.lanes.remove(&gives_way);
            self.order.retain(|network| *network != gives_way);
        }
        Some(())
    }

    fn forget_those_who_left(&mut self) {
        self.lanes.retain(|_, lane| {
            lane.retain(|waiting| !waiting.is_closed());
            !lane.is_empty()
        });
        self.order.retain(|network| self.lanes.contains_key(network));
    }

    /// The next waiting caller. Its network goes to the end of the order.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let network = self.order.pop_front()?;
        let lane = self.lanes.get_mut(&network)?;
        let next = lane.pop_front();
        if lane.is_empty() {
            self.lanes.remove(&network);
        } else {
            self.order.push_back(network);
        }
        self.turns += 1;
        if self.turns >= self.room {
            self.turns = 0;
            self.lots = RandomState::new();
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
            // If the waiter is gone, the turn comes back in the error; dropping it passes it on.
            drop(next.send(Turn(self.0.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn from(last: u8) -> Asker {
        Asker::of(Network::of([192, 0, 2, last].into()))
    }

    /// Gives all waiting callers their turns, and returns the order.
    async fn order(queue: &FairQueue, first: Turn, comers: &[Asker]) -> Vec<Asker> {
        let served = Mutex::new(Vec::new());
        let waits = comers.iter().map(|&asker| {
            let served = &served;
            let queue = queue.clone();
            async move {
                if let Some(turn) = queue.turn(asker).await {
                    served.lock().unwrap().push(asker);
                    drop(turn);
                }
            }
        });
        let all = futures_util::future::join_all(waits);
        let start = async move { drop(first) };
        futures_util::future::join(all, start).await;
        served.into_inner().unwrap()
    }

    async fn strangers(queue: &FairQueue, first: Turn, comers: &[u8]) -> Vec<Asker> {
        let comers: Vec<Asker> = comers.iter().copied().map(from).collect();
        order(queue, first, &comers).await
    }

    #[tokio::test]
    async fn networks_take_turns() {
        let queue = FairQueue::new(10);
        let first = queue.turn(from(1)).await.unwrap();
        let served = strangers(&queue, first, &[1, 1, 1, 2, 2, 3]).await;
        assert_eq!(served, [1, 2, 3, 1, 2, 1].map(from));
        // The queue is empty, and the turn is free.
        assert!(queue.turn(from(9)).now_or_never().flatten().is_some());
    }

    #[tokio::test]
    async fn a_flood_makes_room_for_others() {
        let queue = FairQueue::new(4);
        let first = queue.turn(from(1)).await.unwrap();
        // The fifth of network 1 is refused; networks 2 and 3 take the places of its last.
        let served = strangers(&queue, first, &[1, 1, 1, 1, 1, 2, 3]).await;
        assert_eq!(served, [1, 2, 3, 1].map(from));
    }

    #[tokio::test]
    async fn with_one_from_each_lots_decide_and_not_who_came_first() {
        let mut late = 0;
        for _ in 0..200 {
            let queue = FairQueue::new(2);
            let first = queue.turn(from(1)).await.unwrap();
            let served = strangers(&queue, first, &[1, 2, 3]).await;
            assert_eq!(served.len(), 2);
            late += usize::from(served.contains(&from(3)));
        }
        // Two of three get a place, regardless of network.
        assert!((100..170).contains(&late), "{late}");
    }

    #[tokio::test]
    async fn coming_again_draws_no_other_lot() {
        for _ in 0..50 {
            let queue = FairQueue::new(2);
            let _first = queue.turn(from(1)).await.unwrap();
            let mut waits: Vec<_> = [2, 3]
                .into_iter()
                .map(|last| Box::pin(queue.turn(from(last))))
                .collect();
            for wait in &mut waits {
                assert!(futures_util::poll!(wait).is_pending());
            }
            let answers: Vec<bool> = (0..100).map(|_| queue.turn(from(4)).now_or_never().is_none()).collect();
            assert!(
                answers.iter().all(|waits| *waits == answers[0]),
                "refused always, or never"
            );
        }
    }

    #[tokio::test]
    async fn who_is_known_waits_apart_from_any_flood() {
        let queue = FairQueue::new(3);
        let first = queue.turn(from(1)).await.unwrap();
        let mut comers: Vec<Asker> = (2..=200).map(from).collect();
        let home = Asker::known(Network::of([198, 51, 100, 7].into()));
        comers.push(home);
        let served = order(&queue, first, &comers).await;
        assert_eq!(served.len(), 4);
        assert_eq!(served[0], home, "the known have every second turn");
    }

    #[tokio::test]
    async fn who_left_holds_no_place_and_no_turn() {
        let queue = FairQueue::new(2);
        let first = queue.turn(from(1)).await.unwrap();
        for gone in [1, 2] {
            assert!(queue.turn(from(gone)).now_or_never().is_none());
        }
        assert_eq!(strangers(&queue, first, &[3, 4]).await, [3, 4].map(from));
        let first = queue.turn(from(1)).await.unwrap();
        assert!(queue.turn(from(2)).now_or_never().is_none());
        drop(first);
        assert!(queue.turn(from(3)).now_or_never().flatten().is_some());
    }
}
