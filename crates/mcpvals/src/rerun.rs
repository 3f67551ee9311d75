//! The command that shows a failure again.

use mcpvals_model::{Case, CaseKind, Plan};

/// `mcpvals eval CONFIG --filter ID`, quoted for a POSIX shell. Without a config the one that is found.
pub(crate) fn command(plan: &Plan, case: &Case) -> String {
    let flags = plan.workflow_flags.iter().filter(|_| matches!(case.kind, CaseKind::Workflow(_)));
    let words = plan.arguments.iter().chain(flags).map(|word| format!(" {}", quote(word)));
    let note = if plan.arguments.iter().any(|word| word == "-") { OF_STDIN } else { "" };
    format!("mcpvals eval{} --filter {}{note}", words.collect::<String>(), quote(case.id.as_str()))
}

/// Nobody else has what was read from there: of a library's object, the program that made it.
const OF_STDIN: &str = "  # with the same config on stdin";

/// Quotes a word where a POSIX shell would not take it as it is.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn words_are_quoted_only_where_they_must_be() {
        assert_eq!(quote("tools/add"), "tools/add");
        assert_eq!(quote("Basic Math/add (2)"), "'Basic Math/add (2)'");
        assert_eq!(quote("it's"), r"'it'\''s'");
        assert_eq!(quote(""), "''");
    }
}
