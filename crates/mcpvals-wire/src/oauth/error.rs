//! Why signing in came to nothing.

/// Displays as the whole story: what was tried, where, and what came instead. Shows no secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {problem}")]
pub struct SignInError {
    /// Which step of it.
    pub what: String,
    /// What is wrong.
    pub problem: String,
    /// The error's code, where an authorization server has sent one (RFC 6749, 5.2).
    pub code: Option<String>,
}

/// What an error of OAuth says (RFC 6749, 5.2), behind a colon; nothing where it says nothing.
pub(super) fn told<'a>(text: impl Fn(&str) -> Option<&'a str>) -> String {
    const SHOWN_MAX: usize = 300;
    let words: Vec<&str> = ["error", "error_description"].into_iter().filter_map(text).collect();
    let shown: String = words.join(", ").chars().take(SHOWN_MAX).collect();
    if shown.is_empty() { String::new() } else { format!(": {shown}") }
}

/// What others have written may be in it, and that may be long.
const PROBLEM_CHARS_MAX: usize = 2_000;

impl SignInError {
    pub(super) fn new(what: impl Into<String>, problem: impl Into<String>) -> Self {
        let problem: String = problem.into();
        Self { what: what.into(), problem: problem.chars().take(PROBLEM_CHARS_MAX).collect(), code: None }
    }

    pub(super) fn with_code(self, code: Option<String>) -> Self {
        Self { code, ..self }
    }
}

pub(super) type Result<T> = std::result::Result<T, SignInError>;
