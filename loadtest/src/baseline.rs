//! A bare tokio-tungstenite table broadcast, without poker: what the full server is compared with.
//!
//! One process, a reader and a writer task per connection, 4 KiB read buffers, `TCP_NODELAY`. A message of one seat goes
//! to every seat of its table as one burst, written with one write. It speaks just enough of `poker.v1` that the same
//! clients drive it: seats act in turn, an action is a broadcast, and nothing is dealt, checked, timed or stored.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use poker_protocol::SUBPROTOCOL;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

/// Bytes read at once.
const READ_BUFFER: usize = 4096;

/// Bytes gathered before they are written; above any burst, so that each burst is one write.
const WRITE_BUFFER: usize = 16 * 1024;

/// Bursts that may wait for a slow reader.
const OUTBOX: usize = 64;

/// What an action brings to the average seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traffic {
    /// Bytes, frame headers included.
    pub(crate) bytes: f64,
    /// Messages: one for each seat, one more for the seat that acted and for the one that is next, and the rest as private
    /// ones to all seats at once, as when cards are dealt.
    pub(crate) messages: f64,
}

impl Traffic {
    /// If nothing else is asked for.
    pub(crate) const DEFAULT: Self = Self {
        bytes: 420.0,
        messages: 1.34,
    };
}

/// What is written to one seat at once.
type Burst = Vec<Utf8Bytes>;

/// The whole server.
struct Server {
    tables: Mutex<HashMap<String, Arc<Mutex<Table>>>>,
    traffic: Traffic,
    counts: Counts,
}

/// What is counted for `/metrics`.
#[derive(Default)]
struct Counts {
    writes: AtomicU64,
    deliveries: AtomicU64,
}

/// A table: who sits there and whose turn it is.
struct Table {
    id: String,
    seats: Vec<Option<mpsc::Sender<Burst>>>,
    seq: u64,
    turn: u32,
    to_act: usize,
    /// Messages that every seat has still to get, and parts of one.
    owed: f64,
}

/// Serves for ever.
pub(crate) async fn serve(listener: TcpListener, traffic: Traffic) -> io::Result<()> {
    let server = Arc::new(Server {
        tables: Mutex::default(),
        traffic,
        counts: Counts::default(),
    });
    loop {
        let (tcp, address) = listener.accept().await?;
        tokio::spawn(connection(Arc::clone(&server), tcp, address));
    }
}

async fn connection(server: Arc<Server>, tcp: TcpStream, address: SocketAddr) {
    let talk = async {
        tcp.set_nodelay(true)?;
        let mut start = [0; 8];
        let read = tcp.peek(&mut start).await?;
        if start[..read].starts_with(b"GET /ws") {
            sockets(server, tcp).await
        } else {
            Ok(figures(&server, tcp).await?)
        }
    };
    if let Err(error) = talk.await {
        log_debug(address, &*error);
    }
}

/// A client that goes away is nothing to talk about unless somebody wants to know.
fn log_debug(address: SocketAddr, error: &(dyn std::error::Error + Send + Sync)) {
    if std::env::var_os("LOADTEST_DEBUG").is_some() {
        eprintln!("{address}: {error}");
    }
}

