//! Python's expressions.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{children, fields, formatted, summands, unescaped};
use super::definition::{comprehension, lambda};
use super::statement::pattern;
use crate::form::{Argument, Entry, Expr, Kind, Name, Operator, Pattern, Range};

pub(super) fn expression(low: &mut Lowering<'_>, node: Node<'_>) -> Expr {
    let kind = low.deeper(|low| kind(low, node)).unwrap_or(Kind::Nothing);
    low.expr(kind, node)
}

fn kind(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    match node.kind() {
        "identifier" => Kind::Name(low.name_of(node)),
        "string" => joined(string_parts(low, node)),
        "concatenated_string" => joined(children(node).into_iter().flat_map(|part| string_parts(low, part)).collect()),
        "integer" | "float" => Kind::Number(low.name_of(node)),
        "true" => Kind::Truth(true),
        "false" => Kind::Truth(false),
        "none" => Kind::Null,
        "attribute" => {
            let object = field(low, node, "object");
            let name = low.field_name(node, "attribute").unwrap_or_else(|| Rc::from(""));
            Kind::Member(Box::new(object), name)
        }
        "subscript" => subscript(low, node),
        "call" => call(low, node),
        "binary_operator" => binary(low, node),
        "boolean_operator" => {
            let sides = Box::new([field(low, node, "left"), field(low, node, "right")]);
            let and = node.child_by_field_name("operator").is_some_and(|operator| operator.kind() == "and");
            Kind::Binary(if and { Operator::And } else { Operator::Or }, sides)
        }
        "comparison_operator" => comparison(low, node),
        "not_operator" => Kind::Not(Box::new(field(low, node, "argument"))),
        "unary_operator" => {
            Kind::Binary(Operator::Arithmetic, Box::new([field(low, node, "argument"), low.expr(Kind::Nothing, node)]))
        }
        "conditional_expression" => conditional(low, node),
        "lambda" => Kind::Function(lambda(low, node)),
        "list" | "tuple" | "set" | "expression_list" => {
            Kind::List(children(node).into_iter().map(|item| expression(low, item)).collect())
        }
        "dictionary" => Kind::Object(children(node).into_iter().filter_map(|item| entry(low, item)).collect()),
        "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression" => {
            comprehension(low, node)
        }
        "named_expression" => {
            let target = node.child_by_field_name("name").map_or(Pattern::Nothing, |name| pattern(low, name));
            let value = field(low, node, "value");
            Kind::Assign(Box::new((target, value)))
        }
        "list_splat" | "dictionary_splat" => match children(node).first() {
            Some(inner) => Kind::Spread(Box::new(expression(low, *inner))),
            None => Kind::Nothing,
        },
        "await" | "parenthesized_expression" | "yield" | "case_pattern" | "as_pattern" => {
            children(node).first().map_or(Kind::Nothing, |inner| expression(low, *inner).kind)
        }
        _ => Kind::Nothing,
    }
}

pub(super) fn field(low: &mut Lowering<'_>, node: Node<'_>, name: &str) -> Expr {
    match node.child_by_field_name(name) {
        Some(child) => expression(low, child),
        None => low.expr(Kind::Nothing, node),
    }
}

/// One text, if the parts are all constant.
fn joined(parts: Vec<Expr>) -> Kind {
    if parts.iter().all(|part| part.text().is_some()) {
        return Kind::Text(Rc::from(parts.iter().filter_map(Expr::text).map(AsRef::as_ref).collect::<String>()));
    }
    Kind::Join(parts)
}

fn string_parts(low: &mut Lowering<'_>, node: Node<'_>) -> Vec<Expr> {
    let raw = low.text_of(node).split(['"', '\'']).next().is_some_and(|prefix| prefix.contains(['r', 'R']));
    let mut parts = Vec::new();
    for part in children(node) {
        match part.kind() {
            "interpolation" => {
                let value = part.child_by_field_name("expression");
                parts.extend(value.map(|value| expression(low, value)));
            }
            "string_content" => parts.push(low.expr(Kind::Text(Rc::from(content(low, part, raw))), part)),
            _ => {}
        }
    }
    parts
}

/// The text of a string's content, with its escapes resolved unless it is raw.
fn content(low: &Lowering<'_>, node: Node<'_>, raw: bool) -> String {
    let text = low.text_of(node);
    if raw {
        return text.to_owned();
    }
    let mut made = String::with_capacity(text.len());
    let mut from = 0;
    for escape in children(node) {
        let start = escape.start_byte() - node.start_byte();
        made.push_str(text.get(from..start).unwrap_or_default());
        match escape.kind() {
            "escape_sequence" => made.push_str(&unescaped(low.text_of(escape))),
            // `{{` of an f-string.
            _ => made.push_str(low.text_of(escape).get(..1).unwrap_or_default()),
        }
        from = escape.end_byte() - node.start_byte();
    }
    made.push_str(text.get(from..).unwrap_or_default());
    made
}

fn subscript(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let object = field(low, node, "value");
    let index = fields(node, "subscript");
    match index.first() {
        Some(index) if index.kind() == "string" => {
            let index = expression(low, *index);
            match index.text() {
                Some(name) => Kind::Member(Box::new(object), name.clone()),
                None => Kind::Index(Box::new(object), Box::new(index)),
            }
        }
        Some(index) => {
            let index = expression(low, *index);
            Kind::Index(Box::new(object), Box::new(index))
        }
        None => object.kind,
    }
}

