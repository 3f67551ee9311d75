//! Where a result is: in a file of the server's, in the file that its tools came from, in what it says of itself.

use std::fmt::Write as _;

use mcpvals_model::{Evaluation, Span};
use serde_json::{Value, json};

use super::super::found::{Found, Tried};
use super::super::words;
use super::ROOT;
use super::text::message;
use crate::visible;

pub(super) fn of_finding(evaluation: &Evaluation, found: &Found<'_>) -> Value {
    let mut place = json!({ "logicalLocations": [logical(found)] });
    let line = found.tool.and_then(|(_, tool)| tool.line);
    if let Some(physical) = in_file(found).or_else(|| elsewhere(evaluation, line)) {
        place["physicalLocation"] = physical;
    }
    if let Some(shown) = words::place(found.finding) {
        place["message"] = json!({ "text": message(&format!("{}, {shown}", found.about_words())) });
    }
    place
}

pub(super) fn of_test(evaluation: &Evaluation, one: &Tried<'_>) -> Value {
    let tool = evaluation.tools.iter().find(|tool| tool.name == one.name);
    let logical = logical_of(one.group.as_str(), one.name, "");
    let mut place = json!({ "logicalLocations": [logical] });
    if let Some(physical) = elsewhere(evaluation, tool.and_then(|tool| tool.line)) {
        place["physicalLocation"] = physical;
    }
    place
}

/// A hook looks at all of the server.
pub(super) fn of_hook(evaluation: &Evaluation, name: &str) -> Value {
    let mut place = json!({ "logicalLocations": [logical_of("hook", name, "")] });
    if let Some(physical) = elsewhere(evaluation, None) {
        place["physicalLocation"] = physical;
    }
    place
}

fn in_file(found: &Found<'_>) -> Option<Value> {
    let Some(Span::File { file, line, column, end_line, end_column }) = &found.finding.span else { return None };
    let [line, column] = [line, column].map(|place| (*place).max(1));
    let end_line = (*end_line).max(line);
    let end_column = if end_line == line { (*end_column).max(column) } else { (*end_column).max(1) };
    let mut region = json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column });
    if let Some(evidence) = &found.finding.evidence {
        region["snippet"] = json!({ "text": visible::line(evidence) });
    }
    Some(json!({ "artifactLocation": artifact(file), "region": region }))
}

/// For what stands in no file of its own: the file that its tools were given in, or the one that says how it is
/// started, or where it was looked for that, or any that was read. Code hosts refuse a whole log where one result has no file.
fn elsewhere(evaluation: &Evaluation, line: Option<u32>) -> Option<Value> {
    let server = &evaluation.server;
    if let Some(file) = &server.tools_file {
        let line = line.unwrap_or(1).max(1);
        return Some(json!({ "artifactLocation": artifact(file), "region": { "startLine": line } }));
    }
    let starts = server.start.iter().map(|start| start.from.as_str());
    let looked = server.looked.iter().map(|looked| looked.file.as_str());
    let file = starts.chain(looked).find(|from| is_file(from)).or_else(|| any_file(evaluation))?;
    Some(json!({ "artifactLocation": artifact(file), "region": { "startLine": 1 } }))
}

/// The first file that something was found in.
fn any_file(evaluation: &Evaluation) -> Option<&str> {
    let of_tools = evaluation.tools.iter().flat_map(|tool| &tool.findings);
    evaluation.findings.iter().chain(of_tools).find_map(|finding| match &finding.span {
        Some(Span::File { file, .. }) => Some(file.as_str()),
        Some(Span::Metadata { .. }) | None => None,
    })
}

/// A file's name, and not a flag's or an address.
fn is_file(from: &str) -> bool {
    !from.is_empty() && !from.starts_with('-') && !from.contains("://") && !from.contains(char::is_whitespace)
}

fn logical(found: &Found<'_>) -> Value {
    let (kind, name) = found.about();
    let pointer = match &found.finding.span {
        Some(Span::Metadata { pointer, .. }) => pointer.as_str(),
        Some(Span::File { .. }) | None => "",
    };
    let mut logical = logical_of(kind, name, pointer);
    if let (Some((index, _)), Some(Span::Metadata { .. })) = (found.tool, &found.finding.span) {
        logical["properties"] = json!({ "jsonPointer": format!("/tools/{index}{pointer}") });
    }
    logical
}

/// `tool/get_weather#/description`.
fn logical_of(kind: &str, name: &str, pointer: &str) -> Value {
    let shown = visible::line(if name.is_empty() { kind } else { name });
    let qualified = format!("{}/{shown}", kind.replace(' ', "-"));
    let within = if pointer.is_empty() { String::new() } else { format!("#{}", visible::line(pointer)) };
    let kind = match kind {
        "tool" | "tools" => "function",
        "package" => "package",
        "file" => "module",
        _ => "resource",
    };
    json!({ "name": shown, "fullyQualifiedName": format!("{qualified}{within}"), "kind": kind })
}

fn artifact(path: &str) -> Value {
    let is_absolute = path.starts_with('/');
    // A path outside the folder has no base in it.
    if is_absolute {
        json!({ "uri": format!("file://{}", uri(path)) })
    } else {
        json!({ "uri": uri(path), "uriBaseId": ROOT })
    }
}

/// A path as part of a URI.
fn uri(path: &str) -> String {
    let mut written = String::with_capacity(path.len());
    for byte in path.trim_start_matches("./").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                written.push(char::from(byte));
            }
            byte => {
                let _ = write!(written, "%{byte:02X}");
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::{artifact, is_file, uri};

    #[test]
    fn a_path_is_a_uri() {
        assert_eq!(uri("./a b/ü.ts"), "a%20b/%C3%BC.ts");
        assert_eq!(artifact("/x/a.json")["uri"], "file:///x/a.json");
        assert!(artifact("/x/a.json").get("uriBaseId").is_none());
    }

    #[test]
    fn a_flag_is_no_file() {
        assert_eq!(["package.json", "--command", "http://x", ""].map(is_file), [true, false, false, false]);
    }
}
