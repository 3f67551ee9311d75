//! From findings and tests to numbers. The formula is published in `docs/reference/scoring.md`; keep both the same.

use std::collections::BTreeMap;

use mcpvals_model::{
    Certification, EvaluationStatus, Finding, Formula, Requirement, RequirementResult, RequirementStatus,
    RuntimeResults, RuntimeStatus, RuntimeTest, Severity,
};

/// What phases weigh, and from where on what passes; shares, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The static phase.
    pub static_weight: f64,
    /// The runtime phase.
    pub runtime_weight: f64,
    /// From here on it passes.
    pub pass: f64,
    /// From here on it warns.
    pub warning: f64,
}

impl Default for Scale {
    fn default() -> Self {
        Self { static_weight: 0.4, runtime_weight: 0.6, pass: 0.8, warning: 0.6 }
    }
}

/// What a finding takes from its requirement, at full confidence.
fn weight(severity: Severity) -> f64 {
    match severity {
        Severity::Critical => 1.0,
        Severity::High => 0.5,
        Severity::Medium => 0.2,
        Severity::Low => 0.05,
    }
}

/// What all findings of a severity may take together: what is worth knowing fails nobody.
fn most(severity: Severity) -> f64 {
    match severity {
        Severity::Critical | Severity::High => 1.0,
        Severity::Medium => 0.5,
        Severity::Low => 0.2,
    }
}

/// The score of a requirement with these findings, 0 to 1: one, less what each rule takes. Of a rule's findings, the worst
/// counts in full and each further one half as much as the one before; each severity has a limit.
pub fn of_findings<'a>(findings: impl Iterator<Item = &'a Finding>) -> f64 {
    let mut by_rule: BTreeMap<(Severity, &str), Vec<f64>> = BTreeMap::new();
    for finding in findings {
        let taken = weight(finding.severity) * finding.confidence.clamp(0.0, 1.0);
        by_rule.entry((finding.severity, finding.rule.as_ref())).or_default().push(taken);
    }
    let mut by_severity: BTreeMap<Severity, f64> = BTreeMap::new();
    for ((severity, _), mut taken) in by_rule {
        taken.sort_by(|a, b| b.total_cmp(a));
        let (sum, _) = taken.iter().fold((0.0, 1.0), |(sum, share), taken| (sum + taken * share, share / 2.0));
        *by_severity.entry(severity).or_default() += sum;
    }
    let taken: f64 = by_severity.into_iter().map(|(severity, sum)| sum.min(most(severity))).sum();
    rounded((1.0 - taken).clamp(0.0, 1.0), 3)
}

/// Against the thresholds; one that is critical fails whatever the score, and one that is high never passes.
pub fn status(score: f64, worst: Option<Severity>, scale: &Scale) -> RequirementStatus {
    let by_score = if score >= scale.pass {
        RequirementStatus::Pass
    } else if score >= scale.warning {
        RequirementStatus::Warn
    } else {
        RequirementStatus::Fail
    };
    match (worst, by_score) {
        (Some(Severity::Critical), _) => RequirementStatus::Fail,
        (Some(Severity::High), RequirementStatus::Pass) => RequirementStatus::Warn,
        (_, by_score) => by_score,
    }
}

/// What a requirement weighs in the static phase; those of the directory sum up to 1. A hook of the user's own weighs as the
/// lightest of them.
pub fn share(requirement: Option<Requirement>) -> f64 {
    match requirement {
        Some(Requirement::FunctionalityMatch | Requirement::PromptInjection | Requirement::SecurityCode) => 0.25,
        Some(Requirement::WorkingExamples) => 0.20,
        Some(Requirement::ToolNaming | Requirement::ErrorHandling) | None => 0.15,
        Some(Requirement::SupplyChain | Requirement::Privacy) => 0.10,
    }
}

/// The static phase's score, 0 to 1: the mean of what could be judged; `None` where nothing could.
pub fn of_requirements(results: &[RequirementResult]) -> Option<f64> {
    mean(results.iter().filter_map(|result| Some((share(result.requirement), result.score?))))
}

