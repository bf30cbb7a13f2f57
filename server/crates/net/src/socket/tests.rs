//! Tests on real sockets, with tungstenite's client and with raw bytes.

mod tls;

use futures_util::{SinkExt, StreamExt};
use poker_owner::{Burst, Deliver, OutboxError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;

use super::out::HELD_BYTES;
use super::*;

const LIMITS: SocketLimits = SocketLimits {
    message_bytes: 4096,
    outbox_bytes: 64 * 1024,
    read_rate: None,
    heartbeat: Duration::from_secs(10),
    timeout: Duration::from_secs(25),
};

/// One of our connections and the client's end of it. Its clock is checked only by the heartbeat.
async fn pair(limits: SocketLimits) -> (Connection, TcpStream) {
    pair_with(limits, Arc::default()).await
}

async fn pair_with(limits: SocketLimits, clock: Arc<PlayClock>) -> (Connection, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (client, server) = tokio::join!(TcpStream::connect(address), listener.accept());
    let (server, _) = server.unwrap();
    // Small buffers, to detect slow readers soon.
    socket2::SockRef::from(&server).set_send_buffer_size(16 * 1024).unwrap();
    let client = client.unwrap();
    socket2::SockRef::from(&client).set_recv_buffer_size(16 * 1024).unwrap();
    server.set_nodelay(true).unwrap();
    (
        Connection::new(
            stream::Stream::Plain(server),
            Vec::new(),
            Arc::new(limits),
            Arc::new(Traffic::new()),
            clock,
        ),
        client,
    )
}

async fn client(tcp: TcpStream) -> WebSocketStream<TcpStream> {
    WebSocketStream::from_raw_socket(tcp, Role::Client, None).await
}

/// A client's frame with an all-zero mask.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    let length = u16::try_from(payload.len()).unwrap();
    if length < 126 {
        bytes.push(0x80 | length.to_be_bytes()[1]);
    } else {
        bytes.push(0x80 | 0x7e);
        bytes.extend(length.to_be_bytes());
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

fn texts(texts: &[&str]) -> Burst {
    Burst {
        frames: texts.iter().map(|text| Utf8Bytes::from(*text)).collect(),
        urgent: true,
        spare: false,
    }
}

/// Ends the connection for the reason that reading returned; also returns what the client received of that.
async fn close_seen(mut ours: Connection, theirs: TcpStream, sent: &[u8]) -> (End, Vec<u8>) {
    let (mut read, mut write) = theirs.into_split();
    write.write_all(sent).await.unwrap();
    let end = loop {
        match ours.next().await {
            Ok(_) => {}
            Err(end) => break end,
        }
    };
    let mut seen = Vec::new();
    let hear = async {
        read.read_to_end(&mut seen).await.unwrap();
        drop(write);
    };
    tokio::join!(ours.finish(end), hear);
    (end, seen)
}

fn close_frame(code: CloseCode) -> Vec<u8> {
    let mut bytes = vec![0x88, 2 + u8::try_from(code.reason().len()).unwrap()];
    bytes.extend(code.code().to_be_bytes());
    bytes.extend(code.reason().as_bytes());
    bytes
}

#[tokio::test]
async fn a_burst_arrives_whole_and_in_order() {
    let (ours, theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    socket.deliver(&texts(&["one", "two"])).unwrap();
    socket.deliver(&texts(&["three"])).unwrap();
    let mut theirs = client(theirs).await;
    for expected in ["one", "two", "three"] {
        assert_eq!(theirs.next().await.unwrap().unwrap(), Message::text(expected));
    }
}

#[tokio::test]
async fn what_is_held_leaves_with_the_next_burst_or_when_it_is_flushed() {
    let (ours, theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    assert_eq!(socket.hold(&texts(&["one"])), Ok(true), "it has to be flushed");
    assert_eq!(socket.hold(&texts(&["two"])), Ok(false), "the first to hold does that");
    assert_eq!(socket.waiting(), "..one..two".len(), "nothing was written");
    socket.deliver(&texts(&["three"])).unwrap();
    assert_eq!(socket.waiting(), 0);
    assert_eq!(socket.hold(&texts(&["four"])), Ok(true));
    socket.flush();
    assert_eq!(socket.waiting(), 0);
    socket.flush();
    let mut theirs = client(theirs).await;
    for expected in ["one", "two", "three", "four"] {
        assert_eq!(theirs.next().await.unwrap().unwrap(), Message::text(expected));
    }
}

#[tokio::test]
async fn what_is_held_leaves_before_a_goodbye() {
    let (mut ours, theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    socket.hold(&texts(&["one"])).unwrap();
    socket.close(CloseCode::Restart);
    let end = ours.next().await.unwrap_err();
    let mut theirs = client(theirs).await;
    let (told, ()) = tokio::join!(theirs.next(), ours.finish(end));
    assert_eq!(told.unwrap().unwrap(), Message::text("one"));
    assert!(theirs.next().await.unwrap().unwrap().is_close());
}

#[tokio::test]
async fn no_more_is_held_than_so_many_bytes() {
    let (ours, _theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    let text = "x".repeat(HELD_BYTES / 4);
    for _ in 0..40 {
        socket.hold(&texts(&[&text])).unwrap();
        assert!(socket.is_full() || socket.waiting() <= HELD_BYTES);
    }
    let refused = loop {
        if let Err(refused) = socket.hold(&texts(&[&text])) {
            break refused;
        }
    };
    assert_eq!(
        refused,
        OutboxError::Full,
        "a client that reads nothing is a slow reader here as well"
    );
}

#[tokio::test]
async fn what_is_spare_sends_no_slow_reader_away() {
    let (ours, theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    let remark = Burst {
        spare: true,
        ..texts(&[&"x".repeat(1_000)])
    };
    for _ in 0..10_000 {
        socket.deliver(&remark).unwrap();
        socket.hold(&remark).unwrap();
    }
    assert!(socket.is_full(), "nothing is read");
    assert!(
        socket.waiting() < 2 * 1_004,
        "one that has begun is ended, no other waits"
    );
    socket.deliver(&texts(&["to the point"])).unwrap();
    drop(theirs);
}

#[tokio::test]
async fn messages_come_in_whole_from_fragments_with_a_ping_between() {
    let (mut ours, mut theirs) = pair(LIMITS).await;
    let mut bytes = frame(0x01, "pok".as_bytes());
    bytes.extend(frame(0x89, b"are you there"));
    bytes.extend(frame(0x00, &[]));
    bytes.extend(frame(0x80, b"er"));
    theirs.write_all(&bytes).await.unwrap();
    assert_eq!(ours.next().await, Ok(Incoming::Control));
    assert_eq!(ours.next().await, Ok(Incoming::Text("poker".into())));
    let mut pong = [0; 15];
    let (read, _) = tokio::join!(
        theirs.read_exact(&mut pong),
        tokio::time::timeout(Duration::from_millis(1), ours.next())
    );
    read.unwrap();
    assert_eq!(pong[..2], [0x8a, 13]);
    assert_eq!(&pong[2..], b"are you there");
}

#[tokio::test]
async fn what_breaks_the_rules_is_told_why() {
    let too_big = frame(0x81, &[b'x'; 4097]);
    let mut too_big_in_parts = frame(0x01, &[b'x'; 4096]);
    too_big_in_parts.extend(frame(0x80, b"x"));
    let mut claims_too_much = vec![0x81, 0xff];
    claims_too_much.extend(u64::MAX.to_be_bytes());
    claims_too_much.extend([0; 4]);
    let mut unmasked = vec![0x81, 0x02];
    unmasked.extend(b"hi");
    let mut interrupted = frame(0x01, b"a");
    interrupted.extend(frame(0x81, b"b"));
    for (sent, code) in [
        (too_big, CloseCode::TooBig),
        (too_big_in_parts, CloseCode::TooBig),
        (claims_too_much, CloseCode::TooBig),
        (frame(0x81, &[0xff, 0xfe]), CloseCode::InvalidUtf8),
        (frame(0x81, &[0xed, 0xa0, 0x80]), CloseCode::InvalidUtf8),
        (unmasked, CloseCode::Protocol),
        (frame(0xc1, b"reserved bit"), CloseCode::Protocol),
        (frame(0x83, b"reserved kind"), CloseCode::Protocol),
        (frame(0x8b, b"reserved control"), CloseCode::Protocol),
        (frame(0x09, b"ping in parts"), CloseCode::Protocol),
        (frame(0x89, &[0; 126]), CloseCode::Protocol),
        (frame(0x80, b"goes on with nothing"), CloseCode::Protocol),
        (interrupted, CloseCode::Protocol),
        (frame(0x88, &[3]), CloseCode::Protocol),
    ] {
        let (ours, theirs) = pair(LIMITS).await;
        let (end, seen) = close_seen(ours, theirs, &sent).await;
        assert_eq!(end, End::Ours(code), "{sent:x?}");
        assert_eq!(seen, close_frame(code), "{sent:x?}");
    }
}

#[tokio::test]
async fn a_goodbye_is_answered() {
    let (ours, theirs) = pair(LIMITS).await;
    let mut goodbye = 1000_u16.to_be_bytes().to_vec();
    goodbye.extend(b"bye");
    let (end, seen) = close_seen(ours, theirs, &frame(0x88, &goodbye)).await;
    assert_eq!(end, End::Goodbye);
    assert_eq!((&seen[..2], &seen[2..]), (&[0x88, 5][..], &goodbye[..]));
}

#[tokio::test]
async fn a_client_that_vanishes_is_gone() {
    let (mut ours, theirs) = pair(LIMITS).await;
    drop(theirs);
    assert_eq!(ours.next().await, Err(End::Gone));
    ours.finish(End::Gone).await;
}

#[tokio::test]
async fn a_slow_reader_is_closed_and_gets_what_was_taken_before() {
    let (mut ours, theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    let mut taken = 0;
    let refused = loop {
        match socket.deliver(&texts(&[&format!("{taken:0>1000}")])) {
            Ok(()) => taken += 1,
            Err(refused) => break refused,
        }
    };
    assert_eq!(refused, OutboxError::Full);
    assert_eq!(socket.deliver(&texts(&["more"])), Err(OutboxError::Closed));
    let end = ours.next().await.unwrap_err();
    assert_eq!(end, End::Ours(CloseCode::SlowConsumer));
    // The kernels at both ends hold some, but we hold no more than the limit.
    assert!(socket.waiting() <= LIMITS.outbox_bytes);
    let mut theirs = client(theirs).await;
    let read = async {
        for expected in 0..taken {
            assert_eq!(
                theirs.next().await.unwrap().unwrap(),
                Message::text(format!("{expected:0>1000}"))
            );
        }
        theirs.next().await.unwrap().unwrap()
    };
    let ((), last) = tokio::join!(ours.finish(end), read);
    let Message::Close(Some(close)) = last else {
        panic!("no close frame but {last:?}");
    };
    assert_eq!(u16::from(close.code), CloseCode::SlowConsumer.code());
}

#[tokio::test]
async fn what_the_socket_did_not_take_leaves_when_there_is_room() {
    let (mut ours, theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    let mut count = 0;
    while socket.waiting() == 0 {
        socket.deliver(&texts(&[&format!("{count:0>1000}")])).unwrap();
        count += 1;
    }
    socket.deliver(&texts(&["last"])).unwrap();
    let mut theirs = client(theirs).await;
    let read = async {
        for expected in 0..count {
            assert_eq!(
                theirs.next().await.unwrap().unwrap(),
                Message::text(format!("{expected:0>1000}"))
            );
        }
        assert_eq!(theirs.next().await.unwrap().unwrap(), Message::text("last"));
        theirs.send(Message::text("thanks")).await.unwrap();
    };
    let (next, ()) = tokio::join!(ours.next(), read);
    assert_eq!(next, Ok(Incoming::Text("thanks".into())));
    assert_eq!(socket.waiting(), 0);
}

#[tokio::test]
async fn a_burst_above_the_bound_passes_when_nothing_waits() {
    let (mut ours, theirs) = pair(LIMITS).await;
    let long = "x".repeat(LIMITS.outbox_bytes * 2);
    ours.socket().deliver(&texts(&[&long])).unwrap();
    let mut theirs = client(theirs).await;
    let read = async {
        assert_eq!(theirs.next().await.unwrap().unwrap(), Message::text(long.as_str()));
        theirs.close(None).await.unwrap();
    };
    let (next, ()) = tokio::join!(ours.next(), read);
    assert_eq!(next, Err(End::Goodbye));
}

#[tokio::test]
async fn the_side_that_closes_first_gives_the_reason() {
    let (ours, theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    socket.deliver(&texts(&["before"])).unwrap();
    socket.close(CloseCode::Replaced);
    socket.close(CloseCode::Restart);
    assert_eq!(socket.deliver(&texts(&["behind"])), Err(OutboxError::Closed));
    let (end, seen) = close_seen(ours, theirs, &[]).await;
    assert_eq!(end, End::Ours(CloseCode::Replaced));
    let mut expected = vec![0x81, 6];
    expected.extend(b"before");
    expected.extend(close_frame(CloseCode::Replaced));
    assert_eq!(seen, expected);
}

/// A clock that is updated as in a running server.
fn beating() -> Arc<PlayClock> {
    let clock = Arc::<PlayClock>::default();
    let kept = Arc::clone(&clock);
    tokio::spawn(async move { kept.keep_beating().await });
    clock
}

#[tokio::test(start_paused = true)]
async fn silence_is_pinged_and_then_ended() {
    let (mut ours, mut theirs) = pair_with(LIMITS, beating()).await;
    let begun = Instant::now();
    let end = ours.next().await.unwrap_err();
    assert_eq!(end, End::Ours(CloseCode::HeartbeatTimeout));
    assert_eq!(begun.elapsed().as_secs(), 25);
    let mut pings = [0; 4];
    theirs.read_exact(&mut pings).await.unwrap();
    assert_eq!(pings, [0x89, 0, 0x89, 0]);
}

#[tokio::test(start_paused = true)]
async fn time_in_which_the_process_stood_still_is_no_silence() {
    let (mut ours, mut theirs) = pair_with(LIMITS, beating()).await;
    let begun = Instant::now();
    let stall = async {
        sleep(Duration::from_secs(5)).await;
        tokio::time::advance(Duration::from_mins(1)).await;
    };
    let (end, ()) = tokio::join!(ours.next(), stall);
    assert_eq!(end, Err(End::Ours(CloseCode::HeartbeatTimeout)));
    assert_eq!(begun.elapsed().as_secs(), 85);
    let mut pings = [0; 4];
    theirs.read_exact(&mut pings).await.unwrap();
    assert_eq!(pings, [0x89, 0, 0x89, 0]);
}

#[tokio::test(start_paused = true)]
async fn what_waits_is_read_before_a_client_is_called_silent() {
    let (mut ours, mut theirs) = pair_with(LIMITS, beating()).await;
    // Time passes without our reading anything; other users of the clock keep it going.
    sleep(Duration::from_secs(40)).await;
    theirs.write_all(&frame(0x81, b"here")).await.unwrap();
    theirs.writable().await.unwrap();
    ours.read.readable().await.unwrap();
    assert_eq!(ours.next().await, Ok(Incoming::Text("here".into())));
    let silent_since = Instant::now();
    assert_eq!(ours.next().await, Err(End::Ours(CloseCode::HeartbeatTimeout)));
    assert_eq!(silent_since.elapsed().as_secs(), 25);
}

#[tokio::test]
async fn a_fast_writer_has_to_wait() {
    let limits = SocketLimits {
        read_rate: Some(ReadRate {
            per_second: 10_000_000,
            burst: 1000,
        }),
        ..LIMITS
    };
    let (mut ours, mut theirs) = pair(limits).await;
    let write = async {
        for _ in 0..100 {
            theirs.write_all(&frame(0x81, &[b'x'; 1000])).await.unwrap();
        }
    };
    let begun = Instant::now();
    let read = async {
        for _ in 0..100 {
            ours.next().await.unwrap();
        }
    };
    tokio::join!(write, read);
    // 100 kB at 10 MB/s, less the burst and the last pause.
    assert!(begun.elapsed() >= Duration::from_millis(9), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn an_outbox_that_is_left_over_holds_no_socket() {
    let (ours, mut theirs) = pair(LIMITS).await;
    let socket = ours.socket();
    ours.finish(End::Gone).await;
    let mut bytes = Vec::new();
    theirs.read_to_end(&mut bytes).await.unwrap();
    assert!(bytes.is_empty());
    assert_eq!(socket.deliver(&texts(&["late"])), Err(OutboxError::Closed));
}
