//! Languages: which file is written in which, and how its text is parsed and lowered, within bounds.

mod go;
mod javascript;
mod lowering;
mod python;
mod rust;

use std::ops::ControlFlow;

use mcpvals_model::SourceFile;
use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::form::{Function, Unit};
pub(crate) use lowering::Lowering;

/// No file is read that has more bytes: it is generated, and nobody reviews it.
pub(crate) const FILE_BYTES_MAX: usize = 1 << 20;

/// How often the parser may ask whether to go on: once for every hundred of its steps. A megabyte of usual code asks
/// some 60,000 times. A count, and not a clock, so that the same input gives the same answer.
const PARSER_CHECKS_MAX: usize = 400_000;

/// A language that is read deeply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Language {
    TypeScript,
    Tsx,
    JavaScript,
    Python,
    Rust,
    Go,
}

impl Language {
    const ALL: [Self; 6] = [Self::TypeScript, Self::Tsx, Self::JavaScript, Self::Python, Self::Rust, Self::Go];

    /// By the ending of the path.
    pub(crate) fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        match name.rsplit_once('.')?.1 {
            "ts" | "mts" | "cts" => Some(Self::TypeScript),
            "tsx" => Some(Self::Tsx),
            "js" | "jsx" | "mjs" | "cjs" => Some(Self::JavaScript),
            "py" => Some(Self::Python),
            "rs" => Some(Self::Rust),
            "go" => Some(Self::Go),
            _ => None,
        }
    }

    /// As people call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::TypeScript | Self::Tsx => "TypeScript",
            Self::JavaScript => "JavaScript",
            Self::Python => "Python",
            Self::Rust => "Rust",
            Self::Go => "Go",
        }
    }

    /// TypeScript or JavaScript?
    pub(crate) fn is_script(self) -> bool {
        matches!(self, Self::TypeScript | Self::Tsx | Self::JavaScript)
    }

    fn grammar(self) -> tree_sitter::Language {
        match self {
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
            Self::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Self::Python => tree_sitter_python::LANGUAGE.into(),
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::Go => tree_sitter_go::LANGUAGE.into(),
        }
    }
}

/// Languages that we know by name only.
/// Is the language of this name followed, and not only counted?
pub fn is_read_deeply(language: &str) -> bool {
    Language::ALL.iter().any(|deep| deep.name() == language)
}

pub(crate) fn shallow_language(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.')?.1 {
        "java" => Some("Java"),
        "kt" | "kts" => Some("Kotlin"),
        "cs" => Some("C#"),
        "rb" => Some("Ruby"),
        "php" => Some("PHP"),
        "swift" => Some("Swift"),
        "c" | "h" => Some("C"),
        "cc" | "cpp" | "hpp" => Some("C++"),
        "ex" | "exs" => Some("Elixir"),
        "scala" => Some("Scala"),
        "dart" => Some("Dart"),
        "lua" => Some("Lua"),
        "sh" | "bash" => Some("Shell"),
        "zig" => Some("Zig"),
        _ => None,
    }
}

/// Parses the text and lowers it; its functions are added to `functions`. `None` where the parser gave up.
pub(crate) fn lower(file: &SourceFile, language: Language, unit: u32, functions: &mut Vec<Function>) -> Option<Unit> {
    let tree = parse(&file.text, language)?;
    let mut lowering = Lowering::new(&file.text, unit, functions);
    match language {
        Language::TypeScript | Language::Tsx | Language::JavaScript => {
            javascript::lower(&mut lowering, tree.root_node());
        }
        Language::Python => python::lower(&mut lowering, tree.root_node()),
        Language::Rust => rust::lower(&mut lowering, tree.root_node()),
        Language::Go => go::lower(&mut lowering, tree.root_node()),
    }
    Some(lowering.finish())
}

/// `None` where the parser gave up.
fn parse(text: &str, language: Language) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).ok()?;
    let mut checks = 0_usize;
    let mut go_on = |_: &ParseState| {
        checks += 1;
        if checks > PARSER_CHECKS_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = text.as_bytes();
    parser.parse_with_options(
        &mut |start, _| bytes.get(start..).unwrap_or_default(),
        None,
        Some(ParseOptions::new().progress_callback(&mut go_on)),
    )
}
