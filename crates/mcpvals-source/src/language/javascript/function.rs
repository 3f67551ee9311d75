//! JavaScript's functions.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{Parts, children};
use super::expression::expression;
use super::pattern::pattern;
use super::statement::block;
use crate::form::{Deed, Expr, FunctionId, Kind, Name, Parameter, Pattern, Statement};

/// A function of any sort.
pub(super) fn function(low: &mut Lowering<'_>, node: Node<'_>, name: Option<Name>, marks: Vec<Expr>) -> FunctionId {
    let doc = doc_before(low, node);
    let at = low.range(node);
    let (parameters, made) = parameters(low, node);
    let parts = Parts { name, parameters, marks, doc, at };
    let body = node.child_by_field_name("body");
    let constructor = parts.name.as_deref() == Some("constructor");
    low.function(parts, |low| {
        let mut statements = if constructor { made } else { Vec::new() };
        match body {
            Some(body) if body.kind() == "statement_block" => statements.extend(block(low, body)),
            Some(body) => {
                let value = expression(low, body);
                statements.push(low.statement(Deed::Return(Some(value)), body));
            }
            None => {}
        }
        statements
    })
}

/// The parameters, and the members that a constructor makes of them (`constructor(private db: Db)`).
fn parameters(low: &mut Lowering<'_>, node: Node<'_>) -> (Vec<Parameter>, Vec<Statement>) {
    if let Some(single) = node.child_by_field_name("parameter") {
        return (vec![Parameter { pattern: pattern(low, single), kind: None, rest: false }], Vec::new());
    }
    let mut made = Vec::new();
    let Some(list) = node.child_by_field_name("parameters") else { return (Vec::new(), made) };
    let lowered = children(list).into_iter().map(|child| parameter(low, child, &mut made)).collect();
    (lowered, made)
}

fn parameter(low: &mut Lowering<'_>, node: Node<'_>, made: &mut Vec<Statement>) -> Parameter {
    let inner = node.child_by_field_name("pattern").unwrap_or(node);
    let kind = node.child_by_field_name("type").map(|kind| Rc::from(low.text_of(kind).trim_start_matches(':').trim()));
    let lowered = pattern(low, inner);
    let accessible = children(node).iter().any(|child| child.kind() == "accessibility_modifier");
    if let (true, Pattern::Name(name)) = (accessible, &lowered) {
        let this = low.expr(Kind::Name(Rc::from("this")), node);
        let place = low.expr(Kind::Member(Box::new(this), name.clone()), node);
        let value = low.expr(Kind::Name(name.clone()), node);
        made.push(low.statement(Deed::Assign { target: Pattern::Place(place), value, added: false }, node));
    }
    Parameter { pattern: lowered, kind, rest: inner.kind() == "rest_pattern" }
}

/// The comment of documentation right before it.
fn doc_before(low: &Lowering<'_>, node: Node<'_>) -> Option<Name> {
    let before = node.prev_sibling().filter(|before| before.kind() == "comment")?;
    let text = low.text_of(before);
    text.starts_with("/**").then(|| Rc::from(text))
}
