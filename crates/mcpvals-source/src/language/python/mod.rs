//! Python, lowered: modules and their imports.

mod definition;
mod expression;
mod statement;

use tree_sitter::Node;

use super::Lowering;
use super::lowering::{Parts, children, fields};

/// Lowers a file.
pub(crate) fn lower(low: &mut Lowering<'_>, root: Node<'_>) {
    let parts = Parts { name: None, parameters: Vec::new(), marks: Vec::new(), doc: None, at: low.range(root) };
    let top = low.function(parts, |low| statement::block(low, root));
    low.unit.top = Some(top);
}

/// `import a.b as c`.
fn import(low: &mut Lowering<'_>, node: Node<'_>) {
    for name in fields(node, "name") {
        if let (Some(module), Some(alias)) = (name.child_by_field_name("name"), name.child_by_field_name("alias")) {
            low.import(low.text_of(alias), low.text_of(module), None);
        } else {
            // `import a.b` makes `a` known, and `a.b` is found as its member.
            let module = low.text_of(name);
            let first = module.split('.').next().unwrap_or(module);
            low.import(first, first, None);
        }
    }
}

/// `from a.b import c as d`.
fn import_from(low: &mut Lowering<'_>, node: Node<'_>) {
    let Some(module) = node.child_by_field_name("module_name").map(|module| low.text_of(module)) else { return };
    for name in fields(node, "name") {
        match (name.child_by_field_name("name"), name.child_by_field_name("alias")) {
            (Some(member), Some(alias)) => low.import(low.text_of(alias), module, Some(low.text_of(member))),
            _ => low.import(low.text_of(name), module, Some(low.text_of(name))),
        }
    }
    if children(node).iter().any(|child| child.kind() == "wildcard_import") {
        low.import("*", module, None);
    }
}
