//! Who a client is to an authorization server, and with what it proves it.

use mcpvals_model::{ClientIdentity, ClientKey, ClientMethod, HttpUrl, Secret};

use super::Lowering;
use super::auth::secret;
use crate::error::Problem;
use crate::file::ClientAuthentication;
use crate::nearest::nearest;
use crate::pointer::Pointer;

/// What keys sign with (RFC 7518, 3.1; RFC 8037, 3.1; RFC 9864).
const ALGORITHMS: [&str; 10] =
    ["ES256", "ES384", "EdDSA", "Ed25519", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];

/// Who a client is, as any object of the file says it: the members of all of them have the same names.
pub(super) struct Identified<'a> {
    pub(super) id: Option<&'a str>,
    pub(super) secret: Option<&'a str>,
    pub(super) pem: Option<&'a str>,
    pub(super) algorithm: Option<&'a str>,
    pub(super) key_id: Option<&'a str>,
    pub(super) method: Option<ClientAuthentication>,
    pub(super) metadata_url: Option<&'a str>,
}

/// Reads it from such an object.
macro_rules! identified {
    ($client:expr) => {
        $crate::lower::identity::Identified {
            id: $client.client_id.as_deref(),
            secret: $client.client_secret.as_deref(),
            pem: $client.private_key.as_deref(),
            algorithm: $client.algorithm.as_deref(),
            key_id: $client.key_id.as_deref(),
            method: $client.client_authentication,
            metadata_url: $client.client_metadata_url.as_deref(),
        }
    };
}

pub(super) use identified;

impl Lowering<'_> {
    pub(super) fn identity(&mut self, given: &Identified<'_>, at: &Pointer) -> ClientIdentity {
        ClientIdentity {
            id: given.id.map(str::to_owned),
            secret: secret(given.secret),
            key: given.pem.map(|pem| key(pem, given.algorithm, given.key_id)),
            method: given.method.map(method),
            metadata_url: self.metadata_url(given.metadata_url, &at.member("clientMetadataUrl")),
        }
    }

    /// An address that is a client's id (Client ID Metadata Document, 3).
    fn metadata_url(&mut self, url: Option<&str>, at: &Pointer) -> Option<String> {
        let given = self.address(url, at)?;
        let (host, path) = given.strip_prefix("https://").and_then(|rest| rest.split_once('/')).unwrap_or_default();
        let has_dots = path.split('/').any(|part| [".", ".."].contains(&part));
        let is_id = !host.is_empty() && !host.contains('@') && !path.is_empty() && !path.contains('#') && !has_dots;
        if HttpUrl::parse(&given).is_some() && !is_id {
            let message = "is a client's id only where it is `https`, has a path without `.` and `..`, and neither a user nor a fragment";
            self.report(Problem::new(at, message));
        }
        Some(given)
    }

    /// A key has words of its own, and secret and key have somebody to whom they belong.
    pub(super) fn check_identity(&mut self, given: &Identified<'_>, at: &Pointer) {
        let has_key = given.pem.is_some();
        let key_is_spoken_of = given.algorithm.is_some() || given.key_id.is_some();
        if !has_key && key_is_spoken_of && !self.is_bad(&at.member("privateKey")) {
            self.report(Problem::new(at, "`privateKey` is missing, of which `algorithm` and `keyId` speak"));
        }
        self.check_key_of(given.pem, given.algorithm, at);
        if given.id.is_none() && (given.secret.is_some() || has_key) && !self.is_bad(&at.member("clientId")) {
            self.report(Problem::new(at, "`clientId` is missing, to which the secret or the key belongs"));
        }
    }

    /// Nobody proves who it is with what is not there; and what is there is not left without effect.
    pub(super) fn check_method(&mut self, given: &Identified<'_>, at: &Pointer) {
        let place = at.member("clientAuthentication");
        let missing = match given.method.map(method) {
            Some(ClientMethod::PrivateKeyJwt) if given.pem.is_none() => "privateKey",
            Some(ClientMethod::Basic | ClientMethod::Post) if given.id.is_some() && given.secret.is_none() => {
                "clientSecret"
            }
            Some(ClientMethod::None) if given.secret.is_some() || given.pem.is_some() => {
                let message = "with `none`, the secret or the key has no effect";
                return self.report(Problem::new(&place, message));
            }
            _ => return,
        };
        if !self.is_bad(&at.member(missing)) {
            self.report(Problem::new(
                &place,
                format!("`{missing}` is missing, with which the client proves who it is"),
            ));
        }
    }

    /// Whatever is to sign must be able to.
    pub(super) fn check_key_of(&mut self, pem: Option<&str>, algorithm: Option<&str>, at: &Pointer) {
        if pem.is_some_and(|pem| !is_private_key(pem)) {
            let message =
                "no private key that can be used: PKCS #8 in PEM, from `-----BEGIN PRIVATE KEY-----` to its end";
            self.report(Problem::new(&at.member("privateKey"), message));
        }
        if let Some(algorithm) = algorithm.filter(|name| !ALGORITHMS.contains(name)) {
            let message = format!("`{algorithm}` is no algorithm that is known here: {}", ALGORITHMS.join(", "));
            let problem = Problem::new(&at.member("algorithm"), message);
            self.report(problem.with_nearest(nearest(algorithm, ALGORITHMS)));
        }
    }
}

/// Has it the form of one? What it is worth is seen when it signs.
fn is_private_key(pem: &str) -> bool {
    let between = |kind: &str| {
        let (_, rest) = pem.split_once(&format!("-----BEGIN {kind}-----"))?;
        rest.split_once(&format!("-----END {kind}-----")).map(|(inner, _)| inner)
    };
    let inner = between("PRIVATE KEY").or_else(|| between("RSA PRIVATE KEY"));
    inner.is_some_and(|inner| inner.chars().any(|letter| letter.is_ascii_alphanumeric()))
}

/// In variables, a key's lines are often written with `\n`.
pub(super) fn key(pem: &str, algorithm: Option<&str>, id: Option<&str>) -> ClientKey {
    ClientKey {
        pem: Secret::new(pem.replace("\\n", "\n")),
        algorithm: algorithm.map(str::to_owned),
        id: id.map(str::to_owned),
    }
}

pub(super) fn method(given: ClientAuthentication) -> ClientMethod {
    match given {
        ClientAuthentication::Basic | ClientAuthentication::ClientSecretBasic => ClientMethod::Basic,
        ClientAuthentication::Post | ClientAuthentication::ClientSecretPost => ClientMethod::Post,
        ClientAuthentication::PrivateKeyJwt | ClientAuthentication::PrivateKeyJwtOfRegistry => {
            ClientMethod::PrivateKeyJwt
        }
        ClientAuthentication::None => ClientMethod::None,
    }
}
