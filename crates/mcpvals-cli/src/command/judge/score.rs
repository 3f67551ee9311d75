//! `mcpvals judge score`: what the judge says of each conversation.

use mcpvals::{Judged, judged};
use mcpvals_model::Score;
use mcpvals_wire::Redactor;
use serde::Serialize;

use super::examples::{self, Example};
use crate::args::ScoreArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// One line of the answer.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    /// Is the score at least the judge's `passThreshold`? Not where there is none.
    passed: bool,
    score: Option<Score>,
    /// The lowest and the highest vote.
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<(Score, Score)>,
    reason: &'a str,
}

/// Asks the config's judge about each conversation, and prints a line of JSON for each, in their order.
///
/// Exit code 1 where one does not pass.
pub(super) async fn run(args: &ScoreArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let is_stdin = mcpvals_config::is_stdin;
    if is_stdin(&args.file) && args.config.as_deref().is_some_and(is_stdin) {
        return Err(Failure::usage("config and conversations cannot both come from stdin"));
    }
    let plan = super::plan(&args.config(), environment, output).await?;
    let examples = examples::read(&args.file, output)?;
    let records: Vec<_> = examples.iter().map(|example| &example.record).collect();
    let never = super::never();
    let (said, _) = super::ask(&plan, judged(&plan, &records, args.concurrency as usize, &never)).await?;
    let threshold = plan.judge.as_ref().map(|judge| judge.usual.pass_threshold);
    let redactor = Redactor::new(&plan.secrets);
    let mut all_pass = true;
    for (example, said) in examples.iter().zip(&said) {
        let passed = said.score.is_some_and(|score| threshold.is_some_and(|threshold| score >= threshold));
        all_pass &= passed;
        output.result(&line(example, said, passed, &redactor)?)?;
    }
    Ok(if all_pass { Exit::Passed } else { Exit::Failed })
}

fn line(example: &Example, said: &Judged, passed: bool, redactor: &Redactor) -> Result<String, Failure> {
    let Judged { score, spread, reason } = said;
    let line = Line { id: &example.id, passed, score: *score, spread: *spread, reason };
    let mut value = serde_json::to_value(line).map_err(|error| super::internal(&error))?;
    redactor.value(&mut value);
    Ok(format!("{value}\n"))
}
