//! What is written is valid: the JSON document, XML, JUnit, and SARIF under the schema of its makers.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use mcpvals_model::{Evaluation, HookVerdict, RequirementStatus};
use mcpvals_report::evaluation::{Format, Options, Template};
use mcpvals_report::evaluation_schema;
use serde_json::Value;

use super::{by_template, clean, installed, rich, text};

/// A server that could not be reached, and whose source was not looked at.
fn unreachable() -> Evaluation {
    let mut evaluation = clean();
    evaluation.results.requirements = None;
    let runtime = evaluation.results.runtime.as_mut().unwrap();
    *runtime = mcpvals_model::RuntimeResults {
        unreachable: Some("the program ended with code 1".to_owned()),
        ..Default::default()
    };
    evaluation.certification = None;
    evaluation
}

/// A list of tools, each in its line of a file.
fn of_tools_file() -> Evaluation {
    let mut evaluation = rich();
    evaluation.results.runtime = None;
    evaluation.server.start = None;
    evaluation.server.particulars = None;
    evaluation.server.tools_file = Some("tools with blanks.jsonl".to_owned());
    evaluation.tools.iter_mut().zip(1..).for_each(|(tool, line)| tool.line = Some(line));
    evaluation
}

/// A server that the user's hooks have judged: one fails, one needs to know more, and one could not be run.
fn hooked() -> Evaluation {
    let mut evaluation = clean();
    let verdict = |name: &str, status, failure: Option<&str>| HookVerdict {
        name: name.to_owned(),
        status,
        evidence: vec!["see [it](http://x)".to_owned()],
        failure: failure.map(str::to_owned),
    };
    let rows = evaluation.results.requirements.as_mut().unwrap();
    rows[0].hooks = vec![
        verdict("house.py", RequirementStatus::Fail, None),
        verdict("old.py", RequirementStatus::NeedMoreInfo, None),
        verdict("broken", RequirementStatus::NeedMoreInfo, Some("hook broken failed: exit code 7")),
        verdict("kind", RequirementStatus::Warn, None),
        verdict("glad", RequirementStatus::Pass, None),
    ];
    evaluation
}

fn all() -> [Evaluation; 5] {
    [rich(), clean(), unreachable(), of_tools_file(), hooked()]
}

/// What is wrong with a document, in the words of `xmllint`; empty where nothing is.
pub(super) fn xml_problems(schema: &str, xml: &[u8]) -> String {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = match schema {
        "junit.xsd" => crate_folder.join("tests/it/fixtures/junit.xsd"),
        ours => crate_folder.join("../../schemas").join(ours),
    };
    let mut command = Command::new("xmllint");
    command.args(["--noout", "--nonet", "--schema"]).arg(schema).arg("-");
    let child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("`xmllint` cannot be run: install the Debian package `libxml2-utils`");
    child.stdin.take().unwrap().write_all(xml).unwrap();
    let output = child.wait_with_output().unwrap();
    if output.status.success() { String::new() } else { String::from_utf8_lossy(&output.stderr).into_owned() }
}

/// The schema of SARIF 2.1.0, as Microsoft publishes it for tests.
static SARIF: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let file = "node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
    let text = std::fs::read_to_string(installed(file)).unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    // As it is published, a pattern has a bracket too many.
    for part in ["run", "toolComponent"] {
        schema["definitions"][part]["properties"]["language"]["pattern"] = "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$".into();
    }
    jsonschema::validator_for(&schema).unwrap()
});

#[track_caller]
pub(super) fn check_sarif(log: &str) {
    let log: Value = serde_json::from_str(log).unwrap();
    let errors = SARIF.iter_errors(&log).map(|error| format!("{error} at {}", error.instance_path()));
    assert_eq!(errors.collect::<Vec<_>>(), [""; 0], "{log:#}");
}

#[test]
fn json_is_valid_and_fully_described() {
    for evaluation in all() {
        let json = text(Format::Json, &evaluation, &Options::default());
        crate::schemas::check_strictly(&evaluation_schema(), &serde_json::from_str(&json).unwrap());
    }
}

#[test]
fn xml_is_valid_with_every_template() {
    for (evaluation, template) in all().iter().flat_map(|one| Template::ALL.map(|template| (one, template))) {
        let xml = text(Format::Xml, evaluation, &by_template(template));
        assert_eq!(xml_problems("evaluation.xsd", xml.as_bytes()), "", "{xml}");
    }
}

