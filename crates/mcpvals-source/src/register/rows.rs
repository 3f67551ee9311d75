//! Registrations in a loop over a table that stands in the source: one for each of its rows.

use std::rc::Rc;

use crate::flow::{Made, Value};

/// How deep the members of an argument are looked for in a row: `{ annotations: { title: tool.title } }`.
const DEPTH_MAX: u32 = 4;

/// The call once for each row; `None` where the name is no column of a table.
pub(super) fn of<'e>(made: &Made<'e>) -> Option<Vec<Made<'e>>> {
    let named = |value: &Value| {
        let name = value.field("name").or_else(|| value.field("Name")).unwrap_or(value);
        let column = name.choices.clone().filter(|_| name.constant().is_none())?;
        column.iter().all(|row| row.constant().is_some()).then_some(column.len())
    };
    let count = made.arguments.iter().find_map(|(_, value)| named(value))?;
    Some((0..count).map(|at| row(made, at, count)).collect())
}

/// Does one function answer for all of them?
pub(super) fn share_a_handler(rows: &[Made<'_>]) -> bool {
    let handler = |row: &Made<'_>| row.arguments.iter().rev().find_map(|(_, value)| value.function);
    let first = rows.first().and_then(handler);
    first.is_some() && rows.iter().all(|row| handler(row) == first)
}

fn row<'e>(made: &Made<'e>, at: usize, count: usize) -> Made<'e> {
    Made {
        call: made.call,
        at: made.at,
        receiver: made.receiver.clone(),
        path: made.path.clone(),
        name: made.name.clone(),
        arguments: made.arguments.iter().map(|(name, value)| (name.clone(), cell(value, at, count, 0))).collect(),
    }
}

/// What a value is in one row.
fn cell(value: &Value, at: usize, count: usize, depth: u32) -> Value {
    if let Some(column) = value.choices.as_deref().filter(|column| column.len() == count) {
        return column[at].clone();
    }
    let Some(fields) = value.fields.as_deref().filter(|_| depth < DEPTH_MAX) else {
        // A text that is made of the row's is not known: what else says it, says it better.
        let text = value.text.clone().filter(|_| value.constant().is_some());
        return Value { text, ..value.clone() };
    };
    let fields = fields.iter().map(|(name, inner)| (name.clone(), cell(inner, at, count, depth + 1))).collect();
    Value { fields: Some(Rc::new(fields)), ..value.clone() }
}
