//! `mcpvals audit`: what is wrong with a server by its source and by what it says of itself.

mod rules;

use mcpvals_audit::config::Layers;
use mcpvals_audit::document::{self, Parts, Phases};
use mcpvals_audit::score::Scale;
use mcpvals_audit::seal::seal;
use mcpvals_audit::static_phase::{self, Material, Selection, Told};
use mcpvals_audit::tools_file::{self, ToolsFile};
use mcpvals_model::{Evaluation, LeftOut};

use crate::audit_args::AuditArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::sandbox;

use super::evaluate::flags;
use super::subject::{self, Subject};
use super::{evaluation_report as report, settings};

pub(crate) use rules::{explain, selection};

/// No file of tools is larger.
const BYTES_MAX: u64 = 256 << 20;

/// Audits, and writes the report. Exit code 1 where a finding is at least as bad as `--fail-on` says.
pub(crate) async fn run(args: &AuditArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    if args.list_rules {
        return rules::list(args.report.json, output);
    }
    let mut selection = selection(&args.subject)?;
    let layers = settings::layers(&args.subject, flags::of_subject(&args.subject), environment, output)?;
    let plan = report::plan(&args.report, None, &layers)?;
    layers.adapt(&mut selection);
    let evaluation = match &args.tools {
        Some(path) if args.subject.target.is_none() && !args.live => of_tools(path, environment, &selection)?,
        tools => audited(args, tools.as_deref(), (&selection, &layers), environment, output).await?,
    };
    report::write(&evaluation, &plan, &layers, environment, output)?;
    let worst = evaluation.tools.iter().flat_map(|tool| &tool.findings).chain(&evaluation.findings);
    let worst = worst.map(|finding| finding.severity).max();
    let fails = args.fail_on.least().is_some_and(|least| worst.is_some_and(|worst| worst >= least));
    Ok(if fails { Exit::Failed } else { Exit::Passed })
}

/// Nothing but a file of tools.
fn of_tools(path: &std::path::Path, environment: &Environment, selection: &Selection) -> Result<Evaluation, Failure> {
    let told = Told::File(read_tools(path, environment)?, path.display().to_string());
    let found = static_phase::run(&Material::default(), told, selection);
    let server = mcpvals_model::EvaluatedServer {
        path: path.display().to_string(),
        tools_file: Some(path.display().to_string()),
        ..mcpvals_model::EvaluatedServer::default()
    };
    Ok(assembled(server, found, selection))
}

async fn audited(
    args: &AuditArgs,
    tools: Option<&std::path::Path>,
    (selection, layers): (&Selection, &Layers),
    environment: &Environment,
    output: &Output,
) -> Result<Evaluation, Failure> {
    let mut subject = subject::find(&args.subject, layers, environment, output)?;
    let speaks = args.live || (subject.server_is_named && tools.is_none());
    if speaks {
        subject.enter_sandbox(args.subject.process.sandbox, environment).await?;
    }
    let told = match tools {
        Some(path) => Told::File(read_tools(path, environment)?, path.display().to_string()),
        None if speaks => live(&mut subject, environment, output).await?,
        None => Told::Source,
    };
    let mut server = subject.facts();
    if let Told::Live(metadata) = &told {
        subject::name_by(&mut server, metadata);
    }
    let found = static_phase::run(&subject.material(layers), told, selection);
    let mut evaluation = assembled(server, found, selection);
    evaluation.left_out.extend(hooks(layers));
    if let Ok((_, named)) = &subject.server {
        evaluation.sandbox = named.sandbox.as_ref().map(mcpvals_wire::Sandbox::facts);
        sandbox::tell(named.sandbox.as_ref(), output);
    }
    seal(&mut evaluation, &subject.redactor);
    Ok(evaluation)
}

/// An audit starts nothing unasked.
fn hooks(layers: &Layers) -> Option<LeftOut> {
    let is_there = layers.hooks_enabled() && (layers.hooks_path().is_some() || !layers.hooks().is_empty());
    let reason = "`audit` runs none; `evaluate --static-only` does".to_owned();
    is_there.then(|| LeftOut { name: "the hooks of the settings".to_owned(), reason })
}

fn assembled(server: mcpvals_model::EvaluatedServer, found: static_phase::Found, selection: &Selection) -> Evaluation {
    let phases = Phases { statics: true, runtime: false };
    let parts = Parts { server, found, hooks: Vec::new(), ran: None };
    document::assemble(parts, phases, selection, &Scale::default())
}

fn read_tools(path: &std::path::Path, environment: &Environment) -> Result<ToolsFile, Failure> {
    let problem = |why: &dyn std::fmt::Display| subject::unreadable("--tools", path, why);
    let full = environment.cwd.join(path);
    let about = std::fs::metadata(&full).map_err(|error| problem(&error))?;
    if about.len() > BYTES_MAX {
        return Err(problem(&format!("it is larger than {} MB", BYTES_MAX >> 20)));
    }
    let text = std::fs::read_to_string(&full).map_err(|error| problem(&error))?;
    tools_file::read(&text).map_err(|why| problem(&why))
}

/// What the running server says of itself.
async fn live(subject: &mut Subject, environment: &Environment, output: &Output) -> Result<Told, Failure> {
    let (found, named) =
        subject.server.as_mut().map_err(|why| Failure::usage(format!("the server cannot be started: {why}")))?;
    let session = crate::target::connect(named, environment, output).await?;
    session.transport().clone_into(&mut found.transport);
    let metadata = mcpvals_audit::runtime::metadata(&session).await;
    crate::target::show_frames(&session.close().await, named, environment, output);
    Ok(Told::Live(metadata))
}
