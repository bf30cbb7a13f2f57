//! Sockets: the accept loop, the upgrade, WebSockets and what they deliver.

mod accept;
mod echo;
pub mod metrics;
mod origin;
pub mod socket;
mod stream;
pub mod tls;
mod upgrade;

pub use accept::http;
pub use accept::{Accept, Peer, Room, accept};
pub use echo::run as echo;
pub use origin::{AskedBy, Origins, Strange};
pub use socket::{Connection, ReadRate, SocketLimits};
pub use socket::{End, Incoming};
pub use upgrade::Upgrade;
pub use upgrade::bound_send_buffer;
