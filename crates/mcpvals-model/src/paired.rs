//! Is one better than the other? Of runs in pairs, which met the same task.

/// Of 2 and its powers with this exponent, none is lost in an `f64`.
const SCALE: u32 = 200;

/// McNemar's test in its exact form, two-sided: how likely the pairs in which only one of both passed fall out so
/// unevenly, or more so, where it is even chances which one it is.
///
/// The exact form, which is the binomial, because the usual one with chi-square is good only from some 25 such pairs
/// on, and models are seldom run so often.
pub fn mcnemar(only_a: u32, only_b: u32) -> f64 {
    let all = only_a.saturating_add(only_b);
    // Grows with the terms, and `halvings` says how often it is yet to be halved: 2^-all itself is 0 from 1,075 on.
    let (mut term, mut sum, mut halvings) = (1.0_f64, 1.0_f64, all);
    for drawn in 0..only_a.min(only_b) {
        term = term * f64::from(all - drawn) / f64::from(drawn + 1);
        sum += term;
        if term > power(2.0, SCALE) {
            (term, sum) = (term * power(0.5, SCALE), sum * power(0.5, SCALE));
            halvings -= SCALE;
        }
    }
    (2.0 * sum * power(0.5, halvings)).min(1.0)
}

fn power(base: f64, exponent: u32) -> f64 {
    base.powi(i32::try_from(exponent).unwrap_or(i32::MAX))
}

/// Holm's correction: what becomes of these probabilities where they were looked at together. Of those that stay below
/// 5 %, the chance that any is so by accident is below 5 %.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut corrected = vec![0.0; probabilities.len()];
    let (mut least, mut left) = (0.0_f64, u32::try_from(order.len()).unwrap_or(u32::MAX));
    for index in order {
        least = least.max(probabilities[index] * f64::from(left)).min(1.0);
        corrected[index] = least;
        left = left.saturating_sub(1);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{holm, mcnemar};

    /// The figures are those of R: `binom.test(b, b + c)$p.value`.
    #[test]
    fn known_values() {
        for (only_a, only_b, p) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (3, 0, 0.25),
            (5, 0, 0.0625),
            (6, 0, 0.03125),
            (10, 0, 0.001_953_125),
            (8, 2, 0.109_375),
            (5, 5, 1.0),
        ] {
            assert_eq!(mcnemar(only_a, only_b).to_bits(), f64::to_bits(p), "{only_a} {only_b}");
        }
    }

    /// Where it is far from the middle of so many, the normal distribution says 2 * 0.02275 at two deviations.
    #[test]
    fn many_pairs_neither_vanish_nor_run_over() {
        let near = |p: f64, expected: f64| (p - expected).abs() < 1e-3;
        assert!(near(mcnemar(5_000, 4_800), 0.0444), "{}", mcnemar(5_000, 4_800));
        assert!(near(mcnemar(500_000, 498_000), 0.0455), "{}", mcnemar(500_000, 498_000));
        assert!(mcnemar(2_000, 0) < 1e-300 && mcnemar(100_000, 100_000) >= 1.0);
    }

    #[test]
    fn holm_multiplies_by_how_many_are_left() {
        assert_eq!(holm(&[0.5, 0.01, 0.02]), [0.5, 0.03, 0.04]);
        assert_eq!(holm(&[0.3, 0.3]), [0.6, 0.6]);
        assert_eq!(holm(&[0.25]), [0.25]);
        assert!(holm(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn it_is_a_probability_whichever_is_first(only_a in 0_u32..3_000, only_b in 0_u32..3_000) {
            let p = mcnemar(only_a, only_b);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert!(p.to_bits() == mcnemar(only_b, only_a).to_bits());
        }

        #[test]
        fn even_pairs_show_nothing(each in 0_u32..3_000) {
            prop_assert!(mcnemar(each, each) >= 1.0);
        }

        #[test]
        fn the_more_uneven_the_less_likely(all in 1_u32..2_000, few in 0_u32..1_000) {
            let few = few.min(all / 2);
            let more_even = mcnemar(all - few, few);
            prop_assert!(few == 0 || mcnemar(all - few + 1, few - 1) <= more_even);
        }

        #[test]
        fn corrected_is_never_less_and_keeps_the_order(given in prop::collection::vec(0.0_f64..=1.0, 0..12)) {
            let corrected = holm(&given);
            for (index, p) in given.iter().enumerate() {
                prop_assert!(corrected[index] >= *p && corrected[index] <= 1.0);
                for (other, q) in given.iter().enumerate() {
                    prop_assert!(p > q || corrected[index] <= corrected[other]);
                }
            }
        }

        #[test]
        fn one_more_comparison_makes_none_likelier(given in prop::collection::vec(0.0_f64..=1.0, 1..12)) {
            let without = holm(&given[1..]);
            prop_assert!(holm(&given)[1..].iter().zip(&without).all(|(with, without)| with >= without));
        }
    }
}
