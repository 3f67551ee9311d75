//! JWTs of seed 003: HS256 by the service's own secret, RS256 and ES256 by the operator's key set (RFC 7519, RFC 7517).

use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Caller, Scopes, required};
use crate::error::ApiError;
use crate::secret::MasterKey;
use crate::service::Service;
use crate::settings::Jwt;

/// Clocks of two machines differ, in seconds.
const LEEWAY: u64 = 30;
const SUBJECT_CHARS_MAX: usize = 200;

/// What a token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Who made it.
    pub iss: String,
    /// Whom it is about.
    pub sub: String,
    /// For whom it is.
    pub aud: String,
    /// Until when it is taken, in seconds since 1970.
    pub exp: u64,
    /// When it was made.
    pub iat: u64,
    /// What its bearer may do.
    pub scopes: Vec<String>,
}

/// What is read of a token: the rest was checked before.
#[derive(Deserialize)]
struct Read {
    sub: String,
    exp: u64,
    #[serde(default)]
    scopes: Vec<String>,
    /// As OAuth writes them (RFC 9068), with blanks between them.
    #[serde(default)]
    scope: String,
}

/// Makes a token with the service's own secret.
///
/// # Errors
/// What the library says; nothing can go wrong with these claims.
pub fn issue(claims: &Claims, master: &MasterKey) -> Result<String, String> {
    let key = EncodingKey::from_secret(&master.for_tokens());
    encode(&Header::new(Algorithm::HS256), claims, &key).map_err(|error| error.to_string())
}

pub(super) async fn caller(service: &Service, text: &str) -> Result<Caller, ApiError> {
    let refused = |why: &str| required(&format!("The token is not taken: {why}"));
    let header = decode_header(text).map_err(|_| refused("it is none"))?;
    if names_what_must_be_understood(text) {
        return Err(refused("its header has `crit`"));
    }
    let jwt = service.settings().security.jwt.clone();
    let key = match header.alg {
        Algorithm::HS256 => DecodingKey::from_secret(&service.master.for_tokens()),
        Algorithm::RS256 | Algorithm::ES256 => {
            let set = jwt.jwks.as_deref().ok_or_else(|| refused("no key set is known"))?;
            let found = service
                .jwks
                .key((set, service.authorities.as_deref()), header.kid.as_deref(), header.alg, Instant::now())
                .await;
            found.ok_or_else(|| refused("its key is not known"))?
        }
        _ => return Err(refused("its algorithm is not one of HS256, RS256, ES256")),
    };
    // Exactly the algorithm of the key: an HS256 token that was signed with a public key finds another key (RFC 8725, 3.1).
    let claims =
        decode::<Read>(text, &key, &validation(&jwt, header.alg)).map_err(|error| refused(words(error.kind())))?;
    let names = claims.claims.scopes.iter().map(String::as_str).chain(claims.claims.scope.split(' '));
    let subject: String = claims.claims.sub.chars().filter(|c| !c.is_control()).take(SUBJECT_CHARS_MAX).collect();
    if subject.is_empty() {
        return Err(refused("it has no subject"));
    }
    let until = i64::try_from(claims.claims.exp.saturating_add(LEEWAY)).ok().and_then(|exp| exp.checked_mul(1000));
    Ok(Caller { id: format!("sub:{subject}"), scopes: Scopes::of(names), priority: 0, by_cookie: None, until })
}

/// Extensions that whoever does not know them must not take (RFC 7515, 4.1.11): we know none.
fn names_what_must_be_understood(text: &str) -> bool {
    let head = text.split('.').next().and_then(|head| URL_SAFE_NO_PAD.decode(head).ok());
    let head = head.and_then(|head| serde_json::from_slice::<Value>(&head).ok());
    head.is_some_and(|head| head.get("crit").is_some())
}

fn validation(jwt: &Jwt, algorithm: Algorithm) -> Validation {
    let mut validation = Validation::new(algorithm);
    // Tokens of our own (`keys token`) are as seed 003 has them, whoever else makes some.
    let own = if algorithm == Algorithm::HS256 { Jwt::default() } else { jwt.clone() };
    validation.set_issuer(&[&jwt.issuer, &own.issuer]);
    validation.set_audience(&[&jwt.audience, &own.audience]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    validation.validate_nbf = true;
    validation.leeway = LEEWAY;
    validation
}

fn words(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::ExpiredSignature => "it has expired",
        ErrorKind::ImmatureSignature => "it is not to be taken yet",
        ErrorKind::InvalidIssuer => "another issuer made it",
        ErrorKind::InvalidAudience => "it is for another audience",
        ErrorKind::InvalidSignature => "its signature is wrong",
        ErrorKind::MissingRequiredClaim(_) => "it lacks one of `exp`, `iss`, `aud`, `sub`",
        _ => "it cannot be read",
    }
}
