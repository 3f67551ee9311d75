//! Tests of what a server asks of its client: on a good server, on one that is wrong in just one way, and on real ones.

use mcpvals_testkit::{Flaw, HttpServer, Program};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases, zoo};
use crate::{corpus, npx};

/// How a server is spoken to.
#[derive(Clone, Copy, Debug)]
enum Via {
    Stdio,
    Http,
    Stateless,
}

const WAYS: [Via; 3] = [Via::Stdio, Via::Http, Via::Stateless];

fn with_server<T>(flaw: Flaw, via: Via, play: impl FnOnce(Value) -> T) -> T {
    let stdio = |era: &str| {
        let args = [flaw.name(), "--era", era];
        json!({"transport": "stdio", "command": Program::Zoo.path(), "args": args})
    };
    match via {
        Via::Stdio => play(stdio("legacy")),
        Via::Stateless => play(stdio("modern")),
        Via::Http => {
            let server = HttpServer::zoo(flaw, &["--era", "legacy"]);
            play(json!({"transport": "shttp", "url": server.url()}))
        }
    }
}

/// Every list of tests, each with something that a good server meets.
fn suites() -> Value {
    json!({
        "samplingSuites": [{
            "name": "Sampling", "trigger": {"tool": "ask_sampling"}, "timeout": 2000, "parallel": true,
            "capabilityTests": [{"name": "asks"}, {"name": "bare", "expectedCapability": false}],
            "requestTests": [
                {"name": "request", "messages": [{"role": "user", "content": "say hello"}], "maxTokens": 100,
                 "answers": ["hello from the script"], "expectedResult": "hello from the script"},
                {"name": "refused", "simulateUserResponse": "reject"},
            ],
            "securityTests": [
                {"name": "canary", "canaries": {"env": ["MCPVALS_ZOO_CANARY"]}},
                {"name": "no", "unauthorizedRequests": [{"messages": [{"role": "user"}], "expectRejection": true}]},
            ],
            "contentTests": [{"name": "content", "testCases": [{"contentType": "text", "input": "x", "expectedResponse": "x"}, {"contentType": "image"}]}],
            "performanceTests": [{"name": "at once", "concurrentRequests": 5}],
            "workflowTests": [{"name": "steps", "steps": [
                {"stepType": "request"}, {"stepType": "approval", "userResponse": "modify", "timeoutMs": 20},
                {"stepType": "response", "expectedOutcome": "modified by the user"},
            ]}],
        }],
        "elicitationSuites": [{
            "name": "Forms", "trigger": {"tool": "ask_elicitation"}, "timeout": 2000, "parallel": true,
            "capabilityTests": [
                {"name": "asks"}, {"name": "bare", "expectedCapability": false},
                {"name": "only forms", "expectedCapability": "form"}, {"name": "only pages", "expectedCapability": "url"},
            ],
            "tests": [
                {"name": "form", "message": "your name", "requestedSchema": {"properties": {"name": {"type": "string"}}},
                 "answer": {"content": {"name": "Ada"}}, "expectedResult": "Ada"},
                {"name": "declined", "answer": "decline"},
                {"name": "invalid", "invalidContent": {"name": 7}},
            ],
        }],
        "rootsSuites": [{
            "name": "Roots", "trigger": {"tool": "ask_roots"}, "timeout": 2000,
            "tests": [
                {"name": "roots", "roots": ["/work"], "expectedResult": "file:///work"},
                {"name": "changed", "roots": ["/work"], "change": true},
                {"name": "changed to", "roots": ["/work"], "change": ["/work", "/other"], "requests": 2},
            ],
        }],
    })
}

fn config(server: Value, suites: Value) -> Value {
    let mut config = suites;
    config["server"] = server;
    config
}

/// What cannot be done: a round of 2026-07-28 has no place for an error, and the environment of a server that is reached by
/// address is not ours.
fn unplayed(via: Via) -> &'static [&'static str] {
    match via {
        Via::Stdio => &[],
        Via::Http => &["Sampling/canary"],
        Via::Stateless => &["Sampling/refused", "Sampling/no: unauthorized request"],
    }
}

