//! Letters that are taken out of a text, or escaped in it.

use std::rc::Rc;

use super::super::call::{Made, made_of};
use super::super::{Flow, Value, bit};
use crate::form::{FunctionId, Kind, expressions_of};
use crate::knowledge;
use crate::language::Language;

/// What a text whose dangerous letters were escaped by a function of the program can no longer do.
const ESCAPED: u32 = bit::COMMAND | bit::CODE | bit::SQL | bit::TEMPLATE | bit::REGEX;

/// `['/', '.']`: each is one of the texts that are meant.
pub(super) fn listed_letters(list: &Value) -> Option<Vec<String>> {
    let items = list.items.as_ref().filter(|items| !items.is_empty())?;
    items.iter().map(|item| item.constant().map(str::to_owned)).collect()
}

/// `name.replace(['/', '.'], "")`.
fn each_replaced(letters: &[String], text: &Value, with: &str) -> Value {
    let bits = letters.iter().fold(0, |bits, letter| bits | knowledge::bits_of_replacing(letter, with));
    made_of(text).without(bits)
}

impl Flow<'_> {
    /// `name.replace(/[^a-z]/g, "")`, `re.sub(r"[;&|$]", "", name)`, `pattern.ReplaceAllString(name, "")`.
    pub(super) fn letters_replaced(&mut self, made: &Made<'_>) -> Option<Value> {
        let receiver = made.receiver.clone().unwrap_or_default();
        let (pattern, subject, with) = match &*made.name {
            "replace" | "replaceAll" if receiver.is_tainted() => {
                // Python's and Rust's `replace` takes all, JavaScript's only the first of a text.
                let first = made.argument(0)?;
                if let Some(letters) = listed_letters(first) {
                    return Some(each_replaced(&letters, &receiver, made.argument(1)?.constant()?));
                }
                let script = matches!(self.language(), Language::JavaScript | Language::TypeScript | Language::Tsx);
                let whole = (!script || &*made.name == "replaceAll").then(|| first.constant().map(Rc::from)).flatten();
                (self.of_pattern(first).or(whole)?, receiver, made.argument(1)?)
            }
            "ReplaceAll" if &*made.path == "strings.ReplaceAll" => {
                (made.argument(1)?.text.clone()?, made.argument(0)?.clone(), made.argument(2)?)
            }
            "sub" if &*made.path == "re.sub" => {
                (made.argument(0)?.text.clone()?, made.argument(2)?.clone(), made.argument(1)?)
            }
            "sub" => (self.of_pattern(&receiver)?, made.argument(1)?.clone(), made.argument(0)?),
            "ReplaceAllString" | "ReplaceAllLiteralString" | "replace_all" => {
                (self.of_pattern(&receiver)?, made.argument(0)?.clone(), made.argument(1)?)
            }
            _ => return None,
        };
        let with = with.constant()?;
        // JavaScript's `replace` takes only the first, unless it is told otherwise.
        let all = !pattern.starts_with('/')
            || pattern.len() == 1
            || pattern.rsplit('/').next().is_some_and(|flags| flags.contains('g'));
        if !all {
            return None;
        }
        let bits = knowledge::bits_of_replacing(&pattern, with);
        Some(made_of(&subject).without(bits))
    }

    /// The text, with something in it replaced.
    pub(super) fn replaced(&mut self, made: &Made<'_>) -> Value {
        let unchanged = || made_of(&made.argument(2).cloned().unwrap_or_default());
        self.letters_replaced(made).unwrap_or_else(unchanged)
    }

    /// What a function of the program takes away by what it says that it does, and does: escapes, makes a slug.
    pub(in crate::flow) fn made_harmless_by(&self, id: FunctionId) -> u32 {
        self.escaped_by(id) | self.slug_by(id)
    }

    /// Does it say that it makes a slug, and tell letters from others?
    fn slug_by(&self, id: FunctionId) -> u32 {
        let function = self.program.function(id);
        if !function.name.as_deref().is_some_and(knowledge::is_slug_name) {
            return 0;
        }
        let mut tells = false;
        expressions_of(&function.body, &mut |expr| {
            tells |= match &expr.kind {
                Kind::Text(text) | Kind::Regex(text) => text.contains("[^") || text.contains("\\W"),
                Kind::Member(_, name) | Kind::Name(name) => {
                    matches!(&**name, "isalnum" | "isalpha" | "isidentifier") || knowledge::is_slug_name(name)
                }
                _ => false,
            };
        });
        if tells { bit::PATH | bit::DOTS | bit::ROOTED | ESCAPED } else { 0 }
    }

    fn escaped_by(&self, id: FunctionId) -> u32 {
        let function = self.program.function(id);
        if !function.name.as_deref().is_some_and(knowledge::is_escape_name) {
            return 0;
        }
        let mut escapes = false;
        expressions_of(&function.body, &mut |expr| {
            let Kind::Call(call) = &expr.kind else { return };
            let Kind::Member(_, name) = &call.callee.kind else { return };
            let replaces = matches!(&**name, "replace" | "replaceAll" | "sub" | "ReplaceAll" | "replace_all");
            escapes |= replaces
                && call.arguments.iter().any(|argument| match &argument.value.kind {
                    Kind::Text(text) | Kind::Regex(text) => text.contains(['\'', '"', '\\', '`', '$']),
                    _ => false,
                });
        });
        if escapes { ESCAPED } else { 0 }
    }
}
