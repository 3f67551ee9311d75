//! No function grows past a screen.
//!
//! A ratchet: 71 to 80 lines always fail, so nothing creeps over the limit; more than 80 are allowed to a function
//! that is one flat `match`, which reads as a table.

use super::Fault;
use crate::project::TextFile;

const LINES_MAX: usize = 70;
const CREEP_MAX: usize = 80;

/// Source that rustfmt has laid out: a function ends at the first `}` that stands as far in as its `fn`.
pub(super) fn faults(file: &TextFile) -> Vec<Fault> {
    if !file.is_rust() {
        return Vec::new();
    }
    let lines: Vec<&str> = file.split_tests().0.lines().collect();
    let too_long = |(begin, end): (usize, usize)| {
        let count = end - begin + 1;
        let flat = count > CREEP_MAX && is_flat_match(&lines[begin..=end]);
        let what = format!("a function of {count} lines; {LINES_MAX} are a screen");
        (count > LINES_MAX && !flat).then(|| Fault::at(&file.path, begin + 1, what))
    };
    functions(&lines).filter_map(too_long).collect()
}

/// First and last line of every function that has a body of its own lines.
fn functions<'a>(lines: &'a [&str]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let begins = (0..lines.len()).filter(|at| is_function(lines[*at]));
    begins.filter_map(|begin| {
        let close = format!("{}}}", indent(lines[begin]));
        let body =
            lines[begin..].iter().position(|line| line.ends_with('{') || line.ends_with('}') || line.ends_with(';'))?;
        if !lines[begin + body].ends_with('{') {
            return None;
        }
        let length = lines[begin..].iter().position(|line| *line == close)?;
        Some((begin, begin + length))
    })
}

fn is_function(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| {
        matches!(*word, "pub" | "const" | "async" | "unsafe" | "extern") || word.starts_with("pub(") || *word == "\"C\""
    });
    words.next() == Some("fn")
}

/// Does one `match` make up four fifths of it?
fn is_flat_match(lines: &[&str]) -> bool {
    let inner = format!("{}    ", indent(lines[0]));
    let close = format!("{inner}}}");
    let Some(begin) = lines.iter().position(|line| line.starts_with(&format!("{inner}match "))) else { return false };
    let length = lines[begin..].iter().position(|line| line.trim_end_matches(';') == close).unwrap_or(0);
    length * 5 >= lines.len() * 4
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: String) -> Vec<usize> {
        faults(&TextFile { path: "crates/x/src/y.rs".to_owned(), text }).iter().map(|fault| fault.line).collect()
    }

    fn function(lines: usize) -> String {
        format!("impl X {{\n    pub(crate) async fn f() {{\n{}    }}\n}}\n", "        call();\n".repeat(lines - 2))
    }

    #[test]
    fn a_screen_is_enough() {
        assert_eq!(check(function(70)), [0_usize; 0]);
        assert_eq!(check(function(71)), [2]);
        assert_eq!(check(function(200)), [2]);
    }

    #[test]
    fn a_flat_match_may_be_long() {
        let arms = "        Some(1) => 2,\n".repeat(90);
        assert_eq!(check(format!("fn f() -> u8 {{\n    match x {{\n{arms}    }}\n}}\n")), [0_usize; 0]);
    }

    #[test]
    fn tests_may_be_long() {
        assert_eq!(check(format!("//! X.\n\n#[cfg(test)]\nmod tests {{\n{}}}\n", function(90))), [0_usize; 0]);
    }
}
