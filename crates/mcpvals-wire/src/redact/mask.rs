//! What stands in a secret's place.

use super::view::Syntax;

/// How a secret was written where it was found. Ordered: the plainer reading of one place wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Coding {
    /// As it is, JSON escapes apart.
    Plain,
    /// Percent signs in it.
    Url,
    /// Base64 of either alphabet.
    Base64,
    /// Hexadecimal digits.
    Hex,
}

/// The masks of one secret.
pub(super) enum Mask {
    /// `[redacted:LABEL]`.
    Labelled(String),
    /// Always this: every label would itself show a secret.
    Fixed(&'static str),
}

/// A longer name would only push what matters out of sight.
const LABEL_CHARS_MAX: usize = 64;

impl Mask {
    /// Masks in order of preference: the first that shows no secret itself is to be taken.
    pub(super) fn candidates(name: &str, index: usize) -> [Self; 4] {
        [Self::Labelled(label(name)), Self::Labelled(format!("{}", index + 1)), Self::Fixed("***"), Self::Fixed("")]
    }

    /// Every text that it can be written as.
    pub(super) fn all(&self) -> Vec<String> {
        let codings = [Coding::Plain, Coding::Url, Coding::Base64, Coding::Hex];
        codings.iter().flat_map(|coding| [self.write(*coding, true), self.write(*coding, false)]).collect()
    }

    /// The mask for a secret in this coding; a secret whose letters have another case has another mask.
    pub(super) fn write(&self, coding: Coding, same_case: bool) -> String {
        let label = match self {
            Self::Labelled(label) => label,
            Self::Fixed(text) => return (*text).to_owned(),
        };
        // The two differ in case only, so that a comparison that ignores case goes on as it did.
        let word = if same_case { "redacted" } else { "Redacted" };
        match coding {
            Coding::Plain => format!("[{word}:{label}]"),
            Coding::Url => format!("[{word}:{label}:url]"),
            Coding::Base64 => format!("[{word}:{label}:base64]"),
            Coding::Hex => format!("[{word}:{label}:hex]"),
        }
    }
}

/// The mask as the syntax takes it for a literal.
pub(super) fn literal(mask: &str, syntax: Syntax) -> String {
    match syntax {
        Syntax::Text => mask.to_owned(),
        Syntax::Regex => {
            mask.chars().flat_map(|c| [(r"[]*.".contains(c)).then_some('\\'), Some(c)]).flatten().collect()
        }
    }
}

/// Only what needs no escape in JSON, in a URL or in a shell.
fn label(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' };
    let label: String = name.chars().take(LABEL_CHARS_MAX).map(plain).collect();
    if label.is_empty() { "secret".to_owned() } else { label }
}
