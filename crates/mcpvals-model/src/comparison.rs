//! A run beside an earlier one.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{CaseId, CaseResult, Report, VerdictWord};

/// How many times as long a case must take to be called slower, and how much longer.
const SLOWER: (f64, f64) = (1.5, 20.0);
/// How many times as much it must cost to be called dearer.
const DEARER: f64 = 1.2;

/// What is another than in the baseline. Cases that were skipped in either are in neither of the lists.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The file of the baseline.
    pub file: String,
    /// Passed now, and did not then.
    pub better: Vec<CaseId>,
    /// Did not pass now, and did then; or failed then, and cannot even be played now.
    pub worse: Vec<CaseId>,
    /// Of its repetitions, another part passed. A hint, but where Fisher's exact test says that it is no chance (p < 0.05):
    /// then the case is in `worse` or `better`, too.
    #[serde(default)]
    pub rate: Vec<Moved>,
    /// Flaky now, and not then.
    pub flaky: Vec<CaseId>,
    /// Half as long again in the middle, and 20 ms at least. A hint: no test says that it is no chance.
    pub slower: Vec<Moved>,
    /// A fifth dearer at least, in US dollars.
    pub dearer: Vec<Moved>,
    /// Not in the baseline.
    pub new: Vec<CaseId>,
    /// Of these, those that did not pass.
    #[serde(default)]
    pub new_failing: Vec<CaseId>,
    /// Only in the baseline.
    pub gone: Vec<CaseId>,
}

/// A number that is another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moved {
    /// Whose.
    pub case: CaseId,
    /// Then.
    pub from: f64,
    /// Now.
    pub to: f64,
}

impl Comparison {
    /// Of a run with the one in `file`.
    pub fn of(file: &str, before: &Report, now: &Report) -> Self {
        let old: BTreeMap<&str, &CaseResult> = before.cases().map(|case| (case.id.as_str(), case)).collect();
        let mut found = Self { file: file.to_owned(), ..Self::default() };
        for case in now.cases() {
            match old.get(case.id.as_str()) {
                Some(earlier) => found.compare(earlier, case),
                None => found.add_new(case),
            }
        }
        let is_gone = |case: &&CaseResult| !now.cases().any(|other| other.id == case.id);
        found.gone = before.cases().filter(is_gone).map(|case| case.id.clone()).collect();
        found
    }

    /// Is anything worse, not to be relied upon any more, or new and wrong?
    pub fn is_regression(&self) -> bool {
        !self.worse.is_empty() || !self.flaky.is_empty() || !self.new_failing.is_empty()
    }

    fn add_new(&mut self, case: &CaseResult) {
        self.new.push(case.id.clone());
        if matches!(case.verdict.word(), VerdictWord::Failed | VerdictWord::Errored) {
            self.new_failing.push(case.id.clone());
        }
    }

    fn compare(&mut self, before: &CaseResult, now: &CaseResult) {
        let is_skipped = |case: &CaseResult| case.verdict.word() == VerdictWord::Skipped;
        if is_skipped(before) || is_skipped(now) {
            return;
        }
        let goodness = |case: &CaseResult| match case.verdict.word() {
            VerdictWord::Passed => 2,
            VerdictWord::Failed => 1,
            VerdictWord::Errored | VerdictWord::Skipped => 0,
        };
        let change = goodness(now).cmp(&goodness(before));
        let rates = before.pass_rate.as_ref().zip(now.pass_rate.as_ref());
        let certain =
            rates.filter(|(before, now)| before.differs_from(now)).map(|(before, now)| now.rate > before.rate);
        match (change, certain) {
            (Ordering::Less, _) | (Ordering::Equal, Some(false)) => self.worse.push(now.id.clone()),
            (Ordering::Greater, _) if goodness(now) == 2 => self.better.push(now.id.clone()),
            (Ordering::Equal, Some(true)) => self.better.push(now.id.clone()),
            _ => {}
        }
        let moved = rates.filter(|(before, now)| (before.rate - now.rate).abs() > 1e-9);
        self.rate.extend(moved.map(|(before, after)| Moved {
            case: now.id.clone(),
            from: before.rate,
            to: after.rate,
        }));
        if now.is_flaky() && !before.is_flaky() {
            self.flaky.push(now.id.clone());
        }
        let change = |from, to| Moved { case: now.id.clone(), from, to };
        let times = time(before).zip(time(now)).filter(|(from, to)| *to > from * SLOWER.0 && to - from > SLOWER.1);
        self.slower.extend(times.map(|(from, to)| change(from, to)));
        let costs = cost(before).zip(cost(now)).filter(|(from, to)| *to > from * DEARER);
        self.dearer.extend(costs.map(|(from, to)| change(from, to)));
    }
}

/// Of the tested call in the middle; of a workflow, from the first request to the model to its last answer: the start of its
/// server is not its own. What was replayed took no time.
fn time(case: &CaseResult) -> Option<f64> {
    let mut took: Vec<f64> = case.workflow.iter().filter(|facts| !facts.replayed).map(|facts| facts.took_ms).collect();
    took.sort_by(f64::total_cmp);
    took.get(took.len() / 2).copied().or_else(|| case.latency.map(|latency| latency.p50_ms))
}

/// Of one repetition.
fn cost(case: &CaseResult) -> Option<f64> {
    let runs = u32::try_from(case.workflow.len()).ok().filter(|runs| *runs > 0)?;
    case.workflow.iter().map(|facts| facts.cost).sum::<Option<f64>>().map(|sum| sum / f64::from(runs))
}
