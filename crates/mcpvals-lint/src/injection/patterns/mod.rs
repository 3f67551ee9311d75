//! The patterns, by what they look for.

mod actions;
mod orders;
mod others;
mod praise;

use std::sync::LazyLock;

use super::hashed::{ByHash, hash};
use super::pattern::{Compiled, Pattern, Unless, needs};

static ALL: LazyLock<Vec<Compiled>> = LazyLock::new(|| {
    let tables: [&'static [Pattern]; 4] = [orders::PATTERNS, others::PATTERNS, actions::PATTERNS, praise::PATTERNS];
    tables.into_iter().flatten().map(Compiled::new).collect()
});

/// A set of patterns, a bit for each.
type Set = [u64; 5];

/// Of each of a pattern's first needs, whether it is met.
const NEEDS: usize = 4;

/// What patterns need.
struct Needs {
    /// For each word, by its hash: the patterns a need of which it meets.
    met_by: ByHash<[Set; NEEDS]>,
    /// The patterns that have fewer needs than are looked at: these count as met.
    met: [Set; NEEDS],
}

static ALL_NEEDS: LazyLock<Needs> = LazyLock::new(|| {
    let mut all = Needs { met_by: ByHash::default(), met: [Set::default(); NEEDS] };
    for (index, compiled) in ALL.iter().enumerate() {
        let needs = needs(compiled.pattern.words);
        for met in all.met.iter_mut().skip(needs.len()) {
            met[index / 64] |= 1 << (index % 64);
        }
        for (need, words) in needs.into_iter().take(NEEDS).enumerate() {
            for word in words {
                all.met_by.entry(hash(&word)).or_default()[need][index / 64] |= 1 << (index % 64);
            }
        }
    }
    all
});

/// The patterns that may fit a sentence of these words.
pub(super) fn look(words: &str) -> impl Iterator<Item = &'static Compiled> {
    let Needs { met_by, met } = &*ALL_NEEDS;
    let mut met = *met;
    for needs in words.split(' ').filter_map(|word| met_by.get(&hash(word))) {
        for (met, need) in met.iter_mut().zip(needs) {
            for (met, need) in met.iter_mut().zip(need) {
                *met |= need;
            }
        }
    }
    let all: Set = std::array::from_fn(|at| met.iter().fold(u64::MAX, |all, need| all & need[at]));
    triggered(all)
}

fn triggered(set: Set) -> impl Iterator<Item = &'static Compiled> {
    let all = set.into_iter().zip([0, 64, 128, 192, 256]).flat_map(|(mut bits, from)| {
        std::iter::from_fn(move || {
            let index = bits.checked_ilog2()?;
            bits &= !(1 << index);
            Some(from + index as usize)
        })
    });
    all.filter_map(|index| ALL.get(index))
}

const fn always(rule: &'static mcpvals_model::Rule, reason: &'static str, words: &'static str) -> Pattern {
    Pattern { rule, reason, words, unless: Unless::Never, but: "" }
}

const fn unless_denied(rule: &'static mcpvals_model::Rule, reason: &'static str, words: &'static str) -> Pattern {
    Pattern { rule, reason, words, unless: Unless::Denied, but: "" }
}

const fn unless_forbidden(rule: &'static mcpvals_model::Rule, reason: &'static str, words: &'static str) -> Pattern {
    Pattern { rule, reason, words, unless: Unless::Forbidden, but: "" }
}

const fn unless_denied_within(
    rule: &'static mcpvals_model::Rule,
    reason: &'static str,
    words: &'static str,
) -> Pattern {
    Pattern { rule, reason, words, unless: Unless::DeniedWithin, but: "" }
}

const fn unless_discussed(rule: &'static mcpvals_model::Rule, reason: &'static str, words: &'static str) -> Pattern {
    Pattern { rule, reason, words, unless: Unless::Discussed, but: "" }
}

#[cfg(test)]
mod tests {
    use super::{ALL, needs};

    #[test]
    fn every_pattern_has_a_bit_and_a_word_that_it_needs() {
        assert!(ALL.len() <= 320, "{}", ALL.len());
        for compiled in ALL.iter() {
            assert!(!needs(compiled.pattern.words).is_empty(), "`{}`", compiled.pattern.words);
        }
    }

    #[test]
    fn needs_are_the_words_outside_of_what_may_be_missing() {
        let needs = needs("(?:must|never) ~3(?:the |a )?call (?:x |y ){0,2}(?:[0-9]|z) tools?");
        assert_eq!(needs, [vec!["must", "never"], vec!["call"], vec!["tools", "tool"]]);
    }
}
