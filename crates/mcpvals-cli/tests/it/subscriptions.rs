//! Tests of subscriptions: each rule on the good server and on the one that breaks exactly it, on real servers, and
//! under load.

use mcpvals_testkit::{Flaw, HttpServer};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases, zoo};
use crate::{corpus, npx};

/// How a server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    Stdio,
    Http,
    Stateless,
    StatelessHttp,
}

impl Via {
    pub(crate) fn is_stateless(self) -> bool {
        MODERN.contains(&self)
    }
}

pub(crate) const LEGACY: [Via; 2] = [Via::Stdio, Via::Http];
pub(crate) const MODERN: [Via; 2] = [Via::Stateless, Via::StatelessHttp];
pub(crate) const WAYS: [Via; 4] = [Via::Stdio, Via::Http, Via::Stateless, Via::StatelessHttp];

/// The same in several ways at once: most of it is waiting.
#[track_caller]
pub(crate) fn at_once(ways: &[Via], play: impl Fn(Via) + Sync) {
    let play = &play;
    std::thread::scope(|scope| ways.iter().for_each(|via| drop(scope.spawn(move || play(*via)))));
}

pub(crate) fn with_server<T>(flaw: Flaw, via: Via, options: &[&str], play: impl FnOnce(Value) -> T) -> T {
    let era = if LEGACY.contains(&via) { "legacy" } else { "modern" };
    let options = [options, &["--era", era]].concat();
    match via {
        Via::Stdio | Via::Stateless => play(zoo(&[&[flaw.name()], options.as_slice()].concat())),
        Via::Http | Via::StatelessHttp => {
            let server = HttpServer::zoo(flaw, &options);
            play(json!({"transport": "shttp", "url": server.url()}))
        }
    }
}

fn save(text: &str, updates: u64) -> Value {
    json!({"tool": "save_note", "args": {"text": text, "updates": updates}})
}

fn suite(tests: &Value) -> Value {
    json!([{"name": "S", "timeout": 2000, "subscriptionTests": tests}])
}

/// Something of everything that can be expected, and that a good server meets.
fn tests() -> Value {
    let echo = json!({"tool": "echo", "args": {"message": "x"}});
    json!([
        {"name": "note", "uri": "note://1", "trigger": save("one", 1), "updates": 1, "expectChange": true,
         "within": 2000, "quiet": 300},
        {"name": "list", "listChanged": true, "trigger": {"tool": "add_resource"}, "updates": 1, "within": 2000,
         "expectChange": true, "quiet": 300},
        {"name": "none", "uri": "note://1", "trigger": echo, "expectUpdates": false, "expectChange": false,
         "within": 300, "quiet": 300},
        {"name": "some", "uri": "note://1", "trigger": save("two", 3), "updates": {"min": 2, "max": 3},
         "within": 2000, "quiet": 300},
    ])
}

/// Titles of the cases that did not pass, each with the words of its first mismatch or its fault.
fn bad(report: &Value) -> Vec<(String, String)> {
    let failed = cases(report).into_iter().filter(|case| case["verdict"] != "passed");
    let words = |case: &Value| match &case["mismatches"][0] {
        Value::Null => case["fault"].to_string(),
        first => ["expected", "actual"].map(|part| first[part].as_str().unwrap_or_default().to_owned()).join(" | "),
    };
    failed.map(|case| (case["title"].as_str().unwrap_or_default().to_owned(), words(&case))).collect()
}

fn eval(server: &Value, tests: &Value) -> (i32, Value) {
    let (ran, report) = Folder::with_config(&json!({"server": server, "resourceSuites": suite(tests)})).eval(&[]);
    (ran.code, report)
}

#[test]
fn good_server_passes_in_every_way() {
    for via in WAYS {
        with_server(Flaw::None, via, &[], |server| {
            let (code, report) = eval(&server, &tests());
            assert_eq!((code, bad(&report)), (0, Vec::new()), "{via:?}");
            assert_eq!(cases(&report).len(), 4, "{via:?}");
            assert_eq!(report["violations"], json!([]), "{via:?}");
        });
    }
}

