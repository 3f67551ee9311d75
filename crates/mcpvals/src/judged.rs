//! What a plan's judge says of conversations that are at hand.

use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use mcpvals_llm::{Client, Ledger, ToolNames};
use mcpvals_model::{JudgePlan, Plan, Score, Usage, Vote};
use serde_json::Value;

use crate::CancellationToken;

/// So long all waits of one question together may take, where a provider has no time.
const PATIENCE: Duration = Duration::from_mins(2);
/// How long a judge may take for one vote.
const VOTE_WITHIN: Duration = Duration::from_mins(2);

/// What a judge said of one conversation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judged {
    /// The mean of its votes; `None` where it gave none.
    pub score: Option<Score>,
    /// The lowest and the highest vote.
    pub spread: Option<(Score, Score)>,
    /// The reason of the lowest vote, or why there is none.
    pub reason: String,
}

/// Why a judge was not asked.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
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

/// Asks the plan's judge about each record, so many at the same time, within the plan's budget. The answers are in the
/// records' order, with what they all cost.
///
/// # Errors
/// [`JudgeError`]; a judge that gives no score of a record is no error.
///
/// # Cancellation
/// When `cancel` fires, nothing more is asked.
pub async fn judged(
    plan: &Plan,
    records: &[&Value],
    at_once: usize,
    cancel: &CancellationToken,
) -> Result<(Vec<Judged>, Usage), JudgeError> {
    let judge = plan.judge.as_ref().ok_or(JudgeError::NoJudge)?;
    let unreachable = |reason| JudgeError::Unreachable { judge: judge.model.name.clone(), reason };
    let client = Client::new(PATIENCE, mcpvals_wire::may_reach).map_err(unreachable)?;
    let bench = Bench { judge, client, ledger: Ledger::new(plan.budget) };
    let asked: Vec<BoxFuture<'_, _>> = records.iter().map(|record| bench.judged(record).boxed()).collect();
    let asked = stream::iter(asked).buffered(at_once.max(1)).collect();
    let judged: Vec<(Judged, Usage)> = tokio::select! {
        () = cancel.cancelled() => return Err(JudgeError::Stopped),
        judged = asked => judged,
    };
    let usage = judged.iter().fold(Usage::default(), |sum, (_, usage)| sum.plus(*usage));
    Ok((judged.into_iter().map(|(judged, _)| judged).collect(), usage))
}

struct Bench<'a> {
    judge: &'a JudgePlan,
    client: Client,
    ledger: Ledger,
}

impl Bench<'_> {
    async fn judged(&self, record: &Value) -> (Judged, Usage) {
        let mut usage = Usage::default();
        let judged = match self.votes(record, &mut usage).await {
            Ok(votes) => of_votes(votes),
            Err(why) => Judged { reason: why, ..Judged::default() },
        };
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

fn of_votes(votes: Vec<Vote>) -> Judged {
    let (score, spread) = (Score::mean(votes.iter().map(|vote| vote.score)), spread(&votes));
    let lowest = votes.into_iter().min_by(|a, b| a.score.value().total_cmp(&b.score.value()));
    Judged { score, spread, reason: lowest.map(|vote| vote.reason).unwrap_or_default() }
}

fn spread(votes: &[Vote]) -> Option<(Score, Score)> {
    let least = votes.iter().map(|vote| vote.score).min_by(|a, b| a.value().total_cmp(&b.value()))?;
    let most = votes.iter().map(|vote| vote.score).max_by(|a, b| a.value().total_cmp(&b.value()))?;
    Some((least, most))
}
