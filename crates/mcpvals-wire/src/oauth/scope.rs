//! Sets of scopes (RFC 6749, 3.3).

use std::collections::BTreeSet;

/// Scopes by name, in no order that anybody counts on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Scopes(BTreeSet<String>);

/// With it, an authorization server gives refresh tokens (OpenID Connect Core 1.0, 11).
const OFFLINE: &str = "offline_access";

/// Is the scope for refresh tokens among these?
pub(super) fn has_offline(parameter: &str) -> bool {
    parameter.split(' ').any(|name| name == OFFLINE)
}

impl Scopes {
    pub(super) fn read(text: &str) -> Self {
        Self(text.split_whitespace().map(str::to_owned).collect())
    }

    pub(super) fn of(names: &[String]) -> Self {
        Self(names.iter().cloned().collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn with(mut self, others: &Self) -> Self {
        self.0.extend(others.0.iter().cloned());
        self
    }

    pub(super) fn contains_all(&self, others: &Self) -> bool {
        others.0.is_subset(&self.0)
    }

    /// And refresh tokens, where the authorization server knows the scope for them.
    pub(super) fn with_offline(mut self, supported: Option<&[String]>) -> Self {
        if supported.is_some_and(|names| names.iter().any(|name| name == OFFLINE)) {
            self.0.insert(OFFLINE.to_owned());
        }
        self
    }

    /// As a parameter; `None` where there is none.
    pub(super) fn parameter(&self) -> Option<String> {
        let names: Vec<&str> = self.0.iter().map(String::as_str).collect();
        (!names.is_empty()).then(|| names.join(" "))
    }
}
