//! Names of tools, as a document and a server may write them: `get_user`, `get-user`, `API-get-user`.

use std::collections::BTreeSet;

/// So many names without a capital are a manner of writing them.
const PLAIN_MIN: usize = 3;

/// A name by its words, in small letters.
pub(super) struct Name(Vec<String>);

impl Name {
    pub(super) fn of(name: &str) -> Self {
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        Self(words.map(str::to_lowercase).collect())
    }

    /// Without case and separators.
    pub(super) fn folded(&self) -> String {
        self.0.concat()
    }

    /// All of it, and what is left without the first words, down to two: those are what a server puts before a name.
    pub(super) fn ends(&self) -> impl Iterator<Item = String> {
        let last = self.0.len().saturating_sub(2);
        (0..=last).map(|at| self.0[at..].concat())
    }
}

/// Names of tools, each once, in order.
pub(super) struct Names<'a> {
    written: BTreeSet<&'a str>,
    folded: BTreeSet<String>,
    ends: BTreeSet<String>,
}

impl<'a> Names<'a> {
    pub(super) fn of(names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: BTreeSet<&str> = names.into_iter().collect();
        let folded = names.iter().map(|name| Name::of(name).folded()).collect();
        let ends = names.iter().flat_map(|name| Name::of(name).ends().collect::<Vec<_>>()).collect();
        Self { written: names, folded, ends }
    }

    /// Whether one of them is of the same words, or ends with them, or is what this one ends with.
    pub(super) fn have(&self, name: &str) -> bool {
        let name = Name::of(name);
        self.ends.contains(&name.folded()) || name.ends().any(|end| self.folded.contains(&end))
    }

    /// Whether one of them could be written so: a server that has no capitals in its names has none in the next.
    pub(super) fn are_written_like(&self, name: &str) -> bool {
        let has_capitals = |name: &str| name.contains(char::is_uppercase);
        let is_plain = self.written.len() >= PLAIN_MIN && !self.written.iter().any(|known| has_capitals(known));
        !(is_plain && has_capitals(name))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.written.iter().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.written.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.written.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn a_name_in_another_manner_is_none_of_theirs() {
        let names = Names::of(["list_apps", "get_app", "delete_app"]);
        assert!(names.are_written_like("sync_app"));
        assert!(!names.are_written_like("ApplicationSets"));
        assert!(!names.are_written_like("orgId"));
        assert!(Names::of(["list_apps", "getApp", "delete_app"]).are_written_like("syncApp"));
        assert!(Names::of(["list_apps"]).are_written_like("syncApp"), "one name is no manner");
    }

    #[test]
    fn the_same_words_are_the_same_tool() {
        let names = Names::of(["API-get-user", "list_files", "sequentialthinking"]);
        for name in ["get_user", "getuser", "fs_list_files", "listFiles", "sequential_thinking", "API-get-user"] {
            assert!(names.have(name), "{name}");
        }
        for name in ["user", "files", "get_users", "list"] {
            assert!(!names.have(name), "{name}");
        }
    }
}
