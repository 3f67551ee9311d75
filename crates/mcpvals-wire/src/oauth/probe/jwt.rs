//! JWTs as they come (RFC 7519), and as nobody should take them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mcpvals_model::ClientKey;
use ring::hmac;
use serde_json::{Map, Value, json};

use crate::oauth::jws::{SigningKey, unsigned};
use crate::oauth::random;

/// A JWT in its parts. Nothing of it is believed.
#[derive(Debug, Clone)]
pub struct Jwt {
    /// Its header.
    pub header: Map<String, Value>,
    /// Its claims.
    pub claims: Map<String, Value>,
    signature: String,
}

impl Jwt {
    /// Reads the compact form; `None` where it is none.
    pub fn read(token: &str) -> Option<Self> {
        let mut parts = token.split('.');
        let (header, claims, signature) = (parts.next()?, parts.next()?, parts.next()?);
        let read = |part: &str| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok();
        let is_whole = parts.next().is_none();
        is_whole.then_some(Self { header: read(header)?, claims: read(claims)?, signature: signature.to_owned() })
    }

    /// The value of a claim that is a text.
    pub fn text(&self, claim: &str) -> Option<&str> {
        self.claims.get(claim).and_then(Value::as_str)
    }

    /// The values of a claim that is a text or several, such as `aud`.
    pub fn texts(&self, claim: &str) -> Vec<String> {
        let texts = |values: &Vec<Value>| values.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        match self.claims.get(claim) {
            Some(Value::String(one)) => vec![one.clone()],
            Some(Value::Array(many)) => texts(many),
            _ => Vec::new(),
        }
    }
}

/// The id of the key that no issuer has.
const STRANGER: &str = "mcpvals-key-of-nobody";

/// Makes tokens out of a JWT that a server takes, each wrong in one way.
pub struct Forger {
    model: Jwt,
    stranger: SigningKey,
    /// The key of the issuer, where it is known.
    own: Option<SigningKey>,
    /// Its public keys, in the forms in which a server may hold them.
    public: Vec<Vec<u8>>,
}

impl Forger {
    /// With the issuer's key where it is given.
    ///
    /// # Errors
    /// Where the key cannot be used, in words that show nothing of it.
    pub fn new(model: Jwt, key: Option<&ClientKey>) -> Result<Self, String> {
        let own = key.map(|key| SigningKey::from_pem(key.pem.reveal(), key.algorithm.as_deref())).transpose()?;
        Ok(Self { model, stranger: SigningKey::generate(), own, public: Vec::new() })
    }

    /// With the issuer's JWK set.
    #[must_use]
    pub fn with_public_keys(self, keys: &Value) -> Self {
        Self { public: super::public::forms(keys), ..self }
    }

    /// Without a signature, each spelling of `none`, and with one that nobody looks at (RFC 8725, 2.1).
    pub fn unsigned(&self) -> Vec<String> {
        let of = |name: &str| format!("{}.", unsigned(&self.header("alg", &json!(name)), &self.claims()));
        let ignored = format!("{}{}", of("none"), self.model.signature);
        ["none", "None", "NONE"].map(of).into_iter().chain([ignored]).collect()
    }

    /// With another subject and more scopes, under the old signature.
    pub fn changed(&self) -> Vec<String> {
        let mut claims = self.model.claims.clone();
        claims.insert("sub".to_owned(), json!("somebody-else"));
        claims.insert("scope".to_owned(), json!("admin"));
        let header = Value::Object(self.model.header.clone());
        vec![format!("{}.{}", unsigned(&header, &Value::Object(claims)), self.model.signature)]
    }

