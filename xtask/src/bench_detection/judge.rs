//! What our own rules say.

use mcpvals_model::{Finding, Requirement, Severity};

use super::figures::Verdicts;
use crate::labelled::Labelled;

/// By the rules of prompt injection.
pub(super) fn injection(tools: &[Labelled]) -> Verdicts {
    let is = |finding: &Finding| finding.requirement == Requirement::PromptInjection;
    judge("mcpvals (prompt-injection)", tools, |tool| worst(mcpvals_lint::tool(&tool.value), is))
}

/// By all rules.
pub(super) fn everything(tools: &[Labelled]) -> Verdicts {
    judge("mcpvals (all requirements)", tools, |tool| worst(mcpvals_lint::tool(&tool.value), |_| true))
}

/// By what is looked for in free texts.
pub(super) fn texts(texts: &[Labelled]) -> Verdicts {
    judge("mcpvals", texts, |text| worst(mcpvals_lint::text(text.value.as_str().unwrap_or_default()), |_| true))
}

fn worst(findings: Vec<Finding>, counts: impl Fn(&Finding) -> bool) -> Option<Severity> {
    findings.into_iter().filter(|finding| counts(finding)).map(|finding| finding.severity).max()
}

/// With the time that it takes; what is made once (patterns, tables) is made before.
pub(super) fn judge(name: &str, all: &[Labelled], one: impl Fn(&Labelled) -> Option<Severity>) -> Verdicts {
    if let Some(first) = all.first() {
        one(first);
    }
    let before = cpu_seconds();
    let worst = all.iter().map(one).collect();
    Verdicts { name: name.to_owned(), worst, cpu_seconds: cpu_seconds() - before }
}

/// Of this process; 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or_default() / 1e9
}
