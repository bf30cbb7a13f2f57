//! Sockets: the accept loop, the upgrade, WebSockets and their outboxes.

mod accept;
mod echo;
mod free;
mod limit;
mod origin;
mod outbox;
mod reply;
pub mod socket;
mod stream;
pub mod tls;
mod upgrade;

pub use accept::http;
pub(crate) use accept::{Accept, Peer, Room, accept};
pub(crate) use echo::run as echo;
pub use free::Decision;
pub(crate) use limit::{Key, Keyed, Limiter};
pub use origin::{AskedBy, Origins, Strange};
pub use outbox::{Burst, ConnId, Deliver, Frames, Outbox, OutboxError, encode, push_json, with_json, with_text};
pub use reply::Reply;
pub(crate) use socket::{Connection, ReadRate, SocketLimits};
pub use socket::{End, Incoming};
pub use upgrade::Upgrade;
pub(crate) use upgrade::bound_send_buffer;
