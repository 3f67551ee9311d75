//! Tests of tasks, of the core of 2025-11-25 and of the extension of 2026-07-28: on the good server, on each that breaks
//! one rule, and on one that others wrote.

use mcpvals_testkit::Flaw;
use serde_json::{Value, json};

use crate::corpus;
use crate::mcpvals::{Folder, cases};
use crate::subscriptions::{LEGACY, MODERN, Via, WAYS, at_once, with_server};

const ALL: [&str; 3] = ["ends", "asks", "cancelled"];
const ENDING: [&str; 2] = ["ends", "asks"];
const ASKING: [&str; 1] = ["asks"];
const CANCELLED: [&str; 1] = ["cancelled"];

fn work(ms: u64, ask: bool) -> Value {
    json!({"tool": "work", "args": {"ms": ms, "ask": ask}})
}

pub(crate) fn tests() -> Value {
    json!([
        {"name": "ends", "trigger": work(300, false), "expectedResult": "worked"},
        {"name": "asks", "trigger": work(300, true), "expectedResult": "accept"},
        {"name": "cancelled", "trigger": work(20_000, false), "cancel": true},
    ])
}

fn eval(server: &Value, tests: &Value) -> (i32, Value) {
    let suite = json!({"name": "T", "timeout": 1500, "taskTests": tests});
    let (ran, report) = Folder::with_config(&json!({"server": server, "utilitySuites": [suite]})).eval(&[]);
    (ran.code, report)
}

/// Titles of the cases that did not pass, each with the words of its mismatches or its fault.
fn bad(report: &Value) -> Vec<(String, String)> {
    let failed = cases(report).into_iter().filter(|case| case["verdict"] != "passed");
    let word = |mismatch: &Value, part: &str| mismatch[part].as_str().unwrap_or_default().to_owned();
    let one = |mismatch: &Value| format!("{} | {}", word(mismatch, "expected"), word(mismatch, "actual"));
    let words = |case: &Value| match &case["mismatches"] {
        Value::Array(all) => all.iter().map(one).collect::<Vec<_>>().join("; "),
        _ => case["fault"].to_string(),
    };
    failed.map(|case| (case["title"].as_str().unwrap_or_default().to_owned(), words(&case))).collect()
}

#[test]
fn good_server_passes_in_every_way() {
    at_once(&WAYS, |via| {
        with_server(Flaw::None, via, &[], |server| {
            let (code, report) = eval(&server, &tests());
            assert_eq!((code, bad(&report)), (0, Vec::new()), "{via:?}");
            assert_eq!(cases(&report).len(), 3, "{via:?}");
            assert_eq!(report["violations"], json!([]), "{via:?}");
        });
    });
}

#[test]
fn second_task_may_ask_at_once() {
    at_once(&WAYS, |via| {
        with_server(Flaw::None, via, &[], |server| {
            let soon = json!([{"name": "soon", "trigger": work(20, true), "expectedResult": "accept"}]);
            assert_eq!(bad(&eval(&server, &soon).1), Vec::new(), "{via:?}");
        });
    });
}

/// These tests and no others fail, the first with these words among others.
#[track_caller]
fn check(flaw: Flaw, ways: &[Via], failing: &[&str], words: &str) {
    at_once(ways, |via| {
        with_server(flaw, via, &[], |server| {
            let (code, report) = eval(&server, &tests());
            let bad = bad(&report);
            let titles: Vec<&str> = bad.iter().map(|(title, _)| title.as_str()).collect();
            assert_eq!((code, titles.as_slice()), (1, failing), "{flaw} {via:?}: {bad:?}");
            assert!(bad[0].1.contains(words), "{flaw} {via:?}: {bad:?}");
        });
    });
}

#[test]
fn task_must_begin_as_one() {
    check(Flaw::TaskAnsweredAtOnce, &LEGACY, &ALL, "a task | `task` is missing or no object");
    check(Flaw::TaskAnsweredAtOnce, &MODERN, &ALL, "a task | `resultType` is \"complete\"");
    check(Flaw::TaskTypeMissing, &MODERN, &ALL, "a task | `resultType` is \"complete\"");
    let words = "a task that is \"working\" | a task that is \"completed\"";
    check(Flaw::TaskBegunCompleted, &LEGACY, &ALL, words);
    check(Flaw::TaskBegunCompleted, &MODERN, &ALL, "a task that is \"completed\" | a task that is \"working\"");
}

