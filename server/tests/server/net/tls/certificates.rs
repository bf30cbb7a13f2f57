//! Certificates of an authority of the test's own, and clients that trust it.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::sync::Arc;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose, date_time_ymd,
};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_rustls::{TlsConnector, client};
use tokio_tungstenite::Connector;

use crate::net::process::Process;
use crate::net::server::{Client, NEVER, Server, start};

/// Certificates of one authority, in files as an operator has them: links that renewal replaces.
pub(super) struct Club {
    folder: TempDir,
    authority: CertifiedIssuer<'static, KeyPair>,
    pairs: usize,
}

impl Club {
    pub(super) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        params
            .distinguished_name
            .push(DnType::CommonName, "the authority of a club");
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let mut club = Self {
            folder: TempDir::new().unwrap(),
            authority,
            pairs: 0,
        };
        fs::write(club.authority_file(), club.authority.as_ref().pem()).unwrap();
        club.renew();
        club
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn authority_file(&self) -> PathBuf {
        self.path("authority.pem")
    }

    /// Replaces certificate and key by new ones; returns the certificate.
    pub(super) fn renew(&mut self) -> Vec<u8> {
        self.renew_until(4000)
    }

    pub(super) fn renew_until(&mut self, year: i32) -> Vec<u8> {
        self.renew_to((year, 1, 1))
    }

    /// Installs a pair whose certificate ends after this many days.
    pub(super) fn renew_for(&mut self, days: i64) -> Vec<u8> {
        let end = Timestamp::now() + SignedDuration::from_hours(24 * days);
        let end = end.to_zoned(TimeZone::UTC).date();
        let part = |number: i8| number.unsigned_abs();
        self.renew_to((end.year().into(), part(end.month()), part(end.day())))
    }

    fn renew_to(&mut self, (year, month, day): (i32, u8, u8)) -> Vec<u8> {
        let key = KeyPair::generate().unwrap();
        let names = ["club.example", "127.0.0.1", "::1"].map(str::to_owned);
        let mut params = CertificateParams::new(names).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(2000, 1, 1), date_time_ymd(year, month, day));
        let certificate = params.signed_by(&key, &self.authority).unwrap();
        self.put("cert", &certificate.pem());
        self.put("key", &key.serialize_pem());
        self.pairs += 1;
        certificate.der().to_vec()
    }

    /// Installs a file as certbot does: under a name of its own, and then a link to it in place of the old one.
    pub(super) fn put(&self, kind: &str, text: &str) {
        let name = format!("{kind}{}.pem", self.pairs);
        fs::write(self.path(&name), text).unwrap();
        fs::set_permissions(self.path(&name), fs::Permissions::from_mode(0o600)).unwrap();
        let link = self.path("link");
        symlink(name, &link).unwrap();
        fs::rename(link, self.path(&format!("{kind}.pem"))).unwrap();
    }

    pub(super) fn options(&self) -> [String; 2] {
        ["cert", "key"].map(|kind| format!("--tls-{kind}={}", self.path(&format!("{kind}.pem")).display()))
    }

    /// Starts the program with TLS.
    pub(super) fn start(&self, options: &[&str]) -> Process {
        let tls = self.options();
        let process = Process::start(&[&tls.each_ref().map(String::as_str), options].concat());
        assert_eq!(process.scheme, "https");
        process
    }

    /// Starts a server with TLS in this process.
    pub(super) async fn serve(&self) -> Server {
        let (cert, key) = (self.path("cert.pem"), self.path("key.pem"));
        start(|config| {
            (config.tls_cert, config.tls_key) = (cert, key);
            config.header_timeout_ms = 1_000;
        })
        .await
    }

    /// Returns a client configuration that trusts the authority, and offers these protocols.
    fn trusts(&self, protocols: &[&str]) -> Arc<ClientConfig> {
        let mut roots = RootCertStore::empty();
        roots.add(self.authority.as_ref().der().clone()).unwrap();
        let mut config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        Arc::new(config)
    }

    pub(super) async fn shake(
        &self,
        address: SocketAddr,
        protocols: &[&str],
    ) -> std::io::Result<client::TlsStream<TcpStream>> {
        let tcp = TcpStream::connect(address).await.unwrap();
        let name = "club.example".try_into().unwrap();
        TlsConnector::from(self.trusts(protocols)).connect(name, tcp).await
    }

    /// Opens a connection that has not said hello.
    pub(super) async fn connect(&self, address: SocketAddr) -> Client {
        let url = format!("wss://club.example:{}/ws", address.port());
        Client::open(address, &url, Connector::Rustls(self.trusts(&[]))).await
    }

    pub(super) async fn guest(&self, address: SocketAddr, nickname: &str) -> Client {
        let mut client = self.connect(address).await;
        client.hello(json!({"nickname": nickname})).await;
        client
    }

    /// Sends a request over HTTPS, with these headers, and returns the whole answer.
    pub(super) async fn ask(&self, address: SocketAddr, method: &str, path: &str, headers: &str) -> String {
        let body = json!({"nickname": "Ada"}).to_string();
        let length = body.len();
        let mut tls = self.shake(address, &["http/1.1"]).await.unwrap();
        let port = address.port();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: club.example:{port}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        );
        tls.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // The connection ends with a TLS alert, or this is an error.
        timeout(NEVER, tls.read_to_end(&mut answer)).await.unwrap().unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}
