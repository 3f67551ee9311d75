//! The document: everything that was found, put together.

use mcpvals_model::{
    EVALUATION_VERSION, EvaluatedServer, Evaluation, EvaluationSummary, Finding, LeftOut, Phase, Requirement,
    RequirementResult, RequirementStatus, Results, RuntimeResults, SandboxFacts,
};

use crate::catalogue;
use crate::runtime::rules;
use crate::score::{self, Against, Scale};
use crate::static_phase::{self, Found, HookResult, Selection};
use crate::withheld;

/// What the runtime phase gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ran {
    /// Test by test.
    pub results: RuntimeResults,
    /// What is wrong by that.
    pub findings: Vec<Finding>,
    /// What it is for, and did not get to see, each with the reason.
    pub unseen: Vec<LeftOut>,
    /// In which sandbox, and what was seen of it there; absent where in none.
    pub sandbox: Option<SandboxFacts>,
}

impl Ran {
    /// A command that is the user's own, and does not start the server, speaks against none of its makers' documents.
    pub fn excuse_start(&mut self) {
        self.findings.retain(|finding| finding.rule != rules::START_FAILS.id);
    }
}

/// Which phases were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phases {
    /// Source and metadata.
    pub statics: bool,
    /// The running server.
    pub runtime: bool,
}

/// All that goes into a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// What was evaluated.
    pub server: EvaluatedServer,
    /// By the static phase.
    pub found: Found,
    /// By the user's own programs.
    pub hooks: Vec<HookResult>,
    /// By the runtime phase, where it was run.
    pub ran: Option<Ran>,
}

/// Puts it together.
pub fn assemble(parts: Parts, phases: Phases, selection: &Selection, scale: &Scale) -> Evaluation {
    let Parts { server, found, hooks, ran } = parts;
    let Found { mut tools, mut findings, mut basis, mut left_out, facts, .. } = found;
    let server = EvaluatedServer {
        languages: facts.languages,
        files: facts.files,
        lines: facts.lines,
        particulars: facts.particulars,
        ..server
    };
    let mut ran = ran.unwrap_or_default();
    ran.findings = selection.choose(ran.findings);
    basis.see_runtime(&ran.results);
    let recommendations = {
        let statics =
            tools.iter().flat_map(|tool| &tool.findings).chain(&findings).map(|finding| (Phase::Static, finding));
        let all = statics.chain(ran.findings.iter().map(|finding| (Phase::Runtime, finding)));
        static_phase::recommendations(all, &hooks)
    };
    let all: Vec<&Finding> =
        tools.iter().flat_map(|tool| &tool.findings).chain(&findings).chain(&ran.findings).collect();
    let rows = phases.statics.then(|| static_phase::results(&all, &basis, hooks, selection, scale));
    let withheld = withheld::reasons(phases, rows.as_deref(), selection, &tools, &ran);
    let against = Against {
        worst: all.iter().map(|finding| finding.severity).max(),
        failed: rows.iter().flatten().any(|row| row.status == RequirementStatus::Fail),
        unjudged: !withheld.is_empty() || rows.iter().flatten().any(is_unjudged),
        unreachable: ran.results.unreachable.is_some(),
    };
    left_out.extend(withheld);
    left_out.extend(withheld::accepted(selection));
    let rules = catalogue::named_by(all.into_iter());
    let static_score = rows.as_deref().and_then(score::of_requirements);
    // A server that does not answer does nothing right.
    let runtime_score = ran.results.score.or_else(|| against.unreachable.then_some(0.0));
    let (formula, total) = score::total(scale, static_score, runtime_score);
    static_phase::give(&mut tools, &mut findings, ran.findings);
    Evaluation {
        format_version: EVALUATION_VERSION,
        mcpvals_version: env!("CARGO_PKG_VERSION").to_owned(),
        server,
        score: total,
        status: score::verdict(total, against, scale),
        certification: score::certification(total, against),
        formula,
        summary: summary(rows.as_deref().unwrap_or_default()),
        results: Results { requirements: rows, runtime: phases.runtime.then_some(ran.results) },
        recommendations,
        rules,
        tools,
        findings,
        sandbox: ran.sandbox,
        rerun: None,
        tags: Vec::new(),
        left_out,
    }
}

/// Could one of the directory's requirements not be judged?
fn is_unjudged(row: &RequirementResult) -> bool {
    let of_directory = row.requirement.is_some_and(|requirement| Requirement::DIRECTORY.contains(&requirement));
    of_directory && row.status == RequirementStatus::NeedMoreInfo
}

fn summary(rows: &[RequirementResult]) -> EvaluationSummary {
    let count = |status| rows.iter().filter(|row| row.status == status).count();
    EvaluationSummary {
        passed: count(RequirementStatus::Pass),
        warned: count(RequirementStatus::Warn),
        failed: count(RequirementStatus::Fail),
        not_judged: count(RequirementStatus::NeedMoreInfo),
    }
}
