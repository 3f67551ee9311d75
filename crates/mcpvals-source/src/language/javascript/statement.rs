//! JavaScript's statements.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{children, fields};
use super::expression::{expression, field};
use super::function::function;
use super::pattern::pattern;
use crate::form::{Arm, Catch, Deed, Expr, Kind, Name, Operator, Pattern, Statement};

/// The statements of a block, or the one that stands in its place.
pub(super) fn block(low: &mut Lowering<'_>, node: Node<'_>) -> Vec<Statement> {
    let mut lowered = Vec::new();
    match node.kind() {
        "program" | "statement_block" | "class_static_block" => {
            // Functions are there before the first line is run.
            let (hoisted, others): (Vec<_>, Vec<_>) =
                children(node).into_iter().partition(|child| child.kind().contains("function_declaration"));
            for child in hoisted.into_iter().chain(others) {
                low.deeper(|low| statement(low, child, &mut lowered));
            }
        }
        _ => {
            low.deeper(|low| statement(low, node, &mut lowered));
        }
    }
    lowered
}

fn statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    let deed = match node.kind() {
        "import_statement" => return super::import(low, node),
        "export_statement" => return export_statement(low, node, into),
        "lexical_declaration" | "variable_declaration" => return declaration(low, node, into),
        "function_declaration" | "generator_function_declaration" => {
            let name = low.field_name(node, "name");
            Deed::Define(function(low, node, name, Vec::new()))
        }
        "class_declaration" | "abstract_class_declaration" => {
            let name = low.field_name(node, "name").unwrap_or_else(|| Rc::from(""));
            return super::class::class(low, node, name);
        }
        "expression_statement" => return expression_statement(low, node, into),
        "if_statement" => if_statement(low, node),
        "for_statement" | "while_statement" | "do_statement" | "for_in_statement" => loop_statement(low, node, into),
        "try_statement" => try_statement(low, node),
        "switch_statement" => switch_statement(low, node),
        "return_statement" => Deed::Return(children(node).first().map(|value| expression(low, *value))),
        "throw_statement" => Deed::Throw(children(node).first().map(|value| expression(low, *value))),
        "break_statement" | "continue_statement" => Deed::Leave,
        "statement_block" => Deed::Block(block(low, node)),
        "labeled_statement" => {
            Deed::Block(node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default())
        }
        "internal_module" | "module" => {
            Deed::Block(node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default())
        }
        _ => return,
    };
    into.push(low.statement(deed, node));
}

fn export_statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    super::export(low, node);
    if let Some(declared) = node.child_by_field_name("declaration") {
        let default = node.child(1).is_some_and(|word| word.kind() == "default");
        if let (true, Some(name)) = (default, low.field_name(declared, "name")) {
            low.unit.exports.push((Rc::from("default"), name));
        }
        return statement(low, declared, into);
    }
    if let Some(value) = node.child_by_field_name("value") {
        let value = expression(low, value);
        if let Kind::Name(name) = &value.kind {
            low.unit.exports.push((Rc::from("default"), name.clone()));
            return;
        }
        let target = Pattern::Name(Rc::from("default"));
        into.push(low.statement(Deed::Assign { target, value, added: false }, node));
    }
}

fn declaration(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    for declarator in children(node).into_iter().filter(|child| child.kind() == "variable_declarator") {
        let Some(name) = declarator.child_by_field_name("name") else { continue };
        let target = pattern(low, name);
        let Some(value) = declarator.child_by_field_name("value") else { continue };
        let deed = assigned(low, target, value);
        into.extend(deed.map(|deed| low.statement(deed, declarator)));
    }
}

/// What is assigned; functions and classes get the name, and modules are imported.
fn assigned(low: &mut Lowering<'_>, target: Pattern, value: Node<'_>) -> Option<Deed> {
    let named = if let Pattern::Name(name) = &target { Some(name.clone()) } else { None };
    let value = match (value.kind(), named) {
        ("arrow_function" | "function_expression" | "generator_function" | "function", Some(name)) => {
            return Some(Deed::Define(function(low, value, Some(name), Vec::new())));
        }
        ("class", Some(name)) => {
            super::class::class(low, value, name);
            return None;
        }
        _ => expression(low, value),
    };
    // A module is imported, and not a value.
    if super::required(low, &target, &value) {
        return None;
    }
    Some(Deed::Assign { target, value, added: false })
}