fn call(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let callee = field(low, node, "function");
    let Some(list) = node.child_by_field_name("arguments") else { return Kind::Nothing };
    let arguments = if list.kind() == "generator_expression" {
        vec![Argument { name: None, value: expression(low, list) }]
    } else {
        children(list).into_iter().map(|argument| lowered_argument(low, argument)).collect()
    };
    low.call(callee, arguments, false, node).kind
}

fn lowered_argument(low: &mut Lowering<'_>, node: Node<'_>) -> Argument {
    if node.kind() == "keyword_argument" {
        Argument { name: low.field_name(node, "name"), value: field(low, node, "value") }
    } else {
        Argument { name: None, value: expression(low, node) }
    }
}

fn entry(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Entry> {
    match node.kind() {
        "pair" => {
            let key = expression(low, node.child_by_field_name("key")?);
            Some(Entry { key: key.text().cloned(), value: field(low, node, "value") })
        }
        "dictionary_splat" => Some(Entry { key: None, value: expression(low, *children(node).first()?) }),
        _ => None,
    }
}

fn binary(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let operator = node.child_by_field_name("operator").map(|operator| operator.kind()).unwrap_or_default();
    if operator == "+" {
        return Kind::Join(summands(node).into_iter().map(|part| expression(low, part)).collect());
    }
    let (left, right) = (field(low, node, "left"), field(low, node, "right"));
    match operator {
        "/" => Kind::Binary(Operator::Slash, Box::new([left, right])),
        "%" if matches!(left.kind, Kind::Text(_) | Kind::Join(_)) => Kind::Join(filled(left, right)),
        "|" => Kind::Any(vec![left, right]),
        _ => Kind::Binary(Operator::Arithmetic, Box::new([left, right])),
    }
}

/// `"a %s b" % (x,)`: the text, with what is put in at the first place.
fn filled(text: Expr, values: Expr) -> Vec<Expr> {
    let values = match values.kind {
        Kind::List(values) => values,
        _ => vec![values],
    };
    match text.kind {
        Kind::Text(pattern) if pattern.contains("%(") => filled_by_name(&pattern, values, text.at),
        kind => formatted(Expr::new(kind, text.at), values, '%'),
    }
}

/// `"a %(b)s" % {"b": x}`: the text in parts, with the members of what is given at their places. Of an object whose members
/// are not written there, all of it stands at the first.
fn filled_by_name(pattern: &str, values: Vec<Expr>, at: Range) -> Vec<Expr> {
    let mut members = values.into_iter().flat_map(members_of).collect::<Vec<_>>();
    let mut parts = Vec::new();
    for (index, piece) in pattern.split("%(").enumerate() {
        let place = piece.split_once(')').filter(|_| index > 0);
        if let Some((name, _)) = place {
            let is_it = |(key, _): &(Option<Name>, Expr)| key.as_deref().is_none_or(|key| key == name);
            let found = members.iter().position(is_it).map(|found| members.swap_remove(found).1);
            parts.push(found.unwrap_or(Expr::new(Kind::Nothing, at)));
        }
        // The letter behind the name says how it is shown.
        let rest = place.map_or(piece, |(_, rest)| rest.get(1..).unwrap_or_default());
        parts.push(Expr::new(Kind::Text(Rc::from(rest)), at));
    }
    parts
}

/// The members that are written there, or all of it without a name.
fn members_of(value: Expr) -> Vec<(Option<Name>, Expr)> {
    match value.kind {
        Kind::Object(entries) => entries.into_iter().map(|entry| (entry.key, entry.value)).collect(),
        Kind::Call(call) if call.callee.dotted().as_deref() == Some("dict") => {
            call.arguments.into_iter().map(|argument| (argument.name, argument.value)).collect()
        }
        kind => vec![(None, Expr::new(kind, value.at))],
    }
}

fn comparison(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let operators: Vec<String> = {
        let mut cursor = node.walk();
        node.children_by_field_name("operators", &mut cursor).map(|found| low.text_of(found).to_owned()).collect()
    };
    let mut sides: Vec<Expr> = children(node).into_iter().map(|side| expression(low, side)).collect();
    if sides.len() != 2 {
        return Kind::Any(sides);
    }
    let (Some(right), Some(left)) = (sides.pop(), sides.pop()) else { return Kind::Nothing };
    let words = operators.join(" ");
    let operator = match words.split_whitespace().collect::<Vec<_>>().join(" ").as_str() {
        "==" | "is" => Operator::Equal,
        "!=" | "is not" | "<>" => Operator::Unequal,
        "in" => Operator::In,
        "not in" => Operator::NotIn,
        "<" | "<=" => Operator::Less,
        _ => Operator::Greater,
    };
    Kind::Binary(operator, Box::new([left, right]))
}

/// `a if test else b`.
fn conditional(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let mut parts: Vec<Expr> = children(node).into_iter().map(|part| expression(low, part)).collect();
    match (parts.pop(), parts.pop(), parts.pop()) {
        (Some(otherwise), Some(test), Some(then)) => Kind::Choice(Box::new([test, then, otherwise])),
        _ => Kind::Nothing,
    }
}
