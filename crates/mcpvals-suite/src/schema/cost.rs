//! How long a check can take at most, known before it is tried.
//!
//! Thirty definitions that each use the next one twice are a schema of a kilobyte and a check of a billion steps; a
//! reference that leads back to itself is one that never ends. So the steps that one value can cost are counted along
//! the schema: in place (`allOf`, `$ref`, …) the costs add up; below a member or an item, only what meets at the same
//! member counts.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

/// Values and sub-schemas in a schema.
const SCHEMA_NODES_MAX: u64 = 100_000;
/// Steps of one check: less than a second.
const STEPS_MAX: f64 = 2e8;

/// What a schema can cost.
pub(super) struct Cost {
    nodes: Vec<Node>,
    root: usize,
    /// Steps for one path through a value of this depth.
    known: RefCell<BTreeMap<usize, f64>>,
}

/// A sub-schema.
#[derive(Default)]
struct Node {
    /// What is checked against the same value.
    in_place: Vec<usize>,
    /// What is checked against a value below, by where below.
    below: Vec<(Below, usize)>,
}

/// Where below; two edges that can meet at one value are compared by this.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Below {
    /// A member of this name.
    Member(String),
    /// Any member.
    AnyMember,
    /// An item.
    Item,
}

impl Cost {
    /// Reads a schema.
    ///
    /// # Errors
    /// Why no check against it would end.
    pub(super) fn of(schema: &Value) -> Result<Self, String> {
        let mut graph = Graph { root: schema, nodes: Vec::new(), at: HashMap::new() };
        if size(schema).0 > SCHEMA_NODES_MAX {
            return Err(format!("it has more than {SCHEMA_NODES_MAX} members and items"));
        }
        let root = graph.add(schema);
        let cost = Self { nodes: graph.nodes, root, known: RefCell::default() };
        if cost.goes_in_circles() {
            return Err("it refers to itself without end".to_owned());
        }
        Ok(cost)
    }

    /// The number of nodes of a value that may be checked.
    ///
    /// # Errors
    /// Why it may not.
    pub(super) fn allow(&self, value: &Value) -> Result<u64, String> {
        let (nodes, depth) = size(value);
        let steps = self.steps(depth) * to_f64(nodes);
        if steps > STEPS_MAX {
            return Err(format!(
                "checking a value of {nodes} nodes, {depth} deep, against it could take {steps:.0e} steps"
            ));
        }
        Ok(nodes)
    }

    fn steps(&self, depth: usize) -> f64 {
        if let Some(steps) = self.known.borrow().get(&depth) {
            return *steps;
        }
        let mut layer = vec![0.0; self.nodes.len()];
        for _ in 0..=depth {
            layer = self.next_layer(&layer);
        }
        let steps = layer.get(self.root).copied().unwrap_or(0.0);
        self.known.borrow_mut().insert(depth, steps);
        steps
    }

    /// The steps of each node for a value that is one level deeper.
    fn next_layer(&self, deeper: &[f64]) -> Vec<f64> {
        let mut layer = vec![None; self.nodes.len()];
        for node in 0..self.nodes.len() {
            self.fill(node, deeper, &mut layer);
        }
        layer.into_iter().map(|steps| steps.unwrap_or(1.0)).collect()
    }

    /// Depth first with a stack of its own: a chain of 100,000 references must not be a chain of calls.
    fn fill(&self, start: usize, deeper: &[f64], layer: &mut [Option<f64>]) {
        let mut stack = vec![start];
        while let Some(&node) = stack.last() {
            let open = self.nodes[node].in_place.iter().copied().find(|next| layer[*next].is_none());
            match open {
                Some(next) if layer[node].is_none() => stack.push(next),
                _ => {
                    let in_place: f64 = self.nodes[node].in_place.iter().filter_map(|next| layer[*next]).sum();
                    layer[node] = Some(1.0 + in_place + self.steps_below(node, deeper));
                    stack.pop();
                }
            }
        }
    }

    fn steps_below(&self, node: usize, deeper: &[f64]) -> f64 {
        let mut meeting: BTreeMap<&Below, f64> = BTreeMap::new();
        for (below, target) in &self.nodes[node].below {
            *meeting.entry(below).or_default() += deeper[*target];
        }
        let any = meeting.get(&Below::AnyMember).copied().unwrap_or(0.0);
        let steps = meeting.iter().map(|(below, steps)| match below {
            Below::Member(_) => steps + any,
            Below::AnyMember | Below::Item => *steps,
        });
        steps.fold(0.0, f64::max)
    }

