//! Settings, health and figures, as the examples of seed 003 have them.

use std::process::Stdio;

use serde_json::{Value, json};

use super::{TestService, members};

#[test]
fn several_processes_may_begin_with_the_same_new_folder() {
    let folder = crate::mcpvals::Folder::new();
    let create = || {
        let mut command = folder.command(&["keys", "create", "--scope", "evaluate:read", "--data-dir", "data"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let started: Vec<_> = (0..8).map(|_| create()).collect();
    for process in started {
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let listed = super::running::command(&folder, &["keys", "list"]);
    assert_eq!(listed.stdout.lines().count(), 8, "{}", listed.stdout);
}

#[test]
fn settings_are_shown_as_in_the_example() {
    let service = TestService::with(&["--sandbox", "off"], &json!({}));
    let data = service.get("/api/v1/config").data();
    let capabilities = json!({ "staticAnalysis": true, "runtimeTesting": true, "observabilityIntegration": true, "multiFormat": true });
    assert_eq!((&data["version"], &data["capabilities"]), (&json!("1.0.0"), &capabilities));
    let limits =
        ["maxConcurrentEvaluations", "maxFileSize", "evaluationTimeout"].map(|name| data["limits"][name].clone());
    assert_eq!(limits, [json!(5), json!(104_857_600), json!(300_000)]);
    assert_eq!(data["supportedTransports"], json!(["stdio", "sse", "http"]));
    for format in ["json", "markdown", "html", "xml"] {
        assert!(data["supportedFormats"].as_array().unwrap().contains(&json!(format)));
    }
    let hooks = json!({
        "available": ["functionality-match", "prompt-injection", "tool-naming", "working-examples", "error-handling"],
        "custom": [],
    });
    assert_eq!(data["hooks"], hooks);
}

#[test]
fn settings_are_changed_as_in_the_example_and_stay_changed() {
    let service = TestService::with(&["--sandbox", "off"], &json!({}));
    let asked = json!({
        "limits": { "maxConcurrentEvaluations": 3, "evaluationTimeout": 180_000 },
        "observability": { "enabled": true, "endpoint": "http://localhost:3456" },
    });
    let put = |body: &Value| service.ask("PUT", "/api/v1/config").json(body).send();
    let answer = put(&json!({ "limits": asked["limits"] }));
    assert_eq!(answer.status, 200, "{}", answer.text());
    let data = answer.data();
    assert_eq!(members(&data), "appliedAt time, changes list, updated truth");
    let expected = json!(["limits.maxConcurrentEvaluations: 5 → 3", "limits.evaluationTimeout: 300000 → 180000"]);
    assert_eq!((&data["updated"], &data["changes"]), (&json!(true), &expected));
    let expected =
        json!(["observability.enabled: false → true", "observability.endpoint: none → http://localhost:3456"]);
    assert_eq!(put(&asked).data()["changes"], expected, "what is so already does not change");
    assert_eq!(put(&asked).data()["changes"], json!([]));

    let folder = service.stop();
    let service = TestService::at(folder, &["--sandbox", "off"], &json!({}));
    let data = service.get("/api/v1/config").data();
    let limits =
        ["maxConcurrentEvaluations", "evaluationTimeout", "maxFileSize"].map(|name| data["limits"][name].clone());
    assert_eq!(limits, [json!(3), json!(180_000), json!(104_857_600)]);
    assert_eq!(data["observability"], json!({ "enabled": true, "endpoint": "http://localhost:3456" }));
}

#[test]
fn health_is_for_everybody() {
    let service = TestService::start();
    super::eventually("a worker has said that it is there", || {
        service.get("/api/v1/health").data()["services"]["inspector"] == "healthy"
    });
    let answer = service.ask("GET", "/api/v1/health").bare().send();
    assert_eq!(answer.status, 200);
    let data = answer.data();
    assert_eq!(
        members(&data),
        "lastCheck time, memory object, services object, status text, uptime number, version text"
    );
    assert_eq!(members(&data["memory"]), "percentage number, total number, used number");
    assert_eq!(members(&data["services"]), "database text, hooks text, inspector text, observability text");
    assert_eq!((&data["status"], &data["version"]), (&json!("healthy"), &json!("1.0.0")));
    let (used, total) = (data["memory"]["used"].as_f64().unwrap(), data["memory"]["total"].as_f64().unwrap());
    assert!(used > 1e6 && used < total);

    // Nobody listens there: it is told, and keeps nobody from evaluating.
    let body = json!({ "observability": { "enabled": true, "endpoint": "http://127.0.0.1:1" } });
    service.ask("PUT", "/api/v1/config").json(&body).send();
    let data = service.get("/api/v1/health").data();
    assert_eq!((&data["status"], &data["services"]["observability"]), (&json!("healthy"), &json!("degraded")));
}

#[test]
fn figures_are_told_to_people_and_to_prometheus() {
    let service = TestService::start();
    service.evaluated(&json!({ "runStatic": false }));
    for _ in 0..20 {
        service.get("/api/v1/evaluations");
    }
    let data = service.get("/api/v1/metrics").data();
    assert_eq!(
        members(&data),
        "evaluations object, generatedAt time, performance object, period text, resources object"
    );
    assert_eq!(
        members(&data["evaluations"]),
        "averageDuration number, averageScore number, completed number, failed number, total number"
    );
    assert_eq!(members(&data["performance"]), "errorRate number, requestsPerMinute number, responseTime object");
    assert_eq!(members(&data["performance"]["responseTime"]), "p50 number, p95 number, p99 number");
    assert_eq!(members(&data["resources"]), "cpuUsage number, diskUsage number, memoryUsage number");
    let totals = ["total", "completed", "failed"].map(|name| data["evaluations"][name].as_i64().unwrap());
    assert_eq!((totals, &data["period"]), ([1, 1, 0], &json!("24h")));
    let rank = ["p50", "p95", "p99"].map(|name| data["performance"]["responseTime"][name].as_f64().unwrap());
    assert!(rank[0] > 0.0 && rank[0] <= rank[1] && rank[1] <= rank[2], "{rank:?}");
    assert!(data["performance"]["requestsPerMinute"].as_f64().unwrap() > 0.0);

    let page = service.get("/metrics");
    assert_eq!(page.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let text = page.text();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').unwrap();
        assert!(
            ["mcpvals_", "process_"].iter().any(|start| name.starts_with(start)) && value.parse::<f64>().is_ok(),
            "{line}"
        );
    }
    assert!(
        text.lines().any(|line| line.starts_with("mcpvals_") && line.contains("completed") && line.ends_with(" 1")),
        "{text}"
    );
    assert_eq!(service.ask("GET", "/metrics").bare().send().outcome(), (401, "AUTHENTICATION_REQUIRED".to_owned()));
}
