//! Rust's items.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::{Parts, children};
use super::expression::{block, expression};
use super::macros::attribute;
use super::pattern::pattern;
use crate::form::{Class, Deed, Expr, Field, FunctionId, Name, Parameter, Pattern, Statement};

/// The items of a file, a module or an implementation.
pub(super) fn items(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    let mut pending = Pending::default();
    let mut cursor = node.walk();
    let all: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    for child in all {
        match child.kind() {
            "attribute_item" => pending.marks.extend(attribute(low, child)),
            "line_comment" | "block_comment" => pending.comment(low.text_of(child)),
            _ => {
                let pending = std::mem::take(&mut pending);
                low.deeper(|low| item(low, child, pending, into));
            }
        }
    }
}

/// What stands before an item.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) marks: Vec<Expr>,
    doc: String,
}

impl Pending {
    pub(super) fn comment(&mut self, text: &str) {
        if let Some(line) = text.strip_prefix("///") {
            self.doc.push_str(line.trim_start_matches(' '));
            if !line.ends_with('\n') {
                self.doc.push('\n');
            }
        }
    }
}

/// An item of any sort; `true` where it was one.
pub(super) fn item(low: &mut Lowering<'_>, node: Node<'_>, pending: Pending, into: &mut Vec<Statement>) -> bool {
    // What is only built for tests is no part of the server.
    let test = pending
        .marks
        .iter()
        .any(|mark| matches!(mark.dotted().as_deref(), Some("test" | "tokio.test")) || is_cfg_test(mark));
    match node.kind() {
        _ if test => {}
        "use_declaration" => {
            if let Some(argument) = node.child_by_field_name("argument") {
                super::import(low, argument, "");
            }
        }
        "function_item" => {
            let made = function(low, node, pending);
            into.push(low.statement(Deed::Define(made), node));
        }
        "impl_item" | "trait_item" => implementation(low, node, into),
        "mod_item" | "foreign_mod_item" => {
            if let Some(body) = node.child_by_field_name("body") {
                items(low, body, into);
            }
        }
        "struct_item" => structure(low, node, pending),
        "enum_item" => enumeration(low, node),
        "const_item" | "static_item" => {
            let (Some(name), Some(value)) = (low.field_name(node, "name"), node.child_by_field_name("value")) else {
                return true;
            };
            let value = expression(low, value);
            into.push(low.statement(Deed::Assign { target: Pattern::Name(name), value, added: false }, node));
        }
        _ => return false,
    }
    true
}

fn is_cfg_test(mark: &Expr) -> bool {
    let crate::form::Kind::Call(call) = &mark.kind else { return false };
    call.callee.dotted().as_deref() == Some("cfg")
        && call.arguments.iter().any(|argument| argument.value.dotted().as_deref() == Some("test"))
}

fn function(low: &mut Lowering<'_>, node: Node<'_>, pending: Pending) -> FunctionId {
    let name = low.field_name(node, "name");
    let parameters = node.child_by_field_name("parameters").map(|list| parameters(low, list)).unwrap_or_default();
    let doc = (!pending.doc.is_empty()).then(|| Name::from(pending.doc.trim()));
    let body = node.child_by_field_name("body");
    let parts = Parts { name, parameters, marks: pending.marks, doc, at: low.range(node) };
    low.function(parts, |low| body.map(|body| as_returned(block(low, body))).unwrap_or_default())
}

/// The value of a function's block is what it returns.
pub(super) fn as_returned(mut body: Vec<Statement>) -> Vec<Statement> {
    if let Some(last) = body.pop() {
        let deed = match last.deed {
            Deed::Value(value) => Deed::Return(Some(value)),
            other => other,
        };
        body.push(Statement { deed, at: last.at });
    }
    body
}

pub(super) fn parameters(low: &mut Lowering<'_>, list: Node<'_>) -> Vec<Parameter> {
    let mut lowered = Vec::new();
    for child in children(list) {
        match child.kind() {
            "self_parameter" => {
                let pattern = Pattern::Name(Rc::from("self"));
                lowered.push(Parameter { pattern, kind: Some(Rc::from("self")), rest: false });
            }
            "attribute_item" => {}
            _ => {
                let kind = child.child_by_field_name("type").map(|kind| low.name_of(kind));
                let own = kind.as_deref().is_some_and(|kind| kind.trim_start_matches('&') == "Self");
                let kind = if own { low.owner.clone().or(kind) } else { kind };
                let inner = child.child_by_field_name("pattern").unwrap_or(child);
                lowered.push(Parameter { pattern: pattern(low, inner), kind, rest: false });
            }
        }
    }
    lowered
}

/// `a::B<C>` as `B`.
fn type_name(written: &str) -> Name {
    let plain = written.split('<').next().unwrap_or_default();
    Rc::from(plain.rsplit("::").next().unwrap_or(plain).trim_start_matches('&').trim())
}

fn implementation(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    // A trait has a name, and functions that are those of every type that has none of its own.
    let name = node.child_by_field_name("type").or_else(|| node.child_by_field_name("name"));
    let (Some(name), Some(body)) = (name, node.child_by_field_name("body")) else { return };
    let name = type_name(low.text_of(name));
    let outer = low.owner.replace(name.clone());
    let (mut pending, mut methods, at) = (Pending::default(), Vec::new(), low.range(node));
    let mut cursor = body.walk();
    let all: Vec<Node<'_>> = body.named_children(&mut cursor).collect();
    for child in all {
        low.owner = Some(name.clone());
        match child.kind() {
            "attribute_item" => pending.marks.extend(attribute(low, child)),
            "line_comment" | "block_comment" => pending.comment(low.text_of(child)),
            "function_item" => {
                let made = function(low, child, std::mem::take(&mut pending));
                methods.push(made);
                into.push(low.statement(Deed::Define(made), child));
            }
            _ => pending = Pending::default(),
        }
    }
    low.owner = outer;
    let bases = node.child_by_field_name("trait").map(|base| type_name(low.text_of(base))).into_iter().collect();
    low.class(Class { name, bases, fields: Vec::new(), methods, at });
}

fn structure(low: &mut Lowering<'_>, node: Node<'_>, pending: Pending) {
    let Some(name) = low.field_name(node, "name") else { return };
    let declared = node.child_by_field_name("body").map(children).unwrap_or_default();
    let fields = declared
        .into_iter()
        .filter(|child| child.kind() == "field_declaration")
        .filter_map(|field| {
            let kind = field.child_by_field_name("type").map(|kind| low.name_of(kind));
            Some(Field { name: low.field_name(field, "name")?, kind, value: None })
        })
        .collect();
    let at = low.range(node);
    let bases = pending.marks.iter().filter_map(Expr::dotted).map(Name::from).collect();
    low.unit.class_marks.extend(pending.marks.into_iter().map(|mark| (name.clone(), mark)));
    low.class(Class { name, bases, fields, methods: Vec::new(), at });
}

/// An enumeration without content is a class whose only base is `enum`: its values are a closed set.
fn enumeration(low: &mut Lowering<'_>, node: Node<'_>) {
    let Some(name) = low.field_name(node, "name") else { return };
    let variants = node.child_by_field_name("body").map(children).unwrap_or_default();
    let plain = variants.iter().all(|variant| variant.child_by_field_name("body").is_none());
    let bases = if plain { vec![Rc::from("enum")] } else { Vec::new() };
    let at = low.range(node);
    low.class(Class { name, bases, fields: Vec::new(), methods: Vec::new(), at });
}
