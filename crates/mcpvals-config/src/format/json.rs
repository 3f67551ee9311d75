//! JSON with comments and trailing commas.

use jsonc_parser::ast::{Array, Object, Value as Node};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Number, Value};

use super::{DEPTH_MAX, Parsed, TextFault, duplicate, too_deep};
use crate::document::Spans;
use crate::pointer::Pointer;
use crate::source::Span;

/// Reads a text.
pub(super) fn parse(text: &str) -> Parsed {
    let text_without_bom = text.strip_prefix('\u{feff}').unwrap_or(text);
    let shift = text.len() - text_without_bom.len();
    let root = match parse_to_ast(text_without_bom, &CollectOptions::default(), &options()) {
        Ok(parsed) => parsed.value,
        Err(error) => {
            let message = error.kind().to_string();
            return Err(vec![TextFault::new(shifted(error.range(), shift), lower_case(&message))]);
        }
    };
    let Some(root) = root else { return Err(vec![TextFault::new(0..0, "the file is empty")]) };
    let mut reader = Reader { spans: Spans::default(), faults: Vec::new(), shift };
    let value = reader.value(root, &Pointer::root(), None, 0);
    if reader.faults.is_empty() { Ok((value, reader.spans)) } else { Err(reader.faults) }
}

fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        ..ParseOptions::default()
    }
}

struct Reader {
    spans: Spans,
    faults: Vec<TextFault>,
    shift: usize,
}

impl Reader {
    fn value(&mut self, node: Node<'_>, at: &Pointer, key: Option<Span>, depth: usize) -> Value {
        let span = shifted(node.range(), self.shift);
        self.spans.insert(at.clone(), key, span.clone());
        if depth > DEPTH_MAX {
            self.faults.push(too_deep(span));
            return Value::Null;
        }
        match node {
            Node::StringLit(text) => Value::String(text.value.into_owned()),
            Node::NumberLit(number) => self.number(number.value, span),
            Node::BooleanLit(literal) => Value::Bool(literal.value),
            Node::NullKeyword(_) => Value::Null,
            Node::Object(object) => self.object(object, at, depth),
            Node::Array(array) => self.array(array, at, depth),
        }
    }

    fn number(&mut self, text: &str, span: Span) -> Value {
        let Ok(number) = text.parse::<Number>() else {
            self.faults.push(TextFault::new(span, format!("`{text}` is not a number of JSON, or too large")));
            return Value::Null;
        };
        Value::Number(number)
    }

    fn object(&mut self, object: Object<'_>, at: &Pointer, depth: usize) -> Value {
        let mut members = Map::new();
        for property in object.properties {
            let key = shifted(property.name.range(), self.shift);
            let name = property.name.into_string();
            if members.contains_key(&name) {
                self.faults.push(duplicate(&name, key));
                continue;
            }
            let value = self.value(property.value, &at.member(&name), Some(key), depth + 1);
            members.insert(name, value);
        }
        Value::Object(members)
    }

    fn array(&mut self, array: Array<'_>, at: &Pointer, depth: usize) -> Value {
        let items = array.elements.into_iter().enumerate();
        items.map(|(index, item)| self.value(item, &at.item(index), None, depth + 1)).collect()
    }
}

fn shifted(range: Range, shift: usize) -> Span {
    range.start + shift..range.end + shift
}

fn lower_case(message: &str) -> String {
    let mut characters = message.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
