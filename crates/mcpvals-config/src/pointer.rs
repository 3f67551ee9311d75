//! JSON pointers (RFC 6901): how a place in a document is named.

use std::borrow::Cow;
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
        let mut text = String::with_capacity(self.0.len() + 1 + key.len());
        text.push_str(&self.0);
        push_name(&mut text, key);
        Self(text)
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
        unescaped(self.0.rsplit('/').next().unwrap_or_default()).into_owned()
    }

    /// The names from the root down, unescaped.
    pub(crate) fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.0.split('/').skip(1).map(unescaped)
    }

    /// The pointer as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

fn push_name(text: &mut String, name: &str) {
    text.push('/');
    for character in name.chars() {
        match character {
            '~' => text.push_str("~0"),
            '/' => text.push_str("~1"),
            other => text.push(other),
        }
    }
}

fn unescaped(name: &str) -> Cow<'_, str> {
    if name.contains('~') { Cow::Owned(name.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(name) }
}

/// A place on the way down through a document: takes no memory until it is kept as a [`Pointer`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    last: Step<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Root,
    Member(&'a str),
    Item(usize),
}

impl<'a> Path<'a> {
    /// The whole document.
    pub(crate) const ROOT: Path<'static> = Path { parent: None, last: Step::Root };

    /// The member `key` of this object.
    pub(crate) fn member(&'a self, key: &'a str) -> Self {
        Self { parent: Some(self), last: Step::Member(key) }
    }

    /// The item `index` of this array.
    pub(crate) fn item(&'a self, index: usize) -> Self {
        Self { parent: Some(self), last: Step::Item(index) }
    }

    /// The place, to be kept.
    pub(crate) fn pointer(&self) -> Pointer {
        let mut text = String::new();
        self.push(&mut text);
        Pointer(text)
    }

    fn push(&self, text: &mut String) {
        if let Some(parent) = self.parent {
            parent.push(text);
        }
        match self.last {
            Step::Root => {}
            Step::Member(name) => push_name(text, name),
            Step::Item(index) => push_name(text, &index.to_string()),
        }
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Pointer};

    #[test]
    fn names_with_slashes_survive() {
        let pointer = Pointer::root().member("a/b~c").item(3);
        assert_eq!(pointer.as_str(), "/a~1b~0c/3");
        assert_eq!(pointer.parent().map(|parent| parent.tail()), Some("a/b~c".to_owned()));
    }

    #[test]
    fn paths_become_pointers() {
        let (a, pointer) = (Path::ROOT.member("a/b~c"), Pointer::root().member("a/b~c").item(3));
        assert_eq!(a.item(3).pointer(), pointer);
        assert_eq!(pointer.names().collect::<Vec<_>>(), ["a/b~c", "3"]);
    }

    #[test]
    fn within_goes_by_whole_names() {
        let server = Pointer::from_text("/server");
        assert!(Pointer::from_text("/server/url").is_within(&server));
        assert!(!Pointer::from_text("/servers").is_within(&server));
    }
}