/// Titles of cases that failed, with the words of their first mismatch.
fn bad(report: &Value) -> Vec<(String, String)> {
    let failed = cases(report).into_iter().filter(|case| case["verdict"] != "passed" && case["verdict"] != "skipped");
    let words = |case: Value| {
        let first = &case["mismatches"][0];
        let words = ["expected", "actual"].map(|part| first[part].as_str().unwrap_or_default().to_owned()).join(" | ");
        (case["id"].as_str().unwrap_or_default().to_owned(), if words == " | " { case.to_string() } else { words })
    };
    failed.map(words).collect()
}

#[test]
fn good_server_passes_every_test_in_every_way() {
    for via in WAYS {
        with_server(Flaw::None, via, |server| {
            let (ran, report) = Folder::with_config(&config(server, suites())).eval(&[]);
            assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{via:?}");
            let skipped: Vec<Value> = cases(&report).into_iter().filter(|case| case["verdict"] == "skipped").collect();
            let ids: Vec<&str> = skipped.iter().filter_map(|case| case["id"].as_str()).collect();
            let why = match via {
                Via::Stdio => "",
                Via::Http => "in the environment of a server that is reached by address",
                Via::Stateless => "a client cannot refuse",
            };
            assert_eq!(ids, unplayed(via), "{via:?}");
            assert!(skipped.iter().all(|case| case.to_string().contains(why)), "{skipped:?}");
            assert_eq!(cases(&report).len(), 20, "{via:?}");
            assert_eq!(report["violations"], json!([]), "{via:?}");
        });
    }
}

/// The cases that fail on the flawed server, and words of the first.
#[track_caller]
fn check(flaw: Flaw, ways: &[Via], failing: &[&str], words: &str) {
    for via in ways {
        with_server(flaw, *via, |server| {
            let (_, report) = Folder::with_config(&config(server, suites())).eval(played(*via, failing));
            let bad = bad(&report);
            let ids: Vec<&str> = bad.iter().map(|(id, _)| id.as_str()).collect();
            let is_played = |id: &&str| !unplayed(*via).contains(id);
            let failing: Vec<&str> = failing.iter().copied().filter(is_played).collect();
            assert_eq!(ids, failing, "{flaw} {via:?}: {bad:?}");
            assert!(bad.first().is_none_or(|bad| bad.1.contains(words)), "{flaw} {via:?}: {bad:?}");
        });
    }
}

/// Over stdio all suites, where those that fail must be the only ones; elsewhere those that are about the flaw, since each
/// case has a session of its own.
fn played(via: Via, failing: &[&str]) -> &'static [&'static str] {
    let all_of = |suite: &str| failing.iter().all(|id| id.starts_with(suite));
    match via {
        Via::Stdio => &[],
        _ if all_of("Forms/") => &["--elicitation-only"],
        _ if all_of("Sampling/") => &["--sampling-only"],
        Via::Http | Via::Stateless => &[],
    }
}

/// All cases in which the server samples.
const SAMPLING: [&str; 9] = [
    "Sampling/asks",
    "Sampling/request",
    "Sampling/refused",
    "Sampling/canary",
    "Sampling/no: unauthorized request",
    "Sampling/at once",
    "Sampling/content: text",
    "Sampling/content: image",
    "Sampling/steps",
];
const FORMS: [&str; 5] = ["Forms/asks", "Forms/only forms", "Forms/form", "Forms/declined", "Forms/invalid"];

#[test]
fn ill_shaped_sampling_requests_fail() {
    let all = |flaw, words| check(flaw, &WAYS, &SAMPLING, words);
    all(Flaw::SamplingWithoutMaxTokens, "`maxTokens` is missing");
    all(Flaw::SamplingWithoutMessages, "`messages` is");
    all(Flaw::SamplingOfSystemRole, "`role` is \"system\"");
    all(Flaw::SamplingPriorityTooHigh, "`costPriority` is 2");
}

