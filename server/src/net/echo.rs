//! `/ws/echo`: the regular WebSocket layer, echoing every message, for conformance suites.

use std::sync::Arc;
use std::time::Duration;

use poker_protocol::v1::CloseCode;
use tokio::time::timeout;

use super::accept::Peer;
use super::socket::{Connection, End, SocketLimits};
use super::upgrade::Upgrade;
use crate::app::App;

/// Largest echoed message: the size that conformance suites send.
const MESSAGE_BYTES: usize = 16 * 1024 * 1024;

/// Longest time an echo may wait for its reader.
const READER_TIMEOUT: Duration = Duration::from_secs(30);

/// Echoes until the client disconnects.
pub(crate) async fn run(app: Arc<App>, upgrade: Upgrade, peer: Peer) {
    let Some((stream, read)) = upgrade.socket().await else {
        return;
    };
    let limits = SocketLimits {
        message_bytes: MESSAGE_BYTES,
        outbox_bytes: MESSAGE_BYTES,
        read_rate: None,
        heartbeat: app.heartbeat(),
        timeout: app.timeout(),
    };
    let mut connection = Connection::new(
        stream,
        read,
        Arc::new(limits),
        Arc::clone(&app.traffic),
        Arc::clone(&app.clock),
    );
    let end = tokio::select! {
        end = echo(&mut connection) => end,
        () = app.stop.cancelled() => End::Ours(CloseCode::Restart),
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