    /// Does a sub-schema lead back to itself without going down in the value? (Kahn's way to sort.)
    fn goes_in_circles(&self) -> bool {
        let mut users = vec![0_usize; self.nodes.len()];
        self.nodes.iter().flat_map(|node| &node.in_place).for_each(|next| users[*next] += 1);
        let mut free: Vec<usize> = (0..self.nodes.len()).filter(|node| users[*node] == 0).collect();
        let mut sorted = 0;
        while let Some(node) = free.pop() {
            sorted += 1;
            for next in &self.nodes[node].in_place {
                users[*next] -= 1;
                if users[*next] == 0 {
                    free.push(*next);
                }
            }
        }
        sorted < self.nodes.len()
    }
}

/// A schema while it is read.
struct Graph<'a> {
    root: &'a Value,
    nodes: Vec<Node>,
    /// By address, so that what is referred to twice is one node.
    at: HashMap<*const Value, usize>,
}

impl<'a> Graph<'a> {
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

/// How many values there are in a value, and how deep they are nested.
fn size(value: &Value) -> (u64, usize) {
    let (mut nodes, mut deepest) = (0, 0);
    let mut open = vec![(value, 0_usize)];
    while let Some((value, depth)) = open.pop() {
        nodes += 1;
        deepest = deepest.max(depth);
        open.extend(children(value).map(|child| (child, depth + 1)));
    }
    (nodes, deepest)
}

fn children(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.as_array().into_iter().flatten();
    let members = value.as_object().into_iter().flat_map(|map| map.values());
    items.chain(members)
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn to_f64(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Cost;

    /// Definitions that each use the next one twice, by `wrap`.
    fn chain(wrap: fn(Value) -> Value) -> Value {
        let mut defs = serde_json::Map::new();
        for i in 0..40 {
            let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
            defs.insert(format!("d{i}"), wrap(next));
        }
        defs.insert("d40".to_owned(), json!({"type": "string"}));
        json!({"$ref": "#/$defs/d0", "$defs": defs})
    }

    fn nested(depth: usize) -> Value {
        (0..depth).fold(json!(1), |inner, _| json!({"x": inner}))
    }

    #[test]
    fn plain_schema_costs_little() {
        let cost = Cost::of(&json!({"properties": {"a": {"type": "string"}}})).expect("it ends");
        assert_eq!(cost.allow(&json!({"a": "x"})), Ok(2));
    }

    #[test]
    fn doubling_in_place_is_refused() {
        let cost = Cost::of(&chain(|next| json!({"allOf": [next, next]}))).expect("it ends, some day");
        assert!(cost.allow(&json!(1)).is_err());
    }

    #[test]
    fn doubling_on_the_way_down_is_refused_where_the_value_is_deep() {
        let twice = |next: Value| json!({"allOf": [{"properties": {"x": next}}, {"properties": {"x": next}}]});
        let cost = Cost::of(&chain(twice)).expect("it ends");
        assert!(cost.allow(&nested(3)).is_ok());
        assert!(cost.allow(&nested(40)).is_err());
    }

    #[test]
    fn tree_of_any_depth_is_allowed() {
        let cost = Cost::of(&json!({"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}})).expect("it ends");
        assert!(cost.allow(&nested(100)).is_ok());
    }

    #[test]
    fn any_json_as_a_schema_is_allowed() {
        let any = json!({"anyOf": [
            {"type": "array", "items": {"$ref": "#"}}, {"type": "object", "additionalProperties": {"$ref": "#"}}]});
        assert!(Cost::of(&any).expect("it ends").allow(&nested(10)).is_ok());
    }

    #[test]
    fn circle_in_place_is_found_and_circle_on_the_way_down_is_none() {
        assert!(Cost::of(&json!({"anyOf": [{"$ref": "#"}]})).is_err());
        assert!(Cost::of(&json!({"items": {"$ref": "#"}})).is_ok());
        assert!(Cost::of(&json!({"$dynamicAnchor": "n", "properties": {"a": {"$dynamicRef": "#n"}}})).is_ok());
    }
}
