//! Rust's patterns.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::children;
use super::expression::expression;
use crate::form::{Expr, Kind, Name, Pattern};

pub(super) fn pattern(low: &mut Lowering<'_>, node: Node<'_>) -> Pattern {
    low.deeper(|low| match node.kind() {
        "identifier" | "self" | "shorthand_field_identifier" => Pattern::Name(low.name_of(node)),
        "tuple_struct_pattern" => {
            // `Some(x)`, `Ok(x)`, `Parameters(x)`: what is inside of a wrapper is what the wrapper is.
            let mut parts = children(node).into_iter().skip(1);
            match (parts.next(), parts.next()) {
                (Some(only), None) => pattern(low, only),
                _ => Pattern::List(children(node).into_iter().skip(1).map(|part| pattern(low, part)).collect()),
            }
        }
        "struct_pattern" => {
            Pattern::Object(children(node).into_iter().filter_map(|field| member(low, field)).collect())
        }
        "tuple_pattern" | "slice_pattern" => {
            Pattern::List(children(node).into_iter().map(|part| pattern(low, part)).collect())
        }
        "ref_pattern" | "reference_pattern" | "mut_pattern" | "parameter" | "match_pattern" => {
            let inner = children(node).into_iter().find(|child| child.kind() != "mutable_specifier");
            inner.map_or(Pattern::Nothing, |inner| pattern(low, inner))
        }
        "captured_pattern" => children(node).first().map_or(Pattern::Nothing, |name| Pattern::Name(low.name_of(*name))),
        "or_pattern" => children(node).first().map_or(Pattern::Nothing, |first| pattern(low, *first)),
        "field_expression" | "index_expression" | "unary_expression" => Pattern::Place(expression(low, node)),
        _ => Pattern::Nothing,
    })
    .unwrap_or(Pattern::Nothing)
}

fn member(low: &mut Lowering<'_>, node: Node<'_>) -> Option<(Name, Pattern)> {
    let name = low.field_name(node, "name")?;
    let inner = node.child_by_field_name("pattern").map(|inner| pattern(low, inner));
    let inner = inner.unwrap_or_else(|| Pattern::Name(name.clone()));
    Some((name, inner))
}

/// `a | b | c` as its parts, from the left: they lean to the left.
fn alternatives(node: Node<'_>) -> Vec<Node<'_>> {
    let (mut parts, mut next) = (Vec::new(), Some(node));
    while let Some(node) = next.take() {
        if node.kind() == "or_pattern" {
            let mut inner = children(node);
            parts.extend(inner.pop());
            next = inner.pop();
        } else {
            parts.push(node);
        }
    }
    parts.reverse();
    parts
}

/// What an arm of a match is for: constants, or a binder; `x if test` gives the test as well.
pub(super) fn cases(low: &mut Lowering<'_>, node: Node<'_>) -> (Vec<Expr>, Pattern) {
    let Some(inner) = children(node).first().copied() else { return (Vec::new(), Pattern::Nothing) };
    let mut found = Vec::new();
    for part in alternatives(inner) {
        match part.kind() {
            "string_literal" | "integer_literal" | "boolean_literal" => found.push(expression(low, part)),
            "scoped_identifier" => {
                let dotted = low.text_of(part).replace("::", ".");
                found.push(low.expr(Kind::Name(Rc::from(dotted)), part));
            }
            // `Some("x")`, `Some("x" | "y")`.
            "tuple_struct_pattern" => {
                let inner = children(part).into_iter().skip(1).flat_map(alternatives);
                let texts = inner.filter(|child| child.kind() == "string_literal");
                found.extend(texts.map(|text| expression(low, text)));
            }
            _ => {}
        }
    }
    let binder = if found.is_empty() { pattern(low, inner) } else { Pattern::Nothing };
    (found, binder)
}
