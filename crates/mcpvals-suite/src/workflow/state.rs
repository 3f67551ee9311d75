//! End-to-End Success (seed 004, 5.6): what must be seen at the end of a step, or of all of them.

use std::borrow::Cow;

use mcpvals_model::{
    ExpectedState, Fault, Matcher, Mismatch, MismatchKind, Score, StateIn, Warning, WarningKind, WorkflowCase,
};
use serde_json::{Value, json};

use super::grade::against;
use super::story::{Made, Story};
use super::whole_word;
use crate::excerpt;
use crate::matcher::{describe, of_kind};
use crate::reply::Reply;

pub(super) struct States {
    pub(super) score: Option<Score>,
    pub(super) mismatches: Vec<Mismatch>,
}

/// Each expected state holds for the last message of its step, or for the last result of a tool by then.
pub(super) fn states(case: &WorkflowCase, story: &Story<'_>) -> Result<States, Fault> {
    let (mut all, mut mismatches) = (0, Vec::new());
    for end in ends(case) {
        all += 1;
        mismatches.extend(unmet(&end, story)?);
    }
    let score = (all > 0).then(|| Score::ratio(all - mismatches.len(), all));
    Ok(States { score, mismatches })
}

/// An end of which something is expected.
pub(super) struct End<'a> {
    /// The step that ends there.
    step: usize,
    pub(super) expected: &'a ExpectedState,
    /// How messages name it; empty where there is but one.
    when: String,
}

/// Of each step, then of the workflow.
pub(super) fn ends(case: &WorkflowCase) -> impl Iterator<Item = End<'_>> {
    let after = |step: usize| if case.steps.len() > 1 { format!("after step {}, ", step + 1) } else { String::new() };
    let of_step = move |(step, expected)| End { step, expected, when: after(step) };
    let of_steps = case.steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.expected_state.as_ref()?)));
    let last = case.steps.len().saturating_sub(1);
    let of_all = case.expected_state.iter().map(move |expected| End {
        step: last,
        expected,
        when: "at the end of the workflow, ".to_owned(),
    });
    of_steps.map(of_step).chain(of_all)
}

/// What is to be seen at an end.
pub(super) struct Seen<'a> {
    frame: u64,
    text: String,
    /// The message, as the content of a result.
    pub(super) message: Value,
    /// The last call of a tool.
    pub(super) last: Option<&'a Made<'a>>,
}

impl End<'_> {
    /// `None` where the model said nothing.
    pub(super) fn seen<'a>(&self, story: &'a Story<'_>) -> Option<Seen<'a>> {
        let (frame, text) = story.last_message(self.step)?;
        let message = json!({"content": [{"type": "text", "text": text}]});
        let last = story.turns.iter().filter(|turn| turn.step <= self.step).flat_map(|turn| &turn.calls).last();
        Some(Seen { frame, text, message, last })
    }
}

fn unmet(end: &End<'_>, story: &Story<'_>) -> Result<Option<Mismatch>, Fault> {
    let expected = end.expected;
    let wanted = &*in_words(expected);
    let Some(seen) = end.seen(story) else { return Ok(None) };
    let said = against(wanted, &Reply::Result(&seen.message))?;
    let of_tool = seen.last.and_then(Made::reply).map(|reply| against(wanted, &reply)).transpose()?;
    let (in_message, in_result) = (said.is_empty(), of_tool.as_ref().is_some_and(Vec::is_empty));
    let (is_met, place) = match expected.state_in {
        StateIn::Either => (in_message || in_result, "the last message or the last tool result"),
        StateIn::Message => (in_message, "the last message"),
        StateIn::Result => (in_result, "the last tool result"),
    };
    if is_met {
        return Ok(None);
    }
    let unmet = said.first().or_else(|| of_tool.as_ref()?.first());
    let unmet = unmet.map_or_else(|| "a result of a tool".to_owned(), |mismatch| mismatch.expected.clone());
    let words = word(expected).map_or(unmet, |text| format!("{} as a whole", excerpt::quoted_to(text, 200)));
    let result = seen.last.and_then(Made::reply).map(|reply| reply.shown());
    let result = result.map(|result| format!("; the last result: {result}")).unwrap_or_default();
    let actual = format!("the last message: {}{result}", excerpt::quoted_to(&seen.text, 300));
    let words = format!("{}{words} in {place}", end.when);
    Ok(Some(Mismatch { frame: Some(seen.frame), ..of_kind(MismatchKind::State, words, actual) }))
}

/// What holds of nearly everything: where something must not be, and it is enough that it is not in one of two places.
pub(super) fn hardly_asserted(case: &WorkflowCase) -> Option<Warning> {
    let is_lax = |end: &End<'_>| end.expected.state_in == StateIn::Either && is_negative(&end.expected.matcher);
    let end = ends(case).find(is_lax)?;
    let words = "holds as soon as the last message or the last tool result meets it: say with `stateIn` which must";
    let message = format!("{}{} {words}", end.when, describe(&end.expected.matcher));
    Some(Warning { kind: WarningKind::HardlyAsserted, message })
}

/// Is it met by what has nothing to do with it?
fn is_negative(matcher: &Matcher) -> bool {
    match matcher {
        Matcher::NotContains(_) | Matcher::Not(_) | Matcher::IsError(false) => true,
        Matcher::All(inner) => inner.iter().all(is_negative),
        Matcher::Any(inner) => inner.iter().any(is_negative),
        _ => false,
    }
}

/// The text that must be found as a whole.
fn word(expected: &ExpectedState) -> Option<&str> {
    match &expected.matcher {
        Matcher::Contains(texts) if expected.whole_word => texts.first().map(String::as_str),
        _ => None,
    }
}

fn in_words(expected: &ExpectedState) -> Cow<'_, Matcher> {
    match word(expected) {
        Some(text) => Cow::Owned(Matcher::Matches(vec![whole_word::pattern(text)])),
        None => Cow::Borrowed(&expected.matcher),
    }
}
