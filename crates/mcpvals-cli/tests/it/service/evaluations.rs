//! Evaluations: created, looked at, cancelled, as the examples of seed 003 have it.

use serde_json::{Value, json};

use super::{TestService, eventually, lives, members};

/// The example's options.
fn options() -> Value {
    json!({ "transport": "stdio", "runStatic": true, "runRuntime": true, "timeout": 30000, "retries": 3, "tags": ["development", "ci"] })
}

#[test]
fn an_evaluation_is_created_as_in_the_example() {
    let service = TestService::start();
    let path = service.path("documents");
    let answer = service.post("/api/v1/evaluations", &json!({ "serverPath": path, "options": options() }));
    assert_eq!(answer.status, 201);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let json = answer.json();
    assert_eq!(members(&json), "data object, id text, meta object, status text, success truth");
    assert_eq!(members(&json["meta"]), "rateLimit object, requestId text, timestamp time, version text");
    assert_eq!(members(&json["meta"]["rateLimit"]), "limit number, remaining number, resetAt time");
    assert_eq!(json["meta"]["version"], "1.0.0");
    assert!(json["meta"]["requestId"].as_str().unwrap().starts_with("req_"));
    assert_eq!(json["meta"]["requestId"], answer.header("x-request-id").unwrap());

    let data = answer.data();
    let expected = "createdAt time, estimatedDuration number, id text, options object, queuePosition number, serverPath text, status text, tags list";
    assert_eq!(members(&data), expected);
    let mut asked = options();
    let tags = asked.as_object_mut().unwrap().remove("tags").unwrap();
    assert_eq!((&data["options"], &data["tags"]), (&asked, &tags), "tags stand beside the options, as in the example");
    assert_eq!((&data["status"], &data["serverPath"]), (&json!("queued"), &json!(path)));
    assert_eq!((&data["estimatedDuration"], &data["queuePosition"]), (&json!(45000), &json!(1)));
    assert!(data["id"].as_str().unwrap().starts_with("eval_"));
    assert_eq!((&json["id"], &json["status"]), (&data["id"], &data["status"]));
}

#[test]
fn an_evaluation_is_looked_at_while_it_runs_and_when_it_has_ended() {
    let service = TestService::start();
    let id = service.accept("hanging", &options());
    let path = format!("/api/v1/evaluations/{id}");
    eventually("the runtime phase calls a tool", || {
        let data = service.get(&path).data();
        let task = data["currentTask"].as_str().is_some_and(|task| task.starts_with("Testing tool: search_documents"));
        // What is found so far is stored now and then.
        task && data["results"].is_object()
    });
    let running = service.get(&path);
    let (json, data) = (running.json(), running.data());
    assert_eq!((&json["id"], &json["status"], &json["score"]), (&json!(id), &json!("running"), &Value::Null));
    let expected = "createdAt time, currentTask text, estimatedCompletion time, id text, options object, progress object, \
        results object, serverPath text, startedAt time, status text, tags list, updatedAt time";
    assert_eq!(members(&data), expected);
    assert_eq!(data["progress"]["phase"], "runtime");
    for phase in ["static", "runtime"] {
        assert_eq!(members(&data["progress"][phase]), "completed number, failed number, passed number, total number");
    }
    let hook = &data["results"]["static"]["Functionality Match"];
    for (name, is_it) in [
        ("score", hook["score"].is_number()),
        ("evidence", hook["evidence"].is_array()),
        ("recommendations", hook["recommendations"].is_array()),
    ] {
        assert!(is_it, "{name}: {hook:#}");
    }
    service.ask("DELETE", &path).send();

    let id = service.evaluated(&options());
    let answer = service.get(&format!("/api/v1/evaluations/{id}"));
    let (json, data) = (answer.json(), answer.data());
    let expected = "completedAt time, createdAt time, duration number, id text, options object, progress object, results object, \
        score number, serverPath text, startedAt time, status text, summary object, tags list, updatedAt time";
    assert_eq!(members(&data), expected);
    // The shell example of seed 003 reads these at the top.
    assert_eq!((&json["id"], &json["status"], &json["score"]), (&json!(id), &json!("completed"), &data["score"]));
    assert!((0.0..=100.0).contains(&data["score"].as_f64().unwrap()));
    let tool = &data["results"]["runtime"]["toolTests"][0];
    assert_eq!((&tool["name"], &tool["status"]), (&json!("search_documents"), &json!("passed")), "{tool:#}");
    assert!(tool["responseTime"].is_number() && tool["result"]["success"] == true, "{tool:#}");
    let progress = &data["progress"]["runtime"];
    assert_eq!(progress["completed"], progress["total"]);
}

