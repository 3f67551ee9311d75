//! Suites of tests for the resources and prompts that a server offers. Pure.

use mcpvals_model::mcp::Offer;
use serde_json::{Map, Value, json};

/// Tests of one kind that are written; more are for their author to choose.
const TESTS_MAX: usize = 10;

/// The suites of the file that are no tools', each with its member.
pub(super) fn suites(offer: &Offer) -> Vec<(&'static str, Value)> {
    let resources = (!offer.resources.is_empty()).then(|| ("resourceSuites", resources(offer)));
    let prompts = (!offer.prompts.is_empty()).then(|| ("promptSuites", prompts(offer)));
    resources.into_iter().chain(prompts).collect()
}

fn resources(offer: &Offer) -> Value {
    let uris = texts(&offer.resources, "uri");
    let tests: Vec<Value> = uris.iter().map(|uri| json!({"uri": uri})).collect();
    json!([{
        "name": "resources",
        "discoveryTests": [{"name": "what is listed", "expectedResources": uris}],
        "resourceTests": tests,
    }])
}

fn prompts(offer: &Offer) -> Value {
    let listed = offer.prompts.iter().filter(|prompt| text(prompt, "name").is_some());
    let tests: Vec<Value> = listed.take(TESTS_MAX).map(prompt).collect();
    json!([{
        "name": "prompts",
        "discoveryTests": [{"name": "what is listed", "expectedPrompts": texts(&offer.prompts, "name")}],
        "promptTests": tests,
    }])
}

/// Without its optional arguments; the required ones are made up.
fn prompt(prompt: &Value) -> Value {
    let mut test = json!({"name": prompt["name"]});
    let listed = prompt.get("arguments").and_then(Value::as_array).into_iter().flatten();
    let required = listed.filter(|argument| argument.get("required") == Some(&Value::Bool(true)));
    let made_up: Map<String, Value> =
        required.filter_map(|argument| Some((text(argument, "name")?.to_owned(), json!("example")))).collect();
    if !made_up.is_empty() {
        test["args"] = made_up.into();
    }
    test
}

fn texts<'a>(entries: &'a [Value], name: &str) -> Vec<&'a str> {
    entries.iter().filter_map(|entry| text(entry, name)).take(TESTS_MAX).collect()
}

fn text<'a>(entry: &'a Value, name: &str) -> Option<&'a str> {
    entry.get(name)?.as_str()
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Offer;
    use serde_json::{Value, json};

    use super::suites;

    #[test]
    fn each_prompt_is_got_with_what_it_needs() {
        let prompt = json!({"name": "p", "arguments": [{"name": "x", "required": true}, {"name": "y"}]});
        let offer = Offer { prompts: vec![prompt, json!({"name": "q"}), json!({})], ..Offer::default() };
        let expected = json!([{
            "name": "prompts",
            "discoveryTests": [{"name": "what is listed", "expectedPrompts": ["p", "q"]}],
            "promptTests": [{"name": "p", "args": {"x": "example"}}, {"name": "q"}],
        }]);
        assert_eq!(suites(&offer), [("promptSuites", expected)]);
    }

    #[test]
    fn some_of_many_resources_are_read() {
        let resources: Vec<Value> = (0..50).map(|n| json!({"uri": format!("x://{n}")})).collect();
        let suites = suites(&Offer { resources, ..Offer::default() });
        assert_eq!(suites[0].0, "resourceSuites");
        assert_eq!(suites[0].1[0]["resourceTests"].as_array().map(Vec::len), Some(10));
    }
}
