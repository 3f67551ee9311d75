//! One voice for all formats of an evaluation: scores, outcomes, places and counts in words.

use mcpvals_model::{
    Certification, Evaluation, EvaluationStatus, Finding, Formula, Priority, RequirementStatus, RuntimeStatus, Score,
    Span, Subject,
};

use super::found;
use crate::wording;

/// `85.5`, `100`.
pub(super) fn score(evaluation: &Evaluation) -> String {
    let shown = if evaluation.score.is_finite() { evaluation.score.clamp(0.0, 100.0) } else { 0.0 };
    let text = format!("{shown:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// `92 %`, or that nothing could be judged.
pub(super) fn share(share: Option<f64>) -> String {
    share.and_then(Score::new).map_or_else(|| "not judged".to_owned(), wording::percent)
}

pub(super) fn status(status: EvaluationStatus) -> &'static str {
    match status {
        EvaluationStatus::Pass => "PASS",
        EvaluationStatus::Warn => "WARN",
        EvaluationStatus::Fail => "FAIL",
    }
}

pub(super) fn outcome(status: RequirementStatus) -> &'static str {
    match status {
        RequirementStatus::Pass => "PASS",
        RequirementStatus::Warn => "WARN",
        RequirementStatus::Fail => "FAIL",
        RequirementStatus::NeedMoreInfo => "INFO",
    }
}

pub(super) fn ran(status: RuntimeStatus) -> &'static str {
    match status {
        RuntimeStatus::Passed => "PASS",
        RuntimeStatus::Warned => "WARN",
        RuntimeStatus::Failed => "FAIL",
        RuntimeStatus::Skipped => "SKIP",
    }
}

pub(super) fn certification(level: Certification) -> &'static str {
    match level {
        Certification::Bronze => "bronze",
        Certification::Silver => "silver",
        Certification::Gold => "gold",
    }
}

pub(super) fn priority(priority: Priority) -> &'static str {
    match priority {
        Priority::Critical => "critical",
        Priority::High => "high",
        Priority::Medium => "medium",
        Priority::Low => "low",
    }
}

/// The server's name and version, or as it was given.
pub(super) fn server(evaluation: &Evaluation) -> String {
    let server = &evaluation.server;
    let name = server.name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or(&server.path);
    match server.version.as_deref().filter(|version| !version.trim().is_empty()) {
        Some(version) => format!("{name} {version}"),
        None => name.to_owned(),
    }
}

/// `static 92 % × 0.4 + runtime 80.1 % × 0.6`.
pub(super) fn formula(formula: &Formula, times: &str) -> String {
    let parts = [
        ("static", formula.static_score, formula.static_weight),
        ("runtime", formula.runtime_score, formula.runtime_weight),
    ];
    let judged = parts.iter().filter(|(_, score, _)| score.is_some()).collect::<Vec<_>>();
    match judged[..] {
        [] => "neither phase could be judged".to_owned(),
        [(phase, score, _)] => format!("{phase} phase alone: {}", share(*score)),
        _ => {
            let rounded = |weight: f64| (weight * 1000.0).round() / 1000.0;
            let words = judged
                .iter()
                .map(|(phase, score, weight)| format!("{phase} {} {times} {}", share(*score), rounded(*weight)));
            words.collect::<Vec<_>>().join(" + ")
        }
    }
}

/// `passes from 80, warns from 60`.
pub(super) fn thresholds(formula: &Formula) -> String {
    let points = |share: f64| (share * 1000.0).round() / 10.0;
    format!("passes from {}, warns from {}", points(formula.pass), points(formula.warning))
}

/// `tool`, `prompt`, …
pub(super) fn kind(subject: &Subject) -> &'static str {
    match subject {
        Subject::Server(_) => "server",
        Subject::Tool(_) => "tool",
        Subject::Prompt(_) => "prompt",
        Subject::Resource(_) => "resource",
        Subject::ResourceTemplate(_) => "resource template",
        Subject::Package(_) => "package",
    }
}

pub(super) fn name(subject: &Subject) -> &str {
    match subject {
        Subject::Server(name)
        | Subject::Tool(name)
        | Subject::Prompt(name)
        | Subject::Resource(name)
        | Subject::ResourceTemplate(name)
        | Subject::Package(name) => name,
    }
}

/// `src/index.ts:12:5`, `/description, characters 10 to 42`.
pub(super) fn place(finding: &Finding) -> Option<String> {
    match finding.span.as_ref()? {
        Span::File { file, line, column, .. } => Some(format!("{file}:{line}:{column}")),
        Span::Metadata { pointer, start, end } => {
            let pointer = if pointer.is_empty() { "/" } else { pointer };
            Some(if end > start { format!("{pointer}, characters {} to {end}", start + 1) } else { pointer.to_owned() })
        }
    }
}

/// `1 critical, 3 high and 12 low findings`; `no findings`.
pub(super) fn findings(evaluation: &Evaluation) -> String {
    let counts = found::counts(evaluation);
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let parts = counts.iter().filter(|(_, count)| *count > 0);
    let parts = parts.map(|(severity, count)| format!("{} {}", wording::number(*count), severity.as_str()));
    match all {
        0 => "no findings".to_owned(),
        1 => format!("{} finding", parts.collect::<String>()),
        _ => format!("{} findings", and(&parts.collect::<Vec<_>>())),
    }
}

/// `a, b and c`.
pub(super) fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{and, share};

    #[test]
    fn only_a_full_share_is_all() {
        assert_eq!([Some(1.0), Some(0.9999), Some(0.5), None].map(share), ["100 %", "99.9 %", "50 %", "not judged"]);
    }

    #[test]
    fn a_list_ends_with_and() {
        assert_eq!(and(&["a".to_owned(), "b".to_owned(), "c".to_owned()]), "a, b and c");
    }
}
