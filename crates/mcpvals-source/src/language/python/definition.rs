//! Python's functions and classes.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{Parts, children};
use super::expression::expression;
use super::statement::{block, pattern};
use crate::form::{Class, Deed, Expr, Field, FunctionId, Kind, Name, Parameter, Pattern, Range};

pub(super) fn function(low: &mut Lowering<'_>, node: Node<'_>, marks: Vec<Expr>, at: Range) -> FunctionId {
    let name = low.field_name(node, "name");
    let parameters = node
        .child_by_field_name("parameters")
        .map(|list| children(list).into_iter().filter_map(|child| parameter(low, child)).collect())
        .unwrap_or_default();
    let body = node.child_by_field_name("body");
    let doc = body.and_then(|body| doc_of(low, body));
    let parts = Parts { name, parameters, marks, doc, at };
    low.function(parts, |low| body.map(|body| block(low, body)).unwrap_or_default())
}

pub(super) fn lambda(low: &mut Lowering<'_>, node: Node<'_>) -> FunctionId {
    let parameters = node
        .child_by_field_name("parameters")
        .map(|list| children(list).into_iter().filter_map(|child| parameter(low, child)).collect())
        .unwrap_or_default();
    let body = node.child_by_field_name("body");
    let parts = Parts { name: None, parameters, marks: Vec::new(), doc: None, at: low.range(node) };
    low.function(parts, |low| {
        let value = body.map(|body| expression(low, body));
        vec![low.statement(Deed::Return(value), node)]
    })
}

/// `None` for `*` and `/`.
fn parameter(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Parameter> {
    let kind = node.child_by_field_name("type").map(|kind| low.name_of(kind));
    let named = match node.kind() {
        "identifier" | "list_splat_pattern" | "dictionary_splat_pattern" | "tuple_pattern" => node,
        "default_parameter" | "typed_default_parameter" => node.child_by_field_name("name")?,
        "typed_parameter" => *children(node).first()?,
        _ => return None,
    };
    Some(Parameter { pattern: pattern(low, named), kind, rest: named.kind() == "list_splat_pattern" })
}

/// The text that a body starts with.
fn doc_of(low: &mut Lowering<'_>, body: Node<'_>) -> Option<Name> {
    let first = *children(body).first()?;
    let text = if first.kind() == "expression_statement" { *children(first).first()? } else { first };
    if !matches!(text.kind(), "string" | "concatenated_string") {
        return None;
    }
    expression(low, text).text().cloned()
}

pub(super) fn class(low: &mut Lowering<'_>, node: Node<'_>) {
    let name = low.field_name(node, "name").unwrap_or_else(|| Rc::from(""));
    let bases = node
        .child_by_field_name("superclasses")
        .map(|list| children(list).into_iter().map(|base| low.name_of(base)).collect())
        .unwrap_or_default();
    let Some(body) = node.child_by_field_name("body") else { return };
    let outer = low.owner.replace(name.clone());
    let (mut fields, mut methods) = (Vec::new(), Vec::new());
    for member in children(body) {
        match member.kind() {
            "function_definition" => methods.push(function(low, member, Vec::new(), low.range(member))),
            "decorated_definition" => methods.extend(method(low, member)),
            "expression_statement" => fields.extend(children(member).first().and_then(|inner| field(low, *inner))),
            "assignment" => fields.extend(field(low, member)),
            _ => {}
        }
        low.owner = Some(name.clone());
    }
    low.owner = outer;
    let at = low.range(node);
    low.class(Class { name, bases, fields, methods, at });
}

fn method(low: &mut Lowering<'_>, node: Node<'_>) -> Option<FunctionId> {
    let owner = low.owner.clone();
    let marks = marks(low, node);
    low.owner = owner;
    let definition = node.child_by_field_name("definition").filter(|inner| inner.kind() == "function_definition")?;
    Some(function(low, definition, marks, low.range(node)))
}

/// The decorators of a definition.
pub(super) fn marks(low: &mut Lowering<'_>, node: Node<'_>) -> Vec<Expr> {
    children(node)
        .into_iter()
        .filter(|child| child.kind() == "decorator")
        .filter_map(|decorator| children(decorator).first().map(|inner| expression(low, *inner)))
        .collect()
}

fn field(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Field> {
    if node.kind() != "assignment" {
        return None;
    }
    let left = node.child_by_field_name("left").filter(|left| left.kind() == "identifier")?;
    let kind = node.child_by_field_name("type").map(|kind| low.name_of(kind));
    let value = node.child_by_field_name("right").map(|value| expression(low, value));
    Some(Field { name: low.name_of(left), kind, value })
}

/// `x for x in xs if test`, as a loop with a value.
pub(super) fn comprehension(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let clauses: Vec<Node<'_>> =
        children(node).into_iter().filter(|child| matches!(child.kind(), "for_in_clause" | "if_clause")).collect();
    let made = node.child_by_field_name("body").map_or(Kind::Nothing, |body| match body.kind() {
        "pair" => Kind::Any(children(body).into_iter().map(|part| expression(low, part)).collect()),
        _ => expression(low, body).kind,
    });
    let mut inner = vec![low.statement(Deed::Value(low.expr(made, node)), node)];
    for clause in clauses.into_iter().rev() {
        let deed = if clause.kind() == "if_clause" {
            let test = children(clause).first().map(|test| expression(low, *test));
            Deed::If { arms: vec![(test.unwrap_or(low.expr(Kind::Nothing, clause)), inner)], otherwise: Vec::new() }
        } else {
            let binder = clause.child_by_field_name("left").map_or(Pattern::Nothing, |left| pattern(low, left));
            let over = clause.child_by_field_name("right").map(|over| expression(low, over));
            Deed::Loop { binder, over, body: inner }
        };
        inner = vec![low.statement(deed, clause)];
    }
    Kind::Do(inner)
}
