//! What `mcp-evaluate` says of real servers: `docs/findings/`, one page for each, made anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use clap::Args;
use serde_json::Value;

use crate::Result;
use crate::project::Project;
use crate::say::say;

/// Kind and name of each: the six reference servers first.
const LIST: [(&str, &str); 16] = [
    ("npm", "server-everything"),
    ("npm", "server-filesystem"),
    ("npm", "server-memory"),
    ("npm", "server-sequential-thinking"),
    ("py", "fetch"),
    ("py", "git"),
    ("py", "time"),
    ("npm", "context7"),
    ("npm", "desktop-commander"),
    ("npm", "knowledge-graph"),
    ("npm", "hello-world"),
    ("npm", "notion"),
    ("npm", "antv-chart"),
    ("npm", "taskmanager"),
    ("py", "word"),
    ("py", "sqlite"),
];
const FOLDER: &str = "docs/findings";

/// `cargo xtask findings`.
#[derive(Debug, Args)]
pub(crate) struct FindingsArgs {
    /// The `mcp-evaluate` that is asked; the debug build otherwise
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Only this server; may be repeated
    #[arg(long = "only", value_name = "NAME")]
    only: Vec<String>,
}

/// One server, started in a fresh folder with an environment of its own.
struct Launch {
    command: Vec<String>,
    env: Vec<(String, String)>,
    cwd: String,
    /// Its fresh folder.
    work: String,
}

