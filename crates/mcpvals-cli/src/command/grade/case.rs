//! What the attempts of one case come to together.

use std::collections::BTreeMap;

use mcpvals_model::{CaseId, MinPassRate, PassRate, Verdict, VerdictWord};
use serde_json::{Value, json};

use super::{Regraded, word};

/// A case of the traces, over all its attempts.
pub(super) struct OfCase<'a> {
    id: &'a CaseId,
    pub(super) verdict: Verdict,
    rate: Option<PassRate>,
    attempts: usize,
}

/// In the order in which they appear.
pub(super) fn all(graded: &[Regraded]) -> Vec<OfCase<'_>> {
    let mut places: BTreeMap<&CaseId, usize> = BTreeMap::new();
    let mut cases: Vec<(&CaseId, Vec<&Regraded>)> = Vec::new();
    for one in graded {
        let place = *places.entry(&one.id).or_insert_with(|| {
            cases.push((&one.id, Vec::new()));
            cases.len() - 1
        });
        cases[place].1.push(one);
    }
    cases.into_iter().map(|(id, attempts)| of_case(id, &attempts)).collect()
}

fn of_case<'a>(id: &'a CaseId, attempts: &[&Regraded]) -> OfCase<'a> {
    let counted: Vec<&Regraded> = attempts.iter().copied().filter(|one| one.counts).collect();
    let least: Option<MinPassRate> = counted.iter().find_map(|one| one.min_pass_rate);
    let verdicts: Vec<Verdict> = counted.iter().map(|one| one.verdict.clone()).collect();
    let rate = PassRate::of(verdicts.iter().map(mcpvals::in_a_rate));
    OfCase { id, verdict: mcpvals::verdict_of_repetitions(least, &verdicts), rate, attempts: attempts.len() }
}

impl OfCase<'_> {
    pub(super) fn is(&self, words: &[VerdictWord]) -> bool {
        words.contains(&self.verdict.word())
    }

    /// `PASS  suite/title: 4 of 5 repetitions passed`; nothing of one attempt, which says it already.
    pub(super) fn lines(&self) -> Vec<String> {
        if self.attempts < 2 {
            return Vec::new();
        }
        let rate = self.rate.as_ref().map(|rate| format!(": {} of {} repetitions passed", rate.passed, rate.runs));
        let mut lines = vec![format!("{:<5} {}, all in all{}", word(&self.verdict), self.id, rate.unwrap_or_default())];
        if let Verdict::Failed { first, .. } = &self.verdict {
            lines.extend([format!("  expected  {}", first.expected), format!("  actual    {}", first.actual)]);
        }
        lines
    }

    pub(super) fn as_json(&self) -> Value {
        let mut case = json!({"id": self.id, "graded": self.verdict});
        if let Some(rate) = &self.rate {
            case["passRate"] = json!(rate);
        }
        case
    }
}
