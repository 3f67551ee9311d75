//! Arguments made from a tool's schema. Pure.

use std::sync::LazyLock;

use mcpvals_model::mcp::Tool;
use regex::Regex;
use serde_json::{Map, Value, json};

use super::pattern;
use super::places::Places;

/// How deep a schema is followed: it comes from a server, and may refer to itself.
const DEPTH_MAX: usize = 8;
/// Larger arrays and longer texts are not made, whatever a schema asks for.
const ITEMS_MAX: u64 = 50;
const CHARS_MAX: u64 = 2_000;

/// Arguments, and how much of them is made up.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arguments {
    /// They.
    pub(crate) values: Map<String, Value>,
    /// The members whose value the schema does not give; a server may well refuse those.
    pub(crate) made_up: Vec<String>,
}

/// The required members, each with what the schema suggests, or with the plainest value that it allows.
pub(crate) fn good(tool: &Tool, places: &Places) -> Arguments {
    let schema = tool.input_schema();
    let part = Part {
        schema,
        whole: schema,
        guessed: false,
        places,
        of_file: speaks_of_a_file(tool.name()),
        of_git: tool.name().to_ascii_lowercase().contains("git"),
    };
    if let Some(example) = example(schema) {
        return Arguments { values: example, made_up: Vec::new() };
    }
    let mut made_up = Vec::new();
    let values = required(part).map(|(name, part)| {
        let (value, guessed) = value(name, part, DEPTH_MAX);
        made_up.extend(guessed.then(|| name.to_owned()));
        (name.to_owned(), value)
    });
    let values = values.collect();
    Arguments { values, made_up }
}

/// An example of the whole.
fn example(schema: &Value) -> Option<Map<String, Value>> {
    let first = schema.get("examples").and_then(Value::as_array).and_then(|list| list.first());
    first.or_else(|| schema.get("example")).and_then(Value::as_object).cloned()
}

/// The schema of a member, references followed.
pub(crate) fn member<'a>(schema: &'a Value, name: &str) -> Option<&'a Value> {
    Some(followed(schema, schema.get("properties")?.get(name)?))
}

/// A schema within the schema that its `$ref`s speak of.
#[derive(Clone, Copy)]
struct Part<'a> {
    schema: &'a Value,
    whole: &'a Value,
    guessed: bool,
    places: &'a Places,
    /// Is the tool about one file?
    of_file: bool,
    /// Is it about a repository of git?
    of_git: bool,
}

impl<'a> Part<'a> {
    /// A schema inside, or what it refers to.
    fn at(self, schema: &'a Value) -> Self {
        Self { schema: followed(self.whole, schema), ..self }
    }
}

/// What a schema refers to; a reference that leads nowhere here allows anything.
fn followed<'a>(whole: &'a Value, schema: &'a Value) -> &'a Value {
    let mut schema = schema;
    for _ in 0..DEPTH_MAX {
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { break };
        let pointer = reference.strip_prefix('#').unwrap_or_default();
        schema = whole.pointer(pointer).filter(|_| !pointer.is_empty()).unwrap_or(&Value::Null);
    }
    schema
}

fn required(part: Part<'_>) -> impl Iterator<Item = (&str, Part<'_>)> {
    let required = part.schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    required.iter().filter_map(Value::as_str).map(move |name| {
        let schema = part.schema.get("properties").and_then(|properties| properties.get(name));
        (name, part.at(schema.unwrap_or(&Value::Null)))
    })
}

/// A value, and whether it is made up.
fn value(name: &str, part: Part<'_>, depth: usize) -> (Value, bool) {
    if let Some(suggested) = suggested(part.schema) {
        return (suggested, part.guessed);
    }
    let Some(depth) = depth.checked_sub(1) else { return (Value::Null, true) };
    if let Some(choice) = choice(part.schema) {
        return value(name, part.at(choice), depth);
    }
    match type_of(part.schema) {
        "boolean" => (json!(false), false),
        "null" => (Value::Null, false),
        "integer" | "number" => (number(part.schema, 1.0), true),
        "array" => array(name, part, depth),
        "object" => object(part, depth),
        _ => (json!(text(name, part)), true),
    }
}

fn suggested(schema: &Value) -> Option<Value> {
    let first = |member: &str| schema.get(member).and_then(Value::as_array).and_then(|list| list.first());
    let given = first("examples").or_else(|| schema.get("example")).or_else(|| schema.get("const"));
    given.or_else(|| schema.get("default").filter(|value| !value.is_null())).or_else(|| first("enum")).cloned()
}

