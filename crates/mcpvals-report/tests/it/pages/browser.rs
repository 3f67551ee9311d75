//! Pages in Chromium: accessible, whole without the network, fitting a narrow window, in light and dark; and nothing that
//! a server says runs in them. The scripts are checked by TypeScript.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use mcpvals_model::{Channel, Direction, Frame, Verdict};
use mcpvals_report::evaluation::{Format, Template};
use serde_json::{Value, json};

use super::{html, replay_html, traces, with_traces};
use crate::evaluations::{by_template, clean, installed, rich, text};
use crate::sample;

/// What has been tried against readers of pages; each would set `canary` if it ran.
const CANARIES: [&str; 9] = [
    "<script>globalThis.canary=1</script>",
    "\"><img src=x onerror=\"globalThis.canary=1\">",
    "' onmouseover='globalThis.canary=1' autofocus onfocus='globalThis.canary=1",
    "javascript:globalThis.canary=1",
    "</script><script>globalThis.canary=1</script>",
    "</pre></details></title></style><svg onload=globalThis.canary=1>",
    "\u{2028}</template><iframe srcdoc='<script>parent.canary=1</script>'></iframe>\u{202e}",
    "{{7*7}}${globalThis.canary=1}`;globalThis.canary=1;`",
    "<a href=javascript:globalThis.canary=1 id=frame-1>x</a><!-- ",
];

/// A script of ours in Node, on pages.
fn node(script: &str, pages: &[PathBuf]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(script);
    let mut node = Command::new("node");
    node.arg(script).args(pages).env("PAGE_PACKAGES", installed("node_modules"));
    node.output().expect("`node` cannot be run")
}

/// So many lines begin with `ok`, and all is well.
#[track_caller]
fn check(output: &Output, oks: usize) {
    let said = String::from_utf8_lossy(&output.stdout);
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{trouble}");
    assert_eq!(said.lines().filter(|line| line.starts_with("ok ")).count(), oks, "{said}\n{trouble}");
}

fn written(folder: &tempfile::TempDir, pages: &[(String, String)]) -> Vec<PathBuf> {
    let write = |(name, page): &(String, String)| {
        let path = folder.path().join(format!("{name}.html"));
        std::fs::write(&path, page).unwrap();
        path
    };
    pages.iter().map(write).collect()
}

#[test]
fn pages_are_accessible_and_need_no_network() {
    let folder = tempfile::tempdir().unwrap();
    let all = Template::ALL.map(|template| ("rich", rich(), template));
    let evaluations = all.into_iter().chain([("clean", clean(), Template::Submission)]);
    let mut pages: Vec<(String, String)> = evaluations
        .map(|(name, one, template)| (format!("{name}-{template}"), text(Format::Html, &one, &by_template(template))))
        .collect();
    pages.push(("run".to_owned(), with_traces(&sample::report(), &traces())));
    pages.push(("matrix".to_owned(), html(&crate::matrix::two_by_two())));
    pages.push(("replay".to_owned(), replay_html(&traces())));
    // Each page in both colour schemes, and in a narrow window.
    check(&node("look.mjs", &written(&folder, &pages)), pages.len() * 3);
}

/// Every text of a document replaced by a canary, but for words that are a closed set.
fn poisoned(value: &mut Value, at: &mut usize) {
    match value {
        Value::String(text) if text.contains(' ') || text.len() > 24 => {
            CANARIES[*at % CANARIES.len()].clone_into(text);
            *at += 1;
        }
        Value::Array(items) => items.iter_mut().for_each(|item| poisoned(item, at)),
        Value::Object(members) => {
            members.iter_mut().filter(|(key, _)| *key != "metrics").for_each(|(_, member)| poisoned(member, at));
        }
        _ => {}
    }
}

/// A run whose server says nothing but canaries, with its traces.
fn poisoned_run() -> String {
    let mut value = serde_json::to_value(sample::report()).unwrap();
    poisoned(&mut value, &mut 0);
    for (canary, case) in CANARIES.iter().zip(value["suites"][0]["cases"].as_array_mut().unwrap()) {
        for member in ["title", "tool", "answer", "stderrTail", "rerun"] {
            case[member] = json!(canary);
        }
    }
    with_traces(&serde_json::from_value(value).unwrap(), &poisoned_traces())
}

