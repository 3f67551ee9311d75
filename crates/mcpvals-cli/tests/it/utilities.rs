//! Tests of the protocol's utilities: on a good server, on some that are wrong, and on real ones.

use mcpvals_testkit::{Flaw, Program};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::subscriptions::{LEGACY, MODERN, Via, WAYS, at_once, with_server};
use crate::{corpus, npx};

/// Titles of cases that did not pass, with the words of their first mismatch or fault.
fn bad(report: &Value) -> Vec<(String, String)> {
    let failed = cases(report).into_iter().filter(|case| case["verdict"] != "passed");
    let words = |case: Value| {
        let first = &case["mismatches"][0];
        let words = format!("{} | {}", first["expected"].as_str().unwrap_or_default(), first["actual"]);
        (case["title"].as_str().unwrap_or_default().to_owned(), words)
    };
    failed.map(words).collect()
}

pub(crate) fn zoo(flaw: Flaw, era: &str) -> Value {
    json!({"transport": "stdio", "command": Program::Zoo.path(), "args": [flaw.name(), "--era", era]})
}

fn eval(server: &Value, suite: &Value) -> (i32, Value) {
    let (ran, report) = Folder::with_config(&json!({"server": server, "utilitySuites": [suite]})).eval(&[]);
    (ran.code, report)
}