/// The cases that fail on the flawed server, and the words of the first.
#[track_caller]
fn check(flaw: Flaw, ways: &[Via], failing: &[&str], words: &str) {
    for via in ways {
        with_server(flaw, *via, &[], |server| {
            let (code, report) = eval(&server, &tests());
            let bad = bad(&report);
            let titles: Vec<&str> = bad.iter().map(|(title, _)| title.as_str()).collect();
            assert_eq!((code, titles.as_slice()), (1, failing), "{flaw} {via:?}: {bad:?}");
            assert!(bad[0].1.contains(words), "{flaw} {via:?}: {bad:?}");
        });
    }
}

#[test]
fn updates_that_never_come_fail() {
    check(Flaw::UpdatesNever, &WAYS, &["note", "list", "some"], "exactly 1 update within 2000 ms | none");
}

#[test]
fn update_too_many_fails() {
    check(Flaw::UpdateTwice, &WAYS, &["note", "list", "some"], "exactly 1 update within 2000 ms | 2");
}

#[test]
fn update_of_another_resource_fails() {
    let words = "updates of \"note://1\" only | one of \"picture://1\"";
    check(Flaw::UpdateForeign, &WAYS, &["note", "some"], words);
}

#[test]
fn contents_that_stay_as_they_were_fail() {
    let words = "something else than before the change | the same: [{\"mimeType\"";
    check(Flaw::ContentsStay, &WAYS, &["note"], words);
}

#[test]
fn updates_that_go_on_fail() {
    let words = "silence after the subscription was taken back | another update";
    check(Flaw::UpdatesGoOn, &LEGACY, &["note", "some"], words);
    // The stream of each test stays open, so that later ones hear of their changes more than once.
    check(Flaw::UpdatesGoOn, &[Via::Stateless], &["note", "list", "some"], words);
}

#[test]
fn refused_subscription_fails() {
    check(Flaw::SubscribeRefused, &LEGACY, &["note", "none", "some"], "`resources/subscribe` to succeed | JSON-RPC");
    check(Flaw::SubscribeRefused, &MODERN, &["note", "list", "none", "some"], "`subscriptions/listen` to succeed");
    check(Flaw::UnsubscribeRefused, &LEGACY, &["note", "none", "some"], "`resources/unsubscribe` to succeed");
}

#[test]
fn subscription_must_be_acknowledged() {
    let all = ["note", "list", "none", "some"];
    check(Flaw::NotAcknowledged, &MODERN, &all, "with what was asked for | none came");
    check(Flaw::AcknowledgedWithoutUri, &MODERN, &all, "with what was asked for | {}");
}

#[test]
fn acknowledgement_comes_first_on_the_stream() {
    let words = "`notifications/subscriptions/acknowledged` first on the stream | `notifications/resources/updated`";
    check(Flaw::AcknowledgedLate, &MODERN, &["note", "list", "none", "some"], words);
}

/// The result of `subscriptions/listen` ends its stream; what came before counts, and nothing may come after.
#[test]
fn stream_that_the_server_ends_had_the_updates_before() {
    for via in MODERN {
        with_server(Flaw::None, via, &["--end-streams"], |server| {
            let (code, report) = eval(&server, &tests());
            assert_eq!((code, bad(&report), &report["violations"]), (0, Vec::new(), &json!([])), "{via:?}");
        });
    }
    let words = "exactly 1 update within 2000 ms | none, until the server ended the stream";
    check(Flaw::UpdateAfterEnd, &MODERN, &["note", "list", "some"], words);
}

#[test]
fn stream_is_acknowledged_once() {
    let words = "one `notifications/subscriptions/acknowledged` on the stream | another";
    check(Flaw::AcknowledgedTwice, &MODERN, &["note", "list", "none", "some"], words);
}

