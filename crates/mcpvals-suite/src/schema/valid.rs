//! Is it a schema at all? Held against the draft that it names, without compiling it.

use jsonschema::{draft7, draft202012};
use serde_json::Value;

use super::compile::why_not;

/// What makes it no schema, in words; `None` where it is one, or of a draft that is not known here.
pub(crate) fn invalid(schema: &Value) -> Option<String> {
    let faults = match schema.get("$schema").and_then(Value::as_str) {
        None => draft202012::meta::validate(schema),
        Some(draft) if draft.contains("/2020-12/") => draft202012::meta::validate(schema),
        Some(draft) if draft.contains("/draft-07/") => draft7::meta::validate(schema),
        Some(_) => return None,
    };
    faults.err().map(|fault| why_not(&fault))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::invalid;

    #[track_caller]
    fn check(schema: &Value, want: Option<&str>) {
        assert_eq!(invalid(schema).as_deref(), want);
    }

    #[test]
    fn schema_is_held_against_its_own_draft() {
        check(&json!({"type": "object", "properties": {"a": {"type": "number"}}}), None);
        let misspelt = json!({"properties": {"a": {"type": "nmber"}}});
        check(
            &misspelt,
            Some("at `/properties/a/type`: it is not valid under any of the schemas listed in the 'anyOf' keyword"),
        );
        let items = json!({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}]});
        check(&items, None);
        check(&json!({"$schema": "https://example.com/mine", "type": 7}), None);
    }
}
