//! Commands that bring a table down, for tests of what happens then.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::table::command::Command;

/// By the name of the table: which commands panic, and how often still.
type Points = BTreeMap<String, (fn(&Command) -> bool, u32)>;

static ARMED: Mutex<Points> = Mutex::new(BTreeMap::new());

/// From now on, the next `times` commands of this kind panic at the table of that name.
pub(super) fn arm(table: &str, kind: fn(&Command) -> bool, times: u32) {
    armed(|points| points.insert(table.to_owned(), (kind, times)));
}

/// Passed by every command of every table.
pub(in crate::table) fn pass(table: &str, command: &Command) {
    let fails = armed(|points| match points.get_mut(table) {
        Some((kind, times)) if *times > 0 && kind(command) => {
            *times -= 1;
            true
        }
        _ => false,
    });
    assert!(!fails, "a failure that a test asked for");
}

fn armed<T>(with: impl FnOnce(&mut Points) -> T) -> T {
    with(&mut ARMED.lock().unwrap_or_else(PoisonError::into_inner))
}