/// MODERN alone has streams.
#[test]
fn only_what_was_asked_for_comes_on_a_stream() {
    let told = ["note", "list", "some"];
    check(Flaw::StreamUnasked, &MODERN, &told, "that did not ask for it (`toolsListChanged`)");
    let came = |method: &str| format!("follow the protocol | `{method}` came on a stream of `subscriptions/listen`");
    check(Flaw::StreamLogs, &MODERN, &told, &came("notifications/message"));
    check(Flaw::StreamProgress, &MODERN, &told, &came("notifications/progress"));
}

#[test]
fn only_what_was_asked_for_is_acknowledged() {
    let words = "the acknowledgement names \"picture://1\" in `resourceSubscriptions`, which was not asked for";
    check(Flaw::AcknowledgedMore, &MODERN, &["note", "list", "none", "some"], words);
    at_once(&MODERN, |via| {
        with_server(Flaw::AcknowledgedMore, via, &[], |server| {
            let bad = bad(&Folder::with_config(&lists(&server)).eval(&[]).1);
            assert!(bad.len() == 3 && bad.iter().all(|(_, told)| told.ends_with(words)), "{via:?}: {bad:?}");
        });
    });
}

#[test]
fn everything_on_a_stream_says_which_stream_it_is() {
    let words = |came: &str| format!(" in all that comes on the stream | {came}");
    let all = ["note", "list", "none", "some"];
    let acknowledged = words("none in `notifications/subscriptions/acknowledged`");
    check(Flaw::AcknowledgedUntagged, &MODERN, &all, &acknowledged);
    let told = ["note", "list", "some"];
    check(Flaw::UpdateUntagged, &MODERN, &told, &words("none in `notifications/resources/updated`"));
    check(Flaw::UpdateTaggedAsText, &MODERN, &told, &words("\""));
    check(Flaw::UpdateTaggedAsAnother, &MODERN, &told, &words("9999 in `notifications/resources/updated`"));
}

/// The session listens on a stream of its own for changes of the tools, and two tests may listen to one resource.
#[test]
fn streams_of_others_are_told_apart() {
    let by_the_way = json!({
        "name": "by the way", "uri": "note://1", "trigger": {"tool": "touch_list"}, "expectUpdates": false,
        "within": 300, "quiet": 100,
    });
    let twice = |name: &str| {
        json!({
            "name": name, "uri": "note://1", "trigger": save(name, 1), "updates": {"min": 1, "max": 2}, "within": 2000,
            "quiet": 0,
        })
    };
    let suites = json!([
        {"name": "S", "timeout": 2000, "subscriptionTests": [by_the_way]},
        {"name": "P", "timeout": 2000, "parallel": true, "subscriptionTests": [twice("one"), twice("two")]},
    ]);
    at_once(&MODERN, |via| {
        with_server(Flaw::None, via, &[], |server| {
            let (ran, report) = Folder::with_config(&json!({"server": server, "resourceSuites": suites})).eval(&[]);
            assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{via:?}");
            assert_eq!(report["violations"], json!([]), "{via:?}");
        });
    });
}

/// Each of them would hear the other's changes, so they wait for each other; what listens to something else does not.
#[test]
fn tests_of_one_resource_are_not_disturbed_by_each_other() {
    let one = |name: &str, updates: u64| {
        json!({
            "name": name, "uri": "note://1", "trigger": save(name, updates), "updates": updates, "within": 2000,
            "quiet": 200, "expectChange": true,
        })
    };
    let silent = json!({"name": "silent", "uri": "note://1", "expectUpdates": false, "within": 300, "quiet": 0});
    let suite = json!([
        {"name": "P", "timeout": 2000, "parallel": true, "subscriptionTests": [one("one", 1), one("two", 2), silent]},
    ]);
    at_once(&WAYS, |via| {
        with_server(Flaw::None, via, &[], |server| {
            let (ran, report) = Folder::with_config(&json!({"server": server, "resourceSuites": suite})).eval(&[]);
            assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{via:?}");
        });
    });
}

