//! The texts of a case in which captured values may stand. Most cases have none, and are played without a copy.

use std::collections::BTreeMap;

use mcpvals_model::{
    CaseKind, Change, CompletionCase, Expectation, ExpectedContents, ExpectedMessages, Matcher, PromptTest,
    ResourceTest, ToolCall, ToolCase, UtilityTest, VerifyCall,
};
use serde_json::Value;

use super::peer;
use super::placeholder::is_open_text;

/// Is there a `${{name}}` anywhere in the case?
pub(super) fn is_open(kind: &CaseKind) -> bool {
    match kind {
        CaseKind::Tool(tool) => {
            of_tested(tool, &mut is_open_text) || tool.verify.iter().any(|call| of_verify(call, &mut is_open_text))
        }
        CaseKind::Resource(resource) => of_resource(&resource.test, &mut is_open_text),
        CaseKind::Prompt(prompt) => of_prompt(&prompt.test, &mut is_open_text),
        CaseKind::Completion(completion) => of_completion(completion, &mut is_open_text),
        CaseKind::Peer(case) => peer::texts(case, &mut is_open_text),
        CaseKind::Utility(utility) => of_utility(&utility.test, &mut is_open_text),
        CaseKind::Oauth(_) | CaseKind::Workflow(_) => false,
    }
}

/// Each text of the case, with the names that get their value later in it.
pub(super) fn each_text<'c>(kind: &'c CaseKind, tell: &mut dyn FnMut(&'c str, Option<&'c BTreeMap<String, String>>)) {
    match kind {
        CaseKind::Tool(tool) => {
            let mut all = |text| {
                tell(text, None);
                false
            };
            of_tested(tool, &mut all);
            let mut open = |text| {
                tell(text, Some(&tool.capture));
                false
            };
            for call in &tool.verify {
                of_verify(call, &mut open);
            }
        }
        CaseKind::Resource(resource) => {
            of_resource(&resource.test, &mut |text| {
                tell(text, None);
                false
            });
        }
        CaseKind::Prompt(prompt) => {
            of_prompt(&prompt.test, &mut |text| {
                tell(text, None);
                false
            });
        }
        CaseKind::Completion(completion) => {
            of_completion(completion, &mut |text| {
                tell(text, None);
                false
            });
        }
        CaseKind::Peer(case) => {
            peer::texts(case, &mut |text| {
                tell(text, None);
                false
            });
        }
        CaseKind::Utility(utility) => {
            of_utility(&utility.test, &mut |text| {
                tell(text, None);
                false
            });
        }
        CaseKind::Oauth(_) | CaseKind::Workflow(_) => {}
    }
}

/// What a text is asked; the walk ends at the first yes.
pub(super) type Asked<'c, 'f> = &'f mut dyn FnMut(&'c str) -> bool;

fn of_utility<'c>(test: &'c UtilityTest, asked: Asked<'c, '_>) -> bool {
    test.trigger().is_some_and(|call| of_call(call, asked))
        || test.expect().iter().any(|expectation| of_expectation(expectation, asked))
}

fn of_resource<'c>(test: &'c ResourceTest, asked: Asked<'c, '_>) -> bool {
    let own = match test {
        ResourceTest::Discovery(discovery) => discovery.present.iter().any(|key| asked(key)),
        ResourceTest::Access(access) => asked(&access.uri),
        ResourceTest::Template(access) => {
            access.variables.values().any(|value| of_value(value, asked))
                || access.uri_pattern.iter().any(|pattern| asked(pattern))
                || access.completions.iter().any(|case| of_completion(case, asked))
        }
        ResourceTest::Refusal(test) => {
            test.uris.iter().any(|uri| asked(uri))
                || test.refusal.iter().any(|expectation| of_expectation(expectation, asked))
        }
        ResourceTest::Subscription(test) => {
            test.uri.iter().any(|uri| asked(uri))
                || matches!(&test.change, Some(Change::Tool(call)) if of_call(call, asked))
        }
    };
    own || test.expected().is_some_and(|expected| of_contents(expected, asked))
}

fn of_contents<'c>(expected: &'c ExpectedContents, asked: Asked<'c, '_>) -> bool {
    expected.content.as_ref().is_some_and(|value| of_value(value, asked))
        || expected.expect.iter().any(|expectation| of_expectation(expectation, asked))
}

fn of_prompt<'c>(test: &'c PromptTest, asked: Asked<'c, '_>) -> bool {
    let own = match test {
        PromptTest::Discovery(discovery) => discovery.list.present.iter().any(|key| asked(key)),
        PromptTest::Get(_) | PromptTest::Arguments(_) | PromptTest::Template(_) | PromptTest::Security(_) => false,
    };
    let call = test.call();
    own || call.is_some_and(|call| asked(&call.prompt) || call.args.values().any(|value| of_value(value, asked)))
        || test.inputs().any(|input| of_value(input, asked))
        || test.expectations().any(|expectation| of_expectation(expectation, asked))
        || test.expected().into_iter().flat_map(ExpectedMessages::contents).any(|value| of_value(value, asked))
}

fn of_completion<'c>(case: &'c CompletionCase, asked: Asked<'c, '_>) -> bool {
    case.texts().any(|text| asked(text))
        || case.context.values().any(|value| of_value(value, asked))
        || case.expected.expect.iter().any(|expectation| of_expectation(expectation, asked))
}

fn of_tested<'c>(tool: &'c ToolCase, asked: Asked<'c, '_>) -> bool {
    of_call(&tool.call, asked) || tool.expect.iter().any(|expectation| of_expectation(expectation, asked))
}

fn of_verify<'c>(verify: &'c VerifyCall, asked: Asked<'c, '_>) -> bool {
    of_call(&verify.call, asked) || verify.expect.iter().any(|expectation| of_expectation(expectation, asked))
}

pub(super) fn of_call<'c>(call: &'c ToolCall, asked: Asked<'c, '_>) -> bool {
    asked(&call.tool) || call.args.values().any(|value| of_value(value, asked))
}

pub(super) fn of_value<'c>(value: &'c Value, asked: Asked<'c, '_>) -> bool {
    match value {
        Value::String(text) => asked(text),
        Value::Array(items) => items.iter().any(|item| of_value(item, asked)),
        Value::Object(members) => members.values().any(|member| of_value(member, asked)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

pub(super) fn of_expectation<'c>(expectation: &'c Expectation, asked: Asked<'c, '_>) -> bool {
    match expectation {
        Expectation::Result(value) => of_value(value, asked),
        Expectation::Error(text) => asked(text),
        Expectation::Latency(_) => false,
        Expectation::Match(matcher) => of_matcher(matcher, asked),
    }
}

fn of_matcher<'c>(matcher: &'c Matcher, asked: Asked<'c, '_>) -> bool {
    match matcher {
        Matcher::Equals(value) | Matcher::Schema(value) => of_value(value, asked),
        Matcher::Contains(texts) | Matcher::NotContains(texts) | Matcher::Matches(texts) => {
            texts.iter().any(|text| asked(text))
        }
        Matcher::JsonPath(paths) => paths.values().any(|matcher| of_matcher(matcher, asked)),
        Matcher::All(inner) | Matcher::Any(inner) => inner.iter().any(|matcher| of_matcher(matcher, asked)),
        Matcher::Not(inner) => of_matcher(inner, asked),
        Matcher::Approx { .. }
        | Matcher::Length(_)
        | Matcher::ContentTypes(_)
        | Matcher::IsError(_)
        | Matcher::ErrorCode(_)
        | Matcher::Snapshot(_) => false,
    }
}
