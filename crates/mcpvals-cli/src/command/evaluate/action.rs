//! `mcpvals evaluate interactive` and `requirements`.

use std::io::{BufRead as _, Write as _};
use std::sync::Arc;
use std::time::Duration;

use mcpvals_audit::catalogue;
use mcpvals_audit::runtime::{self, ToolVerdict};
use mcpvals_audit::score;
use mcpvals_model::mcp::Tool;
use mcpvals_model::{Requirement, Rule};
use mcpvals_report::visible;
use mcpvals_wire::Session;
use serde_json::{Map, Value, json};

use crate::audit_args::InteractiveArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target;

use super::reached;

/// What is checked for each requirement, and where it stands in the directory's policy.
pub(super) fn requirements(as_json: bool, output: &Output) -> Result<Exit, Failure> {
    let rules = catalogue::rules();
    let of = |requirement| rules.iter().filter(move |rule| rule.requirement == requirement);
    let shown = if as_json {
        let row = |requirement: Requirement| {
            json!({
                "requirement": requirement,
                "title": requirement.title(),
                "directory": Requirement::DIRECTORY.contains(&requirement),
                "weight": score::share(Some(requirement)),
                "clauses": clauses(requirement),
                "rules": of(requirement).map(|rule| rule.id).collect::<Vec<_>>(),
            })
        };
        format!("{:#}\n", json!(Requirement::ALL.map(row)))
    } else {
        let line = |rule: &&Rule| format!("  {:8} {:32} {}", rule.severity.as_str(), rule.id, rule.title);
        let row = |requirement: Requirement| {
            let heading = format!(
                "{} ({}), weight {:.2}\n  asked for by: {}",
                requirement.title(),
                requirement.as_str(),
                score::share(Some(requirement)),
                clauses(requirement).join(", "),
            );
            let lines: Vec<String> = std::iter::once(heading).chain(of(requirement).map(line)).collect();
            lines.join("\n") + "\n"
        };
        Requirement::ALL.map(row).join("\n")
    };
    output.result(&shown)?;
    Ok(Exit::Passed)
}

/// Of the Anthropic Software Directory Policy (`ASDP`), and of the protocol.
fn clauses(requirement: Requirement) -> &'static [&'static str] {
    match requirement {
        Requirement::FunctionalityMatch => &["ASDP-2.A", "ASDP-2.B", "ASDP-5.E"],
        Requirement::PromptInjection => &["ASDP-2.D", "ASDP-2.E", "ASDP-2.F", "ASDP-2.G"],
        Requirement::ToolNaming => &["ASDP-2.C", "ASDP-5.C"],
        Requirement::WorkingExamples => &["ASDP-3.C", "ASDP-3.E"],
        Requirement::ErrorHandling => &["ASDP-5.A", "MCP tools: error handling"],
        Requirement::SecurityCode => &["MCP security best practices", "MCP05:2025"],
        Requirement::SupplyChain => &["ASDP-5.G", "MCP04:2025"],
        Requirement::Privacy => &["ASDP-1.C", "ASDP-1.D", "ASDP-3.A", "ASDP-3.B"],
    }
}

/// Lists the tools, asks which to call and with what, and says what to think of the answer; again and again, until the
/// input ends or `quit` is said.
pub(super) async fn interactive(
    args: &InteractiveArgs,
    environment: &Environment,
    output: &Output,
) -> Result<Exit, Failure> {
    let (layers, subject) = reached::found(&args.subject, environment, output).await?;
    let named = reached::named(&subject)?;
    let session = target::connect(named, environment, output).await?;
    let offer = session.settle().await;
    let dialogue = Dialogue { session, tools: offer.tools.clone(), named, deadline: layers.deadline(), output };
    dialogue.go().await?;
    target::show_frames(&dialogue.session.close().await, named, environment, output);
    Ok(Exit::Passed)
}

struct Dialogue<'a> {
    session: Session,
    tools: Vec<Arc<Tool>>,
    named: &'a target::Named,
    deadline: Duration,
    output: &'a Output,
}

