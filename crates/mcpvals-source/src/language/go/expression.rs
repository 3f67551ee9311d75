//! Go's expressions.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{children, formatted, summands};
use super::closure;
use crate::form::{Argument, Entry, Expr, Kind, Operator};

pub(super) fn expression(low: &mut Lowering<'_>, node: Node<'_>) -> Expr {
    let kind = low.deeper(|low| kind(low, node)).unwrap_or(Kind::Nothing);
    low.expr(kind, node)
}

fn kind(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    match node.kind() {
        "identifier" | "type_identifier" | "package_identifier" | "field_identifier" => Kind::Name(low.name_of(node)),
        "interpreted_string_literal" => Kind::Text(Rc::from(low.interpreted(node))),
        "raw_string_literal" => Kind::Text(Rc::from(low.text_of(node).trim_matches('`'))),
        "int_literal" | "float_literal" | "rune_literal" => Kind::Number(low.name_of(node)),
        "true" => Kind::Truth(true),
        "false" => Kind::Truth(false),
        "nil" => Kind::Null,
        "selector_expression" | "qualified_type" => selector(low, node),
        "index_expression" => {
            let object = field(low, node, "operand");
            let index = field(low, node, "index");
            match index.text() {
                Some(name) => Kind::Member(Box::new(object), name.clone()),
                None => Kind::Index(Box::new(object), Box::new(index)),
            }
        }
        "slice_expression" | "type_assertion_expression" | "type_conversion_expression" => {
            field(low, node, "operand").kind
        }
        "parenthesized_expression" | "literal_element" | "variadic_argument" => {
            children(node).first().map_or(Kind::Nothing, |inner| expression(low, *inner).kind)
        }
        "expression_list" => list(low, node),
        "call_expression" => call(low, node),
        "composite_literal" => composite(low, node),
        "literal_value" => literal(low, node),
        "func_literal" => Kind::Function(closure(low, node)),
        "unary_expression" => {
            let operand = field(low, node, "operand");
            let operator = node.child_by_field_name("operator").map(|operator| operator.kind()).unwrap_or_default();
            if operator == "!" { Kind::Not(Box::new(operand)) } else { operand.kind }
        }
        "binary_expression" => binary(low, node),
        _ => Kind::Nothing,
    }
}

fn field(low: &mut Lowering<'_>, node: Node<'_>, name: &str) -> Expr {
    match node.child_by_field_name(name) {
        Some(child) => expression(low, child),
        None => low.expr(Kind::Nothing, node),
    }
}

fn selector(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let (object, name) = if node.kind() == "qualified_type" { ("package", "name") } else { ("operand", "field") };
    let object = field(low, node, object);
    let name = low.field_name(node, name).unwrap_or_else(|| Rc::from(""));
    Kind::Member(Box::new(object), name)
}

/// One value, or several.
fn list(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let mut values: Vec<Expr> = children(node).into_iter().map(|value| expression(low, value)).collect();
    if values.len() == 1 { values.pop().map_or(Kind::Nothing, |value| value.kind) } else { Kind::List(values) }
}

fn call(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let callee = field(low, node, "function");
    let list = node.child_by_field_name("arguments").map(children).unwrap_or_default();
    let mut values: Vec<Expr> = list.into_iter().map(|value| expression(low, value)).collect();
    if callee.dotted().as_deref() == Some("fmt.Sprintf") && !values.is_empty() {
        let text = values.remove(0);
        return Kind::Join(formatted(text, values, '%'));
    }
    let arguments = values.into_iter().map(|value| Argument { name: None, value }).collect();
    low.call(callee, arguments, false, node).kind
}

/// `pkg.Type{…}`: something of the type is made of its fields.
fn composite(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let body = node.child_by_field_name("body").map(|body| literal(low, body));
    let body = body.unwrap_or(Kind::Nothing);
    let Some(kind) = node.child_by_field_name("type") else { return body };
    if !matches!(kind.kind(), "type_identifier" | "qualified_type") {
        return body;
    }
    let callee = expression(low, kind);
    let value = low.expr(body, node);
    low.call(callee, vec![Argument { name: None, value }], true, node).kind
}

fn literal(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let parts = children(node);
    if parts.iter().any(|part| part.kind() == "keyed_element") {
        return Kind::Object(parts.into_iter().filter_map(|part| entry(low, part)).collect());
    }
    Kind::List(parts.into_iter().map(|part| expression(low, part)).collect())
}

fn entry(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Entry> {
    let key = expression(low, node.child_by_field_name("key")?);
    let value = expression(low, node.child_by_field_name("value")?);
    let key = match &key.kind {
        Kind::Text(name) | Kind::Name(name) => Some(name.clone()),
        _ => None,
    };
    Some(Entry { key, value })
}

fn binary(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let operator = node.child_by_field_name("operator").map(|operator| operator.kind()).unwrap_or_default();
    if operator == "+" {
        return Kind::Join(summands(node).into_iter().map(|part| expression(low, part)).collect());
    }
    let sides = Box::new([field(low, node, "left"), field(low, node, "right")]);
    let operator = match operator {
        "&&" => Operator::And,
        "||" => Operator::Or,
        "==" => Operator::Equal,
        "!=" => Operator::Unequal,
        "<" | "<=" => Operator::Less,
        ">" | ">=" => Operator::Greater,
        _ => Operator::Arithmetic,
    };
    Kind::Binary(operator, sides)
}
