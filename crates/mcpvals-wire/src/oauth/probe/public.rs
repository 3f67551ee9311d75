//! Public keys in the forms in which a server may hold them (RFC 7517; `SubjectPublicKeyInfo`: RFC 5280, 4.1): where it takes a
//! JWT's own word for how it is signed, each of them is a password that everybody knows (RFC 8725, 2.1).

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::Value;

/// `rsaEncryption`, with its parameters.
const RSA: &[u8] = &[0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
/// `ecPublicKey` on P-256.
const P256: &[u8] = &[
    0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03,
    0x01, 0x07,
];
/// More keys of a set are not tried.
const KEYS_MAX: usize = 3;

/// All forms of the keys in a JWK set that can be signed with.
pub(super) fn forms(keys: &Value) -> Vec<Vec<u8>> {
    let keys = keys["keys"].as_array().into_iter().flatten().filter(|key| key["use"] != "enc");
    keys.take(KEYS_MAX).flat_map(of_key).collect()
}

fn of_key(key: &Value) -> Vec<Vec<u8>> {
    let jwk = key.to_string().into_bytes();
    let Some(der) = spki(key) else { return vec![jwk] };
    let pem = pem(&der);
    vec![pem.clone().into_bytes(), pem.trim_end().as_bytes().to_vec(), der, jwk]
}

fn pem(der: &[u8]) -> String {
    let code = STANDARD.encode(der);
    let lines: Vec<&str> = (0..code.len()).step_by(64).map(|at| &code[at..code.len().min(at + 64)]).collect();
    format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", lines.join("\n"))
}

fn spki(key: &Value) -> Option<Vec<u8>> {
    let part = |name: &str| URL_SAFE_NO_PAD.decode(key[name].as_str()?).ok();
    let (algorithm, inner) = match key["kty"].as_str()? {
        "RSA" => (RSA, element(0x30, &[integer(&part("n")?), integer(&part("e")?)].concat())),
        "EC" if key["crv"] == "P-256" => (P256, [vec![4], part("x")?, part("y")?].concat()),
        _ => return None,
    };
    let bits = element(0x03, &[&[0], inner.as_slice()].concat());
    Some(element(0x30, &[algorithm, &bits].concat()))
}

/// One that is not negative (X.690, 8.3).
fn integer(bytes: &[u8]) -> Vec<u8> {
    let sign = bytes.first().filter(|first| **first >= 0x80).map(|_| 0);
    element(0x02, &sign.into_iter().chain(bytes.iter().copied()).collect::<Vec<u8>>())
}

/// A tag, a length and a content (X.690, 8.1).
fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len().to_be_bytes();
    let significant = &length[length.iter().position(|byte| *byte != 0).unwrap_or(length.len() - 1)..];
    let short = significant.len() == 1 && significant[0] < 0x80;
    let count = u8::try_from(significant.len()).ok().filter(|_| !short).map(|count| 0x80 | count);
    [tag].into_iter().chain(count).chain(significant.iter().copied()).chain(content.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use serde_json::json;

    use super::{forms, pem, spki};

    /// What `openssl pkey -pubout` writes of it.
    #[test]
    fn key_is_written_as_others_write_it() {
        let point = "BLyKDYjEMiT3r4jEP8S-oAbLxgllteXF6iAnVe-DSg-eGF8_6bX1hOsEK-OJ0B3eR0aVmWb1dP5wVGjnhC8vnRo";
        let bytes = URL_SAFE_NO_PAD.decode(point).unwrap();
        let coded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let key = json!({"kty": "EC", "crv": "P-256", "x": coded(&bytes[1..33]), "y": coded(&bytes[33..])});
        let der = spki(&key).unwrap();
        assert_eq!((der.len(), &der[26..]), (91, bytes.as_slice()));
        assert!(pem(&der).starts_with("-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"));
        let rsa = json!({"kty": "RSA", "n": coded(&[0xff; 256]), "e": "AQAB"});
        assert_eq!(spki(&rsa).unwrap().len(), 294);
        assert!(
            pem(&spki(&rsa).unwrap())
                .starts_with("-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA")
        );
        assert_eq!(forms(&json!({"keys": [key, rsa, {"kty": "OKP", "use": "enc"}]})).len(), 8);
    }
}
