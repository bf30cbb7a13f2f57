//! TLS on the players' port: bounded handshakes, and a certificate that is reloaded when its files change.

mod dates;
mod pair;

use std::io::{self, ErrorKind};
use std::net::IpAddr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use jiff::Timestamp;
use metrics::gauge;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_rustls::TlsAcceptor;

pub use self::pair::Pair;
pub use self::pair::{PairError, PemFault};
use super::accept::Room;
use super::stream::Stream;

/// Interval between checks of the files. A change counts once two checks agree: renewal writes one file after the other.
const LOOK: Duration = Duration::from_secs(2);

/// First byte of a TLS handshake.
const HANDSHAKE: u8 = 22;

/// Answer to a client that speaks HTTP without TLS.
const PLAIN: &[u8] = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\n\
    content-length: 107\r\n\r\n\
    {\"code\":\"http.tls_required\",\"message\":\"this port speaks TLS: ask for https:// or wss://\",\"retryable\":false}";

/// Time for which we read on from a client that does not speak TLS, so that it can read the answer.
const LINGER: Duration = Duration::from_secs(1);

/// Bytes of such a client that are read and dropped.
const LINGER_BYTES: usize = 16 * 1024;

/// The current certificate and the handshakes that use it.
pub struct Tls {
    files: Files,
    current: RwLock<Arc<Pair>>,
    /// State of the files before the last load.
    tried: Stamps,
    handshakes: Arc<Room>,
    /// Time limit of a handshake.
    patience: Duration,
}

/// Paths of the certificate and its key.
#[derive(Clone)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

impl Files {
    fn load(&self) -> Result<Pair, PairError> {
        Pair::load(&self.certificate, &self.key, Timestamp::now())
    }

    /// Current state of both files. Links are followed, since certbot replaces links.
    fn stamps(&self) -> Stamps {
        [&self.certificate, &self.key].map(|path| Stamp::of(path))
    }
}

type Stamps = [Option<Stamp>; 2];

/// Distinguishes the states of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    device: u64,
    inode: u64,
    bytes: u64,
    /// Modification time, in seconds and nanoseconds.
    modified: (i64, i64),
    /// Time of the last change of permissions or owner, likewise.
    changed: (i64, i64),
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let about = std::fs::metadata(path).ok()?;
        Some(Self {
            device: about.dev(),
            inode: about.ino(),
            bytes: about.size(),
            modified: (about.mtime(), about.mtime_nsec()),
            changed: (about.ctime(), about.ctime_nsec()),
        })
    }
}

impl Tls {
    /// Loads the certificate and its key. At most `handshakes` run at a time, each with a time limit.
    ///
    /// # Errors
    /// When they cannot be used.
    pub fn open(certificate: &Path, key: &Path, handshakes: Arc<Room>, patience: Duration) -> Result<Self, PairError> {
        let files = Files {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
        };
        let tried = files.stamps();
        let pair = files.load()?;
        tell(&pair);
        Ok(Self {
            files,
            current: RwLock::new(Arc::new(pair)),
            tried,
            handshakes,
            patience,
        })
    }

    fn current(&self) -> Arc<Pair> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Performs the handshake with a client. `None` if it took too long or the client does not speak TLS; the
    /// connection is over then.
    pub(super) async fn shake(&self, tcp: TcpStream, from: IpAddr) -> Option<Stream> {
        let Some(_place) = self.handshakes.enter(from) else {
            self.handshakes.refuse();
            return None;
        };
        let shaken = timeout(self.patience, async {
            let mut first = [0];
            if tcp.peek(&mut first).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if first != [HANDSHAKE] {
                turn_away(tcp, first[0]).await;
                return Err(io::Error::other("no TLS"));
            }
            let acceptor = TlsAcceptor::from(Arc::clone(&self.current().config));
            acceptor.accept(tcp).await
        });
        match shaken.await {
            Ok(Ok(tls)) => Some(Stream::Tls(Box::new(tls))),
            Ok(Err(failure)) => {
                tracing::debug!(%failure, "a TLS handshake failed");
                None
            }
            Err(_) => None,
        }
    }

    /// Checks the files periodically, and immediately after each SIGHUP, while the server runs. Files that cannot be
    /// used are ignored with a warning.
    pub async fn watch(self: Arc<Self>, mut hangups: Hangups) {
        let mut ticks = interval(LOOK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut tried, mut seen) = (self.tried, self.tried);
        loop {
            let asked = tokio::select! {
                _ = ticks.tick() => false,
                () = hangups.next() => true,
            };
            let files = self.files.clone();
            // A slow disk, such as a network share, must not block anything else.
            let Ok(stamps) = spawn_blocking(move || files.stamps()).await else {
                continue;
            };
            let is_settled = std::mem::replace(&mut seen, stamps) == stamps;
            if asked || (stamps != tried && is_settled) {
                tried = stamps;
                self.reload().await;
            }
        }
    }

    async fn reload(&self) {
        let files = self.files.clone();
        match spawn_blocking(move || files.load()).await {
            Ok(Ok(pair)) => {
                tell(&pair);
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(pair);
            }
            Ok(Err(failure)) => {
                let until = self.current().until;
                tracing::warn!(%failure, %until, "the new certificate is not used; the old one stays until it ends");
            }
            Err(failure) => tracing::error!(%failure, "the files of the certificate could not be checked"),
        }
    }
}

/// The signal to check the files now.
pub struct Hangups(Option<Signal>);

impl Hangups {
    /// Catches SIGHUP, which no longer ends the process. Where it is unavailable, the periodic check remains.
    pub fn catch() -> Self {
        Self(signal(SignalKind::hangup()).ok())
    }

    /// Logs each SIGHUP, for a server that has no certificate to reload.
    pub async fn tell(mut self) {
        loop {
            self.next().await;
            tracing::info!("SIGHUP reloads nothing: the server has no certificate");
        }
    }

    async fn next(&mut self) {
        let caught = match &mut self.0 {
            Some(signal) => signal.recv().await,
            None => None,
        };
        if caught.is_none() {
            std::future::pending::<()>().await;
        }
    }
}

/// Logs the expiry of a certificate now in use, and updates its metric.
fn tell(pair: &Pair) {
    tracing::info!(until = %pair.until, "new connections see this certificate");
    #[expect(
        clippy::cast_precision_loss,
        reason = "a figure is a float, exact for the next ten million years"
    )]
    gauge!("poker_tls_expiry_timestamp_seconds").set(pair.until.as_second() as f64);
}

/// Answers a client whose first byte may be the start of HTTP.
async fn turn_away(mut tcp: TcpStream, first: u8) {
    if !first.is_ascii_alphabetic() || tcp.write_all(PLAIN).await.is_err() || tcp.shutdown().await.is_err() {
        return;
    }
    // Closing with its bytes unread would reset the connection and could lose the answer.
    let linger = async {
        let mut bytes = vec![0; 4096];
        let mut count = 0;
        while count < LINGER_BYTES {
            match tcp.read(&mut bytes).await {
                Ok(more) if more > 0 => count += more,
                _ => return,
            }
        }
    };
    let _ = timeout(LINGER, linger).await;
}

#[cfg(test)]
mod tests;
