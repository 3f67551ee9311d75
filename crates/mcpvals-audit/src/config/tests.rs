//! Tests of how settings are put together.

use std::collections::BTreeMap;

use mcpvals_model::Requirement;

use super::{Layers, ProjectFolder, of_environment, requirement};
use crate::static_phase::Selection;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The folder in which the user works.
fn users(path: &std::path::Path) -> ProjectFolder<'_> {
    ProjectFolder { path, is_the_users: true }
}

#[test]
fn what_is_evaluated_starts_nothing_and_sets_no_scale_unseen() {
    let settings = r#"{"scoring": {"weights": {"static": 0}}, "observability": {"enabled": true, "url": "http://e.example"},
        "hooks": {"custom": [{"name": "x", "command": "sh"}]}, "inspector": {"timeout": 5000},
        "rules": {"suppressions": [{"rule": "title-missing", "reason": "no"}]}}"#;
    let project = folder(&[
        ("mcp-evaluator.config.json", settings),
        (".mcp-evaluation.json", r#"{"exclude_paths": ["src"], "skip_tests": ["tool-naming"]}"#),
    ]);
    let read = |named: bool, is_the_users: bool| {
        let file = project.path().join("mcp-evaluator.config.json");
        let (mut layers, mut selection) = (Layers::default(), Selection::default());
        let folder = ProjectFolder { path: project.path(), is_the_users };
        layers.read(named.then_some(file.as_path()), Some(folder), None).unwrap();
        layers.adapt(&mut selection);
        (layers.hooks().len(), layers.observer().is_some(), layers.deadline().as_secs(), selection.own_words)
    };
    assert_eq!(read(false, true), (1, true, 5, vec![]));
    let old = ["`skip_tests`", "`exclude_paths`"];
    assert_eq!(read(true, false), (1, true, 5, old.map(str::to_owned).to_vec()));
    let said = ["`hooks` (not run)", "`observability` (nobody is told)", "`rules.suppressions` (1)", "`scoring`"];
    assert_eq!(
        read(false, false),
        (0, false, 5, [said.as_slice(), &old].concat().into_iter().map(str::to_owned).collect())
    );
}

