//! Why signing in came to nothing.

/// Displays as the whole story: what was tried, where, and what came instead. Shows no secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {problem}")]
pub struct SignInError {
    /// Which step of it.
    pub what: String,
    /// What is wrong.
    pub problem: String,
}

impl SignInError {
    pub(super) fn new(what: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { what: what.into(), problem: problem.into() }
    }
}

pub(super) type Result<T> = std::result::Result<T, SignInError>;
