//! Measures a judge against examples that people have labelled.

use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use mcpvals_llm::{Client, Ledger, ToolNames};
use mcpvals_model::{CalibratedExample, Calibration, JudgePlan, Plan, Score, Usage, Vote};
use serde_json::Value;

use crate::CancellationToken;

/// So long all waits of one question together may take, where a provider has no time.
const PATIENCE: Duration = Duration::from_mins(2);
/// How long a judge may take for one vote.
const VOTE_WITHIN: Duration = Duration::from_mins(2);

/// An example, and what people say of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelled {
    /// Its name.
    pub id: String,
    /// Does it pass?
    pub label: bool,
    /// With which score.
    pub score: Option<Score>,
    /// What the judge is shown.
    pub record: Value,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum CalibrateError {
    /// The plan has no judge.
    #[error("the config has no judge: set `llmJudge: true`")]
    NoJudge,
    /// There is no way to it.
    #[error("the judge {judge} cannot be asked: {reason}")]
    Unreachable {
        /// Its name.
        judge: String,
        /// Why.
        reason: String,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// Asks the plan's judge about every example, so many at the same time, within the plan's budget.
///
/// # Errors
/// [`CalibrateError`]; a judge that gives no score of an example is no error, but counted.
///
/// # Cancellation
/// When `cancel` fires, nothing more is asked.
pub async fn calibrate(
    plan: &Plan,
    examples: &[Labelled],
    at_once: usize,
    cancel: &CancellationToken,
) -> Result<Calibration, CalibrateError> {
    let judge = plan.judge.as_ref().ok_or(CalibrateError::NoJudge)?;
    let unreachable = |reason| CalibrateError::Unreachable { judge: judge.model.name.clone(), reason };
    let client = Client::new(PATIENCE, mcpvals_wire::may_reach).map_err(unreachable)?;
    let bench = Bench { judge, client, ledger: Ledger::new(plan.budget) };
    let asked: Vec<BoxFuture<'_, _>> = examples.iter().map(|example| bench.example(example).boxed()).collect();
    let asked = stream::iter(asked).buffered(at_once.max(1)).collect();
    let judged: Vec<(CalibratedExample, Usage)> = tokio::select! {
        () = cancel.cancelled() => return Err(CalibrateError::Stopped),
        judged = asked => judged,
    };
    let usage = judged.iter().fold(Usage::default(), |sum, (_, usage)| sum.plus(*usage));
    let identity = mcpvals_suite::judge_prompt(&judge.usual);
    let examples = judged.into_iter().map(|(example, _)| example).collect();
    let of_judge = (judge.model.name.clone(), identity, judge.usual.pass_threshold);
    Ok(Calibration::new(of_judge, examples, (usage, judge.model.price)))
}

struct Bench<'a> {
    judge: &'a JudgePlan,
    client: Client,
    ledger: Ledger,
}

impl Bench<'_> {
    async fn example(&self, example: &Labelled) -> (CalibratedExample, Usage) {
        let mut usage = Usage::default();
        let votes = self.votes(&example.record, &mut usage).await;
        let mut judged = CalibratedExample {
            id: example.id.clone(),
            label: example.label,
            labelled_score: example.score,
            score: None,
            spread: None,
            reason: String::new(),
        };
        match votes {
            Ok(votes) => {
                judged.score = Score::mean(votes.iter().map(|vote| vote.score));
                judged.spread = spread(&votes);
                let lowest = votes.into_iter().min_by(|a, b| a.score.value().total_cmp(&b.score.value()));
                judged.reason = lowest.map(|vote| vote.reason).unwrap_or_default();
            }
            Err(why) => judged.reason = why,
        }
        (judged, usage)
    }

    async fn votes(&self, record: &Value, usage: &mut Usage) -> Result<Vec<Vote>, String> {
        let question = mcpvals_suite::judge_question(&self.judge.usual, record);
        let names = ToolNames::new(std::iter::empty());
        let model = &self.judge.model;
        let request = self.client.request(model, &question, &names);
        let mut votes = Vec::new();
        for _ in 0..self.judge.usual.votes {
            let deadline = Instant::now() + VOTE_WITHIN;
            let exchange = self.client.ask(model.provider, &request, &names, (deadline, &self.ledger)).await;
            let reply = exchange.reply.map_err(|fault| fault.to_string())?;
            self.ledger.book(reply.usage, model.price);
            *usage = usage.plus(reply.usage);
            votes.push(mcpvals_suite::judge_vote(&self.judge.usual, &reply)?);
        }
        Ok(votes)
    }
}

fn spread(votes: &[Vote]) -> Option<(Score, Score)> {
    let least = votes.iter().map(|vote| vote.score).min_by(|a, b| a.value().total_cmp(&b.value()))?;
    let most = votes.iter().map(|vote| vote.score).max_by(|a, b| a.value().total_cmp(&b.value()))?;
    Some((least, most))
}
