//! Matchers against results, as a config writes them.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use mcpvals_model::{Matcher, Mismatch};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Subject, check, expected_error, expected_result, select};
use crate::reply::Reply;

fn text(text: &str) -> Value {
    json!({"result": {"content": [{"type": "text", "text": text}]}})
}

fn structured(value: &Value) -> Value {
    json!({"result": {"content": [{"type": "text", "text": value.to_string()}], "structuredContent": value}})
}

fn error(code: i64, message: &str) -> Value {
    json!({"error": {"code": code, "message": message}})
}

fn is_error(text: &str) -> Value {
    json!({"result": {"content": [{"type": "text", "text": text}], "isError": true}})
}

fn said(mismatches: &[Mismatch]) -> String {
    let line = |m: &Mismatch| {
        let place = m.pointer.as_ref().map(|p| format!(" @ {p}")).unwrap_or_default();
        format!("{} | {}{place}", m.expected, m.actual)
    };
    mismatches.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn outcome(matcher: &Value, message: &Value) -> Result<Vec<Mismatch>, String> {
    let matcher: Matcher = serde_json::from_value(matcher.clone()).expect("the matcher is well-formed");
    let reply = Reply::read(message).expect("it is an answer");
    check(&matcher, &Subject::answer(&reply)).map_err(|unusable| unusable.0)
}

#[track_caller]
fn holds(matcher: Value, message: Value) {
    assert_eq!(outcome(&matcher, &message).map(|m| said(&m)), Ok(String::new()));
}

#[track_caller]
fn fails(matcher: Value, message: Value, words: &str) {
    assert_eq!(outcome(&matcher, &message).map(|m| said(&m)), Ok(words.to_owned()));
}

#[track_caller]
fn unusable(matcher: Value, words: &str) {
    let problem = outcome(&matcher, &text("x")).expect_err("it cannot be used");
    assert!(problem.contains(words), "{problem}");
}

/// The short form, with the words it fails with; none where it holds.
#[track_caller]
fn short(expected: Value, message: Value, words: &str) {
    let reply = Reply::read(&message).expect("it is an answer");
    assert_eq!(said(&expected_result(&expected, &Subject::answer(&reply))), words);
}

#[track_caller]
fn short_error(expected: &str, message: Value, words: &str) {
    let reply = Reply::read(&message).expect("it is an answer");
    assert_eq!(said(&expected_error(expected, &reply)), words);
}

#[test]
fn equals_with_a_string_is_the_whole_text() {
    holds(json!({"equals": "a"}), text("a"));
    fails(json!({"equals": "a"}), text("a "), r#"the text "a" | text "a " @ /content/0/text"#);
    fails(json!({"equals": ""}), json!({"result": {"content": []}}), "");
    fails(json!({"equals": "x"}), json!({"result": {"content": []}}), r#"the text "x" | no content"#);
    fails(
        json!({"equals": "x"}),
        json!({"result": {"content": [{"type": "image", "data": "", "mimeType": "image/png"}]}}),
        r#"the text "x" | no text, but content of type image"#,
    );
}

#[test]
fn equals_with_anything_else_is_structural() {
    holds(json!({"equals": {"a": 1, "b": 2}}), structured(&json!({"b": 2, "a": 1.0})));
    holds(json!({"equals": [1]}), text(" [1]\n"));
    fails(
        json!({"equals": {"a": [1, 2]}}),
        structured(&json!({"a": [1, 3]})),
        r#"{"a":[1,2]} | {"a":[1,3]} @ /structuredContent/a/1"#,
    );
    fails(json!({"equals": {"a": 1}}), text("no"), r#"a result equal to {"a":1} | text "no", which is no JSON"#);
}

#[test]
fn long_values_show_the_first_difference_and_a_diff() {
    let list: Vec<u32> = (0..100).collect();
    let mut other = list.clone();
    other[50] = 7;
    let found = outcome(&json!({"equals": list}), &text(&json!(other).to_string())).expect("it can be checked");
    assert_eq!(said(&found), "50 at /50 | 7 at /50 @ /content/0/text");
    let diff = found[0].diff.as_deref().expect("both are long");
    assert_eq!(diff, "    48,\n    49,\n-   50,\n+   7,\n    51,\n    52,");
}

#[test]
fn texts_of_many_lines_get_a_diff() {
    let found = outcome(&json!({"equals": "a\nb\nc\n"}), &text("a\nx\nc\n")).expect("it can be checked");
    assert_eq!(found[0].diff.as_deref(), Some("  a\n- b\n+ x\n  c"));
}

#[test]
fn contains_respects_case_and_takes_a_list() {
    holds(json!({"contains": ["a", "B"]}), text("xaB"));
    fails(json!({"contains": ["a", "b"]}), text("aB"), r#"text that contains "b" | text "aB" @ /content/0/text"#);
    let both = json!({"result": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}});
    holds(json!({"contains": ["a\nb"]}), both);
    holds(json!({"contains": ["denied"]}), is_error("access denied"));
}

#[test]
fn a_plain_list_contains_its_items() {
    let roles = |matcher: Value| json!({"jsonPath": {"$.structuredContent.roles": matcher}});
    let answer = || {
        let structured = json!({"roles": ["administrator", 12, null]});
        json!({"result": {"content": [], "structuredContent": structured}})
    };
    holds(roles(json!({"contains": ["administrator", "12", "null"]})), answer());
    holds(roles(json!({"notContains": ["admin", "1"]})), answer());
    let words =
        r#"`$.structuredContent.roles`: a list with "admin" | ["administrator",12,null] @ /structuredContent/roles"#;
    fails(roles(json!({"contains": ["admin"]})), answer(), words);
    let words =
        r#"`$.structuredContent.roles`: a list without "12" | ["administrator",12,null] @ /structuredContent/roles"#;
    fails(roles(json!({"notContains": ["12"]})), answer(), words);
    let nested = json!({"result": {"content": [], "structuredContent": {"roles": [{"name": "admin"}]}}});
    holds(roles(json!({"contains": ["admin"]})), nested);
}

#[test]
fn not_contains_shows_the_place() {
    holds(json!({"notContains": ["z"]}), text("abc"));
    let long = format!("{}secret{}", "a".repeat(100), "b".repeat(100));
    let words =
        format!(r#"text without "secret" | text …"{}secret{}"… @ /content/0/text"#, "a".repeat(60), "b".repeat(60));
    fails(json!({"notContains": ["secret"]}), text(&long), &words);
}

#[test]
fn matches_is_a_search_and_bad_patterns_are_nobodys_failure() {
    holds(json!({"matches": ["\\d+", "(?i)OK"]}), text("12 ok"));
    fails(json!({"matches": ["^\\d$"]}), text("12"), r#"text that matches /^\d$/ | text "12" @ /content/0/text"#);
    unusable(json!({"matches": ["("]}), "the pattern /(/ cannot be used");
    unusable(json!({"not": {"matches": ["("]}}), "cannot be used");
    unusable(json!({"matches": ["(((a{100}){100}){100}){100}"]}), "size limit");
}

#[test]
fn schema_names_the_place() {
    let schema = json!({"schema": {"properties": {"t": {"type": "number"}}, "required": ["t"]}});
    holds(schema.clone(), structured(&json!({"t": 1})));
    fails(
        schema.clone(),
        structured(&json!({"t": "1"})),
        r#"a value that meets the schema at /t | "1": it is not of type "number" @ /structuredContent/t"#,
    );
    fails(schema, text("no"), r#"JSON that meets the schema | text "no", which is no JSON"#);
    unusable(json!({"schema": {"$ref": "http://example.com"}}), "mcpvals fetches none");
}

#[test]
fn json_path_reaches_result_text_and_json() {
    let answer = || structured(&json!({"items": [{"n": 1}, {"n": 2}]}));
    holds(
        json!({"jsonPath": {"$.structuredContent.items[*].n": {"approx": {"value": 1.5, "tolerance": 0.5}}}}),
        answer(),
    );
    holds(json!({"jsonPath": {"$.json.items": {"length": {"min": 2, "max": 2}}}}), answer());
    holds(json!({"jsonPath": {"$['text']": {"contains": ["items"]}}}), answer());
    holds(json!({"jsonPath": {"$.content[0].type": {"equals": "text"}}}), answer());
    fails(
        json!({"jsonPath": {"$.structuredContent.items[*].n": {"equals": 1}}}),
        answer(),
        "`$.structuredContent.items[*].n`: 1 | 2 @ /structuredContent/items/1/n",
    );
    fails(json!({"jsonPath": {"$.json.items[0].n": {"equals": 2}}}), answer(), "`$.json.items[0].n`: 2 | 1");
}

#[test]
fn json_path_that_selects_nothing_fails() {
    fails(
        json!({"jsonPath": {"$.structuredContents.a": {"equals": 1}}}),
        structured(&json!({"a": 1})),
        r#"`$.structuredContents.a`: equal to 1 | nothing there, in an object with "content", "structuredContent""#,
    );
    holds(json!({"not": {"jsonPath": {"$.nope": {"equals": 1}}}}), text("x"));
    unusable(json!({"jsonPath": {"items": {"equals": 1}}}), "the JSONPath `items` cannot be used");
}

#[test]
fn json_path_over_an_error_sees_the_error() {
    holds(json!({"jsonPath": {"$.error.code": {"equals": -32602}}}), error(-32602, "bad"));
}

#[test]
fn many_mismatches_of_one_path_are_counted() {
    let found = outcome(&json!({"jsonPath": {"$.json[*]": {"equals": 1}}}), &text(&json!(vec![0; 50]).to_string()));
    let found = found.expect("it can be checked");
    assert_eq!(found.len(), 5);
    assert!(found[4].actual.ends_with("(and so 45 times more in 50 values)"), "{}", found[4].actual);
}

#[test]
fn approx_takes_numbers_and_texts_that_are_numbers() {
    holds(json!({"approx": {"value": 0.3, "tolerance": 0.0}}), text("0.30000000000000004"));
    fails(
        json!({"approx": {"value": 1.0, "tolerance": 0.5}}),
        text("2"),
        "a number no further than 0.5 from 1 | 2, which is 1 away @ /content/0/text",
    );
    fails(
        json!({"approx": {"value": 1.0, "tolerance": 0.5}}),
        text("nan"),
        r#"a number no further than 0.5 from 1 | text "nan" @ /content/0/text"#,
    );
}

#[test]
fn length_counts_items_members_or_characters() {
    holds(json!({"length": {"min": 3, "max": 3}}), text("[1,2,3]"));
    holds(json!({"length": {"min": 1}}), structured(&json!({"a": 1})));
    holds(json!({"length": {"max": 4}}), text("ééé!"));
    fails(
        json!({"length": {"max": 2}}),
        text("abc"),
        r#"at most 2 characters | 3 characters in text "abc" @ /content/0/text"#,
    );
    fails(
        json!({"jsonPath": {"$.json.a": {"length": {"min": 1}}}}),
        text(r#"{"a": 5}"#),
        "`$.json.a`: a length of at least 1 | 5",
    );
}

#[test]
fn content_types_are_in_order() {
    let mixed = json!({"result": {"content": [{"type": "text", "text": ""}, {"type": "image"}]}});
    holds(json!({"contentTypes": ["text", "image"]}), mixed.clone());
    fails(
        json!({"contentTypes": ["image", "text"]}),
        mixed,
        "content of types image, text | content of types text, image @ /content",
    );
    holds(json!({"contentTypes": []}), json!({"result": {"content": []}}));
}

#[test]
fn content_types_are_those_of_messages_and_of_contents() {
    let said = |content: Value| json!({"role": "user", "content": content});
    let (text, image) = (json!({"type": "text", "text": ""}), json!({"type": "image"}));
    let prompt = json!({"result": {"messages": [said(text.clone()), said(json!([image, text]))]}});
    holds(json!({"contentTypes": ["text", "image", "text"]}), prompt.clone());
    fails(json!({"contentTypes": []}), prompt.clone(), "no content | content of types text, image, text @ /messages");
    let not = json!({"not": {"contentTypes": ["text", "image", "text"]}});
    assert_eq!(outcome(&not, &prompt).map(|found| found.len()), Ok(1));
    let paths = json!({"$.messages": {"contentTypes": ["text", "image", "text"]}, "$.messages[0]": {"contentTypes": ["text"]},
        "$.messages[0].content": {"contentTypes": ["text"]}, "$.messages[1].content": {"contentTypes": ["image", "text"]}});
    holds(json!({"jsonPath": paths}), prompt);
    let blob = json!({"uri": "x://y", "blob": "", "mimeType": "image/png"});
    let resource = json!({"result": {"contents": [{"uri": "x://y", "text": "{}"}, blob]}});
    holds(json!({"contentTypes": ["text", "blob"]}), resource.clone());
    fails(
        json!({"contentTypes": ["blob"]}),
        resource,
        "content of types blob | content of types text, blob @ /contents",
    );
}

#[test]
fn errors_of_both_kinds_are_errors_and_the_code_tells_them_apart() {
    holds(json!({"isError": true}), is_error("no"));
    holds(json!({"isError": true}), error(-1, "no"));
    holds(json!({"isError": false}), text("yes"));
    holds(json!({"errorCode": -32602}), error(-32602, "no"));
    fails(json!({"isError": true}), text("yes"), r#"an error | a success with text "yes""#);
    fails(json!({"isError": false}), error(-1, "no"), r#"a result that is no error | JSON-RPC error -1 "no""#);
    fails(
        json!({"errorCode": -32602}),
        is_error("no"),
        r#"a JSON-RPC error with code -32602 | an isError result with text "no""#,
    );
}

#[test]
fn all_any_and_not_combine() {
    let either = || json!({"any": [{"contains": ["x"]}, {"equals": 1}]});
    holds(either(), text("1"));
    fails(either(), text("2"), r#"any of: text that contains "x"; equal to 1 | text "2""#);
    fails(json!({"any": []}), text("2"), r#"any of: nothing at all | text "2""#);
    holds(json!({"all": []}), text("2"));
    fails(json!({"not": {"contains": ["2"]}}), text("2"), r#"not text that contains "2" | text "2""#);
}

#[test]
fn snapshot_compares_what_tells_of_the_result() {
    let stored = json!({"content": [{"type": "text", "text": "a"}]});
    let spec = |stored: &Value| json!({"snapshot": {"name": "s", "stored": stored}});
    let mut answer = text("a");
    answer["result"]["_meta"] = json!({"took": 12});
    answer["result"]["isError"] = json!(false);
    holds(spec(&stored), answer);
    fails(spec(&stored), text("b"), r#""a" as in the snapshot `s` | "b" @ /content/0/text"#);
    fails(
        json!({"snapshot": {"name": "s"}}),
        text("a"),
        "the stored snapshot `s` | nothing is stored yet for \
         {\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}; run with --update-snapshots to store it",
    );
    holds(json!({"snapshot": {"name": "s", "update": true}}), text("anything"));
}

#[test]
fn snapshot_does_not_compare_what_is_redacted() {
    let stored = json!({"structuredContent": {"id": "[id]", "n": 1}});
    let redact = json!({"$.structuredContent.id": "id"});
    let spec = json!({"snapshot": {"name": "s", "stored": stored, "redact": redact}});
    holds(spec.clone(), json!({"result": {"structuredContent": {"id": "7f3a", "n": 1}}}));
    fails(
        spec,
        json!({"result": {"structuredContent": {"id": "7f3a", "n": 2}}}),
        "1 as in the snapshot `s` | 2 @ /structuredContent/n",
    );
}

#[test]
fn short_string_is_contained_whatever_its_case() {
    short(json!("HELLO"), text("say hello"), "");
    short(json!("HELLO"), text("bye"), r#"text that contains "HELLO" | text "bye" @ /content/0/text"#);
}

#[test]
fn short_number_equals_the_text_or_the_structure() {
    short(json!(8), text("8"), "");
    short(json!(8), text(" 8.0 "), "");
    short(json!(0.3), text("0.30000000000000004"), "");
    short(json!(8), json!({"result": {"content": [], "structuredContent": 8}}), "");
    short(json!(8), text("18"), r#"the number 8 | text "18""#);
    short(json!(8), text("the sum is 8"), r#"the number 8 | text "the sum is 8""#);
}

#[test]
fn short_structure_equals_structured_content_or_text() {
    short(json!({"a": 1}), structured(&json!({"a": 1})), "");
    short(
        json!({"a": 1}),
        json!({"result": {"content": [{"type": "text", "text": "{\"a\":1}"}], "structuredContent": {"result": 1}}}),
        "",
    );
    short(json!([1, 2]), text("[1,2]"), "");
    short(json!(null), text("null"), "");
    short(json!(true), text("true"), "");
    short(json!(true), text("false"), "true | false");
    short(json!({"a": 1}), text("{\"a\":2}"), r#"{"a":1} | {"a":2} @ /content/0/text"#);
    short(json!([1]), text("one"), r#"[1] | text "one", which is no JSON"#);
    short(json!({"content": "x"}), structured(&json!({"content": "x"})), "");
}

#[test]
fn short_full_result_equals_the_result() {
    let full = json!({"content": [{"type": "text", "text": "a"}], "isError": false});
    let mut answer = text("a");
    answer["result"]["_meta"] = json!({});
    short(full.clone(), answer, "");
    let words = r#"{"content":[{"type":"text","text":"a"}],"isError":false} | {"content":[{"type":"text","text":"b"}],"isError":false} @ /content/0/text"#;
    short(full, text("b"), words);
}

#[test]
fn short_error_is_in_the_text_or_the_code() {
    short_error("Division BY zero", is_error("Error: division by zero"), "");
    short_error("division", error(-32603, "division by zero"), "");
    short_error("-32603", error(-32603, "division by zero"), "");
    short_error("MCP error -32603: division", error(-32603, "division by zero"), "");
    short_error(
        "overflow",
        error(-32603, "division by zero"),
        r#"an error that contains "overflow" | JSON-RPC error -32603 "division by zero""#,
    );
}

#[test]
fn selected_values_are_given_whole() {
    let message = structured(&json!({"id": 7}));
    let reply = Reply::read(&message).expect("it is an answer");
    assert_eq!(select("$.structuredContent.id", &reply), Ok(vec![json!(7)]));
    assert_eq!(select("$.json.id", &reply), Ok(vec![json!(7)]));
    assert_eq!(select("$.nope", &reply), Ok(vec![]));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z/~]{0,3}", inner), 0..4).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

fn any_matcher() -> impl Strategy<Value = Matcher> {
    let leaf = prop_oneof![
        any_json().prop_map(Matcher::Equals),
        prop::collection::vec(".{0,3}", 0..3).prop_map(Matcher::Contains),
        prop::collection::vec(".{0,3}", 0..3).prop_map(Matcher::NotContains),
        Just(Matcher::Matches(vec!["[a-f]+".to_owned()])),
        any::<bool>().prop_map(Matcher::IsError),
        Just(Matcher::Schema(json!({"type": ["object", "array", "number"], "maxProperties": 1}))),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Matcher::All),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Matcher::Any),
            inner.clone().prop_map(|inner| Matcher::Not(Box::new(inner))),
            inner.prop_map(|inner| Matcher::JsonPath([("$.*".to_owned(), inner)].into())),
        ]
    })
}

proptest! {
    #[test]
    fn equals_is_reflexive(value in any_json()) {
        let message = json!({"result": {"content": [], "structuredContent": value}});
        let reply = Reply::read(&message).expect("it is an answer");
        // Where the structured content is null or a text, `equals` reads the text.
        prop_assume!(!value.is_null() && !value.is_string());
        prop_assert_eq!(check(&Matcher::Equals(value), &Subject::answer(&reply)), Ok(Vec::new()));
    }

    #[test]
    fn logic_holds_for_every_matcher(matcher in any_matcher(), value in any_json()) {
        let message = json!({"result": {"content": [{"type": "text", "text": value.to_string()}]}});
        let reply = Reply::read(&message).expect("it is an answer");
        let holds = |matcher: &Matcher| check(matcher, &Subject::answer(&reply)).expect("it can be used").is_empty();
        let plain = holds(&matcher);
        prop_assert_eq!(holds(&Matcher::Not(Box::new(matcher.clone()))), !plain);
        prop_assert_eq!(holds(&Matcher::All(vec![matcher.clone()])), plain);
        prop_assert_eq!(holds(&Matcher::Any(vec![matcher.clone()])), plain);
        prop_assert_eq!(holds(&Matcher::Any(vec![matcher.clone(), Matcher::Not(Box::new(matcher.clone()))])), true);
        prop_assert_eq!(holds(&Matcher::All(vec![matcher.clone(), Matcher::Not(Box::new(matcher))])), false);
    }
}

#[test]
fn large_whole_numbers_are_compared_exactly() {
    short(json!(9_007_199_254_740_993_i64), text("9007199254740993"), "");
    short(json!(9_007_199_254_740_993_i64), text("+9007199254740993"), "");
    for written in ["9007199254740992", "+9007199254740992"] {
        let reply_text = text(written);
        let reply = Reply::read(&reply_text).expect("it is an answer");
        assert!(!expected_result(&json!(9_007_199_254_740_993_i64), &Subject::answer(&reply)).is_empty(), "{written}");
    }
}

#[test]
fn a_part_of_a_code_is_no_code() {
    let message = || error(-32005, "x");
    for whole in ["-32005", "MCP error -32005", "mcp error -32005: x", "x"] {
        short_error(whole, message(), "");
    }
    for part in ["3", "320", "MCP error -320"] {
        let message = message();
        let reply = Reply::read(&message).expect("it is an answer");
        assert!(!expected_error(part, &reply).is_empty(), "{part}");
    }
}

#[test]
fn control_characters_of_a_servers_types_are_not_shown() {
    let message = json!({"result": {"content": [{"type": "te\u{7f}t"}]}});
    let words = outcome(&json!({"equals": "x"}), &message).map(|m| said(&m)).unwrap();
    assert!(words.contains("\\u{7f}") && !words.contains('\u{7f}'), "{words:?}");
}
