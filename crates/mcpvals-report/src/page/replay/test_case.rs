//! A call as a test of a config file: what was asked for, and what came of it.

use std::fmt::Write as _;

use mcpvals_model::Frame;
use serde_json::Value;

use super::expected;
use super::frames::Context;
use crate::timeline::ids;
use crate::visible;

/// Before a test that has nothing to expect.
const UNANSWERED: &str = "# The trace has no answer to it: expected is that one comes, and is no error.\n";

/// The suite; `None` for what is neither a call of a tool, nor a resource read, nor a prompt got, and for probes of ours.
pub(super) fn yaml(message: &Value, frame: &Frame, context: &Context<'_>) -> Option<String> {
    let params = message.get("params")?;
    let answer = answer(frame, context);
    let (suites, tests, mut members) = match ids::method(message)? {
        "tools/call" => ("toolHealthSuites", "tests", named(params, "name", "name")?),
        "resources/read" => ("resourceSuites", "resourceTests", named(params, "uri", "uri")?),
        "prompts/get" => ("promptSuites", "promptTests", named(params, "name", "name")?),
        _ => return None,
    };
    if let Some(args) = params.get("arguments").filter(|args| args.as_object().is_some_and(|args| !args.is_empty())) {
        members.push(("args", args.clone()));
    }
    let expected = answer.and_then(expected::of);
    members.extend(expected.filter(|(name, _)| suites == "toolHealthSuites" || *name == "expectedError"));
    let remark = if answer.is_none() { UNANSWERED } else { "" };
    Some(format!("{remark}{}", written(suites, tests, &members)))
}

fn named(params: &Value, from: &str, to: &'static str) -> Option<Vec<(&'static str, Value)>> {
    let name = params.get(from)?.as_str().filter(|name| !is_probe(name))?;
    Some(vec![(to, Value::from(name))])
}

fn written(suites: &str, tests: &str, members: &[(&str, Value)]) -> String {
    let mut yaml = format!("{suites}:\n  - name: From a trace\n    {tests}:\n");
    for (index, (name, value)) in members.iter().enumerate() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(yaml, "      {} {name}: {}", if index == 0 { '-' } else { ' ' }, flow(value));
    }
    yaml
}

/// The message that answers it.
fn answer<'a>(frame: &Frame, context: &Context<'a>) -> Option<&'a Value> {
    let call = context.trace.calls.iter().find(|call| call.request == Some(frame.seq))?;
    context.trace.frame(call.answer?)?.message()
}

/// Is this a name by which we ask for what no server has?
fn is_probe(name: &str) -> bool {
    ["mcpvals_no_such", "mcpvals-no-such", "mcpvals://"].iter().any(|probe| name.starts_with(probe))
}

/// JSON is YAML, but for two escapes in a row that stand for one character.
fn flow(value: &Value) -> String {
    let mut yaml = String::new();
    for c in value.to_string().chars() {
        let _ = match u32::from(c) {
            _ if !visible::is_hidden(c) => yaml.write_char(c),
            code if code < 0x1_0000 => write!(yaml, "\\u{code:04x}"),
            code => write!(yaml, "\\U{code:08x}"),
        };
    }
    yaml
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{flow, is_probe};

    #[test]
    fn what_is_hidden_is_an_escape_of_yaml() {
        assert_eq!(flow(&json!({"a": "x\u{202e}\u{e0041}日"})), r#"{"a":"x\u202e\U000e0041日"}"#);
    }

    #[test]
    fn probes_of_ours_are_no_tests() {
        assert!(is_probe("mcpvals_no_such_thing") && is_probe("mcpvals-no-such-tool"));
        assert!(!is_probe("add") && !is_probe("mcpvals"));
    }
}
