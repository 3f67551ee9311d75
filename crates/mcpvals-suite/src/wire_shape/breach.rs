//! One breach of a rule, before it is known where it was seen first.

use mcpvals_model::ViolationKind;

/// A breach in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Breach {
    pub(super) kind: ViolationKind,
    pub(super) message: String,
    /// Could a client not use the message because of it?
    pub(super) spoils: bool,
    /// The page of the specification below the revision, where it is not the kind's own.
    pub(super) page: Option<&'static str>,
}

impl Breach {
    pub(super) fn new(kind: ViolationKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), spoils: false, page: None }
    }

    /// As [`Breach::new`], for what makes a message useless.
    pub(super) fn spoiling(kind: ViolationKind, message: impl Into<String>) -> Self {
        Self { spoils: true, ..Self::new(kind, message) }
    }

    pub(super) fn at(self, page: &'static str) -> Self {
        Self { page: Some(page), ..self }
    }

    /// On this page, unless it is known to be on another.
    pub(super) fn or_at(self, page: Option<&'static str>) -> Self {
        Self { page: self.page.or(page), ..self }
    }
}
