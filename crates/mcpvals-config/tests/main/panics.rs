//! Whatever bytes a file has, loading ends with a plan or with errors that can be shown.

use std::path::Path;

use mcpvals_config::load;
use proptest::prelude::*;

use crate::support::context;

const NAMES: [&str; 6] = ["c.json", "c.jsonc", "c.yaml", "c.toml", "c.ts", "c.js"];

fn survives_as(names: &[&str], bytes: &[u8]) {
    for name in names {
        survives(name, bytes);
    }
}

fn survives(name: &str, bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), bytes).unwrap();
    if let Err(errors) = load(Path::new(name), &context(folder.path())) {
        let text = errors.render(true);
        assert!(!text.contains("a bug of mcpvals"), "{text}");
        assert!(errors.to_json().is_array());
    }
}

/// Values that come near to a config, with the odd one out.
fn nearly_a_config() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::{Value, json};
    let name = prop::sample::select(vec![
        "server",
        "transport",
        "command",
        "args",
        "url",
        "toolHealthSuites",
        "tests",
        "name",
        "expect",
        "matches",
        "jsonPath",
        "$.a",
        "cases",
        "a",
        "file",
        "workflows",
        "steps",
        "user",
        "skip",
        "only",
        "timeout",
        "servers",
        "capture",
        "approx",
        "length",
        "snapshot",
        "redact",
        "not",
        "all",
        "client",
        "rateLimit",
        "perSecond",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        prop::sample::select(vec!["stdio", "http", "http://h", "${A}", "${A:-b}", "{{a}}", "${{a}}", "(", "", "suite"])
            .prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..6)
                .prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives_as(&NAMES, &bytes);
    }

    #[test]
    fn arbitrary_texts_survive(text in "[\\PC\n]{0,120}") {
        survives_as(&NAMES, text.as_bytes());
    }

    #[test]
    fn punctuation_survives(text in "[\\[\\]{}()\"'`:,=.$&*#/\\\\!<>?|\n -]{0,60}") {
        survives_as(&NAMES, text.as_bytes());
    }

    #[test]
    fn what_comes_near_to_a_config_survives(value in nearly_a_config()) {
        survives("c.json", value.to_string().as_bytes());
        survives("c.js", format!("export default {value};").as_bytes());
    }
}
