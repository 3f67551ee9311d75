//! `mcpvals evaluate`: source and metadata, then the running server, and what both come to.

use std::time::Duration;

use mcpvals_audit::document::{self, Phases};
use mcpvals_audit::runtime::{self, Course, Rerun};
use mcpvals_audit::score::Scale;
use mcpvals_audit::static_phase::{self, Told};
use mcpvals_model::{Evaluation, EvaluationStatus};

use crate::audit_args::EvaluateArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

use super::subject;
use super::{audit, evaluation_report as report};

/// With `--ci`, where no threshold is given.
const CI_THRESHOLD: f64 = 80.0;

/// Evaluates, and writes the report.
pub(crate) async fn run(args: &EvaluateArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let evaluation = evaluated(args, environment, output).await?;
    report::write(&evaluation, &args.report, args.output.as_deref(), environment, output)?;
    Ok(exit(args, &evaluation))
}

async fn evaluated(args: &EvaluateArgs, environment: &Environment, output: &Output) -> Result<Evaluation, Failure> {
    let phases =
        Phases { statics: !(args.runtime_only || args.no_static), runtime: !(args.static_only || args.no_runtime) };
    let selection = audit::selection(&args.subject)?;
    let subject = subject::find(&args.subject, environment, output)?;
    let course = course(args);
    let server = if phases.runtime { Some(&subject.server) } else { None };
    let options = server.and_then(|server| server.as_ref().ok()).map(|(_, named)| named.options(environment));
    let watch = |what: &str| output.note(what);
    let started = match (server, &options) {
        (Some(Ok((_, named))), Some(options)) => {
            watch("Starting the server");
            Some(runtime::start(&named.spec, options, course.retries, &named.redactor).await)
        }
        (Some(Err(why)), _) => Some(Err(runtime::unreachable(why.clone()))),
        (Some(Ok(_)) | None, _) => None,
    };
    let mut facts = subject.facts();
    let told = match &started {
        Some(Ok(started)) => {
            let metadata = started.metadata();
            subject::name_by(&mut facts, &metadata);
            Told::Live(metadata)
        }
        Some(Err(_)) | None => Told::Source,
    };
    watch("Looking at source, documents and metadata");
    let found = static_phase::run(subject.project.as_ref(), told, &selection);
    let ran = match (started, server) {
        (Some(Ok(started)), Some(Ok((_, named)))) => {
            let rerun = Rerun::of(&named.spec.target);
            Some(started.run(&course, &[], (&named.redactor, rerun, &watch)).await)
        }
        (Some(Err(unreachable)), _) => {
            output.note(&format!("the server cannot be reached: {}", unreachable.why));
            Some(unreachable.ran)
        }
        (Some(Ok(_)) | None, _) => None,
    };
    Ok(document::assemble(facts, found, Vec::new(), ran, phases, (&selection, &Scale::default())))
}

fn course(args: &EvaluateArgs) -> Course {
    Course {
        deadline: Duration::from_millis(args.subject.timeout.unwrap_or(30_000)),
        total: Duration::from_secs(300),
        retries: args.retries.unwrap_or(0),
        writes: args.allow_writes,
    }
}

/// Unreachable comes first: there is nothing to hold a threshold against.
fn exit(args: &EvaluateArgs, evaluation: &Evaluation) -> Exit {
    if evaluation.results.runtime.as_ref().is_some_and(|runtime| runtime.unreachable.is_some()) {
        return Exit::Unreachable;
    }
    let threshold = args.fail_threshold.or(args.fail_under).or_else(|| args.ci.then_some(CI_THRESHOLD));
    let below = threshold.is_some_and(|least| evaluation.score < least);
    let failed = args.fail_on_error && evaluation.status == EvaluationStatus::Fail;
    if below || failed { Exit::Failed } else { Exit::Passed }
}
