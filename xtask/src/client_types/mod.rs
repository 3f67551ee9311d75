//! The types of `mcpvals-client`, made from the service's own description.

mod names;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use names::pascal;

/// What is made of the schemas, in the order of their names.
#[derive(Default)]
struct Types {
    made: BTreeMap<String, Type>,
    /// The schema of each, so that the same one within another is not made twice.
    of: BTreeMap<String, Value>,
}

enum Type {
    Struct { words: String, members: Vec<Member> },
    Words { words: String, values: Vec<(String, String)> },
}

struct Member {
    /// In JSON.
    name: String,
    words: String,
    of: String,
    is_optional: bool,
}

/// The module's text.
pub(crate) fn text(openapi: &Value) -> String {
    let mut types = Types::default();
    for (name, schema) in openapi["components"]["schemas"].as_object().into_iter().flatten() {
        types.of.insert(name.clone(), schema.clone());
    }
    for (name, schema) in types.of.clone() {
        // Errors are the client's own.
        if name != "Error" && name != "Meta" {
            types.make(&name, &schema);
        }
    }
    write::module(&types.made)
}

impl Types {
    fn make(&mut self, name: &str, schema: &Value) {
        let words = words(schema);
        let made = match values(schema) {
            Some(values) => Type::Words { words, values },
            None => Type::Struct { words, members: self.members(name, schema) },
        };
        self.made.insert(name.to_owned(), made);
    }

    fn members(&mut self, parent: &str, schema: &Value) -> Vec<Member> {
        let required: BTreeSet<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let member = |(name, schema): (String, Value)| {
            let (of, is_null) = self.type_of(parent, &name, &schema);
            let is_optional = is_null || !required.contains(&*name);
            Member { words: words(&schema), of, is_optional, name }
        };
        properties.into_iter().map(member).collect()
    }

    /// The name of its type, and whether it may be null.
    fn type_of(&mut self, parent: &str, member: &str, schema: &Value) -> (String, bool) {
        if let Some(name) = reference(schema) {
            return (name, false);
        }
        if let Some(inner) = schema["anyOf"].as_array().filter(|branches| is_nullable(branches)) {
            return (self.type_of(parent, member, &inner[0]).0, true);
        }
        if values(schema).is_some() {
            return (self.inner(parent, member, schema), is_null(schema));
        }
        let of = match kind(schema) {
            Some("string") => "String".to_owned(),
            Some("boolean") => "bool".to_owned(),
            Some("number") => "f64".to_owned(),
            Some("integer") => "i64".to_owned(),
            Some("array") => format!("Vec<{}>", self.type_of(parent, member, &schema["items"]).0),
            Some("object") => self.object(parent, member, schema),
            _ => "Value".to_owned(),
        };
        (of, is_null(schema))
    }

    fn object(&mut self, parent: &str, member: &str, schema: &Value) -> String {
        if schema["properties"].is_object() {
            return self.inner(parent, member, schema);
        }
        match &schema["additionalProperties"] {
            Value::Object(_) => {
                let of = self.type_of(parent, member, &schema["additionalProperties"]).0;
                format!("BTreeMap<String, {of}>")
            }
            _ => "Map<String, Value>".to_owned(),
        }
    }

    /// A type that stands within another: under the member's name, where no other has it.
    fn inner(&mut self, parent: &str, member: &str, schema: &Value) -> String {
        let own = format!("{parent}{}", pascal(member));
        let short = pascal(member);
        let is_words = values(schema).is_some();
        let known = self.of.get(&short);
        let is_same = known.is_some_and(|known| bare(known) == bare(schema));
        let name = if !is_words && (known.is_none() || is_same) { short } else { own };
        if !self.made.contains_key(&name) {
            self.of.insert(name.clone(), schema.clone());
            self.make(&name, schema);
        }
        name
    }
}

/// Without what only people read.
fn bare(schema: &Value) -> Map<String, Value> {
    let members = schema.as_object().cloned().unwrap_or_default();
    members.into_iter().filter(|(name, _)| name != "description").collect()
}

fn words(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or("As its name says.").to_owned()
}

fn reference(schema: &Value) -> Option<String> {
    schema["$ref"].as_str()?.rsplit('/').next().map(str::to_owned)
}

fn is_nullable(branches: &[Value]) -> bool {
    branches.len() == 2 && branches[1]["type"] == "null"
}

fn is_null(schema: &Value) -> bool {
    schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"))
}

fn kind(schema: &Value) -> Option<&str> {
    let kinds = &schema["type"];
    kinds.as_str().or_else(|| kinds.as_array()?.iter().filter_map(Value::as_str).find(|kind| *kind != "null"))
}

/// The words of an enumeration, each with what it means.
fn values(schema: &Value) -> Option<Vec<(String, String)>> {
    let branches = schema["oneOf"].as_array().filter(|branches| branches.iter().all(|one| one["const"].is_string()));
    if let Some(branches) = branches {
        let value = |one: &Value| Some((one["const"].as_str()?.to_owned(), words(one)));
        return branches.iter().map(value).collect();
    }
    let all = schema["enum"].as_array()?;
    let texts = all.iter().filter_map(Value::as_str);
    Some(texts.map(|text| (text.to_owned(), format!("`{text}`"))).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::text;

    #[test]
    fn every_shape_has_its_type() {
        let made = text(&json!({"components": {"schemas": {
            "Colour": {"oneOf": [{"const": "deep-red", "description": "A colour."}]},
            "Thing": {"type": "object", "description": "A thing.", "required": ["id", "colour", "score"], "properties": {
                "id": {"type": "string", "description": "Its name."},
                "colour": {"$ref": "#/components/schemas/Colour"},
                "score": {"type": ["number", "null"]},
                "state": {"type": "string", "enum": ["on", "off"]},
                "inside": {"type": "object", "properties": {"type": {"type": "integer"}}},
                "others": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "boolean"}}},
            }},
        }}}));
        let with = |part: &str| assert!(made.contains(part), "{part}\n{made}");
        with(
            "pub enum Colour {\n    /// A colour.\n    #[default]\n    #[serde(rename = \"deep-red\")]\n    DeepRed,\n",
        );
        with("    #[serde(untagged)]\n    Other(String),\n");
        with("/// A thing.\n#[derive(");
        with("    /// Its name.\n    pub id: String,\n");
        with("    pub colour: Colour,\n");
        with("    #[serde(skip_serializing_if = \"Option::is_none\")]\n    pub score: Option<f64>,\n");
        with("    pub state: Option<ThingState>,\n");
        with("    pub inside: Option<Inside>,\n");
        with(
            "    #[serde(rename = \"type\", skip_serializing_if = \"Option::is_none\")]\n    pub kind: Option<i64>,\n",
        );
        with("    pub others: Option<BTreeMap<String, Vec<bool>>>,\n");
    }
}
