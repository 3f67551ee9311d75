//! What was evaluated: names, places, how it is started, what its makers tell.

use mcpvals_model::{EvaluatedServer, Evaluation, FoundStart, Said};

use super::{Block, Line, Table};
use crate::wording;

/// The server in short.
pub(super) fn server(evaluation: &Evaluation) -> Block {
    let server = &evaluation.server;
    let mut facts = vec![("Given as", Line::code(&server.path))];
    if let Some(name) = &server.name {
        let version = server.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
        facts.insert(0, ("Server", Line::code(format!("{name}{version}"))));
    }
    facts.extend(source(server).map(|words| ("Source", Line::words(words))));
    facts.extend(server.start.as_ref().map(|start| ("Started by", start_line(start))));
    let revision = evaluation.results.runtime.as_ref().and_then(|runtime| runtime.protocol_version.as_ref());
    facts.extend(revision.map(|revision| ("MCP revision", Line::code(revision))));
    if !evaluation.tags.is_empty() {
        facts.push(("Tags", Line::code(evaluation.tags.join(", "))));
    }
    Block::Facts(facts)
}

/// `TypeScript, Python; 12 files, 1,204 lines`.
pub(in super::super) fn source(server: &EvaluatedServer) -> Option<String> {
    if server.files == 0 {
        return None;
    }
    let size = format!("{}, {}", wording::count(server.files, "file"), wording::count(server.lines, "line"));
    let languages = server.languages.join(", ");
    Some(if languages.is_empty() { size } else { format!("{languages}; {size}") })
}

fn start_line(start: &FoundStart) -> Line {
    let line = Line::code(start_command(start)).and_words(format!(" over {}, from ", start.transport));
    let line = line.and_code(&start.from).and_words(format!(": {}", start.why));
    match start.env.as_slice() {
        [] => line,
        env => line.and_words("; it needs ").and_code(env.join(", ")),
    }
}

/// The address, or the command.
pub(in super::super) fn start_command(start: &FoundStart) -> String {
    start.url.clone().unwrap_or_else(|| start.command.join(" "))
}

/// Where we looked for how it is started.
pub(super) fn looked(server: &EvaluatedServer) -> Option<Block> {
    let mut table = Table::new("Where it was looked for how the server is started", ["File", "What came of it"]);
    for looked in &server.looked {
        table.row([Line::code(&looked.file), Line::words(&looked.found)]);
    }
    table.block()
}

/// What the makers tell; what they do not is said, too, because a directory asks for it.
pub(super) fn particulars(evaluation: &Evaluation) -> Block {
    let told = evaluation.server.particulars.clone().unwrap_or_default();
    let facts = [
        ("Description", &told.description),
        ("Documentation", &told.documentation),
        ("Privacy policy", &told.privacy_policy),
        ("Contact and support", &told.contact),
        ("Licence", &told.licence),
        ("Authorization", &told.authorization),
        ("Test account", &told.test_account),
    ];
    Block::Facts(facts.map(|(label, said)| (label, said.as_ref().map_or_else(not_found, said_line))).into())
}

fn not_found() -> Line {
    Line::words("not found: to be filled in by hand")
}

/// What is told, and where.
pub(super) fn said_line(said: &Said) -> Line {
    Line::code(&said.text).and_words(" (").and_code(said_place(said)).and_words(")")
}

pub(super) fn said_place(said: &Said) -> String {
    said.line.map_or_else(|| said.from.clone(), |line| format!("{}:{line}", said.from))
}
