//! SARIF 2.1.0 of an evaluation, for code hosts and viewers: no clock and no chance, so that the same evaluation gives
//! the same log.

mod fingerprint;
mod hook;
mod place;
mod rule;
mod taxonomy;
mod text;

use mcpvals_model::{Evaluation, RuntimeStatus, Severity};
use serde_json::{Value, json};

use super::found::{self, Found, Tried};
use super::words;
use fingerprint::Fingerprints;
use rule::Rules;
use taxonomy::Taxonomies;
use text::message;

use crate::visible;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const HOME: &str = "https://github.com/mcpvals/mcpvals";
/// Where the paths of the server's files begin, by the name that code hosts know.
const ROOT: &str = "%SRCROOT%";

/// The log: one run.
pub(super) fn log(evaluation: &Evaluation) -> Value {
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run(evaluation)] })
}

fn run(evaluation: &Evaluation) -> Value {
    let taxonomies = Taxonomies::of(&evaluation.rules);
    let rules = Rules::of(evaluation);
    let mut driver = json!({
        "name": "mcpvals",
        "version": evaluation.mcpvals_version,
        "semanticVersion": evaluation.mcpvals_version,
        "informationUri": HOME,
        "supportedTaxonomies": taxonomy::references(),
        "rules": rules.descriptors(&taxonomies),
    });
    if let Some(notifications) = hook::descriptors(evaluation) {
        driver["notifications"] = notifications;
    }
    json!({
        "tool": { "driver": driver },
        "automationDetails": { "id": "mcpvals/evaluation/" },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": { ROOT: { "description": { "text": "The server's folder." } } },
        "invocations": [invocation(evaluation)],
        "taxonomies": taxonomies.components(),
        "results": results(evaluation, &rules),
        "properties": properties(evaluation),
    })
}

fn properties(evaluation: &Evaluation) -> Value {
    json!({
        "server": words::server(evaluation),
        "score": evaluation.score,
        "status": evaluation.status,
        "certification": evaluation.certification,
    })
}

/// How the evaluation itself went: what was left out, and whether the server was there.
fn invocation(evaluation: &Evaluation) -> Value {
    let runtime = evaluation.results.runtime.as_ref();
    let unreachable = runtime.and_then(|runtime| runtime.unreachable.as_deref());
    let of_runtime = runtime.iter().flat_map(|runtime| &runtime.left_out);
    let left_out = evaluation.left_out.iter().chain(of_runtime);
    let notes = left_out.map(|left| note("note", &format!("left out: {}: {}", left.name, left.reason)));
    let mut notes = notes.collect::<Vec<_>>();
    notes.extend(unreachable.map(|why| note("error", &format!("the server could not be reached: {why}"))));
    notes.extend(sandbox(evaluation).map(|words| note("note", &words)));
    notes.extend(hook::notes(evaluation));
    let mut invocation = json!({ "executionSuccessful": unreachable.is_none() });
    if let Some(rerun) = &evaluation.rerun {
        invocation["commandLine"] = rerun.as_str().into();
    }
    if !notes.is_empty() {
        invocation["toolExecutionNotifications"] = notes.into();
    }
    invocation
}

/// In which sandbox the server ran, and what of it did not hold.
fn sandbox(evaluation: &Evaluation) -> impl Iterator<Item = String> {
    let gist = evaluation.sandbox.iter().map(|it| format!("sandbox: {}", super::paper::sandbox_gist(it)));
    let missed = evaluation.sandbox.iter().flat_map(|it| it.guarantees.iter().filter(|one| !one.held));
    gist.chain(missed.map(|one| format!("sandbox: {} is not held: {}", one.name, one.how)))
}

fn note(level: &str, text: &str) -> Value {
    json!({ "level": level, "message": { "text": message(text) } })
}

fn results(evaluation: &Evaluation, rules: &Rules<'_>) -> Vec<Value> {
    let mut fingerprints = Fingerprints::default();
    let found = found::all(evaluation);
    let of_rules = found.iter().map(|found| of_finding(evaluation, rules, found, &mut fingerprints));
    let mut results = of_rules.collect::<Vec<_>>();
    let troubled = evaluation.results.runtime.as_ref().map(found::troubled).unwrap_or_default();
    results.extend(troubled.iter().map(|one| of_test(evaluation, rules, one, &mut fingerprints)));
    results.extend(hook::results(evaluation, rules, &mut fingerprints));
    results
}

fn of_finding(evaluation: &Evaluation, rules: &Rules<'_>, found: &Found<'_>, fingerprints: &mut Fingerprints) -> Value {
    let finding = found.finding;
    let mut result = json!({
        "ruleId": finding.rule,
        "ruleIndex": rules.index(&finding.rule),
        "kind": "fail",
        "level": level(finding.severity),
        "rank": (finding.confidence.clamp(0.0, 1.0) * 100.0).round(),
        "message": { "text": message(&finding.message) },
        "locations": [place::of_finding(evaluation, found)],
        "partialFingerprints": { "mcpvalsFinding/v1": fingerprints.of_finding(found) },
        "properties": {
            "severity": finding.severity,
            "confidence": finding.confidence,
            "requirement": finding.requirement,
        },
    });
    if let Some(evidence) = &finding.evidence {
        result["properties"]["evidence"] = visible::line(evidence).into();
    }
    result
}

fn of_test(evaluation: &Evaluation, rules: &Rules<'_>, one: &Tried<'_>, fingerprints: &mut Fingerprints) -> Value {
    let test = one.test;
    let rule = rule::of_test(one);
    let on = if one.name.is_empty() { String::new() } else { format!("`{}`: ", one.name) };
    let came = message(&format!("{on}expected {}, got {}", test.expected, test.actual));
    let level = if test.status == RuntimeStatus::Failed { "warning" } else { "note" };
    let mut result = json!({
        "ruleId": rule,
        "ruleIndex": rules.index(&rule),
        "kind": "fail",
        "level": level,
        "message": { "text": came },
        "locations": [place::of_test(evaluation, one)],
        "partialFingerprints": { "mcpvalsFinding/v1": fingerprints.of_test(one, &rule) },
    });
    if let Some(rerun) = &test.rerun {
        result["properties"] = json!({ "rerun": rerun });
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low => "note",
    }
}
