//! `mcpvals evaluate list-tools`: the tools of a server that is found as `evaluate` finds it.

use serde_json::json;

use crate::args::ProcessArgs;
use crate::audit_args::{ListToolsArgs, SubjectArgs};
use crate::command::{settings, subject};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::sandbox;
use crate::target;

use super::flags;

/// Lists them, and prints them as the server says them.
pub(super) async fn run(args: &ListToolsArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let about = subject_args(args);
    let layers = settings::layers(&about, flags::of_subject(&about), environment, output)?;
    let mut subject = subject::find(&about, &layers, environment, output)?;
    subject.enter_sandbox(args.sandbox, environment).await?;
    let (_, named) = subject.server.as_ref().map_err(|why| Failure::new(Exit::Unreachable, why.clone()))?;
    let session = target::connect(named, environment, output).await?;
    let mut shown = json!({ "tools": session.settle().await.tools });
    named.redactor.value(&mut shown);
    target::show_frames(&session.close().await, named, environment, output);
    sandbox::tell(named.sandbox.as_ref(), output);
    output.result(&format!("{shown:#}\n"))?;
    Ok(Exit::Passed)
}

fn subject_args(args: &ListToolsArgs) -> SubjectArgs {
    SubjectArgs {
        target: Some(args.target.clone()),
        command: args.command.clone(),
        process: ProcessArgs { env: args.env.clone(), cwd: None, sandbox: args.sandbox },
        transport: args.transport,
        timeout: Some(args.timeout),
        ..SubjectArgs::default()
    }
}