/// The first branch that is not `null`.
fn choice(schema: &Value) -> Option<&Value> {
    let branches = ["anyOf", "oneOf", "allOf"].iter().find_map(|member| schema.get(*member)?.as_array())?;
    branches.iter().find(|branch| branch.get("type") != Some(&json!("null"))).or_else(|| branches.first())
}

fn number(schema: &Value, plain: f64) -> Value {
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    let least = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|bound| bound + 1.0));
    let most = bound("maximum").or_else(|| bound("exclusiveMaximum").map(|bound| bound - 1.0));
    let mut number = plain;
    if let Some(most) = most.filter(|most| number > *most) {
        number = most;
    }
    if let Some(least) = least.filter(|least| number < *least) {
        number = least;
    }
    if let Some(step) = bound("multipleOf").filter(|step| *step > 0.0) {
        number = (number / step).ceil() * step;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole, and in range")]
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}

fn array(name: &str, part: Part<'_>, depth: usize) -> (Value, bool) {
    let least = part.schema.get("minItems").and_then(Value::as_u64).unwrap_or(0).min(ITEMS_MAX);
    let (item, guessed) = match part.schema.get("items") {
        Some(items) => value(name, part.at(items), depth),
        None => (json!("example"), true),
    };
    let count = usize::try_from(least).unwrap_or_default();
    (Value::Array(vec![item; count]), guessed || count == 0)
}

fn object(part: Part<'_>, depth: usize) -> (Value, bool) {
    let mut any_guessed = part.schema.get("properties").is_none();
    let members: Map<String, Value> = required(part)
        .map(|(name, part)| {
            let (value, guessed) = value(name, part, depth);
            any_guessed |= guessed;
            (name.to_owned(), value)
        })
        .collect();
    (Value::Object(members), any_guessed)
}

/// A text of the format that is asked for, or of what the name speaks of.
fn text(name: &str, part: Part<'_>) -> String {
    let schema = part.schema;
    let word = match schema.get("format").and_then(Value::as_str) {
        Some("uri" | "url" | "uri-reference") => "https://example.com/",
        Some("email") => "user@example.com",
        Some("date") => "2026-01-01",
        Some("date-time") => "2026-01-01T00:00:00Z",
        Some("time") => "12:00:00Z",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        Some("ipv4") => "192.0.2.1",
        Some("ipv6") => "2001:db8::1",
        Some("hostname") => "example.com",
        Some(_) | None => said_choice(schema).unwrap_or_else(|| by_name(name, part)),
    };
    if let Some(text) = pattern::text(schema, word) {
        return text;
    }
    let length = |member: &str, none| schema.get(member).and_then(Value::as_u64).unwrap_or(none).min(CHARS_MAX);
    let (least, most) = (length("minLength", 0), length("maxLength", CHARS_MAX));
    let mut text: String = word.chars().take(usize::try_from(most).unwrap_or_default()).collect();
    while (text.chars().count() as u64) < least {
        text.push('x');
    }
    text
}

/// The first of the words in quotes that a description gives to choose from: "'local', 'remote' or 'all'".
fn said_choice(schema: &Value) -> Option<&str> {
    static QUOTED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"['"`]([A-Za-z][\w-]{1,30})['"`]"#).expect("constant, and tested"));
    let description = schema.get("description")?.as_str()?;
    let mut words = QUOTED.captures_iter(description).filter_map(|captures| captures.get(1)).map(|word| word.as_str());
    let first = words.next()?;
    words.next().is_some_and(|second| second != first).then_some(first)
}

/// Does the name speak of a file, and of no folder?
fn speaks_of_a_file(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is = |words: &[&str]| words.iter().any(|word| name.contains(word));
    is(&["file", "media", "image", "document"]) && !is(&["dir", "folder", "list", "tree", "search", "files"])
}

