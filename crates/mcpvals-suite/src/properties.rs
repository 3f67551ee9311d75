//! What holds for any trace, however hostile.
//!
//! The strategies are boxed: unboxed, their nested types are larger than a test thread's stack.

use std::sync::Arc;

use mcpvals_model::mcp::{Malformed, Offer, Revision, ServerFacts, Tool};
use mcpvals_model::{
    Anomaly, Call, CallEnd, CallRole, Case, Channel, Direction, Frame, HttpHead, MismatchKind, ProcessEnd, Trace,
    Verdict,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::testing::case;
use crate::{answer_excerpt, grade, snapshot_values, violations};

fn any_bytes() -> BoxedStrategy<Vec<u8>> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        any_message().prop_map(|message| message.to_string().into_bytes()),
        any_message().prop_map(|message| {
            let text = message.to_string();
            text.as_bytes()[..text.len() / 2].to_vec()
        }),
    ]
    .boxed()
}

/// A message that is nearly right.
fn any_message() -> BoxedStrategy<Value> {
    let odd = || prop_oneof![Just(json!(null)), Just(json!([1])), Just(json!("x")), Just(json!(1.5)), Just(json!({}))];
    let block = prop_oneof![
        Just(json!({"type": "text", "text": "Error: \u{1b}[0m"})),
        Just(json!({"type": "image", "data": "a", "mimeType": 1})),
        Just(json!({"type": "resource", "resource": {"uri": 1}})),
        odd(),
    ];
    let content = prop_oneof![prop::collection::vec(block, 0..4).prop_map(Value::from), odd()];
    let result = (content, odd(), odd()).prop_map(|(content, structured, is_error)| {
        json!({"content": content, "structuredContent": structured, "isError": is_error})
    });
    let members = (
        prop::option::of(prop_oneof![Just(json!("2.0")), odd()]),
        prop::option::of(prop_oneof![(0..6).prop_map(Value::from), odd()]),
        prop::option::of(prop_oneof![result, odd()]),
        prop::option::of(prop_oneof![Just(json!({"code": 1, "message": "x"})), odd()]),
        prop::option::of(prop_oneof![Just(json!("notifications/progress")), Just(json!("ping")), odd()]),
        prop::option::of(odd()),
    );
    members
        .prop_map(|(jsonrpc, id, result, error, method, params)| {
            let named = [
                ("jsonrpc", jsonrpc),
                ("id", id),
                ("result", result),
                ("error", error),
                ("method", method),
                ("params", params),
            ];
            named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
        })
        .boxed()
}

fn any_anomaly() -> impl Strategy<Value = Anomaly> {
    prop_oneof![
        Just(Anomaly::NotJson { problem: "\u{0}".to_owned() }),
        Just(Anomaly::NotUtf8),
        Just(Anomaly::ByteOrderMark),
        Just(Anomaly::SplitOverLines { lines: 0 }),
        Just(Anomaly::SharedLine { with: "x".to_owned() }),
        Just(Anomaly::NewlineMissing),
        Just(Anomaly::CutOff),
        Just(Anomaly::TooLarge { bytes: 0 }),
        Just(Anomaly::Batch),
        Just(Anomaly::NotAMessage),
        Just(Anomaly::IdAsText),
        Just(Anomaly::IdMissing),
        Just(Anomaly::UnknownId),
        Just(Anomaly::LateAnswer),
        Just(Anomaly::ForbiddenRequest),
        Just(Anomaly::UndeclaredNotification),
        Just(Anomaly::Http { problem: String::new() }),
    ]
}

fn any_frame() -> BoxedStrategy<Frame> {
    let parts = (
        0..12_u64,
        any::<u64>(),
        any::<bool>(),
        any::<bool>(),
        any_bytes(),
        prop::collection::vec(any_anomaly(), 0..3),
        any::<bool>(),
    );
    parts
        .prop_map(|(seq, at_us, sent, wire, bytes, anomalies, http)| {
            let direction = if sent { Direction::Sent } else { Direction::Received };
            let mut frame = Frame::new(seq, at_us, direction, if wire { Channel::Wire } else { Channel::Http }, bytes);
            frame.anomalies = anomalies;
            frame.http = http.then(|| Box::new(HttpHead { request: None, status: Some(200), headers: Vec::new() }));
            frame
        })
        .boxed()
}

fn any_call() -> impl Strategy<Value = Call> {
    let end = prop_oneof![
        Just(CallEnd::Answered),
        Just(CallEnd::TimedOut { after_ms: u64::MAX }),
        Just(CallEnd::Misanswered),
        Just(CallEnd::Closed),
        Just(CallEnd::Refused { status: 0 }),
        Just(CallEnd::Cancelled),
        Just(CallEnd::NotSent { problem: String::new() }),
    ];
    let role = prop_oneof![Just(CallRole::Tested), Just(CallRole::Verify(0)), Just(CallRole::Session)];
    (role, prop::option::of(0..12_u64), prop::option::of(0..12_u64), end)
        .prop_map(|(role, request, answer, end)| Call { role, method: "tools/call".to_owned(), request, answer, end })
}

