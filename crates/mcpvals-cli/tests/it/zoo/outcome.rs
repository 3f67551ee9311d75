//! The result of `tools/call`.

use mcpvals_testkit::Flaw;
use serde_json::json;

use super::fixture::Fixture;
use super::row::{Row, Via, fails, passes};
use super::run::{mark, play, watch};
use crate::mcpvals::cases;

const MODERN: &[Via] = &[Via::Stdio, Via::Http];
const SSE: &[Via] = &[Via::Sse];
const STDIO: &[Via] = &[Via::Stdio];
const WEB: &[Via] = &[Via::Http, Via::Sse];

pub(super) fn rows() -> Vec<Row> {
    [of_shape(), of_structure(), of_meaning()].concat()
}

fn of_shape() -> Vec<Row> {
    let spoils = |flaw, words, kind| fails(flaw, "echo", "protocol", words).seen(kind);
    let (content, result) = (&["content-shape"], &["result-shape"]);
    vec![
        spoils(Flaw::ContentMissing, &["`content` is missing"], result),
        spoils(Flaw::ContentNotArray, &["`content` is \"a text\", not an array"], result),
        spoils(Flaw::UnknownContentType, &["\"hologram\" is not known"], content),
        spoils(Flaw::ContentWithoutType, &["`type` is missing"], content),
        spoils(Flaw::TextMissing, &["`text` is missing"], content),
        spoils(Flaw::TextNotString, &["`text` is 8, not a string"], content),
        spoils(Flaw::ImageNotBase64, &["no Base64: \"not base64!\""], content),
        spoils(Flaw::ResultIsArray, &["`result` is an array, not an object"], result),
        spoils(Flaw::ResultIsNull, &["`result` is null, not an object"], result),
        spoils(Flaw::ResultIsString, &["`result` is \"a text\", not an object"], result),
        spoils(Flaw::IsErrorNotBoolean, &["`isError` is \"false\", not a boolean"], result),
        passes(Flaw::ResultTypeMissing).via(MODERN).seen(result),
        passes(Flaw::ResultTypeMissing).via(SSE),
        spoils(Flaw::ResultTypeUnknown, &["`resultType` is \"hologram\""], result).via(MODERN),
        passes(Flaw::ResultTypeUnknown).via(SSE),
    ]
}

fn of_structure() -> Vec<Row> {
    let add = "tools/call:add";
    let breaks = |flaw, words| fails(flaw, "add", "outputSchema", words).on(add);
    vec![
        breaks(Flaw::StructuredContentMissing, &["the tool's outputSchema promises"]),
        breaks(Flaw::StructuredContentMismatch, &["at /result", "\"eight\"", "not of type \"number\""]),
        breaks(Flaw::StructuredContentNotObject, &["not of type \"object\""]).via(MODERN),
        fails(
            Flaw::StructuredContentNotObject,
            "add",
            "protocol",
            &["`structuredContent` is \"eight\", not an object"],
        )
        .on(add)
        .via(SSE)
        .seen(&["result-shape"]),
    ]
}

fn of_meaning() -> Vec<Row> {
    let tells = |flaw, words| fails(flaw, "echo", "result", words);
    vec![
        tells(Flaw::ErrorTextInSuccess, &["Error: the service is down"]).warned("errorShapedSuccess"),
        tells(Flaw::SuccessFalseInSuccess, &["the service is down"]).warned("errorShapedSuccess"),
        tells(Flaw::EchoesSecret, &["token [redacted:"]).via(STDIO),
        tells(Flaw::EchoesSecretBase64, &["[redacted:"]).via(STDIO),
        tells(Flaw::EchoesSecretUrlEncoded, &["[redacted:"]).via(STDIO),
        tells(Flaw::EchoesSecretInJson, &["[redacted:"]).via(STDIO),
        // Elsewhere the server's secret is none of ours.
        tells(Flaw::EchoesSecret, &["token no-token-set"]).via(WEB),
        tells(Flaw::EchoesSecretBase64, &["text "]).via(WEB),
        tells(Flaw::EchoesSecretUrlEncoded, &["no-token-set"]).via(WEB),
        tells(Flaw::EchoesSecretInJson, &["no-token-set"]).via(WEB),
        tells(Flaw::WrongText, &["text that contains \"hi there\"", "text \"wrong\""]),
    ]
}

#[test]
fn over_stdio() {
    play(&rows(), Via::Stdio);
}

#[test]
fn over_http() {
    play(&rows(), Via::Http);
}

#[test]
fn over_sse() {
    play(&rows(), Via::Sse);
}

#[test]
fn a_success_that_looks_like_an_error_is_a_warning_where_nothing_is_asserted() {
    for flaw in [Flaw::ErrorTextInSuccess, Flaw::SuccessFalseInSuccess] {
        let mark = mark();
        let fixture = Fixture::start(flaw, Via::Stdio, &[], &mark);
        let tests = [json!({"name": "echo", "args": {"message": "hi"}})];
        let config = json!({"server": fixture.server, "toolHealthSuites": [{"name": "calls", "tests": tests}]});
        let seen = watch(&config, &mark).unwrap();
        assert_eq!(seen.code, 0, "{flaw}");
        let case = cases(&seen.report).remove(0);
        assert_eq!(case["verdict"], "passed", "{flaw}");
        let kinds: Vec<&str> =
            case["warnings"].as_array().unwrap().iter().filter_map(|warning| warning["kind"].as_str()).collect();
        assert!(kinds.contains(&"errorShapedSuccess") && kinds.contains(&"nothingAsserted"), "{flaw}: {kinds:?}");
        assert!(seen.stdout.contains("looks like an error") || seen.stdout.contains("isError"), "{}", seen.stdout);
    }
}
