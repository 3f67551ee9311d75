//! What a finding is about and where it stands, in words.

use mcpvals_model::{Finding, Span, Subject};

/// The kind, and the name in backticks.
pub fn subject_of(subject: &Subject) -> String {
    match subject {
        Subject::Server(name) if name.is_empty() => "the server".to_owned(),
        Subject::Server(name) => format!("server `{name}`"),
        Subject::Tool(name) => format!("tool `{name}`"),
        Subject::Prompt(name) => format!("prompt `{name}`"),
        Subject::Resource(uri) => format!("resource `{uri}`"),
        Subject::ResourceTemplate(uri) => format!("resource template `{uri}`"),
        Subject::Package(name) => format!("package `{name}`"),
    }
}

/// `src/index.ts:12:3`, or `/description, characters 10 to 20`; nothing where it stands nowhere.
pub fn place_of(finding: &Finding) -> Option<String> {
    Some(match finding.span.as_ref()? {
        Span::File { file, line, column, .. } => format!("{file}:{line}:{column}"),
        Span::Metadata { pointer, start, end } => {
            let pointer = if pointer.is_empty() { "text" } else { pointer };
            // Counted from 1, the last one included, as in files.
            if end > start { format!("{pointer}, characters {} to {end}", start + 1) } else { pointer.to_owned() }
        }
    })
}
