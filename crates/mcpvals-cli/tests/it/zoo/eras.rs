//! A good server in every era and revision, with what the protocol leaves to its choice: all passes, and nothing is
//! said against it.

use mcpvals_testkit::Flaw;
use serde_json::{Value, json};

use super::fixture::{Fixture, config};
use super::row::Via;
use super::run::{mark, watch};

/// Runs the cases (and `more`) on a good server; the revision that was agreed on.
#[track_caller]
fn check(via: Via, options: &[&str], change: impl Fn(&mut Value), revision: &str) {
    let mark = mark();
    let mut fixture = Fixture::start(Flaw::None, via, options, &mark);
    change(&mut fixture.server);
    let mut config = config(&fixture.server);
    if options.contains(&"--late-tools") {
        let late = json!({"name": "late", "description": "late", "timeout": 20_000});
        config["toolHealthSuites"][0]["tests"].as_array_mut().unwrap().push(late);
    }
    let seen = watch(&config, &mark).unwrap();
    let words = format!("{options:?} over {via:?}\n{}{}{:#}", seen.stdout, seen.stderr, seen.report["violations"]);
    assert_eq!(seen.code, 0, "{words}");
    assert_eq!(seen.violations(), [""; 0], "{words}");
    assert_eq!(seen.report["sessions"][0]["facts"]["protocolVersion"], revision, "{words}");
    let tools = seen.report["sessions"][0]["tools"].as_array().unwrap().len();
    assert!(tools >= 19, "{tools} tools: {words}");
}

fn as_it_is(_: &mut Value) {}

const BOTH: [Via; 2] = [Via::Stdio, Via::Http];
const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

#[test]
fn every_revision_with_a_handshake() {
    for revision in LEGACY {
        for via in [Via::Stdio, Via::Http, Via::Sse] {
            check(via, &["--era", "legacy", "--revision", revision], as_it_is, revision);
        }
    }
}

#[test]
fn both_eras_and_each_alone() {
    for via in BOTH {
        check(via, &["--era", "modern"], as_it_is, "2026-07-28");
        check(via, &["--era", "dual"], as_it_is, "2026-07-28");
        check(via, &["--era", "legacy"], as_it_is, "2025-11-25");
    }
    // HTTP+SSE is older than 2026-07-28.
    check(Via::Sse, &["--era", "dual"], as_it_is, "2025-11-25");
}

#[test]
fn the_revision_that_the_config_asks_for() {
    for via in BOTH {
        for revision in LEGACY.into_iter().chain(["2026-07-28"]) {
            let ask = |server: &mut Value| server["protocolVersion"] = json!(revision);
            check(via, &["--era", "dual"], ask, revision);
        }
    }
}

#[test]
fn pages_and_late_tools() {
    for via in BOTH {
        check(via, &["--page-size", "2"], as_it_is, "2026-07-28");
        check(via, &["--page-size", "2", "--era", "legacy"], as_it_is, "2025-11-25");
        // Since 2026-07-28 there is no handshake after which a tool could come.
        check(via, &["--late-tools", "--era", "legacy"], as_it_is, "2025-11-25");
    }
    check(Via::Sse, &["--late-tools"], as_it_is, "2025-11-25");
}

#[test]
fn both_forms_of_answers_over_http() {
    for form in ["sse", "json"] {
        check(Via::Http, &["--answers", form], as_it_is, "2026-07-28");
        check(Via::Http, &["--answers", form, "--era", "legacy"], as_it_is, "2025-11-25");
    }
    check(Via::Http, &["--polling", "--era", "legacy"], as_it_is, "2025-11-25");
}
