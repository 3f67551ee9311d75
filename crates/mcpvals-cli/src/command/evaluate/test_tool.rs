//! `mcpvals evaluate test-tool`: one tool, called once, in the shape that seed 003 gives it.

use mcpvals_audit::runtime;
use serde_json::{Map, Value, json};

use crate::args::ProcessArgs;
use crate::audit_args::{SubjectArgs, TestToolArgs};
use crate::command::call::arguments;
use crate::command::{settings, subject};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target;

use super::flags;

/// Calls it, and prints what came of it. Exit code 1 where it failed.
pub(super) async fn run(args: &TestToolArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let given: Option<Map<String, Value>> = args.args.as_deref().map(arguments).transpose()?;
    let about = subject_args(args);
    let layers = settings::layers(&about, flags::of_subject(&about), environment, output)?;
    let subject = subject::find(&about, &layers, environment, output)?;
    let (_, named) = subject.server.as_ref().map_err(|why| Failure::new(Exit::Unreachable, why.clone()))?;
    let session = target::connect(named, environment, output).await?;
    let arguments = match given {
        Some(arguments) => arguments,
        None => session.find_tool(&args.tool).await.map(|tool| runtime::arguments(&tool)).unwrap_or_default(),
    };
    let verdict = runtime::test_tool(&session, &args.tool, &arguments, layers.deadline(), &named.redactor).await;
    target::show_frames(&session.close().await, named, environment, output);
    let shown = json!({
        "toolName": args.tool,
        "status": verdict.status,
        "executionTime": verdict.execution_time,
        "result": verdict.result,
        "validation": {
            "responseTime": verdict.response_time,
            "errorHandling": verdict.error_handling,
            "dataFormat": verdict.data_format,
        },
    });
    output.result(&format!("{shown:#}\n"))?;
    Ok(if verdict.status == "passed" { Exit::Passed } else { Exit::Failed })
}

fn subject_args(args: &TestToolArgs) -> SubjectArgs {
    SubjectArgs {
        target: Some(args.target.clone()),
        command: args.command.clone(),
        process: ProcessArgs { env: args.env.clone(), cwd: None },
        transport: args.transport,
        timeout: Some(args.timeout),
        ..SubjectArgs::default()
    }
}
