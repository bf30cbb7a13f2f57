//! Sockets: the accept loop, the upgrade, WebSockets and their outboxes.

mod accept;
mod echo;
mod free;
mod limit;
mod origin;
mod outbox;
mod socket;
mod stream;
pub mod tls;
mod upgrade;

pub(crate) use accept::{Accept, Peer, Room, accept, http};
pub(crate) use echo::run as echo;
pub use free::Decision;
pub(crate) use limit::{Key, Keyed, Limiter};
pub(crate) use origin::{AskedBy, Origins};
pub use outbox::{Burst, ConnId, Deliver, Frames, Outbox, OutboxError, encode, push_json, with_json, with_text};
pub(crate) use socket::fuzz;
pub(crate) use socket::{Connection, End, Incoming, ReadRate, SocketLimits};
pub(crate) use upgrade::{Upgrade, bound_send_buffer};
