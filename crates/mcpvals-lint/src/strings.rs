//! Every text in what a server says of a tool: a model reads all of it.

use serde_json::Value;

/// More texts of a tool are not read.
const TEXTS_MAX: usize = 20_000;

/// Values and names of members, with the JSON pointer (RFC 6901) of the value; in the order in which they stand.
pub(crate) fn of(value: &Value) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    walk(value, &mut String::new(), &mut found);
    found
}

fn walk<'a>(value: &'a Value, pointer: &mut String, found: &mut Vec<(String, &'a str)>) {
    if found.len() >= TEXTS_MAX {
        return;
    }
    let length = pointer.len();
    match value {
        Value::String(text) => found.push((pointer.clone(), text)),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointer.push('/');
                pointer.push_str(&index.to_string());
                walk(item, pointer, found);
                pointer.truncate(length);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                pointer.push('/');
                pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                if name.len() >= LONG || !name.bytes().all(is_plain) {
                    found.push((pointer.clone(), name));
                }
                walk(member, pointer, found);
                pointer.truncate(length);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.$@/".contains(&byte)
}

/// Names that are shorter and of plain letters hide nothing.
const LONG: usize = 16;
