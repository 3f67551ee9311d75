//! Rust's macros and attributes: what stands in them is parsed again, as arguments of a call.

use std::rc::Rc;

use tree_sitter::{Node, Parser};

use super::super::Lowering;
use super::super::lowering::{children, formatted};
use super::expression::{argument, expression};
use crate::form::{Argument, Expr, Kind, Operator};

const BEFORE: &str = "fn f(){g(";
/// Longer ones are declarations of their own, and no calls.
const MACRO_BYTES_MAX: usize = 20_000;

/// `#[tool(name = "x", description = "y")]` as `tool(name = "x", …)`; `#[tool]` as `tool`.
pub(super) fn attribute(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Expr> {
    let attribute = *children(node).first()?;
    let path = *children(attribute).first()?;
    let callee = low.expr(dotted(low, path), path);
    let Some(tree) = attribute.child_by_field_name("arguments") else {
        if let Some(value) = attribute.child_by_field_name("value") {
            let value = expression(low, value);
            return Some(low.call(callee, vec![Argument { name: None, value }], false, node));
        }
        return Some(callee);
    };
    let arguments = arguments(low, tree);
    Some(low.call(callee, arguments, false, node))
}

fn dotted(low: &Lowering<'_>, node: Node<'_>) -> Kind {
    Kind::Name(Rc::from(low.text_of(node).replace("::", ".")))
}

pub(super) fn invocation(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let Some(path) = node.child_by_field_name("macro") else { return Kind::Nothing };
    let name = low.text_of(path).replace("::", ".");
    let Some(tree) = children(node).into_iter().find(|child| child.kind() == "token_tree") else {
        return Kind::Nothing;
    };
    let last = name.rsplit('.').next().unwrap_or(&name);
    if last == "json" {
        return json(low, tree);
    }
    let mut arguments = arguments(low, tree);
    if let ("matches", Some(texts)) = (last, texts_of_pattern(low.text_of(tree))) {
        let at = low.range(tree);
        let ours = texts.into_iter().map(|text| Expr::new(Kind::Text(Rc::from(text)), at)).collect();
        let subject = if arguments.is_empty() { return Kind::Nothing } else { arguments.swap_remove(0).value };
        return Kind::Binary(Operator::In, Box::new([subject, Expr::new(Kind::List(ours), at)]));
    }
    match last {
        "format" => filled(arguments),
        "concat" => Kind::Join(arguments.into_iter().map(|argument| argument.value).collect()),
        "vec" => Kind::List(arguments.into_iter().map(|argument| argument.value).collect()),
        "include_str" => Kind::Nothing,
        _ => {
            // What a log or an error says is one text.
            if let Some(at) = arguments.iter().position(|argument| argument.value.text().is_some()) {
                let rest = arguments.split_off(at);
                let at = rest.first().map(|first| first.value.at).unwrap_or_default();
                arguments.push(Argument { name: None, value: Expr::new(filled(rest), at) });
            }
            let callee = low.expr(Kind::Name(Rc::from(format!("{name}!"))), path);
            low.call(callee, arguments, false, node).kind
        }
    }
}

/// The texts in `(x, Some("a" | "b"))`, where the pattern is nothing but texts.
fn texts_of_pattern(tokens: &str) -> Option<Vec<&str>> {
    let start = tokens.find(", \"").or_else(|| tokens.find(", Some(\""))? + 2;
    let pattern = tokens.get(start..tokens.len().saturating_sub(1))?.trim();
    let pattern = pattern.strip_prefix("Some(").and_then(|inner| inner.strip_suffix(')')).unwrap_or(pattern);
    pattern
        .split('|')
        .map(|part| part.trim().strip_prefix('"')?.strip_suffix('"').filter(|inner| !inner.contains('"')))
        .collect()
}

fn filled(arguments: Vec<Argument>) -> Kind {
    let mut values: Vec<Expr> = arguments.into_iter().map(|argument| argument.value).collect();
    if values.is_empty() {
        return Kind::Nothing;
    }
    let text = values.remove(0);
    Kind::Join(formatted(text, values, '{'))
}

/// The arguments in a tree of tokens.
fn arguments(low: &mut Lowering<'_>, tree: Node<'_>) -> Vec<Argument> {
    let whole = low.text_of(tree);
    let Some(inner) = whole.get(1..whole.len().saturating_sub(1)) else { return Vec::new() };
    if inner.len() > MACRO_BYTES_MAX {
        return Vec::new();
    }
    let start = low.range(tree).start + 1;
    parsed(low, inner, start).unwrap_or_default()
}

fn parsed(low: &mut Lowering<'_>, inner: &str, start: u32) -> Option<Vec<Argument>> {
    let text = format!("{BEFORE}{inner});}}");
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_rust::LANGUAGE.into()).ok()?;
    let tree = parser.parse(&text, None)?;
    let offset = start.saturating_sub(u32::try_from(BEFORE.len()).unwrap_or(0));
    low.part(&text, offset, |low| {
        let function = children(tree.root_node()).into_iter().next()?;
        let body = function.child_by_field_name("body")?;
        let statement = children(body).into_iter().next()?;
        let call = children(statement).into_iter().find(|child| child.kind() == "call_expression")?;
        let list = call.child_by_field_name("arguments")?;
        Some(children(list).into_iter().map(|value| argument(low, value)).collect())
    })
}

/// `json!({"a": b})`: JSON is JavaScript, nearly.
fn json(low: &mut Lowering<'_>, tree: Node<'_>) -> Kind {
    let whole = low.text_of(tree);
    let Some(inner) = whole.get(1..whole.len().saturating_sub(1)) else { return Kind::Nothing };
    if inner.len() > MACRO_BYTES_MAX {
        return Kind::Nothing;
    }
    let start = low.range(tree).start + 1;
    crate::language::javascript::part(low, inner, start).unwrap_or(Kind::Nothing)
}