impl Dialogue<'_> {
    async fn go(&self) -> Result<(), Failure> {
        self.list()?;
        while let Some(word) = ask("tool (name or number; `list`, `quit`)").await {
            match word.as_str() {
                "" => {}
                "quit" | "exit" | "q" => break,
                "list" | "l" => self.list()?,
                name => match self.find(name) {
                    Some(tool) => match arguments(&tool).await {
                        Some(arguments) => self.call(&tool, arguments).await?,
                        None => break,
                    },
                    None => self.say(&format!("there is no tool `{name}`"))?,
                },
            }
        }
        Ok(())
    }

    fn find(&self, word: &str) -> Option<Arc<Tool>> {
        let by_number = word.parse::<usize>().ok().and_then(|number| self.tools.get(number.checked_sub(1)?));
        self.tools.iter().find(|tool| tool.name() == word).or(by_number).cloned()
    }

    fn list(&self) -> Result<(), Failure> {
        let line = |(number, tool): (usize, &Arc<Tool>)| {
            let description = tool.description().unwrap_or_default().lines().next().unwrap_or_default().to_owned();
            format!("{number:3}  {}  {description}\n", tool.name())
        };
        self.say(&(1..).zip(&self.tools).map(line).collect::<String>())
    }

    async fn call(&self, tool: &Tool, arguments: Map<String, Value>) -> Result<(), Failure> {
        let verdict =
            runtime::test_tool(&self.session, tool.name(), &arguments, self.deadline, &self.named.redactor).await;
        self.say(&words(&verdict))
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        let text = self.named.redactor.text(text);
        self.output.result(&format!("{}\n", visible(text.trim_end())))
    }
}

fn words(verdict: &ToolVerdict) -> String {
    let data = verdict.result["data"].as_str().map_or_else(|| format!("{:#}", verdict.result["data"]), str::to_owned);
    format!(
        "{} in {} ms\n{data}\nresponse time {}, error handling {}, data format {}",
        verdict.status, verdict.execution_time, verdict.response_time, verdict.error_handling, verdict.data_format
    )
}

/// Asks for each argument of the tool's schema; nothing where the input ended.
async fn arguments(tool: &Tool) -> Option<Map<String, Value>> {
    const ASKED_MAX: usize = 50;
    let schema = tool.input_schema();
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten().take(ASKED_MAX);
    let mut arguments = Map::new();
    for (name, property) in properties {
        let kind = property["type"].as_str().unwrap_or("any value");
        let needed = if required.contains(&name.as_str()) { "" } else { ", may be left out" };
        let about =
            property["description"].as_str().map(|text| format!(": {}", text.lines().next().unwrap_or_default()));
        let answer = ask(&format!("  {name} ({kind}{needed}){}", about.unwrap_or_default())).await?;
        if !answer.is_empty() {
            arguments.insert(name.clone(), read(&answer, kind));
        }
    }
    Some(arguments)
}

/// A text is taken as it is; anything else as JSON, where it is some.
fn read(answer: &str, kind: &str) -> Value {
    if kind == "string" {
        return answer.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(answer).into();
    }
    serde_json::from_str(answer).unwrap_or_else(|_| answer.into())
}

/// A line of the user's; nothing at the end of the input. Read aside, so that a signal is heard meanwhile.
async fn ask(question: &str) -> Option<String> {
    const LINE_BYTES_MAX: u64 = 1 << 20;
    let question = visible(question).into_owned();
    let line = tokio::task::spawn_blocking(move || {
        let _ = write!(std::io::stderr().lock(), "{question}> ");
        let mut line = String::new();
        let mut limited = std::io::Read::take(std::io::stdin().lock(), LINE_BYTES_MAX);
        limited.read_line(&mut line).ok().filter(|count| *count > 0).map(|_| line)
    });
    line.await.ok().flatten().map(|line| line.trim().to_owned())
}