#[test]
fn undeclared_tools_in_sampling_fail() {
    check(Flaw::SamplingWithUndeclaredTools, &WAYS, &SAMPLING, "with `tools`, which the client did not declare");
}

#[test]
fn undeclared_mode_of_elicitation_fails() {
    let failing = ["Forms/only forms", "Forms/form"];
    check(Flaw::UndeclaredElicitationMode, &WAYS, &failing, "in URL mode, which the client did not declare");
}

#[test]
fn told_secret_fails_the_test_that_planted_it() {
    check(Flaw::SamplingTellsEnvironment, &[Via::Stdio, Via::Stateless], &["Sampling/canary"], "canary-");
}

#[test]
fn told_file_fails_in_the_servers_own_folder_and_in_any_disguise() {
    let tests = json!([{"name": "file", "canaries": {"files": ["canary.txt"]}}]);
    let suite = json!([{"name": "S", "trigger": {"tool": "ask_sampling"}, "securityTests": tests}]);
    for flaw in [Flaw::None, Flaw::SamplingTellsFile] {
        with_server(flaw, Via::Stdio, |mut server| {
            let folder = tempfile::tempdir().unwrap();
            server["cwd"] = json!(folder.path());
            let (_, report) = Folder::with_config(&json!({"server": server, "samplingSuites": suite})).eval(&[]);
            let bad = bad(&report);
            assert_eq!(bad.len(), usize::from(flaw != Flaw::None), "{flaw}: {bad:?}");
            assert!(bad.iter().all(|(_, words)| words.contains("what is in the file `canary.txt`")), "{bad:?}");
            assert!(!folder.path().join("canary.txt").exists());
        });
    }
}

#[test]
fn new_root_that_is_not_shown_fails() {
    check(Flaw::HidesNewRoots, &WAYS, &["Roots/changed", "Roots/changed to"], "the new root file:///");
}

#[test]
fn ill_shaped_fields_fail() {
    let all = |flaw, words| check(flaw, &WAYS, &FORMS, words);
    all(Flaw::FormWithNestedField, "the type \"object\" has no place in a form");
    all(Flaw::FormWithUnknownFormat, "`format` is \"hostname\"");
    all(Flaw::FormWithoutChoices, "`enum` has no choices");
    all(Flaw::FormWithNullChoice, "`enum` has the choice null");
    all(Flaw::FormRequiresTwice, "`required` has \"name\" twice");
    all(Flaw::FormWithForeignKeyword, "`const` has no place");
}

#[test]
fn ill_shaped_defaults_fail() {
    let all = |flaw, words| check(flaw, &WAYS, &FORMS, words);
    all(Flaw::FormWithWrongDefault, "`default` is 7");
    all(Flaw::FormWithDefaultOutOfChoice, "the default \"c\" is none of the choices");
    all(Flaw::FormWithDefaultTooLarge, "the default 50 breaks `maximum` 20");
    all(Flaw::FormWithDefaultOfOtherFormat, "the default \"nope\" is not of the format \"email\"");
}

#[test]
fn secrets_and_half_said_questions_fail() {
    let all = |flaw, words| check(flaw, &WAYS, &FORMS, words);
    all(Flaw::FormForPassword, "no secrets");
    all(Flaw::FormSaysPassword, "no secrets");
    all(Flaw::UrlWithPassword, "a URL without credentials");
    all(Flaw::ElicitationWithoutMessage, "`message` is missing");
    all(Flaw::UrlWithoutScheme, "`url` is \"example.com\"");
}

#[test]
fn what_asks_for_input_must_not_be_cached() {
    let words = "a result that asks for input has `ttlMs`; it must not be cached";
    check(Flaw::CachedQuestion, &[Via::Stateless], &FORMS, words);
}

