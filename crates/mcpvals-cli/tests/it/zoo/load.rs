//! Much of what is right: every page is read and every message counted, in bounded memory.

use serde_json::{Value, json};

use super::fixture::{Fixture, SECRET};
use super::row::Via;
use super::run::{mark, watch};
use mcpvals_testkit::Flaw;

/// The most memory that `mcpvals` may need.
const RESIDENT_KIB_MAX: u64 = 150 * 1024;

/// Runs a suite of two tests, the first of which is met and the second is not; words of the second.
fn check(via: Via, options: &[&str], tests: &Value) -> String {
    let mark = mark();
    let fixture = Fixture::start(Flaw::None, via, options, &mark);
    let mut suite = json!({"name": "S", "timeout": 60_000});
    suite.as_object_mut().unwrap().extend(tests.as_object().unwrap().clone());
    let seen = watch(&json!({"server": fixture.server, "resourceSuites": [suite]}), &mark).unwrap();
    let cases = &seen.report["suites"][0]["cases"];
    let verdicts = [0, 1].map(|index| cases[index]["verdict"].as_str().unwrap_or_default());
    assert_eq!(verdicts, ["passed", "failed"], "{via:?} {}\n{}", seen.stdout, seen.stderr);
    assert_eq!((seen.code, &seen.report["violations"]), (1, &json!([])), "{}", seen.stdout);
    assert!(seen.resident_kib < RESIDENT_KIB_MAX, "{} KiB", seen.resident_kib);
    assert!(seen.left.is_empty() && !seen.stdout.contains(SECRET), "{:?}", seen.left);
    cases[1]["mismatches"][0]["actual"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn thousand_resources_over_twenty_pages_are_counted() {
    let tests = json!({"discoveryTests": [
        {"name": "all", "expectedCount": 1000, "expectedResources": ["note://1", "numbered://1000"]},
        {"name": "one less", "expectedCount": 999},
    ]});
    for via in [Via::Stdio, Via::Http] {
        let words = check(via, &["--resources", "1000", "--page-size", "50"], &tests);
        assert!(words.starts_with("1000: \"note://1\", \"picture://1\""), "{words}");
    }
}

#[test]
fn ten_thousand_updates_at_once_are_counted() {
    let trigger = |text: &str| json!({"tool": "save_note", "args": {"text": text, "updates": 10_000}});
    let test = |name: &str, updates: u64| json!({"name": name, "uri": "note://1", "trigger": trigger(name), "updates": updates, "within": 30_000});
    let tests = json!({"subscriptionTests": [test("all", 10_000), test("one less", 9_999)]});
    for era in ["legacy", "modern"] {
        assert_eq!(check(Via::Stdio, &["--era", era], &tests), "10000", "{era}");
    }
}
