//! One WebSocket connection of a player.
//!
//! The SDK's client runs a task per connection, reconnects by itself and parses every message in full. Here a player is one task with its
//! socket: disconnecting, reconnecting and repeating requests are what is tested, thousands of connections need addresses of their own, and
//! most messages are parsed once for all viewers of a table.

use std::net::{SocketAddr, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use poker_protocol::{MAX_SERVER_MESSAGE_BYTES, SUBPROTOCOL};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Bytes read in one call; enough for most of what one action causes.
const READ_BUFFER: usize = 4096;

/// Time limit for establishing a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Connections from one address, leaving room for the system's other ephemeral ports.
const CONNECTIONS_PER_SOURCE: usize = 20_000;

/// A server to connect to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// Socket address of the server.
    pub(crate) address: SocketAddr,
    /// Value of the `Host` header.
    host: String,
    /// Path of the WebSocket.
    path: String,
    /// Client address reported by a proxy, if any.
    network: Option<String>,
}

/// Reason why a text is not a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TargetError {
    /// The text does not start with `ws://`.
    #[error("`{0}` is not the address of a server: expected ws://HOST:PORT/ws")]
    Shape(String),
    /// The name cannot be resolved.
    #[error("`{0}` cannot be resolved")]
    Unknown(String),
}

impl Target {
    /// Returns the usual path on an address.
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self {
            address,
            host: address.to_string(),
            path: "/ws".to_owned(),
            network: None,
        }
    }

    /// Returns the same server, reached from an address in another network through a proxy.
    pub(crate) fn asked_from(self, network: &str) -> Self {
        let network = Some(network.to_owned());
        Self { network, ..self }
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let shape = || TargetError::Shape(text.to_owned());
        let rest = text.strip_prefix("ws://").ok_or_else(shape)?;
        let (host, path) = rest.find('/').map_or((rest, "/ws"), |at| rest.split_at(at));
        if host.is_empty() {
            return Err(shape());
        }
        let with_port = if host.contains(':') {
            host.to_owned()
        } else {
            format!("{host}:80")
        };
        let resolved = with_port
            .to_socket_addrs()
            .ok()
            .and_then(|mut addresses| addresses.next());
        let address = resolved.ok_or_else(|| TargetError::Unknown(host.to_owned()))?;
        Ok(Self {
            address,
            host: host.to_owned(),
            path: path.to_owned(),
            network: None,
        })
    }
}

/// Reason why a connection failed or ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LinkError {
    /// The connection could not be opened.
    #[error("cannot connect: {0}")]
    Connect(String),
    /// The server closed the connection.
    #[error("closed by the server: {code} {reason}")]
    Closed {
        /// Code of the close frame.
        code: u16,
        /// Reason in the close frame.
        reason: String,
    },
    /// The connection broke without a close frame.
    #[error("broken: {0}")]
    Broken(String),
}

impl LinkError {
    /// Returns a short name for counting.
    pub(crate) fn code(&self) -> String {
        match self {
            Self::Connect(_) => "connect.failed".to_owned(),
            Self::Closed { code, .. } => format!("closed.{code}"),
            Self::Broken(_) => "connection.broken".to_owned(),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Link {
    stream: WebSocketStream<TcpStream>,
}

impl Link {
    /// Connects. `number` spreads large numbers of connections to this machine over several of its own addresses, as one address has some
    /// 28,000 ports.
    pub(crate) async fn connect(target: &Target, number: usize) -> Result<Self, LinkError> {
        let open = async {
            let tcp = open_tcp(target.address, number).await?;
            tcp.set_nodelay(true)?;
            let mut request = format!("ws://{}{}", target.host, target.path).into_client_request()?;
            let protocol = HeaderValue::from_static(SUBPROTOCOL);
            request.headers_mut().insert("Sec-WebSocket-Protocol", protocol);
            if let Some(network) = &target.network {
                request
                    .headers_mut()
                    .insert("X-Forwarded-For", HeaderValue::from_str(network)?);
            }
            let config = WebSocketConfig::default()
                .read_buffer_size(READ_BUFFER)
                .write_buffer_size(READ_BUFFER)
                .max_write_buffer_size(64 * 1024)
                .max_message_size(Some(MAX_SERVER_MESSAGE_BYTES))
                .max_frame_size(Some(MAX_SERVER_MESSAGE_BYTES));
            let (stream, _) = client_async_with_config(request, tcp, Some(config)).await?;
            Ok::<_, Error>(stream)
        };
        match tokio::time::timeout(CONNECT_TIMEOUT, open).await {
            Ok(Ok(stream)) => Ok(Self { stream }),
            Ok(Err(error)) => Err(LinkError::Connect(error.to_string())),
            Err(_) => Err(LinkError::Connect("no answer".to_owned())),
        }
    }

    /// Sends a text.
    pub(crate) async fn send(&mut self, text: String) -> Result<(), LinkError> {
        self.stream
            .send(Message::Text(text.into()))
            .await
            .map_err(|error| ended(&error))
    }

    /// Returns the next text. Cancel-safe: dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes, LinkError> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    let (code, reason) = frame.map_or((1005, String::new()), |frame| {
                        (frame.code.into(), frame.reason.to_string())
                    });
                    return Err(LinkError::Closed { code, reason });
                }
                Some(Ok(Message::Binary(_))) => return Err(LinkError::Broken("a binary message".to_owned())),
                // Pings are answered by the library.
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(ended(&error)),
                None => return Err(LinkError::Broken("end of stream".to_owned())),
            }
        }
    }

    /// Closes the connection and waits briefly for the answer.
    pub(crate) async fn close(mut self) {
        let goodbye = async {
            if self.stream.close(None).await.is_ok() {
                while let Some(Ok(_)) = self.stream.next().await {}
            }
        };
        // Hangs up on a server that does not answer.
        let _ = tokio::time::timeout(Duration::from_secs(2), goodbye).await;
    }
}

async fn open_tcp(address: SocketAddr, number: usize) -> std::io::Result<TcpStream> {
    let SocketAddr::V4(v4) = address else {
        return TcpStream::connect(address).await;
    };
    let source = u8::try_from(number / CONNECTIONS_PER_SOURCE).unwrap_or(u8::MAX);
    if source == 0 || !v4.ip().is_loopback() {
        return TcpStream::connect(address).await;
    }
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from(([127, 0, 1, source], 0)))?;
    socket.connect(address).await
}

fn ended(error: &Error) -> LinkError {
    LinkError::Broken(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let target: Target = "ws://127.0.0.1:8080".parse().unwrap();
        assert_eq!(target, Target::at("127.0.0.1:8080".parse().unwrap()));
        let target: Target = "ws://127.0.0.1:8080/other".parse().unwrap();
        assert_eq!(target.path, "/other");
        for text in [
            "127.0.0.1:8080",
            "http://127.0.0.1",
            "ws://",
            "ws:///ws",
            "ws://no.such.host.invalid:1/ws",
        ] {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }
}
