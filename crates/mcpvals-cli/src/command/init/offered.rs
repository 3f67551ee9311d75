//! Suites of tests for what a server offers beside its tools. Pure.

use std::sync::Arc;

use mcpvals_model::mcp::{Offer, ServerFacts, Tool, unclosed, variables_of};
use serde_json::{Map, Value, json};

use super::{args_of, caution};

/// Tests of one kind that are written; more are for their author to choose.
const TESTS_MAX: usize = 10;
/// Why a test with made-up values is not run yet.
const MADE_UP: &str = "the values are made up: give it sensible ones";
const LISTED: &str = "what is listed";

/// The suites of the file that are no tools', each with its member.
pub(super) fn suites(offer: &Offer, facts: &ServerFacts) -> Vec<(&'static str, Value)> {
    let of = |member, suite: Option<Value>| suite.map(|suite| (member, json!([suite])));
    let all = [
        of("resourceSuites", resources(offer, facts)),
        of("promptSuites", prompts(offer)),
        of("completionSuites", completions(offer, facts)),
        of("utilitySuites", utilities(offer, facts)),
    ];
    all.into_iter().flatten().collect()
}

/// What has no test of its own, because there is so much of it.
pub(super) fn left_out(offer: &Offer) -> Vec<String> {
    let lists = [
        ("resources", offer.resources.len()),
        ("resource templates", offer.resource_templates.len()),
        ("prompts", offer.prompts.len()),
        ("arguments of prompts", offer.prompts.iter().map(|prompt| arguments(prompt).count()).sum()),
    ];
    let many = lists.into_iter().filter(|(_, count)| *count > TESTS_MAX);
    many.map(|(noun, count)| format!("only {TESTS_MAX} of the {count} {noun} have tests: add those that matter to you"))
        .collect()
}

fn declares(facts: &ServerFacts, capability: &str) -> bool {
    facts.capabilities.pointer(capability).is_some_and(|value| !value.is_null() && *value != Value::Bool(false))
}

fn resources(offer: &Offer, facts: &ServerFacts) -> Option<Value> {
    let (uris, templates) = (texts(&offer.resources, "uri"), texts(&offer.resource_templates, "uriTemplate"));
    if uris.is_empty() && templates.is_empty() {
        return None;
    }
    let mut suite = json!({"name": "resources", "discoveryTests": []});
    if !uris.is_empty() {
        suite["discoveryTests"] = json!([{"name": LISTED, "expectedResources": uris}]);
        suite["resourceTests"] = uris.iter().map(|uri| json!({"uri": uri})).collect();
    }
    if !templates.is_empty() {
        let discovery = json!({"name": "which templates are listed", "expectedTemplates": templates});
        suite["discoveryTests"].as_array_mut().into_iter().for_each(|tests| tests.push(discovery.clone()));
        // The others fail where they are listed.
        let closed = templates.iter().filter(|template| unclosed(template).is_none());
        suite["templateTests"] = closed.map(|template| of_template(template)).collect();
    }
    suite["errorTests"] = json!([{"refuses": ["unknownUri", "invalidUri", "traversal"]}]);
    if let Some(uri) = uris.first().filter(|_| declares(facts, "/resources/subscribe")) {
        let test = json!({"name": "can be subscribed to", "uri": uri, "expectUpdates": false, "within": 500});
        suite["subscriptionTests"] = json!([test]);
    }
    Some(suite)
}

fn of_template(template: &str) -> Value {
    let values: Map<String, Value> = variables_of(template).map(|name| (name.to_owned(), json!("example"))).collect();
    json!({"templateUri": template, "parameters": values, "skip": MADE_UP})
}

fn prompts(offer: &Offer) -> Option<Value> {
    let names = texts(&offer.prompts, "name");
    let listed = offer.prompts.iter().filter(|prompt| text(prompt, "name").is_some());
    let tests: Vec<Value> = listed.take(TESTS_MAX).map(prompt).collect();
    (!tests.is_empty()).then(|| {
        json!({
            "name": "prompts",
            "discoveryTests": [{"name": LISTED, "expectedPrompts": names}],
            "promptTests": tests,
        })
    })
}

/// Without its optional arguments; the required ones are made up.
fn prompt(prompt: &Value) -> Value {
    let mut test = json!({"name": prompt["name"]});
    let required = arguments(prompt).filter(|argument| argument.get("required") == Some(&Value::Bool(true)));
    let made_up: Map<String, Value> =
        required.filter_map(|argument| Some((text(argument, "name")?.to_owned(), json!("example")))).collect();
    if !made_up.is_empty() {
        test["args"] = made_up.into();
        test["skip"] = json!(MADE_UP);
    }
    test
}

