//! Tests of any kind on their way to cases, and the fields that several kinds have.

use mcpvals_model::{Bounds, Case, CaseKind};

use super::Lowering;
use super::suite::{Frame, Own};
use super::title::{Seed, titles};
use crate::error::Problem;
use crate::expand::Origin;
use crate::file::{Count, CountBounds};
use crate::pointer::Pointer;

/// A test before it has its title.
pub(super) struct Draft<T> {
    pub(super) at: Pointer,
    pub(super) given: Option<String>,
    /// What it is about, which is its title where none is given.
    pub(super) about: String,
    pub(super) own: Own,
    pub(super) required: Option<bool>,
    pub(super) test: T,
}

impl Lowering<'_> {
    /// The cases of a suite. `kind` gets a test, and whether what it needs is required.
    pub(super) fn drafted<T>(
        &mut self,
        drafts: Vec<Draft<T>>,
        frame: &Frame<'_>,
        required: Option<bool>,
        kind: impl Fn(T, bool) -> CaseKind,
    ) -> Vec<Case> {
        let seed = |draft: &Draft<T>| Origin { test: draft.at.clone(), row: None };
        let seeds: Vec<Seed<'_>> = drafts
            .iter()
            .map(|draft| Seed { given: draft.given.as_deref(), tool: &draft.about, origin: seed(draft) })
            .collect();
        let (titles, duplicates) = titles(&seeds);
        for index in duplicates {
            let message = format!("two tests of suite \"{}\" have the title \"{}\"", frame.name, titles[index]);
            self.report(Problem::new(&drafts[index].at.member("name"), message));
        }
        let case = |(draft, title): (Draft<T>, String)| {
            let required = draft.required.or(required).unwrap_or(false);
            self.case(draft.own, kind(draft.test, required), title, frame, &draft.at)
        };
        drafts.into_iter().zip(titles).map(case).collect()
    }

    /// One of two names of a field.
    pub(super) fn either<T>(&mut self, one: Option<T>, other: Option<T>, other_name: &str, at: &Pointer) -> Option<T> {
        if one.is_some() && other.is_some() {
            let message = format!("`{other_name}` is another name of a field that is given, too: give one of them");
            self.report(Problem::of_key(&at.member(other_name), message));
        }
        one.or(other)
    }

    pub(super) fn bounds(&mut self, count: Count, at: &Pointer) -> Option<Bounds> {
        let (min, max) = match count {
            Count::Exactly(exact) => (Some(exact), Some(exact)),
            Count::Within(bounds) => (bounds.exact.or(bounds.min), bounds.exact.or(bounds.max)),
        };
        let problem = match (count, min, max) {
            (Count::Within(bounds), ..) if bounds.exact.is_some_and(|exact| !within(bounds, exact)) => {
                "`exact` is not within `min` and `max`"
            }
            (_, None, None) => "the bounds say nothing: give `min`, `max` or `exact`",
            (_, Some(min), Some(max)) if min > max => "`min` is above `max`",
            _ => return Some(Bounds { min, max }),
        };
        self.report(Problem::new(at, problem));
        None
    }
}

/// All three may be given, as the npm package 0.1.0 had it.
fn within(bounds: CountBounds, exact: u64) -> bool {
    bounds.min.is_none_or(|min| min <= exact) && bounds.max.is_none_or(|max| exact <= max)
}
