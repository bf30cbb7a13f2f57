//! Two tasks per connection: a reader, and a writer with a bounded outbox. An action is carried out by the reader of the seat that acts.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::table::{Broadcast, Table};
use super::{Counts, Error, Request, Socket, Traffic, lock, ok, refused, welcome};

/// Bursts that may wait for a slow reader.
const OUTBOX: usize = 64;

/// Messages written to one seat in one call.
type Burst = Vec<Utf8Bytes>;

type Shared = Arc<Mutex<Table<mpsc::Sender<Burst>>>>;

pub(super) struct Server {
    tables: Mutex<HashMap<String, Shared>>,
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

    pub(super) async fn talk(self: Arc<Self>, stream: WebSocketStream<Socket>) -> Result<(), Error> {
        let (sink, stream) = stream.split();
        let (outbox, bursts) = mpsc::channel(OUTBOX);
        tokio::spawn(write(sink, bursts));
        self.read(stream, outbox).await
    }

    /// Runs the reader task.
    async fn read(
        &self,
        mut stream: SplitStream<WebSocketStream<Socket>>,
        outbox: mpsc::Sender<Burst>,
    ) -> Result<(), Error> {
        let mut seated: Option<(Shared, usize)> = None;
        while let Some(message) = stream.next().await {
            let Message::Text(text) = message? else { continue };
            let answer = match Request::read(&text) {
                Request::Act { id } => {
                    if let Some((table, seat)) = &seated {
                        self.act(&mut lock(table), *seat, id);
                    }
                    continue;
                }
                Request::Hello { id } => welcome(id),
                Request::CreateTable { id, seats } => self.open(id, seats),
                Request::Sit { id, table, seat } => {
                    let table = lock(&self.tables).get(table).cloned();
                    let Some(table) = table else {
                        outbox.send(vec![refused(id)]).await?;
                        continue;
                    };
                    let answer = Self::sit(&mut lock(&table), seat, &outbox, id);
                    seated = Some((table, seat));
                    answer
                }
                Request::Other { id } => ok(id),
            };
            outbox.send(vec![answer]).await?;
        }
        Ok(())
    }

    fn open(&self, id: &str, seats: usize) -> Utf8Bytes {
        let mut tables = lock(&self.tables);
        let name = format!("t{}", tables.len() + 1);
        tables.insert(name.clone(), Arc::new(Mutex::new(Table::new(name.clone(), seats))));
        super::opened(id, &name)
    }

    fn sit(table: &mut Table<mpsc::Sender<Burst>>, seat: usize, outbox: &mpsc::Sender<Burst>, id: &str) -> Utf8Bytes {
        match table.sit(seat, outbox.clone()) {
            Ok(start) => {
                if let Some(start) = start {
                    send(table, &start);
                }
                ok(id)
            }
            Err(_) => refused(id),
        }
    }

    fn act(&self, table: &mut Table<mpsc::Sender<Burst>>, seat: usize, id: &str) {
        if let Some(broadcast) = table.act(seat, id, self.traffic) {
            let taken = send(table, &broadcast);
            self.counts.deliveries.fetch_add(taken, Ordering::Relaxed);
        }
    }
}

/// Puts a broadcast into all outboxes and returns the number of seats that accepted it.
fn send(table: &Table<mpsc::Sender<Burst>>, broadcast: &Broadcast) -> u64 {
    let mut taken = 0;
    for (seat, outbox) in table.seats.iter().enumerate() {
        let Some(outbox) = outbox else { continue };
        // A reader lagging by 64 bursts loses some; the clients would notice, but it never happens.
        let burst = broadcast.messages(seat).cloned().collect();
        taken += u64::from(outbox.try_send(burst).is_ok());
    }
    taken
}

/// Runs the writer task: one write for all waiting messages.
async fn write(mut sink: SplitSink<WebSocketStream<Socket>, Message>, mut bursts: mpsc::Receiver<Burst>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broadcast_counts_once_a_seat_that_takes_it() {
        let counts = Arc::new(Counts::default());
        let server = Server::new(Traffic::DEFAULT, Arc::clone(&counts));
        let mut table = Table::new("t1".into(), 2);
        let (first, mut reader) = mpsc::channel(OUTBOX);
        let (second, gone) = mpsc::channel(OUTBOX);
        drop(gone);
        for (seat, outbox) in [(0, &first), (1, &second)] {
            assert!(Server::sit(&mut table, seat, outbox, "1").contains("ok"));
        }
        assert!(Server::sit(&mut table, 0, &first, "2").contains("table.seat_taken"));
        assert_eq!(reader.try_recv().unwrap().len(), 2, "the start, and the first decision");
        server.act(&mut table, 1, "3");
        assert!(reader.try_recv().is_err(), "it is the other seat's turn");
        server.act(&mut table, 0, "4");
        assert_eq!(reader.try_recv().unwrap().len(), 2, "answer and events");
        assert_eq!(counts.deliveries.load(Ordering::Relaxed), 1);
    }
}
