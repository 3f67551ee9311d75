//! Which servers are believed to be who they say: those that Mozilla's list of certificate authorities vouches for, and
//! those of a file of the user's, for companies and tests that have an authority of their own.

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Speaks TLS 1.2 and 1.3, and HTTP/1.1 within; `authorities` is a file of certificates in PEM.
pub(super) fn connector(authorities: Option<&Path>) -> Result<TlsConnector, String> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if let Some(file) = authorities {
        add(&mut roots, file).map_err(|cause| format!("the certificates in `{}`: {cause}", file.display()))?;
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider supports the default versions, as the tests show")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

fn add(roots: &mut RootCertStore, file: &Path) -> Result<(), String> {
    let certificates = CertificateDer::pem_file_iter(file).map_err(|e| e.to_string())?;
    for certificate in certificates {
        let certificate = certificate.map_err(|e| e.to_string())?;
        // What a system's file has that cannot vouch for anybody is passed over, as everywhere.
        let _ = roots.add(certificate);
    }
    Ok(())
}
