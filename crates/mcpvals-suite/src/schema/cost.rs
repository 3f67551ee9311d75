//! How long a check can take at most, known before it is tried.
//!
//! Thirty definitions that each use the next one twice are a schema of a kilobyte and a check of a billion steps; a
//! reference that leads back to itself is one that never ends. So the steps that one value can cost are counted along
//! the schema: in place (`allOf`, `$ref`, …) the costs add up; below a member or an item, only what meets at the same
//! member counts.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::Value;

use super::graph::{Below, Graph, Node, children};

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

impl Cost {
    /// Reads a schema.
    ///
    /// # Errors
    /// Why no check against it would end.
    pub(super) fn of(schema: &Value) -> Result<Self, String> {
        if size(schema).0 > SCHEMA_NODES_MAX {
            return Err(format!("it has more than {SCHEMA_NODES_MAX} members and items"));
        }
        let (nodes, root) = Graph::read(schema);
        let cost = Self { nodes, root, known: RefCell::default() };
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
