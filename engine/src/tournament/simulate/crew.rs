//! Who plays the hands of a simulated tournament.

use std::collections::VecDeque;

use super::play::{BegunHand, Played};
use crate::simulate::{Broken, broken};

/// What a hand is known by while it is played: its numbers in the order of what is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket {
    /// That its result is needed.
    pub(super) played: u64,
    /// That it is over.
    pub(super) done: u64,
}

/// Plays hands. A hand depends on nothing that happens elsewhere, so that it does not matter when, where and
/// in which order they are played.
pub trait Crew<F> {
    /// Takes a hand that begins.
    fn begin(&mut self, ticket: Ticket, hand: BegunHand<F>);

    /// Gives back a hand that was taken, once it is played. Each is asked for once at most.
    ///
    /// # Errors
    /// The law that it broke.
    fn finish(&mut self, ticket: Ticket) -> Result<Played, Broken>;
}

/// Plays each hand as soon as it begins.
#[derive(Default)]
pub struct Alone(VecDeque<(Ticket, Result<Played, Broken>)>);

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
