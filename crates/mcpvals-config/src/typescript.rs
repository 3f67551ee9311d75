//! TypeScript declarations of a config's types, made from its JSON Schema.

use serde_json::{Map, Value};

use crate::schema::{SCHEMA, TS_TYPE};

/// The declarations: `Config`, `ToolHealthSuite`, `ToolTest`, `Workflow`, … and `defineConfig`.
pub fn typescript() -> String {
    let root = ("Config", &*SCHEMA);
    let definitions = SCHEMA["$defs"].as_object().into_iter().flatten();
    let definitions = definitions.map(|(name, schema)| (name.as_str(), schema));
    let types = std::iter::once(root).chain(definitions).map(|(name, schema)| declaration(name, schema));
    format!("{HEAD}\n{}\n{TAIL}", types.collect::<Vec<_>>().join("\n"))
}

const HEAD: &str = "// Types of mcpvals configs. Generated from the JSON Schema: do not edit.\n";

const TAIL: &str = "\
/** Gives the config back; lets editors know its type in JavaScript, too. */
export declare function defineConfig(config: Config): Config;
export declare function defineConfig(config: () => Config | Promise<Config>): () => Config | Promise<Config>;
";

fn declaration(name: &str, schema: &Value) -> String {
    let doc = comment(schema, "");
    match schema.get("properties") {
        Some(Value::Object(properties)) => {
            format!("{doc}export interface {name} {}\n", members(schema, properties, ""))
        }
        _ => format!("{doc}export type {name} = {};\n", type_of(schema, "")),
    }
}

fn members(schema: &Value, properties: &Map<String, Value>, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let member = |(name, schema): (&String, &Value)| {
        let kind = type_of(schema, &inner);
        let said = if required.contains(&name.as_str()) { format!(": {kind}") } else { optional(&kind) };
        format!("{}{inner}{}{said};\n", comment(schema, &inner), quoted(name))
    };
    format!("{{\n{}{indent}}}", properties.iter().map(member).collect::<String>())
}

/// `undefined` is as good as nothing, also for who compiles with `exactOptionalPropertyTypes`.
fn optional(kind: &str) -> String {
    if kind == "unknown" { "?: unknown".to_owned() } else { format!("?: {kind} | undefined") }
}

fn type_of(schema: &Value, indent: &str) -> String {
    if let Some(given) = schema[TS_TYPE].as_str() {
        return given.to_owned();
    }
    if let Some(name) = schema["$ref"].as_str() {
        return name.trim_start_matches("#/$defs/").to_owned();
    }
    for branches in [&schema["anyOf"], &schema["oneOf"]] {
        if let Some(branches) = branches.as_array() {
            return union(branches.iter().map(|branch| type_of(branch, indent)));
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        return union(words.iter().map(Value::to_string));
    }
    if let Some(word) = schema.get("const") {
        return word.to_string();
    }
    type_of_kind(schema, indent)
}

fn type_of_kind(schema: &Value, indent: &str) -> String {
    match schema["type"].as_str() {
        Some("string") => "string".to_owned(),
        Some("number" | "integer") => "number".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("array") => array_of(&type_of(&schema["items"], indent)),
        Some("object") => match (schema["properties"].as_object(), schema.get("additionalProperties")) {
            (Some(properties), _) => members(schema, properties, indent),
            (None, Some(values)) if values.is_object() => format!("Record<string, {}>", type_of(values, indent)),
            (None, _) => "Record<string, unknown>".to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

fn array_of(item: &str) -> String {
    if item.contains(['|', '{']) { format!("({item})[]") } else { format!("{item}[]") }
}

/// `unknown` swallows whatever stands beside it.
fn union(types: impl Iterator<Item = String>) -> String {
    let mut types: Vec<String> = types.collect();
    types.dedup();
    if types.iter().any(|name| name == "unknown") { "unknown".to_owned() } else { types.join(" | ") }
}

fn quoted(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    if is_plain { name.to_owned() } else { format!("\"{name}\"") }
}

/// The description as a comment, with the default.
fn comment(schema: &Value, indent: &str) -> String {
    let Some(description) = schema["description"].as_str() else { return String::new() };
    let default = schema.get("default").map(|default| format!("\n\nDefault: `{default}`.")).unwrap_or_default();
    let text = format!("{description}{default}").replace("*/", "* /");
    let lines: Vec<&str> = text.lines().collect();
    match lines.as_slice() {
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let lines: String =
                lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n").collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}