/// Writes a page for each server, and the table of all.
///
/// # Errors
/// Where a server is not installed (`../shared/corpus/install.sh`), or cannot be evaluated.
pub(crate) fn run(project: &Project, args: &FindingsArgs) -> Result {
    let binary = args.binary.clone().unwrap_or_else(|| project.path("target/debug/mcp-evaluate"));
    let folder = project.path(FOLDER);
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{FOLDER}`: {error}"))?;
    let chosen = |id: &&(&str, &str)| args.only.is_empty() || args.only.iter().any(|only| only == id.1);
    for (kind, id) in LIST.iter().filter(chosen) {
        say(id);
        let page = folder.join(id);
        evaluate(project, &binary, (kind, id), &page)?;
    }
    write(&folder.join("README.md"), &index(&folder)?)
}

/// Leaves `ID.md`, the report for a reviewer, and `ID.json`.
fn evaluate(project: &Project, binary: &Path, (kind, id): (&str, &str), page: &Path) -> Result {
    let launch = launch(project, id)?;
    let root =
        launch.env.iter().find(|(name, _)| name == "HOME").map(|(_, home)| home.replace(&format!("/home/{id}"), ""));
    let root = root.ok_or("the corpus gives no HOME")?;
    let target = target(project, kind, id, &root)?;
    let report = page.with_extension("md");
    let mut command = Command::new(binary);
    command.args([&target, "--command", &words(&launch.command), "--json", "--timeout", "60000"]);
    command.args(["--template", "submission", "--cwd", &launch.cwd, "--report"]).arg(&report);
    command.env_clear().envs(launch.env.iter().map(|(name, value)| (name, value))).current_dir(&launch.cwd);
    if kind == "py" {
        command.env("VIRTUAL_ENV", format!("{root}/py/{id}"));
    }
    let output = ran(command)?;
    let reported = std::fs::read_to_string(&report);
    let reported = reported.map_err(|_| format!("{id}: {}", String::from_utf8_lossy(&output.stderr).trim()))?;
    for (ending, said) in [("json", &*String::from_utf8_lossy(&output.stdout)), ("md", &reported)] {
        write(&page.with_extension(ending), &without_this_machine(said, &launch, &root))?;
    }
    Ok(())
}

/// What servers say of the machine they run on is nobody's business: the search path, the work folder, where they lie, and
/// what a cut has left of that.
fn without_this_machine(said: &str, launch: &Launch, root: &str) -> String {
    let path = launch.env.iter().find(|(name, _)| name == "PATH").map_or("", |(_, path)| path.as_str());
    let head: String = path.chars().take(200).collect();
    let mut text = said.replace(path, "PATH").replace(&head, "PATH");
    text = text.replace(&launch.work, "WORK").replace(root, "CORPUS");
    // A server may show a path with its middle left out.
    let end: Vec<&str> = launch.work.rsplitn(3, '/').collect();
    if let [last, before, _] = end[..] {
        text = text.replace(&format!("/{before}/{last}"), "/WORK");
    }
    let home: String = root.split_inclusive('/').take(2).collect();
    text.replace(&home, "MACHINE/")
}

/// The package's folder, or its name where it lies in `site-packages`.
fn target(project: &Project, kind: &str, id: &str, root: &str) -> Result<String> {
    let list = project.path(&format!("../shared/corpus/{kind}.list"));
    let text = std::fs::read_to_string(&list).map_err(|error| format!("cannot read `{}`: {error}", list.display()))?;
    let mut lines = text.lines().filter_map(|line| line.split_once('|'));
    let package = lines.find(|(name, _)| *name == id).map(|(_, rest)| rest.split('|').next().unwrap_or(rest));
    let package = package.ok_or_else(|| format!("the corpus has no `{id}`"))?;
    Ok(if kind == "npm" { format!("{root}/npm/{id}/node_modules/{package}") } else { format!("pypi:{package}") })
}

fn launch(project: &Project, id: &str) -> Result<Launch> {
    let output = ran(project.command("python3", &["../shared/corpus/corpus.py", "launch", id]))?;
    let said: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{id}: {error}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let env = said["env"].as_object().map(|env| env.iter().map(|(name, value)| (name.clone(), text(value))).collect());
    let command = said["command"].as_array().map(|words| words.iter().map(text).collect());
    Ok(Launch {
        command: command.unwrap_or_default(),
        env: env.unwrap_or_default(),
        cwd: text(&said["cwd"]),
        work: text(&said["work"]),
    })
}

fn words(command: &[String]) -> String {
    command.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ")
}

fn ran(mut command: Command) -> Result<Output> {
    command.output().map_err(|error| format!("cannot run {}: {error}", command.get_program().display()))
}

fn write(path: &Path, text: &str) -> Result {
    std::fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

/// All pages in a table.
fn index(folder: &Path) -> Result<String> {
    let mut text = "# Findings on real servers\n\nWhat `mcp-evaluate` says of servers that others wrote, as installed from npm \
                    and PyPI, started in a fresh folder,\nwithout a network. `cargo xtask findings` makes the pages anew. \
                    `CORPUS` stands for the folder they are installed in, `WORK` for the fresh one.\n\n| server | version | score | status | \
                    critical, high | report |\n|---|---|---|---|---|---|\n"
        .to_owned();
    for (_, id) in LIST {
        let path = folder.join(format!("{id}.json"));
        let Ok(json) = std::fs::read_to_string(&path) else { continue };
        let said: Value = serde_json::from_str(&json).map_err(|error| format!("{id}: {error}"))?;
        let of_tools = said["tools"].as_array().into_iter().flatten().filter_map(|tool| tool["findings"].as_array());
        let findings = of_tools.chain(said["findings"].as_array()).flatten();
        let bad: Vec<&str> = findings
            .filter(|finding| matches!(finding["severity"].as_str(), Some("critical" | "high")))
            .filter_map(|finding| finding["rule"].as_str())
            .collect();
        let word = |pointer: &str| said.pointer(pointer).and_then(Value::as_str).unwrap_or("–").to_owned();
        let (version, status, score) = (word("/server/version"), word("/status"), &said["score"]);
        let bad = if bad.is_empty() { "–".to_owned() } else { bad.join(", ") };
        let _ =
            writeln!(text, "| {id} | {version} | {score} | {status} | {bad} | [{id}]({id}.md), [JSON]({id}.json) |");
    }
    Ok(text)
}