fn arguments(prompt: &Value) -> impl Iterator<Item = &Value> {
    prompt.get("arguments").and_then(Value::as_array).into_iter().flatten()
}

/// Of each argument and variable, what is suggested where nothing is typed yet.
fn completions(offer: &Offer, facts: &ServerFacts) -> Option<Value> {
    let test = |reference: Value, name: &str| json!({"ref": reference, "argument": {"name": name, "value": ""}});
    let of_prompt = |prompt| {
        let names = arguments(prompt).filter_map(|argument| text(argument, "name"));
        names.filter_map(move |name| Some(test(json!({"prompt": text(prompt, "name")?}), name)))
    };
    let of_template = |template| {
        variables_of(template).map(move |name| test(json!({"resource": template}), name)).collect::<Vec<_>>()
    };
    let templates = texts(&offer.resource_templates, "uriTemplate").into_iter();
    let templates = templates.filter(|template| unclosed(template).is_none());
    let tests: Vec<Value> =
        offer.prompts.iter().flat_map(of_prompt).chain(templates.flat_map(of_template)).take(TESTS_MAX).collect();
    let is_offered = declares(facts, "/completions") && !tests.is_empty();
    is_offered.then(|| json!({"name": "completion", "tests": tests}))
}

fn utilities(offer: &Offer, facts: &ServerFacts) -> Option<Value> {
    let lists = [
        ("tools", offer.tools.is_empty()),
        ("resources", offer.resources.is_empty()),
        ("resourceTemplates", offer.resource_templates.is_empty()),
        ("prompts", offer.prompts.is_empty()),
    ];
    let lists: Vec<Value> = lists.iter().filter(|(_, empty)| !empty).map(|(list, _)| json!({"list": list})).collect();
    if lists.is_empty() {
        return None;
    }
    let mut suite = json!({"name": "utilities", "paginationTests": lists});
    let tasks = tasks(offer, facts);
    if !tasks.is_empty() {
        suite["taskTests"] = tasks.into();
    }
    if !facts.protocol_version.is_stateless() {
        suite["pingTests"] = json!([{"name": "ping"}]);
        if declares(facts, "/logging") {
            suite["loggingTests"] = json!([{"name": "every level can be set"}]);
        }
    }
    Some(suite)
}

/// Tools that say that they can be tasks, of a server that has tasks.
fn tasks(offer: &Offer, facts: &ServerFacts) -> Vec<Value> {
    const CAPABILITIES: [&str; 2] = ["/tasks/requests/tools/call", "/extensions/io.modelcontextprotocol~1tasks"];
    let can_be = |tool: &&Arc<Tool>| {
        let support = tool.raw().pointer("/execution/taskSupport").and_then(Value::as_str);
        matches!(support, Some("optional" | "required"))
    };
    let test = |tool: &Arc<Tool>| {
        let trigger = json!({"tool": tool.name(), "args": args_of(tool)});
        let mut test = json!({"name": format!("{} is a task", tool.name()), "trigger": trigger});
        caution(tool, &mut test);
        test
    };
    let has_tasks = CAPABILITIES.iter().any(|capability| declares(facts, capability));
    offer.tools.iter().filter(|_| has_tasks).filter(can_be).take(TESTS_MAX).map(test).collect()
}

fn texts<'a>(entries: &'a [Value], name: &str) -> Vec<&'a str> {
    entries.iter().filter_map(|entry| text(entry, name)).take(TESTS_MAX).collect()
}

