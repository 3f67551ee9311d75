//! A parameter `code` is a program that is run, or the key of a thing that has one: an airport, a country, a status.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::words;

/// Whether a parameter that is called `code` is the key of a thing, by what it and its tool say.
pub(super) fn is_key(schema: &Value, tool: &Value) -> bool {
    let about = schema["description"].as_str().unwrap_or_default();
    let said = tool["description"].as_str().unwrap_or_default();
    let name = words::of_name(tool["name"].as_str().unwrap_or_default()).join(" ");
    if [about, said, &name].iter().any(|text| PROGRAM.is_match(text)) {
        return false;
    }
    let is_short = schema["maxLength"].as_u64().is_some_and(|length| length <= 16);
    let is_number = matches!(schema["type"].as_str(), Some("integer" | "number"));
    is_short || is_number || schema["enum"].is_array() || [about, said, &name].iter().any(|text| CODED.is_match(text))
}

static CODED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:iata|icao|iso|fips|locode|naics|hs|icd|cpv|atc|country|currency|postal|post|zip|airport|airline|station|language|",
        r"locale|status|http|error|area|dial(?:l?ing)?|region|state|city|colou?r|hex|product|item|article|stock|ticker|exchange|",
        r"course|subject|department|district|territory|province|unit|bank|swift|bic|sort|tax|tariff|weather|wmo|reason|exit)",
        r"(?:[ -][\w-]+)? ?codes?\b|\bby (?:its|the|an?|their) (?:[\w-]+ )?codes?\b|\bpostcodes?\b",
    ))
    .expect("constant, and tested")
});
static PROGRAM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\b(?:python|javascript|typescript|source|snippets?|programs?|scripts?|runs?|running|executes?|executing|execution|",
        r"evaluat\w+|prints?|compil\w+|shell|bash|sql|lua|ruby|sandbox|interpret\w*|repl|function|one-time|otp|verification|",
        r"login|authori[sz]ation|confirmation|redeem\w*)\b",
    ))
    .expect("constant, and tested")
});

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::{EffectKind, effect};

    fn reads(name: &str, description: &str, code: &Value, annotations: &Value) -> bool {
        let schema = json!({"type": "object", "properties": {"code": code}});
        let tool = json!({"name": name, "description": description, "inputSchema": schema, "annotations": annotations});
        effect(&tool).kind == EffectKind::Reads
    }

    #[test]
    fn the_key_of_a_coded_thing_is_read_by() {
        let text = |about: &str| json!({"type": "string", "description": about});
        for (name, description, code) in [
            ("get_harbour", "Returns a harbour.", text("UN/LOCODE code of the harbour")),
            ("get_currency", "Returns a currency by its code.", text("")),
            ("get_place", "Returns the place that a postal code is of.", text("")),
            ("explain_status", "Explains an HTTP status code.", json!({"type": "integer"})),
            ("get_land", "Returns a land.", json!({"type": "string", "maxLength": 3})),
        ] {
            assert!(reads(name, description, &code, &Value::Null), "{name}");
        }
    }

    #[test]
    fn a_program_is_none() {
        let text = |about: &str| json!({"type": "string", "description": about});
        for (name, description, code) in [
            ("get_output", "Returns the output.", text("")),
            ("get_result", "Returns what a program prints.", text("ISO code")),
            ("get_answer", "Returns the answer of a snippet.", text("Python code")),
            ("check_phone", "Checks a phone.", text("the one-time code that was texted")),
        ] {
            assert!(!reads(name, description, &code, &json!({"readOnlyHint": true})), "{name}");
        }
    }
}
