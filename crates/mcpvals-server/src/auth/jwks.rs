//! The operator's key set: a file or an address, read again now and then, and where a key is not known.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use jsonwebtoken::jwk::{AlgorithmParameters, Jwk, JwkSet};
use jsonwebtoken::{Algorithm, DecodingKey};

/// How long a set is believed.
const BELIEVED: Duration = Duration::from_mins(10);
/// However often tokens with unknown keys come, it is asked for no more often than this.
const PAUSE: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(5);
const BYTES_MAX: usize = 256 << 10;

/// The operator's key set.
#[derive(Debug, Default)]
pub(crate) struct Jwks {
    /// As it was read last, and when that was tried last.
    known: Mutex<Option<(JwkSet, Instant)>>,
}

impl Jwks {
    /// The key for a token that came just now.
    pub(crate) async fn key(
        &self,
        (place, authorities): (&str, Option<&Path>),
        kid: Option<&str>,
        algorithm: Algorithm,
        now: Instant,
    ) -> Option<DecodingKey> {
        if let Some((set, read)) = self.recall() {
            let age = now.saturating_duration_since(read);
            let found = pick(&set, kid, algorithm);
            if age < PAUSE || (age < BELIEVED && found.is_some()) {
                return found;
            }
        }
        // A set that cannot be read now is believed a while longer, and not asked for each time.
        let set = match read(place, authorities).await {
            Some(set) => set,
            None => self.recall().map_or_else(|| JwkSet { keys: Vec::new() }, |(set, _)| set),
        };
        let found = pick(&set, kid, algorithm);
        *self.lock() = Some((set, now));
        found
    }

    fn recall(&self) -> Option<(JwkSet, Instant)> {
        self.lock().clone()
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

async fn read(place: &str, authorities: Option<&Path>) -> Option<JwkSet> {
    let text = if place.starts_with("http") {
        let got = mcpvals_wire::get_bytes(place, BYTES_MAX, authorities);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys on the curve P-256 with these ids.
    fn set(ids: &[&str]) -> String {
        let point = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        let key = |id: &&str| serde_json::json!({ "kty": "EC", "crv": "P-256", "kid": id, "x": point, "y": point });
        serde_json::json!({ "keys": ids.iter().map(key).collect::<Vec<_>>() }).to_string()
    }

    /// A set in a file, and whether keys are known at a time.
    struct Bench {
        folder: tempfile::TempDir,
        jwks: Jwks,
        began: Instant,
    }

    impl Bench {
        fn new() -> Self {
            Self { folder: tempfile::tempdir().unwrap(), jwks: Jwks::default(), began: Instant::now() }
        }

        fn file(&self) -> std::path::PathBuf {
            self.folder.path().join("keys.json")
        }

        fn publish(&self, ids: &[&str]) {
            std::fs::write(self.file(), set(ids)).unwrap();
        }

        async fn knows(&self, kid: &str, after: Duration) -> bool {
            let place = self.file().display().to_string();
            self.jwks.key((&place, None), Some(kid), Algorithm::ES256, self.began + after).await.is_some()
        }
    }

    #[tokio::test]
    async fn a_set_is_read_again_for_new_keys_and_forgets_old_ones() {
        let bench = Bench::new();
        let start = Duration::ZERO;
        bench.publish(&["old"]);
        assert!(bench.knows("old", start).await && !bench.knows("new", start).await);
        bench.publish(&["new"]);
        assert!(!bench.knows("new", PAUSE / 2).await, "nobody makes it read a set again at once");
        assert!(bench.knows("new", PAUSE).await && !bench.knows("old", PAUSE).await);

        bench.publish(&["newer"]);
        let (soon, later) = (PAUSE + BELIEVED / 2, PAUSE + BELIEVED);
        assert!(bench.knows("new", soon).await, "a set is believed for a while");
        assert!(!bench.knows("new", later).await && bench.knows("newer", later).await);
    }

    #[tokio::test]
    async fn a_set_that_cannot_be_read_is_not_asked_for_each_time() {
        let bench = Bench::new();
        assert!(!bench.knows("first", Duration::ZERO).await);
        bench.publish(&["first"]);
        assert!(!bench.knows("first", PAUSE / 2).await, "it was just asked for");
        assert!(bench.knows("first", PAUSE).await);
        std::fs::remove_file(bench.file()).unwrap();
        assert!(bench.knows("first", BELIEVED * 2).await, "what was known stays so while the set cannot be read");
    }
}
