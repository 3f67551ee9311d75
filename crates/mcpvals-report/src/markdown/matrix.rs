//! Models and servers side by side.

use mcpvals_model::Matrix;

use super::text::{code, html, row};
use super::{LISTED_MAX, more};
use crate::matrix;

/// Comparisons that are listed one by one.
const COMPARISONS_MAX: usize = 20;

/// The comparisons, and the table to be unfolded.
pub(super) fn lines(found: Option<&Matrix>) -> Vec<String> {
    let Some(found) = found else { return Vec::new() };
    let mut lines = vec![String::new()];
    lines.extend(matrix::comparisons(found, COMPARISONS_MAX).iter().map(|line| format!("- {}", code(line))));
    let head = format!("<details><summary>Matrix of {}</summary>", html(&matrix::head(found)));
    lines.extend([String::new(), head, String::new()]);
    let rows = matrix::rows(found);
    lines.push(row(&matrix::COLUMNS.map(capitalized)));
    lines.push("|:--|:--|:--|--:|--:|--:|--:|--:|".to_owned());
    lines.extend(rows.iter().take(LISTED_MAX).map(table_row));
    lines.extend(more(rows.len()));
    lines.push(format!("\n<sub>{}</sub>", matrix::method(found)));
    lines.extend([String::new(), "</details>".to_owned(), String::new()]);
    lines
}

fn table_row(cells: &[String; 8]) -> String {
    let [workflow, model, server, rest @ ..] = cells;
    let [passed, rate, median, tokens, cost] = rest.clone();
    row(&[code(workflow), code(model), code(server), passed, rate, median, tokens, cost])
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
