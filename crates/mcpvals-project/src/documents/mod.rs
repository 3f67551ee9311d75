//! What a server's documents promise and show: tools, examples, sections, links. Pure: texts go in.
//!
//! Documents are others' words: what they say is data, and every amount of it is bounded.

mod arguments;
mod calls;
pub(crate) mod configs;
mod evidence;
mod findings;
mod html;
mod manifest;
mod markdown;
mod names;
mod place;
mod prompts;
mod rules;
mod sections;
mod tools;

use std::collections::BTreeSet;

use mcpvals_model::{SourceFile, Span};
use serde_json::Value;

pub use arguments::fits;
pub use evidence::evidence;
pub use findings::findings;
pub use rules::rules;
pub use sections::{Link, Section};

/// More documents are not read.
const DOCUMENTS_MAX: usize = 200;
/// More of a document is not read, in bytes.
const DOCUMENT_BYTES_MAX: usize = 1 << 20;
/// More tools are not kept.
const TOOLS_MAX: usize = 2000;
/// More examples are not kept.
const EXAMPLES_MAX: usize = 500;

/// What a server's documents promise and show.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Documents {
    /// The tools that they describe, each once, in the order in which they come.
    pub tools: Vec<DocumentedTool>,
    /// What they show, in the order in which it comes.
    pub examples: Vec<Example>,
    /// The sections that a directory asks for and that are there, in order.
    pub sections: Vec<Section>,
    /// Links, each address once.
    pub links: Vec<Link>,
    /// Texts that were left to be written, and words that say that it is not done.
    pub unfinished: Vec<Unfinished>,
    /// The documents that were read; manifests are none.
    pub files: Vec<String>,
    /// Headings of sections that tell what is collected and sent to the makers, and where.
    pub disclosures: Vec<(String, Span)>,
    /// They say that some tools are only there when they are switched on.
    pub has_optional_tools: bool,
    /// Sections that promise examples, of which none was made out: their headings, and where.
    unclear: Vec<(String, Span)>,
    /// Every word that could be a tool's name.
    mentions: BTreeSet<String>,
}

impl Documents {
    /// Whether a name stands anywhere in them, also in prose.
    pub fn mention(&self, name: &str) -> bool {
        self.mentions.contains(name)
    }
}

/// A tool that documents describe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentedTool {
    /// Its name, as it stands there.
    pub name: String,
    /// Where.
    pub span: Span,
    /// What is said of it; empty where nothing.
    pub description: String,
    /// Is its name a link to another site? Then it may be somebody's tool, and no tool of the server's.
    pub is_linked: bool,
}

/// Something that documents show.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// What it is.
    pub kind: ExampleKind,
    /// As it stands there, cut short.
    pub text: String,
    /// Where.
    pub span: Span,
    /// What is said to come of it.
    pub expected: Option<String>,
}

/// What an example is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExampleKind {
    /// Something to say to a model.
    Prompt,
    /// A call of a tool.
    Call {
        /// The tool's name.
        tool: String,
        /// Its arguments, an object.
        arguments: Value,
    },
    /// What a client is configured with: servers by name, each as `{"command": …}` or `{"url": …}`.
    Config {
        /// An object.
        servers: Value,
    },
    /// A command that starts the server.
    Command {
        /// Program and arguments, without the assignments before it.
        argv: Vec<String>,
    },
}

/// A text that was left to be written, or a word that says that it is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// The words.
    pub words: String,
    /// Where.
    pub span: Span,
}

/// Reads documents, README first, and manifests (`manifest.json`, `package.json`, `server.json`, `pyproject.toml`).
pub fn read(files: &[SourceFile]) -> Documents {
    let mut documents = Documents::default();
    for file in files.iter().take(DOCUMENTS_MAX) {
        let text = head(&file.text);
        if manifest::is_one(&file.path) {
            manifest::read(&file.path, text, &mut documents);
        } else {
            read_document(&file.path, text, &mut documents);
        }
    }
    documents.sections.sort_unstable();
    documents.sections.dedup();
    let mut seen = BTreeSet::new();
    documents.tools.retain(|tool| seen.len() < TOOLS_MAX && seen.insert(tool.name.clone()));
    documents.examples = once(std::mem::take(&mut documents.examples));
    documents
}

/// Each example once: translations of a README show the same calls.
fn once(examples: Vec<Example>) -> Vec<Example> {
    let mut kept: Vec<Example> = Vec::new();
    for example in examples {
        let same = |other: &Example| {
            other.kind == example.kind && (example.kind != ExampleKind::Prompt || other.text == example.text)
        };
        if kept.len() < EXAMPLES_MAX && !kept.iter().any(same) {
            kept.push(example);
        }
    }
    kept
}

fn read_document(path: &str, text: &str, documents: &mut Documents) {
    documents.files.push(path.to_owned());
    let (marked, links) = markdown::read(path, text);
    let page = place::Page::new(path, text);
    if tools::may_list_them(path) {
        documents.tools.extend(tools::find(&marked, &links, &page));
    }
    let known: BTreeSet<&str> = documents.tools.iter().map(|tool| tool.name.as_str()).collect();
    let mut examples = configs::find(&marked, &page);
    examples.extend(calls::find(&marked, &page, &known));
    let (blocks, mut links) = markdown::read_with_html(path, text);
    examples.extend(prompts::find(&blocks, &page));
    examples.sort_by(|a, b| a.span.cmp(&b.span));
    documents.unclear.extend(prompts::unclear(&blocks, &page, &examples));
    documents.examples.extend(examples);
    links.extend(sections::addresses(&blocks, &links, &page));
    documents.disclosures.extend(sections::disclosures(&blocks, &page));
    documents.sections.extend(sections::find(&blocks, &links));
    sections::links(&links, &page, &mut documents.links);
    documents.unfinished.extend(sections::unfinished(&marked, &page));
    documents.has_optional_tools |= tools::may_be_off(text);
    documents.mentions.extend(
        text.split(|c: char| !is_of_name(c))
            .filter(|word| word.len() > 1)
            .map(|word| word.trim_matches(['.', '-']).to_owned()),
    );
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

fn head(text: &str) -> &str {
    let end = (0..=DOCUMENT_BYTES_MAX.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[..end]
}

#[cfg(test)]
mod tests;
