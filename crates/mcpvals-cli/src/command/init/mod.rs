//! `mcpvals init`: a first config from what a live server offers.
//!
//! No tool is called: one test for each, with arguments made from its schema. A tool that does not say that it only
//! reads is written with `skip`, so that nothing changes before its author looked.

mod sample;

use std::path::Path;

use mcpvals_model::mcp::{Offer, Tool};
use mcpvals_model::{Target, looks_secret};
use serde_json::{Map, Value, json};

use crate::args::InitArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::target;

/// Asks the server what it offers and writes the file.
pub(crate) async fn run(args: &InitArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
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
    let text = written(&args.output, &config(&named.spec.target, &offer))?;
    std::fs::write(&path, named.redactor.text(&text).as_bytes())
        .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))?;
    output.note(&format!("wrote {} with {} tests", args.output.display(), offer.tools.len()));
    output.note(&format!("next: say what each should answer, then run: mcpvals eval {}", args.output.display()));
    Ok(Exit::Passed)
}

fn config(target: &Target, offer: &Offer) -> Value {
    json!({
        "server": server(target),
        "toolHealthSuites": [{"name": "tools", "tests": offer.tools.iter().map(|tool| test(tool)).collect::<Vec<_>>()}],
    })
}

/// The server as a config names it. Secrets become `${NAME}`, to be set in the environment.
fn server(target: &Target) -> Value {
    match target {
        Target::Stdio { command, args, env, .. } => {
            let mut server = json!({"transport": "stdio", "command": command, "args": args});
            if !env.is_empty() {
                let env = env.iter().map(|(name, value)| (name.clone(), placeholder(name, value.reveal())));
                server["env"] = env.collect::<Map<_, _>>().into();
            }
            server
        }
        Target::Http { url, headers } => http("shttp", url.as_str(), headers),
        Target::Sse { url, headers, .. } => http("sse", url.as_str(), headers),
    }
}

fn http(transport: &str, url: &str, headers: &[(String, mcpvals_model::Secret)]) -> Value {
    let mut server = json!({"transport": transport, "url": url});
    if !headers.is_empty() {
        let variable = |name: &str| format!("${{{}}}", name.to_uppercase().replace('-', "_"));
        server["headers"] =
            headers.iter().map(|(name, _)| (name.clone(), json!(variable(name)))).collect::<Map<_, _>>().into();
    }
    server
}

fn placeholder(name: &str, value: &str) -> Value {
    if looks_secret(name) { json!(format!("${{{name}}}")) } else { json!(value.replace("${", "$${")) }
}

fn test(tool: &Tool) -> Value {
    let mut test = json!({"name": tool.name(), "args": sample::arguments(tool.input_schema())});
    if tool.raw.pointer("/annotations/readOnlyHint") != Some(&Value::Bool(true)) {
        test["skip"] = json!("may change something: check the arguments first");
    }
    test
}

/// In the format that the file's name asks for.
fn written(path: &Path, config: &Value) -> Result<String, Failure> {
    let yaml = |value: &Value| {
        serde_saphyr::to_string(value)
            .map_err(|error| Failure::new(Exit::Internal, format!("cannot write YAML: {error}")))
    };
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("yaml" | "yml") => yaml(config),
        Some("json" | "jsonc") => Ok(format!("{config:#}\n")),
        Some("ts" | "mts") => {
            Ok(format!("import type {{ Config }} from \"mcpvals\";\n\nexport default {config:#} satisfies Config;\n"))
        }
        _ => Err(Failure::usage(format!("`{}`: --output takes a .yaml, .json or .ts file", path.display()))),
    }
}
