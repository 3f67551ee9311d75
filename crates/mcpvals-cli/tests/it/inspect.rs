//! What a real server offers is what was observed of it before.

use std::path::Path;

use serde_json::{Value, json};

use crate::corpus;
use crate::mcpvals::{Folder, Ran};
use crate::served::Served;

/// The words of a command line that start a server of the corpus.
fn command(launch: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let env = launch["env"].as_object().unwrap().iter().map(|(name, value)| format!("{name}={}", text(value)));
    let mut words: Vec<String> = env.flat_map(|pair| ["--env".to_owned(), pair]).collect();
    words.extend(["--cwd".to_owned(), text(&launch["cwd"]), "--".to_owned()]);
    words.extend(launch["command"].as_array().unwrap().iter().map(text));
    words
}

fn run(flags: &[&str], server: &[String]) -> Ran {
    let words = ["inspect", "--timeout", "60000"].iter().chain(flags).copied();
    let words: Vec<&str> = words.chain(server.iter().map(String::as_str)).collect();
    let ran = Folder::new().run(&words);
    assert_eq!(ran.code, 0, "{words:?}: {ran:?}");
    ran
}

fn inspect(flags: &[&str], server: &[String]) -> Value {
    let flags: Vec<&str> = flags.iter().chain(&["--json"]).copied().collect();
    let ran = run(&flags, server);
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error} {ran:?}"))
}

/// How many tools, resources, templates and prompts.
fn counts(offer: &Value) -> [usize; 4] {
    ["tools", "resources", "resourceTemplates", "prompts"].map(|list| offer[list].as_array().unwrap().len())
}

fn observed(id: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/observed.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
    let all: Value = serde_json::from_str(&text).unwrap();
    all["servers"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap().clone()
}

/// A bare client that offers 2025-11-25 sees what was observed; one that negotiates finds the newest revision.
#[track_caller]
fn check_at(id: &str, server: &[String]) {
    let observed = observed(id);
    let bare = inspect(&["--profile", "bare", "--protocol-version", "2025-11-25"], server);
    assert_eq!(bare["protocolVersion"], observed["negotiated"]);
    assert_eq!(bare["capabilities"], observed["capabilities"]);
    assert_eq!(bare["serverInfo"]["name"], observed["serverInfo"]["name"]);
    let expected = ["tools", "resources", "resourceTemplates", "prompts"]
        .map(|list| usize::try_from(observed[list].as_u64().unwrap()).unwrap());
    assert_eq!(counts(&bare), expected, "{bare:#}");
    let names: Vec<&Value> = bare["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(json!(names), observed["tool_names"]);
    assert_eq!([&bare["malformed"], &bare["unread"]], [&json!([]), &json!([])]);
    let newest = if observed["modern"] == true { &json!("2026-07-28") } else { &observed["negotiated"] };
    assert_eq!(&inspect(&["--profile", "bare"], server)["protocolVersion"], newest);
}

#[track_caller]
fn check(id: &str) {
    check_at(id, &command(&corpus::launch(id)));
}

#[track_caller]
fn check_http(id: &str) {
    check_at(id, &Served::start(&corpus::launch_http(id)).flags());
}

#[test]
fn server_everything() {
    check("server-everything");
}

/// It registers what fits what the client declares, late, and asks for some of it as a task.
#[test]
fn server_everything_shows_a_full_client_more() {
    let server = command(&corpus::launch("server-everything"));
    let tools = |profile: &str| {
        let tools = &inspect(&["--profile", profile, "--protocol-version", "2025-11-25"], &server)["tools"];
        tools.as_array().map(Vec::len)
    };
    assert_eq!((tools("bare"), tools("full")), (Some(13), Some(19)));
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
fn server_sequential_thinking() {
    check("server-sequential-thinking");
}

#[test]
fn knowledge_graph_is_of_the_first_revision() {
    check("knowledge-graph");
}

#[test]
fn context7_speaks_the_newest_revision() {
    check("context7");
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
fn word_speaks_the_newest_revision() {
    check("word");
}

#[test]
fn server_everything_over_streamable_http() {
    check_http("server-everything");
}

#[test]
fn server_everything_over_sse_of_2024_11_05() {
    let served = Served::start_sse(&corpus::launch_http("server-everything"));
    check_at("server-everything", &served.flags());
}

#[test]
fn context7_over_http() {
    check_http("context7");
}

#[test]
fn word_over_http() {
    check_http("word");
}

#[test]
fn two_profiles_show_what_only_one_of_them_sees() {
    let server = command(&corpus::launch("server-everything"));
    let profiles = ["--profile", "bare", "--profile", "full"];
    let difference = inspect(&profiles, &server);
    let only_full = [
        "get-roots-list",
        "trigger-elicitation-request",
        "trigger-elicitation-request-async",
        "trigger-sampling-request",
        "trigger-sampling-request-async",
        "trigger-url-elicitation",
    ];
    let tools = json!({"onlyFirst": [], "onlySecond": only_full, "changed": [], "same": 13});
    assert_eq!(difference["lists"]["tools"], tools);
    let shown = run(&profiles, &server).stdout;
    assert!(shown.contains(&format!("+ only full: {}", only_full.join(", "))), "{shown}");
}
