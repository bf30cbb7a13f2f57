//! Threads that play the hands of a simulated tournament together.

use std::collections::{HashMap, VecDeque};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use poker_engine::simulate::Broken;

use super::simulate::{BegunHand, Crew, Played, Ticket};

/// Number of waiting hands from which another thread is woken. Fewer are played before it is up.
const WORTH_WAKING: usize = 8;

/// The hands a tournament has begun and not taken back.
struct Hands<F> {
    state: Mutex<State<F>>,
    /// Signals that there are hands to play.
    begun: Condvar,
    /// Signals that a hand the tournament waits for is played.
    played: Condvar,
}

struct State<F> {
    /// Hands that no thread has begun to play, in the order they began.
    begun: VecDeque<(Ticket, BegunHand<F>)>,
    played: HashMap<Ticket, Result<Played, Broken>>,
    /// Number of sleeping threads.
    idle: usize,
    /// Set while the tournament waits.
    waits: bool,
    over: bool,
}

/// All threads together, as seen by the one that directs the tournament: it plays hands itself whenever it would have to wait.
pub(super) struct Team<'a, F>(&'a Hands<F>);

/// Returns the report of a panic in the engine.
pub(super) fn panicked() -> Broken {
    Broken {
        law: "no panic",
        detail: "a panic".to_owned(),
    }
}

/// Runs a tournament with this many threads, including the current one.
pub(super) fn with<F, T>(threads: NonZero<usize>, run: impl FnOnce(&mut Team<'_, F>) -> T) -> T
where
    F: FnMut() -> u64 + Send,
{
    let hands = Hands {
        state: Mutex::new(State {
            begun: VecDeque::new(),
            played: HashMap::new(),
            idle: 0,
            waits: false,
            over: false,
        }),
        begun: Condvar::new(),
        played: Condvar::new(),
    };
    thread::scope(|scope| {
        for _ in 1..threads.get() {
            scope.spawn(|| hands.help());
        }
        let _end = End(&hands);
        run(&mut Team(&hands))
    })
}

/// A guard that stops the other threads when the tournament is over, even by a panic.
struct End<'a, F>(&'a Hands<F>);

impl<F> Drop for End<'_, F> {
    fn drop(&mut self) {
        self.0.lock().over = true;
        self.0.begun.notify_all();
    }
}

impl<F> Hands<F> {
    fn lock(&self) -> MutexGuard<'_, State<F>> {
        // No thread panics while it has the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F: FnMut() -> u64> Hands<F> {
    /// Plays waiting hands until the tournament is over.
    fn help(&self) {
        let mut state = self.lock();
        while !state.over {
            state = if let Some(first) = state.begun.pop_front() {
                drop(state);
                self.play(first)
            } else {
                state.idle += 1;
                let mut state = self.begun.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
                state
            };
        }
    }

    /// Plays a hand, and keeps its result.
    fn play(&self, (ticket, hand): (Ticket, BegunHand<F>)) -> MutexGuard<'_, State<F>> {
        let played = catch_unwind(AssertUnwindSafe(|| hand.play())).unwrap_or_else(|_| Err(panicked()));
        let mut state = self.lock();
        state.played.insert(ticket, played);
        if std::mem::take(&mut state.waits) {
            self.played.notify_one();
        }
        state
    }
}

impl<F: FnMut() -> u64> Crew<F> for Team<'_, F> {
    fn begin(&mut self, ticket: Ticket, hand: BegunHand<F>) {
        let mut state = self.0.lock();
        state.begun.push_back((ticket, hand));
        if state.idle > 0 && state.begun.len() >= WORTH_WAKING {
            drop(state);
            self.0.begun.notify_one();
        }
    }

    fn finish(&mut self, ticket: Ticket) -> Result<Played, Broken> {
        let mut state = self.0.lock();
        loop {
            if let Some(played) = state.played.remove(&ticket) {
                return played;
            }
            let own = state.begun.binary_search_by_key(&ticket, |(ticket, _)| *ticket).ok();
            state = if let Some((_, hand)) = own.and_then(|at| state.begun.remove(at)) {
                drop(state);
                return hand.play();
            } else if let Some(first) = state.begun.pop_front() {
                // Another thread is playing this hand.
                drop(state);
                self.0.play(first)
            } else {
                state.waits = true;
                self.0.played.wait(state).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }
}
