//! The zoo: for every way to be wrong that a session survives, the verdict on a call, what was found to break the
//! protocol in it, and what in the session's own frames.

use mcpvals_suite::{drive, grade, violations};
use mcpvals_testkit::{Flaw, HttpServer};
use mcpvals_wire::Session;
use serde_json::json;

use crate::kit::{case, http, kinds, session, verdict, zoo};

/// A server that is wrong when it answers a call. `during` are the kinds found in the case, `!` where they spoil the
/// answer. A verdict that ends in `…` may go on.
async fn check(flaw: Flaw, wanted: &str, during: &str) {
    compare(flaw, session(&zoo(flaw, &["--on", "tools/call"])).await, wanted, during, "").await;
}

/// A server that is wrong where this flaw is by its nature; `around` are the kinds found in the session's own frames.
async fn check_session(flaw: Flaw, wanted: &str, around: &str) {
    compare(flaw, session(&zoo(flaw, &[])).await, wanted, "", around).await;
}

/// As [`check`], over HTTP.
async fn check_http(flaw: Flaw, wanted: &str, during: &str) {
    let server = HttpServer::zoo(flaw, &["--on", "tools/call"]);
    compare(flaw, session(&http(server.url())).await, wanted, during, "").await;
}

async fn compare(flaw: Flaw, session: Session, wanted: &str, during: &str, around: &str) {
    let case = case("add", &json!({"a": 1, "b": 2}), &json!({"expect": [{"result": {"result": 3}}]}));
    let driven = drive(&case, &session, mcpvals_suite::Beside::default()).await;
    let graded = grade(&case, &driven.trace);
    let own = violations(&session.close().await, "zoo", None);
    let words = verdict(&graded);
    let same = wanted.strip_suffix('…').map_or(words == wanted, |beginning| words.starts_with(beginning));
    assert!(same, "{}: {words}", flaw.name());
    assert_eq!((kinds(&graded.violations), kinds(&own)), (during.to_owned(), around.to_owned()), "{}", flaw.name());
}

#[tokio::test]
async fn noise_is_named_and_spoils_nothing() {
    check_session(Flaw::BannerLine, "passed", "noise-on-stdout").await;
    check(Flaw::LogLineOnStdout, "passed", "noise-on-stdout").await;
    check(Flaw::BlankLines, "passed", "").await;
    check(Flaw::CarriageReturns, "passed", "").await;
    check(Flaw::DuplicateMember, "passed", "").await;
}

#[tokio::test]
async fn unreadable_answers_are_named() {
    check(Flaw::ContentLengthFraming, "protocol: a whole message is…", "noise-on-stdout missing-newline!").await;
    check(Flaw::InvalidUtf8, "protocol: \"…", "invalid-utf8!").await;
    check(Flaw::NulBytes, "protocol: \"…", "noise-on-stdout invalid-json!").await;
    check(Flaw::DeeplyNested, "protocol: a message is nested too deeply to be read", "deep-nesting!").await;
    check(Flaw::TruncatedJson, "protocol: \"…", "invalid-json!").await;
    check(Flaw::NewlineMissing, "protocol: a whole message is not ended by…", "missing-newline!").await;
    check(Flaw::NotANumber, "protocol: \"…", "invalid-json!").await;
    check(Flaw::LoneSurrogate, "protocol: \"…", "invalid-json!").await;
    check(Flaw::SingleQuotes, "protocol: \"…", "invalid-json!").await;
    check(Flaw::EndlessFrame, "protocol: a message of more than …", "oversized-message!").await;
    check(Flaw::HalfAnswerThenExit, "noAnswer: the server's process exited with code 6", "cut-off-message!").await;
}

#[tokio::test]
async fn odd_bytes_spoil_an_answer() {
    check(Flaw::PrettyPrinted, "protocol: a message is spread over 15 lines", "split-message!").await;
    check(
        Flaw::TwoMessagesOnALine,
        "protocol: a message is not alone on its line: another…",
        "shared-line! shared-line",
    )
    .await;
    check(Flaw::TrailingWords, "protocol: a message is not alone on its line: `d…", "shared-line! noise-on-stdout")
        .await;
    check(Flaw::ByteOrderMark, "protocol: a byte order mark stands before the message", "byte-order-mark!").await;
    check(Flaw::BatchAnswer, "protocol: a batch came, which revision 2025-11-25 does not have", "batch!").await;
}

