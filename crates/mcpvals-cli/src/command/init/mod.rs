//! `mcpvals init`: a first config from what a live server offers.
//!
//! No tool is called: one test for each, with arguments made from its schema. A tool that does not say that it only
//! reads is written with `skip`, so that nothing changes before its author looked.

mod sample;
mod server;

use std::collections::BTreeSet;
use std::path::Path;

use mcpvals_model::mcp::Tool;
use serde_json::{Value, json};

use crate::args::InitArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target;

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
    let named = target::named(&args.target, "full", environment)?;
    let session = target::connect(&named, environment).await?;
    let offer = session.settle().await;
    session.close().await;
    if offer.tools.is_empty() {
        return Err(Failure::new(Exit::NothingToRun, "the server offers no tools: there is nothing to test yet"));
    }
    let place = server::Place { file: &args.output, here: &environment.cwd };
    let server = server::server(&named.spec.target, &named.secrets, &args.target, place);
    let tests: Vec<Value> = offer.tools.iter().map(|tool| test(tool)).collect();
    let config = json!({"server": server.value, "toolHealthSuites": [{"name": "tools", "tests": tests}]});
    let text = format.write(&config)?;
    std::fs::write(&path, named.redactor.text(&text).as_bytes())
        .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))?;
    for line in notes(&args.output, &tests, &server.variables) {
        output.note(&line);
    }
    Ok(Exit::Passed)
}

/// What was written, and what is left to do.
fn notes(file: &Path, tests: &[Value], variables: &BTreeSet<String>) -> Vec<String> {
    let skipped = tests.iter().filter(|test| test.get("skip").is_some()).count();
    let tests = if tests.len() == 1 { "1 test".to_owned() } else { format!("{} tests", tests.len()) };
    let mut lines = vec![format!("wrote {} with {tests}", file.display())];
    if skipped > 0 {
        lines.push(format!("{skipped} with `skip`: the tool does not say that it only reads, so look at it first"));
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

fn test(tool: &Tool) -> Value {
    let mut test = json!({"name": tool.name(), "args": sample::arguments(tool.input_schema())});
    if tool.raw().pointer("/annotations/readOnlyHint") != Some(&Value::Bool(true)) {
        test["skip"] = json!("may change something: check the arguments first");
    }
    test
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

    fn write(self, config: &Value) -> Result<String, Failure> {
        match self {
            Self::Yaml => serde_saphyr::to_string(config)
                .map_err(|error| Failure::new(Exit::Internal, format!("cannot write YAML: {error}"))),
            Self::Json => Ok(format!("{config:#}\n")),
            Self::TypeScript => Ok(format!(
                "import type {{ Config }} from \"mcpvals\";\n\nexport default {config:#} satisfies Config;\n"
            )),
        }
    }
}