/// `/metrics` under the names of the real server, and 200 for everything else.
async fn figures(server: &Server, mut tcp: TcpStream) -> io::Result<()> {
    let mut request = [0; 2048];
    let _ = tcp.read(&mut request).await?;
    let body = format!(
        "poker_socket_writes_total {}\npoker_deliveries_total {}\n",
        server.counts.writes.load(Ordering::Relaxed),
        server.counts.deliveries.load(Ordering::Relaxed)
    );
    let head = format!(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    tcp.write_all(format!("{head}{body}").as_bytes()).await
}

type Error = Box<dyn std::error::Error + Send + Sync>;

async fn sockets(server: Arc<Server>, tcp: TcpStream) -> Result<(), Error> {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(4 * WRITE_BUFFER)
        .max_message_size(Some(READ_BUFFER))
        .max_frame_size(Some(READ_BUFFER));
    #[expect(clippy::result_large_err, reason = "the library's callback has this type")]
    let protocol = |_: &Request, mut response: Response| {
        response
            .headers_mut()
            .insert("Sec-WebSocket-Protocol", HeaderValue::from_static(SUBPROTOCOL));
        Ok(response)
    };
    let counted = Counted {
        tcp,
        server: Arc::clone(&server),
    };
    let stream = accept_hdr_async_with_config(counted, protocol, Some(config)).await?;
    let (sink, stream) = stream.split();
    let (outbox, bursts) = mpsc::channel(OUTBOX);
    tokio::spawn(write(sink, bursts));
    read(&server, stream, outbox).await
}

/// The writer task: one write for all that waits.
async fn write(mut sink: SplitSink<WebSocketStream<Counted>, Message>, mut bursts: mpsc::Receiver<Burst>) {
    while let Some(burst) = bursts.recv().await {
        for text in burst {
            if sink.feed(Message::Text(text)).await.is_err() {
                return;
            }
        }
        if sink.flush().await.is_err() {
            return;
        }
    }
}

/// The reader task.
async fn read(
    server: &Server,
    mut stream: SplitStream<WebSocketStream<Counted>>,
    outbox: mpsc::Sender<Burst>,
) -> Result<(), Error> {
    let mut seated: Option<(Arc<Mutex<Table>>, usize)> = None;
    while let Some(message) = stream.next().await {
        let Message::Text(text) = message? else { continue };
        let id = field(&text, "id").unwrap_or_default();
        if text.starts_with(r#"{"type":"act""#) {
            if let Some((table, seat)) = &seated {
                server.act(&mut lock(table), *seat, id);
            }
            continue;
        }
        let answer = match field(&text, "type") {
            Some("hello") => vec![welcome(id)],
            Some("create_table") => vec![server.open(id, &text)],
            Some("sit") => {
                let seat = number(&text, "seat").and_then(|seat| seat.checked_sub(1));
                seated = field(&text, "table").and_then(|table| server.table(table)).zip(seat);
                match &seated {
                    Some((table, seat)) => sit(&mut lock(table), *seat, &outbox, id),
                    None => vec![refused(id)],
                }
            }
            _ => vec![ok(id)],
        };
        outbox.send(answer).await?;
    }
    Ok(())
}

impl Server {
    fn table(&self, id: &str) -> Option<Arc<Mutex<Table>>> {
        lock(&self.tables).get(id).cloned()
    }

    fn open(&self, id: &str, text: &str) -> Utf8Bytes {
        let mut tables = lock(&self.tables);
        let name = format!("t{}", tables.len() + 1);
        let seats = vec![None; number(text, "seats").unwrap_or(9)];
        let table = Table {
            id: name.clone(),
            seats,
            seq: 0,
            turn: 0,
            to_act: 0,
            owed: 0.0,
        };
        tables.insert(name.clone(), Arc::new(Mutex::new(table)));
        let info = format!(r#"{{"table":"{name}","buy_in_min":100,"buy_in_max":200}}"#);
        format!(r#"{{"type":"ok","id":"{id}","table":{info}}}"#).into()
    }

    /// The broadcast: the same bytes to every seat, the answer before them to the one who acted, and what is asked behind
    /// them to the one who acts next; now and then a private message to each seat.
    fn act(&self, table: &mut Table, seat: usize, id: &str) {
        if seat != table.to_act {
            return;
        }
        let next = table.next_seat(seat);
        let (first, turn) = (table.seq + 1, table.turn + 1);
        table.seq += 2;
        table.turn = turn;
        table.to_act = next;
        let (actor, asked) = (seat + 1, next + 1);
        let ok: Utf8Bytes = format!(r#"{{"type":"ok","id":"{id}","seq":{}}}"#, first + 1).into();
        let private = table.choices();
        let seats = table.seats.iter().flatten().count().max(1) as f64;
        let more = (self.traffic.messages - 1.0 - 2.0 / seats).max(0.0);
        table.owed += more;
        let own = (table.owed >= 1.0).then(|| {
            table.owed -= 1.0;
            table.cards()
        });
        // What is not for all at once is taken off the common part, so that the average seat gets what was asked.
        let extra = (ok.len() + private.len() + 4) as f64 / seats + more * (CARDS_BYTES + 2) as f64;
        let mut events = format!(
            concat!(
                r#"{{"type":"events","table":"{}","events":[{{"seq":{},"event":{{"kind":"action_taken","seat":{},"#,
                r#""action":"check","added":0,"to":0,"all_in":false,"auto":false}}}},{{"seq":{},"event":{{"#,
                r#""kind":"turn_started","turn":{},"seats":[{}],"decision":"bet"}}}}],"padding":""#
            ),
            table.id,
            first,
            actor,
            first + 1,
            turn,
            asked
        );
        let room = self.traffic.bytes - (events.len() + 2 + 4) as f64 - extra;
        events.extend(std::iter::repeat_n('.', whole(room)));
        events.push_str("\"}");
        let events: Utf8Bytes = events.into();
        for (index, outbox) in table.seats.iter().enumerate() {
            let Some(outbox) = outbox else { continue };
            let mut burst = Vec::with_capacity(3);
            if index == seat {
                burst.push(ok.clone());
            }
            burst.push(events.clone());
            burst.extend(own.clone());
            if index == next {
                burst.push(private.clone());
            }
            // A reader that is 64 bursts behind loses some; the clients would notice, and never are.
            if outbox.try_send(burst).is_ok() {
                self.counts.deliveries.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

impl Table {
    fn next_seat(&self, seat: usize) -> usize {
        let count = self.seats.len();
        (1..=count)
            .map(|step| (seat + step) % count)
            .find(|seat| self.seats[*seat].is_some())
            .unwrap_or(seat)
    }

    /// What brings cards to a seat, as far as it matters here: its length.
    fn cards(&self) -> Utf8Bytes {
        let mut text = format!(r#"{{"type":"private","table":"{}","events":[],"padding":""#, self.id);
        let room = CARDS_BYTES.saturating_sub(text.len() + 2);
        text.extend(std::iter::repeat_n('.', room));
        text.push_str("\"}");
        text.into()
    }

    /// What the seat to act is asked, as large as in a hand of hold'em.
    fn choices(&self) -> Utf8Bytes {
        format!(
            concat!(
                r#"{{"type":"private","table":"{}","events":[{{"kind":"choices","seq":{},"hand":1,"turn":{},"#,
                r#""choices":[{{"kind":"fold"}},{{"kind":"check"}},{{"kind":"bet","min":2,"max":200}}],"#,
                r#""cards":[],"board":[],"pot":3,"to_call":0,"stack":200}}]}}"#
            ),
            self.id, self.seq, self.turn
        )
        .into()
    }
}

/// Bytes of a private message that only brings cards, in the mean.
const CARDS_BYTES: usize = 120;

/// A number of bytes, from 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is small and not negative"
)]
fn whole(bytes: f64) -> usize {
    bytes.max(0.0).round() as usize
}

/// A seat is taken; the first one begins to act once the table is full.
fn sit(table: &mut Table, seat: usize, outbox: &mpsc::Sender<Burst>, id: &str) -> Burst {
    if table.seats.get(seat).is_none_or(Option::is_some) {
        return vec![refused(id)];
    }
    table.seats[seat] = Some(outbox.clone());
    let full = table.seats.iter().all(Option::is_some);
    if full && table.turn == 0 {
        table.turn = 1;
        table.seq = 1;
        let start = format!(
            concat!(
                r#"{{"type":"events","table":"{}","events":[{{"seq":1,"event":{{"kind":"turn_started","turn":1,"#,
                r#""seats":[1],"decision":"bet"}}}}]}}"#
            ),
            table.id
        );
        let start: Utf8Bytes = start.into();
        for (index, outbox) in table.seats.iter().enumerate() {
            let mut burst = vec![start.clone()];
            if index == table.to_act {
                burst.push(table.choices());
            }
            if let Some(outbox) = outbox {
                // The outbox of a seat that was just taken has room.
                let _ = outbox.try_send(burst);
            }
        }
    }
    vec![ok(id)]
}

fn welcome(id: &str) -> Utf8Bytes {
    format!(r#"{{"type":"welcome","id":"{id}","version":"poker.v1","token":"none","balance":1000}}"#).into()
}

fn ok(id: &str) -> Utf8Bytes {
    format!(r#"{{"type":"ok","id":"{id}"}}"#).into()
}

fn refused(id: &str) -> Utf8Bytes {
    format!(r#"{{"type":"error","id":"{id}","code":"table.seat_taken","message":"taken"}}"#).into()
}

/// A string field of a flat message, found without reading the message.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let start = text.find(&format!(r#""{name}":""#))? + name.len() + 4;
    text[start..].find('"').map(|end| &text[start..start + end])
}

/// A number field, found the same way.
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

/// A socket that counts its writes.
struct Counted {
    tcp: TcpStream,
    server: Arc<Server>,
}

impl AsyncRead for Counted {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.server.counts.writes.fetch_add(1, Ordering::Relaxed);
        Pin::new(&mut self.tcp).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_without_reading_the_message() {
        let text = r#"{"type":"sit","id":"7","table":"t1","seat":3,"buy_in":200,"entry":"post"}"#;
        assert_eq!(field(text, "id"), Some("7"));
        assert_eq!(field(text, "table"), Some("t1"));
        assert_eq!(number(text, "seat"), Some(3));
        assert_eq!((field(text, "x"), number(text, "x")), (None, None));
    }

    #[test]
    fn the_average_seat_gets_the_traffic_that_was_asked_for() {
        let server = Server {
            tables: Mutex::default(),
            traffic: Traffic {
                bytes: 600.0,
                messages: 1.5,
            },
            counts: Counts::default(),
        };
        let mut table = Table {
            id: "t1".into(),
            seats: Vec::new(),
            seq: 1,
            turn: 1,
            to_act: 0,
            owed: 0.0,
        };
        let mut readers = Vec::new();
        for _ in 0..9 {
            let (outbox, reader) = mpsc::channel(OUTBOX);
            table.seats.push(Some(outbox));
            readers.push(reader);
        }
        for action in 0..18 {
            server.act(&mut table, action % 9, "17");
        }
        let (mut bytes, mut messages) = (0, 0);
        for reader in &mut readers {
            while let Ok(burst) = reader.try_recv() {
                messages += burst.len();
                bytes += burst
                    .iter()
                    .map(|text| text.len() + if text.len() < 126 { 2 } else { 4 })
                    .sum::<usize>();
            }
        }
        let mean = bytes / (18 * 9);
        assert!((595..=605).contains(&mean), "{mean}");
        // 0.278 of a private message each, so that the fifth is still owed.
        assert_eq!(messages, 18 * 9 + 18 * 2 + 5 * 9);
        assert_eq!(server.counts.deliveries.load(Ordering::Relaxed), 18 * 9);
    }

    #[test]
    fn nobody_acts_out_of_turn() {
        let server = Server {
            tables: Mutex::default(),
            traffic: Traffic::DEFAULT,
            counts: Counts::default(),
        };
        let (outbox, mut reader) = mpsc::channel(OUTBOX);
        let mut table = Table {
            id: "t1".into(),
            seats: vec![Some(outbox), None],
            seq: 1,
            turn: 1,
            to_act: 0,
            owed: 0.0,
        };
        server.act(&mut table, 1, "1");
        assert!(reader.try_recv().is_err());
        server.act(&mut table, 0, "1");
        assert_eq!(reader.try_recv().unwrap().len(), 3, "answer, events and the next turn");
    }
}
