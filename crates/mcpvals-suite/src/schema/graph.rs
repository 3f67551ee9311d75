//! Which sub-schemas of a schema use which, and where in the value they look.

use std::collections::HashMap;

use serde_json::Value;

/// A sub-schema.
#[derive(Default)]
pub(super) struct Node {
    /// What is checked against the same value.
    pub(super) in_place: Vec<usize>,
    /// What is checked against a value below, by where below.
    pub(super) below: Vec<(Below, usize)>,
}

/// Where below; two edges that can meet at one value are compared by this.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Below {
    /// A member of this name.
    Member(String),
    /// Any member.
    AnyMember,
    /// An item.
    Item,
}

/// A schema while it is read.
pub(super) struct Graph<'a> {
    root: &'a Value,
    nodes: Vec<Node>,
    /// By address, so that what is referred to twice is one node.
    at: HashMap<*const Value, usize>,
}

impl<'a> Graph<'a> {
    /// The sub-schemas of a schema, and which of them is the whole.
    pub(super) fn read(schema: &'a Value) -> (Vec<Node>, usize) {
        let mut graph = Self { root: schema, nodes: Vec::new(), at: HashMap::new() };
        let root = graph.add(schema);
        (graph.nodes, root)
    }

    /// Adds a sub-schema and all that it uses; depth is bounded by the parser, chains of references by the stack here.
    fn add(&mut self, schema: &'a Value) -> usize {
        let mut open = Vec::new();
        let start = self.number(schema, &mut open);
        while let Some((node, schema)) = open.pop() {
            let Some(object) = schema.as_object() else { continue };
            for (keyword, value) in object {
                self.add_keyword(node, keyword, value, &mut open);
            }
        }
        start
    }

    fn number(&mut self, schema: &'a Value, open: &mut Vec<(usize, &'a Value)>) -> usize {
        if let Some(node) = self.at.get(&std::ptr::from_ref(schema)) {
            return *node;
        }
        let node = self.nodes.len();
        self.nodes.push(Node::default());
        self.at.insert(std::ptr::from_ref(schema), node);
        open.push((node, schema));
        node
    }

    fn add_keyword(&mut self, node: usize, keyword: &str, value: &'a Value, open: &mut Vec<(usize, &'a Value)>) {
        let root = self.root;
        match keyword {
            "$ref" | "$dynamicRef" | "$recursiveRef" => {
                let target = value.as_str().map_or(root, |reference| target(root, reference));
                self.in_place(node, target, open);
            }
            "not" | "if" | "then" | "else" => self.in_place(node, value, open),
            "allOf" | "anyOf" | "oneOf" => {
                value.as_array().into_iter().flatten().for_each(|schema| self.in_place(node, schema, open));
            }
            "dependentSchemas" | "dependencies" => {
                value.as_object().into_iter().flat_map(|map| map.values()).for_each(|schema| {
                    self.in_place(node, schema, open);
                });
            }
            "properties" => {
                for (name, schema) in value.as_object().into_iter().flatten() {
                    self.below(node, Below::Member(name.clone()), schema, open);
                }
            }
            "patternProperties" => {
                value.as_object().into_iter().flat_map(|map| map.values()).for_each(|schema| {
                    self.below(node, Below::AnyMember, schema, open);
                });
            }
            "additionalProperties" | "unevaluatedProperties" | "propertyNames" => {
                self.below(node, Below::AnyMember, value, open);
            }
            "items" | "prefixItems" if value.is_array() => {
                value.as_array().into_iter().flatten().for_each(|schema| self.below(node, Below::Item, schema, open));
            }
            "items" | "additionalItems" | "contains" | "unevaluatedItems" => self.below(node, Below::Item, value, open),
            _ => {}
        }
    }

    fn in_place(&mut self, node: usize, schema: &'a Value, open: &mut Vec<(usize, &'a Value)>) {
        let target = self.number(schema, open);
        self.nodes[node].in_place.push(target);
    }

    fn below(&mut self, node: usize, below: Below, schema: &'a Value, open: &mut Vec<(usize, &'a Value)>) {
        let target = self.number(schema, open);
        self.nodes[node].below.push((below, target));
    }
}

/// What a reference within the document points at. What cannot be told here (an anchor, another document) costs
/// nothing: the compiler refuses other documents, and an anchor is looked for among the definitions.
fn target<'a>(root: &'a Value, reference: &str) -> &'a Value {
    const NOTHING: &Value = &Value::Null;
    match reference.strip_prefix('#') {
        Some("") => root,
        Some(pointer) if pointer.starts_with('/') => root.pointer(&unescaped(pointer)).unwrap_or(NOTHING),
        Some(anchor) => anchored(root, anchor).unwrap_or(NOTHING),
        None => NOTHING,
    }
}

fn anchored<'a>(root: &'a Value, anchor: &str) -> Option<&'a Value> {
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        let named = |key: &str| value.get(key).and_then(Value::as_str) == Some(anchor);
        if named("$anchor") || named("$dynamicAnchor") {
            return Some(value);
        }
        open.extend(children(value));
    }
    None
}

/// A pointer in a reference is percent-encoded.
fn unescaped(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let code = tail.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        let (byte, after) = match code {
            Some(byte) if *first == b'%' => (byte, &tail[2..]),
            _ => (*first, tail),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The items and members of a value.
pub(super) fn children(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.as_array().into_iter().flatten();
    let members = value.as_object().into_iter().flat_map(|map| map.values());
    items.chain(members)
}
