//! `mcpvals judge`: the config's judge, asked about conversations that are at hand.

mod calibrate;
mod examples;
mod score;

use mcpvals::{CancellationToken, JudgeError, Plan, Scope};

use super::eval::{Asked, load_unless};
use crate::args::{ConfigArgs, JudgeArgs};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Asks the config's judge, and prints what it says.
///
/// # Errors
/// Usage, with the line, where the conversations cannot be used; nothing to run, where there are none.
pub(crate) async fn run(args: &JudgeArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    match args {
        JudgeArgs::Score(args) => score::run(args, environment, output).await,
        JudgeArgs::Calibrate(args) => calibrate::run(args, environment, output).await,
    }
}

/// The config's plan, which has a judge.
async fn plan(args: &ConfigArgs, environment: &Environment, output: &Output) -> Result<Plan, Failure> {
    let scope = Scope { servers: false, model: None, ..Scope::ALL };
    let asked = Asked { scope, update_snapshots: false };
    let loaded = load_unless(crate::interrupt::wait(), args, environment, output, asked).await?;
    let (plan, _) = loaded.into_parts();
    if plan.judge.is_none() {
        return Err(Failure::usage(JudgeError::NoJudge.to_string()));
    }
    Ok(plan)
}

/// What the judge says, unless the user stops it.
async fn ask<T>(plan: &Plan, asking: impl Future<Output = Result<T, JudgeError>>) -> Result<T, Failure> {
    if let Some((judge, variable)) = mcpvals::key_of_judge(plan) {
        return Err(Failure::usage(format!("the judge {judge} needs a key: set {variable}")));
    }
    let said = tokio::select! {
        () = crate::interrupt::wait() => return Err(crate::interrupt::stopped()),
        said = asking => said,
    };
    said.map_err(|error| Failure::new(Exit::Failed, error.to_string()))
}

/// Nobody cancels but the user: then all of it is dropped.
fn never() -> CancellationToken {
    CancellationToken::new()
}

fn internal(error: &serde_json::Error) -> Failure {
    Failure::new(Exit::Internal, format!("cannot write JSON: {error}"))
}