#[test]
fn address_in_a_form_and_a_choice_that_is_there_twice_are_doubts() {
    let flaws = [(Flaw::None, ""), (Flaw::FormWithUrl, "urlInForm"), (Flaw::FormWithDoubledChoice, "doubledChoice")];
    for (via, (flaw, kind)) in WAYS.into_iter().flat_map(|via| flaws.map(|flaw| (via, flaw))) {
        with_server(flaw, via, |server| {
            let suite = json!([{"name": "E", "trigger": {"tool": "ask_elicitation"}, "tests": [{"name": "form"}]}]);
            let (_, report) = Folder::with_config(&json!({"server": server, "elicitationSuites": suite})).eval(&[]);
            let warnings = cases(&report)[0]["warnings"].to_string();
            assert_eq!(bad(&report), Vec::new(), "{flaw} {via:?}");
            let found = ["urlInForm", "doubledChoice"].into_iter().filter(|kind| warnings.contains(kind));
            assert_eq!(found.collect::<String>(), kind, "{flaw} {via:?}: {warnings}");
        });
    }
}

/// What a form-only client is asked in URL mode fails for that already, so one test tells.
#[test]
fn address_that_is_no_page_of_the_web_fails() {
    let tests = json!([{"name": "page", "mode": "url", "answer": "accept"}]);
    let suite = json!([{"name": "E", "trigger": {"tool": "ask_elicitation", "args": {"how": "url"}}, "tests": tests}]);
    let play = |flaw, via| {
        with_server(flaw, via, |server| {
            let (_, report) = Folder::with_config(&json!({"server": server, "elicitationSuites": suite})).eval(&[]);
            (bad(&report), cases(&report)[0]["warnings"].to_string())
        })
    };
    let check = |flaw: Flaw, words: &str| {
        for via in WAYS {
            let (bad, _) = play(flaw, via);
            assert!(bad.len() == 1 && bad[0].1.contains(words), "{flaw} {via:?}: {bad:?}");
        }
    };
    for via in WAYS {
        assert_eq!(play(Flaw::None, via).0, Vec::new(), "{via:?}");
        let (bad, warnings) = play(Flaw::UrlIsPlain, via);
        assert!(bad.is_empty() && warnings.contains("plainUrl"), "{via:?}: {bad:?} {warnings}");
    }
    let (bad, _) = play(Flaw::UrlWithId, Via::Stateless);
    assert!(bad.len() == 1 && bad[0].1.contains("`elicitationId` went with revision 2026-07-28"), "{bad:?}");
    check(Flaw::UrlWithoutHost, "`url` is \"https:///who\", not an absolute URL");
    let page = |url: &str| format!("an `https` (or `http`) URL of a page | \"{url}\"");
    check(Flaw::UrlIsScript, &page("javascript:alert(1)"));
    check(Flaw::UrlIsData, &page("data:text/html,who"));
    check(Flaw::UrlIsFile, &page("file:///etc/passwd"));
}

#[test]
fn answer_that_no_form_takes_is_the_tests_mistake() {
    with_server(Flaw::None, Via::Stdio, |server| {
        let tests = json!([{"name": "number", "answer": {"content": {"name": 7}}}]);
        let suite = json!([{"name": "F", "trigger": {"tool": "ask_elicitation"}, "tests": tests}]);
        let (_, report) = Folder::with_config(&json!({"server": server, "elicitationSuites": suite})).eval(&[]);
        let case = &cases(&report)[0];
        assert_eq!(case["verdict"], "errored", "{case}");
        assert!(case.to_string().contains("does not fit the form: 7 is no string"), "{case}");
    });
}

#[test]
fn server_that_takes_any_form_fails_where_it_is_given_one() {
    check(Flaw::TakesAnyForm, &WAYS, &["Forms/invalid"], "an error");
}

#[test]
fn refusal_must_be_told() {
    let legacy = [Via::Stdio, Via::Http];
    let refused = |form| unplayed(Via::Stateless).iter().copied().chain(form).collect::<Vec<&str>>();
    let all = refused(Some("Forms/declined"));
    check(Flaw::SilentRefusal, &legacy, &all, "an error, because the user refused");
    check(Flaw::SilentRefusal, &[Via::Stateless], &["Forms/declined"], "a success with nothing in it");
    check(Flaw::HangsOnRefusal, &legacy, &all, "an answer within");
    check(Flaw::IgnoresRefusal, &legacy, &refused(None), "an error, because the user refused");
    check(Flaw::IgnoresRefusal, &[Via::Stateless], &[], "");
    let clear = "an error that says what became of it, not that the server broke";
    check(Flaw::BreaksOnRefusal, &legacy, &refused(Some("Forms/declined")), clear);
    check(Flaw::BreaksOnForm, &WAYS, &["Forms/invalid"], clear);
}

