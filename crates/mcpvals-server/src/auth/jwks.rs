//! The operator's key set: a file or an address, read again now and then, and where a key is not known.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use jsonwebtoken::jwk::{AlgorithmParameters, Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey};

use crate::service::Service;

/// How long a set is believed.
const BELIEVED: Duration = Duration::from_mins(10);
/// However often tokens with unknown keys come, it is asked for no more often than this.
const PAUSE: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(5);
const BYTES_MAX: usize = 256 << 10;

/// The operator's key set.
#[derive(Debug, Default)]
pub(crate) struct Jwks {
    known: Mutex<Option<(JwkSet, Instant)>>,
}

impl Jwks {
    /// The key for a token.
    pub(crate) async fn key(
        &self,
        service: &Service,
        place: &str,
        kid: Option<&str>,
        algorithm: Algorithm,
    ) -> Option<DecodingKey> {
        if let Some((set, age)) = self.recall() {
            let found = pick(&set, kid, algorithm);
            if age < PAUSE || (age < BELIEVED && found.is_some()) {
                return found;
            }
        }
        let Some(read) = read(service, place).await else { return pick(&self.recall()?.0, kid, algorithm) };
        let found = pick(&read, kid, algorithm);
        *self.lock() = Some((read, Instant::now()));
        found
    }

    fn recall(&self) -> Option<(JwkSet, Duration)> {
        self.lock().as_ref().map(|(set, read)| (set.clone(), read.elapsed()))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(JwkSet, Instant)>> {
        self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// By its id, or the only one that fits where the token names none.
fn pick(set: &JwkSet, kid: Option<&str>, algorithm: Algorithm) -> Option<DecodingKey> {
    let mut fitting = set.keys.iter().filter(|key| fits(key, algorithm));
    let key = match kid {
        Some(kid) => fitting.find(|key| key.common.key_id.as_deref() == Some(kid))?,
        None => fitting.next().filter(|_| fitting.next().is_none())?,
    };
    DecodingKey::from_jwk(key).ok()
}

/// A key is for one algorithm, whatever a token says of itself.
fn fits(key: &Jwk, algorithm: Algorithm) -> bool {
    let is_kind = matches!(
        (&key.algorithm, algorithm),
        (AlgorithmParameters::RSA(_), Algorithm::RS256) | (AlgorithmParameters::EllipticCurve(_), Algorithm::ES256)
    );
    is_kind && key.common.key_algorithm.is_none_or(|named| named.to_string() == format!("{algorithm:?}"))
}

async fn read(service: &Service, place: &str) -> Option<JwkSet> {
    let text = if place.starts_with("http") {
        let got = mcpvals_wire::get_bytes(place, BYTES_MAX, service.authorities.as_deref());
        tokio::time::timeout(PATIENCE, got).await.ok()?
    } else {
        tokio::fs::read(place).await.map_err(|error| error.to_string())
    };
    let parsed = text.and_then(|text| serde_json::from_slice(&text).map_err(|error| error.to_string()));
    if let Err(why) = &parsed {
        tracing::warn!(place, why, "the key set cannot be read");
    }
    parsed.ok()
}
