//! Signed JWTs (RFC 7515, 7518, 7519): client assertions, and proofs of possession.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm,
    Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256, RSA_PKCS1_SHA384, RSA_PKCS1_SHA512, RSA_PSS_SHA256, RSA_PSS_SHA384,
    RSA_PSS_SHA512, RsaEncoding, RsaKeyPair,
};
use serde_json::{Value, json};
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;

/// A private key, with the algorithm that it is used with.
pub(super) struct SigningKey {
    algorithm: &'static str,
    pair: Pair,
}

enum Pair {
    Ec(EcdsaKeyPair),
    Rsa(Box<RsaKeyPair>, &'static dyn RsaEncoding),
    Ed(Ed25519KeyPair),
}

impl SigningKey {
    /// Reads a private key in PEM. Without an algorithm, that of the key: `ES256`, `ES384`, `EdDSA`, or `RS256`.
    ///
    /// # Errors
    /// Why it cannot be used, in words that show nothing of it.
    pub(super) fn from_pem(pem: &str, algorithm: Option<&str>) -> Result<Self, String> {
        let der = PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|_| "it is no private key in PEM")?;
        match &der {
            PrivateKeyDer::Pkcs8(key) => Self::from_pkcs8(key.secret_pkcs8_der(), algorithm),
            PrivateKeyDer::Pkcs1(key) => {
                let pair = RsaKeyPair::from_der(key.secret_pkcs1_der()).map_err(|error| error.to_string())?;
                Self::rsa(pair, algorithm.unwrap_or("RS256"))
            }
            _ => Err("it is not in PKCS #8; `openssl pkcs8 -topk8 -nocrypt` makes it so".to_owned()),
        }
    }

    fn from_pkcs8(der: &[u8], algorithm: Option<&str>) -> Result<Self, String> {
        match algorithm {
            Some(name @ ("ES256" | "ES384")) => ec(name, der).ok_or_else(|| unfit(name)),
            Some(name @ ("EdDSA" | "Ed25519")) => ed(name, der).ok_or_else(|| unfit(name)),
            Some(name) => Self::rsa(RsaKeyPair::from_pkcs8(der).map_err(|_| unfit(name))?, name),
            None => {
                let rsa = || Self::rsa(RsaKeyPair::from_pkcs8(der).ok()?, "RS256").ok();
                let found = ec("ES256", der).or_else(|| ec("ES384", der)).or_else(|| ed("EdDSA", der)).or_else(rsa);
                found.ok_or_else(|| "it is of no kind that is known: ES256, ES384, EdDSA, RS256".to_owned())
            }
        }
    }

    fn rsa(pair: RsaKeyPair, algorithm: &str) -> Result<Self, String> {
        let (algorithm, encoding): (_, &dyn RsaEncoding) = match algorithm {
            "RS256" => ("RS256", &RSA_PKCS1_SHA256),
            "RS384" => ("RS384", &RSA_PKCS1_SHA384),
            "RS512" => ("RS512", &RSA_PKCS1_SHA512),
            "PS256" => ("PS256", &RSA_PSS_SHA256),
            "PS384" => ("PS384", &RSA_PSS_SHA384),
            "PS512" => ("PS512", &RSA_PSS_SHA512),
            other => return Err(format!("`{other}` is no algorithm that is known")),
        };
        Ok(Self { algorithm, pair: Pair::Rsa(Box::new(pair), encoding) })
    }

    /// A new key for ES256.
    ///
    /// # Panics
    /// Where the system has no source of randomness.
    pub(super) fn generate() -> Self {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let der = EcdsaKeyPair::generate_pkcs8(algorithm, &SystemRandom::new()).expect("the system gives random bytes");
        ec("ES256", der.as_ref()).expect("what was generated for an algorithm fits it")
    }

    /// The public key as a JWK (RFC 7517), where it is one for ES256.
    pub(super) fn public_jwk(&self) -> Option<Value> {
        let Pair::Ec(pair) = &self.pair else { return None };
        let point = pair.public_key().as_ref().strip_prefix(&[4])?;
        let (x, y) = point.split_at_checked(32)?;
        let coded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        Some(json!({"kty": "EC", "crv": "P-256", "x": coded(x), "y": coded(y)}))
    }

    /// A JWT in the compact form. `alg` is added to the header.
    ///
    /// # Panics
    /// Where the system has no source of randomness.
    pub(super) fn sign(&self, header: &Value, claims: &Value) -> String {
        let mut header = header.clone();
        header["alg"] = json!(self.algorithm);
        let input = unsigned(&header, claims);
        format!("{input}.{}", URL_SAFE_NO_PAD.encode(self.signature(input.as_bytes())))
    }

    fn signature(&self, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match &self.pair {
            Pair::Ec(pair) => pair.sign(&random, message).expect("the system gives random bytes").as_ref().to_vec(),
            Pair::Ed(pair) => pair.sign(message).as_ref().to_vec(),
            Pair::Rsa(pair, encoding) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(*encoding, &random, message, &mut signature).expect("the buffer is as long as the modulus");
                signature
            }
        }
    }
}

/// Header and claims as they are signed.
pub(super) fn unsigned(header: &Value, claims: &Value) -> String {
    let coded = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    format!("{}.{}", coded(header), coded(claims))
}

fn unfit(algorithm: &str) -> String {
    format!("it is no key for `{algorithm}`")
}

fn ec(name: &str, der: &[u8]) -> Option<SigningKey> {
    let (algorithm, how): (_, &'static EcdsaSigningAlgorithm) = match name {
        "ES256" => ("ES256", &ECDSA_P256_SHA256_FIXED_SIGNING),
        _ => ("ES384", &ECDSA_P384_SHA384_FIXED_SIGNING),
    };
    let pair = EcdsaKeyPair::from_pkcs8(how, der, &SystemRandom::new()).ok()?;
    Some(SigningKey { algorithm, pair: Pair::Ec(pair) })
}

fn ed(name: &str, der: &[u8]) -> Option<SigningKey> {
    let algorithm = if name == "Ed25519" { "Ed25519" } else { "EdDSA" };
    Ed25519KeyPair::from_pkcs8_maybe_unchecked(der).ok().map(|pair| SigningKey { algorithm, pair: Pair::Ed(pair) })
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::{Value, json};

    use super::SigningKey;

    #[test]
    fn signature_holds_for_the_public_key() {
        let key = SigningKey::generate();
        let token = key.sign(&json!({"typ": "JWT"}), &json!({"sub": "a"}));
        let parts: Vec<&str> = token.split('.').collect();
        let decoded = |part: &str| URL_SAFE_NO_PAD.decode(part).unwrap();
        let header: Value = serde_json::from_slice(&decoded(parts[0])).unwrap();
        assert_eq!(header, json!({"typ": "JWT", "alg": "ES256"}));
        let jwk = key.public_jwk().unwrap();
        let coordinate = |name: &str| decoded(jwk[name].as_str().unwrap());
        let point = [vec![4], coordinate("x"), coordinate("y")].concat();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
        public.verify(format!("{}.{}", parts[0], parts[1]).as_bytes(), &decoded(parts[2])).unwrap();
    }

    #[test]
    fn keys_that_cannot_be_used_are_not_shown() {
        for (pem, algorithm) in
            [("secret", None), ("-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----", Some("RS256"))]
        {
            let problem = SigningKey::from_pem(pem, algorithm).err().unwrap();
            assert!(!problem.contains("secret") && !problem.contains("c2VjcmV0"), "{problem}");
        }
    }
}