/// A test whose trigger wants a page to be visited first.
fn page_suites() -> Value {
    json!({"elicitationSuites": [{
        "name": "Pages", "trigger": {"tool": "ask_elicitation", "args": {"how": "required"}}, "timeout": 2000,
        "capabilityTests": [{"name": "only pages", "expectedCapability": "url"}, {"name": "only forms", "expectedCapability": "form"}],
        "tests": [
            {"name": "visited", "mode": "url", "url": "example.com", "requests": 1, "answer": "accept", "expectedResult": "visited"},
            {"name": "not visited", "mode": "url", "requests": 1, "answer": "decline"},
        ],
    }]})
}

#[test]
fn page_that_an_error_asks_for_is_visited_and_the_call_made_again() {
    let play = |flaw: Flaw, via| {
        with_server(flaw, via, |server| {
            let (_, report) = Folder::with_config(&config(server, page_suites())).eval(&[]);
            (bad(&report), report["violations"].to_string())
        })
    };
    for via in [Via::Stdio, Via::Http] {
        assert_eq!(play(Flaw::None, via), (Vec::new(), "[]".to_owned()), "{via:?}");
        let (bad, _) = play(Flaw::RequiresNoPage, via);
        let ids: Vec<&str> = bad.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["Pages/only pages", "Pages/visited", "Pages/not visited"], "{via:?}");
        assert!(bad[0].1.contains("in error -32042, `data.elicitations` is missing"), "{bad:?}");
        let (bad, violations) = play(Flaw::CompletesUnknownPage, via);
        let unknown = "came for an `elicitationId` that no request had";
        assert!(violations.contains(unknown), "{violations}");
        let ids: Vec<&str> = bad.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["Pages/only pages", "Pages/visited"], "{via:?}");
        assert!(bad.iter().all(|(_, words)| words.contains(unknown)), "{bad:?}");
    }
}

#[test]
fn client_that_declares_nothing_must_not_be_asked() {
    let legacy = [Via::Stdio, Via::Http];
    for via in legacy {
        with_server(Flaw::UndeclaredSampling, via, |server| {
            let tests = json!([{"name": "bare", "expectedCapability": false}]);
            let suite =
                json!([{"name": "S", "trigger": {"tool": "echo", "args": {"message": "x"}}, "capabilityTests": tests}]);
            let (ran, report) = Folder::with_config(&json!({"server": server, "samplingSuites": suite})).eval(&[]);
            assert_eq!(ran.code, 1);
            assert!(bad(&report)[0].1.contains("did not declare"), "{:?}", bad(&report));
        });
    }
}

#[test]
fn client_that_declares_nothing_must_not_be_asked_as_soon_as_it_is_there() {
    let words = [Flaw::UndeclaredSampling.name(), "--on", "initialize", "--era", "legacy"];
    let tests = json!([{"name": "bare", "expectedCapability": false}]);
    let suite = json!([{"name": "S", "trigger": {"tool": "echo", "args": {"message": "x"}}, "capabilityTests": tests}]);
    let (ran, report) = Folder::with_config(&json!({"server": zoo(&words), "samplingSuites": suite})).eval(&[]);
    assert_eq!(ran.code, 1);
    let bad = bad(&report);
    assert!(bad[0].1.contains("the client does not declare `sampling` | 1 of them"), "{bad:?}");
}

