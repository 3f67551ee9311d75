//! Known-good calls over every transport, and in the oldest and the newest revision, on real servers. (On stdio, `golden`
//! speaks the newest with two of them.)

use serde_json::{Value, json};

use crate::corpus;
use crate::golden::{calls, check_calls};
use crate::served::Served;

/// The calls pass, and fail with each expectation broken, in this revision; no rule of the protocol is broken.
fn check(server: impl Fn() -> Value, revision: &str, calls: &[Value]) {
    let report = check_calls(server, calls);
    for session in report["sessions"].as_array().unwrap() {
        assert_eq!(session["facts"]["protocolVersion"], revision, "{session:#}");
    }
    assert_eq!(report["violations"], json!([]));
}

/// A call whose answer has these texts.
fn call(tool: &str, args: &Value, texts: &[&str]) -> Value {
    json!({"tool": tool, "args": args, "expect": {"contains": texts, "isError": false}})
}

/// A call that the tool refuses with these texts.
fn refused(tool: &str, args: &Value, texts: &[&str]) -> Value {
    json!({"tool": tool, "args": args, "expect": {"contains": texts, "isError": true}})
}

#[test]
fn server_everything_over_streamable_http() {
    let served = Served::start(&corpus::launch_http("server-everything"));
    check(|| served.config(), "2025-11-25", &calls("server-everything"));
}

#[test]
fn server_everything_over_sse_of_2024_11_05() {
    let served = Served::start_sse(&corpus::launch_http("server-everything"));
    check(|| served.config(), "2025-11-25", &calls("server-everything"));
}

#[test]
fn knowledge_graph_speaks_only_2024_11_05() {
    let ada = json!({"name": "Ada", "entityType": "person", "observations": ["wrote programs"]});
    let calls = [
        call("create_entities", &json!({"entities": [ada]}), &["\"name\": \"Ada\"", "\"version\": 1"]),
        call("search_nodes", &json!({"query": "programs"}), &["wrote programs"]),
        call("open_nodes", &json!({"names": ["Ada"]}), &["\"entityType\": \"person\""]),
        refused(
            "add_observations",
            &json!({"observations": [{"entityName": "Bob", "contents": ["x"]}]}),
            &["Entity with name Bob not found"],
        ),
        call("delete_entities", &json!({"entityNames": ["Ada"]}), &["Entities deleted successfully"]),
        call("read_graph", &json!({}), &["\"entities\": []"]),
    ];
    check(|| corpus::stdio(&corpus::launch("knowledge-graph")), "2024-11-05", &calls);
}

#[test]
fn word_speaks_2026_07_28_over_http() {
    let launch = corpus::launch_http("word");
    let file = format!("{}/made.docx", launch["work"].as_str().unwrap());
    let served = Served::start(&launch);
    let calls = [
        call("create_document", &json!({"filename": file, "title": "T"}), &["created successfully"]),
        call(
            "add_heading",
            &json!({"filename": file, "text": "First", "level": 1}),
            &["Heading 'First' (level 1) added"],
        ),
        call("add_paragraph", &json!({"filename": file, "text": "hello world"}), &["Paragraph added to"]),
        call("get_document_text", &json!({"filename": file}), &["First\nhello world"]),
        call("get_document_outline", &json!({"filename": file}), &["\"style\": \"Heading 1\""]),
        refused("create_document", &json!({}), &["Missing required argument"]),
    ];
    check(|| served.config(), "2026-07-28", &calls);
}

#[test]
fn context7_speaks_2026_07_28_over_http() {
    let served = Served::start(&corpus::launch_http("context7"));
    // What it finds is on the network; what it refuses is not.
    let calls = [
        refused("resolve-library-id", &json!({}), &["Input validation error", "libraryName"]),
        refused("query-docs", &json!({"libraryId": 5, "query": "x"}), &["expected string, received number"]),
    ];
    check(|| served.config(), "2026-07-28", &calls);
}
