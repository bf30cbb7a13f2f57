//! A visitor from a network of its own, as reported to the server by a proxy.

use std::net::SocketAddr;

use hyper::Request;
use hyper::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::http::{self, HttpError};
use crate::link::{Link, LinkError, Target};
use crate::wire;

/// A client in a network.
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    server: SocketAddr,
    network: String,
    /// Token of the account, once there is one.
    pub(super) token: Option<String>,
}

impl Visitor {
    pub(super) fn new(server: SocketAddr, network: String) -> Self {
        Self {
            server,
            network,
            token: None,
        }
    }

    /// Makes a request over HTTP, with a body sent as JSON. Returns the status, or 0 for none, and the answer.
    pub(super) async fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("X-Forwarded-For", &self.network);
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let Ok(request) = request.body(body.map(Value::to_string).unwrap_or_default().into()) else {
            return (0, Value::Null);
        };
        let (status, text) = match http::send(self.server, request, self.token.as_deref()).await {
            Ok(text) => (200, text),
            Err(HttpError::Status { status, body }) => (status, body),
            Err(_) => (0, String::new()),
        };
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    /// Becomes a guest and returns the status of the answer.
    pub(super) async fn enter(&mut self, nickname: &str) -> u16 {
        let (status, answer) = self
            .ask("POST", "/api/v1/guest", Some(&json!({"nickname": nickname})))
            .await;
        self.token = answer["access_token"].as_str().map(str::to_owned);
        status
    }

    /// Opens a connection and says hello, with the token or as a new guest.
    pub(super) async fn socket(&self, nickname: &str) -> Result<Link, LinkError> {
        let target = Target::at(self.server).asked_from(&self.network);
        let mut link = Link::connect(&target, 0).await?;
        link.send(wire::hello("0", self.token.as_deref(), nickname)).await?;
        let answer = link.next().await?;
        match wire::kind(&answer) {
            Some("welcome") => Ok(link),
            _ => Err(LinkError::Broken(answer.to_string())),
        }
    }
}
