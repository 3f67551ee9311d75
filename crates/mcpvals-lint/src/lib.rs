//! Static analysis of what a server says of itself: pure, and the same for the same input, byte by byte.

mod effect;
mod hidden;
mod strings;
mod words;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Rule, Span, Subject};
use serde_json::Value;

pub use effect::{Effect, EffectKind, effect};
use hidden::Hidden;

/// Every rule of this crate.
pub fn rules() -> Vec<&'static Rule> {
    hidden::rules::ALL.to_vec()
}

/// What is wrong with all that a server says: each member on its own, and together. Each finding names its subject.
pub fn metadata(metadata: &Metadata) -> Vec<Finding> {
    metadata.tools.iter().flat_map(tool).collect()
}

/// What is wrong with a tool as it came in `tools/list`, judged on its own. Its findings name it.
pub fn tool(tool: &Value) -> Vec<Finding> {
    let name = tool["name"].as_str().unwrap_or_default();
    let texts = strings::of(tool);
    let findings = texts.into_iter().flat_map(|(pointer, text)| hidden_in(&pointer, text));
    findings.map(|finding| finding.about(Subject::Tool(name.to_owned()))).collect()
}

/// What is wrong with a text that a model reads: a prompt, a resource, what a tool answered.
pub fn text(text: &str) -> Vec<Finding> {
    hidden_in("", text)
}

fn hidden_in(pointer: &str, text: &str) -> Vec<Finding> {
    hidden::find(text).into_iter().map(|hidden| told(pointer, text, hidden)).collect()
}

fn told(pointer: &str, text: &str, hidden: Hidden) -> Finding {
    let Hidden { way, place, says } = hidden;
    let characters = |end: usize| text[..end].chars().count();
    let span =
        Span::Metadata { pointer: pointer.to_owned(), start: characters(place.start), end: characters(place.end) };
    let rule = hidden::rules::of(way);
    let says = says.map(|says| format!(", which says `{}`", excerpt(&says))).unwrap_or_default();
    rule.found(format!("{}{says}", rule.title)).at(span)
}

/// Others have written it: so much of it is shown, on one line, and nothing of it is obeyed.
fn excerpt(text: &str) -> String {
    const CHARACTERS_MAX: usize = 200;
    let cut: String = text.chars().take(CHARACTERS_MAX).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > CHARACTERS_MAX { format!("{cut}…") } else { cut }
}
