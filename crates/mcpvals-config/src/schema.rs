//! The JSON Schema of config files, made from [`ConfigFile`].

use std::sync::LazyLock;

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Map, Value};

use crate::defaults::DEFAULTS_BY_DEFINITION;
use crate::file::ConfigFile;

/// JSON Schema (2020-12) of a config file, for editors and for `mcpvals schema`.
pub fn schema() -> Value {
    let mut published = SCHEMA.clone();
    remove_member(&mut published, TS_TYPE);
    published
}

/// The keyword that gives a TypeScript type where the schema's own would be too narrow; not published.
pub(crate) const TS_TYPE: &str = "tsType";

/// The schema with the hints for [`mod@crate::typescript`].
pub(crate) static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let settings = SchemaSettings::draft2020_12().for_deserialize().with_transform(Tidy);
    let mut schema = settings.into_generator().into_root_schema_for::<ConfigFile>().to_value();
    schema["title"] = "mcpvals config".into();
    add_defaults(&mut schema);
    schema
});

/// Takes out what only mirrors Rust: `null` for what may be left out, and formats of Rust's numbers.
#[derive(Clone)]
pub(crate) struct Tidy;

impl Transform for Tidy {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        object.shift_remove("format");
        if object.get("default") == Some(&Value::Null) {
            object.shift_remove("default");
        }
        drop_null_type(object);
        drop_null_word(object);
        drop_null_branch(object);
    }
}

fn drop_null_type(object: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = object.get_mut("type") else { return };
    types.retain(|kind| kind != "null");
    if let [kind] = types.as_slice() {
        let kind = kind.clone();
        object.insert("type".to_owned(), kind);
    }
}

fn drop_null_word(object: &mut Map<String, Value>) {
    if let Some(Value::Array(words)) = object.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
}

fn drop_null_branch(object: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = object.get_mut("anyOf") else { return };
    branches.retain(|branch| branch["type"] != "null");
    if let [Value::Object(only)] = branches.as_slice() {
        let only = only.clone();
        object.shift_remove("anyOf");
        for (key, value) in only {
            object.entry(key).or_insert(value);
        }
    }
}

fn add_defaults(schema: &mut Value) {
    for (definition, defaults) in DEFAULTS_BY_DEFINITION.iter() {
        let target = match definition.as_str() {
            "Config" => &mut *schema,
            name => &mut schema["$defs"][name],
        };
        for (name, default) in defaults {
            target["properties"][name]["default"] = default.clone();
        }
    }
}

fn remove_member(value: &mut Value, name: &str) {
    match value {
        Value::Object(members) => {
            members.shift_remove(name);
            members.values_mut().for_each(|member| remove_member(member, name));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| remove_member(item, name)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
