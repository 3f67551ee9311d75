//! Words that do not belong in the project's text.

use super::Fault;
use crate::project::TextFile;

/// A place of one machine is none on any other. Written in two parts, so that this file may name them.
const PLACES: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/opt/", "rivals"), concat!("/home", "/runner")];

/// Work that somebody left to somebody.
const DEBTS: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("todo", "!("), concat!("unimplemented", "!(")];

pub(super) fn faults(file: &TextFile) -> Vec<Fault> {
    if file.name() == "Cargo.lock" || file.path.starts_with("LICENSE") {
        return Vec::new();
    }
    let code_lines = if file.is_rust() { file.split_tests().0.lines().count() } else { 0 };
    let mut faults = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let mut say = |what: String| faults.push(Fault::at(&file.path, index + 1, what));
        if let Some(place) = PLACES.iter().find(|place| line.contains(**place)) {
            say(format!("`{place}` is a place of one machine"));
        }
        // What servers say of themselves is their debt.
        let is_ours = !file.quotes_servers();
        if let Some(debt) = DEBTS.iter().find(|debt| is_ours && has_word(line, debt)) {
            say(format!("`{debt}`: do it, or open an issue"));
        }
        if index < code_lines && !is_comment(line) && line.contains(concat!(".unwrap", "()")) {
            say("`unwrap` outside tests: `expect` states the proof".to_owned());
        }
        if line.ends_with([' ', '\t']) && file.is_rust() {
            say("blanks at the end of the line".to_owned());
        }
    }
    faults
}

/// Is the word there, and not as a part of a longer one?
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        !line[..at].ends_with(part) && (word.ends_with('(') || !line[at + word.len()..].starts_with(part))
    })
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> usize {
        faults(&TextFile { path: path.to_owned(), text: text.to_owned() }).len()
    }

    #[test]
    fn a_place_of_one_machine_is_found() {
        assert_eq!(check("README.md", concat!("see /wo", "rk/x\n")), 1);
        assert_eq!(check("README.md", "see network/x\n"), 0);
    }

    #[test]
    fn debts_are_found_and_words_that_contain_them_are_not() {
        assert_eq!(check("a.md", concat!("TO", "DO: more\n")), 1);
        assert_eq!(check("a.md", concat!("MASTO", "DON\n")), 0);
    }

    #[test]
    fn unwrap_is_for_tests() {
        let call = concat!("//! X.\nf().unwrap", "();\n");
        assert_eq!(check("crates/x/src/y.rs", call), 1);
        assert_eq!(check("crates/x/tests/it/y.rs", call), 0);
    }
}
