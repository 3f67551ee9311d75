//! Rust's blocks and expressions.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{Parts, children, unescaped};
use super::item::{self, Pending, as_returned};
use super::macros::{attribute, invocation};
use super::pattern::{cases, pattern};
use crate::form::{Argument, Arm, Deed, Entry, Expr, FunctionId, Kind, Name, Operator, Pattern, Statement};

pub(super) fn block(low: &mut Lowering<'_>, node: Node<'_>) -> Vec<Statement> {
    let mut lowered = Vec::new();
    let mut pending = Pending::default();
    for child in children(node) {
        if child.kind() == "attribute_item" {
            pending.marks.extend(attribute(low, child));
            continue;
        }
        let pending = std::mem::take(&mut pending);
        low.deeper(|low| {
            if !item::item(low, child, pending, &mut lowered) {
                statement(low, child, &mut lowered);
            }
        });
    }
    lowered
}

fn statement(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    match node.kind() {
        "let_declaration" => let_declaration(low, node, into),
        "expression_statement" => {
            // A block of a statement is the value of what it ends only without a semicolon.
            let ended = low.text_of(node).ends_with(';');
            if let Some(inner) = children(node).first() {
                let deed = control(low, *inner, !ended);
                into.push(low.statement(deed, *inner));
            }
        }
        "empty_statement" | "macro_definition" | "label" => {}
        _ => {
            let deed = control(low, node, true);
            into.push(low.statement(deed, node));
        }
    }
}

fn let_declaration(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    let target = node.child_by_field_name("pattern").map_or(Pattern::Nothing, |target| pattern(low, target));
    let Some(value) = node.child_by_field_name("value") else { return };
    let value = expression(low, value);
    into.push(low.statement(Deed::Assign { target, value, added: false }, node));
    if let Some(otherwise) = node.child_by_field_name("alternative") {
        let body = block(low, otherwise);
        let test = low.expr(Kind::Nothing, otherwise);
        into.push(low.statement(Deed::If { arms: vec![(test, body)], otherwise: Vec::new() }, otherwise));
    }
}

/// What controls the flow, or a value.
fn control(low: &mut Lowering<'_>, node: Node<'_>, valued: bool) -> Deed {
    match node.kind() {
        "if_expression" => if_expression(low, node),
        "match_expression" => match_expression(low, node),
        "for_expression" | "while_expression" | "loop_expression" => loop_expression(low, node),
        "return_expression" => Deed::Return(children(node).first().map(|value| expression(low, *value))),
        "break_expression" | "continue_expression" => Deed::Leave,
        "block" | "unsafe_block" => {
            let inner = if node.kind() == "block" { Some(node) } else { children(node).last().copied() };
            Deed::Block(inner.map(|inner| block(low, inner)).unwrap_or_default())
        }
        "assignment_expression" | "compound_assignment_expr" => {
            let target = node.child_by_field_name("left").map_or(Pattern::Nothing, |left| match left.kind() {
                "identifier" => Pattern::Name(low.name_of(left)),
                _ => Pattern::Place(expression(low, left)),
            });
            let value = field(low, node, "right");
            Deed::Assign { target, value, added: node.kind() == "compound_assignment_expr" }
        }
        "macro_invocation" if is_ending(low, node) => Deed::Throw(Some(expression(low, node))),
        _ if valued => Deed::Value(expression(low, node)),
        _ => Deed::Run(expression(low, node)),
    }
}

/// Macros that leave the function.
fn is_ending(low: &Lowering<'_>, node: Node<'_>) -> bool {
    let name = node.child_by_field_name("macro").map(|name| low.text_of(name)).unwrap_or_default();
    matches!(name.rsplit("::").next(), Some("panic" | "bail" | "todo" | "unimplemented" | "unreachable"))
}

fn if_expression(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let (mut arms, mut otherwise) = (Vec::new(), Vec::new());
    let mut next = Some(node);
    while let Some(rung) = next.take() {
        let test = field(low, rung, "condition");
        let then = rung.child_by_field_name("consequence").map(|then| block(low, then)).unwrap_or_default();
        arms.push((test, then));
        let inner = rung.child_by_field_name("alternative").and_then(|other| children(other).first().copied());
        match inner {
            Some(inner) if inner.kind() == "if_expression" => next = Some(inner),
            Some(inner) => otherwise = block(low, inner),
            None => {}
        }
    }
    Deed::If { arms, otherwise }
}

