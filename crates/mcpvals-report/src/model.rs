//! What models took and judges said, in words.

use mcpvals_model::{CaseResult, Judgement, Score, Usage, WorkflowFacts};

use crate::wording;

/// `openai/gpt-4o: 2 turns in 3.2 s, 1 call, 1,234 tokens, $0.0021, first call after 812 ms`; over several repetitions, of all together. `None`
/// where no model was asked.
pub(crate) fn words(facts: &[WorkflowFacts]) -> Option<String> {
    let first = facts.first()?;
    let sum = |part: fn(&WorkflowFacts) -> u64| count(facts.iter().map(part).sum());
    let took = facts.iter().map(|it| it.model_ms).sum::<f64>();
    let took = if took > 0.0 { format!(" in {}", wording::millis(took)) } else { String::new() };
    let turns = wording::count(sum(|it| it.turns), "turn");
    let mut parts = vec![format!("{turns}{took}"), wording::count(sum(|it| it.calls), "call")];
    let mistakes = [
        (sum(|it| it.repeated_calls), "repeated"),
        (sum(|it| it.unknown_tools), "of unknown tools"),
        (sum(|it| it.ill_arguments), "with arguments that break the schema"),
    ];
    let mistakes: Vec<String> =
        mistakes.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if !mistakes.is_empty() {
        parts.push(format!("{} ({})", parts[1], mistakes.join(", ")));
        parts.swap_remove(1);
    }
    parts.push(wording::count(count(tokens(facts).total()), "token"));
    let replayed = facts.iter().any(|it| it.replayed);
    parts.extend(cost(facts).map(|cost| format!("{}{}", dollars(cost), if replayed { " when recorded" } else { "" })));
    parts.extend(first.first_call_ms.filter(|_| facts.len() == 1).map(after));
    Some(format!("{}{}: {}", first.model, if replayed { " (replayed)" } else { "" }, parts.join(", ")))
}

fn after(ms: f64) -> String {
    format!("first call after {}", wording::millis(ms))
}

/// Of models and judges.
pub(crate) fn tokens(facts: &[WorkflowFacts]) -> Usage {
    facts.iter().fold(Usage::default(), |sum, it| sum.plus(it.usage).plus(it.judge_usage))
}

/// `None` where one of them is not known.
pub(crate) fn cost(facts: &[WorkflowFacts]) -> Option<f64> {
    facts.iter().map(|it| it.cost).sum::<Option<f64>>().filter(|_| !facts.is_empty())
}

/// `$0.0021`: with four places, since one conversation costs little.
pub(crate) fn dollars(cost: f64) -> String {
    if cost >= 1.0 { format!("${cost:.2}") } else { format!("${cost:.4}") }
}

/// `0.9 of at least 0.8 by openai/gpt-4o: why`, of the lowest.
pub(crate) fn judge_words(facts: &[WorkflowFacts]) -> Option<String> {
    let judged = facts.iter().filter_map(|it| it.judgement.as_ref());
    let lowest: &Judgement = judged.min_by(|a, b| a.score.value().total_cmp(&b.score.value()))?;
    let least = lowest.votes.iter().min_by(|a, b| a.score.value().total_cmp(&b.score.value()));
    let reason = least.map(|vote| format!(": {}", vote.reason)).unwrap_or_default();
    let (score, threshold) = (lowest.score_words(), lowest.pass_threshold.value());
    Some(format!("{score} of at least {threshold} by {}{reason}", lowest.model))
}

/// The overall score of a workflow; of a test, the verdict says all.
pub(crate) fn score(case: &CaseResult) -> Option<Score> {
    case.score.filter(|_| !case.workflow.is_empty())
}

fn count(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