#[tokio::test]
async fn envelopes_are_held_to_json_rpc() {
    check(Flaw::IdAsString, "protocol: the id of the answer is the text \"3\"; the request's was a number", "id-type!")
        .await;
    check(Flaw::IdAsFloat, "passed", "id-type").await;
    check(Flaw::IdOfAnother, "protocol: an answer for the id 1003, which was never sent", "unknown-id!").await;
    check(Flaw::IdMissing, "protocol: the answer has no id", "missing-id!").await;
    check(Flaw::IdNull, "protocol: the id of the answer is null", "missing-id!").await;
    check(Flaw::ErrorWithNullId, "protocol: the id of the answer is null", "missing-id!").await;
    check(Flaw::ResultAndError, "protocol: the answer has both `result` and `error`", "result-and-error!").await;
    check(
        Flaw::NeitherResultNorError,
        "protocol: the answer has neither `result` nor `error`",
        "neither-result-nor-error!",
    )
    .await;
    check(Flaw::ErrorAsString, "protocol: `error` is \"boom\", not an object", "error-shape!").await;
    check(Flaw::ErrorWithoutCode, "protocol: in `error`, `code` is missing", "error-shape!").await;
    check(Flaw::ErrorCodeAsString, "protocol: in `error`, `code` is \"-32603\", not an integer", "error-shape!").await;
    check(Flaw::JsonrpcMissing, "protocol: `jsonrpc` is missing", "jsonrpc-version!").await;
    check(Flaw::JsonrpcWrong, "protocol: `jsonrpc` is \"1.0\", not \"2.0\"", "jsonrpc-version!").await;
    check(Flaw::UnknownMember, "protocol: `took_ms` is no member of an answer", "unknown-member!").await;
    check(
        Flaw::EchoesRequest,
        "protocol: \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":3,\\\"method\\\":\\\"tools/…",
        "forbidden-request",
    )
    .await;
}

#[tokio::test]
async fn a_second_answer_is_named_in_the_case_or_after_it() {
    for flaw in [Flaw::DuplicateResponse, Flaw::ContradictingResponse] {
        let session = session(&zoo(flaw, &["--on", "tools/call"])).await;
        let case = case("add", &json!({"a": 1, "b": 2}), &json!({"expect": [{"result": {"result": 3}}]}));
        let graded = grade(&case, &drive(&case, &session, mcpvals_suite::Beside::default()).await.trace);
        let own = violations(&session.close().await, "zoo", None);
        let seen = format!("{} {}", kinds(&graded.violations), kinds(&own));
        assert_eq!((verdict(&graded).as_str(), seen.trim()), ("passed", "duplicate-answer"), "{}", flaw.name());
    }
}

#[tokio::test]
async fn handshakes_and_lists_are_judged_with_the_session() {
    check_session(Flaw::ToolsUndeclared, "unknownTool: no tools at all: the server does not declare them", "").await;
    let unread = "unknownTool: `tools/list` cannot be read: its result has no array `tools`";
    check_session(Flaw::ToolsNotArray, unread, "result-shape").await;
    check_session(Flaw::ToolsMissing, unread, "result-shape").await;
    check_session(Flaw::InputSchemaInvalid, "passed", "malformed-entry").await;
    check_session(Flaw::OutputSchemaInvalid, "passed", "malformed-entry").await;
    check_session(Flaw::ToolWithoutInputSchema, "passed", "malformed-entry").await;
    check_session(Flaw::InputSchemaTrue, "passed", "malformed-entry").await;
    check_session(Flaw::InputSchemaNotObjectType, "passed", "malformed-entry").await;
    check_session(Flaw::HintNotBoolean, "passed", "malformed-entry").await;
    check_session(Flaw::ToolWithoutName, "passed", "malformed-entry").await;
    check_session(Flaw::ToolNameNotString, "passed", "malformed-entry").await;
    check_session(Flaw::ToolNameWithBlanks, "passed", "malformed-entry").await;
    check_session(Flaw::DescriptionNotString, "passed", "malformed-entry").await;
    check_session(Flaw::DuplicateToolNames, "passed", "duplicate-name").await;
    check_session(Flaw::OneMalformedTool, "passed", "malformed-entry").await;
    check_session(Flaw::SameCursorForever, "passed", "endless-pages").await;
    check_session(Flaw::NewCursorsForever, "passed", "endless-pages").await;
    check_session(Flaw::CursorNotString, "passed", "result-shape").await;
}

