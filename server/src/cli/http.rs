//! One request to a server, on a connection of its own.

use std::io;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use hyper::Request;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST};
use hyper_util::rt::TokioIo;
use poker_push::tls_connector;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::pki_types::ServerName;

/// Longest answer read, in bytes.
const ANSWER_BYTES: usize = 64 << 20;

/// Longest time for a call.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The reasons a request to a server failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpFault {
    /// The connection failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// No answer came in time.
    #[error("no answer within {} s", TIMEOUT.as_secs())]
    Timeout,
    /// The request cannot be written: a path or token has characters that no header allows.
    #[error("the request cannot be built: {0}")]
    Request(#[from] hyper::http::Error),
    /// The answer is not HTTP, or broke off.
    #[error("the answer is not HTTP: {0}")]
    Malformed(#[from] hyper::Error),
    /// The body is too long or broke off.
    #[error("the answer cannot be read: {0}")]
    Unread(#[from] axum::Error),
}

/// A request.
pub(super) struct Call<'a> {
    /// Host and port.
    pub(super) address: &'a str,
    /// `true` for TLS, with a certificate that the machine trusts.
    pub(super) is_tls: bool,
    /// The server's host name.
    pub(super) host: &'a str,
    /// The caller's token.
    pub(super) token: Option<&'a str>,
    /// The path, with any query.
    pub(super) path: &'a str,
    /// The JSON to post; `None` for a request that only reads.
    pub(super) body: Option<String>,
}

impl Call<'_> {
    /// Sends the request. Returns `true` if the server accepts, and its whole answer.
    ///
    /// # Errors
    /// If there is no answer.
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
    // The connection carries the answer only while both are polled; its faults show in the answer.
    let (answer, _) = tokio::join!(answer, connection);
    answer
}
