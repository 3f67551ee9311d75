//! Configs that are wrong: every fixture, with everything that is told about it.

use std::path::Path;

use mcpvals_config::load;

use crate::support::{context, fixtures, load_text};

/// What is told about each file of `tests/fixtures/bad`, in snapshots beside this file.
#[test]
fn every_bad_fixture_is_told_in_full() {
    let folder = fixtures("bad");
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let names = names.iter().map(|name| name.to_str().unwrap()).filter(|name| *name != "uneven.csv");
    for name in names {
        let errors = load(Path::new(name), &context(&folder)).expect_err(name);
        insta::assert_snapshot!(name, errors.render(false));
    }
}

#[test]
fn errors_are_data_too() {
    let errors = load_text("c.yaml", "server: {transport: stdio, comand: x}\n").unwrap_err().to_json();
    let first = errors.as_array().unwrap().iter().find(|error| !error["nearest"].is_null()).unwrap();
    assert_eq!(first["message"], "unknown field `comand`");
    assert_eq!((first["line"].as_u64(), first["column"].as_u64()), (Some(1), Some(28)));
    assert_eq!((first["pointer"].as_str(), first["nearest"].as_str()), (Some("/server/comand"), Some("command")));
}

/// A name that the user wrote may hold what steers a terminal.
#[test]
fn what_is_suggested_steers_no_terminal() {
    let row = r#"{"name": "{{sun}}", "cases": [{"su\u0000": "x", "\u001bsum": 1}]}"#;
    let config = format!(
        r#"{{"server": {{"transport": "stdio", "command": "x"}}, "toolHealthSuites": [{{"name": "s", "tests": [{row}]}}]}}"#
    );
    let shown = load_text("c.json", &config).unwrap_err().render(false);
    assert!(shown.contains("did you mean") && !shown.contains(['\0', '\u{1b}']), "{shown}");
}

/// What is shown of the file, with what is known to be secret taken out of it as whoever shows it does.
#[test]
fn misspelt_secrets_are_secrets_too() {
    #[track_caller]
    fn check(name: &str, text: &str) {
        let errors = load_text(name, text).unwrap_err();
        let known = errors.secrets().iter().any(|secret| secret.value.reveal() == "s-12345");
        assert!(known && errors.render(false).contains("s-12345"), "{:?}\n{}", errors.secrets(), errors.render(false));
    }
    let server =
        |auth: &str| format!("server: {{ transport: shttp, url: 'http://localhost:1', auth: {{ {auth} }} }}\n");
    check("c.yaml", &server("type: bearer, tokn: s-12345"));
    check("c.yaml", &server("type: bearer, pin: [s-12345]"));
    check("c.yaml", &server("type: bearer, token: [s-12345]"));
    check("c.yaml", "server:\n  env: { API_KEY: s-12345, }}\n");
    check("c.json", r#"{"server": {"env": {"API_KEY": "s-12345" "x": 1}}}"#);
    check("c.toml", "[server.env]\nAPI_KEY = 's-12345\n");
}

#[test]
fn files_that_cannot_be_read_are_told() {
    #[track_caller]
    fn check(name: &str, expected: &str) {
        let errors = load(Path::new(name), &context(&fixtures("bad"))).unwrap_err();
        let message = &errors.errors()[0].message;
        assert!(message.contains(expected), "{message}");
    }
    check("nowhere.json", "cannot read the file");
    check("config.ini", "it must end in .ts, .mts, .js, .mjs, .json, .jsonc, .yaml, .yml, .toml");
}

#[test]
fn two_tests_with_one_id_are_refused() {
    let config = |other: &str| {
        format!(
            r#"{{"server": {{"transport": "stdio", "command": "x"}}, "toolHealthSuites": [
            {{"name": "A", "tests": [{{"name": "b/c"}}]}}, {{"name": "A/b", "tests": [{{"name": "{other}"}}]}}]}}"#
        )
    };
    let errors = load_text("c.json", &config("c")).unwrap_err();
    assert!(errors.errors()[0].message.contains("are both called `A/b/c`"), "{errors}");
    assert!(load_text("c.json", &config("d")).is_ok());
}

#[test]
fn race_stands_without_what_it_makes_meaningless() {
    #[track_caller]
    fn check(more: &str, expected: &[&str]) {
        let config = format!(
            r#"{{"server": {{"transport": "stdio", "command": "x"}}, "utilitySuites": [{{"name": "s", "cancellationTests":
            [{{"trigger": {{"tool": "t"}}, "race": 50{more}}}]}}]}}"#
        );
        let errors = load_text("c.json", &config).map_or_else(|errors| errors.to_json(), |_| serde_json::json!([]));
        let pointers: Vec<&str> = errors.as_array().unwrap().iter().filter_map(|it| it["pointer"].as_str()).collect();
        assert_eq!(pointers, expected, "{errors:#}");
    }
    let at = "/utilitySuites/0/cancellationTests/0";
    check(r#", "malformed": true"#, &[]);
    check(r#", "after": 5, "stops": true"#, &[&format!("{at}/after"), &format!("{at}/stops")]);
    check(r#", "quiet": 5, "mayAnswer": true"#, &[&format!("{at}/quiet"), &format!("{at}/mayAnswer")]);
}

#[test]
fn what_would_hold_for_everything_is_refused() {
    #[track_caller]
    fn check(test: &str, expected: &str) {
        let config = format!(
            r#"{{"server": {{"transport": "stdio", "command": "x"}}, "toolHealthSuites": [{{"name": "s", "tests": [{test}]}}]}}"#
        );
        let errors = load_text("c.json", &config).unwrap_err();
        assert!(errors.errors()[0].message.contains(expected), "{errors}");
    }
    check(r#"{"name": "t", "expectedResult": ""}"#, "an empty text is in every text");
    check(r#"{"name": "t", "expect": {"not": {"snapshot": true}}}"#, "a snapshot says what must be");
    check(
        r#"{"name": "t", "expect": {"any": [{"all": [{"snapshot": "a"}]}, {"equals": 1}]}}"#,
        "a snapshot says what must be",
    );
    check(r#"{"name": "t", "args": {"n": 18446744073709551617}}"#, "would be rounded");
}

#[test]
fn what_must_not_be_shown_is_told_with_the_errors() {
    let text = r#"{"server": {"transport": "shttp", "url": "x", "headers": {"X-Foo": "${UNSET_TOKEN:-stand-in}"}}}"#;
    let errors = load_text("c.json", text).unwrap_err();
    assert!(errors.secrets().iter().any(|secret| secret.value.reveal() == "stand-in"));
}

#[test]
fn an_error_does_not_steer_a_terminal() {
    for control in ["\u{7f}", "\u{8c}", "\u{1b}", "\u{9b}"] {
        let text = load_text("c.toml", &format!("a{control}b\n")).unwrap_err().render(false);
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
}
