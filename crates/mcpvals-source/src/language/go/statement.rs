//! Go's statements.

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{children, fields};
use super::expression::expression;
use crate::form::{Arm, Deed, Expr, Kind, Name, Pattern, Statement};

pub(super) fn block(low: &mut Lowering<'_>, node: Node<'_>) -> Vec<Statement> {
    let mut lowered = Vec::new();
    for child in children(node) {
        if child.kind() == "statement_list" {
            lowered.extend(low.deeper(|low| block(low, child)).unwrap_or_default());
        } else {
            low.deeper(|low| statement(low, child, &mut lowered));
        }
    }
    lowered
}

fn statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    let deed = match node.kind() {
        "short_var_declaration" | "assignment_statement" => return assignment(low, node, into),
        "var_declaration" | "const_declaration" => return variables(low, node, into),
        "expression_statement" | "go_statement" | "defer_statement" => match children(node).first() {
            Some(inner) => Deed::Run(expression(low, *inner)),
            None => return,
        },
        "inc_statement" => {
            let target = children(node).first().map_or(Pattern::Nothing, |place| pattern(low, *place));
            let value = low.expr(Kind::Number("1".into()), node);
            Deed::Assign { target, value, added: true }
        }
        "if_statement" => if_statement(low, node, into),
        "for_statement" => loop_statement(low, node, into),
        "expression_switch_statement" | "type_switch_statement" | "select_statement" => {
            switch_statement(low, node, into)
        }
        "return_statement" => Deed::Return(children(node).first().map(|value| expression(low, *value))),
        "break_statement" | "continue_statement" | "goto_statement" => Deed::Leave,
        "block" | "labeled_statement" => Deed::Block(block(low, node)),
        _ => return,
    };
    into.push(low.statement(deed, node));
}

pub(super) fn pattern(low: &mut Lowering<'_>, node: Node<'_>) -> Pattern {
    match node.kind() {
        "identifier" if low.text_of(node) == "_" => Pattern::Nothing,
        "identifier" => Pattern::Name(low.name_of(node)),
        "expression_list" => {
            let mut parts: Vec<Pattern> = children(node).into_iter().map(|part| pattern(low, part)).collect();
            if parts.len() == 1 { parts.pop().unwrap_or(Pattern::Nothing) } else { Pattern::List(parts) }
        }
        _ => Pattern::Place(expression(low, node)),
    }
}

fn assignment(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right")) else {
        return;
    };
    let added = node.child_by_field_name("operator").is_some_and(|operator| operator.kind().len() > 1);
    let target = pattern(low, left);
    let value = expression(low, right);
    into.push(low.statement(Deed::Assign { target, value, added }, node));
}

/// `var a, b = c, d`, one or several.
pub(super) fn variables(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    for spec in children(node) {
        if spec.kind() == "var_spec_list" {
            variables(low, spec, into);
            continue;
        }
        let names: Vec<Pattern> =
            fields(spec, "name").into_iter().map(|name| Pattern::Name(low.name_of(name))).collect();
        let value = match spec.child_by_field_name("value") {
            Some(value) => expression(low, value),
            None => match empty_of(low, spec) {
                Some(empty) => empty,
                None => continue,
            },
        };
        let mut names = names;
        let target = if names.len() == 1 { names.pop().unwrap_or(Pattern::Nothing) } else { Pattern::List(names) };
        into.push(low.statement(Deed::Assign { target, value, added: false }, spec));
    }
}

/// What `var text string` and `var text strings.Builder` are before anything is put there: texts that grow; of a type
/// that somebody declared, one of it. One name only; of other types nothing is known.
fn empty_of(low: &mut Lowering<'_>, spec: Node<'_>) -> Option<Expr> {
    let kind = spec.child_by_field_name("type").filter(|_| fields(spec, "name").len() == 1)?;
    let empty = match low.text_of(kind) {
        "string" | "strings.Builder" | "bytes.Buffer" => Kind::Text(Name::from("")),
        written if is_declared(kind, written) => {
            let callee = expression(low, kind);
            return Some(low.call(callee, Vec::new(), true, spec));
        }
        _ => return None,
    };
    Some(low.expr(empty, spec))
}

/// Is it a type of the program's or a library's, and none of the language's?
fn is_declared(kind: Node<'_>, written: &str) -> bool {
    const BUILT_IN: [&str; 20] = [
        "any",
        "bool",
        "byte",
        "complex128",
        "complex64",
        "error",
        "float32",
        "float64",
        "int",
        "int16",
        "int32",
        "int64",
        "int8",
        "rune",
        "uint",
        "uint16",
        "uint32",
        "uint64",
        "uint8",
        "uintptr",
    ];
    matches!(kind.kind(), "type_identifier" | "qualified_type") && !BUILT_IN.contains(&written)
}

fn before(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    if let Some(initializer) = node.child_by_field_name("initializer") {
        low.deeper(|low| statement(low, initializer, into));
        if initializer.kind().contains("call") {
            let value = expression(low, initializer);
            into.push(low.statement(Deed::Run(value), initializer));
        }
    }
}

fn if_statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) -> Deed {
    let (mut arms, mut otherwise) = (Vec::new(), Vec::new());
    let mut next = Some(node);
    while let Some(rung) = next.take() {
        before(low, rung, into);
        let test = rung.child_by_field_name("condition").map(|test| expression(low, test));
        let then = rung.child_by_field_name("consequence").map(|then| block(low, then)).unwrap_or_default();
        arms.push((test.unwrap_or(low.expr(Kind::Nothing, rung)), then));
        match rung.child_by_field_name("alternative") {
            Some(other) if other.kind() == "if_statement" => next = Some(other),
            Some(other) => otherwise = block(low, other),
            None => {}
        }
    }
    Deed::If { arms, otherwise }
}

fn loop_statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) -> Deed {
    let (mut binder, mut over) = (Pattern::Nothing, None);
    for head in children(node) {
        match head.kind() {
            "range_clause" => {
                binder = head.child_by_field_name("left").map_or(Pattern::Nothing, |left| last_name(low, left));
                over = head.child_by_field_name("right").map(|over| expression(low, over));
            }
            "for_clause" => {
                before(low, head, into);
                over = head.child_by_field_name("condition").map(|test| expression(low, test));
            }
            "block" => {}
            _ => over = Some(expression(low, head)),
        }
    }
    let body = node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default();
    Deed::Loop { binder, over, body }
}

/// Of `i, x := range xs` what is of interest is `x`.
fn last_name(low: &mut Lowering<'_>, node: Node<'_>) -> Pattern {
    children(node).last().map_or(Pattern::Nothing, |last| pattern(low, *last))
}

fn switch_statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) -> Deed {
    before(low, node, into);
    let subject = node.child_by_field_name("value").map(|value| expression(low, value));
    let subject: Expr = subject.unwrap_or(low.expr(Kind::Nothing, node));
    let alias = node.child_by_field_name("alias");
    let mut arms = Vec::new();
    for case in children(node) {
        if !matches!(case.kind(), "expression_case" | "default_case" | "type_case" | "communication_case") {
            continue;
        }
        let cases = case
            .child_by_field_name("value")
            .map(|values| children(values).into_iter().map(|value| expression(low, value)).collect())
            .unwrap_or_default();
        let binder = alias.map_or(Pattern::Nothing, |alias| pattern(low, alias));
        arms.push(Arm { cases, binder, body: block(low, case) });
    }
    Deed::Switch { subject, arms }
}
