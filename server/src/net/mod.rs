//! Sockets: the accept loop, the upgrade, sessions and their outboxes.

mod outbox;

pub use outbox::{Burst, ConnId, Deliver, Outbox, OutboxError, encode};
