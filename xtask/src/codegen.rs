//! Generated files: what the code knows, written where people and editors read it. Committed, and checked in CI.

mod api;
mod help;
mod shapes;

use std::fmt::Write as _;

use mcpvals_model::{MetricName, OauthRule, Requirement, RuleLevel, ViolationKind};
use serde_json::Value;

use crate::Result;
use crate::client_types;
use crate::project::Project;
use crate::say::say;

/// A generated file: its path and what belongs in it.
struct Generated {
    path: &'static str,
    text: String,
}

/// A kind of violation as the docs show it.
pub(crate) struct Kind {
    pub(crate) name: String,
    pub(crate) words: String,
}

/// Writes every generated file.
pub(crate) fn write(project: &Project) -> Result {
    for file in all(project)? {
        let path = project.path(file.path);
        let folder = path.parent().unwrap_or(&project.root);
        std::fs::create_dir_all(folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
        std::fs::write(&path, file.text).map_err(|error| format!("cannot write `{}`: {error}", file.path))?;
        say(&format!("wrote {}", file.path));
    }
    Ok(())
}

/// Tells which generated files are not what the code says today.
pub(crate) fn check(project: &Project) -> Result {
    let stale: Vec<&str> =
        all(project)?.into_iter().filter(|file| !is_current(project, file)).map(|f| f.path).collect();
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("not current: {}; run `cargo xtask codegen` and commit", stale.join(", ")))
}

fn is_current(project: &Project, file: &Generated) -> bool {
    std::fs::read_to_string(project.path(file.path)).is_ok_and(|text| text == file.text)
}

fn all(project: &Project) -> Result<Vec<Generated>> {
    Ok(vec![
        Generated { path: "schemas/config.schema.json", text: pretty(&mcpvals_config::schema()) },
        Generated { path: "crates/mcpvals-config/src/shape/schema.json", text: line(&mcpvals_config::shape_schema()) },
        Generated { path: "schemas/config.d.ts", text: mcpvals_config::typescript() },
        Generated { path: "schemas/evaluator-config.schema.json", text: pretty(&mcpvals_audit::config::schema()) },
        Generated { path: "schemas/report.schema.json", text: pretty(&mcpvals_report::report_schema()) },
        Generated { path: "schemas/evaluation.schema.json", text: pretty(&mcpvals_report::evaluation_schema()) },
        Generated {
            path: "schemas/evaluation-event.schema.json",
            text: pretty(&mcpvals_report::evaluation_event_schema()),
        },
        Generated { path: "schemas/evaluation.xsd", text: mcpvals_report::evaluation::XSD.to_owned() },
        Generated { path: "schemas/trace.schema.json", text: pretty(&mcpvals_report::trace_schema()) },
        Generated { path: "schemas/cassette.schema.json", text: pretty(&mcpvals_report::cassette_schema()) },
        Generated { path: "schemas/openapi.json", text: pretty(&mcpvals_server::openapi()) },
        Generated { path: "crates/mcpvals-client/src/types.rs", text: client_types::text(&mcpvals_server::openapi()) },
        Generated { path: "schemas/asyncapi.json", text: pretty(&mcpvals_server::asyncapi()) },
        Generated { path: "docs/reference/protocol-violations.md", text: violations(project)? },
        Generated { path: "docs/reference/oauth-rules.md", text: oauth_rules(project)? },
        Generated { path: "docs/reference/rules.md", text: rules(project)? },
        page(project, "docs/reference/config-types.md", &config_types())?,
        page(project, "docs/reference/help.md", &help::sections(project)?)?,
        page(project, "docs/reference/api.md", &api::operations())?,
        page(project, "docs/reference/events.md", &api::messages())?,
        page(project, "docs/reference/errors.md", &api::errors())?,
    ])
}

fn line(schema: &Value) -> String {
    format!("{schema}\n")
}

fn pretty(schema: &Value) -> String {
    format!("{schema:#}\n")
}

/// Every kind of violation, in the order of the source.
pub(crate) fn kinds_of_violation() -> Vec<Kind> {
    let schema = schemars::schema_for!(ViolationKind);
    let variants = schema.get("oneOf").and_then(Value::as_array).cloned().unwrap_or_default();
    let read = |variant: &Value| {
        let words = variant["description"].as_str()?.replace('\n', " ");
        Some(Kind { name: variant["const"].as_str()?.to_owned(), words })
    };
    variants.iter().filter_map(read).collect()
}

