//! Flaws in one entry of a list of resources, templates or prompts: the first that has what is spoilt.

use serde_json::{Map, Value, json};

use crate::flaw::Flaw;

/// The answer to `method` with the flaw in it.
pub(super) fn spoil(flaw: Flaw, method: &str, mut message: Value) -> Value {
    let Some(list) = list(flaw).filter(|(listing, _)| *listing == method).map(|(_, list)| list) else { return message };
    let entries = message.pointer_mut(&format!("/result/{list}")).and_then(Value::as_array_mut);
    if let Some(entries) = entries.filter(|entries| is_first_page(list, entries)) {
        of_entries(flaw, entries);
    }
    message
}

/// Only the resources have more pages than one.
fn is_first_page(list: &str, entries: &[Value]) -> bool {
    list != "resources" || entries.iter().any(|entry| entry["uri"] == "note://1")
}

/// The method, and the member of its result.
fn list(flaw: Flaw) -> Option<(&'static str, &'static str)> {
    match flaw.name().split('-').next() {
        Some("resource") => Some(("resources/list", "resources")),
        Some("template") => Some(("resources/templates/list", "resourceTemplates")),
        Some("prompt") => Some(("prompts/list", "prompts")),
        _ => None,
    }
}

fn of_entries(flaw: Flaw, entries: &mut Vec<Value>) {
    match flaw {
        Flaw::ResourceIsNumber => entries.push(json!(7)),
        Flaw::TemplateTwice | Flaw::PromptTwice => entries.extend(entries.first().cloned()),
        Flaw::PromptArgumentUnnamed | Flaw::PromptArgumentTwice | Flaw::PromptRequiredIsText => {
            let mut lists = entries.iter_mut().filter_map(|entry| entry.get_mut("arguments")?.as_array_mut());
            if let Some(arguments) = lists.find(|arguments| !arguments.is_empty()) {
                of_arguments(flaw, arguments);
            }
        }
        flaw => {
            if let Some(entry) = entries.first_mut().and_then(Value::as_object_mut) {
                of_entry(flaw, entry);
            }
        }
    }
}

fn of_arguments(flaw: Flaw, arguments: &mut Vec<Value>) {
    match flaw {
        Flaw::PromptArgumentTwice => arguments.extend(arguments.first().cloned()),
        Flaw::PromptRequiredIsText => arguments[0]["required"] = json!("yes"),
        _ => drop(arguments[0].as_object_mut().map(|argument| argument.shift_remove("name"))),
    }
}

fn of_entry(flaw: Flaw, entry: &mut Map<String, Value>) {
    let mut set = |name: &str, value: Value| drop(entry.insert(name.to_owned(), value));
    match flaw {
        Flaw::ResourceUriIsName => set("uri", json!("a name")),
        Flaw::ResourceSizeIsText => set("size", json!("3")),
        Flaw::ResourceTypeIsNumber => set("mimeType", json!(7)),
        Flaw::ResourceIconWithoutSrc => set("icons", json!([{"mimeType": "image/png"}])),
        Flaw::TemplateNotClosed => set("uriTemplate", json!("letter://{name")),
        Flaw::PromptDescriptionIsNumber => set("description", json!(7)),
        Flaw::ResourceWithoutUri => drop(entry.shift_remove("uri")),
        _ => drop(entry.shift_remove("name")),
    }
}