fn any_offer() -> impl Strategy<Value = Offer> {
    let schema = prop_oneof![
        Just(json!({"type": "object"})),
        Just(json!({"type": "strange"})),
        Just(json!({"$ref": "#"})),
        Just(json!({"properties": {"a": {"type": "number"}}, "required": ["a"]})),
    ];
    let names = prop::collection::vec(prop_oneof![Just("t"), Just("get"), Just("")], 0..3);
    (names, schema.clone(), prop::option::of(schema), any::<bool>()).prop_map(|(names, input, output, malformed)| {
        let raw = |name: &str| json!({"name": name, "inputSchema": input, "outputSchema": output});
        let entry = Malformed {
            method: "tools/list".to_owned(),
            index: usize::MAX - 1,
            name: Some("t".to_owned()),
            problem: String::new(),
            usable: true,
            raw: Value::Null,
        };
        Offer {
            tools: names.iter().map(|name| Arc::new(Tool::from(raw(name)))).collect(),
            malformed: malformed.then_some(entry).into_iter().collect(),
            ..Offer::default()
        }
    })
}

fn any_trace() -> BoxedStrategy<Trace> {
    let revision = prop::option::of(prop::sample::select(Revision::ALL.to_vec()));
    let frames = prop::collection::vec(any_frame(), 0..8);
    let calls = prop::collection::vec(any_call(), 0..4);
    (revision, frames, calls, any_offer(), any::<bool>())
        .prop_map(|(revision, frames, calls, offer, killed)| Trace {
            full_client_tools: None,
            server: revision.map(|protocol_version| {
                Arc::new(ServerFacts {
                    protocol_version,
                    asked_version: None,
                    supported_versions: Vec::new(),
                    name: String::new(),
                    version: String::new(),
                    more_info: Box::default(),
                    capabilities: Value::Null,
                    instructions: None,
                })
            }),
            offer: Arc::new(offer),
            frames,
            calls,
            stderr_tail: "\u{1b}[2J".to_owned(),
            process_end: killed.then_some(ProcessEnd::Killed),
            frames_not_kept: 0,
            messages_not_kept: 0,
            others: Vec::new(),
        })
        .boxed()
}

fn cases() -> Vec<Case> {
    let verify = json!([{"call": {"tool": "get", "args": {"id": "${{id}}"}}, "expect": [{"result": null}]}]);
    vec![
        case(json!({})),
        case(json!({"expect": [{"result": "x"}, {"latency": 1.0}], "capture": {"id": "$..x"}, "verify": verify})),
        case(json!({"expect": [{"error": "x"}]})),
        case(json!({"expect": [{"match": {"not": {"jsonPath": {"$.content[*]": {"length": {"min": 1}}}}}}]})),
        case(
            json!({"expect": [{"match": {"snapshot": {"name": "s", "update": true}}}, {"match": {"isError": false}}]}),
        ),
    ]
}

proptest! {
    #[test]
    fn grade_never_panics_and_says_the_same_twice(trace in any_trace()) {
        for case in cases() {
            let graded = grade(&case, &trace);
            prop_assert_eq!(&grade(&case, &trace), &graded);
            let _ = (snapshot_values(&case, &trace), answer_excerpt(&trace));
            for mismatch in graded.verdict.mismatches() {
                let words = format!("{}{}", mismatch.expected, mismatch.actual);
                prop_assert!(!words.contains('\u{1b}'), "{}", words);
            }
        }
        for violation in violations(&trace, "s", None) {
            prop_assert!(!violation.message.contains('\u{1b}'), "{}", violation.message);
        }
    }

    #[test]
    fn spoilt_answer_never_passes(trace in any_trace()) {
        for case in cases() {
            let graded = grade(&case, &trace);
            if graded.violations.iter().any(|violation| violation.spoils_answer) {
                prop_assert_ne!(&graded.verdict, &Verdict::Passed);
            }
        }
    }

    #[test]
    fn unanswered_call_never_passes(trace in any_trace()) {
        let answered = trace.call(CallRole::Tested).is_some_and(|call| call.end == CallEnd::Answered);
        for case in cases() {
            let graded = grade(&case, &trace);
            prop_assert!(answered || graded.verdict != Verdict::Passed);
            let expects_none = graded.verdict.mismatches().any(|m| m.kind == MismatchKind::Result);
            prop_assert!(answered || !expects_none);
        }
    }
}
