//! Data-driven tests: a test with `cases` becomes one test per row.
//!
//! `"{{column}}"` in any string of the test is the row's value: with its type where the string is nothing else, as
//! text within a longer one. This happens before the data is checked, so that the rest knows nothing of rows.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};

use crate::data::{ROWS_MAX, Row, RowsFault, all_good, read_rows};
use crate::error::Problem;
use crate::nearest::nearest;
use crate::pointer::Pointer;

/// Where a test of the expanded data comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The test as the file has it.
    pub(crate) test: Pointer,
    /// Which row, from 1; `None` where the test has no `cases`.
    pub(crate) row: Option<usize>,
}

/// From the tests of the expanded data to those of the file; only those that moved.
#[derive(Debug, Default)]
pub(crate) struct Origins(BTreeMap<Pointer, Origin>);

impl Origins {
    /// Where a test comes from.
    pub(crate) fn of_test(&self, test: &Pointer) -> Origin {
        self.0.get(test).cloned().unwrap_or_else(|| Origin { test: test.clone(), row: None })
    }

    /// The place in the file of a place in the expanded data, and the row.
    pub(crate) fn of(&self, at: &Pointer) -> (Pointer, Option<usize>) {
        let mut test = (!self.0.is_empty()).then(|| at.clone());
        while let Some(pointer) = test {
            if let Some(origin) = self.0.get(&pointer) {
                let within = &at.as_str()[pointer.as_str().len()..];
                return (Pointer::from_text(format!("{}{within}", origin.test)), origin.row);
            }
            test = pointer.parent();
        }
        (at.clone(), None)
    }
}

/// Expands all tests with `cases`; row files are read relative to `folder`.
pub(crate) fn expand(value: &mut Value, folder: &Path) -> (Origins, Vec<Problem>) {
    let mut expander = Expander { folder, origins: Origins::default(), problems: Vec::new() };
    let suites = Pointer::root().member("toolHealthSuites");
    let list = value.get_mut("toolHealthSuites").and_then(Value::as_array_mut);
    for (index, suite) in list.into_iter().flatten().enumerate() {
        let at = suites.item(index).member("tests");
        if let Some(Value::Array(tests)) = suite.get_mut("tests") {
            expander.expand_tests(tests, &at);
        }
    }
    (expander.origins, expander.problems)
}

struct Expander<'a> {
    folder: &'a Path,
    origins: Origins,
    problems: Vec<Problem>,
}

impl Expander<'_> {
    fn expand_tests(&mut self, tests: &mut Vec<Value>, at: &Pointer) {
        if !tests.iter().any(|test| test.get("cases").is_some()) {
            return;
        }
        let mut expanded = Vec::new();
        for (index, test) in std::mem::take(tests).into_iter().enumerate() {
            let source = at.item(index);
            for (row, test) in self.expand_test(test, &source) {
                let origin = Origin { test: source.clone(), row };
                self.origins.0.insert(at.item(expanded.len()), origin);
                expanded.push(test);
            }
        }
        *tests = expanded;
    }

    fn expand_test(&mut self, test: Value, at: &Pointer) -> Vec<(Option<usize>, Value)> {
        let Value::Object(mut members) = test else { return vec![(None, test)] };
        let Some(cases) = members.shift_remove("cases") else { return vec![(None, Value::Object(members))] };
        match self.rows(cases, &at.member("cases")) {
            Ok(rows) => self.fill_rows(&members, &rows, at),
            Err(problems) => {
                self.problems.extend(problems);
                Vec::new()
            }
        }
    }

    fn rows(&self, cases: Value, at: &Pointer) -> Result<Vec<Row>, Vec<Problem>> {
        let fault = |message: &str| Err(vec![Problem::new(at, message)]);
        match cases {
            Value::Array(rows) if rows.is_empty() => fault("`cases` has no rows"),
            Value::Array(rows) if rows.len() > ROWS_MAX => fault(&format!("`cases` has more than {ROWS_MAX} rows")),
            Value::Array(rows) => {
                let rows = rows.into_iter().enumerate().map(|(index, row)| inline_row(row, at, index)).collect();
                all_good(rows, |more| Problem::new(at, format!("`cases` has {more}")))
            }
            Value::Object(members) => self.file_rows(&members, at),
            _ => fault("expected an array of rows, or `{\"file\": \"rows.csv\"}`"),
        }
    }

    fn file_rows(&self, members: &Map<String, Value>, at: &Pointer) -> Result<Vec<Row>, Vec<Problem>> {
        if let Some(unknown) = members.keys().find(|name| *name != "file") {
            return Err(vec![Problem::of_key(&at.member(unknown), format!("unknown field `{unknown}`"))]);
        }
        let Some(Value::String(file)) = members.get("file") else {
            return Err(vec![Problem::new(at, "expected an array of rows, or `{\"file\": \"rows.csv\"}`")]);
        };
        let problem = |fault: RowsFault| Problem { elsewhere: fault.place, ..Problem::new(at, fault.message) };
        read_rows(&self.folder.join(file), file).map_err(|faults| faults.into_iter().map(problem).collect())
    }

    fn fill_rows(&mut self, members: &Map<String, Value>, rows: &[Row], at: &Pointer) -> Vec<(Option<usize>, Value)> {
        let mut tests = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let mut test = Value::Object(members.clone());
            let missing = fill(&mut test, row, at);
            // The same column is missing in every row: once is enough.
            let told = self.problems.iter().any(|problem| problem.pointer.is_within(at));
            self.problems.extend(missing.into_iter().filter(|_| !told));
            tests.push((Some(index + 1), test));
        }
        tests
    }
}

