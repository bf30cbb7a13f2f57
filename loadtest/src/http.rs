//! The server's health, metrics and REST calls: one short connection for each.

use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST, HeaderValue};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;

/// Largest answer that is accepted, in bytes.
const ANSWER_BYTES_MAX: usize = 64 << 20;

/// Time limit of a call.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Reason why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The connection failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// No answer came in time.
    #[error("no answer within {} s", TIMEOUT.as_secs())]
    Timeout,
    /// The request cannot be written: a path or token contains characters that no header can hold.
    #[error("the request cannot be built: {0}")]
    Request(#[from] hyper::http::Error),
    /// The answer is not HTTP, or broke off.
    #[error("the answer is not HTTP: {0}")]
    Malformed(#[from] hyper::Error),
    /// The body is too long or broke off.
    #[error("the answer cannot be read: {0}")]
    Unread(Box<dyn std::error::Error + Send + Sync>),
    /// The server refused the call.
    #[error("status {status}: {body}")]
    Status {
        /// HTTP status.
        status: u16,
        /// Body of the answer.
        body: String,
    },
    /// The body does not have the expected form.
    #[error("unexpected body: {0}")]
    Body(#[from] serde_json::Error),
}

/// Fetches a path.
pub(crate) async fn get(address: SocketAddr, path: &str, token: Option<&str>) -> Result<String, HttpError> {
    send(address, Request::get(path).body(Full::default())?, token).await
}

/// Posts JSON to a path and parses the JSON that comes back.
pub(crate) async fn post_json<T: DeserializeOwned>(
    address: SocketAddr,
    path: &str,
    token: &str,
    body: &impl Serialize,
) -> Result<T, HttpError> {
    let body = Full::from(serde_json::to_vec(body)?);
    let request = Request::post(path)
        .header(CONTENT_TYPE, "application/json")
        .body(body)?;
    Ok(serde_json::from_str(&send(address, request, Some(token)).await?)?)
}

/// Sends any request and returns the text that comes back.
pub(crate) async fn send(
    address: SocketAddr,
    request: Request<Full<Bytes>>,
    token: Option<&str>,
) -> Result<String, HttpError> {
    let answer = tokio::time::timeout(TIMEOUT, exchange(address, request, token));
    answer.await.map_err(|_| HttpError::Timeout)?
}

/// Fetches a path and parses the JSON there.
pub(crate) async fn get_json<T: DeserializeOwned>(
    address: SocketAddr,
    path: &str,
    token: Option<&str>,
) -> Result<T, HttpError> {
    Ok(serde_json::from_str(&get(address, path, token).await?)?)
}

/// Makes a request on a connection of its own, and reads the whole answer.
async fn exchange(
    address: SocketAddr,
    mut request: Request<Full<Bytes>>,
    token: Option<&str>,
) -> Result<String, HttpError> {
    let header = |text: &str| HeaderValue::from_str(text).map_err(hyper::http::Error::from);
    let headers = request.headers_mut();
    headers.insert(HOST, header(&address.to_string())?);
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    if let Some(token) = token {
        headers.insert(AUTHORIZATION, header(&format!("Bearer {token}"))?);
    }
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let answer = async {
        let answer = sender.send_request(request).await?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), ANSWER_BYTES_MAX).collect().await;
        let bytes = body.map_err(HttpError::Unread)?.to_bytes();
        let body = String::from_utf8_lossy(&bytes).into_owned();
        if status.is_success() {
            Ok(body)
        } else {
            let status = status.as_u16();
            Err(HttpError::Status { status, body })
        }
    };
    // The connection carries the answer while both are polled; its errors show up in the answer.
    let (answer, _) = tokio::join!(answer, connection);
    answer
}

/// Returns the value of a metric in Prometheus' text format: the sum over all label sets.
pub(crate) fn metric(text: &str, name: &str) -> Option<f64> {
    let mut found = None;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some(rest) = line.strip_prefix(name) else { continue };
        if rest.starts_with([' ', '{'])
            && let Some(value) = rest.rsplit(' ').next().and_then(|value| value.parse::<f64>().ok())
        {
            found = Some(found.unwrap_or(0.0) + value);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// Returns the result that a call makes of an answer, and the request that it sent.
    async fn call(answer: &'static [u8]) -> (Result<String, HttpError>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 4096];
            let length = stream.read(&mut request).await.unwrap();
            stream.write_all(answer).await.unwrap();
            String::from_utf8_lossy(&request[..length]).into_owned()
        };
        tokio::join!(get(address, "/path", Some("secret")), server)
    }

    #[tokio::test]
    async fn a_plain_and_a_chunked_body_read_alike() {
        let plain = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
        let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=1\r\nllo\r\n0\r\n\r\n";
        let (body, request) = call(plain).await;
        assert_eq!(body.unwrap(), "hello");
        assert!(request.starts_with("GET /path HTTP/1.1\r\n"), "{request}");
        assert!(
            request.to_lowercase().contains("authorization: bearer secret\r\n"),
            "{request}"
        );
        assert_eq!(call(chunked).await.0.unwrap(), "hello");
    }

    #[tokio::test]
    async fn a_refusal_tells_its_status() {
        let (error, _) = call(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\nnope").await;
        let error = error.unwrap_err();
        assert!(
            matches!(&error, HttpError::Status { status: 404, body } if body == "nope"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn broken_answers_are_refused() {
        for answer in [
            &b""[..],
            b"HTTP",
            b"HTTP/1.1 x\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhe",
        ] {
            let error = call(answer).await.0.unwrap_err();
            assert!(
                matches!(error, HttpError::Malformed(_) | HttpError::Unread(_)),
                "{error}"
            );
        }
    }

    #[test]
    fn metrics_add_up_over_their_labels() {
        let text = "# TYPE a counter\na{x=\"1\"} 2\na{x=\"2\"} 3\nab 9\nb 1.5\n";
        assert_eq!(metric(text, "a"), Some(5.0));
        assert_eq!(metric(text, "b"), Some(1.5));
        assert_eq!(metric(text, "c"), None);
    }
}
