//! Takes secrets out of everything that leaves the process: the one gate before outputs, traces and errors.
//!
//! Finds the exact values, case ignored, as they are and in the codings in which a server may echo them: JSON escapes
//! (also nested), URL encoding, HTML, base64 at any alignment and in lines of any width, hex. Knows nothing of where the text
//! goes.

mod case;
mod finder;
mod form;
mod json;
mod mask;
mod peer;
mod trace;
mod view;

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use mcpvals_model::SecretValue;
use serde_json::Value;

use finder::Finder;
use view::Syntax;

/// Replaces secrets by `[redacted:NAME]`, where `NAME` is the variable, header or field that held the value.
///
/// A coded value becomes `[redacted:NAME:url]` (or `base64`, `hex`), one whose letters have another case
/// `[Redacted:NAME]`: what was different before stays different, so that a redacted trace is graded as the original
/// was. Where a case asks for a form (a character class, a length, a schema's `minLength`) the mask may not have it.
///
/// Cheap to clone, and all clones know what one of them learns. Without secrets everything passes through untouched and
/// unread.
#[derive(Clone, Debug, Default)]
pub struct Redactor {
    known: Arc<Known>,
}

#[derive(Debug, Default)]
struct Known {
    secrets: Mutex<Vec<SecretValue>>,
    /// Made where it is needed, because secrets are learnt many at a time, and making it takes long.
    finder: RwLock<Made>,
}

/// A finder, and how many secrets it knows.
#[derive(Debug, Default)]
struct Made {
    finder: Option<Arc<Finder>>,
    secrets: usize,
}

impl Redactor {
    /// For these values; those shorter than six characters are words, not secrets, and stay.
    pub fn new(secrets: &[SecretValue]) -> Self {
        Self { known: Arc::new(Known { secrets: Mutex::new(secrets.to_vec()), finder: RwLock::default() }) }
    }

    /// Takes this out, too, from now on: a token that was given. `None`, and what is known already, change nothing.
    pub fn learn(&self, secret: Option<SecretValue>) {
        let Some(secret) = secret else { return };
        let mut secrets = self.secrets();
        if secrets.iter().all(|known| known.value != secret.value) {
            secrets.push(secret);
        }
    }

    fn secrets(&self) -> MutexGuard<'_, Vec<SecretValue>> {
        self.known.secrets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finder(&self) -> Option<Arc<Finder>> {
        let count = self.secrets().len();
        {
            let made = self.known.finder.read().unwrap_or_else(PoisonError::into_inner);
            if made.secrets >= count {
                return made.finder.clone();
            }
        }
        let secrets = self.secrets();
        let mut made = self.known.finder.write().unwrap_or_else(PoisonError::into_inner);
        *made = Made { finder: Finder::new(&secrets).map(Arc::new), secrets: secrets.len() };
        made.finder.clone()
    }

    /// The same without those that could be a word of anybody's: letters and hyphens, and nothing else.
    #[must_use]
    pub fn without_words(&self) -> Self {
        let is_word = |value: &str| value.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '-' | '_' | ':'));
        let secrets =
            self.secrets().iter().filter(|secret| !is_word(secret.value.reveal())).cloned().collect::<Vec<_>>();
        Self::new(&secrets)
    }

    /// Is there nothing to take out?
    pub fn is_empty(&self) -> bool {
        self.finder().is_none()
    }

    /// Text without secrets. A text that is a JSON object or array stays one.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let Some(rewritten) = self.rewritten(text.as_bytes()) else { return Cow::Borrowed(text) };
        // A text that is all secret needs no quotes around its mask.
        let kept = json::kept_valid(self, text.as_bytes(), &rewritten).filter(|value| !value.is_string());
        Cow::Owned(kept.map_or_else(|| into_text(rewritten), |value| value.to_string()))
    }

    /// As [`Redactor::text`], for words that quote what was cut: also the beginning of a secret before a `…`.
    pub fn excerpt<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let clean = self.text(text);
        let masked = self.finder().and_then(|finder| finder.mask_cut(&clean));
        masked.map_or(clean, Cow::Owned)
    }

    /// Bytes without secrets; `None` where none was found. A JSON object or array stays one.
    pub fn bytes(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let rewritten = self.rewritten(bytes)?;
        let kept = json::kept_valid(self, bytes, &rewritten);
        Some(kept.map_or(rewritten, |value| value.to_string().into_bytes()))
    }

    /// A value without secrets: strings, keys, and numbers that spell one (these become strings).
    pub fn value(&self, value: &mut Value) {
        if let Some(finder) = self.finder() {
            json::redact(self, &finder, value);
        }
    }

    /// A regular expression without secrets: the mask stands in it as a literal.
    pub(crate) fn pattern(&self, pattern: &str) -> String {
        let rewritten = self.finder().and_then(|finder| finder.rewrite(pattern.as_bytes(), Syntax::Regex));
        rewritten.map_or_else(|| pattern.to_owned(), into_text)
    }

    fn rewritten(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.finder()?.rewrite(bytes, Syntax::Text)
    }

    fn string(&self, text: &mut String) {
        if let Cow::Owned(clean) = self.text(text) {
            *text = clean;
        }
    }
}

/// The spans end where characters end, so nothing is lost here; and a panic over a mask would be worse.
fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}
