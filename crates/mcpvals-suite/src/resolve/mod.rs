//! Captured values: read from an answer, filled into what follows.

mod capture;
mod expectation;
mod open;
mod peer;
mod placeholder;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use mcpvals_model::{
    Case, CaseKind, Change, CompletionCase, ExpectedContents, ExpectedMessages, PromptTest, ResourceTest, ToolCall,
    ToolCase, UtilityCase, VerifyCall,
};
use serde_json::Value;

pub(crate) use capture::captured;
use expectation::fill_expectation;
use open::is_open;
use placeholder::Fill;

/// Values that earlier calls gave, by name.
pub type Captures = BTreeMap<String, Value>;

/// A captured value that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct UnusableCapture {
    /// Its name, or the text that it was to fill.
    pub name: String,
    /// Why not, in words.
    pub why: String,
}

impl UnusableCapture {
    fn missing(name: &str, captures: &Captures) -> Self {
        let why = format!("no value `{name}` was captured before{}", known_words(captures));
        Self { name: name.to_owned(), why }
    }

    /// An expectation that any answer meets would be green whatever the server does.
    fn empty(written: &str) -> Self {
        let why = format!("`{written}` is an empty text here, which is in every text");
        Self { name: written.to_owned(), why }
    }
}

/// The names of the values that a case needs from those before it. What it captures itself is not needed by its `verify`
/// calls, but by all else.
pub fn captures_used(case: &Case) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    open::each_text(&case.kind, &mut |text, left_open| {
        let needed = |name: &&str| left_open.is_none_or(|own| !own.contains_key(*name));
        used.extend(placeholder::names(text).filter(needed).map(str::to_owned));
    });
    used
}

/// The case with every `${{name}}` filled in: a string that is nothing else takes the value with its type, elsewhere
/// its text goes in. What the case captures itself stays open in its `verify` calls until its answer is there. A case
/// without any is given back as it is.
///
/// # Errors
/// The first value that is not there, or that would make an expectation say nothing.
pub fn resolve<'a>(case: &'a Case, captures: &Captures) -> Result<Cow<'a, Case>, UnusableCapture> {
    if !is_open(&case.kind) {
        return Ok(Cow::Borrowed(case));
    }
    let mut case = case.clone();
    match &mut case.kind {
        CaseKind::Tool(tool) => fill_case(tool, captures)?,
        CaseKind::Resource(resource) => fill_resource(&mut resource.test, &Fill { captures, left_open: None })?,
        CaseKind::Prompt(prompt) => fill_prompt(&mut prompt.test, &Fill { captures, left_open: None })?,
        CaseKind::Completion(completion) => fill_completion(completion, &Fill { captures, left_open: None })?,
        CaseKind::Peer(case) => peer::fill(case, &Fill { captures, left_open: None })?,
        CaseKind::Utility(utility) => fill_utility(utility, &Fill { captures, left_open: None })?,
        CaseKind::Oauth(_) | CaseKind::Workflow(_) => {}
    }
    Ok(Cow::Owned(case))
}

fn fill_utility(utility: &mut UtilityCase, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    utility.test.trigger_mut().into_iter().try_for_each(|call| fill_call(call, fill))?;
    utility.test.expect_mut().iter_mut().try_for_each(|expectation| fill_expectation(expectation, fill))
}

fn fill_resource(test: &mut ResourceTest, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    match test {
        ResourceTest::Discovery(discovery) => discovery.present.iter_mut().try_for_each(|key| fill.text(key))?,
        ResourceTest::Access(access) => fill.text(&mut access.uri)?,
        ResourceTest::Template(access) => {
            access.variables.values_mut().try_for_each(|value| fill.value(value))?;
            access.uri_pattern.iter_mut().try_for_each(|pattern| fill.pattern(pattern))?;
            access.completions.iter_mut().try_for_each(|case| fill_completion(case, fill))?;
        }
        ResourceTest::Refusal(test) => {
            test.uris.iter_mut().try_for_each(|uri| fill.text(uri))?;
            test.refusal.iter_mut().try_for_each(|expectation| fill_expectation(expectation, fill))?;
        }
        ResourceTest::Subscription(test) => {
            test.uri.iter_mut().try_for_each(|uri| fill.text(uri))?;
            if let Some(Change::Tool(call)) = &mut test.change {
                fill_call(call, fill)?;
            }
        }
    }
    test.expected_mut().into_iter().try_for_each(|expected| fill_contents(expected, fill))
}

