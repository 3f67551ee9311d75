//! Compiled schemas, remembered: a tool's schemas are used for every call of it.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use mcpvals_model::mcp::Tool;
use serde_json::Value;

use super::compile::{Compiled, Formats};
use crate::cache::Cache;

/// A schema, or why it cannot be used.
pub(crate) type Usable = Rc<Result<Compiled, String>>;

/// Schemas in memory for one thread.
const SCHEMAS_MAX: usize = 256;

/// What is compiled of a `T`, with the `T`, found by a key.
type Memory<K, T> = RefCell<Cache<K, (Arc<T>, Usable)>>;

thread_local! {
    static TOOLS: Memory<(usize, Part), Tool> = RefCell::new(Cache::new(SCHEMAS_MAX));
    static MATCHERS: Memory<u64, Value> = RefCell::new(Cache::new(SCHEMAS_MAX));
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Input,
    Output,
}

/// The schema of a tool's arguments.
pub(crate) fn of_input(tool: &Arc<Tool>) -> Usable {
    of_tool(tool, Part::Input, tool.input_schema())
}

/// The schema of a tool's `structuredContent`, where it promises any.
pub(crate) fn of_output(tool: &Arc<Tool>) -> Option<Usable> {
    tool.output_schema().map(|schema| of_tool(tool, Part::Output, schema))
}

/// Found by the tool's address. The entry keeps the tool alive, so that the address stays its own.
fn of_tool(tool: &Arc<Tool>, part: Part, schema: &Value) -> Usable {
    let key = (Arc::as_ptr(tool).addr(), part);
    TOOLS.with_borrow_mut(|tools| {
        let same = |(known, _): &(Arc<Tool>, Usable)| Arc::ptr_eq(known, tool);
        tools.get(key, same, || (Arc::clone(tool), Rc::new(Compiled::new(schema, Formats::Noted)))).1
    })
}

/// The schema of an expectation.
pub(crate) fn of_matcher(schema: &Value) -> Usable {
    let mut hasher = DefaultHasher::new();
    schema.hash(&mut hasher);
    MATCHERS.with_borrow_mut(|matchers| {
        let same = |(known, _): &(Arc<Value>, Usable)| **known == *schema;
        let make = || (Arc::new(schema.clone()), Rc::new(Compiled::new(schema, Formats::Checked)));
        matchers.get(hasher.finish(), same, make).1
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::sync::Arc;

    use mcpvals_model::mcp::Tool;
    use serde_json::json;

    use super::{of_input, of_matcher, of_output};

    #[test]
    fn schema_of_a_tool_is_compiled_once() {
        let raw = json!({"name": "a", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}});
        let tool = Arc::new(Tool::read(&raw).expect("it is well-formed"));
        assert!(Rc::ptr_eq(&of_input(&tool), &of_input(&tool)));
        assert!(!Rc::ptr_eq(&of_input(&tool), &of_output(&tool).expect("it has one")));
    }

    #[test]
    fn schema_of_a_matcher_is_found_by_what_it_says() {
        assert!(Rc::ptr_eq(&of_matcher(&json!({"type": "null"})), &of_matcher(&json!({"type": "null"}))));
    }
}
