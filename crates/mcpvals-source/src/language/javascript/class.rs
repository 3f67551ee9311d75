//! JavaScript's classes.

use std::rc::Rc;

use tree_sitter::Node;

use super::super::Lowering;
use super::super::lowering::children;
use super::expression::expression;
use super::function::function;
use super::pattern::key_name;
use crate::form::{Class, Field, Name};

pub(super) fn class(low: &mut Lowering<'_>, node: Node<'_>, name: Name) {
    let bases = bases(low, node);
    let Some(body) = node.child_by_field_name("body") else { return };
    let outer = low.owner.replace(name.clone());
    let mut fields = Vec::new();
    let mut methods = Vec::new();
    for member in children(body) {
        match member.kind() {
            "method_definition" => {
                let marks = super::decorators(low, member);
                let method = member.child_by_field_name("name").and_then(|key| key_name(low, key));
                let owner = low.owner.clone();
                methods.push(function(low, member, method, marks));
                low.owner = owner;
            }
            "public_field_definition" | "field_definition" => {
                let key = member.child_by_field_name("name").or_else(|| member.child_by_field_name("property"));
                let Some(key) = key.and_then(|key| key_name(low, key)) else { continue };
                let kind = member
                    .child_by_field_name("type")
                    .map(|kind| Rc::from(low.text_of(kind).trim_start_matches(':').trim()));
                let value = member.child_by_field_name("value");
                if let Some(arrow) = value.filter(|value| value.kind() == "arrow_function") {
                    methods.push(function(low, arrow, Some(key), Vec::new()));
                } else {
                    let value = value.map(|value| expression(low, value));
                    fields.push(Field { name: key, kind, value });
                }
            }
            _ => {}
        }
    }
    low.owner = outer;
    let at = low.range(node);
    low.class(Class { name, bases, fields, methods, at });
}

fn bases(low: &Lowering<'_>, node: Node<'_>) -> Vec<Name> {
    children(node)
        .into_iter()
        .filter(|child| child.kind() == "class_heritage")
        .flat_map(|heritage| children(heritage))
        .map(|base| base.child_by_field_name("value").unwrap_or(base))
        .map(|base| low.name_of(base))
        .collect()
}
