//! Does the signature of a JWT hold for a key of its issuer (RFC 7515, 5.2; RFC 7517)?

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, SHA384, SHA512, digest};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384,
    RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256, RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512,
    RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};
use serde_json::Value;

/// Why it does not; `None` where one of the keys in the JWK set has signed it.
pub fn signature_problem(token: &str, keys: &Value) -> Option<String> {
    let Some((input, signature)) = token.rsplit_once('.') else { return Some("it is no JWT".to_owned()) };
    let header = input.split('.').next().and_then(|part| URL_SAFE_NO_PAD.decode(part).ok()).unwrap_or_default();
    let header: Value = serde_json::from_slice(&header).unwrap_or_default();
    let algorithm = header["alg"].as_str().unwrap_or_default().to_owned();
    let Ok(signature) = URL_SAFE_NO_PAD.decode(signature) else { return Some("its signature is no Base64".to_owned()) };
    let is_named = |key: &&Value| header["kid"].is_null() || key["kid"].is_null() || key["kid"] == header["kid"];
    let candidates: Vec<&Value> = keys["keys"].as_array().into_iter().flatten().filter(is_named).collect();
    if candidates.is_empty() {
        return Some(format!("there is no key with the id {} among the issuer's", header["kid"]));
    }
    let holds = candidates.iter().any(|key| verify(key, &algorithm, input.as_bytes(), &signature).is_some());
    (!holds).then(|| format!("no key of the issuer's has signed it with `{algorithm}`"))
}

/// The `at_hash` that an ID token signed with this algorithm has of an access token (OpenID Connect Core 1.0, 3.1.3.6).
pub fn at_hash(token: &str, algorithm: &str) -> Option<String> {
    let hash = match algorithm.get(2..)? {
        "256" => &SHA256,
        "384" => &SHA384,
        "512" => &SHA512,
        _ => return None,
    };
    let all = digest(hash, token.as_bytes());
    Some(URL_SAFE_NO_PAD.encode(&all.as_ref()[..all.as_ref().len() / 2]))
}

/// `Some` where it holds.
fn verify(key: &Value, algorithm: &str, input: &[u8], signature: &[u8]) -> Option<()> {
    let part = |name: &str| key[name].as_str().and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
    if let Some(parameters) = rsa(algorithm) {
        let public = RsaPublicKeyComponents { n: part("n")?, e: part("e")? };
        return public.verify(parameters, input, signature).ok();
    }
    let (algorithm, bytes): (&'static dyn VerificationAlgorithm, Vec<u8>) = match algorithm {
        "ES256" => (&ECDSA_P256_SHA256_FIXED, [vec![4], part("x")?, part("y")?].concat()),
        "ES384" => (&ECDSA_P384_SHA384_FIXED, [vec![4], part("x")?, part("y")?].concat()),
        "EdDSA" | "Ed25519" => (&ED25519, part("x")?),
        _ => return None,
    };
    UnparsedPublicKey::new(algorithm, bytes).verify(input, signature).ok()
}

fn rsa(algorithm: &str) -> Option<&'static RsaParameters> {
    Some(match algorithm {
        "RS256" => &RSA_PKCS1_2048_8192_SHA256,
        "RS384" => &RSA_PKCS1_2048_8192_SHA384,
        "RS512" => &RSA_PKCS1_2048_8192_SHA512,
        "PS256" => &RSA_PSS_2048_8192_SHA256,
        "PS384" => &RSA_PSS_2048_8192_SHA384,
        "PS512" => &RSA_PSS_2048_8192_SHA512,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::signature_problem;
    use crate::oauth::jws::SigningKey;

    fn set(key: &SigningKey) -> Value {
        let mut jwk = key.public_jwk().unwrap();
        jwk["kid"] = json!("k");
        json!({"keys": [jwk]})
    }

    #[test]
    fn signature_holds_for_the_key_that_made_it() {
        let (key, other) = (SigningKey::generate(), SigningKey::generate());
        let token = key.sign(&json!({"kid": "k"}), &json!({"sub": "ann"}));
        assert_eq!(signature_problem(&token, &set(&key)), None);
        assert!(signature_problem(&token, &set(&other)).unwrap().contains("no key of the issuer's"));
        assert!(signature_problem(&token, &json!({"keys": []})).unwrap().contains("no key with the id"));
        let unnamed = key.sign(&json!({}), &json!({"sub": "ann"}));
        assert_eq!(signature_problem(&unnamed, &set(&key)), None);
        assert!(signature_problem("x", &set(&key)).is_some());
    }
}
