//! Which cases run, and why the others are skipped. Pure.

use std::collections::BTreeSet;

use mcpvals_model::{Case, Plan, SkipReason, Suite, SuiteStart};
use mcpvals_suite::captures_used;
use regex::Regex;

use crate::{EvaluateError, Selection};

/// A suite with those of its cases that the selection chose.
#[derive(Debug, Clone)]
pub struct Selected<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// Its chosen cases in order, each with the reason why it is skipped, if it is.
    pub cases: Vec<(&'a Case, Option<SkipReason>)>,
}

impl Selected<'_> {
    /// The suite in short.
    pub fn start(&self) -> SuiteStart {
        let Suite { name, kind, combination, .. } = self.suite;
        SuiteStart { name: name.clone(), kind: *kind, combination: combination.clone(), cases: self.cases.len() }
    }
}

/// Chooses the cases of a plan. What the selection leaves out does not appear; what the config skips does.
///
/// # Errors
/// [`EvaluateError::NothingToRun`] if no case is left that would run, or a filter meets no case.
pub fn select<'a>(plan: &'a Plan, selection: &Selection) -> Result<Vec<Selected<'a>>, EvaluateError> {
    let filters: Vec<Filter> = selection.filters.iter().map(|text| Filter::new(text, plan)).collect();
    if let Some(idle) = filters.iter().find(|filter| !plan.cases().any(|case| filter.takes(case))) {
        return Err(nothing(&format!("no case matches `--filter {}`", idle.text)));
    }
    let chosen = |suite: &Suite, case: &Case| {
        (selection.kinds.is_empty() || selection.kinds.contains(&suite.kind))
            && (filters.is_empty() || filters.iter().any(|filter| filter.takes(case)))
            && (selection.tags.is_empty() || case.tags.iter().any(|tag| selection.tags.contains(tag)))
            && selection.model.as_ref().is_none_or(|model| is_with(suite, model))
            && selection.ids.as_ref().is_none_or(|ids| ids.contains(&case.id))
    };
    let any_only = plan.suites.iter().any(|s| s.cases.iter().any(|case| case.only && chosen(s, case)));
    let suites = plan.suites.iter().map(|suite| {
        let runs = |case: &Case| chosen(suite, case) && skip(case, any_only).is_none();
        let needed = needed(suite, runs);
        let cases = suite.cases.iter().zip(needed).filter(|(case, needed)| *needed || chosen(suite, case));
        Selected { suite, cases: cases.map(|(case, needed)| (case, skip(case, any_only && !needed))).collect() }
    });
    let suites: Vec<Selected<'a>> = suites.filter(|selected| !selected.cases.is_empty()).collect();
    if suites.iter().flat_map(|s| &s.cases).any(|(_, skip)| skip.is_none()) {
        return Ok(suites);
    }
    Err(nothing(&why_nothing(plan, selection, &suites)))
}

/// Is it played with this model, as far as the config varies models?
fn is_with(suite: &Suite, model: &str) -> bool {
    suite.combination.as_ref().is_none_or(|combination| combination.model == model)
}

/// Which cases of a suite must run because one that runs uses a value that they capture: the last before it.
fn needed(suite: &Suite, runs: impl Fn(&Case) -> bool) -> Vec<bool> {
    let mut needed = vec![false; suite.cases.len()];
    // Most suites carry no values, and then nothing need be looked through.
    if suite.cases.iter().all(|case| case.kind.captures().next().is_none()) {
        return needed;
    }
    let mut wanted = BTreeSet::new();
    for (case, is_needed) in suite.cases.iter().zip(&mut needed).rev() {
        *is_needed = case.skip.is_none() && case.kind.captures().any(|name| wanted.contains(name));
        if *is_needed || runs(case) {
            wanted.retain(|name: &String| !case.kind.captures().any(|own| own == name));
            wanted.extend(captures_used(case));
        }
    }
    needed
}

fn skip(case: &Case, any_only: bool) -> Option<SkipReason> {
    match &case.skip {
        Some(reason) => Some(SkipReason::Config { reason: reason.clone() }),
        None => (any_only && !case.only).then_some(SkipReason::NotOnly),
    }
}

fn nothing(why: &str) -> EvaluateError {
    EvaluateError::NothingToRun { why: why.to_owned() }
}

fn why_nothing(plan: &Plan, selection: &Selection, suites: &[Selected]) -> String {
    if !suites.is_empty() {
        return "every selected case is skipped by the config".to_owned();
    }
    let nouns: Vec<&str> = selection.kinds.iter().map(|kind| kind.noun()).collect();
    let noun = if nouns.is_empty() { "case".to_owned() } else { nouns.join(" or ") };
    let count = plan.cases().count();
    let cases = if count == 1 { "case" } else { "cases" };
    format!("no {noun} is selected (`{}` has {count} {cases} in all)", plan.source)
}

/// One `--filter`: a whole id, a glob, or a part of an id.
struct Filter {
    text: String,
    how: How,
}

enum How {
    Whole,
    Glob(Regex),
    Part(String),
}

impl Filter {
    fn new(text: &str, plan: &Plan) -> Self {
        let how = if plan.cases().any(|case| case.id.as_str() == text) {
            How::Whole
        } else if let Some(glob) = text.contains(['*', '?']).then(|| glob(text)).flatten() {
            How::Glob(glob)
        } else {
            How::Part(text.to_lowercase())
        };
        Self { text: text.to_owned(), how }
    }

    fn takes(&self, case: &Case) -> bool {
        match &self.how {
            How::Whole => case.id.as_str() == self.text,
            How::Glob(glob) => glob.is_match(case.id.as_str()),
            How::Part(part) => case.id.as_str().to_lowercase().contains(part),
        }
    }
}

/// `*` is any text, `?` any character; the whole id must match.
fn glob(text: &str) -> Option<Regex> {
    let pattern = regex::escape(text).replace(r"\*", ".*").replace(r"\?", ".");
    Regex::new(&format!("(?is)^{pattern}$")).ok()
}
