//! A bare tokio-tungstenite table broadcast without poker, as a reference for the full server.
//!
//! One process, 4 KiB read buffers, `TCP_NODELAY`. A message of one seat goes to every seat of its table as one burst, written in one call.
//! It speaks just enough of `poker.v1` for the same clients to drive it: seats act in turn, an action is a broadcast, and nothing is dealt,
//! checked, timed or stored. It comes in two shapes: [`Shape`].

mod direct;
mod queued;
mod table;

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use poker_protocol::SUBPROTOCOL;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::accept_hdr_async_with_config;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::handshake::server;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

pub(crate) use self::table::Traffic;

/// Bytes read in one call.
const READ_BUFFER: usize = 4096;

/// Bytes gathered before they are written; larger than any burst, so that each burst is one write.
const WRITE_BUFFER: usize = 16 * 1024;

/// Ways for connections and tables to share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Shape {
    /// Run a reader and a writer task per connection, with an outbox between them.
    Queued,
    /// Run one task per connection; the table's task frames common messages once and writes to the sockets itself.
    Direct,
}

impl Shape {
    /// Both shapes, with the usual reference for figures first.
    pub(crate) const ALL: [Self; 2] = [Self::Queued, Self::Direct];

    /// Returns the name on the command line and in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Direct => "direct",
        }
    }
}

/// Counters for `/metrics`.
#[derive(Debug, Default)]
struct Counts {
    writes: AtomicU64,
    deliveries: AtomicU64,
}

/// Tables of one of the shapes.
#[derive(Clone)]
enum House {
    Queued(Arc<queued::Server>),
    Direct(Arc<direct::Server>),
}

/// Serves until the process ends.
pub(crate) async fn serve(listener: TcpListener, traffic: Traffic, shape: Shape) -> io::Result<()> {
    let counts = Arc::new(Counts::default());
    let house = match shape {
        Shape::Queued => House::Queued(Arc::new(queued::Server::new(traffic, Arc::clone(&counts)))),
        Shape::Direct => House::Direct(Arc::new(direct::Server::new(traffic, Arc::clone(&counts)))),
    };
    loop {
        let (tcp, address) = listener.accept().await?;
        tokio::spawn(connection(house.clone(), Arc::clone(&counts), tcp, address));
    }
}

async fn connection(house: House, counts: Arc<Counts>, tcp: TcpStream, address: SocketAddr) {
    let talk = async {
        tcp.set_nodelay(true)?;
        let mut start = [0; 8];
        let read = tcp.peek(&mut start).await?;
        if start[..read].starts_with(b"GET /ws") {
            upgrade(house, counts, tcp).await
        } else {
            Ok(figures(&counts, tcp).await?)
        }
    };
    if let Err(error) = talk.await {
        log_debug(address, &*error);
    }
}

/// Prints a connection error if `LOADTEST_DEBUG` is set; a client that goes away is nothing unusual.
fn log_debug(address: SocketAddr, error: &(dyn std::error::Error + Send + Sync)) {
    if std::env::var_os("LOADTEST_DEBUG").is_some() {
        eprintln!("{address}: {error}");
    }
}

/// Answers any plain HTTP request with the metrics, under the names of the real server.
async fn figures(counts: &Counts, mut tcp: TcpStream) -> io::Result<()> {
    let mut request = [0; 2048];
    let _ = tcp.read(&mut request).await?;
    let body = format!(
        "poker_socket_writes_total {}\npoker_deliveries_total {}\n",
        counts.writes.load(Ordering::Relaxed),
        counts.deliveries.load(Ordering::Relaxed)
    );
    let head = format!(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    tcp.write_all(format!("{head}{body}").as_bytes()).await
}

type Error = Box<dyn std::error::Error + Send + Sync>;

async fn upgrade(house: House, counts: Arc<Counts>, tcp: TcpStream) -> Result<(), Error> {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(4 * WRITE_BUFFER)
        .max_message_size(Some(READ_BUFFER))
        .max_frame_size(Some(READ_BUFFER));
    #[expect(clippy::result_large_err, reason = "the library's callback has this type")]
    let protocol = |_: &server::Request, mut response: server::Response| {
        response
            .headers_mut()
            .insert("Sec-WebSocket-Protocol", HeaderValue::from_static(SUBPROTOCOL));
        Ok(response)
    };
    let socket = Socket {
        tcp: Arc::new(tcp),
        counts,
    };
    let stream = accept_hdr_async_with_config(socket, protocol, Some(config)).await?;
    match house {
        House::Queued(server) => server.talk(stream).await,
        House::Direct(server) => server.talk(stream).await,
    }
}

/// Request of a client.
#[derive(Debug, PartialEq, Eq)]
enum Request<'a> {
    Hello {
        id: &'a str,
    },
    CreateTable {
        id: &'a str,
        seats: usize,
    },
    /// `seat` counts from 0.
    Sit {
        id: &'a str,
        table: &'a str,
        seat: usize,
    },
    Act {
        id: &'a str,
    },
    Other {
        id: &'a str,
    },
}