#[test]
fn what_is_asked_as_soon_as_the_session_stands_is_none_that_the_trigger_made() {
    let words = [Flaw::UndeclaredSampling.name(), "--on", "initialize", "--era", "legacy"];
    let tests = json!([{"name": "once", "requests": 1}, {"name": "twice", "requests": 2}]);
    let trigger = json!({"tool": "echo", "args": {"message": "x"}});
    let suite = json!([{"name": "S", "trigger": trigger, "requestTests": tests}]);
    let (_, report) = Folder::with_config(&json!({"server": zoo(&words), "samplingSuites": suite})).eval(&[]);
    let bad = bad(&report);
    let ends = "| 1 (asked as soon as the session stood, before the trigger)";
    assert!(bad.len() == 2 && bad.iter().all(|(_, told)| told.ends_with(ends)), "{bad:?}");
}

#[test]
fn crash_says_nothing_of_a_client_that_cannot_be_asked() {
    let failing = ["Sampling/bare", "Forms/bare", "Forms/only pages"];
    check(Flaw::BreaksUnasked, &WAYS, &failing, "an error that says that the client has no `sampling`");
    check(Flaw::BreaksUnaskedInResult, &WAYS, &failing, "an error that says that the client has no `sampling`");
}

#[test]
fn client_hears_what_it_lacks() {
    let failing = ["Sampling/bare", "Forms/bare", "Forms/only pages"];
    check(Flaw::RefusesWithoutData, &[Via::Stateless], &failing, "in `error`, `data` is null, not an object with");
}

#[test]
fn refusal_with_the_code_of_a_crash_is_a_doubt() {
    for (flaw, warned) in [(Flaw::None, false), (Flaw::RefusesAsInternal, true)] {
        for via in WAYS {
            with_server(flaw, via, |server| {
                let tests = json!([{"name": "bare", "expectedCapability": false}]);
                let trigger = json!({"tool": "ask_sampling", "args": {"prompt": "hello"}});
                let suite = json!([{"name": "S", "trigger": trigger, "capabilityTests": tests}]);
                let (ran, report) = Folder::with_config(&json!({"server": server, "samplingSuites": suite})).eval(&[]);
                let words = cases(&report)[0]["warnings"].to_string();
                assert_eq!(ran.code, 0, "{flaw} {via:?}: {report:#}");
                assert_eq!(words.contains("code is not that of an internal error"), warned, "{flaw} {via:?}: {words}");
            });
        }
    }
}

/// Nothing is asked of a client that declares nothing, so only the lists tell that the trigger is misspelt.
#[test]
fn misspelt_trigger_is_found_where_nothing_is_asked() {
    for via in [Via::Stdio, Via::Stateless] {
        with_server(Flaw::None, via, |server| {
            let test = |capability: Value| json!([{"name": "t", "expectedCapability": capability}]);
            let suites = json!({
                "samplingSuites": [{"name": "S", "trigger": {"tool": "ask_samplin"}, "capabilityTests": test(json!(false))}],
                "elicitationSuites": [{"name": "E", "trigger": {"tool": "ask_elicitatio"}, "capabilityTests": test(json!("url"))}],
            });
            let (ran, report) = Folder::with_config(&config(server, suites)).eval(&[]);
            let bad = bad(&report);
            assert_eq!((ran.code, bad.len()), (1, 2), "{via:?}: {bad:?}");
            assert!(
                bad[0].1.starts_with("the tool \"ask_samplin\" | no such tool; nearest: \"ask_sampling\""),
                "{bad:?}"
            );
        });
    }
}

