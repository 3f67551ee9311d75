//! Python's statements.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{children, fields};
use super::definition;
use super::expression::expression;
use crate::form::{Arm, Catch, Deed, Expr, Kind, Name, Pattern, Statement};

pub(super) fn block(low: &mut Lowering<'_>, node: Node<'_>) -> Vec<Statement> {
    let mut lowered = Vec::new();
    for child in children(node) {
        low.deeper(|low| statement(low, child, &mut lowered));
    }
    lowered
}

fn statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    let deed = match node.kind() {
        "import_statement" => return super::import(low, node),
        "import_from_statement" => return super::import_from(low, node),
        "function_definition" => Deed::Define(definition::function(low, node, Vec::new(), low.range(node))),
        "class_definition" => return definition::class(low, node),
        "decorated_definition" => match decorated(low, node) {
            Some(deed) => deed,
            None => return,
        },
        "expression_statement" => return expression_statement(low, node, into),
        "assignment" | "augmented_assignment" => match assignment(low, node) {
            Some(deed) => deed,
            None => return,
        },
        "if_statement" => if_statement(low, node),
        "for_statement" | "while_statement" => loop_statement(low, node),
        "try_statement" => try_statement(low, node),
        "with_statement" => with_statement(low, node),
        "match_statement" => match_statement(low, node),
        "return_statement" => Deed::Return(children(node).first().map(|value| expression(low, *value))),
        "raise_statement" => Deed::Throw(children(node).first().map(|value| expression(low, *value))),
        "assert_statement" => assert_statement(low, node),
        "break_statement" | "continue_statement" => Deed::Leave,
        "delete_statement" => Deed::Run(low.expr(Kind::Nothing, node)),
        _ => return,
    };
    into.push(low.statement(deed, node));
}

fn decorated(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Deed> {
    let inner = node.child_by_field_name("definition")?;
    if inner.kind() == "class_definition" {
        definition::class(low, inner);
        return None;
    }
    let marks = definition::marks(low, node);
    Some(Deed::Define(definition::function(low, inner, marks, low.range(node))))
}

fn expression_statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    for inner in children(node) {
        if matches!(inner.kind(), "assignment" | "augmented_assignment") {
            low.deeper(|low| statement(low, inner, into));
        } else {
            let value = expression(low, inner);
            into.push(low.statement(Deed::Run(value), inner));
        }
    }
}

fn assignment(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Deed> {
    let target = pattern(low, node.child_by_field_name("left")?);
    let value = expression(low, node.child_by_field_name("right")?);
    Some(Deed::Assign { target, value, added: node.kind() == "augmented_assignment" })
}

pub(super) fn pattern(low: &mut Lowering<'_>, node: Node<'_>) -> Pattern {
    low.deeper(|low| match node.kind() {
        "identifier" => Pattern::Name(low.name_of(node)),
        "attribute" | "subscript" => Pattern::Place(expression(low, node)),
        "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" | "expression_list" => {
            Pattern::List(children(node).into_iter().map(|inner| pattern(low, inner)).collect())
        }
        "list_splat_pattern" | "dictionary_splat_pattern" | "as_pattern_target" | "parenthesized_expression" => {
            children(node).first().map_or(Pattern::Nothing, |inner| pattern(low, *inner))
        }
        _ => Pattern::Nothing,
    })
    .unwrap_or(Pattern::Nothing)
}

fn test_and_body(low: &mut Lowering<'_>, node: Node<'_>) -> Option<(Expr, Vec<Statement>)> {
    let test = expression(low, node.child_by_field_name("condition")?);
    Some((test, block(low, node.child_by_field_name("consequence")?)))
}

fn if_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let mut arms: Vec<_> = test_and_body(low, node).into_iter().collect();
    let mut otherwise = Vec::new();
    for clause in fields(node, "alternative") {
        if clause.kind() == "elif_clause" {
            arms.extend(test_and_body(low, clause));
        } else if let Some(body) = clause.child_by_field_name("body") {
            otherwise = block(low, body);
        }
    }
    Deed::If { arms, otherwise }
}

/// `assert x` stops unless it is so.
fn assert_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let test = children(node).first().map(|test| expression(low, *test));
    let test = test.unwrap_or(low.expr(Kind::Nothing, node));
    let wrong = low.expr(Kind::Not(Box::new(test)), node);
    let thrown = low.statement(Deed::Throw(None), node);
    Deed::If { arms: vec![(wrong, vec![thrown])], otherwise: Vec::new() }
}

