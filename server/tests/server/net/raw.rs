//! Handmade requests and frames, for input that no well-behaved library sends.

use std::net::SocketAddr;
use std::path::Path;

use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

use crate::net::server::NEVER;

/// The server's answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Returns a header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Returns the body as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Returns the body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&self.body)))
    }
}

/// Sends a request and reads the answer until the server hangs up. Headers are lines with their ends.
pub(crate) async fn request(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> Answer {
    let length = body.len();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    );
    send(address, text.as_bytes()).await
}

/// Sends a request to the operator's port of the server with this data folder, using the token there.
pub(crate) async fn operator(data: &Path, method: &str, path: &str) -> Answer {
    let read = |name| std::fs::read_to_string(data.join(name)).unwrap();
    let address = read("admin.address").trim().parse().unwrap();
    let bearer = format!("authorization: Bearer {}\r\n", read("admin.token").trim());
    request(address, method, path, &bearer, "").await
}

/// Sends bytes and reads the answer until the server hangs up.
pub(crate) async fn send(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut tcp = TcpStream::connect(address).await.unwrap();
    // The server may answer and hang up before it has read everything.
    let _ = tcp.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = timeout(NEVER, tcp.read_to_end(&mut answer)).await.unwrap();
    let split = answer.windows(4).position(|end| end == b"\r\n\r\n").unwrap_or_else(|| {
        panic!("no answer but {:?}", String::from_utf8_lossy(&answer));
    });
    let head = String::from_utf8(answer[..split].to_vec()).unwrap();
    Answer {
        status: head[9..12].parse().unwrap(),
        head,
        body: answer[split + 4..].to_vec(),
    }
}

/// A WebSocket with handmade frames.
pub(crate) struct Frames<S = TcpStream> {
    tcp: S,
}

impl Frames {
    /// Connects to a path.
    pub(crate) async fn connect(address: SocketAddr, path: &str) -> Self {
        let mut tcp = TcpStream::connect(address).await.unwrap();
        tcp.write_all(handshake(address, path, "").as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(timeout(NEVER, tcp.read_u8()).await.unwrap().unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&head));
        Self { tcp }
    }

    /// Sends bytes unchanged.
    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        self.tcp.write_all(bytes).await.unwrap();
    }

    /// Splits reading from writing.
    pub(crate) fn into_split(self) -> (Frames<OwnedReadHalf>, OwnedWriteHalf) {
        let (read, write) = self.tcp.into_split();
        (Frames { tcp: read }, write)
    }
}

impl<S: AsyncRead + Unpin> Frames<S> {
    /// Returns the first byte and the payload of the next frame; `None` if the server hung up.
    pub(crate) async fn read(&mut self) -> Option<(u8, Vec<u8>)> {
        timeout(NEVER, async {
            let first = self.tcp.read_u8().await.ok()?;
            let length = match self.tcp.read_u8().await.ok()? {
                126 => self.tcp.read_u16().await.ok()?.into(),
                127 => self.tcp.read_u64().await.ok()?,
                length => length.into(),
            };
            let mut payload = vec![0; usize::try_from(length).unwrap()];
            self.tcp.read_exact(&mut payload).await.ok()?;
            Some((first, payload))
        })
        .await
        .expect("nothing came")
    }

    /// Returns the code that the server closes with, and checks that nothing follows; earlier frames are dropped.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            let (first, payload) = self.read().await?;
            if first == 0x88 {
                assert_eq!(self.read().await, None, "a frame after the close frame");
                return Some(u16::from_be_bytes([payload[0], payload[1]]));
            }
        }
    }
}

/// Builds the request for a WebSocket.
pub(crate) fn handshake(address: SocketAddr, path: &str, headers: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{headers}\r\n"
    )
}

/// Builds a client's frame, masked.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    if payload.len() < 126 {
        bytes.push(0x80 | u8::try_from(payload.len()).unwrap());
    } else if let Ok(length) = u16::try_from(payload.len()) {
        bytes.push(0xfe);
        bytes.extend(length.to_be_bytes());
    } else {
        bytes.push(0xff);
        bytes.extend((payload.len() as u64).to_be_bytes());
    }
    let mask = [0x12, 0x34, 0x56, 0x78];
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}
