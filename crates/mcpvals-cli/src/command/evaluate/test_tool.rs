//! `mcpvals evaluate test-tool`: one tool, called once, in the shape that seed 003 gives it.

use mcpvals_audit::runtime;
use serde_json::{Map, Value, json};

use crate::audit_args::TestToolArgs;
use crate::command::call::{arguments, not_offered};
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::sandbox;
use crate::target;

use super::reached;

/// Calls it, and prints what came of it. Exit code 1 where it failed, or is not listed.
pub(super) async fn run(args: &TestToolArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let given: Option<Map<String, Value>> = args.args.as_deref().map(arguments).transpose()?;
    let (layers, subject) = reached::found(&args.server.subject(), environment, output).await?;
    let named = reached::named(&subject)?;
    let session = target::connect(named, environment, output).await?;
    let listed = session.find_tool(&args.tool).await;
    let arguments = given.or_else(|| listed.as_ref().map(|tool| runtime::arguments(tool))).unwrap_or_default();
    let verdict = runtime::test_tool(&session, &args.tool, &arguments, layers.deadline(), &named.redactor).await;
    // A server may answer calls of whatever name: what nobody can find is no tool, and the user may have mistyped.
    let error = listed.is_none().then(|| not_offered(&args.tool, &session.offer()));
    let error = error.map(|words| named.redactor.text(&words).into_owned());
    let status = if error.is_some() { "failed" } else { verdict.status };
    target::show_frames(&session.close().await, named, environment, output);
    sandbox::tell(named.sandbox.as_ref(), output);
    let mut shown = json!({
        "toolName": args.tool,
        "status": status,
        "executionTime": verdict.execution_time,
        "result": verdict.result,
        "validation": {
            "responseTime": verdict.response_time,
            "errorHandling": verdict.error_handling,
            "dataFormat": verdict.data_format,
        },
    });
    if let Some(words) = error {
        output.note(&words);
        shown["error"] = words.into();
    }
    output.result(&format!("{shown:#}\n"))?;
    Ok(if status == "passed" { Exit::Passed } else { Exit::Failed })
}
