//! Just enough of an HTTP client for the server's health, metrics and REST calls.

use std::net::SocketAddr;
use std::time::Duration;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Answers above this are refused, in bytes.
const ANSWER_BYTES_MAX: u64 = 64 << 20;

/// How long a call may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The connection failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// No answer in time.
    #[error("no answer within {} s", TIMEOUT.as_secs())]
    Timeout,
    /// The answer is no HTTP.
    #[error("the answer is no HTTP")]
    Malformed,
    /// The server refused.
    #[error("status {status}: {body}")]
    Status {
        /// The number.
        status: u16,
        /// What came with it.
        body: String,
    },
    /// The body is not what was expected.
    #[error("unexpected body: {0}")]
    Body(#[from] serde_json::Error),
}

/// Fetches a path.
pub(crate) async fn get(address: SocketAddr, path: &str, token: Option<&str>) -> Result<String, HttpError> {
    let bearer = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{bearer}\r\n");
    let answer = tokio::time::timeout(TIMEOUT, exchange(address, request.as_bytes()));
    body(&answer.await.map_err(|_| HttpError::Timeout)??)
}

/// Fetches a path and reads the JSON there.
pub(crate) async fn get_json<T: DeserializeOwned>(
    address: SocketAddr,
    path: &str,
    token: Option<&str>,
) -> Result<T, HttpError> {
    Ok(serde_json::from_str(&get(address, path, token).await?)?)
}

/// Sends bytes and reads everything until the server closes.
async fn exchange(address: SocketAddr, request: &[u8]) -> Result<Vec<u8>, HttpError> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    stream.take(ANSWER_BYTES_MAX).read_to_end(&mut answer).await?;
    Ok(answer)
}

/// The body of an answer.
fn body(answer: &[u8]) -> Result<String, HttpError> {
    let end = answer
        .windows(4)
        .position(|bytes| bytes == b"\r\n\r\n")
        .ok_or(HttpError::Malformed)?;
    let head = std::str::from_utf8(&answer[..end]).map_err(|_| HttpError::Malformed)?;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .ok_or(HttpError::Malformed)?;
    let chunked = head.lines().any(|line| {
        line.split_once(':').is_some_and(|(name, value)| {
            name.eq_ignore_ascii_case("transfer-encoding") && value.trim().eq_ignore_ascii_case("chunked")
        })
    });
    let raw = &answer[end + 4..];
    let bytes = if chunked {
        unchunk(raw).ok_or(HttpError::Malformed)?
    } else {
        raw.to_vec()
    };
    let body = String::from_utf8(bytes).map_err(|_| HttpError::Malformed)?;
    if (200..300).contains(&status) {
        Ok(body)
    } else {
        Err(HttpError::Status { status, body })
    }
}

/// Joins the pieces of a chunked body.
fn unchunk(mut raw: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let end = raw.windows(2).position(|bytes| bytes == b"\r\n")?;
        let size = std::str::from_utf8(&raw[..end]).ok()?;
        let size = usize::from_str_radix(size.split(';').next()?.trim(), 16).ok()?;
        if size == 0 {
            return Some(whole);
        }
        whole.extend_from_slice(raw.get(end + 2..end + 2 + size)?);
        raw = raw.get(end + 2 + size + 2..)?;
    }
}

/// The value of a metric in Prometheus' text format: the sum over all label sets.
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
    use super::*;

    #[test]
    fn a_plain_and_a_chunked_body_read_alike() {
        let plain = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
        let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=1\r\nllo\r\n0\r\n\r\n";
        assert_eq!(body(plain).unwrap(), "hello");
        assert_eq!(body(chunked).unwrap(), "hello");
    }

    #[test]
    fn a_refusal_tells_its_status() {
        let error = body(b"HTTP/1.1 404 Not Found\r\n\r\nnope").unwrap_err();
        assert!(matches!(error, HttpError::Status { status: 404, body } if body == "nope"));
    }

    #[test]
    fn broken_answers_are_refused() {
        for answer in [
            &b""[..],
            b"HTTP",
            b"HTTP/1.1 x\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhe",
        ] {
            assert!(matches!(body(answer), Err(HttpError::Malformed)));
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
