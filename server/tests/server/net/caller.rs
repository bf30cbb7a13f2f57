//! A client of the HTTP interface.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::net::raw::request;
use crate::net::server::Server;

const JSON: &str = "content-type: application/json\r\n";

/// A session over HTTP.
pub(crate) struct Caller {
    server: SocketAddr,
    pub(crate) id: String,
    pub(crate) token: String,
}

impl Caller {
    pub(crate) async fn guest(server: &Server, nickname: &str) -> Self {
        let body = json!({"nickname": nickname}).to_string();
        Self::of(server.address, "/api/v1/guest", &body).await
    }

    pub(crate) async fn account(server: &Server, name: &str) -> Self {
        Self::account_at(server.address, name).await
    }

    /// Registers an account at the server with this address.
    pub(crate) async fn account_at(server: SocketAddr, name: &str) -> Self {
        let body = json!({"name": name, "password": "correct horse battery"}).to_string();
        Self::of(server, "/api/v1/register", &body).await
    }

    async fn of(server: SocketAddr, path: &str, body: &str) -> Self {
        let session = request(server, "POST", path, JSON, body).await;
        assert_eq!(session.status, 201);
        let session = session.json();
        Self {
            server,
            id: session["you"]["id"].as_str().unwrap().to_owned(),
            token: session["access_token"].as_str().unwrap().to_owned(),
        }
    }

    /// Returns the same session at a server that has replaced the first.
    pub(crate) fn at(self, server: &Server) -> Self {
        self.moved(server.address)
    }

    /// Returns the same session at another address.
    pub(crate) fn moved(self, server: SocketAddr) -> Self {
        Self { server, ..self }
    }

    /// Sends a request, and returns status and body.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let headers = format!("{JSON}authorization: Bearer {}\r\n", self.token);
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let answer = request(self.server, method, path, &headers, &body).await;
        let body = if answer.body.is_empty() {
            Value::Null
        } else {
            answer.json()
        };
        (answer.status, body)
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }
}
