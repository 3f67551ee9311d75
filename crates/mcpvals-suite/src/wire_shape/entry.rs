//! One entry of a list against what the revision's schema asks of it (`Tool`, `Resource`, `ResourceTemplate`,
//! `Prompt`).

use std::collections::BTreeSet;

use iri_string::template::UriTemplateStr;
use iri_string::types::IriStr;
use mcpvals_model::OfferedList;
use mcpvals_model::json::member as get;
use mcpvals_model::mcp::{Revision, Tool};
use serde_json::Value;

use super::words::{a, member, optional, strings};
use super::{content, tool};
use crate::excerpt;

/// Arguments of a prompt, and icons, that are looked at.
const PARTS_MAX: usize = 1000;

/// What is wrong with an entry; of a member that the revision does not know, nothing is.
pub(super) fn problems(list: OfferedList, entry: &Value, revision: Option<Revision>) -> Vec<String> {
    if !entry.is_object() {
        return vec![format!("it is {}, not an object", a(entry))];
    }
    if list == OfferedList::Tools {
        return Tool::read(entry).map_or_else(|problems| problems, |tool| tool::problems(&tool, revision));
    }
    let mut problems: Vec<String> = ["name", list.key()].into_iter().filter_map(|key| named(entry, key)).collect();
    problems.dedup();
    problems.extend(optional(entry, "description", "a string", Value::is_string));
    problems.extend(match list {
        OfferedList::Tools => Vec::new(),
        OfferedList::Resources => resource(entry),
        OfferedList::ResourceTemplates => template(entry),
        OfferedList::Prompts => arguments(entry, revision),
    });
    problems.extend(since(Revision::V2025_06_18, revision, || titled(entry)));
    problems.extend(since(Revision::V2025_11_25, revision, || icons(entry)));
    problems
}

/// What a member is asked for since a revision.
fn since(
    introduced: Revision,
    spoken: Option<Revision>,
    problems: impl FnOnce() -> Vec<String>,
) -> impl Iterator<Item = String> {
    let is_known = spoken.is_some_and(|spoken| spoken >= introduced);
    is_known.then(problems).into_iter().flatten()
}

fn named(entry: &Value, key: &str) -> Option<String> {
    member(entry, key, "a non-empty string", |name| name.as_str().is_some_and(|name| !name.is_empty()))
}

fn titled(entry: &Value) -> Vec<String> {
    let title = optional(entry, "title", "a string", Value::is_string);
    title.into_iter().chain(optional(entry, "_meta", "an object", Value::is_object)).collect()
}

fn resource(entry: &Value) -> Vec<String> {
    let uri = get(entry, "uri").and_then(Value::as_str).filter(|uri| !uri.is_empty());
    // Letters beyond ASCII are told by no client, so an IRI will do.
    let uri = uri.filter(|uri| IriStr::new(uri).is_err());
    let uri = uri.map(|uri| format!("`uri` is {}, which is no URI", excerpt::quoted_to(uri, 80)));
    let bytes =
        |size: &Value| size.as_u64().is_some() || size.as_f64().is_some_and(|size| size >= 0.0 && size.fract() == 0.0);
    let size = optional(entry, "size", "a number of bytes", bytes);
    uri.into_iter().chain(size).chain(content_of(entry)).collect()
}

fn template(entry: &Value) -> Vec<String> {
    let template = get(entry, "uriTemplate").and_then(Value::as_str);
    let invalid = template.filter(|template| UriTemplateStr::new(template).is_err());
    let words =
        |template| format!("`uriTemplate` is {}, which is no template of RFC 6570", excerpt::quoted_to(template, 80));
    invalid.map(words).into_iter().chain(content_of(entry)).collect()
}

/// What a resource and a template say of the content.
fn content_of(entry: &Value) -> Vec<String> {
    let annotations = content::annotations(get(entry, "annotations")).into_iter();
    let annotations = annotations.map(|problem| format!("in `annotations`, {problem}"));
    optional(entry, "mimeType", "a string", Value::is_string).into_iter().chain(annotations).collect()
}

fn arguments(entry: &Value, revision: Option<Revision>) -> Vec<String> {
    let Some(Value::Array(arguments)) = get(entry, "arguments") else {
        return optional(entry, "arguments", "an array", Value::is_array).into_iter().collect();
    };
    let numbered = arguments.iter().take(PARTS_MAX).enumerate();
    let told = |(index, argument): (usize, &Value)| {
        let words = move |problem| format!("argument {}: {problem}", index + 1);
        self::argument(argument, revision).into_iter().map(words)
    };
    let mut seen = BTreeSet::new();
    let names = arguments.iter().filter_map(|argument| get(argument, "name")?.as_str());
    let again = names.into_iter().find(|name| !seen.insert(*name));
    let again = again.map(|name| format!("it has two arguments with the name {}", excerpt::quoted_to(name, 80)));
    numbered.flat_map(told).chain(again).collect()
}

fn argument(argument: &Value, revision: Option<Revision>) -> Vec<String> {
    if !argument.is_object() {
        return vec![format!("it is {}, not an object", a(argument))];
    }
    let problems = [
        named(argument, "name"),
        optional(argument, "description", "a string", Value::is_string),
        optional(argument, "required", "a boolean", Value::is_boolean),
    ];
    let title = || optional(argument, "title", "a string", Value::is_string).into_iter().collect();
    problems.into_iter().flatten().chain(since(Revision::V2025_06_18, revision, title)).collect()
}

/// What is wrong with the icons of an entry (MCP 2025-11-25, basic#icons).
pub(super) fn icons(entry: &Value) -> Vec<String> {
    let Some(Value::Array(icons)) = get(entry, "icons") else {
        return optional(entry, "icons", "an array", Value::is_array).into_iter().collect();
    };
    let numbered = icons.iter().take(PARTS_MAX).enumerate();
    let words = |index: usize| move |problem| format!("icon {}: {problem}", index + 1);
    numbered.flat_map(|(index, icon)| self::icon(icon).into_iter().map(words(index))).collect()
}

fn icon(icon: &Value) -> Vec<String> {
    if !icon.is_object() {
        return vec![format!("it is {}, not an object", a(icon))];
    }
    let theme = |value: &Value| value == "light" || value == "dark";
    let uri = |value: &Value| value.as_str().is_some_and(|src| IriStr::new(src).is_ok());
    let problems = [
        member(icon, "src", "a URI", uri),
        optional(icon, "mimeType", "a string", Value::is_string),
        strings(icon, "sizes"),
        optional(icon, "theme", "\"light\" or \"dark\"", theme),
    ];
    problems.into_iter().flatten().collect()
}