#[test]
fn task_must_have_its_members() {
    check(Flaw::TaskWithoutTime, &WAYS, &ALL, "`createdAt` is missing");
    check(Flaw::TaskTimeInWords, &WAYS, &ALL, "`lastUpdatedAt` is \"yesterday\", not a time of ISO 8601");
    check(Flaw::TaskTtlMissing, &LEGACY, &ALL, "`ttl` is missing");
    check(Flaw::TaskTtlMissing, &MODERN, &ALL, "`ttlMs` is missing");
    check(Flaw::TaskTtlAsText, &WAYS, &ALL, "is \"60000\", not a number of milliseconds, nor null");
    check(Flaw::TaskIntervalAsText, &LEGACY, &ALL, "`pollInterval` is \"40\", not a number");
    check(Flaw::TaskIntervalAsText, &MODERN, &ALL, "`pollIntervalMs` is \"40\", not a number");
    check(Flaw::TaskStatusUnknown, &WAYS, &ALL, "`status` is \"running\", not a status of tasks");
    check(Flaw::TaskMessageAsNumber, &WAYS, &ALL, "`statusMessage` is 5, not a string");
    check(Flaw::TaskTypeEverywhere, &MODERN, &ALL, "`resultType` \"complete\" of `tasks/get` | \"task\"");
    check(Flaw::TaskOfAnother, &WAYS, &ALL, " | \"another\"");
}

#[test]
fn task_must_end_once_and_for_all() {
    check(Flaw::TaskNeverEnds, &WAYS, &ALL, "the task to end in time | it was still \"working\"");
    let words = "a task that is \"completed\" | a task that is \"working\"";
    check(Flaw::TaskComesBack, &WAYS, &ENDING, words);
}

#[test]
fn task_must_give_its_result() {
    check(Flaw::TaskWithoutResult, &MODERN, &ENDING, "a task that is \"completed\" with its `result`");
    let words = "no answer to `tasks/result` before the task has ended | one, and then the task was \"working\"";
    check(Flaw::TaskResultEarly, &LEGACY, &ENDING, words);
    let words = "the task's id in `_meta[\"io.modelcontextprotocol/related-task\"]` of its result | none";
    check(Flaw::TaskResultUnrelated, &LEGACY, &ENDING, words);
}

#[test]
fn task_must_ask_as_it_should() {
    let words = "the task's id in `_meta[\"io.modelcontextprotocol/related-task\"]` of what it asks | none";
    check(Flaw::TaskQuestionUnrelated, &LEGACY, &ASKING, words);
    check(Flaw::TaskAsksNothing, &MODERN, &ASKING, "a task that is \"input_required\" with its `inputRequests`");
    let words = "one question for each key of `inputRequests` | another one under \"name\"";
    check(Flaw::TaskQuestionChanges, &MODERN, &ASKING, words);
    check(Flaw::TaskUpdateRefused, &MODERN, &ASKING, "`tasks/update` to succeed | JSON-RPC error -32603");
    let both = ["asks", "cancelled"];
    check(Flaw::TaskAcknowledgedAtLength, &MODERN, &both, "an empty, complete result of `tasks/update`");
}

#[test]
fn cancelled_task_must_end() {
    let words = "a task that is \"cancelled\" | a task that is \"working\"";
    check(Flaw::TaskCancelIgnored, &LEGACY, &CANCELLED, words);
    check(Flaw::TaskCancelIgnored, &MODERN, &CANCELLED, "the task to end in time | it was still \"working\"");
    check(Flaw::TaskCancelRefused, &WAYS, &CANCELLED, "`tasks/cancel` to succeed | JSON-RPC error -32603");
}

#[test]
fn what_cannot_be_must_be_refused() {
    let words = "cancelling a task that has ended to be refused with error -32602 | a result";
    check(Flaw::EndedTaskCancelled, &LEGACY, &ALL, words);
    let words = "a task that stays \"completed\" when it is cancelled afterwards | \"cancelled\"";
    check(Flaw::EndedTaskCancelled, &MODERN, &ENDING, words);
    let unknown = "`tasks/get` of a task that was never given to be refused with error -32602 | ";
    check(Flaw::UnknownTaskFound, &WAYS, &ALL, &format!("{unknown}a result"));
    check(Flaw::UnknownTaskInternal, &WAYS, &ALL, &format!("{unknown}JSON-RPC error -32603"));
    check(Flaw::TaskUnlisted, &LEGACY, &ALL, "the task in `tasks/list` | 0 others");
    check(Flaw::TaskListedBare, &LEGACY, &ALL, "`tasks/list`, entry 1: `status` is missing");
    check(Flaw::TaskListedTwice, &LEGACY, &ALL, "the task once in `tasks/list` | 2 times");
    check(Flaw::TaskListedWorking, &LEGACY, &ALL, " in `tasks/list` | \"working\"");
    check(Flaw::TaskListEndless, &LEGACY, &ALL, "a list whose pages come to an end | the cursor \"on\" came twice");
    let words = "`tasks/get` of a client that does not declare the extension to be refused with error -32021";
    check(Flaw::TaskForAnyone, &MODERN, &ALL, words);
}