#[test]
fn what_waits_is_cancelled_at_once() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let first = service.accept("documents", &json!({}));
    let second = service.post("/api/v1/evaluations", &json!({ "serverPath": service.path("documents") })).data();
    assert_eq!(second["queuePosition"], 2);
    let answer = service.ask("DELETE", &format!("/api/v1/evaluations/{first}")).send();
    assert_cancelled(&answer, &first);
    let waits = service.get(&format!("/api/v1/evaluations/{}", second["id"].as_str().unwrap())).data();
    assert_eq!((&waits["status"], &waits["queuePosition"]), (&json!("queued"), &json!(1)));
    let again = service.ask("DELETE", &format!("/api/v1/evaluations/{first}")).send();
    assert_eq!(again.outcome(), (409, "CONFLICT".to_owned()));
    assert_eq!(kinds(&service.events(&first)), ["evaluation:cancelled"]);
}

#[track_caller]
fn assert_cancelled(answer: &super::client::Answer, id: &str) {
    assert_eq!(answer.status, 200);
    let data = answer.data();
    assert_eq!(members(&data), "cancelledAt time, id text, message text, status text");
    let expected = (json!(id), json!("cancelled"), json!("Evaluation cancelled successfully"));
    assert_eq!((data["id"].clone(), data["status"].clone(), data["message"].clone()), expected);
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

#[test]
fn what_runs_is_cancelled_and_its_processes_are_gone() {
    let service = TestService::start();
    let id = service.accept("hanging", &json!({}));
    let pid = service.root().join("hanging/pid");
    eventually("the server is called", || std::fs::read_to_string(&pid).is_ok_and(|text| !text.is_empty()));
    let server = std::fs::read_to_string(&pid).unwrap();
    assert!(lives(&server));
    let children = children(service.pid());
    assert!(!children.is_empty());
    let began = std::time::Instant::now();
    assert_cancelled(&service.ask("DELETE", &format!("/api/v1/evaluations/{id}")).send(), &id);
    eventually("the server's process is gone", || !lives(&server));
    eventually("the evaluation's process is gone", || children.iter().all(|child| !lives(child)));
    assert!(began.elapsed().as_secs_f64() < 3.0, "it takes {:?}", began.elapsed());
    let view = service.get(&format!("/api/v1/evaluations/{id}")).data();
    assert_eq!(view["status"], "cancelled");
    assert!(view["completedAt"].is_string());
    let events = service.events(&id);
    assert_eq!(events.iter().filter(|event| super::socket::is_last(event)).count(), 1);
    assert_eq!(kinds(&events).last(), Some(&"evaluation:cancelled"));
}

/// The processes that a process has started.
fn children(pid: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    let of = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
    tasks
        .map(|task| of(task.unwrap()))
        .flat_map(|text| text.split(' ').map(str::to_owned).collect::<Vec<_>>())
        .filter(|text| !text.is_empty())
        .collect()
}

#[test]
fn the_sandbox_that_the_machine_gives_is_used_unasked() {
    let service = TestService::with(&[], &super::generous());
    let id = service.evaluated(&json!({}));
    let view = service.get(&format!("/api/v1/evaluations/{id}")).data();
    assert_eq!(view["results"]["runtime"]["toolTests"][0]["status"], "passed");
    let documents = service.get(&format!("/api/v1/evaluations/{id}/documents")).data();
    let whole = documents["documents"].as_array().unwrap().iter().find(|one| one["name"] == "evaluation.json").unwrap();
    let body = service.get(whole["url"].as_str().unwrap());
    assert_eq!(i64::try_from(body.body.len()).ok(), whole["size"].as_i64());
    assert!(body.text().contains("\"sandbox\""), "the report says what held: {}", &body.text()[..1000]);
}

#[test]
fn a_server_that_does_not_start_fails_its_evaluation() {
    let service = TestService::start();
    service.folder.write("root/broken/server.py", "raise SystemExit('no, thank you')\n");
    let id = service.accept("broken", &json!({ "runStatic": false }));
    let events = service.events(&id);
    let view = service.get(&format!("/api/v1/evaluations/{id}")).data();
    assert_eq!((&view["status"], &view["error"]["code"]), (&json!("failed"), &json!("SERVER_UNREACHABLE")), "{view:#}");
    assert_eq!(kinds(&events).last(), Some(&"evaluation:failed"));
}

#[test]
fn an_evaluation_has_its_time() {
    let mut settings = super::generous();
    settings["limits"]["evaluationTimeout"] = json!(2000);
    let service = TestService::with(&["--sandbox", "off"], &settings);
    let id = service.accept("hanging", &json!({}));
    let events = service.events(&id);
    let view = service.get(&format!("/api/v1/evaluations/{id}")).data();
    assert_eq!((&view["status"], &view["error"]["code"]), (&json!("failed"), &json!("EVALUATION_TIMEOUT")), "{view:#}");
    assert_eq!(kinds(&events).last(), Some(&"evaluation:failed"));
}

#[test]
fn a_full_queue_takes_nothing_more() {
    let mut settings = super::generous();
    settings["limits"]["maxQueued"] = json!(2);
    let service = TestService::with(&["--no-worker"], &settings);
    let body = json!({ "serverPath": service.path("documents") });
    let accept = || service.post("/api/v1/evaluations", &body);
    let ids: Vec<String> = (0..2).map(|_| accept().data()["id"].as_str().unwrap().to_owned()).collect();
    let refused = accept();
    assert_eq!(refused.outcome(), (503, "CONCURRENT_LIMIT".to_owned()), "{}", refused.text());
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    assert_eq!(service.get("/api/v1/evaluations").data()["pagination"]["total"], 2);
    service.ask("DELETE", &format!("/api/v1/evaluations/{}", ids[0])).send();
    assert_eq!(accept().status, 201, "there is a place again");
}

#[test]
fn a_server_starts_where_its_files_are() {
    let service = TestService::with(&["--sandbox", "off", "--allow-command", "python3"], &super::generous());
    let server = json!({ "command": "python3", "args": ["server.py"] });
    let mut placed = server.clone();
    placed["cwd"] = json!("documents");
    for body in [
        json!({ "serverPath": "documents", "server": server, "options": { "runStatic": false } }),
        json!({ "server": placed, "options": { "runStatic": false } }),
    ] {
        let answer = service.post("/api/v1/evaluations", &body);
        assert_eq!(answer.status, 201, "{}", answer.text());
        let id = answer.data()["id"].as_str().unwrap().to_owned();
        assert_eq!(service.events(&id).last().unwrap()["type"], "evaluation:completed", "{body}");
    }
    placed["cwd"] = json!("/etc");
    let refused = service.post("/api/v1/evaluations", &json!({ "server": placed }));
    assert_eq!(refused.violations(), ["server.cwd: must be an existing directory"]);
}

#[test]
fn what_is_wrong_with_a_config_is_told_before_it_is_accepted() {
    let service = TestService::with(&["--no-worker", "--allow-command", "python3"], &super::generous());
    let server = json!({ "transport": "stdio", "command": "python3", "args": ["${NOT_ALLOWED}"] });
    let suites = json!([{ "name": "s", "tests": [{ "nome": "x" }, { "name": "y", "args": 1 }] }]);
    let config = json!({ "server": server, "toolHealthSuites": suites, "foo": 1 });
    let refused = service.post("/api/v1/evaluations", &json!({ "config": config }));
    let told = refused.violations();
    for field in ["config.server.args.0", "config.toolHealthSuites.0.tests.0.nome", "config.foo"] {
        assert!(told.iter().any(|one| one.starts_with(&format!("{field}: "))), "{field}: {told:?}");
    }
    let empty = service.post("/api/v1/evaluations", &json!({ "config": {} }));
    assert_eq!(empty.outcome(), (400, "VALIDATION_ERROR".to_owned()), "{}", empty.text());
}

#[test]
fn a_config_names_its_server_with_the_operator_s_variables() {
    let mut settings = super::generous();
    settings["security"]["allowedVariables"] = json!(["PATH"]);
    let service = TestService::with(&["--no-worker", "--allow-private", "--allow-command", "python3"], &settings);
    let suites = json!([{ "name": "s", "tests": [{ "name": "x" }] }]);
    let of = |server: Value| {
        service.post("/api/v1/evaluations", &json!({ "config": { "server": server, "toolHealthSuites": suites } }))
    };
    let good = [
        json!({ "transport": "shttp", "url": "http://127.0.0.1:${PORT:-8931}/mcp" }),
        json!({ "transport": "stdio", "command": "${PYTHON:-python3}", "cwd": service.path("documents") }),
    ];
    for server in good {
        let answer = of(server.clone());
        assert_eq!(answer.status, 201, "{server}: {}", answer.text());
    }
    let refused = of(json!({ "transport": "stdio", "command": "${PATH}" }));
    assert_eq!(refused.outcome(), (400, "VALIDATION_ERROR".to_owned()));
    assert!(!refused.text().contains("/bin"), "what a variable holds is not told: {}", refused.text());
}

#[test]
fn a_config_whose_server_is_not_there_has_failed() {
    let service = TestService::with(&["--sandbox", "off", "--allow-command", "python3"], &super::generous());
    let server = json!({ "transport": "stdio", "command": "python3", "args": ["nowhere.py"] });
    let config = json!({ "server": server, "toolHealthSuites": [{ "name": "s", "tests": [{ "name": "x" }] }] });
    let answer = service.post("/api/v1/evaluations", &json!({ "config": config }));
    let id = answer.data()["id"].as_str().unwrap().to_owned();
    assert_eq!(service.events(&id).last().unwrap()["type"], "evaluation:failed");
    let data = service.get(&format!("/api/v1/evaluations/{id}")).data();
    assert_eq!((&data["status"], &data["error"]["code"]), (&json!("failed"), &json!("SERVER_UNREACHABLE")), "{data}");
}

#[test]
fn no_secret_among_arguments_is_shown_or_stored() {
    let service = TestService::with(&["--no-worker", "--allow-command", "python3"], &super::generous());
    let args = ["x.py", "--token", "ARG-SECRET-5", "--api-key=ARG-SECRET-6"];
    let body = json!({ "server": { "command": "python3", "args": args } });
    let shown = service.post("/api/v1/evaluations", &body).data()["serverPath"].clone();
    assert_eq!(shown, "python3 x.py --token *** --api-key=***");
    let suites = json!([{ "name": "s", "tests": [{ "name": "x" }] }]);
    let server = json!({ "transport": "stdio", "command": "python3", "args": args });
    let config = json!({ "server": server, "toolHealthSuites": suites });
    let shown = service.post("/api/v1/evaluations", &json!({ "config": config })).data()["serverPath"].clone();
    assert_eq!(shown, "python3 x.py --token *** --api-key=***");
    let listed = service.get("/api/v1/evaluations").text();
    assert!(!listed.contains("ARG-SECRET"), "{listed}");
    let folder = service.stop();
    for file in std::fs::read_dir(folder.path().join("data")).unwrap().map(|entry| entry.unwrap().path()) {
        let bytes = if file.is_file() { std::fs::read(&file).unwrap() } else { Vec::new() };
        assert!(!bytes.windows(10).any(|window| window == b"ARG-SECRET"), "{}", file.display());
    }
}

#[test]
fn a_server_s_variables_do_not_choose_another_program() {
    let service = TestService::with(&["--no-worker", "--allow-command", "python3"], &super::generous());
    let asked = |env: &Value| {
        let server = json!({ "transport": "stdio", "command": "python3", "args": ["server.py"], "env": env });
        let whole = json!({ "server": server, "toolHealthSuites": [{ "name": "x", "tests": [{ "name": "y" }] }] });
        let config = json!({ "config": whole });
        [json!({ "server": server }), config].map(|body| service.post("/api/v1/evaluations", &body).status)
    };
    for name in ["PATH", "Path", "LD_PRELOAD", "PYTHONPATH", "NODE_OPTIONS"] {
        assert_eq!(asked(&json!({ name: "/tmp" })), [400, 400], "{name}");
    }
    assert_eq!(asked(&json!({ "MODE": "x" })), [201, 201]);
}
