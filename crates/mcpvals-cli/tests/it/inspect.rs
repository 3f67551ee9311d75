//! What a real server offers is what was observed of it before.

use serde_json::Value;

use crate::corpus;
use crate::mcpvals::{Folder, Ran};

fn inspect(id: &str, flags: &[&str]) -> (Ran, Value) {
    let launch = corpus::launch(id);
    let words: Vec<String> =
        launch["command"].as_array().unwrap().iter().map(|w| w.as_str().unwrap().to_owned()).collect();
    let env = launch["env"].as_object().unwrap().iter().map(|(k, v)| format!("{k}={}", v.as_str().unwrap()));
    let mut args = vec!["inspect".to_owned(), "--json".to_owned(), "--timeout".to_owned(), "60000".to_owned()];
    args.extend(env.flat_map(|pair| ["--env".to_owned(), pair]));
    args.extend(["--cwd".to_owned(), launch["cwd"].as_str().unwrap().to_owned()]);
    args.extend(flags.iter().map(|flag| (*flag).to_owned()));
    args.push("--".to_owned());
    args.extend(words);
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let ran = Folder::new().run(&words);
    let value = serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{id}: {error} {ran:?}"));
    (ran, value)
}

fn counts(offer: &Value) -> [usize; 4] {
    ["tools", "resources", "resourceTemplates", "prompts"].map(|list| offer[list].as_array().map_or(0, Vec::len))
}

fn observed(id: &str) -> (String, bool, [usize; 4]) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/observed.json");
    let text = std::fs::read_to_string(&root).unwrap_or_else(|_| panic!("{} is missing", root.display()));
    let all: Value = serde_json::from_str(&text).unwrap();
    let row = all["servers"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap().clone();
    let count = |list: &str| usize::try_from(row[list].as_u64().unwrap()).unwrap();
    let counts = [count("tools"), count("resources"), count("resourceTemplates"), count("prompts")];
    (row["negotiated"].as_str().unwrap().to_owned(), row["modern"] == true, counts)
}

fn check(id: &str) {
    let (negotiated, modern, expected) = observed(id);
    let (ran, bare) = inspect(id, &["--profile", "bare", "--protocol-version", &negotiated]);
    assert_eq!(ran.code, 0, "{id}: {ran:?}");
    assert_eq!(bare["server"]["protocolVersion"], negotiated.as_str(), "{id}");
    assert_eq!(counts(&bare["offer"]), expected, "{id}: {bare:#}");
    let (_, free) = inspect(id, &[]);
    let newest = if modern { "2026-07-28" } else { negotiated.as_str() };
    assert_eq!(free["server"]["protocolVersion"], newest, "{id}");
}

#[test]
fn server_everything() {
    check("server-everything");
}

#[test]
fn server_filesystem() {
    check("server-filesystem");
}

#[test]
fn server_memory() {
    check("server-memory");
}

#[test]
fn time_speaks_the_newest_revision() {
    check("time");
}

#[test]
fn git_speaks_the_newest_revision() {
    check("git");
}

#[test]
fn a_server_of_the_first_revision() {
    check("knowledge-graph");
}
