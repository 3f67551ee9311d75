//! `mcpvals init`: a first config from what a live server offers.
//!
//! One test for each tool, with arguments made from its schema; one for each of the first resources, templates, prompts and
//! arguments that are completed, for the protocol's utilities, for tools that can be tasks, and for those that are offered
//! only to clients that can be asked something. Tools that only read are tried with these arguments ([`trial`]). A test has
//! `skip` where the server refused them, and where they are made up, or the call may change something or reaches outside
//! the server, and it was not tried: nothing changes before its author looked, and what is run can be known to succeed.

mod asks;
mod offered;
mod reading;
pub(super) mod sample;
mod server;
mod trial;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use mcpvals_model::mcp::{Offer, ServerFacts, Tool};
use serde_json::{Value, json};

use crate::args::InitArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target::{self, Named};
use trial::{Trial, Trials};

/// A format of config files.
#[derive(Clone, Copy)]
enum Format {
    Yaml,
    Json,
    TypeScript,
}

/// Asks the server what it offers and writes the file.
pub(crate) async fn run(args: &InitArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let format = Format::of(&args.output)?;
    let path = environment.cwd.join(&args.output);
    if path.exists() && !args.force {
        return Err(Failure::usage(format!("`{}` is there already; --force overwrites it", args.output.display())));
    }
    let named = target::named(&args.target, "full", environment, output)?;
    let Survey { named, offer, suites } = survey(named, !args.no_calls, environment, output).await?;
    if suites.is_empty() {
        let message = "the server offers no tools, resources or prompts: there is nothing to test yet";
        return Err(Failure::new(Exit::NothingToRun, message));
    }
    let place = server::Place { file: &args.output, here: &environment.cwd };
    let server = server::server(&named.spec.target, &named.secrets, &args.target, place);
    let tests: Vec<Value> = suites.iter().flat_map(|(_, suites)| written(suites)).collect();
    let mut config = json!({"server": server.value});
    for (member, suites) in suites {
        config[member] = suites;
    }
    let text = format.write(config)?;
    std::fs::write(&path, named.redactor.text(&text).as_bytes())
        .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))?;
    for line in notes(&args.output, &tests, &server.variables).into_iter().chain(offered::left_out(&offer)) {
        output.note(&line);
    }
    Ok(Exit::Passed)
}

/// What a live server offers, as suites that test it.
pub(crate) struct Survey {
    /// As it was reached.
    pub(super) named: Named,
    offer: Arc<Offer>,
    /// Each with its member of a config file.
    pub(super) suites: Vec<(&'static str, Value)>,
}

/// Asks a server what it offers; where it may be called, tools that only read are tried.
///
/// # Errors
/// Unreachable.
pub(crate) async fn survey(
    named: Named,
    may_call: bool,
    environment: &Environment,
    output: &Output,
) -> Result<Survey, Failure> {
    let session = target::connect(&named, environment, output).await?;
    let named = named.over_sse().filter(|_| session.transport() == "sse").unwrap_or(named);
    let offer = session.settle().await;
    let trials = if may_call { trial::run(&session, &offer, &named.redactor).await } else { Trials::default() };
    let mut suites = suites(&offer, session.facts(), &trials);
    if may_call {
        reading::run(&mut suites, &session, &named.redactor).await;
    }
    target::show_frames(&session.close().await, &named, environment, output);
    suites.extend(asks::suites(&offer, &named, environment, output).await);
    let suites = suites.into_iter().map(|(member, suites)| (member, literal(suites))).collect();
    Ok(Survey { named, offer, suites })
}

/// The suites of the file, each with its member.
fn suites(offer: &Offer, facts: &ServerFacts, trials: &Trials) -> Vec<(&'static str, Value)> {
    let tests: Vec<Value> = offer.tools.iter().map(|tool| test(tool, trials.of(tool))).collect();
    let tools = (!tests.is_empty()).then(|| ("toolHealthSuites", json!([{"name": "tools", "tests": tests}])));
    tools.into_iter().chain(offered::suites(offer, facts)).collect()
}

/// What the server said, so that a config gives it back as it was: it must name no variable of the environment.
fn literal(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace("${", "$${")),
        Value::Array(items) => items.into_iter().map(literal).collect(),
        Value::Object(members) => members.into_iter().map(|(name, member)| (name, literal(member))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// The tests in some suites: the lists in them hold tests.
fn written(suites: &Value) -> Vec<Value> {
    let members = suites[0].as_object().into_iter().flatten();
    members.filter_map(|(_, list)| list.as_array()).flatten().cloned().collect()
}

/// What was written, and what is left to do.
fn notes(file: &Path, tests: &[Value], variables: &BTreeSet<String>) -> Vec<String> {
    let skipped = tests.iter().filter(|test| test.get("skip").is_some()).count();
    let tests = if tests.len() == 1 { "1 test".to_owned() } else { format!("{} tests", tests.len()) };
    let mut lines = vec![format!("wrote {} with {tests}", file.display())];
    if skipped > 0 {
        lines.push(format!("{skipped} with `skip`, which says what to fill in or to look at before it is taken out"));
    }
    if !variables.is_empty() {
        let names = variables.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        lines.push(format!("set in the environment, since the file holds no secrets: {names}"));
    }
    lines.push(format!(
        "next: give each test sensible arguments and what to expect, then run: mcpvals eval {}",
        file.display()
    ));
    lines
}

/// Where editors find the schema of config files of this version.
const SCHEMA: &str =
    concat!(env!("CARGO_PKG_REPOSITORY"), "/raw/v", env!("CARGO_PKG_VERSION"), "/schemas/config.schema.json",);

/// What is said at the top, where the format has comments.
const MADE_UP: &str =
    "Written by `mcpvals init`: what is with `skip` waits for you, and nothing is expected of the answers yet.";

fn test(tool: &Tool, trial: Option<&Trial>) -> Value {
    let mut test = json!({"name": tool.name(), "args": args_of(tool)});
    match trial {
        Some(Trial::Stands) => {}
        Some(Trial::Refused(words)) => test["skip"] = format!("fill in the arguments: these bring {words:?}").into(),
        None => caution(tool, &mut test),
    }
    test
}

fn args_of(tool: &Tool) -> Value {
    sample::arguments(tool.input_schema())
}

/// A test that calls a tool which may change something, or of which it is not known that it succeeds, waits for its
/// author.
fn caution(tool: &Tool, test: &mut Value) {
    let guessed = sample::guessed(tool.input_schema());
    let mut reasons = Vec::new();
    if !guessed.is_empty() {
        reasons.push(format!("fill in the arguments: made up is {}", guessed.join(", ")));
    }
    if !trial::only_reads(tool) {
        reasons.push("it may change something".to_owned());
    }
    if hint(tool, "openWorldHint") == Some(true) {
        reasons.push("it reaches outside the server".to_owned());
    }
    if !reasons.is_empty() {
        test["skip"] = reasons.join("; ").into();
    }
}

/// What the tool says of itself.
fn hint(tool: &Tool, name: &str) -> Option<bool> {
    tool.raw().pointer(&format!("/annotations/{name}"))?.as_bool()
}

impl Format {
    /// The one that the file's name asks for.
    fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("yaml" | "yml") => Ok(Self::Yaml),
            Some("json" | "jsonc") => Ok(Self::Json),
            Some("ts" | "mts") => Ok(Self::TypeScript),
            _ => Err(Failure::usage(format!("`{}`: --output takes a .yaml, .json or .ts file", path.display()))),
        }
    }