fn fill_contents(expected: &mut ExpectedContents, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    expected.content.iter_mut().try_for_each(|content| fill.wanted_value(content))?;
    expected.expect.iter_mut().try_for_each(|expectation| fill_expectation(expectation, fill))
}

fn fill_prompt(test: &mut PromptTest, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    if let PromptTest::Discovery(discovery) = test {
        discovery.list.present.iter_mut().try_for_each(|key| fill.text(key))?;
    }
    if let Some(call) = test.call_mut() {
        fill.text(&mut call.prompt)?;
        call.args.values_mut().try_for_each(|value| fill.value(value))?;
    }
    test.inputs_mut().try_for_each(|input| fill.value(input))?;
    test.expectations_mut().try_for_each(|expectation| fill_expectation(expectation, fill))?;
    let mut contents = test.expected_mut().into_iter().flat_map(ExpectedMessages::contents_mut);
    contents.try_for_each(|content| fill.wanted_value(content))
}

fn fill_completion(case: &mut CompletionCase, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    case.texts_mut().try_for_each(|text| fill.text(text))?;
    case.context.values_mut().try_for_each(|value| fill.value(value))?;
    case.expected.expect.iter_mut().try_for_each(|expectation| fill_expectation(expectation, fill))
}

/// As [`resolve`], for a call of a suite's setup or teardown.
pub(crate) fn fill_case(tool: &mut ToolCase, captures: &Captures) -> Result<(), UnusableCapture> {
    let ToolCase { call, expect, capture, verify, invalid_args: _ } = tool;
    let all = Fill { captures, left_open: None };
    fill_call(call, &all)?;
    expect.iter_mut().try_for_each(|expectation| fill_expectation(expectation, &all))?;
    let open = Fill { captures, left_open: Some(capture) };
    verify.iter_mut().try_for_each(|verify| fill_verify_with(verify, &open))
}

/// A `verify` call with what its case captured.
pub(crate) fn fill_verify(verify: &VerifyCall, captures: &Captures) -> Result<VerifyCall, UnusableCapture> {
    let mut verify = verify.clone();
    fill_verify_with(&mut verify, &Fill { captures, left_open: None })?;
    Ok(verify)
}

fn fill_verify_with(verify: &mut VerifyCall, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    fill_call(&mut verify.call, fill)?;
    verify.expect.iter_mut().try_for_each(|expectation| fill_expectation(expectation, fill))
}

fn fill_call(call: &mut ToolCall, fill: &Fill<'_>) -> Result<(), UnusableCapture> {
    fill.text(&mut call.tool)?;
    call.args.values_mut().try_for_each(|value| fill.value(value))
}

