//! Titles of tests: unique in a suite, and the same in every run.

use std::collections::{BTreeMap, BTreeSet};

use crate::expand::Origin;
use crate::interpolate::plain;

/// What a test's title is made of.
#[derive(Debug, Clone)]
pub(super) struct Seed<'a> {
    /// `description`.
    pub(super) given: Option<&'a str>,
    /// The tool's name.
    pub(super) tool: &'a str,
    /// The test in the file, and its row.
    pub(super) origin: Origin,
}

/// The titles in order, and the indexes of those that were given and are taken already.
///
/// A title is the description, else the tool's name, numbered where it repeats (`echo`, `echo (2)`). Tests of one
/// `cases` table that have equal titles get the row behind it: `adds [2]`.
pub(super) fn titles(seeds: &[Seed<'_>]) -> (Vec<String>, Vec<usize>) {
    let bases = bases(seeds);
    let given = |index: &usize| seeds[*index].given.is_some();
    let mut taken = BTreeSet::new();
    let duplicates = (0..seeds.len()).filter(given).filter(|index| !taken.insert(bases[*index].clone())).collect();
    let mut numbers = BTreeMap::new();
    let mut titles = Vec::new();
    for (seed, base) in seeds.iter().zip(bases) {
        titles.push(if seed.given.is_some() { base } else { numbered(&base, &mut taken, &mut numbers) });
    }
    (titles, duplicates)
}

/// The first free title beside those that are taken.
pub(super) fn free(base: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2_usize..).map(|number| format!("{base} ({number})"));
    let mut titles = std::iter::once(base.to_owned()).chain(numbered);
    titles.find(|title| !taken(title)).unwrap_or_default()
}

/// The first free title. `numbers` remembers where to look, so that many equal names take no quadratic time.
fn numbered(base: &str, taken: &mut BTreeSet<String>, numbers: &mut BTreeMap<String, usize>) -> String {
    let number = numbers.entry(base.to_owned()).or_insert(1);
    loop {
        let title = if *number == 1 { base.to_owned() } else { format!("{base} ({number})") };
        *number += 1;
        if taken.insert(title.clone()) {
            return title;
        }
    }
}

fn bases(seeds: &[Seed<'_>]) -> Vec<String> {
    let plain = |seed: &Seed<'_>| plain(seed.given.unwrap_or(seed.tool));
    let mut bases = Vec::new();
    for group in seeds.chunk_by(|a, b| a.origin.test == b.origin.test) {
        let distinct: BTreeSet<String> = group.iter().map(plain).collect();
        let rows_needed = distinct.len() < group.len() || group.iter().any(|seed| seed.given.is_none());
        for seed in group {
            bases.push(match seed.origin.row {
                Some(row) if rows_needed => format!("{} [{row}]", plain(seed)),
                _ => plain(seed),
            });
        }
    }
    bases
}

#[cfg(test)]
mod tests {
    use super::{Seed, titles};
    use crate::expand::Origin;
    use crate::pointer::Pointer;

    /// (description, tool, test in the file, row)
    type Test = (Option<&'static str>, &'static str, usize, Option<usize>);

    #[track_caller]
    fn check(tests: &[Test], expected: &[&str], duplicates: &[usize]) {
        let seed = |&(given, tool, test, row): &Test| {
            let test = Pointer::root().item(test);
            Seed { given, tool, origin: Origin { test, row } }
        };
        let seeds: Vec<Seed<'_>> = tests.iter().map(seed).collect();
        let (found, found_duplicates) = titles(&seeds);
        assert_eq!(found, expected);
        assert_eq!(found_duplicates, duplicates);
    }

    #[test]
    fn tools_are_numbered_where_they_repeat() {
        check(
            &[(None, "echo", 0, None), (None, "add", 1, None), (None, "echo", 2, None)],
            &["echo", "add", "echo (2)"],
            &[],
        );
    }

    #[test]
    fn given_titles_come_first() {
        check(&[(None, "echo", 0, None), (Some("echo"), "x", 1, None)], &["echo (2)", "echo"], &[]);
    }

    #[test]
    fn given_titles_must_be_unique() {
        check(&[(Some("a"), "x", 0, None), (Some("a"), "y", 1, None)], &["a", "a"], &[1]);
    }

    #[test]
    fn rows_tell_equal_titles_apart() {
        check(&[(Some("adds"), "add", 0, Some(1)), (Some("adds"), "add", 0, Some(2))], &["adds [1]", "adds [2]"], &[]);
        check(&[(None, "add", 0, Some(1)), (None, "add", 0, Some(2))], &["add [1]", "add [2]"], &[]);
        check(&[(Some("1+1"), "add", 0, Some(1)), (Some("1+2"), "add", 0, Some(2))], &["1+1", "1+2"], &[]);
    }
}
