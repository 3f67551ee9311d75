//! Rust, lowered: modules, their imports and items.

mod expression;
mod item;
mod macros;
mod pattern;

use tree_sitter::Node;

use super::Lowering;
use super::lowering::{Parts, children};

/// Lowers a file.
pub(crate) fn lower(low: &mut Lowering<'_>, root: Node<'_>) {
    let parts = Parts { name: None, parameters: Vec::new(), marks: Vec::new(), doc: None, at: low.range(root) };
    let top = low.function(parts, |low| {
        let mut lowered = Vec::new();
        item::items(low, root, &mut lowered);
        lowered
    });
    low.unit.top = Some(top);
}

/// `use a::b::{c, d as e}`, with dots.
fn import(low: &mut Lowering<'_>, node: Node<'_>, prefix: &str) {
    let joined = |text: &str| {
        let text = text.replace("::", ".");
        if prefix.is_empty() { text } else { format!("{prefix}.{text}") }
    };
    match node.kind() {
        "use_as_clause" => {
            let (Some(path), Some(alias)) = (node.child_by_field_name("path"), node.child_by_field_name("alias"))
            else {
                return;
            };
            imported(low, &joined(low.text_of(path)), low.text_of(alias));
        }
        "scoped_use_list" => {
            let path = node.child_by_field_name("path").map(|path| joined(low.text_of(path)));
            let path = path.unwrap_or_else(|| prefix.to_owned());
            if let Some(list) = node.child_by_field_name("list") {
                for inner in children(list) {
                    import(low, inner, &path);
                }
            }
        }
        "use_list" => children(node).into_iter().for_each(|inner| import(low, inner, prefix)),
        "use_wildcard" => {}
        "self" => imported(low, prefix, prefix.rsplit('.').next().unwrap_or(prefix)),
        _ => {
            let path = joined(low.text_of(node));
            let last = path.rsplit('.').next().unwrap_or(&path).to_owned();
            imported(low, &path, &last);
        }
    }
}

fn imported(low: &mut Lowering<'_>, path: &str, local: &str) {
    match path.rsplit_once('.') {
        Some((module, member)) => low.import(local, module, Some(member)),
        None => low.import(local, path, None),
    }
}
