//! `mcpvals evaluate`: source and metadata, then the running server, and what both come to.

mod action;
pub(crate) mod flags;
mod list_tools;
mod observer;
mod reached;
mod recorded;
mod rerun;
mod test_tool;
mod watch;

use std::path::PathBuf;

use mcpvals_audit::config::Layers;
use mcpvals_audit::document::{self, Parts, Phases, Ran};
use mcpvals_audit::hook::{self, Ground, Hook};
use mcpvals_audit::judged;
use mcpvals_audit::project::OpenOptions;
use mcpvals_audit::runtime::{self, Course, Documented, Rerun, Started, Unreachable};
use mcpvals_audit::seal::seal;
use mcpvals_audit::start;
use mcpvals_audit::static_phase::{self, HookResult, Told};
use mcpvals_audit::watch::{self as gate, Watch};
use mcpvals_model::{Evaluation, EvaluationEvent, EvaluationFault, EvaluationStatus, FoundStart, SandboxFacts};
use mcpvals_report::visible;
use mcpvals_wire::{ConnectOptions, Limits};
use serde_json::json;

use crate::audit_args::{EvaluateAction, EvaluateArgs};
use crate::environment::Environment;
use crate::events::Events;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::sandbox;
use crate::target::Named;

use super::subject::{self, Subject};
use super::{audit, evaluation_report as report, settings};
use recorded::Recorded;
use watch::Watcher;

/// With `--ci`, where no threshold is given.
const CI_THRESHOLD: f64 = 80.0;

/// Evaluates, and writes the report.
pub(crate) async fn run(args: &EvaluateArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    match &args.action {
        Some(EvaluateAction::Interactive(args)) => action::interactive(args, environment, output).await,
        Some(EvaluateAction::TestTool(args)) => test_tool::run(args, environment, output).await,
        Some(EvaluateAction::ListTools(args)) => list_tools::run(args, environment, output).await,
        Some(EvaluateAction::Requirements { json }) => action::requirements(*json, output),
        None => evaluate(args, environment, output).await,
    }
}

async fn evaluate(args: &EvaluateArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let layers = settings::layers(&args.subject, flags::settings(args)?, environment, output)?;
    flags::check(args, &layers)?;
    let plan = report::plan(&args.report, args.output.as_deref(), &layers)?;
    let events = opened(args, environment)?;
    let (evaluation, written) = evaluated(args, &layers, &events, environment, output).await?;
    report::write(&evaluation, &plan, &layers, environment, output)?;
    observer::tell(&evaluation, &layers, environment, output).await;
    written?;
    events.finish()?;
    match evaluation.results.runtime.as_ref().and_then(|runtime| runtime.unreachable.as_ref()) {
        // There is nothing to hold a threshold against, and the last line says so.
        Some(why) => Err(Failure::new(Exit::Unreachable, visible(&format!("the server cannot be reached: {why}")))),
        None => Ok(exit(args, &evaluation)),
    }
}

/// The document, and whether the traces could be written: a disk that is full takes nobody's report away.
fn opened(args: &EvaluateArgs, environment: &Environment) -> Result<Events, Failure> {
    let files: Vec<&PathBuf> = [&args.output, &args.report.report].into_iter().flatten().collect();
    Events::open(args.events.as_ref(), &files, args.output.is_none(), environment)
}

async fn evaluated(
    args: &EvaluateArgs,
    layers: &Layers,
    events: &Events,
    environment: &Environment,
    output: &Output,
) -> Result<(Evaluation, Result<(), Failure>), Failure> {
    let phases =
        Phases { statics: !(args.runtime_only || args.no_static), runtime: !(args.static_only || args.no_runtime) };
    let mut selection = audit::selection(&args.subject)?;
    layers.adapt(&mut selection);
    let traces = recorded::folder(args.trace.as_deref())?;
    let mut subject = subject::find(&args.subject, layers, environment, output)?;
    if phases.runtime {
        subject.enter_sandbox(args.subject.process.sandbox, environment).await?;
    }
    let watcher = Watcher::new(environment, output);
    let watch = gate::gate(&subject.redactor, |event| {
        watcher.take(event);
        events.take(event);
    });
    let named = if phases.runtime { Some(&subject.server) } else { None };
    if phases.runtime {
        subject.note_unset(output);
    }
    let known = named.and_then(|server| server.as_ref().ok()).map(|(_, named)| named);
    let options = known.map(|named| options(named, environment));
    let older = known.and_then(Named::over_sse);
    let started = started(named, options.as_ref(), older.as_ref(), layers, &watcher).await;
    if let Some(Err(unreachable)) = &started {
        watch(&out_of_reach(&unreachable.why));
    }
    let mut facts = subject.facts();
    let told = match &started {
        Some(Ok(started)) => {
            let metadata = started.metadata();
            subject::name_by(&mut facts, &metadata);
            facts.start.iter_mut().for_each(|start| started.session().transport().clone_into(&mut start.transport));
            Told::Live(metadata)
        }
        Some(Err(_)) | None => Told::Source,
    };
    let hooks = own_hooks(&subject, layers, phases);
    let scale = layers.scale();
    let found = match told {
        Told::Live(metadata) if !phases.statics => static_phase::bare(subject.project.as_ref(), &metadata, &selection),
        told if !phases.statics => {
            watcher.say("Looking at source, documents and metadata");
            static_phase::run(&subject.material(layers), told, &selection)
        }
        told => judged::run(&subject.material(layers), told, &selection, (&scale, hooks.len(), &watch)),
    };
    let hooks = run_hooks(&hooks, &subject, environment, &watch).await;
    let (mut ran, recorded) = ran(started, &subject, &found, (layers, args.allow_writes, environment), &watch).await;
    let write = |(traces, named)| recorded::write(traces, &recorded, named, &subject.given);
    let written = traces.zip(known).map_or(Ok(()), write);
    if subject.start_is_the_users() {
        ran.iter_mut().for_each(Ran::excuse_start);
    }
    drop(watch);
    drop(watcher);
    let parts = Parts { server: facts, found, hooks, ran };
    let evaluation = document::assemble(parts, phases, &selection, &scale);
    let rerun = Some(rerun::command(args, &subject));
    let sandbox = evaluation.sandbox.clone().or_else(|| sandbox_elsewhere(args, known));
    let mut evaluation = Evaluation { rerun, sandbox, tags: args.tags.clone(), ..evaluation };
    seal(&mut evaluation, &subject.redactor);
    Ok((evaluation, written))
}

