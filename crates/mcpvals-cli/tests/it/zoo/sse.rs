//! The event stream of HTTP+SSE, 2024-11-05.

use mcpvals_testkit::Flaw;

use super::row::{Row, Via, fails, unreachable};
use super::run::play;

pub(super) fn rows() -> Vec<Row> {
    let http = &["http-transport"];
    vec![
        unreachable(Flaw::EndpointMissing, &["no `endpoint` event"]).slow(),
        unreachable(Flaw::EndpointForeign, &["http://localhost:", "which is not at"]),
        unreachable(Flaw::EventStreamWrongType, &["`application/json`", "where an event stream is due"]).seen(http),
        // It is opened again for the next call.
        fails(Flaw::EventStreamDrops, "echo", "noAnswer", &["the event stream ended"]).seen(http),
        fails(Flaw::AnswerInPost, "echo", "protocol", &["in the body of the POST"]).late().seen(http),
    ]
}

#[test]
fn over_sse() {
    play(&rows(), Via::Sse);
}
