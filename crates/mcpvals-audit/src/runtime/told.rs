//! Whether a tool that tells of a failure tells what it was asked for. Pure.

use std::sync::LazyLock;

use mcpvals_model::mcp::Tool;
use regex::Regex;
use serde_json::{Map, Value};

use super::refusal;

/// Is it an answer, and no failure of its own: the status of a build, the last error of a log, whether an address is valid, or an
/// error that the arguments ask for? Not where it says that it could not look.
pub(super) fn is_what_was_asked_for(tool: &Tool, arguments: &Map<String, Value>, text: &str) -> bool {
    static ABOUT: LazyLock<Regex> = LazyLock::new(|| {
        let words = r"(?i)\b(?:errors?|exceptions?|fail(?:s|ed|ures?|ing)?|succe(?:ss|ssful|ssfully|eds?|eded)|status(?:es)?|(?:in)?valid(?:ity|ates?)?|verif(?:y|ies)|health|exit codes?|logs?|diagnos\w+|lint\w*|(?:test|build|check) (?:runs?|results?))\b";
        Regex::new(words).expect("constant, and tested")
    });
    static OWN_ERROR: LazyLock<Regex> = LazyLock::new(|| {
        let words = r"(?i)\b(?:returns?|gives?|throws?|raises?|reports?|or|with)\s+(?:an?|any|the)?\s*(?:\w+\s+)?(?:errors?|exceptions?)\b[^.]*\b(?:if|when|where|unless|otherwise)\b|\bif\b[^.]*\bfails?\b";
        Regex::new(words).expect("constant, and tested")
    });
    if refusal::is_cut_off(text) {
        return false;
    }
    let asked = arguments.values().filter_map(Value::as_str).any(|value| value.eq_ignore_ascii_case("error"));
    let name = tool.name().replace(['_', '-', '.'], " ");
    // What it is for stands in the first sentence; further down, errors are those of its own.
    let description = tool.description().unwrap_or_default().trim();
    let description = description.split(['.', '\n']).next().unwrap_or_default();
    asked || ABOUT.is_match(&name) || ABOUT.is_match(&OWN_ERROR.replace_all(description, " "))
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Tool;
    use serde_json::{Map, json};

    use super::is_what_was_asked_for;

    fn asked(name: &str, description: &str, text: &str) -> bool {
        let tool = json!({"name": name, "description": description, "inputSchema": {}});
        is_what_was_asked_for(&Tool::from(tool), &Map::new(), text)
    }

    #[test]
    fn a_report_of_failures_is_told_from_a_failure() {
        assert!(asked("get_build", "Returns the latest build and its status.", "{\"id\": 7, \"status\": \"failed\"}"));
        assert!(asked("last_error", "What the service logged last.", "Error: disk full"));
        assert!(asked(
            "check_address",
            "Checks whether an address is valid.",
            "{\"valid\": false, \"error\": \"no @\"}"
        ));
        assert!(!asked("get_weather", "Returns the weather.", "Error: no such city"));
        assert!(!asked("get_page", "Returns a page. Its status and error tell how it went.", "Error: boom"));
        assert!(!asked("get_weather", "Returns the weather, or an error if the city is unknown.", "Error: boom"));
        assert!(!asked(
            "get_build",
            "Returns the latest build and its status.",
            "Error: connect ECONNREFUSED 10.0.0.1:80"
        ));
        let tool = Tool::from(json!({"name": "annotated", "inputSchema": {}}));
        let arguments = json!({"messageType": "error"}).as_object().cloned().unwrap_or_default();
        assert!(is_what_was_asked_for(&tool, &arguments, "Error: Operation failed"), "it was asked for one");
    }
}
