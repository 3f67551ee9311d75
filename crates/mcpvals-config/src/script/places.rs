//! Where the values that a script computed were written: each at the literal that it came from.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::graph::{Graph, Origins};
use super::literal::Number;
use crate::pointer::{Path, Pointer};
use crate::source::{Source, Span};
use crate::spans::{Parts, SpanMember, SpanNode, Spans, Written};

/// From pointers to where their objects and arrays were written.
pub(super) type Marks = HashMap<String, Mark>;

/// Where an object or array was written.
#[derive(Debug, serde::Deserialize)]
#[serde(untagged)]
pub(super) enum Mark {
    /// In a script: the number of its literal.
    Literal(Number),
    /// In a file of data: the module, and the pointer.
    Data(usize, String),
}

/// The places of a script's data, and the files that they are in, the main one first.
pub(super) fn places(value: &Value, marks: &Marks, graph: &Graph) -> (Spans, Vec<Arc<Source>>) {
    let modules = graph.in_order();
    let files = modules.iter().map(|module| Arc::clone(&module.source)).collect();
    let origins = modules.iter().map(|module| &module.origins).collect();
    let walk = Walk { marks, origins };
    let export = modules.first().and_then(|main| main.links.default.clone());
    let root = walk.visit(value, Path::ROOT, export.as_ref().map(|span| Placed { file: 0, at: span.clone() }).as_ref());
    let root = match (root, export) {
        (Some(found), _) => found.into_node(0),
        (None, Some(span)) => SpanNode::leaf(span),
        (None, None) => return (Spans::default(), files),
    };
    (Spans::new(root), files)
}

struct Walk<'a> {
    marks: &'a Marks,
    /// By the numbers of modules.
    origins: Vec<&'a Origins>,
}

/// Something in a file.
struct Placed<T> {
    file: usize,
    at: T,
}

impl Placed<SpanNode> {
    /// The node, as seen from a file.
    fn into_node(self, file: usize) -> SpanNode {
        if self.file == file { self.at } else { SpanNode::elsewhere(self.file, self.at) }
    }
}

impl Walk<'_> {
    /// The place of a value, where more is known of it than what stands around it says: `around`.
    fn visit(&self, value: &Value, path: Path<'_>, around: Option<&Placed<Span>>) -> Option<Placed<SpanNode>> {
        let (Value::Object(_) | Value::Array(_)) = value else { return None };
        let written = self.literal(&path);
        let is_written = written.is_some();
        let unknown = || {
            Some(Placed {
                file: around?.file,
                at: Written { span: around?.at.clone(), parts: Parts::Items(Vec::new()) },
            })
        };
        let literal = written.or_else(unknown)?;
        let within = Placed { file: literal.file, at: literal.at.span.clone() };
        let (node, knows_more) = match value {
            Value::Object(members) => {
                let visit = |(name, value): (&String, &Value)| {
                    Some((name.clone(), self.visit(value, path.member(name), Some(&within))?.into_node(within.file)))
                };
                let found: HashMap<String, SpanNode> = members.iter().filter_map(visit).collect();
                let knows_more = !found.is_empty();
                (object(literal.at, found), knows_more)
            }
            Value::Array(items) => {
                let visit = |(index, value): (usize, &Value)| {
                    Some(self.visit(value, path.item(index), Some(&within))?.into_node(within.file))
                };
                let found: Vec<Option<SpanNode>> = items.iter().enumerate().map(visit).collect();
                let knows_more = found.iter().any(Option::is_some);
                (array(literal.at, found), knows_more)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
        };
        (is_written || knows_more).then_some(Placed { file: within.file, at: node })
    }

    fn literal(&self, path: &Path<'_>) -> Option<Placed<Written>> {
        match (self.marks.get(path.pointer().as_str())?, self.origins.as_slice()) {
            (Mark::Literal(number), origins) => match origins.get(number.module())? {
                Origins::Literals(literals) => {
                    Some(Placed { file: number.module(), at: literals.get(number.index())?.clone() })
                }
                Origins::Data(_) => None,
            },
            (Mark::Data(file, pointer), origins) => match origins.get(*file)? {
                Origins::Literals(_) => None,
                Origins::Data(spans) => Some(Placed { file: *file, at: spans.written(&Pointer::from_text(pointer))? }),
            },
        }
    }
}

/// An object: what is written, with what more is known of its members.
fn object(written: Written, mut found: HashMap<String, SpanNode>) -> SpanNode {
    let written_members = match written.parts {
        Parts::Members(members) => members,
        Parts::Items(_) => Vec::new(),
    };
    // Of members with one name, the last holds.
    let mut members: Vec<SpanMember> = Vec::new();
    for (name, key, value) in written_members.into_iter().rev() {
        let node = found.remove(&*name).unwrap_or_else(|| SpanNode::leaf(value));
        members.push(SpanMember::new(&name, key, node));
    }
    members.reverse();
    // What was spread into it, or given to it later.
    members.splice(0..0, found.into_iter().map(|(name, node)| SpanMember::without_key(&name, node)));
    SpanNode::object(written.span, members)
}

/// An array: what is written, with what more is known of its items.
fn array(written: Written, found: Vec<Option<SpanNode>>) -> SpanNode {
    let mut written_items = match written.parts {
        Parts::Items(items) => items.into_iter(),
        Parts::Members(_) => Vec::new().into_iter(),
    };
    let items = found.into_iter().map(|found| {
        let here = written_items.next().map(SpanNode::leaf);
        found.or(here).unwrap_or_else(SpanNode::unknown)
    });
    SpanNode::array(written.span, items.collect())
}
