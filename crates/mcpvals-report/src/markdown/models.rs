//! What models took, case by case.

use mcpvals_model::{CaseResult, Report};

use super::text::{code, row, short};
use super::{LISTED_MAX, more};
use crate::{model, wording};

pub(super) fn lines(report: &Report) -> Vec<String> {
    let cases: Vec<&CaseResult> = report.cases().filter(|case| !case.workflow.is_empty()).collect();
    if cases.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), "<details><summary>Models</summary>".to_owned(), String::new()];
    lines.push(row(
        &["Workflow", "Score", "Rate", "Model", "Turns", "Calls", "Tokens", "Cost", "Judge"].map(str::to_owned)
    ));
    lines.push("|:--|--:|:--|:--|--:|--:|--:|--:|:--|".to_owned());
    lines.extend(cases.iter().take(LISTED_MAX).map(|case| model_row(case)));
    lines.extend(more(cases.len()));
    lines.extend([String::new(), "</details>".to_owned(), String::new()]);
    lines
}

fn model_row(case: &CaseResult) -> String {
    let facts = &case.workflow;
    let sum = |part: fn(&mcpvals_model::WorkflowFacts) -> u64| facts.iter().map(part).sum::<u64>().to_string();
    let tokens = usize::try_from(model::tokens(facts).total()).unwrap_or(usize::MAX);
    row(&[
        code(case.id.as_str()),
        model::score(case).map(wording::percent).unwrap_or_default(),
        case.pass_rate.as_ref().map(wording::pass_rate).unwrap_or_default(),
        code(facts.first().map_or("", |it| it.model.as_str())),
        sum(|it| it.turns),
        sum(|it| it.calls),
        wording::number(tokens),
        cost(facts),
        model::judge_words(facts).map(|words| code(&short(&words))).unwrap_or_default(),
    ])
}

fn cost(facts: &[mcpvals_model::WorkflowFacts]) -> String {
    let cost = model::cost(facts).map(model::dollars).unwrap_or_default();
    if facts.iter().any(|it| it.replayed) { format!("{cost} (replayed)") } else { cost }
}
