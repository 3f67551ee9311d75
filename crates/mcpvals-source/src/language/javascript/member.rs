//! Functions that are given to a member: `exports.convert = (x) => …`, `Themes.prototype.apply = function (name) { … }`.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::function::function;
use crate::form::{Class, Deed, Name, Statement};

/// Such an assignment, with what is left to do: nothing for a method; `false` where it is none.
pub(super) fn function_given(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) -> bool {
    let Some((place, given)) = parts_of(low, node) else { return false };
    if let Some((class, method)) = place.split_once(".prototype.").filter(|(class, name)| is_plain(class, name)) {
        prototype_method(low, node, given, class, method);
        return true;
    }
    let outside = place.strip_prefix("module.exports.").or_else(|| place.strip_prefix("exports."));
    let Some(outside) = outside.filter(|name| is_plain(name, name)) else { return false };
    let deed = Deed::Define(function(low, given, Some(Rc::from(outside)), Vec::new()));
    into.push(low.statement(deed, node));
    true
}

/// The place, as it is written, and the function.
fn parts_of<'t, 'n>(low: &Lowering<'t>, node: Node<'n>) -> Option<(&'t str, Node<'n>)> {
    if node.kind() != "assignment_expression" {
        return None;
    }
    let given = node.child_by_field_name("right")?;
    let is_function =
        matches!(given.kind(), "arrow_function" | "function_expression" | "generator_function" | "function");
    is_function.then_some((low.text_of(node.child_by_field_name("left")?), given))
}

fn is_plain(one: &str, other: &str) -> bool {
    let plain = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    plain(one) && plain(other)
}

/// A part of a class that has no more than this method: parts of one name are one class.
fn prototype_method(low: &mut Lowering<'_>, node: Node<'_>, given: Node<'_>, class: &str, method: &str) {
    let name: Name = Rc::from(class);
    let outer = low.owner.replace(name.clone());
    let made = function(low, given, Some(Rc::from(method)), Vec::new());
    low.owner = outer;
    let at = low.range(node);
    low.class(Class { name, bases: Vec::new(), fields: Vec::new(), methods: vec![made], at });
}
