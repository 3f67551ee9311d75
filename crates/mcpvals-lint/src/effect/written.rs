//! Parameters of a reader that say what is to be written: the new text of a note, the brightness of the one lamp that it tells
//! the state of.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::computing::computes;
use crate::words;

/// Whether a parameter of this name and schema says what something is to be from now on.
pub(super) fn says_what_to_write(name: &str, schema: &Value, tool: &Value) -> bool {
    let said = tool["description"].as_str().unwrap_or_default();
    let of_tool = words::of_name(tool["name"].as_str().unwrap_or_default());
    if looks_for_things(&of_tool) || computes(said) || schema["enum"].is_array() {
        return false;
    }
    let about = schema["description"].as_str().unwrap_or_default();
    let name = words::of_name(name).join("_");
    NEW.is_match(about)
        || is_a_state(&name, about) && (STATE.is_match(said) || tells_it_of_one(&name, said))
        || is_a_content(&name, schema, tool)
}

/// Whether what it takes are things to look for or to compute with.
fn looks_for_things(name: &[String]) -> bool {
    const LOOKING: [&str; 34] = [
        "list",
        "search",
        "find",
        "query",
        "filter",
        "compare",
        "diff",
        "calculate",
        "compute",
        "convert",
        "estimate",
        "predict",
        "recommend",
        "suggest",
        "validate",
        "verify",
        "check",
        "count",
        "parse",
        "detect",
        "classify",
        "analyze",
        "analyse",
        "summarize",
        "translate",
        "extract",
        "lookup",
        "match",
        "format",
        "encode",
        "decode",
        "hash",
        "preview",
        "forecast",
    ];
    name.iter().any(|word| LOOKING.contains(&word.as_str()))
}

fn is_a_state(name: &str, about: &str) -> bool {
    const STATES: [&str; 18] = [
        "brightness",
        "volume",
        "temperature",
        "target_temperature",
        "setpoint",
        "speed",
        "rpm",
        "color",
        "colour",
        "hue",
        "power",
        "position",
        "on",
        "off",
        "locked",
        "muted",
        "switch",
        "turn_on",
    ];
    STATES.contains(&name) && !FILTERS.is_match(about)
}

/// "Returns the position of the blind", by a parameter `position`.
fn tells_it_of_one(name: &str, said: &str) -> bool {
    said.to_lowercase().contains(&format!("the {name} of the "))
}

/// The content of what another parameter names: `path` and `content`.
fn is_a_content(name: &str, schema: &Value, tool: &Value) -> bool {
    const PLACES: [&str; 12] = [
        "path",
        "file",
        "filename",
        "file_path",
        "filepath",
        "id",
        "title",
        "key",
        "slug",
        "page_id",
        "note_id",
        "doc_id",
    ];
    let others = tool["inputSchema"]["properties"].as_object();
    let has_place =
        others.into_iter().flatten().any(|(other, _)| PLACES.contains(&words::of_name(other).join("_").as_str()));
    matches!(name, "content" | "contents" | "body") && schema["type"] == "string" && has_place
}

fn pattern(pattern: &str) -> Regex {
    Regex::new(&format!("(?i){pattern}")).expect("constant, and tested")
}

/// What the description of such a parameter says.
static NEW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\W*(?:optional\W+)?(?:(?:the|an?|its|if (?:given|set|present),?) )*(?:[\w-]+(?:'s|s') )?new (?:[\w-]+ )?(?:contents?|text|value|name|title|body|state|status|level|price|description|password|setting|note|brightness|temperature|volume|owner|label)\b|\b(?:to (?:be )?(?:set|write|written|store|stored|save|saved|overwrite|assign|publish))\b(?:$|[ .,]+(?:to|in|into|on|it|for|as|$))|\breplaces (?:the|its) (?:old|current|existing|present)\b",
    )
});
static STATE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[^.;\n]*\b(?:state|status|settings?|current (?:level|value|mode|setting))\b"));
static FILTERS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:filter|only|minimum|maximum|at least|at most|units?|scale|range|match(?:es|ing)?|include)\b")
});

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::{EffectKind, effect};

    fn reads(name: &str, description: &str, properties: &Value) -> bool {
        let schema = json!({"type": "object", "properties": properties});
        effect(&json!({"name": name, "description": description, "inputSchema": schema})).kind == EffectKind::Reads
    }

    #[test]
    fn a_getter_that_takes_what_is_to_be_there_is_no_reader() {
        let text = |about: &str| json!({"type": "string", "description": about});
        assert!(!reads("get_heater", "Returns the heater's state.", &json!({"temperature": {"type": "number"}})));
        assert!(!reads("get_note", "Returns the note.", &json!({"id": text(""), "text": text("the note's new text")})));
        assert!(!reads(
            "get_page",
            "Returns the page.",
            &json!({"name": text(""), "lines": text("Text to write to the page")})
        ));
        assert!(!reads("read_document", "Reads a document.", &json!({"path": text(""), "content": text("")})));
        assert!(!reads(
            "get_shutter",
            "Returns the position of the shutter.",
            &json!({"position": {"type": "integer"}})
        ));
        assert!(!reads("get_speed", "Returns the fan's speed.", &json!({"rpm": text("speed to set")})));
    }

    #[test]
    fn what_is_looked_for_or_computed_with_is_not_written() {
        let text = |about: &str| json!({"type": "string", "description": about});
        assert!(reads("find_lamps", "Finds lamps and their state.", &json!({"brightness": {"type": "number"}})));
        assert!(reads(
            "get_lamps",
            "Returns lamps.",
            &json!({"brightness_min": {"type": "integer"}, "limit": {"type": "integer"}})
        ));
        assert!(reads("search_pages", "Searches pages.", &json!({"path": text(""), "content": text("words of it")})));
        assert!(reads(
            "get_weather",
            "Returns the current state of the weather.",
            &json!({"temperature": text("unit of it")})
        ));
        assert!(reads("get_news", "Returns news.", &json!({"topic": text("which; new topics come first")})));
        assert!(reads(
            "get_document",
            "Returns the content of a document.",
            &json!({"path": text(""), "content": {"type": "boolean"}})
        ));
    }
}
