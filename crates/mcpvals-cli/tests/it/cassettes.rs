//! Answers of a model that were recorded: written, replayed, missed.

use mcpvals_testkit::{Flaw, Program};
use serde_json::{Value, json};

use crate::mcpvals::{Folder, cases};

const ERAS: [&str; 2] = ["legacy", "modern"];

/// A test whose server asks for this, twice at the same time, and hands the answers on.
fn config(era: &str, prompt: &str, more: &Value) -> Value {
    config_of(Flaw::None, era, prompt, more)
}

fn config_of(flaw: Flaw, era: &str, prompt: &str, more: &Value) -> Value {
    let mut test = json!({
        "name": "asks", "trigger": {"tool": "ask_sampling", "args": {"prompt": prompt}}, "cassette": "tape.json",
    });
    test.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({
        "server": {"transport": "stdio", "command": Program::Zoo.path(), "args": [flaw.name(), "--era", era]},
        "samplingSuites": [{"name": "S", "timeout": 2000, "requestTests": [test]}],
    })
}

fn eval(folder: &Folder, config: &Value, args: &[&str]) -> (i32, Value) {
    folder.write("mcp-eval.config.json", &config.to_string());
    let (ran, report) = folder.eval(args);
    (ran.code, cases(&report)[0].clone())
}

/// A folder in which `hello` was answered with `from the tape`.
fn recorded(era: &str) -> Folder {
    let folder = Folder::new();
    let scripted = config(era, "hello", &json!({"answers": ["from the tape"], "expectedResult": "from the tape"}));
    let (code, case) = eval(&folder, &scripted, &["--record"]);
    assert_eq!(code, 0, "{era}: {case:#}");
    folder
}

#[test]
fn what_was_recorded_is_replayed_in_either_era() {
    let tapes: Vec<String> = ERAS.iter().map(|era| recorded(era).read("tape.json")).collect();
    assert_eq!(tapes[0], tapes[1]);
    let tape: Value = serde_json::from_str(&tapes[0]).unwrap();
    assert_eq!((&tape["format"], &tape["version"]), (&json!("mcpvals-cassette"), &json!(1)));
    let request = json!({
        "maxTokens": 100, "messages": [{"content": {"text": "hello", "type": "text"}, "role": "user"}],
    });
    assert_eq!(tape["exchanges"][0]["request"], request);
    for (recorded_in, era) in [("legacy", "modern"), ("modern", "legacy")] {
        let folder = recorded(recorded_in);
        let replayed = config(era, "hello", &json!({"expectedResult": "from the tape"}));
        for mode in ["auto", "replay"] {
            let (code, case) = eval(&folder, &replayed, &["--cassette", mode]);
            assert_eq!(code, 0, "{era}: {case:#}");
        }
        // Without the tape, the client has an answer of its own.
        assert_eq!(eval(&folder, &replayed, &["--cassette", "off"]).0, 1);
        assert_eq!(folder.read("tape.json"), tapes[0], "nothing but --record writes");
    }
}

#[test]
fn folder_of_a_cassette_is_made() {
    let folder = Folder::new();
    let more = json!({"answers": ["x"], "cassette": "tapes/of/tape.json"});
    assert_eq!(eval(&folder, &config("legacy", "hello", &more), &["--record"]).0, 0);
    assert!(folder.read("tapes/of/tape.json").contains("mcpvals-cassette"));
}

#[test]
fn request_that_was_not_recorded_fails_with_what_changed() {
    for era in ERAS {
        let folder = recorded(era);
        let (code, case) = eval(&folder, &config(era, "goodbye", &json!({})), &[]);
        let mismatch = &case["mismatches"][0];
        assert_eq!((code, &mismatch["kind"]), (1, &json!("requests")), "{era}: {case:#}");
        assert!(
            mismatch["expected"].as_str().unwrap().contains("recorded in `tape.json` (record it again"),
            "{mismatch}"
        );
        let diff = mismatch["diff"].as_str().unwrap();
        assert!(diff.contains("\"hello\"") && diff.contains("\"goodbye\""), "{diff}");
        // Once it is recorded again, it passes again.
        assert_eq!(eval(&folder, &config(era, "goodbye", &json!({})), &["--record"]).0, 0, "{era}");
        assert_eq!(eval(&folder, &config(era, "goodbye", &json!({})), &["--cassette", "replay"]).0, 0, "{era}");
    }
}

/// A server that asks otherwise than when it was recorded.
#[test]
fn server_that_asks_for_something_else_than_before_fails() {
    for era in ERAS {
        let changed = config_of(Flaw::SamplingTellsEnvironment, era, "hello", &json!({}));
        let (code, case) = eval(&recorded(era), &changed, &[]);
        let mismatch = &case["mismatches"][0];
        assert_eq!((code, &mismatch["kind"]), (1, &json!("requests")), "{era}: {case:#}");
        assert!(mismatch["diff"].as_str().unwrap().contains("+   \"systemPrompt\""), "{mismatch}");
    }
}

