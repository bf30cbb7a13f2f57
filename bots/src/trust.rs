//! Certificates trusted by a client that uses TLS.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::Connector;

use crate::error::ClientError;

/// Returns a connector that trusts the certificates in a file, or those trusted by the machine, which are read once.
pub(crate) fn connector(file: Option<&Path>) -> Result<Connector, ClientError> {
    static MACHINE: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    let config = match file {
        Some(file) => config(of_file(file)?),
        None => Arc::clone(MACHINE.get_or_init(|| config(rustls_native_certs::load_native_certs().certs))),
    };
    Ok(Connector::Rustls(config))
}

fn of_file(file: &Path) -> Result<Vec<CertificateDer<'static>>, ClientError> {
    let failed = |why: &dyn std::fmt::Display| ClientError::Trust(format!("{}: {why}", file.display()));
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_file_iter(file)
        .map_err(|fault| failed(&fault))?
        .collect();
    let certificates = certificates.map_err(|fault| failed(&fault))?;
    if certificates.is_empty() {
        return Err(failed(&"there is none in it"));
    }
    Ok(certificates)
}

fn config(certificates: Vec<CertificateDer<'static>>) -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(certificates);
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has the default versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    Arc::new(config)
}
