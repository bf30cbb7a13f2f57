//! Fail points that bring a table down, for tests of recovery.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::state::command::Command;

/// By table name: the commands that panic, and the remaining number of panics.
type Points = BTreeMap<String, (fn(&Command) -> bool, u32)>;

static ARMED: Mutex<Points> = Mutex::new(BTreeMap::new());

/// Makes the next `times` commands of this kind panic at the table of that name.
pub(super) fn arm(table: &str, kind: fn(&Command) -> bool, times: u32) {
    armed(|points| points.insert(table.to_owned(), (kind, times)));
}

/// Passed by every command of every table.
pub(crate) fn pass(table: &str, command: &Command) {
    let fails = armed(|points| match points.get_mut(table) {
        Some((kind, times)) if *times > 0 && kind(command) => {
            *times -= 1;
            true
        }
        _ => false,
    });
    assert!(!fails, "a failure that a test asked for");
}

/// A place other than a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// An effect is shown.
    Showing,
    /// A snapshot is made for a viewer.
    Snapshot,
}

static PLACES: Mutex<BTreeMap<(String, Place), u32>> = Mutex::new(BTreeMap::new());

/// Makes the table of that name panic the next `times` times it passes this place.
pub(super) fn arm_place(table: &str, place: Place, times: u32) {
    let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    places.insert((table.to_owned(), place), times);
}

/// Passed by every table at that place.
pub(crate) fn pass_place(table: &str, place: Place) {
    let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    let times = places.get_mut(&(table.to_owned(), place));
    let fails = times.is_some_and(|times| {
        let fails = *times > 0;
        *times = times.saturating_sub(1);
        fails
    });
    drop(places);
    assert!(!fails, "a failure that a test asked for");
}

fn armed<T>(with: impl FnOnce(&mut Points) -> T) -> T {
    with(&mut ARMED.lock().unwrap_or_else(PoisonError::into_inner))
}