fn expression_statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    for inner in children(node) {
        let parts = if inner.kind() == "sequence_expression" { children(inner) } else { vec![inner] };
        for part in parts {
            if part.kind() == "augmented_assignment_expression" {
                let (target, value, added) = augmented(low, part);
                into.push(low.statement(Deed::Assign { target, value, added }, part));
                continue;
            }
            if super::member::function_given(low, part, into) {
                continue;
            }
            let value = expression(low, part);
            exported(low, &value);
            let deed = match value.kind {
                Kind::Assign(assigned) => {
                    let (target, value) = *assigned;
                    let added = part.kind() == "update_expression";
                    Deed::Assign { target, value, added }
                }
                _ => Deed::Run(value),
            };
            into.push(low.statement(deed, part));
        }
    }
}

/// `a += b`, and `a ||= b`, which gives the one or the other: the place, the value, and whether it is added.
pub(super) fn augmented(low: &mut Lowering<'_>, node: Node<'_>) -> (Pattern, Expr, bool) {
    let place = node.child_by_field_name("left").map_or(Pattern::Nothing, |place| pattern(low, place));
    let value = field(low, node, "right");
    let operator = match node.child_by_field_name("operator").map(|operator| low.text_of(operator)) {
        Some("||=" | "??=") => Operator::Or,
        Some("&&=") => Operator::And,
        _ => return (place, value, true),
    };
    let before = field(low, node, "left");
    let either = low.expr(Kind::Binary(operator, Box::new([before, value])), node);
    (place, either, false)
}

/// `exports.a = b`, `module.exports = { a, b }`, `module.exports = a`.
fn exported(low: &mut Lowering<'_>, value: &Expr) {
    let Kind::Assign(assigned) = &value.kind else { return };
    let (Pattern::Place(place), inside) = (&assigned.0, &assigned.1) else { return };
    let Some(place) = place.dotted() else { return };
    if place == "module.exports" {
        if let Kind::Object(entries) = &inside.kind {
            for entry in entries {
                if let (Some(key), Kind::Name(name)) = (&entry.key, &entry.value.kind) {
                    low.unit.exports.push((key.clone(), name.clone()));
                }
            }
        }
    } else if let (Some(outside), Some(name)) =
        (place.strip_prefix("exports.").or_else(|| place.strip_prefix("module.exports.")), inside.dotted())
    {
        low.unit.exports.push((Rc::from(outside), Name::from(name)));
    }
}

fn if_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let mut arms = Vec::new();
    let mut next = Some(node);
    let mut otherwise = Vec::new();
    // A ladder of `else if` is flat: it may have hundreds of rungs.
    while let Some(rung) = next.take() {
        if let (Some(test), Some(then)) =
            (rung.child_by_field_name("condition"), rung.child_by_field_name("consequence"))
        {
            let test = expression(low, test);
            arms.push((test, block(low, then)));
        }
        let inner = rung.child_by_field_name("alternative").and_then(|other| children(other).first().copied());
        match inner {
            Some(inner) if inner.kind() == "if_statement" => next = Some(inner),
            Some(inner) => otherwise = block(low, inner),
            None => {}
        }
    }
    Deed::If { arms, otherwise }
}

fn loop_statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) -> Deed {
    if let Some(initializer) = node.child_by_field_name("initializer") {
        low.deeper(|low| statement(low, initializer, into));
    }
    let over = ["right", "condition"]
        .into_iter()
        .find_map(|field| node.child_by_field_name(field))
        .filter(Node::is_named)
        .map(|over| expression(low, over));
    let binder = node.child_by_field_name("left").map_or(Pattern::Nothing, |left| pattern(low, left));
    let body = node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default();
    Deed::Loop { binder, over, body }
}

fn try_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let body = node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default();
    let catches = node.child_by_field_name("handler").map(|handler| {
        let name = handler
            .child_by_field_name("parameter")
            .filter(|parameter| parameter.kind() == "identifier")
            .map(|parameter| low.name_of(parameter));
        let body = handler.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default();
        Catch { name, kinds: Vec::new(), body, at: low.range(handler) }
    });
    let finally = node
        .child_by_field_name("finalizer")
        .and_then(|finalizer| finalizer.child_by_field_name("body"))
        .map(|body| block(low, body))
        .unwrap_or_default();
    Deed::Try { body, catches: catches.into_iter().collect(), finally }
}

fn switch_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let value = node.child_by_field_name("value").unwrap_or(node);
    let subject = expression(low, value);
    let mut arms: Vec<Arm> = Vec::new();
    let mut waiting = Vec::new();
    let cases = node.child_by_field_name("body").map(children).unwrap_or_default();
    for case in cases {
        if let Some(value) = case.child_by_field_name("value") {
            waiting.push(expression(low, value));
        }
        let bodies = fields(case, "body");
        if bodies.is_empty() && case.kind() == "switch_case" {
            continue;
        }
        let body = bodies.into_iter().flat_map(|body| block(low, body)).collect();
        arms.push(Arm { cases: std::mem::take(&mut waiting), binder: Pattern::Nothing, body });
    }
    Deed::Switch { subject, arms }
}
