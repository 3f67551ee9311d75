//! What the API says is what pages show; and what a server says is text.

use mcpvals_testkit::{ModelServer, Said};
use serde_json::{Value, json};

use super::service::{EVIL, Service, Visitor};
use crate::workflows::model;

/// What a page would have in it if something of a server's were mark-up.
const RAW: [&str; 4] = ["<script>globalThis", "<img src=x", "href=\"javascript:", "</pre>\"><img"];

#[track_caller]
fn assert_harmless(page: &str) {
    for raw in RAW {
        assert!(!page.contains(raw), "{raw} in\n{page}");
    }
}

fn is_static(path: &str, tags: &[&str]) -> Value {
    json!({ "serverPath": path, "options": { "runRuntime": false, "tags": tags } })
}

#[test]
fn a_list_is_filtered_by_its_address() {
    let service = Service::start(&[]);
    let admin = service.visitor("evaluate:admin");
    let plain = admin.evaluated(&is_static("plain", &["nightly"]));
    let other = admin.evaluated(&is_static(EVIL, &["other"]));
    let row = |id: &str| format!("data-evaluation=\"{id}\"");
    let check = |query: &str, shows: [bool; 2]| {
        let page = admin.get(&format!("/{query}")).body;
        assert_eq!([&plain, &other].map(|id| page.contains(&row(id))), shows, "{query}");
        assert_harmless(&page);
    };
    check("", [true, true]);
    check("?status=completed&tags=&serverPath=", [true, true]);
    check("?status=running", [false, false]);
    check("?tags=nightly", [true, false]);
    check("?serverPath=evil*", [false, true]);
    check("?limit=1&sortOrder=asc", [true, false]);
    check("?limit=1&offset=1&sortOrder=asc", [false, true]);
    check("?dateTo=2020-01-01", [false, false]);
    let next = admin.get("/?limit=1&sortOrder=asc&status=completed").body;
    assert!(
        next.contains("href=\"/?status=completed&#38;sortOrder=asc&#38;limit=1&#38;offset=1\"")
            || next.contains("href=\"/?status=completed&amp;sortOrder=asc&amp;limit=1&amp;offset=1\""),
        "{next}"
    );
    let wrong = admin.get("/?status=nonsense&colour=red");
    assert!(wrong.status == 400 && wrong.body.contains("`status` must be one of"), "{}", wrong.body);
    let score = admin.get(&format!("/api/v1/evaluations/{plain}")).json()["data"]["score"].as_f64().unwrap();
    assert!(admin.get("/").body.contains(&format!(">{score:.1}<")));
}

/// Every page about one evaluation.
fn pages_of(admin: &Visitor<'_>, id: &str) -> Vec<String> {
    let target: String = form_of(&admin.service.path(EVIL));
    let documents = admin.get(&format!("/api/v1/evaluations/{id}/documents")).json()["data"]["documents"].clone();
    let traces = documents
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|document| document["name"].as_str()?.strip_prefix("traces/").map(str::to_owned));
    let mut pages = vec![
        "/".to_owned(),
        format!("/evaluations/{id}"),
        "/history".to_owned(),
        format!("/history?target={target}"),
        format!("/compare?a={id}&b={id}"),
    ];
    pages.extend(traces.map(|name| format!("/evaluations/{id}/traces/{}", form_of(&name))));
    pages
}

/// Percent-encoded.
fn form_of(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[test]
fn what_a_server_says_is_text() {
    let service = Service::start(&[]);
    let admin = service.visitor("evaluate:admin");
    let id = admin.evaluated(&json!({ "serverPath": EVIL }));
    let stands = admin.get(&format!("/api/v1/evaluations/{id}")).json()["data"].clone();
    assert_eq!(stands["status"], "completed", "{stands}");
    let pages = pages_of(&admin, &id);
    assert!(pages.iter().any(|page| page.contains("/traces/")), "{pages:?}");
    for path in pages {
        let page = admin.get(&path);
        assert_eq!(page.status, 200, "{path}: {}", page.body);
        assert!(page.body.contains("&lt;img src=x"), "{path} shows nothing hostile");
        assert_harmless(&page.body);
    }
    let page = admin.get(&format!("/evaluations/{id}")).body;
    for part in ["id=\"requirements\"", "id=\"tools\"", "id=\"statistics\"", "id=\"sandbox\"", "Run again", "Replay"] {
        assert!(page.contains(part), "{part}");
    }
    let again = page.split("data-body=\"").nth(1).unwrap().split('"').next().unwrap();
    let again: Value =
        serde_json::from_str(&again.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">")).unwrap();
    assert_eq!(again["serverPath"], EVIL);
    let missing = admin.get("/evaluations/eval_%3Cscript%3EglobalThis");
    assert_eq!(missing.status, 404);
    assert_harmless(&missing.body);
}

