//! Names for links, each once in a page.

use std::collections::BTreeMap;

/// The names that a page has so far.
#[derive(Debug, Clone, Default)]
pub struct Ids(BTreeMap<String, usize>);

impl Ids {
    /// This name, or this with a number where it is taken. Only letters, digits and dashes of it are kept.
    pub fn unique(&mut self, name: &str) -> String {
        let name = slug(name);
        let times = self.0.entry(name.clone()).or_default();
        *times += 1;
        if *times == 1 { name } else { format!("{name}--{times}") }
    }
}

/// `a-name-like-this`, at most 160 characters.
pub(crate) fn slug(text: &str) -> String {
    let kept = text.chars().take(160).map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::Ids;

    #[test]
    fn a_name_is_given_once() {
        let mut ids = Ids::default();
        assert_eq!(["a b", "a-b", "c"].map(|name| ids.unique(name)), ["a-b", "a-b--2", "c"]);
    }
}
