//! Which tools may be called, and which prompts got, unasked.

use std::sync::LazyLock;

use mcpvals_lint::{EffectKind, effect};
use mcpvals_model::mcp::Tool;
use regex::Regex;
use serde_json::Value;

/// Why a tool is not called; nothing where it may be.
pub(crate) fn left_alone(tool: &Tool, writes: bool) -> Option<String> {
    let effect = effect(tool.raw());
    let what = match effect.kind {
        EffectKind::Reads => return None,
        _ if writes => return None,
        EffectKind::Writes => "it may change something",
        EffectKind::Deletes => "it may delete something",
        EffectKind::Unknown => "nothing says that it only reads",
    };
    Some(format!("{what}: {}; --allow-writes has it called", effect.reason))
}

/// Why a prompt is not got; nothing where it may be. A prompt is a text, and few do anything; but one that says that it runs
/// what it is given may run what we make up.
pub(crate) fn prompt_left_alone(prompt: &Value, writes: bool) -> Option<String> {
    let said = |member: &str| prompt[member].as_str().unwrap_or_default();
    let texts = [said("name").replace(['_', '-'], " "), said("title").to_owned(), said("description").to_owned()];
    let found = texts.iter().find_map(|text| RUNS.find(text)).filter(|_| !writes)?;
    Some(format!("it may run something: it says `{}`; --allow-writes has it got", found.as_str().to_lowercase()))
}

/// "Runs a command", "execute the script", "Output of a shell command".
static RUNS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:runs?|execut\w+|evals?|evaluates?|invokes?|spawns?|launch(?:es)?)\s+(?:[\w-]+\s+){0,4}?(?:commands?|scripts?|code|shell|programs?|sql|quer(?:y|ies)|statements?|process(?:es)?|terminal)\b",
    )
    .expect("constant, and tested")
});

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::prompt_left_alone;

    #[test]
    fn a_prompt_that_runs_what_it_is_given_is_left_alone() {
        for prompt in [
            json!({"name": "run_command"}),
            json!({"name": "x", "description": "Include the output of executing a shell command"}),
            json!({"name": "x", "description": "Runs the given SQL query and explains what came"}),
        ] {
            assert!(prompt_left_alone(&prompt, false).is_some(), "{prompt}");
            assert!(prompt_left_alone(&prompt, true).is_none(), "{prompt}");
        }
        for prompt in [
            json!({"name": "code_review", "description": "Reviews code"}),
            json!({"name": "create_plan", "description": "A plan for running a marathon"}),
            json!({"name": "explain-command", "description": "Explains a shell command"}),
        ] {
            assert_eq!(prompt_left_alone(&prompt, false), None, "{prompt}");
        }
    }
}
