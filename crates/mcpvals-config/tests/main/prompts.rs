//! Suites of prompts and of completion: every spelling means what it says.

use mcpvals_model::{CaseKind, CompletionCase, Expectation, InjectionDemand, Matcher, Plan, PromptTest, Reference};
use serde_json::{Value, json};

use crate::support::load_text;

fn plan_of(suites: &Value) -> Plan {
    let mut config = json!({"server": {"transport": "stdio", "command": "server"}});
    suites.as_object().unwrap().iter().for_each(|(member, suites)| config[member] = suites.clone());
    load_text("c.json", &config.to_string()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The tests of a suite of prompts, with their titles.
fn prompts(suite: &Value) -> Vec<(String, PromptTest)> {
    let mut suite = suite.clone();
    suite["name"] = json!("s");
    let plan = plan_of(&json!({"promptSuites": [suite]}));
    let test = |case: &mcpvals_model::Case| match &case.kind {
        CaseKind::Prompt(prompt) => (case.title.clone(), prompt.test.clone()),
        other => panic!("{other:?}"),
    };
    plan.suites[0].cases.iter().map(test).collect()
}

#[test]
fn name_is_the_prompt_unless_the_prompt_is_named() {
    let suite = json!({
        "promptTests": [{"name": "greet"}, {"name": "greet"}],
        "tests": [{"name": "a title", "prompt": "greet", "arguments": {"x": 1}}, {"prompt": "other"}],
    });
    let found = prompts(&suite);
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["greet", "greet (2)", "a title", "other"]);
    let called: Vec<&str> = found.iter().map(|(_, test)| test.call().unwrap().prompt.as_str()).collect();
    assert_eq!(called, ["greet", "greet", "greet", "other"]);
    assert_eq!(found[2].1.call().unwrap().args["x"], 1);
}

#[test]
fn fields_of_the_old_package_are_read() {
    let found = prompts(&json!({
        "argumentTests": [{
            "promptName": "p", "requiredArgs": ["a"], "optionalArgs": ["b"], "invalidArgs": {"a": 1},
            "validArgs": {"a": "x"}, "expectError": "missing",
        }],
        "templateTests": [{
            "promptName": "p", "arguments": {"a": "x"}, "expectedPatterns": ["x"], "unexpectedPatterns": ["y"],
            "validateStructure": false, "substitution": true,
        }],
        "securityTests": [{
            "promptName": "p", "injectionAttempts": [{"a": "i"}], "maliciousInputs": ["m"], "expectRejection": true,
            "sanitizationTests": [
                {"input": "s", "expectedSanitization": true}, {"input": {"a": "t"}, "expectedSanitization": false},
            ],
        }],
    }));
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["p arguments", "p template", "p security"]);
    let PromptTest::Arguments(arguments) = &found[0].1 else { panic!("arguments") };
    assert_eq!(arguments.refusal, Some(Expectation::Error("missing".to_owned())));
    assert_eq!(arguments.required.as_deref(), Some(["a".to_owned()].as_slice()));
    let PromptTest::Template(template) = &found[1].1 else { panic!("a template") };
    assert_eq!((template.substitution.as_slice(), template.get.expected.some), (["a".to_owned()].as_slice(), false));
    let patterns = [Matcher::Contains(vec!["x".to_owned()]), Matcher::NotContains(vec!["y".to_owned()])];
    assert_eq!(template.get.expected.expect, patterns.map(Expectation::Match));
    let PromptTest::Security(security) = &found[2].1 else { panic!("security") };
    let demands: Vec<InjectionDemand> = security.injections.iter().map(|it| it.must.clone()).collect();
    let wanted = [InjectionDemand::Data, InjectionDemand::Refused, InjectionDemand::Sanitized, InjectionDemand::Kept];
    assert_eq!(demands, wanted);
}

fn completion(test: &Value) -> (String, CompletionCase) {
    let plan = plan_of(&json!({"completionSuites": [{"name": "s", "required": true, "tests": [test]}]}));
    let case = &plan.suites[0].cases[0];
    match &case.kind {
        CaseKind::Completion(completion) => (case.title.clone(), (**completion).clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn references_may_be_short_or_as_the_protocol_has_them() {
    let of = |reference: Value| completion(&json!({"ref": reference, "argument": {"name": "x"}}));
    let (title, case) = of(json!({"prompt": "p"}));
    assert_eq!((title.as_str(), &case.reference, case.required), ("x of p", &Reference::Prompt("p".to_owned()), true));
    assert_eq!(of(json!({"type": "ref/prompt", "name": "p"})).1, case);
    let template = of(json!({"resource": "x://{x}"})).1;
    assert_eq!(template.reference, Reference::Resource("x://{x}".to_owned()));
    assert_eq!(of(json!({"type": "ref/resource", "uri": "x://{x}"})).1, template);
}

#[test]
fn reference_of_an_unknown_type_is_refused_as_the_protocol_says() {
    let of = |more: Value| {
        let mut test = json!({"ref": {"prompt": "p"}, "argument": {"name": "x"}, "unknownRefType": true});
        test.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        completion(&test)
    };
    let (title, case) = of(json!({}));
    assert_eq!((title.as_str(), case.unknown_type), ("x of a reference of an unknown type", true));
    assert_eq!(json!(case.expected.expect), json!([{"match": {"errorCode": -32602}}]));
    assert_eq!(json!(of(json!({"expectError": "what?"})).1.expected.expect), json!([{"error": "what?"}]));
}

#[test]
fn values_may_have_to_match_what_is_typed() {
    let of = |argument: Value| {
        completion(&json!({"ref": {"prompt": "p"}, "argument": argument, "matchesPrefix": true})).1.expected.prefix
    };
    assert_eq!(of(json!({"name": "x", "value": "fo"})), Some("fo".to_owned()));
    assert_eq!(of(json!({"name": "x"})), Some(String::new()));
}

#[test]
fn context_may_be_short_or_as_the_protocol_has_it() {
    let of = |context: Value| {
        completion(&json!({"ref": {"prompt": "p"}, "argument": {"name": "x", "value": "v"}, "context": context})).1
    };
    assert_eq!(of(json!({"arguments": {"a": "1"}})), of(json!({"a": "1"})));
    assert_eq!(of(json!({"arguments": "1"})).context.len(), 1);
}

#[test]
fn count_of_updates_may_stand_beside_whether_any_come() {
    let loaded = |expected: bool, count: u64| {
        let test = json!({"uri": "a:b", "trigger": {"tool": "t"}, "expectUpdates": expected, "updates": count});
        let suite = json!({"name": "s", "subscriptionTests": [test]});
        let server = json!({"transport": "stdio", "command": "server"});
        load_text("c.json", &json!({"server": server, "resourceSuites": [suite]}).to_string()).is_ok()
    };
    assert!(loaded(true, 1) && loaded(false, 0));
    assert!(!loaded(true, 0) && !loaded(false, 1));
}
