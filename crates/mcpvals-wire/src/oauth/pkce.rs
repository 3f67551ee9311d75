//! Proof Key for Code Exchange (RFC 7636), always with S256.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};

use super::random;

/// The method of every challenge.
pub(super) const METHOD: &str = "S256";

/// A verifier and its challenge.
pub(super) struct Pkce {
    /// What only we know until the code is redeemed.
    pub(super) verifier: String,
    /// What goes into the authorization request.
    pub(super) challenge: String,
}

impl Pkce {
    /// A new pair.
    pub(super) fn new() -> Self {
        Self::of(random::text())
    }

    /// The pair of this verifier.
    pub(super) fn of(verifier: String) -> Self {
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()));
        Self { verifier, challenge }
    }
}

impl Default for Pkce {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::Pkce;

    #[test]
    fn challenge_is_that_of_the_rfc() {
        let pair = Pkce::of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned());
        assert_eq!(pair.challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert!(Pkce::new().verifier.len() >= 43);
    }
}
