//! `mcpvals list`: what a config file holds. Starts no server and needs no variable.

use mcpvals::{Plan, Scope};
use mcpvals_model::{Case, CaseKind, Suite, SuiteKind, Target};
use mcpvals_wire::Redactor;
use serde_json::{Value, json};

use crate::args::ListArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

use super::eval::{Asked, load_unless};

/// Prints the suites, their cases, and the servers.
pub(crate) async fn run(args: &ListArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let asked = Asked { scope: Scope::LIST, update_snapshots: false };
    let loaded = load_unless(crate::interrupt::wait(), &args.config, environment, output, asked).await?;
    let (plan, _) = loaded.into_parts();
    let redactor = Redactor::new(&plan.secrets);
    let mut value = as_json(&plan);
    redactor.value(&mut value);
    let shown = if args.json { format!("{value:#}\n") } else { redactor.text(&as_text(&plan)).into_owned() };
    output.result(&shown)?;
    Ok(Exit::Passed)
}

fn as_text(plan: &Plan) -> String {
    let of = |kind| plan.suites.iter().filter(move |suite| suite.kind == kind);
    let kinds = SuiteKind::ALL.into_iter().filter(|kind| *kind != SuiteKind::Workflow);
    let mut lines: Vec<String> = kinds.flat_map(of).flat_map(cases).collect();
    if of(SuiteKind::Workflow).next().is_some() {
        lines.push("Available workflows:".to_owned());
        lines.extend(of(SuiteKind::Workflow).flat_map(workflows));
    }
    lines.extend(plan.servers.iter().map(|server| format!("server {}: {}", server.name, target(&server.target))));
    mcpvals_report::visible(&(lines.join("\n") + "\n")).into_owned()
}

fn cases(suite: &Suite) -> Vec<String> {
    let heading = format!("{}{}", suite.name, described(suite.description.as_deref()));
    let lines = suite.cases.iter().map(|case| format!("  {}{}", case.title, marks(case)));
    std::iter::once(heading).chain(lines).collect()
}

fn workflows(suite: &Suite) -> Vec<String> {
    let line = |case: &Case| {
        let CaseKind::Workflow(workflow) = &case.kind else { return String::new() };
        let expected = workflow.expect_tools.as_ref().map(|expected| expected.tools.as_slice()).unwrap_or_default();
        let tools = if expected.is_empty() {
            String::new()
        } else {
            format!(", expects {}", expected.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(", "))
        };
        format!(
            "  - {}{}: {} step(s){tools}",
            suite.name,
            described(suite.description.as_deref()),
            workflow.steps.len()
        )
    };
    suite.cases.iter().map(line).collect()
}

fn described(description: Option<&str>) -> String {
    description.map(|text| format!(" ({text})")).unwrap_or_default()
}

/// The tool where the title is another, the tags, and why it is skipped.
fn marks(case: &Case) -> String {
    let tool = match &case.kind {
        CaseKind::Tool(tool) if tool.call.tool != case.title => format!("  [{}]", tool.call.tool),
        CaseKind::Tool(_)
        | CaseKind::Resource(_)
        | CaseKind::Prompt(_)
        | CaseKind::Completion(_)
        | CaseKind::Peer(_)
        | CaseKind::Utility(_)
        | CaseKind::Oauth(_)
        | CaseKind::Workflow(_) => String::new(),
    };
    let tags = case.tags.iter().fold(String::new(), |tags, tag| tags + "  #" + tag);
    let skip = case.skip.as_ref().map(|reason| format!("  skipped: {reason}")).unwrap_or_default();
    tool + &tags + &skip
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
