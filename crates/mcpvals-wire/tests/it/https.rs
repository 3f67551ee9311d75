//! Encrypted connections: who is believed, and what is said of those who are not.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallEnd, HttpUrl, RevisionChoice, Target};
use mcpvals_testkit::{Flaw, HttpServer};
use mcpvals_wire::{ConnectErrorKind, ConnectOptions, connect};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::http::{call, spec};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/tls");

/// A server for `localhost`, vouched for by an authority of these tests only.
fn acceptor() -> TlsAcceptor {
    let folder = Path::new(FOLDER);
    let certificate = CertificateDer::from_pem_file(folder.join("server.pem")).expect("the certificate is PEM");
    let key = PrivateKeyDer::from_pem_file(folder.join("server-key.pem")).expect("the key is PEM");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|config| config.with_no_client_auth().with_single_cert(vec![certificate], key));
    TlsAcceptor::from(Arc::new(config.expect("certificate and key belong together")))
}

/// Puts TLS before a server, and gives the new address.
async fn encrypted(server: &HttpServer) -> Target {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    let port = listener.local_addr().expect("it is bound").port();
    let plain = server.url().trim_start_matches("http://").trim_end_matches("/mcp").to_owned();
    let acceptor = acceptor();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, plain) = (acceptor.clone(), plain.clone());
            tokio::spawn(async move {
                // A client that does not believe the certificate goes away.
                let Ok(mut outside) = acceptor.accept(stream).await else { return };
                let Ok(mut inside) = TcpStream::connect(plain).await else { return };
                let _ended = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
            });
        }
    });
    let url = HttpUrl::parse(&format!("https://localhost:{port}/mcp")).expect("it is an address");
    Target::Http { url, headers: Vec::new() }
}

fn believing(file: &str) -> ConnectOptions {
    let environment = BTreeMap::from([("SSL_CERT_FILE".to_owned(), format!("{FOLDER}/{file}"))]);
    ConnectOptions { environment, ..ConnectOptions::default() }
}

#[tokio::test]
async fn an_authority_of_the_users_is_believed() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    let target = encrypted(&server).await;
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        let spec = spec(target.clone(), RevisionChoice::Forced(revision));
        let connected = connect(&spec, &believing("authority.pem")).await;
        let session = connected.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(call(&session, "echo", json!({"text": "x"})).await.0, CallEnd::Answered);
        session.close().await;
    }
}

#[tokio::test]
async fn an_unknown_authority_is_not_believed() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    let spec = spec(encrypted(&server).await, RevisionChoice::Negotiate);
    let error = connect(&spec, &ConnectOptions::default()).await.err().expect("nobody vouches for the server");
    assert_eq!(error.kind, ConnectErrorKind::Unreachable);
    assert!(error.to_string().contains("no TLS connection with `localhost`"), "{error}");
    assert!(error.to_string().contains("UnknownIssuer"), "{error}");
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_named() {
    let server = HttpServer::zoo(Flaw::None, &[]);
    let spec = spec(encrypted(&server).await, RevisionChoice::Negotiate);
    let error = connect(&spec, &believing("absent.pem")).await.err().expect("the file is not there");
    assert!(error.to_string().contains("absent.pem`: "), "{error}");
}

#[tokio::test]
async fn plain_http_where_tls_is_due_is_said() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    let url = format!("https://{}/mcp", listener.local_addr().expect("it is bound"));
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _gone = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let url = HttpUrl::parse(&url).expect("it is an address");
    let spec = spec(Target::Http { url, headers: Vec::new() }, RevisionChoice::Negotiate);
    let error = connect(&spec, &ConnectOptions::default()).await.err().expect("the server speaks no TLS");
    assert!(error.to_string().contains("no TLS connection with `127.0.0.1`"), "{error}");
}