#[test]
fn weights_are_taken_from_one_place() {
    let project =
        folder(&[("mcp-evaluator.config.json", r#"{"scoring": {"weights": {"static": 0.5, "runtime": 0.5}}}"#)]);
    let variables = [("MCP_EVALUATOR_STATIC_WEIGHT".to_owned(), "0.1".to_owned())].into();
    let mut layers = Layers::default();
    layers.push(of_environment(&variables).unwrap());
    layers.read(None, Some(users(project.path())), None).unwrap();
    let scale = layers.scale();
    assert!((scale.static_weight - 0.1).abs() < 1e-9 && (scale.runtime_weight - 0.9).abs() < 1e-9, "{scale:?}");
}

#[test]
fn each_setting_is_taken_from_the_first_that_has_it() {
    let project = folder(&[(
        "mcp-evaluator.config.json",
        r#"{"scoring": {"weights": {"static": 0.7}}, "inspector": {"timeout": 5000}}"#,
    )]);
    let home = folder(&[(".mcp-evaluator.json", r#"{"inspector": {"timeout": 7000, "retries": 2}}"#)]);
    let variables: BTreeMap<String, String> = [("MCP_INSPECTOR_TIMEOUT".to_owned(), "9000".to_owned())].into();
    let mut layers = Layers::default();
    layers.push(of_environment(&variables).unwrap());
    layers.read(None, Some(users(project.path())), Some(home.path())).unwrap();
    assert_eq!((layers.deadline().as_millis(), layers.retries()), (9000, 2));
    let scale = layers.scale();
    assert!((scale.static_weight - 0.7).abs() < 1e-9 && (scale.runtime_weight - 0.3).abs() < 1e-9);
    assert_eq!(layers.read.len(), 2);
}

#[test]
fn what_the_schema_cannot_see_has_its_place_too() {
    let text = "{\n  \"scoring\": {\"weights\": {\"static\": 0.7, \"runtime\": 0.7}},\n  \"hooks\": {\"customPatterns\": [\"(\"]},\n  \"rules\": {\"suppressions\": [{\"rule\": \"no-such\", \"reason\": \"x\"}]}\n}";
    let project = folder(&[("mcp-evaluator.config.json", text)]);
    let errors = Layers::default().read(None, Some(users(project.path())), None).unwrap_err();
    let places: Vec<(u32, &str)> =
        errors.errors().iter().map(|error| (error.place.line, error.pointer.as_str())).collect();
    assert_eq!(places, [(2, "/scoring/weights"), (3, "/hooks/customPatterns/0"), (4, "/rules/suppressions/0/rule")]);
}

#[test]
fn a_folder_of_hooks_that_is_not_there_has_its_place() {
    let text = "{\n  \"hooks\": {\n    \"hooksPath\": \"nowhere\"}}";
    let project = folder(&[("mcp-evaluator.config.json", text)]);
    let errors = Layers::default().read(None, Some(users(project.path())), None).unwrap_err();
    let error = &errors.errors()[0];
    assert_eq!((error.place.line, error.pointer.as_str()), (3, "/hooks/hooksPath"));
    assert!(errors.to_string().contains("there is no folder `"), "{errors}");
    let home = folder(&[(".mcp-evaluator.json", text)]);
    Layers::default().read(None, Some(users(home.path())), Some(home.path())).unwrap();
    std::fs::create_dir(project.path().join("nowhere")).unwrap();
    Layers::default().read(None, Some(users(project.path())), None).unwrap();
}

#[test]
fn all_unknown_members_and_wrong_values_are_told_at_once() {
    let text = r#"{"inspector": {"timeout": 5, "transprt": "stdio", "transport": "pigeon"}, "colour": 1}"#;
    let project = folder(&[("mcp-evaluator.config.json", text)]);
    let errors = Layers::default().read(None, Some(users(project.path())), None).unwrap_err();
    assert_eq!(errors.errors().len(), 4, "{errors}");
}

#[test]
fn faults_of_the_schema_and_of_meaning_are_told_at_once_in_all_files() {
    let text = r#"{"colour": 1, "scoring": {"weights": {"static": 0.5, "runtime": 0.9}}, "hooks": {"customPatterns": ["(unclosed"]}, "rules": {"suppressions": [{"rule": "no-such", "reason": "x"}]}}"#;
    let old = r#"{"colour": 1, "skip_tests": ["no-such"], "custom_patterns": {"injection_patterns": ["("]}}"#;
    let project = folder(&[("mcp-evaluator.config.json", text), (".mcp-evaluation.json", old)]);
    let errors = Layers::default().read(None, Some(users(project.path())), None).unwrap_err();
    let pointers: Vec<&str> = errors.errors().iter().map(|error| error.pointer.as_str()).collect();
    let wanted = [
        "/colour",
        "/scoring/weights",
        "/hooks/customPatterns/0",
        "/rules/suppressions/0/rule",
        "/colour",
        "/skip_tests/0",
        "/custom_patterns/injection_patterns/0",
    ];
    assert_eq!(pointers, wanted, "{errors}");
}

#[test]
fn the_old_file_is_understood() {
    let project = folder(&[(
        ".mcp-evaluation.json",
        r#"{"thresholds": {"min_examples": 2}, "skip_tests": ["tool-naming"], "exclude_paths": ["vendor"], "custom_patterns": {"injection_patterns": ["buy now"]}}"#,
    )]);
    let mut layers = Layers::default();
    layers.read(None, Some(users(project.path())), None).unwrap();
    let mut selection = Selection::default();
    layers.adapt(&mut selection);
    assert!(!selection.requirements.contains(&Requirement::ToolNaming) && selection.requirements.len() == 7);
    assert_eq!(selection.excluded, ["vendor"]);
    assert_eq!(layers.patterns(), ["buy now"]);
}

#[test]
fn a_variable_that_cannot_be_used_is_an_error() {
    let variables = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into();
    for (name, value) in
        [("MCP_INSPECTOR_TIMEOUT", "soon"), ("MCP_EVALUATOR_RETRIES", "11"), ("MCP_OBSERVABILITY_ENABLED", "maybe")]
    {
        let error = of_environment(&variables(name, value)).unwrap_err();
        assert_eq!(error.name, name);
    }
    assert!(of_environment(&variables("MCP_INSPECTOR_TIMEOUT", "")).is_ok());
}

#[test]
fn requirements_are_known_by_each_spelling() {
    for name in ["tool-naming", "tool_naming", "Tool Naming", "tool-naming.py"] {
        assert_eq!(requirement(name), Some(Requirement::ToolNaming), "{name}");
    }
    assert_eq!(requirement("naming"), None);
}
