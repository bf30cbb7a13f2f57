//! What it takes to serve a client.

use std::sync::Arc;
use std::time::Duration;

use poker_lobby::clubs::ClubWatches;
use poker_lobby::{Doors, Hall, Lobby, Restraints, Sessions, SetAsides, Tables};
use poker_net::metrics::Traffic;
use poker_net::{ReadRate, SocketLimits};
use poker_owner::PlayClock;
use poker_people::auth::Auth;
use poker_people::blocked::BlockedWords;
use poker_people::operators::{ConnectionLog, Live};
use poker_store::Store;

use super::Remarks;

/// Settings of sessions.
#[derive(Clone, Copy, Debug)]
pub struct SessionConfig {
    /// Bytes that may wait for a slow reader.
    pub outbox_bytes: u32,
    /// Messages per second that a connection may send in the long run.
    pub messages_per_second: u32,
    /// Messages that a connection may send in one burst.
    pub message_burst: u32,
    /// Milliseconds within which a connection must say hello.
    pub hello_timeout_ms: u32,
    /// Milliseconds of silence after which the server sends a ping.
    pub heartbeat_ms: u32,
    /// Milliseconds of silence after which a connection counts as dead.
    pub timeout_ms: u32,
}

/// What it takes to serve a client.
pub struct Reception {
    /// Settings.
    pub config: SessionConfig,
    /// Limits of each connection.
    pub socket_limits: Arc<SocketLimits>,
    /// Counters of the sockets.
    pub traffic: Arc<Traffic>,
    /// The clock of play.
    pub clock: Arc<PlayClock>,
    /// The store of accounts and chips.
    pub store: Arc<dyn Store>,
    /// Accounts, sessions and tokens.
    pub auth: Arc<Auth>,
    /// Open connections.
    pub sessions: Arc<Sessions>,
    /// Open tables.
    pub lobby: Arc<Lobby>,
    /// What opens tables.
    pub tables: Arc<Tables>,
    /// Tournaments that are not closed.
    pub tournaments: Arc<Hall>,
    /// Tables and tournaments that open to members of a club alone.
    pub clubs: Arc<Doors>,
    /// Connections that watch a club.
    pub club_watches: Arc<ClubWatches>,
    /// Tables out of play after a fault.
    pub set_aside: Arc<SetAsides>,
    /// Limits that players have set for themselves.
    pub restraints: Arc<Restraints>,
    /// Mutes and announcements.
    pub people: Arc<Live>,
    /// Record of connections.
    pub connection_log: Arc<ConnectionLog>,
    /// Words that chat must not contain.
    pub blocked: Arc<BlockedWords>,
    /// Rate limits of table chat.
    pub remarks: Arc<Remarks>,
}

/// Limits of a player connection, shared by all of them.
pub fn socket_limits(config: &SessionConfig) -> Arc<SocketLimits> {
    let message_bytes = poker_protocol::MAX_CLIENT_MESSAGE_BYTES;
    let bytes = |messages: u32| messages.saturating_mul(u32::try_from(message_bytes).unwrap_or(u32::MAX));
    Arc::new(SocketLimits {
        message_bytes,
        outbox_bytes: config.outbox_bytes as usize,
        read_rate: Some(ReadRate {
            per_second: bytes(config.messages_per_second),
            burst: bytes(config.message_burst),
        }),
        heartbeat: Duration::from_millis(config.heartbeat_ms.into()),
        timeout: Duration::from_millis(config.timeout_ms.into()),
    })
}
