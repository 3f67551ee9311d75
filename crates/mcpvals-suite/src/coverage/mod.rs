//! What a server offers and which of it was exercised, as frames show it. Judges nothing: that a call was refused is
//! how a refusal is exercised.

mod schema;
mod template;
#[cfg(test)]
mod tests;

use mcpvals_model::json::member;
use mcpvals_model::mcp::{Offer, Tool};
use mcpvals_model::{Call, CallEnd, Covered, ItemKind, Trace};
use serde_json::{Map, Value};

use template::Pattern;

/// Arguments of one call that are looked at; no schema that is counted to its end has more parameters.
const ARGUMENTS_MAX: usize = 10_000;
/// Items of a list that are looked at.
const ITEMS_MAX: usize = 100;

/// Everything that a server offers, none of it exercised.
pub fn offered(server: &str, offer: &Offer) -> Covered {
    let mut covered = Covered::new(server);
    covered.cut = !offer.unread.is_empty();
    offer.tools.iter().for_each(|tool| offer_tool(&mut covered, tool));
    for name in unreadable_tools(offer) {
        covered.offer(ItemKind::Tool, &[name]);
    }
    texts(&offer.resources, "uri").for_each(|uri| covered.offer(ItemKind::Resource, &[uri]));
    let templates = texts(&offer.resource_templates, "uriTemplate");
    templates.for_each(|template| covered.offer(ItemKind::ResourceTemplate, &[template]));
    for prompt in &offer.prompts {
        let Some(name) = text(prompt, "name") else { continue };
        covered.offer(ItemKind::Prompt, &[name]);
        arguments_of(prompt).for_each(|argument| covered.offer(ItemKind::Prompt, &[name, argument]));
    }
    covered
}

/// What the calls in a trace with one server exercised of what it offered at the time. A call that was not answered, or whose
/// frames were not kept, exercised nothing that anybody could see.
pub fn exercised(server: &str, trace: &Trace) -> Covered {
    let mut covered = Covered::new(server);
    for call in trace.calls.iter().filter(|call| call.end == CallEnd::Answered && call.answer.is_some()) {
        let Some(params) = params(call, trace) else { continue };
        match call.method.as_str() {
            "tools/call" => exercise_tool(&mut covered, params, &trace.offer),
            "resources/read" => exercise_resource(&mut covered, params, &trace.offer),
            "prompts/get" => exercise_prompt(&mut covered, params, &trace.offer),
            _ => {}
        }
    }
    covered
}

/// As they were sent.
fn params<'t>(call: &Call, trace: &'t Trace) -> Option<&'t Value> {
    member(trace.frame(call.request?)?.message()?, "params")
}

fn offer_tool(covered: &mut Covered, tool: &Tool) {
    covered.offer(ItemKind::Tool, &[tool.name()]);
    let root = tool.input_schema();
    for (name, schema) in schema::properties(root, root) {
        // What is beyond the bound costs no time, either.
        if covered.is_full() {
            return;
        }
        offer_parameter(covered, tool.name(), name, schema, root);
        for (member, schema) in schema::properties(schema, root) {
            offer_parameter(covered, tool.name(), &format!("{name}.{member}"), schema, root);
        }
        for (member, schema) in schema::items(schema, root).flat_map(|items| schema::properties(items, root)) {
            offer_parameter(covered, tool.name(), &format!("{name}[].{member}"), schema, root);
        }
    }
}

fn offer_parameter(covered: &mut Covered, tool: &str, name: &str, schema: &Value, root: &Value) {
    covered.offer(ItemKind::Tool, &[tool, name]);
    for choice in schema::choices(schema, root) {
        covered.offer(ItemKind::Tool, &[tool, name, &choice]);
    }
}

fn exercise_tool(covered: &mut Covered, params: &Value, offer: &Offer) {
    let Some(name) = text(params, "name") else { return };
    let tool = offer.tools.iter().find(|tool| tool.name() == name);
    if tool.is_some() || unreadable_tools(offer).any(|unreadable| unreadable == name) {
        covered.exercise(ItemKind::Tool, &[name]);
    }
    if let (Some(tool), Some(arguments)) = (tool, given(params)) {
        let root = tool.input_schema();
        exercise_parameters(covered, tool, (root, ""), arguments);
        for (name, value) in arguments.iter().take(ARGUMENTS_MAX) {
            for schema in schema::definitions(root, root, name) {
                exercise_within(covered, tool, (schema, name), value);
            }
        }
    }
}

/// The members of an argument, and of the objects in a list.
fn exercise_within(covered: &mut Covered, tool: &Tool, (schema, name): (&Value, &str), value: &Value) {
    if let Some(members) = value.as_object() {
        exercise_parameters(covered, tool, (schema, &format!("{name}.")), members);
    }
    let objects = value.as_array().into_iter().flatten().take(ITEMS_MAX).filter_map(Value::as_object);
    for members in objects {
        for items in schema::items(schema, tool.input_schema()) {
            exercise_parameters(covered, tool, (items, &format!("{name}[].")), members);
        }
    }
}

/// The members of an object that its schema defines; their names are told with what stands before them.
fn exercise_parameters(
    covered: &mut Covered,
    tool: &Tool,
    (schema, before): (&Value, &str),
    members: &Map<String, Value>,
) {
    for (name, value) in members.iter().take(ARGUMENTS_MAX) {
        for definition in schema::definitions(schema, tool.input_schema(), name) {
            let name = format!("{before}{name}");
            covered.exercise(ItemKind::Tool, &[tool.name(), &name]);
            for choice in schema::chosen(definition, tool.input_schema(), value) {
                covered.exercise(ItemKind::Tool, &[tool.name(), &name, &choice]);
            }
        }
    }
}

fn exercise_resource(covered: &mut Covered, params: &Value, offer: &Offer) {
    let Some(read) = text(params, "uri") else { return };
    if texts(&offer.resources, "uri").any(|uri| uri == read) {
        covered.exercise(ItemKind::Resource, &[read]);
    }
    for template in texts(&offer.resource_templates, "uriTemplate") {
        if Pattern::read(template).is_some_and(|pattern| pattern.could_make(read)) {
            covered.exercise(ItemKind::ResourceTemplate, &[template]);
        }
    }
}

fn exercise_prompt(covered: &mut Covered, params: &Value, offer: &Offer) {
    let Some(name) = text(params, "name") else { return };
    for prompt in offer.prompts.iter().filter(|prompt| text(prompt, "name") == Some(name)) {
        covered.exercise(ItemKind::Prompt, &[name]);
        let is_given = |argument: &&str| given(params).is_some_and(|given| given.contains_key(*argument));
        arguments_of(prompt).filter(is_given).for_each(|one| covered.exercise(ItemKind::Prompt, &[name, one]));
    }
}

/// Tools that can be called by their name, though what else was listed of them makes no sense.
fn unreadable_tools(offer: &Offer) -> impl Iterator<Item = &str> {
    let tools = offer.malformed.iter().filter(|entry| entry.usable && entry.method == "tools/list");
    tools.filter_map(|entry| entry.name.as_deref())
}

fn arguments_of(prompt: &Value) -> impl Iterator<Item = &str> {
    let arguments = member(prompt, "arguments").and_then(Value::as_array);
    texts(arguments.map(Vec::as_slice).unwrap_or_default(), "name")
}

fn given(params: &Value) -> Option<&Map<String, Value>> {
    member(params, "arguments")?.as_object()
}

fn texts<'v>(entries: &'v [Value], key: &'static str) -> impl Iterator<Item = &'v str> {
    entries.iter().filter_map(move |entry| text(entry, key))
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    member(value, key)?.as_str()
}
