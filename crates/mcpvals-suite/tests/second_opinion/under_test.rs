//! `rmcp` as a server: it knows the protocol as well as we do, so a fault that we find with it is most likely our own.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallRole, Case, CaseKind, RevisionChoice, Target};
use mcpvals_suite::{drive, grade, violations};
use mcpvals_wire::Session;
use serde_json::{Value, json};

use crate::kit::{case, verdict};
use crate::ours::session;
use crate::seen::{calls, compare};
use crate::targets::{http, rmcp, rmcp_program};

/// The server, listening. Dropping it ends it.
struct Listening {
    process: Child,
    url: String,
}

impl Listening {
    fn start(options: &[&str]) -> Self {
        let mut command = Command::new(rmcp_program());
        command.arg("--http").args(options).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the program was just built");
        let mut line = String::new();
        let stderr = process.stderr.take().expect("it is piped");
        BufReader::new(stderr).read_line(&mut line).expect("it says where it listens");
        let url = line.trim_end().strip_prefix("listening ").unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { process, url }
    }

    fn target(&self) -> Target {
        http(&self.url)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _gone = self.process.kill();
        let _reaped = self.process.wait();
    }
}

/// Each tool, what holds for its answer, and the verdict.
fn judged(revision: &str) -> Vec<(&'static str, Value, Value, &'static str)> {
    let result = |expected: Value| json!({"expect": [{"result": expected}]});
    let error = |words: &str| json!({"expect": [{"error": words}]});
    let name = if revision < "2025-06-18" { error("no elicitation") } else { result(json!("Ada")) };
    vec![
        ("echo", json!({"text": "hi \u{1f980}"}), result(json!("hi \u{1f980}")), "passed"),
        ("echo", json!({"text": "hi"}), result(json!("ho")), "result: text \"hi\""),
        ("add", json!({"a": 2, "b": 3}), result(json!({"sum": 5})), "passed"),
        ("add", json!({"a": 2, "b": 3}), result(json!({"sum": 6})), "result: {\"sum\":5}"),
        ("many", json!({}), result(json!("a text")), "passed"),
        ("fail", json!({}), error("failed as asked"), "passed"),
        ("refuse", json!({}), error("refused as asked"), "passed"),
        ("refuse", json!({}), json!({"expect": [{"match": {"errorCode": -32050}}]}), "passed"),
        ("progress", json!({}), result(json!("three steps")), "passed"),
        ("ask_roots", json!({}), result(json!("file:///work")), "passed"),
        ("ask_sampling", json!({}), result(json!("hello from the profile")), "passed"),
        ("ask_elicitation", json!({}), name, "passed"),
    ]
}

/// The only true fault: what a tool returns goes out as it is, whatever revision is spoken. The kinds of content that
/// the revision's page "Tools", "Tool Result", does not have.
fn too_new(tool: &str, revision: &str) -> Vec<String> {
    let kinds: &[(usize, &str, &str)] = match (tool, revision) {
        ("many", "2024-11-05") => &[(3, "audio", "2025-03-26"), (5, "resource_link", "2025-06-18")],
        ("many", "2025-03-26") => &[(5, "resource_link", "2025-06-18")],
        _ => &[],
    };
    let words = |(block, kind, since): &(usize, &str, &str)| {
        format!("content block {block}: its type \"{kind}\" came with revision {since}, and {revision} is spoken")
    };
    kinds.iter().map(words).collect()
}

/// Right verdicts, and no violation in any case nor around them but those that are its own.
async fn check(target: &Target, choice: RevisionChoice, revision: &str) {
    let session = session(target, choice).await;
    let offer = session.settle().await;
    let counts = [offer.tools.len(), offer.resources.len(), offer.resource_templates.len(), offer.prompts.len()];
    assert_eq!((session.facts().protocol_version.as_str(), counts), (revision, [10, 1, 1, 1]), "{:?}", offer.unread);
    for (tool, args, members, wanted) in judged(revision) {
        let case = case(tool, &args, &members);
        let driven = drive(&case, &session, mcpvals_suite::Beside::default()).await;
        let graded = grade(&case, &driven.trace);
        assert_eq!(verdict(&graded), wanted, "{tool} in {revision}");
        let found: Vec<&str> = graded.violations.iter().map(|violation| violation.message.as_str()).collect();
        assert_eq!(found, too_new(tool, revision), "{tool} in {revision}");
    }
    progress_is_seen(&session).await;
    let trace = session.close().await;
    assert_eq!(violations(&trace, "rmcp", None), Vec::new(), "{revision}");
    let pages = trace.calls.iter().filter(|call| call.method == "tools/list").count();
    assert!(pages >= 2 * 3, "the list is read again when it is said to have changed: {pages} pages in {revision}");
}