/// Changes of the three lists; each suite has the same test.
fn lists(server: &Value) -> Value {
    let test = |tool: &str, args: Value| {
        json!({
            "name": "changed", "trigger": {"tool": tool, "args": args}, "updates": 1, "expectChange": true,
            "within": 1000, "quiet": 100,
        })
    };
    let mut of_resources = test("add_resource", json!({}));
    of_resources["listChanged"] = json!(true);
    json!({
        "server": server,
        "toolHealthSuites": [{
            "name": "T", "tests": [{"name": "echo", "args": {"message": "x"}}],
            "listChangedTests": [test("touch_list", json!({"list": "tools"}))],
        }],
        "promptSuites": [{"name": "P", "listChangedTests": [test("touch_list", json!({"list": "prompts"}))]}],
        "resourceSuites": [{"name": "R", "subscriptionTests": [of_resources]}],
    })
}

/// What every test of changes fails with; nothing where all pass.
#[track_caller]
fn check_lists(flaw: Flaw, words: Option<&str>) {
    at_once(&WAYS, |via| {
        with_server(flaw, via, &[], |server| {
            let (_, report) = Folder::with_config(&lists(&server)).eval(&[]);
            let bad = bad(&report);
            assert_eq!(bad.len(), if words.is_some() { 3 } else { 0 }, "{flaw} {via:?}: {bad:?}");
            let is_told = |told: &str| words.is_some_and(|words| told.starts_with(words));
            assert!(bad.iter().all(|(_, told)| is_told(told)), "{flaw} {via:?}: {bad:?}");
            assert_eq!((cases(&report).len(), &report["violations"]), (4, &json!([])), "{via:?}");
        });
    });
}

#[test]
fn every_list_announces_its_changes() {
    check_lists(Flaw::None, None);
    check_lists(Flaw::UpdatesNever, Some("exactly 1 change of the list within 1000 ms | none"));
    check_lists(Flaw::UpdateTwice, Some("exactly 1 change of the list within 1000 ms | 2"));
    check_lists(Flaw::ListsStay, Some("something else than before the change | the same: ["));
    check_lists(Flaw::ListsTurn, Some("something else than before the change | the same in another order: ["));
}

/// What names no request is for the one who listens, whoever else is played in a parallel suite, and for nobody else.
#[test]
fn changes_of_lists_are_heard_among_others() {
    let listens = |name: &str, more: &Value| {
        let mut test = json!({
            "name": name, "listChanged": true, "trigger": {"tool": "add_resource"}, "within": 300, "quiet": 100,
        });
        test.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        test
    };
    let others = |number: u32| json!({"name": number.to_string(), "uri": "note://1", "repeat": 30});
    let slow = |ms: u32| json!({"name": "sleep", "args": {"ms": ms}});
    let touch = |name: &str| {
        let trigger = json!({"tool": "touch_list", "args": {"list": "tools"}});
        json!({"name": name, "trigger": trigger, "updates": 1, "within": 300})
    };
    let suites = |server: &Value, wanted: &Value| {
        json!({
            "server": server,
            "toolHealthSuites": [{
                "name": "T", "parallel": true, "tests": [slow(700), slow(701)],
                "listChangedTests": [touch("one"), touch("two")],
            }],
            "resourceSuites": [{
                "name": "R", "parallel": true, "resourceTests": [others(1), others(2)],
                "subscriptionTests": [listens("one", wanted), listens("two", wanted)],
            }],
        })
    };
    at_once(&WAYS, |via| {
        with_server(Flaw::None, via, &[], |server| {
            let (_, report) = Folder::with_config(&suites(&server, &json!({"updates": 1}))).eval(&[]);
            assert_eq!((bad(&report), &report["violations"]), (Vec::new(), &json!([])), "{via:?}");
            let (_, report) = Folder::with_config(&suites(&server, &json!({"expectUpdates": false}))).eval(&[]);
            assert_eq!(bad(&report).len(), 2, "{via:?}: {:?}", bad(&report));
        });
    });
}

