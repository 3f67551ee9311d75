//! Ways to a token.

pub(super) mod code;
pub(super) mod device;
pub(super) mod enterprise;

/// One parameter of a request.
pub(super) fn pair(name: &str, value: impl Into<String>) -> (String, String) {
    (name.to_owned(), value.into())
}