async fn progress_is_seen(session: &Session) {
    let mut recording = session.begin();
    let params = json!({"name": "progress", "arguments": {}});
    recording.call(CallRole::Tested, "tools/call", (&params).into(), crate::ours::PATIENCE).await;
    let trace = recording.finish();
    let messages = trace.frames.iter().filter_map(|frame| frame.message());
    let told = messages.filter(|message| message["method"] == "notifications/progress");
    let told = told.map(|message| message["params"]["progress"].as_f64());
    assert_eq!(told.collect::<Vec<_>>(), [Some(1.0), Some(2.0), Some(3.0)]);
}

#[tokio::test]
async fn no_fault_is_found_with_it_over_stdio() {
    check(&rmcp(&[]), RevisionChoice::Negotiate, "2026-07-28").await;
    for revision in Revision::ALL {
        check(&rmcp(&[]), RevisionChoice::Forced(revision), revision.as_str()).await;
    }
}

#[tokio::test]
async fn no_fault_is_found_with_it_over_streamable_http() {
    let server = Listening::start(&[]);
    check(&server.target(), RevisionChoice::Negotiate, "2026-07-28").await;
    // 2024-11-05 has no Streamable HTTP.
    for revision in Revision::ALL.into_iter().skip(1) {
        check(&server.target(), RevisionChoice::Forced(revision), revision.as_str()).await;
    }
}

#[tokio::test]
async fn no_fault_is_found_with_it_where_it_answers_in_json() {
    let server = Listening::start(&["--json"]);
    check(&server.target(), RevisionChoice::Negotiate, "2026-07-28").await;
}

/// Its tasks: what is tried, and the verdict.
fn tasks() -> Vec<(Value, &'static str)> {
    let task = |ask: bool, cancel: bool, expected: &str| {
        let expect = if cancel { json!([]) } else { json!([{"result": expected}]) };
        let trigger = json!({"tool": "work", "args": {"ask": ask}});
        json!({"test": {"task": {"trigger": trigger, "ttl": 1000, "cancel": cancel, "expect": expect}}})
    };
    let answered = "result: text \"{\\\"action\\\":\\\"accept\\\",\\\"content\\\":{\\\"name\\\":\\\"Ada\\\"}}\"";
    vec![(task(true, false, "Ada"), "passed"), (task(true, false, "Bob"), answered), (task(false, true, ""), "passed")]
}

async fn check_tasks(target: &Target) {
    let session = session(target, RevisionChoice::Negotiate).await;
    for (test, wanted) in tasks() {
        let utility = serde_json::from_value(test.clone()).expect("the test is well-formed");
        let case = Case { kind: CaseKind::Utility(Box::new(utility)), ..case("work", &json!({}), &json!({})) };
        let driven = drive(&case, &session, mcpvals_suite::Beside::default()).await;
        let graded = grade(&case, &driven.trace);
        assert_eq!(verdict(&graded), wanted, "{test}");
        assert_eq!(graded.violations, Vec::new(), "{test}");
    }
    session.close().await;
}

/// The official Rust SDK has the extension of 2026-07-28.
#[tokio::test]
async fn its_tasks_are_those_of_the_extension() {
    check_tasks(&rmcp(&[])).await;
    for options in [&[] as &[&str], &["--json"]] {
        check_tasks(&Listening::start(options).target()).await;
    }
}

#[tokio::test]
async fn its_own_client_sees_the_same_of_it() {
    let (server, json) = (Listening::start(&[]), Listening::start(&["--json"]));
    let calls = calls([
        ("add", json!({"a": 2, "b": 3})),
        ("many", json!({})),
        ("fail", json!({})),
        ("refuse", json!({})),
        ("no_such_tool", json!({})),
    ]);
    for target in [rmcp(&[]), server.target(), json.target()] {
        compare(&target, RevisionChoice::Negotiate, &calls, "2026-07-28").await;
        compare(&target, RevisionChoice::Forced(Revision::V2025_11_25), &calls, "2025-11-25").await;
    }
}
