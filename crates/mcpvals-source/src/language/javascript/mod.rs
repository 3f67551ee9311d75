//! TypeScript and JavaScript, lowered: modules and their imports.

mod class;
mod expression;
mod function;
mod member;
mod pattern;
mod statement;

use tree_sitter::Node;

use super::Lowering;
use super::lowering::{Parts, children, fields};
use crate::form::{Expr, Kind, Pattern};

/// Lowers a file.
pub(crate) fn lower(low: &mut Lowering<'_>, root: Node<'_>) {
    let parts = Parts { name: None, parameters: Vec::new(), marks: Vec::new(), doc: None, at: low.range(root) };
    let top = low.function(parts, |low| statement::block(low, root));
    low.unit.top = Some(top);
}

/// `import … from "module"`.
fn import(low: &mut Lowering<'_>, node: Node<'_>) {
    let Some(source) = node.child_by_field_name("source") else { return require_clause(low, node) };
    let module = low.interpreted(source);
    for clause in children(node).into_iter().filter(|child| child.kind() == "import_clause") {
        for part in children(clause) {
            match part.kind() {
                "identifier" => low.import(low.text_of(part), &module, Some("default")),
                "namespace_import" => {
                    if let Some(name) = children(part).first() {
                        low.import(low.text_of(*name), &module, None);
                    }
                }
                "named_imports" => named_imports(low, part, &module),
                _ => {}
            }
        }
    }
}

/// `import fs = require("fs")`.
fn require_clause(low: &mut Lowering<'_>, node: Node<'_>) {
    for clause in children(node).into_iter().filter(|child| child.kind() == "import_require_clause") {
        let (Some(name), Some(source)) = (children(clause).first().copied(), clause.child_by_field_name("source"))
        else {
            continue;
        };
        let module = low.interpreted(source);
        low.import(low.text_of(name), &module, None);
    }
}

fn named_imports(low: &mut Lowering<'_>, node: Node<'_>, module: &str) {
    for specifier in children(node) {
        let Some(name) = specifier.child_by_field_name("name") else { continue };
        let local = specifier.child_by_field_name("alias").unwrap_or(name);
        low.import(low.text_of(local), module, Some(low.text_of(name)));
    }
}

/// `export { a as b }`, `export { a } from "module"`; what is declared is lowered by the caller.
fn export(low: &mut Lowering<'_>, node: Node<'_>) {
    let module = node.child_by_field_name("source").map(|source| low.interpreted(source));
    for clause in children(node).into_iter().filter(|child| child.kind() == "export_clause") {
        for specifier in children(clause) {
            let Some(name) = low.field_name(specifier, "name") else { continue };
            let outside = low.field_name(specifier, "alias").unwrap_or_else(|| name.clone());
            match &module {
                Some(module) => low.import(&outside, module, Some(&name)),
                None => low.unit.exports.push((outside, name)),
            }
        }
    }
    if let (Some(module), true) = (&module, low.text_of(node).starts_with("export *")) {
        low.import("*", module, None);
    }
}

/// `const x = require("m")` imports, where it is nothing but that.
fn required(low: &mut Lowering<'_>, pattern: &Pattern, value: &Expr) -> bool {
    let Some(module) = required_module(value, 0) else { return false };
    match pattern {
        Pattern::Name(name) => low.import(name, &module, None),
        Pattern::Object(members) => {
            for (member, inner) in members {
                if let Pattern::Name(local) = inner {
                    low.import(local, &module, Some(member));
                }
            }
        }
        Pattern::Place(_) | Pattern::List(_) | Pattern::Nothing => {}
    }
    true
}

/// The module of `require("m")`, `await import("m")` and of what compilers wrap round them.
fn required_module(value: &Expr, depth: u32) -> Option<String> {
    let Kind::Call(call) = &value.kind else { return None };
    let name = call.callee.dotted()?;
    let first = &call.arguments.first()?.value;
    let last = name.rsplit('.').next().unwrap_or(&name);
    match last {
        "require" | "import" | "__require" => first.text().map(ToString::to_string),
        "__importDefault" | "__importStar" | "__toESM" | "_interopRequireDefault" | "_interopRequireWildcard"
            if depth < 3 =>
        {
            required_module(first, depth + 1)
        }
        _ => None,
    }
}

/// Decorators before a class or a member.
fn decorators(low: &mut Lowering<'_>, node: Node<'_>) -> Vec<Expr> {
    let found: Vec<Node<'_>> = fields(node, "decorator");
    found
        .into_iter()
        .filter_map(|mark| children(mark).first().map(|inner| expression::expression(low, *inner)))
        .collect()
}

/// An expression in the middle of a file of another language.
pub(crate) fn part(low: &mut Lowering<'_>, text: &str, start: u32) -> Option<Kind> {
    let text = format!("({text})");
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_javascript::LANGUAGE.into()).ok()?;
    let tree = parser.parse(&text, None)?;
    low.part(&text, start.saturating_sub(1), |low| {
        let statement = children(tree.root_node()).into_iter().next()?;
        let inner = children(statement).into_iter().next()?;
        Some(expression::expression(low, inner).kind)
    })
}
