//! `/ws/echo`: the regular WebSocket layer, echoing every message, for conformance suites.

use std::sync::Arc;
use std::time::Duration;

use poker_owner::PlayClock;
use poker_protocol::v1::CloseCode;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::accept::Peer;
use super::socket::{Connection, End, SocketLimits};
use super::upgrade::Upgrade;
use crate::metrics::Traffic;

/// Largest echoed message: the size that conformance suites send.
const MESSAGE_BYTES: usize = 16 * 1024 * 1024;

/// Longest time an echo may wait for its reader.
const READER_TIMEOUT: Duration = Duration::from_secs(30);

/// Echoes until the client disconnects, or the server stops. `pulse` is the silence after which a ping is sent, and that
/// after which the client counts as gone.
pub async fn run(
    upgrade: Upgrade,
    peer: Peer,
    pulse: (Duration, Duration),
    traffic: Arc<Traffic>,
    clock: Arc<PlayClock>,
    stop: CancellationToken,
) {
    let Some((stream, read)) = upgrade.socket().await else {
        return;
    };
    let limits = SocketLimits {
        message_bytes: MESSAGE_BYTES,
        outbox_bytes: MESSAGE_BYTES,
        read_rate: None,
        heartbeat: pulse.0,
        timeout: pulse.1,
    };
    let mut connection = Connection::new(stream, read, Arc::new(limits), traffic, clock);
    let end = tokio::select! {
        end = echo(&mut connection) => end,
        () = stop.cancelled() => End::Ours(CloseCode::Restart),
    };
    connection.finish(end).await;
    drop(peer);
}

async fn echo(connection: &mut Connection) -> End {
    loop {
        let message = match connection.next().await {
            Ok(message) => message,
            Err(end) => return end,
        };
        match timeout(READER_TIMEOUT, connection.echo(&message)).await {
            Ok(Ok(())) => {}
            Ok(Err(end)) => return end,
            Err(_) => return End::Ours(CloseCode::SlowConsumer),
        }
    }
}
