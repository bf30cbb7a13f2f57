//! Crews that play the hands of a simulated tournament.

use std::collections::VecDeque;

use poker_engine::simulate::{Broken, broken};

use super::play::{BegunHand, Played};

/// The identity of a hand while it is being played: its numbers in the order of due events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ticket {
    /// Number of the event at which its result is needed.
    pub(super) played: u64,
    /// Number of the event at which it is over.
    pub(super) done: u64,
}

/// A crew that plays hands. A hand depends on nothing outside it, so it does not matter where, when and in which order hands are played.
pub(crate) trait Crew<F> {
    /// Accepts a hand that begins.
    fn begin(&mut self, ticket: Ticket, hand: BegunHand<F>);

    /// Returns the result of an accepted hand once it is played. It is requested at most once for each hand.
    ///
    /// # Errors
    /// Gives the law that the hand broke.
    fn finish(&mut self, ticket: Ticket) -> Result<Played, Broken>;
}

/// A crew that plays each hand as soon as it begins, on the caller's thread.
#[derive(Default)]
pub(crate) struct Alone(VecDeque<(Ticket, Result<Played, Broken>)>);

impl<F: FnMut() -> u64> Crew<F> for Alone {
    fn begin(&mut self, ticket: Ticket, hand: BegunHand<F>) {
        self.0.push_back((ticket, hand.play()));
    }

    fn finish(&mut self, ticket: Ticket) -> Result<Played, Broken> {
        let at = self.0.binary_search_by_key(&ticket, |(ticket, _)| *ticket);
        match at.ok().and_then(|at| self.0.remove(at)) {
            Some((_, played)) => played,
            None => broken("a hand that is over has begun", "it has not"),
        }
    }
}
