//! What is published about configs says the same as what is enforced.

use std::path::Path;

use mcpvals_config::{defaults, schema, typescript};
use mcpvals_model::mcp::Revision;
use mcpvals_model::profile::ClientProfile;
use serde_json::{Map, Value};

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

/// The names of all members of all types.
fn member_names() -> Vec<String> {
    let schema = schema();
    let types = schema["$defs"].as_object().unwrap().values().chain([&schema]);
    types.flat_map(|of| of["properties"].as_object().into_iter().flat_map(Map::keys).cloned()).collect()
}

#[test]
fn the_reference_speaks_of_every_field() {
    let reference = read("docs/reference/config.md");
    for name in member_names() {
        let is_named =
            [format!("`{name}`"), format!("{name}: "), format!("`{name}:")].iter().any(|form| reference.contains(form));
        assert!(is_named, "docs/reference/config.md does not speak of `{name}`");
    }
}

#[test]
fn every_field_is_described() {
    let schema = schema();
    let types = schema["$defs"].as_object().unwrap().iter();
    for (name, of) in types.map(|(name, of)| (name.as_str(), of)).chain([("Config", &schema)]) {
        for (field, of) in of["properties"].as_object().into_iter().flatten() {
            assert!(of["description"].is_string(), "{name}.{field}");
        }
    }
}

#[test]
fn the_schema_knows_every_revision() {
    let schema = schema();
    let known: Vec<&str> = match &schema["$defs"]["ProtocolVersion"] {
        Value::Object(of) => of["enum"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect(),
        _ => panic!("an enumeration"),
    };
    assert_eq!(known, Revision::ALL.map(Revision::as_str));
}

#[test]
fn the_default_profile_is_one() {
    assert!(defaults().contains("client = \"full\"") && ClientProfile::named("full").is_some());
}

#[test]
fn hints_for_typescript_are_not_published() {
    assert!(!schema().to_string().contains("tsType"));
    assert!(typescript().contains("RegExp"));
}

#[test]
fn a_skip_needs_a_reason_in_the_schema_too() {
    let schema = schema();
    let branches = schema["$defs"]["Skip"]["anyOf"].as_array().unwrap();
    assert_eq!((branches.len(), &branches[0]["pattern"]), (2, &Value::from("\\S")));
    assert_eq!(branches[1]["const"], false);
    assert!(typescript().contains("export type Skip = string | false;"));
}
