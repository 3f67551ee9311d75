//! Things that many attempts share are written once and named by number.

use std::collections::VecDeque;
use std::sync::Arc;

/// Things that were written.
pub(super) struct Seen<T> {
    last: VecDeque<(u64, Arc<T>)>,
    count: u64,
}

impl<T: PartialEq> Seen<T> {
    /// How many are remembered; an older one is written again.
    const KEPT_MAX: usize = 32;

    pub(super) fn new() -> Self {
        Self { last: VecDeque::new(), count: 0 }
    }

    /// The number of a thing, and whether it is new.
    pub(super) fn number(&mut self, thing: &Arc<T>) -> (u64, bool) {
        // The very same object is the usual case, and cheap to find.
        let same = self.last.iter().find(|(_, known)| Arc::ptr_eq(known, thing));
        if let Some((number, _)) = same.or_else(|| self.last.iter().find(|(_, known)| known == thing)) {
            return (*number, false);
        }
        self.count += 1;
        if self.last.len() == Self::KEPT_MAX {
            self.last.pop_back();
        }
        self.last.push_front((self.count, Arc::clone(thing)));
        (self.count, true)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Seen;

    #[test]
    fn equal_things_have_one_number() {
        let mut seen = Seen::new();
        let numbers = ["a", "b", "a", "b"].map(|thing| seen.number(&Arc::new(thing)));
        assert_eq!(numbers, [(1, true), (2, true), (1, false), (2, false)]);
    }

    #[test]
    fn what_is_forgotten_gets_a_new_number() {
        let mut seen = Seen::new();
        for thing in 0..40 {
            seen.number(&Arc::new(thing));
        }
        assert_eq!(seen.number(&Arc::new(0)), (41, true));
    }
}
