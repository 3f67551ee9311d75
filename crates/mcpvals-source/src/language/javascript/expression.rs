//! JavaScript's expressions.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{children, unescaped};
use super::function::function;
use super::pattern::{key_name, pattern};
use crate::form::{Argument, Entry, Expr, Kind, Operator, Pattern};

pub(super) fn expression(low: &mut Lowering<'_>, node: Node<'_>) -> Expr {
    let kind = low.deeper(|low| kind(low, node)).unwrap_or(Kind::Nothing);
    low.expr(kind, node)
}

fn kind(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    match node.kind() {
        "identifier" | "this" | "super" | "shorthand_property_identifier" | "import" | "property_identifier" => {
            Kind::Name(low.name_of(node))
        }
        "string" => Kind::Text(Rc::from(low.interpreted(node))),
        "template_string" => template(low, node),
        "number" => Kind::Number(low.name_of(node)),
        "true" => Kind::Truth(true),
        "false" => Kind::Truth(false),
        "null" | "undefined" => Kind::Null,
        "regex" => Kind::Regex(Rc::from(low.text_of(node))),
        "member_expression" => member(low, node),
        "subscript_expression" => {
            let object = field(low, node, "object");
            let index = field(low, node, "index");
            match index.text() {
                Some(name) => Kind::Member(Box::new(object), name.clone()),
                None => Kind::Index(Box::new(object), Box::new(index)),
            }
        }
        "call_expression" => call(low, node, "function", false),
        "new_expression" => call(low, node, "constructor", true),
        "array" => Kind::List(children(node).into_iter().map(|item| expression(low, item)).collect()),
        "object" => Kind::Object(children(node).into_iter().filter_map(|item| entry(low, item)).collect()),
        "arrow_function" | "function_expression" | "generator_function" | "function" => {
            let name = low.field_name(node, "name");
            Kind::Function(function(low, node, name, Vec::new()))
        }
        "class" => {
            let name = low.field_name(node, "name").unwrap_or_else(|| Rc::from("(class)"));
            super::class::class(low, node, name.clone());
            Kind::Name(name)
        }
        "binary_expression" => binary(low, node),
        "unary_expression" => unary(low, node),
        "update_expression" => {
            let place = node.child_by_field_name("argument").map_or(Pattern::Nothing, |place| pattern(low, place));
            let one = low.expr(Kind::Number(Rc::from("1")), node);
            Kind::Assign(Box::new((place, one)))
        }
        "augmented_assignment_expression" | "assignment_expression" => assignment(low, node),
        "ternary_expression" => Kind::Choice(Box::new([
            field(low, node, "condition"),
            field(low, node, "consequence"),
            field(low, node, "alternative"),
        ])),
        // Compiled code says `(0, fs.readFile)(path)`.
        "sequence_expression" => children(node).last().map_or(Kind::Nothing, |last| expression(low, *last).kind),
        "await_expression"
        | "parenthesized_expression"
        | "as_expression"
        | "satisfies_expression"
        | "non_null_expression"
        | "type_assertion"
        | "yield_expression" => inner(low, node),
        "spread_element" => match children(node).first() {
            Some(inner) => Kind::Spread(Box::new(expression(low, *inner))),
            None => Kind::Nothing,
        },
        _ => Kind::Nothing,
    }
}

/// `a = b`, `a += b`.
fn assignment(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    if node.kind() == "augmented_assignment_expression" {
        let (place, value, added) = super::statement::augmented(low, node);
        let value = if added { grown(low, node, value) } else { value };
        return Kind::Assign(Box::new((place, value)));
    }
    let place = node.child_by_field_name("left").map_or(Pattern::Nothing, |place| pattern(low, place));
    let value = field(low, node, "right");
    Kind::Assign(Box::new((place, value)))
}

/// What stands in brackets, behind `await`, or before a type.
fn inner(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let parts = children(node);
    let value = if node.kind() == "type_assertion" { parts.last() } else { parts.first() };
    value.map_or(Kind::Nothing, |value| expression(low, *value).kind)
}

pub(super) fn field(low: &mut Lowering<'_>, node: Node<'_>, name: &str) -> Expr {
    match node.child_by_field_name(name) {
        Some(child) => expression(low, child),
        None => low.expr(Kind::Nothing, node),
    }
}

fn template(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let mut parts = Vec::new();
    for part in children(node) {
        match part.kind() {
            "template_substitution" => {
                if let Some(value) = children(part).first() {
                    parts.push(expression(low, *value));
                }
            }
            "escape_sequence" => parts.push(low.expr(Kind::Text(Rc::from(unescaped(low.text_of(part)))), part)),
            _ => parts.push(low.expr(Kind::Text(low.name_of(part)), part)),
        }
    }
    match parts.len() {
        0 => Kind::Text(Rc::from("")),
        _ => Kind::Join(parts),
    }
}