#[test]
fn the_schema_of_xml_refuses_what_is_wrong() {
    let xml = text(Format::Xml, &rich(), &Options::default());
    for (right, wrong) in [
        ("status=\"warn\"", "status=\"fine\""),
        ("severity=\"high\"", "severity=\"5\""),
        ("<formula", "<other/><formula"),
        ("formatVersion=\"1\"", "formatVersion=\"2\""),
    ] {
        let broken = xml.replacen(right, wrong, 1);
        assert!(xml_problems("evaluation.xsd", broken.as_bytes()).contains("Schemas validity error"), "{wrong}");
    }
}

#[test]
fn junit_is_valid() {
    for evaluation in all() {
        let xml = text(Format::Junit, &evaluation, &Options::default());
        assert_eq!(xml_problems("junit.xsd", xml.as_bytes()), "", "{xml}");
    }
}

#[test]
fn sarif_is_valid() {
    for evaluation in all() {
        check_sarif(&text(Format::Sarif, &evaluation, &Options::default()));
    }
}

#[test]
fn what_hooks_say_is_in_sarif() {
    let log: Value = serde_json::from_str(&text(Format::Sarif, &hooked(), &Options::default())).unwrap();
    let run = &log["runs"][0];
    let notes = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let failed = notes.iter().find(|note| note["level"] == "error").unwrap();
    assert_eq!(failed["descriptor"]["id"], "HOOK_EXECUTION_FAILED");
    assert_eq!(failed["message"]["text"], "hook broken failed: exit code 7");
    assert_eq!(run["tool"]["driver"]["notifications"][0]["id"], "HOOK_EXECUTION_FAILED");
    assert!(notes.iter().any(|note| note.to_string().contains("hook old.py: needs more information on")), "{notes:?}");
    let results = run["results"].as_array().unwrap().iter().filter(|one| one["ruleId"].to_string().contains("hook-"));
    let results: Vec<_> = results.map(|result| (result["ruleId"].as_str().unwrap(), &result["level"])).collect();
    assert_eq!(results, [("hook-house.py", &"error".into()), ("hook-kind", &"warning".into())]);
    assert!(run.to_string().contains("is not met: see [it] (http://x)"), "{run:#}");
}

#[test]
fn the_schema_of_sarif_refuses_what_is_wrong() {
    for wrong in [r#"{"version": "2.1.0"}"#, r#"{"version": "2.0.0", "runs": []}"#] {
        assert!(!SARIF.is_valid(&serde_json::from_str(wrong).unwrap()), "{wrong}");
    }
}

#[test]
fn every_result_in_sarif_has_a_file_where_one_is_known() {
    for evaluation in [rich(), of_tools_file()] {
        let log: Value = serde_json::from_str(&text(Format::Sarif, &evaluation, &Options::default())).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert!(results.iter().all(|result| result["locations"][0]["physicalLocation"].is_object()), "{log:#}");
        assert!(results.iter().all(|result| result["ruleIndex"].is_u64()));
    }
    let log: Value = serde_json::from_str(&text(Format::Sarif, &of_tools_file(), &Options::default())).unwrap();
    let place = &log["runs"][0]["results"][1]["locations"][0];
    assert_eq!(place["physicalLocation"]["artifactLocation"]["uri"], "tools%20with%20blanks.jsonl");
    assert_eq!(place["physicalLocation"]["region"]["startLine"], 2);
    assert_eq!(place["logicalLocations"][0]["properties"]["jsonPointer"], "/tools/1/description");
}

#[test]
fn relationships_in_sarif_lead_to_their_entries() {
    let log: Value = serde_json::from_str(&text(Format::Sarif, &rich(), &Options::default())).unwrap();
    let run = &log["runs"][0];
    let mut seen = 0;
    for rule in run["tool"]["driver"]["rules"].as_array().unwrap() {
        for relationship in rule["relationships"].as_array().into_iter().flatten() {
            let target = &relationship["target"];
            let at = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
            let taxonomy = &run["taxonomies"][at(&target["toolComponent"]["index"])];
            assert_eq!(taxonomy["name"], target["toolComponent"]["name"]);
            assert_eq!(taxonomy["taxa"][at(&target["index"])]["id"], target["id"]);
            seen += 1;
        }
    }
    assert!(seen >= 8, "{seen}");
}

#[test]
fn the_same_evaluation_gives_the_same_bytes() {
    for format in Format::ALL {
        assert_eq!(text(format, &rich(), &Options::default()), text(format, &rich(), &Options::default()));
    }
}
