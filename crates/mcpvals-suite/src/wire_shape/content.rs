//! Content blocks: known kinds, their members, by revision.

use mcpvals_model::ViolationKind;
use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::format;
use super::words::{a, item, member, optional, wrong};
use crate::excerpt;
use crate::reply::blocks;

/// Blocks that are looked at; nobody reads the millionth.
const BLOCKS_MAX: usize = 10_000;

/// What is wrong with the blocks of a result.
pub(super) fn breaches(result: &Value, context: &Context<'_>) -> Vec<Breach> {
    let numbered = blocks(result).iter().take(BLOCKS_MAX).enumerate();
    let words = |index: usize| format!("content block {}", index + 1);
    numbered.flat_map(|(index, block)| of_block(&words(index), block, context)).collect()
}

/// What is wrong with the contents of a resource that was read.
pub(super) fn of_contents(result: &Value) -> Vec<Breach> {
    let items = get(result, "contents").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let told = |(index, item): (usize, &Value)| {
        let mut problems = Problems { useless: Vec::new(), odd: Vec::new() };
        if item.is_object() {
            of_resource("it", item, &mut problems);
        } else {
            problems.useless.push(format!("it is {}, not an object", a(item)));
        }
        let breaches = told(&format!("contents item {}", index + 1), problems);
        breaches.into_iter().map(|breach| breach.at("server/resources#resource-contents"))
    };
    items.iter().take(BLOCKS_MAX).enumerate().flat_map(told).collect()
}

