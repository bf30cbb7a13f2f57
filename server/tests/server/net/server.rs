//! A server for one test, and a client for it.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use poker_base::idle::IdleSignal;
use poker_server::ServeError;
use poker_server::config::Config;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{Connector, MaybeTlsStream, WebSocketStream, client_async_tls_with_config};

/// Longest wait: anything that takes this long never comes.
pub(crate) const NEVER: Duration = Duration::from_mins(1);

/// The form of the identifiers of a test's tables.
#[derive(Clone, Copy)]
pub(crate) enum Tables {
    /// Bare numbers.
    Public,
    /// Numbers followed by an invitation.
    Private,
}

/// Runs a test at tables of both kinds.
macro_rules! at_both_kinds {
    ($test:ident) => {
        mod $test {
            use crate::net::server::Tables;

            #[tokio::test]
            async fn public() {
                super::$test(Tables::Public).await;
            }

            #[tokio::test]
            async fn private() {
                super::$test(Tables::Private).await;
            }
        }
    };
}
pub(crate) use at_both_kinds;

/// Returns an address of this machine that nothing listens on and nothing will by chance: below the ports that systems hand out
/// on their own, which any other test may have by the time this one is used.
pub(crate) fn free_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 10_000).unwrap();
    loop {
        let port = 20_000 + (first + NEXT.fetch_add(1, Ordering::Relaxed)) % 10_000;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        if std::net::TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}

/// A running server with an empty data folder.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Result<(), ServeError>>,
    data: TempDir,
}

/// Starts a server without tables and bots, configured by `adapt`.
pub(crate) async fn start(adapt: impl FnOnce(&mut Config)) -> Server {
    start_in(TempDir::new().unwrap(), adapt).await
}

/// Starts a server on a data folder.
pub(crate) async fn start_in(data: TempDir, adapt: impl FnOnce(&mut Config)) -> Server {
    let mut config = Config {
        data: data.path().to_owned(),
        demo_tables: false,
        house_bots: 0,
        hand_pause_percent: 0,
        ..Config::default()
    };
    adapt(&mut config);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let (ready, is_ready) = oneshot::channel();
    let task = tokio::spawn(async move {
        let ready = || ready.send(()).unwrap();
        let shutdown = async {
            let _ = stopped.await;
        };
        poker_server::run(listener, config, IdleSignal::always(), ready, shutdown).await
    });
    let started = timeout(NEVER, is_ready).await.unwrap();
    assert!(started.is_ok(), "the server did not start: {:?}", task.await);
    Server {
        address,
        stop: Some(stop),
        task,
        data,
    }
}

impl Server {
    /// Tells the server to stop.
    pub(crate) fn ask_to_stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Returns the data folder.
    pub(crate) fn data(&self) -> &Path {
        self.data.path()
    }

    /// Waits until the server has stopped, and returns the data folder.
    pub(crate) async fn stopped(self) -> TempDir {
        timeout(NEVER, self.task).await.unwrap().unwrap().unwrap();
        self.data
    }

    /// Opens a connection that has not said hello.
    pub(crate) async fn connect(&self) -> Client {
        self.connect_to("/ws").await
    }

    /// Opens a connection to a path.
    pub(crate) async fn connect_to(&self, path: &str) -> Client {
        Client::connect(self.address, path).await
    }

    /// Connects a guest that has said hello.
    pub(crate) async fn guest(&self, nickname: &str) -> Client {
        let mut client = self.connect().await;
        client.hello(json!({"nickname": nickname})).await;
        client
    }
}

pub(crate) struct Client {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    requests: u32,
    /// The last balance that a message of its own told.
    balance: Option<u64>,
}

impl Client {
    /// Connects to a path of any server.
    pub(crate) async fn connect(address: SocketAddr, path: &str) -> Self {
        let request = format!("ws://{address}{path}");
        Self::open(address, &request, Connector::Plain).await
    }

    /// Connects to a server at an address as to this URL.
    pub(crate) async fn open(address: SocketAddr, url: &str, connector: Connector) -> Self {
        let mut request = url.into_client_request().unwrap();
        let protocol = HeaderValue::from_static("poker.v1");
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let tcp = TcpStream::connect(address).await.unwrap();
        let opened = client_async_tls_with_config(request, tcp, None, Some(connector)).await;
        let (stream, response) = opened.unwrap();
        assert_eq!(response.headers()["sec-websocket-protocol"], "poker.v1");
        Self {
            stream,
            requests: 0,
            balance: None,
        }
    }

    /// Returns the certificate that the server has shown, if it did.
    pub(crate) fn certificate(&self) -> Option<Vec<u8>> {
        match self.stream.get_ref() {
            MaybeTlsStream::Rustls(tls) => Some(tls.get_ref().1.peer_certificates()?[0].to_vec()),
            _ => None,
        }
    }

