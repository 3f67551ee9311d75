//! The operator's key: with it are sealed the secrets of queued work, of webhooks and of sessions, and signed our tokens.
//!
//! It never is in the database: a copy of that is of no use to whoever takes it.

use std::path::Path;

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};

const BYTES: usize = 32;

/// The operator's key.
pub struct MasterKey([u8; BYTES]);

impl std::fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MasterKey(***)")
    }
}

/// Random bytes.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| "the system has no randomness".to_owned())?;
    Ok(bytes)
}

impl MasterKey {
    /// From words that the operator keeps: at least 32 characters.
    ///
    /// # Errors
    /// That there are too few.
    pub fn of_words(words: &str) -> Result<Self, String> {
        if words.trim().len() < BYTES {
            return Err(format!("the service's secret must have at least {BYTES} characters"));
        }
        Ok(Self(derived(words.trim().as_bytes(), "master")))
    }

    /// From a file, which is made where it is not there; only its owner may read it.
    ///
    /// # Errors
    /// What the system says.
    pub fn of_file(path: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("`{}`: {error}", path.display());
        match std::fs::read_to_string(path) {
            Ok(words) => Self::of_words(&words).map_err(|why| format!("`{}`: {why}", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let words = crate::auth::hex(&random::<BYTES>()?);
                match write_private(path, &words) {
                    // Another process was faster: its words count.
                    Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Self::of_file(path),
                    made => made.map_err(failed).and_then(|()| Self::of_words(&words)),
                }
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// What HS256 tokens are signed with.
    pub(crate) fn for_tokens(&self) -> [u8; BYTES] {
        derived(&self.0, "tokens")
    }

    /// Seals bytes for a purpose: opened for no other.
    ///
    /// # Errors
    /// That the system has no randomness.
    pub(crate) fn seal(&self, text: &[u8], purpose: &str) -> Result<Vec<u8>, String> {
        let nonce = random::<NONCE_LEN>()?;
        let mut sealed = text.to_vec();
        let key = self.cipher(purpose)?;
        let tagged = key.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(purpose.as_bytes()),
            &mut sealed,
        );
        tagged.map_err(|_| "it cannot be sealed".to_owned())?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Opens what was sealed; nothing where it was not, or with another key.
    pub(crate) fn open(&self, sealed: &[u8], purpose: &str) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut text = sealed.to_vec();
        let key = self.cipher(purpose).ok()?;
        let opened = key.open_in_place(nonce, Aad::from(purpose.as_bytes()), &mut text).ok()?;
        Some(opened.to_vec())
    }

    fn cipher(&self, purpose: &str) -> Result<LessSafeKey, String> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &derived(&self.0, purpose));
        key.map(LessSafeKey::new).map_err(|_| "the key has another length".to_owned())
    }
}

/// A key of its own for each purpose (RFC 5869).
fn derived(key: &[u8], purpose: &str) -> [u8; BYTES] {
    let mut out = [0; BYTES];
    let info = [b"mcpvals ".as_slice(), purpose.as_bytes()];
    let expanded = Salt::new(HKDF_SHA256, b"mcpvals").extract(key);
    let filled = expanded.expand(&info, HKDF_SHA256).and_then(|okm| okm.fill(&mut out));
    filled.expect("32 bytes are what SHA-256 has");
    out
}

#[cfg(unix)]
fn write_private(path: &Path, words: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(words.as_bytes())?;
    file.sync_all()
}

#[cfg(not(unix))]
fn write_private(path: &Path, words: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(words.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::MasterKey;

    #[test]
    fn what_is_sealed_is_opened_by_the_same_key_for_the_same_purpose() {
        let key = MasterKey::of_words("correct horse battery staple, and more").unwrap();
        let sealed = key.seal(b"hunter2", "a").unwrap();
        assert!(!sealed.windows(7).any(|part| part == b"hunter2"));
        assert_eq!(key.open(&sealed, "a").as_deref(), Some(b"hunter2".as_slice()));
        assert_eq!(key.open(&sealed, "b"), None);
        let other = MasterKey::of_words("another horse battery staple, and more").unwrap();
        assert_eq!(other.open(&sealed, "a"), None);
        for broken in [&sealed[..5], &sealed[..sealed.len() - 1], &[]] {
            assert_eq!(key.open(broken, "a"), None);
        }
    }

    #[test]
    fn a_file_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/secret.key");
        let sealed = MasterKey::of_file(&path).unwrap().seal(b"x", "a").unwrap();
        assert_eq!(MasterKey::of_file(&path).unwrap().open(&sealed, "a").as_deref(), Some(b"x".as_slice()));
        assert_eq!(format!("{:?}", MasterKey::of_file(&path).unwrap()), "MasterKey(***)");
        std::fs::write(&path, "short").unwrap();
        assert!(MasterKey::of_file(&path).unwrap_err().contains("at least 32 characters"));
    }
}