    /// Signed by a key that the issuer does not have, by passwords that somebody may have set, and by the issuer's public
    /// keys as passwords.
    pub fn of_a_stranger(&self) -> Vec<String> {
        let by_password = |password: &[u8]| {
            let input = unsigned(&self.header("alg", &json!("HS256")), &self.claims());
            let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, password), input.as_bytes());
            format!("{input}.{}", URL_SAFE_NO_PAD.encode(tag))
        };
        let signed = self.stranger.sign(&Value::Object(self.model.header.clone()), &self.claims());
        let passwords = [b"".as_slice(), b"secret"].into_iter().chain(self.public.iter().map(Vec::as_slice));
        std::iter::once(signed).chain(passwords.map(by_password)).collect()
    }

    /// With a key of its own in the header (under the issuer's key id, and under none), and with the id of one that there is
    /// not.
    pub fn with_own_key(&self) -> Vec<String> {
        let mut nameless = self.model.header.clone();
        nameless.remove("kid");
        let own = [self.model.header.clone(), nameless.clone()].into_iter().filter_map(|mut header| {
            header.insert("jwk".to_owned(), self.stranger.public_jwk()?);
            Some(self.stranger.sign(&Value::Object(header), &self.claims()))
        });
        let own: Vec<String> = own.collect();
        nameless.insert("kid".to_owned(), json!(random::text()));
        let unknown = self.stranger.sign(&Value::Object(nameless), &self.claims());
        own.into_iter().chain([unknown]).collect()
    }

    /// With the address of a key of its own, under the issuer's key id and under one that only this key has; and with that
    /// of a certificate.
    pub fn with_key_at(&self, address: &str) -> Vec<String> {
        let ids = [self.model.header.get("kid").cloned(), Some(json!(STRANGER))].into_iter().flatten();
        let ways = ids.map(|id| ("jku", id)).chain([("x5u", json!(STRANGER))]);
        let forged = ways.map(|(way, id)| {
            let mut header = self.model.header.clone();
            header.extend([(way.to_owned(), json!(address)), ("kid".to_owned(), id)]);
            self.stranger.sign(&Value::Object(header), &self.claims())
        });
        forged.collect()
    }

    /// What is at that address: a JWK set (RFC 7517, 5).
    pub fn own_keys(&self) -> Value {
        let ids = [self.model.header.get("kid").cloned(), Some(json!(STRANGER))];
        let key = |id: Value| {
            let mut key = self.stranger.public_jwk()?;
            key["kid"] = id;
            key["alg"] = json!("ES256");
            Some(key)
        };
        json!({"keys": ids.into_iter().flatten().filter_map(key).collect::<Vec<_>>()})
    }

    /// With other claims, or without those that are `null`, and a signature that holds; `None` where the issuer's key is not
    /// known.
    pub fn signed_with(&self, changes: &[(&str, Value)]) -> Option<String> {
        let own = self.own.as_ref()?;
        let mut claims = self.model.claims.clone();
        claims.extend(changes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        claims.retain(|_, value| !value.is_null());
        Some(own.sign(&Value::Object(self.model.header.clone()), &Value::Object(claims)))
    }

    fn header(&self, name: &str, value: &Value) -> Value {
        let mut header = self.model.header.clone();
        header.insert(name.to_owned(), value.clone());
        Value::Object(header)
    }

    fn claims(&self) -> Value {
        Value::Object(self.model.claims.clone())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Forger, Jwt};
    use crate::oauth::jws::SigningKey;

    fn model() -> Jwt {
        let claims = json!({"sub": "ann", "aud": ["a", "b"], "scope": "x"});
        Jwt::read(&SigningKey::generate().sign(&json!({"typ": "at+jwt", "kid": "k"}), &claims)).unwrap()
    }

    #[test]
    fn parts_are_read() {
        let jwt = model();
        assert_eq!(
            (jwt.text("sub"), jwt.texts("aud"), jwt.texts("sub")),
            (Some("ann"), vec!["a".to_owned(), "b".to_owned()], vec!["ann".to_owned()])
        );
        for none in ["", "a.b", "a.b.c", "a.b.c.d", "opaque-token"] {
            assert!(Jwt::read(none).is_none(), "{none}");
        }
    }

    #[test]
    fn each_forgery_is_another_token() {
        let forger = Forger::new(model(), None).unwrap();
        let all = [forger.unsigned(), forger.changed(), forger.of_a_stranger(), forger.with_own_key()].concat();
        assert_eq!(all.len(), 11);
        let read: Vec<Jwt> = all.iter().map(|token| Jwt::read(token).unwrap()).collect();
        assert!(read[0].signature.is_empty() && read[0].header["alg"] == "none");
        assert!(!read[3].signature.is_empty() && read[3].header["alg"] == "none");
        assert_eq!(read[4].text("sub"), Some("somebody-else"));
        assert_eq!(read[5].header["kid"], "k");
        assert!(read[8].header["jwk"]["d"].is_null(), "the private half stays here");
        let public = SigningKey::generate().public_jwk().unwrap();
        assert_eq!(forger.with_public_keys(&json!({"keys": [public]})).of_a_stranger().len(), 7);
        let forger = Forger::new(model(), None).unwrap();
        assert!(forger.signed_with(&[("exp", json!(1))]).is_none());
    }

    proptest::proptest! {
        #[test]
        fn whatever_a_token_is_it_is_read_or_not(token in ".{0,200}", dots in "[A-Za-z0-9_-]{0,40}(\\.[A-Za-z0-9_-]{0,40}){0,4}") {
            for token in [token, dots] {
                if let Some(jwt) = Jwt::read(&token) {
                    let forger = Forger::new(jwt, None).unwrap();
                    proptest::prop_assert!(forger.of_a_stranger().iter().all(|forged| Jwt::read(forged).is_some()));
                }
                crate::oauth::probe::signature_problem(&token, &json!({"keys": [{"kty": "EC", "x": "", "n": 7}]}));
            }
        }
    }
}