fn member(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let object = field(low, node, "object");
    let name = node.child_by_field_name("property").map(|name| low.text_of(name).trim_start_matches('#'));
    Kind::Member(Box::new(object), Rc::from(name.unwrap_or_default()))
}

fn call(low: &mut Lowering<'_>, node: Node<'_>, callee: &str, made: bool) -> Kind {
    let callee = field(low, node, callee);
    let arguments = match node.child_by_field_name("arguments") {
        Some(list) if list.kind() == "template_string" => {
            vec![Argument { name: None, value: expression(low, list) }]
        }
        Some(list) => {
            children(list).into_iter().map(|value| Argument { name: None, value: expression(low, value) }).collect()
        }
        None => Vec::new(),
    };
    low.call(callee, arguments, made, node).kind
}

fn entry(low: &mut Lowering<'_>, node: Node<'_>) -> Option<Entry> {
    match node.kind() {
        "pair" => {
            let key = key_name(low, node.child_by_field_name("key")?);
            let value = node.child_by_field_name("value")?;
            let value = match value.kind() {
                "arrow_function" | "function_expression" => {
                    let made = function(low, value, key.clone(), Vec::new());
                    low.expr(Kind::Function(made), value)
                }
                _ => expression(low, value),
            };
            Some(Entry { key, value })
        }
        "shorthand_property_identifier" => {
            let name = low.name_of(node);
            Some(Entry { key: Some(name.clone()), value: low.expr(Kind::Name(name), node) })
        }
        "method_definition" => {
            let key = node.child_by_field_name("name").and_then(|key| key_name(low, key));
            let made = function(low, node, key.clone(), Vec::new());
            Some(Entry { key, value: low.expr(Kind::Function(made), node) })
        }
        "spread_element" => Some(Entry { key: None, value: expression(low, *children(node).first()?) }),
        _ => None,
    }
}

fn unary(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let operator = node.child_by_field_name("operator").map(|operator| low.text_of(operator)).unwrap_or_default();
    let argument = field(low, node, "argument");
    match operator {
        "!" => Kind::Not(Box::new(argument)),
        // `typeof x`: the name of a type is a text without taint, but guards look at whose it is.
        "typeof" => {
            let callee = low.expr(Kind::Name(Rc::from("typeof")), node);
            low.call(callee, vec![Argument { name: None, value: argument }], false, node).kind
        }
        _ => Kind::Binary(Operator::Arithmetic, Box::new([argument, low.expr(Kind::Nothing, node)])),
    }
}

fn binary(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let operator = node.child_by_field_name("operator").map(|operator| low.text_of(operator)).unwrap_or_default();
    if operator == "+" {
        return sum(low, node);
    }
    if let "&&" | "||" | "??" = operator {
        return chain(low, node, operator);
    }
    let sides = Box::new([field(low, node, "left"), field(low, node, "right")]);
    let operator = match operator {
        "===" | "==" => Operator::Equal,
        "!==" | "!=" => Operator::Unequal,
        "<" | "<=" => Operator::Less,
        ">" | ">=" => Operator::Greater,
        "in" | "instanceof" => Operator::In,
        _ => Operator::Arithmetic,
    };
    Kind::Binary(operator, sides)
}

/// `a += b` where its value is asked for.
fn grown(low: &mut Lowering<'_>, node: Node<'_>, value: Expr) -> Expr {
    let before = field(low, node, "left");
    low.expr(Kind::Join(vec![before, value]), node)
}

/// `a && b && c`, from the right: chains in compiled code are long on the left.
fn chain(low: &mut Lowering<'_>, node: Node<'_>, operator: &str) -> Kind {
    let joined = if operator == "&&" { Operator::And } else { Operator::Or };
    let parts = operands(low, node, operator);
    let mut lowered: Vec<Expr> = parts.into_iter().map(|part| expression(low, part)).collect();
    let mut last = lowered.pop().map_or(Kind::Nothing, |last| last.kind);
    // Longer chains than people write are cut: every link is a level.
    lowered.truncate(32);
    while let Some(before) = lowered.pop() {
        let after = low.expr(last, node);
        last = Kind::Binary(joined, Box::new([before, after]));
    }
    last
}

/// `a + b + c`: a text of parts, if it is no number.
fn sum(low: &mut Lowering<'_>, node: Node<'_>) -> Kind {
    let parts = operands(low, node, "+");
    Kind::Join(parts.into_iter().map(|part| expression(low, part)).collect())
}

/// The operands of a chain that leans to the left.
fn operands<'n>(low: &Lowering<'_>, node: Node<'n>, operator: &str) -> Vec<Node<'n>> {
    let mut found = Vec::new();
    let mut next = Some(node);
    while let Some(node) = next.take() {
        let same = node.kind() == "binary_expression"
            && node.child_by_field_name("operator").is_some_and(|found| low.text_of(found) == operator);
        if same {
            found.extend(node.child_by_field_name("right"));
            next = node.child_by_field_name("left");
        } else {
            found.push(node);
        }
    }
    found.reverse();
    found
}
