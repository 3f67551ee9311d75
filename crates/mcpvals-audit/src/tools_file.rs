//! Tools from a file: a `tools/list` result, an array of tools, or JSON Lines. Pure.
//!
//! A file is not the wire: who writes tools down with a library often gets `null` for each member that the server left out
//! (pydantic's `model_dump`, tables of labelled tools). So a `null` is read as nothing there.

use serde_json::Value;

/// The tools in a file.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolsFile {
    /// Of one server.
    Server(Vec<Value>),
    /// Each judged on its own.
    Apart(Vec<Row>),
}

/// A tool in a line of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// From 1.
    pub line: u32,
    /// What the table calls it, where it does.
    pub id: Option<Value>,
    /// As a server would list it.
    pub tool: Value,
}

impl Row {
    fn new(line: u32, mut tool: Value) -> Self {
        drop_nulls(&mut tool);
        let id = tool.as_object_mut().and_then(|members| members.shift_remove("id"));
        drop_columns(&mut tool);
        Self { line, id, tool }
    }
}

/// Reads a text.
///
/// # Errors
/// In words: that it is no JSON and where, or that it holds no tools.
pub fn read(text: &str) -> Result<ToolsFile, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str::<Value>(text) {
        Ok(value) => match of_one(value) {
            Some(tools) if tools.is_empty() => Err("it holds no tools: there is nothing to judge".to_owned()),
            Some(mut tools) => {
                tools.iter_mut().for_each(drop_nulls);
                Ok(ToolsFile::Server(tools))
            }
            None => Err("it has no `tools`, and is no array of tools".to_owned()),
        },
        Err(whole) => lines(text).map(ToolsFile::Apart).map_err(|error| {
            // What begins as an array is one document, and its fault is where the parser says.
            if text.trim_start().starts_with('[') { whole.to_string() } else { error }
        }),
    }
}

/// Members of a tool, and its hints, that are `null`.
fn drop_nulls(tool: &mut Value) {
    let Some(members) = tool.as_object_mut() else { return };
    members.retain(|_, value| !value.is_null());
    if let Some(hints) = members.get_mut("annotations").and_then(Value::as_object_mut) {
        hints.retain(|_, value| !value.is_null());
    }
}

/// What a table says of a tool beside it is no text of the tool's. A member that nobody knows is the server's own, and is judged.
fn drop_columns(tool: &mut Value) {
    const COLUMNS: [&str; 26] = [
        "author",
        "basis",
        "category",
        "class",
        "family",
        "group",
        "index",
        "kind",
        "label",
        "label_basis",
        "license",
        "licence",
        "note",
        "origin",
        "package",
        "pair",
        "registry",
        "repo",
        "repository",
        "row",
        "rule",
        "server",
        "source",
        "split",
        "subset",
        "version",
    ];
    let Some(members) = tool.as_object_mut() else { return };
    members.retain(|name, value| !COLUMNS.contains(&name.as_str()) || value.is_object() || value.is_array());
}

