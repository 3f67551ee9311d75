//! A small memory for what is costly to make again: compiled schemas, patterns, paths.

use std::collections::HashMap;
use std::hash::Hash;

/// A map that forgets everything when it is full. Grading uses the same few schemas again and again, so a better
/// order of forgetting would gain nothing.
pub(crate) struct Cache<K, V> {
    entries: HashMap<K, V>,
    entries_max: usize,
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    pub(crate) fn new(entries_max: usize) -> Self {
        Self { entries: HashMap::new(), entries_max }
    }

    /// What is remembered for the key, if it is still good, or else what is made now.
    pub(crate) fn get(&mut self, key: K, good: impl Fn(&V) -> bool, make: impl FnOnce() -> V) -> V {
        if let Some(value) = self.entries.get(&key).filter(|value| good(value)) {
            return value.clone();
        }
        if self.entries.len() >= self.entries_max {
            self.entries.clear();
        }
        let value = make();
        self.entries.insert(key, value.clone());
        value
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn makes_once_and_stays_small() {
        let mut cache = Cache::new(2);
        assert_eq!(cache.get(1, |_| true, || "one"), "one");
        assert_eq!(cache.get(1, |_| true, || unreachable!("it is remembered")), "one");
        assert_eq!(cache.get(2, |_| true, || "two"), "two");
        assert_eq!(cache.get(3, |_| true, || "three"), "three");
        assert_eq!(cache.entries.len(), 1);
    }

    #[test]
    fn what_is_no_longer_good_is_made_again() {
        let mut cache = Cache::new(2);
        cache.get(1, |_| true, || "old");
        assert_eq!(cache.get(1, |value| *value == "new", || "new"), "new");
    }
}
