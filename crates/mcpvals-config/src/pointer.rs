//! JSON pointers (RFC 6901): how a place in a document is named.

use std::fmt;

/// A place in a document; the empty pointer is the whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Pointer(String);

impl Pointer {
    /// The whole document.
    pub(crate) fn root() -> Self {
        Self::default()
    }

    /// A pointer as its own text, already escaped.
    pub(crate) fn from_text(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The member `key` of this object.
    pub(crate) fn member(&self, key: &str) -> Self {
        let escaped = key.replace('~', "~0").replace('/', "~1");
        Self(format!("{}/{escaped}", self.0))
    }

    /// The item `index` of this array.
    pub(crate) fn item(&self, index: usize) -> Self {
        Self(format!("{}/{index}", self.0))
    }

    /// One level up; `None` for the whole document.
    pub(crate) fn parent(&self) -> Option<Self> {
        self.0.rsplit_once('/').map(|(parent, _)| Self(parent.to_owned()))
    }

    /// Is this the other place, or within it?
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.strip_prefix(&other.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The first name below the root, for example `server`.
    pub(crate) fn head(&self) -> &str {
        self.0.split('/').nth(1).unwrap_or_default()
    }

    /// The last name, unescaped.
    pub(crate) fn tail(&self) -> String {
        let tail = self.0.rsplit('/').next().unwrap_or_default();
        tail.replace("~1", "/").replace("~0", "~")
    }

    /// The pointer as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Pointer;

    #[test]
    fn names_with_slashes_survive() {
        let pointer = Pointer::root().member("a/b~c").item(3);
        assert_eq!(pointer.as_str(), "/a~1b~0c/3");
        assert_eq!(pointer.parent().map(|parent| parent.tail()), Some("a/b~c".to_owned()));
    }

    #[test]
    fn within_goes_by_whole_names() {
        let server = Pointer::from_text("/server");
        assert!(Pointer::from_text("/server/url").is_within(&server));
        assert!(!Pointer::from_text("/servers").is_within(&server));
    }
}
