//! One request to a push service: encrypted, without redirects, within a time limit.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HOST};
use axum::http::{Request, StatusCode};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::services::Endpoint;

/// Time limit for a service, from the first packet to its answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A message to a service.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    /// The address to post to.
    pub to: Endpoint,
    /// The `authorization` header.
    pub authorization: String,
    /// A newer message with the same topic replaces one that has not been delivered.
    pub topic: String,
    /// Time in seconds after which the message is worthless.
    pub ttl: u64,
    /// The encrypted body.
    pub message: Vec<u8>,
}

/// The fate of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// The service accepted it.
    Taken,
    /// The subscription is gone for good.
    Gone,
    Refused(StatusCode),
    /// The service could not be reached, or did not answer.
    Lost,
}

/// Trusts the certificates that the machine trusts. If there are none, no service can be reached, and the log says so.
pub fn tls_connector() -> TlsConnector {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (trusted, _) = roots.add_parsable_certificates(found.certs);
    if trusted == 0 {
        tracing::warn!("this machine trusts no certificates: push services cannot be reached");
    }
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has the default versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

#[derive(Default)]
pub(crate) struct Sender {
    /// Built for the first message: most servers never send one.
    tls: OnceLock<TlsConnector>,
}

impl Sender {
    /// Sends a message once.
    pub(crate) async fn send(&self, post: Post) -> Sent {
        match timeout(PATIENCE, self.post(post)).await {
            Ok(Ok(status)) if status.is_success() => Sent::Taken,
            Ok(Ok(StatusCode::NOT_FOUND | StatusCode::GONE)) => Sent::Gone,
            Ok(Ok(status)) => Sent::Refused(status),
            Ok(Err(fault)) => {
                tracing::debug!(%fault, "a push service cannot be reached");
                Sent::Lost
            }
            Err(_) => Sent::Lost,
        }
    }

    async fn post(&self, post: Post) -> Result<StatusCode, Box<dyn std::error::Error + Send + Sync>> {
        let Endpoint {
            host, port, is_safe, ..
        } = &post.to;
        let tcp = TcpStream::connect((host.as_str(), *port)).await?;
        if *is_safe {
            let name = ServerName::try_from(host.clone())?;
            let tls = self.tls.get_or_init(tls_connector);
            exchange(tls.connect(name, tcp).await?, post).await
        } else {
            exchange(tcp, post).await
        }
    }
}

/// Sends the request and reads the head of the response; the body does not matter.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    post: Post,
) -> Result<StatusCode, Box<dyn std::error::Error + Send + Sync>> {
    let (mut requests, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let request = request(post)?;
    let answer = async {
        let answer = requests.send_request(request).await;
        answer.map(|answer| answer.status())
    };
    tokio::select! {
        status = answer => Ok(status?),
        Err(fault) = connection => Err(fault.into()),
    }
}

fn request(post: Post) -> Result<Request<Body>, axum::http::Error> {
    let Post {
        to,
        authorization,
        topic,
        ttl,
        message,
    } = post;
    let path = to.uri.path_and_query().map_or("/", |path| path.as_str());
    let host = to
        .uri
        .authority()
        .map_or(to.host.as_str(), |authority| authority.as_str());
    Request::post(path)
        .header(HOST, host)
        .header(AUTHORIZATION, authorization)
        .header(CONTENT_ENCODING, "aes128gcm")
        .header(CONTENT_TYPE, "application/octet-stream")
        .header("ttl", ttl)
        .header("urgency", "high")
        .header("topic", topic)
        .body(Body::from(message))
}
