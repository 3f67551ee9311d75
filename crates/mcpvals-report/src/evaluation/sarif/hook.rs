//! What the user's hooks said: a result where it is bad, and a notification where one said nothing, or could not be run.

use mcpvals_model::{Evaluation, HookVerdict, RequirementResult, RequirementStatus};
use serde_json::{Value, json};

use super::fingerprint::Fingerprints;
use super::rule::Rules;
use super::text::message;
use super::{note, place};

/// The name of the notification, as the other formats have it.
const FAILED: &str = "HOOK_EXECUTION_FAILED";

/// Each hook with the requirement that it speaks of.
fn all(evaluation: &Evaluation) -> impl Iterator<Item = (&RequirementResult, &HookVerdict)> {
    let rows = evaluation.results.requirements.iter().flatten();
    rows.flat_map(|row| row.hooks.iter().map(move |hook| (row, hook)))
}

/// Those that say that something is not as it should be.
fn troubled(evaluation: &Evaluation) -> impl Iterator<Item = (&RequirementResult, &HookVerdict, &'static str)> {
    let level = |status| match status {
        RequirementStatus::Fail => Some("error"),
        RequirementStatus::Warn => Some("warning"),
        RequirementStatus::Pass | RequirementStatus::NeedMoreInfo => None,
    };
    all(evaluation).filter_map(move |(row, hook)| Some((row, hook, level(hook.status)?)))
}

/// What a hook is called as a rule.
fn rule(hook: &HookVerdict) -> String {
    format!("hook-{}", hook.name)
}

/// The rules of the results.
pub(super) fn rules(evaluation: &Evaluation) -> impl Iterator<Item = String> {
    troubled(evaluation).map(|(_, hook, _)| rule(hook))
}

/// A result for each that warns or fails.
pub(super) fn results(evaluation: &Evaluation, rules: &Rules<'_>, fingerprints: &mut Fingerprints) -> Vec<Value> {
    let result = |(row, hook, level): (&RequirementResult, &HookVerdict, &str)| {
        let rule = rule(hook);
        let verb = if hook.status == RequirementStatus::Fail { "is not met" } else { "is met in part" };
        let seen = hook.evidence.join("; ");
        let seen = if seen.is_empty() { String::new() } else { format!(": {seen}") };
        let text = format!("the hook `{}` says that `{}` {verb}{seen}", hook.name, row.title);
        json!({
            "ruleId": rule,
            "ruleIndex": rules.index(&rule),
            "kind": "fail",
            "level": level,
            "message": { "text": message(&text) },
            "locations": [place::of_hook(evaluation, &hook.name)],
            "partialFingerprints": { "mcpvalsFinding/v1": fingerprints.of_hook(&rule, &row.title) },
        })
    };
    troubled(evaluation).map(result).collect()
}

/// A notification for each that could not be run, or needs more information.
pub(super) fn notes(evaluation: &Evaluation) -> impl Iterator<Item = Value> {
    all(evaluation).filter_map(|(row, hook)| {
        if let Some(failure) = &hook.failure {
            let mut note = note("error", failure);
            note["descriptor"] = json!({ "id": FAILED, "index": 0 });
            return Some(note);
        }
        let text = format!("hook {}: needs more information on `{}`", hook.name, row.title);
        (hook.status == RequirementStatus::NeedMoreInfo).then(|| note("note", &text))
    })
}

/// What the notifications of the tool are described by; none where there is none of them.
pub(super) fn descriptors(evaluation: &Evaluation) -> Option<Value> {
    let text = "A hook of the user's could not be run, or gave no answer.";
    let described = json!([{ "id": FAILED, "shortDescription": { "text": text } }]);
    all(evaluation).any(|(_, hook)| hook.failure.is_some()).then_some(described)
}
