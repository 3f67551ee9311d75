//! Flaws of the event stream of HTTP+SSE.

use std::time::Duration;

use mcpvals_testkit::{Family, Flaw, HttpServer};
use serde_json::Value;

use crate::browse::{End, Reply};
use crate::good_sse::{conversation, converse};

fn heard(flaw: Flaw) -> (Reply, Vec<Reply>) {
    converse(&HttpServer::sse(flaw, &[]), &conversation(), Duration::from_millis(500))
}

#[test]
fn the_stream_shows_the_flaw() {
    for flaw in Flaw::ALL.iter().filter(|flaw| flaw.family() == Family::Sse) {
        let (stream, posts) = heard(*flaw);
        let text = stream.text();
        match flaw {
            Flaw::EndpointMissing => assert!(!text.contains("event: endpoint"), "{text}"),
            Flaw::EndpointForeign => assert!(text.contains("data: http://localhost:"), "{text}"),
            Flaw::EventStreamDrops => {
                assert_eq!(stream.end, End::Whole, "{stream:?}");
                assert!(text.contains(r#""id":1"#) && !text.contains(r#""id":2"#), "{text}");
            }
            Flaw::EventStreamWrongType => assert_eq!(stream.header("Content-Type"), Some("application/json")),
            Flaw::AnswerInPost => {
                assert!(!text.contains(r#""id":2"#), "{text}");
                assert_eq!(serde_json::from_slice::<Value>(&posts[2].body).unwrap()["id"], 2);
            }
            flaw => panic!("{flaw} is not shown"),
        }
    }
}

#[test]
fn flaws_of_messages_are_shown_on_the_stream_too() {
    assert!(heard(Flaw::IdAsString).0.text().contains(r#""id":"2""#));
}
