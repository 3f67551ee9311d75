//! `mcpvals judge calibrate`: how far a judge can be trusted.

mod examples;

use mcpvals::{CalibrateError, CancellationToken, Scope, calibrate};
use mcpvals_model::Calibration;
use mcpvals_wire::Redactor;

use super::eval::{Asked, load_unless};
use crate::args::CalibrateArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Asks the config's judge about each labelled example, and prints how well it agrees with the labels.
///
/// Exit code 1 where it agrees less than is demanded, or gave no score of any example.
///
/// # Errors
/// Usage, with the line, where the examples cannot be used; nothing to run, where there are none.
pub(crate) async fn run(args: &CalibrateArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let scope = Scope { servers: false, model: None, ..Scope::ALL };
    let asked = Asked { scope, update_snapshots: false };
    let loaded = load_unless(crate::interrupt::wait(), &args.config(), environment, output, asked).await?;
    let (plan, _) = loaded.into_parts();
    let threshold = plan.judge.as_ref().map(|judge| judge.usual.pass_threshold);
    let threshold = threshold.ok_or_else(|| Failure::usage(CalibrateError::NoJudge.to_string()))?;
    let examples = examples::read(&args.file, threshold, output)?;
    if let Some((judge, variable)) = mcpvals::key_of_judge(&plan) {
        return Err(Failure::usage(format!("the judge {judge} needs a key: set {variable}")));
    }
    let cancel = CancellationToken::new();
    let measured = tokio::select! {
        () = crate::interrupt::wait() => return Err(crate::interrupt::stopped()),
        measured = calibrate(&plan, &examples, args.concurrency as usize, &cancel) => measured,
    };
    let measured = measured.map_err(|error| Failure::new(Exit::Failed, error.to_string()))?;
    output.result(&shown(&measured, args.json, &Redactor::new(&plan.secrets))?)?;
    Ok(if is_enough(&measured, args) { Exit::Passed } else { Exit::Failed })
}

fn shown(measured: &Calibration, json: bool, redactor: &Redactor) -> Result<String, Failure> {
    if !json {
        return Ok(redactor.text(&mcpvals_report::calibration(measured)).into_owned());
    }
    let internal = |error: serde_json::Error| Failure::new(Exit::Internal, format!("cannot write JSON: {error}"));
    let mut value = serde_json::to_value(measured).map_err(internal)?;
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
