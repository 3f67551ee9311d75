//! Reports: made, downloaded, gone after their time.

use serde_json::{Value, json};

use super::{TestService, members};

/// What each format has that the others lack, and the ending of its file.
const FORMATS: [(&str, &str, &str); 6] = [
    ("markdown", "# ", "md"),
    ("json", "{", "json"),
    ("html", "<!DOCTYPE html>", "html"),
    ("xml", "<?xml", "xml"),
    ("sarif", "\"version\": \"2.1.0\"", "sarif"),
    ("junit", "<testsuites", "junit.xml"),
];

#[test]
fn a_report_is_made_as_in_the_example_and_downloaded() {
    let service = TestService::start();
    let id = service.evaluated(&json!({}));
    let path = format!("/api/v1/evaluations/{id}/reports");
    let asked = json!({ "format": "markdown", "includeEvidence": true, "includeRecommendations": true, "template": "submission" });
    let answer = service.post(&path, &asked);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let report = answer.data();
    let expected = "createdAt time, downloadUrl text, evaluationId text, expiresAt time, format text, reportId text, size number, template text";
    assert_eq!(members(&report), expected);
    let name = report["reportId"].as_str().unwrap();
    assert!(name.starts_with("rpt_"));
    assert_eq!(report["downloadUrl"], format!("/api/v1/reports/{name}/download"));
    assert_eq!(days(&report["expiresAt"]) - days(&report["createdAt"]), 7);

    let download = service.get(report["downloadUrl"].as_str().unwrap());
    assert_eq!((download.status, download.header("content-type")), (200, Some("application/octet-stream")));
    assert_eq!(download.header("content-disposition"), Some("attachment; filename=\"evaluation-report.md\""));
    assert_eq!(download.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(json!(download.body.len()), report["size"]);
    assert!(download.text().starts_with("# "), "{}", download.text());

    let listed = service.get("/api/v1/reports").data();
    assert_eq!(listed["reports"], json!([report]));
}

/// Days since some day.
fn days(time: &Value) -> i64 {
    let text = &time.as_str().unwrap()[..10];
    let numbers: Vec<i64> = text.split('-').map(|part| part.parse().unwrap()).collect();
    // Of the proleptic Gregorian calendar, by Howard Hinnant.
    let (year, month) = if numbers[1] > 2 { (numbers[0], numbers[1] - 3) } else { (numbers[0] - 1, numbers[1] + 9) };
    365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2]
}

#[test]
fn every_format_and_template_is_made() {
    let service = TestService::start();
    let id = service.evaluated(&json!({}));
    let make = |body: &Value| service.post(&format!("/api/v1/evaluations/{id}/reports"), body);
    for (format, mark, ending) in FORMATS {
        let report = make(&json!({ "format": format })).data();
        assert_eq!(report["format"], format);
        let download = service.get(report["downloadUrl"].as_str().unwrap());
        assert!(download.text().contains(mark), "{format}: {}", download.text());
        let disposition = format!("attachment; filename=\"evaluation-report.{ending}\"");
        assert_eq!(download.header("content-disposition"), Some(disposition.as_str()));
        assert_eq!(download.header("content-type"), Some("application/octet-stream"), "never a page of ours");
    }
    let mut texts = Vec::new();
    for template in ["submission", "summary", "ci"] {
        for (format, ..) in FORMATS {
            let report = make(&json!({ "format": format, "template": template })).data();
            assert_eq!(report["template"], template);
            texts.push((format, service.get(report["downloadUrl"].as_str().unwrap()).text()));
        }
    }
    texts.sort();
    texts.dedup();
    let different = |name: &str| texts.iter().filter(|(format, _)| *format == name).count();
    assert_eq!(["markdown", "html", "xml"].map(different), [3; 3], "each template is another");
    assert_eq!(["json", "sarif", "junit"].map(different), [2; 3], "of data, one is shorter");

    let size = |body: &Value| make(body).data()["size"].as_i64().unwrap();
    let whole = size(&json!({ "format": "json" }));
    assert!(size(&json!({ "format": "json", "includeEvidence": false })) < whole);
    assert!(size(&json!({ "format": "json", "includeRecommendations": false })) < whole);
    assert_eq!(make(&json!({})).data()["format"], "markdown", "unless something else is asked for");
}

#[test]
fn there_is_no_report_of_what_has_not_ended_or_is_not_there() {
    let service = TestService::with(&["--no-worker"], &super::generous());
    let id = service.accept("documents", &json!({}));
    let answer = service.post(&format!("/api/v1/evaluations/{id}/reports"), &json!({}));
    assert_eq!(answer.outcome(), (409, "CONFLICT".to_owned()));
    service.ask("DELETE", &format!("/api/v1/evaluations/{id}")).send();
    let answer = service.post(&format!("/api/v1/evaluations/{id}/reports"), &json!({}));
    assert_eq!(answer.outcome(), (409, "CONFLICT".to_owned()));
    for path in ["/api/v1/evaluations/eval_0/reports", "/api/v1/evaluations/rpt_0/reports"] {
        assert_eq!(service.post(path, &json!({})).outcome(), (404, "RESOURCE_NOT_FOUND".to_owned()));
    }
    assert_eq!(service.get("/api/v1/reports/rpt_0/download").outcome(), (404, "RESOURCE_NOT_FOUND".to_owned()));
}

/// The tests of a config have no requirements: no templates, and none of the formats that are about these.
#[test]
fn what_a_config_s_tests_came_to_is_reported() {
    let service = TestService::with(&["--sandbox", "off", "--allow-command", "python3"], &super::generous());
    let server =
        json!({ "transport": "stdio", "command": "python3", "args": ["server.py"], "cwd": service.path("documents") });
    let tests = json!([{ "name": "search_documents", "args": { "query": "x" } }]);
    let config = json!({ "server": server, "toolHealthSuites": [{ "name": "s", "tests": tests }] });
    let answer = service.post("/api/v1/evaluations", &json!({ "config": config }));
    assert_eq!(answer.status, 201, "{}", answer.text());
    let id = answer.data()["id"].as_str().unwrap().to_owned();
    service.events(&id);
    let ask = |body: &Value| service.post(&format!("/api/v1/evaluations/{id}/reports"), body);
    let formats = [
        ("json", "{"),
        ("markdown", "<!-- mcpvals -->"),
        ("html", "<!DOCTYPE html>"),
        ("xml", "<?xml"),
        ("junit", "<?xml"),
    ];
    for (format, beginning) in formats {
        let made = ask(&json!({ "format": format }));
        assert_eq!(made.status, 200, "{format}: {}", made.text());
        let text = service.get(made.data()["downloadUrl"].as_str().unwrap()).text();
        assert!(text.contains("search_documents") && text.trim_start().starts_with(beginning), "{format}: {text}");
    }
    for body in [json!({ "format": "sarif" }), json!({ "template": "summary" })] {
        assert_eq!(ask(&body).outcome(), (400, "VALIDATION_ERROR".to_owned()), "{body}");
    }
}
