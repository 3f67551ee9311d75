//! The whole documents of `audit` and `evaluate` on a small project, but for times, versions and places.

use serde_json::{Value, json};

use crate::mcpvals::Folder;

const README: &str = r#"# Calculator

Adds, subtracts, multiplies and divides numbers for a model.

## Setup

```json
{"mcpServers": {"calculator": {"command": "npx", "args": ["-y", "calculator-mcp"]}}}
```

## Examples

* "What is 17 plus 25?"
* "Divide 144 by 12."
* "How much is 3.5 times 8?"

## Privacy

Nothing that it is asked leaves the machine.
"#;

pub(super) fn project() -> Folder {
    let folder = Folder::new();
    folder.write("bin.sh", concat!("exec ", env!("CARGO_BIN_EXE_mcpvals"), " example-server\n"));
    folder.write("package.json", r#"{"name": "calculator-mcp", "license": "MIT", "bin": "bin.sh"}"#);
    folder.write("README.md", README);
    folder
}

/// The document, without what another run or machine has otherwise.
fn document(command: &str) -> Value {
    let folder = project();
    let ran = folder.run(&[command, "--json", "."]);
    let place = folder.path().canonicalize().unwrap();
    let text = ran.stdout.replace(place.to_str().unwrap(), "FOLDER").replace(env!("CARGO_BIN_EXE_mcpvals"), "MCPVALS");
    let mut document = serde_json::from_str(&text).unwrap_or_else(|error| panic!("no JSON: {error}\n{ran:?}"));
    redact(&mut document);
    document
}

fn redact(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match name.as_str() {
                    "responseTime" | "startup" | "min" | "avg" | "max" => *member = json!("TIME"),
                    "mcpvalsVersion" | "version" => *member = json!("VERSION"),
                    _ => redact(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(redact),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn the_document_of_an_audit_is_as_it_was() {
    insta::assert_json_snapshot!("audit", document("audit"));
}

#[test]
fn the_document_of_an_evaluation_is_as_it_was() {
    insta::assert_json_snapshot!("evaluate", document("evaluate"));
}
