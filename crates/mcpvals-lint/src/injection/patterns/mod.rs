//! The patterns, by what they look for.

mod actions;
mod orders;
mod others;
mod praise;

use std::collections::HashMap;
use std::sync::LazyLock;

use super::lexicon::{self, Classes};
use super::pattern::{Compiled, Pattern, Unless, first_words};

static ALL: LazyLock<Vec<Compiled>> = LazyLock::new(|| {
    let tables: [&'static [Pattern]; 4] = [orders::PATTERNS, others::PATTERNS, actions::PATTERNS, praise::PATTERNS];
    tables.into_iter().flatten().map(Compiled::new).collect()
});

/// A set of patterns, a bit for each.
pub(super) type Triggers = u128;

/// The classes of each word, and the patterns that may begin with it.
static WORDS: LazyLock<HashMap<String, (Classes, Triggers)>> = LazyLock::new(|| {
    let mut words: HashMap<String, (Classes, Triggers)> = HashMap::new();
    for (word, classes) in lexicon::first_words() {
        words.entry(word).or_default().0 |= classes;
    }
    for (index, compiled) in ALL.iter().enumerate() {
        for word in first_words(compiled.pattern.words) {
            words.entry(word).or_default().1 |= 1 << index;
        }
    }
    words
});

/// What the words of a sentence belong to, and which patterns may begin with one of them.
pub(super) fn look(words: &str) -> (Classes, Triggers) {
    let known = words.split(' ').filter_map(|word| WORDS.get(word));
    known.fold((0, 0), |(classes, triggers), (more, others)| (classes | more, triggers | others))
}

pub(super) fn triggered(mut triggers: Triggers) -> impl Iterator<Item = &'static Compiled> {
    std::iter::from_fn(move || {
        let index = triggers.checked_ilog2()? as usize;
        triggers &= !(1 << index);
        ALL.get(index)
    })
}

const fn always(rule: &'static mcpvals_model::Rule, reason: &'static str, words: &'static str) -> Pattern {
    Pattern { rule, reason, words, unless: Unless::Never }
}

const fn unless_denied(rule: &'static mcpvals_model::Rule, reason: &'static str, words: &'static str) -> Pattern {
    Pattern { rule, reason, words, unless: Unless::Denied }
}

const fn unless_discussed(rule: &'static mcpvals_model::Rule, reason: &'static str, words: &'static str) -> Pattern {
    Pattern { rule, reason, words, unless: Unless::Discussed }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Triggers, WORDS};

    #[test]
    fn every_pattern_is_triggered_by_words_and_has_a_bit() {
        assert!(ALL.len() <= Triggers::BITS as usize, "{}", ALL.len());
        for (index, compiled) in ALL.iter().enumerate() {
            let is_triggered = WORDS.values().any(|(_, triggers)| triggers & (1 << index) != 0);
            assert!(is_triggered, "nothing triggers `{}`", compiled.pattern.words);
        }
    }
}