#[test]
fn expectations_of_requests_can_fail() {
    let tests = json!([
        {"name": "twice", "requests": 2},
        {"name": "other words", "messages": [{"role": "assistant"}]},
        {"name": "more messages", "messages": [{}, {}]},
        {"name": "other limit", "maxTokens": 7},
        {"name": "other prompt", "systemPrompt": "x"},
        {"name": "matcher", "expectRequest": {"jsonPath": {"$.maxTokens": {"equals": 7}}}},
        {"name": "forbidden", "forbidden": ["(?i)say hel+o"]},
        {"name": "second", "expectRequests": [{}, {}]},
        {"name": "none", "expectUserApproval": false},
        {"name": "silence", "answers": [{"silence": true}], "timeout": 500},
    ]);
    with_server(Flaw::None, Via::Stdio, |server| {
        let suite =
            json!([{"name": "S", "trigger": {"tool": "ask_sampling"}, "parallel": true, "requestTests": tests}]);
        let (ran, report) = Folder::with_config(&json!({"server": server, "samplingSuites": suite})).eval(&[]);
        let bad: Vec<String> = bad(&report).into_iter().map(|(_, words)| words).collect();
        let words = [
            "exactly 2 `sampling/createMessage` | 1",
            "in request 1, message 1 of `assistant` | of \"user\"",
            "in request 1, 2 messages | 1: ",
            "in request 1, `maxTokens` 7 | 100",
            "in request 1, `systemPrompt` with \"x\" | it is missing",
            "in request 1, ",
            "no request with anything like `(?i)say hel+o` | \"Say hello\" at `/messages/0/content/text`",
            "exactly 2 `sampling/createMessage` | 1",
            "no `sampling/createMessage` | 1",
            "an answer within 500 ms | ",
        ];
        assert_eq!((ran.code, bad.len()), (1, words.len()), "{bad:#?}");
        for (bad, words) in bad.iter().zip(words) {
            assert!(bad.starts_with(words), "{bad} is not {words}");
        }
    });
}

#[test]
fn a_thousand_requests_at_once_are_counted_and_answered() {
    with_server(Flaw::None, Via::Stdio, |server| {
        let tests = json!([{"name": "many", "concurrentRequests": 1000}, {"name": "held back", "concurrentRequests": 10, "expectThrottling": true}]);
        let suite = json!([{"name": "S", "trigger": {"tool": "ask_sampling"}, "performanceTests": tests}]);
        let (_, report) = Folder::with_config(&json!({"server": server, "samplingSuites": suite})).eval(&[]);
        let bad = bad(&report);
        assert_eq!(bad.len(), 1, "{bad:?}");
        assert_eq!(bad[0].1, "at most 9 requests waiting for an answer at the same time | 10");
    });
}

#[test]
fn lost_answers_fail_where_several_are_asked_for_at_once() {
    for via in WAYS {
        let play = |flaw| {
            with_server(flaw, via, |server| {
                let tests = json!([{"name": "many", "concurrentRequests": 20}, {"name": "sized", "concurrentRequests": 20, "messageSize": "small"}]);
                let trigger = json!({"tool": "ask_sampling", "args": {"prompt": "say {{input}}"}});
                let suite = json!([{"name": "S", "trigger": trigger, "performanceTests": tests}]);
                let (_, report) = Folder::with_config(&json!({"server": server, "samplingSuites": suite})).eval(&[]);
                bad(&report)
            })
        };
        assert_eq!(play(Flaw::None), Vec::new(), "{via:?}");
        let lost = play(Flaw::LosesAnswers);
        assert_eq!(lost.len(), 2, "{via:?}: {lost:?}");
        assert!(lost[0].1.contains("of 20 are in the result of no call; the first is answer-"), "{via:?}: {lost:?}");
    }
}

/// The same on servers that nobody here wrote.
fn real_suites() -> Value {
    json!({
        "samplingSuites": [{
            "name": "Sampling", "trigger": {"tool": "trigger-sampling-request", "args": {"prompt": "a tree", "maxTokens": 77}},
            "parallel": true,
            "capabilityTests": [{"name": "asks"}, {"name": "bare", "expectedCapability": false}],
            "requestTests": [
                {"name": "request", "messages": [{"role": "user", "content": "a tree"}], "systemPrompt": "helpful", "maxTokens": 77,
                 "answers": ["forty-two"], "expectedResult": "forty-two"},
                {"name": "refused", "simulateUserResponse": "reject", "expectedError": "rejected"},
                {"name": "not so", "maxTokens": 78},
            ],
        }],
        "elicitationSuites": [{
            "name": "Forms", "trigger": {"tool": "trigger-elicitation-request"}, "parallel": true,
            "tests": [
                {"name": "form", "answer": {"content": {"name": "Ada"}}, "expectedResult": "Ada"},
                {"name": "declined", "answer": "decline", "expectedResult": "declined"},
                {"name": "invalid", "invalidContent": {"name": 7}},
            ],
        }],
        "rootsSuites": [{"name": "Roots", "trigger": {"tool": "get-roots-list"}, "tests": [
            {"name": "roots", "roots": ["/work"], "expectedResult": "/work"},
            {"name": "changed", "roots": ["/work"], "change": true},
        ]}],
    })
}