fn by_name<'a>(name: &str, part: Part<'a>) -> &'a str {
    let name = name.to_ascii_lowercase();
    let is = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match () {
        () if is(&["url", "uri", "endpoint"]) => "https://example.com/",
        () if is(&["email"]) => "user@example.com",
        () if is(&["timezone", "time_zone"]) => "Europe/Berlin",
        () if is(&["datetime", "timestamp"]) => "2026-01-01T00:00:00Z",
        () if is(&["date"]) => "2026-01-01",
        () if is(&["time"]) => "12:00",
        () if is(&["path", "file", "dir", "folder", "repo"]) && !is(&["name"]) => {
            let is_file = speaks_of_a_file(&name) || part.of_file && !is(&["dir", "folder", "repo"]);
            let known = if is_file { &part.places.file } else { &part.places.folder };
            known.as_deref().or(part.places.folder.as_deref()).unwrap_or(".")
        }
        () if is(&["revision", "commit", "branch"]) || part.of_git && is(&["target", "ref"]) => "HEAD",
        () if is(&["lang", "locale"]) => "en",
        () if is(&["country"]) => "DE",
        () if is(&["city", "location"]) => "Berlin",
        () if is(&["currency"]) => "EUR",
        () if is(&["query", "search", "keyword", "term"]) => "test",
        () => "example",
    }
}

/// The first type that is not `null`, where there are several.
pub(crate) fn type_of(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(one)) => one,
        Some(Value::Array(several)) => {
            several.iter().filter_map(Value::as_str).find(|word| *word != "null").unwrap_or("null")
        }
        _ if schema.get("properties").is_some() => "object",
        _ => "any",
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Tool;
    use serde_json::{Value, json};

    use super::{Places, good};

    #[track_caller]
    fn check(schema: &Value, values: &Value, made_up: &[&str]) {
        let tool = Tool::read(&json!({"name": "t", "inputSchema": schema})).expect("it is a tool");
        let made = good(&tool, &Places::default());
        assert_eq!(Value::Object(made.values), *values);
        assert_eq!(made.made_up, made_up);
    }

    #[test]
    fn what_the_schema_gives_is_taken_and_the_rest_made_up() {
        let properties = json!({
            "city": {"type": "string", "examples": ["Oslo"]},
            "unit": {"enum": ["C", "F"]},
            "days": {"type": ["null", "integer"], "minimum": 2},
            "tags": {"type": "array", "items": {"type": "string"}, "minItems": 2},
            "where": {"anyOf": [{"type": "null"}, {"type": "object", "required": ["lat"], "properties": {"lat": {"type": "number", "maximum": 0.5}}}]},
            "from": {"type": "string", "format": "date"},
            "code": {"type": "string", "minLength": 9},
            "deep": {"type": "boolean"},
            "note": {"type": "string"},
        });
        let schema = json!({
            "type": "object",
            "required": ["city", "unit", "days", "tags", "where", "from", "code", "deep"],
            "properties": properties,
        });
        let values = json!({
            "city": "Oslo", "unit": "C", "days": 2, "tags": ["example", "example"], "where": {"lat": 0.5},
            "from": "2026-01-01", "code": "examplexx", "deep": false,
        });
        check(&schema, &values, &["days", "tags", "where", "from", "code"]);
    }

    #[test]
    fn a_pattern_is_kept_where_it_can_be() {
        for (name, pattern, wanted) in [
            ("fileKey", "^[a-zA-Z0-9]+$", "example"),
            ("country", "^[A-Z]{2}$", "DE"),
            ("hash", "^[0-9a-f]{40}$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
            ("odd", "^(?=x)x$", "example"),
        ] {
            let properties = json!({name: {"type": "string", "pattern": pattern}});
            check(&json!({"required": [name], "properties": properties}), &json!({name: wanted}), &[name]);
        }
    }

    #[test]
    fn words_to_choose_from_are_read_in_a_description() {
        for (description, wanted) in [
            ("Branches: 'local', 'remote' or 'all'", "local"),
            ("The branch, such as 'main'", "HEAD"),
            ("A branch", "HEAD"),
        ] {
            let properties = json!({"branch": {"type": "string", "description": description}});
            check(&json!({"required": ["branch"], "properties": properties}), &json!({"branch": wanted}), &["branch"]);
        }
    }

    #[test]
    fn an_example_of_the_whole_is_no_guess() {
        check(&json!({"type": "object", "required": ["a"], "examples": [{"a": 7}]}), &json!({"a": 7}), &[]);
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let schema = json!({
            "type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}},
            "$defs": {"a": {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}}}},
        });
        let tool = Tool::read(&json!({"name": "t", "inputSchema": schema})).expect("it is a tool");
        assert_eq!(good(&tool, &Places::default()).made_up, ["a"]);
    }
}
