//! One request to a server, on a connection of its own.

use std::io;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use hyper::Request;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::push::tls_connector;

/// The longest answer that is read, in bytes.
const ANSWER_BYTES: usize = 64 << 20;

/// How long a call may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Why a server could not be asked.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpFault {
    /// The connection failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// No answer in time.
    #[error("no answer within {} s", TIMEOUT.as_secs())]
    Timeout,
    /// The request cannot be written: a path or token with signs that no header holds.
    #[error("no request can be made of it: {0}")]
    Request(#[from] hyper::http::Error),
    /// The answer is no HTTP, or broke off.
    #[error("the answer is no HTTP: {0}")]
    Malformed(#[from] hyper::Error),
    /// The body is too long or broke off.
    #[error("the answer cannot be read: {0}")]
    Unread(#[from] axum::Error),
}

/// A request.
pub(super) struct Call<'a> {
    /// Host and port.
    pub(super) address: &'a str,
    /// By TLS, with a server that the machine trusts.
    pub(super) is_tls: bool,
    /// What the server is called.
    pub(super) host: &'a str,
    /// What lets the caller in.
    pub(super) token: Option<&'a str>,
    /// What is asked for.
    pub(super) path: &'a str,
    /// JSON. With a body, something is to be done.
    pub(super) body: Option<String>,
}

impl Call<'_> {
    /// Whether the server accepts, and its whole answer.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub(super) async fn exchange(self) -> Result<(bool, String), HttpFault> {
        timeout(TIMEOUT, self.ask()).await.unwrap_or(Err(HttpFault::Timeout))
    }

    async fn ask(self) -> Result<(bool, String), HttpFault> {
        let mut request = Request::builder()
            .method(if self.body.is_some() { "POST" } else { "GET" })
            .uri(self.path)
            .header(HOST, self.host)
            .header(CONNECTION, "close");
        if let Some(token) = self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if self.body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let request = request.body(self.body.map_or_else(Body::empty, Body::from))?;
        let tcp = TcpStream::connect(self.address).await?;
        if !self.is_tls {
            return exchange(tcp, request).await;
        }
        let name = self.address.rsplit_once(':').map_or(self.address, |(name, _)| name);
        let name = name.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(name).map_err(io::Error::other)?;
        exchange(tls_connector().connect(name, tcp).await?, request).await
    }
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<(bool, String), HttpFault> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let answer = async {
        let answer = sender.send_request(request).await?;
        let accepted = answer.status().is_success();
        let bytes = to_bytes(Body::new(answer.into_body()), ANSWER_BYTES).await?;
        Ok((accepted, String::from_utf8_lossy(&bytes).into_owned()))
    };
    // The connection carries the answer as long as both are polled; a fault of it shows in the answer.
    let (answer, _) = tokio::join!(answer, connection);
    answer
}
