//! What of a tool is judged: its description, and each argument with its name.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use mcpvals_model::{Finding, Span};
use regex::{Captures, Regex};
use serde_json::Value;

use super::super::parameters::{is_about_talk, spoken, walk};
use super::super::symbols::{self, Sentence};
use super::super::{Context, Plain};
use super::Field;

/// A text of a tool.
pub(super) struct Text<'a> {
    /// The JSON pointer (RFC 6901) of the text.
    pub(super) pointer: String,
    pub(super) field: Field,
    /// The argument; empty where it is the tool's own.
    name: &'a str,
    /// What is read before it: the name of the argument, as words.
    lead: String,
    pub(super) words: &'a str,
}

/// In the order in which they stand.
pub(super) fn of(tool: &Value) -> Vec<Text<'_>> {
    let own = ["title", "description"].into_iter().filter_map(|member| {
        let text = tool[member].as_str()?;
        Some(Text {
            pointer: format!("/{member}"),
            field: Field::Description,
            name: "",
            lead: String::new(),
            words: text,
        })
    });
    let mut texts: Vec<Text> = own.collect();
    walk(&tool["inputSchema"], "/inputSchema", 0, &mut |pointer, name, schema| {
        let mut push = |member: &str, text| {
            let pointer = format!("{pointer}{member}");
            texts.push(Text { pointer, field: Field::Parameter, name, lead: spoken(name) + ". ", words: text });
        };
        match schema["description"].as_str() {
            Some(description) => push("/description", description),
            None => push("", ""),
        }
        if let Some(default) = schema["default"].as_str() {
            push("/default", default);
        }
        for (index, item) in schema["enum"].as_array().into_iter().flatten().enumerate() {
            if let Some(item) = item.as_str().filter(|item| item.contains(' ')) {
                push(&format!("/enum/{index}"), item);
            }
        }
    });
    texts
}

/// A text without its blocks of code that speak to nobody; each byte of it stays in its place.
fn without_code(text: &str) -> Cow<'_, str> {
    if !text.contains("```") {
        return Cow::Borrowed(text);
    }
    CODE.replace_all(text, |captures: &Captures<'_>| {
        let block = &captures[0];
        if SPEAKS.is_match(block) { block.to_owned() } else { block.bytes().map(blank).collect() }
    })
}

fn blank(byte: u8) -> char {
    if byte == b'\n' { '\n' } else { ' ' }
}

static CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?s)```[a-z]*\s*(?:#[^\n]*\n\s*)?(?:curl |[$>] |\{|\[|<|[A-Z_]+=).*?```")
        .expect("it is a regular expression")
});

/// Words that nothing but a sentence for a reader has.
static SPEAKS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:you|your|users?|assistant|agent|model must|must|should|always|never|ignore|disregard|before|instead|please|do not|don't|secretly|silently|password|credentials|~/|\.env|\.ssh|id_rsa)\b").expect("it is a regular expression")
});

impl Text<'_> {
    pub(super) fn sentences(&self, context: &Context) -> Vec<Sentence> {
        let whole =
            if self.lead.is_empty() { Cow::Borrowed(self.words) } else { Cow::Owned(self.lead.clone() + self.words) };
        symbols::sentences(&Plain::of(&without_code(&whole)), context)
    }

    /// What stands there in the text with its lead, as a place in the text alone.
    pub(super) fn place(&self, part: Range<usize>) -> Range<usize> {
        let within = |at: usize| at.saturating_sub(self.lead.len()).min(self.words.len());
        within(part.start)..within(part.end)
    }

    /// Is it an argument of a tool that is about talk, and so may well take some?
    pub(super) fn takes_talk(&self, tool: &Value) -> bool {
        self.field == Field::Parameter && is_about_talk(tool, self.name)
    }

    /// Has it been found in this text?
    pub(super) fn holds(&self, finding: &Finding) -> bool {
        matches!(&finding.span, Some(Span::Metadata { pointer, .. }) if *pointer == self.pointer)
    }
}