#[tokio::test]
async fn results_are_held_to_their_shape() {
    check(Flaw::ContentMissing, "protocol: `content` is missing", "result-shape!").await;
    check(Flaw::ContentNotArray, "protocol: `content` is \"a text\", not an array", "result-shape!").await;
    check(Flaw::UnknownContentType, "protocol: content block 1: its type \"hologram\" is not known", "content-shape!")
        .await;
    check(Flaw::ContentWithoutType, "protocol: content block 1: `type` is missing", "content-shape!").await;
    check(Flaw::TextMissing, "protocol: content block 1: `text` is missing", "content-shape!").await;
    check(Flaw::TextNotString, "protocol: content block 1: `text` is 8, not a string", "content-shape!").await;
    check(Flaw::ImageNotBase64, "protocol: content block 1: `data` is no Base64: \"not base64!\"", "content-shape!")
        .await;
    check(Flaw::ResultIsArray, "protocol: `result` is an array, not an object", "result-shape!").await;
    check(Flaw::ResultIsNull, "protocol: `result` is null, not an object", "result-shape!").await;
    check(Flaw::ResultIsString, "protocol: `result` is \"a text\", not an object", "result-shape!").await;
    check(Flaw::IsErrorNotBoolean, "protocol: `isError` is \"false\", not a boolean", "result-shape!").await;
    check(Flaw::StructuredContentMissing, "outputSchema: none, with text \"{\\\"result\\\":3}\"", "").await;
    check(Flaw::StructuredContentMismatch, "outputSchema: \"eight\": it is not of type \"number\"", "").await;
    check(
        Flaw::StructuredContentNotObject,
        "protocol: `structuredContent` is \"eight\", not an object",
        "result-shape!",
    )
    .await;
}

#[tokio::test]
async fn traffic_beside_the_answer_is_named() {
    check(Flaw::UndeclaredNotification, "passed", "undeclared-notification").await;
    check(Flaw::UnknownNotification, "passed", "undeclared-notification").await;
    check(Flaw::UnknownProgressToken, "passed", "undeclared-notification").await;
    check(Flaw::ProgressGoesBack, "passed", "notification-shape").await;
    check(Flaw::RequestWithUsedId, "passed", "reused-request-id").await;
    check(Flaw::UnknownServerRequest, "passed", "undeclared-request").await;
}

#[tokio::test]
async fn silence_ends_with_the_deadline() {
    check(Flaw::NeverAnswersCall, "noAnswer: none came", "").await;
    check(Flaw::SlowAnswer, "noAnswer: none came", "").await;
}

#[tokio::test]
async fn processes_that_end_are_told_with_their_end() {
    check_session(Flaw::ExitsDuringCall, "noAnswer: the server's process exited with code 5; its stder…", "").await;
    check_session(Flaw::KilledDuringCall, "noAnswer: the server's process was ended by signal 9 (SIGKILL)", "").await;
    check_session(Flaw::IgnoresEof, "passed", "ignores-shutdown").await;
    check_session(Flaw::IgnoresShutdown, "passed", "ignores-shutdown").await;
    check_session(Flaw::StderrFlood, "passed", "").await;
    check_session(Flaw::StderrGarbage, "passed", "").await;
}

#[tokio::test]
async fn floods_end_with_the_deadline_and_are_counted() {
    check(Flaw::NotificationFlood, "noAnswer: none came, only …", "").await;
    check(Flaw::PingFlood, "noAnswer: none came, only …", "").await;
}

#[tokio::test]
async fn http_answers_without_a_message_are_told_as_they_were_seen() {
    for (flaw, wanted) in [
        (Flaw::WrongContentType, "noAnswer: HTTP status 200: content type `text/plain`, with the body …"),
        (
            Flaw::Status500,
            "noAnswer: HTTP: status 500 Internal Server Error, with the body \"<h1>Internal Server Error</h1>\"",
        ),
        (Flaw::LoginPage, "noAnswer: HTTP status 200: content type `text/html`, with the body …"),
        (Flaw::AcceptedWithoutAnswer, "noAnswer: HTTP: status 202 …"),
        (Flaw::EmptyBody, "noAnswer: HTTP: status 200 with an empty body"),
        (Flaw::StreamEndsWithoutAnswer, "noAnswer: the event stream ended"),
        (Flaw::NotHttp, "noAnswer: the answer is not valid HTTP…"),
        (Flaw::ClosedWithoutAnswer, "noAnswer: the connection was closed before an answer came"),
    ] {
        check_http(flaw, wanted, "http-transport!").await;
    }
    check_http(Flaw::Unauthorized, "noAnswer: HTTP: status 401 Unauthorized", "").await;
    check_http(Flaw::StreamBrokenJson, "protocol: \"…", "invalid-json!").await;
    check_http(Flaw::ConnectionReset, "noAnswer: …", "cut-off-message! http-transport!").await;
    check_http(Flaw::DataOverLines, "passed", "").await;
}