/// `server-everything` takes forms that break their schema: that is found, and what was made to fail.
fn check_real(server: Value) {
    let (_, report) = Folder::with_config(&config(server, real_suites())).eval(&[]);
    let bad: Vec<String> = bad(&report).into_iter().map(|(id, _)| id).collect();
    assert_eq!(bad, ["Sampling/not so", "Forms/invalid"]);
}

#[test]
fn example_passes_on_server_everything() {
    let (ran, report) = npx::eval_example("sampling/mcp-eval.config.yaml");
    assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{report:#}");
    assert_eq!(cases(&report).len(), 10);
    assert_eq!(report["violations"], json!([]));
}

/// The tools that only some clients are offered are triggers. All that is written passes, also what waits for its author.
#[test]
fn init_writes_tests_of_what_server_everything_asks() {
    let server = corpus::stdio(&corpus::launch("server-everything"));
    let words =
        |member: &str| server[member].as_array().into_iter().flatten().filter_map(|word| word.as_str()).collect();
    let args: Vec<&str> = words("args");
    let command = server["command"].as_str().unwrap();
    let folder = Folder::new();
    let made = folder.run(&[&["init", "-o", "written.json", "--", command][..], &args].concat());
    assert_eq!(made.code, 0, "{made:?}");
    let mut config: Value = serde_json::from_str(&folder.read("written.json")).unwrap();
    let skip = |test: &mut Value| drop(test.as_object_mut().and_then(|test| test.remove("skip")));
    let lists = [
        ("/samplingSuites/0/capabilityTests", 2),
        ("/elicitationSuites/0/capabilityTests", 4),
        ("/rootsSuites/0/rootsTests", 2),
        ("/utilitySuites/0/taskTests", 1),
    ];
    for (list, count) in lists {
        let tests = config.pointer_mut(list).and_then(Value::as_array_mut).unwrap();
        assert_eq!(tests.len(), count, "{list}");
        tests.iter_mut().for_each(skip);
    }
    for suites in ["samplingSuites", "elicitationSuites", "rootsSuites"] {
        config[suites][0]["parallel"] = json!(true);
    }
    for member in ["toolHealthSuites", "resourceSuites", "promptSuites", "completionSuites"] {
        config.as_object_mut().unwrap().remove(member);
    }
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{report:#}");
}

#[test]
fn server_filesystem_asks_for_roots_before_anything_is_called() {
    let server = corpus::stdio(&corpus::launch("server-filesystem"));
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let tests = json!([
        {"name": "uses them", "roots": [&root], "requests": 1, "expectedResult": root},
        {"name": "asks twice", "roots": [&root], "requests": 2},
        {"name": "uses others", "roots": [&root], "expectedResult": "/nowhere"},
        {"name": "bare", "expectedCapability": false},
    ]);
    let suite = json!([{"name": "R", "trigger": {"tool": "list_allowed_directories"}, "tests": tests}]);
    let (_, report) = Folder::with_config(&json!({"server": server, "rootsSuites": suite})).eval(&[]);
    let bad: Vec<String> = bad(&report).into_iter().map(|(id, _)| id).collect();
    assert_eq!(bad, ["R/asks twice", "R/uses others"], "{report:#}");
    assert_eq!(report["violations"], json!([]));
}

#[test]
fn server_everything_asks_over_stdio() {
    check_real(corpus::stdio(&corpus::launch("server-everything")));
}

#[test]
fn server_everything_asks_over_http_with_sessions() {
    let served = crate::served::Served::start(&corpus::launch_http("server-everything"));
    check_real(served.config());
}
