//! How much of the code was read: what nobody has read passes nothing.

use mcpvals_model::Requirement;
use mcpvals_project::Project;
use mcpvals_source::{SourceFacts, is_read_deeply};

use super::basis::Basis;
use super::evidence::counted;

/// A language, how many files of it there are, and how many lines they have.
type Counted = (String, usize, usize);

/// Sees the code. Where most of it was not read, that is a remark, and nothing to judge by.
pub(super) fn see(basis: &mut Basis, project: &Project, facts: &SourceFacts) {
    let (deep, shallow): (Vec<&Counted>, Vec<&Counted>) =
        facts.languages.iter().partition(|(language, _, _)| is_read_deeply(language));
    // Beside a server in another language, a script of the shell installs or starts it, and handles no tool.
    let handling: Vec<&Counted> =
        shallow.iter().copied().filter(|(language, _, _)| language != "Shell" || lines(&deep) == 0).collect();
    let read = read_share(project, facts, lines(&deep), lines(&handling));
    if lines(&deep) > 0 {
        let words = format!("source was read ({})", words(&deep));
        let words = if read >= 0.5 {
            words
        } else {
            let percent = (read * 100.0).floor();
            format!("{words}: {percent} % of its code, the rest was not read (see `leftOut`)")
        };
        tell(basis, read >= 0.5, words);
    }
    if lines(&shallow) > 0 {
        basis.remark(Requirement::SecurityCode, not_read(&shallow));
    }
    if lines(&handling) > 0 {
        basis.remark(Requirement::ErrorHandling, format!("handlers in {} were not read", names(&handling)));
    }
}

fn tell(basis: &mut Basis, is_judged: bool, words: String) {
    if is_judged {
        basis.see(Requirement::SecurityCode, words);
    } else {
        basis.remark(Requirement::SecurityCode, words);
    }
}

/// Of the code, 0 to 1, by bytes; between languages that are read and others by lines, as the others are not told file by file.
fn read_share(project: &Project, facts: &SourceFacts, deep: usize, shallow: usize) -> f64 {
    let is_unread = |path: &str| facts.left_out.iter().any(|left| left.name == path);
    let (mut read, mut unread) = (0, project.unread_code_bytes);
    for file in &project.source {
        *if is_unread(&file.path) { &mut unread } else { &mut read } += file.text.len() as u64;
    }
    share(read, unread) * share(deep as u64, shallow as u64)
}

/// What the part is of the part and the rest; of nothing, all.
fn share(part: u64, rest: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more digits")]
    let of = |part: u64, all: u64| part as f64 / all as f64;
    if part + rest == 0 { 1.0 } else { of(part, part + rest) }
}

fn lines(languages: &[&Counted]) -> usize {
    languages.iter().map(|(_, _, lines)| lines).sum()
}

fn names(languages: &[&Counted]) -> String {
    languages.iter().map(|(language, _, _)| language.as_str()).collect::<Vec<_>>().join(", ")
}

/// `Java: 1 file, 20 lines; Ruby: 2 files, 30 lines`.
fn words(languages: &[&Counted]) -> String {
    let of_language = |(language, files, lines): &&Counted| {
        format!("{language}: {}, {}", counted(*files, "file"), counted(*lines, "line"))
    };
    languages.iter().map(of_language).collect::<Vec<_>>().join("; ")
}

fn not_read(shallow: &[&Counted]) -> String {
    format!("not read, but for a search for secrets: {}; what this code does is not known", words(shallow))
}