impl<'a> Request<'a> {
    /// Finds the needed fields without parsing the whole message.
    fn read(text: &'a str) -> Self {
        let id = field(text, "id").unwrap_or_default();
        if text.starts_with(r#"{"type":"act""#) {
            return Self::Act { id };
        }
        match field(text, "type") {
            Some("hello") => Self::Hello { id },
            Some("create_table") => {
                let seats = number(text, "seats").unwrap_or(9);
                Self::CreateTable { id, seats }
            }
            Some("sit") => Self::Sit {
                id,
                table: field(text, "table").unwrap_or_default(),
                seat: number(text, "seat")
                    .and_then(|seat| seat.checked_sub(1))
                    .unwrap_or(usize::MAX),
            },
            _ => Self::Other { id },
        }
    }
}

fn welcome(id: &str) -> Utf8Bytes {
    format!(r#"{{"type":"welcome","id":"{id}","version":"poker.v1","token":"none","balance":1000}}"#).into()
}

fn ok(id: &str) -> Utf8Bytes {
    format!(r#"{{"type":"ok","id":"{id}"}}"#).into()
}

fn opened(id: &str, table: &str) -> Utf8Bytes {
    let info = format!(r#"{{"table":"{table}","buy_in_min":100,"buy_in_max":200}}"#);
    format!(r#"{{"type":"ok","id":"{id}","table":{info}}}"#).into()
}

fn refused(id: &str) -> Utf8Bytes {
    format!(r#"{{"type":"error","id":"{id}","code":"table.seat_taken","message":"taken"}}"#).into()
}

/// Finds a string field of a flat message without parsing the message.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let start = text.find(&format!(r#""{name}":""#))? + name.len() + 4;
    text[start..].find('"').map(|end| &text[start..start + end])
}

/// Finds a number field in the same way.
fn number(text: &str, name: &str) -> Option<usize> {
    let start = text.find(&format!(r#""{name}":"#))? + name.len() + 3;
    let digits = text[start..]
        .find(|symbol: char| !symbol.is_ascii_digit())
        .unwrap_or(text.len() - start);
    text[start..start + digits].parse().ok()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A socket that counts its writes and can be written to by a table as well.
#[derive(Debug)]
struct Socket {
    tcp: Arc<TcpStream>,
    counts: Arc<Counts>,
}

impl Socket {
    fn shared(&self) -> Arc<TcpStream> {
        Arc::clone(&self.tcp)
    }
}

impl AsyncRead for Socket {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        loop {
            ready!(self.tcp.poll_read_ready(cx))?;
            match self.tcp.try_read(buffer.initialize_unfilled()) {
                Ok(read) => {
                    buffer.advance(read);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.counts.writes.fetch_add(1, Ordering::Relaxed);
        loop {
            ready!(self.tcp.poll_write_ready(cx))?;
            match self.tcp.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The socket closes when its last owner drops it.
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_found_without_reading_the_message() {
        let text = r#"{"type":"sit","id":"7","table":"t1","seat":3,"buy_in":200,"entry":"post"}"#;
        let sit = Request::Sit {
            id: "7",
            table: "t1",
            seat: 2,
        };
        assert_eq!(Request::read(text), sit);
        assert_eq!(Request::read(r#"{"type":"act","id":"8"}"#), Request::Act { id: "8" });
        assert_eq!((field(text, "x"), number(text, "x")), (None, None));
    }
}