#[test]
fn tools_are_listed_and_tried() {
    let service = Service::start(&[]);
    let admin = service.visitor("evaluate:write");
    let listed = admin.send("POST", "/api/v1/tools/list", Some(&json!({ "serverPath": EVIL })));
    let tools = listed.json()["data"]["tools"].clone();
    assert_eq!(tools[1]["name"], "get_link", "{}", listed.body);
    assert!(tools[0]["inputSchema"]["properties"]["flag"]["type"] == "boolean", "{tools}");
    let call = json!({ "serverPath": EVIL, "toolName": "get_link", "arguments": {} });
    assert_eq!(admin.send("POST", "/api/v1/tools/test", Some(&call)).json()["data"]["status"], "passed");
    let nowhere = admin.send("POST", "/api/v1/tools/list", Some(&json!({ "serverPath": "../elsewhere" })));
    assert!(nowhere.status == 400 && nowhere.json()["error"]["details"]["field"] == "serverPath", "{}", nowhere.body);
    let no_server = admin.send("POST", "/api/v1/tools/list", Some(&json!({ "serverPath": "plain" })));
    assert!(no_server.status == 422 || no_server.status == 400, "{}", no_server.body);
    let reader = service.visitor("evaluate:read");
    assert_eq!(reader.send("POST", "/api/v1/tools/list", Some(&json!({ "serverPath": EVIL }))).status, 403);
}

#[test]
fn a_page_of_a_failed_evaluation_says_why() {
    let service = Service::start(&[]);
    let admin = service.visitor("evaluate:admin");
    service.write("gone/server.py", "raise SystemExit('no, thank you')\n");
    let id = admin.evaluated(&json!({ "serverPath": service.path("gone"), "options": { "runStatic": false } }));
    let page = admin.get(&format!("/evaluations/{id}")).body;
    let error = admin.get(&format!("/api/v1/evaluations/{id}")).json()["data"]["error"].clone();
    assert!(page.contains(error["code"].as_str().unwrap()) && page.contains("class=\"fault\""), "{page}");
}

#[test]
fn a_server_whose_evaluation_waits_has_no_history_yet() {
    let service = Service::start(&["--no-worker"]);
    let admin = service.visitor("evaluate:admin");
    let accepted = admin.send("POST", "/api/v1/evaluations", Some(&is_static("plain", &[])));
    let id = accepted.json()["data"]["id"].as_str().unwrap().to_owned();
    for page in [format!("/evaluations/{id}"), "/history".to_owned()] {
        let page = admin.get(&page).body;
        let link = page.split("href=\"").find_map(|rest| rest.split('"').next().filter(|to| to.contains("?target=")));
        let history = admin.get(&link.unwrap().replace("&amp;", "&"));
        assert!(history.status == 200 && history.body.contains("Nothing yet"), "{}", history.body);
    }
    assert_eq!(admin.get("/history?target=nowhere").status, 404);
}

#[test]
fn a_run_of_a_config_is_shown_with_its_frames_and_its_matrix() {
    let program = env!("CARGO_BIN_EXE_mcpvals");
    let service = Service::start(&["--allow-private", "--allow-command", program]);
    let admin = service.visitor("evaluate:admin");
    let said = |text: &str| ModelServer::saying(vec![Said::Text(text.to_owned())]);
    let (good, bad) = (said("It is 4."), said("I do not know <script>globalThis.canary=1</script>."));
    let named = |name: &str, server: &ModelServer| {
        let mut model = model("openai", server);
        model["name"] = json!(name);
        model
    };
    let config = json!({
        "server": { "transport": "stdio", "command": program, "args": ["example-server"] },
        "models": [named("good", &good), named("bad", &bad)],
        "matrix": { "models": "all" },
        "workflows": [{ "name": "sum", "steps": [{ "user": "Add 1 and 3", "expectedState": "4" }] }],
    });
    let id = admin.evaluated(&json!({ "config": config }));
    let page = admin.get(&format!("/evaluations/{id}/run")).body;
    for part in ["id=\"matrix\"", "id=\"cases\"", "good", "&lt;script&gt;globalThis", "Timeline"] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    assert_harmless(&page);
    let list = admin.get("/matrix").body;
    assert!(list.contains(&format!("href=\"/evaluations/{id}/run#matrix\"")), "{list}");
    let one = admin.get(&format!("/evaluations/{id}"));
    assert!(one.status == 200 && one.body.contains("cannot be run again from here"), "{}", one.body);
    let history =
        one.body.split("href=\"").find_map(|rest| rest.split('"').next().filter(|href| href.starts_with("/history?")));
    let history = admin.get(&history.unwrap().replace("&amp;", "&"));
    assert!(history.status == 200 && history.body.contains("example-server"), "{}", history.body);
}
