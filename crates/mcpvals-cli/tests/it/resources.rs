//! Tests of resources: each rule on the good server and on the one that breaks exactly it; on real servers the example,
//! and each expectation broken.

use mcpvals_testkit::Flaw;
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};
use crate::subscriptions::{LEGACY, Via, WAYS, with_server};
use crate::{corpus, npx};

/// Titles of the cases that did not pass.
fn bad(report: &Value) -> Vec<String> {
    let failed = cases(report).into_iter().filter(|case| case["verdict"] != "passed");
    failed.map(|case| case["title"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn example_passes_on_server_everything() {
    let (ran, report) = npx::eval_example("resources/mcp-eval.config.yaml");
    assert_eq!((ran.code, bad(&report)), (0, Vec::new()), "{report:#}");
    assert_eq!(cases(&report).len(), 7);
    assert_eq!(report["violations"], json!([]));
}

#[test]
fn snapshot_of_a_resource_is_stored_and_compared() {
    let config = |uri: &str| {
        let server = corpus::stdio(&corpus::launch("hello-world"));
        let tests = json!([{"name": "greeting", "uri": uri, "expect": {"snapshot": true}}]);
        json!({"server": server, "resourceSuites": [{"name": "G", "tests": tests}]})
    };
    let folder = Folder::with_config(&config("greeting://Ann"));
    assert_eq!(folder.run(&["eval"]).code, 1);
    let (ran, report) = folder.eval(&["--update-snapshots"]);
    assert_eq!((ran.code, cases(&report)[0]["warnings"][0]["kind"].as_str()), (0, Some("snapshotStored")));
    assert!(folder.read("mcp-eval.config.json.snap.json").contains("\"G/greeting\""));
    assert_eq!(folder.run(&["eval"]).code, 0);
    folder.write("mcp-eval.config.json", &config("greeting://Bob").to_string());
    assert_eq!(folder.run(&["eval"]).code, 1);
}

#[test]
fn hello_world_gives_what_it_lists_and_nothing_else() {
    let suite = |count: u32, text: &str, kind: &str, uri: &str| {
        let suite = json!({
            "name": "Greetings",
            "discoveryTests": [{"name": "count", "expectedCount": count}],
            "tests": [{"name": "read", "uri": "hello://world", "expectedContent": text}],
            "templateTests": [{
                "name": "template", "template": "greeting://{name}", "arguments": {"name": "Ann B"},
                "expectedUri": uri, "expectedContent": kind,
            }],
        });
        let server = corpus::stdio(&corpus::launch("hello-world"));
        Folder::with_config(&json!({"server": server, "resourceSuites": [suite]})).eval(&[]).1
    };
    let right = suite(1, "hello", "Ann", "greeting://Ann%20B");
    assert_eq!(bad(&right), Vec::<String>::new(), "{right:#}");
    assert_eq!(bad(&suite(2, "goodbye", "Bob", "greeting://Ann%20B")), ["count", "read", "template"]);
    assert_eq!(bad(&suite(1, "hello", "Ann", "greeting://Ann B")), ["template"]);
}

/// Everything that the zoo's resources can be asked.
fn zoo_suites() -> Value {
    json!([{
        "name": "Z", "timeout": 5000,
        "discoveryTests": [
            {"name": "list", "expectedResources": ["note://1", "numbered://6"], "expectedCount": 6},
            {"name": "templates", "expectedTemplates": ["letter://{name}"], "expectedTemplateCount": 1},
        ],
        "tests": [
            {"name": "picture", "uri": "picture://1", "expectedMimeType": "image/png", "size": 8},
            {"name": "listed", "uri": "picture://1", "asListed": true},
            {"name": "annotated", "uri": "picture://1", "expectedAnnotations": {"audience": ["user"], "priority": 0.5}},
            {"name": "note", "uri": "note://1", "expect": {"jsonPath": {"$.contents[0].uri": {"equals": "note://1"}}}},
            {"name": "unknown", "uri": "note://2", "expectError": "not found"},
        ],
        "templateTests": [{
            "name": "letter", "template": "letter://{name}", "arguments": {"name": "Ann"}, "expectedContent": "Dear Ann",
        }, {
            "name": "completed", "template": "letter://{name}", "arguments": {"name": "Ann"},
            "completions": [{"argument": {"name": "name", "value": "An"}, "expectedValues": ["Ann", "Anton"],
                             "unexpectedValues": ["Bob"], "expectedCount": 2}],
        }],
        "errorTests": [
            {"name": "nobody's", "refuses": ["unknownUri"]},
            {"name": "no uri", "refuses": ["invalidUri"]},
            {"name": "way out", "refuses": ["traversal"]},
            {"name": "numbered", "uris": ["numbered://7"], "expectedError": "not found"},
        ],
    }])
}

/// The cases that fail on the flawed server, words of the first mismatch, and the kinds of violations.
#[track_caller]
fn check_zoo(flaw: Flaw, options: &[&str], failing: &[&str], words: &str, violations: &[&str]) {
    for via in WAYS {
        let options = [&["--resources", "6", "--page-size", "2"], options].concat();
        with_server(flaw, via, &options, |server| {
            let config = json!({"server": server, "resourceSuites": zoo_suites()});
            let (_, report) = Folder::with_config(&config).eval(&[]);
            assert_eq!((json!(bad(&report)), cases(&report).len()), (json!(failing), 13), "{flaw} {via:?}");
            let first = cases(&report).into_iter().find_map(|case| Some(case["mismatches"].get(0)?.to_string()));
            assert!(first.unwrap_or_default().contains(words), "{flaw} {via:?}: {report:#}");
            let kinds: Vec<&Value> = report["violations"].as_array().unwrap().iter().map(|it| &it["kind"]).collect();
            assert_eq!(json!(kinds), json!(violations), "{flaw} {via:?}: {report:#}");
        });
    }
}

#[test]
fn good_server_passes_in_every_way() {
    check_zoo(Flaw::None, &[], &[], "", &[]);
}

#[test]
fn contents_must_be_what_the_protocol_says() {
    let all = ["picture", "listed", "annotated", "note", "letter", "completed", "way out"];
    check_zoo(Flaw::ContentsEmptyItem, &[], &all, "it has neither `text` nor `blob`", &["content-shape"; 7]);
    let pictures = ["picture", "listed", "annotated"];
    check_zoo(Flaw::BlobNotBase64, &[], &pictures, "`blob` is no Base64", &["content-shape"; 3]);
    check_zoo(Flaw::BlobUnpadded, &[], &pictures, "`blob` is not plain Base64", &["content-shape"; 3]);
    check_zoo(Flaw::BlobOfUrls, &[], &pictures, "`blob` is no Base64", &["content-shape"; 3]);
    check_zoo(Flaw::ContentsOfAnother, &[], &["listed", "note"], "note://other", &[]);
}

#[test]
fn what_comes_must_be_what_the_list_says() {
    check_zoo(Flaw::ListedSizeWrong, &[], &["listed"], "9 bytes, as the list says", &[]);
    check_zoo(Flaw::ListedTypeWrong, &[], &["listed"], "`image/jpeg`, as the list says", &[]);
    check_zoo(Flaw::ContentsUntyped, &[], &["picture", "listed"], "the MIME type `image/png`", &[]);
    let shapes = ["malformed-entry"; 8];
    check_zoo(Flaw::ListedAnnotationsWrong, &[], &["list", "annotated"], "in `annotations`, `audience/0` is", &shapes);
    check_zoo(Flaw::ListedWithoutAnnotations, &[], &["annotated"], "the annotation `audience`", &[]);
}

/// Fails where the list is tested, and is told wherever it is read.
#[test]
fn entries_must_be_as_the_protocol_says() {
    let listed = |flaw: Flaw, words: &str| {
        check_zoo(flaw, &[], &["list"], words, &["malformed-entry"; 4]);
    };
    listed(Flaw::ResourceIsNumber, "it is a number, not an object");
    listed(Flaw::ResourceWithoutName, "`name` is missing");
    listed(Flaw::ResourceSizeIsText, "`size` is");
    listed(Flaw::ResourceTypeIsNumber, "`mimeType` is 7, not a string");
    listed(Flaw::ResourceIconWithoutSrc, "icon 1: `src` is missing");
    listed(Flaw::ResourceWithoutUri, "`uri` is missing");
    listed(Flaw::ResourceUriIsName, "which is no URI");
    let template = |flaw: Flaw, words: &str, kind: &str| {
        check_zoo(flaw, &[], &["templates"], words, &[kind; 4]);
    };
    let all = ["templates", "letter", "completed"];
    check_zoo(Flaw::TemplateNotClosed, &[], &all, "no template of RFC 6570", &["malformed-entry"; 4]);
    template(Flaw::TemplateWithoutName, "`name` is missing", "malformed-entry");
    template(Flaw::TemplateTwice, "two entries with the uriTemplate", "duplicate-name");
}

#[test]
fn variables_must_be_completed_as_expected() {
    check_zoo(Flaw::CompletesAnything, &[], &["completed"], "completing `name`", &[]);
}

#[test]
fn what_must_not_be_read_must_be_refused() {
    let empty = ["unknown", "nobody's", "no uri", "numbered"];
    check_zoo(Flaw::UnknownResourceEmpty, &[], &empty, "a success", &[]);
    check_zoo(Flaw::UnknownResourceInternal, &[], &["nobody's"], "-32603", &[]);
    check_zoo(Flaw::InvalidUriServed, &[], &["no uri"], "whatever you say", &["content-shape"; 3]);
    check_zoo(Flaw::TraversalServed, &[], &["way out"], "the system's file of users", &[]);
    check_zoo(Flaw::TraversalOfNotes, &[], &["way out"], "the system's file of users", &[]);
}

#[test]
fn what_is_read_says_how_long_it_may_be_kept() {
    for (via, said) in [(Via::Stateless, true), (Via::Stdio, false)] {
        with_server(Flaw::ReadWithoutHints, via, &[], |server| {
            let suites = json!([{"name": "S", "resourceTests": [{"uri": "note://1"}]}]);
            let report = Folder::with_config(&json!({"server": server, "resourceSuites": suites})).eval(&[]).1;
            let words = report["violations"].to_string();
            assert_eq!(
                words.contains("`ttlMs` is missing") && words.contains("`cacheScope` is missing"),
                said,
                "{words}"
            );
        });
    }
}

#[test]
fn what_nobody_has_must_not_be_subscribed_to() {
    let verdict = |flaw: Flaw, via: Via| {
        let tests = json!([{"name": "followed", "subscribe": true}]);
        with_server(flaw, via, &[], |server| {
            let suites = json!([{"name": "S", "errorTests": tests}]);
            let report = Folder::with_config(&json!({"server": server, "resourceSuites": suites})).eval(&[]).1;
            let case = cases(&report).remove(0);
            (case["verdict"].clone(), case["mismatches"][0]["expected"].clone())
        })
    };
    let words = "subscribing to an unknown URI \"mcpvals-unknown://nobody/has/this\": an error";
    for via in LEGACY {
        assert_eq!(verdict(Flaw::None, via), (json!("passed"), Value::Null), "{via:?}");
        assert_eq!(verdict(Flaw::SubscribeUnknownAccepted, via), (json!("failed"), json!(words)), "{via:?}");
    }
    assert_eq!(verdict(Flaw::None, Via::Stateless).0, "skipped");
}

#[test]
fn pages_must_come_to_an_end_and_have_each_entry_once() {
    check_zoo(Flaw::ResourceOnEachPage, &[], &["list"], "two entries with the uri", &["duplicate-name"; 4]);
    let endless = ["--on", "resources/list"];
    check_zoo(Flaw::SameCursorForever, &endless, &["list", "listed", "annotated"], "came twice", &[]);
}