fn match_expression(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let subject = field(low, node, "value");
    let arms = node.child_by_field_name("body").map(children).unwrap_or_default();
    let arms = arms.into_iter().filter(|arm| arm.kind() == "match_arm").filter_map(|arm| match_arm(low, arm)).collect();
    Deed::Switch { subject, arms }
}

fn match_arm(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Arm> {
    let for_what = node.child_by_field_name("pattern")?;
    let (cases, binder) = cases(low, for_what);
    let value = node.child_by_field_name("value")?;
    let mut body = low
        .deeper(|low| {
            let deed = control(low, value, true);
            vec![low.statement(deed, value)]
        })
        .unwrap_or_default();
    // What stands in `Component::Normal(name)` is the name of a file.
    let normal = low.text_of(for_what).trim_start_matches("std::path::").starts_with("Component::Normal(");
    if let (true, Pattern::Name(name)) = (normal, &binder) {
        let part = low.expr(Kind::Name(name.clone()), for_what);
        let callee = low.expr(Kind::Member(Box::new(part), Rc::from("file_name")), for_what);
        let value = low.call(callee, Vec::new(), false, for_what);
        let deed = Deed::Assign { target: Pattern::Name(name.clone()), value, added: false };
        body.insert(0, low.statement(deed, for_what));
    }
    if let Some(guard) = for_what.child_by_field_name("condition") {
        let test = expression(low, guard);
        body = vec![low.statement(Deed::If { arms: vec![(test, body)], otherwise: Vec::new() }, node)];
    }
    Some(Arm { cases, binder, body })
}

fn loop_expression(low: &mut Lowering<'_>, node: Node<'_>) -> Deed {
    let binder = node.child_by_field_name("pattern").map_or(Pattern::Nothing, |binder| pattern(low, binder));
    let over = node.child_by_field_name("value").or_else(|| node.child_by_field_name("condition"));
    let over = over.map(|over| expression(low, over));
    let body = node.child_by_field_name("body").map(|body| block(low, body)).unwrap_or_default();
    Deed::Loop { binder, over, body }
}

pub(super) fn expression(low: &mut Lowering<'_>, node: Node<'_>) -> Expr {
    let kind = low.deeper(|low| kind(low, node)).unwrap_or(Kind::Nothing);
    low.expr(kind, node)
}

fn kind(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    match node.kind() {
        "identifier" | "self" | "field_identifier" | "type_identifier" | "crate" => Kind::Name(low.name_of(node)),
        "scoped_identifier" | "scoped_type_identifier" => scoped(low, node),
        "string_literal" | "raw_string_literal" => Kind::Text(Rc::from(low.interpreted(node))),
        "integer_literal" | "float_literal" => Kind::Number(low.name_of(node)),
        "char_literal" => letter(low.text_of(node)),
        "boolean_literal" => Kind::Truth(low.text_of(node) == "true"),
        "unit_expression" => Kind::Null,
        "field_expression" => {
            let object = field(low, node, "value");
            let name = low.field_name(node, "field").unwrap_or_else(|| Rc::from(""));
            Kind::Member(Box::new(object), name)
        }
        "index_expression" => index(low, node),
        "call_expression" => call(low, node),
        "generic_function" => field(low, node, "function").kind,
        "macro_invocation" => invocation(low, node),
        "reference_expression" | "type_cast_expression" => field(low, node, "value").kind,
        "try_expression" | "await_expression" | "parenthesized_expression" => {
            children(node).first().map_or(Kind::Nothing, |inner| expression(low, *inner).kind)
        }
        "unary_expression" => {
            let inner = children(node).first().map(|inner| expression(low, *inner));
            let inner = inner.unwrap_or(low.expr(Kind::Nothing, node));
            if low.text_of(node).starts_with('!') { Kind::Not(Box::new(inner)) } else { inner.kind }
        }
        "binary_expression" => binary(low, node),
        "let_condition" => {
            let target = node.child_by_field_name("pattern").map_or(Pattern::Nothing, |target| pattern(low, target));
            let value = field(low, node, "value");
            Kind::Assign(Box::new((target, value)))
        }
        "let_chain" => Kind::Any(children(node).into_iter().map(|part| expression(low, part)).collect()),
        "array_expression" | "tuple_expression" => {
            Kind::List(children(node).into_iter().map(|item| expression(low, item)).collect())
        }
        "struct_expression" => structure(low, node),
        "closure_expression" => Kind::Function(closure(low, node)),
        "async_block" => Kind::Do(children(node).last().map(|body| block(low, *body)).unwrap_or_default()),
        "if_expression" | "match_expression" | "block" | "unsafe_block" | "loop_expression" | "return_expression" => {
            let deed = control(low, node, true);
            Kind::Do(vec![low.statement(deed, node)])
        }
        _ => Kind::Nothing,
    }
}

/// `'/'` is a text of one letter; `b'/'` is a number.
fn letter(written: &str) -> Kind {
    let inner = written.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    match inner {
        Some(inner) if inner.starts_with('\\') => Kind::Text(Rc::from(unescaped(inner))),
        Some(inner) => Kind::Text(Rc::from(inner)),
        None => Kind::Number(Rc::from(written)),
    }
}

fn field(low: &mut Lowering<'_>, node: Node<'_>, name: &str) -> Expr {
    match node.child_by_field_name(name) {
        Some(child) => expression(low, child),
        None => low.expr(Kind::Nothing, node),
    }
}

/// `a::b::<T>::c` as members.
fn scoped(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let written = low.text_of(node);
    // `<Type as Trait>::function` is the type's.
    let cast = written.strip_prefix('<').and_then(|rest| rest.split_once(" as "));
    let cast = cast.and_then(|(own, rest)| Some(format!("{own}::{}", rest.rsplit_once(">::")?.1)));
    let written = cast.as_deref().unwrap_or(written);
    let plain: String = written.split('<').next().unwrap_or_default().replace("::", ".");
    let mut names = plain.split('.').filter(|name| !name.is_empty()).map(|name| Name::from(name.trim()));
    let first = Kind::Name(names.next().unwrap_or_else(|| Rc::from("")));
    names.take(12).fold(first, |object, name| Kind::Member(Box::new(low.expr(object, node)), name))
}

fn index(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let parts = children(node);
    let (Some(object), Some(index)) = (parts.first(), parts.get(1)) else { return Kind::Nothing };
    let (object, index) = (expression(low, *object), expression(low, *index));
    match index.text() {
        Some(name) => Kind::Member(Box::new(object), name.clone()),
        None => Kind::Index(Box::new(object), Box::new(index)),
    }
}

fn call(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let callee = field(low, node, "function");
    let list = node.child_by_field_name("arguments").map(children).unwrap_or_default();
    let arguments = list.into_iter().map(|value| argument(low, value)).collect();
    low.call(callee, arguments, false, node).kind
}

fn structure(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let callee = node.child_by_field_name("name").map(|name| {
        let plain = low.text_of(name).split('<').next().unwrap_or_default().replace("::", ".");
        low.expr(Kind::Name(Rc::from(plain)), name)
    });
    let declared = node.child_by_field_name("body").map(children).unwrap_or_default();
    let mut entries = Vec::new();
    for part in declared {
        match part.kind() {
            "field_initializer" => {
                let key = low.field_name(part, "field");
                entries.push(Entry { key, value: field(low, part, "value") });
            }
            "shorthand_field_initializer" => {
                if let Some(name) = children(part).last() {
                    entries.push(Entry { key: Some(low.name_of(*name)), value: expression(low, *name) });
                }
            }
            _ => {}
        }
    }
    let value = low.expr(Kind::Object(entries), node);
    match callee {
        Some(callee) => low.call(callee, vec![Argument { name: None, value }], true, node).kind,
        None => value.kind,
    }
}

fn closure(low: &mut Lowering<'_>, node: Node<'_>) -> FunctionId {
    let parameters = node.child_by_field_name("parameters").map(|list| item::parameters(low, list)).unwrap_or_default();
    let body = node.child_by_field_name("body");
    let parts = Parts { name: None, parameters, marks: Vec::new(), doc: None, at: low.range(node) };
    low.function(parts, |low| {
        let body = body.map(|body| {
            let deed = control(low, body, true);
            match deed {
                Deed::Block(inner) => inner,
                deed => vec![low.statement(deed, body)],
            }
        });
        as_returned(body.unwrap_or_default())
    })
}

fn binary(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let operator = node.child_by_field_name("operator").map(|operator| operator.kind()).unwrap_or_default();
    let sides = Box::new([field(low, node, "left"), field(low, node, "right")]);
    let operator = match operator {
        "+" => return Kind::Join(Vec::from(*sides)),
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

/// `name = value`, as attributes have it, is named.
pub(super) fn argument(low: &mut Lowering<'_>, node: Node<'_>) -> Argument {
    if node.kind() == "assignment_expression"
        && let (Some(name), Some(value)) = (low.field_name(node, "left"), node.child_by_field_name("right"))
    {
        return Argument { name: Some(name), value: expression(low, value) };
    }
    Argument { name: None, value: expression(low, node) }
}
