//! Sockets over TLS.

use futures_util::{SinkExt, StreamExt};
use poker_owner::Deliver;
use rcgen::{CertificateParams, KeyPair};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::client::TlsStream as TlsClient;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector};
use tokio_tungstenite::WebSocketStream;

use super::super::*;
use super::{LIMITS, frame, texts};

/// The same with TLS between them.
async fn tls_pair(limits: SocketLimits) -> (Connection, WebSocketStream<TlsClient<TcpStream>>) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["club.example".to_owned()]).unwrap();
    let certificate = params.self_signed(&key).unwrap().der().clone();
    let provider = Arc::new(aws_lc_rs::default_provider());
    let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key.into())
        .unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let client = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (theirs, ours) = tokio::join!(TcpStream::connect(address), listener.accept());
    let (theirs, (ours, _)) = (theirs.unwrap(), ours.unwrap());
    socket2::SockRef::from(&ours).set_send_buffer_size(16 * 1024).unwrap();
    socket2::SockRef::from(&theirs).set_recv_buffer_size(16 * 1024).unwrap();
    let name = "club.example".try_into().unwrap();
    let (theirs, ours) = tokio::join!(
        TlsConnector::from(Arc::new(client)).connect(name, theirs),
        TlsAcceptor::from(Arc::new(server)).accept(ours)
    );
    let ours = stream::Stream::Tls(Box::new(ours.unwrap()));
    let (limits, traffic) = (Arc::new(limits), Arc::new(Traffic::new()));
    (
        Connection::new(ours, Vec::new(), limits, traffic, Arc::default()),
        WebSocketStream::from_raw_socket(theirs.unwrap(), Role::Client, None).await,
    )
}

#[tokio::test]
async fn what_a_slow_reader_misses_comes_in_order_by_tls() {
    let (mut ours, mut theirs) = tls_pair(SocketLimits {
        outbox_bytes: 1 << 20,
        ..LIMITS
    })
    .await;
    let socket = ours.socket();
    let text = |number: usize| format!("{number} {}", "x".repeat(number % 40_000));
    let mut sent = 0;
    // Some are held, some exceed a TLS record, and most wait.
    while socket.waiting() < 300_000 {
        let burst = text(sent * 997);
        if sent.is_multiple_of(5) {
            socket.hold(&texts(&[&burst])).unwrap();
        } else {
            socket.deliver(&texts(&[&burst])).unwrap();
        }
        sent += 1;
    }
    socket.flush();
    let put_out = async {
        loop {
            match ours.next().await {
                Ok(_) => {}
                Err(end) => break end,
            }
        }
    };
    let read = async {
        for number in 0..sent {
            let text = Message::text(text(number * 997));
            assert_eq!(theirs.next().await.unwrap().unwrap(), text, "{number} of {sent}");
        }
        theirs.close(None).await.unwrap();
    };
    let (end, ()) = tokio::join!(put_out, read);
    assert_eq!(end, End::Goodbye);
    let (answer, ()) = tokio::join!(theirs.next(), ours.finish(end));
    assert!(answer.unwrap().unwrap().is_close());
    assert!(
        theirs.next().await.is_none(),
        "TLS ends with a word, and not as if it were cut"
    );
}

#[tokio::test]
async fn messages_come_in_by_tls_however_they_are_cut() {
    let (mut ours, mut theirs) = tls_pair(LIMITS).await;
    let socket = ours.socket();
    let said = ["short".to_owned(), "y".repeat(4_000), String::new(), "z".repeat(1_000)];
    for text in &said {
        theirs.feed(Message::text(text.clone())).await.unwrap();
    }
    // All of them in few records.
    theirs.flush().await.unwrap();
    for text in &said {
        assert_eq!(ours.next().await, Ok(Incoming::Text(text.as_str().into())));
    }
    // Byte by byte, each in a record of its own.
    let whole = frame(0x81, b"in crumbs");
    for byte in whole {
        theirs.get_mut().write_all(&[byte]).await.unwrap();
        theirs.get_mut().flush().await.unwrap();
    }
    assert_eq!(ours.next().await, Ok(Incoming::Text("in crumbs".into())));
    socket.deliver(&texts(&["answer"])).unwrap();
    assert_eq!(theirs.next().await.unwrap().unwrap(), Message::text("answer"));
    // Input that is not TLS ends the connection.
    theirs.get_mut().get_mut().0.write_all(&[0; 64]).await.unwrap();
    assert_eq!(ours.next().await, Err(End::Gone));
    ours.finish(End::Gone).await;
}

#[tokio::test]
async fn who_reads_too_slowly_is_closed_by_tls_too() {
    let (mut ours, mut theirs) = tls_pair(LIMITS).await;
    let socket = ours.socket();
    let text = "x".repeat(10_000);
    while socket.deliver(&texts(&[&text])).is_ok() {
        assert!(socket.waiting() <= LIMITS.outbox_bytes + 1024, "{}", socket.waiting());
    }
    let end = ours.next().await.unwrap_err();
    assert_eq!(end, End::Ours(CloseCode::SlowConsumer));
    let read = async {
        loop {
            match theirs.next().await.unwrap().unwrap() {
                Message::Text(whole) => assert_eq!(whole.len(), text.len()),
                Message::Close(close) => break close.unwrap().code,
                other => panic!("{other:?}"),
            }
        }
    };
    let (code, ()) = tokio::join!(read, ours.finish(end));
    assert_eq!(u16::from(code), CloseCode::SlowConsumer.code());
}
