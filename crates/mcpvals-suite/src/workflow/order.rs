//! Calls that were made against those that were expected. Pure: what fits what is asked of the caller.

use mcpvals_model::OrderMode;

/// What does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Misfit {
    /// At this place, another call was expected, or none (`expected` is past the end), or there is none (`made` is).
    At { expected: usize, made: usize },
    /// This expected call was not made, or not behind so many of the calls, with which those before it were found.
    Missing { expected: usize, behind: usize },
    /// This call was not expected.
    Extra(usize),
}

/// The first thing that does not fit; `fits(expected, made)` compares one with one.
pub(super) fn misfit(
    how: OrderMode,
    expected: usize,
    made: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Option<Misfit> {
    match how {
        OrderMode::Exact => {
            (0..expected.max(made)).find(|at| *at >= expected || *at >= made || !fits(*at, *at)).map(at)
        }
        OrderMode::Prefix => (0..expected).find(|at| *at >= made || !fits(*at, *at)).map(at),
        OrderMode::Ordered => ordered(expected, made, fits),
        OrderMode::Unordered => {
            let pairs = pairs(expected, made, &fits);
            unpaired(&pairs, expected).map(missing).or_else(|| unexpected(&pairs, made).map(Misfit::Extra))
        }
        OrderMode::Subset => unexpected(&pairs(expected, made, &fits), made).map(Misfit::Extra),
        OrderMode::Superset => unpaired(&pairs(expected, made, &fits), expected).map(missing),
    }
}

/// How many of the expected calls were made as the mode has it.
pub(super) fn matched(how: OrderMode, expected: usize, made: usize, fits: impl Fn(usize, usize) -> bool) -> usize {
    match how {
        OrderMode::Exact | OrderMode::Prefix => (0..expected.min(made)).take_while(|at| fits(*at, *at)).count(),
        OrderMode::Ordered => match ordered(expected, made, fits) {
            Some(Misfit::Missing { expected: at, .. }) => at,
            _ => expected,
        },
        OrderMode::Unordered | OrderMode::Subset | OrderMode::Superset => {
            pairs(expected, made, &fits).iter().flatten().count()
        }
    }
}

fn at(at: usize) -> Misfit {
    Misfit::At { expected: at, made: at }
}

/// Wherever it might have been.
fn missing(expected: usize) -> Misfit {
    Misfit::Missing { expected, behind: 0 }
}

/// Each expected call is the first fitting one behind the last: no other choice leaves more to the next.
fn ordered(expected: usize, made: usize, fits: impl Fn(usize, usize) -> bool) -> Option<Misfit> {
    let mut from = 0;
    for wanted in 0..expected {
        match (from..made).find(|at| fits(wanted, *at)) {
            Some(at) => from = at + 1,
            None => return Some(Misfit::Missing { expected: wanted, behind: from }),
        }
    }
    None
}

/// Which call is which expected one, as many as can be (augmenting paths, as matchings in bipartite graphs are found):
/// where one expected call fits several, the others are not left without.
fn pairs(expected: usize, made: usize, fits: &impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut of_made: Vec<Option<usize>> = vec![None; made];
    for wanted in 0..expected {
        let mut seen = vec![false; made];
        assign(wanted, fits, &mut seen, &mut of_made);
    }
    of_made
}

fn assign(
    wanted: usize,
    fits: &impl Fn(usize, usize) -> bool,
    seen: &mut [bool],
    of_made: &mut [Option<usize>],
) -> bool {
    for at in 0..of_made.len() {
        if seen[at] || !fits(wanted, at) {
            continue;
        }
        seen[at] = true;
        if of_made[at].is_none_or(|other| assign(other, fits, seen, of_made)) {
            of_made[at] = Some(wanted);
            return true;
        }
    }
    false
}

fn unpaired(pairs: &[Option<usize>], expected: usize) -> Option<usize> {
    (0..expected).find(|wanted| !pairs.contains(&Some(*wanted)))
}

fn unexpected(pairs: &[Option<usize>], made: usize) -> Option<usize> {
    (0..made).find(|at| pairs[*at].is_none())
}

#[cfg(test)]
mod tests {
    use mcpvals_model::OrderMode::{self, Exact, Ordered, Prefix, Subset, Superset, Unordered};
    use proptest::prelude::{Strategy, any, prop, prop_assert, proptest};

    use super::{Misfit, matched, misfit, missing};

    #[track_caller]
    fn check(how: OrderMode, expected: &str, came: &str, want: impl Into<Option<Misfit>>) {
        let (expected, came): (Vec<char>, Vec<char>) = (expected.chars().collect(), came.chars().collect());
        assert_eq!(misfit(how, expected.len(), came.len(), |e, m| expected[e] == came[m]), want.into(), "{how:?}");
    }

    fn at(at: usize) -> Misfit {
        Misfit::At { expected: at, made: at }
    }

    #[test]
    fn each_mode_takes_what_it_says() {
        check(Exact, "abc", "abc", None);
        check(Exact, "abc", "ab", at(2));
        check(Exact, "ab", "abc", at(2));
        check(Exact, "abc", "xbc", at(0));
        check(Exact, "", "", None);
        check(Prefix, "ab", "abc", None);
        check(Prefix, "ab", "xab", at(0));
        check(Ordered, "ab", "xaxbx", None);
        check(Ordered, "ab", "ba", Misfit::Missing { expected: 1, behind: 2 });
        check(Unordered, "aab", "aba", None);
        check(Unordered, "aab", "abb", missing(1));
        check(Unordered, "ab", "abc", Misfit::Extra(2));
        check(Subset, "ab", "b", None);
        check(Subset, "ab", "bb", Misfit::Extra(1));
        check(Superset, "ab", "xbxa", None);
        check(Superset, "ab", "xb", missing(0));
    }

    #[test]
    fn an_expectation_that_fits_much_leaves_the_others_theirs() {
        // The first fits both calls, the second only the first call.
        let fits = |expected: usize, made: usize| expected == 0 || made == 0;
        assert_eq!(misfit(Unordered, 2, 2, fits), None);
    }

    fn sizes() -> impl Strategy<Value = (usize, usize, Vec<bool>)> {
        (0..5_usize, 0..5_usize, prop::collection::vec(any::<bool>(), 25))
    }

    proptest! {
        #[test]
        fn modes_imply_one_another_as_documented((expected, made, table) in sizes()) {
            let holds = |mode| misfit(mode, expected, made, |e, m| table[e * 5 + m]).is_none();
            for (stronger, weaker) in [
                (Exact, Prefix), (Prefix, Ordered), (Ordered, Superset), (Exact, Unordered), (Unordered, Superset),
                (Unordered, Subset),
            ] {
                prop_assert!(!holds(stronger) || holds(weaker), "{stronger:?} without {weaker:?}");
            }
            prop_assert!(holds(Unordered) == (holds(Subset) && holds(Superset)));
        }

        #[test]
        fn what_is_matched_is_all_where_nothing_misfits((expected, made, table) in sizes()) {
            for mode in [Exact, Prefix, Ordered, Unordered, Superset] {
                let fits = |e: usize, m: usize| table[e * 5 + m];
                let matched = matched(mode, expected, made, fits);
                prop_assert!(matched <= expected);
                prop_assert!(misfit(mode, expected, made, fits).is_some() || matched == expected, "{mode:?}");
            }
        }
    }
}