fn inline_row(row: Value, at: &Pointer, index: usize) -> Result<Row, Problem> {
    match row {
        Value::Object(row) => Ok(row),
        _ => Err(Problem::new(&at.item(index), "a row is an object: column → value")),
    }
}

/// Fills in all strings within, and gives what names no column.
fn fill(value: &mut Value, row: &Row, at: &Pointer) -> Option<Problem> {
    match value {
        Value::String(text) => match fill_text(text, row) {
            Ok(filled) => {
                *value = filled;
                None
            }
            Err(column) => {
                let nearest = nearest(&column, row.keys().map(String::as_str));
                Some(Problem::new(at, format!("the rows have no column `{column}`")).with_nearest(nearest))
            }
        },
        Value::Array(items) => {
            let mut items = items.iter_mut().enumerate();
            items.find_map(|(index, item)| fill(item, row, &at.item(index)))
        }
        Value::Object(members) => members.iter_mut().find_map(|(name, member)| fill(member, row, &at.member(name))),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// The text with its placeholders filled in, or the name of a column that is not there.
fn fill_text(text: &str, row: &Row) -> Result<Value, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(placeholder) = next_placeholder(rest) {
        let value = row.get(placeholder.column).ok_or(placeholder.column)?;
        if placeholder.before.is_empty() && placeholder.after.is_empty() && filled.is_empty() {
            return Ok(value.clone());
        }
        filled.push_str(placeholder.before);
        match value {
            Value::String(text) => filled.push_str(text),
            other => filled.push_str(&other.to_string()),
        }
        rest = placeholder.after;
    }
    filled.push_str(rest);
    Ok(Value::String(filled))
}

struct Placeholder<'t> {
    before: &'t str,
    column: &'t str,
    after: &'t str,
}

/// The next `{{column}}`; `${{name}}` is a captured value and none.
fn next_placeholder(text: &str) -> Option<Placeholder<'_>> {
    let mut from = 0;
    while let Some(open) = text[from..].find("{{").map(|at| from + at) {
        let close = open + 2 + text[open + 2..].find("}}")?;
        let column = text[open + 2..close].trim();
        if !text[..open].ends_with('$') && !column.is_empty() {
            return Some(Placeholder { before: &text[..open], column, after: &text[close + 2..] });
        }
        from = close + 2;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Value, json};

    use super::expand;
    use crate::pointer::Pointer;

    fn expanded(tests: &Value) -> (Value, Vec<String>) {
        let mut value = json!({"toolHealthSuites": [{"name": "s", "tests": tests}]});
        let (origins, problems) = expand(&mut value, Path::new("."));
        let message =
            |problem: &crate::error::Problem| format!("{}: {}", origins.of(&problem.pointer).0, problem.message);
        (value["toolHealthSuites"][0]["tests"].take(), problems.iter().map(message).collect())
    }

    #[test]
    fn rows_fill_strings_and_keep_types() {
        let test =
            json!({"name": "add", "args": {"a": "{{a}}", "note": "{{ a }}+${{id}}"}, "cases": [{"a": 1}, {"a": [2]}]});
        let expected = json!([
            {"name": "add", "args": {"a": 1, "note": "1+${{id}}"}},
            {"name": "add", "args": {"a": [2], "note": "[2]+${{id}}"}},
        ]);
        assert_eq!(expanded(&json!([test])), (expected, vec![]));
    }

    #[test]
    fn unknown_columns_are_told_once() {
        let test = json!({"name": "{{tol}}", "cases": [{"tool": "x"}, {"tool": "y"}]});
        let message = "/toolHealthSuites/0/tests/0/name: the rows have no column `tol`";
        assert_eq!(expanded(&json!([test])).1, [message]);
    }

    #[test]
    fn all_bad_rows_of_a_table_are_told() {
        let message =
            |row: usize| format!("/toolHealthSuites/0/tests/0/cases/{row}: a row is an object: column → value");
        let test = json!({"name": "a", "cases": [1, {}, "x"]});
        assert_eq!(expanded(&json!([test])).1, [message(0), message(2)]);
    }

    #[test]
    fn places_behind_rows_are_those_of_the_file() {
        let mut value = json!({"toolHealthSuites": [{"tests": [{"cases": [{}, {}]}, {"name": "b"}]}]});
        let (origins, _) = expand(&mut value, Path::new("."));
        let (place, row) = origins.of(&Pointer::from_text("/toolHealthSuites/0/tests/2/name"));
        assert_eq!((place.as_str(), row), ("/toolHealthSuites/0/tests/1/name", None));
        let (place, row) = origins.of(&Pointer::from_text("/toolHealthSuites/0/tests/1/args/a"));
        assert_eq!((place.as_str(), row), ("/toolHealthSuites/0/tests/0/args/a", Some(2)));
    }
}
