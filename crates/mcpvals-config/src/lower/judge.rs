//! The LLM judge, and the budget of all models.

use std::collections::BTreeSet;

use mcpvals_model::{Budget, Criterion, JudgeCase, JudgePlan, ModelSpec, Provider, Score, Secret};

use super::{Lowering, millis};
use crate::defaults::DEFAULTS;
use crate::error::Problem;
use crate::file::{self, ConfigFile};
use crate::pointer::Pointer;

/// The judge of a file, and what it is asked where a workflow does not say.
pub(super) struct Judge {
    pub(super) plan: JudgePlan,
    /// Is it asked at all?
    runs: bool,
}

impl Lowering<'_> {
    /// `None` where the file asks for none.
    pub(super) fn judge(&mut self, file: &ConfigFile, models: &[ModelSpec]) -> Option<Judge> {
        let defaults = &DEFAULTS.config;
        let rubric = self.rubric(file.rubric.as_deref(), &Pointer::root().member("rubric"));
        let model = self.judge_model(file, models);
        let usual = JudgeCase {
            model: model.name.clone(),
            goal: None,
            rubric: rubric.unwrap_or_default(),
            votes: file.votes.unwrap_or(defaults.votes),
            pass_threshold: threshold(file.pass_threshold.unwrap_or(defaults.pass_threshold)),
            price: model.price,
        };
        let judge = Judge { plan: JudgePlan { model, usual }, runs: self.context.scope.judge };
        file.llm_judge.unwrap_or(defaults.llm_judge).then_some(judge)
    }

    /// What the judge is asked about a workflow, where it is asked.
    pub(super) fn judged(
        &mut self,
        workflow: &file::Workflow,
        judge: Option<&Judge>,
        at: &Pointer,
    ) -> Option<JudgeCase> {
        let rubric = self.rubric(workflow.rubric.as_deref(), &at.member("rubric"));
        if workflow.llm_judge == Some(true) && judge.is_none() {
            let message = "a workflow is judged only where the config has `llmJudge: true`";
            self.report(Problem::new(&at.member("llmJudge"), message));
        }
        let judge = judge.filter(|judge| judge.runs && workflow.llm_judge != Some(false))?;
        let usual = judge.plan.usual.clone();
        Some(JudgeCase {
            goal: workflow.description.clone(),
            rubric: rubric.unwrap_or(usual.rubric),
            votes: workflow.votes.unwrap_or(usual.votes),
            pass_threshold: workflow.pass_threshold.map_or(usual.pass_threshold, threshold),
            ..usual
        })
    }

    fn judge_model(&mut self, file: &ConfigFile, models: &[ModelSpec]) -> ModelSpec {
        let name = file.judge_model.as_ref().unwrap_or(&DEFAULTS.config.judge_model);
        if let Some(model) = models.iter().find(|model| model.name == *name) {
            return model.clone();
        }
        let at = Pointer::root().member("openaiKey");
        let key = file.openai_key.as_deref().filter(|key| !key.is_empty() && !self.unresolved.contains(&at));
        let mut model = self.plain_model(Provider::Openai, name);
        if let Some(key) = key {
            model.api_key = Some(Secret::new(key));
        }
        model
    }

    fn rubric(&mut self, rubric: Option<&[file::Criterion]>, at: &Pointer) -> Option<Vec<Criterion>> {
        if rubric.is_some_and(<[_]>::is_empty) {
            self.report(Problem::new(at, "`rubric` is empty: leave it out, and the whole is judged"));
        }
        let mut names = BTreeSet::new();
        for (index, criterion) in rubric.unwrap_or_default().iter().enumerate() {
            if !names.insert(&criterion.name) {
                let message = format!("two criteria are called \"{}\"", criterion.name);
                self.report(Problem::new(&at.item(index).member("name"), message));
            }
        }
        let criterion = |criterion: &file::Criterion| Criterion {
            name: criterion.name.clone(),
            description: criterion.description.clone(),
            weight: criterion.weight.unwrap_or(1.0),
        };
        rubric.map(|rubric| rubric.iter().map(criterion).collect())
    }

    /// A bound in money holds only where prices are known.
    pub(super) fn budget(&mut self, file: &ConfigFile, models: &[ModelSpec]) -> Budget {
        let Some(budget) = &file.budget else { return Budget::default() };
        let unknown = models.iter().filter(|_| budget.max_cost.is_some()).find(|model| model.price.is_none());
        if let Some(model) = unknown {
            let words = "is not known, so its tokens do not count in `budget.maxCost`: give it a `price`";
            self.notes.push(format!("the price of {} {words}", model.name));
        }
        Budget {
            calls: budget.max_calls,
            tokens: budget.max_tokens,
            cost: budget.max_cost,
            time: budget.max_duration.map(millis),
        }
    }
}

/// The schema lets nothing else through than 0 to 1.
fn threshold(given: f64) -> Score {
    Score::new(given).unwrap_or(Score::FULL)
}