fn text<'a>(entry: &'a Value, name: &str) -> Option<&'a str> {
    entry.get(name)?.as_str().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mcpvals_model::mcp::{Offer, Revision, ServerFacts, Tool};
    use serde_json::{Value, json};

    use super::suites;

    fn facts(capabilities: &Value) -> ServerFacts {
        let facts = json!({
            "protocolVersion": Revision::V2025_11_25, "capabilities": capabilities, "name": "s", "version": "1",
        });
        serde_json::from_value(facts).expect("facts")
    }

    /// The one suite of this kind.
    fn suite(offer: &Offer, capabilities: &Value, member: &str) -> Value {
        let suites = suites(offer, &facts(capabilities));
        let found = suites.into_iter().find(|(name, _)| *name == member);
        found.map_or(Value::Null, |(_, mut suites)| suites[0].take())
    }

    fn skip() -> &'static str {
        super::MADE_UP
    }

    #[test]
    fn each_prompt_is_got_and_waits_for_what_it_needs() {
        let prompt = json!({"name": "p", "arguments": [{"name": "x", "required": true}, {"name": "y"}]});
        let offer = Offer { prompts: vec![prompt, json!({"name": "q"}), json!({})], ..Offer::default() };
        let expected = json!({
            "name": "prompts",
            "discoveryTests": [{"name": "what is listed", "expectedPrompts": ["p", "q"]}],
            "promptTests": [{"name": "p", "args": {"x": "example"}, "skip": skip()}, {"name": "q"}],
        });
        assert_eq!(suite(&offer, &json!({}), "promptSuites"), expected);
        assert_eq!(suite(&offer, &json!({}), "completionSuites"), Value::Null);
        let arguments: Vec<Value> =
            ["x", "y"].map(|name| json!({"ref": {"prompt": "p"}, "argument": {"name": name, "value": ""}})).to_vec();
        assert_eq!(suite(&offer, &json!({"completions": {}}), "completionSuites")["tests"], json!(arguments));
    }

    #[test]
    fn some_of_many_resources_are_read() {
        let resources: Vec<Value> = (0..50).map(|n| json!({"uri": format!("x://{n}")})).collect();
        let offer = Offer { resources, ..Offer::default() };
        let plain = suite(&offer, &json!({}), "resourceSuites");
        assert_eq!(plain["resourceTests"].as_array().map(Vec::len), Some(10));
        assert_eq!(plain["subscriptionTests"], Value::Null);
        let subscribed = suite(&offer, &json!({"resources": {"subscribe": true}}), "resourceSuites");
        assert_eq!(subscribed["subscriptionTests"][0]["uri"], "x://0");
        assert_eq!(suite(&offer, &json!({}), "utilitySuites")["paginationTests"], json!([{"list": "resources"}]));
    }

    #[test]
    fn each_variable_of_a_template_waits_for_a_value() {
        let template = "x://{+a}{?b,c*}";
        let offer = Offer { resource_templates: vec![json!({"uriTemplate": template})], ..Offer::default() };
        let expected = json!([{
            "templateUri": template, "parameters": {"a": "example", "b": "example", "c": "example"}, "skip": skip(),
        }]);
        assert_eq!(suite(&offer, &json!({}), "resourceSuites")["templateTests"], expected);
    }

    #[test]
    fn what_no_config_can_hold_is_left_out() {
        let templates = ["x://{a", "x://b", ""].map(|template| json!({"uriTemplate": template}));
        let prompts = vec![json!({"name": ""}), json!({"name": "p"})];
        let offer = Offer { resource_templates: templates.to_vec(), prompts, ..Offer::default() };
        let tests = suite(&offer, &json!({}), "resourceSuites")["templateTests"].clone();
        assert_eq!(tests, json!([{"templateUri": "x://b", "parameters": {}, "skip": skip()}]));
        assert_eq!(suite(&offer, &json!({}), "promptSuites")["promptTests"], json!([{"name": "p"}]));
    }

    #[test]
    fn tools_that_can_be_tasks_are_tasks() {
        let tool = |name: &str, support: &str| {
            let annotations = json!({"readOnlyHint": true});
            let schema = json!({"type": "object"});
            let raw = json!({
                "name": name, "inputSchema": schema, "execution": {"taskSupport": support}, "annotations": annotations,
            });
            Arc::new(Tool::read(&raw).expect("it is a tool"))
        };
        let tools = vec![tool("may", "optional"), tool("must", "required"), tool("cannot", "forbidden")];
        let offer = Offer { tools, ..Offer::default() };
        let tests = |capabilities: Value| suite(&offer, &capabilities, "utilitySuites")["taskTests"].clone();
        let expected = json!([
            {"name": "may is a task", "trigger": {"tool": "may", "args": {}}},
            {"name": "must is a task", "trigger": {"tool": "must", "args": {}}},
        ]);
        assert_eq!(tests(json!({"tasks": {"requests": {"tools": {"call": {}}}}})), expected);
        assert_eq!(tests(json!({"extensions": {"io.modelcontextprotocol/tasks": {}}})), expected);
        assert_eq!(tests(json!({})), Value::Null);
    }

    #[test]
    fn nothing_is_written_for_nothing() {
        assert_eq!(suites(&Offer::default(), &facts(&json!({"logging": {}}))), []);
    }
}
