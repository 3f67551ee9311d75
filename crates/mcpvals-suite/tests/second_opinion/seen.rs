//! What a client saw of a server, in the same words for both clients, and what both were told to do.

use mcpvals_model::profile::{ClientProfile, PeerReply, Root};
use mcpvals_model::{RevisionChoice, Target};
use serde_json::{Map, Value, json};

use crate::{ours, theirs};

/// Everything that both clients can tell. What stands in only one of their data models is in neither field.
#[derive(Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) revision: String,
    /// Name and version.
    pub(crate) server: (String, String),
    pub(crate) instructions: Option<String>,
    pub(crate) capabilities: Value,
    pub(crate) tools: Vec<Value>,
    pub(crate) resources: Vec<Value>,
    pub(crate) resource_templates: Vec<Value>,
    pub(crate) prompts: Vec<Value>,
    /// One for each call.
    pub(crate) answers: Vec<Value>,
}

/// A tool and its arguments.
pub(crate) type Call = (String, Value);

/// The members that `rmcp`'s types have; it drops others.
const CAPABILITIES: [&str; 7] =
    ["experimental", "extensions", "logging", "completions", "prompts", "resources", "tools"];
const TOOL: [&str; 8] =
    ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta"];

/// Both clients see the same, and as much as they should: `revision`, and an answer to every call. Each has a server of
/// its own where the target is a command.
pub(crate) async fn compare(target: &Target, choice: RevisionChoice, calls: &[Call], revision: &str) -> Seen {
    let ours = ours::look(target, choice, calls).await;
    let theirs = theirs::look(target, choice, calls).await;
    assert_eq!(ours.revision, revision);
    assert_eq!((&ours.revision, &ours.server), (&theirs.revision, &theirs.server));
    assert_eq!((&ours.instructions, &ours.capabilities), (&theirs.instructions, &theirs.capabilities));
    same_list("tools", &ours.tools, &theirs.tools);
    same_list("resources", &ours.resources, &theirs.resources);
    same_list("resource templates", &ours.resource_templates, &theirs.resource_templates);
    same_list("prompts", &ours.prompts, &theirs.prompts);
    assert_eq!((ours.answers.len(), theirs.answers.len()), (calls.len(), calls.len()));
    for ((call, ours), theirs) in calls.iter().zip(&ours.answers).zip(&theirs.answers) {
        assert_eq!(comparable(call, ours), comparable(call, theirs), "{call:?} in {revision}");
    }
    ours
}

/// What the tools called `ask_…` tell is our own answer as JSON text, whose members each client has in its own order.
fn comparable((tool, _): &Call, answer: &Value) -> Value {
    let mut answer = plain(answer);
    if tool.starts_with("ask_")
        && let Some(text) = answer.pointer_mut("/content/0/text")
        && let Ok(told) = serde_json::from_str(text.as_str().unwrap_or_default())
    {
        *text = told;
    }
    answer
}

/// The same with `1.0` as `1`: where the protocol has a number, `rmcp` has a floating point number.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 => json!(format!("{float:.0}").parse::<i64>().ok()),
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => members.iter().map(|(name, member)| (name.clone(), plain(member))).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

fn same_list(what: &str, ours: &[Value], theirs: &[Value]) {
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert_eq!(plain(ours), plain(theirs), "{what}");
    }
    assert_eq!(ours.len(), theirs.len(), "{what}");
}

/// The profile that both declare, with answers that cannot be taken for anything else.
pub(crate) fn profile() -> ClientProfile {
    let mut client = ClientProfile::full();
    // The SDK does not declare the tasks of 2025-11-25.
    client.capabilities.as_object_mut().and_then(|declared| declared.shift_remove("tasks"));
    client.answers.roots = vec![Root { uri: "file:///work".to_owned(), name: Some("work".to_owned()) }];
    client.answers.sampling = vec![PeerReply::text("hello from the profile").into()];
    let given = json!({"name": "Ada"}).as_object().cloned().unwrap_or_default();
    client.answers.elicitation = vec![PeerReply::Form(given).into()];
    client
}

/// Calls from pairs of a name and its arguments.
pub(crate) fn calls<const N: usize>(pairs: [(&str, Value); N]) -> Vec<Call> {
    pairs.into_iter().map(|(tool, args)| (tool.to_owned(), args)).collect()
}

pub(crate) fn capabilities(capabilities: &Value) -> Value {
    only(capabilities, &CAPABILITIES)
}

pub(crate) fn tool(tool: &Value) -> Value {
    only(tool, &TOOL)
}

/// A result: its content, its structured content, and whether it is an error, which it is not where it does not say.
pub(crate) fn result(result: &Value) -> Value {
    json!({
        "content": result["content"],
        "structuredContent": result["structuredContent"],
        "isError": result.get("isError").unwrap_or(&Value::Bool(false)),
    })
}

pub(crate) fn error(code: i64, message: &str, data: Option<&Value>) -> Value {
    json!({"code": code, "message": message, "data": data})
}

fn only(value: &Value, members: &[&str]) -> Value {
    let kept = members.iter().filter_map(|name| Some(((*name).to_owned(), value.get(name)?.clone())));
    Value::Object(kept.collect::<Map<_, _>>())
}
