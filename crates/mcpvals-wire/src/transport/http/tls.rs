//! Which servers are believed to be who they say: Mozilla's list of certificate authorities.

use std::sync::Arc;

use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Speaks TLS 1.2 and 1.3, and HTTP/1.1 within.
pub(super) fn connector() -> TlsConnector {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider supports the default versions, as the tests show")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    TlsConnector::from(Arc::new(config))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_connector_can_be_made() {
        drop(super::connector());
    }
}
