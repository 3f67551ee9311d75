//! YAML 1.2: `yes` and `on` are strings; anchors, aliases and merge keys work within a budget.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use serde_saphyr::{DuplicateKeyPolicy, Location, Options, SnippetMode, Spanned, UserMessageFormatter};

use super::{DEPTH_MAX, Parsed, Read, TextFault, duplicate};
use crate::source::{Source, Span};
use crate::spans::{SpanMember, SpanNode, Spans};

/// Far more than a config needs.
const NODES_MAX: usize = 500_000;

/// Far more than a config repeats, far less than a bomb makes of a kilobyte.
const REPEATED_NODES_MAX: usize = 20_000;

/// Reads a text with one document.
pub(super) fn parse(source: &Source) -> Parsed {
    let node: Spanned<Node> = match serde_saphyr::from_str_with_options(&source.text, options()) {
        Ok(node) => node,
        Err(error) => return Err(vec![fault(&error, source)]),
    };
    if matches!(node.value, Node::Null) {
        return Err(vec![TextFault::new(0..0, "the file is empty")]);
    }
    let mut reader = Reader { source, faults: Vec::new() };
    let (value, node) = reader.value(node);
    Ok(Read { value, spans: Spans::new(node), faults: reader.faults })
}

fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: DEPTH_MAX,
            max_nodes: NODES_MAX,
            max_documents: 1,
        },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: REPEATED_NODES_MAX },
        // We tell of all of them, and where.
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
    }
}

fn fault(error: &serde_saphyr::Error, source: &Source) -> TextFault {
    let options = serde_saphyr::render_options! { formatter: &UserMessageFormatter, snippets: SnippetMode::Off };
    let message = without_place(&error.render_with_options(options));
    TextFault { span: error.location().map(|location| span_of(location, source)), message }
}

/// The renderer appends the place, which we show ourselves.
fn without_place(message: &str) -> String {
    let end = message.rfind(" at line ").unwrap_or(message.len());
    message[..end].trim_end_matches([',', '.', ':']).to_owned()
}

fn span_of(location: Location, source: &Source) -> Span {
    let span = location.span();
    let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    if let (Some(start), Some(length)) = (span.byte_offset(), span.byte_len()) {
        return number(start)..number(start).saturating_add(number(length));
    }
    let start = source.offset(number(location.line()), number(location.column()));
    start..start
}

/// A value as YAML has it, with places within.
enum Node {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    Array(Vec<Spanned<Node>>),
    Object(Vec<(Spanned<String>, Spanned<Node>)>),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        Node::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Node, E> {
        Number::from_f64(value).map(Node::Number).ok_or_else(|| E::custom("the number is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Node, E> {
        Ok(Node::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element()? {
            array.push(item);
        }
        Ok(Node::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut object: Vec<(Spanned<String>, Spanned<Node>)> = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            object.push(entry);
            if object.len() > NODES_MAX {
                return Err(A::Error::custom("too many members"));
            }
        }
        Ok(Node::Object(object))
    }
}

struct Reader<'a> {
    source: &'a Source,
    faults: Vec<TextFault>,
}

impl Reader<'_> {
    fn value(&mut self, node: Spanned<Node>) -> (Value, SpanNode) {
        // What an alias brings in is shown where the alias stands.
        let span = span_of(node.referenced, self.source);
        let value = match node.value {
            Node::Null => Value::Null,
            Node::Bool(value) => Value::Bool(value),
            Node::Number(number) => Value::Number(number),
            Node::String(text) => Value::String(text),
            Node::Array(items) => {
                let (items, nodes) = items.into_iter().map(|item| self.value(item)).unzip();
                return (Value::Array(items), SpanNode::array(span, nodes));
            }
            Node::Object(entries) => return self.object(entries, span),
        };
        (value, SpanNode::leaf(span))
    }

    fn object(&mut self, entries: Vec<(Spanned<String>, Spanned<Node>)>, span: Span) -> (Value, SpanNode) {
        let mut members = Map::with_capacity(entries.len());
        let mut places = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let place = span_of(key.referenced, self.source);
            if members.contains_key(&key.value) {
                self.faults.push(duplicate(&key.value, place));
                continue;
            }
            let (value, node) = self.value(value);
            places.push(SpanMember::new(&key.value, place, node));
            members.insert(key.value, value);
        }
        (Value::Object(members), SpanNode::object(span, places))
    }
}
