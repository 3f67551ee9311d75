//! End-to-End Success (seed 004, 5.6): what must be seen at the end of a step.

use std::borrow::Cow;

use mcpvals_model::{Fault, Matcher, Mismatch, MismatchKind, Score, StateIn, WorkflowCase, WorkflowStep};
use serde_json::json;

use super::grade::against;
use super::story::{Made, Story};
use crate::excerpt;
use crate::matcher::of_kind;
use crate::reply::Reply;

pub(super) struct States {
    pub(super) score: Option<Score>,
    pub(super) mismatches: Vec<Mismatch>,
}

/// Each expected state holds for the last message of its step, or for the last result of a tool by then.
pub(super) fn states(case: &WorkflowCase, story: &Story<'_>) -> Result<States, Fault> {
    let expected = case.steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.expected_state.as_ref()?)));
    let (mut all, mut mismatches) = (0, Vec::new());
    for (step, wanted) in expected {
        all += 1;
        mismatches.extend(unmet(step, wanted, case, story)?);
    }
    let score = (all > 0).then(|| Score::ratio(all - mismatches.len(), all));
    Ok(States { score, mismatches })
}

fn unmet(step: usize, wanted: &Matcher, case: &WorkflowCase, story: &Story<'_>) -> Result<Option<Mismatch>, Fault> {
    let wanted = &*in_words(wanted, case.steps[step].whole_word);
    let Some((frame, text)) = story.last_message(step) else { return Ok(None) };
    let said = json!({"content": [{"type": "text", "text": text}]});
    let said = against(wanted, &Reply::Result(&said))?;
    let last = story.turns.iter().filter(|turn| turn.step <= step).flat_map(|turn| &turn.calls).last();
    let of_tool = last.and_then(Made::reply).map(|reply| against(wanted, &reply)).transpose()?;
    let (in_message, in_result) = (said.is_empty(), of_tool.as_ref().is_some_and(Vec::is_empty));
    let (is_met, place) = match case.steps[step].state_in {
        StateIn::Either => (in_message || in_result, "the last message or the last tool result"),
        StateIn::Message => (in_message, "the last message"),
        StateIn::Result => (in_result, "the last tool result"),
    };
    if is_met {
        return Ok(None);
    }
    let when = if case.steps.len() > 1 { format!("after step {}, ", step + 1) } else { String::new() };
    let unmet = said.first().or_else(|| of_tool.as_ref()?.first());
    let unmet = unmet.map_or_else(|| "a result of a tool".to_owned(), |mismatch| mismatch.expected.clone());
    let expected = word(case, step).map_or(unmet, |text| format!("{} as a whole", excerpt::quoted_to(text, 200)));
    let result = last.and_then(Made::reply).map(|reply| reply.shown());
    let result = result.map(|result| format!("; the last result: {result}")).unwrap_or_default();
    let actual = format!("the last message: {}{result}", excerpt::quoted_to(&text, 300));
    let expected = format!("{when}{expected} in {place}");
    Ok(Some(Mismatch { frame: Some(frame), ..of_kind(MismatchKind::State, expected, actual) }))
}

/// The text that must be found as a whole.
fn word(case: &WorkflowCase, step: usize) -> Option<&str> {
    match &case.steps[step] {
        WorkflowStep { whole_word: true, expected_state: Some(Matcher::Contains(texts)), .. } => {
            texts.first().map(String::as_str)
        }
        _ => None,
    }
}

fn in_words(wanted: &Matcher, whole: bool) -> Cow<'_, Matcher> {
    match wanted {
        Matcher::Contains(texts) if whole => {
            Cow::Owned(Matcher::Matches(texts.iter().map(|text| as_word(text)).collect()))
        }
        _ => Cow::Borrowed(wanted),
    }
}

/// A regular expression that finds the text where neither letters nor digits go on beside it, and no number does.
fn as_word(text: &str) -> String {
    format!(r"(?:^|[^\w.,]|[^\d][.,]|^[.,]){}(?:$|[^\w.,]|[.,](?:$|[^\d]))", regex_escaped(text))
}

fn regex_escaped(text: &str) -> String {
    let escaped =
        |c: char| if c.is_ascii_punctuation() && !matches!(c, '<' | '>') { format!("\\{c}") } else { c.to_string() };
    text.chars().map(escaped).collect()
}
