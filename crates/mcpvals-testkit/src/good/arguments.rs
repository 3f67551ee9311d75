//! Checks arguments against the few JSON Schema keywords that `tools.json` uses.

use serde_json::{Map, Value};

/// Says what is wrong with `arguments`, if anything.
pub(super) fn check(schema: &Value, arguments: &Map<String, Value>) -> Result<(), String> {
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !arguments.contains_key(name) {
            return Err(format!("missing argument `{name}`"));
        }
    }
    for (name, value) in arguments {
        check_value(&schema["properties"][name], value).map_err(|why| format!("argument `{name}` {why}"))?;
    }
    Ok(())
}

fn check_value(schema: &Value, value: &Value) -> Result<(), String> {
    let fits = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        _ => true,
    };
    if !fits {
        return Err(format!("is not of type {}", schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|allowed| !allowed.contains(value)) {
        return Err(format!("is none of {}", schema["enum"]));
    }
    let below = schema["minimum"].as_i64().zip(value.as_i64()).is_some_and(|(minimum, value)| value < minimum);
    let above = schema["maximum"].as_i64().zip(value.as_i64()).is_some_and(|(maximum, value)| value > maximum);
    if below || above { Err("is out of range".to_owned()) } else { Ok(()) }
}
