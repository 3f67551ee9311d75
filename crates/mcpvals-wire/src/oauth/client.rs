//! Who we are to an authorization server, and how we prove it (RFC 6749, 2.3; RFC 7523, 2.2).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use jiff::Timestamp;
use mcpvals_model::{ClientIdentity, ClientMethod, Secret, SecretValue};
use serde_json::{Map, Value, json};

use super::error::{Result, SignInError};
use super::jws::SigningKey;
use super::metadata::ServerMetadata;
use super::random;
use crate::Redactor;

/// A client that an authorization server knows.
#[derive(Debug, Clone)]
pub(super) struct Client {
    pub(super) id: String,
    pub(super) secret: Option<Secret>,
    /// What it was told to use when it registered.
    pub(super) method: Option<ClientMethod>,
}

/// How long an assertion of ours holds, in seconds.
const ASSERTION_LIFE: i64 = 60;

impl Client {
    /// Adds what proves who we are to a request of the token endpoint; an assertion has these further claims.
    ///
    /// # Errors
    /// Where what proves it is missing.
    pub(super) fn prove(
        &self,
        (identity, claims): (&ClientIdentity, &Map<String, Value>),
        server: &ServerMetadata,
        parameters: &mut Vec<(String, String)>,
        headers: &mut HeaderMap,
        redactor: &Redactor,
    ) -> Result<()> {
        let method = self.method_at(identity, server);
        let secret = || {
            let problem = format!("it wants `{}`, and there is no client secret", method.as_str());
            self.secret.as_ref().ok_or_else(|| SignInError::new("the token endpoint", problem))
        };
        match method {
            ClientMethod::None => parameters.push(("client_id".to_owned(), self.id.clone())),
            ClientMethod::Basic => {
                let secret = secret()?.reveal();
                let value = basic(&self.id, secret);
                // Its halves are encoded first, so that it is not the Base64 of what is known.
                let credentials = value.to_str().unwrap_or_default().trim_start_matches("Basic ");
                redactor.learn(SecretValue::new("client_secret", credentials));
                redactor.learn(SecretValue::new("client_secret", coded(secret)));
                headers.insert(AUTHORIZATION, value);
            }
            ClientMethod::Post => {
                parameters.push(("client_id".to_owned(), self.id.clone()));
                parameters.push(("client_secret".to_owned(), secret()?.reveal().to_owned()));
            }
            ClientMethod::PrivateKeyJwt => {
                let assertion = self.assertion(identity, &server.issuer, claims)?;
                redactor.learn(SecretValue::new("client_assertion", assertion.as_str()));
                let kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
                parameters.push(("client_id".to_owned(), self.id.clone()));
                parameters.push(("client_assertion_type".to_owned(), kind.to_owned()));
                parameters.push(("client_assertion".to_owned(), assertion));
            }
        }
        Ok(())
    }

    /// What the config says, else what registration said, else the first that both can do.
    pub(super) fn method_at(&self, identity: &ClientIdentity, server: &ServerMetadata) -> ClientMethod {
        if let Some(method) = identity.method.or(self.method) {
            return method;
        }
        let ours: &[ClientMethod] = match (&identity.key, &self.secret) {
            (Some(_), _) => &[ClientMethod::PrivateKeyJwt],
            (None, Some(_)) => &[ClientMethod::Basic, ClientMethod::Post],
            (None, None) => &[ClientMethod::None],
        };
        let theirs = server.token_endpoint_auth_methods_supported.as_deref().unwrap_or_default();
        let is_known = |method: &&ClientMethod| theirs.iter().any(|known| known == method.as_str());
        *ours.iter().find(is_known).unwrap_or(&ours[0])
    }

    /// The audience is the issuer, which no other server has.
    fn assertion(&self, identity: &ClientIdentity, issuer: &str, more: &Map<String, Value>) -> Result<String> {
        const WHAT: &str = "the client's private key";
        let key = identity.key.as_ref().ok_or_else(|| SignInError::new(WHAT, "there is none"))?;
        let signing = SigningKey::from_pem(key.pem.reveal(), key.algorithm.as_deref());
        let signing = signing.map_err(|problem| SignInError::new(WHAT, problem))?;
        let now = Timestamp::now().as_second();
        let mut header = json!({"typ": "JWT"});
        if let Some(id) = &key.id {
            header["kid"] = json!(id);
        }
        let mut claims = json!({
            "iss": self.id, "sub": self.id, "aud": issuer, "iat": now, "exp": now + ASSERTION_LIFE, "jti": random::text(),
        });
        if let Value::Object(claims) = &mut claims {
            claims.extend(more.clone());
        }
        Ok(signing.sign(&header, &claims))
    }
}

fn coded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Both halves are form-encoded first (RFC 6749, 2.3.1).
fn basic(id: &str, secret: &str) -> HeaderValue {
    let pair = STANDARD.encode(format!("{}:{}", coded(id), coded(secret)));
    HeaderValue::try_from(format!("Basic {pair}")).expect("base64 has no character that a header cannot have")
}

#[cfg(test)]
mod tests {
    use super::basic;

    #[test]
    fn halves_are_encoded_before_they_are_joined() {
        assert_eq!(basic("a b", "c:d"), "Basic YStiOmMlM0Fk");
    }
}
