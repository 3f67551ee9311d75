//! The one door: a file becomes a plan, or a list of what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use mcpvals_model::{Plan, SuiteKind};

use crate::document::Document;
use crate::error::ConfigErrors;
use crate::format::{self, Format};
use crate::source::Source;
use crate::{lower, script};

/// What loading needs of the world.
#[derive(Debug, Clone)]
pub struct Context {
    /// The environment for `${VAR}` and `process.env`.
    pub env: BTreeMap<String, String>,
    /// The working directory; absolute.
    pub cwd: PathBuf,
    /// Did the user name the file? A file found by search has its servers started in its own folder.
    pub named: bool,
    /// Which parts the command uses.
    pub scope: Scope,
}

/// Which parts of a file a command uses: an unset variable elsewhere is no error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// `server` and `servers`.
    pub servers: bool,
    /// The suites.
    pub suites: Suites,
    /// The judge.
    pub judge: bool,
    /// The model of all workflows, whatever the file says: the name of one of its `models`, or `provider/model`.
    pub model: Option<String>,
    /// All models and all servers, whatever the `matrix` of the file says; workflows may say otherwise.
    pub matrix: bool,
}

/// Which suites a command uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suites {
    /// None but by name.
    None,
    /// Those of some kinds.
    Only(BTreeSet<SuiteKind>),
    /// All.
    All,
}

impl Scope {
    /// All parts, and the judge too: for commands that run everything with `--llm-judge`.
    pub const ALL: Self = Self { servers: true, suites: Suites::All, judge: true, model: None, matrix: false };

    /// Only names and counts: for `list`.
    pub const LIST: Self = Self { servers: false, suites: Suites::None, judge: false, model: None, matrix: false };

    /// Everything that runs without the judge.
    pub const RUN: Self = Self { judge: false, ..Self::ALL };

    /// For `--tool-health-only` and the like.
    pub fn only(kinds: impl IntoIterator<Item = SuiteKind>) -> Self {
        Self { suites: Suites::Only(kinds.into_iter().collect()), ..Self::RUN }
    }

    /// What of it workflows depend on, as words of a command line.
    pub(crate) fn workflow_flags(&self) -> Vec<String> {
        let model = self.model.iter().flat_map(|name| ["--model", name]);
        model.chain(self.matrix.then_some("--matrix")).map(str::to_owned).collect()
    }

    /// Does the command use the top-level member with this name?
    pub(crate) fn uses(&self, member: &str) -> bool {
        match member {
            "server" | "servers" => self.servers,
            "judgeModel" => self.judge,
            // A variable that is not set hides nothing, and a key that is not set is told where the judge is asked: a
            // cassette needs none.
            "secrets" | "openaiKey" => false,
            _ => match &self.suites {
                Suites::None => false,
                Suites::Only(kinds) => kinds.iter().any(|kind| member == kind.member()),
                Suites::All => true,
            },
        }
    }
}

/// No config is larger; a wrong file is soon recognised.
const FILE_BYTES_MAX: u64 = 16 << 20;

/// The name that stands for stdin.
const STDIN: &str = "-";

/// Parsers of scripts recurse; the pages are only used when they do.
const STACK_BYTES: usize = 64 << 20;

/// Reads a config file and makes a plan of it. `-` is stdin, with YAML or JSON; its paths are relative to the working
/// directory.
///
/// Scripts are run, without files (but for imports of local modules), network or processes, and for 5 seconds and
/// 256 MB at most.
///
/// # Errors
/// Everything that is wrong with the file, each with its place.
pub fn load(path: &Path, context: &Context) -> Result<Plan, ConfigErrors> {
    let work = || load_here(path, context);
    let internal = |what: &str| Err(ConfigErrors::of_file(&path.display().to_string(), what));
    let ended = match Format::of(path) {
        // How deep JSON nests is bounded, and a thread takes longer than reading a small file.
        Some(Format::Json) => std::panic::catch_unwind(work),
        _ => match with_deep_stack(work) {
            Ok(ended) => ended,
            Err(error) => return internal(&format!("no thread: {error}")),
        },
    };
    ended.unwrap_or_else(|_| internal("a bug of mcpvals: reading the file panicked"))
}

fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<std::thread::Result<T>> {
    let thread = std::thread::Builder::new().name("config".to_owned()).stack_size(STACK_BYTES);
    std::thread::scope(|scope| Ok(thread.spawn_scoped(scope, work)?.join()))
}

fn load_here(path: &Path, context: &Context) -> Result<Plan, ConfigErrors> {
    lower::lower(read(path, context)?, path, context)
}

/// Reads a file of any format.
fn read(path: &Path, context: &Context) -> Result<Document, ConfigErrors> {
    let name = path.display().to_string();
    let fail = |message: String| ConfigErrors::of_file(&name, message);
    if is_stdin(path) {
        return parse_stdin(read_whole(std::io::stdin().lock()).map_err(fail)?);
    }
    let Some(format) = Format::of(path) else {
        return Err(fail(format!("not a config file: it must end in .{}", format::EXTENSIONS.join(", ."))));
    };
    let full_path = context.cwd.join(path);
    let source = Source::new(&name, read_text(&full_path).map_err(fail)?);
    match format {
        Format::Json => format::parse_json(source),
        Format::Yaml => format::parse_yaml(source),
        Format::Toml => format::parse_toml(source),
        Format::Script => script::run(source, &full_path, context),
    }
}

/// Makes a plan of a JSON text. Its paths are relative to the working directory.
///
/// # Errors
/// As [`load`]; its places are in a file with this name.
pub fn load_json(name: &str, text: String, context: &Context) -> Result<Plan, ConfigErrors> {
    lower::lower(format::parse_json(Source::new(name, on_lines(text)))?, Path::new(name), context)
}

/// Does this path stand for stdin?
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// JSON is told by its first character: it is read more strictly than YAML, and its mistakes are told better.
fn parse_stdin(text: String) -> Result<Document, ConfigErrors> {
    if text.trim_start().starts_with('{') {
        format::parse_json(Source::new("<stdin>", on_lines(text)))
    } else {
        format::parse_yaml(Source::new("<stdin>", text))
    }
}

/// JSON that a program wrote on one line, on many: of what is wrong its line is shown, and what stands beside may be secret.
fn on_lines(text: String) -> String {
    if text.trim_end().contains('\n') {
        return text;
    }
    let (mut lines, mut is_quoted, mut is_escaped) = (String::with_capacity(2 * text.len()), false, false);
    for c in text.chars() {
        lines.push(c);
        match c {
            '"' if !is_escaped => is_quoted = !is_quoted,
            '{' | '[' | ',' if !is_quoted => lines.push('\n'),
            _ => {}
        }
        is_escaped = is_quoted && c == '\\' && !is_escaped;
    }
    lines
}

/// All that comes, if that is a text of bearable size.
fn read_whole(from: impl std::io::Read) -> Result<String, String> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    from.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(|error| format!("cannot read stdin: {error}"))?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(format!("stdin has more than {} MB", FILE_BYTES_MAX >> 20));
    }
    utf8(bytes)
}

/// The text of a file of bearable size.
pub(crate) fn read_text(path: &Path) -> Result<String, String> {
    let cannot_read = |error: std::io::Error| format!("cannot read the file: {error}");
    let metadata = std::fs::metadata(path).map_err(cannot_read)?;
    if !metadata.is_file() {
        return Err("cannot read the file: it is no regular file".to_owned());
    }
    if metadata.len() > FILE_BYTES_MAX {
        return Err(format!("the file is larger than {} MB", FILE_BYTES_MAX >> 20));
    }
    utf8(std::fs::read(path).map_err(cannot_read)?)
}

fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| format!("not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
}

#[cfg(test)]
mod tests {
    use super::on_lines;

    #[test]
    fn a_line_of_json_becomes_many_that_say_the_same() {
        let line = r#"{"a":{"key, {not a place\\\"":"x, y"},"b":[1,{"c":"\\"},"d"]}"#;
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let lines = on_lines(line.to_owned());
        assert_eq!((value(&lines), lines.lines().count()), (value(line), 8));
        let written = "{\n\"a\":1,\"b\":2}";
        assert_eq!(on_lines(written.to_owned()), written, "its lines are somebody's own");
    }
}
