//! JSON with comments and trailing commas.

use jsonc_parser::ast::{Array, Object, Value as Node};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use super::{DEPTH_MAX, Parsed, Read, TextFault, duplicate, is_exact, too_deep};
use crate::source::Span;
use crate::spans::{SpanMember, SpanNode, Spans};

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
    let mut reader = Reader { faults: Vec::new(), is_broken: false, shift };
    let (value, node) = reader.value(root, 0);
    let Reader { faults, is_broken, .. } = reader;
    if is_broken { Err(faults) } else { Ok(Read { value, spans: Spans::new(node), faults }) }
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
    faults: Vec<TextFault>,
    /// A value could not be read, so that what follows would be told of its stand-in.
    is_broken: bool,
    shift: usize,
}

impl Reader {
    fn value(&mut self, node: Node<'_>, depth: usize) -> (Value, SpanNode) {
        let span = shifted(node.range(), self.shift);
        if depth > DEPTH_MAX {
            self.faults.push(too_deep(span.clone()));
            self.is_broken = true;
            return (Value::Null, SpanNode::leaf(span));
        }
        let value = match node {
            Node::StringLit(text) => Value::String(text.value.into_owned()),
            Node::NumberLit(number) => self.number(number.value, span.clone()),
            Node::BooleanLit(literal) => Value::Bool(literal.value),
            Node::NullKeyword(_) => Value::Null,
            Node::Object(object) => return self.object(object, span, depth),
            Node::Array(array) => return self.array(array, span, depth),
        };
        (value, SpanNode::leaf(span))
    }

    fn number(&mut self, text: &str, span: Span) -> Value {
        let Ok(number) = text.parse::<Number>() else {
            self.faults.push(TextFault::new(span, format!("`{text}` is not a number of JSON, or too large")));
            self.is_broken = true;
            return Value::Null;
        };
        if !is_exact(&number, text) {
            let message =
                format!("`{text}` is a whole number of more than 64 bits, and would be rounded: write it as a string");
            self.faults.push(TextFault::new(span, message));
        }
        Value::Number(number)
    }

    fn object(&mut self, object: Object<'_>, span: Span, depth: usize) -> (Value, SpanNode) {
        let mut members = Map::with_capacity(object.properties.len());
        let mut places = Vec::with_capacity(object.properties.len());
        for property in object.properties {
            let key = shifted(property.name.range(), self.shift);
            let name = property.name.into_string();
            match members.entry(name) {
                Entry::Occupied(known) => self.faults.push(duplicate(known.key(), key)),
                Entry::Vacant(free) => {
                    let (value, node) = self.value(property.value, depth + 1);
                    places.push(SpanMember::new(free.key(), key, node));
                    free.insert(value);
                }
            }
        }
        (Value::Object(members), SpanNode::object(span, places))
    }

    fn array(&mut self, array: Array<'_>, span: Span, depth: usize) -> (Value, SpanNode) {
        let items = array.elements.into_iter().map(|item| self.value(item, depth + 1));
        let (items, nodes) = items.unzip();
        (Value::Array(items), SpanNode::array(span, nodes))
    }
}

fn shifted(range: Range, shift: usize) -> Span {
    range.start + shift..range.end + shift
}

fn lower_case(message: &str) -> String {
    let mut characters = message.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