    fn write(self, config: Value) -> Result<String, Failure> {
        match self {
            Self::Yaml => serde_saphyr::to_string(&config)
                .map(|text| format!("# yaml-language-server: $schema={SCHEMA}\n# {MADE_UP}\n{text}"))
                .map_err(|error| Failure::new(Exit::Internal, format!("cannot write YAML: {error}"))),
            Self::Json => Ok(format!("{:#}\n", with_schema(config))),
            Self::TypeScript => Ok(format!(
                "// {MADE_UP}\nimport type {{ Config }} from \"mcpvals\";\n\nexport default {config:#} satisfies Config;\n"
            )),
        }
    }
}

/// With the schema's address in the first place.
fn with_schema(config: Value) -> Value {
    let mut whole = json!({"$schema": SCHEMA});
    if let (Some(whole), Value::Object(members)) = (whole.as_object_mut(), config) {
        whole.extend(members);
    }
    whole
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Tool;
    use serde_json::{Value, json};

    use super::{Trial, literal, test};

    #[track_caller]
    fn check(schema: &Value, annotations: &Value, skip: &Value) {
        let raw = json!({"name": "t", "inputSchema": schema, "annotations": annotations});
        assert_eq!(test(&Tool::read(&raw).expect("it is a tool"), None)["skip"], *skip, "{raw}");
    }

    #[test]
    fn only_calls_that_are_known_to_be_right_and_harmless_are_run() {
        let reads = json!({"readOnlyHint": true});
        let of = |x: Value| json!({"type": "object", "required": ["x"], "properties": {"x": x}});
        check(&json!({"type": "object"}), &reads, &Value::Null);
        check(&of(json!({"enum": ["a", "b"]})), &reads, &Value::Null);
        check(&of(json!({"type": "string"})), &reads, &json!("fill in the arguments: made up is x"));
        check(&json!({"type": "object"}), &json!({}), &json!("it may change something"));
        let adds = json!({"readOnlyHint": false, "destructiveHint": false});
        check(&json!({"type": "object"}), &adds, &json!("it may change something"));
        let world = json!({"readOnlyHint": true, "openWorldHint": true});
        check(&json!({"type": "object"}), &world, &json!("it reaches outside the server"));
        let all = json!("fill in the arguments: made up is x; it may change something");
        check(&of(json!({"type": "string"})), &json!({"destructiveHint": true}), &all);
    }

    #[test]
    fn what_a_server_says_names_no_variable() {
        let said = json!({"a": ["${TOKEN}", {"b": "$${{x}} ${{y}} $5 {z}"}], "c": 1});
        let wanted = json!({"a": ["$${TOKEN}", {"b": "$$${{x}} $${{y}} $5 {z}"}], "c": 1});
        assert_eq!(literal(said), wanted);
    }

    #[test]
    fn what_was_tried_is_known() {
        let tool = Tool::read(&json!({"name": "t", "inputSchema": {"required": ["x"]}})).expect("it is a tool");
        assert_eq!(test(&tool, Some(&Trial::Stands))["skip"], Value::Null);
        let refused = test(&tool, Some(&Trial::Refused("no \"x\"".to_owned())));
        assert_eq!(refused["skip"], "fill in the arguments: these bring \"no \\\"x\\\"\"");
    }
}