    /// Sends a text unchanged.
    pub(crate) async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Sends any message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.stream.send(message).await
    }

    /// Returns the next message of any type, apart from pings and pongs.
    pub(crate) async fn next(&mut self) -> Value {
        match self.next_or_close().await {
            Ok(message) => message,
            Err(close) => panic!("closed with {close:?}"),
        }
    }

    /// Returns the next message, or the code of the close frame; `None` if there was none.
    pub(crate) async fn next_or_close(&mut self) -> Result<Value, Option<u16>> {
        // Pings do not make the wait longer: a test for a message that never comes ends. Longer than a clock and a time bank, which
        // run out in 80 seconds.
        let next = async {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str::<Value>(&text).unwrap()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(close))) => return Err(close.map(|close| close.code.into())),
                    Some(Ok(other)) => panic!("{other:?}"),
                    Some(Err(_)) | None => return Err(None),
                }
            }
        };
        let message = timeout(2 * NEVER, next).await.expect("nothing came")?;
        if message["type"] == "balance" {
            self.balance = message["balance"].as_u64();
        }
        Ok(message)
    }

    /// Waits until a message has told this balance: before the answer to what changed it, or after.
    pub(crate) async fn told_balance(&mut self, wanted: u64) {
        while self.balance != Some(wanted) {
            self.next().await;
        }
    }

    /// Returns the code that the server closes with; earlier messages are dropped.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.next_or_close().await {
                return code;
            }
        }
    }

    /// Sends a request and waits for its answer; earlier messages are dropped.
    pub(crate) async fn ask(&mut self, mut request: Value) -> Value {
        self.requests += 1;
        let id = format!("{:p}-{}", &self.stream, self.requests);
        request["id"] = json!(id);
        self.ask_as(request).await
    }

    /// Sends a request that has an `id` already, and waits for its answer; earlier messages are dropped.
    pub(crate) async fn ask_as(&mut self, request: Value) -> Value {
        self.send_text(&request.to_string()).await;
        loop {
            let message = self.next().await;
            if message["id"] == request["id"] {
                return message;
            }
        }
    }

    /// Says hello with these fields, and returns the welcome.
    pub(crate) async fn hello(&mut self, mut fields: Value) -> Value {
        fields["type"] = json!("hello");
        fields["versions"] = json!(["poker.v1"]);
        let welcome = self.ask(fields).await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        welcome
    }

    /// Opens a table and returns its identifier.
    pub(crate) async fn create_table(&mut self, kind: Tables) -> String {
        let private = matches!(kind, Tables::Private);
        let config = json!({"name": "test", "game": "no-limit-holdem", "seats": 6, "private": private});
        let answer = self.ask(json!({"type": "create_table", "config": config})).await;
        answer["table"]["table"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    /// Watches a table and takes a seat.
    pub(crate) async fn sit(&mut self, table: &str) {
        assert_eq!(self.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
        let sit = json!({"type": "sit", "table": table, "buy_in": 1000, "entry": "post"});
        let answer = self.ask(sit).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }

    /// Folds, or takes the cheapest choice, until the table is closed.
    pub(crate) async fn play_until_closed(&mut self, table: &str) {
        loop {
            let message = self.next().await;
            for event in message["events"].as_array().into_iter().flatten() {
                if event["event"]["kind"] == "table_closed" {
                    return;
                }
                if event["choices"].is_array() {
                    self.answer(table, event).await;
                }
            }
        }
    }

    /// Checks, or calls, or folds.
    pub(crate) async fn answer(&mut self, table: &str, asked: &Value) {
        let choices = asked["choices"].as_array().unwrap();
        let has = |kind: &str| choices.iter().any(|choice| choice["kind"] == kind);
        let kind = ["check", "call", "fold"].into_iter().find(|kind| has(kind)).unwrap();
        let act = json!({
            "type": "act", "id": format!("{}-{}", asked["hand"], asked["turn"]), "table": table,
            "hand": asked["hand"], "turn": asked["turn"], "action": {"kind": kind},
        });
        self.send_text(&act.to_string()).await;
    }

    /// Checks, or calls, or folds until this many hands have ended. `seen` gets every message about them.
    pub(crate) async fn play(&mut self, table: &str, hands: usize, mut seen: impl FnMut(&Value)) {
        let mut over = 0;
        while over < hands {
            let message = self.next().await;
            for event in message["events"].as_array().into_iter().flatten() {
                seen(event);
                over += usize::from(event["event"]["kind"] == "hand_completed");
                if event["choices"].is_array() {
                    self.answer(table, event).await;
                }
            }
        }
    }
}
