//! Go, lowered: files and their imports, functions and types.

mod expression;
mod statement;

use std::rc::Rc;

use tree_sitter::Node;

use super::Lowering;
use super::lowering::{Parts, children, fields};
use crate::form::{Class, Deed, Expr, Field, FunctionId, Name, Parameter, Pattern, Statement};

/// Lowers a file.
pub(crate) fn lower(low: &mut Lowering<'_>, root: Node<'_>) {
    let parts = Parts { name: None, parameters: Vec::new(), marks: Vec::new(), doc: None, at: low.range(root) };
    let top = low.function(parts, |low| {
        let mut lowered = Vec::new();
        for child in children(root) {
            low.deeper(|low| declaration(low, child, &mut lowered));
        }
        lowered
    });
    low.unit.top = Some(top);
}

fn declaration(low: &mut Lowering<'_>, node: Node<'_>, into: &mut Vec<Statement>) {
    match node.kind() {
        "import_declaration" => import(low, node),
        "function_declaration" | "method_declaration" => {
            let made = function(low, node);
            into.push(low.statement(Deed::Define(made), node));
        }
        "type_declaration" => children(node).into_iter().for_each(|spec| structure(low, spec)),
        "var_declaration" | "const_declaration" => statement::variables(low, node, into),
        _ => {}
    }
}

fn import(low: &mut Lowering<'_>, node: Node<'_>) {
    for child in children(node) {
        match child.kind() {
            "import_spec_list" => import(low, child),
            "import_spec" => {
                let Some(path) = child.child_by_field_name("path") else { continue };
                let path = low.text_of(path).trim_matches(['"', '`']);
                let local = child.child_by_field_name("name").map(|name| low.text_of(name));
                low.import(local.unwrap_or_else(|| package_name(path)), path, None);
            }
            _ => {}
        }
    }
}

/// The name that a path is used by: its last part that is no version.
fn package_name(path: &str) -> &str {
    let version = |part: &str| part.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
    let last = path.rsplit('/').find(|part| !version(part)).unwrap_or(path);
    last.split(".v").next().unwrap_or(last).trim_start_matches("go-")
}

fn function(low: &mut Lowering<'_>, node: Node<'_>) -> FunctionId {
    let name = low.field_name(node, "name");
    let mut parameters = Vec::new();
    let mut owner = None;
    if let Some(receiver) = node.child_by_field_name("receiver") {
        parameters = parameters_of(low, receiver);
        owner = parameters.first().and_then(|first| first.kind.as_deref()).map(type_name);
    }
    parameters.extend(node.child_by_field_name("parameters").map(|list| parameters_of(low, list)).unwrap_or_default());
    let body = node.child_by_field_name("body");
    let doc = doc_before(low, node);
    let parts = Parts { name, parameters, marks: Vec::new(), doc, at: low.range(node) };
    let outer = std::mem::replace(&mut low.owner, owner.clone());
    let made = low.function(parts, |low| body.map(|body| statement::block(low, body)).unwrap_or_default());
    low.owner = outer;
    if let Some(owner) = owner {
        // Methods stand outside of what they are methods of.
        let at = low.range(node);
        low.class(Class { name: owner, bases: Vec::new(), fields: Vec::new(), methods: vec![made], at });
    }
    made
}

/// `*pkg.Type[T]` as `Type`.
fn type_name(written: &str) -> Name {
    let plain = written.trim_start_matches(['*', '&']).split('[').next().unwrap_or_default();
    Rc::from(plain.rsplit('.').next().unwrap_or(plain))
}

pub(super) fn closure(low: &mut Lowering<'_>, node: Node<'_>) -> FunctionId {
    let parameters = node.child_by_field_name("parameters").map(|list| parameters_of(low, list)).unwrap_or_default();
    let body = node.child_by_field_name("body");
    let parts = Parts { name: None, parameters, marks: Vec::new(), doc: None, at: low.range(node) };
    low.function(parts, |low| body.map(|body| statement::block(low, body)).unwrap_or_default())
}

fn parameters_of(low: &mut Lowering<'_>, list: Node<'_>) -> Vec<Parameter> {
    let mut lowered = Vec::new();
    for declared in children(list) {
        let kind = declared.child_by_field_name("type").map(|kind| low.name_of(kind));
        let names = fields(declared, "name");
        let rest = declared.kind() == "variadic_parameter_declaration";
        if names.is_empty() {
            lowered.push(Parameter { pattern: Pattern::Nothing, kind: kind.clone(), rest });
        }
        for name in names {
            lowered.push(Parameter { pattern: Pattern::Name(low.name_of(name)), kind: kind.clone(), rest });
        }
    }
    lowered
}

fn structure(low: &mut Lowering<'_>, spec: Node<'_>) {
    let (Some(name), Some(kind)) = (low.field_name(spec, "name"), spec.child_by_field_name("type")) else { return };
    if kind.kind() != "struct_type" {
        return;
    }
    let declared = children(kind).into_iter().flat_map(children).filter(|child| child.kind() == "field_declaration");
    let mut members = Vec::new();
    for field in declared {
        let kind = field.child_by_field_name("type").map(|kind| low.name_of(kind));
        let tag: Option<Expr> = field.child_by_field_name("tag").map(|tag| expression::expression(low, tag));
        for name in fields(field, "name") {
            let value = tag
                .as_ref()
                .and_then(Expr::text)
                .map(|tag| Expr::new(crate::form::Kind::Text(tag.clone()), low.range(field)));
            members.push(Field { name: low.name_of(name), kind: kind.clone(), value });
        }
    }
    let at = low.range(spec);
    low.class(Class { name, bases: Vec::new(), fields: members, methods: Vec::new(), at });
}

/// The comment right before it.
fn doc_before(low: &Lowering<'_>, node: Node<'_>) -> Option<Name> {
    node.prev_sibling().filter(|before| before.kind() == "comment").map(|before| low.name_of(before))
}
