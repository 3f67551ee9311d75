//! Captured values in expectations.

use mcpvals_model::{Expectation, Matcher};

use super::UnusableCapture;
use super::placeholder::Fill;

pub(super) fn fill_expectation(expectation: &mut Expectation, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    match expectation {
        Expectation::Result(value) => fill.wanted_value(value),
        Expectation::Error(text) => fill.wanted_text(text),
        Expectation::Latency(_) => Ok(()),
        Expectation::Match(matcher) => fill_matcher(matcher, fill),
    }
}

fn fill_matcher(matcher: &mut Matcher, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    match matcher {
        Matcher::Equals(value) | Matcher::Schema(value) => fill.value(value),
        Matcher::Contains(texts) | Matcher::NotContains(texts) => {
            texts.iter_mut().try_for_each(|text| fill.wanted_text(text))
        }
        Matcher::Matches(patterns) => patterns.iter_mut().try_for_each(|pattern| fill.pattern(pattern)),
        Matcher::JsonPath(paths) => paths.values_mut().try_for_each(|matcher| fill_matcher(matcher, fill)),
        Matcher::All(inner) | Matcher::Any(inner) => {
            inner.iter_mut().try_for_each(|matcher| fill_matcher(matcher, fill))
        }
        Matcher::Not(inner) => fill_matcher(inner, fill),
        Matcher::Approx { .. }
        | Matcher::Length(_)
        | Matcher::ContentTypes(_)
        | Matcher::IsError(_)
        | Matcher::ErrorCode(_)
        | Matcher::Snapshot(_) => Ok(()),
    }
}
