//! A server that others wrote, as it is installed from npm at a version that is pinned.

use std::path::Path;

use serde_json::Value;

use super::evaluate;
use crate::corpus;
use crate::mcpvals::Folder;

fn names(list: &Value, is_wanted: impl Fn(&Value) -> bool) -> Vec<String> {
    let wanted = list.as_array().unwrap().iter().filter(|item| is_wanted(item));
    wanted.map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn readers_of_a_real_server_are_called_and_its_writers_are_named_as_left_out() {
    let launch = corpus::launch("server-memory");
    let words: Vec<&str> = launch["command"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let has_package = |folder: &&Path| folder.join("package.json").is_file();
    let script = words.iter().find(|word| Path::new(word).is_file() && word.ends_with(".js")).unwrap();
    let package = Path::new(script).ancestors().skip(1).find(has_package).unwrap();
    let command = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
    let env =
        launch["env"].as_object().unwrap().iter().map(|(name, value)| format!("{name}={}", value.as_str().unwrap()));
    let env: Vec<String> = env.flat_map(|pair| ["--env".to_owned(), pair]).collect();
    let mut args = vec![package.to_str().unwrap(), "--timeout", "60000", "--command", &command];
    args.extend(env.iter().map(String::as_str));
    let (ran, document) = evaluate(&Folder::new(), &args);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(document["server"]["name"], "@modelcontextprotocol/server-memory");
    assert_eq!(document["status"], "warn", "{:#}", document["recommendations"]);
    assert!(document["score"].as_f64().unwrap() >= 85.0, "{}", document["score"]);
    let runtime = &document["results"]["runtime"];
    let called = names(&runtime["toolTests"], |test| test["status"] == "passed");
    assert_eq!(called, ["read_graph", "search_nodes", "open_nodes"]);
    let left_out = names(&runtime["leftOut"], |left| left["reason"].as_str().unwrap().contains("--allow-writes"));
    let writers = ["create_entities", "create_relations", "add_observations"];
    let removers = ["delete_entities", "delete_observations", "delete_relations"];
    assert_eq!(left_out, [writers, removers].concat());
    let skipped = names(&runtime["toolTests"], |test| test["status"] == "skipped");
    assert_eq!(skipped, left_out, "none of them was called");
    let examples = runtime["exampleTests"].as_array().unwrap();
    let started = examples.iter().filter(|test| test["test"] == "config:memory" && test["status"] == "passed").count();
    assert_eq!(started, 1, "its README's `npx` is the package itself: {examples:#?}");
}
