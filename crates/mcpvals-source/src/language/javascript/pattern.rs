//! What JavaScript assigns to.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::children;
use super::expression::expression;
use crate::form::{Name, Pattern};

pub(super) fn pattern(low: &mut Lowering<'_>, node: Node<'_>) -> Pattern {
    low.deeper(|low| match node.kind() {
        "identifier" | "shorthand_property_identifier_pattern" | "shorthand_property_identifier" => {
            Pattern::Name(low.name_of(node))
        }
        "object_pattern" | "object" => {
            Pattern::Object(children(node).into_iter().filter_map(|m| member(low, m)).collect())
        }
        "array_pattern" | "array" => Pattern::List(children(node).into_iter().map(|m| pattern(low, m)).collect()),
        "assignment_pattern" | "assignment_expression" => {
            node.child_by_field_name("left").map_or(Pattern::Nothing, |left| pattern(low, left))
        }
        "rest_pattern" | "spread_element" | "parenthesized_expression" | "non_null_expression" | "as_expression" => {
            children(node).first().map_or(Pattern::Nothing, |inner| pattern(low, *inner))
        }
        "member_expression" | "subscript_expression" => Pattern::Place(expression(low, node)),
        _ => Pattern::Nothing,
    })
    .unwrap_or(Pattern::Nothing)
}

fn member(low: &mut Lowering<'_>, node: Node<'_>) -> Option<(Name, Pattern)> {
    match node.kind() {
        "shorthand_property_identifier_pattern" | "shorthand_property_identifier" => {
            let name = low.name_of(node);
            Some((name.clone(), Pattern::Name(name)))
        }
        "pair_pattern" | "pair" => {
            let key = key_name(low, node.child_by_field_name("key")?)?;
            Some((key, pattern(low, node.child_by_field_name("value")?)))
        }
        "object_assignment_pattern" | "assignment_expression" | "assignment_pattern" => {
            let left = node.child_by_field_name("left")?;
            let inner = pattern(low, left);
            Some((low.name_of(left), inner))
        }
        "rest_pattern" | "spread_element" => Some((Rc::from("*"), pattern(low, node))),
        _ => None,
    }
}

/// The name of a member; `None` where it is computed.
pub(super) fn key_name(low: &Lowering<'_>, node: Node<'_>) -> Option<Name> {
    match node.kind() {
        "property_identifier" | "number" | "identifier" => Some(low.name_of(node)),
        "private_property_identifier" => Some(Rc::from(low.text_of(node).trim_start_matches('#'))),
        "string" => Some(Rc::from(low.interpreted(node))),
        "computed_property_name" => {
            let inner = *children(node).first()?;
            (inner.kind() == "string").then(|| Rc::from(low.interpreted(inner)))
        }
        _ => None,
    }
}