/// A result, an answer with one, an array, or a tool alone.
fn of_one(value: Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(tools) => Some(tools),
        Value::Object(mut members) => {
            let inner = members.get_mut("result").and_then(|result| result.get_mut("tools")).map(Value::take);
            match inner.or_else(|| members.remove("tools")) {
                Some(Value::Array(tools)) => Some(tools),
                Some(_) => None,
                None => members.contains_key("name").then(|| vec![Value::Object(members)]),
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// So many lines are named that are no JSON; the others are counted.
const BAD_LINES_MAX: usize = 20;

/// What the parser says, with the column alone: each line is a text of its own there, and its first.
fn within(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let what = said.split(" at line ").next().unwrap_or_default();
    format!("{what} at column {}", error.column())
}

fn lines(text: &str) -> Result<Vec<Row>, String> {
    let (mut rows, mut bad): (Vec<Row>, Vec<String>) = (Vec::new(), Vec::new());
    let numbered: Vec<(u32, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    for (number, line) in numbered {
        match serde_json::from_str(line) {
            Ok(tool) => rows.push(Row::new(number, tool)),
            Err(error) => bad.push(format!("line {number} is no JSON: {}", within(&error))),
        }
    }
    if !bad.is_empty() {
        let more = bad.len().saturating_sub(BAD_LINES_MAX);
        bad.truncate(BAD_LINES_MAX);
        bad.extend((more > 0).then(|| format!("and {more} more lines")));
        return Err(bad.join("; "));
    }
    match rows.first() {
        None => Err("it is empty".to_owned()),
        // One that is none is judged as such, beside others.
        Some(first) if !rows.iter().any(|row| row.tool.is_object()) => Err(format!("line {}: no tool", first.line)),
        Some(_) => Ok(rows),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Row, ToolsFile, read};

    fn count(text: &str) -> Result<(bool, usize), String> {
        Ok(match read(text)? {
            ToolsFile::Server(tools) => (true, tools.len()),
            ToolsFile::Apart(tools) => (false, tools.len()),
        })
    }

    #[test]
    fn tools_are_read_in_each_form() {
        assert_eq!(count(r#"{"tools": [{"name": "a"}]}"#), Ok((true, 1)));
        assert_eq!(count(r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "a"}]}}"#), Ok((true, 1)));
        assert_eq!(count(r#"[{"name": "a"}, {"name": "b"}]"#), Ok((true, 2)));
        assert_eq!(count(r#"{"id": "x", "name": "a"}"#), Ok((true, 1)));
        assert_eq!(count("{\"name\": \"a\"}\n\n{\"name\": \"b\"}\n"), Ok((false, 2)));
    }

    #[test]
    fn a_null_is_nothing_there() {
        let hints = json!({"title": null, "readOnlyHint": true});
        let tool =
            json!({"id": "x", "name": "a", "title": null, "inputSchema": {"default": null}, "annotations": hints});
        let plain =
            json!({"id": "x", "name": "a", "inputSchema": {"default": null}, "annotations": {"readOnlyHint": true}});
        assert_eq!(read(&json!([tool]).to_string()), Ok(ToolsFile::Server(vec![plain.clone()])));
        let row = json!({"name": null, "annotations": null, "source": "a table", "foo": "b"});
        let mut plain = plain;
        let id = plain.as_object_mut().and_then(|members| members.shift_remove("id"));
        let rows = vec![Row { line: 1, id, tool: plain }, Row { line: 2, id: None, tool: json!({"foo": "b"}) }];
        assert_eq!(read(&format!("{tool}\n{row}\n")), Ok(ToolsFile::Apart(rows)));
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        assert!(count("{\"name\": \"a\"}\n{").unwrap_err().contains("line 2"));
        let all = count("{\"name\": \"a\"}\n{\n\nnot json\n{\"name\": \"b\"}").unwrap_err();
        assert_eq!(
            all,
            "line 2 is no JSON: EOF while parsing an object at column 1; line 4 is no JSON: expected ident at column 2"
        );
        let many = count(&format!("{{\"name\": \"a\"}}\n{}", "{\n".repeat(50))).unwrap_err();
        assert!(many.ends_with("; and 30 more lines"), "{many}");
        assert_eq!(count("{\"name\": \"a\"}\n7\n"), Ok((false, 2)), "a line that is none is judged as one");
        assert!(count("7\n\"a\"").unwrap_err().contains("line 1"));
        assert!(count("[{]").unwrap_err().contains("column"));
        assert!(count("{\"x\": 1}").unwrap_err().contains("no `tools`"));
        assert!(count("").unwrap_err().contains("empty"));
        assert!(count("[]").unwrap_err().contains("nothing to judge"));
        assert!(count("{\"tools\": []}").unwrap_err().contains("nothing to judge"));
    }
}
