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
    let score = match (static_score, runtime_score) {
        (Some(statics), Some(runtime)) => {
            mean([(scale.static_weight, statics), (scale.runtime_weight, runtime)].into_iter()).unwrap_or(0.0)
        }
        // Whatever it weighs beside the other.
        (Some(alone), None) | (None, Some(alone)) => alone,
        (None, None) => 0.0,
    };
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
    /// A requirement of the directory was not judged, or no tool of a running server was called, by whosever choice.
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

/// The level of a score; none where something critical was found, the server could not be reached, or something that
/// the directory asks for was not judged.
pub fn certification(score: f64, against: Against) -> Option<Certification> {
    let spoilt = against.unreachable || against.unjudged || against.worst == Some(Severity::Critical);
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

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use mcpvals_model::{
        Certification, EvaluationStatus, Finding, Requirement, RequirementStatus, RuntimeResults, RuntimeStatus,
        RuntimeTest, Severity, ToolTest,
    };

    use super::{Against, Scale, certification, of_findings, of_runtime, status, total, verdict};

    fn finding(rule: &'static str, severity: Severity, confidence: f64) -> Finding {
        Finding {
            rule: Cow::Borrowed(rule),
            requirement: Requirement::ToolNaming,
            severity,
            confidence,
            subject: None,
            span: None,
            evidence: None,
            message: String::new(),
        }
    }

    #[track_caller]
    fn check(findings: &[Finding], score: f64) {
        let got = of_findings(findings.iter());
        assert!((got - score).abs() < 1e-9, "{got}, not {score}");
    }

    #[test]
    fn findings_take_what_is_published() {
        use Severity::{Critical, High, Low, Medium};
        check(&[], 1.0);
        check(&[finding("a", High, 0.8)], 0.6);
        // 0.2 + 0.1 + 0.05 of one rule, 0.2 of another.
        check(&[finding("a", Medium, 1.0), finding("a", Medium, 1.0), finding("a", Medium, 1.0)], 0.65);
        check(&[finding("a", Medium, 1.0), finding("b", Medium, 1.0)], 0.6);
        check(&["a", "b", "c", "d"].map(|rule| finding(rule, Medium, 1.0)), 0.5);
        check(&["a", "b", "c", "d", "e", "f"].map(|rule| finding(rule, Low, 1.0)), 0.8);
        check(&[finding("a", Critical, 1.0), finding("b", High, 1.0)], 0.0);
    }

    #[test]
    fn more_findings_never_make_it_better() {
        let mut findings = Vec::new();
        let mut last = 1.0;
        for index in 0..40 {
            let severity = Severity::ALL[index % 4];
            findings.push(finding(
                ["a", "b", "c"][index % 3],
                severity,
                0.1 + 0.02 * f64::from(u8::try_from(index % 40).unwrap()),
            ));
            let score = of_findings(findings.iter());
            assert!(score <= last, "{index}");
            last = score;
        }
    }

    #[test]
    fn nothing_high_passes_and_nothing_critical_warns() {
        let scale = Scale::default();
        assert_eq!(status(0.95, None, &scale), RequirementStatus::Pass);
        assert_eq!(status(0.95, Some(Severity::High), &scale), RequirementStatus::Warn);
        assert_eq!(status(0.95, Some(Severity::Critical), &scale), RequirementStatus::Fail);
        assert_eq!(status(0.7, None, &scale), RequirementStatus::Warn);
        assert_eq!(status(0.5, None, &scale), RequirementStatus::Fail);
    }

    #[test]
    fn phases_are_weighed_and_one_alone_is_the_whole() {
        let scale = Scale::default();
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a}, not {b}");
        close(total(&scale, Some(0.5), Some(1.0)).1, 80.0);
        close(total(&scale, Some(0.5), None).1, 50.0);
        close(total(&scale, None, Some(0.25)).1, 25.0);
        close(total(&scale, None, None).1, 0.0);
    }

    #[test]
    fn what_was_skipped_does_not_count() {
        let test = |status| RuntimeTest {
            test: String::new(),
            status,
            expected: String::new(),
            actual: String::new(),
            response_time: None,
            rerun: None,
        };
        let tool = |tests: Vec<RuntimeTest>| ToolTest {
            name: String::new(),
            status: RuntimeStatus::Passed,
            response_time: None,
            result: None,
            tests,
        };
        let mut results = RuntimeResults::default();
        assert_eq!(of_runtime(&results), None);
        results.tool_tests =
            vec![tool(vec![test(RuntimeStatus::Passed), test(RuntimeStatus::Failed)]), tool(Vec::new())];
        assert_eq!(of_runtime(&results), Some(0.5));
        results.error_tests = vec![test(RuntimeStatus::Passed), test(RuntimeStatus::Skipped)];
        assert_eq!(of_runtime(&results), Some(0.667));
    }

    #[test]
    fn there_is_no_certificate_for_what_is_critical_or_away() {
        let good = Against { worst: None, failed: false, unjudged: false, unreachable: false };
        let scale = Scale::default();
        let levels = [95.0, 80.0, 60.0, 59.9].map(|score| certification(score, good));
        assert_eq!(levels, [Some(Certification::Gold), Some(Certification::Silver), Some(Certification::Bronze), None]);
        let critical = Against { worst: Some(Severity::Critical), ..good };
        let away = Against { unreachable: true, ..good };
        for against in [critical, away] {
            assert_eq!(certification(100.0, against), None);
            assert_eq!(verdict(100.0, against, &scale), EvaluationStatus::Fail);
        }
        assert_eq!(verdict(100.0, good, &scale), EvaluationStatus::Pass);
        let unjudged = Against { unjudged: true, ..good };
        assert_eq!((verdict(100.0, unjudged, &scale), certification(100.0, unjudged)), (EvaluationStatus::Warn, None));
        assert_eq!(verdict(100.0, Against { failed: true, ..good }, &scale), EvaluationStatus::Warn);
        let high = Against { worst: Some(Severity::High), ..good };
        assert_eq!(verdict(100.0, high, &scale), EvaluationStatus::Warn, "nothing high passes");
        assert_eq!(certification(100.0, high), Some(Certification::Gold), "the level is the score's alone");
    }
}
