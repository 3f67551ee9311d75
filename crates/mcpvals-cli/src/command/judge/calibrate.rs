//! `mcpvals judge calibrate`: how far a judge can be trusted.

use mcpvals::{JudgeError, calibrate};
use mcpvals_model::Calibration;
use mcpvals_wire::Redactor;

use super::examples;
use crate::args::CalibrateArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Asks the config's judge about each labelled example, and prints how well it agrees with the labels.
///
/// Exit code 1 where it agrees less than is demanded, or gave no score of any example.
pub(super) async fn run(args: &CalibrateArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let plan = super::plan(&args.config(), environment, output).await?;
    let threshold = plan.judge.as_ref().map(|judge| judge.usual.pass_threshold);
    let threshold = threshold.ok_or_else(|| Failure::usage(JudgeError::NoJudge.to_string()))?;
    let examples = examples::labelled(&args.file, threshold, output)?;
    let never = super::never();
    let measured = super::ask(&plan, calibrate(&plan, &examples, args.concurrency as usize, &never)).await?;
    output.result(&shown(&measured, args.json, &Redactor::new(&plan.secrets))?)?;
    Ok(if is_enough(&measured, args) { Exit::Passed } else { Exit::Failed })
}

fn shown(measured: &Calibration, json: bool, redactor: &Redactor) -> Result<String, Failure> {
    if !json {
        return Ok(redactor.text(&mcpvals_report::calibration(measured)).into_owned());
    }
    let mut value = serde_json::to_value(measured).map_err(|error| super::internal(&error))?;
    redactor.value(&mut value);
    Ok(format!("{value:#}\n"))
}

/// What is not defined is not enough, and neither are the examples that it could judge.
fn is_enough(measured: &Calibration, args: &CalibrateArgs) -> bool {
    let reaches = |value: Option<f64>, least: Option<f64>| {
        least.is_none_or(|least| value.is_some_and(|value| value + 1e-9 >= least))
    };
    let agreement = &measured.agreement;
    agreement.runs() > 0
        && reaches(agreement.kappa, args.min_kappa)
        && reaches(agreement.rate, args.min_agreement)
        && measured.errored == 0
}
