//! A certificate and its key, read from two files and checked before use.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use tokio_rustls::rustls::client::verify_server_name;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{Error, InconsistentKeys, ServerConfig};

use super::dates::dates;

/// Largest file that is read: a certificate chain has about 10 KB.
const FILE_BYTES: u64 = 1 << 20;

/// Permissions that a key file must not grant: reading by others, writing by its group. Reading by the group is how
/// systems hand a key to a service.
const KEY_RIGHTS: u32 = 0o027;

/// Reason why a certificate and its key cannot be used. Each text names the file.
#[derive(Debug, thiserror::Error)]
pub enum PairError {
    /// A file cannot be read.
    #[error("cannot read {path}: {error}", path = .0.display(), error = .1)]
    File(PathBuf, io::Error),
    /// Others than the owner and the group may use the key.
    #[error("{path}: others may use this key (mode {mode:03o}); `chmod 640` it or stricter", path = .0.display(), mode = .1)]
    Open(PathBuf, u32),
    /// The file contains no certificate.
    #[error("{path} holds no certificate in PEM{fault}", path = .0.display(), fault = .1)]
    NoCertificate(PathBuf, PemFault),
    /// The file contains no key.
    #[error("{path} holds no key in PEM: PKCS#8, SEC1 and PKCS#1 are read, without a password{fault}", path = .0.display(), fault = .1)]
    NoKey(PathBuf, PemFault),
    /// The key belongs to another certificate.
    #[error("the key in {key} is not that of the certificate in {certificate}", key = .key.display(), certificate = .certificate.display())]
    Mismatch {
        /// File of the certificate.
        certificate: PathBuf,
        /// File of the key.
        key: PathBuf,
    },
    /// The certificate or its key is of an unsupported kind.
    #[error("{certificate} and {key} cannot be used: {fault}", certificate = .certificate.display(), key = .key.display())]
    Unfit {
        /// File of the certificate.
        certificate: PathBuf,
        /// File of the key.
        key: PathBuf,
        /// Error of the TLS library.
        fault: Error,
    },
    /// The certificate has expired.
    #[error("the certificate in {path} expired at {at}: renew it", path = .0.display(), at = .1)]
    Ended(PathBuf, Timestamp),
    /// The certificate is not valid yet.
    #[error("the certificate in {path} is valid from {at}: is the clock right?", path = .0.display(), at = .1)]
    Early(PathBuf, Timestamp),
}

/// Reason given by the PEM parser, if it is helpful.
#[derive(Debug)]
pub struct PemFault(Option<pem::Error>);

impl fmt::Display for PemFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None | Some(pem::Error::NoItemsFound) => Ok(()),
            Some(fault) => write!(f, " ({fault})"),
        }
    }
}

/// A usable certificate with its key.
pub struct Pair {
    /// Configuration for handshakes.
    pub(super) config: Arc<ServerConfig>,
    /// Expiry of the certificate.
    pub until: Timestamp,
    leaf: CertificateDer<'static>,
}

impl Pair {
    /// Reads and checks both files, with `now` as the current time.
    ///
    /// # Errors
    /// [`PairError`]. No error text contains any part of the key.
    pub fn load(certificate: &Path, key: &Path, now: Timestamp) -> Result<Self, PairError> {
        let unread = |path: &Path| {
            let path = path.to_owned();
            move |error| PairError::File(path, error)
        };
        let chain = read(open(certificate).map_err(unread(certificate))?).map_err(unread(certificate))?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&chain).collect();
        let none = |fault| PairError::NoCertificate(certificate.to_owned(), PemFault(fault));
        let chain = chain.map_err(|fault| none(Some(fault)))?;
        let leaf = chain.first().ok_or_else(|| none(None))?.clone();
        let (from, until) = dates(&leaf).ok_or_else(|| none(None))?;
        let key_der = private_key(key)?;

        let mut config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider has the default versions")
            .with_no_client_auth()
            .with_single_cert(chain, key_der)
            .map_err(|fault| unfit(certificate, key, fault))?;
        // WebSockets begin as HTTP/1.1.
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        if now >= until {
            return Err(PairError::Ended(certificate.to_owned(), until));
        }
        if now < from {
            return Err(PairError::Early(certificate.to_owned(), from));
        }
        Ok(Self {
            config: Arc::new(config),
            until,
            leaf,
        })
    }

    /// `true` if the certificate covers this name or address.
    pub fn names(&self, host: &str) -> bool {
        let Ok(name) = ServerName::try_from(host) else {
            return false;
        };
        ParsedCertificate::try_from(&self.leaf).is_ok_and(|leaf| verify_server_name(&leaf, &name).is_ok())
    }
}

fn unfit(certificate: &Path, key: &Path, fault: Error) -> PairError {
    let (certificate, key) = (certificate.to_owned(), key.to_owned());
    match fault {
        Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => PairError::Mismatch { certificate, key },
        fault => PairError::Unfit {
            certificate,
            key,
            fault,
        },
    }
}

/// Reads a key, unless its file is open to others.
fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, PairError> {
    let unread = |error| PairError::File(path.to_owned(), error);
    let file = open(path).map_err(unread)?;
    let mode = file.metadata().map_err(unread)?.mode() & 0o777;
    if mode & KEY_RIGHTS != 0 {
        return Err(PairError::Open(path.to_owned(), mode));
    }
    let text = read(file).map_err(unread)?;
    PrivateKeyDer::from_pem_slice(&text).map_err(|fault| PairError::NoKey(path.to_owned(), PemFault(Some(fault))))
}

/// Opens a regular file only: a named pipe would block the server.
fn open(path: &Path) -> io::Result<File> {
    // Checked first, since opening a pipe waits for its writer.
    if std::fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("it is not a file"))
    }
}

fn read(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_BYTES {
        return Err(io::Error::other("it has more than a MiB"));
    }
    Ok(bytes)
}