fn poisoned_traces() -> [mcpvals_report::trace_file::StoredTrace; 2] {
    let mut traces = traces();
    let played = Arc::make_mut(&mut traces[0].played[0].trace);
    for (seq, canary) in (100..).zip(CANARIES) {
        let call = json!({"jsonrpc": "2.0", "id": canary, "method": "tools/call", "params": {"name": canary, "arguments": {canary: canary}}});
        let frame = |seq, channel, bytes: Vec<u8>| Frame::new(seq, 1_000_000 + seq, Direction::Sent, channel, bytes);
        played.frames.push(frame(seq * 3, Channel::Wire, call.to_string().into_bytes()));
        let mut head = frame(seq * 3 + 1, Channel::Http, canary.as_bytes().to_vec());
        let headers = vec![("host".to_owned(), canary.to_owned()), (canary.to_owned(), canary.to_owned())];
        head.http =
            Some(Box::new(mcpvals_model::HttpHead { request: Some(format!("POST {canary}")), status: None, headers }));
        played.frames.push(head);
        let stderr =
            Frame::new(seq * 3 + 2, 2_000_000, Direction::Received, Channel::Process, canary.as_bytes().to_vec());
        played.frames.push(stderr);
    }
    traces[0].played[0].verdict = Verdict::failed(mcpvals_model::Mismatch {
        expected: CANARIES[0].to_owned(),
        actual: CANARIES[1].to_owned(),
        ..sample::a_mismatch()
    });
    traces
}

#[test]
fn nothing_of_a_servers_runs_in_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut evaluation = serde_json::to_value(rich()).unwrap();
    poisoned(&mut evaluation, &mut 0);
    let evaluation = serde_json::from_value(evaluation).unwrap();
    let pages = [
        ("run".to_owned(), poisoned_run()),
        ("replay".to_owned(), replay_html(&poisoned_traces())),
        ("evaluation".to_owned(), text(Format::Html, &evaluation, &by_template(Template::Summary))),
        // What shows that the look sees a canary that runs.
        ("broken".to_owned(), format!("<!DOCTYPE html><title>x</title>{}", CANARIES[0])),
    ];
    assert!(pages[..3].iter().all(|(_, page)| page.contains("globalThis.canary=1")));
    let output = node("canaries.mjs", &written(&folder, &pages));
    let said = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert_eq!(lines, ["ok run", "ok replay", "ok evaluation", "RAN broken"], "{said}{trouble}");
}

#[test]
fn ten_thousand_frames_open_within_two_seconds_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut traces = traces();
    let trace = Arc::make_mut(&mut traces[1].ends[0].trace);
    for n in 0..5_000_u64 {
        let call = json!({"jsonrpc": "2.0", "id": n + 1000, "method": "tools/call", "params": {"name": "add", "arguments": {"a": n, "b": 1}}});
        let answer =
            json!({"jsonrpc": "2.0", "id": n + 1000, "result": {"content": [{"type": "text", "text": n.to_string()}]}});
        for (at, direction, message) in [(0, Direction::Sent, call), (1, Direction::Received, answer)] {
            let seq = 100 + n * 2 + at;
            trace.frames.push(Frame::new(
                seq,
                2_000_000 + seq * 500,
                direction,
                Channel::Wire,
                message.to_string().into_bytes(),
            ));
        }
    }
    let pages = [("many".to_owned(), replay_html(&traces))];
    check(&node("player.mjs", &written(&folder, &pages)), 1);
}

#[test]
fn scripts_are_typed() {
    let tsc = installed("node_modules/typescript/lib/tsc.js");
    let scripts = ["theme.js", "page.js", "replay.js"]
        .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/static").join(name));
    let flags = ["--checkJs", "--allowJs", "--noEmit", "--strict", "--noUncheckedIndexedAccess", "--target", "es2022"];
    for script in scripts {
        assert!(std::fs::metadata(&script).unwrap().len() < 16 << 10, "{} is no small script", script.display());
        let mut node = Command::new("node");
        node.arg(&tsc)
            .args(flags)
            .args(["--lib", "es2023,dom,dom.iterable", "--moduleDetection", "force"])
            .arg(&script);
        let output = node.output().expect("`node` cannot be run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}
