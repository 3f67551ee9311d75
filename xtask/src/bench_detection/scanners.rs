//! Offline scanners of others, through an adapter in Python.

use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use mcpvals_model::Severity;
use serde_json::{Value, json};

use super::figures::Verdicts;
use crate::Result;
use crate::labelled::Labelled;
use crate::project::Project;

/// Their names in the registry of Python packages.
pub(super) const ALL: [&str; 3] = ["deepsleuth", "cisco-ai-mcp-scanner", "tool-scan"];

/// What a scanner says of each tool, judged on its own.
pub(super) fn judge(project: &Project, python: &Path, scanner: &str, tools: &[Labelled]) -> Result<Verdicts> {
    let adapter = project.path("xtask/detection/scanners.py");
    let mut command = std::process::Command::new(python);
    command.arg(adapter).arg(scanner).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("cannot start `{}`: {error}", python.display()))?;
    let mut stdin = child.stdin.take().ok_or("the scanner has no input")?;
    let lines: Vec<String> = tools.iter().map(|tool| line(&tool.value)).collect();
    let writer = std::thread::spawn(move || lines.into_iter().try_for_each(|line| writeln!(stdin, "{line}")));
    let output = child.wait_with_output().map_err(|error| format!("cannot read `{scanner}`: {error}"))?;
    let _ = writer.join();
    if output.status.code() == Some(3) {
        return Err("not installed".to_owned());
    }
    let answers: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let Some((end, worst)) = answers.split_last().filter(|(_, worst)| worst.len() == tools.len()) else {
        return Err(format!("it answered {} times", answers.len()));
    };
    let name = format!("{scanner} {}", end["version"].as_str().unwrap_or("?"));
    let cpu_seconds = end["cpuSeconds"].as_f64().unwrap_or_default();
    Ok(Verdicts { name, worst: worst.iter().map(severity).collect(), cpu_seconds })
}

/// As scanners expect a tool: with a name and a schema.
fn line(tool: &Value) -> String {
    let or = |name: &str, default: Value| tool.get(name).cloned().unwrap_or(default);
    let (name, description) = (or("name", json!("")), or("description", json!("")));
    let schema = or("inputSchema", json!({"type": "object"}));
    json!({"name": name, "description": description, "inputSchema": schema}).to_string()
}

fn severity(answer: &Value) -> Option<Severity> {
    Severity::ALL.into_iter().find(|severity| answer.as_str() == Some(severity.as_str()))
}
