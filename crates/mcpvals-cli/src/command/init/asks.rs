//! Tools that a server offers only to clients that it can ask something: each is written as a trigger of tests of that. No
//! tool is called; which capability a tool needs is seen in the lists of clients that declare just one.

use mcpvals_model::Asks;
use mcpvals_model::mcp::{Offer, Tool};
use serde_json::{Value, json};

use super::{args_of, caution};
use crate::environment::Environment;
use crate::output::Output;
use crate::target::{self, Named};

/// Clients that can be asked one thing. A server may ask for a form, or send the user to a page.
fn clients() -> [(Asks, Value); 3] {
    [
        (Asks::Sampling, json!({"sampling": {}})),
        (Asks::Elicitation, json!({"elicitation": {"form": {}, "url": {}}})),
        (Asks::Roots, json!({"roots": {"listChanged": true}})),
    ]
}

/// The suites for the tools in `offer` that only some clients see, each with its member.
///
/// One session more, and three where that shows that there are such tools. Where a server takes no such client, nothing is
/// known of what it would ask.
pub(super) async fn suites(
    offer: &Offer,
    named: &Named,
    environment: &Environment,
    output: &Output,
) -> Vec<(&'static str, Value)> {
    let Some(bare) = tools(&named.declaring(json!({})), environment, output).await else { return Vec::new() };
    let only_asking: Vec<&Tool> =
        (offer.tools.iter().map(|tool| &**tool)).filter(|tool| !bare.iter().any(|name| name == tool.name())).collect();
    let mut suites = Vec::new();
    if only_asking.is_empty() {
        return suites;
    }
    for (asks, capabilities) in clients() {
        let seen = tools(&named.declaring(capabilities), environment, output).await.unwrap_or_default();
        let triggers: Vec<&Tool> =
            only_asking.iter().copied().filter(|tool| seen.iter().any(|name| name == tool.name())).collect();
        suites.extend((!triggers.is_empty()).then(|| suite(asks, &triggers)));
    }
    suites
}

async fn tools(named: &Named, environment: &Environment, output: &Output) -> Option<Vec<String>> {
    let session = target::connect(named, environment, output).await.ok()?;
    let seen = session.settle().await.tools.iter().map(|tool| tool.name().to_owned()).collect();
    target::show_frames(&session.close().await, named, environment, output);
    Some(seen)
}

fn suite(asks: Asks, triggers: &[&Tool]) -> (&'static str, Value) {
    let of_each = |test: fn(&Tool) -> Value| triggers.iter().map(|tool| test(tool)).collect::<Vec<Value>>();
    let capability = [of_each(asked), of_each(not_asked)].concat();
    match asks {
        Asks::Sampling => ("samplingSuites", json!([{"name": "sampling", "capabilityTests": capability}])),
        Asks::Elicitation => ("elicitationSuites", json!([{"name": "elicitation", "capabilityTests": capability}])),
        Asks::Roots => ("rootsSuites", json!([{"name": "roots", "rootsTests": capability}])),
    }
}

fn asked(tool: &Tool) -> Value {
    test(tool, "asks a client that can be asked", true)
}

fn not_asked(tool: &Tool) -> Value {
    test(tool, "does not ask another", false)
}

fn test(tool: &Tool, what: &str, declared: bool) -> Value {
    let mut test = json!({
        "name": format!("{} {what}", tool.name()),
        "trigger": {"tool": tool.name(), "args": args_of(tool)},
        "expectedCapability": declared,
    });
    // A client that is not offered the tool calls it all the same, and is refused.
    caution(tool, &mut test);
    test
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Asks;
    use mcpvals_model::mcp::Tool;
    use serde_json::json;

    use super::suite;

    #[test]
    fn each_trigger_is_asked_for_with_and_without_the_capability() {
        let schema = json!({"type": "object", "required": ["x"], "properties": {"x": {"type": "string"}}});
        let tool = |annotations| {
            let raw = json!({"name": "t", "inputSchema": schema, "annotations": annotations});
            Tool::read(&raw).expect("it is a tool")
        };
        let trigger = json!({"tool": "t", "args": {"x": "example"}});
        let skip = "fill in the arguments: made up is x";
        let safe = tool(json!({"readOnlyHint": true}));
        let expected = json!([{"name": "sampling", "capabilityTests": [
            {"name": "t asks a client that can be asked", "trigger": trigger, "expectedCapability": true, "skip": skip},
            {"name": "t does not ask another", "trigger": trigger, "expectedCapability": false, "skip": skip},
        ]}]);
        assert_eq!(suite(Asks::Sampling, &[&safe]), ("samplingSuites", expected));
        let (member, suites) = suite(Asks::Roots, &[&tool(json!({}))]);
        assert_eq!(member, "rootsSuites");
        assert!(suites[0]["rootsTests"][0]["skip"].as_str().expect("it is skipped").contains("may change something"));
    }
}
