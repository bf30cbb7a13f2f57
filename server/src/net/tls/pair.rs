//! A certificate with its key, read from two files and checked before anybody is served with it.

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

/// The greatest file that is read: a chain has some 10 KB.
const FILE_BYTES: u64 = 1 << 20;

/// Rights that a file with a key may not give: others read it, or the group writes it. A group that reads it is how systems
/// hand a key to those who serve.
const KEY_RIGHTS: u32 = 0o027;

/// Why a certificate and its key cannot be used. Each text names the file.
#[derive(Debug, thiserror::Error)]
pub enum PairError {
    /// A file cannot be read.
    #[error("cannot read {path}: {error}", path = .0.display(), error = .1)]
    File(PathBuf, io::Error),
    /// Others than its owner and group may use the key.
    #[error("{path}: others may use this key (mode {mode:03o}); `chmod 640` it or stricter", path = .0.display(), mode = .1)]
    Open(PathBuf, u32),
    /// There is no certificate in the file.
    #[error("{path} holds no certificate in PEM{fault}", path = .0.display(), fault = .1)]
    NoCertificate(PathBuf, PemFault),
    /// There is no key in the file.
    #[error("{path} holds no key in PEM: PKCS#8, SEC1 and PKCS#1 are read, without a password{fault}", path = .0.display(), fault = .1)]
    NoKey(PathBuf, PemFault),
    /// The certificate is for another key.
    #[error("the key in {key} is not that of the certificate in {certificate}", key = .key.display(), certificate = .certificate.display())]
    Mismatch {
        /// The file with the certificate.
        certificate: PathBuf,
        /// The file with the key.
        key: PathBuf,
    },
    /// The pair is of a kind that is not understood.
    #[error("{certificate} and {key} cannot be used: {fault}", certificate = .certificate.display(), key = .key.display())]
    Unfit {
        /// The file with the certificate.
        certificate: PathBuf,
        /// The file with the key.
        key: PathBuf,
        /// What is wrong with them.
        fault: Error,
    },
    /// The certificate has ended.
    #[error("the certificate in {path} ended at {at}: renew it", path = .0.display(), at = .1)]
    Ended(PathBuf, Timestamp),
    /// The certificate is not good yet.
    #[error("the certificate in {path} is good from {at} on: is the clock right?", path = .0.display(), at = .1)]
    Early(PathBuf, Timestamp),
}

/// What a parser of PEM said, if it said anything that helps.
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

/// A certificate with its key, fit to serve.
pub(crate) struct Pair {
    /// What a handshake needs.
    pub(super) config: Arc<ServerConfig>,
    /// The certificate's last moment.
    pub(crate) until: Timestamp,
    leaf: CertificateDer<'static>,
}

impl Pair {
    /// Reads and checks both files as they are at `now`.
    ///
    /// # Errors
    /// [`PairError`]. No text of it holds anything of the key.
    pub(crate) fn load(certificate: &Path, key: &Path, now: Timestamp) -> Result<Self, PairError> {
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

    /// `true` if the certificate is for this name or address.
    pub(crate) fn names(&self, host: &str) -> bool {
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

/// The key of a file that is not open to all.
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

/// Opens a file, and nothing else that has a name: a pipe would keep the server waiting.
fn open(path: &Path) -> io::Result<File> {
    // Looked at first: to open a pipe is to wait for who writes to it.
    if std::fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("it is no file"))
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