/// What is said of a sandbox that was asked for, where the server is not ours to start.
fn sandbox_elsewhere(args: &EvaluateArgs, known: Option<&Named>) -> Option<SandboxFacts> {
    let is_elsewhere = known.is_some_and(|named| !sandbox::is_started(&named.spec.target));
    is_elsewhere.then(|| sandbox::elsewhere(args.subject.process.sandbox)).flatten()
}

/// Starts or reaches the server, where that is asked for.
async fn started<'a>(
    server: Option<&'a Result<(FoundStart, Named), String>>,
    options: Option<&'a ConnectOptions>,
    older: Option<&'a Named>,
    layers: &Layers,
    watcher: &Watcher<'_>,
) -> Option<Result<Started<'a>, Unreachable>> {
    match (server?, options) {
        (Ok((_, named)), Some(options)) => {
            watcher.say("Starting the server");
            let specs = (&named.spec, older.map(|older| &older.spec));
            Some(runtime::start(specs, options, layers.retries(), &named.redactor).await)
        }
        (Ok(_), None) => None,
        (Err(why), _) => Some(Err(runtime::unreachable(why.clone()))),
    }
}

/// Of each of many requests little is kept: a server that floods its client is told as well by its first frames.
fn options(named: &Named, environment: &Environment) -> ConnectOptions {
    let options = named.options(environment);
    let limits = Limits { trace_frames_max: 4_000, trace_bytes_max: 20 << 20, ..options.limits };
    ConnectOptions { limits, ..options }
}

/// The runtime phase, where there is somebody to speak to.
async fn ran(
    started: Option<Result<Started<'_>, Unreachable>>,
    subject: &Subject,
    found: &static_phase::Found,
    (layers, writes, environment): (&Layers, bool, &Environment),
    watch: Watch<'_>,
) -> (Option<Ran>, Recorded) {
    let course = Course { deadline: layers.deadline(), total: layers.total(), retries: layers.retries(), writes };
    match (started, &subject.server) {
        (Some(Ok(started)), Ok((_, named))) => {
            let rerun = Rerun::of(&named.spec.target, &named.redactor);
            let options = OpenOptions::new(environment.cwd.clone(), environment.variables.clone());
            let target = &named.spec.target;
            let servers = start::of_shown(subject.project.as_ref(), &found.configs, target, &options);
            let documented = Documented { calls: found.documented.clone(), servers };
            let (ran, sessions) = started.run(&course, &documented, (&named.redactor, rerun, watch)).await;
            (Some(ran), Recorded { sessions, problem: None })
        }
        (Some(Err(Unreachable { why, ran, trace })), _) => {
            (Some(ran), Recorded { sessions: trace.into_iter().collect(), problem: Some(why) })
        }
        (Some(Ok(_)) | None, _) => (None, Recorded::default()),
    }
}

fn out_of_reach(why: &str) -> EvaluationEvent {
    EvaluationEvent::ErrorOccurred {
        code: EvaluationFault::ServerUnreachable,
        message: "The server cannot be started or reached".to_owned(),
        details: Some(why.to_owned()),
    }
}

/// The user's own programs.
fn own_hooks(subject: &Subject, layers: &Layers, phases: Phases) -> Vec<Hook> {
    let folder = subject.folder().filter(|_| phases.statics);
    folder.map(|folder| hook::all(layers, &folder)).unwrap_or_default()
}

/// What they say.
async fn run_hooks(hooks: &[Hook], subject: &Subject, environment: &Environment, watch: Watch<'_>) -> Vec<HookResult> {
    let Some(folder) = subject.folder() else { return Vec::new() };
    let told = json!({
        "path": folder.display().to_string(),
        "name": subject.project.as_ref().map(|project| project.name.as_str()),
        "version": subject.project.as_ref().map(|project| project.version.as_str()),
    });
    let options = ConnectOptions {
        guard: environment.program.clone(),
        environment: environment.variables.clone(),
        ..ConnectOptions::default()
    };
    let redactor = &subject.redactor;
    hook::run(hooks, &Ground { folder: &folder, told: &told, options: &options, redactor }, watch).await
}

fn exit(args: &EvaluateArgs, evaluation: &Evaluation) -> Exit {
    let threshold = args.fail_threshold.or(args.fail_under).or_else(|| args.ci.then_some(CI_THRESHOLD));
    let below = threshold.is_some_and(|least| evaluation.score < least);
    let failed = args.fail_on_error && evaluation.status == EvaluationStatus::Fail;
    if below || failed { Exit::Failed } else { Exit::Passed }
}
