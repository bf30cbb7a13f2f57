//! Panics of a simulated server: it survives them, the simulation does not.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static COUNT: Cell<u32> = const { Cell::new(0) };
    static FIRST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs something, and gives the words of the first panic in it, caught or not. Nothing is printed.
pub(super) fn watch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !WATCHED.get() {
                return before(info);
            }
            COUNT.set(COUNT.get() + 1);
            let payload = info.payload();
            let words = payload
                .downcast_ref::<&str>()
                .map(|words| (*words).to_owned())
                .or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_default();
            let place = info.location().map_or_else(String::new, |place| format!(" ({place})"));
            FIRST.with_borrow_mut(|first| {
                first.get_or_insert(words + &place);
            });
        }));
    });
    WATCHED.set(true);
    COUNT.set(0);
    FIRST.take();
    let done = catch_unwind(AssertUnwindSafe(run));
    WATCHED.set(false);
    done.map_err(|_| FIRST.take().unwrap_or_default())
}

/// Goes no further if something has panicked, though it was caught.
pub(super) fn check() {
    assert!(COUNT.get() == 0, "a part of the server has panicked");
}