fn loop_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let binder = node.child_by_field_name("left").map_or(Pattern::Nothing, |left| pattern(low, left));
    let over = node.child_by_field_name("right").or_else(|| node.child_by_field_name("condition"));
    let over = over.map(|over| expression(low, over));
    let body = node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default();
    Deed::Loop { binder, over, body }
}

fn try_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let mut body = node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default();
    let (mut catches, mut finally) = (Vec::new(), Vec::new());
    for clause in children(node) {
        match clause.kind() {
            "except_clause" | "except_group_clause" => catches.push(catch(low, clause)),
            "finally_clause" => finally = children(clause).last().map(|body| block(low, *body)).unwrap_or_default(),
            "else_clause" => {
                body.extend(clause.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default());
            }
            _ => {}
        }
    }
    Deed::Try { body, catches, finally }
}

fn catch(low: &mut Lowering<'_>, node: Node<'_>) -> Catch {
    let parts = children(node);
    let (mut kinds, mut name) = (Vec::new(), low.field_name(node, "alias"));
    let mut caught = parts.iter().copied().find(|part| part.kind() != "block");
    if let Some(pattern) = caught.filter(|part| part.kind() == "as_pattern") {
        name = pattern.child_by_field_name("alias").map(|alias| low.name_of(alias));
        caught = children(pattern).first().copied();
    }
    match caught {
        Some(tuple) if tuple.kind() == "tuple" => {
            kinds.extend(children(tuple).into_iter().map(|kind| low.name_of(kind)));
        }
        Some(kind) => kinds.push(low.name_of(kind)),
        None => {}
    }
    let body = parts.iter().find(|part| part.kind() == "block").map(|body| block(low, *body)).unwrap_or_default();
    Catch { name, kinds, body, at: low.range(node) }
}

/// `with open(x) as f: …`: an assignment, and what follows.
fn with_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let mut lowered = Vec::new();
    let items = children(node).into_iter().filter(|child| child.kind() == "with_clause").flat_map(children);
    for item in items {
        let Some(value) = item.child_by_field_name("value") else { continue };
        let named = value.child_by_field_name("alias").filter(|_| value.kind() == "as_pattern");
        let inner = if named.is_some() { children(value).first().copied().unwrap_or(value) } else { value };
        let target = named.map_or(Pattern::Nothing, |alias| pattern(low, alias));
        let value = expression(low, inner);
        lowered.push(low.statement(Deed::Assign { target, value, added: false }, item));
    }
    lowered.extend(node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default());
    Deed::Block(lowered)
}

fn match_statement(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let subject = node.child_by_field_name("subject").unwrap_or(node);
    let subject = expression(low, subject);
    let cases = node.child_by_field_name("body").map(children).unwrap_or_default();
    let arms = cases.into_iter().filter(|case| case.kind() == "case_clause").map(|case| arm(low, case)).collect();
    Deed::Switch { subject, arms }
}

fn arm(low: &mut Lowering<'_>, node: Node<'_>) -> Arm {
    let mut cases = Vec::new();
    let mut binder = Pattern::Nothing;
    for pattern in children(node).into_iter().filter(|child| child.kind() == "case_pattern") {
        for part in children(pattern) {
            match part.kind() {
                "union_pattern" => cases.extend(children(part).into_iter().map(|text| expression(low, text))),
                // A name alone takes everything.
                "dotted_name" if !low.text_of(part).contains('.') => binder = Pattern::Name(low.name_of(part)),
                "dotted_name" => cases.push(low.expr(dotted(low.text_of(part), low, part), part)),
                _ => cases.push(expression(low, part)),
            }
        }
    }
    let body = node.child_by_field_name("consequence").map(|body| block(low, body)).unwrap_or_default();
    Arm { cases, binder, body }
}

fn dotted(text: &str, low: &Lowering<'_>, node: Node<'_>) -> Kind {
    let mut names = text.split('.').map(Name::from);
    let first = Kind::Name(names.next().unwrap_or_else(|| Rc::from("")));
    names.fold(first, |object, name| Kind::Member(Box::new(low.expr(object, node)), name))
}