#[test]
fn lists_that_announce_nothing_are_skipped_unless_they_must() {
    let server = corpus::stdio(&corpus::launch("server-memory"));
    let verdicts = |required: bool| {
        let mut config = lists(&server);
        config["promptSuites"][0]["required"] = json!(required);
        let report = Folder::with_config(&config).eval(&["--prompts-only"]).1;
        cases(&report).iter().map(|case| case["verdict"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((verdicts(false), verdicts(true)), (vec![json!("skipped")], vec![json!("failed")]));
}

#[test]
fn late_update_fails_where_it_may_not_be_late() {
    let tests = json!([{
        "name": "late", "uri": "note://1", "trigger": save("x", 1), "within": 20_000, "maxLatency": 1500, "quiet": 0,
    }]);
    for via in WAYS {
        with_server(Flaw::UpdateLate, via, &["--delay-ms", "1600"], |server| {
            let (code, report) = eval(&server, &tests);
            let bad = bad(&report);
            assert_eq!((code, bad.len()), (1, 1), "{via:?}: {bad:?}");
            assert!(bad[0].1.starts_with("the first of the updates within 1500 ms | 1"), "{via:?}: {bad:?}");
        });
    }
}

#[test]
fn touched_file_that_nobody_watches_brings_no_update() {
    let touch = |path: &str| json!([{"name": "file", "uri": "note://1", "touch": path, "append": "more\n", "within": 300, "quiet": 0}]);
    let run = |path: &str| {
        let folder = Folder::with_config(&json!({"server": zoo(&["none"]), "resourceSuites": suite(&touch(path))}));
        folder.write("data/a.txt", "some\n");
        let (ran, report) = folder.eval(&[]);
        (ran.code, bad(&report)[0].1.clone(), folder.read("data/a.txt"))
    };
    let (code, words, text) = run("data/a.txt");
    assert_eq!((code, words.as_str()), (1, "at least 1 update within 300 ms | none"));
    assert_eq!(text, "some\nmore\n");
    let (code, words, _) = run("data/b.txt");
    assert_eq!(code, 1, "{words}");
    assert!(words.contains("could not touch ") && words.contains("data/b.txt"), "{words}");
}

/// The same on servers that nobody here wrote: `server-everything` announces updates in turns of five seconds.
fn check_real(server: &Value) {
    let test = |title: &str, updates: Value| {
        json!([{
            "name": title, "uri": "demo://resource/dynamic/text/1", "trigger": {"tool": "toggle-subscriber-updates"},
            "updates": updates, "within": 8000,
        }])
    };
    let run = |tests: Value| {
        let suites = json!([{"name": "S", "subscriptionTests": tests}]);
        Folder::with_config(&json!({"server": server, "resourceSuites": suites})).eval(&[])
    };
    let (ran, report) = run(test("some", json!({"min": 1})));
    assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{report:#}");
    assert_eq!(report["violations"], json!([]));
    let (ran, report) = run(test("none", json!(0)));
    let bad = bad(&report);
    assert_eq!((ran.code, bad.len()), (1, 1), "{bad:?}");
    assert!(bad[0].1.starts_with("exactly 0 updates within 8000 ms | "), "{bad:?}");
}

#[test]
fn server_everything_announces_updates_over_stdio() {
    check_real(&corpus::stdio(&corpus::launch("server-everything")));
}

#[test]
fn server_everything_announces_updates_over_http_with_sessions() {
    let served = crate::served::Served::start(&corpus::launch_http("server-everything"));
    check_real(&served.config());
}

#[test]
fn example_passes_on_server_everything() {
    let (ran, report) = npx::eval_example("subscriptions/mcp-eval.config.yaml");
    assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{report:#}");
    assert_eq!(cases(&report).len(), 2);
    assert_eq!(report["violations"], json!([]));
}