fn known_words(captures: &Captures) -> String {
    const SHOWN_MAX: usize = 10;
    let names: Vec<String> = captures.keys().take(SHOWN_MAX).map(|name| format!("`{name}`")).collect();
    let more =
        if captures.len() > SHOWN_MAX { format!(" and {} more", captures.len() - SHOWN_MAX) } else { String::new() };
    if names.is_empty() { String::new() } else { format!(", only {}{more}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Captures, resolve};
    use crate::testing;

    fn captures() -> Captures {
        [("id".to_owned(), json!(7)), ("name".to_owned(), json!("Ann")), ("list".to_owned(), json!([1]))].into()
    }

    #[track_caller]
    fn check(members: Value, expected: Result<Value, &str>) {
        let case = testing::case(members);
        let resolved = resolve(&case, &captures());
        match (resolved, expected) {
            (Ok(case), Ok(members)) => assert_eq!(*case, testing::case(members)),
            (Err(missing), Err(words)) => assert_eq!(missing.to_string(), words),
            (resolved, expected) => panic!("{resolved:?} is not {expected:?}"),
        }
    }

    #[test]
    fn string_that_is_only_a_name_takes_the_value_with_its_type() {
        check(
            json!({"call": {"tool": "t", "args": {"a": "${{id}}", "b": ["${{ list }}"]}}}),
            Ok(json!({"call": {"tool": "t", "args": {"a": 7, "b": [[1]]}}})),
        );
    }

    #[test]
    fn elsewhere_the_text_goes_in() {
        check(
            json!({"call": {"tool": "t", "args": {"a": "${{name}}-${{id}}${{list}}"}}}),
            Ok(json!({"call": {"tool": "t", "args": {"a": "Ann-7[1]"}}})),
        );
    }

    #[test]
    fn expectations_are_filled() {
        check(
            json!({"expect": [{"result": "${{id}}"}, {"match": {"all": [{"contains": ["x${{name}}"]}, {"equals": {"n": "${{id}}"}}]}}]}),
            Ok(json!({"expect": [{"result": 7}, {"match": {"all": [{"contains": ["xAnn"]}, {"equals": {"n": 7}}]}}]})),
        );
    }

    #[test]
    fn value_that_a_case_replaces_is_used_first_but_not_for_its_verify() {
        let verify = json!([{"call": {"tool": "get", "args": {"id": "${{own}} ${{other}}"}}}]);
        let case = testing::case(json!({
            "call": {"tool": "next", "args": {"cursor": "${{cursor}}"}}, "verify": verify,
            "capture": {"cursor": "$.structuredContent.next", "own": "$.text"},
        }));
        assert_eq!(super::captures_used(&case).into_iter().collect::<Vec<_>>(), ["cursor", "other"]);
    }

    #[test]
    fn texts_of_a_resource_test_are_filled_and_none_becomes_empty() {
        let test = |members: Value| {
            let mut template = json!({"template": "x://{a}", "variables": {"a": "${{name}}"}});
            template.as_object_mut().expect("an object").extend(members.as_object().cloned().expect("members"));
            let case = serde_json::from_value(json!({"test": {"template": template}})).expect("a test");
            testing::of_kind(mcpvals_model::CaseKind::Resource(Box::new(case)))
        };
        let captures = [("name".to_owned(), json!("a.b")), ("none".to_owned(), json!(""))].into();
        let open = test(json!({"uriPattern": "^x://${{name}}$", "content": "${{name}}"}));
        let filled = test(json!({"variables": {"a": "a.b"}, "uriPattern": "^x://a\\.b$", "content": "a.b"}));
        assert_eq!(*resolve(&open, &captures).expect("the value is there"), filled);
        let empty = test(json!({"content": "${{none}}"}));
        assert!(resolve(&empty, &captures).expect_err("it says nothing").to_string().contains("empty text"));
    }

    #[test]
    fn value_stands_for_itself_in_a_pattern() {
        let captures = [("v".to_owned(), json!("1.5+"))].into();
        let case = testing::case(json!({"expect": [{"match": {"matches": ["^v${{v}}$"]}}]}));
        let filled = testing::case(json!({"expect": [{"match": {"matches": ["^v1\\.5\\+$"]}}]}));
        assert_eq!(*resolve(&case, &captures).expect("the value is there"), filled);
    }

    #[test]
    fn doubled_dollar_is_a_plain_one() {
        check(
            json!({"call": {"tool": "t", "args": {"a": "$${{id}} ${{id}}", "b": "$${{ x }}"}}}),
            Ok(json!({"call": {"tool": "t", "args": {"a": "${{id}} 7", "b": "${{ x }}"}}})),
        );
    }

    #[test]
    fn missing_value_is_named() {
        check(
            json!({"call": {"tool": "t", "args": {"a": "${{idd}}"}}}),
            Err("no value `idd` was captured before, only `id`, `list`, `name`"),
        );
    }

    #[test]
    fn own_capture_stays_open_in_verify_and_nowhere_else() {
        let verify = json!([{"call": {"tool": "get", "args": {"id": "${{own}}", "n": "${{name}}"}}}]);
        let filled = json!([{"call": {"tool": "get", "args": {"id": "${{own}}", "n": "Ann"}}}]);
        let capture = json!({"own": "$.structuredContent.id"});
        check(json!({"capture": capture, "verify": verify}), Ok(json!({"capture": capture, "verify": filled})));
        check(
            json!({"capture": capture, "call": {"tool": "t", "args": {"a": "${{own}}"}}}),
            Err("no value `own` was captured before, only `id`, `list`, `name`"),
        );
    }

    #[test]
    fn what_only_looks_like_a_name_stays() {
        let members = json!({"call": {"tool": "t", "args": {"a": "${x} {{y}} ${{", "b": "$${{id"}}});
        check(members.clone(), Ok(members));
    }
}
