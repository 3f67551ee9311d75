//! `mcpvals list`: what a config file holds. Starts no server and needs no variable.

use mcpvals::{Plan, Scope};
use mcpvals_model::{Case, CaseKind, Suite, SuiteKind, Target};
use serde_json::{Value, json};

use crate::args::ListArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

use super::eval::load;

/// Prints the suites, their cases, and the servers.
pub(crate) fn run(args: &ListArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let (plan, _) = load(&args.config, environment, output, Scope::LIST, false)?.into_parts();
    let shown = if args.json { format!("{:#}\n", as_json(&plan)) } else { as_text(&plan) };
    output.result(&shown)?;
    Ok(Exit::Passed)
}

fn as_text(plan: &Plan) -> String {
    let mut text = String::new();
    let of = |kind| plan.suites.iter().filter(move |suite| suite.kind == kind);
    for suite in of(SuiteKind::ToolHealth) {
        text += &format!("{}{}\n", suite.name, described(suite.description.as_deref()));
        text.extend(suite.cases.iter().map(|case| format!("  {}{}\n", case.title, marks(case))));
    }
    if of(SuiteKind::Workflow).next().is_some() {
        text += "Available workflows:\n";
        text.extend(of(SuiteKind::Workflow).flat_map(|suite| workflows(suite)));
    }
    for server in &plan.servers {
        text += &format!("server {}: {}\n", server.name, target(&server.target));
    }
    mcpvals_report::visible(&text).into_owned()
}

fn workflows(suite: &Suite) -> Vec<String> {
    let line = |case: &Case| {
        let CaseKind::Workflow(workflow) = &case.kind else { return String::new() };
        let tools = if workflow.expect_tools.is_empty() {
            String::new()
        } else {
            format!(", expects {}", workflow.expect_tools.join(", "))
        };
        format!(
            "  - {}{}: {} step(s){tools}\n",
            case.title,
            described(suite.description.as_deref()),
            workflow.steps.len()
        )
    };
    suite.cases.iter().map(line).collect()
}

fn described(description: Option<&str>) -> String {
    description.map(|text| format!(" ({text})")).unwrap_or_default()
}

fn marks(case: &Case) -> String {
    let mut marks = String::new();
    if let CaseKind::Tool(tool) = &case.kind
        && tool.call.tool != case.title
    {
        marks += &format!("  [{}]", tool.call.tool);
    }
    if !case.tags.is_empty() {
        marks += &format!("  #{}", case.tags.join(" #"));
    }
    if let Some(reason) = &case.skip {
        marks += &format!("  skipped: {reason}");
    }
    marks
}

fn target(target: &Target) -> String {
    match target {
        Target::Stdio { command, args, .. } => format!("stdio {command} {}", args.join(" ")),
        Target::Http { url, .. } => format!("http {}", url.as_str()),
        Target::Sse { url, .. } => format!("sse {}", url.as_str()),
    }
}

fn as_json(plan: &Plan) -> Value {
    let case = |case: &Case| json!({"id": case.id, "title": case.title, "tags": case.tags, "skip": case.skip});
    let suite = |suite: &Suite| {
        json!({
            "name": suite.name, "kind": suite.kind, "description": suite.description,
            "cases": suite.cases.iter().map(case).collect::<Vec<_>>(),
        })
    };
    json!({
        "config": plan.source,
        "servers": plan.servers.iter().map(|s| json!({"name": s.name, "transport": s.target.transport()})).collect::<Vec<_>>(),
        "suites": plan.suites.iter().map(suite).collect::<Vec<_>>(),
    })
}
