//! One row for each requirement: score, status, evidence, what to do.

use mcpvals_model::{Finding, HookVerdict, Requirement, RequirementResult, RequirementStatus, Severity};

use super::evidence::line;
use super::recommendation::remedies;
use super::{Basis, Selection};
use crate::score::{self, Scale};

/// So many findings are told as evidence; the others are counted.
const LINES_MAX: usize = 20;

/// What is said where no rule is broken.
const NOTHING_FOUND: &str = "nothing was found against it";

/// What a hook of the user's says of a requirement.
#[derive(Debug, Clone, PartialEq)]
pub struct HookResult {
    /// One of ours, which it adds to, or one of its own.
    pub requirement: Option<Requirement>,
    /// Its word for it.
    pub title: String,
    /// 0 to 1; absent where it could not say.
    pub score: Option<f64>,
    /// What it says.
    pub status: RequirementStatus,
    /// What it saw.
    pub evidence: Vec<String>,
    /// What it recommends.
    pub recommendations: Vec<String>,
    /// The same, by the hook's name.
    pub verdict: HookVerdict,
}

/// A row for each requirement that was asked for, then the hooks' own.
pub fn results(
    findings: &[&Finding],
    basis: &Basis,
    hooks: Vec<HookResult>,
    selection: &Selection,
    scale: &Scale,
) -> Vec<RequirementResult> {
    let mut rows: Vec<RequirementResult> = Requirement::ALL
        .into_iter()
        .filter(|requirement| selection.judges(*requirement))
        .map(|requirement| row(requirement, findings, basis, scale))
        .collect();
    for hook in hooks {
        match rows.iter_mut().find(|row| row.requirement.is_some() && row.requirement == hook.requirement) {
            Some(row) => *row = joined(std::mem::replace(row, empty()), hook),
            None => rows.push(own(hook)),
        }
    }
    rows
}

fn row(requirement: Requirement, findings: &[&Finding], basis: &Basis, scale: &Scale) -> RequirementResult {
    let mut against: Vec<&Finding> =
        findings.iter().copied().filter(|finding| finding.requirement == requirement).collect();
    against.sort_by(|a, b| b.severity.cmp(&a.severity).then(b.confidence.total_cmp(&a.confidence)));
    // What is missing where there is nothing to look at (no licence in an empty folder) judges nobody.
    let judged = basis.judges(requirement) || against.iter().any(|finding| finding.severity >= Severity::Medium);
    let worst = against.first().map(|finding| finding.severity);
    let score = judged.then(|| score::of_findings(against.iter().copied()));
    let status = score.map_or(RequirementStatus::NeedMoreInfo, |score| score::status(score, worst, scale));
    RequirementResult {
        requirement: Some(requirement),
        title: requirement.title().to_owned(),
        score,
        status,
        evidence: evidence(requirement, &against, basis, judged),
        recommendations: remedies(&against),
        hooks: Vec::new(),
    }
}

fn evidence(requirement: Requirement, against: &[&Finding], basis: &Basis, judged: bool) -> Vec<String> {
    let mut lines: Vec<String> = basis.seen(requirement).map(str::to_owned).collect();
    if !judged && requirement == Requirement::SecurityCode && !lines.is_empty() {
        lines.push("most of the code, or all of it, was not read: it could not be judged".to_owned());
    } else if !judged {
        lines.push(lacking(requirement).to_owned());
    } else if against.is_empty() {
        lines.push(NOTHING_FOUND.to_owned());
    }
    lines.extend(against.iter().take(LINES_MAX).map(|finding| line(finding)));
    let more = against.len().saturating_sub(LINES_MAX);
    lines.extend((more > 0).then(|| format!("and {more} more, see `findings` and `tools`")));
    lines
}

/// Why it could not be judged.
fn lacking(requirement: Requirement) -> &'static str {
    match requirement {
        Requirement::FunctionalityMatch | Requirement::ToolNaming => {
            "no tools are known: none were found in the source, and no server was asked"
        }
        Requirement::PromptInjection => "no text that a model reads is known",
        Requirement::WorkingExamples => "no documents are at hand",
        Requirement::ErrorHandling => "no handler of a tool was found in the source, and no server was asked",
        Requirement::SecurityCode => "no source is at hand in a language that is read",
        Requirement::SupplyChain => "no manifest or lock file is at hand",
        Requirement::Privacy => "no documents or manifests are at hand",
    }
}

/// The worse of the two counts.
fn joined(row: RequirementResult, hook: HookResult) -> RequirementResult {
    let score = match (row.score, hook.score) {
        (Some(ours), Some(theirs)) => Some(ours.min(theirs)),
        (ours, theirs) => ours.or(theirs),
    };
    let status = match (row.status, hook.status) {
        (RequirementStatus::NeedMoreInfo, status) | (status, RequirementStatus::NeedMoreInfo) => status,
        (ours, theirs) => worse(ours, theirs),
    };
    let is_clean = !matches!(hook.status, RequirementStatus::Fail | RequirementStatus::Warn);
    let ours = row.evidence.into_iter().filter(|line| is_clean || line != NOTHING_FOUND);
    let evidence = ours.chain(hook.evidence).collect();
    let recommendations = row.recommendations.into_iter().chain(hook.recommendations).collect();
    let hooks = row.hooks.into_iter().chain([hook.verdict]).collect();
    RequirementResult { score, status, evidence, recommendations, hooks, ..row }
}

fn worse(one: RequirementStatus, other: RequirementStatus) -> RequirementStatus {
    let rank = |status| match status {
        RequirementStatus::Fail => 0,
        RequirementStatus::Warn => 1,
        RequirementStatus::NeedMoreInfo => 2,
        RequirementStatus::Pass => 3,
    };
    if rank(other) < rank(one) { other } else { one }
}

fn own(hook: HookResult) -> RequirementResult {
    RequirementResult {
        requirement: hook.requirement,
        title: hook.title,
        score: hook.score,
        status: hook.status,
        evidence: hook.evidence,
        recommendations: hook.recommendations,
        hooks: vec![hook.verdict],
    }
}

fn empty() -> RequirementResult {
    let status = RequirementStatus::NeedMoreInfo;
    RequirementResult {
        requirement: None,
        title: String::new(),
        score: None,
        status,
        evidence: Vec::new(),
        recommendations: Vec::new(),
        hooks: Vec::new(),
    }
}
