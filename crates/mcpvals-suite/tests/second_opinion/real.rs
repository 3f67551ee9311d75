//! Both clients at real servers.

use mcpvals_model::RevisionChoice;
use mcpvals_model::mcp::Revision;
use serde_json::json;

use crate::corpus;
use crate::seen::{Call, Seen, calls, compare};
use crate::served::Served;
use crate::targets::configured;

/// The known-good calls of a server but those whose answer is the time of day.
fn golden(id: &str) -> Vec<Call> {
    let golden = corpus::golden(id);
    let calls = golden["calls"].as_array().expect("calls").iter().filter(|call| call["deterministic"] == true);
    calls.map(|call| (call["tool"].as_str().expect("a tool").to_owned(), call["args"].clone())).collect()
}

async fn check(id: &str, choice: RevisionChoice, revision: &str) -> Seen {
    let target = configured(&corpus::stdio(&corpus::launch(id)));
    compare(&target, choice, &golden(id), revision).await
}

#[tokio::test]
async fn server_everything() {
    let seen = check("server-everything", RevisionChoice::Negotiate, "2025-11-25").await;
    let counts = [seen.tools.len(), seen.resources.len(), seen.resource_templates.len(), seen.prompts.len()];
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    for revision in Revision::ALL.into_iter().filter(|revision| !revision.is_stateless()) {
        check("server-everything", RevisionChoice::Forced(revision), revision.as_str()).await;
    }
}

#[tokio::test]
async fn server_everything_over_streamable_http() {
    let served = Served::start(&corpus::launch_http("server-everything"));
    let target = configured(&served.config());
    compare(&target, RevisionChoice::Negotiate, &golden("server-everything"), "2025-11-25").await;
}

#[tokio::test]
async fn time() {
    check("time", RevisionChoice::Negotiate, "2026-07-28").await;
    check("time", RevisionChoice::Forced(Revision::V2025_11_25), "2025-11-25").await;
}

#[tokio::test]
async fn word_over_streamable_http() {
    let launch = corpus::launch_http("word");
    let file = format!("{}/made.docx", launch["work"].as_str().expect("a folder"));
    let served = Served::start(&launch);
    let target = configured(&served.config());
    let calls = calls([
        ("create_document", json!({"filename": file, "title": "T"})),
        ("get_document_text", json!({"filename": file})),
        ("create_document", json!({})),
        ("no_such_tool", json!({})),
    ]);
    compare(&target, RevisionChoice::Negotiate, &calls, "2026-07-28").await;
    compare(&target, RevisionChoice::Forced(Revision::V2025_11_25), &calls, "2025-11-25").await;
}
