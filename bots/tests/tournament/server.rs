//! A scripted server: it waits for the expected requests and gives the scripted answers.

use futures_util::{SinkExt, StreamExt};
use poker_bots::protocol::v1::ErrorCode;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

/// The entrance for clients.
pub(crate) struct Door {
    listener: TcpListener,
    pub(crate) url: String,
}

impl Door {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/ws", listener.local_addr().unwrap());
        Self { listener, url }
    }

    /// Accepts and greets the next client; `entered` are the tournaments it has entered.
    pub(crate) async fn guest(&self, entered: &[&str]) -> Guest {
        let (stream, _) = self.listener.accept().await.unwrap();
        let mut guest = Guest {
            socket: accept_hdr_async(stream, speak_poker).await.unwrap(),
        };
        let hello = guest.expect("hello").await;
        guest
            .say(
                json!({"type": "welcome", "id": hello["id"], "version": "poker.v1", "server": "script",
                "you": {"id": "0190c5a2-9d30-7e5f-b132-5c7d8e9fa0b1", "name": "hal", "kind": "bot"}, "balance": 10000,
                "token": "t", "tables": [], "tournaments": entered, "capabilities": ["tournaments"],
                "limits": {"message_bytes": 4096, "messages_per_second": 10, "message_burst": 20, "heartbeat_ms": 20000,
                    "timeout_ms": 60000}}),
            )
            .await;
        guest
    }
}

#[expect(clippy::result_large_err, reason = "the library's own type")]
#[expect(clippy::unnecessary_wraps, reason = "the library's own type")]
fn speak_poker(_: &Request, mut response: Response) -> Result<Response, ErrorResponse> {
    let protocol = "poker.v1".parse().unwrap();
    response.headers_mut().insert("sec-websocket-protocol", protocol);
    Ok(response)
}

/// A client at the scripted server.
pub(crate) struct Guest {
    socket: WebSocketStream<TcpStream>,
}

impl Guest {
    pub(crate) async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Returns the next request, which must be of this type.
    pub(crate) async fn expect(&mut self, kind: &str) -> Value {
        let request = self
            .next()
            .await
            .unwrap_or_else(|| panic!("the client is gone before {kind}"));
        assert_eq!(request["type"], kind, "{request}");
        request
    }

    /// Expects a request of this type and carries it out.
    pub(crate) async fn grant(&mut self, kind: &str) -> Value {
        let request = self.expect(kind).await;
        self.say(json!({"type": "ok", "id": request["id"]})).await;
        request
    }

    /// Expects a request of this type and refuses it.
    pub(crate) async fn refuse(&mut self, kind: &str, code: &str) -> Value {
        let request = self.expect(kind).await;
        let known: ErrorCode = serde_json::from_value(json!(code)).unwrap();
        let retryable = known.is_retryable();
        let error =
            json!({"type": "error", "id": request["id"], "code": code, "message": "no", "retryable": retryable});
        self.say(error).await;
        request
    }

    /// Returns the next request; `None` once the client has gone.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }
}