/// The runtime phase's score, 0 to 1: the mean of its groups, each the mean of its tests; `None` where none was played.
pub fn of_runtime(results: &RuntimeResults) -> Option<f64> {
    let tools = results.tool_tests.iter().filter_map(|tool| Some((1.0, of_tests(&tool.tests)?)));
    let groups = [
        (0.40, mean(tools)),
        (0.20, of_tests(&results.error_tests)),
        (0.15, of_tests(&results.security_tests)),
        (0.10, of_tests(&results.example_tests)),
        (0.05, of_tests(results.resource_tests.iter().map(|item| &item.test))),
        (0.05, of_tests(results.prompt_tests.iter().map(|item| &item.test))),
        (0.05, results.performance.as_ref().and_then(|performance| worth(performance.status))),
    ];
    mean(groups.into_iter().filter_map(|(weight, score)| Some((weight, score?)))).map(|score| rounded(score, 3))
}

fn of_tests<'a>(tests: impl IntoIterator<Item = &'a RuntimeTest>) -> Option<f64> {
    mean(tests.into_iter().filter_map(|test| Some((1.0, worth(test.status)?))))
}

fn worth(status: RuntimeStatus) -> Option<f64> {
    match status {
        RuntimeStatus::Passed => Some(1.0),
        RuntimeStatus::Warned => Some(0.5),
        RuntimeStatus::Failed => Some(0.0),
        RuntimeStatus::Skipped => None,
    }
}

fn mean(weighed: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (weight, sum) = weighed.fold((0.0, 0.0), |(all, sum), (weight, score)| (all + weight, sum + weight * score));
    (weight > 0.0).then(|| sum / weight)
}

/// How the score was made, and the score, 0 to 100 with one decimal. The weights of phases that gave none are left out.
pub fn total(scale: &Scale, static_score: Option<f64>, runtime_score: Option<f64>) -> (Formula, f64) {
    let phases = [(scale.static_weight, static_score), (scale.runtime_weight, runtime_score)];
    let score = mean(phases.into_iter().filter_map(|(weight, score)| Some((weight, score?)))).unwrap_or(0.0);
    let formula = Formula {
        static_weight: scale.static_weight,
        runtime_weight: scale.runtime_weight,
        pass: scale.pass,
        warning: scale.warning,
        static_score: static_score.map(|score| rounded(score, 3)),
        runtime_score: runtime_score.map(|score| rounded(score, 3)),
    };
    (formula, rounded(score * 100.0, 1))
}

/// What speaks against a pass, whatever the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Against {
    /// The worst finding.
    pub worst: Option<Severity>,
    /// A requirement failed.
    pub failed: bool,
    /// A requirement of the directory, or a phase that was asked for, could not be judged.
    pub unjudged: bool,
    /// The server could not be reached.
    pub unreachable: bool,
}

/// The status of the whole.
pub fn verdict(score: f64, against: Against, scale: &Scale) -> EvaluationStatus {
    let share = score / 100.0;
    if against.unreachable || against.worst == Some(Severity::Critical) || share < scale.warning {
        EvaluationStatus::Fail
    } else if against.failed || against.unjudged || against.worst == Some(Severity::High) || share < scale.pass {
        EvaluationStatus::Warn
    } else {
        EvaluationStatus::Pass
    }
}

/// The level of a score; none where something critical was found, or the server could not be reached.
pub fn certification(score: f64, against: Against) -> Option<Certification> {
    let spoilt = against.unreachable || against.worst == Some(Severity::Critical);
    match score {
        _ if spoilt => None,
        score if score >= 90.0 => Some(Certification::Gold),
        score if score >= 75.0 => Some(Certification::Silver),
        score if score >= 60.0 => Some(Certification::Bronze),
        _ => None,
    }
}

fn rounded(number: f64, digits: i32) -> f64 {
    let factor = 10_f64.powi(digits);
    (number * factor).round() / factor
}
