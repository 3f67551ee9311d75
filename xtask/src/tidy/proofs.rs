//! Whatever we say of a server is shown to be said of a server that is wrong in exactly that way.

use mcpvals_testkit::Flaw;

use super::Fault;
use crate::codegen::kinds_of_violation;
use crate::project::TextFile;

/// Where flaws are defined; their own tests do not count.
const FLAWS: &str = "crates/mcpvals-testkit/src/flaw.rs";
const RULES: &str = "docs/reference/rules.md";
const VIOLATIONS: &str = "crates/mcpvals-model/src/violation.rs";

pub(super) fn faults(files: &[TextFile]) -> Vec<Fault> {
    let tests = tests_of(files);
    let mut faults = Vec::new();
    for flaw in Flaw::ALL.iter().filter(|flaw| **flaw != Flaw::None) {
        if !is_named(&tests, &format!("Flaw::{flaw:?}"), flaw.name()) {
            faults.push(Fault::of_file(FLAWS, format!("no test uses the flaw `{flaw}`")));
        }
    }
    for kind in kinds_of_violation() {
        if !is_named(&tests, &format!("ViolationKind::{}", pascal(&kind.name)), &kind.name) {
            faults.push(Fault::of_file(VIOLATIONS, format!("no test shows the violation `{}`", kind.name)));
        }
    }
    for rule in mcpvals_audit::catalogue::rules() {
        let constant = constant(files, rule.id);
        let is_shown = |text: &&str| has_word(text, rule.id) || constant.is_some_and(|name| has_word(text, name));
        if !tests.iter().any(is_shown) {
            faults.push(Fault::of_file(RULES, format!("no test shows the rule `{}`", rule.id)));
        }
    }
    faults
}

/// Test code outside the testkit, one text per file.
fn tests_of(files: &[TextFile]) -> Vec<&str> {
    let is_code = |file: &&TextFile| file.is_rust() || file.is_fixture();
    let code = files.iter().filter(|file| is_code(file) && !file.path.starts_with("crates/mcpvals-testkit/"));
    code.map(|file| file.split_tests().1).collect()
}

/// What the code calls the rule with this name: the last `static` before it.
fn constant<'a>(files: &'a [TextFile], id: &str) -> Option<&'a str> {
    let quoted = format!("\"{id}\"");
    files.iter().filter(|file| file.is_rust()).find_map(|file| {
        let code = file.split_tests().0;
        let before = &code[..code.find(&quoted)?];
        let (_, name) = before.rsplit_once("static ")?;
        name.split_once(": Rule").map(|(name, _)| name)
    })
}

/// As a variant, or by its name in quotes.
fn is_named(tests: &[&str], variant: &str, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    tests.iter().any(|text| has_word(text, variant) || text.contains(&quoted))
}

fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word)
        .any(|(at, _)| !text[at + word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-'))
}

/// `late-answer` → `LateAnswer`.
fn pascal(kebab: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    kebab.split('-').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kebab_becomes_a_variant() {
        assert_eq!(pascal("invalid-utf8"), "InvalidUtf8");
        assert_eq!(pascal("neither-result-nor-error"), "NeitherResultNorError");
    }

    #[test]
    fn a_longer_variant_is_another() {
        assert!(!is_named(&["Flaw::LateAnswerAgain"], "Flaw::LateAnswer", "late-answer"));
        assert!(is_named(&["check(\"late-answer\")"], "Flaw::LateAnswer", "late-answer"));
    }
}
