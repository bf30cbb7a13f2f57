//! What tables and tournaments share. Both are owners: a number, a journal, an epoch, and a task around a core.
//!
//! - [`Caller`], [`Outbox`], [`Reply`], [`Burst`]: who asks, and how the answer leaves. Sockets implement [`Deliver`].
//! - [`Now`], [`PlayTime`], [`Entropy`]: time and randomness, as a core is given them.
//! - [`PlayClock`], [`OsEntropy`], [`Journal`], [`pool`]: where a task gets them from, writes its steps, and has work
//!   done that takes long.
//! - [`rows`]: the form of a journal's rows.

mod caller;
mod device;
mod entropy;
mod fault;
mod free;
mod journal;
mod lookup;
mod outbox;
mod play_clock;
pub mod pool;
mod reply;
pub mod rows;
mod time;

pub use caller::Caller;
pub use entropy::{Entropy, NoEntropy, OsEntropy};
pub use fault::store_fault;
pub use free::Decision;
pub use journal::Journal;
pub use lookup::Lookup;
#[cfg(any(test, feature = "suite"))]
pub use outbox::NoSocket;
pub use outbox::{
    Burst, ConnId, Deliver, Frames, Outbox, OutboxError, encode, push_json, to_json, with_json, with_text,
};
pub use play_clock::{BEAT, PlayClock, now};
pub use reply::Reply;
pub use time::{Now, PlayTime};