#[test]
fn second_call_is_another_task_that_nobody_guesses() {
    check(Flaw::TaskIdTwice, &WAYS, &ALL, "another id for the second task than for the first | \"the-only-id");
    check(Flaw::TaskIdCounted, &WAYS, &ALL, "only a number differs, by 1");
    let words = "a task that goes on after `notifications/cancelled` for its request";
    check(Flaw::TaskCancelledByNotification, &LEGACY, &ALL, words);
}

#[test]
fn plain_call_is_no_task() {
    let words = "a plain call of `work`, which must be a task, to be refused with error -32601 | a result";
    check(Flaw::TaskRequiredUnheeded, &LEGACY, &ALL, words);
    check(Flaw::TaskUnasked, &MODERN, &ALL, "no task for a client that does not declare the extension | a task");
    let words = "or error -32021 with `requiredCapabilities.extensions[\"io.modelcontextprotocol/tasks\"]` | ";
    check(Flaw::TaskRequiredWordless, &MODERN, &ENDING, words);
    let words = "error -32021 for `taskIds` of a client that does not declare the extension | an acknowledgement";
    check(Flaw::TaskNewsForAnyone, &MODERN, &ALL, words);
}

#[test]
fn call_that_must_be_made_once_is() {
    let tests = json!([{"name": "ends", "trigger": work(50, false), "once": true}]);
    with_server(Flaw::TaskIdTwice, Via::Stdio, &[], |server| {
        let (code, report) = eval(&server, &tests);
        assert_eq!((code, bad(&report)), (0, Vec::new()));
    });
}

/// What a task asks is answered as the session's client is declared and scripted, in both eras.
#[test]
fn task_is_answered_by_the_client_of_the_session() {
    let run = |via: Via, client: &Value, expected: &str| {
        with_server(Flaw::None, via, &[], |mut server| {
            server["client"] = client.clone();
            let tests = json!([{"name": "asks", "trigger": work(300, true), "expectedResult": expected}]);
            let (code, report) = eval(&server, &tests);
            assert_eq!((code, bad(&report)), (0, Vec::new()), "{via:?} {client}");
        });
    };
    at_once(&WAYS, |via| {
        run(via, &json!({"profile": "full", "elicitation": {"name": "Ada"}}), "Ada");
        run(via, &json!({"profile": "full", "elicitation": "decline"}), "decline");
        // Without elicitation there is nobody to ask.
        run(via, &json!("bare"), "worked");
    });
}

/// `server-everything` has a task that asks which of several meanings is meant.
#[test]
fn server_everything_asks_on_its_way() {
    let query = json!({"tool": "simulate-research-query", "args": {"topic": "python", "ambiguous": true}});
    let run = |server: &Value| {
        let suite = json!({"name": "T", "timeout": 20_000, "taskTests": [
            {"name": "asks", "trigger": query, "expectedResult": "programming"},
            {"name": "cancelled", "trigger": query, "cancel": true},
            {"name": "wrong", "trigger": query, "expectedResult": "snake"},
        ]});
        let (_, report) = Folder::with_config(&json!({"server": server, "utilitySuites": [suite]})).eval(&[]);
        let bad = bad(&report);
        let titles: Vec<&str> = bad.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(titles, ["wrong"], "{bad:?}");
        assert!(bad[0].1.contains("snake"), "{bad:?}");
        assert_eq!(report["violations"], json!([]));
    };
    run(&corpus::stdio(&corpus::launch("server-everything")));
    let served = crate::served::Served::start(&corpus::launch_http("server-everything"));
    run(&served.config());
}

/// What the reference server asks of its client as a task, it polls until it is done.
#[test]
fn client_takes_on_tasks_of_server_everything() {
    let tests = |wanted: [&str; 2]| {
        json!([
            {"name": "trigger-sampling-request-async", "args": {"prompt": "rain", "maxTokens": 9}, "expectedResult": wanted[0]},
            {"name": "trigger-elicitation-request-async", "expectedResult": wanted[1]},
        ])
    };
    let server = corpus::stdio(&corpus::launch("server-everything"));
    let suites = json!([
        {"name": "right", "timeout": 20_000, "tests": tests(["no model was asked", "COMPLETED"])},
        {"name": "wrong", "timeout": 20_000, "tests": tests(["[SYNC]", "[SYNC]"])},
    ]);
    let (_, report) = Folder::with_config(&json!({"server": server, "toolHealthSuites": suites})).eval(&[]);
    let verdicts: Vec<Value> = cases(&report).into_iter().map(|case| case["verdict"].clone()).collect();
    assert_eq!(verdicts, ["passed", "passed", "failed", "failed"], "{:?}", bad(&report));
    assert_eq!(report["violations"], json!([]));
}
