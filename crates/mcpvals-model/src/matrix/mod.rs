//! Workflows with several models and on several servers, side by side. A fold of what their suites came to.

mod compare;
mod tally;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::is_false;
use crate::{CaseResult, SuiteReport, VerdictWord, WorkflowFacts};

pub use compare::{Difference, Dimension, PairedComparison};
pub use tally::MatrixTally;

/// Which workflow a suite plays, with which model and on which server, where the config varies them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Combination {
    /// The workflow's name in the config.
    pub workflow: String,
    /// The model's name.
    pub model: String,
    /// The server's name.
    pub server: String,
    /// What the model says is replayed from a recording: the repetitions are all the same one, and only the first counts.
    #[serde(default, skip_serializing_if = "is_false")]
    pub replayed: bool,
}

/// Workflows with several models and on several servers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Matrix {
    /// The workflows, in the order of the config.
    pub workflows: Vec<String>,
    /// The models.
    pub models: Vec<String>,
    /// The servers.
    pub servers: Vec<String>,
    /// What was played, in the order of the config.
    pub cells: Vec<MatrixCell>,
    /// Each model, over all that it played.
    pub by_model: Vec<MatrixTotal>,
    /// Each server, over all that was played on it.
    pub by_server: Vec<MatrixTotal>,
    /// Each two models, then each two servers, over what both played.
    pub comparisons: Vec<PairedComparison>,
}

/// One workflow with one model on one server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatrixCell {
    /// Which.
    #[serde(flatten)]
    pub combination: Combination,
    /// What came of it.
    #[serde(flatten)]
    pub tally: MatrixTally,
}

/// A model or a server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatrixTotal {
    /// Its name.
    pub name: String,
    /// What came of it.
    #[serde(flatten)]
    pub tally: MatrixTally,
}

/// A combination and what was played of it.
#[derive(Clone, Copy)]
struct Played<'a> {
    combination: &'a Combination,
    cases: &'a [CaseResult],
}

/// What became of one repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    Unknown,
}

impl Dimension {
    /// What a combination is in this dimension.
    fn of(self, combination: &Combination) -> &str {
        match self {
            Self::Model => &combination.model,
            Self::Server => &combination.server,
        }
    }
}

impl Matrix {
    /// Of the suites that are combinations; `None` where there is none.
    pub fn of(suites: &[SuiteReport]) -> Option<Self> {
        let played: Vec<Played<'_>> = suites.iter().filter_map(Played::of).collect();
        let cell =
            |one: &Played<'_>| MatrixCell { combination: one.combination.clone(), tally: MatrixTally::of([one]) };
        (!played.is_empty()).then(|| Self {
            workflows: names(&played, |combination| &combination.workflow),
            models: names(&played, |combination| Dimension::Model.of(combination)),
            servers: names(&played, |combination| Dimension::Server.of(combination)),
            cells: played.iter().map(cell).collect(),
            by_model: totals(&played, Dimension::Model),
            by_server: totals(&played, Dimension::Server),
            comparisons: compare::all(&played),
        })
    }
}

impl<'a> Played<'a> {
    fn of(suite: &'a SuiteReport) -> Option<Self> {
        Some(Self { combination: suite.combination.as_ref()?, cases: &suite.cases })
    }

    /// Of each repetition, by its number: what its last attempt came to.
    fn outcomes(self) -> BTreeMap<u32, Outcome> {
        let attempts = self.cases.iter().flat_map(|case| &case.attempts);
        let counted = attempts.filter(|attempt| attempt.repetition == 1 || !self.combination.replayed);
        counted.filter_map(|attempt| Some((attempt.repetition, Outcome::of(attempt.in_a_rate())?))).collect()
    }

    /// What each repetition took.
    fn facts(self) -> impl Iterator<Item = &'a WorkflowFacts> {
        let most = if self.combination.replayed { 1 } else { usize::MAX };
        self.cases.iter().flat_map(move |case| case.workflow.iter().take(most))
    }

    /// Errored before it was played.
    fn came_to_nothing(self) -> bool {
        self.cases.iter().any(|case| case.attempts.is_empty() && case.verdict.word() == VerdictWord::Errored)
    }
}

impl Outcome {
    fn of(verdict: VerdictWord) -> Option<Self> {
        match verdict {
            VerdictWord::Passed => Some(Self::Passed),
            VerdictWord::Failed => Some(Self::Failed),
            VerdictWord::Errored => Some(Self::Unknown),
            VerdictWord::Skipped => None,
        }
    }
}

fn totals(played: &[Played<'_>], dimension: Dimension) -> Vec<MatrixTotal> {
    let total = |name: String| {
        let own = played.iter().filter(|one| dimension.of(one.combination) == name);
        let tally = MatrixTally::of(own);
        MatrixTotal { name, tally }
    };
    names(played, |combination| dimension.of(combination)).into_iter().map(total).collect()
}

/// Each once, in the order in which they come.
fn names<'a>(played: &[Played<'a>], name: impl Fn(&'a Combination) -> &'a str) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for one in played.iter().map(|one| name(one.combination)) {
        if !names.contains(&one) {
            names.push(one);
        }
    }
    names.into_iter().map(str::to_owned).collect()
}
