//! One task per connection, which only reads; the table's own task frames common messages once and writes to the sockets itself. Nothing is
//! queued for a seat, and seats that get only the common frame share its bytes.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::table::{Broadcast, Table};
use super::{Counts, Error, Request, Socket, Traffic, lock, ok, opened, refused, welcome};

/// Requests that may wait for a table; each seat has at most one under way.
const MAILBOX: usize = 64;

/// Requests of connections to a table.
enum Mail {
    Sit {
        seat: usize,
        socket: Arc<TcpStream>,
        answer: oneshot::Sender<bool>,
    },
    /// The seat's player has read the answer to `sit`: from now on only the table writes to the socket.
    Seated,
    Act {
        seat: usize,
        id: String,
    },
}

pub(super) struct Server {
    tables: Mutex<HashMap<String, mpsc::Sender<Mail>>>,
    traffic: Traffic,
    counts: Arc<Counts>,
}

impl Server {
    pub(super) fn new(traffic: Traffic, counts: Arc<Counts>) -> Self {
        Self {
            tables: Mutex::default(),
            traffic,
            counts,
        }
    }

    /// Runs the task of a connection.
    pub(super) async fn talk(self: Arc<Self>, mut stream: WebSocketStream<Socket>) -> Result<(), Error> {
        let mut seated: Option<(mpsc::Sender<Mail>, usize)> = None;
        while let Some(message) = stream.next().await {
            let Message::Text(text) = message? else { continue };
            let answer = match Request::read(&text) {
                Request::Act { id } => {
                    if let Some((table, seat)) = &seated {
                        let (seat, id) = (*seat, id.to_owned());
                        table.send(Mail::Act { seat, id }).await?;
                    }
                    continue;
                }
                Request::Hello { id } => welcome(id),
                Request::CreateTable { id, seats } => {
                    let mut tables = lock(&self.tables);
                    let name = format!("t{}", tables.len() + 1);
                    let (mailbox, mails) = mpsc::channel(MAILBOX);
                    let table = Table::new(name.clone(), seats);
                    tokio::spawn(play(table, mails, self.traffic, Arc::clone(&self.counts)));
                    tables.insert(name.clone(), mailbox);
                    opened(id, &name)
                }
                Request::Sit { id, table, seat } => {
                    let table = lock(&self.tables).get(table).cloned();
                    let socket = stream.get_ref().shared();
                    match sit(table, seat, socket).await? {
                        Some(table) => {
                            stream.send(Message::Text(ok(id))).await?;
                            table.send(Mail::Seated).await?;
                            seated = Some((table, seat));
                            continue;
                        }
                        None => refused(id),
                    }
                }
                Request::Other { id } => ok(id),
            };
            stream.send(Message::Text(answer)).await?;
        }
        Ok(())
    }
}

/// Asks for a seat and returns the table that granted it.
async fn sit(
    table: Option<mpsc::Sender<Mail>>,
    seat: usize,
    socket: Arc<TcpStream>,
) -> Result<Option<mpsc::Sender<Mail>>, Error> {
    let Some(table) = table else { return Ok(None) };
    let (answer, given) = oneshot::channel();
    table.send(Mail::Sit { seat, socket, answer }).await?;
    Ok(given.await?.then_some(table))
}

/// Runs the task of a table.
async fn play(
    mut table: Table<Arc<TcpStream>>,
    mut mails: mpsc::Receiver<Mail>,
    traffic: Traffic,
    counts: Arc<Counts>,
) {
    let (mut start, mut ready) = (None, 0);
    let mut frames = Frames::default();
    while let Some(mail) = mails.recv().await {
        match mail {
            Mail::Sit { seat, socket, answer } => {
                let sat = table.sit(seat, socket);
                let taken = sat.is_ok();
                start = start.or(sat.ok().flatten());
                // A player that has left in the meantime needs no answer.
                let _ = answer.send(taken);
            }
            Mail::Seated => {
                ready += 1;
                if ready == table.seats.len()
                    && let Some(start) = start.take()
                {
                    frames.write(&start, &table, &counts);
                }
            }
            Mail::Act { seat, id } => {
                if let Some(broadcast) = table.act(seat, &id, traffic) {
                    let sent = frames.write(&broadcast, &table, &counts);
                    counts.deliveries.fetch_add(sent, Ordering::Relaxed);
                }
            }
        }
    }
}

/// Frames on their way to the sockets; the buffers are reused.
#[derive(Default)]
struct Frames {
    common: Vec<u8>,
    own: Vec<u8>,
}

impl Frames {
    /// Writes a broadcast to all seats, one write each, and returns the number of seats that took it whole.
    fn write(&mut self, broadcast: &Broadcast, table: &Table<Arc<TcpStream>>, counts: &Counts) -> u64 {
        self.common.clear();
        push_frame(&mut self.common, &broadcast.events);
        let mut sent = 0;
        for (seat, socket) in table.seats.iter().enumerate() {
            let Some(socket) = socket else { continue };
            let bytes = if broadcast.is_common_for(seat) {
                &self.common
            } else {
                self.own.clear();
                for text in broadcast.messages(seat) {
                    push_frame(&mut self.own, text);
                }
                &self.own
            };
            counts.writes.fetch_add(1, Ordering::Relaxed);
            // A reader whose socket is full loses frames; the clients would notice, but they are never that slow.
            sent += u64::from(socket.try_write(bytes).is_ok_and(|written| written == bytes.len()));
        }
        sent
    }
}

/// Appends an unmasked text frame. Rule: RFC 6455, 5.2.
fn push_frame(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(0x81);
    match u16::try_from(text.len()) {
        Ok(length @ 0..126) => bytes.push(length.to_le_bytes()[0]),
        Ok(length) => {
            bytes.push(126);
            bytes.extend(length.to_be_bytes());
        }
        Err(_) => {
            bytes.push(127);
            bytes.extend((text.len() as u64).to_be_bytes());
        }
    }
    bytes.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_tell_their_length() {
        for (length, head) in [
            (5, &[0x81, 5][..]),
            (125, &[0x81, 125]),
            (126, &[0x81, 126, 0, 126]),
            (300, &[0x81, 126, 1, 44]),
            (70_000, &[0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70]),
        ] {
            let mut bytes = Vec::new();
            push_frame(&mut bytes, &"x".repeat(length));
            assert_eq!(&bytes[..head.len()], head);
            assert_eq!(bytes.len(), head.len() + length);
        }
    }
}