#[test]
fn example_passes_on_server_everything() {
    let (ran, report) = npx::eval_example("utilities/mcp-eval.config.yaml");
    assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{report:#}");
    assert_eq!(cases(&report).len(), 10);
    assert_eq!(report["violations"], json!([]));
}

/// Each expectation of the example made wrong fails.
#[test]
fn wrong_expectations_fail_on_server_everything() {
    let slow = json!({"tool": "trigger-long-running-operation", "args": {"duration": 1, "steps": 4}});
    let suite = json!({
        "name": "U",
        "pingTests": [{"maxLatency": 0}],
        "paginationTests": [{"list": "tools", "pages": 2}, {"list": "prompts", "entries": 0, "invalidCursor": true}],
        "loggingTests": [{"name": "levels", "invalidLevel": true}],
        "progressTests": [{"name": "progress", "trigger": slow, "notifications": 5, "total": 9}],
        "cancellationTests": [
            {"name": "too late", "trigger": {"tool": "echo", "args": {"message": "x"}}, "after": 2000},
            {"name": "stops", "trigger": {"tool": "trigger-long-running-operation", "args": {"duration": 2, "steps": 8}},
             "after": 300, "quiet": 1500, "stops": true},
        ],
        "taskTests": [{"name": "task", "trigger": {"tool": "echo", "args": {"message": "x"}}}],
    });
    let server = corpus::stdio(&corpus::launch("server-everything"));
    let (code, report) = eval(&server, &suite);
    let bad = bad(&report);
    let titles: Vec<&str> = bad.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(
        (code, titles),
        (1, vec!["ping", "tools/list", "prompts/list", "levels", "progress", "too late", "stops", "task"])
    );
    assert!(bad[4].1.contains("exactly 5 notifications of progress"), "{bad:?}");
    assert!(bad[6].1.contains("no progress of a call that was cancelled"), "{bad:?}");
}

/// Something of every utility, which the good server has; its lists have several pages.
fn everything() -> Value {
    let log = |level: &str| json!({"tool": "log", "args": {"level": level}});
    let steps = |steps: u64, pause: u64| json!({"tool": "progress", "args": {"steps": steps, "interval_ms": pause}});
    json!({
        "name": "U", "timeout": 3000,
        "pingTests": [{"name": "ping", "times": 2}],
        "paginationTests": [
            {"name": "tools", "list": "tools", "pages": {"min": 2}, "entries": {"min": 20}, "invalidCursor": true,
             "wrongTypes": true, "tampered": true},
            {"name": "resources", "list": "resources", "pages": 3, "entries": 12, "invalidCursor": true,
             "wrongTypes": true, "tampered": true},
        ],
        "loggingTests": [
            {"name": "levels", "invalidLevel": true},
            {"name": "log", "level": "warning", "trigger": log("error"), "messages": 1, "logger": "zoo",
             "expectedMessages": ["at error"], "within": 300, "invalidLevel": true, "forbidden": ["(?i)password=\\w+"]},
            {"name": "quiet", "level": "warning", "trigger": log("info"), "messages": {"min": 0}, "within": 100},
        ],
        "progressTests": [
            {"name": "progress", "trigger": steps(4, 10), "notifications": 4, "total": 4, "completes": true,
             "stableTotal": true, "maxPerSecond": 4},
        ],
        "cancellationTests": [
            {"name": "cancelled", "trigger": steps(16, 50), "after": 150, "quiet": 900},
            {"name": "stops", "trigger": steps(16, 50), "after": 150, "quiet": 500, "mayAnswer": true,
             "stops": true, "malformed": true},
        ],
    })
}

/// What comes of everything on such a server: the exit code, and what failed.
fn play(flaw: Flaw, via: Via, options: &[&str]) -> (i32, Vec<(String, String)>, Value) {
    let options = [options, &["--page-size", "5", "--resources", "12"]].concat();
    with_server(flaw, via, &options, |server| {
        let (code, report) = eval(&server, &everything());
        // There, a cancelled call is out of sight; what is skipped has no mismatch.
        let unseen = |title: &str, told: &str| {
            via == Via::StatelessHttp && ["cancelled", "stops"].contains(&title) && told == " | null"
        };
        let skipped = |title: &str, told: &str| via.is_stateless() && title == "ping" || unseen(title, told);
        (code, bad(&report).into_iter().filter(|(title, told)| !skipped(title, told)).collect(), report)
    })
}

#[test]
fn good_server_passes_in_every_way() {
    at_once(&WAYS, |via| {
        let (code, bad, report) = play(Flaw::None, via, &[]);
        assert_eq!((code, bad), (0, Vec::new()), "{via:?}");
        assert_eq!(cases(&report).len(), 9, "{via:?}");
        assert_eq!(report["violations"], json!([]), "{via:?}");
    });
}

/// A message of the log names nobody; in a parallel suite, too, it is for the test that asked for it.
#[test]
fn logs_are_heard_among_others() {
    let log = |name: &str, level: &str, messages: u64| {
        json!({
            "name": name, "level": level, "trigger": {"tool": "log", "args": {"level": "error"}},
            "messages": messages, "within": 200,
        })
    };
    let slow =
        |name: &str| json!({"name": name, "trigger": {"tool": "progress", "args": {"steps": 16, "interval_ms": 50}}});
    let suite = json!({
        "name": "U", "parallel": true, "timeout": 3000, "progressTests": [slow("1"), slow("2")],
        "loggingTests": [log("one", "debug", 1), log("none", "alert", 0), log("wrong", "debug", 0), log("lost", "alert", 1)],
    });
    at_once(&WAYS, |via| {
        with_server(Flaw::None, via, &[], |server| {
            let bad = bad(&eval(&server, &suite).1);
            let titles: Vec<&str> = bad.iter().map(|(title, _)| title.as_str()).collect();
            assert_eq!(titles, ["wrong", "lost"], "{via:?}: {bad:?}");
        });
    });
}

/// These tests and no others fail, the first with these words.
#[track_caller]
fn check_with(flaw: Flaw, ways: &[Via], options: &[&str], failing: &[&str], words: &str) {
    at_once(ways, |via| {
        let (code, bad, _) = play(flaw, via, options);
        let titles: Vec<&str> = bad.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!((code, titles.as_slice()), (1, failing), "{flaw} {via:?}: {bad:?}");
        assert!(bad[0].1.contains(words), "{flaw} {via:?}: {bad:?}");
    });
}

#[track_caller]
fn check(flaw: Flaw, ways: &[Via], failing: &[&str], words: &str) {
    check_with(flaw, ways, &[], failing, words);
}

#[test]
fn ping_that_is_no_ping_fails() {
    check(Flaw::PingNotEmpty, &LEGACY, &["ping"], "an empty result | \"{\\\"ok\\\":true}\"");
    // Where the server lives on is asked with a ping, too.
    let all = ["ping", "cancelled", "stops"];
    check(Flaw::PingRefused, &LEGACY, &all, "`ping` to succeed | \"JSON-RPC error -32601");
    let slow = ["--on", "ping", "--delay-ms", "1200"];
    check_with(Flaw::SlowAnswer, &LEGACY, &slow, &["ping"], "an answer within 1000 ms | \"1");
}

/// The other tests have their session, and nothing is sent early in that.
#[test]
fn ping_before_initialized_is_answered() {
    let suite = json!({
        "name": "U", "timeout": 1000,
        "pingTests": [{"name": "late"}, {"name": "early", "beforeInitialized": true}, {"name": "later", "times": 2}],
    });
    let check = |flaw: Flaw, ways: &[Via], want: &[&str]| {
        at_once(ways, |via| {
            with_server(flaw, via, &[], |server| {
                let (_, report) = eval(&server, &suite);
                let bad: Vec<String> =
                    bad(&report).into_iter().map(|(title, words)| format!("{title}: {words}")).collect();
                assert_eq!(bad.len(), want.len(), "{flaw} {via:?}: {bad:?}");
                assert!(bad.iter().zip(want).all(|(bad, want)| bad.starts_with(want)), "{flaw} {via:?}: {bad:?}");
            });
        });
    };
    check(Flaw::None, &LEGACY, &[]);
    let early = "early: before `notifications/initialized`";
    check(Flaw::PingRefusedEarly, &LEGACY, &[&format!("{early}: `ping` to succeed | \"JSON-RPC error -32601")]);
    check(Flaw::PingUnheardEarly, &[Via::Stdio], &[&format!("{early}: an answer within 1000 ms | \"none came")]);
    check(Flaw::None, &MODERN, &["late: ", "early: ", "later: "]);
}

#[test]
fn pages_that_are_none_fail() {
    let both = ["tools", "resources"];
    let refused = "a cursor that was never given to be refused with error -32602";
    check(Flaw::UnknownCursorAccepted, &WAYS, &both, &format!("{refused} | \"a result"));
    check(Flaw::UnknownCursorInternal, &WAYS, &both, &format!("{refused} | \"JSON-RPC error -32603"));
    check(Flaw::ResourceOnEachPage, &WAYS, &["resources"], "`resources/list` has two entries with the uri");
    check(Flaw::UnstableOrder, &WAYS, &["tools"], "the same page for the same cursor");
    let on = ["--on", "resources/list"];
    check_with(Flaw::CursorNotString, &WAYS, &on, &["resources"], "`nextCursor` is 2, not a string");
    check_with(Flaw::SameCursorForever, &WAYS, &on, &["resources"], "a list whose pages come to an end");
    check(Flaw::CursorNull, &WAYS, &both, "an answer that follows the protocol | \"`nextCursor` is null, not a string");
    let changed = "a changed cursor to be refused, or to lead to entries of the list | \"JSON-RPC error -32603";
    check(Flaw::ChangedCursorInternal, &WAYS, &both, changed);
    let stray = "a changed cursor to lead to no entries but those of `tools/list` | \"\\\"secret";
    check(Flaw::ChangedCursorStray, &WAYS, &both, stray);
    let wrong = "the cursor 7 to be refused with error -32602 | \"a result";
    check(Flaw::WrongCursorAccepted, &WAYS, &both, wrong);
    let slow = ["--on", "tools/list", "--delay-ms", "300"];
    let suite = json!({"name": "U", "paginationTests": [{"name": "slow", "list": "tools", "maxLatency": 200}]});
    with_server(Flaw::SlowAnswer, Via::Stdio, &slow, |server| {
        let (code, report) = eval(&server, &suite);
        assert_eq!(code, 1, "{report:#}");
        assert!(bad(&report)[0].1.starts_with("each page within 200 ms | \"3"), "{report:#}");
    });
}

/// A server that ends does not take the tests after it along.
#[test]
fn cursor_that_ends_the_server_fails() {
    let stdio = [Via::Stdio, Via::Stateless];
    check(
        Flaw::WrongCursorCrashes,
        &stdio,
        &["tools", "resources"],
        "an answer | \"the server's process exited with code 9",
    );
}

#[test]
fn changed_cursor_needs_a_second_page() {
    let suite = json!({"name": "U", "paginationTests": [{"name": "p", "list": "prompts", "tampered": true}]});
    let (code, report) = eval(&zoo(Flaw::None, "legacy"), &suite);
    assert_eq!(code, 1);
    let fault = cases(&report)[0]["fault"].to_string();
    assert!(fault.contains("`prompts/list` has one page, so that there is no cursor to change"), "{report:#}");
}

#[test]
fn cursor_holds_on_another_connection() {
    let pages = |list: &str| json!({"name": list, "list": list, "otherConnection": true});
    let suite = json!({"name": "U", "paginationTests": [pages("resources"), pages("prompts")]});
    let play = |flaw, via| {
        with_server(flaw, via, &["--page-size", "5", "--resources", "12"], |server| eval(&server, &suite).1)
    };
    let one_page = "so that there is no cursor to try on another connection";
    for via in [Via::Stateless, Via::StatelessHttp] {
        let report = play(Flaw::None, via);
        assert_eq!(cases(&report)[0]["verdict"], "passed", "{via:?}");
        assert!(cases(&report)[1]["fault"].to_string().contains(one_page), "{report:#}");
    }
    let bad = bad(&play(Flaw::CursorOfProcess, Via::Stateless));
    let other = "the same page for the same cursor on another connection | \"{\\\"error\\\":{\\\"code\\\":-32602";
    assert!(bad[0].0 == "resources" && bad[0].1.contains(other), "{bad:?}");
    let before = play(Flaw::None, Via::Stdio);
    assert_eq!(cases(&before)[0]["verdict"], "skipped", "{before:#}");
}

#[test]
fn pages_without_end_fail() {
    let suite = json!({"name": "U", "timeout": 20_000, "paginationTests": [{"name": "tools", "list": "tools"}]});
    with_server(Flaw::NewCursorsForever, Via::Stdio, &[], |server| {
        let (code, report) = eval(&server, &suite);
        assert_eq!(code, 1);
        assert!(bad(&report)[0].1.contains("1000 pages, and another cursor"), "{report:#}");
    });
}

#[test]
fn logs_that_are_none_fail() {
    let log = ["log"];
    check(Flaw::SetLevelRefused, &LEGACY, &["levels", "log", "quiet"], "`logging/setLevel` to succeed");
    let refused = "the level \"loud\" to be refused with error -32602 | \"a result";
    check(Flaw::UnknownLevelAccepted, &LEGACY, &["levels", "log"], refused);
    check(Flaw::UnknownLevelAccepted, &MODERN, &log, refused);
    check(Flaw::LogBelowLevel, &WAYS, &["quiet"], "no log message below \"warning\" | \"one of level");
    check(Flaw::LogLevelUnknown, &WAYS, &log, "`level` is \\\"loud\\\", not a level of RFC 5424");
    check(Flaw::LogWithoutData, &WAYS, &log, "a log message with \"at error\" | \"\\\"\\\"\"");
    let leak = "in log messages and on stderr | \"\\\"password=hunter2\\\" in";
    check(Flaw::LogLeaks, &WAYS, &log, leak);
    check(Flaw::LogLeaksOnStderr, &[Via::Stdio, Via::Stateless], &log, leak);
    check(Flaw::LogOfAnother, &WAYS, &log, "each log message of the logger \"zoo\" | \"one of \\\"another");
    check(Flaw::LogNever, &WAYS, &log, "exactly 1 log message | \"none\"");
}

#[test]
fn progress_that_is_none_fails() {
    let progress = ["progress"];
    // That a call stopped is told by its progress: without any, nobody knows.
    let lost = |flaw, words| {
        check(flaw, &[Via::Stdio, Via::Http, Via::Stateless], &["progress", "stops"], words);
        check(flaw, &[Via::StatelessHttp], &progress, words);
    };
    lost(Flaw::ProgressNever, "exactly 4 notifications of progress | \"none\"");
    lost(Flaw::ProgressTokenAsText, r"progress came for the token \");
    check(Flaw::ProgressUnfinished, &WAYS, &progress, "exactly 4 notifications of progress | \"3\"");
    check(Flaw::ProgressOverTotal, &WAYS, &progress, "progress of at most 4, its total | \"101\"");
    let stdio = [Via::Stdio, Via::Stateless];
    check(Flaw::ProgressAfterAnswer, &stdio, &progress, "exactly 4 notifications of progress | \"5\"");
    check(Flaw::UnknownProgressToken, &WAYS, &progress, "exactly 4 notifications of progress | \"5\"");
}

#[test]
fn progress_may_not_come_too_fast() {
    progress_fails(
        Flaw::None,
        &WAYS,
        &json!({"maxPerSecond": 2}),
        "at most 2 notifications of progress in one second | 4",
    );
    assert_eq!(progress_with(Flaw::None, Via::Stdio, &json!({"maxPerSecond": 4})), Vec::<String>::new());
}

/// What fails of a test of progress with these members.
fn progress_with(flaw: Flaw, via: Via, more: &Value) -> Vec<String> {
    let trigger = json!({"tool": "progress", "args": {"steps": 4, "interval_ms": 30}});
    let mut test = json!({"name": "p", "trigger": trigger, "notifications": 4});
    test.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
    let suite =
        json!({"name": "U", "timeout": 3000, "parallel": true, "pingTests": [{"times": 20}], "progressTests": [test]});
    with_server(flaw, via, &[], |server| {
        let (_, report) = eval(&server, &suite);
        let case = cases(&report).into_iter().find(|case| case["title"] == "p").expect("the test was played");
        let mismatches = case["mismatches"].as_array().cloned().unwrap_or_default();
        let words =
            |of: &Value| format!("{} | {}", of["expected"].as_str().unwrap_or(""), of["actual"].as_str().unwrap_or(""));
        assert_ne!(case["verdict"], "errored", "{flaw} {via:?}: {case:#}");
        mismatches.iter().map(words).collect()
    })
}

/// It fails in these ways, for this reason among others.
#[track_caller]
fn progress_fails(flaw: Flaw, ways: &[Via], more: &Value, words: &str) {
    at_once(ways, |via| {
        let found = progress_with(flaw, via, more);
        assert!(found.iter().any(|found| found.contains(words)), "{flaw} {via:?} {more}: {found:?}");
    });
}

#[test]
fn progress_has_the_token_that_was_given() {
    let tokens = [json!({"token": "of my own"}), json!({"token": "41"}), json!({"token": 41}), json!({"token": 3})];
    for token in &tokens {
        at_once(&WAYS, |via| {
            assert_eq!(progress_with(Flaw::None, via, token), Vec::<String>::new(), "{via:?} {token}");
        });
    }
    progress_fails(Flaw::ProgressTokenAsNumber, &WAYS, &tokens[1], "progress came for the token 41, which no request");
    progress_fails(
        Flaw::ProgressTokenAsText,
        &WAYS,
        &tokens[2],
        "progress came for the token \"41\", which no request",
    );
    progress_fails(Flaw::ProgressTokenIsId, &WAYS, &tokens[0], "which no request gave");
    at_once(&WAYS, |via| assert_eq!(progress_with(Flaw::ProgressTokenIsId, via, &json!({})), Vec::<String>::new()));
}

#[test]
fn total_of_progress_stays_where_it_must() {
    let stable = json!({"stableTotal": true});
    progress_fails(Flaw::ProgressTotalGrows, &WAYS, &stable, "a total of 2 in all notifications | a total of 3");
    at_once(&WAYS, |via| assert_eq!(progress_with(Flaw::ProgressTotalGrows, via, &json!({})), Vec::<String>::new()));
}

#[test]
fn message_of_progress_says_something() {
    let words = "a `message` of progress that says something | \" \"";
    progress_fails(Flaw::ProgressMessageBlank, &WAYS, &json!({}), words);
}

/// Where every request has a stream of its own.
#[test]
fn progress_comes_on_the_stream_of_its_request() {
    let words = "came on another stream than its own";
    for more in [json!({}), json!({"token": "mine"})] {
        progress_fails(Flaw::ProgressElsewhere, &[Via::Http], &more, words);
        assert_eq!(progress_with(Flaw::None, Via::Http, &more), Vec::<String>::new());
        assert_eq!(progress_with(Flaw::ProgressElsewhere, Via::Stdio, &more), Vec::<String>::new());
    }
}

#[test]
fn cancellation_that_is_none_fails() {
    let both = ["cancelled", "stops"];
    let stdio = [Via::Stdio, Via::Stateless];
    // Over HTTP before 2026-07-28, the stream of the call stays open.
    let heard = [Via::Stdio, Via::Http, Via::Stateless];
    check(Flaw::CancelIgnored, &heard, &both, "no answer to a call that was cancelled");
    at_once(&heard, |via| {
        let (_, bad, report) = play(Flaw::CancelIgnored, via, &[]);
        assert!(bad[1].1.starts_with("no progress of a call that was cancelled | "), "{via:?}: {bad:?}");
        // The answer may have been on its way, so it breaks no rule.
        assert_eq!(report["violations"], json!([]), "{via:?}");
    });
    check(Flaw::CancelCrashes, &stdio, &both, "exited with code 9");
}

/// Over stateless HTTP, there is no notification with which a request is cancelled.
#[test]
fn cancellation_of_what_cannot_be_cancelled_is_ignored() {
    let (both, stdio) = (["cancelled", "stops"], [Via::Stdio, Via::Stateless]);
    let strange = "after an unknown and a finished request were cancelled: an answer | \"the server's process exited";
    check(Flaw::CancelUnknownCrashes, &stdio, &both, strange);
    check(Flaw::CancelFinishedCrashes, &stdio, &both, strange);
    let malformed = "after cancellations without a request: an answer | \"the server's process exited with code 9";
    check(Flaw::CancelMalformedCrashes, &stdio, &["stops"], malformed);
    let ignored = "cancellations without a request to be ignored | ";
    check(Flaw::CancelMalformedAnswered, &stdio, &["stops"], ignored);
}

#[test]
fn call_may_be_answered_while_it_is_cancelled() {
    let race =
        json!({"name": "race", "trigger": {"tool": "echo", "args": {"message": "x"}}, "race": 50, "malformed": true});
    let suite = json!({"name": "U", "timeout": 2000, "cancellationTests": [race]});
    at_once(&WAYS, |via| {
        with_server(Flaw::None, via, &[], |server| {
            let (code, report) = eval(&server, &suite);
            assert_eq!((code, bad(&report)), (0, Vec::new()), "{via:?}");
            assert_eq!(report["violations"], json!([]), "{via:?}");
        });
    });
    at_once(&[Via::Stdio, Via::Stateless], |via| {
        with_server(Flaw::CancelWearsOut, via, &[], |server| {
            let (code, report) = eval(&server, &suite);
            assert_eq!(code, 1, "{via:?}");
            assert!(bad(&report)[0].1.starts_with("an answer within 2000 ms | "), "{via:?}: {report:#}");
        });
    });
}

/// It has done what it was told.
#[test]
fn stream_of_a_cancelled_call_may_end() {
    let (code, bad, report) = play(Flaw::CancelEndsStream, Via::Http, &[]);
    assert_eq!((code, bad), (0, Vec::new()));
    assert_eq!(report["violations"], json!([]));
}

/// There is no `ping` any more in 2026-07-28.
#[test]
fn ping_is_skipped_where_the_revision_has_none() {
    let suite = |required: bool| json!({"name": "U", "required": required, "pingTests": [{}], "paginationTests": [{"list": "tools"}]});
    let (_, report) = eval(&zoo(Flaw::None, "modern"), &suite(false));
    let verdicts: Vec<Value> = cases(&report).into_iter().map(|case| case["verdict"].clone()).collect();
    assert_eq!(verdicts, ["skipped", "passed"], "{report:#}");
    let (code, report) = eval(&zoo(Flaw::None, "modern"), &suite(true));
    assert_eq!((code, bad(&report).len()), (1, 1), "{report:#}");
}

#[test]
fn progress_that_goes_back_fails() {
    let suite = json!({
        "name": "U", "progressTests": [{"name": "p", "trigger": {"tool": "echo", "args": {"message": "x"}}, "notifications": {"min": 0}}],
    });
    assert_eq!(eval(&zoo(Flaw::None, "legacy"), &suite).0, 0);
    let (code, report) = eval(&zoo(Flaw::ProgressGoesBack, "legacy"), &suite);
    assert_eq!(code, 1);
    assert!(bad(&report)[0].1.contains("it must increase"), "{report:#}");
}

#[test]
fn answer_after_the_cancellation_fails() {
    let suite = json!({
        "name": "U", "cancellationTests": [{"name": "c", "trigger": {"tool": "echo", "args": {"message": "x"}}, "after": 100, "quiet": 1500}],
    });
    let server = |flaw: Flaw, delay: &str| {
        let args = [flaw.name(), "--era", "legacy", "--delay-ms", delay];
        json!({"transport": "stdio", "command": Program::Zoo.path(), "args": args})
    };
    let (code, report) = eval(&server(Flaw::SlowAnswer, "700"), &suite);
    assert_eq!((code, bad(&report)), (0, Vec::new()));
    let (code, report) = eval(&server(Flaw::LateAnswer, "700"), &suite);
    assert_eq!(code, 1);
    assert!(bad(&report)[0].1.contains("no answer to a call that was cancelled"), "{report:#}");
}

/// What does not pass on servers of the Python and the TypeScript SDK, which answer a cursor that they never gave.
#[test]
fn utilities_of_other_real_servers() {
    let check = |id: &str, revision: &str, list: &str, tool: &str, args: Value, want: &[&str]| {
        let mut server = corpus::stdio(&corpus::launch(id));
        server["protocolVersion"] = json!(revision);
        let level = json!({
            "name": "levels", "level": "debug", "trigger": {"tool": tool, "args": args}, "messages": {"min": 0},
            "within": 100, "invalidLevel": true,
        });
        let suite = json!({
            "name": "U", "timeout": 20_000, "pingTests": [{"name": "ping", "times": 2}], "loggingTests": [level],
            "paginationTests": [{"name": "read", "list": list}, {"name": "cursors", "list": "tools", "invalidCursor": true}],
        });
        let bad = bad(&eval(&server, &suite).1);
        let titles: Vec<&str> = bad.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(titles, want, "{id} {revision}: {bad:?}");
    };
    let folder = json!({"directory": "."});
    check("word", "2025-11-25", "prompts", "list_available_documents", folder.clone(), &["cursors"]);
    check("word", "2026-07-28", "prompts", "list_available_documents", folder, &["ping", "cursors"]);
    check("desktop-commander", "2025-11-25", "resources", "get_config", json!({}), &["cursors", "levels"]);
}
