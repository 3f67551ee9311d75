//! `mcpvals evaluate list-tools`: the tools of a server that is found as `evaluate` finds it.

use serde_json::json;

use crate::audit_args::OneServerArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::sandbox;
use crate::target;

use super::reached;

/// Lists them, and prints them as the server says them.
pub(super) async fn run(args: &OneServerArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let (_, subject) = reached::found(&args.subject(), environment, output).await?;
    let named = reached::named(&subject)?;
    let session = target::connect(named, environment, output).await?;
    let mut shown = json!({ "tools": session.settle().await.tools });
    named.redactor.value(&mut shown);
    target::show_frames(&session.close().await, named, environment, output);
    sandbox::tell(named.sandbox.as_ref(), output);
    output.result(&format!("{shown:#}\n"))?;
    Ok(Exit::Passed)
}
