//! Whether arguments that a document shows fit a tool's schema, as far as can be told without doubt.
//!
//! What a schema says in other ways (patterns, unions, references) is left to the call itself.

use serde_json::Value;

/// Do they fit, as far as can be told?
pub fn fits(arguments: &Value, schema: &Value) -> bool {
    flaw(arguments, schema).is_none()
}

/// What is wrong with the arguments, as a clause; none where nothing is for certain.
pub(super) fn flaw(arguments: &Value, schema: &Value) -> Option<String> {
    let given = arguments.as_object()?;
    let none = serde_json::Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| !given.contains_key(*name)) {
        return Some(format!("`{missing}` is required and missing"));
    }
    let open =
        ["patternProperties", "$ref", "allOf", "anyOf", "oneOf"].iter().any(|member| schema.get(member).is_some());
    if schema["additionalProperties"] == false
        && !open
        && let Some(unknown) = given.keys().find(|name| !properties.contains_key(*name))
    {
        return Some(format!("`{unknown}` is no parameter"));
    }
    given.iter().find_map(|(name, value)| {
        let schema = properties.get(name)?;
        wrong_type(value, schema).or_else(|| wrong_choice(value, schema)).map(|why| format!("`{name}` {why}"))
    })
}

fn wrong_type(value: &Value, schema: &Value) -> Option<String> {
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    // A place to fill in is shown instead of a value that is a number, say.
    let to_fill_in = value.as_str().is_some_and(|text| {
        text.contains(['<', '{', '$', '…']) || text.contains("...") || text.to_lowercase().contains("your")
    });
    let fits = to_fill_in || types.iter().any(|kind| is_of(value, kind));
    (!fits).then(|| format!("is of type {}, and not {}", type_of(value), types.join(" or ")))
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn wrong_choice(value: &Value, schema: &Value) -> Option<String> {
    let choices = schema["enum"].as_array()?;
    let text = value.as_str()?;
    (!choices.contains(value)).then(|| format!("may not be `{text}`"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::flaw;

    fn of(arguments: &Value) -> Option<String> {
        let schema = json!({
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer"}, "unit": {"enum": ["C", "F"]}},
            "required": ["city"],
            "additionalProperties": false
        });
        flaw(arguments, &schema)
    }

    #[test]
    fn arguments_that_fit_have_no_flaw() {
        assert_eq!(of(&json!({"city": "Bern", "days": 3, "unit": "C"})), None);
        assert_eq!(of(&json!({"city": "Bern", "days": 3.0})), None);
        assert_eq!(of(&json!({"city": "Bern", "days": "<number of days>"})), None);
        assert_eq!(flaw(&json!({"anything": 1}), &json!({"type": "object"})), None);
        assert_eq!(flaw(&json!({"a": 1}), &json!({"properties": {"a": {"type": ["integer", "null"]}}})), None);
    }

    #[test]
    fn arguments_that_do_not_fit_are_told_why() {
        assert_eq!(of(&json!({"days": 3})).unwrap(), "`city` is required and missing");
        assert_eq!(of(&json!({"city": "Bern", "day": 3})).unwrap(), "`day` is no parameter");
        assert_eq!(of(&json!({"city": "Bern", "days": "three"})).unwrap(), "`days` is of type string, and not integer");
        assert_eq!(of(&json!({"city": "Bern", "unit": "K"})).unwrap(), "`unit` may not be `K`");
    }
}