/// The page about violations, its table made anew.
fn violations(project: &Project) -> Result<String> {
    let mut table = "| kind | what it means |\n|---|---|\n".to_owned();
    for kind in kinds_of_violation() {
        let _ = writeln!(table, "| `{}` | {} |", kind.name, kind.words.replace('|', "\\|"));
    }
    page_with(project, "docs/reference/protocol-violations.md", &table)
}

/// The page about rules of signing in, a table for each metric.
fn oauth_rules(project: &Project) -> Result<String> {
    let mut text = String::new();
    for metric in MetricName::ALL {
        let rules = OauthRule::of(metric);
        if rules.is_empty() {
            continue;
        }
        let _ =
            write!(text, "## {}\n\n| rule | what it asks for | where it stands |\n|---|---|---|\n", metric.as_str());
        for rule in rules {
            let should = if rule.level() == RuleLevel::Should { " (SHOULD)" } else { "" };
            let _ = writeln!(text, "| `{}`{should} | {} | {} |", rule.as_str(), rule.asks(), rule.reference());
        }
        text.push('\n');
    }
    page_with(project, "docs/reference/oauth-rules.md", text.trim_end_matches('\n'))
}

/// The page about rules of static analysis and of the runtime phase, a table for each requirement.
fn rules(project: &Project) -> Result<String> {
    let all = mcpvals_audit::catalogue::rules();
    let mut text = String::new();
    for requirement in Requirement::ALL {
        let _ = write!(text, "## {}\n\n", requirement.title());
        text.push_str("| rule | severity | what is wrong, and why it matters | what to do | where it stands |\n");
        text.push_str("|---|---|---|---|---|\n");
        for rule in all.iter().filter(|rule| rule.requirement == requirement) {
            let severity = rule.severity.as_str();
            let why = format!("{}. {}", rule.title, rule.why).replace('|', "\\|");
            let (id, remedy, references) = (rule.id, rule.remedy.replace('|', "\\|"), rule.references.join(", "));
            let _ = writeln!(text, "| `{id}` | {severity} | {why} | {remedy} | {references} |");
        }
        text.push('\n');
    }
    page_with(project, "docs/reference/rules.md", text.trim_end_matches('\n'))
}

/// A page that is generated but for its first words.
fn page(project: &Project, path: &'static str, text: &str) -> Result<Generated> {
    Ok(Generated { path, text: page_with(project, path, &format!("{}\n", text.trim_end()))? })
}

/// Every type of the config file, the file itself first.
fn config_types() -> String {
    let schema = mcpvals_config::schema();
    format!("## The file\n\n{}\n## Types\n\n{}", shapes::members(&schema), shapes::types(&schema["$defs"]))
}

/// A page, with what stands between its marks made anew.
fn page_with(project: &Project, path: &str, text: &str) -> Result<String> {
    let page = std::fs::read_to_string(project.path(path)).map_err(|error| format!("cannot read `{path}`: {error}"))?;
    between(&page, "codegen", text).ok_or_else(|| format!("`{path}` lacks the marks around what is generated"))
}

/// The page with what stands between the marks of a chore replaced.
pub(crate) fn between(page: &str, chore: &str, text: &str) -> Option<String> {
    let mark = |end: &str| format!("<!-- generated by `cargo xtask {chore}`: {end} -->\n");
    let (begin, end) = (mark("begin"), mark("end"));
    let (head, rest) = page.split_once(&begin)?;
    let (_, tail) = rest.split_once(&end)?;
    Some(format!("{head}{begin}\n{text}\n{end}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let page = |text: &str| {
            format!(
                "a\n<!-- generated by `cargo xtask x`: begin -->\n{text}<!-- generated by `cargo xtask x`: end -->\nb\n"
            )
        };
        assert_eq!(between(&page("old\n"), "x", "new"), Some(page("\nnew\n")));
        assert_eq!(between("no marks", "x", "new"), None);
    }

    #[test]
    fn every_kind_of_violation_has_words() {
        let kinds = kinds_of_violation();
        assert!(kinds.len() > 30, "{}", kinds.len());
        assert!(kinds.iter().all(|kind| !kind.words.is_empty() && kind.name == kind.name.to_lowercase()));
    }
}
