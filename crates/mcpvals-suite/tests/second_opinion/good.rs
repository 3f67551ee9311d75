//! Both clients at the testkit's good server.

use mcpvals_model::RevisionChoice;
use mcpvals_model::mcp::Revision;
use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::json;

use crate::seen::{Call, calls, compare};
use crate::targets::{good, http};

/// One of each kind of answer.
fn every_answer() -> Vec<Call> {
    calls([
        ("echo", json!({"message": "Grüße, \u{1f980} & \"quotes\"\n"})),
        ("add", json!({"a": 5, "b": 3})),
        ("divide", json!({"a": 1, "b": 3})),
        ("divide", json!({"a": 1, "b": 0})),
        ("fail", json!({"kind": "isError"})),
        ("fail", json!({"kind": "rpc"})),
        ("put", json!({"key": "k", "value": [1, {"x": null}]})),
        ("get", json!({"key": "k"})),
        ("big", json!({"bytes": 100_000})),
        ("route", json!({"region": "eu-west"})),
        ("progress", json!({"steps": 3})),
        ("log", json!({"level": "info"})),
        ("echo", json!({})),
        ("no_such_tool", json!({})),
        ("ask_sampling", json!({})),
        ("ask_elicitation", json!({})),
        ("ask_roots", json!({})),
    ])
}

const TOOLS: usize = 22;

#[tokio::test]
async fn every_revision_over_stdio() {
    for revision in Revision::ALL {
        let target = good(&["--page-size", "4"]);
        let seen = compare(&target, RevisionChoice::Forced(revision), &every_answer(), revision.as_str()).await;
        assert_eq!(seen.tools.len(), TOOLS, "all pages are read");
    }
}

#[tokio::test]
async fn every_revision_over_streamable_http() {
    for answers in ["auto", "sse"] {
        let server = HttpServer::zoo(Flaw::None, &["--page-size", "7", "--answers", answers]);
        // 2024-11-05 has no Streamable HTTP.
        for revision in Revision::ALL.into_iter().skip(1) {
            let target = http(server.url());
            let seen = compare(&target, RevisionChoice::Forced(revision), &every_answer(), revision.as_str()).await;
            assert_eq!(seen.tools.len(), TOOLS, "all pages are read");
        }
    }
}

async fn check_negotiation(options: &[&str], revision: &str) {
    compare(&good(options), RevisionChoice::Negotiate, &[], revision).await;
    let server = HttpServer::zoo(Flaw::None, options);
    compare(&http(server.url()), RevisionChoice::Negotiate, &[], revision).await;
}

#[tokio::test]
async fn both_agree_with_a_server_on_the_same_revision() {
    check_negotiation(&["--era", "dual"], "2026-07-28").await;
    check_negotiation(&["--era", "modern"], "2026-07-28").await;
    check_negotiation(&["--era", "legacy"], "2025-11-25").await;
    check_negotiation(&["--era", "legacy", "--revision", "2025-06-18"], "2025-06-18").await;
    check_negotiation(&["--era", "legacy", "--revision", "2025-03-26"], "2025-03-26").await;
}
