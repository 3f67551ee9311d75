//! Configurations of clients, and commands that start the server, as a document shows them.

use std::sync::LazyLock;

use mcpvals_model::SourceFile;
use regex::Regex;
use serde_json::Value;

use super::markdown::{self, Block, BlockKind};
use super::place::Page;
use super::{DOCUMENTS_MAX, Example, ExampleKind, head, manifest};
use crate::literal;

/// A command with more words is none that anybody types.
const WORDS_MAX: usize = 60;

pub(super) fn find(blocks: &[Block], page: &Page<'_>) -> Vec<Example> {
    let mut found = Vec::new();
    for block in blocks {
        let BlockKind::Code { language } = &block.kind else { continue };
        let example = |kind: ExampleKind, text: &str| Example {
            kind,
            text: super::prompts::cut(text),
            span: page.span(&block.place),
            expected: None,
        };
        if let Some(servers) = servers(&block.text) {
            found.push(example(ExampleKind::Config { servers }, &block.text));
        } else if matches!(
            language.as_str(),
            "" | "bash" | "sh" | "shell" | "console" | "zsh" | "cmd" | "powershell" | "shellscript"
        ) {
            let lines = block.text.replace("\\\n", " ");
            found.extend(
                lines.lines().filter_map(|line| Some(example(ExampleKind::Command { argv: command(line)? }, line))),
            );
        }
    }
    found
}

/// The servers of a client's configuration, by name.
fn servers(text: &str) -> Option<Value> {
    let text = text.trim();
    // A part of a configuration is shown as well: `"mcpServers": {…}`.
    let value = literal::value(text).or_else(|| literal::value(&format!("{{{text}}}")))?;
    let places =
        ["/mcpServers", "/servers", "/mcp/servers", "/mcp.servers", "/amp.mcpServers", "/mcp", "/context_servers"];
    let servers = places.into_iter().find_map(|pointer| value.pointer(pointer))?.as_object()?;
    let is_server = |server: &Value| {
        server["command"].is_string()
            || server["url"].is_string()
            || server["serverUrl"].is_string()
            || server["httpUrl"].is_string()
    };
    (!servers.is_empty() && servers.values().all(is_server)).then(|| Value::Object(servers.clone()))
}

/// Program and arguments, where the line starts a server.
fn command(line: &str) -> Option<Vec<String>> {
    let line = line.trim().trim_start_matches(['$', '>', '%']).trim();
    if line.starts_with('#') || NOT_STARTING.is_match(line) {
        return None;
    }
    let mut words = words(line)?;
    let assigned = |word: &String| {
        word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit())
        })
    };
    let first = words.iter().position(|word| !assigned(word) && word != "env" && word != "export")?;
    words.drain(..first);
    let line = words.join(" ");
    STARTING.is_match(&line).then_some(words)
}

/// The words of a command line; none where it is more than one command.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut any = false;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => (quote, any) = (Some(c), true),
            (None, '|' | ';' | '&' | '<' | '>') => return None,
            (None, '#') if word.is_empty() => break,
            (None, c) if c.is_whitespace() => {
                if any || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                    any = false;
                }
            }
            (_, c) => word.push(c),
        }
    }
    if any || !word.is_empty() {
        words.push(word);
    }
    (quote.is_none() && !words.is_empty() && words.len() <= WORDS_MAX).then_some(words)
}

static STARTING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:npx|bunx|uvx|pipx run|pnpm dlx|deno run|node|bun run|python3? |uv run|docker run|podman run|cargo run|go run|npm (?:run )?start|\./|java -jar)\b?")
        .expect("constant, and tested")
});
static NOT_STARTING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:install|init|test|build|inspector|@smithery/cli|lint|add|create-|--help|--version|login|pytest|compose|pip|venv|publish|http-server|playwright install|tsx? watch)\b")
        .expect("constant, and tested")
});

/// The servers of all client configurations that these documents show, in their order; nothing else of them is read.
pub(crate) fn shown(files: &[SourceFile]) -> Vec<Value> {
    let mut shown = Vec::new();
    for file in files.iter().take(DOCUMENTS_MAX).filter(|file| !manifest::is_one(&file.path)) {
        let text = head(&file.text);
        for example in find(&markdown::read(&file.path, text).0, &Page::new(&file.path, text)) {
            if let ExampleKind::Config { servers: Value::Object(servers) } = example.kind {
                shown.extend(servers.into_iter().map(|(_, server)| server));
            }
        }
    }
    shown
}

/// The variables that documented configurations have a client set for a process, each once.
pub(crate) fn variables(files: &[SourceFile]) -> Vec<String> {
    let mut names = Vec::new();
    for server in shown(files) {
        for (name, _) in server["env"].as_object().into_iter().flatten().take(WORDS_MAX) {
            let is_plain = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
            if is_plain && !names.contains(name) && !USUAL.contains(&name.as_str()) {
                names.push(name.clone());
            }
        }
    }
    names
}

/// What every process has, or may have.
const USUAL: [&str; 7] = ["PATH", "HOME", "NODE_ENV", "NODE_PATH", "PYTHONPATH", "DEBUG", "LOG_LEVEL"];
