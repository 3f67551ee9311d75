//! Messages without end. What was sent before the call was given up must be read before anything else can be, so the
//! neighbours take longer; the flood goes on meanwhile, and is bounded all the same.

use mcpvals_testkit::Flaw;

use super::row::{Row, Via, fails};
use super::run::play;

const MODERN: &[Via] = &[Via::Stdio, Via::Http];
const SSE: &[Via] = &[Via::Sse];
const LEGACY: &[&str] = &["--era", "legacy"];

pub(super) fn rows() -> Vec<Row> {
    let floods = |flaw| fails(flaw, "echo", "noAnswer", &["within 1500 ms", "other messages"]).late();
    vec![
        floods(Flaw::NotificationFlood).via(MODERN).seen(&["undeclared-notification"]),
        floods(Flaw::NotificationFlood).via(SSE),
        floods(Flaw::NotificationFlood).with(LEGACY).via(MODERN),
        floods(Flaw::PingFlood).via(MODERN).seen(&["forbidden-request"]),
        floods(Flaw::PingFlood).via(SSE),
        floods(Flaw::PingFlood).with(LEGACY).via(MODERN),
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