#[test]
fn cassette_that_cannot_be_used_is_an_error() {
    let check = |text: Option<&str>, args: &[&str], words: &str| {
        let folder = Folder::with_config(&config("legacy", "hello", &json!({})));
        text.map(|text| folder.write("tape.json", text));
        let ran = folder.run(&[&["eval"][..], args].concat());
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    };
    check(None, &["--cassette", "replay"], "there is no cassette");
    check(Some("[]"), &[], "is no cassette");
    check(Some(r#"{"format": "mcpvals-cassette", "version": 2, "exchanges": []}"#), &[], "is no cassette of version 1");
}

/// A secret that is in a request is not on the tape, and what was recorded fits all the same.
#[test]
fn secret_is_not_recorded_and_stands_for_anything() {
    let folder = Folder::new();
    let mut config =
        config("legacy", "log in with tr0ub4dor-and-3", &json!({"answers": ["in"], "expectedResult": "in"}));
    config["secrets"] = json!(["tr0ub4dor-and-3"]);
    assert_eq!(eval(&folder, &config, &["--record"]).0, 0);
    let tape = folder.read("tape.json");
    assert!(!tape.contains("tr0ub4dor") && tape.contains("log in with [redacted:"), "{tape}");
    let (code, case) = eval(&folder, &config, &["--cassette", "replay"]);
    assert_eq!(code, 0, "{case:#}");
}

/// A refusal is recorded, too, and judged as one.
#[test]
fn refusal_is_replayed_as_one() {
    let folder = Folder::new();
    let refused = config("legacy", "hello", &json!({"answers": [{"reject": true}]}));
    assert_eq!(eval(&folder, &refused, &["--record"]).0, 0);
    let (code, case) = eval(&folder, &config("legacy", "hello", &json!({})), &[]);
    assert_eq!(code, 0, "{case:#}");
    let (code, case) = eval(&folder, &config("legacy", "hello", &json!({"expectedResult": "x"})), &[]);
    assert_eq!(code, 1, "{case:#}");
}

/// The tape with one answer more, of this test and to this request.
fn with_another(tape: &str, case: &str, request: &str) -> String {
    let mut tape: Value = serde_json::from_str(tape).unwrap();
    let mut another = tape["exchanges"][0].clone();
    another["case"] = json!(case);
    another["request"]["systemPrompt"] = json!(request);
    tape["exchanges"].as_array_mut().unwrap().push(another);
    tape.to_string()
}

#[test]
fn answer_that_nothing_asks_for_is_told() {
    for era in ERAS {
        let folder = recorded(era);
        let test = config(era, "hello", &json!({"expectedResult": "from the tape"}));
        let (_, whole) = eval(&folder, &test, &[]);
        assert_eq!(whole["warnings"], Value::Null, "{era}");
        folder.write("tape.json", &with_another(&folder.read("tape.json"), "S/asks", "of old"));
        let (code, case) = eval(&folder, &test, &[]);
        assert_eq!((code, &case["warnings"][0]["kind"]), (0, &json!("unusedRecording")), "{era}: {case:#}");
        let words = case["warnings"][0]["message"].as_str().unwrap();
        assert!(words.starts_with("1 of the ") && words.contains("of old"), "{words}");
        // Where an answer was missing, the server may have stopped asking for that.
        let (code, missed) = eval(&folder, &config(era, "goodbye", &json!({})), &[]);
        assert_eq!((code, &missed["warnings"]), (1, &Value::Null), "{era}: {missed:#}");
        let (code, off) = eval(&folder, &test, &["--cassette", "off"]);
        assert_eq!((code, &off["warnings"]), (1, &Value::Null), "{era}: {off:#}");
    }
}

#[test]
fn answers_of_a_test_that_is_gone_are_told_also_with_a_filter() {
    let folder = recorded("legacy");
    folder.write("tape.json", &with_another(&folder.read("tape.json"), "S/renamed", "of old"));
    let notes = |args: &[&str]| {
        let (ran, report) = folder.eval(args);
        assert_eq!(ran.code, 0, "{ran:?}");
        report["notes"].to_string()
    };
    for args in [&[][..], &["--filter", "asks"]] {
        assert!(notes(args).contains("holds 1 answer of tests that no longer have it, the first of \\\"S/renamed\\\""));
    }
    assert!(!notes(&["--record"]).contains("no longer"));
    assert!(!notes(&[]).contains("no longer"), "recording takes them out");
}

/// Tests that were not played are no reason to tell of their answers.
#[test]
fn filter_is_no_reason_to_tell_of_answers() {
    let folder = recorded("legacy");
    let mut two = config("legacy", "hello", &json!({"answers": ["from the tape"]}));
    let mut other = two["samplingSuites"][0]["requestTests"][0].clone();
    other["name"] = json!("other");
    two["samplingSuites"][0]["requestTests"].as_array_mut().unwrap().push(other);
    assert_eq!(eval(&folder, &two, &["--record"]).0, 0);
    let (ran, report) = folder.eval(&["--filter", "asks"]);
    assert_eq!((ran.code, &report["notes"], &cases(&report)[0]["warnings"]), (0, &Value::Null, &Value::Null));
}
