//! Each way to spoil an answer is recorded under its own name, and ends the call in the right way.

use std::time::{Duration, Instant};

use mcpvals_model::{CallEnd, CallRole};
use mcpvals_testkit::Flaw;
use serde_json::json;

use crate::kit::{call, name, received, record, session, zoo};

/// Calls `add` on a server with this flaw; its end and what was received.
async fn check(flaw: Flaw, want: &[&str]) {
    let began = Instant::now();
    let session = session(&zoo(flaw, &["--on", "tools/call"])).await;
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_secs(5)).await;
    let call = trace.call(CallRole::Tested).expect("the call is recorded");
    let end = name(&format!("{:?}", call.end));
    let got: Vec<String> = std::iter::once(end).chain(received(&trace)).collect();
    assert_eq!(got, want, "{}: {}", flaw.name(), flaw.rule());
    session.close().await;
    assert!(began.elapsed() < Duration::from_secs(15), "{} took {:?}", flaw.name(), began.elapsed());
}

#[tokio::test]
async fn noise_beside_the_answer_is_named_and_the_answer_counts() {
    check(Flaw::LogLineOnStdout, &["Answered", "noise NotJson", "answer"]).await;
    check(Flaw::BlankLines, &["Answered", "noise NotJson", "answer", "noise NotJson"]).await;
    check(Flaw::TrailingWords, &["Answered", "answer SharedLine", "noise NotJson"]).await;
    let second = "\"notifications/tools/list_changed\" SharedLine";
    check(Flaw::TwoMessagesOnALine, &["Answered", "answer SharedLine", second]).await;
}

#[tokio::test]
async fn odd_but_readable_answers_count() {
    check(Flaw::None, &["Answered", "answer"]).await;
    check(Flaw::CarriageReturns, &["Answered", "answer"]).await;
    check(Flaw::ByteOrderMark, &["Answered", "answer ByteOrderMark"]).await;
    check(Flaw::PrettyPrinted, &["Answered", "answer SplitOverLines"]).await;
    check(Flaw::BatchAnswer, &["Answered", "answer Batch"]).await;
    check(Flaw::DuplicateMember, &["Answered", "answer"]).await;
}

#[tokio::test]
async fn wrong_ids_are_named() {
    check(Flaw::IdAsString, &["Answered", "answer IdAsText"]).await;
    check(Flaw::IdAsFloat, &["Answered", "answer"]).await;
    check(Flaw::IdMissing, &["Answered", "answer IdMissing"]).await;
    check(Flaw::IdNull, &["Answered", "answer IdMissing"]).await;
    check(Flaw::ErrorWithNullId, &["Answered", "answer IdMissing"]).await;
    check(Flaw::IdOfAnother, &["Misanswered", "message UnknownId"]).await;
}

#[tokio::test]
async fn second_answer_is_named_wherever_it_arrives() {
    for flaw in [Flaw::DuplicateResponse, Flaw::ContradictingResponse] {
        let session = session(&zoo(flaw, &["--on", "tools/call"])).await;
        let case = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_secs(5)).await;
        // The second may come after the case is over.
        let own = session.close().await;
        let seen = [received(&case), received(&own)].concat();
        assert!(seen.contains(&"message DuplicateAnswer".to_owned()), "{}: {seen:?}", flaw.name());
    }
}

#[tokio::test]
async fn ill_shaped_answers_are_taken_and_left_to_the_grader() {
    for flaw in [Flaw::ResultAndError, Flaw::NeitherResultNorError, Flaw::ErrorAsString, Flaw::JsonrpcMissing] {
        check(flaw, &["Answered", "answer"]).await;
    }
}

#[tokio::test]
async fn unreadable_answers_end_the_call_at_once() {
    check(Flaw::InvalidUtf8, &["Misanswered", "noise NotUtf8"]).await;
    check(Flaw::NulBytes, &["Misanswered", "noise NotJson", "noise NotJson"]).await;
    check(Flaw::DeeplyNested, &["Misanswered", "noise TooDeep"]).await;
    check(Flaw::NotANumber, &["Misanswered", "noise NotJson"]).await;
    check(Flaw::LoneSurrogate, &["Misanswered", "noise NotJson"]).await;
    check(Flaw::SingleQuotes, &["Misanswered", "noise NotJson"]).await;
}

#[tokio::test]
async fn half_a_message_is_given_up_when_it_is_quiet() {
    check(Flaw::TruncatedJson, &["Misanswered", "noise NotJson"]).await;
}

#[tokio::test]
async fn whole_message_without_a_newline_is_no_answer_and_is_named() {
    check(Flaw::NewlineMissing, &["Misanswered", "noise NewlineMissing"]).await;
}

#[tokio::test]
async fn frame_without_end_is_cut_and_ends_the_call() {
    check(Flaw::EndlessFrame, &["Misanswered", "noise TooLarge"]).await;
}

#[tokio::test]
async fn request_that_comes_back_is_no_answer() {
    check(Flaw::EchoesRequest, &["Misanswered", "\"tools/call\" ForbiddenRequest"]).await;
}

#[tokio::test]
async fn undeclared_notifications_are_named() {
    let undeclared = "\"notifications/tasks/status\" UndeclaredNotification";
    check(Flaw::UndeclaredNotification, &["Answered", undeclared, "answer"]).await;
    let unknown = "\"notifications/made/up\" UndeclaredNotification";
    check(Flaw::UnknownNotification, &["Answered", unknown, "answer"]).await;
}

#[tokio::test]
async fn silence_ends_with_the_deadline() {
    let session = session(&zoo(Flaw::NeverAnswersCall, &[])).await;
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_millis(200)).await;
    assert_eq!(trace.calls[0].end, CallEnd::TimedOut { after_ms: 200 });
    session.close().await;
}

#[tokio::test]
async fn late_answer_is_told_in_the_sessions_own_trace() {
    let session = session(&zoo(Flaw::LateAnswer, &["--delay-ms", "300"])).await;
    let trace = record(&session, "add", json!({"a": 1, "b": 2}), Duration::from_millis(100)).await;
    assert_eq!(received(&trace), [""; 0]);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let next = record(&session, "echo", json!({"message": "x"}), Duration::from_secs(5)).await;
    assert_eq!(received(&next), ["answer"]);
    let own = session.close().await;
    assert!(received(&own).contains(&"message LateAnswer".to_owned()), "{:?}", received(&own));
}

#[tokio::test]
async fn answer_to_a_call_that_was_stopped_with_its_recording_is_not_late() {
    let session = session(&zoo(Flaw::LateAnswer, &["--delay-ms", "300"])).await;
    let mut recording = session.begin();
    let slow = call(&mut recording, "add", json!({"a": 1, "b": 2}), Duration::from_secs(5));
    assert!(tokio::time::timeout(Duration::from_millis(50), slow).await.is_err());
    drop(recording);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let own = session.close().await;
    assert!(received(&own).ends_with(&["message".to_owned()]), "{:?}", received(&own));
}
