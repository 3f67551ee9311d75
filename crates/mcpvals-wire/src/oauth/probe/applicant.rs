//! A client that asks an authorization server for something.

use http::HeaderMap;
use mcpvals_model::{Auth, ClientIdentity, ClientMethod, Secret};
use serde_json::{Map, Value};

use super::Probe;
use crate::Redactor;
use crate::oauth::client::Client;
use crate::oauth::error::{Result, SignInError};
use crate::oauth::metadata::ServerMetadata;
use crate::oauth::register;

/// A client, and how it proves who it is.
#[derive(Debug, Clone)]
pub struct Applicant {
    client: Client,
    identity: ClientIdentity,
    server: ServerMetadata,
    /// Further claims of its assertions.
    claims: Map<String, Value>,
}

impl Applicant {
    pub(super) async fn new(
        probe: &Probe,
        auth: &Auth,
        metadata: &Value,
        redirect_uri: Option<&str>,
        scope: Option<&str>,
    ) -> Result<Self> {
        let server: ServerMetadata = serde_json::from_value(metadata.clone())
            .map_err(|error| SignInError::new("the metadata of the authorization server", error.to_string()))?;
        let client = register::client(&probe.fetch, auth, &server, redirect_uri, scope).await?;
        if let Some(secret) = &client.secret {
            probe.learn("client_secret", secret.reveal());
        }
        Ok(Self { client, identity: auth.client.clone(), server, claims: Map::new() })
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.client.id
    }

    /// Has it nothing with which to prove who it is?
    pub fn is_public(&self) -> bool {
        self.client.method_at(&self.identity, &self.server) == ClientMethod::None
    }

    /// Does it sign assertions?
    pub fn signs(&self) -> bool {
        self.client.method_at(&self.identity, &self.server) == ClientMethod::PrivateKeyJwt
    }

    /// With more claims in the assertions that it signs.
    #[must_use]
    pub fn with_claims(mut self, claims: &Map<String, Value>) -> Self {
        self.claims.clone_from(claims);
        self
    }

    /// The same client, with something wrong in what proves who it is; a public client has nothing that could be wrong.
    pub fn spoilt(&self) -> Option<Self> {
        let mut spoilt = self.clone();
        match self.client.method_at(&self.identity, &self.server) {
            ClientMethod::None => return None,
            ClientMethod::Basic | ClientMethod::Post => {
                let secret = self.client.secret.as_ref().map_or("", Secret::reveal);
                let wrong: String = secret.chars().rev().chain(['x']).collect();
                spoilt.client.secret = Some(Secret::new(wrong.clone()));
                spoilt.identity.secret = Some(Secret::new(wrong));
            }
            // As if another server were meant.
            ClientMethod::PrivateKeyJwt => "https://another-issuer.example".clone_into(&mut spoilt.server.issuer),
        }
        Some(spoilt)
    }

    pub(super) fn prove(
        &self,
        parameters: &mut Vec<(String, String)>,
        headers: &mut HeaderMap,
        redactor: &Redactor,
    ) -> Result<()> {
        self.client.prove((&self.identity, &self.claims), &self.server, parameters, headers, redactor)
    }
}