/// What is wrong with the messages of a prompt.
pub(super) fn of_messages(result: &Value, context: &Context<'_>) -> Vec<Breach> {
    let messages = get(result, "messages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let numbered = messages.iter().take(BLOCKS_MAX).enumerate();
    let told = |(index, message)| of_message(&format!("message {}", index + 1), message, context);
    numbered.flat_map(told).map(|breach| breach.at("server/prompts#promptmessage")).collect()
}

fn of_message(name: &str, message: &Value, context: &Context<'_>) -> Vec<Breach> {
    let shape = |problem: String| Breach::spoiling(ViolationKind::ResultShape, format!("{name}: {problem}"));
    if !message.is_object() {
        return vec![shape(format!("it is {}, not an object", a(message)))];
    }
    let is_role = |role: &Value| role == "user" || role == "assistant";
    let role = member(message, "role", "\"user\" or \"assistant\"", is_role).map(shape);
    let block = match get(message, "content") {
        Some(block) => of_block(&format!("{name}, content"), block, context),
        None => vec![shape("`content` is missing".to_owned())],
    };
    role.into_iter().chain(block).collect()
}

/// What is missing or of the wrong type makes a block useless; what is badly written does not.
struct Problems {
    useless: Vec<String>,
    odd: Vec<String>,
}

/// What is wrong with one block, whether or not it can be used.
pub(super) fn all_problems(block: &Value, context: &Context<'_>) -> Vec<String> {
    let Problems { useless, odd } = problems(block, context);
    useless.into_iter().chain(odd).collect()
}

fn of_block(name: &str, block: &Value, context: &Context<'_>) -> Vec<Breach> {
    told(name, problems(block, context))
}

fn told(name: &str, problems: Problems) -> Vec<Breach> {
    let words = |problem: String| format!("{name}: {problem}");
    let useless =
        problems.useless.into_iter().map(|problem| Breach::spoiling(ViolationKind::ContentShape, words(problem)));
    let odd = problems.odd.into_iter().map(|problem| Breach::new(ViolationKind::ContentShape, words(problem)));
    useless.chain(odd).collect()
}

fn problems(block: &Value, context: &Context<'_>) -> Problems {
    let mut problems = Problems { useless: Vec::new(), odd: annotations(get(block, "annotations")) };
    problems.useless.extend(meta(block));
    let strings = |object: &Value, names: &[&str]| -> Vec<String> {
        names.iter().filter_map(|name| member(object, name, "a string", Value::is_string)).collect()
    };
    match get(block, "type") {
        Some(Value::String(kind)) => match kind.as_str() {
            "text" => problems.useless.extend(strings(block, &["text"])),
            "image" | "audio" => {
                problems.useless.extend(strings(block, &["data", "mimeType"]));
                base64(block, "data", &mut problems);
                problems.odd.extend(newer(kind, context));
            }
            "resource" => match get(block, "resource") {
                Some(resource @ Value::Object(_)) => of_resource("its resource", resource, &mut problems),
                other => problems.useless.push(absent_or_wrong("resource", other)),
            },
            "resource_link" => {
                problems.useless.extend(strings(block, &["uri", "name"]));
                problems.odd.extend(uri(block));
                problems.odd.extend(newer(kind, context));
            }
            other => problems.useless.push(format!("its type {} is not known", excerpt::quoted_to(other, 60))),
        },
        Some(other) => problems.useless.push(wrong("type", other, "a string")),
        None if block.is_object() => problems.useless.push("`type` is missing".to_owned()),
        None => problems.useless.push(format!("it is {}, not an object", a(block))),
    }
    problems
}

fn of_resource(what: &str, resource: &Value, problems: &mut Problems) {
    problems.useless.extend(member(resource, "uri", "a string", Value::is_string));
    problems.useless.extend(meta(resource));
    problems.odd.extend(uri(resource));
    problems.odd.extend(optional(resource, "mimeType", "a string", Value::is_string));
    match (get(resource, "text"), get(resource, "blob")) {
        (None, None) => problems.useless.push(format!("{what} has neither `text` nor `blob`")),
        (Some(_), Some(_)) => problems.useless.push(format!("{what} has both `text` and `blob`")),
        (Some(text), None) if !text.is_string() => problems.useless.push(wrong("text", text, "a string")),
        (None, Some(blob)) if !blob.is_string() => problems.useless.push(wrong("blob", blob, "a string")),
        (Some(_), None) | (None, Some(_)) => base64(resource, "blob", problems),
    }
}

/// What the usual clients read strictly, wherever it stands.
pub(super) fn meta(object: &Value) -> Option<String> {
    optional(object, "_meta", "an object", Value::is_object)
}

fn absent_or_wrong(name: &str, value: Option<&Value>) -> String {
    value.map_or_else(|| format!("`{name}` is missing"), |value| wrong(name, value, "an object"))
}

/// A kind that came with a later revision than the one spoken.
fn newer(kind: &str, context: &Context<'_>) -> Option<String> {
    let since = match kind {
        "audio" => Revision::V2025_03_26,
        "resource_link" => Revision::V2025_06_18,
        _ => return None,
    };
    let spoken = context.revision.filter(|spoken| *spoken < since)?;
    Some(format!("its type \"{kind}\" came with revision {since}, and {spoken} is spoken"))
}

/// What is wrong with the annotations of a block or of a listed resource.
pub(super) fn annotations(annotations: Option<&Value>) -> Vec<String> {
    let Some(annotations) = annotations else { return Vec::new() };
    if !annotations.is_object() {
        return vec![wrong("annotations", annotations, "an object")];
    }
    let role = |value: &Value| value == "user" || value == "assistant";
    let share = |value: &Value| value.as_f64().is_some_and(|n| (0.0..=1.0).contains(&n));
    let date = |value: &Value| value.as_str().is_some_and(format::is_iso_8601);
    let problems = [
        optional(annotations, "audience", "an array of \"user\" and \"assistant\"", Value::is_array),
        item(annotations, "audience", "\"user\" or \"assistant\"", role),
        optional(annotations, "priority", "a number from 0 to 1", share),
        optional(annotations, "lastModified", "a date of ISO 8601", date),
    ];
    problems.into_iter().flatten().collect()
}

fn uri(object: &Value) -> Option<String> {
    let uri = object.get("uri")?.as_str()?;
    let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    (!is_scheme).then(|| format!("`uri` is {}, which has no scheme", excerpt::quoted_to(uri, 60)))
}

/// Clients forgive line ends and missing padding; what they cannot decode is of no use.
fn base64(object: &Value, name: &str, problems: &mut Problems) {
    let Some(data) = object.get(name).and_then(Value::as_str) else { return };
    let shown = || excerpt::quoted_to(data, 24);
    if !is_decodable(data.as_bytes()) {
        problems.useless.push(format!("`{name}` is no Base64: {}", shown()));
    } else if !is_base64(data.as_bytes()) {
        problems.odd.push(format!("`{name}` is not plain Base64 (line ends, or no padding): {}", shown()));
    }
}

/// As usual decoders have it: blanks are skipped, padding may be missing.
fn is_decodable(data: &[u8]) -> bool {
    let mut digits = 0_usize;
    let mut padded = false;
    for byte in data.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        match byte {
            b'=' => padded = true,
            b'+' | b'/' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' if !padded => digits += 1,
            _ => return false,
        }
    }
    digits % 4 != 1
}

/// RFC 4648, section 4: the plain alphabet, padded.
fn is_base64(data: &[u8]) -> bool {
    let body = data.strip_suffix(b"==").or_else(|| data.strip_suffix(b"=")).unwrap_or(data);
    data.len().is_multiple_of(4) && body.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}
